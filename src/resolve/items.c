/*
 * items.c -- the select list: each item is a column, or several.
 */
#include "resolve/block.h"
#include "resolve/columns.h"
#include "resolve/label.h"
#include "resolve/value_name.h"

/* Hive: the columns of a star in a block that groups are _col0, _col1 ... */
static void number_columns(cln_block *b, uint32_t first)
{
    for (uint32_t i = first; i < b->columns.count; i++) {
        cln_buffer name = { NULL, 0, 0 };
        cln_buffer_add_string(b->r->arena, &name, "_col");
        cln_buffer_add_number(b->r->arena, &name, i);
        b->columns.items[i].name = cln_buffer_text(b->r->arena, &name).data;
        b->columns.items[i].length = name.count;
    }
}

void cln_add_star_columns(cln_block *b, const cln_node *star)
{
    cln_outputs all = { NULL, 0, 0 };
    uint32_t first = b->columns.count;

    /* The star comes first in most queries that have one: its columns are the block's, without a copy. */
    if (b->columns.count == 0) {
        cln_expand_star(b->r, b->scope, star, &b->columns);
    } else {
        cln_expand_star(b->r, b->scope, star, &all);
        for (uint32_t i = 0; i < all.count; i++)
            *CLN_PUSH(b->r->arena, &b->columns) = all.items[i];
    }
    if (b->grouped && (b->r->dialect->features & CLN_FEATURE_HIVE_RESULT_NAMES) != 0)
        number_columns(b, first);
    while (b->facts.count < b->columns.count)
        *CLN_PUSH(b->r->arena, &b->facts) = (cln_item_facts){ false, false };
    b->scope->items = b->columns.items;
    b->scope->item_facts = b->facts.items;
    b->scope->item_count = b->columns.count;
}

/* json_tuple(x, 'a', 'b') AS (p, q): each alias is a column of the function. */
static void add_aliases(cln_block *b, const cln_select_item_node *item)
{
    uint32_t count = item->aliases->count;
    cln_origin *columns = CLN_NEW_ARRAY(b->r->arena, cln_origin, count);

    if (item->value->kind == CLN_CALL)
        cln_call_columns(b->r, b->scope, item->value, columns, count);
    else
        columns[0] = cln_trace_value(b->r, b->scope, item->value);
    for (uint32_t i = 0; i < count; i++) {
        if (item->value->kind != CLN_CALL)
            columns[i] = columns[0];
        cln_push_column(b, cln_column_text(b->r, item->aliases->items[i]), columns[i], true, false);
    }
}

static colline_text item_name(cln_block *b, const cln_select_item_node *item, uint32_t place)
{
    const cln_node *value = item->value;

    if (item->alias != NULL)
        return cln_column_text(b->r, item->alias);
    if (value->kind == CLN_COLUMN)
        return cln_column_text(b->r, cln_last(CLN_AS(column, value)->parts));
    if (value->kind == CLN_FIELD && cln_node_is(CLN_AS(field, value)->field, CLN_NAME))
        return cln_column_text(b->r, CLN_AS(field, value)->field);
    return cln_column_label(b->r->arena, b->r->dialect, b->r->text, value, place, b->top);
}

/* MIN(COLUMNS(*)): a column for each that the call stands for. */
static void add_columns(cln_block *b, const cln_select_item_node *item, const cln_node *call)
{
    cln_resolver *r = b->r;
    cln_outputs chosen = { NULL, 0, 0 };
    bool outer_aggregates = b->scope->aggregates;

    cln_expand_columns(r, b->scope, call, &chosen);
    for (uint32_t i = 0; i < chosen.count; i++) {
        colline_text name = cln_text_of(chosen.items[i].name, chosen.items[i].length);
        cln_origin origin = chosen.items[i].origin;
        b->scope->aggregates = false;
        if (item->value != call) {
            r->columns_call = call;
            r->columns_origin = origin;
            origin = cln_trace_value(r, b->scope, item->value);
            r->columns_call = NULL;
        }
        name = item->alias != NULL ? cln_column_text(r, item->alias)
                                   : cln_columns_name(r, item->value, call, name);
        cln_push_column(b, name, origin, item->alias != NULL, b->scope->aggregates);
        outer_aggregates = outer_aggregates || b->scope->aggregates;
    }
    b->scope->aggregates = outer_aggregates;
}

