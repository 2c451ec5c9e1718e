/*
 * cast.h -- conversions that nobody wrote.
 *
 *     INSERT INTO g (x INT) SELECT s FROM t (s STRING)      DIRECT t.s -> x, implicit_cast
 */
#ifndef CLN_LINEAGE_CAST_H
#define CLN_LINEAGE_CAST_H

#include "lineage/result.h"

/* Mark the DIRECT edges into a known target whose type differs from their source's. */
void cln_mark_implicit_casts(cln_result *result);

#endif
