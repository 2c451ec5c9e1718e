/*
** engines.c -- tokens that one engine reads in its own way.
**
**     SELECT a FROM t WITH (NOLOCK)                   T-SQL: hints
**     MODEL RETURN UPDATED ROWS PARTITION BY ...      Oracle: options are one token
**
** Part of driver.c, which includes it.
*/
/* Take tokens up to the parenthesis that closes the next one; `token` then reaches so far. */
static cln_token take_parentheses(cln_parse *pc, cln_token token)
{
    uint32_t depth = 0;

    while (cln_parse_peek(pc, 0).kind != 0) {
        cln_token next = cln_parse_take(pc);
        depth += opens(next.kind);
        depth -= closes(next.kind) && depth > 0;
        token = cln_token_through(token, next);
        if (depth == 0)
            break;
    }
    return token;
}

/* The same up to the parenthesis that closes what `token` stands in. */
static cln_token take_to_parenthesis(cln_parse *pc, cln_token token)
{
    uint32_t depth = 0;

    while (!cln_is_separator(cln_parse_peek(pc, 0)) && (depth > 0 || !closes(cln_parse_peek(pc, 0).kind))) {
        cln_token next = cln_parse_take(pc);
        depth += opens(next.kind);
        depth -= closes(next.kind);
        token = cln_token_through(token, next);
    }
    return token;
}

/* OPENJSON(x) WITH (a INT), not a hint: a name and a type follow. */
static bool starts_schema(yyParser *yypParser)
{
    uint16_t third = cln_parse_peek(yypParser->pc, 2).kind;

    return (yypParser->previous == TK_RP || yypParser->previous == TK_OPEN_CALL) && third != TK_COMMA && third != TK_LP && third != TK_RP && third != TK_EQ &&
           accepts(yypParser, TK_WITH_SCHEMA);
}

/* FOR XML PATH ('r'), ROOT ('x'), TYPE;  FOR BROWSE */
static cln_token take_document(cln_parse *pc, cln_token token)
{
    static const char *const words[] = { "xsinil", "absent", "base64" };
    bool browse = cln_parse_peek(pc, 0).kind == TK_BROWSE;

    for (;;) {
        for (int word = 0; word < 2; word++) {
            token = cln_token_through(token, cln_parse_take(pc));
            bool more = token.kind == TK_FOR && word == 0 && !browse;
            for (size_t i = 0; i < sizeof words / sizeof words[0] && !more; i++)
                more = cln_parse_says(pc, cln_parse_peek(pc, 0), words[i]);
            if (!more)
                break;
        }
        token.kind = TK_FOR_DOCUMENT;
        if (cln_parse_peek(pc, 0).kind == TK_LP)
            token = take_parentheses(pc, token);
        if (cln_parse_peek(pc, 0).kind != TK_COMMA)
            return token;
        (void)cln_parse_take(pc);
    }
}

