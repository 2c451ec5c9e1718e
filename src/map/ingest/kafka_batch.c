/*
 * The batch: messages to events, and these to the store in one transaction with the positions behind them.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "map/base/hash.h"
#include "map/ingest/away.h"
#include "map/ingest/ending.h"
#include "map/ingest/kafka_load.h"
#include "map/map.h"

enum {
    BATCH_ITEMS = 16384,
    BATCH_BYTES = 16 << 20,
    WAIT_MS = 250,           /* what has come is in the store that soon, unless the store is slower */
    MOST_POISON = 10000,     /* failures of one partition that a load keeps */
    MOST_POISON_TEXT = 65536,
    MOST_TRIES = 10          /* for the store, while others are writing */
};

/* ---- Messages -------------------------------------------------------------------------------------- */

static kafka_item *add_item(kafka_load *k)
{
    kafka_item *item;

    MAP_GROW(k->items, k->count, k->capacity);
    item = &k->items[k->count];
    *item = (kafka_item){ .partition = k->current, .offset = k->current_offset, .order = k->count };
    k->count++;
    return item;
}

static void take_event(void *user, const ingest_event *event)
{
    kafka_load *k = user;
    kafka_item *item = add_item(k);

    ingest_event_keep(&item->event, event, k->options->engine, &k->pool);
    if (item->event.time == 0)
        item->event.time = k->current_time;
}

static void take_bad(void *user, const char *problem)
{
    kafka_load *k = user;
    size_t length = k->current_record.length < MOST_POISON_TEXT ? k->current_record.length : MOST_POISON_TEXT;
    kafka_item *item;

    k->analysis->counts.bad++;
    if (k->current->poison++ >= MOST_POISON)
        return;
    item = add_item(k);
    item->event = (ingest_event){ .dialect = k->options->reader->dialect, .time = k->current_time };
    item->event.text = map_pool_copy(&k->pool, k->current_record.data, length);
    item->problem = map_pool_copy(&k->pool, problem, strlen(problem)).data;
}

/* The bytes of the first record of what is left of a message. */
static size_t record_length(const ingest_reader *reader, const char *data, size_t length)
{
    const char *end;
    size_t size = 0;

    if (reader->framing == INGEST_WHOLE)
        return length;
    if (reader->framing == INGEST_OWN) {
        size = reader->record(data, length, true);
    } else {
        end = ingest_line_end(data, length);
        size = end != NULL ? (size_t)(end - data) : 0;
    }
    return size > 0 ? size : length;
}

static void read_record(kafka_load *k, char *data, size_t size)
{
    const ingest_reader *reader = k->options->reader;
    ingest_sink sink = { take_event, take_bad, k };
    ingest_reading reading = { &sink, &k->record_pool, &k->current->pending, k->current->name };
    size_t length = size;
    char behind;

    while (reader->framing != INGEST_WHOLE && length > 0 && (data[length - 1] == '\n' || data[length - 1] == '\r'))
        length--;
    if (length == 0)
        return;
    behind = data[length];
    data[length] = '\0';
    k->current_record = (colline_text){ data, (uint32_t)length };
    map_pool_reset(&k->record_pool);
    reader->read(&reading, data, length);
    data[length] = behind;
}

/* (With a NUL behind it, which readers want.) */
static char *payload_of(kafka_load *k, const rd_kafka_message_t *message)
{
    if (k->buffer_size < message->len + 1) {
        k->buffer_size = 2 * message->len + 4096;
        k->buffer = map_resize(k->buffer, k->buffer_size);
    }
    if (message->len > 0)
        memcpy(k->buffer, message->payload, message->len);
    k->buffer[message->len] = '\0';
    return k->buffer;
}

