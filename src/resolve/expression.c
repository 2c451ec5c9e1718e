/*
 * expression.c -- an expression to links: which columns its value depends on, and how.
 *
 *     CASE WHEN a > 0 THEN SUM(b) OVER (PARTITION BY c) END
 *     a: PROJECT (role condition) and CONDITIONAL; b: AGG; c: WINDOW
 *
 * A trace adds links to one node.  In a value it starts as DIRECT and only grows stronger on the way down; in
 * a condition it keeps the position's kind.  A condition inside a value is traced once, into a node of its
 * own, to which the value links twice.  Recursion is over the tree, whose height is bounded.
 */
#include "resolve/columns.h"
#include "resolve/resolve.h"
#include "resolve/shape.h"
#include "resolve/value_name.h"
#include "resolve/variable.h"
#include "sql.h"
#include "syntax/walk.h"

typedef struct cln_trace {
    cln_resolver *r;
    cln_scope *scope;
    cln_origin into;
    cln_link_kind kind; /* DIRECT, PROJECT, AGG, or the position: JOIN_COND, FILTER ... */
    uint8_t flags;
    uint32_t expression; /* the item or condition; 0: the column itself says it */
} cln_trace;

static void trace(const cln_trace *t, const cln_node *node);

static bool is_value(const cln_trace *t)
{
    return t->kind <= CLN_LINK_AGG;
}

/* The same trace, its value going through something at least as strong as `kind`. */
static cln_trace through(const cln_trace *t, cln_link_kind kind)
{
    cln_trace deeper = *t;

    if (is_value(t) && deeper.kind < kind)
        deeper.kind = kind;
    return deeper;
}

/* The same trace in an indirect position. */
static cln_trace positioned(const cln_trace *t, cln_link_kind kind)
{
    cln_trace other = *t;

    if (is_value(t) || kind == CLN_LINK_FILTER) {
        other.kind = kind;
        other.flags = 0;
    }
    return other;
}

static void trace_list(const cln_trace *t, const cln_list *list)
{
    for (uint32_t i = 0; i < cln_count(list); i++)
        trace(t, list->items[i]);
}

static void trace_optional(const cln_trace *t, const cln_node *node)
{
    if (node != NULL)
        trace(t, node);
}

/* ---- Columns ---- */

static void link_found(const cln_trace *t, const cln_found *found, colline_span at, cln_link_kind kind,
                       uint32_t expression)
{
    uint8_t flags = (uint8_t)(t->flags | (found->ambiguous ? COLLINE_EDGE_AMBIGUOUS : 0));

    for (uint32_t i = 0; i < found->origins.count; i++)
        cln_add_link(t->r->origins, t->into,
                     (cln_link){ found->origins.items[i], 0, expression, t->r->foreign ? 0 : at.offset,
                                 t->r->foreign ? 0 : at.length, (uint8_t)kind, flags });
}

/* Exasol: local.x is the select item x, wherever it stands. */
static bool trace_local(const cln_trace *t, const cln_node *node)
{
    const cln_list *parts = CLN_AS(column, node)->parts;
    uint32_t place;

    if (!cln_has_rule(t->r->dialect, CLN_RULE_LOCAL_ITEMS) || parts->count != 2 || (parts->items[0]->flags & CLN_QUOTED) != 0 ||
        !cln_text_equal_nocase(CLN_AS(name, parts->items[0])->text, CLN_TEXT("local")))
        return false;
    place = cln_item_called(t->r, t->scope, cln_column_text(t->r, parts->items[1]));
    if (place == 0)
        return false;
    cln_link_to(t->r->origins, t->into, t->scope->items[place - 1].origin, t->kind, t->flags, t->expression);
    return true;
}

static void trace_column(const cln_trace *t, const cln_node *node)
{
    cln_found found;
    cln_trace here;

    if (trace_local(t, node))
        return;
    cln_find_name(t->r, t->scope, CLN_AS(column, node)->parts, node->at, &found);
    here = found.computed ? through(t, CLN_LINK_PROJECT) : *t;
    link_found(&here, &found, node->at, here.kind,
               here.kind == CLN_LINK_DIRECT || here.expression == 0 ? cln_expression_of(t->r, node)
                                                                    : here.expression);
}

