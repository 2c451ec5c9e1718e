/*
 * xxh64.h -- the XXH64 hash, fed piece by piece.
 *
 *     cln_xxh64_start(&h, 0); cln_xxh64_add(&h, "a", 1); cln_xxh64_end(&h) == 0xd24ec4f1a98c6e5b
 */
#ifndef CLN_BASE_XXH64_H
#define CLN_BASE_XXH64_H

#include <stddef.h>
#include <stdint.h>

typedef struct cln_xxh64 {
    uint64_t seed, length;
    uint64_t lanes[4];
    unsigned char pending[32]; /* length % 32 bytes that no lane has seen */
} cln_xxh64;

void cln_xxh64_start(cln_xxh64 *hash, uint64_t seed);
void cln_xxh64_add(cln_xxh64 *hash, const void *data, size_t length);
uint64_t cln_xxh64_end(const cln_xxh64 *hash);

#endif
