/*
 * The event bus: opening and closing, publishing, counts.  api_bus.h tells how it is built.
 */
#ifndef COLLINE_WITHOUT_BUS
#define _POSIX_C_SOURCE 200809L
#include "api_bus.h"

#include <signal.h>
#include <time.h>

/* ---- What all parts use -------------------------------------------------------------------------- */

void *cln_bus_get(colline_bus *bus, size_t size)
{
    void *memory = bus->allocator.allocate(bus->allocator.context, size);

    return memory != NULL ? memset(memory, 0, size) : NULL;
}

void cln_bus_put(colline_bus *bus, void *memory, size_t size)
{
    if (memory != NULL)
        bus->allocator.release(bus->allocator.context, memory, size);
}

int cln_bus_thread(pthread_t *thread, void *(*work)(void *argument), void *argument)
{
    sigset_t all, before;
    int failed;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    failed = pthread_create(thread, NULL, work, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failed;
}

struct timespec cln_bus_deadline(uint32_t milliseconds)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_sec += milliseconds / 1000;
    at.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (at.tv_nsec >= 1000000000) {
        at.tv_nsec -= 1000000000;
        at.tv_sec++;
    }
    return at;
}

static void free_bus(colline_bus *bus)
{
    colline_allocator allocator = bus->allocator;

    while (bus->queue.count > 0)
        cln_event_release(cln_queue_take(&bus->queue, bus->queue_events));
    cln_bus_put(bus, bus->queue.items, bus->queue_events * sizeof *bus->queue.items);
    if (bus->default_db != NULL)
        cln_bus_put(bus, bus->default_db, strlen(bus->default_db) + 1);
    colline_catalog_release(bus->catalog);
    pthread_cond_destroy(&bus->settled);
    pthread_cond_destroy(&bus->wake);
    pthread_mutex_destroy(&bus->lock);
    allocator.release(allocator.context, bus, sizeof *bus);
}

void cln_bus_release(colline_bus *bus)
{
    bool last = --bus->references == 0;

    pthread_mutex_unlock(&bus->lock);
    if (last)
        free_bus(bus);
}

/* ---- Open ---------------------------------------------------------------------------------------- */

static bool read_bus_options(colline_bus_options *known, const colline_bus_options *given)
{
    *known = (colline_bus_options)COLLINE_BUS_OPTIONS_INIT;
    if (given != NULL && !cln_read_sized(known, sizeof *known, given))
        return false;
    if (known->queue_events == 0)
        known->queue_events = CLN_BUS_EVENTS;
    if (known->queue_bytes == 0)
        known->queue_bytes = CLN_BUS_BYTES;
    return known->format == COLLINE_FORMAT_JSON || known->format == COLLINE_FORMAT_IMPALA ||
           known->format == COLLINE_FORMAT_HIVE || known->format == COLLINE_FORMAT_OPENLINEAGE;
}

/* The options of the analysis, checked as a session checks them. */
static colline_status read_analysis(colline_options *known, const colline_options *given)
{
    colline_session *session;
    colline_status status = colline_session_open(NULL, given, &session);

    colline_session_close(session);
    *known = (colline_options)COLLINE_OPTIONS_INIT;
    if (status == COLLINE_OK && given != NULL)
        cln_read_sized(known, sizeof *known, given);
    known->size = sizeof *known;
    return status;
}

/* Memory that an option points to must outlive the caller's. */
static bool keep_options(colline_bus *bus)
{
    const char *db = bus->analysis.default_db;

    bus->analysis.allocator = &bus->allocator;
    if (db != NULL) {
        bus->default_db = cln_bus_get(bus, strlen(db) + 1);
        if (bus->default_db == NULL)
            return false;
        memcpy(bus->default_db, db, strlen(db) + 1);
        bus->analysis.default_db = bus->default_db;
    }
    bus->queue.items = cln_bus_get(bus, bus->queue_events * sizeof *bus->queue.items);
    return bus->queue.items != NULL;
}

