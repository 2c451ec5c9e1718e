/*
 * pending.h -- statements that began, of which the log has not said yet how they ended.
 *
 *     Compiling command(queryId=q1): insert into a select x from b     waits, under q1
 *     Completed executing command(queryId=q1); Time taken: 1.2 seconds  is finished
 *
 * What waits is part of the read position: it is kept as JSON and commits with it.
 */
#ifndef MAP_INGEST_PENDING_H
#define MAP_INGEST_PENDING_H

#include "map/base/memory.h"
#include "map/ingest/event.h"

typedef struct ingest_waiting {
    char *key;
    char *id, *session, *user, *client, *database, *text; /* owned; NULL: "" */
    int64_t time;
} ingest_waiting;

typedef struct ingest_pending {
    ingest_waiting *items; /* oldest first */
    size_t count, capacity;
    bool changed;
} ingest_pending;

/* Nothing waits longer than until that many others wait. */
enum { INGEST_MOST_PENDING = 10000 };

/* Wait under `key`; what waited under it is gone.  Where too many wait, the oldest one is forgotten. */
void ingest_pending_put(ingest_pending *pending, const char *key, const ingest_event *event);
/* What waits under the key; NULL: nothing.  Lives until the next call. */
const ingest_waiting *ingest_pending_get(const ingest_pending *pending, const char *key);
void ingest_pending_remove(ingest_pending *pending, const char *key);
/* The waiting statement as an event; texts stay the waiting one's. */
ingest_event ingest_pending_event(const ingest_waiting *waiting, colline_dialect dialect);

/* As JSON, to be freed; NULL: nothing waits. */
char *ingest_pending_save(const ingest_pending *pending);
void ingest_pending_load(ingest_pending *pending, const char *json);
void ingest_pending_free(ingest_pending *pending);

#endif
