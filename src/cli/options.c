#include "cli/options.h"

#include <stdlib.h>
#include <string.h>

#include "cli/report.h"

typedef struct option {
    const char *name;
    const char *value; /* what to call its value in the help; NULL: it has none */
    unsigned commands;
    bool (*set)(cli_options *options, const char *value);
    const char *help; /* lines */
} option;

/* ---- Values -------------------------------------------------------------------------------------- */

static bool set_dialect(cli_options *options, const char *value)
{
    return colline_dialect_by_name(value, &options->library.dialect) != 0;
}

/* Step over one part of a name, which may stand in quotes:  "a.b".c  An empty part gives its start. */
static const char *behind_part(const char *part)
{
    char quote = part[0] == '[' ? ']' : part[0];
    const char *end = quote == '"' || quote == '`' || quote == ']' ? strchr(part + 1, quote) : NULL;

    if (end == part + 1 && end[1] != quote)
        return part;
    return end != NULL ? end + 1 + strcspn(end + 1, ".") : part + strcspn(part, ".");
}

bool cli_is_database(const char *text)
{
    for (;;) {
        const char *end = behind_part(text);
        if (end == text)
            return false;
        if (*end == '\0')
            return true;
        text = end + 1;
    }
}

static bool set_default_db(cli_options *options, const char *value)
{
    if (!cli_is_database(value))
        return false;
    options->library.default_db = value;
    return true;
}

static bool add_catalog(cli_options *options, const char *value)
{
    options->catalogs[options->catalog_count++] = value; /* there is room for one an argument */
    return true;
}

static bool set_input(cli_options *options, const char *value)
{
    if (strcmp(value, "sql") != 0 && strcmp(value, "jsonl") != 0)
        return false;
    options->input = strcmp(value, "sql") == 0 ? CLI_INPUT_SQL : CLI_INPUT_JSONL;
    return true;
}

static const struct form {
    const char *name;
    colline_format format;
    bool json;
    uint32_t flags;
} forms[] = {
    { "json", COLLINE_FORMAT_JSON, true, 0 },
    { "table", COLLINE_FORMAT_TABLE, false, 0 },
    { "impala", COLLINE_FORMAT_IMPALA, true, COLLINE_EXPAND_VIEWS },
    { "hive", COLLINE_FORMAT_HIVE, true, COLLINE_EXPAND_VIEWS },
    { "openlineage", COLLINE_FORMAT_OPENLINEAGE, false, 0 },
    { "dot", COLLINE_FORMAT_DOT, false, 0 },
    { "mermaid", COLLINE_FORMAT_MERMAID, false, 0 },
};
enum { FORMS = sizeof forms / sizeof *forms };

static bool set_format(cli_options *options, const char *value)
{
    for (size_t i = 0; i < FORMS; i++) {
        if (strcmp(value, forms[i].name) == 0) {
            options->format = forms[i].format;
            options->format_given = true;
            return true;
        }
    }
    return false;
}

static const struct form *form_of(colline_format format)
{
    size_t i = 0;

    while (i + 1 < FORMS && forms[i].format != format)
        i++;
    return &forms[i];
}

bool cli_is_json(colline_format format)
{
    return form_of(format)->json;
}

uint32_t cli_format_flags(colline_format format)
{
    return form_of(format)->flags;
}

void cli_set_flag(cli_options *options, uint32_t flag, bool on)
{
    options->library.flags = on ? options->library.flags | flag : options->library.flags & ~flag;
}

bool cli_set_level(cli_options *options, const char *value)
{
    if (strcmp(value, "column") != 0 && strcmp(value, "table") != 0)
        return false;
    cli_set_flag(options, COLLINE_TABLE_LEVEL, strcmp(value, "table") == 0);
    return true;
}

bool cli_set_table_names(cli_options *options, const char *value)
{
    static const struct {
        const char *word;
        uint32_t flag;
    } words[] = { { "exact", COLLINE_TABLES_EXACT }, { "lower", COLLINE_TABLES_LOWER }, { "any", COLLINE_TABLES_ANY_CASE } };
    bool known = false;

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        known = known || strcmp(value, words[i].word) == 0;
        cli_set_flag(options, words[i].flag, strcmp(value, words[i].word) == 0);
    }
    return known;
}

static bool set_expand_views(cli_options *options, const char *value)
{
    (void)value;
    cli_set_flag(options, COLLINE_EXPAND_VIEWS, true);
    return true;
}

static bool set_fold_temporary(cli_options *options, const char *value)
{
    (void)value;
    cli_set_flag(options, COLLINE_FOLD_TEMPORARY, true);
    return true;
}

