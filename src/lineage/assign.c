/*
 * assign.c -- what fills the variables of a script.
 *
 *     SELECT a, b INTO v, w FROM t; SET x = v + 1; FETCH c INTO r
 */
#include "lineage/assigning.h"
#include "lineage/compose.h"
#include "lineage/rehearse.h"
#include "sql.h"

static cln_assigning assigning_of(cln_session_state *session, cln_arena *text_arena, cln_result *result)
{
    if (session->variables == NULL) {
        session->variables = CLN_NEW(text_arena, cln_variables);
        cln_variables_start(session->variables, text_arena);
    }
    return (cln_assigning){ .session = session, .variables = session->variables, .result = result };
}

/* ---- Names that are assigned to ---- */

cln_assigned_list cln_assigned_names(cln_assigning *a, colline_span at)
{
    cln_lexer whole = cln_parser_lexer(a->session->parser), *lexer = &whole;
    cln_arena *arena = a->result->arena;
    cln_assigned_list list = { NULL, 0, 0 };
    uint32_t offset = at.offset, end = at.offset + at.length, depth = 0;
    bool first = true, field = false;
    cln_token token;

    while ((token = cln_lex_within(lexer, &offset, end)).kind != 0) {
        colline_text text = cln_text_of(lexer->text.data + token.offset, token.length);
        if ((token.kind == TK_LP || token.kind == TK_LB) && !first)
            depth++;
        else if ((token.kind == TK_RP || token.kind == TK_RB) && depth > 0)
            depth--;
        else if (depth == 0 && token.kind == TK_COMMA)
            first = true;
        else if (depth == 0 && token.kind == TK_DOT)
            field = list.count > 0 && list.items[list.count - 1].field.length == 0;
        else if (depth == 0 && first && token.kind != TK_LP) {
            *CLN_PUSH(arena, &list) = (cln_assigned){ cln_variable_name(arena, text), CLN_TEXT("") };
            first = false;
        } else if (depth == 0 && field) {
            list.items[list.count - 1].field = cln_variable_name(arena, text);
            field = false;
        }
    }
    return list;
}

/* MySQL's @v lives as long as the session. */
static uint32_t level_for(const cln_assigning *a, colline_text name)
{
    bool marked = name.length > 0 && name.data[0] == '@';

    return marked && (a->session->dialect->script & CLN_SCRIPT_NO_SEMICOLON) == 0 ? CLN_LEVEL_SESSION : a->level;
}

cln_variable *cln_declare_assigned(cln_assigning *a, colline_text name)
{
    return cln_variable_declare(a->variables, name, level_for(a, name));
}

static cln_variable *variable_for(cln_assigning *a, colline_text name)
{
    cln_variable *variable = cln_variable_find(a->variables, name);

    return variable != NULL ? variable : cln_declare_assigned(a, name);
}

/* ---- Assigning ---- */

void cln_assign_to(cln_assigning *a, const cln_assigned *to, const cln_value *value, bool adds)
{
    cln_variable *variable = variable_for(a, to->name);

    if (to->field.length > 0)
        value = cln_value_with_field(a->variables->arena, cln_variable_value(a->variables, variable), to->field, value);
    if (adds)
        value = cln_value_join(a->variables->arena, cln_value_computed(a->variables->arena, cln_variable_value(a->variables, variable)), cln_value_computed(a->variables->arena, value));
    cln_variable_assign(a->variables, variable, value);
}

void cln_assign_all(cln_assigning *a, const cln_assigned_list *names, const cln_value *value, bool adds)
{
    for (uint32_t i = 0; i < names->count; i++)
        cln_assign_to(a, &names->items[i], value, adds);
}

/* The columns of a result to names, one by one, or all of them to the only name. */
static void assign_columns(cln_assigning *a, const cln_assigned_list *names, const cln_result *from, bool adds)
{
    cln_fed fed = cln_fed_by(a->session, a->variables->arena, from);
    bool star = fed.whole.unknowns.count > 0;

    if (names->count == 1 && (fed.count > 1 || star)) {
        cln_assign_to(a, &names->items[0], cln_value_of(a->variables->arena, &fed, 0, fed.count, true), adds);
        return;
    }
    for (uint32_t i = 0; i < names->count; i++) {
        uint32_t column = fed.count == 1 ? 0 : i;
        cln_assign_to(a, &names->items[i], cln_value_of(a->variables->arena, &fed, column, 1, false), adds);
    }
}