/* What T-SQL has in a statement that no grammar needs to know: hints, FOR XML, what EXEC is given. */
static bool feed_tsql(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    cln_token next = cln_parse_peek(pc, 0);

    /* hierarchyid::Parse('/1/'): a method of a type, called by one name */
    if (token.kind == TK_ID && next.kind == TK_CAST_OP && (cln_parse_peek(pc, 1).kind == TK_ID || cln_parse_peek(pc, 1).keyword != 0) &&
        cln_parse_peek(pc, 2).kind == TK_LP && accepts(yypParser, TK_ID)) {
        (void)cln_parse_take(pc);
        next = cln_parse_take(pc);
        advance(yypParser, TK_ID, cln_token_joined(TK_ID, token, next));
        return true;
    }
    /* SELECT a INTO t ON [primary] FROM u: where the table's rows are kept */
    if (token.kind == TK_ON && (next.kind == TK_ID || next.kind == TK_QUOTED_ID || next.keyword != 0) && accepts(yypParser, TK_ON_FILEGROUP)) {
        next = cln_parse_take(pc);
        advance(yypParser, TK_ON_FILEGROUP, cln_token_joined(TK_ON_FILEGROUP, token, next));
        return true;
    }
    /* RENAME OBJECT s.t TO u, RENAME OBJECT::s.t TO u (Synapse): the object is a table */
    if (yypParser->previous == TK_RENAME && next.kind != TK_TO && next.kind != TK_DOT && is_text(yypParser, token, "object")) {
        if (next.kind == TK_CAST_OP)
            (void)cln_parse_take(pc);
        return true;
    }
    /* WITH XMLNAMESPACES ('u' AS ns), x AS (...): names for paths, no relation */
    if (next.kind == TK_LP && yypParser->previous == TK_WITH && is_text(yypParser, token, "xmlnamespaces") && accepts(yypParser, TK_INLINE_FUNCTIONS)) {
        token = take_parentheses(pc, token);
        if (cln_parse_peek(pc, 0).kind == TK_COMMA)
            (void)cln_parse_take(pc);
        advance(yypParser, TK_INLINE_FUNCTIONS, token);
        return true;
    }
    if (token.kind == TK_LC && next.kind == TK_ID && cln_parse_peek(pc, 1).kind != TK_COLON && accepts(yypParser, TK_ESCAPE_BRACE)) {
        next = cln_parse_take(pc);
        advance(yypParser, TK_ESCAPE_BRACE, cln_token_joined(TK_ESCAPE_BRACE, token, next));
        return true;
    }
    if (token.kind == TK_WITH && next.kind == TK_ID && yypParser->previous == TK_RP && cln_parse_peek(pc, 1).kind != TK_AS &&
        cln_parse_peek(pc, 1).kind != TK_LP && accepts(yypParser, TK_WITH_SCHEMA)) {
        advance(yypParser, TK_WITH_SCHEMA, token);
    } else if (token.kind == TK_WITH && next.kind == TK_LP && starts_schema(yypParser)) {
        advance(yypParser, TK_WITH_SCHEMA, token);
    } else if (token.kind == TK_WITH && next.kind == TK_LP && accepts(yypParser, TK_TABLE_HINTS)) {
        advance(yypParser, TK_TABLE_HINTS, take_parentheses(pc, token));
    } else if (next.kind == TK_LP && yypParser->previous != TK_DOT && is_text(yypParser, token, "match") && accepts(yypParser, TK_GRAPH_MATCH)) {
        advance(yypParser, TK_GRAPH_MATCH, take_parentheses(pc, token));
    } else if (token.kind == TK_OPTION && next.kind == TK_LP && accepts(yypParser, TK_QUERY_HINTS)) {
        advance(yypParser, TK_QUERY_HINTS, take_parentheses(pc, token));
    } else if (token.kind == TK_FOR && (next.kind == TK_XML || next.kind == TK_JSON || next.kind == TK_BROWSE) && accepts(yypParser, TK_FOR_DOCUMENT)) {
        advance(yypParser, TK_FOR_DOCUMENT, take_document(pc, token));
    } else if (next.kind == TK_LP && accepts(yypParser, TK_OPEN_CALL) &&
               (is_text(yypParser, token, "openquery") || is_text(yypParser, token, "openrowset") ||
                is_text(yypParser, token, "opendatasource"))) {
        advance(yypParser, TK_OPEN_CALL, take_parentheses(pc, token));
    } else if ((token.kind == TK_EXEC || token.kind == TK_EXECUTE) && accepts(yypParser, TK_EXEC_CALL)) {
        cln_rest rest = cln_rest_start(token.kind);
        rest.previous = token.kind;
        while (!cln_rest_ends(pc, &rest)) {
            next = cln_rest_take(pc, &rest);
            token = cln_token_through(token, next);
        }
        advance(yypParser, TK_EXEC_CALL, token);
    } else {
        return false;
    }
    return true;
}

/* ( in front of INSERT, UPDATE, DELETE, MERGE where a relation stands */
static bool feed_write_parens(yyParser *yypParser, cln_token token)
{
    uint16_t next = cln_parse_peek(yypParser->pc, 0).kind;

    if (token.kind != TK_LP || (next != TK_INSERT && next != TK_UPDATE && next != TK_DELETE && next != TK_MERGE) ||
        !accepts(yypParser, TK_WRITE_PARENS))
        return false;
    advance(yypParser, TK_WRITE_PARENS, token);
    return true;
}

