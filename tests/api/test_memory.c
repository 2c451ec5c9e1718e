/*
 * Memory: let the n-th allocation fail, for n = 1, 2, 3 ... until nothing fails any more.  Whatever fails
 * says so, nothing leaks, and the session goes on after reset().
 */
#include "support.h"

enum { MOST_ALLOCATIONS = 20000 };

static const char ddl[] =
    "CREATE TABLE dw.t (a INT, b STRING, s STRUCT<f: INT, g: ARRAY<INT>>) PARTITIONED BY (p INT);"
    "CREATE VIEW dw.v AS SELECT a AS x, b FROM dw.t;";

static const char script[] =
    "USE dw;\n"
    "CREATE TEMPORARY TABLE w AS SELECT x, COUNT(*) AS n FROM v GROUP BY x;\n"
    "WITH q AS (SELECT * FROM w WHERE n > 1), r AS (SELECT * FROM q UNION ALL SELECT * FROM q)\n"
    "INSERT INTO g (h, i) SELECT r.x, CASE WHEN t.b = 'y' THEN t.s.f ELSE t.a END FROM r JOIN t ON r.x = "
    "t.a;\n"
    "SELECT a FROM FROM;\n"
    "ALTER TABLE w ADD COLUMNS (z INT);\n"
    "DROP TABLE w";

/* All that can be asked of a statement; 0 where something said that there is no memory. */
static int use_statement(const colline_statement *statement)
{
    colline_text text;
    int good = 1;

    for (size_t i = 0; i < colline_statement_edge_count(statement); i++)
        good &= colline_statement_edge(statement, i) != NULL;
    for (size_t i = 0; i < colline_statement_column_count(statement); i++)
        good &= colline_statement_column(statement, i) != NULL;
    good &= colline_statement_text(statement).length > 0;
    good &= colline_statement_normalized(statement).length > 0;
    for (int format = COLLINE_FORMAT_JSON; format <= COLLINE_FORMAT_TREE; format++) {
        if (format == COLLINE_FORMAT_OPENLINEAGE)
            continue;
        colline_status status = colline_statement_render(statement, (colline_format)format, NULL, &text);
        assert_true(status == COLLINE_OK || status == COLLINE_E_MEMORY);
        good &= status == COLLINE_OK;
    }
    colline_node_text(colline_node_child(colline_statement_tree(statement), 0));
    return good;
}

/* Feed, read and use the script; *statements counts those that came. */
static colline_status run_script(colline_session *session, int *statements, int *good)
{
    colline_status status = colline_session_feed(session, script, strlen(script));
    const colline_statement *statement;

    *statements = 0;
    if (status == COLLINE_OK)
        status = colline_session_finish(session);
    while (status == COLLINE_OK && (statement = colline_session_next(session)) != NULL) {
        *good &= use_statement(statement);
        ++*statements;
    }
    return status != COLLINE_OK ? status : colline_session_status(session);
}

static void session_with_failures(void **state)
{
    colline_catalog *catalog = catalog_of(COLLINE_HIVE, ddl);
    int done = 0;

    (void)state;
    for (long n = 1; !done; n++) {
        counting memory = { .fail_at = n, .once = n % 2 == 0 };
        colline_allocator allocator = COUNTING_ALLOCATOR(&memory);
        colline_options options = COLLINE_OPTIONS_INIT;
        colline_session *session = NULL;
        int statements, good = 1;
        colline_status status;

        assert_true(n < MOST_ALLOCATIONS);
        options.dialect = COLLINE_HIVE;
        options.flags = COLLINE_EXPAND_VIEWS | COLLINE_FOLD_TEMPORARY;
        options.allocator = &allocator;
        status = colline_session_open(catalog, &options, &session);
        if (status == COLLINE_OK)
            status = run_script(session, &statements, &good);
        assert_true(status == COLLINE_OK || status == COLLINE_E_MEMORY);
        done = status == COLLINE_OK && good && memory.calls < n;
        assert_true(status != COLLINE_OK || !good || memory.calls < n || memory.once || n > memory.calls);
        memory.fail_at = 0;
        if (session != NULL) {
            /* It goes on, and what comes out is whole. */
            assert_int_equal(colline_session_reset(session), COLLINE_OK);
            good = 1;
            assert_int_equal(run_script(session, &statements, &good), COLLINE_OK);
            assert_int_equal(statements, 6);
            assert_int_equal(good, 1);
        }
        colline_session_close(session);
        assert_int_equal(memory.live, 0);
        assert_int_equal(memory.bytes, 0);
    }
    colline_catalog_release(catalog);
}

