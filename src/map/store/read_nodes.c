/*
 * Nodes: by id, by name, by a piece of their name.
 *
 *     DW.Fact.amount   fact.AMOUNT   dw.fact   "My Table".x      all find the node as it is written in the
 * store
 */
#include <stdlib.h>
#include <string.h>

#include "map/store/internal.h"

#define NODE_COLUMNS                                                                                         \
    "t.catalog, t.database, t.name, t.kind, t.known, coalesce(c.id, t.id * 1048576), coalesce(c.name, ''),"  \
    " coalesce(c.type, ''), coalesce(c.known, 0)"

_Static_assert(1 << STORE_COLUMN_BITS == 1048576, "the SQL above shifts by as much");

static colline_text copy(map_pool *pool, colline_text text)
{
    return map_pool_copy(pool, text.data, text.length);
}

/* dw.fact.amount, with quotes where a part needs them. */
static colline_text name_of(map_pool *pool, const store_node *n)
{
    const colline_text parts[] = { n->catalog, n->database, n->table };
    colline_text name = { "", 0 };

    for (size_t i = 0; i < 3; i++) {
        colline_text part = n->table_kind == STORE_FILE ? parts[i] : store_quoted(pool, parts[i]);

        if (parts[i].length > 0)
            name = map_pool_format(pool, "%s%s%.*s", name.data, name.length > 0 ? "." : "", (int)part.length,
                                   part.data);
    }
    if (n->column.length > 0) { /* (its path, and a name with a dot, are in their quotes already) */
        const char *dot = n->column.data[0] == '"' ? NULL : memchr(n->column.data, '.', n->column.length);
        colline_text head = { n->column.data,
                              dot != NULL ? (uint32_t)(dot - n->column.data) : n->column.length };

        head = n->column.data[0] == '"' ? head : store_quoted(pool, head);
        name = map_pool_format(pool, "%s.%.*s%s", name.data, (int)head.length, head.data,
                               dot != NULL ? dot : "");
    }
    return name;
}

static store_node node_of(db_rows *rows, map_pool *pool)
{
    store_node n = { .id = db_integer(rows, 5),
                     .table_kind = (store_node_kind)db_integer(rows, 3),
                     .catalog = copy(pool, db_text(rows, 0)),
                     .database = copy(pool, db_text(rows, 1)),
                     .table = copy(pool, db_text(rows, 2)),
                     .column = copy(pool, db_text(rows, 6)),
                     .type = copy(pool, db_text(rows, 7)) };

    n.kind = store_is_table(n.id) ? n.table_kind : STORE_COLUMN;
    n.known = db_integer(rows, store_is_table(n.id) ? 4 : 8) > 0;
    n.name = name_of(pool, &n);
    return n;
}

typedef LIST(store_node, node_list);

static store_status give(store *s, map_pool *pool, node_list *list, store_node **nodes, size_t *found)
{
    *found = list->count;
    *nodes = map_pool_get(pool, list->count * sizeof **nodes);
    if (list->count > 0)
        memcpy(*nodes, list->items, list->count * sizeof **nodes);
    free(list->items);
    return store_result(s);
}

static void collect(db_rows *rows, map_pool *pool, node_list *list)
{
    while (db_next(rows))
        *LIST_ADD(*list) = node_of(rows, pool);
    db_finish(rows);
}

/* ---- By id ------------------------------------------------------------------------------------------ */

static int by_number(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return x < y ? -1 : x > y;
}

/* Tables and columns, each in order of id. */
static store_node *merge(map_pool *pool, const node_list *tables, const node_list *columns)
{
    store_node *out = map_pool_get(pool, (tables->count + columns->count) * sizeof *out);
    size_t t = 0, c = 0, n = 0;

    while (t < tables->count || c < columns->count) {
        if (c == columns->count || (t < tables->count && tables->items[t].id < columns->items[c].id))
            out[n++] = tables->items[t++];
        else
            out[n++] = columns->items[c++];
    }
    return out;
}

store_status store_nodes(store *s, const int64_t *ids, size_t count, map_pool *pool, store_node **nodes,
                         size_t *found)
{
    int64_t *sorted = map_get(count * 2 * sizeof *sorted), *tables = sorted + count;
    size_t columns = 0, table_count = 0;
    node_list table_nodes = { 0 }, column_nodes = { 0 };
    db_value set;

    for (size_t i = 0; i < count; i++)
        if (store_is_table(ids[i]))
            tables[table_count++] = ids[i] >> STORE_COLUMN_BITS;
        else
            sorted[columns++] = ids[i];
    qsort(sorted, columns, sizeof *sorted, by_number);
    qsort(tables, table_count, sizeof *tables, by_number);
    set = db_set(tables, table_count);
    if (table_count > 0)
        collect(db_query(s->d,
                         "SELECT DISTINCT t.catalog, t.database, t.name, t.kind, t.known, t.id * 1048576 AS "
                         "node, '', '', 0"
                         " FROM @SET($1) AS wanted JOIN tables t ON t.id = wanted.id ORDER BY node",
                         &set, 1),
                pool, &table_nodes);
    set = db_set(sorted, columns);
    if (columns > 0)
        collect(db_query(s->d,
                         "SELECT DISTINCT t.catalog, t.database, t.name, t.kind, t.known, c.id AS node, "
                         "c.name, c.type, c.known"
                         " FROM @SET($1) AS wanted JOIN columns c ON c.id = wanted.id JOIN tables t ON t.id "
                         "= (c.id >> 20)"
                         " ORDER BY node",
                         &set, 1),
                pool, &column_nodes);
    *nodes = merge(pool, &table_nodes, &column_nodes);
    *found = table_nodes.count + column_nodes.count;
    free(table_nodes.items);
    free(column_nodes.items);
    free(sorted);
    return store_result(s);
}