/* @v, :v: a variable of the script, or a value from outside; Snowflake's $1 is a column. */
static void trace_parameter(const cln_trace *t, const cln_node *node)
{
    cln_origin origin;

    if (cln_find_position(t->r, t->scope, cln_text_of_node(t->r, node), &origin) ||
        (t->r->variables != NULL && cln_read_parameter(t->r, t->scope, node, &origin)))
        cln_link_to(t->r->origins, t->into, origin, t->kind, t->flags, t->kind == CLN_LINK_DIRECT ? 0 : t->expression);
}

/* v (i), v (i).a: an element of a collection that was fed as a whole. */
static bool trace_variable_element(const cln_trace *t, const cln_call_node *call, const cln_node *field)
{
    cln_node *path[2] = { NULL, (cln_node *)(uintptr_t)field };
    cln_list parts = { path, field != NULL ? 2 : 1, 2 };
    cln_origin origin;

    if (t->r->variables == NULL || cln_count(call->name) != 1 || cln_count(call->arguments) != 1 || call->window != NULL)
        return false;
    path[0] = call->name->items[0];
    if (!cln_read_variable(t->r, t->scope, &parts, &origin))
        return false;
    cln_link_to(t->r->origins, t->into, origin, t->kind, t->flags, t->kind == CLN_LINK_DIRECT ? 0 : t->expression);
    return true;
}

/* f(*), f(t.*): all columns are arguments. */
static void trace_star(const cln_trace *t, const cln_node *node)
{
    cln_outputs outputs = { NULL, 0, 0 };

    cln_expand_star(t->r, t->scope, node, &outputs);
    for (uint32_t i = 0; i < outputs.count; i++)
        cln_link_to(t->r->origins, t->into, outputs.items[i].origin, t->kind, t->flags, t->expression);
}

/* ---- Conditions inside a value ---- */

/* A node for `node` alone, traced as a value. */
static cln_origin apart(const cln_trace *t, const cln_node *node)
{
    cln_trace own = *t;

    own.into = cln_new_node(t->r->origins);
    own.kind = CLN_LINK_DIRECT;
    own.flags = 0;
    own.expression = cln_expression_of(t->r, node);
    trace(&own, node);
    return own.into;
}

/* CASE WHEN condition: its columns decide the value, which depends on them, too. */
static void trace_decision(const cln_trace *t, const cln_node *condition, bool also_value,
                           uint8_t value_flags)
{
    cln_trace value = through(t, CLN_LINK_PROJECT);
    cln_origin node;

    if (condition == NULL)
        return;
    if (!is_value(t)) {
        trace(t, condition);
        return;
    }
    node = apart(t, condition);
    if (also_value)
        cln_link_to(t->r->origins, t->into, node, value.kind, (uint8_t)(value.flags | value_flags),
                    value.expression);
    cln_link_to(t->r->origins, t->into, node, CLN_LINK_CONDITIONAL, 0, cln_expression_of(t->r, condition));
}

static void trace_condition_of_value(const cln_trace *t, const cln_node *condition)
{
    trace_decision(t, condition, true, COLLINE_EDGE_CONDITION);
}

/* COALESCE(a, b): each candidate is a value, and decides. */
static void trace_candidate(const cln_trace *t, const cln_node *candidate)
{
    trace_decision(t, candidate, true, 0);
}

static void trace_case(const cln_trace *t, const cln_case_node *node)
{
    cln_trace result = through(t, CLN_LINK_PROJECT);

    trace_condition_of_value(t, node->operand);
    for (uint32_t i = 0; i < cln_count(node->whens); i++) {
        const cln_when_node *when = CLN_AS(when, node->whens->items[i]);
        trace_condition_of_value(t, when->condition);
        trace(&result, when->result);
    }
    trace_optional(&result, node->otherwise);
}

/* ---- Subqueries ---- */

static const cln_rowset *subquery(const cln_trace *t, const cln_node *query)
{
    const cln_rowset *rows = cln_resolve_query(t->r, t->scope, t->scope->ctes, query, false);

    cln_link_to(t->r->origins, t->scope->rows, rows->rows, CLN_LINK_MENTION, 0, 0);
    return rows;
}

static void link_columns(const cln_trace *t, const cln_rowset *rows, cln_link_kind kind)
{
    for (uint32_t i = 0; i < rows->count; i++)
        cln_link_to(t->r->origins, t->into, rows->columns[i].origin, kind, t->flags, t->expression);
}

