#include "base/xxh64.h"
#include <string.h>

#define PRIME_1 0x9E3779B185EBCA87u
#define PRIME_2 0xC2B2AE3D27D4EB4Fu
#define PRIME_3 0x165667B19E3779F9u
#define PRIME_4 0x85EBCA77C2B2AE63u
#define PRIME_5 0x27D4EB2F165667C5u

static uint64_t rotated(uint64_t x, int bits)
{
    return x << bits | x >> (64 - bits);
}

/* Little-endian, whatever the machine is; written so that compilers see one load in it. */
static uint64_t read_4(const unsigned char *p)
{
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24;
}

static uint64_t read_8(const unsigned char *p)
{
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
           (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

static uint64_t mixed(uint64_t lane, uint64_t input)
{
    return rotated(lane + input * PRIME_2, 31) * PRIME_1;
}

static void add_stripe(cln_xxh64 *hash, const unsigned char *p)
{
    for (int i = 0; i < 4; i++)
        hash->lanes[i] = mixed(hash->lanes[i], read_8(p + 8 * i));
}

void cln_xxh64_start(cln_xxh64 *hash, uint64_t seed)
{
    *hash = (cln_xxh64){ .seed = seed,
                         .lanes = { seed + PRIME_1 + PRIME_2, seed + PRIME_2, seed, seed - PRIME_1 } };
}

void cln_xxh64_add(cln_xxh64 *hash, const void *data, size_t length)
{
    const unsigned char *p = data;

    while (length >= 32 && hash->length % 32 == 0) {
        add_stripe(hash, p);
        hash->length += 32;
        p += 32;
        length -= 32;
    }
    while (length > 0) {
        size_t held = hash->length % 32, part = 32 - held < length ? 32 - held : length;

        memcpy(hash->pending + held, p, part);
        if (held + part == 32)
            add_stripe(hash, hash->pending);
        hash->length += part;
        p += part;
        length -= part;
    }
}

static uint64_t merged(const uint64_t *lanes)
{
    uint64_t x = rotated(lanes[0], 1) + rotated(lanes[1], 7) + rotated(lanes[2], 12) + rotated(lanes[3], 18);

    for (int i = 0; i < 4; i++)
        x = (x ^ mixed(0, lanes[i])) * PRIME_1 + PRIME_4;
    return x;
}

uint64_t cln_xxh64_end(const cln_xxh64 *hash)
{
    const unsigned char *p = hash->pending, *end = p + hash->length % 32;
    uint64_t x = (hash->length >= 32 ? merged(hash->lanes) : hash->seed + PRIME_5) + hash->length;

    for (; end - p >= 8; p += 8)
        x = rotated(x ^ mixed(0, read_8(p)), 27) * PRIME_1 + PRIME_4;
    if (end - p >= 4) {
        x = rotated(x ^ read_4(p) * PRIME_1, 23) * PRIME_2 + PRIME_3;
        p += 4;
    }
    for (; p < end; p++)
        x = rotated(x ^ *p * PRIME_5, 11) * PRIME_1;
    x = (x ^ x >> 33) * PRIME_2;
    x = (x ^ x >> 29) * PRIME_3;
    return x ^ x >> 32;
}
