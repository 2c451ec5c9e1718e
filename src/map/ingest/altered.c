/*
 * DROP and ALTER, token by token; sp_rename from the tree that the library makes of it.
 */
#include "map/ingest/altered.h"

#include <string.h>
#include <strings.h>

#include "map/ingest/words.h"

static bool is_word(colline_text text, const colline_token *token, const char *word)
{
    return token->at.length == strlen(word) && strncasecmp(text.data + token->at.offset, word, token->at.length) == 0;
}

/* ---- Tokens ---------------------------------------------------------------------------------------- */

static void step(ingest_reader *r)
{
    do
        r->more = colline_next_token(r->dialect, r->text.data, r->text.length, &r->offset, &r->token);
    while (r->more && (strcmp(r->token.kind, "comment") == 0 || strcmp(r->token.kind, "hint") == 0));
}

ingest_reader ingest_reader_of(colline_dialect dialect, colline_text text)
{
    ingest_reader r = { .dialect = dialect, .text = text };

    step(&r);
    return r;
}

static bool is_said(const ingest_reader *r, const char *word)
{
    return r->more && is_word(r->text, &r->token, word);
}

/* The first byte of the token at hand; NUL at the end. */
static char first_byte(const ingest_reader *r)
{
    return r->more ? r->text.data[r->token.at.offset] : '\0';
}

bool ingest_take_comma(ingest_reader *r)
{
    bool found = first_byte(r) == ',';

    if (found)
        step(r);
    return found;
}

/* ---- Tables ---------------------------------------------------------------------------------------- */

colline_text ingest_read_name(ingest_reader *r)
{
    const char *text = r->text.data;
    uint32_t from = r->token.at.offset, to = from;

    for (; r->more && (ingest_is_name(&r->token) || first_byte(r) == '.'); step(r)) {
        if (to != from && text[to - 1] != '.' && first_byte(r) != '.')
            break; /* two names in a row */
        to = r->token.at.offset + r->token.at.length;
    }
    return (colline_text){ text + from, to - from };
}

bool ingest_find_name(ingest_reader *r, bool *view)
{
    bool found = false;

    for (; r->more; step(r)) {
        if (is_said(r, "table") || is_said(r, "view")) {
            *view = is_said(r, "view");
            found = true;
        } else if (found && !is_said(r, "if") && !is_said(r, "exists") && !is_said(r, "only")) {
            return true;
        } else if (!found && !is_said(r, "drop") && !is_said(r, "alter") && !is_said(r, "materialized") && !is_said(r, "external")) {
            return false;
        }
    }
    return false;
}

static bool same_table(const colline_column_ref *a, const colline_column_ref *b)
{
    return map_same(a->table, b->table) && map_same(a->database, b->database) && map_same(a->catalog, b->catalog);
}

size_t ingest_renamed_tables(const colline_statement *statement, bool *swapped)
{
    size_t count = colline_statement_target_count(statement);

    *swapped = false;
    if (colline_statement_get_kind(statement) != COLLINE_STATEMENT_ALTER || count == 0 || colline_statement_source_count(statement) != count)
        return 0;
    *swapped = count % 2 == 0 && colline_statement_target(statement, 0)->operation == COLLINE_OPERATION_REPLACE;
    for (size_t i = 0; i < count; i++) {
        const colline_target *target = colline_statement_target(statement, i);
        if (target->operation != (*swapped ? COLLINE_OPERATION_REPLACE : COLLINE_OPERATION_CREATE) ||
            (*swapped && !same_table(&target->table, colline_statement_source(statement, i ^ 1))))
            return 0;
    }
    return count;
}

/* ---- Columns --------------------------------------------------------------------------------------- */

static bool take(ingest_reader *r, const char *word)
{
    bool found = is_said(r, word);

    if (found)
        step(r);
    return found;
}

static colline_text take_name(ingest_reader *r)
{
    colline_text name = { "", 0 };

    if (r->more && ingest_is_name(&r->token)) {
        name = (colline_text){ r->text.data + r->token.at.offset, r->token.at.length };
        step(r);
    }
    return name;
}

/* How deep in brackets it goes on behind the token: those of a type are  STRUCT<a: INT, b: ARRAY<INT>>,  too. */
static int depth_behind(const ingest_reader *r, int depth)
{
    const char *at = r->text.data + r->token.at.offset;

    for (uint32_t i = 0; i < r->token.at.length && strchr("()<>[]", at[i]) != NULL; i++) {
        depth += strchr("(<[", at[i]) != NULL ? 1 : -1;
        depth = depth < 0 ? 0 : depth;
    }
    return depth;
}

