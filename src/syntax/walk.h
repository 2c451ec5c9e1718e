/*
 * walk.h -- visiting a tree.
 *
 *     a + b     OPERATION, COLUMN, COLUMN
 *
 * Children come in the order of ast.def, which is that of the text.  Recursion is bounded by the height of the
 * tree (max_nesting).
 */
#ifndef CLN_SYNTAX_WALK_H
#define CLN_SYNTAX_WALK_H

#include "syntax/ast.h"

/* A member of a kind that holds nodes. */
typedef struct cln_member {
    const char *role; /* "items", "where" */
    uint16_t offset;  /* in the node's struct */
    bool list;        /* a cln_list *, else a cln_node * */
} cln_member;

typedef struct cln_kind_facts {
    const char *name; /* "select" */
    uint16_t size;    /* of the struct */
    uint16_t member_count;
    const cln_member *members;
} cln_kind_facts;

extern const cln_kind_facts cln_kinds[CLN_KIND_COUNT];

static inline const cln_kind_facts *cln_kind_facts_of(uint32_t kind)
{
    return &cln_kinds[kind];
}

static inline cln_node *cln_member_node(const cln_node *node, const cln_member *member)
{
    return *(cln_node *const *)(const void *)((const char *)node + member->offset);
}
static inline cln_list *cln_member_list(const cln_node *node, const cln_member *member)
{
    return *(cln_list *const *)(const void *)((const char *)node + member->offset);
}

typedef enum cln_walk_answer {
    CLN_WALK_ON,   /* children follow */
    CLN_WALK_SKIP, /* they do not */
    CLN_WALK_STOP  /* that is all */
} cln_walk_answer;

typedef struct cln_walker {
    cln_walk_answer (*enter)(struct cln_walker *walker, const cln_node *node);
    cln_fault *fault; /* asked at each node whether to go on */
    void *context;
} cln_walker;

/* False when enter said STOP.  `node` may be NULL. */
bool cln_walk(cln_walker *walker, const cln_node *node);

/* ---- Children by number, for cursors ---- */
uint32_t cln_child_count(const cln_node *node);
/* NULL out of range; role may be NULL. */
const cln_node *cln_child(const cln_node *node, uint32_t index, const char **role);
/* A NAME's or TYPE's text; empty for other kinds. */
colline_text cln_node_text(const cln_node *node);

#endif
