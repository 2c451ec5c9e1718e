/*
 * Questions to the graph: what is around a table, the chain of a column, ways, impact, relations.
 *
 *     GET /lineage/table/downstream?db=dw&table=fact&depth=2&limit=100       the nearest 100 tables, then
 * ...&offset=100
 *
 * A node's depth in an answer is how far away it is: below 0 upstream, above 0 downstream.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "map/serve/json.h"

enum { MOST_DEPTH = 100, MOST_NODES = 5000, MOST_OFFSET = 1000000, MOST_COLUMN_EDGES = 20000 };

/* The graph of the version that the request reads. */
static bool ready(const serve_request *request, serve_answer *answer)
{
    return serve_well(request, answer, graph_refresh(request->store->graph, NULL));
}

/* ---- Around a node, both ways, a page at a time
 * ----------------------------------------------------------------- */

typedef struct reached {
    const store_node *node;
    int depth;
} reached;

typedef struct around {
    const serve_request *request;
    serve_answer *answer;
    graph_question question;
    long depth, limit, offset;
    reached *nodes; /* by distance, then name: the first `end` are told so far, those from `begin` on here */
    size_t count, begin, end;
    store_edge_row *edges;
    size_t edge_count;
    int64_t *known, *page; /* ids of the first `end`, and of those on this page; sorted */
    bool truncated;
} around;

static int by_distance(const void *a, const void *b)
{
    const reached *x = a, *y = b;

    if (abs(x->depth) != abs(y->depth))
        return abs(x->depth) - abs(y->depth);
    if (x->node->id == y->node->id)
        return x->depth - y->depth;
    return strcmp(x->node->name.data, y->node->name.data);
}

static int by_number(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return x < y ? -1 : x > y;
}

static bool is_known(const around *w, int64_t id)
{
    return bsearch(&id, w->known, w->end, sizeof id, by_number) != NULL;
}

static bool ask(around *w, int64_t start, store_direction direction, graph_answer *found)
{
    w->question.direction = direction;
    w->question.depth = (unsigned)w->depth;
    w->question.most_nodes = (size_t)(w->offset + w->limit + 1);
    return serve_well(
        w->request, w->answer,
        graph_around(w->request->store->graph, &start, 1, &w->question, &w->request->store->pool, found));
}

/* A node and its place in the list. */
typedef struct placed {
    int64_t id;
    size_t at;
} placed;

