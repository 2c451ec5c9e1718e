/* Many threads read one catalog, each through sessions of its own. */
#include "support.h"

#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 16, ROUNDS = 50 };

typedef struct job {
    pthread_t thread;
    colline_catalog *catalog;
    int number;
    int wrong;
} job;

static int run_round(job *j, int round)
{
    static const char sql[] =
        "CREATE TABLE mine AS SELECT x, b FROM dw.v; DROP TABLE dw.t; SELECT x FROM mine; SELECT a FROM dw.t";
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_session *session;
    int good = 1;

    options.dialect = COLLINE_HIVE;
    options.flags = (j->number + round) % 2 ? COLLINE_EXPAND_VIEWS : 0;
    if (colline_session_open(j->catalog, &options, &session) != COLLINE_OK)
        return 0;
    colline_session_feed(session, sql, strlen(sql));
    colline_session_finish(session);
    good &= has_edge(colline_session_next(session), options.flags ? "dw.t.a" : "dw.v.x", "x", COLLINE_DIRECT);
    colline_session_next(session);
    good &= has_edge(colline_session_next(session), "mine.x", "x", COLLINE_DIRECT);
    /* Dropped for this session only. */
    good &= colline_statement_edge(colline_session_next(session), 0)->quality == COLLINE_TO_CONFIRM;
    colline_session_close(session);
    return good;
}

static void *work(void *argument)
{
    job *j = argument;

    for (int round = 0; round < ROUNDS; round++) {
        colline_catalog_retain(j->catalog);
        j->wrong += !run_round(j, round);
        colline_catalog_release(j->catalog);
    }
    return NULL;
}

static void threads_share_a_catalog(void **state)
{
    colline_catalog *catalog = catalog_of(COLLINE_HIVE, "CREATE TABLE dw.t (a INT, b INT);"
                                                        "CREATE VIEW dw.v AS SELECT a AS x, b FROM dw.t");
    job jobs[THREADS];

    (void)state;
    for (int i = 0; i < THREADS; i++) {
        jobs[i] = (job){ .catalog = catalog, .number = i };
        assert_int_equal(pthread_create(&jobs[i].thread, NULL, work, &jobs[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(jobs[i].thread, NULL);
        assert_int_equal(jobs[i].wrong, 0);
    }
    colline_catalog_release(catalog);
}

/* ---- A provider that all of them ask ------------------------------------------------------------- */

typedef struct provider {
    atomic_int asked, for_known;
} provider;

static void provide(void *user, const colline_column_ref *table, colline_catalog *into)
{
    static const colline_column_desc columns[] = { { "x", "INT", 0 }, { "y", "STRING", 0 } };
    static const char view[] = "CREATE VIEW dw.seen AS SELECT y FROM dw.known";
    colline_table_desc known = { .size = sizeof known, .name = "dw.known", .dialect = COLLINE_HIVE,
                                 .columns = columns, .column_count = 2 };
    provider *p = user;

    atomic_fetch_add(&p->asked, 1);
    if (strcmp(table->table.data, "known") == 0) {
        atomic_fetch_add(&p->for_known, 1);
        colline_catalog_add_table(into, &known);
    } else if (strcmp(table->table.data, "seen") == 0) {
        colline_catalog_add_ddl(into, COLLINE_HIVE, NULL, view, strlen(view), NULL);
    }
}

static void *ask_provider(void *argument)
{
    static const char sql[] = "SELECT * FROM dw.known; SELECT * FROM dw.known; SELECT y FROM dw.seen; SELECT z FROM dw.lost";
    job *j = argument;

    for (int round = 0; round < ROUNDS; round++) {
        colline_options options = COLLINE_OPTIONS_INIT;
        colline_session *session;

        options.dialect = COLLINE_HIVE;
        options.flags = COLLINE_EXPAND_VIEWS;
        if (colline_session_open(j->catalog, &options, &session) != COLLINE_OK)
            return NULL;
        colline_session_feed(session, sql, strlen(sql));
        colline_session_finish(session);
        j->wrong += !has_edge(colline_session_next(session), "dw.known.x", "x", COLLINE_DIRECT);
        j->wrong += !has_edge(colline_session_next(session), "dw.known.y", "y", COLLINE_DIRECT);
        j->wrong += !has_edge(colline_session_next(session), "dw.known.y", "y", COLLINE_DIRECT);
        j->wrong += colline_statement_edge(colline_session_next(session), 0)->quality != COLLINE_TO_CONFIRM;
        colline_session_close(session);
    }
    return NULL;
}

static void threads_ask_a_provider(void **state)
{
    colline_catalog *catalog = colline_catalog_new(NULL);
    provider p = { 0 };
    job jobs[THREADS];

    (void)state;
    colline_catalog_set_provider(catalog, provide, &p);
    for (int i = 0; i < THREADS; i++) {
        jobs[i] = (job){ .catalog = catalog, .number = i };
        assert_int_equal(pthread_create(&jobs[i].thread, NULL, ask_provider, &jobs[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(jobs[i].thread, NULL);
        assert_int_equal(jobs[i].wrong, 0);
    }
    /* Once for each table of each session. */
    assert_int_equal(p.for_known, THREADS * ROUNDS);
    assert_int_equal(p.asked, THREADS * ROUNDS * 3);
    colline_catalog_release(catalog);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(threads_share_a_catalog),
                                        cmocka_unit_test(threads_ask_a_provider) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
