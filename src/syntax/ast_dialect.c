/*
 * ast_dialect.c -- constructs that one dialect has alone, as nodes that all others have.
 *
 *     SELECT a > 0 ? b : c, t.1 FROM u        ClickHouse's CASE and subscript
 */
#include "syntax/ast_build.h"

#include "sql.h"
#include "syntax/strict.h"

cln_node *cln_build_ternary(cln_parse *pc, cln_node *condition, cln_node *yes, cln_node *no)
{
    cln_node *when = MAKE(when, 0, .condition = condition, .result = yes);

    when->at.length = cln_span_end(yes->at) - when->at.offset;
    return MAKE(case, 0, .whens = cln_build_list(pc, when), .otherwise = no);
}

cln_node *cln_build_element(cln_parse *pc, cln_node *tuple, cln_token number)
{
    cln_node *index = cln_build_literal(pc, CLN_LITERAL_NUMBER);

    index->at = cln_token_span(number);
    return MAKE(subscript, 0, .operand = tuple, .index = index);
}

cln_node *cln_build_star_apply(cln_parse *pc, cln_node *star, cln_node *function)
{
    cln_star_node *node = (cln_star_node *)star;

    node->apply = cln_build_append(pc, node->apply, function);
    cln_node_rise(pc, star, function->height);
    cln_node_reach(star, cln_span_end(pc->at));
    return star;
}

cln_node *cln_build_values_between(cln_parse *pc, cln_node *low, cln_node *high)
{
    cln_node *name = MAKE(name, 0, .text = CLN_TEXT("range_value"));
    cln_list *bounds = cln_build_append(pc, cln_build_list(pc, low), high);
    cln_node *call = MAKE(call, 0, .name = cln_build_list(pc, name), .arguments = bounds);
    cln_node *column = MAKE(name, 0, .text = CLN_TEXT("RANGE_VALUE"));
    cln_node *item = MAKE(select_item, 0, .value = call, .alias = column);
    cln_node *row = MAKE(row, 0, .items = cln_build_list(pc, item));

    return MAKE(values, 0, .rows = cln_build_list(pc, row));
}

cln_node *cln_build_create_as_name(cln_parse *pc, cln_node *table)
{
    const cln_list *parts = CLN_AS(table_ref, table)->parts;

    if (parts->count == 1 && (cln_is_word(parts, "node") || cln_is_word(parts, "edge")))
        return MAKE(create_table, 0);
    return MAKE(create_table, 0, .like = table);
}

cln_node *cln_build_written_rows(cln_parse *pc, cln_node *write)
{
    cln_list *all = cln_build_list(pc, MAKE(select_item, 0, .value = MAKE(star, 0)));

    if (write->kind == CLN_INSERT)
        ((cln_insert_node *)write)->returning = all;
    else if (write->kind == CLN_UPDATE)
        ((cln_update_node *)write)->returning = all;
    else if (write->kind == CLN_DELETE)
        ((cln_delete_node *)write)->returning = all;
    cln_node_rise(pc, write, 2);
    return MAKE(query, 0, .body = write);
}

cln_list *cln_build_last_comma(cln_parse *pc, cln_list *elements, cln_token comma)
{
    if ((pc->dialect->script & CLN_SCRIPT_NO_SEMICOLON) != 0)
        return elements;
    return cln_build_trailing_comma(pc, elements, comma);
}

cln_node *cln_build_passed(cln_parse *pc, cln_node *call, cln_list *values)
{
    return FILL(call, call, 0, .arguments = cln_build_concat(pc, ((cln_call_node *)call)->arguments, values));
}

cln_node *cln_build_applied(cln_parse *pc, cln_node *value, cln_node *function)
{
    if (function->kind == CLN_COLUMN)
        return MAKE(call, 0, .name = CLN_AS(column, function)->parts, .arguments = cln_build_list(pc, value));
    if (function->kind == CLN_CALL)
        value = cln_build_second_arguments(pc, function, 0, cln_build_list(pc, value));
    value->at = pc->at;
    return value;
}

cln_node *cln_build_match_events(cln_parse *pc, cln_node *select, cln_list *partition, cln_list *order, cln_list *definitions)
{
    cln_list *deciding = cln_build_concat(pc, definitions, partition);

    for (uint32_t i = 0; i < cln_count(order); i++)
        deciding = cln_build_append(pc, deciding, CLN_AS(order_item, order->items[i])->value);
    return FILL(select, select, 0, .qualify = MAKE(row, 0, .items = deciding));
}

