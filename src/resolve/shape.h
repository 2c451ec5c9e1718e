/*
 * shape.h -- values that are structs: what their fields come from.
 *
 *     SELECT s.x FROM (SELECT STRUCT(a AS x, b + 1 AS y) AS s FROM t)      x is a copy of a
 */
#ifndef CLN_RESOLVE_SHAPE_H
#define CLN_RESOLVE_SHAPE_H

#include "resolve/resolve.h"

/* Give the node of `value`, which was traced, the fields that the value has. */
void cln_note_shape(cln_resolver *r, cln_scope *scope, cln_origin node, const cln_node *value);

/* Every field of `inner`, gone through something: ARRAY_AGG(o ORDER BY x)[0] over a row, UNNEST of an array of structs. */
void cln_shape_through(cln_resolver *r, cln_origin node, const cln_shape *inner, cln_link_kind kind);

#endif
