/*
 * The pipeline.
 */
#define _POSIX_C_SOURCE 200809L
#include "map/ingest/load.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "map/ingest/away.h"
#include "map/ingest/ending.h"
#include "map/map.h"

enum {
    BATCH_EVENTS = 8192,
    BATCH_BYTES = 8 << 20,
    PENDING_BYTES = 40 << 20, /* what may wait in the store for a commit */
    POLL_MS = 250,            /* how often followed files are looked at */
    QUIET_ROUNDS = 8          /* after that many looks without a change the last record is complete */
};

typedef struct queued {
    ingest_event event;
    ingest_source *source;
} queued;
_Static_assert(offsetof(queued, event) == 0, "ingest_find_known() takes them for events");

/* What is counted, as of the last commit. */
typedef struct tally {
    ingest_counts counts;
    uint64_t bytes;
    size_t files, gone;
} tally;

typedef struct load {
    ingest_analysis *analysis;
    const ingest_options *options;
    ingest_summary *summary;
    ingest_sources sources;
    ingest_sink sink;
    ingest_source *current; /* whose record is being read */
    queued *events;
    size_t count, capacity;
    map_pool pool;          /* of the queued events */
    map_pool record_pool;
    ingest_source **touched; /* whose positions are to be kept with the queued events */
    size_t touched_count, touched_capacity;
    uint64_t uncommitted;
    bool changed;           /* something was committed since the last publication */
    bool unread;
    tally committed;
    ingest_progress progress;
} load;

/* ---- Events ---------------------------------------------------------------------------------------- */

static void queue_event(void *user, const ingest_event *event)
{
    load *l = user;

    MAP_GROW(l->events, l->count, l->capacity);
    l->events[l->count].source = l->current;
    ingest_event_keep(&l->events[l->count++].event, event, l->options->engine, &l->pool);
}

static void note_bad(void *user, const char *problem)
{
    load *l = user;

    l->analysis->counts.bad++;
    if (!l->current->warned && !l->options->quiet) {
        ingest_progress_end(&l->progress);
        map_complain("%s: before byte %llu: %s (told once for a file)", l->current->path,
                     (unsigned long long)l->current->offset, problem);
    }
    l->current->warned = true;
}

/* ---- Batches --------------------------------------------------------------------------------------- */

/* In front of every write: a load that waits for files leaves the store to others. */
static store_status begin(load *l)
{
    return store_is_loading(l->analysis->store) ? STORE_OK : store_load_begin(l->analysis->store, l->options->batch);
}

store_status ingest_find_known(store *s, const void *items, size_t size, size_t count, bool *known, uint64_t *spent_ns)
{
    colline_text *ids = map_get((count + 1) * sizeof *ids);
    size_t *which = map_get((count + 1) * sizeof *which), asked = 0;
    bool *seen = map_get(count + 1);
    uint64_t start = ingest_now_ns();
    store_status status = STORE_OK;

    for (size_t i = 0; i < count; i++) {
        const ingest_event *event = (const void *)((const char *)items + i * size);
        known[i] = false;
        if (event->id.length == 0 || event->state == INGEST_OTHER)
            continue;
        ids[asked] = event->id;
        which[asked++] = i;
    }
    if (asked > 0)
        status = store_events_seen(s, ids, asked, seen);
    for (size_t i = 0; i < asked && status == STORE_OK; i++)
        known[which[i]] = seen[i];
    *spent_ns += ingest_now_ns() - start;
    free(ids);
    free(which);
    free(seen);
    return status;
}

static store_status analyse_queued(load *l, const bool *known)
{
    store_status status = STORE_OK;

    for (size_t i = 0; i < l->count && status == STORE_OK; i++) {
        const queued *q = &l->events[i];
        const ingest_source *source = q->source;
        bool whole = source->reader->framing == INGEST_WHOLE;
        l->analysis->counts.events += (q->event.flags & INGEST_DDL) == 0;
        if (known[i])
            l->analysis->counts.repeated++;
        else
            status = ingest_analyse(l->analysis, &q->event, map_text(source->scope), map_text(whole ? source->path : NULL));
    }
    return status;
}

