/*
** expected.c -- what a message says of a token that does not fit: what was found, and what was expected.
**
**     SELECT a + FROM t      found FROM, expected an expression
**
** Part of driver.c, which includes it.
*/
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