store_status store_columns(store *s, int64_t table, map_pool *pool, store_node **nodes, size_t *found)
{
    db_value range[] = { db_number(store_table_of(table)),
                         db_number(store_table_of(table) + ((int64_t)1 << STORE_COLUMN_BITS)) };
    node_list list = { 0 };

    collect(db_query(s->d,
                     "SELECT " NODE_COLUMNS
                     " FROM columns c JOIN tables t ON t.id = (c.id >> 20) WHERE c.id > $1 AND c.id < $2"
                     " ORDER BY c.known DESC, c.position, c.id",
                     range, 2),
            pool, &list);
    return give(s, pool, &list, nodes, found);
}

/* ---- By name ---------------------------------------------------------------------------------------- */

enum { MOST_PARTS = 12 };

static bool equal_folded(map_pool *pool, colline_text a, colline_text b)
{
    return map_same(store_folded(pool, a), store_folded(pool, b));
}

/* Whether the parts in front of the table's name are what the node has. */
static bool qualified(map_pool *pool, const store_node *n, const colline_text *parts, size_t count)
{
    const colline_text has[] = { n->database, n->catalog };

    for (size_t i = 0; i < count; i++)
        if (i >= 2 || !equal_folded(pool, has[i], parts[count - 1 - i]))
            return false;
    return true;
}

static void keep_qualified(map_pool *pool, node_list *list, size_t from, const colline_text *parts,
                           size_t count)
{
    size_t kept = from;

    for (size_t i = from; i < list->count; i++)
        if (qualified(pool, &list->items[i], parts, count))
            list->items[kept++] = list->items[i];
    list->count = kept;
}

static colline_text join(map_pool *pool, const colline_text *parts, size_t count)
{
    colline_text text = { "", 0 };

    for (size_t i = 0; i < count; i++) {
        colline_text part = parts[i];

        if (i == 0 &&
            (memchr(part.data, '.', part.length) != NULL || memchr(part.data, '"', part.length) != NULL))
            part = store_quoted(pool, part); /* as the column is kept */
        text = map_pool_format(pool, "%s%s%.*s", text.data, i > 0 ? "." : "", (int)part.length, part.data);
    }
    return text;
}

static void find_tables(store *s, const colline_text *parts, size_t count, map_pool *pool, node_list *list)
{
    db_value name = db_string(store_folded(pool, parts[count - 1]));
    size_t from = list->count;

    collect(
        db_query(
            s->d,
            "SELECT t.catalog, t.database, t.name, t.kind, t.known, t.id * 1048576, '', '', 0 FROM tables t"
            " WHERE t.folded = $1 ORDER BY t.catalog@BYTES, t.database@BYTES, t.name@BYTES LIMIT 1000",
            &name, 1),
        pool, list);
    keep_qualified(pool, list, from, parts, count - 1);
}

/* The column's name with its path is parts[table + 1] and all behind it. */
static void find_columns(store *s, const colline_text *parts, size_t count, size_t table, map_pool *pool,
                         node_list *list)
{
    colline_text column = store_folded(pool, join(pool, parts + table + 1, count - table - 1));
    db_value names[] = { db_string(column), db_string(store_folded(pool, parts[table])) };
    size_t from = list->count;

    collect(db_query(s->d,
                     "SELECT t.catalog, t.database, t.name, t.kind, t.known, c.id, c.name, c.type, c.known "
                     "FROM tables t"
                     " JOIN columns c ON c.id > t.id * 1048576 AND c.id < (t.id + 1) * 1048576"
                     " WHERE t.folded = $2 AND c.folded = $1 ORDER BY t.catalog@BYTES, t.database@BYTES, "
                     "t.name@BYTES, c.name@BYTES LIMIT 1000",
                     names, 2),
            pool, list);
    keep_qualified(pool, list, from, parts, table);
}

/* A name without its table. */
static void find_bare_columns(store *s, const colline_text *parts, size_t count, map_pool *pool,
                              node_list *list)
{
    db_value name = db_string(store_folded(pool, join(pool, parts, count)));

    collect(db_query(s->d,
                     "SELECT t.catalog, t.database, t.name, t.kind, t.known, c.id, c.name, c.type, c.known "
                     "FROM columns c"
                     " JOIN tables t ON t.id = (c.id >> 20) WHERE c.folded = $1"
                     " ORDER BY t.catalog@BYTES, t.database@BYTES, t.name@BYTES, c.name@BYTES LIMIT 1000",
                     &name, 1),
            pool, list);
}

