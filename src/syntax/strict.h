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
/* What no node tells of: a == b, db..t, (a, b,), FILTER (a > 1), 'a' 'b', INSERT INTO t VALUE (1), SELECT a FROM t FOR UPDATE */
typedef enum cln_construct {
    CLN_DOUBLE_EQUALS, CLN_EMPTY_PART, CLN_ROW_COMMA, CLN_FILTER_WITHOUT_WHERE, CLN_STRINGS, CLN_VALUE_WORD, CLN_ROW_LOCK
} cln_construct;

/* Fail where the dialect does not have it. */
void cln_check_construct(cln_parse *pc, cln_construct construct, colline_span at);

#endif
