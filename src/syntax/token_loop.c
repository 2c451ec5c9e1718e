#include "syntax/reading.h"
#include "syntax/split.h"
#include "syntax/strict.h"

/* What is left of the statement that begins with a token of kind `head`; the end of its last token. */
static uint32_t skip_rest(cln_parse *pc, cln_rest rest, uint32_t end)
{
    while (!cln_rest_ends(pc, &rest)) {
        cln_token token = cln_rest_take(pc, &rest);
        end = token.offset + token.length;
    }
    return end;
}

uint32_t cln_skip_to_loop(cln_parse *pc, uint32_t end)
{
    cln_rest rest = cln_rest_start(cln_parse_peek(pc, 0).kind);

    while (!cln_rest_ends(pc, &rest) && (rest.depth > 0 || (cln_parse_peek(pc, 0).kind != TK_LOOP && cln_parse_peek(pc, 0).kind != TK_DO))) {
        cln_token token = cln_rest_take(pc, &rest);
        end = token.offset + token.length;
    }
    return end;
}

uint32_t cln_skip_statement(cln_parse *pc, uint32_t end)
{
    return skip_rest(pc, cln_rest_start(cln_parse_peek(pc, 0).kind), end);
}

/* Where the last token in front of `end` ends. */
static uint32_t end_of_text(const cln_parse *pc, uint32_t start, uint32_t end)
{
    while (end > start && cln_is_space(pc->text.data[end - 1]))
        end--;
    return end;
}

void cln_tell_bad_token(cln_parse *pc, cln_token token)
{
    colline_text text = cln_parse_text(pc, token);
    const char *what = "comment";

    if (token.kind == TK_ILLEGAL) {
        cln_parse_fail(pc, CLN_SYNTAX_ERROR, cln_token_span(token), "found a stray character '%t'", &text);
        return;
    }
    if (text.data[0] == '\'' || text.data[0] == '$')
        what = "string";
    else if (text.data[0] == '"')
        what = (pc->lexer.flags & CLN_LEX_DQ_STRING) != 0 ? "string" : "quoted identifier";
    else if (text.data[0] != '/')
        what = text.data[0] == '`' || text.data[0] == '[' ? "quoted identifier" : "string";
    cln_parse_fail(pc, CLN_SYNTAX_ERROR, ((colline_span){ token.offset, 1 }), "the %s that starts here never ends", what);
}

/* FETCH NEXT FROM c, FETCH c INTO @v: no FETCH NEXT 5 ROWS ONLY */
static bool fetches_cursor(cln_parse *pc)
{
    uint16_t second = cln_parse_peek(pc, 1).kind, third = cln_parse_peek(pc, 2).kind;

    return second == TK_FROM || third == TK_FROM || third == TK_INTO;
}

/* T-SQL: the statement is complete in front of a word that starts another one.  CREATE TABLE t (a INT) SELECT ... is MySQL's. */
static bool starts_another(cln_parser *parser, uint16_t head, cln_token token)
{
    if (parser->blocks.loop_query && (token.kind == TK_LOOP || token.kind == TK_DO))
        return cln_engine_may_end(parser->engine);
    if (parser->blocks.macro && token.kind == TK_RP)
        return cln_engine_may_end(parser->engine) && !cln_engine_takes(parser->engine, TK_RP);
    return cln_has_script(&parser->pc, CLN_SCRIPT_NO_SEMICOLON) && cln_starts_statement(&parser->pc) && cln_engine_may_end(parser->engine) &&
           (!cln_engine_takes(parser->engine, token.kind) || (head == TK_CREATE && token.kind == TK_SELECT) ||
            (token.kind == TK_FETCH && fetches_cursor(&parser->pc)));
}

/* The statement from `start` on as it stands where the grammar leaves it. */
static cln_rest rest_from(cln_parse *pc, uint32_t start, uint16_t head)
{
    cln_rest rest = cln_rest_start(head);
    uint32_t stop = cln_parse_peek(pc, 0).offset;

    for (uint32_t at = start; at < stop && cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON);) {
        cln_token token = cln_lex(&pc->lexer, at);
        at = token.offset + token.length;
        cln_rest_pass(&rest, token);
    }
    return rest;
}

