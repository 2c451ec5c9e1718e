/*
** driver.c -- the parser driver: lemon's template (`lemon -T`), our own.
**
** It follows lempar.c of lemon 3.40 closely in what the %% sections are and how the tables are read.  What differs:
**
**   - A word that is a keyword and might be a name is decided here (kind_of): it is a keyword when the parser,
**     after its pending reductions, can shift it and what follows it, else a name.  `accepts` runs the tables
**     on the states of the stack without touching it.
**   - No %fallback, no destructors, no error recovery, no tracing, no growing: the stack is made once, and when it is
**     full the statement has a `limit` diagnostic.
**   - Each entry of the stack knows where its text starts, so that an action finds the span of its rule in pc->at.
**   - A careful parser finds a token that cannot be shifted before any reduction, so that the message can say what
**     was expected.  Trying each token costs as much as parsing it: a statement is read without care first, and with
**     care where it turns out that something does not fit.
*/
%%
/* Token numbers. */
%%
#define yytestcase(condition)
#ifndef INTERFACE
#define INTERFACE 1
#endif
%%
#define YY_NLOOKAHEAD ((int)(sizeof(yy_lookahead) / sizeof(yy_lookahead[0])))
/* The tables. */
%%
/* No fallback tokens: this table is not in use. */
#ifdef YYFALLBACK
static const YYCODETYPE yyFallback[] = {
%%
};
#endif

typedef struct yyStackEntry {
    YYACTIONTYPE stateno;
    uint16_t depth;      /* of parentheses that are open behind it (a careful parser's) */
    uint32_t start;      /* of the symbol's text */
    YYMINORTYPE minor;
} yyStackEntry;

/*
** What comes behind a reduction depends on three things alone: the state that it uncovers, its rule, and the kind of the
** next token.  Most reductions replace one symbol by another (name ::= ID, sum ::= term), and most of those are idle,
** without code: a chain of them is walked once, and then looked up as one step.  Where `rule` uncovers `below` in front
** of `kind`, `rules` are run, and the state becomes `last`.
*/
enum { STEP_BITS = 12, STEPS = 1 << STEP_BITS, MOST_IN_STEP = 5, COLUMN_RULES = 3 };
typedef struct step {
    uint64_t key;                 /* of below, rule and kind; 0: no step yet */
    YYACTIONTYPE last, next;      /* next: what is done with the token in `last` */
    uint8_t count;                /* of rules */
    uint8_t fused;                /* so many of the first are done at once: see column_rules */
    uint16_t rules[MOST_IN_STEP]; /* without those that are idle and replace one symbol */
} step;

enum { FITTING = 2 }; /* so many tokens fit before another error is told */
typedef struct cln_engine yyParser;
struct cln_engine {
    yyStackEntry *yytos;
    yyStackEntry *stack, *end;
    cln_parse *pc;
    step *steps;             /* those met last, by a hash */
    /* What makes a column of a word, name ::= ID, parts ::= name, postfix ::= parts: so often that it is done at once. */
    uint16_t column_rules[COLUMN_RULES];
    bool careful;            /* whether a token fits is found before the reductions in front of it */
    bool fast;               /* neither that nor clauses to be passed over: most tokens are what they look like */
    uint8_t plain[YYNTOKEN]; /* by own kind, whether a token is what it looks like: PLAIN and others ... */
    uint64_t doubtful_next[YYNTOKEN]; /* ... and in front of which kinds it may be something else, a bit for each 64th ... */
    const cln_dialect *plain_in; /* ... in this dialect */
    uint32_t last_end;       /* where the last shifted token ended */
    uint16_t previous;       /* the kind of the last shifted token */
    bool matching;           /* in MATCH_RECOGNIZE, before DEFINE */
    uint32_t repairs, trials; /* of this statement: repair.c */
    uint32_t not_before;     /* no repair goes on in front of this */
    uint32_t fitting;        /* tokens shifted since the last repair */
};

/* The names of tokens and rules, which messages do not use. */
#if 0
static const char *const yyTokenName[] = {
%%
};
static const char *const yyRuleName[] = {
%%
};
#endif
/* No destructors. */
#if 0
    switch (0) {
%%
    }
#endif

static YYACTIONTYPE shift_action(YYCODETYPE token, YYACTIONTYPE state)
{
    int i;

    if (state > YY_MAX_SHIFT)
        return state;
    i = yy_shift_ofst[state] + token;
    return yy_lookahead[i] == token ? yy_action[i] : yy_default[state];
}

static YYACTIONTYPE goto_action(YYACTIONTYPE state, YYCODETYPE symbol)
{
    return yy_action[yy_reduce_ofst[state] + symbol];
}

/* The stack is full: the statement is nested too deep. */
static void overflow(yyParser *yypParser)
{
    cln_parse *pc = yypParser->pc;

    cln_parse_fail(pc, CLN_LIMIT, ((colline_span){ yypParser->last_end, 0 }),
                   "the statement is nested deeper than the parser's stack (max_nesting is %u)", pc->max_nesting);
#if 0
%%
#endif
}

/* For each rule, the symbol on its left and minus the number of those on its right. */
static const YYCODETYPE yyRuleInfoLhs[] = {
%%
};
static const signed char yyRuleInfoNRhs[] = {
%%
};

/* Run the rule's code on its symbols, the last of which stands at yymsp: what it makes stands in the place of the first. */
static void run_rule(cln_parse *pc, yyStackEntry *yymsp, unsigned yyruleno)
{
    switch (yyruleno) {
%%
    }
}

