/*
 * json.h -- a JSON text (RFC 8259) as a tree in an arena.
 *
 *     {"tables":[{"name":"dw.t"}]}      OBJECT > ARRAY "tables" > OBJECT > STRING "name"
 *
 * Strict: one value, nothing behind it, no comments, no trailing commas, strings in valid UTF-8 (a byte order
 * mark in front is skipped).  An escaped surrogate without its other half becomes U+FFFD.  Reading takes
 * linear time and no stack: nesting has a limit of its own.
 */
#ifndef CLN_CATALOG_JSON_H
#define CLN_CATALOG_JSON_H

#include "base/text.h"

enum { CLN_JSON_DEPTH = 200 };

typedef enum cln_json_kind {
    CLN_JSON_NULL,
    CLN_JSON_FALSE,
    CLN_JSON_TRUE,
    CLN_JSON_NUMBER,
    CLN_JSON_STRING,
    CLN_JSON_ARRAY,
    CLN_JSON_OBJECT
} cln_json_kind;

typedef struct cln_json {
    cln_json_kind kind;
    uint32_t count;         /* of items or members */
    colline_span at;        /* in the text that was read */
    colline_text name;      /* of a member: its key, decoded */
    colline_text text;      /* STRING: decoded, NUL-terminated; NUMBER: as written */
    struct cln_json *first; /* of ARRAY and OBJECT, in order; then next */
    struct cln_json *next;
} cln_json;

typedef struct cln_json_error {
    uint32_t offset;
    const char *message; /* "expected ',' or ']'" */
} cln_json_error;

/* The value that `text` holds; NULL, with *error filled in, where it is no JSON.  Strings without escapes are
 * copied, too: the tree does not refer to the text, but for the text of numbers. */
const cln_json *cln_json_read(cln_arena *arena, colline_text text, cln_json_error *error);

/* The member of that name, of several the last; NULL where there is none or `object` is NULL or no OBJECT. */
const cln_json *cln_json_member(const cln_json *object, const char *name);

/* A NUMBER that is written as a plain integer below 2^32. */
bool cln_json_uint32(const cln_json *value, uint32_t *number);

#endif
