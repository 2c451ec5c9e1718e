/*
 * How fast a large graph answers: a generated store of 1,000,000 edges between 200,000 columns, of out-degree
 * 20 at most.
 *
 *     build/tests/map/bench_graph WHERE [EDGES]
 *
 * Makes the store where there is none (50 layers of 200 tables of 20 columns; edges lead to the next three
 * layers), then asks, warm and in this process: downstream to depth 3 of the columns that reach most, and
 * ways between far columns; with one question to the database a level, and with the edges in memory.  CPU and
 * wall-clock time, the median and the worst.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "map/graph/graph.h"

enum { LAYERS = 50, TABLES = 200, COLUMNS = 20, MOST = 5000, ROUNDS = 20 };

static uint64_t seed = 42;

static uint32_t any(uint32_t below)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (uint32_t)(seed >> 33) % below;
}

static double now(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void check(store *s, store_status status)
{
    if (status == STORE_OK)
        return;
    fprintf(stderr, "%s\n", store_error(s));
    exit(1);
}

static store_end end_of(map_pool *pool, unsigned layer, unsigned table, unsigned column)
{
    const colline_text none = { "", 0 };

    return (store_end){ .name = { none, map_pool_format(pool, "layer_%02u", layer),
                                  map_pool_format(pool, "table_%u", table),
                                  map_pool_format(pool, "c%u", column), none } };
}

/* A statement feeds a table from columns of the three layers before. */
static void put_statement(store *s, uint64_t number, unsigned count, map_pool *pool)
{
    store_edge edges[64];
    store_statement statement = { .fingerprint = number + 1,
                                  .dialect = COLLINE_IMPALA,
                                  .kind = COLLINE_STATEMENT_INSERT,
                                  .text = map_pool_format(pool, "INSERT INTO t%llu SELECT ...",
                                                          (unsigned long long)number),
                                  .default_db = { "", 0 },
                                  .reason = { "", 0 },
                                  .edges = edges,
                                  .edge_count = count,
                                  .parsed_at = 1700000000000,
                                  .parse_ns = 1000 };
    store_run run = { 1700000000000, { "etl", 3 }, { "", 0 }, { "", 0 }, { "", 0 } };
    unsigned layer = (unsigned)(number % (LAYERS - 1)) + 1, table = any(TABLES);
    int64_t id;

    for (unsigned i = 0; i < count; i++) {
        unsigned back = 1 + any(layer < 3 ? layer : 3);
        /* Some columns feed very many others. */
        unsigned column = any(8) < 4 ? any(COLUMNS / 8) : any(COLUMNS);

        edges[i] = (store_edge){ .source = end_of(pool, layer - back, any(TABLES), column),
                                 .target = end_of(pool, layer, table, any(COLUMNS)),
                                 .kind = any(3),
                                 .expression = { "x + 1", 5 } };
    }
    check(s, store_statement_put(s, &statement, &id));
    check(s, store_statement_ran(s, id, &run));
    map_pool_reset(pool);
}

static void make(store *s, uint64_t edges)
{
    map_pool pool = MAP_POOL_INIT;
    double start = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);

    check(s, store_load_begin(s, "bench"));
    for (uint64_t number = 0; number < edges / 20; number++) {
        put_statement(s, number, 20, &pool);
        if (store_load_pending(s) > 32000000)
            check(s, store_load_commit(s));
    }
    check(s, store_load_publish(s));
    printf("made in %.1f s, %.1f s of CPU\n", (now(CLOCK_MONOTONIC) - start) / 1e3,
           (now(CLOCK_PROCESS_CPUTIME_ID) - cpu) / 1e3);
    map_pool_free(&pool);
}

