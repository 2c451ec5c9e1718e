/*
 * result.h -- the lineage of one statement, from which every format is made.
 *
 *     INSERT INTO g SELECT a + 1 FROM t      target g; source t; column x; edge PROJECT t.a -> x
 *
 * Edges are small here (24 bytes) and name their parts by index; api.c makes the public records from them. An
 * edge knows more than the public one (CLN_EDGE_*), so that no format has to resolve again.
 */
#ifndef CLN_LINEAGE_RESULT_H
#define CLN_LINEAGE_RESULT_H

#include "base/diagnostics.h"
#include "resolve/origin.h"

typedef struct cln_edge {
    uint32_t source;         /* index into origins.leaves */
    int32_t target;          /* index into columns, or COLLINE_WHOLE_RESULT */
    uint32_t expression;     /* index into origins.expressions */
    uint32_t offset, length; /* where the column is named; length 0: nowhere in this text */
    uint8_t kind;            /* colline_edge_kind */
    uint8_t flags;
    uint16_t into;
} cln_edge;

/* Edges in their final order, in blocks that do not move. */
enum { CLN_EDGE_BLOCK = 16 };
typedef struct cln_edges {
    CLN_VECTOR(cln_edge *) blocks;
    uint32_t count;
} cln_edges;
static inline cln_edge *cln_edge_at(const cln_edges *edges, uint32_t i)
{
    return &edges->blocks.items[i / CLN_EDGE_BLOCK][i % CLN_EDGE_BLOCK];
}

typedef struct cln_target {
    cln_table_name name;    /* table empty: `path` */
    colline_text path;      /* as written, without quotes */
    const cln_table *table; /* NULL: the catalog lacks it */
    colline_operation operation;
    const colline_partition *partition;
    uint32_t partition_count;
    uint32_t first_column; /* index into cln_result.columns */
} cln_target;

/* A column of the targets, or of the result, is a cln_output: its name and its origin.  Several targets'
 * columns follow each other; cln_target.first_column says where each begins. */
typedef CLN_VECTOR(cln_output) cln_result_columns;

/* The origin of a target column that the statement gives no value. */
enum { CLN_NOT_FED = 0x7FFFFFFF };

typedef struct cln_result {
    colline_statement_kind kind;
    colline_outcome outcome;
    const cln_dialect *dialect;
    colline_text text; /* all that was fed */
    colline_span at;
    colline_span place; /* where it is told to stand: `at`, but for a text that was put together, which stands nowhere */
    uint32_t line;      /* 0: not asked for yet */
    uint32_t number, parent;
    const cln_node *tree;
    bool recovered;      /* a syntax error was passed over: every edge is to be confirmed */
    cln_origins origins; /* relations, leaves (what edges come from), expressions */
    CLN_VECTOR(cln_target) targets;
    CLN_VECTOR(uint32_t) sources; /* relations, in order of first use */
    cln_result_columns columns;
    cln_edges edges;
    CLN_VECTOR(cln_origin) rows; /* by target: the node that collects what decides its rows */
    CLN_VECTOR(uint32_t)
    not_empty; /* leaves: collections that Impala tests for being empty, though no text says so */
    cln_diagnostics *diagnostics;
    cln_arena *arena;
} cln_result;

/* result.c */

/* An empty one. */
cln_result *cln_result_new(cln_arena *arena, cln_diagnostics *diagnostics, const cln_dialect *dialect, colline_text text);
/* Name of column `i`, folded; "*" for an unknown table's star. */
static inline colline_text cln_column_name(const cln_result *result, uint32_t i)
{
    return cln_text_of(result->columns.items[i].name, result->columns.items[i].length);
}
/* Whether the statement gives it a value (not so: a target column that it leaves out). */
static inline bool cln_column_fed(const cln_result *result, uint32_t i)
{
    return result->columns.items[i].origin != CLN_NOT_FED;
}
/* The SQL of its value, a slice of the text; empty for a plain copy, or where nothing feeds it. */
colline_text cln_column_expression(const cln_result *result, uint32_t i);
/* The index of its target; 0 for a query. */
uint32_t cln_column_into(const cln_result *result, uint32_t i);
/* Its type; NULL: not known. */
const cln_type *cln_column_type(const cln_result *result, uint32_t i);
/* What an edge comes from. */
static inline const cln_leaf *cln_edge_leaf(const cln_result *result, const cln_edge *edge)
{
    return &result->origins.leaves.items[edge->source];
}

#endif
