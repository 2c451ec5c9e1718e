/*
** misspelled.c -- words that are nearly others, stand twice, or are left out in front of a name.
**
**     SELEC a FORM t     SELECT a FROM FROM t     SELECT a t WHERE b = 1
**
** Part of repair.c, which includes it.
*/
/* Whether `text` is `word` but for one letter: left out, put in, another one, or two exchanged. */
static bool is_nearly(colline_text text, const char *word)
{
    size_t length = strlen(word), same = 0, tail = 0;
    size_t shorter = text.length < length ? text.length : length, longer = text.length < length ? length : text.length;

    if (longer - shorter > 1)
        return false;
    while (same < shorter && (text.data[same] | 0x20) == word[same])
        same++;
    while (tail < shorter - same && (text.data[text.length - 1 - tail] | 0x20) == word[length - 1 - tail])
        tail++;
    if (longer - same - tail <= 1)
        return true;
    return text.length == length && length - same - tail == 2 && (text.data[same] | 0x20) == word[same + 1] &&
           (text.data[same + 1] | 0x20) == word[same];
}

/* The keyword that an unquoted name nearly is; 0: none.  Some count only where a statement begins. */
uint16_t cln_keyword_meant(const cln_parse *pc, cln_token token, bool begins)
{
    static const struct {
        const char *word;
        uint16_t kind;
        bool begins;
    } words[] = {
        { "select", TK_SELECT, false },   { "from", TK_FROM, false },     { "where", TK_WHERE, false },   { "group", TK_GROUP, false },
        { "order", TK_ORDER, false },     { "having", TK_HAVING, false }, { "join", TK_JOIN, false },     { "inner", TK_INNER, false },
        { "union", TK_UNION, false },     { "values", TK_VALUES, false }, { "update", TK_UPDATE, false }, { "insert", TK_INSERT, false },
        { "delete", TK_DELETE, false },   { "when", TK_WHEN, false },     { "then", TK_THEN, false },     { "matched", TK_MATCHED, false },
        { "limit", TK_LIMIT, false },     { "into", TK_INTO, false },     { "table", TK_TABLE, false },   { "view", TK_VIEW, false },
        { "overwrite", TK_OVERWRITE, false },
        { "with", TK_WITH, true },        { "create", TK_CREATE, true },  { "merge", TK_MERGE, true },    { "upsert", TK_UPSERT, true },
        { "replace", TK_REPLACE, true },
    };
    colline_text text = cln_parse_text(pc, token);

    if (token.kind != TK_ID || text.length < 4 - begins)
        return 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if ((begins || !words[i].begins) && is_nearly(text, words[i].word))
            return words[i].kind;
    return 0;
}

/* INSERT INTO g SELCT a FROM t: read on as if the word were right. */
static bool respell(yyParser *yypParser, cln_token token)
{
    uint16_t meant = cln_keyword_meant(yypParser->pc, token, yypParser->yytos == yypParser->stack);

    if (meant == 0 || !accepts(yypParser, meant))
        return false;
    token.kind = meant;
    advance(yypParser, meant, token);
    return true;
}

/* FROM t WEHRE a = 1: the word was taken for an alias. */
static bool respell_alias(yyParser *yypParser, cln_token token)
{
    uint16_t meant;
    cln_token word;
    trial t = start_trial(yypParser);

    if (yypParser->previous != TK_ID || yypParser->yytos - 1 <= yypParser->stack)
        return false;
    word = cln_lex(&yypParser->pc->lexer, yypParser->yytos->start);
    meant = cln_keyword_meant(yypParser->pc, word, false);
    t.base = yypParser->yytos - 1;
    if (meant == 0 || !trial_shift(&t, meant) || !continues(yypParser, &t, token))
        return false;
    yypParser->yytos--;
    word.kind = meant;
    advance(yypParser, meant, word);
    cln_engine_feed(yypParser, token);
    return true;
}

/* FROM FROM t, SELECT SELECT a: a word that stands there twice. */
static bool drop_double(yyParser *yypParser, cln_token token)
{
    if (token.keyword == 0 || token.kind != yypParser->previous || class_of(yypParser, token) == CLN_KEYWORD_NONE ||
        cln_lex(&yypParser->pc->lexer, yypParser->yytos->start).kind != token.kind || ends_item(cln_parse_peek(yypParser->pc, 0).kind))
        return false;
    note_damage(yypParser->pc, token.offset, token.offset + token.length);
    return true;
}

/* Whether a join waits for its ON in front of `entry`. */
static bool waits_for_on(const yyParser *yypParser, const yyStackEntry *entry)
{
    for (const yyStackEntry *join = entry - 1; join > yypParser->stack && join >= entry - 2; join--) /* hints may stand between */
        switch (cln_lex(&yypParser->pc->lexer, join->start).kind) {
        case TK_JOIN: case TK_LEFT: case TK_RIGHT: case TK_INNER: case TK_FULL: return true;
        default: break;
        }
    return false;
}