static int by_time(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

static void report(const char *what, double *wall, double *cpu, size_t count, size_t nodes, size_t edges)
{
    qsort(wall, count, sizeof *wall, by_time);
    qsort(cpu, count, sizeof *cpu, by_time);
    printf("%-28s wall %7.2f ms (worst %7.2f)   cpu %7.2f ms (worst %7.2f)   up to %zu nodes, %zu edges\n",
           what, wall[count / 2], wall[count - 1], cpu[count / 2], cpu[count - 1], nodes, edges);
}

static int64_t column(store *s, unsigned layer, unsigned table, unsigned number)
{
    map_pool pool = MAP_POOL_INIT;
    store_node *nodes;
    size_t found;
    int64_t id;

    check(s, store_find(s, map_pool_format(&pool, "layer_%02u.table_%u.c%u", layer, table, number).data,
                        &pool, &nodes, &found));
    id = found > 0 ? nodes[0].id : 0;
    map_pool_free(&pool);
    return id;
}

static void ask(graph *g, const char *how)
{
    store *s = graph_store(g);
    graph_question q = { .level = GRAPH_COLUMNS,
                         .direction = STORE_DOWNSTREAM,
                         .depth = 3,
                         .kinds = GRAPH_ALL_KINDS,
                         .most_nodes = MOST };
    map_pool pool = MAP_POOL_INIT;
    double wall[ROUNDS], cpu[ROUNDS];
    size_t nodes = 0, edges = 0, ways = 0;
    char what[80];

    for (int warm = 0; warm < 2; warm++)
        for (unsigned i = 0; i < ROUNDS; i++) {
            int64_t start = column(s, 5 + i % 10, i * 7 % TABLES, i % 2);
            graph_answer answer;

            wall[i] = now(CLOCK_MONOTONIC);
            cpu[i] = now(CLOCK_PROCESS_CPUTIME_ID);
            check(s, graph_around(g, &start, 1, &q, &pool, &answer));
            wall[i] = now(CLOCK_MONOTONIC) - wall[i];
            cpu[i] = now(CLOCK_PROCESS_CPUTIME_ID) - cpu[i];
            nodes = answer.node_count > nodes ? answer.node_count : nodes;
            edges = answer.edge_count > edges ? answer.edge_count : edges;
            map_pool_reset(&pool);
        }
    snprintf(what, sizeof what, "downstream 3, %s", how);
    report(what, wall, cpu, ROUNDS, nodes, edges);
    q.depth = 0;
    nodes = edges = 0;
    for (int warm = 0; warm < 2; warm++)
        for (unsigned i = 0; i < ROUNDS; i++) {
            int64_t from = column(s, 0, i * 3 % TABLES, i % 2),
                    to = column(s, LAYERS - 1, i * 5 % TABLES, i % COLUMNS);
            graph_answer answer = { .node_count = 0 };

            wall[i] = now(CLOCK_MONOTONIC);
            cpu[i] = now(CLOCK_PROCESS_CPUTIME_ID);
            if (from != 0 && to != 0)
                check(s, graph_path(g, from, to, &q, &pool, &answer));
            wall[i] = now(CLOCK_MONOTONIC) - wall[i];
            cpu[i] = now(CLOCK_PROCESS_CPUTIME_ID) - cpu[i];
            ways += warm == 1 && answer.node_count > 0;
            nodes = answer.node_count > nodes ? answer.node_count : nodes;
            edges = answer.edge_count > edges ? answer.edge_count : edges;
            map_pool_reset(&pool);
        }
    snprintf(what, sizeof what, "path (%zu of %d), %s", ways, ROUNDS, how);
    report(what, wall, cpu, ROUNDS, nodes, edges);
    map_pool_free(&pool);
}

int main(int count, char **arguments)
{
    store *s;
    graph *g;
    int64_t version;
    double start, cpu;

    if (count < 2) {
        fprintf(stderr, "usage: bench_graph WHERE [EDGES]\n");
        return 2;
    }
    if (store_open(arguments[1], STORE_CREATE, &s) != STORE_OK) {
        fprintf(stderr, "%s\n", store_error(s));
        return 1;
    }
    check(s, store_current_version(s, &version));
    if (version == 0)
        make(s, count > 2 ? strtoull(arguments[2], NULL, 10) : 1000000);
    check(s, graph_open(s, &g));
    ask(g, "store");
    graph_close(g);
    check(s, graph_open(s, &g));
    start = now(CLOCK_MONOTONIC);
    cpu = now(CLOCK_PROCESS_CPUTIME_ID);
    check(s, graph_load(g));
    printf("read into memory in %.0f ms, %.0f ms of CPU\n", now(CLOCK_MONOTONIC) - start,
           now(CLOCK_PROCESS_CPUTIME_ID) - cpu);
    ask(g, "memory");
    graph_close(g);
    store_close(s);
    return 0;
}