/* Words that start what stands in parentheses behind an expression: a (FORMAT 'x'), a (INTEGER), a (NAMED b). */
static bool starts_attributes(yyParser *yypParser, cln_token token)
{
    static const char *const words[] = { "format", "title", "named", "casespecific", "cs", "uppercase", "uc", "not",
                                         "integer", "int", "smallint", "bigint", "byteint", "char", "character", "varchar",
                                         "decimal", "dec", "numeric", "float", "real", "double", "timestamp", "date", "time" };
    cln_token first = cln_parse_peek(yypParser->pc, 0);
    cln_token second = cln_parse_peek(yypParser->pc, 1);

    if (token.kind != TK_LP || !has_script(yypParser, CLN_SCRIPT_ATTRIBUTES) || !accepts(yypParser, TK_ATTRIBUTES))
        return false;
    /* TRUNC(DATE), f(TIMESTAMP '...'): arguments */
    if (second.kind == TK_STRING && !is_text(yypParser, first, "format") && !is_text(yypParser, first, "title"))
        return false;
    if (token.offset == yypParser->last_end && (first.kind == TK_DATE || first.kind == TK_TIME) &&
        (second.kind == TK_RP || (second.kind == TK_COMMA && !is_text(yypParser, cln_parse_peek(yypParser->pc, 2), "format"))))
        return false;
    if (first.kind == TK_NOT && !is_text(yypParser, second, "cs") && second.kind != TK_CASESPECIFIC)
        return false;
    if (second.kind != TK_RP && second.kind != TK_LP && second.kind != TK_COMMA && second.kind != TK_STRING &&
        second.kind != TK_ID && second.kind != TK_QUOTED_ID && second.kind != TK_CASESPECIFIC && second.kind != TK_CS && second.kind != TK_PRECISION)
        return false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (is_text(yypParser, first, words[i]))
            return true;
    return false;
}

/* Oracle: what may stand between MODEL and PARTITION BY or DIMENSION BY. */
static bool feed_model_options(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    bool refers = is_text(yypParser, token, "reference") && cln_parse_peek(pc, 1).kind == TK_ON;
    uint32_t depth = 0;
    cln_token next;

    if (token.kind == TK_PARTITION || token.kind == TK_DIMENSION || !accepts(yypParser, TK_MODEL_OPTION))
        return false;
    while (!cln_is_separator(next = cln_parse_peek(pc, 0)) &&
           (depth > 0 || refers || (next.kind != TK_PARTITION && next.kind != TK_DIMENSION))) {
        depth += opens(next.kind);
        depth -= closes(next.kind) && depth > 0;
        refers = refers ? !is_text(yypParser, next, "main") : is_text(yypParser, next, "reference") && cln_parse_peek(pc, 2).kind == TK_ON;
        (void)cln_parse_take(pc);
        token = cln_token_through(token, next);
    }
    advance(yypParser, TK_MODEL_OPTION, token);
    return true;
}

/* Take tokens up to `last`, in no parentheses of their own. */
static cln_token take_up_to(cln_parse *pc, cln_token token, uint16_t last)
{
    uint32_t depth = 0;
    uint16_t kind = token.kind;

    while ((depth > 0 || kind != last) && !cln_is_separator(cln_parse_peek(pc, 0))) {
        cln_token next = cln_parse_take(pc);
        kind = next.kind;
        depth += opens(kind);
        depth -= closes(kind) && depth > 0;
        token = cln_token_through(token, next);
    }
    return token;
}

/*
** Oracle: what a mining function uses, and the columns that JSON is read into:
**
**     PREDICTION(m COST MODEL USING a, b), CLUSTER_SET(INTO 4 USING *), not TRANSLATE(a USING NCHAR_CS)
**     FROM t NESTED doc.items[*] COLUMNS (a, b)
*/
static bool feed_oracle_end(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    cln_token next = cln_parse_peek(pc, 0);
    bool mines = token.kind == TK_USING ? !is_text(yypParser, next, "nchar_cs") && !is_text(yypParser, next, "char_cs")
                 : yypParser->previous == TK_LP ? token.kind == TK_FOR || token.kind == TK_INTO || token.kind == TK_OF
                                                : is_text(yypParser, token, "cost") && next.kind != TK_COMMA && next.kind != TK_RP;

    if (mines && accepts(yypParser, TK_MINING_USING)) {
        advance(yypParser, TK_MINING_USING, take_up_to(pc, token, TK_USING));
        return true;
    }
    if (token.kind == TK_DOT || yypParser->previous == TK_NESTED_JOIN || yypParser->previous == TK_DOT || !accepts(yypParser, TK_NESTED_COLUMNS))
        return false;
    token = take_up_to(pc, token, TK_COLUMNS);
    advance(yypParser, TK_NESTED_COLUMNS, cln_parse_peek(pc, 0).kind == TK_LP ? take_parentheses(pc, token) : token);
    return true;
}