/* A tombstone has no payload, and nothing to tell. */
void kafka_read(kafka_load *k, kafka_partition *partition, const rd_kafka_message_t *message)
{
    rd_kafka_timestamp_type_t sort;
    int64_t sent = rd_kafka_message_timestamp(message, &sort);
    uint64_t start = ingest_now_ns();
    char *payload = payload_of(k, message);
    size_t at = 0, before = k->count;

    k->current = partition;
    k->current_offset = message->offset;
    k->current_time = sort != RD_KAFKA_TIMESTAMP_NOT_AVAILABLE && sent > 0 ? sent : (int64_t)time(NULL) * 1000;
    while (at < message->len) {
        size_t size = record_length(k->options->reader, payload + at, message->len - at);
        read_record(k, payload + at, size);
        at += size;
    }
    if (message->len == 0 && k->count == before)
        k->analysis->counts.other++;
    kafka_touch(k, partition, message->offset + 1);
    k->summary->files += !partition->read;
    partition->read = true;
    k->summary->bytes += message->len;
    k->progress.bytes += message->len;
    k->summary->times.read_ns += ingest_now_ns() - start;
}

/* The longer a batch takes the store, the less often it is asked: others want to write, too. */
bool kafka_batch_is_due(const kafka_load *k)
{
    uint64_t wait = (uint64_t)WAIT_MS * 1000000u > 2 * k->apply_ns ? (uint64_t)WAIT_MS * 1000000u : 2 * k->apply_ns;
    size_t most = k->options->commit_events < BATCH_ITEMS ? (size_t)k->options->commit_events : BATCH_ITEMS;

    return k->count >= most || k->pool.bytes >= BATCH_BYTES || (k->since != 0 && ingest_now_ns() - k->since >= wait);
}

/* ---- To the store ---------------------------------------------------------------------------------- */

static int by_partition(const void *left, const void *right)
{
    const kafka_item *a = left, *b = right;
    int order = strcmp(a->partition->source, b->partition->source);

    return order != 0 ? order : (a->order > b->order) - (a->order < b->order);
}

static store_status begin(kafka_load *k)
{
    store_status status = STORE_OK;

    if (store_is_loading(k->analysis->store))
        return STORE_OK;
    status = store_load_begin(k->analysis->store, k->options->batch);
    if (status == STORE_OK && !k->catalog_told)
        status = ingest_tell_catalog(k->analysis);
    return status;
}

/* A partition that somebody else has read meanwhile: what came of it here is not wanted. */
static store_status check_positions(kafka_load *k)
{
    store_status status = STORE_OK;

    for (size_t i = 0; i < k->partition_count && status == STORE_OK; i++) {
        kafka_partition *p = k->partitions[i];
        int64_t stored;
        if (!p->touched)
            continue;
        status = kafka_position(k, p, &stored);
        if (status == STORE_OK && stored != p->stored) {
            kafka_partition_drop(k, p);
            status = kafka_partition_load(k, p);
            if (p->assigned)
                kafka_partition_seek(k, p);
        } else if (status == STORE_OK && !p->sessions_known) {
            status = kafka_sessions_load(k, p);
        }
    }
    return status;
}

/* A failure of its own, wherever the same bytes stand else. */
static store_status keep_poison(kafka_load *k, const kafka_item *item)
{
    map_pool *pool = &k->record_pool;
    colline_diagnostic told = { .severity = COLLINE_ERROR, .code = INGEST_BAD_RECORD, .line = 1, .column = 1 };
    store_statement statement = { .dialect = item->event.dialect, .outcome = STORE_OUTCOME_ERROR, .text = item->event.text };
    store_run run = { .time = item->event.time, .user = map_text(NULL), .session = map_text(NULL), .job = map_text(NULL),
                      .origin = map_text(NULL) };
    colline_text place;
    store_status status;
    int64_t id;

    map_pool_reset(pool);
    place = map_pool_format(pool, "%s/%" PRId64, item->partition->source, item->offset);
    told.message = map_pool_format(pool, "topic %s, partition %" PRId32 ", offset %" PRId64 ": %s", item->partition->topic,
                                   item->partition->number, item->offset, item->problem);
    statement.fingerprint = map_hash128(item->event.text.data, item->event.text.length).low;
    statement.variant = map_hash128(place.data, place.length).low;
    statement.default_db = statement.reason = map_text(NULL);
    statement.diagnostics = &told;
    statement.diagnostic_count = 1;
    statement.parsed_at = item->event.time;
    status = store_statement_put(k->analysis->store, &statement, &id);
    return status == STORE_OK ? store_statement_ran(k->analysis->store, id, &run) : status;
}

