#include "resolve/join.h"

#include "base/sort.h"
#include "resolve/places.h"

/* A column on one side of a join, whose sources are first..end: a merged one, or that of one source. */
static cln_origin side_column(cln_resolver *r, cln_scope *scope, uint32_t first, uint32_t end,
                              colline_text name, bool *found)
{
    const cln_merged *merged = cln_merged_within(scope, first, end, name);
    cln_wanted wanted = cln_want(name, false);
    cln_source_list candidates = { NULL, 0, 0 };
    const cln_source_list *open;
    cln_origin origin = CLN_NO_ORIGIN;
    uint32_t start;

    *found = true;
    if (merged != NULL)
        return merged->origin;
    cln_sources_with(r, scope, &wanted, first, end, &candidates);
    for (uint32_t i = 0; i < candidates.count; i++)
        if (!scope->sources.items[candidates.items[i]].hidden &&
            cln_rowset_look_up(r, scope->sources.items[candidates.items[i]].rows, &wanted, &origin))
            return origin;
    open = cln_open_sources(r, scope, first, &start);
    for (uint32_t i = start; i < open->count && open->items[i] < end; i++) {
        const cln_source *source = &scope->sources.items[open->items[i]];
        if (!source->hidden && source->rows->unknown_count > 0)
            return cln_leaf_of_name(r->origins, source->rows->unknowns[0], name, CLN_TEXT(""), NULL);
    }
    *found = false;
    return CLN_NO_ORIGIN;
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
    cln_add_merged(r, scope, &(cln_merged){ name, merge(r, node->join, left, other), first, end, 0, false });
}

/* A column that both sides of a NATURAL join have, and where the left side has it. */
typedef struct shared_column {
    colline_text name;
    colline_span at;          /* in USING */
    uint32_t source, column; /* column 0: a merged one, which stands in front of the source's own */
    const cln_merged *merged; /* that one; those of an outer join stand before those of an inner one */
} shared_column;
typedef CLN_VECTOR(shared_column) shared_columns;

static int compare_shared(const void *context, const shared_column *a, const shared_column *b)
{
    (void)context;
    if (a->source != b->source)
        return a->source < b->source ? -1 : 1;
    if (a->column != b->column || a->merged == NULL || b->merged == NULL)
        return (a->column > b->column) - (a->column < b->column);
    if (a->merged->end != b->merged->end)
        return a->merged->end > b->merged->end ? -1 : 1;
    return (a->merged > b->merged) - (a->merged < b->merged);
}

CLN_DEFINE_SORT(sort_shared, shared_column, const void, compare_shared)

/* Where a source has the column: 1 + its place. */
static uint32_t place_of(cln_resolver *r, const cln_rowset *rows, colline_text name)
{
    uint32_t width = cln_rowset_width(r, rows);

    for (uint32_t i = 0; i < width; i++)
        if (cln_text_equal_nocase(cln_rowset_name(r, rows, i), name))
            return i + 1;
    return width + 1;
}

/* Whether a side of the join, the sources first..end, has the column, and where. */
static bool find_on_side(cln_resolver *r, cln_scope *scope, uint32_t first, uint32_t end, shared_column *shared)
{
    const cln_merged *merged = cln_merged_within(scope, first, end, shared->name);
    cln_wanted wanted = cln_want(shared->name, false);
    cln_source_list candidates = { NULL, 0, 0 };
    cln_origin origin;

    if (merged != NULL) {
        shared->source = merged->first;
        shared->merged = merged;
        return true;
    }
    cln_sources_with(r, scope, &wanted, first, end, &candidates);
    for (uint32_t i = 0; i < candidates.count; i++) {
        const cln_source *source = &scope->sources.items[candidates.items[i]];
        if (source->hidden || source->qualified_only || !cln_rowset_look_up(r, source->rows, &wanted, &origin))
            continue;
        shared->source = candidates.items[i];
        shared->column = place_of(r, source->rows, shared->name);
        return true;
    }
    return false;
}

static void merge_shared(cln_resolver *r, cln_scope *scope, const cln_source_node *node, uint32_t first, uint32_t right, const shared_columns *shared)
{
    for (uint32_t i = 0; i < shared->count; i++)
        merge_column(r, scope, node, first, right, shared->items[i].name, shared->items[i].at);
}

static void sort_in_place(cln_resolver *r, const shared_columns *shared)
{
    if (shared->count > 1)
        sort_shared(shared->items, cln_arena_get(r->arena, shared->count * sizeof *shared->items), shared->count, NULL, r->arena->fault);
}

/* MySQL takes  t RIGHT JOIN u USING (k)  for  u LEFT JOIN t USING (k):  * has the columns of u before those of t, and merged ones in the
 * order in which the first of the two has them. */
static bool orders_by_tables(const cln_resolver *r)
{
    return cln_has_rule(r->dialect, CLN_RULE_RIGHT_FIRST);
}

