/*
 * MySQL's general log: a time, a connection's number, a command, and its argument up to the next line with a time.
 *
 *     2024-01-01T10:00:00.123456Z	   17 Connect	etl@10.0.0.7 on dw using TCP/IP
 *     2024-01-01T10:00:00.223456Z	   17 Query	insert into a
 *     select x from b
 *
 * Nothing tells whether a statement succeeded.
 */
#include <stdlib.h>
#include <string.h>

#include "map/ingest/reader.h"

static bool starts_record(const char *line, size_t length)
{
    const char *end, *at;
    const char *limit = line + (length < 80 ? length : 80);

    if (length < 24 || ingest_time(line, length < 40 ? length : 40, &end) == 0 || end >= limit || *end != '\t')
        return false;
    for (at = end + 1; at < limit && *at == ' '; at++)
        ;
    return at < limit && *at >= '0' && *at <= '9';
}

static bool sniff_mysql_general(const char *head, size_t length, const char *name)
{
    const char *line = head, *end;

    (void)name;
    while ((end = ingest_line_end(line, length - (size_t)(line - head))) != NULL) {
        if (starts_record(line, length - (size_t)(line - head)))
            return true;
        line = end; /* the server's own three lines stand in front */
        if (line - head > 1024)
            break;
    }
    return starts_record(line, length - (size_t)(line - head));
}

static size_t record_mysql_general(const char *data, size_t length, bool last)
{
    return ingest_record_until(data, length, last, starts_record);
}

static colline_text word(const char **at, const char *end)
{
    const char *start;

    while (*at < end && (**at == ' ' || **at == '\t'))
        (*at)++;
    for (start = *at; *at < end && **at != ' ' && **at != '\t' && **at != '\n'; (*at)++)
        ;
    return (colline_text){ start, (uint32_t)(*at - start) };
}

static bool is(colline_text text, const char *wanted)
{
    return text.length == strlen(wanted) && memcmp(text.data, wanted, text.length) == 0;
}

/* The command's argument: behind the tab. */
static colline_text argument(const char *at, const char *end)
{
    while (at < end && (*at == '\t' || *at == ' '))
        at++;
    while (end > at && (end[-1] == '\n' || end[-1] == '\r'))
        end--;
    return (colline_text){ at, (uint32_t)(end - at) };
}

/* USE with the name in its quotes. */
static colline_text use_of(colline_text name, map_pool *pool)
{
    char *quoted = map_pool_get(pool, (size_t)name.length * 2 + 8);
    size_t out = 5;

    memcpy(quoted, "USE `", 5);
    for (uint32_t i = 0; i < name.length; i++) {
        if (name.data[i] == '`')
            quoted[out++] = '`';
        quoted[out++] = name.data[i];
    }
    quoted[out++] = '`';
    return (colline_text){ quoted, (uint32_t)out };
}

/* etl@10.0.0.7 on dw using TCP/IP; " on  using" where there is no database. */
static void read_connect(ingest_reading *reading, colline_text text, ingest_event *event)
{
    const char *at = text.data, *end = text.data + text.length, *sign;
    colline_text who = word(&at, end), on = word(&at, end), database = word(&at, end);

    sign = memchr(who.data, '@', who.length);
    event->user = map_pool_copy(reading->pool, who.data, sign != NULL ? (size_t)(sign - who.data) : who.length);
    event->flags |= INGEST_SESSION_START;
    if (is(on, "on") && database.length > 0 && !is(database, "using"))
        event->text = use_of(database, reading->pool);
    else
        event->state = INGEST_OTHER;
    ingest_emit(reading, event);
}

static void read_mysql_general(ingest_reading *reading, const char *record, size_t length)
{
    ingest_event event = { .dialect = COLLINE_MYSQL };
    const char *at, *end = record + length;
    colline_text number, command, rest;

    if (!starts_record(record, length))
        return; /* the server's own lines */
    event.time = ingest_time(record, length < 40 ? length : 40, &at);
    number = word(&at, end);
    command = word(&at, end);
    event.id = event.user = event.client = event.database = event.job = event.reason = event.text = map_text(NULL);
    event.session = map_pool_copy(reading->pool, number.data, number.length);
    if (is(command, "Init")) {
        (void)word(&at, end); /* DB */
        rest = argument(at, end);
        event.text = use_of(rest, reading->pool);
        ingest_emit(reading, &event);
        return;
    }
    rest = argument(at, end);
    if (is(command, "Connect")) {
        read_connect(reading, rest, &event);
    } else if (is(command, "Query") || is(command, "Execute")) {
        event.text = map_pool_copy(reading->pool, rest.data, rest.length);
        ingest_emit(reading, &event);
    } else if (is(command, "Quit")) {
        event.flags |= INGEST_SESSION_START;
        event.state = INGEST_OTHER;
        ingest_emit(reading, &event);
    }
}

const ingest_reader ingest_reader_mysql_general = {
    "mysql-general", "MySQL's general log", COLLINE_MYSQL, INGEST_OWN, sniff_mysql_general, record_mysql_general,
    read_mysql_general,
};
