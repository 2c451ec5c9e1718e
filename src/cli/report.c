#define _POSIX_C_SOURCE 200809L
#include "cli/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/files.h"
#include "cli/options.h"

enum { SHOWN_BEFORE = 100, SHOWN_BEHIND = 40 };

void cli_complain(const char *format, ...)
{
    va_list arguments;

    fputs("colline: ", cli_errors());
    va_start(arguments, format);
    vfprintf(cli_errors(), format, arguments);
    va_end(arguments);
    fputc('\n', cli_errors());
}

void *cli_allocate(size_t size)
{
    void *memory = calloc(1, size > 0 ? size : 1);

    if (memory == NULL)
        cli_end_without_memory();
    return memory;
}

void cli_end_without_memory(void)
{
    fprintf(stderr, "colline: %s\n", colline_status_text(COLLINE_E_MEMORY));
    exit(CLI_FAILURE);
}

/* ---- Hostile text -------------------------------------------------------------------------------- */

size_t cli_character_length(const char *data, size_t length)
{
    const unsigned char *c = (const unsigned char *)data;
    size_t wanted;

    if (length == 0 || (c[0] >= 0x80 && c[0] < 0xC2) || c[0] > 0xF4)
        return 0;
    wanted = c[0] < 0x80 ? 1 : c[0] < 0xE0 ? 2 : c[0] < 0xF0 ? 3 : 4;
    for (size_t i = 1; i < wanted; i++)
        if (i >= length || (c[i] & 0xC0) != 0x80)
            return 0;
    /* overlong forms, surrogates, and what lies above U+10FFFF */
    if ((c[0] == 0xE0 && c[1] < 0xA0) || (c[0] == 0xED && c[1] > 0x9F) || (c[0] == 0xF0 && c[1] < 0x90) ||
        (c[0] == 0xF4 && c[1] > 0x8F))
        return 0;
    return wanted;
}

/* The bytes of the character that is printed as it is; 0: its first byte is escaped. */
static size_t printable(const char *data, size_t length)
{
    size_t bytes = cli_character_length(data, length);
    unsigned char first = (unsigned char)data[0];
    bool c1 = bytes == 2 && first == 0xC2 && (unsigned char)data[1] < 0xA0;

    return first < 0x20 || first == 0x7F || c1 ? 0 : bytes;
}

/* SQL is hostile text: nothing in it moves the terminal's cursor. */
void cli_print_visible(const char *data, size_t length)
{
    for (size_t i = 0; i < length;) {
        size_t bytes = printable(data + i, length - i);
        if (bytes > 0)
            fwrite(data + i, 1, bytes, cli_errors());
        else if (data[i] == '\t' || data[i] == '\r')
            fputc(' ', cli_errors());
        else
            fprintf(cli_errors(), "\\x%02x", (unsigned)(unsigned char)data[i]);
        i += bytes > 0 ? bytes : 1;
    }
}

/* Places that cli_print_visible() takes: code points, near enough. */
static size_t width(const char *data, size_t length)
{
    size_t places = 0;

    for (size_t i = 0; i < length;) {
        size_t bytes = printable(data + i, length - i);
        places += bytes > 0 || data[i] == '\t' || data[i] == '\r' ? 1 : strlen("\\x1b");
        i += bytes > 0 ? bytes : 1;
    }
    return places;
}

/* ---- Diagnostics --------------------------------------------------------------------------------- */

static bool inside_character(const char *text, size_t at, size_t end)
{
    return at < end && ((unsigned char)text[at] & 0xC0) == 0x80;
}

/* The line of the text, or of a long line what stands around the place; and a caret below. */
static void show_line(const char *text, size_t length, size_t offset)
{
    size_t start = offset, end = offset;

    while (start > 0 && text[start - 1] != '\n' && offset - start < SHOWN_BEFORE)
        start--;
    while (inside_character(text, start, offset))
        start++;
    while (end < length && text[end] != '\n' && end - offset < SHOWN_BEHIND)
        end++;
    while (inside_character(text, end, length))
        end++;
    fputs("  ", cli_errors());
    cli_print_visible(text + start, end - start);
    fprintf(cli_errors(), "\n  %*s^\n", (int)width(text + start, offset - start), "");
}

static int output_shown = -1, errors_shown = -1; /* on a terminal; -1: not asked yet */

void cli_ask_terminals(void)
{
    if (errors_shown >= 0)
        return;
    output_shown = isatty(STDOUT_FILENO);
    errors_shown = isatty(STDERR_FILENO);
}

void cli_report(const char *file, const char *text, size_t length, const colline_diagnostic *diagnostic)
{
    cli_ask_terminals();
    if (output_shown > 0)
        fflush(stdout); /* both may be one terminal: keep the order */
    fprintf(cli_errors(), "%s:%u:%u: %s: ", file, (unsigned)diagnostic->line, (unsigned)diagnostic->column,
            diagnostic->severity == COLLINE_ERROR ? "error" : "warning");
    cli_print_visible(diagnostic->message.data, diagnostic->message.length);
    fputc('\n', cli_errors());
    if (text != NULL && diagnostic->at.offset <= length && errors_shown > 0)
        show_line(text, length, diagnostic->at.offset);
}

void cli_report_statement(const char *file, const char *text, size_t length,
                          const colline_statement *statement)
{
    for (size_t i = 0; i < colline_statement_diagnostic_count(statement); i++)
        cli_report(file, text, length, colline_statement_diagnostic(statement, i));
}

void cli_report_catalog(const char *file, const char *text, size_t length, colline_diagnostics *diagnostics)
{
    for (size_t i = 0; i < colline_diagnostics_count(diagnostics); i++)
        cli_report(file, text, length, colline_diagnostics_get(diagnostics, i));
    colline_diagnostics_free(diagnostics);
}