/* %parse_failure, %syntax_error and %parse_accept: the grammar has none. */
#if 0
%%
%%
%%
#endif

/* ---- Looking ahead ---------------------------------------------------------------------------------------- */

static bool replaces_one(unsigned rule)
{
    return yyRuleInfoNRhs[rule] == -1;
}

/* The rule, and those that replace one symbol behind it. */
static void walk_step(step *s, YYACTIONTYPE below, unsigned rule, uint16_t kind)
{
    do {
        if (!replaces_one(rule) || rule < YYNRULE_WITH_ACTION) {
            if (s->count == MOST_IN_STEP)
                return;
            s->rules[s->count++] = (uint16_t)rule;
        }
        s->last = goto_action(below, yyRuleInfoLhs[rule]);
        s->next = shift_action(kind, s->last);
        rule = (unsigned)s->next - YY_MIN_REDUCE;
    } while (s->next >= YY_MIN_REDUCE && replaces_one(rule));
}

/* A step that was not met before: of two that share a place the older one moves to the place beside it. */
static CLN_COLD const step *make_step(const yyParser *yypParser, uint64_t key, step *s, step *beside)
{
    *beside = *s;
    *s = (step){ .key = key };
    walk_step(s, (YYACTIONTYPE)(key >> 16), (uint16_t)key, (uint16_t)(key >> 32));
    if (s->count >= COLUMN_RULES && memcmp(s->rules, yypParser->column_rules, sizeof yypParser->column_rules) == 0)
        s->fused = COLUMN_RULES;
    return s;
}

static inline const step *find_step(const yyParser *yypParser, YYACTIONTYPE below, unsigned rule, uint16_t kind)
{
    uint64_t key = (uint64_t)1 << 48 | (uint64_t)kind << 32 | (uint64_t)below << 16 | rule;
    uint32_t place = (uint32_t)(key * 0x9E3779B97F4A7C15u >> (64 - STEP_BITS));
    step *s = &yypParser->steps[place], *beside = &yypParser->steps[place ^ 1];

    return s->key == key ? s : beside->key == key ? beside : make_step(yypParser, key, s, beside);
}

/* A stack that stands on the parser's: `base` is the parser's entry below the states that were pushed here. */
enum { MOST_PUSHED = 100 };
typedef struct trial {
    const yyParser *parser;
    const yyStackEntry *base;
    uint32_t pushed;
    YYACTIONTYPE states[MOST_PUSHED];
} trial;

static YYACTIONTYPE trial_top(const trial *t)
{
    return t->pushed > 0 ? t->states[t->pushed - 1] : t->base->stateno;
}

static bool trial_push(trial *t, YYACTIONTYPE state)
{
    if (t->pushed == MOST_PUSHED)
        return false;
    t->states[t->pushed++] = state;
    return true;
}

static void trial_pop(trial *t, uint32_t size)
{
    if (size > t->pushed) {
        t->base -= size - t->pushed;
        t->pushed = 0;
    } else {
        t->pushed -= size;
    }
}

/* Whether the parser can shift `kind` after its pending reductions (or accept, for the end); then it stands shifted on
   the trial. */
static bool trial_shift(trial *t, uint16_t kind)
{
    YYACTIONTYPE act = shift_action(kind, trial_top(t));

    while (act >= YY_MIN_REDUCE) {
        unsigned rule = act - YY_MIN_REDUCE;
        const step *s;
        trial_pop(t, (uint32_t)-yyRuleInfoNRhs[rule]);
        s = find_step(t->parser, trial_top(t), rule, kind);
        if (!trial_push(t, s->last))
            return false;
        act = s->next;
    }
    if (act <= YY_MAX_SHIFTREDUCE)
        return trial_push(t, act > YY_MAX_SHIFT ? act + YY_MIN_REDUCE - YY_MIN_SHIFTREDUCE : act);
    return act == YY_ACCEPT_ACTION;
}

static trial start_trial(const yyParser *yypParser)
{
    trial t;

    t.parser = yypParser;
    t.base = yypParser->yytos;
    t.pushed = 0;
    return t;
}

static bool accepts(const yyParser *yypParser, uint16_t kind)
{
    trial t = start_trial(yypParser);

    return trial_shift(&t, kind);
}

/* Whether both can be shifted, one after the other. */
static bool accepts_both(const yyParser *yypParser, uint16_t kind, uint16_t next)
{
    trial t = start_trial(yypParser);

    return trial_shift(&t, kind) && trial_shift(&t, next);
}

