/*
 * stats.h -- the figures of a store in the forms of programs.
 */
#ifndef MAP_COMMAND_STATS_H
#define MAP_COMMAND_STATS_H

#include "map/store/store.h"

struct cJSON;

/* To be freed with cJSON_Delete(). */
struct cJSON *stats_json(const store_stats *stats);
/* The text form of Prometheus. */
colline_text stats_prometheus(const store_stats *stats, map_pool *pool);

#endif