/*
** Oracle: words that say how the next token is meant, and tell nothing else, are passed over:
**
**     JSON_OBJECT(KEY 'a' IS b), JSON_TRANSFORM(j, SET '$.a' = b, REMOVE '$.c'), XMLNAMESPACES(DEFAULT 'u')
**     JSON {'a' : b}, FETCH APPROX FIRST 5 ROWS ONLY
*/
static bool pass_oracle_word(yyParser *yypParser, cln_token token)
{
    static const char *const changing[] = { "set", "remove", "append", "prepend", "insert", "replace", "rename", "keep", "sort", "copy",
                                            "merge", "minus", "union", "intersect" };
    cln_parse *pc = yypParser->pc;
    uint16_t next = cln_parse_peek(pc, 0).kind, previous = yypParser->previous;

    if (token.kind == TK_JSON && (next == TK_LC || next == TK_LB))
        return accepts(yypParser, next) && (pc->has_json_literal = true);
    if (previous == TK_FETCH)
        return is_text(yypParser, token, "approx") || is_text(yypParser, token, "approximate") || is_text(yypParser, token, "exact");
    if (token.kind == TK_IS && previous == TK_STRING && next != TK_NULL && next != TK_NOT && next != TK_JSON && accepts(yypParser, TK_VALUE)) {
        advance(yypParser, TK_VALUE, token);
        return true;
    }
    if (next != TK_STRING || (previous != TK_LP && previous != TK_COMMA) || !accepts(yypParser, TK_STRING))
        return false;
    if (token.kind == TK_KEY || token.kind == TK_DEFAULT)
        return true;
    for (size_t i = 0; previous == TK_COMMA && i < sizeof changing / sizeof changing[0]; i++)
        if (is_text(yypParser, token, changing[i]))
            return true;
    return false;
}

/* What Oracle writes behind names and clauses: t@link.world, RULES (...) of MODEL, LOG ERRORS INTO e REJECT LIMIT 9. */
static bool feed_oracle(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    cln_token next = cln_parse_peek(pc, 0);
    uint32_t depth = opens(token.kind);
    uint16_t kind = 0;

    if (token.offset == yypParser->last_end && pc->text.data[token.offset] == '@' && accepts(yypParser, TK_DBLINK)) {
        while ((next.kind == TK_DOT || next.kind == TK_ID || next.keyword != 0) && next.offset == token.offset + token.length) {
            token.length += cln_parse_take(pc).length;
            next = cln_parse_peek(pc, 0);
        }
        advance(yypParser, TK_DBLINK, token);
        return true;
    }
    if (token.keyword != 0 || token.kind == TK_ID)
        if (pass_oracle_word(yypParser, token))
            return true;
    if (token.kind != TK_SEMI && token.kind != 0 && (feed_model_options(yypParser, token) || feed_oracle_end(yypParser, token)))
        return true;
    if (token.kind != TK_SEMI && token.kind != 0 && accepts(yypParser, TK_MODEL_RULES))
        kind = TK_MODEL_RULES;
    else if (token.kind == TK_LOG && next.kind == TK_ERRORS && accepts(yypParser, TK_QUERY_HINTS))
        kind = TK_QUERY_HINTS;
    if (kind == 0)
        return false;
    while (next.kind != 0 && next.kind != TK_SEMI && (depth > 0 || (!closes(next.kind) && (next.kind != TK_ORDER || cln_parse_peek(pc, 1).kind == TK_LP) && next.kind != TK_UNION))) {
        depth += opens(next.kind);
        depth -= closes(next.kind);
        (void)cln_parse_take(pc);
        token = cln_token_through(token, next);
        next = cln_parse_peek(pc, 0);
    }
    advance(yypParser, kind, token);
    return true;
}

