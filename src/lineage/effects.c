/*
 * effects.c -- what a statement does to the session that later statements see.
 *
 *     USE dw; CREATE TABLE a (x INT); ALTER TABLE a RENAME TO b; DROP TABLE b
 */
#include "base/xxh64.h"
#include "lineage/assemble.h"
#include "lineage/column_words.h"
#include "lineage/feeding.h"
#include "lineage/function_ddl.h"
#include "lineage/session_home.h"

static cln_table_name named(const cln_effect *e, const cln_node *ref)
{
    return cln_name_of_parts(e->arena, e->session->dialect, CLN_AS(table_ref, ref)->parts, &e->session->home);
}

static const cln_table *find(const cln_effect *e, const cln_table_name *name)
{
    return cln_catalog_find(e->session->catalog, name);
}

static colline_text slice(const cln_effect *e, colline_span at)
{
    return cln_text_of(e->result->text.data + at.offset, at.length);
}

/* ---- What fed a temporary table ---- */

/* What fed a temporary table, which changes where it stands; NULL: it is none, or nothing has filled it. */
static cln_feed *feed_of(const cln_table *table)
{
    return (cln_feed *)(uintptr_t)table->feed;
}

/* Nothing has filled it yet. */
static cln_feed *empty_feed(cln_effect *e, const cln_table *table)
{
    cln_feed *feed = CLN_NEW(e->session->lifetime, cln_feed);

    feed->columns = CLN_NEW_ARRAY(e->session->lifetime, cln_feed_edges, table->column_count);
    feed->column_count = table->column_count;
    return feed;
}

/* The same in memory that lives as long as the session. */
static cln_feed_edge kept_edge(const cln_effect *e, const cln_feed_edge *edge)
{
    cln_arena *keep = e->session->lifetime;

    return (cln_feed_edge){ { cln_text_copy(keep, edge->table.catalog), cln_text_copy(keep, edge->table.database),
                              cln_text_copy(keep, edge->table.table), edge->table.exact, NULL },
                            cln_text_copy(keep, edge->column),
                            cln_text_copy(keep, edge->path),
                            cln_text_copy(keep, edge->expression),
                            edge->kind,
                            edge->flags };
}

/* What an edge leads to: a column of the table by its place, or one of these. */
enum { TO_WHOLE = UINT32_MAX, TO_SOURCES = UINT32_MAX - 1, TO_UNKNOWNS = UINT32_MAX - 2 };

static cln_feed_edges *edges_at(cln_feed *feed, uint32_t place)
{
    return place == TO_WHOLE ? &feed->whole : &feed->columns[place];
}

/* Whether nothing of the kind has fed it before: a thousand INSERTs that say the same are one. */
static bool is_new(cln_effect *e, cln_feed *feed, uint32_t place, const cln_feed_edge *fed)
{
    const colline_text parts[] = { fed->table.catalog, fed->table.database, fed->table.table,
                                   fed->column, fed->path, fed->expression };
    uint64_t key[2];
    colline_text text = { (const char *)key, sizeof key };

    for (unsigned half = 0; half < 2; half++) {
        cln_xxh64 hash;
        cln_xxh64_start(&hash, half);
        cln_xxh64_add(&hash, &place, sizeof place);
        cln_xxh64_add(&hash, &fed->kind, 1);
        cln_xxh64_add(&hash, &fed->flags, 1);
        for (uint32_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            cln_xxh64_add(&hash, &parts[i].length, sizeof parts[i].length);
            cln_xxh64_add(&hash, parts[i].data, parts[i].length);
        }
        key[half] = cln_xxh64_end(&hash);
    }
    if (cln_map_get(&feed->known, text) != NULL)
        return false;
    cln_map_put(e->session->lifetime, &feed->known, cln_text_copy(e->session->lifetime, text), feed);
    e->session->catalog->changes++;
    return true;
}

static void push_edge(cln_effect *e, cln_feed *feed, uint32_t place, const cln_feed_edge *fed)
{
    cln_poll(e->arena->fault);
    if (is_new(e, feed, place, fed))
        *CLN_PUSH(e->session->lifetime, edges_at(feed, place)) = kept_edge(e, fed);
}

