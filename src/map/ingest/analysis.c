/*
 * Events to statements: the cache's key, the session's state, the library, the store.
 */
#define _GNU_SOURCE /* memmem */
#include "map/ingest/analysis.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "map/base/hash.h"
#include "map/ingest/reader.h"
#include "map/ingest/renames.h"
#include "map/ingest/result.h"
#include "map/ingest/tables.h"
#include "map/ingest/words.h"

enum { MOST_CACHED = 400000, MOST_REASON = 200 };

static uint64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Those who write the logs shall not be able to choose two texts of one key. */
static uint64_t any_seed(void)
{
    uint64_t seed = now_ns() ^ (uint64_t)getpid() << 40;

    if (getentropy(&seed, sizeof seed) != 0)
        seed = ingest_mix(seed, 1);
    return seed;
}

static void note_view(void *user, const colline_column_ref *name, const colline_table_desc *table)
{
    ingest_analysis *analysis = user;

    (void)name;
    if (table->definition != NULL)
        ingest_words_add_all(analysis->view_words, table->dialect, table->definition);
}

void ingest_analysis_init(ingest_analysis *analysis, store *s, colline_catalog *catalog)
{
    memset(analysis, 0, sizeof *analysis);
    analysis->store = s;
    analysis->catalog = catalog;
    analysis->view_words = map_get(sizeof *analysis->view_words);
    *analysis->view_words = (ingest_words){ NULL, 0, 0 };
    if (catalog != NULL)
        (void)colline_catalog_each_table(catalog, note_view, analysis);
    ingest_shapes_init(&analysis->shapes, any_seed());
    ingest_cache_init(&analysis->cache, MOST_CACHED / 2);
    ingest_sessions_init(&analysis->sessions, INGEST_MOST_SESSIONS);
}

void ingest_analysis_free(ingest_analysis *analysis)
{
    ingest_sessions_free(&analysis->sessions);
    ingest_cache_free(&analysis->cache);
    ingest_shapes_free(&analysis->shapes);
    ingest_words_free(analysis->view_words);
    free(analysis->view_words);
    map_pool_free(&analysis->pool);
}

void ingest_analysis_forget(ingest_analysis *analysis)
{
    ingest_cache_free(&analysis->cache);
    ingest_cache_init(&analysis->cache, MOST_CACHED / 2);
}

/* ---- One event ------------------------------------------------------------------------------------- */

typedef struct work {
    ingest_analysis *analysis;
    const ingest_event *event;
    colline_text origin;
    uint64_t session;        /* its id; 0: none */
    bool concerned;          /* the text may name what the session has done to tables */
    colline_options options;
    store_run run;
    uint64_t key;
} work;

static uint64_t hash_of(colline_text text, uint64_t more)
{
    map_hash hash = map_hash128(text.data, text.length);

    return ingest_mix(hash.low ^ more, hash.high);
}

static uint64_t session_of(const ingest_event *event, colline_text scope)
{
    return event->session.length > 0 ? hash_of(event->session, hash_of(scope, 1)) : 0;
}

/* Where the engine tells which tables were touched, and all are of one database, names without one mean that. */
static const char *database_of_objects(ingest_analysis *analysis, const ingest_event *event)
{
    colline_text found = { NULL, 0 };

    for (size_t i = 0; i < event->object_count; i++) {
        const ingest_object *object = &event->objects[i];
        const char *dot = memchr(object->name.data, '.', object->name.length);
        colline_text database = { object->name.data, dot != NULL ? (uint32_t)(dot - object->name.data) : 0 };
        if (database.length == 0 || (found.data != NULL && (found.length != database.length ||
                                                            memcmp(found.data, database.data, found.length) != 0)))
            return NULL;
        found = database;
    }
    return found.data != NULL ? map_pool_copy(&analysis->pool, found.data, found.length).data : NULL;
}

/* The database that names without one mean, unless the session has moved. */
static const char *database_of(ingest_analysis *analysis, const ingest_event *event, const ingest_session *session)
{
    const char *found = NULL;

    if (event->database.length > 0 && event->session.length == 0)
        return event->database.data;
    if ((session == NULL || session->place == 0) && event->object_count > 0)
        found = database_of_objects(analysis, event);
    return found != NULL ? found : analysis->default_db;
}

