/*
 * PostgreSQL's csvlog: 23 to 26 columns, quoted as CSV, so that a record may hold newlines.
 *
 *     2024-03-01 10:00:00.123 UTC,"etl","dw",4242,"10.0.0.7:5000",65e1a2b3.1092,3,"INSERT",2024-03-01 09:59:00 UTC,3/7,0,LOG,00000,
 *     "duration: 1.2 ms  statement: insert into a select x from b",,,,,,,,,"psql","client backend",,0
 *
 * `duration: ... statement:` is written when the statement has ended; `statement:` alone when it begins: it waits for
 * the session's next record, which is an error with the same text where it failed.
 */
#define _GNU_SOURCE /* memmem */
#include <string.h>

#include "map/ingest/reader.h"

enum {
    TIME = 0, USER = 1, DATABASE = 2, CLIENT = 4, SESSION = 5, SEVERITY = 11, MESSAGE = 13,
    QUERY = 19, COLUMNS_LEAST = 23, COLUMNS = 26
};

/* Behind the record's newline; NULL: it is not there yet. */
static const char *record_end(const char *data, size_t length)
{
    const char *at = data, *end = data + length;
    bool quoted = false;

    for (; at < end; at++) {
        if (*at == '"')
            quoted = !quoted;
        else if (*at == '\n' && !quoted)
            return at + 1;
    }
    return NULL;
}

static size_t record_postgres_csv(const char *data, size_t length, bool last)
{
    const char *end = record_end(data, length);

    (void)last;
    return end != NULL ? (size_t)(end - data) : 0;
}

/* Part a copy of the record; how many columns there are.  Its texts are in the copy, each with a NUL behind it. */
static unsigned part(char *text, size_t length, colline_text *columns)
{
    char *at = text, *end = text + length;
    unsigned count = 0;

    while (at <= end && count < COLUMNS) {
        char *start = at, *out = at;
        bool quoted = at < end && *at == '"';
        at += quoted;
        while (at < end && (quoted || *at != ',')) {
            if (quoted && *at == '"') {
                if (at + 1 >= end || at[1] != '"') {
                    quoted = false;
                    at++;
                    continue;
                }
                at++;
            }
            *out++ = *at++;
        }
        columns[count++] = (colline_text){ start, (uint32_t)(out - start) };
        at++; /* the comma */
        *out = '\0';
    }
    return count;
}

static bool sniff_postgres_csv(const char *head, size_t length, const char *name)
{
    const char *end = NULL;
    size_t commas = 0;

    (void)name;
    if (length < 30 || ingest_time(head, length < 40 ? length : 40, &end) == 0 || *end != ' ')
        return false;
    end = record_end(head, length);
    for (const char *at = head; at < (end != NULL ? end : head + length); at++)
        commas += *at == ',';
    return commas >= COLUMNS_LEAST - 1;
}

/* The statement within a message, behind `statement: ` or `execute NAME: `. */
static colline_text statement_of(colline_text message, bool *ended)
{
    static const char *const heads[] = { "statement: ", "execute ", NULL };
    const char *at = message.data, *end = message.data + message.length;

    *ended = ingest_has_prefix(at, message.length, "duration: ");
    if (*ended) {
        at = memmem(at, message.length, " ms  ", 5);
        if (at == NULL)
            return map_text(NULL);
        at += 5;
    }
    for (size_t i = 0; heads[i] != NULL; i++) {
        if (!ingest_has_prefix(at, (size_t)(end - at), heads[i]))
            continue;
        at += strlen(heads[i]);
        if (i == 1) {
            at = memmem(at, (size_t)(end - at), ": ", 2);
            if (at == NULL)
                break;
            at += 2;
        }
        return (colline_text){ at, (uint32_t)(end - at) };
    }
    return map_text(NULL);
}

static bool is(colline_text text, const char *wanted)
{
    return text.length == strlen(wanted) && memcmp(text.data, wanted, text.length) == 0;
}

static bool is_error(const colline_text *columns)
{
    return is(columns[SEVERITY], "ERROR") || is(columns[SEVERITY], "FATAL") || is(columns[SEVERITY], "PANIC");
}

static ingest_event event_of(const colline_text *columns)
{
    ingest_event event = { .dialect = COLLINE_POSTGRES };

    event.time = ingest_time(columns[TIME].data, columns[TIME].length, NULL);
    event.id = event.job = event.reason = map_text(NULL);
    event.database = map_text(NULL); /* a database of PostgreSQL's holds schemas: names do not say it */
    event.user = columns[USER];
    event.client = columns[CLIENT];
    event.session = columns[SESSION];
    return event;
}

/* What waits for this session has ended, well or not. */
static void settle(ingest_reading *reading, const colline_text *columns)
{
    const ingest_waiting *waiting = ingest_pending_get(reading->pending, columns[SESSION].data);
    ingest_event event;

    if (waiting == NULL)
        return;
    event = ingest_pending_event(waiting, COLLINE_POSTGRES);
    if (is_error(columns)) {
        event.state = INGEST_FAILED;
        event.reason = columns[MESSAGE];
    }
    ingest_emit(reading, &event);
    ingest_pending_remove(reading->pending, columns[SESSION].data);
}

static void read_postgres_csv(ingest_reading *reading, const char *record, size_t length)
{
    colline_text columns[COLUMNS], copy = map_pool_copy(reading->pool, record, length);
    unsigned count = part((char *)(uintptr_t)copy.data, copy.length, columns);
    bool waits, ended;
    ingest_event event;

    if (copy.length == 0)
        return;
    if (count < COLUMNS_LEAST || ingest_time(columns[TIME].data, columns[TIME].length, NULL) == 0) {
        reading->sink->bad(reading->sink->user, "no record of PostgreSQL's csvlog");
        return;
    }
    waits = ingest_pending_get(reading->pending, columns[SESSION].data) != NULL;
    settle(reading, columns);
    event = event_of(columns);
    if (is_error(columns)) {
        event.text = columns[QUERY];
        event.state = INGEST_FAILED;
        event.reason = columns[MESSAGE];
        if (!waits && event.text.length > 0)
            ingest_emit(reading, &event);
        return;
    }
    event.text = statement_of(columns[MESSAGE], &ended);
    if (event.text.length == 0)
        return;
    if (ended)
        ingest_emit(reading, &event);
    else
        ingest_pending_put(reading->pending, columns[SESSION].data, &event);
}

const ingest_reader ingest_reader_postgres_csv = {
    "postgres-csv", "PostgreSQL's csvlog", COLLINE_POSTGRES, INGEST_OWN, sniff_postgres_csv, record_postgres_csv,
    read_postgres_csv,
};
