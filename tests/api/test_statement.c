/* Statements: every accessor, renderings, fingerprints, the tree, tokens, names, JSON in one call. */
#include "support.h"

static void null_statements(void **state)
{
    colline_text text;

    (void)state;
    assert_int_equal(colline_statement_get_kind(NULL), COLLINE_STATEMENT_UNKNOWN);
    assert_int_equal(colline_statement_outcome(NULL), 0);
    assert_int_equal(colline_statement_number(NULL), 0);
    assert_int_equal(colline_statement_parent(NULL), 0);
    assert_int_equal(colline_statement_span(NULL).length, 0);
    assert_int_equal(colline_statement_line(NULL), 0);
    assert_string_equal(colline_statement_text(NULL).data, "");
    assert_int_equal(colline_statement_target_count(NULL), 0);
    assert_null(colline_statement_target(NULL, 0));
    assert_int_equal(colline_statement_partition_count(NULL, 0), 0);
    assert_null(colline_statement_partition(NULL, 0, 0));
    assert_int_equal(colline_statement_source_count(NULL), 0);
    assert_null(colline_statement_source(NULL, 0));
    assert_int_equal(colline_statement_column_count(NULL), 0);
    assert_null(colline_statement_column(NULL, 0));
    assert_int_equal(colline_statement_edge_count(NULL), 0);
    assert_null(colline_statement_edge(NULL, 0));
    assert_int_equal(colline_statement_diagnostic_count(NULL), 0);
    assert_null(colline_statement_diagnostic(NULL, 0));
    assert_int_equal(colline_statement_fingerprint(NULL), 0);
    assert_string_equal(colline_statement_normalized(NULL).data, "");
    assert_null(colline_statement_tree(NULL));
    assert_int_equal(colline_statement_render(NULL, COLLINE_FORMAT_JSON, NULL, &text), COLLINE_E_MISUSE);
    assert_string_equal(text.data, "");
}

static void records(void **state)
{
    colline_catalog *catalog =
        catalog_of(COLLINE_HIVE, "CREATE TABLE dw.t (a INT, s STRUCT<f: INT>, d STRING);"
                                 "CREATE TABLE dw.g (x INT, y INT) PARTITIONED BY (ds STRING, hr INT)");
    colline_options options = COLLINE_OPTIONS_INIT;
    static const char sql[] = "INSERT OVERWRITE TABLE g PARTITION (ds = '2024-01-01', hr) SELECT a + 1, s.f, "
                              "a FROM t WHERE d > '0'";
    colline_session *session;
    const colline_statement *statement;
    const colline_target *target;
    const colline_edge *edge;

    (void)state;
    options.dialect = COLLINE_HIVE;
    options.default_db = "dw";
    session = session_on(catalog, &options, sql);
    statement = colline_session_next(session);
    assert_int_equal(colline_statement_get_kind(statement), COLLINE_STATEMENT_INSERT);
    assert_int_equal(colline_statement_outcome(statement), COLLINE_OUTCOME_OK);
    assert_int_equal(colline_statement_diagnostic_count(statement), 0);
    assert_string_equal(colline_statement_text(statement).data, sql);
    assert_int_equal(colline_statement_target_count(statement), 1);
    target = colline_statement_target(statement, 0);
    assert_string_equal(target->table.database.data, "dw");
    assert_string_equal(target->table.table.data, "g");
    assert_string_equal(target->table.column.data, "");
    assert_string_equal(target->path.data, "");
    assert_int_equal(target->operation, COLLINE_OPERATION_OVERWRITE);
    assert_null(colline_statement_target(statement, 1));
    assert_int_equal(colline_statement_partition_count(statement, 0), 2);
    assert_string_equal(colline_statement_partition(statement, 0, 0)->column.data, "ds");
    assert_string_equal(colline_statement_partition(statement, 0, 0)->value.data, "'2024-01-01'");
    assert_string_equal(colline_statement_partition(statement, 0, 1)->column.data, "hr");
    assert_int_equal(colline_statement_partition(statement, 0, 1)->value.length, 0);
    assert_null(colline_statement_partition(statement, 0, 2));
    assert_null(colline_statement_partition(statement, 1, 0));
    assert_int_equal(colline_statement_source_count(statement), 1);
    assert_string_equal(colline_statement_source(statement, 0)->table.data, "t");
    assert_null(colline_statement_source(statement, 1));
    assert_true(has_edge(statement, "dw.t.a", "x", COLLINE_PROJECT));
    assert_true(has_edge(statement, "dw.t.s.f", "y", COLLINE_DIRECT));
    assert_true(has_edge(statement, "dw.t.a", "hr", COLLINE_DIRECT));
    assert_true(has_edge(statement, "dw.t.d", "*", COLLINE_FILTER));
    edge = colline_statement_edge(statement, 0);
    assert_string_equal(edge->expression.data, "a + 1");
    assert_int_equal(edge->expression.length, 5);
    assert_int_equal(edge->at.length, 1);
    assert_int_equal(sql[edge->at.offset], 'a');
    assert_int_equal(edge->quality, COLLINE_AUTO_CONFIRMED);
    assert_ptr_equal(colline_statement_edge(statement, 0), edge);
    assert_null(colline_statement_edge(statement, colline_statement_edge_count(statement)));
    assert_null(colline_statement_column(statement, colline_statement_column_count(statement)));
    colline_session_close(session);
    colline_catalog_release(catalog);
}

