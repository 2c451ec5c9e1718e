/*
 * source.h -- files that are read on from where the last load stopped.
 *
 *     /var/log/impala/audit/impala_audit_event_log_1.0-1460741461000      offset 812345, head 1024:9f0c...
 *
 * A file is known by its name and by the hash of its first bytes: where another file has taken the name, the one that
 * was read is looked for by its head (it was renamed), and the new one begins at its start; so does one that is shorter
 * than what was read of it.
 */
#ifndef MAP_INGEST_SOURCE_H
#define MAP_INGEST_SOURCE_H

#include "map/ingest/pending.h"
#include "map/ingest/reader.h"
#include "map/store/store.h"

typedef struct ingest_source {
    char *path;
    char *scope;        /* sessions of one scope are the same ones: the folder */
    char *root;         /* of a tree of files; NULL: a log */
    const ingest_reader *reader; /* NULL: not known yet, the file is empty */
    int file;           /* -1: not open */
    uint64_t size;      /* when it was last looked at */
    uint64_t offset;    /* read and parted into records */
    uint64_t head_length, head_hash;
    uint64_t inode;
    uint64_t mark;      /* a whole file: the hash of its content */
    uint64_t time;      /* a whole file: when it was changed, nanoseconds */
    uint64_t read_time, read_inode; /* the same of what was read in this load; 0: not read yet */
    char *data;         /* what was read: `offset` is that of data[start] */
    size_t start, end, capacity;
    size_t quiet;       /* how often nothing had come */
    bool moved;         /* the position has changed since it was kept */
    bool seen;          /* in this round of looking for files */
    bool warned;
    struct ingest_scope *waiting; /* of its scope */
} ingest_source;

/* The files of one folder and reader: what began in one may end in the next. */
typedef struct ingest_scope {
    char *name;
    ingest_pending pending;
} ingest_scope;

typedef struct ingest_sources {
    ingest_source **items;
    size_t count, capacity;
    ingest_source **table; /* by path */
    size_t mask;
    ingest_scope **scopes;
    size_t scope_count, scope_capacity;
    store_position *known; /* of former loads */
    size_t known_count;
    map_pool pool;         /* of these */
} ingest_sources;

/* Files by name, glob or folder, in the order in which they were written, as far as names tell.  False, and a message
 * unless `quiet`, where one is not there.  Called again it adds what has come. */
bool ingest_sources_find(ingest_sources *sources, const char *const *names, size_t count, bool quiet);
/* Read the positions of former loads. */
store_status ingest_sources_load(ingest_sources *sources, store *s);
/* The same in the middle of a load whose last transaction is undone: logs that are open are read on from where the store is, also
 * under a name that another file has taken; all else is to be found again. */
store_status ingest_sources_rewind(ingest_sources *sources, store *s);
void ingest_sources_free(ingest_sources *sources);

/* Open and find the position; look for what has changed.  False where there is nothing to read for now; `problem` is set
 * where it cannot be read. */
bool ingest_source_open(ingest_sources *sources, ingest_source *source, const ingest_reader *forced, const char **problem);
/* Go back, or on, in an open log to its position in the store. */
void ingest_source_rewind(const ingest_sources *sources, ingest_source *source);
void ingest_source_close(ingest_source *source);

/* The next record, NUL-terminated, without its line end; it lives until the next call.  False: no more for now.  `last`:
 * what stands at the end is complete. */
bool ingest_source_next(ingest_source *source, bool last, const char **record, size_t *length);

/* A whole file; NULL, and `problem`, where it cannot be read.  Its content's hash goes into `mark`, its size into `offset`. */
const char *ingest_source_whole(ingest_source *source, size_t *length, const char **problem);

/* Keep in the store what waits for its end, under the name of where it came from; it commits with the position. */
store_status ingest_pending_to_store(const ingest_pending *pending, const char *name, store *s);
/* What was kept under the name, in the place of what waits now: nothing, where nothing was kept. */
store_status ingest_pending_from_store(ingest_pending *pending, const char *name, store *s);

/* Keep its position in the store. */
store_status ingest_source_save(ingest_source *source, store *s);
/* Give a source what waits for its end in its scope, of former loads, too. */
store_status ingest_source_scope(ingest_sources *sources, ingest_source *source, store *s);
/* NULL: not there. */
ingest_source *ingest_source_at(const ingest_sources *sources, const char *path);
/* Whole files below one of the names that are gone: each is handed to `gone`, and its position is removed. */
store_status ingest_sources_gone(ingest_sources *sources, store *s, const char *const *names, size_t count,
                                 store_status (*gone)(void *user, colline_text path), void *user);

#endif
