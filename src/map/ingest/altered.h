/*
 * altered.h -- what the text of a DROP or an ALTER names.
 *
 *     ALTER TABLE dw.t RENAME COLUMN a TO b, CHANGE c d INT      the table dw.t; a is b now, and c is d
 *
 * The library tells of a table that is renamed, and applies the rest to its catalog; names that it has not in there are
 * found by their tokens.
 */
#ifndef MAP_INGEST_ALTERED_H
#define MAP_INGEST_ALTERED_H

#include <stdbool.h>

#include "map/base/memory.h"

/* Behind  DROP MATERIALIZED VIEW IF EXISTS:  *token is the first one of the name; false: it is of something else. */
bool ingest_find_name(colline_dialect dialect, colline_text text, size_t *offset, colline_token *token, bool *view);
/* The name at *offset, "" where there is none; *token is the first one behind it. */
colline_text ingest_read_name(colline_dialect dialect, colline_text text, size_t *offset, colline_token *token);

/* Whether the ALTER gives its table another name: that of its target. */
bool ingest_is_renamed(const colline_statement *statement);

/* The names as they are written. */
typedef struct ingest_column_rename {
    colline_text from, to;
    colline_text type; /* of CHANGE a b INT; "": it stays */
} ingest_column_rename;

/* The columns that an ALTER renames, and the name of its table. */
size_t ingest_column_renames(colline_dialect dialect, colline_text text, map_pool *pool, colline_text *table,
                             ingest_column_rename **renames);

#endif
