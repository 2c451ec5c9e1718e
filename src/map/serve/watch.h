/*
 * watch.h -- no connection lasts longer than its deadline, however slowly its other end sends or reads.
 *
 * libmicrohttpd ends a connection that is silent; one that sends a byte now and then it keeps.  Each
 * connection has a time by which its request must be complete, then one by which its answer must be read;
 * past it the socket is shut down.
 */
#ifndef MAP_SERVE_WATCH_H
#define MAP_SERVE_WATCH_H

#include <stdint.h>

typedef struct serve_watch serve_watch;
typedef struct serve_watched serve_watched;

/* Seconds for a request, and for its answer. */
serve_watch *serve_new_watch(unsigned request_seconds, unsigned answer_seconds);
void serve_free_watch(serve_watch *watch);

serve_watched *serve_watch_begin(serve_watch *watch, int socket);
void serve_watch_request(serve_watch *watch, serve_watched *watched);
void serve_watch_answer(serve_watch *watch, serve_watched *watched);
void serve_watch_end(serve_watch *watch, serve_watched *watched);

/* Shut down what is late; called now and then.  How many that were. */
unsigned serve_watch_pass(serve_watch *watch);
unsigned serve_watch_count(serve_watch *watch);

#endif
