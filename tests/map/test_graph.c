/* Questions to the graph: with one question to the database a level, and with the edges in memory, the same
 * answers. */
#include "map/scenario.h"

#include <cjson/cJSON.h>

#include "map/graph/graph.h"

static store *s;
static graph *g;
static bool in_memory;

static void make(const char *const *statements)
{
    s = open_store(fresh(), STORE_CREATE);
    load_all(s, "b1", statements);
    OK(s, graph_open(s, &g));
    if (in_memory)
        OK(s, graph_load(g));
}

#define MAKE(...) make((const char *[]){ __VA_ARGS__, NULL })

static void done(void)
{
    graph_close(g);
    store_close(s);
}

static int64_t node(const char *name)
{
    map_pool pool = MAP_POOL_INIT;
    store_node *nodes;
    size_t count;
    int64_t id;

    OK(s, store_find(s, name, &pool, &nodes, &count));
    assert_int_equal(count, 1);
    id = nodes[0].id;
    map_pool_free(&pool);
    return id;
}

/* "a.x 0, b.y 1 | a.x>b.y DIRECT" */
static const char *told(const graph_answer *answer, map_pool *pool)
{
    colline_text text = { "", 0 };

    for (size_t i = 0; i < answer->node_count; i++)
        text = map_pool_format(pool, "%s%s%s %u", text.data, i > 0 ? ", " : "",
                               answer->nodes[i].node.name.data, answer->nodes[i].depth);
    text = map_pool_format(pool, "%s |", text.data);
    for (size_t i = 0; i < answer->edge_count; i++) {
        const store_edge_row *e = &answer->edges[i];
        const char *names[2] = { NULL, NULL };

        for (size_t k = 0; k < answer->node_count; k++) {
            if (answer->nodes[k].node.id == e->source)
                names[0] = answer->nodes[k].node.name.data;
            if (answer->nodes[k].node.id == e->target)
                names[1] = answer->nodes[k].node.name.data;
        }
        assert_non_null(names[0]); /* both ends are among the nodes */
        assert_non_null(names[1]);
        text = map_pool_format(pool, "%s %s>%s", text.data, names[0], names[1]);
    }
    return map_pool_format(pool, "%s%s", text.data, answer->truncated ? " ..." : "").data;
}

static void around(const char *name, store_direction direction, graph_level level, unsigned depth,
                   uint32_t kinds, size_t most, const char *wanted)
{
    map_pool pool = MAP_POOL_INIT;
    graph_question q = { level, direction, depth, kinds, most, false };
    int64_t start = node(name);
    graph_answer answer;

    OK(s, graph_around(g, &start, 1, &q, &pool, &answer));
    assert_string_equal(told(&answer, &pool), wanted);
    map_pool_free(&pool);
}

static void test_around(void **unused)
{
    MAKE("impala 1: d.a.x>d.b.y DIRECT", "impala 2: d.b.y>d.c.z AGG, d.b.w>d.c.z FILTER",
         "impala 3: d.c.z>d.a.x PROJECT", "impala 4: d.c.z>d.e.v DIRECT");
    around("d.a.x", STORE_DOWNSTREAM, GRAPH_COLUMNS, 1, GRAPH_ALL_KINDS, 0, "d.a.x 0, d.b.y 1 | d.a.x>d.b.y");
    around("d.a.x", STORE_DOWNSTREAM, GRAPH_COLUMNS, 2, GRAPH_ALL_KINDS, 0,
           "d.a.x 0, d.b.y 1, d.c.z 2 | d.a.x>d.b.y d.b.y>d.c.z");
    /* A cycle ends. */
    around("d.a.x", STORE_DOWNSTREAM, GRAPH_COLUMNS, 100, GRAPH_ALL_KINDS, 0,
           "d.a.x 0, d.b.y 1, d.c.z 2, d.e.v 3 | d.a.x>d.b.y d.b.y>d.c.z d.c.z>d.a.x d.c.z>d.e.v");
    around("d.e.v", STORE_UPSTREAM, GRAPH_COLUMNS, 2, GRAPH_ALL_KINDS, 0,
           "d.e.v 0, d.c.z 1, d.b.w 2, d.b.y 2 | d.b.y>d.c.z d.b.w>d.c.z d.c.z>d.e.v");
    around("d.e.v", STORE_UPSTREAM, GRAPH_COLUMNS, 2, GRAPH_VALUE_KINDS, 0,
           "d.e.v 0, d.c.z 1, d.b.y 2 | d.b.y>d.c.z d.c.z>d.e.v");
    around("d.b.y", STORE_BOTH, GRAPH_COLUMNS, 1, GRAPH_ALL_KINDS, 0,
           "d.b.y 0, d.a.x 1, d.c.z 1 | d.a.x>d.b.y d.b.y>d.c.z");
    around("d.a.x", STORE_DOWNSTREAM, GRAPH_COLUMNS, 0, GRAPH_ALL_KINDS, 0, "d.a.x 0 |");
    around("d.a.x", STORE_DOWNSTREAM, GRAPH_COLUMNS, 100, GRAPH_ALL_KINDS, 2,
           "d.a.x 0, d.b.y 1 | d.a.x>d.b.y ...");
    /* Tables. */
    around("d.b", STORE_DOWNSTREAM, GRAPH_TABLES, 1, 0, 0, "d.b 0, d.c 1 | d.b>d.c");
    around("d.b", STORE_UPSTREAM, GRAPH_TABLES, 9, 0, 0, "d.b 0, d.a 1, d.c 2 | d.a>d.b d.b>d.c d.c>d.a");
    around("d.b", STORE_DOWNSTREAM, GRAPH_COLUMNS, 1, GRAPH_ALL_KINDS, 0,
           "d.b 0, d.b.w 0, d.b.y 0, d.c.z 1 | d.b.y>d.c.z d.b.w>d.c.z");
    done();
    (void)unused;
}

