#include "lineage/value.h"

const cln_value cln_value_outside = { NULL, false, true, NULL, 0 };

static void take_edge(cln_effect *e, cln_fed *fed, const cln_edge *edge)
{
    cln_feed_edges *into = edge->target == COLLINE_WHOLE_RESULT ? &fed->whole.whole : &fed->columns[edge->target];

    if (edge->target != COLLINE_WHOLE_RESULT &&
        cln_text_equal(cln_leaf_column(&e->result->origins, cln_edge_leaf(e->result, edge)), CLN_TEXT("*"))) {
        if (fed->whole.unknowns.count < CLN_MOST_FED_TABLES)
            *CLN_PUSH(e->keep, &fed->whole.unknowns) = cln_feed_edge_of(e, edge).table;
    } else if (into->count < CLN_MOST_FED) {
        cln_feed_push(e, into, cln_feed_edge_of(e, edge));
    }
}

cln_fed cln_fed_by(cln_session_state *session, cln_arena *keep, const cln_result *result)
{
    cln_effect e = { session, result, result->arena, keep };
    cln_fed fed = { .count = result->columns.count };

    fed.names = CLN_NEW_ARRAY(keep, cln_column_info, fed.count);
    fed.columns = CLN_NEW_ARRAY(keep, cln_feed_edges, fed.count);
    for (uint32_t i = 0; i < fed.count; i++) {
        fed.names[i].name = cln_text_copy(keep, cln_column_name(result, i));
        fed.names[i].hash = 0;
    }
    for (uint32_t i = 0; i < result->edges.count; i++)
        take_edge(&e, &fed, cln_edge_at(&result->edges, i));
    for (uint32_t i = 0; i < result->sources.count && fed.whole.sources.count < CLN_MOST_FED_TABLES; i++) {
        const cln_relation *relation = &result->origins.relations.items[result->sources.items[i]];
        if (!relation->is_path)
            *CLN_PUSH(keep, &fed.whole.sources) = cln_kept_name(&e, &relation->name);
    }
    return fed;
}

const cln_value *cln_value_of(cln_arena *keep, const cln_fed *fed, uint32_t first, uint32_t count, bool record)
{
    cln_value *value = CLN_NEW(keep, cln_value);
    cln_table *rows;
    cln_feed *feed;

    value->record = record;
    value->outside = true;
    if (first + count > fed->count || fed->count == 0)
        return &cln_value_outside;
    rows = CLN_NEW(keep, cln_table);
    feed = CLN_NEW(keep, cln_feed);
    *feed = fed->whole;
    feed->columns = fed->columns + first;
    feed->column_count = count;
    rows->columns = fed->names + first;
    rows->column_count = count;
    rows->kind = COLLINE_TEMPORARY;
    rows->feed = feed;
    value->rows = rows;
    return value;
}

/* A column with what decides its row, which bears on this column only from here on. */
static void take_column(cln_arena *keep, cln_feed_edges *into, const cln_feed *from, uint32_t i)
{
    if (from->whole.count == 0) {
        *into = from->columns[i];
        return;
    }
    for (uint32_t k = 0; k < from->columns[i].count && into->count < CLN_MOST_FED; k++)
        *CLN_PUSH(keep, into) = from->columns[i].items[k];
    for (uint32_t k = 0; k < from->whole.count && into->count < CLN_MOST_FED; k++)
        *CLN_PUSH(keep, into) = from->whole.items[k];
}

static void take_tables(cln_feed *to, const cln_feed *from)
{
    to->sources.items = from->sources.items;
    to->sources.count = to->sources.capacity = from->sources.count;
    to->unknowns.items = from->unknowns.items;
    to->unknowns.count = to->unknowns.capacity = from->unknowns.count;
}

const cln_value *cln_value_with_field(cln_arena *keep, const cln_value *record, colline_text field, const cln_value *value)
{
    const cln_table *before = record != NULL ? record->rows : NULL;
    cln_value *changed = CLN_NEW(keep, cln_value);
    cln_table *rows = CLN_NEW(keep, cln_table);
    uint32_t count = before != NULL ? before->column_count : 0, place = 0;
    cln_column_info *names = CLN_NEW_ARRAY(keep, cln_column_info, count + 1);
    cln_feed *feed = CLN_NEW(keep, cln_feed);

    if (count > CLN_MOST_FED)
        return record;
    feed->columns = CLN_NEW_ARRAY(keep, cln_feed_edges, count + 1);
    while (place < count && !cln_text_equal_nocase(before->columns[place].name, field))
        place++;
    for (uint32_t i = 0; i < count; i++) {
        names[i] = before->columns[i];
        if (i != place)
            take_column(keep, &feed->columns[i], before->feed, i);
    }
    names[place] = (cln_column_info){ .name = cln_text_copy(keep, field) };
    feed->column_count = rows->column_count = place == count ? count + 1 : count;
    if (before != NULL)
        take_tables(feed, before->feed);
    if (value != NULL && value->rows != NULL)
        take_column(keep, &feed->columns[place], value->rows->feed, 0);
    rows->columns = names;
    rows->kind = COLLINE_TEMPORARY;
    rows->feed = feed;
    *changed = (cln_value){ .rows = rows, .record = true, .outside = true };
    return changed;
}

