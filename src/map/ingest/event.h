/*
 * event.h -- a statement as an engine reports it, or edges that it has found itself.
 *
 *     {"1460741461000":{"query_id":"c84e:387b","session_id":"s1","status":"","sql_statement":"insert into a select x from b"}}
 *        an event: id c84e:387b, session s1, finished, text "insert ..."
 *
 * Texts are the reader's and live until the call that hands the event on returns.
 */
#ifndef MAP_INGEST_EVENT_H
#define MAP_INGEST_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "colline.h"
#include "map/base/memory.h"

typedef enum ingest_state {
    INGEST_FINISHED = 0,
    INGEST_FAILED = 1, /* kept with its reason, gives no lineage */
    INGEST_OTHER = 2   /* did nothing, is no statement: only counted */
} ingest_state;

enum {
    INGEST_FLATTENED = 1,     /* newlines were replaced: a -- comment swallows what stood behind it */
    INGEST_CUT = 2,           /* the end is missing */
    INGEST_SESSION_START = 4, /* what the session knew is forgotten */
    INGEST_NO_TEXT = 8,       /* edges only */
    INGEST_DDL = 16           /* tells of tables; no statement of its own */
};

/* A table that the engine says was touched. */
typedef struct ingest_object {
    colline_text name; /* db.table */
    bool written;      /* by its privilege: INSERT, CREATE ... */
} ingest_object;

/* An edge that the engine found; columns are dotted: db.table.column. */
typedef struct ingest_edge {
    colline_text source, target; /* target "": the whole result */
    colline_text expression;
    bool predicate;
    bool table; /* between tables */
} ingest_edge;

typedef struct ingest_event {
    colline_dialect dialect;
    ingest_state state;
    unsigned flags;
    colline_text id;      /* unique for its engine; "": none, in each of these */
    colline_text session; /* unique within its source */
    colline_text user, client;
    colline_text database; /* that the statement ran in */
    colline_text job;
    colline_text reason;   /* of a failure */
    colline_text text;
    int64_t time;          /* end, else start; milliseconds since 1970; 0: not known */
    uint32_t options;      /* colline_option bits that are added */
    bool has_dialect;      /* the record itself names its dialect */
    const ingest_object *objects;
    size_t object_count;
    const ingest_edge *edges; /* NULL: the text is read */
    size_t edge_count;
} ingest_event;

/* A copy whose texts are the pool's, and whose id tells the engine that it is unique within (NULL: the dialect). */
void ingest_event_keep(ingest_event *copy, const ingest_event *event, const char *engine, map_pool *pool);

/* What a reader hands its events to. */
typedef struct ingest_sink {
    void (*event)(void *user, const ingest_event *event);
    /* A record that makes no sense. */
    void (*bad)(void *user, const char *problem);
    void *user;
} ingest_sink;

#endif
