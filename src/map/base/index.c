/*
 * Open addressing, linear probing, at most half full; nothing is ever taken out.
 */
#include "map/base/index.h"

#include <stdlib.h>

#include "map/base/memory.h"

enum { FIRST_CAPACITY = 64 };

static size_t probe(const map_index *index, uint64_t hash, size_t at)
{
    while (index->slots[at].value != UINT32_MAX) {
        if (index->slots[at].hash == hash)
            return at;
        at = (at + 1) & (index->capacity - 1);
    }
    return MAP_INDEX_END;
}

size_t map_index_first(const map_index *index, uint64_t hash)
{
    return index->capacity == 0 ? MAP_INDEX_END : probe(index, hash, hash & (index->capacity - 1));
}

size_t map_index_next(const map_index *index, uint64_t hash, size_t at)
{
    return probe(index, hash, (at + 1) & (index->capacity - 1));
}

static void put(map_index *index, uint64_t hash, uint32_t value)
{
    size_t at = hash & (index->capacity - 1);

    while (index->slots[at].value != UINT32_MAX)
        at = (at + 1) & (index->capacity - 1);
    index->slots[at] = (map_index_slot){ hash, value };
}

static void grow(map_index *index)
{
    map_index old = *index;

    index->capacity = old.capacity == 0 ? FIRST_CAPACITY : old.capacity * 2;
    index->slots = map_get(index->capacity * sizeof *index->slots);
    for (size_t i = 0; i < index->capacity; i++)
        index->slots[i].value = UINT32_MAX;
    for (size_t i = 0; i < old.capacity; i++)
        if (old.slots[i].value != UINT32_MAX)
            put(index, old.slots[i].hash, old.slots[i].value);
    free(old.slots);
}

void map_index_add(map_index *index, uint64_t hash, uint32_t value)
{
    if (index->count * 2 >= index->capacity)
        grow(index);
    put(index, hash, value);
    index->count++;
}

void map_index_free(map_index *index)
{
    free(index->slots);
    *index = (map_index){ 0 };
}
