/*
 * store.h -- the lineage store: statements and the edges that they made, in versions, in SQLite or in
 * PostgreSQL.
 *
 *     INSERT INTO dw.report SELECT region FROM dw.fact;
 *        statement 17 (fingerprint 9f0c…), edge  dw.fact.region -> dw.report.region  DIRECT,  seen 412 times
 *
 * Opening    store_open("lineage.db") is an SQLite file, store_open("postgresql://…") a database through
 * libpq.  A store belongs to one thread at a time; open it once for each thread that reads. Errors     Every
 * call that can fail gives a store_status; store_error() has its text.  A load that failed is to be rolled
 * back: the store is then as the last store_load_commit() left it. Loading    One writer at a time (the
 * second one waits, then gets STORE_E_BUSY).  store_load_begin(), any number of writes, store_load_commit()
 * now and then, store_load_publish() at the end.  What is written is kept in memory, brought together, and
 * goes to the database at a commit: read positions, the ids of events, and what came of them are one
 * transaction.  A killed load is simply run again: it goes on in the same version. Versions   A reader sees
 * one published version; what a load writes is seen when the load publishes.  (Counts and times of what was
 * seen are running totals: they alone have no versions.)  Old ones are collected by store_gc(). Names      A
 * node is a table, a column (with its path below: addr.city) or a file.  Its id stays the same for good: the
 * table's number in the upper bits, the column's in the lower ones; column 0 is the table itself. Merging
 * Edges that are the same in source, target, kind and role (the condition flag) are one edge, whichever
 *            engines and statements made them, if the types of its columns are equivalent in those engines;
 * each statement's own expression and place is kept beside it (store_evidence).
 */
#ifndef MAP_STORE_STORE_H
#define MAP_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "colline.h"
#include "map/base/memory.h"

typedef struct store store;

typedef enum store_status {
    STORE_OK = 0,
    STORE_E_MISUSE = 1,      /* a call out of order, or nonsense where a value is required */
    STORE_E_OPEN = 2,        /* cannot be opened: no such file or database, no permission */
    STORE_E_NOT_A_STORE = 3, /* it is something else */
    STORE_E_NEWER = 4,       /* its schema is of a newer program */
    STORE_E_BUSY = 5,        /* another process is writing */
    STORE_E_FAILED = 6,      /* disk full, damaged file ... */
    STORE_E_MISSING = 7,     /* what was named is not there */
    STORE_E_BUILD = 8,       /* this build lacks the engine */
    STORE_E_LOST = 9         /* the server is away, or has cut the connection */
} store_status;

/* ---- Opening ---------------------------------------------------------------------------------------- */

enum {
    STORE_CREATE = 1,   /* make it where there is none (PostgreSQL: the tables, not the database) */
    STORE_READ_ONLY = 2 /* nothing will be written; an SQLite file may then be one that cannot be */
};

/* Open; an older schema is migrated, unless STORE_READ_ONLY.  *opened is set even on failure, for
 * store_error(), and is to be closed. */
store_status store_open(const char *where, unsigned flags, store **opened);
/* The text of the last failure; "" where there was none. */
const char *store_error(const store *s);
/* What was not committed is forgotten.  NULL is accepted. */
void store_close(store *s);

/* Try once to reach a server that was lost, after the load was rolled back: STORE_E_LOST while it stays away.  What stands there now may
 * be another store, or none; nothing is created. */
store_status store_reconnect(store *s);

/* "sqlite" or "postgresql". */
const char *store_engine_name(const store *s);
/* The version that readers see, 0: nothing was ever published.  Asks the database. */
store_status store_current_version(store *s, int64_t *version);

/* Read one state from here on, whatever is loaded or collected meanwhile: the published version.  (Not in a
 * load.) */
store_status store_snapshot_begin(store *s, int64_t *version);
void store_snapshot_end(store *s);

/* ---- Loading ---------------------------------------------------------------------------------------- */

