/*
 * What made edges: statements with their text and places, and all that is known between two nodes.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "map/serve/json.h"

enum { MOST_STATEMENT_EDGES = 4000, MOST_EVIDENCE = 200, MOST_DECISIONS = 100 };

/* ---- GET /statements/{fingerprint}
 * ------------------------------------------------------------------------------- */

static bool read_fingerprint(const char *text, uint64_t *fingerprint)
{
    char *end;

    if (strlen(text) != 16 || strspn(text, "0123456789abcdef") != 16)
        return false;
    *fingerprint = strtoull(text, &end, 16);
    return true;
}

static cJSON *jobs_json(const store_job *jobs, size_t count)
{
    cJSON *list = cJSON_CreateArray();

    for (size_t i = 0; i < count; i++) {
        cJSON *job = cJSON_CreateObject();

        serve_add_text(job, "name", jobs[i].name);
        serve_add_text(job, "batch", jobs[i].batch);
        serve_add_time(job, "first_seen", jobs[i].first_seen);
        serve_add_time(job, "last_seen", jobs[i].last_seen);
        cJSON_AddNumberToObject(job, "count", (double)jobs[i].count);
        cJSON_AddItemToArray(list, job);
    }
    return list;
}

static cJSON *statement_json(const store_statement_row *row)
{
    cJSON *object = cJSON_CreateObject(), *diagnostics = cJSON_Parse(row->diagnostics.data);

    cJSON_AddNumberToObject(object, "id", (double)row->id);
    cJSON_AddStringToObject(object, "dialect", colline_dialect_name(row->dialect));
    cJSON_AddStringToObject(object, "kind", colline_statement_kind_name(row->kind));
    cJSON_AddStringToObject(object, "status", store_outcome_name(row->outcome));
    serve_add_text(object, "text", row->text);
    serve_add_text(object, "default_db", row->default_db);
    serve_add_text(object, "reason", row->reason);
    serve_add_text(object, "user", row->user);
    serve_add_text(object, "session", row->session);
    cJSON_AddItemToObject(object, "diagnostics",
                          cJSON_IsArray(diagnostics) ? diagnostics : cJSON_CreateArray());
    if (!cJSON_IsArray(diagnostics))
        cJSON_Delete(diagnostics);
    serve_add_time(object, "parsed_at", row->parsed_at);
    serve_add_time(object, "first_seen", row->first_seen);
    serve_add_time(object, "last_seen", row->last_seen);
    cJSON_AddNumberToObject(object, "count", (double)row->count);
    cJSON_AddItemToObject(object, "jobs", jobs_json(row->jobs, row->job_count));
    cJSON_AddItemToObject(object, "tokens", serve_tokens(row->dialect, row->text.data, row->text.length));
    return object;
}

/* Where the texts name what their edges are about. */
static cJSON *highlights_json(const store_evidence *evidence, size_t count)
{
    cJSON *list = cJSON_CreateArray();

    for (size_t i = 0; i < count; i++) {
        cJSON *item;

        if (evidence[i].at.length == 0)
            continue;
        item = cJSON_CreateObject();
        cJSON_AddNumberToObject(item, "edge", (double)evidence[i].edge);
        cJSON_AddNumberToObject(item, "statement", (double)evidence[i].statement);
        cJSON_AddNumberToObject(item, "offset", evidence[i].at.offset);
        cJSON_AddNumberToObject(item, "length", evidence[i].at.length);
        serve_add_text(item, "expression", evidence[i].expression);
        cJSON_AddItemToArray(list, item);
    }
    return list;
}

/* Column edges only: those between tables follow from them, unless they are all there is. */
static size_t drop_table_edges(store_edge_row *edges, size_t count)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++)
        if (edges[i].kind != STORE_KIND_TABLE)
            edges[kept++] = edges[i];
    return kept > 0 ? kept : count;
}

static void add_edges(const serve_request *request, serve_answer *answer, const store_statement_row *rows,
                      size_t count, cJSON *root)
{
    serve_store *s = request->store;
    int64_t *statements = map_pool_get(&s->pool, count * sizeof *statements), *ids;
    store_evidence *evidence = NULL;
    store_edge_row *edges = NULL;
    size_t found = 0, edge_count = 0;
    cJSON *graph;

    for (size_t i = 0; i < count; i++)
        statements[i] = rows[i].id;
    if (!serve_well(request, answer,
                    store_evidence_by(s->store, s->version, statements, count, MOST_STATEMENT_EDGES, &s->pool,
                                      &evidence, &found)))
        return;
    ids = map_pool_get(&s->pool, (found + 1) * sizeof *ids);
    for (size_t i = 0; i < found; i++)
        ids[i] = evidence[i].edge;
    if (!serve_well(request, answer,
                    store_edges_by_id(s->store, s->version, ids, found, &s->pool, &edges, &edge_count)))
        return;
    serve_graph_answer(request, answer, edges, drop_table_edges(edges, edge_count), 0,
                       found == MOST_STATEMENT_EDGES);
    graph = answer->status == 200 ? cJSON_Parse(answer->body) : NULL;
    if (graph == NULL)
        return;
    for (cJSON *member = graph->child; member != NULL; member = graph->child)
        cJSON_AddItemToObject(root, member->string, cJSON_DetachItemViaPointer(graph, member));
    cJSON_Delete(graph);
    cJSON_AddItemToObject(root, "highlights", highlights_json(evidence, found));
}

