/*
 * writer.h -- what the forms share: JSON, names as text, and UTF-8 that may be broken.
 *
 *     cln_write_open(&w, '{');  cln_write_key(&w, "kind");  cln_write_word(&w, "AGG");  cln_write_close(&w, '}');
 *     {"kind":"AGG"}           commas come by themselves
 *
 * SQL is hostile text: what is written is valid UTF-8 all the same, each byte that is none of it becoming
 * U+FFFD.
 */
#ifndef CLN_FORMAT_WRITER_H
#define CLN_FORMAT_WRITER_H

#include "lineage/result.h"

/* ---- JSON ---- */

typedef struct cln_json_writer {
    cln_arena *arena;
    cln_buffer *out;
    cln_buffer scratch; /* for a value that is put together before it is quoted */
    bool comma;         /* something stands before what comes next */
} cln_json_writer;

void cln_write_open(cln_json_writer *json, char bracket);
void cln_write_close(cln_json_writer *json, char bracket);
void cln_write_key(cln_json_writer *json, const char *key);
/* The same where the key is a literal, in one copy. */
#define CLN_WRITE_KEY(json, literal) cln_write_quoted_key((json), CLN_TEXT("\"" literal "\":"))
static inline void cln_write_quoted_key(cln_json_writer *json, colline_text key)
{
    cln_buffer *out = json->out;

    if (key.length >= out->capacity - out->count)
        cln_buffer_reserve(json->arena, out, key.length + 1);
    out->items[out->count] = ',';
    out->count += json->comma;
    memcpy(out->items + out->count, key.data, key.length);
    out->count += key.length;
    json->comma = false;
}
void cln_write_text_key(cln_json_writer *json, colline_text key); /* one that may need escaping */
void cln_write_text(cln_json_writer *json, colline_text text);
void cln_write_word(cln_json_writer *json, const char *word); /* a string that needs no escaping */
void cln_write_number(cln_json_writer *json, uint64_t number);
void cln_write_literal(cln_json_writer *json, const char *literal); /* true, -1 */
/* "key":"text", and nothing where the text is empty. */
void cln_write_member(cln_json_writer *json, const char *key, colline_text text);
#define CLN_WRITE_MEMBER(json, literal, text) cln_write_quoted_member((json), CLN_TEXT("\"" literal "\":"), (text))
static inline void cln_write_quoted_member(cln_json_writer *json, colline_text key, colline_text text)
{
    if (text.length == 0)
        return;
    cln_write_quoted_key(json, key);
    cln_write_text(json, text);
}

/* ---- Names ---- */

/* db.t, with the parts that are known; each in "..." where reading it back needs that. */
void cln_add_table_name(cln_arena *arena, cln_buffer *out, const cln_dialect *dialect,
                        const cln_table_name *name);
/* db.t.column.path */
void cln_add_leaf_name(cln_arena *arena, cln_buffer *out, const cln_result *result, const cln_leaf *leaf);
/* The same, where `table` is what stands in front of the column. */
void cln_add_leaf_of(cln_arena *arena, cln_buffer *out, const cln_result *result, const cln_leaf *leaf, colline_text table);
/* What a target writes: its table's name, or its path. */
void cln_add_target_name(cln_arena *arena, cln_buffer *out, const cln_result *result,
                         const cln_target *target);

/* ---- Targets ---- */

/* How many there are; a query counts as one. */
static inline uint32_t cln_target_count(const cln_result *result)
{
    return result->targets.count > 1 ? result->targets.count : 1;
}
/* The end of the columns of target `into`; they begin where the last target's end. */
uint32_t cln_columns_end(const cln_result *result, uint32_t into);

/* The edges that bear on the whole result, by target: edges[ends[t - 1]] .. edges[ends[t]] are target t's, in
 * their order. */
typedef struct cln_whole_edges {
    uint32_t first; /* all edges from here on */
    uint32_t *edges, *ends;
} cln_whole_edges;
cln_whole_edges cln_sort_whole_edges(cln_arena *arena, const cln_result *result);

/* ---- UTF-8 ---- */

/* The code point at *at, moving *at behind it; U+FFFD for a byte that belongs to none, moving by one. */
uint32_t cln_utf8_next(colline_text text, uint32_t *at);
/* The text in UTF-16, the low byte first: what Impala and Hive hash. */
const unsigned char *cln_utf16(cln_arena *arena, colline_text text, size_t *length);
/* Append a code point. */
void cln_add_utf8(cln_arena *arena, cln_buffer *out, uint32_t point);
/* Append for people: what would move a terminal's cursor (controls, line ends, direction marks) becomes a
 * space or U+FFFD. */
void cln_add_visible(cln_arena *arena, cln_buffer *out, colline_text text);
/* Columns that it takes on a terminal: two for East Asian wide characters, none for combining ones. */
uint32_t cln_display_width(colline_text text);

#endif
