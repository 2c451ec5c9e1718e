/*
 * pathological.c -- statements that make careless programs slow, large or dead.
 *
 *     pathological [SCALE]      SCALE 1 in `make check`, 10 in `make check-long`
 *
 * Each shape runs at n and at 2n.  Asserted: it ends well, with the diagnostic that is due, in an arena of at
 * most 80 bytes per byte of text (or what the shape says) and 64 per column that a star stands for; and at 2n not more than
 * 2.6 times the work (as the library counts it: how often it asks whether to go on), the memory and the answer.
 * The times are printed, for people.  Prints TAP.
 *
 * With VARIANT=steps the work is the basic blocks that run; and between two questions whether to go on there are never
 * more than MOST_STEPS and STEPS_PER_BYTE for each byte of the text and of the answer (a long comment is one token, and a
 * list of columns is counted in one go), from the first byte of text to the last one of every form.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "colline.h"

extern size_t colline_steps __attribute__((weak)); /* tests/harness/steps.c */
enum { MOST_STEPS = 20000, STEPS_PER_BYTE = 8 };

typedef struct buffer {
    char *data;
    size_t length, capacity;
} buffer;

static void add(buffer *b, const char *text)
{
    size_t length = strlen(text);

    if (b->length + length + 1 > b->capacity) {
        b->capacity = (b->length + length + 1) * 2;
        b->data = realloc(b->data, b->capacity);
        if (b->data == NULL)
            abort();
    }
    memcpy(b->data + b->length, text, length + 1);
    b->length += length;
}

__attribute__((format(printf, 2, 3))) static void add_format(buffer *b, const char *format, ...)
{
    char text[200];
    va_list values;
    int length;

    va_start(values, format);
    length = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    if (length < 0 || (size_t)length >= sizeof text)
        abort();
    add(b, text);
}

static void add_times(buffer *b, const char *text, size_t n)
{
    while (n-- > 0)
        add(b, text);
}

/* ---- The shapes: text of size n; the columns that its stars stand for ------------------------------ */

/* WITH c0 AS (...), c1 AS (SELECT l.a, r.b FROM c0 l JOIN c0 r ...) ...: 2^n ways lead down. */
static size_t cte_chain(buffer *b, size_t n)
{
    add(b, "WITH c0 AS (SELECT a, b FROM t)");
    for (size_t i = 1; i <= n; i++)
        add_format(b, ", c%zu AS (SELECT l.a + r.b AS a, r.a - l.b AS b FROM c%zu l JOIN c%zu r ON l.a = r.b)",
                   i, i - 1, i - 1);
    add_format(b, " SELECT * FROM c%zu", n);
    return 2;
}

static size_t union_all(buffer *b, size_t n)
{
    add(b, "SELECT a, b FROM t");
    add_times(b, " UNION ALL SELECT a, b FROM t", n);
    return 0;
}

static size_t union_of_tables(buffer *b, size_t n)
{
    add(b, "SELECT a, b FROM t");
    for (size_t i = 0; i < n; i++)
        add_format(b, " UNION ALL SELECT x%zu, b FROM t%zu", i, i);
    return 0;
}

static size_t or_chain(buffer *b, size_t n)
{
    add(b, "SELECT a FROM t WHERE a = 0");
    add_times(b, " OR a = 1", n);
    return 0;
}

static size_t sum_chain(buffer *b, size_t n)
{
    add(b, "SELECT a");
    add_times(b, " + b", n);
    add(b, " AS c FROM t");
    return 0;
}

static size_t concat_chain(buffer *b, size_t n)
{
    add(b, "SELECT a");
    add_times(b, " || b", n);
    add(b, " AS c FROM t");
    return 0;
}

static size_t in_list(buffer *b, size_t n)
{
    add(b, "SELECT a FROM t WHERE a IN (0");
    add_times(b, ", 1", n);
    add(b, ")");
    return 0;
}

static size_t case_arms(buffer *b, size_t n)
{
    add(b, "SELECT CASE");
    add_times(b, " WHEN a = 1 THEN b", n);
    add(b, " END AS c FROM t");
    return 0;
}

