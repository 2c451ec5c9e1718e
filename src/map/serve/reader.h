/*
 * reader.h -- connections to the store, lent to requests: each request reads one published version.
 */
#ifndef MAP_SERVE_READER_H
#define MAP_SERVE_READER_H

#include "map/serve/serve.h"

typedef struct serve_readers serve_readers;

/* Open `count` connections to the store at `where`.  NULL: told on standard error. */
serve_readers *serve_open_readers(const char *where, unsigned count);
void serve_close_readers(serve_readers *readers);

/* A connection on the version that is published now; NULL when the store cannot be read (then *problem says
 * why; it is written in `room`). */
serve_store *serve_take_reader(serve_readers *readers, long long *version, char problem[256]);
void serve_give_reader(serve_readers *readers, serve_store *store);

#endif
