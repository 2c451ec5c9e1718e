/*
 * Events that outlive the record they were read from.
 */
#include "map/ingest/event.h"

#include <string.h>

static colline_text kept(map_pool *pool, colline_text text)
{
    return map_pool_copy(pool, text.data, text.length);
}

static const ingest_object *kept_objects(map_pool *pool, const ingest_event *event)
{
    ingest_object *objects = map_pool_get(pool, event->object_count * sizeof *objects);

    for (size_t i = 0; i < event->object_count; i++)
        objects[i] = (ingest_object){ kept(pool, event->objects[i].name), event->objects[i].written };
    return objects;
}

static const ingest_edge *kept_edges(map_pool *pool, const ingest_event *event)
{
    ingest_edge *edges = map_pool_get(pool, (event->edge_count + 1) * sizeof *edges);

    for (size_t i = 0; i < event->edge_count; i++) {
        edges[i] = event->edges[i];
        edges[i].source = kept(pool, edges[i].source);
        edges[i].target = kept(pool, edges[i].target);
        edges[i].expression = kept(pool, edges[i].expression);
    }
    return edges;
}

static colline_text id_of(map_pool *pool, const ingest_event *event, const char *engine)
{
    size_t length = strlen(engine);
    char *id;

    if (event->id.length == 0)
        return map_text(NULL);
    id = map_pool_get(pool, length + event->id.length + 2);
    memcpy(id, engine, length);
    id[length] = ':';
    memcpy(id + length + 1, event->id.data, event->id.length);
    return (colline_text){ id, (uint32_t)(length + 1 + event->id.length) };
}

void ingest_event_keep(ingest_event *copy, const ingest_event *event, const char *engine, map_pool *pool)
{
    *copy = *event;
    copy->id = id_of(pool, event, engine != NULL ? engine : colline_dialect_name(event->dialect));
    copy->session = kept(pool, event->session);
    copy->user = kept(pool, event->user);
    copy->client = kept(pool, event->client);
    copy->database = kept(pool, event->database);
    copy->job = kept(pool, event->job);
    copy->reason = kept(pool, event->reason);
    copy->text = kept(pool, event->text);
    if (event->object_count > 0)
        copy->objects = kept_objects(pool, event);
    if (event->edges != NULL)
        copy->edges = kept_edges(pool, event);
}
