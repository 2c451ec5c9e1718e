/*
 * The load from Kafka: polling, and what the group deals out and takes away.
 */
#define _POSIX_C_SOURCE 200809L
#include "map/ingest/kafka.h"

#include <stdlib.h>

#include "map/ingest/away.h"
#include "map/ingest/ending.h"
#include "map/ingest/kafka_load.h"

enum { POLL_MS = 100 };

/* ---- Partitions come and go ------------------------------------------------------------------------ */

static void note_status(kafka_load *k, store_status status)
{
    if (k->status == STORE_OK)
        k->status = status;
}

static store_status load_partition(kafka_load *k, kafka_partition *p)
{
    store_status status = kafka_partition_load(k, p);

    while (status == STORE_E_LOST && k->options->follow && ingest_ending() == 0) {
        status = ingest_wait_for_store(k->analysis->store, status);
        if (status == STORE_OK)
            status = kafka_partition_load(k, p);
    }
    return status;
}

/* They are read on where the store is. */
static void assigned(kafka_load *k, rd_kafka_topic_partition_list_t *list)
{
    /* (No lock is to be waited for within a rebalance.) */
    store_load_rollback(k->analysis->store);
    for (int i = 0; i < list->cnt; i++) {
        kafka_partition *p = kafka_partition_get(k, list->elems[i].topic, list->elems[i].partition);
        note_status(k, load_partition(k, p));
        p->assigned = true;
        p->at_end = p->lost_place = false;
        list->elems[i].offset = kafka_start_of(k, p);
    }
    if (kafka_is_cooperative(k->client))
        rd_kafka_error_destroy(rd_kafka_incremental_assign(k->client, list));
    else
        rd_kafka_assign(k->client, list);
    k->dealt = true;
    kafka_alive(k);
}

/* What is at hand is committed first; where the partitions are another's already, it is dropped. */
static void revoked(kafka_load *k, rd_kafka_topic_partition_list_t *list)
{
    bool lost = rd_kafka_assignment_lost(k->client) != 0;

    if (!lost && k->status == STORE_OK)
        note_status(k, kafka_apply(k));
    for (int i = 0; i < list->cnt; i++) {
        kafka_partition *p = kafka_partition_get(k, list->elems[i].topic, list->elems[i].partition);
        if (p->touched)
            kafka_partition_drop(k, p);
        p->assigned = false;
    }
    if (kafka_is_cooperative(k->client)) {
        rd_kafka_error_destroy(rd_kafka_incremental_unassign(k->client, list));
    } else {
        rd_kafka_assign(k->client, NULL);
        k->dealt = false;
    }
}

static void rebalanced(rd_kafka_t *client, rd_kafka_resp_err_t error, rd_kafka_topic_partition_list_t *list, void *user)
{
    (void)client;
    if (error == RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS)
        assigned(user, list);
    else
        revoked(user, list);
}

/* ---- Polling --------------------------------------------------------------------------------------- */

/* (After a step back, messages from before it may still be under way.) */
static void take_message(kafka_load *k, const rd_kafka_message_t *message)
{
    kafka_partition *p = kafka_partition_get(k, rd_kafka_topic_name(message->rkt), message->partition);

    kafka_alive(k);
    if (p->assigned && message->offset >= p->next)
        kafka_read(k, p, message);
}

/* Nothing that can be read may stand before the end: offsets of transactions, records that were compacted away. */
static void take_end(kafka_load *k, const rd_kafka_message_t *message)
{
    kafka_partition *p = kafka_partition_get(k, rd_kafka_topic_name(message->rkt), message->partition);

    kafka_alive(k);
    p->at_end = true;
    if (p->assigned && message->offset > p->next && message->offset > 0)
        kafka_touch(k, p, message->offset);
}

static void take(kafka_load *k, const rd_kafka_message_t *message)
{
    if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR)
        take_message(k, message);
    else if (message->err == RD_KAFKA_RESP_ERR__PARTITION_EOF)
        take_end(k, message);
    else if (message->rkt != NULL && (message->err == RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET ||
                                      message->err == RD_KAFKA_RESP_ERR_OFFSET_OUT_OF_RANGE))
        kafka_find_place(k, kafka_partition_get(k, rd_kafka_topic_name(message->rkt), message->partition));
    else
        kafka_note_error(k, message->err, rd_kafka_message_errstr(message));
}

/* A load that does not follow ends where all partitions that it was dealt have ended. */
static bool is_finished(const kafka_load *k)
{
    if (k->options->follow || !k->dealt)
        return false;
    for (size_t i = 0; i < k->partition_count; i++)
        if (k->partitions[i]->assigned && !k->partitions[i]->at_end)
            return false;
    return true;
}

static void look_for_lost_places(kafka_load *k)
{
    for (size_t i = 0; i < k->partition_count; i++)
        if (k->partitions[i]->assigned && k->partitions[i]->lost_place)
            kafka_find_place(k, k->partitions[i]);
}

/* Brokers that stay away are waited for as long as the load follows. */
static void give_up(kafka_load *k)
{
    if (k->options->follow || k->away_since == 0 || ingest_now_ns() - k->away_since < k->kafka->timeout * 1000000000u)
        return;
    kafka_tell(k, "%s: no broker has answered for %llu seconds", k->kafka->brokers, (unsigned long long)k->kafka->timeout);
    k->failed = true;
}

static void poll_all(kafka_load *k)
{
    while (k->status == STORE_OK && !k->failed && ingest_ending() == 0 && !is_finished(k)) {
        rd_kafka_message_t *message = rd_kafka_consumer_poll(k->client, POLL_MS);
        if (message != NULL) {
            take(k, message);
            rd_kafka_message_destroy(message);
        } else {
            look_for_lost_places(k);
            give_up(k);
        }
        if (k->status == STORE_OK && kafka_batch_is_due(k))
            k->status = kafka_apply(k);
    }
}

/* ---- In all ---------------------------------------------------------------------------------------- */

/* What is at hand is committed while the client still has its partitions, and once more within its last rebalance. */
static store_status finish(kafka_load *k)
{
    store_status status = k->status == STORE_OK ? kafka_apply(k) : k->status;

    return status == STORE_OK ? kafka_publish(k) : status;
}

static store_status run(kafka_load *k)
{
    if (!kafka_open(k, rebalanced)) {
        k->failed = true;
        kafka_close(k);
        return STORE_OK;
    }
    poll_all(k);
    note_status(k, finish(k));
    kafka_close(k);
    return k->status;
}

store_status ingest_kafka_run(ingest_analysis *analysis, const ingest_options *options, const ingest_kafka_options *kafka,
                              ingest_summary *summary, bool *unread)
{
    kafka_load k = { .analysis = analysis, .options = options, .kafka = kafka, .summary = summary };
    store_status status;

    ingest_run_begin(summary, &k.progress, options->quiet);
    status = run(&k);
    ingest_run_end(summary, &k.progress, analysis->store, status);
    summary->of_partitions = true;
    *unread = k.failed;
    kafka_partitions_free(&k);
    map_pool_free(&k.pool);
    map_pool_free(&k.record_pool);
    free(k.items);
    free(k.buffer);
    return status;
}
