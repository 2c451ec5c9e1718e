/*
 * A sink plugin: it appends every event to a file, a JSON object a line.
 *
 *     cc -shared -fPIC -o journal.so journal.c
 *     colline_bus_load_sink(bus, "./journal.so", "journal", "/var/log/lineage.jsonl", &problem);
 *
 * It needs colline.h alone, and no library: what it is given is plain memory.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "colline.h"

/* Statements that read or write nothing are not worth a line. */
static int wants(void *journal, const colline_event *event)
{
    (void)journal;
    return !event->extracted || strstr(event->lineage.data, "\"edges\":[{") != NULL;
}

static int append(void *journal, const colline_event *event)
{
    FILE *file = journal;

    fwrite(event->lineage.data, 1, event->lineage.length, file);
    return fflush(file); /* not 0: the bus counts a failure */
}

static void end(void *journal)
{
    fclose(journal);
}

/* The configuration is the file's name. */
static int start(const char *configuration, colline_sink *sink)
{
    FILE *file = configuration != NULL ? fopen(configuration, "a") : NULL;

    if (file == NULL)
        return 1;
    sink->name = "journal";
    sink->filter = wants;
    sink->deliver = append;
    sink->close = end;
    sink->user = file;
    return 0;
}

COLLINE_API const colline_sink_plugin *colline_sink_plugin_entry(uint32_t host_version);

const colline_sink_plugin *colline_sink_plugin_entry(uint32_t host_version)
{
    static const colline_sink_plugin plugin = { COLLINE_SINK_PLUGIN_VERSION, 0, start };

    return host_version >= COLLINE_SINK_PLUGIN_VERSION ? &plugin : NULL;
}