const cln_value *cln_value_computed(cln_arena *keep, const cln_value *value)
{
    const cln_feed *fed = value != NULL && value->rows != NULL ? value->rows->feed : NULL;
    cln_value *changed;
    cln_table *rows;
    cln_feed *feed;

    if (fed == NULL)
        return &cln_value_outside;
    changed = CLN_NEW(keep, cln_value);
    rows = CLN_NEW(keep, cln_table);
    feed = CLN_NEW(keep, cln_feed);
    *feed = *fed;
    *rows = *value->rows;
    feed->columns = CLN_NEW_ARRAY(keep, cln_feed_edges, fed->column_count);
    for (uint32_t i = 0; i < fed->column_count; i++)
        for (uint32_t k = 0; k < fed->columns[i].count; k++) {
            cln_feed_edge *edge = CLN_PUSH(keep, &feed->columns[i]);
            *edge = fed->columns[i].items[k];
            if (edge->kind == COLLINE_DIRECT)
                edge->kind = COLLINE_PROJECT;
        }
    rows->feed = feed;
    *changed = (cln_value){ .rows = rows, .record = value->record, .outside = true };
    return changed;
}

const cln_value *cln_value_of_texts(cln_arena *keep, const cln_script_text *texts, uint32_t count)
{
    cln_value *value = CLN_NEW(keep, cln_value);
    cln_script_text *copy = CLN_NEW_ARRAY(keep, cln_script_text, count);

    memcpy(copy, texts, count * sizeof *copy);
    value->texts = copy;
    value->text_count = count;
    return value;
}

const cln_value *cln_value_of_table(cln_session_state *session, cln_arena *keep, const cln_result *result, colline_span at)
{
    const cln_node *tree = cln_parse_values(session->parser, at, false, result->arena);
    const cln_list *items = NULL;
    cln_effect e = { session, result, result->arena, keep };
    cln_value *value = CLN_NEW(keep, cln_value);
    cln_table *rows = CLN_NEW(keep, cln_table);
    cln_feed *feed = CLN_NEW(keep, cln_feed);
    cln_column_info *names;
    const cln_table *table;
    cln_table_name name;

    if (tree != NULL && cln_node_is(CLN_AS(query, tree)->body, CLN_SELECT))
        items = CLN_AS(select, CLN_AS(query, tree)->body)->items;
    if (cln_count(items) != 1 || items->items[0]->kind != CLN_SELECT_ITEM ||
        !cln_node_is(CLN_AS(select_item, items->items[0])->value, CLN_COLUMN))
        return &cln_value_outside;
    name = cln_name_of_parts(result->arena, session->dialect,
                             CLN_AS(column, CLN_AS(select_item, items->items[0])->value)->parts, &session->home);
    table = cln_catalog_find(session->catalog, &name);
    name = cln_kept_name(&e, table != NULL ? &table->name : &name);
    rows->kind = COLLINE_TEMPORARY;
    rows->column_count = feed->column_count = table != NULL ? table->column_count : 0;
    names = CLN_NEW_ARRAY(keep, cln_column_info, rows->column_count);
    feed->columns = CLN_NEW_ARRAY(keep, cln_feed_edges, rows->column_count);
    for (uint32_t i = 0; i < rows->column_count; i++) {
        names[i] = (cln_column_info){ .name = cln_text_copy(keep, table->columns[i].name) };
        *CLN_PUSH(keep, &feed->columns[i]) = (cln_feed_edge){ name, names[i].name, CLN_TEXT(""), names[i].name, COLLINE_DIRECT, 0 };
    }
    if (rows->column_count == 0)
        *CLN_PUSH(keep, &feed->unknowns) = name;
    *CLN_PUSH(keep, &feed->sources) = name;
    rows->columns = names;
    rows->feed = feed;
    *value = (cln_value){ .rows = rows, .record = true, .outside = true };
    return value;
}
