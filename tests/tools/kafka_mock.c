/*
 * kafka_mock.c -- librdkafka's mock cluster for tests, driven by commands on standard input.
 *
 *     BROKERS 127.0.0.1:41234         it says first where it listens
 *     create TOPIC PARTITIONS         -> ok
 *     write TOPIC PARTITION VALUE     -> ok            (the value is the rest of the line)
 *     null TOPIC PARTITION            -> ok            (a tombstone)
 *     fill TOPIC                      lines PARTITION VALUE follow, the last one is a dot; -> ok
 *     read TOPIC COUNT                -> COUNT lines, partition, key and value with tabs between; then ok
 *     committed GROUP TOPIC PARTITION -> the offset that the group has committed; -1001: none
 *     refuse TOPIC, allow TOPIC       -> ok            (nobody may read it; everybody)
 *     down, up                        -> ok            (the broker goes away and comes back)
 *
 * It ends with its standard input.
 */
#define _POSIX_C_SOURCE 200809L
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static rd_kafka_t *client;
static rd_kafka_mock_cluster_t *cluster;

static void die(const char *what, const char *why)
{
    fprintf(stderr, "kafka_mock: %s: %s\n", what, why);
    exit(1);
}

static rd_kafka_t *open_client(rd_kafka_type_t type, const char *group)
{
    char problem[256] = "";
    rd_kafka_conf_t *conf = rd_kafka_conf_new();
    rd_kafka_t *kafka;

    if (cluster != NULL)
        rd_kafka_conf_set(conf, "bootstrap.servers", rd_kafka_mock_cluster_bootstraps(cluster), NULL, 0);
    if (group != NULL)
        rd_kafka_conf_set(conf, "group.id", group, NULL, 0);
    rd_kafka_conf_set(conf, "message.max.bytes", "10000000", NULL, 0);
    rd_kafka_conf_set_log_cb(conf, NULL);
    kafka = rd_kafka_new(type, conf, problem, sizeof problem);
    if (kafka == NULL)
        die("client", problem);
    return kafka;
}

static void give(rd_kafka_t *producer, const char *topic, int partition, const char *value)
{
    rd_kafka_resp_err_t error;

    do {
        error = rd_kafka_producev(producer, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_PARTITION(partition),
                                  RD_KAFKA_V_VALUE((void *)(uintptr_t)value, (value != NULL ? strlen(value) : 0)),
                                  RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END);
        rd_kafka_poll(producer, error == RD_KAFKA_RESP_ERR__QUEUE_FULL ? 10 : 0);
    } while (error == RD_KAFKA_RESP_ERR__QUEUE_FULL);
    if (error != RD_KAFKA_RESP_ERR_NO_ERROR)
        die("write", rd_kafka_err2str(error));
}

static void flush(rd_kafka_t *producer)
{
    if (rd_kafka_flush(producer, 60000) != RD_KAFKA_RESP_ERR_NO_ERROR)
        die("write", "the broker does not take it");
}

static void produce(rd_kafka_t *producer, const char *topic, int partition, const char *value)
{
    give(producer, topic, partition, value);
    flush(producer);
}

static void fill(rd_kafka_t *producer, const char *topic)
{
    char *line = NULL;
    size_t capacity = 0;

    while (getline(&line, &capacity, stdin) > 0 && strcmp(line, ".\n") != 0) {
        int partition = 0, at = 0;
        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "%d %n", &partition, &at) != 1)
            die("fill", line);
        give(producer, topic, partition, line + at);
    }
    free(line);
    flush(producer);
}