void serve_statement(const serve_request *request, serve_answer *answer)
{
    serve_store *s = request->store;
    store_statement_row *rows = NULL;
    uint64_t fingerprint;
    size_t count = 0;
    cJSON *root, *list;

    if (!read_fingerprint(request->item, &fingerprint)) {
        serve_problem(answer, 400, "a fingerprint has 16 hex digits");
        return;
    }
    if (!serve_well(request, answer,
                    store_statements_by_fingerprint(s->store, fingerprint, &s->pool, &rows, &count)))
        return;
    if (count == 0) {
        serve_problem(answer, 404, "there is no statement %s", request->item);
        return;
    }
    root = cJSON_CreateObject();
    serve_add_fingerprint(root, "fingerprint", fingerprint);
    list = cJSON_AddArrayToObject(root, "statements");
    for (size_t i = 0; i < count; i++)
        cJSON_AddItemToArray(list, statement_json(&rows[i]));
    add_edges(request, answer, rows, count, root);
    if (answer->status == 200)
        serve_json(answer, 200, root);
    else
        cJSON_Delete(root);
}

/* ---- GET /edges
 * ---------------------------------------------------------------------------------------------------- */

static cJSON *evidence_json(const store_evidence *e)
{
    cJSON *object = cJSON_CreateObject();

    cJSON_AddNumberToObject(object, "statement", (double)e->statement);
    if (e->statement != 0)
        serve_add_fingerprint(object, "fingerprint", e->fingerprint);
    else
        cJSON_AddNullToObject(object, "fingerprint");
    cJSON_AddStringToObject(object, "dialect", colline_dialect_name(e->dialect));
    cJSON_AddStringToObject(object, "quality", store_quality_name(e->quality));
    cJSON_AddBoolToObject(object, "condition", (e->flags & COLLINE_EDGE_CONDITION) != 0);
    serve_add_text(object, "expression", e->expression);
    cJSON_AddNumberToObject(object, "offset", e->at.offset);
    cJSON_AddNumberToObject(object, "length", e->at.length);
    serve_add_time(object, "parsed_at", e->parsed_at);
    serve_add_time(object, "first_seen", e->first_seen);
    serve_add_time(object, "last_seen", e->last_seen);
    cJSON_AddNumberToObject(object, "count", (double)e->count);
    return object;
}

cJSON *serve_decisions_json(const serve_request *request, int64_t edge, size_t limit)
{
    store_decision *decisions = NULL;
    size_t count = 0;
    cJSON *list = cJSON_CreateArray();

    if (store_history(request->store->store, edge, limit, &request->store->pool, &decisions, &count) !=
        STORE_OK)
        return list;
    for (size_t i = 0; i < count; i++) {
        cJSON *object = cJSON_CreateObject();

        cJSON_AddNumberToObject(object, "edge", (double)decisions[i].edge);
        cJSON_AddNumberToObject(object, "at", (double)decisions[i].at);
        serve_add_text(object, "action", decisions[i].action);
        serve_add_text(object, "who", decisions[i].who);
        serve_add_text(object, "why", decisions[i].why);
        serve_add_text(object, "what", decisions[i].what);
        cJSON_AddItemToArray(list, object);
    }
    return list;
}

static cJSON *edge_json(const serve_request *request, const store_edge_row *edge,
                        const store_evidence *evidence, size_t count)
{
    cJSON *object = cJSON_CreateObject(), *list;
    size_t told = 0;

    cJSON_AddNumberToObject(object, "id", (double)edge->id);
    cJSON_AddStringToObject(object, "kind", store_kind_name(edge->kind));
    cJSON_AddStringToObject(object, "quality", store_quality_name(edge->quality));
    cJSON_AddBoolToObject(object, "condition", (edge->flags & COLLINE_EDGE_CONDITION) != 0);
    cJSON_AddItemToObject(object, "engines", serve_engines_json(edge->engines));
    list = cJSON_AddArrayToObject(object, "evidence");
    for (size_t i = 0; i < count; i++)
        if (evidence[i].edge == edge->id && told++ < MOST_EVIDENCE)
            cJSON_AddItemToArray(list, evidence_json(&evidence[i]));
    cJSON_AddBoolToObject(object, "truncated", told > MOST_EVIDENCE);
    cJSON_AddItemToObject(object, "history", serve_decisions_json(request, edge->id, MOST_DECISIONS));
    return object;
}

/* The rows that lead to `target`. */
static size_t keep_target(store_edge_row *edges, size_t count, int64_t target)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++)
        if (edges[i].target == target)
            edges[kept++] = edges[i];
    return kept;
}

void serve_edges(const serve_request *request, serve_answer *answer)
{
    serve_store *s = request->store;
    store_filter filter = { .version = s->version, .kinds = 0xFFFF };
    store_node source, target;
    store_edge_row *edges = NULL;
    store_evidence *evidence = NULL;
    size_t count = 0, found = 0;
    int64_t *ids;
    cJSON *root, *list;

    if (!serve_node_of(request, answer, serve_parameter(request, "source"), &source) ||
        !serve_node_of(request, answer, serve_parameter(request, "target"), &target) ||
        !serve_well(
            request, answer,
            store_edges_around(s->store, &filter, &source.id, 1, STORE_DOWNSTREAM, &s->pool, &edges, &count)))
        return;
    count = keep_target(edges, count, target.id);
    ids = map_pool_get(&s->pool, (count + 1) * sizeof *ids);
    for (size_t i = 0; i < count; i++)
        ids[i] = edges[i].id;
    if (!serve_well(request, answer,
                    store_evidence_of(s->store, s->version, ids, count, &s->pool, &evidence, &found)))
        return;
    root = cJSON_CreateObject();
    cJSON_AddItemToObject(root, "source", serve_node_json(&source));
    cJSON_AddItemToObject(root, "target", serve_node_json(&target));
    list = cJSON_AddArrayToObject(root, "edges");
    for (size_t i = 0; i < count; i++)
        cJSON_AddItemToArray(list, edge_json(request, &edges[i], evidence, found));
    serve_json(answer, 200, root);
}