static void push_table(cln_effect *e, cln_feed *feed, uint32_t place, const cln_table_name *name)
{
    cln_feed_edge fed = { *name, CLN_TEXT(""), CLN_TEXT(""), CLN_TEXT(""), 0, 0 };

    if (!is_new(e, feed, place, &fed))
        return;
    if (place == TO_SOURCES)
        *CLN_PUSH(e->session->lifetime, &feed->sources) = kept_edge(e, &fed).table;
    else
        *CLN_PUSH(e->session->lifetime, &feed->unknowns) = kept_edge(e, &fed).table;
}

/* Edges that wait: until all of a statement's are known the feed stays as it was, which they may lead through. */
typedef struct cln_waiting_edge {
    uint32_t place;
    cln_feed_edge edge;
} cln_waiting_edge;

typedef CLN_VECTOR(cln_waiting_edge) cln_waiting_edges;

static void lead_to(cln_effect *e, cln_waiting_edges *list, uint32_t place, const cln_edge *edge)
{
    cln_effect here = { e->session, e->result, e->arena, e->arena };
    cln_feed_edges edges = { NULL, 0, 0 };

    cln_feed_push(&here, &edges, cln_feed_edge_of(&here, edge));
    for (uint32_t i = 0; i < edges.count; i++) {
        cln_poll(e->arena->fault);
        *CLN_PUSH(e->arena, list) = (cln_waiting_edge){ place, edges.items[i] };
    }
}

/* This statement's edges into target `into`. */
static void feed_edges(cln_effect *e, cln_feed *feed, const cln_table *table, uint32_t into)
{
    uint32_t first = into < e->result->targets.count ? e->result->targets.items[into].first_column : 0;
    cln_waiting_edges list = { NULL, 0, 0 };

    for (uint32_t i = 0; i < e->result->edges.count; i++) {
        const cln_edge *edge = cln_edge_at(&e->result->edges, i);
        const cln_leaf *leaf = cln_edge_leaf(e->result, edge);
        const cln_column_info *column;
        if (edge->into != into)
            continue;
        if (edge->target == COLLINE_WHOLE_RESULT) {
            lead_to(e, &list, TO_WHOLE, edge);
            continue;
        }
        column = (uint32_t)edge->target < first
                     ? NULL
                     : cln_table_column(table, cln_column_name(e->result, (uint32_t)edge->target), false);
        if (column != NULL)
            lead_to(e, &list, (uint32_t)(column - table->columns), edge);
        else if (cln_text_equal(cln_leaf_column(&e->result->origins, leaf), CLN_TEXT("*")))
            push_table(e, feed, TO_UNKNOWNS, &e->result->origins.relations.items[leaf->relation].name);
    }
    for (uint32_t i = 0; i < list.count; i++)
        push_edge(e, feed, list.items[i].place, &list.items[i].edge);
}

static void feed_sources(cln_effect *e, cln_feed *feed)
{
    for (uint32_t i = 0; i < e->result->sources.count; i++) {
        const cln_relation *relation = &e->result->origins.relations.items[e->result->sources.items[i]];
        const cln_table *source = find(e, &relation->name);
        /* (Itself, changed: what fed it is there already.) */
        if (!relation->is_path && (source == NULL || source->feed == NULL))
            push_table(e, feed, TO_SOURCES, &relation->name);
    }
}

/* What fed the table grows by this statement's edges into target `into`, or is replaced by them.  It is the session's own,
 * and changes where it stands. */
static void refill(cln_effect *e, uint32_t into)
{
    const cln_target *target = &e->result->targets.items[into];
    const cln_table *table;
    cln_feed *feed, *before;

    if ((e->session->flags & COLLINE_FOLD_TEMPORARY) == 0 || target->name.table.length == 0 ||
        (table = find(e, &target->name)) == NULL || table->kind != COLLINE_TEMPORARY)
        return;
    if (table->feed == NULL) {
        cln_table filled = *table;
        filled.feed = empty_feed(e, table);
        table = cln_catalog_put(e->session->catalog, &filled);
    }
    feed = before = feed_of(table);
    /* another partition leaves what fed the others */
    if ((target->operation == COLLINE_OPERATION_OVERWRITE && target->partition_count == 0) ||
        feed->column_count != table->column_count)
        feed = empty_feed(e, table);
    feed_edges(e, feed, table, into);
    feed_sources(e, feed);
    if (feed != before) {
        *before = *feed;
        e->session->catalog->changes++;
    }
}

