#include "syntax/parse.h"
#include "syntax/block.h"
#include "syntax/delimiter.h"
#include "syntax/head.h"
#include "syntax/inner.h"
#include "syntax/note.h"
#include "syntax/split.h"
#include "syntax/strict.h"

#include "sql.h"
#include "syntax/ast_build.h"

/* What is no token. */
static inline bool is_bad(uint16_t kind)
{
    return kind == TK_ILLEGAL || kind == TK_UNTERMINATED;
}

/* Nothing is known of the statement yet. */
static void forget_statement(cln_parse *pc)
{
    pc->failed = pc->limited = pc->refused = pc->recovering = pc->damaged = pc->split = false;
    pc->skip_rest = false;
    pc->has_json_literal = false;
    pc->spare_sources = NULL;
    pc->tree = NULL;
    memset(&pc->watched, 0, sizeof pc->watched);
    memset(&pc->tables, 0, sizeof pc->tables);
    pc->damage.count = 0;
    pc->into.length = 0;
}

/* Read again from `position` on, where a statement starts. */
static void rewind_to(cln_parse *pc, uint32_t position)
{
    cln_parse_seek(pc, position);
    forget_statement(pc);
}

struct cln_parser {
    cln_parse pc;
    cln_engine *engine;
    cln_parser_options options;
    cln_blocks blocks;            /* that are open where the next statement starts */
    cln_inners inners;            /* literals that are read as SQL */
    cln_script_events events;     /* of the statement at hand */
    bool inside;                  /* it stands in a block */
    bool returns;                 /* to a place that was kept ... */
    uint32_t kept_inners;         /* ... and in which so many literals are left alone */
    cln_head_index heads;
};

/* ---- Kinds, by the tree ---- */

static const cln_node *first_select(const cln_node *query)
{
    while (query != NULL && query->kind != CLN_SELECT) {
        if (query->kind == CLN_QUERY)
            query = CLN_AS(query, query)->body;
        else if (query->kind == CLN_SET_OPERATION)
            query = CLN_AS(set_operation, query)->branches->items[0];
        else
            query = NULL;
    }
    return query;
}

static colline_statement_kind kind_of_insert(const cln_node *tree)
{
    switch (CLN_AS(insert, tree)->operation) {
    case CLN_INSERT_UPSERT:
        return COLLINE_STATEMENT_UPSERT;
    case CLN_INSERT_REPLACE:
        return COLLINE_STATEMENT_REPLACE;
    default:
        return COLLINE_STATEMENT_INSERT;
    }
}

static colline_statement_kind kind_of_view(const cln_node *tree)
{
    if ((tree->flags & CLN_ALTER_VIEW) != 0)
        return COLLINE_STATEMENT_ALTER_VIEW;
    return (tree->flags & CLN_MATERIALIZED) != 0 ? COLLINE_STATEMENT_CREATE_MATERIALIZED_VIEW
                                                 : COLLINE_STATEMENT_CREATE_VIEW;
}

/* What the tree says; `by_head` where it leaves that open. */
static colline_statement_kind kind_of_tree(const cln_node *tree, colline_statement_kind by_head)
{
    const cln_node *select;

    switch (tree->kind) {
    case CLN_QUERY:
        select = first_select(tree);
        return select != NULL && CLN_AS(select, select)->into != NULL ? COLLINE_STATEMENT_CREATE_TABLE_AS
                                                                      : COLLINE_STATEMENT_SELECT;
    case CLN_INSERT:
        return kind_of_insert(tree);
    case CLN_MULTI_INSERT:
        return COLLINE_STATEMENT_INSERT;
    case CLN_UPDATE:
        return COLLINE_STATEMENT_UPDATE;
    case CLN_DELETE:
        return COLLINE_STATEMENT_DELETE;
    case CLN_MERGE:
        return COLLINE_STATEMENT_MERGE;
    case CLN_CREATE_TABLE:
        return CLN_AS(create_table, tree)->query != NULL ? COLLINE_STATEMENT_CREATE_TABLE_AS
                                                         : COLLINE_STATEMENT_CREATE_TABLE;
    case CLN_CREATE_VIEW:
        return kind_of_view(tree);
    case CLN_ALTER:
        return COLLINE_STATEMENT_ALTER;
    default:
        return by_head;
    }
}

/* ---- Statements ---- */

/* What is left of the statement that begins with a token of kind `head`; the end of its last token. */
static uint32_t skip_rest(cln_parse *pc, cln_rest rest, uint32_t end)
{
    while (!cln_rest_ends(pc, &rest)) {
        cln_token token = cln_rest_take(pc, &rest);
        end = token.offset + token.length;
    }
    return end;
}

/* FOR r IN EXECUTE x LOOP: the statement that runs the loop's query. */
static uint32_t skip_to_loop(cln_parse *pc, uint32_t end)
{
    cln_rest rest = cln_rest_start(cln_parse_peek(pc, 0).kind);

    while (!cln_rest_ends(pc, &rest) && (rest.depth > 0 || (cln_parse_peek(pc, 0).kind != TK_LOOP && cln_parse_peek(pc, 0).kind != TK_DO))) {
        cln_token token = cln_rest_take(pc, &rest);
        end = token.offset + token.length;
    }
    return end;
}