static bool set_no_templates(cli_options *options, const char *value)
{
    (void)value;
    cli_set_flag(options, COLLINE_NO_TEMPLATES, true);
    return true;
}

static bool set_narrow(cli_options *options, const char *value)
{
    (void)value;
    cli_set_flag(options, COLLINE_NARROW_CONDITION, true);
    return true;
}

static bool set_namespace(cli_options *options, const char *value)
{
    options->context.dataset_namespace = value;
    return *value != '\0';
}

static bool set_job_namespace(cli_options *options, const char *value)
{
    options->context.job_namespace = value;
    return *value != '\0';
}

static bool set_output(cli_options *options, const char *value)
{
    options->output = value;
    return value[0] != '\0';
}

/* ---- Numbers ---- */

static bool read_number(const char *value, uint64_t most, uint64_t *number)
{
    char *end = NULL;

    if (value[0] < '0' || value[0] > '9')
        return false;
    *number = strtoull(value, &end, 10);
    return *end == '\0' && *number <= most;
}

static bool set_jobs(cli_options *options, const char *value)
{
    uint64_t jobs;

    if (!read_number(value, 256, &jobs) || jobs == 0)
        return false;
    options->jobs = (unsigned)jobs;
    return true;
}

static bool set_cache(cli_options *options, const char *value)
{
    uint64_t answers;

    if (!read_number(value, 1000000, &answers))
        return false;
    options->cache = (size_t)answers;
    return true;
}

#define LIMIT(member, type, most)                                            \
    static bool set_##member(cli_options *options, const char *value)    \
    {                                                                    \
        uint64_t limit;                                                  \
        if (!read_number(value, most, &limit))                           \
            return false;                                                \
        options->library.member = (type)limit;                           \
        return true;                                                     \
    }
LIMIT(max_nesting, uint32_t, 4000)
LIMIT(max_edges, uint32_t, UINT32_MAX)
LIMIT(max_statement_bytes, uint64_t, UINT32_MAX)
LIMIT(max_tokens, uint32_t, UINT32_MAX)
LIMIT(max_tables, uint32_t, UINT32_MAX)
LIMIT(max_columns, uint32_t, UINT32_MAX)
LIMIT(max_catalog_bytes, uint64_t, UINT64_MAX)

/* ---- What the command says of itself ---- */

static bool set_help(cli_options *options, const char *value)
{
    (void)value;
    options->help = true;
    return true;
}

static bool set_version(cli_options *options, const char *value)
{
    (void)value;
    options->version = true;
    return true;
}

/* ---- The table ----------------------------------------------------------------------------------- */

static const option table[] = {
    { "dialect", "NAME", CLI_LINEAGE | CLI_PARSE | CLI_TOKENS | CLI_FINGERPRINT | CLI_CATALOG, set_dialect,
      "how the text is read: `colline dialects` lists the names (default: generic)" },
    { "default-db", "DB", CLI_LINEAGE | CLI_PARSE | CLI_CATALOG, set_default_db,
      "the database (or catalog.schema) of names that say none" },
    { "catalog", "FILE", CLI_LINEAGE, add_catalog,
      "the tables and views that the text is read against: DDL (.sql), JSON (.json), compiled (.cat); may be repeated" },
    { "output", "FILE", CLI_CATALOG, set_output, "the compiled catalog (.cat)" },
    { "input", "FORM", CLI_LINEAGE | CLI_FINGERPRINT, set_input,
      "sql (default), or jsonl: a record a line, with its own options" },
    { "format", "FORM", CLI_LINEAGE, set_format,
      "json, table, impala, hive, openlineage, dot or mermaid (default: table on a terminal, else json)" },
    { "level", "LEVEL", CLI_LINEAGE, cli_set_level, "column (default), or table: targets and sources only" },
    { "expand-views", NULL, CLI_LINEAGE, set_expand_views, "let edges go through views to what they read" },
    { "fold-temporary", NULL, CLI_LINEAGE, set_fold_temporary,
      "let edges go through temporary tables to what fed them" },
    { "table-names", "HOW", CLI_LINEAGE, cli_set_table_names,
      "how the server compares names of tables and databases: exact, lower or any (case)" },
    { "no-templates", NULL, CLI_LINEAGE | CLI_PARSE | CLI_FINGERPRINT, set_no_templates,
      "${x}, {{ x }}, :x and ? are no parameters" },
    { "narrow", NULL, CLI_LINEAGE, set_narrow,
      "leave out value edges of columns that stand in a condition only" },
    { "namespace", "NAME", CLI_LINEAGE, set_namespace,
      "openlineage: the namespace of datasets, \"hive://metastore:9083\" (default: the dialect)" },
    { "job-namespace", "NAME", CLI_LINEAGE, set_job_namespace, "openlineage: the namespace of jobs (default: default)" },
    { "jobs", "N", CLI_LINEAGE | CLI_FINGERPRINT, set_jobs,
      "so many workers (1 to 256) for many files or records; the output is the same and in the same order" },
    { "cache", "N", CLI_LINEAGE | CLI_FINGERPRINT, set_cache,
      "of records: keep the answers to so many texts (at most 1000000) for when they come again (default 0)" },
    { "max-nesting", "N", CLI_LINEAGE | CLI_PARSE, set_max_nesting, "levels of nesting in a statement (default 1000, at most 4000)" },
    { "max-statement-bytes", "N", CLI_LINEAGE | CLI_PARSE, set_max_statement_bytes, "bytes of a statement (default: below 4 GiB)" },
    { "max-tokens", "N", CLI_LINEAGE | CLI_PARSE, set_max_tokens, "tokens of a statement (default: no limit)" },
    { "max-edges", "N", CLI_LINEAGE, set_max_edges, "edges of a statement (default 1000000)" },
    { "max-tables", "N", CLI_LINEAGE, set_max_tables, "tables that the statements of a session make (default: no limit)" },
    { "max-columns", "N", CLI_LINEAGE, set_max_columns, "columns of those, in all (default: no limit)" },
    { "max-catalog-bytes", "N", CLI_LINEAGE, set_max_catalog_bytes, "memory that is kept for those (default: no limit)" },
    { "help", NULL, ~0u, set_help, "this text" },
    { "version", NULL, ~0u, set_version, "the version of colline" },
};
enum { OPTIONS = sizeof table / sizeof *table };

