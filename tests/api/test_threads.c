/* Many threads read one catalog, each through sessions of its own. */
#include "support.h"

#include <pthread.h>

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

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(threads_share_a_catalog) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
