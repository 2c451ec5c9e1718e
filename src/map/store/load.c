/*
 * A load: its transactions, its version, and the order in which what is pending goes to the database.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "map/store/internal.h"

/* Tables for what is merged set by set; they are the connection's own. */
static const char *const scratch_tables[] = {
    "CREATE TEMP TABLE IF NOT EXISTS in_edges (source BIGINT, target BIGINT, kind BIGINT, role BIGINT, types "
    "BIGINT, born BIGINT)",
    "CREATE TEMP TABLE IF NOT EXISTS in_evidence (statement BIGINT, edge BIGINT, born BIGINT)",
    "CREATE TEMP TABLE IF NOT EXISTS in_runs (statement BIGINT, job BIGINT, origin BIGINT, first_seen BIGINT,"
    " last_seen BIGINT, count BIGINT, user_name TEXT, session TEXT)",
    "CREATE TEMP TABLE IF NOT EXISTS in_states (name TEXT, data @BLOB)",
    "CREATE TEMP TABLE IF NOT EXISTS in_failures (statement BIGINT, code TEXT, message TEXT)",
};

static void drop_caches(store_load *l)
{
    map_pool_free(&l->names);
    map_index_free(&l->table_index);
    map_index_free(&l->column_index);
    map_index_free(&l->edge_index);
    map_index_free(&l->edge_id_index);
    map_index_free(&l->statement_index);
    map_index_free(&l->word_index);
    l->tables.count = l->columns.count = l->edges.count = l->statements.count = l->words.count =
        l->word_ids.count = 0;
    l->tables_loaded = l->statements_loaded = l->words_loaded = false;
    l->words_written = 0;
    load_events_forget(&l->events);
}

static void drop_pending(store_load *l)
{
    map_pool_free(&l->pending);
    map_index_free(&l->run_index);
    l->runs.count = l->born.count = l->dead.count = l->rows.count = l->closed.count = 0;
    l->dirty.count = l->dirty_tables.count = l->dirty_columns.count = l->scratch.count = 0;
}

static void free_load(store *s)
{
    store_load *l = s->load;

    drop_caches(l);
    drop_pending(l);
    free(l->tables.items);
    free(l->columns.items);
    free(l->edges.items);
    free(l->statements.items);
    free(l->words.items);
    free(l->word_ids.items);
    free(l->runs.items);
    free(l->born.items);
    free(l->dead.items);
    free(l->rows.items);
    free(l->closed.items);
    free(l->dirty.items);
    free(l->dirty_tables.items);
    free(l->dirty_columns.items);
    free(l->scratch.items);
    free(l->batch_name);
    free(l);
    s->load = NULL;
}

static int64_t batch_number(store *s, const char *name)
{
    db_value value = db_string(store_clean(&s->load->pending, map_text(name)));
    int64_t id = db_number_of(s->d, "SELECT id FROM batches WHERE name = $1", &value, 1, 0);

    if (id == 0) {
        id = db_number_of(s->d, "SELECT coalesce(max(id), 0) + 1 FROM batches", NULL, 0, 1);
        db_run(s->d, "INSERT INTO batches (id, name, created_at) VALUES ($1, $2, $3)",
               (db_value[]){ db_number(id), value, db_number(store_now()) }, 3);
    }
    return id;
}

/* The version that is being written: that of a load which was killed or is running elsewhere, or a new one.
 */
static void open_version(store *s)
{
    store_load *l = s->load;
    bool load = strcmp(l->what, "load") == 0;

    l->batch = load ? batch_number(s, l->batch_name) : 0;
    l->version = store_meta(s->d, "open");
    l->alone = l->version == 0;
    if (l->alone) {
        l->version = store_meta(s->d, "published") + 1;
        store_meta_set(s->d, "open", l->version);
        db_run(s->d,
               "INSERT INTO versions (id, batch, started_at, published_at, what) VALUES ($1, $2, $3, 0, $4)"
               " ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, started_at = excluded.started_at, "
               "what = excluded.what",
               (db_value[]){ db_number(l->version), db_number(l->batch), db_number(store_now()),
                             db_string(map_text(l->what)) },
               4);
    }
    if (load)
        store_meta_set(s->d, "batch", l->batch);
}

