#include "lineage/feeding.h"

static colline_text kept(cln_effect *e, colline_text text)
{
    return cln_text_copy(e->keep, text);
}

cln_table_name cln_kept_name(cln_effect *e, const cln_table_name *name)
{
    cln_table_name copy = *name;

    copy.catalog = kept(e, name->catalog);
    copy.database = kept(e, name->database);
    copy.table = kept(e, name->table);
    return copy;
}

cln_feed_edge cln_feed_edge_of(cln_effect *e, const cln_edge *edge)
{
    const cln_origins *origins = &e->result->origins;
    const cln_leaf *leaf = cln_edge_leaf(e->result, edge);
    cln_feed_edge fed = { origins->relations.items[leaf->relation].name,
                          kept(e, cln_leaf_column(origins, leaf)),
                          kept(e, cln_leaf_path(origins, leaf)),
                          kept(e, origins->expressions.items[edge->expression]),
                          edge->kind,
                          (uint8_t)(edge->flags & ~(unsigned)CLN_EDGE_TO_CONFIRM) };

    fed.table = cln_kept_name(e, &fed.table);
    return fed;
}

void cln_feed_push(cln_effect *e, cln_feed_edges *edges, cln_feed_edge fed)
{
    const cln_table *table = cln_catalog_find(e->session->catalog, &fed.table);
    const cln_feed *feed = table != NULL ? table->feed : NULL;
    const cln_column_info *column = feed != NULL ? cln_table_column(table, fed.column, false) : NULL;
    const cln_feed_edges *inner = column != NULL && (uint32_t)(column - table->columns) < feed->column_count
                                      ? &feed->columns[column - table->columns]
                                      : NULL;

    if (inner == NULL) {
        *CLN_PUSH(e->keep, edges) = fed;
        return;
    }
    for (uint32_t i = 0; i < inner->count; i++) {
        cln_feed_edge through = inner->items[i];
        if (fed.kind > COLLINE_AGG || (through.kind <= COLLINE_AGG && fed.kind > through.kind)) {
            through.kind = fed.kind;
            through.flags = fed.flags;
            through.expression = fed.expression;
        }
        *CLN_PUSH(e->keep, edges) = through;
    }
}

