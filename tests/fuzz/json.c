/* A catalog from JSON; then a query of what it may have made. */
#include "fuzz.h"

static const char query[] = "SELECT *, f(a, b), g(a) FROM t, v, db.t, u(1)";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input, last;
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_catalog *catalog = colline_catalog_new(NULL);
    colline_diagnostics *diagnostics = NULL;
    colline_session *session;
    colline_status status;

    if (catalog == NULL || !fuzz_read(&input, data, size)) {
        colline_catalog_release(catalog);
        return 0;
    }
    status = colline_catalog_add_json(catalog, input.dialect, input.text, input.length, &diagnostics);
    FUZZ_CHECK(status == COLLINE_OK || status == COLLINE_E_INPUT);
    FUZZ_CHECK((status == COLLINE_E_INPUT) == (colline_diagnostics_count(diagnostics) > 0));
    fuzz_diagnostics(diagnostics, input.length);
    options.dialect = input.dialect;
    options.flags = input.switches & 1 ? COLLINE_EXPAND_VIEWS : 0;
    options.default_db = "db";
    last = input;
    last.text = query;
    last.length = sizeof query - 1;
    session = fuzz_session(&last, catalog, &options);
    for (const colline_statement *statement; (statement = colline_session_next(session)) != NULL;)
        (void)colline_statement_edge(statement, 0);
    FUZZ_CHECK(colline_session_status(session) == COLLINE_OK);
    colline_session_close(session);
    colline_catalog_release(catalog);
    return 0;
}
