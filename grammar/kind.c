/*
** kind.c -- what a token is for the grammar: a keyword or a name, one of two signs that look alike, two words that only together mean
** something.
**
**     SELECT date, left FROM t QUALIFY rank() OVER w = 1      names, names, a clause
**
** The classes of keywords.def say what a word may be in a dialect; what the parser accepts decides, and what follows (grammar/NOTES.md).
** Part of driver.c, which includes it.
*/
static bool opens(uint16_t kind)
{
    return kind == TK_LP || kind == TK_LB || kind == TK_LC;
}

static bool closes(uint16_t kind)
{
    return kind == TK_RP || kind == TK_RB || kind == TK_RC;
}

static cln_keyword_class class_of(const yyParser *yypParser, cln_token token)
{
    return token.kind == TK_ID ? CLN_KEYWORD_NONE : cln_keyword_class_of(yypParser->pc->dialect, token.keyword);
}

/* The kind of a word that stands as a name: one that must not be an alias without AS has its own. */
static uint16_t name_kind(cln_keyword_class class)
{
    return class == CLN_KEYWORD_NO_ALIAS ? TK_WORD : TK_ID;
}

/* What is to be known of a token before it is fed; a token without such facts is what it looks like. */
enum {
    NAMES_TYPE = 1u << 0,   /* even where it is reserved: CAST(x AS DATE) */
    IS_UNIT = 1u << 1,      /* of intervals and of EXTRACT */
    PAIRED = 1u << 2,       /* the next token may change what it is */
    STARTS_QUERY = 1u << 3, /* FROM t, PIVOT t ON a as queries; SELECT FROM t */
    TAKES_NAMES = 1u << 4,  /* JOIN t USING a, b */
    COMPARES = 1u << 5,     /* a IS b */
    TWO_SIGNS = 1u << 6,    /* data -> 'a', x -> x + 1 */
    JOINS = 1u << 7,        /* several tokens may be one, or this one none */
    NEEDS_CARE = 1u << 8,   /* may be something else where it does not fit */
    STARTS_MATCH = 1u << 9,
    TRAILS = 1u << 10,      /* SELECT a, FROM t */
    MAY_END_NAME = 1u << 11, /* FROM my-1.t */
    NAMES_COLUMN = 1u << 12, /* SELECT 't'.'a' */
    ORDERS_TABLE = 1u << 13  /* f(TABLE(t) PARTITION BY a ORDER BY b): a pair, where the dialect has such arguments */
};

