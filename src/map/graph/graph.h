/*
 * graph.h -- questions to the graph of a store's published version.
 *
 *     dw.fact.amount --AGG--> mart.report.total --DIRECT--> mart.board.total
 *     downstream of dw.fact.amount, depth 2: three nodes, two edges
 *
 * Breadth first, each node once (so cycles end), a set at a time: one question to the store for each level,
 * or none where graph_load() has read the edges into memory.  A graph belongs to the thread of its store.
 *
 * Levels     At the level of columns the edges of columns count; at that of tables the edges between tables
 * that the store keeps for them.  A table at the level of columns stands for all its columns. Whole rows A
 * filter's edge ends in the whole result, `t.*`.  Upstream, what decides the rows of a table belongs to each
 *            of its columns; downstream it ends there, except in an impact, which goes on with all columns of
 * t.
 */
#ifndef MAP_GRAPH_GRAPH_H
#define MAP_GRAPH_GRAPH_H

#include "map/store/store.h"

typedef struct graph graph;

/* The graph of the store's published version. */
store_status graph_open(store *s, graph **opened);
/* Go to the version that is published now: 1 where it is another one, *changed may be NULL. */
store_status graph_refresh(graph *g, bool *changed);
/* Read the edges into memory (about 70 bytes each), now and whenever the version changes, for a program that
 * asks often.  (A way through a large graph does so by itself, for its version.) */
store_status graph_load(graph *g);
void graph_close(graph *g);
store *graph_store(const graph *g);

typedef enum graph_level { GRAPH_COLUMNS, GRAPH_TABLES } graph_level;

/* All kinds of column edges; those that carry values. */
enum { GRAPH_ALL_KINDS = 0x1ff, GRAPH_VALUE_KINDS = 0x7 };

typedef struct graph_question {
    graph_level level;
    store_direction direction;
    unsigned depth;    /* how many edges away at most */
    uint32_t kinds;    /* 1 << kind; for the level of columns */
    size_t most_nodes; /* 0: no limit */
    bool through_rows; /* downstream: go on behind t.* with all columns of t */
} graph_question;

typedef struct graph_node {
    store_node node;
    unsigned depth; /* from where the question starts */
    bool start;
} graph_node;

typedef struct graph_answer {
    int64_t version;
    const graph_node *nodes; /* by depth, then by name */
    size_t node_count;
    const store_edge_row *edges; /* by id; both ends are among the nodes */
    size_t edge_count;
    bool truncated; /* a limit left something out */
    map_pool *pool; /* where all this lives: the caller's */
} graph_answer;

/* What lies up- or downstream of (or, STORE_BOTH, around) these nodes. */
store_status graph_around(graph *g, const int64_t *starts, size_t count, const graph_question *question,
                          map_pool *pool, graph_answer *answer);
/* A shortest way along the edges from one node to another, with all edges between its neighbours: nodes in
 * order, none where there is no way within question->depth (0: 64) edges. */
store_status graph_path(graph *g, int64_t from, int64_t to, const graph_question *question, map_pool *pool,
                        graph_answer *answer);

/* A table that a change reaches. */
typedef struct graph_impact_table {
    store_node table;
    unsigned depth;
    const store_node *columns; /* those that are reached; `*`: its rows */
    size_t column_count;
    uint32_t kinds;                        /* of the edges that reach it */
    const store_statement_row *statements; /* that make these edges */
    size_t statement_count;
} graph_impact_table;

typedef struct graph_impact {
    graph_answer answer;              /* the edges, at the level of columns */
    const graph_impact_table *tables; /* by depth, then by name */
    size_t table_count;
} graph_impact;

/* What a change of these nodes reaches, table by table. */
store_status graph_impact_of(graph *g, const int64_t *starts, size_t count, const graph_question *question,
                             map_pool *pool, graph_impact *impact);

typedef enum graph_relation {
    GRAPH_UNRELATED = 0,
    GRAPH_FEEDS = 1,         /* a way leads from a to b */
    GRAPH_FED_BY = 2,        /* ... from b to a */
    GRAPH_CYCLE = 3,         /* both */
    GRAPH_COMMON_SOURCE = 4, /* something feeds both */
    GRAPH_COMMON_TARGET = 5  /* both feed something */
} graph_relation;

typedef struct graph_related {
    graph_relation relation;
    graph_answer path;        /* from a to b, or from b to a; empty else */
    const store_node *common; /* the nearest common sources or targets */
    size_t common_count;
} graph_related;

/* How two nodes are related, within question->depth edges (0: 64). */
store_status graph_relate(graph *g, int64_t a, int64_t b, const graph_question *question, map_pool *pool,
                          graph_related *related);
const char *graph_relation_name(graph_relation relation);

/* ---- Forms of an answer ----------------------------------------------------------------------------- */

struct cJSON;

/* {"version":…,"nodes":[…],"edges":[…],"truncated":…}; to be freed with cJSON_Delete(). */
struct cJSON *graph_answer_json(const graph_answer *answer);
struct cJSON *graph_node_json(const store_node *node);
struct cJSON *graph_edge_json(const store_edge_row *edge);
/* {"version":…,"tables":[…],"nodes":[…],"edges":[…],"truncated":…} */
struct cJSON *graph_impact_json(const graph_impact *impact);
struct cJSON *graph_related_json(const graph_related *related);
struct cJSON *graph_statement_json(const store_statement_row *statement);
/* "9f0c2f6d1c0a4e55"; "2026-11-30T09:03:00Z" of milliseconds, "" of 0. */
colline_text graph_fingerprint_text(map_pool *pool, uint64_t fingerprint);
colline_text graph_time_text(map_pool *pool, int64_t milliseconds);

/* Pictures in the languages of Graphviz and Mermaid. */
colline_text graph_answer_dot(const graph_answer *answer);
colline_text graph_answer_mermaid(const graph_answer *answer);
/* Through Graphviz' program `dot`; false, and a message, where it is missing. */
bool graph_dot_to_svg(colline_text dot, map_pool *pool, colline_text *svg);

#endif
