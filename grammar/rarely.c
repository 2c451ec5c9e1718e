/*
** rarely.c -- what one engine writes and hardly anybody uses: words that are passed over, words that read as others.
**
**     XMLSERIALIZE(CONTENT a AS TEXT INDENT)      PostgreSQL: INDENT changes no value's source
**     a MULTISET UNION DISTINCT b                 Oracle: an operator
**     SELECT a FROM t ORDER BY b USING >          PostgreSQL: which way
**
** It is looked at by a careful parser alone, so that a statement without any of this never pays for it: a word that fits
** where it stands is asked about only in a row with EARLY.  Part of driver.c, which includes it.
*/
enum {
    RARELY_ALONE,     /* the words, and no more */
    RARELY_NEXT,      /* and the next token */
    RARELY_GROUP,     /* and parentheses, if they follow */
    RARELY_REST,      /* and all up to the parenthesis that closes what they stand in, or the end */
    RARELY_CLAUSE,    /* and all up to what may follow a clause */
    EARLY = 8      /* also where the first word fits */
};

#define IN_ONE(dialect) (1u << COLLINE_##dialect)
#define IN_PG (IN_ONE(POSTGRES) | IN_ONE(GREENPLUM) | IN_ONE(MATERIALIZE) | IN_ONE(REDSHIFT))
#define IN_MY (IN_ONE(MYSQL) | IN_ONE(MARIADB))
#define IN_DATABRICKS (IN_ONE(SPARK) | IN_ONE(DATABRICKS))
#define IN_COLUMNAR (IN_ONE(TRINO) | IN_ONE(ATHENA))
#define IN_ANYTHING (IN_ONE(SQLITE) | IN_ONE(DUCKDB) | IN_ONE(CLICKHOUSE) | IN_DATABRICKS | IN_ONE(GENERIC) | IN_ONE(MATERIALIZE))
#define IN_LENIENT (~(IN_ONE(IMPALA) | IN_ONE(HIVE) | IN_ONE(MYSQL) | IN_ONE(ORACLE) | IN_ONE(TSQL)))

