/*
** missing.c -- what is plainly missing is put in: a closing parenthesis, the END of a CASE, BY, JOIN, a FROM that was swallowed.
**
**     SELECT f(a, b FROM t GROUP a      f(a, b), GROUP BY a
**
** Part of repair.c, which includes it.
*/
/* What FROM may follow: SELECT a FROM t, UPDATE t SET a = u.b FROM u, DELETE FROM t */
static bool takes_from(uint16_t kind)
{
    return kind == TK_SELECT || kind == TK_UPDATE || kind == TK_DELETE;
}

/* How many parentheses are open in the query that is being read. */
static uint32_t open_in_query(yyParser *yypParser)
{
    uint16_t top = yypParser->yytos->depth;

    for (yyStackEntry *entry = yypParser->yytos; entry > yypParser->stack && top > 0; entry--)
        if (entry->depth <= top && takes_from(cln_lex(&yypParser->pc->lexer, entry->start).kind))
            return (uint32_t)(top - entry->depth);
    return top;
}

/* f(a, b FROM t;  CASE WHEN a THEN b FROM t: closing what is open lets the grammar go on. */
static bool close_open(yyParser *yypParser, uint16_t stop, stop_class class)
{
    static const uint16_t closers[] = { TK_END, TK_RP, TK_RB, TK_RC };
    enum { MOST_CLOSED = 8 };
    uint16_t chosen[MOST_CLOSED];
    uint32_t count = 0, still_open = class == STOP_CLAUSE ? open_in_query(yypParser) : 0;
    size_t usable = class == STOP_COMMA ? 1 : sizeof closers / sizeof closers[0];
    trial t = start_trial(yypParser);

    while (count < MOST_CLOSED) {
        size_t i = 0;
        trial tried;
        for (; i < usable; i++) {
            tried = t;
            if (trial_shift(&tried, closers[i]))
                break;
        }
        if (i == usable)
            return false;
        chosen[count++] = closers[i];
        t = tried;
        still_open -= closers[i] != TK_END && still_open > 0;
        if (still_open == 0 && trial_shift(&tried, stop))
            break;
        if (count == MOST_CLOSED)
            return false;
    }
    for (uint32_t i = 0; i < count && !yypParser->pc->failed; i++)
        put_in(yypParser, chosen[i]);
    return true;
}

/* ... or that goes in front of the next one:  CREATE VIEW v SELECT ..., FROM t INTO g SELECT ..., MERGE INTO g (SELECT ...) */
static uint16_t word_in_front(uint16_t next)
{
    switch (next) {
    case TK_SELECT: case TK_WITH: case TK_VALUES:
        return TK_AS;
    case TK_INTO: case TK_OVERWRITE:
        return TK_INSERT;
    case TK_LP:
        return TK_USING;
    default:
        return TK_THEN;
    }
}

/* The word that the one in front of it goes with, or that belongs in front of a query:  CREATE VIEW v SELECT ... */
static uint16_t word_behind(uint16_t previous, uint16_t next)
{
    switch (previous) {
    case TK_GROUP: case TK_ORDER: case TK_PARTITION: case TK_CLUSTER: case TK_DISTRIBUTE: case TK_SORT:
        return TK_BY;
    case TK_LEFT: case TK_RIGHT: case TK_FULL: case TK_INNER: case TK_CROSS: case TK_OUTER: case TK_KW_SEMI: case TK_ANTI: case TK_NATURAL:
        return TK_JOIN;
    case TK_AS:
        return TK_LP;
    case TK_MATERIALIZED: case TK_REPLACE:
        return TK_VIEW;
    case TK_CREATE: case TK_EXTERNAL: case TK_TEMPORARY:
        return TK_TABLE;
    case TK_INSERT:
        return TK_INTO;
    case TK_WHEN: case TK_NOT:
        return TK_MATCHED;
    case TK_THEN:
        return TK_INSERT;
    case TK_RP:
        return next == TK_LP ? TK_AS : word_in_front(next); /* WITH c (a) (SELECT ...) */
    default:
        return word_in_front(next);
    }
}

