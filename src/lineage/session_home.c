/*
 * session_home.c -- which database completes names, after USE and its kin.
 *
 *     USE DATABASE c; USE SCHEMA s                 t -> c.s.t
 *     SET search_path TO etl, public               t -> etl.t; public.t where only that is known
 *     ALTER SESSION SET CURRENT_SCHEMA = hr        t -> HR.T
 *     SELECT set_config('search_path', 'etl', false)
 *     CREATE FUNCTION ... SET search_path = etl    for the routine's body alone
 *     DATABASE dw; OPEN SCHEMA dw; SWITCH lake
 */
#include "lineage/session_home.h"

#include "lineage/head_reader.h"
#include "syntax/inner.h"

static bool is_home(const cln_session_state *session, const cln_table_name *home)
{
    return session->home.also == NULL && home->also == NULL && cln_text_equal(home->catalog, session->home.catalog) &&
           cln_text_equal(home->database, session->home.database);
}

static void move_home(cln_session_state *session, cln_table_name home)
{
    if (is_home(session, &home))
        return;
    if (!session->left_home)
        session->first_home = session->home;
    session->left_home = true;
    home.catalog = cln_text_copy(session->lifetime, home.catalog);
    home.database = cln_text_copy(session->lifetime, home.database);
    home.table = CLN_TEXT("");
    session->home = home;
    session->moves++;
}

/* ---- USE ---- */

static colline_text folded(const cln_session_state *session, cln_arena *arena, const cln_node *name)
{
    return cln_fold_name(arena, session->dialect, CLN_AS(name, name)->text, (name->flags & CLN_QUOTED) != 0, CLN_ROLE_TABLE);
}

/* USE x: the catalog where nothing else can be meant. */
static bool names_catalog(const cln_dialect *dialect, const cln_use_node *use)
{
    uint32_t level = use->node.flags & (CLN_CATALOG | CLN_DATABASE | CLN_SCHEMA);

    if (cln_count(use->parts) != 1 || level == CLN_SCHEMA)
        return false;
    if (level == CLN_CATALOG)
        return true;
    return cln_has_rule(dialect, CLN_RULE_USE_CATALOG) || (level == CLN_DATABASE && cln_has_rule(dialect, CLN_RULE_DATABASE_IS_CATALOG));
}

void cln_apply_use(cln_session_state *session, cln_arena *arena, const cln_use_node *use)
{
    cln_table_name home = session->home;
    uint32_t count = cln_count(use->parts);
    colline_text last;

    if (count == 0)
        return;
    last = folded(session, arena, use->parts->items[count - 1]);
    home.also = NULL;
    if (count > 1)
        home.catalog = folded(session, arena, use->parts->items[count - 2]);
    if (names_catalog(session->dialect, use)) {
        home.catalog = last;
        home.database = CLN_TEXT("");
    } else {
        home.database = last;
    }
    move_home(session, home);
}

/* ---- Other words ---- */

typedef struct home_words {
    cln_session_state *session;
    cln_arena *arena;
    cln_head_reader reader;
} home_words;

static bool passes(home_words *w, colline_text word)
{
    return cln_head_skip(&w->reader, word);
}

static colline_text read_part(home_words *w)
{
    colline_text text = cln_head_text(&w->reader);
    bool quoted = w->reader.token.kind == TK_QUOTED_ID || w->reader.token.kind == TK_STRING;

    if (w->reader.token.kind == TK_STRING) {
        char *said = cln_arena_get(w->arena, (size_t)text.length + 1);
        text = cln_text_of(said, cln_literal_says(&w->reader.lexer, w->reader.token, said));
    } else if (quoted && text.length >= 2) {
        text = cln_text_of(text.data + 1, text.length - 2);
    }
    cln_head_next(&w->reader);
    return cln_fold_name(w->arena, w->session->dialect, text, quoted, CLN_ROLE_TABLE);
}

