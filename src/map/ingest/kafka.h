/*
 * kafka.h -- a load from topics of Kafka: a message is a record, or a few lines of them.
 *
 *     colline ingest --kafka broker1:9092,broker2:9092 --topic queries --group lineage
 *        queries, partition 3, offset 17:  {"sql":"INSERT INTO b SELECT x FROM a","dialect":"hive"}
 *
 * The group deals partitions out; where a partition is read on is the store's to say: a batch commits with the positions behind
 * it, and only if the store's positions are still those before it.  So each record comes into the store exactly once, also
 * when a consumer that has lost a partition does not know yet.
 */
#ifndef MAP_INGEST_KAFKA_H
#define MAP_INGEST_KAFKA_H

#include "map/base/options.h"
#include "map/ingest/load.h"

typedef struct ingest_kafka_options {
    const char *brokers, *group;
    map_arguments topics;
    map_arguments properties; /* NAME=VALUE for librdkafka */
    uint64_t timeout;         /* seconds without a broker after which a load that does not follow gives up */
} ingest_kafka_options;

/* Load what the topics hold; with options->follow until a signal.  *unread: brokers or topics could not be read (and it was
 * told). */
store_status ingest_kafka_run(ingest_analysis *analysis, const ingest_options *options, const ingest_kafka_options *kafka,
                              ingest_summary *summary, bool *unread);

#endif