/* Begin a load, or go on with one that was killed.  `batch` names what it brings, so that it can be dropped
 * and run again; NULL: "default". */
store_status store_load_begin(store *s, const char *batch);
/* A load is open: it holds the store's lock, or takes it with the next write. */
bool store_is_loading(const store *s);
/* Make what was written since the last commit lasting.  The load goes on. */
store_status store_load_commit(store *s);
/* Commit, and let readers see it.  The load is over. */
store_status store_load_publish(store *s);
/* Forget what was written since the last commit.  The load is over (and can be begun again). */
void store_load_rollback(store *s);
/* Rows and bytes that wait in memory for the next commit: a load commits when this grows (64 MB are plenty).
 */
size_t store_load_pending(const store *s);

/* Which of these events are known?  Those that are not are recorded; the second of two equal ones in the same
 * call is known.  Call it with as many as there are at hand (hundreds to thousands): it is one question to
 * the database. */
store_status store_events_seen(store *s, const colline_text *ids, size_t count, bool *known);

/* How far a source (a file, a directory, a partition) was read. */
typedef struct store_position {
    colline_text source;   /* its name, unique: what the reader chooses */
    colline_text identity; /* what tells that it is still the same: inode, hash of its head ...; "" none */
    uint64_t offset;       /* bytes read */
    uint64_t mark;         /* anything: hash of the content, time of change ... */
} store_position;

/* The position of a source, as of what this load has written so far: STORE_E_MISSING where there is none.
 * Texts live in `pool`. */
store_status store_position_get(store *s, colline_text source, map_pool *pool, store_position *position);
/* All whose source starts with `prefix`, in order of source. */
store_status store_position_list(store *s, const char *prefix, map_pool *pool, store_position **positions,
                                 size_t *count);
/* Set it (it commits with what was written), or with `offset` UINT64_MAX remove it. */
store_status store_position_set(store *s, const store_position *position);

/* Anything that a reader must find again after a kill (the USE and temporary tables of an open session ...),
 * by name; commits with the rest.  Data NULL: remove.  Get: STORE_E_MISSING where there is none. */
store_status store_state_set(store *s, colline_text name, const void *data, size_t length);
store_status store_state_get(store *s, colline_text name, map_pool *pool, colline_text *data);

typedef struct store_state {
    colline_text name;
    const void *data; /* NULL: remove it */
    size_t length;
} store_state;

/* Many of them, each name once. */
store_status store_states_set(store *s, const store_state *states, size_t count);
/* Each whose name starts with `prefix`, in order of name; texts live until the next one. */
store_status store_states_each(store *s, const char *prefix,
                               void (*each)(void *user, colline_text name, colline_text data), void *user);

/* What an engine's catalog knows of a table. */
typedef struct store_table_column {
    colline_text name;
    colline_text type; /* "": not known */
    bool partition;
} store_table_column;

typedef struct store_table {
    colline_column_ref name; /* column empty */
    colline_table_kind kind;
    colline_dialect dialect; /* whose types they are */
    colline_text definition; /* a view's query, or "" */
    const store_table_column *columns;
    size_t column_count;
    bool added; /* of store_table_made(): the columns are some of those that it has */
} store_table;

/* Tell of a table of the catalog, before the edges that need its types; repeated, the last one counts. Tables
 * that edges name and nobody tells of are `temporary`: not in the catalog. */
store_status store_table_put(store *s, const store_table *table);

/* Tell of a table that a statement made, at that time.  What the catalog says of it counts more, and so does what a
 * statement said that ran later.  What is known of tables has no versions: it commits with the rest, and is seen then.  *id
 * names it, 0: the catalog says it all, in both calls. */
store_status store_table_made(store *s, const store_table *table, int64_t time, int64_t *id);
/* ... and that one dropped.  Its edges stay. */
store_status store_table_gone(store *s, const colline_column_ref *name, int64_t time, int64_t *id);

/* That a column of a table was given another name at that time, under which it is what it was (but for the type, where one is told); the old name is none of a column
 * that the table has.  Its edges stay. */
