/*
 * cte.c -- WITH: each CTE once, in the order of their definition; a recursive one to its fixed point.
 */
#include "resolve/block.h"

static cln_rowset *cte_rows(cln_resolver *r, const cln_rowset *rows, const cln_list *names)
{
    cln_rowset *named = CLN_NEW(r->arena, cln_rowset);
    cln_output *columns;

    *named = *rows;
    if (cln_count(names) == 0)
        return named;
    columns = CLN_NEW_ARRAY(r->arena, cln_output, rows->count);
    for (uint32_t i = 0; i < rows->count; i++) {
        columns[i] = rows->columns[i];
        if (i < names->count) {
            colline_text name = cln_column_text(r, names->items[i]);
            columns[i].name = name.data;
            columns[i].length = name.length;
        }
    }
    named->columns = columns;
    return named;
}

/* WITH RECURSIVE r AS (seed UNION ALL step): r is known to its own later branches, whose columns join the
 * seed's nodes; the graph becomes cyclic, and walking it reaches the fixed point. */
static const cln_rowset *recursive_rows(cln_resolver *r, cln_scope *outer, cln_cte_frame *frame,
                                        const cln_cte_node *cte, const cln_set_operation_node *set)
{
    cln_block b;
    cln_rowset *rows;

    cln_start_block(&b, r, cln_scope_new(r, outer, frame), false);
    cln_open_set_operation(&b, outer, frame, set);
    cln_finish_block(&b);
    rows = cte_rows(r, b.rows, cte->columns);
    cln_map_put(r->arena, &frame->by_name, cln_text_lower(r->arena, cln_table_text(r, cte->name)), rows);
    cln_resolve_set_branches(&b, outer, frame, set, 1);
    return rows;
}

static bool may_recur(const cln_resolver *r, bool recursive, const cln_cte_node *cte)
{
    const cln_node *body = cte->query;

    if (!recursive && (r->dialect->features & CLN_FEATURE_IMPLICIT_RECURSION) == 0)
        return false;
    if (!cln_node_is(body, CLN_QUERY) || cln_count(CLN_AS(query, body)->ctes) > 0)
        return false;
    return cln_node_is(CLN_AS(query, body)->body, CLN_SET_OPERATION);
}

/* ... SEARCH DEPTH FIRST BY a SET o, CYCLE a SET c: o and c come from a. */
static const cln_rowset *with_added(cln_resolver *r, const cln_rowset *rows, const cln_list *added)
{
    cln_output *columns = CLN_NEW_ARRAY(r->arena, cln_output, rows->count + cln_count(added));
    cln_rowset *more = CLN_NEW(r->arena, cln_rowset);

    for (uint32_t i = 0; i < rows->count; i++)
        columns[i] = rows->columns[i];
    for (uint32_t i = 0; i < cln_count(added); i++) {
        const cln_cte_column_node *column = CLN_AS(cte_column, added->items[i]);
        colline_text name = cln_column_text(r, column->name);
        cln_origin origin = cln_new_node(r->origins), from;
        r->origins->nodes.items[origin].expression = cln_expression_of(r, &column->node);
        for (uint32_t k = 0; k < cln_count(column->columns); k++)
            if (cln_rowset_find(r, rows, cln_column_text(r, cln_last(CLN_AS(column, column->columns->items[k])->parts)), false, &from))
                cln_link_to(r->origins, origin, from, CLN_LINK_PROJECT, 0, cln_expression_of(r, &column->node));
        columns[rows->count + i] = (cln_output){ name.data, name.length, origin };
    }
    *more = *rows;
    more->columns = columns;
    more->count = rows->count + cln_count(added);
    more->by_name = NULL;
    return more;
}

const cln_cte_frame *cln_resolve_ctes(cln_resolver *r, cln_scope *outer, const cln_cte_frame *ctes,
                                      const cln_list *list, bool recursive)
{
    cln_cte_frame *frame = CLN_NEW(r->arena, cln_cte_frame);

    frame->outer = ctes;
    for (uint32_t i = 0; i < cln_count(list); i++) {
        const cln_cte_node *cte = CLN_AS(cte, list->items[i]);
        const cln_rowset *rows;
        if (cln_map_get(&frame->by_name, cln_text_lower(r->arena, cln_table_text(r, cte->name))) != NULL)
            cln_warn(r, CLN_DUPLICATE_ALIAS, cte->name->at, "the name %t stands twice in one WITH", cln_table_text(r, cte->name));
        if ((cte->node.flags & CLN_VALUE_CTE) != 0) {
            cln_map_put(r->arena, &frame->values, cln_column_text(r, cte->name), cte->query);
            continue;
        }
        if (may_recur(r, recursive, cte))
            rows =
                recursive_rows(r, outer, frame, cte, CLN_AS(set_operation, CLN_AS(query, cte->query)->body));
        else
            rows = cte_rows(r, cln_resolve_query(r, outer, frame, cte->query, false), cte->columns);
        if (cln_count(cte->added) > 0)
            rows = with_added(r, rows, cte->added);
        cln_map_put(r->arena, &frame->by_name, cln_text_lower(r->arena, cln_table_text(r, cte->name)),
                    (void *)(uintptr_t)rows);
    }
    return frame;
}
