/*
 * The command: `colline SUBCOMMAND [OPTION ...] [FILE ...]`.
 */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files.h"
#include "cli/map.h"
#include "cli/options.h"
#include "cli/report.h"

enum { OUTPUT_BUFFER = 1 << 16 };

static const struct command {
    const char *name;
    unsigned bit;
    int (*run)(cli_options *options);
    const char *arguments;
    const char *about;
    const char *more; /* what its help says below the options */
} commands[] = {
    { "lineage", CLI_LINEAGE, cli_lineage, "[OPTION ...] [FILE ...]",
      "where every column of every statement comes from",
      "Without a file, or for -, standard input is read.  The exit status is 0 when every statement was\n"
      "understood (status ok or partial), 1 when some statement has status error, 2 for wrong usage, input "
      "that\n"
      "cannot be read and output that cannot be written.\n" },
    { "parse", CLI_PARSE, cli_parse, "[OPTION ...] [FILE ...]", "the syntax tree of every statement",
      "The exit status is 1 when some statement does not parse.\n" },
    { "tokens", CLI_TOKENS, cli_tokens, "[OPTION ...] [FILE ...]", "the tokens of a text",
      "A token a line: line:column, its kind, its text.\n" },
    { "fingerprint", CLI_FINGERPRINT, cli_fingerprint, "[OPTION ...] [FILE ...]",
      "the fingerprint and the normal form of every statement",
      "A statement a line: its fingerprint, a tab, its normal form; for records a JSON object a line.\n"
      "Statements of one fingerprint differ in literals, comments and the like only.\n" },
    { "catalog", CLI_CATALOG, cli_catalog, "compile --output FILE.cat [OPTION ...] FILE ...",
      "catalogs of DDL (.sql) or JSON (.json) in a form that is read where it lies",
      "--catalog FILE.cat then costs what is named in it, however large it is; processes share it.\n" },
    { "dialects", CLI_DIALECTS, cli_dialects, "", "the names of the dialects", "" },
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static const struct command *find(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static void print_usage(FILE *out)
{
    fputs("usage: colline SUBCOMMAND [OPTION ...] [FILE ...]\n\n", out);
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-11s %s\n", commands[i].name, commands[i].about);
    cli_map_print(out);
    fputs("\n`colline SUBCOMMAND --help` tells more; `colline --version` tells the version.\n", out);
}

static void print_version(void)
{
    printf("colline %s\n", colline_version());
}

static void print_help(const struct command *command)
{
    printf("usage: colline %s%s%s\n\n%s\n\n", command->name, command->arguments[0] != '\0' ? " " : "",
           command->arguments, command->about);
    cli_print_options(stdout, command->bit);
    if (command->more[0] != '\0')
        printf("\n%s", command->more);
}

static int run(const struct command *command, int count, char **arguments)
{
    cli_options options;
    int status = CLI_OK;

    if (!cli_read_options(&options, command->name, command->bit, count, arguments))
        status = CLI_FAILURE;
    else if (options.help)
        print_help(command);
    else if (options.version)
        print_version();
    else
        status = command->run(&options);
    free(options.catalogs);
    free(options.files);
    return status;
}

/* colline, colline --help, colline help lineage, colline --version: no subcommand runs. */
static int run_without(int count, char **arguments)
{
    const char *first = count > 1 ? arguments[1] : "";
    const struct command *about = count > 2 ? find(arguments[2]) : NULL;
    char *help[] = { "--help" };

    if (strcmp(first, "--version") == 0) {
        print_version();
    } else if (strcmp(first, "help") == 0 && about != NULL) {
        print_help(about);
    } else if (strcmp(first, "help") == 0 && count > 2 && cli_map_has(arguments[2])) {
        return cli_map_run(arguments[2], 1, help);
    } else if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0 || (strcmp(first, "help") == 0 && count < 3)) {
        print_usage(stdout);
    } else {
        if (count > 1)
            cli_complain("%s is no subcommand", strcmp(first, "help") == 0 ? arguments[2] : first);
        print_usage(stderr);
        return CLI_FAILURE;
    }
    return CLI_OK;
}

int main(int count, char **arguments)
{
    static char buffer[OUTPUT_BUFFER], error_buffer[OUTPUT_BUFFER];
    const struct command *command = count > 1 ? find(arguments[1]) : NULL;
    int status;

    signal(SIGPIPE, SIG_IGN); /* a reader that went away is a write that fails */
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    setvbuf(stderr, error_buffer, _IOLBF, sizeof error_buffer);
    if (command != NULL)
        status = run(command, count - 2, arguments + 2);
    else if (count > 1 && cli_map_has(arguments[1]))
        status = cli_map_run(arguments[1], count - 2, arguments + 2);
    else
        status = run_without(count, arguments);
    return cli_finish_output() ? status : CLI_FAILURE;
}
