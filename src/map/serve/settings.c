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

/* What the command line gives as text and numbers. */
typedef struct given {
    const char *listen, *token_file;
    uint64_t threads, connections, body, request, analyze;
} given;

static int read_options(serve_settings *settings, given *g, int count, char **arguments, map_arguments *rest)
{
    const map_option options[] = {
        { "store", MAP_TEXT, &settings->store, "WHERE",
          "the store: a file, or postgresql://...; without one only pasted SQL can be looked at" },
        { "listen", MAP_TEXT, &g->listen, "ADDRESS:PORT",
          "where to listen (default: 127.0.0.1:8080; port 0: any free one)" },
        { "host", MAP_TEXT, &settings->host, "NAME",
          "a name by which a proxy asks a server that listens on loopback" },
        { "token-file", MAP_TEXT, &g->token_file, "FILE",
          "the token that allows changes is the first line of this file" },
        { "cors", MAP_TEXT, &settings->origin, "ORIGIN",
          "pages of this origin may read the answers (default: none)" },
        { "dialect", MAP_TEXT, &settings->dialect, "NAME",
          "the dialect that the page offers first for pasted SQL" },
        { "threads", MAP_NUMBER, &g->threads, "N", "how many requests are worked on at a time (default: 4)" },
        { "connections", MAP_NUMBER, &g->connections, "N",
          "how many connections are held at a time (default: 256)" },
        { "body-limit", MAP_NUMBER, &g->body, "KIB", "the largest body of a request (default: 4096)" },
        { "request-seconds", MAP_NUMBER, &g->request, "N",
          "how long a client may take to send a request (default: 30)" },
        { "analyze-seconds", MAP_NUMBER, &g->analyze, "N",
          "how long pasted SQL may be worked on (default: 10)" },
        { "quiet", MAP_FLAG, &settings->quiet, NULL,
          "do not tell on standard error where the server listens" },
    };

    return map_read_options(&usage, options, sizeof options / sizeof *options, count, arguments, rest);
}

int serve_read_settings(serve_settings *settings, int count, char **arguments)
{
    given g = { "127.0.0.1:8080", NULL, 4, 256, 4096, 30, 10 };
    map_arguments rest = { 0 };
    int status = read_options(settings, &g, count, arguments, &rest);
    bool fine = status == MAP_GO_ON;

    if (fine && rest.count > 0) {
        map_complain("serve takes no argument %s", rest.items[0]);
        fine = false;
    }
    map_arguments_free(&rest);
    if (status == MAP_OK)
        return 0;
    if (!fine || !in_range("threads", g.threads, 1, 64) || !in_range("connections", g.connections, 8, 10000) ||
        !in_range("body-limit", g.body, 1, 1 << 20) || !in_range("request-seconds", g.request, 1, 3600) ||
        !in_range("analyze-seconds", g.analyze, 1, 3600))
        return -1;
    settings->threads = (unsigned)g.threads;
    settings->connections = (unsigned)g.connections;
    settings->body_limit = (size_t)g.body * 1024;
    settings->request_seconds = (unsigned)g.request;
    settings->analyze_seconds = (unsigned)g.analyze;
    return read_listen(settings, g.listen) && find_token(settings, g.token_file) ? 1 : -1;
}

void serve_free_settings(serve_settings *settings)
{
    free(settings->address);
    free(settings->token);
}
