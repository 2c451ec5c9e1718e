/*
 * fuzz.h -- what the fuzz targets share: the head of an input, and what must hold of everything that the
 * library hands out.
 *
 *     <dialect><switches>SELECT a FROM t      two bytes choose, the rest is text
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "colline.h"

/* The byte that parts two texts in one input: ASCII's record separator. */
enum { FUZZ_SEPARATOR = 0x1e };

typedef struct fuzz_input {
    colline_dialect dialect;
    uint32_t switches;
    const char *text;
    size_t length;
} fuzz_input;

/* What does not hold is a finding, like a crash. */
#define FUZZ_CHECK(condition)                                                                     \
    do {                                                                                          \
        if (!(condition)) {                                                                       \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);        \
            abort();                                                                              \
        }                                                                                         \
    } while (0)

/* Read the head; false where the input is too short to have one. */
static inline bool fuzz_read(fuzz_input *input, const uint8_t *data, size_t size)
{
    if (size < 2)
        return false;
    input->dialect = (colline_dialect)(data[0] % (COLLINE_DB2 + 1));
    input->switches = data[1];
    input->text = (const char *)data + 2;
    input->length = size - 2;
    return true;
}

/* Move what stands before the separator from the input's text to *before; false where there is none. */
static inline bool fuzz_split(fuzz_input *input, const char **before, size_t *length)
{
    const char *separator = input->length > 0 ? memchr(input->text, FUZZ_SEPARATOR, input->length) : NULL;

    if (separator == NULL)
        return false;
    *before = input->text;
    *length = (size_t)(separator - input->text);
    input->length -= *length + 1;
    input->text = separator + 1;
    return true;
}

/* The bytes of the UTF-8 character at `text`, which a NUL byte follows; 0: it is none. */
static inline size_t fuzz_character(const unsigned char *text)
{
    uint32_t code = text[0];
    size_t length = code < 0x80 ? 1 : code >= 0xc2 && code < 0xe0 ? 2 : (code & 0xf0) == 0xe0 ? 3 :
                    code >= 0xf0 && code < 0xf5 ? 4 : 0;
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };

    if (length < 2)
        return length;
    code &= 0x7fu >> length;
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (text[i] & 0x3f);
    }
    return code < least[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0 : length;
}

/* A text that was handed out: there, and ended by a NUL. */
static inline void fuzz_text(colline_text text)
{
    FUZZ_CHECK(text.data != NULL && text.data[text.length] == '\0');
}

static inline void fuzz_utf8(colline_text text)
{
    size_t step;

    fuzz_text(text);
    for (uint32_t i = 0; i < text.length; i += (uint32_t)step) {
        step = fuzz_character((const unsigned char *)text.data + i);
        FUZZ_CHECK(step > 0);
    }
}

static inline void fuzz_span(colline_span at, size_t length)
{
    FUZZ_CHECK(at.offset <= length && at.length <= length - at.offset);
}

static inline void fuzz_diagnostic(const colline_diagnostic *d, size_t length)
{
    FUZZ_CHECK(d != NULL && d->code != NULL && d->code[0] != '\0' && d->line > 0 && d->column > 0);
    fuzz_text(d->message);
    fuzz_span(d->at, length);
}

static inline void fuzz_diagnostics(colline_diagnostics *diagnostics, size_t length)
{
    for (size_t i = 0; i < colline_diagnostics_count(diagnostics); i++)
        fuzz_diagnostic(colline_diagnostics_get(diagnostics, i), length);
    colline_diagnostics_free(diagnostics);
}

/* Open a session, feed it the input's text in two parts, and finish. */
static inline colline_session *fuzz_session(const fuzz_input *input, colline_catalog *catalog,
                                            const colline_options *options)
{
    colline_session *session;
    size_t half = input->length / 2;

    FUZZ_CHECK(colline_session_open(catalog, options, &session) == COLLINE_OK);
    FUZZ_CHECK(colline_session_feed(session, input->text, half) == COLLINE_OK);
    FUZZ_CHECK(colline_session_feed(session, input->text + half, input->length - half) == COLLINE_OK);
    FUZZ_CHECK(colline_session_finish(session) == COLLINE_OK);
    return session;
}

#endif
