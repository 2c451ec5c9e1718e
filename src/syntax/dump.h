/*
 * dump.h -- a tree as indented text: for tests, bug reports and debuggers.
 *
 *     query
 *       body: select
 *         items: select_item
 *           value: operation '+'
 *             operands: column
 *               parts: name a
 *             operands: literal 1
 */
#ifndef CLN_SYNTAX_DUMP_H
#define CLN_SYNTAX_DUMP_H

#include "syntax/ast.h"

/* `text` is what the tree was parsed from. */
void cln_dump(cln_arena *arena, cln_buffer *buffer, const cln_node *node, colline_text text);
/* What stands behind a node's kind in its line, without its text: " left [natural]"; nothing where there is nothing. */
void cln_dump_detail(cln_arena *arena, cln_buffer *buffer, const cln_node *node);

#endif
