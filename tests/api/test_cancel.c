/*
 * The callback that may cancel: it is asked in every phase, and whatever is stopped there says so and goes on afterwards.
 *
 * The suite `api` cancels at each question that the library asks about long texts (one in 4096 steps); `steps` at each
 * step of short ones (VARIANT=steps asks each time).
 */
#include "support.h"

extern size_t colline_steps __attribute__((weak)); /* tests/harness/steps.c */

typedef struct asking {
    long asked, stop_at; /* the question that is answered with yes; 0: none */
} asking;

static int asked(void *user)
{
    asking *a = user;

    return ++a->asked == a->stop_at;
}

typedef struct text {
    colline_dialect dialect;
    const char *ddl, *sql;
} text;

static const text corpus[] = {
    { COLLINE_HIVE,
      "CREATE TABLE dw.t (a INT, b STRING, s STRUCT<f: INT, g: ARRAY<INT>>) PARTITIONED BY (p INT);"
      "CREATE VIEW dw.v AS SELECT a AS x, b FROM dw.t;",
      "USE dw; CREATE TEMPORARY TABLE w AS SELECT x, COUNT(*) AS n FROM v GROUP BY x;"
      "WITH q AS (SELECT * FROM w WHERE n > 1), r AS (SELECT * FROM q UNION ALL SELECT * FROM q)"
      "INSERT INTO g (h, i) SELECT r.x, CASE WHEN t.b = 'y' THEN t.s.f ELSE t.a END FROM r JOIN t ON r.x = t.a;"
      "SELECT a FROM FROM; ALTER TABLE w ADD COLUMNS (z INT); DROP TABLE w;" },
    { COLLINE_SNOWFLAKE, "CREATE TABLE s (a INT, b INT, q STRING)",
      "MERGE INTO t USING s ON t.a = s.a WHEN MATCHED THEN UPDATE SET b = s.b WHEN NOT MATCHED THEN INSERT (a) VALUES (s.a);"
      "SELECT * FROM s PIVOT (sum(b) FOR q IN ('x', 'y')); SELECT a + + b, c * , d FROM s WHERE (a = 1 GROUP BY;"
      "SELECT * EXCLUDE (a) RENAME (b AS c) FROM s QUALIFY row_number() OVER (ORDER BY a) = 1;" },
    { COLLINE_TSQL, NULL, "BEGIN IF @x > 1 SELECT a INTO #t FROM u; ELSE UPDATE t SET b = 2; END; EXEC('SELECT 1'); SELECT 'x" },
};
enum { TEXTS = sizeof corpus / sizeof *corpus };

/* The text so often that some questions are asked. */
static char *repeated(const char *sql)
{
    size_t length = strlen(sql), times = &colline_steps != NULL ? 1 : 40;
    char *all = malloc(times * (length + 2) + 1), *end = all;

    assert_non_null(all);
    for (size_t i = 0; i < times; i++)
        end += sprintf(end, "%s\n", sql);
    return all;
}

/* How many questions are passed over: the first are all tried, then some. */
static long next(long n)
{
    return n + 1 + (&colline_steps != NULL ? n / 50 : n / 8);
}

/* ---- Sessions ------------------------------------------------------------------------------------- */