bool store_load_enter(store *s)
{
    store_load *l = s->load;
    int64_t writes;

    if (l->in_transaction)
        return s->d->status == STORE_OK;
    db_begin_writing(s->d);
    writes = store_meta(s->d, "writes");
    if (writes != l->writes || l->version == 0) {
        drop_caches(l);
        l->next_table = store_meta(s->d, "next_table");
        l->next_statement = store_meta(s->d, "next_statement");
        l->next_edge = store_meta(s->d, "next_edge");
        l->next_name = store_meta(s->d, "next_name");
        open_version(s);
    }
    l->writes = writes;
    l->in_transaction = s->d->status == STORE_OK;
    return l->in_transaction;
}

static store_status begin(store *s, const char *what, const char *batch)
{
    if (s->load != NULL)
        return store_fail(s, STORE_E_MISUSE, "a load is open already");
    if ((s->flags & STORE_READ_ONLY) != 0)
        return store_fail(s, STORE_E_MISUSE, "%s was opened for reading only", s->where);
    db_recover(s->d);
    s->load = map_get(sizeof *s->load);
    *s->load = (store_load){ .writes = -1, .what = what };
    s->load->batch_name = strcpy(map_get(strlen(batch) + 1), batch);
    for (size_t i = 0; i < sizeof scratch_tables / sizeof *scratch_tables; i++)
        db_execute(s->d, scratch_tables[i]);
    store_load_enter(s);
    return store_result(s);
}

store_status store_load_begin(store *s, const char *batch)
{
    return begin(s, "load", batch != NULL ? batch : "default");
}

bool store_is_loading(const store *s)
{
    return s->load != NULL;
}

store_status store_step_begin(store *s, const char *what, bool *publish)
{
    store_status status = begin(s, what, "");

    *publish = status == STORE_OK && s->load->alone;
    return status;
}

void store_load_flush(store *s)
{
    load_tables_flush(s);
    load_words_flush(s);
    load_statements_flush(s);
    load_edges_flush(s);
    load_runs_flush(s);
    drop_pending(s->load);
}

/* What goes to the database once in a transaction, however often it was flushed. */
static void finish(store *s)
{
    store_load *l = s->load;

    load_events_flush(s);
    store_meta_set(s->d, "next_table", l->next_table);
    store_meta_set(s->d, "next_statement", l->next_statement);
    store_meta_set(s->d, "next_edge", l->next_edge);
    store_meta_set(s->d, "next_name", l->next_name);
    store_meta_set(s->d, "writes", ++l->writes);
}

/* (The caches of a load of many millions of edges start anew now and then.) */
static void trim_caches(store_load *l)
{
    enum { MOST_EDGES = 3000000, MOST_STATEMENTS = 4000000 };

    if (l->edges.count > MOST_EDGES || l->statements.count > MOST_STATEMENTS)
        drop_caches(l);
}

store_status store_load_commit(store *s)
{
    if (s->load == NULL)
        return store_fail(s, STORE_E_MISUSE, "no load is open");
    if (!s->load->in_transaction && s->d->status == STORE_OK)
        return STORE_OK;
    store_load_flush(s);
    finish(s);
    db_commit(s->d);
    s->load->in_transaction = false;
    trim_caches(s->load);
    nanosleep(&(struct timespec){ 0, 2000000 }, NULL); /* others who wait to write look every millisecond */
    return store_result(s);
}

static void publish(store *s)
{
    store_load *l = s->load;

    store_meta_set(s->d, "published", l->version);
    store_meta_set(s->d, "open", 0);
    db_run(s->d, "UPDATE versions SET published_at = $2 WHERE id = $1",
           (db_value[]){ db_number(l->version), db_number(store_now()) }, 2);
}

store_status store_load_publish(store *s)
{
    store_status status;

    if (s->load == NULL)
        return store_fail(s, STORE_E_MISUSE, "no load is open");
    store_load_enter(s);
    store_load_flush(s);
    load_retire(s);
    store_load_flush(s);
    publish(s);
    finish(s);
    db_commit(s->d);
    status = store_result(s);
    if (status == STORE_OK)
        free_load(s);
    return status;
}

void store_load_rollback(store *s)
{
    if (s->load == NULL)
        return;
    db_recover(s->d);
    free_load(s);
}

size_t store_load_pending(const store *s)
{
    const store_load *l = s->load;

    return l == NULL ? 0
                     : l->pending.bytes + l->runs.count * sizeof *l->runs.items +
                           l->born.count * sizeof *l->born.items + l->dead.count * sizeof *l->dead.items +
                           l->rows.count * sizeof *l->rows.items +
                           l->events.fresh.count * sizeof *l->events.fresh.items;
}
