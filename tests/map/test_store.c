/* The store's interface, against SQLite, and against the database that COLLINE_TEST_STORE names. */
#define _GNU_SOURCE
#include "map/scenario.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* ---- Loads, versions, merging ----------------------------------------------------------------------- */

static void test_publish(void **unused)
{
    const char *where = fresh();
    store *writer = open_store(where, STORE_CREATE), *reader = open_store(where, STORE_READ_ONLY);

    OK(writer, store_load_begin(writer, "b1"));
    ran(writer, put(writer, "impala 1: a.x>b.y DIRECT"), 1, "", "");
    OK(writer, store_load_commit(writer));
    assert_int_equal(published(reader), 0);
    shows(reader, "");
    ran(writer, put(writer, "impala 2: a.z>b.z AGG"), 1, "", "");
    OK(writer, store_load_publish(writer));
    shows(reader, "a.x>b.y DIRECT AUTO impala 1:1", "a.z>b.z AGG AUTO impala 2:1");
    assert_int_equal(published(reader), 1);
    load(writer, "b1", "impala 1: a.x>b.y DIRECT", "impala 3: b.y>c.y DIRECT");
    shows(reader, "a.x>b.y DIRECT AUTO impala 1:2", "a.z>b.z AGG AUTO impala 2:1",
          "b.y>c.y DIRECT AUTO impala 3:1");
    store_close(writer);
    store_close(reader);
    (void)unused;
}

static void test_replaced(void **unused)
{
    map_pool pool = MAP_POOL_INIT;
    store *s = open_store(fresh(), STORE_CREATE);

    load(s, "b1", "impala 1: a.x>b.y DIRECT, a.z>b.y AGG");
    load(s, "b1", "impala 1: a.x>b.y DIRECT, a.w>b.y AGG");
    shows(s, "a.w>b.y AGG AUTO impala 1:2", "a.x>b.y DIRECT AUTO impala 1:2");
    /* A reader of the version before still sees that. */
    assert_string_equal(show(s, 1, false, &pool),
                        "a.x>b.y DIRECT AUTO impala 1:2\na.z>b.y AGG AUTO impala 1:2\n");
    /* What comes back is there again; two analyses within one load leave the last. */
    OK(s, store_load_begin(s, "b1"));
    put(s, "impala 1: a.x>b.y DIRECT");
    put(s, "impala 1: a.z>b.y AGG ?");
    OK(s, store_load_commit(s));
    put(s, "impala 1: a.z>b.y AGG ?, a.v>b.y SORT");
    OK(s, store_load_publish(s));
    shows(s, "a.v>b.y SORT AUTO impala 1:2", "a.z>b.y AGG CONFIRM impala 1:2");
    assert_string_equal(show(s, 2, false, &pool),
                        "a.w>b.y AGG AUTO impala 1:2\na.x>b.y DIRECT AUTO impala 1:2\n");
    store_close(s);
    map_pool_free(&pool);
    (void)unused;
}

static void put_types(store *s, colline_dialect dialect, const char *table, const char *type)
{
    store_table_column column = { T("x"), T(type), false };
    store_table t = { .name = { T(""), T(""), T(table), T(""), T("") },
                      .dialect = dialect,
                      .definition = T(""),
                      .columns = &column,
                      .column_count = 1 };

    OK(s, store_table_put(s, &t));
}

static void test_engines(void **unused)
{
    store *s = open_store(fresh(), STORE_CREATE);

    OK(s, store_load_begin(s, "b1"));
    put_types(s, COLLINE_HIVE, "a", "int");
    put_types(s, COLLINE_IMPALA, "a", "INTEGER");
    put_types(s, COLLINE_SPARK, "a", "BIGINT");
    ran(s, put(s, "hive 1: a.x>b.y DIRECT ?"), 1, "", "");
    ran(s, put(s, "impala 2: a.x>b.y DIRECT, a.x>b.y DIRECT condition, a.x>b.y AGG"), 1, "", "");
    ran(s, put(s, "doris 3: a.x>b.y DIRECT ?"), 1, "", ""); /* knows no type: equivalent to any */
    ran(s, put(s, "spark 4: a.x>b.y DIRECT"), 1, "", "");   /* another type: another edge */
    OK(s, store_load_publish(s));
    shows(s, "a.x>b.y AGG AUTO impala 2:1", "a.x>b.y DIRECT AUTO impala hive doris 1:1 2:1 3:1",
          "a.x>b.y DIRECT AUTO spark 4:1", "a.x>b.y DIRECT condition AUTO impala 2:1");
    /* One engine less when its statement says something else. */
    load(s, "b1", "impala 2: a.x>b.y AGG");
    shows(s, "a.x>b.y AGG AUTO impala 2:2", "a.x>b.y DIRECT AUTO spark 4:1",
          "a.x>b.y DIRECT CONFIRM hive doris 1:1 3:1");
    store_close(s);
    (void)unused;
}

