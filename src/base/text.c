#include "base/text.h"

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - ('a' - 'A')) : c;
}

static uint64_t eight_bytes(const char *data)
{
    uint64_t word;

    memcpy(&word, data, sizeof word);
    return word;
}

static uint32_t four_bytes(const char *data)
{
    uint32_t word;

    memcpy(&word, data, sizeof word);
    return word;
}

/* What tells the cases of a letter apart, in each byte. */
#define CASE_BITS 0x2020202020202020u

bool cln_text_alike(const char *a, const char *b, uint32_t length)
{
    uint32_t i = 0;

    /* eight bytes at once, as long as they are the same; most texts differ in the first */
    for (; i + 8 <= length; i += 8) {
        uint64_t difference = eight_bytes(a + i) ^ eight_bytes(b + i);
        if ((difference & ~CASE_BITS) != 0)
            return false;
        if (difference != 0)
            break;
    }
    for (; i < length; i++)
        if (a[i] != b[i] && lower(a[i]) != lower(b[i]))
            return false;
    return true;
}

bool cln_text_is_any(colline_text text, const char *const *words)
{
    for (; *words != NULL; words++)
        if (cln_text_says(text, *words))
            return true;
    return false;
}

int cln_text_compare(colline_text a, colline_text b)
{
    uint32_t common = a.length < b.length ? a.length : b.length;
    int order = common > 0 && a.data != b.data ? memcmp(a.data, b.data, common) : 0;

    return order != 0 ? order : (a.length > b.length) - (a.length < b.length);
}

colline_text cln_text_copy(cln_arena *arena, colline_text text)
{
    char *copy = cln_arena_get(arena, (size_t)text.length + 1);

    if (text.length > 0)
        memcpy(copy, text.data, text.length);
    copy[text.length] = '\0';
    return cln_text_of(copy, text.length);
}

colline_text cln_text_from(cln_arena *arena, const char *string)
{
    return string != NULL ? cln_text_copy(arena, cln_text_of(string, strlen(string))) : CLN_TEXT("");
}

/* In the top bit of each byte, whether it may be a letter from `first` (A or a) on: it is, or it is no ASCII.
 */
static uint64_t maybe_letters(uint64_t word, unsigned char first)
{
    uint64_t ones = 0x0101010101010101u, low = word & ~(ones * 0x80);
    uint64_t at_least = low + ones * (0x80u - first), beyond = low + ones * (0x80u - first - 26);

    return ((at_least & ~beyond) | word) & (ones * 0x80);
}

/* What is left of a text when its eights are taken; `text` is shorter than eight, or its last eight are taken
 * again. */
static inline uint64_t rest_of(colline_text text)
{
    uint32_t n = text.length;

    if (n >= 8)
        return eight_bytes(text.data + n - 8);
    if (n >= 4)
        return (uint64_t)four_bytes(text.data) << 32 | four_bytes(text.data + n - 4);
    if (n == 0)
        return 0;
    return (uint64_t)(unsigned char)text.data[0] << 16 | (uint64_t)(unsigned char)text.data[n / 2] << 8 |
           (unsigned char)text.data[n - 1];
}

void cln_text_fold(char *to, colline_text text, char first)
{
    uint32_t i = 0;

    for (; first != '\0' && i + 8 <= text.length; i += 8) {
        uint64_t word = eight_bytes(text.data + i);
        word ^= (maybe_letters(word, (unsigned char)first) & ~word) >> 2; /* 0x80 of a letter becomes its 0x20 */
        memcpy(to + i, &word, sizeof word);
    }
    for (; i < text.length; i++)
        to[i] = first == 'A' ? lower(text.data[i]) : first == 'a' ? upper(text.data[i]) : text.data[i];
}

