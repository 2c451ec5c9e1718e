#include "resolve/value_name.h"

/* While an expression is traced its own name means a column, if anything. */
static const char busy;

/* WITH a + 1 AS x: the expression; the innermost one of that name. */
static const cln_node *value_of_with(const cln_cte_frame *frame, colline_text name)
{
    for (; frame != NULL; frame = frame->outer) {
        const cln_node *value = cln_map_get(&frame->values, name);
        if (value != NULL)
            return value;
        if (cln_map_get(&frame->by_name, name) != NULL)
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

static bool has_slices(const cln_resolver *r)
{
    return r->dialect->id == COLLINE_VERTICA || r->dialect->id == COLLINE_TERADATA;
}

bool cln_find_value_name(cln_resolver *r, cln_scope *scope, const cln_list *parts, cln_origin *origin)
{
    colline_text name;
    const cln_node *value;
    void *traced;

    if (parts->count != 1 || ((r->dialect->script & CLN_SCRIPT_VALUE_CTES) == 0 && !has_slices(r)))
        return false;
    if (has_slices(r) && cln_count(scope->windows) == 0)
        return false;
    name = cln_text_lower(r->arena, cln_column_text(r, parts->items[0]));
    if (has_slices(r))
        return find_slice(r, scope, name, origin);
    if (is_parameter(scope->lambdas, name))
        return false;
    value = cln_map_get(&scope->parts, name);
    if (value == NULL)
        value = value_of_with(scope->ctes, name);
    traced = cln_map_get(&scope->traced, name);
    if (value == NULL || traced == (const void *)&busy)
        return false;
    if (traced == NULL) {
        cln_map_put(r->arena, &scope->traced, name, (void *)(uintptr_t)&busy);
        traced = (void *)((uintptr_t)cln_trace_value(r, scope, value) + 1);
        cln_map_put(r->arena, &scope->traced, name, traced);
    }
    *origin = (cln_origin)((uintptr_t)traced - 1);
    return true;
}

void cln_name_part(cln_resolver *r, cln_scope *scope, const cln_select_item_node *part)
{
    if (part->alias != NULL && (r->dialect->script & CLN_SCRIPT_VALUE_CTES) != 0)
        cln_map_put(r->arena, &scope->parts, cln_text_lower(r->arena, cln_column_text(r, part->alias)),
                    (void *)(uintptr_t)part->value);
}
