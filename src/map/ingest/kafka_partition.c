/*
 * One partition: its position, its sessions and its waiting statements, here and in the store.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "map/ingest/kafka_load.h"
#include "map/map.h"

enum { ANSWER_MS = 5000 };

/* ---- Which there are ------------------------------------------------------------------------------- */

static const char *cluster_of(kafka_load *k)
{
    char *id;

    if (k->cluster != NULL)
        return k->cluster;
    id = rd_kafka_clusterid(k->client, ANSWER_MS);
    k->cluster = map_pool_format(&k->names, "%s", id != NULL ? id : "").data;
    if (id != NULL)
        rd_kafka_mem_free(k->client, id);
    return k->cluster;
}

static kafka_partition *added(kafka_load *k, const char *topic, int32_t number)
{
    kafka_partition *p = map_get(sizeof *p);
    map_pool *names = &k->names;

    *p = (kafka_partition){ .number = number, .stored = KAFKA_NOWHERE, .next = KAFKA_NOWHERE };
    p->topic = map_pool_format(names, "%s", topic).data;
    p->source = map_pool_format(names, "kafka:%s/%s/%" PRId32, cluster_of(k), topic, number).data;
    p->name = map_pool_format(names, "%s/%" PRId32, topic, number).data;
    p->shelf = map_pool_format(names, "%s.", p->source).data;
    ingest_sessions_init(&p->sessions, INGEST_MOST_SESSIONS);
    p->sessions.shelf = p->shelf;
    MAP_GROW(k->partitions, k->partition_count, k->partition_capacity);
    k->partitions[k->partition_count++] = p;
    return p;
}

kafka_partition *kafka_partition_get(kafka_load *k, const char *topic, int32_t number)
{
    if (k->current != NULL && k->current->number == number && strcmp(k->current->topic, topic) == 0)
        return k->current;
    for (size_t i = 0; i < k->partition_count; i++)
        if (k->partitions[i]->number == number && strcmp(k->partitions[i]->topic, topic) == 0)
            return k->partitions[i];
    return added(k, topic, number);
}

void kafka_partitions_free(kafka_load *k)
{
    kafka_use_sessions(k, NULL);
    for (size_t i = 0; i < k->partition_count; i++) {
        kafka_partition *p = k->partitions[i];
        ingest_sessions_free(&p->sessions);
        ingest_pending_free(&p->pending);
        free(p);
    }
    free(k->partitions);
    map_pool_free(&k->names);
}

/* ---- Sessions -------------------------------------------------------------------------------------- */

/* Sessions of the library that are open serve whoever comes: they go from one partition to the next. */
void kafka_use_sessions(kafka_load *k, kafka_partition *partition)
{
    ingest_sessions *now = &k->analysis->sessions, *kept = k->in_use != NULL ? &k->in_use->sessions : &k->own;
    const ingest_sessions *wanted = partition != NULL ? &partition->sessions : &k->own;
    ingest_live live[INGEST_LIVE];
    uint64_t clock = now->clock;

    if (k->in_use == partition)
        return;
    memcpy(live, now->live, sizeof live);
    memset(now->live, 0, sizeof now->live);
    *kept = *now;
    *now = *wanted;
    memcpy(now->live, live, sizeof live);
    now->clock = clock > now->clock ? clock : now->clock;
    k->in_use = partition;
}

store_status kafka_sessions_load(kafka_load *k, kafka_partition *p)
{
    store_status status;

    if (k->in_use == p)
        kafka_use_sessions(k, NULL);
    ingest_sessions_free(&p->sessions);
    ingest_sessions_init(&p->sessions, INGEST_MOST_SESSIONS);
    p->sessions.shelf = p->shelf;
    status = ingest_sessions_load(&p->sessions, k->analysis->store);
    p->sessions_known = status == STORE_OK;
    return status;
}

/* ---- In the store ---------------------------------------------------------------------------------- */

store_status kafka_position(kafka_load *k, const kafka_partition *p, int64_t *stored)
{
    map_pool pool = MAP_POOL_INIT;
    store_position position = { .offset = 0 };
    store_status status = store_position_get(k->analysis->store, map_text(p->source), &pool, &position);

    *stored = status == STORE_OK ? (int64_t)position.offset : KAFKA_NOWHERE;
    map_pool_free(&pool);
    return status == STORE_E_MISSING ? STORE_OK : status;
}

static store_status load_pending(kafka_load *k, kafka_partition *p)
{
    store_status status = ingest_pending_from_store(&p->pending, p->source, k->analysis->store);

    p->pending_known = status == STORE_OK;
    return status;
}

