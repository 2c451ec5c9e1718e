/*
 * Edges from old names to new ones.
 */
#include "map/ingest/renames.h"

#include <string.h>

#include "map/ingest/altered.h"
#include "map/ingest/tables.h"

enum { MOST_COLUMNS = 1000 }; /* of one ALTER, that it renames one by one */

typedef struct carrier {
    store *s;
    store_statement *out;
    store_edge *edges; /* of `out` */
    size_t capacity;
    map_pool *pool;
    colline_text database;
    int64_t time;
    /* of the table */
    colline_column_ref name;
    store_known_column *columns;
    size_t count;
    colline_table_kind kind;
} carrier;

static store_status look_up(carrier *c, const colline_column_ref *table)
{
    c->name = *table;
    return store_table_columns(c->s, table, c->pool, &c->columns, &c->count, &c->kind);
}

/* An edge to the column of that name in that table, with the path that it has. */
static void carry(carrier *c, const store_known_column *column, const colline_column_ref *table, colline_text name)
{
    store_edge edge = { .kind = COLLINE_DIRECT, .quality = COLLINE_AUTO_CONFIRMED, .expression = map_text(NULL) };

    if (c->out->edge_count >= c->capacity) {
        store_edge *more = map_pool_get(c->pool, (c->capacity = c->out->edge_count * 2 + 16) * sizeof *more);
        if (c->out->edge_count > 0)
            memcpy(more, c->out->edges, c->out->edge_count * sizeof *more);
        c->out->edges = c->edges = more;
    }
    edge.source.name = c->name;
    edge.target.name = *table;
    edge.source.name.column = column->name;
    edge.target.name.column = name;
    edge.source.name.path = edge.target.name.path = column->path;
    c->edges[c->out->edge_count++] = edge;
}

/* ---- A table --------------------------------------------------------------------------------------- */

/* What was looked up, under another name; false where nothing is to be told of that. */
static bool carry_all(carrier *c, const colline_column_ref *table, store_table *made)
{
    store_table_column *columns = map_pool_get(c->pool, (c->count + 1) * sizeof *columns);

    *made = (store_table){ .name = *table, .kind = COLLINE_TABLE, .dialect = c->out->dialect, .definition = map_text(NULL), .columns = columns };
    for (size_t i = 0; i < c->count; i++) {
        const store_known_column *column = &c->columns[i];
        if (column->gone)
            continue;
        carry(c, column, table, column->name);
        if (column->known && column->path.length == 0)
            columns[made->column_count++] = (store_table_column){ column->name, column->type, column->partition };
    }
    if (c->kind == COLLINE_VIEW || c->kind == COLLINE_MATERIALIZED_VIEW)
        made->kind = c->kind;
    return c->count > 0;
}

/* The table is what `made` says; where columns of it are known, these and no others. */
static store_status make(carrier *c, const store_table *made, const store_known_column *columns, size_t count)
{
    int64_t id;
    store_status status = count > 0 ? store_table_left(c->s, &made->name, columns, count, c->time) : STORE_OK;

    return status == STORE_OK ? store_table_made(c->s, made, c->time, &id) : status;
}

static store_status carry_table(carrier *c, const colline_statement *statement, size_t place)
{
    const colline_target *target = colline_statement_target(statement, place);
    store_table made;
    int64_t id;
    store_status status;

    if (target->temporary) /* (its source is what fed it) */
        return STORE_OK;
    status = look_up(c, colline_statement_source(statement, place));
    if (status != STORE_OK)
        return status;
    (void)carry_all(c, &target->table, &made);
    status = store_table_gone(c->s, &c->name, c->time, &id); /* RENAME TABLE a TO b, b TO c has made it anew */
    return status == STORE_OK ? make(c, &made, c->columns, c->count) : status;
}

/* Both are looked up before either has what the other one had. */
static store_status carry_swapped(carrier *c, const colline_statement *statement, size_t place)
{
    const colline_target *target = colline_statement_target(statement, place), *other = colline_statement_target(statement, place + 1);
    const store_known_column *columns;
    store_table made[2];
    size_t count;
    bool known[2];
    store_status status;

    if (target->temporary || other->temporary)
        return STORE_OK;
    status = look_up(c, &other->table);
    if (status != STORE_OK)
        return status;
    known[0] = carry_all(c, &target->table, &made[0]);
    columns = c->columns;
    count = c->count;
    status = look_up(c, &target->table);
    if (status != STORE_OK)
        return status;
    known[1] = carry_all(c, &other->table, &made[1]);
    if (known[0])
        status = make(c, &made[0], columns, count);
    return known[1] && status == STORE_OK ? make(c, &made[1], c->columns, c->count) : status;
}

