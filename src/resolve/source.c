/*
 * source.c -- FROM: relations under their names, and what joins them.
 *
 *     FROM a JOIN b USING (id) LEFT SEMI JOIN c ON a.x = c.x, LATERAL (SELECT ...) d
 */
#include "resolve/join.h"
#include "resolve/variable.h"

/* ---- What a relation is ---- */

/* AS t (x, y): the columns under other names; those beyond the list keep theirs. */
static const cln_rowset *renamed(cln_resolver *r, const cln_rowset *rows, const cln_list *names)
{
    uint32_t width = cln_rowset_width(r, rows);
    uint32_t count = cln_count(names) > width ? cln_count(names) : width;
    cln_output *columns;
    cln_rowset *other;

    if (cln_count(names) == 0)
        return rows;
    columns = CLN_NEW_ARRAY(r->arena, cln_output, count);
    for (uint32_t i = 0; i < count; i++) {
        if (i < width)
            columns[i] = cln_rowset_column(r, rows, i);
        else if (rows->unknown_count == 0)
            columns[i].origin = rows->any;
        if (i < names->count) {
            const cln_node *name = names->items[i];
            if (cln_node_is(name, CLN_COLUMN_DEF))
                name = CLN_AS(column_def, name)->name;
            colline_text text = cln_column_text(r, name);
            columns[i].name = text.data;
            columns[i].length = text.length;
        }
    }
    other = CLN_NEW(r->arena, cln_rowset);
    *other = *rows;
    other->columns = columns;
    other->count = count;
    other->relation = 0;
    other->by_name = NULL;
    if (rows->relation != 0) {
        other->rows = cln_new_node(r->origins);
        cln_link_to(r->origins, other->rows, rows->relation - 1, CLN_LINK_RELATION, 0, 0);
    }
    return other;
}

static const cln_rowset *find_cte(cln_resolver *r, const cln_scope *scope, const cln_list *parts)
{
    colline_text name;

    if (parts->count != 1)
        return NULL;
    name = cln_text_lower(r->arena, cln_table_text(r, parts->items[0]));
    for (const cln_cte_frame *frame = scope->ctes; frame != NULL; frame = frame->outer) {
        const cln_rowset *rows = cln_map_get(&frame->by_name, name);
        if (rows != NULL)
            return rows;
    }
    return NULL;
}

bool cln_names_cte(cln_resolver *r, const cln_scope *scope, const cln_list *parts)
{
    return find_cte(r, scope, parts) != NULL;
}

static colline_text full_name(cln_resolver *r, const cln_table_name *name)
{
    cln_buffer text = { NULL, 0, 0 };

    if (name->catalog.length > 0) {
        cln_buffer_add(r->arena, &text, name->catalog);
        cln_buffer_add_char(r->arena, &text, '.');
    }
    if (name->database.length > 0) {
        cln_buffer_add(r->arena, &text, name->database);
        cln_buffer_add_char(r->arena, &text, '.');
    }
    cln_buffer_add(r->arena, &text, name->table);
    return cln_buffer_text(r->arena, &text);
}

/* The name of a table as the catalog spells it, where it knows it. */
static void spell(cln_table_name *name, const cln_table *table)
{
    if (table != NULL)
        *name = table->name;
}

const cln_rowset *cln_resolve_table(cln_resolver *r, const cln_scope *scope, const cln_list *parts,
                                    colline_span at, cln_table_name *name)
{
    const cln_rowset *rows = find_cte(r, scope, parts);
    const cln_table *table;

    if (rows == NULL)
        rows = cln_transition_rows(r, parts);
    if (rows != NULL) {
        *name = (cln_table_name){ CLN_TEXT(""), CLN_TEXT(""), cln_table_text(r, parts->items[0]), false, NULL };
        return rows;
    }
    *name = cln_name_of_parts(r->arena, r->dialect, parts, r->home);
    table = cln_catalog_find(r->catalog, name);
    spell(name, table);
    if (table == NULL && r->catalog_given)
        cln_warn(r, CLN_UNKNOWN_TABLE, at, "the catalog has no table %t", full_name(r, name));
    if (table != NULL && table != r->written && (table->definition.length > 0 || table->feed != NULL)) {
        rows = cln_view_rows(r, table);
        if (rows != NULL)
            return rows;
    }
    return cln_base_rows(r, name, table);
}

