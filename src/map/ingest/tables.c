/*
 * Tables from catalogs, from targets, and from DDL, which a catalog of its own is made to read.
 */
#include "map/ingest/tables.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "map/ingest/altered.h"

/* ---- The catalog ----------------------------------------------------------------------------------- */

typedef struct teller {
    store *s;
    map_pool *pool;
    store_status status;
    /* of statements */
    int64_t time;
    ingest_told *told;
} teller;

static store_table described(map_pool *pool, const colline_column_ref *name, const colline_table_desc *table)
{
    store_table_column *columns = map_pool_get(pool, (table->column_count + 1) * sizeof *columns);

    for (size_t i = 0; i < table->column_count; i++)
        columns[i] = (store_table_column){ map_text(table->columns[i].name), map_text(table->columns[i].type),
                                           table->columns[i].partition != 0 };
    return (store_table){ .name = *name, .kind = table->kind, .dialect = table->dialect,
                          .definition = map_text(table->definition), .columns = columns,
                          .column_count = table->column_count };
}

static void tell_table(void *user, const colline_column_ref *name, const colline_table_desc *table)
{
    teller *t = user;
    store_table known = described(t->pool, name, table);

    if (t->status == STORE_OK)
        t->status = store_table_put(t->s, &known);
    map_pool_reset(t->pool);
}

store_status ingest_tell_tables(store *s, const colline_catalog *catalog, map_pool *pool)
{
    teller t = { .s = s, .pool = pool, .status = STORE_OK };

    (void)colline_catalog_each_table(catalog, tell_table, &t);
    return t.status;
}

/* ---- Targets --------------------------------------------------------------------------------------- */

static void note(teller *t, int64_t table, colline_table_kind kind)
{
    if (t->status != STORE_OK || table == 0)
        return;
    MAP_GROW(t->told->items, t->told->count, t->told->capacity);
    t->told->items[t->told->count++] = (store_told){ table, kind };
}

static void tell_made(teller *t, const store_table *table)
{
    int64_t id = 0;

    if (t->status == STORE_OK && table->kind != COLLINE_TEMPORARY)
        t->status = store_table_made(t->s, table, t->time, &id);
    note(t, id, table->kind);
}

/* The columns of a CREATE ... AS are those of its query. */
static void tell_target(teller *t, const colline_statement *statement, colline_dialect dialect, colline_table_kind kind)
{
    const colline_target *target = colline_statement_target(statement, 0);
    size_t count = colline_statement_column_count(statement);
    store_table_column *columns = map_pool_get(t->pool, (count + 1) * sizeof *columns);
    store_table table = { .kind = kind, .dialect = dialect, .columns = columns, .definition = map_text(NULL) };

    if (target == NULL || target->temporary || target->table.table.length == 0)
        return;
    table.name = target->table;
    for (size_t i = 0; i < count; i++) {
        colline_text name = colline_statement_column(statement, i)->name;
        if (name.length > 0 && !(name.length == 1 && name.data[0] == '*'))
            columns[table.column_count++] = (store_table_column){ name, map_text(NULL), false };
    }
    tell_made(t, &table);
}

/* ---- DDL ------------------------------------------------------------------------------------------- */

/* What is not known of a table that is changed. */
#define REST "colline_rest"

void ingest_read_ddl(colline_catalog *catalog, colline_dialect dialect, colline_text database, colline_text ddl)
{
    (void)colline_catalog_add_ddl(catalog, dialect, database.length > 0 ? database.data : NULL, ddl.data, ddl.length, NULL);
}

/* A catalog of one table, of which nothing but its name is known. */
static colline_catalog *catalog_of(colline_dialect dialect, colline_text database, colline_text name, map_pool *pool)
{
    colline_catalog *catalog = colline_catalog_new(NULL);
    colline_text ddl = map_pool_format(pool, "CREATE TABLE %.*s (" REST " INT)", (int)name.length, name.data);

    ingest_read_ddl(catalog, dialect, database, ddl);
    return catalog;
}

static void tell_gone(void *user, const colline_column_ref *name, const colline_table_desc *table)
{
    teller *t = user;
    int64_t id = 0;

    (void)table;
    if (t->status == STORE_OK)
        t->status = store_table_gone(t->s, name, t->time, &id);
    note(t, id, COLLINE_TEMPORARY);
}