/* ---- A column -------------------------------------------------------------------------------------- */

/* Names as the dialect reads them: of a table that has the two columns. */
typedef struct pair {
    map_pool *pool;
    colline_column_ref table;
    colline_text names[2], type; /* the new one's */
    size_t count;
} pair;

static void read_pair(void *user, const colline_column_ref *name, const colline_table_desc *table)
{
    pair *p = user;
    colline_column_ref *copy = &p->table;

    *copy = *name;
    copy->catalog = map_pool_copy(p->pool, name->catalog.data, name->catalog.length);
    copy->database = map_pool_copy(p->pool, name->database.data, name->database.length);
    copy->table = map_pool_copy(p->pool, name->table.data, name->table.length);
    for (p->count = 0; p->count < table->column_count && p->count < 2; p->count++)
        p->names[p->count] = map_pool_copy(p->pool, table->columns[p->count].name, strlen(table->columns[p->count].name));
    if (p->count == 2 && table->columns[1].type != NULL)
        p->type = map_pool_copy(p->pool, table->columns[1].type, strlen(table->columns[1].type));
}

/* False: they are the same name, or none. */
static bool find_pair(const carrier *c, colline_text table, const ingest_column_rename *renamed, pair *found)
{
    colline_catalog *catalog = colline_catalog_new(NULL);
    colline_text type = renamed->type.length > 0 ? renamed->type : map_text("INT");
    colline_text ddl = map_pool_format(c->pool, "CREATE TABLE %.*s (%.*s INT, %.*s %.*s)", (int)table.length, table.data,
                                       (int)renamed->from.length, renamed->from.data, (int)renamed->to.length, renamed->to.data,
                                       (int)type.length, type.data);

    *found = (pair){ .pool = c->pool, .type = { "", 0 } };
    ingest_read_ddl(catalog, c->out->dialect, c->database, ddl);
    (void)colline_catalog_each_table(catalog, read_pair, found);
    colline_catalog_release(catalog);
    return found->count == 2 && !map_same(found->names[0], found->names[1]);
}

/* A name that one column had and another one has now is in the list twice. */
static bool is_carried(const carrier *c, size_t from, const store_known_column *column)
{
    for (size_t i = from; i < c->out->edge_count; i++)
        if (map_same(c->edges[i].source.name.path, column->path))
            return true;
    return false;
}

/* What the table has is listed once: the list follows the names. */
static store_status carry_column(carrier *c, colline_text table, const ingest_column_rename *renamed)
{
    size_t before = c->out->edge_count;
    store_table_column column;
    pair p;

    if (!find_pair(c, table, renamed, &p))
        return STORE_OK;
    if (c->name.table.length == 0) {
        store_status status = look_up(c, &p.table);
        if (status != STORE_OK)
            return status;
    }
    for (size_t i = 0; i < c->count; i++) {
        if (!map_same(c->columns[i].name, p.names[0]))
            continue;
        if (!is_carried(c, before, &c->columns[i]))
            carry(c, &c->columns[i], &p.table, p.names[1]);
        c->columns[i].name = p.names[1];
    }
    if (c->out->edge_count == before)
        return STORE_OK;
    p.table.column = p.names[0];
    column = (store_table_column){ p.names[1], renamed->type.length > 0 ? p.type : map_text(NULL), false };
    return store_column_renamed(c->s, &p.table, &column, c->out->dialect, c->time);
}

store_status ingest_carry_renamed(store *s, store_statement *out, const colline_statement *statement, colline_text database,
                                  int64_t time, map_pool *pool, bool *renamed)
{
    carrier c = { .s = s, .out = out, .pool = pool, .time = time };
    ingest_column_rename *renames;
    colline_text table;
    size_t count;
    bool swapped;
    store_status status = STORE_OK;

    c.database = map_pool_copy(pool, database.data, database.length);
    count = ingest_renamed_tables(statement, &swapped);
    *renamed = *renamed || count > 0;
    for (size_t i = 0; i < count && status == STORE_OK; i += 1 + swapped)
        status = swapped ? carry_swapped(&c, statement, i) : carry_table(&c, statement, i);
    if (count > 0)
        return status;
    count = ingest_column_renames(statement, out->dialect, out->text, pool, &table, &renames);
    *renamed = *renamed || count > 0;
    for (size_t i = 0; i < count && i < MOST_COLUMNS && status == STORE_OK; i++)
        status = carry_column(&c, table, &renames[i]);
    return status;
}