/* A name that Impala may also read as a collection: t.arr, db.t.arr.item. */
static const cln_rowset *resolve_reference(cln_resolver *r, cln_scope *scope, const cln_table_ref_node *ref,
                                           cln_table_name *name, bool inner)
{
    bool relative = false;
    cln_origin collection = CLN_NO_ORIGIN;
    const cln_rowset *rows = NULL;

    if ((r->dialect->features & CLN_FEATURE_COLLECTION_REFS) != 0 && cln_count(ref->parts) > 1)
        rows = cln_resolve_collection(r, scope, ref->parts, &relative, &collection);
    if (rows == NULL)
        return cln_resolve_table(r, scope, ref->parts, ref->node.at, name);
    *name = (cln_table_name){ CLN_TEXT(""), CLN_TEXT(""), cln_table_text(r, cln_last(ref->parts)), false, NULL };
    if (relative && inner && collection != CLN_NO_ORIGIN)
        cln_link_to(r->origins, scope->rows, collection, CLN_LINK_FILTER, CLN_EDGE_NOT_EMPTY, 0);
    return rows;
}

static const cln_rowset *resolve_derived(cln_resolver *r, cln_scope *scope, const cln_source_node *source,
                                         const cln_node *query)
{
    cln_scope *view = cln_scope_new(r, scope, scope->ctes);
    bool lateral = ((source->node.flags | query->flags) & CLN_LATERAL) != 0 || source->join == CLN_JOIN_CROSS_APPLY ||
                   source->join == CLN_JOIN_OUTER_APPLY;

    if (lateral)
        return cln_resolve_query(r, scope, scope->ctes, query, false);
    if ((r->dialect->features & CLN_FEATURE_COLLECTION_REFS) == 0)
        return cln_resolve_query(r, scope->outer, scope->ctes, query, false);
    /* What stands before it in the FROM is there for collections only; correlation goes on outside. */
    view->outer = scope->outer;
    view->collections_only = true;
    view->siblings = scope;
    return cln_resolve_query(r, view, scope->ctes, query, false);
}

/* FROM t, t.arr a: a source of this FROM and a column of it. */
static bool is_array(cln_resolver *r, cln_scope *scope, const cln_table_ref_node *ref)
{
    uint32_t used = 0;

    return (r->dialect->features & CLN_FEATURE_ARRAY_REFS) != 0 && cln_count(ref->parts) > 1 &&
           scope->sources.count > 0 && cln_find_source(r, scope, ref->parts, false, &used) != NULL &&
           used < ref->parts->count;
}

/* It is what UNNEST(t.arr) AS a is. */
static const cln_rowset *array_rows(cln_resolver *r, cln_scope *scope, const cln_source_node *source,
                                    const cln_table_ref_node *ref)
{
    cln_name_node *name = CLN_NEW(r->arena, cln_name_node);
    cln_column_node *column = CLN_NEW(r->arena, cln_column_node);
    cln_call_node *call = CLN_NEW(r->arena, cln_call_node);
    cln_table_function_node *function = CLN_NEW(r->arena, cln_table_function_node);
    cln_source_node *named = CLN_NEW(r->arena, cln_source_node);
    cln_list *lists = CLN_NEW_ARRAY(r->arena, cln_list, 3);
    cln_node **items = CLN_NEW_ARRAY(r->arena, cln_node *, 3);

    *name = (cln_name_node){ ref->node, CLN_TEXT("unnest") };
    name->node.kind = CLN_NAME;
    *column = (cln_column_node){ ref->node, ref->parts };
    column->node.kind = CLN_COLUMN;
    items[0] = &name->node;
    items[1] = &column->node;
    items[2] = &call->node;
    for (uint32_t i = 0; i < 3; i++)
        lists[i] = (cln_list){ &items[i], 1, 1 };
    call->node = ref->node;
    call->node.kind = CLN_CALL;
    call->name = &lists[0];
    call->arguments = &lists[1];
    function->node = ref->node;
    function->node.kind = CLN_TABLE_FUNCTION;
    function->calls = &lists[2];
    *named = *source;
    if (named->alias == NULL)
        named->alias = (cln_node *)(uintptr_t)cln_last(ref->parts);
    return cln_resolve_table_function(r, scope, &function->node, named);
}

