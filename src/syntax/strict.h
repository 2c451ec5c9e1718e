/*
 * strict.h -- a dialect that is held to its own language.
 *
 *     SELECT a::INT FROM t QUALIFY x      the grammar reads it; Impala has neither '::' nor QUALIFY
 *
 * One grammar reads the union of all dialects.  For the dialects that strict.def names, what they do not have is an error, told
 * where it stands.
 */
#ifndef CLN_SYNTAX_STRICT_H
#define CLN_SYNTAX_STRICT_H

#include "syntax/parse_context.h"

/* By kind, whether cln_check_strict() wants to see such nodes of `dialect`. */
const bool *cln_strict_kinds(const cln_dialect *dialect);
/* Fail the parse at the first of pc->watched that the dialect does not have. */
void cln_check_strict(cln_parse *pc);
/* Fail where a == b, which is written with two signs, is no comparison. */
void cln_check_equals(cln_parse *pc, cln_token op);
/* Fail where db..t is no name; `dots` is the second one. */
void cln_check_dots(cln_parse *pc, cln_token dots);

#endif
