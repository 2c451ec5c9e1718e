/*
 * The parser from the inside: spans, heights, ids, splitting, limits, types.  Trees and messages have text
 * cases (tests/cases/parse, tests/cases/error).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "sql.h"
#include "syntax/dump.h"
#include "syntax/parse.h"
#include "syntax/walk.h"

typedef struct world {
    cln_fault fault;
    cln_arena lifetime, arena;
    cln_parser *parser;
    cln_diagnostics diagnostics;
    const char *dialect;
    char *text;
    cln_parsed parsed;
    bool found;
    void (*body)(struct world *world);
} world;

static void open_world(world *w, const char *dialect, uint32_t max_nesting)
{
    cln_parser_options options = { .dialect = cln_dialect_named(cln_text_of(dialect, strlen(dialect))), .max_nesting = max_nesting, .templates = true };

    assert_non_null(options.dialect);
    w->parser = cln_parser_new(&w->lifetime, &options);
    w->diagnostics = (cln_diagnostics){ .arena = &w->arena };
}

static void start(world *w, const char *sql)
{
    cln_parser_start(w->parser, cln_text_of(sql, strlen(sql)));
}

static void run_body(void *argument)
{
    world *w = argument;

    w->body(w);
}

/* Run `body` in a guard, as api.c does. */
static void in_world(void (*body)(world *))
{
    world w = { .body = body };

    cln_arena_init(&w.lifetime, &w.fault, NULL);
    cln_arena_init(&w.arena, &w.fault, NULL);
    assert_int_equal(cln_guard(&w.fault, run_body, &w), COLLINE_OK);
    cln_arena_free(&w.arena);
    cln_arena_free(&w.lifetime);
    free(w.text);
}

static bool next(world *w)
{
    return cln_parser_next(w->parser, &w->arena, &w->diagnostics, &w->parsed);
}

/* `head`, `unit` `count` times, `tail`. */
static char *repeated(world *w, const char *head, const char *unit, size_t count, const char *tail)
{
    size_t length = strlen(unit), used = strlen(head);

    free(w->text);
    w->text = malloc(used + count * length + strlen(tail) + 1);
    memcpy(w->text, head, used);
    for (size_t i = 0; i < count; i++, used += length)
        memcpy(w->text + used, unit, length);
    memcpy(w->text + used, tail, strlen(tail) + 1);
    return w->text;
}

/* ---- Splitting ---- */

static void splitting(world *w)
{
    open_world(w, "impala", 1000);
    start(w, ";; SELECT 1 ; /* ; */ SLCT 2; SHOW TABLES;\nINSERT INTO t");
    assert_true(next(w));
    assert_int_equal(w->parsed.kind, COLLINE_STATEMENT_SELECT);
    assert_int_equal(w->parsed.at.offset, 3);
    assert_int_equal(w->parsed.at.length, 8);
    assert_true(next(w));
    assert_int_equal(w->parsed.kind, COLLINE_STATEMENT_UNKNOWN);
    assert_null(w->parsed.tree);
    assert_string_equal(w->diagnostics.list.items[0].code, "unknown_statement");
    assert_true(next(w));
    assert_int_equal(w->parsed.kind, COLLINE_STATEMENT_OTHER);
    assert_true(cln_node_is(w->parsed.tree, CLN_OTHER));
    assert_true(next(w));
    assert_int_equal(w->parsed.kind, COLLINE_STATEMENT_INSERT);
    assert_true(w->parsed.recovered);
    assert_true(cln_node_is(w->parsed.tree, CLN_INSERT));
    assert_int_equal(w->diagnostics.list.count, 2);
    assert_false(next(w));
    assert_false(next(w));
}

static void test_splitting(void **state)
{
    (void)state;
    in_world(splitting);
}

/* ---- Spans ---- */

static cln_walk_answer check_span(cln_walker *walker, const cln_node *node)
{
    const colline_text *text = walker->context;
    uint32_t end = node->at.offset + node->at.length;

    assert_true(end <= text->length);
    for (uint32_t i = 0; i < cln_child_count(node); i++) {
        const cln_node *child = cln_child(node, i, NULL);
        assert_true(child->height < node->height);
        /* An ON behind a later join lies outside of its source: a JOIN b JOIN c ON x ON y. */
        if ((node->flags & CLN_JOIN_NESTED) == 0) {
            assert_true(child->at.offset >= node->at.offset);
            assert_true(child->at.offset + child->at.length <= end);
        }
    }
    return CLN_WALK_ON;
}

