/*
 * kafka_load.h -- what the files of the Kafka load share: the partitions at hand, and the batch that waits for the store.
 *
 *     queries/3   stored 1200, next 1260: 60 messages were read; what came of them is in the batch
 */
#ifndef MAP_INGEST_KAFKA_LOAD_H
#define MAP_INGEST_KAFKA_LOAD_H

#include <librdkafka/rdkafka.h>
#include <stddef.h>

#include "map/ingest/kafka.h"

enum { KAFKA_NOWHERE = -1 }; /* the store has no position yet */

typedef struct kafka_partition {
    const char *topic;
    int32_t number;
    const char *source; /* in the store: kafka:CLUSTER/TOPIC/NUMBER */
    const char *name;   /* for people: TOPIC/NUMBER */
    const char *shelf;  /* of its sessions */
    int64_t stored;     /* the store's position, as far as is known here */
    int64_t next;       /* read so far; KAFKA_NOWHERE: nothing */
    bool assigned;
    bool touched;       /* read on since the last commit */
    bool at_end;        /* its end was seen since it was assigned */
    bool lost_place;    /* the broker has no such offset: where to go on is to be asked for */
    bool pending_known, sessions_known; /* what is held of them is the store's */
    bool read;          /* in this load */
    uint64_t poison;    /* messages of this load that went to the queue of failures */
    ingest_pending pending;
    ingest_sessions sessions;
} kafka_partition;

/* An event, or a record that makes no sense. */
typedef struct kafka_item {
    ingest_event event;
    const char *problem; /* NULL: the event */
    kafka_partition *partition;
    int64_t offset;
    size_t order;
} kafka_item;
_Static_assert(offsetof(kafka_item, event) == 0, "ingest_find_known() takes them for events");

typedef struct kafka_load {
    ingest_analysis *analysis;
    const ingest_options *options;
    const ingest_kafka_options *kafka;
    ingest_summary *summary;
    rd_kafka_t *client;
    const char *cluster;      /* its id: offsets mean something within one cluster only */
    bool from_end;            /* where a partition begins of which the store knows nothing */

    kafka_partition **partitions;
    size_t partition_count, partition_capacity;
    kafka_partition *in_use;  /* whose sessions the analysis has now; NULL: its own */
    ingest_sessions own;
    bool dealt;               /* the group has dealt partitions out, be it none */

    kafka_item *items;        /* the batch */
    size_t count, capacity;
    map_pool pool;            /* of its texts */
    map_pool names;           /* of partitions */
    map_pool record_pool;
    uint64_t since;           /* when its first message was read; 0: there is none */
    uint64_t apply_ns;        /* how long the last one took */
    bool unpublished;         /* something was committed that readers do not see yet */
    bool catalog_told;

    kafka_partition *current; /* of the message that is being read */
    int64_t current_offset, current_time;
    colline_text current_record;
    char *buffer;
    size_t buffer_size;

    store_status status;      /* of what was done within callbacks */
    uint64_t away_since;      /* no broker answers; 0: some do */
    bool failed;              /* nothing more can be read; it was told */
    char problem[256];        /* what librdkafka said last */
    ingest_progress progress;
} kafka_load;

/* ---- The client (kafka_client.c) ------------------------------------------------------------------- */

/* A client that has subscribed; false, and a message, where the options make no sense. */
bool kafka_open(kafka_load *k, void (*rebalanced)(rd_kafka_t *client, rd_kafka_resp_err_t error,
                                                  rd_kafka_topic_partition_list_t *list, void *user));
void kafka_close(kafka_load *k);
/* Say it, with nothing of the progress in the way. */
void kafka_tell(kafka_load *k, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Brokers answer. */
void kafka_alive(kafka_load *k);
/* What a poll gave that is no message.  Sets `failed` where there is no going on. */
void kafka_note_error(kafka_load *k, rd_kafka_resp_err_t error, const char *text);
bool kafka_is_cooperative(rd_kafka_t *client);
/* Tell the group how far the store is: for those who watch it. */
void kafka_tell_group(kafka_load *k);

/* ---- Partitions (kafka_partition.c) ---------------------------------------------------------------- */

/* Made where there is none. */
kafka_partition *kafka_partition_get(kafka_load *k, const char *topic, int32_t number);
void kafka_partitions_free(kafka_load *k);
/* It was read on. */
void kafka_touch(kafka_load *k, kafka_partition *partition, int64_t next);
/* The store's position; KAFKA_NOWHERE: it has none. */
store_status kafka_position(kafka_load *k, const kafka_partition *partition, int64_t *stored);
/* The store's position, and what belongs to it.  (Opens the store's transaction.) */
store_status kafka_partition_load(kafka_load *k, kafka_partition *partition);
/* Its sessions alone. */
store_status kafka_sessions_load(kafka_load *k, kafka_partition *partition);
/* Position, waiting statements and sessions, to be committed. */
store_status kafka_partition_save(kafka_load *k, kafka_partition *partition);
/* Let the analysis work with the sessions of the partition; NULL: its own. */
void kafka_use_sessions(kafka_load *k, kafka_partition *partition);
/* What was read and not committed is forgotten. */
void kafka_partition_drop(kafka_load *k, kafka_partition *partition);
/* Go on reading where the store is. */
void kafka_partition_seek(kafka_load *k, kafka_partition *partition);
/* The broker does not have the offset: go on where it begins. */
void kafka_find_place(kafka_load *k, kafka_partition *partition);
/* Where a partition begins that the store knows nothing of, for librdkafka; else the next offset. */
int64_t kafka_start_of(const kafka_load *k, const kafka_partition *partition);

/* ---- The batch (kafka_batch.c) --------------------------------------------------------------------- */

/* Read a message into the batch. */
void kafka_read(kafka_load *k, kafka_partition *partition, const rd_kafka_message_t *message);
/* Whether it is time to bring the batch to the store. */
bool kafka_batch_is_due(const kafka_load *k);
/* Commit the batch; where the load follows, publish it. */
store_status kafka_apply(kafka_load *k);
/* Publish what was committed, and the catalog. */
store_status kafka_publish(kafka_load *k);

#endif
