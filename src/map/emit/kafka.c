/*
 * A Kafka topic as a sink: BROKERS/TOPIC.  Events of one job have one key, so that they stay in order.
 *
 * librdkafka sends behind the caller's back and tries again by itself (message.timeout.ms); what it gives up is told
 * through `failed`.
 */
#define _POSIX_C_SOURCE 200809L
#include <librdkafka/rdkafka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "map/base/memory.h"
#include "map/emit/sink.h"

typedef struct kafka_sink {
    emit_sink sink;
    rd_kafka_t *kafka;
    char *topic;
} kafka_sink;

/* A delivery report; runs within rd_kafka_poll() and rd_kafka_flush(). */
static void reported(rd_kafka_t *kafka, const rd_kafka_message_t *message, void *user)
{
    kafka_sink *sink = user;

    (void)kafka;
    if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR)
        return;
    snprintf(sink->sink.problem, sizeof sink->sink.problem, "%s", rd_kafka_err2str(message->err));
    sink->sink.failed(sink->sink.user, (colline_text){ message->payload, (uint32_t)message->len },
                      message->err == RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE ? EMIT_REFUSED : EMIT_AWAY);
}

static emit_outcome deliver(emit_sink *base, const emit_event *event)
{
    kafka_sink *sink = (kafka_sink *)base;
    rd_kafka_resp_err_t error;

    for (;;) {
        error = rd_kafka_producev(sink->kafka, RD_KAFKA_V_TOPIC(sink->topic),
                                  RD_KAFKA_V_KEY((void *)(uintptr_t)event->key.data, event->key.length),
                                  RD_KAFKA_V_VALUE((void *)(uintptr_t)event->json.data, event->json.length),
                                  RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END);
        rd_kafka_poll(sink->kafka, error == RD_KAFKA_RESP_ERR__QUEUE_FULL ? 100 : 0);
        if (error != RD_KAFKA_RESP_ERR__QUEUE_FULL)
            break;
    }
    if (error == RD_KAFKA_RESP_ERR_NO_ERROR)
        return EMIT_DELIVERED;
    snprintf(base->problem, sizeof base->problem, "%s", rd_kafka_err2str(error));
    return error == RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE ? EMIT_REFUSED : EMIT_AWAY;
}

/* message.timeout.ms bounds how long anything is under way. */
static emit_outcome flush(emit_sink *base)
{
    while (rd_kafka_flush(((kafka_sink *)base)->kafka, 1000) == RD_KAFKA_RESP_ERR__TIMED_OUT)
        ;
    return EMIT_DELIVERED;
}

static void close_kafka(emit_sink *base)
{
    kafka_sink *sink = (kafka_sink *)base;

    if (sink->kafka != NULL)
        rd_kafka_destroy(sink->kafka);
    free(sink->topic);
    free(sink);
}

static bool set(rd_kafka_conf_t *conf, const char *name, const char *value)
{
    char problem[256];

    if (rd_kafka_conf_set(conf, name, value, problem, sizeof problem) == RD_KAFKA_CONF_OK)
        return true;
    map_complain("%s", problem);
    return false;
}

/* name=value */
static bool set_property(rd_kafka_conf_t *conf, const char *text)
{
    size_t length = strcspn(text, "=");
    char name[128];

    snprintf(name, sizeof name, "%.*s", (int)length, text);
    if (text[length] == '=' && length < sizeof name)
        return set(conf, name, text + length + 1);
    map_complain("'%s' is no NAME=VALUE", text);
    return false;
}

static rd_kafka_conf_t *configured(kafka_sink *sink, const char *brokers, const emit_settings *settings)
{
    rd_kafka_conf_t *conf = rd_kafka_conf_new();
    char timeout[32];
    bool good;

    snprintf(timeout, sizeof timeout, "%llu", (unsigned long long)settings->timeout * 1000);
    good = set(conf, "bootstrap.servers", brokers) && set(conf, "client.id", "colline") &&
           set(conf, "enable.idempotence", "true") && set(conf, "message.timeout.ms", timeout) &&
           set(conf, "linger.ms", "5") && set(conf, "compression.codec", "none");
    for (size_t i = 0; good && i < settings->properties.count; i++)
        good = set_property(conf, settings->properties.items[i]);
    if (!good) {
        rd_kafka_conf_destroy(conf);
        return NULL;
    }
    rd_kafka_conf_set_log_cb(conf, NULL);
    rd_kafka_conf_set_opaque(conf, sink);
    rd_kafka_conf_set_dr_msg_cb(conf, reported);
    return conf;
}

emit_sink *emit_kafka_open(const char *where, const emit_settings *settings)
{
    kafka_sink *sink = map_get(sizeof *sink);
    const char *slash = strrchr(where, '/');
    char problem[256] = "a Kafka sink is kafka://BROKERS/TOPIC";
    rd_kafka_conf_t *conf = NULL;
    char *brokers;

    *sink = (kafka_sink){ .sink = { .deliver = deliver, .flush = flush, .close = close_kafka } };
    if (slash != NULL && slash != where && slash[1] != '\0') {
        brokers = strndup(where, (size_t)(slash - where));
        sink->topic = strdup(slash + 1);
        conf = brokers != NULL && sink->topic != NULL ? configured(sink, brokers, settings) : NULL;
        problem[0] = '\0';
        free(brokers);
    }
    if (conf != NULL && (sink->kafka = rd_kafka_new(RD_KAFKA_PRODUCER, conf, problem, sizeof problem)) != NULL)
        return &sink->sink;
    if (problem[0] != '\0')
        map_complain("%s", problem);
    close_kafka(&sink->sink);
    return NULL;
}