static inline unsigned letters_of(colline_text text, char first)
{
    const uint64_t ones = 0x0101010101010101u, top = ones * 0x80;
    const uint64_t to_first = ones * (0x80u - (unsigned char)first), to_brace = ones * (0x80u - '{');
    uint64_t word = rest_of(text), letters = 0, braces = 0;

    for (uint32_t i = 0;; i += 8) {
        uint64_t low = word & ~top, from_first = low + to_first;
        letters |= (from_first & ~(from_first - ones * 26)) | word;
        braces |= low + to_brace;
        if (i + 8 >= text.length)
            break;
        word = eight_bytes(text.data + i);
    }
    return ((letters & top) != 0 ? CLN_LETTERS : 0u) | ((braces & top) != 0 ? CLN_BRACES : 0u);
}

unsigned cln_text_letters(colline_text text, char first)
{
    return letters_of(text, first);
}

/* How many bytes at the start of `text` are no letters from `first` on. */
static uint32_t unmapped(colline_text text, char first)
{
    uint32_t i = 0;

    while (i + 8 <= text.length && maybe_letters(eight_bytes(text.data + i), (unsigned char)first) == 0)
        i += 8;
    if (i + 8 > text.length && i > 0 &&
        maybe_letters(eight_bytes(text.data + text.length - 8), (unsigned char)first) == 0)
        return text.length;
    while (i < text.length && (unsigned char)(text.data[i] - first) >= 26)
        i++;
    return i;
}

/* The letters from `first` (A or a) on become those of the other case. */
static CLN_NOINLINE colline_text fold_copy(cln_arena *arena, colline_text text, char first)
{
    uint32_t same = unmapped(text, first);
    char *copy;

    if (same == text.length)
        return text;
    copy = cln_arena_get(arena, (size_t)text.length + 1);
    memcpy(copy, text.data, same);
    cln_text_fold(copy + same, cln_text_of(text.data + same, text.length - same), first);
    copy[text.length] = '\0';
    return cln_text_of(copy, text.length);
}

/* Most texts have no such letters, and are as they should be. */
static inline colline_text folded(cln_arena *arena, colline_text text, char first)
{
    return (letters_of(text, first) & CLN_LETTERS) == 0 ? text : fold_copy(arena, text, first);
}

colline_text cln_text_lower(cln_arena *arena, colline_text text)
{
    return folded(arena, text, 'A');
}

colline_text cln_text_upper(cln_arena *arena, colline_text text)
{
    return folded(arena, text, 'a');
}

/* `ignored`: bits of each byte that do not count. */
static uint32_t hash_of(colline_text text, uint64_t ignored)
{
    uint64_t hash = 0x9E3779B97F4A7C15u ^ text.length;

    for (uint32_t i = 0; i + 8 < text.length; i += 8) {
        hash = (hash ^ (eight_bytes(text.data + i) | ignored)) * 0xFF51AFD7ED558CCDu;
        hash ^= hash >> 32;
    }
    hash = (hash ^ (rest_of(text) | ignored)) * 0xC4CEB9FE1A85EC53u;
    hash ^= hash >> 29;
    hash *= 0xFF51AFD7ED558CCDu;
    return (uint32_t)(hash >> 32);
}

uint32_t cln_text_hash(colline_text text)
{
    return hash_of(text, 0);
}

uint32_t cln_text_hash_nocase(colline_text text)
{
    return hash_of(text, CASE_BITS);
}

void cln_buffer_reserve(cln_arena *arena, cln_buffer *buffer, size_t more)
{
    size_t needed = buffer->count + more;

    cln_poll(arena->fault);
    if (needed > UINT32_MAX / 2)
        cln_fault_raise(arena->fault, COLLINE_E_LIMIT);
    while (buffer->capacity < needed)
        buffer->items = cln_arena_grow(arena, buffer->items, &buffer->capacity, buffer->count, 1);
}

