/*
 * columns.h -- COLUMNS(...): one select item that stands for several columns.
 *
 *     SELECT MIN(COLUMNS('price_.*')) FROM t     one column for each of t whose name fits
 */
#ifndef CLN_RESOLVE_COLUMNS_H
#define CLN_RESOLVE_COLUMNS_H

#include "resolve/resolve.h"

/* Whether it is COLUMNS(...). */
bool cln_is_columns_call(const cln_node *node);
/* The first COLUMNS(...) in an expression that stands for one column at a time (not *COLUMNS(...)), or NULL. */
const cln_node *cln_find_columns(const cln_resolver *r, const cln_node *value);
/* The columns that it stands for. */
void cln_expand_columns(cln_resolver *r, cln_scope *scope, const cln_node *call, cln_outputs *into);
/* The name of the item for one of them: MIN(price_a) */
colline_text cln_columns_name(cln_resolver *r, const cln_node *value, const cln_node *call,
                              colline_text column);

#endif
