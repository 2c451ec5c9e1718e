/*
 * How often statements ran, counted in memory; and what is left when runs are taken away.
 *
 *     2.4 million events of 40,000 statements: one row for each statement, batch, job and file
 */
#include <stdlib.h>
#include <string.h>

#include "map/store/internal.h"

/* ---- Jobs and files by number; 0: the one without a name -------------------------------------------- */

static void add_word(store_load *l, colline_text word, int64_t id)
{
    map_index_add(&l->word_index, map_hash128(word.data, word.length).low, (uint32_t)l->words.count);
    *LIST_ADD(l->words) = word;
    *LIST_ADD(l->word_ids) = id;
}

static void load_words(store *s)
{
    store_load *l = s->load;
    db_rows *rows = db_query(s->d, "SELECT id, name FROM names", NULL, 0);

    l->words_loaded = true;
    while (db_next(rows))
        add_word(l, map_pool_copy(&l->names, db_text(rows, 1).data, db_text(rows, 1).length),
                 db_integer(rows, 0));
    db_finish(rows);
    l->words_written = l->words.count;
}

static int64_t word_number(store *s, colline_text given)
{
    store_load *l = s->load;
    colline_text word = given;

    if (given.length == 0)
        return 0;
    if (!l->words_loaded)
        load_words(s);
    for (int clean = 0; clean < 2; clean++) {
        uint64_t hash = map_hash128(word.data, word.length).low;

        for (size_t at = map_index_first(&l->word_index, hash); at != MAP_INDEX_END;
             at = map_index_next(&l->word_index, hash, at))
            if (map_same(l->words.items[l->word_index.slots[at].value], word))
                return l->word_ids.items[l->word_index.slots[at].value];
        if (clean == 0)
            word = store_clean(&l->names, given);
    }
    add_word(l, word, l->next_name);
    return l->next_name++;
}

void load_words_flush(store *s)
{
    store_load *l = s->load;

    if (l->words_written == l->words.count)
        return;
    db_bulk_begin(s->d, "names (id, name)", 2);
    for (; l->words_written < l->words.count; l->words_written++)
        db_bulk_row(s->d, (db_value[]){ db_number(l->word_ids.items[l->words_written]),
                                        db_string(l->words.items[l->words_written]) });
    db_bulk_end(s->d);
}

/* ---- Counting --------------------------------------------------------------------------------------- */

static bool is_run(const load_run *r, int64_t statement, int64_t job, int64_t origin)
{
    return r->statement == statement && r->job == job && r->origin == origin;
}

static load_run *find_run(store_load *l, int64_t statement, int64_t job, int64_t origin, uint64_t hash)
{
    for (size_t at = map_index_first(&l->run_index, hash); at != MAP_INDEX_END;
         at = map_index_next(&l->run_index, hash, at)) {
        load_run *r = &l->runs.items[l->run_index.slots[at].value];

        if (is_run(r, statement, job, origin))
            return r;
    }
    return NULL;
}

static bool is_ascii(colline_text text)
{
    unsigned char all = 0, none = 0;

    for (uint32_t i = 0; i < text.length; i++) {
        all |= (unsigned char)text.data[i];
        none |= text.data[i] == '\0';
    }
    return all < 0x80 && none == 0;
}

/* The last one is kept: in the place of the one before where it fits there. */
static void remember(store_load *l, colline_text *kept, colline_text given)
{
    if (given.length == 0 || map_same(*kept, given))
        return;
    if (given.length <= kept->length && is_ascii(given)) {
        memcpy((char *)kept->data, given.data, given.length);
        kept->length = given.length;
    } else {
        *kept = store_clean(&l->pending, given);
    }
}

static load_run *add_run(store_load *l, int64_t statement, int64_t job, int64_t origin, int64_t time)
{
    uint64_t hash = map_mix(map_mix((uint64_t)statement, (uint64_t)job), (uint64_t)origin);
    load_run *r = find_run(l, statement, job, origin, hash);

    if (r == NULL) {
        map_index_add(&l->run_index, hash, (uint32_t)l->runs.count);
        r = LIST_ADD(l->runs);
        *r = (load_run){ statement, job, origin, time, time, 0, { "", 0 }, { "", 0 } };
    }
    return r;
}

static void count(store_load *l, load_statement *statement, int64_t job, int64_t origin, const store_run *run)
{
    load_run *r = statement->run < l->runs.count ? &l->runs.items[statement->run] : NULL;

    if (r == NULL || !is_run(r, statement->id, job, origin))
        r = add_run(l, statement->id, job, origin, run->time);
    statement->run = (uint32_t)(r - l->runs.items);
    r->count++;
    if (run->time < r->first)
        r->first = run->time;
    if (run->time >= r->last) {
        r->last = run->time;
        remember(l, &r->user, run->user);
        remember(l, &r->session, run->session);
    }
}

