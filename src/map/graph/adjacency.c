/*
 * A version's edges in memory: sorted by source, with an index by target.
 */
#include "map/graph/adjacency.h"

#include <stdlib.h>

#include "map/store/store.h"

static size_t find(const adjacency *a, int64_t id)
{
    uint64_t hash = map_mix((uint64_t)id, 0);

    for (size_t at = map_index_first(&a->index, hash); at != MAP_INDEX_END; at = map_index_next(&a->index, hash, at))
        if (a->nodes[a->index.slots[at].value].id == id)
            return a->index.slots[at].value;
    return SIZE_MAX;
}

static struct adjacency_node *node_of(adjacency *a, int64_t id)
{
    size_t place = find(a, id);

    if (place == SIZE_MAX) {
        place = a->node_count;
        MAP_GROW(a->nodes, a->node_count, a->node_capacity);
        a->nodes[a->node_count++] = (struct adjacency_node){ .id = id };
        map_index_add(&a->index, map_mix((uint64_t)id, 0), (uint32_t)place);
    }
    return &a->nodes[place];
}

/* Edges come in order of source. */
static bool take(void *user, const store_edge_row *edge)
{
    adjacency *a = user;
    struct adjacency_node *source = node_of(a, edge->source);

    if (source->out_count++ == 0)
        source->out = (uint32_t)a->count;
    node_of(a, edge->target)->in_count++;
    MAP_GROW(a->edges, a->count, a->capacity);
    a->edges[a->count++] = *edge;
    return a->count < UINT32_MAX;
}

store_status adjacency_load(adjacency *a, store *s, int64_t version)
{
    store_filter all = { version, UINT32_MAX, 0 };
    uint32_t place = 0;
    store_status status;

    *a = (adjacency){ 0 };
    status = store_edges_each(s, &all, take, a);
    a->by_target = map_get(a->count * sizeof *a->by_target);
    for (size_t i = 0; i < a->node_count; i++) {
        a->nodes[i].in = place;
        place += a->nodes[i].in_count;
        a->nodes[i].in_count = 0;
    }
    for (size_t i = 0; i < a->count; i++) {
        struct adjacency_node *target = node_of(a, a->edges[i].target);

        a->by_target[target->in + target->in_count++] = (uint32_t)i;
    }
    return status;
}

void adjacency_free(adjacency *a)
{
    free(a->edges);
    free(a->by_target);
    free(a->nodes);
    map_index_free(&a->index);
    *a = (adjacency){ 0 };
}

void adjacency_around(const adjacency *a, uint32_t kinds, const int64_t *nodes, size_t count, bool downstream,
                      map_pool *pool, store_edge_row **edges, size_t *found)
{
    size_t most = 0, filled = 0;

    for (size_t i = 0; i < count; i++) {
        size_t place = find(a, nodes[i]);

        if (place != SIZE_MAX)
            most += downstream ? a->nodes[place].out_count : a->nodes[place].in_count;
    }
    *edges = map_pool_get(pool, most * sizeof **edges);
    for (size_t i = 0; i < count; i++) {
        size_t place = find(a, nodes[i]);
        const struct adjacency_node *n = place != SIZE_MAX ? &a->nodes[place] : NULL;

        for (uint32_t k = 0; n != NULL && k < (downstream ? n->out_count : n->in_count); k++) {
            const store_edge_row *edge = &a->edges[downstream ? n->out + k : a->by_target[n->in + k]];

            if ((kinds >> edge->kind & 1) != 0)
                (*edges)[filled++] = *edge;
        }
    }
    *found = filled;
}