void cli_print_options(FILE *out, unsigned bit)
{
    char left[64];

    for (size_t i = 0; i < OPTIONS; i++) {
        if ((table[i].commands & bit) == 0)
            continue;
        snprintf(left, sizeof left, "--%s%s%s", table[i].name, table[i].value != NULL ? " " : "",
                 table[i].value != NULL ? table[i].value : "");
        fprintf(out, "  %-18s %s\n", left, table[i].help);
    }
}

/* ---- Reading the arguments ----------------------------------------------------------------------- */

/* The row that `--name` or `--name=value` means; NULL: none that this subcommand has. */
static const option *find(const char *argument, unsigned bit)
{
    size_t length = strcspn(argument + 2, "=");

    for (size_t i = 0; i < OPTIONS; i++)
        if ((table[i].commands & bit) != 0 && strlen(table[i].name) == length &&
            memcmp(table[i].name, argument + 2, length) == 0)
            return &table[i];
    return NULL;
}

/* Set the option at arguments[*i], moving *i to its value where that is an argument of its own. */
static bool set(cli_options *options, const char *command, unsigned bit, int count, char **arguments, int *i)
{
    const char *argument = arguments[*i];
    const option *row = find(argument, bit);
    const char *value = strchr(argument, '=');

    if (row == NULL) {
        cli_complain("unknown option %s: see colline %s --help", argument, command);
        return false;
    }
    if (row->value == NULL && value != NULL) {
        cli_complain("--%s takes no value", row->name);
        return false;
    }
    if (row->value != NULL && value == NULL && *i + 1 >= count) {
        cli_complain("--%s needs a value", row->name);
        return false;
    }
    if (row->value != NULL)
        value = value != NULL ? value + 1 : arguments[++*i];
    if (row->set(options, value))
        return true;
    cli_complain("'%s' is no value of --%s: %s", value, row->name, row->help);
    return false;
}

bool cli_read_options(cli_options *options, const char *command, unsigned bit, int count, char **arguments)
{
    bool ended = false;

    memset(options, 0, sizeof *options);
    options->library = (colline_options)COLLINE_OPTIONS_INIT;
    options->context.size = sizeof options->context;
    options->format = COLLINE_FORMAT_JSON;
    options->catalogs = cli_allocate((size_t)count * sizeof *options->catalogs);
    options->files = cli_allocate((size_t)count * sizeof *options->files);
    for (int i = 0; i < count; i++) {
        if (!ended && strcmp(arguments[i], "--") == 0)
            ended = true;
        else if (!ended && strcmp(arguments[i], "-h") == 0)
            options->help = true;
        else if (!ended && arguments[i][0] == '-' && arguments[i][1] == '-') {
            if (!set(options, command, bit, count, arguments, &i))
                return false;
        } else if (!ended && arguments[i][0] == '-' && arguments[i][1] != '\0') {
            cli_complain("unknown option %s: see colline %s --help", arguments[i], command);
            return false;
        } else {
            options->files[options->file_count++] = arguments[i];
        }
    }
    return true;
}
