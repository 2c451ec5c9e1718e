/* Sessions: order of calls, pieces of text, reset, limits, cancelling, what stays. */
#include "support.h"

static void calls_out_of_order(void **state)
{
    colline_session *session = NULL;
    colline_options options = COLLINE_OPTIONS_INIT;

    (void)state;
    assert_int_equal(colline_session_open(NULL, NULL, NULL), COLLINE_E_MISUSE);
    options.size = 3;
    assert_int_equal(colline_session_open(NULL, &options, &session), COLLINE_E_MISUSE);
    assert_null(session);
    options.size = sizeof options;
    options.dialect = (colline_dialect)4711;
    assert_int_equal(colline_session_open(NULL, &options, &session), COLLINE_E_MISUSE);
    assert_int_equal(colline_session_open(NULL, NULL, &session), COLLINE_OK);
    assert_null(colline_session_next(session)); /* before finish() */
    assert_int_equal(colline_session_status(session), COLLINE_OK);
    assert_int_equal(colline_session_feed(session, NULL, 1), COLLINE_E_MISUSE);
    assert_int_equal(colline_session_feed(session, NULL, 0), COLLINE_OK);
    assert_int_equal(colline_session_finish(session), COLLINE_OK);
    assert_int_equal(colline_session_finish(session), COLLINE_E_MISUSE);
    assert_int_equal(colline_session_feed(session, "x", 1), COLLINE_E_MISUSE);
    assert_null(colline_session_next(session));
    assert_null(colline_session_next(session));
    assert_int_equal(colline_session_status(session), COLLINE_OK);
    colline_session_close(session);
}

static void null_sessions(void **state)
{
    (void)state;
    assert_int_equal(colline_session_feed(NULL, "x", 1), COLLINE_E_MISUSE);
    assert_int_equal(colline_session_finish(NULL), COLLINE_E_MISUSE);
    assert_null(colline_session_next(NULL));
    assert_int_equal(colline_session_status(NULL), COLLINE_E_MISUSE);
    assert_int_equal(colline_session_reset(NULL), COLLINE_E_MISUSE);
    assert_int_equal(colline_session_add_ddl(NULL, "", 0, NULL), COLLINE_E_MISUSE);
    assert_int_equal(colline_session_use(NULL, "dw"), COLLINE_E_MISUSE);
    assert_int_equal(colline_session_arena_bytes(NULL), 0);
    colline_session_close(NULL);
}

static void text_in_pieces(void **state)
{
    static const char sql[] = "SELECT 1;\n\nSELECT a\n  FROM t -- ;\n;;";
    colline_session *session;
    const colline_statement *statement;

    (void)state;
    assert_int_equal(colline_session_open(NULL, NULL, &session), COLLINE_OK);
    for (size_t i = 0; i < strlen(sql); i++)
        assert_int_equal(colline_session_feed(session, sql + i, 1), COLLINE_OK);
    assert_int_equal(colline_session_finish(session), COLLINE_OK);
    statement = colline_session_next(session);
    assert_int_equal(colline_statement_number(statement), 1);
    assert_string_equal(colline_statement_text(statement).data, "SELECT 1");
    statement = colline_session_next(session);
    assert_int_equal(colline_statement_number(statement), 2);
    assert_int_equal(colline_statement_line(statement), 3);
    assert_int_equal(colline_statement_span(statement).offset, 11);
    assert_string_equal(colline_statement_text(statement).data, "SELECT a\n  FROM t");
    assert_true(colline_session_arena_bytes(session) > 0);
    assert_null(colline_session_next(session));
    colline_session_close(session);
}

static void reset_keeps_effects(void **state)
{
    colline_session *session = session_on(NULL, NULL, "CREATE TEMPORARY TABLE t AS SELECT 1 AS one; USE dw");
    const colline_statement *statement;

    (void)state;
    while (colline_session_next(session) != NULL)
        ;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(colline_session_reset(session), COLLINE_OK);
        assert_int_equal(colline_session_feed(session, "SELECT * FROM u", 15), COLLINE_OK);
        assert_int_equal(colline_session_finish(session), COLLINE_OK);
        statement = colline_session_next(session);
        assert_int_equal(colline_statement_number(statement), 1);
        assert_string_equal(colline_statement_source(statement, 0)->database.data, "dw");
        assert_null(colline_session_next(session));
    }
    colline_session_close(session);
}

