/*
 * One request: found its route, checked, answered.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "map/serve/server.h"

/* ---- Names and passwords
 * ------------------------------------------------------------------------------------ */

/* "127.0.0.1:8080" is 127.0.0.1, "[::1]:8080" is [::1]. */
static size_t host_length(const char *host)
{
    return host[0] == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":");
}

static bool is_host(const char *host, const char *name)
{
    size_t length = strlen(name);

    return host_length(host) == length && strncasecmp(host, name, length) == 0;
}

/* A page of another site can have its own name resolve to 127.0.0.1, and would then read what this server
 * tells: on loopback only requests that name loopback are answered. */
static bool host_allowed(const serve_server *server, struct MHD_Connection *connection)
{
    const char *host = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Host");

    if (!server->loopback)
        return true;
    if (host == NULL)
        return false;
    return is_host(host, "localhost") || is_host(host, "127.0.0.1") || is_host(host, "[::1]") ||
           is_host(host, server->settings.address) ||
           (server->settings.host != NULL && is_host(host, server->settings.host));
}

/* In time that depends on what was presented, not on the token. */
static bool same_token(const char *token, const char *presented)
{
    size_t length = strlen(token), given = strlen(presented);
    volatile unsigned char difference = length != given;

    for (size_t i = 0; i < given; i++)
        difference = (unsigned char)(difference | (token[i % length] ^ presented[i]));
    return difference == 0;
}

/* 0, or the status that refuses it. */
static unsigned authorize(const serve_server *server, struct MHD_Connection *connection)
{
    const char *header = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Authorization");

    if (server->settings.token == NULL)
        return 403;
    if (header == NULL || strncasecmp(header, "Bearer ", 7) != 0)
        return 401;
    return same_token(server->settings.token, header + 7) ? 0 : 401;
}

/* ---- Parameters
 * --------------------------------------------------------------------------------------------------- */

typedef struct collecting {
    serve_request *request;
    char problem[160];
} collecting;

static bool utf8(const char *text)
{
    const unsigned char *p = (const unsigned char *)text;

    while (*p != '\0') {
        int more = *p < 0x80                 ? 0
                   : *p >= 0xC2 && *p < 0xE0 ? 1
                   : *p >= 0xE0 && *p < 0xF0 ? 2
                   : *p >= 0xF0 && *p < 0xF5 ? 3
                                             : -1;

        if (more < 0)
            return false;
        for (p++; more > 0; more--, p++)
            if ((*p & 0xC0) != 0x80)
                return false;
    }
    return true;
}

static bool listed(const char *list, const char *name)
{
    char word[32];
    bool required;

    while (serve_next_name(&list, word, &required))
        if (strcmp(word, name) == 0)
            return true;
    return false;
}

static enum MHD_Result collect(void *context, enum MHD_ValueKind kind, const char *name, size_t name_size,
                               const char *value, size_t value_size)
{
    collecting *c = context;
    serve_request *request = c->request;

    (void)kind;
    if (strlen(name) != name_size || !utf8(name) || !listed(request->route->parameters, name))
        snprintf(c->problem, sizeof c->problem, "there is no such parameter; the parameters are: %s",
                 request->route->parameters[0] != '\0' ? request->route->parameters : "none");
    else if (serve_parameter(request, name) != NULL)
        snprintf(c->problem, sizeof c->problem, "%s is given twice", name);
    else if (value == NULL || strlen(value) != value_size || !utf8(value))
        snprintf(c->problem, sizeof c->problem, "the value of %s is no UTF-8 text", name);
    if (c->problem[0] != '\0' || request->parameter_count == SERVE_PARAMETERS)
        return MHD_NO;
    request->parameters[request->parameter_count].name = name;
    request->parameters[request->parameter_count++].value = value;
    return MHD_YES;
}

