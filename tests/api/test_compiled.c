/*
 * Compiled catalogs: what they hold is what was put in, and bytes that are damaged harm nobody.
 */
#include "support.h"

static const char ddl[] =
    "CREATE TABLE dw.t (a INT, b STRUCT<f:INT, g:ARRAY<STRUCT<h:STRING>>>, m MAP<STRING, BIGINT>) PARTITIONED BY (p INT);"
    "CREATE TABLE dw.wide (c1 INT, c2 INT, c3 INT, c4 INT, c5 INT, c6 INT, c7 INT, c8 INT, c9 INT, c10 INT, c11 INT, c12 INT,"
    "  c13 INT, c14 INT, c15 INT, c16 INT, c17 INT, c18 INT);"
    "CREATE VIEW dw.v (x, y) AS SELECT a, b.f FROM t;"
    "CREATE TABLE dw.empty_schema LIKE dw.nowhere;";

static const char queries[] =
    "SELECT a, b.f, b.g, m, p FROM dw.t; SELECT * FROM dw.wide w JOIN dw.v ON w.c17 = v.x; SELECT x FROM DW.V;"
    "SELECT nothing FROM dw.t; SELECT a FROM dw.absent; DROP TABLE dw.t; SELECT a FROM dw.t;"
    "CREATE TABLE dw.wide (own INT); SELECT * FROM dw.wide; SELECT masked(a, p) FROM dw.v2 v;";

static colline_catalog *text_catalog(void)
{
    static const uint32_t first[] = { 0 };
    colline_function_desc function = { sizeof function, "masked", COLLINE_FUNCTION_SCALAR, first, 1, NULL, 0 };
    colline_catalog *catalog = colline_catalog_new(NULL);

    (void)colline_catalog_add_ddl(catalog, COLLINE_HIVE, NULL, ddl, strlen(ddl), NULL);
    assert_int_equal(colline_catalog_add_function(catalog, &function), COLLINE_OK);
    return catalog;
}

static char *lineage_of(colline_catalog *catalog, uint32_t flags)
{
    colline_options options = COLLINE_OPTIONS_INIT;
    char *json = NULL;

    options.dialect = COLLINE_HIVE;
    options.flags = flags;
    assert_int_equal(colline_lineage_json(catalog, &options, queries, strlen(queries), &json, NULL), COLLINE_OK);
    return json;
}

static void compiled_is_what_was_put_in(void **state)
{
    colline_catalog *text = text_catalog(), *compiled = colline_catalog_new(NULL);
    char *bytes, *again;
    size_t length, ignored;

    (void)state;
    assert_int_equal(colline_catalog_compile(text, &bytes, &length), COLLINE_OK);
    assert_int_equal(colline_catalog_add_compiled(compiled, bytes, length), COLLINE_OK);
    for (uint32_t flags = 0; flags <= COLLINE_EXPAND_VIEWS; flags += COLLINE_EXPAND_VIEWS) {
        char *expected = lineage_of(text, flags), *got = lineage_of(compiled, flags);
        assert_string_equal(got, expected);
        colline_free(expected);
        colline_free(got);
    }
    assert_int_equal(colline_catalog_add_compiled(compiled, bytes, length), COLLINE_E_MISUSE);
    assert_int_equal(colline_catalog_compile(compiled, &again, &ignored), COLLINE_E_MISUSE);
    assert_null(again);
    colline_catalog_release(compiled);
    colline_catalog_release(text);
    colline_free(bytes);
}

static void tables_of_text_hide_compiled_ones(void **state)
{
    colline_catalog *text = text_catalog(), *both = colline_catalog_new(NULL);
    const char *own = "CREATE TABLE dw.t (a INT, own INT)", *sql = "SELECT own FROM dw.t";
    colline_options options = COLLINE_OPTIONS_INIT;
    char *bytes, *json;
    size_t length;

    (void)state;
    options.dialect = COLLINE_HIVE;
    assert_int_equal(colline_catalog_compile(text, &bytes, &length), COLLINE_OK);
    assert_int_equal(colline_catalog_add_compiled(both, bytes, length), COLLINE_OK);
    assert_int_equal(colline_catalog_add_ddl(both, COLLINE_HIVE, NULL, own, strlen(own), NULL), COLLINE_OK);
    assert_int_equal(colline_lineage_json(both, &options, sql, strlen(sql), &json, NULL), COLLINE_OK);
    assert_non_null(strstr(json, "\"status\":\"ok\""));
    assert_non_null(strstr(json, "\"source\":\"dw.t.own\""));
    assert_null(strstr(json, "TO_CONFIRM"));
    colline_free(json);
    colline_catalog_release(both);
    colline_catalog_release(text);
    colline_free(bytes);
}

