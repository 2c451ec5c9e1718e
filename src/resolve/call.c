#include "resolve/callee.h"
#include "resolve/columns.h"
#include "resolve/trace.h"

/* ---- Windows ---- */

static void trace_window(const cln_trace *t, const cln_node *window);

/* 1 + the index of the first named window of that name; 0: none. */
static uint32_t window_of(cln_resolver *r, cln_scope *scope, colline_text name)
{
    bool made = scope->by_window.capacity > 0;

    for (uint32_t i = cln_count(scope->windows); !made && i-- > 0;)
        cln_map_put_nocase(r->arena, &scope->by_window,
                           CLN_AS(name, CLN_AS(named_window, scope->windows->items[i])->name)->text, (void *)(uintptr_t)(i + 1));
    return (uint32_t)(uintptr_t)cln_map_get_nocase(&scope->by_window, name);
}

/* OVER w, OVER (w ORDER BY ...): a named window is traced once, into its own node. */
static void trace_named_window(const cln_trace *t, const cln_node *name)
{
    cln_scope *scope = t->scope;
    cln_trace own = *t;
    uint32_t i = window_of(t->r, scope, CLN_AS(name, name)->text);

    if (i == 0)
        return;
    if (scope->window_nodes[i - 1] == CLN_NO_ORIGIN) {
        const cln_named_window_node *window = CLN_AS(named_window, scope->windows->items[i - 1]);
        own.into = scope->window_nodes[i - 1] = cln_new_node(t->r->origins);
        own.kind = CLN_LINK_WINDOW;
        own.flags = 0;
        own.expression = cln_expression_of(t->r, &window->node);
        trace_window(&own, window->window);
    }
    cln_link_to(t->r->origins, t->into, scope->window_nodes[i - 1], t->kind, 0, t->expression);
}

static void trace_window(const cln_trace *t, const cln_node *window)
{
    const cln_window_node *node;

    if (cln_node_is(window, CLN_NAME)) {
        trace_named_window(t, window);
        return;
    }
    if (!cln_node_is(window, CLN_WINDOW))
        return;
    node = CLN_AS(window, window);
    if (node->inherits != NULL)
        trace_named_window(t, node->inherits);
    cln_trace_list(t, node->partition);
    cln_trace_list(t, node->order);
}

/* ---- Arguments ---- */

/* DECODE(x, s1, r1, s2, r2, d): x and s1, s2 decide; r1, r2, d are values. */
static void trace_decode(const cln_trace *t, const cln_list *arguments)
{
    cln_trace value = cln_trace_through(t, CLN_LINK_PROJECT);
    uint32_t count = cln_count(arguments);

    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || (i % 2 == 1 && i + 1 < count))
            cln_trace_condition_of_value(t, arguments->items[i]);
        else
            cln_trace_expression(&value, arguments->items[i]);
    }
}

static void trace_argument(const cln_trace *t, const cln_callee *callee, const cln_list *arguments,
                           uint32_t i)
{
    const cln_node *argument = arguments->items[i];
    uint32_t traits = callee->traits;
    cln_trace position;

    if (cln_names_date_part(callee, arguments, i))
        return;
    if ((traits & CLN_TRAIT_CANDIDATES) != 0) {
        cln_trace_candidate(t, argument);
    } else if ((traits & CLN_TRAIT_CONDITIONS) != 0 || ((traits & CLN_TRAIT_CONDITION_FIRST) != 0 && i == 0)) {
        cln_trace_condition_of_value(t, argument);
    } else if ((traits & CLN_TRAIT_CASE) != 0 && i % 2 == 0 && i + 1 < arguments->count) {
        cln_trace_condition_of_value(t, argument);
    } else if ((traits & CLN_TRAIT_NULLIF) != 0) {
        cln_trace_decision(t, argument, true, i == 0 ? 0 : COLLINE_EDGE_CONDITION);
    } else if ((traits & CLN_TRAIT_LAST_FILTER) != 0 && i + 1 == arguments->count) {
        position = cln_trace_positioned(t, CLN_LINK_FILTER);
        cln_trace_expression(&position, argument);
    } else if ((traits & CLN_TRAIT_SECOND_SORT) != 0 && i == 1) {
        position = cln_trace_positioned(t, CLN_LINK_SORT);
        cln_trace_expression(&position, argument);
    } else if (cln_orders_window(traits, i)) {
        position = cln_trace_positioned(t, CLN_LINK_WINDOW);
        cln_trace_expression(&position, argument);
    } else if (cln_reaches_result(callee, i)) {
        cln_trace_expression(t, argument);
    }
}

