/*
 * Nodes and edges as JSON.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "map/serve/json.h"

unsigned serve_code_of(store_status status)
{
    return status == STORE_E_MISSING ? 404u : status == STORE_E_BUSY || status == STORE_E_LOST ? 503u : 500u;
}

bool serve_well(const serve_request *request, serve_answer *answer, store_status status)
{
    if (status == STORE_OK)
        return true;
    serve_problem(answer, serve_code_of(status), "%s", store_error(request->store->store));
    return false;
}

/* ---- Small values
 * --------------------------------------------------------------------------------------------- */

void serve_add_text(cJSON *object, const char *name, colline_text text)
{
    cJSON_AddStringToObject(object, name, text.data != NULL ? text.data : "");
}

void serve_add_time(cJSON *object, const char *name, int64_t time)
{
    if (time == 0)
        cJSON_AddNullToObject(object, name);
    else
        cJSON_AddNumberToObject(object, name, (double)time);
}

void serve_add_fingerprint(cJSON *object, const char *name, uint64_t fingerprint)
{
    char text[17];

    snprintf(text, sizeof text, "%016" PRIx64, fingerprint);
    cJSON_AddStringToObject(object, name, text);
}

cJSON *serve_kinds_json(uint32_t kinds)
{
    cJSON *list = cJSON_CreateArray();

    for (unsigned kind = 0; kind < STORE_KINDS; kind++)
        if ((kinds >> kind & 1) != 0)
            cJSON_AddItemToArray(list, cJSON_CreateString(store_kind_name(kind)));
    return list;
}

cJSON *serve_engines_json(uint64_t engines)
{
    cJSON *list = cJSON_CreateArray();

    for (int i = 0; i < 64; i++)
        if ((engines >> i & 1) != 0 && colline_dialect_name((colline_dialect)i) != NULL)
            cJSON_AddItemToArray(list, cJSON_CreateString(colline_dialect_name((colline_dialect)i)));
    return list;
}

/* ---- Nodes
 * -------------------------------------------------------------------------------------------------------- */

cJSON *serve_node_json(const store_node *node)
{
    cJSON *object = cJSON_CreateObject();

    cJSON_AddNumberToObject(object, "id", (double)node->id);
    cJSON_AddStringToObject(object, "kind", store_node_kind_name(node->kind));
    serve_add_text(object, "name", node->name);
    serve_add_text(object, "catalog", node->catalog);
    serve_add_text(object, "db", node->database);
    serve_add_text(object, "table", node->table);
    if (node->kind == STORE_COLUMN) {
        serve_add_text(object, "column", node->column);
        if (node->type.length > 0)
            serve_add_text(object, "type", node->type);
        cJSON_AddNumberToObject(object, "parent", (double)store_table_of(node->id));
        cJSON_AddStringToObject(object, "table_kind", store_node_kind_name(node->table_kind));
    }
    cJSON_AddBoolToObject(object, "known", node->known);
    return object;
}

static int by_number(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return x < y ? -1 : x > y;
}

static size_t sort_unique(int64_t *ids, size_t count)
{
    size_t kept = 0;

    if (count > 0)
        qsort(ids, count, sizeof *ids, by_number);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || ids[kept - 1] != ids[i])
            ids[kept++] = ids[i];
    return kept;
}

cJSON *serve_nodes_json(const serve_request *request, serve_answer *answer, int64_t *ids, size_t count)
{
    store_node *nodes = NULL;
    size_t found = 0;
    cJSON *list;

    count = sort_unique(ids, count);
    if (!serve_well(request, answer,
                    store_nodes(request->store->store, ids, count, &request->store->pool, &nodes, &found)))
        return NULL;
    list = cJSON_CreateArray();
    for (size_t i = 0; i < found; i++)
        cJSON_AddItemToArray(list, serve_node_json(&nodes[i]));
    return list;
}

/* ---- Edges
 * ------------------------------------------------------------------------------------------------------- */

