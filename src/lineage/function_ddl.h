/*
 * function_ddl.h -- CREATE FUNCTION as it bears on later statements.
 *
 *     CREATE AGGREGATE FUNCTION dw.median(DOUBLE) ...; SELECT dw.median(a) FROM t      AGG t.a
 */
#ifndef CLN_LINEAGE_FUNCTION_DDL_H
#define CLN_LINEAGE_FUNCTION_DDL_H

#include "lineage/lineage.h"

/* Describe the function that the statement creates to the session's catalog, if it aggregates. */
void cln_apply_create_function(cln_session_state *session, const cln_result *result);

#endif
