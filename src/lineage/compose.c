#include "lineage/compose.h"

#include "sql.h"

/* Texts that start alike share what they say: the one that reaches to the end grows in place. */
typedef struct cln_text_buffer {
    char *bytes;
    uint32_t used, capacity;
} cln_text_buffer;

/* What a parenthesis belongs to. */
typedef enum group_kind { GROUP_PLAIN, GROUP_CONCAT, GROUP_CAST } group_kind;
enum { MOST_GROUPS = 32 };

typedef struct composing {
    cln_variables *variables;
    const cln_lexer *lexer;
    uint32_t offset, end;
    cln_token token; /* kind 0: the end */
    cln_script_text texts[CLN_MOST_TEXTS];
    uint32_t count;
    uint8_t groups[MOST_GROUPS];
    uint32_t depth;
} composing;

/* ---- Bytes ---- */

enum { COMPOSED_FACTOR = 4, FIRST_BUFFER = 256 };

/* So many bytes are written; false where they are too many in all. */
static bool charge(composing *c, uint64_t bytes)
{
    return cln_affords(&c->variables->composed, bytes, COMPOSED_FACTOR, c->lexer->text.length);
}

/* Room for `more` bytes behind what the text says; NULL: there is none. */
static char *room_behind(composing *c, cln_script_text *text, uint32_t more)
{
    cln_text_buffer *buffer = text->buffer;
    uint64_t length = (uint64_t)text->said.length + more;

    if (!charge(c, more))
        return NULL;
    if (buffer != NULL && text->said.length == buffer->used && length <= buffer->capacity)
        return buffer->bytes + buffer->used;
    if (length > UINT32_MAX / 2 || !charge(c, text->said.length))
        return NULL;
    buffer = CLN_NEW(c->variables->arena, cln_text_buffer);
    buffer->capacity = length > FIRST_BUFFER ? (uint32_t)length * 2 : FIRST_BUFFER;
    buffer->bytes = cln_arena_get(c->variables->arena, buffer->capacity);
    buffer->used = text->said.length;
    if (text->said.length > 0)
        memcpy(buffer->bytes, text->said.data, text->said.length);
    text->buffer = buffer;
    return buffer->bytes + buffer->used;
}

static void grow(cln_script_text *text, uint32_t more)
{
    text->buffer->used += more;
    text->said = cln_text_of(text->buffer->bytes, text->buffer->used);
}

static bool append_literal(composing *c, cln_script_text *text, cln_token literal)
{
    char *out = room_behind(c, text, literal.length);

    if (out == NULL)
        return false;
    grow(text, cln_literal_says(c->lexer, literal, out));
    return true;
}

/* All literals that stand at `at`. */
static bool append_literals(composing *c, cln_script_text *text, colline_span at)
{
    uint32_t offset = at.offset;
    cln_token token;

    while ((token = cln_lex_within(c->lexer, &offset, at.offset + at.length)).kind != 0)
        if (token.kind == TK_STRING && !append_literal(c, text, token))
            return false;
    return true;
}

static bool append_text(composing *c, cln_script_text *to, const cln_script_text *text)
{
    char *out;

    if (text->buffer == NULL)
        return append_literals(c, to, text->at);
    if (to->buffer == NULL) {
        *to = *text;
        return true;
    }
    out = room_behind(c, to, text->said.length);
    if (out == NULL)
        return false;
    memcpy(out, text->said.data, text->said.length);
    grow(to, text->said.length);
    return true;
}

/* Each text so far with each that the value may be. */
static bool append_value(composing *c, const cln_value *value)
{
    cln_script_text before[CLN_MOST_TEXTS];
    uint32_t count = 0;

    if (value == NULL || value->outside || value->text_count == 0 || value->text_count * c->count > CLN_MOST_TEXTS)
        return false;
    memcpy(before, c->texts, sizeof before);
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t k = 0; k < value->text_count; k++) {
            c->texts[count] = before[i];
            if (!append_text(c, &c->texts[count++], &value->texts[k]))
                return false;
        }
    c->count = count;
    return true;
}

/* ---- Expressions ---- */

static void step(composing *c)
{
    c->token = cln_lex_within(c->lexer, &c->offset, c->end);
}

static colline_text text_of(const composing *c)
{
    return cln_text_of(c->lexer->text.data + c->token.offset, c->token.length);
}