static void test_tables(void **unused)
{
    map_pool pool = MAP_POOL_INIT;
    store *s = open_store(fresh(), STORE_CREATE);

    load(s, "b1", "impala 1: dw.a.x>dw.b.y DIRECT, dw.a.z>dw.b.y AGG, dw.c.x>dw.b.* FILTER",
         "impala 2: dw.d>dw.e TABLE");
    assert_string_equal(show(s, 1, true, &pool),
                        "dw.a.x>dw.b.y DIRECT AUTO impala 1:1\ndw.a.z>dw.b.y AGG AUTO impala 1:1\n"
                        "dw.a>dw.b TABLE AUTO impala 1:1\ndw.c.x>dw.b.* FILTER AUTO impala 1:1\n"
                        "dw.c>dw.b TABLE AUTO impala 1:1\ndw.d>dw.e TABLE AUTO impala 2:1\n");
    store_close(s);
    map_pool_free(&pool);
    (void)unused;
}

/* ---- Exactly once ----------------------------------------------------------------------------------- */

static void seen(store *s, const char *pattern, const char *const *ids, size_t count)
{
    colline_text texts[8] = { { "", 0 } };
    bool known[8];
    char got[9] = "";

    for (size_t i = 0; i < count; i++)
        texts[i] = T(ids[i]);
    OK(s, store_events_seen(s, texts, count, known));
    for (size_t i = 0; i < count; i++)
        got[i] = known[i] ? 'k' : 'n';
    assert_string_equal(got, pattern);
}

static void test_events(void **unused)
{
    store *s = open_store(fresh(), STORE_CREATE);
    const char *const first[] = { "q1", "q2", "q1", "q3" }, *const second[] = { "q4", "q1", "q5", "q4" };

    OK(s, store_load_begin(s, "b1"));
    seen(s, "nnkn", first, 4);
    seen(s, "kkkk", first, 4);
    OK(s, store_load_commit(s));
    seen(s, "nknk", second, 4);
    store_load_rollback(s);
    OK(s, store_load_begin(s, "b2"));
    seen(s, "nknk", second, 4);
    OK(s, store_load_publish(s));
    OK(s, store_batch_drop(s, "b2"));
    OK(s, store_load_begin(s, "b2"));
    seen(s, "nknk", second, 4);
    seen(s, "", first, 0);
    store_load_rollback(s);
    store_close(s);
    (void)unused;
}

static void test_positions(void **unused)
{
    map_pool pool = MAP_POOL_INIT;
    store *s = open_store(fresh(), STORE_CREATE);
    store_position p, *all;
    size_t count;

    assert_int_equal(store_position_get(s, T("/log/a"), &pool, &p), STORE_E_MISSING);
    OK(s, store_load_begin(s, "b1"));
    OK(s, store_position_set(s, &(store_position){ T("/log/a"), T("inode 1"), 100, UINT64_MAX - 7 }));
    OK(s, store_position_set(s, &(store_position){ T("/log/b"), T(""), 5, 0 }));
    OK(s, store_position_set(s, &(store_position){ T("/tmp/c"), T(""), 6, 0 }));
    OK(s, store_position_get(s, T("/log/a"), &pool, &p));
    OK(s, store_load_publish(s));
    OK(s, store_load_begin(s, "b2"));
    OK(s, store_position_set(s, &(store_position){ T("/log/a"), T("inode 2"), 50, 1 }));
    OK(s, store_load_publish(s));
    OK(s, store_position_get(s, T("/log/a"), &pool, &p));
    assert_int_equal(p.offset, 50);
    assert_string_equal(p.identity.data, "inode 2");
    OK(s, store_position_list(s, "/log/", &pool, &all, &count));
    assert_int_equal(count, 2);
    assert_string_equal(all[0].source.data, "/log/a");
    assert_string_equal(all[1].source.data, "/log/b");
    OK(s, store_position_list(s, "", &pool, &all, &count));
    assert_int_equal(count, 3);
    OK(s, store_batch_drop(s, "b2"));
    OK(s, store_position_get(s, T("/log/a"), &pool, &p));
    assert_int_equal(p.offset, 100);
    assert_true(p.mark == UINT64_MAX - 7);
    OK(s, store_load_begin(s, "b1"));
    OK(s, store_position_set(s, &(store_position){ T("/log/a"), T(""), UINT64_MAX, 0 }));
    assert_int_equal(store_position_get(s, T("/log/a"), &pool, &p), STORE_E_MISSING);
    store_load_rollback(s);
    OK(s, store_position_get(s, T("/log/a"), &pool, &p));
    store_close(s);
    map_pool_free(&pool);
    (void)unused;
}