/* Of names that differ in case alone each is kept; of dropped tables nothing is. */
static void spellings_are_kept_apart(void **state)
{
    static const char ddl[] = "CREATE TABLE s.t (low INT); CREATE TABLE s.\"T\" (high INT); CREATE TABLE s.gone (x INT); DROP TABLE s.gone;";
    static const char *const sql[] = { "SELECT low FROM s.t", "SELECT high FROM s.\"T\"", "SELECT x FROM s.gone" };
    colline_catalog *text = colline_catalog_new(NULL), *compiled = colline_catalog_new(NULL);
    colline_options options = COLLINE_OPTIONS_INIT;
    char *bytes, *json;
    size_t length;

    (void)state;
    options.dialect = COLLINE_POSTGRES;
    assert_int_equal(colline_catalog_add_ddl(text, COLLINE_POSTGRES, NULL, ddl, strlen(ddl), NULL), COLLINE_OK);
    assert_int_equal(colline_catalog_compile(text, &bytes, &length), COLLINE_OK);
    assert_int_equal(colline_catalog_add_compiled(compiled, bytes, length), COLLINE_OK);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(colline_lineage_json(compiled, &options, sql[i], strlen(sql[i]), &json, NULL), COLLINE_OK);
        assert_true((strstr(json, "unknown_table") == NULL) == (i < 2));
        assert_true((strstr(json, "TO_CONFIRM") == NULL) == (i < 2));
        colline_free(json);
    }
    colline_catalog_release(compiled);
    colline_catalog_release(text);
    colline_free(bytes);
}

static void try_bytes(const char *bytes, size_t length)
{
    colline_catalog *catalog = colline_catalog_new(NULL);
    colline_status status = colline_catalog_add_compiled(catalog, bytes, length);

    assert_true(status == COLLINE_OK || status == COLLINE_E_INPUT);
    colline_free(lineage_of(catalog, COLLINE_EXPAND_VIEWS));
    colline_catalog_release(catalog);
}

/* A copy of its own, so that a sanitizer sees a byte too many. */
static void damaged_bytes_harm_nobody(void **state)
{
    colline_catalog *text = text_catalog();
    char *bytes;
    size_t length;

    (void)state;
    assert_int_equal(colline_catalog_compile(text, &bytes, &length), COLLINE_OK);
    for (size_t at = 0; at < length; at += at < 64 ? 1 : 7) {
        char *copy = malloc(length);
        memcpy(copy, bytes, length);
        copy[at] = (char)(copy[at] ^ 0xFF);
        try_bytes(copy, length);
        memset(copy + at, 0xFF, length - at < 4 ? length - at : 4);
        try_bytes(copy, length);
        free(copy);
        copy = malloc(at + 1);
        memcpy(copy, bytes, at);
        assert_int_equal(colline_catalog_add_compiled(text, copy, at), COLLINE_E_INPUT);
        free(copy);
    }
    colline_catalog_release(text);
    colline_free(bytes);
}

static void wrong_arguments(void **state)
{
    colline_catalog *catalog = colline_catalog_new(NULL);
    char *bytes;
    size_t length;

    (void)state;
    assert_int_equal(colline_catalog_compile(NULL, &bytes, &length), COLLINE_E_MISUSE);
    assert_int_equal(colline_catalog_compile(catalog, NULL, &length), COLLINE_E_MISUSE);
    assert_int_equal(colline_catalog_compile(catalog, &bytes, NULL), COLLINE_E_MISUSE);
    assert_int_equal(colline_catalog_add_compiled(NULL, "", 0), COLLINE_E_MISUSE);
    assert_int_equal(colline_catalog_add_compiled(catalog, NULL, 0), COLLINE_E_MISUSE);
    assert_int_equal(colline_catalog_add_compiled(catalog, "", 0), COLLINE_E_INPUT);
    /* an empty catalog has a form, too */
    assert_int_equal(colline_catalog_compile(catalog, &bytes, &length), COLLINE_OK);
    assert_int_equal(colline_catalog_add_compiled(catalog, bytes, length), COLLINE_OK);
    colline_catalog_release(catalog);
    colline_free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compiled_is_what_was_put_in),
        cmocka_unit_test(tables_of_text_hide_compiled_ones),
        cmocka_unit_test(spellings_are_kept_apart),
        cmocka_unit_test(damaged_bytes_harm_nobody),
        cmocka_unit_test(wrong_arguments),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
