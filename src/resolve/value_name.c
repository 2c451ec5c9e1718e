#include "resolve/value_name.h"

/* While an expression is traced its own name means a column, if anything. */
static const char busy;

/* WITH a + 1 AS x: the expression; the innermost one of that name. */
static const cln_node *value_of_with(cln_resolver *r, const cln_cte_frame *frame, colline_text name)
{
    colline_text key = frame != NULL ? cln_text_lower(r->arena, name) : name;

    for (; frame != NULL; frame = frame->outer) {
        const cln_node *value = cln_map_get(&frame->values, name);
        if (value != NULL)
            return value;
        if (cln_map_get(&frame->by_name, key) != NULL)
            return NULL;
    }
    return NULL;
}

static bool is_parameter(const cln_lambda_frame *frame, colline_text name)
{
    for (; frame != NULL; frame = frame->outer)
        for (uint32_t i = 0; i < cln_count(frame->names); i++)
            if (cln_text_equal_nocase(CLN_AS(name, frame->names->items[i])->text, name))
                return true;
    return false;
}

/* Vertica: TIMESERIES slice AS '1 minute' OVER (ORDER BY ts): slice is computed from ts.  Teradata: EXPAND ON pd AS p: p is from pd. */
static bool find_slice(cln_resolver *r, cln_scope *scope, colline_text name, cln_origin *origin)
{
    for (uint32_t i = 0; i < cln_count(scope->windows); i++) {
        const cln_named_window_node *window = CLN_AS(named_window, scope->windows->items[i]);
        const cln_list *order = window->window->kind == CLN_WINDOW ? CLN_AS(window, window->window)->order : NULL;
        if (!cln_text_equal_nocase(CLN_AS(name, window->name)->text, name) || cln_map_get(&scope->traced, name) == (const void *)&busy)
            continue;
        cln_map_put(r->arena, &scope->traced, name, (void *)(uintptr_t)&busy); /* inside of its own expression the name is the column */
        *origin = cln_new_node(r->origins);
        for (uint32_t k = 0; k < cln_count(order); k++)
            cln_link_value(r, scope, *origin, CLN_AS(order_item, order->items[k])->value);
        cln_map_put(r->arena, &scope->traced, name, NULL);
        return true;
    }
    return false;
}

/* x0 + 1 AS x1, x1 + 1 AS x2, ...: beyond so many names in names the inner ones wait until the outer ones are done. */
enum { MOST_NAMES_IN_NAMES = 64 };

static cln_origin trace_late(cln_resolver *r, cln_scope *scope, colline_text name, const cln_node *value)
{
    cln_origin origin = cln_new_node(r->origins);

    *CLN_PUSH(r->arena, &r->late_names) = (cln_late_name){ scope, name, value, origin };
    return origin;
}

static cln_origin trace_named(cln_resolver *r, cln_scope *scope, colline_text name, const cln_node *value)
{
    cln_origin origin;

    cln_map_put(r->arena, &scope->traced, name, (void *)(uintptr_t)&busy);
    r->names_in_names++;
    origin = cln_trace_value(r, scope, value);
    r->names_in_names--;
    cln_map_put(r->arena, &scope->traced, name, (void *)((uintptr_t)origin + 1));
    return origin;
}

static void trace_late_names(cln_resolver *r)
{
    while (r->names_in_names == 0 && r->late_names.count > 0) {
        cln_late_name late = r->late_names.items[--r->late_names.count];
        const cln_lambda_frame *lambdas = late.scope->lambdas;
        late.scope->lambdas = NULL;
        r->names_in_names = 1; /* what waits now is for this loop */
        cln_link_to(r->origins, late.origin, trace_named(r, late.scope, late.name, late.value), CLN_LINK_DIRECT, 0, 0);
        r->names_in_names = 0;
        late.scope->lambdas = lambdas;
    }
}

/* What the name stands for, which is not being traced already. */
static cln_origin trace_once(cln_resolver *r, cln_scope *scope, colline_text name, const cln_node *value)
{
    uintptr_t traced = (uintptr_t)cln_map_get(&scope->traced, name);
    cln_origin origin;

    if (traced != 0)
        return (cln_origin)(traced - 1);
    if (r->names_in_names >= MOST_NAMES_IN_NAMES) {
        origin = trace_late(r, scope, name, value);
        cln_map_put(r->arena, &scope->traced, name, (void *)((uintptr_t)origin + 1));
        return origin;
    }
    origin = trace_named(r, scope, name, value);
    trace_late_names(r);
    return origin;
}

bool cln_find_value_name(cln_resolver *r, cln_scope *scope, const cln_list *parts, cln_origin *origin)
{
    colline_text name;
    const cln_node *value;

    if (parts->count != 1 || (cln_has_slices(r) && cln_count(scope->windows) == 0))
        return false;
    name = cln_column_text(r, parts->items[0]);
    if (cln_has_slices(r))
        return find_slice(r, scope, cln_text_lower(r->arena, name), origin);
    if (is_parameter(scope->lambdas, name))
        return false;
    value = cln_map_get(&scope->parts, name);
    if (value == NULL)
        value = value_of_with(r, scope->ctes, name);
    if (value == NULL || cln_map_get(&scope->traced, name) == (const void *)&busy)
        return false;
    *origin = trace_once(r, scope, name, value);
    return true;
}

void cln_name_part(cln_resolver *r, cln_scope *scope, const cln_select_item_node *part)
{
    if (part->alias != NULL && (r->dialect->script & CLN_SCRIPT_VALUE_CTES) != 0)
        cln_map_put(r->arena, &scope->parts, cln_column_text(r, part->alias), (void *)(uintptr_t)part->value);
}

cln_origin cln_trace_part(cln_resolver *r, cln_scope *scope, const cln_select_item_node *part)
{
    if (part->alias == NULL || cln_map_get(&scope->parts, cln_column_text(r, part->alias)) != part->value)
        return cln_trace_value(r, scope, part->value);
    return trace_once(r, scope, cln_column_text(r, part->alias), part->value);
}
