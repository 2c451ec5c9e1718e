/*
 * What both engines share: the latched failure, transactions, and the words that differ.
 */
#include "map/store/db.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a query gives after a failure: no rows. */
struct db_rows {
    db *d;
};

void db_close(db *d)
{
    if (d != NULL)
        d->engine->close(d);
}

void db_fail(db *d, store_status status, const char *format, ...)
{
    va_list values;

    if (d->status != STORE_OK)
        return;
    d->status = status;
    va_start(values, format);
    vsnprintf(d->error, sizeof d->error, format, values);
    va_end(values);
    d->error[strcspn(d->error, "\n")] = '\0'; /* libpq goes on with advice */
}

void db_recover(db *d)
{
    d->status = STORE_OK;
    d->in_transaction = false;
    d->engine->recover(d);
}

void db_begin_writing(db *d)
{
    if (d->status != STORE_OK || d->in_transaction)
        return;
    d->engine->begin_writing(d);
    d->in_transaction = d->status == STORE_OK;
}

void db_begin_reading(db *d)
{
    if (d->status != STORE_OK || d->in_transaction)
        return;
    d->engine->begin_reading(d);
    d->in_transaction = d->status == STORE_OK;
}

void db_commit(db *d)
{
    if (d->status == STORE_OK && d->in_transaction) {
        d->engine->execute(d, "COMMIT");
        d->in_transaction = d->status != STORE_OK;
    }
}

void db_execute(db *d, const char *sql)
{
    if (d->status == STORE_OK)
        d->engine->execute(d, sql);
}

db_rows *db_query(db *d, const char *sql, const db_value *values, size_t count)
{
    return d->status == STORE_OK ? d->engine->query(d, sql, values, count) : NULL;
}

/* Both engines' rows start with the database that they are of. */
static const db_engine *engine_of(const db_rows *rows)
{
    return rows->d->engine;
}

bool db_next(db_rows *rows)
{
    return rows != NULL && rows->d->status == STORE_OK && engine_of(rows)->next(rows);
}

bool db_is_null(db_rows *rows, int column)
{
    return engine_of(rows)->is_null(rows, column);
}

int64_t db_integer(db_rows *rows, int column)
{
    return engine_of(rows)->integer(rows, column);
}

colline_text db_text(db_rows *rows, int column)
{
    return engine_of(rows)->text(rows, column, false);
}

colline_text db_blob(db_rows *rows, int column)
{
    return engine_of(rows)->text(rows, column, true);
}

void db_finish(db_rows *rows)
{
    if (rows != NULL)
        engine_of(rows)->finish(rows);
}

void db_run(db *d, const char *sql, const db_value *values, size_t count)
{
    db_rows *rows = db_query(d, sql, values, count);

    while (db_next(rows))
        ;
    db_finish(rows);
}

int64_t db_number_of(db *d, const char *sql, const db_value *values, size_t count, int64_t otherwise)
{
    db_rows *rows = db_query(d, sql, values, count);
    int64_t number = db_next(rows) && !db_is_null(rows, 0) ? db_integer(rows, 0) : otherwise;

    db_finish(rows);
    return number;
}

void db_bulk_begin(db *d, const char *into, size_t columns)
{
    if (d->status == STORE_OK)
        d->engine->bulk_begin(d, into, columns);
}

void db_bulk_row(db *d, const db_value *values)
{
    if (d->status == STORE_OK)
        d->engine->bulk_row(d, values);
}

/* (Also after a failure: the engine may have to end what it began.) */
void db_bulk_end(db *d)
{
    d->engine->bulk_end(d);
}

/* Append a text to *out of *length bytes. */
static void put(char **out, size_t *length, const char *text, size_t bytes)
{
    *out = map_resize(*out, *length + bytes + 1);
    memcpy(*out + *length, text, bytes);
    *length += bytes;
    (*out)[*length] = '\0';
}

/* The word at `at`, behind '@': what stands for it, and how many bytes it has. */
static const char *word(const char *at, const db_words *words, size_t *bytes)
{
    const struct {
        const char *name, *text;
    } all[] = { { "SET(", words->set_open },
                { "ID", words->id },
                { "BLOB", words->blob },
                { "CLUSTERED", words->clustered },
                { "CLEAR", words->clear },
                { "BYTES", words->bytes } };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        *bytes = strlen(all[i].name);
        if (strncmp(at, all[i].name, *bytes) == 0)
            return all[i].text;
    }
    *bytes = 0;
    return "@";
}

char *db_translate(const char *sql, const db_words *words)
{
    char *out = NULL;
    size_t length = 0;

    put(&out, &length, "", 0);
    while (*sql != '\0') {
        size_t plain = strcspn(sql, "@$"), bytes;
        const char *text;

        put(&out, &length, sql, plain);
        sql += plain;
        if (*sql == '\0')
            break;
        if (*sql == '$') {
            put(&out, &length, words->value, 1);
            sql++;
            continue;
        }
        text = word(++sql, words, &bytes);
        put(&out, &length, text, strlen(text));
        sql += bytes;
        if (text == words->set_open) { /* up to its parenthesis stands the value */
            plain = strcspn(sql, ")");
            put(&out, &length, words->value, 1);
            put(&out, &length, sql + 1, plain - 1);
            put(&out, &length, words->set_close, strlen(words->set_close));
            sql += plain + (sql[plain] != '\0');
        }
    }
    return out;
}
