/*
 * Events as JSON lines: what a reader makes of a file, without a store.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "map/ingest/print.h"
#include "map/map.h"

static void add_text(cJSON *object, const char *name, colline_text text)
{
    if (text.length > 0)
        cJSON_AddStringToObject(object, name, text.data);
}

static void add_objects(cJSON *object, const ingest_event *event)
{
    cJSON *list = event->object_count > 0 ? cJSON_AddArrayToObject(object, "objects") : NULL;

    for (size_t i = 0; i < event->object_count; i++) {
        cJSON *item = cJSON_CreateObject();
        add_text(item, "name", event->objects[i].name);
        cJSON_AddBoolToObject(item, "written", event->objects[i].written);
        cJSON_AddItemToArray(list, item);
    }
}

static void add_edges(cJSON *object, const ingest_event *event)
{
    cJSON *list = event->edges != NULL ? cJSON_AddArrayToObject(object, "edges") : NULL;

    for (size_t i = 0; i < event->edge_count; i++) {
        const ingest_edge *edge = &event->edges[i];
        cJSON *item = cJSON_CreateObject();
        add_text(item, "source", edge->source);
        add_text(item, "target", edge->target);
        add_text(item, "expression", edge->expression);
        if (edge->predicate)
            cJSON_AddTrueToObject(item, "predicate");
        if (edge->table)
            cJSON_AddTrueToObject(item, "table");
        cJSON_AddItemToArray(list, item);
    }
}

static void add_flags(cJSON *object, unsigned flags)
{
    static const struct {
        unsigned flag;
        const char *name;
    } rows[] = { { INGEST_FLATTENED, "flattened" }, { INGEST_CUT, "cut" }, { INGEST_SESSION_START, "session_start" },
                 { INGEST_DDL, "ddl" } };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if ((flags & rows[i].flag) != 0)
            cJSON_AddTrueToObject(object, rows[i].name);
}

static void print_event(void *user, const ingest_event *event)
{
    static const char *const states[] = { "finished", "failed", "other" };
    cJSON *object = cJSON_CreateObject();
    char *text;

    (void)user;
    cJSON_AddStringToObject(object, "dialect", colline_dialect_name(event->dialect));
    cJSON_AddStringToObject(object, "state", states[event->state]);
    add_text(object, "id", event->id);
    add_text(object, "session", event->session);
    add_text(object, "user", event->user);
    add_text(object, "client", event->client);
    add_text(object, "database", event->database);
    add_text(object, "job", event->job);
    add_text(object, "reason", event->reason);
    if (event->time != 0)
        cJSON_AddNumberToObject(object, "time", (double)event->time);
    add_flags(object, event->flags);
    add_text(object, "sql", event->text);
    add_objects(object, event);
    add_edges(object, event);
    text = cJSON_PrintUnformatted(object);
    puts(text);
    cJSON_free(text);
    cJSON_Delete(object);
}

static void print_bad(void *user, const char *problem)
{
    const ingest_source *source = *(ingest_source **)user;

    map_complain("%s: before byte %llu: %s", source->path, (unsigned long long)source->offset, problem);
}

static void print_source(ingest_source *source, ingest_sink *sink)
{
    ingest_pending pending = { NULL, 0, 0, false };
    map_pool pool = MAP_POOL_INIT;
    ingest_reading reading = { sink, &pool, &pending, source->path };
    const char *record, *problem = NULL;
    size_t length;

    if (source->reader->framing == INGEST_WHOLE) {
        record = ingest_source_whole(source, &length, &problem);
        if (record != NULL)
            source->reader->read(&reading, record, length);
    } else {
        while (ingest_source_next(source, true, &record, &length)) {
            map_pool_reset(&pool);
            if (length > 0)
                source->reader->read(&reading, record, length);
        }
    }
    for (size_t i = 0; i < pending.count; i++)
        map_complain("%s: %s waits for its end", source->path, pending.items[i].key);
    ingest_pending_free(&pending);
    map_pool_free(&pool);
}

bool ingest_print_events(const char *const *names, size_t count, const ingest_reader *forced)
{
    ingest_sources sources = { .items = NULL };
    ingest_source *current = NULL;
    ingest_sink sink = { print_event, print_bad, &current };
    bool well = ingest_sources_find(&sources, names, count, false);

    for (size_t i = 0; i < sources.count; i++) {
        const char *problem = NULL;
        current = sources.items[i];
        if (ingest_source_open(&sources, current, forced, &problem)) {
            print_source(current, &sink);
        } else if (problem != NULL) {
            map_complain("%s: %s", current->path, problem);
            well = false;
        }
        ingest_source_close(current);
    }
    ingest_sources_free(&sources);
    return well;
}
