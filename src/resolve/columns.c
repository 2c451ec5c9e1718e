#include "resolve/columns.h"

#include "syntax/walk.h"

/* ---- Patterns: the usual signs of a regular expression, within a number of steps ---- */

typedef struct regex {
    const char *pattern, *end;
    const char *name, *name_end;
    uint32_t steps, depth;
} regex;

/* Beyond these a pattern counts as one that fits. */
enum { MOST_STEPS = 2000, MOST_DEPTH = 100, LONGEST_PATTERN = 500 };

static bool matches_here(regex *x, const char *p, const char *end, const char *n, const char **stop);

/* Behind one atom: a, \d, [a-z], (a|b) */
static const char *atom_end(const char *p, const char *end)
{
    uint32_t depth = 0;

    if (*p == '\\')
        return p + 1 < end ? p + 2 : end;
    if (*p != '[' && *p != '(')
        return p + 1;
    if (*p == '[') {
        p += p + 1 < end && p[1] == '^' ? 3 : 2;
        while (p < end && *p != ']')
            p++;
        return p < end ? p + 1 : end;
    }
    for (; p < end; p++) {
        if (*p == '\\' && p + 1 < end)
            p++;
        else if (*p == '(')
            depth++;
        else if (*p == ')' && --depth == 0)
            return p + 1;
    }
    return end;
}

static bool is_word_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool in_class(const char *p, const char *end, char c)
{
    bool negated = p + 1 < end && p[1] == '^';
    bool found = false;

    for (p += negated ? 2 : 1; p + 1 < end; p++) {
        if (p + 3 < end && p[1] == '-') {
            found = found || (c >= p[0] && c <= p[2]);
            p += 2;
        } else {
            found = found || *p == c;
        }
    }
    return found != negated;
}

/* One byte of the name against an atom that is no group. */
static bool fits(const char *p, const char *end, char c)
{
    if (*p == '[')
        return in_class(p, end, c);
    if (*p == '\\' && p + 1 < end)
        return p[1] == 'd' ? c >= '0' && c <= '9' : p[1] == 'w' ? is_word_byte(c) : p[1] == c;
    return *p == '.' || *p == c;
}

/* The `|` of this level, or the end. */
static const char *branch_end(const char *p, const char *end)
{
    while (p < end && *p != '|')
        p = atom_end(p, end);
    return p;
}

static bool matches_branches(regex *x, const char *p, const char *end, const char *n, const char **stop)
{
    for (;;) {
        const char *bar = branch_end(p, end);
        if (matches_here(x, p, bar, n, stop))
            return true;
        if (bar >= end)
            return false;
        p = bar + 1;
    }
}

static bool matches_atom(regex *x, const char *p, const char *end, const char *n, const char **stop)
{
    if (*p == '(') {
        bool fitted;
        x->depth++;
        fitted = matches_branches(x, p + 1, end - 1, n, stop);
        x->depth--;
        return fitted;
    }
    *stop = n + 1;
    return n < x->name_end && fits(p, end, *n);
}

/* Greedy, and back from there; a group is taken as its first branch that fits. */
static bool matches_many(regex *x, const char *p, const char *atom, const char *end, const char *n,
                         const char **stop)
{
    const char *next = n;
    uint32_t most = *atom == '?' ? 1 : UINT32_MAX;
    uint32_t least = *atom == '+' ? 1 : 0;
    uint32_t times = 0;

    while (times < most && matches_atom(x, p, atom, n, &next) && next > n) {
        n = next;
        times++;
    }
    for (;; times--) {
        bool fitted;
        x->depth++;
        fitted = times >= least && matches_here(x, atom + 1, end, n, stop);
        x->depth--;
        if (fitted)
            return true;
        if (times == 0 || *p == '(')
            return false;
        n--;
    }
}

static bool matches_here(regex *x, const char *p, const char *end, const char *n, const char **stop)
{
    while (p < end) {
        const char *atom = atom_end(p, end);
        if (++x->steps > MOST_STEPS || x->depth > MOST_DEPTH) {
            *stop = n;
            return true;
        }
        if (*p == '^' || *p == '$') {
            if (n != (*p == '^' ? x->name : x->name_end))
                return false;
            p++;
            continue;
        }
        if (atom < end && (*atom == '*' || *atom == '+' || *atom == '?'))
            return matches_many(x, p, atom, end, n, stop);
        if (!matches_atom(x, p, atom, n, stop))
            return false;
        n = *stop;
        p = atom;
    }
    *stop = n;
    return true;
}