/* What is queued goes to the store, with the positions behind it. */
static store_status flush(load *l)
{
    bool *known;
    store_status status;

    if (l->count == 0 && l->touched_count == 0)
        return STORE_OK;
    known = map_get(l->count + 1);
    status = begin(l);
    if (status == STORE_OK)
        status = ingest_find_known(l->analysis->store, l->events, sizeof *l->events, l->count, known, &l->summary->times.seen_ns);
    if (status == STORE_OK)
        status = analyse_queued(l, known);
    for (size_t i = 0; i < l->touched_count && status == STORE_OK; i++)
        status = ingest_source_save(l->touched[i], l->analysis->store);
    l->uncommitted += l->count + l->touched_count;
    l->count = l->touched_count = 0;
    map_pool_reset(&l->pool);
    free(known);
    ingest_progress_show(&l->progress, &l->analysis->counts);
    return status;
}

static void count(load *l)
{
    l->committed = (tally){ l->analysis->counts, l->summary->bytes, l->summary->files, l->summary->gone };
}

static store_status commit(load *l)
{
    uint64_t start;
    store_status status = flush(l);

    if (status != STORE_OK || l->uncommitted == 0)
        return status;
    start = ingest_now_ns();
    status = ingest_sessions_save(&l->analysis->sessions, l->analysis->store);
    if (status == STORE_OK)
        status = store_load_commit(l->analysis->store);
    if (status == STORE_OK)
        count(l);
    l->uncommitted = 0;
    l->changed = true;
    l->summary->times.commit_ns += ingest_now_ns() - start;
    return status;
}

/* Between two records. */
static store_status flush_if_full(load *l)
{
    store_status status = STORE_OK;

    if (l->count >= BATCH_EVENTS || l->pool.bytes >= BATCH_BYTES || l->touched_count >= BATCH_EVENTS)
        status = flush(l);
    if (status == STORE_OK && (l->uncommitted + l->count >= l->options->commit_events ||
                               store_load_pending(l->analysis->store) >= PENDING_BYTES))
        status = commit(l);
    return status;
}

static void touch(load *l, ingest_source *source)
{
    if (l->touched_count > 0 && l->touched[l->touched_count - 1] == source)
        return;
    MAP_GROW(l->touched, l->touched_count, l->touched_capacity);
    l->touched[l->touched_count++] = source;
}

/* ---- Sources --------------------------------------------------------------------------------------- */

static ingest_reading reading_of(load *l, ingest_source *source)
{
    return (ingest_reading){ &l->sink, &l->record_pool, &source->waiting->pending, source->path };
}

static void read_record(load *l, ingest_source *source, const char *record, size_t length)
{
    ingest_reading reading = reading_of(l, source);

    map_pool_reset(&l->record_pool);
    l->current = source;
    if (length > 0)
        source->reader->read(&reading, record, length);
    touch(l, source);
}

static store_status read_log(load *l, ingest_source *source)
{
    bool last = !l->options->follow || source->quiet >= QUIET_ROUNDS;
    store_status status = STORE_OK;
    const char *record;
    size_t length, records = 0;
    uint64_t start = ingest_now_ns(), from = source->offset;

    while (status == STORE_OK && ingest_ending() == 0 && ingest_source_next(source, last, &record, &length)) {
        read_record(l, source, record, length);
        records++;
        if (l->count >= BATCH_EVENTS || l->pool.bytes >= BATCH_BYTES || records % BATCH_EVENTS == 0) {
            l->summary->times.read_ns += ingest_now_ns() - start;
            l->progress.bytes += source->offset - from;
            l->summary->bytes += source->offset - from;
            from = source->offset;
            status = flush_if_full(l);
            start = ingest_now_ns();
        }
    }
    l->summary->times.read_ns += ingest_now_ns() - start;
    l->summary->bytes += source->offset - from;
    l->progress.bytes += source->offset - from;
    l->summary->files += records > 0;
    source->quiet = records > 0 ? 0 : source->quiet + 1;
    return status;
}