/* x IN (SELECT ...), x > ALL (SELECT ...): all that the subquery holds filters. */
static void trace_filtering_query(const cln_trace *t, const cln_node *query)
{
    cln_trace filter = positioned(t, CLN_LINK_FILTER);
    const cln_rowset *rows = subquery(&filter, query);

    link_columns(&filter, rows, CLN_LINK_FILTER);
    cln_link_to(t->r->origins, t->into, rows->rows, CLN_LINK_FILTER_ROWS, 0, t->expression);
}

/* (SELECT v FROM u WHERE ...): the value is v's; what decides it bears on the one column. */
static void trace_scalar_query(const cln_trace *t, const cln_subquery_node *node)
{
    cln_trace value = ((node->node.flags | node->query->flags) & CLN_ARRAY) != 0 ? through(t, CLN_LINK_PROJECT) : *t;
    const cln_rowset *rows = subquery(t, node->query);

    link_columns(&value, rows, value.kind);
    cln_link_to(t->r->origins, t->into, rows->rows, is_value(t) ? CLN_LINK_ROWS : CLN_LINK_FILTER_ROWS, 0,
                t->expression);
    t->r->scalar_query = &node->node;
    t->r->scalar_rows = rows;
}

static void trace_in(const cln_trace *t, const cln_in_node *node)
{
    cln_trace operand = through(t, CLN_LINK_PROJECT);

    trace(&operand, node->subject);
    trace_list(&operand, node->values);
    if (node->query != NULL)
        trace_filtering_query(t, node->query);
}

static void trace_exists(const cln_trace *t, const cln_exists_node *node)
{
    const cln_rowset *rows = subquery(t, node->query);

    cln_link_to(t->r->origins, t->into, rows->rows, CLN_LINK_EXISTS_ROWS, 0, t->expression);
}

static void trace_quantified(const cln_trace *t, const cln_quantified_node *node)
{
    cln_trace operand = through(t, CLN_LINK_PROJECT);

    trace_list(&operand, node->values);
    if (node->query != NULL)
        trace_filtering_query(t, node->query);
}

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
    trace_list(t, node->partition);
    trace_list(t, node->order);
}

/* ---- Calls ---- */

/* What a function does with its arguments: a description from outside, or the built-in's traits. */
typedef struct cln_callee {
    uint32_t traits;
    const cln_function *described; /* NULL: not described */
} cln_callee;

/* The description of a function: under its full name, under that in the current database, and for one that is
 * named with the current database under its bare name. */
static const cln_function *described(const cln_trace *t, const cln_list *name, colline_text dotted)
{
    const cln_function *function = cln_catalog_function(t->r->catalog, dotted);
    colline_text home = t->r->home->database;
    cln_buffer full = { NULL, 0, 0 };

    if (function != NULL || home.length == 0 || !cln_catalog_has_functions(t->r->catalog))
        return function;
    if (name->count > 1)
        return name->count == 2 && cln_text_equal_nocase(CLN_AS(name, name->items[0])->text, home)
                   ? cln_catalog_function(t->r->catalog, CLN_AS(name, name->items[1])->text)
                   : NULL;
    cln_buffer_add(t->r->arena, &full, home);
    cln_buffer_add_char(t->r->arena, &full, '.');
    cln_buffer_add(t->r->arena, &full, dotted);
    return cln_catalog_function(t->r->catalog, cln_buffer_text(t->r->arena, &full));
}

static colline_text dotted_name(const cln_trace *t, const cln_list *name)
{
    cln_buffer dotted = { NULL, 0, 0 };

    if (name->count == 1)
        return CLN_AS(name, name->items[0])->text;
    for (uint32_t i = 0; i < name->count; i++) {
        if (i > 0)
            cln_buffer_add_char(t->r->arena, &dotted, '.');
        cln_buffer_add(t->r->arena, &dotted, CLN_AS(name, name->items[i])->text);
    }
    return cln_buffer_text(t->r->arena, &dotted);
}

/* SQLite: MAX(a, b) is the greater of two values. */
static bool is_scalar_choice(const cln_trace *t, const cln_call_node *call)
{
    colline_text name = CLN_AS(name, cln_last(call->name))->text;

    return cln_has_rule(t->r->dialect, CLN_RULE_SCALAR_MAX) && cln_count(call->arguments) > 1 &&
           (cln_text_equal_nocase(name, CLN_TEXT("max")) || cln_text_equal_nocase(name, CLN_TEXT("min")));
}