/* An engine that tells the database with every statement: the session moves with it. */
static void move_session(work *w)
{
    ingest_sessions *sessions = &w->analysis->sessions;
    const ingest_session *session = ingest_session_find(sessions, w->session);
    colline_text database = w->event->database;
    uint64_t place = hash_of(database, 3);

    if (w->session == 0 || database.length == 0 || (session != NULL && session->place == place))
        return;
    ingest_session_move(sessions, w->session, INGEST_EFFECT_DATABASE, database, place);
}

static void set_options(work *w, const ingest_session *session)
{
    ingest_analysis *a = w->analysis;

    w->options = (colline_options)COLLINE_OPTIONS_INIT;
    w->options.dialect = a->dialect_given && !w->event->has_dialect ? a->dialect : w->event->dialect;
    w->options.flags = a->flags | w->event->options;
    w->options.default_db = database_of(a, w->event, session);
}

/* Everything that an analysis depends on, but the catalog, which stays as it is. */
static uint64_t key_of(const work *w, const ingest_session *session)
{
    const ingest_event *event = w->event;
    uint64_t key = ingest_shapes_key(&w->analysis->shapes, &w->options, event->text);

    if (session != NULL)
        key = ingest_mix(ingest_mix(key, session->place), w->concerned ? session->chain : 0);
    if (event->state == INGEST_FAILED)
        key = ingest_mix(key, hash_of(event->reason, 5));
    if ((event->flags & (INGEST_FLATTENED | INGEST_CUT)) != 0 || event->object_count > 0) {
        key = ingest_mix(key, event->flags & (INGEST_FLATTENED | INGEST_CUT));
        for (size_t i = 0; i < event->object_count; i++)
            key = ingest_mix(key, hash_of(event->objects[i].name, event->objects[i].written));
    }
    return key > 1 ? key : 2; /* 0 and 1 are the cache's own */
}

static store_status note_runs(const work *w, const ingest_cached *cached)
{
    store_status status = STORE_OK;

    for (uint32_t i = 0; i < cached->count && status == STORE_OK; i++) {
        int64_t id = cached->statements == NULL ? cached->statement : cached->statements[i];
        status = store_statement_ran(w->analysis->store, id, &w->run);
    }
    for (uint32_t i = 0; i < cached->told_count && status == STORE_OK; i++)
        status = store_table_again(w->analysis->store, &cached->told[i], w->run.time);
    return status;
}

static void count_outcome(ingest_counts *counts, uint32_t flags)
{
    counts->broken += (flags & INGEST_BROKEN) != 0;
    counts->partial += (flags & INGEST_PARTIAL) != 0;
}

/* ---- Analysing ------------------------------------------------------------------------------------- */

typedef struct outcome {
    int64_t *ids; /* of what was put */
    size_t count, capacity;
    uint32_t flags;
    uint64_t variant; /* of all statements */
    uint64_t place;   /* where the session is afterwards */
    bool only_use;
    ingest_names names; /* of what is changed */
    ingest_told told;   /* of tables */
    bool renamed;       /* something, whose columns the store knows by now: not the same when it runs again */
} outcome;

static store_status put(work *w, outcome *out, store_statement *statement)
{
    ingest_analysis *a = w->analysis;
    uint64_t start = now_ns();
    store_status status;
    int64_t id;

    statement->parsed_at = now_ms();
    status = store_statement_put(a->store, statement, &id);
    if (status == STORE_OK) {
        MAP_GROW(out->ids, out->count, out->capacity);
        out->ids[out->count++] = id;
        status = store_statement_ran(a->store, id, &w->run);
    }
    a->counts.put_ns += now_ns() - start;
    return status;
}

/* Whether the text ends in a comment that may have swallowed what stood on the next lines. */
static bool ends_in_comment(const ingest_event *event, colline_dialect dialect)
{
    size_t offset = 0;
    colline_token token, last = { "", { 0, 0 } };

    if ((event->flags & INGEST_FLATTENED) == 0)
        return false;
    while (colline_next_token(dialect, event->text.data, event->text.length, &offset, &token))
        last = token;
    return (strcmp(last.kind, "comment") == 0 || strcmp(last.kind, "hint") == 0) && last.at.length > 2 &&
           strncmp(event->text.data + last.at.offset, "--", 2) == 0;
}

