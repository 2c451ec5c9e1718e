/*
 * flatten.h -- from the graph of origins to edges.
 *
 *     s --PROJECT--> q.x --AGG--> t.a      one edge, AGG t.a -> s: the strongest kind on the way
 *
 * A walk starts at a column (or at what decides the rows) and carries the kind so far; each node is met at
 * most once in each state, so a walk costs no more than the graph, whatever the number of paths.
 */
#ifndef CLN_LINEAGE_FLATTEN_H
#define CLN_LINEAGE_FLATTEN_H

#include "lineage/result.h"

typedef struct cln_visit cln_visit;
typedef struct cln_step cln_step;

typedef struct cln_flattened cln_flattened;

typedef struct cln_flattener {
    cln_result *result;
    uint32_t flags; /* colline_option bits */
    uint32_t max_edges;
    bool limited;      /* the limit was reached and told */
    cln_visit *visits; /* by node */
    uint32_t round;
    CLN_VECTOR(cln_step) steps; /* the stack of a walk */
    CLN_VECTOR(cln_edge) batch; /* the edges of one walk */
    struct cln_place_of_edge *places; /* their order, and as many to sort with */
    uint32_t places_capacity;
    uint32_t *ranks;  /* by relation: its place in the order of names ... */
    uint32_t ranked;  /* ... of so many relations */
    cln_flattened *flattened; /* by node */
} cln_flattener;

/* What is sorted in the place of edges. */
typedef struct cln_place_of_edge {
    uint64_t key;  /* decides unless it is the same */
    uint32_t edge; /* index into the batch */
} cln_place_of_edge;

/* Where a column's or the rows' edges stand that were flattened already: what is made of it need not look below. */
struct cln_flattened {
    uint32_t first, end; /* of the result's edges */
    enum { CLN_FLATTENED_NOT, CLN_FLATTENED_VALUE, CLN_FLATTENED_ROWS } how;
};

struct cln_visit {
    uint32_t round;
    uint32_t padding;
    uint64_t states;
};
struct cln_step {
    cln_origin node;
    uint32_t expression;
    uint8_t mode, flags;
};

/* After the graph is complete. */
void cln_flatten_start(cln_flattener *f, cln_result *result, uint32_t flags, uint32_t max_edges);
/* Append the edges of column `target`. */
void cln_flatten_column(cln_flattener *f, uint32_t target, uint32_t into);
/* Append the edges that bear on the whole result. */
void cln_flatten_rows(cln_flattener *f, cln_origin rows, uint32_t into);

#endif