static size_t select_items(buffer *b, size_t n)
{
    add(b, "SELECT a");
    for (size_t i = 0; i < n; i++)
        add_format(b, ", a + b AS c%zu", i);
    add(b, " FROM t");
    return 0;
}

/* Nested stars over a wide derived table. */
static size_t stars(buffer *b, size_t n)
{
    add(b, "SELECT * FROM (SELECT * FROM (SELECT a AS c");
    for (size_t i = 0; i < n; i++)
        add_format(b, ", b AS c%zu", i);
    add(b, " FROM t) x) y");
    return 2 * (n + 1);
}

static size_t joins(buffer *b, size_t n)
{
    add(b, "SELECT t.a FROM t");
    for (size_t i = 0; i < n; i++)
        add_format(b, " JOIN t j%zu ON t.a = j%zu.a", i, i);
    return 0;
}

static size_t parentheses(buffer *b, size_t n)
{
    add(b, "SELECT ");
    add_times(b, "(", n);
    add(b, "a");
    add_times(b, ")", n);
    add(b, " FROM t");
    return 0;
}

static size_t open_parentheses(buffer *b, size_t n)
{
    add(b, "SELECT ");
    add_times(b, "(", n);
    return 0;
}

/* What opens, n times, what stands inside, and what closes. */
static size_t nest(buffer *b, size_t n, const char *opening, const char *inside, const char *closing)
{
    add_times(b, opening, n);
    add(b, inside);
    add_times(b, closing, n);
    return 0;
}

static size_t subqueries(buffer *b, size_t n)
{
    return nest(b, n, "SELECT a FROM (", "SELECT a FROM t", ") q");
}

static size_t calls(buffer *b, size_t n)
{
    add(b, "SELECT ");
    add_times(b, "f(", n);
    add(b, "a");
    add_times(b, ")", n);
    add(b, " FROM t");
    return 0;
}

static size_t not_chain(buffer *b, size_t n)
{
    add(b, "SELECT a FROM t WHERE ");
    add_times(b, "NOT ", n);
    add(b, "a = 1");
    return 0;
}

static size_t unary_minus(buffer *b, size_t n)
{
    add(b, "SELECT ");
    add_times(b, "- ", n);
    add(b, "a FROM t");
    return 0;
}

static size_t unterminated(buffer *b, size_t n)
{
    add(b, "SELECT a FROM t WHERE a = '");
    add_times(b, "x ", n);
    return 0;
}

static size_t quote_soup(buffer *b, size_t n)
{
    add_times(b, "/* ' \" ` ", n);
    return 0;
}

/* Names that any of many unknown tables may have. */
static size_t unknown_joins(buffer *b, size_t n)
{
    add(b, "SELECT a, b FROM u0");
    for (size_t i = 1; i < n; i++)
        add_format(b, " JOIN u%zu ON x%zu = y%zu", i, i, i);
    return 0;
}

static size_t using_joins(buffer *b, size_t n)
{
    add(b, "SELECT id FROM u0");
    for (size_t i = 1; i < n; i++)
        add_format(b, " JOIN u%zu USING (id)", i);
    return 0;
}

static size_t natural_joins(buffer *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add_format(b, "CREATE TABLE u%zu (id INT, c%zu INT);", i, i);
    add(b, "SELECT * FROM u0");
    for (size_t i = 1; i < n; i++)
        add_format(b, " NATURAL JOIN u%zu", i);
    return n;
}

/* Names of which each table has another. */
static size_t known_names(buffer *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add_format(b, "CREATE TABLE u%zu (a%zu INT, b INT);", i, i);
    for (size_t i = 0; i < n; i++)
        add_format(b, "%sa%zu", i == 0 ? "SELECT " : ", ", i);
    for (size_t i = 0; i < n; i++)
        add_format(b, "%su%zu", i == 0 ? " FROM " : ", ", i);
    return 0;
}

static size_t alters(buffer *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add_format(b, "ALTER TABLE t ADD COLUMN c%zu INT;", i);
    add(b, "SELECT * FROM t");
    return n;
}

