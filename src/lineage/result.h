/*
 * result.h -- the lineage of one statement, from which every format is made.
 *
 *     INSERT INTO g SELECT a + 1 FROM t      target g; source t; column x; edge PROJECT t.a -> x
 *
 * Edges are small here (24 bytes) and name their parts by index; api.c makes the public records from them.  An edge
 * knows more than the public one (CLN_EDGE_*), so that no format has to resolve again.
 */
#ifndef CLN_LINEAGE_RESULT_H
#define CLN_LINEAGE_RESULT_H

#include "base/diagnostics.h"
#include "catalog/catalog.h"

/* A base table, a view that is kept, or an unknown relation that edges may name. */
typedef struct cln_relation {
    cln_table_name name;
    const cln_table *table;  /* NULL: the catalog lacks it */
    uint32_t *leaves;        /* by column of `table`: 1 + index into cln_result.leaves, 0: none yet; NULL: none at all */
    uint32_t order;          /* of first use */
    bool read;               /* some column of it is read */
} cln_relation;

/* A column of a relation, or a path below one: what an edge comes from. */
typedef struct cln_leaf {
    uint32_t relation;
    uint32_t column;         /* index into the relation's table; CLN_NO_COLUMN: `named` says it */
    const struct cln_leaf_name *named; /* for a path, a pseudo-column, a column that the catalog lacks, "*" */
} cln_leaf;
typedef struct cln_leaf_name {
    colline_text column;     /* "*": the star of an unknown relation */
    colline_text path;       /* "" or ".field.item", parts quoted where they need it */
} cln_leaf_name;
enum { CLN_NO_COLUMN = UINT32_MAX };

/* Bits of cln_edge.flags: the public colline_edge_flag bits, and */
enum {
    CLN_EDGE_TO_CONFIRM = 32,
    CLN_EDGE_OF_SET_OPERATION = 64   /* SORT: only ORDER BY of a whole set operation gave it */
};

typedef struct cln_edge {
    uint32_t source;         /* index into leaves */
    int32_t target;          /* index into columns, or COLLINE_WHOLE_RESULT */
    uint32_t expression;     /* index into expressions */
    uint32_t offset, length; /* where the column is named; length 0: nowhere in this text */
    uint8_t kind;            /* colline_edge_kind */
    uint8_t flags;
    uint16_t into;
} cln_edge;

/* Edges in their final order, in blocks that do not move. */
enum { CLN_EDGE_BLOCK = 512 };
typedef struct cln_edges {
    CLN_VECTOR(cln_edge *) blocks;
    uint32_t count;
} cln_edges;
static inline const cln_edge *cln_edge_at(const cln_edges *edges, uint32_t i)
{
    return &edges->blocks.items[i / CLN_EDGE_BLOCK][i % CLN_EDGE_BLOCK];
}

typedef struct cln_target {
    cln_table_name name;     /* table empty: `path` */
    colline_text path;       /* as written, without quotes */
    const cln_table *table;  /* NULL: the catalog lacks it */
    colline_operation operation;
    const colline_partition *partition;
    uint32_t partition_count;
} cln_target;

typedef struct cln_result_column {
    colline_text name;       /* folded; "*" for an unknown table's star */
    colline_text expression; /* a slice of the text; length 0: a plain copy, or nothing feeds it */
    uint32_t into;
    bool fed;                /* the statement gives it a value (not so: a target column that it leaves out) */
    const cln_type *type;    /* NULL: not known */
} cln_result_column;

typedef struct cln_result {
    colline_statement_kind kind;
    colline_outcome outcome;
    const cln_dialect *dialect;
    colline_text text;       /* all that was fed */
    colline_span at;
    uint32_t line, number, parent;
    const cln_node *tree;
    CLN_VECTOR(cln_relation) relations;
    CLN_VECTOR(cln_leaf) leaves;
    CLN_VECTOR(colline_text) expressions;  /* slices; [0] is empty */
    CLN_VECTOR(cln_target) targets;
    CLN_VECTOR(uint32_t) sources;          /* relations, in order of first use */
    CLN_VECTOR(cln_result_column) columns;
    cln_edges edges;
    cln_diagnostics *diagnostics;
    cln_arena *arena;
} cln_result;

/* The names of a leaf. */
colline_text cln_leaf_column(const cln_result *result, const cln_leaf *leaf);
colline_text cln_leaf_path(const cln_leaf *leaf);

#endif
