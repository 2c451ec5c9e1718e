#include "syntax/dump.h"

#include "sql.h"
#include "syntax/lexer.h"
#include "syntax/walk.h"

typedef struct dump {
    cln_arena *arena;
    cln_buffer *out;
    colline_text text;
} dump;

static void add(const dump *d, const char *string)
{
    cln_buffer_add_string(d->arena, d->out, string);
}

/* Operators are keywords or signs: AND, '+'. */
static void add_op(const dump *d, uint32_t kind)
{
    add(d, " ");
    add(d, kind == 0 ? "" : cln_token_name((uint16_t)kind));
}

/* ---- Flags: names for those that each kind uses ---- */

typedef struct flag_name {
    uint32_t flag;
    uint16_t kind; /* CLN_KIND_COUNT: any kind */
    const char *name;
} flag_name;

enum { ANY_KIND = CLN_KIND_COUNT };

static const flag_name flag_names[] = {
    { CLN_PARENS, ANY_KIND, "parens" },
    { CLN_QUOTED, CLN_NAME, "quoted" },
    { CLN_TEMPLATE, CLN_NAME, "template" },
    { CLN_NOT, ANY_KIND, "not" },
    { CLN_DISTINCT, ANY_KIND, "distinct" },
    { CLN_NULLS_IGNORED, CLN_CALL, "ignore_nulls" },
    { CLN_NULLS_RESPECTED, CLN_CALL, "respect_nulls" },
    { CLN_KEEP, CLN_CALL, "keep" },
    { CLN_DESCENDING, CLN_ORDER_ITEM, "desc" },
    { CLN_NULLS_FIRST, CLN_ORDER_ITEM, "nulls_first" },
    { CLN_NULLS_LAST, CLN_ORDER_ITEM, "nulls_last" },
    { CLN_ARRAY, ANY_KIND, "array" },
    { CLN_MAP, ANY_KIND, "map" },
    { CLN_STRUCT, ANY_KIND, "struct" },
    { CLN_JSON_PATH, ANY_KIND, "json_path" },
    { CLN_SUFFIX_ARRAY, CLN_TYPE, "suffix_array" },
    { CLN_RECURSIVE, ANY_KIND, "recursive" },
    { CLN_GROUP_BY_ALL, CLN_SELECT, "group_by_all" },
    { CLN_NATURAL, CLN_SOURCE, "natural" },
    { CLN_LATERAL, CLN_SOURCE, "lateral" },
    { CLN_GLOBAL, ANY_KIND, "global" },
    { CLN_JOIN_NESTED, CLN_SOURCE, "join_nested" },
    { CLN_ORDINALITY, CLN_SOURCE, "ordinality" },
    { CLN_BY_NAME, CLN_INSERT, "by_name" },
    { CLN_TEMPORARY, ANY_KIND, "temporary" },
    { CLN_EXTERNAL, CLN_CREATE_TABLE, "external" },
    { CLN_IF_EXISTS, ANY_KIND, "if_exists" },
    { CLN_OR_REPLACE, ANY_KIND, "or_replace" },
    { CLN_FIRST, CLN_MULTI_INSERT, "first" },
    { CLN_ALTER_VIEW, CLN_CREATE_VIEW, "alter" },
    { CLN_BY_SOURCE, CLN_MERGE_WHEN, "by_source" },
    { CLN_OVERWRITE, CLN_LOAD, "overwrite" },
    { CLN_NULLS_INCLUDED, CLN_UNPIVOT, "include_nulls" },
    { CLN_PRIMARY_KEY, CLN_COLUMN_DEF, "primary_key" },
    { CLN_COLUMN_FIRST, CLN_COLUMN_DEF, "first" },
    { CLN_HIDDEN_COLUMN, CLN_COLUMN_DEF, "hidden" },
    { CLN_IDENTITY, CLN_COLUMN_DEF, "identity" },
    { CLN_DATABASE, CLN_DROP, "database" },
    { CLN_SCHEMA, CLN_DROP, "schema" },
    { CLN_DATABASE, CLN_USE, "database" },
    { CLN_SCHEMA, CLN_USE, "schema" },
    { CLN_CATALOG, CLN_USE, "catalog" },
    { CLN_UNPACKED, CLN_CALL, "unpacked" },
    { CLN_OFFSET, CLN_SOURCE, "offset" },
    { CLN_VALUE, CLN_SELECT, "value" },
    { CLN_TEXT_QUERY, CLN_TRANSFER, "text_query" },
    { CLN_COMPOUND, CLN_ASSIGNMENT, "compound" },
    { CLN_STAR_ACTION, CLN_MERGE_WHEN, "star" },
    { CLN_OTHER_OBJECT, CLN_DROP, "other" },
    { CLN_OTHER_OBJECT, CLN_ALTER, "other" },
    { CLN_VIEW_OBJECT, CLN_DROP, "view" },
    { CLN_VIEW_OBJECT, CLN_ALTER, "view" },
    { CLN_MATERIALIZED, CLN_CREATE_VIEW, "materialized" },
    { CLN_MATERIALIZED, CLN_CTE, "materialized" },
};

