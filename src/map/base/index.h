/*
 * index.h -- a hash index: from a hash to the numbers that were put under it, which the caller tells apart.
 *
 *     for (size_t at = map_index_first(&index, hash); at != MAP_INDEX_END; at = map_index_next(&index, hash,
 * at)) if (same(things[index.slots[at].value], wanted))
 *             ...
 */
#ifndef MAP_BASE_INDEX_H
#define MAP_BASE_INDEX_H

#include <stddef.h>
#include <stdint.h>

typedef struct map_index_slot {
    uint64_t hash;
    uint32_t value; /* UINT32_MAX: free */
} map_index_slot;

typedef struct map_index {
    map_index_slot *slots;
    size_t capacity, count; /* capacity: a power of two, or 0 */
} map_index;

#define MAP_INDEX_END SIZE_MAX

/* The place of the first value under the hash, MAP_INDEX_END where there is none. */
size_t map_index_first(const map_index *index, uint64_t hash);
size_t map_index_next(const map_index *index, uint64_t hash, size_t at);
/* One more value under the hash; value is below UINT32_MAX.  Places change. */
void map_index_add(map_index *index, uint64_t hash, uint32_t value);
void map_index_free(map_index *index);

/* A hash of a few whole numbers. */
static inline uint64_t map_mix(uint64_t a, uint64_t b)
{
    uint64_t value = (a ^ (b + 0x9e3779b97f4a7c15ULL + (a << 6) + (a >> 2))) * 0xff51afd7ed558ccdULL;

    value = (value ^ value >> 32) * 0xc4ceb9fe1a85ec53ULL;
    return value ^ value >> 29;
}

#endif
