/* Keys under which an analysis may be kept, and what a session has changed. */
#include "support.h"

static uint64_t key(colline_dialect dialect, const char *sql)
{
    colline_options options = COLLINE_OPTIONS_INIT;

    options.dialect = dialect;
    return colline_cache_key(&options, sql, strlen(sql), 1);
}

typedef struct pair {
    colline_dialect dialect;
    int same;
    const char *a, *b;
} pair;

static void which_literals_count(void **state)
{
    static const pair pairs[] = {
        { COLLINE_IMPALA, 1, "SELECT a FROM t WHERE b = 'x' AND c IN (1, 2)", "SELECT a FROM t WHERE b = 'yy' AND c IN (3, 4)" },
        { COLLINE_IMPALA, 1, "SELECT a FROM t WHERE b = 1 LIMIT 10", "SELECT a FROM t WHERE b = 22 LIMIT 7" },
        { COLLINE_IMPALA, 1, "-- run 1\nSELECT a FROM t;", "/* run 2 */ SELECT a FROM t -- end" },
        { COLLINE_IMPALA, 1, "SELECT a FROM t JOIN u ON t.x = u.x AND u.d = 'p'", "SELECT a FROM t JOIN u ON t.x = u.x AND u.d = 'q'" },
        { COLLINE_MYSQL, 1, "UPDATE t SET a = 1 WHERE b = 2", "UPDATE t SET a = 3 WHERE b = 4" },
        { COLLINE_IMPALA, 0, "SELECT a FROM t WHERE b = 'x'", "SELECT a FROM t WHERE c = 'x'" },
        { COLLINE_IMPALA, 0, "SELECT a FROM t WHERE b = '1'", "SELECT a FROM t WHERE b = 1" },
        /* ordinals, partition values, labels, what is executed, what names a part */
        { COLLINE_IMPALA, 0, "SELECT a, b FROM t ORDER BY 1", "SELECT a, b FROM t ORDER BY 2" },
        { COLLINE_IMPALA, 0, "INSERT INTO t PARTITION (d = 'x') SELECT a FROM u", "INSERT INTO t PARTITION (d = 'y') SELECT a FROM u" },
        { COLLINE_IMPALA, 0, "CREATE TABLE t AS SELECT a + 1 FROM u", "CREATE TABLE t AS SELECT a + 2 FROM u" },
        { COLLINE_IMPALA, 0, "SELECT (SELECT a FROM t WHERE b = 1)", "SELECT (SELECT a FROM t WHERE b = 2)" },
        { COLLINE_IMPALA, 0, "SELECT a FROM t WHERE m['k'].x = 1", "SELECT a FROM t WHERE m['l'].x = 1" },
        { COLLINE_GENERIC, 0, "EXECUTE IMMEDIATE 'INSERT INTO a SELECT b FROM c'", "EXECUTE IMMEDIATE 'INSERT INTO a SELECT b FROM d'" },
        { COLLINE_TSQL, 0, "DELETE FROM t WHERE a = 'x' EXEC('INSERT INTO a SELECT b FROM c')",
          "DELETE FROM t WHERE a = 'x' EXEC('INSERT INTO a SELECT b FROM d')" },
        { COLLINE_HIVE, 0, "SELECT c FROM t JOIN u ON t.a = 1 LATERAL VIEW stack(2, x, y) v AS c",
          "SELECT c FROM t JOIN u ON t.a = 1 LATERAL VIEW stack(1, x, y) v AS c" },
        /* a list of relations goes on behind the condition of a join */
        { COLLINE_IMPALA, 0, "SELECT a FROM t JOIN u ON (t.a = 1), f(2) WHERE b = 3", "SELECT a FROM t JOIN u ON (t.a = 1), f(4) WHERE b = 3" },
        { COLLINE_IMPALA, 1, "SELECT a FROM t JOIN u ON (t.a = 1), f(2) WHERE b = 3", "SELECT a FROM t JOIN u ON (t.a = 5), f(2) WHERE b = 3" },
        { COLLINE_MYSQL, 1, "MERGE INTO t USING u ON t.a = u.a WHEN MATCHED THEN UPDATE SET b = 1", "MERGE INTO t USING u ON t.a = u.a WHEN MATCHED THEN UPDATE SET b = 2" },
        { COLLINE_MYSQL, 0, "SET @x = 1", "SET @x = 2" },
        /* a word that may be a name starts no clause */
        { COLLINE_SPARK, 0, "SELECT qualify, 'x' FROM t", "SELECT qualify, 'y' FROM t" },
        { COLLINE_IMPALA, 0, "SELECT t.limit, 'x' FROM t", "SELECT t.limit, 'y' FROM t" },
        { COLLINE_POSTGRES, 0, "SELECT call, 'x' FROM t", "SELECT call, 'y' FROM t" },
        { COLLINE_POSTGRES, 0, "SELECT a FROM t WHERE b -> 'k' = 1", "SELECT a FROM t WHERE b -> 'l' = 1" },
        { COLLINE_CLICKHOUSE, 0, "SELECT a FROM t WHERE b.1 = 1", "SELECT a FROM t WHERE b.2 = 1" },
        { COLLINE_MYSQL, 1, "SELECT a FROM t WHERE b = X'00' AND c = 0.5", "SELECT a FROM t WHERE b = X'01' AND c = 1.5" },
        { COLLINE_MYSQL, 0, "SELECT a FROM t WHERE c = .5", "SELECT a FROM t WHERE c = .6" },
        { COLLINE_IMPALA, 0, "SELECT a FROM t WHERE b = 1; SELECT 'x'", "SELECT a FROM t WHERE b = 1; SELECT 'y'" },
        { COLLINE_IMPALA, 0, "SELECT a /* x */ FROM t", "SELECT a /* y */ FROM t" },
        { COLLINE_IMPALA, 1, "SELECT a FROM t WHERE /* x */ b = 1", "SELECT a FROM t WHERE /* y */ b = 1" },
        { COLLINE_DUCKDB, 0, "PIVOT t ON y IN (2000, 2010) USING sum(p)", "PIVOT t ON y IN (2001, 2010) USING sum(p)" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        int same = key(pairs[i].dialect, pairs[i].a) == key(pairs[i].dialect, pairs[i].b);
        if (same != pairs[i].same)
            fail_msg("%s\n%s", pairs[i].a, pairs[i].b);
    }
}

/* What a key does not depend on, joined by "|". */
static void spans(void **state)
{
    static const struct {
        colline_dialect dialect;
        const char *sql, *left_out;
    } texts[] = {
        { COLLINE_IMPALA, "/* 7 */ SELECT a, 5 FROM t WHERE b = 'x' /* n */ AND c > 1 ORDER BY 2; -- end", "/* 7 */ |'x'|/* n */|1|; -- end" },
        { COLLINE_IMPALA, "SELECT 1", "" },
        { COLLINE_IMPALA, "-- none", "-- none" },
        { COLLINE_GENERIC, "DELETE FROM t WHERE a = 1; EXECUTE IMMEDIATE 'x'", "" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        colline_options options = COLLINE_OPTIONS_INIT;
        colline_span left_out[8];
        char found[200] = "";
        size_t count, length = strlen(texts[i].sql);

        options.dialect = texts[i].dialect;
        assert_true(colline_cache_key_spans(&options, texts[i].sql, length, 1, left_out, 8, &count) ==
                    colline_cache_key(&options, texts[i].sql, length, 1));
        for (size_t k = 0; k < count; k++)
            sprintf(found + strlen(found), "%s%.*s", k > 0 ? "|" : "", (int)left_out[k].length, texts[i].sql + left_out[k].offset);
        assert_string_equal(found, texts[i].left_out);
    }
}

static void few_spans(void **state)
{
    static const char sql[] = "SELECT a FROM t WHERE b = 1 AND c = 22";
    colline_span left_out[2] = { { 9, 9 }, { 9, 9 } };
    size_t count;

    (void)state;
    assert_true(colline_cache_key_spans(NULL, sql, strlen(sql), 1, left_out, 1, &count) != 0);
    assert_int_equal(count, 2);
    assert_int_equal(left_out[0].offset, 26);
    assert_int_equal(left_out[1].offset, 9);
    assert_true(colline_cache_key_spans(NULL, sql, strlen(sql), 1, NULL, 5, NULL) != 0);
    assert_true(colline_cache_key_spans(NULL, NULL, 0, 1, left_out, 1, &count) == 0);
    assert_int_equal(count, 0);
}

/* Within parentheses without number all counts: what is left out is known for some levels only. */
static void deep_literals_count(void **state)
{
    enum { SHALLOW = 100, DEEP = 200 };
    char one[3 * DEEP], two[3 * DEEP];

    (void)state;
    for (int depth = SHALLOW; depth <= DEEP; depth += DEEP - SHALLOW) {
        char *ends[] = { one, two };
        for (int which = 0; which < 2; which++) {
            char *end = ends[which] + sprintf(ends[which], "SELECT a FROM t WHERE ");
            memset(end, '(', (size_t)depth);
            end += depth;
            end += sprintf(end, "b = %d", which);
            memset(end, ')', (size_t)depth);
            end[depth] = '\0';
        }
        assert_int_equal(key(COLLINE_IMPALA, one) == key(COLLINE_IMPALA, two), depth == SHALLOW);
    }
}

static void options_count(void **state)
{
    static const char sql[] = "SELECT a FROM t";
    colline_options options = COLLINE_OPTIONS_INIT;
    uint64_t first = colline_cache_key(&options, sql, strlen(sql), 1);

    (void)state;
    assert_true(first != 0 && first == colline_cache_key(NULL, sql, strlen(sql), 1));
    assert_true(first != colline_cache_key(NULL, sql, strlen(sql), 2));
    options.default_db = "dw";
    assert_true(first != colline_cache_key(&options, sql, strlen(sql), 1));
    options.default_db = NULL;
    options.flags = COLLINE_EXPAND_VIEWS;
    assert_true(first != colline_cache_key(&options, sql, strlen(sql), 1));
    options.flags = 0;
    options.dialect = COLLINE_HIVE;
    assert_true(first != colline_cache_key(&options, sql, strlen(sql), 1));
    options.size = 1;
    assert_true(colline_cache_key(&options, sql, strlen(sql), 1) == 0);
    assert_true(colline_cache_key(NULL, NULL, 0, 1) == 0);
    assert_true(colline_cache_key(NULL, "", 0, 1) == colline_cache_key(NULL, " ;; -- x", 8, 1));
}

/* How many of a script's statements change the session. */
static unsigned changes(uint32_t flags, const char *sql)
{
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_session *session;
    unsigned changing = 0;
    uint64_t before = 0;

    options.dialect = COLLINE_IMPALA;
    options.flags = flags;
    session = session_on(NULL, &options, sql);
    while (colline_session_next(session) != NULL) {
        changing += colline_session_changes(session) != before;
        before = colline_session_changes(session);
    }
    colline_session_close(session);
    return changing;
}

static void what_changes_a_session(void **state)
{
    (void)state;
    assert_int_equal(changes(0, "SELECT a FROM t; INSERT INTO u SELECT a FROM t; DROP TABLE nobody; SET x=1"), 0);
    assert_int_equal(changes(0, "USE dw; USE dw; USE ods"), 2);
    assert_int_equal(changes(0, "CREATE TABLE x (a INT); DROP TABLE x; DROP TABLE x"), 2);
    assert_int_equal(changes(0, "CREATE TEMPORARY TABLE x (a INT); INSERT INTO x SELECT a FROM t"), 1);
    assert_int_equal(changes(COLLINE_FOLD_TEMPORARY, "CREATE TEMPORARY TABLE x (a INT); INSERT INTO x SELECT a FROM t"), 2);
    assert_int_equal(colline_session_changes(NULL), 0);
}

static uint64_t variant(colline_dialect dialect, const char *sql)
{
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_session *session;
    uint64_t found;

    options.dialect = dialect;
    session = session_on(NULL, &options, sql);
    found = colline_statement_variant(colline_session_next(session));
    colline_session_close(session);
    return found;
}

static void variants(void **state)
{
    static const char *const plain[] = {
        "SELECT a FROM t WHERE b = 1 LIMIT 3",
        "INSERT OVERWRITE t PARTITION (d = '2024-01-01', h = 3) SELECT a, 'x', CASE WHEN b = 'y' THEN 1 END FROM u WHERE c = 2",
        "INSERT INTO t VALUES (1, 'a'), (2, 'b')",
        "INSERT INTO t PARTITION (d = concat('x', ('y')), h = 3) SELECT a FROM u",
        "/* first */ UPDATE t SET a = 1, b = 'x' WHERE c = 2",
        "MERGE INTO t USING u ON t.a = u.a WHEN MATCHED THEN UPDATE SET b = 1",
    };

    (void)state;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (variant(COLLINE_IMPALA, plain[i]) != 0)
            fail_msg("%s", plain[i]);
    assert_true(variant(COLLINE_IMPALA, "INSERT INTO t SELECT a FROM u ORDER BY 1") !=
                variant(COLLINE_IMPALA, "INSERT INTO t SELECT a FROM u ORDER BY 2"));
    assert_true(variant(COLLINE_IMPALA, "CREATE TABLE t AS SELECT a + 1 FROM u") !=
                variant(COLLINE_IMPALA, "CREATE TABLE t AS SELECT a + 2 FROM u"));
    assert_true(variant(COLLINE_SPARK, "SELECT * FROM VALUES (1, 2)") != variant(COLLINE_SPARK, "SELECT * FROM VALUES (1, 3)"));
    assert_true(variant(COLLINE_IMPALA, "ALTER VIEW v AS SELECT 1") != variant(COLLINE_IMPALA, "ALTER VIEW v AS SELECT 2"));
    assert_true(variant(COLLINE_IMPALA, "WITH c AS (SELECT 1) SELECT * FROM c") != variant(COLLINE_IMPALA, "WITH c AS (SELECT 2) SELECT * FROM c"));
    assert_true(variant(COLLINE_GENERIC, "EXECUTE IMMEDIATE 'SELECT 1'") != 0);
    assert_true(variant(COLLINE_POSTGRES, "INSERT INTO t SELECT a -> 'k' FROM u") !=
                variant(COLLINE_POSTGRES, "INSERT INTO t SELECT a -> 'l' FROM u"));
    assert_true(colline_statement_variant(NULL) == 0);
}

/* What the session says of itself and of a statement's target. */
static void database_and_temporary(void **state)
{
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_session *session;
    const colline_statement *statement;

    (void)state;
    options.dialect = COLLINE_IMPALA;
    session = session_on(NULL, &options, "USE dw; CREATE TEMPORARY TABLE x AS SELECT a FROM t; INSERT INTO u SELECT a FROM x");
    assert_string_equal(colline_session_database(session).data, "");
    assert_non_null(colline_session_next(session));
    assert_string_equal(colline_session_database(session).data, "dw");
    statement = colline_session_next(session);
    assert_int_equal(colline_statement_target(statement, 0)->temporary, 1);
    statement = colline_session_next(session);
    assert_int_equal(colline_statement_target(statement, 0)->temporary, 0);
    colline_session_close(session);
    assert_string_equal(colline_session_database(NULL).data, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(which_literals_count),
        cmocka_unit_test(spans),
        cmocka_unit_test(few_spans),
        cmocka_unit_test(deep_literals_count),
        cmocka_unit_test(options_count),
        cmocka_unit_test(what_changes_a_session),
        cmocka_unit_test(variants),
        cmocka_unit_test(database_and_temporary),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
