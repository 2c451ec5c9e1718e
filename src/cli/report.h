/*
 * report.h -- what is said to people, on standard error, and memory or an end.
 *
 *     report.sql:3:12: error: expected an expression, found FROM
 *       SELECT a, FROM t
 *                 ^                  on a terminal
 */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include <stdbool.h>

#include "colline.h"

/* "colline: ..." */
void cli_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The bytes of the UTF-8 character that `data` starts with; 0: it starts with none. */
size_t cli_character_length(const char *data, size_t length);
/* Text on standard error, where nothing in it moves the terminal's cursor: ESC is \x1b. */
void cli_print_visible(const char *data, size_t length);

/* One diagnostic of a text.  `text` may be NULL: no source line is shown. */
void cli_report(const char *file, const char *text, size_t length, const colline_diagnostic *diagnostic);
/* All of a statement's; all of a catalog call's, which are freed. */
void cli_report_statement(const char *file, const char *text, size_t length,
                          const colline_statement *statement);
void cli_report_catalog(const char *file, const char *text, size_t length, colline_diagnostics *diagnostics);

/* Ask whether output and errors are shown on a terminal; once, before threads are started. */
void cli_ask_terminals(void);

/* Zeroed memory, never NULL: the command ends when there is none. */
void *cli_allocate(size_t size);
_Noreturn void cli_end_without_memory(void);

#endif