/* STRUCT(a AS x, b).*, f(a).* */
static void add_struct(cln_block *b, const cln_field_node *field)
{
    cln_origin origin = cln_trace_value(b->r, b->scope, field->operand);
    cln_outputs columns = { NULL, 0, 0 };

    cln_expand_value(b->r, b->scope, origin, CLN_AS(star, field->field), &columns);
    for (uint32_t i = 0; i < columns.count; i++)
        cln_push_column(b, cln_text_of(columns.items[i].name, columns.items[i].length), columns.items[i].origin, false,
                    false);
}

/* `a.*`, explode(m): one item that is several columns. */
static bool add_expanded(cln_block *b, const cln_node *value)
{
    cln_outputs columns = { NULL, 0, 0 };

    if (value->kind == CLN_FIELD && cln_node_is(CLN_AS(field, value)->field, CLN_STAR)) {
        add_struct(b, CLN_AS(field, value));
        return true;
    }
    if (value->kind != CLN_COLUMN && value->kind != CLN_CALL)
        return false;
    if (value->kind == CLN_COLUMN ? !cln_expand_pattern(b->r, b->scope, value, &columns)
                                  : !cln_expand_call(b->r, b->scope, value, &columns))
        return false;
    for (uint32_t i = 0; i < columns.count; i++)
        cln_push_column(b, cln_text_of(columns.items[i].name, columns.items[i].length), columns.items[i].origin,
                    false, false);
    return true;
}

static void add_item(cln_block *b, const cln_node *node, uint32_t place)
{
    const cln_select_item_node *item;
    const cln_node *columns;
    bool outer_aggregates = b->scope->aggregates;
    cln_origin origin;

    if (node->kind == CLN_STAR) {
        cln_add_star_columns(b, node);
        return;
    }
    item = CLN_AS(select_item, node);
    if (item->value->kind == CLN_STAR) {
        cln_add_star_columns(b, item->value);
        return;
    }
    if (cln_count(item->aliases) > 0) {
        add_aliases(b, item);
        return;
    }
    if (b->has_columns && (columns = cln_find_columns(b->r, item->value)) != NULL) {
        add_columns(b, item, columns);
        return;
    }
    if (item->alias == NULL && add_expanded(b, item->value))
        return;
    b->scope->aggregates = b->scope->windowed = false;
    origin = cln_trace_part(b->r, b->scope, item);
    cln_push_column(b, item_name(b, item, place), origin, item->alias != NULL,
                    b->scope->aggregates || b->scope->windowed);
    b->scope->aggregates = b->scope->aggregates || outer_aggregates;
}

/* Hive: SELECT a.x, b.x gives the columns a.x and b.x, where plain x would stand twice. */
static void make_unique(cln_block *b, const cln_list *items)
{
    cln_map seen = { NULL, 0, 0 };

    if (cln_count(items) != b->columns.count || cln_count(items) == 0)
        return; /* a star is among them */
    for (uint32_t i = 0; i < b->columns.count; i++) {
        colline_text key = cln_text_of(b->columns.items[i].name, b->columns.items[i].length);
        uintptr_t times = (uintptr_t)cln_map_get(&seen, key);
        cln_map_put(b->r->arena, &seen, key, (void *)(times + 1));
    }
    for (uint32_t i = 0; i < items->count; i++) {
        const cln_select_item_node *item = CLN_AS(select_item, items->items[i]);
        colline_text key = cln_text_of(b->columns.items[i].name, b->columns.items[i].length);
        if ((uintptr_t)cln_map_get(&seen, key) < 2 || item->alias != NULL ||
            item->value->kind != CLN_COLUMN || CLN_AS(column, item->value)->parts->count < 2)
            continue;
        key = cln_text_lower(b->r->arena, cln_text_of_node(b->r, item->value));
        b->columns.items[i].name = key.data;
        b->columns.items[i].length = key.length;
    }
}

/* ClickHouse: an item's name stands for its value everywhere, also in items before it. */
static void name_items(cln_block *b, const cln_list *items, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++)
        if (items->items[i]->kind == CLN_SELECT_ITEM)
            cln_name_part(b->r, b->scope, CLN_AS(select_item, items->items[i]));
}

/* Of so many items each may use those behind it: each of a chain of such is walked to its end. */
enum { MOST_ITEMS_AHEAD = 1000 };
/* ... and so many items in front of it are looked at for one that it may have changed names with. */
enum { MOST_SWAPPED = 64 };

