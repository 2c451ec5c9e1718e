/*
 * colline parse: the tree of every statement, for people and for tests of the grammar.
 */
#include "cli/files.h"
#include "cli/options.h"
#include "cli/statements.h"

static colline_status write_tree(const cli_options *options, const char *name, const colline_statement *statement,
                                 int *worst)
{
    colline_text tree;
    colline_status status = colline_statement_render(statement, COLLINE_FORMAT_TREE, NULL, &tree);

    (void)options;
    (void)name;
    cli_write(tree.data, tree.length);
    for (size_t i = 0; i < colline_statement_diagnostic_count(statement); i++)
        if (colline_statement_diagnostic(statement, i)->severity == COLLINE_ERROR)
            *worst = CLI_STATEMENT_ERROR;
    return status;
}

int cli_parse(cli_options *options)
{
    return cli_run_files(NULL, options, write_tree);
}