/* ---- Expressions ---- */

/* What is read on the way is read by the statement. */
static void mention_sources(cln_assigning *a, const cln_result *scratch)
{
    cln_result *result = a->result;

    for (uint32_t i = 0; a->told && i < scratch->sources.count; i++) {
        const cln_relation *relation = &scratch->origins.relations.items[scratch->sources.items[i]];
        bool known = false;
        for (uint32_t k = 0; k < result->sources.count && !known; k++) {
            const cln_table_name *name = &result->origins.relations.items[result->sources.items[k]].name;
            known = cln_text_equal(name->table, relation->name.table) && cln_text_equal(name->database, relation->name.database) &&
                    cln_text_equal(name->catalog, relation->name.catalog);
        }
        if (known)
            continue;
        *CLN_PUSH(result->arena, &result->sources) = cln_add_relation(&result->origins, &relation->name, relation->table);
        result->origins.relations.items[result->origins.relations.count - 1].is_path = relation->is_path;
    }
}

static cln_result *evaluate_tree(cln_assigning *a, const cln_node *tree, colline_span at)
{
    cln_arena *arena = a->result->arena;
    cln_result *scratch = cln_result_new(arena, a->result->diagnostics, a->result->dialect, a->result->text);
    cln_parsed parsed;

    memset(&parsed, 0, sizeof parsed);
    parsed.tree = tree;
    parsed.kind = COLLINE_STATEMENT_SELECT;
    parsed.at = at;
    parsed.inside = true;
    cln_lineage(a->session, &parsed, scratch);
    return scratch;
}

static const cln_value *first_of(cln_assigning *a, const cln_result *scratch, bool row)
{
    cln_fed fed = cln_fed_by(a->session, a->variables->arena, scratch);

    return cln_value_of(a->variables->arena, &fed, 0, row ? fed.count : 1, row);
}

/* The lineage of a part of the text, read as a query; NULL: it is none. */
static cln_result *evaluate(cln_assigning *a, colline_span at, bool several)
{
    const cln_node *tree = at.length > 0 ? cln_parse_values(a->session->parser, at, several, a->result->arena) : NULL;

    return tree != NULL ? evaluate_tree(a, tree, at) : NULL;
}

const cln_value *cln_evaluated(cln_assigning *a, colline_span at)
{
    cln_result *scratch = evaluate(a, at, false);

    return scratch != NULL ? first_of(a, scratch, false) : NULL;
}

const cln_value *cln_evaluated_row(cln_assigning *a, colline_span at, bool mentioned)
{
    cln_result *scratch = evaluate(a, at, false);

    if (scratch != NULL && mentioned)
        mention_sources(a, scratch);
    return scratch != NULL ? first_of(a, scratch, true) : NULL;
}

cln_variable *cln_only_variable(cln_assigning *a, colline_span at)
{
    cln_lexer whole = cln_parser_lexer(a->session->parser), *lexer = &whole;
    uint32_t offset = at.offset, end = at.offset + at.length;
    cln_token token = cln_lex_within(lexer, &offset, end);
    colline_text text = cln_text_of(lexer->text.data + token.offset, token.length);

    if (token.kind == 0 || token.kind == TK_STRING || cln_lex_within(lexer, &offset, end).kind != 0)
        return NULL;
    return cln_variable_find(a->variables, cln_variable_name(a->result->arena, text));
}

/* The texts that an expression may say: 'a', 'a' || v; NULL: it is something else.  `before`: what it is added to, NULL: nothing. */
static const cln_value *texts_of(cln_assigning *a, colline_span at, const cln_value *before)
{
    cln_lexer lexer = cln_parser_lexer(a->session->parser);
    cln_script_text texts[CLN_MOST_TEXTS] = { { .at = at } };
    uint32_t count = 1;

    if (before != NULL || a->dynamic || !cln_is_literal(&lexer, at))
        count = cln_compose(a->variables, &lexer, at, before, texts);
    return count > 0 ? cln_value_of_texts(a->variables->arena, texts, count) : NULL;
}

