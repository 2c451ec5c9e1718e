/*
 * Figures of the store, for GET /stats and GET /metrics.  They take a look at every row: seconds for a
 * million edges, so they are made once for each version.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "map/base/hash.h"
#include "map/base/index.h"
#include "map/command/stats.h"
#include "map/serve/json.h"
#include "map/serve/server.h"

enum { BUSIEST = 12 };

static void add_statements(cJSON *root, const store_stats *stats)
{
    cJSON *object = cJSON_AddObjectToObject(root, "statements");
    double counts[STORE_OUTCOMES] = { 0 };

    for (size_t i = 0; i < stats->row_count; i++)
        if ((unsigned)stats->rows[i].outcome < STORE_OUTCOMES)
            counts[stats->rows[i].outcome] += (double)stats->rows[i].statements;
    cJSON_AddNumberToObject(object, "total", (double)stats->statements);
    for (int i = 0; i < STORE_OUTCOMES; i++)
        cJSON_AddNumberToObject(object, store_outcome_name((store_outcome)i), counts[i]);
}

static void add_qualities(cJSON *root, const store_stats *stats)
{
    cJSON *qualities = cJSON_AddObjectToObject(root, "edges_by_quality");

    for (int i = 0; i < 3; i++)
        cJSON_AddNumberToObject(qualities, store_quality_name((colline_quality)i), (double)stats->edges[i]);
}

/* ---- A look at every edge
 * ---------------------------------------------------------------------------------- */

/* A table with how many others feed it, and it feeds. */
typedef struct busy {
    int64_t table;
    uint64_t upstream, downstream;
} busy;

/* (Counted here and not by the database: grouping a million edges takes it ten times as long as reading
 * them.) */
typedef struct counting {
    busy *tables;
    size_t count, capacity;
    map_index index;
    uint64_t kinds[STORE_KINDS];
} counting;

static busy *busy_of(counting *c, int64_t table)
{
    uint64_t hash = map_mix((uint64_t)table, 0);

    for (size_t at = map_index_first(&c->index, hash); at != MAP_INDEX_END;
         at = map_index_next(&c->index, hash, at))
        if (c->tables[c->index.slots[at].value].table == table)
            return &c->tables[c->index.slots[at].value];
    MAP_GROW(c->tables, c->count, c->capacity);
    map_index_add(&c->index, hash, (uint32_t)c->count);
    c->tables[c->count] = (busy){ table, 0, 0 };
    return &c->tables[c->count++];
}

static bool count_edge(void *user, const store_edge_row *edge)
{
    counting *c = user;

    c->kinds[edge->kind % STORE_KINDS]++;
    if (edge->kind == STORE_KIND_TABLE && edge->source != edge->target) {
        busy_of(c, edge->source)->downstream++;
        busy_of(c, edge->target)->upstream++;
    }
    return true;
}

static int by_degree(const void *a, const void *b)
{
    const busy *x = a, *y = b;
    uint64_t p = x->upstream + x->downstream, q = y->upstream + y->downstream;

    if (p != q)
        return p > q ? -1 : 1;
    return x->table < y->table ? -1 : x->table > y->table;
}

/* Where to begin to look; and how many edges of each kind there are. */
static void add_counted(const serve_request *request, cJSON *root)
{
    serve_store *s = request->store;
    store_filter filter = { .version = s->version, .kinds = 0xFFFF };
    counting c = { 0 };
    cJSON *by_kind, *list;

    store_edges_each(s->store, &filter, count_edge, &c);
    if (c.count > 0)
        qsort(c.tables, c.count, sizeof *c.tables, by_degree);
    by_kind = cJSON_AddObjectToObject(root, "edges_by_kind");
    for (unsigned i = 0; i < STORE_KINDS; i++)
        if (c.kinds[i] > 0)
            cJSON_AddNumberToObject(by_kind, store_kind_name(i), (double)c.kinds[i]);
    list = cJSON_AddArrayToObject(root, "busiest");
    for (size_t i = 0; i < c.count && i < BUSIEST; i++) {
        store_node *node = NULL;
        size_t found = 0;
        cJSON *item;

        if (store_nodes(s->store, &c.tables[i].table, 1, &s->pool, &node, &found) != STORE_OK || found == 0)
            continue;
        item = serve_node_json(node);
        cJSON_AddNumberToObject(item, "upstream", (double)c.tables[i].upstream);
        cJSON_AddNumberToObject(item, "downstream", (double)c.tables[i].downstream);
        cJSON_AddItemToArray(list, item);
    }
    map_index_free(&c.index);
    free(c.tables);
}

