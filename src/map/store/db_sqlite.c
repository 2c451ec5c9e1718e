/*
 * The store's database as one SQLite file, in WAL mode: readers go on while a load writes.
 */
#define _POSIX_C_SOURCE 200809L
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "map/store/db.h"

enum { BUSY_MILLISECONDS = 30000 };

static const db_words words = {
    "(SELECT value AS id FROM json_each(", "))", "INTEGER", "BLOB", "WITHOUT ROWID", "DELETE FROM", "", "?"
};

struct db_rows {
    db *d;
    sqlite3_stmt *statement;
    const char *sql; /* its address is the key */
    char *set;       /* the text of the set that was bound last */
};

typedef struct sqlite_db {
    db base;
    sqlite3 *handle;
    db_rows **kept; /* prepared statements */
    size_t count, capacity;
    struct db_rows *bulk;
    size_t bulk_columns;
    bool wal;
} sqlite_db;

static sqlite_db *self(db *d)
{
    return (sqlite_db *)d;
}

/* Latch what SQLite says. */
static void fail(sqlite_db *d, int code)
{
    int kind = code & 0xff;
    store_status status = kind == SQLITE_BUSY || kind == SQLITE_LOCKED ? STORE_E_BUSY
                          : kind == SQLITE_NOTADB                      ? STORE_E_NOT_A_STORE
                          : kind == SQLITE_CANTOPEN                    ? STORE_E_OPEN
                                                                       : STORE_E_FAILED;

    db_fail(&d->base, status, "%s", sqlite3_errmsg(d->handle));
}

static void execute(db *base, const char *sql)
{
    sqlite_db *d = self(base);
    char *text = db_translate(sql, &words);
    int code = sqlite3_exec(d->handle, text, NULL, NULL, NULL);

    free(text);
    if (code != SQLITE_OK)
        fail(d, code);
}

/* The prepared statement of a literal; NULL, and a latched failure, where it cannot be prepared. */
static db_rows *prepare(sqlite_db *d, const char *key, const char *sql)
{
    db_rows *rows;
    char *text;
    int code;

    for (size_t i = 0; i < d->count; i++)
        if (d->kept[i]->sql == key)
            return d->kept[i];
    rows = map_get(sizeof *rows);
    *rows = (db_rows){ &d->base, NULL, key, NULL };
    text = db_translate(sql, &words);
    code = sqlite3_prepare_v3(d->handle, text, -1, SQLITE_PREPARE_PERSISTENT, &rows->statement, NULL);
    free(text);
    if (code != SQLITE_OK) {
        fail(d, code);
        free(rows);
        return NULL;
    }
    MAP_GROW(d->kept, d->count, d->capacity);
    return d->kept[d->count++] = rows;
}

/* [1,2,3] */
static char *set_text(const int64_t *numbers, size_t count)
{
    char *text = map_get(count * 21 + 3), *at = text;

    *at++ = '[';
    for (size_t i = 0; i < count; i++)
        at += sprintf(at, i == 0 ? "%lld" : ",%lld", (long long)numbers[i]);
    strcpy(at, "]");
    return text;
}

static int bind(db_rows *rows, int place, const db_value *value)
{
    switch (value->kind) {
    case DB_INTEGER: return sqlite3_bind_int64(rows->statement, place, value->integer);
    case DB_TEXT:
        return sqlite3_bind_text64(rows->statement, place, value->data, value->length, SQLITE_STATIC,
                                   SQLITE_UTF8);
    case DB_BLOB:
        return sqlite3_bind_blob64(rows->statement, place, value->data, value->length, SQLITE_STATIC);
    case DB_SET:
        return sqlite3_bind_text(rows->statement, place, set_text(value->data, (size_t)value->integer), -1,
                                 free);
    case DB_NULL: break;
    }
    return sqlite3_bind_null(rows->statement, place);
}

static void bind_all(sqlite_db *d, db_rows *rows, const db_value *values, size_t count)
{
    int code = SQLITE_OK;

    for (size_t i = 0; i < count && code == SQLITE_OK; i++)
        code = bind(rows, (int)i + 1, &values[i]);
    if (code != SQLITE_OK)
        fail(d, code);
}

static db_rows *query(db *base, const char *sql, const db_value *values, size_t count)
{
    sqlite_db *d = self(base);
    db_rows *rows = prepare(d, sql, sql);

    if (rows != NULL)
        bind_all(d, rows, values, count);
    return rows;
}

static bool next(db_rows *rows)
{
    int code = sqlite3_step(rows->statement);

    if (code == SQLITE_ROW)
        return true;
    if (code != SQLITE_DONE)
        fail(self(rows->d), code);
    return false;
}

static bool is_null(db_rows *rows, int column)
{
    return sqlite3_column_type(rows->statement, column) == SQLITE_NULL;
}

static int64_t integer(db_rows *rows, int column)
{
    return sqlite3_column_int64(rows->statement, column);
}

static colline_text text(db_rows *rows, int column, bool bytes)
{
    const void *data = bytes ? sqlite3_column_blob(rows->statement, column)
                             : (const void *)sqlite3_column_text(rows->statement, column);

    if (data == NULL)
        return (colline_text){ "", 0 };
    return (colline_text){ data, (uint32_t)sqlite3_column_bytes(rows->statement, column) };
}

