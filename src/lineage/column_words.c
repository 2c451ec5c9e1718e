/*
 * column_words.c -- what ALTER TABLE says of a column in words that no rule of the grammar reads.
 *
 *     ALTER TABLE t ALTER COLUMN b SET INVISIBLE        MySQL;  MODIFY (b INVISIBLE): Oracle;  ALTER b SET NOT HIDDEN: Db2
 *     ALTER TABLE t MODIFY COLUMN b DEFAULT 1 FIRST     ClickHouse: no type, but a place
 *
 * The statement's tokens are looked at once more: behind ALTER or MODIFY a column's name stands, and then what is said of it, up to a comma.
 */
#include "lineage/feeding.h"
#include "lineage/head_reader.h"
#include "lineage/column_words.h"

typedef struct column_words {
    cln_session_state *session;
    cln_arena *arena;
    const cln_table_name *table;
    cln_head_reader reader;
    colline_text column; /* the one that is spoken of; empty: none */
} column_words;

static bool is_spoken_word(const column_words *w, const char *word)
{
    return w->reader.token.kind != TK_QUOTED_ID && cln_text_equal_nocase(cln_head_text(&w->reader), cln_text_of(word, strlen(word)));
}

static bool pass_word(column_words *w, const char *word)
{
    bool says = is_spoken_word(w, word);

    if (says)
        cln_head_next(&w->reader);
    return says;
}

/* A name as the catalog has it. */
static colline_text read_column(column_words *w)
{
    colline_text text = cln_head_text(&w->reader);
    bool quoted = w->reader.token.kind == TK_QUOTED_ID;

    if (!cln_head_is_name(&w->reader))
        return CLN_TEXT("");
    if (quoted && text.length >= 2)
        text = cln_text_of(text.data + 1, text.length - 2);
    cln_head_next(&w->reader);
    return cln_fold_name(w->arena, w->session->dialect, text, quoted, CLN_ROLE_COLUMN);
}

static const cln_column_info *column_called(const cln_table *table, colline_text name)
{
    const cln_column_info *column = table != NULL && name.length > 0 ? cln_table_column(table, name, false) : NULL;

    return column != NULL && !column->partition ? column : NULL;
}

static void move_to(column_words *w, const cln_table *table, uint32_t from, uint32_t to)
{
    if (from != to && cln_catalog_move_column(w->session->catalog, table, from, to) && table->feed != NULL)
        cln_feed_move_column((cln_feed *)(uintptr_t)table->feed, from, to);
}

/* FIRST, AFTER a */
static void place_spoken(column_words *w, colline_text after)
{
    const cln_table *table = cln_catalog_find(w->session->catalog, w->table);
    const cln_column_info *column = column_called(table, w->column), *before = column_called(table, after);

    if (column != NULL && (after.length == 0 || (before != NULL && before != column)))
        move_to(w, table, (uint32_t)(column - table->columns), before != NULL ? (uint32_t)(before - table->columns) + (before < column) : 0);
}

/* In Oracle a column that is shown again is the last one. */
static void show_or_hide(column_words *w, bool hidden)
{
    const cln_table *table = cln_catalog_find(w->session->catalog, w->table);
    const cln_column_info *column = column_called(table, w->column);
    cln_column_info as;
    uint32_t place, last;

    if (column == NULL || column->hidden == hidden)
        return;
    place = (uint32_t)(column - table->columns);
    last = table->column_count - 1;
    as = *column;
    as.hidden = hidden;
    as.passed = hidden || (cln_has_rule(w->session->dialect, CLN_RULE_IDENTITY_PASSED) && column->passed);
    cln_catalog_change_column(w->session->catalog, table, place, &as);
    table = cln_catalog_find(w->session->catalog, w->table);
    while (last > place && table->columns[last].partition)
        last--;
    if (cln_has_rule(w->session->dialect, CLN_RULE_SHOWN_LAST) && !hidden)
        move_to(w, table, place, last);
}

/* One word of what is said; false at the end of what belongs to the column. */
static bool read_said(column_words *w, bool *negated)
{
    bool denies = is_spoken_word(w, "not") || is_spoken_word(w, "drop");

    if (w->reader.token.kind == 0 || w->reader.token.kind == TK_COMMA || w->reader.token.kind == TK_RP || is_spoken_word(w, "alter"))
        return false;
    if (cln_has_syntax(w->session->dialect, CLN_SYNTAX_KEPT_COLUMNS)) {
        if (pass_word(w, "first"))
            place_spoken(w, CLN_TEXT(""));
        else if (pass_word(w, "after"))
            place_spoken(w, read_column(w));
        else
            cln_head_next(&w->reader);
        return true;
    }
    if (is_spoken_word(w, "visible"))
        show_or_hide(w, false);
    else if (is_spoken_word(w, "invisible") || is_spoken_word(w, "hidden"))
        show_or_hide(w, !*negated);
    *negated = denies;
    cln_head_next(&w->reader);
    return true;
}

/* Parentheses of a type or a default: NUMBER(10, 2). */
static void pass_parentheses(column_words *w)
{
    uint32_t depth = 0;

    do {
        depth += w->reader.token.kind == TK_LP;
        depth -= w->reader.token.kind == TK_RP;
        cln_head_next(&w->reader);
    } while (depth > 0 && w->reader.token.kind != 0);
}

/* A column's name and what is said of it. */
static void read_spoken(column_words *w)
{
    bool negated = false;

    (void)pass_word(w, "column");
    if (pass_word(w, "if"))
        (void)pass_word(w, "exists");
    w->column = read_column(w);
    for (;;) {
        if (w->reader.token.kind == TK_LP)
            pass_parentheses(w);
        else if (!read_said(w, &negated))
            break;
    }
}

void cln_apply_column_words(cln_session_state *session, const cln_result *result, const cln_table_name *table)
{
    column_words w = { session, result->arena, table, cln_read_head(session, result), CLN_TEXT("") };
    bool listed = false;

    if (!cln_has_rule(session->dialect, CLN_RULE_COLUMN_WORDS) || cln_catalog_find(session->catalog, table) == NULL)
        return;
    (void)pass_word(&w, "alter");
    while (w.reader.token.kind != 0) {
        if (pass_word(&w, "alter") || pass_word(&w, "modify")) {
            listed = w.reader.token.kind == TK_LP;
            if (listed)
                cln_head_next(&w.reader);
            read_spoken(&w);
        } else if (listed && w.reader.token.kind == TK_COMMA) {
            cln_head_next(&w.reader);
            read_spoken(&w);
        } else {
            listed = listed && w.reader.token.kind != TK_RP;
            cln_head_next(&w.reader);
        }
    }
}
