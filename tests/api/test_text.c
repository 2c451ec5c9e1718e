/* Texts without a session, words of the enumerations, and the tree as an editor walks it. */
#include "support.h"

static void all_tokens(void **state)
{
    static const char sql[] = "SELECT a, 'x' -- c\nFROM ${t}";
    static const char *const kinds[] = { "keyword", "word", "punctuation", "string", "comment", "keyword", "parameter" };
    colline_token *tokens, token;
    size_t count, offset = 0;

    (void)state;
    assert_int_equal(colline_tokens(COLLINE_HIVE, 0, sql, strlen(sql), &tokens, &count), COLLINE_OK);
    assert_int_equal(count, 7);
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(tokens[i].kind, kinds[i]);
        assert_int_equal(colline_next_token(COLLINE_HIVE, sql, strlen(sql), &offset, &token), 1);
        assert_int_equal(token.at.offset, tokens[i].at.offset);
        assert_int_equal(token.at.length, tokens[i].at.length);
    }
    colline_free(tokens);
    assert_int_equal(colline_tokens(COLLINE_HIVE, COLLINE_NO_TEMPLATES, "${t}", 4, &tokens, &count), COLLINE_OK);
    assert_true(count > 1);
    colline_free(tokens);
    assert_int_equal(colline_tokens(COLLINE_HIVE, 0, "", 0, &tokens, &count), COLLINE_OK);
    assert_int_equal(count, 0);
    assert_non_null(tokens);
    colline_free(tokens);
}

static void normal_forms(void **state)
{
    char *text;
    size_t length;

    (void)state;
    assert_int_equal(colline_normalize(COLLINE_IMPALA, "select A from T where b = 1;", 28, &text, &length), COLLINE_OK);
    assert_string_equal(text, "SELECT a FROM t WHERE b = ?");
    assert_int_equal(length, strlen(text));
    colline_free(text);
    assert_int_equal(colline_normalize(COLLINE_IMPALA, NULL, 0, &text, NULL), COLLINE_OK);
    assert_string_equal(text, "");
    colline_free(text);
}

static void places(void **state)
{
    static const char sql[] = "SELECT\n  a\r\nFROM";
    uint32_t line = 7, column = 7;

    (void)state;
    assert_int_equal(colline_locate(sql, strlen(sql), 0, &line, &column), 1);
    assert_true(line == 1 && column == 1);
    assert_int_equal(colline_locate(sql, strlen(sql), 9, &line, &column), 1);
    assert_true(line == 2 && column == 3);
    assert_int_equal(colline_locate(sql, strlen(sql), strlen(sql), &line, &column), 1);
    assert_true(line == 3 && column == 5);
    line = column = 7;
    assert_int_equal(colline_locate(sql, strlen(sql), strlen(sql) + 1, &line, &column), 0);
    assert_int_equal(colline_locate(NULL, 0, 0, &line, &column), 0);
    assert_int_equal(colline_locate(sql, 1, 0, NULL, &column), 0);
    assert_int_equal(colline_locate(sql, 1, 0, &line, NULL), 0);
    assert_true(line == 7 && column == 7);
}

static void misuse(void **state)
{
    colline_token *tokens = (colline_token *)&tokens;
    char *text = (char *)&text;
    size_t count = 7;

    (void)state;
    assert_int_equal(colline_tokens(COLLINE_HIVE, 0, NULL, 1, &tokens, &count), COLLINE_E_MISUSE);
    assert_null(tokens);
    assert_int_equal(count, 0);
    assert_int_equal(colline_tokens((colline_dialect)999, 0, "a", 1, &tokens, &count), COLLINE_E_MISUSE);
    assert_int_equal(colline_tokens(COLLINE_HIVE, 0, "a", 1, NULL, &count), COLLINE_E_MISUSE);
    assert_int_equal(colline_tokens(COLLINE_HIVE, 0, "a", 1, &tokens, NULL), COLLINE_E_MISUSE);
    assert_int_equal(colline_tokens(COLLINE_HIVE, 0, "a", UINT32_MAX, &tokens, &count), COLLINE_E_LIMIT);
    assert_int_equal(colline_normalize(COLLINE_HIVE, "a", 1, NULL, NULL), COLLINE_E_MISUSE);
    assert_int_equal(colline_normalize((colline_dialect)-1, "a", 1, &text, NULL), COLLINE_E_MISUSE);
    assert_null(text);
}

