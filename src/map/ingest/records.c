/*
 * Our own JSON Lines, as `colline lineage --input jsonl` reads them, with what a log knows besides.
 *
 *     {"id":"q-17","dialect":"hive","sql":"INSERT INTO b SELECT x FROM a","session":"s1","user":"etl","time":"2024-03-01 10:00:00",
 *      "state":"finished","job":"daily.b","ddl":["CREATE TABLE a (x INT)"]}
 *
 * Time: text, or milliseconds since 1970.  State: finished (also when it is left out), failed, or anything else.
 */
#include <string.h>
#include <strings.h>

#include "map/ingest/reader.h"

static bool sniff_records(const char *head, size_t length, const char *name)
{
    (void)name;
    return length > 0 && head[0] == '{' && ingest_holds(head, length, "\"sql\"");
}

static int64_t time_of(const cJSON *root)
{
    static const char *const names[] = { "time", "end_time", "start_time" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        colline_text text = ingest_json_text(root, names[i]);
        double number = ingest_json_number(root, names[i], 0);
        if (text.length > 0)
            return ingest_time(text.data, text.length, NULL);
        if (number > 0)
            return (int64_t)number;
    }
    return 0;
}

/* An id may be a number. */
static colline_text scalar(ingest_reading *reading, const cJSON *root, const char *name)
{
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(root, name);

    if (cJSON_IsNumber(member))
        return map_pool_format(reading->pool, "%.17g", member->valuedouble);
    return ingest_json_text(root, name);
}

static void read_options(const cJSON *options, ingest_event *event)
{
    static const struct {
        const char *name;
        uint32_t flag;
        bool set_by;
    } rows[] = { { "expand_views", COLLINE_EXPAND_VIEWS, true },
                 { "fold_temporary", COLLINE_FOLD_TEMPORARY, true },
                 { "templates", COLLINE_NO_TEMPLATES, false },
                 { "narrow", COLLINE_NARROW_CONDITION, true } };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const cJSON *member = cJSON_GetObjectItemCaseSensitive(options, rows[i].name);
        if (cJSON_IsBool(member) && cJSON_IsTrue(member) == rows[i].set_by)
            event->options |= rows[i].flag;
    }
    if (strcmp(ingest_json_text(options, "level").data, "table") == 0)
        event->options |= COLLINE_TABLE_LEVEL;
}

/* Each text of `ddl` is an event of its own, before the statement.  Without a session it is for this record alone. */
static void read_ddl(ingest_reading *reading, const cJSON *list, ingest_event *event)
{
    bool alone = event->session.length == 0;
    const cJSON *item;

    cJSON_ArrayForEach(item, list)
    {
        ingest_event ddl;
        if (!cJSON_IsString(item))
            continue;
        if (alone)
            event->session = map_text("record");
        ddl = *event;
        ddl.id = map_text(NULL);
        ddl.flags |= INGEST_DDL | (alone ? INGEST_SESSION_START : 0u);
        alone = false;
        ddl.text = map_text(item->valuestring);
        ingest_emit(reading, &ddl);
    }
}

static void read_records(ingest_reading *reading, const char *record, size_t length)
{
    cJSON *root = ingest_json(reading, record, length);
    ingest_event event = { .dialect = COLLINE_GENERIC };
    const char *dialect, *state;

    if (root == NULL)
        return;
    dialect = ingest_json_text(root, "dialect").data;
    state = ingest_json_text(root, "state").data;
    event.text = ingest_json_text(root, "sql");
    event.has_dialect = dialect[0] != '\0' && colline_dialect_by_name(dialect, &event.dialect);
    if (!cJSON_IsString(cJSON_GetObjectItemCaseSensitive(root, "sql")) || (dialect[0] != '\0' && !event.has_dialect)) {
        reading->sink->bad(reading->sink->user, dialect[0] != '\0' && !event.has_dialect ? "a dialect that nobody knows"
                                                                                         : "a record without \"sql\"");
        ingest_json_done(root);
        return;
    }
    event.id = scalar(reading, root, "id");
    event.session = scalar(reading, root, "session");
    event.user = ingest_json_text(root, "user");
    event.client = ingest_json_text(root, "client");
    event.database = ingest_json_text(root, "default_db");
    event.job = scalar(reading, root, "job");
    event.reason = ingest_json_text(root, "reason");
    event.time = time_of(root);
    if (strcasecmp(state, "failed") == 0)
        event.state = INGEST_FAILED;
    else if (state[0] != '\0' && strcasecmp(state, "finished") != 0)
        event.state = INGEST_OTHER;
    read_options(cJSON_GetObjectItemCaseSensitive(root, "options"), &event);
    read_ddl(reading, cJSON_GetObjectItemCaseSensitive(root, "ddl"), &event);
    ingest_emit(reading, &event);
    ingest_json_done(root);
}

const ingest_reader ingest_reader_records = {
    "jsonl", "JSON Lines with \"sql\", as colline lineage --input jsonl reads them", COLLINE_GENERIC, INGEST_LINES,
    sniff_records, NULL, read_records,
};
