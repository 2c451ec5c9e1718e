/*
 * modify.c -- UPDATE, DELETE and MERGE.
 *
 *     UPDATE t SET a = s.x, b = b + 1 FROM s WHERE t.id = s.id      a: DIRECT s.x; b: PROJECT t.b; FILTER
 * t.id, s.id
 */
#include "lineage/assemble.h"

/* ---- Assignments ---- */

const cln_leaf *cln_leaf_through(cln_assembly *a, const cln_rowset *rows, colline_text column)
{
    cln_origin origin = CLN_NO_ORIGIN;

    if (rows == NULL || !cln_rowset_find(&a->resolver, rows, column, false, &origin))
        return NULL;
    origin = cln_origin_leaf(a->resolver.origins, origin);
    return origin != CLN_NO_ORIGIN ? &a->resolver.origins->leaves.items[cln_leaf_index(origin)] : NULL;
}

static colline_text assigned_column(cln_assembly *a, const cln_assignment_node *set)
{
    return cln_column_text(&a->resolver, cln_last(CLN_AS(column, set->columns->items[0])->parts));
}

colline_text cln_base_column(cln_assembly *a, const cln_columns_by_name *by_name, colline_text column)
{
    const cln_leaf *leaf = cln_leaf_through(a, by_name->through, column);

    return leaf != NULL ? cln_leaf_column(a->resolver.origins, leaf) : column;
}

/* The values of a change are those of the newest target's columns. */
static void fill_column(cln_change *change, colline_text column, cln_origin value)
{
    cln_filling *f = change->taker;

    cln_feed_column(f->a, cln_place_of(f->a, f->by_name, cln_base_column(f->a, f->by_name, column)), value);
}

void cln_start_filling(cln_filling *f, cln_assembly *a, cln_scope *scope, cln_columns_by_name *by_name)
{
    memset(f, 0, sizeof *f);
    f->a = a;
    f->by_name = by_name;
    f->change.r = &a->resolver;
    f->change.scope = scope;
    f->change.table = a->result->targets.count > 0 ? a->result->targets.items[a->result->targets.count - 1].table : NULL;
    f->change.take = fill_column;
    f->change.taker = f;
}

/* ---- Targets among relations ---- */

/* 1 + the first table that rows are read from; 0: none. */
static uint32_t first_relation(const cln_origins *origins, cln_origin rows)
{
    bool *seen = CLN_NEW_ARRAY(origins->arena, bool, origins->nodes.count);

    while (rows != CLN_NO_ORIGIN && !cln_is_leaf(rows) && !seen[rows]) { /* a recursive CTE leads back to itself */
        cln_origin inner = CLN_NO_ORIGIN;
        seen[rows] = true;
        for (uint32_t i = origins->nodes.items[rows].first; i != 0 && inner == CLN_NO_ORIGIN; i = origins->links.items[i].next) {
            const cln_link *link = &origins->links.items[i];
            if (link->kind == CLN_LINK_RELATION)
                return link->to + 1;
            if (link->kind == CLN_LINK_ROWS)
                inner = link->to;
        }
        rows = inner;
    }
    return 0;
}

/* The base table that a source stands for; of a CTE or a subquery the one that `column` (empty: none) comes from, else the first:
 * WITH c AS (SELECT a AS x FROM t) UPDATE c SET x = 1. */
static const cln_relation *relation_of(cln_assembly *a, const cln_source *source, colline_text column)
{
    const cln_leaf *leaf = source->rows->relation == 0 ? cln_leaf_through(a, source->rows, column) : NULL;
    uint32_t index = source->rows->relation != 0 ? source->rows->relation
                     : leaf != NULL              ? leaf->relation + 1
                                                 : first_relation(a->resolver.origins, source->rows->rows);

    return index != 0 ? &a->result->origins.relations.items[index - 1] : NULL;
}

static void add_target_of(cln_assembly *a, const cln_source *source, colline_text column, colline_operation operation)
{
    const cln_relation *relation = source != NULL ? relation_of(a, source, column) : NULL;
    const cln_table *table;

    if (relation == NULL || relation->is_path)
        return;
    table = cln_catalog_find(a->resolver.catalog, &relation->name);
    (void)cln_add_named_target(a, &relation->name, table, operation);
}

static void sort_rows(cln_assembly *a, cln_scope *scope, const cln_list *order, const cln_node *limit)
{
    cln_trace_conditions(&a->resolver, scope, scope->rows, CLN_LINK_SORT,
                         limit != NULL ? COLLINE_EDGE_LIMIT : 0, order);
}