/* What decides the rows of a table. */
static void test_rows(void **unused)
{
    map_pool pool = MAP_POOL_INIT;
    graph_question q = { GRAPH_COLUMNS, STORE_DOWNSTREAM, 3, GRAPH_ALL_KINDS, 0, true };
    graph_answer answer;
    int64_t start;

    MAKE("impala 1: a.x>b.y DIRECT, a.day>b.* FILTER", "impala 2: b.y>c.z DIRECT");
    around("a.day", STORE_DOWNSTREAM, GRAPH_COLUMNS, 3, GRAPH_ALL_KINDS, 0, "a.day 0, b.* 1 | a.day>b.*");
    around("b.y", STORE_UPSTREAM, GRAPH_COLUMNS, 1, GRAPH_ALL_KINDS, 0,
           "b.* 0, b.y 0, a.day 1, a.x 1 | a.x>b.y a.day>b.*");
    around("b.y", STORE_UPSTREAM, GRAPH_COLUMNS, 1, GRAPH_VALUE_KINDS, 0, "b.y 0, a.x 1 | a.x>b.y");
    start = node("a.day");
    OK(s, graph_around(g, &start, 1, &q, &pool, &answer));
    assert_string_equal(told(&answer, &pool), "a.day 0, b.* 1, b.y 1, c.z 2 | a.day>b.* b.y>c.z");
    map_pool_free(&pool);
    done();
    (void)unused;
}

static void path(const char *from, const char *to, unsigned depth, const char *wanted)
{
    map_pool pool = MAP_POOL_INIT;
    graph_question q = { .level = GRAPH_COLUMNS, .depth = depth, .kinds = GRAPH_ALL_KINDS };
    graph_answer answer;

    OK(s, graph_path(g, node(from), node(to), &q, &pool, &answer));
    assert_string_equal(told(&answer, &pool), wanted);
    map_pool_free(&pool);
}

static void test_path(void **unused)
{
    MAKE("impala 1: a.x>b.y DIRECT", "impala 2: b.y>c.z AGG, b.y>c.z SORT",
         "impala 3: c.z>d.v PROJECT, a.x>e.w DIRECT", "impala 4: e.w>d.v DIRECT", "impala 5: d.v>a.x DIRECT");
    path("a.x", "c.z", 0, "a.x 0, b.y 1, c.z 2 | a.x>b.y b.y>c.z b.y>c.z");
    path("a.x", "d.v", 0, "a.x 0, e.w 1, d.v 2 | a.x>e.w e.w>d.v");
    path("d.v", "c.z", 0, "d.v 0, a.x 1, b.y 2, c.z 3 | a.x>b.y b.y>c.z b.y>c.z d.v>a.x");
    path("d.v", "c.z", 2, " |");
    path("a.x", "a.x", 0, "a.x 0 |");
    path("a", "d", 0, "a.x 0, e.w 1, d.v 2 | a.x>e.w e.w>d.v");
    done();
    (void)unused;
}

static void test_no_way(void **unused)
{
    MAKE("impala 1: a.x>b.y DIRECT", "impala 2: c.z>d.v DIRECT");
    path("a.x", "d.v", 0, " |");
    path("b.y", "a.x", 0, " |");
    done();
    (void)unused;
}

