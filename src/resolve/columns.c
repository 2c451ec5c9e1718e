#include "resolve/columns.h"
#include "resolve/name_test.h"
#include "resolve/regex.h"

#include "syntax/walk.h"

/* ---- COLUMNS ---- */

bool cln_is_columns_call(const cln_node *node)
{
    const cln_call_node *call = cln_node_is(node, CLN_CALL) ? CLN_AS(call, node) : NULL;

    return call != NULL && cln_count(call->name) == 1 && cln_count(call->arguments) == 1 &&
           cln_text_equal_nocase(CLN_AS(name, call->name->items[0])->text, CLN_TEXT("columns"));
}

typedef struct finder {
    cln_walker walker;
    const cln_node *found;
} finder;

static cln_walk_answer enter(cln_walker *walker, const cln_node *node)
{
    finder *f = (finder *)walker;

    if (node->kind == CLN_QUERY)
        return CLN_WALK_SKIP;
    if (node->kind == CLN_CALL && (node->flags & CLN_UNPACKED) != 0)
        return CLN_WALK_SKIP;
    if (!cln_is_columns_call(node))
        return CLN_WALK_ON;
    f->found = node;
    return CLN_WALK_STOP;
}

const cln_node *cln_find_columns(const cln_resolver *r, const cln_node *value)
{
    finder f = { { enter, r->arena->fault, NULL }, NULL };

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

/* A condition that is not known may choose any column. */
static bool chooses(cln_resolver *r, const cln_node *argument, colline_text name)
{
    if (cln_node_is(argument, CLN_LITERAL) && CLN_AS(literal, argument)->literal == CLN_LITERAL_STRING)
        return cln_regex_fits(inside_quotes(r, argument), name, false);
    if (cln_node_is(argument, CLN_COLLECTION))
        return is_listed(r, CLN_AS(collection, argument)->items, name);
    if (cln_node_is(argument, CLN_LAMBDA) && cln_count(CLN_AS(lambda, argument)->parameters) == 1)
        return cln_test_name(r, CLN_AS(lambda, argument)->body, CLN_AS(lambda, argument)->parameters->items[0], name) !=
               CLN_NAME_NO;
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

colline_text cln_columns_name(cln_resolver *r, const cln_node *value, const cln_node *call, colline_text column)
{
    colline_text text = cln_text_of_node(r, value), written = cln_text_of_node(r, call);
    cln_buffer name = { NULL, 0, 0 };

    if (value == call || written.length == 0)
        return column;
    for (uint32_t i = 0; i < text.length;) {
        colline_text here = cln_text_of(text.data + i, written.length);
        if (i + written.length <= text.length && cln_text_equal(here, written)) {
            cln_buffer_add(r->arena, &name, column);
            i += written.length;
        } else {
            cln_buffer_add_char(r->arena, &name, text.data[i++]);
        }
    }
    return cln_buffer_text(r->arena, &name);
}
