/*
 * Names: search as one types, and what exactly a name means.
 */
#define _POSIX_C_SOURCE 200809L
#include <string.h>

#include "map/serve/json.h"

static void answer_nodes(serve_answer *answer, const store_node *nodes, size_t count, size_t limit)
{
    cJSON *root = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(root, "nodes");

    for (size_t i = 0; i < count && i < limit; i++)
        cJSON_AddItemToArray(list, serve_node_json(&nodes[i]));
    cJSON_AddArrayToObject(root, "edges");
    cJSON_AddBoolToObject(root, "truncated", count > limit);
    serve_json(answer, 200, root);
}

/* GET /search?q=amo */
void serve_search(const serve_request *request, serve_answer *answer)
{
    store_node *nodes = NULL;
    size_t count = 0;
    long limit;

    if (!serve_number(request, answer, "limit", 1, 1000, 20, &limit) ||
        !serve_well(request, answer,
                    store_search(request->store->store, serve_parameter(request, "q"), (size_t)limit + 1,
                                 &request->store->pool, &nodes, &count)))
        return;
    answer_nodes(answer, nodes, count, (size_t)limit);
}

/* GET /nodes?name=dw.fact.amount: the tables and columns that the name may mean. */
void serve_nodes(const serve_request *request, serve_answer *answer)
{
    store_node *nodes = NULL;
    size_t count = 0;
    store_status status = store_find(request->store->store, serve_parameter(request, "name"),
                                     &request->store->pool, &nodes, &count);

    if (status != STORE_E_MISSING && !serve_well(request, answer, status))
        return;
    answer_nodes(answer, nodes, count, 1000);
}