/* Passed over: behind a token of that kind (0: any), these words, and what `taken` says. */
static const struct {
    uint32_t dialects;
    uint16_t behind;
    const char *words;
    unsigned taken;
} passed_rarely[] = {
    { IN_PG | IN_ONE(VERTICA), TK_LP, "variadic", RARELY_ALONE },
    { IN_PG | IN_ONE(VERTICA), TK_COMMA, "variadic", RARELY_ALONE },
    { IN_PG, TK_RP, "as (", RARELY_GROUP }, /* ROWS FROM (f(1) AS (a INT), g(2)) */
    { IN_PG | IN_ONE(ORACLE), 0, "indent size =", RARELY_NEXT },
    { IN_PG | IN_ONE(ORACLE), 0, "indent", RARELY_ALONE },
    { IN_PG | IN_ONE(ORACLE), 0, "no indent", RARELY_ALONE },
    { IN_PG, 0, "by ref", RARELY_ALONE },
    { IN_PG, 0, "by value", RARELY_ALONE },
    { IN_PG | IN_ONE(ANSI) | IN_ONE(CLICKHOUSE), TK_ID, "collate", RARELY_NEXT },
    { IN_PG | IN_ONE(ANSI) | IN_ONE(CLICKHOUSE), TK_TYPE_WORD, "collate", RARELY_NEXT },
    { IN_PG | IN_ONE(ANSI) | IN_ONE(CLICKHOUSE), TK_RP, "collate", RARELY_NEXT },
    { IN_PG | IN_ONE(ANSI) | IN_ONE(CLICKHOUSE), TK_FIRST, "collate", RARELY_NEXT },
    { IN_PG | IN_ONE(ANSI) | IN_ONE(CLICKHOUSE), TK_LAST, "collate", RARELY_NEXT },
    { IN_ONE(GREENPLUM), 0, "distributed by", RARELY_GROUP },
    { IN_ONE(GREENPLUM), 0, "distributed randomly", RARELY_ALONE },
    { IN_ONE(GREENPLUM), 0, "distributed replicated", RARELY_ALONE },
    { IN_ONE(GREENPLUM), 0, "scatter by", RARELY_NEXT },
    { IN_ONE(GREENPLUM), 0, "scatter randomly", RARELY_ALONE },
    { IN_ONE(MATERIALIZE), TK_RECURSIVE, "( return", EARLY | RARELY_GROUP },
    { IN_ONE(MATERIALIZE), TK_RECURSIVE, "( error", EARLY | RARELY_GROUP },
    { IN_ONE(MATERIALIZE) | IN_ONE(BIGQUERY), 0, "options (", RARELY_GROUP },
    { IN_MY, 0, "procedure analyse", RARELY_GROUP },
    { IN_MY, TK_MODE, "skip locked", RARELY_ALONE },
    { IN_MY, TK_MODE, "nowait", RARELY_ALONE },
    { IN_MY, TK_MODE, "wait", RARELY_NEXT },
    { IN_MY, 0, "level", RARELY_REST }, /* WEIGHT_STRING(a LEVEL 1) */
    { IN_MY, 0, "character set", RARELY_NEXT },
    { IN_MY, 0, "charset", RARELY_NEXT },
    { IN_MY, 0, "collate default", RARELY_ALONE },
    { IN_MY, TK_RP, "binary", RARELY_ALONE },
    { IN_MY, TK_RP, "ascii", RARELY_ALONE },
    { IN_MY, TK_RP, "unicode", RARELY_ALONE },
    { IN_ONE(MARIADB), TK_NUMBER, "rows examined", RARELY_NEXT },
    { IN_ONE(MARIADB), TK_ROWS, "examined", RARELY_NEXT },
    { IN_MY, 0, "using utf8mb4", RARELY_ALONE },
    { IN_MY, 0, "using utf8", RARELY_ALONE },
    { IN_MY, 0, "using latin1", RARELY_ALONE },
    { IN_MY, 0, "using binary", RARELY_ALONE },
    { IN_ONE(MARIADB), TK_OF, "transaction", EARLY | RARELY_ALONE },
    { IN_ONE(SQLITE), 0, "not indexed", RARELY_ALONE },
    { IN_ONE(SQLITE), 0, "indexed by", RARELY_NEXT },
    { IN_ONE(SNOWFLAKE), 0, "resample ( using", EARLY | RARELY_GROUP },
    { IN_ONE(SNOWFLAKE), 0, "rename fields", RARELY_ALONE },
    { IN_ONE(TSQL), 0, "for path", EARLY | RARELY_ALONE },
    { IN_ONE(TSQL), TK_RP, "within group ( graph path )", EARLY | RARELY_ALONE },
    { IN_ONE(SNOWFLAKE), 0, "add fields", RARELY_ALONE },
    { IN_ONE(BIGQUERY), TK_SELECT, "with differential_privacy options (", EARLY | RARELY_GROUP },
    { IN_ONE(BIGQUERY), TK_SELECT, "with aggregation_threshold options (", EARLY | RARELY_GROUP },
    { IN_ONE(BIGQUERY), TK_SELECT, "with differential_privacy", RARELY_ALONE },
    { IN_ONE(BIGQUERY), TK_SELECT, "with aggregation_threshold", RARELY_ALONE },
    { IN_ONE(BIGQUERY), TK_ANY, "unnest", RARELY_ALONE },
    { IN_ONE(BIGQUERY), TK_ALL, "unnest", RARELY_ALONE },
    { IN_ONE(BIGQUERY), TK_SOME, "unnest", RARELY_ALONE },
    { IN_ONE(BIGQUERY), TK_GROUP, "and order", RARELY_ALONE },
    { IN_ONE(BIGQUERY) | IN_ONE(ANSI) | IN_COLUMNAR, TK_CORRESPONDING, "by (", RARELY_GROUP },
    { IN_DATABRICKS, 0, "max recursion level", RARELY_NEXT },
    { IN_DATABRICKS, TK_INSERT, "with schema evolution", RARELY_ALONE },
    { IN_DATABRICKS, TK_USE, "namespace", EARLY | RARELY_ALONE },
    { IN_DATABRICKS, 0, "with ( credential", EARLY | RARELY_GROUP },
    { IN_ONE(ORACLE), TK_RP, "( + )", RARELY_ALONE },
    { IN_ONE(ORACLE), TK_JSON, "strict", EARLY | RARELY_ALONE },
    { IN_ONE(ORACLE), TK_JSON, "lax", EARLY | RARELY_ALONE },
    { IN_ONE(ORACLE), TK_OF, "type", EARLY | RARELY_ALONE },
    { IN_ONE(ORACLE), TK_AS, "ref", EARLY | RARELY_ALONE },
    { IN_ONE(TERADATA), 0, "sample randomized", EARLY | RARELY_CLAUSE },
    { IN_ONE(TERADATA), 0, "sample with replacement", EARLY | RARELY_CLAUSE },
    { IN_ONE(TERADATA), 0, "sample when", EARLY | RARELY_CLAUSE },
    { IN_ONE(TERADATA), 0, "sample", RARELY_CLAUSE },
    { IN_ONE(TERADATA), 0, "with error", RARELY_ALONE },
    { IN_ONE(TERADATA), TK_COMMA, "recursive", RARELY_ALONE },
    { IN_ONE(TERADATA), 0, "using timecode", RARELY_GROUP },
    { IN_ONE(CLICKHOUSE), 0, "with ties", RARELY_ALONE },
    { IN_ONE(CLICKHOUSE), 0, "on cluster", RARELY_NEXT },
    { IN_ONE(CLICKHOUSE), TK_STRING, "truncate", RARELY_ALONE },
    { IN_ONE(CLICKHOUSE), TK_STRING, "append", RARELY_ALONE },
    { IN_ONE(CLICKHOUSE), TK_STRING, "and stdout", RARELY_ALONE },
    { IN_ONE(CLICKHOUSE), TK_STRING, "compression", RARELY_NEXT },
    { IN_ONE(CLICKHOUSE), TK_STRING, "level", RARELY_NEXT },
    { IN_ONE(CLICKHOUSE), TK_DOT, "^", RARELY_ALONE },
    { IN_ONE(CLICKHOUSE), TK_DOT, ":", RARELY_ALONE },
    { IN_COLUMNAR, 0, "prune when empty", RARELY_ALONE },
    { IN_COLUMNAR, 0, "keep when empty", RARELY_ALONE },
    { IN_COLUMNAR, 0, "copartition (", RARELY_GROUP },
    { IN_COLUMNAR, TK_STAR, "as (", RARELY_GROUP },
    { IN_ONE(VERTICA), 0, "on commit preserve rows", RARELY_ALONE },
    { IN_ONE(VERTICA), 0, "on commit delete rows", RARELY_ALONE },
    { IN_ONE(EXASOL), 0, "with step", RARELY_NEXT },
    { IN_ONE(EXASOL), TK_DELETE, "*", RARELY_ALONE },
    { IN_ONE(EXASOL), 0, "preferring", RARELY_REST },
    { IN_ONE(DB2), 0, "skip locked data", RARELY_ALONE },
    { IN_ONE(DB2), 0, "with ur", RARELY_ALONE },
    { IN_ONE(DB2), 0, "with cs", RARELY_ALONE },
    { IN_ONE(DB2), 0, "with rs", RARELY_ALONE },
    { IN_ONE(DB2), 0, "with rr", RARELY_ALONE },
};

