/*
 * Statements, with their jobs and batches.
 */
#include <stdlib.h>
#include <string.h>

#include "map/store/internal.h"

typedef LIST(store_statement_row, row_list);

static colline_text copy(map_pool *pool, colline_text text)
{
    return map_pool_copy(pool, text.data, text.length);
}

#define STATEMENT_COLUMNS                                                                                    \
    "s.id, s.fingerprint, s.variant, s.dialect, s.kind, s.outcome, s.text, s.default_db, s.reason, "         \
    "s.diagnostics,"                                                                                         \
    " s.parsed_at, s.parse_ns"

static store_statement_row row_of(db_rows *rows, map_pool *pool)
{
    return (store_statement_row){ .id = db_integer(rows, 0),
                                  .fingerprint = (uint64_t)db_integer(rows, 1),
                                  .variant = (uint64_t)db_integer(rows, 2),
                                  .dialect = (colline_dialect)db_integer(rows, 3),
                                  .kind = (colline_statement_kind)db_integer(rows, 4),
                                  .outcome = (store_outcome)db_integer(rows, 5),
                                  .text = copy(pool, db_text(rows, 6)),
                                  .default_db = copy(pool, db_text(rows, 7)),
                                  .reason = copy(pool, db_text(rows, 8)),
                                  .diagnostics = copy(pool, db_text(rows, 9)),
                                  .parsed_at = db_integer(rows, 10),
                                  .parse_ns = (uint64_t)db_integer(rows, 11),
                                  .user = { "", 0 },
                                  .session = { "", 0 } };
}

static store_statement_row *find(row_list *list, int64_t id)
{
    size_t low = 0, high = list->count;

    while (high - low > 1) {
        size_t middle = (low + high) / 2;

        *(list->items[middle].id <= id ? &low : &high) = middle;
    }
    return low < list->count && list->items[low].id == id ? &list->items[low] : NULL;
}

typedef LIST(store_job, job_list);

/* One more run: of the job and batch of the last one, or of another. */
static void add_run(store_statement_row *row, job_list *jobs, db_rows *rows, map_pool *pool)
{
    store_job job = { copy(pool, db_text(rows, 1)), copy(pool, db_text(rows, 2)), db_integer(rows, 3),
                      db_integer(rows, 4), (uint64_t)db_integer(rows, 5) };
    store_job *last = jobs->count > 0 ? &jobs->items[jobs->count - 1] : NULL;

    if (row->count == 0 || job.first_seen < row->first_seen)
        row->first_seen = job.first_seen;
    if (row->count == 0 || job.last_seen >= row->last_seen) {
        row->last_seen = job.last_seen;
        row->user = copy(pool, db_text(rows, 6));
        row->session = copy(pool, db_text(rows, 7));
    }
    row->count += job.count;
    if (last == NULL || strcmp(last->name.data, job.name.data) != 0 ||
        strcmp(last->batch.data, job.batch.data) != 0) {
        *LIST_ADD(*jobs) = job;
        return;
    }
    last->count += job.count;
    last->first_seen = job.first_seen < last->first_seen ? job.first_seen : last->first_seen;
    last->last_seen = job.last_seen > last->last_seen ? job.last_seen : last->last_seen;
}

static void add_runs(store *s, row_list *list, map_pool *pool)
{
    int64_t *ids = map_get(list->count * sizeof *ids);
    job_list jobs = { 0 };
    db_value set = db_set(ids, list->count);
    db_rows *rows;

    for (size_t i = 0; i < list->count; i++)
        ids[i] = list->items[i].id;
    rows = db_query(
        s->d,
        "SELECT r.statement, coalesce(n.name, ''), coalesce(b.name, ''), r.first_seen, r.last_seen, r.count,"
        " r.user_name, r.session FROM @SET($1) AS wanted CROSS JOIN runs r LEFT JOIN names n ON n.id = r.job"
        " LEFT JOIN batches b ON b.id = r.batch WHERE r.statement = wanted.id"
        " ORDER BY r.statement, r.job, r.batch, r.origin",
        &set, 1);
    for (bool more = db_next(rows); more;) {
        int64_t id = db_integer(rows, 0);
        store_statement_row *row = find(list, id);

        for (jobs.count = 0; more && db_integer(rows, 0) == id; more = db_next(rows))
            add_run(row, &jobs, rows, pool);
        row->job_count = jobs.count;
        row->jobs = memcpy(map_pool_get(pool, jobs.count * sizeof *jobs.items), jobs.items,
                           jobs.count * sizeof *jobs.items);
    }
    db_finish(rows);
    free(jobs.items);
    free(ids);
}

static store_status give(store *s, db_rows *rows, map_pool *pool, store_statement_row **out, size_t *found)
{
    row_list list = { 0 };

    while (db_next(rows))
        *LIST_ADD(list) = row_of(rows, pool);
    db_finish(rows);
    if (list.count > 0)
        add_runs(s, &list, pool);
    *found = list.count;
    *out = map_pool_get(pool, list.count * sizeof **out);
    if (list.count > 0)
        memcpy(*out, list.items, list.count * sizeof **out);
    free(list.items);
    return store_result(s);
}

store_status store_statements_by_id(store *s, const int64_t *ids, size_t count, map_pool *pool,
                                    store_statement_row **rows, size_t *found)
{
    db_value set = db_set(ids, count);

    return give(s,
                db_query(s->d,
                         "SELECT DISTINCT " STATEMENT_COLUMNS
                         " FROM @SET($1) AS wanted JOIN statements s ON s.id = wanted.id"
                         " ORDER BY s.id",
                         &set, 1),
                pool, rows, found);
}

store_status store_statements_by_fingerprint(store *s, uint64_t fingerprint, map_pool *pool,
                                             store_statement_row **rows, size_t *found)
{
    db_value values[] = { db_number((int64_t)fingerprint), db_number(STORE_ALIVE) };

    return give(s,
                db_query(s->d,
                         "SELECT " STATEMENT_COLUMNS
                         " FROM statements s WHERE s.fingerprint = $1 AND s.gone = $2"
                         " ORDER BY s.id",
                         values, 2),
                pool, rows, found);
}
