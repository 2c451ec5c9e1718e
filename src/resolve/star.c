/*
 * star.c -- what * and t.* stand for.
 *
 *     SELECT t.* EXCEPT (a) REPLACE (b + 1 AS b), u.s.* FROM t JOIN u USING (id)
 */
#include "resolve/name_test.h"
#include "resolve/places.h"
#include "resolve/regex.h"
#include "resolve/resolve.h"

/* What is said behind a star, by the name that it is about. */
typedef struct exceptions {
    const cln_list *apply;           /* functions that each column goes through */
    const cln_node *like;            /* a LIKE of the name; NULL */
    cln_map except, replace, rename; /* of the name; the select_item; the select_item */
} exceptions;

static const exceptions no_exceptions;

/* The name that an item of EXCEPT (a, t.b) or RENAME (a AS x) is about; NULL: none. */
static const cln_node *name_in(const cln_node *item)
{
    if (cln_node_is(item, CLN_COLUMN))
        item = cln_last(CLN_AS(column, item)->parts);
    return cln_node_is(item, CLN_NAME) ? item : NULL;
}

/* Of several items about one name the first counts. */
static void note(cln_resolver *r, cln_map *map, const cln_node *name, const cln_node *item)
{
    colline_text text;

    if (name == NULL)
        return;
    text = cln_column_text(r, name);
    if (cln_map_get_nocase(map, text) == NULL)
        cln_map_put_nocase(r->arena, map, text, (void *)(uintptr_t)item);
}

static exceptions exceptions_of(cln_resolver *r, const cln_star_node *star)
{
    exceptions e = { .like = star->like, .apply = star->apply };

    for (uint32_t i = 0; i < cln_count(star->except); i++)
        note(r, &e.except, name_in(star->except->items[i]), star->except->items[i]);
    for (uint32_t i = 0; i < cln_count(star->replace); i++)
        note(r, &e.replace, CLN_AS(select_item, star->replace->items[i])->alias, star->replace->items[i]);
    for (uint32_t i = 0; i < cln_count(star->rename); i++)
        note(r, &e.rename, name_in(CLN_AS(select_item, star->rename->items[i])->value),
             star->rename->items[i]);
    return e;
}

static const cln_select_item_node *item_about(const cln_map *map, colline_text name)
{
    const cln_node *item = cln_map_get_nocase(map, name);

    return item != NULL ? CLN_AS(select_item, item) : NULL;
}

static bool left_out(cln_resolver *r, const exceptions *star, colline_text name)
{
    if (cln_map_get_nocase(&star->except, name) != NULL)
        return true;
    if (star->like == NULL)
        return false;
    return cln_test_name(r, star->like, NULL, name) == CLN_NAME_NO;
}

/* APPLY (sum): the column's value goes through the function, which gives it its name: sum(a).  A lambda is named by what it calls. */
static void apply(cln_resolver *r, cln_scope *scope, const cln_node *function, cln_output *column)
{
    const cln_node *body = function->kind == CLN_LAMBDA ? CLN_AS(lambda, function)->body : function;
    const cln_list *name = body->kind == CLN_CALL ? CLN_AS(call, body)->name : body->kind == CLN_COLUMN ? CLN_AS(column, body)->parts : NULL;
    colline_text word = name != NULL ? CLN_AS(name, cln_last(name))->text : body->kind == CLN_NAME ? CLN_AS(name, body)->text : CLN_TEXT("");
    bool aggregate = (cln_builtin_traits(r->dialect, word) & CLN_TRAIT_AGGREGATE) != 0;
    cln_origin origin = cln_new_node(r->origins);
    cln_buffer label = { NULL, 0, 0 };

    cln_link_to(r->origins, origin, column->origin, aggregate ? CLN_LINK_AGG : CLN_LINK_PROJECT, 0, cln_expression_of(r, function));
    scope->aggregates = scope->aggregates || aggregate;
    cln_buffer_add(r->arena, &label, word.length > 0 ? word : cln_text_of_node(r, function));
    cln_buffer_add_char(r->arena, &label, '(');
    cln_buffer_add(r->arena, &label, cln_text_of(column->name, column->length));
    cln_buffer_add_char(r->arena, &label, ')');
    column->origin = origin;
    column->name = cln_buffer_text(r->arena, &label).data;
    column->length = label.count;
}