/* What the engine says goes where the text is ruined. */
static void mend(const work *w, store_statement *statement, bool ruined)
{
    if (w->event->object_count == 0)
        return;
    if (statement->outcome == STORE_OUTCOME_ERROR || (ruined && !ingest_covers_objects(statement, w->event)))
        ingest_fill_from_objects(statement, w->event, &w->analysis->pool);
}

static store_status keep(work *w, outcome *out, const colline_statement *found, colline_text database, uint64_t variant,
                         bool ruined, uint64_t spent)
{
    store_statement statement;
    store_status status = STORE_OK;

    ingest_fill(&statement, found, w->options.dialect, (w->event->flags & INGEST_CUT) != 0, &w->analysis->pool);
    mend(w, &statement, ruined);
    out->flags |= statement.outcome == STORE_OUTCOME_ERROR ? INGEST_BROKEN
                  : statement.outcome == STORE_OUTCOME_PARTIAL ? INGEST_PARTIAL : 0u;
    if (statement.kind == COLLINE_STATEMENT_ALTER && statement.outcome == STORE_OUTCOME_OK)
        status = ingest_carry_renamed(w->analysis->store, &statement, found, database, w->run.time, &w->analysis->pool, &out->renamed);
    if (status != STORE_OK || (!ingest_is_kept(found) && statement.edge_count == 0))
        return status;
    statement.variant = variant;
    statement.default_db = database;
    statement.parse_ns = spent;
    return put(w, out, &statement);
}

static bool is_in(const colline_column_ref *table, colline_text database)
{
    return table->database.length > 0 && table->database.length <= database.length &&
           memcmp(table->database.data, database.data + (database.length - table->database.length),
                  table->database.length) == 0;
}

/* Whether a table of the statement may be there because its name does not say a database. */
static bool uses_database(const colline_statement *found, colline_text database)
{
    for (size_t i = 0; i < colline_statement_source_count(found); i++)
        if (is_in(colline_statement_source(found, i), database))
            return true;
    for (size_t i = 0; i < colline_statement_target_count(found); i++)
        if (is_in(&colline_statement_target(found, i)->table, database))
            return true;
    return false;
}

/* What tells the statement from others of its fingerprint, the same from day to day. */
static uint64_t variant_of(const work *w, const colline_statement *found, const ingest_session *session,
                           colline_text database, uint64_t variant)
{
    if (w->concerned)
        variant = ingest_mix(variant, session->variant);
    if (database.length > 0 && uses_database(found, database))
        variant = ingest_mix(variant, hash_of(database, 9));
    return variant;
}

static store_status read_statements(work *w, outcome *out, colline_session *live, const ingest_session *session)
{
    bool ruined = ends_in_comment(w->event, w->options.dialect);
    uint64_t start = now_ns(), changes = colline_session_changes(live);
    const colline_statement *found;
    store_status status = STORE_OK;

    out->only_use = true;
    while (status == STORE_OK && (found = colline_session_next(live)) != NULL) {
        uint64_t spent = now_ns() - start;
        colline_text database = colline_session_database(live);
        uint64_t variant = colline_statement_variant(found);
        w->analysis->counts.analysis_ns += spent;
        out->place = hash_of(database, 4);
        if (colline_session_changes(live) != changes && colline_statement_get_kind(found) != COLLINE_STATEMENT_USE) {
            out->only_use = false;
            ingest_names_add(&out->names, found, w->options.dialect, w->analysis->view_words);
            status = ingest_tell_statement(w->analysis->store, found, w->options.dialect, database, w->run.time,
                                           &w->analysis->pool, &out->told);
        }
        changes = colline_session_changes(live);
        out->variant = ingest_mix(out->variant, colline_statement_fingerprint(found) ^ variant);
        if (status == STORE_OK)
            status = keep(w, out, found, database, variant_of(w, found, session, database, variant), ruined, spent);
        start = now_ns();
    }
    return status;
}

