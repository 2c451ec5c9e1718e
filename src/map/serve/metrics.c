/*
 * GET /metrics: figures in Prometheus' text form.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "map/serve/server.h"

typedef struct page {
    char *text;
    size_t length, room;
} page;

static void add(page *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(page *p, const char *format, ...)
{
    va_list values;
    int length;

    if (p->length + 512 > p->room) {
        char *text = realloc(p->text, p->room + 4096);

        if (text == NULL)
            return;
        p->text = text;
        p->room += 4096;
    }
    va_start(values, format);
    length = vsnprintf(p->text + p->length, p->room - p->length, format, values);
    va_end(values);
    if (length > 0 && (size_t)length < p->room - p->length)
        p->length += (size_t)length;
}

static void add_text(page *p, const char *text)
{
    size_t length = text != NULL ? strlen(text) : 0;

    if (p->length + length + 1 > p->room) {
        char *larger = realloc(p->text, p->length + length + 1);

        if (larger == NULL)
            return;
        p->text = larger;
        p->room = p->length + length + 1;
    }
    memcpy(p->text + p->length, text != NULL ? text : "", length + 1);
    p->length += length;
}

static void add_figure(page *p, const char *name, const char *type, const char *help, double value)
{
    add(p, "# HELP colline_serve_%s %s\n# TYPE colline_serve_%s %s\ncolline_serve_%s %.15g\n", name, help,
        name, type, name, value);
}

static void add_store(page *p, const serve_request *request)
{
    serve_readers *readers = request->server->readers;
    serve_request asking = *request;
    long long version = 0;
    char problem[256], *text;

    if (readers == NULL)
        return;
    asking.store = serve_take_reader(readers, &version, problem);
    add_figure(p, "store_up", "gauge", "1 while the store can be read.", asking.store != NULL);
    if (asking.store == NULL)
        return;
    text = serve_take_figures(&asking, true);
    add_text(p, text);
    free(text);
    serve_give_reader(readers, asking.store);
}

void serve_metrics(const serve_request *request, serve_answer *answer)
{
    serve_server *server = request->server;
    page p = { NULL, 0, 0 };
    uint64_t hits, misses;
    size_t bytes, entries;

    serve_cache_figures(server->cache, &hits, &misses, &bytes, &entries);
    add_figure(&p, "requests_total", "counter", "Requests that were answered.", (double)server->requests);
    add_figure(&p, "refused_total", "counter", "Answers with a status of 4xx.", (double)server->refused);
    add_figure(&p, "errors_total", "counter", "Answers with a status of 5xx.", (double)server->errors);
    add_figure(&p, "late_total", "counter", "Connections that were ended because they took too long.",
               (double)server->late);
    add_figure(&p, "connections", "gauge", "Connections that are open.", serve_watch_count(server->watch));
    add_figure(&p, "cache_hits_total", "counter", "Answers that came from the cache.", (double)hits);
    add_figure(&p, "cache_misses_total", "counter", "Answers that were not in the cache.", (double)misses);
    add_figure(&p, "cache_bytes", "gauge", "Bytes that the cache holds.", (double)bytes);
    add_figure(&p, "cache_entries", "gauge", "Answers that the cache holds.", (double)entries);
    add_figure(&p, "start_time_seconds", "gauge", "When the server was started, in seconds since 1970.",
               (double)server->started);
    add_store(&p, request);
    answer->status = p.text != NULL ? 200 : 503;
    answer->type = "text/plain; version=0.0.4; charset=utf-8";
    answer->body = p.text;
    answer->length = p.length;
}
