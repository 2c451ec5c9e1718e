#include "syntax/ast_build.h"

#include "sql.h"
#include "syntax/strict.h"
#include "syntax/walk.h"

/* ---- Nodes in general ---- */

uint32_t cln_span_end(colline_span at)
{
    return at.offset + at.length;
}

void cln_node_reach(cln_node *node, uint32_t end)
{
    if (end > cln_span_end(node->at))
        node->at.length = end - node->at.offset;
}

static uint32_t fail_by_height(cln_parse *pc, const cln_node *node)
{
    cln_parse_fail(pc, CLN_LIMIT, node->at, "the statement is nested deeper than %u levels", pc->max_nesting);
    return pc->max_nesting;
}

/* A node is one higher than its highest child; how high it may get is max_nesting. */
static inline void rise(cln_parse *pc, cln_node *node, uint32_t height_of_child)
{
    uint32_t height = height_of_child + 1;

    if (height > pc->max_nesting)
        height = fail_by_height(pc, node);
    if (height > node->height)
        node->height = (uint16_t)height;
}

void cln_node_rise(cln_parse *pc, cln_node *node, uint32_t height_of_child)
{
    rise(pc, node, height_of_child);
}

uint32_t cln_list_height(const cln_list *list)
{
    uint32_t height = 0;

    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i]->height > height)
            height = list->items[i]->height;
    return height;
}

static inline void watch(cln_parse *pc, const cln_node *node)
{
    if (pc->watched_kinds[node->kind])
        *CLN_PUSH(pc->arena, &pc->watched) = node;
    if (node->kind == CLN_TABLE_REF)
        *CLN_PUSH(pc->arena, &pc->tables) = node;
}

/* A node that may be watched, or stands too high. */
static CLN_NOINLINE cln_node *build_notable(cln_parse *pc, cln_node *node, uint32_t height)
{
    node->height = 0;
    rise(pc, node, height);
    watch(pc, node);
    return node;
}

cln_node *cln_build_node(cln_parse *pc, cln_node *node, uint32_t height)
{
    node->at = pc->at;
    node->id = pc->next_id++;
    node->height = (uint16_t)(height + 1);
    if (height >= pc->max_nesting || pc->watched_kinds[node->kind] || node->kind == CLN_TABLE_REF)
        return build_notable(pc, node, height);
    return node;
}

cln_node *cln_build_filled(cln_parse *pc, cln_node *node, uint32_t height)
{
    rise(pc, node, height);
    cln_node_reach(node, cln_span_end(pc->at));
    return node;
}

cln_node *cln_build_misfit(cln_parse *pc, cln_node *node)
{
    cln_parse_fail(pc, CLN_SYNTAX_ERROR, pc->at, "this cannot follow what stands in front of it");
    return node;
}

cln_node *cln_build_fill(cln_parse *pc, cln_node *node, const cln_node *draft)
{
    const cln_kind_facts *facts = cln_kind_facts_of(draft->kind);
    uint32_t height = 0;

    if (node->kind != draft->kind)
        return cln_build_misfit(pc, node);
    for (const cln_member *member = facts->members; member < facts->members + facts->member_count; member++) {
        const void *set = (const char *)draft + member->offset;
        if (member->list ? cln_member_list(draft, member) == NULL : cln_member_node(draft, member) == NULL)
            continue;
        memcpy((char *)node + member->offset, set, sizeof(void *));
        height = member->list ? cln_highest(height, cln_member_list(draft, member)) : cln_higher(height, cln_member_node(draft, member));
    }
    node->flags |= draft->flags;
    return cln_build_filled(pc, node, height);
}

/* Most lists stay at one item, which then stands right behind the list. */
cln_list *cln_build_list(cln_parse *pc, cln_node *item)
{
    cln_list *list;

    if (item == NULL)
        return NULL;
    list = cln_arena_get(pc->arena, sizeof *list + sizeof item);
    list->items = (cln_node **)(list + 1);
    list->items[0] = item;
    list->count = list->capacity = 1;
    return list;
}

