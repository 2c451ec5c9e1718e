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

/* Append to *out, keeping it NUL-terminated; false when there is no memory. */
static bool append(output **out, size_t *length, colline_text text)
{
    size_t needed = sizeof **out + *length + text.length + 1;
    size_t capacity = (*out)->capacity;

    while (capacity < needed)
        capacity *= 2;
    if (capacity > (*out)->capacity) {
        output *grown = new_output(&(*out)->allocator, capacity);
        if (grown == NULL)
            return false;
        memcpy(grown->text, (*out)->text, *length);
        free_output(*out);
        *out = grown;
    }
    memcpy((*out)->text + *length, text.data, text.length);
    *length += text.length;
    (*out)->text[*length] = '\0';
    return true;
}

static colline_status write_statements(colline_session *session, output **out, size_t *length)
{
    const colline_statement *statement;
    colline_status status;
    colline_text text;

    while ((statement = colline_session_next(session)) != NULL) {
        status = colline_statement_render(statement, COLLINE_FORMAT_JSON, NULL, &text);
        if (status != COLLINE_OK)
            return status;
        if (!append(out, length, text))
            return COLLINE_E_MEMORY;
    }
    return colline_session_status(session);
}

static colline_status read_and_write(colline_session *session, const char *sql, size_t sql_length,
                                     char **json, size_t *length)
{
    output *out = new_output(&session->allocator, FIRST_OUTPUT);
    colline_status status;

    if (out == NULL)
        return COLLINE_E_MEMORY;
    out->text[0] = '\0';
    status = colline_session_feed(session, sql, sql_length);
    if (status == COLLINE_OK)
        status = colline_session_finish(session);
    if (status == COLLINE_OK)
        status = write_statements(session, &out, length);
    if (status == COLLINE_OK)
        *json = out->text;
    else
        free_output(out);
    return status;
}

colline_status colline_lineage_json(colline_catalog *catalog, const colline_options *options, const char *sql,
                                    size_t sql_length, char **json, size_t *length)
{
    colline_session *session;
    colline_status status;
    size_t written = 0;

    if (json == NULL)
        return COLLINE_E_MISUSE;
    *json = NULL;
    if (length != NULL)
        *length = 0;
    if (!cln_is_text(sql, sql_length))
        return COLLINE_E_MISUSE;
    status = colline_session_open(catalog, options, &session);
    if (status == COLLINE_OK)
        status = read_and_write(session, sql, sql_length, json, &written);
    colline_session_close(session);
    if (status == COLLINE_OK && length != NULL)
        *length = written;
    return status;
}

void colline_free(void *memory)
{
    if (memory != NULL)
        free_output((output *)(void *)((char *)memory - offsetof(output, text)));
}
