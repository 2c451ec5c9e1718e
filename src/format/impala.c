/*
 * The object that Impala writes to its lineage log, with its numbering of vertices:
 *
 *     SELECT a + b AS s FROM t WHERE c > 0
 *     vertices  0 s   1 db.t.a   2 db.t.b   3 db.t.c
 *     edges     PROJECTION [1,2] -> [0]     PREDICATE [3] -> [0]
 *
 * A vertex is numbered when it first stands in an edge, an edge's targets first and then its sources by name.
 * Impala's edges are the value edges of a column, what decides that one column, and what decides the whole
 * result; CONDITIONAL has no counterpart, nor do a GROUP BY without aggregates, an ORDER BY without LIMIT and
 * that of a whole set operation. What only the engine knows (query id, user, times) is left out.
 */
#include "format/format.h"
#include "format/murmur.h"
#include "format/names.h"
#include "format/writer.h"
#include <stdlib.h>

enum { NO_VERTEX = UINT32_MAX };

typedef struct vertex {
    colline_text label;
    uint32_t column;   /* a target's vertex: its first column; a source's: NO_VERTEX */
    uint32_t relation; /* of a source */
} vertex;

typedef CLN_VECTOR(uint32_t) numbers;

typedef struct graph {
    cln_arena *arena;
    const cln_result *result;
    cln_json_writer json; /* the edges, written as they are found */
    const char **types;   /* of each target's table */
    cln_map partitions;   /* of a CREATE TABLE: its partition columns, lower case */
    CLN_VECTOR(vertex) vertices;
    cln_map by_label;    /* of targets: label -> its vertex's number */
    uint32_t *of_leaf;   /* vertex by leaf */
    uint32_t *of_column; /* vertex by column; NO_VERTEX: the column does not take part */
    uint32_t *order;     /* columns, partition columns first */
    cln_whole_edges whole;
    numbers sources; /* leaves of the edge at hand */
    uint32_t *seen;  /* by leaf: the edge that it was last put into */
    uint32_t edge;   /* number of the edge at hand */
} graph;

/* ---- What takes part --------------------------------------------------------------------------------- */

/* The statement's tree, if it is a CREATE TABLE. */
static const cln_create_table_node *created_table(const cln_result *result)
{
    return cln_node_is(result->tree, CLN_CREATE_TABLE) ? CLN_AS(create_table, result->tree) : NULL;
}

/* "kudu", "parquet" ..., as the catalog or the CREATE TABLE says; empty where neither does. */
static colline_text target_format(const cln_result *result, const cln_target *target)
{
    const cln_create_table_node *create = created_table(result);

    if (create != NULL)
        return cln_node_is(create->format, CLN_NAME) ? CLN_AS(name, create->format)->text : CLN_TEXT("");
    return target->table != NULL ? target->table->format : CLN_TEXT("");
}

static bool contains(colline_text text, colline_text word)
{
    for (uint32_t i = 0; i + word.length <= text.length; i++)
        if (cln_text_equal_nocase(cln_text_of(text.data + i, word.length), word))
            return true;
    return false;
}

/* Impala's word for a table of that format, which may be the name of a storage handler's class. */
static const char *type_of_format(colline_text format)
{
    static const char *const types[] = { "kudu", "iceberg", "hbase" };

    for (size_t i = 0; i < sizeof types / sizeof *types && format.length < 256;
         i++) /* no class has a longer name */
        if (contains(format, cln_text_of(types[i], strlen(types[i]))))
            return types[i];
    return "hive";
}

static bool writes_view(const cln_result *result)
{
    return result->kind == COLLINE_STATEMENT_CREATE_VIEW || result->kind == COLLINE_STATEMENT_ALTER_VIEW ||
           result->kind == COLLINE_STATEMENT_CREATE_MATERIALIZED_VIEW;
}

static void find_types(graph *g)
{
    const cln_result *result = g->result;

    g->types = cln_arena_get(g->arena, (size_t)result->targets.count * sizeof *g->types);
    for (uint32_t i = 0; i < result->targets.count; i++)
        g->types[i] =
            writes_view(result) ? "view" : type_of_format(target_format(result, &result->targets.items[i]));
}

