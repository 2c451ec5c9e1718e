/*
 * colline dialects: a name a line.
 */
#include "cli/options.h"
#include "cli/report.h"

int cli_dialects(cli_options *options)
{
    const char *name;

    if (options->file_count > 0) {
        cli_complain("dialects takes no file");
        return CLI_FAILURE;
    }
    for (int i = 0; (name = colline_dialect_name((colline_dialect)i)) != NULL; i++)
        printf("%s\n", name);
    return CLI_OK;
}