static uint32_t skip_statement(cln_parse *pc, uint32_t end)
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

/* A token that is none. */
static void bad_token(cln_parse *pc, cln_token token)
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
    bad_token(&parser->pc, token);
    if (parser->pc.recovering)
        cln_engine_damaged(parser->engine, token);
}

/* ---- SELECT a, b INTO v, w: variables are no part of what the grammar reads ---- */

typedef struct cln_into {
    bool wanted;       /* variables may stand here */
    bool returned;     /* ... behind INTO: a SELECT, or RETURNING was there */
} cln_into;

static bool is_inside(const cln_blocks *blocks)
{
    return blocks->depth > 0 || blocks->single || blocks->batch;
}

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
        if (is_bad(token.kind))
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

static uint32_t feed_statement(cln_parser *parser, uint32_t start)
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

/* ---- Statements that do not fit the grammar ---- */

/* Whether a word that statements start with stands at `at`. */
static bool starts_with_head(cln_parse *pc, uint32_t at)
{
    switch (cln_lex(&pc->lexer, at).kind) {
    case TK_SELECT: case TK_INSERT: case TK_UPDATE: case TK_DELETE: case TK_MERGE: case TK_WITH: case TK_CREATE: case TK_DROP:
    case TK_ALTER: case TK_TRUNCATE: case TK_USE: case TK_SET: case TK_UPSERT: case TK_REPLACE: case TK_LOAD:
        return true;
    default:
        return false;
    }
}

/* SELECT 'a FROM t;
 * SELECT 'b' FROM u      a quote that closes in the next statement: it is cut at the semicolon */
static bool spans_statements(cln_parse *pc, cln_token token)
{
    uint32_t end = token.offset + token.length;
    const char *data = pc->text.data;

    for (const char *semi = memchr(data + token.offset, ';', token.length); semi != NULL;
         semi = memchr(semi + 1, ';', (size_t)(data + end - semi - 1))) {
        uint32_t at = (uint32_t)(semi - data) + 1;
        bool line = false;
        while (at < end && cln_is_space(data[at]))
            line = data[at++] == '\n' || line;
        if (line && at < end && starts_with_head(pc, at)) {
            pc->broken_quote = token.offset;
            pc->broken_end = (uint32_t)(semi - data);
            return true;
        }
    }
    return false;
}

/* Look for such a quote in what was read so far. */
static void find_broken_quote(cln_parse *pc, uint32_t start, uint32_t end)
{
    uint32_t at = start;

    while (at < end) {
        cln_token token = cln_lex(&pc->lexer, at);
        cln_poll(pc->arena->fault);
        if (token.kind == 0 || ((token.kind == TK_STRING || token.kind == TK_QUOTED_ID) && spans_statements(pc, token)))
            return;
        at = token.offset + token.length;
    }
}

/* Read with care; what does not fit is told of and skipped, as little as possible (docs/recovery.md). */
static uint32_t read_damaged(cln_parser *parser, uint32_t start)
{
    cln_parse *pc = &parser->pc;
    uint32_t seen = pc->position;

    rewind_to(pc, start);
    if (pc->diagnostics != NULL && pc->broken_end == 0)
        find_broken_quote(pc, start, seen);
    pc->recovering = pc->diagnostics != NULL;
    cln_engine_start(parser->engine, pc, true);
    return feed_statement(parser, start);
}

/* Most statements fit the grammar: they are read without care, and without diagnostics.  One that does not is read again. */
static uint32_t read_by_grammar(cln_parser *parser, uint32_t start)
{
    cln_parse *pc = &parser->pc;
    cln_diagnostics *diagnostics = pc->diagnostics;
    uint32_t nodes = pc->next_id;
    uint32_t end;

    pc->diagnostics = NULL;
    cln_engine_start(parser->engine, pc, false);
    end = feed_statement(parser, start);
    pc->diagnostics = diagnostics;
    if (!pc->failed)
        return end;
    pc->next_id = nodes;
    return read_damaged(parser, start);
}

/* Another statement, in another arena. */
static void reset_context(cln_parse *pc)
{
    forget_statement(pc);
    pc->passed = NULL;
    memset(&pc->damage, 0, sizeof pc->damage);
    pc->broken_quote = pc->broken_end = 0;
}

static const cln_node *other_node(cln_parse *pc, uint32_t start, uint32_t end)
{
    pc->at = (colline_span){ start, end - start };
    return MAKE(other, 0);
}

/* ALTER TABLE t, and something that the grammar cannot read: the action is not known, but the table is. */
static const cln_node *read_altered(cln_parser *parser, uint32_t start, uint32_t *end)
{
    cln_parse *pc = &parser->pc;
    cln_diagnostics *diagnostics = pc->diagnostics;
    uint32_t nodes = pc->next_id;
    const cln_node *tree;

    pc->diagnostics = NULL;
    cln_engine_start(parser->engine, pc, true);
    *end = feed_statement(parser, start);
    if (pc->failed) {
        rewind_to(pc, start);
        pc->next_id = nodes;
        cln_engine_start(parser->engine, pc, true);
        while (!pc->failed && !cln_is_separator(cln_parse_peek(pc, 0)) && !cln_engine_wants_rest(parser->engine))
            cln_engine_feed(parser->engine, cln_parse_take(pc));
        if (!pc->failed && !cln_is_separator(cln_parse_peek(pc, 0))) {
            cln_engine_feed(parser->engine, cln_token_at(TK_REST, cln_parse_peek(pc, 0).offset, 0));
            cln_engine_end(parser->engine);
        } else {
            pc->failed = true;
        }
        *end = skip_statement(pc, *end);
    }
    pc->diagnostics = diagnostics;
    tree = pc->failed ? NULL : pc->tree;
    if (tree == NULL) {
        *end = read_damaged(parser, start);
        tree = pc->failed ? NULL : pc->tree;
    }
    return tree;
}

