/*
 * api_bus.h -- the event bus: one queue and one worker in front, a queue and a thread for each sink behind.
 *
 *     publish("INSERT INTO g SELECT a FROM t") -> queue -> worker: filter, lineage, filter -> sink's queue -> deliver
 *
 * An event is one allocation of the publisher, shared by reference count from there on; the worker alone writes to it, before
 * any sink has it.  All queues and counts of a bus stand under its one lock, which nobody holds while a sink is asked or
 * lineage is found.
 */
#ifndef CLN_API_BUS_H
#define CLN_API_BUS_H

#include <pthread.h>
#include <stdatomic.h>

#include "api.h"

enum { CLN_BUS_EVENTS = 1024, CLN_BUS_BYTES = 64 << 20, CLN_BUS_SINKS = 64 };

/* ---- Events (api_event.c) ------------------------------------------------------------------------ */

typedef struct cln_event {
    colline_event told;
    colline_event_context context;
    atomic_uint references;
    colline_allocator allocator;
    size_t size;               /* of this allocation */
    colline_property *properties; /* context.properties, to be cleaned */
    char *lineage;             /* what `told.lineage` holds, to be freed with colline_free() */
} cln_event;

/* A copy of what is published, with one reference; NULL where there is no memory or the context is nonsense. */
cln_event *cln_event_new(const colline_allocator *allocator, const colline_event_context *context, const char *sql,
                         size_t length);
void cln_event_release(cln_event *event);
/* The context as this library knows it; false where its size is nonsense. */
bool cln_event_read_context(colline_event_context *known, const colline_event_context *given);
/* Take secrets out of the properties:  password=x  ->  password=***  */
void cln_event_clean(cln_event *event);

/* ---- Queues: a ring each, under the lock of the bus ---------------------------------------------- */

typedef struct cln_queue {
    cln_event **items; /* of the bus's capacity */
    uint32_t first, count;
} cln_queue;

/* ---- The bus ------------------------------------------------------------------------------------- */

typedef struct cln_sink {
    struct cln_sink *next;
    colline_bus *bus;
    colline_sink user; /* what the caller gave; its name is this one's */
    char *name;
    void *library;     /* of a plugin, from dlopen(); NULL: none */
    cln_queue queue;
    pthread_cond_t wake; /* its thread waits here */
    pthread_t thread;
    bool busy;         /* a delivery is under way */
    bool leaving;      /* its thread is to end */
    bool ended;        /* it has */
    uint32_t asking;   /* threads that are at its filter; it is not closed before they are done */
    uint32_t references; /* the bus's list, its thread, and those who ask; under the lock */
    uint64_t dropped, skipped, delivered, failed;
} cln_sink;

struct colline_bus {
    colline_allocator allocator;
    colline_catalog *catalog;
    colline_options analysis;
    char *default_db;
    colline_format format;
    uint32_t queue_events;
    uint64_t queue_bytes;

    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t wake;  /* the worker waits here */
    pthread_cond_t settled; /* who waits for the bus to have done something */
    pthread_t worker;
    cln_queue queue;
    uint64_t bytes;       /* that the queue's events hold */
    cln_sink *sinks;
    uint32_t sink_count;
    bool asleep;          /* the worker waits to be woken */
    bool busy;            /* it works on an event */
    bool closing;         /* nothing more is taken */
    bool leaving;         /* the worker is to end */
    bool ended;           /* it has */
    uint32_t references;  /* the caller's, the worker's, each sink's */
    uint64_t numbered, published, dropped, skipped, failed;
    uint64_t gone_delivered; /* by sinks that were removed */
    char problem[256];    /* of colline_bus_load_sink() */
};

static inline void cln_queue_put(cln_queue *queue, uint32_t capacity, cln_event *event)
{
    queue->items[(queue->first + queue->count++) % capacity] = event;
}

static inline cln_event *cln_queue_take(cln_queue *queue, uint32_t capacity)
{
    cln_event *event = queue->items[queue->first];

    queue->first = (queue->first + 1) % capacity;
    queue->count--;
    return event;
}

/* A thread that takes no signals of the host's. */
int cln_bus_thread(pthread_t *thread, void *(*work)(void *argument), void *argument);
void *cln_bus_get(colline_bus *bus, size_t size);
void cln_bus_put(colline_bus *bus, void *memory, size_t size);
/* Give back a reference; the lock is held before and not behind.  The last one frees. */
void cln_bus_release(colline_bus *bus);
/* When `milliseconds` from now will be, for pthread_cond_timedwait() on conditions of the bus. */
struct timespec cln_bus_deadline(uint32_t milliseconds);

/* The worker (api_bus_worker.c). */
void *cln_bus_work(void *bus);

/* ---- Sinks (api_bus_sink.c) ---------------------------------------------------------------------- */

/* Add a sink; `library` is its plugin's, taken over where this succeeds. */
colline_status cln_bus_add(colline_bus *bus, const colline_sink *sink, const char *name, void *library);
bool cln_sink_wants(const cln_sink *sink, const colline_event *event);
/* Put an event into the sink's queue, or count it as dropped.  The lock is held. */
void cln_sink_offer(cln_sink *sink, cln_event *event);
/* Drop what waits for it, and have its thread end.  The lock is held. */
void cln_sink_dismiss(cln_sink *sink, bool drop);
/* Hold a sink to ask its filter without the lock, and let it go.  The lock is held. */
void cln_sink_hold(cln_sink *sink);
void cln_sink_let_go(cln_sink *sink, bool skipped);
/* Give back a reference.  The lock is held. */
void cln_sink_release(cln_sink *sink);

#endif