/* Whether the query at hand began with SELECT: its list is being read, or what follows it. */
static bool is_in_select(const yyParser *yypParser)
{
    const yyStackEntry *top = yypParser->yytos;

    for (const yyStackEntry *entry = top; entry > yypParser->stack && entry->depth == top->depth; entry--)
        if (cln_lex(&yypParser->pc->lexer, entry->start).kind == TK_SELECT)
            return cln_lex(&yypParser->pc->lexer, yypParser->stack[1].start).kind != TK_FROM;
    return false;
}

/* Whether the FROM of the query at hand is still to come. */
static bool from_follows(const yyParser *yypParser, cln_token token)
{
    cln_lexer lexer = yypParser->pc->lexer;
    uint32_t depth = 0;

    while (token.kind != 0 && token.kind != TK_SEMI && (depth > 0 || !closes(token.kind))) {
        if (depth == 0 && class_of_word(token.kind) >= STOP_INNER && token.kind != TK_AND && token.kind != TK_OR && token.kind != TK_AS)
            return token.kind == TK_FROM;
        depth += opens(token.kind);
        depth -= closes(token.kind);
        cln_poll(yypParser->pc->arena->fault);
        token = cln_lex(&lexer, token.offset + token.length);
    }
    return false;
}

/* Whether the name that was taken for an alias goes on behind `word`, and `next` behind it. */
static bool goes_behind(const yyParser *yypParser, uint16_t word, uint16_t next)
{
    trial t = start_trial(yypParser);

    t.base = yypParser->yytos - 1;
    return trial_shift(&t, word) && trial_shift(&t, TK_ID) && trial_shift(&t, next);
}

/* The word that is missing in front of a name which was taken for an alias, where `token` stands behind it; 0: none. */
static uint16_t word_before_name(const yyParser *yypParser, cln_token token)
{
    bool joined = waits_for_on(yypParser, yypParser->yytos - 1);
    bool item = goes_behind(yypParser, TK_FROM, token.kind);

    switch (token.kind) {
    case TK_ON: case TK_USING:
        return TK_JOIN; /* FROM t u USING (i) */
    case TK_DOT: case TK_LP:
        if (item && from_follows(yypParser, token))
            return TK_COMMA; /* SELECT a t.b FROM t */
        if (token.kind == TK_LP)
            return 0;
        return joined ? TK_ON : item ? TK_FROM : TK_WHERE; /* FROM t JOIN u t.i = u.i;  FROM t t.i = 1 */
    case TK_EQ:
        if (goes_behind(yypParser, TK_SET, token.kind))
            return TK_SET; /* UPDATE g x = 1 */
        /* fall through */
    case TK_IN: case TK_LIKE: case TK_BETWEEN: case TK_IS: case TK_GT: case TK_LT: case TK_GE: case TK_LE: case TK_NE:
        return item ? 0 : joined ? TK_ON : TK_WHERE;
    case TK_JOIN: case TK_LEFT: case TK_RIGHT: case TK_INNER: case TK_FULL: case TK_CROSS: case TK_LATERAL: case TK_WHERE: case TK_GROUP: case TK_ORDER:
        return TK_FROM; /* SELECT a, b t WHERE ... */
    default:
        return 0;
    }
}

static bool put_word_before_name(yyParser *yypParser, cln_token token)
{
    uint16_t word;
    cln_token name;

    if (!ends_with_name(yypParser))
        return false;
    word = word_before_name(yypParser, token);
    if (word == 0 || !goes_behind(yypParser, word, token.kind))
        return false;
    name = cln_lex(&yypParser->pc->lexer, yypParser->yytos->start);
    yypParser->yytos--;
    put_in(yypParser, word);
    name.kind = TK_ID;
    advance(yypParser, TK_ID, name);
    cln_engine_feed(yypParser, token);
    return true;
}

/* SELECT a AS x t JOIN u: FROM is missing in front of t, where none follows. */
static bool put_from(yyParser *yypParser, cln_token token)
{
    cln_token next = cln_parse_peek(yypParser->pc, 0);

    if (token.kind != TK_ID || (class_of_word(next.kind) < STOP_INNER && next.kind != TK_ID) || next.kind == TK_AS || !is_in_select(yypParser) ||
        !accepts_both(yypParser, TK_FROM, TK_ID) || from_follows(yypParser, next))
        return false;
    put_in(yypParser, TK_FROM);
    cln_engine_feed(yypParser, token);
    return true;
}