/* What a changed file held before goes; what it holds now comes. */
static store_status read_whole(load *l, ingest_source *source)
{
    uint64_t before = source->mark;
    const char *problem = NULL;
    size_t length;
    const char *text = ingest_source_whole(source, &length, &problem);
    store_status status = STORE_OK;

    if (text == NULL) {
        map_complain("%s: %s", source->path, problem);
        l->unread = true;
        return STORE_OK;
    }
    if (before == source->mark && before != 0) {
        touch(l, source); /* only its time has changed */
        return STORE_OK;
    }
    status = begin(l);
    if (status == STORE_OK)
        status = store_origin_retire(l->analysis->store, map_text(source->path));
    if (status == STORE_OK)
        read_record(l, source, text, length);
    l->summary->files++;
    l->summary->bytes += length;
    l->progress.bytes += length;
    ingest_source_close(source);
    return status;
}

/* In a load that goes on, what has no reader yet, or cannot be opened just now, is tried again. */
static void note_problem(load *l, ingest_source *source, const char *problem)
{
    if (problem == NULL)
        return;
    l->unread = l->unread || !l->options->follow;
    if (!source->warned)
        map_complain("%s: %s", source->path, problem);
    source->warned = true;
}

static store_status read_source(load *l, ingest_source *source)
{
    const char *problem;
    bool any = ingest_source_open(&l->sources, source, l->options->reader, &problem);
    store_status status;

    if (!any) {
        note_problem(l, source, problem);
        source->quiet++;
        if (!l->options->follow)
            ingest_source_close(source);
        return STORE_OK;
    }
    status = ingest_source_scope(&l->sources, source, l->analysis->store);
    if (status == STORE_OK)
        status = source->reader->framing == INGEST_WHOLE ? read_whole(l, source) : read_log(l, source);
    if (status == STORE_OK)
        status = flush_if_full(l);
    if (!l->options->follow)
        ingest_source_close(source);
    return status;
}

static store_status retire(void *user, colline_text path)
{
    load *l = user;
    store_status status = begin(l);

    l->summary->gone++;
    l->uncommitted++;
    return status == STORE_OK ? store_origin_retire(l->analysis->store, path) : status;
}

/* Statements that began and of which no line tells the end: at the end of a load they are taken as finished, but for those
 * of readers whose logs tell every end. */
static store_status settle(load *l)
{
    for (size_t i = 0; i < l->sources.count; i++) {
        ingest_source *source = l->sources.items[i];
        ingest_pending *pending = source->waiting != NULL ? &source->waiting->pending : NULL;
        if (source->reader != &ingest_reader_postgres_csv)
            continue;
        l->current = source;
        while (pending != NULL && pending->count > 0) {
            ingest_event event = ingest_pending_event(&pending->items[0], source->reader->dialect);
            queue_event(l, &event);
            ingest_pending_remove(pending, pending->items[0].key);
            touch(l, source);
        }
    }
    return STORE_OK;
}

/* ---- Rounds ---------------------------------------------------------------------------------------- */

static void add_up(load *l)
{
    l->progress.all_bytes = l->progress.bytes;
    for (size_t i = 0; i < l->sources.count; i++) {
        ingest_source *source = l->sources.items[i];
        l->progress.all_bytes += source->size > source->offset ? source->size - source->offset : 0;
    }
}

/* The sizes, for the time that is left. */
static void measure(load *l)
{
    for (size_t i = 0; i < l->sources.count && l->progress.shown; i++) {
        const char *problem;
        (void)ingest_source_open(&l->sources, l->sources.items[i], l->options->reader, &problem);
        ingest_source_close(l->sources.items[i]);
    }
    add_up(l);
}

static store_status round_of_all(load *l)
{
    store_status status = ingest_sources_gone(&l->sources, l->analysis->store, l->options->names, l->options->name_count,
                                              retire, l);

    for (size_t i = 0; i < l->sources.count && status == STORE_OK && ingest_ending() == 0; i++)
        if (l->sources.items[i]->seen)
            status = read_source(l, l->sources.items[i]);
    return status;
}

static store_status publish(load *l)
{
    uint64_t start = ingest_now_ns();
    store_status status = store_load_publish(l->analysis->store);

    l->changed = false;
    l->summary->times.commit_ns += ingest_now_ns() - start;
    return status;
}