/* ---- CREATE ---- */

/* The columns of the statement's first target as a table's; none where a star hides some. */
static void result_columns(cln_effect *e, cln_table *table)
{
    const cln_result *result = e->result;
    uint32_t count =
        result->targets.count > 1 ? result->targets.items[1].first_column : result->columns.count;
    cln_column_info *columns = CLN_NEW_ARRAY(e->arena, cln_column_info, count);

    for (uint32_t i = 0; i < count; i++) {
        columns[i].name = cln_column_name(result, i);
        columns[i].type = cln_column_type(result, i);
        if (columns[i].name.length == 1 && columns[i].name.data[0] == '*')
            return;
    }
    table->columns = columns;
    table->column_count = count;
}

static bool is_temporary(const cln_effect *e, const cln_node *node, const cln_table_name *name)
{
    if ((node->flags & CLN_TEMPORARY) != 0)
        return true;
    return (e->session->dialect->features & CLN_FEATURE_HASH_TEMPORARY) != 0 && name->table.length > 0 &&
           name->table.data[0] == '#';
}

static void put_from_query(cln_effect *e, cln_table *table, bool temporary)
{
    result_columns(e, table);
    table->kind = temporary ? COLLINE_TEMPORARY : COLLINE_TABLE;
    (void)cln_catalog_put(e->session->catalog, table);
    if (temporary)
        refill(e, 0);
}

/* Whether CREATE ... IF NOT EXISTS finds something there already. */
static bool stays(const cln_effect *e, const cln_node *create, const cln_table_name *name)
{
    return (create->flags & CLN_IF_EXISTS) != 0 && (create->flags & CLN_OR_REPLACE) == 0 &&
           find(e, name) != NULL;
}

static void apply_create_table(cln_effect *e, const cln_create_table_node *create)
{
    cln_table table;
    const cln_table *other;
    cln_table_name name;
    bool temporary;

    if (!cln_names_table(create->name))
        return;
    name = named(e, create->name);
    if (stays(e, &create->node, &name))
        return;
    temporary = is_temporary(e, &create->node, &name);
    table = cln_table_of_create(e->arena, e->session->dialect, e->result->text, create, &e->session->home);
    if (create->query != NULL) {
        put_from_query(e, &table, temporary);
        return;
    }
    if (cln_names_table(create->like)) {
        cln_table_name like = named(e, create->like);
        other = find(e, &like);
        if (other != NULL) {
            table.columns = other->columns;
            table.column_count = other->column_count;
            table.format = table.format.length > 0 ? table.format : other->format;
        }
    }
    table.kind = temporary ? COLLINE_TEMPORARY : COLLINE_TABLE;
    if (temporary && table.column_count > 0 && (e->session->flags & COLLINE_FOLD_TEMPORARY) != 0)
        table.feed = empty_feed(e, &table);
    (void)cln_catalog_put(e->session->catalog, &table);
}

static void apply_create_view(cln_effect *e, const cln_create_view_node *create)
{
    cln_table view;
    colline_text *names;

    if (!cln_names_table(create->name) || create->query == NULL)
        return;
    memset(&view, 0, sizeof view);
    view.name = named(e, create->name);
    if (stays(e, &create->node, &view.name))
        return;
    if ((create->node.flags & CLN_TEMPORARY) != 0 && (e->session->flags & COLLINE_FOLD_TEMPORARY) != 0) {
        view.format = CLN_TEXT("");
        view.dialect = e->session->dialect;
        put_from_query(e, &view, true); /* Spark: CREATE TEMPORARY VIEW, CACHE TABLE ... AS */
        return;
    }
    view.kind = (create->node.flags & CLN_MATERIALIZED) != 0 ? COLLINE_MATERIALIZED_VIEW : COLLINE_VIEW;
    view.format = CLN_TEXT("");
    view.definition = slice(e, create->query->at);
    view.dialect = e->session->dialect;
    view.home = e->session->home;
    names = CLN_NEW_ARRAY(e->arena, colline_text, cln_count(create->columns));
    for (uint32_t i = 0; i < cln_count(create->columns); i++) {
        const cln_node *name = create->columns->items[i];
        if (name->kind == CLN_COLUMN_DEF)
            name = CLN_AS(column_def, name)->name;
        names[i] = cln_node_is(name, CLN_NAME)
                       ? cln_fold_name(e->arena, view.dialect, CLN_AS(name, name)->text,
                                       (name->flags & CLN_QUOTED) != 0, CLN_ROLE_COLUMN)
                       : CLN_TEXT("");
    }
    view.view_columns = names;
    view.view_column_count = cln_count(create->columns);
    result_columns(e, &view);
    (void)cln_catalog_put(e->session->catalog, &view);
}