static void finish(db_rows *rows)
{
    sqlite3_reset(rows->statement);
    sqlite3_clear_bindings(rows->statement);
}

static void bulk_begin(db *base, const char *into, size_t columns)
{
    sqlite_db *d = self(base);
    size_t size = strlen(into) + 32 + columns * 2;
    char *sql = map_get(size);
    int at = snprintf(sql, size, "INSERT INTO %s VALUES (", into);

    for (size_t i = 0; i < columns; i++)
        at += snprintf(sql + at, size - (size_t)at, i == 0 ? "?" : ",?");
    snprintf(sql + at, size - (size_t)at, ")");
    d->bulk = prepare(d, into, sql);
    d->bulk_columns = columns;
    free(sql);
}

static void bulk_row(db *base, const db_value *values)
{
    sqlite_db *d = self(base);

    bind_all(d, d->bulk, values, d->bulk_columns);
    if (base->status == STORE_OK)
        next(d->bulk);
    sqlite3_reset(d->bulk->statement);
}

static void bulk_end(db *base)
{
    sqlite_db *d = self(base);

    if (d->bulk != NULL)
        finish(d->bulk);
    d->bulk = NULL;
}

/* A writer that waits looks every millisecond: loads leave a gap of a few between two transactions. */
static int wait_a_little(void *unused, int tries)
{
    (void)unused;
    nanosleep(&(struct timespec){ 0, 1000000 }, NULL);
    return tries < BUSY_MILLISECONDS;
}

/* WAL only now: a file that turned out to be something else is left alone.  (SQLite does not wait where others make the same
 * change: it is tried again.) */
static void begin_wal(sqlite_db *d)
{
    int code, tries = 0;

    do
        code = sqlite3_exec(d->handle, "PRAGMA journal_mode = WAL", NULL, NULL, NULL) & 0xff;
    while (code == SQLITE_BUSY && wait_a_little(NULL, ++tries));
    if (code != SQLITE_OK)
        fail(d, code);
    db_execute(&d->base, "PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 16000");
    d->wal = true;
}

static void begin_writing(db *base)
{
    sqlite_db *d = self(base);

    if (!d->wal)
        begin_wal(d);
    db_execute(base, "BEGIN IMMEDIATE");
}

static void begin_reading(db *d)
{
    execute(d, "BEGIN");
}

static void recover(db *base)
{
    sqlite_db *d = self(base);

    for (size_t i = 0; i < d->count; i++)
        sqlite3_reset(d->kept[i]->statement);
    d->bulk = NULL;
    if (d->handle != NULL && !sqlite3_get_autocommit(d->handle))
        sqlite3_exec(d->handle, "ROLLBACK", NULL, NULL, NULL);
}

static bool has_table(db *d, const char *name)
{
    db_value value = db_string(map_text(name));

    return db_number_of(d, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = $1", &value, 1, 0) ==
           1;
}

static bool is_empty(db *d)
{
    return db_number_of(d, "SELECT count(*) FROM sqlite_master", NULL, 0, 0) == 0;
}

static void close_sqlite(db *base)
{
    sqlite_db *d = self(base);

    recover(base);
    for (size_t i = 0; i < d->count; i++) {
        sqlite3_finalize(d->kept[i]->statement);
        free(d->kept[i]);
    }
    free(d->kept);
    sqlite3_close(d->handle);
    free(d);
}

static const db_engine engine = { "sqlite", true,     close_sqlite,  recover,       execute,   query,
                                  next,     is_null,  integer,       text,          finish,    bulk_begin,
                                  bulk_row, bulk_end, begin_writing, begin_reading, has_table, is_empty };

/* Where nothing can be written beside the file, it cannot change either. */
static int open_unchanging(sqlite_db *d, const char *where)
{
    char *uri = sqlite3_mprintf("file:%s?immutable=1", where);
    int code;

    sqlite3_close(d->handle);
    code =
        sqlite3_open_v2(uri, &d->handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
    sqlite3_free(uri);
    return code;
}

void db_open_sqlite(const char *where, unsigned flags, db **opened)
{
    sqlite_db *d = map_get(sizeof *d);
    int how = (flags & STORE_READ_ONLY) != 0 ? SQLITE_OPEN_READONLY
              : (flags & STORE_CREATE) != 0  ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                                             : SQLITE_OPEN_READWRITE;
    int code;

    *d = (sqlite_db){ .base = { .engine = &engine } };
    *opened = &d->base;
    code = sqlite3_open_v2(where, &d->handle, how | SQLITE_OPEN_NOMUTEX, NULL);
    sqlite3_busy_handler(d->handle, wait_a_little, NULL); /* somebody else may be making it just now */
    if (code == SQLITE_OK && (flags & STORE_READ_ONLY) != 0 &&
        (code = sqlite3_exec(d->handle, "SELECT 1 FROM sqlite_master", NULL, NULL, NULL) & 0xff) ==
            SQLITE_CANTOPEN)
        code = open_unchanging(d, where);
    if (code == SQLITE_OK)
        code = sqlite3_exec(d->handle, "SELECT 1 FROM sqlite_master LIMIT 1", NULL, NULL, NULL);
    if (code != SQLITE_OK) {
        fail(d, code);
        return;
    }
    execute(&d->base, "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -45000");
}
