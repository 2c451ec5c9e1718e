/*
 * query.c -- a query to the rows it gives: its columns with their origins, and what decides its rows.
 *
 *     WITH q AS (...) SELECT a, SUM(b) AS s FROM q WHERE c GROUP BY a ORDER BY s LIMIT 5
 *     columns a, s; rows: FILTER c, GROUP_BY a (aggregate), SORT b (limit), and the rows of q
 */
#include "resolve/block.h"
#include "resolve/places.h"
#include "resolve/label.h"

#include <stdlib.h>

/* ---- The block ---- */

static void map_item(cln_block *b, uint32_t i)
{
    colline_text name = cln_text_of(b->columns.items[i].name, b->columns.items[i].length);

    cln_map_put(b->r->arena, &b->scope->by_item, cln_text_lower(b->r->arena, name), (void *)(uintptr_t)(i + 1));
}

static void map_named_items(cln_block *b)
{
    for (uint32_t i = 0; i < b->facts.count; i++)
        if (b->facts.items[i].named)
            map_item(b, i);
}

void cln_push_column(cln_block *b, colline_text name, cln_origin origin, bool named, bool aggregated)
{
    *CLN_PUSH(b->r->arena, &b->columns) = (cln_output){ name.data, name.length, origin };
    *CLN_PUSH(b->r->arena, &b->facts) = (cln_item_facts){ named, aggregated };
    b->scope->items = b->columns.items;
    b->scope->item_facts = b->facts.items;
    b->scope->item_count = b->columns.count;
    if (named && b->scope->by_item.capacity > 0)
        map_item(b, b->columns.count - 1);
    else if (named && b->columns.count > CLN_FEW_ITEMS)
        map_named_items(b);
}

/* Only a star lets a query's unknown columns through: those of tables, and those of the function that it stands for. */
static void drop_unknowns(cln_block *b)
{
    for (uint32_t i = 0; i < b->columns.count; i++)
        if (b->columns.items[i].length == 1 && b->columns.items[i].name[0] == '*') {
            if (b->rows->any == CLN_NO_ORIGIN && b->columns.items[i].origin != CLN_NO_ORIGIN && !cln_is_leaf(b->columns.items[i].origin))
                b->rows->any = b->columns.items[i].origin;
            return;
        }
    b->rows->unknown_count = 0;
}

void cln_start_block(cln_block *b, cln_resolver *r, cln_scope *scope, bool top)
{
    memset(b, 0, sizeof *b);
    b->r = r;
    b->scope = scope;
    b->top = top;
    b->has_columns = (r->dialect->features & CLN_FEATURE_BARE_FROM) != 0;
    b->stamp = ++r->stamps;
    b->rows = CLN_NEW(r->arena, cln_rowset);
    b->rows->rows = scope->rows;
}

void cln_finish_block(cln_block *b)
{
    b->rows->columns = b->columns.items;
    b->rows->count = b->columns.count;
    b->finished = true;
    drop_unknowns(b);
}

/* ---- Clauses ---- */

static cln_alias_use alias_in(const cln_block *b, cln_feature feature)
{
    uint32_t features = b->r->dialect->features;

    if ((features & (uint32_t)feature) == 0)
        return CLN_ALIAS_NONE;
    return (features & CLN_FEATURE_ALIAS_FIRST) != 0 ? CLN_ALIAS_FIRST : CLN_ALIAS_LAST;
}

/* GROUP BY 2, ORDER BY 2: the place that a number means, 1-based; 0: it is no ordinal. */
static uint32_t ordinal(const cln_block *b, const cln_node *node)
{
    char digits[12];
    colline_text text;
    long place;

    if (node->kind != CLN_LITERAL || CLN_AS(literal, node)->literal != CLN_LITERAL_NUMBER)
        return 0;
    text = cln_text_of_node(b->r, node);
    if (text.length >= sizeof digits)
        return 0;
    memcpy(digits, text.data, text.length);
    digits[text.length] = '\0';
    place = strtol(digits, NULL, 10);
    return place > 0 && (uint32_t)place <= b->columns.count ? (uint32_t)place : 0;
}

/* A key of GROUP BY or ORDER BY: an ordinal, an alias, or an expression. */
static void add_key(cln_block *b, cln_link_kind kind, uint8_t flags, const cln_node *key)
{
    uint32_t place = ordinal(b, key);

    if (place > 0)
        cln_link_to(b->r->origins, b->rows->rows, b->columns.items[place - 1].origin, kind, flags,
                    cln_expression_of(b->r, key));
    else
        cln_trace_conditions(b->r, b->scope, b->rows->rows, kind, flags,
                             &(cln_list){ (cln_node *[]){ (cln_node *)(uintptr_t)key }, 1, 1 });
}

