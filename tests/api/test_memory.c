/*
 * Memory: let the n-th allocation fail, for n = 1, 2, 3 ... until nothing fails any more.  Whatever fails
 * says so, nothing leaks, and the session goes on after reset().  The suites `memory` and `memory-long` do the same
 * with a library whose every allocation has a chunk of its own.
 */
#include "support.h"

enum { MOST_ALLOCATIONS = 100000 };

/* What is read: between them, the scripts reach every part of the library. */
typedef struct text {
    colline_dialect dialect;
    const char *ddl, *sql;
    int statements;
} text;

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

static const text corpus[] = {
    { COLLINE_HIVE, ddl, script, 6 },
    { COLLINE_HIVE, ddl,
      "FROM dw.t INSERT OVERWRITE TABLE o PARTITION (ds = 'x', hr) SELECT a, p INSERT INTO TABLE u SELECT b;"
      "SELECT `(a)?+.+`, x FROM dw.t LATERAL VIEW explode(s.g) e AS x; SELECT ${v} FROM ods_${d} {% if y %} WHERE 1 {% endif %}",
      3 },
    { COLLINE_IMPALA, "CREATE TABLE d.n (id INT, m MAP<STRING, STRUCT<f: INT>>)",
      "UPSERT INTO k SELECT n.id, k.key, k.value.f, rank() OVER (PARTITION BY id ORDER BY k.key) FROM d.n, n.m k", 1 },
    { COLLINE_SNOWFLAKE, "CREATE TABLE s (a INT, b INT, q STRING)",
      "MERGE INTO t USING s ON t.a = s.a WHEN MATCHED THEN UPDATE SET b = s.b WHEN NOT MATCHED THEN INSERT (a) VALUES (s.a);"
      "SELECT * FROM s PIVOT (sum(b) FOR q IN ('x', 'y')); SELECT f.value:k::INT FROM s, LATERAL FLATTEN(INPUT => q) f;"
      "SELECT * EXCLUDE (a) RENAME (b AS c) FROM s QUALIFY row_number() OVER (ORDER BY a) = 1",
      4 },
    { COLLINE_BIGQUERY, "CREATE TABLE t (a INT, b INT)",
      "FROM t |> WHERE a > 1 |> AGGREGATE sum(b) AS s GROUP BY a |> SELECT s; SELECT x FROM UNNEST([1, 2]) AS x", 2 },
    { COLLINE_POSTGRES, "CREATE TABLE t (a INT, \"B c\" INT)",
      "CREATE FUNCTION f() RETURNS int AS $$ BEGIN INSERT INTO t SELECT 1; RETURN 2; END $$ LANGUAGE plpgsql;"
      "WITH RECURSIVE r AS (SELECT a FROM t UNION SELECT r.a + 1 FROM r) SELECT * FROM r NATURAL JOIN t;"
      "INSERT INTO t VALUES (1, 2), (3, (SELECT max(a) FROM t)) ON CONFLICT (a) DO UPDATE SET a = excluded.a RETURNING *;"
      "UPDATE t SET a = u.x FROM u WHERE t.a = u.y; DELETE FROM t USING u WHERE t.a = u.y",
      0 },
    { COLLINE_TSQL, NULL,
      "BEGIN IF @x > 1 SELECT a INTO #t FROM u; ELSE UPDATE t SET b = 2; END; EXEC('SELECT 1'); SELECT 'x", 0 },
};
enum { TEXTS = sizeof corpus / sizeof *corpus };

/* Every how many allocations one fails, behind the first fifty: where each allocation has a chunk of its own, there are
 * many. */
static long stride(void)
{
    const char *wanted = getenv("COLLINE_MEMORY_STRIDE");
    long number = wanted != NULL ? strtol(wanted, NULL, 10) : 0;

    return number > 0 ? number : 1;
}

/* Every node, upwards and downwards. */
static int walk(const colline_node *node, int depth)
{
    int good = colline_node_kind(node) != NULL && (depth == 0) == (colline_node_parent(node) == NULL);

    colline_node_text(node);
    colline_node_detail(node);
    for (size_t i = 0; i < colline_node_child_count(node); i++)
        good &= walk(colline_node_child(node, i), depth + 1);
    return good;
}

