/*
 * dbt's manifest.json: what each model compiles to, and what the sources look like.
 *
 *     {"metadata":{"adapter_type":"postgres"},
 *      "nodes":{"model.shop.orders":{"resource_type":"model","database":"dev","schema":"mart","alias":"orders",
 *        "config":{"materialized":"table"},"compiled_code":"select id from raw.orders","depends_on":{"nodes":["source.shop.raw.orders"]}}},
 *      "sources":{"source.shop.raw.orders":{"schema":"raw","identifier":"orders","columns":{"id":{"name":"id","data_type":"int"}}}}}
 *
 * A model is a statement that creates its table or view; they come in order of their dependencies, in one session, so that a
 * star of one model is expanded by what the models before it have created.
 */
#include <stdlib.h>
#include <string.h>

#include "map/ingest/reader.h"

static bool sniff_dbt_manifest(const char *head, size_t length, const char *name)
{
    const char *slash = strrchr(name, '/');

    return ingest_holds(head, length, "\"dbt_schema_version\"") ||
           strcmp(slash != NULL ? slash + 1 : name, "manifest.json") == 0;
}

typedef struct model {
    const cJSON *node;
    uint8_t state; /* 0: new; 1: its dependencies are visited; 2: written */
} model;

typedef struct project {
    ingest_reading *reading;
    colline_dialect dialect;
    char quote; /* of names */
    model *models;
    size_t count;
    int64_t time;
} project;

/* ---- Texts ---- */

typedef struct buffer {
    char *data;
    size_t length, capacity;
} buffer;

static void add(buffer *b, const char *text, size_t length)
{
    if (b->length + length + 1 > b->capacity) {
        b->capacity = (b->length + length + 1) * 2;
        b->data = map_resize(b->data, b->capacity);
    }
    memcpy(b->data + b->length, text, length);
    b->length += length;
    b->data[b->length] = '\0';
}

static void add_text(buffer *b, const char *text)
{
    add(b, text, strlen(text));
}

static bool is_plain(const char *name)
{
    for (const char *at = name; *at != '\0'; at++)
        if (!((*at >= 'a' && *at <= 'z') || *at == '_' || (at > name && *at >= '0' && *at <= '9')))
            return false;
    return *name != '\0';
}

/* As it stands where it needs no quotes, so that dialects fold it as they fold the compiled texts. */
static void add_name(buffer *b, const project *p, const char *name)
{
    bool plain = is_plain(name);

    if (!plain)
        add(b, &p->quote, 1);
    for (const char *at = name; *at != '\0'; at++) {
        if (*at == p->quote)
            add(b, at, 1);
        add(b, at, 1);
    }
    if (!plain)
        add(b, &p->quote, 1);
}

/* database.schema.name, as far as they are there. */
static void add_relation(buffer *b, const project *p, const cJSON *node, const char *name)
{
    const char *parts[] = { ingest_json_text(node, "database").data, ingest_json_text(node, "schema").data, name };
    bool dot = false;

    for (size_t i = 0; i < 3; i++) {
        if (parts[i][0] == '\0')
            continue;
        if (dot)
            add_text(b, ".");
        add_name(b, p, parts[i]);
        dot = true;
    }
}

/* ---- Events ---- */

static void emit(project *p, buffer *b, const char *id, unsigned flags)
{
    ingest_event event = { .dialect = p->dialect, .flags = flags, .time = p->time, .has_dialect = true };

    event.id = event.user = event.client = event.database = event.reason = map_text(NULL);
    event.session = map_text(p->reading->source);
    event.job = (flags & INGEST_DDL) != 0 ? map_text(NULL) : map_text(id);
    event.text = (colline_text){ b->data, (uint32_t)b->length };
    ingest_emit(p->reading, &event);
    b->length = 0;
}

/* A source whose columns are told: CREATE TABLE raw.orders (id int). */
static void write_source(project *p, buffer *b, const cJSON *source, unsigned flags)
{
    const cJSON *columns = cJSON_GetObjectItemCaseSensitive(source, "columns"), *column;
    const char *name = ingest_json_text(source, "identifier").data;
    bool any = false;

    if (name[0] == '\0')
        name = ingest_json_text(source, "name").data;
    add_text(b, "CREATE TABLE ");
    add_relation(b, p, source, name);
    add_text(b, " (");
    cJSON_ArrayForEach(column, columns)
    {
        colline_text type = ingest_json_text(column, "data_type");
        if (ingest_json_text(column, "name").length == 0)
            continue;
        if (any)
            add_text(b, ", ");
        add_name(b, p, ingest_json_text(column, "name").data);
        add_text(b, " ");
        add_text(b, type.length > 0 ? type.data : "VARCHAR");
        any = true;
    }
    add_text(b, ")");
    if (any && name[0] != '\0')
        emit(p, b, "", INGEST_DDL | flags);
    b->length = 0;
}

static const char *compiled(const cJSON *node)
{
    const char *code = ingest_json_text(node, "compiled_code").data;

    return code[0] != '\0' ? code : ingest_json_text(node, "compiled_sql").data;
}

