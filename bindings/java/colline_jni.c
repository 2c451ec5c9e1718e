/*
 * colline_jni.c -- the C side of io.colline: bytes in, bytes out, so that a call crosses JNI once.
 *
 *     Colline.lineage("SELECT a FROM t", options)      one byte[] with all statements; Decoder.java reads it
 *
 * Texts are UTF-8 in byte[]: JNI's own strings are a modified UTF-8, and cost a call each.
 */
#include <jni.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "colline.h"

/* ---- Java's side of things ----------------------------------------------------------------------- */

static void throw_new(JNIEnv *env, const char *kind, const char *message)
{
    jclass class;

    if ((*env)->ExceptionCheck(env))
        return;
    class = (*env)->FindClass(env, kind);
    if (class != NULL)
        (*env)->ThrowNew(env, class, message);
}

static void throw_status(JNIEnv *env, colline_status status)
{
    throw_new(env, status == COLLINE_E_MEMORY ? "java/lang/OutOfMemoryError" : "io/colline/CollineException",
              colline_status_text(status));
}

typedef struct text {
    char *data; /* malloc'ed, NUL-terminated; NULL for Java's null */
    size_t length;
} text;

/* A copy of a byte[]; false, with an exception, when there is no memory. */
static int read_text(JNIEnv *env, jbyteArray array, text *out)
{
    *out = (text){ NULL, 0 };
    if (array == NULL)
        return 1;
    out->length = (size_t)(*env)->GetArrayLength(env, array);
    out->data = malloc(out->length + 1);
    if (out->data == NULL) {
        throw_status(env, COLLINE_E_MEMORY);
        return 0;
    }
    (*env)->GetByteArrayRegion(env, array, 0, (jsize)out->length, (jbyte *)out->data);
    out->data[out->length] = '\0';
    return 1;
}

static jbyteArray give_bytes(JNIEnv *env, const char *data, size_t length)
{
    jbyteArray array;

    if (length > INT32_MAX) {
        throw_status(env, COLLINE_E_LIMIT);
        return NULL;
    }
    array = (*env)->NewByteArray(env, (jsize)length);
    if (array != NULL)
        (*env)->SetByteArrayRegion(env, array, 0, (jsize)length, (const jbyte *)data);
    return array;
}

static int read_dialect(JNIEnv *env, jbyteArray name, colline_dialect *dialect)
{
    text given;
    int known;

    if (!read_text(env, name, &given))
        return 0;
    known = given.data != NULL && colline_dialect_by_name(given.data, dialect);
    free(given.data);
    if (!known)
        throw_new(env, "io/colline/CollineException", "the dialect is not known");
    return known;
}

/* ---- A growing buffer ---------------------------------------------------------------------------- */

typedef struct buffer {
    char *data;
    size_t length, capacity;
    int failed; /* there was no memory */
} buffer;

static void add(buffer *out, const void *data, size_t length)
{
    if (out->capacity - out->length < length) {
        size_t capacity = (out->capacity + length) * 2 + 1024;
        char *grown = realloc(out->data, capacity);
        if (grown == NULL) {
            out->failed = 1;
            return;
        }
        out->data = grown;
        out->capacity = capacity;
    }
    if (length > 0)
        memcpy(out->data + out->length, data, length);
    out->length += length;
}

static void add_number(buffer *out, uint64_t number)
{
    uint32_t word = (uint32_t)number;

    add(out, &word, sizeof word);
}

static void add_text(buffer *out, colline_text value)
{
    add_number(out, value.length);
    add(out, value.data, value.length);
}

static void add_word(buffer *out, const char *word)
{
    add_text(out, (colline_text){ word, (uint32_t)strlen(word) });
}

/* ---- Statements: the order is Decoder.java's ----------------------------------------------------- */

static void add_table(buffer *out, const colline_column_ref *name)
{
    add_text(out, name->catalog);
    add_text(out, name->database);
    add_text(out, name->table);
}

