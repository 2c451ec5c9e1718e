/*
 * function.c -- table functions as relations: their columns come from their arguments.
 *
 *     FROM t LATERAL VIEW posexplode(t.arr) e AS pos, x       pos, x: PROJECT from t.arr
 *     FROM t, UNNEST(t.a, t.b) AS u (x, y)                    x from t.a, y from t.b
 */
#include "resolve/resolve.h"
#include "sql.h"
#include "resolve/places.h"
#include "resolve/shape.h"
#include "resolve/table_columns.h"
#include "resolve/table_operator.h"

/* The column names that a table function gives when the query gives none. */
static const struct {
    const char *function, *columns;
} default_columns[] = {
    { "flatten", "seq,key,path,index,value,this" },
    { "generate_series", "generate_series,value" },
    { "json_each", "key,value" },
    { "jsonb_each", "key,value" },
    { "json_array_elements", "value" },
    { "jsonb_array_elements", "value" },
    { "json_array_elements_text", "value" },
    { "jsonb_array_elements_text", "value" },
    { "json_each_text", "key,value" },
    { "jsonb_each_text", "key,value" },
    { "json_tree", "key,value,type,atom,id,parent,fullkey,path" },
    { "openjson", "key,value,type" },
    { "string_split", "value,ordinal" },
    { "split_to_table", "seq,index,value" },
    { "range", "range,id" },
    { "numbers", "number" },
    { "containstable", "KEY,RANK" },
    { "freetexttable", "KEY,RANK" },
};

static colline_text function_name(const cln_node *call)
{
    const cln_list *name = cln_node_is(call, CLN_CALL) ? CLN_AS(call, call)->name : NULL;

    return cln_count(name) > 0 ? CLN_AS(name, cln_last(name))->text : CLN_TEXT("");
}

/* f(TABLE t), f(SELECT ...): a table argument is read as a whole.  Its rows. */
static const cln_rowset *link_query(cln_resolver *r, cln_scope *scope, cln_origin into, const cln_node *query)
{
    const cln_rowset *rows;

    if (query->kind == CLN_SUBQUERY)
        query = CLN_AS(subquery, query)->query;
    rows = cln_resolve_query(r, scope, scope->ctes, query, false);
    for (uint32_t i = 0; i < rows->count; i++)
        cln_link_to(r->origins, into, rows->columns[i].origin, CLN_LINK_PROJECT, 0, 0);
    cln_link_to(r->origins, scope->rows, rows->rows, CLN_LINK_ROWS, 0, 0);
    return rows;
}

/* DuckDB: read_csv('x', header = true) names its options so. */
static const cln_node *option_or_value(const cln_resolver *r, const cln_node *argument)
{
    const cln_list *operands = cln_node_is(argument, CLN_OPERATION) ? CLN_AS(operation, argument)->operands : NULL;

    if ((r->dialect->features & CLN_FEATURE_BARE_FROM) == 0 || (argument->flags & CLN_PARENS) != 0 || cln_count(operands) != 2 ||
        operands->items[0]->kind != CLN_COLUMN || cln_count(CLN_AS(column, operands->items[0])->parts) != 1 ||
        CLN_AS(operation, argument)->ops[0] != TK_EQ)
        return argument;
    return operands->items[1];
}

/* CAST(MULTISET(SELECT ...) AS t), (SELECT ...)::int[]: the query in it; else the argument. */
static const cln_node *under_casts(const cln_node *argument)
{
    const cln_node *operand = argument;

    while (cln_node_is(operand, CLN_CAST))
        operand = CLN_AS(cast, operand)->operand;
    return cln_node_is(operand, CLN_SUBQUERY) ? operand : argument;
}

/* The rows that the argument is; NULL: a value. */
static const cln_rowset *link_argument(cln_resolver *r, cln_scope *scope, cln_origin into, const cln_node *argument)
{
    if (argument->kind == CLN_NAMED_ARGUMENT)
        argument = CLN_AS(named_argument, argument)->value;
    argument = option_or_value(r, argument);
    if (cln_text_equal_nocase(function_name(argument), CLN_TEXT("descriptor")))
        return NULL; /* DESCRIPTOR(a): names of what the function makes or leaves out */
    argument = under_casts(argument);
    if (argument->kind == CLN_SUBQUERY || argument->kind == CLN_QUERY)
        return link_query(r, scope, into, argument);
    cln_link_value(r, scope, into, argument);
    return NULL;
}