/* s, c.s, 's': whether a name stands there. */
static bool read_home(home_words *w, cln_table_name *home)
{
    *home = w->session->home;
    home->also = NULL;
    if (!cln_head_is_name(&w->reader) && w->reader.token.kind != TK_STRING)
        return false;
    home->database = read_part(w);
    while (w->reader.token.kind == TK_DOT) {
        cln_head_next(&w->reader);
        home->catalog = home->database;
        home->database = read_part(w);
    }
    return home->database.length > 0;
}

static void move_to_schema(home_words *w)
{
    cln_table_name home;

    if (passes(w, CLN_TEXT("default"))) {
        if (w->session->left_home)
            move_home(w->session, w->session->first_home);
    } else if (read_home(w, &home)) {
        move_home(w->session, home);
    }
}

static void move_to_catalog(home_words *w)
{
    cln_table_name home;

    if (!read_home(w, &home))
        return;
    home.catalog = home.database;
    home.database = CLN_TEXT("");
    move_home(w->session, home);
}

/* Those of a search path that hold no tables of ours. */
static bool is_of_system(colline_text name)
{
    static const char *const names[] = { "$user", "pg_catalog", "pg_temp", NULL };

    return cln_text_is_any(name, names);
}

enum { MOST_IN_PATH = 64 };

static void follow_path(home_words *w)
{
    cln_arena *lifetime = w->session->lifetime;
    cln_table_name first = CLN_NO_TABLE, home, *last = NULL;

    if (cln_text_equal_nocase(cln_head_text(&w->reader), CLN_TEXT("default"))) {
        move_to_schema(w);
        return;
    }
    for (uint32_t i = 0; i < MOST_IN_PATH && read_home(w, &home); i++) {
        if (last == NULL && !is_of_system(home.database)) {
            first = home;
            last = &first;
        } else if (!is_of_system(home.database)) {
            cln_table_name *next = CLN_NEW(lifetime, cln_table_name);
            *next = home;
            next->catalog = cln_text_copy(lifetime, home.catalog);
            next->database = cln_text_copy(lifetime, home.database);
            last->also = next;
            last = next;
        }
        if (!passes(w, CLN_TEXT(",")))
            break;
    }
    if (last != NULL)
        move_home(w->session, first);
}

/* SET schema = s, SET current_schema = s, SET @@dataset_id = 's' */
static bool sets_schema(home_words *w)
{
    const cln_dialect *dialect = w->session->dialect;

    if (cln_has_rule(dialect, CLN_RULE_SEARCH_PATH | CLN_RULE_SET_SCHEMA) && (passes(w, CLN_TEXT("schema")) || passes(w, CLN_TEXT("current_schema"))))
        return true;
    return cln_has_rule(dialect, CLN_RULE_SET_DATASET) && passes(w, CLN_TEXT("@@dataset_id"));
}

static void pass_equals(home_words *w)
{
    if (!passes(w, CLN_TEXT("=")))
        (void)passes(w, CLN_TEXT("to"));
}

static void read_set(home_words *w)
{
    const cln_dialect *dialect = w->session->dialect;

    if (!passes(w, CLN_TEXT("local")) && !passes(w, CLN_TEXT("session")))
        (void)passes(w, CLN_TEXT("current"));
    if (cln_has_rule(dialect, CLN_RULE_SEARCH_PATH) && passes(w, CLN_TEXT("search_path"))) {
        pass_equals(w);
        follow_path(w);
    } else if (sets_schema(w)) {
        pass_equals(w);
        move_to_schema(w);
    } else if (cln_has_rule(dialect, CLN_RULE_SET_CATALOG) && passes(w, CLN_TEXT("catalog"))) {
        pass_equals(w);
        move_to_catalog(w);
    }
}

/* ---- set_config('search_path', 'etl, public', false) ---- */

