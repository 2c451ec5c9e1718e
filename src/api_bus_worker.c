/*
 * The worker of a bus: it takes events in order, asks the filters, finds the lineage once, asks again and hands on.
 */
#ifndef COLLINE_WITHOUT_BUS
#define _POSIX_C_SOURCE 200809L
#include "api_bus.h"

/* ---- Lineage ------------------------------------------------------------------------------------- */

/* The lineage of every statement, and of the first what it is. */
static colline_status read_statements(colline_bus *bus, colline_session *session, cln_event *event)
{
    const colline_statement *statement;
    colline_status status = COLLINE_OK;
    cln_written written = { 0 };
    colline_text text;

    while (status == COLLINE_OK && (statement = colline_session_next(session)) != NULL) {
        if (colline_statement_number(statement) == 1) {
            event->told.kind = colline_statement_get_kind(statement);
            event->told.outcome = colline_statement_outcome(statement);
            event->told.fingerprint = colline_statement_fingerprint(statement);
        }
        status = colline_statement_render(statement, bus->format, NULL, &text);
        if (status == COLLINE_OK && !cln_written_add(&written, &bus->allocator, text))
            status = COLLINE_E_MEMORY;
    }
    event->lineage = written.text;
    if (written.text != NULL)
        event->told.lineage = (colline_text){ written.text, (uint32_t)written.length };
    return status != COLLINE_OK ? status : colline_session_status(session);
}

/* A session for each event: nothing that one statement did is left for the next. */
static colline_status extract(colline_bus *bus, cln_event *event)
{
    colline_options options = bus->analysis;
    colline_session *session;
    colline_status status;

    if (event->context.database != NULL && event->context.database[0] != '\0')
        options.default_db = event->context.database;
    status = colline_session_open(bus->catalog, &options, &session);
    if (status == COLLINE_OK)
        status = colline_session_feed(session, event->told.sql.data, event->told.sql.length);
    if (status == COLLINE_OK)
        status = colline_session_finish(session);
    if (status == COLLINE_OK)
        status = read_statements(bus, session, event);
    colline_session_close(session);
    event->told.extracted = 1;
    return status;
}

/* ---- Filters ------------------------------------------------------------------------------------- */

/* The sinks that are there, held while they are asked without the lock. */
typedef struct asked {
    cln_sink *sinks[CLN_BUS_SINKS];
    size_t count;
} asked;

/* The lock is held. */
static void hold_sinks(colline_bus *bus, asked *a)
{
    a->count = 0;
    for (cln_sink *sink = bus->sinks; sink != NULL && a->count < CLN_BUS_SINKS; sink = sink->next) {
        cln_sink_hold(sink);
        a->sinks[a->count++] = sink;
    }
}

/* Let go of those that do not want the event; the lock is not held. */
static void ask(colline_bus *bus, asked *a, const colline_event *event)
{
    bool wants[CLN_BUS_SINKS];
    size_t kept = 0;

    for (size_t i = 0; i < a->count; i++)
        wants[i] = cln_sink_wants(a->sinks[i], event);
    pthread_mutex_lock(&bus->lock);
    for (size_t i = 0; i < a->count; i++) {
        if (wants[i])
            a->sinks[kept++] = a->sinks[i];
        else
            cln_sink_let_go(a->sinks[i], true);
    }
    pthread_mutex_unlock(&bus->lock);
    a->count = kept;
}

int colline_bus_wants(colline_bus *bus, const colline_event_context *given)
{
    colline_event_context context;
    colline_event event = { .context = &context, .sql = CLN_TEXT(""), .lineage = CLN_TEXT("") };
    int wanted = 0;
    asked a;

    if (bus == NULL || !cln_event_read_context(&context, given))
        return 0;
    context.properties = NULL;
    context.property_count = 0;
    pthread_mutex_lock(&bus->lock);
    hold_sinks(bus, &a);
    pthread_mutex_unlock(&bus->lock);
    for (size_t i = 0; i < a.count; i++)
        wanted |= cln_sink_wants(a.sinks[i], &event);
    pthread_mutex_lock(&bus->lock);
    for (size_t i = 0; i < a.count; i++)
        cln_sink_let_go(a.sinks[i], false);
    pthread_mutex_unlock(&bus->lock);
    return wanted;
}

/* ---- The worker ---------------------------------------------------------------------------------- */

/* Without the lock. */
static void hand_on(colline_bus *bus, cln_event *event)
{
    colline_status status = COLLINE_OK;
    asked a;

    cln_event_clean(event);
    pthread_mutex_lock(&bus->lock);
    hold_sinks(bus, &a);
    pthread_mutex_unlock(&bus->lock);
    if (!event->told.extracted) {
        ask(bus, &a, &event->told);
        if (a.count > 0)
            status = extract(bus, event);
    }
    if (status == COLLINE_OK && a.count > 0)
        ask(bus, &a, &event->told);
    pthread_mutex_lock(&bus->lock);
    bus->failed += status != COLLINE_OK;
    bus->skipped += status == COLLINE_OK && a.count == 0;
    for (size_t i = 0; i < a.count; i++) {
        if (status == COLLINE_OK)
            cln_sink_offer(a.sinks[i], event);
        cln_sink_let_go(a.sinks[i], false);
    }
    pthread_mutex_unlock(&bus->lock);
    cln_event_release(event);
}

/* Waking a thread costs a publisher more than all the rest: while events come, the worker looks by itself, and sleeps
 * only when there have been none for a while.  The lock is held. */
static void rest(colline_bus *bus, int *idle)
{
    enum { LOOK_EVERY = 1, LOOKS = 200 }; /* milliseconds */
    struct timespec at = cln_bus_deadline(LOOK_EVERY);

    if (++*idle < LOOKS) {
        pthread_cond_timedwait(&bus->wake, &bus->lock, &at);
    } else {
        bus->asleep = true;
        pthread_cond_wait(&bus->wake, &bus->lock);
        bus->asleep = false;
    }
}

void *cln_bus_work(void *argument)
{
    colline_bus *bus = argument;
    int idle = 0;

    pthread_mutex_lock(&bus->lock);
    while (!bus->leaving) {
        cln_event *event;

        if (bus->queue.count == 0) {
            rest(bus, &idle);
            continue;
        }
        idle = 0;
        event = cln_queue_take(&bus->queue, bus->queue_events);
        bus->bytes -= event->size;
        bus->busy = true;
        pthread_mutex_unlock(&bus->lock);
        hand_on(bus, event);
        pthread_mutex_lock(&bus->lock);
        bus->busy = false;
        if (bus->queue.count == 0)
            pthread_cond_broadcast(&bus->settled);
    }
    bus->ended = true;
    pthread_cond_broadcast(&bus->settled);
    cln_bus_release(bus);
    return NULL;
}

#else
typedef int cln_no_worker;
#endif
