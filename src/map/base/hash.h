/*
 * hash.h -- hashes of texts, for keys that are kept.
 *
 *     map_hash128("c84e45e48abadf72:387bccbc00000000", 33)      what an event's id is kept as
 */
#ifndef MAP_BASE_HASH_H
#define MAP_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

typedef struct map_hash {
    uint64_t high, low;
} map_hash;

/* Stable for good: stores keep them.  (MurmurHash3, x64, 128 bits, seed 0.) */
map_hash map_hash128(const void *data, size_t length);

#endif
