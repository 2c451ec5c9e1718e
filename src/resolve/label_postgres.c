/*
 * The name that PostgreSQL finds in an expression, after the rules that its manual hints at and its users
 * see:
 *
 *     SELECT lower(a), a::text, 1::int, CASE WHEN a THEN 1 END, a + 1      lower, a, int4, case, none
 *
 * A name is strong (a column, a function) or weak (a type, CASE): a cast or an ELSE lets only a strong one
 * through.
 */
#include "resolve/label.h"

typedef struct found {
    colline_text name; /* empty: none */
    bool strong;
} found;

static found find(cln_arena *arena, const cln_dialect *dialect, colline_text source, const cln_node *node);

static found strong(colline_text name)
{
    return (found){ name, true };
}

static found weak(colline_text name)
{
    return (found){ name, false };
}

static colline_text folded(cln_arena *arena, const cln_dialect *dialect, const cln_node *name)
{
    if (!cln_node_is(name, CLN_NAME))
        return CLN_TEXT("");
    return cln_fold_name(arena, dialect, CLN_AS(name, name)->text, (name->flags & CLN_QUOTED) != 0,
                         CLN_ROLE_COLUMN);
}

static colline_text last_name(cln_arena *arena, const cln_dialect *dialect, const cln_list *names)
{
    return cln_count(names) > 0 ? folded(arena, dialect, names->items[names->count - 1]) : CLN_TEXT("");
}

/* The catalog's name of a type that SQL calls otherwise: int is int4. */
static colline_text type_name(cln_arena *arena, colline_text written)
{
    static const struct {
        const char *written, *name;
    } names[] = {
        { "int", "int4" },
        { "integer", "int4" },
        { "smallint", "int2" },
        { "bigint", "int8" },
        { "boolean", "bool" },
        { "real", "float4" },
        { "float", "float8" },
        { "double precision", "float8" },
        { "decimal", "numeric" },
        { "dec", "numeric" },
        { "char", "bpchar" },
        { "character", "bpchar" },
        { "nchar", "bpchar" },
        { "character varying", "varchar" },
        { "char varying", "varchar" },
        { "national character", "bpchar" },
        { "timestamp with time zone", "timestamptz" },
        { "timestamp without time zone", "timestamp" },
        { "time with time zone", "timetz" },
        { "time without time zone", "time" },
    };
    colline_text lower = cln_text_lower(arena, written);

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (cln_text_equal(lower, cln_text_of(names[i].written, strlen(names[i].written))))
            return cln_text_of(names[i].name, strlen(names[i].name));
    return lower;
}

/* a::text is a; 1::int is int4; x::int[] is int4 */
static found of_cast(cln_arena *arena, const cln_dialect *dialect, colline_text source,
                     const cln_cast_node *cast)
{
    found inner = find(arena, dialect, source, cast->operand);
    const cln_node *type = cast->type;

    if (inner.strong || !cln_node_is(type, CLN_TYPE))
        return inner;
    while ((type->flags & CLN_SUFFIX_ARRAY) && cln_count(CLN_AS(type, type)->arguments) > 0 &&
           CLN_AS(type, type)->arguments->items[0]->kind == CLN_TYPE)
        type = CLN_AS(type, type)->arguments->items[0];
    return weak(type_name(arena, CLN_AS(type, type)->text));
}

/* The words in front of the string of a typed literal: ( timestamp  with time zone '...') */
static colline_text words_of(cln_arena *arena, colline_text text)
{
    cln_buffer words = { NULL, 0, 0 };
    bool blank = false;

    for (uint32_t i = 0; i < text.length && strchr("'$", text.data[i]) == NULL; i++) {
        char c = text.data[i];
        if (strchr("( \t\r\n\f\v", c) != NULL) {
            blank = true;
            continue;
        }
        if (blank && words.count > 0)
            cln_buffer_add_char(arena, &words, ' ');
        cln_buffer_add_char(arena, &words, c);
        blank = false;
    }
    return cln_buffer_text(arena, &words);
}

/* DATE '2024-01-01' is a cast in disguise: what stands before the string is the type. */
static found of_literal(cln_arena *arena, colline_text source, const cln_node *node)
{
    switch (CLN_AS(literal, node)->literal) {
    case CLN_LITERAL_TRUE:
    case CLN_LITERAL_FALSE: return weak(CLN_TEXT("bool"));
    case CLN_LITERAL_TYPED:
        return weak(type_name(arena, words_of(arena, cln_text_of(source.data + node->at.offset, node->at.length))));
    default: return weak(CLN_TEXT(""));
    }
}

