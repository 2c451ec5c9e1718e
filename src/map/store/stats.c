/*
 * Figures of a store.
 */
#include <stdlib.h>
#include <string.h>

#include "map/store/internal.h"

static void statement_rows(store *s, map_pool *pool, store_stats *stats)
{
    db_value alive = db_number(STORE_ALIVE);
    LIST(store_stats_row, list) = { 0 };
    uint64_t good = 0, carried_out = 0;
    db_rows *rows = db_query(
        s->d,
        "SELECT s.dialect, s.outcome, count(*), CAST(coalesce(sum(u.runs), 0) AS BIGINT) FROM statements s"
        " LEFT JOIN (SELECT statement, sum(count) AS runs FROM runs GROUP BY statement) u ON u.statement = "
        "s.id"
        " WHERE s.gone = $1 GROUP BY s.dialect, s.outcome ORDER BY s.dialect, s.outcome",
        &alive, 1);

    while (db_next(rows)) {
        store_stats_row row = { (colline_dialect)db_integer(rows, 0), (store_outcome)db_integer(rows, 1),
                                (uint64_t)db_integer(rows, 2), (uint64_t)db_integer(rows, 3) };

        *LIST_ADD(list) = row;
        stats->statements += row.statements;
        stats->runs += row.runs;
        carried_out += row.outcome != STORE_OUTCOME_FAILED ? row.statements : 0;
        good += row.outcome <= STORE_OUTCOME_PARTIAL ? row.statements : 0;
    }
    db_finish(rows);
    stats->success = carried_out == 0 ? 1 : (double)good / (double)carried_out;
    stats->row_count = list.count;
    stats->rows = memcpy(map_pool_get(pool, list.count * sizeof *list.items + 1),
                         list.items == NULL ? (void *)"" : list.items, list.count * sizeof *list.items);
    free(list.items);
}

static void parse_times(store *s, store_stats *stats)
{
    db_value alive = db_number(STORE_ALIVE);
    int64_t count =
        db_number_of(s->d, "SELECT count(*) FROM statements WHERE gone = $1 AND parse_ns > 0", &alive, 1, 0);
    int64_t total = db_number_of(
        s->d, "SELECT CAST(coalesce(sum(parse_ns), 0) AS BIGINT) FROM statements WHERE gone = $1", &alive, 1,
        0);
    db_value values[] = { alive, db_number((count * 99 + 99) / 100 - 1) };

    if (count == 0)
        return;
    stats->parse_mean_ms = (double)total / (double)count / 1e6;
    stats->parse_p99_ms =
        (double)db_number_of(s->d,
                             "SELECT parse_ns FROM statements WHERE gone = $1 AND parse_ns > 0"
                             " ORDER BY parse_ns LIMIT 1 OFFSET $2",
                             values, 2, 0) /
        1e6;
}

static void failure_codes(store *s, map_pool *pool, store_stats *stats)
{
    db_value alive = db_number(STORE_ALIVE);
    LIST(store_stats_code, list) = { 0 };
    db_rows *rows = db_query(
        s->d,
        "SELECT f.code, sum(CASE f.state WHEN 0 THEN 1 ELSE 0 END), sum(CASE f.state WHEN 1 THEN 1 ELSE 0 "
        "END),"
        " sum(CASE f.state WHEN 2 THEN 1 ELSE 0 END) FROM failures f JOIN statements s ON s.id = f.statement"
        " WHERE s.gone = $1 GROUP BY f.code ORDER BY count(*) DESC, f.code@BYTES",
        &alive, 1);

    while (db_next(rows)) {
        store_stats_code code = { map_pool_copy(pool, db_text(rows, 0).data, db_text(rows, 0).length),
                                  (uint64_t)db_integer(rows, 1), (uint64_t)db_integer(rows, 2),
                                  (uint64_t)db_integer(rows, 3) };

        *LIST_ADD(list) = code;
        stats->backlog += code.open;
    }
    db_finish(rows);
    stats->code_count = list.count;
    stats->codes = memcpy(map_pool_get(pool, list.count * sizeof *list.items + 1),
                          list.items == NULL ? (void *)"" : list.items, list.count * sizeof *list.items);
    free(list.items);
}

