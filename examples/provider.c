/*
 * provider.c -- a catalog that asks: for each table that it lacks, the provider is called once, and tells
 * what it knows (from a metastore, say).
 *
 * Prints:
 *     asked for dw.orders
 *     asked for dw.nobody_knows
 *     id <- orders.id
 *     amount <- orders.amount
 *     id <- orders.id
 *     x <- nobody_knows.x (to confirm)
 */
#include <stdio.h>
#include <string.h>

#include "colline.h"

static void provide(void *user, const colline_column_ref *table, colline_catalog *into)
{
    static const colline_column_desc columns[] = { { "id", "BIGINT", 0 }, { "amount", "DOUBLE", 0 } };
    colline_table_desc orders = { .size = sizeof orders,
                                  .name = "dw.orders",
                                  .dialect = COLLINE_HIVE,
                                  .columns = columns,
                                  .column_count = 2 };

    (void)user;
    printf("asked for %s.%s\n", table->database.data, table->table.data);
    if (strcmp(table->table.data, "orders") == 0)
        colline_catalog_add_table(into, &orders);
}

static void print_values(const colline_statement *statement)
{
    for (size_t i = 0; i < colline_statement_edge_count(statement); i++) {
        const colline_edge *edge = colline_statement_edge(statement, i);
        printf("%s <- %s.%s%s\n", colline_statement_column(statement, (size_t)edge->target)->name.data,
               edge->source.table.data, edge->source.column.data,
               edge->quality == COLLINE_TO_CONFIRM ? " (to confirm)" : "");
    }
}

int main(void)
{
    static const char script[] = "SELECT o.*, n.id, x.x FROM orders o, orders n, nobody_knows x";
    colline_catalog *catalog = colline_catalog_new(NULL);
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_session *session = NULL;
    const colline_statement *statement;

    options.dialect = COLLINE_HIVE;
    options.default_db = "dw";
    colline_catalog_set_provider(catalog, provide, NULL);
    if (colline_session_open(catalog, &options, &session) != COLLINE_OK)
        return 1;
    colline_session_feed(session, script, strlen(script));
    colline_session_finish(session);
    while ((statement = colline_session_next(session)) != NULL)
        print_values(statement);
    colline_session_close(session);
    colline_catalog_release(catalog);
    return 0;
}