static const uint16_t token_facts[YYNTOKEN] = {
    [TK_ARRAY] = NAMES_TYPE, [TK_BIGINT] = NAMES_TYPE, [TK_BINARY] = NAMES_TYPE, [TK_BIT] = NAMES_TYPE,
    [TK_BLOB] = NAMES_TYPE, [TK_BOOLEAN] = NAMES_TYPE, [TK_BYTE] = NAMES_TYPE, [TK_CHAR] = NAMES_TYPE,
    [TK_CHARACTER] = NAMES_TYPE, [TK_CLOB] = NAMES_TYPE, [TK_DATE] = NAMES_TYPE, [TK_DATETIME] = NAMES_TYPE,
    [TK_DEC] = NAMES_TYPE, [TK_DECIMAL] = NAMES_TYPE, [TK_DOUBLE] = NAMES_TYPE, [TK_FLOAT] = NAMES_TYPE,
    [TK_FLOAT4] = NAMES_TYPE, [TK_FLOAT8] = NAMES_TYPE, [TK_INT] = NAMES_TYPE, [TK_INT1] = NAMES_TYPE,
    [TK_INT2] = NAMES_TYPE, [TK_INT3] = NAMES_TYPE, [TK_INT4] = NAMES_TYPE, [TK_INT8] = NAMES_TYPE,
    [TK_INTEGER] = NAMES_TYPE, [TK_INTERVAL] = NAMES_TYPE, [TK_JSON] = NAMES_TYPE, [TK_LARGEINT] = NAMES_TYPE,
    [TK_LONG] = NAMES_TYPE, [TK_LONGBLOB] = NAMES_TYPE, [TK_LONGTEXT] = NAMES_TYPE, [TK_MAP] = NAMES_TYPE,
    [TK_MEDIUMBLOB] = NAMES_TYPE, [TK_MEDIUMINT] = NAMES_TYPE, [TK_MEDIUMTEXT] = NAMES_TYPE,
    [TK_NATIONAL] = NAMES_TYPE, [TK_NCHAR] = NAMES_TYPE, [TK_NCLOB] = NAMES_TYPE, [TK_KW_NUMBER] = NAMES_TYPE,
    [TK_NUMERIC] = NAMES_TYPE, [TK_RAW] = NAMES_TYPE, [TK_REAL] = NAMES_TYPE, [TK_ROW] = NAMES_TYPE | PAIRED,
    [TK_ROWID] = NAMES_TYPE, [TK_SIGNED] = NAMES_TYPE | JOINS, [TK_SMALLINT] = NAMES_TYPE,
    [TK_KW_STRING] = NAMES_TYPE, [TK_STRUCT] = NAMES_TYPE, [TK_SUPER] = NAMES_TYPE, [TK_TEXT] = NAMES_TYPE,
    [TK_TIME] = NAMES_TYPE | PAIRED, [TK_TIMESTAMP] = NAMES_TYPE, [TK_TINYBLOB] = NAMES_TYPE, [TK_TINYINT] = NAMES_TYPE,
    [TK_TINYTEXT] = NAMES_TYPE, [TK_UNIONTYPE] = NAMES_TYPE, [TK_UNSIGNED] = NAMES_TYPE | JOINS,
    [TK_VARBINARY] = NAMES_TYPE, [TK_VARCHAR] = NAMES_TYPE, [TK_VARCHAR2] = NAMES_TYPE,
    [TK_VARCHARACTER] = NAMES_TYPE, [TK_XML] = NAMES_TYPE, [TK_YEAR] = NAMES_TYPE | IS_UNIT,
    [TK_TIMESTAMPLOCALTZ] = NAMES_TYPE, [TK_BITMAP] = NAMES_TYPE, [TK_HLL] = NAMES_TYPE, [TK_ENUM] = NAMES_TYPE,
    [TK_SET] = NAMES_TYPE,
    [TK_YEARS] = IS_UNIT, [TK_QUARTER] = IS_UNIT, [TK_QUARTERS] = IS_UNIT, [TK_MONTH] = IS_UNIT,
    [TK_MONTHS] = IS_UNIT, [TK_WEEK] = IS_UNIT, [TK_WEEKS] = IS_UNIT, [TK_DAY] = IS_UNIT, [TK_DAYS] = IS_UNIT,
    [TK_HOUR] = IS_UNIT, [TK_HOURS] = IS_UNIT, [TK_MINUTE] = IS_UNIT, [TK_MINUTES] = IS_UNIT,
    [TK_SECOND] = IS_UNIT, [TK_SECONDS] = IS_UNIT, [TK_MILLISECOND] = IS_UNIT, [TK_MILLISECONDS] = IS_UNIT,
    [TK_MICROSECOND] = IS_UNIT, [TK_MICROSECONDS] = IS_UNIT, [TK_NANOSECOND] = IS_UNIT,
    [TK_DAY_HOUR] = IS_UNIT, [TK_DAY_MINUTE] = IS_UNIT, [TK_DAY_SECOND] = IS_UNIT, [TK_DAY_MICROSECOND] = IS_UNIT,
    [TK_HOUR_MINUTE] = IS_UNIT, [TK_HOUR_SECOND] = IS_UNIT, [TK_HOUR_MICROSECOND] = IS_UNIT,
    [TK_MINUTE_SECOND] = IS_UNIT, [TK_MINUTE_MICROSECOND] = IS_UNIT, [TK_SECOND_MICROSECOND] = IS_UNIT,
    [TK_YEAR_MONTH] = IS_UNIT,
    [TK_ON] = PAIRED, [TK_RETURNING] = PAIRED, [TK_ORDER] = ORDERS_TABLE, [TK_WITH] = PAIRED | NEEDS_CARE, [TK_WITHOUT] = PAIRED, [TK_FOR] = PAIRED,
    [TK_LEFT] = PAIRED, [TK_FULL] = PAIRED, [TK_INNER] = PAIRED, [TK_GLOBAL] = PAIRED, [TK_IGNORE] = PAIRED, [TK_EXCEPT] = PAIRED, [TK_REPLACE] = PAIRED,
    [TK_USING] = PAIRED | TAKES_NAMES, [TK_INTO] = PAIRED, [TK_EXCLUDE] = PAIRED, [TK_NOT] = PAIRED, [TK_LOCAL] = PAIRED, [TK_AS] = PAIRED, [TK_OVER] = PAIRED, [TK_AT] = PAIRED, [TK_ROWS] = PAIRED, [TK_INTERPOLATE] = PAIRED, [TK_IN] = PAIRED,
    [TK_FROM] = STARTS_QUERY, [TK_PIVOT] = STARTS_QUERY, [TK_UNPIVOT] = STARTS_QUERY, [TK_IS] = COMPARES,
    [TK_STRING] = NAMES_COLUMN, [TK_OTHER_OP] = TWO_SIGNS | NEEDS_CARE, [TK_ARROW] = TWO_SIGNS, [TK_ARROW2] = TWO_SIGNS,
    [TK_COLON] = TWO_SIGNS, [TK_COMMA] = TRAILS, [TK_NUMBER] = MAY_END_NAME, [TK_OPERATOR] = JOINS,
    [TK_IDENTIFIER] = JOINS, [TK_LB] = NEEDS_CARE, [TK_SHIFT_RIGHT] = NEEDS_CARE, [TK_GE] = NEEDS_CARE,
    [TK_MATCH_RECOGNIZE] = STARTS_MATCH, [TK_MATCH_EVENTS] = STARTS_MATCH,
};

static bool has_fact(uint16_t kind, uint16_t fact)
{
    return (token_facts[kind] & fact) != 0;
}

/* Words that name a type even where they are reserved. */
static bool is_type_word(uint16_t kind)
{
    return has_fact(kind, NAMES_TYPE);
}

static bool is_unit(uint16_t kind)
{
    return has_fact(kind, IS_UNIT);
}