static cln_callee callee_of(const cln_trace *t, const cln_call_node *call)
{
    static const uint32_t of_kind[] = { 0, CLN_TRAIT_AGGREGATE, CLN_TRAIT_WINDOW, CLN_TRAIT_TABLE };
    cln_callee callee = { 0, NULL };
    colline_text dotted;

    if (cln_count(call->name) == 0)
        return callee;
    dotted = dotted_name(t, call->name);
    callee.described = described(t, call->name, dotted);
    if (callee.described != NULL)
        callee.traits = of_kind[callee.described->kind];
    else if ((callee.traits = cln_builtin_traits(t->r->dialect, dotted)) == 0 && call->name->count > 1)
        callee.traits = cln_builtin_traits(t->r->dialect, CLN_AS(name, cln_last(call->name))->text);
    if (callee.described == NULL && is_scalar_choice(t, call))
        callee.traits = 0;
    return callee;
}

static bool reaches_result(const cln_callee *callee, uint32_t argument)
{
    if (callee->described == NULL || callee->described->all_arguments)
        return true;
    for (uint32_t i = 0; i < callee->described->value_argument_count; i++)
        if (callee->described->value_arguments[i] == argument)
            return true;
    return false;
}

/* DECODE(x, s1, r1, s2, r2, d): x and s1, s2 decide; r1, r2, d are values. */
static void trace_decode(const cln_trace *t, const cln_list *arguments)
{
    cln_trace value = through(t, CLN_LINK_PROJECT);
    uint32_t count = cln_count(arguments);

    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || (i % 2 == 1 && i + 1 < count))
            trace_condition_of_value(t, arguments->items[i]);
        else
            trace(&value, arguments->items[i]);
    }
}

/* Teradata: CSUM(x, y) is SUM(x) OVER (ORDER BY y ...), RANK(y) is RANK() OVER (ORDER BY y DESC). */
static bool orders_window(uint32_t traits, uint32_t argument)
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

/* DAY of DATEADD(DAY, 1, d) and WEEK(MONDAY) of DATE_TRUNC(d, WEEK(MONDAY)): words of the call, not columns.  Of
   DATE_TRUNC(MONTH, d) and DATE_TRUNC('month', d) the second is none: the part stands in front of it. */
static bool names_date_part(const cln_callee *callee, const cln_list *arguments, uint32_t i)
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

static void trace_argument(const cln_trace *t, const cln_callee *callee, const cln_list *arguments,
                           uint32_t i)
{
    const cln_node *argument = arguments->items[i];
    uint32_t traits = callee->traits;
    cln_trace position;

    if (names_date_part(callee, arguments, i))
        return;
    if ((traits & CLN_TRAIT_CANDIDATES) != 0) {
        trace_candidate(t, argument);
    } else if ((traits & CLN_TRAIT_CONDITIONS) != 0 || ((traits & CLN_TRAIT_CONDITION_FIRST) != 0 && i == 0)) {
        trace_condition_of_value(t, argument);
    } else if ((traits & CLN_TRAIT_CASE) != 0 && i % 2 == 0 && i + 1 < arguments->count) {
        trace_condition_of_value(t, argument);
    } else if ((traits & CLN_TRAIT_NULLIF) != 0) {
        trace_decision(t, argument, true, i == 0 ? 0 : COLLINE_EDGE_CONDITION);
    } else if ((traits & CLN_TRAIT_LAST_FILTER) != 0 && i + 1 == arguments->count) {
        position = positioned(t, CLN_LINK_FILTER);
        trace(&position, argument);
    } else if ((traits & CLN_TRAIT_SECOND_SORT) != 0 && i == 1) {
        position = positioned(t, CLN_LINK_SORT);
        trace(&position, argument);
    } else if (orders_window(traits, i)) {
        position = positioned(t, CLN_LINK_WINDOW);
        trace(&position, argument);
    } else if (reaches_result(callee, i)) {
        trace(t, argument);
    }
}

/* COUNT(*) counts rows: it has no column.  ARRAY_AGG(t.*), HASH_AGG(*) take what stands in them. */
static bool counts_rows(const cln_call_node *call)
{
    static const char *const counting[] = { "count", "count_big", "count_if", "countif", "approx_count", NULL };

    return cln_text_is_any(CLN_AS(name, cln_last(call->name))->text, counting);
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
        if (aggregate && arguments->items[i]->kind == CLN_STAR && counts_rows(call))
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
    link_found(t, &found, argument->at, t->kind, t->expression);
    return true;
}

