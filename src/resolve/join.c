#include "resolve/join.h"

static cln_merged *merged_between(cln_scope *scope, uint32_t first, uint32_t end, colline_text name)
{
    for (uint32_t i = scope->merged.count; i-- > 0;) {
        cln_merged *merged = &scope->merged.items[i];
        if (merged->first >= first && merged->end <= end && cln_text_equal_nocase(merged->name, name))
            return merged;
    }
    return NULL;
}

/* A column on one side of a join, whose sources are first..end: a merged one, or that of one source. */
static cln_origin side_column(cln_resolver *r, cln_scope *scope, uint32_t first, uint32_t end,
                              colline_text name, bool *found)
{
    const cln_merged *merged = merged_between(scope, first, end, name);
    cln_origin origin = CLN_NO_ORIGIN;

    *found = true;
    if (merged != NULL)
        return merged->origin;
    for (uint32_t i = first; i < end; i++)
        if (!scope->sources.items[i].hidden &&
            cln_rowset_find(r, scope->sources.items[i].rows, name, false, &origin))
            return origin;
    for (uint32_t i = first; i < end; i++) {
        const cln_rowset *rows = scope->sources.items[i].rows;
        if (!scope->sources.items[i].hidden && rows->unknown_count > 0)
            return cln_leaf_of_name(r->origins, rows->unknowns[0], name, CLN_TEXT(""), NULL);
    }
    *found = false;
    return CLN_NO_ORIGIN;
}

/* The column of that name is shown by the merged one from now on. */
static void mark_merged(cln_resolver *r, cln_scope *scope, uint32_t first, uint32_t end, colline_text name)
{
    for (cln_merged *merged; (merged = merged_between(scope, first, end, name)) != NULL;) {
        uint32_t place = (uint32_t)(merged - scope->merged.items);
        memmove(merged, merged + 1, (--scope->merged.count - place) * sizeof *merged);
    }
    for (uint32_t i = first; i < end; i++) {
        cln_source *source = &scope->sources.items[i];
        cln_text_list *entry;
        cln_origin origin;
        if (!cln_rowset_find(r, source->rows, name, false, &origin) && source->rows->unknown_count == 0)
            continue;
        entry = CLN_NEW(r->arena, cln_text_list);
        *entry = (cln_text_list){ name, source->merged };
        source->merged = entry;
    }
}

void cln_hide_column(cln_resolver *r, cln_scope *scope, colline_text name)
{
    for (uint32_t i = 0; i < scope->sources.count; i++) {
        cln_text_list *entry = CLN_NEW(r->arena, cln_text_list);
        *entry = (cln_text_list){ name, scope->sources.items[i].merged };
        scope->sources.items[i].merged = entry;
    }
}

/* The merged column: the left side's; the right's of a RIGHT join; both sides' of a FULL one. */
static cln_origin merge(cln_resolver *r, uint32_t join, cln_origin left, cln_origin right)
{
    cln_origin both;

    if (join == CLN_JOIN_RIGHT)
        return right;
    if (join != CLN_JOIN_FULL)
        return left;
    both = cln_new_node(r->origins);
    cln_link_to(r->origins, both, left, CLN_LINK_PROJECT, 0, 0);
    cln_link_to(r->origins, both, right, CLN_LINK_PROJECT, 0, 0);
    return both;
}

/* One column of USING (name), or of NATURAL, between the sources first..right and right..end. */
static void merge_column(cln_resolver *r, cln_scope *scope, const cln_source_node *node, uint32_t first,
                         uint32_t right, colline_text name, colline_span at)
{
    bool left_found, right_found;
    uint32_t end = scope->sources.count;
    uint32_t expression =
        at.length > 0 ? cln_add_expression(r->origins, cln_text_of(r->text.data + at.offset, at.length)) : 0;
    cln_origin left = side_column(r, scope, first, right, name, &left_found);
    cln_origin other = side_column(r, scope, right, end, name, &right_found);

    if (!left_found || !right_found) {
        cln_warn(r, CLN_UNKNOWN_COLUMN, at, "one side of the join has no column %t", name);
        r->confirm = r->confirm || !r->foreign;
    }
    cln_link_to(r->origins, scope->rows, left, CLN_LINK_JOIN_COND, 0, expression);
    cln_link_to(r->origins, scope->rows, other, CLN_LINK_JOIN_COND, 0, expression);
    mark_merged(r, scope, first, end, name);
    *CLN_PUSH(r->arena, &scope->merged) = (cln_merged){ name, merge(r, node->join, left, other), first, end };
}