/* SELECT ... INTO #t */
static void apply_select_into(cln_effect *e, const cln_node *tree)
{
    const cln_node *query = tree;
    cln_table table;

    if (e->result->targets.count != 1 || e->result->kind != COLLINE_STATEMENT_CREATE_TABLE_AS)
        return;
    while (cln_node_is(query, CLN_QUERY))
        query = CLN_AS(query, query)->body;
    memset(&table, 0, sizeof table);
    table.name = e->result->targets.items[0].name;
    table.format = CLN_TEXT("");
    table.dialect = e->session->dialect;
    put_from_query(e, &table, query != NULL && is_temporary(e, query, &table.name));
}

/* TRUNCATE of a temporary table, DELETE of all its rows: nothing feeds it any more. */
static void empty_table(cln_effect *e, const cln_table_name *name)
{
    const cln_table *table = find(e, name);
    cln_table emptied;

    if (table == NULL || table->feed == NULL)
        return;
    emptied = *table;
    emptied.feed = empty_feed(e, table);
    (void)cln_catalog_put(e->session->catalog, &emptied);
}

static void apply_truncate(cln_effect *e, const cln_truncate_node *truncate)
{
    cln_table_name name;

    if (!cln_names_table(truncate->name))
        return;
    name = named(e, truncate->name);
    empty_table(e, &name);
}

static void apply_delete(cln_effect *e, const cln_delete_node *node)
{
    if (node->where == NULL && node->limit == NULL && node->using == NULL && node->tables == NULL &&
        cln_count(node->from) == 1 && e->result->targets.count > 0)
        empty_table(e, &e->result->targets.items[0].name);
    for (uint32_t i = 1; i < e->result->targets.count; i++) /* OUTPUT deleted.a INTO #t */
        refill(e, i);
}

/* ---- ALTER ---- */

static void rename_table(cln_effect *e, const cln_table *table, const cln_alter_node *alter)
{
    cln_table renamed = *table;

    renamed.name = cln_name_renamed(e->arena, e->session->dialect, alter, &table->name, &e->session->home);
    cln_catalog_drop(e->session->catalog, &table->name);
    (void)cln_catalog_put(e->session->catalog, &renamed);
}

/* Each has the other's columns; of which nothing is known where the other one is not. */
static void swap_tables(cln_effect *e, const cln_table_name *name, const cln_table *table, const cln_alter_node *alter)
{
    cln_table_name new_name = named(e, alter->new_name);
    const cln_table *other = find(e, &new_name);
    bool known = table != NULL;
    cln_table a, b;

    if (known) {
        a = *table;
        a.name = other != NULL ? other->name : new_name;
    }
    if (other != NULL) {
        b = *other;
        b.name = known ? table->name : *name;
        cln_catalog_drop(e->session->catalog, &new_name);
    }
    cln_catalog_drop(e->session->catalog, name);
    if (known)
        (void)cln_catalog_put(e->session->catalog, &a);
    if (other != NULL)
        (void)cln_catalog_put(e->session->catalog, &b);
}

/* A column of ADD (a INT), or ADD (a), whose type is not known; no name where it is none: ADD (PRIMARY KEY
 * (a)). */
static cln_column_info defined(cln_effect *e, const cln_node *definition)
{
    cln_column_info column = { .name = CLN_TEXT("") };
    const cln_node *name = definition, *type = NULL;

    if (definition->kind == CLN_COLUMN_DEF) {
        name = CLN_AS(column_def, definition)->name;
        type = CLN_AS(column_def, definition)->type;
        cln_mark_column(&column, e->session->dialect, CLN_AS(column_def, definition));
    }
    if (cln_node_is(name, CLN_NAME))
        column.name = cln_fold_name(e->arena, e->session->dialect, CLN_AS(name, name)->text,
                                    (name->flags & CLN_QUOTED) != 0, CLN_ROLE_COLUMN);
    if (type != NULL)
        column.type = cln_type_of(e->arena, e->session->dialect, e->result->text, type);
    return column;
}

