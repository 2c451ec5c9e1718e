/*
 * From text to JSON in one call, for bindings.
 *
 *     "SELECT a FROM t; USE dw"      two lines
 */
#include "api.h"

/* The text stands behind a header that says how it is freed. */
typedef struct output {
    colline_allocator allocator;
    size_t capacity; /* of the whole allocation */
    _Alignas(max_align_t) char text[];
} output;

enum { FIRST_OUTPUT = 4096 };

static output *output_of(void *text)
{
    return (output *)(void *)((char *)text - offsetof(output, text));
}

static void free_output(output *out)
{
    colline_allocator allocator = out->allocator;

    allocator.release(allocator.context, out, out->capacity);
}

static output *new_output(const colline_allocator *allocator, size_t capacity)
{
    output *out = allocator->allocate(allocator->context, capacity);

    if (out != NULL) {
        out->allocator = *allocator;
        out->capacity = capacity;
    }
    return out;
}

void *cln_output_new(const colline_allocator *allocator, size_t size)
{
    output *out = size < SIZE_MAX - sizeof *out ? new_output(allocator, sizeof *out + size) : NULL;

    return out != NULL ? out->text : NULL;
}

bool cln_written_add(cln_written *written, const colline_allocator *allocator, colline_text text)
{
    output *out = written->text != NULL ? output_of(written->text) : NULL;
    size_t needed = sizeof *out + written->length + text.length + 1;
    size_t capacity = out != NULL ? out->capacity : FIRST_OUTPUT;

    while (capacity < needed)
        capacity *= 2;
    if (out == NULL || capacity > out->capacity) {
        output *grown = new_output(allocator, capacity);
        if (grown == NULL)
            return false;
        if (out != NULL) {
            memcpy(grown->text, out->text, written->length);
            free_output(out);
        }
        out = grown;
        written->text = grown->text;
    }
    memcpy(out->text + written->length, text.data, text.length);
    written->length += text.length;
    out->text[written->length] = '\0';
    return true;
}

static colline_status write_statements(colline_session *session, cln_written *written)
{
    const colline_statement *statement;
    colline_status status;
    colline_text text;

    if (!cln_written_add(written, &session->allocator, CLN_TEXT("")))
        return COLLINE_E_MEMORY;
    while ((statement = colline_session_next(session)) != NULL) {
        status = colline_statement_render(statement, COLLINE_FORMAT_JSON, NULL, &text);
        if (status != COLLINE_OK)
            return status;
        if (!cln_written_add(written, &session->allocator, text))
            return COLLINE_E_MEMORY;
    }
    return colline_session_status(session);
}

static colline_status read_and_write(colline_session *session, const char *sql, size_t sql_length,
                                     cln_written *written)
{
    colline_status status = colline_session_feed(session, sql, sql_length);

    if (status == COLLINE_OK)
        status = colline_session_finish(session);
    if (status == COLLINE_OK)
        status = write_statements(session, written);
    return status;
}

colline_status colline_lineage_json(colline_catalog *catalog, const colline_options *options, const char *sql,
                                    size_t sql_length, char **json, size_t *length)
{
    colline_session *session;
    colline_status status;
    cln_written written = { NULL, 0 };

    if (json == NULL)
        return COLLINE_E_MISUSE;
    *json = NULL;
    if (length != NULL)
        *length = 0;
    if (!cln_is_text(sql, sql_length))
        return COLLINE_E_MISUSE;
    status = colline_session_open(catalog, options, &session);
    if (status == COLLINE_OK)
        status = read_and_write(session, sql, sql_length, &written);
    colline_session_close(session);
    if (status != COLLINE_OK) {
        colline_free(written.text);
        return status;
    }
    *json = written.text;
    if (length != NULL)
        *length = written.length;
    return COLLINE_OK;
}

void colline_free(void *memory)
{
    if (memory != NULL)
        free_output(output_of(memory));
}