/* A long chain: no recursion, no quadratic cost. */
static void test_long(void **unused)
{
    enum { LENGTH = 3000 };
    map_pool pool = MAP_POOL_INIT;
    graph_question q = { GRAPH_COLUMNS, STORE_DOWNSTREAM, LENGTH * 2, GRAPH_ALL_KINDS, 0, false };
    graph_answer answer;
    int64_t start;

    s = open_store(fresh(), STORE_CREATE);
    OK(s, store_load_begin(s, "b1"));
    for (int i = 0; i < LENGTH; i++)
        put(s, map_pool_format(&pool, "impala %d: t%d.x>t%d.x DIRECT", i + 1, i, i + 1).data);
    OK(s, store_load_publish(s));
    OK(s, graph_open(s, &g));
    if (in_memory)
        OK(s, graph_load(g));
    start = node("t0.x");
    OK(s, graph_around(g, &start, 1, &q, &pool, &answer));
    assert_int_equal(answer.node_count, LENGTH + 1);
    assert_int_equal(answer.nodes[LENGTH].depth, LENGTH);
    OK(s, graph_path(g, start, node("t3000.x"), &q, &pool, &answer));
    assert_int_equal(answer.node_count, LENGTH + 1);
    map_pool_free(&pool);
    done();
    (void)unused;
}

/* a.x feeds very many, very many feed d.x: a way is found in memory, even where the questions started level
 * by level. */
static void test_wide(void **unused)
{
    enum { WIDTH = 10500 };
    map_pool pool = MAP_POOL_INIT;
    store_edge *edges = map_get(2 * WIDTH * sizeof *edges);
    store_statement statement = { .fingerprint = 1,
                                  .text = T("a, d"),
                                  .default_db = T(""),
                                  .reason = T(""),
                                  .edges = edges,
                                  .edge_count = 2 * WIDTH };
    int64_t id;

    for (int i = 0; i < WIDTH; i++) {
        edges[2 * i] = edge_of(&pool, map_pool_format(&pool, "a.x>b.c%d DIRECT", i).data);
        edges[2 * i + 1] = edge_of(&pool, map_pool_format(&pool, "c.c%d>d.x DIRECT", i).data);
    }
    s = open_store(fresh(), STORE_CREATE);
    OK(s, store_load_begin(s, "b1"));
    OK(s, store_statement_put(s, &statement, &id));
    put(s, "impala 2: b.c77>e.x DIRECT, e.x>c.c99 AGG");
    OK(s, store_load_publish(s));
    OK(s, graph_open(s, &g));
    if (in_memory)
        OK(s, graph_load(g));
    for (int again = 0; again < 2; again++)
        path("a.x", "d.x", 0,
             "a.x 0, b.c77 1, e.x 2, c.c99 3, d.x 4 | a.x>b.c77 c.c99>d.x b.c77>e.x e.x>c.c99");
    load(s, "b1", "impala 2: b.c77>e.x DIRECT");
    OK(s, graph_refresh(g, NULL));
    path("a.x", "d.x", 0, " |");
    free(edges);
    map_pool_free(&pool);
    done();
    (void)unused;
}

static void test_impact(void **unused)
{
    map_pool pool = MAP_POOL_INIT;
    graph_question q = { .level = GRAPH_COLUMNS, .depth = 3, .kinds = GRAPH_ALL_KINDS };
    graph_impact impact;
    int64_t start;
    cJSON *json;

    MAKE("impala 11: a.x>b.y DIRECT, a.x>b.z AGG, a.x>b.* SORT", "hive 12: a.x>b.y DIRECT",
         "impala 13: b.y>c.v DIRECT, b.q>c.w DIRECT", "impala 14: c.v>a.x DIRECT",
         "impala 15: e.e>f.f DIRECT");
    start = node("a.x");
    OK(s, graph_impact_of(g, &start, 1, &q, &pool, &impact));
    assert_int_equal(impact.table_count, 3);
    assert_string_equal(impact.tables[0].table.name.data, "b");
    assert_int_equal(impact.tables[0].depth, 1);
    assert_int_equal(impact.tables[0].column_count, 4); /* y, z, its rows, and by them q */
    assert_int_equal(impact.tables[0].statement_count, 2);
    assert_int_equal(impact.tables[0].statements[0].fingerprint, 11);
    assert_int_equal(impact.tables[0].statements[1].fingerprint, 12);
    assert_string_equal(impact.tables[0].statements[1].jobs[0].name.data, "nightly");
    assert_int_equal(impact.tables[0].kinds, 1 << COLLINE_DIRECT | 1 << COLLINE_AGG | 1 << COLLINE_SORT);
    assert_string_equal(impact.tables[1].table.name.data, "c");
    assert_int_equal(impact.tables[1].depth, 2);
    assert_int_equal(impact.tables[1].column_count, 2);
    json = graph_impact_json(&impact);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(json, "tables")), 3);
    cJSON_Delete(json);
    map_pool_free(&pool);
    done();
    (void)unused;
}