/* ADD a INT FIRST, CHANGE b a INT AFTER c: the column goes to its place. */
static void place_column(cln_effect *e, const cln_table_name *name, const cln_node *node)
{
    const cln_column_def_node *definition = node->kind == CLN_COLUMN_DEF ? CLN_AS(column_def, node) : NULL;
    const cln_column_info *column, *before = NULL;
    const cln_table *table;
    uint32_t from, to = 0;

    if (definition == NULL || (definition->after == NULL && (node->flags & CLN_COLUMN_FIRST) == 0))
        return;
    table = find(e, name);
    column = table != NULL ? cln_table_column(table, defined(e, node).name, false) : NULL;
    if (column == NULL || column->partition)
        return;
    from = (uint32_t)(column - table->columns);
    if (definition->after != NULL) {
        before = cln_table_column(table, CLN_AS(name, definition->after)->text, false);
        if (before == NULL || before->partition)
            return;
        to = (uint32_t)(before - table->columns) + (before < column);
    }
    if (from == to || !cln_catalog_move_column(e->session->catalog, table, from, to))
        return;
    if (feed_of(table) != NULL)
        cln_feed_move_column(feed_of(table), from, to);
}

/* ADD of columns, in front of the partitions', where the table has any and none of its own changes. */
static bool add_columns(cln_effect *e, const cln_table *table, const cln_alter_node *alter)
{
    cln_table_name name = table->name;
    cln_feed *feed = feed_of(table);
    cln_column_info *added;
    uint32_t count = 0, partitions = 0;

    if (alter->action != CLN_ALTER_ADD_COLUMNS || alter->column != NULL || table->column_count == 0)
        return false;
    added = CLN_NEW_ARRAY(e->arena, cln_column_info, cln_count(alter->columns));
    for (uint32_t i = 0; i < cln_count(alter->columns); i++) {
        cln_column_info column = defined(e, alter->columns->items[i]);
        if (column.name.length > 0 && cln_table_column(table, column.name, false) == NULL)
            added[count++] = column;
    }
    if (count == 0)
        return true;
    while (partitions < table->column_count && table->columns[table->column_count - partitions - 1].partition)
        partitions++;
    if (feed != NULL)
        cln_feed_insert_columns(e->session->lifetime, feed, table->column_count - partitions, count);
    cln_catalog_add_columns(e->session->catalog, table, added, count);
    for (uint32_t i = 0; i < cln_count(alter->columns); i++)
        place_column(e, &name, alter->columns->items[i]);
    return true;
}

static bool changes_one(uint32_t action)
{
    return action == CLN_ALTER_DROP_COLUMN || action == CLN_ALTER_CHANGE_COLUMN || action == CLN_ALTER_RENAME_COLUMN;
}

static bool says_visibility(const cln_effect *e, const cln_node *definition)
{
    const cln_node *type = definition->kind == CLN_COLUMN_DEF ? CLN_AS(column_def, definition)->type : NULL;

    return type != NULL && (cln_text_equal_nocase(slice(e, type->at), CLN_TEXT("visible")) || cln_text_equal_nocase(slice(e, type->at), CLN_TEXT("invisible")));
}

/* DROP, CHANGE and RENAME of one column, which stays in its place; of a partition's nothing is changed. */
static void change_column(cln_effect *e, const cln_table *table, const cln_alter_node *alter)
{
    cln_table_name name = table->name;
    cln_feed *feed = feed_of(table);
    const cln_column_info *column =
        cln_node_is(alter->column, CLN_NAME) ? cln_table_column(table, CLN_AS(name, alter->column)->text, false) : NULL;
    uint32_t place = column != NULL ? (uint32_t)(column - table->columns) : 0;
    cln_column_info as;

    if (column == NULL || column->partition)
        return;
    if (alter->action == CLN_ALTER_DROP_COLUMN) {
        if (!cln_catalog_drop_column(e->session->catalog, table, place))
            cln_diagnose(e->result->diagnostics, CLN_LIMIT, e->result->at,
                         "too many columns are dropped one by one from wide tables: this one is not");
        else if (feed != NULL)
            cln_feed_remove_column(feed, place);
        return;
    }
    if (cln_count(alter->columns) == 0)
        return;
    as = defined(e, alter->columns->items[0]);
    if (cln_has_rule(e->session->dialect, CLN_RULE_SHOWN_LAST)) { /* MODIFY a NUMBER leaves it as hidden as it is; MODIFY a VISIBLE gives no type */
        as.hidden = as.passed = column->hidden;
        as.type = says_visibility(e, alter->columns->items[0]) ? NULL : as.type;
    }
    if (as.type == NULL)
        as.type = column->type;
    cln_catalog_change_column(e->session->catalog, table, place, &as);
    place_column(e, &name, alter->columns->items[0]);
}

