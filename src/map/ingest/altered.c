/*
 * DROP and ALTER, token by token.
 */
#include "map/ingest/altered.h"

#include <string.h>

#include "map/ingest/words.h"

static bool is_word(colline_text text, const colline_token *token, const char *word)
{
    for (uint32_t i = 0; i < token->at.length; i++)
        if (word[i] == '\0' || (text.data[token->at.offset + i] | 0x20) != word[i])
            return false;
    return word[token->at.length] == '\0';
}

colline_text ingest_read_name(colline_dialect dialect, colline_text text, size_t *offset, colline_token *token)
{
    uint32_t from = token->at.offset, to = from;

    do {
        if (!ingest_is_name(token) && text.data[token->at.offset] != '.')
            break;
        if (to != from && text.data[to - 1] != '.' && text.data[token->at.offset] != '.')
            break; /* two names in a row */
        to = token->at.offset + token->at.length;
    } while (colline_next_token(dialect, text.data, text.length, offset, token));
    return (colline_text){ text.data + from, to - from };
}

bool ingest_find_name(colline_dialect dialect, colline_text text, size_t *offset, colline_token *token, bool *view)
{
    bool found = false;

    while (colline_next_token(dialect, text.data, text.length, offset, token)) {
        if (is_word(text, token, "table") || is_word(text, token, "view")) {
            *view = is_word(text, token, "view");
            found = true;
        } else if (found && !is_word(text, token, "if") && !is_word(text, token, "exists") && !is_word(text, token, "only")) {
            return true;
        } else if (!found && !is_word(text, token, "drop") && !is_word(text, token, "alter") &&
                   !is_word(text, token, "materialized") && !is_word(text, token, "external") &&
                   strcmp(token->kind, "comment") != 0) {
            return false;
        }
    }
    return false;
}

bool ingest_is_renamed(const colline_statement *statement)
{
    return colline_statement_target_count(statement) == 1 && colline_statement_source_count(statement) == 1 &&
           colline_statement_target(statement, 0)->operation == COLLINE_OPERATION_CREATE;
}

/* ---- Columns --------------------------------------------------------------------------------------- */

typedef struct reader {
    colline_dialect dialect;
    colline_text text;
    size_t offset;
    colline_token token;
    bool more; /* the token is one */
} reader;

static void step(reader *r)
{
    do
        r->more = colline_next_token(r->dialect, r->text.data, r->text.length, &r->offset, &r->token);
    while (r->more && (strcmp(r->token.kind, "comment") == 0 || strcmp(r->token.kind, "hint") == 0));
}

static bool take(reader *r, const char *word)
{
    bool found = r->more && is_word(r->text, &r->token, word);

    if (found)
        step(r);
    return found;
}

static colline_text take_name(reader *r)
{
    colline_text name = { "", 0 };

    if (r->more && ingest_is_name(&r->token)) {
        name = (colline_text){ r->text.data + r->token.at.offset, r->token.at.length };
        step(r);
    }
    return name;
}

/* How deep in brackets it goes on behind the token: those of a type are  STRUCT<a: INT, b: ARRAY<INT>>,  too. */
static int depth_behind(const reader *r, int depth)
{
    const char *at = r->text.data + r->token.at.offset;

    for (uint32_t i = 0; i < r->token.at.length && strchr("()<>[]", at[i]) != NULL; i++) {
        depth += strchr("(<[", at[i]) != NULL ? 1 : -1;
        depth = depth < 0 ? 0 : depth;
    }
    return depth;
}

/* To the action behind the next comma that stands in no brackets. */
static void skip_action(reader *r)
{
    for (int depth = 0; r->more; step(r)) {
        if (depth == 0 && r->text.data[r->token.at.offset] == ',')
            break;
        depth = depth_behind(r, depth);
    }
    if (r->more)
        step(r);
}

/* Up to what follows a type in a CHANGE. */
static colline_text take_type(reader *r)
{
    static const char *const others[] = { "comment", "first", "after", "not", "null", "default", "key", "auto_increment", "collate",
                                          "character", "charset", "cascade", "restrict", "primary", "unique", "generated" };
    colline_text type = { "", 0 };

    for (int depth = 0; r->more; step(r)) {
        if (depth == 0 && r->text.data[r->token.at.offset] == ',')
            return type;
        for (size_t i = 0; depth == 0 && i < sizeof others / sizeof *others; i++)
            if (is_word(r->text, &r->token, others[i]))
                return type;
        if (type.length == 0)
            type.data = r->text.data + r->token.at.offset;
        type.length = (uint32_t)(r->text.data + r->token.at.offset + r->token.at.length - type.data);
        depth = depth_behind(r, depth);
    }
    return type;
}

/* RENAME [COLUMN] a TO b; RENAME COLUMN a b (Doris); CHANGE [COLUMN] a b INT.  Others have no name in one of the two places:
 * RENAME TO b, RENAME INDEX a TO b. */
static ingest_column_rename take_action(reader *r)
{
    ingest_column_rename renamed = { { "", 0 }, { "", 0 }, { "", 0 } };
    bool rename = take(r, "rename"), change = !rename && take(r, "change"), column = (rename || change) && take(r, "column");

    if (!rename && !change)
        return renamed;
    if (take(r, "if"))
        (void)take(r, "exists");
    renamed.from = take_name(r);
    if (change || take(r, "to") || column)
        renamed.to = take_name(r);
    if (change)
        renamed.type = take_type(r);
    return renamed;
}

/* ALTER TABLE t PARTITION (ds = '1') CHANGE ... */
static void skip_partition(reader *r)
{
    int depth = 0;

    if (!take(r, "partition"))
        return;
    do {
        char c = r->more ? r->text.data[r->token.at.offset] : ')';
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        step(r);
    } while (r->more && depth > 0);
}

size_t ingest_column_renames(colline_dialect dialect, colline_text text, map_pool *pool, colline_text *table,
                             ingest_column_rename **renames)
{
    reader r = { .dialect = dialect, .text = text, .more = true };
    size_t count = 0, capacity = 4;
    bool view;

    *renames = NULL;
    if (!ingest_find_name(dialect, text, &r.offset, &r.token, &view))
        return 0;
    *table = ingest_read_name(dialect, text, &r.offset, &r.token);
    /* (at the end of the text the token is still that of the name) */
    r.more = table->length > 0 && text.data + r.token.at.offset >= table->data + table->length;
    if (r.more && strcmp(r.token.kind, "comment") == 0)
        step(&r);
    skip_partition(&r);
    for (; r.more; skip_action(&r)) {
        ingest_column_rename renamed = take_action(&r);
        if (renamed.from.length == 0 || renamed.to.length == 0)
            continue;
        if (count == 0 || count == capacity) {
            ingest_column_rename *more = map_pool_get(pool, (capacity *= 2) * sizeof *more);
            if (count > 0)
                memcpy(more, *renames, count * sizeof *more);
            *renames = more;
        }
        (*renames)[count++] = renamed;
    }
    return count;
}