static void add_targets(buffer *out, const colline_statement *statement)
{
    size_t count = colline_statement_target_count(statement);

    add_number(out, count);
    for (size_t i = 0; i < count; i++) {
        const colline_target *target = colline_statement_target(statement, i);
        add_number(out, (uint64_t)target->operation);
        add_table(out, &target->table);
        add_text(out, target->path);
    }
}

static void add_columns(buffer *out, const colline_statement *statement)
{
    size_t count = colline_statement_column_count(statement);

    add_number(out, count);
    for (size_t i = 0; i < count; i++) {
        const colline_column *column = colline_statement_column(statement, i);
        add_text(out, column->name);
        add_text(out, column->expression);
        add_number(out, column->into);
    }
}

static void add_edge(buffer *out, const colline_edge *edge)
{
    add_number(out, (uint64_t)edge->kind);
    add_number(out, (uint64_t)edge->quality);
    add_number(out, edge->flags);
    add_number(out, (uint64_t)(int64_t)edge->target);
    add_number(out, edge->into);
    add_number(out, edge->at.length > 0 ? edge->at.offset : UINT32_MAX);
    add_table(out, &edge->source);
    add_number(out, (uint64_t)edge->source.column.length + edge->source.path.length);
    add(out, edge->source.column.data, edge->source.column.length);
    add(out, edge->source.path.data, edge->source.path.length);
    add_text(out, edge->expression);
}

static void add_edges(buffer *out, const colline_statement *statement)
{
    size_t count = colline_statement_edge_count(statement);

    add_number(out, count);
    for (size_t i = 0; i < count && !out->failed; i++) {
        const colline_edge *edge = colline_statement_edge(statement, i);
        if (edge != NULL)
            add_edge(out, edge);
        else
            out->failed = 1;
    }
}

static void add_diagnostics(buffer *out, const colline_statement *statement)
{
    size_t count = colline_statement_diagnostic_count(statement);

    add_number(out, count);
    for (size_t i = 0; i < count; i++) {
        const colline_diagnostic *d = colline_statement_diagnostic(statement, i);
        add_number(out, (uint64_t)d->severity);
        add_word(out, d->code);
        add_text(out, d->message);
        add_number(out, d->at.offset);
        add_number(out, d->line);
        add_number(out, d->column);
    }
}

static void add_statement(buffer *out, const colline_statement *statement)
{
    uint64_t fingerprint = colline_statement_fingerprint(statement);
    size_t sources = colline_statement_source_count(statement);

    add_number(out, colline_statement_number(statement));
    add_number(out, colline_statement_parent(statement));
    add_number(out, (uint64_t)colline_statement_outcome(statement));
    add(out, &fingerprint, sizeof fingerprint);
    add_word(out, colline_statement_kind_name(colline_statement_get_kind(statement)));
    add_text(out, colline_statement_text(statement));
    add_targets(out, statement);
    add_number(out, sources);
    for (size_t i = 0; i < sources; i++)
        add_table(out, colline_statement_source(statement, i));
    add_columns(out, statement);
    add_edges(out, statement);
    add_diagnostics(out, statement);
}

/* ---- Calls --------------------------------------------------------------------------------------- */

/* What a call that reads SQL was given. */
typedef struct request {
    colline_options options;
    text default_db, sql;
    colline_session *session;
} request;

static int read_request(JNIEnv *env, request *r, jbyteArray dialect, jbyteArray default_db, jint flags, jbyteArray sql)
{
    *r = (request){ .options = COLLINE_OPTIONS_INIT };
    if (!read_dialect(env, dialect, &r->options.dialect) || !read_text(env, default_db, &r->default_db) ||
        !read_text(env, sql, &r->sql))
        return 0;
    if (r->sql.data == NULL) {
        throw_new(env, "java/lang/NullPointerException", "sql");
        return 0;
    }
    r->options.default_db = r->default_db.data;
    r->options.flags = (uint32_t)flags;
    return 1;
}

static colline_status start(request *r, jlong catalog)
{
    colline_status status = colline_session_open((colline_catalog *)(uintptr_t)catalog, &r->options, &r->session);

    if (status == COLLINE_OK)
        status = colline_session_feed(r->session, r->sql.data, r->sql.length);
    return status == COLLINE_OK ? colline_session_finish(r->session) : status;
}