/* NTH_VALUE(a, 2) FROM LAST OVER (...), not FROM last */
static bool feed_from_end(yyParser *yypParser, cln_token token)
{
    uint16_t next = cln_parse_peek(yypParser->pc, 0).kind, second = cln_parse_peek(yypParser->pc, 1).kind;

    if (token.kind != TK_FROM || (next != TK_FIRST && next != TK_LAST) ||
        (second != TK_OVER && second != TK_IGNORE && second != TK_RESPECT) || !accepts(yypParser, TK_FROM_END))
        return false;
    advance(yypParser, TK_FROM_END, token);
    return true;
}

/* WITH FUNCTION f (a NUMBER) RETURN NUMBER IS BEGIN ... END; SELECT ...: the functions, which are no relations, as one token. */
static bool feed_inline_functions(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    cln_token next = token;
    uint32_t depth = 0;

    if (token.kind != TK_FUNCTION || yypParser->previous != TK_WITH || !accepts(yypParser, TK_INLINE_FUNCTIONS))
        return false;
    for (;;) {
        cln_token last = next;
        next = cln_parse_peek(pc, 0);
        if (next.kind == 0 || (depth == 0 && (next.kind == TK_SELECT || next.kind == TK_WITH ||
                                              (last.kind == TK_SEMI && cln_parse_peek(pc, 1).kind == TK_AS))))
            break;
        (void)cln_parse_take(pc);
        depth += opens(next.kind) || ((next.kind == TK_BEGIN || next.kind == TK_CASE) && last.kind != TK_END);
        if (depth > 0 && (closes(next.kind) || (next.kind == TK_END && cln_parse_peek(pc, 0).kind != TK_IF &&
                                                cln_parse_peek(pc, 0).kind != TK_LOOP)))
            depth--;
        token = cln_token_through(token, next);
    }
    advance(yypParser, TK_INLINE_FUNCTIONS, token);
    return true;
}

/* LOCKING ROW FOR ACCESS in front of a statement or a view's query (Teradata): it is passed over. */
static bool pass_locking(yyParser *yypParser, cln_token token)
{
    static const char *const modes[] = { "access", "read", "share", "write", "exclusive", "checksum" };
    cln_parse *pc = yypParser->pc;
    bool done = false;

    if ((token.kind != TK_LOCKING && token.kind != TK_LOCK) || !accepts(yypParser, TK_SELECT))
        return false;
    while (!done && cln_parse_peek(pc, 0).kind != 0 && cln_parse_peek(pc, 0).kind != TK_SEMI) {
        token = cln_parse_take(pc);
        for (size_t i = 0; i < sizeof modes / sizeof modes[0] && !done; i++)
            done = is_text(yypParser, token, modes[i]);
    }
    if (is_text(yypParser, cln_parse_peek(pc, 0), "mode"))
        (void)cln_parse_take(pc);
    if (is_text(yypParser, cln_parse_peek(pc, 0), "nowait"))
        (void)cln_parse_take(pc);
    return true;
}

/* Teradata: INSERT INTO t (1, 'x') and INSERT (s.a, s.b) of MERGE give values; INSERT INTO t (a, b) SELECT names columns. */
static bool starts_bare_values(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    uint16_t after;

    if (token.kind != TK_LP || !has_script(yypParser, CLN_SCRIPT_ATTRIBUTES) || !accepts(yypParser, TK_VALUES) ||
        accepts(yypParser, TK_CLAUSE) || (yypParser->previous != TK_ID && yypParser->previous != TK_QUOTED_ID && yypParser->previous != TK_INSERT))
        return false;
    for (uint32_t at = 0; at + 1 < CLN_LOOKAHEAD; at++) {
        cln_token next = cln_parse_peek(pc, at);
        if (at == 0 && (next.kind == TK_SELECT || next.kind == TK_WITH || next.kind == TK_LOCKING))
            return false; /* a query */
        if (next.kind == TK_RP) {
            after = cln_parse_peek(pc, at + 1).kind;
            return after == 0 || after == TK_SEMI || after == TK_WHEN;
        }
        if (next.kind != TK_ID && next.kind != TK_QUOTED_ID && next.kind != TK_COMMA && next.kind != TK_DOT && next.keyword == 0)
            return true;
    }
    return false;
}