static void renderings(void **state)
{
    colline_render_context context = { .size = sizeof context, .file = "a.sql", .id = "q\"1" };
    colline_session *session = session_on(NULL, NULL, "INSERT INTO g SELECT a FROM t; USE dw");
    const colline_statement *statement = colline_session_next(session);
    colline_text text;

    (void)state;
    for (int format = COLLINE_FORMAT_JSON; format <= COLLINE_FORMAT_TREE; format++) {
        assert_int_equal(colline_statement_render(statement, (colline_format)format, NULL, &text),
                         COLLINE_OK);
        assert_true(text.length > 0);
        assert_int_equal(text.data[text.length], '\0');
        assert_int_equal(text.data[text.length - 1], '\n');
    }
    assert_int_equal(colline_statement_render(statement, COLLINE_FORMAT_JSON, &context, &text), COLLINE_OK);
    assert_non_null(strstr(text.data, "\"file\":\"a.sql\""));
    assert_non_null(strstr(text.data, "\"id\":\"q\\\"1\""));
    context.event_time = "2026-11-30T09:00:00Z";
    context.run_id = "00000000-0000-4000-8000-000000000001";
    context.dataset_namespace = "hive://h:1";
    context.job_namespace = "jobs";
    context.job_name = "nightly";
    assert_int_equal(colline_statement_render(statement, COLLINE_FORMAT_OPENLINEAGE, &context, &text), COLLINE_OK);
    assert_non_null(strstr(text.data, "\"eventTime\":\"2026-11-30T09:00:00Z\""));
    assert_non_null(strstr(text.data, "\"runId\":\"00000000-0000-4000-8000-000000000001\""));
    assert_non_null(strstr(text.data, "{\"namespace\":\"hive://h:1\",\"name\":\"t\"}"));
    assert_non_null(strstr(text.data, "\"job\":{\"namespace\":\"jobs\",\"name\":\"nightly\""));
    context.size = offsetof(colline_render_context, id); /* an older caller */
    assert_int_equal(colline_statement_render(statement, COLLINE_FORMAT_JSON, &context, &text), COLLINE_OK);
    assert_null(strstr(text.data, "\"id\""));
    context.size = 0;
    assert_int_equal(colline_statement_render(statement, COLLINE_FORMAT_JSON, &context, &text),
                     COLLINE_E_MISUSE);
    assert_int_equal(colline_statement_render(statement, (colline_format)99, NULL, &text), COLLINE_E_MISUSE);
    assert_int_equal(colline_statement_render(statement, COLLINE_FORMAT_JSON, NULL, NULL), COLLINE_E_MISUSE);
    statement = colline_session_next(session);
    assert_int_equal(colline_statement_get_kind(statement), COLLINE_STATEMENT_USE);
    assert_int_equal(colline_statement_render(statement, COLLINE_FORMAT_IMPALA, NULL, &text), COLLINE_OK);
    assert_int_equal(text.length, 0); /* nothing to say of it */
    colline_session_close(session);
}

static void fingerprints(void **state)
{
    static const char one[] = "select A from T where x = 1 -- c", two[] = "SELECT a\nFROM t WHERE x = 22";
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_session *session;
    const colline_statement *statement;

    (void)state;
    options.dialect = COLLINE_IMPALA;
    session = session_on(NULL, &options, one);
    statement = colline_session_next(session);
    assert_true(colline_statement_fingerprint(statement) != 0);
    assert_true(colline_statement_fingerprint(statement) ==
                colline_fingerprint(COLLINE_IMPALA, two, strlen(two)));
    assert_true(colline_statement_normalized(statement).length > 0);
    assert_ptr_equal(colline_statement_normalized(statement).data,
                     colline_statement_normalized(statement).data);
    assert_true(colline_fingerprint(COLLINE_IMPALA, "SELECT b", 8) !=
                colline_statement_fingerprint(statement));
    assert_true(colline_fingerprint(COLLINE_IMPALA, NULL, 8) == 0);
    colline_session_close(session);
}