static void feed_bad_token(cln_parser *parser, cln_token token)
{
    cln_tell_bad_token(&parser->pc, token);
    if (parser->pc.recovering)
        cln_engine_damaged(parser->engine, token);
}

/* ---- SELECT a, b INTO v, w: variables are no part of what the grammar reads ---- */

typedef struct cln_into {
    bool wanted;       /* variables may stand here */
    bool returned;     /* ... behind INTO: a SELECT, or RETURNING was there */
} cln_into;

static cln_into into_of(const cln_parser *parser, uint16_t head)
{
    const cln_parse *pc = &parser->pc;
    cln_into into = { false, false };

    if (cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON) ||
        (!parser->inside && !cln_has_script(pc, CLN_SCRIPT_INTO_VARIABLES)))
        return into;
    into.returned = head == TK_SELECT || head == TK_SEL || head == TK_WITH || head == TK_LP || head == TK_VALUES;
    into.wanted = into.returned || head == TK_INSERT || head == TK_UPDATE || head == TK_DELETE || head == TK_MERGE;
    return into;
}

/* v, r.a, v (1), v[1], one after the other; where the last one ends. */
static uint32_t pass_variables(cln_parse *pc, bool indexed)
{
    uint32_t depth = 0;
    cln_token token;

    for (;;) {
        token = cln_parse_take(pc);
        while (cln_parse_peek(pc, 0).kind == TK_DOT) {
            cln_parse_take(pc);
            token = cln_parse_take(pc);
        }
        if (indexed && (cln_parse_peek(pc, 0).kind == TK_LP || cln_parse_peek(pc, 0).kind == TK_LB)) {
            do {
                token = cln_parse_take(pc);
                depth += token.kind == TK_LP || token.kind == TK_LB;
                depth -= token.kind == TK_RP || token.kind == TK_RB;
            } while (depth > 0 && !cln_is_separator(cln_parse_peek(pc, 0)));
            if (cln_parse_peek(pc, 0).kind == TK_DOT) {
                cln_parse_take(pc);
                token = cln_parse_take(pc);
            }
        }
        if (cln_parse_peek(pc, 0).kind != TK_COMMA)
            return token.offset + token.length;
        cln_parse_take(pc);
    }
}

static bool is_into_name(const cln_parse *pc, cln_token token)
{
    return (token.kind == TK_ID || token.kind == TK_QUOTED_ID || token.kind == TK_PARAM || token.keyword != 0) &&
           token.kind != TK_TABLE && token.kind != TK_OUTFILE && token.kind != TK_DUMPFILE && token.kind != TK_TEMPORARY &&
           token.kind != TK_TEMP && token.kind != TK_UNLOGGED && !cln_parse_says(pc, token, "from");
}

/* INTO v, w; BULK COLLECT INTO v; INTO STRICT v: take it, *end is where it ends. */
static bool take_into(cln_parser *parser, cln_into *into, uint32_t *end)
{
    cln_parse *pc = &parser->pc;
    cln_token token = cln_parse_peek(pc, 0);
    bool bulk = token.kind == TK_BULK && cln_parse_says(pc, cln_parse_peek(pc, 1), "collect") &&
                cln_parse_peek(pc, 2).kind == TK_INTO;
    uint16_t previous = cln_parse_taken(pc).kind;
    uint32_t start;

    into->returned = into->returned || token.kind == TK_RETURNING || token.kind == TK_RETURN;
    if (!into->returned || (token.kind != TK_INTO && !bulk) || previous == TK_INSERT || previous == TK_MERGE ||
        previous == TK_REPLACE || previous == TK_OVERWRITE || previous == TK_IGNORE || previous == TK_UPSERT ||
        !is_into_name(pc, cln_parse_peek(pc, bulk ? 3 : 1)))
        return false;
    for (int i = 0; i < (bulk ? 3 : 1); i++)
        cln_parse_take(pc);
    if (cln_parse_says(pc, cln_parse_peek(pc, 0), "strict") && is_into_name(pc, cln_parse_peek(pc, 1)))
        cln_parse_take(pc);
    start = cln_parse_peek(pc, 0).offset;
    *end = pass_variables(pc, previous != TK_SELECT);
    pc->into = (colline_span){ start, *end - start };
    return true;
}

