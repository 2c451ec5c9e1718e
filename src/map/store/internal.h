/*
 * internal.h -- a store from inside: its database, and what a load keeps in memory.
 *
 *     store_statement_put() -> edges resolved to nodes -> pending rows ---store_load_commit()---> database
 *
 * A load's caches (tables, columns, edges, statements by their names) are right as long as nobody else
 * writes: meta.writes tells at the start of each transaction, and they are dropped when it moved.
 */
#ifndef MAP_STORE_INTERNAL_H
#define MAP_STORE_INTERNAL_H

#include "map/base/hash.h"
#include "map/base/index.h"
#include "map/store/db.h"
#include "map/store/store.h"

#define STORE_SCHEMA 3
#define STORE_ALIVE INT64_MAX

typedef struct store_load store_load;

struct store {
    db *d;
    char *where;
    unsigned flags;
    char error[600];
    store_load *load; /* NULL: none */
};

/* Verdicts of people on an edge. */
enum { VERDICT_CONFIRMED = 1, VERDICT_REMOVED = 2, VERDICT_ADDED = 4 };

/* A flag of evidence by hand: an edge between two tables that follows from one of their columns. */
#define STORE_FLAG_FOLLOWS (1u << 30)

/* ---- What a load knows of the store ----------------------------------------------------------------- */

typedef struct load_table {
    int64_t id;
    colline_text catalog, database, name, definition;
    int64_t kind, known, next_column, dialect;
    int64_t told_at;   /* when the statement ran that told of it; 0: the catalog did, or nobody */
    bool loaded;       /* its columns are in `columns` */
    bool edges_loaded; /* the edges that leave it are in `edges` */
    bool fresh;        /* not in the database yet */
    bool changed;
} load_table;

/* What is known of a column: 1 it is told of, 0 edges name it, and: it has another name now. */
enum { STORE_COLUMN_GONE = -1 };

typedef struct load_column {
    int64_t node;
    colline_text name, type;
    int64_t position, partition, known;
    const char *types[COLLINE_DB2 + 1]; /* by dialect, as classes of equal types; NULL: not known */
    bool fresh, changed;
} load_column;

typedef struct load_edge {
    int64_t source, target, id, born; /* born: of the row in the database, 0: none */
    uint64_t engines;
    const char *source_type, *target_type; /* classes; "": not known */
    uint32_t flags;
    uint32_t stamp; /* the statement that touched it last */
    uint8_t kind, role, types, quality, verdict;
    bool alive;
    bool dirty, recount; /* to be written; its state follows from what evidence is left */
} load_edge;

typedef struct load_statement {
    uint64_t fingerprint, variant;
    int64_t id;
    int32_t dialect;
    uint32_t run;       /* where its last one is counted */
    bool gone, pending; /* pending: put since the last flush */
} load_statement;

typedef struct load_run {
    int64_t statement, job, origin, first, last;
    uint64_t count;
    colline_text user, session;
} load_run;

/* A row of evidence that begins; or one that ends, whose texts are empty. */
typedef struct load_evidence {
    int64_t statement, edge, born;
    int64_t dialect, quality, flags;
    colline_text expression;
    colline_span at;
} load_evidence;

typedef struct load_statement_row {
    int64_t id;
    uint64_t fingerprint, variant, parse_ns;
    int64_t dialect, kind, outcome, parsed_at;
    colline_text text, default_db, reason, diagnostics, code, message;
    bool known; /* there is an older row */
} load_statement_row;

/* An event's id: its hash. */
typedef struct load_event {
    int64_t key, low; /* key: 63 bits */
} load_event;

#define LIST(type, name)                                                                                     \
    struct {                                                                                                 \
        type *items;                                                                                         \
        size_t count, capacity;                                                                              \
    } name

/* An item at the end of a list. */
#define LIST_ADD(list) (MAP_GROW((list).items, (list).count, (list).capacity), &(list).items[(list).count++])

typedef LIST(load_event, load_event_list);

typedef struct load_events {
    load_event_list fresh; /* not in the database yet */
    map_index index;       /* of those, by `low` */
    uint64_t *filter;      /* NULL: not made */
    size_t blocks;
    uint64_t filtered, asked;
    bool counted; /* `kept` ids in `runs` runs are in the database */
    uint64_t kept, runs;
} load_events;

