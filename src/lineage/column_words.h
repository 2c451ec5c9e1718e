/*
 * column_words.h -- what ALTER TABLE says of a column in words that no rule of the grammar reads.
 *
 *     ALTER TABLE t ALTER COLUMN b SET INVISIBLE      * leaves b out from now on
 */
#ifndef CLN_LINEAGE_COLUMN_WORDS_H
#define CLN_LINEAGE_COLUMN_WORDS_H

#include "lineage/lineage.h"

void cln_apply_column_words(cln_session_state *session, const cln_result *result, const cln_table_name *table);

#endif