static void add_group_key(cln_block *b, uint8_t flags, const cln_node *key)
{
    const cln_list *inside = NULL;

    if (key->kind == CLN_GROUPING)
        inside = CLN_AS(grouping, key)->items;
    else if (key->kind == CLN_ROW)
        inside = CLN_AS(row, key)->items;
    else
        add_key(b, CLN_LINK_GROUP_BY, flags, key);
    for (uint32_t i = 0; i < cln_count(inside); i++)
        add_group_key(b, flags, inside->items[i]);
}

/* Last of all, when it is known whether the block aggregates anywhere, its ORDER BY included. */
static void add_group_by(cln_block *b, const cln_select_node *select)
{
    uint8_t flags = b->scope->aggregates ? COLLINE_EDGE_AGGREGATE : 0;

    b->scope->alias_use = alias_in(b, CLN_FEATURE_ALIAS_IN_GROUP);
    for (uint32_t i = 0; i < cln_count(select->group_by); i++)
        add_group_key(b, flags, select->group_by->items[i]);
    for (uint32_t i = 0; (select->node.flags & CLN_GROUP_BY_ALL) != 0 && i < b->columns.count; i++)
        if (i >= b->facts.count || !b->facts.items[i].aggregated)
            cln_link_to(b->r->origins, b->rows->rows, b->columns.items[i].origin, CLN_LINK_GROUP_BY, flags,
                        0);
    for (uint32_t i = 0; i < cln_count(select->distinct_on); i++)
        add_key(b, CLN_LINK_GROUP_BY, 0, select->distinct_on->items[i]);
    b->scope->alias_use = CLN_ALIAS_NONE;
}

static void add_filters(cln_block *b, const cln_select_node *select)
{
    cln_resolver *r = b->r;
    cln_scope *scope = b->scope;

    scope->alias_use = alias_in(b, CLN_FEATURE_ALIAS_IN_WHERE);
    cln_trace_condition(r, scope, scope->rows, CLN_LINK_FILTER, 0, select->prewhere);
    cln_trace_where(r, scope, select->where);
    scope->alias_use = CLN_ALIAS_NONE;
    cln_trace_condition(r, scope, scope->rows, CLN_LINK_FILTER, 0, select->start_with);
    cln_trace_condition(r, scope, scope->rows, CLN_LINK_JOIN_COND, 0, select->connect_by);
}

/* What a GROUP BY key is called where it is a column; else empty. */
static colline_text key_name(cln_block *b, const cln_node *key)
{
    if (key->kind != CLN_COLUMN)
        return CLN_TEXT("");
    return cln_text_lower(b->r->arena, cln_column_text(b->r, cln_last(CLN_AS(column, key)->parts)));
}

/* SELECT a, COUNT(*) AS c FROM t GROUP BY a HAVING c > 1 means the alias, whatever columns t has, as a column that
 * is no grouping key stands in aggregates only; the name of a grouping key means what it means in GROUP BY. */
static void add_having_of_aliases(cln_block *b, const cln_select_node *select)
{
    cln_map keys = { 0 };

    for (uint32_t i = 0; i < cln_count(select->group_by); i++) {
        colline_text name = key_name(b, select->group_by->items[i]);
        if (name.length > 0)
            cln_map_put(b->r->arena, &keys, name, b);
    }
    b->scope->alias_use = CLN_ALIAS_FIRST;
    b->scope->keys = &keys;
    b->scope->alias_use_of_keys = alias_in(b, CLN_FEATURE_ALIAS_IN_GROUP);
    cln_trace_condition(b->r, b->scope, b->scope->rows, CLN_LINK_FILTER, 0, select->having);
    b->scope->keys = NULL;
}

/* SQLite lets any column stand in HAVING; it goes before the alias there, too. */
static bool having_means_aliases(const cln_block *b)
{
    return b->scope->alias_use == CLN_ALIAS_LAST && !cln_has_rule(b->r->dialect, CLN_RULE_HAVING_COLUMNS);
}

static void add_group_filters(cln_block *b, const cln_select_node *select)
{
    b->scope->alias_use = alias_in(b, CLN_FEATURE_ALIAS_IN_HAVING);
    if (select->having != NULL && having_means_aliases(b))
        add_having_of_aliases(b, select);
    else
        cln_trace_condition(b->r, b->scope, b->scope->rows, CLN_LINK_FILTER, 0, select->having);
    b->scope->alias_use = CLN_ALIAS_LAST;
    cln_trace_condition(b->r, b->scope, b->scope->rows, CLN_LINK_FILTER, 0, select->qualify);
    b->scope->alias_use = CLN_ALIAS_NONE;
}