/* T-SQL: CONTAINSTABLE(t, (a, b), 'x'): columns of a table that is named first; false: another function. */
static bool link_searched(cln_resolver *r, cln_scope *scope, cln_origin into, const cln_node *call, const cln_list *arguments)
{
    colline_text function = function_name(call);
    const cln_column_node *table;
    cln_table_name name;
    const cln_rowset *rows;
    cln_scope *inside;

    if (cln_count(arguments) < 2 || arguments->items[0]->kind != CLN_COLUMN ||
        (!cln_text_equal_nocase(function, CLN_TEXT("containstable")) && !cln_text_equal_nocase(function, CLN_TEXT("freetexttable"))))
        return false;
    table = CLN_AS(column, arguments->items[0]);
    rows = cln_resolve_table(r, scope, table->parts, table->node.at, &name);
    inside = cln_scope_new(r, NULL, scope->ctes);
    (void)cln_add_source(r, inside, CLN_TEXT(""), &name, rows, table->node.at);
    cln_link_value(r, inside, into, arguments->items[1]);
    cln_link_to(r->origins, scope->rows, inside->rows, CLN_LINK_ROWS, 0, 0);
    return true;
}

/* ClickHouse: url ('http://x', CSV), s3 ('s3://x', JSONEachRow): the format is a word, no column. */
static bool names_format(const cln_resolver *r, const cln_node *call, const cln_list *arguments, uint32_t place)
{
    static const char *const reading[] = { "url",  "urlcluster",  "s3",               "s3cluster", "gcs",  "file", "filecluster",
                                           "hdfs", "hdfscluster", "azureblobstorage", "oss",       "cosn", NULL };

    if (!cln_has_rule(r->dialect, CLN_RULE_FORMAT_WORDS) || place == 0 || arguments->items[place]->kind != CLN_COLUMN ||
        cln_count(CLN_AS(column, arguments->items[place])->parts) != 1)
        return false;
    return cln_text_is_any(function_name(call), reading);
}

/* What the columns of a call are made of; its arguments are traced once, whoever asks. */
typedef struct traced_call {
    const cln_node *call;
    cln_origin all;          /* every argument reaches it */
    cln_origin *each;        /* by argument: one reaches it; NULL: no column is of less than all */
    const cln_rowset *table; /* the second argument, where that is a query; NULL: it is none */
} traced_call;

static bool columns_differ(const cln_resolver *r, const cln_node *call);

static cln_origin value_of_call(cln_resolver *r, const cln_node *call)
{
    cln_origin node = cln_new_node(r->origins);

    r->origins->nodes.items[node].expression = cln_expression_of(r, call);
    return node;
}

static traced_call trace_table_call(cln_resolver *r, cln_scope *scope, const cln_list *arguments, const cln_node *call)
{
    traced_call traced = { call, value_of_call(r, call), NULL, NULL };

    if (link_searched(r, scope, traced.all, call, arguments))
        return traced;
    if (cln_node_is(call, CLN_CALL))
        cln_link_method_owner(r, scope, traced.all, CLN_LINK_PROJECT, 0, CLN_AS(call, call));
    if (columns_differ(r, call))
        traced.each = CLN_NEW_ARRAY(r->arena, cln_origin, cln_count(arguments));
    for (uint32_t i = 0; i < cln_count(arguments); i++) {
        cln_origin into = traced.all;
        const cln_rowset *rows;
        if (names_format(r, call, arguments, i))
            continue;
        if (traced.each != NULL) {
            into = traced.each[i] = value_of_call(r, call);
            cln_link_to(r->origins, traced.all, into, CLN_LINK_DIRECT, 0, 0);
        }
        rows = link_argument(r, scope, into, arguments->items[i]);
        if (i == 1)
            traced.table = rows;
    }
    return traced;
}

static void push(cln_resolver *r, cln_outputs *columns, colline_text name, cln_origin origin)
{
    *CLN_PUSH(r->arena, columns) = (cln_output){ name.data, name.length, origin };
}