store_status store_column_renamed(store *s, const colline_column_ref *name, const store_table_column *to, colline_dialect dialect,
                                  int64_t time);

/* A column of a table, as far as the load knows it. */
typedef struct store_known_column {
    colline_text name, path, type;
    bool partition;
    bool known;       /* the catalog or a statement told of it; false: edges name it */
    bool gone;        /* it has another name now */
    int64_t position; /* among those that are known */
} store_known_column;

/* The columns that a table has or had, the known ones in their order first, in `pool`; *count 0, kind COLLINE_TEMPORARY: the store does
 * not know the table. */
store_status store_table_columns(store *s, const colline_column_ref *name, map_pool *pool, store_known_column **columns,
                                 size_t *count, colline_table_kind *kind);

/* That a table has these columns alone from that time on, as another one has given it its name: others that it had are none of its
 * any more.  Their edges stay. */
store_status store_table_left(store *s, const colline_column_ref *name, const store_known_column *columns, size_t count, int64_t time);

/* What one of these has said, to be said again of another time; kind COLLINE_TEMPORARY: it is gone. */
typedef struct store_told {
    int64_t table;
    colline_table_kind kind;
} store_told;
store_status store_table_again(store *s, const store_told *told, int64_t time);

/* One end of an edge. */
typedef struct store_end {
    colline_column_ref name; /* column "": the table itself; "*": its whole result */
    bool file;               /* name.table is a path */
} store_end;

/* Kinds of edges: colline_edge_kind, and this one between two tables, which the store adds itself for each
 * pair of tables of a statement's column edges; readers add it where only tables are known. */
enum { STORE_KIND_TABLE = 15, STORE_KINDS = 16 };

typedef struct store_edge {
    store_end source, target;
    unsigned kind;  /* colline_edge_kind or STORE_KIND_TABLE */
    uint32_t flags; /* colline_edge_flag */
    colline_quality quality;
    colline_text expression;
    colline_span at; /* within the statement's text; length 0: nowhere */
} store_edge;

typedef enum store_outcome {
    STORE_OUTCOME_OK = 0,
    STORE_OUTCOME_PARTIAL = 1,
    STORE_OUTCOME_ERROR = 2, /* colline could not read it: goes into the queue of failures */
    STORE_OUTCOME_FAILED = 3 /* the engine did not carry it out: kept with `reason`, no edges */
} store_outcome;
enum { STORE_OUTCOMES = 4 };

/* A statement and what came of it. */
typedef struct store_statement {
    uint64_t fingerprint;
    uint64_t variant; /* what else tells it from others of that fingerprint at the same time (default
                         database, session's tables, literals that count); 0: nothing */
    colline_dialect dialect;
    colline_statement_kind kind;
    store_outcome outcome;
    colline_text text;
    colline_text default_db;
    colline_text reason;                   /* of STORE_OUTCOME_FAILED: what the engine said */
    const colline_diagnostic *diagnostics; /* positions within `text` */
    size_t diagnostic_count;
    const store_edge *edges; /* for STORE_OUTCOME_OK and _PARTIAL */
    size_t edge_count;
    int64_t parsed_at; /* milliseconds since 1970 */
    uint64_t parse_ns; /* how long reading it took; 0: not measured */
} store_statement;

/* The number of the statement with that fingerprint, dialect and variant: STORE_E_MISSING where there is
 * none.  (A load that keeps its own cache of texts need not ask.) */
store_status store_statement_find(store *s, uint64_t fingerprint, colline_dialect dialect, uint64_t variant,
                                  int64_t *id);
/* Put a statement: new, or in place of what its earlier analysis (of the same fingerprint, dialect and
 * variant) gave. An error goes to the queue of failures; a statement of the queue that is well now is closed
 * there.  *id names it in this load and in later ones.  All texts are copied. */
store_status store_statement_put(store *s, const store_statement *statement, int64_t *id);

