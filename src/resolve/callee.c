#include "resolve/callee.h"

/* The description of a function: under its full name, under that in the current database, and for one that is
 * named with the current database under its bare name. */
static const cln_function *described(cln_resolver *r, const cln_list *name, colline_text dotted)
{
    const cln_function *function = cln_catalog_function(r->catalog, dotted);
    colline_text home = r->home->database;
    cln_buffer full = { NULL, 0, 0 };

    if (function != NULL || home.length == 0 || !cln_catalog_has_functions(r->catalog))
        return function;
    if (name->count > 1)
        return name->count == 2 && cln_text_equal_nocase(CLN_AS(name, name->items[0])->text, home)
                   ? cln_catalog_function(r->catalog, CLN_AS(name, name->items[1])->text)
                   : NULL;
    cln_buffer_add(r->arena, &full, home);
    cln_buffer_add_char(r->arena, &full, '.');
    cln_buffer_add(r->arena, &full, dotted);
    return cln_catalog_function(r->catalog, cln_buffer_text(r->arena, &full));
}

static colline_text dotted_name(cln_resolver *r, const cln_list *name)
{
    cln_buffer dotted = { NULL, 0, 0 };

    if (name->count == 1)
        return CLN_AS(name, name->items[0])->text;
    for (uint32_t i = 0; i < name->count; i++) {
        if (i > 0)
            cln_buffer_add_char(r->arena, &dotted, '.');
        cln_buffer_add(r->arena, &dotted, CLN_AS(name, name->items[i])->text);
    }
    return cln_buffer_text(r->arena, &dotted);
}

/* SQLite: MAX(a, b) is the greater of two values. */
static bool is_scalar_choice(const cln_resolver *r, const cln_call_node *call)
{
    colline_text name = CLN_AS(name, cln_last(call->name))->text;

    return cln_has_rule(r->dialect, CLN_RULE_SCALAR_MAX) && cln_count(call->arguments) > 1 &&
           (cln_text_equal_nocase(name, CLN_TEXT("max")) || cln_text_equal_nocase(name, CLN_TEXT("min")));
}

cln_callee cln_callee_of(cln_resolver *r, const cln_call_node *call)
{
    static const uint32_t of_kind[] = { 0, CLN_TRAIT_AGGREGATE, CLN_TRAIT_WINDOW, CLN_TRAIT_TABLE };
    cln_callee callee = { 0, NULL };
    colline_text dotted;

    if (cln_count(call->name) == 0)
        return callee;
    dotted = dotted_name(r, call->name);
    callee.described = described(r, call->name, dotted);
    if (callee.described != NULL)
        callee.traits = of_kind[callee.described->kind];
    else if ((callee.traits = cln_builtin_traits(r->dialect, dotted)) == 0 && call->name->count > 1)
        callee.traits = cln_builtin_traits(r->dialect, CLN_AS(name, cln_last(call->name))->text);
    if (callee.described == NULL && is_scalar_choice(r, call))
        callee.traits = 0;
    return callee;
}

bool cln_reaches_result(const cln_callee *callee, uint32_t argument)
{
    if (callee->described == NULL || callee->described->all_arguments)
        return true;
    for (uint32_t i = 0; i < callee->described->value_argument_count; i++)
        if (callee->described->value_arguments[i] == argument)
            return true;
    return false;
}

bool cln_orders_window(uint32_t traits, uint32_t argument)
{
    return (traits & CLN_TRAIT_ALL_ORDER) != 0 || ((traits & CLN_TRAIT_REST_ORDERS) != 0 && argument > 0);
}

static bool is_date_part(const cln_node *argument)
{
    const cln_list *name;

    if (argument->kind != CLN_COLUMN && argument->kind != CLN_CALL)
        return false;
    name = argument->kind == CLN_COLUMN ? CLN_AS(column, argument)->parts : CLN_AS(call, argument)->name;
    return cln_count(name) == 1 && cln_is_date_part(CLN_AS(name, name->items[0])->text) &&
           (argument->kind == CLN_COLUMN || cln_count(CLN_AS(call, argument)->arguments) == 1);
}

bool cln_names_date_part(const cln_callee *callee, const cln_list *arguments, uint32_t i)
{
    static const uint32_t at[] = { CLN_TRAIT_PART_FIRST, CLN_TRAIT_PART_SECOND, CLN_TRAIT_PART_THIRD };
    uint32_t traits = callee->traits;

    if ((traits & CLN_TRAIT_PART_FIRST_OF_THREE) != 0 && arguments->count == 3)
        traits |= CLN_TRAIT_PART_FIRST;
    if (i >= sizeof at / sizeof *at || (traits & at[i]) == 0 || !is_date_part(arguments->items[i]))
        return false;
    if ((traits & CLN_TRAIT_PART_FIRST) == 0 || (traits & CLN_TRAIT_PART_SECOND) == 0)
        return true;
    /* Doris: DATE_TRUNC(d, 'month') */
    if (i == 0)
        return arguments->count < 2 || arguments->items[1]->kind != CLN_LITERAL;
    return arguments->items[0]->kind != CLN_LITERAL && !is_date_part(arguments->items[0]);
}

bool cln_counts_rows(const cln_call_node *call)
{
    static const char *const counting[] = { "count", "count_big", "count_if", "countif", "approx_count", NULL };

    return cln_text_is_any(CLN_AS(name, cln_last(call->name))->text, counting);
}