/* The one item that stands behind its list moves to where others have room. */
static void widen(cln_parse *pc, cln_list *list)
{
    enum { SEVERAL = 4 };
    cln_node **items;

    if (list->capacity > 1) {
        list->items = cln_arena_grow(pc->arena, list->items, &list->capacity, list->count, sizeof *list->items);
        return;
    }
    items = cln_arena_get(pc->arena, SEVERAL * sizeof *items);
    items[0] = list->items[0];
    list->items = items;
    list->capacity = SEVERAL;
}

cln_list *cln_build_append(cln_parse *pc, cln_list *list, cln_node *item)
{
    if (item == NULL)
        return list;
    if (list == NULL)
        return cln_build_list(pc, item);
    if (list->count == list->capacity)
        widen(pc, list);
    list->items[list->count++] = item;
    return list;
}

cln_list *cln_build_concat(cln_parse *pc, cln_list *list, cln_list *more)
{
    for (uint32_t i = 0; i < cln_count(more); i++)
        list = cln_build_append(pc, list, more->items[i]);
    return list;
}

/* ---- Names ---- */

/* What stands between the quotes, a doubled closing quote once: "a""b" is a"b. */
static colline_text unquoted(cln_parse *pc, colline_text text)
{
    char close = text.data[0] == '[' ? ']' : text.data[0];
    colline_text inner = cln_text_of(text.data + 1, text.length - 2);
    uint32_t kept = 0;
    char *copy;

    if (memchr(inner.data, close, inner.length) == NULL)
        return inner;
    copy = cln_arena_get(pc->arena, inner.length);
    for (uint32_t i = 0; i < inner.length; i++) {
        copy[kept++] = inner.data[i];
        if (inner.data[i] == close)
            i++;
    }
    return cln_text_of(copy, kept);
}

/* ${x}, {{ x }}, {% x %} in a text that has a brace */
static bool has_template(colline_text text)
{
    for (uint32_t i = 0; i + 1 < text.length; i++)
        if ((text.data[i] == '$' && text.data[i + 1] == '{') ||
            (text.data[i] == '{' && (text.data[i + 1] == '{' || text.data[i + 1] == '%')))
            return true;
    return false;
}

/* A leaf needs no look at members. */
static void init_name(cln_parse *pc, cln_name_node *name, colline_text text, colline_span at, uint32_t flags)
{
    unsigned letters = cln_text_letters(text, pc->dialect->fold_columns == CLN_FOLD_UPPER ? 'a' : 'A');

    if ((letters & CLN_BRACES) != 0 && (pc->lexer.flags & CLN_LEX_TEMPLATE) != 0 && has_template(text))
        flags |= CLN_TEMPLATE;
    if ((letters & CLN_LETTERS) == 0)
        flags |= CLN_IS_FOLDED;
    *name = (cln_name_node){ .node = { CLN_NAME, 1, flags, pc->next_id++, at }, .text = text };
    if (pc->watched_kinds[CLN_NAME])
        watch(pc, &name->node);
}

static cln_node *name_of(cln_parse *pc, colline_text text, colline_span at, uint32_t flags)
{
    cln_name_node *name = cln_arena_get(pc->arena, sizeof *name);

    init_name(pc, name, text, at, flags);
    return &name->node;
}

cln_node *cln_build_name(cln_parse *pc, cln_token token)
{
    colline_text text = cln_parse_text(pc, token);

    if (token.kind != TK_QUOTED_ID)
        return name_of(pc, text, cln_token_span(token), token.kind == TK_PARAM ? CLN_TEMPLATE : 0);
    text = text.length >= 2 ? unquoted(pc, text) : text;
    if (text.length == 0)
        cln_parse_fail(pc, CLN_SYNTAX_ERROR, cln_token_span(token), "a quoted identifier is empty");
    return name_of(pc, text, cln_token_span(token), CLN_QUOTED);
}

cln_node *cln_build_long_name(cln_parse *pc)
{
    return name_of(pc, cln_text_of(pc->text.data + pc->at.offset, pc->at.length), pc->at, 0);
}

/* `p.d.t` in one pair of quotes is three names in some dialects. */
static cln_list *split_path(cln_parse *pc, cln_list *parts, cln_node *name, uint32_t flags)
{
    colline_text text = CLN_AS(name, name)->text;
    uint32_t start = 0;

    for (uint32_t i = 0; i <= text.length; i++) {
        if (i < text.length && text.data[i] != '.')
            continue;
        parts = cln_build_append(pc, parts, name_of(pc, cln_text_of(text.data + start, i - start), name->at, flags));
        start = i + 1;
    }
    return parts;
}

