/*
** plain.c -- which tokens are what they look like in a dialect: most are fed after one look at a table.
**
**     SELECT a, b FROM t WHERE a = 1      each of them
**
** Part of driver.c, which includes it.
*/
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
    if (!cln_has_syntax(dialect, CLN_SYNTAX_TABLE_ORDER))
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

/* Whether a token of that kind may be something else in front of one of the kind `next`. */
static inline bool is_doubtful_next(const cln_engine *engine, uint16_t kind, uint16_t next)
{
    return (engine->doubtful_next[kind] >> next % 64 & 1u) != 0;
}

/* Whether the token that was taken is what it looks like. */
static bool is_plain(const cln_engine *engine, cln_token token)
{
    uint16_t kind = own_kind(token);

    return (engine->plain[kind] & (PLAIN | doubtful_behind[engine->previous])) == PLAIN &&
           ((engine->plain[kind] & NEXT_MATTERS) == 0 || !is_doubtful_next(engine, kind, cln_parse_peek(engine->pc, 0).kind));
}
