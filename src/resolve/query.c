/*
 * query.c -- a query to the rows it gives: its columns with their origins, and what decides its rows.
 *
 *     WITH q AS (...) SELECT a, SUM(b) AS s FROM q WHERE c GROUP BY a ORDER BY s LIMIT 5
 *     columns a, s; rows: FILTER c, GROUP_BY a (aggregate), SORT b (limit), and the rows of q
 */
#include "resolve/columns.h"
#include "resolve/label.h"
#include "resolve/resolve.h"

#include <stdlib.h>

typedef struct cln_block {
    cln_resolver *r;
    cln_scope *scope;
    cln_rowset *rows;
    cln_outputs columns;
    CLN_VECTOR(bool) aggregated;   /* by column: an aggregate is in it */
    CLN_VECTOR(uint32_t) unknowns; /* of a set operation: what its branches' stars let through */
    uint32_t stamp;                /* marks the relations in `unknowns` */
    bool top;
    bool has_columns; /* COLUMNS(...) means columns */
    bool grouped;     /* the SELECT has a GROUP BY */
    bool finished;    /* others hold the columns: none may be added */
} cln_block;

/* ---- Select items ---- */

static void push_column(cln_block *b, colline_text name, cln_origin origin, bool named, bool aggregated)
{
    *CLN_PUSH(b->r->arena, &b->columns) = (cln_output){ name.data, name.length, origin };
    *CLN_PUSH(b->r->arena, &b->aggregated) = aggregated;
    b->scope->items = b->columns.items;
    b->scope->item_count = b->columns.count;
    if (named)
        cln_map_put(b->r->arena, &b->scope->by_item, cln_text_lower(b->r->arena, name),
                    (void *)(uintptr_t)b->columns.count);
}

/* Hive: the columns of a star in a block that groups are _col0, _col1 ... */
static void number_columns(cln_block *b, uint32_t first)
{
    for (uint32_t i = first; i < b->columns.count; i++) {
        cln_buffer name = { NULL, 0, 0 };
        cln_buffer_add_string(b->r->arena, &name, "_col");
        cln_buffer_add_number(b->r->arena, &name, i);
        b->columns.items[i].name = cln_buffer_text(b->r->arena, &name).data;
        b->columns.items[i].length = name.count;
    }
}

static void add_star(cln_block *b, const cln_node *star)
{
    cln_outputs all = { NULL, 0, 0 };
    uint32_t first = b->columns.count;

    /* The star comes first in most queries that have one: its columns are the block's, without a copy. */
    if (b->columns.count == 0) {
        cln_expand_star(b->r, b->scope, star, &b->columns);
    } else {
        cln_expand_star(b->r, b->scope, star, &all);
        for (uint32_t i = 0; i < all.count; i++)
            *CLN_PUSH(b->r->arena, &b->columns) = all.items[i];
    }
    if (b->grouped && (b->r->dialect->features & CLN_FEATURE_HIVE_RESULT_NAMES) != 0)
        number_columns(b, first);
    while (b->aggregated.count < b->columns.count)
        *CLN_PUSH(b->r->arena, &b->aggregated) = false;
    b->scope->items = b->columns.items;
    b->scope->item_count = b->columns.count;
}

/* json_tuple(x, 'a', 'b') AS (p, q): each alias is a column of the function. */
static void add_aliases(cln_block *b, const cln_select_item_node *item)
{
    cln_origin origin = cln_new_node(b->r->origins);

    b->r->origins->nodes.items[origin].expression = cln_expression_of(b->r, item->value);
    cln_link_value(b->r, b->scope, origin, item->value);
    for (uint32_t i = 0; i < item->aliases->count; i++)
        push_column(b, cln_column_text(b->r, item->aliases->items[i]), origin, true, false);
}

static colline_text item_name(cln_block *b, const cln_select_item_node *item, uint32_t place)
{
    const cln_node *value = item->value;

    if (item->alias != NULL)
        return cln_column_text(b->r, item->alias);
    if (value->kind == CLN_COLUMN)
        return cln_column_text(b->r, cln_last(CLN_AS(column, value)->parts));
    if (value->kind == CLN_FIELD && cln_node_is(CLN_AS(field, value)->field, CLN_NAME))
        return cln_column_text(b->r, CLN_AS(field, value)->field);
    return cln_column_label(b->r->arena, b->r->dialect, b->r->text, value, place, b->top);
}