/* ---- Both forms
 * ----------------------------------------------------------------------------------------------- */

static cJSON *stats_json_of(const serve_request *request, const store_stats *stats)
{
    cJSON *root = cJSON_CreateObject();
    uint64_t edges = stats->edges[0] + stats->edges[1] + stats->edges[2];

    cJSON_AddNumberToObject(root, "version", (double)stats->version);
    cJSON_AddNumberToObject(root, "tables", (double)stats->tables);
    cJSON_AddNumberToObject(root, "columns", (double)stats->columns);
    cJSON_AddNumberToObject(root, "edges", (double)edges);
    cJSON_AddNumberToObject(root, "table_edges", (double)stats->table_edges);
    add_statements(root, stats);
    cJSON_AddNumberToObject(root, "runs", (double)stats->runs);
    cJSON_AddNumberToObject(root, "success", stats->success);
    cJSON_AddNumberToObject(root, "parse_mean_ms", stats->parse_mean_ms);
    cJSON_AddNumberToObject(root, "parse_p99_ms", stats->parse_p99_ms);
    cJSON_AddNumberToObject(root, "written_columns", (double)stats->written_columns);
    cJSON_AddNumberToObject(root, "covered_columns", (double)stats->covered_columns);
    cJSON_AddNumberToObject(root, "failures_open", (double)stats->backlog);
    add_qualities(root, stats);
    add_counted(request, root);
    return root;
}

/* Both forms, of the version that the request reads. */
static bool make_figures(const serve_request *request, serve_figures *figures)
{
    serve_store *s = request->store;
    char *json, *prometheus;
    store_stats stats;
    cJSON *root;

    if (store_stats_get(s->store, &s->pool, &stats) != STORE_OK)
        return false;
    root = stats_json_of(request, &stats);
    json = cJSON_PrintUnformatted(root);
    prometheus = strdup(stats_prometheus(&stats, &s->pool).data);
    cJSON_Delete(root);
    pthread_mutex_lock(&figures->lock);
    free(figures->json);
    free(figures->prometheus);
    figures->json = json;
    figures->prometheus = prometheus;
    figures->version = s->version;
    pthread_mutex_unlock(&figures->lock);
    return true;
}

/* One thread makes them, for all; meanwhile the others take those of the version before. */
char *serve_take_figures(const serve_request *request, bool prometheus)
{
    serve_figures *figures = &request->server->figures;
    bool current, any, well = true;
    char *text = NULL;

    pthread_mutex_lock(&figures->lock);
    any = figures->json != NULL;
    current = any && figures->version == request->store->version;
    pthread_mutex_unlock(&figures->lock);
    if (!current &&
        (any ? pthread_mutex_trylock(&figures->making) : pthread_mutex_lock(&figures->making)) == 0) {
        pthread_mutex_lock(&figures->lock);
        current = figures->json != NULL && figures->version == request->store->version;
        pthread_mutex_unlock(&figures->lock);
        well = current || make_figures(request, figures);
        pthread_mutex_unlock(&figures->making);
    }
    pthread_mutex_lock(&figures->lock);
    if (well && figures->json != NULL && figures->prometheus != NULL)
        text = strdup(prometheus ? figures->prometheus : figures->json);
    pthread_mutex_unlock(&figures->lock);
    return text;
}

void serve_stats(const serve_request *request, serve_answer *answer)
{
    char *text = serve_take_figures(request, false);

    if (text == NULL) {
        serve_problem(answer, 500, "%s", store_error(request->store->store));
        return;
    }
    *answer = (serve_answer){ 200, "application/json; charset=utf-8", text, strlen(text) };
}