/* XXH64 would do; this is enough to tell one answer from another. */
static uint64_t mixed(uint64_t hash, colline_text text)
{
    for (uint32_t i = 0; i < text.length; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * 1099511628211u;
    return hash;
}

static colline_status use(const colline_statement *statement, uint64_t *hash)
{
    colline_status status = COLLINE_OK;
    colline_text form;

    for (int i = COLLINE_FORMAT_JSON; i <= COLLINE_FORMAT_OPENLINEAGE && status == COLLINE_OK; i++) {
        status = colline_statement_render(statement, (colline_format)i, NULL, &form);
        if (status == COLLINE_OK)
            *hash = mixed(*hash, form);
    }
    if (status != COLLINE_OK)
        return status;
    form = colline_statement_normalized(statement); /* (empty where it was stopped: no statement is) */
    *hash = mixed(*hash, form);
    return form.length > 0 ? COLLINE_OK : COLLINE_E_CANCELLED;
}

static colline_status run(colline_session *session, const char *sql, uint64_t *hash)
{
    colline_status status = colline_session_feed(session, sql, strlen(sql));
    const colline_statement *statement;

    *hash = 14695981039346656037u;
    if (status == COLLINE_OK)
        status = colline_session_finish(session);
    while (status == COLLINE_OK && (statement = colline_session_next(session)) != NULL)
        status = use(statement, hash);
    return status != COLLINE_OK ? status : colline_session_status(session);
}

static colline_session *session_for(const text *text, colline_catalog *catalog, asking *asking)
{
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_session *session = NULL;

    options.dialect = text->dialect;
    options.default_db = "dw";
    options.flags = COLLINE_EXPAND_VIEWS | COLLINE_FOLD_TEMPORARY;
    options.cancelled = asked;
    options.user = asking;
    assert_int_equal(colline_session_open(catalog, &options, &session), COLLINE_OK);
    return session;
}

static void sessions_stop_at_each_question(void **state)
{
    (void)state;
    for (size_t i = 0; i < TEXTS; i++) {
        colline_catalog *catalog = catalog_of(corpus[i].dialect, corpus[i].ddl != NULL ? corpus[i].ddl : "");
        char *sql = repeated(corpus[i].sql);
        asking asking = { 0, 0 };
        colline_session *session = session_for(&corpus[i], catalog, &asking);
        uint64_t whole, again;
        long all;

        assert_int_equal(run(session, sql, &whole), COLLINE_OK);
        all = asking.asked;
        assert_true(all > 5);
        colline_session_close(session);
        for (long n = 1; n <= all; n = next(n)) {
            asking.asked = 0;
            asking.stop_at = n;
            session = session_for(&corpus[i], catalog, &asking);
            assert_int_equal(run(session, sql, &again), COLLINE_E_CANCELLED);
            assert_int_equal(asking.asked, n); /* and nobody is asked once more */
            /* it goes on: the same text, from the start, gives whole answers */
            asking.stop_at = 0;
            assert_int_equal(colline_session_reset(session), COLLINE_OK);
            assert_int_equal(run(session, sql, &again), COLLINE_OK);
            colline_session_close(session);
        }
        /* a session of its own is not touched by what was stopped beside it */
        asking.asked = 0;
        session = session_for(&corpus[i], catalog, &asking);
        assert_int_equal(run(session, sql, &again), COLLINE_OK);
        assert_true(again == whole);
        colline_session_close(session);
        free(sql);
        colline_catalog_release(catalog);
    }
}

/* ---- Catalogs ------------------------------------------------------------------------------------- */

typedef colline_status catalog_work(colline_catalog *catalog, const char *given);

static colline_status add_ddl(colline_catalog *catalog, const char *ddl)
{
    return colline_catalog_add_ddl(catalog, COLLINE_HIVE, "dw", ddl, strlen(ddl), NULL);
}

static colline_status add_json(colline_catalog *catalog, const char *json)
{
    return colline_catalog_add_json(catalog, COLLINE_HIVE, json, strlen(json), NULL);
}

static colline_status add_and_compile(colline_catalog *catalog, const char *ddl)
{
    colline_status status = add_ddl(catalog, ddl);
    char *bytes = NULL;
    size_t length;

    if (status == COLLINE_OK)
        status = colline_catalog_compile(catalog, &bytes, &length);
    colline_free(bytes);
    return status;
}

static void stop_at_each_question(catalog_work *work, const char *given)
{
    asking asking = { 0, 0 };
    colline_catalog *catalog = colline_catalog_new(NULL);
    long all;

    assert_int_equal(colline_catalog_cancel(catalog, asked, &asking), COLLINE_OK);
    assert_int_equal(work(catalog, given), COLLINE_OK);
    all = asking.asked;
    assert_true(all > 2);
    colline_catalog_release(catalog);
    for (long n = 1; n <= all; n = next(n)) {
        catalog = colline_catalog_new(NULL);
        asking.asked = 0;
        asking.stop_at = n;
        assert_int_equal(colline_catalog_cancel(catalog, asked, &asking), COLLINE_OK);
        assert_int_equal(work(catalog, given), COLLINE_E_CANCELLED);
        asking.stop_at = 0;
        assert_int_equal(work(catalog, given), COLLINE_OK);
        colline_catalog_release(catalog);
    }
}

static void catalogs_stop_at_each_question(void **state)
{
    size_t tables = &colline_steps != NULL ? 5 : 3000;
    char *ddl = malloc(tables * 80 + 80), *json = malloc(tables * 100 + 80), *d = ddl, *j = json;

    (void)state;
    assert_true(ddl != NULL && json != NULL);
    j += sprintf(j, "{\"functions\":[{\"name\":\"f\"}],\"tables\":[");
    for (size_t i = 0; i < tables; i++) {
        d += sprintf(d, "CREATE TABLE t%zu (a INT, b MAP<INT, STRING>);", i);
        j += sprintf(j, "%s{\"name\":\"t%zu\",\"columns\":[{\"name\":\"a\",\"type\":\"ARRAY<INT>\"}]}", i > 0 ? "," : "", i);
    }
    sprintf(j, "]}");
    stop_at_each_question(add_ddl, ddl);
    stop_at_each_question(add_json, json);
    stop_at_each_question(add_and_compile, ddl);
    assert_int_equal(colline_catalog_cancel(NULL, asked, NULL), COLLINE_E_MISUSE);
    free(ddl);
    free(json);
}

static void keys_stop_too(void **state)
{
    char *sql = repeated(corpus[0].sql);
    colline_options options = COLLINE_OPTIONS_INIT;
    asking asking = { 0, 0 };

    (void)state;
    options.cancelled = asked;
    options.user = &asking;
    assert_true(colline_cache_key(&options, sql, strlen(sql), 0) != 0);
    assert_true(asking.asked > 0);
    asking.stop_at = asking.asked;
    asking.asked = 0;
    assert_true(colline_cache_key(&options, sql, strlen(sql), 0) == 0);
    free(sql);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sessions_stop_at_each_question),
        cmocka_unit_test(catalogs_stop_at_each_question),
        cmocka_unit_test(keys_stop_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
