/*
 * away.h -- a store whose server is away, or that others hold: a load that follows waits for it.
 *
 *     colline: postgresql://lineage@db/lineage: terminating connection due to administrator command; it is waited for
 */
#ifndef MAP_INGEST_AWAY_H
#define MAP_INGEST_AWAY_H

#include "map/store/store.h"

/* Whether the failure is one that passes. */
bool ingest_is_away(store_status status);
/* Say once what has failed, forget the load that was open, and try until the store answers, at most every ten seconds.  Not
 * STORE_OK: somebody has ended the load, or what answers is no store. */
store_status ingest_wait_for_store(store *s, store_status failure);

#endif