static void test_states(void **unused)
{
    map_pool pool = MAP_POOL_INIT;
    store *s = open_store(fresh(), STORE_CREATE);
    colline_text data;

    OK(s, store_load_begin(s, "b1"));
    assert_int_equal(store_state_get(s, T("session 1"), &pool, &data), STORE_E_MISSING);
    OK(s, store_state_set(s, T("session 1"), "USE\0dw\xff", 7));
    OK(s, store_state_set(s, T("session 1"), "USE\0dx\xff", 7));
    OK(s, store_load_publish(s));
    OK(s, store_state_get(s, T("session 1"), &pool, &data));
    assert_int_equal(data.length, 7);
    assert_memory_equal(data.data, "USE\0dx\xff", 7);
    OK(s, store_load_begin(s, "b1"));
    OK(s, store_state_set(s, T("session 1"), NULL, 0));
    OK(s, store_load_publish(s));
    assert_int_equal(store_state_get(s, T("session 1"), &pool, &data), STORE_E_MISSING);
    store_close(s);
    map_pool_free(&pool);
    (void)unused;
}

/* A load that is killed and run again is a load that was never killed. */
static void test_killed(void **unused)
{
    map_pool pool = MAP_POOL_INIT;
    const char *where = fresh(), *whole;
    store *s = open_store(where, STORE_CREATE);
    pid_t child;
    int status;

    load(s, "b1", "impala 1: a.x>b.y DIRECT, a.z>b.y AGG", "impala 2: b.y>c.y DIRECT",
         "impala 3: c.y>d.y DIRECT");
    whole = show(s, published(s), true, &pool);
    store_close(s);
    where = fresh();
    child = fork();
    if (child == 0) {
        s = open_store(where, STORE_CREATE);
        OK(s, store_load_begin(s, "b1"));
        ran(s, put(s, "impala 1: a.x>b.y DIRECT, a.z>b.y AGG"), 1700000001000, "nightly", "");
        OK(s, store_position_set(s, &(store_position){ T("log"), T(""), 1, 0 }));
        OK(s, store_load_commit(s));
        ran(s, put(s, "impala 2: b.y>c.y DIRECT"), 1700000001000, "nightly", "");
        kill(getpid(), SIGKILL);
    }
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status));
    s = open_store(where, 0);
    shows(s, "");
    OK(s, store_load_begin(s, "b1"));
    {
        store_position p;

        OK(s, store_position_get(s, T("log"), &pool, &p));
        assert_int_equal(p.offset, 1);
    }
    ran(s, put(s, "impala 2: b.y>c.y DIRECT"), 1700000001000, "nightly", "");
    ran(s, put(s, "impala 3: c.y>d.y DIRECT"), 1700000001000, "nightly", "");
    OK(s, store_load_publish(s));
    assert_int_equal(published(s), 1);
    assert_string_equal(show(s, 1, true, &pool), whole);
    store_close(s);
    map_pool_free(&pool);
    (void)unused;
}

/* ---- Batches, files, gc ----------------------------------------------------------------------------- */

static void test_drop_batch(void **unused)
{
    map_pool pool = MAP_POOL_INIT;
    store *s = open_store(fresh(), STORE_CREATE);
    const char *both, *one;
    int64_t id;

    load(s, "b1", "impala 1: a.x>b.y DIRECT", "impala 2: b.y>c.y DIRECT");
    one = show(s, published(s), true, &pool);
    load(s, "b2", "impala 2: b.y>c.y DIRECT", "impala 3: b.y>c.y DIRECT, c.y>d.y DIRECT");
    both = show(s, published(s), true, &pool);
    OK(s, store_batch_drop(s, "b2"));
    assert_string_equal(show(s, published(s), true, &pool), one);
    assert_string_equal(show(s, 2, true, &pool),
                        both[0] != '\0' ? show(s, 2, true, &pool) : ""); /* (readable) */
    load(s, "b2", "impala 2: b.y>c.y DIRECT", "impala 3: b.y>c.y DIRECT, c.y>d.y DIRECT");
    assert_string_equal(show(s, published(s), true, &pool), both);
    assert_int_equal(store_batch_drop(s, "b9"), STORE_E_MISSING);
    assert_string_equal(show(s, published(s), true, &pool), both);
    /* A statement that is gone cannot be counted on: it is to be put again. */
    OK(s, store_load_begin(s, "b3"));
    OK(s, store_statement_find(s, 3, COLLINE_IMPALA, 0, &id));
    store_load_rollback(s);
    OK(s, store_batch_drop(s, "b2"));
    OK(s, store_load_begin(s, "b3"));
    {
        store_run run = { 1, T(""), T(""), T(""), T("") };
        int64_t found;

        assert_int_equal(store_statement_ran(s, id, &run), STORE_E_MISSING);
        assert_int_equal(store_statement_find(s, 3, COLLINE_IMPALA, 0, &found), STORE_E_MISSING);
    }
    store_load_rollback(s);
    store_close(s);
    map_pool_free(&pool);
    (void)unused;
}

