/*
 * The cache: a hash table in the order of last use.  One version at a time: an entry of an older one makes
 * room when it is met, or when it is the one that was used longest ago.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "map/serve/response.h"

enum { BUCKETS = 4096 };

typedef struct entry {
    struct entry *next;          /* in its bucket */
    struct entry *newer, *older; /* in order of use */
    serve_response *response;
    long long version;
    uint64_t hash;
    char key[];
} entry;

struct serve_cache {
    pthread_mutex_t lock;
    entry *buckets[BUCKETS];
    entry *newest, *oldest;
    size_t bytes, most_bytes, entries;
    uint64_t hits, misses;
};

serve_cache *serve_new_cache(size_t most_bytes)
{
    serve_cache *cache = calloc(1, sizeof *cache);

    if (cache != NULL) {
        pthread_mutex_init(&cache->lock, NULL);
        cache->most_bytes = most_bytes;
    }
    return cache;
}

static uint64_t hash_key(const char *key)
{
    uint64_t hash = 14695981039346656037u;

    while (*key != '\0')
        hash = (hash ^ (unsigned char)*key++) * 1099511628211u;
    return hash;
}

static void unlink_use(serve_cache *cache, entry *e)
{
    *(e->newer != NULL ? &e->newer->older : &cache->newest) = e->older;
    *(e->older != NULL ? &e->older->newer : &cache->oldest) = e->newer;
}

static void link_newest(serve_cache *cache, entry *e)
{
    e->newer = NULL;
    e->older = cache->newest;
    *(cache->newest != NULL ? &cache->newest->newer : &cache->oldest) = e;
    cache->newest = e;
}

static void discard(serve_cache *cache, entry *e)
{
    entry **at = &cache->buckets[e->hash % BUCKETS];

    while (*at != e)
        at = &(*at)->next;
    *at = e->next;
    unlink_use(cache, e);
    cache->bytes -= e->response->bytes;
    cache->entries--;
    serve_drop_response(e->response);
    free(e);
}

static entry *find(serve_cache *cache, const char *key, uint64_t hash)
{
    entry *e = cache->buckets[hash % BUCKETS];

    while (e != NULL && (e->hash != hash || strcmp(e->key, key) != 0))
        e = e->next;
    return e;
}

serve_response *serve_cache_get(serve_cache *cache, const char *key, long long version)
{
    serve_response *response = NULL;
    entry *e;

    pthread_mutex_lock(&cache->lock);
    e = find(cache, key, hash_key(key));
    if (e != NULL && e->version != version) {
        discard(cache, e);
        e = NULL;
    }
    if (e != NULL) {
        response = e->response;
        __atomic_add_fetch(&response->references, 1, __ATOMIC_ACQ_REL);
        unlink_use(cache, e);
        link_newest(cache, e);
        cache->hits++;
    } else {
        cache->misses++;
    }
    pthread_mutex_unlock(&cache->lock);
    return response;
}

void serve_cache_put(serve_cache *cache, const char *key, long long version, serve_response *response)
{
    size_t length = strlen(key) + 1;
    entry *e, *old;

    if (response->bytes > cache->most_bytes / 8 || (e = calloc(1, sizeof *e + length)) == NULL)
        return;
    memcpy(e->key, key, length);
    e->hash = hash_key(key);
    e->version = version;
    e->response = response;
    __atomic_add_fetch(&response->references, 1, __ATOMIC_ACQ_REL);
    pthread_mutex_lock(&cache->lock);
    old = find(cache, key, e->hash);
    if (old != NULL)
        discard(cache, old);
    e->next = cache->buckets[e->hash % BUCKETS];
    cache->buckets[e->hash % BUCKETS] = e;
    link_newest(cache, e);
    cache->bytes += response->bytes;
    cache->entries++;
    while (cache->bytes > cache->most_bytes && cache->oldest != e)
        discard(cache, cache->oldest);
    pthread_mutex_unlock(&cache->lock);
}

void serve_cache_figures(serve_cache *cache, uint64_t *hits, uint64_t *misses, size_t *bytes, size_t *entries)
{
    pthread_mutex_lock(&cache->lock);
    *hits = cache->hits;
    *misses = cache->misses;
    *bytes = cache->bytes;
    *entries = cache->entries;
    pthread_mutex_unlock(&cache->lock);
}

void serve_free_cache(serve_cache *cache)
{
    if (cache == NULL)
        return;
    while (cache->oldest != NULL)
        discard(cache, cache->oldest);
    pthread_mutex_destroy(&cache->lock);
    free(cache);
}
