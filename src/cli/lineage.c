/*
 * colline lineage: the catalog, then SQL text file by file, or records (records.c).
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "cli/catalogs.h"
#include "cli/files.h"
#include "cli/options.h"
#include "cli/records.h"
#include "cli/report.h"
#include "cli/statements.h"

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
    cli_catalogs catalogs;
    colline_catalog *catalog;
    int worst;

    if (!options->format_given && options->input == CLI_INPUT_SQL && isatty(STDOUT_FILENO))
        options->format = COLLINE_FORMAT_TABLE;
    options->library.flags |= cli_format_flags(options->format);
    if (options->format == COLLINE_FORMAT_OPENLINEAGE)
        options->context.event_time = event_time(time_text, sizeof time_text);
    catalog = cli_load_catalogs(&catalogs, options, options->catalogs, options->catalog_count);
    if (catalog == NULL)
        return CLI_FAILURE;
    if (options->input == CLI_INPUT_SQL)
        worst = cli_run_files(catalog, options, write_lineage);
    else
        worst = cli_run_all_records(catalog, options);
    cli_release_catalogs(&catalogs);
    return worst;
}
