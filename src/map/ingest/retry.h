/*
 * retry.h -- `colline failures retry`.
 */
#ifndef MAP_INGEST_RETRY_H
#define MAP_INGEST_RETRY_H

int ingest_failures_retry(int count, char **arguments);

#endif