/* A load that was killed half way, dropped, and run again. */
static void test_drop_killed(void **unused)
{
    store *s = open_store(fresh(), STORE_CREATE);

    load(s, "b1", "impala 1: a.x>b.y DIRECT");
    OK(s, store_load_begin(s, "b2"));
    ran(s, put(s, "impala 2: b.y>c.y DIRECT"), 1, "", "");
    OK(s, store_load_commit(s));
    store_load_rollback(s); /* the rest never comes */
    OK(s, store_batch_drop(s, "b2"));
    shows(s, "a.x>b.y DIRECT AUTO impala 1:1");
    load(s, "b2", "impala 2: b.y>c.y DIRECT");
    shows(s, "a.x>b.y DIRECT AUTO impala 1:1", "b.y>c.y DIRECT AUTO impala 2:1");
    store_close(s);
    (void)unused;
}

static void test_origins(void **unused)
{
    store *s = open_store(fresh(), STORE_CREATE);

    OK(s, store_load_begin(s, "git"));
    ran(s, put(s, "spark 1: a.x>b.y DIRECT"), 1, "", "one.sql");
    ran(s, put(s, "spark 2: b.y>c.y DIRECT"), 1, "", "one.sql");
    ran(s, put(s, "spark 2: b.y>c.y DIRECT"), 1, "", "two.sql");
    OK(s, store_load_publish(s));
    OK(s, store_load_begin(s, "git"));
    OK(s, store_origin_retire(s, T("one.sql")));
    OK(s, store_load_publish(s));
    shows(s, "b.y>c.y DIRECT AUTO spark 2:1");
    /* A changed file is retired and read again. */
    OK(s, store_load_begin(s, "git"));
    OK(s, store_origin_retire(s, T("two.sql")));
    OK(s, store_load_commit(s));
    ran(s, put(s, "spark 2: b.y>c.y DIRECT"), 1, "", "two.sql");
    ran(s, put(s, "spark 3: c.y>d.y DIRECT"), 1, "", "two.sql");
    OK(s, store_load_publish(s));
    shows(s, "b.y>c.y DIRECT AUTO spark 2:1", "c.y>d.y DIRECT AUTO spark 3:1");
    store_close(s);
    (void)unused;
}

static void test_gc(void **unused)
{
    map_pool pool = MAP_POOL_INIT;
    store *s = open_store(fresh(), STORE_CREATE);
    const char *before;
    int64_t rows;

    load(s, "b1", "impala 1: a.x>b.y DIRECT, a.z>b.y AGG");
    load(s, "b1", "impala 1: a.x>b.y DIRECT, a.w>b.y AGG");
    load(s, "b1", "impala 1: a.x>b.y DIRECT");
    before = show(s, 2, true, &pool);
    OK(s, store_gc(s, 2, 0, &rows));
    assert_int_equal(rows, 3); /* evidence and edge of a.z; version 1 */
    assert_string_equal(show(s, 2, true, &pool), before);
    shows(s, "a.x>b.y DIRECT AUTO impala 1:3");
    OK(s, store_gc(s, 1, 0, &rows));
    assert_int_equal(rows, 3);
    shows(s, "a.x>b.y DIRECT AUTO impala 1:3");
    OK(s, store_gc(s, 1, 0, &rows));
    assert_int_equal(rows, 0);
    load(s, "b1", "impala 1: a.z>b.y AGG");
    shows(s, "a.z>b.y AGG AUTO impala 1:4");
    store_close(s);
    map_pool_free(&pool);
    (void)unused;
}

/* ---- People ----------------------------------------------------------------------------------------- */