static bool creates_relation(colline_statement_kind kind)
{
    return kind == COLLINE_STATEMENT_CREATE_TABLE || kind == COLLINE_STATEMENT_CREATE_VIEW ||
           kind == COLLINE_STATEMENT_CREATE_MATERIALIZED_VIEW;
}

/* Read the statement from its start, without diagnostics; its tree or NULL. */
static const cln_node *try_statement(cln_parser *parser, uint32_t start, bool careful, uint32_t *end)
{
    cln_parse *pc = &parser->pc;
    cln_diagnostics *diagnostics = pc->diagnostics;

    pc->diagnostics = NULL;
    cln_engine_start(parser->engine, pc, careful);
    *end = feed_statement(parser, start);
    pc->diagnostics = diagnostics;
    return pc->failed ? NULL : pc->tree;
}

/* CREATE TABLE t (...) FORMAT 'x' (DELIMITER ','): where the grammar knows a clause otherwise, the clause is passed over.
   Most have no such clause, and are read without care first. */
static const cln_node *read_created(cln_parser *parser, uint32_t start, uint32_t *end)
{
    cln_parse *pc = &parser->pc;
    uint32_t nodes = pc->next_id;
    cln_passed_clauses passed = { .count = 0 }, useful = { .count = 0 };
    const cln_node *tree = try_statement(parser, start, false, end);
    uint32_t reached = cln_engine_last_end(parser->engine);

    if (tree == NULL && !pc->limited && !pc->refused) {
        rewind_to(pc, start);
        pc->next_id = nodes;
        tree = try_statement(parser, start, true, end);
    }
    while (tree == NULL && !pc->limited && !pc->refused && passed.count < CLN_MOST_PASSED) {
        rewind_to(pc, start);
        pc->next_id = nodes;
        passed.last = 0;
        pc->passed = &passed;
        tree = try_statement(parser, start, true, end);
        pc->passed = NULL;
        if (cln_engine_last_end(parser->engine) > reached && passed.count > 0)
            useful.at[useful.count++] = passed.at[passed.count - 1];
        reached = cln_engine_last_end(parser->engine);
        if (passed.last == 0)
            break;
        passed.at[passed.count++] = passed.last;
    }
    if (tree == NULL) {
        pc->next_id = nodes;
        pc->passed = useful.count > 0 ? &useful : NULL;
        *end = read_damaged(parser, start);
        pc->passed = NULL;
        tree = pc->failed ? NULL : pc->tree;
    }
    return tree;
}

/* The statement at hand, whose head is known; its tree or NULL. */
static const cln_node *read_all_of(cln_parser *parser, const cln_head *head, uint32_t start, uint32_t *end)
{
    cln_parse *pc = &parser->pc;

    if (head->reading == CLN_BY_HEAD) {
        uint32_t depth = parser->blocks.depth;
        bool batch = parser->blocks.batch;
        *end = start;
        if (head->kind == COLLINE_STATEMENT_CREATE_ROUTINE)
            *end = cln_open_routine(pc, &parser->blocks, start);
        else if (head->kind == COLLINE_STATEMENT_OTHER && cln_parse_says(pc, cln_parse_peek(pc, 0), "prepare"))
            *end = cln_open_prepared(pc, &parser->blocks, start);
        if (parser->blocks.depth == depth && !parser->blocks.single && parser->blocks.batch == batch)
            *end = parser->blocks.loop_query ? skip_to_loop(pc, *end) : skip_statement(pc, *end);
        pc->at = (colline_span){ start, *end - start };
        return head->kind == COLLINE_STATEMENT_DROP ? MAKE(drop, CLN_OTHER_OBJECT)
               : head->kind == COLLINE_STATEMENT_ALTER ? cln_build_unread_alter(pc)
                                                       : MAKE(other, 0);
    }
    if (head->kind == COLLINE_STATEMENT_ALTER)
        return read_altered(parser, start, end);
    if (creates_relation(head->kind) && (pc->dialect->features & CLN_FEATURE_KNOWN_CLAUSES) == 0)
        return read_created(parser, start, end);
    *end = read_by_grammar(parser, start);
    return pc->failed ? NULL : pc->tree;
}

/* The same; where the branches of {% if %} do not fit together, with the first of them only. */
static const cln_node *read_with(cln_parser *parser, const cln_head *head, uint32_t start, uint32_t *end)
{
    cln_parse *pc = &parser->pc;
    uint32_t told = pc->diagnostics != NULL ? pc->diagnostics->list.count : 0, nodes = pc->next_id;
    const cln_node *tree;

    pc->has_branches = false;
    tree = read_all_of(parser, head, start, end);
    if ((tree != NULL && !pc->damaged) || !pc->has_branches || pc->limited)
        return tree;
    rewind_to(pc, start);
    if (pc->diagnostics != NULL)
        pc->diagnostics->list.count = told;
    pc->next_id = nodes;
    pc->first_branch = true;
    tree = read_all_of(parser, head, start, end);
    pc->first_branch = false;
    return tree;
}

