/*
 * name_test.h -- conditions on the names of columns.
 *
 *     SELECT COLUMNS(c -> c LIKE 'price%' AND NOT starts_with(c, 'x')), * NOT LIKE 'tmp%' FROM t      (DuckDB)
 *     SELECT * ILIKE '%price%' FROM t                                                                 (Snowflake)
 */
#ifndef CLN_RESOLVE_NAME_TEST_H
#define CLN_RESOLVE_NAME_TEST_H

#include "resolve/resolve.h"

/* Whether LIKE's pattern fits it; % and _ only. */
bool cln_like_fits(colline_text pattern, colline_text name, bool ignore_case);

typedef enum cln_name_answer { CLN_NAME_NO, CLN_NAME_YES, CLN_NAME_MAYBE } cln_name_answer;
/* What a condition says of a column's name, for which `parameter` (a NAME) and a STAR stand.  MAYBE: it is none that is
 * known. */
cln_name_answer cln_test_name(cln_resolver *r, const cln_node *condition, const cln_node *parameter, colline_text name);

#endif