/* Every edge says the text of the whole call. */
static size_t one_call(buffer *b, size_t n)
{
    add(b, "SELECT f(c0");
    for (size_t i = 1; i < n; i++)
        add_format(b, ", c%zu", i);
    add(b, ") AS x FROM u");
    return 0;
}

static size_t named_windows(buffer *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add_format(b, "%sSUM(a) OVER w%zu", i == 0 ? "SELECT " : ", ", i);
    add(b, " FROM t");
    for (size_t i = 0; i < n; i++)
        add_format(b, "%sw%zu AS (PARTITION BY b)", i == 0 ? " WINDOW " : ", ", i);
    return 0;
}

static size_t damaged_items(buffer *b, size_t n)
{
    add(b, "SELECT a");
    add_times(b, ", b + * c", n);
    add(b, " FROM t");
    return 0;
}

/* SELECT a AS x0, x0 + 1 AS x1, x1 + 1 AS x2, ...: each is made of the one before. */
static size_t lateral_aliases(buffer *b, size_t n)
{
    add(b, "SELECT a AS x0");
    for (size_t i = 1; i <= n; i++)
        add_format(b, ", x%zu + 1 AS x%zu", i - 1, i);
    add(b, " FROM t");
    return 0;
}

static size_t temporary_inserts(buffer *b, size_t n)
{
    add(b, "CREATE TEMPORARY TABLE w (a INT, b INT);");
    add_times(b, "INSERT INTO w SELECT a, b FROM t;", n);
    add(b, "SELECT a, b FROM w");
    return 0;
}

static size_t temporary_inserts_of_tables(buffer *b, size_t n)
{
    add(b, "CREATE TEMPORARY TABLE w (a INT, b INT);");
    for (size_t i = 0; i < n; i++)
        add_format(b, "INSERT INTO w SELECT a, b FROM t%zu;", i);
    add(b, "SELECT a, b FROM w");
    return 0;
}

/* CREATE TEMPORARY TABLE w1 AS SELECT a, b FROM w0, each of the one before. */
static size_t temporary_chain(buffer *b, size_t n)
{
    add(b, "CREATE TEMPORARY TABLE w0 AS SELECT a, b FROM t;");
    for (size_t i = 1; i < n; i++)
        add_format(b, "CREATE TEMPORARY TABLE w%zu AS SELECT a, a + b AS b FROM w%zu;", i, i - 1);
    add_format(b, "SELECT a, b FROM w%zu", n - 1);
    return 0;
}

static size_t views(buffer *b, size_t n)
{
    for (size_t i = n; i-- > 1;) /* (each where the next is not known yet: it is expanded once, at the end) */
        add_format(b, "CREATE VIEW v%zu AS SELECT a, b FROM v%zu;", i, i - 1);
    add(b, "CREATE VIEW v0 AS SELECT a, b FROM t;");
    add_format(b, "SELECT a, b FROM v%zu", n - 1);
    return 0;
}

static size_t insert_first(buffer *b, size_t n)
{
    add(b, "INSERT FIRST");
    for (size_t i = 0; i < n; i++)
        add_format(b, " WHEN a = %zu THEN INTO g%zu (x) VALUES (b)", i, i);
    add(b, " SELECT a, b FROM t");
    return 0;
}

static size_t from_inserts(buffer *b, size_t n)
{
    add(b, "FROM t");
    for (size_t i = 0; i < n; i++)
        add_format(b, " INSERT INTO g%zu SELECT a, b WHERE a > %zu", i, i);
    return 0;
}

static size_t wide_table(buffer *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add_format(b, "%sc%zu INT", i == 0 ? "CREATE TABLE w (" : ", ", i);
    add(b, ");");
    return n;
}

static size_t alters_that_change(buffer *b, size_t n)
{
    wide_table(b, n);
    for (size_t i = 0; i < n; i++)
        add_format(b, "ALTER TABLE w CHANGE COLUMN c%zu d%zu BIGINT;", i, i);
    add(b, "SELECT * FROM w");
    return n;
}

