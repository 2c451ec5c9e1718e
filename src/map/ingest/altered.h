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

/* A text, token by token; comments are passed over. */
typedef struct ingest_reader {
    colline_dialect dialect;
    colline_text text;
    size_t offset;
    colline_token token;
    bool more; /* the token is one */
} ingest_reader;

ingest_reader ingest_reader_of(colline_dialect dialect, colline_text text);
/* To the name behind  DROP MATERIALIZED VIEW IF EXISTS;  false: it is of something else. */
bool ingest_find_name(ingest_reader *r, bool *view);
/* The name at hand, "" where there is none. */
colline_text ingest_read_name(ingest_reader *r);
/* Pass over a comma; false: there is none. */
bool ingest_take_comma(ingest_reader *r);

/* How many tables the statement gives another name: each source that of the target in its place.  *swapped: two by two they take
 * each other's, at once. */
size_t ingest_renamed_tables(const colline_statement *statement, bool *swapped);

/* The names as they are written. */
typedef struct ingest_column_rename {
    colline_text from, to;
    colline_text type; /* of CHANGE a b INT; "": it stays */
} ingest_column_rename;

/* The columns that an ALTER, or T-SQL's sp_rename, renames, and the name of their table. */
size_t ingest_column_renames(const colline_statement *statement, colline_dialect dialect, colline_text text, map_pool *pool,
                             colline_text *table, ingest_column_rename **renames);

#endif
