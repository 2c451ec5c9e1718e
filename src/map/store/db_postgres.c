/*
 * The store's database in PostgreSQL, in the schema `colline`: queries as prepared statements, many rows by
 * COPY.
 */
#define _POSIX_C_SOURCE 200809L
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "map/store/db.h"

enum { COPY_BUFFER = 1 << 16, CALL_MS = 10000 /* how long a server that was lost may take to answer */ };

static const db_words words = {
    "(SELECT unnest(", "::bigint[]) AS id)", "BIGINT", "BYTEA", "", "TRUNCATE", " COLLATE \"C\"", "$"
};

typedef struct prepared {
    const char *sql; /* its address is the key */
    char name[16];
} prepared;

typedef struct postgres_db {
    db base;
    PGconn *connection;
    prepared *kept;
    size_t count, capacity;
    unsigned flags;
    bool greeted; /* the connection's settings are made */
    bool copying;
    size_t copy_columns;
    char *buffer; /* of COPY */
    size_t filled, room;
} postgres_db;

struct db_rows {
    db *d;
    PGresult *result;
    int row;
    unsigned char *bytes; /* of the last binary value */
};

static postgres_db *self(db *d)
{
    return (postgres_db *)d;
}

/* What a server says that goes down, comes up, or cuts the connection: most often it is cut then, too. */
static bool is_lost(const postgres_db *d, const char *state)
{
    return PQstatus(d->connection) != CONNECTION_OK || (state != NULL && strncmp(state, "57P0", 4) == 0);
}

/* Latch what the server or libpq says. */
static void fail(postgres_db *d, const PGresult *result)
{
    const char *state = result != NULL ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *message = result != NULL ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    bool busy = state != NULL &&
                (strcmp(state, "55P03") == 0 || strcmp(state, "40001") == 0 || strcmp(state, "40P01") == 0);

    if (message == NULL)
        message = PQerrorMessage(d->connection);
    db_fail(&d->base, busy ? STORE_E_BUSY : is_lost(d, state) ? STORE_E_LOST : STORE_E_FAILED, "%s",
            message[0] != '\0' ? message : "the connection is lost");
}

static bool succeeded(const PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);

    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_COPY_IN;
}

static void execute(db *base, const char *sql)
{
    postgres_db *d = self(base);
    char *text = db_translate(sql, &words);
    PGresult *result = PQexec(d->connection, text);

    if (!succeeded(result))
        fail(d, result);
    PQclear(result);
    free(text);
}

static const prepared *prepare(postgres_db *d, const char *sql)
{
    prepared *p;
    PGresult *result;
    char *text;

    for (size_t i = 0; i < d->count; i++)
        if (d->kept[i].sql == sql)
            return &d->kept[i];
    MAP_GROW(d->kept, d->count, d->capacity);
    p = &d->kept[d->count];
    p->sql = sql;
    snprintf(p->name, sizeof p->name, "s%zu", d->count);
    text = db_translate(sql, &words);
    result = PQprepare(d->connection, p->name, text, 0, NULL);
    free(text);
    if (succeeded(result))
        d->count++;
    else
        fail(d, result);
    PQclear(result);
    return d->base.status == STORE_OK ? p : NULL;
}

/* {1,2,3} */
static char *set_text(map_pool *pool, const int64_t *numbers, size_t count)
{
    char *text = map_pool_get(pool, count * 21 + 3), *at = text;

    *at++ = '{';
    for (size_t i = 0; i < count; i++)
        at += sprintf(at, i == 0 ? "%lld" : ",%lld", (long long)numbers[i]);
    strcpy(at, "}");
    return text;
}

/* A value as the protocol's text (bytes go as they are). */
static const char *value_text(map_pool *pool, const db_value *value)
{
    switch (value->kind) {
    case DB_INTEGER: return map_pool_format(pool, "%lld", (long long)value->integer).data;
    case DB_TEXT: return map_pool_copy(pool, value->data, value->length).data;
    case DB_BLOB: return value->data == NULL ? "" : value->data;
    case DB_SET: return set_text(pool, value->data, (size_t)value->integer);
    case DB_NULL: break;
    }
    return NULL;
}

