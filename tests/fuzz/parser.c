/* The parser: every node of every tree, the tree as text, and the normal form. */
#include "fuzz.h"

static void walk(const colline_node *node, size_t length)
{
    FUZZ_CHECK(node != NULL && colline_node_kind(node) != NULL);
    fuzz_span(colline_node_span(node), length);
    fuzz_text(colline_node_text(node));
    for (size_t i = 0; i < colline_node_child_count(node); i++) {
        FUZZ_CHECK(colline_node_child_role(node, i) != NULL);
        walk(colline_node_child(node, i), length);
    }
    FUZZ_CHECK(colline_node_child(node, colline_node_child_count(node)) == NULL);
}

static void check_statement(const colline_statement *statement, size_t length)
{
    colline_text text;

    fuzz_span(colline_statement_span(statement), length);
    FUZZ_CHECK(colline_statement_line(statement) > 0);
    FUZZ_CHECK(colline_statement_kind_name(colline_statement_get_kind(statement)) != NULL);
    if (colline_statement_tree(statement) != NULL)
        walk(colline_statement_tree(statement), length);
    FUZZ_CHECK(colline_statement_render(statement, COLLINE_FORMAT_TREE, NULL, &text) == COLLINE_OK);
    fuzz_text(text);
    fuzz_text(colline_statement_normalized(statement));
    (void)colline_statement_fingerprint(statement);
    for (size_t i = 0; i < colline_statement_diagnostic_count(statement); i++)
        fuzz_diagnostic(colline_statement_diagnostic(statement, i), length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input;
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_session *session;
    const colline_statement *statement;
    uint32_t number = 0;

    if (!fuzz_read(&input, data, size))
        return 0;
    options.dialect = input.dialect;
    options.flags = COLLINE_TABLE_LEVEL | (input.switches & 1 ? COLLINE_NO_TEMPLATES : 0);
    options.max_nesting = input.switches & 2 ? 10 : 0;
    options.max_statement_bytes = input.switches & 4 ? 100 : 0;
    session = fuzz_session(&input, NULL, &options);
    while ((statement = colline_session_next(session)) != NULL) {
        FUZZ_CHECK(colline_statement_number(statement) == ++number);
        check_statement(statement, input.length);
    }
    FUZZ_CHECK(colline_session_status(session) == COLLINE_OK);
    colline_session_close(session);
    return 0;
}