void cln_buffer_add_number(cln_arena *arena, cln_buffer *buffer, uint64_t number)
{
    char digits[20];
    size_t n = sizeof digits;

    do {
        digits[--n] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    cln_buffer_add(arena, buffer, cln_text_of(digits + n, sizeof digits - n));
}

colline_text cln_buffer_text(cln_arena *arena, cln_buffer *buffer)
{
    cln_buffer_reserve(arena, buffer, 1);
    buffer->items[buffer->count] = '\0';
    return cln_text_of(buffer->items, buffer->count);
}

colline_text cln_key(cln_arena *arena, char local[CLN_SHORT_KEY], colline_text a, colline_text b,
                     colline_text c)
{
    const colline_text parts[] = { a, b, c };
    size_t length = (size_t)a.length + b.length + c.length + 2;
    char *key = length <= CLN_SHORT_KEY ? local : cln_arena_get(arena, length);
    size_t n = 0;

    for (size_t i = 0; i < 3; i++) {
        if (i > 0)
            key[n++] = '\x1f';
        if (parts[i].length > 0)
            memcpy(key + n, parts[i].data, parts[i].length);
        n += parts[i].length;
    }
    return cln_text_of(key, n);
}

typedef bool equality(colline_text a, colline_text b);

static bool equal(colline_text a, colline_text b)
{
    return cln_text_equal(a, b);
}

/* Where `key` stands, or the free slot where it would. */
static inline uint32_t slot_of(const cln_map *map, colline_text key, uint32_t hash, equality *same)
{
    uint32_t i = hash & (map->capacity - 1);

    while (map->slots[i].key != NULL &&
           (map->slots[i].hash != hash || !same(cln_slot_key(&map->slots[i]), key)))
        i = (i + 1) & (map->capacity - 1);
    return i;
}

void *cln_map_get(const cln_map *map, colline_text key)
{
    return map->count == 0 ? NULL : map->slots[slot_of(map, key, cln_text_hash(key), equal)].value;
}

void *cln_map_get_hashed(const cln_map *map, colline_text key, uint32_t hash)
{
    return map->capacity == 0 ? NULL : map->slots[slot_of(map, key, hash, cln_text_equal_nocase)].value;
}

void *cln_map_get_nocase(const cln_map *map, colline_text key)
{
    return map->count == 0 ? NULL : cln_map_get_hashed(map, key, cln_text_hash_nocase(key));
}

static void grow(cln_arena *arena, cln_map *map)
{
    cln_map grown = { NULL, map->count, map->capacity == 0 ? 4 : map->capacity * 2 };

    grown.slots = CLN_NEW_ARRAY(arena, cln_map_slot, grown.capacity);
    for (uint32_t i = 0; i < map->capacity; i++) {
        cln_poll(arena->fault);
        if (map->slots[i].key != NULL)
            grown.slots[slot_of(&grown, cln_slot_key(&map->slots[i]), map->slots[i].hash, equal)] =
                map->slots[i];
    }
    *map = grown;
}

static inline cln_map_slot *slot_for(cln_arena *arena, cln_map *map, colline_text key, uint32_t hash, equality *same)
{
    cln_map_slot *slot;

    if (map->count + map->count / 2 >= map->capacity)
        grow(arena, map);
    slot = &map->slots[slot_of(map, key, hash, same)];
    if (slot->key == NULL) {
        *slot = (cln_map_slot){ key.data != NULL ? key.data : "", key.length, hash, NULL };
        map->count++;
    }
    return slot;
}

cln_map_slot *cln_map_at(cln_arena *arena, cln_map *map, colline_text key)
{
    return slot_for(arena, map, key, cln_text_hash(key), equal);
}

static void set(cln_map_slot *slot, colline_text key, void *value)
{
    slot->key = key.data != NULL ? key.data : "";
    slot->value = value;
}

void cln_map_put(cln_arena *arena, cln_map *map, colline_text key, void *value)
{
    set(cln_map_at(arena, map, key), key, value);
}

void cln_map_empty(cln_map *map)
{
    if (map->capacity > 0)
        memset(map->slots, 0, map->capacity * sizeof *map->slots);
    map->count = 0;
}

void cln_map_put_nocase(cln_arena *arena, cln_map *map, colline_text key, void *value)
{
    set(slot_for(arena, map, key, cln_text_hash_nocase(key), cln_text_equal_nocase), key, value);
}
