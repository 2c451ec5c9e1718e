/*
** special.c -- tokens that are read together, or left out, where the grammar's rules say too little.
**
**     MATCH_RECOGNIZE (... MEASURES a AS x PATTERN (a b+) DEFINE ...)      the middle is one token
**     SELECT a, b, FROM my-1b.t                                            a comma that nothing follows; a name
**
** Part of driver.c, which includes it; those of one engine stand in engines.c.
*/
/* Impala: WHERE [ALWAYS_TRUE] a = 1; the hint is no array. */
static bool is_predicate_hint(const yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    uint16_t after;

    if (token.kind != TK_LB || yypParser->previous != TK_WHERE || cln_parse_peek(pc, 0).kind != TK_ID ||
        cln_parse_peek(pc, 1).kind != TK_RB)
        return false;
    after = cln_parse_peek(pc, 2).kind;
    return after == TK_ID || after == TK_QUOTED_ID || after == TK_NOT || after == TK_CASE || after == TK_CAST;
}

static void feed_with_care(yyParser *yypParser, uint16_t kind, cln_token token)
{
    if (is_meant_as_name(yypParser, kind)) {
        syntax_error(yypParser, token);
    } else if (is_predicate_hint(yypParser, token)) {
        (void)cln_parse_take(yypParser->pc);
        (void)cln_parse_take(yypParser->pc);
    } else if (accepts(yypParser, kind) && !is_with_clause(yypParser, kind)) {
        advance(yypParser, kind, token);
    } else if (kind != 0 && accepts(yypParser, TK_REST) && clause_kind(yypParser, token) != TK_COLUMN_CLAUSE) {
        advance(yypParser, TK_REST, token);
        yypParser->pc->skip_rest = true;
    } else if (!split_closers(yypParser, token) && !feed_rarely(yypParser, token, false) && !feed_clause(yypParser, token)) {
        syntax_error(yypParser, token);
    }
}

/* SELECT a, b, FROM t;  [1, 2,]: a comma that nothing can follow, where the dialect does not mind. */
static bool is_trailing_comma(const yyParser *yypParser, cln_token token)
{
    cln_token next;
    trial t;

    if (token.kind != TK_COMMA || (yypParser->pc->dialect->features & CLN_FEATURE_TRAILING_COMMA) == 0)
        return false;
    next = cln_parse_peek(yypParser->pc, 0);
    t = start_trial(yypParser);
    if (!(closes(next.kind) || cln_is_separator(next) ||
          class_of(yypParser, next) == CLN_KEYWORD_RESERVED) || !trial_shift(&t, TK_COMMA))
        return false;
    return !continues(yypParser, &t, next) && accepts(yypParser, next.kind == TK_SEMI ? 0 : next.kind);
}

/* MATCH_RECOGNIZE (... ONE ROW PER MATCH PATTERN (a b+) DEFINE ...): what stands before DEFINE has no lineage. */
static bool starts_match_clause(const yyParser *yypParser, cln_token token)
{
    static const char *const words[] = { "one", "all", "after", "pattern", "subset" };
    bool starts = false;

    for (size_t i = 0; yypParser->matching && i < sizeof words / sizeof words[0] && !starts; i++)
        starts = is_text(yypParser, token, words[i]);
    return starts;
}

static bool feed_match_clause(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    uint32_t depth = 0;

    if (!starts_match_clause(yypParser, token) || !accepts(yypParser, TK_MATCH_CLAUSE))
        return false;
    for (;;) {
        cln_token next = cln_parse_peek(pc, 0);
        if (cln_is_separator(next) || (depth == 0 && (closes(next.kind) || next.kind == TK_DEFINE)))
            break;
        depth += opens(next.kind);
        depth -= closes(next.kind);
        (void)cln_parse_take(pc);
        token = cln_token_through(token, next);
    }
    yypParser->matching = false;
    advance(yypParser, TK_MATCH_CLAUSE, token);
    return true;
}