/* COUNT(*) depends on no column but on all that is counted; ROW_NUMBER() OVER () on the rows that it goes
 * over. */
static void link_rows(const cln_trace *t, bool windowed, bool aggregate, uint32_t links_before)
{
    if (!is_value(t) && t->kind != CLN_LINK_FILTER)
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

static void trace_call(const cln_trace *t, const cln_node *node)
{
    const cln_call_node *call = CLN_AS(call, node);
    cln_callee callee = callee_of(t, call);
    /* rank(5) WITHIN GROUP (ORDER BY a) */
    bool hypothetical = (callee.traits & CLN_TRAIT_WINDOW) != 0 && call->within_group != NULL && call->window == NULL;
    /* Spark's FIRST_VALUE(a) is an aggregate where it has no OVER */
    uint32_t either = CLN_TRAIT_AGGREGATE | CLN_TRAIT_WINDOW;
    bool aggregate = hypothetical || ((callee.traits & CLN_TRAIT_AGGREGATE) != 0 &&
                                      ((callee.traits & either) != either || call->window == NULL));
    bool windowed = call->window != NULL ||
                    (!hypothetical && (callee.traits & (CLN_TRAIT_REST_ORDERS | CLN_TRAIT_ALL_ORDER)) != 0);
    cln_trace argument = through(t, aggregate ? CLN_LINK_AGG : CLN_LINK_PROJECT);
    cln_trace sort = positioned(t, CLN_LINK_SORT);
    cln_trace filter = positioned(t, CLN_LINK_FILTER);
    cln_trace window = positioned(t, CLN_LINK_WINDOW);
    uint32_t links_before = t->r->origins->links.count;
    cln_alias_use alias_use = t->scope->alias_use;

    if (trace_columns(t, node) || trace_inserted(t, call) || trace_variable_element(t, call, NULL) || (cln_count(call->name) == 1 && trace_unnest(t, call)))
        return;
    sort.flags = (uint8_t)(sort.flags | (is_value(t) && call->limit != NULL ? COLLINE_EDGE_LIMIT : 0));
    if (hypothetical)
        callee.traits &= ~(uint32_t)CLN_TRAIT_ALL_ORDER;
    if (aggregate && !windowed)
        t->scope->aggregates = true;
    t->scope->windowed = t->scope->windowed || windowed;
    /* HAVING MAX(c) > 1: an aggregate takes values of rows, which select aliases are not */
    if (aggregate && alias_use == CLN_ALIAS_FIRST)
        t->scope->alias_use = CLN_ALIAS_LAST;
    cln_link_method_owner(t->r, t->scope, t->into, argument.kind, argument.flags, call);
    trace_list(&argument, call->parameters);
    trace_arguments(&argument, &callee, call);
    t->scope->alias_use = alias_use;
    link_rows(t, windowed, aggregate, links_before);
    trace_list(&sort, call->order_by);
    trace_list(&sort, call->within_group);
    if ((callee.traits & CLN_TRAIT_ORDER_IS_VALUE) != 0 || hypothetical)
        trace_list(&argument, call->within_group);
    if (call->filter != NULL)
        trace(&filter, call->filter);
    if (call->window != NULL)
        trace_window(&window, call->window);
}

static void trace_lambda(const cln_trace *t, const cln_lambda_node *lambda)
{
    cln_lambda_frame frame = { lambda->parameters, t->scope->lambdas };
    cln_trace body = through(t, CLN_LINK_PROJECT);

    t->scope->lambdas = &frame;
    trace(&body, lambda->body);
    t->scope->lambdas = frame.outer;
}

/* ClickHouse: tuple(a, b).2 is b, t.1 the first field of a tuple whose fields have names. */
static bool trace_element(const cln_trace *t, const cln_subscript_node *element)
{
    colline_text digits = element->index != NULL ? cln_text_of_node(t->r, element->index) : CLN_TEXT("");
    cln_origin base, part = CLN_NO_ORIGIN;
    const cln_shape *shape;
    const cln_type *type;
    uint32_t place;

    if (digits.length != 1 || digits.data[0] < '1' || digits.data[0] > '9' || element->index->at.offset == 0 ||
        t->r->text.data[element->index->at.offset - 1] != '.')
        return false;
    place = (uint32_t)(digits.data[0] - '1');
    base = cln_trace_value(t->r, t->scope, element->operand);
    shape = cln_origin_shape(t->r->origins, base);
    type = cln_origin_type(t->r->origins, base);
    if (shape != NULL && place < shape->count)
        part = shape->fields[place].origin;
    else if (type != NULL && type->kind == CLN_TYPE_STRUCT && place < type->field_count &&
             type->fields[place].name.length > 0 && cln_origin_leaf(t->r->origins, base) != CLN_NO_ORIGIN)
        part = cln_leaf_below(t->r, cln_origin_leaf(t->r->origins, base), type->fields[place].name,
                              type->fields[place].type);
    if (part == CLN_NO_ORIGIN)
        return false;
    cln_link_to(t->r->origins, t->into, part, t->kind, t->flags, t->expression);
    return true;
}

/* f(x).y: through f; (s).f and x[0].f where x is a plain name are found as paths. */
static void trace_field(const cln_trace *t, const cln_field_node *field)
{
    cln_trace through_path = through(t, CLN_LINK_PROJECT);
    cln_origin base, part = CLN_NO_ORIGIN;
    const cln_shape *shape;
    colline_text name;

    if ((field->node.flags & CLN_JSON_PATH) != 0 || !cln_node_is(field->field, CLN_NAME)) {
        trace(&through_path, field->operand);
        return;
    }
    if (cln_node_is(field->operand, CLN_CALL) && trace_variable_element(t, CLN_AS(call, field->operand), field->field))
        return;
    name = cln_column_text(t->r, field->field);
    base = cln_trace_value(t->r, t->scope, field->operand);
    shape = cln_origin_shape(t->r->origins, base);
    for (uint32_t i = 0; shape != NULL && i < shape->count && part == CLN_NO_ORIGIN; i++)
        if (cln_text_equal_nocase(cln_text_of(shape->fields[i].name, shape->fields[i].length), name))
            part = shape->fields[i].origin;
    if (part == CLN_NO_ORIGIN && cln_origin_leaf(t->r->origins, base) != CLN_NO_ORIGIN &&
        field->operand->kind == CLN_COLUMN)
        part = cln_leaf_below(t->r, cln_origin_leaf(t->r->origins, base), name, NULL);
    if (part != CLN_NO_ORIGIN)
        cln_add_link(t->r->origins, t->into,
                     (cln_link){ part, 0, t->expression, t->r->foreign ? 0 : field->node.at.offset,
                                 t->r->foreign ? 0 : field->node.at.length, (uint8_t)t->kind, t->flags });
    else
        cln_link_to(t->r->origins, t->into, base, through_path.kind, t->flags, t->expression);
}

/* ---- All kinds ---- */

/* Teradata: a (INTEGER) is converted, a (FORMAT '99'), a (TITLE 'x'), a (NAMED b), a (CS) is not. */
static bool converts(const cln_resolver *r, const cln_suffix_node *suffix)
{
    static const char *const plain[] = { "format", "title", "named", "casespecific", "cs", "uppercase", "uc", "not" };
    colline_text text = cln_text_of_node(r, &suffix->node);
    uint32_t at = suffix->operand->at.offset + suffix->operand->at.length - suffix->node.at.offset;

    while (at < text.length && (text.data[at] == ' ' || text.data[at] == '(' || text.data[at] == '\n' || text.data[at] == '\t'))
        at++;
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        size_t length = strlen(plain[i]);
        if (text.length - at >= length && cln_text_equal_nocase(cln_text_of(text.data + at, length), cln_text_of(plain[i], length)))
            return false;
    }
    return true;
}