/* NATURAL: the columns that both sides have, in the left side's order. */
static void merge_natural(cln_resolver *r, cln_scope *scope, const cln_source_node *node, uint32_t first,
                          uint32_t right)
{
    colline_span nowhere = { node->node.at.offset, 0 };
    cln_outputs left = { NULL, 0, 0 };
    cln_map done = { NULL, 0, 0 };
    cln_origin other;

    cln_list_columns(r, scope, first, right, &left);
    for (uint32_t i = 0; i < left.count; i++) {
        colline_text name = cln_text_of(left.items[i].name, left.items[i].length);
        colline_text key = cln_text_lower(r->arena, name);
        bool found = cln_map_get(&done, key) == NULL &&
                     merged_between(scope, right, scope->sources.count, name) != NULL;
        for (uint32_t t = right; t < scope->sources.count && !found && cln_map_get(&done, key) == NULL; t++)
            found = !scope->sources.items[t].hidden &&
                    cln_rowset_find(r, scope->sources.items[t].rows, name, false, &other);
        if (found)
            merge_column(r, scope, node, first, right, name, nowhere);
        cln_map_put(r->arena, &done, key, &done);
    }
}

static void merge_using(cln_resolver *r, cln_scope *scope, const cln_source_node *node, uint32_t first,
                        uint32_t right)
{
    for (uint32_t i = 0; i < cln_count(node->using); i++)
        if ((node->using->items[i]->flags & CLN_NOT) == 0)
            merge_column(r, scope, node, first, right, cln_column_text(r, node->using->items[i]),
                         node->using->items[i]->at);
}

/* USING (id) AS j: j has the merged columns. */
static void name_merged(cln_resolver *r, cln_scope *scope, const cln_source_node *node)
{
    cln_rowset *rows = CLN_NEW(r->arena, cln_rowset);
    uint32_t count = cln_count(node->using);
    cln_output *columns = CLN_NEW_ARRAY(r->arena, cln_output, count);
    cln_source *source;

    for (uint32_t i = 0; i < count; i++) {
        const cln_merged *merged = &scope->merged.items[scope->merged.count - count + i];
        columns[i] = (cln_output){ merged->name.data, merged->name.length, merged->origin };
    }
    rows->columns = columns;
    rows->count = count;
    source = cln_add_source(r, scope, cln_table_text(r, node->using_alias), NULL, rows, node->using_alias->at);
    source->qualified_only = true;
}

static bool drops_right(uint32_t join)
{
    return join == CLN_JOIN_LEFT_SEMI || join == CLN_JOIN_LEFT_ANTI;
}

static bool drops_left(uint32_t join)
{
    return join == CLN_JOIN_RIGHT_SEMI || join == CLN_JOIN_RIGHT_ANTI;
}

static void hide(cln_scope *scope, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        scope->sources.items[i].hidden = true;
}

void cln_join_sources(cln_resolver *r, cln_scope *scope, const cln_source_node *node, uint32_t first,
                      uint32_t right)
{
    if ((node->node.flags & CLN_NATURAL) != 0)
        merge_natural(r, scope, node, first, right);
    merge_using(r, scope, node, first, right);
    if (node->using_alias != NULL)
        name_merged(r, scope, node);
    scope->first_visible = first; /* ON sees its two sides before anything else */
    cln_trace_condition(r, scope, scope->rows, CLN_LINK_JOIN_COND, 0, node->on);
    scope->first_visible = 0;
    if (drops_right(node->join))
        hide(scope, right, scope->sources.count);
    if (drops_left(node->join))
        hide(scope, first, right);
}
