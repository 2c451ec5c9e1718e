/*
 * record.h -- one line of JSON Lines, checked.
 */
#ifndef CLI_RECORD_H
#define CLI_RECORD_H

#include <cjson/cJSON.h>

#include "cli/options.h"

typedef struct cli_record {
    const char *line; /* the caller's */
    cJSON *root;      /* owns all that follows; NULL: no JSON */
    char *id;        /* any value, as the line writes it; NULL: none */
    const char *id_text; /* for people: a string without its quotes, else `id` */
    const char *sql;
    const char *session;    /* NULL: one of its own */
    const char *default_db; /* that the record itself names; NULL: none */
    const cJSON *ddl;       /* an array of strings; NULL: none */
    cli_options options;    /* the command's, with what the record overrides */
    const char *problem;    /* why it is no record; NULL: it is one */
} cli_record;

/* Read a line, which is NUL-terminated. */
void cli_read_record(cli_record *record, const char *line, size_t length, const cli_options *options);
void cli_free_record(cli_record *record);

#endif
