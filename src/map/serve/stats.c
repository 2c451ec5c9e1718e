/*
 * GET /stats: figures of the store.
 */
#define _POSIX_C_SOURCE 200809L
#include "map/serve/json.h"

enum { BUSIEST = 12 };

static void add_statements(cJSON *root, const store_stats *stats)
{
    static const char *const outcomes[] = { "ok", "partial", "error", "failed" };
    cJSON *object = cJSON_AddObjectToObject(root, "statements");
    double counts[4] = { 0 };

    for (size_t i = 0; i < stats->row_count; i++)
        if ((unsigned)stats->rows[i].outcome < 4)
            counts[stats->rows[i].outcome] += (double)stats->rows[i].statements;
    cJSON_AddNumberToObject(object, "total", (double)stats->statements);
    for (int i = 0; i < 4; i++)
        cJSON_AddNumberToObject(object, outcomes[i], counts[i]);
}

static void add_edges(cJSON *root, const store_stats *stats, const uint64_t kinds[STORE_KINDS])
{
    cJSON *qualities = cJSON_AddObjectToObject(root, "edges_by_quality"),
          *by_kind = cJSON_AddObjectToObject(root, "edges_by_kind");

    for (int i = 0; i < 3; i++)
        cJSON_AddNumberToObject(qualities, serve_quality_name((colline_quality)i), (double)stats->edges[i]);
    for (unsigned i = 0; i < STORE_KINDS; i++)
        if (kinds[i] > 0)
            cJSON_AddNumberToObject(by_kind, serve_kind_name(i), (double)kinds[i]);
}

/* Where to begin to look. */
static void add_busiest(const serve_request *request, cJSON *root)
{
    serve_store *s = request->store;
    cJSON *list = cJSON_AddArrayToObject(root, "busiest");
    store_busy *tables = NULL;
    size_t count = 0;

    if (store_busiest(s->store, s->version, BUSIEST, &s->pool, &tables, &count) != STORE_OK)
        return;
    for (size_t i = 0; i < count; i++) {
        store_node *node = NULL;
        size_t found = 0;
        cJSON *item;

        if (store_nodes(s->store, &tables[i].table, 1, &s->pool, &node, &found) != STORE_OK || found == 0)
            continue;
        item = serve_node_json(node);
        cJSON_AddNumberToObject(item, "upstream", (double)tables[i].upstream);
        cJSON_AddNumberToObject(item, "downstream", (double)tables[i].downstream);
        cJSON_AddItemToArray(list, item);
    }
}

void serve_stats(const serve_request *request, serve_answer *answer)
{
    serve_store *s = request->store;
    uint64_t kinds[STORE_KINDS], edges = 0;
    store_stats stats;
    cJSON *root;

    if (!serve_well(request, answer, store_stats_get(s->store, &s->pool, &stats)) ||
        !serve_well(request, answer, store_kind_counts(s->store, s->version, kinds)))
        return;
    root = cJSON_CreateObject();
    for (int i = 0; i < 3; i++)
        edges += stats.edges[i];
    cJSON_AddNumberToObject(root, "version", (double)stats.version);
    cJSON_AddNumberToObject(root, "tables", (double)stats.tables);
    cJSON_AddNumberToObject(root, "columns", (double)stats.columns);
    cJSON_AddNumberToObject(root, "edges", (double)edges);
    cJSON_AddNumberToObject(root, "table_edges", (double)stats.table_edges);
    add_statements(root, &stats);
    cJSON_AddNumberToObject(root, "runs", (double)stats.runs);
    cJSON_AddNumberToObject(root, "success", stats.success);
    cJSON_AddNumberToObject(root, "parse_mean_ms", stats.parse_mean_ms);
    cJSON_AddNumberToObject(root, "parse_p99_ms", stats.parse_p99_ms);
    cJSON_AddNumberToObject(root, "written_columns", (double)stats.written_columns);
    cJSON_AddNumberToObject(root, "covered_columns", (double)stats.covered_columns);
    cJSON_AddNumberToObject(root, "failures_open", (double)stats.backlog);
    add_edges(root, &stats, kinds);
    add_busiest(request, root);
    serve_json(answer, 200, root);
}
