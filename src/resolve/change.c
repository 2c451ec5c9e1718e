#include "resolve/change.h"

/* ---- Values ---- */

/* Which of the updating branches assign a column. */
typedef struct cln_updated {
    uint32_t last, count; /* the newest of them, and how many there are */
} cln_updated;

static void give(cln_change *change, colline_text column, cln_origin value)
{
    cln_updated *updated;

    if (change->in_update) {
        updated = cln_map_get_nocase(&change->updated, column);
        if (updated == NULL) {
            updated = CLN_NEW(change->r->arena, cln_updated);
            cln_map_put_nocase(change->r->arena, &change->updated, column, updated);
        }
        updated->count += updated->last != change->updates;
        updated->last = change->updates;
    }
    change->take(change, column, value);
}

cln_origin cln_either(cln_origins *origins, cln_origin one, cln_origin other)
{
    cln_origin both = cln_new_node(origins);

    cln_link_to(origins, both, one, CLN_LINK_DIRECT, 0, 0);
    cln_link_to(origins, both, other, CLN_LINK_DIRECT, 0, 0);
    return both;
}

void cln_add_kept(const cln_change *change, const cln_rowset *before, cln_output *changed, uint32_t count, bool deleted)
{
    uint32_t branches = change->updates + (deleted ? change->deletes : 0);

    for (uint32_t i = 0; i < count; i++) {
        colline_text name = cln_text_of(changed[i].name, changed[i].length);
        const cln_updated *updated = cln_map_get_nocase(&change->updated, name);
        uint32_t assigning = change->open_updates + (updated != NULL ? updated->count : 0);
        cln_origin own;
        if (assigning < branches && cln_rowset_find(change->r, before, name, false, &own))
            changed[i].origin = changed[i].origin == CLN_NO_ORIGIN ? own : cln_either(change->r->origins, changed[i].origin, own);
    }
}

/* ---- Assignments ---- */

static colline_text column_text(cln_resolver *r, const cln_node *column)
{
    return cln_column_text(r, cln_last(CLN_AS(column, column)->parts));
}

/* Which part of t.a, or of a struct's field, f.g and t.f.g, is the column. */
static uint32_t column_place(const cln_change *change, const cln_list *parts)
{
    uint32_t used = 0, last = parts->count - 1;

    if (last == 0)
        return 0;
    if (cln_find_source(change->r, change->scope, parts, false, &used) != NULL)
        return used < last ? used : last;
    return change->table != NULL && cln_table_column(change->table, cln_column_text(change->r, parts->items[0]), false) != NULL ? 0 : last;
}

/* A field that is assigned is a part of what its column holds. */
static void assign(cln_change *change, const cln_node *column, cln_origin value)
{
    cln_resolver *r = change->r;
    const cln_list *parts = CLN_AS(column, column)->parts;
    uint32_t place = column_place(change, parts);
    cln_origin whole = value;

    if (place + 1 < parts->count && value != CLN_NO_ORIGIN) {
        whole = cln_new_node(r->origins);
        cln_link_to(r->origins, whole, value, CLN_LINK_PROJECT, 0, cln_expression_of(r, column));
    }
    give(change, cln_column_text(r, parts->items[place]), whole);
}

/* SET (a, b) = (SELECT x, y ...), (a, b) = (x, y): column by column. */
static void assign_several(cln_change *change, const cln_assignment_node *set)
{
    cln_resolver *r = change->r;
    const cln_list *items = cln_node_is(set->value, CLN_ROW) ? CLN_AS(row, set->value)->items : NULL;
    const cln_rowset *rows = NULL;

    if (cln_node_is(set->value, CLN_SUBQUERY)) {
        rows = cln_resolve_query(r, change->scope, change->scope->ctes, CLN_AS(subquery, set->value)->query, false);
        cln_link_to(r->origins, change->scope->rows, rows->rows, CLN_LINK_MENTION, 0, 0);
    }
    for (uint32_t i = 0; i < set->columns->count; i++) {
        cln_origin origin = CLN_NO_ORIGIN;
        if (rows != NULL && i < rows->count) {
            origin = cln_new_node(r->origins);
            if (!cln_is_leaf(rows->columns[i].origin))
                r->origins->nodes.items[origin].expression = r->origins->nodes.items[rows->columns[i].origin].expression;
            cln_link_to(r->origins, origin, rows->columns[i].origin, CLN_LINK_DIRECT, 0, 0);
            cln_link_to(r->origins, origin, rows->rows, CLN_LINK_ROWS, 0, 0);
        } else if (i < cln_count(items)) {
            origin = cln_trace_value(r, change->scope, items->items[i]);
        }
        assign(change, set->columns->items[i], origin);
    }
}

