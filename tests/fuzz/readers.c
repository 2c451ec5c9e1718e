/* The readers of logs: the first byte chooses one, or --format auto; the rest is a file. */
#include "fuzz.h"

#include "map/ingest/reader.h"

static void check_text(colline_text text)
{
    FUZZ_CHECK(text.data != NULL);
    FUZZ_CHECK(text.length == 0 || memchr(text.data, '\0', text.length) == NULL || text.data[text.length] == '\0');
}

static void check_event(void *user, const ingest_event *event)
{
    colline_text dialect = { colline_dialect_name(event->dialect), 1 };

    (void)user;
    check_text(dialect);
    check_text(event->id);
    check_text(event->session);
    check_text(event->user);
    check_text(event->client);
    check_text(event->database);
    check_text(event->job);
    check_text(event->reason);
    check_text(event->text);
    FUZZ_CHECK(event->text.data[event->text.length] == '\0');
    FUZZ_CHECK(event->id.data[event->id.length] == '\0');
    for (size_t i = 0; i < event->object_count; i++)
        check_text(event->objects[i].name);
    for (size_t i = 0; i < event->edge_count; i++) {
        check_text(event->edges[i].source);
        check_text(event->edges[i].target);
        check_text(event->edges[i].expression);
    }
}

static void ignore(void *user, const char *problem)
{
    (void)user;
    FUZZ_CHECK(problem[0] != '\0');
}

/* The bytes of the first record; 0: none. */
static size_t framed(const ingest_reader *reader, const char *data, size_t length)
{
    const char *end;

    if (reader->framing == INGEST_WHOLE)
        return length;
    if (reader->framing == INGEST_OWN)
        return reader->record(data, length, true);
    end = ingest_line_end(data, length);
    return end != NULL ? (size_t)(end - data) : length;
}

static void read_all(const ingest_reader *reader, const char *data, size_t length)
{
    ingest_sink sink = { check_event, ignore, NULL };
    ingest_pending pending = { NULL, 0, 0, false };
    map_pool pool = MAP_POOL_INIT;
    ingest_reading reading = { &sink, &pool, &pending, "log/file.sql" };
    char *kept;

    while (length > 0) {
        size_t size = framed(reader, data, length);
        char *record;
        if (size == 0)
            break;
        FUZZ_CHECK(size <= length);
        record = malloc(size + 1); /* so that the sanitizer sees a byte too many */
        memcpy(record, data, size);
        record[size] = '\0';
        map_pool_reset(&pool);
        reader->read(&reading, record, size);
        free(record);
        data += size;
        length -= size;
    }
    kept = ingest_pending_save(&pending);
    if (kept != NULL) {
        ingest_pending again = { NULL, 0, 0, false };
        ingest_pending_load(&again, kept);
        FUZZ_CHECK(again.count <= pending.count);
        ingest_pending_free(&again);
    }
    cJSON_free(kept);
    ingest_pending_free(&pending);
    map_pool_free(&pool);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const ingest_reader *reader;
    size_t count = 0;
    char *text;

    if (size < 1)
        return 0;
    while (ingest_reader_at(count) != NULL)
        count++;
    text = malloc(size);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    reader = data[0] % (count + 1) == count ? ingest_reader_sniffed(text, size - 1, "file") : ingest_reader_at(data[0] % (count + 1));
    if (reader != NULL)
        read_all(reader, text, size - 1);
    free(text);
    return 0;
}