static void catalog_with_failures(void **state)
{
    static const char json[] =
        "{\"tables\":[{\"name\":\"dw.u\",\"columns\":[{\"name\":\"c\",\"type\":\"MAP<INT, INT>\"}]}]}";
    static const colline_column_desc columns[] = { { "id", "ARRAY<INT>", 0 } };
    colline_table_desc table = {
        .size = sizeof table, .name = "dw.w", .dialect = COLLINE_HIVE, .columns = columns, .column_count = 1
    };
    colline_function_desc function = { .size = sizeof function, .name = "f" };
    int done = 0;

    (void)state;
    for (long n = 2; !done; n++) {
        counting memory = { .fail_at = n, .once = n % 2 == 0 };
        colline_allocator allocator = COUNTING_ALLOCATOR(&memory);
        colline_catalog *catalog = colline_catalog_new(&allocator);
        colline_diagnostics *diagnostics = NULL;
        int good = 1;

        assert_true(n < MOST_ALLOCATIONS);
        assert_non_null(catalog);
        good &= colline_catalog_add_ddl(catalog, COLLINE_HIVE, "dw", ddl, strlen(ddl), &diagnostics) ==
                COLLINE_OK;
        assert_null(diagnostics);
        good &= colline_catalog_add_ddl(catalog, COLLINE_HIVE, NULL, "CREATE TABLE (", 14, &diagnostics) ==
                COLLINE_E_INPUT;
        colline_diagnostics_free(diagnostics);
        good &=
            colline_catalog_add_json(catalog, COLLINE_HIVE, json, strlen(json), &diagnostics) == COLLINE_OK;
        colline_diagnostics_free(diagnostics);
        good &= colline_catalog_add_table(catalog, &table) == COLLINE_OK;
        good &= colline_catalog_add_function(catalog, &function) == COLLINE_OK;
        done = good && memory.calls < n;
        /* A failure is no state: with memory again, the same calls succeed. */
        memory.fail_at = 0;
        assert_int_equal(colline_catalog_add_table(catalog, &table), COLLINE_OK);
        assert_int_equal(colline_catalog_add_ddl(catalog, COLLINE_HIVE, "dw", ddl, strlen(ddl), NULL),
                         COLLINE_OK);
        colline_catalog_release(catalog);
        assert_int_equal(memory.live, 0);
    }
}

static void json_with_failures(void **state)
{
    colline_status status = COLLINE_E_MEMORY;

    (void)state;
    for (long n = 1; status != COLLINE_OK; n++) {
        counting memory = { .fail_at = n };
        colline_allocator allocator = COUNTING_ALLOCATOR(&memory);
        colline_options options = COLLINE_OPTIONS_INIT;
        char *json;

        assert_true(n < MOST_ALLOCATIONS);
        options.dialect = COLLINE_HIVE;
        options.allocator = &allocator;
        status = colline_lineage_json(NULL, &options, script, strlen(script), &json, NULL);
        assert_true(status == COLLINE_OK || (status == COLLINE_E_MEMORY && json == NULL));
        colline_free(json);
        assert_int_equal(memory.live, 0);
    }
}

/* One session reads text after text: what it holds does not grow. */
static void long_sessions_do_not_grow(void **state)
{
    counting memory = { 0 };
    colline_allocator allocator = COUNTING_ALLOCATOR(&memory);
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_session *session;
    size_t before = 0;

    (void)state;
    options.allocator = &allocator;
    assert_int_equal(colline_session_open(NULL, &options, &session), COLLINE_OK);
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(colline_session_reset(session), COLLINE_OK);
        assert_int_equal(colline_session_feed(session, "SELECT a FROM t; SELECT FROM", 28), COLLINE_OK);
        assert_int_equal(colline_session_finish(session), COLLINE_OK);
        while (colline_session_next(session) != NULL)
            ;
        assert_int_equal(colline_session_reset(session), COLLINE_OK);
        if (i == 10)
            before = memory.bytes;
    }
    assert_true(memory.bytes <= before);
    colline_session_close(session);
    assert_int_equal(memory.live, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(session_with_failures),
        cmocka_unit_test(catalog_with_failures),
        cmocka_unit_test(json_with_failures),
        cmocka_unit_test(long_sessions_do_not_grow),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