static void end(request *r)
{
    colline_session_close(r->session);
    free(r->default_db.data);
    free(r->sql.data);
}

/* What was written, or an exception; `out` is freed. */
static jbyteArray answer(JNIEnv *env, buffer *out, colline_status status)
{
    jbyteArray array = NULL;

    if (status == COLLINE_OK && out->failed)
        status = COLLINE_E_MEMORY;
    if (status == COLLINE_OK)
        array = give_bytes(env, out->data != NULL ? out->data : "", out->length);
    else
        throw_status(env, status);
    free(out->data);
    return array;
}

JNIEXPORT jbyteArray JNICALL Java_io_colline_Native_lineage(JNIEnv *env, jclass class, jlong catalog, jbyteArray dialect,
                                                            jbyteArray default_db, jint flags, jbyteArray sql)
{
    buffer out = { NULL, 0, 0, 0 };
    request r;
    jbyteArray array = NULL;
    uint32_t count = 0;

    (void)class;
    if (read_request(env, &r, dialect, default_db, flags, sql)) {
        colline_status status = start(&r, catalog);
        const colline_statement *statement;

        add_number(&out, 0);
        while (status == COLLINE_OK && !out.failed && (statement = colline_session_next(r.session)) != NULL) {
            add_statement(&out, statement);
            count++;
        }
        if (status == COLLINE_OK)
            status = colline_session_status(r.session);
        if (!out.failed)
            memcpy(out.data, &count, sizeof count);
        array = answer(env, &out, status);
    }
    end(&r);
    return array;
}

static int read_format(JNIEnv *env, jbyteArray name, colline_format *format)
{
    text given;
    int known;

    if (!read_text(env, name, &given))
        return 0;
    known = given.data != NULL && colline_format_by_name(given.data, format);
    free(given.data);
    if (!known)
        throw_new(env, "io/colline/CollineException", "the format is not known");
    return known;
}

JNIEXPORT jbyteArray JNICALL Java_io_colline_Native_render(JNIEnv *env, jclass class, jlong catalog, jbyteArray dialect,
                                                           jbyteArray default_db, jint flags, jbyteArray format,
                                                           jbyteArray sql)
{
    buffer out = { NULL, 0, 0, 0 };
    colline_format form;
    request r;
    jbyteArray array = NULL;

    (void)class;
    if (read_request(env, &r, dialect, default_db, flags, sql) && read_format(env, format, &form)) {
        colline_status status = start(&r, catalog);
        const colline_statement *statement;
        colline_text rendered;

        while (status == COLLINE_OK && (statement = colline_session_next(r.session)) != NULL) {
            status = colline_statement_render(statement, form, NULL, &rendered);
            if (status == COLLINE_OK)
                add(&out, rendered.data, rendered.length);
        }
        if (status == COLLINE_OK)
            status = colline_session_status(r.session);
        array = answer(env, &out, status);
    }
    end(&r);
    return array;
}

JNIEXPORT jlong JNICALL Java_io_colline_Native_fingerprint(JNIEnv *env, jclass class, jbyteArray dialect, jbyteArray sql)
{
    colline_dialect number;
    uint64_t fingerprint;
    text given;

    (void)class;
    if (!read_dialect(env, dialect, &number) || !read_text(env, sql, &given))
        return 0;
    fingerprint = given.data != NULL ? colline_fingerprint(number, given.data, given.length) : 0;
    free(given.data);
    return (jlong)fingerprint;
}

JNIEXPORT jstring JNICALL Java_io_colline_Native_version(JNIEnv *env, jclass class)
{
    (void)class;
    return (*env)->NewStringUTF(env, colline_version());
}

/* ---- Catalogs ------------------------------------------------------------------------------------ */

JNIEXPORT jlong JNICALL Java_io_colline_Native_catalogNew(JNIEnv *env, jclass class)
{
    colline_catalog *catalog = colline_catalog_new(NULL);

    (void)class;
    if (catalog == NULL)
        throw_status(env, COLLINE_E_MEMORY);
    return (jlong)(uintptr_t)catalog;
}

