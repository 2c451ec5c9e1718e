/*
 * statement.c -- from the kind of a statement to what assembles it, and what is done for all of them.
 */
#include "base/sort.h"
#include "lineage/assemble.h"
#include "lineage/cast.h"
#include "lineage/flatten.h"
#include "syntax/statement_kind.h"

/* ---- Queries and what creates from them ---- */

static void take_columns(cln_assembly *a, const cln_rowset *rows)
{
    a->result->columns.items = (cln_output *)(uintptr_t)rows->columns;
    a->result->columns.count = a->result->columns.capacity = rows->count;
}

/* SELECT ... INTO t ...: the table that it makes, wherever the SELECT stands in a set operation. */
static const cln_node *into_of(const cln_node *query)
{
    const cln_node *select = cln_first_select(query);

    return select != NULL ? CLN_AS(select, select)->into : NULL;
}

/* Vertica's functions that move rows: SELECT SWAP_PARTITIONS_BETWEEN_TABLES('staging', 1, 2, 'target') */
static const struct {
    const char *name;
    uint32_t from, to; /* which arguments name the tables */
    colline_operation operation;
} movers[] = {
    { "swap_partitions_between_tables", 0, 3, COLLINE_OPERATION_REPLACE },
    { "move_partitions_to_table", 0, 3, COLLINE_OPERATION_APPEND },
    { "copy_partitions_to_table", 0, 3, COLLINE_OPERATION_APPEND },
    { "copy_table", 0, 1, COLLINE_OPERATION_CREATE },
};

/* The call that is all of SELECT f(...); NULL. */
static const cln_call_node *only_call(const cln_node *query)
{
    const cln_node *body = cln_node_is(query, CLN_QUERY) ? CLN_AS(query, query)->body : query;
    const cln_select_node *select = cln_node_is(body, CLN_SELECT) ? CLN_AS(select, body) : NULL;
    const cln_node *item = select != NULL && cln_count(select->items) == 1 && cln_count(select->from) == 0 ? select->items->items[0] : NULL;

    if (cln_node_is(item, CLN_SELECT_ITEM))
        item = CLN_AS(select_item, item)->value;
    return cln_node_is(item, CLN_CALL) ? CLN_AS(call, item) : NULL;
}

static void assemble_moved(cln_assembly *a, const cln_call_node *call, uint32_t mover)
{
    cln_resolver *r = &a->resolver;
    cln_table_name from = cln_name_of_text(r->arena, r->dialect, cln_path_text(r, call->arguments->items[movers[mover].from]), r->home);
    cln_table_name to = cln_name_of_text(r->arena, r->dialect, cln_path_text(r, call->arguments->items[movers[mover].to]), r->home);
    cln_origin rows = cln_new_node(r->origins);

    a->result->kind = COLLINE_STATEMENT_ALTER;
    (void)cln_add_named_target(a, &to, cln_catalog_find(r->catalog, &to), movers[mover].operation);
    cln_link_to(r->origins, rows, cln_relation_of(r, &from, cln_catalog_find(r->catalog, &from)), CLN_LINK_RELATION, 0, 0);
    cln_set_rows(a, rows);
}

static bool moves_rows(cln_assembly *a, const cln_node *query)
{
    const cln_call_node *call = a->resolver.dialect->id == COLLINE_VERTICA ? only_call(query) : NULL;

    if (call == NULL || cln_count(call->name) != 1)
        return false;
    for (uint32_t i = 0; i < sizeof movers / sizeof movers[0]; i++) {
        if (!cln_text_says(CLN_AS(name, call->name->items[0])->text, movers[i].name) || cln_count(call->arguments) <= movers[i].to ||
            cln_path_text(&a->resolver, call->arguments->items[movers[i].from]).length == 0 ||
            cln_path_text(&a->resolver, call->arguments->items[movers[i].to]).length == 0)
            continue;
        assemble_moved(a, call, i);
        return true;
    }
    return false;
}

void cln_assemble_query(cln_assembly *a, const cln_node *query)
{
    const cln_node *into = into_of(query);
    const cln_rowset *rows;

    if (moves_rows(a, query))
        return;
    if (into != NULL) {
        a->result->kind = COLLINE_STATEMENT_CREATE_TABLE_AS;
        (void)cln_add_target(a, into, COLLINE_OPERATION_CREATE);
    }
    rows = cln_resolve_query(&a->resolver, NULL, NULL, query, into == NULL);
    take_columns(a, rows);
    cln_set_rows(a, rows->rows);
}