static bool is_plain_attribute(const cln_resolver *r, const cln_node *node)
{
    return node->kind == CLN_SUFFIX && CLN_AS(suffix, node)->op == TK_ATTRIBUTES && !converts(r, CLN_AS(suffix, node));
}

static void trace_children(const cln_trace *t, const cln_node *node)
{
    cln_trace deeper = through(t, CLN_LINK_PROJECT);
    const cln_between_node *between;
    const cln_like_node *like;
    const cln_subscript_node *subscript;

    switch (node->kind) {
    case CLN_OPERATION:
        if (CLN_AS(operation, node)->ops[0] == TK_ASSIGN)
            trace(t, cln_last(CLN_AS(operation, node)->operands)); /* MySQL: @v := a is a */
        else
            trace_list(&deeper, CLN_AS(operation, node)->operands);
        break;
    case CLN_UNARY: trace(&deeper, CLN_AS(unary, node)->operand); break;
    case CLN_BETWEEN:
        between = CLN_AS(between, node);
        trace(&deeper, between->subject);
        trace(&deeper, between->low);
        trace(&deeper, between->high);
        break;
    case CLN_LIKE:
        like = CLN_AS(like, node);
        trace(&deeper, like->subject);
        trace(&deeper, like->pattern);
        trace_optional(&deeper, like->escape);
        break;
    case CLN_IS:
        trace(&deeper, CLN_AS(is, node)->subject);
        trace_optional(&deeper, CLN_AS(is, node)->object);
        break;
    case CLN_CAST: trace(&deeper, CLN_AS(cast, node)->operand); break;
    case CLN_INTERVAL: trace_optional(&deeper, CLN_AS(interval, node)->value); break;
    case CLN_ROW: trace_list(&deeper, CLN_AS(row, node)->items); break;
    case CLN_COLLECTION: trace_list(&deeper, CLN_AS(collection, node)->items); break;
    case CLN_SUBSCRIPT:
        subscript = CLN_AS(subscript, node);
        if (trace_element(t, subscript))
            break;
        trace(&deeper, subscript->operand);
        trace_optional(&deeper, subscript->index);
        trace_optional(&deeper, subscript->upper);
        break;
    case CLN_SUFFIX:
        if (is_plain_attribute(t->r, node)) {
            trace(t, CLN_AS(suffix, node)->operand); /* a (FORMAT '99') is a */
            break;
        }
        trace(&deeper, CLN_AS(suffix, node)->operand);
        if (CLN_AS(suffix, node)->op != TK_COLLATE)
            trace_optional(&deeper, CLN_AS(suffix, node)->argument);
        break;
    default: break;
    }
}

