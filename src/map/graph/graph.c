/*
 * Breadth first: a set of nodes, the edges around them, the nodes behind these that are new.
 */
#include <stdlib.h>
#include <string.h>

#include "map/graph/adjacency.h"
#include "map/graph/internal.h"

store_status graph_open(store *s, graph **opened)
{
    graph *g = map_get(sizeof *g);

    *g = (graph){ .s = s };
    *opened = g;
    return store_current_version(s, &g->version);
}

store_status graph_refresh(graph *g, bool *changed)
{
    int64_t version = 0;
    store_status status = store_current_version(g->s, &version);

    if (changed != NULL)
        *changed = status == STORE_OK && version != g->version;
    if (status != STORE_OK || version == g->version)
        return status;
    g->version = version;
    adjacency_free(&g->memory);
    g->loaded = false;
    return g->keep ? graph_load_once(g) : STORE_OK;
}

store_status graph_load(graph *g)
{
    g->keep = true;
    return graph_load_once(g);
}

store_status graph_load_once(graph *g)
{
    store_status status = STORE_OK;

    if (!g->loaded)
        status = adjacency_load(&g->memory, g->s, g->version);
    g->loaded = status == STORE_OK;
    if (!g->loaded)
        adjacency_free(&g->memory);
    return status;
}

void graph_close(graph *g)
{
    if (g == NULL)
        return;
    adjacency_free(&g->memory);
    free(g);
}

store *graph_store(const graph *g)
{
    return g->s;
}

uint32_t graph_kinds(const graph_question *question)
{
    return question->level == GRAPH_TABLES ? 1u << STORE_KIND_TABLE
                                           : question->kinds & ~(1u << STORE_KIND_TABLE);
}

store_status graph_step(graph *g, uint32_t kinds, const int64_t *nodes, size_t count, bool downstream,
                        map_pool *pool, store_edge_row **edges, size_t *found)
{
    store_filter filter = { g->version, kinds, 0 };

    if (!g->loaded)
        return store_edges_around(g->s, &filter, nodes, count, downstream ? STORE_DOWNSTREAM : STORE_UPSTREAM,
                                  pool, edges, found);
    adjacency_around(&g->memory, kinds, nodes, count, downstream, pool, edges, found);
    return STORE_OK;
}

/* ---- Sets of nodes ---------------------------------------------------------------------------------- */

size_t graph_set_find(const graph_set *set, int64_t id)
{
    uint64_t hash = map_mix((uint64_t)id, 0);

    for (size_t at = map_index_first(&set->index, hash); at != MAP_INDEX_END;
         at = map_index_next(&set->index, hash, at))
        if (set->items[set->index.slots[at].value].id == id)
            return set->index.slots[at].value;
    return SIZE_MAX;
}

bool graph_set_add(graph_set *set, int64_t id, unsigned depth, int64_t from)
{
    if (graph_set_find(set, id) != SIZE_MAX)
        return false;
    MAP_GROW(set->items, set->count, set->capacity);
    map_index_add(&set->index, map_mix((uint64_t)id, 0), (uint32_t)set->count);
    set->items[set->count++] = (graph_reached){ id, depth, from };
    return true;
}

void graph_set_free(graph_set *set)
{
    free(set->items);
    map_index_free(&set->index);
    *set = (graph_set){ 0 };
}

/* ---- Around ----------------------------------------------------------------------------------------- */

typedef struct walk {
    graph *g;
    const graph_question *question;
    map_pool scratch;
    graph_set reached;
    struct edge_list {
        store_edge_row *items;
        size_t count, capacity;
    } edges;
    struct id_list {
        int64_t *items;
        size_t count, capacity;
    } frontier;
    bool truncated;
    store_status status;
} walk;

static void ask_for(walk *w, int64_t id)
{
    MAP_GROW(w->frontier.items, w->frontier.count, w->frontier.capacity);
    w->frontier.items[w->frontier.count++] = id;
}

/* A table at the level of columns: all its columns, and its rows. */
static void ask_for_columns(walk *w, int64_t table)
{
    store_node *columns;
    size_t count;

    if (w->status == STORE_OK)
        w->status = store_columns(w->g->s, table, &w->scratch, &columns, &count);
    for (size_t i = 0; w->status == STORE_OK && i < count; i++)
        ask_for(w, columns[i].id);
}

/* What to ask for a node that was reached: itself, and what stands for it. */
static void extend(walk *w, int64_t id, bool downstream)
{
    bool columns = w->question->level == GRAPH_COLUMNS;

    ask_for(w, id);
    if (columns && (store_is_table(id) || (downstream && w->question->through_rows && store_is_rows(id))))
        ask_for_columns(w, store_table_of(id));
    else if (columns && !downstream && !store_is_rows(id))
        ask_for(w, store_rows_of(id)); /* what decides the rows decides each of their columns */
}

static bool full(const walk *w)
{
    return w->question->most_nodes != 0 && w->reached.count >= w->question->most_nodes;
}