/* Every number below the count has a word, the one behind has none, and words come back to their numbers. */
static void words(void **state)
{
    colline_format format;
    const char *meaning;
    size_t codes = 0;

    (void)state;
    assert_string_equal(colline_quality_name(COLLINE_MANUAL_ADDED), "MANUAL_ADDED");
    assert_null(colline_quality_name((colline_quality)3));
    assert_string_equal(colline_severity_name(COLLINE_WARNING), "warning");
    assert_null(colline_severity_name((colline_severity)2));
    assert_string_equal(colline_table_kind_name(COLLINE_TEMPORARY), "temporary");
    assert_null(colline_table_kind_name((colline_table_kind)4));
    assert_string_equal(colline_function_kind_name(COLLINE_FUNCTION_WINDOW), "window");
    assert_null(colline_function_kind_name((colline_function_kind)-1));
    for (int i = 0; colline_format_name((colline_format)i) != NULL; i++) {
        assert_int_equal(colline_format_by_name(colline_format_name((colline_format)i), &format), 1);
        assert_int_equal(format, i);
    }
    assert_int_equal(format, COLLINE_FORMAT_TREE);
    assert_int_equal(colline_format_by_name("JSON5", &format), 0);
    assert_int_equal(colline_format_by_name(NULL, &format), 0);
    assert_int_equal(colline_format_by_name("json", NULL), 0);
    for (; colline_diagnostic_code(codes, &meaning) != NULL; codes++)
        assert_true(strlen(meaning) > 10);
    assert_null(meaning);
    assert_string_equal(colline_diagnostic_code(0, NULL), "syntax_error");
    assert_true(codes >= 12);
}

/* What an editor asks: what stands here, and within what? */
static void nodes_at_places(void **state)
{
    static const char sql[] = "SELECT t.a + 1 FROM t LEFT JOIN u ON t.id = u.id WHERE b NOT IN (2)";
    colline_session *session = session_on(NULL, NULL, sql);
    const colline_statement *statement = colline_session_next(session);
    const colline_node *node = colline_statement_node_at(statement, 9);

    (void)state;
    assert_string_equal(colline_node_kind(node), "name");
    assert_string_equal(colline_node_text(node).data, "a");
    assert_string_equal(colline_node_kind(colline_node_parent(node)), "column");
    node = colline_node_parent(colline_node_parent(node));
    assert_string_equal(colline_node_kind(node), "operation");
    assert_string_equal(colline_node_detail(node).data, "'+'");
    while (colline_node_parent(node) != NULL)
        node = colline_node_parent(node);
    assert_ptr_equal(node, colline_statement_tree(statement));
    assert_string_equal(colline_node_detail(node).data, "");
    for (node = colline_statement_node_at(statement, 32); strcmp(colline_node_kind(node), "source") != 0;)
        node = colline_node_parent(node);
    assert_string_equal(colline_node_detail(node).data, "left");
    for (node = colline_statement_node_at(statement, 66); strcmp(colline_node_kind(node), "in") != 0;)
        node = colline_node_parent(node);
    assert_string_equal(colline_node_detail(node).data, "[not]");
    assert_null(colline_statement_node_at(statement, sizeof sql + 10));
    assert_null(colline_statement_node_at(NULL, 0));
    assert_null(colline_node_parent(NULL));
    assert_int_equal(colline_node_detail(NULL).length, 0);
    colline_session_close(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_tokens),
        cmocka_unit_test(normal_forms),
        cmocka_unit_test(places),
        cmocka_unit_test(misuse),
        cmocka_unit_test(words),
        cmocka_unit_test(nodes_at_places),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
