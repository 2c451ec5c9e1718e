/*
 * server.h -- what all requests of one server share.
 */
#ifndef MAP_SERVE_SERVER_H
#define MAP_SERVE_SERVER_H

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "map/serve/reader.h"
#include "map/serve/response.h"
#include "map/serve/watch.h"

/* The store's figures in their two forms, of one version. */
typedef struct serve_figures {
    pthread_mutex_t making, lock;
    char *json, *prometheus;
    long long version;
} serve_figures;

struct serve_server {
    serve_settings settings;
    struct MHD_Daemon *daemon;
    serve_readers *readers; /* NULL without a store */
    serve_cache *cache, *files;
    serve_watch *watch;
    bool loopback; /* listens on loopback only: then the Host header must name it */
    time_t started;
    serve_figures figures;
    atomic_ullong requests, errors, refused, late;
};

/* The store's figures, malloc'd; NULL when they cannot be had (stats.c). */
char *serve_take_figures(const serve_request *request, bool prometheus);

/* libmicrohttpd's callbacks (http.c); the context is the server. */
void *serve_begin(void *context, const char *uri, struct MHD_Connection *connection);
enum MHD_Result serve_access(void *context, struct MHD_Connection *connection, const char *url,
                             const char *method, const char *version, const char *upload, size_t *upload_size,
                             void **request_context);
void serve_completed(void *context, struct MHD_Connection *connection, void **request_context,
                     enum MHD_RequestTerminationCode code);
void serve_connection(void *context, struct MHD_Connection *connection, void **socket_context,
                      enum MHD_ConnectionNotificationCode code);

#endif
