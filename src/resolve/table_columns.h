/*
 * table_columns.h -- the columns that a call lists behind its arguments.
 *
 *     JSON_TABLE(js, '$[*]' COLUMNS (n FOR ORDINALITY, name TEXT PATH '$.n', NESTED PATH '$.k[*]' COLUMNS (k INT PATH '$')))
 *     XMLTABLE('/a' PASSING x COLUMNS n INT PATH 'n', name TEXT)
 *
 * The grammar passes over the list (what may stand in it differs much from dialect to dialect), so that it is read here from
 * its tokens: a name behind '(' and ',' is a column, but for NESTED.
 */
#ifndef CLN_RESOLVE_TABLE_COLUMNS_H
#define CLN_RESOLVE_TABLE_COLUMNS_H

#include "resolve/resolve.h"

typedef CLN_VECTOR(colline_text) cln_column_names;

/* Add the folded names. */
void cln_table_columns(cln_resolver *r, const cln_node *call, cln_column_names *names);

#endif