static colline_text given_name(cln_resolver *r, const cln_node *name)
{
    if (cln_node_is(name, CLN_COLUMN_DEF))
        name = CLN_AS(column_def, name)->name;
    return cln_node_is(name, CLN_NAME) ? cln_column_text(r, name) : CLN_TEXT("");
}

/* generate_series, range: a column of that name, or (SQLite, T-SQL, Spark) the second of the list; both where nobody knows which. */
static const char *columns_of_sequence(const cln_resolver *r, const char *list)
{
    if (cln_has_rule(r->dialect, CLN_RULE_CALL_COLUMN))
        return list[0] == 'g' ? "generate_series" : "range";
    return cln_has_rule(r->dialect, CLN_RULE_SERIES_VALUE) ? strchr(list, ',') + 1 : list;
}

static void add_defaults(cln_resolver *r, const cln_node *call, cln_origin origin, cln_outputs *columns)
{
    colline_text name = function_name(call);
    const cln_function *described = cln_catalog_function(r->catalog, name);
    cln_column_names listed = { NULL, 0, 0 };

    if (cln_text_equal_nocase(name, CLN_TEXT("json_table")) || cln_text_equal_nocase(name, CLN_TEXT("xmltable")))
        cln_table_columns(r, call, &listed);
    for (uint32_t i = 0; i < listed.count; i++)
        push(r, columns, listed.items[i], origin);

    for (uint32_t i = 0; described != NULL && i < described->column_count; i++)
        push(r, columns, described->columns[i], origin);
    for (size_t i = 0; i < sizeof default_columns / sizeof default_columns[0]; i++) {
        const char *list = default_columns[i].columns;
        if (!cln_text_equal_nocase(
                name, cln_text_of(default_columns[i].function, strlen(default_columns[i].function))))
            continue;
        if (strcmp(list, "generate_series,value") == 0 || strcmp(list, "range,id") == 0)
            list = columns_of_sequence(r, list);
        while (*list != '\0') {
            size_t length = strcspn(list, ",");
            push(r, columns,
                 cln_fold_name(r->arena, r->dialect, cln_text_of(list, length), false, CLN_ROLE_COLUMN),
                 origin);
            list += length + (list[length] == ',');
        }
    }
}

/* ---- Functions whose columns follow from their arguments (Hive, Spark) ---- */

typedef enum generator_kind { NO_GENERATOR, EXPLODE, POSEXPLODE, INLINE, TUPLE, STACK } generator_kind;

static const struct {
    const char *function;
    generator_kind kind;
} generators[] = {
    { "explode", EXPLODE },       { "explode_outer", EXPLODE },
    { "posexplode", POSEXPLODE }, { "posexplode_outer", POSEXPLODE },
    { "inline", INLINE },         { "inline_outer", INLINE },
    { "json_tuple", TUPLE },      { "parse_url_tuple", TUPLE },
    { "stack", STACK },
};

static generator_kind generator_of(const cln_node *call)
{
    colline_text name = function_name(call);

    for (size_t i = 0; i < sizeof generators / sizeof generators[0]; i++)
        if (cln_text_says(name, generators[i].function))
            return generators[i].kind;
    return NO_GENERATOR;
}

/* The type of the argument, which `origin` came from, where it is a plain column. */
static const cln_type *argument_type(const cln_resolver *r, cln_origin origin, const cln_node *argument)
{
    uint32_t link = r->origins->nodes.items[origin].first;

    if (!cln_node_is(argument, CLN_COLUMN) || link == 0)
        return NULL;
    return cln_origin_type(r->origins, r->origins->links.items[link].to);
}

/* What makes a map or an array by its name: explode(map('a', x)), explode(split(s, ',')). */
static bool makes(const cln_node *argument, const char *const *functions)
{
    return cln_text_is_any(function_name(argument), functions);
}

/* explode(x): `col` of an array, `key` and `value` of a map.  Returns how many of them * leaves out: those of
 * a map where nothing tells what x is. */
