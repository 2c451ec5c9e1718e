/*
 * map.h -- the door of libcolline-map.so: the command calls this one function, found by dlsym.
 *
 *     colline query downstream dw.fact.amount    ->    colline_map_run("query", 2, {"downstream", ...})
 */
#ifndef MAP_MAP_H
#define MAP_MAP_H

#include "colline.h"

#define COLLINE_MAP_ENTRY "colline_map_run"
#define COLLINE_MAP_FILE "libcolline-map.so"

/* Exit statuses of subcommands. */
enum { MAP_OK = 0, MAP_NO = 1, MAP_FAILURE = 2 };

typedef int (*colline_map_run_fn)(const char *subcommand, int count, char **arguments);

/* Run a subcommand with the arguments behind its name; gives the exit status.  Standard output is flushed by
 * the caller. */
COLLINE_API int colline_map_run(const char *subcommand, int count, char **arguments);

/* ---- Inside the data map ---------------------------------------------------------------------------- */

/* `colline: message`, a line on standard error. */
void map_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

#define SUBCOMMAND(name, needs, about) int map_##name(int count, char **arguments);
#include "map/subcommands.def"
#undef SUBCOMMAND

#endif
