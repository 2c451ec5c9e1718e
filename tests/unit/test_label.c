/*
 * The names of result columns without an alias (resolve/label.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "resolve/label.h"
#include "syntax/parse.h"

typedef struct work {
    cln_arena *arena;
    colline_dialect dialect;
    const char *expression;
    bool top;
    colline_text label;
} work;

static void label(void *argument)
{
    work *w = argument;
    const cln_dialect *dialect = cln_dialect_of(w->dialect);
    cln_parser_options options = { .dialect = dialect, .max_nesting = 100 };
    cln_parser *parser = cln_parser_new(w->arena, &options);
    cln_diagnostics diagnostics = { .arena = w->arena };
    cln_buffer sql = { NULL, 0, 0 };
    colline_text source;
    const cln_node *tree;

    cln_buffer_add_string(w->arena, &sql, "SELECT 1, ");
    cln_buffer_add_string(w->arena, &sql, w->expression);
    cln_buffer_add_string(w->arena, &sql, " FROM t");
    source = cln_buffer_text(w->arena, &sql);
    tree = cln_parse_one(parser, source, w->arena, &diagnostics);
    w->label = CLN_TEXT("(does not parse)");
    if (!cln_node_is(tree, CLN_QUERY) || !cln_node_is(CLN_AS(query, tree)->body, CLN_SELECT))
        return;
    tree = CLN_AS(select, CLN_AS(query, tree)->body)->items->items[1];
    w->label = cln_text_copy(
        w->arena, cln_column_label(w->arena, dialect, source, CLN_AS(select_item, tree)->value, 1, w->top));
}

/* Pairs of an expression and its label. */
static void check(colline_dialect dialect, bool top, const char *const *pairs)
{
    for (; pairs[0] != NULL; pairs += 2) {
        cln_fault fault = { .status = COLLINE_OK };
        cln_arena arena;
        work w = { &arena, dialect, pairs[0], top, { "", 0 } };

        cln_arena_init(&arena, &fault, NULL);
        assert_int_equal(cln_guard(&fault, label, &w), COLLINE_OK);
        assert_string_equal(w.label.data, pairs[1]);
        cln_arena_free(&arena);
    }
}

static void impala_prints_expressions(void **state)
{
    static const char *const pairs[] = {
        "a",
        "a",
        "t.B",
        "b",
        "COUNT( b.string_col )",
        "count(b.string_col)",
        "count(*)",
        "count(*)",
        "count(distinct a,b)",
        "count(DISTINCT a, b)",
        "a+b",
        "a + b",
        "( a+b )*2",
        "(a + b) * 2",
        "a<>b and not c",
        "a != b AND NOT c",
        "\"it's\"",
        "'it\\'s'",
        "'x\\'y'",
        "'x\\'y'",
        "concat(\"say \\\"x\\\"\", 'y')",
        "concat('say \"x\"', 'y')",
        "case a when 1 then 'x' else null end",
        "CASE a WHEN 1 THEN 'x' ELSE NULL END",
        "CASE WHEN a>1 THEN true END",
        "CASE WHEN a > 1 THEN TRUE END",
        "cast(a as int)",
        "CAST(a AS INT)",
        "cast(a as decimal(10,2))",
        "CAST(a AS DECIMAL(10,2))",
        "a is not null",
        "a IS NOT NULL",
        "a IS TRUE",
        "istrue(a)",
        "a not between 1 and 2",
        "a NOT BETWEEN 1 AND 2",
        "a in (1,2)",
        "a IN (1, 2)",
        "a not in ('x')",
        "a NOT IN ('x')",
        "a like 'x%'",
        "a LIKE 'x%'",
        "-1",
        "-1",
        "-a",
        "-1 * a",
        "sum(a) over(partition by b order by c)",
        "sum(a) OVER(...)",
        "rank() over (order by a desc)",
        "rank() OVER(...)",
        "1 + sum(a) over (partition by b order by c desc)",
        "1 + sum(a) OVER (PARTITION BY b ORDER BY c DESC)",
        "extract(year from a)",
        "EXTRACT(YEAR FROM a)",
        "a + interval 1 day",
        "a + INTERVAL 1 day",
        "date_add(a, interval 1 day)",
        "DATE_ADD(a, INTERVAL 1 day)",
        "(1)",
        "(1)",
        "04",
        "4",
        ".5 + 00",
        "0.5 + 0",
        "+a",
        "a",
        "~a",
        "~a",
        "!a",
        "NOT a",
        "5!",
        "5!",
        "-(1)",
        "-1 * (1)",
        "a && b",
        "a AND b",
        "a <=> b",
        "a IS NOT DISTINCT FROM b",
        "a between 1 and 2",
        "a BETWEEN 1 AND 2",
        "a is not true",
        "isnottrue(a)",
        "a is false",
        "isfalse(a)",
        "a is unknown",
        "a IS NULL",
        "a in (select b from u)",
        "a IN (select b from u)",
        "a not like 'x%'",
        "NOT a LIKE 'x%'",
        "cast(a as integer)",
        "CAST(a AS INT)",
        "cast(a as decimal(10))",
        "CAST(a AS DECIMAL(10,0))",
        "cast(a as array<int>)",
        "CAST(a AS ARRAY<INT>)",
        "1 + sum(a) over ()",
        "1 + sum(a) OVER ()",
        "1 + sum(a) over (order by b asc nulls first, c nulls last)",
        "1 + sum(a) OVER (ORDER BY b ASC NULLS FIRST, c ASC NULLS LAST)",
        "1 + sum(a) over (order by b rows between 1 preceding and current row)",
        "1 + sum(a) OVER (ORDER BY b ASC ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)",
        "`a b` + `c1` + `1c`",
        "`a b` + c1 + `1c`",
        "case when a then b else c end",
        "CASE WHEN a THEN b ELSE c END",
        NULL,
    };

    (void)state;
    check(COLLINE_IMPALA, true, pairs);
}