static uint32_t push_exploded(cln_resolver *r, cln_origin origin, const cln_node *argument,
                              cln_outputs *columns)
{
    static const char *const maps[] = {
        "map", "str_to_map", "map_from_arrays", "map_from_entries", "map_concat", "map_filter", NULL
    };
    static const char *const arrays[] = { "array",       "split",    "sequence",   "collect_list",
                                          "collect_set", "map_keys", "map_values", NULL };
    const cln_type *type = argument_type(r, origin, argument);
    bool map = type != NULL ? type->kind == CLN_TYPE_MAP : makes(argument, maps);
    bool array = type != NULL ? type->kind == CLN_TYPE_ARRAY : makes(argument, arrays);

    if (!map)
        push(r, columns, CLN_TEXT("col"), origin);
    if (!array) {
        push(r, columns, CLN_TEXT("key"), origin);
        push(r, columns, CLN_TEXT("value"), origin);
    }
    return map || array ? 0 : 2;
}

/* inline(structs): the fields; nothing where they are not known. */
static void push_fields(cln_resolver *r, cln_origin origin, const cln_node *argument, cln_outputs *columns)
{
    const cln_type *type = argument_type(r, origin, argument);

    type = type != NULL && type->kind == CLN_TYPE_ARRAY ? type->element : NULL;
    for (uint32_t i = 0; type != NULL && type->kind == CLN_TYPE_STRUCT && i < type->field_count; i++)
        push(r, columns, type->fields[i].name, origin);
}

/* stack(2, a, b, c, d): two rows of two columns; 0: the number of rows is no literal. */
static uint32_t stack_width(const cln_resolver *r, const cln_list *arguments)
{
    colline_text text;
    uint32_t rows = 0;

    if (arguments->count < 2 || !cln_node_is(arguments->items[0], CLN_LITERAL))
        return 0;
    text = cln_text_of_node(r, arguments->items[0]);
    for (uint32_t i = 0; i < text.length && rows < arguments->count; i++) {
        if (text.data[i] < '0' || text.data[i] > '9')
            return 0;
        rows = rows * 10 + (uint32_t)(text.data[i] - '0');
    }
    return rows > 0 ? (arguments->count - 2) / rows + 1 : 0;
}

enum { MOST_UNNESTED = 32 }; /* arguments; of more each is taken for one column */

/* UNNEST(a, m, b): a map gives two columns, an array of rows (Trino) its fields. */
static uint32_t unnested_width(const cln_resolver *r, const traced_call *traced, uint32_t argument)
{
    const cln_list *arguments = CLN_AS(call, traced->call)->arguments;
    const cln_type *type = arguments->count <= MOST_UNNESTED ? argument_type(r, traced->each[argument], arguments->items[argument]) : NULL;
    const cln_type *element = type != NULL && type->kind == CLN_TYPE_ARRAY ? type->element : NULL;

    if (type != NULL && type->kind == CLN_TYPE_MAP)
        return 2;
    return element != NULL && element->kind == CLN_TYPE_STRUCT && cln_has_rule(r->dialect, CLN_RULE_UNNEST_FIELDS)
               ? element->field_count
               : 1;
}

static cln_origin unnested_column(const cln_resolver *r, const traced_call *traced, uint32_t place)
{
    const cln_list *arguments = CLN_AS(call, traced->call)->arguments;
    uint32_t i = arguments->count <= MOST_UNNESTED ? 0 : place; /* of so many, one column each */

    place -= i;
    for (; i < arguments->count; i++) {
        uint32_t width = unnested_width(r, traced, i);
        if (place < width)
            return traced->each[i];
        place -= width;
    }
    return traced->all;
}

/* stack(2, 'a', a, 'b', b): 'a' and 'b'; a and b */
static cln_origin stacked_column(cln_resolver *r, const traced_call *traced, uint32_t place)
{
    const cln_list *arguments = CLN_AS(call, traced->call)->arguments;
    uint32_t width = stack_width(r, arguments);
    cln_origin column;

    if (width == 0 || place >= width || place + 1 >= arguments->count)
        return traced->all;
    column = value_of_call(r, traced->call);
    for (uint32_t i = 1 + place; i < arguments->count; i += width)
        cln_link_to(r->origins, column, traced->each[i], CLN_LINK_DIRECT, 0, 0);
    return column;
}

