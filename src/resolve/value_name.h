/*
 * value_name.h -- names that stand for expressions, wherever they are used (ClickHouse).
 *
 *     WITH toDate(ts) AS d SELECT d, (a + 1 AS b) * 2, b, c * 2 AS e, e + 1 AS c FROM t WHERE d > '2024-01-01'
 *
 * An expression is traced in the scope that uses its name, once; a name of it goes before a column of the same name.
 */
#ifndef CLN_RESOLVE_VALUE_NAME_H
#define CLN_RESOLVE_VALUE_NAME_H

#include "resolve/resolve.h"

/* TIMESERIES slice AS ..., EXPAND ON pd AS p */
static inline bool cln_has_slices(const cln_resolver *r)
{
    return cln_has_rule(r->dialect, CLN_RULE_SLICES);
}

/* Whether the dialect has such names at all. */
static inline bool cln_has_value_names(const cln_resolver *r)
{
    return (r->dialect->script & CLN_SCRIPT_VALUE_CTES) != 0 || cln_has_slices(r);
}

/* What the name stands for in that scope of a dialect that has such names; false: it is none. */
bool cln_find_value_name(cln_resolver *r, cln_scope *scope, const cln_list *parts, cln_origin *origin);
/* (a + 1 AS b), and b of SELECT a + 1 AS b: from now on b is known. */
void cln_name_part(cln_resolver *r, cln_scope *scope, const cln_select_item_node *part);
/* The value of an item, whose name means a column in there. */
cln_origin cln_trace_part(cln_resolver *r, cln_scope *scope, const cln_select_item_node *part);

#endif
