/*
 * arena.h -- memory that is given back all at once.
 *
 * A statement's tree, facts and edges live in one arena, which is reset for the next statement: no
 * destructors, no free lists.  Memory is never NULL: when the allocator has none, the arena raises
 * COLLINE_E_MEMORY (fault.h).
 */
#ifndef CLN_BASE_ARENA_H
#define CLN_BASE_ARENA_H

#include "base/fault.h"
#include <string.h>

typedef struct cln_chunk cln_chunk;

typedef struct cln_arena {
    cln_fault *fault;
    colline_allocator allocator;
    cln_chunk *chunks; /* newest first */
    cln_chunk *arrays; /* of large arrays, one each */
    char *next, *end;  /* what is left of the newest */
    size_t held;       /* bytes handed out since the last reset, padding included */
    size_t chunk_size; /* of the next ordinary chunk */
} cln_arena;

/* `allocator` NULL: malloc and free.  Allocates nothing yet. */
void cln_arena_init(cln_arena *arena, cln_fault *fault, const colline_allocator *allocator);

/* The same as cln_arena_get(), where the newest chunk may be full. */
CLN_COLD void *cln_arena_get_anywhere(cln_arena *arena, size_t size);

enum { CLN_ALIGNMENT = 8 };

/* Uninitialised memory, aligned for any type that the library stores; size 0 is allowed. */
static inline void *cln_arena_get(cln_arena *arena, size_t size)
{
    size_t padded = (size + CLN_ALIGNMENT - 1) / CLN_ALIGNMENT * CLN_ALIGNMENT;
    void *memory = arena->next;

    if (padded < size || padded >= (size_t)(arena->end - arena->next))
        return cln_arena_get_anywhere(arena, size);
    arena->next += padded;
    arena->held += padded;
    return memory;
}

/* The same, zeroed. */
static inline void *cln_arena_zero(cln_arena *arena, size_t size)
{
    return memset(cln_arena_get(arena, size), 0, size);
}

/* Give everything back but keep one chunk for what comes next. */
void cln_arena_reset(cln_arena *arena);
/* Give everything back. */
void cln_arena_free(cln_arena *arena);

#define CLN_NEW(arena, type) ((type *)cln_arena_zero((arena), sizeof(type)))
#define CLN_NEW_ARRAY(arena, type, count) ((type *)cln_arena_zero((arena), (size_t)(count) * sizeof(type)))

/*
 * A growing array in an arena:  CLN_VECTOR(int) v = {0};  *CLN_PUSH(arena, &v) = 7;  v.items[0]
 * Elements move when it grows: keep indexes, not pointers.
 */
#define CLN_VECTOR(type)                                                                                     \
    struct {                                                                                                 \
        type *items;                                                                                         \
        uint32_t count, capacity;                                                                            \
    }
#define CLN_PUSH(arena, v)                                                                                   \
    ((v)->count == (v)->capacity ? (void)((v)->items = cln_arena_grow((arena), (v)->items, &(v)->capacity,   \
                                                                      (v)->count, sizeof *(v)->items))       \
                                 : (void)0,                                                                  \
     &(v)->items[(v)->count++])
/* Room for `more` elements in all, exactly. */
#define CLN_RESERVE(arena, v, more)                                                                          \
    ((v)->capacity - (v)->count >= (more)                                                                    \
         ? (void)0                                                                                           \
         : (void)((v)->items = cln_arena_reserve((arena), (v)->items, &(v)->capacity, (v)->count, (more),    \
                                                 sizeof *(v)->items)))
void *cln_arena_reserve(cln_arena *arena, void *items, uint32_t *capacity, uint32_t count, uint32_t more,
                        size_t item_size);
void *cln_arena_grow(cln_arena *arena, void *items, uint32_t *capacity, uint32_t count, size_t item_size);

/* The allocator that stands for NULL: malloc and free. */
extern const colline_allocator cln_malloc_allocator;

#endif