/* Whether some argument reaches some of its columns only; Hive's own report says of every table function that it does not so. */
static bool columns_differ(const cln_resolver *r, const cln_node *call)
{
    if ((r->dialect->features & CLN_FEATURE_HIVE_RESULT_NAMES) != 0 || !cln_node_is(call, CLN_CALL))
        return false;
    return generator_of(call) == STACK ||
           (cln_count(CLN_AS(call, call)->arguments) > 1 && cln_text_equal_nocase(function_name(call), CLN_TEXT("unnest")));
}

static cln_origin column_origin(cln_resolver *r, const traced_call *traced, uint32_t place)
{
    if (traced->each == NULL)
        return traced->all;
    return generator_of(traced->call) == STACK ? stacked_column(r, traced, place) : unnested_column(r, traced, place);
}

void cln_call_columns(cln_resolver *r, cln_scope *scope, const cln_node *call, cln_origin *columns, uint32_t count)
{
    traced_call traced = trace_table_call(r, scope, CLN_AS(call, call)->arguments, call);

    for (uint32_t i = 0; i < count; i++)
        columns[i] = column_origin(r, &traced, i);
}

static void push_numbered(cln_resolver *r, const traced_call *traced, const char *prefix, uint32_t count, cln_outputs *columns)
{
    for (uint32_t i = 0; i < count; i++) {
        cln_buffer name = { NULL, 0, 0 };
        cln_buffer_add_string(r->arena, &name, prefix);
        cln_buffer_add_number(r->arena, &name, i);
        push(r, columns, cln_buffer_text(r->arena, &name), column_origin(r, traced, i));
    }
}

/* The columns of such a call; returns how many of them, at the end, * leaves out. */
static uint32_t push_generated(cln_resolver *r, const traced_call *traced, cln_outputs *columns)
{
    const cln_list *arguments = CLN_AS(call, traced->call)->arguments;
    generator_kind kind = generator_of(traced->call);
    cln_origin origin = traced->all;

    if (cln_count(arguments) == 0)
        return 0;
    switch (kind) {
    case POSEXPLODE:
        push(r, columns, CLN_TEXT("pos"), origin);
        return push_exploded(r, origin, arguments->items[0], columns);
    case EXPLODE: return push_exploded(r, origin, arguments->items[0], columns);
    case INLINE: push_fields(r, origin, arguments->items[0], columns); return 0;
    case TUPLE: push_numbered(r, traced, "c", arguments->count - 1, columns); return 0;
    case STACK: push_numbered(r, traced, "col", stack_width(r, arguments), columns); return 0;
    default: return 0;
    }
}

bool cln_expand_call(cln_resolver *r, cln_scope *scope, const cln_node *call, cln_outputs *into)
{
    uint32_t before = into->count;
    traced_call traced;

    if ((r->dialect->features & CLN_FEATURE_GENERATORS) == 0 || !cln_node_is(call, CLN_CALL) || generator_of(call) == NO_GENERATOR)
        return false;
    traced = trace_table_call(r, scope, CLN_AS(call, call)->arguments, call);
    into->count -= push_generated(r, &traced, into);
    if (into->count == before)
        push(r, into, CLN_TEXT("col"), traced.all);
    return true;
}

/* ---- Relations ---- */

/* ARRAY JOIN tags AS tag: calls are select items. */
static const cln_rowset *array_join(cln_resolver *r, cln_scope *scope, const cln_list *items)
{
    cln_rowset *rows = CLN_NEW(r->arena, cln_rowset);
    cln_outputs columns = { NULL, 0, 0 };

    for (uint32_t i = 0; i < cln_count(items); i++) {
        const cln_select_item_node *item = CLN_AS(select_item, items->items[i]);
        cln_list one = { (cln_node **)(uintptr_t)&item->value, 1, 1 };
        cln_origin origin = trace_table_call(r, scope, &one, item->value).all;
        if (item->alias != NULL) {
            push(r, &columns, cln_column_text(r, item->alias), origin);
        } else if (item->value->kind == CLN_COLUMN) {
            /* without an alias the column itself is unfolded: the bare name means the element */
            cln_add_merged(r, scope,
                           &(cln_merged){ cln_column_text(r, cln_last(CLN_AS(column, item->value)->parts)), origin, 0,
                                          scope->sources.count, 0, false });
        }
    }
    rows->columns = columns.items;
    rows->count = columns.count;
    return rows;
}