/* SET @v += 'x': NULL where @v is no text. */
static const cln_value *added_texts(cln_assigning *a, const cln_assigned_list *names, colline_span at)
{
    cln_variable *variable = names->count == 1 && names->items[0].field.length == 0 ? cln_variable_find(a->variables, names->items[0].name) : NULL;
    const cln_value *before = variable != NULL ? cln_variable_value(a->variables, variable) : NULL;

    return before != NULL ? texts_of(a, at, before) : NULL;
}

static void assign_value(cln_assigning *a, const cln_script_event *event)
{
    cln_assigned_list names = cln_assigned_names(a, event->names);
    cln_variable *whole = cln_only_variable(a, event->value);
    bool adds = event->kind == CLN_EVENT_ADD;
    const cln_value *texts;
    cln_result *scratch;

    if (whole != NULL && names.count == 1 && !adds) {
        cln_assign_to(a, &names.items[0], cln_variable_value(a->variables, whole), false);
        return;
    }
    texts = adds ? added_texts(a, &names, event->value) : texts_of(a, event->value, NULL);
    if (texts != NULL) {
        cln_assign_all(a, &names, texts, false);
        return;
    }
    scratch = evaluate(a, event->value, names.count > 1);
    if (scratch != NULL) {
        assign_columns(a, &names, scratch, adds);
        mention_sources(a, scratch);
        return;
    }
    cln_assign_all(a, &names, &cln_value_outside, adds);
}

static void declare(cln_assigning *a, const cln_script_event *event)
{
    cln_assigned_list names = cln_assigned_names(a, event->names);

    for (uint32_t i = 0; i < names.count; i++) {
        cln_variable *variable = cln_declare_assigned(a, names.items[i].name);
        if (event->kind == CLN_EVENT_PARAMETER)
            cln_variable_assign(a->variables, variable, &cln_value_outside);
    }
    if (event->value.length > 0)
        assign_value(a, event);
}

/* ---- Text that is run ---- */

static colline_span first_word(cln_assigning *a, colline_span at)
{
    cln_lexer lexer = cln_parser_lexer(a->session->parser);
    cln_token token = cln_lex(&lexer, at.offset);

    return (colline_span){ token.offset, token.length };
}

/* EXECUTE 'a' || 'b', EXECUTE v where v can only be a text that is known: what it says is read next. */
static void run_text(cln_assigning *a, const cln_script_event *event)
{
    cln_variable *variable = cln_only_variable(a, event->value);
    const cln_value *value = variable != NULL ? cln_variable_value(a->variables, variable) : texts_of(a, event->value, NULL);
    cln_assigned_list names = cln_assigned_names(a, event->names), rows = cln_assigned_names(a, a->feeds);
    cln_variable *cursor = names.count == 1 ? cln_variable_find(a->variables, names.items[0].name) : NULL;
    cln_parser_run_by by = { .at = a->result->at, .told = a->result->place, .holder = a->result->number };
    colline_span at = a->told ? first_word(a, a->result->at) : event->value;

    if (cursor != NULL && cursor->cursor)
        by.feeds = event->names;
    else
        by.into = event->names;
    if (by.feeds.length == 0)
        by.feeds = a->feeds;
    if (event->arguments.length > 0)
        by.arguments = cln_read_arguments(a, event->arguments);
    cln_assign_all(a, &names, &cln_value_outside, false);
    cln_assign_all(a, &rows, &cln_value_outside, false);
    if (!a->told || value == NULL || value->outside || value->text_count == 0) {
        cln_diagnose(a->result->diagnostics, CLN_DYNAMIC_SQL, at, "this runs SQL that is text: what it does is not known");
        return;
    }
    for (uint32_t i = value->text_count; i-- > 0;)
        if (!cln_parser_run(a->session->parser, &value->texts[i], &by)) {
            cln_diagnose(a->result->diagnostics, CLN_LIMIT, at, "SQL in text is nested too deep, or too long in all");
            return;
        }
}

/* T-SQL: SELECT i.a FROM inserted i */
static void declare_transitions(cln_assigning *a, const cln_value *value)
{
    static const char *const tables[] = { "inserted", "deleted" };

    if ((a->session->dialect->script & CLN_SCRIPT_NO_SEMICOLON) == 0)
        return;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        cln_variable *variable =
            cln_variable_declare(a->variables, cln_text_of(tables[i], (uint32_t)strlen(tables[i])), a->level);
        cln_variable_assign(a->variables, variable, value);
        variable->transition = true;
    }
}

