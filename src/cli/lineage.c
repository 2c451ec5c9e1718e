/*
 * colline lineage: the catalog, then SQL text file by file, or records (records.c).
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "cli/files.h"
#include "cli/options.h"
#include "cli/records.h"
#include "cli/report.h"
#include "cli/statements.h"

/* ---- Catalogs ------------------------------------------------------------------------------------ */

static bool is_json_file(const char *name)
{
    const char *dot = strrchr(name, '.');

    return dot != NULL && strcasecmp(dot, ".json") == 0;
}

/* DDL that cannot be read is told of, and the rest of it counts; a JSON document is all right or wrong. */
static bool load(colline_catalog *catalog, const cli_options *options, const char *name)
{
    bool json = is_json_file(name);
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

/* NULL, and a message, where some file cannot be read. */
static colline_catalog *load_all(const cli_options *options)
{
    colline_catalog *catalog = colline_catalog_new(NULL);

    if (catalog == NULL)
        cli_complain("%s", colline_status_text(COLLINE_E_MEMORY));
    for (size_t i = 0; i < options->catalog_count && catalog != NULL; i++) {
        if (!load(catalog, options, options->catalogs[i])) {
            colline_catalog_release(catalog);
            catalog = NULL;
        }
    }
    return catalog;
}

/* ---- SQL text ------------------------------------------------------------------------------------ */

static colline_status write_lineage(const cli_options *options, const char *name, const colline_statement *statement,
                                    int *worst)
{
    colline_render_context context = options->context;
    colline_text rendered;
    colline_status status;

    context.file = name;
    status = colline_statement_render(statement, options->format, &context, &rendered);

    cli_write(rendered.data, rendered.length);
    if (colline_statement_outcome(statement) == COLLINE_OUTCOME_ERROR)
        *worst = CLI_STATEMENT_ERROR;
    return status;
}

/* Now, or what SOURCE_DATE_EPOCH says, so that the same input can give the same output. */
static const char *event_time(char *text, size_t size)
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    time_t now = epoch != NULL && *epoch != '\0' ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
    struct tm parts;

    if (gmtime_r(&now, &parts) == NULL || strftime(text, size, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
        return NULL;
    return text;
}

int cli_lineage(cli_options *options)
{
    char time_text[32];
    colline_catalog *catalog;
    int worst = CLI_OK;

    if (!options->format_given && options->input == CLI_INPUT_SQL && isatty(STDOUT_FILENO))
        options->format = COLLINE_FORMAT_TABLE;
    options->library.flags |= cli_format_flags(options->format);
    if (options->format == COLLINE_FORMAT_OPENLINEAGE)
        options->context.event_time = event_time(time_text, sizeof time_text);
    catalog = load_all(options);
    if (catalog == NULL)
        return CLI_FAILURE;
    if (options->input == CLI_INPUT_SQL)
        worst = cli_run_files(catalog, options, write_lineage);
    for (size_t i = 0; options->input == CLI_INPUT_JSONL && (i < options->file_count || (i == 0 && options->file_count == 0)); i++) {
        int status = cli_run_records(catalog, options, options->file_count > 0 ? options->files[i] : "-");
        worst = status > worst ? status : worst;
    }
    colline_catalog_release(catalog);
    return worst;
}