/* The names that the query gives: UNNEST(a, b) AS t (x, y), ROWS FROM (f(), g()) AS t (x, y). */
static void push_given(cln_resolver *r, const cln_list *calls, const traced_call *traced, const cln_list *names, cln_origin any,
                       cln_outputs *columns)
{
    bool each = calls->count > 1 && names->count >= calls->count; /* a column for each call */

    for (uint32_t i = columns->count; i < names->count; i++) {
        cln_origin origin = any;
        if (each && i < calls->count)
            origin = traced[i].all;
        else if (calls->count == 1 && traced[0].each != NULL)
            origin = column_origin(r, &traced[0], i);
        push(r, columns, given_name(r, names->items[i]), origin);
    }
}

/* WITH d AS (SELECT ARRAY_AGG(STRUCT(a, b)) AS items ...) ... UNNEST(d.items) AS i: i.a comes from a. */
static void note_elements(cln_resolver *r, const cln_node *call, cln_origin node)
{
    const cln_list *arguments = cln_node_is(call, CLN_CALL) ? CLN_AS(call, call)->arguments : NULL;
    uint32_t link = r->origins->nodes.items[node].first;
    const cln_shape *shape;

    if (cln_count(arguments) != 1 || arguments->items[0]->kind != CLN_COLUMN || link == 0)
        return;
    shape = cln_origin_shape(r->origins, r->origins->links.items[link].to);
    if (shape != NULL)
        cln_shape_through(r, node, shape, CLN_LINK_PROJECT);
}

/* BigQuery: UNNEST(items) AS i has the fields of the array's structs. */
static void push_elements(cln_resolver *r, cln_origin origin, const cln_node *argument, cln_outputs *columns)
{
    const cln_shape *shape = cln_origin_shape(r->origins, origin);

    for (uint32_t i = 0; shape != NULL && i < shape->count; i++)
        *CLN_PUSH(r->arena, columns) = shape->fields[i];
    if (shape == NULL)
        push_fields(r, origin, argument, columns);
}

static void push_unnested(cln_resolver *r, const cln_node *call, cln_origin origin, cln_outputs *columns)
{
    if ((r->dialect->features & CLN_FEATURE_ARRAY_REFS) != 0 &&
        cln_text_equal_nocase(function_name(call), CLN_TEXT("unnest")) && cln_count(CLN_AS(call, call)->arguments) == 1)
        push_elements(r, origin, CLN_AS(call, call)->arguments->items[0], columns);
}

/* The columns that the calls have by themselves; returns how many of them, at the end, * leaves out. */
static uint32_t push_own(cln_resolver *r, const traced_call *traced, cln_outputs *columns)
{
    add_defaults(r, traced->call, traced->all, columns);
    if (!cln_node_is(traced->call, CLN_CALL))
        return 0;
    push_unnested(r, traced->call, traced->all, columns);
    return push_generated(r, traced, columns);
}

/* UNNEST(tags) AS tag, generate_series(1, 3) AS g: the alias names the column, too. */
static bool alias_names_column(const cln_resolver *r, const cln_node *call, const cln_source_node *source)
{
    static const char *const unnesting[] = { "unnest", NULL };

    if (source->alias == NULL || source->join == CLN_JOIN_LATERAL_VIEW || source->join == CLN_JOIN_LATERAL_VIEW_OUTER)
        return false;
    return cln_has_rule(r->dialect, CLN_RULE_ALIAS_COLUMN) || !cln_node_is(call, CLN_CALL) || makes(call, unnesting);
}

/* PostgreSQL, DuckDB: FROM t, unnest(t.a) has a column unnest. */
static bool names_its_column(const cln_resolver *r, const cln_node *call)
{
    static const char *const naming[] = { "unnest", "json_object_keys", "jsonb_object_keys", "regexp_split_to_table",
                                          "string_to_table", "regexp_matches", "generate_subscripts", NULL };

    return cln_has_rule(r->dialect, CLN_RULE_CALL_COLUMN) && makes(call, naming);
}

