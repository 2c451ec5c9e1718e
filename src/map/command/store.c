/*
 * `colline store ACTION`: what is done to a store as a whole.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "map/map.h"
#include "map/needs.h"
#if MAP_WITH_LIBPQ
#include <libpq-fe.h>
#endif

/* The engines of this build. */
static int engines(void)
{
    printf("sqlite      SQLite %s\n", sqlite3_libversion());
#if MAP_WITH_LIBPQ
    printf("postgresql  libpq %d.%d\n", PQlibVersion() / 10000, PQlibVersion() % 10000);
#endif
    return MAP_OK;
}

static void print_usage(FILE *out)
{
    fputs("usage: colline store ACTION [OPTION ...]\n\n"
          "  engines    the database engines of this build\n", out);
}

int map_store(int count, char **arguments)
{
    if (count == 1 && strcmp(arguments[0], "engines") == 0)
        return engines();
    if (count == 1 && strcmp(arguments[0], "--help") == 0) {
        print_usage(stdout);
        return MAP_OK;
    }
    print_usage(stderr);
    return MAP_FAILURE;
}