/* Functions that give a table as it is, and which argument names it: STREAM(t) of Databricks, cluster('c', db.t) and
   remote('host', db.t, 'user') of ClickHouse; UINT32_MAX: another function. */
static uint32_t table_argument(const cln_call_node *call)
{
    static const struct { const char *name; uint32_t table; } functions[] = {
        { "stream", 0 }, { "cluster", 1 }, { "clusterallreplicas", 1 }, { "remote", 1 }, { "remotesecure", 1 },
    };
    const cln_name_node *name = cln_count(call->name) == 1 ? CLN_AS(name, call->name->items[0]) : NULL;

    for (size_t i = 0; name != NULL && i < sizeof functions / sizeof functions[0]; i++)
        if (cln_text_says(name->text, functions[i].name))
            return functions[i].table;
    return UINT32_MAX;
}

/* The table that FROM STREAM(t) reads, whose schema may be an argument of its own: remote('h', db, t); NULL: the function
   is another. */
static const cln_list *passed_table(cln_resolver *r, const cln_node *relation)
{
    const cln_list *calls = CLN_AS(table_function, relation)->calls;
    const cln_call_node *call =
        cln_count(calls) == 1 && cln_node_is(calls->items[0], CLN_CALL) ? CLN_AS(call, calls->items[0]) : NULL;
    uint32_t at = call != NULL ? table_argument(call) : UINT32_MAX;
    const cln_list *parts, *arguments = at != UINT32_MAX ? call->arguments : NULL;
    cln_list *joined;

    if (cln_count(arguments) <= at || arguments->items[at]->kind != CLN_COLUMN)
        return NULL;
    parts = CLN_AS(column, arguments->items[at])->parts;
    if (at == 0 || parts->count > 1 || arguments->count <= at + 1 || arguments->items[at + 1]->kind != CLN_COLUMN)
        return parts;
    joined = CLN_NEW(r->arena, cln_list);
    joined->items = CLN_NEW_ARRAY(r->arena, cln_node *, 2);
    joined->count = joined->capacity = 2;
    joined->items[0] = parts->items[0];
    joined->items[1] = CLN_AS(column, arguments->items[at + 1])->parts->items[0];
    return joined;
}

static const cln_rowset *resolve_relation(cln_resolver *r, cln_scope *scope, const cln_source_node *source,
                                          cln_table_name *name)
{
    const cln_node *relation = source->relation;
    const cln_table_ref_node *ref;
    const cln_list *parts;
    cln_rowset *rows;
    bool inner = source->join == CLN_JOIN_COMMA || source->join == CLN_JOIN_INNER ||
                 source->join == CLN_JOIN_CROSS || source->join == CLN_JOIN_LEFT_SEMI ||
                 source->join == CLN_JOIN_FIRST;

    switch (relation->kind) {
    case CLN_TABLE_REF:
        ref = CLN_AS(table_ref, relation);
        if (is_array(r, scope, ref))
            return array_rows(r, scope, source, ref);
        if (cln_count(ref->parts) > 0)
            return resolve_reference(r, scope, ref, name, inner);
        break;
    case CLN_TABLE_FUNCTION:
        if ((parts = passed_table(r, relation)) != NULL)
            return cln_resolve_table(r, scope, parts, relation->at, name);
        return cln_resolve_table_function(r, scope, relation, source);
    case CLN_QUERY:
    case CLN_SELECT:
    case CLN_VALUES:
    case CLN_SET_OPERATION: return resolve_derived(r, scope, source, relation);
    default: break;
    }
    rows = CLN_NEW(r->arena, cln_rowset); /* a file or stage: columns of which nothing is known */
    rows->any = cln_new_node(r->origins);
    if (relation->kind == CLN_TABLE_REF) {
        rows->rows = cln_new_node(r->origins);
        cln_read_path(r, rows->rows, CLN_AS(table_ref, relation)->path);
    }
    return rows;
}

/* ---- Lists ---- */

static void add_list(cln_resolver *r, cln_scope *scope, const cln_list *sources);