/* f(t.a) OVER (PARTITION BY t.b ORDER BY t.c) as a relation: which rows it is given together, and how. */
static void link_window(cln_resolver *r, cln_scope *scope, cln_origin into, const cln_node *call)
{
    const cln_node *window = cln_node_is(call, CLN_CALL) ? CLN_AS(call, call)->window : NULL;

    if (!cln_node_is(window, CLN_WINDOW))
        return;
    cln_trace_conditions(r, scope, into, CLN_LINK_WINDOW, 0, CLN_AS(window, window)->partition);
    cln_trace_conditions(r, scope, into, CLN_LINK_WINDOW, 0, CLN_AS(window, window)->order);
}

/* What stands behind the columns of the calls: the element under the alias, which * leaves out where the calls have columns,
 * and the offset of UNNEST(x) AS w WITH OFFSET AS o (the one name in `columns`). */
static void push_element(cln_resolver *r, const cln_node *call, const cln_source_node *source, cln_rowset *rows, cln_outputs *columns)
{
    bool hidden = columns->count > 0, element = alias_names_column(r, call, source);

    if (element && !hidden)
        push(r, columns, cln_column_text(r, source->alias), rows->any);
    if ((source->node.flags & CLN_OFFSET) != 0)
        push(r, columns, cln_count(source->columns) > 0 ? given_name(r, source->columns->items[0]) : CLN_TEXT("offset"),
             rows->any);
    if (element && hidden) {
        push(r, columns, cln_column_text(r, source->alias), rows->any);
        rows->hidden_count++;
    }
}

/* ---- Windows over tables (Flink): TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' HOUR) ---- */

static const cln_node *argument_value(const cln_node *argument)
{
    return cln_node_is(argument, CLN_NAMED_ARGUMENT) ? CLN_AS(named_argument, argument)->value : argument;
}

static bool windows_table(const cln_node *call)
{
    static const char *const windowing[] = { "tumble", "hop", "cumulate", "session", NULL };

    return cln_node_is(call, CLN_CALL) && makes(call, windowing) && cln_count(CLN_AS(call, call)->arguments) > 0 &&
           cln_node_is(argument_value(CLN_AS(call, call)->arguments->items[0]), CLN_SUBQUERY);
}

/* The table's columns, and those of the window, which come from the time that DESCRIPTOR names. */
static const cln_rowset *windowed_rows(cln_resolver *r, cln_scope *scope, const cln_call_node *call)
{
    static const char *const names[] = { "window_start", "window_end", "window_time" };
    const cln_node *query = CLN_AS(subquery, argument_value(call->arguments->items[0]))->query;
    const cln_rowset *table = cln_resolve_query(r, scope, scope->ctes, query, false);
    cln_scope *inside = cln_scope_new(r, NULL, scope->ctes);
    cln_rowset *rows = CLN_NEW(r->arena, cln_rowset);
    cln_origin time = cln_new_node(r->origins);
    cln_outputs columns = { NULL, 0, 0 };

    (void)cln_add_source(r, inside, CLN_TEXT(""), NULL, table, call->node.at);
    r->origins->nodes.items[time].expression = cln_expression_of(r, &call->node);
    for (uint32_t i = 1; i < call->arguments->count; i++) {
        const cln_node *argument = argument_value(call->arguments->items[i]);
        if (argument != NULL && cln_text_equal_nocase(function_name(argument), CLN_TEXT("descriptor")))
            cln_link_value(r, inside, time, argument);
    }
    cln_expand_star(r, inside, NULL, &columns);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        push(r, &columns, cln_text_of(names[i], (uint32_t)strlen(names[i])), time);
    *rows = (cln_rowset){ .columns = columns.items, .count = columns.count, .rows = inside->rows };
    cln_collect_unknowns(r, inside, rows);
    return rows;
}

/* ---- Models (BigQuery): ML.PREDICT(MODEL m, (SELECT a FROM t)) gives a as it is, and what is predicted ---- */

