/*
 * pivot.c -- PIVOT and UNPIVOT: rows to columns and back.
 *
 *     FROM s PIVOT (SUM(amount) FOR quarter IN ('Q1' AS a, 'Q2' AS b))
 *     passed columns (DIRECT, and GROUP_BY), then a and b: AGG of amount, CONDITIONAL of quarter
 */
#include "resolve/pivot_name.h"
#include "resolve/resolve.h"

enum { MOST_COLUMNS = 4096 }; /* that the combinations of several keys may make */

typedef struct cln_pivoting {
    cln_resolver *r;
    cln_scope *scope; /* sees the rows that are pivoted */
    const cln_rowset *rows;
    cln_rowset *result;
    cln_outputs columns;
    cln_map named; /* lower-case names of the columns that the clause names */
} cln_pivoting;

static void start(cln_pivoting *p, cln_resolver *r, cln_scope *outer, const cln_rowset *rows)
{
    memset(p, 0, sizeof *p);
    p->r = r;
    p->rows = rows;
    p->scope = cln_scope_new(r, outer, outer->ctes);
    (void)cln_add_source(r, p->scope, CLN_TEXT(""), NULL, rows, (colline_span){ 0, 0 });
    p->result = CLN_NEW(r->arena, cln_rowset);
    p->result->rows = p->scope->rows;
    p->result->unknowns = rows->unknowns;
    p->result->unknown_count = rows->unknown_count;
}

static void push(cln_pivoting *p, colline_text name, cln_origin origin)
{
    *CLN_PUSH(p->r->arena, &p->columns) = (cln_output){ name.data, name.length, origin };
}

static void note_name(cln_pivoting *p, const cln_node *name)
{
    cln_map_put(p->r->arena, &p->named, cln_text_lower(p->r->arena, cln_column_text(p->r, name)), p);
}

/* Remember every column that a tree names. */
static void note_columns(cln_pivoting *p, const cln_node *node);
static void note_list(cln_pivoting *p, const cln_list *list)
{
    for (uint32_t i = 0; i < cln_count(list); i++)
        note_columns(p, list->items[i]);
}
static void note_columns(cln_pivoting *p, const cln_node *node)
{
    switch (node->kind) {
    case CLN_COLUMN: note_name(p, cln_last(CLN_AS(column, node)->parts)); break;
    case CLN_SELECT_ITEM: note_columns(p, CLN_AS(select_item, node)->value); break;
    case CLN_CALL: note_list(p, CLN_AS(call, node)->arguments); break;
    case CLN_OPERATION: note_list(p, CLN_AS(operation, node)->operands); break;
    case CLN_ROW: note_list(p, CLN_AS(row, node)->items); break;
    case CLN_CAST: note_columns(p, CLN_AS(cast, node)->operand); break;
    case CLN_UNARY: note_columns(p, CLN_AS(unary, node)->operand); break;
    default: break;
    }
}

/* The columns that the clause does not name, in order. */
static void pass_others(cln_pivoting *p, bool grouped)
{
    cln_outputs all = { NULL, 0, 0 };

    cln_expand_star(p->r, p->scope, NULL, &all);
    for (uint32_t i = 0; i < all.count; i++) {
        colline_text name = cln_text_of(all.items[i].name, all.items[i].length);
        if (cln_map_get(&p->named, cln_text_lower(p->r->arena, name)) != NULL)
            continue;
        push(p, name, all.items[i].origin);
        if (grouped)
            cln_link_to(p->r->origins, p->scope->rows, all.items[i].origin, CLN_LINK_GROUP_BY,
                        COLLINE_EDGE_AGGREGATE, 0);
    }
}

/* DuckDB: GROUP BY names the columns that pass. */
static void pass_grouped(cln_pivoting *p, const cln_list *keys)
{
    for (uint32_t i = 0; i < cln_count(keys); i++) {
        const cln_node *key = keys->items[i];
        cln_origin origin = cln_trace_value(p->r, p->scope, key);
        colline_text name = key->kind == CLN_COLUMN
                                ? cln_column_text(p->r, cln_last(CLN_AS(column, key)->parts))
                                : cln_text_of_node(p->r, key);
        push(p, name, origin);
        cln_link_to(p->r->origins, p->scope->rows, origin, CLN_LINK_GROUP_BY, COLLINE_EDGE_AGGREGATE, 0);
    }
}

/* An aggregate over the rows that a combination of the keys' values chooses. */
static cln_origin pivoted_value(cln_pivoting *p, const cln_pivot_node *node, const cln_node *aggregate)
{
    cln_origin origin = cln_trace_value(p->r, p->scope, aggregate);

    for (uint32_t i = 0; i < node->keys->count; i++)
        cln_trace_conditions(p->r, p->scope, origin, CLN_LINK_CONDITIONAL, 0,
                             CLN_AS(pivot_key, node->keys->items[i])->columns);
    return origin;
}

/* How many combinations of values the text lists; 0: it does not list them, or too many to be told one by one. */
static uint32_t combinations(const cln_pivot_node *node)
{
    uint64_t all = 1;

    for (uint32_t i = 0; i < node->keys->count && all > 0 && all <= MOST_COLUMNS; i++)
        all *= cln_count(CLN_AS(pivot_key, node->keys->items[i])->values);
    return all * cln_count(node->aggregates) <= MOST_COLUMNS ? (uint32_t)all : 0;
}

