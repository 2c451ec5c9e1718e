/*
 * scenario.h -- stores for tests: a fresh one in SQLite or, where COLLINE_TEST_STORE says so, in PostgreSQL;
 * loads in a line each; and the visible content of a store as text.
 *
 *     load(s, "b1", "hive a.x>b.y DIRECT", "hive a.z>b.* FILTER");
 */
#ifndef TESTS_MAP_SCENARIO_H
#define TESTS_MAP_SCENARIO_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "map/needs.h"
#include "map/store/store.h"
#if MAP_WITH_LIBPQ
#include <libpq-fe.h>
#endif

#define T(text) map_text(text)

static char scenario_where[600];

/* A fresh place for a store. */
static inline const char *fresh(void)
{
    const char *given = getenv("COLLINE_TEST_STORE");

    if (given == NULL) {
        static const char *const tails[] = { "", "-wal", "-shm" };

        snprintf(scenario_where, sizeof scenario_where, "%s/colline-test-%d.db",
                 getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp", (int)getpid());
        for (size_t i = 0; i < 3; i++) {
            char name[700];

            snprintf(name, sizeof name, "%s%s", scenario_where, tails[i]);
            unlink(name);
        }
        return scenario_where;
    }
    snprintf(scenario_where, sizeof scenario_where, "%s", given);
#if MAP_WITH_LIBPQ
    PGconn *connection = PQconnectdb(given);

    assert_int_equal(PQstatus(connection), CONNECTION_OK);
    PQclear(PQexec(connection, "SET client_min_messages = error; DROP SCHEMA IF EXISTS colline CASCADE"));
    PQfinish(connection);
#endif
    return scenario_where;
}

static inline bool in_sqlite(void)
{
    return getenv("COLLINE_TEST_STORE") == NULL;
}

static inline store *open_store(const char *where, unsigned flags)
{
    store *s;

    if (store_open(where, flags, &s) != STORE_OK)
        fail_msg("%s", store_error(s));
    return s;
}

/* Check a status, and say what was wrong. */
#define OK(s, call)                                                                                          \
    do {                                                                                                     \
        if ((call) != STORE_OK)                                                                              \
            fail_msg("%s: %s", #call, store_error(s));                                                       \
    } while (0)

/* "a.x" or "db.a.x" or "db.a" (with `table`) as an end. */
static inline store_end end_of(map_pool *pool, const char *name, bool table)
{
    char *copy = (char *)map_pool_copy(pool, name, strlen(name)).data, *parts[4];
    size_t count = 0;
    store_end end = { .name = { T(""), T(""), T(""), T(""), T("") } };

    for (char *at = strtok(copy, "."); at != NULL && count < 4; at = strtok(NULL, "."))
        parts[count++] = at;
    if (!table && count > 1)
        end.name.column = T(parts[--count]);
    end.name.table = T(parts[--count]);
    if (count > 0)
        end.name.database = T(parts[--count]);
    if (count > 0)
        end.name.catalog = T(parts[--count]);
    return end;
}

static inline unsigned kind_of(const char *name)
{
    for (unsigned kind = 0; kind <= COLLINE_CONDITIONAL; kind++)
        if (strcmp(colline_edge_kind_name((colline_edge_kind)kind), name) == 0)
            return kind;
    assert_string_equal(name, "TABLE");
    return STORE_KIND_TABLE;
}

/* "a.x>b.y DIRECT [?] [condition]": a quality of TO_CONFIRM with the question mark. */
static inline store_edge edge_of(map_pool *pool, const char *text)
{
    char source[200], target[200], kind[40], more[40] = "";
    store_edge edge = { 0 };

    assert_true(sscanf(text, " %199[^>]>%199s %39s %39s", source, target, kind, more) >= 3);
    edge.kind = kind_of(kind);
    edge.source = end_of(pool, source, edge.kind == STORE_KIND_TABLE);
    edge.target = end_of(pool, target, edge.kind == STORE_KIND_TABLE);
    edge.quality = strchr(more, '?') != NULL ? COLLINE_TO_CONFIRM : COLLINE_AUTO_CONFIRMED;
    edge.flags = strstr(more, "condition") != NULL ? COLLINE_EDGE_CONDITION : 0;
    edge.expression = T("x + 1");
    edge.at = (colline_span){ 7, 5 };
    return edge;
}

/* Put a statement: "impala 17: a.x>b.y DIRECT, a.z>b.y AGG"; the number is its fingerprint.  "impala 17!" is
 * an error. */
static inline int64_t put(store *s, const char *text)
{
    map_pool pool = MAP_POOL_INIT;
    char dialect[40], *copy;
    unsigned long long fingerprint;
    int at = 0;
    store_edge edges[40];
    store_statement statement = { .kind = COLLINE_STATEMENT_INSERT,
                                  .default_db = T("dw"),
                                  .reason = T(""),
                                  .parsed_at = 1700000000000,
                                  .parse_ns = 1000000 };
    colline_diagnostic wrong = { COLLINE_ERROR, "syntax_error", T("no"), { 3, 2 }, 1, 4 };
    int64_t id;

    assert_int_equal(sscanf(text, "%39s %llu%n", dialect, &fingerprint, &at), 2);
    assert_int_equal(colline_dialect_by_name(dialect, &statement.dialect), 1);
    statement.fingerprint = fingerprint;
    statement.text = T(text);
    statement.edges = edges;
    if (text[at] == '!') {
        statement.outcome = STORE_OUTCOME_ERROR;
        statement.diagnostics = &wrong;
        statement.diagnostic_count = 1;
    }
    copy = (char *)map_pool_copy(&pool, text + at + 1, strlen(text + at + 1)).data;
    for (char *next, *one = copy; one != NULL && strchr(one, '>') != NULL; one = next) {
        next = strchr(one, ',');
        if (next != NULL)
            *next++ = '\0';
        edges[statement.edge_count++] = edge_of(&pool, one);
    }
    OK(s, store_statement_put(s, &statement, &id));
    map_pool_free(&pool);
    return id;
}

static inline void ran(store *s, int64_t id, int64_t time, const char *job, const char *origin)
{
    store_run run = { time, T("ann"), T("s1"), T(job), T(origin) };

    OK(s, store_statement_ran(s, id, &run));
}

/* A whole load: statements that each ran once. */
#define load(s, batch, ...) load_all(s, batch, (const char *[]){ __VA_ARGS__, NULL })

static inline void load_all(store *s, const char *batch, const char *const *statements)
{
    OK(s, store_load_begin(s, batch));
    for (; *statements != NULL; statements++)
        ran(s, put(s, *statements), 1700000001000, "nightly", "");
    OK(s, store_load_publish(s));
}

/* ---- What a store shows ----------------------------------------------------------------------------- */

typedef struct shown {
    store_edge_row edges[2000];
    size_t count;
} shown;

static inline bool show_edge(void *user, const store_edge_row *edge)
{
    shown *all = user;

    assert_true(all->count < 2000);
    all->edges[all->count++] = *edge;
    return true;
}

static inline int by_line(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Every column edge (with `tables`: every edge) of a version, a line each, sorted; with its evidence:
 * "dw.a.x>dw.b.y DIRECT AUTO_CONFIRMED hive,impala 11:2 17:1" (fingerprint:count). */
static inline const char *show(store *s, int64_t version, bool tables, map_pool *pool)
{
    static const char *const qualities[] = { "AUTO", "CONFIRM", "MANUAL" };
    shown *all = map_pool_get(pool, sizeof *all);
    store_filter filter = { version, tables ? UINT32_MAX : 0x1ff, 0 };
    char **lines, *out;
    size_t length = 1;

    OK(s, store_edges_each(s, &filter, show_edge, all));
    lines = map_pool_get(pool, (all->count + 1) * sizeof *lines);
    for (size_t i = 0; i < all->count; i++) {
        const store_edge_row *e = &all->edges[i];
        int64_t ends[] = { e->source, e->target };
        store_node *nodes;
        store_evidence *evidence;
        size_t found, count;
        const char *names[2] = { "?", "?" };
        colline_text line;

        OK(s, store_nodes(s, ends, 2, pool, &nodes, &found));
        for (size_t k = 0; k < 2 * found; k++)
            if (nodes[k / 2].id == ends[k % 2])
                names[k % 2] = nodes[k / 2].name.data;
        line = map_pool_format(
            pool, "%s>%s %s%s %s", names[0], names[1],
            e->kind == STORE_KIND_TABLE ? "TABLE" : colline_edge_kind_name((colline_edge_kind)e->kind),
            (e->flags & COLLINE_EDGE_CONDITION) != 0 ? " condition" : "", qualities[e->quality]);
        for (int d = 0; d <= COLLINE_DB2; d++)
            if ((e->engines >> d & 1) != 0)
                line = map_pool_format(pool, "%s %s", line.data, colline_dialect_name((colline_dialect)d));
        OK(s, store_evidence_of(s, version, &e->id, 1, pool, &evidence, &count));
        for (size_t k = 0; k < count; k++)
            line =
                map_pool_format(pool, "%s %llu:%llu", line.data, (unsigned long long)evidence[k].fingerprint,
                                (unsigned long long)evidence[k].count);
        lines[i] = (char *)line.data;
        length += line.length + 1;
    }
    qsort(lines, all->count, sizeof *lines, by_line);
    out = map_pool_get(pool, length);
    for (size_t i = 0; i < all->count; i++) {
        strcat(out, lines[i]);
        strcat(out, "\n");
    }
    return out;
}

static inline int64_t published(store *s)
{
    int64_t version;

    OK(s, store_current_version(s, &version));
    return version;
}

/* The published column edges are these lines. */
#define shows(s, ...) shows_all(s, (const char *[]){ __VA_ARGS__, NULL })

static inline void shows_all(store *s, const char *const *lines)
{
    map_pool pool = MAP_POOL_INIT;
    colline_text wanted = { "", 0 };

    for (; *lines != NULL; lines++)
        wanted = map_pool_format(&pool, "%s%s%s", wanted.data, *lines, (*lines)[0] != '\0' ? "\n" : "");
    assert_string_equal(show(s, published(s), false, &pool), wanted.data);
    map_pool_free(&pool);
}

#endif
