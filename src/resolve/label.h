/*
 * label.h -- the name that a dialect gives a result column without an alias.
 *
 *     SELECT COUNT( b ), a+b FROM t      Impala: count(b), a + b     Hive: _c0, _c1     PostgreSQL: count,
 * ?column?
 */
#ifndef CLN_RESOLVE_LABEL_H
#define CLN_RESOLVE_LABEL_H

#include "syntax/ast.h"
#include "syntax/dialect.h"

/* The label of a select item's value, which stands at `place` (0-based) of its list.  `top_level_query`: of a
 * query whose result is shown, not of a view, a CTAS or a query in a FROM clause.  `source` is the text that
 * `value` was parsed from, a NUL behind it. */
colline_text cln_column_label(cln_arena *arena, const cln_dialect *dialect, colline_text source,
                              const cln_node *value, uint32_t place, bool top_level_query);

/* The expression as Impala prints it; a window function that is the whole item as `fn(x) OVER(...)`.
 * (label_impala.c) */
colline_text cln_impala_label(cln_arena *arena, const cln_dialect *dialect, colline_text source,
                              const cln_node *expression);

/* The name that PostgreSQL finds in an expression; empty where it finds none.  (label_postgres.c) */
colline_text cln_postgres_label(cln_arena *arena, const cln_dialect *dialect, colline_text source,
                                const cln_node *expression);

/* How the text of an expression becomes a name. */
typedef enum cln_squeeze {
    CLN_SQUEEZE_SPACES = 0, /* each run of white space and comments is one space */
    CLN_SQUEEZE_LOWER = 1,  /* and letters outside of quotes are lower case */
    CLN_SQUEEZE_UPPER = 2,  /* ... upper case */
    CLN_SQUEEZE_TIGHT = 4,  /* no spaces at all */
    CLN_SQUEEZE_QUOTED = 8  /* letters and spaces inside of quotes, too (Oracle: 'Hello World' is called 'HELLOWORLD') */
} cln_squeeze;

/* Append the text of a span, squeezed (a set of cln_squeeze). */
void cln_add_squeezed(cln_arena *arena, cln_buffer *out, const cln_dialect *dialect, colline_text source,
                      colline_span at, uint32_t how);

#endif