static void relate(const char *a, const char *b, graph_relation relation, const char *common)
{
    map_pool pool = MAP_POOL_INIT;
    graph_question q = { .level = GRAPH_COLUMNS, .kinds = GRAPH_ALL_KINDS };
    graph_related related;
    colline_text got = { "", 0 };

    OK(s, graph_relate(g, node(a), node(b), &q, &pool, &related));
    assert_int_equal(related.relation, relation);
    for (size_t i = 0; i < related.common_count; i++)
        got = map_pool_format(&pool, "%s%s ", got.data, related.common[i].name.data);
    assert_string_equal(got.data, common);
    assert_int_equal(related.path.node_count > 0,
                     relation == GRAPH_FEEDS || relation == GRAPH_FED_BY || relation == GRAPH_CYCLE);
    map_pool_free(&pool);
}

static void test_related(void **unused)
{
    MAKE("impala 1: a.x>b.y DIRECT, a.x>c.z DIRECT", "impala 2: b.y>d.v DIRECT, c.z>d.v DIRECT",
         "impala 3: p.x>q.x DIRECT, r.x>q.x DIRECT", "impala 4: l.x>m.x DIRECT, m.x>l.x DIRECT");
    relate("a.x", "d.v", GRAPH_FEEDS, "");
    relate("d.v", "a.x", GRAPH_FED_BY, "");
    relate("b.y", "c.z", GRAPH_COMMON_SOURCE, "a.x ");
    relate("p.x", "r.x", GRAPH_COMMON_TARGET, "q.x ");
    relate("a.x", "p.x", GRAPH_UNRELATED, "");
    relate("l.x", "m.x", GRAPH_CYCLE, "");
    done();
    (void)unused;
}

/* A new version is seen after graph_refresh(), not before. */
static void test_refresh(void **unused)
{
    bool changed;

    MAKE("impala 1: a.x>b.y DIRECT");
    load(s, "b1", "impala 1: a.x>b.y DIRECT, a.x>c.z DIRECT");
    around("a.x", STORE_DOWNSTREAM, GRAPH_COLUMNS, 1, GRAPH_ALL_KINDS, 0, "a.x 0, b.y 1 | a.x>b.y");
    OK(s, graph_refresh(g, &changed));
    assert_true(changed);
    around("a.x", STORE_DOWNSTREAM, GRAPH_COLUMNS, 1, GRAPH_ALL_KINDS, 0,
           "a.x 0, b.y 1, c.z 1 | a.x>b.y a.x>c.z");
    OK(s, graph_refresh(g, &changed));
    assert_false(changed);
    done();
    (void)unused;
}

static void test_pictures(void **unused)
{
    map_pool pool = MAP_POOL_INIT;
    graph_question q = { GRAPH_COLUMNS, STORE_DOWNSTREAM, 2, GRAPH_ALL_KINDS, 0, false };
    graph_answer answer;
    int64_t start;
    const char *text;

    MAKE("impala 1: d.a\"b.x]>d.b.y DIRECT, d.a\"b.x]>d.b.* FILTER");
    start = node("x]");
    OK(s, graph_around(g, &start, 1, &q, &pool, &answer));
    text = graph_answer_dot(&answer).data;
    assert_non_null(strstr(text, "label=\"d.\\\"a\\\"\\\"b\\\""));
    assert_non_null(strstr(text, "[style=dotted, color=gray40] [label=\"FILTER\"]"));
    text = graph_answer_mermaid(&answer).data;
    assert_non_null(strstr(text, "[\"x#93;\"]"));
    assert_non_null(strstr(text, " -.->|FILTER| "));
    map_pool_free(&pool);
    done();
    (void)unused;
}

static int with_memory(void **unused)
{
    in_memory = true;
    (void)unused;
    return 0;
}

static int without_memory(void **unused)
{
    in_memory = false;
    (void)unused;
    return 0;
}

#define BOTH(test)                                                                                           \
    { #test ", a question a level", test, without_memory, NULL, NULL },                                      \
    {                                                                                                        \
#test ", in memory", test, with_memory, NULL, NULL                                                   \
    }

int main(void)
{
    const struct CMUnitTest tests[] = { BOTH(test_around),  BOTH(test_rows),    BOTH(test_path),
                                        BOTH(test_no_way),  BOTH(test_long),    BOTH(test_wide),
                                        BOTH(test_impact),  BOTH(test_related), BOTH(test_refresh),
                                        BOTH(test_pictures) };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    if (in_sqlite())
        fresh();
    return failed;
}
