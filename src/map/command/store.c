/*
 * `colline store ACTION`: what is done to a store as a whole.
 */
#include <cjson/cJSON.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "map/command/common.h"
#include "map/map.h"
#include "map/needs.h"
#if MAP_WITH_LIBPQ
#include <libpq-fe.h>
#endif

#define NUMBER(pool, value) map_pool_format(pool, "%lld", (long long)(value)).data

/* Read the arguments of an action that has no names (or, `wanted` of them); MAP_GO_ON or the exit status. */
static int read(const map_usage *usage, const map_option *options, size_t option_count, int count,
                char **arguments, size_t wanted, map_arguments *rest)
{
    int status = map_read_options(usage, options, option_count, count, arguments, rest);

    if (status == MAP_GO_ON && rest->count != wanted) {
        map_complain("%s wants %s", usage->name, wanted == 0 ? "options only" : usage->arguments);
        status = MAP_FAILURE;
    }
    return status;
}

/* ---- engines, migrate ------------------------------------------------------------------------------- */

static int engines(int count, char **arguments)
{
    map_arguments rest = { 0 };
    int status = read(&(map_usage){ "store engines", "", "the database engines of this build", "" }, NULL, 0,
                      count, arguments, 0, &rest);

    map_arguments_free(&rest);
    if (status != MAP_GO_ON)
        return status;
    printf("sqlite      SQLite %s\n", sqlite3_libversion());
#if MAP_WITH_LIBPQ
    printf("postgresql  libpq %d.%d\n", PQlibVersion() / 10000, PQlibVersion() % 10000);
#endif
    return MAP_OK;
}

static int migrate(int count, char **arguments)
{
    const char *where = COMMAND_DEFAULT_STORE;
    const map_option options[] = { COMMAND_STORE_OPTION(where) };
    map_arguments rest = { 0 };
    store *s;
    int status =
        read(&(map_usage){ "store migrate", "[OPTION ...]", "make a store, or bring an older one up to date",
                           "A store that is up to date stays as it is.\n" },
             options, 1, count, arguments, 0, &rest);

    map_arguments_free(&rest);
    if (status != MAP_GO_ON)
        return status;
    s = command_open(where, STORE_CREATE);
    if (s == NULL)
        return MAP_FAILURE;
    printf("%s: schema %d\n", store_engine_name(s), store_schema(s));
    store_close(s);
    return MAP_OK;
}

/* ---- info ------------------------------------------------------------------------------------------- */

typedef struct info {
    int64_t version;
    store_batch *batches;
    store_version *versions;
    size_t batch_count, version_count;
} info;

static void print_info(store *s, const info *i, map_pool *pool)
{
    command_table batches = { .columns = 4 }, versions = { .columns = 4 };

    printf("engine   %s\nschema   %d\nversion  %lld\n\n", store_engine_name(s), store_schema(s),
           (long long)i->version);
    command_table_row(&batches, (const char *[]){ "BATCH", "STATEMENTS", "RUNS", "CREATED" });
    for (size_t k = 0; k < i->batch_count; k++)
        command_table_row(&batches,
                          (const char *[]){ i->batches[k].name.data, NUMBER(pool, i->batches[k].statements),
                                            NUMBER(pool, i->batches[k].runs),
                                            graph_time_text(pool, i->batches[k].created_at).data });
    command_table_print(&batches);
    putchar('\n');
    command_table_row(&versions, (const char *[]){ "VERSION", "WHAT", "BATCH", "PUBLISHED" });
    for (size_t k = 0; k < i->version_count; k++)
        command_table_row(&versions,
                          (const char *[]){ NUMBER(pool, i->versions[k].id), i->versions[k].what.data,
                                            i->versions[k].batch.data,
                                            i->versions[k].published_at == 0
                                                ? "not yet"
                                                : graph_time_text(pool, i->versions[k].published_at).data });
    command_table_print(&versions);
}

static void print_info_json(store *s, const info *i, map_pool *pool)
{
    cJSON *object = cJSON_CreateObject(), *list;

    cJSON_AddStringToObject(object, "engine", store_engine_name(s));
    cJSON_AddNumberToObject(object, "schema", store_schema(s));
    cJSON_AddNumberToObject(object, "version", (double)i->version);
    list = cJSON_AddArrayToObject(object, "batches");
    for (size_t k = 0; k < i->batch_count; k++) {
        cJSON *item = cJSON_CreateObject();

        cJSON_AddStringToObject(item, "batch", i->batches[k].name.data);
        cJSON_AddNumberToObject(item, "statements", (double)i->batches[k].statements);
        cJSON_AddNumberToObject(item, "runs", (double)i->batches[k].runs);
        cJSON_AddStringToObject(item, "created_at", graph_time_text(pool, i->batches[k].created_at).data);
        cJSON_AddItemToArray(list, item);
    }
    list = cJSON_AddArrayToObject(object, "versions");
    for (size_t k = 0; k < i->version_count; k++) {
        cJSON *item = cJSON_CreateObject();

        cJSON_AddNumberToObject(item, "version", (double)i->versions[k].id);
        cJSON_AddStringToObject(item, "what", i->versions[k].what.data);
        cJSON_AddStringToObject(item, "batch", i->versions[k].batch.data);
        cJSON_AddStringToObject(item, "started_at", graph_time_text(pool, i->versions[k].started_at).data);
        if (i->versions[k].published_at != 0)
            cJSON_AddStringToObject(item, "published_at",
                                    graph_time_text(pool, i->versions[k].published_at).data);
        cJSON_AddItemToArray(list, item);
    }
    command_print_json(object);
}

