/*
 * An HTTP endpoint as a sink: one POST an event, over a connection that is kept.
 *
 *     2xx delivered    408, 425, 429, 5xx, no answer: away    3xx and other 4xx: refused
 */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "map/base/memory.h"
#include "map/emit/sink.h"

typedef struct http_sink {
    emit_sink sink;
    CURL *curl;
    struct curl_slist *headers;
} http_sink;

/* What the endpoint has to say is not kept. */
static size_t discard(char *data, size_t size, size_t count, void *user)
{
    (void)data;
    (void)user;
    return size * count;
}

static emit_outcome outcome_of(long status)
{
    if (status >= 200 && status < 300)
        return EMIT_DELIVERED;
    return status == 408 || status == 425 || status == 429 || status >= 500 ? EMIT_AWAY : EMIT_REFUSED;
}

static emit_outcome deliver(emit_sink *sink, const emit_event *event)
{
    CURL *curl = ((http_sink *)sink)->curl;
    curl_off_t wait = 0;
    long status = 0;
    CURLcode code;

    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)event->json.length);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, event->json.data);
    code = curl_easy_perform(curl);
    sink->retry_after = 0;
    if (code != CURLE_OK) {
        snprintf(sink->problem, sizeof sink->problem, "%s", curl_easy_strerror(code));
        return EMIT_AWAY;
    }
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    if (curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &wait) == CURLE_OK)
        sink->retry_after = (double)wait;
    if (outcome_of(status) != EMIT_DELIVERED)
        snprintf(sink->problem, sizeof sink->problem, "HTTP status %ld", status);
    return outcome_of(status);
}

static emit_outcome flush(emit_sink *sink)
{
    (void)sink;
    return EMIT_DELIVERED;
}

static void close_http(emit_sink *sink)
{
    curl_slist_free_all(((http_sink *)sink)->headers);
    curl_easy_cleanup(((http_sink *)sink)->curl);
    free(sink);
    curl_global_cleanup();
}

/* A header, or with `@FILE` the first line of a file, so that secrets need not stand on a command line. */
static bool add_header(http_sink *sink, const char *text)
{
    char line[8192] = "";
    FILE *file = *text == '@' ? fopen(text + 1, "r") : NULL;

    if (*text == '@' && (file == NULL || fgets(line, sizeof line, file) == NULL))
        map_complain("%s: a header cannot be read from it", text + 1);
    if (file != NULL)
        fclose(file);
    line[strcspn(line, "\r\n")] = '\0';
    if (*text == '@' && *line == '\0')
        return false;
    sink->headers = curl_slist_append(sink->headers, *text == '@' ? line : text);
    return true;
}

static bool set_up(http_sink *sink, const char *url, const emit_settings *settings)
{
    CURL *curl = sink->curl;

    sink->headers = curl_slist_append(NULL, "Content-Type: application/json");
    for (size_t i = 0; i < settings->headers.count; i++)
        if (!add_header(sink, settings->headers.items[i]))
            return false;
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, sink->headers);
    curl_easy_setopt(curl, CURLOPT_POST, 1L);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)settings->timeout);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)settings->timeout);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, discard);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "colline");
    return curl_easy_setopt(curl, CURLOPT_URL, url) == CURLE_OK;
}

emit_sink *emit_http_open(const char *url, const emit_settings *settings)
{
    http_sink *sink = map_get(sizeof *sink);

    curl_global_init(CURL_GLOBAL_DEFAULT);
    *sink = (http_sink){ .sink = { .deliver = deliver, .flush = flush, .close = close_http }, .curl = curl_easy_init() };
    if (sink->curl != NULL && set_up(sink, url, settings))
        return &sink->sink;
    close_http(&sink->sink);
    return NULL;
}
