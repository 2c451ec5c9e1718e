/*
 * What the server tells about itself: whether it is well, what it can do, and figures for Prometheus.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "colline.h"
#include "map/serve/server.h"

/* GET /healthz: 200 while the store can be read. */
void serve_healthz(const serve_request *request, serve_answer *answer)
{
    cJSON *root;
    long long version = 0;
    char problem[256];

    if (request->server->readers != NULL) {
        serve_store *store = serve_take_reader(request->server->readers, &version, problem);

        if (store == NULL) {
            serve_problem(answer, 503, "%s", problem);
            return;
        }
        serve_give_reader(request->server->readers, store);
    }
    root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "status", "ok");
    if (request->server->readers != NULL)
        cJSON_AddNumberToObject(root, "store_version", (double)version);
    serve_json(answer, 200, root);
}

/* GET /settings: what a page needs to know before it asks. */
void serve_about(const serve_request *request, serve_answer *answer)
{
    const serve_settings *settings = request->settings;
    cJSON *root = cJSON_CreateObject(), *dialects;
    const char *name;

    cJSON_AddStringToObject(root, "version", colline_version());
    cJSON_AddBoolToObject(root, "store", settings->store != NULL);
    cJSON_AddBoolToObject(root, "changes", settings->token != NULL);
    cJSON_AddNumberToObject(root, "body_limit", (double)settings->body_limit);
    cJSON_AddStringToObject(root, "dialect", settings->dialect != NULL ? settings->dialect : "generic");
    dialects = cJSON_AddArrayToObject(root, "dialects");
    for (int i = 0; (name = colline_dialect_name((colline_dialect)i)) != NULL; i++)
        cJSON_AddItemToArray(dialects, cJSON_CreateString(name));
    serve_json(answer, 200, root);
}