/* CREATE TRIGGER w AFTER INSERT ON t REFERENCING NEW AS n FOR EACH ROW ...: NEW.a, :old.b, n.a */
static void declare_rows(cln_assigning *a, const cln_script_event *event)
{
    static const char *const rows[] = { "new", "old", NULL }, *const noise[] = { "row", "as", NULL };
    const cln_value *value = cln_value_of_table(a->session, a->variables->arena, a->result, event->value);
    cln_lexer lexer = cln_parser_lexer(a->session->parser);
    uint32_t offset = event->names.offset, end = event->names.offset + event->names.length;
    bool named = false;
    cln_token token;

    for (size_t i = 0; rows[i] != NULL; i++)
        cln_variable_assign(a->variables, cln_variable_declare(a->variables, cln_text_of(rows[i], 3), a->level), value);
    declare_transitions(a, value);
    while ((token = cln_lex_within(&lexer, &offset, end)).kind != 0) {
        colline_text text = cln_text_of(lexer.text.data + token.offset, token.length);
        if (named && cln_text_is_any(text, noise))
            continue;
        if (named)
            cln_variable_assign(a->variables,
                                cln_variable_declare(a->variables, cln_variable_name(a->result->arena, text), a->level), value);
        named = cln_text_is_any(text, rows);
    }
}

/* p (1, v): v may come back with anything, if it has no value yet. */
static void pass_arguments(cln_assigning *a, const cln_script_event *event)
{
    cln_lexer lexer = cln_parser_lexer(a->session->parser);
    uint32_t offset = event->value.offset, end = event->value.offset + event->value.length;
    cln_token token;

    while ((token = cln_lex_within(&lexer, &offset, end)).kind != 0) {
        colline_text text = cln_text_of(lexer.text.data + token.offset, token.length);
        cln_variable *variable = token.kind != TK_STRING && token.kind != TK_NUMBER
                                     ? cln_variable_find(a->variables, cln_variable_name(a->result->arena, text)) : NULL;
        if (variable != NULL && variable->value == NULL)
            cln_variable_assign(a->variables, variable, &cln_value_outside);
    }
}

/* What the turn before may have left is there when a turn starts. */
static void open_loop(cln_assigning *a, const cln_parsed *parsed, uint32_t index)
{
    cln_carried_list carried = cln_rehearse(a->session, a->variables, parsed, index, a->result);

    cln_carry(a->variables, &carried); /* in front of the loop, so that it is what a turn finds */
    cln_variables_open(a->variables, true);
}

static void follow(cln_assigning *a, const cln_parsed *parsed, uint32_t index)
{
    const cln_script_event *event = &parsed->events[index];

    a->level = event->level;
    switch (event->kind) {
    case CLN_EVENT_ROUTINE:
        if ((a->session->dialect->script & CLN_SCRIPT_NO_SEMICOLON) != 0)
            cln_variables_forget(a->variables);
        else
            cln_variables_level(a->variables, 0);
        break;
    case CLN_EVENT_BATCH: cln_variables_forget(a->variables); break;
    case CLN_EVENT_LEVEL: cln_variables_level(a->variables, event->level); break;
    case CLN_EVENT_DECLARE:
    case CLN_EVENT_PARAMETER: declare(a, event); break;
    case CLN_EVENT_TRIGGER: declare_rows(a, event); break;
    case CLN_EVENT_ASSIGN:
    case CLN_EVENT_ADD: assign_value(a, event); break;
    case CLN_EVENT_CURSOR: cln_declare_cursor(a, event); break;
    case CLN_EVENT_OPEN: cln_open_cursor(a, event); break;
    case CLN_EVENT_FETCH: cln_fetch(a, event); break;
    case CLN_EVENT_BRANCH: cln_variables_open(a->variables, false); break;
    case CLN_EVENT_ELSE_IF: cln_variables_next(a->variables, false); break;
    case CLN_EVENT_ELSE: cln_variables_next(a->variables, true); break;
    case CLN_EVENT_LOOP: open_loop(a, parsed, index); break;
    case CLN_EVENT_END_BRANCH:
    case CLN_EVENT_END_LOOP: cln_variables_close(a->variables); break;
    case CLN_EVENT_CALL: pass_arguments(a, event); break;
    case CLN_EVENT_EXECUTE: run_text(a, event); break;
    }
}

