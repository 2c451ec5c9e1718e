/*
 * The consumer: its settings, and what it says.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "map/ingest/kafka_load.h"
#include "map/map.h"

void kafka_tell(kafka_load *k, const char *format, ...)
{
    char text[512];
    va_list values;

    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    ingest_progress_end(&k->progress);
    map_complain("%s", text);
}

/* ---- Errors ---------------------------------------------------------------------------------------- */

void kafka_alive(kafka_load *k)
{
    if (k->away_since != 0)
        kafka_tell(k, "%s: answers again", k->kafka->brokers);
    k->away_since = 0;
}

static void note_away(kafka_load *k)
{
    if (k->away_since != 0)
        return;
    k->away_since = ingest_now_ns();
    kafka_tell(k, "%s: %s; trying again", k->kafka->brokers, k->problem[0] != '\0' ? k->problem : "no broker answers");
}

/* Of the whole client, not of one partition. */
static void client_failed(rd_kafka_t *client, int error, const char *reason, void *user)
{
    kafka_load *k = user;

    if (error != RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN)
        snprintf(k->problem, sizeof k->problem, "%s", reason);
    if (error == RD_KAFKA_RESP_ERR__FATAL) {
        (void)rd_kafka_fatal_error(client, k->problem, sizeof k->problem);
        kafka_tell(k, "Kafka: %s", k->problem);
        k->failed = true;
    } else if (error == RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN || error == RD_KAFKA_RESP_ERR__AUTHENTICATION ||
               error == RD_KAFKA_RESP_ERR__SSL || error == RD_KAFKA_RESP_ERR__RESOLVE) {
        note_away(k);
    }
}

static bool may_pass(rd_kafka_resp_err_t error)
{
    return error == RD_KAFKA_RESP_ERR__TRANSPORT || error == RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN ||
           error == RD_KAFKA_RESP_ERR__TIMED_OUT || error == RD_KAFKA_RESP_ERR__RESOLVE ||
           error == RD_KAFKA_RESP_ERR__MAX_POLL_EXCEEDED || error == RD_KAFKA_RESP_ERR_COORDINATOR_NOT_AVAILABLE ||
           error == RD_KAFKA_RESP_ERR_NOT_COORDINATOR || error == RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE ||
           error == RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION || error == RD_KAFKA_RESP_ERR_COORDINATOR_LOAD_IN_PROGRESS ||
           error == RD_KAFKA_RESP_ERR_REBALANCE_IN_PROGRESS || error == RD_KAFKA_RESP_ERR_ILLEGAL_GENERATION ||
           error == RD_KAFKA_RESP_ERR_UNKNOWN_MEMBER_ID || error == RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT;
}

/* A topic that is not there or not allowed is waited for by a load that follows only. */
void kafka_note_error(kafka_load *k, rd_kafka_resp_err_t error, const char *text)
{
    if (may_pass(error))
        return;
    if (strcmp(k->problem, text) != 0)
        kafka_tell(k, "Kafka: %s", text);
    snprintf(k->problem, sizeof k->problem, "%s", text);
    k->failed = k->failed || !k->options->follow;
}

/* ---- Settings -------------------------------------------------------------------------------------- */

static bool set(rd_kafka_conf_t *conf, const char *name, const char *value)
{
    char problem[256];

    if (rd_kafka_conf_set(conf, name, value, problem, sizeof problem) == RD_KAFKA_CONF_OK)
        return true;
    map_complain("%s", problem);
    return false;
}

/* NAME=VALUE; what the load itself must decide is refused, and where to begin is ours to tell. */
static bool set_property(kafka_load *k, rd_kafka_conf_t *conf, const char *text)
{
    static const char *const ours[] = { "bootstrap.servers", "metadata.broker.list", "group.id", "enable.auto.commit",
                                        "enable.auto.offset.store", "enable.partition.eof" };
    const char *value = strchr(text, '=');
    char name[128];

    if (value == NULL || (size_t)(value - text) >= sizeof name) {
        map_complain("'%s' is no NAME=VALUE", text);
        return false;
    }
    snprintf(name, sizeof name, "%.*s", (int)(value - text), text);
    value++;
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
        if (strcmp(name, ours[i]) == 0) {
            map_complain("--kafka-option %s: the load sets it itself", name);
            return false;
        }
    }
    if (strcmp(name, "auto.offset.reset") != 0)
        return set(conf, name, value);
    k->from_end = strcmp(value, "latest") == 0 || strcmp(value, "end") == 0 || strcmp(value, "largest") == 0;
    if (k->from_end || strcmp(value, "earliest") == 0 || strcmp(value, "beginning") == 0 || strcmp(value, "smallest") == 0)
        return true;
    map_complain("auto.offset.reset is earliest or latest, not %s", value);
    return false;
}

