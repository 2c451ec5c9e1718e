/*
 * A file as a sink: events are appended, a line each, and are safe when the command ends well.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "map/base/memory.h"
#include "map/emit/sink.h"

typedef struct file_sink {
    emit_sink sink;
    FILE *file; /* standard output for "-" */
} file_sink;

static emit_outcome told(emit_sink *sink, bool good)
{
    if (!good)
        snprintf(sink->problem, sizeof sink->problem, "%s", strerror(errno));
    return good ? EMIT_DELIVERED : EMIT_AWAY;
}

static emit_outcome deliver(emit_sink *sink, const emit_event *event)
{
    FILE *file = ((file_sink *)sink)->file;

    return told(sink, fwrite(event->json.data, 1, event->json.length, file) == event->json.length &&
                          putc('\n', file) != EOF);
}

static emit_outcome flush(emit_sink *sink)
{
    FILE *file = ((file_sink *)sink)->file;

    return told(sink, fflush(file) == 0 && (file == stdout || fsync(fileno(file)) == 0 || errno == EINVAL));
}

static void close_file(emit_sink *sink)
{
    FILE *file = ((file_sink *)sink)->file;

    if (file != stdout)
        fclose(file);
    free(sink);
}

emit_sink *emit_file_open(const char *path, const emit_settings *settings)
{
    FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "a");
    file_sink *sink;

    (void)settings;
    if (file == NULL) {
        map_complain("%s: %s", path, strerror(errno));
        return NULL;
    }
    sink = map_get(sizeof *sink);
    *sink = (file_sink){ .sink = { .deliver = deliver, .flush = flush, .close = close_file }, .file = file };
    return &sink->sink;
}