/* A text that the library gave up on (a limit) is a statement that could not be read. */
static store_status keep_unread(work *w, outcome *out, colline_status why)
{
    colline_diagnostic told = { .severity = COLLINE_ERROR, .code = "limit", .line = 1, .column = 1 };
    store_statement statement = { .dialect = w->options.dialect, .outcome = STORE_OUTCOME_ERROR };

    told.message = map_text(colline_status_text(why));
    statement.fingerprint = colline_fingerprint(w->options.dialect, w->event->text.data, w->event->text.length);
    statement.text = w->event->text;
    statement.default_db = map_text(w->options.default_db);
    statement.reason = map_text(NULL);
    statement.diagnostics = &told;
    statement.diagnostic_count = 1;
    out->flags |= INGEST_BROKEN;
    return put(w, out, &statement);
}

/* As the cache keeps it; the arrays are the outcome's. */
static ingest_cached cached_of(const work *w, const outcome *out)
{
    return (ingest_cached){ .key = w->key, .variant = out->variant, .place = out->place, .names = out->names.text,
                            .statements = out->ids, .count = (uint32_t)out->count, .flags = out->flags,
                            .told = out->told.items, .told_count = (uint32_t)out->told.count };
}

static void remember(work *w, const outcome *out)
{
    ingest_cached entry = cached_of(w, out);

    if (!w->analysis->no_cache && !out->renamed)
        ingest_cache_put(&w->analysis->cache, &entry);
}

/* What the text has done to the session becomes a part of its state. */
static void note_effect(work *w, const ingest_cached *done)
{
    ingest_sessions *sessions = &w->analysis->sessions;

    if ((done->flags & INGEST_CHANGES) == 0)
        return;
    if ((done->flags & INGEST_MOVES) != 0)
        ingest_session_move(sessions, w->session, INGEST_EFFECT_USE, w->event->text, done->place);
    else
        ingest_session_change(sessions, w->session, INGEST_EFFECT_STATEMENT, w->event->text, done->names, done->place, w->key,
                              done->variant);
}

/* Give the library's session back, in the state that it is in now. */
static void give_back(work *w, colline_session *live, bool changed, bool had_chain)
{
    ingest_sessions *sessions = &w->analysis->sessions;
    const ingest_session *session = ingest_session_find(sessions, w->session);
    bool has_chain = session != NULL && session->chain != 0;

    /* one that knew the database alone now knows the last change of several, too: no state has that name */
    if (changed && (w->session == 0 || (!w->concerned && had_chain && has_chain)))
        ingest_live_drop(sessions, live);
    else
        ingest_live_done(sessions, live, session, w->concerned || (changed && !had_chain), &w->options);
}

static store_status analyse_text(work *w, const ingest_session *session)
{
    ingest_analysis *a = w->analysis;
    outcome out = { .place = session != NULL ? session->place : 0 };
    colline_status status = COLLINE_OK;
    store_status stored = STORE_OK;
    colline_session *live = ingest_live_get(&a->sessions, session, w->concerned, a->catalog, &w->options, &status);
    uint64_t before = colline_session_changes(live);
    bool had_chain = session != NULL && session->chain != 0;

    a->counts.analysed++;
    if (live != NULL)
        status = colline_session_feed(live, w->event->text.data, w->event->text.length);
    if (status == COLLINE_OK)
        status = colline_session_finish(live);
    if (status == COLLINE_OK) {
        stored = read_statements(w, &out, live, session);
        status = colline_session_status(live);
    }
    if (status != COLLINE_OK && stored == STORE_OK)
        stored = keep_unread(w, &out, status);
    if (colline_session_changes(live) != before)
        out.flags |= INGEST_CHANGES | (out.only_use ? INGEST_MOVES : 0u);
    count_outcome(&a->counts, out.flags);
    if (stored == STORE_OK) {
        ingest_cached done = cached_of(w, &out);
        remember(w, &out);
        note_effect(w, &done);
    }
    give_back(w, live, (out.flags & INGEST_CHANGES) != 0, had_chain);
    free(out.ids);
    free(out.told.items);
    ingest_names_free(&out.names);
    return stored;
}