/* EXPLAIN EXTENDED, EXPLAIN (ANALYZE, VERBOSE), EXPLAIN PLAN FOR ...: the head of what is explained, or NULL. */
static const cln_head *skip_explain(cln_parser *parser)
{
    cln_parse *pc = &parser->pc;
    const cln_head *inner = NULL;
    uint32_t length;

    cln_parse_take(pc);
    for (;;) {
        cln_token token = cln_parse_peek(pc, 0);
        inner = cln_find_head(&parser->heads, pc, &length);
        if (cln_is_separator(token) || (inner != NULL && token.kind != TK_LP && token.kind != TK_LOCK &&
                                      (token.kind != TK_ANALYZE || cln_parse_peek(pc, 1).kind == TK_TABLE) &&
                                      (token.kind != TK_WITH || cln_parse_peek(pc, 1).kind != TK_LP) && inner->reading != CLN_INNER))
            return inner;
        if (token.kind == TK_LP && (cln_parse_peek(pc, 1).kind == TK_SELECT || cln_parse_peek(pc, 1).kind == TK_LP ||
                                    cln_parse_peek(pc, 1).kind == TK_WITH))
            return inner;
        if (token.kind == TK_LP)
            while (!cln_is_separator(cln_parse_peek(pc, 0)) && cln_parse_peek(pc, 0).kind != TK_RP)
                cln_parse_take(pc);
        if (!cln_is_separator(cln_parse_peek(pc, 0)))
            cln_parse_take(pc);
    }
}

static const cln_node *read_explained(cln_parser *parser, uint32_t start, uint32_t *end)
{
    cln_parse *pc = &parser->pc;
    const cln_head *inner = skip_explain(parser);
    cln_token first = cln_parse_peek(pc, 0);
    const cln_node *tree;

    if (inner == NULL || cln_is_separator(first)) {
        *end = skip_statement(pc, start);
        return other_node(pc, start, *end);
    }
    tree = read_with(parser, inner, first.offset, end);
    if (tree == NULL)
        return NULL;
    pc->at = (colline_span){ start, *end - start };
    return MAKE(explain, 0, .statement = (cln_node *)(uintptr_t)tree);
}

static void unknown_statement(cln_parse *pc, cln_token first)
{
    colline_text text = cln_parse_text(pc, first);

    if (first.kind == TK_ILLEGAL || first.kind == TK_UNTERMINATED)
        bad_token(pc, first);
    else if (text.length > 40)
        cln_parse_fail(pc, CLN_UNKNOWN_STATEMENT, cln_token_span(first), "no statement starts with this");
    else
        cln_parse_fail(pc, CLN_UNKNOWN_STATEMENT, cln_token_span(first), "no statement starts with '%t'", &text);
}

/* DROP; GRANT: a head that is no statement alone, and nothing follows.  In a block it may be a procedure's name. */
static bool ends_behind_head(cln_parser *parser, const cln_head *head)
{
    static const char *const words[] = { "create", "alter", "drop", "grant", "revoke", "comment", "explain", "compute", "invalidate", "refresh", NULL };
    cln_parse *pc = &parser->pc;

    return head->reading != CLN_BY_GRAMMAR && parser->blocks.depth == 0 && cln_is_separator(cln_parse_peek(pc, 1)) &&
           cln_text_is_any(cln_text_of(head->words, strlen(head->words)), words);
}

/* COMPUTE STATS; CREATE DATABASE: two words that are no statement, and nothing follows. */
static bool ends_behind_two(cln_parser *parser, const cln_head *head, cln_token first)
{
    static const char *const pairs[][2] = {
        { "create", "database" }, { "create", "schema" },   { "create", "role" },  { "create", "user" }, { "create", "function" },
        { "alter", "database" },  { "alter", "schema" },    { "alter", "role" },   { "alter", "user" },  { "drop", "stats" },
        { "comment", "on" },      { "show", "partitions" }, { "show", "create" },  { "compute", "stats" },
    };
    cln_parse *pc = &parser->pc;
    cln_token second = cln_parse_peek(pc, 1);

    if (head->reading == CLN_BY_GRAMMAR || parser->blocks.depth > 0 || !cln_is_separator(cln_parse_peek(pc, 2)))
        return false;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (cln_parse_says(pc, first, pairs[i][0]) && cln_parse_says(pc, second, pairs[i][1]))
            return true;
    return false;
}

static void tell_early_end(cln_parse *pc, cln_token first)
{
    colline_text text = cln_parse_text(pc, first);

    cln_parse_fail(pc, CLN_SYNTAX_ERROR, ((colline_span){ first.offset + first.length, 0 }), "the statement ends too early, behind '%t'", &text);
}

