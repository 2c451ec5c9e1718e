/*
 * statements.h -- a file of SQL text, statement by statement: what `lineage`, `parse` and `fingerprint` share.
 */
#ifndef CLI_STATEMENTS_H
#define CLI_STATEMENTS_H

#include "cli/options.h"

/* Write what the subcommand says of one statement, and raise *worst where it is to fail the command. */
typedef colline_status cli_write_fn(const cli_options *options, const char *name,
                                    const colline_statement *statement, int *worst);

/* Read all files of the command line, or standard input, have every statement written and its diagnostics told; the exit
 * status.  A failure of the library in the middle of a text is one of the input. */
int cli_run_files(colline_catalog *catalog, const cli_options *options, cli_write_fn *write);

#endif
