/*
 * colline catalog compile: catalogs from text into the form that is mapped.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/catalogs.h"
#include "cli/report.h"

/* All of it under another name first: who reads the old file keeps it, and no half of one is ever there. */
static bool write_file(const char *name, const char *bytes, size_t length)
{
    char *aside = cli_allocate(strlen(name) + sizeof ".new");
    FILE *file;
    bool good;

    strcat(strcpy(aside, name), ".new");
    file = fopen(aside, "wb");
    good = file != NULL && fwrite(bytes, 1, length, file) == length;
    if (file != NULL)
        good = fclose(file) == 0 && good;
    good = good && rename(aside, name) == 0;
    if (!good) {
        cli_complain("%s: %s", name, strerror(errno));
        if (file != NULL)
            remove(aside);
    }
    free(aside);
    return good;
}

int cli_catalog(cli_options *options)
{
    cli_catalogs catalogs;
    char *bytes = NULL;
    size_t length = 0;
    colline_status status;
    int result = CLI_FAILURE;

    if (options->file_count < 2 || strcmp(options->files[0], "compile") != 0 || options->output == NULL) {
        cli_complain("usage: colline catalog compile --output FILE.cat [OPTION ...] FILE ...");
        return CLI_FAILURE;
    }
    if (cli_load_catalogs(&catalogs, options, (const char *const *)options->files + 1, options->file_count - 1) == NULL)
        return CLI_FAILURE;
    status = colline_catalog_compile(catalogs.catalog, &bytes, &length);
    if (status == COLLINE_E_MISUSE)
        cli_complain("a compiled catalog cannot be compiled again: give the files that it was made from");
    else if (status != COLLINE_OK)
        cli_complain("%s", colline_status_text(status));
    else if (write_file(options->output, bytes, length))
        result = CLI_OK;
    colline_free(bytes);
    cli_release_catalogs(&catalogs);
    return result;
}
