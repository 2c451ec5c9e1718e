/*
 * Slots, the hash of what stands between them, and the table of shapes and keys.
 */
#include "map/ingest/shape.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "map/base/memory.h"

enum {
    MOST_SLOTS = 62,        /* further ones belong to the shape */
    MOST_TEXT = 64 << 10,   /* longer texts are read */
    FIRST_ENTRIES = 4096,
    MOST_ENTRIES = 1 << 19  /* then all are forgotten */
};

#define LEARNED ((uint64_t)1 << 63)

/* Of a shape: LEARNED and a bit for each slot that does not count.  Of a shape with the values that count: the key. */
typedef struct ingest_shape_entry {
    uint64_t hash;  /* 0: free */
    uint64_t value; /* not 0 */
} entry;

typedef struct slot {
    uint32_t offset, length; /* of the value, without quotes */
    bool number;
} slot;

typedef struct shape {
    colline_text text;
    slot slots[MOST_SLOTS];
    uint32_t count;
} shape;

/* ---- Slots ----------------------------------------------------------------------------------------- */

enum { OTHER, LETTER, DIGIT, QUOTE, HARMLESS };

/* A digit behind a letter belongs to a name; HARMLESS: in a string, as letters, digits and dots are. */
static const unsigned char sorts[256] = {
    ['\''] = QUOTE,
#define D DIGIT
    ['0'] = D, D, D, D, D, D, D, D, D, D,
#undef D
#define L LETTER
    ['A'] = L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
    ['a'] = L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
#undef L
    ['_'] = LETTER, ['.'] = LETTER, ['$'] = OTHER, ['-'] = HARMLESS, [':'] = HARMLESS, [' '] = HARMLESS, [','] = HARMLESS,
    ['/'] = HARMLESS, ['+'] = HARMLESS,
};

/* Bytes that make a digit beside them a part of something else. */
static bool joins(unsigned char c)
{
    return sorts[c] == LETTER || sorts[c] == DIGIT || c >= 0x80 || c == '$' || c == '#' || c == '@' || c == '\\';
}

static void add_slot(shape *s, const char *from, const char *to, bool number)
{
    s->slots[s->count++] = (slot){ (uint32_t)(from - s->text.data), (uint32_t)(to - from), number };
}

/* at: a digit; behind it and what belongs to it. */
static const char *read_digits(shape *s, const char *at, const char *end)
{
    const char *from = at;

    while (at < end && sorts[(unsigned char)*at] == DIGIT)
        at++;
    if ((from == s->text.data || !joins((unsigned char)from[-1])) && (at == end || !joins((unsigned char)*at)))
        add_slot(s, from, at, true);
    return at;
}

/* at: a quote; behind the string where it is harmless, else behind the quote. */
static const char *read_string(shape *s, const char *at, const char *end)
{
    const char *from = at + 1, *to = from;

    while (to < end && (sorts[(unsigned char)*to] & ~QUOTE) != 0)
        to++;
    if (to == from || to == end || *to != '\'' || (to + 1 < end && to[1] == '\'') ||
        (at > s->text.data && (at[-1] == '\'' || joins((unsigned char)at[-1]))))
        return from;
    add_slot(s, from, to, false);
    return to + 1;
}

static void find_slots(shape *s, colline_text text)
{
    const char *at = text.data, *end = text.data + text.length;

    s->text = text;
    s->count = 0;
    while (at < end && s->count < MOST_SLOTS) {
        switch (sorts[(unsigned char)*at]) {
        case LETTER:
            do
                at++;
            while (at < end && (sorts[(unsigned char)*at] == LETTER || sorts[(unsigned char)*at] == DIGIT));
            break;
        case DIGIT: at = read_digits(s, at, end); break;
        case QUOTE: at = read_string(s, at, end); break;
        default: at++; break;
        }
    }
}

/* ---- Hashes: of 16 bytes at a time, with a seed that nobody can foresee ------------------------------ */