/* ---- What a token is -------------------------------------------------------------------------------------- */

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
    [TK_ON] = PAIRED, [TK_ORDER] = ORDERS_TABLE, [TK_WITH] = PAIRED | NEEDS_CARE, [TK_WITHOUT] = PAIRED, [TK_FOR] = PAIRED,
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
    { TK_WITH, TK_FILL, TK_WITH_FILL },
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
    /* SELECT a INTO @x FROM t;  SELECT * EXCLUDE (a), b FROM t;  SELECT a exclude, b */
    if ((kind == TK_INTO || kind == TK_EXCLUDE) && accepts(yypParser, kind))
        return kind;
    /* FROM t SELECT * EXCEPT (SELECT ...) */
    if (kind == TK_EXCEPT && cln_parse_peek(yypParser->pc, 1).kind == TK_SELECT)
        return kind;
    /* SELECT a FROM t AS OF 1, not t AS OF TIMESTAMP x */
    if (kind == TK_AS && next == TK_OF && cln_parse_peek(yypParser->pc, 1).keyword == 0 &&
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
        return (yypParser->pc->dialect->id == COLLINE_MYSQL || yypParser->pc->dialect->id == COLLINE_MARIADB) && next == TK_LP &&
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

/*
** Words that another word makes keywords, and words that name types in front of a string:
**
**     x IS JSON OBJECT, but SELECT object FROM t
**     SELECT timestamptz '2024-01-01', but SELECT a 'alias' where strings are aliases
**     TIMESTAMPDIFF(SECOND, a, b) where SECOND is reserved
*/
static uint16_t special_kind(yyParser *yypParser, cln_token token, uint16_t kind, cln_keyword_class class)
{
    if ((yypParser->pc->dialect->features & CLN_FEATURE_STRING_ALIAS) == 0 && (kind == TK_ID || is_type_word(kind)) &&
        is_sized_literal(yypParser) && accepts(yypParser, TK_SIZED_TYPE))
        return TK_SIZED_TYPE;
    if (yypParser->previous == TK_JSON && accepts(yypParser, TK_JSON_KIND) &&
        (is_text(yypParser, token, "object") || is_text(yypParser, token, "array") || is_text(yypParser, token, "scalar") ||
         is_text(yypParser, token, "value")))
        return TK_JSON_KIND;
    if ((yypParser->pc->dialect->features & CLN_FEATURE_STRING_ALIAS) == 0 && (kind == TK_ID || is_type_word(kind)) &&
        cln_parse_peek(yypParser->pc, 0).kind == TK_STRING && yypParser->previous != TK_DOT && yypParser->previous != TK_AS &&
        (kind == TK_ID || !accepts_both(yypParser, kind, TK_STRING)) && accepts(yypParser, TK_TYPE_NAME))
        return TK_TYPE_NAME;
    if (class >= CLN_KEYWORD_FUNCTION && is_unit(kind) && !accepts(yypParser, kind) && accepts(yypParser, TK_UNIT_ARGUMENT))
        return TK_UNIT_ARGUMENT;
    if (kind == TK_INTERVAL && has_flag(yypParser, CLN_LEX_INTERVAL_SUM) && accepts(yypParser, TK_INTERVAL_SUM) &&
        cln_parse_peek(yypParser->pc, 0).kind != TK_LP)
        return TK_INTERVAL_SUM;
    return kind;
}

/* NAME a, DOCUMENT x, CONTENT x, STANDALONE YES among the arguments of XMLELEMENT and its kin. */
static uint16_t xml_kind(yyParser *yypParser, cln_token token)
{
    cln_token next = cln_parse_peek(yypParser->pc, 0);

    if (next.kind == TK_COMMA || next.kind == TK_RP || next.kind == TK_DOT)
        return 0;
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
    case TK_DATE: case TK_TIME:
        return has_script(yypParser, CLN_SCRIPT_ATTRIBUTES) && next.kind != TK_STRING && next.kind != TK_LP &&
               next.kind != TK_WITH && accepts(yypParser, TK_ID) ? TK_ID : kind;
    case TK_VALUES:
        return has_script(yypParser, CLN_SCRIPT_BARE_VALUES) && next.kind != TK_LP && accepts(yypParser, TK_VALUES_BARE)
                   ? TK_VALUES_BARE : kind;
    case TK_WITH:
        if (yypParser->pc->dialect->id == COLLINE_BIGQUERY)
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
        if (yypParser->previous == TK_RP && yypParser->pc->dialect->id == COLLINE_EXASOL && accepts(yypParser, TK_IMPORT_REST))
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
        return (is_text(yypParser, next, "best") || is_text(yypParser, next, "nodes")) && accepts(yypParser, TK_PARTITION_HOW)
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
        return yypParser->pc->dialect->id == COLLINE_VERTICA && next.kind == TK_LP && accepts(yypParser, TK_MATCH_EVENTS) ? TK_MATCH_EVENTS : kind;
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

    if (yypParser->pc->dialect->id == COLLINE_SNOWFLAKE && is_lambda_type(yypParser))
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
        (!accepts(yypParser, kind) || (class == CLN_KEYWORD_RESERVED && !continues_as(yypParser, kind, cln_parse_peek(yypParser->pc, 0)))))
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
    if (kind == TK_ARROW2 && yypParser->pc->dialect->id == COLLINE_SNOWFLAKE && accepts(yypParser, TK_FLOW_INTO))
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

/* ---- What was expected ------------------------------------------------------------------------------------ */

enum {
    TOKEN_COUNT = 0
#define TOKEN(name, words, sort) + 1
#include "grammar/tokens.def"
#undef TOKEN
};

/* Whether `kind` can follow `context`, a statement's first tokens. */
static bool follows(const yyParser *yypParser, const uint16_t *context, uint16_t kind)
{
    trial t = start_trial(yypParser);

    t.base = yypParser->stack;
    for (; *context != 0; context++)
        if (!trial_shift(&t, *context))
            return false;
    return trial_shift(&t, kind);
}

/* What any expression may start with: what can follow WHERE. */
static bool starts_expression(const yyParser *yypParser, uint16_t kind)
{
    static const uint16_t context[] = { TK_SELECT, TK_NUMBER, TK_WHERE, 0 };

    return follows(yypParser, context, kind);
}

/* What goes on with an expression: what can follow CASE a, but for WHEN. */
static bool continues_expression(const yyParser *yypParser, uint16_t kind)
{
    static const uint16_t context[] = { TK_SELECT, TK_CASE, TK_ID, 0 };

    return kind != TK_WHEN && follows(yypParser, context, kind);
}

/* One alternative of a message: , a or b */
enum { MOST_EXPECTED = 6 };
typedef struct expected {
    const char *words[MOST_EXPECTED];
    uint32_t count; /* may be more */
} expected;

static void expect(expected *list, const char *words)
{
    if (list->count < MOST_EXPECTED)
        list->words[list->count] = words;
    list->count++;
}

static bool is_known_keyword(const yyParser *yypParser, uint16_t kind)
{
    return kind <= TOKEN_COUNT ||
           cln_keyword_class_of(yypParser->pc->dialect, (uint16_t)(kind - TOKEN_COUNT)) != CLN_KEYWORD_NONE;
}

/* Signs, and the words that tell most, before others. */
static bool is_telling(uint16_t kind)
{
    switch (kind) {
    case TK_AS: case TK_FROM: case TK_WHERE: case TK_GROUP: case TK_HAVING: case TK_ORDER: case TK_BY: case TK_ON:
    case TK_JOIN: case TK_SELECT: case TK_VALUES: case TK_INTO: case TK_SET: case TK_TABLE: case TK_THEN: case TK_WHEN:
    case TK_ELSE: case TK_END: case TK_AND: case TK_USING: case TK_NULL:
        return true;
    default:
        return kind <= TOKEN_COUNT;
    }
}

/* Words first for whole groups (an expression, an operator, an identifier), then the tokens that are left. */
static expected find_expected(const yyParser *yypParser)
{
    bool expression = accepts(yypParser, TK_NUMBER) && accepts(yypParser, TK_CASE);
    bool operator = accepts(yypParser, TK_PLUS) && accepts(yypParser, TK_SLASH);
    expected list = { .count = 0 };
    uint16_t last = YYNTOKEN < TK_WORD ? YYNTOKEN : TK_WORD;

    if (expression)
        expect(&list, "an expression");
    else if (accepts(yypParser, TK_ID))
        expect(&list, "an identifier");
    else if (operator)
        expect(&list, "an operator");
    for (uint32_t turn = 0; turn < 2u * last; turn++) {
        uint16_t kind = (uint16_t)(turn % last);
        if (kind == 0 || is_telling(kind) != (turn < last) || !is_known_keyword(yypParser, kind) ||
            !accepts(yypParser, kind) || kind == TK_ID || kind == TK_QUOTED_ID)
            continue;
        if ((expression && starts_expression(yypParser, kind)) || (operator && continues_expression(yypParser, kind)))
            continue;
        expect(&list, kind > TOKEN_COUNT ? cln_keyword_word((uint16_t)(kind - TOKEN_COUNT)) : cln_token_name(kind));
    }
    if (accepts(yypParser, 0))
        expect(&list, "the end of the statement");
    return list;
}

static colline_text expected_words(const yyParser *yypParser)
{
    cln_arena *arena = yypParser->pc->arena;
    expected list = find_expected(yypParser);
    uint32_t shown = list.count < MOST_EXPECTED ? list.count : MOST_EXPECTED;
    cln_buffer text = { NULL, 0, 0 };

    if (shown == 0)
        return CLN_TEXT("nothing more");
    if (shown > 1)
        cln_buffer_add_string(arena, &text, "one of ");
    for (uint32_t i = 0; i < shown; i++) {
        cln_buffer_add_string(arena, &text, i == 0 ? "" : ", ");
        cln_buffer_add_string(arena, &text, list.words[i]);
    }
    if (list.count > shown)
        cln_buffer_add_string(arena, &text, " ...");
    return cln_buffer_text(arena, &text);
}

/* found ')', expected an expression */
static void tell_syntax_error(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    colline_text found = cln_parse_text(pc, token);
    colline_text wanted;

    wanted = expected_words(yypParser);
    if (cln_is_separator(token)) {
        cln_parse_fail(pc, CLN_SYNTAX_ERROR, ((colline_span){ yypParser->last_end, 0 }),
                       "the statement ends too early, expected %t", &wanted);
    } else if (found.length > 40) {
        cln_parse_fail(pc, CLN_SYNTAX_ERROR, cln_token_span(token), "found %s, expected %t", cln_token_name(token.kind),
                       &wanted);
    } else {
        const char *quote = token.kind == TK_STRING || token.kind == TK_QUOTED_ID || token.keyword != 0 ? "" : "'";
        cln_parse_fail(pc, CLN_SYNTAX_ERROR, cln_token_span(token), "found %s%t%s, expected %t", quote, &found, quote,
                       &wanted);
    }
}

static bool recover(yyParser *yypParser, cln_token token);
static bool is_meant_as_name(const yyParser *yypParser, uint16_t kind);

static void syntax_error(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;

    /* What comes right behind a repair is not news. */
    if (!pc->failed && pc->diagnostics != NULL && yypParser->fitting >= FITTING)
        tell_syntax_error(yypParser, token);
    if (pc->failed || !recover(yypParser, token))
        pc->failed = true;
}

/* ---- Feeding ---------------------------------------------------------------------------------------------- */

/* What a careful parser knows of a token besides. */
static void take_care(yyParser *yypParser, yyStackEntry *top, uint16_t kind)
{
    top->depth = (uint16_t)(top[-1].depth + opens(kind) - (closes(kind) && top[-1].depth > 0));
    yypParser->fitting++;
}

static inline void shift(yyParser *yypParser, YYACTIONTYPE state, uint16_t kind, cln_token token)
{
    yyStackEntry *top = yypParser->yytos + 1;

    if (top >= yypParser->end) {
        overflow(yypParser);
        return;
    }
    yypParser->yytos = top;
    top->stateno = state > YY_MAX_SHIFT ? (YYACTIONTYPE)(state + YY_MIN_REDUCE - YY_MIN_SHIFTREDUCE) : state;
    top->start = token.offset;
    if (yypParser->careful)
        take_care(yypParser, top, kind);
    top->minor.yy0 = cln_token_of(kind, token.keyword, token.offset, token.length);
    yypParser->last_end = token.offset + token.length;
    yypParser->previous = kind;
}

/* The stack has room for what an empty rule puts on it. */
static bool has_room(yyParser *yypParser)
{
    if (yypParser->yytos + 1 < yypParser->end)
        return true;
    overflow(yypParser);
    return false;
}

/*
** Run a step's rules; false: one of them has failed.  The first replaces the symbols behind `left` by the one that stands there then, the
** others replace that one.  Their text goes from the first symbol's start to the end of the last token.
*/
static inline bool take_step(yyParser *yypParser, const step *s, yyStackEntry *left, int size)
{
    cln_parse *pc = yypParser->pc;
    yyStackEntry *top = yypParser->yytos;
    uint32_t end = yypParser->last_end, i = s->fused;

    if (size >= 0)
        left->start = end;
    left->depth = top->depth;
    left->stateno = s->last;
    yypParser->yytos = left;
    pc->at = (colline_span){ left->start, end - left->start };
    if (i != 0) {
        cln_node *column = cln_build_simple_column(pc, left->minor.yy0);
        memcpy(&left->minor, &column, sizeof column);
    }
    for (; i < s->count; i++, top = left) {
        run_rule(pc, top, s->rules[i]);
        if (pc->failed)
            return false;
    }
    return true;
}

/* Reduce from that action on until `kind` can be shifted; what is to be done with it then. */
static YYACTIONTYPE reduce_for(yyParser *yypParser, YYACTIONTYPE act, uint16_t kind)
{
    do {
        unsigned rule = act - YY_MIN_REDUCE;
        int size = yyRuleInfoNRhs[rule];
        yyStackEntry *left = yypParser->yytos + size + 1;
        const step *s;
        if (size == 0 && !has_room(yypParser))
            return YY_ERROR_ACTION;
        s = find_step(yypParser, left[-1].stateno, rule, kind);
        if (!take_step(yypParser, s, left, size))
            return YY_ERROR_ACTION;
        act = s->next;
    } while (act >= YY_MIN_REDUCE);
    return act;
}

/* Reduce until `kind` is shifted; where it cannot be, the parse has failed. */
static inline void advance_at_once(yyParser *yypParser, uint16_t kind, cln_token token)
{
    YYACTIONTYPE act = shift_action(kind, yypParser->yytos->stateno);

    if (act >= YY_MIN_REDUCE)
        act = reduce_for(yypParser, act, kind);
    if (act <= YY_MAX_SHIFTREDUCE)
        shift(yypParser, act, kind, token);
    else if (act != YY_ACCEPT_ACTION)
        yypParser->pc->failed = true;
}

/* The same, where it need not be quick. */
static void advance(yyParser *yypParser, uint16_t kind, cln_token token)
{
    advance_at_once(yypParser, kind, token);
}

/* ARRAY<ARRAY<INT>>: where a '>>' cannot be, it is two. */
static bool split_closers(yyParser *yypParser, cln_token token)
{
    if ((token.kind != TK_SHIFT_RIGHT && token.kind != TK_OTHER_OP && token.kind != TK_GE) ||
        yypParser->pc->text.data[token.offset] != '>' || !accepts(yypParser, TK_GT))
        return false;
    for (uint32_t i = 0; i < token.length && !yypParser->pc->failed; i++) {
        char c = yypParser->pc->text.data[token.offset + i];
        cln_token part = cln_token_at(c == '>' ? TK_GT : TK_EQ, token.offset + i, 1);
        if (!accepts(yypParser, part.kind))
            syntax_error(yypParser, part);
        else
            advance(yypParser, part.kind, part);
    }
    return true;
}

/* ---- What no rule knows ----------------------------------------------------------------------------------- */

/* Whether a clause ends in front of the next token: AS and a query, or (in parentheses) a comma. */
static bool ends_clause(cln_parse *pc, uint16_t clause)
{
    uint16_t next = cln_parse_peek(pc, 0).kind;
    uint16_t second = cln_parse_peek(pc, 1).kind;

    if (clause != TK_CLAUSE)
        return clause == TK_COLUMN_CLAUSE && next == TK_COMMA;
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
        token.length = next.offset + next.length - token.offset;
    }
}