/* Read as one token of another kind. */
static const struct {
    uint32_t dialects;
    uint16_t behind;
    const char *words;
    uint16_t meaning;
    bool early;
} read_rarely[] = {
    { IN_PG, 0, "collation for", TK_ID, false },
    { IN_PG, TK_FOR, "key share", TK_SHARE, true },
    { IN_PG, TK_OVERRIDING, "user", TK_ID, false },
    { IN_PG, TK_FIRST, "null", TK_NUMBER, false },
    { IN_PG, TK_NEXT, "null", TK_NUMBER, false },
    { IN_PG | IN_ONE(ORACLE), 0, "version no value", TK_NULL, true },
    { IN_PG | IN_ONE(ORACLE), 0, "standalone no value", TK_NULL, true },
    { IN_ONE(MARIADB), 0, "ignore", TK_DEFAULT, false }, /* INSERT INTO t VALUES (1, IGNORE) */
    { IN_MY | IN_ONE(DORIS) | IN_ONE(STARROCKS), TK_LP, "primary", TK_ID, false },
    { IN_MY | IN_ONE(DORIS) | IN_ONE(STARROCKS), TK_COMMA, "primary", TK_ID, false },
    { IN_ONE(SQLITE), 0, "not null", TK_NOTNULL, true },
    { IN_ONE(REDSHIFT), TK_LP, "double precision", TK_TYPE_WORD, true }, /* CONVERT(DOUBLE PRECISION, a) */
    { IN_ONE(REDSHIFT), TK_LP, "character varying", TK_TYPE_WORD, true },
    { IN_ONE(TSQL), 0, "identitycol", TK_ID, false },
    { IN_ONE(TSQL), 0, "rowguidcol", TK_ID, false },
    { IN_ONE(ORACLE) | IN_ONE(DB2) | IN_ONE(EXASOL), TK_LP, "unique", TK_DISTINCT, false },
    { IN_ONE(ORACLE) | IN_ONE(ANSI), 0, "multiset union all", TK_OTHER_OP, true },
    { IN_ONE(ORACLE) | IN_ONE(ANSI), 0, "multiset union distinct", TK_OTHER_OP, true },
    { IN_ONE(ORACLE) | IN_ONE(ANSI), 0, "multiset union", TK_OTHER_OP, true },
    { IN_ONE(ORACLE) | IN_ONE(ANSI), 0, "multiset except all", TK_OTHER_OP, true },
    { IN_ONE(ORACLE) | IN_ONE(ANSI), 0, "multiset except distinct", TK_OTHER_OP, true },
    { IN_ONE(ORACLE) | IN_ONE(ANSI), 0, "multiset except", TK_OTHER_OP, true },
    { IN_ONE(ORACLE) | IN_ONE(ANSI), 0, "multiset intersect all", TK_OTHER_OP, true },
    { IN_ONE(ORACLE) | IN_ONE(ANSI), 0, "multiset intersect distinct", TK_OTHER_OP, true },
    { IN_ONE(ORACLE) | IN_ONE(ANSI), 0, "multiset intersect", TK_OTHER_OP, true },
    { IN_ONE(ORACLE) | IN_ONE(ANSI), 0, "submultiset of", TK_LIKE, true },
    { IN_ONE(ORACLE) | IN_ONE(ANSI), 0, "submultiset", TK_LIKE, true },
    { IN_ONE(ORACLE) | IN_ONE(ANSI), 0, "member of", TK_LIKE, true },
    { IN_ONE(ORACLE) | IN_ONE(ANSI), TK_IS, "a set", TK_JSON, true },
    { IN_ONE(ORACLE) | IN_ONE(ANSI), TK_NOT, "a set", TK_JSON, true },
    { IN_ONE(ORACLE), 0, "like2", TK_LIKE, true },
    { IN_ONE(ORACLE), 0, "like4", TK_LIKE, true },
    { IN_ONE(ORACLE), 0, "likec", TK_LIKE, true },
    { IN_ONE(ORACLE) | IN_ONE(TERADATA), 0, "^ =", TK_NE, true },
    { IN_ONE(ORACLE), 0, "subpartition", TK_PARTITION, true },
    { IN_ONE(TERADATA), 0, "sampleid", TK_NUMBER, false },
    { IN_ONE(TERADATA), 0, "database", TK_CURRENT_DATABASE, false },
    { IN_ONE(TERADATA), TK_NUMBER, "to", TK_COMMA, false },
    { IN_ONE(TERADATA), TK_STRING, "to", TK_COMMA, false },
    { IN_ONE(MATERIALIZE), 0, "=>", TK_COMMA, false },
    { IN_ONE(CLICKHOUSE), TK_FORMAT, "null", TK_ID, false },
    { IN_ONE(CLICKHOUSE), TK_LB, "]", TK_COLON, false }, /* json.a[] */
    { IN_ONE(VERTICA), 0, "nullsequal", TK_NULL_EQ, true },
    { IN_ONE(DB2), TK_FOR_TRAVEL, "business_time", TK_SYSTEM_TIME, true },
};

/* How many tokens from `token` on say so; 0: they do not. */
static uint32_t says_words(const yyParser *yypParser, cln_token token, const char *words)
{
    cln_parse *pc = yypParser->pc;
    uint32_t count = 0;

    for (;;) {
        size_t n = strcspn(words, " ");
        if (!cln_text_equal_nocase(cln_parse_text(pc, token), cln_text_of(words, n)))
            return 0;
        count++;
        if (words[n] == '\0')
            return count;
        words += n + 1;
        token = cln_parse_peek(pc, count - 1);
    }
}