static void spans(world *w)
{
    static const char *const statements[] = {
        "SELECT a + 1 AS b, (c), t.* FROM db.t AS t LEFT JOIN u ON t.x = u.x WHERE a IN (1, 2) ORDER BY b DESC NULLS LAST LIMIT 3",
        "WITH q (x) AS (SELECT 1) INSERT INTO t PARTITION (p = 1) (a) SELECT CASE WHEN a THEN b END FROM q JOIN r JOIN s ON 1 = 1 ON 2 = 2",
        "SELECT a UNION ALL SELECT b LIMIT 1 UNION (SELECT c)",
        "MERGE INTO t USING (SELECT 1 AS a) s ON t.a = s.a WHEN MATCHED THEN UPDATE SET b = 1, c = s.a WHEN NOT MATCHED THEN INSERT (a) VALUES (1)",
        "CREATE TABLE t (a ARRAY<STRUCT<x: INT, y: MAP<STRING, INT>>>, b INT) PARTITIONED BY (p INT) STORED AS PARQUET",
        "SELECT SUM(a) OVER (PARTITION BY b ORDER BY c ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t GROUP BY a WITH ROLLUP",
        "EXPLAIN SELECT x FROM t LATERAL VIEW explode(y) v AS x",
    };

    open_world(w, "hive", 1000);
    for (size_t i = 0; i < sizeof statements / sizeof statements[0]; i++) {
        colline_text text = cln_text_of(statements[i], strlen(statements[i]));
        cln_walker walker = { check_span, w->arena.fault, &text };
        start(w, statements[i]);
        assert_true(next(w));
        if (w->parsed.tree == NULL)
            fail_msg("%s: %s", statements[i], w->diagnostics.list.items[0].message.data);
        assert_int_equal(w->parsed.tree->at.length, text.length);
        assert_true(w->parsed.tree->id < w->parsed.node_count);
        cln_walk(&walker, w->parsed.tree);
    }
}

static void test_spans(void **state)
{
    (void)state;
    in_world(spans);
}

/* ---- Limits ---- */

static void expect_limit(world *w, const char *what, char *sql)
{
    w->diagnostics.list.count = 0;
    start(w, sql);
    assert_true(next(w));
    if (w->parsed.tree != NULL || w->diagnostics.list.count == 0)
        fail_msg("%s: no limit", what);
    assert_string_equal(w->diagnostics.list.items[0].code, "limit");
}

static void expect_tree(world *w, char *sql)
{
    w->diagnostics.list.count = 0;
    start(w, sql);
    assert_true(next(w));
    if (w->parsed.tree == NULL)
        fail_msg("%s", w->diagnostics.list.items[0].message.data);
    assert_true(w->parsed.tree->height < 20);
}

static void limits(world *w)
{
    open_world(w, "impala", 1000);
    expect_limit(w, "parentheses", repeated(w, "SELECT ", "(", 100000, "1"));
    expect_limit(w, "NOT", repeated(w, "SELECT ", "NOT ", 100000, "1"));
    expect_limit(w, "minus", repeated(w, "SELECT ", "- ", 100000, "1"));
    expect_limit(w, "CASE", repeated(w, "SELECT ", "CASE WHEN 1 THEN ", 100000, "1"));
    expect_limit(w, "derived tables", repeated(w, "", "SELECT * FROM (", 100000, "SELECT 1"));
    expect_limit(w, "types", repeated(w, "CREATE TABLE t (a ", "ARRAY<", 100000, "INT)"));
    expect_limit(w, "subscripts", repeated(w, "SELECT a", "[1]", 100000, ""));
    /* The next statement goes on. */
    expect_tree(w, repeated(w, "SELECT 1", " + 1", 10, ""));
}

static void test_limits(void **state)
{
    (void)state;
    in_world(limits);
}

static void long_chains(world *w)
{
    clock_t before = clock();

    open_world(w, "impala", 1000);
    expect_tree(w, repeated(w, "SELECT a", " + a", 200000, ""));
    expect_tree(w, repeated(w, "SELECT a FROM t WHERE b", " OR a = 1", 100000, ""));
    expect_tree(w, repeated(w, "SELECT a", " || a", 100000, ""));
    expect_tree(w, repeated(w, "SELECT a FROM t", " UNION ALL SELECT a FROM t", 20000, ""));
    expect_tree(w, repeated(w, "SELECT a FROM t LIMIT 1", " UNION ALL SELECT a FROM t LIMIT 1", 20000, ""));
    expect_tree(w, repeated(w, "SELECT a FROM t", " JOIN t", 50000, ""));
    expect_tree(w, repeated(w, "SELECT a FROM t WHERE a IN (1", ", 1", 100000, ")"));
    if ((double)(clock() - before) / CLOCKS_PER_SEC > 20)
        fail_msg("not in linear time");
}

