/*
 * The lineage that Impala and Hive log themselves: edges by the numbers of vertices.
 *
 *     {"queryText":"insert into a select x from b","queryId":"c84e:387b","user":"etl","timestamp":1460741461,"endTime":1460741462,
 *      "edges":[{"sources":[1],"targets":[0],"edgeType":"PROJECTION"}],
 *      "vertices":[{"id":0,"vertexType":"COLUMN","vertexId":"dw.a.x"},{"id":1,"vertexType":"COLUMN","vertexId":"dw.b.x"}]}
 *
 * The edges are taken as they are; of the text only its fingerprint counts.  A plain query's results have bare names: no
 * table is written, nothing is kept.
 */
#include <string.h>

#include "map/ingest/reader.h"

typedef struct vertex {
    int64_t number;
    colline_text name; /* db.table.column, or db.table */
    bool table;
} vertex;

typedef struct vertices {
    vertex *items;
    size_t count;
} vertices;

static bool sniff_impala_lineage(const char *head, size_t length, const char *name)
{
    (void)name;
    return length > 0 && head[0] == '{' && ingest_holds(head, length, "\"queryText\"") &&
           ingest_holds(head, length, "\"queryId\"") && ingest_holds(head, length, "\"timestamp\"");
}

static bool sniff_hive_lineage(const char *head, size_t length, const char *name)
{
    (void)name;
    return ingest_holds(head, length, "\"queryText\"") && ingest_holds(head, length, "\"hash\"") &&
           (ingest_holds(head, length, "\"engine\"") || ingest_holds(head, length, "\"database\"")) &&
           memchr(head, '{', length) != NULL;
}

static vertices read_vertices(ingest_reading *reading, const cJSON *list)
{
    vertices found = { NULL, 0 };
    int count = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : 0;
    const cJSON *item;

    if (count > 0)
        found.items = map_pool_get(reading->pool, (size_t)count * sizeof *found.items);
    cJSON_ArrayForEach(item, list)
    {
        vertex *v;
        if (!cJSON_IsObject(item) || found.items == NULL)
            continue;
        v = &found.items[found.count++];
        v->number = (int64_t)ingest_json_number(item, "id", -1);
        v->name = ingest_json_text(item, "vertexId");
        v->table = strcmp(ingest_json_text(item, "vertexType").data, "TABLE") == 0;
    }
    return found;
}

/* They are numbered in order, mostly. */
static const vertex *find(const vertices *all, const cJSON *number)
{
    int64_t wanted = cJSON_IsNumber(number) && number->valuedouble >= 0 && number->valuedouble < 9e15
                         ? (int64_t)number->valuedouble : -1;

    if (wanted < 0)
        return NULL;
    if ((uint64_t)wanted < all->count && all->items[wanted].number == wanted)
        return &all->items[wanted];
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].number == wanted)
            return &all->items[i];
    return NULL;
}

/* A column of a table has a name of two parts at least; the results of a query have one. */
static bool is_stored(const vertex *v)
{
    return v != NULL && (v->table || memchr(v->name.data, '.', v->name.length) != NULL);
}

typedef struct edge_list {
    ingest_edge *items;
    size_t count, capacity;
    map_pool *pool;
} edge_list;

static void push(edge_list *list, ingest_edge edge)
{
    if (list->count == list->capacity) {
        size_t wanted = list->capacity == 0 ? 16 : list->capacity * 2;
        ingest_edge *grown = map_pool_get(list->pool, wanted * sizeof *grown);
        if (list->count > 0)
            memcpy(grown, list->items, list->count * sizeof *grown);
        list->items = grown;
        list->capacity = wanted;
    }
    list->items[list->count++] = edge;
}

static void read_edge(edge_list *list, const vertices *all, const cJSON *item)
{
    const cJSON *sources = cJSON_GetObjectItemCaseSensitive(item, "sources"), *source, *target;
    bool predicate = strcmp(ingest_json_text(item, "edgeType").data, "PREDICATE") == 0;

    cJSON_ArrayForEach(target, cJSON_GetObjectItemCaseSensitive(item, "targets"))
    {
        const vertex *to = find(all, target);
        if (!is_stored(to))
            continue;
        cJSON_ArrayForEach(source, sources)
        {
            const vertex *from = find(all, source);
            if (is_stored(from))
                push(list, (ingest_edge){ from->name, to->name, ingest_json_text(item, "expression"), predicate,
                                          from->table || to->table });
        }
    }
}

/* jobIds: the first one. */
static colline_text job_of(const cJSON *root)
{
    const cJSON *jobs = cJSON_GetObjectItemCaseSensitive(root, "jobIds");

    return map_text(cJSON_IsArray(jobs) ? cJSON_GetStringValue(jobs->child) : NULL);
}

static void read_log(ingest_reading *reading, const cJSON *root, ingest_event *event)
{
    vertices all = read_vertices(reading, cJSON_GetObjectItemCaseSensitive(root, "vertices"));
    edge_list edges = { NULL, 0, 0, reading->pool };
    const cJSON *item;

    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(root, "edges"))
        read_edge(&edges, &all, item);
    event->user = ingest_json_text(root, "user");
    event->text = ingest_json_text(root, "queryText");
    event->database = ingest_json_text(root, "database");
    event->job = job_of(root);
    event->session = event->client = event->reason = map_text(NULL);
    event->edges = edges.items != NULL ? edges.items : map_pool_get(reading->pool, sizeof(ingest_edge));
    event->edge_count = edges.count;
}

static void read_impala_lineage(ingest_reading *reading, const char *record, size_t length)
{
    cJSON *root = ingest_json(reading, record, length);
    ingest_event event = { .dialect = COLLINE_IMPALA };

    if (root == NULL)
        return;
    read_log(reading, root, &event);
    event.id = map_text(NULL);
    if (ingest_json_text(root, "queryId").length > 0)
        event.id = map_pool_format(reading->pool, "lineage:%s", ingest_json_text(root, "queryId").data);
    event.time = (int64_t)(ingest_json_number(root, "endTime", ingest_json_number(root, "timestamp", 0)) * 1000);
    ingest_emit(reading, &event);
    ingest_json_done(root);
}

/* A line of log4j may stand around the object. */
static void read_hive_lineage(ingest_reading *reading, const char *record, size_t length)
{
    const char *start = memchr(record, '{', length);
    cJSON *root = start != NULL ? ingest_json(reading, start, length - (size_t)(start - record)) : NULL;
    ingest_event event = { .dialect = COLLINE_HIVE };

    if (root == NULL)
        return;
    read_log(reading, root, &event);
    event.id = map_text(NULL);
    event.time = (int64_t)(ingest_json_number(root, "timestamp", 0) * 1000 + ingest_json_number(root, "duration", 0));
    ingest_emit(reading, &event);
    ingest_json_done(root);
}

const ingest_reader ingest_reader_impala_lineage = {
    "impala-lineage", "Impala's lineage log", COLLINE_IMPALA, INGEST_LINES, sniff_impala_lineage, NULL,
    read_impala_lineage,
};
const ingest_reader ingest_reader_hive_lineage = {
    "hive-lineage", "the output of Hive's LineageLogger", COLLINE_HIVE, INGEST_LINES, sniff_hive_lineage, NULL,
    read_hive_lineage,
};
