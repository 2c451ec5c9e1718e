/*
 * feeding.h -- the edges of a statement, kept as what fed a temporary table or a variable.
 *
 *     INSERT INTO x SELECT a + 1 FROM t      x.b: PROJECT t.a, with the texts copied to where they stay
 */
#ifndef CLN_LINEAGE_FEEDING_H
#define CLN_LINEAGE_FEEDING_H

#include "lineage/lineage.h"
#include "resolve/feed.h"

/* What a statement does to the session that later ones see. */
typedef struct cln_effect {
    cln_session_state *session;
    const cln_result *result;
    cln_arena *arena; /* the statement's; what is put into the catalog is copied there */
    cln_arena *keep;  /* where feeds live */
} cln_effect;

cln_table_name cln_kept_name(cln_effect *e, const cln_table_name *name);
cln_feed_edge cln_feed_edge_of(cln_effect *e, const cln_edge *edge);
/* An edge into a feed; one that comes from a temporary table is replaced by what fed that, so that feeds name
 * real tables only. */
void cln_feed_push(cln_effect *e, cln_feed_edges *edges, cln_feed_edge fed);

/* ALTER TABLE: columns come, nothing fed them yet; ... */
void cln_feed_insert_columns(cln_arena *keep, cln_feed *feed, uint32_t place, uint32_t count);
/* ... one goes; ... */
void cln_feed_remove_column(cln_feed *feed, uint32_t place);
/* ... one is at another place; ... */
void cln_feed_move_column(cln_feed *feed, uint32_t from, uint32_t to);
/* ... the columns of `before` become these: those of a name keep what fed them. */
void cln_feed_rearrange(cln_arena *keep, cln_feed *feed, const cln_table *before, const cln_column_info *columns,
                        uint32_t count);

#endif