static size_t alters_that_rename(buffer *b, size_t n)
{
    wide_table(b, n);
    for (size_t i = 0; i < n; i++)
        add_format(b, "ALTER TABLE w RENAME COLUMN c%zu TO d%zu;", i, i);
    add(b, "SELECT * FROM w");
    return n;
}

static size_t alters_that_drop(buffer *b, size_t n)
{
    wide_table(b, n);
    for (size_t i = 1; i < n; i++)
        add_format(b, "%sALTER TABLE w DROP COLUMN c%zu", i == 1 ? "" : ";", i);
    return n;
}

static size_t added_and_dropped(buffer *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add_format(b, "ALTER TABLE t ADD COLUMN c%zu INT;ALTER TABLE t DROP COLUMN c%zu;", i, i);
    add(b, "SELECT * FROM t");
    return 2;
}

/* UPDATE t0, t1 ... SET t0.a = 1, t1.a = 1 ... */
static size_t updates_of_many(buffer *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add_format(b, "%sg%zu", i == 0 ? "UPDATE " : ", ", i);
    for (size_t i = 0; i < n; i++)
        add_format(b, "%sg%zu.a = g%zu.b", i == 0 ? " SET " : ", ", i, i);
    return 0;
}

/* SELECT p FROM UNNEST(x, ARRAY(SELECT p FROM UNNEST(...) AS u (p, q))) AS u (p, q) */
static size_t unnests(buffer *b, size_t n)
{
    return nest(b, n, "SELECT p FROM UNNEST(x, ARRAY(", "SELECT a FROM t", ")) AS u (p, q)");
}

static size_t models(buffer *b, size_t n)
{
    return nest(b, n, "SELECT * FROM ML.PREDICT(MODEL m, (", "SELECT a FROM t", "))");
}

/* WITH m AS (MERGE INTO t USING s ON t.k = s.k WHEN MATCHED AND s.c0 THEN UPDATE SET c0 = s.c0 ... RETURNING *) SELECT 1 FROM m */
static size_t merge_branches(buffer *b, size_t n)
{
    add(b, "WITH m AS (MERGE INTO t USING s ON t.k = s.k");
    for (size_t i = 0; i < n; i++)
        add_format(b, " WHEN MATCHED AND s.c%zu THEN UPDATE SET c%zu = s.c%zu", i, i, i);
    add(b, " RETURNING *) SELECT 1 FROM m");
    return 0;
}

static size_t tags(buffer *b, size_t n)
{
    add(b, "SELECT a FROM t ");
    add_times(b, "{% macro m() %} {% if x %} {% else ", n);
    return 0;
}

static size_t open_tags(buffer *b, size_t n)
{
    add(b, "SELECT a FROM t {% docs d %} ");
    add_times(b, "{% {{ ", n);
    return 0;
}

/* ---- Running them ---------------------------------------------------------------------------------- */

typedef struct shape {
    const char *name;
    size_t (*make)(buffer *b, size_t n);
    size_t n;              /* at scale 1 */
    bool fixed;            /* the same n at any scale, and no 2n */
    const char *code;      /* the diagnostic that is due; NULL: the outcome is ok; "": any outcome */
    size_t per_byte;       /* bytes of arena per byte of text; 0: 80 */
    colline_dialect dialect;
    uint32_t flags;        /* of the session */
} shape;