static db_rows *query(db *base, const char *sql, const db_value *values, size_t count)
{
    enum { MOST = 32 };
    postgres_db *d = self(base);
    const prepared *p = prepare(d, sql);
    const char *texts[MOST];
    int lengths[MOST], forms[MOST];
    map_pool pool = MAP_POOL_INIT;
    db_rows *rows;

    if (p == NULL)
        return NULL;
    for (size_t i = 0; i < count && i < MOST; i++) {
        texts[i] = value_text(&pool, &values[i]);
        lengths[i] = (int)values[i].length;
        forms[i] = values[i].kind == DB_BLOB;
    }
    rows = map_get(sizeof *rows);
    *rows = (db_rows){ base, PQexecPrepared(d->connection, p->name, (int)count, texts, lengths, forms, 0), -1,
                       NULL };
    map_pool_free(&pool);
    if (!succeeded(rows->result))
        fail(d, rows->result);
    return rows;
}

static bool next(db_rows *rows)
{
    return ++rows->row < PQntuples(rows->result);
}

static bool is_null(db_rows *rows, int column)
{
    return PQgetisnull(rows->result, rows->row, column) != 0;
}

static int64_t integer(db_rows *rows, int column)
{
    return strtoll(PQgetvalue(rows->result, rows->row, column), NULL, 10);
}

static colline_text text(db_rows *rows, int column, bool bytes)
{
    const char *data = PQgetvalue(rows->result, rows->row, column);
    size_t length;

    if (!bytes)
        return (colline_text){ data, (uint32_t)PQgetlength(rows->result, rows->row, column) };
    if (rows->bytes != NULL)
        PQfreemem(rows->bytes);
    rows->bytes = PQunescapeBytea((const unsigned char *)data, &length);
    return (colline_text){ (const char *)rows->bytes, (uint32_t)length };
}

static void finish(db_rows *rows)
{
    if (rows->bytes != NULL)
        PQfreemem(rows->bytes);
    PQclear(rows->result);
    free(rows);
}

/* ---- COPY, in its binary form ----------------------------------------------------------------------- */

static void flush(postgres_db *d)
{
    if (d->filled > 0 && PQputCopyData(d->connection, d->buffer, (int)d->filled) != 1)
        fail(d, NULL);
    d->filled = 0;
}

static void put(postgres_db *d, const void *data, size_t length)
{
    if (d->filled + length > d->room) {
        d->room = d->filled + length + COPY_BUFFER;
        d->buffer = map_resize(d->buffer, d->room);
    }
    if (length > 0)
        memcpy(d->buffer + d->filled, data, length);
    d->filled += length;
}

/* A whole number, the highest byte first. */
static void put_number(postgres_db *d, uint64_t number, unsigned bytes)
{
    unsigned char out[8];

    for (unsigned i = 0; i < bytes; i++)
        out[i] = (unsigned char)(number >> 8 * (bytes - 1 - i));
    put(d, out, bytes);
}

static void bulk_begin(db *base, const char *into, size_t columns)
{
    static const char head[] = "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0"; /* and the NUL that ends it */
    postgres_db *d = self(base);
    map_pool pool = MAP_POOL_INIT;

    execute(base, map_pool_format(&pool, "COPY %s FROM STDIN (FORMAT binary)", into).data);
    map_pool_free(&pool);
    d->copying = base->status == STORE_OK;
    d->copy_columns = columns;
    d->filled = 0;
    put(d, head, sizeof head);
}

static void bulk_row(db *base, const db_value *values)
{
    postgres_db *d = self(base);

    put_number(d, d->copy_columns, 2);
    for (size_t i = 0; i < d->copy_columns; i++) {
        if (values[i].kind == DB_NULL) {
            put_number(d, UINT32_MAX, 4);
        } else if (values[i].kind == DB_INTEGER) {
            put_number(d, 8, 4);
            put_number(d, (uint64_t)values[i].integer, 8);
        } else {
            put_number(d, values[i].length, 4);
            put(d, values[i].data, values[i].length);
        }
    }
    if (d->filled >= COPY_BUFFER)
        flush(d);
}

static void bulk_end(db *base)
{
    postgres_db *d = self(base);
    PGresult *result;

    if (!d->copying)
        return;
    d->copying = false;
    if (base->status == STORE_OK) {
        put_number(d, UINT16_MAX, 2);
        flush(d);
    }
    if (PQputCopyEnd(d->connection, base->status == STORE_OK ? NULL : "given up") != 1)
        fail(d, NULL);
    while ((result = PQgetResult(d->connection)) != NULL) {
        if (!succeeded(result))
            fail(d, result);
        PQclear(result);
    }
}