static size_t count_nodes(const colline_node *node, colline_span outer)
{
    colline_span at = colline_node_span(node);
    size_t count = 1;

    assert_non_null(colline_node_kind(node));
    assert_true(at.offset >= outer.offset && at.offset + at.length <= outer.offset + outer.length);
    for (size_t i = 0; i < colline_node_child_count(node); i++) {
        assert_non_null(colline_node_child_role(node, i));
        assert_ptr_equal(colline_node_child(node, i), colline_node_child(node, i));
        count += count_nodes(colline_node_child(node, i), at);
    }
    assert_null(colline_node_child(node, colline_node_child_count(node)));
    assert_null(colline_node_child_role(node, colline_node_child_count(node)));
    return count;
}

static const colline_node *find_kind(const colline_node *node, const char *kind)
{
    const colline_node *found = strcmp(colline_node_kind(node), kind) == 0 ? node : NULL;

    for (size_t i = 0; found == NULL && i < colline_node_child_count(node); i++)
        found = find_kind(colline_node_child(node, i), kind);
    return found;
}

static void tree(void **state)
{
    colline_session *session =
        session_on(NULL, NULL, "SELECT \"a b\", 'it''s' FROM t WHERE x = 1; SELECT ((");
    const colline_statement *statement = colline_session_next(session);
    const colline_node *root = colline_statement_tree(statement);

    (void)state;
    assert_non_null(root);
    assert_ptr_equal(colline_statement_tree(statement), root);
    assert_true(count_nodes(root, colline_statement_span(statement)) > 10);
    assert_string_equal(colline_node_text(find_kind(root, "name")).data, "a b");
    assert_string_equal(colline_node_text(find_kind(root, "literal")).data, "'it''s'");
    assert_string_equal(colline_node_text(root).data, "");
    assert_null(colline_node_kind(NULL));
    assert_int_equal(colline_node_span(NULL).length, 0);
    assert_int_equal(colline_node_child_count(NULL), 0);
    assert_null(colline_node_child(NULL, 0));
    assert_null(colline_node_child_role(NULL, 0));
    assert_string_equal(colline_node_text(NULL).data, "");
    colline_session_close(session);
}

static void tokens(void **state)
{
    static const char sql[] = "SELECT `a b` -- c\n, 1.5";
    static const char *const kinds[] = { "keyword", "quoted", "comment", "punctuation", "number" };
    colline_token token;
    size_t offset = 0, count = 0;
    char copy[sizeof sql - 1]; /* no NUL behind it */

    (void)state;
    memcpy(copy, sql, sizeof copy);
    while (colline_next_token(COLLINE_IMPALA, copy, sizeof copy, &offset, &token)) {
        assert_true(count < sizeof kinds / sizeof *kinds);
        assert_string_equal(token.kind, kinds[count]);
        assert_int_equal(offset, token.at.offset + token.at.length);
        count++;
    }
    assert_int_equal(count, 5);
    assert_int_equal(offset, sizeof copy);
    assert_int_equal(colline_next_token(COLLINE_IMPALA, NULL, 3, &offset, &token), 0);
    assert_int_equal(colline_next_token(COLLINE_IMPALA, sql, 3, NULL, &token), 0);
    offset = 0;
    assert_int_equal(colline_next_token(COLLINE_IMPALA, sql, 3, &offset, NULL), 0);
}

/* Tokens longer than any window, and white space of that length. */
static void long_tokens(void **state)
{
    enum { SIZE = 100000 };
    char *sql = malloc(SIZE);
    colline_token token;
    size_t offset = 0;

    (void)state;
    memset(sql, ' ', SIZE);
    sql[SIZE / 2] = '\'';
    memset(sql + SIZE / 2 + 1, 'x', SIZE / 2 - 3);
    sql[SIZE - 2] = '\'';
    sql[SIZE - 1] = ';';
    assert_int_equal(colline_next_token(COLLINE_HIVE, sql, SIZE, &offset, &token), 1);
    assert_string_equal(token.kind, "string");
    assert_int_equal(token.at.offset, SIZE / 2);
    assert_int_equal(token.at.length, SIZE / 2 - 1);
    assert_int_equal(colline_next_token(COLLINE_HIVE, sql, SIZE, &offset, &token), 1);
    assert_int_equal(token.at.length, 1);
    assert_int_equal(colline_next_token(COLLINE_HIVE, sql, SIZE, &offset, &token), 0);
    free(sql);
}

