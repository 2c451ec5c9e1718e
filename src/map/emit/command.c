/*
 * `colline emit`: OpenLineage events from JSON Lines to a sink, in order, at least once.
 *
 *     colline lineage --format openlineage *.sql | colline emit --to http://marquez:5000/api/v1/lineage --spool out/
 *
 * While the sink is away, events go to the spool and the oldest is tried now and then, with longer and longer pauses;
 * without a spool the command waits and tries again.
 */
#define _POSIX_C_SOURCE 200809L
#include <cjson/cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "map/base/memory.h"
#include "map/emit/sink.h"
#include "map/emit/spool.h"
#include "map/needs.h"

enum { LONGEST_PAUSE = 30 };
#define FIRST_PAUSE 0.1

typedef struct outbox {
    emit_sink *sink;
    emit_spool *spool; /* NULL: none */
    uint64_t tries;    /* for one event, where it cannot be put aside, and for the spool at the end */
    double pause;      /* seconds until the sink is asked again; 0: it is not away */
    double ask_at;     /* when that is */
    uint64_t delivered, spooled, refused, ignored, lost;
    bool draining, failed; /* what is under way comes from the spool; and was given up */
    bool broken;           /* the spool cannot be written */
} outbox;

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void wait_until(double when)
{
    double left = when - now();
    struct timespec t = { (time_t)left, (long)((left - (double)(time_t)left) * 1e9) };

    if (left > 0)
        nanosleep(&t, NULL);
}

/* ---- One event ----------------------------------------------------------------------------------- */

static void came_back(outbox *o)
{
    o->pause = 0;
}

/* Twice the last pause, or what the other side asked for. */
static void went_away(outbox *o)
{
    o->pause = o->pause == 0 ? FIRST_PAUSE : o->pause * 2;
    if (o->sink->retry_after > o->pause)
        o->pause = o->sink->retry_after;
    if (o->pause > LONGEST_PAUSE)
        o->pause = LONGEST_PAUSE;
    o->ask_at = now() + o->pause;
}

static void refuse(outbox *o, colline_text event)
{
    if (o->refused++ == 0)
        map_complain("refused: %s", o->sink->problem);
    if (o->spool != NULL)
        o->broken |= !emit_spool_refuse(o->spool, event);
}

static void put_aside(outbox *o, colline_text event)
{
    o->spooled++;
    o->broken |= !emit_spool_add(o->spool, event);
}

/* The key of an event: its job; empty where it names none. */
static const char *key_of(const cJSON *event, char *key, size_t size)
{
    const cJSON *job = cJSON_GetObjectItemCaseSensitive(event, "job");
    const char *space = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(job, "namespace"));
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(job, "name"));

    snprintf(key, size, "%s/%s", space != NULL ? space : "", name != NULL ? name : "");
    return key;
}

static emit_outcome deliver(outbox *o, colline_text text)
{
    char key[512];
    cJSON *json = cJSON_ParseWithLength(text.data, text.length);
    emit_event event = { text, map_text(key_of(json, key, sizeof key)) };
    emit_outcome outcome = o->sink->deliver(o->sink, &event);

    cJSON_Delete(json);
    if (outcome == EMIT_DELIVERED)
        came_back(o);
    else if (outcome == EMIT_AWAY)
        went_away(o);
    return outcome;
}

/* Deliver the oldest event of the spool, and be sure of it before it is forgotten. */
static emit_outcome deliver_surely(outbox *o, colline_text event)
{
    emit_outcome outcome = deliver(o, event);

    o->draining = true;
    o->failed = false;
    if (outcome == EMIT_DELIVERED && (o->sink->flush(o->sink) != EMIT_DELIVERED || o->failed)) {
        outcome = EMIT_AWAY;
        went_away(o);
    }
    o->draining = false;
    return outcome;
}

/* Deliver from the spool until it is empty (true) or the sink is away. */
static bool drain(outbox *o)
{
    colline_text event;

    while (emit_spool_first(o->spool, &event)) {
        emit_outcome outcome = deliver_surely(o, event);
        if (outcome == EMIT_AWAY)
            return false;
        o->delivered += outcome == EMIT_DELIVERED;
        if (outcome == EMIT_REFUSED)
            refuse(o, event);
        if (!emit_spool_forget(o->spool)) {
            o->broken = true;
            return false;
        }
    }
    return emit_spool_empty(o->spool);
}

