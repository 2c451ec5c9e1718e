/*
 * records.h -- JSON Lines in, a line for each statement out.
 *
 *     {"id":"q-17","dialect":"hive","ddl":["CREATE TABLE a (x INT)"],"sql":"INSERT INTO b SELECT x FROM a"}
 *
 * A record without a session is one of its own.  Records of one session share it, in order; it keeps the
 * dialect and the options of its first record, later ones may only move it to another default_db (as USE
 * does) and add to its DDL.
 */
#ifndef CLI_RECORDS_H
#define CLI_RECORDS_H

#include "cli/options.h"

/* Run all records of all files of the command line, or of standard input; the exit status. */
int cli_run_all_records(colline_catalog *catalog, const cli_options *options);

#endif