static const shape shapes[] = {
    { "CTEs that read the one before twice", cte_chain, 40, true, NULL, 0, COLLINE_GENERIC, 0 },
    { "branches of UNION ALL", union_all, 2000, false, NULL, 0, COLLINE_GENERIC, 0 },
    { "branches of UNION ALL, each of another table", union_of_tables, 2000, false, "", 0, COLLINE_GENERIC, 0 },
    { "terms of OR", or_chain, 10000, false, NULL, 0, COLLINE_GENERIC, 0 },
    { "terms of +", sum_chain, 10000, false, NULL, 0, COLLINE_GENERIC, 0 },
    { "terms of ||", concat_chain, 10000, false, NULL, 0, COLLINE_GENERIC, 0 },
    { "values of IN", in_list, 10000, false, NULL, 0, COLLINE_GENERIC, 0 },
    { "arms of CASE", case_arms, 5000, false, NULL, 0, COLLINE_GENERIC, 0 },
    { "select items", select_items, 5000, false, NULL, 0, COLLINE_GENERIC, 0 },
    { "columns behind two stars", stars, 5000, false, NULL, 0, COLLINE_GENERIC, 0 },
    { "joins", joins, 500, false, NULL, 0, COLLINE_GENERIC, 0 },
    { "joins of unknown tables, names of any", unknown_joins, 1000, false, "", 1000, COLLINE_GENERIC, 0 },
    { "joins with USING", using_joins, 5000, false, "", 0, COLLINE_GENERIC, 0 },
    { "NATURAL joins", natural_joins, 1000, false, NULL, 0, COLLINE_GENERIC, 0 },
    { "columns of as many tables", known_names, 3000, false, NULL, 0, COLLINE_GENERIC, 0 },
    { "ALTERs of one table", alters, 5000, false, NULL, 0, COLLINE_GENERIC, 0 },
    { "arguments of one call", one_call, 5000, false, "", 200, COLLINE_GENERIC, 0 },
    { "named windows", named_windows, 3000, false, NULL, 0, COLLINE_GENERIC, 0 },
    { "damaged items", damaged_items, 2000, false, "syntax_error", 0, COLLINE_GENERIC, 0 },
    { "parentheses", parentheses, 100000, true, "limit", 0, COLLINE_GENERIC, 0 },
    { "open parentheses", open_parentheses, 100000, true, "limit", 0, COLLINE_GENERIC, 0 },
    { "subqueries in FROM", subqueries, 100000, true, "limit", 0, COLLINE_GENERIC, 0 },
    { "nested calls", calls, 100000, true, "limit", 0, COLLINE_GENERIC, 0 },
    { "NOTs", not_chain, 100000, true, "", 0, COLLINE_GENERIC, 0 },
    { "minus signs", unary_minus, 100000, true, "", 0, COLLINE_GENERIC, 0 },
    { "words in a string that never ends", unterminated, 50000, false, "", 0, COLLINE_GENERIC, 0 },
    { "quotes in a comment that never ends", quote_soup, 50000, false, "", 0, COLLINE_GENERIC, 0 },
    { "lateral aliases", lateral_aliases, 2000, false, NULL, 0, COLLINE_SNOWFLAKE, 0 },
    { "INSERTs into a temporary table", temporary_inserts, 2000, false, NULL, 0, COLLINE_IMPALA, COLLINE_FOLD_TEMPORARY },
    { "INSERTs into a temporary table from others", temporary_inserts_of_tables, 1000, false, "", 200, COLLINE_IMPALA, COLLINE_FOLD_TEMPORARY },
    { "temporary tables of the one before", temporary_chain, 1000, false, NULL, 0, COLLINE_IMPALA, COLLINE_FOLD_TEMPORARY },
    { "views of views", views, 1200, true, "limit", 0, COLLINE_IMPALA, COLLINE_EXPAND_VIEWS },
    { "branches of INSERT FIRST", insert_first, 1000, false, "", 0, COLLINE_ORACLE, 0 },
    { "INSERTs behind FROM", from_inserts, 1000, false, "", 0, COLLINE_HIVE, 0 },
    { "ALTERs that change columns", alters_that_change, 2000, false, NULL, 0, COLLINE_HIVE, 0 },
    { "ALTERs that rename columns", alters_that_rename, 2000, false, NULL, 0, COLLINE_POSTGRES, 0 },
    { "ALTERs that drop columns", alters_that_drop, 5000, true, "limit", 0, COLLINE_POSTGRES, 0 },
    { "columns added and dropped", added_and_dropped, 2000, false, NULL, 0, COLLINE_POSTGRES, 0 },
    { "tables of one UPDATE", updates_of_many, 1000, false, "", 120, COLLINE_MYSQL, 0 },
    { "UNNESTs in one another", unnests, 50, true, "", 0, COLLINE_TRINO, 0 },
    { "tables of models in one another", models, 50, true, NULL, 200, COLLINE_BIGQUERY, 0 },
    { "branches of a MERGE in a CTE", merge_branches, 1000, false, "", 0, COLLINE_POSTGRES, 0 },
    { "template tags without an end", tags, 5000, false, "", 0, COLLINE_SNOWFLAKE, 0 },
    { "opened templates", open_tags, 5000, false, "", 0, COLLINE_SNOWFLAKE, 0 },
};