static const cln_cte_frame *frame_of(cln_assembly *a, const cln_list *ctes, const cln_node *node)
{
    return cln_count(ctes) > 0
               ? cln_resolve_ctes(&a->resolver, NULL, a->ctes, ctes, (node->flags & CLN_RECURSIVE) != 0)
               : a->ctes;
}

static void read_target_only_when_read(cln_assembly *a)
{
    a->reads_target_only_when_read = (a->resolver.dialect->features & CLN_FEATURE_READS_TARGET) == 0;
}

/* The table that a TABLE_REF, or the relation of a source, names is the one that changes. */
static void note_written(cln_assembly *a, const cln_node *node)
{
    cln_table_name name;

    if (cln_node_is(node, CLN_SOURCE))
        node = CLN_AS(source, node)->relation;
    if (!cln_node_is(node, CLN_TABLE_REF) || cln_count(CLN_AS(table_ref, node)->parts) == 0)
        return;
    name = cln_name_of_parts(a->result->arena, a->resolver.dialect, CLN_AS(table_ref, node)->parts,
                             a->resolver.home);
    a->resolver.written = cln_catalog_find(a->resolver.catalog, &name);
}

/* ---- UPDATE ---- */

enum { MOST_JOINED = 64 }; /* tables whose columns are looked through for a bare name; MySQL joins no more */

/* The first table that has the column. */
static cln_source *source_with(cln_assembly *a, cln_scope *scope, colline_text column)
{
    cln_origin origin;

    for (uint32_t i = 0; i < scope->sources.count && i < MOST_JOINED; i++) {
        cln_source *source = &scope->sources.items[i];
        if (source->rows->relation != 0 && cln_rowset_find(&a->resolver, source->rows, column, false, &origin))
            return source;
    }
    return NULL;
}

/* The source whose column is assigned: t.a names it; of several targets a bare name is the first's that has it. */
static cln_source *assigned_source(cln_assembly *a, cln_scope *scope, const cln_assignment_node *set,
                                   cln_source *first, bool several)
{
    const cln_list *parts = CLN_AS(column, set->columns->items[0])->parts;
    cln_list qualifier = { parts->items, parts->count - 1, parts->count - 1 };
    cln_source *source;
    uint32_t used;

    if (qualifier.count == 0) {
        source = several ? source_with(a, scope, assigned_column(a, set)) : NULL;
        return source != NULL ? source : first;
    }
    source = cln_find_source(&a->resolver, scope, &qualifier, false, &used);
    return source != NULL && (source->rows->relation != 0 || source == first) ? source : first;
}

/* The rows of a CTE or a subquery, whose columns stand for those of a table; NULL: the source is a table. */
static const cln_rowset *rows_through(const cln_source *source)
{
    return source->rows->relation == 0 ? source->rows : NULL;
}

/* One target for each relation that is assigned to (MySQL's UPDATE of several tables), in order of first
 * assignment. */
static void assign_all(cln_assembly *a, cln_scope *scope, const cln_list *assignments, cln_source *first, bool several)
{
    uint32_t count = cln_count(assignments);
    uint32_t *next = CLN_NEW_ARRAY(a->result->arena, uint32_t, count); /* of the same source, plus one */
    uint32_t *last = CLN_NEW_ARRAY(a->result->arena, uint32_t, scope->sources.count + 1); /* of each source, plus one */
    bool *follows = CLN_NEW_ARRAY(a->result->arena, bool, count);

    for (uint32_t i = 0; i < count; i++) {
        const cln_source *source = assigned_source(a, scope, CLN_AS(assignment, assignments->items[i]), first, several);
        uint32_t *before = &last[source != NULL ? source - scope->sources.items : scope->sources.count];
        follows[i] = *before != 0;
        if (follows[i])
            next[*before - 1] = i + 1;
        *before = i + 1;
    }
    for (uint32_t i = 0; i < count; i++) {
        cln_source *source;
        cln_columns_by_name by_name = { { NULL, 0, 0 }, NULL };
        cln_filling filling;
        if (follows[i])
            continue;
        source = assigned_source(a, scope, CLN_AS(assignment, assignments->items[i]), first, several);
        add_target_of(a, source, assigned_column(a, CLN_AS(assignment, assignments->items[i])), COLLINE_OPERATION_UPDATE);
        by_name.through = source != NULL ? rows_through(source) : NULL;
        cln_set_rows(a, scope->rows);
        cln_start_filling(&filling, a, scope, &by_name);
        for (uint32_t k = i + 1; k != 0; k = next[k - 1])
            cln_trace_assignment(&filling.change, CLN_AS(assignment, assignments->items[k - 1]));
    }
}

