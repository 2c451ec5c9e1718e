/*
 * A version's edges in memory: sorted by source, with an index by target.
 */
#include "map/graph/adjacency.h"

#include <stdlib.h>

#include "map/store/store.h"

size_t adjacency_find(const adjacency *a, int64_t id)
{
    uint64_t hash = map_mix((uint64_t)id, 0);

    for (size_t at = map_index_first(&a->index, hash); at != MAP_INDEX_END;
         at = map_index_next(&a->index, hash, at))
        if (a->nodes[a->index.slots[at].value].id == id)
            return a->index.slots[at].value;
    return SIZE_MAX;
}

static struct adjacency_node *node_of(adjacency *a, int64_t id)
{
    size_t place = adjacency_find(a, id);

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

/* Edge `place` leaves node `source`. */
static void index_edge(adjacency *a, uint32_t source, uint32_t place)
{
    size_t target = adjacency_find(a, a->edges[place].target);
    uint32_t in = a->nodes[target].in + a->nodes[target].in_count++;

    a->by_target[in] = place;
    a->out_node[place] = (uint32_t)target;
    a->in_node[in] = source;
    a->out_kind[place] = a->in_kind[in] = (unsigned char)a->edges[place].kind;
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
    a->out_node = map_get(a->count * sizeof *a->out_node);
    a->in_node = map_get(a->count * sizeof *a->in_node);
    a->out_kind = map_get(a->count);
    a->in_kind = map_get(a->count);
    for (size_t i = 0; i < a->node_count; i++)
        for (uint32_t k = a->nodes[i].out; k < a->nodes[i].out + a->nodes[i].out_count; k++)
            index_edge(a, (uint32_t)i, k);
    return status;
}

void adjacency_free(adjacency *a)
{
    free(a->edges);
    free(a->by_target);
    free(a->out_node);
    free(a->in_node);
    free(a->out_kind);
    free(a->in_kind);
    free(a->nodes);
    map_index_free(&a->index);
    *a = (adjacency){ 0 };
}

void adjacency_around(const adjacency *a, uint32_t kinds, const int64_t *nodes, size_t count, bool downstream,
                      map_pool *pool, store_edge_row **edges, size_t *found)
{
    size_t most = 0, filled = 0;

    for (size_t i = 0; i < count; i++) {
        size_t place = adjacency_find(a, nodes[i]);

        if (place != SIZE_MAX)
            most += downstream ? a->nodes[place].out_count : a->nodes[place].in_count;
    }
    *edges = map_pool_get(pool, most * sizeof **edges);
    for (size_t i = 0; i < count; i++) {
        size_t place = adjacency_find(a, nodes[i]);
        const struct adjacency_node *n = place != SIZE_MAX ? &a->nodes[place] : NULL;

        for (uint32_t k = 0; n != NULL && k < (downstream ? n->out_count : n->in_count); k++) {
            const store_edge_row *edge = &a->edges[downstream ? n->out + k : a->by_target[n->in + k]];

            if ((kinds >> edge->kind & 1) != 0)
                (*edges)[filled++] = *edge;
        }
    }
    *found = filled;
}

/* ---- Ways: breadth first from both ends, always on with the smaller side ---------------------------- */

enum { NOT_REACHED = UINT32_MAX, AN_END = UINT32_MAX - 1 };

typedef struct side {
    uint32_t *from; /* by node: the one before it on the way */
    uint32_t *depth;
    uint32_t *reached;   /* in order */
    size_t count, level; /* where the last level starts */
    bool downstream;
} side;

static side new_side(const adjacency *a, const int64_t *ends, size_t count, bool downstream)
{
    side one = { map_get(a->node_count * sizeof *one.from),
                 map_get(a->node_count * sizeof *one.depth),
                 map_get(a->node_count * sizeof *one.reached),
                 0,
                 0,
                 downstream };

    for (size_t i = 0; i < a->node_count; i++)
        one.from[i] = NOT_REACHED;
    for (size_t i = 0; i < count; i++) {
        size_t place = adjacency_find(a, ends[i]);

        if (place == SIZE_MAX || one.from[place] != NOT_REACHED)
            continue;
        one.from[place] = AN_END;
        one.depth[place] = 0;
        one.reached[one.count++] = (uint32_t)place;
    }
    return one;
}

static void free_side(side *one)
{
    free(one->from);
    free(one->depth);
    free(one->reached);
}

/* One level further; the node where the sides meet on the shortest way, NOT_REACHED: not yet. */
static uint32_t advance(const adjacency *a, uint32_t kinds, side *one, const side *other)
{
    const uint32_t *nodes = one->downstream ? a->out_node : a->in_node;
    const unsigned char *edge_kinds = one->downstream ? a->out_kind : a->in_kind;
    uint32_t meeting = NOT_REACHED;
    size_t end = one->count;

    for (size_t i = one->level; i < end; i++) {
        const struct adjacency_node *n = &a->nodes[one->reached[i]];
        uint32_t first = one->downstream ? n->out : n->in,
                 count = one->downstream ? n->out_count : n->in_count;

        for (uint32_t k = first; k < first + count; k++) {
            uint32_t far = nodes[k];

            if (one->from[far] != NOT_REACHED || (kinds >> edge_kinds[k] & 1) == 0)
                continue;
            one->from[far] = one->reached[i];
            one->depth[far] = one->depth[one->reached[i]] + 1;
            one->reached[one->count++] = far;
            if (other->from[far] != NOT_REACHED &&
                (meeting == NOT_REACHED || other->depth[far] < other->depth[meeting]))
                meeting = far;
        }
    }
    one->level = end;
    return meeting;
}

static void trace(const adjacency *a, const side *down, const side *up, uint32_t meeting, map_pool *pool,
                  int64_t **way, size_t *found)
{
    size_t before = down->depth[meeting];
    uint32_t at = meeting;

    *found = before + up->depth[meeting] + 1;
    *way = map_pool_get(pool, *found * sizeof **way);
    for (size_t i = before + 1; i-- > 0; at = down->from[at])
        (*way)[i] = a->nodes[at].id;
    at = meeting;
    for (size_t i = before; i < *found; i++, at = up->from[at])
        (*way)[i] = a->nodes[at].id;
}

void adjacency_path(const adjacency *a, uint32_t kinds, const int64_t *from, size_t from_count,
                    const int64_t *to, size_t to_count, unsigned most, map_pool *pool, int64_t **way,
                    size_t *found)
{
    side down = new_side(a, from, from_count, true), up = new_side(a, to, to_count, false);
    uint32_t meeting = NOT_REACHED;

    *found = 0;
    for (size_t i = 0; i < down.count && meeting == NOT_REACHED; i++)
        if (up.from[down.reached[i]] != NOT_REACHED)
            meeting = down.reached[i];
    for (unsigned steps = 0;
         steps < most && meeting == NOT_REACHED && down.level < down.count && up.level < up.count; steps++)
        meeting = down.count - down.level <= up.count - up.level ? advance(a, kinds, &down, &up)
                                                                 : advance(a, kinds, &up, &down);
    if (meeting != NOT_REACHED)
        trace(a, &down, &up, meeting, pool, way, found);
    free_side(&down);
    free_side(&up);
}