/* REPLACE of columns, and ADD to a table that has none; partition columns stay last. */
static void alter_columns(cln_effect *e, const cln_table *table, const cln_alter_node *alter)
{
    uint32_t added = cln_count(alter->columns);
    cln_column_info *columns = CLN_NEW_ARRAY(e->arena, cln_column_info, table->column_count + added);
    cln_table altered = *table;
    uint32_t count = 0;

    for (uint32_t i = 0; i < table->column_count; i++) {
        if (!table->columns[i].partition && alter->action != CLN_ALTER_REPLACE_COLUMNS)
            columns[count++] = table->columns[i];
    }
    for (uint32_t i = 0; i < added; i++) {
        cln_column_info column = defined(e, alter->columns->items[i]);
        if (column.name.length > 0 &&
            (alter->action == CLN_ALTER_REPLACE_COLUMNS ||
             cln_table_column(table, column.name, false) == NULL))
            columns[count++] = column;
    }
    for (uint32_t i = 0; i < table->column_count; i++)
        if (table->columns[i].partition)
            columns[count++] = table->columns[i];
    if (feed_of(table) != NULL)
        cln_feed_rearrange(e->session->lifetime, feed_of(table), table, columns, count);
    altered.columns = columns;
    altered.column_count = count;
    memset(&altered.by_name, 0, sizeof altered.by_name);
    memset(&altered.by_spelling, 0, sizeof altered.by_spelling);
    (void)cln_catalog_put(e->session->catalog, &altered);
}

static void apply_action(cln_effect *e, const cln_table_name *name, const cln_alter_node *alter)
{
    const cln_table *table = find(e, name);

    if (alter->action == CLN_ALTER_SWAP && cln_names_table(alter->new_name))
        swap_tables(e, name, table, alter);
    if (table == NULL)
        return;
    switch (alter->action) {
    case CLN_ALTER_RENAME:
        if (cln_names_table(alter->new_name))
            rename_table(e, table, alter);
        break;
    case CLN_ALTER_ADD_COLUMNS:
    case CLN_ALTER_REPLACE_COLUMNS:
    case CLN_ALTER_DROP_COLUMN:
    case CLN_ALTER_CHANGE_COLUMN:
    case CLN_ALTER_RENAME_COLUMN:
        if (changes_one(alter->action))
            change_column(e, table, alter);
        else if (!add_columns(e, table, alter))
            alter_columns(e, table, alter);
        break;
    default: break;
    }
}

static void apply_alter(cln_effect *e, const cln_alter_node *alter)
{
    cln_table_name name;

    if (!cln_names_table(alter->name) || (alter->node.flags & CLN_OTHER_OBJECT) != 0)
        return;
    name = named(e, alter->name);
    apply_action(e, &name, alter);
    cln_apply_column_words(e->session, e->result, &name);
    for (uint32_t i = 0; i < cln_count(alter->more); i++) {
        const cln_alter_node *also = CLN_AS(alter, alter->more->items[i]);
        if (also->name != NULL) /* RENAME TABLE a TO b, c TO d */
            name = named(e, also->name);
        apply_action(e, &name, also);
    }
}

/* ---- DROP ---- */

/* DROP SCHEMA s, c.s: the tables of a schema; DROP DATABASE d: of a catalog where the dialect has them. */
static void drop_database(cln_effect *e, const cln_node *ref, bool schema)
{
    const cln_list *parts = CLN_AS(table_ref, ref)->parts;
    bool catalogs = (e->session->dialect->features & CLN_FEATURE_CATALOGS) != 0;
    cln_table_name last = CLN_NO_TABLE;
    cln_table_name name = cln_name_of_parts(e->arena, e->session->dialect, parts, &last);

    if (name.database.length > 0)
        name.catalog = name.database; /* c.s */
    else if (catalogs && (schema || !cln_has_rule(e->session->dialect, CLN_RULE_DATABASE_IS_CATALOG)))
        name.catalog = e->session->home.catalog;
    else if (catalogs)
        name.catalog = name.table;
    name.database = catalogs && !schema && cln_has_rule(e->session->dialect, CLN_RULE_DATABASE_IS_CATALOG) ? CLN_TEXT("") : name.table;
    cln_catalog_drop_database(e->session->catalog, &name);
}

