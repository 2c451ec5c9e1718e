/*
 * One file: where reading goes on, and the records behind that.
 */
#define _GNU_SOURCE
#include "map/ingest/source.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "map/base/hash.h"

enum { HEAD = 1024, CHUNK = 1 << 20, MOST_RECORD = 64 << 20, MOST_WHOLE = 1 << 30, SNIFFED = 64 << 10 };

static uint64_t hash_bytes(const char *data, size_t length)
{
    return map_hash128(data, length).low;
}

static uint64_t read_up_to(const ingest_source *source)
{
    return source->offset + (source->end - source->start);
}

/* ---- Identity -------------------------------------------------------------------------------------- */

static ssize_t read_at(int file, char *data, size_t length, uint64_t offset)
{
    size_t got = 0;

    while (got < length) {
        ssize_t step = pread(file, data + got, length - got, (off_t)(offset + got));
        if (step < 0 && errno == EINTR)
            continue;
        if (step < 0)
            return -1;
        if (step == 0)
            break;
        got += (size_t)step;
    }
    return (ssize_t)got;
}

/* Whether the file starts as one did whose first `length` bytes had this hash. */
static bool has_head(int file, uint64_t length, uint64_t hash)
{
    char head[HEAD];

    return length > 0 && length <= HEAD && read_at(file, head, length, 0) == (ssize_t)length &&
           hash_bytes(head, length) == hash;
}

typedef struct identity {
    uint64_t inode, length, hash, time;
} identity;

static identity identity_of(colline_text text)
{
    identity id = { 0, 0, 0, 0 };

    if (sscanf(text.data, "%" SCNx64 ":%" SCNu64 ":%" SCNx64 ":%" SCNx64, &id.inode, &id.length, &id.hash, &id.time) != 4)
        id = (identity){ 0, 0, 0, 0 };
    return id;
}

static const char LOG[] = "log:";
static const char TREE[] = "sql:";

static const char *prefix_of(const ingest_source *source)
{
    return source->reader != NULL && source->reader->framing == INGEST_WHOLE ? TREE : LOG;
}

static int compare_position(const void *name, const void *position)
{
    const colline_text *a = name, *b = &((const store_position *)position)->source;
    size_t shorter = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->data, b->data, shorter);

    return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

static const store_position *position_named(const ingest_sources *sources, const ingest_source *source)
{
    map_pool pool = MAP_POOL_INIT;
    colline_text name = map_pool_format(&pool, "%s%s", prefix_of(source), source->path);
    const store_position *found = sources->known_count == 0 ? NULL
                                  : bsearch(&name, sources->known, sources->known_count, sizeof *sources->known, compare_position);

    map_pool_free(&pool);
    return found != NULL && found->offset != UINT64_MAX ? found : NULL;
}

/* The position of a file of that head, whatever its name was; the same inode is the better one. */
static const store_position *position_like(const ingest_sources *sources, const ingest_source *source)
{
    const store_position *found = NULL;

    for (size_t i = 0; i < sources->known_count; i++) {
        const store_position *known = &sources->known[i];
        identity id = identity_of(known->identity);
        if (!ingest_has_prefix(known->source.data, known->source.length, LOG) || known->offset > source->size ||
            (found != NULL && id.inode != source->inode) || !has_head(source->file, id.length, id.hash))
            continue;
        if (id.length < 64 && id.inode != source->inode)
            continue; /* too short a head to tell files apart */
        if (found == NULL || id.inode == source->inode)
            found = known;
    }
    return found;
}

static void take_head(ingest_source *source)
{
    char head[HEAD];
    ssize_t got;

    if (source->head_length >= HEAD || source->head_length >= source->size)
        return;
    got = read_at(source->file, head, HEAD, 0);
    if (got > 0) {
        source->head_length = (uint64_t)got;
        source->head_hash = hash_bytes(head, (size_t)got);
    }
}

static void start_over(ingest_source *source)
{
    source->offset = 0;
    source->start = source->end = 0;
    source->head_length = 0;
    source->quiet = 0;
}

/* Another source of this load that has the same file open, under the name it had before. */
static ingest_source *same_file(const ingest_sources *sources, const ingest_source *source)
{
    for (size_t i = 0; i < sources->count; i++) {
        ingest_source *other = sources->items[i];
        if (other != source && other->file >= 0 && other->inode == source->inode && other->head_length > 0 &&
            has_head(source->file, other->head_length, other->head_hash))
            return other;
    }
    return NULL;
}

/* It goes on under this name. */
static void take_over(ingest_source *source, ingest_source *other)
{
    source->offset = other->offset;
    source->head_length = other->head_length;
    source->head_hash = other->head_hash;
    ingest_source_close(other);
}

