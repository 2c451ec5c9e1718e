/*
 * colline tokens: what the lexer makes of a text.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cli/files.h"
#include "cli/options.h"

typedef struct place {
    size_t offset, line, start; /* start: of the line */
} place;

static void move_to(place *p, const char *data, size_t offset)
{
    for (; p->offset < offset; p->offset++) {
        if (data[p->offset] == '\n') {
            p->line++;
            p->start = p->offset + 1;
        }
    }
}

/* A token may hold line ends: they are written as spaces, so that a token is a line. */
static void write_token_text(const char *data, size_t length)
{
    for (size_t i = 0; i < length; i++)
        cli_write(data[i] == '\n' || data[i] == '\r' ? " " : data + i, 1);
    cli_write("\n", 1);
}

static int write_tokens(const cli_options *options, const char *name)
{
    place p = { 0, 1, 0 };
    colline_token token;
    size_t offset = 0;
    cli_text text;
    char head[96];

    if (!cli_read_file(name, &text))
        return CLI_FAILURE;
    while (!cli_output_failed() &&
           colline_next_token(options->library.dialect, text.data, text.length, &offset, &token)) {
        move_to(&p, text.data, token.at.offset);
        int length = snprintf(head, sizeof head, "%zu:%zu\t%s\t", p.line, p.offset - p.start + 1, token.kind);
        cli_write(head, (size_t)length);
        write_token_text(text.data + token.at.offset, token.at.length);
    }
    free(text.data);
    return CLI_OK;
}

int cli_tokens(cli_options *options)
{
    int worst = CLI_OK;

    for (size_t i = 0; i < options->file_count || (i == 0 && options->file_count == 0); i++) {
        int status = write_tokens(options, options->file_count > 0 ? options->files[i] : "-");
        worst = status > worst ? status : worst;
    }
    return worst;
}
