/*
 * result.h -- a statement of the library as the store takes it.
 */
#ifndef MAP_INGEST_RESULT_H
#define MAP_INGEST_RESULT_H

#include "map/ingest/event.h"
#include "map/store/store.h"

/* Whether a store has anything to keep of it: lineage, or that it could not be read. */
bool ingest_is_kept(const colline_statement *statement);

/* Fill in everything but variant, default_db and times; texts are the statement's, arrays in `pool`.  `doubt`: the text
 * was not whole, nothing of it is certain. */
void ingest_fill(store_statement *out, const colline_statement *statement, colline_dialect dialect, bool doubt,
                 map_pool *pool);

/* Replace the edges by those between the tables that the engine says were touched. */
void ingest_fill_from_objects(store_statement *out, const ingest_event *event, map_pool *pool);
/* Whether the statement's own tables are all that the engine says were touched. */
bool ingest_covers_objects(const store_statement *statement, const ingest_event *event);
/* The engine's own edges. */
void ingest_fill_from_edges(store_statement *out, const ingest_event *event, map_pool *pool);

/* "db.table" or "catalog.db.table" to parts; texts in `pool`. */
colline_column_ref ingest_table_name(colline_text dotted, map_pool *pool);

#endif