/* MIN(COLUMNS(*)): a column for each that the call stands for. */
static void add_columns(cln_block *b, const cln_select_item_node *item, const cln_node *call)
{
    cln_resolver *r = b->r;
    cln_outputs chosen = { NULL, 0, 0 };
    bool outer_aggregates = b->scope->aggregates;

    cln_expand_columns(r, b->scope, call, &chosen);
    for (uint32_t i = 0; i < chosen.count; i++) {
        colline_text name = cln_text_of(chosen.items[i].name, chosen.items[i].length);
        cln_origin origin = chosen.items[i].origin;
        b->scope->aggregates = false;
        if (item->value != call) {
            r->columns_call = call;
            r->columns_origin = origin;
            origin = cln_trace_value(r, b->scope, item->value);
            r->columns_call = NULL;
        }
        name = item->alias != NULL ? cln_column_text(r, item->alias)
                                   : cln_columns_name(r, item->value, call, name);
        push_column(b, name, origin, item->alias != NULL, b->scope->aggregates);
        outer_aggregates = outer_aggregates || b->scope->aggregates;
    }
    b->scope->aggregates = outer_aggregates;
}

/* STRUCT(a AS x, b).*, f(a).* */
static void add_struct(cln_block *b, const cln_field_node *field)
{
    cln_origin origin = cln_trace_value(b->r, b->scope, field->operand);
    cln_outputs columns = { NULL, 0, 0 };

    cln_expand_value(b->r, b->scope, origin, CLN_AS(star, field->field), &columns);
    for (uint32_t i = 0; i < columns.count; i++)
        push_column(b, cln_text_of(columns.items[i].name, columns.items[i].length), columns.items[i].origin, false,
                    false);
}

/* `a.*`, explode(m): one item that is several columns. */
static bool add_expanded(cln_block *b, const cln_node *value)
{
    cln_outputs columns = { NULL, 0, 0 };

    if (value->kind == CLN_FIELD && cln_node_is(CLN_AS(field, value)->field, CLN_STAR)) {
        add_struct(b, CLN_AS(field, value));
        return true;
    }
    if (value->kind != CLN_COLUMN && value->kind != CLN_CALL)
        return false;
    if (value->kind == CLN_COLUMN ? !cln_expand_pattern(b->r, b->scope, value, &columns)
                                  : !cln_expand_call(b->r, b->scope, value, &columns))
        return false;
    for (uint32_t i = 0; i < columns.count; i++)
        push_column(b, cln_text_of(columns.items[i].name, columns.items[i].length), columns.items[i].origin,
                    false, false);
    return true;
}

static void add_item(cln_block *b, const cln_node *node, uint32_t place)
{
    const cln_select_item_node *item;
    const cln_node *columns;
    bool outer_aggregates = b->scope->aggregates;
    cln_origin origin;

    if (node->kind == CLN_STAR) {
        add_star(b, node);
        return;
    }
    item = CLN_AS(select_item, node);
    if (item->value->kind == CLN_STAR) {
        add_star(b, item->value);
        return;
    }
    if (cln_count(item->aliases) > 0) {
        add_aliases(b, item);
        return;
    }
    if (b->has_columns && (columns = cln_find_columns(item->value)) != NULL) {
        add_columns(b, item, columns);
        return;
    }
    if (item->alias == NULL && add_expanded(b, item->value))
        return;
    b->scope->aggregates = false;
    origin = cln_trace_value(b->r, b->scope, item->value);
    push_column(b, item_name(b, item, place), origin, item->alias != NULL, b->scope->aggregates);
    b->scope->aggregates = b->scope->aggregates || outer_aggregates;
}