static void apply_drop(cln_effect *e, const cln_drop_node *drop)
{
    if ((drop->node.flags & CLN_OTHER_OBJECT) != 0)
        return;
    if ((drop->node.flags & CLN_DATABASE) != 0) {
        for (uint32_t i = 0; i < cln_count(drop->names); i++)
            if (cln_names_table(drop->names->items[i]))
                drop_database(e, drop->names->items[i], (drop->node.flags & CLN_SCHEMA) != 0);
        return;
    }
    for (uint32_t i = 0; i < cln_count(drop->names); i++) {
        if (cln_names_table(drop->names->items[i])) {
            cln_table_name name = named(e, drop->names->items[i]);
            cln_catalog_drop(e->session->catalog, &name);
        }
    }
}

/* Whether the statement would add to a catalog that is full, which is told. */
static bool is_too_much(const cln_session_state *session, const cln_parsed *parsed, const cln_result *result)
{
    const char *what = cln_catalog_full(session->catalog);

    if (what == NULL || (parsed->kind != COLLINE_STATEMENT_CREATE_TABLE && parsed->kind != COLLINE_STATEMENT_CREATE_TABLE_AS &&
                         parsed->kind != COLLINE_STATEMENT_CREATE_VIEW && parsed->kind != COLLINE_STATEMENT_ALTER &&
                         parsed->kind != COLLINE_STATEMENT_CREATE_MATERIALIZED_VIEW))
        return false;
    cln_diagnose(result->diagnostics, CLN_LIMIT, result->at, "the catalog has no room for more %s: this is not added", what);
    return true;
}

void cln_apply(cln_session_state *session, const cln_parsed *parsed, const cln_result *result)
{
    cln_effect e = { session, result, result->arena, session->lifetime };
    const cln_node *tree = parsed->tree;

    /* What was skipped may be a column or a clause: better no table than a wrong one. */
    if (tree == NULL || parsed->damage_count > 0 || is_too_much(session, parsed, result))
        return;
    switch (tree->kind) {
    case CLN_USE: cln_apply_use(session, e.arena, CLN_AS(use, tree)); break;
    case CLN_CREATE_TABLE: apply_create_table(&e, CLN_AS(create_table, tree)); break;
    case CLN_CREATE_VIEW: apply_create_view(&e, CLN_AS(create_view, tree)); break;
    case CLN_ALTER:
        apply_alter(&e, CLN_AS(alter, tree));
        if ((tree->flags & CLN_OTHER_OBJECT) != 0)
            cln_apply_home(session, result);
        break;
    case CLN_DROP: apply_drop(&e, CLN_AS(drop, tree)); break;
    case CLN_TRUNCATE: apply_truncate(&e, CLN_AS(truncate, tree)); break;
    case CLN_QUERY:
        if (cln_may_set_config(session, tree))
            cln_apply_home(session, result);
        apply_select_into(&e, tree);
        for (uint32_t i = 0; i < result->targets.count && result->kind == COLLINE_STATEMENT_SELECT; i++)
            refill(&e, i);
        break;
    case CLN_DELETE: apply_delete(&e, CLN_AS(delete, tree)); break;
    case CLN_OTHER:
        if (result->kind == COLLINE_STATEMENT_CREATE_ROUTINE) {
            cln_apply_create_function(session, result);
            cln_enter_routine_home(session, result);
        } else if (result->kind == COLLINE_STATEMENT_SET || result->kind == COLLINE_STATEMENT_USE || result->kind == COLLINE_STATEMENT_OTHER)
            cln_apply_home(session, result);
        break;
    case CLN_INSERT:
    case CLN_MULTI_INSERT:
    case CLN_UPDATE:
    case CLN_MERGE:
        for (uint32_t i = 0; i < result->targets.count; i++)
            refill(&e, i);
        break;
    default: break;
    }
}