static void trace_arguments(const cln_trace *t, const cln_callee *callee, const cln_call_node *call)
{
    const cln_list *arguments = call->arguments;
    bool aggregate = (callee->traits & CLN_TRAIT_AGGREGATE) != 0;

    if ((callee->traits & CLN_TRAIT_NO_SOURCE) != 0)
        return;
    /* DECODE(bytes, charset) is another function */
    if ((callee->traits & CLN_TRAIT_DECODE) != 0 && cln_count(arguments) > 2) {
        trace_decode(t, arguments);
        return;
    }
    for (uint32_t i = 0; i < cln_count(arguments); i++) {
        if (aggregate && arguments->items[i]->kind == CLN_STAR && cln_counts_rows(call))
            continue;
        trace_argument(t, callee, arguments, i);
    }
}

/* What VALUES(x) is looked for in, also from within a subquery; NULL: nothing. */
static const cln_rowset *inserted_of(const cln_scope *scope)
{
    while (scope != NULL && scope->inserted == NULL)
        scope = scope->outer;
    return scope != NULL ? scope->inserted : NULL;
}

/* VALUES(x) of ON DUPLICATE KEY UPDATE: what was to be inserted into x. */
static bool trace_inserted(const cln_trace *t, const cln_call_node *call)
{
    const cln_node *argument = cln_count(call->arguments) == 1 ? call->arguments->items[0] : NULL;
    const cln_rowset *inserted;
    cln_origin origin;

    if (cln_count(call->name) != 1 || !cln_node_is(argument, CLN_COLUMN) ||
        (!cln_text_equal_nocase(CLN_AS(name, call->name->items[0])->text, CLN_TEXT("values")) &&
         !cln_text_equal_nocase(CLN_AS(name, call->name->items[0])->text, CLN_TEXT("value")))) /* MariaDB */
        return false;
    inserted = inserted_of(t->scope);
    if (inserted == NULL)
        return false;
    if (cln_rowset_find(t->r, inserted,
                        cln_column_text(t->r, cln_last(CLN_AS(column, argument)->parts)), false, &origin))
        cln_link_to(t->r->origins, t->into, origin, t->kind, t->flags, t->expression);
    return true;
}

/* Impala: UNNEST(t.arr) in the select list is a collection of the FROM clause, and its value that
 * collection's item. */
static bool trace_unnest(const cln_trace *t, const cln_call_node *call)
{
    const cln_node *argument = cln_count(call->arguments) == 1 ? call->arguments->items[0] : NULL;
    const cln_type *type;
    cln_found found;
    cln_origin leaf;

    if ((t->r->dialect->features & CLN_FEATURE_COLLECTION_REFS) == 0 || !cln_node_is(argument, CLN_COLUMN) ||
        !cln_text_equal_nocase(CLN_AS(name, call->name->items[0])->text, CLN_TEXT("unnest")))
        return false;
    cln_find_name(t->r, t->scope, CLN_AS(column, argument)->parts, argument->at, &found);
    leaf = found.origins.count == 1 ? cln_origin_leaf(t->r->origins, found.origins.items[0]) : CLN_NO_ORIGIN;
    type = cln_origin_type(t->r->origins, leaf);
    if (leaf == CLN_NO_ORIGIN || type == NULL || type->kind != CLN_TYPE_ARRAY)
        return false;
    found.origins.items[0] = cln_leaf_below(t->r, leaf, CLN_TEXT("item"), type->element);
    cln_trace_found(t, &found, argument->at, t->kind, t->expression);
    return true;
}

/* COUNT(*) depends on no column but on all that is counted; ROW_NUMBER() OVER () on the rows that it goes
 * over. */
static void link_rows(const cln_trace *t, bool windowed, bool aggregate, uint32_t links_before)
{
    if (!cln_traces_value(t) && t->kind != CLN_LINK_FILTER)
        return;
    if (windowed)
        cln_link_to(t->r->origins, t->into, t->scope->rows, CLN_LINK_WINDOWED, 0, t->expression);
    else if (aggregate && t->r->origins->links.count == links_before)
        cln_link_to(t->r->origins, t->into, t->scope->rows, CLN_LINK_COUNTED, 0, t->expression);
}

/* DuckDB: COLUMNS(...), written the same, is the column at hand, in a condition and with * in front all that it stands for. */
static bool trace_columns(const cln_trace *t, const cln_node *node)
{
    const cln_node *at_hand = t->r->columns_call;
    cln_outputs chosen = { NULL, 0, 0 };

    if ((t->r->dialect->features & CLN_FEATURE_BARE_FROM) == 0 || !cln_is_columns_call(node))
        return false;
    if (at_hand != NULL && cln_text_equal(cln_text_of_node(t->r, node), cln_text_of_node(t->r, at_hand))) {
        cln_link_to(t->r->origins, t->into, t->r->columns_origin, t->kind, t->flags, t->expression);
        return true;
    }
    cln_expand_columns(t->r, t->scope, node, &chosen);
    for (uint32_t i = 0; i < chosen.count; i++)
        cln_link_to(t->r->origins, t->into, chosen.items[i].origin, t->kind, t->flags, t->expression);
    return true;
}

