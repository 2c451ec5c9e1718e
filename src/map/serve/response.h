/*
 * response.h -- an answer as it goes over the wire: compressed for those who accept it, with its ETag and the
 * headers that every answer has, ready to be sent any number of times; and the cache of such.
 */
#ifndef MAP_SERVE_RESPONSE_H
#define MAP_SERVE_RESPONSE_H

#include <microhttpd.h>

#include "map/serve/serve.h"

typedef struct serve_response {
    unsigned status;
    char etag[24];                     /* quoted; "" where there is none */
    struct MHD_Response *plain, *gzip; /* gzip NULL where it does not pay */
    struct MHD_Response *unchanged;    /* for 304 */
    size_t bytes;
    unsigned references;
} serve_response;

/* Takes the answer's body.  NULL when there is no memory. */
serve_response *serve_make_response(const serve_settings *settings, serve_answer *answer);
/* A file of the page. */
serve_response *serve_file_response(const serve_settings *settings, const serve_file *file);
/* Send it, or 304, as the request's headers ask. */
enum MHD_Result serve_send(struct MHD_Connection *connection, serve_response *response);
void serve_drop_response(serve_response *response);

/* ---- The cache: answers by what was asked, as long as the store's version is the same
 * ---------------------- */

typedef struct serve_cache serve_cache;

serve_cache *serve_new_cache(size_t most_bytes);
void serve_free_cache(serve_cache *cache);
/* NULL: not there, or of another version.  To be dropped by the caller. */
serve_response *serve_cache_get(serve_cache *cache, const char *key, long long version);
/* Keep one more reference to it. */
void serve_cache_put(serve_cache *cache, const char *key, long long version, serve_response *response);
void serve_cache_figures(serve_cache *cache, uint64_t *hits, uint64_t *misses, size_t *bytes,
                         size_t *entries);

#endif
