/*
 * block.h -- a query block while it is resolved; what the files that resolve its parts share.
 *
 *     SELECT a, SUM(b) FROM t GROUP BY a UNION ALL SELECT c, d FROM u
 *     a block for each SELECT, and one for the set operation
 */
#ifndef CLN_RESOLVE_BLOCK_H
#define CLN_RESOLVE_BLOCK_H

#include "resolve/resolve.h"

typedef struct cln_block {
    cln_resolver *r;
    cln_scope *scope;
    cln_rowset *rows;
    cln_outputs columns;
    CLN_VECTOR(cln_item_facts) facts; /* by column */
    CLN_VECTOR(uint32_t) unknowns; /* of a set operation: what its branches' stars let through */
    uint32_t stamp;                /* marks the relations in `unknowns` */
    bool top;
    bool has_columns; /* COLUMNS(...) means columns */
    bool grouped;     /* the SELECT has a GROUP BY */
    bool finished;    /* others hold the columns: none may be added */
} cln_block;

/* ---- query.c ---- */
void cln_start_block(cln_block *b, cln_resolver *r, cln_scope *scope, bool top);
void cln_finish_block(cln_block *b);
/* Another column of the result; `named`: by an alias, which others may use. */
void cln_push_column(cln_block *b, colline_text name, cln_origin origin, bool named, bool aggregated);

/* ---- items.c: SELECT a, b.*, COLUMNS('x.*'), explode(m) ---- */
void cln_add_items(cln_block *b, const cln_list *items);
/* What a star stands for; NULL: a plain *. */
void cln_add_star_columns(cln_block *b, const cln_node *star);
/* SELECT AS VALUE STRUCT(a, b): the one column stands for its fields. */
void cln_add_value_columns(cln_block *b);
/* SELECT TRANSFORM (a, b) USING 'script' AS (c, d): every output comes from every input. */
void cln_add_transform(cln_block *b, const cln_transform_node *transform);

/* ---- set_operation.c ---- */
/* The first branch ... */
void cln_open_set_operation(cln_block *b, cln_scope *outer, const cln_cte_frame *ctes, const cln_set_operation_node *set);
/* ... and those from `from` on. */
void cln_resolve_set_branches(cln_block *b, cln_scope *outer, const cln_cte_frame *ctes, const cln_set_operation_node *set,
                              uint32_t from);
/* What the stars of a branch let through, the whole lets through. */
void cln_merge_unknowns(cln_block *b, const cln_rowset *from);

/* ---- writing.c: WITH moved AS (DELETE FROM t ... RETURNING a) ---- */
void cln_resolve_writing(cln_block *b, const cln_node *statement);

#endif