/* What the next token says, if it is a string; NULL data: none. */
static colline_text read_said(home_words *w)
{
    char *said;
    uint32_t length;

    if (w->reader.token.kind != TK_STRING)
        return (colline_text){ NULL, 0 };
    said = cln_arena_get(w->arena, (size_t)w->reader.token.length + 1);
    length = cln_literal_says(&w->reader.lexer, w->reader.token, said);
    said[length] = '\0';
    cln_head_next(&w->reader);
    return cln_text_of(said, length);
}

/* Behind SELECT or PERFORM. */
static void read_set_config(home_words *w)
{
    colline_text path;

    if (passes(w, CLN_TEXT("pg_catalog")))
        (void)passes(w, CLN_TEXT("."));
    if (!passes(w, CLN_TEXT("set_config")) || !passes(w, CLN_TEXT("(")) || !cln_text_equal_nocase(read_said(w), CLN_TEXT("search_path")) ||
        !passes(w, CLN_TEXT(",")) || (path = read_said(w)).data == NULL)
        return;
    w->reader = (cln_head_reader){ { path, w->session->dialect, w->session->dialect->lex }, 0, path.length, { 0, 0, 0, 0 } };
    cln_head_next(&w->reader);
    follow_path(w);
}

bool cln_may_set_config(const cln_session_state *session, const cln_node *query)
{
    const cln_node *body = CLN_AS(query, query)->body;

    return cln_has_rule(session->dialect, CLN_RULE_SEARCH_PATH) && cln_node_is(body, CLN_SELECT) && CLN_AS(select, body)->from == NULL;
}

/* ---- CREATE FUNCTION f () ... SET search_path = etl AS $$ ... $$ ---- */

void cln_enter_routine_home(cln_session_state *session, const cln_result *result)
{
    home_words w = { session, result->arena, cln_read_head(session, result) };
    bool sets = false;

    if (!cln_has_rule(session->dialect, CLN_RULE_SEARCH_PATH))
        return;
    while (w.reader.token.kind != 0 && !(sets && passes(&w, CLN_TEXT("search_path")))) {
        sets = cln_text_equal_nocase(cln_head_text(&w.reader), CLN_TEXT("set"));
        cln_head_next(&w.reader);
    }
    if (w.reader.token.kind == 0)
        return;
    pass_equals(&w);
    session->outer_home = session->home;
    session->outer_left_home = session->left_home;
    session->in_routine_home = true;
    follow_path(&w);
}

void cln_leave_routine_home(cln_session_state *session)
{
    session->home = session->outer_home;
    session->left_home = session->outer_left_home;
    session->in_routine_home = false;
    session->moves++;
}

void cln_apply_home(cln_session_state *session, const cln_result *result)
{
    home_words w = { session, result->arena, cln_read_head(session, result) };

    if (passes(&w, CLN_TEXT("set"))) {
        read_set(&w);
    } else if (passes(&w, CLN_TEXT("reset"))) {
        if (cln_has_rule(session->dialect, CLN_RULE_SEARCH_PATH) && passes(&w, CLN_TEXT("search_path")) && session->left_home)
            move_home(session, session->first_home);
    } else if (passes(&w, CLN_TEXT("alter"))) {
        if (!passes(&w, CLN_TEXT("session")) || !passes(&w, CLN_TEXT("set")) || !passes(&w, CLN_TEXT("current_schema")))
            return;
        pass_equals(&w);
        move_to_schema(&w);
    } else if (passes(&w, CLN_TEXT("open"))) {
        if (cln_has_rule(session->dialect, CLN_RULE_OPEN_SCHEMA) && passes(&w, CLN_TEXT("schema")))
            move_to_schema(&w);
    } else if (cln_has_rule(session->dialect, CLN_RULE_SEARCH_PATH) && (passes(&w, CLN_TEXT("select")) || passes(&w, CLN_TEXT("perform")))) {
        read_set_config(&w);
    } else if (passes(&w, CLN_TEXT("database"))) {
        move_to_schema(&w);
    } else if (passes(&w, CLN_TEXT("switch"))) {
        move_to_catalog(&w);
    }
}
