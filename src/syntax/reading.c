#include "syntax/reading.h"
#include "syntax/note.h"
#include "syntax/split.h"
#include "syntax/statement_kind.h"

/* Nothing is known of the statement yet. */
static void forget_reading(cln_parse *pc)
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

void cln_rewind(cln_parse *pc, uint32_t position)
{
    cln_parse_seek(pc, position);
    forget_reading(pc);
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

    cln_rewind(pc, start);
    if (pc->diagnostics != NULL && pc->broken_end == 0)
        find_broken_quote(pc, start, seen);
    pc->recovering = pc->diagnostics != NULL;
    cln_engine_start(parser->engine, pc, true);
    return cln_feed_statement(parser, start);
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
    end = cln_feed_statement(parser, start);
    pc->diagnostics = diagnostics;
    if (!pc->failed)
        return end;
    pc->next_id = nodes;
    return read_damaged(parser, start);
}

void cln_forget_statement(cln_parse *pc)
{
    forget_reading(pc);
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
    *end = cln_feed_statement(parser, start);
    if (pc->failed) {
        cln_rewind(pc, start);
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
        *end = cln_skip_statement(pc, *end);
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
    *end = cln_feed_statement(parser, start);
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
        cln_rewind(pc, start);
        pc->next_id = nodes;
        tree = try_statement(parser, start, true, end);
    }
    while (tree == NULL && !pc->limited && !pc->refused && passed.count < CLN_MOST_PASSED) {
        cln_rewind(pc, start);
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
            *end = parser->blocks.loop_query ? cln_skip_to_loop(pc, *end) : cln_skip_statement(pc, *end);
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
    cln_rewind(pc, start);
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
        *end = cln_skip_statement(pc, start);
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
        cln_tell_bad_token(pc, first);
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

/* Behind how many words a statement ends that none is; 0: it goes on. */
static uint32_t words_alone(cln_parser *parser, const cln_head *head, cln_token first)
{
    return ends_behind_head(parser, head) ? 1 : ends_behind_two(parser, head, first) ? 2 : 0;
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

/* What the grammar does not read: the heads of routines and blocks, a client's lines, and a routine's own language (an assignment, a
 * call, RAISE, EXIT), which has no lineage; false: none of them. */
static bool read_aside(cln_parser *parser, const cln_head *head, cln_token first, cln_parsed *parsed, uint32_t *end)
{
    cln_parse *pc = &parser->pc;

    if (first.kind == TK_DOT && cln_has_script(pc, CLN_SCRIPT_DOT_COMMANDS)) {
        *end = pass_line(pc);
        parsed->kind = COLLINE_STATEMENT_OTHER;
    } else if (cln_is_routine(pc)) {
        parsed->kind = COLLINE_STATEMENT_CREATE_ROUTINE;
        *end = cln_open_routine(pc, &parser->blocks, *end);
        if (parser->blocks.depth == 0 && !parser->blocks.batch)
            *end = cln_skip_statement(pc, *end);
    } else if (cln_open_block(pc, &parser->blocks, end)) {
        parsed->kind = COLLINE_STATEMENT_BLOCK;
    } else if ((head == NULL || assigns(parser)) && (is_label(pc) || (parser->blocks.depth > 0 && !cln_is_no_token(first.kind)))) {
        *end = cln_skip_statement(pc, *end);
        parsed->kind = COLLINE_STATEMENT_OTHER;
    } else {
        return false;
    }
    parsed->tree = other_node(pc, first.offset, *end);
    return true;
}

/* What no head of heads.def starts, or that lacks what its head needs. */
static uint32_t read_headless(cln_parser *parser, const cln_head *head, cln_token first, cln_parsed *parsed, uint32_t end)
{
    cln_parse *pc = &parser->pc;

    parsed->kind = head == NULL ? kind_meant(pc, first) : COLLINE_STATEMENT_CREATE_TABLE;
    if (parsed->kind == COLLINE_STATEMENT_UNKNOWN) {
        unknown_statement(pc, first);
        return cln_skip_statement(pc, end);
    }
    end = read_damaged(parser, first.offset);
    parsed->tree = pc->failed ? NULL : pc->tree;
    if (parsed->tree != NULL)
        parsed->kind = cln_kind_of_tree(parsed->tree, parsed->kind);
    return end;
}

static uint32_t read_headed(cln_parser *parser, const cln_head *head, cln_token first, uint32_t alone, cln_parsed *parsed, uint32_t end)
{
    parsed->kind = head->kind;
    if (alone > 0) {
        tell_early_end(&parser->pc, cln_parse_peek(&parser->pc, alone - 1));
        return cln_skip_statement(&parser->pc, end);
    }
    check_macro_name(&parser->pc, head);
    if (head->reading == CLN_INNER)
        parsed->tree = read_explained(parser, first.offset, &end);
    else
        parsed->tree = read_with(parser, head, first.offset, &end);
    if (parsed->tree != NULL)
        parsed->kind = cln_kind_of_tree(parsed->tree, head->kind);
    return end;
}

/* What the context has gathered of the statement. */
static void tell_parsed(const cln_parse *pc, cln_parsed *parsed)
{
    parsed->tables = pc->tables.items;
    parsed->table_count = pc->tables.count;
    parsed->into = pc->into;
    parsed->recovered = pc->damaged && parsed->tree != NULL;
    parsed->damage = pc->damage.items;
    parsed->damage_count = pc->damage.count;
    parsed->node_count = pc->next_id;
}

void cln_read_statement(cln_parser *parser, cln_parsed *parsed)
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
    } else if (!read_aside(parser, head, first, parsed, &end)) {
        uint32_t alone = head != NULL ? words_alone(parser, head, first) : 0;
        if (head == NULL || (alone == 0 && lacks_object(pc, head)))
            end = read_headless(parser, head, first, parsed, end);
        else
            end = read_headed(parser, head, first, alone, parsed, end);
    }
    parsed->at = (colline_span){ first.offset, end - first.offset };
    if (cln_node_is(parsed->tree, CLN_OTHER) && parsed->kind != COLLINE_STATEMENT_CREATE_ROUTINE && parsed->kind != COLLINE_STATEMENT_BLOCK)
        cln_note_statement(pc, &parser->blocks, parsed->at);
    if (is_body_holder(parser, parsed, first))
        parsed->body = cln_find_body(pc, parsed->at);
    if (parsed->body.length > 0 && parsed->kind == COLLINE_STATEMENT_OTHER)
        parsed->kind = COLLINE_STATEMENT_BLOCK;
    tell_parsed(pc, parsed);
}
