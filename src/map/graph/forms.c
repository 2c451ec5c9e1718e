/*
 * Answers as JSON and as pictures.
 */
#define _POSIX_C_SOURCE 200809L
#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "map/graph/internal.h"

/* ---- Texts ------------------------------------------------------------------------------------------ */

colline_text graph_fingerprint_text(map_pool *pool, uint64_t fingerprint)
{
    return map_pool_format(pool, "%016llx", (unsigned long long)fingerprint);
}

colline_text graph_time_text(map_pool *pool, int64_t milliseconds)
{
    time_t seconds = (time_t)(milliseconds / 1000);
    struct tm parts;
    char text[40];

    if (milliseconds == 0 || gmtime_r(&seconds, &parts) == NULL)
        return (colline_text){ "", 0 };
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return map_pool_copy(pool, text, strlen(text));
}

/* ---- JSON ------------------------------------------------------------------------------------------- */

static void add_text(cJSON *object, const char *name, colline_text text)
{
    if (text.length > 0)
        cJSON_AddStringToObject(object, name, text.data);
}

static void add_time(cJSON *object, const char *name, int64_t time)
{
    map_pool pool = MAP_POOL_INIT;

    add_text(object, name, graph_time_text(&pool, time));
    map_pool_free(&pool);
}

static void add_fingerprint(cJSON *object, uint64_t fingerprint)
{
    map_pool pool = MAP_POOL_INIT;

    add_text(object, "fingerprint", graph_fingerprint_text(&pool, fingerprint));
    map_pool_free(&pool);
}

cJSON *graph_node_json(const store_node *node)
{
    cJSON *object = cJSON_CreateObject();

    cJSON_AddNumberToObject(object, "id", (double)node->id);
    cJSON_AddStringToObject(object, "name", node->name.data);
    cJSON_AddStringToObject(object, "kind", store_node_kind_name(node->kind));
    add_text(object, "catalog", node->catalog);
    add_text(object, "database", node->database);
    cJSON_AddStringToObject(object, "table", node->table.data);
    if (node->kind == STORE_COLUMN) {
        cJSON_AddStringToObject(object, "column", node->column.data);
        cJSON_AddStringToObject(object, "table_kind", store_node_kind_name(node->table_kind));
        cJSON_AddNumberToObject(object, "table_id", (double)store_table_of(node->id));
        add_text(object, "type", node->type);
    }
    cJSON_AddBoolToObject(object, "known", node->known);
    return object;
}

cJSON *graph_edge_json(const store_edge_row *edge)
{
    cJSON *object = cJSON_CreateObject(), *engines = cJSON_CreateArray();

    cJSON_AddNumberToObject(object, "id", (double)edge->id);
    cJSON_AddNumberToObject(object, "source", (double)edge->source);
    cJSON_AddNumberToObject(object, "target", (double)edge->target);
    cJSON_AddStringToObject(object, "kind", store_kind_name(edge->kind));
    if ((edge->flags & COLLINE_EDGE_CONDITION) != 0)
        cJSON_AddStringToObject(object, "role", "condition");
    cJSON_AddStringToObject(object, "quality", store_quality_name(edge->quality));
    for (int dialect = 0; dialect <= COLLINE_DB2; dialect++)
        if ((edge->engines >> dialect & 1) != 0)
            cJSON_AddItemToArray(engines, cJSON_CreateString(colline_dialect_name((colline_dialect)dialect)));
    cJSON_AddItemToObject(object, "engines", engines);
    return object;
}

/* The members of an answer, into an object that may have more. */
static void add_answer(cJSON *object, const graph_answer *answer)
{
    cJSON *nodes = cJSON_AddArrayToObject(object, "nodes"), *edges = cJSON_AddArrayToObject(object, "edges");

    for (size_t i = 0; i < answer->node_count; i++) {
        cJSON *node = graph_node_json(&answer->nodes[i].node);

        cJSON_AddNumberToObject(node, "depth", answer->nodes[i].depth);
        if (answer->nodes[i].start)
            cJSON_AddTrueToObject(node, "start");
        cJSON_AddItemToArray(nodes, node);
    }
    for (size_t i = 0; i < answer->edge_count; i++)
        cJSON_AddItemToArray(edges, graph_edge_json(&answer->edges[i]));
    cJSON_AddBoolToObject(object, "truncated", answer->truncated);
}