static void impala_numbers_what_is_not_shown(void **state)
{
    static const char *const pairs[] = { "a", "a", "count(b)", "_c1", NULL };

    (void)state;
    check(COLLINE_IMPALA, false, pairs);
}

static void postgres_finds_names(void **state)
{
    static const char *const pairs[] = {
        "a",
        "a",
        "a + 1",
        "?column?",
        "lower(a)",
        "lower",
        "count(*)",
        "count",
        "a::text",
        "a",
        "1::int",
        "int4",
        "cast('x' as varchar(3))",
        "varchar",
        "lower(a)::int",
        "lower",
        "case when a then 1 end",
        "case",
        "case when a then 1 else b end",
        "b",
        "array[1, 2]",
        "array",
        "exists (select 1)",
        "exists",
        "(select max(x) from u)",
        "max",
        "(select x as y from u)",
        "y",
        "true",
        "bool",
        "date '2024-01-01'",
        "date",
        "interval '1 day'",
        "interval",
        "current_date",
        "current_date",
        "coalesce(a, b)",
        "coalesce",
        "a is null",
        "?column?",
        "a[1]",
        "a",
        "row(a, b)",
        "row",
        "1::int[]",
        "int4",
        "cast(1 as double precision)",
        "float8",
        "( timestamp  with time zone '2024-01-01')",
        "timestamptz",
        "(select 1 union select 2)",
        "?column?",
        "(select x from u union all select y from v)",
        "x",
        "(values (1))",
        "column1",
        "(a).b",
        "b",
        "array(select x from u)",
        "array",
        "a collate \"C\"",
        "a",
        "a at time zone 'utc'",
        "timezone",
        "f(x).y",
        "y",
        "'x'",
        "?column?",
        NULL,
    };

    (void)state;
    check(COLLINE_POSTGRES, true, pairs);
}

static void others_have_their_ways(void **state)
{
    static const char *const hive[] = { "a + 1", "_c1", "t.a", "a", NULL };
    static const char *const trino[] = { "count(a)", "_col1", NULL };
    static const char *const mysql[] = { "count( A )", "count( A )", NULL };
    static const char *const spark[] = { "Count( A,\n 'X' )", "count( a, 'X' )", NULL };
    static const char *const oracle[] = { "sum( a ) /* x */ + 'b c'", "SUM(A)+'BC'", NULL };

    (void)state;
    check(COLLINE_HIVE, true, hive);
    check(COLLINE_TRINO, true, trino);
    check(COLLINE_MYSQL, true, mysql);
    check(COLLINE_SPARK, true, spark);
    check(COLLINE_ORACLE, true, oracle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(impala_prints_expressions),
        cmocka_unit_test(impala_numbers_what_is_not_shown),
        cmocka_unit_test(postgres_finds_names),
        cmocka_unit_test(others_have_their_ways),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