cln_list *cln_build_path(cln_parse *pc, cln_list *parts, cln_node *name)
{
    if ((name->flags & CLN_QUOTED) != 0 && (pc->dialect->features & CLN_FEATURE_QUOTED_PATH) != 0 &&
        memchr(CLN_AS(name, name)->text.data, '.', CLN_AS(name, name)->text.length) != NULL)
        parts = split_path(pc, parts, name, CLN_QUOTED);
    else if (pc->text.data[name->at.offset] == '\'' && (pc->dialect->lex & CLN_LEX_STRING_NAME) == 0)
        parts = split_path(pc, parts, name, 0);   /* IDENTIFIER('db.t') */
    else
        parts = cln_build_append(pc, parts, name);
    /* Each part is a level: a.b.c reaches into a and into b. */
    if (parts->count > pc->max_nesting)
        cln_parse_fail(pc, CLN_LIMIT, name->at, "the name has more than %u parts", pc->max_nesting);
    return parts;
}

cln_node *cln_build_string_alias(cln_parse *pc, cln_token token)
{
    colline_text text = cln_parse_text(pc, token);

    if (!cln_has_syntax(pc->dialect, CLN_SYNTAX_STRING_AS))
        cln_parse_fail(pc, CLN_SYNTAX_ERROR, cln_token_span(token), "found a string where an alias would stand");
    if (text.length >= 2 && (text.data[0] == '\'' || text.data[0] == '"'))
        text = unquoted(pc, text);
    return name_of(pc, text, cln_token_span(token), CLN_QUOTED);
}

cln_node *cln_build_name_of_string(cln_parse *pc, cln_token token)
{
    return name_of(pc, unquoted(pc, cln_parse_text(pc, token)), cln_token_span(token), CLN_QUOTED);
}

cln_node *cln_build_path_of(cln_parse *pc, cln_token word)
{
    cln_node *path = cln_build_literal(pc, CLN_LITERAL_STRING);

    path->at = cln_token_span(word);
    return path;
}

/* Whether the key of an option is the word, bare or quoted. */
static bool is_key(const cln_parse *pc, const cln_node *key, const char *word)
{
    colline_text text = cln_text_of(pc->text.data + key->at.offset, key->at.length);

    if (key->kind == CLN_COLUMN)
        return cln_is_word(CLN_AS(column, key)->parts, word);
    return key->kind == CLN_LITERAL && text.length > 2 && cln_text_says(cln_text_of(text.data + 1, text.length - 2), word);
}

/* The value of `word = value` among options; NULL: it is not there. */
cln_node *cln_build_option(cln_parse *pc, const cln_list *options, const char *word)
{
    for (uint32_t i = 0; i < cln_count(options); i++) {
        const cln_operation_node *option = cln_node_is(options->items[i], CLN_OPERATION)
                                               ? CLN_AS(operation, options->items[i]) : NULL;
        if (option != NULL && option->operands->count == 2 && is_key(pc, option->operands->items[0], word))
            return option->operands->items[1];
    }
    return NULL;
}

bool cln_is_word(const cln_list *name, const char *word)
{
    const cln_node *last = name->items[name->count - 1];

    return (last->flags & CLN_QUOTED) == 0 &&
           cln_text_says(CLN_AS(name, last)->text, word);
}

/* Whether a word starts with CU, LO or SE: most do not. */
static bool may_call(const char *word)
{
    int second = word[1] | 0x20;

    switch (word[0] | 0x20) {
    case 'c':
        return second == 'u';
    case 'l':
        return second == 'o';
    case 's':
        return second == 'e';
    default:
        return false;
    }
}

/* A function that is called without parentheses. */
static bool is_bare_call(const cln_node *name)
{
    static const colline_text calls[] = {
#define WORD(word) { word, sizeof(word) - 1 }
        WORD("current_date"), WORD("current_time"), WORD("current_timestamp"), WORD("localtime"),
        WORD("localtimestamp"), WORD("current_user"), WORD("session_user"), WORD("current_role"),
        WORD("current_catalog"), WORD("current_schema")
#undef WORD
    };
    colline_text text = CLN_AS(name, name)->text;

    if (text.length < 9 || !may_call(text.data))
        return false;
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        if (text.length == calls[i].length && cln_text_equal_nocase(text, calls[i]))
            return (name->flags & CLN_QUOTED) == 0;
    return false;
}

