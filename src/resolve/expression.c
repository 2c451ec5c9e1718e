/*
 * expression.c -- an expression to links: which columns its value depends on, and how.
 *
 *     CASE WHEN a > 0 THEN SUM(b) OVER (PARTITION BY c) END
 *     a: PROJECT (role condition) and CONDITIONAL; b: AGG; c: WINDOW
 */
#include "resolve/columns.h"
#include "resolve/resolve.h"
#include "resolve/shape.h"
#include "resolve/trace.h"
#include "resolve/value_name.h"
#include "resolve/variable.h"
#include "sql.h"
#include "syntax/walk.h"

void cln_trace_list(const cln_trace *t, const cln_list *list)
{
    for (uint32_t i = 0; i < cln_count(list); i++)
        cln_trace_expression(t, list->items[i]);
}

static void trace_optional(const cln_trace *t, const cln_node *node)
{
    if (node != NULL)
        cln_trace_expression(t, node);
}

/* ---- Columns ---- */

void cln_trace_found(const cln_trace *t, const cln_found *found, colline_span at, cln_link_kind kind,
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
    here = found.computed ? cln_trace_through(t, CLN_LINK_PROJECT) : *t;
    cln_trace_found(&here, &found, node->at, here.kind,
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

bool cln_trace_variable_element(const cln_trace *t, const cln_call_node *call, const cln_node *field)
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
    cln_trace_expression(&own, node);
    return own.into;
}

void cln_trace_decision(const cln_trace *t, const cln_node *condition, bool also_value,
                           uint8_t value_flags)
{
    cln_trace value = cln_trace_through(t, CLN_LINK_PROJECT);
    cln_origin node;

    if (condition == NULL)
        return;
    if (!cln_traces_value(t)) {
        cln_trace_expression(t, condition);
        return;
    }
    node = apart(t, condition);
    if (also_value)
        cln_link_to(t->r->origins, t->into, node, value.kind, (uint8_t)(value.flags | value_flags),
                    value.expression);
    cln_link_to(t->r->origins, t->into, node, CLN_LINK_CONDITIONAL, 0, cln_expression_of(t->r, condition));
}

void cln_trace_condition_of_value(const cln_trace *t, const cln_node *condition)
{
    cln_trace_decision(t, condition, true, COLLINE_EDGE_CONDITION);
}

void cln_trace_candidate(const cln_trace *t, const cln_node *candidate)
{
    cln_trace_decision(t, candidate, true, 0);
}

static void trace_case(const cln_trace *t, const cln_case_node *node)
{
    cln_trace result = cln_trace_through(t, CLN_LINK_PROJECT);

    cln_trace_condition_of_value(t, node->operand);
    for (uint32_t i = 0; i < cln_count(node->whens); i++) {
        const cln_when_node *when = CLN_AS(when, node->whens->items[i]);
        cln_trace_condition_of_value(t, when->condition);
        cln_trace_expression(&result, when->result);
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
    cln_trace filter = cln_trace_positioned(t, CLN_LINK_FILTER);
    const cln_rowset *rows = subquery(&filter, query);

    link_columns(&filter, rows, CLN_LINK_FILTER);
    cln_link_to(t->r->origins, t->into, rows->rows, CLN_LINK_FILTER_ROWS, 0, t->expression);
}

/* (SELECT v FROM u WHERE ...): the value is v's; what decides it bears on the one column. */
static void trace_scalar_query(const cln_trace *t, const cln_subquery_node *node)
{
    cln_trace value = ((node->node.flags | node->query->flags) & CLN_ARRAY) != 0 ? cln_trace_through(t, CLN_LINK_PROJECT) : *t;
    const cln_rowset *rows = subquery(t, node->query);

    link_columns(&value, rows, value.kind);
    cln_link_to(t->r->origins, t->into, rows->rows, cln_traces_value(t) ? CLN_LINK_ROWS : CLN_LINK_FILTER_ROWS, 0,
                t->expression);
    t->r->scalar_query = &node->node;
    t->r->scalar_rows = rows;
}

static void trace_in(const cln_trace *t, const cln_in_node *node)
{
    cln_trace operand = cln_trace_through(t, CLN_LINK_PROJECT);

    cln_trace_expression(&operand, node->subject);
    cln_trace_list(&operand, node->values);
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
    cln_trace operand = cln_trace_through(t, CLN_LINK_PROJECT);

    cln_trace_list(&operand, node->values);
    if (node->query != NULL)
        trace_filtering_query(t, node->query);
}

/* ---- Lambdas and fields ---- */

static void trace_lambda(const cln_trace *t, const cln_lambda_node *lambda)
{
    cln_lambda_frame frame = { lambda->parameters, t->scope->lambdas };
    cln_trace body = cln_trace_through(t, CLN_LINK_PROJECT);

    t->scope->lambdas = &frame;
    cln_trace_expression(&body, lambda->body);
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
    cln_trace through_path = cln_trace_through(t, CLN_LINK_PROJECT);
    cln_origin base, part = CLN_NO_ORIGIN;
    const cln_shape *shape;
    colline_text name;

    if ((field->node.flags & CLN_JSON_PATH) != 0 || !cln_node_is(field->field, CLN_NAME)) {
        cln_trace_expression(&through_path, field->operand);
        return;
    }
    if (cln_node_is(field->operand, CLN_CALL) && cln_trace_variable_element(t, CLN_AS(call, field->operand), field->field))
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
    cln_trace deeper = cln_trace_through(t, CLN_LINK_PROJECT);
    const cln_between_node *between;
    const cln_like_node *like;
    const cln_subscript_node *subscript;

    switch (node->kind) {
    case CLN_OPERATION:
        if (CLN_AS(operation, node)->ops[0] == TK_ASSIGN)
            cln_trace_expression(t, cln_last(CLN_AS(operation, node)->operands)); /* MySQL: @v := a is a */
        else
            cln_trace_list(&deeper, CLN_AS(operation, node)->operands);
        break;
    case CLN_UNARY: cln_trace_expression(&deeper, CLN_AS(unary, node)->operand); break;
    case CLN_BETWEEN:
        between = CLN_AS(between, node);
        cln_trace_expression(&deeper, between->subject);
        cln_trace_expression(&deeper, between->low);
        cln_trace_expression(&deeper, between->high);
        break;
    case CLN_LIKE:
        like = CLN_AS(like, node);
        cln_trace_expression(&deeper, like->subject);
        cln_trace_expression(&deeper, like->pattern);
        trace_optional(&deeper, like->escape);
        break;
    case CLN_IS:
        cln_trace_expression(&deeper, CLN_AS(is, node)->subject);
        trace_optional(&deeper, CLN_AS(is, node)->object);
        break;
    case CLN_CAST: cln_trace_expression(&deeper, CLN_AS(cast, node)->operand); break;
    case CLN_INTERVAL: trace_optional(&deeper, CLN_AS(interval, node)->value); break;
    case CLN_ROW: cln_trace_list(&deeper, CLN_AS(row, node)->items); break;
    case CLN_COLLECTION: cln_trace_list(&deeper, CLN_AS(collection, node)->items); break;
    case CLN_SUBSCRIPT:
        subscript = CLN_AS(subscript, node);
        if (trace_element(t, subscript))
            break;
        cln_trace_expression(&deeper, subscript->operand);
        trace_optional(&deeper, subscript->index);
        trace_optional(&deeper, subscript->upper);
        break;
    case CLN_SUFFIX:
        if (is_plain_attribute(t->r, node)) {
            cln_trace_expression(t, CLN_AS(suffix, node)->operand); /* a (FORMAT '99') is a */
            break;
        }
        cln_trace_expression(&deeper, CLN_AS(suffix, node)->operand);
        if (CLN_AS(suffix, node)->op != TK_COLLATE)
            trace_optional(&deeper, CLN_AS(suffix, node)->argument);
        break;
    default: break;
    }
}

void cln_trace_expression(const cln_trace *t, const cln_node *node)
{
    cln_poll(t->r->arena->fault);
    switch (node->kind) {
    case CLN_COLUMN: trace_column(t, node); break;
    case CLN_STAR: trace_star(t, node); break;
    case CLN_PARAMETER: trace_parameter(t, node); break;
    case CLN_CASE: trace_case(t, CLN_AS(case, node)); break;
    case CLN_CALL: cln_trace_call(t, node); break;
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
        cln_trace_expression(t, CLN_AS(select_item, node)->value);
        cln_name_part(t->r, t->scope, CLN_AS(select_item, node));
        break;
    case CLN_ORDER_ITEM: cln_trace_expression(t, CLN_AS(order_item, node)->value); break;
    case CLN_GROUPING: cln_trace_list(t, CLN_AS(grouping, node)->items); break;
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
    cln_trace_found(&t, found, column->at, t.kind, cln_expression_of(r, column));
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
    cln_trace_expression(&t, value);
    if (value->kind == CLN_CAST && CLN_AS(cast, value)->type != NULL)
        r->origins->nodes.items[t.into].type =
            cln_type_of(r->arena, r->dialect, r->text, CLN_AS(cast, value)->type);
    cln_note_shape(r, scope, t.into, value);
    return t.into;
}

void cln_link_value(cln_resolver *r, cln_scope *scope, cln_origin into, const cln_node *value)
{
    cln_trace t = { r, scope, into, CLN_LINK_PROJECT, 0, cln_expression_of(r, value) };

    cln_trace_expression(&t, value);
}

/* One condition, or one term of a conjunction. */
static void trace_term(cln_resolver *r, cln_scope *scope, cln_origin into, cln_link_kind kind, uint8_t flags,
                       const cln_node *term)
{
    cln_trace t = { r, scope, into, kind, flags, cln_expression_of(r, term) };

    cln_trace_expression(&t, term);
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