/* Words that start what may follow the arguments of JSON and string functions: JSON_VALUE(a, b RETURNING INT) */
static bool starts_call_clause(uint16_t kind)
{
    switch (kind) {
    case TK_ON: case TK_COLUMNS: case TK_RETURNING: case TK_DEFAULT: case TK_ERROR: case TK_NULL: case TK_ABSENT:
    case TK_FORMAT: case TK_PASSING: case TK_WITH: case TK_WITHOUT: case TK_HAVING: case TK_USE:
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

/* The column_rules are those that SELECT a, is reduced by. */
static void find_column_rules(cln_engine *engine)
{
    trial t = start_trial(engine);
    YYACTIONTYPE act;

    if (!trial_shift(&t, TK_SELECT) || !trial_shift(&t, TK_ID))
        return;
    act = shift_action(TK_COMMA, trial_top(&t));
    trial_pop(&t, 1);
    memcpy(engine->column_rules, find_step(engine, trial_top(&t), act - YY_MIN_REDUCE, TK_COMMA)->rules, sizeof engine->column_rules);
    memset(engine->steps, 0, STEPS * sizeof *engine->steps);
}

cln_engine *cln_engine_new(cln_arena *lifetime, uint32_t max_nesting)
{
    cln_engine *engine = CLN_NEW(lifetime, cln_engine);
    size_t depth = (size_t)max_nesting * 8 + 200;

    engine->stack = cln_arena_get(lifetime, depth * sizeof *engine->stack);
    engine->end = engine->stack + depth;
    engine->steps = CLN_NEW_ARRAY(lifetime, step, STEPS);
    engine->yytos = engine->stack;
    engine->yytos->stateno = 0;
    find_column_rules(engine);
    return engine;
}

/* Whether functions may take tables in an order; where not, ORDER BY is nothing to be looked at twice. */
static bool orders_tables(const cln_dialect *dialect)
{
    switch (dialect->id) {
    case COLLINE_IMPALA: case COLLINE_HIVE: case COLLINE_MYSQL: case COLLINE_MARIADB: case COLLINE_DORIS: case COLLINE_STARROCKS:
    case COLLINE_POSTGRES: case COLLINE_REDSHIFT: case COLLINE_GREENPLUM: case COLLINE_MATERIALIZE: case COLLINE_SQLITE:
    case COLLINE_BIGQUERY: case COLLINE_TSQL:
        return false;
    default:
        return true;
    }
}

static unsigned telling_facts(const cln_dialect *dialect)
{
    unsigned facts = UINT16_MAX;

    if ((dialect->features & CLN_FEATURE_BARE_FROM) == 0 && (dialect->lex & CLN_LEX_EMPTY_SELECT) == 0)
        facts &= ~(unsigned)STARTS_QUERY;
    if ((dialect->lex & CLN_LEX_USING_NAMES) == 0)
        facts &= ~(unsigned)TAKES_NAMES;
    if ((dialect->lex & CLN_LEX_IS_ANY) == 0)
        facts &= ~(unsigned)COMPARES;
    if ((dialect->lex & CLN_LEX_STRING_NAME) == 0)
        facts &= ~(unsigned)NAMES_COLUMN;
    if ((dialect->features & CLN_FEATURE_TRAILING_COMMA) == 0)
        facts &= ~(unsigned)TRAILS;
    if (!orders_tables(dialect))
        facts &= ~(unsigned)ORDERS_TABLE;
    return facts;
}

/*
** Most tokens are what they look like: signs, reserved words, names that no string follows.  PLAIN says so of a token's
** own kind (that of the keyword, also where the dialect does not know it); the others, what makes it doubtful nevertheless:
** the token in front of it, the next one (doubtful_next), or that variables may stand behind it.
*/
enum {
    PLAIN = 1, NOT_BEHIND_DOT = 2, NOT_BEHIND_AS = 4, NOT_BEHIND_JSON = 8, NOT_BEHIND_MINUS = 16, NEXT_MATTERS = 32,
    TAKES_VARIABLES = 64
};

static const uint8_t doubtful_behind[YYNTOKEN] = {
    [TK_DOT] = NOT_BEHIND_DOT, [TK_PATH_COLON] = NOT_BEHIND_DOT, [TK_AS] = NOT_BEHIND_AS, [TK_JSON] = NOT_BEHIND_JSON,
    [TK_MINUS] = NOT_BEHIND_MINUS,
};

static uint16_t own_kind(cln_token token)
{
    return token.keyword != 0 ? (uint16_t)(TK_UNTERMINATED + token.keyword) : token.kind;
}

static cln_keyword_class class_of_kind(const cln_dialect *dialect, uint16_t kind)
{
    return kind > TK_UNTERMINATED ? cln_keyword_class_of(dialect, (uint16_t)(kind - TK_UNTERMINATED)) : CLN_KEYWORD_NONE;
}

static unsigned plainness(const cln_engine *engine, const cln_dialect *dialect, uint16_t kind, unsigned telling)
{
    unsigned facts = token_facts[kind] & telling;

    if (engine->doubtful_next[kind] != 0 && (facts & ~(unsigned)(PAIRED | ORDERS_TABLE)) == 0)
        facts = 0;
    if (kind > TK_UNTERMINATED)
        return facts == 0 && class_of_kind(dialect, kind) >= CLN_KEYWORD_FUNCTION
                   ? PLAIN | NOT_BEHIND_DOT | NOT_BEHIND_AS | NOT_BEHIND_JSON : 0;
    if (kind == TK_ID)
        return facts == 0 ? PLAIN | NOT_BEHIND_JSON : 0;
    if (facts == MAY_END_NAME)
        return PLAIN | NOT_BEHIND_MINUS;
    return facts == 0 && kind != TK_ILLEGAL && kind != TK_UNTERMINATED && kind != TK_SEMI && kind != 0 ? PLAIN : 0;
}

static void doubt_in_front_of(cln_engine *engine, uint16_t kind, uint16_t next)
{
    engine->doubtful_next[kind] |= (uint64_t)1 << next % 64;
}

/* The pairs, LEFT OUTER UNION, LEFT(x, 2), and where names may be types: timestamp '...', timestamp(3) '...'. */
static void find_doubtful_next(cln_engine *engine, const cln_dialect *dialect, unsigned telling)
{
    static const uint16_t sides[] = { TK_LEFT, TK_FULL, TK_INNER }, modes[] = { TK_OUTER, TK_UNION, TK_EXCEPT };

    memset(engine->doubtful_next, 0, sizeof engine->doubtful_next);
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if ((token_facts[pairs[i].first] & telling) != 0)
            doubt_in_front_of(engine, pairs[i].first, pairs[i].second);
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++)
        for (size_t k = 0; k < sizeof modes / sizeof modes[0]; k++)
            doubt_in_front_of(engine, sides[i], modes[k]);
    for (uint16_t kind = 0; kind < YYNTOKEN; kind++)
        if (class_of_kind(dialect, kind) == CLN_KEYWORD_FUNCTION)
            doubt_in_front_of(engine, kind, TK_LP);
    if ((dialect->features & CLN_FEATURE_STRING_ALIAS) == 0) {
        doubt_in_front_of(engine, TK_ID, TK_STRING);
        doubt_in_front_of(engine, TK_ID, TK_LP);
    }
}

static void find_plain_tokens(cln_engine *engine, const cln_dialect *dialect)
{
    unsigned telling = telling_facts(dialect);

    find_doubtful_next(engine, dialect, telling);
    for (uint16_t kind = 0; kind < YYNTOKEN; kind++)
        engine->plain[kind] = (uint8_t)(plainness(engine, dialect, kind, telling) |
                                        (engine->doubtful_next[kind] != 0 ? NEXT_MATTERS : 0) |
                                        (CLN_VARIABLES_MAY_FOLLOW(kind) ? TAKES_VARIABLES : 0));
    engine->plain_in = dialect;
}

void cln_engine_start(cln_engine *engine, cln_parse *pc, bool careful)
{
    engine->pc = pc;
    engine->yytos = engine->stack;
    engine->yytos->stateno = 0;
    engine->yytos->start = 0;
    engine->yytos->depth = 0;
    engine->repairs = engine->trials = engine->not_before = 0;
    engine->fitting = FITTING;
    engine->last_end = cln_parse_peek(pc, 0).offset;
    engine->previous = 0;
    engine->matching = false;
    engine->careful = careful;
    engine->fast = !careful && pc->passed == NULL && (pc->dialect->script & CLN_SCRIPT_OF_TOKENS) == 0;
    if (engine->plain_in != pc->dialect)
        find_plain_tokens(engine, pc->dialect);
}

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
    } else if (kind != 0 && accepts(yypParser, TK_REST)) {
        advance(yypParser, TK_REST, token);
        yypParser->pc->skip_rest = true;
    } else if (!split_closers(yypParser, token) && !feed_clause(yypParser, token)) {
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
        token.length = next.offset + next.length - token.offset;
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
        token->length = next.offset + next.length - token->offset;
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

/* Take tokens up to the parenthesis that closes the next one; `token` then reaches so far. */
static cln_token take_parentheses(cln_parse *pc, cln_token token)
{
    uint32_t depth = 0;

    while (cln_parse_peek(pc, 0).kind != 0) {
        cln_token next = cln_parse_take(pc);
        depth += opens(next.kind);
        depth -= closes(next.kind) && depth > 0;
        token.length = next.offset + next.length - token.offset;
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
        token.length = next.offset + next.length - token.offset;
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
            token.length = cln_parse_peek(pc, 0).offset + cln_parse_peek(pc, 0).length - token.offset;
            (void)cln_parse_take(pc);
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
        advance(yypParser, TK_ID, cln_token_at(TK_ID, token.offset, next.offset + next.length - token.offset));
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
        advance(yypParser, TK_ESCAPE_BRACE, cln_token_at(TK_ESCAPE_BRACE, token.offset, next.offset + next.length - token.offset));
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
            token.length = next.offset + next.length - token.offset;
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
        second.kind != TK_ID && second.kind != TK_CASESPECIFIC && second.kind != TK_CS && second.kind != TK_PRECISION)
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
        token.length = next.offset + next.length - token.offset;
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
        token.length = next.offset + next.length - token.offset;
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
        token.length = next.offset + next.length - token.offset;
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
        token.length = next.offset + next.length - token.offset;
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
        if (next.kind == TK_RP) {
            after = cln_parse_peek(pc, at + 1).kind;
            return after == 0 || after == TK_SEMI || after == TK_WHEN;
        }
        if (next.kind != TK_ID && next.kind != TK_QUOTED_ID && next.kind != TK_COMMA && next.kind != TK_DOT && next.keyword == 0)
            return true;
    }
    return false;
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
            token.length = next.offset + next.length - token.offset;
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
        token.length = next.offset + next.length - token.offset;
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
        return cln_token_at(TK_TYPE_WORD, token.offset, last.offset + last.length - token.offset);
    }
    if ((token.kind != TK_OPERATOR && token.kind != TK_IDENTIFIER) || cln_parse_peek(pc, 0).kind != TK_LP)
        return token;
    if (token.kind == TK_OPERATOR && accepts(yypParser, TK_OTHER_OP)) {
        for (last = token; last.kind != TK_RP && last.kind != TK_SEMI && last.kind != 0; last = cln_parse_take(pc))
            ;
        return cln_token_at(TK_OTHER_OP, token.offset, last.offset + last.length - token.offset);
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

/* What a token may be besides what it looks like. */
static void feed_otherwise(yyParser *engine, cln_token token)
{
    uint16_t kind;

    if (engine->pc->passed != NULL && pass_clause(engine, token))
        return;
    if (has_script(engine, CLN_SCRIPT_VALUE_CTES) && (engine->previous == TK_WITH || engine->previous == TK_COMMA) &&
        starts_value_cte(engine, token))
        advance(engine, TK_CTE_VALUE, cln_token_at(TK_CTE_VALUE, token.offset, 0));
    if (has_script(engine, CLN_SCRIPT_VALUE_CTES) && token.keyword != 0 && feed_table_index(engine, token))
        return;
    if (has_script(engine, CLN_SCRIPT_DECLARES_FIRST) && feed_oracle(engine, token))
        return;
    if ((token.kind == TK_USING && engine->previous == 0 && pass_external_functions(engine->pc)) || (token.kind == TK_KEY && pass_key(engine)) || (token.kind == TK_FROM && feed_from_end(engine, token)) ||
        (token.kind == TK_FUNCTION && feed_inline_functions(engine, token)))
        return;
    if (has_script(engine, CLN_SCRIPT_ATTRIBUTES) && pass_locking(engine, token))
        return;
    if (starts_bare_values(engine, token))
        advance(engine, TK_VALUES, cln_token_at(TK_VALUES, token.offset, 0));
    if ((engine->pc->dialect->script & CLN_SCRIPT_OF_TOKENS) != 0 && (token.kind == TK_COMMA || token.kind == TK_LP) &&
        (feed_options(engine, token) || feed_write_parens(engine, token)))
        return;
    if (has_script(engine, CLN_SCRIPT_NO_SEMICOLON) && (token.keyword != 0 || token.kind == TK_ID || token.kind == TK_LC) && feed_tsql(engine, token))
        return;
    if (has_fact(token.kind, JOINS | TRAILS | MAY_END_NAME) || engine->matching) {
        if (feed_special(engine, token))
            return;
        token = join_tokens(engine, token);
    }
    kind = token.keyword != 0 ? word_kind(engine, token) : sign_kind(engine, token);
    /* Db2: CURRENT DATE is one word */
    if (kind == TK_CURRENT_DATE && token.kind == TK_CURRENT)
        token.length = cln_parse_peek(engine->pc, 0).offset + cln_parse_take(engine->pc).length - token.offset;
    if (kind == TK_NESTED_JOIN && cln_parse_peek(engine->pc, 0).kind == TK_PATH && cln_parse_peek(engine->pc, 1).kind != TK_DOT)
        (void)cln_parse_take(engine->pc);
    if (kind == TK_GRAPH_PATTERN)
        take_graph_pattern(engine, &token);
    if (kind == TK_MATCH_RECOGNIZE || kind == TK_MATCH_EVENTS)
        engine->matching = true;
    else if (kind == TK_IMPORT_TABLE)
        token.length = cln_parse_peek(engine->pc, 0).offset + cln_parse_take(engine->pc).length - token.offset;
    else if (kind == TK_IMPORT_REST || kind == TK_OPERATOR_USING || kind == TK_QUERY_HINTS)
        token = take_to_parenthesis(engine->pc, token);
    /* SELECT FROM t */
    if (kind == TK_FROM && engine->previous == TK_SELECT && has_flag(engine, CLN_LEX_EMPTY_SELECT))
        advance(engine, TK_NO_ITEMS, cln_token_at(TK_NO_ITEMS, engine->last_end, 0));
    if (engine->careful || has_fact(kind, NEEDS_CARE))
        feed_with_care(engine, kind, token);
    else
        advance(engine, kind, token);
}

/* Whether the token is what it looks like; the next one waits at `next`.  `doubts`: what is doubtful besides. */
static inline bool is_plain(const cln_engine *engine, cln_token token, uint32_t next, unsigned doubts)
{
    uint16_t kind = own_kind(token);
    unsigned plain = engine->plain[kind];

    if ((plain & PLAIN) == 0 || (plain & (doubts | doubtful_behind[engine->previous])) != 0)
        return false;
    return (plain & NEXT_MATTERS) == 0 ||
           (engine->doubtful_next[kind] >> cln_parse_peek(engine->pc, next).kind % 64 & 1u) == 0;
}

void cln_engine_feed(cln_engine *engine, cln_token token)
{
    if (engine->fast && !engine->matching && is_plain(engine, token, 0, 0))
        advance(engine, token.kind, token);
    else
        feed_otherwise(engine, token);
}

uint64_t cln_engine_feed_plain(cln_engine *engine, bool variables, uint32_t reach, uint64_t most)
{
    cln_parse *pc = engine->pc;
    unsigned doubts = variables ? TAKES_VARIABLES : 0;
    uint64_t fed = 0;

    if (!engine->fast || engine->matching)
        return 0;
    while (fed < most) {
        cln_token token = cln_parse_peek(pc, 0);
        if (!is_plain(engine, token, 1, doubts) || token.offset + token.length > reach)
            break;
        cln_parse_drop(pc);
        advance_at_once(engine, token.kind, token);
        fed++;
        if (pc->failed)
            break;
    }
    return fed;
}

void cln_engine_end(cln_engine *engine)
{
    cln_token end = cln_token_at(0, engine->last_end, 0);

    cln_engine_feed(engine, end);
}

bool cln_engine_may_end(cln_engine *engine)
{
    return accepts(engine, 0);
}

bool cln_engine_takes(cln_engine *engine, uint16_t kind)
{
    return accepts(engine, kind);
}

bool cln_engine_wants_rest(cln_engine *engine)
{
    uint16_t next = cln_parse_peek(engine->pc, 0).kind;

    return engine->previous != TK_DOT && next != TK_DOT && next != TK_MINUS && accepts(engine, TK_REST);
}

uint32_t cln_engine_last_end(const cln_engine *engine)
{
    return engine->last_end;
}

void cln_engine_damaged(cln_engine *engine, cln_token token)
{
    if (engine->pc->failed || !recover(engine, token))
        engine->pc->failed = true;
}

#include "grammar/repair.c"