/* DDL tells the session of tables. */
static store_status read_ddl(work *w, const ingest_session *session)
{
    ingest_analysis *a = w->analysis;
    colline_status status = COLLINE_OK;
    colline_session *live;

    w->concerned = true;
    live = ingest_live_get(&a->sessions, session, true, a->catalog, &w->options, &status);
    if (live != NULL)
        status = colline_session_add_ddl(live, w->event->text.data, w->event->text.length, NULL);
    a->counts.bad += status != COLLINE_OK && status != COLLINE_E_INPUT;
    ingest_session_change(&a->sessions, w->session, INGEST_EFFECT_DDL, w->event->text, "*",
                          session != NULL ? session->place : 0, w->key, hash_of(w->event->text, 11));
    give_back(w, live, true, true);
    return STORE_OK;
}

/* ---- Failures and edges of the engine's own -------------------------------------------------------- */

/* The same failure of the same statement is one, whatever numbers its message holds. */
static uint64_t hash_of_reason(colline_text reason)
{
    uint64_t hash = 13;
    bool digit = false;

    for (uint32_t i = 0; i < reason.length && i < MOST_REASON; i++) {
        bool is_digit = (reason.data[i] >= '0' && reason.data[i] <= '9') || (reason.data[i] >= 'a' && reason.data[i] <= 'f' && digit);
        if (!is_digit)
            hash = ingest_mix(hash, (unsigned char)reason.data[i]);
        digit = is_digit;
    }
    return hash;
}

/* The kind of the text's first statement, read in no session. */
static colline_statement_kind kind_of(const work *w)
{
    colline_session *session = NULL;
    colline_statement_kind kind = COLLINE_STATEMENT_UNKNOWN;
    colline_options options = w->options;

    options.flags |= COLLINE_TABLE_LEVEL;
    if (colline_session_open(NULL, &options, &session) == COLLINE_OK &&
        colline_session_feed(session, w->event->text.data, w->event->text.length) == COLLINE_OK &&
        colline_session_finish(session) == COLLINE_OK)
        kind = colline_statement_get_kind(colline_session_next(session));
    colline_session_close(session);
    return kind;
}

static store_statement plain_statement(const work *w, uint64_t fingerprint)
{
    store_statement statement = { .dialect = w->options.dialect, .fingerprint = fingerprint };

    statement.kind = kind_of(w);
    statement.text = w->event->text;
    statement.default_db = map_text(w->options.default_db);
    statement.reason = map_text(NULL);
    return statement;
}

/* One that is known has run once more. */
static store_status keep_failed(work *w)
{
    ingest_analysis *a = w->analysis;
    outcome out = { .flags = 0 };
    uint64_t fingerprint = colline_fingerprint(w->options.dialect, w->event->text.data, w->event->text.length);
    uint64_t variant = hash_of_reason(w->event->reason), start = now_ns();
    store_statement statement;
    int64_t id;
    store_status status = store_statement_find(a->store, fingerprint, w->options.dialect, variant, &id);

    if (status == STORE_OK) {
        MAP_GROW(out.ids, out.count, out.capacity);
        out.ids[out.count++] = id;
        status = store_statement_ran(a->store, id, &w->run);
        a->counts.put_ns += now_ns() - start;
    } else if (status == STORE_E_MISSING) {
        statement = plain_statement(w, fingerprint);
        statement.outcome = STORE_OUTCOME_FAILED;
        statement.reason = w->event->reason;
        statement.variant = variant;
        status = put(w, &out, &statement);
    }
    if (status == STORE_OK)
        remember(w, &out);
    free(out.ids);
    return status;
}

static store_status keep_edges(work *w)
{
    outcome out = { .flags = 0 };
    store_statement statement;
    store_status status;

    w->analysis->counts.ready++;
    if (w->event->edge_count == 0)
        return STORE_OK;
    statement = plain_statement(w, colline_fingerprint(w->options.dialect, w->event->text.data, w->event->text.length));
    ingest_fill_from_edges(&statement, w->event, &w->analysis->pool);
    statement.variant = 17; /* beside what was read from the text of the same statement */
    status = put(w, &out, &statement);
    free(out.ids);
    return status;
}

/* ---- In all ---------------------------------------------------------------------------------------- */

static store_run run_of(ingest_analysis *analysis, const ingest_event *event, colline_text origin)
{
    store_run run = { .time = event->time != 0 ? event->time : now_ms(), .user = event->user, .session = event->session,
                      .job = event->job, .origin = origin };

    if (run.job.length == 0)
        run.job = ingest_job_of_comment(event->text, &analysis->pool);
    return run;
}

