#include "resolve/name_test.h"
#include "resolve/regex.h"
#include "sql.h"

/* ---- LIKE and GLOB ---- */

static bool wildcards_fit(colline_text pattern, colline_text name, bool ignore_case, char many, char one)
{
    uint32_t p = 0, n = 0, star = UINT32_MAX, mark = 0;

    while (n < name.length) {
        colline_text left = cln_text_of(pattern.data + p, p < pattern.length), right = cln_text_of(name.data + n, 1);
        if (p < pattern.length && pattern.data[p] == many) {
            star = p++;
            mark = n;
        } else if (p < pattern.length &&
                   (pattern.data[p] == one ||
                    (ignore_case ? cln_text_equal_nocase(left, right) : cln_text_equal(left, right)))) {
            p++;
            n++;
        } else if (star != UINT32_MAX) {
            p = star + 1;
            n = ++mark;
        } else {
            return false;
        }
    }
    while (p < pattern.length && pattern.data[p] == many)
        p++;
    return p == pattern.length;
}

bool cln_like_fits(colline_text pattern, colline_text name, bool ignore_case)
{
    return wildcards_fit(pattern, name, ignore_case, '%', '_');
}

/* ---- Conditions ---- */

typedef struct name_test {
    cln_resolver *r;
    const cln_node *parameter;
    colline_text name;
} name_test;

static cln_name_answer name_answer(bool yes)
{
    return yes ? CLN_NAME_YES : CLN_NAME_NO;
}

static cln_name_answer not_so(cln_name_answer given)
{
    return given == CLN_NAME_MAYBE ? given : name_answer(given == CLN_NAME_NO);
}

static bool is_call_of(const cln_node *node, const char *name, uint32_t arguments)
{
    const cln_call_node *call = cln_node_is(node, CLN_CALL) ? CLN_AS(call, node) : NULL;

    return call != NULL && cln_count(call->name) == 1 && cln_count(call->arguments) == arguments &&
           cln_text_says(CLN_AS(name, call->name->items[0])->text, name);
}

/* What a text expression is for this name: the name itself, a literal, lower(c), upper(c). */
static bool tested_text(const name_test *t, const cln_node *node, colline_text *text)
{
    if (cln_node_is(node, CLN_STAR)) {
        *text = t->name;
        return true;
    }
    if (cln_node_is(node, CLN_COLUMN) && t->parameter != NULL && cln_count(CLN_AS(column, node)->parts) == 1) {
        *text = t->name;
        return cln_text_equal_nocase(CLN_AS(name, CLN_AS(column, node)->parts->items[0])->text,
                                     CLN_AS(name, t->parameter)->text);
    }
    if (cln_node_is(node, CLN_LITERAL) && CLN_AS(literal, node)->literal == CLN_LITERAL_STRING) {
        *text = cln_text_of_node(t->r, node);
        if (text->length < 2)
            return false;
        *text = cln_text_of(text->data + 1, text->length - 2);
        return true;
    }
    if (!is_call_of(node, "lower", 1) && !is_call_of(node, "upper", 1))
        return false;
    if (!tested_text(t, CLN_AS(call, node)->arguments->items[0], text))
        return false;
    *text = is_call_of(node, "lower", 1) ? cln_text_lower(t->r->arena, *text) : cln_text_upper(t->r->arena, *text);
    return true;
}

static cln_name_answer test_term(const name_test *t, const cln_node *node);

static cln_name_answer test_like(const name_test *t, const cln_like_node *like)
{
    colline_text text, pattern;
    bool fits;

    if (like->escape != NULL || !tested_text(t, like->subject, &text) || !tested_text(t, like->pattern, &pattern))
        return CLN_NAME_MAYBE;
    switch (like->op) {
    case TK_LIKE:
    case TK_ILIKE: fits = cln_like_fits(pattern, text, like->op == TK_ILIKE); break;
    case TK_GLOB: fits = wildcards_fit(pattern, text, false, '*', '?'); break;
    case TK_COLUMNS_STAR:
    case TK_STAR_EXCEPT: fits = cln_regex_fits(pattern, text, false); break;
    case TK_SIMILAR: fits = cln_regex_fits(pattern, text, true); break;
    default: return CLN_NAME_MAYBE;
    }
    return name_answer(fits != ((like->node.flags & CLN_NOT) != 0));
}