static void moved(void **state)
{
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_session *session;

    (void)state;
    options.dialect = COLLINE_POSTGRES;
    session = session_on(NULL, &options, "SELECT a FROM t; SELECT a FROM t; SELECT a FROM t");
    assert_int_equal(colline_session_use(session, "shop.public"), COLLINE_OK);
    assert_string_equal(colline_statement_source(colline_session_next(session), 0)->catalog.data, "shop");
    assert_int_equal(colline_session_use(session, "lake.raw"), COLLINE_OK);
    assert_string_equal(colline_statement_source(colline_session_next(session), 0)->database.data, "raw");
    assert_int_equal(colline_session_use(session, NULL), COLLINE_OK);
    assert_string_equal(colline_statement_source(colline_session_next(session), 0)->database.data, "");
    colline_session_close(session);
}

/* One statement's syntax error never costs the next one. */
static void errors_stay_alone(void **state)
{
    colline_session *session =
        session_on(NULL, NULL, "SELECT a FROM t;\nSELECT FROM FROM (;\nSELECT b FROM u");
    const colline_statement *statement;

    (void)state;
    assert_int_equal(colline_statement_outcome(colline_session_next(session)), COLLINE_OUTCOME_OK);
    statement = colline_session_next(session);
    assert_int_not_equal(colline_statement_outcome(statement), COLLINE_OUTCOME_OK);
    assert_int_equal(colline_statement_get_kind(statement), COLLINE_STATEMENT_SELECT);
    assert_true(colline_statement_diagnostic_count(statement) > 0);
    assert_string_equal(colline_statement_diagnostic(statement, 0)->code, "syntax_error");
    assert_int_equal(colline_statement_diagnostic(statement, 0)->line, 2);
    assert_true(colline_statement_diagnostic(statement, 0)->message.length > 0);
    statement = colline_session_next(session);
    assert_true(has_edge(statement, "u.b", "b", COLLINE_DIRECT));
    assert_null(colline_session_next(session));
    assert_int_equal(colline_session_status(session), COLLINE_OK);
    colline_session_close(session);
}

static void ddl_of_a_session(void **state)
{
    static const char ddl[] = "CREATE TABLE t (a INT, b INT)";
    static const char bad[] = "CREATE TABLE (";
    colline_catalog *catalog = colline_catalog_new(NULL);
    colline_session *session, *other;
    colline_diagnostics *diagnostics;

    (void)state;
    assert_int_equal(colline_session_open(catalog, NULL, &session), COLLINE_OK);
    assert_int_equal(colline_session_add_ddl(session, NULL, 0, NULL), COLLINE_E_MISUSE);
    assert_int_equal(colline_session_add_ddl(session, ddl, strlen(ddl), NULL), COLLINE_OK);
    assert_int_equal(colline_session_add_ddl(session, bad, strlen(bad), &diagnostics), COLLINE_E_INPUT);
    assert_true(colline_diagnostics_count(diagnostics) > 0);
    colline_diagnostics_free(diagnostics);
    assert_int_equal(colline_session_feed(session, "SELECT * FROM t; SELECT 1", 25), COLLINE_OK);
    assert_int_equal(colline_session_finish(session), COLLINE_OK);
    assert_int_equal(colline_statement_column_count(colline_session_next(session)), 2);
    /* In the middle of a text there is no place for it. */
    assert_int_equal(colline_session_add_ddl(session, ddl, strlen(ddl), NULL), COLLINE_E_MISUSE);
    assert_non_null(colline_session_next(session));
    assert_null(colline_session_next(session));
    assert_int_equal(colline_session_add_ddl(session, ddl, strlen(ddl), NULL), COLLINE_OK);
    other = session_on(catalog, NULL, "SELECT * FROM t"); /* another session sees none of it */
    assert_string_equal(colline_statement_column(colline_session_next(other), 0)->name.data, "*");
    colline_session_close(other);
    colline_session_close(session);
    colline_catalog_release(catalog);
}

/* A program compiled against an older header: the members that it lacks are the defaults. */
static void smaller_options(void **state)
{
    colline_options options;
    colline_session *session;

    (void)state;
    memset(&options, 0xFF, sizeof options);
    options.size = offsetof(colline_options, flags);
    options.dialect = COLLINE_IMPALA;
    options.default_db = "dw";
    session = session_on(NULL, &options, "SELECT a FROM t");
    assert_string_equal(colline_statement_source(colline_session_next(session), 0)->database.data, "dw");
    colline_session_close(session);
    options.size = offsetof(colline_options, default_db) + 4; /* half a pointer */
    assert_int_equal(colline_session_open(NULL, &options, &session), COLLINE_E_MISUSE);
    assert_null(session);
}

