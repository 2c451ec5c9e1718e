/*
 * Names of what statements change.
 */
#include "map/ingest/words.h"

#include <stdlib.h>
#include <string.h>

#include "map/base/hash.h"

enum { LONGEST_NAME = 256, MOST_NAMES = 64 };

/* A word without its quotes, in lower case; 0: it is none, or not a plain one. */
static size_t plain(const char *data, size_t length, char *out)
{
    size_t start = length > 1 && strchr("`\"[", data[0]) != NULL ? 1 : 0, end = length - start, count = 0;

    for (size_t i = start; i < end && count < LONGEST_NAME; i++) {
        unsigned char c = (unsigned char)data[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && !(c >= '0' && c <= '9') && c != '_' && c != '#' && c != '-' && c != ' ' && c < 0x80)
            return 0;
        out[count++] = (char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
    }
    return count < LONGEST_NAME ? count : 0;
}

bool ingest_is_name(const colline_token *token)
{
    return strcmp(token->kind, "word") == 0 || strcmp(token->kind, "quoted") == 0 || strcmp(token->kind, "keyword") == 0;
}

/* ---- Sets ------------------------------------------------------------------------------------------ */

static uint64_t *place(const ingest_words *words, uint64_t hash)
{
    size_t at = (size_t)hash & words->mask;

    while (words->hashes[at] != 0 && words->hashes[at] != hash)
        at = (at + 1) & words->mask;
    return &words->hashes[at];
}

static void add_word(ingest_words *words, const char *text, size_t length)
{
    uint64_t hash = map_hash128(text, length).low | 1, *slot;

    if (words->count * 2 >= words->mask) {
        ingest_words grown = { NULL, words->mask == 0 ? 127 : words->mask * 2 + 1, words->count };
        grown.hashes = map_get((grown.mask + 1) * sizeof *grown.hashes);
        memset(grown.hashes, 0, (grown.mask + 1) * sizeof *grown.hashes);
        for (size_t i = 0; words->hashes != NULL && i <= words->mask; i++)
            if (words->hashes[i] != 0)
                *place(&grown, words->hashes[i]) = words->hashes[i];
        free(words->hashes);
        *words = grown;
    }
    slot = place(words, hash);
    words->count += *slot == 0;
    *slot = hash;
}

static bool has_word(const ingest_words *words, const char *text, size_t length)
{
    return words->hashes != NULL && *place(words, map_hash128(text, length).low | 1) != 0;
}

void ingest_words_add_all(ingest_words *words, colline_dialect dialect, const char *sql)
{
    char word[LONGEST_NAME];
    size_t offset = 0, length = strlen(sql), count;
    colline_token token;

    while (colline_next_token(dialect, sql, length, &offset, &token)) {
        count = ingest_is_name(&token) ? plain(sql + token.at.offset, token.at.length, word) : 0;
        if (count > 0)
            add_word(words, word, count);
    }
}

void ingest_words_free(ingest_words *words)
{
    free(words->hashes);
    *words = (ingest_words){ NULL, 0, 0 };
}

/* ---- Names ----------------------------------------------------------------------------------------- */

static void add(ingest_names *names, const char *text, size_t length)
{
    if (names->length + length + 2 > names->capacity) {
        names->capacity = (names->length + length + 2) * 2;
        names->text = map_resize(names->text, names->capacity);
    }
    memcpy(names->text + names->length, text, length);
    names->length += length;
    names->text[names->length] = '\0';
}

static void add_any(ingest_names *names)
{
    names->length = 0;
    add(names, "*", 1);
}

static bool is_any(const ingest_names *names)
{
    return names->length > 0 && names->text[0] == '*';
}

static void add_name(ingest_names *names, const char *text, size_t length, const ingest_words *view_words)
{
    char word[LONGEST_NAME + 1];
    size_t count = length > 0 ? plain(text, length, word) : 0;

    if (is_any(names))
        return;
    if (count == 0 || has_word(view_words, word, count)) {
        add_any(names);
        return;
    }
    word[count] = '\n';
    add(names, word, count + 1);
}

/* Words of the statements below that name no table. */
static bool is_syntax(const char *text, size_t length)
{
    static const char *const words[] = { "drop", "table", "view", "if", "exists", "alter", "add", "column", "columns", "rename",
                                         "to", "create", "truncate", "replace", "change", "not", "null", "purge", "cascade",
                                         "temporary", "external", "as", "materialized", "like", "on", "in" };
    char word[LONGEST_NAME];
    size_t count = plain(text, length, word);

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (count == strlen(words[i]) && memcmp(words[i], word, count) == 0)
            return true;
    return false;
}

/* DROP TABLE dw.a: each of its words may be the table's name. */
static void add_words(ingest_names *names, const colline_statement *statement, colline_dialect dialect,
                      const ingest_words *view_words)
{
    colline_text text = colline_statement_text(statement);
    size_t offset = 0, count = 0;
    colline_token token;

    while (!is_any(names) && colline_next_token(dialect, text.data, text.length, &offset, &token)) {
        if (!ingest_is_name(&token) || is_syntax(text.data + token.at.offset, token.at.length))
            continue;
        if (++count > MOST_NAMES)
            add_any(names);
        add_name(names, text.data + token.at.offset, token.at.length, view_words);
    }
    if (count == 0)
        add_any(names);
}

/* Whether the statement changes its targets and nothing else. */
static bool changes_targets(colline_statement_kind kind)
{
    switch (kind) {
    case COLLINE_STATEMENT_CREATE_TABLE_AS: case COLLINE_STATEMENT_CREATE_VIEW: case COLLINE_STATEMENT_ALTER_VIEW:
    case COLLINE_STATEMENT_CREATE_MATERIALIZED_VIEW: case COLLINE_STATEMENT_INSERT: case COLLINE_STATEMENT_UPSERT:
    case COLLINE_STATEMENT_REPLACE: case COLLINE_STATEMENT_MERGE: case COLLINE_STATEMENT_UPDATE:
        return true;
    default: return false;
    }
}

void ingest_names_add(ingest_names *names, const colline_statement *statement, colline_dialect dialect,
                      const ingest_words *view_words)
{
    size_t count = colline_statement_target_count(statement);

    if (count == 0 || !changes_targets(colline_statement_get_kind(statement))) {
        add_words(names, statement, dialect, view_words);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        colline_text table = colline_statement_target(statement, i)->table.table;
        add_name(names, table.data, table.length, view_words);
    }
}

void ingest_names_free(ingest_names *names)
{
    free(names->text);
    *names = (ingest_names){ NULL, 0, 0 };
}
