/*
 * Impala's audit log: a line is an object whose only member is named by the time.
 *
 *     {"1460741461000":{"query_id":"c84e:387b","session_id":"s","status":"","statement_type":"DML","sql_statement":"insert ...",
 *      "catalog_objects":[{"name":"dw.fact","object_type":"TABLE","privilege":"SELECT"}]}}
 *
 * and the flat form that some collectors make of it:
 *
 *     {"event_type":"QUERY","query_id":"c84e:387b","start_time":"2024-03-01 10:00:00.5","query_state":"FINISHED","statement":"insert ..."}
 */
#include <stdlib.h>
#include <string.h>

#include "map/ingest/reader.h"

static bool sniff_impala_audit(const char *head, size_t length, const char *name)
{
    (void)name;
    return length > 0 && head[0] == '{' && ((ingest_holds(head, length, "\"query_id\"") &&
            ingest_holds(head, length, "\"sql_statement\"")) ||
           (ingest_holds(head, length, "\"query_state\"") && ingest_holds(head, length, "\"statement\"")));
}

/* "DML", "CREATE_TABLE_AS_SELECT" ...: statements whose catalog objects tell of lineage. */
static bool carries_lineage(const char *type)
{
    return strcmp(type, "DML") == 0 || strcmp(type, "CREATE_TABLE_AS_SELECT") == 0 ||
           strcmp(type, "CREATE_VIEW") == 0 || strcmp(type, "ALTER_VIEW") == 0;
}

static bool is_table(const cJSON *object)
{
    const char *type = ingest_json_text(object, "object_type").data;

    return strcmp(type, "TABLE") == 0 || strcmp(type, "VIEW") == 0;
}

enum { MOST_OBJECTS = 256 };

static void read_objects(ingest_reading *reading, const cJSON *list, ingest_event *event)
{
    int count = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : 0;
    ingest_object *objects = count > 0 ? map_pool_get(reading->pool, (size_t)count * sizeof *objects) : NULL;
    const cJSON *item;

    if (objects == NULL)
        return;
    cJSON_ArrayForEach(item, list)
    {
        colline_text name = ingest_json_text(item, "name");
        const char *privilege = ingest_json_text(item, "privilege").data;
        if (!is_table(item) || name.length == 0 || event->object_count == MOST_OBJECTS)
            continue;
        objects[event->object_count++] = (ingest_object){ name, strcmp(privilege, "SELECT") != 0 &&
                                                                    strcmp(privilege, "VIEW_METADATA") != 0 };
    }
    event->objects = objects;
}

static bool holds_dashes(colline_text text)
{
    const char *at = text.data, *end = text.data + text.length;

    while (at < end && (at = memchr(at, '-', (size_t)(end - at))) != NULL) {
        if (at + 1 < end && at[1] == '-')
            return true;
        at++;
    }
    return false;
}

static void note_flattened(ingest_event *event)
{
    if (holds_dashes(event->text) && memchr(event->text.data, '\n', event->text.length) == NULL)
        event->flags |= INGEST_FLATTENED;
}

/* The members of a record, the first two of which have other names in either form. */
enum { TEXT, TIME, STATE, TYPE, ID, SESSION, USER, CLIENT, DATABASE, MEMBERS };

static const char *const engines_own[] = { "sql_statement", "start_time", "status", "statement_type", "query_id", "session_id",
                                           "user", "network_address", "default_db" };
static const char *const flat[] = { "statement", "end_time", "query_state", "event_type", "query_id", "session_id", "user",
                                    "network_address", "default_db" };

static ingest_event started(const colline_text *members)
{
    ingest_event event = { .dialect = COLLINE_IMPALA };

    event.id = members[ID];
    event.session = members[SESSION];
    event.user = members[USER];
    event.client = members[CLIENT];
    event.database = members[DATABASE];
    event.text = members[TEXT];
    event.job = event.reason = map_text(NULL);
    event.time = ingest_time(members[TIME].data, members[TIME].length, NULL);
    note_flattened(&event);
    return event;
}

/* The time in the member's name is when the record was written: the statement's end. */
static void read_engines_own(ingest_reading *reading, const cJSON *member)
{
    colline_text members[MEMBERS];
    ingest_event event;
    double time = strtod(member->string, NULL);

    ingest_json_texts(member, engines_own, members, MEMBERS);
    event = started(members);
    if (time > 0 && time < 9e15)
        event.time = (int64_t)time;
    event.reason = members[STATE];
    event.state = event.reason.length > 0 ? INGEST_FAILED : INGEST_FINISHED;
    if (carries_lineage(members[TYPE].data))
        read_objects(reading, cJSON_GetObjectItemCaseSensitive(member, "catalog_objects"), &event);
    ingest_emit(reading, &event);
}

static bool is(colline_text text, const char *wanted)
{
    return strcmp(text.data, wanted) == 0;
}

static void read_flat(ingest_reading *reading, const cJSON *root)
{
    colline_text members[MEMBERS], start = ingest_json_text(root, "start_time");
    ingest_event event;

    ingest_json_texts(root, flat, members, MEMBERS);
    event = started(members);
    if (event.time == 0)
        event.time = ingest_time(start.data, start.length, NULL);
    if (is(members[STATE], "EXCEPTION") || is(members[STATE], "FAILED") || is(members[STATE], "ERROR"))
        event.state = INGEST_FAILED;
    else if (!is(members[STATE], "FINISHED"))
        event.state = INGEST_OTHER; /* it runs yet */
    event.reason = ingest_json_text(root, "status");
    if (event.state == INGEST_FAILED && event.reason.length == 0)
        event.reason = members[STATE];
    read_objects(reading, cJSON_GetObjectItemCaseSensitive(root, "catalog_objects"), &event);
    ingest_emit(reading, &event);
}

static void read_impala_audit(ingest_reading *reading, const char *record, size_t length)
{
    cJSON *root = ingest_json(reading, record, length);

    if (root == NULL)
        return;
    if (cJSON_GetObjectItemCaseSensitive(root, "statement") != NULL)
        read_flat(reading, root);
    else if (cJSON_IsObject(root->child) && cJSON_GetObjectItemCaseSensitive(root->child, "sql_statement") != NULL)
        read_engines_own(reading, root->child);
    else
        reading->sink->bad(reading->sink->user, "no record of Impala's audit log");
    ingest_json_done(root);
}

const ingest_reader ingest_reader_impala_audit = {
    "impala-audit", "Impala's audit log, as the engine writes it or flat", COLLINE_IMPALA, INGEST_LINES,
    sniff_impala_audit, NULL, read_impala_audit,
};