static void tell_dropped(teller *t, colline_text text, colline_dialect dialect, colline_text database)
{
    ingest_reader r = ingest_reader_of(dialect, text);
    bool view, more = ingest_find_name(&r, &view);

    for (; more; more = ingest_take_comma(&r)) {
        colline_text name = ingest_read_name(&r);
        colline_catalog *catalog;
        if (name.length == 0)
            return;
        catalog = catalog_of(dialect, database, name, t->pool);
        (void)colline_catalog_each_table(catalog, tell_gone, t);
        colline_catalog_release(catalog);
    }
}

/* Of what an ALTER has left there: columns that were added. */
static void tell_changed(void *user, const colline_column_ref *name, const colline_table_desc *table)
{
    teller *t = user;
    store_table made = described(t->pool, name, table);
    store_table_column *columns = (store_table_column *)made.columns;
    size_t count = 0;

    for (size_t i = 0; i < made.column_count; i++)
        if (strcasecmp(columns[i].name.data, REST) != 0)
            columns[count++] = columns[i];
    made.column_count = count;
    made.added = true;
    tell_made(t, &made);
}

static void tell_renamed(teller *t, const colline_statement *statement, size_t place, colline_dialect dialect)
{
    const colline_target *target = colline_statement_target(statement, place);
    store_table made = { .name = target->table, .kind = COLLINE_TABLE, .dialect = dialect, .definition = map_text(NULL), .added = true };

    if (target->temporary)
        return;
    tell_gone(t, colline_statement_source(statement, place), NULL);
    tell_made(t, &made);
}

static void tell_altered(teller *t, const colline_statement *statement, colline_dialect dialect, colline_text database)
{
    colline_text text = colline_statement_text(statement), name;
    ingest_reader r = ingest_reader_of(dialect, text);
    bool swapped, view = false, named = ingest_find_name(&r, &view);
    size_t renamed = ingest_renamed_tables(statement, &swapped);
    colline_catalog *catalog;

    for (size_t i = 0; i < renamed && !view && !swapped; i++)
        tell_renamed(t, statement, i, dialect);
    name = named && !view && renamed == 0 ? ingest_read_name(&r) : map_text("");
    if (name.length == 0)
        return;
    catalog = catalog_of(dialect, database, name, t->pool);
    ingest_read_ddl(catalog, dialect, database, text);
    (void)colline_catalog_each_table(catalog, tell_changed, t);
    colline_catalog_release(catalog);
}

static void tell_created(void *user, const colline_column_ref *name, const colline_table_desc *table)
{
    teller *t = user;
    store_table made = described(t->pool, name, table);

    tell_made(t, &made);
}

static void tell_create(teller *t, colline_text text, colline_dialect dialect, colline_text database)
{
    colline_catalog *catalog = colline_catalog_new(NULL);

    ingest_read_ddl(catalog, dialect, database, text);
    (void)colline_catalog_each_table(catalog, tell_created, t);
    colline_catalog_release(catalog);
}

store_status ingest_tell_statement(store *s, const colline_statement *statement, colline_dialect dialect,
                                   colline_text database, int64_t time, map_pool *pool, ingest_told *told)
{
    teller t = { .s = s, .pool = pool, .status = STORE_OK, .time = time, .told = told };
    colline_text text = colline_statement_text(statement);
    colline_text place = map_pool_copy(pool, database.data, database.length);

    if (colline_statement_outcome(statement) == COLLINE_OUTCOME_ERROR)
        return STORE_OK;
    switch (colline_statement_get_kind(statement)) {
    case COLLINE_STATEMENT_CREATE_TABLE_AS: tell_target(&t, statement, dialect, COLLINE_TABLE); break;
    case COLLINE_STATEMENT_CREATE_VIEW: case COLLINE_STATEMENT_ALTER_VIEW:
        tell_target(&t, statement, dialect, COLLINE_VIEW);
        break;
    case COLLINE_STATEMENT_CREATE_MATERIALIZED_VIEW: tell_target(&t, statement, dialect, COLLINE_MATERIALIZED_VIEW); break;
    case COLLINE_STATEMENT_CREATE_TABLE: tell_create(&t, text, dialect, place); break;
    case COLLINE_STATEMENT_DROP: tell_dropped(&t, text, dialect, place); break;
    case COLLINE_STATEMENT_ALTER: tell_altered(&t, statement, dialect, place); break;
    default: break;
    }
    return t.status;
}
