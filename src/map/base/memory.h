/*
 * memory.h -- memory of the data map: pools that are freed as a whole, and growing arrays.
 *
 *     map_pool pool = MAP_POOL_INIT;
 *     char *name = map_pool_copy(&pool, "dw.fact", 7).data; ...
 *     map_pool_free(&pool);
 *
 * Out of memory ends the process with a message and exit status 2: what a load has committed is safe, the
 * rest is not there, as after any kill.
 */
#ifndef MAP_BASE_MEMORY_H
#define MAP_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "colline.h"

typedef struct map_pool {
    struct map_pool_chunk *chunks; /* the newest first */
    size_t bytes;                  /* handed out */
} map_pool;

#define MAP_POOL_INIT                                                                                        \
    {                                                                                                        \
        NULL, 0                                                                                              \
    }

/* Never NULL; zeroed; aligned for any type. */
void *map_pool_get(map_pool *pool, size_t size);
/* A copy, with a NUL behind it; data NULL is the empty text. */
colline_text map_pool_copy(map_pool *pool, const char *data, size_t length);
colline_text map_pool_format(map_pool *pool, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Forget everything, but keep some memory for what comes next. */
void map_pool_reset(map_pool *pool);
void map_pool_free(map_pool *pool);

/* malloc and realloc that give no NULL. */
void *map_get(size_t size);
void *map_resize(void *memory, size_t size);

/* Grow `array` (an lvalue of a pointer from these functions) so that it holds one more than `count`. */
#define MAP_GROW(array, count, capacity)                                                                     \
    ((count) < (capacity) ? (void)0                                                                          \
                          : (void)((capacity) = (capacity) == 0 ? 16 : (capacity)*2,                         \
                                   (array) = map_resize((array), (capacity) * sizeof *(array))))

static inline bool map_same(colline_text a, colline_text b)
{
    return a.length == b.length && memcmp(a.data, b.data, a.length) == 0;
}

static inline colline_text map_text(const char *text)
{
    uint32_t length = 0;

    while (text != NULL && text[length] != '\0')
        length++;
    return (colline_text){ text == NULL ? "" : text, length };
}

#endif