static colline_text defined_name(cln_assembly *a, const cln_node *definition)
{
    if (cln_node_is(definition, CLN_COLUMN_DEF))
        definition = CLN_AS(column_def, definition)->name;
    return cln_node_is(definition, CLN_NAME) ? cln_column_text(&a->resolver, definition) : CLN_TEXT("");
}

/* MySQL: the columns that only the definition has, then the query's. */
static void create_by_name(cln_assembly *a, const cln_rowset *rows, const cln_list *names)
{
    cln_arena *arena = a->result->arena;
    cln_map selected = { NULL, 0, 0 };

    for (uint32_t i = 0; i < rows->count; i++)
        cln_map_put(arena, &selected,
                    cln_text_lower(arena, cln_text_of(rows->columns[i].name, rows->columns[i].length)), a);
    for (uint32_t i = 0; i < names->count; i++)
        if (cln_map_get(&selected, cln_text_lower(arena, defined_name(a, names->items[i]))) == NULL)
            (void)cln_add_column(a, defined_name(a, names->items[i]), CLN_NOT_FED);
    for (uint32_t i = 0; i < rows->count; i++)
        (void)cln_add_column(a, cln_text_of(rows->columns[i].name, rows->columns[i].length),
                             rows->columns[i].origin);
}

/* The columns of a new table or view: the query's, under the names that are given. */
static void create_columns(cln_assembly *a, const cln_rowset *rows, const cln_list *names)
{
    uint32_t width = rows->count;

    if (cln_count(names) == 0) {
        take_columns(a, rows);
        return;
    }
    if ((a->resolver.dialect->features & CLN_FEATURE_CREATE_BY_NAME) != 0 &&
        a->result->kind == COLLINE_STATEMENT_CREATE_TABLE_AS) {
        create_by_name(a, rows, names);
        return;
    }
    for (uint32_t i = 0; i < width || i < names->count; i++) {
        colline_text name = i < names->count ? defined_name(a, names->items[i])
                                             : cln_text_of(rows->columns[i].name, rows->columns[i].length);
        (void)cln_add_column(a, name, i < width ? rows->columns[i].origin : CLN_NOT_FED);
    }
    if (width != names->count && rows->unknown_count == 0)
        cln_warn(&a->resolver, CLN_COLUMN_COUNT, a->result->at,
                 "the query gives another number of columns than are named%t", CLN_TEXT(""));
}

void cln_assemble_create_table(cln_assembly *a, const cln_create_table_node *create)
{
    colline_operation operation =
        (create->node.flags & CLN_OR_REPLACE) != 0 ? COLLINE_OPERATION_REPLACE : COLLINE_OPERATION_CREATE;
    cln_origin rows = cln_new_node(a->resolver.origins);
    const cln_rowset *query;

    a->result->kind =
        create->query != NULL ? COLLINE_STATEMENT_CREATE_TABLE_AS : COLLINE_STATEMENT_CREATE_TABLE;
    (void)cln_add_target(a, create->name, operation);
    if (create->query != NULL) {
        query = cln_resolve_query(&a->resolver, NULL, NULL, create->query, false);
        create_columns(a, query, create->columns);
        rows = query->rows;
    } else if (create->like != NULL) {
        cln_read_table(a, rows, create->like);
    }
    cln_set_rows(a, rows);
}