static void add(cln_resolver *r, cln_scope *scope, const exceptions *star, cln_output column,
                cln_outputs *into)
{
    colline_text name = cln_text_of(column.name, column.length);
    const cln_select_item_node *item;

    if (left_out(r, star, name))
        return;
    item = item_about(&star->replace, name);
    if (item != NULL)
        column.origin = cln_trace_value(r, scope, item->value);
    item = item_about(&star->rename, name);
    if (item != NULL && item->alias != NULL) {
        name = cln_column_text(r, item->alias);
        column.name = name.data;
        column.length = name.length;
    }
    for (uint32_t i = 0; i < cln_count(star->apply); i++)
        apply(r, scope, star->apply->items[i], &column);
    *CLN_PUSH(r->arena, into) = column;
}

/* A table's columns that * leaves out: hidden ones, in Impala those of complex types. */
static bool star_passes(const cln_resolver *r, const cln_rowset *rows, uint32_t i)
{
    const cln_column_info *column;

    if (rows->relation == 0)
        return false;
    column = &r->origins->relations.items[rows->relation - 1].table->columns[i];
    return column->hidden || ((r->dialect->features & CLN_FEATURE_COLLECTION_REFS) != 0 && column->type != NULL &&
                              column->type->kind != CLN_TYPE_SCALAR);
}

/* Room for exactly what a wide table gives. */
static void reserve(cln_resolver *r, const cln_rowset *rows, uint32_t width, cln_outputs *into)
{
    if (width < 8)
        return;
    if (rows->relation != 0)
        cln_reserve_leaves(r->origins, rows->relation - 1, width);
    CLN_RESERVE(r->arena, into, width);
}

/* The merged columns by the source with which their joins begin, those of the outermost join (the newest) before the
 * others: of each source 1 + the index of its first; of each column 1 + that of the next.  Where `told` is not NULL, merged
 * columns stand where the first source has them, and those that stand there already are marked. */
typedef struct merged_order {
    uint32_t *first, *next;
    bool *told;
} merged_order;

static bool stay_in_place(const cln_resolver *r)
{
    return cln_has_rule(r->dialect, CLN_RULE_MERGED_STAY);
}

/* So many sources before each have columns that are not known. */
static uint32_t *count_unknown(cln_resolver *r, const cln_scope *scope)
{
    uint32_t *before = CLN_NEW_ARRAY(r->arena, uint32_t, scope->sources.count + 1);

    for (uint32_t i = 0; i < scope->sources.count; i++)
        before[i + 1] = before[i] + (scope->sources.items[i].rows->unknown_count > 0);
    return before;
}

static merged_order order_merged(cln_resolver *r, const cln_scope *scope)
{
    merged_order order = { CLN_NEW_ARRAY(r->arena, uint32_t, scope->sources.count + 1),
                           CLN_NEW_ARRAY(r->arena, uint32_t, scope->merged.count), NULL };
    const uint32_t *unknown = stay_in_place(r) ? count_unknown(r, scope) : NULL;
    uint32_t end = 0;

    if (unknown != NULL)
        order.told = CLN_NEW_ARRAY(r->arena, bool, scope->merged.count);
    while (end < scope->merged.count) {
        uint32_t begin = end, first = scope->merged.items[begin].first, last = scope->merged.items[begin].end;
        while (end < scope->merged.count && scope->merged.items[end].first == first && scope->merged.items[end].end == last)
            end++;
        for (uint32_t i = end; i-- > begin;) {
            if (scope->merged.items[i].gone || (unknown != NULL && unknown[first] == unknown[last]))
                continue;
            if (order.told != NULL)
                order.told[i] = true;
            order.next[i] = order.first[first];
            order.first[first] = i + 1;
        }
    }
    return order;
}

static void add_merged_column(cln_resolver *r, cln_scope *scope, const exceptions *star, const cln_merged *merged, cln_outputs *into)
{
    add(r, scope, star, (cln_output){ merged->name.data, merged->name.length, merged->origin }, into);
}

/* A column that a merged one stands for. */
static void add_in_place(cln_resolver *r, cln_scope *scope, const exceptions *star, const merged_order *order,
                         const cln_merged *merged, cln_outputs *into)
{
    size_t place = (size_t)(merged - scope->merged.items);

    if (order->told == NULL || order->told[place])
        return;
    order->told[place] = true;
    add_merged_column(r, scope, star, merged, into);
}

