/*
 * `colline stats`: the figures of a store, for people, programs and Prometheus.
 */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "map/command/stats.h"

#include "map/command/common.h"
#include "map/map.h"


static const char *engine(colline_dialect dialect)
{
    const char *name = colline_dialect_name(dialect);

    return name != NULL ? name : "unknown";
}

static double coverage(const store_stats *stats)
{
    return stats->written_columns == 0 ? 1 : (double)stats->covered_columns / (double)stats->written_columns;
}

cJSON *stats_json(const store_stats *stats)
{
    cJSON *object = cJSON_CreateObject(), *list;

    cJSON_AddNumberToObject(object, "version", (double)stats->version);
    cJSON_AddBoolToObject(object, "loading", stats->open_version != 0);
    list = cJSON_AddArrayToObject(object, "statements");
    for (size_t i = 0; i < stats->row_count; i++) {
        cJSON *item = cJSON_CreateObject();

        cJSON_AddStringToObject(item, "engine", engine(stats->rows[i].dialect));
        cJSON_AddStringToObject(item, "status", store_outcome_name(stats->rows[i].outcome));
        cJSON_AddNumberToObject(item, "statements", (double)stats->rows[i].statements);
        cJSON_AddNumberToObject(item, "runs", (double)stats->rows[i].runs);
        cJSON_AddItemToArray(list, item);
    }
    cJSON_AddNumberToObject(object, "success_rate", stats->success);
    cJSON_AddNumberToObject(object, "parse_mean_ms", stats->parse_mean_ms);
    cJSON_AddNumberToObject(object, "parse_p99_ms", stats->parse_p99_ms);
    cJSON_AddNumberToObject(object, "backlog", (double)stats->backlog);
    list = cJSON_AddArrayToObject(object, "failures");
    for (size_t i = 0; i < stats->code_count; i++) {
        cJSON *item = cJSON_CreateObject();

        cJSON_AddStringToObject(item, "code", stats->codes[i].code.data);
        cJSON_AddNumberToObject(item, "open", (double)stats->codes[i].open);
        cJSON_AddNumberToObject(item, "closed", (double)stats->codes[i].closed);
        cJSON_AddNumberToObject(item, "solved", (double)stats->codes[i].solved);
        cJSON_AddItemToArray(list, item);
    }
    list = cJSON_AddObjectToObject(object, "edges");
    for (size_t i = 0; i < 3; i++)
        cJSON_AddNumberToObject(list, store_quality_name((colline_quality)i), (double)stats->edges[i]);
    cJSON_AddNumberToObject(object, "table_edges", (double)stats->table_edges);
    cJSON_AddNumberToObject(object, "tables", (double)stats->tables);
    cJSON_AddNumberToObject(object, "columns", (double)stats->columns);
    cJSON_AddNumberToObject(object, "written_columns", (double)stats->written_columns);
    cJSON_AddNumberToObject(object, "covered_columns", (double)stats->covered_columns);
    cJSON_AddNumberToObject(object, "column_coverage", coverage(stats));
    cJSON_AddNumberToObject(object, "events", (double)stats->events);
    return object;
}

/* ---- Prometheus ------------------------------------------------------------------------------------- */

static colline_text metric(map_pool *pool, colline_text text, const char *name, const char *type,
                           const char *help)
{
    return map_pool_format(pool, "%s# HELP colline_%s %s\n# TYPE colline_%s %s\n", text.data, name, help,
                           name, type);
}

static colline_text single(map_pool *pool, colline_text text, const char *name, const char *help,
                           double value)
{
    text = metric(pool, text, name, "gauge", help);
    return map_pool_format(pool, "%scolline_%s %.9g\n", text.data, name, value);
}

/* (Label values are words of ours, and diagnostic codes, which are words, too.) */
static colline_text by_statement(map_pool *pool, colline_text text, const store_stats *stats)
{
    text = metric(pool, text, "statements", "gauge", "Statements by engine and status.");
    for (size_t i = 0; i < stats->row_count; i++)
        text = map_pool_format(pool, "%scolline_statements{engine=\"%s\",status=\"%s\"} %llu\n", text.data,
                               engine(stats->rows[i].dialect), store_outcome_name(stats->rows[i].outcome),
                               (unsigned long long)stats->rows[i].statements);
    text = metric(pool, text, "runs_total", "counter", "Runs of statements by engine and status.");
    for (size_t i = 0; i < stats->row_count; i++)
        text = map_pool_format(pool, "%scolline_runs_total{engine=\"%s\",status=\"%s\"} %llu\n", text.data,
                               engine(stats->rows[i].dialect), store_outcome_name(stats->rows[i].outcome),
                               (unsigned long long)stats->rows[i].runs);
    return text;
}

