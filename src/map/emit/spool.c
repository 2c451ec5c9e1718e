/*
 * Events on disk: an append-only file, and a position that is replaced as a whole.
 */
#define _DEFAULT_SOURCE
#include "map/emit/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "map/base/memory.h"

enum { SAVE_EVERY = 64 };

struct emit_spool {
    int folder;        /* locked */
    int events;        /* opened to read, and to append */
    uint64_t position; /* of the oldest event */
    uint64_t end;
    unsigned unsaved; /* events that were delivered since the position was saved */
    char *line;       /* the oldest event, once it was read */
    size_t capacity, length;
    bool read;
    char name[512];
};

static bool complain(const emit_spool *spool, const char *what)
{
    map_complain("%s/%s: %s", spool->name, what, strerror(errno));
    return false;
}

static bool write_all(int file, const char *data, size_t length)
{
    while (length > 0) {
        ssize_t written = write(file, data, length);
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            data += written;
            length -= (size_t)written;
        }
    }
    return true;
}

/* Append a line and make it safe. */
static bool append(int file, colline_text event)
{
    return write_all(file, event.data, event.length) && write_all(file, "\n", 1) && fdatasync(file) == 0;
}

/* ---- The position -------------------------------------------------------------------------------- */

static bool save_position(emit_spool *spool)
{
    char text[32];
    int file = openat(spool->folder, "position.new", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool good;

    snprintf(text, sizeof text, "%" PRIu64 "\n", spool->position);
    good = file >= 0 && write_all(file, text, strlen(text)) && fdatasync(file) == 0;
    if (file >= 0)
        close(file);
    good = good && renameat(spool->folder, "position.new", spool->folder, "position") == 0;
    spool->unsaved = 0;
    return good ? true : complain(spool, "position");
}

static uint64_t load_position(const emit_spool *spool)
{
    char text[32] = "";
    int file = openat(spool->folder, "position", O_RDONLY | O_CLOEXEC);

    if (file >= 0) {
        if (read(file, text, sizeof text - 1) < 0)
            text[0] = '\0';
        close(file);
    }
    return strtoull(text, NULL, 10);
}

/* ---- Opening ------------------------------------------------------------------------------------- */

/* A line that a kill cut off is none. */
static bool cut_torn_line(emit_spool *spool)
{
    char c = '\n';

    while (spool->end > spool->position && pread(spool->events, &c, 1, (off_t)(spool->end - 1)) == 1 && c != '\n')
        spool->end--;
    return ftruncate(spool->events, (off_t)spool->end) == 0;
}

static bool open_files(emit_spool *spool)
{
    struct stat about;

    spool->events = openat(spool->folder, "events.jsonl", O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (spool->events < 0 || fstat(spool->events, &about) != 0)
        return complain(spool, "events.jsonl");
    spool->end = (uint64_t)about.st_size;
    spool->position = load_position(spool);
    if (spool->position > spool->end) { /* emptied, and killed before the position was */
        spool->position = 0;
        if (!save_position(spool))
            return false;
    }
    return cut_torn_line(spool) ? true : complain(spool, "events.jsonl");
}

emit_spool *emit_spool_open(const char *folder)
{
    emit_spool *spool = map_get(sizeof *spool);

    *spool = (emit_spool){ .folder = -1, .events = -1 };
    snprintf(spool->name, sizeof spool->name, "%s", folder);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        map_complain("%s: %s", folder, strerror(errno));
    } else if ((spool->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0) {
        map_complain("%s: %s", folder, strerror(errno));
    } else if (flock(spool->folder, LOCK_EX | LOCK_NB) != 0) {
        map_complain("%s: another process uses this spool", folder);
    } else if (open_files(spool)) {
        return spool;
    }
    emit_spool_close(spool);
    return NULL;
}

void emit_spool_close(emit_spool *spool)
{
    if (spool == NULL)
        return;
    if (spool->unsaved > 0)
        save_position(spool);
    if (spool->events >= 0)
        close(spool->events);
    if (spool->folder >= 0)
        close(spool->folder);
    free(spool->line);
    free(spool);
}

/* ---- In and out ---------------------------------------------------------------------------------- */

bool emit_spool_empty(const emit_spool *spool)
{
    return spool->position == spool->end;
}

bool emit_spool_add(emit_spool *spool, colline_text event)
{
    if (!append(spool->events, event))
        return complain(spool, "events.jsonl");
    spool->end += event.length + 1;
    return true;
}

bool emit_spool_refuse(emit_spool *spool, colline_text event)
{
    int file = openat(spool->folder, "refused.jsonl", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    bool good = file >= 0 && append(file, event);

    if (file >= 0)
        close(file);
    return good ? true : complain(spool, "refused.jsonl");
}

/* Read on until the line's end is there. */
static bool read_line(emit_spool *spool)
{
    char *end = NULL;

    spool->length = 0;
    while (end == NULL) {
        ssize_t got;
        if (spool->capacity - spool->length < 4096) {
            spool->capacity = spool->capacity * 2 + 8192;
            spool->line = map_resize(spool->line, spool->capacity);
        }
        got = pread(spool->events, spool->line + spool->length, spool->capacity - spool->length,
                    (off_t)(spool->position + spool->length));
        if (got <= 0)
            return false;
        end = memchr(spool->line + spool->length, '\n', (size_t)got);
        spool->length += (size_t)got;
    }
    spool->length = (size_t)(end - spool->line);
    *end = '\0';
    return true;
}

bool emit_spool_first(emit_spool *spool, colline_text *event)
{
    if (emit_spool_empty(spool))
        return false;
    if (!spool->read && !read_line(spool))
        return complain(spool, "events.jsonl");
    spool->read = true;
    *event = (colline_text){ spool->line, (uint32_t)spool->length };
    return true;
}

bool emit_spool_forget(emit_spool *spool)
{
    spool->position += spool->length + 1;
    spool->read = false;
    if (!emit_spool_empty(spool))
        return ++spool->unsaved < SAVE_EVERY || save_position(spool);
    /* (Emptied first: a position behind the end means the same as none.) */
    if (ftruncate(spool->events, 0) != 0)
        return complain(spool, "events.jsonl");
    spool->position = spool->end = 0;
    return save_position(spool);
}

uint64_t emit_spool_count(emit_spool *spool)
{
    char block[65536];
    uint64_t at = spool->position, count = 0;
    ssize_t got;

    while ((got = pread(spool->events, block, sizeof block, (off_t)at)) > 0) {
        for (ssize_t i = 0; i < got; i++)
            count += block[i] == '\n';
        at += (uint64_t)got;
    }
    return count;
}
