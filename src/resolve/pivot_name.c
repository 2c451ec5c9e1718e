#include "resolve/pivot_name.h"
#include "resolve/label.h"

/* Where the dialects differ; one that is not listed keeps a value's text and names the aggregate behind it when there are
 * several. */
enum { QUOTES_STAY = 1, ALIAS_FIRST = 2, ALWAYS_ALIAS = 4, NUMBERS_SPELT = 8, STRINGS_FOLD = 16 };
static const struct {
    colline_dialect dialect;
    uint32_t how;
} styles[] = {
    { COLLINE_SNOWFLAKE, QUOTES_STAY },
    { COLLINE_ORACLE, QUOTES_STAY | ALWAYS_ALIAS },
    { COLLINE_BIGQUERY, ALIAS_FIRST | ALWAYS_ALIAS | NUMBERS_SPELT },
    { COLLINE_DUCKDB, ALWAYS_ALIAS },
    { COLLINE_REDSHIFT, ALWAYS_ALIAS | STRINGS_FOLD },
    { COLLINE_SPARK, STRINGS_FOLD },
    { COLLINE_DATABRICKS, STRINGS_FOLD },
};

static uint32_t style_of(const cln_resolver *r)
{
    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++)
        if (styles[i].dialect == r->dialect->id)
            return styles[i].how;
    return 0;
}

/* BigQuery: 2000 is _2000, -1.5 is minus_1_point_5. */
static void add_spelt(cln_arena *arena, cln_buffer *out, colline_text number)
{
    if (number.length > 0 && number.data[0] != '-')
        cln_buffer_add_char(arena, out, '_');
    for (uint32_t i = 0; i < number.length; i++) {
        if (number.data[i] == '-')
            cln_buffer_add_string(arena, out, "minus_");
        else if (number.data[i] == '.')
            cln_buffer_add_string(arena, out, "_point_");
        else
            cln_buffer_add_char(arena, out, number.data[i]);
    }
}

static bool is_number(const cln_node *value)
{
    if (value->kind == CLN_UNARY)
        value = CLN_AS(unary, value)->operand;
    return value->kind == CLN_LITERAL && CLN_AS(literal, value)->literal == CLN_LITERAL_NUMBER;
}

static void add_value(cln_resolver *r, cln_buffer *out, const cln_node *value, uint32_t style)
{
    colline_text text;

    if (value->kind == CLN_ROW) {
        for (uint32_t i = 0; i < cln_count(CLN_AS(row, value)->items); i++) {
            if (i > 0)
                cln_buffer_add_char(r->arena, out, '_');
            add_value(r, out, CLN_AS(row, value)->items->items[i], style);
        }
        return;
    }
    if (value->kind == CLN_COLUMN) {
        cln_buffer_add(r->arena, out, cln_column_text(r, cln_last(CLN_AS(column, value)->parts)));
        return;
    }
    text = cln_text_of_node(r, value);
    if ((style & QUOTES_STAY) == 0 && text.length >= 2 && (text.data[0] == '\'' || text.data[0] == '"'))
        text = cln_text_of(text.data + 1, text.length - 2);
    if ((style & STRINGS_FOLD) != 0)
        text = cln_fold_name(r->arena, r->dialect, text, true, CLN_ROLE_COLUMN);
    if ((style & NUMBERS_SPELT) != 0 && is_number(value))
        add_spelt(r->arena, out, text);
    else
        cln_buffer_add(r->arena, out, text);
}

/* The alias of a value of the IN list, else the value itself. */
static void add_item(cln_resolver *r, cln_buffer *out, const cln_node *item, uint32_t style)
{
    const cln_select_item_node *select = item->kind == CLN_SELECT_ITEM ? CLN_AS(select_item, item) : NULL;

    if (select != NULL && select->alias != NULL)
        cln_buffer_add(r->arena, out, cln_column_text(r, select->alias));
    else
        add_value(r, out, select != NULL ? select->value : item, style);
}

static colline_text aggregate_name(cln_resolver *r, const cln_select_item_node *aggregate)
{
    colline_text text;

    if (aggregate->alias != NULL)
        return cln_column_text(r, aggregate->alias);
    text = cln_text_of_node(r, aggregate->value);
    return cln_text_lower(r->arena, text);
}

colline_text cln_pivot_name(cln_resolver *r, const cln_node *const *values, uint32_t keys,
                            const cln_select_item_node *aggregate, uint32_t aggregates)
{
    uint32_t style = style_of(r);
    bool named = aggregates > 1 || (aggregate->alias != NULL && (style & ALWAYS_ALIAS) != 0);
    cln_buffer out = { NULL, 0, 0 };

    if (named && (style & ALIAS_FIRST) != 0) {
        cln_buffer_add(r->arena, &out, aggregate_name(r, aggregate));
        cln_buffer_add_char(r->arena, &out, '_');
    }
    for (uint32_t i = 0; i < keys; i++) {
        if (i > 0)
            cln_buffer_add_char(r->arena, &out, '_');
        add_item(r, &out, values[i], style);
    }
    if (named && (style & ALIAS_FIRST) == 0) {
        cln_buffer_add_char(r->arena, &out, '_');
        cln_buffer_add(r->arena, &out, aggregate_name(r, aggregate));
    }
    return cln_buffer_text(r->arena, &out);
}
