/*
 * modify.c -- UPDATE, DELETE and MERGE.
 *
 *     UPDATE t SET a = s.x, b = b + 1 FROM s WHERE t.id = s.id      a: DIRECT s.x; b: PROJECT t.b; FILTER
 * t.id, s.id
 */
#include "lineage/assemble.h"

/* ---- Assignments ---- */

/* The leaf that a column of the rows is a copy of; NULL: it is none. */
static const cln_leaf *leaf_of(cln_assembly *a, const cln_rowset *rows, colline_text column)
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

/* What the table calls a column that is assigned to through a CTE or a subquery. */
static colline_text base_column(cln_assembly *a, const cln_columns_by_name *by_name, colline_text column)
{
    const cln_leaf *leaf = leaf_of(a, by_name->through, column);

    return leaf != NULL ? cln_leaf_column(a->resolver.origins, leaf) : column;
}

/* SET (a, b) = (SELECT x, y ...), (a, b) = (x, y): column by column. */
static void assign_several(cln_assembly *a, cln_scope *scope, const cln_assignment_node *set,
                           cln_columns_by_name *by_name)
{
    cln_resolver *r = &a->resolver;
    const cln_list *items = cln_node_is(set->value, CLN_ROW) ? CLN_AS(row, set->value)->items : NULL;
    const cln_rowset *rows = NULL;

    if (cln_node_is(set->value, CLN_SUBQUERY)) {
        rows = cln_resolve_query(r, scope, scope->ctes, CLN_AS(subquery, set->value)->query, false);
        cln_link_to(r->origins, scope->rows, rows->rows, CLN_LINK_MENTION, 0, 0);
    }
    for (uint32_t i = 0; i < set->columns->count; i++) {
        cln_origin origin = CLN_NO_ORIGIN;
        uint32_t place = cln_place_of(
            a, by_name, base_column(a, by_name, cln_column_text(r, cln_last(CLN_AS(column, set->columns->items[i])->parts))));
        if (rows != NULL && i < rows->count) {
            origin = cln_new_node(r->origins);
            if (!cln_is_leaf(rows->columns[i].origin))
                r->origins->nodes.items[origin].expression = r->origins->nodes.items[rows->columns[i].origin].expression;
            cln_link_to(r->origins, origin, rows->columns[i].origin, CLN_LINK_DIRECT, 0, 0);
            cln_link_to(r->origins, origin, rows->rows, CLN_LINK_ROWS, 0, 0);
        } else if (i < cln_count(items)) {
            origin = cln_trace_value(r, scope, items->items[i]);
        }
        cln_feed_column(a, place, origin);
    }
}

/* SET a += x: from a and x. */
static cln_origin compound_value(cln_assembly *a, cln_scope *scope, const cln_assignment_node *set)
{
    cln_origins *origins = a->resolver.origins;
    cln_origin before = cln_trace_value(&a->resolver, scope, set->columns->items[0]);
    cln_origin added = cln_trace_value(&a->resolver, scope, set->value);
    cln_origin origin = cln_constant(a, &set->node);
    uint32_t expression = origins->nodes.items[origin].expression;

    cln_link_to(origins, origin, before, CLN_LINK_PROJECT, 0, expression);
    cln_link_to(origins, origin, added, CLN_LINK_PROJECT, 0, expression);
    return origin;
}

