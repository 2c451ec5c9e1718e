/*
 * options.h -- the command line of every subcommand, from one table.
 *
 *     colline lineage --dialect impala --catalog warehouse.sql report.sql
 *
 * A new option is one row in options.c: its value, its help and the subcommands that take it.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "colline.h"

/* Exit statuses. */
enum { CLI_OK = 0, CLI_STATEMENT_ERROR = 1, CLI_FAILURE = 2 };

/* The subcommands that an option belongs to. */
enum { CLI_LINEAGE = 1u << 0, CLI_PARSE = 1u << 1, CLI_TOKENS = 1u << 2, CLI_DIALECTS = 1u << 3, CLI_FINGERPRINT = 1u << 4,
       CLI_CATALOG = 1u << 5 };

typedef enum cli_input { CLI_INPUT_SQL, CLI_INPUT_JSONL } cli_input;

typedef struct cli_options {
    colline_options library; /* dialect, default database, flags */
    cli_input input;
    colline_format format;
    bool format_given;
    colline_render_context context; /* what every output says of its surroundings; `file` and `id` are each one's own */
    const char *output; /* of `catalog`: the file that it makes */
    unsigned jobs;     /* workers; 0, 1: one after the other */
    size_t cache;      /* of records: answers that are kept for texts that come again */
    bool fingerprints; /* of records: their fingerprints in the place of lineage */
    const char **catalogs; /* --catalog, in order */
    size_t catalog_count;
    char **files; /* what is left; none: standard input */
    size_t file_count;
    bool help, version;
} cli_options;

/* Read the arguments behind the subcommand's name; false, and a message, where they make no sense. */
bool cli_read_options(cli_options *options, const char *command, unsigned bit, int count, char **arguments);
/* The options that a subcommand takes, for its help. */
void cli_print_options(FILE *out, unsigned bit);

/* Whether the text may name a database, as in --default-db: no part of  catalog.schema  is empty. */
bool cli_is_database(const char *text);

/* The rows that records may set, too: false where the value is none. */
bool cli_set_level(cli_options *options, const char *value);
bool cli_set_table_names(cli_options *options, const char *value);
void cli_set_flag(cli_options *options, uint32_t flag, bool on);

/* Forms that are one JSON object a statement, and engines' own ones. */
bool cli_is_json(colline_format format);
/* Flags that a form asks for: the engines look through views. */
uint32_t cli_format_flags(colline_format format);

/* ---- The subcommands ----------------------------------------------------------------------------- */

int cli_lineage(cli_options *options);
int cli_parse(cli_options *options);
int cli_tokens(cli_options *options);
int cli_dialects(cli_options *options);
int cli_fingerprint(cli_options *options);
int cli_catalog(cli_options *options);

#endif