bool cln_follow_events(cln_session_state *session, cln_arena *text_arena, const cln_parsed *parsed, uint32_t from, uint32_t to, uint32_t frames,
                       cln_result *result)
{
    cln_assigning a = assigning_of(session, text_arena, result);

    a.dynamic = parsed->dynamic;
    a.variables->floor = parsed->floor;
    for (uint32_t i = from; i < to; i++) {
        follow(&a, parsed, i);
        if (a.variables->frames.count < frames)
            return false;
    }
    return true;
}

void cln_follow(cln_session_state *session, cln_arena *text_arena, const cln_parsed *parsed, cln_result *result)
{
    if (parsed->own_event > 0)
        (void)cln_follow_events(session, text_arena, parsed, 0, parsed->own_event, 0, result);
}

/* ---- RETURNING a INTO v ---- */

static const cln_list *returned_items(const cln_node *tree)
{
    switch (tree != NULL ? (int)tree->kind : -1) {
    case CLN_INSERT: return CLN_AS(insert, tree)->returning;
    case CLN_UPDATE: return CLN_AS(update, tree)->returning;
    case CLN_DELETE: return CLN_AS(delete, tree)->returning;
    case CLN_MERGE: return CLN_AS(merge, tree)->returning;
    default: return NULL;
    }
}

/* The table that is changed, as a source. */
static cln_node *returned_from(cln_arena *arena, const cln_node *tree)
{
    const cln_list *sources = tree->kind == CLN_UPDATE ? CLN_AS(update, tree)->targets
                              : tree->kind == CLN_DELETE ? CLN_AS(delete, tree)->from : NULL;
    cln_source_node *source;

    if (cln_count(sources) > 0)
        return sources->items[0];
    if (tree->kind == CLN_MERGE)
        return CLN_AS(merge, tree)->target;
    source = CLN_NEW(arena, cln_source_node);
    source->node = *tree;
    source->node.kind = CLN_SOURCE;
    source->node.flags = 0;
    source->relation = tree->kind == CLN_INSERT ? CLN_AS(insert, tree)->target : NULL;
    return cln_node_is(source->relation, CLN_TABLE_REF) ? &source->node : NULL;
}

/* What is returned, as SELECT a FROM t would give it. */
static cln_result *evaluate_returned(cln_assigning *a, const cln_node *tree)
{
    cln_arena *arena = a->result->arena;
    cln_select_node *select = CLN_NEW(arena, cln_select_node);
    cln_query_node *query = CLN_NEW(arena, cln_query_node);
    cln_list *from = CLN_NEW(arena, cln_list);
    cln_node **source = CLN_NEW(arena, cln_node *);

    *source = returned_from(arena, tree);
    if (*source == NULL)
        return NULL;
    *from = (cln_list){ source, 1, 1 };
    select->node = query->node = *tree;
    select->node.kind = CLN_SELECT;
    query->node.kind = CLN_QUERY;
    select->node.flags = query->node.flags = 0;
    select->items = (cln_list *)(uintptr_t)returned_items(tree);
    select->from = from;
    query->body = &select->node;
    return evaluate_tree(a, &query->node, tree->at);
}

/* SELECT @v = a (T-SQL), SELECT @v := a (MySQL): the variable that column `i` is for; NULL data: none. */
static colline_text assigned_by_column(const cln_session_state *session, const cln_list *items, const cln_result *result, uint32_t i)
{
    const cln_node *value, *variable;

    if ((session->dialect->script & CLN_SCRIPT_NO_SEMICOLON) != 0)
        return cln_column_name(result, i).length > 1 && cln_column_name(result, i).data[0] == '@' ? cln_column_name(result, i)
                                                                                                  : (colline_text){ NULL, 0 };
    value = items->items[i]->kind == CLN_SELECT_ITEM ? CLN_AS(select_item, items->items[i])->value : NULL;
    if (!cln_node_is(value, CLN_OPERATION) || CLN_AS(operation, value)->ops[0] != TK_ASSIGN)
        return (colline_text){ NULL, 0 };
    variable = CLN_AS(operation, value)->operands->items[0];
    return cln_text_of(result->text.data + variable->at.offset, variable->at.length);
}

