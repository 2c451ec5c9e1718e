/*
 * Edges around nodes, and what made them: one question to the database for a whole set.
 */
#include <stdlib.h>
#include <string.h>

#include "map/store/internal.h"

typedef LIST(store_edge_row, edge_list);

#define EDGE_COLUMNS "e.id, e.source, e.target, e.kind, e.flags, e.quality, e.engines"

static store_edge_row edge_of(db_rows *rows)
{
    return (store_edge_row){ db_integer(rows, 0),           db_integer(rows, 1),
                             db_integer(rows, 2),           (unsigned)db_integer(rows, 3),
                             (uint32_t)db_integer(rows, 4), (colline_quality)db_integer(rows, 5),
                             (uint64_t)db_integer(rows, 6) };
}

static int by_id(const void *a, const void *b)
{
    const store_edge_row *x = a, *y = b;

    return x->id < y->id ? -1 : x->id > y->id;
}

/* In order of id, each once, no more than the limit. */
static store_status give(store *s, map_pool *pool, edge_list *list, size_t limit, store_edge_row **edges,
                         size_t *found)
{
    size_t kept = 0;

    if (list->count > 0)
        qsort(list->items, list->count, sizeof *list->items, by_id);
    for (size_t i = 0; i < list->count; i++)
        if (kept == 0 || list->items[kept - 1].id != list->items[i].id)
            list->items[kept++] = list->items[i];
    if (limit > 0 && kept > limit)
        kept = limit;
    *found = kept;
    *edges = map_pool_get(pool, kept * sizeof **edges);
    if (kept > 0)
        memcpy(*edges, list->items, kept * sizeof **edges);
    free(list->items);
    return store_result(s);
}

static void collect(db_rows *rows, uint32_t kinds, edge_list *list)
{
    while (db_next(rows))
        if ((kinds >> db_integer(rows, 3) & 1) != 0)
            *LIST_ADD(*list) = edge_of(rows);
    db_finish(rows);
}

store_status store_edges_around(store *s, const store_filter *filter, const int64_t *nodes, size_t count,
                                store_direction direction, map_pool *pool, store_edge_row **edges,
                                size_t *found)
{
    db_value values[] = { db_set(nodes, count), db_number(filter->version) };
    edge_list list = { 0 };

    if (count > 0 && direction != STORE_UPSTREAM)
        collect(db_query(s->d,
                         "SELECT " EDGE_COLUMNS " FROM @SET($1) AS wanted CROSS JOIN edges e"
                         " WHERE e.source = wanted.id AND e.born <= $2 AND e.died > $2",
                         values, 2),
                filter->kinds, &list);
    if (count > 0 && direction != STORE_DOWNSTREAM)
        collect(db_query(s->d,
                         "SELECT " EDGE_COLUMNS " FROM @SET($1) AS wanted CROSS JOIN edges e"
                         " WHERE e.target = wanted.id AND e.born <= $2 AND e.died > $2",
                         values, 2),
                filter->kinds, &list);
    return give(s, pool, &list, filter->limit, edges, found);
}

store_status store_edges_by_id(store *s, int64_t version, const int64_t *ids, size_t count, map_pool *pool,
                               store_edge_row **edges, size_t *found)
{
    db_value values[] = { db_set(ids, count), db_number(version) };
    edge_list list = { 0 };

    if (count > 0)
        collect(db_query(s->d,
                         "SELECT " EDGE_COLUMNS " FROM @SET($1) AS wanted CROSS JOIN edges e"
                         " WHERE e.id = wanted.id AND e.born <= $2 AND e.died > $2",
                         values, 2),
                UINT32_MAX, &list);
    return give(s, pool, &list, 0, edges, found);
}

