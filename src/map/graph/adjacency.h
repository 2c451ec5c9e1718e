/*
 * adjacency.h -- a version's edges in memory, by source and by target.
 */
#ifndef MAP_GRAPH_ADJACENCY_H
#define MAP_GRAPH_ADJACENCY_H

#include "map/base/index.h"
#include "map/store/store.h"

typedef struct adjacency {
    store_edge_row *edges;        /* by source */
    uint32_t *by_target;          /* places in edges */
    uint32_t *out_node, *in_node; /* the other ends, as places in nodes: as edges, as by_target */
    unsigned char *out_kind, *in_kind;
    size_t count, capacity;
    struct adjacency_node {
        int64_t id;
        uint32_t out, out_count; /* in edges */
        uint32_t in, in_count;   /* in by_target */
    } * nodes;
    size_t node_count, node_capacity;
    map_index index; /* nodes by id */
} adjacency;

store_status adjacency_load(adjacency *a, store *s, int64_t version);
void adjacency_free(adjacency *a);
/* The place of a node, SIZE_MAX where no edge has it. */
size_t adjacency_find(const adjacency *a, int64_t id);
/* As store_edges_around(), for one direction. */
void adjacency_around(const adjacency *a, uint32_t kinds, const int64_t *nodes, size_t count, bool downstream,
                      map_pool *pool, store_edge_row **edges, size_t *found);
/* A shortest way along edges of these kinds, of at most `most` edges: from one of the nodes `from` to one of
 * the nodes `to`.  Nodes in order; *found is 0 where there is none. */
void adjacency_path(const adjacency *a, uint32_t kinds, const int64_t *from, size_t from_count,
                    const int64_t *to, size_t to_count, unsigned most, map_pool *pool, int64_t **way,
                    size_t *found);

#endif
