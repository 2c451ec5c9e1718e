/*
 * colline fingerprint: the fingerprint and the normal form of every statement.
 *
 *     SELECT a FROM t WHERE d = 'x'       5b1f...	SELECT a FROM t WHERE d = ?
 */
#include <inttypes.h>
#include <stdio.h>

#include "cli/files.h"
#include "cli/options.h"
#include "cli/records.h"
#include "cli/statements.h"

/* A quoted name may hold line ends and tabs: they are written as spaces, so that a statement is a line. */
static void write_line(colline_text text)
{
    for (uint32_t i = 0; i < text.length; i++)
        cli_write(text.data[i] == '\n' || text.data[i] == '\r' || text.data[i] == '\t' ? " " : text.data + i, 1);
    cli_write("\n", 1);
}

static colline_status write_fingerprint(const cli_options *options, const char *name,
                                        const colline_statement *statement, int *worst)
{
    char head[32];
    int length = snprintf(head, sizeof head, "%016" PRIx64 "\t", colline_statement_fingerprint(statement));

    (void)options;
    (void)name;
    cli_write(head, (size_t)length);
    write_line(colline_statement_normalized(statement));
    if (colline_statement_outcome(statement) == COLLINE_OUTCOME_ERROR)
        *worst = CLI_STATEMENT_ERROR;
    return COLLINE_OK;
}

int cli_fingerprint(cli_options *options)
{
    options->library.flags |= COLLINE_TABLE_LEVEL; /* edges are not asked for */
    options->fingerprints = true;
    if (options->input == CLI_INPUT_SQL)
        return cli_run_files(NULL, options, write_fingerprint);
    return cli_run_all_records(NULL, options);
}
