/*
 * Answers on the wire.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "map/serve/response.h"

enum { WORTH_COMPRESSING = 700 };

/* The page runs its own scripts only and is framed by nobody; styles may be set by the scripts of the editor.
 */
static const char policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

static void add_headers(const serve_settings *settings, struct MHD_Response *response, const char *type,
                        const char *etag, const char *keeping)
{
    MHD_add_response_header(response, "Content-Security-Policy", policy);
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(response, "Cross-Origin-Resource-Policy",
                            settings->origin != NULL ? "cross-origin" : "same-origin");
    MHD_add_response_header(response, "Cache-Control", keeping);
    if (type != NULL)
        MHD_add_response_header(response, "Content-Type", type);
    if (etag[0] != '\0')
        MHD_add_response_header(response, "ETag", etag);
    if (settings->origin != NULL) {
        MHD_add_response_header(response, "Access-Control-Allow-Origin", settings->origin);
        MHD_add_response_header(response, "Access-Control-Expose-Headers", "ETag");
    }
}

static void make_etag(char etag[24], const char *body, size_t length)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)body[i]) * 1099511628211u;
    snprintf(etag, 24, "\"%016llx\"", (unsigned long long)hash);
}

/* malloc'd; NULL where it fails or does not pay. */
static char *compress_body(const char *body, size_t length, size_t *compressed)
{
    z_stream stream = { .next_in = (unsigned char *)body, .avail_in = (unsigned)length };
    size_t room;
    char *out;

    if (length < WORTH_COMPRESSING || length > UINT32_MAX / 2 ||
        deflateInit2(&stream, 5, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    room = deflateBound(&stream, (unsigned long)length);
    out = malloc(room);
    if (out != NULL) {
        stream.next_out = (unsigned char *)out;
        stream.avail_out = (unsigned)room;
        if (deflate(&stream, Z_FINISH) != Z_STREAM_END || stream.total_out >= length) {
            free(out);
            out = NULL;
        }
    }
    *compressed = stream.total_out;
    deflateEnd(&stream);
    return out;
}

/* A response over memory that it frees. */
static struct MHD_Response *owning(char *body, size_t length)
{
    struct MHD_Response *response = MHD_create_response_from_buffer(length, body, MHD_RESPMEM_MUST_FREE);

    if (response == NULL)
        free(body);
    return response;
}

static serve_response *finish(const serve_settings *settings, serve_response *response, const char *type,
                              const char *keeping)
{
    if (response->plain == NULL) {
        serve_drop_response(response);
        return NULL;
    }
    add_headers(settings, response->plain, type, response->etag, keeping);
    MHD_add_response_header(response->plain, "Vary", "Accept-Encoding");
    if (response->gzip != NULL) {
        add_headers(settings, response->gzip, type, response->etag, keeping);
        MHD_add_response_header(response->gzip, "Vary", "Accept-Encoding");
        MHD_add_response_header(response->gzip, "Content-Encoding", "gzip");
    }
    if (response->etag[0] != '\0')
        response->unchanged = MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
    if (response->unchanged != NULL)
        add_headers(settings, response->unchanged, NULL, response->etag, keeping);
    return response;
}

serve_response *serve_make_response(const serve_settings *settings, serve_answer *answer)
{
    serve_response *response = calloc(1, sizeof *response);
    size_t compressed = 0;
    char *body = answer->body, *gzip;

    answer->body = NULL;
    if (response == NULL) {
        free(body);
        return NULL;
    }
    response->status = answer->status;
    response->references = 1;
    if (answer->status == 200 && body != NULL)
        make_etag(response->etag, body, answer->length);
    gzip = body != NULL ? compress_body(body, answer->length, &compressed) : NULL;
    if (gzip != NULL)
        response->gzip = owning(gzip, compressed);
    response->bytes = answer->length + compressed + 1024;
    response->plain = body != NULL ? owning(body, answer->length)
                                   : MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
    return finish(settings, response, answer->type, answer->status == 200 ? "no-cache" : "no-store");
}

static char *inflate_file(const serve_file *file)
{
    z_stream stream = { .next_in = (unsigned char *)file->gzip, .avail_in = (unsigned)file->gzip_length };
    char *out = malloc(file->length + 1);

    if (out == NULL || inflateInit2(&stream, 15 + 16) != Z_OK) {
        free(out);
        return NULL;
    }
    stream.next_out = (unsigned char *)out;
    stream.avail_out = (unsigned)file->length;
    if (inflate(&stream, Z_FINISH) != Z_STREAM_END || stream.total_out != file->length) {
        free(out);
        out = NULL;
    }
    inflateEnd(&stream);
    return out;
}

serve_response *serve_file_response(const serve_settings *settings, const serve_file *file)
{
    serve_response *response = calloc(1, sizeof *response);
    char *body = inflate_file(file);

    if (response == NULL || body == NULL) {
        free(response);
        free(body);
        return NULL;
    }
    response->status = 200;
    response->references = 1;
    make_etag(response->etag, body, file->length);
    response->plain = owning(body, file->length);
    response->gzip = MHD_create_response_from_buffer(file->gzip_length, (void *)(uintptr_t)file->gzip,
                                                     MHD_RESPMEM_PERSISTENT);
    return finish(settings, response, file->type,
                  file->named_by_content ? "public, max-age=31536000, immutable" : "no-cache");
}

void serve_drop_response(serve_response *response)
{
    if (response == NULL || __atomic_sub_fetch(&response->references, 1, __ATOMIC_ACQ_REL) > 0)
        return;
    if (response->plain != NULL)
        MHD_destroy_response(response->plain);
    if (response->gzip != NULL)
        MHD_destroy_response(response->gzip);
    if (response->unchanged != NULL)
        MHD_destroy_response(response->unchanged);
    free(response);
}

/* ---- What the request's headers ask
 * ---------------------------------------------------------------------------- */

/* Accept-Encoding: br;q=1.0, gzip;q=0.8 -> yes;  gzip;q=0 -> no */
static bool accepts_gzip(const char *accept)
{
    while (accept != NULL && *accept != '\0') {
        size_t length = strcspn(accept, ",");
        size_t start = strspn(accept, " \t"), word = strcspn(accept + start, " \t;,");

        if (word == 4 && strncmp(accept + start, "gzip", 4) == 0) {
            const char *quality = strstr(accept + start + word, "q=");

            if (quality == NULL || quality >= accept + length)
                return true;
            return strtod(quality + 2, NULL) > 0;
        }
        accept += length;
        accept += strspn(accept, ", ");
    }
    return false;
}

/* If-None-Match: "a", W/"b"  or  * */
static bool names_etag(const char *header, const char *etag)
{
    if (header == NULL || etag[0] == '\0')
        return false;
    return strcmp(header, "*") == 0 || strstr(header, etag) != NULL;
}

enum MHD_Result serve_send(struct MHD_Connection *connection, serve_response *response)
{
    const char *known = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "If-None-Match");
    const char *accept = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Accept-Encoding");

    if (response->unchanged != NULL && names_etag(known, response->etag))
        return MHD_queue_response(connection, 304, response->unchanged);
    if (response->gzip != NULL && accepts_gzip(accept))
        return MHD_queue_response(connection, response->status, response->gzip);
    return MHD_queue_response(connection, response->status, response->plain);
}