/* Db2: CURRENT DATE */
static bool is_current(const cln_node *name)
{
    colline_text text = CLN_AS(name, name)->text;

    return text.length > 8 && (name->flags & CLN_QUOTED) == 0 && memchr(text.data, ' ', text.length) != NULL &&
           cln_text_equal_nocase(cln_text_of(text.data, 7), CLN_TEXT("current"));
}

cln_node *cln_build_column(cln_parse *pc, cln_list *parts)
{
    if (parts->count == 1 && (is_bare_call(parts->items[0]) || is_current(parts->items[0])))
        return MAKE(call, 0, .name = parts);
    return MAKE(column, 0, .parts = parts);
}

/* A path of one name, all in one piece. */
struct simple_parts {
    cln_list parts;
    cln_node *part;
    cln_name_node name;
};

static void init_simple_parts(cln_parse *pc, struct simple_parts *made, cln_token token)
{
    made->part = &made->name.node;
    made->parts.items = &made->part;
    made->parts.count = made->parts.capacity = 1;
    init_name(pc, &made->name, cln_parse_text(pc, token), cln_token_span(token), 0);
}

static bool is_simple_name(const cln_parse *pc, cln_token token)
{
    return token.kind == TK_ID && pc->text.data[token.offset] != '\'';
}

cln_list *cln_build_simple_parts(cln_parse *pc, cln_token token)
{
    struct simple_parts *made;

    if (!is_simple_name(pc, token))
        return cln_build_path(pc, NULL, cln_build_name(pc, token));
    made = cln_arena_get(pc->arena, sizeof *made);
    init_simple_parts(pc, made, token);
    return &made->parts;
}

cln_node *cln_build_simple_column(cln_parse *pc, cln_token token)
{
    struct simple_column {
        cln_column_node column;
        struct simple_parts of_one;
    } *made;

    if (!is_simple_name(pc, token))
        return cln_build_column(pc, cln_build_path(pc, NULL, cln_build_name(pc, token)));
    made = cln_arena_get(pc->arena, sizeof *made);
    init_simple_parts(pc, &made->of_one, token);
    if (is_bare_call(made->of_one.part))
        return MAKE(call, 0, .name = &made->of_one.parts);
    made->column = (cln_column_node){ .node = { CLN_COLUMN, 2, 0, pc->next_id++, pc->at }, .parts = &made->of_one.parts };
    watch(pc, &made->column.node);
    return &made->column.node;
}

/* Oracle: a (+), a suffix whose operator is '+' */
cln_node *cln_build_outer_mark(cln_parse *pc, cln_list *parts, cln_token plus)
{
    const cln_node *last = parts->items[parts->count - 1];
    cln_node *column = MAKE(column, 0, .parts = parts);

    column->at.length = cln_span_end(last->at) - column->at.offset;
    return MAKE(suffix, 0, .operand = column, .op = plus.kind);
}

/* The string literals of {{ ref('x') }} and {{ source('s', 'x') }}, as NAMEs; NULL where it is something else. */
static cln_list *names_in_macro(cln_parse *pc, cln_token token)
{
    colline_text text = cln_parse_text(pc, token);
    cln_list *names = NULL;
    uint32_t i = 2;

    while (i < text.length && (text.data[i] == ' ' || text.data[i] == '-'))
        i++;
    if (text.length - i < 8 || (memcmp(text.data + i, "ref", 3) != 0 && memcmp(text.data + i, "source", 6) != 0))
        return NULL;
    while (i < text.length) {
        char quote = text.data[i++];
        uint32_t start = i;
        if (quote != '\'' && quote != '"')
            continue;
        while (i < text.length && text.data[i] != quote)
            i++;
        colline_span at = { token.offset + start, i - start };
        cln_node *name = name_of(pc, cln_text_of(text.data + start, at.length), at, 0);
        names = cln_build_append(pc, names, name);
        i++;
    }
    return names;
}