/* CHR (10): behind the name. */
static bool append_character(composing *c)
{
    uint32_t number = 0;
    colline_text digits;

    step(c);
    digits = text_of(c);
    if (c->token.kind != TK_NUMBER || digits.length > 3)
        return false;
    for (uint32_t i = 0; i < digits.length; i++) {
        if (digits.data[i] < '0' || digits.data[i] > '9')
            return false;
        number = number * 10 + (uint32_t)(digits.data[i] - '0');
    }
    step(c);
    if (number == 0 || number > 127 || c->token.kind != TK_RP)
        return false;
    for (uint32_t i = 0; i < c->count; i++) {
        char *out = room_behind(c, &c->texts[i], 1);
        if (out == NULL)
            return false;
        *out = (char)number;
        grow(&c->texts[i], 1);
    }
    step(c);
    return true;
}

static bool open_group(composing *c, group_kind kind)
{
    if (c->depth == MOST_GROUPS)
        return false;
    c->groups[c->depth++] = (uint8_t)kind;
    step(c);
    return true;
}

/* A name: a function that changes nothing, opened with its parenthesis, or a variable; *complete: a term ended. */
static bool pass_name(composing *c, bool *complete)
{
    static const char *const characters[] = { "chr", "char", "nchar", NULL }, *const joining[] = { "concat", NULL },
                     *const converting[] = { "cast", "to_clob", "to_nclob", NULL };
    colline_text name = text_of(c);
    cln_variable *variable;

    step(c);
    if (c->token.kind != TK_LP) {
        *complete = true;
        variable = cln_variable_find(c->variables, cln_variable_name(c->variables->arena, name));
        return variable != NULL && append_value(c, cln_variable_value(c->variables, variable));
    }
    if (cln_text_is_any(name, characters)) {
        *complete = true;
        return append_character(c);
    }
    if (cln_text_is_any(name, joining))
        return open_group(c, GROUP_CONCAT);
    return cln_text_is_any(name, converting) && open_group(c, GROUP_CAST);
}

/* Where a value is due; *complete: it was there, and not only the parenthesis in front of it. */
static bool pass_term(composing *c, bool *complete)
{
    cln_token literal = c->token;

    *complete = false;
    if (literal.kind == TK_LP)
        return open_group(c, GROUP_PLAIN);
    if (literal.kind != TK_STRING)
        return (literal.kind == TK_ID || literal.kind == TK_QUOTED_ID || literal.kind == TK_PARAM || literal.keyword != 0) && pass_name(c, complete);
    for (uint32_t i = 0; i < c->count; i++)
        if (!append_literal(c, &c->texts[i], literal))
            return false;
    step(c);
    *complete = true;
    return true;
}

/* CAST ('x' AS NVARCHAR (9)): from AS up to the parenthesis that closes it. */
static void pass_type(composing *c)
{
    for (uint32_t depth = 0; c->token.kind != 0 && (depth > 0 || c->token.kind != TK_RP); step(c)) {
        depth += c->token.kind == TK_LP;
        depth -= c->token.kind == TK_RP && depth > 0;
    }
}

/* Behind a value; *wanted: another one is due. */
static bool pass_operator(composing *c, bool *wanted)
{
    group_kind group = c->depth > 0 ? (group_kind)c->groups[c->depth - 1] : GROUP_PLAIN;

    if (c->token.kind == TK_CAST_OP) {
        step(c);
        step(c);
        return true;
    }
    if (group == GROUP_CAST && c->token.kind == TK_AS)
        pass_type(c);
    *wanted = c->token.kind == TK_CONCAT || c->token.kind == TK_PLUS || (group == GROUP_CONCAT && c->token.kind == TK_COMMA);
    if (!*wanted && (c->token.kind != TK_RP || c->depth == 0))
        return false;
    c->depth -= !*wanted;
    step(c);
    return true;
}

uint32_t cln_compose(cln_variables *variables, const cln_lexer *lexer, colline_span at, const cln_value *before, cln_script_text *texts)
{
    composing c = { .variables = variables, .lexer = lexer, .offset = at.offset, .end = at.offset + at.length, .count = 1 };
    bool wanted = true, complete;

    if (before != NULL && !append_value(&c, before))
        return 0;
    step(&c);
    while (c.token.kind != 0) {
        if (!wanted) {
            if (!pass_operator(&c, &wanted))
                return 0;
            continue;
        }
        if (!pass_term(&c, &complete))
            return 0;
        wanted = !complete;
    }
    memcpy(texts, c.texts, sizeof c.texts);
    return wanted || c.depth > 0 ? 0 : c.count;
}
