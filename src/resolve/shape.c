#include "resolve/shape.h"

/* STRUCT(a AS x, b), ROW(a, b), (a, b): the value has parts that are copies of what was put in. */
static void shape_of_items(cln_resolver *r, cln_scope *scope, cln_origin node, const cln_list *items)
{
    cln_shape *shape = CLN_NEW(r->arena, cln_shape);
    cln_output *fields = CLN_NEW_ARRAY(r->arena, cln_output, cln_count(items));

    for (uint32_t i = 0; i < cln_count(items); i++) {
        const cln_node *item = items->items[i];
        const cln_node *name = NULL;
        if (cln_node_is(item, CLN_SELECT_ITEM)) {
            name = CLN_AS(select_item, item)->alias;
            item = CLN_AS(select_item, item)->value;
        } else if (cln_node_is(item, CLN_NAMED_ARGUMENT)) { /* {'x': a}, struct_pack(x := a) */
            const cln_named_argument_node *named = CLN_AS(named_argument, item);
            name = named->name != NULL ? named->name : named->key;
            item = named->value;
        }
        fields[i].name = "";
        fields[i].origin = item != NULL ? cln_trace_value(r, scope, item) : CLN_NO_ORIGIN;
        if (name == NULL && cln_node_is(item, CLN_COLUMN))
            name = cln_last(CLN_AS(column, item)->parts);
        if (cln_node_is(name, CLN_LITERAL)) {
            colline_text text = cln_text_of_node(r, name);
            fields[i].name = text.data + (text.length >= 2);
            fields[i].length = text.length >= 2 ? text.length - 2 : text.length;
        } else if (cln_node_is(name, CLN_COLUMN) || cln_node_is(name, CLN_NAME)) {
            colline_text text =
                cln_column_text(r, cln_node_is(name, CLN_NAME) ? name : cln_last(CLN_AS(column, name)->parts));
            fields[i].name = text.data;
            fields[i].length = text.length;
        }
    }
    shape->fields = fields;
    shape->count = cln_count(items);
    r->origins->nodes.items[node].shape = shape;
}

static bool calls(const cln_node *value, const char *function)
{
    const cln_list *name = cln_node_is(value, CLN_CALL) ? CLN_AS(call, value)->name : NULL;

    return cln_count(name) == 1 && cln_text_says(CLN_AS(name, name->items[0])->text, function);
}

static bool makes_struct(const cln_node *value)
{
    return calls(value, "struct") || calls(value, "struct_pack") ||
           calls(value, "named_struct") || calls(value, "tuple") || cln_node_is(value, CLN_ROW) ||
           (cln_node_is(value, CLN_COLLECTION) && (value->flags & CLN_STRUCT) != 0);
}

/* named_struct('p', a, 'q', b) */
static void shape_of_pairs(cln_resolver *r, cln_scope *scope, cln_origin node, const cln_list *arguments)
{
    cln_shape *shape = CLN_NEW(r->arena, cln_shape);
    uint32_t count = cln_count(arguments) / 2;
    cln_output *fields = CLN_NEW_ARRAY(r->arena, cln_output, count);

    for (uint32_t i = 0; i < count; i++) {
        colline_text name = cln_text_of_node(r, arguments->items[2 * i]);
        if (name.length >= 2)
            name = cln_text_lower(r->arena, cln_text_of(name.data + 1, name.length - 2));
        fields[i] =
            (cln_output){ name.data, name.length, cln_trace_value(r, scope, arguments->items[2 * i + 1]) };
    }
    shape->fields = fields;
    shape->count = count;
    r->origins->nodes.items[node].shape = shape;
}

/* What orders and filters the whole orders and filters its fields. */
static void copy_positions(cln_origins *origins, cln_origin from, cln_origin to)
{
    for (uint32_t i = origins->nodes.items[from].first; i != 0; i = origins->links.items[i].next) {
        cln_link link = origins->links.items[i];
        if (link.kind > CLN_LINK_AGG && link.kind <= CLN_LINK_CONDITIONAL)
            cln_add_link(origins, to, link);
    }
}

void cln_shape_through(cln_resolver *r, cln_origin node, const cln_shape *inner, cln_link_kind kind)
{
    cln_shape *shape = CLN_NEW(r->arena, cln_shape);
    cln_output *fields = CLN_NEW_ARRAY(r->arena, cln_output, inner->count);

    for (uint32_t i = 0; i < inner->count; i++) {
        fields[i] = inner->fields[i];
        fields[i].origin = cln_new_node(r->origins);
        cln_link_to(r->origins, fields[i].origin, inner->fields[i].origin, kind, 0,
                    r->origins->nodes.items[node].expression);
        copy_positions(r->origins, node, fields[i].origin);
    }
    *shape = (cln_shape){ fields, inner->count, inner->open };
    r->origins->nodes.items[node].shape = shape;
}

static bool selects_struct(const cln_node *query)
{
    const cln_node *body = cln_node_is(query, CLN_QUERY) ? CLN_AS(query, query)->body : query;

    return cln_node_is(body, CLN_SELECT) && (body->flags & CLN_STRUCT) != 0;
}

/* ARRAY(SELECT AS STRUCT a, b FROM t) */
static bool is_struct_array(const cln_node *value)
{
    return cln_node_is(value, CLN_SUBQUERY) && ((value->flags | CLN_AS(subquery, value)->query->flags) & CLN_ARRAY) != 0 &&
           selects_struct(CLN_AS(subquery, value)->query);
}

/* Whether no value that goes into it is more than a column of a relation, which has no parts. */
static bool is_of_leaves(const cln_origins *origins, cln_origin node)
{
    for (uint32_t i = origins->nodes.items[node].first; i != 0; i = origins->links.items[i].next)
        if (origins->links.items[i].kind <= CLN_LINK_AGG && !cln_is_leaf(origins->links.items[i].to))
            return false;
    return true;
}

