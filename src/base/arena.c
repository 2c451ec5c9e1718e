#include "base/arena.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct cln_chunk {
    cln_chunk *older;
    cln_chunk *newer; /* of a large array's chunk only */
    size_t size;      /* of the whole allocation */
};

/* Tests make them tiny, so that each allocation has a chunk of its own. */
#ifndef CLN_FIRST_CHUNK
#define CLN_FIRST_CHUNK 4096
#define CLN_LARGEST_CHUNK (1 << 20)
#endif

enum { FIRST_CHUNK = CLN_FIRST_CHUNK, LARGEST_CHUNK = CLN_LARGEST_CHUNK };
/* What a vector starts with; of large items most vectors hold one (relations, targets). */
enum { FIRST_CAPACITY = 4, LARGE_ITEM = 64 };
/* An array of this many bytes has a chunk to itself, which is given back when the array outgrows it. */
enum { LARGE_ARRAY = 32 << 10 };

/* The header of a chunk, rounded up so that what follows is aligned. */
#define HEADER ((sizeof(cln_chunk) + CLN_ALIGNMENT - 1) / CLN_ALIGNMENT * CLN_ALIGNMENT)

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

void *cln_arena_get_anywhere(cln_arena *arena, size_t size)
{
    size_t padded = (size + CLN_ALIGNMENT - 1) / CLN_ALIGNMENT * CLN_ALIGNMENT;
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

    release_chunks(arena, arena->arrays);
    arena->arrays = NULL;
    arena->held = 0;
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
    release_chunks(arena, arena->arrays);
    arena->arrays = NULL;
    release_chunks(arena, arena->chunks);
    arena->chunks = NULL;
    arena->next = arena->end = NULL;
    arena->held = 0;
    arena->chunk_size = FIRST_CHUNK;
}

static void *chunk_memory(cln_chunk *chunk)
{
    return (char *)chunk + HEADER;
}

/* A chunk for one large array. */
static void *large_get(cln_arena *arena, size_t size)
{
    cln_chunk *chunk =
        size <= SIZE_MAX - HEADER ? arena->allocator.allocate(arena->allocator.context, size + HEADER) : NULL;

    if (chunk == NULL)
        cln_fault_raise(arena->fault, COLLINE_E_MEMORY);
    chunk->size = size + HEADER;
    chunk->newer = NULL;
    chunk->older = arena->arrays;
    if (arena->arrays != NULL)
        arena->arrays->newer = chunk;
    arena->arrays = chunk;
    arena->held += size;
    return chunk_memory(chunk);
}

static void large_release(cln_arena *arena, void *items)
{
    cln_chunk *chunk = (cln_chunk *)(void *)((char *)items - HEADER);

    if (chunk->newer != NULL)
        chunk->newer->older = chunk->older;
    else
        arena->arrays = chunk->older;
    if (chunk->older != NULL)
        chunk->older->newer = chunk->newer;
    arena->held -= chunk->size - HEADER;
    arena->allocator.release(arena->allocator.context, chunk, chunk->size);
}

/* Whether an array of that size has a chunk of its own. */
static bool is_large(uint32_t capacity, size_t item_size)
{
    return capacity * item_size >= LARGE_ARRAY;
}

/* A larger array in the place of one, in a chunk of its own. */
static void *grow_large(cln_arena *arena, void *items, uint32_t *capacity, uint32_t count, size_t item_size)
{
    bool was_large = is_large(*capacity, item_size);
    uint32_t wanted = was_large ? *capacity + *capacity / 2 : *capacity * 2;
    void *grown;

    if (wanted <= *capacity)
        cln_fault_raise(arena->fault, COLLINE_E_LIMIT);
    grown = large_get(arena, wanted * item_size);
    memcpy(grown, items, count * item_size);
    if (was_large)
        large_release(arena, items);
    *capacity = wanted;
    return grown;
}

/* Mostly a few words, of memory that the arena gave: the rest of the last one may be copied, too. */
static void copy_words(void *to, const void *from, size_t size)
{
    uint64_t word;

    if (size > 8 * sizeof word) {
        memcpy(to, from, size);
        return;
    }
    for (size_t at = 0; at < size; at += sizeof word) {
        memcpy(&word, (const char *)from + at, sizeof word);
        memcpy((char *)to + at, &word, sizeof word);
    }
}

/* Twice the room of a vector that has some. */
static CLN_NOINLINE void *grow_further(cln_arena *arena, void *items, uint32_t *capacity, uint32_t count, size_t item_size)
{
    uint32_t wanted = *capacity * 2;
    void *grown;

    if (wanted <= *capacity || (uint64_t)wanted * item_size > SIZE_MAX)
        cln_fault_raise(arena->fault, COLLINE_E_LIMIT);
    if (items != NULL && is_large(wanted, item_size))
        return grow_large(arena, items, capacity, count, item_size);
    /* The newest allocation grows in place where its chunk has room. */
    if (items != NULL && *capacity * item_size % CLN_ALIGNMENT == 0 &&
        (char *)items + *capacity * item_size == arena->next &&
        (wanted - *capacity) * item_size <= (size_t)(arena->end - arena->next)) {
        (void)cln_arena_get(arena, (wanted - *capacity) * item_size);
        *capacity = wanted;
        return items;
    }
    grown = cln_arena_get(arena, wanted * item_size);
    copy_words(grown, items, count * item_size);
    *capacity = wanted;
    return grown;
}

void *cln_arena_grow(cln_arena *arena, void *items, uint32_t *capacity, uint32_t count, size_t item_size)
{
    uint32_t first = item_size > LARGE_ITEM ? 1 : FIRST_CAPACITY;

    if (*capacity != 0)
        return grow_further(arena, items, capacity, count, item_size);
    /* Where there is no memory, a vector that outlives the failure still has no capacity. */
    items = cln_arena_get(arena, first * item_size);
    *capacity = first;
    return items;
}

void *cln_arena_reserve(cln_arena *arena, void *items, uint32_t *capacity, uint32_t count, uint32_t more,
                        size_t item_size)
{
    size_t wanted = (size_t)count + more;
    bool was_large = is_large(*capacity, item_size);
    void *grown;

    if (wanted > UINT32_MAX / 2)
        cln_fault_raise(arena->fault, COLLINE_E_LIMIT);
    grown = is_large((uint32_t)wanted, item_size) ? large_get(arena, wanted * item_size)
                                                  : cln_arena_get(arena, wanted * item_size);
    if (count > 0)
        memcpy(grown, items, count * item_size);
    if (was_large)
        large_release(arena, items);
    *capacity = (uint32_t)wanted;
    return grown;
}
