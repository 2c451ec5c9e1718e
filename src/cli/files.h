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
bool cli_output_failed(void);
/* Write what is left; false, and a message, where something could not be written. */
bool cli_finish_output(void);

#endif
