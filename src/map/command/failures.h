/*
 * failures.h -- the queue of failures for programs, and the door for retrying them.
 */
#ifndef MAP_COMMAND_FAILURES_H
#define MAP_COMMAND_FAILURES_H

#include "map/store/store.h"

struct cJSON;

/* To be freed with cJSON_Delete(). */
struct cJSON *failure_json(const store_failure *failure);

#endif
