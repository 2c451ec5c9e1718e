/*
 * Routes: a method and a path find their handler; parameters and bodies are checked here, once for all
 * handlers.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "map/serve/serve.h"

static const serve_route routes[] = {
#define ROUTE(method, path, handler, parameters, flags) { #method, path, parameters, flags, serve_##handler },
#include "map/serve/routes.def"
#undef ROUTE
};

/* "/edges/{}/confirm" against "/edges/17/confirm": where 17 starts; path's end where the pattern has no {};
 * NULL: no. */
static const char *match(const char *pattern, const char *path)
{
    const char *item = NULL;

    while (*pattern != '\0') {
        if (pattern[0] == '{') {
            item = path;
            path += strcspn(path, "/");
            if (path == item)
                return NULL;
            pattern += 2;
        } else if (*pattern++ != *path++) {
            return NULL;
        }
    }
    if (*path != '\0')
        return NULL;
    return item != NULL ? item : path;
}

static void allow_method(char allow[64], const char *method)
{
    if (allow[0] != '\0')
        strncat(allow, ", ", 63 - strlen(allow));
    strncat(allow, method, 63 - strlen(allow));
}

const serve_route *serve_find_route(const char *method, const char *path, const char **item, char allow[64])
{
    if (strcmp(method, "HEAD") == 0)
        method = "GET";
    allow[0] = '\0';
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        *item = match(routes[i].path, path);
        if (*item == NULL)
            continue;
        if (strcmp(routes[i].method, method) == 0)
            return &routes[i];
        allow_method(allow, routes[i].method);
        if (strcmp(routes[i].method, "GET") == 0)
            allow_method(allow, "HEAD");
    }
    return NULL;
}

bool serve_next_name(const char **at, char name[32], bool *required)
{
    size_t length;

    *at += strspn(*at, " ");
    length = strcspn(*at, "!?");
    if ((*at)[length] == '\0' || length >= 32)
        return false;
    memcpy(name, *at, length);
    name[length] = '\0';
    *required = (*at)[length] == '!';
    *at += length + 1;
    return true;
}

/* ---- Parameters
 * ----------------------------------------------------------------------------------------------- */

const char *serve_parameter(const serve_request *request, const char *name)
{
    for (size_t i = 0; i < request->parameter_count; i++)
        if (strcmp(request->parameters[i].name, name) == 0)
            return request->parameters[i].value;
    return NULL;
}

bool serve_number(const serve_request *request, serve_answer *answer, const char *name, long low, long high,
                  long missing, long *number)
{
    const char *text = serve_parameter(request, name);
    char *end;

    *number = missing;
    if (text == NULL)
        return true;
    errno = 0;
    *number = strtol(text, &end, 10);
    if (errno == 0 && text[0] >= '0' && text[0] <= '9' && *end == '\0' && *number >= low && *number <= high)
        return true;
    serve_problem(answer, 400, "%s must be a whole number from %ld to %ld", name, low, high);
    return false;
}

bool serve_choice(const serve_request *request, serve_answer *answer, const char *name, const char *words,
                  int *choice)
{
    const char *text = serve_parameter(request, name), *word = words;

    *choice = 0;
    if (text == NULL)
        return true;
    for (;;) {
        size_t length = strcspn(word, "|");

        if (strlen(text) == length && memcmp(text, word, length) == 0)
            return true;
        if (word[length] == '\0')
            break;
        word += length + 1;
        ++*choice;
    }
    serve_problem(answer, 400, "%s must be one of %s", name, words);
    return false;
}

/* ---- Bodies
 * ----------------------------------------------------------------------------------------------------- */

cJSON *serve_body(const serve_request *request, serve_answer *answer)
{
    const char *end = NULL;
    cJSON *root;

    if (request->length == 0 || memchr(request->body, '\0', request->length) != NULL) {
        serve_problem(answer, 400, "the body must be a JSON object");
        return NULL;
    }
    root = cJSON_ParseWithLengthOpts(request->body, request->length + 1, &end, 1);
    if (cJSON_IsObject(root))
        return root;
    if (root == NULL && end != NULL)
        serve_problem(answer, 400, "the body is not JSON: see byte %zu", (size_t)(end - request->body));
    else
        serve_problem(answer, 400, "the body must be a JSON object");
    cJSON_Delete(root);
    return NULL;
}

const char *serve_text(const cJSON *object, const char *name, const char *missing, serve_answer *answer)
{
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, name);

    if (member == NULL || cJSON_IsNull(member)) {
        if (missing == NULL)
            serve_problem(answer, 400, "the member %s is missing", name);
        return missing;
    }
    if (cJSON_IsString(member))
        return member->valuestring;
    serve_problem(answer, 400, "the member %s must be a text", name);
    return NULL;
}

/* ---- Answers
 * ---------------------------------------------------------------------------------------------------- */

void serve_json(serve_answer *answer, unsigned status, cJSON *root)
{
    char *text = root != NULL ? cJSON_PrintUnformatted(root) : NULL;

    cJSON_Delete(root);
    free(answer->body);
    answer->status = text != NULL ? status : 500;
    answer->type = "application/json; charset=utf-8";
    answer->body = text;
    answer->length = text != NULL ? strlen(text) : 0;
}

void serve_problem(serve_answer *answer, unsigned status, const char *format, ...)
{
    char reason[512];
    cJSON *root = cJSON_CreateObject(), *error = cJSON_AddObjectToObject(root, "error");
    va_list values;

    va_start(values, format);
    vsnprintf(reason, sizeof reason, format, values);
    va_end(values);
    cJSON_AddNumberToObject(error, "status", status);
    cJSON_AddStringToObject(error, "reason", reason);
    serve_json(answer, status, root);
}
