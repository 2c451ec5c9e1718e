/*
 * cursor.c -- the rows of cursors.
 *
 *     CURSOR c (p INT) IS SELECT a FROM t WHERE b = p;  OPEN c (v);  FETCH c INTO w      w: DIRECT t.a, FILTER t.b, FILTER of what fed v
 */
#include "lineage/assigning.h"

void cln_declare_cursor(cln_assigning *a, const cln_script_event *event)
{
    cln_assigned_list names = cln_assigned_names(a, event->names);
    const cln_value *row;

    for (uint32_t i = 0; i < names.count; i++) {
        cln_variable *cursor = cln_declare_assigned(a, names.items[i].name);
        cursor->cursor = true;
        cursor->query = event->value;
        cursor->parameters = event->arguments;
    }
    row = names.count > 0 ? cln_evaluated_row(a, event->value, true) : NULL;
    if (row != NULL)
        cln_assign_to(a, &names.items[0], row, false);
}

/* The parameters of a cursor as variables of a level of their own. */
static void give_arguments(cln_assigning *a, colline_span parameters, colline_span given)
{
    cln_argument_texts names = cln_split_arguments(a, parameters), values = cln_split_arguments(a, given);
    uint32_t level = a->variables->stamps.count, most = names.count;
    const cln_value **fed = CLN_NEW_ARRAY(a->result->arena, const cln_value *, most + 1);

    for (uint32_t i = 0; i < most; i++) {
        cln_assigned_list name = cln_assigned_names(a, names.items[i].value);
        names.items[i].name = name.count > 0 ? name.items[0].name : CLN_TEXT("");
        fed[i] = &cln_value_outside;
    }
    for (uint32_t i = 0; i < values.count; i++)
        for (uint32_t k = 0; k < most; k++)
            if (values.items[i].name.length > 0 ? cln_text_equal(values.items[i].name, names.items[k].name) : i == k)
                fed[k] = cln_argument_value(a, values.items[i].value);
    cln_variables_level(a->variables, level);
    for (uint32_t i = 0; i < most; i++)
        cln_variable_assign(a->variables, cln_variable_declare(a->variables, names.items[i].name, level), fed[i]);
}

enum { REOPENED_FACTOR = 16 };

/* Where the query of a cursor is read again so often that this costs more than the script, it stays as it was. */
static bool is_dear(cln_assigning *a, const cln_variable *cursor, colline_span given)
{
    uint64_t bytes = (uint64_t)cursor->query.length + cursor->parameters.length + given.length;

    return !cln_affords(&a->variables->reopened, bytes, REOPENED_FACTOR, cln_parser_lexer(a->session->parser).text.length);
}

static void reopen(cln_assigning *a, const cln_assigned *name, colline_span given)
{
    cln_variable *cursor = cln_variable_find(a->variables, name->name);
    uint32_t level = a->variables->stamps.count - 1;
    cln_diagnostics told = { .arena = a->result->arena }, *diagnostics;
    const cln_value *row;

    if (cursor == NULL || !cursor->cursor || cursor->query.length == 0 || (a->session->dialect->script & CLN_SCRIPT_NO_SEMICOLON) != 0 ||
        is_dear(a, cursor, given))
        return;
    if (cursor->parameters.length > 0)
        give_arguments(a, cursor->parameters, given);
    cursor = cln_variable_find(a->variables, name->name);
    diagnostics = a->result->diagnostics;
    a->result->diagnostics = &told; /* what is wrong with it was told where it stands */
    row = cursor != NULL ? cln_evaluated_row(a, cursor->query, false) : NULL;
    a->result->diagnostics = diagnostics;
    cln_variables_level(a->variables, level);
    if (row != NULL)
        cln_assign_to(a, name, row, false);
}

void cln_open_cursor(cln_assigning *a, const cln_script_event *event)
{
    cln_assigned_list names = cln_assigned_names(a, event->names);

    if (names.count == 1)
        reopen(a, &names.items[0], event->arguments);
}

void cln_fetch(cln_assigning *a, const cln_script_event *event)
{
    cln_assigned_list names = cln_assigned_names(a, event->names), from = cln_assigned_names(a, event->value);
    cln_variable *cursor;
    const cln_value *value;
    cln_fed fed;

    if (from.count > 0 && event->opens)
        reopen(a, &from.items[0], event->arguments);
    cursor = from.count > 0 ? cln_variable_find(a->variables, from.items[0].name) : NULL;
    value = cursor != NULL ? cln_variable_value(a->variables, cursor) : NULL;
    if (value == NULL || value->rows == NULL) {
        cln_assign_all(a, &names, &cln_value_outside, false);
        return;
    }
    if (names.count == 1 && (event->opens || value->rows->column_count != 1)) {
        cln_assign_to(a, &names.items[0], value, false);
        return;
    }
    fed.names = (cln_column_info *)(uintptr_t)value->rows->columns;
    fed.whole = *(const cln_feed *)value->rows->feed;
    fed.columns = fed.whole.columns;
    fed.count = value->rows->column_count;
    for (uint32_t i = 0; i < names.count; i++)
        cln_assign_to(a, &names.items[i], cln_value_of(a->variables->arena, &fed, i, 1, false), false);
}