/*
** Two tokens that only together tell what the first one is:
**
**     INSERT INTO t SELECT * FROM a ON CONFLICT ...       not the ON of a join
**     SELECT a FROM t GROUP BY a WITH ROLLUP              not CREATE VIEW ... WITH CHECK OPTION
**     SELECT * FROM t FOR SYSTEM_TIME AS OF x             not FOR UPDATE
*/
static const struct {
    uint16_t first, second, meaning;
} pairs[] = {
    { TK_ON, TK_CONFLICT, TK_ON_CONFLICT },      { TK_ON, TK_DUPLICATE, TK_ON_CONFLICT },
    { TK_WITH, TK_ROLLUP, TK_WITH_GROUPING },    { TK_WITH, TK_CUBE, TK_WITH_GROUPING },
    { TK_WITH, TK_TOTALS, TK_WITH_GROUPING },    { TK_WITH, TK_ORDINALITY, TK_WITH_ORDINALITY },
    { TK_WITH, TK_OFFSET, TK_WITH_ORDINALITY },  { TK_WITH, TK_TIME, TK_WITH_TIME }, { TK_TIME, TK_ZONE, TK_TIME_ZONE },
    { TK_WITH, TK_LOCAL, TK_WITH_TIME },         { TK_WITHOUT, TK_TIME, TK_WITH_TIME },
    { TK_WITH, TK_LP, TK_WITH_LP },              { TK_WITH, TK_TIES, TK_WITH_TIES },
    { TK_WITH, TK_SERDEPROPERTIES, TK_WITH_SERDE },
    { TK_FOR, TK_TIME, TK_FOR_TRAVEL }, { TK_FOR, TK_SYSTEM_TIME, TK_FOR_TRAVEL },   { TK_FOR, TK_VERSION, TK_FOR_TRAVEL },
    { TK_FOR, TK_TIMESTAMP, TK_FOR_TRAVEL },     { TK_FOR, TK_SYSTEM_VERSION, TK_FOR_TRAVEL },
    { TK_GLOBAL, TK_IN, TK_GLOBAL_IN },          { TK_GLOBAL, TK_NOT, TK_GLOBAL_IN },
    { TK_IGNORE, TK_INDEX, TK_IGNORE_INDEX },    { TK_IGNORE, TK_KEY, TK_IGNORE_INDEX },
    { TK_EXCEPT, TK_LP, TK_STAR_EXCEPT },        { TK_REPLACE, TK_LP, TK_STAR_REPLACE },
    { TK_EXCEPT, TK_ID, TK_STAR_EXCEPT },        { TK_EXCEPT, TK_QUOTED_ID, TK_STAR_EXCEPT },
    { TK_INTO, TK_OUTFILE, TK_INTO_FILE },       { TK_INTO, TK_DUMPFILE, TK_INTO_FILE },
    { TK_INTO, TK_PARAM, TK_INTO_FILE },
    { TK_EXCLUDE, TK_LP, TK_ITEMS_EXCLUDE },     { TK_EXCLUDE, TK_ID, TK_ITEMS_EXCLUDE },
    { TK_USING, TK_SAMPLE, TK_USING_SAMPLE },    { TK_WITH, TK_UNIQUE, TK_WITH_UNIQUE },
    { TK_WITHOUT, TK_UNIQUE, TK_WITH_UNIQUE },   { TK_ROW, TK_LT, TK_ROW_TYPE },
    { TK_WITH, TK_FILL, TK_WITH_FILL },          { TK_RETURNING, TK_WITH, TK_RETURNING_WITH },
    { TK_AS, TK_OF, TK_AS_OF },                  { TK_INTERPOLATE, TK_PREVIOUS, TK_INTERPOLATED },
                    { TK_USING, TK_PARAMETERS, TK_USING_PARAMETERS }, { TK_FOR, TK_READ, TK_FOR_READ },
    { TK_FOR, TK_FETCH, TK_FOR_READ },
    { TK_NOT, TK_CASESPECIFIC, TK_NOT_CASESPECIFIC }, { TK_NOT, TK_INDEXED, TK_NOT_INDEXED },
    { TK_IN, TK_PARTITION, TK_IN_PARTITION }, { TK_FOR, TK_PERIOD, TK_FOR_PERIOD }, { TK_FOR, TK_PORTION, TK_FOR_PORTION },
    { TK_ORDER, TK_BY, TK_TABLE_ORDER },
    { TK_AT, TK_EPOCH, TK_AT_EPOCH },            { TK_AT, TK_TIME, TK_AT_EPOCH },
    { TK_ROWS, TK_EXAMINED, TK_ROWS_EXAMINED },
};

/* LEFT OUTER UNION ALL BY NAME, not LEFT OUTER JOIN */
static uint16_t set_mode(yyParser *yypParser, uint16_t kind, uint16_t next)
{
    uint16_t meaning = kind == TK_LEFT ? TK_SET_LEFT : kind == TK_FULL ? TK_SET_FULL : TK_SET_INNER;

    if (next == TK_OUTER)
        next = cln_parse_peek(yypParser->pc, 1).kind;
    return (next == TK_UNION || next == TK_EXCEPT) && accepts(yypParser, meaning) ? meaning : kind;
}

static uint16_t paired(yyParser *yypParser, uint16_t kind)
{
    uint16_t next;

    if (!has_fact(kind, PAIRED | ORDERS_TABLE))
        return kind;
    next = cln_parse_peek(yypParser->pc, 0).kind;
    if (kind == TK_LEFT || kind == TK_FULL || kind == TK_INNER)
        return set_mode(yypParser, kind, next);
    if (kind == TK_INTO && next == TK_LP)
        return cln_has_syntax(yypParser->pc->dialect, CLN_SYNTAX_INTO_QUERY) && accepts(yypParser, TK_INTO_QUERY) ? TK_INTO_QUERY : kind;
    /* SELECT a INTO @x FROM t;  SELECT * EXCLUDE (a), b FROM t;  SELECT a exclude, b */
    if ((kind == TK_INTO || kind == TK_EXCLUDE) && accepts(yypParser, kind))
        return kind;
    /* FROM t SELECT * EXCEPT (SELECT ...) */
    if (kind == TK_EXCEPT && cln_parse_peek(yypParser->pc, 1).kind == TK_SELECT)
        return kind;
    /* SELECT a FROM t AS OF 1, not t AS OF TIMESTAMP x */
    if (kind == TK_AS && next == TK_OF && (cln_parse_peek(yypParser->pc, 1).keyword == 0 || cln_parse_peek(yypParser->pc, 1).kind == TK_AT) &&
        (yypParser->pc->dialect->features & CLN_FEATURE_KNOWN_CLAUSES) == 0 && accepts(yypParser, TK_AS_OF_TIME))
        return TK_AS_OF_TIME;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (pairs[i].first == kind && pairs[i].second == next && accepts(yypParser, pairs[i].meaning))
            return pairs[i].meaning;
    return kind;
}

/* Whether `next` can come after what stands on the trial, as itself or as a name. */
static bool continues(const yyParser *yypParser, const trial *t, cln_token next)
{
    cln_keyword_class class = class_of(yypParser, next);
    trial copy = *t;

    if (trial_shift(&copy, next.kind == TK_SEMI ? 0 : next.kind))
        return true;
    if (class == CLN_KEYWORD_NONE || class == CLN_KEYWORD_RESERVED)
        return class == CLN_KEYWORD_RESERVED && next.kind == TK_WITH;
    copy = *t;
    return trial_shift(&copy, name_kind(class));
}

static bool continues_as(const yyParser *yypParser, uint16_t kind, cln_token next)
{
    trial t = start_trial(yypParser);

    return trial_shift(&t, kind) && continues(yypParser, &t, next);
}

