/* A catalog from DDL; then a query of what it may have made, and more DDL inside of the session. */
#include "fuzz.h"

static const char query[] = "SELECT * FROM t, v, db.t; INSERT INTO t SELECT * FROM v";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input, last;
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_catalog *catalog = colline_catalog_new(NULL);
    colline_diagnostics *diagnostics = NULL;
    colline_session *session;
    const char *ddl;
    size_t length;
    colline_status status;

    if (catalog == NULL || !fuzz_read(&input, data, size)) {
        colline_catalog_release(catalog);
        return 0;
    }
    options.dialect = input.dialect;
    options.flags = COLLINE_EXPAND_VIEWS;
    options.default_db = input.switches & 1 ? NULL : "db";
    if (!fuzz_split(&input, &ddl, &length)) {
        ddl = input.text;
        length = input.length;
        input.length = 0;
    }
    status = colline_catalog_add_ddl(catalog, input.dialect, options.default_db, ddl, length, &diagnostics);
    FUZZ_CHECK(status == COLLINE_OK || status == COLLINE_E_INPUT);
    FUZZ_CHECK((status == COLLINE_E_INPUT) == (colline_diagnostics_count(diagnostics) > 0));
    fuzz_diagnostics(diagnostics, length);
    last = input;
    last.text = query;
    last.length = sizeof query - 1;
    session = fuzz_session(&last, catalog, &options);
    FUZZ_CHECK(colline_session_add_ddl(session, input.text, input.length, NULL) != COLLINE_E_MISUSE);
    for (const colline_statement *statement; (statement = colline_session_next(session)) != NULL;)
        (void)colline_statement_edge(statement, 0);
    FUZZ_CHECK(colline_session_status(session) == COLLINE_OK);
    colline_session_close(session);
    colline_catalog_release(catalog);
    return 0;
}
