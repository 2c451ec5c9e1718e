/*
 * `colline failures ACTION`: the queue of statements that could not be read.
 *
 * Retrying is the pipeline's work (src/map/ingest): a statement is put again with what this version of the
 * library makes of it, and store_statement_put() closes what is well now.
 */
#include "map/command/failures.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "map/command/common.h"
#include "map/ingest/retry.h"
#include "map/map.h"

static const char *const states[] = { "open", "closed", "solved" };

#define NUMBER(pool, value) map_pool_format(pool, "%lld", (long long)(value)).data

static const char *engine(const store_failure *f)
{
    const char *name = colline_dialect_name(f->dialect);

    return name != NULL ? name : "";
}

cJSON *failure_json(const store_failure *f)
{
    map_pool pool = MAP_POOL_INIT;
    cJSON *object = cJSON_CreateObject();

    cJSON_AddNumberToObject(object, "id", (double)f->statement);
    cJSON_AddStringToObject(object, "state", (unsigned)f->state < 3 ? states[f->state] : "");
    cJSON_AddStringToObject(object, "fingerprint", graph_fingerprint_text(&pool, f->fingerprint).data);
    cJSON_AddStringToObject(object, "engine", engine(f));
    cJSON_AddStringToObject(object, "code", f->code.data);
    cJSON_AddStringToObject(object, "message", f->message.data);
    cJSON_AddStringToObject(object, "text", f->text.data);
    cJSON_AddStringToObject(object, "default_db", f->default_db.data);
    cJSON_AddNumberToObject(object, "count", (double)f->count);
    cJSON_AddNumberToObject(object, "retries", f->retries);
    cJSON_AddStringToObject(object, "first_seen", graph_time_text(&pool, f->first_seen).data);
    cJSON_AddStringToObject(object, "last_seen", graph_time_text(&pool, f->last_seen).data);
    cJSON_AddStringToObject(object, "changed_at", graph_time_text(&pool, f->changed_at).data);
    cJSON_AddStringToObject(object, "who", f->who.data);
    cJSON_AddStringToObject(object, "why", f->why.data);
    map_pool_free(&pool);
    return object;
}

static void print_text(const store_failure *failures, size_t found, map_pool *pool)
{
    command_table table = { .columns = 7 };

    command_table_row(&table,
                      (const char *[]){ "ID", "STATE", "ENGINE", "RUNS", "CODE", "MESSAGE", "STATEMENT" });
    for (size_t i = 0; i < found; i++) {
        const store_failure *f = &failures[i];

        command_table_row(&table, (const char *[]){ NUMBER(pool, f->statement),
                                                    (unsigned)f->state < 3 ? states[f->state] : "", engine(f),
                                                    NUMBER(pool, f->count), f->code.data, f->message.data,
                                                    map_pool_format(pool, "%.60s", f->text.data).data });
    }
    command_table_print(&table);
}

static bool read_states(const char *text, unsigned *mask)
{
    *mask = strcmp(text, "all") == 0 ? 7 : 0;
    for (unsigned i = 0; i < 3; i++)
        if (strcmp(text, states[i]) == 0)
            *mask = 1u << i;
    if (*mask == 0)
        map_complain("--state wants open, closed, solved or all, not %s", text);
    return *mask != 0;
}

static int print(store *s, unsigned mask, size_t limit, bool json)
{
    map_pool pool = MAP_POOL_INIT;
    store_failure *failures;
    size_t found;
    int status = command_status(s, store_failures(s, mask, limit, &pool, &failures, &found));

    if (status == MAP_OK && json) {
        cJSON *list = cJSON_CreateArray();

        for (size_t i = 0; i < found; i++)
            cJSON_AddItemToArray(list, failure_json(&failures[i]));
        command_print_json(list);
    } else if (status == MAP_OK) {
        print_text(failures, found, &pool);
    }
    map_pool_free(&pool);
    return status;
}

static int list(int count, char **arguments)
{
    const char *where = COMMAND_DEFAULT_STORE, *state = "open", *format = "table";
    uint64_t limit = 100;
    const map_option options[] = {
        COMMAND_STORE_OPTION(where),
        { "state", MAP_TEXT, &state, "STATE", "open (default), closed, solved or all" },
        { "limit", MAP_NUMBER, &limit, "N", "at most so many (default: 100); 0: all" },
        { "format", MAP_TEXT, &format, "FORM", "table (default) or json" },
    };
    map_arguments rest = { 0 };
    unsigned mask;
    store *s;
    int status =
        map_read_options(&(map_usage){ "failures list", "[OPTION ...]",
                                       "statements that could not be read, the most frequent first", "" },
                         options, 4, count, arguments, &rest);
    bool extra = rest.count > 0;

    map_arguments_free(&rest);
    if (status != MAP_GO_ON)
        return status;
    if (extra || (strcmp(format, "table") != 0 && strcmp(format, "json") != 0)) {
        map_complain(extra ? "failures list wants options only" : "--format wants table or json");
        return MAP_FAILURE;
    }
    if (!read_states(state, &mask))
        return MAP_FAILURE;
    s = command_open(where, STORE_READ_ONLY);
    if (s == NULL)
        return MAP_FAILURE;
    status = print(s, mask, (size_t)limit, strcmp(format, "json") == 0);
    store_close(s);
    return status;
}

static int close_one(const char *where, const char *id, const store_signature *by)
{
    char *end;
    long long number = (errno = 0, strtoll(id, &end, 10));
    store *s;
    int status;

    if (by->who[0] == '\0' || id[0] < '0' || id[0] > '9' || *end != '\0' || errno != 0) {
        map_complain(by->who[0] == '\0' ? "failures close wants --who: a decision has a name to it"
                                        : "an ID is wanted, as `failures list` shows it");
        return MAP_FAILURE;
    }
    s = command_open(where, 0);
    if (s == NULL)
        return MAP_FAILURE;
    status = command_status(s, store_failure_close(s, number, by));
    store_close(s);
    return status;
}

static int close_action(int count, char **arguments)
{
    const char *where = COMMAND_DEFAULT_STORE;
    store_signature by = { "", "" };
    const map_option options[] = {
        COMMAND_STORE_OPTION(where),
        { "who", MAP_TEXT, &by.who, "NAME", "who says so" },
        { "why", MAP_TEXT, &by.why, "TEXT", "why" },
    };
    map_arguments rest = { 0 };
    int status = map_read_options(&(map_usage){ "failures close", "ID --who NAME [OPTION ...]",
                                                "a failure that nobody need look at again",
                                                "It stays closed when the statement fails again.\n" },
                                  options, 3, count, arguments, &rest);

    if (status == MAP_GO_ON && rest.count != 1) {
        map_complain("failures close wants an ID");
        status = MAP_FAILURE;
    }
    if (status == MAP_GO_ON)
        status = close_one(where, rest.items[0], &by);
    map_arguments_free(&rest);
    return status;
}

int map_failures(int count, char **arguments)
{
    static const command_action actions[] = {
        { "list", list, "statements that could not be read" },
        { "retry", ingest_failures_retry, "read them again: this version may know more" },
        { "close", close_action, "a failure that nobody need look at again" },
    };

    return command_dispatch("failures", "the queue of statements that could not be read", actions,
                            sizeof actions / sizeof *actions, count, arguments);
}
