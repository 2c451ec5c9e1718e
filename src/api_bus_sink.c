/*
 * Sinks: each has a queue and a thread of its own, so that a slow one holds up nobody; and those that are loaded.
 */
#ifndef COLLINE_WITHOUT_BUS
#define _POSIX_C_SOURCE 200809L
#include "api_bus.h"

#include <dlfcn.h>
#include <stdio.h>

/* ---- Delivery ------------------------------------------------------------------------------------ */

bool cln_sink_wants(const cln_sink *sink, const colline_event *event)
{
    return sink->user.filter == NULL || sink->user.filter(sink->user.user, event) != 0;
}

void cln_sink_offer(cln_sink *sink, cln_event *event)
{
    if (sink->leaving || sink->queue.count == sink->bus->queue_events) {
        sink->dropped++;
        return;
    }
    atomic_fetch_add_explicit(&event->references, 1, memory_order_relaxed);
    cln_queue_put(&sink->queue, sink->bus->queue_events, event);
    if (!sink->busy)
        pthread_cond_signal(&sink->wake);
}

/* The lock is held before and behind. */
static void deliver_next(cln_sink *sink)
{
    colline_bus *bus = sink->bus;
    cln_event *event = cln_queue_take(&sink->queue, bus->queue_events);
    bool failed;

    sink->busy = true;
    pthread_mutex_unlock(&bus->lock);
    failed = sink->user.deliver(sink->user.user, &event->told) != 0;
    cln_event_release(event);
    pthread_mutex_lock(&bus->lock);
    sink->busy = false;
    sink->delivered += !failed;
    sink->failed += failed;
    if (sink->queue.count == 0)
        pthread_cond_broadcast(&bus->settled);
}

static void *run_sink(void *argument)
{
    cln_sink *sink = argument;
    colline_bus *bus = sink->bus;

    pthread_mutex_lock(&bus->lock);
    for (;;) {
        if (sink->queue.count > 0)
            deliver_next(sink);
        else if (sink->leaving && sink->asking == 0)
            break;
        else
            pthread_cond_wait(&sink->wake, &bus->lock);
    }
    pthread_mutex_unlock(&bus->lock);
    if (sink->user.close != NULL)
        sink->user.close(sink->user.user);
    pthread_mutex_lock(&bus->lock);
    sink->ended = true;
    pthread_cond_broadcast(&bus->settled);
    cln_sink_release(sink);
    cln_bus_release(bus);
    return NULL;
}

void cln_sink_dismiss(cln_sink *sink, bool drop)
{
    sink->leaving = true;
    for (; drop && sink->queue.count > 0; sink->dropped++)
        cln_event_release(cln_queue_take(&sink->queue, sink->bus->queue_events));
    pthread_cond_signal(&sink->wake);
}

static void free_sink(cln_sink *sink)
{
    colline_bus *bus = sink->bus;

    cln_bus_put(bus, sink->queue.items, bus->queue_events * sizeof *sink->queue.items);
    if (sink->name != NULL)
        cln_bus_put(bus, sink->name, strlen(sink->name) + 1);
    pthread_cond_destroy(&sink->wake);
    if (sink->library != NULL)
        dlclose(sink->library);
    cln_bus_put(bus, sink, sizeof *sink);
}

void cln_sink_release(cln_sink *sink)
{
    if (--sink->references == 0)
        free_sink(sink);
}

void cln_sink_hold(cln_sink *sink)
{
    sink->references++;
    sink->asking++;
}

void cln_sink_let_go(cln_sink *sink, bool skipped)
{
    sink->skipped += skipped;
    if (--sink->asking == 0 && sink->leaving)
        pthread_cond_signal(&sink->wake);
    cln_sink_release(sink);
}

/* ---- Adding and removing ------------------------------------------------------------------------- */

static cln_sink *new_sink(colline_bus *bus, const colline_sink *user, const char *name)
{
    cln_sink *sink = cln_bus_get(bus, sizeof *sink);

    if (sink == NULL)
        return NULL;
    sink->bus = bus;
    sink->user = *user;
    pthread_cond_init(&sink->wake, NULL);
    sink->name = cln_bus_get(bus, strlen(name) + 1);
    sink->queue.items = cln_bus_get(bus, bus->queue_events * sizeof *sink->queue.items);
    if (sink->name == NULL || sink->queue.items == NULL) {
        free_sink(sink);
        return NULL;
    }
    memcpy(sink->name, name, strlen(name) + 1);
    sink->user.name = sink->name;
    return sink;
}

/* The pointer that holds the sink of that name; one that holds NULL where there is none. */
static cln_sink **find_sink(colline_bus *bus, const char *name)
{
    cln_sink **at = &bus->sinks;

    while (*at != NULL && strcmp((*at)->name, name) != 0)
        at = &(*at)->next;
    return at;
}