/* CREATE VIEW mart.orders AS select ...; an ephemeral model is a part of those that use it. */
static void write_model(project *p, const cJSON *node)
{
    const cJSON *config = cJSON_GetObjectItemCaseSensitive(node, "config");
    const char *materialized = ingest_json_text(config, "materialized").data;
    const char *name = ingest_json_text(node, "alias").data;
    buffer b = { NULL, 0, 0 };

    if (name[0] == '\0')
        name = ingest_json_text(node, "name").data;
    if (compiled(node)[0] != '\0' && name[0] != '\0' && strcmp(materialized, "ephemeral") != 0) {
        add_text(&b, strcmp(materialized, "view") == 0 ? "CREATE VIEW " : "CREATE TABLE ");
        add_relation(&b, p, node, name);
        add_text(&b, " AS ");
        add_text(&b, compiled(node));
        emit(p, &b, node->string, 0);
    }
    free(b.data);
}

/* ---- Order ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp(((const model *)a)->node->string, ((const model *)b)->node->string);
}

static model *find(const project *p, const char *id)
{
    size_t low = 0, high = p->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(p->models[middle].node->string, id);
        if (order == 0)
            return &p->models[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* Depth first with a stack of its own; a cycle ends where it meets itself. */
static void write_with_dependencies(project *p, model *first)
{
    model **stack = map_get((p->count + 1) * sizeof *stack);
    size_t depth = 0;

    stack[depth++] = first;
    first->state = 1;
    while (depth > 0) {
        model *top = stack[depth - 1], *wanted = NULL;
        const cJSON *depends = cJSON_GetObjectItemCaseSensitive(top->node, "depends_on"), *id;
        cJSON_ArrayForEach(id, cJSON_GetObjectItemCaseSensitive(depends, "nodes"))
        {
            model *other = cJSON_IsString(id) ? find(p, id->valuestring) : NULL;
            if (other != NULL && other->state == 0) {
                wanted = other;
                break;
            }
        }
        if (wanted != NULL) {
            wanted->state = 1;
            stack[depth++] = wanted;
            continue;
        }
        write_model(p, top->node);
        top->state = 2;
        depth--;
    }
    free(stack);
}

static bool is_model(const cJSON *node)
{
    const char *type = ingest_json_text(node, "resource_type").data;

    return node->string != NULL && (strcmp(type, "model") == 0 || strcmp(type, "snapshot") == 0);
}

static void read_models(project *p, const cJSON *nodes)
{
    const cJSON *node;
    int count = cJSON_IsObject(nodes) ? cJSON_GetArraySize(nodes) : 0;

    p->models = map_get(((size_t)count + 1) * sizeof *p->models);
    cJSON_ArrayForEach(node, nodes)
        if (is_model(node))
            p->models[p->count++] = (model){ node, 0 };
    qsort(p->models, p->count, sizeof *p->models, by_name);
    for (size_t i = 0; i < p->count; i++)
        if (p->models[i].state == 0)
            write_with_dependencies(p, &p->models[i]);
    free(p->models);
}

static char quote_of(colline_dialect dialect)
{
    switch (dialect) {
    case COLLINE_MYSQL: case COLLINE_MARIADB: case COLLINE_SPARK: case COLLINE_DATABRICKS: case COLLINE_HIVE:
    case COLLINE_IMPALA: case COLLINE_DORIS: case COLLINE_STARROCKS: case COLLINE_BIGQUERY: case COLLINE_CLICKHOUSE:
        return '`';
    default: return '"';
    }
}

static void read_dbt_manifest(ingest_reading *reading, const char *record, size_t length)
{
    cJSON *root = ingest_json(reading, record, length);
    const cJSON *metadata, *source;
    project p = { .reading = reading, .dialect = COLLINE_GENERIC };
    buffer b = { NULL, 0, 0 };
    unsigned first = INGEST_SESSION_START;
    colline_text made;

    if (root == NULL)
        return;
    metadata = cJSON_GetObjectItemCaseSensitive(root, "metadata");
    made = ingest_json_text(metadata, "generated_at");
    p.time = ingest_time(made.data, made.length, NULL);
    if (!colline_dialect_by_name(ingest_json_text(metadata, "adapter_type").data, &p.dialect) &&
        strcmp(ingest_json_text(metadata, "adapter_type").data, "sqlserver") == 0)
        p.dialect = COLLINE_TSQL;
    p.quote = quote_of(p.dialect);
    cJSON_ArrayForEach(source, cJSON_GetObjectItemCaseSensitive(root, "sources"))
    {
        write_source(&p, &b, source, first);
        first = 0;
    }
    free(b.data);
    read_models(&p, cJSON_GetObjectItemCaseSensitive(root, "nodes"));
    ingest_json_done(root);
}

const ingest_reader ingest_reader_dbt_manifest = {
    "dbt-manifest", "dbt's manifest.json", COLLINE_GENERIC, INGEST_WHOLE, sniff_dbt_manifest, NULL, read_dbt_manifest,
};