static const char *table_type(colline_table_kind kind, colline_text format)
{
    return kind == COLLINE_VIEW || kind == COLLINE_MATERIALIZED_VIEW ? "view" : type_of_format(format);
}

/* CREATE TABLE g PARTITIONED BY (p) AS SELECT a, p FROM t */
static void find_partitions(graph *g)
{
    const cln_create_table_node *create = created_table(g->result);

    for (uint32_t i = 0; create != NULL && i < cln_count(create->partition_columns); i++) {
        const cln_node *node = create->partition_columns->items[i];
        if (node->kind == CLN_NAME)
            cln_map_put(g->arena, &g->partitions, cln_text_lower(g->arena, CLN_AS(name, node)->text), g);
    }
}

/* Whether the column partitions its target, as the catalog or the CREATE TABLE says.  What partitions a Kudu
 * or Iceberg table is a column like any other. */
static bool is_partition_column(graph *g, uint32_t column, uint32_t into)
{
    const cln_target *target = &g->result->targets.items[into];
    colline_text name = cln_column_name(g->result, column);
    const cln_column_info *info;

    if (strcmp(g->types[into], "hive") != 0)
        return false;
    if (created_table(g->result) != NULL)
        return cln_map_get(&g->partitions, cln_text_lower(g->arena, name)) != NULL;
    info = target->table != NULL ? cln_table_column(target->table, name, false) : NULL;
    return info != NULL && info->partition;
}

/* INSERT INTO kudu_t (id) SELECT ...: the columns of a Kudu table that are not named keep out. */
static bool takes_part(const graph *g, uint32_t column)
{
    return cln_column_fed(g->result, column) || g->result->targets.count == 0 ||
           strcmp(g->types[cln_column_into(g->result, column)], "kudu") != 0;
}

/* Partition columns come first, as the columns of a Hive table do in Impala; else in their own order. */
static void order_columns(graph *g)
{
    const cln_result *result = g->result;
    uint32_t count = result->columns.count, next = 0;
    bool *first = CLN_NEW_ARRAY(g->arena, bool, count);

    g->order = CLN_NEW_ARRAY(g->arena, uint32_t, count);
    for (uint32_t i = 0; i < count; i++) {
        first[i] = result->targets.count > 0 && is_partition_column(g, i, cln_column_into(result, i));
        if (first[i])
            g->order[next++] = i;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!first[i])
            g->order[next++] = i;
}

/* ---- Vertices ---------------------------------------------------------------------------------------- */

static uint32_t target_vertex(graph *g, uint32_t column)
{
    colline_text label = cln_column_name(g->result, column);
    uint32_t *known = cln_map_get(&g->by_label, label);

    if (known == NULL) {
        known = CLN_NEW(g->arena, uint32_t);
        *known = g->vertices.count;
        cln_map_put(g->arena, &g->by_label, label, known);
        *CLN_PUSH(g->arena, &g->vertices) = (vertex){ label, column, 0 };
    }
    return *known;
}

static void add_part(cln_arena *arena, cln_buffer *out, colline_text part)
{
    if (part.length == 0)
        return;
    if (out->count > 0)
        cln_buffer_add_char(arena, out, '.');
    cln_buffer_add(arena, out, part);
}

/* db.t.column.path, without quotes */
static colline_text leaf_label(graph *g, uint32_t index)
{
    const cln_origins *origins = &g->result->origins;
    const cln_leaf *leaf = &origins->leaves.items[index];
    const cln_table_name *name = &origins->relations.items[leaf->relation].name;
    cln_buffer label = { NULL, 0, 0 };

    add_part(g->arena, &label, name->catalog);
    add_part(g->arena, &label, name->database);
    add_part(g->arena, &label, name->table);
    add_part(g->arena, &label, cln_leaf_column(origins, leaf));
    cln_buffer_add(g->arena, &label, cln_leaf_path(origins, leaf));
    return cln_buffer_text(g->arena, &label);
}

