/*
 * What people decide: edges added, changed, removed and confirmed, failures closed.  Each is a version of its
 * own.
 *
 *     POST /edges {"source":"dw.a.x","target":"dw.b.y","kind":"DIRECT","who":"Ada","why":"copied by a
 * script"}
 *
 * Requests come here with the token only.  They write through a connection of their own, opened for the one
 * change.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "map/serve/json.h"

typedef struct change {
    const serve_request *request;
    serve_answer *answer;
    cJSON *body;
    store *store;
    store_signature by;
    store_edge edge;
} change;

static bool read_id(const serve_request *request, serve_answer *answer, int64_t *id)
{
    const char *text = request->item;

    *id = strspn(text, "0123456789") == strlen(text) && strlen(text) < 19 ? strtoll(text, NULL, 10) : 0;
    if (*id > 0)
        return true;
    serve_problem(answer, 400, "an id is a whole number");
    return false;
}

static bool well(change *c, store_status status)
{
    if (status == STORE_OK)
        return true;
    serve_problem(c->answer, status == STORE_E_MISUSE ? 400u : serve_code_of(status), "%s", store_error(c->store));
    return false;
}

/* Body, signature and a connection that may write. */
static bool begin(change *c, const serve_request *request, serve_answer *answer)
{
    *c = (change){ .request = request, .answer = answer, .body = serve_body(request, answer) };
    if (c->body == NULL)
        return false;
    c->by.who = serve_text(c->body, "who", NULL, answer);
    c->by.why = c->by.who != NULL ? serve_text(c->body, "why", "", answer) : NULL;
    if (c->by.why == NULL)
        return false;
    if (c->by.who[0] == '\0') {
        serve_problem(answer, 400, "who must not be empty");
        return false;
    }
    return well(c, store_open(request->settings->store, 0, &c->store));
}

static void end(change *c)
{
    store_close(c->store);
    cJSON_Delete(c->body);
}

/* The answer to what changed the edge or failure `id`. */
static void done(change *c, unsigned status, int64_t id)
{
    cJSON *root = cJSON_CreateObject();
    int64_t version = 0;

    store_current_version(c->store, &version);
    cJSON_AddNumberToObject(root, "id", (double)id);
    cJSON_AddNumberToObject(root, "store_version", (double)version);
    serve_json(c->answer, status, root);
}

/* ---- An edge in a body
 * ------------------------------------------------------------------------------------------ */

static bool read_kind(change *c)
{
    const char *word = serve_text(c->body, "kind", NULL, c->answer);

    for (c->edge.kind = 0; word != NULL && c->edge.kind < STORE_KINDS; c->edge.kind++)
        if ((c->edge.kind <= COLLINE_CONDITIONAL || c->edge.kind == STORE_KIND_TABLE) &&
            strcmp(store_kind_name(c->edge.kind), word) == 0)
            return true;
    if (word != NULL)
        serve_problem(c->answer, 400, "kind: there is no kind %.40s", word);
    return false;
}

/* {"db":"ext","table":"feed","column":"x"}: a table that the store need not know. */
static bool read_named_end(change *c, const cJSON *object, const char *member, store_end *end)
{
    const char *catalog = serve_text(object, "catalog", "", c->answer);
    const char *db = catalog != NULL ? serve_text(object, "db", "", c->answer) : NULL;
    const char *table = db != NULL ? serve_text(object, "table", NULL, c->answer) : NULL;
    const char *column = table != NULL ? serve_text(object, "column", "", c->answer) : NULL;

    if (column == NULL)
        return false;
    if (table[0] == '\0') {
        serve_problem(c->answer, 400, "%s: table must not be empty", member);
        return false;
    }
    end->name = (colline_column_ref){ map_text(catalog), map_text(db), map_text(table), map_text(column), { "", 0 } };
    return true;
}

/* An end is a node that the store knows, by name or id, or one that is spelled out. */
static bool read_end(change *c, const char *member, store_end *end)
{
    const cJSON *object = cJSON_GetObjectItemCaseSensitive(c->body, member);
    const char *name;
    store_node node;

    if (cJSON_IsObject(object))
        return read_named_end(c, object, member, end);
    name = serve_text(c->body, member, NULL, c->answer);
    if (name == NULL || !serve_node_of(c->request, c->answer, name, &node))
        return false;
    end->name = (colline_column_ref){ node.catalog, node.database, node.table, node.column, { "", 0 } };
    end->file = node.kind == STORE_FILE;
    return true;
}

static bool read_edge(change *c)
{
    const char *expression = serve_text(c->body, "expression", "", c->answer);

    if (expression == NULL || !read_kind(c) || !read_end(c, "source", &c->edge.source) ||
        !read_end(c, "target", &c->edge.target))
        return false;
    if ((c->edge.source.name.column.length == 0 || c->edge.target.name.column.length == 0) !=
        (c->edge.kind == STORE_KIND_TABLE)) {
        serve_problem(
            c->answer, 400,
            "an edge of kind TABLE leads from a table to a table, any other from a column to a column");
        return false;
    }
    c->edge.quality = COLLINE_MANUAL_ADDED;
    c->edge.expression = map_text(expression);
    return true;
}

/* ---- Handlers
 * ----------------------------------------------------------------------------------------------------- */

void serve_edge_add(const serve_request *request, serve_answer *answer)
{
    change c;
    int64_t id = 0;

    if (begin(&c, request, answer) && read_edge(&c) && well(&c, store_edge_add(c.store, &c.edge, &c.by, &id)))
        done(&c, 201, id);
    end(&c);
}

void serve_edge_change(const serve_request *request, serve_answer *answer)
{
    change c;
    int64_t id, next = 0;

    if (!read_id(request, answer, &id))
        return;
    if (begin(&c, request, answer) && read_edge(&c) &&
        well(&c, store_edge_change(c.store, id, &c.edge, &c.by, &next)))
        done(&c, 200, next);
    end(&c);
}

/* Handlers that need nothing but an id and a signature. */
static void decide(const serve_request *request, serve_answer *answer,
                   store_status (*act)(store *s, int64_t id, const store_signature *by))
{
    change c;
    int64_t id;

    if (!read_id(request, answer, &id))
        return;
    if (begin(&c, request, answer) && well(&c, act(c.store, id, &c.by)))
        done(&c, 200, id);
    end(&c);
}

void serve_edge_remove(const serve_request *request, serve_answer *answer)
{
    decide(request, answer, store_edge_remove);
}

void serve_edge_confirm(const serve_request *request, serve_answer *answer)
{
    decide(request, answer, store_edge_confirm);
}

void serve_failure_close(const serve_request *request, serve_answer *answer)
{
    decide(request, answer, store_failure_close);
}
