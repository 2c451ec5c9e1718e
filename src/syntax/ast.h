/*
 * ast.h -- the tree of a statement, const once it is parsed.
 *
 *     SELECT a + 1 AS b FROM t     QUERY > SELECT > SELECT_ITEM > OPERATION > COLUMN, LITERAL
 *                                                 > SOURCE > TABLE_REF
 *
 * Kinds and members: ast.def.  Constructors (cln_ast_*) never give NULL; they make the node in the statement's arena, set
 * its span, and bound its height, so that later passes may recurse.  Whoever holds a cln_node of kind K may cast it to the struct of K:
 * CLN_AS(column, node) does, checked in debug builds.
 */
#ifndef CLN_SYNTAX_AST_H
#define CLN_SYNTAX_AST_H

#include <assert.h>
#include "base/arena.h"
#include "base/text.h"

typedef enum cln_kind {
#define NODE(KIND, struct_name) CLN_##KIND,
#define CHILD(struct_name, member)
#define LIST(struct_name, member)
#define VALUE(struct_name, type, member)
#define END(struct_name)
#include "syntax/ast.def"
#undef NODE
#undef CHILD
#undef LIST
#undef VALUE
#undef END
    CLN_KIND_COUNT
} cln_kind;

/* Bits of cln_node.flags; each kind uses those that ast.def names with it. */
typedef enum cln_node_flag {
    CLN_PARENS = 1u << 0,
    CLN_QUOTED = 1u << 1,
    CLN_TEMPLATE = 1u << 2,
    CLN_NOT = 1u << 3,
    CLN_DISTINCT = 1u << 4,
    CLN_NULLS_IGNORED = 1u << 5,
    CLN_NULLS_RESPECTED = 1u << 6,
    CLN_KEEP = 1u << 7,
    CLN_DESCENDING = 1u << 8,
    CLN_NULLS_FIRST = 1u << 9,
    CLN_NULLS_LAST = 1u << 10,
    CLN_ARRAY = 1u << 11,
    CLN_MAP = 1u << 12,
    CLN_STRUCT = 1u << 13,
    CLN_JSON_PATH = 1u << 14,
    CLN_SUFFIX_ARRAY = 1u << 15,
    CLN_RECURSIVE = 1u << 16,
    CLN_GROUP_BY_ALL = 1u << 17,
    CLN_NATURAL = 1u << 18,
    CLN_LATERAL = 1u << 19,
    CLN_GLOBAL = 1u << 20,
    CLN_JOIN_NESTED = 1u << 21,
    CLN_ORDINALITY = 1u << 22,
    CLN_BY_NAME = 1u << 23,
    CLN_TEMPORARY = 1u << 24,
    CLN_EXTERNAL = 1u << 25,
    CLN_IF_EXISTS = 1u << 26,   /* IF [NOT] EXISTS */
    CLN_OR_REPLACE = 1u << 27,
    /* one bit, several readings; each kind has at most one of them */
    CLN_FIRST = 1u << 28,          /* MULTI_INSERT */
    CLN_ALTER_VIEW = 1u << 28,     /* CREATE_VIEW: ALTER VIEW v AS */
    CLN_BY_SOURCE = 1u << 28,      /* MERGE_WHEN */
    CLN_OVERWRITE = 1u << 28,      /* LOAD */
    CLN_NULLS_INCLUDED = 1u << 28, /* UNPIVOT */
    CLN_PRIMARY_KEY = 1u << 28,    /* COLUMN_DEF */
    CLN_SIDELESS = 1u << 28,       /* SOURCE: SEMI JOIN, without LEFT or RIGHT in front */
    CLN_DATABASE = 1u << 28,       /* DROP; USE DATABASE d */
    CLN_SCHEMA = 1u << 23,         /* DROP: ... SCHEMA, not DATABASE; USE SCHEMA s */
    CLN_CATALOG = 1u << 29,        /* USE CATALOG c */
    CLN_TEXT_QUERY = 1u << 28,     /* TRANSFER: the source is a query in a string */
    CLN_VALUE = 1u << 28,          /* SELECT AS VALUE */
    CLN_OFFSET = 1u << 28,         /* SOURCE: WITH OFFSET, whose name is the only one in `columns` */
    CLN_UNPACKED = 1u << 28,       /* CALL: *COLUMNS(...) among arguments */
    CLN_COMPOUND = 1u << 28,       /* ASSIGNMENT: a += x, which reads a */
    CLN_PIPED = 1u << 29,          /* SELECT: what the next step of a pipe goes into */
    CLN_COLUMN_FIRST = 1u << 29,   /* COLUMN_DEF: ADD a INT FIRST */
    CLN_HIDDEN_COLUMN = 1u << 30,  /* COLUMN_DEF: a INT INVISIBLE */
    CLN_IDENTITY = 1u << 23,       /* COLUMN_DEF: a INT IDENTITY (1, 1) */
    CLN_STAR_ACTION = 1u << 29,    /* MERGE_WHEN: UPDATE *, INSERT *, INSERT ROW */
    CLN_OTHER_OBJECT = 1u << 29,   /* DROP, ALTER: neither a table nor a view */
    CLN_IS_FOLDED = 1u << 29,      /* NAME: folding it as its dialect folds columns is known not to change it */
    CLN_VIEW_OBJECT = 1u << 30,    /* DROP, ALTER: a view */
    CLN_MATERIALIZED = 1u << 30,   /* CREATE_VIEW, CTE */
    CLN_VALUE_CTE = 1u << 29       /* CTE: its query is an expression */
} cln_node_flag;