/* FROM 'file.parquet': the rule's text is the path; SQLite has no such files: a name. */
cln_node *cln_build_path_table(cln_parse *pc)
{
    if ((pc->dialect->lex & CLN_LEX_STRING_NAME) != 0)
        return MAKE(table_ref, 0, .parts = cln_build_list(pc, name_of(pc, unquoted(pc, cln_parse_text(pc, cln_token_at(TK_STRING, pc->at.offset, pc->at.length))),
                                                                      pc->at, CLN_QUOTED)));
    return MAKE(table_ref, 0, .path = cln_build_literal(pc, CLN_LITERAL_STRING));
}

cln_node *cln_build_parameter_table(cln_parse *pc, cln_token token)
{
    colline_text text = cln_parse_text(pc, token);
    cln_list *names = NULL;

    if (text.length > 2 && text.data[0] == '{' && text.data[1] == '{')
        names = names_in_macro(pc, token);
    /* Snowflake: a stage is a place, no table. */
    if (names == NULL && text.data[0] == '@' && (pc->dialect->lex & CLN_LEX_STAGE) != 0)
        return MAKE(table_ref, 0, .path = MAKE(parameter, 0));
    if (names == NULL)
        names = cln_build_list(pc, name_of(pc, text, cln_token_span(token), CLN_TEMPLATE));
    return MAKE(table_ref, 0, .parts = names);
}

/* ---- Expressions ---- */

cln_node *cln_build_literal(cln_parse *pc, cln_literal_kind kind)
{
    return MAKE(literal, 0, .literal = kind);
}

cln_node *cln_build_unit(cln_parse *pc, cln_token token)
{
    cln_node *node = cln_build_literal(pc, CLN_LITERAL_UNIT);

    node->at = cln_token_span(token);
    return node;
}

cln_node *cln_build_parens(cln_parse *pc, cln_node *expression)
{
    expression->flags |= CLN_PARENS;
    expression->at = pc->at;
    return expression;
}

/* Operators of one level run together: a + b - c; a = b is a run of its own. */
static uint32_t level_of(uint16_t op)
{
    switch (op) {
    case TK_OR:
        return 1;
    case TK_XOR:
        return 2;
    case TK_AND: case TK_DOUBLE_AMP:
        return 3;
    case TK_EQ: case TK_NE: case TK_LT: case TK_GT: case TK_LE: case TK_GE: case TK_NULL_EQ:
    case TK_KW_EQ: case TK_KW_NE: case TK_KW_LT: case TK_KW_GT: case TK_KW_LE: case TK_KW_GE:
        return 4;
    case TK_PLUS: case TK_MINUS:
        return 6;
    case TK_STAR: case TK_SLASH: case TK_PERCENT: case TK_DIV: case TK_MOD:
        return 7;
    default:
        return 5;
    }
}

/* `ops` with one more: its capacity is the power of two at or above its count. */
uint16_t *cln_ops_with(cln_parse *pc, const uint16_t *ops, uint32_t count, uint16_t op)
{
    uint16_t *grown = (uint16_t *)(uintptr_t)ops;

    if ((count & (count - 1)) == 0) {
        grown = cln_arena_get(pc->arena, (count == 0 ? 1 : 2 * (size_t)count) * sizeof *grown);
        if (count > 0)
            memcpy(grown, ops, count * sizeof *grown);
    }
    grown[count] = op;
    return grown;
}

/* Most have two operands and stay so: all that they need stands in one piece. */
static cln_node *make_operation(cln_parse *pc, cln_node *left, uint16_t op, cln_node *right)
{
    struct pair_operation {
        cln_operation_node operation;
        cln_list operands;
        cln_node *pair[2];
        uint16_t op;
    } *made = cln_arena_get(pc->arena, sizeof *made);

    made->pair[0] = left;
    made->pair[1] = right;
    made->op = op;
    made->operands.items = made->pair;
    made->operands.count = made->operands.capacity = 2;
    made->operation = CLN_DRAFT_OF(operation, 0, .operands = &made->operands, .ops = &made->op);
    return cln_build_node(pc, &made->operation.node, left->height > right->height ? left->height : right->height);
}