/*
** Where a keyword must lose although it and the next token could be shifted:
**
**     SELECT interval x FROM t, SELECT interval - 1       a column; INTERVAL x DAY, INTERVAL -1 DAY are intervals
**     SELECT exists(a, x -> x > 1), array(1, 2)           calls; EXISTS (SELECT ...), ARRAY(SELECT ...) are not
**     SELECT f(map('a', 1))                               a call; FROM t MAP a USING 'script' is a query
**     CREATE TABLE t (key INT, index VARCHAR(9))          columns; KEY k (a), INDEX i (a) are constraints
*/
static bool loses(yyParser *yypParser, uint16_t kind)
{
    uint16_t next = cln_parse_peek(yypParser->pc, 0).kind;
    uint16_t second = cln_parse_peek(yypParser->pc, 1).kind;

    switch (kind) {
    case TK_INTERVAL:
        /* CAST(x AS INTERVAL YEAR TO MONTH) */
        if (yypParser->previous == TK_CAST_OP && is_unit(next))
            return false;
        if (yypParser->previous == TK_AS && is_unit(next) && (second == TK_TO || second == TK_LP || second == TK_RP))
            return false;
        if (next == TK_STRING || next == TK_NUMBER || next == TK_PARAM || next == TK_LP)
            return false;
        if (next == TK_MINUS || next == TK_PLUS)
            return !is_unit(cln_parse_peek(yypParser->pc, 2).kind);
        return !is_unit(second) && second != TK_DOT && second != TK_LP && second != TK_LB;
    case TK_EXISTS: case TK_ARRAY:
        return next == TK_LP && second != TK_SELECT && second != TK_WITH && second != TK_VALUES && second != TK_FROM &&
               second != TK_LP && second != TK_TABLE;
    case TK_MAP: case TK_REDUCE:
        return next == TK_LP;
    case TK_NEXT:
        return next == TK_VALUE && second != TK_FOR;
    case TK_VALUES:
        /* IF(VALUES(a) > 1, VALUES(a), a) */
        return cln_has_syntax(yypParser->pc->dialect, CLN_SYNTAX_VALUES_CALL) && next == TK_LP &&
               (second == TK_ID || second == TK_QUOTED_ID) && cln_parse_peek(yypParser->pc, 2).kind != TK_COMMA;
    case TK_KEY: case TK_INDEX:
        return next != TK_LP && (second != TK_LP || cln_parse_peek(yypParser->pc, 2).kind == TK_NUMBER);
    default:
        return false;
    }
}

/* The kind of a word whose class lets it be a name. */
static bool ends_damage(uint16_t kind);

static uint16_t soft_kind(yyParser *yypParser, cln_token token, cln_keyword_class class)
{
    uint16_t name = name_kind(class);
    cln_token next = cln_parse_peek(yypParser->pc, 0);

    if (!accepts(yypParser, name))
        return token.kind;
    if (!accepts(yypParser, token.kind) || loses(yypParser, token.kind)) {
        /* ON a = b + WHEN MATCHED: a value is missing, as no name could go on there */
        bool damaged = yypParser->pc->recovering && ends_damage(token.kind) && !continues_as(yypParser, name, next);
        return damaged ? token.kind : name;
    }
    if (continues_as(yypParser, token.kind, next))
        return token.kind;
    return continues_as(yypParser, name, next) ? name : token.kind;
}

/* DATE(x), LEFT(x, 2), VALUES(x): reserved words that name functions. */
static uint16_t function_kind(yyParser *yypParser, cln_token token)
{
    cln_token next = cln_parse_peek(yypParser->pc, 0);

    if (next.kind == TK_LP && accepts(yypParser, TK_ID) &&
        (!continues_as(yypParser, token.kind, next) || loses(yypParser, token.kind)))
        return TK_ID;
    return token.kind;
}

/* SELECT t.order, t.from FROM t: names; SELECT t. FROM t: none.  What follows tells. */
static bool is_name_behind_dot(yyParser *yypParser, uint16_t kind)
{
    uint16_t next = cln_parse_peek(yypParser->pc, 0).kind;

    switch (kind) {
    case TK_FROM: case TK_WHERE: case TK_GROUP: case TK_ORDER: case TK_HAVING: case TK_UNION: case TK_AND: case TK_OR:
    case TK_ON: case TK_JOIN: case TK_AS: case TK_SELECT: case TK_THEN: case TK_ELSE:
        return next == 0 || next == TK_SEMI || next == TK_COMMA || next == TK_RP || next == TK_DOT || next == TK_FROM ||
               next == TK_AS || strcmp(cln_token_sort(next), "operator") == 0;
    default:
        return true;
    }
}

static bool has_flag(const yyParser *yypParser, cln_lex_flag flag)
{
    return (yypParser->pc->dialect->lex & (uint32_t)flag) != 0;
}

static bool is_text(const yyParser *yypParser, cln_token token, const char *word)
{
    return cln_parse_says(yypParser->pc, token, word);
}

/* timestamp(3) '...', numeric(4, 1) '1.2', time(3) WITH TIME ZONE '...': what stands behind the type. */
static bool is_sized_literal(const yyParser *yypParser)
{
    cln_parse *pc = yypParser->pc;
    uint32_t behind;
    uint16_t next;

    if (cln_parse_peek(pc, 0).kind != TK_LP || cln_parse_peek(pc, 1).kind != TK_NUMBER)
        return false;
    behind = cln_parse_peek(pc, 2).kind == TK_COMMA ? 5 : 3;
    if ((behind == 5 && cln_parse_peek(pc, 3).kind != TK_NUMBER) || cln_parse_peek(pc, behind - 1).kind != TK_RP)
        return false;
    next = cln_parse_peek(pc, behind).kind;
    return next == TK_STRING || ((next == TK_WITH || next == TK_WITHOUT) && cln_parse_peek(pc, behind + 1).kind == TK_TIME &&
                                 cln_parse_peek(pc, behind + 3).kind == TK_STRING);
}

