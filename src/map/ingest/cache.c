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

static ingest_generation *new_generation(size_t most)
{
    ingest_generation *g = map_get(sizeof *g);
    size_t size = 64;

    while (size < most * 2)
        size *= 2;
    g->slots = calloc(size, sizeof *g->slots);
    if (g->slots == NULL)
        g->slots = memset(map_get(size * sizeof *g->slots), 0, size * sizeof *g->slots);
    g->mask = size - 1;
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
    cache->young = new_generation(most);
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

/* Room for one more: the younger generation grows old when it is full. */
static void make_room(ingest_cache *cache)
{
    if (cache->young->count < cache->most)
        return;
    free_generation(cache->old);
    cache->old = cache->young;
    cache->young = new_generation(cache->most);
}

const ingest_cached *ingest_cache_get(ingest_cache *cache, uint64_t key)
{
    ingest_cached *found = slot(cache->young, key), *older;

    if (found->key == key)
        return found;
    older = cache->old != NULL ? slot(cache->old, key) : NULL;
    if (older == NULL || older->key != key || cache->young->count >= cache->most)
        return older != NULL && older->key == key ? older : NULL;
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