/* Without a spool: wait, try again, and give up after a while. */
static void insist(outbox *o, colline_text event)
{
    emit_outcome outcome = EMIT_AWAY;

    for (uint64_t i = 0; i < o->tries && outcome == EMIT_AWAY; i++) {
        wait_until(o->pause > 0 ? o->ask_at : 0);
        outcome = deliver(o, event);
    }
    if (outcome == EMIT_DELIVERED)
        o->delivered++;
    else if (outcome == EMIT_REFUSED)
        refuse(o, event);
    else if (o->lost++ == 0)
        map_complain("not delivered: %s", o->sink->problem);
}

static void send(outbox *o, colline_text event)
{
    emit_outcome outcome = EMIT_AWAY;

    if (o->spool == NULL) {
        insist(o, event);
        return;
    }
    if ((o->pause == 0 || now() >= o->ask_at) && drain(o))
        outcome = deliver(o, event);
    if (outcome == EMIT_DELIVERED)
        o->delivered++;
    else if (outcome == EMIT_REFUSED)
        refuse(o, event);
    else
        put_aside(o, event);
}

/* What a sink took and could not deliver in the end. */
static void failed(void *user, colline_text event, emit_outcome outcome)
{
    outbox *o = user;

    if (o->draining && outcome == EMIT_AWAY) {
        o->failed = true;
        return;
    }
    o->delivered--;
    if (outcome == EMIT_AWAY)
        went_away(o);
    if (outcome == EMIT_REFUSED)
        refuse(o, event);
    else if (o->spool != NULL)
        put_aside(o, event);
    else if (o->lost++ == 0)
        map_complain("not delivered: %s", o->sink->problem);
}

/* ---- The input ----------------------------------------------------------------------------------- */

/* Lines that are no event (what record mode says of statements without one) are left out. */
static bool is_event(const char *line, size_t length)
{
    cJSON *json = cJSON_ParseWithLength(line, length);
    bool event = cJSON_IsObject(json) && cJSON_HasObjectItem(json, "eventTime") &&
                 (cJSON_HasObjectItem(json, "job") || cJSON_HasObjectItem(json, "dataset"));

    cJSON_Delete(json);
    return event;
}

static bool read_events(outbox *o, FILE *file, const char *name)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;

    while (!o->broken && (length = getline(&line, &capacity, file)) > 0) {
        while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
            line[--length] = '\0';
        if (length > 0 && is_event(line, (size_t)length))
            send(o, (colline_text){ line, (uint32_t)length });
        else
            o->ignored += length > 0;
    }
    free(line);
    if (ferror(file))
        map_complain("%s: %s", name, strerror(errno));
    return !ferror(file);
}

static bool read_files(outbox *o, const map_arguments *files)
{
    bool good = true;

    if (files->count == 0)
        good = read_events(o, stdin, "standard input");
    for (size_t i = 0; i < files->count; i++) {
        FILE *file = strcmp(files->items[i], "-") == 0 ? stdin : fopen(files->items[i], "r");
        if (file == NULL)
            map_complain("%s: %s", files->items[i], strerror(errno));
        good = file != NULL && read_events(o, file, files->items[i]) && good;
        if (file != NULL && file != stdin)
            fclose(file);
    }
    return good;
}

/* ---- The end ------------------------------------------------------------------------------------- */

/* The rest of the spool gets its tries; what stays there is for the next run. */
static void finish(outbox *o)
{
    for (uint64_t i = 0; o->spool != NULL && !emit_spool_empty(o->spool) && i < o->tries && !o->broken; i++) {
        wait_until(o->pause > 0 ? o->ask_at : 0);
        if (drain(o))
            break;
    }
    if (o->sink->flush(o->sink) != EMIT_DELIVERED) {
        map_complain("%s", o->sink->problem);
        o->lost++;
    }
}