static int by_ends(const void *a, const void *b)
{
    const store_edge_row *x = a, *y = b;

    if (x->source != y->source)
        return x->source < y->source ? -1 : 1;
    if (x->target != y->target)
        return x->target < y->target ? -1 : 1;
    return x->kind != y->kind ? (x->kind < y->kind ? -1 : 1) : x->id < y->id ? -1 : x->id > y->id;
}

/* Confirmed if any part is; by hand if that is all there is. */
static colline_quality best(colline_quality a, colline_quality b)
{
    if (a == COLLINE_AUTO_CONFIRMED || b == COLLINE_AUTO_CONFIRMED)
        return COLLINE_AUTO_CONFIRMED;
    return a == COLLINE_MANUAL_ADDED || b == COLLINE_MANUAL_ADDED ? COLLINE_MANUAL_ADDED : COLLINE_TO_CONFIRM;
}

static cJSON *merged_edge(const store_edge_row *edges, size_t count)
{
    cJSON *object = cJSON_CreateObject(), *ids = cJSON_CreateArray();
    colline_quality quality = edges[0].quality;
    uint64_t engines = 0;
    uint32_t seen = 0;

    cJSON_AddNumberToObject(object, "source", (double)edges[0].source);
    cJSON_AddNumberToObject(object, "target", (double)edges[0].target);
    for (size_t i = 0; i < count; i++) {
        seen |= 1u << edges[i].kind;
        engines |= edges[i].engines;
        quality = best(quality, edges[i].quality);
        cJSON_AddItemToArray(ids, cJSON_CreateNumber((double)edges[i].id));
    }
    cJSON_AddItemToObject(object, "kinds", serve_kinds_json(seen));
    cJSON_AddStringToObject(object, "quality", store_quality_name(quality));
    cJSON_AddItemToObject(object, "engines", serve_engines_json(engines));
    cJSON_AddItemToObject(object, "ids", ids);
    return object;
}

cJSON *serve_edges_json(store_edge_row *edges, size_t count)
{
    cJSON *list = cJSON_CreateArray();
    size_t start = 0;

    if (count > 0)
        qsort(edges, count, sizeof *edges, by_ends);
    for (size_t i = 1; i <= count; i++)
        if (i == count || edges[i].source != edges[start].source || edges[i].target != edges[start].target) {
            cJSON_AddItemToArray(list, merged_edge(edges + start, i - start));
            start = i;
        }
    return list;
}

cJSON *serve_graph_json(cJSON *nodes, cJSON *edges, bool truncated)
{
    cJSON *root = cJSON_CreateObject();

    cJSON_AddItemToObject(root, "nodes", nodes);
    cJSON_AddItemToObject(root, "edges", edges);
    cJSON_AddBoolToObject(root, "truncated", truncated);
    return root;
}

void serve_graph_answer(const serve_request *request, serve_answer *answer, store_edge_row *edges,
                        size_t count, int64_t also, bool truncated)
{
    int64_t *ids = map_pool_get(&request->store->pool, (4 * count + 2) * sizeof *ids);
    cJSON *nodes;
    size_t n = 0;

    for (size_t i = 0; i < count; i++) {
        ids[n++] = edges[i].source;
        ids[n++] = edges[i].target;
        ids[n++] = store_table_of(edges[i].source);
        ids[n++] = store_table_of(edges[i].target);
    }
    if (also != 0) {
        ids[n++] = also;
        ids[n++] = store_table_of(also);
    }
    nodes = serve_nodes_json(request, answer, ids, n);
    if (nodes == NULL)
        return;
    serve_json(answer, 200, serve_graph_json(nodes, serve_edges_json(edges, count), truncated));
}

/* ---- Names
 * -------------------------------------------------------------------------------------------------------- */