static void test_long_chains(void **state)
{
    (void)state;
    in_world(long_chains);
}

static void longest_statement(world *w)
{
    cln_parser_options options = { .dialect = cln_dialect_of(COLLINE_IMPALA), .max_nesting = 1000, .max_statement_bytes = 20, .templates = true };

    w->parser = cln_parser_new(&w->lifetime, &options);
    w->diagnostics = (cln_diagnostics){ .arena = &w->arena };
    start(w, "SELECT a, b, c, d, e, f FROM t; SELECT 1");
    assert_true(next(w));
    assert_null(w->parsed.tree);
    assert_string_equal(w->diagnostics.list.items[0].code, "limit");
    assert_true(next(w));
    assert_non_null(w->parsed.tree);
}

static void test_longest_statement(void **state)
{
    (void)state;
    in_world(longest_statement);
}

/* ---- One statement, one type ---- */

static void one(world *w)
{
    const cln_node *type;

    open_world(w, "impala", 1000);
    start(w, "SELECT 1; SELECT 2");
    assert_true(next(w));
    assert_true(cln_node_is(cln_parse_one(w->parser, CLN_TEXT("SELECT a FROM t;"), &w->arena, &w->diagnostics), CLN_QUERY));
    assert_null(cln_parse_one(w->parser, CLN_TEXT("SELECT a FROM"), &w->arena, &w->diagnostics));
    assert_null(cln_parse_one(w->parser, CLN_TEXT("SELECT 1; SELECT 2"), &w->arena, &w->diagnostics));
    type = cln_parse_type(w->parser, CLN_TEXT("array<struct<a:int,b:map<string,decimal(9,2)>>>"), &w->arena);
    assert_true(cln_node_is(type, CLN_TYPE));
    assert_int_equal(cln_count(CLN_AS(type, type)->arguments), 1);
    assert_null(cln_parse_type(w->parser, CLN_TEXT("array<"), &w->arena));
    assert_null(cln_parse_type(w->parser, CLN_TEXT("1 + 2"), &w->arena));
    /* What was being read is not lost. */
    assert_true(next(w));
    assert_int_equal(w->parsed.at.offset, 10);
    assert_false(next(w));
}

static void test_one(void **state)
{
    (void)state;
    in_world(one);
}

/* ---- Names ---- */

static void expect_names(world *w, const char *sql, const char *names)
{
    char found[200] = "";
    const cln_list *items;

    start(w, sql);
    assert_true(next(w));
    assert_non_null(w->parsed.tree);
    items = CLN_AS(select, CLN_AS(query, w->parsed.tree)->body)->from;
    for (uint32_t i = 0; i < items->count; i++) {
        const cln_list *parts = CLN_AS(table_ref, CLN_AS(source, items->items[i])->relation)->parts;
        for (uint32_t j = 0; j < parts->count; j++) {
            colline_text text = cln_node_text(parts->items[j]);
            sprintf(found + strlen(found), "%s%.*s", j > 0 ? "." : i > 0 ? " " : "", (int)text.length, text.data);
        }
    }
    assert_string_equal(found, names);
}

static void names(world *w)
{
    open_world(w, "bigquery", 1000);
    expect_names(w, "SELECT 1 FROM `p.d.t`, `a`.b, my-project.d.t", "p.d.t a.b my-project.d.t");
    open_world(w, "postgres", 1000);
    expect_names(w, "SELECT 1 FROM \"a\"\"b\".\"C d\", e", "a\"b.C d e");
    open_world(w, "tsql", 1000);
    expect_names(w, "SELECT 1 FROM [a]]b]..t, #x", "a]b.t #x");
    open_world(w, "spark", 1000);
    expect_names(w, "SELECT 1 FROM {{ ref('m') }}, {{ source(\"s\", 't') }}, db_${env}.t, ${whole}", "m s.t db_${env}.t ${whole}");
}

static void test_names(void **state)
{
    (void)state;
    in_world(names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_splitting),  cmocka_unit_test(test_spans),
        cmocka_unit_test(test_limits),     cmocka_unit_test(test_long_chains),
        cmocka_unit_test(test_longest_statement), cmocka_unit_test(test_one),
        cmocka_unit_test(test_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
