/*
 * statement_kind.h -- what kind of statement a tree is.
 *
 *     INSERT OVERWRITE t SELECT a FROM s      COLLINE_STATEMENT_INSERT, not what its first words alone would say
 */
#ifndef CLN_SYNTAX_STATEMENT_KIND_H
#define CLN_SYNTAX_STATEMENT_KIND_H

#include "syntax/ast.h"

/* The first SELECT of a query, wherever it stands in set operations; NULL: it starts with none. */
const cln_node *cln_first_select(const cln_node *query);
/* `by_head`: what its first words say, which counts where the tree does not tell more. */
colline_statement_kind cln_kind_of_tree(const cln_node *tree, colline_statement_kind by_head);

#endif
