/*
 * words.h -- which tables a text may change: their names, without databases.
 *
 *     DROP TABLE IF EXISTS dw.Tmp_1     "dw\ntmp_1\n"
 *
 * A text that names none of them means the same as before.
 */
#ifndef MAP_INGEST_WORDS_H
#define MAP_INGEST_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "map/base/memory.h"

/* A set of words, compared without case. */
typedef struct ingest_words {
    uint64_t *hashes; /* 0: free */
    size_t mask, count;
} ingest_words;

void ingest_words_add_all(ingest_words *words, colline_dialect dialect, const char *sql);
void ingest_words_free(ingest_words *words);

/* Lines of lower-case names. */
typedef struct ingest_names {
    char *text; /* NULL: none; "*": any */
    size_t length, capacity;
} ingest_names;

/* What the statement may have changed; where a view's definition holds the name, any text may depend on it. */
void ingest_names_add(ingest_names *names, const colline_statement *statement, colline_dialect dialect,
                      const ingest_words *view_words);
void ingest_names_free(ingest_names *names);

/* Whether the token may be a part of a name. */
bool ingest_is_name(const colline_token *token);

#endif