cln_node *cln_build_operation(cln_parse *pc, cln_node *left, cln_token op, cln_node *right)
{
    cln_operation_node *run = (cln_operation_node *)left;

    if (op.kind == TK_EQ && op.length == 2)
        cln_check_construct(pc, CLN_DOUBLE_EQUALS, cln_token_span(op));
    if (left->kind != CLN_OPERATION || (left->flags & CLN_PARENS) != 0 || level_of(run->ops[0]) != level_of(op.kind))
        return make_operation(pc, left, op.kind, right);
    run->ops = cln_ops_with(pc, run->ops, run->operands->count - 1, op.kind);
    cln_build_append(pc, run->operands, right);
    cln_node_rise(pc, left, right->height);
    cln_node_reach(left, cln_span_end(pc->at));
    return left;
}

/* a = NOT b */
cln_node *cln_build_operation_not(cln_parse *pc, cln_node *left, cln_token op, cln_token not, cln_node *right)
{
    cln_node *negated = MAKE(unary, 0, .operand = right, .op = not.kind);

    negated->at = (colline_span){ not.offset, cln_span_end(pc->at) - not.offset };
    return cln_build_operation(pc, left, op, negated);
}

static uint32_t kind_of_object(cln_parse *pc, const cln_node *object)
{
    static const char *const words[] = { "nan", "infinite", "document", "normalized", "present", "json", "empty", "unknown" };
    colline_text text = cln_text_of(pc->text.data + object->at.offset, object->at.length);

    switch (CLN_AS(literal, object)->literal) {
    case CLN_LITERAL_NULL:
        return TK_NULL;
    case CLN_LITERAL_TRUE:
        return TK_TRUE;
    case CLN_LITERAL_FALSE:
        return TK_FALSE;
    default:
        break;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (cln_text_says(text, words[i]))
            return TK_UNKNOWN;
    cln_parse_fail(pc, CLN_SYNTAX_ERROR, object->at, "found '%t', expected one of NULL, TRUE, FALSE, UNKNOWN, DISTINCT",
                   &text);
    return TK_UNKNOWN;
}

cln_node *cln_build_is(cln_parse *pc, cln_node *subject, uint32_t flags, cln_node *object)
{
    return MAKE(is, flags, .subject = subject, .object = object, .op = kind_of_object(pc, object));
}

cln_node *cln_build_in(cln_parse *pc, cln_node *subject, uint32_t flags, cln_list *values, cln_node *query)
{
    return MAKE(in, flags, .subject = subject, .values = values, .query = query);
}

/* x, (x, y) as the parameters of a lambda; NULL where they are something else. */
static cln_list *parameters_of(cln_parse *pc, const cln_node *node)
{
    cln_list *names = NULL;

    if (node->kind == CLN_COLUMN && CLN_AS(column, node)->parts->count == 1)
        return CLN_AS(column, node)->parts;
    if (node->kind != CLN_ROW)
        return NULL;
    for (uint32_t i = 0; i < cln_count(CLN_AS(row, node)->items); i++) {
        const cln_node *item = CLN_AS(row, node)->items->items[i];
        if (item->kind != CLN_COLUMN || CLN_AS(column, item)->parts->count != 1)
            return NULL;
        cln_node *name = CLN_AS(column, item)->parts->items[0];
        names = cln_build_append(pc, names, name);
    }
    return names;
}

static cln_node *call_with_lambda(cln_parse *pc, const char *word, cln_node *list, cln_list *names, cln_node *body)
{
    cln_node *name = MAKE(name, 0, .text = cln_text_of(word, strlen(word)));
    cln_list *arguments = cln_build_list(pc, list);

    arguments = cln_build_append(pc, arguments, MAKE(lambda, 0, .parameters = names, .body = body));
    return MAKE(call, 0, .name = cln_build_list(pc, name), .arguments = arguments);
}

cln_node *cln_build_comprehension(cln_parse *pc, cln_node *value, cln_list *names, cln_node *list, cln_node *condition)
{
    if (condition != NULL)
        list = call_with_lambda(pc, "list_filter", list, names, condition);
    return call_with_lambda(pc, "list_transform", list, names, value);
}

cln_node *cln_build_bound(cln_parse *pc, cln_node *value, cln_node *name, cln_node *body)
{
    return call_with_lambda(pc, "with", value, cln_build_list(pc, name), body);
}

cln_node *cln_build_lambda(cln_parse *pc, cln_node *parameters, cln_node *body)
{
    cln_list *names = parameters_of(pc, parameters);

    if (names == NULL && !(parameters->kind == CLN_ROW && CLN_AS(row, parameters)->items == NULL))
        cln_parse_fail(pc, CLN_SYNTAX_ERROR, parameters->at, "what stands before '->' is no list of parameters");
    return MAKE(lambda, 0, .parameters = names, .body = body);
}

/* INTERVAL (1) DAY is an interval, interval(1) and interval(a, b) are calls. */
cln_node *cln_build_interval(cln_parse *pc, cln_node *value, cln_node *unit)
{
    cln_list *arguments;

    if (unit != NULL || ((value->flags & CLN_PARENS) == 0 && value->kind != CLN_ROW))
        return MAKE(interval, 0, .value = value, .unit = unit);
    if (value->kind == CLN_ROW) {
        arguments = CLN_AS(row, value)->items;
    } else {
        value->flags &= ~(uint32_t)CLN_PARENS;
        arguments = cln_build_list(pc, value);
    }
    colline_span word = { pc->at.offset, 8 };
    cln_node *name = name_of(pc, cln_text_of(pc->text.data + word.offset, word.length), word, 0);
    return MAKE(call, 0, .name = cln_build_list(pc, name), .arguments = arguments);
}

static bool is_type_name(const cln_list *name)
{
    static const char *const types[] = {
        "bigint", "binary", "bit", "bool", "boolean", "char", "character", "date", "datetime", "datetime2",
        "datetimeoffset", "decimal", "double", "float", "int", "integer", "json", "money", "nchar", "numeric",
        "nvarchar", "real", "signed", "smalldatetime", "smallint", "string", "sysname", "text", "time", "timestamp",
        "tinyint", "uniqueidentifier", "unsigned", "varbinary", "varchar", "xml", "year", NULL
    };

    if (name->count != 1)
        return false;
    for (const char *const *type = types; *type != NULL; type++)
        if (cln_is_word(name, *type))
            return true;
    return false;
}

/* INT, VARCHAR(10) that were read as a column and a call; NULL where `node` is no type. */
static cln_node *type_of(cln_parse *pc, const cln_node *node)
{
    const cln_list *name = node->kind == CLN_COLUMN ? CLN_AS(column, node)->parts
                           : node->kind == CLN_CALL ? CLN_AS(call, node)->name
                                                    : NULL;
    cln_node *type;

    if (node->kind == CLN_TYPE)
        return (cln_node *)(uintptr_t)node;
    if (name == NULL || !is_type_name(name))
        return NULL;
    type = MAKE(type, 0, .text = CLN_AS(name, name->items[0])->text,
                .arguments = node->kind == CLN_CALL ? CLN_AS(call, node)->arguments : NULL);
    type->at = node->at;
    return type;
}

/* CONVERT(INT, x) and CONVERT(x, INT); NULL where neither is a type. */
static cln_node *conversion(cln_parse *pc, const cln_list *name, const cln_list *arguments)
{
    uint32_t op = cln_is_word(name, "convert") ? TK_CONVERT : TK_TRY_CONVERT;
    uint32_t value = 1;
    cln_node *type;

    if (arguments->count < 2 || (op == TK_TRY_CONVERT && !cln_is_word(name, "try_convert")))
        return NULL;
    type = type_of(pc, arguments->items[0]);
    if (type == NULL) {
        value = 0;
        type = type_of(pc, arguments->items[1]);
    }
    return type == NULL ? NULL : MAKE(cast, 0, .operand = arguments->items[value], .type = type, .op = op);
}

/* POSITION(a IN b) was read as the predicate a IN b. */
static cln_list *position_arguments(cln_parse *pc, const cln_list *name, cln_list *arguments)
{
    const cln_node *only = arguments->items[0];

    if (arguments->count != 1 || only->kind != CLN_IN || (only->flags & (CLN_PARENS | CLN_NOT)) != 0 ||
        cln_count(CLN_AS(in, only)->values) != 1 || !cln_is_word(name, "position"))
        return arguments;
    return cln_build_append(pc, cln_build_list(pc, CLN_AS(in, only)->subject), CLN_AS(in, only)->values->items[0]);
}

cln_node *cln_build_call_end(cln_parse *pc, cln_node *call)
{
    cln_call_node *node = (cln_call_node *)call;
    cln_node *cast = conversion(pc, node->name, node->arguments);

    if (cast != NULL)
        return cast;
    /* XMLELEMENT("e", a): the first names the element */
    if (cln_is_word(node->name, "xmlelement") && node->arguments->items[0]->kind == CLN_COLUMN) {
        node->arguments->items++;
        node->arguments->count--;
        node->arguments->capacity = node->arguments->count;
    }
    for (uint32_t i = 0; i < node->arguments->count; i++)
        if (node->arguments->items[i]->kind == CLN_TYPE)
            cln_parse_fail(pc, CLN_SYNTAX_ERROR, node->arguments->items[i]->at, "found a type, expected an expression");
    node->arguments = position_arguments(pc, node->name, node->arguments);
    return FILL(call, call, 0);
}

/* ClickHouse: what stood in the parentheses of quantile(0.9) were parameters. */
cln_node *cln_build_second_arguments(cln_parse *pc, cln_node *call, uint32_t flags, cln_list *arguments)
{
    cln_call_node *node = (cln_call_node *)call;

    if (call->kind != CLN_CALL) {
        cln_parse_fail(pc, CLN_SYNTAX_ERROR, pc->at, "a conversion cannot be called");
        return call;
    }
    node->parameters = node->arguments;
    return FILL(call, call, flags, .arguments = arguments);
}

/* EXTRACT's unit was read as a column: EXTRACT(DAY FROM x). */
static cln_node *as_unit(cln_parse *pc, cln_node *node)
{
    cln_node *unit;

    if (node->kind != CLN_COLUMN && node->kind != CLN_LITERAL && node->kind != CLN_CALL)
        return node;
    unit = MAKE(literal, 0, .literal = CLN_LITERAL_UNIT);
    unit->at = node->at;
    return unit;
}

cln_node *cln_build_special_call(cln_parse *pc, cln_list *name, cln_node *first, cln_node *second, cln_node *third,
                                 cln_node *fourth)
{
    cln_node *parts[] = { first, second, third, fourth };
    cln_list *arguments = NULL;

    if (cln_is_word(name, "extract") && first != NULL && second != NULL) {
        parts[0] = second;
        parts[1] = as_unit(pc, first);
    }
    for (uint32_t i = 0; i < 4; i++)
        arguments = cln_build_append(pc, arguments, parts[i]);
    return MAKE(call, 0, .name = name, .arguments = arguments);
}

cln_node *cln_build_quantified(cln_parse *pc, cln_token quantifier, cln_node *query, cln_list *values)
{
    return MAKE(quantified, 0, .query = query, .values = values, .quantifier = quantifier.kind);
}

/* ---- Types ---- */

static colline_text rule_text(const cln_parse *pc)
{
    return cln_text_of(pc->text.data + pc->at.offset, pc->at.length);
}

cln_node *cln_build_type(cln_parse *pc, cln_list *arguments, cln_list *fields)
{
    colline_text text = rule_text(pc);
    uint32_t word = 0;

    while (word < text.length && text.data[word] != '<' && text.data[word] != '(' && text.data[word] != ' ' &&
           text.data[word] != '\n' && text.data[word] != '\t')
        word++;
    if (arguments != NULL || fields != NULL)
        text.length = word;
    return MAKE(type, 0, .text = text, .arguments = arguments, .fields = fields);
}

/* INT -> DECIMAL(10, 2): what stands in the parentheses are types, literals, or the fields of a ROW. */
cln_node *cln_build_type_arguments(cln_parse *pc, cln_node *type, cln_list *arguments)
{
    if (arguments != NULL && arguments->items[0]->kind == CLN_COLUMN_DEF)
        return FILL(type, type, 0, .fields = arguments);
    return FILL(type, type, 0, .arguments = arguments);
}

cln_node *cln_build_array_type(cln_parse *pc, cln_node *element)
{
    return MAKE(type, CLN_SUFFIX_ARRAY, .text = CLN_TEXT("array"), .arguments = cln_build_list(pc, element));
}

cln_node *cln_build_type_words(cln_parse *pc, cln_node *type)
{
    cln_type_node *node = (cln_type_node *)type;

    if (node->arguments == NULL && node->fields == NULL)
        node->text = rule_text(pc);
    return FILL(type, type, 0);
}