/* Where words stand that an engine uses rarely; both tables' rows are looked up so.  `early`: also where the first word fits. */
static uint32_t says_here(const yyParser *yypParser, cln_token token, bool fits, uint32_t dialects, uint16_t behind, const char *words, bool early)
{
    if ((dialects >> yypParser->pc->dialect->id & 1u) == 0 || (behind != 0 && behind != yypParser->previous) || (fits && !early))
        return 0;
    return says_words(yypParser, token, words);
}

static bool ends_rare_clause(uint16_t kind)
{
    return kind == TK_ORDER || kind == TK_UNION || kind == TK_EXCEPT || kind == TK_INTERSECT || kind == TK_KW_MINUS || kind == TK_EXPAND;
}

/* Take what a row of passed_rarely says; `taken` of its words are read already, the last of them a parenthesis that is open. */
static void pass_rarely(yyParser *yypParser, unsigned how, cln_token last)
{
    cln_parse *pc = yypParser->pc;
    uint32_t depth = opens(last.kind);

    if (how == RARELY_NEXT)
        if (!cln_is_separator(cln_parse_peek(pc, 0)) && !closes(cln_parse_peek(pc, 0).kind))
            (void)cln_parse_take(pc);
    if (how == RARELY_NEXT || how == RARELY_ALONE)
        return;
    if (depth == 0 && how <= RARELY_GROUP && !opens(cln_parse_peek(pc, 0).kind))
        return;
    for (;;) {
        cln_token next = cln_parse_peek(pc, 0);
        if (cln_is_separator(next) || (depth == 0 && (closes(next.kind) || (how == RARELY_CLAUSE && ends_rare_clause(next.kind)))))
            return;
        depth += opens(next.kind);
        depth -= closes(next.kind);
        (void)cln_parse_take(pc);
        if (depth == 0 && how <= RARELY_GROUP)
            return;
    }
}

/* The parentheses that a row's own last words opened are taken with them: SELECT WITH (...), TYPE (ONLY a). */
static bool feed_passed_rarely(yyParser *yypParser, cln_token token, bool fits)
{
    cln_parse *pc = yypParser->pc;

    for (size_t i = 0; i < sizeof passed_rarely / sizeof passed_rarely[0]; i++) {
        cln_token last = token;
        uint32_t count = says_here(yypParser, token, fits, passed_rarely[i].dialects, passed_rarely[i].behind, passed_rarely[i].words,
                                   (passed_rarely[i].taken & EARLY) != 0);
        if (count == 0)
            continue;
        while (--count > 0) {
            cln_token next = cln_parse_take(pc);
            last = opens(last.kind) ? last : next;
        }
        pass_rarely(yypParser, passed_rarely[i].taken & ~(unsigned)EARLY, last);
        return true;
    }
    return false;
}

static bool feed_read_rarely(yyParser *yypParser, cln_token token, bool fits)
{
    cln_parse *pc = yypParser->pc;

    for (size_t i = 0; i < sizeof read_rarely / sizeof read_rarely[0]; i++) {
        uint32_t count = says_here(yypParser, token, fits, read_rarely[i].dialects, read_rarely[i].behind, read_rarely[i].words,
                                   read_rarely[i].early);
        if (count == 0 || !accepts(yypParser, read_rarely[i].meaning))
            continue;
        while (--count > 0) {
            cln_token next = cln_parse_take(pc);
            token = cln_token_through(token, next);
        }
        token.kind = read_rarely[i].meaning;
        advance(yypParser, token.kind, token);
        if (token.kind == TK_COLON)
            advance(yypParser, TK_RB, token);
        return true;
    }
    return false;
}

/* {fn UCASE(a)}, {d '2020-01-01'}, {oj a LEFT JOIN b ON c} */
static bool feed_escape(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    cln_token next = cln_parse_peek(pc, 0);

    if (token.kind == TK_RC && ((1u << pc->dialect->id) & IN_MY) != 0 && !accepts(yypParser, TK_RC) && accepts(yypParser, TK_RP)) {
        advance(yypParser, TK_RP, token);
        return true;
    }
    if (token.kind != TK_LC)
        return false;
    if (is_text(yypParser, next, "oj") && accepts(yypParser, TK_LP)) {
        (void)cln_parse_take(pc);
        advance(yypParser, TK_LP, token);
        return true;
    }
    if ((cln_parse_peek(pc, 1).kind != TK_STRING && !is_text(yypParser, next, "fn")) ||
        (!is_text(yypParser, next, "fn") && !is_text(yypParser, next, "d") && !is_text(yypParser, next, "t") && !is_text(yypParser, next, "ts")) ||
        cln_parse_peek(pc, 1).kind == TK_COLON || !accepts(yypParser, TK_ESCAPE_BRACE))
        return false;
    next = cln_parse_take(pc);
    advance(yypParser, TK_ESCAPE_BRACE, cln_token_joined(TK_ESCAPE_BRACE, token, next));
    return true;
}

/* ORDER BY a USING >:  a direction. */
static bool pass_direction(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;

    if (token.kind != TK_USING || cln_parse_peek(pc, 0).keyword != 0 || strcmp(cln_token_sort(cln_parse_peek(pc, 0).kind), "operator") != 0)
        return false;
    (void)cln_parse_take(pc);
    return true;
}

/* INT ARRAY[3], INT ARRAY, INTEGER MULTISET, INT LIST: types of many; VARCHAR(9) NOT NULL, UNSIGNED BIG INT */
static bool feed_type_end(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    uint16_t next = cln_parse_peek(pc, 0).kind;

    if (!accepts_both(yypParser, TK_LB, TK_RB))
        return false;
    if (token.kind == TK_NOT && next == TK_NULL && pc->dialect->strict == CLN_LENIENT && accepts(yypParser, TK_RP)) {
        (void)cln_parse_take(pc);
        return true;
    }
    if ((token.kind == TK_ID || is_type_word(token.kind)) && pc->dialect->id == COLLINE_SQLITE)
        return true;
    if (token.kind != TK_ARRAY && token.kind != TK_MULTISET && !is_text(yypParser, token, "list"))
        return false;
    if (next == TK_LB)
        return true;
    advance(yypParser, TK_LB, token);
    advance(yypParser, TK_RB, token);
    return true;
}