/* The source's columns; without an order (t.*) those that merged ones stand for, too. */
static void add_source(cln_resolver *r, cln_scope *scope, const exceptions *star, const cln_source *source,
                       const merged_order *order, cln_outputs *into)
{
    const cln_rowset *rows = source->rows;
    uint32_t width = cln_rowset_width(r, rows);

    reserve(r, rows, width, into);
    for (uint32_t i = 0; i < width - rows->hidden_count; i++) {
        const cln_merged *merged = NULL;
        cln_output column;
        if (star_passes(r, rows, i))
            continue;
        column = cln_rowset_column(r, rows, i);
        if (order != NULL)
            merged = cln_merged_over(scope, (uint32_t)(source - scope->sources.items), cln_text_of(column.name, column.length));
        if (merged != NULL)
            add_in_place(r, scope, star, order, merged, into);
        else
            add(r, scope, star, column, into);
    }
    for (uint32_t i = 0; rows->relation != 0 && i < rows->unknown_count; i++)
        *CLN_PUSH(r->arena, into) = (cln_output){
            "*", 1, cln_leaf_of_name(r->origins, rows->unknowns[i], CLN_TEXT("*"), CLN_TEXT(""), NULL)
        };
}

static void add_range(cln_resolver *r, cln_scope *scope, const exceptions *star, uint32_t first, uint32_t end,
                      cln_outputs *into)
{
    merged_order order = { NULL, NULL, NULL };

    if (scope->merged.count > 0 && scope->merged.items[scope->merged.count - 1].end > first)
        order = order_merged(r, scope);
    for (uint32_t i = first; i < end; i++) {
        const cln_source *source = &scope->sources.items[i < scope->order.count ? scope->order.items[i] : i];
        for (uint32_t m = order.first != NULL ? order.first[i] : 0; m != 0; m = order.next[m - 1])
            add_merged_column(r, scope, star, &scope->merged.items[m - 1], into);
        if (!source->hidden && !source->qualified_only)
            add_source(r, scope, star, source, &order, into);
    }
}

void cln_list_columns(cln_resolver *r, cln_scope *scope, uint32_t first, uint32_t end, cln_outputs *into)
{
    add_range(r, scope, &no_exceptions, first, end, into);
}

/* REPLACE (x AS a) where no known column is a: it is somewhere among those that are not known. */
static void add_replacements(cln_resolver *r, cln_scope *scope, const cln_star_node *star, uint32_t first,
                             cln_outputs *into)
{
    uint32_t end = into->count;
    cln_map there = { NULL, 0, 0 };

    for (uint32_t k = first; k < end && cln_count(star->replace) > 0; k++)
        cln_map_put_nocase(r->arena, &there, cln_text_of(into->items[k].name, into->items[k].length), r);
    for (uint32_t i = 0; i < cln_count(star->replace); i++) {
        const cln_select_item_node *item = CLN_AS(select_item, star->replace->items[i]);
        colline_text name = item->alias != NULL ? cln_column_text(r, item->alias) : CLN_TEXT("");
        if (cln_map_get_nocase(&there, name) == NULL)
            *CLN_PUSH(r->arena, into) =
                (cln_output){ name.data, name.length, cln_trace_value(r, scope, item->value) };
    }
}

/* The fields of a value that is a struct; of one that is not known to be, "*". */
static void add_fields_of(cln_resolver *r, cln_scope *scope, cln_origin value, const exceptions *star, cln_outputs *into)
{
    const cln_shape *shape = cln_origin_shape(r->origins, value);
    const cln_type *type = cln_origin_type(r->origins, value);
    cln_origin leaf = cln_origin_leaf(r->origins, value);

    if (shape != NULL) {
        for (uint32_t i = 0; i < shape->count; i++)
            add(r, scope, star, shape->fields[i], into);
    } else if (leaf != CLN_NO_ORIGIN && type != NULL && type->kind == CLN_TYPE_STRUCT) {
        for (uint32_t i = 0; i < type->field_count; i++) {
            const cln_field *field = &type->fields[i];
            add(r, scope, star,
                (cln_output){ field->name.data, field->name.length,
                              cln_leaf_below(r, leaf, field->name, field->type) },
                into);
        }
    } else {
        *CLN_PUSH(r->arena, into) = (cln_output){ "*", 1, value };
    }
}