static void one_call(void **state)
{
    counting memory = { 0 };
    colline_allocator allocator = COUNTING_ALLOCATOR(&memory);
    colline_options options = COLLINE_OPTIONS_INIT;
    char *json = (char *)"";
    size_t length = 7;

    (void)state;
    options.allocator = &allocator;
    assert_int_equal(colline_lineage_json(NULL, &options, "SELECT 1; SELECT a FROM t", 25, &json, &length),
                     COLLINE_OK);
    assert_int_equal(strlen(json), length);
    assert_non_null(strstr(json, "\"statement\":2"));
    assert_int_equal(memory.live, 1);
    colline_free(json);
    assert_int_equal(memory.live, 0);
    colline_free(NULL);
    assert_int_equal(colline_lineage_json(NULL, NULL, "", 0, &json, NULL), COLLINE_OK);
    assert_string_equal(json, "");
    colline_free(json);
    assert_int_equal(colline_lineage_json(NULL, NULL, NULL, 1, &json, &length), COLLINE_E_MISUSE);
    assert_null(json);
    assert_int_equal(length, 0);
    assert_int_equal(colline_lineage_json(NULL, NULL, "", 0, NULL, &length), COLLINE_E_MISUSE);
    options.size = 1;
    assert_int_equal(colline_lineage_json(NULL, &options, "", 0, &json, &length), COLLINE_E_MISUSE);
}

static void names(void **state)
{
    colline_dialect dialect = COLLINE_GENERIC;
    char version[32];

    (void)state;
    assert_int_equal(colline_dialect_by_name("Impala", &dialect), 1);
    assert_int_equal(dialect, COLLINE_IMPALA);
    assert_int_equal(colline_dialect_by_name("postgresql", &dialect), 1);
    assert_int_equal(dialect, COLLINE_POSTGRES);
    assert_int_equal(colline_dialect_by_name("cobol", &dialect), 0);
    assert_int_equal(colline_dialect_by_name(NULL, &dialect), 0);
    assert_int_equal(colline_dialect_by_name("hive", NULL), 0);
    for (int i = COLLINE_GENERIC; i <= COLLINE_DB2; i++) {
        assert_int_equal(colline_dialect_by_name(colline_dialect_name((colline_dialect)i), &dialect), 1);
        assert_int_equal(dialect, i);
    }
    assert_null(colline_dialect_name((colline_dialect)(COLLINE_DB2 + 1)));
    assert_string_equal(colline_edge_kind_name(COLLINE_JOIN_COND), "JOIN_COND");
    assert_null(colline_edge_kind_name((colline_edge_kind)99));
    assert_string_equal(colline_statement_kind_name(COLLINE_STATEMENT_CREATE_TABLE_AS), "CREATE_TABLE_AS");
    assert_null(colline_statement_kind_name((colline_statement_kind)99));
    assert_string_equal(colline_outcome_name(COLLINE_OUTCOME_PARTIAL), "partial");
    assert_null(colline_outcome_name((colline_outcome)99));
    assert_string_equal(colline_operation_name(COLLINE_OPERATION_OVERWRITE), "overwrite");
    assert_null(colline_operation_name((colline_operation)99));
    for (int i = COLLINE_OK; i <= COLLINE_E_INPUT; i++)
        assert_non_null(colline_status_text((colline_status)i));
    assert_null(colline_status_text((colline_status)99));
    snprintf(version, sizeof version, "%d.%d.%d", COLLINE_VERSION_MAJOR, COLLINE_VERSION_MINOR,
             COLLINE_VERSION_PATCH);
    assert_string_equal(colline_version(), version);
    assert_int_equal(colline_abi_version(), COLLINE_ABI_VERSION);
}

/* A wide statement: as many edges as there are, each record there, the texts of a leaf shared. */
static void many_edges(void **state)
{
    enum { COLUMNS = 3000 };
    char *sql = malloc(COLUMNS * 16);
    size_t length = 0;
    colline_session *session;
    const colline_statement *statement;

    (void)state;
    length += (size_t)sprintf(sql, "SELECT ");
    for (int i = 0; i < COLUMNS; i++)
        length += (size_t)sprintf(sql + length, "a + %d,", i);
    sprintf(sql + length, " 1 FROM t");
    session = session_on(NULL, NULL, sql);
    statement = colline_session_next(session);
    assert_int_equal(colline_statement_edge_count(statement), COLUMNS);
    for (size_t i = 0; i < COLUMNS; i++) {
        assert_int_equal(colline_statement_edge(statement, i)->target, i);
        assert_ptr_equal(colline_statement_edge(statement, i)->source.column.data,
                         colline_statement_edge(statement, 0)->source.column.data);
    }
    colline_session_close(session);
    free(sql);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_statements), cmocka_unit_test(records),  cmocka_unit_test(renderings),
        cmocka_unit_test(fingerprints),    cmocka_unit_test(tree),     cmocka_unit_test(tokens),
        cmocka_unit_test(long_tokens),     cmocka_unit_test(one_call), cmocka_unit_test(names),
        cmocka_unit_test(many_edges),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