/* CREATE RECURSIVE VIEW v (n) AS ... is CREATE VIEW v AS WITH RECURSIVE v (n) AS (...) SELECT * FROM v */
static const cln_rowset *recursive_view(cln_assembly *a, const cln_create_view_node *create)
{
    cln_resolver *r = &a->resolver;
    const cln_node *name = cln_last(CLN_AS(table_ref, create->name)->parts);
    cln_list names = { CLN_NEW_ARRAY(r->arena, cln_node *, cln_count(create->columns)), 0, 0 };
    cln_node *one[1];
    cln_list list = { one, 1, 1 };
    const cln_cte_frame *frame;
    cln_cte_node cte;

    for (uint32_t i = 0; i < cln_count(create->columns); i++) {
        cln_node *column = create->columns->items[i];
        if (cln_node_is(column, CLN_COLUMN_DEF))
            column = CLN_AS(column_def, column)->name;
        if (cln_node_is(column, CLN_NAME))
            names.items[names.count++] = column;
    }
    memset(&cte, 0, sizeof cte);
    cte.node = create->node;
    cte.node.kind = CLN_CTE;
    cte.name = (cln_node *)(uintptr_t)name;
    cte.columns = &names;
    cte.query = create->query;
    one[0] = &cte.node;
    frame = cln_resolve_ctes(r, NULL, NULL, &list, true);
    return cln_map_get(&frame->by_name, cln_text_lower(r->arena, cln_table_text(r, name)));
}

void cln_assemble_create_view(cln_assembly *a, const cln_create_view_node *create)
{
    bool alter = (create->node.flags & CLN_ALTER_VIEW) != 0;
    bool replace = alter || (create->node.flags & CLN_OR_REPLACE) != 0;
    const cln_node *target = create->target != NULL ? create->target : create->name;
    const cln_rowset *rows;

    a->result->kind = alter ? COLLINE_STATEMENT_ALTER_VIEW
                      : (create->node.flags & CLN_MATERIALIZED) != 0
                          ? COLLINE_STATEMENT_CREATE_MATERIALIZED_VIEW
                          : COLLINE_STATEMENT_CREATE_VIEW;
    (void)cln_add_target(a, target, replace ? COLLINE_OPERATION_REPLACE : COLLINE_OPERATION_CREATE);
    if ((create->node.flags & CLN_RECURSIVE) != 0 && cln_count(CLN_AS(table_ref, create->name)->parts) > 0)
        rows = recursive_view(a, create);
    else
        rows = cln_resolve_query(&a->resolver, NULL, NULL, create->query, false);
    create_columns(a, rows, create->columns);
    cln_set_rows(a, rows->rows);
}

/* ---- Table level ---- */

void cln_assemble_load(cln_assembly *a, const cln_load_node *load)
{
    cln_target *target = cln_add_target(a, load->target, COLLINE_OPERATION_LOAD);
    cln_origin rows = cln_new_node(a->resolver.origins);

    cln_add_partition(a, target, load->partition);
    cln_read_path(&a->resolver, rows, load->path);
    cln_set_rows(a, rows);
}

/* COPY INTO t (a, b) FROM (SELECT ...), COPY (SELECT ...) TO 'x': as INSERT feeds them. */
static void transfer_query(cln_assembly *a, const cln_transfer_node *transfer)
{
    colline_statement_kind kind = a->result->kind;
    cln_insert_node insert;

    memset(&insert, 0, sizeof insert);
    insert.node = transfer->node;
    insert.target = transfer->target;
    insert.columns = transfer->columns;
    insert.query = transfer->source;
    cln_assemble_insert(a, &insert);
    a->result->kind = kind;
    for (uint32_t i = 0; i < a->result->targets.count; i++)
        a->result->targets.items[i].operation = COLLINE_OPERATION_LOAD;
}

/* Redshift: UNLOAD ('SELECT ...') TO 's3://x': a query in a string. */
static void transfer_text(cln_assembly *a, cln_origin rows, const cln_node *literal)
{
    const cln_rowset *query = cln_resolve_text(&a->resolver, cln_text_of_node(&a->resolver, literal));

    if (query == NULL)
        return;
    for (uint32_t i = 0; i < query->count; i++)
        (void)cln_add_column(a, cln_text_of(query->columns[i].name, query->columns[i].length), query->columns[i].origin);
    cln_link_to(a->resolver.origins, rows, query->rows, CLN_LINK_ROWS, 0, 0);
}

void cln_assemble_transfer(cln_assembly *a, const cln_transfer_node *transfer)
{
    cln_origin rows = cln_new_node(a->resolver.origins);

    if (cln_node_is(transfer->source, CLN_QUERY) && transfer->target != NULL) {
        transfer_query(a, transfer);
        return;
    }
    if (transfer->target != NULL)
        (void)cln_add_target(a, transfer->target, COLLINE_OPERATION_LOAD);
    if ((transfer->node.flags & CLN_TEXT_QUERY) != 0)
        transfer_text(a, rows, transfer->source);
    else if (cln_node_is(transfer->source, CLN_QUERY))
        cln_assemble_query(a, transfer->source); /* Exasol: EXPORT (SELECT ...) INTO CSV AT ... */
    else if (transfer->source != NULL)
        cln_read_table(a, rows, transfer->source);
    if (a->rows.count == 0)
        cln_set_rows(a, rows);
}