cln_node *cln_build_expanded(cln_parse *pc, cln_node *select, cln_node *period, cln_node *name)
{
    cln_node *order;

    if (name == NULL)
        return select;
    order = MAKE(order_item, 0, .value = period);
    return FILL(select, select, 0, .windows = cln_build_list(pc, MAKE(named_window, 0, .name = name, .window = MAKE(window, 0, .order = cln_build_list(pc, order)))));
}

cln_node *cln_build_import(cln_parse *pc, cln_token from)
{
    cln_node *path = cln_build_literal(pc, CLN_LITERAL_STRING);

    path->at = cln_token_span(from);
    return MAKE(table_ref, 0, .path = path);
}

cln_node *cln_build_limit_over(cln_parse *pc, cln_node *query, cln_node *limit, const cln_node *window)
{
    const cln_window_node *over = CLN_AS(window, window);

    if (over->order != NULL)
        query = FILL(query, query, 0, .order_by = over->order);
    return FILL(query, query, 0, .limit = limit, .limit_by = over->partition);
}

cln_list *cln_build_linked(cln_parse *pc, cln_list *parts, cln_token link)
{
    cln_name_node *last = (cln_name_node *)parts->items[parts->count - 1];
    cln_buffer text = { NULL, 0, 0 };

    cln_buffer_add(pc->arena, &text, last->text);
    cln_buffer_add(pc->arena, &text, cln_parse_text(pc, link));
    last->text = cln_buffer_text(pc->arena, &text);
    cln_node_reach(&last->node, link.offset + link.length);
    return parts;
}

/* What an item is called: its alias, or its column; NULL where it has no name. */
static cln_node *name_of_item(const cln_select_item_node *item)
{
    const cln_list *parts;

    if (item->alias != NULL || item->value->kind != CLN_COLUMN)
        return item->alias;
    parts = CLN_AS(column, item->value)->parts;
    return parts->items[parts->count - 1];
}

/* MEASURES (a AS x, b): each is computed from all by the rules. */
static cln_list *measure_items(cln_parse *pc, cln_list *items, const cln_list *measures)
{
    for (uint32_t i = 0; i < measures->count; i++) {
        cln_node *name = MAKE(name, 0, .text = CLN_TEXT("model"));
        cln_node *alias = name_of_item(CLN_AS(select_item, measures->items[i]));
        cln_list *all = NULL;
        for (uint32_t k = 0; k < measures->count; k++)
            all = cln_build_append(pc, all, CLN_AS(select_item, measures->items[k])->value);
        cln_node *call = MAKE(call, 0, .name = cln_build_list(pc, name), .arguments = all);
        call->at = CLN_AS(select_item, measures->items[i])->value->at;
        items = cln_build_append(pc, items, MAKE(select_item, 0, .value = call, .alias = alias));
    }
    return items;
}

cln_node *cln_build_model(cln_parse *pc, cln_node *select, cln_list *partition, cln_list *dimension, cln_list *measures)
{
    cln_select_node *outer = (cln_select_node *)select;
    cln_list *items = cln_build_concat(pc, cln_build_concat(pc, NULL, partition), dimension);
    cln_node *inner = MAKE(select, 0, .items = measure_items(pc, items, measures), .from = outer->from, .where = outer->where,
                           .group_by = outer->group_by, .having = outer->having);
    cln_node *source = MAKE(source, 0, .relation = MAKE(query, 0, .body = inner));

    outer->from = cln_build_list(pc, source);
    outer->where = outer->having = NULL;
    outer->group_by = NULL;
    cln_node_rise(pc, select, source->height);
    return select;
}

cln_node *cln_build_attribute_name(cln_parse *pc, const cln_node *suffix)
{
    uint32_t at = cln_span_end(CLN_AS(suffix, suffix)->operand->at), end = cln_span_end(suffix->at);
    bool named = false;

    while (at < end) {
        cln_token token = cln_lex(&pc->lexer, at);
        at = token.offset + token.length;
        if (named)
            return cln_build_name(pc, token);
        named = cln_parse_says(pc, token, "named");
    }
    return NULL;
}

/* ---- What only some dialects have, and no node tells of ---- */

/* db..t: the default schema is left out */
cln_list *cln_build_gap(cln_parse *pc, cln_list *parts, cln_token dot, cln_node *name)
{
    cln_check_construct(pc, CLN_EMPTY_PART, cln_token_span(dot));
    return cln_build_path(pc, parts, name);
}

/* (a, b,) */
cln_node *cln_build_open_row(cln_parse *pc, cln_list *items, cln_token comma)
{
    cln_check_construct(pc, CLN_ROW_COMMA, cln_token_span(comma));
    return MAKE(row, 0, .items = items);
}

/* INSERT INTO t VALUE (1) */
cln_node *cln_build_value_rows(cln_parse *pc, cln_node *insert, cln_token word, cln_list *rows)
{
    cln_check_construct(pc, CLN_VALUE_WORD, cln_token_span(word));
    return FILL(insert, insert, 0, .query = cln_build_values_query(pc, rows));
}