/* The type in front of a string that is one literal with it: FLOAT8 '1.5', VARCHAR(3) 'abc'; 0: it is none. */
static uint16_t literal_kind(yyParser *yypParser, uint16_t own, uint16_t kind)
{
    if ((yypParser->pc->dialect->features & CLN_FEATURE_STRING_ALIAS) != 0 || (own != TK_ID && kind != TK_ID && !is_type_word(own)))
        return 0;
    if (is_sized_literal(yypParser) && accepts(yypParser, TK_SIZED_TYPE))
        return TK_SIZED_TYPE;
    return cln_parse_peek(yypParser->pc, 0).kind == TK_STRING && yypParser->previous != TK_DOT && yypParser->previous != TK_AS &&
                   (kind == TK_ID || kind != own || !accepts_both(yypParser, kind, TK_STRING)) && accepts(yypParser, TK_TYPE_NAME)
               ? TK_TYPE_NAME : 0;
}

/*
** Words that another word makes keywords, and words that name types in front of a string:
**
**     x IS JSON OBJECT, but SELECT object FROM t
**     SELECT timestamptz '2024-01-01', but SELECT a 'alias' where strings are aliases
**     TIMESTAMPDIFF(SECOND, a, b) where SECOND is reserved
*/
static uint16_t special_kind(yyParser *yypParser, cln_token token, uint16_t kind, cln_keyword_class class)
{
    uint16_t literal = literal_kind(yypParser, token.kind, kind);

    if (literal == TK_SIZED_TYPE)
        return literal;
    if (yypParser->previous == TK_JSON && accepts(yypParser, TK_JSON_KIND) &&
        (is_text(yypParser, token, "object") || is_text(yypParser, token, "array") || is_text(yypParser, token, "scalar") ||
         is_text(yypParser, token, "value")))
        return TK_JSON_KIND;
    if (literal != 0)
        return literal;
    if (class >= CLN_KEYWORD_FUNCTION && is_unit(kind) && !accepts(yypParser, kind) && accepts(yypParser, TK_UNIT_ARGUMENT))
        return TK_UNIT_ARGUMENT;
    if (kind == TK_INTERVAL && has_flag(yypParser, CLN_LEX_INTERVAL_SUM) && accepts(yypParser, TK_INTERVAL_SUM) &&
        cln_parse_peek(yypParser->pc, 0).kind != TK_LP)
        return TK_INTERVAL_SUM;
    return kind;
}

/* Where the word stands that opens the parenthesis that stands last; 0: it is none, or not that word. */
static uint32_t word_that_opens(const yyParser *yypParser, const char *word)
{
    const char *text = yypParser->pc->text.data;
    uint32_t length = (uint32_t)strlen(word), end = yypParser->previous == TK_LP ? yypParser->last_end - 1 : 0;

    while (end > 0 && cln_is_space(text[end - 1]))
        end--;
    return end >= length && cln_text_equal_nocase(cln_text_of(text + end - length, length), cln_text_of(word, length)) ? end - length : 0;
}

/* NAME a, DOCUMENT x, CONTENT x, STANDALONE YES among the arguments of XMLELEMENT and its kin. */
static uint16_t xml_kind(yyParser *yypParser, cln_token token)
{
    cln_token next = cln_parse_peek(yypParser->pc, 0);

    if (next.kind == TK_COMMA || next.kind == TK_RP || next.kind == TK_DOT)
        return 0;
    if (next.keyword != 0 && word_that_opens(yypParser, "xmlelement") != 0) /* XMLELEMENT(NAME nested, a) */
        next.kind = TK_ID;
    if (is_text(yypParser, token, "name") || is_text(yypParser, token, "evalname") ||
        is_text(yypParser, token, "standalone"))
        return accepts_both(yypParser, TK_XML_NAME, next.kind) ? TK_XML_NAME : 0;
    return (is_text(yypParser, token, "document") || is_text(yypParser, token, "content")) &&
           !accepts_both(yypParser, TK_ID, next.kind) && accepts(yypParser, TK_XML_FORM) ? TK_XML_FORM : 0;
}

/* FROM t, PIVOT t ON a, UNPIVOT t ON b as queries. */
static uint16_t first_kind(const yyParser *yypParser, uint16_t kind)
{
    uint16_t first = 0;

    switch (kind) {
    case TK_FROM: first = TK_FROM_FIRST; break;
    case TK_PIVOT:
    case TK_PIVOT_WIDER: first = TK_PIVOT_FIRST; break;
    case TK_UNPIVOT:
    case TK_PIVOT_LONGER: first = TK_UNPIVOT_FIRST; break;
    default: break;
    }
    return first != 0 && accepts(yypParser, first) ? first : kind;
}

/* a IS b in SQLite; IS NULL and its kin are the same everywhere. */
static bool compares_with_is(yyParser *yypParser)
{
    cln_token next = cln_parse_peek(yypParser->pc, 0);

    if (next.kind == TK_NOT)
        next = cln_parse_peek(yypParser->pc, 1);
    return has_flag(yypParser, CLN_LEX_IS_ANY) && next.kind != TK_NULL && next.kind != TK_TRUE && next.kind != TK_FALSE &&
           next.kind != TK_DISTINCT;
}

static bool has_script(const yyParser *yypParser, cln_script_flag flag)
{
    return (yypParser->pc->dialect->script & (uint32_t)flag) != 0;
}

/* CURRENT DATE, CURRENT SCHEMA, CURRENT TIMEZONE (Db2) */
static bool names_current(yyParser *yypParser, cln_token token)
{
    return token.kind == TK_DATE || token.kind == TK_TIME || token.kind == TK_TIMESTAMP || token.kind == TK_USER ||
           token.kind == TK_SCHEMA || is_text(yypParser, token, "timezone") || is_text(yypParser, token, "server");
}

/* ClickHouse: SELECT a FROM t SETTINGS x = 1, y = 2 UNION ALL ... */
enum { MOST_SETTINGS = 12 };
static bool settles_branch(const yyParser *yypParser)
{
    cln_parse *pc = yypParser->pc;
    uint32_t at = 0;
    uint16_t behind = TK_COMMA;

    while (behind == TK_COMMA && at < MOST_SETTINGS && cln_parse_peek(pc, at + 1).kind == TK_EQ) {
        behind = cln_parse_peek(pc, at + 3).kind;
        at += 4;
    }
    return behind == TK_UNION || behind == TK_EXCEPT || behind == TK_INTERSECT;
}

