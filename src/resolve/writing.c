/*
 * writing.c -- what a CTE that writes returns.
 *
 *     WITH moved AS (DELETE FROM t WHERE b > 0 RETURNING a) SELECT a FROM moved
 */
#include "resolve/block.h"
#include "resolve/change.h"

/* ---- Rows after a change ---- */

const cln_rowset *cln_changed_rows(cln_resolver *r, const cln_rowset *base, const cln_output *changed, uint32_t count)
{
    uint32_t width = cln_rowset_width(r, base), used = width;
    cln_output *columns = CLN_NEW_ARRAY(r->arena, cln_output, width + count);
    cln_rowset *rows = CLN_NEW(r->arena, cln_rowset);
    cln_map places = { NULL, 0, 0 };

    for (uint32_t i = 0; i < width; i++) {
        columns[i] = cln_rowset_column(r, base, i);
        cln_map_put_nocase(r->arena, &places, cln_text_of(columns[i].name, columns[i].length), (void *)(uintptr_t)(i + 1));
    }
    for (uint32_t i = 0; i < count; i++) {
        uintptr_t place = (uintptr_t)cln_map_get_nocase(&places, cln_text_of(changed[i].name, changed[i].length));
        columns[place > 0 ? place - 1 : used++] = changed[i];
    }
    *rows = *base;
    rows->columns = columns;
    rows->count = used;
    rows->relation = 0;
    rows->by_name = NULL;
    if (base->relation != 0) {
        rows->rows = cln_new_node(r->origins);
        cln_link_to(r->origins, rows->rows, base->relation - 1, CLN_LINK_RELATION, 0, 0);
    }
    return rows;
}

const cln_rowset *cln_resolve_items(cln_resolver *r, cln_scope *scope, const cln_list *items)
{
    cln_block b;

    cln_start_block(&b, r, scope, false);
    cln_add_items(&b, items);
    cln_collect_unknowns(r, scope, b.rows);
    cln_finish_block(&b);
    return b.rows;
}

/* The columns that a change gives values to, in the order in which it does. */
typedef struct cln_given {
    cln_change change;
    cln_outputs columns;
    cln_map places; /* name -> 1 + index */
} cln_given;

static cln_output *given_column(cln_given *given, colline_text name)
{
    cln_arena *arena = given->change.r->arena;
    uintptr_t place = (uintptr_t)cln_map_get_nocase(&given->places, name);

    if (place == 0) {
        *CLN_PUSH(arena, &given->columns) = (cln_output){ name.data, name.length, CLN_NO_ORIGIN };
        place = given->columns.count;
        cln_map_put_nocase(arena, &given->places, name, (void *)place);
    }
    return &given->columns.items[place - 1];
}

static void take_given(cln_change *change, colline_text name, cln_origin value)
{
    cln_output *column = given_column(change->taker, name);

    column->origin = column->origin == CLN_NO_ORIGIN ? value : cln_either(change->r->origins, column->origin, value);
}

static void start_giving(cln_given *given, cln_resolver *r, cln_scope *scope, const cln_table *table)
{
    memset(given, 0, sizeof *given);
    given->change.r = r;
    given->change.scope = scope;
    given->change.table = table;
    given->change.take = take_given;
    given->change.taker = given;
}

/* No row: every column is a constant. */
static const cln_rowset *no_row(cln_resolver *r)
{
    cln_rowset *rows = CLN_NEW(r->arena, cln_rowset);

    rows->any = cln_new_node(r->origins);
    return rows;
}

static void add_transition(cln_block *b, colline_text name, const cln_rowset *rows, colline_span at)
{
    if (cln_map_get(&b->scope->by_alias, name) != NULL)
        return; /* a relation has that name */
    (void)cln_add_source(b->r, b->scope, name, NULL, rows, at);
    b->scope->sources.items[b->scope->sources.count - 1].qualified_only = true;
}

/* RETURNING WITH (OLD AS o): o. */
static colline_text transition_name(cln_resolver *r, const cln_list *names, colline_text name)
{
    for (uint32_t i = 0; i < cln_count(names); i++) {
        const cln_select_item_node *item = CLN_AS(select_item, names->items[i]);
        if (cln_node_is(item->value, CLN_COLUMN) &&
            cln_text_equal_nocase(cln_column_text(r, cln_last(CLN_AS(column, item->value)->parts)), name))
            return cln_table_text(r, item->alias);
    }
    return name;
}

