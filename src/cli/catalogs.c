#define _POSIX_C_SOURCE 200809L
#include "cli/catalogs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/files.h"
#include "cli/report.h"

static bool has_suffix(const char *name, const char *suffix)
{
    const char *dot = strrchr(name, '.');

    return dot != NULL && strcasecmp(dot, suffix) == 0;
}

/* DDL that cannot be read is told of, and the rest of it counts; a JSON document is all right or wrong. */
static bool load_text(colline_catalog *catalog, const cli_options *options, const char *name)
{
    bool json = has_suffix(name, ".json");
    colline_diagnostics *diagnostics = NULL;
    colline_status status;
    cli_text text;

    if (!cli_read_file(name, &text))
        return false;
    status = json ? colline_catalog_add_json(catalog, options->library.dialect, text.data, text.length,
                                             &diagnostics)
                  : colline_catalog_add_ddl(catalog, options->library.dialect, options->library.default_db,
                                            text.data, text.length, &diagnostics);
    cli_report_catalog(name, text.data, text.length, diagnostics);
    free(text.data);
    if (status == COLLINE_OK || (status == COLLINE_E_INPUT && !json))
        return true;
    cli_complain("%s: %s", name, colline_status_text(status));
    return false;
}

/* Map the file for reading; false, and a message, where that cannot be. */
static bool map_file(cli_catalogs *catalogs, const char *name)
{
    int file = open(name, O_RDONLY | O_CLOEXEC);
    struct stat facts;
    void *mapped = MAP_FAILED;

    if (file >= 0 && fstat(file, &facts) == 0 && facts.st_size > 0)
        mapped = mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED)
        cli_complain("%s: %s", name, file >= 0 && errno == 0 ? "the file is empty" : strerror(errno));
    if (file >= 0)
        close(file);
    if (mapped == MAP_FAILED)
        return false;
    catalogs->mapped = mapped;
    catalogs->mapped_length = (size_t)facts.st_size;
    return true;
}

static bool load_compiled(cli_catalogs *catalogs, const char *name)
{
    colline_status status;

    if (catalogs->mapped != NULL) {
        cli_complain("%s: only one compiled catalog can be read at a time", name);
        return false;
    }
    errno = 0;
    if (!map_file(catalogs, name))
        return false;
    status = colline_catalog_add_compiled(catalogs->catalog, catalogs->mapped, catalogs->mapped_length);
    if (status == COLLINE_E_INPUT)
        cli_complain("%s: this is no compiled catalog of this version; make it again with colline catalog compile", name);
    else if (status != COLLINE_OK)
        cli_complain("%s: %s", name, colline_status_text(status));
    return status == COLLINE_OK;
}

colline_catalog *cli_load_catalogs(cli_catalogs *catalogs, const cli_options *options, const char *const *files, size_t count)
{
    bool good;

    *catalogs = (cli_catalogs){ colline_catalog_new(NULL), NULL, 0 };
    good = catalogs->catalog != NULL;
    if (!good)
        cli_complain("%s", colline_status_text(COLLINE_E_MEMORY));
    for (size_t i = 0; i < count && good; i++)
        good = has_suffix(files[i], ".cat") ? load_compiled(catalogs, files[i])
                                            : load_text(catalogs->catalog, options, files[i]);
    if (!good)
        cli_release_catalogs(catalogs);
    return catalogs->catalog;
}

void cli_release_catalogs(cli_catalogs *catalogs)
{
    colline_catalog_release(catalogs->catalog);
    catalogs->catalog = NULL;
    if (catalogs->mapped != NULL)
        munmap(catalogs->mapped, catalogs->mapped_length);
    catalogs->mapped = NULL;
}