static int by_place(const void *a, const void *b)
{
    const placed *x = a, *y = b;

    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

/* The start, and what lies on a cycle, was reached both ways: the nearest stays. */
static void drop_twice(around *w)
{
    placed *places = map_pool_get(&w->request->store->pool, (w->count + 1) * sizeof *places);
    size_t kept = 0;

    for (size_t i = 0; i < w->count; i++)
        places[i] = (placed){ w->nodes[i].node->id, i };
    if (w->count > 0)
        qsort(places, w->count, sizeof *places, by_place);
    for (size_t i = 1; i < w->count; i++)
        if (places[i].id == places[i - 1].id)
            w->nodes[places[i].at].node = NULL;
    for (size_t i = 0; i < w->count; i++)
        if (w->nodes[i].node != NULL)
            w->nodes[kept++] = w->nodes[i];
    w->count = kept;
}

static int64_t *sorted_ids(const around *w, size_t from)
{
    int64_t *ids = map_pool_get(&w->request->store->pool, (w->end + 1) * sizeof *ids);

    for (size_t i = from; i < w->end; i++)
        ids[i - from] = w->nodes[i].node->id;
    if (w->end > from)
        qsort(ids, w->end - from, sizeof *ids, by_number);
    return ids;
}

/* Each node once, the nearest first; and which of them this page tells. */
static void bring_together(around *w, const graph_answer *up, const graph_answer *down)
{
    map_pool *pool = &w->request->store->pool;

    w->nodes = map_pool_get(pool, (up->node_count + down->node_count + 1) * sizeof *w->nodes);
    w->edges = map_pool_get(pool, (up->edge_count + down->edge_count + 1) * sizeof *w->edges);
    for (size_t i = 0; i < down->node_count; i++)
        w->nodes[w->count++] = (reached){ &down->nodes[i].node, (int)down->nodes[i].depth };
    for (size_t i = 0; i < up->node_count; i++)
        w->nodes[w->count++] = (reached){ &up->nodes[i].node, -(int)up->nodes[i].depth };
    if (w->count > 0)
        qsort(w->nodes, w->count, sizeof *w->nodes, by_distance);
    drop_twice(w);
    w->end = (size_t)(w->offset + w->limit) < w->count ? (size_t)(w->offset + w->limit) : w->count;
    w->begin = (size_t)w->offset < w->end ? (size_t)w->offset : w->end;
    w->known = sorted_ids(w, 0);
    w->page = sorted_ids(w, w->begin);
    w->truncated = up->truncated || down->truncated || w->end < w->count;
}

static bool on_page(const around *w, int64_t id)
{
    return w->end > w->begin && bsearch(&id, w->page, w->end - w->begin, sizeof id, by_number) != NULL;
}

/* Edges between what is told, that are new on this page. */
static void keep_edges(around *w, const graph_answer *from)
{
    for (size_t i = 0; i < from->edge_count; i++) {
        const store_edge_row *e = &from->edges[i];

        if (is_known(w, e->source) && is_known(w, e->target) &&
            (on_page(w, e->source) || on_page(w, e->target)))
            w->edges[w->edge_count++] = *e;
    }
}

/* An edge that lies on both sides (of a cycle) comes twice. */
static int by_id(const void *a, const void *b)
{
    const store_edge_row *x = a, *y = b;

    return x->id < y->id ? -1 : x->id > y->id;
}

static void each_once(around *w)
{
    size_t kept = 0;

    if (w->edge_count > 0)
        qsort(w->edges, w->edge_count, sizeof *w->edges, by_id);
    for (size_t i = 0; i < w->edge_count; i++)
        if (kept == 0 || w->edges[kept - 1].id != w->edges[i].id)
            w->edges[kept++] = w->edges[i];
    w->edge_count = kept;
}

/* How many neighbours of each table of this page the answer leaves out. */
typedef struct neighbour {
    int64_t node, other;
    bool upstream;
} neighbour;

static int by_node(const void *a, const void *b)
{
    const neighbour *x = a, *y = b;

    if (x->node != y->node)
        return x->node < y->node ? -1 : 1;
    if (x->upstream != y->upstream)
        return x->upstream ? -1 : 1;
    return x->other < y->other ? -1 : x->other > y->other;
}

static size_t find_more(around *w, neighbour **more)
{
    serve_store *s = w->request->store;
    store_filter filter = { .version = s->version, .kinds = 1u << STORE_KIND_TABLE };
    int64_t *ids = map_pool_get(&s->pool, (w->end + 1) * sizeof *ids);
    store_edge_row *edges = NULL;
    size_t count = 0, found = 0, n = 0;

    for (size_t i = w->begin; i < w->end; i++)
        ids[count++] = w->nodes[i].node->id;
    if (store_edges_around(s->store, &filter, ids, count, STORE_BOTH, &s->pool, &edges, &found) != STORE_OK)
        return 0;
    *more = map_pool_get(&s->pool, (2 * found + 1) * sizeof **more);
    for (size_t i = 0; i < found; i++) {
        if (!is_known(w, edges[i].target))
            (*more)[n++] = (neighbour){ edges[i].source, edges[i].target, false };
        if (!is_known(w, edges[i].source))
            (*more)[n++] = (neighbour){ edges[i].target, edges[i].source, true };
    }
    if (n > 0)
        qsort(*more, n, sizeof **more, by_node);
    return n;
}

static double count_more(const neighbour *more, size_t count, int64_t node, bool upstream)
{
    size_t low = 0, high = count;
    double different = 0;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (by_node(&more[middle], &(neighbour){ node, INT64_MIN, upstream }) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < count && more[low].node == node && more[low].upstream == upstream; low++)
        if (low == 0 || by_node(&more[low - 1], &more[low]) != 0)
            different++;
    return different;
}

static cJSON *page_nodes(around *w)
{
    cJSON *list = cJSON_CreateArray();
    bool tables = w->question.level == GRAPH_TABLES;
    neighbour *more = NULL;
    size_t more_count = tables ? find_more(w, &more) : 0;

    for (size_t i = w->begin; i < w->end; i++) {
        cJSON *node = serve_node_json(w->nodes[i].node);

        cJSON_AddNumberToObject(node, "depth", w->nodes[i].depth);
        if (tables) {
            cJSON_AddNumberToObject(node, "more_upstream",
                                    count_more(more, more_count, w->nodes[i].node->id, true));
            cJSON_AddNumberToObject(node, "more_downstream",
                                    count_more(more, more_count, w->nodes[i].node->id, false));
        }
        cJSON_AddItemToArray(list, node);
    }
    return list;
}

/* The tables of the columns, so that a reader knows what they are. */
static bool add_tables(around *w, cJSON *list)
{
    map_pool *pool = &w->request->store->pool;
    int64_t *ids = map_pool_get(pool, (w->end + 1) * sizeof *ids);
    cJSON *tables;
    size_t count = 0;

    for (size_t i = w->begin; i < w->end; i++)
        if (!is_known(w, store_table_of(w->nodes[i].node->id)))
            ids[count++] = store_table_of(w->nodes[i].node->id);
    tables = serve_nodes_json(w->request, w->answer, ids, count);
    if (tables == NULL)
        return false;
    while (tables->child != NULL)
        cJSON_AddItemToArray(list, cJSON_DetachItemViaPointer(tables, tables->child));
    cJSON_Delete(tables);
    return true;
}

static void add_escaped(char *out, size_t room, const char *text)
{
    static const char digits[] = "0123456789ABCDEF";
    size_t length = strlen(out);

    for (; *text != '\0' && length + 4 < room; text++) {
        unsigned char c = (unsigned char)*text;

        if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
            strchr("-_.~,", c) != NULL) {
            out[length++] = (char)c;
        } else {
            out[length++] = '%';
            out[length++] = digits[c >> 4];
            out[length++] = digits[c & 15];
        }
    }
    out[length] = '\0';
}