/* From the beginning of every partition. */
static void consume(const char *topic, int count)
{
    rd_kafka_t *consumer = open_client(RD_KAFKA_CONSUMER, "reader");
    rd_kafka_topic_partition_list_t *all = rd_kafka_topic_partition_list_new(8);
    const struct rd_kafka_metadata *metadata;
    rd_kafka_topic_t *handle = rd_kafka_topic_new(consumer, topic, NULL);

    if (rd_kafka_metadata(consumer, 0, handle, &metadata, 10000) != RD_KAFKA_RESP_ERR_NO_ERROR)
        die("read", "no metadata");
    for (int i = 0; i < metadata->topics[0].partition_cnt; i++)
        rd_kafka_topic_partition_list_add(all, topic, i)->offset = RD_KAFKA_OFFSET_BEGINNING;
    rd_kafka_metadata_destroy(metadata);
    rd_kafka_assign(consumer, all);
    for (int tries = 0; count > 0 && tries < 300;) {
        rd_kafka_message_t *m = rd_kafka_consumer_poll(consumer, 100);
        if (m == NULL || m->err != RD_KAFKA_RESP_ERR_NO_ERROR) {
            tries++;
        } else {
            printf("%d\t%.*s\t%.*s\n", (int)m->partition, (int)m->key_len, (const char *)m->key, (int)m->len,
                   (const char *)m->payload);
            count--;
        }
        if (m != NULL)
            rd_kafka_message_destroy(m);
    }
    rd_kafka_topic_partition_list_destroy(all);
    rd_kafka_topic_destroy(handle);
    rd_kafka_consumer_close(consumer);
    rd_kafka_destroy(consumer);
}

static long long committed(const char *group, const char *topic, int partition)
{
    rd_kafka_t *consumer = open_client(RD_KAFKA_CONSUMER, group);
    rd_kafka_topic_partition_list_t *list = rd_kafka_topic_partition_list_new(1);
    long long offset;

    rd_kafka_topic_partition_list_add(list, topic, partition);
    rd_kafka_committed(consumer, list, 10000);
    offset = list->elems[0].offset;
    rd_kafka_topic_partition_list_destroy(list);
    rd_kafka_consumer_close(consumer);
    rd_kafka_destroy(consumer);
    return offset;
}

static void obey(rd_kafka_t **producer, char *line)
{
    char topic[128], group[128];
    int number = 0, at = 0;

    if (*producer == NULL)
        *producer = open_client(RD_KAFKA_PRODUCER, NULL);
    if (sscanf(line, "create %127s %d", topic, &number) == 2) {
        rd_kafka_mock_topic_create(cluster, topic, number, 1);
    } else if (sscanf(line, "write %127s %d %n", topic, &number, &at) == 2 && at > 0) {
        produce(*producer, topic, number, line + at);
    } else if (sscanf(line, "null %127s %d", topic, &number) == 2) {
        produce(*producer, topic, number, NULL);
    } else if (sscanf(line, "fill %127s", topic) == 1) {
        fill(*producer, topic);
    } else if (sscanf(line, "read %127s %d", topic, &number) == 2) {
        consume(topic, number);
    } else if (sscanf(line, "committed %127s %127s %d", group, topic, &number) == 3) {
        printf("%lld\n", committed(group, topic, number));
    } else if (sscanf(line, "refuse %127s", topic) == 1) {
        rd_kafka_mock_topic_set_error(cluster, topic, RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED);
    } else if (sscanf(line, "allow %127s", topic) == 1) {
        rd_kafka_mock_topic_set_error(cluster, topic, RD_KAFKA_RESP_ERR_NO_ERROR);
    } else if (strcmp(line, "down") == 0) {
        rd_kafka_mock_broker_set_down(cluster, 1);
    } else if (strcmp(line, "up") == 0) {
        rd_kafka_mock_broker_set_up(cluster, 1);
    } else {
        die("no command", line);
    }
    puts("ok");
    fflush(stdout);
}

int main(void)
{
    rd_kafka_t *producer = NULL;
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;

    client = open_client(RD_KAFKA_PRODUCER, NULL);
    cluster = rd_kafka_mock_cluster_new(client, 1);
    printf("BROKERS %s\n", rd_kafka_mock_cluster_bootstraps(cluster));
    fflush(stdout);
    while ((length = getline(&line, &capacity, stdin)) > 0) {
        line[strcspn(line, "\n")] = '\0';
        obey(&producer, line);
    }
    free(line);
    if (producer != NULL)
        rd_kafka_destroy(producer);
    rd_kafka_mock_cluster_destroy(cluster);
    rd_kafka_destroy(client);
    return 0;
}