/* SWAP: what was in either of the two is in the other one. */
static void assemble_swapped(cln_assembly *a, const cln_node *from, const cln_node *to)
{
    cln_origin rows = cln_new_node(a->resolver.origins);

    (void)cln_add_target(a, to, COLLINE_OPERATION_REPLACE);
    cln_read_table(a, rows, from);
    cln_set_rows(a, rows);
}

static void assemble_renamed(cln_assembly *a, const cln_alter_node *alter)
{
    cln_resolver *r = &a->resolver;
    cln_origin rows;

    if (alter->action == CLN_ALTER_SWAP) {
        assemble_swapped(a, alter->name, alter->new_name);
        assemble_swapped(a, alter->new_name, alter->name);
        return;
    }
    rows = cln_new_node(r->origins);
    if (alter->action == CLN_ALTER_RENAME && cln_names_table(alter->name) && cln_names_table(alter->new_name)) {
        cln_table_name old = cln_name_of_parts(r->arena, r->dialect, CLN_AS(table_ref, alter->name)->parts, r->home);
        cln_table_name name = cln_name_renamed(r->arena, r->dialect, alter, &old, r->home);
        (void)cln_add_named_target(a, &name, cln_catalog_find(r->catalog, &name), COLLINE_OPERATION_CREATE);
    } else {
        (void)cln_add_target(a, alter->new_name,
                             alter->action == CLN_ALTER_APPEND ? COLLINE_OPERATION_APPEND : COLLINE_OPERATION_REPLACE);
    }
    cln_read_table(a, rows, alter->name);
    cln_set_rows(a, rows);
}

void cln_assemble_alter(cln_assembly *a, const cln_alter_node *alter)
{
    if (alter->new_name == NULL || alter->name == NULL || (alter->node.flags & CLN_OTHER_OBJECT) != 0)
        return;
    assemble_renamed(a, alter);
    for (uint32_t i = 0; i < cln_count(alter->more); i++) /* RENAME TABLE a TO b, c TO d */
        if (CLN_AS(alter, alter->more->items[i])->name != NULL)
            assemble_renamed(a, CLN_AS(alter, alter->more->items[i]));
}

void cln_assemble_truncate(cln_assembly *a, const cln_truncate_node *truncate)
{
    if (truncate->name != NULL)
        (void)cln_add_target(a, truncate->name, COLLINE_OPERATION_DELETE);
}

/* ---- All statements ---- */

static void assemble(cln_assembly *a, const cln_node *tree)
{
    switch (tree->kind) {
    case CLN_QUERY: cln_assemble_query(a, tree); break;
    case CLN_INSERT: cln_assemble_insert(a, CLN_AS(insert, tree)); break;
    case CLN_MULTI_INSERT: cln_assemble_multi_insert(a, CLN_AS(multi_insert, tree)); break;
    case CLN_CREATE_TABLE: cln_assemble_create_table(a, CLN_AS(create_table, tree)); break;
    case CLN_CREATE_VIEW: cln_assemble_create_view(a, CLN_AS(create_view, tree)); break;
    case CLN_UPDATE: cln_assemble_update(a, CLN_AS(update, tree)); break;
    case CLN_DELETE: cln_assemble_delete(a, CLN_AS(delete, tree)); break;
    case CLN_MERGE: cln_assemble_merge(a, CLN_AS(merge, tree)); break;
    case CLN_LOAD: cln_assemble_load(a, CLN_AS(load, tree)); break;
    case CLN_TRANSFER: cln_assemble_transfer(a, CLN_AS(transfer, tree)); break;
    case CLN_ALTER: cln_assemble_alter(a, CLN_AS(alter, tree)); break;
    case CLN_TRUNCATE: cln_assemble_truncate(a, CLN_AS(truncate, tree)); break;
    default: break;
    }
}