/*
** GRAPH_TABLE (g MATCH (a IS p WHERE a.x = 1)-[e]->{1,3}(b) WHERE e.y > 1 COLUMNS (...)): the pattern, up to WHERE or what
** ends it.  A condition that stands in parentheses of the pattern ends where they do: the pattern goes on there.
*/
static void take_graph_pattern(yyParser *yypParser, cln_token *token)
{
    cln_parse *pc = yypParser->pc;
    uint32_t depth = 0;

    for (;;) {
        cln_token next = cln_parse_peek(pc, 0);
        if (cln_is_separator(next) || next.kind == TK_WHERE || (next.kind == TK_COLUMNS && cln_parse_peek(pc, 1).kind == TK_LP) || next.kind == TK_RETURN)
            break;
        depth += opens(next.kind);
        depth -= closes(next.kind) && depth > 0;
        (void)cln_parse_take(pc);
        *token = cln_token_through(*token, next);
    }
    yypParser->matching = depth > 0;
}

static bool feed_graph_pattern(yyParser *yypParser, cln_token token)
{
    if (!closes(token.kind) || !accepts(yypParser, TK_GRAPH_PATTERN))
        return false;
    take_graph_pattern(yypParser, &token);
    advance(yypParser, TK_GRAPH_PATTERN, token);
    return true;
}

/* FROM my-1b.d.t, my-1.d.t: what the lexer took for numbers. */
static bool feed_hyphen_part(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    uint32_t end = token.offset + token.length;
    bool dot;

    if (token.kind != TK_NUMBER || yypParser->previous != TK_MINUS || !accepts(yypParser, TK_HYPHEN_PART))
        return false;
    dot = pc->text.data[end - 1] == '.';
    if (!dot && cln_parse_peek(pc, 0).offset == end && cln_parse_peek(pc, 0).kind == TK_ID)
        end += cln_parse_take(pc).length;
    advance(yypParser, TK_HYPHEN_PART, cln_token_at(TK_HYPHEN_PART, token.offset, end - dot - token.offset));
    if (dot)
        advance(yypParser, TK_DOT, cln_token_at(TK_DOT, end - 1, 1));
    return true;
}

/* WITH a + 1 AS x (ClickHouse), but WITH x AS (SELECT ...), WITH x (a) AS (...): whether an expression starts here. */
static bool starts_value_cte(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    uint32_t at = 0;

    if (token.kind == TK_RECURSIVE || !accepts(yypParser, TK_CTE_VALUE))
        return false;
    if (token.kind == TK_ID || token.kind == TK_QUOTED_ID || token.keyword != 0) {
        while (at + 2 < CLN_LOOKAHEAD && (at == 0 ? cln_parse_peek(pc, 0).kind == TK_LP : cln_parse_peek(pc, at - 1).kind != TK_RP))
            at++;
        if (cln_parse_peek(pc, at).kind == TK_AS && cln_parse_peek(pc, at + 1).kind == TK_LP)
            return false;
        if (cln_parse_peek(pc, at).kind == TK_AS &&
            (cln_parse_peek(pc, at + 1).kind == TK_MATERIALIZED || cln_parse_peek(pc, at + 1).kind == TK_NOT))
            return false;
    }
    return true;
}

/* Tokens that are read as one where a dialect has them: attributes in parentheses, options before a table's columns. */
static bool feed_options(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    uint32_t depth = 1;

    if (token.kind == TK_COMMA && has_script(yypParser, CLN_SCRIPT_ATTRIBUTES) && accepts(yypParser, TK_TABLE_OPTIONS)) {
        while (cln_parse_peek(pc, 0).kind != 0 && cln_parse_peek(pc, 0).kind != TK_SEMI &&
               cln_parse_peek(pc, 0).kind != TK_LP && cln_parse_peek(pc, 0).kind != TK_AS) {
            cln_token next = cln_parse_take(pc);
            token = cln_token_through(token, next);
        }
        advance(yypParser, TK_TABLE_OPTIONS, token);
        return true;
    }
    if (token.kind == TK_COMMA && has_script(yypParser, CLN_SCRIPT_VALUE_CTES) && accepts(yypParser, TK_CAST_COMMA)) {
        advance(yypParser, TK_CAST_COMMA, token);
        return true;
    }
    if (!starts_attributes(yypParser, token))
        return false;
    while (depth > 0 && cln_parse_peek(pc, 0).kind != 0 && cln_parse_peek(pc, 0).kind != TK_SEMI) {
        cln_token next = cln_parse_take(pc);
        depth += opens(next.kind);
        depth -= closes(next.kind);
        token = cln_token_through(token, next);
    }
    advance(yypParser, TK_ATTRIBUTES, token);
    return true;
}

/* Several tokens that are one: OPERATOR(pg_catalog.+) is an operator, IDENTIFIER('db.t') and IDENTIFIER(:name)
   are names, UNSIGNED INTEGER is a type. */
