/*
 * tree.c -- walking the syntax tree: kinds, roles, texts.
 *
 * Prints:
 *     query
 *       body: select
 *         items: select_item
 *           value: operation
 *             operands: column
 *               parts: name a
 *             operands: literal 1
 *           alias: name b
 *         from: source
 *           relation: table_ref
 *             parts: name t
 */
#include <stdio.h>
#include <string.h>

#include "colline.h"

/* The height of a tree is bounded (max_nesting), so that recursion is, too. */
static void print_tree(const colline_node *node, const char *role, int indent)
{
    colline_text text = colline_node_text(node);

    printf("%*s%s%s%s%s%s\n", indent, "", role != NULL ? role : "", role != NULL ? ": " : "",
           colline_node_kind(node), text.length > 0 ? " " : "", text.data);
    for (size_t i = 0; i < colline_node_child_count(node); i++)
        print_tree(colline_node_child(node, i), colline_node_child_role(node, i), indent + 2);
}

int main(void)
{
    static const char script[] = "SELECT a + 1 AS b FROM t";
    colline_session *session;
    const colline_statement *statement;

    if (colline_session_open(NULL, NULL, &session) != COLLINE_OK)
        return 1;
    colline_session_feed(session, script, strlen(script));
    colline_session_finish(session);
    while ((statement = colline_session_next(session)) != NULL)
        print_tree(colline_statement_tree(statement), NULL, 0);
    colline_session_close(session);
    return 0;
}
