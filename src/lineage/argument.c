/*
 * argument.c -- what is given to a text that is run, and to a cursor that is opened.
 *
 *     EXECUTE IMMEDIATE 'INSERT INTO g VALUES (:1, :2)' USING r.a, v + 1      :1 is r.a, :2 is v + 1
 *     EXEC sp_executesql N'DELETE FROM g WHERE x = @p', N'@p INT', @p = @v    @p is @v
 */
#include "lineage/assigning.h"
#include "sql.h"
#include "syntax/inner.h"

/* ---- Lists ---- */

typedef struct splitting {
    cln_assigning *a;
    cln_lexer lexer;
    uint32_t offset, end;
    cln_token token; /* kind 0: the end */
    uint32_t passed; /* where the token in front of it ends */
} splitting;

static void next(splitting *s)
{
    s->passed = s->token.offset + s->token.length;
    s->token = cln_lex_within(&s->lexer, &s->offset, s->end);
}

static colline_text text_at(const splitting *s)
{
    return cln_text_of(s->lexer.text.data + s->token.offset, s->token.length);
}

static bool is_said(const splitting *s, const char *word)
{
    return s->token.kind != TK_QUOTED_ID && s->token.kind != TK_STRING && cln_text_says(text_at(s), word);
}

static splitting splitting_of(cln_assigning *a, colline_span at)
{
    splitting s = { .a = a, .lexer = cln_parser_lexer(a->session->parser), .offset = at.offset, .end = at.offset + at.length };

    next(&s);
    return s;
}

/* What stands between the parentheses around the whole. */
static colline_span without_parentheses(cln_assigning *a, colline_span at)
{
    splitting s = splitting_of(a, at);
    uint32_t depth = 0, first = s.token.offset + s.token.length, last;

    if (s.token.kind != TK_LP)
        return at;
    do {
        depth += s.token.kind == TK_LP;
        depth -= s.token.kind == TK_RP;
        last = s.token.offset;
        next(&s);
    } while (s.token.kind != 0 && depth > 0);
    return s.token.kind == 0 && depth == 0 ? (colline_span){ first, last - first } : at;
}

/* In front of a value: IN, OUT; p =>, @p =.  The name, if any. */
static colline_text take_name(splitting *s)
{
    splitting ahead;
    colline_text name;

    while (is_said(s, "in") || is_said(s, "out") || is_said(s, "inout"))
        next(s);
    ahead = *s;
    name = text_at(&ahead);
    next(&ahead);
    if (ahead.token.kind != TK_FAT_ARROW && ahead.token.kind != TK_ASSIGN && (ahead.token.kind != TK_EQ || s->token.kind != TK_PARAM))
        return CLN_TEXT("");
    next(&ahead);
    *s = ahead;
    return cln_variable_name(s->a->result->arena, name);
}

/* One argument, up to its comma. */
static cln_argument_text take_argument(splitting *s)
{
    cln_argument_text argument = { take_name(s), { s->token.offset, 0 } };
    uint32_t depth = 0;

    while (s->token.kind != 0 && (depth > 0 || s->token.kind != TK_COMMA)) {
        if (depth == 0 && (is_said(s, "as") || is_said(s, "output") || is_said(s, "out")))
            break;
        depth += s->token.kind == TK_LP || s->token.kind == TK_LB;
        depth -= (s->token.kind == TK_RP || s->token.kind == TK_RB) && depth > 0;
        next(s);
    }
    argument.value.length = s->passed > argument.value.offset ? s->passed - argument.value.offset : 0;
    if (is_said(s, "as")) {
        next(s);
        argument.name = cln_variable_name(s->a->result->arena, text_at(s));
    }
    while (s->token.kind != 0 && s->token.kind != TK_COMMA)
        next(s);
    next(s);
    return argument;
}

cln_argument_texts cln_split_arguments(cln_assigning *a, colline_span at)
{
    splitting s = splitting_of(a, without_parentheses(a, at));
    cln_argument_texts list = { NULL, 0, 0 };

    while (s.token.kind != 0)
        *CLN_PUSH(a->result->arena, &list) = take_argument(&s);
    return list;
}

const cln_value *cln_argument_value(cln_assigning *a, colline_span at)
{
    cln_variable *whole = cln_only_variable(a, at);
    const cln_value *value;

    if (whole != NULL)
        return whole->cursor ? &cln_value_outside : cln_variable_value(a->variables, whole);
    value = cln_evaluated(a, at);
    return value != NULL ? value : &cln_value_outside;
}

/* ---- Placeholders ---- */

/* sp_executesql: the names that N'@p INT, @q INT' declares, in order, for the arguments that have none. */
static void name_arguments(cln_assigning *a, cln_argument_texts *list)
{
    splitting s = splitting_of(a, list->items[0].value);
    char *said;
    cln_lexer lexer = s.lexer;
    uint32_t offset = 0, length, place = 1, depth = 0;
    bool first = true;
    cln_token token;

    if (s.token.kind != TK_STRING)
        return;
    said = cln_arena_get(a->result->arena, (size_t)s.token.length + 1);
    length = cln_literal_says(&s.lexer, s.token, said);
    said[length] = '\0';
    lexer.text = cln_text_of(said, length);
    while (place < list->count && (token = cln_lex_within(&lexer, &offset, length)).kind != 0) {
        if (first && token.kind == TK_PARAM && list->items[place].name.length == 0)
            list->items[place].name = cln_variable_name(a->result->arena, cln_text_of(said + token.offset, token.length));
        place += first && token.kind == TK_PARAM;
        depth += token.kind == TK_LP;
        depth -= token.kind == TK_RP && depth > 0;
        first = depth == 0 && token.kind == TK_COMMA;
    }
}

const cln_arguments *cln_read_arguments(cln_assigning *a, colline_span at)
{
    cln_argument_texts list = cln_split_arguments(a, at);
    uint32_t first = (a->session->dialect->script & CLN_SCRIPT_NO_SEMICOLON) != 0; /* which is the declaration */
    cln_arguments *arguments = CLN_NEW(a->variables->arena, cln_arguments);

    if (list.count <= first)
        return NULL;
    if (first > 0)
        name_arguments(a, &list);
    arguments->items = CLN_NEW_ARRAY(a->variables->arena, cln_variable, list.count);
    for (uint32_t i = first; i < list.count; i++)
        arguments->items[arguments->count++] = (cln_variable){ .name = cln_text_copy(a->variables->arena, list.items[i].name),
                                                               .value = cln_argument_value(a, list.items[i].value) };
    return arguments;
}

/* Inside of a block the same name is one placeholder, and who has which place is not told: none is given anything. */
void cln_find_placeholders(const cln_session_state *session, const cln_parsed *parsed, cln_arena *arena)
{
    cln_variables *variables = session->variables;
    const cln_arguments *arguments = parsed->level > parsed->floor ? NULL : parsed->arguments;
    cln_lexer lexer;
    uint32_t offset = parsed->at.offset, end = offset + parsed->at.length;
    cln_token token;

    variables->arguments = arguments;
    variables->placeholder_count = 0;
    if (arguments == NULL)
        return;
    lexer = cln_parser_lexer(session->parser);
    variables->placeholders = CLN_NEW_ARRAY(arena, uint32_t, arguments->count);
    while (variables->placeholder_count < arguments->count && (token = cln_lex_within(&lexer, &offset, end)).kind != 0)
        if (token.kind == TK_PARAM)
            variables->placeholders[variables->placeholder_count++] = token.offset;
}