/* Oracle: SET ROW = r: the fields of a record to the columns of the table, in order. */
static bool assign_row(cln_assembly *a, cln_scope *scope, const cln_assignment_node *set, cln_columns_by_name *by_name)
{
    const cln_node *column = set->columns->items[0];
    const cln_table *table = a->result->targets.count > 0 ? a->result->targets.items[a->result->targets.count - 1].table : NULL;
    const cln_shape *shape;
    cln_origin row;

    if (a->resolver.variables == NULL || (a->resolver.dialect->script & CLN_SCRIPT_DECLARES_FIRST) == 0 || set->value == NULL ||
        !cln_node_is(column, CLN_COLUMN) ||
        !cln_text_equal_nocase(cln_column_text(&a->resolver, cln_last(CLN_AS(column, column)->parts)), CLN_TEXT("row")))
        return false;
    row = cln_trace_value(&a->resolver, scope, set->value);
    shape = row != CLN_NO_ORIGIN ? cln_origin_shape(a->resolver.origins, row) : NULL;
    for (uint32_t i = 0; shape != NULL && i < shape->count; i++) {
        colline_text name = table != NULL && i < table->column_count ? table->columns[i].name
                                                                     : cln_text_of(shape->fields[i].name, shape->fields[i].length);
        cln_feed_column(a, cln_place_of(a, by_name, name), shape->fields[i].origin);
    }
    return shape != NULL;
}