static void assemble_written(cln_assembly *a, const cln_writing *written)
{
    a->ctes = written->ctes;
    switch (written->statement->kind) {
    case CLN_INSERT: cln_assemble_insert(a, CLN_AS(insert, written->statement)); break;
    case CLN_UPDATE: cln_assemble_update(a, CLN_AS(update, written->statement)); break;
    case CLN_DELETE: cln_assemble_delete(a, CLN_AS(delete, written->statement)); break;
    case CLN_MERGE: cln_assemble_merge(a, CLN_AS(merge, written->statement)); break;
    default: break;
    }
    a->ctes = NULL;
}

/* WITH moved AS (DELETE FROM t ... RETURNING a) INSERT INTO u SELECT a FROM moved: u, then t.  Of a query whose CTEs write only
 * that is told: what it returns is no target, as what RETURNING gives is none. */
static void assemble_writings(cln_assembly *a)
{
    colline_statement_kind kind = a->result->kind;
    const cln_table *written = a->resolver.written;

    if (a->result->targets.count == 0 && a->rows.count > 0) {
        a->read = a->rows.items[0];
        a->rows.count = 0;
        memset(&a->result->columns, 0, sizeof a->result->columns);
    }
    for (uint32_t i = 0; i < a->resolver.writings.count; i++) {
        cln_writing one = a->resolver.writings.items[i];
        assemble_written(a, &one);
    }
    a->result->kind = kind;
    a->resolver.written = written;
}

static bool is_target(const cln_assembly *a, uint32_t relation)
{
    const cln_table_name *name = &a->result->origins.relations.items[relation].name;

    for (uint32_t i = 0; i < a->result->targets.count; i++) {
        const cln_table_name *target = &a->result->targets.items[i].name;
        if (cln_text_equal(target->table, name->table) && cln_text_equal(target->database, name->database) &&
            cln_text_equal(target->catalog, name->catalog))
            return true;
    }
    return false;
}

static void add_source(cln_assembly *a, uint32_t index)
{
    cln_relation *relation = &a->result->origins.relations.items[index];

    if (relation->used)
        return;
    relation->used = true;
    if (a->reads_target_only_when_read && !relation->read && is_target(a, index))
        return;
    *CLN_PUSH(a->result->arena, &a->result->sources) = index;
}

/* The relations that the rows lead to, in order of first use. */
static void collect_sources(cln_assembly *a, cln_origin start, bool *seen)
{
    const cln_origins *origins = &a->result->origins;
    CLN_VECTOR(uint32_t) path = { NULL, 0, 0 }; /* links that are next to be looked at */

    if (start == CLN_NO_ORIGIN || seen[start])
        return;
    seen[start] = true;
    *CLN_PUSH(a->result->arena, &path) = origins->nodes.items[start].first;
    while (path.count > 0) {
        uint32_t i = path.items[path.count - 1];
        const cln_link *link = &origins->links.items[i];
        if (i == 0) {
            path.count--;
            continue;
        }
        path.items[path.count - 1] = link->next;
        if (link->kind == CLN_LINK_RELATION) {
            add_source(a, link->to);
        } else if (!cln_is_leaf(link->to) && link->kind > CLN_LINK_CONDITIONAL && !seen[link->to]) {
            seen[link->to] = true;
            *CLN_PUSH(a->result->arena, &path) = origins->nodes.items[link->to].first;
        }
    }
}

static void finish(cln_assembly *a)
{
    cln_result *result = a->result;
    bool *seen = CLN_NEW_ARRAY(result->arena, bool, result->origins.nodes.count);
    cln_flattener flattener;

    collect_sources(a, a->read, seen);
    for (uint32_t i = 0; i < a->rows.count; i++)
        collect_sources(a, a->rows.items[i], seen);
    if ((a->session->flags & COLLINE_TABLE_LEVEL) != 0)
        return;
    cln_flatten_start(&flattener, result, a->session->flags, a->session->max_edges);
    for (uint32_t i = 0; i < result->columns.count; i++)
        cln_flatten_column(&flattener, i, cln_column_into(result, i));
    for (uint32_t i = 0; i < a->rows.count; i++) {
        *CLN_PUSH(result->arena, &result->rows) = a->rows.items[i];
        cln_flatten_rows(&flattener, a->rows.items[i], i);
    }
    if (result->kind != COLLINE_STATEMENT_CREATE_TABLE_AS)
        cln_mark_implicit_casts(result);
}

