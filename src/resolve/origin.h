/*
 * origin.h -- where values come from, as a graph that is built once and shared by whoever reads it.
 *
 *     WITH q AS (SELECT a + b AS s FROM t) SELECT l.s, r.s FROM q l JOIN q r ON l.s = r.s
 *     node s --PROJECT--> leaf t.a
 *            --PROJECT--> leaf t.b          one node, read four times
 *
 * A leaf is a column of a base relation (or a path below one).  A node stands for a value (a select item, a
 * condition, a window) or for the rows of a query; its links say on what it depends and how.  Nothing is
 * copied outwards: a column that is passed through a subquery unchanged is the same origin. lineage/flatten.c
 * walks the graph, once for each column that is printed.  A recursive CTE makes it cyclic.
 */
#ifndef CLN_RESOLVE_ORIGIN_H
#define CLN_RESOLVE_ORIGIN_H

#include "catalog/catalog.h"

/* A base table, a view that is kept, or an unknown relation that edges may name. */
typedef struct cln_relation {
    cln_table_name name;
    const cln_table *table; /* NULL: the catalog lacks it */
    uint32_t *leaves;       /* by column of `table`: 1 + index of its leaf, 0: none yet; NULL: none at all */
    uint32_t newest_named;  /* 1 + index of the newest leaf that is no column of `table` and no path; 0: none */
    uint32_t named_count;   /* so many are there: few are looked through ... */
    cln_map *named_leaves;  /* ... of many: column -> 1 + index; NULL: not made yet */
    cln_map *path_leaves;   /* ... and paths below a column: "column\x1fpath\x1f" -> 1 + index; NULL: none */
    uint32_t stamp;         /* a mark of whoever is collecting relations */
    bool is_path;           /* a file, directory or stage: name.table is its path */
    bool read;              /* some column of it is read */
    bool used;              /* the statement's result reads it */
} cln_relation;

/* A column of a relation, or a path below one: what an edge comes from. */
typedef struct cln_leaf {
    uint32_t relation;
    uint32_t
        column; /* index into the columns of the relation's table; with CLN_LEAF_NAMED: into leaf_names */
} cln_leaf;
enum { CLN_LEAF_NAMED = 0x80000000u };
typedef struct cln_leaf_name {
    colline_text column;  /* "*": the star of an unknown relation */
    colline_text path;    /* "" or ".field.item", parts quoted where they need it */
    const cln_type *type; /* of what the path leads to; NULL: not known */
    bool confirm;         /* the catalog does not know the column */
    uint32_t older;       /* 1 + index of the leaf of its relation before it, of those without a path; 0: none */
} cln_leaf_name;

/* An origin: nothing (a constant), a node, or a leaf. */
typedef uint32_t cln_origin;
enum { CLN_NO_ORIGIN = 0, CLN_ORIGIN_LEAF = 0x80000000u };

/* What a link means; the first nine are colline_edge_kind. */
typedef enum cln_link_kind {
    CLN_LINK_DIRECT = COLLINE_DIRECT,
    CLN_LINK_PROJECT = COLLINE_PROJECT,
    CLN_LINK_AGG = COLLINE_AGG,
    CLN_LINK_JOIN_COND = COLLINE_JOIN_COND,
    CLN_LINK_FILTER = COLLINE_FILTER,
    CLN_LINK_GROUP_BY = COLLINE_GROUP_BY,
    CLN_LINK_SORT = COLLINE_SORT,
    CLN_LINK_WINDOW = COLLINE_WINDOW,
    CLN_LINK_CONDITIONAL = COLLINE_CONDITIONAL,
    CLN_LINK_ROWS,        /* to the rows of a query that is read: what decides them keeps its kind */
    CLN_LINK_FILTER_ROWS, /* ... of a subquery in a condition: all of it is FILTER */
    CLN_LINK_EXISTS_ROWS, /* ... of EXISTS: only its WHERE and ON count */
    CLN_LINK_RELATION,    /* to a relation (its index): it is read; no edge */
    CLN_LINK_MENTION,     /* to rows that are read somewhere in an expression: for `sources`, no edge */
    CLN_LINK_COUNTED,     /* from COUNT(*), SUM(1) to the rows that it counts: it has no column; no edge */
    CLN_LINK_WINDOWED     /* from a window function to the rows that it goes over; no edge */
} cln_link_kind;

