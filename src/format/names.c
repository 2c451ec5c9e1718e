#include "format/names.h"

static const char *const edge_kinds[] = {
    [COLLINE_DIRECT] = "DIRECT",       [COLLINE_PROJECT] = "PROJECT", [COLLINE_AGG] = "AGG",
    [COLLINE_JOIN_COND] = "JOIN_COND", [COLLINE_FILTER] = "FILTER",   [COLLINE_GROUP_BY] = "GROUP_BY",
    [COLLINE_SORT] = "SORT",           [COLLINE_WINDOW] = "WINDOW",   [COLLINE_CONDITIONAL] = "CONDITIONAL",
};

static const char *const statement_kinds[] = {
    [COLLINE_STATEMENT_UNKNOWN] = "UNKNOWN",
    [COLLINE_STATEMENT_SELECT] = "SELECT",
    [COLLINE_STATEMENT_INSERT] = "INSERT",
    [COLLINE_STATEMENT_UPSERT] = "UPSERT",
    [COLLINE_STATEMENT_REPLACE] = "REPLACE",
    [COLLINE_STATEMENT_MERGE] = "MERGE",
    [COLLINE_STATEMENT_UPDATE] = "UPDATE",
    [COLLINE_STATEMENT_DELETE] = "DELETE",
    [COLLINE_STATEMENT_CREATE_TABLE_AS] = "CREATE_TABLE_AS",
    [COLLINE_STATEMENT_CREATE_VIEW] = "CREATE_VIEW",
    [COLLINE_STATEMENT_CREATE_MATERIALIZED_VIEW] = "CREATE_MATERIALIZED_VIEW",
    [COLLINE_STATEMENT_ALTER_VIEW] = "ALTER_VIEW",
    [COLLINE_STATEMENT_CREATE_TABLE] = "CREATE_TABLE",
    [COLLINE_STATEMENT_CREATE_ROUTINE] = "CREATE_ROUTINE",
    [COLLINE_STATEMENT_BLOCK] = "BLOCK",
    [COLLINE_STATEMENT_LOAD] = "LOAD",
    [COLLINE_STATEMENT_COPY] = "COPY",
    [COLLINE_STATEMENT_EXPORT] = "EXPORT",
    [COLLINE_STATEMENT_IMPORT] = "IMPORT",
    [COLLINE_STATEMENT_TRUNCATE] = "TRUNCATE",
    [COLLINE_STATEMENT_DROP] = "DROP",
    [COLLINE_STATEMENT_ALTER] = "ALTER",
    [COLLINE_STATEMENT_USE] = "USE",
    [COLLINE_STATEMENT_SET] = "SET",
    [COLLINE_STATEMENT_EXPLAIN] = "EXPLAIN",
    [COLLINE_STATEMENT_OTHER] = "OTHER",
};

static const char *const outcomes[] = {
    [COLLINE_OUTCOME_OK] = "ok",
    [COLLINE_OUTCOME_PARTIAL] = "partial",
    [COLLINE_OUTCOME_ERROR] = "error",
};

static const char *const operations[] = {
    [COLLINE_OPERATION_APPEND] = "append", [COLLINE_OPERATION_OVERWRITE] = "overwrite",
    [COLLINE_OPERATION_CREATE] = "create", [COLLINE_OPERATION_REPLACE] = "replace",
    [COLLINE_OPERATION_MERGE] = "merge",   [COLLINE_OPERATION_UPDATE] = "update",
    [COLLINE_OPERATION_DELETE] = "delete", [COLLINE_OPERATION_LOAD] = "load",
};

static const char *const qualities[] = {
    [COLLINE_AUTO_CONFIRMED] = "AUTO_CONFIRMED",
    [COLLINE_TO_CONFIRM] = "TO_CONFIRM",
    [COLLINE_MANUAL_ADDED] = "MANUAL_ADDED",
};

static const char *const severities[] = {
    [COLLINE_ERROR] = "error",
    [COLLINE_WARNING] = "warning",
};

static const char *const formats[] = {
    [COLLINE_FORMAT_JSON] = "json",     [COLLINE_FORMAT_TABLE] = "table",
    [COLLINE_FORMAT_IMPALA] = "impala", [COLLINE_FORMAT_HIVE] = "hive",
    [COLLINE_FORMAT_OPENLINEAGE] = "openlineage", [COLLINE_FORMAT_DOT] = "dot",
    [COLLINE_FORMAT_MERMAID] = "mermaid", [COLLINE_FORMAT_TREE] = "tree",
};

#define WORD(table, number)                                                                                  \
    ((size_t)(number) < sizeof(table) / sizeof *(table) ? (table)[(size_t)(number)] : NULL)

const char *cln_edge_kind_word(colline_edge_kind kind)
{
    return WORD(edge_kinds, kind);
}

const char *cln_statement_kind_word(colline_statement_kind kind)
{
    return WORD(statement_kinds, kind);
}

const char *cln_outcome_word(colline_outcome outcome)
{
    return WORD(outcomes, outcome);
}

const char *cln_operation_word(colline_operation operation)
{
    return WORD(operations, operation);
}

const char *cln_quality_word(colline_quality quality)
{
    return WORD(qualities, quality);
}

const char *cln_severity_word(colline_severity severity)
{
    return WORD(severities, severity);
}

const char *cln_format_word(colline_format format)
{
    return WORD(formats, format);
}
