/*
 * Two generations of an open-addressed table.
 */
#include "map/ingest/cache.h"

#include <stdlib.h>
#include <string.h>

#include "map/base/memory.h"

typedef struct ingest_generation {
    ingest_cached *slots;
    size_t mask, count;
} ingest_generation;

enum { FIRST_SLOTS = 1024 };

static void make_slots(ingest_generation *g, size_t size)
{
    g->slots = memset(map_get(size * sizeof *g->slots), 0, size * sizeof *g->slots);
    g->mask = size - 1;
}

static ingest_generation *new_generation(void)
{
    ingest_generation *g = map_get(sizeof *g);

    make_slots(g, FIRST_SLOTS);
    g->count = 0;
    return g;
}

static void clear(ingest_cached *entry)
{
    free(entry->statements);
    free(entry->names);
    free(entry->told);
}

static void free_generation(ingest_generation *g)
{
    for (size_t i = 0; g != NULL && i <= g->mask; i++)
        clear(&g->slots[i]);
    if (g != NULL)
        free(g->slots);
    free(g);
}

void ingest_cache_init(ingest_cache *cache, size_t most)
{
    cache->most = most;
    cache->young = new_generation();
    cache->old = NULL;
}

void ingest_cache_free(ingest_cache *cache)
{
    free_generation(cache->young);
    free_generation(cache->old);
    cache->young = cache->old = NULL;
}

static ingest_cached *slot(ingest_generation *g, uint64_t key)
{
    size_t at = (size_t)(key ^ key >> 29) & g->mask;

    while (g->slots[at].key != 0 && g->slots[at].key != key)
        at = (at + 1) & g->mask;
    return &g->slots[at];
}

/* (What was forgotten leaves its slot here.) */
static void grow(ingest_generation *g)
{
    ingest_generation old = *g;

    if (g->count * 2 <= g->mask)
        return;
    make_slots(g, (old.mask + 1) * 2);
    g->count = 0;
    for (size_t i = 0; i <= old.mask; i++) {
        if (old.slots[i].key > 1) {
            *slot(g, old.slots[i].key) = old.slots[i];
            g->count++;
        }
    }
    free(old.slots);
}

/* Room for one more: the younger generation grows old when it is full. */
static void make_room(ingest_cache *cache)
{
    if (cache->young->count < cache->most) {
        grow(cache->young);
        return;
    }
    free_generation(cache->old);
    cache->old = cache->young;
    cache->young = new_generation();
}

const ingest_cached *ingest_cache_get(ingest_cache *cache, uint64_t key)
{
    ingest_cached *found = slot(cache->young, key), *older;

    if (found->key == key)
        return found;
    older = cache->old != NULL ? slot(cache->old, key) : NULL;
    if (older == NULL || older->key != key || cache->young->count >= cache->most)
        return older != NULL && older->key == key ? older : NULL;
    grow(cache->young);
    found = slot(cache->young, key);
    *found = *older; /* it is young again; the old slot stays taken, for the ones behind it */
    older->statements = NULL;
    older->names = NULL;
    older->told = NULL;
    older->key = 1;
    cache->young->count++;
    return found;
}

void ingest_cache_put(ingest_cache *cache, const ingest_cached *given)
{
    ingest_cached *entry;

    make_room(cache);
    entry = slot(cache->young, given->key);
    if (entry->key == given->key)
        clear(entry);
    else
        cache->young->count++;
    *entry = *given;
    entry->statement = given->count > 0 ? given->statements[0] : 0;
    entry->statements = NULL;
    if (given->count > 1) {
        entry->statements = map_get(given->count * sizeof *entry->statements);
        memcpy(entry->statements, given->statements, given->count * sizeof *entry->statements);
    }
    entry->told = NULL;
    if (given->told_count > 0) {
        entry->told = map_get(given->told_count * sizeof *entry->told);
        memcpy(entry->told, given->told, given->told_count * sizeof *entry->told);
    }
    entry->names = NULL;
    if (given->names != NULL) {
        entry->names = map_get(strlen(given->names) + 1);
        strcpy(entry->names, given->names);
    }
}

void ingest_cache_forget(ingest_cache *cache, uint64_t key)
{
    ingest_generation *generations[] = { cache->young, cache->old };

    for (size_t i = 0; i < 2; i++) {
        ingest_cached *entry = generations[i] != NULL ? slot(generations[i], key) : NULL;
        if (entry != NULL && entry->key == key) {
            clear(entry);
            /* the slot stays taken, so that those behind it are found; its key is one that nobody asks for */
            *entry = (ingest_cached){ .key = 1 };
        }
    }
}
