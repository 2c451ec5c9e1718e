/*
 * compose.h -- texts that are put together.
 *
 *     v := 'INSERT INTO g ';  v := v || 'SELECT a FROM t';  EXECUTE IMMEDIATE v || ' WHERE b = 1'
 *
 * An expression that does nothing but join literals, and variables that can only hold such, says one text for each combination of what the
 * variables may hold.  Everything else (a parameter, a function) says nothing that is known.
 */
#ifndef CLN_LINEAGE_COMPOSE_H
#define CLN_LINEAGE_COMPOSE_H

#include "lineage/value.h"
#include "syntax/inner.h"
#include "syntax/lexer.h"

/* What the expression at `at` says, at most CLN_MOST_TEXTS texts, behind what `before` says (NULL: nothing); how many, 0: it is not known. */
uint32_t cln_compose(cln_variables *variables, const cln_lexer *lexer, colline_span at, const cln_value *before, cln_script_text *texts);

#endif
