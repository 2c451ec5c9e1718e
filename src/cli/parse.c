/*
 * colline parse: the tree of every statement, for people and for tests of the grammar.
 */
#include <stdlib.h>

#include "cli/files.h"
#include "cli/options.h"
#include "cli/report.h"

static int write_trees(colline_session *session, const char *name, const cli_text *text)
{
    const colline_statement *statement;
    colline_status status = COLLINE_OK;
    colline_text tree;
    int worst = CLI_OK;

    while (!cli_output_failed() && status == COLLINE_OK &&
           (statement = colline_session_next(session)) != NULL) {
        status = colline_statement_render(statement, COLLINE_FORMAT_TREE, NULL, &tree);
        cli_write(tree.data, tree.length);
        cli_report_statement(name, text->data, text->length, statement);
        for (size_t i = 0; i < colline_statement_diagnostic_count(statement); i++)
            if (colline_statement_diagnostic(statement, i)->severity == COLLINE_ERROR)
                worst = CLI_STATEMENT_ERROR;
    }
    if (status == COLLINE_OK)
        status = colline_session_status(session);
    if (status == COLLINE_OK)
        return worst;
    cli_complain("%s: %s", name, colline_status_text(status));
    return CLI_FAILURE;
}

static int parse_file(const cli_options *options, const char *name)
{
    colline_session *session = NULL;
    colline_status status;
    cli_text text;
    int result = CLI_FAILURE;

    if (!cli_read_file(name, &text))
        return CLI_FAILURE;
    status = colline_session_open(NULL, &options->library, &session);
    if (status == COLLINE_OK)
        status = colline_session_feed(session, text.data, text.length);
    if (status == COLLINE_OK)
        status = colline_session_finish(session);
    if (status == COLLINE_OK)
        result = write_trees(session, name, &text);
    else
        cli_complain("%s: %s", name, colline_status_text(status));
    colline_session_close(session);
    free(text.data);
    return result;
}

int cli_parse(cli_options *options)
{
    int worst = CLI_OK;

    for (size_t i = 0; i < options->file_count || (i == 0 && options->file_count == 0); i++) {
        int status = parse_file(options, options->file_count > 0 ? options->files[i] : "-");
        worst = status > worst ? status : worst;
    }
    return worst;
}
