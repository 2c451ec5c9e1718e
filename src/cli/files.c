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

static int output_error; /* errno of the first write that failed */

void cli_write(const char *data, size_t length)
{
    if (output_error == 0 && fwrite(data, 1, length, stdout) < length)
        output_error = errno != 0 ? errno : EIO;
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