/* The last key's values change first. */
static void push_combinations(cln_pivoting *p, const cln_pivot_node *node, uint32_t count)
{
    uint32_t keys = node->keys->count;
    const cln_node **values = CLN_NEW_ARRAY(p->r->arena, const cln_node *, keys);

    for (uint32_t c = 0; c < count; c++) {
        uint32_t rest = c;
        for (uint32_t k = keys; k-- > 0;) {
            const cln_list *listed = CLN_AS(pivot_key, node->keys->items[k])->values;
            values[k] = listed->items[rest % listed->count];
            rest /= listed->count;
        }
        cln_poll(p->r->arena->fault);
        for (uint32_t a = 0; a < cln_count(node->aggregates); a++) {
            const cln_select_item_node *aggregate = CLN_AS(select_item, node->aggregates->items[a]);
            push(p, cln_pivot_name(p->r, values, keys, aggregate, node->aggregates->count),
                 pivoted_value(p, node, aggregate->value));
        }
    }
}

/* IN (ANY), IN (SELECT ...): which columns there will be is not in the text. */
static void push_any(cln_pivoting *p, const cln_pivot_node *node)
{
    p->result->any = cln_new_node(p->r->origins);
    for (uint32_t a = 0; a < cln_count(node->aggregates); a++)
        cln_link_to(p->r->origins, p->result->any,
                    pivoted_value(p, node, CLN_AS(select_item, node->aggregates->items[a])->value),
                    CLN_LINK_AGG, 0, 0);
    for (uint32_t i = 0; i < node->keys->count; i++) {
        const cln_pivot_key_node *key = CLN_AS(pivot_key, node->keys->items[i]);
        cln_trace_conditions(p->r, p->scope, p->result->any, CLN_LINK_CONDITIONAL, 0, key->columns);
        cln_trace_condition(p->r, p->scope, p->result->any, CLN_LINK_FILTER, 0, key->query);
    }
    push(p, CLN_TEXT("*"), p->result->any);
}

static const cln_rowset *pivot(cln_resolver *r, cln_scope *outer, const cln_rowset *rows,
                               const cln_pivot_node *node)
{
    uint32_t count = combinations(node);
    cln_pivoting p;

    start(&p, r, outer, rows);
    note_list(&p, node->aggregates);
    for (uint32_t i = 0; i < node->keys->count; i++)
        note_list(&p, CLN_AS(pivot_key, node->keys->items[i])->columns);
    if (node->group_by != NULL)
        pass_grouped(&p, node->group_by);
    else
        pass_others(&p, true);
    if (count > 0)
        push_combinations(&p, node, count);
    else
        push_any(&p, node);
    p.result->columns = p.columns.items;
    p.result->count = p.columns.count;
    return p.result;
}

/* The columns that one element of UNPIVOT's IN list stands for: a, (a, b), COLUMNS(* EXCLUDE (x)). */
static void unpivoted(cln_pivoting *p, const cln_node *item, cln_outputs *columns)
{
    const cln_node *value = item->kind == CLN_SELECT_ITEM ? CLN_AS(select_item, item)->value : item;
    const cln_list *inside = NULL;

    if (value->kind == CLN_ROW)
        inside = CLN_AS(row, value)->items;
    else if (value->kind == CLN_CALL)
        inside = CLN_AS(call, value)->arguments;
    if (value->kind == CLN_STAR) {
        cln_expand_star(p->r, p->scope, value, columns);
    } else if (inside != NULL) {
        for (uint32_t i = 0; i < inside->count; i++) {
            cln_outputs one = { NULL, 0, 0 };
            unpivoted(p, inside->items[i], &one);
            for (uint32_t k = 0; k < one.count; k++)
                *CLN_PUSH(p->r->arena, columns) = one.items[k];
        }
    } else if (value->kind == CLN_COLUMN) {
        colline_text name = cln_column_text(p->r, cln_last(CLN_AS(column, value)->parts));
        *CLN_PUSH(p->r->arena, columns) =
            (cln_output){ name.data, name.length, cln_trace_value(p->r, p->scope, value) };
    }
}

static const cln_rowset *unpivot(cln_resolver *r, cln_scope *outer, const cln_rowset *rows,
                                 const cln_unpivot_node *node)
{
    cln_pivoting p;
    cln_outputs columns = { NULL, 0, 0 };
    uint32_t values = cln_count(node->value_names) > 0 ? cln_count(node->value_names) : 1;
    cln_origin *origins;

    start(&p, r, outer, rows);
    for (uint32_t i = 0; i < cln_count(node->columns); i++)
        unpivoted(&p, node->columns->items[i], &columns);
    for (uint32_t i = 0; i < columns.count; i++)
        cln_map_put(r->arena, &p.named,
                    cln_text_lower(r->arena, cln_text_of(columns.items[i].name, columns.items[i].length)),
                    &p);
    pass_others(&p, false);
    if (node->name != NULL)
        push(&p, cln_column_text(r, node->name), CLN_NO_ORIGIN);
    origins = CLN_NEW_ARRAY(r->arena, cln_origin, values);
    for (uint32_t v = 0; v < values; v++)
        origins[v] = cln_new_node(r->origins);
    for (uint32_t i = 0; i < columns.count; i++)
        cln_link_to(r->origins, origins[i % values], columns.items[i].origin, CLN_LINK_DIRECT, 0, 0);
    for (uint32_t v = 0; v < cln_count(node->value_names); v++)
        push(&p, cln_column_text(r, node->value_names->items[v]), origins[v]);
    p.result->columns = p.columns.items;
    p.result->count = p.columns.count;
    return p.result;
}

const cln_rowset *cln_resolve_pivot(cln_resolver *r, cln_scope *outer, const cln_rowset *rows,
                                    const cln_node *node)
{
    return node->kind == CLN_PIVOT ? pivot(r, outer, rows, CLN_AS(pivot, node))
                                   : unpivot(r, outer, rows, CLN_AS(unpivot, node));
}