enum { MOST_ORDERED = 64 }; /* MySQL joins no more */

static void put_right_first(cln_resolver *r, cln_scope *scope, uint32_t first, uint32_t right)
{
    uint32_t end = scope->sources.count, left[MOST_ORDERED];

    if (end - first > MOST_ORDERED)
        return;
    for (uint32_t i = scope->order.count; i < end; i++)
        *CLN_PUSH(r->arena, &scope->order) = i;
    for (uint32_t i = first; i < right; i++)
        left[i - first] = scope->order.items[i];
    for (uint32_t i = right; i < end; i++)
        scope->order.items[i - right + first] = scope->order.items[i];
    for (uint32_t i = first; i < right; i++)
        scope->order.items[i + end - right] = left[i - first];
}

/* NATURAL: the columns that both sides have, in the left side's order.  The right side's are gone through: it is small. */
static void merge_natural(cln_resolver *r, cln_scope *scope, const cln_source_node *node, uint32_t first,
                          uint32_t right)
{
    colline_span nowhere = { node->node.at.offset, 0 };
    cln_outputs columns = { NULL, 0, 0 };
    shared_columns shared = { NULL, 0, 0 };
    cln_map done = { NULL, 0, 0 };

    cln_list_columns(r, scope, right, scope->sources.count, &columns);
    for (uint32_t i = 0; i < columns.count; i++) {
        shared_column column = { cln_text_of(columns.items[i].name, columns.items[i].length), nowhere, 0, 0, NULL };
        if (cln_map_get_nocase(&done, column.name) != NULL || (column.name.length == 1 && column.name.data[0] == '*'))
            continue;
        cln_map_put_nocase(r->arena, &done, column.name, &done);
        if (find_on_side(r, scope, first, right, &column))
            *CLN_PUSH(r->arena, &shared) = column;
    }
    if (node->join != CLN_JOIN_RIGHT || !orders_by_tables(r))
        sort_in_place(r, &shared);
    merge_shared(r, scope, node, first, right, &shared);
}

/* What neither side has comes last. */
static void merge_using_by_tables(cln_resolver *r, cln_scope *scope, const cln_source_node *node, uint32_t first, uint32_t right)
{
    bool swaps = node->join == CLN_JOIN_RIGHT;
    shared_columns shared = { NULL, 0, 0 };

    for (uint32_t i = 0; i < cln_count(node->using); i++) {
        const cln_node *name = node->using->items[i];
        shared_column column = { cln_column_text(r, name), name->at, 0, 0, NULL };
        if ((name->flags & CLN_NOT) != 0)
            continue;
        if (!find_on_side(r, scope, swaps ? right : first, swaps ? scope->sources.count : right, &column))
            column.source = UINT32_MAX;
        *CLN_PUSH(r->arena, &shared) = column;
    }
    sort_in_place(r, &shared);
    merge_shared(r, scope, node, first, right, &shared);
}

static void merge_using(cln_resolver *r, cln_scope *scope, const cln_source_node *node, uint32_t first,
                        uint32_t right)
{
    for (uint32_t i = 0; i < cln_count(node->using); i++)
        if ((node->using->items[i]->flags & CLN_NOT) == 0)
            merge_column(r, scope, node, first, right, cln_column_text(r, node->using->items[i]),
                         node->using->items[i]->at);
}

/* USING (id) AS j: j has the merged columns, from `begin` on.  (What is damaged in the list was not merged.) */
static void name_merged(cln_resolver *r, cln_scope *scope, const cln_source_node *node, uint32_t begin)
{
    cln_rowset *rows = CLN_NEW(r->arena, cln_rowset);
    uint32_t count = scope->merged.count - begin;
    cln_output *columns = CLN_NEW_ARRAY(r->arena, cln_output, count);
    cln_source *source;

    for (uint32_t i = 0; i < count; i++) {
        const cln_merged *merged = &scope->merged.items[begin + i];
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
    uint32_t begin;

    if ((node->node.flags & CLN_NATURAL) != 0)
        merge_natural(r, scope, node, first, right);
    begin = scope->merged.count;
    if (cln_count(node->using) > 1 && orders_by_tables(r))
        merge_using_by_tables(r, scope, node, first, right);
    else
        merge_using(r, scope, node, first, right);
    if (node->join == CLN_JOIN_RIGHT && ((node->node.flags & CLN_NATURAL) != 0 || node->using != NULL) && orders_by_tables(r))
        put_right_first(r, scope, first, right);
    if (node->using_alias != NULL)
        name_merged(r, scope, node, begin);
    scope->first_visible = first; /* ON sees its two sides before anything else */
    cln_trace_condition(r, scope, scope->rows, CLN_LINK_JOIN_COND, 0, node->on);
    scope->first_visible = 0;
    if (drops_right(node->join))
        hide(scope, right, scope->sources.count);
    if (drops_left(node->join))
        hide(scope, first, right);
}
