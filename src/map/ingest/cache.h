/*
 * cache.h -- what the analysis of a text came to, by the text's key.
 *
 *     insert into a select x from b where d = '2024-01-01'      analysed, statement 17
 *     insert into a select x from b where d = '2024-01-02'      the same key: statement 17 was run again
 *
 * Bounded: when the younger generation is full it becomes the older one, and what that held is forgotten unless it was
 * used meanwhile.
 */
#ifndef MAP_INGEST_CACHE_H
#define MAP_INGEST_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "map/store/store.h"

/* Bits of ingest_cached.flags. */
enum {
    INGEST_CHANGES = 1, /* the text changes the session it runs in */
    INGEST_MOVES = 2,   /* ... and only by moving to a database: USE */
    INGEST_BROKEN = 4,  /* some statement could not be read */
    INGEST_PARTIAL = 8  /* some statement could be read in part only */
};

typedef struct ingest_cached {
    uint64_t key;     /* 0: the slot is free */
    uint64_t variant; /* of what changes a session: what it adds to the session's variant */
    uint64_t place;   /* the same: names the database that the session is in afterwards */
    char *names;      /* the same: the tables that it changes, as in ingest_effect; owned by the cache */
    int64_t *statements; /* in the store; owned by the cache, NULL unless there is more than one */
    store_told *told;          /* what is said of tables when it runs again; owned by the cache */
    int64_t statement;         /* the only one, or the first */
    uint32_t count;
    uint32_t told_count;
    uint32_t flags;
} ingest_cached;

typedef struct ingest_cache {
    struct ingest_generation *young, *old;
    size_t most; /* entries of a generation */
} ingest_cache;

void ingest_cache_init(ingest_cache *cache, size_t most);
void ingest_cache_free(ingest_cache *cache);
/* NULL: not there.  Lives until the next put. */
const ingest_cached *ingest_cache_get(ingest_cache *cache, uint64_t key);
/* `entry`, whose statements, names and told are copied. */
void ingest_cache_put(ingest_cache *cache, const ingest_cached *entry);
/* Forget one. */
void ingest_cache_forget(ingest_cache *cache, uint64_t key);

#endif