static int by_label(const void *left, const void *right)
{
    return cln_text_compare(((const vertex *)left)->label, ((const vertex *)right)->label);
}

/* Number those sources of the edge at hand that have no vertex yet, by name. */
static void number_sources(graph *g)
{
    uint32_t fresh = 0;
    vertex *news = cln_arena_get(g->arena, (size_t)g->sources.count * sizeof *news);

    for (uint32_t i = 0; i < g->sources.count; i++)
        if (g->of_leaf[g->sources.items[i]] == NO_VERTEX)
            news[fresh++] = (vertex){ leaf_label(g, g->sources.items[i]), NO_VERTEX, g->sources.items[i] };
    if (fresh > 0)
        qsort(news, fresh, sizeof *news, by_label);
    for (uint32_t i = 0; i < fresh; i++) {
        uint32_t leaf = news[i].relation;
        g->of_leaf[leaf] = g->vertices.count;
        news[i].relation = g->result->origins.leaves.items[leaf].relation;
        *CLN_PUSH(g->arena, &g->vertices) = news[i];
    }
}

/* ---- Edges ------------------------------------------------------------------------------------------- */

static int by_number(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;

    return (a > b) - (a < b);
}

static void write_ids(cln_json_writer *json, const char *key, numbers *ids)
{
    uint32_t last = NO_VERTEX;

    if (ids->count > 0)
        qsort(ids->items, ids->count, sizeof *ids->items, by_number);
    cln_write_key(json, key);
    cln_write_open(json, '[');
    for (uint32_t i = 0; i < ids->count; i++) {
        if (ids->items[i] != last)
            cln_write_number(json, ids->items[i]);
        last = ids->items[i];
    }
    cln_write_close(json, ']');
}

static void begin_edge(graph *g)
{
    g->edge++;
    g->sources.count = 0;
}

static void add_source(graph *g, uint32_t leaf)
{
    if (g->seen[leaf] == g->edge)
        return;
    g->seen[leaf] = g->edge;
    *CLN_PUSH(g->arena, &g->sources) = leaf;
}

static void end_edge(graph *g, numbers *targets, const char *type)
{
    number_sources(g);
    for (uint32_t i = 0; i < g->sources.count; i++)
        g->sources.items[i] = g->of_leaf[g->sources.items[i]];
    cln_write_open(&g->json, '{');
    write_ids(&g->json, "sources", &g->sources);
    write_ids(&g->json, "targets", targets);
    cln_write_key(&g->json, "edgeType");
    cln_write_word(&g->json, type);
    cln_write_close(&g->json, '}');
}

/* Whether Impala counts it among the predicates. */
static bool is_predicate(const cln_edge *edge)
{
    switch (edge->kind) {
    case COLLINE_JOIN_COND:
    case COLLINE_FILTER:
    case COLLINE_WINDOW: return true;
    case COLLINE_GROUP_BY: return (edge->flags & COLLINE_EDGE_AGGREGATE) != 0;
    case COLLINE_SORT:
        return (edge->flags & COLLINE_EDGE_LIMIT) != 0 && (edge->flags & CLN_EDGE_OF_SET_OPERATION) == 0;
    default: return false;
    }
}

/* Those of the edges from .. to, all of one column, that carry values, or that are predicates. */
static void add_sources(graph *g, uint32_t from, uint32_t to, bool values)
{
    for (uint32_t i = from; i < to; i++) {
        const cln_edge *edge = cln_edge_at(&g->result->edges, i);
        if (values ? edge->kind <= COLLINE_AGG : is_predicate(edge))
            add_source(g, edge->source);
    }
}

static void write_column(graph *g, uint32_t column, uint32_t from, uint32_t to)
{
    uint32_t id = target_vertex(g, column);
    numbers target = { &id, 1, 1 };

    g->of_column[column] = id;
    begin_edge(g);
    add_sources(g, from, to, true);
    end_edge(g, &target, "PROJECTION");
    begin_edge(g);
    add_sources(g, from, to, false);
    if (g->sources.count > 0)
        end_edge(g, &target, "PREDICATE");
}

