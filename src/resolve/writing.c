/*
 * writing.c -- what a CTE that writes returns.
 *
 *     WITH moved AS (DELETE FROM t WHERE b > 0 RETURNING a) SELECT a FROM moved
 */
#include "resolve/block.h"

/* INSERT INTO t (a, b) SELECT x, y ... RETURNING a: a is x. */
static void add_inserted(cln_block *b, const cln_insert_node *insert)
{
    cln_resolver *r = b->r;
    cln_table_name name = { CLN_TEXT(""), CLN_TEXT(""), CLN_TEXT(""), false };
    const cln_rowset *target = NULL, *query = NULL;
    cln_rowset *rows = CLN_NEW(r->arena, cln_rowset);
    cln_outputs columns = { NULL, 0, 0 };

    if (insert->query != NULL)
        query = cln_resolve_query(r, b->scope->outer, b->scope->ctes, insert->query, false);
    if (cln_node_is(insert->target, CLN_TABLE_REF) && cln_count(CLN_AS(table_ref, insert->target)->parts) > 0)
        target = cln_resolve_table(r, b->scope, CLN_AS(table_ref, insert->target)->parts, insert->target->at,
                                   &name);
    for (uint32_t i = 0; query != NULL && i < query->count; i++) {
        cln_output column = query->columns[i];
        if (i < cln_count(insert->columns)) {
            colline_text text =
                cln_column_text(r, cln_last(CLN_AS(column, insert->columns->items[i])->parts));
            column.name = text.data;
            column.length = text.length;
        } else if (target != NULL && i < cln_rowset_width(r, target)) {
            cln_output own = cln_rowset_column(r, target, i);
            column.name = own.name;
            column.length = own.length;
        }
        *CLN_PUSH(r->arena, &columns) = column;
    }
    rows->columns = columns.items;
    rows->count = columns.count;
    rows->rows = query != NULL ? query->rows : CLN_NO_ORIGIN;
    (void)cln_add_source(r, b->scope, insert->alias != NULL ? cln_table_text(r, insert->alias) : CLN_TEXT(""),
                         &name, rows, insert->node.at);
}

void cln_resolve_writing(cln_block *b, const cln_node *node)
{
    const cln_node *where = NULL;
    const cln_list *returning;

    if (node->kind == CLN_INSERT) {
        add_inserted(b, CLN_AS(insert, node));
        returning = CLN_AS(insert, node)->returning;
    } else if (node->kind == CLN_UPDATE) {
        cln_add_sources(b->r, b->scope, CLN_AS(update, node)->targets);
        cln_add_sources(b->r, b->scope, CLN_AS(update, node)->from);
        where = CLN_AS(update, node)->where;
        returning = CLN_AS(update, node)->returning;
    } else {
        cln_add_sources(b->r, b->scope, CLN_AS(delete, node)->from);
        cln_add_sources(b->r, b->scope, CLN_AS(delete, node)->using);
        where = CLN_AS(delete, node)->where;
        returning = CLN_AS(delete, node)->returning;
    }
    cln_add_items(b, returning);
    cln_trace_condition(b->r, b->scope, b->scope->rows, CLN_LINK_FILTER, 0, where);
    cln_collect_unknowns(b->r, b->scope, b->rows);
}
