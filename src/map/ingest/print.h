/*
 * print.h -- events as JSON lines.
 *
 *     colline ingest --print audit.log
 *     {"dialect":"impala","state":"finished","id":"c84e:387b","sql":"insert into a select x from b"}
 */
#ifndef MAP_INGEST_PRINT_H
#define MAP_INGEST_PRINT_H

#include "map/ingest/source.h"

/* False, and messages, where some file cannot be read. */
bool ingest_print_events(const char *const *names, size_t count, const ingest_reader *forced);

#endif