/* Whether the parenthesis that stands last is that of IN (). */
static bool is_in_nothing(const yyParser *yypParser, cln_token token)
{
    uint32_t in = token.kind == TK_RP ? word_that_opens(yypParser, "in") : 0;

    return in > 0 && cln_is_space(yypParser->pc->text.data[in - 1]);
}

/* MAP['a', 1], MAP['a' => 1], not map['a'] */
static bool is_map_of_pairs(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    uint32_t depth = 0;

    if (cln_parse_peek(pc, 0).kind != TK_LB || yypParser->previous == TK_DOT || !is_text(yypParser, token, "map") || !accepts(yypParser, TK_ARRAY))
        return false;
    for (uint32_t at = 1; at < CLN_LOOKAHEAD; at++) {
        uint16_t kind = cln_parse_peek(pc, at).kind;
        if (depth == 0 && (kind == TK_COMMA || kind == TK_FAT_ARROW))
            return true;
        if (depth == 0 && closes(kind))
            return at == 1;
        depth += opens(kind);
        depth -= closes(kind);
    }
    return false;
}

/* Teradata: VALIDTIME AS OF DATE '2024-01-01' SELECT ..., USING (a INTEGER) INSERT ..., CT t (a INT) */
static bool feed_first_rarely(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;

    if (token.kind == TK_USING && cln_parse_peek(pc, 0).kind == TK_LP) {
        (void)take_parentheses(pc, token);
        return true;
    }
    if (is_text(yypParser, token, "ct")) {
        advance(yypParser, TK_CREATE, token);
        advance(yypParser, TK_TABLE, token);
        return true;
    }
    if (!is_text(yypParser, token, "validtime") && !is_text(yypParser, token, "transactiontime") &&
        !is_text(yypParser, cln_parse_peek(pc, 0), "validtime") && !is_text(yypParser, cln_parse_peek(pc, 0), "transactiontime"))
        return false;
    for (;;) {
        uint16_t next = cln_parse_peek(pc, 0).kind;
        if (next == 0 || next == TK_SEMI || next == TK_SELECT || next == TK_SEL || next == TK_INSERT || next == TK_UPDATE ||
            next == TK_DELETE || next == TK_MERGE || next == TK_WITH)
            return true;
        (void)cln_parse_take(pc);
    }
}

/* INSERT INTO t FROM INFILE 'x', INSERT INTO t IMPORT FROM ...: the rows come from a file. */
static bool feed_rows_of_file(yyParser *yypParser, cln_token token)
{
    if (!accepts(yypParser, TK_FORMAT))
        return false;
    advance(yypParser, TK_FORMAT, token);
    advance(yypParser, TK_REST, token);
    yypParser->pc->skip_rest = true;
    return true;
}

/* LAG(a IGNORE NULLS, 1, b), WEIGHT_STRING(a AS CHAR(4)), DESCRIPTOR(a INT, b DATE), 'x' || my.type 'y' */
static bool feed_argument_end(yyParser *yypParser, cln_token token)
{
    if (token.kind == TK_COMMA && yypParser->previous == TK_NULLS && accepts(yypParser, TK_RP)) {
        (void)take_to_parenthesis(yypParser->pc, token);
        return true;
    }
    if (token.kind == TK_RP && accepts_both(yypParser, TK_LB, TK_RB) && accepts_both(yypParser, TK_USING, TK_STRING)) {
        advance(yypParser, TK_USING, token);
        advance(yypParser, TK_STRING, cln_token_at(TK_STRING, token.offset, 0));
        advance(yypParser, TK_RP, token);
        return true;
    }
    return is_type_word(token.kind) && yypParser->previous == TK_ID && accepts(yypParser, TK_RP) && accepts(yypParser, TK_FAT_ARROW) &&
           (closes(cln_parse_peek(yypParser->pc, 0).kind) || cln_parse_peek(yypParser->pc, 0).kind == TK_COMMA);
}

/* EXPORT TO x.del OF DEL ..., IMPORT FROM x.del OF DEL ... (Db2): a path without quotes */
static bool feed_bare_path(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    uint16_t next = cln_parse_peek(pc, 0).kind;

    if (token.kind != TK_ID || (yypParser->previous != TK_TO && (yypParser->previous != TK_FROM || accepts(yypParser, TK_ID))) || (next != TK_DOT && next != TK_OF) ||
        !accepts(yypParser, TK_STRING))
        return false;
    while (!cln_is_separator(cln_parse_peek(pc, 0)) && cln_parse_peek(pc, 0).kind != TK_OF) {
        cln_token part = cln_parse_take(pc);
        token = cln_token_through(token, part);
    }
    token.kind = TK_STRING;
    advance(yypParser, TK_STRING, token);
    return true;
}

/* INSERT ALL INTO t VALUES (a) (SELECT ...), CREATE TABLE t ENGINE = InnoDB (SELECT ...): a query, where a parenthesis alone would go on
   with what stands in front of it. */
