/*
 * callee.h -- what a function does with its arguments.
 *
 *     DATEADD(DAY, a, b), NULLIF(a, b), udf(a, b)      DAY is no column; b decides; what the catalog says of udf
 */
#ifndef CLN_RESOLVE_CALLEE_H
#define CLN_RESOLVE_CALLEE_H

#include "resolve/resolve.h"

/* A description from outside, or the built-in's traits. */
typedef struct cln_callee {
    uint32_t traits;
    const cln_function *described; /* NULL: not described */
} cln_callee;

cln_callee cln_callee_of(cln_resolver *r, const cln_call_node *call);
/* Whether the argument is part of the result. */
bool cln_reaches_result(const cln_callee *callee, uint32_t argument);
/* Teradata: CSUM(x, y) is SUM(x) OVER (ORDER BY y ...), RANK(y) is RANK() OVER (ORDER BY y DESC). */
bool cln_orders_window(uint32_t traits, uint32_t argument);
/* DAY of DATEADD(DAY, 1, d) and WEEK(MONDAY) of DATE_TRUNC(d, WEEK(MONDAY)): words of the call, not columns.  Of
   DATE_TRUNC(MONTH, d) and DATE_TRUNC('month', d) the second is none: the part stands in front of it. */
bool cln_names_date_part(const cln_callee *callee, const cln_list *arguments, uint32_t i);
/* COUNT(*) counts rows: it has no column.  ARRAY_AGG(t.*), HASH_AGG(*) take what stands in them. */
bool cln_counts_rows(const cln_call_node *call);

#endif