/* A path may hold anything. */
static void find_file(store *s, const char *name, map_pool *pool, node_list *list)
{
    db_value value = db_string(store_folded(pool, map_text(name)));

    collect(
        db_query(
            s->d,
            "SELECT t.catalog, t.database, t.name, t.kind, t.known, t.id * 1048576, '', '', 0 FROM tables t"
            " WHERE t.folded = $1 AND t.kind = 4",
            &value, 1),
        pool, list);
}

/* Those that are written as the name is, if there are some, alone. */
static void prefer_exact(const char *name, node_list *list)
{
    size_t kept = 0;

    for (size_t i = 0; i < list->count; i++) {
        const store_node *n = &list->items[i];
        size_t length = strlen(name), skip = n->name.length - length;

        if (n->name.length >= length && strcmp(n->name.data + skip, name) == 0 &&
            (skip == 0 || n->name.data[skip - 1] == '.'))
            list->items[kept++] = list->items[i];
    }
    if (kept > 0)
        list->count = kept;
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i].name.data, name) == 0) {
            list->items[0] = list->items[i];
            list->count = 1;
        }
}

store_status store_find(store *s, const char *name, map_pool *pool, store_node **nodes, size_t *found)
{
    colline_text parts[MOST_PARTS];
    node_list list = { 0 };
    size_t count;

    name = store_clean(pool, map_text(name)).data;
    count = store_split(pool, name, parts, MOST_PARTS);
    find_file(s, name, pool, &list);
    if (count > 0 && list.count == 0) {
        if (count <= 3)
            find_tables(s, parts, count, pool, &list);
        for (size_t table = 0; table + 1 < count && table < 3; table++)
            find_columns(s, parts, count, table, pool, &list);
        if (list.count == 0)
            find_bare_columns(s, parts, count, pool, &list);
    }
    prefer_exact(name, &list);
    return give(s, pool, &list, nodes, found);
}

/* ---- By a piece of it ------------------------------------------------------------------------------- */

/* The text with LIKE's own signs escaped by \. */
static colline_text pattern(map_pool *pool, const char *text)
{
    char *out = map_pool_get(pool, strlen(text) * 2 + 3);
    uint32_t length = 0;

    out[length++] = '%';
    for (; *text != '\0'; text++) {
        if (strchr("%_\\", *text) != NULL)
            out[length++] = '\\';
        out[length++] = *text;
    }
    out[length++] = '%';
    return (colline_text){ out, length };
}

#define SEARCH_ORDER(name)                                                                                   \
    " LIKE $2 ESCAPE '\\' THEN 0 ELSE 1 END, length(" name "), " name                                        \
    "@BYTES, t.database@BYTES, t.catalog@BYTES LIMIT $4"

/* dw.fac: what stands behind the last dot is a piece of the name, what stands before it of the names in
 * front. */
store_status store_search(store *s, const char *text, size_t limit, map_pool *pool, store_node **nodes,
                          size_t *found)
{
    colline_text folded = store_folded(pool, store_clean(pool, map_text(text)));
    const char *dot = strrchr(folded.data, '.');
    colline_text piece = pattern(pool, dot != NULL ? dot + 1 : folded.data);
    colline_text front = map_pool_copy(pool, folded.data, dot != NULL ? (size_t)(dot - folded.data) : 0);
    node_list list = { 0 };
    db_value values[] = { db_string(piece), db_string((colline_text){ piece.data + 1, piece.length - 1 }),
                          db_string(pattern(pool, front.data)),
                          db_number(limit == 0 || limit > 10000 ? 10000 : (int64_t)limit) };

    collect(
        db_query(
            s->d,
            "SELECT t.catalog, t.database, t.name, t.kind, t.known, t.id * 1048576, '', '', 0 FROM tables t"
            " WHERE t.folded LIKE $1 ESCAPE '\\' AND lower(t.catalog || '.' || t.database) LIKE $3 ESCAPE "
            "'\\'"
            " ORDER BY CASE WHEN t.folded" SEARCH_ORDER("t.name"),
            values, 4),
        pool, &list);
    values[3].integer -= (int64_t)list.count;
    if (values[3].integer > 0)
        collect(db_query(s->d,
                         "SELECT t.catalog, t.database, t.name, t.kind, t.known, c.id, c.name, c.type, "
                         "c.known FROM columns c"
                         " JOIN tables t ON t.id = (c.id >> 20) WHERE c.folded LIKE $1 ESCAPE '\\'"
                         " AND lower(t.database || '.' || t.name) LIKE $3 ESCAPE '\\'"
                         " ORDER BY CASE WHEN c.folded" SEARCH_ORDER("c.name"),
                         values, 4),
                pool, &list);
    return give(s, pool, &list, nodes, found);
}