typedef struct outcome {
    double seconds;
    size_t bytes, arena; /* of the text, of the statement */
    size_t work, peak, answer;
    size_t last, gap; /* with VARIANT=steps: when it was asked last; the most steps between two questions */
    char problem[200];
} outcome;

/* What the session holds, and held at most. */
typedef struct memory {
    size_t held, peak;
} memory;

static void *allocate(void *context, size_t size)
{
    memory *m = context;

    m->held += size;
    if (m->peak < m->held)
        m->peak = m->held;
    return malloc(size);
}

static void release(void *context, void *block, size_t size)
{
    memory *m = context;

    m->held -= size;
    free(block);
}

static bool told(const colline_statement *statement, const char *code)
{
    for (size_t i = 0; i < colline_statement_diagnostic_count(statement); i++)
        if (strcmp(colline_statement_diagnostic(statement, i)->code, code) == 0)
            return true;
    return false;
}

/* What is wrong with how the statement came out; "" if nothing is. */
static void judge(const shape *s, colline_session *session, const colline_statement *statement, size_t star_columns,
                  outcome *o)
{
    size_t most = (s->per_byte != 0 ? s->per_byte : 80) * o->bytes + 64 * star_columns + 65536;
    size_t most_steps = MOST_STEPS + STEPS_PER_BYTE * (o->bytes + o->answer);

    if (statement == NULL)
        snprintf(o->problem, sizeof o->problem, "no statement: %s", colline_status_text(colline_session_status(session)));
    else if (s->code != NULL && s->code[0] != 0 && !told(statement, s->code))
        snprintf(o->problem, sizeof o->problem, "no diagnostic %s", s->code);
    else if (s->code == NULL && colline_statement_outcome(statement) != COLLINE_OUTCOME_OK)
        snprintf(o->problem, sizeof o->problem, "outcome %s: %s", colline_outcome_name(colline_statement_outcome(statement)),
                 colline_statement_diagnostic_count(statement) ? colline_statement_diagnostic(statement, 0)->message.data : "");
    else if (o->gap > most_steps)
        snprintf(o->problem, sizeof o->problem, "%zu steps between two questions (at most %zu)", o->gap, most_steps);
    else if (o->arena > most)
        snprintf(o->problem, sizeof o->problem, "%zu bytes of arena for %zu of text (at most %zu)", o->arena, o->bytes, most);
}

static colline_catalog *small_catalog(void)
{
    static const char ddl[] = "CREATE TABLE d.t (a INT, b INT)";
    colline_catalog *catalog = colline_catalog_new(NULL);

    colline_catalog_add_ddl(catalog, COLLINE_IMPALA, "d", ddl, sizeof ddl - 1, NULL);
    return catalog;
}

/* Polled: the library's own measure of its work. */
static int count(void *user)
{
    outcome *o = user;

    o->work++;
    if (&colline_steps != NULL) {
        size_t gap = colline_steps - o->last;
        o->gap = o->gap > gap ? o->gap : gap;
        o->last = colline_steps;
    }
    return 0;
}

/* All that can be made of a statement. */
static void use(const colline_statement *statement)
{
    colline_text text;

    for (int form = COLLINE_FORMAT_JSON; form <= COLLINE_FORMAT_OPENLINEAGE; form++)
        colline_statement_render(statement, (colline_format)form, NULL, &text);
    colline_statement_normalized(statement);
    colline_statement_variant(statement);
}

