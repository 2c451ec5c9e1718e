/*
 * map.h -- the subcommands of the data map, which is loaded when one of them is asked for.
 *
 *     colline query upstream dw.report_sales.total_amount
 *
 * `colline lineage` and its like start in milliseconds because SQLite, libpq and their kin are not there yet.
 */
#ifndef CLI_MAP_H
#define CLI_MAP_H

#include <stdbool.h>
#include <stdio.h>

/* Whether the data map has a subcommand of that name. */
bool cli_map_has(const char *name);
/* A line for each of its subcommands. */
void cli_map_print(FILE *out);
/* Load the data map and run one; gives the exit status. */
int cli_map_run(const char *name, int count, char **arguments);

#endif
