/*
 * What readers share: JSON members, times, records, jobs named in comments; and the table of readers.
 */
#define _GNU_SOURCE /* memmem */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "map/ingest/reader.h"

static const ingest_reader *const readers[] = {
#define READER(name) &ingest_reader_##name,
#include "map/ingest/readers.def"
#undef READER
};
enum { READERS = sizeof readers / sizeof *readers };

const ingest_reader *ingest_reader_at(size_t index)
{
    return index < READERS ? readers[index] : NULL;
}

const ingest_reader *ingest_reader_named(const char *name)
{
    for (size_t i = 0; i < READERS; i++)
        if (strcmp(readers[i]->name, name) == 0)
            return readers[i];
    return NULL;
}

const ingest_reader *ingest_reader_sniffed(const char *head, size_t length, const char *name)
{
    for (size_t i = 0; i < READERS; i++)
        if (readers[i]->sniff(head, length, name))
            return readers[i];
    return NULL;
}

void ingest_emit(ingest_reading *reading, const ingest_event *event)
{
    reading->sink->event(reading->sink->user, event);
}

bool ingest_holds(const char *data, size_t length, const char *word)
{
    return memmem(data, length, word, strlen(word)) != NULL;
}

/* ---- JSON ------------------------------------------------------------------------------------------ */

/* A record's nodes are many and short-lived: cJSON gets them from one block, which is empty again when the record is done.
 * What does not fit comes from malloc. */
enum { BLOCK = 1 << 20, ALIGNMENT = 16 };

typedef struct json_block {
    _Alignas(ALIGNMENT) char data[BLOCK];
    size_t used;
    size_t outside; /* blocks of malloc that the record holds */
    bool open;      /* a record is being read */
} json_block;

static _Thread_local json_block *block; /* made with the thread's first record, and kept */

static void *block_get(size_t size)
{
    size_t rounded = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    void *memory;

    if (block == NULL || !block->open || size > BLOCK - ALIGNMENT || rounded > BLOCK - block->used) {
        if (block != NULL)
            block->outside += block->open;
        return malloc(size);
    }
    memory = block->data + block->used;
    block->used += rounded;
    return memory;
}

static void block_put(void *memory)
{
    const char *at = memory;

    if (block == NULL || at < block->data || at >= block->data + BLOCK)
        free(memory);
}

static void block_open(void)
{
    if (block == NULL) {
        cJSON_Hooks hooks = { block_get, block_put };
        block = map_get(sizeof *block);
        cJSON_InitHooks(&hooks);
    }
    block->used = block->outside = 0;
    block->open = true;
}

cJSON *ingest_json(ingest_reading *reading, const char *record, size_t length)
{
    cJSON *root;

    if (memchr(record, '\0', length) != NULL) { /* cJSON would stop there */
        reading->sink->bad(reading->sink->user, "a NUL byte in JSON");
        return NULL;
    }
    block_open();
    root = cJSON_ParseWithOpts(record, NULL, true);
    if (root == NULL || !cJSON_IsObject(root)) {
        ingest_json_done(root);
        reading->sink->bad(reading->sink->user, "no JSON object");
        return NULL;
    }
    return root;
}

void ingest_json_done(cJSON *root)
{
    if (block->outside > 0)
        cJSON_Delete(root);
    block->open = false;
    block->used = 0;
}

void ingest_json_texts(const cJSON *object, const char *const *names, colline_text *texts, size_t count)
{
    const cJSON *member;

    for (size_t i = 0; i < count; i++)
        texts[i] = map_text(NULL);
    cJSON_ArrayForEach(member, object)
    {
        if (member->string == NULL || !cJSON_IsString(member))
            continue;
        for (size_t i = 0; i < count; i++) {
            if (texts[i].length == 0 && names[i][0] == member->string[0] && strcmp(names[i], member->string) == 0) {
                texts[i] = (colline_text){ member->valuestring, (uint32_t)strlen(member->valuestring) };
                break;
            }
        }
    }
}

colline_text ingest_json_text(const cJSON *object, const char *name)
{
    return map_text(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name)));
}

double ingest_json_number(const cJSON *object, const char *name, double otherwise)
{
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, name);

    return cJSON_IsNumber(member) && isfinite(member->valuedouble) && fabs(member->valuedouble) < 9e15
               ? member->valuedouble : otherwise;
}

/* ---- Times ----------------------------------------------------------------------------------------- */

typedef struct clock_reader {
    const char *at, *end;
} clock_reader;

static bool number(clock_reader *r, unsigned digits, int64_t *value)
{
    *value = 0;
    for (unsigned i = 0; i < digits; i++, r->at++) {
        if (r->at >= r->end || *r->at < '0' || *r->at > '9')
            return false;
        *value = *value * 10 + (*r->at - '0');
    }
    return true;
}

static bool one_of(clock_reader *r, const char *characters)
{
    if (r->at >= r->end || *r->at == '\0' || strchr(characters, *r->at) == NULL)
        return false;
    r->at++;
    return true;
}