struct store_load {
    char *batch_name;
    const char *what; /* "load", "edit", "drop" */
    bool alone;       /* an edit or drop: there was no load whose version is open */
    int64_t batch, version, writes;
    int64_t next_table, next_statement, next_edge, next_name;
    bool in_transaction; /* the write lock is held, caches are right */

    map_pool names; /* texts of the caches */
    LIST(load_table, tables);
    LIST(load_column, columns);
    LIST(load_edge, edges);
    LIST(load_statement, statements);
    LIST(colline_text, words); /* jobs and files; their numbers */
    LIST(int64_t, word_ids);
    map_index table_index, column_index, edge_index, edge_id_index, statement_index, word_index;
    bool tables_loaded, statements_loaded, words_loaded;
    size_t words_written; /* how many of `words` are in the database */
    uint32_t stamp;
    load_events events;

    map_pool pending; /* texts of what follows */
    LIST(load_run, runs);
    map_index run_index;
    LIST(load_evidence, born);
    LIST(load_evidence, dead);
    LIST(load_statement_row, rows);
    LIST(int64_t, closed); /* statements that are well now */
    LIST(uint32_t, dirty); /* of edges */
    LIST(uint32_t, dirty_tables);
    LIST(uint32_t, dirty_columns);
    LIST(int64_t, scratch);
};

/* ---- Shared by the store's files -------------------------------------------------------------------- */

/* Take over the database's failure, or set one of the store's own; gives the status. */
store_status store_result(store *s);
store_status store_fail(store *s, store_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int64_t store_now(void);

/* Make or check the schema. */
void store_migrate(db *d, unsigned flags);
int64_t store_meta(db *d, const char *name);
void store_meta_set(db *d, const char *name, int64_t value);

/* A copy in `pool` that is UTF-8 without NUL: other bytes become U+FFFD. */
colline_text store_clean(map_pool *pool, colline_text text);
/* ASCII letters small. */
colline_text store_folded(map_pool *pool, colline_text text);
/* Two types of the same class are equivalent: "VARCHAR(20)", "int" and "INTEGER"; "" for none. */
const char *store_type_class(map_pool *pool, colline_text type);
/* name, or "na""me" where it is no plain name. */
colline_text store_quoted(map_pool *pool, colline_text name);

/* A change that is no load: within the version of a load that is open (then *publish is false), or one of its
 * own. */
store_status store_step_begin(store *s, const char *what, bool *publish);
/* The load's transaction, begun where it is not yet; caches are right behind it.  Latches. */
bool store_load_enter(store *s);
/* Write what is pending, within the transaction. */
void store_load_flush(store *s);

/* Tables and columns: the node of one end, made where there is none. */
int64_t load_node(store *s, const store_end *end);
load_table *load_table_get(store *s, const colline_column_ref *name, bool file);
load_table *load_table_by_id(store *s, int64_t id);
load_column *load_column_of(store *s, int64_t node);
void load_tables_flush(store *s);

/* Edges. */
uint32_t load_edge_get(store *s, int64_t source, int64_t target, unsigned kind, unsigned role,
                       colline_dialect dialect);
/* The edge with that id, UINT32_MAX where there is none. */
uint32_t load_edge_by_id(store *s, int64_t id);
void load_edge_touch(store *s, uint32_t edge);
/* A statement says so. */
void load_edge_evidence(store *s, uint32_t edge, int64_t statement, int64_t dialect, int64_t quality,
                        uint32_t flags, colline_text expression, colline_span at);
/* A row of evidence ends. */
void load_evidence_end(store *s, int64_t statement, int64_t edge, int64_t born);
void load_edges_flush(store *s);

/* NULL where there is none. */
load_statement *load_statement_by_id(store *s, int64_t id);
void load_statements_flush(store *s);
void load_runs_flush(store *s);
void load_words_flush(store *s);
void load_events_flush(store *s);
void load_events_forget(load_events *events);
/* Bring what schema 1 had of events into runs. */
void load_events_convert(db *d);
/* Evidence of statements that no run holds any more ends. */
void load_retire(store *s);

#endif
