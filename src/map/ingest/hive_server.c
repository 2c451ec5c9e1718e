/*
 * HiveServer2's log, as log4j writes it: what is compiled, and how it ended.
 *
 *     2024-03-01T10:00:00,123  INFO [6a3f HiveServer2-Handler-Pool: Thread-77] ql.Driver: Compiling command(queryId=hive_1): insert into a
 *     select x from b
 *     2024-03-01T10:00:09,456  INFO [HiveServer2-Background-Pool: Thread-81] ql.Driver: Completed executing command(queryId=hive_1); Time taken: 8.1 seconds
 *
 * A statement waits under its query's id; a line `FAILED: ...` belongs to the query that its thread works on.
 */
#define _GNU_SOURCE /* memmem */
#include <string.h>

#include "map/ingest/reader.h"

static const char compiling[] = "Compiling command(queryId=";
static const char executing[] = "Executing command(queryId=";
static const char completed[] = "Completed executing command(queryId=";
static const char failed[] = "FAILED: ";

static size_t record_hive_server(const char *data, size_t length, bool last)
{
    return ingest_record_until(data, length, last, ingest_starts_with_time);
}

static bool sniff_hive_server(const char *head, size_t length, const char *name)
{
    (void)name;
    return ingest_holds(head, length, compiling) ||
           (ingest_starts_with_time(head, length) && ingest_holds(head, length, "HiveServer2"));
}

/* What stands between brackets: the session's id, where there is one, and the thread. */
static colline_text thread_of(const char *record, size_t length, map_pool *pool)
{
    const char *open = memchr(record, '[', length < 200 ? length : 200);
    const char *close = open != NULL ? memchr(open, ']', length - (size_t)(open - record)) : NULL;

    return close != NULL ? map_pool_copy(pool, open + 1, (size_t)(close - open) - 1) : map_text(NULL);
}

/* "6a3f91c2-1 HiveServer2-Handler-Pool: Thread-77": a session's id in front. */
static colline_text session_of(colline_text thread, map_pool *pool)
{
    const char *space = memchr(thread.data, ' ', thread.length);

    if (space == NULL || ingest_has_prefix(thread.data, thread.length, "HiveServer2") ||
        !ingest_holds(thread.data, thread.length, "Handler"))
        return map_text(NULL);
    return map_pool_copy(pool, thread.data, (size_t)(space - thread.data));
}

/* The id behind `mark`, and what follows the closing parenthesis; false where the line is none of these. */
static bool command_of(const char *record, size_t length, const char *mark, map_pool *pool, colline_text *id,
                       colline_text *rest)
{
    const char *at = memmem(record, length, mark, strlen(mark)), *close, *end = record + length;

    if (at == NULL)
        return false;
    at += strlen(mark);
    close = memchr(at, ')', (size_t)(end - at));
    if (close == NULL)
        return false;
    *id = map_pool_copy(pool, at, (size_t)(close - at));
    close++;
    if (end - close >= 2 && close[0] == ':' && close[1] == ' ')
        close += 2;
    *rest = map_pool_copy(pool, close, (size_t)(end - close));
    return id->length > 0;
}

static const char *key(map_pool *pool, const char *sort, colline_text text)
{
    return map_pool_format(pool, "%s:%s", sort, text.data).data;
}

/* Which query the thread works on waits, too, as a text of its own. */
static void note_thread(ingest_reading *reading, colline_text thread, colline_text id)
{
    ingest_event note = { .time = 0 };

    note.id = note.session = note.user = note.client = note.database = map_text(NULL);
    note.text = id;
    if (thread.length > 0)
        ingest_pending_put(reading->pending, key(reading->pool, "thread", thread), &note);
}

static void end(ingest_reading *reading, colline_text id, int64_t time, ingest_state state, colline_text reason)
{
    const char *name = key(reading->pool, "query", id);
    const ingest_waiting *waiting = ingest_pending_get(reading->pending, name);
    ingest_event event;

    if (waiting == NULL)
        return;
    event = ingest_pending_event(waiting, COLLINE_HIVE);
    event.time = time;
    event.state = state;
    event.reason = reason;
    ingest_emit(reading, &event);
    ingest_pending_remove(reading->pending, name);
}

/* The thread is done with its query. */
static void complete(ingest_reading *reading, int64_t time, colline_text thread, colline_text id)
{
    end(reading, id, time, INGEST_FINISHED, map_text(NULL));
    ingest_pending_remove(reading->pending, key(reading->pool, "thread", thread));
}

static void begin(ingest_reading *reading, int64_t time, colline_text thread, colline_text id, colline_text text)
{
    ingest_event event = { .dialect = COLLINE_HIVE, .time = time };

    event.id = id;
    event.session = session_of(thread, reading->pool);
    event.user = event.client = event.database = map_text(NULL);
    event.text = text;
    ingest_pending_put(reading->pending, key(reading->pool, "query", id), &event);
    note_thread(reading, thread, id);
}

/* FAILED: SemanticException ...: of the query that this thread has begun. */
static void fail(ingest_reading *reading, int64_t time, colline_text thread, const char *reason, size_t length)
{
    const char *name = key(reading->pool, "thread", thread);
    const ingest_waiting *waiting = ingest_pending_get(reading->pending, name);
    colline_text id;

    if (waiting == NULL || waiting->text == NULL)
        return;
    id = map_pool_copy(reading->pool, waiting->text, strlen(waiting->text));
    end(reading, id, time, INGEST_FAILED, map_pool_copy(reading->pool, reason, length));
    ingest_pending_remove(reading->pending, name);
}

static void read_hive_server(ingest_reading *reading, const char *record, size_t length)
{
    int64_t time = ingest_time(record, length < 40 ? length : 40, NULL);
    colline_text thread, id, rest;
    const char *at;

    if (time == 0)
        return;
    thread = thread_of(record, length, reading->pool);
    if (command_of(record, length, completed, reading->pool, &id, &rest))
        complete(reading, time, thread, id);
    else if (command_of(record, length, compiling, reading->pool, &id, &rest))
        begin(reading, time, thread, id, rest);
    else if (command_of(record, length, executing, reading->pool, &id, &rest))
        note_thread(reading, thread, id);
    else if ((at = memmem(record, length, failed, strlen(failed))) != NULL)
        fail(reading, time, thread, at, strcspn(at, "\n"));
}

const ingest_reader ingest_reader_hive_server = {
    "hive-server", "HiveServer2's log", COLLINE_HIVE, INGEST_OWN, sniff_hive_server, record_hive_server,
    read_hive_server,
};