/* The same question, where this page ends. */
static void add_next(around *w, cJSON *root)
{
    const serve_request *request = w->request;
    char next[8192];

    snprintf(next, sizeof next, "%s?offset=%zu", request->route->path, w->end);
    for (size_t i = 0; i < request->parameter_count; i++) {
        size_t length = strlen(next);

        if (strcmp(request->parameters[i].name, "offset") == 0)
            continue;
        snprintf(next + length, sizeof next - length, "&%s=", request->parameters[i].name);
        add_escaped(next, sizeof next, request->parameters[i].value);
    }
    cJSON_AddStringToObject(root, "next", next);
}

static void answer_around(around *w, int64_t start, store_direction direction)
{
    graph_answer up = { 0 }, down = { 0 };
    cJSON *nodes, *root;

    if (!ready(w->request, w->answer) ||
        (direction != STORE_DOWNSTREAM && !ask(w, start, STORE_UPSTREAM, &up)) ||
        (direction != STORE_UPSTREAM && !ask(w, start, STORE_DOWNSTREAM, &down)))
        return;
    bring_together(w, &up, &down);
    keep_edges(w, &up);
    keep_edges(w, &down);
    each_once(w);
    nodes = page_nodes(w);
    if (w->question.level == GRAPH_COLUMNS && !add_tables(w, nodes)) {
        cJSON_Delete(nodes);
        return;
    }
    root = serve_graph_json(nodes, serve_edges_json(w->edges, w->edge_count), w->truncated);
    if (w->truncated)
        add_next(w, root);
    serve_json(w->answer, 200, root);
}

static bool read_around(around *w, const serve_request *request, serve_answer *answer, graph_level level,
                        long depth, long limit)
{
    *w = (around){ .request = request,
                   .answer = answer,
                   .question = { .level = level, .kinds = GRAPH_VALUE_KINDS } };
    return serve_number(request, answer, "depth", 0, MOST_DEPTH, depth, &w->depth) &&
           serve_number(request, answer, "limit", 1, MOST_NODES, limit, &w->limit) &&
           serve_number(request, answer, "offset", 0, MOST_OFFSET, 0, &w->offset);
}

static void answer_table(const serve_request *request, serve_answer *answer, store_direction direction,
                         long depth)
{
    around w;
    store_node table;

    if (read_around(&w, request, answer, GRAPH_TABLES, depth, 500) &&
        serve_named_node(request, answer, false, &table))
        answer_around(&w, table.id, direction);
}

void serve_lineage_table(const serve_request *request, serve_answer *answer)
{
    answer_table(request, answer, STORE_BOTH, 1);
}

void serve_lineage_table_upstream(const serve_request *request, serve_answer *answer)
{
    answer_table(request, answer, STORE_UPSTREAM, 2);
}

void serve_lineage_table_downstream(const serve_request *request, serve_answer *answer)
{
    answer_table(request, answer, STORE_DOWNSTREAM, 2);
}

void serve_lineage_column(const serve_request *request, serve_answer *answer)
{
    static const store_direction directions[] = { STORE_UPSTREAM, STORE_DOWNSTREAM, STORE_BOTH };
    around w;
    store_node column;
    int direction;

    if (read_around(&w, request, answer, GRAPH_COLUMNS, MOST_DEPTH, 1000) &&
        serve_choice(request, answer, "direction", "upstream|downstream|both", &direction) &&
        serve_kinds(request, answer, GRAPH_VALUE_KINDS, &w.question.kinds) &&
        serve_named_node(request, answer, true, &column))
        answer_around(&w, column.id, directions[direction]);
}

/* ---- A table's columns
 * ------------------------------------------------------------------------------------------ */