/* (From an engine that gives whole answers in pieces, by ranges of source.) */
store_status store_edges_each(store *s, const store_filter *filter,
                              bool (*each)(void *user, const store_edge_row *edge), void *user)
{
    enum { PIECE = 20000 };
    int64_t from = 0;
    bool more = true;

    while (more && s->d->status == STORE_OK) {
        db_value next[] = { db_number(from), db_number(PIECE) };
        int64_t to =
            s->d->engine->streams
                ? STORE_ALIVE
                : db_number_of(
                      s->d, "SELECT source FROM edges WHERE source >= $1 ORDER BY source LIMIT 1 OFFSET $2",
                      next, 2, STORE_ALIVE);
        db_value values[] = { db_number(from), db_number(to), db_number(filter->version) };
        db_rows *rows;

        if (to == from)
            to++; /* a source with very many edges comes as a whole */
        values[1] = db_number(to);
        rows = db_query(s->d,
                        "SELECT " EDGE_COLUMNS
                        " FROM edges e WHERE e.source >= $1 AND e.source < $2 AND e.born <= $3"
                        " AND e.died > $3 ORDER BY e.source",
                        values, 3);
        while (more && db_next(rows)) {
            store_edge_row edge = edge_of(rows);

            more = (filter->kinds >> edge.kind & 1) == 0 || each(user, &edge);
        }
        db_finish(rows);
        more = more && to != STORE_ALIVE;
        from = to;
    }
    return store_result(s);
}

/* ---- What made them --------------------------------------------------------------------------------- */

typedef LIST(store_evidence, evidence_list);

#define EVIDENCE_COLUMNS                                                                                     \
    "v.edge, v.statement, coalesce(s.fingerprint, 0), v.dialect, v.quality, v.flags, v.expression, "         \
    "v.start, v.length,"                                                                                     \
    " coalesce(s.parsed_at, 0)"

static store_status give_evidence(store *s, db_rows *rows, bool runs, map_pool *pool,
                                  store_evidence **evidence, size_t *found)
{
    evidence_list list = { 0 };

    while (db_next(rows)) {
        colline_text expression = db_text(rows, 6);

        *LIST_ADD(list) = (store_evidence){ db_integer(rows, 0),
                                            db_integer(rows, 1),
                                            (uint64_t)db_integer(rows, 2),
                                            (colline_dialect)db_integer(rows, 3),
                                            (colline_quality)db_integer(rows, 4),
                                            (uint32_t)db_integer(rows, 5),
                                            map_pool_copy(pool, expression.data, expression.length),
                                            { (uint32_t)db_integer(rows, 7), (uint32_t)db_integer(rows, 8) },
                                            db_integer(rows, 9),
                                            runs ? db_integer(rows, 10) : 0,
                                            runs ? db_integer(rows, 11) : 0,
                                            runs ? (uint64_t)db_integer(rows, 12) : 0 };
    }
    db_finish(rows);
    *found = list.count;
    *evidence = map_pool_get(pool, list.count * sizeof **evidence);
    if (list.count > 0)
        memcpy(*evidence, list.items, list.count * sizeof **evidence);
    free(list.items);
    return store_result(s);
}

store_status store_evidence_of(store *s, int64_t version, const int64_t *edges, size_t count, map_pool *pool,
                               store_evidence **evidence, size_t *found)
{
    db_value values[] = { db_set(edges, count), db_number(version) };

    return give_evidence(
        s,
        db_query(s->d,
                 "SELECT " EVIDENCE_COLUMNS ", coalesce(min(r.first_seen), 0), coalesce(max(r.last_seen), 0),"
                 " CAST(coalesce(sum(r.count), 0) AS BIGINT)"
                 " FROM @SET($1) AS wanted CROSS JOIN evidence v LEFT JOIN statements s ON s.id = v.statement"
                 " LEFT JOIN runs r ON r.statement = v.statement"
                 " WHERE v.edge = wanted.id AND v.born <= $2 AND v.died > $2"
                 " GROUP BY v.edge, v.statement, s.fingerprint, v.dialect, v.quality, v.flags, v.expression,"
                 " v.start, v.length, s.parsed_at ORDER BY v.edge, v.statement",
                 values, 2),
        true, pool, evidence, found);
}

store_status store_evidence_by(store *s, int64_t version, const int64_t *statements, size_t count,
                               size_t limit, map_pool *pool, store_evidence **evidence, size_t *found)
{
    db_value values[] = { db_set(statements, count), db_number(version),
                          db_number(limit == 0 ? INT64_MAX : (int64_t)limit) };

    return give_evidence(s,
                         db_query(s->d,
                                  "SELECT " EVIDENCE_COLUMNS " FROM @SET($1) AS wanted CROSS JOIN evidence v"
                                  " JOIN statements s ON s.id = v.statement"
                                  " WHERE v.statement = wanted.id AND v.born <= $2 AND v.died > $2"
                                  " ORDER BY v.statement, v.edge LIMIT $3",
                                  values, 3),
                         false, pool, evidence, found);
}
