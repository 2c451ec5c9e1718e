/*
 * spool.h -- events on disk while the sink is away.
 *
 *     DIR/events.jsonl     what was not delivered, a line each, oldest first
 *     DIR/position         how many bytes of it are delivered by now
 *     DIR/refused.jsonl    what the sink will never take
 *
 * An event is safe when emit_spool_add() returns, and is forgotten only after it was delivered: a kill in between
 * delivers some (64 at most) twice at worst.  One process has a spool at a time.
 */
#ifndef MAP_EMIT_SPOOL_H
#define MAP_EMIT_SPOOL_H

#include <stdbool.h>

#include "map/map.h"

typedef struct emit_spool emit_spool;

/* Makes the folder where it is missing.  NULL, and a message, where it cannot be used. */
emit_spool *emit_spool_open(const char *folder);
bool emit_spool_add(emit_spool *spool, colline_text event);
bool emit_spool_refuse(emit_spool *spool, colline_text event);
/* The oldest event; false where there is none, or none can be read. */
bool emit_spool_first(emit_spool *spool, colline_text *event);
/* It was delivered. */
bool emit_spool_forget(emit_spool *spool);
bool emit_spool_empty(const emit_spool *spool);
/* How many are waiting: counts lines. */
uint64_t emit_spool_count(emit_spool *spool);
void emit_spool_close(emit_spool *spool);

#endif
