/*
 * files.h -- files in, text out.
 *
 *     colline lineage a.sql - < b.sql      two inputs; "-" is standard input
 */
#ifndef CLI_FILES_H
#define CLI_FILES_H

#include <stdbool.h>
#include <stdio.h>

#include "colline.h"

typedef struct cli_text {
    char *data; /* followed by a NUL; to be freed */
    size_t length;
} cli_text;

/* Open for reading; NULL, and a message, where that cannot be. */
FILE *cli_open(const char *name);
void cli_close(FILE *file);
/* The whole file; false, and a message, where it cannot be read. */
bool cli_read_file(const char *name, cli_text *text);

/* Standard output, buffered.  After the first failure nothing more is written, and cli_output_failed() is
 * true. */
void cli_write(const char *data, size_t length);
/* Standard error. */
FILE *cli_errors(void);

/* What a thread writes, kept until its turn comes: between start and stop cli_write() and cli_errors() of this thread go
 * here; cli_output_write() passes it on and gives it back. */
typedef struct cli_output {
    char *text, *errors;
    size_t length, capacity, errors_length;
    FILE *errors_file;
} cli_output;
void cli_output_start(cli_output *output);
void cli_output_stop(cli_output *output);
void cli_output_write(cli_output *output);

bool cli_output_failed(void);
/* Write what is left; false, and a message, where something could not be written. */
bool cli_finish_output(void);

#endif