static bool passes_table(const cln_node *call)
{
    static const char *const passing[] = { "predict", "explain_predict", "detect_anomalies", "generate_text", "generate_embedding", "generate_text_embedding",
                                           "understand_text", "translate", "annotate_image", "generate_table", "generate", NULL };
    const cln_list *name = cln_node_is(call, CLN_CALL) ? CLN_AS(call, call)->name : NULL;
    const cln_list *arguments = name != NULL ? CLN_AS(call, call)->arguments : NULL;
    colline_text group = cln_count(name) == 2 ? CLN_AS(name, name->items[0])->text : CLN_TEXT("");

    if ((!cln_text_equal_nocase(group, CLN_TEXT("ml")) && !cln_text_equal_nocase(group, CLN_TEXT("ai"))) || !makes(call, passing) || cln_count(arguments) < 2)
        return false;
    return cln_node_is(argument_value(arguments->items[1]), CLN_SUBQUERY);
}

static void push_passed(cln_resolver *r, cln_scope *scope, const traced_call *traced, cln_outputs *columns)
{
    cln_scope *inside;

    if (!cln_has_rule(r->dialect, CLN_RULE_TABLE_PASSED) || traced->table == NULL || !passes_table(traced->call))
        return;
    inside = cln_scope_new(r, NULL, scope->ctes);
    (void)cln_add_source(r, inside, CLN_TEXT(""), NULL, traced->table, traced->call->at);
    cln_expand_star(r, inside, NULL, columns);
}

const cln_rowset *cln_resolve_table_function(cln_resolver *r, cln_scope *scope, const cln_node *function,
                                             const cln_source_node *source)
{
    const cln_list *calls = CLN_AS(table_function, function)->calls;
    bool named = cln_count(source->columns) > 0 && (source->node.flags & CLN_OFFSET) == 0;
    cln_rowset *rows = CLN_NEW(r->arena, cln_rowset);
    cln_outputs columns = { NULL, 0, 0 };
    traced_call *traced = CLN_NEW_ARRAY(r->arena, traced_call, cln_count(calls));
    const cln_rowset *operator;

    if (cln_count(calls) > 0 && calls->items[0]->kind == CLN_SELECT_ITEM)
        return array_join(r, scope, calls);
    if (cln_count(calls) == 1 && windows_table(calls->items[0]))
        return windowed_rows(r, scope, CLN_AS(call, calls->items[0]));
    operator = cln_count(calls) == 1 ? cln_resolve_table_operator(r, scope, calls->items[0]) : NULL;
    if (operator != NULL)
        return operator;
    rows->any = cln_new_node(r->origins);
    for (uint32_t i = 0; i < cln_count(calls); i++) {
        const cln_node *call = calls->items[i];
        const cln_list *arguments = cln_node_is(call, CLN_CALL) ? CLN_AS(call, call)->arguments : NULL;
        traced[i] = trace_table_call(r, scope, arguments, call);
        link_window(r, scope, traced[i].all, call);
        cln_link_to(r->origins, rows->any, traced[i].all, CLN_LINK_PROJECT, 0, 0);
        note_elements(r, call, traced[i].all);
        if (calls->count == 1)
            r->origins->nodes.items[rows->any].shape = r->origins->nodes.items[traced[i].all].shape;
        if (rows->rows == CLN_NO_ORIGIN)
            rows->rows = cln_new_node(r->origins);
        cln_read_path_of_call(r, rows->rows, call);
        push_passed(r, scope, &traced[i], &columns);
        if (!named)
            rows->hidden_count = push_own(r, &traced[i], &columns);
        if (!named && source->alias == NULL && names_its_column(r, call))
            push(r, &columns, cln_column_text(r, cln_last(CLN_AS(call, call)->name)), traced[i].all);
    }
    if (cln_count(calls) > 0 && named)
        push_given(r, calls, traced, source->columns, rows->any, &columns);
    else
        push_element(r, cln_count(calls) > 0 ? calls->items[0] : NULL, source, rows, &columns);
    /* SELECT * FROM f(t.a): of its columns it is only known what they come from; those of f(1) come from nothing */
    if (columns.count == 0 && cln_count(calls) == 1)
        push(r, &columns, CLN_TEXT("*"), rows->any);
    rows->columns = columns.items;
    rows->count = columns.count;
    return rows;
}