/* The NAME of an item that is a column under another name: b of `b AS a`; NULL. */
static const cln_node *renamed_column(const cln_node *item)
{
    const cln_node *value = item->kind == CLN_SELECT_ITEM && CLN_AS(select_item, item)->alias != NULL ? CLN_AS(select_item, item)->value : NULL;

    return cln_node_is(value, CLN_COLUMN) && CLN_AS(column, value)->parts->count == 1 ? CLN_AS(column, value)->parts->items[0] : NULL;
}

/* SELECT a AS b, b AS a, where nobody knows the table: two columns change names; read as an alias, b would only be a once more. */
static bool changes_names(cln_block *b, const cln_list *items, uint32_t index)
{
    const cln_node *name = renamed_column(items->items[index]), *other;

    if (name == NULL || cln_item_called(b->r, b->scope, cln_column_text(b->r, name)) == 0)
        return false;
    for (uint32_t i = index < MOST_SWAPPED ? 0 : index - MOST_SWAPPED; i < index; i++) {
        other = renamed_column(items->items[i]);
        if (other != NULL &&
            cln_text_equal_nocase(cln_column_text(b->r, other), cln_column_text(b->r, CLN_AS(select_item, items->items[index])->alias)) &&
            cln_text_equal_nocase(cln_column_text(b->r, name), cln_column_text(b->r, CLN_AS(select_item, items->items[i])->alias)))
            return true;
    }
    return false;
}

void cln_add_items(cln_block *b, const cln_list *items)
{
    uint32_t features = b->r->dialect->features;
    bool named = (b->r->dialect->script & CLN_SCRIPT_VALUE_CTES) != 0;

    if (cln_count(items) > 0 && items->items[0]->kind != CLN_STAR) {
        CLN_RESERVE(b->r->arena, &b->columns, items->count);
        CLN_RESERVE(b->r->arena, &b->facts, items->count);
    }

    if (named && cln_count(items) <= MOST_ITEMS_AHEAD)
        name_items(b, items, 0, cln_count(items));
    b->scope->alias_use = (features & CLN_FEATURE_LATERAL_ALIAS) != 0 ? CLN_ALIAS_LAST : CLN_ALIAS_NONE;
    for (uint32_t i = 0; i < cln_count(items); i++) {
        cln_poll(b->r->arena->fault);
        if (i > 0 && !b->r->catalog_given && b->scope->alias_use == CLN_ALIAS_LAST && changes_names(b, items, i)) {
            b->scope->alias_use = CLN_ALIAS_NONE;
            add_item(b, items->items[i], i);
            b->scope->alias_use = CLN_ALIAS_LAST;
            continue;
        }
        add_item(b, items->items[i], i);
        if (named && items->count > MOST_ITEMS_AHEAD)
            name_items(b, items, i, i + 1);
    }
    b->scope->alias_use = CLN_ALIAS_NONE;
    if (b->top && (features & CLN_FEATURE_HIVE_RESULT_NAMES) != 0)
        make_unique(b, items);
}

void cln_add_value_columns(cln_block *b)
{
    static const cln_star_node plain;
    cln_outputs fields = { NULL, 0, 0 };

    cln_expand_value(b->r, b->scope, b->columns.items[0].origin, &plain, &fields);
    if (fields.count == 0 || cln_text_equal(cln_text_of(fields.items[0].name, fields.items[0].length), CLN_TEXT("*")))
        return;
    b->columns.count = b->facts.count = 0;
    for (uint32_t i = 0; i < fields.count; i++)
        cln_push_column(b, cln_text_of(fields.items[i].name, fields.items[i].length), fields.items[i].origin, false, false);
}

void cln_add_transform(cln_block *b, const cln_transform_node *transform)
{
    cln_origin origin = cln_new_node(b->r->origins);

    b->r->origins->nodes.items[origin].expression = cln_expression_of(b->r, &transform->node);
    for (uint32_t i = 0; i < cln_count(transform->arguments); i++)
        cln_link_value(b->r, b->scope, origin, transform->arguments->items[i]);
    for (uint32_t i = 0; i < cln_count(transform->columns); i++) {
        const cln_node *name = transform->columns->items[i];
        if (name->kind == CLN_COLUMN_DEF)
            name = CLN_AS(column_def, name)->name;
        cln_push_column(b, cln_column_text(b->r, name), origin, true, false);
    }
    if (cln_count(transform->columns) == 0) {
        cln_push_column(b, CLN_TEXT("key"), origin, true, false);
        cln_push_column(b, CLN_TEXT("value"), origin, true, false);
    }
}