/* Statements that a CREATE or ALTER at the start of the text has behind it. */
static size_t statements_behind(const char *text)
{
    size_t statements = 0;

    if (strncmp(text, "CREATE", 6) != 0 && strncmp(text, "ALTER", 5) != 0)
        return 0;
    for (; *text != 0; text++)
        statements += *text == ';';
    return statements;
}

static void compare(const outcome *one, outcome *two)
{
    static const char *const what[] = { "work", "memory", "answer" };
    size_t before[] = { one->work, one->peak, one->answer }, after[] = { two->work, two->peak, two->answer };
    const size_t free_of_charge[] = { &colline_steps != NULL ? 100000 : 20, 1 << 20, 1 << 18 };

    for (size_t i = 0; i < 3; i++)
        if (two->problem[0] == 0 && after[i] > free_of_charge[i] + before[i] * 26 / 10)
            snprintf(two->problem, sizeof two->problem, "%s %zu, at twice the size %zu", what[i], before[i], after[i]);
}

static outcome run(const shape *s, size_t n)
{
    outcome o = { 0 };
    buffer text = { 0 };
    size_t star_columns = s->make(&text, n), started;
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_catalog *catalog = small_catalog();
    colline_session *session = NULL;
    const colline_statement *statement;
    const colline_statement *next;
    struct timespec start, end;
    memory m = { 0, 0 };
    colline_allocator allocator = { allocate, release, &m };
    colline_text answer;

    options.dialect = s->dialect;
    options.flags = s->flags;
    options.default_db = "d";
    options.cancelled = count;
    options.user = &o;
    options.allocator = &allocator;
    colline_session_open(catalog, &options, &session);
    clock_gettime(CLOCK_MONOTONIC, &start);
    o.last = started = &colline_steps != NULL ? colline_steps : 0;
    colline_session_feed(session, text.data, text.length);
    colline_session_finish(session);
    /* the last one is judged: those in front of it make its tables */
    statement = colline_session_next(session);
    for (size_t left = statements_behind(text.data); left > 0 && (next = colline_session_next(session)) != NULL; left--)
        statement = next;
    o.arena = colline_session_arena_bytes(session);
    if (statement != NULL && colline_statement_render(statement, COLLINE_FORMAT_JSON, NULL, &answer) == COLLINE_OK)
        o.answer = answer.length;
    o.peak = m.peak;
    if (&colline_steps != NULL) {
        size_t work = colline_steps - started;
        (void)count(&o);
        use(statement); /* (all forms together may be larger than the text: that is no matter of the work) */
        (void)count(&o);
        o.work = work;
    }
    o.bytes = text.length;
    judge(s, session, statement, star_columns, &o);
    clock_gettime(CLOCK_MONOTONIC, &end);
    o.seconds = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9;
    colline_session_close(session);
    colline_catalog_release(catalog);
    free(text.data);
    return o;
}

int main(int argc, char **argv)
{
    size_t scale = argc > 1 ? (size_t)atoi(argv[1]) : 1, all = sizeof shapes / sizeof *shapes;
    int failed = 0;

    printf("1..%zu\n", all);
    for (size_t i = 0; i < all; i++) {
        const shape *s = &shapes[i];
        size_t n = s->fixed ? s->n : s->n * scale;
        outcome one = run(s, n), two = s->fixed ? one : run(s, 2 * n);
        const char *problem;

        if (!s->fixed)
            compare(&one, &two);
        problem = one.problem[0] != 0 ? one.problem : two.problem;

        failed += problem[0] != 0;
        printf("%sok %zu - %zu %s\n", problem[0] != 0 ? "not " : "", i + 1, n, s->name);
        if (problem[0] != 0)
            printf("# %s\n", problem);
        printf("# %.3f s, twice that: %.3f s; %.1f bytes of arena per byte of text; work %zu, %zu; memory %zu, %zu; answer %zu, %zu; steps between two questions %zu, %zu\n",
               one.seconds, two.seconds, (double)two.arena / (double)two.bytes, one.work, two.work, one.peak, two.peak, one.answer,
               two.answer, one.gap, two.gap);
        fflush(stdout);
    }
    return failed != 0;
}