/* SELEC, INSRET, CREAT: what the statement would be if its first word were spelled right; UNKNOWN: nothing. */
static colline_statement_kind kind_meant(const cln_parse *pc, cln_token first)
{
    switch (cln_keyword_meant(pc, first, true)) {
    case TK_SELECT: case TK_WITH: case TK_FROM: return COLLINE_STATEMENT_SELECT;
    case TK_INSERT: return COLLINE_STATEMENT_INSERT;
    case TK_UPSERT: return COLLINE_STATEMENT_UPSERT;
    case TK_REPLACE: return COLLINE_STATEMENT_REPLACE;
    case TK_UPDATE: return COLLINE_STATEMENT_UPDATE;
    case TK_DELETE: return COLLINE_STATEMENT_DELETE;
    case TK_MERGE: return COLLINE_STATEMENT_MERGE;
    case TK_CREATE: return COLLINE_STATEMENT_CREATE_TABLE;
    default: return COLLINE_STATEMENT_UNKNOWN;
    }
}

/* CREATE TALBE t (a INT), CREATE t AS SELECT 1: no kind of object has such a name. */
static bool lacks_object(cln_parse *pc, const cln_head *head)
{
    uint32_t at;
    cln_token word, next;

    if (head->kind != COLLINE_STATEMENT_OTHER || strcmp(head->words, "CREATE") != 0)
        return false;
    at = 1 + cln_create_noise(pc);
    if (at + 2 >= CLN_LOOKAHEAD)
        return false;
    word = cln_parse_peek(pc, at);
    next = cln_parse_peek(pc, at + 1);
    if (word.kind != TK_ID)
        return word.kind == TK_CREATE || word.kind == TK_COMMA || word.kind == TK_LP || word.kind == TK_RP;
    switch (cln_keyword_meant(pc, word, false)) {
    case TK_TABLE: case TK_VIEW: return true;
    default: break;
    }
    word = cln_parse_peek(pc, at + 2);
    return next.kind == TK_LP || (next.kind == TK_AS && (word.kind == TK_SELECT || word.kind == TK_WITH || word.kind == TK_LP));
}

/* name: LOOP, name:BEGIN */
static bool is_label(cln_parse *pc)
{
    static const char *const words[] = { "begin", "loop", "while", "repeat", "for" };
    cln_token colon = cln_parse_peek(pc, 1);
    colline_text word = cln_parse_text(pc, colon);

    if ((colon.kind != TK_COLON && colon.kind != TK_PARAM) || word.length == 0 || word.data[0] != ':')
        return false;
    word = word.length > 1 ? cln_text_of(word.data + 1, word.length - 1) : cln_parse_text(pc, cln_parse_peek(pc, 2));
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (cln_text_says(word, words[i]))
            return true;
    return false;
}

/* T-SQL: DECLARE @t TABLE (a INT) */
static bool is_table_variable(cln_parse *pc)
{
    uint16_t third = cln_parse_peek(pc, 2).kind;

    return cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON) && cln_parse_peek(pc, 0).kind == TK_DECLARE &&
           cln_parse_peek(pc, 1).kind == TK_PARAM &&
           (third == TK_TABLE || (third == TK_AS && cln_parse_peek(pc, 3).kind == TK_TABLE));
}

/* Tokens up to the end of the line; where the last one ends. */
static uint32_t pass_line(cln_parse *pc)
{
    uint32_t end;

    do {
        cln_token token = cln_parse_take(pc);
        end = token.offset + token.length;
    } while (!cln_is_separator(cln_parse_peek(pc, 0)) &&
             memchr(pc->text.data + end, '\n', cln_parse_peek(pc, 0).offset - end) == NULL);
    return end;
}

/* v := 1, whatever v is elsewhere */
static bool assigns(cln_parser *parser)
{
    return parser->blocks.depth > 0 && cln_parse_peek(&parser->pc, 1).kind == TK_ASSIGN;
}

/* CREATE FUNCTION without a body of statements, DO: the body may be a literal. */
static bool is_body_holder(const cln_parser *parser, const cln_parsed *parsed, cln_token first)
{
    if (!cln_node_is(parsed->tree, CLN_OTHER))
        return false;
    if (parsed->kind == COLLINE_STATEMENT_CREATE_ROUTINE)
        return parser->blocks.depth == 0 && !parser->blocks.single && !parser->blocks.batch;
    return parsed->kind == COLLINE_STATEMENT_OTHER && cln_parse_says(&parser->pc, first, "do");
}

/* Hive: CREATE TEMPORARY MACRO double (x DOUBLE) ..., where a name stands that is none. */
static void check_macro_name(cln_parse *pc, const cln_head *head)
{
    cln_token name;

    if (!cln_has_syntax(pc->dialect, CLN_SYNTAX_MACRO_NAME) || strcmp(head->words, "CREATE MACRO") != 0)
        return;
    name = cln_parse_peek(pc, 2 + cln_create_noise(pc));
    if (name.keyword != 0 && cln_keyword_class_of(pc->dialect, name.keyword) >= CLN_KEYWORD_FUNCTION)
        cln_parse_fail(pc, CLN_SYNTAX_ERROR, cln_token_span(name), "a reserved word is no name of a macro");
}