/* Days since 1970-01-01 in the proleptic Gregorian calendar. */
static int64_t days_of(int64_t year, int64_t month, int64_t day)
{
    int64_t shifted = month <= 2 ? year - 1 : year;
    int64_t era = shifted / 400, of_era = shifted - era * 400;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;

    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

/* Up to nine digits of a second's fraction, as milliseconds. */
static int64_t fraction(clock_reader *r)
{
    int64_t milliseconds = 0, weight = 100;

    for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++, weight /= 10)
        milliseconds += (*r->at - '0') * weight;
    return milliseconds;
}

/* Z, +02:00, -0700: milliseconds east of Greenwich. */
static int64_t zone(clock_reader *r)
{
    clock_reader back = *r;
    int64_t hours, minutes = 0;
    bool west = r->at < r->end && *r->at == '-';

    if (one_of(r, "Z") || !one_of(r, "+-"))
        return 0;
    if (!number(r, 2, &hours)) {
        *r = back;
        return 0;
    }
    back = *r;
    (void)one_of(r, ":");
    if (!number(r, 2, &minutes))
        *r = back;
    return (west ? -1 : 1) * (hours * 60 + minutes) * 60000;
}

int64_t ingest_time(const char *text, size_t length, const char **end)
{
    clock_reader r = { text, text + length };
    int64_t year, month, day, hour, minute, second, time;

    if (!number(&r, 4, &year) || !one_of(&r, "-/") || !number(&r, 2, &month) || !one_of(&r, "-/") ||
        !number(&r, 2, &day) || !one_of(&r, " T") || !number(&r, 2, &hour) || !one_of(&r, ":") ||
        !number(&r, 2, &minute) || !one_of(&r, ":") || !number(&r, 2, &second) || month < 1 || month > 12 || day > 31)
        return 0;
    time = ((days_of(year, month, day) * 24 + hour) * 60 + minute) * 60000 + second * 1000;
    if (one_of(&r, ".,"))
        time += fraction(&r);
    time -= zone(&r);
    if (end != NULL)
        *end = r.at;
    return time;
}

bool ingest_starts_with_time(const char *line, size_t length)
{
    return length >= 19 && ingest_time(line, length < 40 ? length : 40, NULL) != 0;
}

/* ---- Records --------------------------------------------------------------------------------------- */

const char *ingest_line_end(const char *data, size_t length)
{
    const char *newline = length > 0 ? memchr(data, '\n', length) : NULL;

    return newline != NULL ? newline + 1 : NULL;
}

size_t ingest_record_until(const char *data, size_t length, bool last, bool (*starts)(const char *line, size_t length))
{
    const char *end = ingest_line_end(data, length), *next;

    while (end != NULL) {
        size_t rest = length - (size_t)(end - data);
        if (starts(end, rest))
            return (size_t)(end - data);
        next = ingest_line_end(end, rest);
        if (next == NULL)
            /* the newest record is complete when its line is, and nothing of another one stands behind it */
            return last && rest == 0 ? length : 0;
        end = next;
    }
    return 0;
}

/* ---- Jobs ------------------------------------------------------------------------------------------ */

static bool ends_name(char c)
{
    return c == '\0' || c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '*' || c == ',' || c == ';' || c == '"';
}

/* The value behind  name=  or  "name": "  within the comment. */
static bool value_behind(colline_text comment, const char *name, colline_text *value)
{
    const char *end = comment.data + comment.length;
    const char *at = memmem(comment.data, comment.length, name, strlen(name));
    const char *start;

    if (at == NULL || (at > comment.data && !ends_name(at[-1])))
        return false;
    at += strlen(name);
    at += at < end && *at == '"';
    while (at < end && *at == ' ')
        at++;
    if (at >= end || (*at != '=' && *at != ':'))
        return false;
    for (at++; at < end && (*at == ' ' || *at == '"' || *at == '\''); at++)
        ;
    for (start = at; at < end && !ends_name(*at) && *at != '\''; at++)
        ;
    *value = (colline_text){ start, (uint32_t)(at - start) };
    return at > start;
}

colline_text ingest_job_of_comment(colline_text sql, map_pool *pool)
{
    static const char *const names[] = { "job_id", "job", "node_id", "dag_id", "task_id" };
    const char *at = sql.data, *end = sql.data + sql.length, *close;
    colline_text comment, value;

    while (at < end && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r'))
        at++;
    if (end - at < 4 || (strncmp(at, "/*", 2) != 0 && strncmp(at, "--", 2) != 0))
        return map_text(NULL);
    close = at[0] == '/' ? memmem(at + 2, (size_t)(end - at) - 2, "*/", 2) : memchr(at, '\n', (size_t)(end - at));
    comment = (colline_text){ at + 2, (uint32_t)((close != NULL ? close : end) - at - 2) };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (value_behind(comment, names[i], &value))
            return map_pool_copy(pool, value.data, value.length);
    return map_text(NULL);
}