static int64_t id_of(store *s, const char *source, const char *target)
{
    map_pool pool = MAP_POOL_INIT;
    store_filter filter = { published(s), 0x1ff, 0 };
    store_node *a, *b;
    store_edge_row *edges;
    size_t count;
    int64_t id = 0;

    OK(s, store_find(s, source, &pool, &a, &count));
    assert_int_equal(count, 1);
    OK(s, store_find(s, target, &pool, &b, &count));
    assert_int_equal(count, 1);
    OK(s, store_edges_around(s, &filter, &a->id, 1, STORE_DOWNSTREAM, &pool, &edges, &count));
    for (size_t i = 0; i < count; i++)
        if (edges[i].target == b->id)
            id = edges[i].id;
    map_pool_free(&pool);
    return id;
}

static void test_people(void **unused)
{
    map_pool pool = MAP_POOL_INIT;
    const store_signature ann = { "ann", "I know" };
    store *s = open_store(fresh(), STORE_CREATE);
    store_edge edge = edge_of(&pool, "c.y>d.y PROJECT");
    store_decision *decisions;
    int64_t id, wrong, unsure, rows;
    size_t count;

    load(s, "b1", "impala 1: a.x>b.y DIRECT", "impala 2: b.y>c.y DIRECT ?");
    OK(s, store_edge_add(s, &edge, &ann, &id));
    unsure = id_of(s, "b.y", "c.y");
    OK(s, store_edge_confirm(s, unsure, &ann));
    wrong = id_of(s, "a.x", "b.y");
    OK(s, store_edge_remove(s, wrong, &ann));
    shows(s, "b.y>c.y DIRECT AUTO impala 2:1", "c.y>d.y PROJECT MANUAL 0:0");
    assert_int_equal(store_edge_remove(s, wrong, &ann), STORE_E_MISSING);
    /* They outlive reloads, gc, and batches. */
    load(s, "b2", "impala 1: a.x>b.y DIRECT", "impala 2: b.y>c.y DIRECT ?", "hive 3: a.x>b.y DIRECT",
         "hive 4: c.y>d.y PROJECT");
    shows(s, "b.y>c.y DIRECT AUTO impala 2:2", "c.y>d.y PROJECT MANUAL hive 0:0 4:1");
    OK(s, store_gc(s, 1, 0, &rows));
    OK(s, store_batch_drop(s, "b1"));
    OK(s, store_batch_drop(s, "b2"));
    shows(s, "c.y>d.y PROJECT MANUAL 0:0");
    OK(s, store_gc(s, 1, 0, &rows));
    load(s, "b3", "impala 1: a.x>b.y DIRECT", "impala 2: b.y>c.y DIRECT ?");
    shows(s, "b.y>c.y DIRECT AUTO impala 2:1", "c.y>d.y PROJECT MANUAL 0:0");
    assert_int_equal(id_of(s, "b.y", "c.y"), unsure);
    /* A person may take it back. */
    edge = edge_of(&pool, "a.x>b.y DIRECT");
    OK(s, store_edge_add(s, &edge, &ann, &id));
    assert_int_equal(id, wrong);
    shows(s, "a.x>b.y DIRECT MANUAL impala 0:0 1:1", "b.y>c.y DIRECT AUTO impala 2:1",
          "c.y>d.y PROJECT MANUAL 0:0");
    edge = edge_of(&pool, "c.y>e.y AGG");
    OK(s, store_edge_change(s, id_of(s, "c.y", "d.y"), &edge, &ann, &id));
    shows(s, "a.x>b.y DIRECT MANUAL impala 0:0 1:1", "b.y>c.y DIRECT AUTO impala 2:1",
          "c.y>e.y AGG MANUAL 0:0");
    OK(s, store_history(s, 0, 0, &pool, &decisions, &count));
    assert_int_equal(count, 6);
    assert_string_equal(decisions[0].what.data, "c.y -> e.y AGG");
    assert_string_equal(decisions[0].action.data, "change");
    assert_string_equal(decisions[5].who.data, "ann");
    assert_string_equal(decisions[5].why.data, "I know");
    OK(s, store_history(s, wrong, 1, &pool, &decisions, &count));
    assert_int_equal(count, 1);
    assert_string_equal(decisions[0].action.data, "add");
    /* The edges between tables followed. */
    assert_null(strstr(show(s, published(s), true, &pool), "c>d TABLE"));
    assert_non_null(strstr(show(s, published(s), true, &pool), "c>e TABLE MANUAL"));
    store_close(s);
    map_pool_free(&pool);
    (void)unused;
}

