/*
 * ast_model.c -- what is read through a model: mining functions, graphs, semantic views, JSON as a table, what flows.
 *
 *     SELECT x FROM GRAPH_TABLE (g MATCH (a IS p)-[e]->(b) WHERE e.y > 1 COLUMNS (a.z AS x))
 *
 * Each is what other nodes say as well: SELECT a.z AS x FROM g a, g e, g b WHERE e.y > 1.
 */
#include "syntax/ast_build.h"

#include "sql.h"
#include "syntax/lexer.h"

/* ---- Oracle ---- */

cln_list *cln_build_mined(cln_parse *pc, cln_list *arguments, cln_list *items)
{
    cln_list *used = NULL;

    for (uint32_t i = 1; i < arguments->count; i++)
        used = cln_build_append(pc, used, arguments->items[i]);
    return cln_build_concat(pc, used, items);
}

static cln_node *word(cln_parse *pc, const char *text)
{
    return MAKE(name, 0, .text = cln_text_of(text, strlen(text)));
}

cln_node *cln_build_nested(cln_parse *pc, cln_list *parts)
{
    return cln_build_table_function(pc, MAKE(call, 0, .name = cln_build_list(pc, word(pc, "json_table")),
                                             .arguments = cln_build_list(pc, cln_build_column(pc, parts))));
}

/* ---- GRAPH_TABLE ---- */

static bool opens_element(uint16_t kind)
{
    return kind == TK_LP || kind == TK_LB;
}

/* (a IS p, [e:q: the word behind a parenthesis, but for IS and WHERE. */
cln_list *cln_build_variables(cln_parse *pc, cln_list *pattern, cln_token text)
{
    cln_lexer lexer = { pc->text, pc->dialect, pc->dialect->lex };
    uint32_t end = text.offset + text.length;
    uint16_t previous = 0;
    cln_token token;

    for (uint32_t next = text.offset; next < end; next = token.offset + token.length) {
        token = cln_lex(&lexer, next);
        if (token.kind == 0 || token.length == 0)
            break;
        if (token.kind == TK_COMMENT || token.kind == TK_HINT)
            continue;
        if (opens_element(previous) && (token.kind == TK_ID || token.kind == TK_QUOTED_ID))
            pattern = cln_build_append(pc, pattern, cln_build_name(pc, token));
        previous = token.kind;
    }
    return pattern;
}

static bool has_variable(const cln_list *names, const cln_node *name)
{
    for (uint32_t i = 0; i < cln_count(names); i++)
        if (cln_text_equal_nocase(CLN_AS(name, names->items[i])->text, CLN_AS(name, name)->text))
            return true;
    return false;
}

/* FROM table a, table b: the same one under each of the names, or once where there is none. */
static cln_list *under_names(cln_parse *pc, cln_list *table, const cln_list *names)
{
    cln_list *from = NULL;

    for (uint32_t i = 0; i < cln_count(names) || i == 0; i++)
        from = cln_build_append(pc, from, MAKE(source, 0, .relation = MAKE(table_ref, 0, .parts = table),
                                               .alias = i < cln_count(names) ? names->items[i] : NULL,
                                               .join = i == 0 ? CLN_JOIN_FIRST : CLN_JOIN_COMMA));
    return from;
}

enum { MOST_VARIABLES = 100 };

cln_node *cln_build_graph(cln_parse *pc, cln_list *graph, const cln_list *pattern, cln_list *items)
{
    cln_list *names = NULL, *conditions = NULL;

    for (uint32_t i = 0; i < cln_count(pattern); i++) {
        cln_node *part = pattern->items[i];
        if (part->kind != CLN_NAME)
            conditions = cln_build_append(pc, conditions, part);
        else if (cln_count(names) < MOST_VARIABLES && !has_variable(names, part))
            names = cln_build_append(pc, names, part);
    }
    return MAKE(query, 0, .body = MAKE(select, 0, .items = items, .from = under_names(pc, graph, names),
                                       .where = conditions != NULL ? MAKE(row, 0, .items = conditions) : NULL));
}

/* ---- SEMANTIC_VIEW ---- */

/* The tables of a semantic view that its columns are named with: customer of customer.segment. */
static cln_list *add_tables(cln_parse *pc, cln_list *names, const cln_list *items)
{
    for (uint32_t i = 0; i < cln_count(items); i++) {
        const cln_node *value = CLN_AS(select_item, items->items[i])->value;
        const cln_list *parts = value->kind == CLN_COLUMN ? CLN_AS(column, value)->parts
                                : value->kind == CLN_STAR ? CLN_AS(star, value)->qualifier : NULL;
        if (cln_count(parts) > (value->kind == CLN_COLUMN) && cln_count(names) < MOST_VARIABLES && !has_variable(names, parts->items[0]))
            names = cln_build_append(pc, names, parts->items[0]);
    }
    return names;
}

