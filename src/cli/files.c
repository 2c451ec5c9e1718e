#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "cli/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report.h"

enum { FIRST_READ = 1 << 16 };

FILE *cli_open(const char *name)
{
    FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");

    if (file == NULL)
        cli_complain("%s: %s", name, strerror(errno));
    return file;
}

void cli_close(FILE *file)
{
    if (file != stdin)
        fclose(file);
}

static bool grow(cli_text *text, size_t *capacity)
{
    size_t wanted = *capacity == 0 ? FIRST_READ : *capacity * 2;
    char *grown = wanted > *capacity ? realloc(text->data, wanted) : NULL;

    if (grown == NULL)
        return false;
    text->data = grown;
    *capacity = wanted;
    return true;
}

bool cli_read_file(const char *name, cli_text *text)
{
    FILE *file = cli_open(name);
    size_t capacity = 0, got = 1;

    *text = (cli_text){ NULL, 0 };
    if (file == NULL)
        return false;
    errno = 0;
    while (got > 0) {
        if (text->length + 1 >= capacity && !grow(text, &capacity)) {
            errno = ENOMEM;
            break;
        }
        got = fread(text->data + text->length, 1, capacity - text->length - 1, file);
        text->length += got;
    }
    if (got > 0 || ferror(file)) {
        cli_complain("%s: %s", name, strerror(errno));
        free(text->data);
        cli_close(file);
        return false;
    }
    text->data[text->length] = '\0';
    cli_close(file);
    return true;
}

static _Atomic int output_error;           /* errno of the first write that failed */
static _Thread_local cli_output *redirected; /* NULL: straight on */

static void keep(cli_output *output, const char *data, size_t length)
{
    if (output->capacity - output->length < length) {
        size_t wanted = (output->length + length) * 2;
        char *grown = realloc(output->text, wanted);
        if (grown == NULL)
            cli_end_without_memory();
        output->text = grown;
        output->capacity = wanted;
    }
    memcpy(output->text + output->length, data, length);
    output->length += length;
}

void cli_write(const char *data, size_t length)
{
    if (length == 0)
        return;
    if (redirected != NULL)
        keep(redirected, data, length);
    else if (output_error == 0 && fwrite(data, 1, length, stdout) < length)
        output_error = errno != 0 ? errno : EIO;
}

FILE *cli_errors(void)
{
    if (redirected == NULL)
        return stderr;
    if (redirected->errors_file == NULL)
        redirected->errors_file = open_memstream(&redirected->errors, &redirected->errors_length);
    if (redirected->errors_file == NULL)
        cli_end_without_memory();
    return redirected->errors_file;
}

void cli_output_start(cli_output *output)
{
    memset(output, 0, sizeof *output);
    redirected = output;
}

void cli_output_stop(cli_output *output)
{
    redirected = NULL;
    if (output->errors_file != NULL)
        fclose(output->errors_file);
}

void cli_output_write(cli_output *output)
{
    cli_write(output->text, output->length);
    if (output->errors_length > 0)
        fwrite(output->errors, 1, output->errors_length, stderr);
    free(output->text);
    free(output->errors);
}

bool cli_output_failed(void)
{
    return output_error != 0;
}

bool cli_finish_output(void)
{
    if (output_error == 0 && (fflush(stdout) != 0 || ferror(stdout)))
        output_error = errno != 0 ? errno : EIO;
    if (output_error != 0)
        cli_complain("cannot write: %s", strerror(output_error));
    return output_error == 0;
}
