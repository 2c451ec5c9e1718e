/*
 * value.h -- what a statement's result, a row of a table or a literal gives to a variable.
 *
 *     SELECT a, b INTO v, w FROM t WHERE c = 1      v: DIRECT t.a; w: DIRECT t.b; both: FILTER t.c
 */
#ifndef CLN_LINEAGE_VALUE_H
#define CLN_LINEAGE_VALUE_H

#include "lineage/feeding.h"

/* A parameter of a routine, and what is computed in a way that is not read. */
extern const cln_value cln_value_outside;

/* The columns of a result as values, with what bears on all of them. */
typedef struct cln_fed {
    cln_column_info *names;
    cln_feed_edges *columns;
    uint32_t count;
    cln_feed whole; /* `columns` not used */
} cln_fed;

/* All of this lives in `keep`. */
cln_fed cln_fed_by(cln_session_state *session, cln_arena *keep, const cln_result *result);
/* Columns from `first` on as one value. */
const cln_value *cln_value_of(cln_arena *keep, const cln_fed *fed, uint32_t first, uint32_t count, bool record);
/* r.a := x: the record with another value in that field. */
const cln_value *cln_value_with_field(cln_arena *keep, const cln_value *record, colline_text field, const cln_value *value);
/* v + x: no column passes unchanged. */
const cln_value *cln_value_computed(cln_arena *keep, const cln_value *value);
/* Nothing feeds it, and it may be run: it is one of these texts. */
const cln_value *cln_value_of_texts(cln_arena *keep, const cln_script_text *texts, uint32_t count);
/* A row of the table that a part of the text names, as triggers have it: each column is the table's. */
const cln_value *cln_value_of_table(cln_session_state *session, cln_arena *keep, const cln_result *result, colline_span at);

#endif