static int show_info(store *s, bool json)
{
    map_pool pool = MAP_POOL_INIT;
    info i = { 0 };
    int status = command_status(s, store_current_version(s, &i.version));

    if (status == MAP_OK)
        status = command_status(s, store_batches(s, &pool, &i.batches, &i.batch_count));
    if (status == MAP_OK)
        status = command_status(s, store_versions(s, 10, &pool, &i.versions, &i.version_count));
    if (status == MAP_OK && json)
        print_info_json(s, &i, &pool);
    else if (status == MAP_OK)
        print_info(s, &i, &pool);
    map_pool_free(&pool);
    return status;
}

static int info_action(int count, char **arguments)
{
    const char *where = COMMAND_DEFAULT_STORE, *format = "table";
    const map_option options[] = { COMMAND_STORE_OPTION(where),
                                   { "format", MAP_TEXT, &format, "FORM", "table (default) or json" } };
    map_arguments rest = { 0 };
    store *s;
    int status = read(
        &(map_usage){ "store info", "[OPTION ...]", "what a store is: its engine, version and batches", "" },
        options, 2, count, arguments, 0, &rest);

    map_arguments_free(&rest);
    if (status != MAP_GO_ON)
        return status;
    if (strcmp(format, "table") != 0 && strcmp(format, "json") != 0) {
        map_complain("--format wants table or json, not %s", format);
        return MAP_FAILURE;
    }
    s = command_open(where, STORE_READ_ONLY);
    if (s == NULL)
        return MAP_FAILURE;
    status = show_info(s, strcmp(format, "json") == 0);
    store_close(s);
    return status;
}

/* ---- gc, drop-batch --------------------------------------------------------------------------------- */

static int gc(int count, char **arguments)
{
    const char *where = COMMAND_DEFAULT_STORE;
    uint64_t keep = 2, days = 0;
    const map_option options[] = {
        COMMAND_STORE_OPTION(where),
        { "keep", MAP_NUMBER, &keep, "N",
          "how many published versions readers may still be in (default: 2)" },
        { "events-older-than", MAP_NUMBER, &days, "DAYS",
          "forget the event ids that were written before that, too" },
    };
    map_arguments rest = { 0 };
    int64_t rows;
    store *s;
    int status = read(&(map_usage){ "store gc", "[OPTION ...]", "collect what no version shows any more",
                                    "Edges that people added, confirmed or removed stay known. Once its "
                                    "events are forgotten, a log that is read\n"
                                    "again from its start counts twice.\n" },
                      options, 3, count, arguments, 0, &rest);

    map_arguments_free(&rest);
    if (status != MAP_GO_ON)
        return status;
    if (keep == 0 || keep > 1000000 || days > 1000000) {
        map_complain("--keep and --events-older-than are too small or too large");
        return MAP_FAILURE;
    }
    s = command_open(where, 0);
    if (s == NULL)
        return MAP_FAILURE;
    status = command_status(s, store_gc(s, (unsigned)keep, (unsigned)days, &rows));
    if (status == MAP_OK)
        printf("%lld rows collected\n", (long long)rows);
    store_close(s);
    return status;
}

static int drop_batch(int count, char **arguments)
{
    const char *where = COMMAND_DEFAULT_STORE;
    const map_option options[] = { COMMAND_STORE_OPTION(where) };
    map_arguments rest = { 0 };
    store *s = NULL;
    int status = read(&(map_usage){ "store drop-batch", "NAME [OPTION ...]", "undo what a batch brought",
                                    "Its runs, events and read positions go, and the statements and edges "
                                    "that no other batch holds: the same\n"
                                    "load can be run again. Edges by hand stay.\n" },
                      options, 1, count, arguments, 1, &rest);

    if (status == MAP_GO_ON) {
        s = command_open(where, 0);
        status = s == NULL ? MAP_FAILURE : command_status(s, store_batch_drop(s, rest.items[0]));
    }
    map_arguments_free(&rest);
    store_close(s);
    return status;
}

int map_store(int count, char **arguments)
{
    static const command_action actions[] = {
        { "info", info_action, "its engine, version and batches" },
        { "migrate", migrate, "make a store, or bring an older one up to date" },
        { "gc", gc, "collect what no version shows any more" },
        { "drop-batch", drop_batch, "undo what a batch brought" },
        { "engines", engines, "the database engines of this build" },
    };

    return command_dispatch("store", "make, describe and tend a lineage store", actions,
                            sizeof actions / sizeof *actions, count, arguments);
}