static void trace(const cln_trace *t, const cln_node *node)
{
    cln_poll(t->r->arena->fault);
    switch (node->kind) {
    case CLN_COLUMN: trace_column(t, node); break;
    case CLN_STAR: trace_star(t, node); break;
    case CLN_PARAMETER: trace_parameter(t, node); break;
    case CLN_CASE: trace_case(t, CLN_AS(case, node)); break;
    case CLN_CALL: trace_call(t, node); break;
    case CLN_IN: trace_in(t, CLN_AS(in, node)); break;
    case CLN_EXISTS: trace_exists(t, CLN_AS(exists, node)); break;
    case CLN_QUANTIFIED: trace_quantified(t, CLN_AS(quantified, node)); break;
    case CLN_SUBQUERY: trace_scalar_query(t, CLN_AS(subquery, node)); break;
    case CLN_QUERY: trace_filtering_query(t, node); break;
    case CLN_LAMBDA: trace_lambda(t, CLN_AS(lambda, node)); break;
    case CLN_FIELD: trace_field(t, CLN_AS(field, node)); break;
    case CLN_NAMED_ARGUMENT:
        trace_optional(t, CLN_AS(named_argument, node)->key);
        trace_optional(t, CLN_AS(named_argument, node)->value);
        break;
    case CLN_SELECT_ITEM:
        trace(t, CLN_AS(select_item, node)->value);
        cln_name_part(t->r, t->scope, CLN_AS(select_item, node));
        break;
    case CLN_ORDER_ITEM: trace(t, CLN_AS(order_item, node)->value); break;
    case CLN_GROUPING: trace_list(t, CLN_AS(grouping, node)->items); break;
    default: trace_children(t, node); break;
    }
}

/* ---- Entry points ---- */

cln_origin cln_copy_of(cln_resolver *r, const cln_found *found, const cln_node *column)
{
    cln_trace t = { r, NULL, CLN_NO_ORIGIN, CLN_LINK_DIRECT, 0, 0 };

    if (found->origins.count == 0 && !found->bare)
        return CLN_NO_ORIGIN;
    /* A column of a subquery is passed on as it is; where a base column is named is worth a node. */
    if (found->origins.count == 1 && !found->ambiguous && !found->computed &&
        !cln_is_leaf(found->origins.items[0]))
        return found->origins.items[0];
    t.into = cln_new_node(r->origins);
    if (found->computed || found->bare) {
        t.kind = CLN_LINK_PROJECT;
        r->origins->nodes.items[t.into].expression = cln_expression_of(r, column);
    }
    link_found(&t, found, column->at, t.kind, cln_expression_of(r, column));
    return t.into;
}

