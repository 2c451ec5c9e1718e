#include "resolve/feed.h"

static cln_origin leaf_of(cln_resolver *r, const cln_feed_edge *edge)
{
    const cln_table *table = cln_catalog_find(r->catalog, &edge->table);
    uint32_t relation =
        cln_relation_of(r, &edge->table, table != NULL && table->column_count > 0 ? table : NULL);
    const cln_table *known = r->origins->relations.items[relation].table;
    const cln_column_info *column =
        known != NULL && edge->path.length == 0 ? cln_table_column(known, edge->column, false) : NULL;

    if (column != NULL)
        return cln_leaf_of_column(r->origins, relation, (uint32_t)(column - known->columns));
    return cln_leaf_of_name(r->origins, relation, edge->column, edge->path, NULL);
}

static void link_edges(cln_resolver *r, cln_origin node, const cln_feed_edges *edges)
{
    for (uint32_t i = 0; i < edges->count; i++) {
        const cln_feed_edge *edge = &edges->items[i];
        cln_link_to(r->origins, node, leaf_of(r, edge), (cln_link_kind)edge->kind, edge->flags,
                    cln_add_expression(r->origins, edge->expression));
    }
}

static uint32_t relation_named(cln_resolver *r, const cln_table_name *name)
{
    const cln_table *table = cln_catalog_find(r->catalog, name);

    return cln_relation_of(r, name, table != NULL && table->column_count > 0 ? table : NULL);
}

/* CREATE TEMPORARY TABLE x AS SELECT * FROM unknown: a column of x that is not known is one of unknown's. */
static void add_unknowns(cln_resolver *r, cln_rowset *rows, const cln_feed *feed)
{
    uint32_t *unknowns = CLN_NEW_ARRAY(r->arena, uint32_t, feed->unknowns.count);

    for (uint32_t i = 0; i < feed->unknowns.count; i++)
        unknowns[i] = relation_named(r, &feed->unknowns.items[i]);
    rows->unknowns = unknowns;
    rows->unknown_count = feed->unknowns.count;
}

const cln_rowset *cln_feed_rows(cln_resolver *r, const cln_table *table)
{
    const cln_feed *feed = table->feed;
    cln_rowset *rows = CLN_NEW(r->arena, cln_rowset);
    cln_output *columns = CLN_NEW_ARRAY(r->arena, cln_output, table->column_count);

    rows->rows = cln_new_node(r->origins);
    for (uint32_t i = 0; i < feed->sources.count; i++) {
        cln_link_to(r->origins, rows->rows, relation_named(r, &feed->sources.items[i]), CLN_LINK_RELATION, 0,
                    0);
    }
    link_edges(r, rows->rows, &feed->whole);
    for (uint32_t i = 0; i < table->column_count; i++) {
        columns[i].name = table->columns[i].name.data;
        columns[i].length = table->columns[i].name.length;
        columns[i].origin = cln_new_node(r->origins);
        r->origins->nodes.items[columns[i].origin].type = table->columns[i].type;
        if (i < feed->column_count)
            link_edges(r, columns[i].origin, &feed->columns[i]);
    }
    rows->columns = columns;
    rows->count = table->column_count;
    add_unknowns(r, rows, feed);
    return rows;
}