/* SET a += x: from a and x. */
static cln_origin compound_value(cln_resolver *r, cln_scope *scope, const cln_assignment_node *set)
{
    cln_origin before = cln_trace_value(r, scope, set->columns->items[0]);
    cln_origin added = cln_trace_value(r, scope, set->value);
    cln_origin origin = cln_new_node(r->origins);
    uint32_t expression = cln_expression_of(r, &set->node);

    r->origins->nodes.items[origin].expression = expression;
    cln_link_to(r->origins, origin, before, CLN_LINK_PROJECT, 0, expression);
    cln_link_to(r->origins, origin, added, CLN_LINK_PROJECT, 0, expression);
    return origin;
}

/* Oracle: SET ROW = r: the fields of a record to the columns of the table, in order. */
static bool assign_row(cln_change *change, const cln_assignment_node *set)
{
    cln_resolver *r = change->r;
    const cln_node *column = set->columns->items[0];
    const cln_shape *shape;
    cln_origin row;

    if (r->variables == NULL || (r->dialect->script & CLN_SCRIPT_DECLARES_FIRST) == 0 || !cln_node_is(column, CLN_COLUMN) ||
        !cln_text_equal_nocase(column_text(r, column), CLN_TEXT("row")))
        return false;
    row = cln_trace_value(r, change->scope, set->value);
    shape = row != CLN_NO_ORIGIN ? cln_origin_shape(r->origins, row) : NULL;
    for (uint32_t i = 0; shape != NULL && i < shape->count; i++) {
        bool known = change->table != NULL && i < change->table->column_count;
        give(change, known ? change->table->columns[i].name : cln_text_of(shape->fields[i].name, shape->fields[i].length),
             shape->fields[i].origin);
    }
    return shape != NULL;
}

void cln_trace_assignment(cln_change *change, const cln_assignment_node *set)
{
    cln_resolver *r = change->r;

    if (set->columns->count != 1)
        assign_several(change, set);
    else if (assign_row(change, set))
        return;
    else if ((set->node.flags & CLN_COMPOUND) != 0)
        assign(change, set->columns->items[0], compound_value(r, change->scope, set));
    else
        assign(change, set->columns->items[0], cln_trace_value(r, change->scope, set->value));
}

void cln_trace_assignments(cln_change *change, const cln_list *assignments)
{
    for (uint32_t i = 0; i < cln_count(assignments); i++)
        cln_trace_assignment(change, CLN_AS(assignment, assignments->items[i]));
}

/* ---- The relations of UPDATE and DELETE ---- */

cln_source *cln_named_source(cln_resolver *r, cln_scope *scope, const cln_node *name)
{
    uint32_t used;

    if (cln_node_is(name, CLN_SOURCE))
        name = CLN_AS(source, name)->relation;
    if (!cln_node_is(name, CLN_TABLE_REF) || cln_count(CLN_AS(table_ref, name)->parts) == 0)
        return NULL;
    return cln_find_source(r, scope, CLN_AS(table_ref, name)->parts, false, &used);
}

uint32_t cln_open_update(cln_resolver *r, cln_scope *scope, const cln_update_node *update)
{
    /* RETURNING * gives the target's columns first */
    bool ahead = update->returning != NULL && (r->dialect->script & CLN_SCRIPT_NO_SEMICOLON) == 0;
    cln_source *target;
    uint32_t place;

    if (ahead)
        cln_add_sources(r, scope, update->targets);
    cln_add_sources(r, scope, update->from);
    if (ahead)
        return 0;
    target = cln_count(update->targets) == 1 ? cln_named_source(r, scope, update->targets->items[0]) : NULL;
    if (target != NULL) /* T-SQL: UPDATE x SET ... FROM t AS x */
        return (uint32_t)(target - scope->sources.items);
    place = scope->sources.count;
    cln_add_sources(r, scope, update->targets);
    return place;
}

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

