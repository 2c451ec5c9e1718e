#include "syntax/statement_kind.h"

const cln_node *cln_first_select(const cln_node *query)
{
    while (query != NULL && query->kind != CLN_SELECT) {
        if (query->kind == CLN_QUERY)
            query = CLN_AS(query, query)->body;
        else if (query->kind == CLN_SET_OPERATION)
            query = CLN_AS(set_operation, query)->branches->items[0];
        else
            query = NULL;
    }
    return query;
}

static colline_statement_kind kind_of_insert(const cln_node *tree)
{
    switch (CLN_AS(insert, tree)->operation) {
    case CLN_INSERT_UPSERT:
        return COLLINE_STATEMENT_UPSERT;
    case CLN_INSERT_REPLACE:
        return COLLINE_STATEMENT_REPLACE;
    default:
        return COLLINE_STATEMENT_INSERT;
    }
}

static colline_statement_kind kind_of_view(const cln_node *tree)
{
    if ((tree->flags & CLN_ALTER_VIEW) != 0)
        return COLLINE_STATEMENT_ALTER_VIEW;
    return (tree->flags & CLN_MATERIALIZED) != 0 ? COLLINE_STATEMENT_CREATE_MATERIALIZED_VIEW
                                                 : COLLINE_STATEMENT_CREATE_VIEW;
}

/* What the tree says; `by_head` where it leaves that open. */
colline_statement_kind cln_kind_of_tree(const cln_node *tree, colline_statement_kind by_head)
{
    const cln_node *select;

    switch (tree->kind) {
    case CLN_QUERY:
        select = cln_first_select(tree);
        return select != NULL && CLN_AS(select, select)->into != NULL ? COLLINE_STATEMENT_CREATE_TABLE_AS
                                                                      : COLLINE_STATEMENT_SELECT;
    case CLN_INSERT:
        return kind_of_insert(tree);
    case CLN_MULTI_INSERT:
        return COLLINE_STATEMENT_INSERT;
    case CLN_UPDATE:
        return COLLINE_STATEMENT_UPDATE;
    case CLN_DELETE:
        return COLLINE_STATEMENT_DELETE;
    case CLN_MERGE:
        return COLLINE_STATEMENT_MERGE;
    case CLN_CREATE_TABLE:
        return CLN_AS(create_table, tree)->query != NULL ? COLLINE_STATEMENT_CREATE_TABLE_AS
                                                         : COLLINE_STATEMENT_CREATE_TABLE;
    case CLN_CREATE_VIEW:
        return kind_of_view(tree);
    case CLN_ALTER:
        return COLLINE_STATEMENT_ALTER;
    default:
        return by_head;
    }
}