static void larger_options(void **state)
{
    struct {
        colline_options known;
        char unknown[64];
    } options;
    colline_session *session = NULL;

    (void)state;
    memset(&options, 0, sizeof options);
    options.known.size = sizeof options;
    assert_int_equal(colline_session_open(NULL, &options.known, &session), COLLINE_OK);
    colline_session_close(session);
}

static const char *first_code(const colline_statement *statement)
{
    const colline_diagnostic *d = colline_statement_diagnostic(statement, 0);

    return d != NULL ? d->code : "";
}

static void limits(void **state)
{
    colline_options options = COLLINE_OPTIONS_INIT;
    char sql[4096] = "SELECT ";
    colline_session *session;

    (void)state;
    for (int i = 0; i < 100; i++)
        strcat(sql, "f(");
    strcat(sql, "1");
    for (int i = 0; i < 100; i++)
        strcat(sql, ")");
    strcat(sql, "; SELECT a, b, c FROM t");
    options.max_nesting = 20;
    session = session_on(NULL, &options, sql);
    assert_string_equal(first_code(colline_session_next(session)), "limit");
    assert_string_equal(first_code(colline_session_next(session)), "");
    colline_session_close(session);
    options.max_nesting = UINT32_MAX;
    options.max_edges = 2;
    session = session_on(NULL, &options, sql);
    assert_string_equal(first_code(colline_session_next(session)), "");
    assert_string_equal(first_code(colline_session_next(session)), "limit");
    colline_session_close(session);
    options.max_edges = 0;
    options.max_statement_bytes = 50;
    session = session_on(NULL, &options, sql);
    assert_string_equal(first_code(colline_session_next(session)), "limit");
    assert_string_equal(first_code(colline_session_next(session)), "");
    assert_int_equal(colline_session_status(session), COLLINE_OK);
    colline_session_close(session);
}

static int cancel_after(void *user)
{
    int *left = user;

    return (*left)-- <= 0;
}

static void cancelled(void **state)
{
    colline_options options = COLLINE_OPTIONS_INIT;
    int left = 1;
    colline_session *session;

    (void)state;
    options.cancelled = cancel_after;
    options.user = &left;
    session = session_on(NULL, &options, "SELECT a FROM t; SELECT b FROM t; SELECT c FROM t");
    while (colline_session_next(session) != NULL)
        ;
    assert_int_equal(colline_session_status(session), COLLINE_E_CANCELLED);
    assert_null(colline_session_next(session));
    assert_int_equal(colline_session_feed(session, "x", 1), COLLINE_E_MISUSE); /* finished */
    left = 1 << 30;
    assert_int_equal(colline_session_reset(session), COLLINE_OK);
    assert_int_equal(colline_session_status(session), COLLINE_OK);
    assert_int_equal(colline_session_feed(session, "SELECT a FROM t", 15), COLLINE_OK);
    assert_int_equal(colline_session_finish(session), COLLINE_OK);
    assert_true(has_edge(colline_session_next(session), "t.a", "a", COLLINE_DIRECT));
    colline_session_close(session);
}

static void level_and_flags(void **state)
{
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_session *session;
    const colline_statement *statement;

    (void)state;
    options.flags = COLLINE_TABLE_LEVEL;
    session = session_on(NULL, &options, "INSERT INTO g SELECT a FROM t WHERE b > 0");
    statement = colline_session_next(session);
    assert_int_equal(colline_statement_edge_count(statement), 0);
    assert_int_equal(colline_statement_source_count(statement), 1);
    assert_int_equal(colline_statement_target_count(statement), 1);
    colline_session_close(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_out_of_order),
        cmocka_unit_test(null_sessions),
        cmocka_unit_test(text_in_pieces),
        cmocka_unit_test(reset_keeps_effects),
        cmocka_unit_test(moved),
        cmocka_unit_test(errors_stay_alone),
        cmocka_unit_test(ddl_of_a_session),
        cmocka_unit_test(smaller_options),
        cmocka_unit_test(larger_options),
        cmocka_unit_test(limits),
        cmocka_unit_test(cancelled),
        cmocka_unit_test(level_and_flags),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