/* All that can be asked of a statement; 0 where something said that there is no memory. */
static int use_statement(const colline_statement *statement)
{
    colline_render_context context = { .size = sizeof context, .file = "file.sql", .id = "id" };
    colline_text text;
    int good = 1;

    for (size_t i = 0; i < colline_statement_edge_count(statement); i++)
        good &= colline_statement_edge(statement, i) != NULL;
    for (size_t i = 0; i < colline_statement_column_count(statement); i++)
        good &= colline_statement_column(statement, i) != NULL;
    for (size_t i = 0; i < colline_statement_source_count(statement); i++)
        good &= colline_statement_source(statement, i) != NULL;
    for (size_t i = 0; i < colline_statement_target_count(statement); i++) {
        good &= colline_statement_target(statement, i) != NULL;
        for (size_t j = 0; j < colline_statement_partition_count(statement, i); j++)
            good &= colline_statement_partition(statement, i, j) != NULL;
    }
    good &= colline_statement_text(statement).length > 0;
    good &= colline_statement_normalized(statement).length > 0;
    colline_statement_fingerprint(statement);
    for (int format = COLLINE_FORMAT_JSON; format <= COLLINE_FORMAT_TREE; format++) {
        colline_status status = colline_statement_render(statement, (colline_format)format, &context, &text);
        assert_true(status == COLLINE_OK || status == COLLINE_E_MEMORY);
        good &= status == COLLINE_OK;
    }
    if (colline_statement_tree(statement) != NULL) {
        good &= walk(colline_statement_tree(statement), 0);
        good &= colline_statement_node_at(statement, colline_statement_span(statement).offset) != NULL;
    }
    return good;
}

/* Feed, read and use a text; *statements counts those that came. */
static colline_status run_text(colline_session *session, const char *sql, int *statements, int *good)
{
    colline_status status = colline_session_feed(session, sql, strlen(sql));
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

static const char more_ddl[] = "CREATE TABLE dw2.u (x INT, y INT)";

/* Open, move, add DDL and read with the n-th allocation failing; then all again with memory.  1 when nothing failed. */
static int session_fails_at(const text *text, colline_catalog *catalog, long n)
{
    counting memory = { .fail_at = n, .once = n % 2 == 0 };
    colline_allocator allocator = COUNTING_ALLOCATOR(&memory);
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_session *session = NULL;
    int statements = 0, good = 1, done;
    colline_status status;

    options.dialect = text->dialect;
    options.default_db = "dw";
    options.flags = COLLINE_EXPAND_VIEWS | COLLINE_FOLD_TEMPORARY;
    options.allocator = &allocator;
    status = colline_session_open(catalog, &options, &session);
    if (status == COLLINE_OK)
        status = colline_session_add_ddl(session, more_ddl, strlen(more_ddl), NULL);
    if (status == COLLINE_OK)
        status = colline_session_use(session, "other");
    if (status == COLLINE_OK)
        status = run_text(session, text->sql, &statements, &good);
    assert_true(status == COLLINE_OK || status == COLLINE_E_MEMORY);
    done = status == COLLINE_OK && good && memory.calls < n;
    memory.fail_at = 0;
    if (session != NULL) {
        /* It goes on, and what comes out is whole. */
        assert_int_equal(colline_session_reset(session), COLLINE_OK);
        assert_int_equal(colline_session_use(session, "dw"), COLLINE_OK);
        good = 1;
        assert_int_equal(run_text(session, text->sql, &statements, &good), COLLINE_OK);
        assert_int_equal(good, 1);
        assert_true(text->statements == 0 || statements == text->statements);
    }
    colline_session_close(session);
    assert_int_equal(memory.live, 0);
    assert_int_equal(memory.bytes, 0);
    return done;
}

static void session_with_failures(void **state)
{
    (void)state;
    for (size_t i = 0; i < TEXTS; i++) {
        colline_catalog *catalog = catalog_of(corpus[i].dialect, corpus[i].ddl != NULL ? corpus[i].ddl : "");
        long n = 1;
        while (!session_fails_at(&corpus[i], catalog, n)) {
            n += n < 50 ? 1 : stride();
            assert_true(n < MOST_ALLOCATIONS);
        }
        colline_catalog_release(catalog);
    }
}

/* ---- A provider whose answers fail --------------------------------------------------------------- */

static void provide(void *user, const colline_column_ref *table, colline_catalog *into)
{
    static const colline_column_desc columns[] = { { "x", "STRUCT<f: INT>", 0 } };
    colline_table_desc desc = { .size = sizeof desc, .name = "dw.p", .dialect = COLLINE_HIVE, .columns = columns, .column_count = 1 };
    static const char view[] = "CREATE VIEW dw.q AS SELECT x FROM dw.p";

    (void)user;
    if (strcmp(table->table.data, "p") == 0)
        colline_catalog_add_table(into, &desc);
    else if (strcmp(table->table.data, "q") == 0)
        colline_catalog_add_ddl(into, COLLINE_HIVE, NULL, view, strlen(view), NULL);
}

static void provider_with_failures(void **state)
{
    static const text text = { COLLINE_HIVE, NULL, "SELECT x.f FROM dw.q; SELECT x FROM dw.lost; SELECT * FROM dw.p", 3 };
    colline_catalog *catalog = colline_catalog_new(NULL);
    long n = 1;

    (void)state;
    colline_catalog_set_provider(catalog, provide, NULL);
    while (!session_fails_at(&text, catalog, n)) {
        n += n < 50 ? 1 : stride();
        assert_true(n < MOST_ALLOCATIONS);
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
        cmocka_unit_test(provider_with_failures),
        cmocka_unit_test(catalog_with_failures),
        cmocka_unit_test(json_with_failures),
        cmocka_unit_test(long_sessions_do_not_grow),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
