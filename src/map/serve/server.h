/*
 * server.h -- what all requests of one server share.
 */
#ifndef MAP_SERVE_SERVER_H
#define MAP_SERVE_SERVER_H

#include <stdatomic.h>
#include <time.h>

#include "map/serve/reader.h"
#include "map/serve/response.h"
#include "map/serve/watch.h"

struct serve_server {
    serve_settings settings;
    struct MHD_Daemon *daemon;
    serve_readers *readers; /* NULL without a store */
    serve_cache *cache, *files;
    serve_watch *watch;
    bool loopback; /* listens on loopback only: then the Host header must name it */
    time_t started;
    atomic_ullong requests, errors, refused, late;
};

/* libmicrohttpd's callbacks (http.c). */
void *serve_begin(void *server, const char *uri, struct MHD_Connection *connection);
enum MHD_Result serve_access(void *server, struct MHD_Connection *connection, const char *url,
                             const char *method, const char *version, const char *upload, size_t *upload_size,
                             void **context);
void serve_completed(void *server, struct MHD_Connection *connection, void **context,
                     enum MHD_RequestTerminationCode code);
void serve_connection(void *server, struct MHD_Connection *connection, void **socket_context,
                      enum MHD_ConnectionNotificationCode code);

#endif