/* A metric is an aggregate that the view holds. */
static cln_node *metric(cln_parse *pc, cln_node *item)
{
    cln_select_item_node *own = (cln_select_item_node *)item;
    cln_node *alias = own->alias;
    colline_span at = own->value->at;

    if (alias == NULL && own->value->kind == CLN_COLUMN)
        alias = CLN_AS(column, own->value)->parts->items[CLN_AS(column, own->value)->parts->count - 1];
    if (own->value->kind == CLN_STAR)
        return item;
    own->value = MAKE(call, 0, .name = cln_build_list(pc, word(pc, "any_value")), .arguments = cln_build_list(pc, own->value));
    own->value->at = at;
    own->alias = alias;
    cln_node_rise(pc, item, own->value->height);
    return item;
}

/* The lists in the order in which they were written. */
static cln_list *in_order(cln_parse *pc, const cln_list *lists[3])
{
    cln_list *all = NULL;

    for (uint32_t turn = 0; turn < 3; turn++) {
        uint32_t first = 3;
        for (uint32_t i = 0; i < 3; i++)
            if (cln_count(lists[i]) > 0 && (first == 3 || lists[i]->items[0]->at.offset < lists[first]->items[0]->at.offset))
                first = i;
        for (uint32_t i = 0; first < 3 && i < lists[first]->count; i++)
            all = cln_build_append(pc, all, first == 0 ? metric(pc, lists[first]->items[i]) : lists[first]->items[i]);
        if (first < 3)
            lists[first] = NULL;
    }
    return all;
}

cln_node *cln_build_semantic(cln_parse *pc, cln_list *view, cln_node *parts)
{
    const cln_select_node *said = CLN_AS(select, parts);
    const cln_list *lists[] = { said->items, said->group_by, said->distinct_on };
    cln_list *names = NULL, *grouping = NULL;

    for (uint32_t i = 0; i < 3; i++)
        names = add_tables(pc, names, lists[i]);
    for (uint32_t i = 0; said->items != NULL && i < cln_count(said->group_by); i++)
        if (CLN_AS(select_item, said->group_by->items[i])->value->kind != CLN_STAR)
            grouping = cln_build_append(pc, grouping, CLN_AS(select_item, said->group_by->items[i])->value);
    return MAKE(query, 0, .body = MAKE(select, 0, .items = in_order(pc, lists), .from = under_names(pc, view, names),
                                       .where = said->where, .group_by = grouping));
}

/* ---- What flows from statement to statement ---- */

static cln_node *flow_name(cln_parse *pc, uint32_t number)
{
    cln_buffer text = { NULL, 0, 0 };

    cln_buffer_add_char(pc->arena, &text, '$');
    cln_buffer_add_number(pc->arena, &text, number);
    return MAKE(name, 0, .text = cln_buffer_text(pc->arena, &text));
}

static cln_node *flow_cte(cln_parse *pc, uint32_t number, cln_node *query)
{
    return MAKE(cte, 0, .name = flow_name(pc, number), .query = query);
}

cln_node *cln_build_flowed(cln_parse *pc, cln_list *flow, cln_node *node)
{
    const cln_list *own = node->kind == CLN_QUERY    ? CLN_AS(query, node)->ctes
                          : node->kind == CLN_INSERT ? CLN_AS(insert, node)->ctes
                          : node->kind == CLN_UPDATE ? CLN_AS(update, node)->ctes
                          : node->kind == CLN_DELETE ? CLN_AS(delete, node)->ctes
                                                     : CLN_AS(merge, node)->ctes;

    return cln_build_with(pc, cln_build_with_list(pc, cln_build_concat(pc, flow, (cln_list *)(uintptr_t)own), 0), node);
}

/* In a ->> b ->> c what b calls $1 is $2 of c: it is defined there, and b's own $1 stands for it. */
cln_list *cln_build_flow(cln_parse *pc, const cln_list *flow, cln_node *query)
{
    cln_list *all = NULL, *inner = NULL;

    for (uint32_t i = 0; i < cln_count(flow); i++) {
        cln_node *table = MAKE(table_ref, 0, .parts = cln_build_list(pc, flow_name(pc, i + 2)));
        all = cln_build_append(pc, all, flow_cte(pc, i + 2, CLN_AS(cte, flow->items[i])->query));
        inner = cln_build_append(pc, inner, flow_cte(pc, i + 1, MAKE(query, 0, .body = table)));
    }
    if (inner != NULL)
        query = cln_build_flowed(pc, inner, query);
    return cln_build_append(pc, all, flow_cte(pc, 1, query));
}