static bool feed_query_parenthesis(yyParser *yypParser, cln_token token, bool fits)
{
    uint16_t next = cln_parse_peek(yypParser->pc, 0).kind;

    if (token.kind != TK_LP || (next != TK_SELECT && next != TK_WITH && (next != TK_LP || fits)) || !accepts(yypParser, TK_QUERY_LP))
        return false;
    if (yypParser->pc->dialect->id == COLLINE_SNOWFLAKE && accepts(yypParser, TK_CLAUSE)) /* CREATE TABLE t USING TEMPLATE (SELECT ...) */
        return false;
    advance(yypParser, TK_QUERY_LP, token);
    return true;
}

/* ---- What is none of the words above, an engine at a time; `fits`: the token can be shifted as it is ---- */

/* SELECT WHERE a, SELECT UNION SELECT, SELECT INTO t FROM u: no columns */
static bool feed_no_items(yyParser *yypParser, cln_token token)
{
    uint16_t behind = yypParser->previous;

    if ((behind != TK_SELECT && behind != TK_ALL && behind != TK_DISTINCT) || !accepts_both(yypParser, TK_NO_ITEMS, token.kind))
        return false;
    put_in(yypParser, TK_NO_ITEMS);
    cln_engine_feed(yypParser, token);
    return true;
}

static bool is_name_letter(char c)
{
    return ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || (c >= '0' && c <= '9') || c == '_' || (unsigned char)c >= 0x80;
}

/* Whether a parenthesis right in front of the parts that `token` ends is none of a call:  SELECT (t.*)::text, not count(t.*)::text */
static bool is_in_own_parenthesis(const yyParser *yypParser, cln_token token)
{
    const char *text = yypParser->pc->text.data;
    uint32_t at = token.offset;

    while (at > 0 && (is_name_letter(text[at - 1]) || text[at - 1] == '.' || text[at - 1] == '"'))
        at--;
    return at > 1 && text[at - 1] == '(' && !is_name_letter(text[at - 2]) && text[at - 2] != '"';
}

/* VALUES (new.*), t.* <> u.*, (t.*) IS NULL, (t.*)::text: one value, where a star of columns cannot stand. */
static bool stands_for_row(const yyParser *yypParser, cln_token token)
{
    uint16_t next = cln_parse_peek(yypParser->pc, 0).kind, behind;

    if (token.kind != TK_STAR || yypParser->previous != TK_DOT || !accepts_both(yypParser, TK_ROW_STAR, next))
        return false;
    if (!accepts_both(yypParser, TK_STAR, next))
        return true;
    behind = cln_parse_peek(yypParser->pc, 1).kind;
    return next == TK_RP && (behind == TK_IS || behind == TK_CAST_OP) && is_in_own_parenthesis(yypParser, token);
}

/* ON CONFLICT (a text_pattern_ops): the operators of the index */
static bool names_operators(const yyParser *yypParser, cln_token token)
{
    colline_text name = cln_parse_text(yypParser->pc, token);
    uint16_t next = cln_parse_peek(yypParser->pc, 0).kind;

    return token.kind == TK_ID && (next == TK_RP || next == TK_COMMA) && name.length > 4 &&
           cln_text_equal_nocase(cln_text_of(name.data + name.length - 4, 4), CLN_TEXT("_ops"));
}

/* FROM CURRENT_DATE AS d, USER AS u: functions that have no parentheses; as if they had */
static bool feed_bare_function(yyParser *yypParser, cln_token token)
{
    static const char *const functions[] = { "current_date", "current_time", "current_timestamp", "localtime", "localtimestamp", "current_user",
                                             "current_role", "session_user", "user", "current_catalog", "current_schema", NULL };

    if (token.keyword == 0 || cln_parse_peek(yypParser->pc, 0).kind == TK_LP || !accepts_both(yypParser, TK_ID, TK_LP) || accepts(yypParser, TK_STAR) ||
        !cln_text_is_any(cln_parse_text(yypParser->pc, token), functions))
        return false;
    advance(yypParser, TK_ID, token);
    put_in(yypParser, TK_LP);
    put_in(yypParser, TK_RP);
    return true;
}

static bool feed_rare_postgres(yyParser *yypParser, cln_token token, bool fits)
{
    cln_parse *pc = yypParser->pc;
    cln_token next = cln_parse_peek(pc, 0);

    if (pc->dialect->id == COLLINE_REDSHIFT && yypParser->previous == TK_DELETE && next.kind == TK_USING && accepts(yypParser, TK_FROM)) {
        advance(yypParser, TK_FROM, token);
        return false;
    }
    if (!fits && (feed_no_items(yypParser, token) || feed_bare_function(yypParser, token)))
        return true;
    /* XMLNAMESPACES(DEFAULT 'http://x');  ON CONFLICT (a text_pattern_ops) */
    if ((token.kind == TK_DEFAULT && next.kind == TK_STRING && accepts(yypParser, TK_STRING)) || (!fits && names_operators(yypParser, token)))
        return true;
    /* INSERT INTO t (a[1]);  UPDATE ONLY t * AS x */
    if (!fits && token.kind == TK_LB && accepts(yypParser, TK_RP) && accepts(yypParser, TK_COMMA)) {
        (void)take_to_parenthesis(pc, token);
        (void)cln_parse_take(pc);
        return true;
    }
    if (stands_for_row(yypParser, token)) {
        advance(yypParser, TK_ROW_STAR, token);
        return true;
    }
    return !fits && ((token.kind == TK_STAR && (next.kind == TK_SET || next.kind == TK_AS)) || pass_direction(yypParser, token));
}

static bool feed_rare_spark(yyParser *yypParser, cln_token token, bool fits)
{
    cln_token next = cln_parse_peek(yypParser->pc, 0);

    return !fits && ((token.kind == TK_GT && yypParser->previous == TK_SHIFT_RIGHT && token.offset == yypParser->last_end) ||
                     (token.kind == TK_PARAM && next.kind == TK_CAST_OP && next.offset == token.offset + token.length));
}