/* Bits of cln_link.flags and cln_edge.flags: the public colline_edge_flag bits, and */
enum {
    CLN_EDGE_TO_CONFIRM = 32,
    CLN_EDGE_OF_SET_OPERATION = 64, /* SORT: only ORDER BY of a whole set operation gave it */
    CLN_EDGE_NOT_EMPTY = 128        /* FILTER: Impala's hidden "not empty" test of a collection */
};

typedef struct cln_link {
    cln_origin to;
    uint32_t next;           /* of the same node; 0: the last */
    uint32_t expression;     /* index into cln_origins.expressions */
    uint32_t offset, length; /* where the column is named; length 0: nowhere in this text */
    uint8_t kind, flags;
} cln_link;

/* A column of a set of rows, as those who read it see it. */
typedef struct cln_output {
    const char *name; /* folded; "*" for an unknown table's star; not NUL-terminated */
    uint32_t length;
    cln_origin origin;
} cln_output;

/* The parts of a value that is a struct: STRUCT(a AS x), ROW(...), a row alias. */
typedef struct cln_shape {
    const cln_output *fields;
    uint32_t count;
    bool open; /* it has fields that are not known */
} cln_shape;

typedef struct cln_origin_node {
    uint32_t first, last;   /* its links; 0: none */
    uint32_t expression;    /* the SQL of the value, where it is no plain copy; 0: none */
    bool own;               /* made to join several values of one target column */
    const cln_type *type;   /* NULL: follows from its links, or not known */
    const cln_shape *shape; /* NULL: no struct, or one by its type only */
} cln_origin_node;

typedef struct cln_origins {
    cln_arena *arena;
    CLN_VECTOR(cln_relation) relations;
    CLN_VECTOR(cln_leaf) leaves;
    CLN_VECTOR(cln_leaf_name) leaf_names;
    CLN_VECTOR(cln_origin_node) nodes;    /* [0] stands for nothing */
    CLN_VECTOR(cln_link) links;           /* [0] is no link */
    CLN_VECTOR(colline_text) expressions; /* [0] is empty */
} cln_origins;

/* For a tree of so many nodes: the graph of most has room from the start. */
void cln_origins_init(cln_origins *origins, cln_arena *arena, uint32_t tree_nodes);

static inline bool cln_is_leaf(cln_origin origin)
{
    return (origin & CLN_ORIGIN_LEAF) != 0;
}
static inline uint32_t cln_leaf_index(cln_origin origin)
{
    return origin & ~(uint32_t)CLN_ORIGIN_LEAF;
}

/* ---- Building ---- */

uint32_t cln_add_relation(cln_origins *origins, const cln_table_name *name, const cln_table *table);
/* The leaf of a column that the relation's table has. */
cln_origin cln_leaf_of_column(cln_origins *origins, uint32_t relation, uint32_t column);
/* The leaf of a column that is known by name only (or a path, "*", a pseudo-column). */
cln_origin cln_leaf_of_name(cln_origins *origins, uint32_t relation, colline_text column, colline_text path,
                            const cln_type *type);
/* Room for `count` more leaves at once, exactly. */
void cln_reserve_leaves(cln_origins *origins, uint32_t relation, uint32_t count);

cln_origin cln_new_node(cln_origins *origins);
uint32_t cln_add_expression(cln_origins *origins, colline_text text);
void cln_add_link(cln_origins *origins, cln_origin from, cln_link link);
/* A link that names no column in the text. */
void cln_link_to(cln_origins *origins, cln_origin from, cln_origin to, cln_link_kind kind, uint8_t flags,
                 uint32_t expression);

/* ---- Asking ---- */

const cln_type *cln_origin_type(const cln_origins *origins, cln_origin origin);
const cln_shape *cln_origin_shape(const cln_origins *origins, cln_origin origin);
/* The leaf that an origin is an unchanged copy of; CLN_NO_ORIGIN where it is more. */
cln_origin cln_origin_leaf(const cln_origins *origins, cln_origin origin);
colline_text cln_leaf_column(const cln_origins *origins, const cln_leaf *leaf);
colline_text cln_leaf_path(const cln_origins *origins, const cln_leaf *leaf);

#endif
