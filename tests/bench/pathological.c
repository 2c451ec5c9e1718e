/*
 * pathological.c -- statements that make careless programs slow, large or dead.
 *
 *     pathological [SCALE]      SCALE 1 in `make check`, 10 in `make check-long`
 *
 * Each shape runs at n and at 2n.  Asserted: it ends well, with the diagnostic that is due, and in an arena of at
 * most 80 bytes per byte of text and 64 per column that a star stands for.  The times are printed, for people: twice the
 * text should take about twice as long.  Prints TAP.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "colline.h"

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

static void add_times(buffer *b, const char *text, size_t n)
{
    while (n-- > 0)
        add(b, text);
}

/* ---- The shapes: text of size n; the columns that its stars stand for ------------------------------ */

/* WITH c0 AS (...), c1 AS (SELECT l.a, r.b FROM c0 l JOIN c0 r ...) ...: 2^n ways lead down. */
static size_t cte_chain(buffer *b, size_t n)
{
    char line[200];

    add(b, "WITH c0 AS (SELECT a, b FROM t)");
    for (size_t i = 1; i <= n; i++) {
        snprintf(line, sizeof line, ", c%zu AS (SELECT l.a + r.b AS a, r.a - l.b AS b FROM c%zu l JOIN c%zu r ON l.a = r.b)",
                 i, i - 1, i - 1);
        add(b, line);
    }
    snprintf(line, sizeof line, " SELECT * FROM c%zu", n);
    add(b, line);
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
    char line[80];

    add(b, "SELECT a, b FROM t");
    for (size_t i = 0; i < n; i++) {
        snprintf(line, sizeof line, " UNION ALL SELECT x%zu, b FROM t%zu", i, i);
        add(b, line);
    }
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
    char item[40];

    add(b, "SELECT a");
    for (size_t i = 0; i < n; i++) {
        snprintf(item, sizeof item, ", a + b AS c%zu", i);
        add(b, item);
    }
    add(b, " FROM t");
    return 0;
}

/* Nested stars over a wide derived table. */
static size_t stars(buffer *b, size_t n)
{
    char item[40];

    add(b, "SELECT * FROM (SELECT * FROM (SELECT a AS c");
    for (size_t i = 0; i < n; i++) {
        snprintf(item, sizeof item, ", b AS c%zu", i);
        add(b, item);
    }
    add(b, " FROM t) x) y");
    return 2 * (n + 1);
}

static size_t joins(buffer *b, size_t n)
{
    char join[100];

    add(b, "SELECT t.a FROM t");
    for (size_t i = 0; i < n; i++) {
        snprintf(join, sizeof join, " JOIN t j%zu ON t.a = j%zu.a", i, i);
        add(b, join);
    }
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

static size_t subqueries(buffer *b, size_t n)
{
    add_times(b, "SELECT a FROM (", n);
    add(b, "SELECT a FROM t");
    add_times(b, ") q", n);
    return 0;
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

/* ---- Running them ---------------------------------------------------------------------------------- */

typedef struct shape {
    const char *name;
    size_t (*make)(buffer *b, size_t n);
    size_t n;              /* at scale 1 */
    bool fixed;            /* the same n at any scale, and no 2n */
    const char *code;      /* the diagnostic that is due; NULL: the outcome is ok; "": any outcome */
} shape;

static const shape shapes[] = {
    { "CTEs that read the one before twice", cte_chain, 40, true, NULL },
    { "branches of UNION ALL", union_all, 2000, false, NULL },
    { "branches of UNION ALL, each of another table", union_of_tables, 2000, false, "" },
    { "terms of OR", or_chain, 10000, false, NULL },
    { "terms of +", sum_chain, 10000, false, NULL },
    { "terms of ||", concat_chain, 10000, false, NULL },
    { "values of IN", in_list, 10000, false, NULL },
    { "arms of CASE", case_arms, 5000, false, NULL },
    { "select items", select_items, 5000, false, NULL },
    { "columns behind two stars", stars, 5000, false, NULL },
    { "joins", joins, 500, false, NULL },
    { "parentheses", parentheses, 100000, true, "limit" },
    { "open parentheses", open_parentheses, 100000, true, "limit" },
    { "subqueries in FROM", subqueries, 100000, true, "limit" },
    { "nested calls", calls, 100000, true, "limit" },
    { "NOTs", not_chain, 100000, true, "" },
    { "minus signs", unary_minus, 100000, true, "" },
    { "words in a string that never ends", unterminated, 50000, false, "" },
    { "quotes in a comment that never ends", quote_soup, 50000, false, "" },
};

typedef struct outcome {
    double seconds;
    size_t bytes, arena;
    char problem[200];
} outcome;

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
    size_t most = 80 * o->bytes + 64 * star_columns + 65536;

    o->arena = colline_session_arena_bytes(session);
    if (statement == NULL)
        snprintf(o->problem, sizeof o->problem, "no statement: %s", colline_status_text(colline_session_status(session)));
    else if (s->code != NULL && s->code[0] != 0 && !told(statement, s->code))
        snprintf(o->problem, sizeof o->problem, "no diagnostic %s", s->code);
    else if (s->code == NULL && colline_statement_outcome(statement) != COLLINE_OUTCOME_OK)
        snprintf(o->problem, sizeof o->problem, "outcome %s: %s", colline_outcome_name(colline_statement_outcome(statement)),
                 colline_statement_diagnostic_count(statement) ? colline_statement_diagnostic(statement, 0)->message.data : "");
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

static outcome run(const shape *s, size_t n)
{
    outcome o = { 0 };
    buffer text = { 0 };
    size_t star_columns = s->make(&text, n);
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_catalog *catalog = small_catalog();
    colline_session *session = NULL;
    const colline_statement *statement;
    struct timespec start, end;

    options.dialect = COLLINE_GENERIC;
    options.default_db = "d";
    colline_session_open(catalog, &options, &session);
    clock_gettime(CLOCK_MONOTONIC, &start);
    colline_session_feed(session, text.data, text.length);
    colline_session_finish(session);
    statement = colline_session_next(session);
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
    size_t scale = argc > 1 ? (size_t)atoi(argv[1]) : 1, count = sizeof shapes / sizeof *shapes;
    int failed = 0;

    printf("1..%zu\n", count);
    for (size_t i = 0; i < count; i++) {
        const shape *s = &shapes[i];
        size_t n = s->fixed ? s->n : s->n * scale;
        outcome one = run(s, n), two = s->fixed ? one : run(s, 2 * n);
        const char *problem = one.problem[0] != 0 ? one.problem : two.problem;

        failed += problem[0] != 0;
        printf("%sok %zu - %zu %s\n", problem[0] != 0 ? "not " : "", i + 1, n, s->name);
        if (problem[0] != 0)
            printf("# %s\n", problem);
        printf("# %.3f s, twice that: %.3f s; %.1f bytes of arena per byte of text\n", one.seconds, two.seconds,
               (double)two.arena / (double)two.bytes);
        fflush(stdout);
    }
    return failed != 0;
}
