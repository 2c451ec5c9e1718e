/*
 * tables.h -- telling the store of tables: the catalog's, and those that logged statements make, change and drop.
 *
 *     CREATE TABLE dw.x AS SELECT a AS b FROM t      dw.x is a table with a column b
 *     DROP TABLE dw.x                                it is none any more
 */
#ifndef MAP_INGEST_TABLES_H
#define MAP_INGEST_TABLES_H

#include "map/store/store.h"

/* What statements of a text said of tables, so that it can be said again when the text runs again. */
typedef struct ingest_told {
    store_told *items;
    size_t count, capacity;
} ingest_told;

/* Read the DDL where names without a database are of `database`, which may be empty; what cannot be read is passed over. */
void ingest_read_ddl(colline_catalog *catalog, colline_dialect dialect, colline_text database, colline_text ddl);

/* Tell of every table of the catalog. */
store_status ingest_tell_tables(store *s, const colline_catalog *catalog, map_pool *pool);

/* Tell of what the statement, which ran at that time, has made of tables; `database`: where names without one are. */
store_status ingest_tell_statement(store *s, const colline_statement *statement, colline_dialect dialect,
                                   colline_text database, int64_t time, map_pool *pool, ingest_told *told);

#endif