/* ClickHouse: COLUMNS ('a.*') APPLY ..., t.COLUMNS ('a.*') */
static bool is_columns_star(yyParser *yypParser)
{
    cln_parse *pc = yypParser->pc;
    uint16_t behind;

    if (!has_script(yypParser, CLN_SCRIPT_VALUE_CTES) || cln_parse_peek(pc, 0).kind != TK_LP || cln_parse_peek(pc, 1).kind != TK_STRING ||
        cln_parse_peek(pc, 2).kind != TK_RP || !accepts(yypParser, TK_COLUMNS_STAR))
        return false;
    behind = cln_parse_peek(pc, 3).kind;
    if (behind == TK_EXCEPT)
        return cln_parse_peek(pc, 4).kind != TK_SELECT && cln_parse_peek(pc, 4).kind != TK_ALL && cln_parse_peek(pc, 4).kind != TK_DISTINCT;
    return yypParser->previous == TK_DOT || behind == TK_REPLACE || behind == TK_APPLY;
}

/*
** Words of one dialect that mean something else by what follows:
**
**     FROM a INNER HASH JOIN b      how it is joined (T-SQL)
**     SELECT DATE, TIME             values (Teradata); DATE '2024-01-01' is a literal
**     VALUES a + 1, DEFAULT         rows without parentheses (Db2)
**     SELECT a FROM t WITH UR       how it is isolated (Db2), no CTE
**     (a + 1 AS b) * 2              a name for a part (ClickHouse)
**     GROUP BY local.a              an alias (Exasol), for which LOCAL is else reserved
**     OVER (PARTITION BEST)         how the rows are spread (Vertica)
**     BEGIN (p), END (p)            functions (Teradata)
**     SELECT UNIQUE a               DISTINCT (Oracle)
**     FROM t MATCH (...)            which rows go together (Vertica)
**     COLUMNS ('a.*') EXCEPT b      a star (ClickHouse); COLUMNS ('a.*') + 1 is a call
**     FROM (IMPORT INTO ...)        a table (Exasol)
**     WITH(a AS 1, a + 1)           a value (BigQuery)
**     WITH SUM(a) BY b              what is summed up (Teradata)
**     FROM t NESTED doc COLUMNS ... joined (Oracle), no alias
**     GRAPH_TABLE (g MATCH ...)     a pattern, no a MATCH 'x'
*/
static uint16_t dialect_kind(yyParser *yypParser, uint16_t kind)
{
    cln_token next = cln_parse_peek(yypParser->pc, 0);

    switch (kind) {
    case TK_DEFAULT: /* SET (a, b) = (1, DEFAULT) */
        return (next.kind == TK_COMMA || next.kind == TK_RP) && !continues_as(yypParser, kind, next) && accepts(yypParser, TK_NULL)
                   ? TK_NULL : kind;
    case TK_DATE: case TK_TIME:
        return has_script(yypParser, CLN_SCRIPT_ATTRIBUTES) && next.kind != TK_STRING && next.kind != TK_LP &&
               next.kind != TK_WITH && accepts(yypParser, TK_ID) ? TK_ID : kind;
    case TK_VALUES:
        return has_script(yypParser, CLN_SCRIPT_BARE_VALUES) && next.kind != TK_LP && accepts(yypParser, TK_VALUES_BARE)
                   ? TK_VALUES_BARE : kind;
    case TK_WITH:
        if (cln_has_syntax(yypParser->pc->dialect, CLN_SYNTAX_WITH_VALUE))
            return next.kind == TK_LP && accepts(yypParser, TK_WITH_VALUES) ? TK_WITH_VALUES : kind;
        if (has_script(yypParser, CLN_SCRIPT_ATTRIBUTES))
            return cln_parse_peek(yypParser->pc, 1).kind == TK_LP && accepts(yypParser, TK_WITH_SUMMARY) ? TK_WITH_SUMMARY : kind;
        return has_script(yypParser, CLN_SCRIPT_BARE_VALUES) && next.length == 2 && next.kind != TK_AS &&
               (is_text(yypParser, next, "ur") || is_text(yypParser, next, "cs") || is_text(yypParser, next, "rs") ||
                is_text(yypParser, next, "rr")) && accepts(yypParser, TK_WITH_ISOLATION) ? TK_WITH_ISOLATION : kind;
    case TK_AS:
        return has_script(yypParser, CLN_SCRIPT_VALUE_CTES) && accepts(yypParser, TK_INNER_AS) ? TK_INNER_AS : kind;
    case TK_HASH: case TK_MERGE: case TK_LOOP: case TK_REMOTE:
        return has_script(yypParser, CLN_SCRIPT_NO_SEMICOLON) && next.kind == TK_JOIN &&
               accepts(yypParser, TK_JOIN_METHOD) ? TK_JOIN_METHOD : kind;
    case TK_NORMALIZE:
        return has_script(yypParser, CLN_SCRIPT_ATTRIBUTES) && next.kind != TK_LP && accepts(yypParser, TK_SELECT_NORMALIZED)
                   ? TK_SELECT_NORMALIZED : kind;
    case TK_FROM:
        if (yypParser->previous == TK_RP && cln_has_syntax(yypParser->pc->dialect, CLN_SYNTAX_IMPORT_RELATION) && accepts(yypParser, TK_IMPORT_REST))
            return TK_IMPORT_REST;
        return has_script(yypParser, CLN_SCRIPT_ATTRIBUTES) && !accepts(yypParser, TK_FROM) &&
               accepts(yypParser, TK_UPDATE_FROM) ? TK_UPDATE_FROM : kind;
    case TK_ELSE:
        return has_script(yypParser, CLN_SCRIPT_ATTRIBUTES) && next.kind == TK_INSERT && accepts(yypParser, TK_ELSE_INSERT) ? TK_ELSE_INSERT : kind;
    case TK_OVER:
        return !accepts(yypParser, TK_OVER) && accepts(yypParser, TK_LIMIT_OVER) ? TK_LIMIT_OVER : kind;
    case TK_CURRENT:
        return has_script(yypParser, CLN_SCRIPT_BARE_VALUES) && names_current(yypParser, next) && accepts(yypParser, TK_CURRENT_DATE)
                   ? TK_CURRENT_DATE : kind;
    case TK_BEGIN: case TK_END:
        return has_script(yypParser, CLN_SCRIPT_ATTRIBUTES) && next.kind == TK_LP && accepts(yypParser, TK_PERIOD_BOUND)
                   ? TK_PERIOD_BOUND : kind;
    case TK_PARTITION:
        return (is_text(yypParser, next, "best") || is_text(yypParser, next, "nodes") || is_text(yypParser, next, "auto")) && accepts(yypParser, TK_PARTITION_HOW)
                   ? TK_PARTITION_HOW : kind;
    case TK_UNIQUE:
        return (yypParser->previous == TK_SELECT || yypParser->previous == TK_ALL) && accepts(yypParser, TK_SELECT_UNIQUE)
                   ? TK_SELECT_UNIQUE : kind;
    case TK_ASC: case TK_DESC:
        return has_script(yypParser, CLN_SCRIPT_ATTRIBUTES) && !accepts(yypParser, kind) && accepts(yypParser, TK_ARGUMENT_ORDER)
                   ? TK_ARGUMENT_ORDER : kind;
    case TK_NO:
        return has_script(yypParser, CLN_SCRIPT_ATTRIBUTES) && (next.kind == TK_CASE || next.kind == TK_RANGE) && accepts(yypParser, TK_NO_CASE)
                   ? TK_NO_CASE : kind;
    case TK_LANGUAGE:
        return has_script(yypParser, CLN_SCRIPT_NO_SEMICOLON) && (next.kind == TK_STRING || next.kind == TK_NUMBER) &&
               accepts(yypParser, TK_LANGUAGE_ARGUMENT) ? TK_LANGUAGE_ARGUMENT : kind;
    case TK_SETTINGS:
        return settles_branch(yypParser) && accepts(yypParser, TK_BRANCH_SETTINGS) ? TK_BRANCH_SETTINGS : kind;
    case TK_MATCH:
        if (accepts(yypParser, TK_GRAPH_PATTERN))
            return TK_GRAPH_PATTERN;
        return cln_has_syntax(yypParser->pc->dialect, CLN_SYNTAX_MATCH_EVENTS) && next.kind == TK_LP && accepts(yypParser, TK_MATCH_EVENTS) ? TK_MATCH_EVENTS : kind;
    case TK_COLUMNS:
        return is_columns_star(yypParser) ? TK_COLUMNS_STAR : kind;
    case TK_IMPORT:
        return yypParser->previous != TK_LP || !accepts(yypParser, TK_IMPORT_TABLE) ? kind : next.kind == TK_INTO ? TK_IMPORT_TABLE : TK_IMPORT_REST;
    case TK_LOGGING:
        return has_script(yypParser, CLN_SCRIPT_ATTRIBUTES) && accepts(yypParser, TK_QUERY_HINTS) ? TK_QUERY_HINTS : kind;
    case TK_USING:
        return has_script(yypParser, CLN_SCRIPT_ATTRIBUTES) && accepts(yypParser, TK_OPERATOR_USING) ? TK_OPERATOR_USING : kind;
    case TK_NESTED:
        return (next.kind == TK_ID || next.kind == TK_QUOTED_ID || next.kind == TK_PATH) && accepts(yypParser, TK_NESTED_JOIN) ? TK_NESTED_JOIN : kind;
    case TK_LOCAL:
        return next.kind == TK_DOT && !accepts(yypParser, TK_LOCAL) && accepts(yypParser, TK_ID) ? TK_ID : kind;
    default:
        return kind;
    }
}