/* The known text was run once more; false where the store has lost it. */
static bool repeat(work *w, const ingest_cached *cached, store_status *status)
{
    *status = note_runs(w, cached);
    if (*status == STORE_E_MISSING) {
        ingest_cache_forget(&w->analysis->cache, w->key);
        *status = STORE_OK;
        return false;
    }
    w->analysis->counts.cached++;
    count_outcome(&w->analysis->counts, cached->flags);
    note_effect(w, cached);
    return true;
}

static store_status run_text(work *w)
{
    ingest_analysis *a = w->analysis;
    const ingest_session *session = ingest_session_find(&a->sessions, w->session);
    const ingest_cached *cached;
    store_status status = STORE_OK;
    uint64_t start = now_ns();

    set_options(w, session);
    w->concerned = ingest_session_concerns(session, w->event->text);
    w->key = key_of(w, session);
    cached = a->no_cache || (w->event->flags & INGEST_DDL) != 0 || w->event->edges != NULL
                 ? NULL : ingest_cache_get(&a->cache, w->key);
    if (cached != NULL && repeat(w, cached, &status)) {
        a->counts.key_ns += now_ns() - start;
        return status;
    }
    a->counts.key_ns += now_ns() - start;
    if ((w->event->flags & INGEST_DDL) != 0)
        return read_ddl(w, session);
    if (w->event->edges != NULL)
        return keep_edges(w);
    return w->event->state == INGEST_FAILED ? keep_failed(w) : analyse_text(w, session);
}

store_status ingest_analyse(ingest_analysis *analysis, const ingest_event *event, colline_text scope, colline_text origin)
{
    work w = { .analysis = analysis, .event = event, .origin = origin };

    map_pool_reset(&analysis->pool);
    w.session = session_of(event, scope);
    if ((event->flags & INGEST_SESSION_START) != 0)
        ingest_session_forget(&analysis->sessions, w.session);
    if (event->state == INGEST_OTHER) {
        analysis->counts.other++;
        return STORE_OK;
    }
    analysis->counts.failed += event->state == INGEST_FAILED;
    if (event->text.length == 0)
        return STORE_OK;
    w.run = run_of(analysis, event, origin);
    move_session(&w);
    return run_text(&w);
}

/* ---- Again ----------------------------------------------------------------------------------------- */

/* Put what the session's first statement is now in place of what the row was. */
static store_status put_again(ingest_analysis *analysis, const store_statement_row *row, colline_session *session, bool *well)
{
    uint64_t start = now_ns();
    const colline_statement *found = colline_session_next(session);
    store_statement statement;
    int64_t id;

    if (found == NULL)
        return STORE_OK; /* a limit, as before */
    ingest_fill(&statement, found, row->dialect, false, &analysis->pool);
    statement.fingerprint = row->fingerprint;
    statement.variant = row->variant;
    statement.text = row->text;
    statement.default_db = row->default_db;
    statement.parsed_at = now_ms();
    statement.parse_ns = now_ns() - start;
    *well = statement.outcome != STORE_OUTCOME_ERROR;
    return store_statement_put(analysis->store, &statement, &id);
}

store_status ingest_analyse_again(ingest_analysis *analysis, int64_t number, bool *well)
{
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_session *session = NULL;
    store_statement_row *rows;
    size_t found;
    store_status status;

    map_pool_reset(&analysis->pool);
    status = store_statements_by_id(analysis->store, &number, 1, &analysis->pool, &rows, &found);
    if (status != STORE_OK || found == 0)
        return status;
    options.dialect = rows->dialect;
    options.flags = analysis->flags;
    options.default_db = rows->default_db.length > 0 ? rows->default_db.data : NULL;
    if (colline_session_open(analysis->catalog, &options, &session) == COLLINE_OK &&
        colline_session_feed(session, rows->text.data, rows->text.length) == COLLINE_OK &&
        colline_session_finish(session) == COLLINE_OK)
        status = put_again(analysis, rows, session, well);
    colline_session_close(session);
    return status;
}

store_status ingest_tell_catalog(ingest_analysis *analysis)
{
    return ingest_tell_tables(analysis->store, analysis->catalog, &analysis->pool);
}