/* Hive: SELECT a.x, b.x gives the columns a.x and b.x, where plain x would stand twice. */
static void make_unique(cln_block *b, const cln_list *items)
{
    cln_map seen = { NULL, 0, 0 };

    if (cln_count(items) != b->columns.count)
        return; /* a star is among them */
    for (uint32_t i = 0; i < b->columns.count; i++) {
        colline_text key = cln_text_of(b->columns.items[i].name, b->columns.items[i].length);
        uintptr_t times = (uintptr_t)cln_map_get(&seen, key);
        cln_map_put(b->r->arena, &seen, key, (void *)(times + 1));
    }
    for (uint32_t i = 0; i < items->count; i++) {
        const cln_select_item_node *item = CLN_AS(select_item, items->items[i]);
        colline_text key = cln_text_of(b->columns.items[i].name, b->columns.items[i].length);
        if ((uintptr_t)cln_map_get(&seen, key) < 2 || item->alias != NULL ||
            item->value->kind != CLN_COLUMN || CLN_AS(column, item->value)->parts->count < 2)
            continue;
        key = cln_text_lower(b->r->arena, cln_text_of_node(b->r, item->value));
        b->columns.items[i].name = key.data;
        b->columns.items[i].length = key.length;
    }
}

static void add_items(cln_block *b, const cln_list *items)
{
    uint32_t features = b->r->dialect->features;

    if (cln_count(items) > 0 && items->items[0]->kind != CLN_STAR) {
        CLN_RESERVE(b->r->arena, &b->columns, items->count);
        CLN_RESERVE(b->r->arena, &b->aggregated, items->count);
    }

    b->scope->alias_use = (features & CLN_FEATURE_LATERAL_ALIAS) != 0 ? CLN_ALIAS_LAST : CLN_ALIAS_NONE;
    for (uint32_t i = 0; i < cln_count(items); i++) {
        cln_poll(b->r->arena->fault);
        add_item(b, items->items[i], i);
    }
    b->scope->alias_use = CLN_ALIAS_NONE;
    if (b->top && (features & CLN_FEATURE_HIVE_RESULT_NAMES) != 0)
        make_unique(b, items);
}