/* T-SQL: OUTPUT inserted.a, deleted.a; PostgreSQL: RETURNING new.a, old.a */
static void add_transitions(cln_block *b, const cln_rowset *before, const cln_rowset *after, const cln_list *names, colline_span at)
{
    bool output = (b->r->dialect->script & CLN_SCRIPT_NO_SEMICOLON) != 0;

    add_transition(b, output ? CLN_TEXT("deleted") : transition_name(b->r, names, CLN_TEXT("old")), before, at);
    add_transition(b, output ? CLN_TEXT("inserted") : transition_name(b->r, names, CLN_TEXT("new")), after, at);
}

/* ---- INSERT ---- */

/* The names of the columns that the query feeds, by position, as far as they are known; what nothing feeds is a constant. */
static void name_inserted(cln_given *given, const cln_insert_node *insert, const cln_rowset *target, const cln_rowset *query)
{
    cln_resolver *r = given->change.r;
    uint32_t width = cln_rowset_width(r, target), named = cln_count(insert->columns);

    for (uint32_t i = 0; i < width && query->unknown_count == 0; i++)
        (void)given_column(given, cln_rowset_name(r, target, i));
    for (uint32_t i = 0; i < query->count && query->columns[i].name[0] != '*'; i++) {
        colline_text name = cln_text_of(query->columns[i].name, query->columns[i].length);
        if (i < named)
            name = cln_column_text(r, cln_last(CLN_AS(column, insert->columns->items[i])->parts));
        else if (named == 0 && i < width)
            name = cln_rowset_name(r, target, i);
        else if (i - (named > 0 ? named : width) < cln_count(insert->included)) /* Db2: INCLUDE (x INT) */
            name = cln_column_text(r, CLN_AS(column_def, insert->included->items[i - (named > 0 ? named : width)])->name);
        given_column(given, name)->origin = query->columns[i].origin;
    }
}

/* ON CONFLICT ... DO UPDATE: the row that is there stays where nothing is assigned; a column may hold what was to be inserted, too. */
static cln_origin add_conflict(cln_given *given, const cln_insert_node *insert, const cln_table_name *name, const cln_rowset *target,
                               const cln_rowset *query)
{
    cln_resolver *r = given->change.r;
    cln_rowset *excluded = CLN_NEW(r->arena, cln_rowset);
    cln_output *columns = CLN_NEW_ARRAY(r->arena, cln_output, given->columns.count);

    for (uint32_t i = 0; i < given->columns.count; i++)
        columns[i] = given->columns.items[i];
    excluded->columns = columns;
    excluded->count = given->columns.count;
    cln_link_to(r->origins, given->change.scope->rows, query->rows, CLN_LINK_ROWS, 0, 0);
    cln_trace_conflict(&given->change, insert, name, excluded);
    cln_add_kept(&given->change, target, given->columns.items, given->columns.count, false);
    return given->change.scope->rows;
}

/* INSERT INTO t (a, b) SELECT x, y ... RETURNING a: a is x. */
static void add_inserted(cln_block *b, const cln_insert_node *insert)
{
    cln_resolver *r = b->r;
    const cln_list *parts = cln_node_is(insert->target, CLN_TABLE_REF) ? CLN_AS(table_ref, insert->target)->parts : NULL;
    cln_table_name name = CLN_NO_TABLE;
    const cln_rowset *query = CLN_NEW(r->arena, cln_rowset), *target = query; /* DEFAULT VALUES; a path */
    const cln_table *table = NULL;
    cln_rowset *rows = CLN_NEW(r->arena, cln_rowset);
    cln_given given;

    if (insert->query != NULL)
        query = cln_resolve_query(r, b->scope->outer, b->scope->ctes, insert->query, false);
    if (cln_count(parts) > 0) {
        name = cln_name_of_parts(r->arena, r->dialect, parts, r->home);
        table = cln_catalog_find(r->catalog, &name);
        target = cln_base_rows(r, &name, table);
    }
    start_giving(&given, r, cln_scope_new(r, NULL, b->scope->ctes), table);
    name_inserted(&given, insert, target, query);
    rows->rows = query->rows;
    if (insert->conflict != NULL)
        rows->rows = add_conflict(&given, insert, &name, target, query);
    rows->columns = given.columns.items;
    rows->count = given.columns.count;
    rows->unknowns = query->unknowns;
    rows->unknown_count = query->unknown_count;
    if (table == NULL && query->unknown_count == 0) /* a column that nothing feeds */
        rows->any = cln_new_node(r->origins);
    (void)cln_add_source(r, b->scope, insert->alias != NULL ? cln_table_text(r, insert->alias) : CLN_TEXT(""), &name, rows, insert->node.at);
    add_transitions(b, insert->conflict != NULL ? target : no_row(r), rows, insert->transitions, insert->node.at);
}

/* ---- UPDATE, DELETE and MERGE ---- */