const cln_list *cln_open_delete(cln_resolver *r, cln_scope *scope, const cln_delete_node *remove)
{
    bool named = from_names_using(remove);

    if (!named)
        cln_add_sources(r, scope, remove->from);
    cln_add_sources(r, scope, remove->using);
    return named ? remove->from : remove->tables;
}

/* ---- MERGE ---- */

typedef struct cln_merging {
    cln_change *change;
    const cln_rowset *source;
    uint32_t first_of_source; /* index into the scope's sources */
} cln_merging;

/* DuckDB: USING (id) in place of ON: both sides' columns. */
static void merge_using(cln_change *change, const cln_list *names)
{
    cln_resolver *r = change->r;
    cln_scope *scope = change->scope;
    cln_origin origin;

    for (uint32_t i = 0; i < cln_count(names); i++)
        for (uint32_t s = 0; s < scope->sources.count; s++) {
            const cln_rowset *rows = scope->sources.items[s].rows;
            colline_text name = cln_column_text(r, names->items[i]);
            bool found = cln_rowset_find(r, rows, name, false, &origin);
            if (!found && rows->unknown_count == 1)
                origin = cln_leaf_of_name(r->origins, rows->unknowns[0], name, CLN_TEXT(""), NULL);
            if (found || rows->unknown_count == 1)
                cln_link_to(r->origins, scope->rows, origin, CLN_LINK_JOIN_COND, 0, cln_expression_of(r, names->items[i]));
        }
}

/* UPDATE *, INSERT * EXCEPT (a), INSERT ROW: the source's columns by their names. */
static void merge_star(cln_merging *m, const cln_list *except)
{
    cln_resolver *r = m->change->r;
    const cln_table *table = m->change->table;
    uint32_t width = cln_rowset_width(r, m->source);
    cln_map left_out = { NULL, 0, 0 };

    for (uint32_t i = 0; i < cln_count(except); i++)
        cln_map_put_nocase(r->arena, &left_out, column_text(r, except->items[i]), m);
    for (uint32_t i = 0; i < width; i++) {
        cln_output column = cln_rowset_column(r, m->source, i);
        colline_text name = cln_text_of(column.name, column.length);
        if (cln_map_get_nocase(&left_out, name) != NULL)
            continue;
        if (table == NULL || table->column_count == 0 || cln_table_column(table, name, false) != NULL)
            give(m->change, name, column.origin);
    }
    for (uint32_t i = 0; i < m->source->unknown_count; i++)
        give(m->change, CLN_TEXT("*"), cln_leaf_of_name(r->origins, m->source->unknowns[i], CLN_TEXT("*"), CLN_TEXT(""), NULL));
}

/* INSERT (a, b) VALUES (x, y); without a list the table's columns, or those that the values are named like. */
static void merge_insert(cln_change *change, const cln_merge_when_node *when)
{
    cln_resolver *r = change->r;
    const cln_table *table = change->table;

    for (uint32_t i = 0; i < cln_count(when->values); i++) {
        const cln_node *value = when->values->items[i];
        colline_text name = CLN_TEXT("");
        if (i < cln_count(when->columns))
            name = column_text(r, when->columns->items[i]);
        else if (cln_count(when->columns) == 0 && table != NULL && i < table->column_count)
            name = table->columns[i].name;
        else if (value->kind == CLN_COLUMN)
            name = column_text(r, value);
        if (name.length > 0)
            give(change, name, cln_trace_value(r, change->scope, value));
    }
}

/* A bare name means the source's column where nothing matched, the target's where nothing matched BY SOURCE. */
static void choose_side(const cln_merging *m, uint32_t flags)
{
    cln_scope *scope = m->change->scope;
    bool by_source = (flags & CLN_BY_SOURCE) != 0;

    scope->first_visible = (flags & CLN_NOT) != 0 && !by_source ? m->first_of_source : 0;
    for (uint32_t i = m->first_of_source; i < scope->sources.count; i++)
        scope->sources.items[i].qualified_only = by_source;
}

static void count_branch(const cln_merging *m, const cln_merge_when_node *when)
{
    cln_change *change = m->change;
    bool update = when->action == CLN_MERGE_UPDATE;
    bool open = update && (when->node.flags & CLN_STAR_ACTION) != 0 && m->source->unknown_count > 0;

    change->updates += update;
    change->deletes += when->action == CLN_MERGE_DELETE;
    change->open_updates += open;
    change->in_update = update && !open;
}

