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


/* ---- Columns that come and go ---- */

/* What is known is known by places; it is learnt again. */
static void forget_places(cln_feed *feed)
{
    memset(&feed->known, 0, sizeof feed->known);
}

void cln_feed_insert_columns(cln_arena *keep, cln_feed *feed, uint32_t place, uint32_t count)
{
    uint32_t needed = feed->column_count + count;
    cln_feed_edges *columns = feed->columns;

    if (needed > feed->column_count && needed > feed->column_room) {
        feed->column_room = needed > UINT32_MAX / 2 ? needed : needed * 2;
        columns = CLN_NEW_ARRAY(keep, cln_feed_edges, feed->column_room);
        if (feed->column_count > 0)
            memcpy(columns, feed->columns, feed->column_count * sizeof *columns);
    }
    if (place > feed->column_count)
        place = feed->column_count;
    if (place < feed->column_count) {
        memmove(columns + place + count, columns + place, (feed->column_count - place) * sizeof *columns);
        forget_places(feed);
    }
    if (count > 0)
        memset(columns + place, 0, count * sizeof *columns);
    feed->columns = columns;
    feed->column_count = needed;
}

void cln_feed_remove_column(cln_feed *feed, uint32_t place)
{
    if (place >= feed->column_count)
        return;
    feed->column_count--;
    memmove(feed->columns + place, feed->columns + place + 1, (feed->column_count - place) * sizeof *feed->columns);
    memset(feed->columns + feed->column_count, 0, sizeof *feed->columns);
    feed->column_room = feed->column_room > 0 ? feed->column_room : feed->column_count + 1;
    forget_places(feed);
}

void cln_feed_move_column(cln_feed *feed, uint32_t from, uint32_t to)
{
    cln_feed_edges moved;

    if (from >= feed->column_count || to >= feed->column_count)
        return;
    moved = feed->columns[from];
    if (from < to)
        memmove(feed->columns + from, feed->columns + from + 1, (to - from) * sizeof moved);
    else
        memmove(feed->columns + to + 1, feed->columns + to, (from - to) * sizeof moved);
    feed->columns[to] = moved;
    forget_places(feed);
}

void cln_feed_rearrange(cln_arena *keep, cln_feed *feed, const cln_table *before, const cln_column_info *columns,
                        uint32_t count)
{
    cln_feed_edges *fed = CLN_NEW_ARRAY(keep, cln_feed_edges, count);

    for (uint32_t i = 0; i < count; i++) {
        const cln_column_info *column = cln_table_column(before, columns[i].name, false);
        uint32_t place = column != NULL ? (uint32_t)(column - before->columns) : UINT32_MAX;
        if (place < feed->column_count)
            fed[i] = feed->columns[place];
    }
    feed->columns = fed;
    feed->column_count = feed->column_room = count;
    forget_places(feed);
}