colline_text stats_prometheus(const store_stats *stats, map_pool *pool)
{
    colline_text text = by_statement(pool, (colline_text){ "", 0 }, stats);

    text = single(pool, text, "success_ratio", "Statements that were understood, of those that ran.",
                  stats->success);
    text = single(pool, text, "parse_mean_seconds", "Mean time of reading a statement.",
                  stats->parse_mean_ms / 1000);
    text = single(pool, text, "parse_p99_seconds", "99th percentile of it.", stats->parse_p99_ms / 1000);
    text = single(pool, text, "failures_backlog", "Open failures.", (double)stats->backlog);
    text = metric(pool, text, "failures", "gauge", "Failures by diagnostic code and state.");
    for (size_t i = 0; i < stats->code_count; i++)
        text = map_pool_format(pool,
                               "%scolline_failures{code=\"%s\",state=\"open\"} "
                               "%llu\ncolline_failures{code=\"%s\",state=\"closed\"} %llu\n"
                               "colline_failures{code=\"%s\",state=\"solved\"} %llu\n",
                               text.data, stats->codes[i].code.data, (unsigned long long)stats->codes[i].open,
                               stats->codes[i].code.data, (unsigned long long)stats->codes[i].closed,
                               stats->codes[i].code.data, (unsigned long long)stats->codes[i].solved);
    text = metric(pool, text, "edges", "gauge", "Column edges of the published version by quality.");
    for (size_t i = 0; i < 3; i++)
        text = map_pool_format(pool, "%scolline_edges{quality=\"%s\"} %llu\n", text.data, store_quality_name((colline_quality)i),
                               (unsigned long long)stats->edges[i]);
    text = single(pool, text, "table_edges", "Edges between tables.", (double)stats->table_edges);
    text = single(pool, text, "tables", "Tables and files.", (double)stats->tables);
    text = single(pool, text, "columns", "Columns.", (double)stats->columns);
    text = single(pool, text, "column_coverage_ratio",
                  "Columns that some value reaches, of those of written tables.", coverage(stats));
    text = single(pool, text, "events", "Event ids that are remembered.", (double)stats->events);
    return single(pool, text, "version", "The published version.", (double)stats->version);
}

/* ---- Text ------------------------------------------------------------------------------------------- */

static void print_text(const store_stats *stats, map_pool *pool)
{
#define NUMBER(value) map_pool_format(pool, "%llu", (unsigned long long)(value)).data
    command_table rows = { .columns = 4 }, codes = { .columns = 4 };

    command_table_row(&rows, (const char *[]){ "ENGINE", "STATUS", "STATEMENTS", "RUNS" });
    for (size_t i = 0; i < stats->row_count; i++)
        command_table_row(&rows,
                          (const char *[]){ engine(stats->rows[i].dialect), store_outcome_name(stats->rows[i].outcome),
                                            NUMBER(stats->rows[i].statements), NUMBER(stats->rows[i].runs) });
    command_table_print(&rows);
    printf("\nsuccess rate     %.2f %%\nparse time       mean %.3f ms, p99 %.3f ms\n", stats->success * 100,
           stats->parse_mean_ms, stats->parse_p99_ms);
    printf("column coverage  %.2f %% (%llu of %llu columns of written tables)\n", coverage(stats) * 100,
           (unsigned long long)stats->covered_columns, (unsigned long long)stats->written_columns);
    printf("edges            %llu AUTO_CONFIRMED, %llu TO_CONFIRM, %llu MANUAL_ADDED; %llu between tables\n",
           (unsigned long long)stats->edges[0], (unsigned long long)stats->edges[1],
           (unsigned long long)stats->edges[2], (unsigned long long)stats->table_edges);
    printf("nodes            %llu tables, %llu columns\n", (unsigned long long)stats->tables,
           (unsigned long long)stats->columns);
    printf("backlog          %llu failures\n", (unsigned long long)stats->backlog);
    if (stats->code_count == 0)
        return;
    putchar('\n');
    command_table_row(&codes, (const char *[]){ "FAILURE", "OPEN", "CLOSED", "SOLVED" });
    for (size_t i = 0; i < stats->code_count; i++)
        command_table_row(&codes,
                          (const char *[]){ stats->codes[i].code.data, NUMBER(stats->codes[i].open),
                                            NUMBER(stats->codes[i].closed), NUMBER(stats->codes[i].solved) });
    command_table_print(&codes);
}

static int print(store *s, const char *format)
{
    map_pool pool = MAP_POOL_INIT;
    store_stats stats;
    int status = command_status(s, store_stats_get(s, &pool, &stats));

    if (status == MAP_OK && strcmp(format, "json") == 0)
        command_print_json(stats_json(&stats));
    else if (status == MAP_OK && strcmp(format, "prometheus") == 0)
        fputs(stats_prometheus(&stats, &pool).data, stdout);
    else if (status == MAP_OK)
        print_text(&stats, &pool);
    map_pool_free(&pool);
    return status;
}

int map_stats(int count, char **arguments)
{
    const char *where = COMMAND_DEFAULT_STORE, *format = "table";
    const map_option options[] = {
        COMMAND_STORE_OPTION(where),
        { "format", MAP_TEXT, &format, "FORM", "table (default), json or prometheus" },
    };
    map_arguments rest = { 0 };
    store *s;
    int status =
        map_read_options(&(map_usage){ "stats", "[OPTION ...]", "the figures of a lineage store", "" },
                         options, 2, count, arguments, &rest);

    if (status == MAP_GO_ON && rest.count > 0) {
        map_complain("stats wants options only");
        status = MAP_FAILURE;
    }
    map_arguments_free(&rest);
    if (status != MAP_GO_ON)
        return status;
    if (strcmp(format, "table") != 0 && strcmp(format, "json") != 0 && strcmp(format, "prometheus") != 0) {
        map_complain("--format wants table, json or prometheus, not %s", format);
        return MAP_FAILURE;
    }
    s = command_open(where, STORE_READ_ONLY);
    if (s == NULL)
        return MAP_FAILURE;
    status = print(s, format);
    store_close(s);
    return status;
}