/* Spark: SELECT window.start FROM t GROUP BY window(ts, '1 hour'): a key that goes by the name of its function. */
static void name_windows(cln_block *b, const cln_select_node *select)
{
    static const char *const windowing[] = { "window", "session_window", NULL };
    cln_resolver *r = b->r;

    if (!cln_has_rule(r->dialect, CLN_RULE_WINDOW_KEYS))
        return;
    for (uint32_t i = 0; i < cln_count(select->group_by); i++) {
        const cln_node *key = select->group_by->items[i];
        colline_text name = key->kind == CLN_CALL ? CLN_AS(name, cln_last(CLN_AS(call, key)->name))->text : CLN_TEXT("");
        if (name.length > 0 && cln_text_is_any(name, windowing))
            cln_add_merged(r, b->scope, &(cln_merged){ cln_text_lower(r->arena, name), cln_trace_value(r, b->scope, key), 0,
                                                       b->scope->sources.count, 0, false });
    }
}

/* Everything of a SELECT but its FROM, which `b->scope` has, and its GROUP BY, which comes last. */
static void resolve_select(cln_block *b, const cln_select_node *select)
{
    name_windows(b, select);
    b->scope->windows = select->windows;
    b->scope->window_nodes = CLN_NEW_ARRAY(b->r->arena, cln_origin, cln_count(select->windows));
    b->grouped = cln_count(select->group_by) > 0;
    if (select->transform != NULL)
        cln_add_transform(b, CLN_AS(transform, select->transform));
    else
        cln_add_items(b, select->items);
    if ((select->node.flags & CLN_VALUE) != 0 && b->columns.count == 1)
        cln_add_value_columns(b);
    add_filters(b, select);
    add_group_filters(b, select);
    cln_collect_unknowns(b->r, b->scope, b->rows);
}

/* ---- Bodies ---- */

/* What the columns of VALUES are called: a prefix and the number of the first. */
static const struct {
    colline_dialect dialect;
    const char *prefix;
    uint32_t first;
} values_names[] = {
    { COLLINE_POSTGRES, "column", 1 },  { COLLINE_REDSHIFT, "column", 1 },
    { COLLINE_GREENPLUM, "column", 1 }, { COLLINE_MATERIALIZE, "column", 1 },
    { COLLINE_SNOWFLAKE, "COLUMN", 1 }, { COLLINE_SPARK, "col", 1 },
    { COLLINE_DATABRICKS, "col", 1 },   { COLLINE_HIVE, "col", 1 },
    { COLLINE_DUCKDB, "col", 0 },       { COLLINE_TRINO, "_col", 0 },
    { COLLINE_ATHENA, "_col", 0 },      { COLLINE_MYSQL, "column_", 0 },
    { COLLINE_SQLITE, "column", 1 },
};

static colline_text values_label(cln_block *b, uint32_t place, const cln_node *value)
{
    cln_arena *arena = b->r->arena;
    cln_buffer text = { NULL, 0, 0 };

    for (size_t i = 0; i < sizeof values_names / sizeof values_names[0]; i++) {
        if (values_names[i].dialect != b->r->dialect->id)
            continue;
        cln_buffer_add_string(arena, &text, values_names[i].prefix);
        cln_buffer_add_number(arena, &text, place + values_names[i].first);
        return cln_buffer_text(arena, &text);
    }
    return cln_column_label(arena, b->r->dialect, b->r->text, value, place, b->top);
}

/* VALUES (1, 2), (3, 4): a column is whatever any row puts there. */
static void resolve_values(cln_block *b, const cln_values_node *values)
{
    cln_resolver *r = b->r;

    for (uint32_t row = 0; row < cln_count(values->rows); row++) {
        const cln_list *items = CLN_AS(row, values->rows->items[row])->items;
        for (uint32_t i = 0; i < cln_count(items); i++) {
            const cln_node *item = items->items[i];
            const cln_node *value = item->kind == CLN_SELECT_ITEM ? CLN_AS(select_item, item)->value : item;
            cln_origin origin;
            if (i >= b->columns.count) {
                const cln_node *alias =
                    item->kind == CLN_SELECT_ITEM ? CLN_AS(select_item, item)->alias : NULL;
                cln_push_column(b, alias != NULL ? cln_column_text(r, alias) : values_label(b, i, value),
                            CLN_NO_ORIGIN, alias != NULL, false);
                if (cln_count(values->rows) == 1) {
                    b->columns.items[i].origin = cln_trace_value(r, b->scope, value);
                    continue;
                }
            }
            if (value->kind == CLN_LITERAL || value->kind == CLN_PARAMETER)
                continue;
            origin = cln_trace_value(r, b->scope, value);
            if (b->columns.items[i].origin == CLN_NO_ORIGIN)
                b->columns.items[i].origin = cln_new_node(r->origins);
            cln_link_to(r->origins, b->columns.items[i].origin, origin, CLN_LINK_DIRECT, 0, 0);
        }
    }
    b->scope->items = b->columns.items;
}