/* Oracle: INSERT INTO t VALUES r, VALUES l (i): a record, as if it stood in parentheses. */
static bool feed_record(cln_parser *parser, uint32_t *end)
{
    cln_parse *pc = &parser->pc;
    cln_token token = cln_parse_peek(pc, 0), next = cln_parse_peek(pc, 1);

    if (token.kind != TK_VALUES || !cln_has_script(pc, CLN_SCRIPT_DECLARES_FIRST) ||
        (next.kind != TK_ID && next.kind != TK_QUOTED_ID && next.kind != TK_PARAM))
        return false;
    cln_engine_feed(parser->engine, cln_parse_take(pc));
    cln_engine_feed(parser->engine, cln_token_at(TK_LP, next.offset, 0));
    do {
        token = cln_parse_take(pc);
        *end = token.offset + token.length;
        cln_engine_feed(parser->engine, token);
        next = cln_parse_peek(pc, 0);
    } while (!pc->failed && !cln_is_separator(next) && next.kind != TK_RETURNING && next.kind != TK_RETURN && next.kind != TK_LOG);
    if (!pc->failed)
        cln_engine_feed(parser->engine, cln_token_at(TK_RP, *end, 0));
    return true;
}

/* The statement has more than it may. */
static CLN_COLD void tell_limit(cln_parse *pc, uint32_t start, uint32_t most, const char *what)
{
    cln_parse_fail(pc, CLN_LIMIT, ((colline_span){ start, 0 }), "the statement has more than %u %s", most, what);
}

static uint64_t feed_plain(cln_parser *parser, bool variables, uint32_t reach, uint64_t room, uint32_t *end)
{
    uint64_t fed = cln_engine_feed_plain(parser->engine, variables, reach, room);

    if (fed > 0)
        *end = cln_span_end(cln_token_span(cln_parse_taken(&parser->pc)));
    return fed;
}

/* Feed the grammar until the statement ends or fails; the end of the last token, or `end`. */
static uint32_t feed_tokens(cln_parser *parser, uint32_t start, uint16_t head, uint32_t end)
{
    cln_parse *pc = &parser->pc;
    uint64_t bytes = parser->options.max_statement_bytes;
    uint32_t most = bytes != 0 && bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
    uint32_t reach = most < UINT32_MAX - start ? start + most : UINT32_MAX;
    uint64_t room = parser->options.max_tokens != 0 ? parser->options.max_tokens : UINT64_MAX;
    cln_into into = into_of(parser, head);
    bool may_start_another = parser->blocks.loop_query || parser->blocks.macro || cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON);

    while (!pc->failed && !pc->skip_rest && !pc->split) {
        cln_token token;
        if (!may_start_another)
            room -= feed_plain(parser, into.wanted, reach, room, &end);
        if (pc->failed)
            break;
        token = cln_parse_peek(pc, 0);
        if (cln_is_separator(token) || (may_start_another && starts_another(parser, head, token)))
            break;
        if (into.wanted && CLN_VARIABLES_MAY_FOLLOW(token.kind) && (take_into(parser, &into, &end) || (!into.returned && feed_record(parser, &end))))
            continue;
        cln_parse_drop(pc);
        end = token.offset + token.length;
        if (cln_is_no_token(token.kind))
            feed_bad_token(parser, token);
        else if (end - start > most)
            tell_limit(pc, start, most, "bytes");
        else if (room-- == 0)
            tell_limit(pc, start, parser->options.max_tokens, "tokens");
        else
            cln_engine_feed(parser->engine, token);
    }
    return pc->skip_rest ? skip_rest(pc, rest_from(pc, start, head), end) : end;
}

uint32_t cln_feed_statement(cln_parser *parser, uint32_t start)
{
    cln_parse *pc = &parser->pc;
    uint16_t head = cln_parse_peek(pc, 0).kind;
    uint32_t end = start;

    do {
        pc->resumed = false;
        end = feed_tokens(parser, start, head, end);
        if (!pc->failed)
            cln_engine_end(parser->engine);
    } while (pc->resumed && !pc->failed);
    if (end < cln_engine_last_end(parser->engine))
        end = cln_engine_last_end(parser->engine);
    if (!pc->failed && !pc->damaged && pc->tree != NULL)
        cln_check_strict(pc);
    if (pc->split)
        return end_of_text(pc, start, pc->position);
    return pc->failed ? skip_rest(pc, rest_from(pc, start, head), end) : end;
}