/* The statement that starts with the next token. */
static void read_statement(cln_parser *parser, cln_parsed *parsed)
{
    cln_parse *pc = &parser->pc;
    cln_token first = cln_parse_peek(pc, 0);
    uint32_t end = first.offset + first.length;
    uint32_t length;
    const cln_head *head = cln_find_head(&parser->heads, pc, &length);

    memset(parsed, 0, sizeof *parsed);
    if (is_table_variable(pc)) {
        parsed->tree = read_created(parser, first.offset, &end);
        parsed->kind = COLLINE_STATEMENT_CREATE_TABLE;
    } else if (first.kind == TK_DOT && cln_has_script(pc, CLN_SCRIPT_DOT_COMMANDS)) {
        end = pass_line(pc);
        parsed->kind = COLLINE_STATEMENT_OTHER;
        parsed->tree = other_node(pc, first.offset, end);
    } else if (cln_is_routine(pc)) {
        parsed->kind = COLLINE_STATEMENT_CREATE_ROUTINE;
        end = cln_open_routine(pc, &parser->blocks, end);
        if (parser->blocks.depth == 0 && !parser->blocks.batch)
            end = skip_statement(pc, end);
        parsed->tree = other_node(pc, first.offset, end);
    } else if (cln_open_block(pc, &parser->blocks, &end)) {
        parsed->kind = COLLINE_STATEMENT_BLOCK;
        parsed->tree = other_node(pc, first.offset, end);
    } else if ((head == NULL || assigns(parser)) && (is_label(pc) || (parser->blocks.depth > 0 && !is_bad(first.kind)))) {
        /* an assignment, a call, RAISE, EXIT: a routine's own language has no lineage */
        end = skip_statement(pc, end);
        parsed->kind = COLLINE_STATEMENT_OTHER;
        parsed->tree = other_node(pc, first.offset, end);
    } else if (head == NULL && kind_meant(pc, first) == COLLINE_STATEMENT_UNKNOWN) {
        unknown_statement(pc, first);
        end = skip_statement(pc, end);
    } else if (head != NULL && ends_behind_head(parser, head)) {
        parsed->kind = head->kind;
        tell_early_end(pc, first);
        end = skip_statement(pc, end);
    } else if (head != NULL && ends_behind_two(parser, head, first)) {
        parsed->kind = head->kind;
        tell_early_end(pc, cln_parse_peek(pc, 1));
        end = skip_statement(pc, end);
    } else if (head == NULL || lacks_object(pc, head)) {
        parsed->kind = head == NULL ? kind_meant(pc, first) : COLLINE_STATEMENT_CREATE_TABLE;
        end = read_damaged(parser, first.offset);
        parsed->tree = pc->failed ? NULL : pc->tree;
        if (parsed->tree != NULL)
            parsed->kind = kind_of_tree(parsed->tree, parsed->kind);
    } else {
        parsed->kind = head->kind;
        check_macro_name(pc, head);
        if (head->reading == CLN_INNER)
            parsed->tree = read_explained(parser, first.offset, &end);
        else
            parsed->tree = read_with(parser, head, first.offset, &end);
        if (parsed->tree != NULL)
            parsed->kind = kind_of_tree(parsed->tree, head->kind);
    }
    parsed->at = (colline_span){ first.offset, end - first.offset };
    if (cln_node_is(parsed->tree, CLN_OTHER) && parsed->kind != COLLINE_STATEMENT_CREATE_ROUTINE && parsed->kind != COLLINE_STATEMENT_BLOCK)
        cln_note_statement(pc, &parser->blocks, parsed->at);
    if (is_body_holder(parser, parsed, first))
        parsed->body = cln_find_body(pc, parsed->at);
    if (parsed->body.length > 0 && parsed->kind == COLLINE_STATEMENT_OTHER)
        parsed->kind = COLLINE_STATEMENT_BLOCK;
    parsed->tables = pc->tables.items;
    parsed->table_count = pc->tables.count;
    parsed->into = pc->into;
    parsed->recovered = pc->damaged && parsed->tree != NULL;
    parsed->damage = pc->damage.items;
    parsed->damage_count = pc->damage.count;
    parsed->node_count = pc->next_id;
}

/* ---- The public face ---- */

cln_parser *cln_parser_new(cln_arena *lifetime, const cln_parser_options *options)
{
    cln_parser *parser = CLN_NEW(lifetime, cln_parser);

    parser->options = *options;
    if (parser->options.max_nesting > UINT16_MAX)
        parser->options.max_nesting = UINT16_MAX;
    parser->engine = cln_engine_new(lifetime, parser->options.max_nesting);
    parser->pc.max_nesting = parser->options.max_nesting;
    parser->pc.arena = lifetime;
    cln_index_heads(&parser->heads);
    cln_parser_use(parser, options->dialect);
    cln_parser_start(parser, CLN_TEXT(""));
    return parser;
}

const cln_dialect *cln_parser_use(cln_parser *parser, const cln_dialect *dialect)
{
    const cln_dialect *before = parser->pc.dialect;

    parser->pc.dialect = dialect;
    parser->pc.watched_kinds = cln_strict_kinds(dialect);
    parser->pc.lexer.dialect = dialect;
    parser->pc.lexer.flags = dialect->lex;
    if (parser->options.templates)
        parser->pc.lexer.flags |= CLN_LEX_TEMPLATE;
    else
        parser->pc.lexer.flags &= ~(uint32_t)CLN_LEX_TEMPLATE;
    return before;
}

