/* Catalogs: what callers put in, what is told, who is asked. */
#include "support.h"

static void references(void **state)
{
    counting memory = { 0 };
    colline_allocator allocator = COUNTING_ALLOCATOR(&memory);
    colline_catalog *catalog = colline_catalog_new(&allocator);
    colline_session *session;

    (void)state;
    assert_non_null(catalog);
    assert_ptr_equal(colline_catalog_retain(catalog), catalog);
    colline_catalog_release(catalog);
    assert_int_equal(colline_session_open(catalog, NULL, &session), COLLINE_OK);
    colline_catalog_release(catalog); /* the session's reference is left */
    assert_true(memory.live > 0);
    colline_session_close(session);
    assert_int_equal(memory.live, 0);
    assert_null(colline_catalog_retain(NULL));
    colline_catalog_release(NULL);
}

static void no_memory_for_a_catalog(void **state)
{
    counting memory = { .fail_at = 1 };
    colline_allocator allocator = COUNTING_ALLOCATOR(&memory);

    (void)state;
    assert_null(colline_catalog_new(&allocator));
}

static void misuse(void **state)
{
    colline_catalog *catalog = colline_catalog_new(NULL);
    colline_table_desc table = { .size = sizeof table };
    colline_function_desc function = { .size = sizeof function };
    colline_column_desc nameless = { NULL, NULL, 0 };
    colline_diagnostics *diagnostics = (colline_diagnostics *)&table;

    (void)state;
    assert_int_equal(colline_catalog_add_ddl(NULL, COLLINE_HIVE, NULL, "", 0, &diagnostics),
                     COLLINE_E_MISUSE);
    assert_null(diagnostics);
    assert_int_equal(colline_catalog_add_ddl(catalog, COLLINE_HIVE, NULL, NULL, 0, NULL), COLLINE_E_MISUSE);
    assert_int_equal(colline_catalog_add_ddl(catalog, (colline_dialect)9999, NULL, "", 0, NULL),
                     COLLINE_E_MISUSE);
    assert_int_equal(colline_catalog_add_json(NULL, COLLINE_HIVE, "{}", 2, NULL), COLLINE_E_MISUSE);
    assert_int_equal(colline_catalog_add_json(catalog, COLLINE_HIVE, NULL, 0, NULL), COLLINE_E_MISUSE);
    assert_int_equal(colline_catalog_add_table(NULL, &table), COLLINE_E_MISUSE);
    assert_int_equal(colline_catalog_add_table(catalog, NULL), COLLINE_E_MISUSE);
    assert_int_equal(colline_catalog_add_table(catalog, &table), COLLINE_E_MISUSE); /* no name */
    table.name = "t";
    table.column_count = 1;
    assert_int_equal(colline_catalog_add_table(catalog, &table), COLLINE_E_MISUSE);
    table.columns = &nameless;
    assert_int_equal(colline_catalog_add_table(catalog, &table), COLLINE_E_MISUSE);
    table.column_count = 0;
    table.size = 1;
    assert_int_equal(colline_catalog_add_table(catalog, &table), COLLINE_E_MISUSE);
    assert_int_equal(colline_catalog_add_function(NULL, &function), COLLINE_E_MISUSE);
    assert_int_equal(colline_catalog_add_function(catalog, NULL), COLLINE_E_MISUSE);
    assert_int_equal(colline_catalog_add_function(catalog, &function), COLLINE_E_MISUSE);
    colline_catalog_set_provider(NULL, NULL, NULL);
    assert_int_equal(colline_diagnostics_count(NULL), 0);
    assert_null(colline_diagnostics_get(NULL, 0));
    colline_diagnostics_free(NULL);
    colline_catalog_release(catalog);
}

static void ddl_that_cannot_be_read(void **state)
{
    static const char ddl[] = "CREATE TABLE a (x INT);\n CREATE TABLE ((;\nCREATE TABLE b (y INT)";
    colline_catalog *catalog = colline_catalog_new(NULL);
    colline_diagnostics *diagnostics = NULL;
    colline_session *session;
    const colline_statement *statement;

    (void)state;
    assert_int_equal(colline_catalog_add_ddl(catalog, COLLINE_HIVE, NULL, ddl, strlen(ddl), &diagnostics),
                     COLLINE_E_INPUT);
    assert_int_equal(colline_diagnostics_count(diagnostics), 1);
    assert_string_equal(colline_diagnostics_get(diagnostics, 0)->code, "syntax_error");
    assert_int_equal(colline_diagnostics_get(diagnostics, 0)->line, 2);
    assert_null(colline_diagnostics_get(diagnostics, 1));
    colline_diagnostics_free(diagnostics);
    /* The others count. */
    session = session_on(catalog, NULL, "SELECT * FROM a, b");
    statement = colline_session_next(session);
    assert_int_equal(colline_statement_column_count(statement), 2);
    colline_session_close(session);
    assert_int_equal(
        colline_catalog_add_ddl(catalog, COLLINE_HIVE, "db", "CREATE TABLE c (z INT)", 22, &diagnostics),
        COLLINE_OK);
    assert_null(diagnostics);
    colline_catalog_release(catalog);
}

