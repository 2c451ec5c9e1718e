/*
 * serve.h -- the data map over HTTP: requests in, answers out.
 *
 *     GET /lineage/table?db=dw&table=fact_order        ->  a route (routes.def), its parameters (checked
 * against the route's list), a handler, an answer
 *
 * A handler sees a request whose parameters are known to be well-formed and fills an answer; what goes over
 * the wire (compression, ETag, headers, the cache) is the business of http.c and response.c.  No handler
 * opens a file: what a request says never becomes a path.
 */
#ifndef MAP_SERVE_SERVE_H
#define MAP_SERVE_SERVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>

/* ---- Settings: what the command line and the environment say --------------------------------------------
 */

typedef struct serve_settings {
    const char *store;   /* NULL: no store, only POST /analyze and the page for it */
    char *address;       /* host part of --listen */
    uint16_t port;       /* 0: any free port */
    const char *origin;  /* --cors: the one origin that may read answers; NULL: none */
    const char *host;    /* --host: one more name that the Host header may give */
    const char *dialect; /* what the page offers first; NULL: generic */
    char *token;         /* who presents it may change edges; NULL: read-only */
    unsigned threads;
    unsigned connections;
    size_t body_limit;        /* bytes of a request's body */
    unsigned request_seconds; /* for a client to send a request */
    unsigned analyze_seconds;
    bool quiet;
} serve_settings;

/* 1; 0 when the arguments only asked for help; -1 when they are wrong (told on standard error). */
int serve_read_settings(serve_settings *settings, int count, char **arguments);
void serve_free_settings(serve_settings *settings);

/* ---- Requests and answers
 * ---------------------------------------------------------------------------------- */

enum { SERVE_PARAMETERS = 16 };

typedef struct serve_server serve_server;
typedef struct serve_store serve_store;
typedef struct serve_route serve_route;

typedef struct serve_request {
    serve_server *server;
    const serve_settings *settings;
    const serve_route *route;
    serve_store *store; /* a reader of the store; NULL where the route needs none */
    char *item;         /* what stands for {} in the route's path, decoded; "" where it has none */
    struct {
        const char *name, *value;
    } parameters[SERVE_PARAMETERS]; /* in the order of the route's list; those that were given */
    size_t parameter_count;
    char *body; /* NUL-terminated */
    size_t length, room;
    bool cut; /* a NUL stands in its address */
} serve_request;

typedef struct serve_answer {
    unsigned status;
    const char *type; /* Content-Type */
    char *body;       /* malloc'd */
    size_t length;
} serve_answer;

typedef void serve_handler(const serve_request *request, serve_answer *answer);

/* What a route demands. */
enum {
    SERVE_STORE = 1, /* a store */
    SERVE_CACHE = 2, /* its answers hold as long as the store's version */
    SERVE_ADMIN = 4  /* the token */
};

struct serve_route {
    const char *method;
    const char *path;       /* "/statements/{}" */
    const char *parameters; /* "db? table! depth?": ! must be given, ? may be */
    unsigned flags;
    serve_handler *handler;
};

/* The route of a method and path; *item is where {} starts.  NULL and *allow (the methods that the path
 * knows, "" for an unknown path) otherwise. */
const serve_route *serve_find_route(const char *method, const char *path, const char **item, char allow[64]);
/* The names in a route's list of parameters, one after the other: *at moves on; false at the end. */
bool serve_next_name(const char **at, char name[32], bool *required);

/* A parameter's value; NULL when it was not given. */
const char *serve_parameter(const serve_request *request, const char *name);
/* A whole number between low and high; `missing` when not given.  false when it is no such number: the answer
 * tells. */
bool serve_number(const serve_request *request, serve_answer *answer, const char *name, long low, long high,
                  long missing, long *number);
/* One of the words (separated by '|'), as its place; the first when not given. */
bool serve_choice(const serve_request *request, serve_answer *answer, const char *name, const char *words,
                  int *choice);

/* The body as a JSON object; NULL when it is none: the answer tells.  To be freed with cJSON_Delete(). */
cJSON *serve_body(const serve_request *request, serve_answer *answer);
/* A text member of an object; `missing` when absent or null; NULL when it is no text (or absent and `missing`
 * is NULL): the answer tells. */
const char *serve_text(const cJSON *object, const char *name, const char *missing, serve_answer *answer);

/* Fill the answer with what `root` prints as; root is freed. */
void serve_json(serve_answer *answer, unsigned status, cJSON *root);
/* {"error":{"status":400,"reason":"..."}} */
void serve_problem(serve_answer *answer, unsigned status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- Handlers
 * -------------------------------------------------------------------------------------------------- */

#define ROUTE(method, path, handler, parameters, flags) serve_handler serve_##handler;
#include "map/serve/routes.def"
#undef ROUTE

/* ---- The page, compiled in
 * ----------------------------------------------------------------------------------- */

typedef struct serve_file {
    const char *path; /* "/", "/assets/main-3fd1.js" */
    const char *type;
    bool named_by_content; /* the path changes with the content: it may be kept for ever */
    const unsigned char *gzip;
    size_t gzip_length, length;
} serve_file;

/* The file of that path; NULL: none. */
const serve_file *serve_find_file(const char *path);
/* Whether the page was there when the command was built. */
bool serve_has_page(void);

#endif