void ingest_source_rewind(const ingest_sources *sources, ingest_source *source)
{
    const store_position *known = position_named(sources, source);
    identity id = known != NULL ? identity_of(known->identity) : (identity){ 0, 0, 0, 0 };

    start_over(source);
    source->moved = false;
    if (known == NULL || known->offset > source->size || (id.length > 0 && !has_head(source->file, id.length, id.hash)))
        known = position_like(sources, source);
    if (known != NULL) {
        id = identity_of(known->identity);
        source->offset = known->offset;
        source->head_length = id.length;
        source->head_hash = id.hash;
    }
    take_head(source);
}

/* Where a log goes on that was opened. */
static void find_position(const ingest_sources *sources, ingest_source *source)
{
    ingest_source *other = same_file(sources, source);

    if (other == NULL) {
        ingest_source_rewind(sources, source);
        return;
    }
    start_over(source);
    take_over(source, other);
}

/* ---- Opening --------------------------------------------------------------------------------------- */

static void sniff(ingest_source *source)
{
    char *head = map_get(SNIFFED + 1);
    ssize_t got = read_at(source->file, head, SNIFFED, 0);

    if (got > 0) {
        head[got] = '\0';
        source->reader = ingest_reader_sniffed(head, (size_t)got, source->path);
    }
    free(head);
}

static bool look(ingest_source *source, const char **problem)
{
    struct stat status;

    if (fstat(source->file, &status) != 0) {
        *problem = strerror(errno);
        return false;
    }
    source->size = status.st_size > 0 ? (uint64_t)status.st_size : 0;
    source->inode = (uint64_t)status.st_ino;
    source->time = (uint64_t)status.st_mtim.tv_sec * 1000000000u + (uint64_t)status.st_mtim.tv_nsec;
    return true;
}

/* Whether a whole file is as it was: by its time and inode, or by its content. */
static bool is_unchanged(const ingest_sources *sources, ingest_source *source)
{
    const store_position *known = position_named(sources, source);
    identity id;

    if (source->read_time != 0)
        return source->read_time == source->time && source->read_inode == source->inode && source->offset == source->size;
    if (known == NULL)
        return false;
    id = identity_of(known->identity);
    source->mark = known->mark;
    return id.inode == source->inode && id.time == source->time && known->offset == source->size;
}

/* The path names another file than the open one: it was rotated, and the old one is read to its end first. */
static bool was_replaced(const ingest_source *source)
{
    struct stat status;

    return stat(source->path, &status) == 0 && (uint64_t)status.st_ino != source->inode;
}

bool ingest_source_open(ingest_sources *sources, ingest_source *source, const ingest_reader *forced, const char **problem)
{
    uint64_t before = source->size;
    bool opened = false;

    *problem = NULL;
    if (source->file >= 0 && read_up_to(source) >= source->size && was_replaced(source)) {
        /* one that has grown since is read to its end first */
        if (look(source, problem) && source->size == before)
            ingest_source_close(source);
    }
    if (source->file < 0) {
        source->file = open(source->path, O_RDONLY | O_CLOEXEC);
        opened = true;
        if (source->file < 0) {
            *problem = strerror(errno);
            return false;
        }
    }
    if (!look(source, problem))
        return false;
    if (source->reader == NULL && forced != NULL)
        source->reader = forced;
    if (source->reader == NULL)
        sniff(source);
    if (source->reader == NULL) {
        if (source->size > 0)
            *problem = "no reader knows this file: --format names one";
        return false;
    }
    if (source->reader->framing == INGEST_WHOLE)
        return !is_unchanged(sources, source);
    if (opened)
        find_position(sources, source);
    else if (source->size < read_up_to(source))
        start_over(source); /* it was truncated */
    take_head(source);
    return read_up_to(source) < source->size || source->end > source->start;
}

void ingest_source_close(ingest_source *source)
{
    if (source->file >= 0)
        close(source->file);
    source->file = -1;
    free(source->data);
    source->data = NULL;
    source->start = source->end = source->capacity = 0;
}

/* ---- Records --------------------------------------------------------------------------------------- */

/* Room for a chunk more: what was handed out makes way, and the buffer doubles where one record fills it. */
static void make_room(ingest_source *source)
{
    if (source->start > 0) {
        memmove(source->data, source->data + source->start, source->end - source->start);
        source->end -= source->start;
        source->start = 0;
    }
    if (source->capacity - source->end < CHUNK / 2) {
        source->capacity = source->capacity < CHUNK ? CHUNK : source->capacity * 2;
        source->data = map_resize(source->data, source->capacity + 1);
    }
}