cJSON *graph_answer_json(const graph_answer *answer)
{
    cJSON *object = cJSON_CreateObject();

    cJSON_AddNumberToObject(object, "version", (double)answer->version);
    add_answer(object, answer);
    return object;
}

cJSON *graph_statement_json(const store_statement_row *row)
{
    cJSON *object = cJSON_CreateObject(), *jobs, *diagnostics;
    const char *dialect = colline_dialect_name(row->dialect), *kind = colline_statement_kind_name(row->kind);

    add_fingerprint(object, row->fingerprint);
    cJSON_AddNumberToObject(object, "id", (double)row->id);
    cJSON_AddStringToObject(object, "engine", dialect != NULL ? dialect : "");
    cJSON_AddStringToObject(object, "kind", kind != NULL ? kind : "");
    cJSON_AddStringToObject(object, "status", store_outcome_name(row->outcome));
    cJSON_AddStringToObject(object, "text", row->text.data);
    add_text(object, "default_db", row->default_db);
    add_text(object, "reason", row->reason);
    diagnostics = row->diagnostics.length > 0 ? cJSON_Parse(row->diagnostics.data) : NULL;
    cJSON_AddItemToObject(object, "diagnostics", diagnostics != NULL ? diagnostics : cJSON_CreateArray());
    add_time(object, "parsed_at", row->parsed_at);
    cJSON_AddNumberToObject(object, "parse_ms", (double)row->parse_ns / 1e6);
    cJSON_AddNumberToObject(object, "count", (double)row->count);
    add_time(object, "first_seen", row->first_seen);
    add_time(object, "last_seen", row->last_seen);
    add_text(object, "user", row->user);
    add_text(object, "session", row->session);
    jobs = cJSON_AddArrayToObject(object, "jobs");
    for (size_t i = 0; i < row->job_count; i++) {
        cJSON *job = cJSON_CreateObject();

        add_text(job, "job", row->jobs[i].name);
        add_text(job, "batch", row->jobs[i].batch);
        cJSON_AddNumberToObject(job, "count", (double)row->jobs[i].count);
        add_time(job, "first_seen", row->jobs[i].first_seen);
        add_time(job, "last_seen", row->jobs[i].last_seen);
        cJSON_AddItemToArray(jobs, job);
    }
    return object;
}

static cJSON *impact_table_json(const graph_impact_table *table)
{
    cJSON *object = cJSON_CreateObject(), *list;

    cJSON_AddStringToObject(object, "table", table->table.name.data);
    cJSON_AddStringToObject(object, "kind", store_node_kind_name(table->table.kind));
    cJSON_AddNumberToObject(object, "id", (double)table->table.id);
    cJSON_AddNumberToObject(object, "depth", table->depth);
    list = cJSON_AddArrayToObject(object, "columns");
    for (size_t i = 0; i < table->column_count; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(table->columns[i].column.data));
    list = cJSON_AddArrayToObject(object, "kinds");
    for (unsigned kind = 0; kind < STORE_KINDS; kind++)
        if ((table->kinds >> kind & 1) != 0)
            cJSON_AddItemToArray(list, cJSON_CreateString(store_kind_name(kind)));
    list = cJSON_AddArrayToObject(object, "statements");
    for (size_t i = 0; i < table->statement_count; i++)
        cJSON_AddItemToArray(list, graph_statement_json(&table->statements[i]));
    return object;
}

cJSON *graph_impact_json(const graph_impact *impact)
{
    cJSON *object = cJSON_CreateObject(), *tables;

    cJSON_AddNumberToObject(object, "version", (double)impact->answer.version);
    tables = cJSON_AddArrayToObject(object, "tables");
    for (size_t i = 0; i < impact->table_count; i++)
        cJSON_AddItemToArray(tables, impact_table_json(&impact->tables[i]));
    add_answer(object, &impact->answer);
    return object;
}

cJSON *graph_related_json(const graph_related *related)
{
    cJSON *object = cJSON_CreateObject(), *common;

    cJSON_AddNumberToObject(object, "version", (double)related->path.version);
    cJSON_AddStringToObject(object, "relation", graph_relation_name(related->relation));
    common = cJSON_AddArrayToObject(object, "common");
    for (size_t i = 0; i < related->common_count; i++)
        cJSON_AddItemToArray(common, graph_node_json(&related->common[i]));
    add_answer(object, &related->path);
    return object;
}