JNIEXPORT jlong JNICALL Java_io_colline_Native_catalogRetain(JNIEnv *env, jclass class, jlong catalog)
{
    (void)env;
    (void)class;
    return (jlong)(uintptr_t)colline_catalog_retain((colline_catalog *)(uintptr_t)catalog);
}

JNIEXPORT void JNICALL Java_io_colline_Native_catalogRelease(JNIEnv *env, jclass class, jlong catalog)
{
    (void)env;
    (void)class;
    colline_catalog_release((colline_catalog *)(uintptr_t)catalog);
}

/* The first diagnostic as an exception; frees them. */
static void throw_input(JNIEnv *env, colline_status status, colline_diagnostics *diagnostics)
{
    const colline_diagnostic *first = colline_diagnostics_get(diagnostics, 0);

    if (first != NULL)
        throw_new(env, "io/colline/CollineException", first->message.data);
    else if (status != COLLINE_OK)
        throw_status(env, status);
    colline_diagnostics_free(diagnostics);
}

JNIEXPORT void JNICALL Java_io_colline_Native_catalogAddDdl(JNIEnv *env, jclass class, jlong catalog, jbyteArray dialect,
                                                            jbyteArray default_db, jbyteArray ddl)
{
    colline_diagnostics *diagnostics = NULL;
    colline_dialect number;
    text database = { NULL, 0 }, sql = { NULL, 0 };

    (void)class;
    if (read_dialect(env, dialect, &number) && read_text(env, default_db, &database) && read_text(env, ddl, &sql)) {
        colline_status status = colline_catalog_add_ddl((colline_catalog *)(uintptr_t)catalog, number, database.data,
                                                        sql.data, sql.length, &diagnostics);
        throw_input(env, status, diagnostics);
    }
    free(database.data);
    free(sql.data);
}

JNIEXPORT void JNICALL Java_io_colline_Native_catalogAddJson(JNIEnv *env, jclass class, jlong catalog, jbyteArray dialect,
                                                             jbyteArray json)
{
    colline_diagnostics *diagnostics = NULL;
    colline_dialect number;
    text document = { NULL, 0 };

    (void)class;
    if (read_dialect(env, dialect, &number) && read_text(env, json, &document)) {
        colline_status status = colline_catalog_add_json((colline_catalog *)(uintptr_t)catalog, number, document.data,
                                                         document.length, &diagnostics);
        throw_input(env, status, diagnostics);
    }
    free(document.data);
}

/* The names of the columns; count of those that were read, fewer with an exception. */
static jsize read_columns(JNIEnv *env, jobjectArray columns, colline_column_desc *rows, jsize count)
{
    for (jsize i = 0; i < count; i++) {
        jbyteArray name = (*env)->GetObjectArrayElement(env, columns, i);
        text given;
        int good = read_text(env, name, &given);

        (*env)->DeleteLocalRef(env, name);
        if (!good)
            return i;
        rows[i] = (colline_column_desc){ given.data, NULL, 0 };
    }
    return count;
}

JNIEXPORT void JNICALL Java_io_colline_Native_catalogAddTable(JNIEnv *env, jclass class, jlong catalog, jbyteArray dialect,
                                                              jbyteArray name, jobjectArray columns)
{
    jsize count = (*env)->GetArrayLength(env, columns), got = 0;
    colline_column_desc *rows = calloc((size_t)count + 1, sizeof *rows);
    colline_table_desc table = { .size = sizeof table, .columns = rows, .column_count = (size_t)count };
    text own = { NULL, 0 };

    (void)class;
    if (rows == NULL)
        throw_status(env, COLLINE_E_MEMORY);
    else if (read_dialect(env, dialect, &table.dialect) && read_text(env, name, &own) &&
             (got = read_columns(env, columns, rows, count)) == count) {
        table.name = own.data;
        throw_input(env, colline_catalog_add_table((colline_catalog *)(uintptr_t)catalog, &table), NULL);
    }
    for (jsize i = 0; i < got; i++)
        free((void *)(uintptr_t)rows[i].name);
    free(rows);
    free(own.data);
}
