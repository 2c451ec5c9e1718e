#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

struct cln_chunk {
    cln_chunk *older;
    size_t size;            /* of the whole allocation */
};

enum { ALIGNMENT = 8, FIRST_CHUNK = 4096, LARGEST_CHUNK = 1 << 20, FIRST_CAPACITY = 4 };

/* The header of a chunk, rounded up so that what follows is aligned. */
#define HEADER ((sizeof(cln_chunk) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT)

static void *malloc_allocate(void *context, size_t size)
{
    (void)context;
    return malloc(size);
}

static void malloc_release(void *context, void *memory, size_t size)
{
    (void)context;
    (void)size;
    free(memory);
}

const colline_allocator cln_malloc_allocator = { malloc_allocate, malloc_release, NULL };

void cln_arena_init(cln_arena *arena, cln_fault *fault, const colline_allocator *allocator)
{
    memset(arena, 0, sizeof *arena);
    arena->fault = fault;
    arena->allocator = allocator != NULL ? *allocator : cln_malloc_allocator;
    arena->chunk_size = FIRST_CHUNK;
}

static void add_chunk(cln_arena *arena, size_t needed)
{
    size_t size = arena->chunk_size;
    cln_chunk *chunk;

    if (needed > size - HEADER) {
        if (needed > SIZE_MAX / 2)
            cln_fault_raise(arena->fault, COLLINE_E_MEMORY);
        size = needed + HEADER;
    } else if (arena->chunk_size < LARGEST_CHUNK) {
        arena->chunk_size *= 2;
    }
    chunk = arena->allocator.allocate(arena->allocator.context, size);
    if (chunk == NULL)
        cln_fault_raise(arena->fault, COLLINE_E_MEMORY);
    chunk->older = arena->chunks;
    chunk->size = size;
    arena->chunks = chunk;
    arena->next = (char *)chunk + HEADER;
    arena->end = (char *)chunk + size;
}

void *cln_arena_get(cln_arena *arena, size_t size)
{
    size_t padded = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void *memory;

    if (padded < size)
        cln_fault_raise(arena->fault, COLLINE_E_MEMORY);
    if (arena->next == NULL || padded > (size_t)(arena->end - arena->next))
        add_chunk(arena, padded);
    memory = arena->next;
    arena->next += padded;
    arena->held += padded;
    return memory;
}

void *cln_arena_zero(cln_arena *arena, size_t size)
{
    return memset(cln_arena_get(arena, size), 0, size);
}

static void release_chunks(cln_arena *arena, cln_chunk *chunk)
{
    while (chunk != NULL) {
        cln_chunk *older = chunk->older;
        arena->allocator.release(arena->allocator.context, chunk, chunk->size);
        chunk = older;
    }
}

void cln_arena_reset(cln_arena *arena)
{
    cln_chunk *kept = arena->chunks;

    if (kept == NULL)
        return;
    release_chunks(arena, kept->older);
    if (kept->size > LARGEST_CHUNK) {
        release_chunks(arena, (kept->older = NULL, kept));
        arena->chunks = NULL;
        arena->next = arena->end = NULL;
    } else {
        kept->older = NULL;
        arena->next = (char *)kept + HEADER;
        arena->end = (char *)kept + kept->size;
    }
    arena->held = 0;
}

void cln_arena_free(cln_arena *arena)
{
    release_chunks(arena, arena->chunks);
    arena->chunks = NULL;
    arena->next = arena->end = NULL;
    arena->held = 0;
    arena->chunk_size = FIRST_CHUNK;
}

void *cln_arena_grow(cln_arena *arena, void *items, uint32_t *capacity, uint32_t count, size_t item_size)
{
    uint32_t wanted = *capacity == 0 ? FIRST_CAPACITY : *capacity * 2;
    void *grown;

    if (wanted <= *capacity || wanted > SIZE_MAX / item_size)
        cln_fault_raise(arena->fault, COLLINE_E_LIMIT);
    /* The newest allocation grows in place where its chunk has room. */
    if (items != NULL && *capacity * item_size % ALIGNMENT == 0 && (char *)items + *capacity * item_size == arena->next &&
        (wanted - *capacity) * item_size <= (size_t)(arena->end - arena->next)) {
        (void)cln_arena_get(arena, (wanted - *capacity) * item_size);
        *capacity = wanted;
        return items;
    }
    grown = cln_arena_get(arena, wanted * item_size);
    if (count > 0)
        memcpy(grown, items, count * item_size);
    *capacity = wanted;
    return grown;
}