static void merge_when(cln_merging *m, const cln_merge_when_node *when)
{
    cln_resolver *r = m->change->r;
    cln_scope *scope = m->change->scope;

    choose_side(m, when->node.flags);
    count_branch(m, when);
    cln_trace_condition(r, scope, scope->rows, CLN_LINK_FILTER, 0, when->condition);
    if ((when->node.flags & CLN_STAR_ACTION) != 0)
        merge_star(m, when->columns);
    else if (when->action == CLN_MERGE_INSERT)
        merge_insert(m->change, when);
    cln_trace_assignments(m->change, when->assignments);
    cln_trace_condition(r, scope, scope->rows, CLN_LINK_FILTER, 0, when->where);
    cln_trace_condition(r, scope, scope->rows, CLN_LINK_FILTER, 0, when->delete_where);
    m->change->in_update = false;
    choose_side(m, 0);
}

void cln_trace_merge(cln_change *change, const cln_merge_node *merge)
{
    cln_resolver *r = change->r;
    cln_scope *scope = change->scope;
    cln_list source = { (cln_node **)(uintptr_t)&merge->source, merge->source != NULL, 1 };
    cln_merging m = { change, NULL, scope->sources.count };

    cln_add_sources(r, scope, &source);
    if (scope->sources.count == 0)
        return;
    m.source = scope->sources.items[scope->sources.count - 1].rows;
    cln_trace_condition(r, scope, scope->rows, CLN_LINK_JOIN_COND, 0, merge->on);
    merge_using(change, merge->using);
    for (uint32_t i = 0; i < cln_count(merge->whens); i++)
        merge_when(&m, CLN_AS(merge_when, merge->whens->items[i]));
}

/* ---- ON CONFLICT, ON DUPLICATE KEY ---- */

/* MySQL: INSERT INTO t VALUES (1, 2) AS new (x, y): the row under names of its own. */
static const cln_rowset *named_row(cln_resolver *r, const cln_rowset *inserted, const cln_list *names)
{
    cln_rowset *rows = CLN_NEW(r->arena, cln_rowset);
    cln_output *columns = CLN_NEW_ARRAY(r->arena, cln_output, inserted->count);

    if (cln_count(names) == 0)
        return inserted;
    rows->columns = columns;
    for (; rows->count < inserted->count && rows->count < names->count; rows->count++) {
        colline_text name = cln_column_text(r, names->items[rows->count]);
        columns[rows->count] = (cln_output){ name.data, name.length, inserted->columns[rows->count].origin };
    }
    return rows;
}

static void add_qualified(cln_resolver *r, cln_scope *scope, colline_text alias, const cln_rowset *rows, colline_span at)
{
    (void)cln_add_source(r, scope, alias, NULL, rows, at);
    scope->sources.items[scope->sources.count - 1].qualified_only = true;
}

void cln_trace_conflict(cln_change *change, const cln_insert_node *insert, const cln_table_name *target, const cln_rowset *excluded)
{
    const cln_conflict_node *conflict = CLN_AS(conflict, insert->conflict);
    cln_resolver *r = change->r;
    cln_scope *scope = change->scope;
    colline_span at = insert->node.at;

    /* behind PostgreSQL's alias the target keeps its name, too */
    (void)cln_add_source(r, scope, CLN_TEXT(""), target, cln_base_rows(r, target, change->table), at);
    add_qualified(r, scope, CLN_TEXT("excluded"), excluded, at);
    if (insert->alias != NULL)
        add_qualified(r, scope, cln_table_text(r, insert->alias), cln_base_rows(r, target, change->table), at);
    scope->inserted = excluded;
    if (insert->row_alias != NULL) {
        add_qualified(r, scope, cln_table_text(r, insert->row_alias), named_row(r, excluded, insert->row_columns), at);
        scope->sources.items[scope->sources.count - 1].qualified_only = insert->row_columns == NULL;
    }
    change->in_update = cln_count(conflict->assignments) > 0;
    change->updates += change->in_update;
    cln_trace_assignments(change, conflict->assignments);
    change->in_update = false;
    cln_trace_condition(r, scope, scope->rows, CLN_LINK_FILTER, 0, conflict->where);
}