/* SELECT TRANSFORM (a, b) USING 'script' AS (c, d): every output comes from every input. */
static void add_transform(cln_block *b, const cln_transform_node *transform)
{
    cln_origin origin = cln_new_node(b->r->origins);

    b->r->origins->nodes.items[origin].expression = cln_expression_of(b->r, &transform->node);
    for (uint32_t i = 0; i < cln_count(transform->arguments); i++)
        cln_link_value(b->r, b->scope, origin, transform->arguments->items[i]);
    for (uint32_t i = 0; i < cln_count(transform->columns); i++) {
        const cln_node *name = transform->columns->items[i];
        if (name->kind == CLN_COLUMN_DEF)
            name = CLN_AS(column_def, name)->name;
        push_column(b, cln_column_text(b->r, name), origin, true, false);
    }
    if (cln_count(transform->columns) == 0) {
        push_column(b, CLN_TEXT("key"), origin, true, false);
        push_column(b, CLN_TEXT("value"), origin, true, false);
    }
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
        if (i >= b->aggregated.count || !b->aggregated.items[i])
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

/* Hive: SELECT a, COUNT(*) AS c FROM t GROUP BY a HAVING c > 1 means the alias, whatever columns t has,
 * but the name of a grouping key means the key. */
static void add_having_of_aliases(cln_block *b, const cln_select_node *select)
{
    uint32_t count = cln_count(select->group_by);
    void **hidden = CLN_NEW_ARRAY(b->r->arena, void *, count);

    for (uint32_t i = 0; i < count; i++) {
        colline_text name = key_name(b, select->group_by->items[i]);
        hidden[i] = name.length > 0 ? cln_map_get(&b->scope->by_item, name) : NULL;
        if (hidden[i] != NULL)
            cln_map_put(b->r->arena, &b->scope->by_item, name, NULL);
    }
    b->scope->alias_use = CLN_ALIAS_FIRST;
    cln_trace_condition(b->r, b->scope, b->scope->rows, CLN_LINK_FILTER, 0, select->having);
    for (uint32_t i = 0; i < count; i++)
        if (hidden[i] != NULL)
            cln_map_put(b->r->arena, &b->scope->by_item, key_name(b, select->group_by->items[i]), hidden[i]);
}

static void add_group_filters(cln_block *b, const cln_select_node *select)
{
    b->scope->alias_use = alias_in(b, CLN_FEATURE_ALIAS_IN_HAVING);
    if (select->having != NULL && (b->r->dialect->features & CLN_FEATURE_HIVE_RESULT_NAMES) != 0)
        add_having_of_aliases(b, select);
    else
        cln_trace_condition(b->r, b->scope, b->scope->rows, CLN_LINK_FILTER, 0, select->having);
    b->scope->alias_use = CLN_ALIAS_LAST;
    cln_trace_condition(b->r, b->scope, b->scope->rows, CLN_LINK_FILTER, 0, select->qualify);
    b->scope->alias_use = CLN_ALIAS_NONE;
}

/* Everything of a SELECT but its FROM, which `b->scope` has, and its GROUP BY, which comes last. */
static void resolve_select(cln_block *b, const cln_select_node *select)
{
    b->scope->windows = select->windows;
    b->scope->window_nodes = CLN_NEW_ARRAY(b->r->arena, cln_origin, cln_count(select->windows));
    b->grouped = cln_count(select->group_by) > 0;
    if (select->transform != NULL)
        add_transform(b, CLN_AS(transform, select->transform));
    else
        add_items(b, select->items);
    add_filters(b, select);
    add_group_filters(b, select);
    cln_collect_unknowns(b->r, b->scope, b->rows);
}

/* Only a star lets a query's unknown columns through. */
static void drop_unknowns(cln_block *b)
{
    for (uint32_t i = 0; i < b->columns.count; i++)
        if (b->columns.items[i].length == 1 && b->columns.items[i].name[0] == '*')
            return;
    b->rows->unknown_count = 0;
}

static void start_block(cln_block *b, cln_resolver *r, cln_scope *scope, bool top)
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

static void finish_block(cln_block *b)
{
    b->rows->columns = b->columns.items;
    b->rows->count = b->columns.count;
    b->finished = true;
    drop_unknowns(b);
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
                push_column(b, alias != NULL ? cln_column_text(r, alias) : values_label(b, i, value),
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
    add_star(b, NULL);
    cln_collect_unknowns(b->r, b->scope, b->rows);
}

/* ---- Set operations ---- */

static bool only_filters(uint32_t op)
{
    return op == CLN_EXCEPT || op == CLN_EXCEPT_ALL || op == CLN_INTERSECT || op == CLN_INTERSECT_ALL;
}

static void merge_unknowns(cln_block *b, const cln_rowset *from)
{
    for (uint32_t i = 0; i < from->unknown_count; i++) {
        cln_relation *relation = &b->r->origins->relations.items[from->unknowns[i]];
        if (relation->stamp == b->stamp)
            continue;
        relation->stamp = b->stamp;
        *CLN_PUSH(b->r->arena, &b->unknowns) = from->unknowns[i];
    }
    b->rows->unknowns = b->unknowns.items;
    b->rows->unknown_count = b->unknowns.count;
}

static const cln_output *column_named(const cln_block *b, colline_text name)
{
    for (uint32_t i = 0; i < b->columns.count; i++)
        if (cln_text_equal_nocase(cln_text_of(b->columns.items[i].name, b->columns.items[i].length), name))
            return &b->columns.items[i];
    return NULL;
}

/* UNION BY NAME: columns meet by name, those that are new come last. */
static void add_branch_by_name(cln_block *b, const cln_rowset *branch)
{
    for (uint32_t i = 0; i < branch->count; i++) {
        colline_text name = cln_text_of(branch->columns[i].name, branch->columns[i].length);
        const cln_output *column = column_named(b, name);
        cln_origin node = column != NULL ? column->origin : cln_new_node(b->r->origins);
        if (column == NULL && b->finished)
            continue; /* a recursive CTE has the columns of its seed */
        if (column == NULL)
            push_column(b, name, node, false, false);
        cln_link_to(b->r->origins, node, branch->columns[i].origin, CLN_LINK_DIRECT, 0, 0);
    }
}

static void add_branch(cln_block *b, const cln_rowset *branch)
{
    for (uint32_t i = 0; i < branch->count && i < b->columns.count; i++)
        cln_link_to(b->r->origins, b->columns.items[i].origin, branch->columns[i].origin, CLN_LINK_DIRECT, 0,
                    0);
}

/* The columns of the first branch, each with a node of its own that the others join. */
static void open_columns(cln_block *b, const cln_rowset *first)
{
    for (uint32_t i = 0; i < first->count; i++) {
        cln_origin node = cln_new_node(b->r->origins);
        push_column(b, cln_text_of(first->columns[i].name, first->columns[i].length), node, false, false);
        cln_link_to(b->r->origins, node, first->columns[i].origin, CLN_LINK_DIRECT, 0, 0);
    }
}

/* Rows that only decide which others stay: EXCEPT SELECT ..., INTERSECT SELECT ... */
static void add_filtering_branch(cln_block *b, const cln_rowset *branch, const cln_node *node)
{
    uint32_t expression = cln_expression_of(b->r, node);

    for (uint32_t i = 0; i < branch->count; i++)
        cln_link_to(b->r->origins, b->rows->rows, branch->columns[i].origin, CLN_LINK_FILTER, 0, expression);
    cln_link_to(b->r->origins, b->rows->rows, branch->rows, CLN_LINK_FILTER_ROWS, 0, expression);
}

static void check_width(cln_block *b, const cln_rowset *branch, const cln_node *node)
{
    if (branch->count != b->columns.count && branch->unknown_count == 0 && b->rows->unknown_count == 0)
        cln_warn(b->r, CLN_COLUMN_COUNT, node->at,
                 "this branch of the set operation has another number of columns%t", CLN_TEXT(""));
}

static void add_operand(cln_block *b, const cln_rowset *branch, uint32_t op, const cln_node *node)
{
    if (only_filters(op)) {
        add_filtering_branch(b, branch, node);
        return;
    }
    cln_link_to(b->r->origins, b->rows->rows, branch->rows, CLN_LINK_ROWS, 0, 0);
    merge_unknowns(b, branch);
    if (op == CLN_UNION_BY_NAME || op == CLN_UNION_ALL_BY_NAME) {
        add_branch_by_name(b, branch);
    } else {
        check_width(b, branch, node);
        add_branch(b, branch);
    }
}

static void resolve_branches(cln_block *b, cln_scope *outer, const cln_cte_frame *ctes,
                             const cln_set_operation_node *set, uint32_t from)
{
    for (uint32_t i = from; i < set->branches->count; i++) {
        const cln_node *branch = set->branches->items[i];
        cln_poll(b->r->arena->fault);
        add_operand(b, cln_resolve_query(b->r, outer, ctes, branch, false), set->ops[i - 1], branch);
    }
}

static void open_set_operation(cln_block *b, cln_scope *outer, const cln_cte_frame *ctes,
                               const cln_set_operation_node *set)
{
    const cln_rowset *first = cln_resolve_query(b->r, outer, ctes, set->branches->items[0], b->top);

    open_columns(b, first);
    cln_link_to(b->r->origins, b->rows->rows, first->rows, CLN_LINK_ROWS, 0, 0);
    merge_unknowns(b, first);
}

/* ---- What stands around a body ---- */

static void sort_names(cln_block *b)
{
    for (uint32_t i = b->columns.count; i-- > 0;)
        cln_map_put(
            b->r->arena, &b->scope->by_item,
            cln_text_lower(b->r->arena, cln_text_of(b->columns.items[i].name, b->columns.items[i].length)),
            (void *)(uintptr_t)(i + 1));
}

/* ORDER BY s: an alias before a column; ORDER BY s + 1: likewise, but for dialects that see only columns
 * there. */
static cln_alias_use alias_in_sort_key(const cln_block *b, const cln_node *key)
{
    if (key->kind != CLN_COLUMN && (b->r->dialect->features & CLN_FEATURE_SORT_BARE_ALIAS) != 0)
        return CLN_ALIAS_NONE;
    return CLN_ALIAS_FIRST;
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

/* ---- What a CTE that writes returns ---- */

/* INSERT INTO t (a, b) SELECT x, y ... RETURNING a: a is x. */
static void add_inserted(cln_block *b, const cln_insert_node *insert)
{
    cln_resolver *r = b->r;
    cln_table_name name = { CLN_TEXT(""), CLN_TEXT(""), CLN_TEXT(""), false };
    const cln_rowset *target = NULL, *query = NULL;
    cln_rowset *rows = CLN_NEW(r->arena, cln_rowset);
    cln_outputs columns = { NULL, 0, 0 };

    if (insert->query != NULL)
        query = cln_resolve_query(r, b->scope->outer, b->scope->ctes, insert->query, false);
    if (cln_node_is(insert->target, CLN_TABLE_REF) && cln_count(CLN_AS(table_ref, insert->target)->parts) > 0)
        target = cln_resolve_table(r, b->scope, CLN_AS(table_ref, insert->target)->parts, insert->target->at,
                                   &name);
    for (uint32_t i = 0; query != NULL && i < query->count; i++) {
        cln_output column = query->columns[i];
        if (i < cln_count(insert->columns)) {
            colline_text text =
                cln_column_text(r, cln_last(CLN_AS(column, insert->columns->items[i])->parts));
            column.name = text.data;
            column.length = text.length;
        } else if (target != NULL && i < cln_rowset_width(r, target)) {
            cln_output own = cln_rowset_column(r, target, i);
            column.name = own.name;
            column.length = own.length;
        }
        *CLN_PUSH(r->arena, &columns) = column;
    }
    rows->columns = columns.items;
    rows->count = columns.count;
    rows->rows = query != NULL ? query->rows : CLN_NO_ORIGIN;
    (void)cln_add_source(r, b->scope, insert->alias != NULL ? cln_table_text(r, insert->alias) : CLN_TEXT(""),
                         &name, rows, insert->node.at);
}

/* WITH moved AS (DELETE FROM t WHERE b > 0 RETURNING a) SELECT a FROM moved */
static void resolve_writing(cln_block *b, const cln_node *node)
{
    const cln_node *where = NULL;
    const cln_list *returning;

    if (node->kind == CLN_INSERT) {
        add_inserted(b, CLN_AS(insert, node));
        returning = CLN_AS(insert, node)->returning;
    } else if (node->kind == CLN_UPDATE) {
        cln_add_sources(b->r, b->scope, CLN_AS(update, node)->targets);
        cln_add_sources(b->r, b->scope, CLN_AS(update, node)->from);
        where = CLN_AS(update, node)->where;
        returning = CLN_AS(update, node)->returning;
    } else {
        cln_add_sources(b->r, b->scope, CLN_AS(delete, node)->from);
        cln_add_sources(b->r, b->scope, CLN_AS(delete, node)->using);
        where = CLN_AS(delete, node)->where;
        returning = CLN_AS(delete, node)->returning;
    }
    add_items(b, returning);
    cln_trace_condition(b->r, b->scope, b->scope->rows, CLN_LINK_FILTER, 0, where);
    cln_collect_unknowns(b->r, b->scope, b->rows);
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
        open_set_operation(b, outer, ctes, CLN_AS(set_operation, body));
        resolve_branches(b, outer, ctes, CLN_AS(set_operation, body), 1);
        break;
    case CLN_VALUES: resolve_values(b, CLN_AS(values, body)); break;
    case CLN_TABLE_REF: resolve_table_body(b, CLN_AS(table_ref, body)); break;
    case CLN_QUERY:
        inner = cln_resolve_query(b->r, outer, ctes, body, b->top);
        for (uint32_t i = 0; i < inner->count; i++)
            push_column(b, cln_text_of(inner->columns[i].name, inner->columns[i].length),
                        inner->columns[i].origin, false, false);
        cln_link_to(b->r->origins, b->rows->rows, inner->rows, CLN_LINK_ROWS, 0, 0);
        merge_unknowns(b, inner);
        break;
    case CLN_INSERT:
    case CLN_UPDATE:
    case CLN_DELETE: resolve_writing(b, body); break;
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
    start_block(&b, r, cln_scope_new(r, outer, ctes), top);
    if (body != NULL) {
        resolve_body(&b, outer, ctes, body);
        limited = body->kind == CLN_SELECT && CLN_AS(select, body)->top != NULL;
    }
    if (query != NULL && body != NULL)
        add_tail(&b, query, body->kind != CLN_SELECT, limited);
    if (cln_node_is(body, CLN_SELECT))
        add_group_by(&b, CLN_AS(select, body));
    finish_block(&b);
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
        *CLN_PUSH(r->arena, &scope->merged) = shared->merged.items[i];
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
    start_block(&b, r, branch_scope(r, shared), false);
    cln_add_sources(r, b.scope, select->from); /* its own LATERAL VIEWs */
    resolve_select(&b, select);
    add_tail(&b, query, false, select->top != NULL);
    add_group_by(&b, select);
    finish_block(&b);
    return b.rows;
}

/* ---- CTEs ---- */

static cln_rowset *cte_rows(cln_resolver *r, const cln_rowset *rows, const cln_list *names)
{
    cln_rowset *named = CLN_NEW(r->arena, cln_rowset);
    cln_output *columns;

    *named = *rows;
    if (cln_count(names) == 0)
        return named;
    columns = CLN_NEW_ARRAY(r->arena, cln_output, rows->count);
    for (uint32_t i = 0; i < rows->count; i++) {
        columns[i] = rows->columns[i];
        if (i < names->count) {
            colline_text name = cln_column_text(r, names->items[i]);
            columns[i].name = name.data;
            columns[i].length = name.length;
        }
    }
    named->columns = columns;
    return named;
}

/* WITH RECURSIVE r AS (seed UNION ALL step): r is known to its own later branches, whose columns join the
 * seed's nodes; the graph becomes cyclic, and walking it reaches the fixed point. */
static const cln_rowset *recursive_rows(cln_resolver *r, cln_scope *outer, cln_cte_frame *frame,
                                        const cln_cte_node *cte, const cln_set_operation_node *set)
{
    cln_block b;
    cln_rowset *rows;

    start_block(&b, r, cln_scope_new(r, outer, frame), false);
    open_set_operation(&b, outer, frame, set);
    finish_block(&b);
    rows = cte_rows(r, b.rows, cte->columns);
    cln_map_put(r->arena, &frame->by_name, cln_text_lower(r->arena, cln_table_text(r, cte->name)), rows);
    resolve_branches(&b, outer, frame, set, 1);
    return rows;
}

static bool may_recur(const cln_resolver *r, bool recursive, const cln_cte_node *cte)
{
    const cln_node *body = cte->query;

    if (!recursive && (r->dialect->features & CLN_FEATURE_IMPLICIT_RECURSION) == 0)
        return false;
    if (!cln_node_is(body, CLN_QUERY) || cln_count(CLN_AS(query, body)->ctes) > 0)
        return false;
    return cln_node_is(CLN_AS(query, body)->body, CLN_SET_OPERATION);
}

const cln_cte_frame *cln_resolve_ctes(cln_resolver *r, cln_scope *outer, const cln_cte_frame *ctes,
                                      const cln_list *list, bool recursive)
{
    cln_cte_frame *frame = CLN_NEW(r->arena, cln_cte_frame);

    frame->outer = ctes;
    for (uint32_t i = 0; i < cln_count(list); i++) {
        const cln_cte_node *cte = CLN_AS(cte, list->items[i]);
        const cln_rowset *rows;
        if (may_recur(r, recursive, cte))
            rows =
                recursive_rows(r, outer, frame, cte, CLN_AS(set_operation, CLN_AS(query, cte->query)->body));
        else
            rows = cte_rows(r, cln_resolve_query(r, outer, frame, cte->query, false), cte->columns);
        cln_map_put(r->arena, &frame->by_name, cln_text_lower(r->arena, cln_table_text(r, cte->name)),
                    (void *)(uintptr_t)rows);
    }
    return frame;
}
