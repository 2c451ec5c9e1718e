/*
 * table_operator.h -- functions that are given tables, and what their columns are.
 *
 *     TABLE(exclude_columns(TABLE(t), DESCRIPTOR(b)))             the columns of t but b (Trino)
 *     VECTOR_SEARCH(TABLE base, 'emb', TABLE q, 'e', top_k => 3)  query and base, rows of the two, and distance (BigQuery)
 */
#ifndef CLN_RESOLVE_TABLE_OPERATOR_H
#define CLN_RESOLVE_TABLE_OPERATOR_H

#include "resolve/resolve.h"

/* The rows of the call; NULL: it is none of these. */
const cln_rowset *cln_resolve_table_operator(cln_resolver *r, cln_scope *scope, const cln_node *call);

#endif
