/*
 * A file of SQL: a script, one session.
 */
#include <string.h>
#include <strings.h>

#include "map/ingest/reader.h"

static bool sniff_sql(const char *head, size_t length, const char *name)
{
    const char *dot = strrchr(name, '.');

    (void)head;
    (void)length;
    return dot != NULL && (strcasecmp(dot, ".sql") == 0 || strcasecmp(dot, ".hql") == 0 || strcasecmp(dot, ".ddl") == 0);
}

static void read_sql(ingest_reading *reading, const char *record, size_t length)
{
    ingest_event event = { .dialect = COLLINE_GENERIC, .flags = INGEST_SESSION_START };

    event.id = event.user = event.client = event.database = event.job = event.reason = map_text(NULL);
    event.session = map_text(reading->source);
    event.text = (colline_text){ record, (uint32_t)length };
    ingest_emit(reading, &event);
}

const ingest_reader ingest_reader_sql = {
    "sql", "files of SQL, or trees of them: what has changed is read again", COLLINE_GENERIC, INGEST_WHOLE, sniff_sql, NULL,
    read_sql,
};
