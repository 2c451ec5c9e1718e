/*
 * picture.h -- what a drawing of a statement shows, for dot.c and mermaid.c.
 *
 *     INSERT INTO g SELECT a, COUNT(*) FROM t, u WHERE t.k > 0
 *     boxes    t (a, k)   u ()   g (x, n)
 *     arrows   t.a -> g.x DIRECT    t.k -> g FILTER    u -> g
 *
 * An arrow bundles the edges of one family (values; what decides them) between two ends.
 */
#ifndef CLN_FORMAT_PICTURE_H
#define CLN_FORMAT_PICTURE_H

#include "lineage/result.h"

typedef struct cln_arrow {
    uint32_t relation;
    uint32_t leaf;  /* CLN_NO_LEAF: the relation as a whole */
    int32_t column; /* COLLINE_WHOLE_RESULT: the target as a whole */
    uint32_t into;  /* target */
    uint32_t kinds; /* bits: 1 << colline_edge_kind; 0: it is read, no more is known */
} cln_arrow;
enum { CLN_NO_LEAF = UINT32_MAX };

typedef struct cln_picture {
    const cln_result *result;
    uint32_t *leaves; /* those that edges come from, by relation */
    uint32_t *ends;   /* by relation: the end of its leaves there */
    bool *shown;      /* by relation */
    CLN_VECTOR(cln_arrow) arrows;
} cln_picture;

/* False where there is nothing to draw. */
bool cln_picture_make(cln_arena *arena, cln_picture *picture, const cln_result *result);

static inline bool cln_arrow_is_value(const cln_arrow *arrow)
{
    return (arrow->kinds & (1u << COLLINE_DIRECT | 1u << COLLINE_PROJECT | 1u << COLLINE_AGG)) != 0;
}
/* "FILTER, SORT" */
void cln_add_arrow_kinds(cln_arena *arena, cln_buffer *out, const cln_arrow *arrow);
/* "dw.report_sales", or "result" for a query. */
void cln_add_box_title(cln_arena *arena, cln_buffer *out, const cln_result *result, uint32_t into);
/* "region", "person.name" */
void cln_add_leaf_title(cln_arena *arena, cln_buffer *out, const cln_result *result, uint32_t leaf);

#endif