typedef enum cln_literal_kind {
    CLN_LITERAL_NULL, CLN_LITERAL_TRUE, CLN_LITERAL_FALSE, CLN_LITERAL_NUMBER, CLN_LITERAL_STRING,
    CLN_LITERAL_BINARY,  /* X'00', b'01' */
    CLN_LITERAL_TYPED,   /* DATE '2024-01-01' */
    CLN_LITERAL_UNIT,    /* DAY, of EXTRACT and INTERVAL */
    CLN_LITERAL_DEFAULT, /* DEFAULT as a value */
    CLN_LITERAL_UNKNOWN  /* IS UNKNOWN and its kin: a word */
} cln_literal_kind;

typedef enum cln_join {
    CLN_JOIN_FIRST,      /* the first relation of the list */
    CLN_JOIN_COMMA, CLN_JOIN_INNER, CLN_JOIN_CROSS, CLN_JOIN_LEFT, CLN_JOIN_RIGHT, CLN_JOIN_FULL,
    CLN_JOIN_LEFT_SEMI, CLN_JOIN_LEFT_ANTI, CLN_JOIN_RIGHT_SEMI, CLN_JOIN_RIGHT_ANTI,
    CLN_JOIN_LATERAL_VIEW, CLN_JOIN_LATERAL_VIEW_OUTER, /* Hive, Spark */
    CLN_JOIN_ASOF,       /* INNER; an outer one is LEFT ... */
    CLN_JOIN_CROSS_APPLY, CLN_JOIN_OUTER_APPLY,
    CLN_JOIN_ARRAY, CLN_JOIN_LEFT_ARRAY  /* ClickHouse: the relation is a TABLE_FUNCTION whose calls are SELECT_ITEMs */
} cln_join;

typedef enum cln_set_op {
    CLN_UNION, CLN_UNION_ALL, CLN_INTERSECT, CLN_INTERSECT_ALL, CLN_EXCEPT, CLN_EXCEPT_ALL,
    CLN_UNION_BY_NAME, CLN_UNION_ALL_BY_NAME,
    /* with those by name: only the left side's columns, only those that both have */
    CLN_SET_LEFT = 1 << 4, CLN_SET_INNER = 1 << 5, CLN_SET_KIND = (1 << 4) - 1
} cln_set_op;

/* UNION BY NAME of UNION. */
static inline uint32_t cln_set_by_name(uint32_t op)
{
    return op == CLN_UNION ? CLN_UNION_BY_NAME : op == CLN_UNION_ALL ? CLN_UNION_ALL_BY_NAME : op;
}

typedef enum cln_insert_op {
    CLN_INSERT_INTO, CLN_INSERT_OVERWRITE, CLN_INSERT_UPSERT, CLN_INSERT_REPLACE
} cln_insert_op;

typedef enum cln_alter_action {
    CLN_ALTER_OTHER, CLN_ALTER_RENAME, CLN_ALTER_ADD_COLUMNS, CLN_ALTER_REPLACE_COLUMNS, CLN_ALTER_DROP_COLUMN,
    CLN_ALTER_CHANGE_COLUMN, CLN_ALTER_RENAME_COLUMN, CLN_ALTER_EXCHANGE, CLN_ALTER_SWAP, CLN_ALTER_APPEND
} cln_alter_action;

typedef enum cln_merge_action {
    CLN_MERGE_UPDATE, CLN_MERGE_INSERT, CLN_MERGE_DELETE, CLN_MERGE_NOTHING
} cln_merge_action;

typedef struct cln_node {
    uint16_t kind;     /* cln_kind */
    uint16_t height;   /* nodes on the longest way down, itself included */
    uint32_t flags;    /* cln_node_flag */
    uint32_t id;       /* 0, 1, 2 ... in the order of making: an index into side arrays */
    colline_span at;
} cln_node;

/* Grows while the parser works on it; items are never NULL. */
typedef CLN_VECTOR(cln_node *) cln_list;

#define NODE(KIND, struct_name) typedef struct cln_##struct_name##_node { cln_node node;
#define CHILD(struct_name, member) cln_node *member;
#define LIST(struct_name, member) cln_list *member;
#define VALUE(struct_name, type, member) type member;
#define END(struct_name) } cln_##struct_name##_node;
#include "syntax/ast.def"
#undef NODE
#undef CHILD
#undef LIST
#undef VALUE
#undef END

/* CLN_AS(column, node): the node as its struct; CLN_AS needs a node that is not NULL. */
#define NODE(KIND, struct_name)                                            \
    static inline const cln_##struct_name##_node *cln_as_##struct_name(const cln_node *node) \
    {                                                                      \
        assert(node->kind == CLN_##KIND);                                  \
        return (const cln_##struct_name##_node *)node;                            \
    }
#define CHILD(struct_name, member)
#define LIST(struct_name, member)
#define VALUE(struct_name, type, member)
#define END(struct_name)
#include "syntax/ast.def"
#undef NODE
#undef CHILD
#undef LIST
#undef VALUE
#undef END
#define CLN_AS(struct_name, node) cln_as_##struct_name(node)

static inline uint32_t cln_count(const cln_list *list)
{
    return list != NULL ? list->count : 0;
}

static inline bool cln_node_is(const cln_node *node, cln_kind kind)
{
    return node != NULL && node->kind == kind;
}

#endif
