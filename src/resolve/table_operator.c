#include "resolve/table_operator.h"

/* A table that a call is given, as a source of a scope of its own. */
typedef struct given_table {
    cln_scope *scope;
    const cln_rowset *rows;
} given_table;

static const cln_node *operand_given(const cln_node *argument)
{
    return cln_node_is(argument, CLN_NAMED_ARGUMENT) ? CLN_AS(named_argument, argument)->value : argument;
}

static bool is_table(const cln_node *operand)
{
    return cln_node_is(operand, CLN_SUBQUERY) || cln_node_is(operand, CLN_QUERY);
}

static given_table open_table(cln_resolver *r, cln_scope *scope, const cln_node *operand)
{
    given_table t = { cln_scope_new(r, NULL, scope->ctes), NULL };
    const cln_node *query = operand->kind == CLN_SUBQUERY ? CLN_AS(subquery, operand)->query : operand;

    t.rows = cln_resolve_query(r, scope, scope->ctes, query, false);
    (void)cln_add_source(r, t.scope, CLN_TEXT(""), NULL, t.rows, operand->at);
    return t;
}

static void take_rows(cln_resolver *r, cln_rowset *rows, const given_table *t)
{
    if (rows->rows == CLN_NO_ORIGIN)
        rows->rows = cln_new_node(r->origins);
    cln_link_to(r->origins, rows->rows, t->rows->rows, CLN_LINK_ROWS, 0, 0);
}

/* ---- exclude_columns ---- */

static void note_excluded(cln_resolver *r, const cln_node *argument, cln_map *excluded)
{
    const cln_call_node *descriptor = cln_node_is(argument, CLN_CALL) ? CLN_AS(call, argument) : NULL;

    for (uint32_t i = 0; descriptor != NULL && i < cln_count(descriptor->arguments); i++) {
        const cln_node *column = descriptor->arguments->items[i];
        if (cln_node_is(column, CLN_COLUMN))
            cln_map_put_nocase(r->arena, excluded, cln_column_text(r, cln_last(CLN_AS(column, column)->parts)), excluded);
    }
}

static const cln_rowset *without_columns(cln_resolver *r, cln_scope *scope, const cln_list *arguments)
{
    given_table table = open_table(r, scope, operand_given(arguments->items[0]));
    cln_rowset *rows = CLN_NEW(r->arena, cln_rowset);
    cln_outputs all = { NULL, 0, 0 }, left = { NULL, 0, 0 };
    cln_map excluded = { NULL, 0, 0 };

    for (uint32_t i = 1; i < arguments->count; i++)
        note_excluded(r, operand_given(arguments->items[i]), &excluded);
    cln_expand_star(r, table.scope, NULL, &all);
    for (uint32_t i = 0; i < all.count; i++)
        if (cln_map_get_nocase(&excluded, cln_text_of(all.items[i].name, all.items[i].length)) == NULL)
            *CLN_PUSH(r->arena, &left) = all.items[i];
    *rows = (cln_rowset){ .columns = left.items, .count = left.count };
    take_rows(r, rows, &table);
    cln_collect_unknowns(r, table.scope, rows);
    return rows;
}

/* ---- VECTOR_SEARCH ---- */

/* The column that a string names, or all of them. */
static void link_searched_by(cln_resolver *r, cln_origin into, const given_table *t, const cln_node *name)
{
    colline_text text = cln_node_is(name, CLN_LITERAL) ? cln_text_of_node(r, name) : CLN_TEXT("");
    cln_origin origin;

    if (text.length > 2 && cln_rowset_find(r, t->rows, cln_text_of(text.data + 1, text.length - 2), false, &origin))
        cln_link_to(r->origins, into, origin, CLN_LINK_PROJECT, 0, 0);
    else
        cln_link_to(r->origins, into, cln_row_of(r, t->rows), CLN_LINK_PROJECT, 0, 0);
}

static const cln_rowset *found_by_vector(cln_resolver *r, cln_scope *scope, const cln_node *call, const cln_list *arguments)
{
    given_table base = open_table(r, scope, operand_given(arguments->items[0]));
    given_table query = open_table(r, scope, operand_given(arguments->items[2]));
    cln_rowset *rows = CLN_NEW(r->arena, cln_rowset);
    cln_output *columns = CLN_NEW_ARRAY(r->arena, cln_output, 3);
    cln_origin distance = cln_new_node(r->origins);

    r->origins->nodes.items[distance].expression = cln_expression_of(r, call);
    link_searched_by(r, distance, &base, operand_given(arguments->items[1]));
    link_searched_by(r, distance, &query, arguments->count > 3 ? operand_given(arguments->items[3]) : NULL);
    columns[0] = (cln_output){ "query", 5, cln_row_of(r, query.rows) };
    columns[1] = (cln_output){ "base", 4, cln_row_of(r, base.rows) };
    columns[2] = (cln_output){ "distance", 8, distance };
    *rows = (cln_rowset){ .columns = columns, .count = 3 };
    take_rows(r, rows, &base);
    take_rows(r, rows, &query);
    return rows;
}

const cln_rowset *cln_resolve_table_operator(cln_resolver *r, cln_scope *scope, const cln_node *call)
{
    const cln_list *arguments = cln_node_is(call, CLN_CALL) ? CLN_AS(call, call)->arguments : NULL;
    colline_text name;

    if (cln_count(arguments) < 2 || !is_table(operand_given(arguments->items[0])))
        return NULL;
    name = CLN_AS(name, cln_last(CLN_AS(call, call)->name))->text;
    if (cln_text_equal_nocase(name, CLN_TEXT("exclude_columns")))
        return without_columns(r, scope, arguments);
    if (cln_has_rule(r->dialect, CLN_RULE_TABLE_PASSED) && cln_text_equal_nocase(name, CLN_TEXT("vector_search")) && arguments->count > 2 &&
        is_table(operand_given(arguments->items[2])))
        return found_by_vector(r, scope, call, arguments);
    return NULL;
}