/* _binary 0x41;  MATCH a, b AGAINST ('x'): a call without parentheses */
static bool feed_rare_mysql(yyParser *yypParser, cln_token token, bool fits)
{
    uint16_t next = cln_parse_peek(yypParser->pc, 0).kind;

    if (fits && token.kind == TK_MATCH && next != TK_LP && !accepts(yypParser, TK_MATCH) && accepts(yypParser, TK_NUMBER)) {
        advance(yypParser, TK_ID, token);
        put_in(yypParser, TK_LP);
        return true;
    }
    if (token.kind == TK_AGAINST && !accepts(yypParser, TK_AGAINST) && accepts_both(yypParser, TK_RP, TK_AGAINST)) {
        put_in(yypParser, TK_RP);
        advance(yypParser, TK_AGAINST, token);
        return true;
    }
    return fits && token.kind == TK_ID && yypParser->pc->text.data[token.offset] == '_' &&
           (next == TK_NUMBER || next == TK_STRING || next == TK_BINARY_STRING);
}

/* a[1:5:2] */
static bool feed_rare_duckdb(yyParser *yypParser, cln_token token, bool fits)
{
    cln_parse *pc = yypParser->pc;

    if (!fits && token.kind == TK_COLON && accepts(yypParser, TK_RB)) {
        while (!cln_is_separator(cln_parse_peek(pc, 0)) && !closes(cln_parse_peek(pc, 0).kind))
            (void)cln_parse_take(pc);
        return true;
    }
    if (fits || token.kind != TK_UNION || cln_parse_peek(pc, 0).kind != TK_LP || !accepts(yypParser, TK_ID))
        return false;
    advance(yypParser, TK_ID, token);
    return true;
}

/* Feed the token, the next one and the one behind that as one. */
static void feed_three(yyParser *yypParser, uint16_t kind, cln_token token)
{
    cln_token last;

    (void)cln_parse_take(yypParser->pc);
    last = cln_parse_take(yypParser->pc);
    advance(yypParser, kind, cln_token_joined(kind, token, last));
}

/* model!PREDICT(...) */
static bool feed_rare_snowflake(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    cln_token next = cln_parse_peek(pc, 0);

    if (token.kind != TK_ID || next.kind != TK_BANG || next.offset != token.offset + token.length || cln_parse_peek(pc, 2).kind != TK_LP ||
        !accepts(yypParser, TK_ID))
        return false;
    feed_three(yypParser, TK_ID, token);
    return true;
}

static bool feed_rare_tsql(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    cln_token next = cln_parse_peek(pc, 0);

    /* $5.00 */
    if (token.kind == TK_PARAM && pc->text.data[token.offset] == '$' && next.offset == token.offset + token.length && next.kind == TK_DOT &&
        cln_parse_peek(pc, 1).kind == TK_NUMBER && accepts(yypParser, TK_NUMBER)) {
        feed_three(yypParser, TK_NUMBER, token);
        return true;
    }
    /* CHANGETABLE (CHANGES t, 5) */
    if (yypParser->previous != TK_LP || next.kind != TK_ID || !is_text(yypParser, token, "changes") || !accepts(yypParser, TK_TABLE))
        return false;
    advance(yypParser, TK_TABLE, token);
    return true;
}

static bool feed_rare_exasol(yyParser *yypParser, cln_token token, bool fits)
{
    /* HIGH a PLUS LOW b */
    if (!fits && is_text(yypParser, token, "plus") && accepts(yypParser, TK_PRIOR)) {
        advance(yypParser, TK_PRIOR, token);
        advance(yypParser, TK_TO, token);
        return true;
    }
    return !fits && token.kind == TK_IMPORT && feed_rows_of_file(yypParser, token);
}

/* WITH SESSION a = 1, b.c = 2 SELECT ... */
static bool feed_rare_trino(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    cln_token next = cln_parse_peek(pc, 0);

    if (yypParser->previous != TK_WITH || next.kind == TK_AS || next.kind == TK_LP || !is_text(yypParser, token, "session") ||
        !accepts(yypParser, TK_INLINE_FUNCTIONS))
        return false;
    while (!cln_is_separator(next = cln_parse_peek(pc, 0)) && next.kind != TK_SELECT && next.kind != TK_WITH && next.kind != TK_INSERT)
        (void)cln_parse_take(pc);
    advance(yypParser, TK_INLINE_FUNCTIONS, token);
    return true;
}

/* REPEATABLE 5;  TEMPORARY PARTITION (p);  EXPORT TABLE t WHERE a = 1 TO 'x' */
static bool feed_rare_doris(yyParser *yypParser, cln_token token, bool fits)
{
    cln_parse *pc = yypParser->pc;

    if (!fits && token.kind == TK_NUMBER && yypParser->previous == TK_REPEATABLE) {
        advance(yypParser, TK_LP, token);
        advance(yypParser, TK_NUMBER, token);
        advance(yypParser, TK_RP, token);
        return true;
    }
    if (!fits && token.kind == TK_WHERE && accepts(yypParser, TK_TO)) {
        while (!cln_is_separator(cln_parse_peek(pc, 0)) && cln_parse_peek(pc, 0).kind != TK_TO)
            (void)cln_parse_take(pc);
        return true;
    }
    return token.kind == TK_TEMPORARY && cln_parse_peek(pc, 0).kind == TK_PARTITION && accepts(yypParser, TK_PARTITION);
}

/* INSERT INTO t PARTITION (p) x (x.a) SELECT ...: a name for the target, without AS */
static bool feed_insert_alias(yyParser *yypParser, cln_token token)
{
    uint16_t next = cln_parse_peek(yypParser->pc, 0).kind;

    if ((token.kind != TK_ID && token.kind != TK_QUOTED_ID) || !accepts(yypParser, TK_OVERRIDING) || !accepts(yypParser, TK_AS) ||
        (next != TK_LP && next != TK_SELECT && next != TK_VALUES && next != TK_WITH))
        return false;
    advance(yypParser, TK_AS, token);
    advance(yypParser, TK_ID, token);
    return true;
}

