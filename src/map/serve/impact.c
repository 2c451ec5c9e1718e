/*
 * GET /lineage/impact: what a change of a column, or of a whole table, reaches, table by table.
 */
#define _POSIX_C_SOURCE 200809L
#include <string.h>

#include "map/serve/json.h"

static const graph_node *find_node(const graph_answer *answer, int64_t id)
{
    for (size_t i = 0; i < answer->node_count; i++)
        if (answer->nodes[i].node.id == id)
            return &answer->nodes[i];
    return NULL;
}

/* What each edge's target is told of, by target: kinds of all edges that end there. */
static uint32_t kinds_into(const graph_answer *answer, int64_t id)
{
    uint32_t kinds = 0;

    for (size_t i = 0; i < answer->edge_count; i++)
        if (answer->edges[i].target == id)
            kinds |= 1u << answer->edges[i].kind;
    return kinds;
}

static cJSON *columns_json(const graph_answer *answer, const graph_impact_table *table)
{
    cJSON *list = cJSON_CreateArray();

    for (size_t i = 0; i < table->column_count; i++) {
        const graph_node *node = find_node(answer, table->columns[i].id);
        cJSON *item = cJSON_CreateObject();

        cJSON_AddItemToObject(item, "node", serve_node_json(&table->columns[i]));
        cJSON_AddItemToObject(item, "kinds", serve_kinds_json(kinds_into(answer, table->columns[i].id)));
        cJSON_AddNumberToObject(item, "depth", node != NULL ? node->depth : table->depth);
        cJSON_AddItemToArray(list, item);
    }
    return list;
}

static cJSON *statements_json(const graph_impact_table *table)
{
    cJSON *list = cJSON_CreateArray();

    for (size_t i = 0; i < table->statement_count; i++) {
        const store_statement_row *row = &table->statements[i];
        cJSON *item = cJSON_CreateObject(), *jobs;

        serve_add_fingerprint(item, "fingerprint", row->fingerprint);
        cJSON_AddStringToObject(item, "kind", colline_statement_kind_name(row->kind));
        jobs = cJSON_AddArrayToObject(item, "jobs");
        for (size_t k = 0; k < row->job_count; k++)
            if (row->jobs[k].name.length > 0 &&
                (k == 0 || strcmp(row->jobs[k].name.data, row->jobs[k - 1].name.data) != 0))
                cJSON_AddItemToArray(jobs, cJSON_CreateString(row->jobs[k].name.data));
        cJSON_AddNumberToObject(item, "count", (double)row->count);
        cJSON_AddItemToArray(list, item);
    }
    return list;
}

static void answer_impact(serve_answer *answer, const store_node *start, const graph_impact *impact)
{
    cJSON *root = cJSON_CreateObject(), *tables;

    cJSON_AddItemToObject(root, "node", serve_node_json(start));
    tables = cJSON_AddArrayToObject(root, "tables");
    for (size_t i = 0; i < impact->table_count; i++) {
        const graph_impact_table *table = &impact->tables[i];
        cJSON *item;

        if (table->table.id == store_table_of(start->id))
            continue; /* its own rows: an UPDATE of itself */
        item = cJSON_CreateObject();
        cJSON_AddItemToObject(item, "table", serve_node_json(&table->table));
        cJSON_AddNumberToObject(item, "depth", table->depth);
        cJSON_AddItemToObject(item, "columns", columns_json(&impact->answer, table));
        cJSON_AddItemToObject(item, "statements", statements_json(table));
        cJSON_AddItemToArray(tables, item);
    }
    cJSON_AddBoolToObject(root, "truncated", impact->answer.truncated);
    serve_json(answer, 200, root);
}

void serve_lineage_impact(const serve_request *request, serve_answer *answer)
{
    serve_store *s = request->store;
    graph_question question = { .level = GRAPH_COLUMNS };
    graph_impact impact;
    store_node start;
    long depth, limit;

    if (!serve_number(request, answer, "depth", 1, 100, 3, &depth) ||
        !serve_number(request, answer, "limit", 1, 5000, 1000, &limit) ||
        !serve_kinds(request, answer, GRAPH_ALL_KINDS, &question.kinds) ||
        !serve_named_node(request, answer, serve_parameter(request, "column") != NULL, &start))
        return;
    question.depth = (unsigned)depth;
    question.most_nodes = (size_t)limit;
    if (serve_well(request, answer, graph_refresh(s->graph, NULL)) &&
        serve_well(request, answer, graph_impact_of(s->graph, &start.id, 1, &question, &s->pool, &impact)))
        answer_impact(answer, &start, &impact);
}
