/*
 * colline_wasm.c -- what the module exports to colline.js: calls with texts and numbers only.
 *
 *     answer *a = colline_wasm_run("hive", NULL, NULL, 0, COLLINE_FORMAT_JSON, "SELECT a FROM t", 15);
 *     a->status, a->length, a->data; colline_wasm_free(a);
 *
 * Texts are UTF-8 in the module's memory, which colline.js writes and reads.
 */
#include <stdlib.h>
#include <string.h>

#include "colline.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

/* Three words that colline.js reads. */
typedef struct answer {
    uint32_t status; /* colline_status; 100 and up: below */
    uint32_t length;
    char *data;
} answer;

enum { UNKNOWN_DIALECT = 100, UNREADABLE_CATALOG = 101 };

static int append(answer *a, size_t *capacity, colline_text text)
{
    if (*capacity - a->length < text.length) {
        char *grown = realloc(a->data, (*capacity + text.length) * 2);
        if (grown == NULL)
            return 0;
        a->data = grown;
        *capacity = (*capacity + text.length) * 2;
    }
    memcpy(a->data + a->length, text.data, text.length);
    a->length += text.length;
    return 1;
}

static colline_status write_all(colline_session *session, colline_format format, answer *a)
{
    const colline_statement *statement;
    size_t capacity = 0;
    colline_text text;

    while ((statement = colline_session_next(session)) != NULL) {
        colline_status status = colline_statement_render(statement, format, NULL, &text);
        if (status != COLLINE_OK)
            return status;
        if (text.length > 0 && !append(a, &capacity, text))
            return COLLINE_E_MEMORY;
    }
    return colline_session_status(session);
}

static colline_status run(colline_catalog *catalog, const colline_options *options, colline_format format, const char *sql,
                          size_t length, answer *a)
{
    colline_session *session;
    colline_status status = colline_session_open(catalog, options, &session);

    if (status == COLLINE_OK)
        status = colline_session_feed(session, sql, length);
    if (status == COLLINE_OK)
        status = colline_session_finish(session);
    if (status == COLLINE_OK)
        status = write_all(session, format, a);
    colline_session_close(session);
    return status;
}

/* Of the flags that colline.js gives: DDL that cannot be read is no failure. */
enum { LENIENT_TABLES = 1 << 30 };

/* The catalog from a JSON document ({ first) or DDL; what cannot be read in DDL is left out. */
static uint32_t read_catalog(colline_catalog *catalog, const colline_options *options, const char *text, int lenient)
{
    colline_status status;

    if (text[strspn(text, " \t\r\n")] == '{')
        status = colline_catalog_add_json(catalog, options->dialect, text, strlen(text), NULL);
    else
        status = colline_catalog_add_ddl(catalog, options->dialect, options->default_db, text, strlen(text), NULL);
    return status != COLLINE_E_INPUT ? (uint32_t)status : lenient ? COLLINE_OK : UNREADABLE_CATALOG;
}

/* Read `sql` and write each statement in `format`; NULL when there is no memory at all. */
answer *EXPORT(colline_wasm_run)(const char *dialect, const char *default_db, const char *tables, uint32_t flags,
                                 uint32_t format, const char *sql, size_t length);
answer *colline_wasm_run(const char *dialect, const char *default_db, const char *tables, uint32_t flags, uint32_t format,
                         const char *sql, size_t length)
{
    answer *a = calloc(1, sizeof *a);
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_catalog *catalog = colline_catalog_new(NULL);

    options.default_db = default_db;
    options.flags = flags & ~(uint32_t)LENIENT_TABLES;
    if (a != NULL && !colline_dialect_by_name(dialect, &options.dialect))
        a->status = UNKNOWN_DIALECT;
    else if (a != NULL && catalog == NULL)
        a->status = COLLINE_E_MEMORY;
    else if (a != NULL && tables != NULL)
        a->status = read_catalog(catalog, &options, tables, (flags & LENIENT_TABLES) != 0);
    if (a != NULL && a->status == 0)
        a->status = (uint32_t)run(catalog, &options, (colline_format)format, sql, length, a);
    colline_catalog_release(catalog);
    return a;
}

void EXPORT(colline_wasm_free)(answer *a);
void colline_wasm_free(answer *a)
{
    if (a != NULL)
        free(a->data);
    free(a);
}

static int append_number(answer *a, size_t *capacity, uint32_t number)
{
    char digits[12];
    size_t at = sizeof digits;

    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    digits[--at] = ' ';
    return append(a, capacity, (colline_text){ digits + at, (uint32_t)(sizeof digits - at) });
}

/* The tokens, a line each: kind, offset, length.  NULL when there is no memory at all. */
answer *EXPORT(colline_wasm_tokens)(const char *dialect, const char *sql, size_t length);
answer *colline_wasm_tokens(const char *dialect, const char *sql, size_t length)
{
    answer *a = calloc(1, sizeof *a);
    colline_dialect number;
    colline_token token;
    size_t offset = 0, capacity = 0;

    if (a == NULL)
        return NULL;
    if (!colline_dialect_by_name(dialect, &number))
        a->status = UNKNOWN_DIALECT;
    while (a->status == 0 && colline_next_token(number, sql, length, &offset, &token)) {
        colline_text kind = { token.kind, (uint32_t)strlen(token.kind) };
        if (!append(a, &capacity, kind) || !append_number(a, &capacity, token.at.offset) ||
            !append_number(a, &capacity, token.at.length) || !append(a, &capacity, (colline_text){ "\n", 1 }))
            a->status = COLLINE_E_MEMORY;
    }
    return a;
}

/* 16 hex digits at `out`; 0 where the dialect is not known. */
int EXPORT(colline_wasm_fingerprint)(const char *dialect, const char *sql, size_t length, char *out);
int colline_wasm_fingerprint(const char *dialect, const char *sql, size_t length, char *out)
{
    colline_dialect number;
    uint64_t fingerprint;

    if (!colline_dialect_by_name(dialect, &number))
        return 0;
    fingerprint = colline_fingerprint(number, sql, length);
    for (int i = 0; i < 16; i++)
        out[i] = "0123456789abcdef"[fingerprint >> (60 - 4 * i) & 15];
    return 1;
}

const char *EXPORT(colline_wasm_version)(void);
const char *colline_wasm_version(void)
{
    return colline_version();
}

/* The name of a dialect or a form; NULL behind the last. */
const char *EXPORT(colline_wasm_dialect)(uint32_t number);
const char *colline_wasm_dialect(uint32_t number)
{
    return colline_dialect_name((colline_dialect)number);
}

const char *EXPORT(colline_wasm_format)(uint32_t number);
const char *colline_wasm_format(uint32_t number)
{
    return colline_format_name((colline_format)number);
}

void *EXPORT(colline_wasm_allocate)(size_t size);
void *colline_wasm_allocate(size_t size)
{
    return malloc(size);
}

void EXPORT(colline_wasm_release)(void *memory);
void colline_wasm_release(void *memory)
{
    free(memory);
}
