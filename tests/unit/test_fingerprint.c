/*
 * Normalised texts, their fingerprints, and the hash.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <cmocka.h>

#include "base/xxh64.h"
#include "syntax/fingerprint.h"

typedef struct fingerprint_case {
    const char *dialect, *sql, *normalized;
} fingerprint_case;

static const fingerprint_case cases[] = {
    { "impala", "select  Name from\n crew -- x\n where id = 7 ;", "SELECT name FROM crew WHERE id = ?" },
    { "impala", "", "" },
    { "impala", " ; -- x", "" },
    { "impala", "select 1; ; select 2;", "SELECT ?; SELECT ?" },
    { "impala", "select count ( * ), a . b , c :: d", "SELECT count(*), a.b, c::d" },

    /* Literals and their signs */
    { "impala", "select -1, - 2.5, a - 1, (a) -1, a * -1, 'x' 'y', \"z\", 0x1F",
      "SELECT ?, ?, a - ?, (a) - ?, a * ?, ?, ?, ?" },
    { "impala", "select case when a then -1 else -b end - 1, null -1",
      "SELECT CASE WHEN a THEN ? ELSE - b END - ?, NULL - ?" },
    { "impala", "select true, a is not true, date '2024-01-01'", "SELECT ?, a IS NOT TRUE, DATE ?" },
    { "postgres", "select current_date - 1, e'\\n', $$x$$, interval '1 day'",
      "SELECT CURRENT_DATE - ?, ?, ?, interval ?" },

    /* Lists and rows */
    { "impala", "a in (1)", "a IN (?)" },
    { "impala", "a in (1, -2, 'x', null, date '2024-01-01', ?)", "a IN (?)" },
    { "impala", "a in (1, b)", "a IN (?, b)" },
    { "impala", "a in (select 1)", "a IN (SELECT ?)" },
    { "impala", "a in ()", "a IN ()" },
    { "impala", "insert into t values (1, 'a'), (2, 'b'), (3, null)", "INSERT INTO t VALUES (?)" },
    { "impala", "insert into t values (1, now()), (2, now( )), (a, 2)",
      "INSERT INTO t VALUES (?, now()), (a, ?)" },
    { "impala", "insert into t values (1), (2) union select 3", "INSERT INTO t VALUES (?) UNION SELECT ?" },
    { "impala", "select * from (values (1), (2)) v, (values ((select 1)), (2)) w",
      "SELECT * FROM (VALUES (?)) v, (VALUES ((SELECT ?)), (?)) w" },
    { "mysql", "insert into t values (1) on duplicate key update a = values(a), b = 2",
      "INSERT INTO t VALUES (?) ON duplicate KEY "
      "UPDATE a = VALUES (a), b = ?" },
    { "impala", "values (1", "VALUES (?" },
    { "impala", "a in (1", "a IN (?" },

    /* Hints and templates */
    { "impala", "select /* +straight_join */ a from t join [shuffle] u join -- +broadcast\n v",
      "SELECT a FROM t JOIN u JOIN v" },
    { "impala", "insert into t [noshuffle] select 1", "INSERT INTO t SELECT ?" },
    { "impala", "select a[1], a[b]", "SELECT a[?], a[b]" },
    { "hive", "select ${x} from ods_${day}.{{ t }} where d = '${d}' {% if a %} and b = :b {% endif %}",
      "SELECT ? FROM ods_?.? WHERE d = ? "
      "AND b = ?" },
    { "hive", "select * from `ods_${day}`", "SELECT * FROM `ods_?`" },
    { "snowflake", "copy into t from @s/a", "COPY INTO T FROM @s/a" },

    /* Letters and quotes */
    { "hive", "select `Ab`, `a b`, `select`, AB", "SELECT ab, `a b`, `select`, ab" },
    { "postgres", "select \"ab\", \"Ab\", \"a\"\"b\", Ab", "SELECT ab, \"Ab\", \"a\"\"b\", ab" },
    { "oracle", "select ab, \"AB\", \"ab\" from t", "SELECT AB, AB, \"ab\" FROM T" },
    { "tsql", "select [Ab], \"aB\", AB, [a b] from T", "SELECT ab, ab, ab, \"a b\" FROM t" },
    { "clickhouse", "select Ab from T", "SELECT Ab FROM T" },
    { "impala", "a != b and c == d", "a <> b AND c = d" },
};

typedef struct fixture {
    cln_fault fault;
    cln_arena arena;
} fixture;

static cln_lexer lexer_of(const char *dialect, const char *sql)
{
    const cln_dialect *d = cln_dialect_named(cln_text_of(dialect, strlen(dialect)));

    return (cln_lexer){ cln_text_of(sql, strlen(sql)), d, d->lex | CLN_LEX_TEMPLATE };
}

static uint64_t hash_of(const char *data, size_t length)
{
    cln_xxh64 hash;

    cln_xxh64_start(&hash, 0);
    cln_xxh64_add(&hash, data, length);
    return cln_xxh64_end(&hash);
}

static void normalized_texts(void **state)
{
    fixture *f = *state;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cln_lexer lexer = lexer_of(cases[i].dialect, cases[i].sql);
        colline_span all = { 0, lexer.text.length };
        colline_text text = cln_normalized(&f->arena, &lexer, all);

        if (strcmp(text.data, cases[i].normalized) != 0)
            fail_msg("%s: %s\n  is      %s\n  want    %s", cases[i].dialect, cases[i].sql, text.data,
                     cases[i].normalized);
        assert_true(cln_fingerprint(&lexer, all, &f->fault) == hash_of(text.data, text.length));
    }
}

/* A statement among others: the tokens that start within the span. */
static void spans(void **state)
{
    fixture *f = *state;
    cln_lexer lexer = lexer_of("impala", "select 1; select a /* x */ from t; select 'b");
    static const struct {
        colline_span at;
        const char *text;
    } expected[] = {
        { { 0, 8 }, "SELECT ?" },    { { 10, 23 }, "SELECT a FROM t" },
        { { 35, 99 }, "SELECT 'b" }, { { 200, 5 }, "" },
        { { 10, 0 }, "" },
    };

    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
        assert_string_equal(cln_normalized(&f->arena, &lexer, expected[i].at).data, expected[i].text);
}

/* The numbers of the reference implementation. */
static void hashes(void **state)
{
    static const char long_text[] =
        "Nobody inspects the spammish repetition. Nobody inspects the spammish repetition.";
    cln_xxh64 hash;

    (void)state;
    assert_true(hash_of("", 0) == 0xEF46DB3751D8E999u);
    assert_true(hash_of("a", 1) == 0xD24EC4F1A98C6E5Bu);
    assert_true(hash_of("abc", 3) == 0x44BC2CF5AD770999u);
    assert_true(hash_of("Nobody inspects the spammish repetition", 39) == 0xFBCEA83C8A378BF1u);
    for (size_t cut = 0; cut < sizeof long_text - 1; cut++) {
        cln_xxh64_start(&hash, 0);
        cln_xxh64_add(&hash, long_text, cut);
        cln_xxh64_add(&hash, long_text + cut, sizeof long_text - 1 - cut);
        assert_true(cln_xxh64_end(&hash) == hash_of(long_text, sizeof long_text - 1));
    }
}

static int set_up(void **state)
{
    fixture *f = calloc(1, sizeof *f);

    cln_arena_init(&f->arena, &f->fault, NULL);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;

    cln_arena_free(&f->arena);
    free(f);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normalized_texts),
        cmocka_unit_test(spans),
        cmocka_unit_test(hashes),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