/* What is decided while a load is open is seen when that publishes, and the load goes on with it. */
static void test_people_meanwhile(void **unused)
{
    map_pool pool = MAP_POOL_INIT;
    const char *where = fresh();
    const store_signature ann = { "ann", "" };
    store *loader = open_store(where, STORE_CREATE), *s = open_store(where, 0);
    store_edge edge = edge_of(&pool, "c.y>d.y PROJECT");
    int64_t id;

    load(loader, "b1", "impala 1: a.x>b.y DIRECT");
    OK(loader, store_load_begin(loader, "b2"));
    ran(loader, put(loader, "impala 2: b.y>c.y DIRECT"), 1, "", "");
    OK(loader, store_load_commit(loader));
    OK(s, store_edge_add(s, &edge, &ann, &id));
    OK(s, store_edge_remove(s, id_of(s, "a.x", "b.y"), &ann));
    shows(s, "a.x>b.y DIRECT AUTO impala 1:1");
    ran(loader, put(loader, "impala 3: c.y>d.y PROJECT, a.x>b.y DIRECT"), 1, "", "");
    OK(loader, store_load_publish(loader));
    shows(s, "b.y>c.y DIRECT AUTO impala 2:1", "c.y>d.y PROJECT MANUAL impala 0:0 3:1");
    store_close(loader);
    store_close(s);
    map_pool_free(&pool);
    (void)unused;
}

static void test_failures(void **unused)
{
    map_pool pool = MAP_POOL_INIT;
    const store_signature ann = { "ann", "never mind" };
    store *s = open_store(fresh(), STORE_CREATE);
    store_failure *failures;
    store_stats stats;
    size_t count;
    int64_t one, two;

    OK(s, store_load_begin(s, "b1"));
    one = put(s, "hive 1! SELEKT");
    two = put(s, "hive 2! SELEKT");
    ran(s, one, 1, "", "");
    ran(s, two, 1, "", "");
    ran(s, two, 1, "", "");
    ran(s, put(s, "hive 3: a.x>b.y DIRECT"), 1, "", "");
    OK(s, store_load_publish(s));
    OK(s, store_failures(s, 1, 0, &pool, &failures, &count));
    assert_int_equal(count, 2);
    assert_int_equal(failures[0].statement, two);
    assert_int_equal(failures[0].count, 2);
    assert_string_equal(failures[0].code.data, "syntax_error");
    OK(s, store_failure_close(s, two, &ann));
    assert_int_equal(store_failure_close(s, 999, &ann), STORE_E_MISSING);
    OK(s, store_load_begin(s, "b1"));
    put(s, "hive 1: a.x>b.z DIRECT");
    put(s, "hive 2! SELEKT");
    OK(s, store_load_publish(s));
    OK(s, store_failures(s, 1, 0, &pool, &failures, &count));
    assert_int_equal(count, 0);
    OK(s, store_failures(s, 1 << STORE_FAILURE_CLOSED, 0, &pool, &failures, &count));
    assert_int_equal(count, 1);
    assert_string_equal(failures[0].who.data, "ann");
    assert_int_equal(failures[0].retries, 1);
    OK(s, store_stats_get(s, &pool, &stats));
    assert_int_equal(stats.statements, 3);
    assert_int_equal(stats.runs, 4);
    assert_int_equal(stats.backlog, 0);
    assert_int_equal(stats.code_count, 1);
    assert_int_equal(stats.codes[0].closed, 1);
    assert_int_equal(stats.codes[0].solved, 1);
    assert_int_equal(stats.row_count, 2);
    assert_true(stats.success > 0.66 && stats.success < 0.67);
    assert_true(stats.parse_mean_ms > 0.99 && stats.parse_mean_ms < 1.01);
    assert_true(stats.parse_p99_ms > 0.99 && stats.parse_p99_ms < 1.01);
    store_close(s);
    map_pool_free(&pool);
    (void)unused;
}

/* ---- Names, statements ------------------------------------------------------------------------------ */

static void finds(store *s, const char *name, const char *wanted)
{
    map_pool pool = MAP_POOL_INIT;
    store_node *nodes;
    size_t count;
    colline_text got = { "", 0 };

    OK(s, store_find(s, name, &pool, &nodes, &count));
    for (size_t i = 0; i < count; i++)
        got = map_pool_format(&pool, "%s%s%s", got.data, i > 0 ? " " : "", nodes[i].name.data);
    assert_string_equal(got.data, wanted);
    map_pool_free(&pool);
}

