/*
 * GET /failures: the queue of statements that could not be read.
 */
#define _POSIX_C_SOURCE 200809L
#include <string.h>

#include "map/serve/json.h"

static cJSON *failure_json(const store_failure *f)
{
    static const char *const states[] = { "open", "closed", "solved" };
    cJSON *object = cJSON_CreateObject();

    cJSON_AddNumberToObject(object, "id", (double)f->statement);
    cJSON_AddStringToObject(object, "state", states[f->state]);
    serve_add_fingerprint(object, "fingerprint", f->fingerprint);
    cJSON_AddStringToObject(object, "dialect", colline_dialect_name(f->dialect));
    serve_add_text(object, "code", f->code);
    serve_add_text(object, "message", f->message);
    serve_add_text(object, "text", f->text);
    serve_add_text(object, "default_db", f->default_db);
    serve_add_time(object, "first_seen", f->first_seen);
    serve_add_time(object, "last_seen", f->last_seen);
    serve_add_time(object, "changed_at", f->changed_at);
    cJSON_AddNumberToObject(object, "count", (double)f->count);
    cJSON_AddNumberToObject(object, "retries", f->retries);
    serve_add_text(object, "who", f->who);
    serve_add_text(object, "why", f->why);
    return object;
}

void serve_failures(const serve_request *request, serve_answer *answer)
{
    static const unsigned masks[] = { 1u << STORE_FAILURE_OPEN, 1u << STORE_FAILURE_CLOSED,
                                      1u << STORE_FAILURE_SOLVED, 7 };
    store_failure *failures = NULL;
    size_t count = 0;
    long limit, offset;
    int state;
    cJSON *root, *list;

    if (!serve_choice(request, answer, "state", "open|closed|solved|all", &state) ||
        !serve_number(request, answer, "limit", 1, 1000, 100, &limit) ||
        !serve_number(request, answer, "offset", 0, 1000000, 0, &offset) ||
        !serve_well(request, answer,
                    store_failures(request->store->store, masks[state], (size_t)(offset + limit + 1),
                                   &request->store->pool, &failures, &count)))
        return;
    root = cJSON_CreateObject();
    list = cJSON_AddArrayToObject(root, "failures");
    for (size_t i = (size_t)offset; i < count && i < (size_t)(offset + limit); i++)
        cJSON_AddItemToArray(list, failure_json(&failures[i]));
    cJSON_AddBoolToObject(root, "truncated", count > (size_t)(offset + limit));
    serve_json(answer, 200, root);
}
