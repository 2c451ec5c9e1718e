#include "cli/record.h"

#include <stdlib.h>
#include <string.h>

#include "cli/report.h"

/* ---- The line's own text ------------------------------------------------------------------------- */

/* cJSON has read the line, so that its form is known to be right; only ends are looked for. */

static const char *behind_space(const char *at)
{
    while (*at != '\0' && (unsigned char)*at <= ' ')
        at++;
    return at;
}

/* `at` is a quote. */
static const char *behind_string(const char *at)
{
    for (at++; *at != '"' && *at != '\0'; at++)
        if (*at == '\\' && at[1] != '\0')
            at++;
    return *at == '"' ? at + 1 : at;
}

static const char *behind_value(const char *at)
{
    size_t depth = 0;

    do {
        if (*at == '"') {
            at = behind_string(at);
        } else if (*at == '{' || *at == '[') {
            depth++;
            at++;
        } else if (depth > 0) {
            depth -= *at == '}' || *at == ']';
            at++;
        } else {
            at += strcspn(at, ",}] \t\r\n");
        }
    } while (depth > 0 && *at != '\0');
    return at;
}

/* What the line writes for a member of the record:  {"a":1, "id": 1e400}  gives  1e400 */
static colline_text written(const cli_record *record, const cJSON *member)
{
    const char *at = strchr(record->line, '{'), *end = at;

    for (const cJSON *item = record->root->child; item != NULL; item = item->next) {
        at = behind_space(behind_string(behind_space(at + 1))); /* at the colon */
        at = behind_space(at + 1);
        end = behind_value(at);
        if (item == member)
            break;
        at = behind_space(end); /* at the comma */
    }
    return (colline_text){ at, (uint32_t)(end - at) };
}

static bool has_four_digits(const char *escape)
{
    return strspn(escape + strlen("\\u"), "0123456789abcdefABCDEF") >= 4;
}

/* cJSON cuts a string at \u0000, and at \u00zz.  NULL: it was not cut. */
static const char *cut(colline_text text)
{
    for (uint32_t i = 0; i + 1 < text.length; i++) {
        if (text.data[i] != '\\')
            continue;
        if (text.data[i + 1] == 'u' && !has_four_digits(text.data + i))
            return "a string of the record is no JSON: \\u needs four hexadecimal digits";
        if (strncmp(text.data + i, "\\u0000", strlen("\\u0000")) == 0)
            return "a string of the record holds \\u0000 (NUL)";
        i++;
    }
    return NULL;
}

/* cJSON takes 007, 1., \uzzzz and bytes within strings that JSON does not have; they are not handed on. */
static bool is_number(const char *at, size_t length)
{
    const char *end = at + length;
    size_t digits;

    at += *at == '-';
    digits = strspn(at, "0123456789");
    if (digits == 0 || (*at == '0' && digits > 1))
        return false;
    at += digits;
    if (*at == '.') {
        digits = strspn(at + 1, "0123456789");
        if (digits == 0)
            return false;
        at += 1 + digits;
    }
    if (*at == 'e' || *at == 'E') {
        at += at[1] == '+' || at[1] == '-' ? 2 : 1;
        digits = strspn(at, "0123456789");
        if (digits == 0)
            return false;
        at += digits;
    }
    return at == end;
}

static bool is_strict_string(const char *at, const char *end)
{
    while (at < end) {
        size_t bytes = cli_character_length(at, (size_t)(end - at));
        if (bytes == 0 || (unsigned char)*at < ' ' || (*at == '\\' && at[1] == 'u' && !has_four_digits(at)))
            return false;
        at += *at == '\\' ? 2 : bytes;
    }
    return true;
}

static bool is_strict(colline_text value)
{
    const char *at = value.data, *end = at + value.length;

    while (at < end) {
        const char *start = at;
        if (*at == '"') {
            at = behind_string(at);
            if (!is_strict_string(start, at))
                return false;
        } else if (*at == '-' || (*at >= '0' && *at <= '9')) {
            at += strspn(at, "+-.0123456789eE");
            if (!is_number(start, (size_t)(at - start)))
                return false;
        } else if ((unsigned char)*at < ' ' && *at != '\t') {
            return false;
        } else {
            at++;
        }
    }
    return true;
}

/* ---- Members ------------------------------------------------------------------------------------- */

/* The string member `name`, NULL where there is none (or null); a member of another type is a problem. */
static const char *string_member(cli_record *record, const char *name, const char *problem)
{
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(record->root, name);

    if (member == NULL || cJSON_IsNull(member))
        return NULL;
    if (!cJSON_IsString(member))
        record->problem = problem;
    else if (cut(written(record, member)) != NULL)
        record->problem = cut(written(record, member));
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
    const cJSON *table_names = cJSON_GetObjectItemCaseSensitive(options, "table_names");

    if (options != NULL && !cJSON_IsNull(options) && !cJSON_IsObject(options))
        record->problem = "the member \"options\" is no object";
    read_flag(record, options, "expand_views", COLLINE_EXPAND_VIEWS, false);
    read_flag(record, options, "fold_temporary", COLLINE_FOLD_TEMPORARY, false);
    read_flag(record, options, "templates", COLLINE_NO_TEMPLATES, true);
    read_flag(record, options, "narrow", COLLINE_NARROW_CONDITION, false);
    if (level != NULL && !cJSON_IsNull(level) &&
        (!cJSON_IsString(level) || !cli_set_level(&record->options, level->valuestring)))
        record->problem = "the option \"level\" is neither \"column\" nor \"table\"";
    if (table_names != NULL && !cJSON_IsNull(table_names) &&
        (!cJSON_IsString(table_names) || !cli_set_table_names(&record->options, table_names->valuestring)))
        record->problem = "the option \"table_names\" is none of \"exact\", \"lower\", \"any\"";
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
    if (cut(written(record, ddl)) != NULL)
        record->problem = cut(written(record, ddl));
    record->ddl = ddl;
}

static void read_id(cli_record *record)
{
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(record->root, "id");
    colline_text text;

    if (id == NULL)
        return;
    text = written(record, id);
    if (!is_strict(text)) {
        record->problem = "the member \"id\" is no JSON";
        return;
    }
    record->id = cli_allocate((size_t)text.length + 1);
    memcpy(record->id, text.data, text.length);
    record->id_text = cJSON_IsString(id) ? id->valuestring : record->id;
}

static void read_members(cli_record *record)
{
    const char *dialect = string_member(record, "dialect", "the member \"dialect\" is no string");

    read_id(record);
    record->session = string_member(record, "session", "the member \"session\" is no string");
    record->default_db = string_member(record, "default_db", "the member \"default_db\" is no string");
    if (record->default_db != NULL)
        record->options.library.default_db = record->default_db;
    if (record->default_db != NULL && record->default_db[0] != '\0' && !cli_is_database(record->default_db))
        record->problem = "the member \"default_db\" has an empty part";
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
    record->line = line;
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
    free(record->id);
    record->root = NULL;
    record->id = NULL;
}
