/*
 * An engine with an event bus: it publishes what ran and goes on; sinks take the lineage in their own time.
 *
 * Prints:
 *     q-1 by ana: INSERT INTO daily SELECT region, SUM(amount) FROM sales GROUP BY region
 *         sales.region -> region
 *         sales.amount -> total
 *     delivered 3, skipped 1, dropped 0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "colline.h"

/* A sink in the program itself: it wants what people ran, not the scheduler's own queries. */
static int from_people(void *user, const colline_event *event)
{
    (void)user;
    return strcmp(event->context->user, "scheduler") != 0;
}

/* (A program would read the JSON; this one looks for what it knows to be there.) */
static int print(void *user, const colline_event *event)
{
    (void)user;
    printf("%s by %s: %s\n", event->context->query_id, event->context->user, event->sql.data);
    if (strstr(event->lineage.data, "\"kind\":\"DIRECT\",\"source\":\"sales.region\",\"target\":\"region\"") != NULL)
        puts("    sales.region -> region");
    if (strstr(event->lineage.data, "\"kind\":\"AGG\",\"source\":\"sales.amount\",\"target\":\"total\"") != NULL)
        puts("    sales.amount -> total");
    return 0;
}

/* The plugin that is built beside this program. */
static int load_journal(colline_bus *bus, const char *program)
{
    const char *problem, *slash = strrchr(program, '/');
    char file[4096];

    snprintf(file, sizeof file, "%.*ssinks/journal.so", slash != NULL ? (int)(slash - program) + 1 : 0, program);
    if (colline_bus_load_sink(bus, file, NULL, "/dev/null", &problem) == COLLINE_OK)
        return 1;
    fprintf(stderr, "%s\n", problem);
    return 0;
}

static void ran(colline_bus *bus, const char *query, const char *user, const char *sql)
{
    colline_event_context context = COLLINE_EVENT_CONTEXT_INIT;

    context.query_id = query;
    context.user = user;
    colline_bus_publish(bus, &context, sql, strlen(sql));
}

int main(int count, char **arguments)
{
    static const char ddl[] = "CREATE TABLE daily (region STRING, total BIGINT); CREATE TABLE sales (region STRING, amount INT)";
    static const colline_sink printer = { sizeof printer, "printer", from_people, print, NULL, NULL };
    colline_bus_options options = COLLINE_BUS_OPTIONS_INIT;
    colline_options analysis = COLLINE_OPTIONS_INIT;
    colline_catalog *catalog = colline_catalog_new(NULL);
    colline_bus_counts counts = { .size = sizeof counts };
    colline_bus *bus;
    int good;

    analysis.dialect = COLLINE_HIVE;
    options.analysis = &analysis;
    colline_catalog_add_ddl(catalog, COLLINE_HIVE, NULL, ddl, strlen(ddl), NULL);
    good = colline_bus_open(catalog, &options, &bus) == COLLINE_OK &&
           colline_bus_add_sink(bus, &printer) == COLLINE_OK && load_journal(bus, count > 0 ? arguments[0] : "");
    if (good) {
        ran(bus, "q-1", "ana", "INSERT INTO daily SELECT region, SUM(amount) FROM sales GROUP BY region");
        ran(bus, "q-2", "scheduler", "INSERT INTO daily SELECT region, COUNT(*) FROM sales GROUP BY region");
        colline_bus_flush(bus, 10000);
        colline_bus_count(bus, NULL, &counts);
        printf("delivered %d, ", (int)counts.delivered);
        colline_bus_count(bus, "printer", &counts);
        printf("skipped %d, dropped %d\n", (int)counts.skipped, (int)counts.dropped);
    }
    colline_bus_close(bus, 10000);
    colline_catalog_release(catalog);
    return good ? 0 : EXIT_FAILURE;
}