/* Somebody else may have read on: then what is held here is of the past. */
store_status kafka_partition_load(kafka_load *k, kafka_partition *p)
{
    int64_t stored;
    store_status status = kafka_position(k, p, &stored);

    if (status != STORE_OK)
        return status;
    if (stored != p->stored || p->next != stored) {
        p->pending_known = p->sessions_known = false;
        p->stored = p->next = stored;
    }
    if (!p->pending_known)
        status = load_pending(k, p);
    if (status == STORE_OK && !p->sessions_known)
        status = kafka_sessions_load(k, p);
    return status;
}

store_status kafka_partition_save(kafka_load *k, kafka_partition *p)
{
    store *s = k->analysis->store;
    store_position position = { map_text(p->source), map_text(k->cluster), (uint64_t)p->next, 0 };
    store_status status = store_position_set(s, &position);

    if (status == STORE_OK && p->pending.changed)
        status = ingest_pending_to_store(&p->pending, p->source, s);
    if (status == STORE_OK) {
        kafka_use_sessions(k, p);
        status = ingest_sessions_save(&k->analysis->sessions, s);
    }
    return status;
}

/* ---- Where it goes on ------------------------------------------------------------------------------ */

int64_t kafka_start_of(const kafka_load *k, const kafka_partition *p)
{
    if (p->next != KAFKA_NOWHERE)
        return p->next;
    return k->from_end ? RD_KAFKA_OFFSET_END : RD_KAFKA_OFFSET_BEGINNING;
}

void kafka_touch(kafka_load *k, kafka_partition *p, int64_t next)
{
    p->next = next;
    p->touched = true;
    k->since = k->since != 0 ? k->since : ingest_now_ns();
}

void kafka_partition_drop(kafka_load *k, kafka_partition *p)
{
    size_t kept = 0;

    for (size_t i = 0; i < k->count; i++)
        if (k->items[i].partition != p)
            k->items[kept++] = k->items[i];
    k->count = kept;
    p->touched = false;
    p->next = p->stored;
    p->pending_known = p->sessions_known = false;
}

void kafka_partition_seek(kafka_load *k, kafka_partition *p)
{
    rd_kafka_topic_partition_list_t *list = rd_kafka_topic_partition_list_new(1);
    rd_kafka_error_t *error;

    rd_kafka_topic_partition_list_add(list, p->topic, p->number)->offset = kafka_start_of(k, p);
    error = rd_kafka_seek_partitions(k->client, list, ANSWER_MS);
    p->lost_place = error != NULL || list->elems[0].err != RD_KAFKA_RESP_ERR_NO_ERROR;
    p->at_end = false;
    rd_kafka_error_destroy(error);
    rd_kafka_topic_partition_list_destroy(list);
}

/* Everything that is assigned, from where it was read: a partition whose offset was refused cannot be moved otherwise. */
static void assign_again(kafka_load *k)
{
    rd_kafka_topic_partition_list_t *list = rd_kafka_topic_partition_list_new(8);

    for (size_t i = 0; i < k->partition_count; i++) {
        const kafka_partition *p = k->partitions[i];
        if (p->assigned)
            rd_kafka_topic_partition_list_add(list, p->topic, p->number)->offset = kafka_start_of(k, p);
    }
    if (kafka_is_cooperative(k->client)) {
        rd_kafka_error_destroy(rd_kafka_incremental_unassign(k->client, list));
        rd_kafka_error_destroy(rd_kafka_incremental_assign(k->client, list));
    } else {
        rd_kafka_assign(k->client, list);
    }
    rd_kafka_topic_partition_list_destroy(list);
}

/* Deleted before it was read, or the topic is another one of that name.  Where no broker answers it is asked for again. */
void kafka_find_place(kafka_load *k, kafka_partition *p)
{
    int64_t low, high;

    p->lost_place = true;
    if (rd_kafka_query_watermark_offsets(k->client, p->topic, p->number, &low, &high, ANSWER_MS) != RD_KAFKA_RESP_ERR_NO_ERROR)
        return;
    if (p->next < low || p->next > high) {
        if (p->next != KAFKA_NOWHERE && p->next < low)
            kafka_tell(k, "%s: offsets %" PRId64 " to %" PRId64 " were deleted before they were read", p->name, p->next,
                       low - 1);
        else if (p->next > high)
            kafka_tell(k, "%s: ends at offset %" PRId64 ", before %" PRId64 ", where the store is: it is a new one, and read "
                          "from its start", p->name, high, p->next);
        kafka_touch(k, p, low);
    }
    p->at_end = p->lost_place = false;
    assign_again(k);
}