void cln_assign(cln_assembly *a, cln_scope *scope, const cln_assignment_node *set,
                cln_columns_by_name *by_name)
{
    uint32_t place;

    if (set->columns->count != 1) {
        assign_several(a, scope, set, by_name);
        return;
    }
    if (assign_row(a, scope, set, by_name))
        return;
    place = cln_place_of(a, by_name, base_column(a, by_name, assigned_column(a, set)));
    if ((set->node.flags & CLN_COMPOUND) != 0)
        cln_feed_column(a, place, compound_value(a, scope, set));
    else if (set->value != NULL)
        cln_feed_column(a, place, cln_trace_value(&a->resolver, scope, set->value));
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
    const cln_leaf *leaf = source->rows->relation == 0 ? leaf_of(a, source->rows, column) : NULL;
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

static cln_source *named_source(cln_assembly *a, cln_scope *scope, const cln_node *name)
{
    uint32_t used;

    if (!cln_node_is(name, CLN_TABLE_REF) || cln_count(CLN_AS(table_ref, name)->parts) == 0)
        return NULL;
    return cln_find_source(&a->resolver, scope, CLN_AS(table_ref, name)->parts, false, &used);
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

/* T-SQL: UPDATE x SET ... FROM t AS x: the target is a relation of the FROM. */
static bool target_is_in_from(cln_assembly *a, cln_scope *scope, const cln_list *targets)
{
    return cln_count(targets) == 1 &&
           named_source(a, scope, CLN_AS(source, targets->items[0])->relation) != NULL;
}

/* The source whose column is assigned: t.a names it, a bare name is the first's that has it. */
static cln_source *assigned_source(cln_assembly *a, cln_scope *scope, const cln_assignment_node *set,
                                   cln_source *first)
{
    const cln_list *parts = CLN_AS(column, set->columns->items[0])->parts;
    cln_list qualifier = { parts->items, parts->count - 1, parts->count - 1 };
    cln_source *source;
    uint32_t used;

    if (qualifier.count == 0)
        return first;
    source = cln_find_source(&a->resolver, scope, &qualifier, false, &used);
    return source != NULL && (source->rows->relation != 0 || source == first) ? source : first;
}

/* One target for each relation that is assigned to (MySQL's UPDATE of several tables), in order of first
 * assignment. */
static void assign_all(cln_assembly *a, cln_scope *scope, const cln_list *assignments, cln_source *first)
{
    uint32_t count = cln_count(assignments);
    uint32_t *next = CLN_NEW_ARRAY(a->result->arena, uint32_t, count); /* of the same source, plus one */
    uint32_t *last = CLN_NEW_ARRAY(a->result->arena, uint32_t, scope->sources.count + 1); /* of each source, plus one */
    bool *follows = CLN_NEW_ARRAY(a->result->arena, bool, count);

    for (uint32_t i = 0; i < count; i++) {
        const cln_source *source = assigned_source(a, scope, CLN_AS(assignment, assignments->items[i]), first);
        uint32_t *before = &last[source != NULL ? source - scope->sources.items : scope->sources.count];
        follows[i] = *before != 0;
        if (follows[i])
            next[*before - 1] = i + 1;
        *before = i + 1;
    }
    for (uint32_t i = 0; i < count; i++) {
        cln_source *source;
        cln_columns_by_name by_name = { { NULL, 0, 0 }, NULL };
        if (follows[i])
            continue;
        source = assigned_source(a, scope, CLN_AS(assignment, assignments->items[i]), first);
        add_target_of(a, source, assigned_column(a, CLN_AS(assignment, assignments->items[i])), COLLINE_OPERATION_UPDATE);
        by_name.through = source != NULL && source->rows->relation == 0 ? source->rows : NULL;
        cln_set_rows(a, scope->rows);
        for (uint32_t k = i + 1; k != 0; k = next[k - 1])
            cln_assign(a, scope, CLN_AS(assignment, assignments->items[k - 1]), &by_name);
    }
}

void cln_assemble_update(cln_assembly *a, const cln_update_node *update)
{
    cln_resolver *r = &a->resolver;
    cln_scope *scope = cln_scope_new(r, NULL, frame_of(a, update->ctes, &update->node));
    cln_source *first;
    uint32_t place = 0;

    a->result->kind = COLLINE_STATEMENT_UPDATE;
    read_target_only_when_read(a);
    if (cln_count(update->targets) > 0)
        note_written(a, update->targets->items[0]);
    cln_add_sources(r, scope, update->from);
    if (!target_is_in_from(a, scope, update->targets)) {
        place = scope->sources.count;
        cln_add_sources(r, scope, update->targets);
    } else {
        place = (uint32_t)(named_source(a, scope, CLN_AS(source, update->targets->items[0])->relation) -
                           scope->sources.items);
    }
    first = place < scope->sources.count ? &scope->sources.items[place] : NULL;
    assign_all(a, scope, update->assignments, first);
    cln_trace_condition(r, scope, scope->rows, CLN_LINK_FILTER, 0, update->where);
    sort_rows(a, scope, update->order_by, update->limit);
    cln_assemble_output(a, &(cln_output_clause){ update->returning, update->output_into, NULL, scope, scope->rows });
}

/* ---- DELETE ---- */

static const cln_node *name_of_source(const cln_node *node)
{
    const cln_source_node *source = CLN_AS(source, node);

    if (source->alias != NULL)
        return source->alias;
    return cln_node_is(source->relation, CLN_TABLE_REF) && cln_count(CLN_AS(table_ref, source->relation)->parts) > 0
               ? cln_last(CLN_AS(table_ref, source->relation)->parts)
               : NULL;
}

/* MySQL: DELETE FROM g, h USING g JOIN h ...: what is behind FROM names relations of USING. */
static bool from_names_using(const cln_delete_node *remove)
{
    const cln_node *first = cln_count(remove->from) > 0 ? name_of_source(remove->from->items[0]) : NULL;

    for (uint32_t i = 0; first != NULL && i < cln_count(remove->using); i++) {
        const cln_node *name = name_of_source(remove->using->items[i]);
        if (name != NULL && cln_text_equal_nocase(CLN_AS(name, name)->text, CLN_AS(name, first)->text))
            return true;
    }
    return false;
}

static void delete_named(cln_assembly *a, cln_scope *scope, const cln_node *name)
{
    cln_source *source = named_source(a, scope, name);

    if (source != NULL)
        add_target_of(a, source, CLN_TEXT(""), COLLINE_OPERATION_DELETE);
    else
        (void)cln_add_target(a, name, COLLINE_OPERATION_DELETE);
    cln_set_rows(a, scope->rows);
}

void cln_assemble_delete(cln_assembly *a, const cln_delete_node *remove)
{
    cln_resolver *r = &a->resolver;
    cln_scope *scope = cln_scope_new(r, NULL, frame_of(a, remove->ctes, &remove->node));
    uint32_t before = a->result->targets.count;

    a->result->kind = COLLINE_STATEMENT_DELETE;
    read_target_only_when_read(a);
    if (cln_count(remove->from) > 0)
        note_written(a, remove->from->items[0]);
    if (!from_names_using(remove))
        cln_add_sources(r, scope, remove->from);
    cln_add_sources(r, scope, remove->using);
    for (uint32_t i = 0; i < cln_count(remove->tables); i++)
        delete_named(a, scope, remove->tables->items[i]);
    for (uint32_t i = 0; from_names_using(remove) && i < remove->from->count; i++)
        delete_named(a, scope, CLN_AS(source, remove->from->items[i])->relation);
    if (a->result->targets.count == before && scope->sources.count > 0) {
        add_target_of(a, &scope->sources.items[0], CLN_TEXT(""), COLLINE_OPERATION_DELETE);
        cln_set_rows(a, scope->rows);
    }
    cln_trace_condition(r, scope, scope->rows, CLN_LINK_FILTER, 0, remove->where);
    sort_rows(a, scope, remove->order_by, remove->limit);
    cln_assemble_output(a, &(cln_output_clause){ remove->returning, remove->output_into, NULL, scope, scope->rows });
}

/* ---- MERGE ---- */

typedef struct cln_merging {
    cln_assembly *a;
    cln_scope *scope;       /* both sides */
    const cln_table *table; /* the target's; NULL: not known */
    const cln_rowset *source;
    uint32_t first_of_source; /* index into scope's sources */
    cln_columns_by_name by_name;
} cln_merging;

/* DuckDB: USING (id) in place of ON: both sides' columns. */
static void merge_using(cln_merging *m, const cln_list *names)
{
    cln_resolver *r = &m->a->resolver;
    cln_origin origin;

    for (uint32_t i = 0; i < cln_count(names); i++)
        for (uint32_t s = 0; s < m->scope->sources.count; s++)
            if (cln_rowset_find(r, m->scope->sources.items[s].rows, cln_column_text(r, names->items[i]), false, &origin))
                cln_link_to(r->origins, m->scope->rows, origin, CLN_LINK_JOIN_COND, 0,
                            cln_expression_of(r, names->items[i]));
}

/* UPDATE *, INSERT * EXCEPT (a), INSERT ROW: the source's columns by their names. */
static void merge_star(cln_merging *m, const cln_list *except)
{
    cln_resolver *r = &m->a->resolver;
    uint32_t width = cln_rowset_width(r, m->source);
    cln_map left_out = { NULL, 0, 0 };

    for (uint32_t i = 0; i < cln_count(except); i++)
        cln_map_put(r->arena, &left_out,
                    cln_text_lower(r->arena, cln_column_text(r, cln_last(CLN_AS(column, except->items[i])->parts))), m);
    for (uint32_t i = 0; i < width; i++) {
        cln_output column = cln_rowset_column(r, m->source, i);
        colline_text name = cln_text_of(column.name, column.length);
        if (cln_map_get(&left_out, cln_text_lower(r->arena, name)) != NULL)
            continue;
        if (m->table == NULL || m->table->column_count == 0 ||
            cln_table_column(m->table, name, false) != NULL)
            cln_feed_column(m->a, cln_place_of(m->a, &m->by_name, name), column.origin);
    }
    for (uint32_t i = 0; i < m->source->unknown_count; i++)
        cln_feed_column(
            m->a, cln_place_of(m->a, &m->by_name, CLN_TEXT("*")),
            cln_leaf_of_name(r->origins, m->source->unknowns[i], CLN_TEXT("*"), CLN_TEXT(""), NULL));
}

static void merge_insert(cln_merging *m, const cln_merge_when_node *when)
{
    cln_resolver *r = &m->a->resolver;

    for (uint32_t i = 0; i < cln_count(when->values); i++) {
        colline_text name = CLN_TEXT("");
        if (i < cln_count(when->columns))
            name = cln_column_text(r, cln_last(CLN_AS(column, when->columns->items[i])->parts));
        else if (cln_count(when->columns) == 0 && m->table != NULL && i < m->table->column_count)
            name = m->table->columns[i].name;
        else if (when->values->items[i]->kind == CLN_COLUMN)
            name = cln_column_text(r, cln_last(CLN_AS(column, when->values->items[i])->parts));
        if (name.length > 0)
            cln_feed_column(m->a, cln_place_of(m->a, &m->by_name, name),
                            cln_trace_value(r, m->scope, when->values->items[i]));
    }
}

/* A bare name means the source's column where nothing matched, the target's where nothing matched BY SOURCE. */
static void choose_side(cln_merging *m, uint32_t flags)
{
    bool by_source = (flags & CLN_BY_SOURCE) != 0;

    m->scope->first_visible = (flags & CLN_NOT) != 0 && !by_source ? m->first_of_source : 0;
    for (uint32_t i = m->first_of_source; i < m->scope->sources.count; i++)
        m->scope->sources.items[i].qualified_only = by_source;
}

static void merge_when(cln_merging *m, const cln_merge_when_node *when)
{
    cln_resolver *r = &m->a->resolver;

    choose_side(m, when->node.flags);
    cln_trace_condition(r, m->scope, m->scope->rows, CLN_LINK_FILTER, 0, when->condition);
    if ((when->node.flags & CLN_STAR_ACTION) != 0)
        merge_star(m, when->columns);
    for (uint32_t i = 0; i < cln_count(when->assignments); i++)
        cln_assign(m->a, m->scope, CLN_AS(assignment, when->assignments->items[i]), &m->by_name);
    if (when->action == CLN_MERGE_INSERT && (when->node.flags & CLN_STAR_ACTION) == 0)
        merge_insert(m, when);
    cln_trace_condition(r, m->scope, m->scope->rows, CLN_LINK_FILTER, 0, when->where);
    cln_trace_condition(r, m->scope, m->scope->rows, CLN_LINK_FILTER, 0, when->delete_where);
    choose_side(m, 0);
}

void cln_assemble_merge(cln_assembly *a, const cln_merge_node *merge)
{
    cln_resolver *r = &a->resolver;
    cln_merging m;
    cln_list target = { (cln_node **)(uintptr_t)&merge->target, 1, 1 };
    cln_list source = { (cln_node **)(uintptr_t)&merge->source, 1, 1 };

    memset(&m, 0, sizeof m);
    a->result->kind = COLLINE_STATEMENT_MERGE;
    read_target_only_when_read(a);
    note_written(a, merge->target);
    m.a = a;
    m.scope = cln_scope_new(r, NULL, frame_of(a, merge->ctes, &merge->node));
    cln_add_sources(r, m.scope, &target);
    if (m.scope->sources.count > 0)
        add_target_of(a, &m.scope->sources.items[0], CLN_TEXT(""), COLLINE_OPERATION_MERGE);
    m.table = a->result->targets.count > 0 ? a->result->targets.items[0].table : NULL;
    m.first_of_source = m.scope->sources.count;
    cln_add_sources(r, m.scope, &source);
    m.source = m.scope->sources.items[m.scope->sources.count - 1].rows;
    cln_trace_condition(r, m.scope, m.scope->rows, CLN_LINK_JOIN_COND, 0, merge->on);
    merge_using(&m, merge->using);
    for (uint32_t i = 0; i < cln_count(merge->whens); i++)
        merge_when(&m, CLN_AS(merge_when, merge->whens->items[i]));
    cln_set_rows(a, m.scope->rows);
    cln_assemble_output(a, &(cln_output_clause){ merge->returning, merge->output_into, merge->whens, m.scope, m.scope->rows });
}
