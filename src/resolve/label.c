#include "resolve/label.h"
#include "sql.h"
#include "syntax/lexer.h"

typedef enum label_style {
    STYLE_WRITTEN,  /* the text, byte for byte */
    STYLE_SQUEEZED, /* the text, cln_squeeze */
    STYLE_PLACE,    /* its place with something around it */
    STYLE_IMPALA,
    STYLE_POSTGRES
} label_style;

/* What each engine calls a column that has no name; those that are not listed keep the text as it is written.
 */
static const struct {
    label_style style;
    uint32_t squeeze;
    uint32_t first;             /* of STYLE_PLACE: the number of place 0 */
    const char *before, *after; /* ... what stands around it */
} styles[] = {
    [COLLINE_IMPALA] = { .style = STYLE_IMPALA },
    [COLLINE_HIVE] = { .style = STYLE_PLACE, .before = "_c", .after = "" },
    [COLLINE_SPARK] = { .style = STYLE_SQUEEZED, .squeeze = CLN_SQUEEZE_LOWER },
    [COLLINE_DATABRICKS] = { .style = STYLE_SQUEEZED, .squeeze = CLN_SQUEEZE_LOWER },
    [COLLINE_POSTGRES] = { .style = STYLE_POSTGRES },
    [COLLINE_REDSHIFT] = { .style = STYLE_POSTGRES },
    [COLLINE_GREENPLUM] = { .style = STYLE_POSTGRES },
    [COLLINE_MATERIALIZE] = { .style = STYLE_POSTGRES },
    [COLLINE_VERTICA] = { .style = STYLE_POSTGRES },
    [COLLINE_SNOWFLAKE] = { .style = STYLE_SQUEEZED, .squeeze = CLN_SQUEEZE_UPPER },
    [COLLINE_ORACLE] = { .style = STYLE_SQUEEZED, .squeeze = CLN_SQUEEZE_UPPER | CLN_SQUEEZE_TIGHT | CLN_SQUEEZE_QUOTED },
    [COLLINE_EXASOL] = { .style = STYLE_SQUEEZED, .squeeze = CLN_SQUEEZE_UPPER },
    [COLLINE_TRINO] = { .style = STYLE_PLACE, .before = "_col", .after = "" },
    [COLLINE_ATHENA] = { .style = STYLE_PLACE, .before = "_col", .after = "" },
    [COLLINE_FLINK] = { .style = STYLE_PLACE, .before = "EXPR$", .after = "" },
    [COLLINE_BIGQUERY] = { .style = STYLE_PLACE, .before = "f", .after = "_" },
    [COLLINE_DB2] = { .style = STYLE_PLACE, .first = 1, .before = "", .after = "" },
};

static bool keeps_case(const cln_token *token)
{
    return token->kind == TK_STRING || token->kind == TK_QUOTED_ID || token->kind == TK_BINARY_STRING ||
           token->kind == TK_PARAM || token->kind == TK_UNTERMINATED;
}

static void add_token(cln_arena *arena, cln_buffer *out, const cln_token *token, colline_text text,
                      uint32_t how)
{
    bool kept = keeps_case(token) && !(how & CLN_SQUEEZE_QUOTED);

    if (!kept && (how & CLN_SQUEEZE_LOWER))
        text = cln_text_lower(arena, text);
    if (!kept && (how & CLN_SQUEEZE_UPPER))
        text = cln_text_upper(arena, text);
    if (!(how & CLN_SQUEEZE_QUOTED)) {
        cln_buffer_add(arena, out, text);
        return;
    }
    for (uint32_t i = 0; i < text.length; i++)
        if (text.data[i] != ' ')
            cln_buffer_add_char(arena, out, text.data[i]);
}