static cln_name_answer test_in(const name_test *t, const cln_in_node *in)
{
    colline_text text, value;
    bool found = false;

    if (in->query != NULL || !tested_text(t, in->subject, &text))
        return CLN_NAME_MAYBE;
    for (uint32_t i = 0; i < cln_count(in->values); i++) {
        if (!tested_text(t, in->values->items[i], &value))
            return CLN_NAME_MAYBE;
        found = found || cln_text_equal(text, value);
    }
    return name_answer(found != ((in->node.flags & CLN_NOT) != 0));
}

static bool holds_text(colline_text text, colline_text part)
{
    for (uint32_t i = 0; i + part.length <= text.length; i++)
        if (cln_text_equal(cln_text_of(text.data + i, part.length), part))
            return true;
    return false;
}

static cln_name_answer test_call(const name_test *t, const cln_node *node)
{
    colline_text text, part;
    const cln_list *arguments = CLN_AS(call, node)->arguments;
    uint32_t gap;

    if (cln_count(arguments) != 2 || !tested_text(t, arguments->items[0], &text) || !tested_text(t, arguments->items[1], &part))
        return CLN_NAME_MAYBE;
    gap = text.length >= part.length ? text.length - part.length : UINT32_MAX;
    if (is_call_of(node, "starts_with", 2) || is_call_of(node, "prefix", 2))
        return name_answer(gap != UINT32_MAX && cln_text_equal(cln_text_of(text.data, part.length), part));
    if (is_call_of(node, "ends_with", 2) || is_call_of(node, "suffix", 2))
        return name_answer(gap != UINT32_MAX && cln_text_equal(cln_text_of(text.data + gap, part.length), part));
    if (is_call_of(node, "contains", 2))
        return name_answer(holds_text(text, part));
    if (is_call_of(node, "regexp_matches", 2) || is_call_of(node, "regexp_full_match", 2))
        return name_answer(cln_regex_fits(part, text, is_call_of(node, "regexp_full_match", 2)));
    return CLN_NAME_MAYBE;
}

/* a AND b AND c, a OR b; c = 'x', c <> 'x' */
static cln_name_answer test_operation(const name_test *t, const cln_operation_node *node)
{
    uint16_t op = node->ops[0];
    colline_text left, right;
    bool maybe = false;

    if (op == TK_AND || op == TK_OR) {
        for (uint32_t i = 0; i < node->operands->count; i++) {
            cln_name_answer one = test_term(t, node->operands->items[i]);
            if (one == name_answer(op == TK_OR))
                return one;
            maybe = maybe || one == CLN_NAME_MAYBE;
        }
        return maybe ? CLN_NAME_MAYBE : name_answer(op == TK_AND);
    }
    if ((op != TK_EQ && op != TK_NE) || node->operands->count != 2 || !tested_text(t, node->operands->items[0], &left) ||
        !tested_text(t, node->operands->items[1], &right))
        return CLN_NAME_MAYBE;
    return name_answer(cln_text_equal(left, right) == (op == TK_EQ));
}

static cln_name_answer test_term(const name_test *t, const cln_node *node)
{
    switch (node->kind) {
    case CLN_OPERATION: return test_operation(t, CLN_AS(operation, node));
    case CLN_LIKE: return test_like(t, CLN_AS(like, node));
    case CLN_IN: return test_in(t, CLN_AS(in, node));
    case CLN_CALL: return test_call(t, node);
    case CLN_UNARY:
        return CLN_AS(unary, node)->op == TK_NOT ? not_so(test_term(t, CLN_AS(unary, node)->operand)) : CLN_NAME_MAYBE;
    default: return CLN_NAME_MAYBE;
    }
}

cln_name_answer cln_test_name(cln_resolver *r, const cln_node *condition, const cln_node *parameter, colline_text name)
{
    name_test t = { r, parameter, name };

    return test_term(&t, condition);
}