/* Whether the pattern fits some part of the name. */
static bool fits_pattern(colline_text pattern, colline_text name)
{
    regex x = { pattern.data, pattern.data + pattern.length, name.data, name.data + name.length, 0, 0 };

    if (pattern.length > LONGEST_PATTERN)
        return true;
    for (uint32_t i = 0; i <= name.length; i++) {
        const char *stop = name.data + i;
        if (matches_branches(&x, x.pattern, x.end, name.data + i, &stop))
            return true;
    }
    return false;
}

/* ---- COLUMNS ---- */

typedef struct finder {
    cln_walker walker;
    const cln_node *found;
} finder;

static cln_walk_answer enter(cln_walker *walker, const cln_node *node)
{
    finder *f = (finder *)walker;

    if (node->kind == CLN_QUERY)
        return CLN_WALK_SKIP;
    if (node->kind != CLN_CALL || cln_count(CLN_AS(call, node)->name) != 1 ||
        cln_count(CLN_AS(call, node)->arguments) != 1 ||
        !cln_text_equal_nocase(CLN_AS(name, CLN_AS(call, node)->name->items[0])->text, CLN_TEXT("columns")))
        return CLN_WALK_ON;
    f->found = node;
    return CLN_WALK_STOP;
}

const cln_node *cln_find_columns(const cln_node *value)
{
    finder f = { { enter, NULL, NULL }, NULL };

    (void)cln_walk(&f.walker, value);
    return f.found;
}

static colline_text inside_quotes(const cln_resolver *r, const cln_node *literal)
{
    colline_text text = cln_text_of_node(r, literal);

    return text.length >= 2 ? cln_text_of(text.data + 1, text.length - 2) : text;
}

/* COLUMNS(['a', 'b']), COLUMNS([t.a, t.b]) */
static bool is_listed(cln_resolver *r, const cln_list *items, colline_text name)
{
    for (uint32_t i = 0; i < cln_count(items); i++) {
        const cln_node *item = items->items[i];
        if (item->kind == CLN_LITERAL && cln_text_equal_nocase(inside_quotes(r, item), name))
            return true;
        if (item->kind == CLN_COLUMN &&
            cln_text_equal_nocase(cln_column_text(r, cln_last(CLN_AS(column, item)->parts)), name))
            return true;
    }
    return false;
}

/* A condition on the name that is no pattern (COLUMNS(c -> ...)) may choose any column. */
static bool chooses(cln_resolver *r, const cln_node *argument, colline_text name)
{
    if (cln_node_is(argument, CLN_LITERAL) && CLN_AS(literal, argument)->literal == CLN_LITERAL_STRING)
        return fits_pattern(inside_quotes(r, argument), name);
    if (cln_node_is(argument, CLN_COLLECTION))
        return is_listed(r, CLN_AS(collection, argument)->items, name);
    return true;
}

void cln_expand_columns(cln_resolver *r, cln_scope *scope, const cln_node *call, cln_outputs *into)
{
    const cln_node *argument = CLN_AS(call, call)->arguments->items[0];
    cln_outputs all = { NULL, 0, 0 };

    if (argument->kind == CLN_STAR) {
        cln_expand_star(r, scope, argument, into);
        return;
    }
    cln_expand_star(r, scope, NULL, &all);
    for (uint32_t i = 0; i < all.count; i++)
        if (chooses(r, argument, cln_text_of(all.items[i].name, all.items[i].length)))
            *CLN_PUSH(r->arena, into) = all.items[i];
}

colline_text cln_columns_name(cln_resolver *r, const cln_node *value, const cln_node *call,
                              colline_text column)
{
    colline_text text = cln_text_of_node(r, value);
    uint32_t before = call->at.offset - value->at.offset;
    cln_buffer name = { NULL, 0, 0 };

    if (value == call || before + call->at.length > text.length)
        return column;
    cln_buffer_add(r->arena, &name, cln_text_of(text.data, before));
    cln_buffer_add(r->arena, &name, column);
    cln_buffer_add(r->arena, &name,
                   cln_text_of(text.data + before + call->at.length, text.length - before - call->at.length));
    return cln_buffer_text(r->arena, &name);
}