/* ---- Transactions, connecting ----------------------------------------------------------------------- */

/* Held until the transaction ends by who makes the store: IF NOT EXISTS fails where two make the same. */
#define MAKER_LOCK "SELECT pg_advisory_xact_lock(7165065866541329)"

/* The row that a writer holds: the second one waits here. */
static void begin_writing(db *d)
{
    execute(d, "BEGIN; SET LOCAL lock_timeout = 30000");
    if (d->status == STORE_OK && d->engine->has_table(d, "meta"))
        db_run(d, "SELECT value FROM meta WHERE name = 'published' FOR UPDATE", NULL, 0);
    else
        db_execute(d, MAKER_LOCK);
}

static void begin_reading(db *d)
{
    execute(d, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
}

static bool has_table(db *d, const char *name)
{
    db_value value = db_string(map_text(name));

    return db_number_of(
               d,
               "SELECT 1 FROM information_schema.tables WHERE table_schema = 'colline' AND table_name = $1",
               &value, 1, 0) == 1;
}

static bool is_empty(db *d)
{
    return db_number_of(d, "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'colline'",
                        NULL, 0, 0) == 0;
}

/* Messages such as "relation exists, skipping" are nobody's business. */
static void say_nothing(void *unused, const PGresult *result)
{
    (void)unused;
    (void)result;
}

static void greet(postgres_db *d)
{
    PQsetNoticeReceiver(d->connection, say_nothing, NULL);
    PQsetClientEncoding(d->connection, "UTF8");
    execute(&d->base, "SET search_path = colline");
    if ((d->flags & STORE_CREATE) != 0)
        db_execute(&d->base, MAKER_LOCK "; CREATE SCHEMA IF NOT EXISTS colline"); /* (sent at once: one transaction) */
    d->greeted = d->base.status == STORE_OK;
}

/* Call the server again.  (PQreset() would wait for minutes for one that is nowhere, whatever signal comes.) */
static bool reset(PGconn *connection)
{
    PostgresPollingStatusType next = PQresetStart(connection) ? PGRES_POLLING_WRITING : PGRES_POLLING_FAILED;
    struct timespec now, end;

    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += CALL_MS / 1000;
    while (next == PGRES_POLLING_READING || next == PGRES_POLLING_WRITING) {
        struct pollfd socket = { PQsocket(connection), next == PGRES_POLLING_READING ? POLLIN : POLLOUT, 0 };
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (now.tv_sec > end.tv_sec || poll(&socket, 1, 1000) < 0)
            return false;
        if (socket.revents != 0)
            next = PQresetPoll(connection);
    }
    return next == PGRES_POLLING_OK;
}

static void recover(db *base)
{
    postgres_db *d = self(base);

    d->copying = false;
    if (PQstatus(d->connection) == CONNECTION_OK) {
        if (PQtransactionStatus(d->connection) != PQTRANS_IDLE)
            PQclear(PQexec(d->connection, "ROLLBACK"));
    }
    if (PQstatus(d->connection) != CONNECTION_OK) {
        d->count = 0;
        d->greeted = false;
        if (!reset(d->connection)) {
            const char *message = PQerrorMessage(d->connection);
            db_fail(base, STORE_E_LOST, "%s", message[0] != '\0' ? message : "the server does not answer");
            return;
        }
    }
    if (!d->greeted)
        greet(d);
}

static void close_postgres(db *base)
{
    postgres_db *d = self(base);

    PQfinish(d->connection);
    free(d->kept);
    free(d->buffer);
    free(d);
}

static const db_engine engine = { "postgresql", false,      close_postgres, recover,       execute,       query,
                                  next,         is_null,    integer,        text,          finish,        bulk_begin,
                                  bulk_row,     bulk_end,   begin_writing,  begin_reading, has_table,     is_empty };

void db_open_postgres(const char *where, unsigned flags, db **opened)
{
    postgres_db *d = map_get(sizeof *d);

    *d = (postgres_db){ .base = { .engine = &engine }, .flags = flags };
    *opened = &d->base;
    d->connection = PQconnectdb(where);
    if (PQstatus(d->connection) == CONNECTION_OK)
        greet(d);
    else
        db_fail(&d->base, STORE_E_OPEN, "%s", PQerrorMessage(d->connection));
}
