/*
 * pivot_name.h -- what PIVOT calls the columns that it makes.
 *
 *     PIVOT (SUM(a) AS s FOR q IN (2000))     s__2000 in BigQuery, 2000_s in DuckDB, 2000 in Spark
 */
#ifndef CLN_RESOLVE_PIVOT_NAME_H
#define CLN_RESOLVE_PIVOT_NAME_H

#include "resolve/resolve.h"

/* The name of the column for one value (a SELECT_ITEM) of each key and for one of `aggregates` aggregates. */
colline_text cln_pivot_name(cln_resolver *r, const cln_node *const *values, uint32_t keys,
                            const cln_select_item_node *aggregate, uint32_t aggregates);

#endif