colline_status cln_bus_add(colline_bus *bus, const colline_sink *user, const char *name, void *library)
{
    cln_sink *sink = new_sink(bus, user, name), **at;
    colline_status status = COLLINE_OK;

    if (sink == NULL)
        return COLLINE_E_MEMORY;
    sink->references = 2; /* the list's, the thread's */
    pthread_mutex_lock(&bus->lock);
    at = find_sink(bus, name);
    if (*at != NULL || bus->closing)
        status = COLLINE_E_MISUSE;
    else if (bus->sink_count == CLN_BUS_SINKS)
        status = COLLINE_E_LIMIT;
    else if (cln_bus_thread(&sink->thread, run_sink, sink) != 0)
        status = COLLINE_E_MEMORY;
    if (status == COLLINE_OK) {
        sink->library = library;
        bus->references++;
        bus->sink_count++;
        *at = sink;
    }
    pthread_mutex_unlock(&bus->lock);
    if (status != COLLINE_OK)
        free_sink(sink);
    return status;
}

static bool read_sink(colline_sink *known, const colline_sink *given)
{
    memset(known, 0, sizeof *known);
    return given != NULL && cln_read_sized(known, sizeof *known, given) && known->deliver != NULL;
}

colline_status colline_bus_add_sink(colline_bus *bus, const colline_sink *given)
{
    colline_sink user;

    if (bus == NULL || !read_sink(&user, given) || user.name == NULL || user.name[0] == '\0')
        return COLLINE_E_MISUSE;
    return cln_bus_add(bus, &user, user.name, NULL);
}

int colline_bus_remove_sink(colline_bus *bus, const char *name)
{
    cln_sink **at, *sink;
    bool own;

    if (bus == NULL || name == NULL)
        return 0;
    pthread_mutex_lock(&bus->lock);
    at = find_sink(bus, name);
    sink = *at;
    if (sink != NULL) {
        *at = sink->next;
        bus->sink_count--;
        cln_sink_dismiss(sink, true);
        own = pthread_equal(sink->thread, pthread_self());
        while (!own && !sink->ended)
            pthread_cond_wait(&bus->settled, &bus->lock);
        bus->gone_delivered += sink->delivered;
        if (own)
            pthread_detach(sink->thread);
        else
            pthread_join(sink->thread, NULL);
        cln_sink_release(sink);
    }
    pthread_mutex_unlock(&bus->lock);
    return sink != NULL;
}

/* ---- Plugins ------------------------------------------------------------------------------------- */

/* What dlsym() gives is a function where the name is one's. */
static colline_sink_plugin_entry_fn entry_of(void *library)
{
    void *symbol = dlsym(library, "colline_sink_plugin_entry");
    colline_sink_plugin_entry_fn entry = NULL;

    if (symbol != NULL)
        memcpy(&entry, &symbol, sizeof entry);
    return entry;
}

/* Why it cannot be opened; NULL: it is. */
static const char *open_plugin(void *library, const char *configuration, colline_sink *sink)
{
    colline_sink_plugin_entry_fn entry = library != NULL ? entry_of(library) : NULL;
    const colline_sink_plugin *plugin;

    if (library == NULL)
        return dlerror();
    if (entry == NULL)
        return "it exports no colline_sink_plugin_entry";
    plugin = entry(COLLINE_SINK_PLUGIN_VERSION);
    if (plugin == NULL || plugin->version != COLLINE_SINK_PLUGIN_VERSION)
        return "it was made for another version of plugins";
    *sink = (colline_sink){ .size = sizeof *sink };
    if (plugin->open == NULL || plugin->open(configuration, sink) != 0)
        return "it cannot be opened with this configuration";
    if (sink->deliver == NULL)
        return "it delivers nothing";
    return NULL;
}

colline_status colline_bus_load_sink(colline_bus *bus, const char *file, const char *name, const char *configuration,
                                     const char **problem)
{
    colline_sink sink = { .size = sizeof sink };
    const char *reason;
    void *library;
    colline_status status = COLLINE_E_INPUT;

    if (problem != NULL)
        *problem = NULL;
    if (bus == NULL || file == NULL)
        return COLLINE_E_MISUSE;
    library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    reason = open_plugin(library, configuration, &sink);
    if (reason == NULL && name == NULL)
        name = sink.name;
    if (reason == NULL && (name == NULL || name[0] == '\0'))
        reason = "the sink has no name";
    else if (reason == NULL && (status = cln_bus_add(bus, &sink, name, library)) != COLLINE_OK)
        reason = status == COLLINE_E_MISUSE ? "the name is taken" : colline_status_text(status);
    if (reason == NULL)
        return COLLINE_OK;
    snprintf(bus->problem, sizeof bus->problem, "%s: %s", file, reason);
    if (problem != NULL)
        *problem = bus->problem;
    if (sink.close != NULL)
        sink.close(sink.user);
    if (library != NULL)
        dlclose(library);
    return status;
}

#else
typedef int cln_no_sinks;
#endif