/* That a statement was run (an event), or stands in a file. */
typedef struct store_run {
    int64_t time;      /* milliseconds since 1970 */
    colline_text user; /* "": not known, in each of these; the last one is kept with the statement */
    colline_text session;
    colline_text job;    /* each is kept, with counts and times */
    colline_text origin; /* the file of a tree of files, for store_origin_retire(); "" for logs */
} store_run;

/* Count a run of a statement.  Cheap: a counter in memory until the next commit.  STORE_E_MISSING where the
 * statement is not there (any more: its file or batch is gone): put it again. */
store_status store_statement_ran(store *s, int64_t id, const store_run *run);
/* A file is gone or about to be read again: what it alone held goes, when this load publishes. */
store_status store_origin_retire(store *s, colline_text origin);

/* ---- Reading: nodes and edges ----------------------------------------------------------------------- */

enum { STORE_COLUMN_BITS = 20 };
/* The node of a table's whole result, `t.*`, is number 1 of the table: filters and the like end there. */
static inline int64_t store_rows_of(int64_t node)
{
    return (node >> STORE_COLUMN_BITS << STORE_COLUMN_BITS) | 1;
}
static inline bool store_is_rows(int64_t node)
{
    return (node & (((int64_t)1 << STORE_COLUMN_BITS) - 1)) == 1;
}
/* The table that a node belongs to, as a node. */
static inline int64_t store_table_of(int64_t node)
{
    return node >> STORE_COLUMN_BITS << STORE_COLUMN_BITS;
}
static inline bool store_is_table(int64_t node)
{
    return (node & (((int64_t)1 << STORE_COLUMN_BITS) - 1)) == 0;
}

typedef enum store_node_kind {
    STORE_TABLE = 0,
    STORE_VIEW = 1,
    STORE_MATERIALIZED_VIEW = 2,
    STORE_TEMPORARY = 3, /* not in the catalog */
    STORE_FILE = 4,
    STORE_COLUMN = 5
} store_node_kind;

typedef struct store_node {
    int64_t id;
    store_node_kind kind;
    store_node_kind table_kind;                    /* of the table that it is, or is of */
    bool known;                                    /* the catalog knows it */
    colline_text catalog, database, table, column; /* column "" for tables; with its path: addr.city */
    colline_text type;                             /* a column's, "" where it is not known */
    colline_text name;                             /* db.table.column, quoted where needed */
} store_node;

typedef struct store_edge_row {
    int64_t id;
    int64_t source, target; /* nodes */
    unsigned kind;          /* colline_edge_kind or STORE_KIND_TABLE */
    uint32_t flags;
    colline_quality quality;
    uint64_t engines; /* a bit for each colline_dialect */
} store_edge_row;

typedef enum store_direction { STORE_UPSTREAM = 0, STORE_DOWNSTREAM = 1, STORE_BOTH = 2 } store_direction;

/* What a question asks for: kinds is a mask of (1 << kind); limit 0: all. */
typedef struct store_filter {
    int64_t version;
    uint32_t kinds;
    size_t limit;
} store_filter;

/* The edges that leave (or enter) one of a set of nodes, each once, by id: one question to the database. */
store_status store_edges_around(store *s, const store_filter *filter, const int64_t *nodes, size_t count,
                                store_direction direction, map_pool *pool, store_edge_row **edges,
                                size_t *found);
/* Every edge of the version, in order of source: for an adjacency in memory. */
store_status store_edges_each(store *s, const store_filter *filter,
                              bool (*each)(void *user, const store_edge_row *edge), void *user);
/* Edges by id; those that are not there are left out. */
store_status store_edges_by_id(store *s, int64_t version, const int64_t *ids, size_t count, map_pool *pool,
                               store_edge_row **edges, size_t *found);
/* The nodes with these ids, in the order of ids; those that are not there are left out. */
store_status store_nodes(store *s, const int64_t *ids, size_t count, map_pool *pool, store_node **nodes,
                         size_t *found);