cln_origin cln_trace_value(cln_resolver *r, cln_scope *scope, const cln_node *value)
{
    cln_trace t = { r, scope, CLN_NO_ORIGIN, CLN_LINK_DIRECT, 0, 0 };
    cln_found found;

    while (is_plain_attribute(r, value))
        value = CLN_AS(suffix, value)->operand;
    if (value->kind == CLN_COLUMN) {
        cln_find_name(r, scope, CLN_AS(column, value)->parts, value->at, &found);
        return cln_copy_of(r, &found, value);
    }
    t.into = cln_new_node(r->origins);
    t.expression = cln_expression_of(r, value);
    r->origins->nodes.items[t.into].expression = t.expression;
    trace(&t, value);
    if (value->kind == CLN_CAST && CLN_AS(cast, value)->type != NULL)
        r->origins->nodes.items[t.into].type =
            cln_type_of(r->arena, r->dialect, r->text, CLN_AS(cast, value)->type);
    cln_note_shape(r, scope, t.into, value);
    return t.into;
}

void cln_link_value(cln_resolver *r, cln_scope *scope, cln_origin into, const cln_node *value)
{
    cln_trace t = { r, scope, into, CLN_LINK_PROJECT, 0, cln_expression_of(r, value) };

    trace(&t, value);
}

/* One condition, or one term of a conjunction. */
static void trace_term(cln_resolver *r, cln_scope *scope, cln_origin into, cln_link_kind kind, uint8_t flags,
                       const cln_node *term)
{
    cln_trace t = { r, scope, into, kind, flags, cln_expression_of(r, term) };

    trace(&t, term);
}

static bool is_conjunction(const cln_node *condition)
{
    return condition->kind == CLN_OPERATION && CLN_AS(operation, condition)->ops[0] == TK_AND;
}

static cln_walk_answer find_outer_mark(cln_walker *walker, const cln_node *node)
{
    bool *found = walker->context;

    *found = *found || (node->kind == CLN_SUFFIX && CLN_AS(suffix, node)->op == TK_PLUS);
    return *found ? CLN_WALK_STOP : node->kind == CLN_QUERY ? CLN_WALK_SKIP : CLN_WALK_ON;
}

/* WHERE t.a = u.a (+): a join condition by another name. */
static bool has_outer_mark(const cln_resolver *r, const cln_node *term)
{
    bool found = false;
    cln_walker walker = { find_outer_mark, r->arena->fault, &found };

    if ((r->dialect->features & CLN_FEATURE_OUTER_MARK) != 0)
        (void)cln_walk(&walker, term);
    return found;
}

void cln_trace_where(cln_resolver *r, cln_scope *scope, const cln_node *where)
{
    cln_list one = { (cln_node **)(uintptr_t)&where, 1, 1 };
    const cln_list *terms = &one;

    if (where == NULL)
        return;
    if (is_conjunction(where))
        terms = CLN_AS(operation, where)->operands;
    for (uint32_t i = 0; i < terms->count; i++)
        trace_term(r, scope, scope->rows,
                   has_outer_mark(r, terms->items[i]) ? CLN_LINK_JOIN_COND : CLN_LINK_FILTER, 0,
                   terms->items[i]);
}

void cln_trace_condition(cln_resolver *r, cln_scope *scope, cln_origin into, cln_link_kind kind,
                         uint8_t flags, const cln_node *condition)
{
    if (condition == NULL)
        return;
    if (is_conjunction(condition)) {
        const cln_list *terms = CLN_AS(operation, condition)->operands;
        for (uint32_t i = 0; i < terms->count; i++)
            trace_term(r, scope, into, kind, flags, terms->items[i]);
    } else {
        trace_term(r, scope, into, kind, flags, condition);
    }
}

void cln_trace_conditions(cln_resolver *r, cln_scope *scope, cln_origin into, cln_link_kind kind,
                          uint8_t flags, const cln_list *list)
{
    for (uint32_t i = 0; i < cln_count(list); i++)
        trace_term(r, scope, into, kind, flags, list->items[i]);
}