/* To the action behind the next comma that stands in no brackets. */
static void skip_action(ingest_reader *r)
{
    for (int depth = 0; r->more; step(r)) {
        if (depth == 0 && ingest_take_comma(r))
            return;
        depth = depth_behind(r, depth);
    }
}

/* Up to what follows a type in a CHANGE. */
static colline_text take_type(ingest_reader *r)
{
    static const char *const others[] = { "comment", "first", "after", "not", "null", "default", "key", "auto_increment", "collate",
                                          "character", "charset", "cascade", "restrict", "primary", "unique", "generated" };
    colline_text type = { "", 0 };

    for (int depth = 0; r->more; step(r)) {
        if (depth == 0 && first_byte(r) == ',')
            return type;
        for (size_t i = 0; depth == 0 && i < sizeof others / sizeof *others; i++)
            if (is_said(r, others[i]))
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
static ingest_column_rename take_action(ingest_reader *r)
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
static void skip_partition(ingest_reader *r)
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

/* ---- T-SQL's sp_rename ----------------------------------------------------------------------------- */

static const colline_node *child_as(const colline_node *node, const char *role)
{
    for (size_t i = 0; i < colline_node_child_count(node); i++)
        if (strcmp(colline_node_child_role(node, i), role) == 0)
            return colline_node_child(node, i);
    return NULL;
}

/* In brackets, so that any name can be read again. */
static colline_text bracketed(map_pool *pool, const colline_node *name)
{
    colline_text text = colline_node_text(name);

    return map_pool_format(pool, "[%.*s]", (int)text.length, text.data);
}

/* EXEC sp_rename 'dw.t.a', 'b', 'COLUMN': the library reads it as the ALTER that does the same. */
static bool read_call(const colline_statement *statement, map_pool *pool, colline_text *table, ingest_column_rename *renamed)
{
    const colline_node *tree = colline_statement_tree(statement), *parts, *from, *to;

    if (tree == NULL || strcmp(colline_node_kind(tree), "alter") != 0 || !map_same(colline_node_detail(tree), map_text("rename_column")))
        return false;
    parts = child_as(tree, "name");
    from = child_as(tree, "column");
    to = child_as(tree, "columns");
    to = to != NULL ? child_as(to, "name") : NULL;
    if (parts == NULL || colline_node_child_count(parts) == 0 || from == NULL || to == NULL)
        return false;
    *table = bracketed(pool, colline_node_child(parts, 0));
    for (size_t i = 1; i < colline_node_child_count(parts); i++) {
        colline_text part = bracketed(pool, colline_node_child(parts, i));
        *table = map_pool_format(pool, "%.*s.%.*s", (int)table->length, table->data, (int)part.length, part.data);
    }
    *renamed = (ingest_column_rename){ bracketed(pool, from), bracketed(pool, to), { "", 0 } };
    return true;
}

/* ---- Both ------------------------------------------------------------------------------------------ */

static void add_rename(map_pool *pool, ingest_column_rename **renames, size_t *count, const ingest_column_rename *renamed)
{
    if ((*count & (*count - 1)) == 0) { /* a power of two, or none: there is no more room */
        ingest_column_rename *more = map_pool_get(pool, (*count * 2 + 1) * sizeof *more);
        if (*count > 0)
            memcpy(more, *renames, *count * sizeof *more);
        *renames = more;
    }
    (*renames)[(*count)++] = *renamed;
}

size_t ingest_column_renames(const colline_statement *statement, colline_dialect dialect, colline_text text, map_pool *pool,
                             colline_text *table, ingest_column_rename **renames)
{
    ingest_reader r = ingest_reader_of(dialect, text);
    ingest_column_rename renamed;
    size_t count = 0;
    bool view;

    *renames = NULL;
    if (!ingest_find_name(&r, &view)) {
        if (read_call(statement, pool, table, &renamed))
            add_rename(pool, renames, &count, &renamed);
        return count;
    }
    *table = ingest_read_name(&r);
    skip_partition(&r);
    for (; r.more; skip_action(&r)) {
        renamed = take_action(&r);
        if (renamed.from.length > 0 && renamed.to.length > 0)
            add_rename(pool, renames, &count, &renamed);
    }
    return count;
}