/* Snowflake: x INT -> x + 1, (x INT, y INT) -> x + y: whether the type of a parameter stands here. */
static bool is_lambda_type(yyParser *yypParser)
{
    cln_parse *pc = yypParser->pc;
    uint32_t at = 0;

    if (cln_parse_peek(pc, 0).kind != TK_ARROW && cln_parse_peek(pc, 0).kind != TK_COMMA && cln_parse_peek(pc, 0).kind != TK_RP)
        return false;
    while (at + 4 < CLN_LOOKAHEAD && cln_parse_peek(pc, at).kind == TK_COMMA)
        at += 3;
    if (at > 0 && cln_parse_peek(pc, at).kind != TK_RP)
        return false;
    at += cln_parse_peek(pc, at).kind == TK_RP;
    return cln_parse_peek(pc, at).kind == TK_ARROW && accepts(yypParser, TK_LAMBDA_TYPE);
}

static uint16_t word_kind(yyParser *yypParser, cln_token token)
{
    cln_keyword_class class = class_of(yypParser, token);
    uint16_t kind;

    if (cln_has_syntax(yypParser->pc->dialect, CLN_SYNTAX_LAMBDA_TYPES) && is_lambda_type(yypParser))
        return TK_LAMBDA_TYPE;

    if (class == CLN_KEYWORD_NONE)
        return special_kind(yypParser, token, token.kind, class);
    if ((yypParser->previous == TK_DOT || yypParser->previous == TK_PATH_COLON) && accepts(yypParser, TK_ID) &&
        (class < CLN_KEYWORD_FUNCTION ||
         ((yypParser->pc->dialect->features & CLN_FEATURE_KEYWORD_AFTER_DOT) != 0 &&
          is_name_behind_dot(yypParser, token.kind))))
        return token.kind == TK_COLUMNS && is_columns_star(yypParser) ? TK_COLUMNS_STAR : TK_ID;
    kind = paired(yypParser, token.kind);
    if (kind != token.kind)
        return kind;
    /* DATE '2024-01-01' + 30 DAYS */
    if (is_unit(kind) && !accepts(yypParser, kind) && (yypParser->pc->dialect->features & CLN_FEATURE_BARE_INTERVAL) != 0 &&
        accepts(yypParser, TK_BARE_UNIT))
        return TK_BARE_UNIT;
    if (is_unit(kind) && has_script(yypParser, CLN_SCRIPT_BARE_VALUES) && accepts(yypParser, TK_DURATION))
        return TK_DURATION;
    kind = dialect_kind(yypParser, kind);
    if (kind != token.kind)
        return kind;
    if (class < CLN_KEYWORD_FUNCTION)
        kind = soft_kind(yypParser, token, class);
    else if (class == CLN_KEYWORD_FUNCTION)
        kind = function_kind(yypParser, token);
    if (kind == token.kind && is_type_word(kind) && accepts(yypParser, TK_TYPE_WORD) &&
        !(is_unit(kind) && cln_parse_peek(yypParser->pc, 0).kind == TK_FROM && accepts(yypParser, TK_UNIT_ARGUMENT)) &&
        (!accepts(yypParser, kind) || ((class == CLN_KEYWORD_RESERVED || (yypParser->previous == TK_LP && cln_parse_peek(yypParser->pc, 0).kind == TK_COMMA)) && !continues_as(yypParser, kind, cln_parse_peek(yypParser->pc, 0)))))
        return TK_TYPE_WORD;
    /* SELECT a AS select */
    if (yypParser->previous == TK_AS && has_flag(yypParser, CLN_LEX_ANY_ALIAS) && !accepts(yypParser, kind) &&
        accepts(yypParser, TK_ID))
        return TK_ID;
    if ((yypParser->pc->dialect->features & CLN_FEATURE_BARE_FROM) != 0)
        kind = first_kind(yypParser, kind);
    if (kind == TK_USING && has_flag(yypParser, CLN_LEX_USING_NAMES) && cln_parse_peek(yypParser->pc, 0).kind != TK_LP &&
        accepts(yypParser, TK_USING_NAMES))
        return TK_USING_NAMES;
    if (kind == TK_IS && compares_with_is(yypParser) && accepts(yypParser, TK_IS_ANY))
        return TK_IS_ANY;
    return special_kind(yypParser, token, kind, class);
}