/* UPDATE t SET a = x ... RETURNING a: a is x. */
static void add_updated(cln_block *b, const cln_update_node *update)
{
    cln_resolver *r = b->r;
    uint32_t place = cln_open_update(r, b->scope, update);
    const cln_rowset *before, *after;
    cln_given given;

    cln_trace_condition(r, b->scope, b->scope->rows, CLN_LINK_FILTER, 0, update->where);
    if (place >= b->scope->sources.count)
        return;
    before = b->scope->sources.items[place].rows;
    start_giving(&given, r, b->scope, cln_rowset_table(r, before));
    cln_trace_assignments(&given.change, update->assignments);
    after = cln_changed_rows(r, before, given.columns.items, given.columns.count);
    b->scope->sources.items[place].rows = after;
    add_transitions(b, before, after, update->transitions, update->node.at);
}

static void add_deleted(cln_block *b, const cln_delete_node *remove)
{
    const cln_list *names = cln_open_delete(b->r, b->scope, remove);
    const cln_source *target = cln_count(names) > 0 ? cln_named_source(b->r, b->scope, names->items[0])
                               : b->scope->sources.count > 0 ? &b->scope->sources.items[0]
                                                             : NULL;

    cln_trace_condition(b->r, b->scope, b->scope->rows, CLN_LINK_FILTER, 0, remove->where);
    if (target != NULL)
        add_transitions(b, target->rows, no_row(b->r), remove->transitions, remove->node.at);
}

/* The target's rows afterwards take the place of those before; of a row that is deleted RETURNING gives what it held. */
static void add_merged(cln_block *b, const cln_merge_node *merge)
{
    cln_resolver *r = b->r;
    cln_list target = { (cln_node **)(uintptr_t)&merge->target, 1, 1 };
    bool output = (r->dialect->script & CLN_SCRIPT_NO_SEMICOLON) != 0;
    const cln_rowset *before, *after;
    cln_given given;

    cln_add_sources(r, b->scope, &target);
    if (b->scope->sources.count == 0)
        return;
    before = b->scope->sources.items[0].rows;
    start_giving(&given, r, b->scope, cln_rowset_table(r, before));
    cln_trace_merge(&given.change, merge);
    cln_add_kept(&given.change, before, given.columns.items, given.columns.count, !output);
    after = cln_changed_rows(r, before, given.columns.items, given.columns.count);
    b->scope->sources.items[0].rows = after;
    add_transitions(b, before, after, merge->transitions, merge->node.at);
}

/* ---- All of them ---- */

/* What it writes is told with the statement that it stands in (lineage/statement.c). */
static void note_writing(cln_block *b, const cln_node *statement)
{
    for (uint32_t i = 0; i < b->r->writings.count; i++)
        if (b->r->writings.items[i].statement == statement)
            return;
    *CLN_PUSH(b->r->arena, &b->r->writings) = (cln_writing){ statement, b->scope->ctes };
}

/* WITH w AS (WITH q AS (...) INSERT INTO t SELECT a FROM q ...) */
static void see_ctes(cln_block *b, const cln_list *ctes, const cln_node *statement)
{
    if (cln_count(ctes) > 0)
        b->scope->ctes = cln_resolve_ctes(b->r, b->scope->outer, b->scope->ctes, ctes, (statement->flags & CLN_RECURSIVE) != 0);
}

void cln_resolve_writing(cln_block *b, const cln_node *node)
{
    const cln_list *returning;

    note_writing(b, node);
    if (node->kind == CLN_INSERT) {
        see_ctes(b, CLN_AS(insert, node)->ctes, node);
        add_inserted(b, CLN_AS(insert, node));
        returning = CLN_AS(insert, node)->returning;
    } else if (node->kind == CLN_UPDATE) {
        see_ctes(b, CLN_AS(update, node)->ctes, node);
        add_updated(b, CLN_AS(update, node));
        returning = CLN_AS(update, node)->returning;
    } else if (node->kind == CLN_MERGE) {
        see_ctes(b, CLN_AS(merge, node)->ctes, node);
        add_merged(b, CLN_AS(merge, node));
        returning = CLN_AS(merge, node)->returning;
    } else {
        see_ctes(b, CLN_AS(delete, node)->ctes, node);
        add_deleted(b, CLN_AS(delete, node));
        returning = CLN_AS(delete, node)->returning;
    }
    cln_add_items(b, returning);
    cln_collect_unknowns(b->r, b->scope, b->rows);
    if (cln_count(returning) == 1 && b->scope->sources.count > 0 && CLN_AS(select_item, returning->items[0])->value->kind == CLN_STAR)
        b->rows->any = b->scope->sources.items[0].rows->any; /* columns that nothing feeds, by whatever name */
}
