/*
 * db.h -- a database, SQLite or PostgreSQL, as the store sees it: the same SQL for both.
 *
 *     db_rows *rows = db_query(d, "SELECT id, name FROM tables WHERE id IN @SET($1)", (db_value[]){
 * db_set(ids, n) }, 1); while (db_next(rows)) use(db_integer(rows, 0), db_text(rows, 1)); db_finish(rows);
 *     return d->status;
 *
 * Errors are latched: after the first one every call does nothing (queries have no rows) until db_recover();
 * d->status tells.  SQL texts are literals: prepared statements are kept by their address.  What differs
 * between the engines is written as @WORD:
 *
 *     @SET($1)    a set of whole numbers, one column `id`       json_each / unnest
 *     @ID         the type of a single whole-number key         INTEGER / BIGINT
 *     @BLOB       the type of bytes                             BLOB / BYTEA
 *     @CLUSTERED  behind CREATE TABLE (...): rows in key order  WITHOUT ROWID / nothing
 *     @CLEAR t    all rows of a table of ours go                 DELETE FROM / TRUNCATE
 *     $1          a value                                       ?1 / $1 (SQLite's own $1 is a name)
 *     @BYTES      the order of bytes, for comparing texts       nothing / COLLATE "C"
 */
#ifndef MAP_STORE_DB_H
#define MAP_STORE_DB_H

#include "map/store/store.h"

typedef enum db_kind { DB_NULL, DB_INTEGER, DB_TEXT, DB_BLOB, DB_SET } db_kind;

typedef struct db_value {
    db_kind kind;
    int64_t integer;  /* DB_SET: the count */
    const void *data; /* DB_TEXT, DB_BLOB: bytes; DB_SET: int64_t */
    size_t length;
} db_value;

static inline db_value db_number(int64_t number)
{
    return (db_value){ DB_INTEGER, number, NULL, 0 };
}
static inline db_value db_string(colline_text text)
{
    return (db_value){ DB_TEXT, 0, text.data == NULL ? "" : text.data, text.length };
}
static inline db_value db_bytes(const void *data, size_t length)
{
    return (db_value){ DB_BLOB, 0, data, length };
}
static inline db_value db_set(const int64_t *numbers, size_t count)
{
    return (db_value){ DB_SET, (int64_t)count, numbers, 0 };
}

typedef struct db db;
typedef struct db_rows db_rows;

/* What an engine can do; store code calls the functions below. */
typedef struct db_engine {
    const char *name;
    bool streams; /* rows come one by one: a large answer takes no memory */
    void (*close)(db *d);
    void (*recover)(db *d); /* roll back what is open; connect again where the connection is lost */
    void (*execute)(db *d, const char *sql);
    db_rows *(*query)(db *d, const char *sql, const db_value *values, size_t count);
    bool (*next)(db_rows *rows);
    bool (*is_null)(db_rows *rows, int column);
    int64_t (*integer)(db_rows *rows, int column);
    colline_text (*text)(db_rows *rows, int column, bool bytes);
    void (*finish)(db_rows *rows);
    void (*bulk_begin)(db *d, const char *into, size_t columns);
    void (*bulk_row)(db *d, const db_value *values);
    void (*bulk_end)(db *d);
    void (*begin_writing)(db *d); /* a transaction that no other writer is in */
    void (*begin_reading)(db *d); /* a transaction that sees one state */
    bool (*has_table)(db *d, const char *name);
    bool (*is_empty)(db *d); /* nothing in it that is not ours */
} db_engine;

struct db {
    const db_engine *engine;
    store_status status;
    char error[512];
    bool in_transaction;
};

/* Open; *opened is never NULL, its status tells. */
void db_open_sqlite(const char *where, unsigned flags, db **opened);
void db_open_postgres(const char *where, unsigned flags, db **opened);
void db_close(db *d);

/* Latch a failure, unless there is one. */
void db_fail(db *d, store_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Forget the failure; what was open is rolled back.  A server that was lost is called once more: while it stays away, that is the
 * failure. */
void db_recover(db *d);

void db_begin_writing(db *d);
void db_begin_reading(db *d);
void db_commit(db *d);

/* Statements without values and rows; several, with semicolons; @WORDs count. */
void db_execute(db *d, const char *sql);
/* Never NULL; to be finished.  Texts live until the next row. */
db_rows *db_query(db *d, const char *sql, const db_value *values, size_t count);
bool db_next(db_rows *rows);
bool db_is_null(db_rows *rows, int column);
int64_t db_integer(db_rows *rows, int column);
colline_text db_text(db_rows *rows, int column);
colline_text db_blob(db_rows *rows, int column);
void db_finish(db_rows *rows);
/* A query whose rows are of no interest. */
void db_run(db *d, const char *sql, const db_value *values, size_t count);
/* The number in the first row, `otherwise` where there is none. */
int64_t db_number_of(db *d, const char *sql, const db_value *values, size_t count, int64_t otherwise);

/* Many rows into a table: `into` is "edges (source, target, kind)". */
void db_bulk_begin(db *d, const char *into, size_t columns);
void db_bulk_row(db *d, const db_value *values);
void db_bulk_end(db *d);

/* For the engines: the text with its @WORDs replaced; to be freed. */
typedef struct db_words {
    const char *set_open, *set_close, *id, *blob, *clustered, *clear, *bytes, *value;
} db_words;
char *db_translate(const char *sql, const db_words *words);

#endif