void cln_assemble_update(cln_assembly *a, const cln_update_node *update)
{
    cln_resolver *r = &a->resolver;
    cln_scope *scope = cln_scope_new(r, NULL, frame_of(a, update->ctes, &update->node));
    uint32_t place;

    a->result->kind = COLLINE_STATEMENT_UPDATE;
    read_target_only_when_read(a);
    if (cln_count(update->targets) > 0)
        note_written(a, update->targets->items[0]);
    place = cln_open_update(r, scope, update);
    assign_all(a, scope, update->assignments, place < scope->sources.count ? &scope->sources.items[place] : NULL,
               cln_count(update->targets) > 1);
    cln_trace_condition(r, scope, scope->rows, CLN_LINK_FILTER, 0, update->where);
    sort_rows(a, scope, update->order_by, update->limit);
    cln_assemble_output(a, &(cln_output_clause){ update->returning, update->output_into, NULL, scope, scope->rows });
}

/* ---- DELETE ---- */

/* DELETE g FROM u WHERE g.p = u.id */
static void delete_named(cln_assembly *a, cln_scope *scope, const cln_node *name)
{
    cln_source *source = cln_named_source(&a->resolver, scope, name);

    if (source == NULL && cln_has_rule(a->resolver.dialect, CLN_RULE_DELETE_BESIDE) && cln_names_table(name)) {
        cln_source_node *beside = CLN_NEW(a->result->arena, cln_source_node);
        cln_node *item = &beside->node;
        cln_list alone = { &item, 1, 1 };
        beside->node.kind = CLN_SOURCE;
        beside->node.at = name->at;
        beside->relation = (cln_node *)(uintptr_t)name;
        cln_add_sources(&a->resolver, scope, &alone);
        source = cln_named_source(&a->resolver, scope, name);
    }
    if (source != NULL)
        add_target_of(a, source, CLN_TEXT(""), COLLINE_OPERATION_DELETE);
    else
        (void)cln_add_target(a, cln_node_is(name, CLN_SOURCE) ? CLN_AS(source, name)->relation : name, COLLINE_OPERATION_DELETE);
    cln_set_rows(a, scope->rows);
}

void cln_assemble_delete(cln_assembly *a, const cln_delete_node *remove)
{
    cln_resolver *r = &a->resolver;
    cln_scope *scope = cln_scope_new(r, NULL, frame_of(a, remove->ctes, &remove->node));
    uint32_t before = a->result->targets.count;
    const cln_list *names;

    a->result->kind = COLLINE_STATEMENT_DELETE;
    read_target_only_when_read(a);
    if (cln_count(remove->from) > 0)
        note_written(a, remove->from->items[0]);
    names = cln_open_delete(r, scope, remove);
    for (uint32_t i = 0; i < cln_count(names); i++)
        delete_named(a, scope, names->items[i]);
    if (a->result->targets.count == before && scope->sources.count > 0) {
        add_target_of(a, &scope->sources.items[0], CLN_TEXT(""), COLLINE_OPERATION_DELETE);
        cln_set_rows(a, scope->rows);
    }
    cln_trace_condition(r, scope, scope->rows, CLN_LINK_FILTER, 0, remove->where);
    sort_rows(a, scope, remove->order_by, remove->limit);
    cln_assemble_output(a, &(cln_output_clause){ remove->returning, remove->output_into, NULL, scope, scope->rows });
}

/* ---- MERGE ---- */

void cln_assemble_merge(cln_assembly *a, const cln_merge_node *merge)
{
    cln_resolver *r = &a->resolver;
    cln_list target = { (cln_node **)(uintptr_t)&merge->target, 1, 1 };
    cln_scope *scope = cln_scope_new(r, NULL, frame_of(a, merge->ctes, &merge->node));
    cln_columns_by_name by_name = { { NULL, 0, 0 }, NULL };
    cln_filling filling;

    a->result->kind = COLLINE_STATEMENT_MERGE;
    read_target_only_when_read(a);
    note_written(a, merge->target);
    cln_add_sources(r, scope, &target);
    if (scope->sources.count > 0) {
        add_target_of(a, &scope->sources.items[0], CLN_TEXT(""), COLLINE_OPERATION_MERGE);
        by_name.through = rows_through(&scope->sources.items[0]);
    }
    cln_start_filling(&filling, a, scope, &by_name);
    cln_trace_merge(&filling.change, merge);
    cln_set_rows(a, scope->rows);
    cln_assemble_output(a, &(cln_output_clause){ merge->returning, merge->output_into, &filling.change, scope, scope->rows });
}
