/*
 * peers.c -- how long other parsers take for the same statements.
 *
 *     peers libpg_query|sqlite [--ddl FILE] STATEMENTS      statements end with a NUL
 *
 * First which statements the peer accepts, then several passes over those.  Prints one JSON object: "accepted" (indexes)
 * and "seconds", the median pass.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PASSES = 5 };

typedef struct peer {
    const char *name;
    bool (*accepts)(const char *sql);
} peer;

static void die(const char *what)
{
    fprintf(stderr, "peers: %s\n", what);
    exit(2);
}

static char *read_file(const char *name, size_t *length)
{
    FILE *file = fopen(name, "rb");
    char *data;
    long size;

    if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0)
        die(name);
    rewind(file);
    data = malloc((size_t)size + 1);
    if (data == NULL || fread(data, 1, (size_t)size, file) != (size_t)size)
        die(name);
    data[size] = '\0';
    fclose(file);
    *length = (size_t)size;
    return data;
}

#ifdef HAVE_PG_QUERY
#include <pg_query.h>

/* The raw parse alone, as the server does it, without the tree's JSON: libpg_query's own header for that needs the
   server's headers, so its three functions are declared here. */
typedef struct raw_parse {
    void *tree;
    char *stderr_buffer;
    PgQueryError *error;
} raw_parse;
raw_parse pg_query_raw_parse(const char *input);
void pg_query_free_error(PgQueryError *error);
void *pg_query_enter_memory_context(void);
void pg_query_exit_memory_context(void *context);

static bool accepts_pg(const char *sql)
{
    void *context = pg_query_enter_memory_context();
    raw_parse result = pg_query_raw_parse(sql);
    bool accepted = result.error == NULL;

    if (result.error != NULL)
        pg_query_free_error(result.error);
    free(result.stderr_buffer);
    pg_query_exit_memory_context(context);
    return accepted;
}
#endif

#ifdef HAVE_SQLITE
#include <sqlite3.h>

static sqlite3 *database;

static void open_sqlite(const char *ddl)
{
    if (sqlite3_open(":memory:", &database) != SQLITE_OK)
        die("no SQLite");
    if (ddl != NULL && sqlite3_exec(database, ddl, NULL, NULL, NULL) != SQLITE_OK)
        die(sqlite3_errmsg(database));
}

static bool accepts_sqlite(const char *sql)
{
    sqlite3_stmt *statement = NULL;
    bool accepted = sqlite3_prepare_v2(database, sql, -1, &statement, NULL) == SQLITE_OK && statement != NULL;

    sqlite3_finalize(statement);
    return accepted;
}
#endif

static const peer known[] = {
#ifdef HAVE_PG_QUERY
    { "libpg_query", accepts_pg },
#endif
#ifdef HAVE_SQLITE
    { "sqlite", accepts_sqlite },
#endif
    { NULL, NULL }
};

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int compare_times(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

static double median_pass(const peer *p, const char *data, size_t length, const bool *accepted)
{
    double times[PASSES];

    for (int pass = 0; pass < PASSES; pass++) {
        double start = seconds();
        size_t number = 0;
        for (size_t at = 0; at < length; at += strlen(data + at) + 1, number++)
            if (accepted[number] && !p->accepts(data + at))
                die("accepted once, but not again");
        times[pass] = seconds() - start;
    }
    qsort(times, PASSES, sizeof times[0], compare_times);
    return times[PASSES / 2];
}

int main(int argc, char **argv)
{
    const peer *p = known;
    size_t length, ddl_length, number = 0;
    const char *ddl = NULL;
    char *data;
    bool *accepted;

    if (argc == 5 && strcmp(argv[2], "--ddl") == 0)
        ddl = read_file(argv[3], &ddl_length);
    else if (argc != 3)
        die("usage: peers libpg_query|sqlite [--ddl FILE] STATEMENTS");
    while (p->name != NULL && strcmp(p->name, argv[1]) != 0)
        p++;
    if (p->name == NULL)
        die("this peer was not there when peers was compiled");
#ifdef HAVE_SQLITE
    if (strcmp(p->name, "sqlite") == 0)
        open_sqlite(ddl);
#endif
    data = read_file(argv[argc - 1], &length);
    accepted = calloc(length + 1, sizeof *accepted);
    if (accepted == NULL)
        die("no memory");
    printf("{\"accepted\": [");
    for (size_t at = 0, count = 0; at < length; at += strlen(data + at) + 1, number++) {
        accepted[number] = p->accepts(data + at);
        if (accepted[number])
            printf("%s%zu", count++ > 0 ? ", " : "", number);
    }
    printf("], \"seconds\": %.9f}\n", median_pass(p, data, length, accepted));
    free(accepted);
    free(data);
    (void)ddl;
    return 0;
}