/* Readers see what has come. */
static store_status commit_and_publish(load *l)
{
    store_status status = commit(l);

    return status == STORE_OK && l->changed ? publish(l) : status;
}

static store_status follow(load *l)
{
    const struct timespec pause = { 0, POLL_MS * 1000000L };
    store_status status = STORE_OK;

    while (status == STORE_OK && ingest_ending() == 0) {
        (void)ingest_sources_find(&l->sources, l->options->names, l->options->name_count, true);
        status = round_of_all(l);
        if (status == STORE_OK)
            status = commit_and_publish(l);
        if (status == STORE_OK && ingest_ending() == 0)
            nanosleep(&pause, NULL);
    }
    return status;
}

/* What the store knows of former loads; `again`: of this one. */
static store_status start(load *l, bool again)
{
    store *s = l->analysis->store;
    store_status status = begin(l);

    if (status == STORE_OK)
        status = again ? ingest_sources_rewind(&l->sources, s) : ingest_sources_load(&l->sources, s);
    if (status == STORE_OK)
        status = ingest_sessions_load(&l->analysis->sessions, s);
    if (status == STORE_OK)
        status = ingest_tell_catalog(l->analysis);
    l->changed = true; /* the catalog */
    return status;
}

static store_status run_all(load *l)
{
    store_status status = l->options->follow ? follow(l) : round_of_all(l);

    if (status == STORE_OK && ingest_ending() == 0 && !l->options->follow)
        status = settle(l);
    return status == STORE_OK ? commit_and_publish(l) : status;
}

/* What was read since the last commit is forgotten, as if the load had been killed, and read again from the positions that the
 * store has: also where a commit came to its end of which nobody told. */
static void forget(load *l)
{
    ingest_analysis *a = l->analysis;

    l->count = l->touched_count = l->uncommitted = 0;
    map_pool_reset(&l->pool);
    a->counts = l->committed.counts;
    l->summary->bytes = l->progress.bytes = l->committed.bytes;
    l->summary->files = l->committed.files;
    l->summary->gone = l->committed.gone;
    ingest_analysis_forget(a);
    ingest_sessions_free(&a->sessions);
    ingest_sessions_init(&a->sessions, INGEST_MOST_SESSIONS);
}

/* The store was lost: a load that follows waits for it. */
static store_status go_on(load *l, store_status status)
{
    ingest_progress_end(&l->progress);
    status = ingest_wait_for_store(l->analysis->store, status);
    forget(l);
    if (status == STORE_OK)
        status = start(l, true);
    return status == STORE_OK ? run_all(l) : status;
}

static void free_load(load *l)
{
    ingest_sources_free(&l->sources);
    map_pool_free(&l->pool);
    map_pool_free(&l->record_pool);
    free(l->events);
    free(l->touched);
}

void ingest_run_begin(ingest_summary *summary, ingest_progress *progress, bool quiet)
{
    memset(summary, 0, sizeof *summary);
    ingest_ending_begin();
    ingest_progress_start(progress, quiet);
}

void ingest_run_end(ingest_summary *summary, ingest_progress *progress, store *s, store_status status)
{
    ingest_progress_end(progress);
    if (status != STORE_OK) {
        map_complain("%s", store_error(s));
        store_load_rollback(s);
    }
    summary->signal = ingest_ending_end();
    summary->times.all_ns = ingest_now_ns() - progress->start_ns;
}

store_status ingest_run(ingest_analysis *analysis, const ingest_options *options, ingest_summary *summary, bool *unread)
{
    load l = { .analysis = analysis, .options = options, .summary = summary };
    store_status status;

    l.sink = (ingest_sink){ queue_event, note_bad, &l };
    ingest_run_begin(summary, &l.progress, options->quiet);
    l.unread = !ingest_sources_find(&l.sources, options->names, options->name_count, options->follow);
    status = start(&l, false);
    if (status == STORE_OK) {
        measure(&l);
        status = run_all(&l);
    }
    while (options->follow && ingest_is_away(status) && ingest_ending() == 0)
        status = go_on(&l, status);
    ingest_run_end(summary, &l.progress, analysis->store, status);
    *unread = l.unread;
    free_load(&l);
    return status;
}
