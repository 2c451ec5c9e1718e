/*
 * A type's text is written once, for the outermost type, in one notation for all dialects; the texts of the
 * types inside are slices of it, so that deep nesting costs no more than its own length:
 *
 *     ROW(a INT, b VARCHAR(10)[])      struct<a:int,b:array<varchar(10)>>
 *                                             ^^^   ^^^^^^^^^^^^^^^^^^
 */
#include "catalog/type.h"

/* Where the text of a type stands in the buffer, until the buffer moves no more. */
typedef struct mark {
    cln_type *type;
    uint32_t start, length;
} mark;

typedef struct builder {
    cln_arena *arena;
    const cln_dialect *dialect;
    colline_text source;
    cln_buffer text;
    CLN_VECTOR(mark) marks;
} builder;

static const cln_type *build(builder *b, const cln_node *node);

/* ---- Words ------------------------------------------------------------------------------------------- */

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Whether the byte may stand in a word, so that white space next to it matters. */
static bool in_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || (unsigned char)c >= 0x80;
}

/* Append `text` in lower case, but for quoted parts; white space only where it parts two words. */
static void add_squeezed(cln_arena *arena, cln_buffer *out, colline_text text)
{
    char quote = '\0';
    bool space = false;

    for (uint32_t i = 0; i < text.length; i++) {
        char c = text.data[i];
        if (quote == '\0' && is_space(c)) {
            space = true;
            continue;
        }
        if (space && out->count > 0 && in_word(out->items[out->count - 1]) && in_word(c))
            cln_buffer_add_char(arena, out, ' ');
        space = false;
        if (quote != '\0')
            quote = c == quote ? '\0' : quote;
        else if (c == '\'' || c == '"' || c == '`')
            quote = c;
        else if (c >= 'A' && c <= 'Z')
            c = (char)(c + ('a' - 'A'));
        cln_buffer_add_char(arena, out, c);
    }
}

static colline_text squeezed(cln_arena *arena, colline_text text)
{
    cln_buffer out = { NULL, 0, 0 };

    add_squeezed(arena, &out, text);
    return cln_buffer_text(arena, &out);
}

/* What stood in the source; nothing where the span is not inside of it. */
static colline_text written(const builder *b, const cln_node *node)
{
    if (node->at.offset > b->source.length || node->at.length > b->source.length - node->at.offset)
        return CLN_TEXT("");
    return cln_text_of(b->source.data + node->at.offset, node->at.length);
}

/* ---- From a tree --------------------------------------------------------------------------------------- */

static void add(builder *b, const char *string)
{
    cln_buffer_add_string(b->arena, &b->text, string);
}

static const cln_node *argument(const cln_type_node *type, uint32_t i)
{
    return i < cln_count(type->arguments) ? type->arguments->items[i] : NULL;
}

/* The i-th argument where it is a type, written after `before`; NULL otherwise. */
static const cln_type *inner(builder *b, const cln_type_node *type, uint32_t i, const char *before)
{
    const cln_node *node = argument(type, i);

    if (!cln_node_is(node, CLN_TYPE))
        return NULL;
    add(b, before);
    return build(b, node);
}

/* ARRAY<INT>, INT[], Array(Int32), LIST(INT), MULTISET<INT>; ARRAY alone says nothing of its elements */
static void build_array(builder *b, const cln_type_node *node, cln_type *type)
{
    type->kind = CLN_TYPE_ARRAY;
    add(b, "array");
    type->element = inner(b, node, 0, "<");
    if (type->element != NULL)
        add(b, ">");
}

/* MAP<STRING, INT>, Map(String, Int32) */
static void build_map(builder *b, const cln_type_node *node, cln_type *type)
{
    type->kind = CLN_TYPE_MAP;
    add(b, "map");
    type->key = inner(b, node, 0, "<");
    type->element = inner(b, node, 1, type->key != NULL ? "," : "<");
    if (type->key != NULL || type->element != NULL)
        add(b, ">");
}

