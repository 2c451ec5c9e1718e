/*
 * load.h -- the pipeline: files to records to events to the store, in batches.
 *
 *     read -> which ids are new? -> key, cache, analysis -> what came of it, counts, positions -> commit -> publish
 *
 * Events and the positions behind them commit together: a load that was killed and is run again loses nothing and
 * doubles nothing.
 */
#ifndef MAP_INGEST_LOAD_H
#define MAP_INGEST_LOAD_H

#include "map/ingest/analysis.h"
#include "map/ingest/source.h"

typedef struct ingest_options {
    const char *const *names; /* files, globs, folders */
    size_t name_count;
    const char *batch;   /* NULL: the store's default */
    const char *engine;  /* what ids of events are unique within; NULL: the dialect */
    const ingest_reader *reader; /* --format; NULL: by the files' heads */
    bool follow, quiet;
    uint64_t commit_events; /* from one commit to the next */
} ingest_options;

typedef struct ingest_times {
    uint64_t read_ns, seen_ns, commit_ns, all_ns;
} ingest_times;

typedef struct ingest_summary {
    ingest_times times;
    uint64_t bytes;
    size_t files;     /* from which something was read */
    size_t gone;      /* whole files that are gone */
    bool of_partitions; /* of Kafka: they are what `files` counts */
    int signal;       /* that ended the load; 0: none */
} ingest_summary;

/* Load what the options name.  Files that cannot be read are complained of, and the rest is loaded: *unread. */
store_status ingest_run(ingest_analysis *analysis, const ingest_options *options, ingest_summary *summary, bool *unread);

/* ---- What is shown on a terminal (progress.c) ----------------------------------------------------- */

typedef struct ingest_progress {
    bool shown;
    uint64_t start_ns, last_ns;
    uint64_t bytes, all_bytes;
} ingest_progress;

void ingest_progress_start(ingest_progress *progress, bool quiet);
/* Now and then; costs nothing in between. */
void ingest_progress_show(ingest_progress *progress, const ingest_counts *counts);
/* Take the line off the terminal. */
void ingest_progress_end(ingest_progress *progress);
/* The summary, on standard output. */
void ingest_print_summary(const ingest_summary *summary, const ingest_counts *counts);

uint64_t ingest_now_ns(void);

/* ---- What loads share (load.c) -------------------------------------------------------------------- */

/* Signals end the load from now on, and the time runs. */
void ingest_run_begin(ingest_summary *summary, ingest_progress *progress, bool quiet);
/* What failed is told and rolled back. */
void ingest_run_end(ingest_summary *summary, ingest_progress *progress, store *s, store_status status);
/* Which of the items were in the store before: each has `size` bytes and begins with its ingest_event. */
store_status ingest_find_known(store *s, const void *items, size_t size, size_t count, bool *known, uint64_t *spent_ns);

#endif