static void test_find(void **unused)
{
    map_pool pool = MAP_POOL_INIT;
    store *s = open_store(fresh(), STORE_CREATE);
    store_node *nodes;
    size_t count;

    load(s, "b1", "impala 1: dw.fact.Amount>mart.report.total AGG",
         "oracle 2: DW.FACT.AMOUNT>old.fact.amount DIRECT", "impala 3: dw.fact.a%b>mart.amount.x DIRECT");
    finds(s, "mart.report.total", "mart.report.total");
    finds(s, "MART.Report.TOTAL", "mart.report.total");
    finds(s, "report.total", "mart.report.total");
    finds(s, "total", "mart.report.total");
    finds(s, "report", "mart.report");
    finds(s, "dw.fact", "dw.fact");
    finds(s, "DW.FACT", "DW.FACT");
    finds(s, "Dw.fAct", "DW.FACT dw.fact");
    finds(s, "fact", "dw.fact old.fact");
    finds(s, "dw.fact.amount", "DW.FACT.AMOUNT dw.fact.Amount");
    finds(s, "\"dw\".\"fact\".\"Amount\"", "DW.FACT.AMOUNT dw.fact.Amount");
    finds(s, "nothing", "");
    finds(s, "", "");
    finds(s, "a..b", "");
    finds(s, "'; DROP TABLE edges --", "");
    OK(s, store_search(s, "AMO", 10, &pool, &nodes, &count));
    assert_int_equal(count, 4);
    assert_string_equal(nodes[0].name.data, "mart.amount");
    OK(s, store_search(s, "fact.amo", 10, &pool, &nodes, &count));
    assert_int_equal(count, 3);
    OK(s, store_search(s, "%", 10, &pool, &nodes, &count));
    assert_int_equal(count, 1);
    OK(s, store_search(s, "a", 2, &pool, &nodes, &count));
    assert_int_equal(count, 2);
    store_close(s);
    map_pool_free(&pool);
    (void)unused;
}

static void test_statements(void **unused)
{
    map_pool pool = MAP_POOL_INIT;
    store *s = open_store(fresh(), STORE_CREATE);
    store_statement_row *rows;
    size_t count;
    int64_t id;

    OK(s, store_load_begin(s, "b1"));
    id = put(s, "hive 18446744073709551615: a.x>b.y DIRECT");
    ran(s, id, 3000, "nightly", "");
    ran(s, id, 1000, "nightly", "");
    ran(s, id, 2000, "adhoc", "");
    OK(s, store_load_publish(s));
    OK(s, store_statements_by_fingerprint(s, UINT64_MAX, &pool, &rows, &count));
    assert_int_equal(count, 1);
    assert_int_equal(rows[0].id, id);
    assert_int_equal(rows[0].count, 3);
    assert_int_equal(rows[0].first_seen, 1000);
    assert_int_equal(rows[0].last_seen, 3000);
    assert_string_equal(rows[0].user.data, "ann");
    assert_int_equal(rows[0].job_count, 2);
    assert_string_equal(rows[0].jobs[0].name.data, "nightly");
    assert_int_equal(rows[0].jobs[0].count, 2);
    assert_int_equal(rows[0].dialect, COLLINE_HIVE);
    OK(s, store_statements_by_fingerprint(s, 5, &pool, &rows, &count));
    assert_int_equal(count, 0);
    store_close(s);
    map_pool_free(&pool);
    (void)unused;
}

/* Bytes that are no UTF-8, and NUL, reach no database. */
static void test_bytes(void **unused)
{
    map_pool pool = MAP_POOL_INIT;
    store *s = open_store(fresh(), STORE_CREATE);
    const colline_text none = T("");
    store_edge edge = { .source.name = { none, none, { "a\0b", 3 }, { "\xff", 1 }, { ".f\xc3", 3 } },
                        .target.name = { none, none, { "\xed\xa0\x80", 3 }, T("\xc3\xa9"), none },
                        .expression = { "\0", 1 } };
    store_statement statement = { .fingerprint = 1,
                                  .text = { "SELECT '\0\xfe'", 11 },
                                  .default_db = none,
                                  .reason = none,
                                  .edges = &edge,
                                  .edge_count = 1 };
    store_run run = { 1, { "\xf5", 1 }, { "\0", 1 }, { "j\0", 2 }, none };
    int64_t id, again;

    OK(s, store_load_begin(s, "b\xff"));
    OK(s, store_statement_put(s, &statement, &id));
    OK(s, store_statement_put(s, &statement, &again));
    assert_int_equal(id, again);
    OK(s, store_statement_ran(s, id, &run));
    OK(s, store_load_publish(s));
    assert_string_equal(
        show(s, 1, false, &pool),
        "\"a\xef\xbf\xbd"
        "b\".\"\xef\xbf\xbd\".f\xef\xbf\xbd>\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\".\"\xc3\xa9\" "
        "DIRECT AUTO generic 1:1\n");
    store_close(s);
    map_pool_free(&pool);
    (void)unused;
}

/* ---- What goes wrong -------------------------------------------------------------------------------- */