void serve_lineage_table_columns(const serve_request *request, serve_answer *answer)
{
    serve_store *s = request->store;
    store_filter filter = { .version = s->version, .kinds = GRAPH_ALL_KINDS, .limit = MOST_COLUMN_EDGES };
    store_node table, *columns = NULL;
    store_edge_row *edges = NULL;
    size_t count = 0, found = 0, n = 0;
    int64_t *ids;
    cJSON *list, *others;

    if (!serve_named_node(request, answer, false, &table) ||
        !serve_well(request, answer, store_columns(s->store, table.id, &s->pool, &columns, &count)))
        return;
    ids = map_pool_get(&s->pool, (count + 1) * sizeof *ids);
    for (size_t i = 0; i < count; i++)
        ids[i] = columns[i].id;
    if (!serve_well(request, answer,
                    store_edges_around(s->store, &filter, ids, count, STORE_BOTH, &s->pool, &edges, &found)))
        return;
    ids = map_pool_get(&s->pool, (4 * found + 1) * sizeof *ids);
    for (size_t i = 0; i < found; i++) {
        int64_t other = store_table_of(edges[i].source) == table.id ? edges[i].target : edges[i].source;

        if (store_table_of(other) == table.id)
            continue;
        ids[n++] = other;
        ids[n++] = store_table_of(other);
    }
    others = serve_nodes_json(request, answer, ids, n);
    if (others == NULL)
        return;
    list = cJSON_CreateArray(); /* the table and its columns in their order, then their neighbours */
    cJSON_AddItemToArray(list, serve_node_json(&table));
    for (size_t i = 0; i < count; i++)
        cJSON_AddItemToArray(list, serve_node_json(&columns[i]));
    while (others->child != NULL)
        cJSON_AddItemToArray(list, cJSON_DetachItemViaPointer(others, others->child));
    cJSON_Delete(others);
    serve_json(answer, 200,
               serve_graph_json(list, serve_edges_json(edges, found), found == MOST_COLUMN_EDGES));
}

/* ---- Ways and relations
 * ------------------------------------------------------------------------------------------- */

static cJSON *answer_nodes(const graph_answer *found)
{
    cJSON *list = cJSON_CreateArray();

    for (size_t i = 0; i < found->node_count; i++)
        cJSON_AddItemToArray(list, serve_node_json(&found->nodes[i].node));
    return list;
}

static cJSON *answer_edges(const serve_request *request, const graph_answer *found)
{
    store_edge_row *edges = map_pool_get(&request->store->pool, (found->edge_count + 1) * sizeof *edges);

    if (found->edge_count > 0)
        memcpy(edges, found->edges, found->edge_count * sizeof *edges);
    return serve_edges_json(edges, found->edge_count);
}

/* Two ends; tables are asked at the level of tables when both are. */
static bool read_ends(const serve_request *request, serve_answer *answer, const char *a, const char *b,
                      int64_t ends[2], graph_question *question)
{
    store_node from, to;

    if (!ready(request, answer) || !serve_node_of(request, answer, serve_parameter(request, a), &from) ||
        !serve_node_of(request, answer, serve_parameter(request, b), &to))
        return false;
    *question = (graph_question){ .level = store_is_table(from.id) && store_is_table(to.id) ? GRAPH_TABLES
                                                                                            : GRAPH_COLUMNS,
                                  .kinds = GRAPH_VALUE_KINDS,
                                  .most_nodes = 100000 };
    ends[0] = from.id;
    ends[1] = to.id;
    return true;
}

void serve_lineage_path(const serve_request *request, serve_answer *answer)
{
    graph_question question;
    graph_answer found;
    int64_t ends[2];
    cJSON *root;

    if (!read_ends(request, answer, "from", "to", ends, &question) ||
        !serve_kinds(request, answer, GRAPH_VALUE_KINDS, &question.kinds) ||
        !serve_well(
            request, answer,
            graph_path(request->store->graph, ends[0], ends[1], &question, &request->store->pool, &found)))
        return;
    root = serve_graph_json(answer_nodes(&found), answer_edges(request, &found), found.truncated);
    cJSON_AddBoolToObject(root, "found", found.node_count > 0);
    if (found.node_count > 0)
        cJSON_AddNumberToObject(root, "length", (double)(found.node_count - 1));
    serve_json(answer, 200, root);
}

void serve_lineage_related(const serve_request *request, serve_answer *answer)
{
    graph_question question;
    graph_related related;
    int64_t ends[2];
    cJSON *root, *common;

    if (!read_ends(request, answer, "a", "b", ends, &question) ||
        !serve_well(request, answer,
                    graph_relate(request->store->graph, ends[0], ends[1], &question, &request->store->pool,
                                 &related)))
        return;
    root = serve_graph_json(answer_nodes(&related.path), answer_edges(request, &related.path),
                            related.path.truncated);
    cJSON_AddBoolToObject(root, "related", related.relation != GRAPH_UNRELATED);
    cJSON_AddStringToObject(root, "relation", graph_relation_name(related.relation));
    common = cJSON_AddArrayToObject(root, "common");
    for (size_t i = 0; i < related.common_count; i++)
        cJSON_AddItemToArray(common, serve_node_json(&related.common[i]));
    serve_json(answer, 200, root);
}