static store_status analyse(kafka_load *k, const bool *known)
{
    store_status status = STORE_OK;

    for (size_t i = 0; i < k->count && status == STORE_OK; i++) {
        const kafka_item *item = &k->items[i];
        if (item->problem != NULL) {
            status = keep_poison(k, item);
            continue;
        }
        k->analysis->counts.events += (item->event.flags & INGEST_DDL) == 0;
        if (known[i]) {
            k->analysis->counts.repeated++;
            continue;
        }
        kafka_use_sessions(k, item->partition);
        status = ingest_analyse(k->analysis, &item->event, map_text(item->partition->source), map_text(NULL));
    }
    return status;
}

/* Everything within one transaction. */
static store_status write_batch(kafka_load *k)
{
    store_status status = begin(k);
    bool *known = NULL;

    if (status == STORE_OK)
        status = check_positions(k);
    if (k->count > 1)
        qsort(k->items, k->count, sizeof *k->items, by_partition);
    known = map_get(k->count + 1);
    if (status == STORE_OK)
        status = ingest_find_known(k->analysis->store, k->items, sizeof *k->items, k->count, known, &k->summary->times.seen_ns);
    if (status == STORE_OK)
        status = analyse(k, known);
    for (size_t i = 0; i < k->partition_count && status == STORE_OK; i++)
        if (k->partitions[i]->touched)
            status = kafka_partition_save(k, k->partitions[i]);
    free(known);
    return status;
}

static store_status commit(kafka_load *k)
{
    bool publish = k->options->follow && k->count > 0;
    uint64_t start = ingest_now_ns();
    store_status status = publish ? store_load_publish(k->analysis->store) : store_load_commit(k->analysis->store);

    k->unpublished = !publish;
    k->summary->times.commit_ns += ingest_now_ns() - start;
    return status;
}

static void committed(kafka_load *k)
{
    for (size_t i = 0; i < k->partition_count; i++) {
        kafka_partition *p = k->partitions[i];
        if (!p->touched)
            continue;
        p->stored = p->next;
        p->pending.changed = p->touched = false;
    }
    k->catalog_told = true;
    k->count = 0;
    k->since = 0;
    map_pool_reset(&k->pool);
    kafka_tell_group(k);
}

/* What the transaction did is undone, also here: the cache names statements that are not there. */
static void undo(kafka_load *k, const ingest_counts *before)
{
    store_load_rollback(k->analysis->store);
    kafka_use_sessions(k, NULL);
    for (size_t i = 0; i < k->partition_count; i++)
        k->partitions[i]->sessions_known = k->partitions[i]->sessions_known && !k->partitions[i]->touched;
    ingest_analysis_forget(k->analysis);
    k->analysis->counts = *before;
}

/* Whether the batch is to be brought to the store once more: one that others hold is tried some times, one that is away as long as
 * the load follows. */
static bool try_again(const kafka_load *k, store_status *status, int *tries)
{
    const struct timespec pause = { 0, 200000000L };

    if (ingest_ending() != 0)
        return false;
    if (*status == STORE_E_LOST && k->options->follow) {
        *status = ingest_wait_for_store(k->analysis->store, *status);
        *tries = 0;
        return *status == STORE_OK;
    }
    if (*status != STORE_E_BUSY || ++*tries >= MOST_TRIES)
        return false;
    nanosleep(&pause, NULL);
    return true;
}

store_status kafka_apply(kafka_load *k)
{
    uint64_t start = ingest_now_ns();
    ingest_counts before = k->analysis->counts;
    store_status status;
    bool any = k->count > 0;
    int tries = 0;

    for (size_t i = 0; i < k->partition_count; i++)
        any = any || k->partitions[i]->touched;
    if (!any) {
        k->since = 0;
        return STORE_OK;
    }
    for (;;) {
        status = write_batch(k);
        if (status == STORE_OK)
            status = commit(k);
        if (status == STORE_OK)
            break;
        undo(k, &before);
        if (!try_again(k, &status, &tries))
            return status;
    }
    committed(k);
    k->apply_ns = ingest_now_ns() - start;
    ingest_progress_show(&k->progress, &k->analysis->counts);
    return status;
}

store_status kafka_publish(kafka_load *k)
{
    store_status status;

    if (k->catalog_told && !k->unpublished)
        return STORE_OK;
    status = begin(k);
    return status == STORE_OK ? store_load_publish(k->analysis->store) : status;
}