/*
** Signs that mean two things:
**
**     data -> 'a', data -> 0     reach into JSON; x -> x + 1 is a lambda
**     src:name.first             reaches into JSON; {'a': 1} and x[1:2] do not
*/
static uint16_t sign_kind(yyParser *yypParser, cln_token token)
{
    uint16_t kind = token.kind;
    uint32_t features = yypParser->pc->dialect->features;
    uint16_t next;

    if (kind == TK_ID && (yypParser->previous == TK_LP || yypParser->previous == TK_COMMA) && (next = xml_kind(yypParser, token)) != 0)
        return next;
    if (kind == TK_ID)
        return yypParser->previous != TK_JSON && (features & CLN_FEATURE_STRING_ALIAS) != 0 ? kind : special_kind(yypParser, token, kind, CLN_KEYWORD_NONE);
    if (kind == TK_STRING && has_flag(yypParser, CLN_LEX_STRING_NAME) && accepts(yypParser, TK_QUOTED_ID) &&
        (yypParser->previous == TK_DOT || cln_parse_peek(yypParser->pc, 0).kind == TK_DOT))
        return TK_QUOTED_ID;
    if (kind == TK_OTHER_OP && is_text(yypParser, token, "|>") &&
        (accepts(yypParser, TK_PIPE_INTO) || (yypParser->pc->recovering && cln_parse_peek(yypParser->pc, 0).keyword != 0)))
        return TK_PIPE_INTO;
    if (kind == TK_ARROW2 && cln_has_syntax(yypParser->pc->dialect, CLN_SYNTAX_FLOW) && accepts(yypParser, TK_FLOW_INTO))
        return TK_FLOW_INTO;
    if (kind == TK_STAR && yypParser->previous == TK_LB && (features & CLN_FEATURE_JSON_COLON) != 0 &&
        accepts(yypParser, TK_ALL_ELEMENTS))
        return TK_ALL_ELEMENTS;
    if (kind == TK_STAR && yypParser->previous == TK_LP && (features & CLN_FEATURE_KNOWN_CLAUSES) == 0 &&
        accepts(yypParser, TK_ANY_PARTITION))
        return TK_ANY_PARTITION;
    if (kind == TK_PARAM && has_script(yypParser, CLN_SCRIPT_VALUE_CTES) && token.length == 1 &&
        !accepts(yypParser, TK_PARAM) && accepts(yypParser, TK_TERNARY))
        return TK_TERNARY;
    if (kind == TK_DOT && has_script(yypParser, CLN_SCRIPT_NO_SEMICOLON) && accepts(yypParser, TK_LEADING_DOT))
        return TK_LEADING_DOT;
    if (kind == TK_NUMBER && yypParser->previous == TK_DOT && has_script(yypParser, CLN_SCRIPT_VALUE_CTES) &&
        accepts(yypParser, TK_TUPLE_ELEMENT))
        return TK_TUPLE_ELEMENT;
    if (kind == TK_ARROW && (features & CLN_FEATURE_JSON_ARROW) == 0) {
        next = cln_parse_peek(yypParser->pc, 0).kind;
        if (next != TK_STRING && next != TK_NUMBER && accepts(yypParser, TK_LAMBDA_ARROW))
            return TK_LAMBDA_ARROW;
    }
    if (kind == TK_COLON && (features & (CLN_FEATURE_JSON_COLON | CLN_FEATURE_BARE_FROM)) == CLN_FEATURE_BARE_FROM &&
        has_flag(yypParser, CLN_LEX_OPERATORS) && accepts(yypParser, TK_ALIAS_COLON))
        return TK_ALIAS_COLON;
    if (kind == TK_PERCENT && (cln_is_separator(cln_parse_peek(yypParser->pc, 0)) || cln_parse_peek(yypParser->pc, 0).kind == TK_OFFSET || closes(cln_parse_peek(yypParser->pc, 0).kind)) &&
        accepts(yypParser, TK_LIMIT_PERCENT))
        return TK_LIMIT_PERCENT;
    if (kind == TK_PARAM && token.offset == yypParser->last_end && yypParser->pc->text.data[token.offset] == '@' &&
        accepts(yypParser, TK_VERSION_MARK))
        return TK_VERSION_MARK;
    if (kind == TK_COLON && (features & CLN_FEATURE_JSON_COLON) != 0 && yypParser->previous != TK_STRING &&
        accepts(yypParser, TK_PATH_COLON))
        return TK_PATH_COLON;
    return kind;
}