static bool read_parameters(serve_request *request, struct MHD_Connection *connection, serve_answer *answer)
{
    collecting c = { request, "" };
    const char *list = request->route->parameters;
    char name[32];
    bool required;

    MHD_get_connection_values_n(connection, MHD_GET_ARGUMENT_KIND, collect, &c);
    if (c.problem[0] != '\0') {
        serve_problem(answer, 400, "%s", c.problem);
        return false;
    }
    while (serve_next_name(&list, name, &required)) {
        const char *value = serve_parameter(request, name);

        if (required && (value == NULL || value[0] == '\0')) {
            serve_problem(answer, 400, "the parameter %s is missing", name);
            return false;
        }
    }
    return true;
}

/* What was asked, however the parameters were ordered: "GET /lineage/table db=dw table=a".  malloc'd. */
static char *cache_key(const serve_request *request)
{
    const char *list = request->route->parameters;
    size_t room = strlen(request->route->path) + strlen(request->item) + 2;
    char name[32], *key;
    bool required;

    for (size_t i = 0; i < request->parameter_count; i++)
        room += strlen(request->parameters[i].name) + strlen(request->parameters[i].value) + 2;
    key = malloc(room);
    if (key == NULL)
        return NULL;
    room = (size_t)sprintf(key, "%s\n%s", request->route->path, request->item);
    while (serve_next_name(&list, name, &required))
        if (serve_parameter(request, name) != NULL)
            room += (size_t)sprintf(key + room, "\n%s=%s", name, serve_parameter(request, name));
    return key;
}

/* ---- Answering
 * ---------------------------------------------------------------------------------------------------------
 */

static enum MHD_Result send_answer(serve_server *server, struct MHD_Connection *connection,
                                   serve_answer *answer)
{
    serve_response *response = serve_make_response(&server->settings, answer);
    enum MHD_Result result;

    if (response == NULL)
        return MHD_NO;
    if (response->status >= 500)
        server->errors++;
    else if (response->status >= 400)
        server->refused++;
    result = serve_send(connection, response);
    serve_drop_response(response);
    return result;
}

static enum MHD_Result refuse(serve_server *server, struct MHD_Connection *connection, unsigned status,
                              const char *reason)
{
    serve_answer answer = { 0 };

    serve_problem(&answer, status, "%s", reason);
    return send_answer(server, connection, &answer);
}

/* With a header of its own: Allow, WWW-Authenticate. */
static enum MHD_Result refuse_with(serve_server *server, struct MHD_Connection *connection, unsigned status,
                                   const char *reason, const char *header, const char *value)
{
    serve_answer answer = { 0 };
    serve_response *response;
    enum MHD_Result result;

    serve_problem(&answer, status, "%s", reason);
    response = serve_make_response(&server->settings, &answer);
    if (response == NULL)
        return MHD_NO;
    server->refused++;
    MHD_add_response_header(response->plain, header, value);
    result = serve_send(connection, response);
    serve_drop_response(response);
    return result;
}

/* A reader's answer: from the cache where it has one. */
static enum MHD_Result answer_from_store(serve_request *request, struct MHD_Connection *connection)
{
    serve_server *server = request->server;
    bool cached = (request->route->flags & SERVE_CACHE) != 0;
    serve_answer answer = { 0 };
    serve_response *response = NULL;
    enum MHD_Result result;
    long long version = 0;
    char problem[256], *key = cached ? cache_key(request) : NULL;

    request->store = serve_take_reader(server->readers, &version, problem);
    if (request->store == NULL) {
        free(key);
        return refuse(server, connection, 503, problem);
    }
    if (key != NULL)
        response = serve_cache_get(server->cache, key, version);
    if (response == NULL) {
        request->route->handler(request, &answer);
        if (answer.status >= 500)
            server->errors++;
        response = serve_make_response(&server->settings, &answer);
        if (response != NULL && key != NULL && (response->status == 200 || response->status == 404))
            serve_cache_put(server->cache, key, version, response);
    }
    serve_give_reader(server->readers, request->store);
    request->store = NULL;
    free(key);
    result = response != NULL ? serve_send(connection, response) : MHD_NO;
    serve_drop_response(response);
    return result;
}

static enum MHD_Result answer_request(serve_request *request, struct MHD_Connection *connection)
{
    serve_server *server = request->server;
    serve_answer answer = { 0 };