static void assign_selected(cln_session_state *session, cln_arena *text_arena, const cln_parsed *parsed, cln_result *result)
{
    const cln_node *body = parsed->tree;
    const cln_list *items;
    cln_assigning a;
    cln_fed fed;
    bool ready = false;

    while (cln_node_is(body, CLN_QUERY))
        body = CLN_AS(query, body)->body;
    items = cln_node_is(body, CLN_SELECT) ? CLN_AS(select, body)->items : NULL;
    for (uint32_t i = 0; cln_count(items) == result->columns.count && i < result->columns.count; i++) {
        colline_text name = assigned_by_column(session, items, result, i);
        cln_assigned to;
        if (name.data == NULL)
            continue;
        if (!ready) {
            a = assigning_of(session, text_arena, result);
            a.level = parsed->level;
            fed = cln_fed_by(session, a.variables->arena, result);
        }
        ready = true;
        to = (cln_assigned){ cln_variable_name(result->arena, name), CLN_TEXT("") };
        cln_assign_to(&a, &to, cln_value_of(a.variables->arena, &fed, i, 1, false), false);
    }
}

/* CURSOR c IS, and behind it its query, which is read again where the cursor is opened. */
static void keep_query(cln_assigning *a, const cln_assigned_list *names, const cln_parsed *parsed)
{
    cln_variable *cursor = names->count == 1 ? cln_variable_find(a->variables, names->items[0].name) : NULL;

    if (cursor != NULL && cursor->cursor && !parsed->dynamic)
        cursor->query = parsed->at;
}

void cln_assign_results(cln_session_state *session, cln_arena *text_arena, const cln_parsed *parsed, cln_result *result)
{
    cln_assigned_list names;
    cln_assigning a;
    cln_fed fed;

    if ((session->dialect->script & (CLN_SCRIPT_NO_SEMICOLON | CLN_SCRIPT_VARIABLES_FIRST)) != 0 && cln_node_is(parsed->tree, CLN_QUERY))
        assign_selected(session, text_arena, parsed, result);
    if (parsed->into.length == 0 && parsed->feeds.length == 0 && !parsed->spreads && parsed->own_event == parsed->event_count)
        return;
    a = assigning_of(session, text_arena, result);
    a.told = true;
    a.dynamic = parsed->dynamic;
    a.feeds = parsed->feeds;
    a.variables->floor = parsed->floor;
    for (uint32_t i = parsed->own_event; i < parsed->event_count; i++)
        follow(&a, parsed, i);
    a.level = parsed->level;
    a.variables->floor = 0; /* a text that is run may fill what is outside of it */
    if (parsed->into.length > 0 && returned_items(parsed->tree) != NULL) {
        cln_result *returned = evaluate_returned(&a, parsed->tree);
        names = cln_assigned_names(&a, parsed->into);
        if (returned != NULL)
            assign_columns(&a, &names, returned, false);
    }
    if (!cln_node_is(parsed->tree, CLN_QUERY))
        return;
    if (parsed->into.length > 0) {
        names = cln_assigned_names(&a, parsed->into);
        assign_columns(&a, &names, result, false);
    }
    if (parsed->feeds.length > 0 || parsed->spreads) {
        names = cln_assigned_names(&a, parsed->feeds);
        keep_query(&a, &names, parsed);
        fed = cln_fed_by(session, a.variables->arena, result);
        for (uint32_t i = 0; i < names.count; i++)
            cln_assign_to(&a, &names.items[i], names.count == 1 ? cln_value_of(a.variables->arena, &fed, 0, fed.count, true) : cln_value_of(a.variables->arena, &fed, i, 1, false),
                      false);
        for (uint32_t i = 0; parsed->spreads && i < fed.count; i++) {
            cln_variable *column = cln_variable_declare(a.variables, cln_variable_name(result->arena, fed.names[i].name), a.level);
            cln_variable_assign(a.variables, column, cln_value_of(a.variables->arena, &fed, i, 1, false));
        }
    }
}
