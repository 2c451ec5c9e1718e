/*
 * Everything: a catalog from the DDL before the separator, the lineage of what stands behind it, every record
 * and every form.
 */
#include "fuzz.h"

#include <cjson/cJSON.h>

static void check_ref(const colline_column_ref *ref)
{
    FUZZ_CHECK(ref != NULL);
    fuzz_text(ref->catalog);
    fuzz_text(ref->database);
    fuzz_text(ref->table);
    fuzz_text(ref->column);
    fuzz_text(ref->path);
}

static void check_edges(const colline_statement *statement, size_t length)
{
    size_t columns = colline_statement_column_count(statement);
    size_t targets = colline_statement_target_count(statement);

    for (size_t i = 0; i < colline_statement_edge_count(statement); i++) {
        const colline_edge *edge = colline_statement_edge(statement, i);
        FUZZ_CHECK(edge != NULL && colline_edge_kind_name(edge->kind) != NULL);
        FUZZ_CHECK(edge->target == COLLINE_WHOLE_RESULT || (size_t)edge->target < columns);
        FUZZ_CHECK(edge->into < (targets > 0 ? targets : 1));
        check_ref(&edge->source);
        fuzz_text(edge->expression);
        fuzz_span(edge->at, length);
    }
}

static void check_targets(const colline_statement *statement)
{
    size_t targets = colline_statement_target_count(statement);

    for (size_t i = 0; i < targets; i++) {
        const colline_target *target = colline_statement_target(statement, i);
        FUZZ_CHECK(target != NULL && colline_operation_name(target->operation) != NULL);
        check_ref(&target->table);
        fuzz_text(target->path);
        for (size_t j = 0; j < colline_statement_partition_count(statement, i); j++) {
            fuzz_text(colline_statement_partition(statement, i, j)->column);
            fuzz_text(colline_statement_partition(statement, i, j)->value);
        }
    }
    for (size_t i = 0; i < colline_statement_source_count(statement); i++)
        check_ref(colline_statement_source(statement, i));
    for (size_t i = 0; i < colline_statement_column_count(statement); i++) {
        const colline_column *column = colline_statement_column(statement, i);
        FUZZ_CHECK(column->into < (targets > 0 ? targets : 1));
        fuzz_text(column->name);
        fuzz_text(column->expression);
    }
}

/* A form that is JSON is one JSON object in UTF-8, whatever the text held. */
static void check_json(colline_text text)
{
    cJSON *object;

    fuzz_utf8(text);
    if (text.length == 0)
        return;
    object = cJSON_ParseWithLength(text.data, text.length);
    FUZZ_CHECK(cJSON_IsObject(object));
    cJSON_Delete(object);
}

static void check_forms(const colline_statement *statement)
{
    static const colline_format forms[] = { COLLINE_FORMAT_JSON, COLLINE_FORMAT_TABLE, COLLINE_FORMAT_IMPALA,
                                            COLLINE_FORMAT_HIVE, COLLINE_FORMAT_DOT,   COLLINE_FORMAT_MERMAID,
                                            COLLINE_FORMAT_OPENLINEAGE };
    colline_render_context context = { .size = sizeof context, .file = "a \"file\"", .id = "id" };
    colline_text text;

    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        colline_status status = colline_statement_render(statement, forms[i], i % 2 ? &context : NULL, &text);
        FUZZ_CHECK(status == COLLINE_OK);
        fuzz_text(text);
        if (forms[i] == COLLINE_FORMAT_JSON || forms[i] == COLLINE_FORMAT_IMPALA ||
            forms[i] == COLLINE_FORMAT_HIVE || forms[i] == COLLINE_FORMAT_OPENLINEAGE)
            check_json(text);
    }
}

static void check_statement(const colline_statement *statement, size_t length)
{
    FUZZ_CHECK(colline_outcome_name(colline_statement_outcome(statement)) != NULL);
    fuzz_span(colline_statement_span(statement), length);
    fuzz_text(colline_statement_text(statement));
    FUZZ_CHECK(colline_statement_parent(statement) < colline_statement_number(statement));
    check_targets(statement);
    check_edges(statement, length);
    check_forms(statement);
    for (size_t i = 0; i < colline_statement_diagnostic_count(statement); i++)
        fuzz_diagnostic(colline_statement_diagnostic(statement, i), length);
}

static colline_catalog *catalog_of(fuzz_input *input, const char *default_db)
{
    const char *ddl;
    size_t length;
    colline_catalog *catalog;

    if (!fuzz_split(input, &ddl, &length))
        return NULL;
    catalog = colline_catalog_new(NULL);
    FUZZ_CHECK(catalog != NULL);
    colline_catalog_add_ddl(catalog, input->dialect, default_db, ddl, length, NULL);
    return catalog;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input;
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_catalog *catalog;
    colline_session *session;
    const colline_statement *statement;

    if (!fuzz_read(&input, data, size))
        return 0;
    options.dialect = input.dialect;
    options.flags = input.switches & 0x1f;
    options.max_nesting = input.switches & 0x20 ? 20 : 0;
    options.max_edges = input.switches & 0x40 ? 50 : 0;
    options.default_db = input.switches & 0x80 ? NULL : "d";
    catalog = catalog_of(&input, options.default_db);
    session = fuzz_session(&input, catalog, &options);
    while ((statement = colline_session_next(session)) != NULL)
        check_statement(statement, input.length);
    FUZZ_CHECK(colline_session_status(session) == COLLINE_OK);
    colline_session_close(session);
    colline_catalog_release(catalog);
    return 0;
}
