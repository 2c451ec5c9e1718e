/*
 * internal.h -- what the files of the graph share: a step, and sets of nodes that were reached.
 */
#ifndef MAP_GRAPH_INTERNAL_H
#define MAP_GRAPH_INTERNAL_H

#include "map/graph/adjacency.h"
#include "map/graph/graph.h"

struct graph {
    store *s;
    int64_t version;
    adjacency memory;
    bool loaded; /* `memory` holds the version's edges */
    bool keep;   /* and shall hold those of later versions */
};

typedef struct graph_reached {
    int64_t id;
    unsigned depth;
    int64_t from; /* the node before it on the way */
} graph_reached;

/* In the order in which they were reached. */
typedef struct graph_set {
    graph_reached *items;
    size_t count, capacity;
    map_index index;
} graph_set;

/* Its place; SIZE_MAX where it is not in the set. */
size_t graph_set_find(const graph_set *set, int64_t id);
/* false where it is there already. */
bool graph_set_add(graph_set *set, int64_t id, unsigned depth, int64_t from);
void graph_set_free(graph_set *set);

/* Read the version's edges into memory, until the next version. */
store_status graph_load_once(graph *g);
/* The kinds of edges that the question follows. */
uint32_t graph_kinds(const graph_question *question);
/* The edges that leave (or enter) these nodes. */
store_status graph_step(graph *g, uint32_t kinds, const int64_t *nodes, size_t count, bool downstream,
                        map_pool *pool, store_edge_row **edges, size_t *found);
store_status graph_name_nodes(graph *g, const graph_set *reached, map_pool *pool, graph_answer *answer);
void graph_take_edges(store_edge_row *edges, size_t count, map_pool *pool, graph_answer *answer);

#endif