/* All columns of a table. */
store_status store_columns(store *s, int64_t table, map_pool *pool, store_node **nodes, size_t *found);
/* Tables and columns by name: any letter case; leading parts may be left out (fact.amount, dw.fact.amount).
 * An exact match in letter case comes alone; else all, in order of name. */
store_status store_find(store *s, const char *name, map_pool *pool, store_node **nodes, size_t *found);
/* Nodes whose name holds the text, in any letter case: those that start with it first, then by length and
 * name. */
store_status store_search(store *s, const char *text, size_t limit, map_pool *pool, store_node **nodes,
                          size_t *found);

/* ---- Reading: what made an edge --------------------------------------------------------------------- */

typedef struct store_evidence {
    int64_t edge;
    int64_t statement; /* 0: by hand */
    uint64_t fingerprint;
    colline_dialect dialect;
    colline_quality quality;
    uint32_t flags;
    colline_text expression;
    colline_span at;
    int64_t parsed_at;
    int64_t first_seen, last_seen; /* runs of the statement; 0: none counted */
    uint64_t count;
} store_evidence;

/* What made these edges, in order of edge, then statement. */
store_status store_evidence_of(store *s, int64_t version, const int64_t *edges, size_t count, map_pool *pool,
                               store_evidence **evidence, size_t *found);

/* What these statements say, in order of statement, then edge; runs are not counted.  limit 0: all. */
store_status store_evidence_by(store *s, int64_t version, const int64_t *statements, size_t count,
                               size_t limit, map_pool *pool, store_evidence **evidence, size_t *found);

typedef struct store_job {
    colline_text name, batch;
    int64_t first_seen, last_seen;
    uint64_t count;
} store_job;

typedef struct store_statement_row {
    int64_t id;
    uint64_t fingerprint, variant;
    colline_dialect dialect;
    colline_statement_kind kind;
    store_outcome outcome;
    colline_text text, default_db, reason, user, session;
    colline_text diagnostics; /* a JSON list of {severity, code, message, offset, length, line, column} */
    int64_t parsed_at, first_seen, last_seen;
    uint64_t parse_ns, count;
    const store_job *jobs; /* runs by job and batch; the job without a name too */
    size_t job_count;
} store_statement_row;

store_status store_statements_by_id(store *s, const int64_t *ids, size_t count, map_pool *pool,
                                    store_statement_row **rows, size_t *found);
/* The statements of a fingerprint (one for each dialect and variant). */
store_status store_statements_by_fingerprint(store *s, uint64_t fingerprint, map_pool *pool,
                                             store_statement_row **rows, size_t *found);

/* ---- People ----------------------------------------------------------------------------------------- */

typedef struct store_signature {
    const char *who, *why; /* why may be "" */
} store_signature;

/* Edges by hand: each call is a version of its own (or a part of the load that is running, and seen when that
 * publishes). They outlive loads, gc and dropped batches. */
store_status store_edge_add(store *s, const store_edge *edge, const store_signature *by, int64_t *id);
/* It is right: TO_CONFIRM becomes AUTO_CONFIRMED. */
store_status store_edge_confirm(store *s, int64_t id, const store_signature *by);
/* It is wrong: hidden, whoever finds it again. */
store_status store_edge_remove(store *s, int64_t id, const store_signature *by);
/* `edge` takes its place: the old one is removed and the new one added, as one step. */
store_status store_edge_change(store *s, int64_t id, const store_edge *edge, const store_signature *by,
                               int64_t *new_id);

typedef struct store_decision {
    int64_t edge, at;    /* milliseconds since 1970 */
    colline_text action; /* "add", "confirm", "remove", "change" */
    colline_text who, why;
    colline_text what; /* the edge in words: dw.a.x -> dw.b.y DIRECT */
} store_decision;

/* What people did, the last first; edge 0: with any edge. */
store_status store_history(store *s, int64_t edge, size_t limit, map_pool *pool, store_decision **decisions,
                           size_t *found);

