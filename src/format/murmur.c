/*
 * Written after the public description of Austin Appleby's MurmurHash3_x64_128, which is in the public
 * domain.
 */
#include "format/murmur.h"

#define C1 0x87C37B91114253D5u
#define C2 0x4CF5AD432745937Fu

static uint64_t rotate(uint64_t x, int bits)
{
    return x << bits | x >> (64 - bits);
}

/* Up to eight bytes, the first the lowest. */
static uint64_t little(const unsigned char *bytes, size_t length)
{
    uint64_t word = 0;

    for (size_t i = length < 8 ? length : 8; i-- > 0;)
        word = word << 8 | bytes[i];
    return word;
}

static uint64_t mixed1(uint64_t k)
{
    return rotate(k * C1, 31) * C2;
}

static uint64_t mixed2(uint64_t k)
{
    return rotate(k * C2, 33) * C1;
}

static uint64_t finished(uint64_t k)
{
    k = (k ^ k >> 33) * 0xFF51AFD7ED558CCDu;
    k = (k ^ k >> 33) * 0xC4CEB9FE1A85EC53u;
    return k ^ k >> 33;
}

void cln_murmur3(const unsigned char *bytes, size_t length, uint64_t hash[2], cln_fault *fault)
{
    uint64_t h1 = 0, h2 = 0;
    size_t at = 0;

    for (; at + 16 <= length; at += 16) {
        cln_poll(fault);
        h1 = (rotate(h1 ^ mixed1(little(bytes + at, 8)), 27) + h2) * 5 + 0x52DCE729;
        h2 = (rotate(h2 ^ mixed2(little(bytes + at + 8, 8)), 31) + h1) * 5 + 0x38495AB5;
    }
    if (length - at > 8)
        h2 ^= mixed2(little(bytes + at + 8, length - at - 8));
    if (length > at)
        h1 ^= mixed1(little(bytes + at, length - at));
    h1 ^= length;
    h2 ^= length;
    h1 += h2;
    h2 += h1;
    h1 = finished(h1);
    h2 = finished(h2);
    h1 += h2;
    h2 += h1;
    hash[0] = h1;
    hash[1] = h2;
}