/* What has the struct that a value still is: s of s[0], the arguments of ANY_VALUE(x), ARRAY_AGG(STRUCT(x, y)); NULL: nothing. */
static const cln_node *carried(const cln_resolver *r, cln_origin node, const cln_node *value, cln_link_kind *kind)
{
    bool element = cln_node_is(value, CLN_SUBSCRIPT);
    const cln_call_node *call;
    const cln_node *argument;

    while (cln_node_is(value, CLN_SUBSCRIPT))
        value = CLN_AS(subscript, value)->operand;
    *kind = CLN_LINK_PROJECT;
    if (element && (cln_node_is(value, CLN_COLUMN) || is_struct_array(value)))
        return value;
    *kind = CLN_LINK_AGG;
    if (!cln_node_is(value, CLN_CALL))
        return NULL;
    call = CLN_AS(call, value);
    if (cln_count(call->name) != 1 || cln_count(call->arguments) == 0)
        return NULL;
    argument = call->arguments->items[0];
    if (argument->kind == CLN_COLUMN ? is_of_leaves(r->origins, node) : !makes_struct(argument))
        return NULL;
    return (cln_builtin_traits(r->dialect, CLN_AS(name, call->name->items[0])->text) & CLN_TRAIT_AGGREGATE) != 0 ? argument : NULL;
}

/* (SELECT AS STRUCT a, b FROM t WHERE ...): what decides the one row decides each field. */
static void shape_of_query(cln_resolver *r, cln_origin node, const cln_rowset *rows, cln_link_kind kind)
{
    cln_shape *shape = CLN_NEW(r->arena, cln_shape);
    cln_output *fields = CLN_NEW_ARRAY(r->arena, cln_output, rows->count);

    for (uint32_t i = 0; i < rows->count; i++) {
        cln_origin own = rows->columns[i].origin;
        fields[i] = rows->columns[i];
        fields[i].origin = cln_new_node(r->origins);
        if (!cln_is_leaf(own))
            r->origins->nodes.items[fields[i].origin].expression = r->origins->nodes.items[own].expression;
        cln_link_to(r->origins, fields[i].origin, own, kind, 0, kind == CLN_LINK_DIRECT ? 0 : r->origins->nodes.items[node].expression);
        cln_link_to(r->origins, fields[i].origin, rows->rows, CLN_LINK_ROWS, 0, 0);
    }
    *shape = (cln_shape){ fields, rows->count, false };
    r->origins->nodes.items[node].shape = shape;
}

/* CAST(ROW(a, b) AS ROW(x INT, y INT)): each field from what was put there; of another value's cast from all of it. */
static void shape_of_cast(cln_resolver *r, cln_scope *scope, cln_origin node, const cln_cast_node *cast)
{
    const cln_type *type = r->origins->nodes.items[node].type;
    const cln_node *operand = cast->operand;
    const cln_list *items = NULL;
    cln_shape *shape;
    cln_output *fields;

    if (type == NULL || type->kind != CLN_TYPE_STRUCT)
        return;
    if (cln_node_is(operand, CLN_ROW))
        items = CLN_AS(row, operand)->items;
    else if (calls(operand, "row") || calls(operand, "struct"))
        items = CLN_AS(call, operand)->arguments;
    shape = CLN_NEW(r->arena, cln_shape);
    fields = CLN_NEW_ARRAY(r->arena, cln_output, type->field_count);
    for (uint32_t i = 0; i < type->field_count; i++) {
        cln_origin from = i < cln_count(items) ? cln_trace_value(r, scope, items->items[i]) : node;
        fields[i] = (cln_output){ type->fields[i].name.data, type->fields[i].name.length, cln_new_node(r->origins) };
        r->origins->nodes.items[fields[i].origin].expression = r->origins->nodes.items[node].expression;
        cln_link_to(r->origins, fields[i].origin, from, CLN_LINK_PROJECT, 0, r->origins->nodes.items[node].expression);
    }
    *shape = (cln_shape){ fields, type->field_count, false };
    r->origins->nodes.items[node].shape = shape;
}

void cln_note_shape(cln_resolver *r, cln_scope *scope, cln_origin node, const cln_node *value)
{
    const cln_node *argument;
    cln_link_kind kind;

    if (calls(value, "struct") || calls(value, "struct_pack") || calls(value, "tuple")) {
        shape_of_items(r, scope, node, CLN_AS(call, value)->arguments);
    } else if (calls(value, "named_struct")) {
        shape_of_pairs(r, scope, node, CLN_AS(call, value)->arguments);
    } else if (cln_node_is(value, CLN_ROW)) {
        shape_of_items(r, scope, node, CLN_AS(row, value)->items);
    } else if (cln_node_is(value, CLN_COLLECTION) && (value->flags & CLN_STRUCT) != 0) {
        shape_of_items(r, scope, node, CLN_AS(collection, value)->items);
    } else if (value->kind == CLN_CAST) {
        shape_of_cast(r, scope, node, CLN_AS(cast, value));
    } else if (cln_node_is(value, CLN_SUBQUERY)) {
        if (r->scalar_query == value && selects_struct(CLN_AS(subquery, value)->query))
            shape_of_query(r, node, r->scalar_rows, is_struct_array(value) ? CLN_LINK_PROJECT : CLN_LINK_DIRECT);
    } else if ((argument = carried(r, node, value, &kind)) != NULL) {
        const cln_shape *shape = cln_origin_shape(r->origins, cln_trace_value(r, scope, argument));
        if (shape != NULL)
            cln_shape_through(r, node, shape, kind);
    }
}