static uint64_t fold(uint64_t a, uint64_t b)
{
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;

    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t load(const char *bytes, size_t length)
{
    uint64_t value = 0;

    memcpy(&value, bytes, length);
    return value;
}

static uint64_t hash_bytes(uint64_t seed, const char *data, size_t length)
{
    const uint64_t a = 0xa0761d6478bd642full ^ seed, b = 0xe7037ed1a0b428dbull;
    uint64_t hash = fold(a, b ^ length);

    for (; length >= 16; data += 16, length -= 16)
        hash = fold(load(data, 8) ^ a, load(data + 8, 8) ^ b ^ hash);
    if (length >= 8)
        hash = fold(load(data, 8) ^ a, load(data + 8, length - 8) ^ b ^ hash);
    else if (length > 0)
        hash = fold(load(data, length) ^ a, b ^ hash);
    hash = fold(hash ^ b, 0x8ebc6af09c88c6e3ull);
    return hash != 0 ? hash : 1;
}

static char *room_for(ingest_shapes *shapes, size_t bytes)
{
    if (bytes > shapes->room) {
        shapes->room = bytes * 2;
        shapes->buffer = map_resize(shapes->buffer, shapes->room);
    }
    return shapes->buffer;
}

/* What stands between the slots, and where they are. */
static uint64_t hash_shape(ingest_shapes *shapes, const shape *s, uint64_t options)
{
    char *out = room_for(shapes, s->text.length + MOST_SLOTS * sizeof(uint32_t)), *at = out;
    uint32_t from = 0, places[MOST_SLOTS];

    for (uint32_t i = 0; i < s->count; i++) {
        memcpy(at, s->text.data + from, s->slots[i].offset - from);
        at += s->slots[i].offset - from;
        from = s->slots[i].offset + s->slots[i].length;
        places[i] = (uint32_t)(at - out);
    }
    memcpy(at, s->text.data + from, s->text.length - from);
    at += s->text.length - from;
    memcpy(at, places, s->count * sizeof *places);
    at += s->count * sizeof *places;
    return hash_bytes(shapes->seed ^ options, out, (size_t)(at - out));
}

/* The shape with the values that count. */
static uint64_t hash_values(const ingest_shapes *shapes, const shape *s, uint64_t hash, uint64_t free_slots)
{
    for (uint32_t i = 0; i < s->count; i++)
        if ((free_slots >> i & 1) == 0)
            hash = hash_bytes(hash ^ i, s->text.data + s->slots[i].offset, s->slots[i].length);
    return hash_bytes(shapes->seed, (const char *)&hash, sizeof hash);
}

/* ---- The table ------------------------------------------------------------------------------------- */

static entry *find(const ingest_shapes *shapes, uint64_t hash)
{
    size_t at = (size_t)hash & shapes->mask;

    while (shapes->entries[at].hash != 0 && shapes->entries[at].hash != hash)
        at = (at + 1) & shapes->mask;
    return &shapes->entries[at];
}

static void start(ingest_shapes *shapes, size_t entries)
{
    shapes->mask = entries - 1;
    shapes->count = 0;
    shapes->entries = map_get(entries * sizeof *shapes->entries);
    memset(shapes->entries, 0, entries * sizeof *shapes->entries);
}

static void grow(ingest_shapes *shapes)
{
    ingest_shapes old = *shapes;

    start(shapes, (old.mask + 1) * 2);
    for (size_t i = 0; i <= old.mask; i++)
        if (old.entries[i].hash != 0)
            *find(shapes, old.entries[i].hash) = old.entries[i];
    shapes->count = old.count;
    free(old.entries);
}

static void put(ingest_shapes *shapes, uint64_t hash, uint64_t value)
{
    entry *found;

    if (shapes->count >= MOST_ENTRIES) {
        free(shapes->entries);
        start(shapes, FIRST_ENTRIES);
    } else if (shapes->count * 2 > shapes->mask) {
        grow(shapes);
    }
    found = find(shapes, hash);
    shapes->count += found->hash == 0;
    *found = (entry){ hash, value };
}

void ingest_shapes_init(ingest_shapes *shapes, uint64_t seed)
{
    *shapes = (ingest_shapes){ .seed = seed };
    start(shapes, FIRST_ENTRIES);
}

void ingest_shapes_free(ingest_shapes *shapes)
{
    free(shapes->entries);
    free(shapes->buffer);
    *shapes = (ingest_shapes){ NULL, 0, 0, 0, NULL, 0 };
}

/* ---- Which slots count ----------------------------------------------------------------------------- */

enum { MOST_SPANS = 256 };

/* The slots that stand in what the key does not depend on. */
static uint64_t free_of(const shape *s, const colline_span *left_out, size_t count)
{
    uint64_t found = 0;
    size_t at = 0;

    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t quote = s->slots[i].number ? 0 : 1, from = s->slots[i].offset - quote;
        uint32_t to = s->slots[i].offset + s->slots[i].length + quote;
        while (at < count && left_out[at].offset + left_out[at].length < to)
            at++;
        if (at < count && left_out[at].offset <= from)
            found |= (uint64_t)1 << i;
    }
    return found;
}

static uint64_t read_key(const ingest_shapes *shapes, const colline_options *options, const shape *s, uint64_t *free_slots)
{
    colline_span left_out[MOST_SPANS];
    size_t count;
    uint64_t key = colline_cache_key_spans(options, s->text.data, s->text.length, shapes->seed, left_out, MOST_SPANS, &count);

    *free_slots = free_of(s, left_out, count < MOST_SPANS ? count : MOST_SPANS);
    return key;
}

/* ---- The key --------------------------------------------------------------------------------------- */

static uint64_t hash_options(const ingest_shapes *shapes, const colline_options *options)
{
    uint64_t numbers = (uint64_t)options->dialect << 32 | options->flags;

    if (options->default_db == NULL)
        return hash_bytes(numbers, "", 0);
    return hash_bytes(numbers ^ shapes->seed, options->default_db, strlen(options->default_db));
}

uint64_t ingest_shapes_key(ingest_shapes *shapes, const colline_options *options, colline_text text)
{
    shape s;
    uint64_t hash, known, free_slots, key;

    if (text.length > MOST_TEXT)
        return colline_cache_key(options, text.data, text.length, shapes->seed);
    find_slots(&s, text);
    hash = hash_shape(shapes, &s, hash_options(shapes, options));
    known = find(shapes, hash)->value;
    if (known != 0) {
        const entry *found = find(shapes, hash_values(shapes, &s, hash, known & ~LEARNED));
        if (found->hash != 0)
            return found->value;
    }
    key = read_key(shapes, options, &s, &free_slots);
    if (known == 0)
        put(shapes, hash, LEARNED | free_slots);
    if (known == 0 || known == (LEARNED | free_slots))
        put(shapes, hash_values(shapes, &s, hash, free_slots), key);
    return key;
}