    if (!read_parameters(request, connection, &answer))
        return send_answer(server, connection, &answer);
    if ((request->route->flags & SERVE_STORE) != 0)
        return answer_from_store(request, connection);
    request->route->handler(request, &answer);
    return send_answer(server, connection, &answer);
}

static enum MHD_Result send_file(serve_server *server, struct MHD_Connection *connection,
                                 const serve_file *file)
{
    serve_response *response = serve_cache_get(server->files, file->path, 0);
    enum MHD_Result result;

    if (response == NULL) {
        response = serve_file_response(&server->settings, file);
        if (response != NULL)
            serve_cache_put(server->files, file->path, 0, response);
    }
    if (response == NULL)
        return refuse(server, connection, 500, "no memory");
    result = serve_send(connection, response);
    serve_drop_response(response);
    return result;
}

/* What a browser asks before it lets a page of the allowed origin ask. */
static enum MHD_Result answer_preflight(serve_server *server, struct MHD_Connection *connection)
{
    struct MHD_Response *response = MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
    enum MHD_Result result;

    MHD_add_response_header(response, "Access-Control-Allow-Origin", server->settings.origin);
    MHD_add_response_header(response, "Access-Control-Allow-Methods", "GET, POST, PATCH, DELETE");
    MHD_add_response_header(response, "Access-Control-Allow-Headers",
                            "Content-Type, Authorization, If-None-Match");
    MHD_add_response_header(response, "Access-Control-Max-Age", "600");
    result = MHD_queue_response(connection, 204, response);
    MHD_destroy_response(response);
    return result;
}

/* ---- The first look, when the headers are there
 * --------------------------------------------------------------- */

static bool has_body(const char *method)
{
    return strcmp(method, "POST") == 0 || strcmp(method, "PATCH") == 0 || strcmp(method, "DELETE") == 0;
}

static bool announces_too_much(const serve_server *server, struct MHD_Connection *connection)
{
    const char *length = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Content-Length");

    return length != NULL && strtoull(length, NULL, 10) > server->settings.body_limit;
}

/* A browser sends a form to any site without asking first, but not JSON. */
static bool is_json(struct MHD_Connection *connection)
{
    const char *type = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Content-Type");

    return type != NULL && strncasecmp(type, "application/json", 16) == 0 &&
           (type[16] == '\0' || type[16] == ';' || type[16] == ' ');
}

static enum MHD_Result refuse_method(serve_server *server, struct MHD_Connection *connection,
                                     const char *allow)
{
    if (allow[0] == '\0')
        return refuse(server, connection, 404, "there is no such path; see /openapi.json");
    return refuse_with(server, connection, 405, "the path knows other methods only", "Allow", allow);
}

/* Queues the answer when there is nothing to read: the page, or a refusal.  MHD_YES and request->route NULL
 * then. */
static enum MHD_Result begin_request(serve_request *request, struct MHD_Connection *connection,
                                     const char *url, const char *method)
{
    serve_server *server = request->server;
    const serve_file *file =
        strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0 ? serve_find_file(url) : NULL;
    const serve_route *route;
    const char *item;
    char allow[64];
    unsigned status;

    server->requests++;
    if (!host_allowed(server, connection))
        return refuse(server, connection, 421, "this server answers to the name it listens on; see --host");
    if (request->cut || !utf8(url))
        return refuse(server, connection, 400, "the address is no UTF-8 text");
    if (file != NULL)
        return send_file(server, connection, file);
    if (strcmp(method, "OPTIONS") == 0 && server->settings.origin != NULL)
        return answer_preflight(server, connection);
    route = serve_find_route(method, url, &item, allow);
    if (route == NULL)
        return refuse_method(server, connection, allow);
    if ((route->flags & SERVE_ADMIN) != 0 && (status = authorize(server, connection)) != 0)
        return status == 403 ? refuse(server, connection, 403,
                                      "this server is read-only: it was started without a token")
                             : refuse_with(server, connection, 401, "the token is missing or wrong",
                                           "WWW-Authenticate", "Bearer realm=\"colline\"");
    if ((route->flags & SERVE_STORE) != 0 && server->readers == NULL)
        return refuse(server, connection, 404, "this server has no store: it was started without --store");
    if (has_body(method) && !is_json(connection))
        return refuse(server, connection, 415, "send Content-Type: application/json");
    if (announces_too_much(server, connection))
        return refuse(server, connection, 413, "the body is larger than this server takes");
    request->route = route;
    request->item = strndup(item, strcspn(item, "/"));
    return request->item != NULL ? MHD_YES : MHD_NO;
}