static void test_misuse(void **unused)
{
    store *s = open_store(fresh(), STORE_CREATE);
    store_run run = { 1, T(""), T(""), T(""), T("") };
    store_statement statement = { .text = T(""), .default_db = T(""), .reason = T("") };
    store *reader;
    int64_t id;

    assert_int_equal(store_load_commit(s), STORE_E_MISUSE);
    assert_int_equal(store_load_publish(s), STORE_E_MISUSE);
    assert_int_equal(store_statement_put(s, &statement, &id), STORE_E_MISUSE);
    assert_int_equal(store_statement_ran(s, 1, &run), STORE_E_MISUSE);
    OK(s, store_load_begin(s, NULL));
    assert_int_equal(store_load_begin(s, NULL), STORE_E_MISUSE);
    assert_int_equal(store_statement_ran(s, 1, &run), STORE_E_MISSING);
    store_load_rollback(s);
    reader = open_store(scenario_where, STORE_READ_ONLY);
    assert_int_equal(store_load_begin(reader, "b"), STORE_E_MISUSE);
    store_close(reader);
    store_close(s);
    (void)unused;
}

static void write_file(const char *where, const char *text)
{
    FILE *f = fopen(where, "w");

    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

/* Wrong files are left as they were. */
static void test_wrong_file(void **unused)
{
    static const char text[] = "SELECT 1; -- this is no database at all, but a text that is longer than a "
                               "header of one hundred bytes ...";
    const char *where;
    char got[200] = "";
    store *s;
    FILE *f;

    if (!in_sqlite())
        skip();
    where = fresh();
    assert_int_equal(store_open(where, 0, &s), STORE_E_OPEN);
    store_close(s);
    write_file(where, text);
    assert_int_equal(store_open(where, STORE_CREATE, &s), STORE_E_NOT_A_STORE);
    assert_non_null(strstr(store_error(s), where));
    store_close(s);
    f = fopen(where, "r");
    assert_non_null(fgets(got, sizeof got, f));
    fclose(f);
    assert_string_equal(got, text);
    assert_int_equal(store_open("/nowhere/at/all.db", STORE_CREATE, &s), STORE_E_OPEN);
    store_close(s);
    (void)unused;
}

static void test_full_disk(void **unused)
{
    map_pool pool = MAP_POOL_INIT;
    const char *where = fresh();
    store *s = open_store(where, STORE_CREATE);
    struct rlimit limit, old;
    store_status status = STORE_OK;

    if (!in_sqlite()) {
        store_close(s);
        skip();
    }
    load(s, "b1", "impala 1: a.x>b.y DIRECT");
    getrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, SIG_IGN);
    limit = (struct rlimit){ 400000, old.rlim_max };
    setrlimit(RLIMIT_FSIZE, &limit);
    OK(s, store_load_begin(s, "b2"));
    for (int i = 0; i < 20000 && status == STORE_OK; i++) {
        char text[100];

        snprintf(text, sizeof text, "impala %d: t%d.x>u%d.y DIRECT", 100 + i, i, i);
        if (i % 50 == 49)
            status = store_load_commit(s);
        else
            put(s, text);
    }
    assert_int_equal(status, STORE_E_FAILED);
    assert_true(strlen(store_error(s)) > 0);
    store_load_rollback(s);
    setrlimit(RLIMIT_FSIZE, &old);
    shows(s, "a.x>b.y DIRECT AUTO impala 1:1");
    OK(s, store_batch_drop(s, "b2"));
    load(s, "b2", "impala 2: b.y>c.y DIRECT");
    shows(s, "a.x>b.y DIRECT AUTO impala 1:1", "b.y>c.y DIRECT AUTO impala 2:1");
    store_close(s);
    map_pool_free(&pool);
    (void)unused;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_publish),    cmocka_unit_test(test_replaced),
        cmocka_unit_test(test_engines),    cmocka_unit_test(test_tables),
        cmocka_unit_test(test_events),     cmocka_unit_test(test_positions),
        cmocka_unit_test(test_states),     cmocka_unit_test(test_killed),
        cmocka_unit_test(test_drop_batch), cmocka_unit_test(test_drop_killed),
        cmocka_unit_test(test_origins),    cmocka_unit_test(test_gc),
        cmocka_unit_test(test_people),     cmocka_unit_test(test_people_meanwhile),
        cmocka_unit_test(test_failures),   cmocka_unit_test(test_find),
        cmocka_unit_test(test_statements), cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_misuse),     cmocka_unit_test(test_wrong_file),
        cmocka_unit_test(test_full_disk),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    if (in_sqlite())
        fresh(); /* nothing stays behind */
    return failed;
}
