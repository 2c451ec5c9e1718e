/*
 * Pools and arrays of the data map.
 */
#include "map/base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CHUNK = 4096, LARGEST_CHUNK = 1 << 20, ALIGNMENT = 16 };

struct map_pool_chunk {
    struct map_pool_chunk *next;
    size_t used, size; /* of data */
    _Alignas(ALIGNMENT) char data[];
};

static _Noreturn void out_of_memory(void)
{
    fputs("colline: out of memory\n", stderr);
    _Exit(2);
}

void *map_get(size_t size)
{
    void *memory = malloc(size != 0 ? size : 1);

    if (memory == NULL)
        out_of_memory();
    return memory;
}

void *map_resize(void *memory, size_t size)
{
    memory = realloc(memory, size != 0 ? size : 1);
    if (memory == NULL)
        out_of_memory();
    return memory;
}

static struct map_pool_chunk *new_chunk(const map_pool *pool, size_t size)
{
    size_t room = pool->chunks == NULL ? FIRST_CHUNK : pool->chunks->size * 2;
    struct map_pool_chunk *chunk;

    if (room > LARGEST_CHUNK)
        room = LARGEST_CHUNK;
    if (room < size)
        room = size;
    chunk = map_get(sizeof *chunk + room);
    *chunk = (struct map_pool_chunk){ pool->chunks, 0, room };
    return chunk;
}

/* Not zeroed. */
static void *raw(map_pool *pool, size_t size)
{
    struct map_pool_chunk *chunk = pool->chunks;
    void *memory;

    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (chunk == NULL || chunk->size - chunk->used < size)
        chunk = pool->chunks = new_chunk(pool, size);
    memory = chunk->data + chunk->used;
    chunk->used += size;
    pool->bytes += size;
    return memory;
}

void *map_pool_get(map_pool *pool, size_t size)
{
    return memset(raw(pool, size), 0, size);
}

colline_text map_pool_copy(map_pool *pool, const char *data, size_t length)
{
    char *copy;

    if (data == NULL || length == 0)
        return (colline_text){ "", 0 };
    copy = raw(pool, length + 1);
    memcpy(copy, data, length);
    copy[length] = '\0';
    return (colline_text){ copy, (uint32_t)length };
}

colline_text map_pool_format(map_pool *pool, const char *format, ...)
{
    va_list values, again;
    char *text;
    int length;

    va_start(values, format);
    va_copy(again, values);
    length = vsnprintf(NULL, 0, format, values);
    va_end(values);
    if (length < 0)
        length = 0;
    text = map_pool_get(pool, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return (colline_text){ text, (uint32_t)length };
}

void map_pool_reset(map_pool *pool)
{
    struct map_pool_chunk *kept = pool->chunks;

    if (kept == NULL)
        return;
    pool->chunks = kept->next;
    map_pool_free(pool);
    kept->next = NULL;
    kept->used = 0;
    pool->chunks = kept;
}

void map_pool_free(map_pool *pool)
{
    while (pool->chunks != NULL) {
        struct map_pool_chunk *chunk = pool->chunks;

        pool->chunks = chunk->next;
        free(chunk);
    }
    pool->bytes = 0;
}