static enum MHD_Result take_upload(serve_request *request, const char *upload, size_t *size)
{
    size_t length = *size;

    *size = 0;
    if (request->route == NULL || request->length > request->settings->body_limit)
        return MHD_YES; /* read, and let go: the answer comes at the end */
    if (request->length + length + 1 > request->room) {
        size_t room = (request->length + length + 1) * 2;
        char *body;

        if (request->length + length > request->settings->body_limit) {
            request->length = request->settings->body_limit + 1;
            return MHD_YES;
        }
        body = realloc(request->body, room);
        if (body == NULL)
            return MHD_NO;
        request->body = body;
        request->room = room;
    }
    memcpy(request->body + request->length, upload, length);
    request->length += length;
    request->body[request->length] = '\0';
    return MHD_YES;
}

/* ---- libmicrohttpd's callbacks
 * ------------------------------------------------------------------------------- */

static serve_watched *watched(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

    return info != NULL ? info->socket_context : NULL;
}

/* Called with the request line as it was sent: what libmicrohttpd hands on is cut at a NUL.  (Nothing is
 * allocated here: whoever sends no more than this line is never told of again.) */
static char cut_address;

void *serve_begin(void *context, const char *uri, struct MHD_Connection *connection)
{
    (void)context;
    (void)connection;
    return strstr(uri, "%00") != NULL ? &cut_address : NULL;
}

static serve_request *new_request(serve_server *server, bool cut)
{
    serve_request *request = calloc(1, sizeof *request);

    if (request != NULL) {
        request->server = server;
        request->settings = &server->settings;
        request->cut = cut;
    }
    return request;
}

enum MHD_Result serve_access(void *context, struct MHD_Connection *connection, const char *url,
                             const char *method, const char *version, const char *upload, size_t *upload_size,
                             void **request_context)
{
    serve_server *server = context;
    serve_request *request = *request_context;

    (void)version;
    if (*request_context == NULL || *request_context == &cut_address) {
        request = new_request(server, *request_context == &cut_address);
        *request_context = request;
        if (request == NULL)
            return MHD_NO;
        /* (An answer that is given now ends the connection: right before a body is read, a waste otherwise.)
         */
        return has_body(method) ? begin_request(request, connection, url, method) : MHD_YES;
    }
    if (*upload_size > 0)
        return take_upload(request, upload, upload_size);
    serve_watch_answer(server->watch, watched(connection));
    if (request->route == NULL) {
        enum MHD_Result result = begin_request(request, connection, url, method);

        if (request->route == NULL)
            return result;
    }
    if (request->length > server->settings.body_limit)
        return refuse(server, connection, 413, "the body is larger than this server takes");
    return answer_request(request, connection);
}

void serve_completed(void *context, struct MHD_Connection *connection, void **request_context,
                     enum MHD_RequestTerminationCode code)
{
    serve_server *server = context;
    serve_request *request = *request_context;

    (void)code;
    serve_watch_request(server->watch, watched(connection));
    if (request != NULL && *request_context != &cut_address) {
        free(request->item);
        free(request->body);
        free(request);
    }
    *request_context = NULL;
}

void serve_connection(void *context, struct MHD_Connection *connection, void **socket_context,
                      enum MHD_ConnectionNotificationCode code)
{
    serve_server *server = context;
    const union MHD_ConnectionInfo *info;

    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        serve_watch_end(server->watch, *socket_context);
        *socket_context = NULL;
        return;
    }
    info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    *socket_context = info != NULL ? serve_watch_begin(server->watch, info->connect_fd) : NULL;
}