void cln_add_squeezed(cln_arena *arena, cln_buffer *out, const cln_dialect *dialect, colline_text source,
                      colline_span at, uint32_t how)
{
    cln_lexer lexer = { source, dialect, dialect->lex };
    uint32_t end = at.offset + at.length, behind = at.offset;
    cln_token token;

    for (uint32_t next = at.offset; next < end; next = token.offset + token.length) {
        token = cln_lex(&lexer, next);
        if (token.kind == 0 || token.offset >= end || token.length == 0)
            return;
        if (CLN_IS_SKIPPED(token.kind))
            continue;
        if (token.offset > behind && behind > at.offset && !(how & CLN_SQUEEZE_TIGHT))
            cln_buffer_add_char(arena, out, ' ');
        if (token.length > end - token.offset)
            token.length = end - token.offset;
        add_token(arena, out, &token, cln_text_of(source.data + token.offset, token.length), how);
        behind = token.offset + token.length;
    }
}

static colline_text numbered(cln_arena *arena, const char *before, uint32_t number, const char *after)
{
    cln_buffer out = { NULL, 0, 0 };

    cln_buffer_add_string(arena, &out, before);
    cln_buffer_add_number(arena, &out, number);
    cln_buffer_add_string(arena, &out, after);
    return cln_buffer_text(arena, &out);
}

static colline_text squeezed(cln_arena *arena, const cln_dialect *dialect, colline_text source,
                             colline_span at, uint32_t how)
{
    cln_buffer out = { NULL, 0, 0 };

    cln_add_squeezed(arena, &out, dialect, source, at, how);
    return cln_buffer_text(arena, &out);
}

/* The NAME that a plain column is called by: b of a.b, and of f(x).b; NULL for other values. */
static const cln_node *own_name(const cln_node *value)
{
    if (value->kind == CLN_COLUMN) {
        const cln_list *parts = CLN_AS(column, value)->parts;
        return parts->items[parts->count - 1];
    }
    if (value->kind == CLN_FIELD && cln_node_is(CLN_AS(field, value)->field, CLN_NAME))
        return CLN_AS(field, value)->field;
    return NULL;
}

/* Teradata: a (INTEGER), a (TITLE 'A') and CAST(a AS INTEGER) are called a. */
static const cln_node *without_conversions(const cln_node *value)
{
    for (;;) {
        if (value->kind == CLN_CAST)
            value = CLN_AS(cast, value)->operand;
        else if (value->kind == CLN_SUFFIX && CLN_AS(suffix, value)->op == TK_ATTRIBUTES)
            value = CLN_AS(suffix, value)->operand;
        else
            return value;
    }
}

/* Impala: UNNEST(arr) is the array's `item`. */
static bool is_unnest(const cln_node *value)
{
    const cln_list *name = cln_node_is(value, CLN_CALL) ? CLN_AS(call, value)->name : NULL;

    return cln_count(name) == 1 &&
           cln_text_equal_nocase(CLN_AS(name, name->items[0])->text, CLN_TEXT("unnest"));
}

colline_text cln_column_label(cln_arena *arena, const cln_dialect *dialect, colline_text source,
                              const cln_node *value, uint32_t place, bool top_level_query)
{
    const cln_node *name = own_name(dialect->id == COLLINE_TERADATA ? without_conversions(value) : value);
    size_t id = (size_t)dialect->id;
    label_style style = id < sizeof styles / sizeof *styles ? styles[id].style : STYLE_WRITTEN;
    colline_text label;

    if (name != NULL)
        return cln_fold_name(arena, dialect, CLN_AS(name, name)->text, (name->flags & CLN_QUOTED) != 0,
                             CLN_ROLE_COLUMN);
    switch (style) {
    case STYLE_IMPALA:
        if (is_unnest(value))
            return CLN_TEXT("item");
        return top_level_query ? cln_impala_label(arena, dialect, source, value)
                               : numbered(arena, "_c", place, "");
    case STYLE_POSTGRES:
        label = cln_postgres_label(arena, dialect, source, value);
        return label.length > 0 ? label : CLN_TEXT("?column?");
    case STYLE_PLACE: return numbered(arena, styles[id].before, place + styles[id].first, styles[id].after);
    case STYLE_SQUEEZED: return squeezed(arena, dialect, source, value->at, styles[id].squeeze);
    default: return cln_text_copy(arena, cln_text_of(source.data + value->at.offset, value->at.length));
    }
}