void cln_parser_start(cln_parser *parser, colline_text text)
{
    parser->pc.text = text;
    parser->pc.lexer.text = text;
    parser->pc.cuts = parser->pc.last_cut = 0;
    cln_parse_seek(&parser->pc, 0);
    parser->blocks = (cln_blocks){ .depth = 0 };
}

void cln_parser_keep(cln_parser *parser, cln_arena *arena)
{
    cln_inners_start(&parser->inners, arena, parser->pc.text);
}

bool cln_parser_enter(cln_parser *parser, colline_span at, colline_span head, uint32_t holder)
{
    cln_inner inner = { .at = at, .head = head, .holder = holder, .dynamic = head.length == 0 };

    return cln_inner_add(&parser->pc, &parser->inners, &inner);
}

bool cln_parser_run(cln_parser *parser, const cln_script_text *text, const cln_parser_run_by *by)
{
    cln_inner inner = { .at = text->at, .into = by->into, .feeds = by->feeds, .holder = by->holder, .dynamic = true, .arguments = by->arguments };

    if (text->buffer != NULL) {
        inner.said = text->said;
        inner.runner = by->at;
        inner.runs = by->told;
    }
    return cln_inner_add(&parser->pc, &parser->inners, &inner);
}

struct cln_parser_place {
    cln_parse pc;
    cln_blocks blocks;
    cln_inners inners;
    bool inside;
};

cln_parser_place *cln_parser_keep_place(cln_parser *parser, cln_arena *arena)
{
    cln_parser_place *place = CLN_NEW(arena, cln_parser_place);

    *place = (cln_parser_place){ parser->pc, parser->blocks, parser->inners, parser->inside };
    parser->returns = true;
    parser->kept_inners = parser->inners.count;
    return place;
}

void cln_parser_return(cln_parser *parser, const cln_parser_place *place)
{
    char *writable = parser->inners.writable;

    cln_inner_forget(&parser->inners, place->inners.count);
    parser->pc = place->pc;
    parser->blocks = place->blocks;
    parser->inners = place->inners;
    parser->inside = place->inside;
    parser->returns = false;
    if (parser->inners.writable == NULL && writable != NULL) { /* the copy that was made meanwhile */
        parser->inners.writable = writable;
        parser->pc.text.data = parser->pc.lexer.text.data = writable;
    }
}

colline_text cln_parser_text(const cln_parser *parser)
{
    return parser->pc.text;
}

/* Up to where a statement starts; false at the end of the text. */
static bool find_statement(cln_parser *parser)
{
    cln_parse *pc = &parser->pc;

    do {
        while (cln_is_delimiter_line(pc)) {
            if (parser->returns)
                return false;
            cln_give_up_levels(pc, &parser->blocks);
            cln_pass_delimiter_line(pc, &parser->inners);
        }
        cln_pass_control(pc, &parser->blocks);
        if (cln_parse_peek(pc, 0).kind == TK_SEMI)
            cln_pass_separator(pc, &parser->blocks);
        else if (cln_parse_peek(pc, 0).kind != 0 && !cln_is_delimiter_line(pc))
            return true;
    } while (cln_parse_peek(pc, 0).kind != 0 || ((!parser->returns || parser->inners.count > parser->kept_inners) &&
                                                 cln_inner_close(pc, &parser->blocks, &parser->inners)));
    return false;
}

/* What a statement has of the literal that it stands in. */
static void tell_inner(cln_parsed *parsed, cln_inner *inner)
{
    parsed->holder = inner->holder;
    parsed->dynamic = inner->dynamic;
    parsed->runs = inner->runs;
    parsed->arguments = inner->arguments;
    parsed->floor = inner->dynamic ? inner->blocks.depth + 1 : 0;
    if (parsed->into.length == 0)
        parsed->into = inner->into;
    if (parsed->feeds.length == 0)
        parsed->feeds = inner->feeds;
    inner->into.length = inner->feeds.length = 0;
}

bool cln_parser_next(cln_parser *parser, cln_arena *arena, cln_diagnostics *diagnostics, cln_parsed *parsed)
{
    cln_parse *pc = &parser->pc;
    cln_inner *inner;
    uint32_t own_event;

    pc->arena = arena;
    pc->diagnostics = diagnostics;
    pc->next_id = 0;
    reset_context(pc);
    parser->events = (cln_script_events){ .arena = arena };
    parser->blocks.events = &parser->events;
    if (parser->blocks.single_level && !parser->blocks.single)
        cln_end_single(pc, &parser->blocks);
    cln_inner_open(pc, &parser->blocks, &parser->inners);
    if (!find_statement(parser)) {
        *parsed = (cln_parsed){ .events = parser->events.list.items, .event_count = parser->events.list.count };
        parsed->own_event = parsed->event_count;
        parser->blocks.events = NULL;
        return false;
    }
    parser->inside = is_inside(&parser->blocks);
    parser->blocks.single = false;
    parser->blocks.branching = parser->blocks.branching && parser->inside;
    own_event = parser->events.list.count;
    read_statement(parser, parsed);
    parsed->own_event = own_event;
    /* of FOR r IN (SELECT ...) that opened a block the query comes next */
    if (parsed->kind != COLLINE_STATEMENT_BLOCK) {
        parser->blocks.loop_head = parser->blocks.loop_query;
        parsed->spreads = parser->blocks.loop_query && parser->blocks.spreads;
        parser->blocks.loop_query = false;
        parsed->feeds = parser->blocks.feeds;
        parser->blocks.feeds.length = 0;
    }
    parsed->inside = parser->inside;
    parsed->events = parser->events.list.items;
    parsed->event_count = parser->events.list.count;
    parsed->level = cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON) ? parser->blocks.base : parser->blocks.depth;
    parser->blocks.events = NULL;
    inner = cln_inner_at(&parser->inners);
    if (inner != NULL)
        tell_inner(parsed, inner);
    return true;
}