/* TABLE t */
static void resolve_table_body(cln_block *b, const cln_table_ref_node *ref)
{
    cln_table_name name;
    const cln_rowset *rows = cln_resolve_table(b->r, b->scope, ref->parts, ref->node.at, &name);

    (void)cln_add_source(b->r, b->scope, CLN_TEXT(""), &name, rows, ref->node.at);
    cln_add_star_columns(b, NULL);
    cln_collect_unknowns(b->r, b->scope, b->rows);
}

/* ---- What stands around a body ---- */

static void sort_names(cln_block *b)
{
    cln_rowset *rows;

    for (uint32_t i = b->columns.count; i-- > 0;)
        map_item(b, i);
    if (b->scope->sources.count > 0 || b->rows->unknown_count == 0)
        return;
    /* SELECT * FROM t UNION SELECT * FROM u ORDER BY a: one of those may have it */
    rows = CLN_NEW(b->r->arena, cln_rowset);
    *rows = (cln_rowset){ .rows = CLN_NO_ORIGIN, .any = CLN_NO_ORIGIN, .collection = CLN_NO_ORIGIN,
                          .unknowns = b->rows->unknowns, .unknown_count = b->rows->unknown_count };
    (void)cln_add_source(b->r, b->scope, CLN_TEXT(""), NULL, rows, (colline_span){ 0, 0 });
}

/* ORDER BY s: an alias before a column; ORDER BY s + 1: likewise, but for dialects where a column goes first
 * there; those that know aliases in ORDER BY alone see only columns. */
static cln_alias_use alias_in_sort_key(const cln_block *b, const cln_node *key)
{
    if (key->kind == CLN_COLUMN || (b->r->dialect->features & CLN_FEATURE_SORT_BARE_ALIAS) == 0)
        return CLN_ALIAS_FIRST;
    return alias_in(b, CLN_FEATURE_ALIAS_IN_HAVING);
}

/* ORDER BY ALL */
static void add_all_sorted(cln_block *b, uint8_t flags, const cln_node *key)
{
    for (uint32_t i = 0; i < b->columns.count; i++)
        cln_link_to(b->r->origins, b->rows->rows, b->columns.items[i].origin, CLN_LINK_SORT, flags,
                    cln_expression_of(b->r, key));
}

static void add_sort_keys(cln_block *b, const cln_list *keys, uint8_t flags, bool of_set)
{
    for (uint32_t i = 0; i < cln_count(keys); i++) {
        const cln_node *key = keys->items[i];
        if (key->kind == CLN_ORDER_ITEM)
            key = CLN_AS(order_item, key)->value;
        if (key->kind == CLN_STAR) {
            add_all_sorted(b, flags, key);
            continue;
        }
        b->scope->alias_use = of_set ? CLN_ALIAS_FIRST : alias_in_sort_key(b, key);
        add_key(b, CLN_LINK_SORT, flags, key);
    }
}

/* ORDER BY and its kin, LIMIT n BY.  `of_set`: of a whole set operation, which knows only its output names.
 */
static void add_tail(cln_block *b, const cln_query_node *query, bool of_set, bool limited)
{
    uint8_t flags = (uint8_t)((limited || query->limit != NULL ? COLLINE_EDGE_LIMIT : 0) |
                              (of_set ? CLN_EDGE_OF_SET_OPERATION : 0));

    if (of_set && (cln_count(query->order_by) > 0 || cln_count(query->sort_by) > 0 ||
                   cln_count(query->cluster_by) > 0 || cln_count(query->distribute_by) > 0 ||
                   cln_count(query->limit_by) > 0))
        sort_names(b);
    add_sort_keys(b, query->order_by, flags, of_set);
    add_sort_keys(b, query->sort_by, flags, of_set);
    add_sort_keys(b, query->cluster_by, flags, of_set);
    add_sort_keys(b, query->distribute_by, flags, of_set);
    b->scope->alias_use = CLN_ALIAS_FIRST;
    for (uint32_t i = 0; i < cln_count(query->limit_by); i++)
        add_key(b, CLN_LINK_GROUP_BY, 0, query->limit_by->items[i]);
    b->scope->alias_use = CLN_ALIAS_NONE;
}