static colline_text column_name(builder *b, const cln_node *node)
{
    if (cln_node_is(node, CLN_COLUMN) && cln_count(CLN_AS(column, node)->parts) > 0)
        node = CLN_AS(column, node)->parts->items[0];
    if (!cln_node_is(node, CLN_NAME))
        return CLN_TEXT("");
    return cln_fold_name(b->arena, b->dialect, CLN_AS(name, node)->text, (node->flags & CLN_QUOTED) != 0,
                         CLN_ROLE_COLUMN);
}

/* Tuple(Int32, String): t.1, t.2; ROW(INT, VARCHAR): r.field0, r.field1 */
static colline_text place_name(builder *b, bool tuple, uint32_t i)
{
    cln_buffer out = { NULL, 0, 0 };

    cln_buffer_add_string(b->arena, &out, tuple ? "" : "field");
    cln_buffer_add_number(b->arena, &out, tuple ? i + 1 : i);
    return cln_buffer_text(b->arena, &out);
}

static void build_field(builder *b, cln_field *field, colline_text name, const cln_node *type)
{
    field->name = name;
    cln_buffer_add(b->arena, &b->text, name);
    add(b, ":");
    if (cln_node_is(type, CLN_TYPE))
        field->type = build(b, type);
}

/* STRUCT<a: INT, b: STRING>, STRUCT(a INT), ROW(a INT, b INT), Tuple(a Int32), Nested(a Int32); fields
 * without names */
static void build_struct(builder *b, const cln_type_node *node, cln_type *type)
{
    bool named = cln_count(node->fields) > 0;
    bool tuple = cln_text_says(node->text, "tuple");
    const cln_list *list = named ? node->fields : node->arguments;
    cln_field *fields = CLN_NEW_ARRAY(b->arena, cln_field, cln_count(list));

    type->kind = CLN_TYPE_STRUCT;
    type->fields = fields;
    type->field_count = cln_count(list);
    add(b, "struct<");
    for (uint32_t i = 0; i < type->field_count; i++) {
        const cln_node *item = list->items[i];
        if (i > 0)
            add(b, ",");
        if (cln_node_is(item, CLN_COLUMN_DEF))
            build_field(b, &fields[i], column_name(b, CLN_AS(column_def, item)->name),
                        CLN_AS(column_def, item)->type);
        else
            build_field(b, &fields[i], place_name(b, tuple, i), item);
    }
    add(b, ">");
}

/* DECIMAL(10, 2), TIMESTAMP WITH TIME ZONE, UNIONTYPE<INT, STRING>, Enum8('a' = 1) */
static void build_scalar(builder *b, const cln_type_node *node)
{
    uint32_t count = cln_count(node->arguments);
    bool union_type = cln_text_says(node->text, "uniontype");

    add_squeezed(b->arena, &b->text, node->text);
    for (uint32_t i = 0; i < count; i++) {
        const cln_node *item = node->arguments->items[i];
        add(b, i > 0 ? "," : union_type ? "<" : "(");
        if (cln_node_is(item, CLN_TYPE))
            (void)build(b, item);
        else
            add_squeezed(b->arena, &b->text, written(b, item));
    }
    if (count > 0)
        add(b, union_type ? ">" : ")");
}

typedef enum shape { SCALAR, TRANSPARENT, ARRAY, MAP, STRUCT } shape;

static shape shape_of(const cln_type_node *node)
{
    static const struct {
        const char *word;
        shape shape;
    } words[] = {
        { "nullable", TRANSPARENT }, { "lowcardinality", TRANSPARENT },
        { "array", ARRAY },          { "list", ARRAY },
        { "multiset", ARRAY },       { "map", MAP },
        { "struct", STRUCT },        { "row", STRUCT },
        { "tuple", STRUCT },         { "nested", STRUCT },
        { "record", STRUCT },
    };

    if (node->node.flags & CLN_SUFFIX_ARRAY)
        return ARRAY;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (cln_text_says(node->text, words[i].word)) {
            if (words[i].shape == TRANSPARENT && !cln_node_is(argument(node, 0), CLN_TYPE))
                return SCALAR;
            if (words[i].shape == STRUCT && cln_count(node->fields) + cln_count(node->arguments) == 0)
                return SCALAR;
            return words[i].shape;
        }
    return cln_count(node->fields) > 0 ? STRUCT : SCALAR;
}

