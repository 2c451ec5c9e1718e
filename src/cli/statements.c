#include "cli/statements.h"

#include <stdlib.h>

#include "cli/files.h"
#include "cli/report.h"

static int write_all(colline_session *session, const cli_options *options, const char *name, const cli_text *text,
                     cli_write_fn *write)
{
    const colline_statement *statement;
    colline_status status = COLLINE_OK;
    int worst = CLI_OK;

    while (!cli_output_failed() && status == COLLINE_OK &&
           (statement = colline_session_next(session)) != NULL) {
        status = write(options, name, statement, &worst);
        cli_report_statement(name, text->data, text->length, statement);
    }
    if (status == COLLINE_OK)
        status = colline_session_status(session);
    if (status == COLLINE_OK)
        return worst;
    cli_complain("%s: %s", name, colline_status_text(status));
    return CLI_FAILURE;
}

int cli_run_file(colline_catalog *catalog, const cli_options *options, const char *name, cli_write_fn *write)
{
    colline_session *session = NULL;
    colline_status status;
    cli_text text;
    int result = CLI_FAILURE;

    if (!cli_read_file(name, &text))
        return CLI_FAILURE;
    status = colline_session_open(catalog, &options->library, &session);
    if (status == COLLINE_OK)
        status = colline_session_feed(session, text.data, text.length);
    if (status == COLLINE_OK)
        status = colline_session_finish(session);
    if (status == COLLINE_OK)
        result = write_all(session, options, name, &text, write);
    else
        cli_complain("%s: %s", name, colline_status_text(status));
    colline_session_close(session);
    free(text.data);
    return result;
}

int cli_run_files(colline_catalog *catalog, const cli_options *options, cli_write_fn *write)
{
    int worst = CLI_OK;

    for (size_t i = 0; i < options->file_count || (i == 0 && options->file_count == 0); i++) {
        int status = cli_run_file(catalog, options, options->file_count > 0 ? options->files[i] : "-", write);
        worst = status > worst ? status : worst;
    }
    return worst;
}
