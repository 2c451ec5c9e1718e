/*
 * catalogs.h -- what statements are read against, from files: DDL (.sql), JSON (.json), compiled (colline catalog).
 *
 *     --catalog warehouse.cat --catalog new_tables.sql      a compiled one is mapped, and costs what is named in it
 */
#ifndef CLI_CATALOGS_H
#define CLI_CATALOGS_H

#include "cli/options.h"

typedef struct cli_catalogs {
    colline_catalog *catalog;
    void *mapped; /* a compiled file; NULL: none */
    size_t mapped_length;
} cli_catalogs;

/* Load the files, in order; NULL, and a message, where some file cannot be read.  The catalog is that of `catalogs`. */
colline_catalog *cli_load_catalogs(cli_catalogs *catalogs, const cli_options *options, const char *const *files, size_t count);
void cli_release_catalogs(cli_catalogs *catalogs);

#endif
