/*
 * catalog_json.c -- a catalog from a JSON document: a star becomes columns, and a function's description says
 * what it does with its arguments.
 *
 * Prints:
 *     account <- dw.crew.account DIRECT
 *     mask(name, salt) <- dw.crew.name PROJECT
 *     middle(age) <- dw.crew.age AGG
 *     entry 1: a table needs a "name"
 */
#include <stdio.h>
#include <string.h>

#include "colline.h"

static const char document[] =
    "{\"tables\": [{\"name\": \"dw.crew\", \"columns\": ["
    "   {\"name\": \"account\"}, {\"name\": \"name\"}, {\"name\": \"salt\"}, {\"name\": \"age\", \"type\": "
    "\"INT\"}]}],"
    " \"functions\": [{\"name\": \"mask\", \"kind\": \"scalar\", \"value_arguments\": [0]},"
    "                {\"name\": \"middle\", \"kind\": \"aggregate\"}]}";

static const char query[] = "SELECT account, mask(name, salt), middle(age) FROM crew";

static void print_values(const colline_statement *statement)
{
    for (size_t i = 0; i < colline_statement_edge_count(statement); i++) {
        const colline_edge *edge = colline_statement_edge(statement, i);
        if (edge->kind <= COLLINE_AGG)
            printf("%s <- %s.%s.%s %s\n", edge->expression.data, edge->source.database.data,
                   edge->source.table.data, edge->source.column.data, colline_edge_kind_name(edge->kind));
    }
}

/* An entry that cannot be read is told of; the others count. */
static void show_what_is_wrong(colline_catalog *catalog)
{
    static const char wrong[] = "{\"tables\": [{\"columns\": []}]}";
    colline_diagnostics *diagnostics;

    if (colline_catalog_add_json(catalog, COLLINE_GENERIC, wrong, strlen(wrong), &diagnostics) ==
        COLLINE_E_INPUT)
        for (size_t i = 0; i < colline_diagnostics_count(diagnostics); i++)
            printf("entry %zu: %s\n", i + 1, colline_diagnostics_get(diagnostics, i)->message.data);
    colline_diagnostics_free(diagnostics);
}

int main(void)
{
    colline_catalog *catalog = colline_catalog_new(NULL);
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_session *session = NULL;
    const colline_statement *statement;

    options.dialect = COLLINE_SPARK;
    options.default_db = "dw";
    if (colline_catalog_add_json(catalog, options.dialect, document, strlen(document), NULL) != COLLINE_OK ||
        colline_session_open(catalog, &options, &session) != COLLINE_OK)
        return 1;
    colline_session_feed(session, query, strlen(query));
    colline_session_finish(session);
    while ((statement = colline_session_next(session)) != NULL)
        print_values(statement);
    show_what_is_wrong(catalog);
    colline_session_close(session);
    colline_catalog_release(catalog);
    return 0;
}