/* (SELECT x FROM t): the name of its one column. */
static found of_query(cln_arena *arena, const cln_dialect *dialect, colline_text source,
                      const cln_node *query)
{
    const cln_select_item_node *item;

    while (cln_node_is(query, CLN_QUERY))
        query = CLN_AS(query, query)->body;
    while (cln_node_is(query, CLN_SET_OPERATION)) {
        query = CLN_AS(set_operation, query)->branches->items[0];
        while (cln_node_is(query, CLN_QUERY))
            query = CLN_AS(query, query)->body;
    }
    if (cln_node_is(query, CLN_VALUES))
        return strong(CLN_TEXT("column1"));
    if (!cln_node_is(query, CLN_SELECT) || cln_count(CLN_AS(select, query)->items) == 0 ||
        CLN_AS(select, query)->items->items[0]->kind != CLN_SELECT_ITEM)
        return weak(CLN_TEXT(""));
    item = CLN_AS(select_item, CLN_AS(select, query)->items->items[0]);
    if (item->alias != NULL)
        return strong(folded(arena, dialect, item->alias));
    return item->value != NULL ? find(arena, dialect, source, item->value) : weak(CLN_TEXT(""));
}

static found of_call(cln_arena *arena, const cln_dialect *dialect, const cln_call_node *call)
{
    colline_text name = last_name(arena, dialect, call->name);

    if (cln_text_equal(name, CLN_TEXT("trim")))
        name = CLN_TEXT("btrim");
    if (cln_text_equal(name, CLN_TEXT("collation for")))
        name = CLN_TEXT("pg_collation_for");
    return strong(name);
}

static found of_case(cln_arena *arena, const cln_dialect *dialect, colline_text source,
                     const cln_case_node *node)
{
    found otherwise =
        node->otherwise != NULL ? find(arena, dialect, source, node->otherwise) : weak(CLN_TEXT(""));

    return otherwise.strong ? otherwise : weak(CLN_TEXT("case"));
}

static found of_suffix(cln_arena *arena, const cln_dialect *dialect, colline_text source,
                       const cln_node *node)
{
    const cln_suffix_node *suffix = CLN_AS(suffix, node);

    if (cln_node_is(suffix->argument, CLN_NAME) || cln_node_is(suffix->argument, CLN_COLUMN)) /* COLLATE c */
        return find(arena, dialect, source, suffix->operand);
    return strong(CLN_TEXT("timezone")); /* AT TIME ZONE 'UTC' is a call of timezone() */
}

static found find(cln_arena *arena, const cln_dialect *dialect, colline_text source, const cln_node *node)
{
    if (node == NULL)
        return weak(CLN_TEXT(""));
    switch (node->kind) {
    case CLN_COLUMN: return strong(last_name(arena, dialect, CLN_AS(column, node)->parts));
    case CLN_FIELD:
        return cln_node_is(CLN_AS(field, node)->field, CLN_NAME)
                   ? strong(folded(arena, dialect, CLN_AS(field, node)->field))
                   : weak(CLN_TEXT(""));
    case CLN_SUBSCRIPT: return find(arena, dialect, source, CLN_AS(subscript, node)->operand);
    case CLN_CALL: return of_call(arena, dialect, CLN_AS(call, node));
    case CLN_CAST: return of_cast(arena, dialect, source, CLN_AS(cast, node));
    case CLN_CASE: return of_case(arena, dialect, source, CLN_AS(case, node));
    case CLN_LITERAL: return of_literal(arena, source, node);
    case CLN_INTERVAL: return weak(CLN_TEXT("interval"));
    case CLN_COLLECTION: return strong(CLN_TEXT("array"));
    case CLN_ROW: return strong(CLN_TEXT("row"));
    case CLN_EXISTS: return strong(CLN_TEXT("exists"));
    case CLN_SUBQUERY:
        return (node->flags & CLN_ARRAY) ? strong(CLN_TEXT("array"))
                                         : of_query(arena, dialect, source, CLN_AS(subquery, node)->query);
    case CLN_SUFFIX: return of_suffix(arena, dialect, source, node);
    default: return weak(CLN_TEXT(""));
    }
}

colline_text cln_postgres_label(cln_arena *arena, const cln_dialect *dialect, colline_text source,
                                const cln_node *expression)
{
    found name = find(arena, dialect, source, expression);

    return name.name;
}