/* Append a part of a name, with its quotes where it needs some. */
static void add_part(char *name, size_t room, const char *part)
{
    size_t length = strlen(name);
    bool plain =
        part[0] != '\0' &&
        strspn(part, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$") == strlen(part);

    if (length > 0 && length + 1 < room)
        name[length++] = '.';
    if (!plain && length + 1 < room)
        name[length++] = '"';
    for (; *part != '\0' && length + 3 < room; part++) {
        if (*part == '"' && !plain)
            name[length++] = '"';
        name[length++] = *part;
    }
    if (!plain && length + 1 < room)
        name[length++] = '"';
    name[length] = '\0';
}

static bool same_text(const char *given, colline_text text)
{
    return strlen(given) == text.length && strncasecmp(given, text.data, text.length) == 0;
}

/* Of what a name finds, what has exactly the parts that were given. */
static bool fits(const store_node *node, const char *catalog, const char *db, const char *table,
                 const char *column)
{
    return same_text(catalog, node->catalog) && same_text(db, node->database) &&
           same_text(table, node->table) &&
           (column != NULL ? node->kind == STORE_COLUMN && same_text(column, node->column)
                           : node->kind != STORE_COLUMN);
}

bool serve_named_node(const serve_request *request, serve_answer *answer, bool column, store_node *node)
{
    const char *catalog = serve_parameter(request, "catalog"), *db = serve_parameter(request, "db");
    const char *table = serve_parameter(request, "table"),
               *field = column ? serve_parameter(request, "column") : NULL;
    char name[2048] = "";
    store_node *nodes = NULL;
    size_t found = 0;

    catalog = catalog != NULL ? catalog : "";
    db = db != NULL ? db : "";
    if (catalog[0] != '\0')
        add_part(name, sizeof name, catalog);
    if (db[0] != '\0')
        add_part(name, sizeof name, db);
    add_part(name, sizeof name, table);
    if (field != NULL) {
        size_t length = strlen(name);

        snprintf(name + length, sizeof name - length, ".%s", field);
    }
    if (!serve_well(request, answer,
                    store_find(request->store->store, name, &request->store->pool, &nodes, &found)))
        return false;
    for (size_t i = 0; i < found; i++)
        if (fits(&nodes[i], catalog, db, table, field)) {
            *node = nodes[i];
            return true;
        }
    serve_problem(answer, 404, "there is no %s %s", field != NULL ? "column" : "table", name);
    return false;
}

bool serve_node_of(const serve_request *request, serve_answer *answer, const char *name, store_node *node)
{
    store_node *nodes = NULL;
    size_t found = 0;
    store_status status;

    if (name[0] != '\0' && strspn(name, "0123456789") == strlen(name) && strlen(name) < 19) {
        int64_t id = strtoll(name, NULL, 10);

        status = store_nodes(request->store->store, &id, 1, &request->store->pool, &nodes, &found);
    } else {
        status = store_find(request->store->store, name, &request->store->pool, &nodes, &found);
    }
    if (status != STORE_E_MISSING && !serve_well(request, answer, status))
        return false;
    if (found == 0)
        serve_problem(answer, 404, "there is no table or column %s", name);
    else if (found > 1)
        serve_problem(answer, 400, "%s is ambiguous: it may be %s or %s", name, nodes[0].name.data,
                      nodes[1].name.data);
    else
        *node = nodes[0];
    return found == 1;
}

bool serve_kinds(const serve_request *request, serve_answer *answer, uint32_t missing, uint32_t *kinds)
{
    const char *text = serve_parameter(request, "kinds");

    *kinds = text == NULL ? missing : 0;
    while (text != NULL && *text != '\0') {
        size_t length = strcspn(text, ",");
        unsigned kind = 0;

        while (kind <= COLLINE_CONDITIONAL &&
               (strlen(store_kind_name(kind)) != length || memcmp(store_kind_name(kind), text, length) != 0))
            kind++;
        if (kind > COLLINE_CONDITIONAL) {
            serve_problem(
                answer, 400,
                "kinds: there is no kind %.*s; kinds are DIRECT, PROJECT, AGG, JOIN_COND, FILTER, GROUP_BY, "
                "SORT, WINDOW, CONDITIONAL",
                (int)(length < 40 ? length : 40), text);
            return false;
        }
        *kinds |= 1u << kind;
        text += length + (text[length] == ',');
    }
    if (*kinds != 0)
        return true;
    serve_problem(answer, 400, "kinds names no kind");
    return false;
}
