/*
 * What publishing costs the caller: nanoseconds a call, one after the other while the worker is busy, behind an extraction of
 * the caller's own, and with pauses in which others use the caches; beside it, what the extraction costs.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "colline.h"

enum { CALLS = 20000, PACED = 300 };

static const char sql[] =
    "INSERT OVERWRITE TABLE dw.report_sales PARTITION (dt = '2024-01-01')\n"
    "SELECT o.region, c.segment, SUM(o.amount) AS total, COUNT(DISTINCT o.customer_id) AS customers\n"
    "FROM dw.fact_order o JOIN dw.dim_customer c ON o.customer_id = c.customer_id\n"
    "WHERE o.dt = '2024-01-01' AND c.segment IN ('a', 'b', 'c')\n"
    "GROUP BY o.region, c.segment";

/* The thread's own time: what others do on the machine is not what publishing costs. */
static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int take(void *user, const colline_event *event)
{
    *(size_t *)user += event->lineage.length;
    return 0;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void print(const char *what, double *times, size_t count)
{
    double sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += times[i];
    qsort(times, count, sizeof *times, ascending);
    printf("%-44s mean %6.0f ns, median %6.0f ns, 99 %% within %6.0f ns\n", what, sum / (double)count, times[count / 2],
           times[count * 99 / 100]);
}

/* What an engine does before it publishes. */
static void extract_once(void)
{
    colline_options options = COLLINE_OPTIONS_INIT;
    char *json;

    options.dialect = COLLINE_HIVE;
    if (colline_lineage_json(NULL, &options, sql, sizeof sql - 1, &json, NULL) == COLLINE_OK)
        colline_free(json);
}

/* The time of each call that was taken. */
static void publish(colline_bus *bus, const char *what, size_t calls, long pause, int behind_extraction)
{
    static double times[CALLS];
    colline_property properties[] = { { "spark.app.name", "nightly" }, { "url", "pg://me:secret@host/db" } };
    colline_event_context context = COLLINE_EVENT_CONTEXT_INIT;
    struct timespec t = { 0, pause };
    size_t count = 0;

    context.query_id = "8d4f1a9c:0000000100000000";
    context.user = "ana";
    context.client = "10.1.2.3:51234";
    context.database = "dw";
    context.state = "OK";
    context.properties = properties;
    context.property_count = 2;
    for (size_t i = 0; i < calls; i++) {
        double start;
        int taken;
        if (behind_extraction)
            extract_once();
        start = now();
        taken = colline_bus_publish(bus, &context, sql, sizeof sql - 1);
        times[count] = now() - start;
        count += (size_t)taken;
        if (pause > 0)
            nanosleep(&t, NULL);
    }
    colline_bus_flush(bus, 60000);
    print(what, times, count);
}

static void measure_nothing(const char *what, size_t calls, long pause)
{
    static double times[CALLS];
    struct timespec t = { 0, pause };

    for (size_t i = 0; i < calls; i++) {
        double start = now();
        times[i] = now() - start;
        if (pause > 0)
            nanosleep(&t, NULL);
    }
    print(what, times, calls);
}

static void extract(void)
{
    static double times[CALLS / 10];

    for (size_t i = 0; i < CALLS / 10; i++) {
        double start = now();
        extract_once();
        times[i] = now() - start;
    }
    print("extraction, for comparison", times, CALLS / 10);
}

int main(void)
{
    colline_bus_options options = COLLINE_BUS_OPTIONS_INIT;
    colline_options analysis = COLLINE_OPTIONS_INIT;
    size_t bytes = 0;
    colline_sink sink = { .size = sizeof sink, .name = "take", .deliver = take, .user = &bytes };
    colline_bus *bus;

    analysis.dialect = COLLINE_HIVE;
    options.analysis = &analysis;
    options.queue_events = CALLS;
    if (colline_bus_open(NULL, &options, &bus) != COLLINE_OK || colline_bus_add_sink(bus, &sink) != COLLINE_OK)
        return EXIT_FAILURE;
    measure_nothing("nothing, for what measuring costs", CALLS, 0);
    measure_nothing("nothing, each 5 ms", PACED, 5000000);
    publish(bus, "publishing, one call after the other", CALLS, 0, 0);
    publish(bus, "publishing, each behind an extraction", CALLS / 10, 0, 1);
    publish(bus, "publishing, a call each 5 ms (cold)", PACED, 5000000, 0);
    extract();
    return colline_bus_close(bus, 60000) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
