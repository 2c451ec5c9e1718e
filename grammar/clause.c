/*
** clause.c -- clauses that no rule knows: they are passed over as one token, up to what may follow them.
**
**     CREATE TABLE t (a INT) SOMETHING NEW = (1, 2) AS SELECT ...      SOMETHING NEW = (1, 2)
**
** Part of driver.c, which includes it.
*/
/* MySQL: CREATE TABLE t (a INT) CHARSET = utf8 SELECT ..., IGNORE SELECT ... */
static bool starts_bare_query(cln_parse *pc, uint16_t next, uint16_t second)
{
    if ((pc->dialect->features & CLN_FEATURE_CREATE_BY_NAME) == 0)
        return false;
    return next == TK_SELECT || ((next == TK_IGNORE || next == TK_REPLACE || next == TK_LP) && second == TK_SELECT);
}

/* Whether a clause ends in front of the next token: AS and a query, or (in parentheses) a comma. */
static bool ends_clause(cln_parse *pc, uint16_t clause)
{
    uint16_t next = cln_parse_peek(pc, 0).kind;
    uint16_t second = cln_parse_peek(pc, 1).kind;

    if (clause != TK_CLAUSE)
        return clause == TK_COLUMN_CLAUSE && next == TK_COMMA;
    if (starts_bare_query(pc, next, second))
        return true;
    return next == TK_AS && (second == TK_SELECT || second == TK_STRING || second == TK_WITH || second == TK_LP || second == TK_VALUES ||
                             second == TK_FROM || second == TK_TABLE);
}

/* Take what belongs to an unknown clause that starts with `token`, parentheses balanced; it becomes one token. */
static cln_token take_clause(cln_parse *pc, cln_token token, uint16_t clause)
{
    uint32_t depth = opens(token.kind);

    for (;;) {
        cln_token next = cln_parse_peek(pc, 0);
        if (cln_is_separator(next) ||
            (depth == 0 && (closes(next.kind) || ends_clause(pc, clause))))
            return token;
        depth += opens(next.kind);
        depth -= closes(next.kind);
        (void)cln_parse_take(pc);
        token = cln_token_through(token, next);
    }
}

/* Words that start what may follow the arguments of JSON and string functions: JSON_VALUE(a, b RETURNING INT) */
static bool starts_call_clause(uint16_t kind)
{
    switch (kind) {
    case TK_ON: case TK_COLUMNS: case TK_RETURNING: case TK_DEFAULT: case TK_ERROR: case TK_NULL: case TK_ABSENT:
    case TK_FORMAT: case TK_PASSING: case TK_WITH: case TK_WITHOUT: case TK_HAVING: case TK_USE:
    case TK_TRUE: case TK_FALSE: case TK_UNKNOWN: /* JSON_EXISTS(a, b TRUE ON ERROR) */
        return true;
    default:
        return false;
    }
}

/* CREATE TABLE t WITH q AS (SELECT ...) SELECT ... against CREATE TABLE t (a INT) WITH ROW ACCESS POLICY p */
static bool is_with_clause(yyParser *yypParser, uint16_t kind)
{
    cln_parse *pc = yypParser->pc;
    uint16_t second, fourth;

    if (kind != TK_WITH || (pc->dialect->features & CLN_FEATURE_KNOWN_CLAUSES) != 0 || !accepts(yypParser, TK_CLAUSE))
        return false;
    second = cln_parse_peek(pc, 1).kind;
    fourth = cln_parse_peek(pc, 3).kind;
    return cln_parse_peek(pc, 0).kind != TK_RECURSIVE && second != TK_AS &&
           (second != TK_LP || (fourth != TK_COMMA && fourth != TK_RP));
}

/* CREATE TABLE t (a INT CODEC(x)) WITH ROW ACCESS POLICY p AS SELECT ...: options have no lineage.  Dialects whose
   clauses are all known want an error instead. */
static uint16_t clause_kind(const yyParser *yypParser, cln_token token)
{
    if ((yypParser->pc->dialect->features & CLN_FEATURE_KNOWN_CLAUSES) != 0 || closes(token.kind) ||
        token.kind == TK_COMMA || token.kind == TK_AS || token.kind == TK_SELECT || cln_is_separator(token))
        return 0;
    if (accepts(yypParser, TK_COLUMN_CLAUSE))
        return TK_COLUMN_CLAUSE;
    return accepts(yypParser, TK_CLAUSE) ? TK_CLAUSE : 0;
}

static bool feed_clause(yyParser *yypParser, cln_token token)
{
    uint16_t clause = clause_kind(yypParser, token);

    if (clause == 0 && (yypParser->pc->dialect->features & CLN_FEATURE_KNOWN_CLAUSES) == 0 && starts_call_clause(token.kind) && accepts(yypParser, TK_CALL_CLAUSE))
        clause = TK_CALL_CLAUSE;
    if (clause != 0)
        advance(yypParser, clause, take_clause(yypParser->pc, token, clause));
    return clause != 0;
}

/*
** CREATE TABLE t (a INT) PARTITION BY something AS SELECT ...: the clause began as one that a rule knows and went on
** otherwise.  The statement is read again, and where it stands in pc->passed it is passed over.  Whether it was.
*/
static bool pass_clause(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    uint16_t clause;

    if (token.kind == TK_LP || token.kind == TK_LB || token.kind == TK_DOT || token.kind == TK_LT)
        return false;
    clause = clause_kind(yypParser, token);
    if (clause == 0)
        return false;
    for (uint32_t i = 0; i < pc->passed->count; i++) {
        if (pc->passed->at[i] == token.offset) {
            advance(yypParser, clause, take_clause(pc, token, clause));
            return true;
        }
    }
    pc->passed->last = token.offset;
    return false;
}
