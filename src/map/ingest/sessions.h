/*
 * sessions.h -- what the statements of each session have done to it: USE, temporary tables.
 *
 *     USE dw; CREATE TEMPORARY TABLE x AS SELECT a FROM t; INSERT INTO u SELECT a FROM x
 *        state after two statements: their texts, and a number that names the state
 *
 * A state is the list of the texts that made it.  It has two parts: the database, which every text depends on, and what was
 * done to tables, which only texts depend on that name one of them.  Sessions of the library are opened when a text must be analysed in a
 * state, and a few are kept by the state that they are in: sessions that did the same share them.  States are part of
 * what a load has read: they are kept in the store with the positions.  Those used longest ago are forgotten when there
 * are too many.
 */
#ifndef MAP_INGEST_SESSIONS_H
#define MAP_INGEST_SESSIONS_H

#include "map/store/store.h"

typedef enum ingest_effect_sort {
    INGEST_EFFECT_STATEMENT = 0,
    INGEST_EFFECT_USE = 1,      /* a statement that only moves to a database */
    INGEST_EFFECT_DDL = 2,      /* for colline_session_add_ddl() */
    INGEST_EFFECT_DATABASE = 3  /* a name for colline_session_use() */
} ingest_effect_sort;

typedef struct ingest_effect {
    ingest_effect_sort sort;
    char *text;
    uint32_t length;
    char *names; /* of the tables that it changes: lower case, a line each; "*": of any; NULL: it only moves */
} ingest_effect;

typedef struct ingest_session {
    uint64_t id;      /* a hash of its source and name; 0: no session, a statement of its own */
    uint64_t place;   /* names its database; 0: where it began */
    uint64_t chain;   /* names what was done to tables; 0: nothing */
    uint64_t variant; /* the same from fingerprints: stays the same from day to day */
    ingest_effect *effects;
    size_t count, capacity, bytes;
    uint64_t used; /* when, in events */
    uint64_t number; /* names it in the store: grows from session to session, so that what goes there stands together */
    bool dirty, kept; /* other than in the store; there */
    size_t next, previous; /* in the list from the newest to the oldest */
} ingest_session;

typedef struct ingest_live {
    colline_session *session; /* NULL: free */
    uint64_t state; /* the chain, with the options it was opened with */
    uint64_t used;
} ingest_live;

enum { INGEST_LIVE = 48, INGEST_MOST_SESSIONS = 20000 };

typedef struct ingest_sessions {
    ingest_session *items; /* the first one is the head of the list */
    size_t count, capacity;
    size_t *table; /* from ids to items */
    size_t mask;
    size_t bytes;  /* of all effects */
    uint64_t clock;
    uint64_t last_number;
    uint64_t *removed; /* numbers of those that are forgotten, but kept */
    size_t removed_count, removed_capacity;
    ingest_live live[INGEST_LIVE];
    size_t most;
    const char *shelf; /* whose states they are in the store: "", or a partition */
} ingest_sessions;

void ingest_sessions_init(ingest_sessions *sessions, size_t most);
void ingest_sessions_free(ingest_sessions *sessions);

/* The session's state; NULL where nothing has changed it.  Lives until the next call that adds one. */
ingest_session *ingest_session_find(ingest_sessions *sessions, uint64_t id);
/* What was known of it is forgotten. */
void ingest_session_forget(ingest_sessions *sessions, uint64_t id);
/* Whether a text depends on what was done to tables: it may name one of them.  NULL: no. */
bool ingest_session_concerns(const ingest_session *session, colline_text text);
/* A text has moved the session: to the database that `place` names. */
void ingest_session_move(ingest_sessions *sessions, uint64_t id, ingest_effect_sort sort, colline_text text, uint64_t place);
/* A text has changed tables (and may have moved the session): `key` and `variant` name what it is. */
void ingest_session_change(ingest_sessions *sessions, uint64_t id, ingest_effect_sort sort, colline_text text,
                           const char *names, uint64_t place, uint64_t key, uint64_t variant);

/* A library's session in the state of `session` (NULL: pristine) under these options, `whole` or only in its database; NULL,
 * and *status, on failure.  Give it back with ingest_live_done(): `session` is the state that it is in now, its text is
 * reset. */
colline_session *ingest_live_get(ingest_sessions *sessions, const ingest_session *session, bool whole,
                                 colline_catalog *catalog, const colline_options *options, colline_status *status);
void ingest_live_done(ingest_sessions *sessions, colline_session *live, const ingest_session *session, bool whole,
                      const colline_options *options);
/* It is of no use any more. */
void ingest_live_drop(ingest_sessions *sessions, colline_session *live);

/* Keep what has changed in the store; read what was kept. */
store_status ingest_sessions_save(ingest_sessions *sessions, store *s);
store_status ingest_sessions_load(ingest_sessions *sessions, store *s);

/* The name of a state behind another one. */
uint64_t ingest_mix(uint64_t a, uint64_t b);

#endif
