/*
 * Fill a store, for tests of the command:
 *
 *     fill WHERE BATCH "impala 1: dw.a.x>dw.b.y DIRECT" "hive 2! SELEKT" commit "hive 3: ..."
 *
 * Each argument is a statement (scenario.h) that runs once in the job `nightly`, or
 *
 *     commit      commit what came before, say so, and wait for a line on standard input
 *     table=T     the catalog knows the table T (db.t) with the columns x, y and z of type INT
 *
 * At the end the load is published.  The exit status is 1, and the error is printed, where something fails.
 */
#include <string.h>

#include "map/scenario.h"

static int complain(store *s)
{
    fprintf(stderr, "%s\n", store_error(s));
    store_close(s);
    return 1;
}

static bool put_table(store *s, const char *name)
{
    map_pool pool = MAP_POOL_INIT;
    const store_table_column columns[] = { { T("x"), T("INT"), false },
                                           { T("y"), T("INT"), false },
                                           { T("z"), T("INT"), true } };
    store_table t = { .name = end_of(&pool, name, true).name,
                      .dialect = COLLINE_IMPALA,
                      .definition = T(""),
                      .columns = columns,
                      .column_count = 3 };
    bool done = store_table_put(s, &t) == STORE_OK;

    map_pool_free(&pool);
    return done;
}

static bool commit(store *s)
{
    char line[10];

    if (store_load_commit(s) != STORE_OK)
        return false;
    puts("committed");
    fflush(stdout);
    return fgets(line, sizeof line, stdin) != NULL;
}

int main(int count, char **arguments)
{
    store *s;

    if (count < 3)
        return 2;
    if (store_open(arguments[1], STORE_CREATE, &s) != STORE_OK ||
        store_load_begin(s, arguments[2]) != STORE_OK)
        return complain(s);
    for (int i = 3; i < count; i++) {
        if (strcmp(arguments[i], "commit") == 0) {
            if (!commit(s))
                return complain(s);
        } else if (strncmp(arguments[i], "table=", 6) == 0) {
            if (!put_table(s, arguments[i] + 6))
                return complain(s);
        } else {
            store_run run = { 1700000000000 + i * 1000, T("etl"), T("s1"), T("nightly"), T("") };
            int64_t id = put(s, arguments[i]);

            if (store_statement_ran(s, id, &run) != STORE_OK)
                return complain(s);
        }
    }
    if (store_load_publish(s) != STORE_OK)
        return complain(s);
    store_close(s);
    return 0;
}
