/*
 * `colline serve`: its command line and what it takes from the environment.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "map/base/options.h"
#include "map/map.h"
#include "map/serve/serve.h"

static const map_usage usage = { "serve", "[OPTION ...]",
                                 "answer questions about a lineage store over HTTP, and show them as a page",
                                 "The token that allows changes is read from a file or from the environment "
                                 "variable COLLINE_ADMIN_TOKEN, never from\n"
                                 "the command line; without one the server is read-only.  docs/map.md "
                                 "describes the page, /openapi.json the API.\n" };

enum { SHORTEST_TOKEN = 16, LONGEST_TOKEN = 1024 };

/* The first line of a file.  malloc'd; NULL: told. */
static char *read_token(const char *file)
{
    char line[LONGEST_TOKEN + 2] = "";
    FILE *in = fopen(file, "r");

    if (in == NULL) {
        map_complain("%s: %s", file, strerror(errno));
        return NULL;
    }
    if (fgets(line, sizeof line, in) == NULL)
        line[0] = '\0';
    fclose(in);
    line[strcspn(line, "\r\n")] = '\0';
    return strdup(line);
}

static bool find_token(serve_settings *settings, const char *file)
{
    const char *environment = getenv("COLLINE_ADMIN_TOKEN");

    if (file != NULL) {
        settings->token = read_token(file);
        if (settings->token == NULL)
            return false;
    } else if (environment != NULL && environment[0] != '\0') {
        settings->token = strdup(environment);
    }
    if (settings->token == NULL)
        return true;
    if (strlen(settings->token) >= SHORTEST_TOKEN && strlen(settings->token) <= LONGEST_TOKEN)
        return true;
    map_complain("the token must have %d to %d characters", SHORTEST_TOKEN, LONGEST_TOKEN);
    return false;
}

/* "127.0.0.1:8080", "[::1]:8080", "8080". */
static bool read_listen(serve_settings *settings, const char *listen)
{
    const char *colon = strrchr(listen, ':');
    const char *number = colon != NULL ? colon + 1 : listen;
    char *end;
    long port = strtol(number, &end, 10);

    if (number[0] < '0' || number[0] > '9' || *end != '\0' || port < 0 || port > 65535) {
        map_complain("--listen: %s is not ADDRESS:PORT", listen);
        return false;
    }
    settings->address = colon == NULL ? strdup("127.0.0.1") : strndup(listen, (size_t)(colon - listen));
    settings->port = (uint16_t)port;
    return settings->address != NULL;
}

static bool in_range(const char *name, uint64_t value, uint64_t low, uint64_t high)
{
    if (value >= low && value <= high)
        return true;
    map_complain("--%s must be from %llu to %llu", name, (unsigned long long)low, (unsigned long long)high);
    return false;
}

int serve_read_settings(serve_settings *settings, int count, char **arguments)
{
    const char *listen = "127.0.0.1:8080", *token_file = NULL;
    uint64_t threads = 4, connections = 256, body = 4096, seconds = 10, request = 30;
    const map_option options[] = {
        { "store", MAP_TEXT, &settings->store, "WHERE",
          "the store: a file, or postgresql://...; without one only pasted SQL can be looked at" },
        { "listen", MAP_TEXT, &listen, "ADDRESS:PORT",
          "where to listen (default: 127.0.0.1:8080; port 0: any free one)" },
        { "host", MAP_TEXT, &settings->host, "NAME",
          "a name by which a proxy asks a server that listens on loopback" },
        { "token-file", MAP_TEXT, &token_file, "FILE",
          "the token that allows changes is the first line of this file" },
        { "cors", MAP_TEXT, &settings->origin, "ORIGIN",
          "pages of this origin may read the answers (default: none)" },
        { "dialect", MAP_TEXT, &settings->dialect, "NAME",
          "the dialect that the page offers first for pasted SQL" },
        { "threads", MAP_NUMBER, &threads, "N", "how many requests are worked on at a time (default: 4)" },
        { "connections", MAP_NUMBER, &connections, "N",
          "how many connections are held at a time (default: 256)" },
        { "body-limit", MAP_NUMBER, &body, "KIB", "the largest body of a request (default: 4096)" },
        { "request-seconds", MAP_NUMBER, &request, "N",
          "how long a client may take to send a request (default: 30)" },
        { "analyze-seconds", MAP_NUMBER, &seconds, "N",
          "how long pasted SQL may be worked on (default: 10)" },
        { "quiet", MAP_FLAG, &settings->quiet, NULL,
          "do not tell on standard error where the server listens" },
    };
    map_arguments rest = { 0 };
    int status = map_read_options(&usage, options, sizeof options / sizeof *options, count, arguments, &rest);
    bool fine = status == MAP_GO_ON;

    if (fine && rest.count > 0) {
        map_complain("serve takes no argument %s", rest.items[0]);
        fine = false;
    }
    map_arguments_free(&rest);
    if (status == MAP_OK)
        return 0;
    if (!fine || !in_range("threads", threads, 1, 64) || !in_range("connections", connections, 8, 10000) ||
        !in_range("body-limit", body, 1, 1 << 20) || !in_range("request-seconds", request, 1, 3600) ||
        !in_range("analyze-seconds", seconds, 1, 3600))
        return -1;
    settings->threads = (unsigned)threads;
    settings->connections = (unsigned)connections;
    settings->body_limit = (size_t)body * 1024;
    settings->request_seconds = (unsigned)request;
    settings->analyze_seconds = (unsigned)seconds;
    return read_listen(settings, listen) && find_token(settings, token_file) ? 1 : -1;
}

void serve_free_settings(serve_settings *settings)
{
    free(settings->address);
    free(settings->token);
}