/* The tree's height is bounded, so this may recurse. */
static const cln_type *build(builder *b, const cln_node *node)
{
    const cln_type_node *found = CLN_AS(type, node);
    uint32_t start = b->text.count;
    cln_type *type;

    while (shape_of(found) == TRANSPARENT)
        found = CLN_AS(type, argument(found, 0));
    type = CLN_NEW(b->arena, cln_type);
    switch (shape_of(found)) {
    case ARRAY: build_array(b, found, type); break;
    case MAP: build_map(b, found, type); break;
    case STRUCT: build_struct(b, found, type); break;
    case TRANSPARENT:
    case SCALAR: build_scalar(b, found); break;
    }
    *CLN_PUSH(b->arena, &b->marks) = (mark){ type, start, b->text.count - start };
    return type;
}

const cln_type *cln_type_of(cln_arena *arena, const cln_dialect *dialect, colline_text source,
                            const cln_node *type)
{
    builder b = { .arena = arena, .dialect = dialect, .source = source };
    const cln_type *result;
    colline_text text;

    if (!cln_node_is(type, CLN_TYPE))
        return cln_type_opaque(arena, type != NULL ? written(&b, type) : CLN_TEXT(""));
    result = build(&b, type);
    text = cln_buffer_text(arena, &b.text);
    for (uint32_t i = 0; i < b.marks.count; i++)
        b.marks.items[i].type->text =
            cln_text_of(text.data + b.marks.items[i].start, b.marks.items[i].length);
    return result;
}

const cln_type *cln_type_opaque(cln_arena *arena, colline_text text)
{
    cln_type *type = CLN_NEW(arena, cln_type);

    type->text = squeezed(arena, text);
    return type;
}

/* ---- Copies -------------------------------------------------------------------------------------------- */

/* The text of an outermost type, and its copy. */
typedef struct copied_text {
    colline_text from, to;
} copied_text;

static colline_text copy_slice(cln_arena *arena, const copied_text *outer, colline_text slice)
{
    uintptr_t start = (uintptr_t)outer->from.data, at = (uintptr_t)slice.data;

    if (at < start || at - start > outer->from.length || slice.length > outer->from.length - (at - start))
        return cln_text_copy(arena, slice);
    return cln_text_of(outer->to.data + (at - start), slice.length);
}

static const cln_type *copy(cln_arena *arena, const copied_text *outer, const cln_type *from)
{
    cln_type *type;
    cln_field *fields;

    if (from == NULL)
        return NULL;
    type = CLN_NEW(arena, cln_type);
    type->kind = from->kind;
    type->text = copy_slice(arena, outer, from->text);
    type->key = copy(arena, outer, from->key);
    type->element = copy(arena, outer, from->element);
    type->field_count = from->field_count;
    type->fields = fields = from->field_count > 0 ? CLN_NEW_ARRAY(arena, cln_field, from->field_count) : NULL;
    for (uint32_t i = 0; i < from->field_count; i++) {
        fields[i].name = cln_text_copy(arena, from->fields[i].name);
        fields[i].type = copy(arena, outer, from->fields[i].type);
    }
    return type;
}

const cln_type *cln_type_copy(cln_arena *arena, const cln_type *type)
{
    copied_text outer;

    if (type == NULL)
        return NULL;
    outer.from = type->text;
    outer.to = cln_text_copy(arena, type->text);
    return copy(arena, &outer, type);
}

const cln_field *cln_type_field(const cln_type *type, colline_text name)
{
    if (type == NULL || type->kind != CLN_TYPE_STRUCT)
        return NULL;
    for (uint32_t i = 0; i < type->field_count; i++)
        if (cln_text_equal_nocase(type->fields[i].name, name))
            return &type->fields[i];
    return NULL;
}