/* What has a FROM of its own. */
static bool starts_query_or_write(uint16_t kind)
{
    switch (kind) {
    case TK_SELECT: case TK_WITH: case TK_FROM: case TK_LP: case TK_UPDATE: case TK_DELETE: case TK_INSERT: case TK_MERGE:
        return true;
    default:
        return false;
    }
}

/* COUNT(a FROM t: a parenthesis that never closes, and FROM in it as if the call were EXTRACT's.  The FROM on the stack. */
static yyStackEntry *swallowed_from(yyParser *yypParser)
{
    yyStackEntry *top = yypParser->yytos, *from = NULL;
    cln_lexer *lexer = &yypParser->pc->lexer;
    cln_token first;

    for (yyStackEntry *entry = top; entry > yypParser->stack && entry->depth == top->depth && top->depth > 0; entry--) {
        cln_token token = cln_lex(lexer, entry->start);
        if (token.kind == TK_FROM)
            from = entry;
        if (token.kind != TK_LP || from == NULL)
            continue;
        first = cln_lex(lexer, token.offset + 1);
        return starts_query_or_write(first.kind) ? NULL : from;
    }
    return NULL;
}

/* The call ends in front of that FROM, which is read again. */
static bool give_back_from(yyParser *yypParser, stop_class class)
{
    yyStackEntry *top = yypParser->yytos, *from = class >= STOP_CLAUSE ? swallowed_from(yypParser) : NULL;
    cln_parse *pc = yypParser->pc;
    cln_token token;

    if (from == NULL)
        return false;
    token = cln_lex(&pc->lexer, from->start);
    yypParser->yytos = from - 1;
    if (!close_open(yypParser, TK_FROM, STOP_CLAUSE)) {
        yypParser->yytos = top;
        return false;
    }
    cln_parse_seek(pc, token.offset + token.length);
    pc->resumed = true;
    cln_engine_feed(yypParser, token);
    return true;
}

/* GROUP a, LEFT OUTER t, WHEN MATCHED UPDATE, CREATE VIEW v SELECT ...: a word that belongs in between. */
static bool put_missing_word(yyParser *yypParser, cln_token token)
{
    uint16_t word = word_behind(yypParser->previous, token.kind);
    bool name = token.keyword != 0 && class_of(yypParser, token) < CLN_KEYWORD_FUNCTION;

    if (cln_is_separator(token) ||
        (!accepts_both(yypParser, word, token.kind) && !(name && accepts_both(yypParser, word, TK_ID))))
        return false;
    put_in(yypParser, word);
    return true;
}

/* WITH c (SELECT ...): AS belongs in front of the parenthesis. */
static bool put_as_in_front(yyParser *yypParser, cln_token token)
{
    trial t = start_trial(yypParser);
    cln_token opened;

    if (yypParser->previous != TK_LP || yypParser->yytos - 1 <= yypParser->stack)
        return false;
    opened = cln_lex(&yypParser->pc->lexer, yypParser->yytos->start);
    t.base = yypParser->yytos - 1;
    if (opened.kind != TK_LP || !trial_shift(&t, TK_AS) || !trial_shift(&t, TK_LP) || !trial_shift(&t, token.kind))
        return false;
    yypParser->yytos--;
    put_in(yypParser, TK_AS);
    advance(yypParser, TK_LP, opened);
    return true;
}

static bool put_missing(yyParser *yypParser, const scan *s)
{
    if ((s->kind == TK_SELECT || s->kind == TK_WITH || s->kind == TK_VALUES) && put_as_in_front(yypParser, s->stop))
        return true;
    if ((s->class == STOP_CLAUSE || s->class == STOP_END || s->class == STOP_COMMA || s->kind == TK_SELECT || s->kind == TK_INSERT) &&
        close_open(yypParser, s->kind, s->class))
        return true;
    return put_missing_word(yypParser, s->stop);
}
