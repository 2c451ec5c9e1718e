/*
** rarely_mysql.c -- what MySQL, MariaDB and SQLite write and hardly anybody uses, as far as no row of rarely.c says it.
**
**     SELECT a FROM (SELECT a FROM t) FOR SYSTEM_TIME AS OF TIMESTAMP @x AS s     MariaDB: which rows of what is in it
**     SELECT GROUP_CONCAT(a LIMIT 1, 10) FROM t                                   two bounds where the rule has one
**     DROP TABLE 'my table'                                                       SQLite: text is a name where none stands
**
** Looked at by a careful parser alone, as rarely.c is.  Part of driver.c, which includes it.
*/
/* One value that stands for a time or a transaction: @x, ?, '2024-01-01', now(6), (SELECT ...). */
static void pass_time_value(yyParser *yypParser)
{
    cln_parse *pc = yypParser->pc;
    cln_token next = cln_parse_peek(pc, 0);

    if ((next.kind == TK_TIMESTAMP || cln_parse_says(pc, next, "transaction")) && !closes(cln_parse_peek(pc, 1).kind))
        next = cln_parse_take(pc);
    if (cln_parse_peek(pc, 0).kind != TK_LP)
        (void)cln_parse_take(pc);
    if (cln_parse_peek(pc, 0).kind == TK_LP)
        (void)take_parentheses(pc, next);
}

/* (SELECT ...) FOR SYSTEM_TIME ALL,  t PARTITION (p) FOR SYSTEM_TIME BETWEEN x AND y: versions, which have no lineage */
static bool pass_system_time(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    uint16_t how = cln_parse_peek(pc, 1).kind;

    if (token.kind != TK_FOR || yypParser->previous != TK_RP || cln_parse_peek(pc, 0).kind != TK_SYSTEM_TIME ||
        (how != TK_ALL && how != TK_AS && how != TK_FROM && how != TK_BETWEEN))
        return false;
    (void)cln_parse_take(pc);
    (void)cln_parse_take(pc);
    if (how == TK_ALL)
        return true;
    if (how == TK_AS)
        (void)cln_parse_take(pc);
    pass_time_value(yypParser);
    if (how != TK_AS && (cln_parse_peek(pc, 0).kind == TK_TO || cln_parse_peek(pc, 0).kind == TK_AND)) {
        (void)cln_parse_take(pc);
        pass_time_value(yypParser);
    }
    return true;
}

/* FOR SYSTEM_TIME AS OF TIMESTAMP @x, BETWEEN TIMESTAMP now(6) AND ...: a word in front of what is a value without it */
static bool says_time_value(const yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    uint16_t next = cln_parse_peek(pc, 0).kind, previous = yypParser->previous;

    if (token.kind != TK_TIMESTAMP && !is_text(yypParser, token, "transaction"))
        return false;
    if (previous != TK_OF && previous != TK_BETWEEN && previous != TK_AND && previous != TK_TO &&
        (previous != TK_FROM || accepts(yypParser, TK_LATERAL)))
        return false;
    if (next == TK_AND || next == TK_OR || next == TK_IN || next == TK_NOT) /* d BETWEEN timestamp AND (e): a column */
        return false;
    return next == TK_PARAM || ((next == TK_ID || cln_parse_peek(pc, 0).keyword != 0) && cln_parse_peek(pc, 1).kind == TK_LP);
}

/* LIMIT 1, 10 and LIMIT 1 OFFSET -2 where the rule has one bound: the other decides which rows, too, but has no source. */
static bool pass_other_bound(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    uint32_t minus = cln_parse_peek(pc, 0).kind == TK_MINUS;
    uint16_t bound = cln_parse_peek(pc, minus).kind, after = cln_parse_peek(pc, minus + 1).kind;

    if ((token.kind != TK_COMMA && token.kind != TK_OFFSET) || (yypParser->previous != TK_NUMBER && yypParser->previous != TK_PARAM) ||
        (bound != TK_NUMBER && bound != TK_PARAM))
        return false;
    if (!(after == TK_RP ? accepts(yypParser, TK_RP) : (after == 0 || after == TK_SEMI || after == TK_RETURNING) && accepts(yypParser, 0)))
        return false;
    for (uint32_t i = 0; i <= minus; i++)
        (void)cln_parse_take(pc);
    return true;
}

static bool feed_mysql_sign(yyParser *yypParser, cln_token token, bool fits)
{
    cln_parse *pc = yypParser->pc;
    uint16_t next = cln_parse_peek(pc, 0).kind;

    /* DELETE FROM t.* USING t JOIN u */
    if (token.kind == TK_DOT && next == TK_STAR && !accepts_both(yypParser, TK_DOT, TK_STAR) && accepts(yypParser, TK_USING)) {
        (void)cln_parse_take(pc);
        return true;
    }
    if (pc->dialect->id == COLLINE_MARIADB && (says_time_value(yypParser, token) || pass_system_time(yypParser, token)))
        return true;
    if (fits)
        return false;
    /* COLUMN_CREATE(1, a AS TIME(6)): the type is read as the name that it could be */
    if (token.kind == TK_LP && next == TK_NUMBER && cln_parse_peek(pc, 1).kind == TK_RP && accepts(yypParser, TK_RP) && accepts(yypParser, TK_COMMA)) {
        (void)cln_parse_take(pc);
        (void)cln_parse_take(pc);
        return true;
    }
    /* UPDATE t SET a := 1 */
    if (is_text(yypParser, token, ":=") && yypParser->previous != TK_PARAM && accepts(yypParser, TK_EQ)) {
        advance(yypParser, TK_EQ, token);
        return true;
    }
    return pass_other_bound(yypParser, token);
}

static bool feed_sqlite_sign(yyParser *yypParser, cln_token token, bool fits)
{
    if (fits)
        return false;
    if (token.kind == TK_STRING && accepts(yypParser, TK_QUOTED_ID)) {
        token.kind = TK_QUOTED_ID;
        advance(yypParser, TK_QUOTED_ID, token);
        return true;
    }
    return pass_other_bound(yypParser, token);
}