static int report(outbox *o)
{
    uint64_t waiting = o->spool != NULL ? emit_spool_count(o->spool) : 0;

    fprintf(stderr, "colline: %" PRIu64 " delivered, %" PRIu64 " waiting, %" PRIu64 " refused, %" PRIu64 " lost, %" PRIu64
                    " lines without event\n",
            o->delivered, waiting, o->refused, o->lost, o->ignored);
    if (waiting > 0)
        map_complain("the sink is away: %s", o->sink->problem);
    if (o->broken || o->lost > 0)
        return MAP_FAILURE;
    return waiting > 0 || o->refused > 0 ? MAP_NO : MAP_OK;
}

/* ---- The command --------------------------------------------------------------------------------- */

static const struct kind {
    const char *prefix;
    bool whole; /* the opener wants the prefix, too */
    emit_sink *(*open)(const char *where, const emit_settings *settings);
    const char *needs;
} kinds[] = {
    { "http://", true, WHEN_CURL(emit_http_open), NAME_CURL },
    { "https://", true, WHEN_CURL(emit_http_open), NAME_CURL },
    { "kafka://", false, WHEN_RDKAFKA(emit_kafka_open), NAME_RDKAFKA },
    { "file:", false, emit_file_open, "" },
};

static emit_sink *open_sink(const char *where, const emit_settings *settings)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t length = strlen(kinds[i].prefix);
        if (strncmp(where, kinds[i].prefix, length) != 0)
            continue;
        if (kinds[i].open != NULL)
            return kinds[i].open(where + (kinds[i].whole ? 0 : length), settings);
        map_complain("--to %s...: %s was not found when this was built", kinds[i].prefix, kinds[i].needs);
        return NULL;
    }
    map_complain("--to takes file:PATH, http://..., https://... or kafka://BROKERS/TOPIC");
    return NULL;
}

static int run(outbox *o, const map_arguments *files, bool drain_only)
{
    bool good = true;

    o->sink->failed = failed;
    o->sink->user = o;
    if (!drain_only)
        good = read_files(o, files);
    finish(o);
    return good ? report(o) : (report(o), MAP_FAILURE);
}

int map_emit(int count, char **arguments)
{
    const char *to = NULL, *spool = NULL;
    bool drain_only = false;
    outbox o = { .tries = 5 };
    emit_settings settings = { .timeout = 30 };
    const map_option options[] = {
        { "to", MAP_TEXT, &to, "SINK", "file:PATH (- is standard output), http(s)://..., or kafka://BROKERS/TOPIC" },
        { "spool", MAP_TEXT, &spool, "DIR", "where events wait while the sink is away" },
        { "drain", MAP_FLAG, &drain_only, NULL, "read no input: only deliver what waits in the spool" },
        { "tries", MAP_NUMBER, &o.tries, "N", "how often an event is tried before it is given up, and the spool at the end (default: 5)" },
        { "timeout", MAP_NUMBER, &settings.timeout, "SECONDS", "for one request, and for a message to Kafka (default: 30)" },
        { "header", MAP_LIST, &settings.headers, "TEXT", "HTTP: one more header; @FILE reads it from a file; may be repeated" },
        { "property", MAP_LIST, &settings.properties, "NAME=VALUE", "Kafka: a setting of librdkafka; may be repeated" },
    };
    map_arguments files = { 0 };
    int status = map_read_options(
        &(map_usage){ "emit", "--to SINK [OPTION ...] [FILE ...]", "send OpenLineage events to where they are collected",
                      "Events are lines of `colline lineage --format openlineage`, of files or of standard input.  They arrive in\n"
                      "order, each at least once.  The exit status is 0 when all were delivered, 1 when some wait in the spool or\n"
                      "were refused, 2 when some were lost." },
        options, sizeof options / sizeof *options, count, arguments, &files);

    if (status == MAP_GO_ON && to == NULL) {
        map_complain("--to says where events go: see colline emit --help");
        status = MAP_FAILURE;
    }
    if (status == MAP_GO_ON) {
        o.spool = spool != NULL ? emit_spool_open(spool) : NULL;
        o.sink = spool == NULL || o.spool != NULL ? open_sink(to, &settings) : NULL;
        status = o.sink != NULL ? run(&o, &files, drain_only) : MAP_FAILURE;
        if (o.sink != NULL)
            o.sink->close(o.sink);
        emit_spool_close(o.spool);
    }
    map_arguments_free(&files);
    map_arguments_free(&settings.headers);
    map_arguments_free(&settings.properties);
    return status;
}