/* Read more behind what is held; false at the end of the file. */
static bool fill(ingest_source *source)
{
    ssize_t got;

    if (read_up_to(source) >= source->size)
        return false;
    make_room(source);
    got = read_at(source->file, source->data + source->end, source->capacity - source->end, read_up_to(source));
    if (got <= 0)
        return false;
    source->end += (size_t)got;
    return true;
}

/* A line of JSON that is whole needs no newline: a torn one lacks its last brace. */
static size_t unended_line(const char *data, size_t length)
{
    cJSON *whole;

    if (data[0] != '{' || data[length - 1] != '}' || memchr(data, '\0', length) != NULL)
        return 0;
    whole = cJSON_ParseWithLength(data, length);
    cJSON_Delete(whole);
    return whole != NULL ? length : 0;
}

/* The bytes of the first record; 0: its end is not there. */
static size_t framed(const ingest_source *source, bool last)
{
    const char *data = source->data + source->start, *end;
    size_t length = source->end - source->start;

    if (length == 0)
        return 0;
    if (source->reader->framing == INGEST_OWN)
        return source->reader->record(data, length, last);
    end = ingest_line_end(data, length);
    if (end != NULL)
        return (size_t)(end - data);
    return last ? unended_line(data, length) : 0;
}

bool ingest_source_next(ingest_source *source, bool last, const char **record, size_t *length)
{
    size_t size, text;

    for (;;) {
        size = framed(source, last && read_up_to(source) >= source->size);
        if (size > 0)
            break;
        if (source->end - source->start > MOST_RECORD) {
            size = source->end - source->start; /* longer than any: no record */
            break;
        }
        if (!fill(source))
            return false;
    }
    text = size;
    while (text > 0 && (source->data[source->start + text - 1] == '\n' || source->data[source->start + text - 1] == '\r'))
        text--;
    source->data[source->start + text] = '\0';
    *record = source->data + source->start;
    *length = text;
    source->start += size;
    source->offset += size;
    source->moved = true;
    return true;
}

const char *ingest_source_whole(ingest_source *source, size_t *length, const char **problem)
{
    ssize_t got;

    if (source->size > MOST_WHOLE) {
        *problem = "it is larger than 1 GB";
        return NULL;
    }
    source->capacity = (size_t)source->size;
    source->data = map_resize(source->data, source->capacity + 1);
    got = read_at(source->file, source->data, source->capacity, 0);
    if (got < 0) {
        *problem = strerror(errno);
        return NULL;
    }
    source->data[got] = '\0';
    *length = (size_t)got;
    source->size = source->offset = (uint64_t)got;
    source->mark = hash_bytes(source->data, (size_t)got);
    source->read_time = source->time;
    source->read_inode = source->inode;
    source->moved = true;
    return source->data;
}

/* ---- Keeping --------------------------------------------------------------------------------------- */

static colline_text pending_name(const char *name, map_pool *pool)
{
    return map_pool_format(pool, "ingest.pending.%s", name);
}

store_status ingest_pending_to_store(const ingest_pending *pending, const char *name, store *s)
{
    map_pool pool = MAP_POOL_INIT;
    char *waiting = ingest_pending_save(pending);
    store_status status = store_state_set(s, pending_name(name, &pool), waiting, waiting != NULL ? strlen(waiting) : 0);

    cJSON_free(waiting);
    map_pool_free(&pool);
    return status;
}

store_status ingest_pending_from_store(ingest_pending *pending, const char *name, store *s)
{
    map_pool pool = MAP_POOL_INIT;
    colline_text data;
    store_status status = store_state_get(s, pending_name(name, &pool), &pool, &data);

    ingest_pending_free(pending);
    if (status == STORE_OK)
        ingest_pending_load(pending, data.data);
    map_pool_free(&pool);
    return status == STORE_E_MISSING ? STORE_OK : status;
}

store_status ingest_source_save(ingest_source *source, store *s)
{
    map_pool pool = MAP_POOL_INIT;
    store_position position = { .offset = source->offset, .mark = source->mark };
    store_status status = STORE_OK;

    if (source->reader == NULL || !(source->moved || (source->waiting != NULL && source->waiting->pending.changed)))
        return STORE_OK;
    position.source = map_pool_format(&pool, "%s%s", prefix_of(source), source->path);
    position.identity = map_pool_format(&pool, "%" PRIx64 ":%" PRIu64 ":%" PRIx64 ":%" PRIx64, source->inode,
                                        source->head_length, source->head_hash,
                                        source->reader->framing == INGEST_WHOLE ? source->time : 0);
    if (source->moved)
        status = store_position_set(s, &position);
    if (status == STORE_OK && source->waiting != NULL && source->waiting->pending.changed) {
        status = ingest_pending_to_store(&source->waiting->pending, source->waiting->name, s);
        source->waiting->pending.changed = false;
    }
    source->moved = false;
    map_pool_free(&pool);
    return status;
}