/* (a JOIN b ON ...) AS x: one relation with the columns of all. */
static const cln_rowset *joined_rows(cln_resolver *r, cln_scope *outer, const cln_joined_node *joined)
{
    cln_scope *inner = cln_scope_new(r, outer, outer->ctes);
    cln_outputs outputs = { NULL, 0, 0 };
    cln_rowset *rows = CLN_NEW(r->arena, cln_rowset);

    add_list(r, inner, joined->sources);
    cln_expand_star(r, inner, NULL, &outputs);
    rows->columns = outputs.items;
    rows->count = outputs.count;
    rows->rows = inner->rows;
    for (uint32_t i = 0; i < inner->sources.count && rows->any == CLN_NO_ORIGIN; i++)
        rows->any = inner->sources.items[i].rows->any;
    cln_collect_unknowns(r, inner, rows);
    return rows;
}

static const cln_rowset *pivoted(cln_resolver *r, cln_scope *scope, const cln_rowset *rows,
                                 const cln_list *pivots, colline_text *alias)
{
    for (uint32_t i = 0; i < cln_count(pivots); i++) {
        const cln_node *pivot = pivots->items[i];
        const cln_node *name =
            pivot->kind == CLN_PIVOT ? CLN_AS(pivot, pivot)->alias : CLN_AS(unpivot, pivot)->alias;
        const cln_list *names = pivot->kind == CLN_PIVOT ? CLN_AS(pivot, pivot)->alias_columns
                                                         : CLN_AS(unpivot, pivot)->alias_columns;
        rows = renamed(r, cln_resolve_pivot(r, scope, rows, pivot), names);
        *alias = name != NULL ? cln_table_text(r, name) : CLN_TEXT("");
    }
    return rows;
}

/* Impala: FROM t, UNNEST(t.a, t.b) AS (x, y): each array is a collection of its own, zipped with the others.
 */
static bool add_unnested(cln_resolver *r, cln_scope *scope, const cln_source_node *node)
{
    const cln_list *calls = CLN_AS(table_function, node->relation)->calls;
    const cln_list *arguments;

    if ((r->dialect->features & CLN_FEATURE_COLLECTION_REFS) == 0 || cln_count(calls) != 1 ||
        !cln_node_is(calls->items[0], CLN_CALL))
        return false;
    arguments = CLN_AS(call, calls->items[0])->arguments;
    for (uint32_t i = 0; i < cln_count(arguments); i++)
        if (arguments->items[i]->kind != CLN_COLUMN)
            return false;
    for (uint32_t i = 0; i < cln_count(arguments); i++) {
        const cln_list *parts = CLN_AS(column, arguments->items[i])->parts;
        cln_table_name name = { CLN_TEXT(""), CLN_TEXT(""), cln_table_text(r, cln_last(parts)), false, NULL };
        colline_text alias = i < cln_count(node->columns) && cln_node_is(node->columns->items[i], CLN_NAME)
                                 ? cln_table_text(r, node->columns->items[i])
                                 : CLN_TEXT("");
        bool relative;
        cln_origin collection;
        const cln_rowset *rows = cln_resolve_collection(r, scope, parts, &relative, &collection);
        if (rows == NULL)
            return i > 0;
        (void)cln_add_source(r, scope, alias, &name, rows, arguments->items[i]->at);
    }
    return true;
}

/* SELECT json_each.value FROM t, json_each(t.j): a function without an alias goes by its own name; empty: it does not. */
static colline_text function_name_of(cln_resolver *r, cln_scope *scope, const cln_node *relation)
{
    const cln_list *calls = CLN_AS(table_function, relation)->calls;
    const cln_call_node *call = cln_count(calls) == 1 && cln_node_is(calls->items[0], CLN_CALL) ? CLN_AS(call, calls->items[0]) : NULL;
    uint32_t used;

    if (!cln_has_rule(r->dialect, CLN_RULE_CALL_NAME) || call == NULL || cln_count(call->name) != 1)
        return CLN_TEXT("");
    return cln_find_source(r, scope, call->name, false, &used) == NULL ? cln_table_text(r, call->name->items[0]) : CLN_TEXT("");
}