static void add_flags(const dump *d, const cln_node *node)
{
    const char *before = " [";

    for (size_t i = 0; i < sizeof flag_names / sizeof flag_names[0]; i++) {
        const flag_name *f = &flag_names[i];
        if ((node->flags & f->flag) == 0 || (f->kind != ANY_KIND && f->kind != node->kind))
            continue;
        add(d, before);
        add(d, f->name);
        before = " ";
    }
    if (before[1] == '\0')
        add(d, "]");
}

/* ---- Plain members ---- */

static const char *const joins[] = { "",          "comma",      "join",         "cross",       "left",
                                     "right",     "full",       "left_semi",    "left_anti",   "right_semi",
                                     "right_anti", "lateral_view", "lateral_view_outer", "asof", "cross_apply",
                                     "outer_apply", "array",    "left_array" };
static const char *const set_ops[] = { "union",      "union_all", "intersect",     "intersect_all",
                                       "except",     "except_all", "union_by_name", "union_all_by_name" };
static const char *const insert_ops[] = { "into", "overwrite", "upsert", "replace" };
static const char *const alter_actions[] = { "other",         "rename",        "add_columns",
                                             "replace_columns", "drop_column", "change_column",
                                             "rename_column", "exchange",      "swap",        "append" };
static const char *const merge_actions[] = { "update", "insert", "delete", "nothing" };

static void add_word(const dump *d, const char *word)
{
    if (word[0] != '\0')
        add(d, " ");
    add(d, word);
}

/* a + b - c: the operators, each once per run of the same. */
static void add_ops(const dump *d, const uint16_t *ops, uint32_t count, bool set_operation)
{
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0 && ops[i] == ops[i - 1])
            continue;
        if (set_operation && (ops[i] & CLN_SET_LEFT) != 0)
            add_word(d, "left");
        if (set_operation && (ops[i] & CLN_SET_INNER) != 0)
            add_word(d, "inner");
        if (set_operation)
            add_word(d, set_ops[ops[i] & CLN_SET_KIND]);
        else
            add_op(d, ops[i]);
    }
}

static void add_source_text(const dump *d, const cln_node *node)
{
    enum { LONGEST = 60 };
    uint32_t length = node->at.length < LONGEST ? node->at.length : LONGEST;

    add(d, " ");
    for (uint32_t i = 0; i < length; i++) {
        char c = d->text.data[node->at.offset + i];
        cln_buffer_add_char(d->arena, d->out, c == '\n' || c == '\r' || c == '\t' ? ' ' : c);
    }
    if (length < node->at.length)
        add(d, "...");
}

static void add_name(const dump *d, colline_text text)
{
    add(d, " ");
    cln_buffer_add(d->arena, d->out, text);
}

/* The text of the node itself: a name, a literal. */
static void add_text(const dump *d, const cln_node *node)
{
    if (node->kind == CLN_NAME || node->kind == CLN_TYPE)
        add_name(d, cln_node_text(node));
    else if (node->kind == CLN_LITERAL || node->kind == CLN_PARAMETER)
        add_source_text(d, node);
}