typedef enum store_failure_state {
    STORE_FAILURE_OPEN = 0,
    STORE_FAILURE_CLOSED = 1, /* by a person */
    STORE_FAILURE_SOLVED = 2  /* it was read, later */
} store_failure_state;

typedef struct store_failure {
    int64_t statement;
    store_failure_state state;
    uint64_t fingerprint;
    colline_dialect dialect;
    colline_text code, message; /* of the first diagnostic */
    colline_text text, default_db;
    int64_t first_seen, last_seen, changed_at;
    uint64_t count; /* runs of the statement */
    uint32_t retries;
    colline_text who, why;
} store_failure;

/* The queue, the most frequent first; states is a mask of (1 << state). */
store_status store_failures(store *s, unsigned states, size_t limit, map_pool *pool, store_failure **failures,
                            size_t *found);
store_status store_failure_close(store *s, int64_t statement, const store_signature *by);

/* ---- Upkeep ----------------------------------------------------------------------------------------- */

/* Undo a batch: its runs, its events, its read positions; statements and edges that no other batch holds go
 * with it.  A version of its own. */
store_status store_batch_drop(store *s, const char *batch);
/* Collect what no version of the last `keep` (at least 1) shows, and the ids of events of batches older than
 * `event_days` (0: keep all).  *rows: what went. */
store_status store_gc(store *s, unsigned keep, unsigned event_days, int64_t *rows);

/* ---- Figures ---------------------------------------------------------------------------------------- */

/* Statements of one engine with one outcome. */
typedef struct store_stats_row {
    colline_dialect dialect;
    store_outcome outcome;
    uint64_t statements, runs;
} store_stats_row;

typedef struct store_stats_code {
    colline_text code;
    uint64_t open, closed, solved; /* failures of the queue */
} store_stats_code;

typedef struct store_stats {
    int64_t version, open_version; /* 0: no load is open */
    const store_stats_row *rows;   /* by dialect, outcome */
    size_t row_count;
    uint64_t statements, runs, events;
    double success; /* of the statements that the engine carried out: ok or partial; 1 where there are none */
    double parse_mean_ms, parse_p99_ms; /* of those that were measured; 0 where there are none */
    uint64_t backlog;                   /* open failures */
    const store_stats_code *codes;
    size_t code_count;
    uint64_t tables, columns;
    uint64_t written_columns; /* columns that the catalog knows, of tables that something writes */
    uint64_t covered_columns; /* ... that some value edge reaches */
    uint64_t edges[3];        /* by quality, without those between tables */
    uint64_t table_edges;
} store_stats;

store_status store_stats_get(store *s, map_pool *pool, store_stats *stats);

/* What a store is, for `colline store info`. */
typedef struct store_batch {
    colline_text name;
    int64_t created_at;
    uint64_t statements, runs;
} store_batch;

typedef struct store_version {
    int64_t id, started_at, published_at; /* 0: not yet */
    colline_text what, batch;             /* "load", "edit", "drop" */
} store_version;

store_status store_batches(store *s, map_pool *pool, store_batch **batches, size_t *found);
/* The last ones first. */
store_status store_versions(store *s, size_t limit, map_pool *pool, store_version **versions, size_t *found);
/* The number of its schema. */
int store_schema(const store *s);

/* ---- Words (names.c) -------------------------------------------------------------------------------- */

/* Whether it is a colline_edge_kind or STORE_KIND_TABLE. */
bool store_is_kind(unsigned kind);
/* "DIRECT", "TABLE"; "AUTO_CONFIRMED"; "materialized_view"; "ok".  Never NULL. */
const char *store_kind_name(unsigned kind);
const char *store_quality_name(colline_quality quality);
const char *store_node_kind_name(store_node_kind kind);
const char *store_outcome_name(store_outcome outcome);
/* a."b.c".d in its parts, unquoted, which may be empty; how many, 0: more than `most`, or something behind a quote. */
size_t store_split(map_pool *pool, const char *name, colline_text *parts, size_t most);

#endif