/* A script's own effects: USE, CTAS, LIKE, RENAME, DROP. */
static void ddl_is_a_script(void **state)
{
    colline_catalog *catalog = catalog_of(COLLINE_HIVE, "USE dw; CREATE TABLE a (x INT, y INT);"
                                                        "CREATE TABLE b AS SELECT y, x AS z FROM a;"
                                                        "CREATE TABLE c LIKE a; ALTER TABLE c RENAME TO d;"
                                                        "DROP TABLE a");
    colline_session *session = session_on(catalog, NULL, "SELECT * FROM dw.b, dw.d; SELECT x FROM dw.a");
    const colline_statement *statement = colline_session_next(session);

    (void)state;
    assert_true(has_edge(statement, "dw.b.y", "y", COLLINE_DIRECT));
    assert_true(has_edge(statement, "dw.b.z", "z", COLLINE_DIRECT));
    assert_true(has_edge(statement, "dw.d.x", "x", COLLINE_DIRECT));
    statement = colline_session_next(session);
    assert_int_equal(colline_statement_edge(statement, 0)->quality, COLLINE_TO_CONFIRM);
    colline_session_close(session);
    colline_catalog_release(catalog);
}

static void json(void **state)
{
    static const char good[] =
        "{\"tables\":[{\"name\":\"t\",\"columns\":[{\"name\":\"a\",\"type\":\"INT\"}]}]}";
    static const char half[] = "{\"tables\":[{\"name\":7},{\"name\":\"u\",\"columns\":[{\"name\":\"b\"}]}]}";
    colline_catalog *catalog = colline_catalog_new(NULL);
    colline_diagnostics *diagnostics;
    colline_session *session;

    (void)state;
    assert_int_equal(colline_catalog_add_json(catalog, COLLINE_HIVE, good, strlen(good), &diagnostics),
                     COLLINE_OK);
    assert_null(diagnostics);
    assert_int_equal(colline_catalog_add_json(catalog, COLLINE_HIVE, half, strlen(half), &diagnostics),
                     COLLINE_E_INPUT);
    assert_int_equal(colline_diagnostics_count(diagnostics), 1);
    assert_string_equal(colline_diagnostics_get(diagnostics, 0)->code, "bad_catalog");
    colline_diagnostics_free(diagnostics);
    assert_int_equal(colline_catalog_add_json(catalog, COLLINE_HIVE, "{", 1, NULL), COLLINE_E_INPUT);
    session = session_on(catalog, NULL, "SELECT * FROM t, u");
    assert_int_equal(colline_statement_column_count(colline_session_next(session)), 2);
    colline_session_close(session);
    colline_catalog_release(catalog);
}

static void tables_by_description(void **state)
{
    static const colline_column_desc columns[] = { { "id", "INT", 0 },
                                                   { "s", "STRUCT<f: INT>", 0 },
                                                   { "p", NULL, 1 } };
    colline_table_desc table = {
        .size = sizeof table, .name = "dw.t", .dialect = COLLINE_HIVE, .columns = columns, .column_count = 3
    };
    colline_table_desc view = { .size = sizeof view,
                                .name = "dw.v",
                                .kind = COLLINE_VIEW,
                                .dialect = COLLINE_HIVE,
                                .definition = "SELECT id AS n FROM t" };
    colline_catalog *catalog = colline_catalog_new(NULL);
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_session *session;
    const colline_statement *statement;

    (void)state;
    assert_int_equal(colline_catalog_add_table(catalog, &table), COLLINE_OK);
    assert_int_equal(colline_catalog_add_table(catalog, &view), COLLINE_OK);
    options.dialect = COLLINE_HIVE;
    options.flags = COLLINE_EXPAND_VIEWS;
    session = session_on(catalog, &options, "SELECT s.f, p FROM dw.t; SELECT n FROM dw.v");
    statement = colline_session_next(session);
    assert_true(has_edge(statement, "dw.t.s.f", "f", COLLINE_DIRECT));
    assert_true(has_edge(statement, "dw.t.p", "p", COLLINE_DIRECT));
    statement = colline_session_next(session);
    assert_true(
        has_edge(statement, "dw.t.id", "n", COLLINE_DIRECT)); /* through the view, its names in its own db */
    colline_session_close(session);
    colline_catalog_release(catalog);
}