/* What decides the rows of target `into`, whose columns are from .. to. */
static void write_whole(graph *g, uint32_t into, uint32_t from, uint32_t to)
{
    const cln_result *result = g->result;
    numbers targets = { NULL, 0, 0 };

    begin_edge(g);
    for (uint32_t i = into == 0 ? 0 : g->whole.ends[into - 1]; i < g->whole.ends[into]; i++) {
        const cln_edge *edge = cln_edge_at(&result->edges, g->whole.edges[i]);
        if (is_predicate(edge))
            add_source(g, edge->source);
    }
    for (uint32_t i = 0; into == 0 && i < result->not_empty.count; i++)
        add_source(g, result->not_empty.items[i]);
    if (g->sources.count == 0)
        return;
    for (uint32_t i = from; i < to; i++)
        if (g->of_column[i] != NO_VERTEX)
            *CLN_PUSH(g->arena, &targets) = g->of_column[i];
    if (targets.count > 0)
        end_edge(g, &targets, "PREDICATE");
}

/* starts[i]: the first edge of column i; they stand in the order of columns, those of the whole result last.
 */
static uint32_t *edges_by_column(graph *g)
{
    uint32_t count = g->result->columns.count, at = 0;
    uint32_t *starts = CLN_NEW_ARRAY(g->arena, uint32_t, count + 1);

    for (uint32_t i = 0; i <= count; i++) {
        while (at < g->result->edges.count) {
            const cln_edge *edge = cln_edge_at(&g->result->edges, at);
            if (edge->target == COLLINE_WHOLE_RESULT || (uint32_t)edge->target >= i)
                break;
            at++;
        }
        starts[i] = at;
    }
    return starts;
}

static void fill(uint32_t *numbers, uint32_t count, uint32_t value)
{
    for (uint32_t i = 0; i < count; i++)
        numbers[i] = value;
}

static void write_edges(graph *g)
{
    const cln_result *result = g->result;
    uint32_t leaves = result->origins.leaves.count, columns = result->columns.count;
    uint32_t *starts = edges_by_column(g);

    g->whole = cln_sort_whole_edges(g->arena, result);
    g->of_leaf = CLN_NEW_ARRAY(g->arena, uint32_t, leaves);
    g->of_column = CLN_NEW_ARRAY(g->arena, uint32_t, columns);
    g->seen = CLN_NEW_ARRAY(g->arena, uint32_t, leaves);
    fill(g->of_leaf, leaves, NO_VERTEX);
    fill(g->of_column, columns, NO_VERTEX);
    find_types(g);
    find_partitions(g);
    order_columns(g);
    for (uint32_t i = 0; i < columns; i++) {
        uint32_t column = g->order[i];
        cln_poll(g->arena->fault);
        if (takes_part(g, column))
            write_column(g, column, starts[column], starts[column + 1]);
    }
    for (uint32_t into = 0; into < cln_target_count(result); into++)
        write_whole(g, into, into == 0 ? 0 : cln_columns_end(result, into - 1),
                    cln_columns_end(result, into));
}

/* ---- The object -------------------------------------------------------------------------------------- */

static void write_metadata(graph *g, const char *type, const cln_table_name *name, bool fresh)
{
    cln_write_key(&g->json, "metadata");
    cln_write_open(&g->json, '{');
    cln_write_key(&g->json, "tableType");
    cln_write_word(&g->json, type);
    cln_write_key(&g->json, "tableName");
    add_part(g->arena, &g->json.scratch, name->catalog);
    add_part(g->arena, &g->json.scratch, name->database);
    add_part(g->arena, &g->json.scratch, name->table);
    cln_write_text(&g->json, cln_text_of(g->json.scratch.items, g->json.scratch.count));
    g->json.scratch.count = 0;
    if (fresh) { /* the table that the statement makes has no time yet */
        cln_write_key(&g->json, "tableCreateTime");
        cln_write_literal(&g->json, "-1");
    }
    cln_write_close(&g->json, '}');
}