store_status store_statement_ran(store *s, int64_t id, const store_run *run)
{
    load_statement *statement;

    if (s->load == NULL)
        return store_fail(s, STORE_E_MISUSE, "store_statement_ran() outside a load");
    if (!store_load_enter(s))
        return store_result(s);
    statement = load_statement_by_id(s, id);
    if (statement == NULL || statement->gone)
        return s->d->status != STORE_OK ? store_result(s) : STORE_E_MISSING;
    count(s->load, statement, word_number(s, run->job), word_number(s, run->origin), run);
    return store_result(s);
}

void load_runs_flush(store *s)
{
    store_load *l = s->load;
    db_value batch = db_number(l->batch);

    if (l->runs.count == 0)
        return;
    db_run(s->d, "@CLEAR in_runs", NULL, 0);
    db_bulk_begin(s->d, "in_runs (statement, job, origin, first_seen, last_seen, count, user_name, session)",
                  8);
    for (size_t i = 0; i < l->runs.count; i++) {
        const load_run *r = &l->runs.items[i];

        db_bulk_row(s->d, (db_value[]){ db_number(r->statement), db_number(r->job), db_number(r->origin),
                                        db_number(r->first), db_number(r->last), db_number((int64_t)r->count),
                                        db_string(r->user), db_string(r->session) });
    }
    db_bulk_end(s->d);
    db_run(
        s->d,
        "INSERT INTO runs (statement, batch, job, origin, first_seen, last_seen, count, user_name, session)"
        " SELECT statement, $1, job, origin, first_seen, last_seen, count, user_name, session FROM in_runs "
        "WHERE true"
        " ON CONFLICT (statement, batch, job, origin) DO UPDATE SET count = runs.count + excluded.count,"
        " first_seen = CASE WHEN excluded.first_seen < runs.first_seen THEN excluded.first_seen ELSE "
        "runs.first_seen END,"
        " user_name = CASE WHEN excluded.user_name <> '' AND excluded.last_seen >= runs.last_seen THEN "
        "excluded.user_name"
        " ELSE runs.user_name END,"
        " session = CASE WHEN excluded.session <> '' AND excluded.last_seen >= runs.last_seen THEN "
        "excluded.session"
        " ELSE runs.session END,"
        " last_seen = CASE WHEN excluded.last_seen > runs.last_seen THEN excluded.last_seen ELSE "
        "runs.last_seen END",
        &batch, 1);
    db_run(s->d, "@CLEAR in_runs", NULL, 0);
}

/* ---- Taking away ------------------------------------------------------------------------------------ */

store_status store_origin_retire(store *s, colline_text origin)
{
    db_value value;

    if (s->load == NULL || origin.length == 0)
        return store_fail(s, STORE_E_MISUSE, "store_origin_retire() outside a load, or without a name");
    if (!store_load_enter(s))
        return store_result(s);
    store_load_flush(s);
    value = db_number(word_number(s, origin));
    db_run(s->d,
           "INSERT INTO retired (statement) SELECT DISTINCT statement FROM runs WHERE origin = $1"
           " ON CONFLICT (statement) DO NOTHING",
           &value, 1);
    db_run(s->d, "DELETE FROM runs WHERE origin = $1", &value, 1);
    return store_result(s);
}

static void end_evidence_of(store *s, int64_t statement)
{
    db_value value = db_number(statement);
    load_statement *gone = load_statement_by_id(s, statement);
    db_rows *rows =
        db_query(s->d, "SELECT edge, born FROM evidence WHERE statement = $1 AND died = 9223372036854775807",
                 &value, 1);

    while (db_next(rows))
        load_evidence_end(s, statement, db_integer(rows, 0), db_integer(rows, 1));
    db_finish(rows);
    if (gone != NULL)
        gone->gone = true;
}

void load_retire(store *s)
{
    LIST(int64_t, orphans) = { 0 };
    db_rows *rows = db_query(s->d,
                             "SELECT r.statement FROM retired r LEFT JOIN runs u ON u.statement = r.statement"
                             " WHERE u.statement IS NULL ORDER BY r.statement",
                             NULL, 0);

    while (db_next(rows))
        *LIST_ADD(orphans) = db_integer(rows, 0);
    db_finish(rows);
    for (size_t i = 0; i < orphans.count; i++)
        end_evidence_of(s, orphans.items[i]);
    if (orphans.count > 0)
        db_run(s->d, "UPDATE statements SET gone = $2 WHERE id IN @SET($1)",
               (db_value[]){ db_set(orphans.items, orphans.count), db_number(s->load->version) }, 2);
    db_run(s->d, "DELETE FROM retired", NULL, 0);
    free(orphans.items);
}