/* What the node holds beside its text and other nodes. */
static void add_values(const dump *d, const cln_node *node)
{
    switch (node->kind) {
    case CLN_OPERATION:
        add_ops(d, CLN_AS(operation, node)->ops, CLN_AS(operation, node)->operands->count - 1, false);
        break;
    case CLN_SET_OPERATION:
        add_ops(d, CLN_AS(set_operation, node)->ops, CLN_AS(set_operation, node)->branches->count - 1, true);
        break;
    case CLN_UNARY:
        add_op(d, CLN_AS(unary, node)->op);
        break;
    case CLN_LIKE:
        add_op(d, CLN_AS(like, node)->op);
        break;
    case CLN_IS:
        add_op(d, CLN_AS(is, node)->op);
        break;
    case CLN_QUANTIFIED:
        add_op(d, CLN_AS(quantified, node)->quantifier);
        break;
    case CLN_CAST:
        add_op(d, CLN_AS(cast, node)->op);
        break;
    case CLN_SUFFIX:
        add_op(d, CLN_AS(suffix, node)->op);
        break;
    case CLN_GROUPING:
        add_op(d, CLN_AS(grouping, node)->op);
        break;
    case CLN_SOURCE:
        add_word(d, joins[CLN_AS(source, node)->join]);
        break;
    case CLN_INSERT:
        add_word(d, insert_ops[CLN_AS(insert, node)->operation]);
        break;
    case CLN_ALTER:
        add_word(d, alter_actions[CLN_AS(alter, node)->action]);
        break;
    case CLN_MERGE_WHEN:
        add_word(d, merge_actions[CLN_AS(merge_when, node)->action]);
        break;
    default:
        break;
    }
}

/* ---- The tree ---- */

/* A COLUMN, TABLE_REF or call's name is one line where it holds names only: column t.a */
static bool add_parts(const dump *d, const cln_node *node)
{
    const cln_list *parts = node->kind == CLN_COLUMN ? CLN_AS(column, node)->parts : NULL;

    if (node->kind == CLN_TABLE_REF && CLN_AS(table_ref, node)->path == NULL && CLN_AS(table_ref, node)->travel == NULL)
        parts = CLN_AS(table_ref, node)->parts;
    if (node->kind == CLN_USE)
        parts = CLN_AS(use, node)->parts;
    if (parts == NULL)
        return false;
    for (uint32_t i = 0; i < parts->count; i++) {
        bool quoted = (parts->items[i]->flags & CLN_QUOTED) != 0;
        add(d, i == 0 ? " " : ".");
        add(d, quoted ? "\"" : "");
        cln_buffer_add(d->arena, d->out, cln_node_text(parts->items[i]));
        add(d, quoted ? "\"" : "");
    }
    return true;
}

static void add_node(const dump *d, const cln_node *node, const char *role, uint32_t depth)
{
    const cln_kind_facts *facts = cln_kind_facts_of(node->kind);

    for (uint32_t i = 0; i < depth; i++)
        add(d, "  ");
    if (role != NULL) {
        add(d, role);
        add(d, ": ");
    }
    add(d, facts->name);
    add_text(d, node);
    add_values(d, node);
    bool whole = add_parts(d, node);
    add_flags(d, node);
    add(d, "\n");
    for (uint32_t i = 0; i < facts->member_count && !whole; i++) {
        const cln_member *member = &facts->members[i];
        const cln_list *list = member->list ? cln_member_list(node, member) : NULL;
        const cln_node *child = member->list ? NULL : cln_member_node(node, member);

        if (child != NULL)
            add_node(d, child, member->role, depth + 1);
        for (uint32_t j = 0; j < cln_count(list); j++)
            add_node(d, list->items[j], member->role, depth + 1);
    }
}

void cln_dump_detail(cln_arena *arena, cln_buffer *buffer, const cln_node *node)
{
    dump d = { arena, buffer, CLN_TEXT("") };

    add_values(&d, node);
    add_flags(&d, node);
}

void cln_dump(cln_arena *arena, cln_buffer *buffer, const cln_node *node, colline_text text)
{
    dump d = { arena, buffer, text };

    add_node(&d, node, NULL, 0);
}