void cln_expand_value(cln_resolver *r, cln_scope *scope, cln_origin value, const cln_star_node *star, cln_outputs *into)
{
    exceptions e = exceptions_of(r, star);
    uint32_t first = into->count;

    add_fields_of(r, scope, value, &e, into);
    add_replacements(r, scope, star, first, into);
}

/* s.*: the fields of a struct. */
static void add_fields(cln_resolver *r, cln_scope *scope, const cln_list *qualifier, colline_span at,
                       const exceptions *star, cln_outputs *into)
{
    cln_found found;

    cln_find_name(r, scope, qualifier, at, &found);
    if (found.origins.count > 0)
        add_fields_of(r, scope, found.origins.items[0], star, into);
}

void cln_expand_star(cln_resolver *r, cln_scope *scope, const cln_node *node, cln_outputs *into)
{
    static const cln_star_node plain;
    const cln_star_node *star = node != NULL ? CLN_AS(star, node) : &plain;
    exceptions e = exceptions_of(r, star);
    uint32_t first = into->count;
    uint32_t used = 0;
    const cln_source *source;

    if (cln_count(star->qualifier) > 0) {
        source = cln_find_source(r, scope, star->qualifier, true, &used);
        if (source != NULL && used == star->qualifier->count)
            add_source(r, scope, &e, source, NULL, into);
        else
            add_fields(r, scope, star->qualifier, star->node.at, &e, into);
    } else {
        add_range(r, scope, &e, 0, scope->sources.count, into);
    }
    add_replacements(r, scope, star, first, into);
}

/* Those of `all` that match; nothing where one of them has that very name. */
static void add_matching(cln_resolver *r, const cln_outputs *all, colline_text pattern, cln_outputs *into)
{
    uint32_t steps = CLN_REGEX_STEPS;
    bool certain = cln_regex_is_certain(pattern);

    for (uint32_t i = 0; i < all->count; i++)
        if (cln_text_equal_nocase(cln_text_of(all->items[i].name, all->items[i].length), pattern))
            return;
    for (uint32_t i = 0; i < all->count; i++) {
        colline_text name = cln_text_of(all->items[i].name, all->items[i].length);
        bool unknown = cln_text_equal(name, CLN_TEXT("*"));
        if (unknown ? certain : cln_regex_matches(pattern, name, &steps))
            *CLN_PUSH(r->arena, into) = all->items[i];
    }
}

bool cln_expand_pattern(cln_resolver *r, cln_scope *scope, const cln_node *column, cln_outputs *into)
{
    const cln_list *parts = CLN_AS(column, column)->parts;
    cln_list qualifier = { parts->items, parts->count - 1, parts->count - 1 };
    colline_text pattern = CLN_AS(name, cln_last(parts))->text;
    cln_outputs all = { NULL, 0, 0 };
    uint32_t used = 0, before = into->count;

    if (!cln_has_rule(r->dialect, CLN_RULE_REGEX_COLUMNS) ||
        (cln_last(parts)->flags & CLN_QUOTED) == 0 || !cln_regex_is_possible(pattern))
        return false;
    if (qualifier.count > 0) {
        const cln_source *source = cln_find_source(r, scope, &qualifier, true, &used);
        if (source == NULL || used != qualifier.count)
            return false;
        add_source(r, scope, &no_exceptions, source, NULL, &all);
    } else {
        add_range(r, scope, &no_exceptions, 0, scope->sources.count, &all);
    }
    add_matching(r, &all, pattern, into);
    return into->count > before;
}

void cln_collect_unknowns(cln_resolver *r, const cln_scope *scope, cln_rowset *rows)
{
    CLN_VECTOR(uint32_t) unknowns = { NULL, 0, 0 };
    uint32_t stamp = ++r->stamps;

    for (uint32_t i = 0; i < scope->sources.count; i++) {
        const cln_rowset *from = scope->sources.items[i].rows;
        for (uint32_t k = 0; k < from->unknown_count && !scope->sources.items[i].hidden; k++) {
            cln_relation *relation = &r->origins->relations.items[from->unknowns[k]];
            if (relation->stamp != stamp)
                *CLN_PUSH(r->arena, &unknowns) = from->unknowns[k];
            relation->stamp = stamp;
        }
    }
    rows->unknowns = unknowns.items;
    rows->unknown_count = unknowns.count;
}