const cln_node *cln_parse_one(cln_parser *parser, colline_text text, cln_arena *arena, cln_diagnostics *diagnostics)
{
    cln_parse saved = parser->pc;
    cln_blocks blocks = parser->blocks;
    uint32_t inners = parser->inners.count;
    cln_parsed parsed;
    const cln_node *tree = NULL;

    cln_parser_start(parser, text);
    parser->inners.count = 0;
    if (cln_parser_next(parser, arena, diagnostics, &parsed)) {
        tree = parsed.recovered ? NULL : parsed.tree;
        while (cln_parse_peek(&parser->pc, 0).kind == TK_SEMI)
            cln_parse_take(&parser->pc);
        if (cln_parse_peek(&parser->pc, 0).kind != 0)
            tree = NULL;
    }
    parser->pc = saved;
    parser->blocks = blocks;
    parser->inners.count = inners;
    return tree;
}

struct cln_lexer cln_parser_lexer(const cln_parser *parser)
{
    cln_lexer lexer = parser->pc.lexer;

    if (parser->inners.writable != NULL)
        lexer.text = cln_text_of(parser->inners.writable, parser->inners.length);
    return lexer;
}

/* What stands between the parentheses around the whole; nothing where there are none. */
static colline_span inside_parens(cln_parse *pc, colline_span at)
{
    uint32_t end = at.offset + at.length, depth = 0, start = 0;
    colline_span none = { 0, 0 };

    rewind_to(pc, at.offset);
    for (;;) {
        cln_token token = cln_parse_take(pc);
        if (token.kind == 0 || token.offset >= end)
            return none;
        if (start == 0 && token.kind != TK_LP)
            return none;
        if (start == 0)
            start = token.offset + 1;
        depth += token.kind == TK_LP;
        depth -= token.kind == TK_RP;
        if (depth > 0)
            continue;
        return cln_parse_peek(pc, 0).kind == 0 || cln_parse_peek(pc, 0).offset >= end ? (colline_span){ start, token.offset - start }
                                                                                     : none;
    }
}

static bool starts_query(cln_parse *pc, uint32_t offset)
{
    cln_token first;

    rewind_to(pc, offset);
    first = cln_parse_peek(pc, 0);
    return cln_parse_says(pc, first, "select") || cln_parse_says(pc, first, "with");
}

const cln_node *cln_parse_values(cln_parser *parser, colline_span at, bool several, cln_arena *arena)
{
    cln_parse saved = parser->pc;
    cln_parse *pc = &parser->pc;
    colline_span inside = inside_parens(pc, at);
    uint32_t end;
    const cln_node *tree;

    if (inside.length > 0 && (several || starts_query(pc, inside.offset)))
        at = inside;
    end = at.offset + at.length;
    rewind_to(pc, at.offset);
    pc->arena = arena;
    pc->diagnostics = NULL;
    pc->next_id = 0;
    reset_context(pc);
    cln_engine_start(parser->engine, pc, true);
    if (!starts_query(pc, at.offset))
        cln_engine_feed(parser->engine, cln_token_at(TK_SELECT, at.offset, 0));
    while (!pc->failed && !cln_is_separator(cln_parse_peek(pc, 0)) && cln_parse_peek(pc, 0).offset < end)
        cln_engine_feed(parser->engine, cln_parse_take(pc));
    if (!pc->failed)
        cln_engine_end(parser->engine);
    tree = pc->failed || !cln_node_is(pc->tree, CLN_QUERY) ? NULL : pc->tree;
    parser->pc = saved;
    return tree;
}

const cln_node *cln_parse_type(cln_parser *parser, colline_text text, cln_arena *arena)
{
    cln_parse saved = parser->pc;
    cln_blocks blocks = parser->blocks;
    cln_parse *pc = &parser->pc;
    const cln_node *tree;

    cln_parser_start(parser, text);
    pc->arena = arena;
    pc->diagnostics = NULL;
    pc->next_id = 0;
    reset_context(pc);
    cln_engine_start(parser->engine, pc, true);
    cln_engine_feed(parser->engine, cln_token_at(TK_START_TYPE, 0, 0));
    while (!pc->failed && !cln_is_separator(cln_parse_peek(pc, 0)))
        cln_engine_feed(parser->engine, cln_parse_take(pc));
    if (!pc->failed)
        cln_engine_end(parser->engine);
    tree = pc->failed ? NULL : pc->tree;
    parser->pc = saved;
    parser->blocks = blocks;
    return tree;
}
