/*
 * Ways between two nodes: breadth first from both ends at once, always on with the smaller side.
 */
#include <stdlib.h>

#include "map/graph/internal.h"

enum {
    FARTHEST = 64,
    MANY = 20000 /* nodes: what is read of a graph of which so much was asked for is read as a whole */
};

typedef struct side {
    graph_set reached;
    size_t level; /* where the last level starts in `reached` */
    bool downstream;
} side;

/* A table at the level of columns is all of its columns. */
static store_status begin(graph *g, side *one, int64_t id, graph_level level, map_pool *scratch)
{
    store_status status = STORE_OK;
    store_node *columns;
    size_t count = 0;

    graph_set_add(&one->reached, id, 0, 0);
    if (level == GRAPH_COLUMNS && store_is_table(id))
        status = store_columns(g->s, id, scratch, &columns, &count);
    for (size_t i = 0; status == STORE_OK && i < count; i++)
        graph_set_add(&one->reached, columns[i].id, 0, 0);
    return status;
}

/* One level further; *meeting is the node where the sides meet on the shortest way, 0: not yet. */
static store_status advance(graph *g, const graph_question *question, side *one, const side *other,
                            map_pool *scratch, int64_t *meeting)
{
    size_t end = one->reached.count, found = 0, count = 0;
    unsigned depth = one->reached.items[one->level].depth + 1, shortest = UINT32_MAX;
    int64_t *ids = map_get((end - one->level) * sizeof *ids);
    store_edge_row *edges;
    store_status status;

    for (size_t i = one->level; i < end; i++)
        ids[count++] = one->reached.items[i].id;
    status = graph_step(g, graph_kinds(question), ids, count, one->downstream, scratch, &edges, &found);
    for (size_t i = 0; status == STORE_OK && i < found; i++) {
        int64_t near = one->downstream ? edges[i].source : edges[i].target,
                far = one->downstream ? edges[i].target : edges[i].source;
        size_t there;

        if (!graph_set_add(&one->reached, far, depth, near))
            continue;
        there = graph_set_find(&other->reached, far);
        if (there != SIZE_MAX && other->reached.items[there].depth < shortest) {
            shortest = other->reached.items[there].depth;
            *meeting = far;
        }
    }
    one->level = end;
    map_pool_reset(scratch);
    free(ids);
    return status;
}

/* From the meeting node back to both ends, as a set in order. */
static void trace(const side *from, const side *to, int64_t meeting, graph_set *way)
{
    graph_set back = { 0 };
    unsigned depth = 0;

    for (int64_t id = meeting; id != 0; id = from->reached.items[graph_set_find(&from->reached, id)].from)
        graph_set_add(&back, id, 0, 0);
    for (size_t i = back.count; i-- > 0;)
        graph_set_add(way, back.items[i].id, depth++, 0);
    for (int64_t id = to->reached.items[graph_set_find(&to->reached, meeting)].from; id != 0;
         id = to->reached.items[graph_set_find(&to->reached, id)].from)
        graph_set_add(way, id, depth++, 0);
    graph_set_free(&back);
}

/* All edges between neighbours on the way. */
static store_status edges_along(graph *g, const graph_question *question, const graph_set *way,
                                map_pool *pool, graph_answer *answer)
{
    map_pool scratch = MAP_POOL_INIT;
    int64_t *ids = map_get(way->count * sizeof *ids);
    store_edge_row *edges = NULL;
    size_t found = 0, kept = 0;
    store_status status;

    for (size_t i = 0; i < way->count; i++)
        ids[i] = way->items[i].id;
    status = graph_step(g, graph_kinds(question), ids, way->count, true, &scratch, &edges, &found);
    for (size_t i = 0; status == STORE_OK && i < found; i++) {
        size_t source = graph_set_find(way, edges[i].source), target = graph_set_find(way, edges[i].target);

        if (target == source + 1 && source != SIZE_MAX)
            edges[kept++] = edges[i];
    }
    graph_take_edges(edges, kept, pool, answer);
    map_pool_free(&scratch);
    free(ids);
    return status;
}