static void init_locks(colline_bus *bus)
{
    pthread_condattr_t monotonic;

    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&bus->lock, NULL);
    pthread_cond_init(&bus->wake, &monotonic);
    pthread_cond_init(&bus->settled, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

colline_status colline_bus_open(colline_catalog *catalog, const colline_bus_options *given, colline_bus **bus)
{
    colline_bus_options options;
    colline_options analysis;
    const colline_allocator *allocator;
    colline_status status;
    colline_bus *opened;

    if (bus == NULL)
        return COLLINE_E_MISUSE;
    *bus = NULL;
    if (!read_bus_options(&options, given))
        return COLLINE_E_MISUSE;
    status = read_analysis(&analysis, options.analysis);
    if (status != COLLINE_OK)
        return status;
    allocator = analysis.allocator != NULL ? analysis.allocator : &cln_malloc_allocator;
    opened = allocator->allocate(allocator->context, sizeof *opened);
    if (opened == NULL)
        return COLLINE_E_MEMORY;
    memset(opened, 0, sizeof *opened);
    opened->allocator = *allocator;
    opened->analysis = analysis;
    opened->format = options.format;
    opened->queue_events = options.queue_events;
    opened->queue_bytes = options.queue_bytes;
    opened->catalog = colline_catalog_retain(catalog);
    opened->references = 2;
    init_locks(opened);
    if (!keep_options(opened) || cln_bus_thread(&opened->worker, cln_bus_work, opened) != 0) {
        free_bus(opened);
        return COLLINE_E_MEMORY;
    }
    *bus = opened;
    return COLLINE_OK;
}

/* ---- Publish ------------------------------------------------------------------------------------- */

static int take(colline_bus *bus, cln_event *event)
{
    bool taken, asleep;

    pthread_mutex_lock(&bus->lock);
    taken = event != NULL && !bus->closing && bus->queue.count < bus->queue_events &&
            event->size <= bus->queue_bytes - bus->bytes;
    asleep = taken && bus->asleep;
    if (taken) {
        event->told.number = ++bus->numbered;
        bus->bytes += event->size;
        bus->published++;
        bus->asleep = false;
        cln_queue_put(&bus->queue, bus->queue_events, event);
    } else {
        bus->dropped++;
    }
    if (asleep)
        pthread_cond_signal(&bus->wake);
    pthread_mutex_unlock(&bus->lock);
    if (!taken && event != NULL)
        cln_event_release(event);
    return taken;
}

int colline_bus_publish(colline_bus *bus, const colline_event_context *context, const char *sql, size_t length)
{
    if (bus == NULL || !cln_is_text(sql, length))
        return 0;
    return take(bus, cln_event_new(&bus->allocator, context, sql, length));
}

/* What colline_free() takes back. */
static bool keep_lineage(cln_event *event, colline_text text)
{
    event->lineage = cln_output_new(&event->allocator, (size_t)text.length + 1);
    if (event->lineage == NULL)
        return false;
    memcpy(event->lineage, text.data, text.length);
    event->lineage[text.length] = '\0';
    event->told.lineage = (colline_text){ event->lineage, text.length };
    return true;
}

int colline_bus_publish_statement(colline_bus *bus, const colline_event_context *context,
                                  const colline_statement *statement)
{
    colline_text sql = colline_statement_text(statement), lineage;
    cln_event *event;

    if (bus == NULL || statement == NULL)
        return 0;
    event = cln_event_new(&bus->allocator, context, sql.data, sql.length);
    if (event != NULL && (colline_statement_render(statement, bus->format, NULL, &lineage) != COLLINE_OK ||
                          !keep_lineage(event, lineage))) {
        cln_event_release(event);
        event = NULL;
    }
    if (event != NULL) {
        event->told.extracted = 1;
        event->told.kind = colline_statement_get_kind(statement);
        event->told.outcome = colline_statement_outcome(statement);
        event->told.fingerprint = colline_statement_fingerprint(statement);
    }
    return take(bus, event);
}

/* ---- Counts -------------------------------------------------------------------------------------- */

static void count_bus(const colline_bus *bus, colline_bus_counts *counts)
{
    counts->published = bus->published;
    counts->dropped = bus->dropped;
    counts->skipped = bus->skipped;
    counts->failed = bus->failed;
    counts->delivered = bus->gone_delivered;
    counts->backlog = bus->queue.count + (bus->busy ? 1 : 0);
    for (const cln_sink *sink = bus->sinks; sink != NULL; sink = sink->next) {
        counts->delivered += sink->delivered;
        counts->failed += sink->failed;
    }
}

static bool count_sink(const colline_bus *bus, const char *name, colline_bus_counts *counts)
{
    const cln_sink *sink = bus->sinks;

    while (sink != NULL && strcmp(sink->name, name) != 0)
        sink = sink->next;
    if (sink == NULL)
        return false;
    counts->published = sink->delivered + sink->failed + sink->queue.count + (sink->busy ? 1 : 0);
    counts->dropped = sink->dropped;
    counts->skipped = sink->skipped;
    counts->delivered = sink->delivered;
    counts->failed = sink->failed;
    counts->backlog = sink->queue.count + (sink->busy ? 1 : 0);
    return true;
}

int colline_bus_count(colline_bus *bus, const char *sink, colline_bus_counts *counts)
{
    colline_bus_counts found = { .size = sizeof found };
    bool known = true;
    size_t size;

    if (bus == NULL || counts == NULL || counts->size < sizeof counts->size)
        return 0;
    pthread_mutex_lock(&bus->lock);
    if (sink == NULL)
        count_bus(bus, &found);
    else
        known = count_sink(bus, sink, &found);
    pthread_mutex_unlock(&bus->lock);
    size = counts->size < sizeof found ? counts->size : sizeof found;
    found.size = counts->size;
    if (known)
        memcpy(counts, &found, size);
    return known;
}

/* ---- Flush and close ----------------------------------------------------------------------------- */

static bool is_settled(const colline_bus *bus)
{
    if (bus->queue.count > 0 || bus->busy)
        return false;
    for (const cln_sink *sink = bus->sinks; sink != NULL; sink = sink->next)
        if (sink->queue.count > 0 || sink->busy)
            return false;
    return true;
}

/* The lock is held. */
static bool wait_until(colline_bus *bus, bool (*reached)(const colline_bus *bus), const struct timespec *deadline)
{
    int late = 0;

    pthread_cond_signal(&bus->wake);
    while (!reached(bus) && late == 0)
        late = pthread_cond_timedwait(&bus->settled, &bus->lock, deadline);
    return reached(bus);
}

int colline_bus_flush(colline_bus *bus, uint32_t timeout_ms)
{
    struct timespec deadline = cln_bus_deadline(timeout_ms);
    bool settled;

    if (bus == NULL)
        return 0;
    pthread_mutex_lock(&bus->lock);
    settled = wait_until(bus, is_settled, &deadline);
    pthread_mutex_unlock(&bus->lock);
    return settled;
}

static bool have_all_ended(const colline_bus *bus)
{
    for (const cln_sink *sink = bus->sinks; sink != NULL; sink = sink->next)
        if (!sink->ended)
            return false;
    return bus->ended;
}

/* What waits is lost; how many. */
static uint64_t drop_all(colline_bus *bus)
{
    uint64_t lost = bus->queue.count + (bus->busy ? 1 : 0);

    while (bus->queue.count > 0)
        cln_event_release(cln_queue_take(&bus->queue, bus->queue_events));
    for (const cln_sink *sink = bus->sinks; sink != NULL; sink = sink->next)
        lost += sink->queue.count + (sink->busy ? 1 : 0);
    return lost;
}

/* A thread that has ended is joined, one that has not is left to itself. */
static void part_with(pthread_t thread, bool ended)
{
    if (ended)
        pthread_join(thread, NULL);
    else
        pthread_detach(thread);
}

uint64_t colline_bus_close(colline_bus *bus, uint32_t timeout_ms)
{
    enum { LEAST_TO_END = 100 }; /* milliseconds that threads with nothing to do have to end */
    struct timespec deadline = cln_bus_deadline(timeout_ms), end;
    uint64_t lost = 0;

    if (bus == NULL)
        return 0;
    pthread_mutex_lock(&bus->lock);
    bus->closing = true;
    if (!wait_until(bus, is_settled, &deadline))
        lost = drop_all(bus);
    bus->leaving = true;
    for (cln_sink *sink = bus->sinks; sink != NULL; sink = sink->next)
        cln_sink_dismiss(sink, true);
    end = cln_bus_deadline(LEAST_TO_END);
    wait_until(bus, have_all_ended, &end);
    while (bus->sinks != NULL) {
        cln_sink *sink = bus->sinks;
        bus->sinks = sink->next;
        part_with(sink->thread, sink->ended);
        cln_sink_release(sink);
    }
    part_with(bus->worker, bus->ended);
    cln_bus_release(bus);
    return lost;
}

#else
typedef int cln_no_bus;
#endif
