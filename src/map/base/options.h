/*
 * options.h -- the command line of the data map's subcommands: a table each.
 *
 *     const char *where = "lineage.db";
 *     uint64_t depth = 2;
 *     const map_option options[] = {
 *         { "store", MAP_TEXT, &where, "WHERE", "the store: a file, or postgresql://... (default:
 * lineage.db)" }, { "depth", MAP_NUMBER, &depth, "N", "how many steps to go (default: 2)" },
 *     };
 *     map_arguments rest = { 0 };
 *     int status = map_read_options(&(map_usage){ "query", "[OPTION ...] NODE", "...", "..." },
 *                                   options, 2, count, arguments, &rest);
 *     if (status != MAP_GO_ON)
 *         return status;
 *
 * An option's value is the next argument or follows `=`.  `--` ends the options.  --help is there by itself.
 */
#ifndef MAP_BASE_OPTIONS_H
#define MAP_BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum map_option_kind {
    MAP_FLAG,   /* bool: set to true */
    MAP_TEXT,   /* const char * */
    MAP_NUMBER, /* uint64_t, decimal */
    MAP_LIST    /* map_arguments: may be repeated */
} map_option_kind;

typedef struct map_arguments {
    const char **items; /* to be freed; the texts are the command line's */
    size_t count, capacity;
} map_arguments;

typedef struct map_option {
    const char *name;
    map_option_kind kind;
    void *value;
    const char *argument; /* "FILE" in its help; NULL for flags */
    const char *help;
} map_option;

typedef struct map_usage {
    const char *name;      /* "store gc" */
    const char *arguments; /* "[OPTION ...] NODE" */
    const char *about;     /* a line: what it does */
    const char *more;      /* below the options; "" */
} map_usage;

enum { MAP_GO_ON = -1 };

/* MAP_GO_ON, or the exit status: help was asked for (0), or the arguments make no sense, which it says (2).
 */
int map_read_options(const map_usage *usage, const map_option *options, size_t option_count, int count,
                     char **arguments, map_arguments *rest);
void map_arguments_free(map_arguments *arguments);

#endif
