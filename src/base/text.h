/*
 * text.h -- slices of text, and maps from them.
 *
 * A colline_text made here is NUL-terminated where the public header promises it (cln_text_copy,
 * cln_text_join); a slice of the statement's own text is not, and stays inside the library.
 */
#ifndef CLN_BASE_TEXT_H
#define CLN_BASE_TEXT_H

#include "base/arena.h"
#include <stdbool.h>
#include <string.h>

#define CLN_TEXT(literal) ((colline_text){ (literal), (uint32_t)(sizeof(literal) - 1) })

static inline colline_text cln_text_of(const char *data, size_t length)
{
    return (colline_text){ data, (uint32_t)length };
}

static inline bool cln_text_equal(colline_text a, colline_text b)
{
    return a.length == b.length && (a.data == b.data || a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

/* Equal but for the case of ASCII letters; texts of one length, of any. */
bool cln_text_alike(const char *a, const char *b, uint32_t length);
static inline bool cln_text_equal_nocase(colline_text a, colline_text b)
{
    return a.length == b.length && cln_text_alike(a.data, b.data, a.length);
}
/* Whether it is that word, but for the case of ASCII letters; most differ in their first letter. */
static inline bool cln_text_says(colline_text text, const char *word)
{
    return text.length > 0 && ((text.data[0] ^ word[0]) & ~0x20) == 0 &&
           cln_text_equal_nocase(text, cln_text_of(word, strlen(word)));
}
/* Whether it is one of the words, which NULL ends, in the same way. */
bool cln_text_is_any(colline_text text, const char *const *words);
/* memcmp order, the shorter first. */
int cln_text_compare(colline_text a, colline_text b);
/* A NUL-terminated copy. */
colline_text cln_text_copy(cln_arena *arena, colline_text text);
colline_text cln_text_from(cln_arena *arena, const char *string);
/* Whether a text may have letters from `first` (A or a) on (bytes beyond ASCII count as such), and whether it may have a '{'. */
enum { CLN_LETTERS = 1, CLN_BRACES = 2 };
unsigned cln_text_letters(colline_text text, char first);
/* ASCII letters folded; the text itself when nothing changes (then not copied). */
colline_text cln_text_lower(cln_arena *arena, colline_text text);
colline_text cln_text_upper(cln_arena *arena, colline_text text);
/* Copy `text`, its letters from `first` (A or a) on in the other case; '\0': as it stands. */
void cln_text_fold(char *to, colline_text text, char first);
uint32_t cln_text_hash(colline_text text);
/* The same for texts that are equal but for the case of letters. */
uint32_t cln_text_hash_nocase(colline_text text);

/* Growing output text.  cln_buffer_text() ends it with a NUL that is not counted. */
typedef CLN_VECTOR(char) cln_buffer;
/* Make room behind what is there for so many bytes. */
void cln_buffer_reserve(cln_arena *arena, cln_buffer *buffer, size_t more);
static inline void cln_buffer_add(cln_arena *arena, cln_buffer *buffer, colline_text text)
{
    if (text.length == 0)
        return;
    if (text.length > buffer->capacity - buffer->count)
        cln_buffer_reserve(arena, buffer, text.length);
    memcpy(buffer->items + buffer->count, text.data, text.length);
    buffer->count += text.length;
}
static inline void cln_buffer_add_string(cln_arena *arena, cln_buffer *buffer, const char *string)
{
    cln_buffer_add(arena, buffer, cln_text_of(string, strlen(string)));
}
static inline void cln_buffer_add_char(cln_arena *arena, cln_buffer *buffer, char c)
{
    *CLN_PUSH(arena, buffer) = c;
}
void cln_buffer_add_number(cln_arena *arena, cln_buffer *buffer, uint64_t number);
colline_text cln_buffer_text(cln_arena *arena, cln_buffer *buffer);

/* Three texts as one key, a separator between them: in `local` where it fits, so that looking up allocates
 * nothing. */
enum { CLN_SHORT_KEY = 256 };
colline_text cln_key(cln_arena *arena, char local[CLN_SHORT_KEY], colline_text a, colline_text b,
                     colline_text c);

/* A map from texts to pointers; keys are not copied.  Zero it to start. */
typedef struct cln_map_slot {
    const char *key; /* NULL: free */
    uint32_t length, hash;
    void *value;
} cln_map_slot;
typedef struct cln_map {
    cln_map_slot *slots;
    uint32_t count, capacity; /* capacity: 0 or a power of two */
} cln_map;
static inline colline_text cln_slot_key(const cln_map_slot *slot)
{
    return cln_text_of(slot->key, slot->length);
}
/* The value, or NULL. */
void *cln_map_get(const cln_map *map, colline_text key);
/* Where the key's value stands, NULL for a new one.  The slot's key may be replaced by an equal one that lives longer. */
cln_map_slot *cln_map_at(cln_arena *arena, cln_map *map, colline_text key);
/* Set or replace; value NULL is kept as such. */
void cln_map_put(cln_arena *arena, cln_map *map, colline_text key, void *value);
/* Nothing is in it any more; its memory stays. */
void cln_map_empty(cln_map *map);
/* The same for a map whose keys are equal without regard to case; a map is used with one kind or the other.
 */
void *cln_map_get_nocase(const cln_map *map, colline_text key);
/* The same where the key's cln_text_hash_nocase() is known. */
void *cln_map_get_hashed(const cln_map *map, colline_text key, uint32_t hash);
void cln_map_put_nocase(cln_arena *arena, cln_map *map, colline_text key, void *value);

#endif