static cln_token join_tokens(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    cln_token last;

    if ((token.kind == TK_SIGNED || token.kind == TK_UNSIGNED) && accepts(yypParser, TK_TYPE_WORD) &&
        (cln_parse_peek(pc, 0).kind == TK_INTEGER || cln_parse_peek(pc, 0).kind == TK_INT)) {
        last = cln_parse_take(pc);
        return cln_token_joined(TK_TYPE_WORD, token, last);
    }
    if ((token.kind != TK_OPERATOR && token.kind != TK_IDENTIFIER) || cln_parse_peek(pc, 0).kind != TK_LP)
        return token;
    if (token.kind == TK_OPERATOR && accepts(yypParser, TK_OTHER_OP)) {
        for (last = token; last.kind != TK_RP && last.kind != TK_SEMI && last.kind != 0; last = cln_parse_take(pc))
            ;
        return cln_token_joined(TK_OTHER_OP, token, last);
    }
    last = cln_parse_peek(pc, 1);
    if (token.kind == TK_IDENTIFIER && accepts(yypParser, TK_QUOTED_ID) && (last.kind == TK_STRING || last.kind == TK_PARAM) &&
        cln_parse_peek(pc, 2).kind == TK_RP) {
        for (int i = 0; i < 3; i++)
            (void)cln_parse_take(pc);
        return cln_token_at(last.kind == TK_STRING ? TK_QUOTED_ID : TK_ID, last.offset, last.length);
    }
    return token;
}

/* ClickHouse: INDEX i lower(a) TYPE bloom_filter, PROJECTION p (SELECT ...) among the columns of a table, not index UInt64. */
static bool feed_table_index(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    uint32_t depth = 0;
    bool found = token.kind == TK_PROJECTION && cln_parse_peek(pc, 1).kind == TK_LP &&
                 (cln_parse_peek(pc, 2).kind == TK_SELECT || cln_parse_peek(pc, 2).kind == TK_WITH);

    if ((token.kind != TK_INDEX && token.kind != TK_PROJECTION) || (yypParser->previous != TK_LP && yypParser->previous != TK_COMMA) ||
        !accepts(yypParser, TK_COLUMN_CLAUSE))
        return false;
    for (uint32_t at = 1; token.kind == TK_INDEX && !found && at < CLN_LOOKAHEAD; at++) {
        uint16_t kind = cln_parse_peek(pc, at).kind;
        if (depth == 0 && (kind == TK_COMMA || closes(kind)))
            break;
        depth += opens(kind);
        depth -= closes(kind);
        found = depth == 0 && kind == TK_TYPE;
    }
    if (found)
        advance(yypParser, TK_COLUMN_CLAUSE, take_clause(pc, token, TK_COLUMN_CLAUSE));
    return found;
}

static bool feed_special(yyParser *yypParser, cln_token token)
{
    return feed_match_clause(yypParser, token) || feed_graph_pattern(yypParser, token) || is_trailing_comma(yypParser, token) || feed_hyphen_part(yypParser, token);
}

/* JSON_OBJECTAGG(KEY a VALUE b): KEY says nothing that VALUE does not. */
static bool pass_key(yyParser *yypParser)
{
    uint16_t next = cln_parse_peek(yypParser->pc, 0).kind, second = cln_parse_peek(yypParser->pc, 1).kind;

    return (yypParser->previous == TK_LP || yypParser->previous == TK_COMMA) && (next == TK_ID || next == TK_QUOTED_ID || next == TK_STRING) &&
           (second == TK_VALUE || second == TK_DOT) && accepts(yypParser, TK_CASE);
}

/* USING EXTERNAL FUNCTION f(x VARCHAR) RETURNS VARCHAR LAMBDA 'l' SELECT ... (Athena): the functions are passed over. */
static bool pass_external_functions(cln_parse *pc)
{
    uint32_t depth = 0;
    cln_token next = cln_parse_peek(pc, 0);

    if (!cln_parse_says(pc, next, "external"))
        return false;
    while (!cln_is_separator(next) && (depth > 0 || (next.kind != TK_SELECT && next.kind != TK_WITH))) {
        depth += opens(next.kind);
        depth -= closes(next.kind) && depth > 0;
        (void)cln_parse_take(pc);
        next = cln_parse_peek(pc, 0);
    }
    return true;
}
