/*
 * `colline failures retry`: statements that could not be read are read again, by this version of the library.
 */
#include "map/ingest/retry.h"

#include <stdio.h>
#include <string.h>

#include "map/base/options.h"
#include "map/ingest/analysis.h"
#include "map/ingest/catalog.h"
#include "map/map.h"

typedef struct retried {
    size_t tried, well;
} retried;

static store_status retry_all(ingest_analysis *analysis, retried *done)
{
    map_pool pool = MAP_POOL_INIT;
    store_failure *failures;
    size_t found;
    store_status status = store_failures(analysis->store, 1u << STORE_FAILURE_OPEN, 0, &pool, &failures, &found);

    if (status == STORE_OK)
        status = store_load_begin(analysis->store, "retry");
    if (status == STORE_OK)
        status = ingest_tell_catalog(analysis);
    for (size_t i = 0; status == STORE_OK && i < found; i++) {
        bool well = false;
        if (strcmp(failures[i].code.data, INGEST_BAD_RECORD) == 0)
            continue; /* no SQL */
        status = ingest_analyse_again(analysis, failures[i].statement, &well);
        done->tried++;
        done->well += well;
    }
    if (status == STORE_OK)
        status = store_load_publish(analysis->store);
    else
        store_load_rollback(analysis->store);
    map_pool_free(&pool);
    return status;
}

static int run(const char *where, colline_catalog *catalog)
{
    ingest_analysis analysis;
    retried done = { 0, 0 };
    store *s = NULL;
    store_status status = store_open(where, 0, &s);

    if (status == STORE_OK) {
        ingest_analysis_init(&analysis, s, catalog);
        analysis.flags = COLLINE_FOLD_TEMPORARY;
        status = retry_all(&analysis, &done);
        ingest_analysis_free(&analysis);
    }
    if (status == STORE_OK)
        printf("%zu of %zu are read now\n", done.well, done.tried);
    else
        map_complain("%s", store_error(s));
    store_close(s);
    return status == STORE_OK ? MAP_OK : MAP_FAILURE;
}

int ingest_failures_retry(int count, char **arguments)
{
    const char *where = "lineage.db", *dialect = NULL, *default_db = NULL;
    map_arguments catalogs = { 0 }, rest = { 0 };
    colline_dialect number = COLLINE_GENERIC;
    const map_option options[] = {
        { "store", MAP_TEXT, &where, "WHERE", "the store: a file, or postgresql://... (default: lineage.db)" },
        { "catalog", MAP_LIST, &catalogs, "FILE", "tables and views, DDL (.sql) or JSON (.json); may be repeated" },
        { "dialect", MAP_TEXT, &dialect, "NAME", "how the catalog is read (default: generic)" },
        { "default-db", MAP_TEXT, &default_db, "DB", "the database of the catalog's names that say none" },
    };
    int status = map_read_options(&(map_usage){ "failures retry", "[OPTION ...]", "read the statements of the queue again", "" },
                                  options, 4, count, arguments, &rest);
    colline_catalog *catalog = NULL;

    if (status == MAP_GO_ON) {
        status = MAP_FAILURE;
        if (rest.count > 0 || (dialect != NULL && !colline_dialect_by_name(dialect, &number)))
            map_complain(rest.count > 0 ? "failures retry wants options only" : "--dialect names no dialect");
        else
            catalog = ingest_load_catalogs(&catalogs, number, default_db);
        if (catalog != NULL)
            status = run(where, catalog);
        colline_catalog_release(catalog);
    }
    map_arguments_free(&catalogs);
    map_arguments_free(&rest);
    return status;
}
