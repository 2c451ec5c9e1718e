/*
 * renames.h -- columns go on under another name.
 *
 *     ALTER TABLE dw.stage RENAME TO dw.fact      dw.stage.a > dw.fact.a DIRECT, for each column that the store knows
 *     ALTER TABLE dw.fact RENAME COLUMN a TO b    dw.fact.a > dw.fact.b DIRECT
 *     EXCHANGE TABLES dw.a AND dw.b               dw.a.x > dw.b.x, dw.b.y > dw.a.y DIRECT; a has y, and b has x
 *
 * What was is kept under the name that it had then; who asks where a column comes from is led through the new name to
 * the old one.
 */
#ifndef MAP_INGEST_RENAMES_H
#define MAP_INGEST_RENAMES_H

#include "map/store/store.h"

/* Give a statement that renames something the edges of that, and the new names what is known of the old ones.  *renamed: it
 * was one, and what came of it depends on what the store knew: to be asked again when the text runs again. */
store_status ingest_carry_renamed(store *s, store_statement *out, const colline_statement *statement, colline_text database,
                                  int64_t time, map_pool *pool, bool *renamed);

#endif
