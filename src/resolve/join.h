/*
 * join.h -- what joins the sources of a scope: ON, USING, NATURAL; what SEMI and ANTI joins leave visible.
 *
 *     a JOIN b USING (id) LEFT SEMI JOIN c ON a.x = c.x      id is one column; c is gone behind its ON
 */
#ifndef CLN_RESOLVE_JOIN_H
#define CLN_RESOLVE_JOIN_H

#include "resolve/resolve.h"

/* Join the sources from `right` on to those from `first` to `right`. */
void cln_join_sources(cln_resolver *r, cln_scope *scope, const cln_source_node *node, uint32_t first,
                      uint32_t right);

#endif