/* A program compiled against an older header has a smaller struct: what it lacks is as if it were zero. */
static void smaller_descriptions(void **state)
{
    colline_table_desc table;
    colline_catalog *catalog = colline_catalog_new(NULL);
    colline_session *session;

    (void)state;
    memset(&table, 0xFF, sizeof table);
    table.size = offsetof(colline_table_desc, format);
    table.name = "old";
    table.kind = COLLINE_TABLE;
    table.dialect = COLLINE_HIVE;
    assert_int_equal(colline_catalog_add_table(catalog, &table), COLLINE_OK);
    session = session_on(catalog, NULL, "SELECT 1");
    colline_session_close(session);
    colline_catalog_release(catalog);
}

static void functions_by_description(void **state)
{
    static const uint32_t first[] = { 0 };
    colline_function_desc mask = {
        .size = sizeof mask, .name = "mask", .value_arguments = first, .value_argument_count = 1
    };
    colline_function_desc middle = { .size = sizeof middle,
                                     .name = "middle",
                                     .kind = COLLINE_FUNCTION_AGGREGATE };
    colline_catalog *catalog = catalog_of(COLLINE_HIVE, "CREATE TABLE t (a INT, b INT)");
    colline_session *session;
    const colline_statement *statement;

    (void)state;
    assert_int_equal(colline_catalog_add_function(catalog, &mask), COLLINE_OK);
    assert_int_equal(colline_catalog_add_function(catalog, &middle), COLLINE_OK);
    session = session_on(catalog, NULL, "SELECT mask(a, b) AS m FROM t; SELECT middle(b) AS m FROM t");
    statement = colline_session_next(session);
    assert_true(has_edge(statement, "t.a", "m", COLLINE_PROJECT));
    assert_false(has_edge(statement, "t.b", "m", COLLINE_PROJECT));
    statement = colline_session_next(session);
    assert_true(has_edge(statement, "t.b", "m", COLLINE_AGG));
    colline_session_close(session);
    colline_catalog_release(catalog);
}

/* Views of a document: without columns, that do not parse, that read each other. */
static void views_of_a_document(void **state)
{
    static const char document[] =
        "{\"tables\":[{\"name\":\"t\",\"columns\":[{\"name\":\"a\"},{\"name\":\"b\"}]},"
        "{\"name\":\"plain\",\"definition\":\"SELECT b AS x, a FROM t\"},"
        "{\"name\":\"named\",\"definition\":\"SELECT b, a FROM t\",\"columns\":[{\"name\":\"p\"},{\"name\":\"q\"}]},"
        "{\"name\":\"open\",\"definition\":\"SELECT * FROM lost\"},"
        "{\"name\":\"broken\",\"definition\":\"SELECT a FROM (\"},"
        "{\"name\":\"one\",\"definition\":\"SELECT z FROM two\"},"
        "{\"name\":\"two\",\"definition\":\"SELECT z FROM one\"}]}";
    static const char sql[] = "SELECT * FROM plain; SELECT * FROM named; SELECT * FROM open; SELECT a FROM broken; SELECT z FROM one";
    colline_catalog *catalog = colline_catalog_new(NULL);
    colline_options options = COLLINE_OPTIONS_INIT;
    const colline_statement *statement;
    colline_session *session;

    (void)state;
    assert_int_equal(colline_catalog_add_json(catalog, COLLINE_HIVE, document, strlen(document), NULL), COLLINE_OK);
    options.dialect = COLLINE_HIVE;
    for (int expanded = 0; expanded < 2; expanded++) {
        options.flags = expanded ? COLLINE_EXPAND_VIEWS : 0;
        session = session_on(catalog, &options, sql);
        statement = colline_session_next(session);
        assert_int_equal(colline_statement_column_count(statement), 2);
        assert_true(has_edge(statement, expanded ? "t.b" : "plain.x", "x", COLLINE_DIRECT));
        statement = colline_session_next(session);
        assert_true(has_edge(statement, expanded ? "t.a" : "named.q", "q", COLLINE_DIRECT));
        statement = colline_session_next(session);
        assert_true(has_edge(statement, expanded ? "lost.*" : "open.*", "*", COLLINE_DIRECT));
        statement = colline_session_next(session);
        assert_true(has_edge(statement, "broken.a", "a", COLLINE_DIRECT));
        assert_string_equal(colline_statement_diagnostic(statement, 0)->code, "view_definition");
        statement = colline_session_next(session);
        assert_string_equal(colline_statement_diagnostic(statement, 0)->code, "view_cycle");
        assert_true(colline_statement_edge_count(statement) > 0);
        colline_session_close(session);
    }
    colline_catalog_release(catalog);
}