/* SUM(a) FILTER (a > 1) */
cln_node *cln_build_bare_filter(cln_parse *pc, cln_node *call, cln_node *condition)
{
    cln_check_construct(pc, CLN_FILTER_WITHOUT_WHERE, condition->at);
    return FILL(call, call, 0, .filter = condition);
}

/* 'a' 'b' */
void cln_check_strings(cln_parse *pc)
{
    cln_check_construct(pc, CLN_STRINGS, pc->at);
}

cln_node *cln_build_row_star(cln_parse *pc, cln_list *qualifier)
{
    cln_node *star = MAKE(star, 0, .qualifier = qualifier);

    if (!cln_has_syntax(pc->dialect, CLN_SYNTAX_STAR_VALUE))
        cln_parse_fail(pc, CLN_SYNTAX_ERROR, star->at, "a star is no value here");
    return star;
}

/* ---- a INT INVISIBLE, m Int64 MATERIALIZED a + 1, f DATETIME2 GENERATED ALWAYS AS ROW START HIDDEN ---- */

static bool clause_hides(const cln_parse *pc, cln_token token, bool first)
{
    static const char *const kept[] = { "materialized", "alias", "ephemeral", NULL }, *const hidden[] = { "invisible", "hidden", NULL };
    colline_text word = cln_text_of(pc->text.data + token.offset, token.length);

    if (cln_has_syntax(pc->dialect, CLN_SYNTAX_KEPT_COLUMNS))
        return first && cln_text_is_any(word, kept);
    return cln_text_is_any(word, hidden);
}

cln_node *cln_build_column_clause(cln_parse *pc, cln_node *column, cln_token clause)
{
    cln_lexer lexer = { pc->text, pc->dialect, pc->dialect->lex };
    uint32_t end = clause.offset + clause.length, depth = 0;
    cln_token token;

    for (uint32_t next = clause.offset; next < end; next = token.offset + token.length) {
        token = cln_lex(&lexer, next);
        if (token.kind == 0 || token.length == 0 || token.offset >= end)
            break;
        depth += token.kind == TK_LP;
        depth -= token.kind == TK_RP && depth > 0;
        if (depth == 0 && clause_hides(pc, token, next == clause.offset))
            return FILL(column, column_def, CLN_HIDDEN_COLUMN);
    }
    return column;
}

/* ---- CREATE OR REPLACE GLOBAL TEMPORARY VIEW v ---- */

/* Whether GLOBAL stands between CREATE, where the rule's text starts, and VIEW. */
static bool says_global(const cln_parse *pc, uint32_t end)
{
    cln_lexer lexer = { pc->text, pc->dialect, pc->dialect->lex };
    cln_token token;

    for (uint32_t next = pc->at.offset; next < end; next = token.offset + token.length) {
        token = cln_lex(&lexer, next);
        if (token.kind == TK_GLOBAL)
            return true;
        if (token.kind == TK_VIEW || token.kind == 0 || token.length == 0)
            break;
    }
    return false;
}

cln_node *cln_build_view_name(cln_parse *pc, uint32_t flags, cln_node *name)
{
    const cln_list *parts = CLN_AS(table_ref, name)->parts;

    if ((flags & CLN_TEMPORARY) == 0 || !cln_has_syntax(pc->dialect, CLN_SYNTAX_GLOBAL_TEMP) || cln_count(parts) != 1 || !says_global(pc, name->at.offset))
        return name;
    return FILL(name, table_ref, 0, .parts = cln_build_append(pc, cln_build_list(pc, MAKE(name, 0, .text = CLN_TEXT("global_temp"))), parts->items[0]));
}

/* ---- COPY t FROM STDIN, COPY t FROM LOCAL STDIN ---- */

cln_node *cln_build_transfer_end(cln_parse *pc, cln_node *table)
{
    static const char *const streams[] = { "stdin", "stdout", NULL };
    const cln_list *parts = CLN_AS(table_ref, table)->parts;
    cln_lexer lexer = { pc->text, pc->dialect, pc->dialect->lex };
    cln_token word;
    cln_node *path;

    if (cln_count(parts) != 1 || (parts->items[0]->flags & CLN_QUOTED) != 0)
        return table;
    word = cln_lex(&lexer, table->at.offset);
    if (cln_parse_says(pc, word, "local"))
        word = cln_lex(&lexer, word.offset + word.length);
    if (!cln_text_is_any(cln_parse_text(pc, word), streams))
        return table;
    path = cln_build_literal(pc, CLN_LITERAL_STRING);
    path->at = cln_token_span(word);
    return path;
}
