/*
 * json.h -- what the store knows, as the API says it.
 *
 *     node
 * {"id":1048577,"kind":"column","name":"dw.fact.amount","catalog":"","db":"dw","table":"fact","column":"amount",...}
 *     edge
 * {"source":1048577,"target":2097153,"kinds":["DIRECT","AGG"],"quality":"AUTO_CONFIRMED","engines":["hive"],"ids":[7,9]}
 *
 * An edge of an answer is merged: everything between two nodes, whatever kinds, statements and engines made
 * it.
 */
#ifndef MAP_SERVE_JSON_H
#define MAP_SERVE_JSON_H

#include "map/graph/graph.h"
#include "map/serve/serve.h"

/* A request's view of the store: one version, from the request's beginning to its end. */
struct serve_store {
    store *store;
    graph *graph;
    int64_t version;
    map_pool pool;
    struct serve_store *next;
};

/* The status of HTTP for what the store could not do. */
unsigned serve_code_of(store_status status);
/* The answer says what the store complained of; true when all was well. */
bool serve_well(const serve_request *request, serve_answer *answer, store_status status);

cJSON *serve_node_json(const store_node *node);
/* All nodes with these ids, which become sorted and each once. */
cJSON *serve_nodes_json(const serve_request *request, serve_answer *answer, int64_t *ids, size_t count);
/* The rows, merged; which become sorted. */
cJSON *serve_edges_json(store_edge_row *edges, size_t count);

/* {"nodes":[...],"edges":[...],"truncated":...}: the edges, their ends, and `also` (0: nothing). */
void serve_graph_answer(const serve_request *request, serve_answer *answer, store_edge_row *edges,
                        size_t count, int64_t also, bool truncated);

/* The same with nodes that were asked for already. */
cJSON *serve_graph_json(cJSON *nodes, cJSON *edges, bool truncated);

void serve_add_text(cJSON *object, const char *name, colline_text text);
/* Milliseconds since 1970; null for 0. */
void serve_add_time(cJSON *object, const char *name, int64_t time);
/* 16 hex digits. */
void serve_add_fingerprint(cJSON *object, const char *name, uint64_t fingerprint);
cJSON *serve_engines_json(uint64_t engines);
cJSON *serve_kinds_json(uint32_t kinds);
cJSON *serve_tokens(colline_dialect dialect, const char *sql, size_t length);

/* The node that the parameters catalog, db, table (and column, where `column` says so) name.  False: the
 * answer tells (404). */
bool serve_named_node(const serve_request *request, serve_answer *answer, bool column, store_node *node);
/* The node of a name (dw.fact.amount) or id.  False: the answer tells (404, or 400 for an ambiguous name). */
bool serve_node_of(const serve_request *request, serve_answer *answer, const char *name, store_node *node);
/* "DIRECT,AGG" as a mask of kinds; `missing` when not given. */
bool serve_kinds(const serve_request *request, serve_answer *answer, uint32_t missing, uint32_t *kinds);

#endif