static int asked;

static void provide(void *user, const colline_column_ref *table, colline_catalog *into)
{
    static const char ddl[] = "CREATE TABLE dw.known (x INT)";

    assert_string_equal(user, "me");
    asked++;
    if (strcmp(table->table.data, "known") == 0) {
        assert_string_equal(table->database.data, "dw");
        assert_int_equal(colline_catalog_add_ddl(into, COLLINE_HIVE, NULL, ddl, strlen(ddl), NULL),
                         COLLINE_OK);
    }
}

static void provider_is_asked_once(void **state)
{
    char me[] = "me";
    colline_catalog *catalog = colline_catalog_new(NULL);
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_session *session;
    const colline_statement *statement;

    (void)state;
    asked = 0;
    options.dialect = COLLINE_HIVE;
    options.default_db = "dw";
    colline_catalog_set_provider(catalog, provide, me);
    session =
        session_on(catalog, &options,
                   "SELECT * FROM known; SELECT * FROM known; SELECT a FROM other; SELECT a FROM other");
    while ((statement = colline_session_next(session)) != NULL)
        if (colline_statement_number(statement) < 3)
            assert_true(has_edge(statement, "dw.known.x", "x", COLLINE_DIRECT));
    assert_int_equal(asked, 2);
    colline_session_close(session);
    colline_catalog_set_provider(catalog, NULL, NULL);
    colline_catalog_release(catalog);
}

static void add_line(void *user, const colline_column_ref *name, const colline_table_desc *table)
{
    char *out = user, line[256];

    snprintf(line, sizeof line, "%s.%s %d %s", name->database.data, name->table.data, (int)table->kind,
             table->definition != NULL ? table->definition : "-");
    strcat(out, line);
    for (size_t i = 0; i < table->column_count; i++) {
        const colline_column_desc *column = &table->columns[i];
        snprintf(line, sizeof line, " %s:%s%s", column->name, column->type != NULL ? column->type : "?", column->partition ? "*" : "");
        strcat(out, line);
    }
    strcat(out, ";");
}

static void each_table_is_told(void **state)
{
    colline_catalog *catalog = catalog_of(COLLINE_HIVE, "CREATE TABLE dw.t (a INT, b ARRAY<STRING>) PARTITIONED BY (d STRING)");
    char out[1024] = "";

    (void)state;
    assert_int_equal(colline_catalog_each_table(NULL, add_line, out), COLLINE_E_MISUSE);
    assert_int_equal(colline_catalog_each_table(catalog, NULL, out), COLLINE_E_MISUSE);
    assert_int_equal(colline_catalog_each_table(catalog, add_line, out), COLLINE_OK);
    assert_string_equal(out, "dw.t 0 - a:int b:array<string> d:string*;");
    assert_int_equal(colline_catalog_add_ddl(catalog, COLLINE_HIVE, "dw", "DROP TABLE t; CREATE VIEW v AS SELECT 1 AS x", 44, NULL),
                     COLLINE_OK);
    out[0] = '\0';
    assert_int_equal(colline_catalog_each_table(catalog, add_line, out), COLLINE_OK);
    assert_string_equal(out, "dw.v 1 SELECT 1 AS x x:?;");
    colline_catalog_release(catalog);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(references),
        cmocka_unit_test(no_memory_for_a_catalog),
        cmocka_unit_test(misuse),
        cmocka_unit_test(ddl_that_cannot_be_read),
        cmocka_unit_test(ddl_is_a_script),
        cmocka_unit_test(json),
        cmocka_unit_test(views_of_a_document),
        cmocka_unit_test(tables_by_description),
        cmocka_unit_test(smaller_descriptions),
        cmocka_unit_test(functions_by_description),
        cmocka_unit_test(provider_is_asked_once),
        cmocka_unit_test(each_table_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
