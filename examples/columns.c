/*
 * columns.c -- where the columns of each statement of a script come from.
 *
 * The script makes a table and reads it: the session knows the columns of the first statement's table when it
 * comes to the second.
 *
 * Prints:
 *
 *     CREATE_TABLE_AS dm.best
 *       region <- DIRECT dw.sales.region
 *       total <- AGG dw.sales.amount
 *       * <- GROUP_BY dw.sales.region
 *     SELECT
 *       region <- DIRECT dm.best.region
 *       total <- DIRECT dm.best.total
 *       * <- FILTER dm.best.total
 */
#include <stdio.h>
#include <string.h>
#include "colline.h"

static const char ddl[] = "CREATE TABLE dw.sales (region STRING, amount DECIMAL(12,2))";
static const char script[] = "CREATE TABLE dm.best AS SELECT region, SUM(amount) AS total FROM dw.sales GROUP BY region;\n"
                             "SELECT * FROM dm.best WHERE total > 1000;\n";

static void print_edge(const colline_statement *statement, const colline_edge *edge)
{
    const char *to = "*";

    if (edge->target != COLLINE_WHOLE_RESULT)
        to = colline_statement_column(statement, (size_t)edge->target)->name.data;
    printf("  %s <- %s %s.%s.%s\n", to, colline_edge_kind_name(edge->kind), edge->source.database.data,
           edge->source.table.data, edge->source.column.data);
}

static void print_statement(const colline_statement *statement)
{
    printf("%s", colline_statement_kind_name(colline_statement_get_kind(statement)));
    for (size_t i = 0; i < colline_statement_target_count(statement); i++) {
        const colline_target *target = colline_statement_target(statement, i);

        printf(" %s.%s", target->table.database.data, target->table.table.data);
    }
    printf("\n");
    for (size_t i = 0; i < colline_statement_edge_count(statement); i++)
        print_edge(statement, colline_statement_edge(statement, i));
}

int main(void)
{
    colline_catalog *catalog = colline_catalog_new(NULL);
    colline_session *session = NULL;
    colline_options options = COLLINE_OPTIONS_INIT;
    const colline_statement *statement;
    colline_status status;

    colline_catalog_add_ddl(catalog, COLLINE_IMPALA, NULL, ddl, strlen(ddl), NULL);
    options.dialect = COLLINE_IMPALA;
    status = colline_session_open(catalog, &options, &session);
    colline_session_feed(session, script, strlen(script));
    colline_session_finish(session);
    while ((statement = colline_session_next(session)) != NULL)
        print_statement(statement);
    if (status == COLLINE_OK)
        status = colline_session_status(session);
    if (status != COLLINE_OK)
        fprintf(stderr, "%s\n", colline_status_text(status));
    colline_session_close(session);
    colline_catalog_release(catalog);
    return status != COLLINE_OK;
}