static void write_target_metadata(graph *g, uint32_t column)
{
    uint32_t into = cln_column_into(g->result, column);
    const cln_target *target;

    if (g->result->targets.count == 0 || g->result->targets.items[into].name.table.length == 0)
        return;
    target = &g->result->targets.items[into];
    write_metadata(g, g->types[into], &target->name,
                   target->operation == COLLINE_OPERATION_CREATE &&
                       g->result->kind != COLLINE_STATEMENT_ALTER_VIEW);
}

static void write_source_metadata(graph *g, uint32_t index)
{
    const cln_relation *relation = &g->result->origins.relations.items[index];
    const cln_table *table = relation->table;

    write_metadata(g, table != NULL ? table_type(table->kind, table->format) : "hive", &relation->name,
                   false);
}

static void write_vertices(graph *g)
{
    cln_write_key(&g->json, "vertices");
    cln_write_open(&g->json, '[');
    for (uint32_t i = 0; i < g->vertices.count; i++) {
        const vertex *v = &g->vertices.items[i];
        cln_write_open(&g->json, '{');
        cln_write_key(&g->json, "id");
        cln_write_number(&g->json, i);
        cln_write_key(&g->json, "vertexType");
        cln_write_word(&g->json, "COLUMN");
        cln_write_key(&g->json, "vertexId");
        cln_write_text(&g->json, v->label);
        if (v->column != NO_VERTEX)
            write_target_metadata(g, v->column);
        else
            write_source_metadata(g, v->relation);
        cln_write_close(&g->json, '}');
    }
    cln_write_close(&g->json, ']');
}

static void write_hash(graph *g, colline_text query)
{
    static const char digits[] = "0123456789abcdef";
    size_t length;
    const unsigned char *units = cln_utf16(g->arena, query, &length);
    uint64_t hash[2];
    char text[33];

    cln_murmur3(units, length, hash, g->arena->fault);
    for (unsigned i = 0; i < 32; i++) { /* byte by byte, the lowest first */
        uint64_t byte = hash[i / 16] >> (i % 16 / 2 * 8);
        text[i] = digits[(i % 2 == 0 ? byte >> 4 : byte) & 15];
    }
    text[32] = '\0';
    cln_write_key(&g->json, "hash");
    cln_write_word(&g->json, text);
}

/* Impala's log has no line ends in a query's text. */
static colline_text on_one_line(cln_arena *arena, colline_text query)
{
    char *copy = cln_arena_get(arena, (size_t)query.length + 1);

    for (uint32_t i = 0; i < query.length; i++) {
        cln_poll(arena->fault);
        copy[i] = query.data[i] == '\n' ? ' ' : query.data[i];
    }
    copy[query.length] = '\0';
    return cln_text_of(copy, query.length);
}

static const char *operation_type(colline_statement_kind kind)
{
    switch (kind) {
    case COLLINE_STATEMENT_CREATE_TABLE_AS: return "CREATETABLE_AS_SELECT";
    case COLLINE_STATEMENT_CREATE_VIEW: return "CREATEVIEW";
    case COLLINE_STATEMENT_ALTER_VIEW: return "ALTERVIEW_AS";
    default: return cln_statement_kind_word(kind);
    }
}

void cln_format_impala(cln_arena *arena, cln_buffer *out, const cln_result *result,
                       const cln_format_context *context)
{
    graph g = { .arena = arena, .result = result, .json = { .arena = arena, .out = out } };
    colline_text query = cln_text_of(result->text.data + result->at.offset, result->at.length);

    if (result->columns.count == 0 || result->outcome == COLLINE_OUTCOME_ERROR)
        return;
    cln_write_open(&g.json, '{');
    cln_write_member(&g.json, "id", context->id);
    cln_write_key(&g.json, "operationType");
    cln_write_word(&g.json, operation_type(result->kind));
    cln_write_key(&g.json, "queryText");
    cln_write_text(&g.json, on_one_line(arena, query));
    write_hash(&g, query);
    cln_write_key(&g.json, "edges");
    cln_write_open(&g.json, '[');
    write_edges(&g);
    cln_write_close(&g.json, ']');
    write_vertices(&g);
    cln_write_close(&g.json, '}');
    cln_buffer_add_char(arena, out, '\n');
}
