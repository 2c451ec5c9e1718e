/*
 * analysis.h -- an event to statements and edges in the store, by way of the cache and the session's state.
 *
 *     insert into a select x from b     known key: its statements were run once more
 *                                       else: analysed by the library, put into the store, remembered
 */
#ifndef MAP_INGEST_ANALYSIS_H
#define MAP_INGEST_ANALYSIS_H

#include "map/ingest/cache.h"
#include "map/ingest/event.h"
#include "map/ingest/sessions.h"
#include "map/ingest/shape.h"
#include "map/store/store.h"

/* What was done with events, and how long it took. */
typedef struct ingest_counts {
    uint64_t events;     /* that came */
    uint64_t repeated;   /* their id was known */
    uint64_t failed;     /* the engine did not carry them out */
    uint64_t other;      /* did nothing, or run yet */
    uint64_t cached;     /* their text's key was known */
    uint64_t analysed;
    uint64_t broken;     /* some statement could not be read */
    uint64_t partial;
    uint64_t ready;      /* came with edges of the engine's own */
    uint64_t bad;        /* records that make no sense */
    uint64_t key_ns, analysis_ns, put_ns;
} ingest_counts;

typedef struct ingest_analysis {
    store *store;
    colline_catalog *catalog;
    colline_dialect dialect;  /* --dialect */
    bool dialect_given;
    const char *default_db;   /* --default-db; NULL: none */
    uint32_t flags;           /* colline_option bits of every text */
    bool no_cache;            /* every text is analysed: to check the cache */
    ingest_shapes shapes;
    ingest_cache cache;
    ingest_sessions sessions;
    struct ingest_words *view_words; /* that the definitions of the catalog's views hold */
    ingest_counts counts;
    map_pool pool;            /* of one event */
} ingest_analysis;

void ingest_analysis_init(ingest_analysis *analysis, store *s, colline_catalog *catalog);
void ingest_analysis_free(ingest_analysis *analysis);
/* What was put since the last commit is not there: forget the statements of texts.  (Not the sessions.) */
void ingest_analysis_forget(ingest_analysis *analysis);

/* The code of failures that are records which make no sense. */
#define INGEST_BAD_RECORD "bad_record"

/* Put what comes of a new event into the store.  `scope` tells the sessions of different sources apart; `origin` is the
 * file of a tree of files, "" for logs. */
store_status ingest_analyse(ingest_analysis *analysis, const ingest_event *event, colline_text scope, colline_text origin);
/* Analyse a statement of the store again, in the database that it ran in; *well: it could be read. */
store_status ingest_analyse_again(ingest_analysis *analysis, int64_t statement, bool *well);

/* Tell the store of the catalog's tables. */
store_status ingest_tell_catalog(ingest_analysis *analysis);

#endif
