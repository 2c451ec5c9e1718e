/*
 * Undoing a batch, and collecting what no version shows any more.
 */
#include <stdlib.h>
#include <string.h>

#include "map/store/internal.h"

/* ---- Batches ---------------------------------------------------------------------------------------- */

static void undo(store *s, int64_t batch)
{
    static const char *const steps[] = {
        "INSERT INTO retired (statement) SELECT DISTINCT statement FROM runs WHERE batch = $1 ON CONFLICT "
        "(statement) DO NOTHING",
        "INSERT INTO retired (statement) SELECT id FROM statements WHERE batch = $1 ON CONFLICT (statement) "
        "DO NOTHING",
        "DELETE FROM runs WHERE batch = $1",
        "DELETE FROM event_ids WHERE run IN (SELECT id FROM event_runs WHERE batch = $1)",
        "DELETE FROM event_runs WHERE batch = $1",
        "DELETE FROM positions WHERE batch = $1",
        "DELETE FROM states WHERE batch = $1",
        "DELETE FROM batches WHERE id = $1",
    };
    db_value value = db_number(batch);

    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        db_run(s->d, steps[i], &value, 1);
    load_retire(s);
}

store_status store_batch_drop(store *s, const char *batch)
{
    db_value name;
    bool publish = false;
    int64_t id = 0;
    store_status status;

    if (s->load != NULL)
        return store_fail(s, STORE_E_MISUSE, "store_batch_drop() in a load");
    status = store_step_begin(s, "drop", &publish);
    if (status == STORE_OK) {
        name = db_string(store_clean(&s->load->pending, map_text(batch)));
        id = db_number_of(s->d, "SELECT id FROM batches WHERE name = $1", &name, 1, 0);
        status = store_result(s);
    }
    if (status == STORE_OK && id == 0)
        status = store_fail(s, STORE_E_MISSING, "there is no batch %s", batch);
    if (status == STORE_OK) {
        /* A killed load of this very batch is over with it. */
        publish = publish || store_meta(s->d, "batch") == id;
        undo(s, id);
        status = publish ? store_load_publish(s) : store_load_commit(s);
    }
    store_load_rollback(s); /* (what is left of it) */
    return status;
}

/* ---- Old versions ----------------------------------------------------------------------------------- */

/* The oldest of the last `keep` published versions. */
static int64_t oldest_kept(store *s, unsigned keep)
{
    db_value value = db_number(keep == 0 ? 0 : (int64_t)keep - 1);

    return db_number_of(s->d,
                        "SELECT id FROM versions WHERE published_at <> 0 ORDER BY id DESC LIMIT 1 OFFSET $1",
                        &value, 1, 0);
}

static int64_t collect(store *s, const char *count, const char *sql, int64_t bound)
{
    db_value value = db_number(bound);
    int64_t rows = db_number_of(s->d, count, &value, 1, 0);

    if (rows > 0)
        db_run(s->d, sql, &value, 1);
    return rows;
}

#define COLLECT(table, condition)                                                                            \
    collect(s, "SELECT count(*) FROM " table " WHERE " condition, "DELETE FROM " table " WHERE " condition,  \
            bound)

/* Edges that people decided on stay known by their last row. */
static int64_t collect_rows(store *s, int64_t bound)
{
    int64_t rows = COLLECT("evidence", "died <= $1");

    rows += COLLECT("edges", "died <= $1 AND id NOT IN (SELECT edge FROM verdicts)");
    rows += COLLECT("failures", "statement IN (SELECT id FROM statements WHERE gone <= $1)");
    rows += COLLECT("statements", "gone <= $1");
    rows += COLLECT("versions", "id < $1 AND published_at <> 0");
    if (bound > store_meta(s->d, "oldest"))
        store_meta_set(s->d, "oldest", bound);
    return rows;
}

static int64_t collect_events(store *s, unsigned days)
{
    int64_t bound = store_now() - (int64_t)days * 86400000;
    db_value value = db_number(bound);
    int64_t ids = db_number_of(
        s->d, "SELECT CAST(coalesce(sum(count), 0) AS BIGINT) FROM event_runs WHERE written_at < $1", &value, 1, 0);

    if (ids > 0) {
        db_run(s->d, "DELETE FROM event_ids WHERE run IN (SELECT id FROM event_runs WHERE written_at < $1)", &value, 1);
        db_run(s->d, "DELETE FROM event_runs WHERE written_at < $1", &value, 1);
    }
    return ids;
}

store_status store_gc(store *s, unsigned keep, unsigned event_days, int64_t *rows)
{
    int64_t bound;

    *rows = 0;
    if (s->load != NULL || (s->flags & STORE_READ_ONLY) != 0)
        return store_fail(s, STORE_E_MISUSE,
                          "store_gc() in a load, or on a store that was opened for reading only");
    db_recover(s->d);
    db_begin_writing(s->d);
    bound = oldest_kept(s, keep);
    if (bound > 0)
        *rows += collect_rows(s, bound);
    if (event_days > 0)
        *rows += collect_events(s, event_days);
    store_meta_set(s->d, "writes", store_meta(s->d, "writes") + 1);
    db_commit(s->d);
    return store_result(s);
}
