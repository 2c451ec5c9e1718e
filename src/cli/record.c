#include "cli/record.h"

#include <string.h>

/* The string member `name`, NULL where there is none (or null); a member of another type is a problem. */
static const char *string_member(cli_record *record, const char *name, const char *problem)
{
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(record->root, name);

    if (member == NULL || cJSON_IsNull(member))
        return NULL;
    if (!cJSON_IsString(member))
        record->problem = problem;
    return cJSON_GetStringValue(member);
}

static void read_flag(cli_record *record, const cJSON *options, const char *name, uint32_t flag,
                      bool inverted)
{
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(options, name);

    if (member == NULL || cJSON_IsNull(member))
        return;
    if (!cJSON_IsBool(member))
        record->problem = "an option of the record is neither true nor false";
    else
        cli_set_flag(&record->options, flag, cJSON_IsTrue(member) != inverted);
}

static void read_options(cli_record *record)
{
    const cJSON *options = cJSON_GetObjectItemCaseSensitive(record->root, "options");
    const cJSON *level = cJSON_GetObjectItemCaseSensitive(options, "level");

    if (options != NULL && !cJSON_IsNull(options) && !cJSON_IsObject(options))
        record->problem = "the member \"options\" is no object";
    read_flag(record, options, "expand_views", COLLINE_EXPAND_VIEWS, false);
    read_flag(record, options, "fold_temporary", COLLINE_FOLD_TEMPORARY, false);
    read_flag(record, options, "templates", COLLINE_NO_TEMPLATES, true);
    read_flag(record, options, "narrow", COLLINE_NARROW_CONDITION, false);
    if (level != NULL && !cJSON_IsNull(level) &&
        (!cJSON_IsString(level) || !cli_set_level(&record->options, level->valuestring)))
        record->problem = "the option \"level\" is neither \"column\" nor \"table\"";
    record->options.library.flags |= cli_format_flags(record->options.format);
}

static void read_ddl(cli_record *record)
{
    const cJSON *ddl = cJSON_GetObjectItemCaseSensitive(record->root, "ddl");
    const cJSON *item;

    if (ddl == NULL || cJSON_IsNull(ddl))
        return;
    if (!cJSON_IsArray(ddl))
        record->problem = "the member \"ddl\" is no list of strings";
    cJSON_ArrayForEach(item, ddl) if (!cJSON_IsString(item)) record->problem =
        "the member \"ddl\" is no list of strings";
    record->ddl = ddl;
}

static void read_members(cli_record *record)
{
    const char *dialect = string_member(record, "dialect", "the member \"dialect\" is no string");

    record->id = cJSON_GetObjectItemCaseSensitive(record->root, "id");
    if (cJSON_IsNull(record->id))
        record->id = NULL;
    record->session = string_member(record, "session", "the member \"session\" is no string");
    record->default_db = string_member(record, "default_db", "the member \"default_db\" is no string");
    if (record->default_db != NULL)
        record->options.library.default_db = record->default_db;
    read_ddl(record);
    read_options(record);
    if (dialect != NULL && !colline_dialect_by_name(dialect, &record->options.library.dialect))
        record->problem = "the member \"dialect\" names no dialect";
    record->sql = string_member(record, "sql", "the member \"sql\" is no string");
    if (record->sql == NULL)
        record->problem = "the record has no member \"sql\" that is a string";
}

void cli_read_record(cli_record *record, const char *line, size_t length, const cli_options *options)
{
    memset(record, 0, sizeof *record);
    record->options = *options;
    if (strlen(line) == length)
        record->root = cJSON_ParseWithLengthOpts(line, length + 1, NULL, 1);
    if (record->root == NULL)
        record->problem = "the line is no JSON";
    else if (!cJSON_IsObject(record->root))
        record->problem = "the line is no JSON object";
    else
        read_members(record);
}

void cli_free_record(cli_record *record)
{
    cJSON_Delete(record->root);
    record->root = NULL;
}
