/*
 * reader.h -- readers: bytes of a log to records, a record to events.
 *
 *     2025-06-24 19:43:32,123 [query] |Client=...|Stmt=insert into a     doris: a record, which goes on until
 *     select x from b                                                    the next line with a time
 *
 * A new reader is a file of its own and a row in readers.def.
 */
#ifndef MAP_INGEST_READER_H
#define MAP_INGEST_READER_H

#include <cjson/cJSON.h>
#include <stddef.h>

#include "map/base/memory.h"
#include "map/ingest/event.h"
#include "map/ingest/pending.h"

/* How a source's bytes fall into records. */
typedef enum ingest_framing {
    INGEST_LINES, /* a record a line */
    INGEST_OWN,   /* the reader's `record` tells */
    INGEST_WHOLE  /* the file is one record, and is read again as a whole when it changes */
} ingest_framing;

typedef struct ingest_reading {
    ingest_sink *sink;
    map_pool *pool;          /* for what the record needs; reset behind it */
    ingest_pending *pending; /* statements that wait for the line that tells how they ended; commits with the position */
    const char *source;      /* the file's name */
} ingest_reading;

typedef struct ingest_reader {
    const char *name;
    const char *about;
    colline_dialect dialect;
    ingest_framing framing;
    /* Whether the head of a file (whole lines as far as there are any) looks like one of these. */
    bool (*sniff)(const char *head, size_t length, const char *name);
    /* INGEST_OWN: the bytes of the first record; 0: its end is not there yet.  `last`: nothing follows `length` for now. */
    size_t (*record)(const char *data, size_t length, bool last);
    /* The record, without its line end and followed by a NUL. */
    void (*read)(ingest_reading *reading, const char *record, size_t length);
} ingest_reader;

/* NULL: no such reader. */
const ingest_reader *ingest_reader_named(const char *name);
/* The reader that a file seems to be for; NULL: none. */
const ingest_reader *ingest_reader_sniffed(const char *head, size_t length, const char *name);
/* By number, in order of readers.def; NULL behind the last one. */
const ingest_reader *ingest_reader_at(size_t index);

#define READER(name) extern const ingest_reader ingest_reader_##name;
#include "map/ingest/readers.def"
#undef READER

/* ---- What readers share (reading.c) ---------------------------------------------------------------- */

/* A record that is parsed as JSON, to be given back with ingest_json_done(); NULL, and the sink was told, where it is
 * none.  One at a time. */
cJSON *ingest_json(ingest_reading *reading, const char *record, size_t length);
void ingest_json_done(cJSON *root);
/* The member that is a string; "" where there is none. */
colline_text ingest_json_text(const cJSON *object, const char *name);
/* The members of these names that are strings, "" where there are none, in one walk. */
void ingest_json_texts(const cJSON *object, const char *const *names, colline_text *texts, size_t count);
/* The member that is a number; `otherwise` where there is none. */
double ingest_json_number(const cJSON *object, const char *name, double otherwise);

void ingest_emit(ingest_reading *reading, const ingest_event *event);

/* "2016-04-15 17:31:01.123", with T, comma, Z or an offset, too: milliseconds since 1970, read as UTC; 0: it is none.
 * *end, if not NULL, is set behind it. */
int64_t ingest_time(const char *text, size_t length, const char **end);
/* Whether a line starts with such a time. */
bool ingest_starts_with_time(const char *line, size_t length);

/* A job that a comment in front of the statement names:  -- job=daily.report   or dbt's JSON comment.  "" none. */
colline_text ingest_job_of_comment(colline_text sql, map_pool *pool);

/* The end of the line at `data`: behind its newline; NULL where it has none yet. */
const char *ingest_line_end(const char *data, size_t length);
/* Records that go on until a line for which `starts` holds. */
size_t ingest_record_until(const char *data, size_t length, bool last, bool (*starts)(const char *line, size_t length));

static inline bool ingest_has_prefix(const char *data, size_t length, const char *prefix)
{
    size_t i = 0;

    while (prefix[i] != '\0' && i < length && data[i] == prefix[i])
        i++;
    return prefix[i] == '\0';
}

/* Whether the text holds `word`. */
bool ingest_holds(const char *data, size_t length, const char *word);

#endif
