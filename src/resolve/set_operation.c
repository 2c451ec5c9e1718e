/*
 * set_operation.c -- UNION, EXCEPT, INTERSECT: by position, or by name.
 */
#include "resolve/block.h"

static bool only_filters(uint32_t op)
{
    op &= CLN_SET_KIND;
    return op == CLN_EXCEPT || op == CLN_EXCEPT_ALL || op == CLN_INTERSECT || op == CLN_INTERSECT_ALL;
}

void cln_merge_unknowns(cln_block *b, const cln_rowset *from)
{
    for (uint32_t i = 0; i < from->unknown_count; i++) {
        cln_relation *relation = &b->r->origins->relations.items[from->unknowns[i]];
        if (relation->stamp == b->stamp)
            continue;
        relation->stamp = b->stamp;
        *CLN_PUSH(b->r->arena, &b->unknowns) = from->unknowns[i];
    }
    b->rows->unknowns = b->unknowns.items;
    b->rows->unknown_count = b->unknowns.count;
}

static colline_text name_of(const cln_output *column)
{
    return cln_text_of(column->name, column->length);
}

/* UNION BY NAME: columns meet by name, those that are new come last (but for LEFT and INNER). */
static void add_branch_by_name(cln_block *b, const cln_rowset *branch, uint32_t op)
{
    cln_map places = { NULL, 0, 0 };
    bool open = !b->finished && (op & (CLN_SET_LEFT | CLN_SET_INNER)) == 0; /* a recursive CTE has its seed's columns */

    for (uint32_t i = b->columns.count; i-- > 0;)
        cln_map_put(b->r->arena, &places, cln_text_lower(b->r->arena, name_of(&b->columns.items[i])),
                    (void *)(uintptr_t)(i + 1));
    for (uint32_t i = 0; i < branch->count; i++) {
        uintptr_t place = (uintptr_t)cln_map_get(&places, cln_text_lower(b->r->arena, name_of(&branch->columns[i])));
        cln_origin node = place != 0 ? b->columns.items[place - 1].origin : cln_new_node(b->r->origins);
        if (place == 0 && !open)
            continue;
        if (place == 0)
            cln_push_column(b, name_of(&branch->columns[i]), node, false, false);
        cln_link_to(b->r->origins, node, branch->columns[i].origin, CLN_LINK_DIRECT, 0, 0);
    }
}

/* Keep the columns that `names` has, in their order. */
static void keep_listed(cln_block *b, const cln_list *names)
{
    cln_outputs kept = { NULL, 0, 0 };

    for (uint32_t i = 0; i < names->count; i++) {
        colline_text name = cln_column_text(b->r, names->items[i]);
        for (uint32_t k = 0; k < b->columns.count; k++)
            if (cln_text_equal_nocase(name_of(&b->columns.items[k]), name)) {
                *CLN_PUSH(b->r->arena, &kept) = b->columns.items[k];
                break;
            }
    }
    b->columns = kept;
}

static void keep_common(cln_block *b, const cln_rowset *branch)
{
    cln_map there = { NULL, 0, 0 };
    cln_outputs kept = { NULL, 0, 0 };

    for (uint32_t i = 0; i < branch->count; i++)
        cln_map_put(b->r->arena, &there, cln_text_lower(b->r->arena, name_of(&branch->columns[i])), b);
    for (uint32_t i = 0; i < b->columns.count; i++)
        if (cln_map_get(&there, cln_text_lower(b->r->arena, name_of(&b->columns.items[i]))) != NULL)
            *CLN_PUSH(b->r->arena, &kept) = b->columns.items[i];
    b->columns = kept;
}

static void add_branch(cln_block *b, const cln_rowset *branch)
{
    for (uint32_t i = 0; i < branch->count && i < b->columns.count; i++)
        cln_link_to(b->r->origins, b->columns.items[i].origin, branch->columns[i].origin, CLN_LINK_DIRECT, 0,
                    0);
}

/* The columns of the first branch, each with a node of its own that the others join. */
static void open_columns(cln_block *b, const cln_rowset *first)
{
    for (uint32_t i = 0; i < first->count; i++) {
        cln_origin own = first->columns[i].origin;
        cln_origin node = cln_new_node(b->r->origins);
        cln_push_column(b, name_of(&first->columns[i]), node, false, false);
        if (!cln_is_leaf(own))
            b->r->origins->nodes.items[node].expression = b->r->origins->nodes.items[own].expression;
        cln_link_to(b->r->origins, node, own, CLN_LINK_DIRECT, 0, 0);
    }
}

/* Rows that only decide which others stay: EXCEPT SELECT ..., INTERSECT SELECT ... */
static void add_filtering_branch(cln_block *b, const cln_rowset *branch, const cln_node *node)
{
    uint32_t expression = cln_expression_of(b->r, node);

    for (uint32_t i = 0; i < branch->count; i++)
        cln_link_to(b->r->origins, b->rows->rows, branch->columns[i].origin, CLN_LINK_FILTER, 0, expression);
    cln_link_to(b->r->origins, b->rows->rows, branch->rows, CLN_LINK_FILTER_ROWS, 0, expression);
}

static void check_width(cln_block *b, const cln_rowset *branch, const cln_node *node)
{
    if (branch->count != b->columns.count && branch->unknown_count == 0 && b->rows->unknown_count == 0)
        cln_warn(b->r, CLN_COLUMN_COUNT, node->at,
                 "this branch of the set operation has another number of columns%t", CLN_TEXT(""));
}

static void add_operand(cln_block *b, const cln_rowset *branch, uint32_t op, const cln_node *node)
{
    if (only_filters(op)) {
        add_filtering_branch(b, branch, node);
        return;
    }
    cln_link_to(b->r->origins, b->rows->rows, branch->rows, CLN_LINK_ROWS, 0, 0);
    cln_merge_unknowns(b, branch);
    if ((op & CLN_SET_KIND) == CLN_UNION_BY_NAME || (op & CLN_SET_KIND) == CLN_UNION_ALL_BY_NAME) {
        if ((op & CLN_SET_INNER) != 0 && !b->finished)
            keep_common(b, branch);
        add_branch_by_name(b, branch, op);
    } else {
        check_width(b, branch, node);
        add_branch(b, branch);
    }
}

void cln_resolve_set_branches(cln_block *b, cln_scope *outer, const cln_cte_frame *ctes,
                             const cln_set_operation_node *set, uint32_t from)
{
    for (uint32_t i = from; i < set->branches->count; i++) {
        const cln_node *branch = set->branches->items[i];
        cln_poll(b->r->arena->fault);
        add_operand(b, cln_resolve_query(b->r, outer, ctes, branch, false), set->ops[i - 1], branch);
    }
    if (set->by != NULL && !b->finished)
        keep_listed(b, set->by);
}

void cln_open_set_operation(cln_block *b, cln_scope *outer, const cln_cte_frame *ctes,
                               const cln_set_operation_node *set)
{
    const cln_rowset *first = cln_resolve_query(b->r, outer, ctes, set->branches->items[0], b->top);

    open_columns(b, first);
    cln_link_to(b->r->origins, b->rows->rows, first->rows, CLN_LINK_ROWS, 0, 0);
    cln_merge_unknowns(b, first);
}
