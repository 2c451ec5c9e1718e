/*
 * MurmurHash3_x64_128 of Austin Appleby, which is in the public domain, written anew.
 */
#include "map/base/hash.h"

#include <string.h>

#define FIRST 0x87c37b91114253d5ULL
#define SECOND 0x4cf5ad432745937fULL

static uint64_t rotate(uint64_t value, unsigned bits)
{
    return value << bits | value >> (64 - bits);
}

/* Eight bytes as a number, the lowest first, whatever the machine's order. */
static uint64_t load_word(const unsigned char *bytes)
{
    uint64_t value;

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(&value, bytes, sizeof value);
#else
    value = 0;
    for (int i = 7; i >= 0; i--)
        value = value << 8 | bytes[i];
#endif
    return value;
}

/* The same of fewer. */
static uint64_t load(const unsigned char *bytes, size_t length)
{
    uint64_t value = 0;

    while (length-- > 0)
        value = value << 8 | bytes[length];
    return value;
}

static uint64_t finish(uint64_t value)
{
    value = (value ^ value >> 33) * 0xff51afd7ed558ccdULL;
    value = (value ^ value >> 33) * 0xc4ceb9fe1a85ec53ULL;
    return value ^ value >> 33;
}

map_hash map_hash128(const void *data, size_t length)
{
    const unsigned char *bytes = data, *end = bytes + length;
    uint64_t high = 0, low = 0;

    for (; end - bytes >= 16; bytes += 16) {
        high ^= rotate(load_word(bytes) * FIRST, 31) * SECOND;
        high = (rotate(high, 27) + low) * 5 + 0x52dce729;
        low ^= rotate(load_word(bytes + 8) * SECOND, 33) * FIRST;
        low = (rotate(low, 31) + high) * 5 + 0x38495ab5;
    }
    if (end - bytes > 8) {
        low ^= rotate(load(bytes + 8, (size_t)(end - bytes) - 8) * SECOND, 33) * FIRST;
        high ^= rotate(load_word(bytes) * FIRST, 31) * SECOND;
    } else if (end > bytes) {
        high ^= rotate(load(bytes, (size_t)(end - bytes)) * FIRST, 31) * SECOND;
    }
    high ^= length;
    low ^= length;
    high += low;
    low += high;
    high = finish(high);
    low = finish(low);
    high += low;
    return (map_hash){ high, low + high };
}