static void start(cln_assembly *a, const cln_session_state *session, const cln_parsed *parsed, cln_result *result)
{
    cln_resolver *r = &a->resolver;

    memset(a, 0, sizeof *a);
    a->session = session;
    a->result = result;
    cln_origins_init(&result->origins, result->arena, parsed->node_count);
    r->arena = result->arena;
    r->origins = &result->origins;
    r->diagnostics = result->diagnostics;
    r->catalog = session->catalog;
    r->parser = session->parser;
    r->dialect = session->dialect;
    r->home = &session->home;
    r->flags = session->flags;
    r->catalog_given = session->catalog_given;
    r->text = result->text;
    r->variables = session->variables;
}

static int compare_diagnostics(const void *context, const colline_diagnostic *a, const colline_diagnostic *b)
{
    (void)context;
    return (a->at.offset > b->at.offset) - (a->at.offset < b->at.offset);
}

CLN_DEFINE_SORT(sort_by_offset, colline_diagnostic, const void, compare_diagnostics)

/* In the order of the text, whatever the order in which clauses are resolved. */
static void sort_diagnostics(cln_result *result)
{
    cln_diagnostics *d = result->diagnostics;
    void *scratch = cln_arena_get(result->arena, d->list.count * sizeof *d->list.items);

    sort_by_offset(d->list.items, scratch, d->list.count, NULL, result->arena->fault);
}

/* A statement that writes inside of a query is resolved for what it returns and for what it writes: both tell the same. */
static void drop_repeated_diagnostics(cln_result *result)
{
    cln_diagnostics *d = result->diagnostics;
    uint32_t kept = 0;

    for (uint32_t i = 0; i < d->list.count; i++) {
        const colline_diagnostic *last = kept > 0 ? &d->list.items[kept - 1] : NULL;
        if (last != NULL && last->at.offset == d->list.items[i].at.offset && strcmp(last->code, d->list.items[i].code) == 0)
            continue;
        d->list.items[kept++] = d->list.items[i];
    }
    d->list.count = kept;
}

static void judge(cln_result *result, const cln_parsed *parsed, bool confirm)
{
    if (parsed->recovered || (parsed->tree == NULL && result->diagnostics->list.count > 0))
        result->outcome = result->targets.count > 0 || result->sources.count > 0 || result->edges.count > 0
                              ? COLLINE_OUTCOME_PARTIAL
                              : COLLINE_OUTCOME_ERROR;
    else if (confirm)
        result->outcome = COLLINE_OUTCOME_PARTIAL;
    else
        result->outcome = COLLINE_OUTCOME_OK;
}

void cln_lineage(const cln_session_state *session, const cln_parsed *parsed, cln_result *result)
{
    cln_assembly a;

    start(&a, session, parsed, result);
    a.resolver.in_routine = parsed->inside;
    if (a.resolver.variables != NULL) {
        a.resolver.variables->statement++;
        a.resolver.variables->floor = parsed->floor;
        cln_find_placeholders(session, parsed, result->arena);
    }
    a.resolver.damaged = parsed->recovered;
    result->kind = parsed->kind;
    result->at = parsed->at;
    result->tree = parsed->tree;
    result->recovered = parsed->recovered;
    if (parsed->tree != NULL && parsed->tree->kind != CLN_OTHER && parsed->tree->kind != CLN_EXPLAIN) {
        cln_prepare_views(&a.resolver, parsed);
        assemble(&a, parsed->tree);
        if (a.resolver.writings.count > 0)
            assemble_writings(&a);
        if (parsed->damage_count > 0)
            cln_recover_damage(&a, parsed);
        finish(&a);
    } else if (parsed->tree == NULL && (cln_diagnosed(result->diagnostics, CLN_SYNTAX_ERROR) ||
                                        cln_diagnosed(result->diagnostics, CLN_UNKNOWN_STATEMENT))) {
        cln_recover(&a);
        finish(&a);
    }
    sort_diagnostics(result);
    if (a.resolver.writings.count > 0)
        drop_repeated_diagnostics(result);
    judge(result, parsed, a.resolver.confirm);
}