static bool is_xml_method(const cln_resolver *r, const cln_call_node *call)
{
    static const char *const methods[] = { "value", "query", "exist", "nodes", "modify" };
    const cln_node *last = cln_count(call->name) > 1 ? cln_last(call->name) : NULL;

    if (!cln_has_rule(r->dialect, CLN_RULE_XML_METHODS) || last == NULL || cln_count(call->arguments) == 0 ||
        !cln_node_is(call->arguments->items[0], CLN_LITERAL))
        return false;
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
        if (cln_text_says(CLN_AS(name, last)->text, methods[i]))
            return true;
    return false;
}

void cln_link_method_owner(cln_resolver *r, cln_scope *scope, cln_origin into, cln_link_kind kind, uint8_t flags, const cln_call_node *call)
{
    cln_list owner = { NULL, 0, 0 };
    uint32_t told = r->diagnostics->list.count;
    bool confirm = r->confirm;
    cln_found found;

    if (!is_xml_method(r, call))
        return;
    owner = (cln_list){ call->name->items, call->name->count - 1, call->name->count - 1 };
    cln_find_name(r, scope, &owner, call->node.at, &found);
    if (!found.known) { /* dbo.value('x') is a function */
        r->diagnostics->list.count = told;
        r->confirm = confirm;
    }
    for (uint32_t i = 0; i < found.origins.count; i++)
        cln_link_to(r->origins, into, found.origins.items[i], kind, flags, cln_expression_of(r, &call->node));
}

void cln_trace_call(const cln_trace *t, const cln_node *node)
{
    const cln_call_node *call = CLN_AS(call, node);
    cln_callee callee = cln_callee_of(t->r, call);
    /* rank(5) WITHIN GROUP (ORDER BY a) */
    bool hypothetical = (callee.traits & CLN_TRAIT_WINDOW) != 0 && call->within_group != NULL && call->window == NULL;
    /* Spark's FIRST_VALUE(a) is an aggregate where it has no OVER */
    uint32_t either = CLN_TRAIT_AGGREGATE | CLN_TRAIT_WINDOW;
    bool aggregate = hypothetical || ((callee.traits & CLN_TRAIT_AGGREGATE) != 0 &&
                                      ((callee.traits & either) != either || call->window == NULL));
    bool windowed = call->window != NULL ||
                    (!hypothetical && (callee.traits & (CLN_TRAIT_REST_ORDERS | CLN_TRAIT_ALL_ORDER)) != 0);
    cln_trace argument = cln_trace_through(t, aggregate ? CLN_LINK_AGG : CLN_LINK_PROJECT);
    cln_trace sort = cln_trace_positioned(t, CLN_LINK_SORT);
    cln_trace filter = cln_trace_positioned(t, CLN_LINK_FILTER);
    cln_trace window = cln_trace_positioned(t, CLN_LINK_WINDOW);
    uint32_t links_before = t->r->origins->links.count;
    cln_alias_use alias_use = t->scope->alias_use;

    if (trace_columns(t, node) || trace_inserted(t, call) || cln_trace_variable_element(t, call, NULL) || (cln_count(call->name) == 1 && trace_unnest(t, call)))
        return;
    sort.flags = (uint8_t)(sort.flags | (cln_traces_value(t) && call->limit != NULL ? COLLINE_EDGE_LIMIT : 0));
    if (hypothetical)
        callee.traits &= ~(uint32_t)CLN_TRAIT_ALL_ORDER;
    if (aggregate && !windowed)
        t->scope->aggregates = true;
    t->scope->windowed = t->scope->windowed || windowed;
    /* HAVING MAX(c) > 1: an aggregate takes values of rows, which select aliases are not */
    if (aggregate && alias_use == CLN_ALIAS_FIRST)
        t->scope->alias_use = CLN_ALIAS_LAST;
    cln_link_method_owner(t->r, t->scope, t->into, argument.kind, argument.flags, call);
    cln_trace_list(&argument, call->parameters);
    trace_arguments(&argument, &callee, call);
    t->scope->alias_use = alias_use;
    link_rows(t, windowed, aggregate, links_before);
    cln_trace_list(&sort, call->order_by);
    cln_trace_list(&sort, call->within_group);
    if ((callee.traits & CLN_TRAIT_ORDER_IS_VALUE) != 0 || hypothetical)
        cln_trace_list(&argument, call->within_group);
    if (call->filter != NULL)
        cln_trace_expression(&filter, call->filter);
    if (call->window != NULL)
        trace_window(&window, call->window);
}
