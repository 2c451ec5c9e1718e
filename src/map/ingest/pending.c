/*
 * Statements that wait for their end.
 */
#include "map/ingest/pending.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

static char *copied(colline_text text)
{
    char *copy;

    if (text.length == 0)
        return NULL;
    copy = map_get((size_t)text.length + 1);
    memcpy(copy, text.data, text.length);
    copy[text.length] = '\0';
    return copy;
}

/* A key is there even where it is empty. */
static char *copied_key(const char *key)
{
    size_t length = strlen(key);

    return memcpy(map_get(length + 1), key, length + 1);
}

static void free_waiting(ingest_waiting *w)
{
    free(w->key);
    free(w->id);
    free(w->session);
    free(w->user);
    free(w->client);
    free(w->database);
    free(w->text);
}

static size_t find(const ingest_pending *pending, const char *key)
{
    size_t i = pending->count; /* what began last ends first, mostly */

    while (i > 0 && strcmp(pending->items[i - 1].key, key) != 0)
        i--;
    return i;
}

static void remove_at(ingest_pending *pending, size_t at)
{
    free_waiting(&pending->items[at]);
    memmove(&pending->items[at], &pending->items[at + 1], (pending->count - at - 1) * sizeof *pending->items);
    pending->count--;
    pending->changed = true;
}

static void push(ingest_pending *pending, ingest_waiting waiting)
{
    if (pending->count >= INGEST_MOST_PENDING)
        remove_at(pending, 0);
    MAP_GROW(pending->items, pending->count, pending->capacity);
    pending->items[pending->count++] = waiting;
    pending->changed = true;
}

void ingest_pending_put(ingest_pending *pending, const char *key, const ingest_event *event)
{
    size_t at = find(pending, key);

    if (at > 0)
        remove_at(pending, at - 1);
    push(pending, (ingest_waiting){ copied_key(key), copied(event->id), copied(event->session),
                                    copied(event->user), copied(event->client), copied(event->database),
                                    copied(event->text), event->time });
}

const ingest_waiting *ingest_pending_get(const ingest_pending *pending, const char *key)
{
    size_t at = find(pending, key);

    return at > 0 ? &pending->items[at - 1] : NULL;
}

void ingest_pending_remove(ingest_pending *pending, const char *key)
{
    size_t at = find(pending, key);

    if (at > 0)
        remove_at(pending, at - 1);
}

ingest_event ingest_pending_event(const ingest_waiting *w, colline_dialect dialect)
{
    ingest_event event = { .dialect = dialect, .time = w->time };

    event.id = map_text(w->id);
    event.session = map_text(w->session);
    event.user = map_text(w->user);
    event.client = map_text(w->client);
    event.database = map_text(w->database);
    event.text = map_text(w->text);
    event.job = event.reason = map_text(NULL);
    return event;
}

/* ---- Keeping --------------------------------------------------------------------------------------- */

/* The members, once. */
#define MEMBERS(M) M(key) M(id) M(session) M(user) M(client) M(database) M(text)

char *ingest_pending_save(const ingest_pending *pending)
{
    cJSON *list = pending->count > 0 ? cJSON_CreateArray() : NULL;
    char *json;

    if (list == NULL)
        return NULL;
    for (size_t i = 0; i < pending->count; i++) {
        const ingest_waiting *w = &pending->items[i];
        cJSON *object = cJSON_CreateObject();
#define SAVE(name)                                                                                           \
    if (w->name != NULL)                                                                                     \
        cJSON_AddStringToObject(object, #name, w->name);
        MEMBERS(SAVE)
#undef SAVE
        cJSON_AddNumberToObject(object, "time", (double)w->time);
        cJSON_AddItemToArray(list, object);
    }
    json = cJSON_PrintUnformatted(list);
    cJSON_Delete(list);
    return json;
}

static char *member(const cJSON *object, const char *name)
{
    const char *value = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));

    return value != NULL ? copied(map_text(value)) : NULL;
}

void ingest_pending_load(ingest_pending *pending, const char *json)
{
    cJSON *list = cJSON_Parse(json);
    const cJSON *object;

    cJSON_ArrayForEach(object, list)
    {
        ingest_waiting w = { .time = 0 };
        const cJSON *time = cJSON_GetObjectItemCaseSensitive(object, "time");
#define LOAD(name) w.name = member(object, #name);
        MEMBERS(LOAD)
#undef LOAD
        if (w.key == NULL && cJSON_IsString(cJSON_GetObjectItemCaseSensitive(object, "key")))
            w.key = copied_key("");
        w.time = cJSON_IsNumber(time) ? (int64_t)time->valuedouble : 0;
        if (w.key != NULL)
            push(pending, w);
        else
            free_waiting(&w);
    }
    cJSON_Delete(list);
    pending->changed = false;
}

void ingest_pending_free(ingest_pending *pending)
{
    for (size_t i = 0; i < pending->count; i++)
        free_waiting(&pending->items[i]);
    free(pending->items);
    *pending = (ingest_pending){ NULL, 0, 0, false };
}