/* In one pass over the index edges_into. */
static void edge_counts(store *s, store_stats *stats)
{
    db_value version = db_number(stats->version);
    db_rows *rows = db_query(s->d,
                             "SELECT count(*), CAST(coalesce(sum(CASE WHEN kind = 15 THEN 1 ELSE 0 END), 0) AS BIGINT),"
                             " CAST(coalesce(sum(CASE WHEN quality = 1 AND kind <> 15 THEN 1 ELSE 0 END), 0) AS BIGINT),"
                             " CAST(coalesce(sum(CASE WHEN quality = 2 AND kind <> 15 THEN 1 ELSE 0 END), 0) AS BIGINT)"
                             " FROM edges WHERE born <= $1 AND died > $1",
                             &version, 1);

    if (db_next(rows)) {
        stats->table_edges = (uint64_t)db_integer(rows, 1);
        stats->edges[1] = (uint64_t)db_integer(rows, 2);
        stats->edges[2] = (uint64_t)db_integer(rows, 3);
        stats->edges[0] = (uint64_t)db_integer(rows, 0) - stats->table_edges - stats->edges[1] - stats->edges[2];
    }
    db_finish(rows);
}

static void coverage(store *s, store_stats *stats)
{
    db_value version = db_number(stats->version);

    stats->tables = (uint64_t)db_number_of(s->d, "SELECT count(*) FROM tables", NULL, 0, 0);
    stats->columns =
        (uint64_t)db_number_of(s->d, "SELECT count(*) FROM columns WHERE name <> '*'", NULL, 0, 0);
    stats->written_columns = (uint64_t)db_number_of(
        s->d,
        "SELECT count(*) FROM columns c WHERE known = 1 AND EXISTS (SELECT 1 FROM edges e WHERE"
        " e.target >= ((c.id >> 20) << 20) AND e.target < (((c.id >> 20) + 1) << 20) AND e.born <= $1 AND e.died > $1)",
        &version, 1, 0);
    stats->covered_columns = (uint64_t)db_number_of(
        s->d,
        "SELECT count(*) FROM columns c WHERE known = 1 AND EXISTS (SELECT 1 FROM edges e WHERE"
        " e.target = c.id AND e.kind <= 2 AND e.born <= $1 AND e.died > $1)",
        &version, 1, 0);
}

store_status store_stats_get(store *s, map_pool *pool, store_stats *stats)
{
    *stats = (store_stats){ 0 };
    stats->version = store_meta(s->d, "published");
    stats->open_version = store_meta(s->d, "open");
    statement_rows(s, pool, stats);
    parse_times(s, stats);
    failure_codes(s, pool, stats);
    edge_counts(s, stats);
    coverage(s, stats);
    stats->events = (uint64_t)db_number_of(
        s->d, "SELECT CAST(coalesce(sum(count), 0) AS BIGINT) FROM event_runs", NULL, 0, 0);
    return store_result(s);
}

store_status store_batches(store *s, map_pool *pool, store_batch **batches, size_t *found)
{
    LIST(store_batch, list) = { 0 };
    db_rows *rows = db_query(
        s->d,
        "SELECT b.name, b.created_at, count(DISTINCT r.statement), CAST(coalesce(sum(r.count), 0) AS BIGINT)"
        " FROM batches b LEFT JOIN runs r ON r.batch = b.id GROUP BY b.id, b.name, b.created_at ORDER BY "
        "b.id",
        NULL, 0);

    while (db_next(rows))
        *LIST_ADD(list) = (store_batch){ map_pool_copy(pool, db_text(rows, 0).data, db_text(rows, 0).length),
                                         db_integer(rows, 1), (uint64_t)db_integer(rows, 2),
                                         (uint64_t)db_integer(rows, 3) };
    db_finish(rows);
    *found = list.count;
    *batches = map_pool_get(pool, list.count * sizeof **batches);
    if (list.count > 0)
        memcpy(*batches, list.items, list.count * sizeof **batches);
    free(list.items);
    return store_result(s);
}

store_status store_versions(store *s, size_t limit, map_pool *pool, store_version **versions, size_t *found)
{
    db_value most = db_number(limit == 0 ? INT32_MAX : (int64_t)limit);
    LIST(store_version, list) = { 0 };
    db_rows *rows =
        db_query(s->d,
                 "SELECT v.id, v.started_at, v.published_at, v.what, coalesce(b.name, '') FROM versions v"
                 " LEFT JOIN batches b ON b.id = v.batch ORDER BY v.id DESC LIMIT $1",
                 &most, 1);

    while (db_next(rows)) {
        colline_text what = map_pool_copy(pool, db_text(rows, 3).data, db_text(rows, 3).length);

        *LIST_ADD(list) =
            (store_version){ db_integer(rows, 0), db_integer(rows, 1), db_integer(rows, 2), what,
                             map_pool_copy(pool, db_text(rows, 4).data, db_text(rows, 4).length) };
    }
    db_finish(rows);
    *found = list.count;
    *versions = map_pool_get(pool, list.count * sizeof **versions);
    if (list.count > 0)
        memcpy(*versions, list.items, list.count * sizeof **versions);
    free(list.items);
    return store_result(s);
}

int store_schema(const store *s)
{
    return (int)store_meta(s->d, "schema");
}
