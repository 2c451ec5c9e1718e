/*
 * feed.h -- what filled a temporary table, kept so that later statements can look through it.
 *
 *     CREATE TEMPORARY TABLE x AS SELECT a + 1 AS b FROM t WHERE c > 0;
 *     INSERT INTO g SELECT b FROM x          with fold_temporary: PROJECT t.a -> g, FILTER t.c
 */
#ifndef CLN_RESOLVE_FEED_H
#define CLN_RESOLVE_FEED_H

#include "resolve/resolve.h"

typedef struct cln_feed_edge {
    cln_table_name table;
    colline_text column, path, expression;
    uint8_t kind, flags; /* colline_edge_kind; CLN_EDGE_* */
} cln_feed_edge;

typedef CLN_VECTOR(cln_feed_edge) cln_feed_edges;

typedef struct cln_feed {
    cln_feed_edges *columns; /* by column of the table */
    uint32_t column_count, column_room; /* room: that there is memory for (0: for column_count) */
    cln_feed_edges whole; /* what bears on all rows */
    CLN_VECTOR(cln_table_name) sources;
    CLN_VECTOR(cln_table_name) unknowns; /* tables of unknown schema whose star fed it */
    cln_map known; /* what stands in these, by its hash: nothing is kept twice */
} cln_feed;

/* The rows of a table whose feed is known: its columns lead to what fed them. */
const cln_rowset *cln_feed_rows(cln_resolver *r, const cln_table *table);

#endif