/* NUMBER(*, 2);  IS OF TYPE (ONLY t);  APPROX_RANK(PARTITION BY a ORDER BY b), which reads as APPROX_RANK() OVER (...) */
static bool feed_rare_oracle(yyParser *yypParser, cln_token token, bool fits)
{
    if (!fits && token.kind == TK_PARTITION && cln_parse_peek(yypParser->pc, 0).kind == TK_BY && accepts_both(yypParser, TK_RP, TK_OVER)) {
        put_in(yypParser, TK_RP);
        put_in(yypParser, TK_OVER);
        put_in(yypParser, TK_LP);
        advance(yypParser, TK_PARTITION, token);
        return true;
    }
    if (!fits && token.kind == TK_STAR && yypParser->previous == TK_LP && accepts(yypParser, TK_NUMBER)) {
        advance(yypParser, TK_NUMBER, token);
        return true;
    }
    if (!fits && feed_insert_alias(yypParser, token))
        return true;
    return yypParser->previous == TK_LP && cln_parse_peek(yypParser->pc, 0).kind == TK_ID && is_text(yypParser, token, "only") &&
           !accepts(yypParser, TK_SELECT);
}

/* CASE a WHEN 1, 2 THEN b */
static bool feed_rare_ansi(yyParser *yypParser, cln_token token, bool fits)
{
    if (fits || token.kind != TK_COMMA || !accepts(yypParser, TK_THEN))
        return false;
    advance(yypParser, TK_OR, token);
    return true;
}

static bool feed_rare_db2(yyParser *yypParser, cln_token token)
{
    if (feed_bare_path(yypParser, token))
        return true;
    if (token.kind != TK_FOR || !is_text(yypParser, cln_parse_peek(yypParser->pc, 0), "business_time") || !accepts(yypParser, TK_FOR_TRAVEL))
        return false;
    advance(yypParser, TK_FOR_TRAVEL, token);
    return true;
}

static bool feed_rare_signs(yyParser *yypParser, cln_token token, bool fits)
{
    switch (yypParser->pc->dialect->id) {
    case COLLINE_POSTGRES: case COLLINE_GREENPLUM: case COLLINE_REDSHIFT: case COLLINE_MATERIALIZE:
        return feed_rare_postgres(yypParser, token, fits);
    case COLLINE_DATABRICKS: case COLLINE_SPARK:
        return feed_rare_spark(yypParser, token, fits);
    case COLLINE_MYSQL: case COLLINE_MARIADB:
        return feed_rare_mysql(yypParser, token, fits) || feed_mysql_sign(yypParser, token, fits);
    case COLLINE_SQLITE:
        return feed_sqlite_sign(yypParser, token, fits);
    case COLLINE_DUCKDB:
        return feed_rare_duckdb(yypParser, token, fits);
    case COLLINE_SNOWFLAKE:
        return feed_rare_snowflake(yypParser, token);
    case COLLINE_TSQL:
        return feed_rare_tsql(yypParser, token);
    case COLLINE_CLICKHOUSE:
        return token.kind == TK_FROM && is_text(yypParser, cln_parse_peek(yypParser->pc, 0), "infile") && feed_rows_of_file(yypParser, token);
    case COLLINE_EXASOL:
        return feed_rare_exasol(yypParser, token, fits);
    case COLLINE_TRINO: case COLLINE_ATHENA:
        return feed_rare_trino(yypParser, token);
    case COLLINE_DORIS: case COLLINE_STARROCKS:
        return feed_rare_doris(yypParser, token, fits);
    case COLLINE_ORACLE:
        return feed_rare_oracle(yypParser, token, fits);
    case COLLINE_ANSI:
        return feed_rare_ansi(yypParser, token, fits);
    case COLLINE_TERADATA:
        return yypParser->previous == 0 && feed_first_rarely(yypParser, token);
    case COLLINE_DB2:
        return feed_rare_db2(yypParser, token);
    default:
        return false;
    }
}

static bool feed_rarely(yyParser *yypParser, cln_token token, bool fits)
{
    uint32_t here = 1u << yypParser->pc->dialect->id;

    if (token.kind == TK_SEMI || token.kind == 0)
        return !fits && has_flag(yypParser, CLN_LEX_EMPTY_SELECT) && feed_no_items(yypParser, token);
    if (feed_passed_rarely(yypParser, token, fits) || feed_read_rarely(yypParser, token, fits) || feed_rare_signs(yypParser, token, fits))
        return true;
    if ((here & ~(IN_ONE(IMPALA) | IN_ONE(HIVE))) != 0 && (feed_query_parenthesis(yypParser, token, fits) || (!fits && feed_argument_end(yypParser, token))))
        return true;
    if (fits && (here & (IN_MY | IN_ONE(ANSI) | IN_ONE(GENERIC) | IN_ONE(REDSHIFT))) != 0 && feed_escape(yypParser, token))
        return true;
    if (fits && (here & IN_LENIENT) != 0 && is_map_of_pairs(yypParser, token)) {
        advance(yypParser, TK_ARRAY, token);
        return true;
    }
    if (!fits && (here & IN_ANYTHING) != 0 && is_in_nothing(yypParser, token) && accepts(yypParser, TK_NULL)) {
        advance(yypParser, TK_NULL, token);
        advance(yypParser, TK_RP, token);
        return true;
    }
    return !fits && (here & IN_LENIENT) != 0 && feed_type_end(yypParser, token);
}