static void resolve_body(cln_block *b, cln_scope *outer, const cln_cte_frame *ctes, const cln_node *body)
{
    const cln_rowset *inner;

    switch (body->kind) {
    case CLN_SELECT:
        cln_add_sources(b->r, b->scope, CLN_AS(select, body)->from);
        resolve_select(b, CLN_AS(select, body));
        break;
    case CLN_SET_OPERATION:
        cln_open_set_operation(b, outer, ctes, CLN_AS(set_operation, body));
        cln_resolve_set_branches(b, outer, ctes, CLN_AS(set_operation, body), 1);
        break;
    case CLN_VALUES: resolve_values(b, CLN_AS(values, body)); break;
    case CLN_TABLE_REF: resolve_table_body(b, CLN_AS(table_ref, body)); break;
    case CLN_QUERY:
        inner = cln_resolve_query(b->r, outer, ctes, body, b->top);
        for (uint32_t i = 0; i < inner->count; i++)
            cln_push_column(b, cln_text_of(inner->columns[i].name, inner->columns[i].length),
                        inner->columns[i].origin, false, false);
        cln_link_to(b->r->origins, b->rows->rows, inner->rows, CLN_LINK_ROWS, 0, 0);
        cln_merge_unknowns(b, inner);
        break;
    case CLN_INSERT:
    case CLN_UPDATE:
    case CLN_DELETE:
    case CLN_MERGE: cln_resolve_writing(b, body); break;
    case CLN_DAMAGED: b->rows->any = cln_new_node(b->r->origins); break;
    default: break;
    }
}

const cln_rowset *cln_resolve_query(cln_resolver *r, cln_scope *outer, const cln_cte_frame *ctes,
                                    const cln_node *node, bool top)
{
    const cln_query_node *query = node->kind == CLN_QUERY ? CLN_AS(query, node) : NULL;
    const cln_node *body = query != NULL ? query->body : node;
    bool limited = false;
    cln_block b;

    cln_poll(r->arena->fault);
    if (query != NULL && cln_count(query->ctes) > 0)
        ctes = cln_resolve_ctes(r, outer, ctes, query->ctes, (node->flags & CLN_RECURSIVE) != 0);
    cln_start_block(&b, r, cln_scope_new(r, outer, ctes), top);
    if (body != NULL) {
        resolve_body(&b, outer, ctes, body);
        limited = body->kind == CLN_SELECT && CLN_AS(select, body)->top != NULL;
    }
    if (query != NULL && body != NULL)
        add_tail(&b, query, body->kind != CLN_SELECT, limited);
    if (cln_node_is(body, CLN_SELECT))
        add_group_by(&b, CLN_AS(select, body));
    cln_finish_block(&b);
    return b.rows;
}

/* A scope of its own over the same sources, to which others may be added. */
static cln_scope *branch_scope(cln_resolver *r, const cln_scope *shared)
{
    cln_scope *scope = cln_scope_new(r, shared->outer, shared->ctes);

    for (uint32_t i = 0; i < shared->sources.count; i++) {
        const cln_source *source = &shared->sources.items[i];
        *CLN_PUSH(r->arena, &scope->sources) = *source;
    }
    for (uint32_t i = 0; i < shared->merged.count; i++)
        cln_add_merged(r, scope, &shared->merged.items[i]);
    for (uint32_t i = 0; i < shared->by_alias.capacity; i++)
        if (shared->by_alias.slots[i].key != NULL)
            cln_map_put(r->arena, &scope->by_alias, cln_slot_key(&shared->by_alias.slots[i]),
                        shared->by_alias.slots[i].value);
    cln_link_to(r->origins, scope->rows, shared->rows, CLN_LINK_ROWS, 0, 0);
    return scope;
}

const cln_rowset *cln_resolve_branch(cln_resolver *r, cln_scope *shared, const cln_node *node)
{
    const cln_query_node *query = CLN_AS(query, node);
    const cln_select_node *select;
    cln_block b;

    if (!cln_node_is(query->body, CLN_SELECT)) /* FROM s INSERT INTO t VALUES (1) */
        return cln_resolve_query(r, shared->outer, shared->ctes, node, false);
    select = CLN_AS(select, query->body);
    cln_start_block(&b, r, branch_scope(r, shared), false);
    cln_add_sources(r, b.scope, select->from); /* its own LATERAL VIEWs */
    resolve_select(&b, select);
    add_tail(&b, query, false, select->top != NULL);
    add_group_by(&b, select);
    cln_finish_block(&b);
    return b.rows;
}