static rd_kafka_conf_t *configured(kafka_load *k)
{
    rd_kafka_conf_t *conf = rd_kafka_conf_new();
    bool good = set(conf, "bootstrap.servers", k->kafka->brokers) && set(conf, "group.id", k->kafka->group) &&
                set(conf, "client.id", "colline") && set(conf, "enable.auto.commit", "false") &&
                set(conf, "enable.auto.offset.store", "false") && set(conf, "enable.partition.eof", "true") &&
                set(conf, "auto.offset.reset", "error");

    for (size_t i = 0; good && i < k->kafka->properties.count; i++)
        good = set_property(k, conf, k->kafka->properties.items[i]);
    if (good)
        return conf;
    rd_kafka_conf_destroy(conf);
    return NULL;
}

static bool subscribe(kafka_load *k)
{
    rd_kafka_topic_partition_list_t *list = rd_kafka_topic_partition_list_new((int)k->kafka->topics.count);
    rd_kafka_resp_err_t error;

    for (size_t i = 0; i < k->kafka->topics.count; i++)
        rd_kafka_topic_partition_list_add(list, k->kafka->topics.items[i], RD_KAFKA_PARTITION_UA);
    error = rd_kafka_subscribe(k->client, list);
    rd_kafka_topic_partition_list_destroy(list);
    if (error != RD_KAFKA_RESP_ERR_NO_ERROR)
        map_complain("Kafka: %s", rd_kafka_err2str(error));
    return error == RD_KAFKA_RESP_ERR_NO_ERROR;
}

bool kafka_open(kafka_load *k, void (*rebalanced)(rd_kafka_t *client, rd_kafka_resp_err_t error,
                                                  rd_kafka_topic_partition_list_t *list, void *user))
{
    rd_kafka_conf_t *conf = configured(k);
    char problem[256];

    if (conf == NULL)
        return false;
    rd_kafka_conf_set_log_cb(conf, NULL);
    rd_kafka_conf_set_opaque(conf, k);
    rd_kafka_conf_set_error_cb(conf, client_failed);
    rd_kafka_conf_set_rebalance_cb(conf, rebalanced);
    k->client = rd_kafka_new(RD_KAFKA_CONSUMER, conf, problem, sizeof problem);
    if (k->client == NULL) {
        map_complain("Kafka: %s", problem);
        rd_kafka_conf_destroy(conf);
        return false;
    }
    rd_kafka_poll_set_consumer(k->client);
    return subscribe(k);
}

/* (Takes part in a last rebalance, which commits what is at hand.) */
void kafka_close(kafka_load *k)
{
    if (k->client == NULL)
        return;
    (void)rd_kafka_consumer_close(k->client);
    rd_kafka_destroy(k->client);
    k->client = NULL;
}

bool kafka_is_cooperative(rd_kafka_t *client)
{
    const char *protocol = rd_kafka_rebalance_protocol(client);

    return protocol != NULL && strcmp(protocol, "COOPERATIVE") == 0;
}

void kafka_tell_group(kafka_load *k)
{
    rd_kafka_topic_partition_list_t *list = rd_kafka_topic_partition_list_new(8);

    for (size_t i = 0; i < k->partition_count; i++) {
        const kafka_partition *p = k->partitions[i];
        if (p->assigned && p->stored != KAFKA_NOWHERE)
            rd_kafka_topic_partition_list_add(list, p->topic, p->number)->offset = p->stored;
    }
    if (list->cnt > 0)
        (void)rd_kafka_commit(k->client, list, 1);
    rd_kafka_topic_partition_list_destroy(list);
}
