/*
 * POST /analyze: SQL in, lineage out, without the store.
 *
 *     {"sql":"INSERT INTO b SELECT x FROM a","dialect":"hive","ddl":"CREATE TABLE a (x INT)"}
 *        -> {"statements":[{..., "columns":[...],"edges":[...]}],"tokens":[["keyword",0,6],...]}
 *
 * The statements are the lineage JSON (docs/json.md); tokens are there so that a page can colour the text as
 * the dialect reads it.  Positions are bytes of the text that was sent.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "colline.h"
#include "map/serve/server.h"

enum { MOST_EDGES = 200000, MOST_TOKENS = 200000 };

typedef struct analysis {
    colline_options options;
    colline_catalog *catalog;
    struct timespec deadline;
    const char *sql, *ddl;
    size_t sql_length;
} analysis;

static int past_deadline(void *context)
{
    const analysis *a = context;
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec > a->deadline.tv_sec ||
           (now.tv_sec == a->deadline.tv_sec && now.tv_nsec > a->deadline.tv_nsec);
}

static const struct {
    const char *name;
    uint32_t flag;
    bool inverted;
} flags[] = {
    { "expand_views", COLLINE_EXPAND_VIEWS, false },
    { "fold_temporary", COLLINE_FOLD_TEMPORARY, false },
    { "templates", COLLINE_NO_TEMPLATES, true },
    { "narrow", COLLINE_NARROW_CONDITION, false },
};

static bool read_flags(analysis *a, const cJSON *body, serve_answer *answer)
{
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        const cJSON *member = cJSON_GetObjectItemCaseSensitive(body, flags[i].name);

        if (member == NULL)
            continue;
        if (!cJSON_IsBool(member)) {
            serve_problem(answer, 400, "the member %s must be true or false", flags[i].name);
            return false;
        }
        if (cJSON_IsTrue(member) != flags[i].inverted)
            a->options.flags |= flags[i].flag;
    }
    return true;
}

static bool read_analysis(const serve_request *request, analysis *a, const cJSON *body, serve_answer *answer)
{
    const char *dialect = serve_text(body, "dialect", "generic", answer);
    const char *db = serve_text(body, "default_db", "", answer);

    a->options = (colline_options)COLLINE_OPTIONS_INIT;
    a->ddl = serve_text(body, "ddl", "", answer);
    a->sql = serve_text(body, "sql", NULL, answer);
    if (dialect == NULL || db == NULL || a->ddl == NULL || a->sql == NULL || !read_flags(a, body, answer))
        return false;
    if (!colline_dialect_by_name(dialect, &a->options.dialect)) {
        serve_problem(answer, 400, "there is no dialect %.40s; GET /settings lists them", dialect);
        return false;
    }
    a->sql_length = strlen(a->sql);
    a->options.default_db = db[0] != '\0' ? db : NULL;
    a->options.max_edges = MOST_EDGES;
    a->options.cancelled = past_deadline;
    a->options.user = a;
    clock_gettime(CLOCK_MONOTONIC, &a->deadline);
    a->deadline.tv_sec += request->settings->analyze_seconds;
    return true;
}

static void add_ddl_diagnostics(cJSON *root, const colline_diagnostics *diagnostics)
{
    cJSON *list = cJSON_AddArrayToObject(root, "ddl_diagnostics");

    for (size_t i = 0; i < colline_diagnostics_count(diagnostics); i++) {
        const colline_diagnostic *d = colline_diagnostics_get(diagnostics, i);
        cJSON *item = cJSON_CreateObject();

        cJSON_AddStringToObject(item, "severity", d->severity == COLLINE_ERROR ? "error" : "warning");
        cJSON_AddStringToObject(item, "code", d->code);
        cJSON_AddStringToObject(item, "message", d->message.data);
        cJSON_AddNumberToObject(item, "offset", d->at.offset);
        cJSON_AddNumberToObject(item, "line", d->line);
        cJSON_AddNumberToObject(item, "column", d->column);
        cJSON_AddItemToArray(list, item);
    }
}

cJSON *serve_tokens(colline_dialect dialect, const char *sql, size_t length)
{
    cJSON *list = cJSON_CreateArray();
    colline_token token;
    size_t offset = 0;

    for (int i = 0; i < MOST_TOKENS && colline_next_token(dialect, sql, length, &offset, &token); i++) {
        cJSON *item = cJSON_CreateArray();

        cJSON_AddItemToArray(item, cJSON_CreateString(token.kind));
        cJSON_AddItemToArray(item, cJSON_CreateNumber(token.at.offset));
        cJSON_AddItemToArray(item, cJSON_CreateNumber(token.at.length));
        cJSON_AddItemToArray(list, item);
    }
    return list;
}

/* The library's lines of JSON, as they are, as the items of a list. */
static void add_statements(cJSON *root, char *lines)
{
    cJSON *list = cJSON_AddArrayToObject(root, "statements");
    char *line = lines;

    while (line != NULL && *line != '\0') {
        char *end = strchr(line, '\n');

        if (end != NULL)
            *end = '\0';
        cJSON_AddItemToArray(list, cJSON_CreateRaw(line));
        line = end != NULL ? end + 1 : NULL;
    }
}

static void refuse_analysis(serve_answer *answer, colline_status status)
{
    if (status == COLLINE_E_CANCELLED)
        serve_problem(answer, 422, "the text takes longer than this server works on it");
    else if (status == COLLINE_E_LIMIT)
        serve_problem(answer, 422, "the text has more edges than this server tells");
    else
        serve_problem(answer, status == COLLINE_E_MEMORY ? 503 : 500, "%s", colline_status_text(status));
}

static void analyze(analysis *a, serve_answer *answer)
{
    colline_diagnostics *diagnostics = NULL;
    cJSON *root = cJSON_CreateObject();
    char *json = NULL;
    size_t length;
    colline_status status = colline_catalog_add_ddl(a->catalog, a->options.dialect, a->options.default_db,
                                                    a->ddl, strlen(a->ddl), &diagnostics);

    if (status == COLLINE_OK || status == COLLINE_E_INPUT)
        status = colline_lineage_json(a->ddl[0] != '\0' ? a->catalog : NULL, &a->options, a->sql,
                                      a->sql_length, &json, &length);
    if (status == COLLINE_OK) {
        add_statements(root, json);
        add_ddl_diagnostics(root, diagnostics);
        cJSON_AddItemToObject(root, "tokens", serve_tokens(a->options.dialect, a->sql, a->sql_length));
        serve_json(answer, 200, root);
    } else {
        cJSON_Delete(root);
        refuse_analysis(answer, status);
    }
    colline_free(json);
    colline_diagnostics_free(diagnostics);
}

void serve_analyze(const serve_request *request, serve_answer *answer)
{
    cJSON *body = serve_body(request, answer);
    analysis a = { 0 };

    if (body == NULL)
        return;
    if (read_analysis(request, &a, body, answer)) {
        a.catalog = colline_catalog_new(NULL);
        if (a.catalog != NULL)
            analyze(&a, answer);
        else
            serve_problem(answer, 503, "no memory");
        colline_catalog_release(a.catalog);
    }
    cJSON_Delete(body);
}
