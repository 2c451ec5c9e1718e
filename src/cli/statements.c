#include "cli/statements.h"

#include <stdlib.h>

#include "cli/files.h"
#include "cli/jobs.h"
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

static int run_file(colline_catalog *catalog, const cli_options *options, const char *name, cli_write_fn *write)
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

/* ---- Many files, several workers ----------------------------------------------------------------- */

typedef struct files_run {
    colline_catalog *catalog;
    const cli_options *options;
    cli_write_fn *write;
} files_run;

static void *open_worker(void *context)
{
    return context;
}

static int run_one(void *worker, void *input)
{
    const files_run *r = worker;

    return cli_output_failed() ? CLI_OK : run_file(r->catalog, r->options, input, r->write);
}

static void close_worker(void *worker)
{
    (void)worker;
}

static int run_spread(files_run *r)
{
    static const cli_job_kind kind = { open_worker, run_one, close_worker };
    cli_jobs *jobs = cli_jobs_open(r->options->jobs, &kind, r);

    for (size_t i = 0; i < r->options->file_count; i++)
        cli_jobs_give(jobs, CLI_ANY_WORKER, r->options->files[i]);
    return cli_jobs_close(jobs);
}

int cli_run_files(colline_catalog *catalog, const cli_options *options, cli_write_fn *write)
{
    files_run r = { catalog, options, write };
    int worst = CLI_OK;

    if (options->jobs > 1 && options->file_count > 1)
        return run_spread(&r);
    for (size_t i = 0; i < options->file_count || (i == 0 && options->file_count == 0); i++) {
        int status = run_file(catalog, options, options->file_count > 0 ? options->files[i] : "-", write);
        worst = status > worst ? status : worst;
    }
    return worst;
}