/* The node, unless there is no room for it. */
static bool reach(walk *w, int64_t id, unsigned depth)
{
    if (graph_set_find(&w->reached, id) != SIZE_MAX)
        return true;
    if (full(w)) {
        w->truncated = true;
        return false;
    }
    return graph_set_add(&w->reached, id, depth, 0);
}

/* `seen`: what this direction has reached. */
static void take_edges(walk *w, graph_set *seen, const store_edge_row *edges, size_t count, unsigned depth,
                       bool downstream)
{
    for (size_t i = 0; i < count; i++) {
        int64_t near = downstream ? edges[i].source : edges[i].target,
                far = downstream ? edges[i].target : edges[i].source;

        if (!reach(w, near, depth - 1) || !reach(w, far, depth))
            continue;
        graph_set_add(seen, far, depth, 0);
        MAP_GROW(w->edges.items, w->edges.count, w->edges.capacity);
        w->edges.items[w->edges.count++] = edges[i];
    }
}

/* What to ask for next: the last level of `seen`, without what was asked for already. */
static void set_frontier(walk *w, const graph_set *seen, size_t level, graph_set *asked, bool downstream)
{
    size_t kept = 0;

    w->frontier.count = 0;
    for (size_t i = level; i < seen->count; i++)
        extend(w, seen->items[i].id, downstream);
    for (size_t i = 0; i < w->frontier.count; i++)
        if (graph_set_add(asked, w->frontier.items[i], 0, 0))
            w->frontier.items[kept++] = w->frontier.items[i];
    w->frontier.count = kept;
}

static void walk_on(walk *w, const int64_t *starts, size_t count, bool downstream)
{
    graph_set asked = { 0 }, seen = { 0 };

    for (size_t i = 0; i < count; i++) {
        graph_set_add(&w->reached, starts[i], 0, 0);
        graph_set_add(&seen, starts[i], 0, 0);
    }
    for (size_t depth = 1, level = 0;
         depth <= w->question->depth && level < seen.count && w->status == STORE_OK; depth++) {
        store_edge_row *edges;
        size_t found = 0;

        set_frontier(w, &seen, level, &asked, downstream);
        level = seen.count;
        if (w->status == STORE_OK)
            w->status = graph_step(w->g, graph_kinds(w->question), w->frontier.items, w->frontier.count,
                                   downstream, &w->scratch, &edges, &found);
        if (w->status == STORE_OK)
            take_edges(w, &seen, edges, found, (unsigned)depth, downstream);
        map_pool_reset(&w->scratch);
    }
    graph_set_free(&seen);
    graph_set_free(&asked);
}

static int by_edge(const void *a, const void *b)
{
    const store_edge_row *x = a, *y = b;

    return x->id < y->id ? -1 : x->id > y->id;
}

static int by_depth(const void *a, const void *b)
{
    const graph_node *x = a, *y = b;

    if (x->depth != y->depth)
        return x->depth < y->depth ? -1 : 1;
    return strcmp(x->node.name.data, y->node.name.data);
}

/* The nodes with their names. */
store_status graph_name_nodes(graph *g, const graph_set *reached, map_pool *pool, graph_answer *answer)
{
    int64_t *ids = map_get(reached->count * sizeof *ids);
    store_node *nodes = NULL;
    graph_node *out;
    size_t found = 0;
    store_status status;

    for (size_t i = 0; i < reached->count; i++)
        ids[i] = reached->items[i].id;
    status = store_nodes(g->s, ids, reached->count, pool, &nodes, &found);
    out = map_pool_get(pool, found * sizeof *out);
    for (size_t i = 0; i < found; i++) {
        const graph_reached *r = &reached->items[graph_set_find(reached, nodes[i].id)];

        out[i] = (graph_node){ nodes[i], r->depth, r->depth == 0 };
    }
    qsort(out, found, sizeof *out, by_depth);
    answer->nodes = out;
    answer->node_count = found;
    free(ids);
    return status;
}

/* Each edge once, in order of id. */
void graph_take_edges(store_edge_row *edges, size_t count, map_pool *pool, graph_answer *answer)
{
    store_edge_row *out = map_pool_get(pool, count * sizeof *out);
    size_t kept = 0;

    if (count > 0)
        qsort(edges, count, sizeof *edges, by_edge);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || out[kept - 1].id != edges[i].id)
            out[kept++] = edges[i];
    answer->edges = out;
    answer->edge_count = kept;
}

store_status graph_around(graph *g, const int64_t *starts, size_t count, const graph_question *question,
                          map_pool *pool, graph_answer *answer)
{
    walk w = { .g = g, .question = question, .status = STORE_OK };

    *answer = (graph_answer){ .version = g->version, .pool = pool };
    if (question->direction != STORE_UPSTREAM)
        walk_on(&w, starts, count, true);
    if (question->direction != STORE_DOWNSTREAM)
        walk_on(&w, starts, count, false);
    if (w.status == STORE_OK)
        w.status = graph_name_nodes(g, &w.reached, pool, answer);
    graph_take_edges(w.edges.items, w.edges.count, pool, answer);
    answer->truncated = w.truncated;
    graph_set_free(&w.reached);
    map_pool_free(&w.scratch);
    free(w.edges.items);
    free(w.frontier.items);
    return w.status;
}