/* One element of the list, without what joins it. */
static void add_one(cln_resolver *r, cln_scope *scope, const cln_source_node *node)
{
    cln_table_name name = CLN_NO_TABLE;
    colline_text alias = node->alias != NULL ? cln_table_text(r, node->alias) : CLN_TEXT("");
    const cln_rowset *rows;

    if (cln_node_is(node->relation, CLN_JOINED)) {
        if (alias.length == 0 && cln_count(node->pivots) == 0) {
            add_list(r, scope, CLN_AS(joined, node->relation)->sources);
            return;
        }
        rows = joined_rows(r, scope, CLN_AS(joined, node->relation));
    } else if (cln_node_is(node->relation, CLN_TABLE_FUNCTION) && add_unnested(r, scope, node)) {
        return;
    } else {
        rows = resolve_relation(r, scope, node, &name);
        if (alias.length == 0 && name.table.length == 0 && cln_node_is(node->relation, CLN_TABLE_FUNCTION))
            name.table = function_name_of(r, scope, node->relation);
    }
    /* Flink: JOIN rates FOR SYSTEM_TIME AS OF o.ts: which of its rows there are */
    if (cln_node_is(node->relation, CLN_TABLE_REF))
        cln_trace_conditions(r, scope, scope->rows, CLN_LINK_JOIN_COND, 0, CLN_AS(table_ref, node->relation)->travel);
    if (!cln_node_is(node->relation, CLN_TABLE_FUNCTION))
        rows = renamed(r, rows, node->columns);
    if (cln_count(node->pivots) > 0) {
        colline_text own = CLN_TEXT("");
        rows = pivoted(r, scope, rows, node->pivots, &own);
        alias = own.length > 0 ? own : alias;
    }
    cln_add_source(r, scope, alias, &name, rows, node->node.at);
}

/* Where the ON or USING of a join stands in the text. */
static uint32_t condition_offset(const cln_source_node *node)
{
    return node->on != NULL             ? node->on->at.offset
           : cln_count(node->using) > 0 ? node->using->items[0]->at.offset
                                        : 0;
}

/* A join whose ON comes after a later join's: a JOIN b JOIN c ON 1 ON 2 is a JOIN (b JOIN c ON 1) ON 2. */
typedef struct cln_waiting_join {
    const cln_source_node *node;
    uint32_t right; /* where its right side begins */
} cln_waiting_join;
typedef CLN_VECTOR(cln_waiting_join) cln_waiting_joins;

/* Join those whose ON stands before `offset`. */
static void close_pending(cln_resolver *r, cln_scope *scope, cln_waiting_joins *pending, uint32_t first,
                          uint32_t offset)
{
    while (pending->count > 0 && condition_offset(pending->items[pending->count - 1].node) < offset) {
        cln_waiting_join last = pending->items[--pending->count];
        uint32_t left = pending->count > 0 ? pending->items[pending->count - 1].right : first;
        cln_join_sources(r, scope, last.node, left, last.right);
    }
}

/* A list of sources that are joined with each other: FROM's, or a parenthesised group's. */
static void add_list(cln_resolver *r, cln_scope *scope, const cln_list *sources)
{
    uint32_t first = scope->sources.count;
    cln_waiting_joins pending = { NULL, 0, 0 };

    if (cln_count(sources) > 0)
        CLN_RESERVE(r->arena, &scope->sources, sources->count);
    for (uint32_t i = 0; i < cln_count(sources); i++) {
        const cln_source_node *node = CLN_AS(source, sources->items[i]);
        uint32_t right = scope->sources.count;
        close_pending(r, scope, &pending, first, node->node.at.offset);
        if (node->join == CLN_JOIN_COMMA)
            first = right;
        add_one(r, scope, node);
        if ((node->node.flags & CLN_JOIN_NESTED) != 0)
            *CLN_PUSH(r->arena, &pending) = (cln_waiting_join){ node, right };
        else
            cln_join_sources(r, scope, node,
                             pending.count > 0 ? pending.items[pending.count - 1].right : first, right);
    }
    close_pending(r, scope, &pending, first, UINT32_MAX);
}

void cln_add_sources(cln_resolver *r, cln_scope *scope, const cln_list *sources)
{
    add_list(r, scope, sources);
}
