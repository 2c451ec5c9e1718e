/*
 * sink.h -- where OpenLineage events go: a file, an HTTP endpoint, a Kafka topic.
 *
 *     colline lineage --format openlineage etl.sql | colline emit --to http://marquez:5000/api/v1/lineage
 *
 * A sink takes one event at a time.  What it cannot deliver now may be tried again later (EMIT_AWAY), what it refuses
 * never (EMIT_REFUSED).  A sink that works behind the caller's back (Kafka) takes an event first and tells of what
 * failed through `failed`, at the latest in flush.
 */
#ifndef MAP_EMIT_SINK_H
#define MAP_EMIT_SINK_H

#include "map/base/options.h"
#include "map/map.h"

typedef enum emit_outcome { EMIT_DELIVERED, EMIT_AWAY, EMIT_REFUSED } emit_outcome;

/* An event: one line of JSON without its end, and the key under which a partition is chosen. */
typedef struct emit_event {
    colline_text json;
    colline_text key;
} emit_event;

typedef struct emit_sink emit_sink;
struct emit_sink {
    emit_outcome (*deliver)(emit_sink *sink, const emit_event *event);
    emit_outcome (*flush)(emit_sink *sink); /* EMIT_DELIVERED when nothing is under way any more */
    void (*close)(emit_sink *sink);
    /* Told of an event that was taken and is not delivered after all. */
    void (*failed)(void *user, colline_text json, emit_outcome outcome);
    void *user;
    double retry_after; /* seconds that the other side asked for; 0: it did not */
    char problem[256];  /* what the last failure was, for people */
};

/* What the command line says of sinks. */
typedef struct emit_settings {
    map_arguments headers;    /* HTTP */
    map_arguments properties; /* Kafka: name=value */
    uint64_t timeout;         /* seconds for one request */
} emit_settings;

/* NULL, and a message, where it cannot be opened. */
emit_sink *emit_file_open(const char *path, const emit_settings *settings);
emit_sink *emit_http_open(const char *url, const emit_settings *settings);
emit_sink *emit_kafka_open(const char *where, const emit_settings *settings); /* BROKERS/TOPIC */

#endif