/* One question to the database for each level; *given_up where it reaches too many nodes for that. */
static store_status ask(graph *g, const graph_question *question, side *down, side *up, unsigned most,
                        graph_set *way, bool *given_up)
{
    map_pool scratch = MAP_POOL_INIT;
    int64_t meeting = 0;
    store_status status = STORE_OK;

    for (size_t i = 0; i < down->reached.count && meeting == 0; i++)
        if (graph_set_find(&up->reached, down->reached.items[i].id) != SIZE_MAX)
            meeting = down->reached.items[i].id;
    for (unsigned steps = 0; status == STORE_OK && meeting == 0 && steps < most; steps++) {
        size_t below = down->reached.count - down->level, above = up->reached.count - up->level;

        *given_up = down->reached.count + up->reached.count > MANY;
        if (below == 0 || above == 0 || *given_up)
            break;
        status = below <= above ? advance(g, question, down, up, &scratch, &meeting)
                                : advance(g, question, up, down, &scratch, &meeting);
    }
    if (meeting != 0)
        trace(down, up, meeting, way);
    map_pool_free(&scratch);
    return status;
}

/* The edges are in memory. */
static void look_up(const graph *g, const graph_question *question, const side *down, const side *up,
                    unsigned most, graph_set *way)
{
    map_pool scratch = MAP_POOL_INIT;
    int64_t *from = map_pool_get(&scratch, down->reached.count * sizeof *from),
            *to = map_pool_get(&scratch, up->reached.count * sizeof *to);
    int64_t *nodes;
    size_t found;

    for (size_t i = 0; i < down->reached.count; i++)
        from[i] = down->reached.items[i].id;
    for (size_t i = 0; i < up->reached.count; i++)
        to[i] = up->reached.items[i].id;
    adjacency_path(&g->memory, graph_kinds(question), from, down->reached.count, to, up->reached.count, most,
                   &scratch, &nodes, &found);
    for (size_t i = 0; i < found; i++)
        graph_set_add(way, nodes[i], (unsigned)i, 0);
    map_pool_free(&scratch);
}

/* Both ends as sets: a table at the level of columns is many. */
static store_status begin_both(graph *g, int64_t from, int64_t to, graph_level level, side *down, side *up)
{
    map_pool scratch = MAP_POOL_INIT;
    store_status status;

    *down = (side){ .downstream = true };
    *up = (side){ .downstream = false };
    status = begin(g, down, from, level, &scratch);
    if (status == STORE_OK)
        status = begin(g, up, to, level, &scratch);
    map_pool_free(&scratch);
    return status;
}

static void end_both(side *down, side *up)
{
    graph_set_free(&down->reached);
    graph_set_free(&up->reached);
}

static store_status find_way(graph *g, int64_t from, int64_t to, const graph_question *question,
                             graph_set *way)
{
    unsigned most = question->depth != 0 ? question->depth : FARTHEST;
    bool given_up = false;
    side down, up;
    store_status status = begin_both(g, from, to, question->level, &down, &up);

    if (status == STORE_OK && (!g->loaded || from == to))
        status = ask(g, question, &down, &up, most, way, &given_up);
    if (status == STORE_OK && given_up) {
        end_both(&down, &up);
        status = begin_both(g, from, to, question->level, &down, &up);
        if (status == STORE_OK)
            status = graph_load_once(g);
    }
    if (status == STORE_OK && g->loaded && way->count == 0)
        look_up(g, question, &down, &up, most, way);
    end_both(&down, &up);
    return status;
}

store_status graph_path(graph *g, int64_t from, int64_t to, const graph_question *question, map_pool *pool,
                        graph_answer *answer)
{
    graph_set way = { 0 };
    store_status status;

    *answer = (graph_answer){ .version = g->version, .pool = pool };
    status = find_way(g, from, to, question, &way);
    if (status == STORE_OK && way.count > 0)
        status = graph_name_nodes(g, &way, pool, answer);
    if (status == STORE_OK && way.count > 0)
        status = edges_along(g, question, &way, pool, answer);
    graph_set_free(&way);
    return status;
}
