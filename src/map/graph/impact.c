/*
 * What a change reaches, table by table; and how two nodes are related.
 *
 *     ALTER TABLE dw.fact DROP COLUMN amount      mart.report (total), by 2 statements of the job nightly;
 * mart.board ...
 */
#include <stdlib.h>
#include <string.h>

#include "map/graph/internal.h"

typedef struct id_list {
    int64_t *items;
    size_t count, capacity;
} id_list;

static void add_id(id_list *list, int64_t id)
{
    MAP_GROW(list->items, list->count, list->capacity);
    list->items[list->count++] = id;
}

static int by_number(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return x < y ? -1 : x > y;
}

static void sort_unique(id_list *list)
{
    size_t kept = 0;

    if (list->count > 0)
        qsort(list->items, list->count, sizeof *list->items, by_number);
    for (size_t i = 0; i < list->count; i++)
        if (kept == 0 || list->items[kept - 1] != list->items[i])
            list->items[kept++] = list->items[i];
    list->count = kept;
}

/* ---- Impact ----------------------------------------------------------------------------------------- */

/* A statement that makes an edge into a table. */
typedef struct maker {
    int64_t table, statement;
} maker;

static int by_table(const void *a, const void *b)
{
    const maker *x = a, *y = b;

    if (x->table != y->table)
        return x->table < y->table ? -1 : 1;
    return x->statement < y->statement ? -1 : x->statement > y->statement;
}

typedef struct makers {
    maker *items;
    size_t count;
    store_statement_row *statements; /* by id */
    size_t statement_count;
} makers;

static const store_edge_row *edge_by_id(const graph_answer *answer, int64_t id)
{
    size_t low = 0, high = answer->edge_count;

    while (high - low > 1) {
        size_t middle = (low + high) / 2;

        *(answer->edges[middle].id <= id ? &low : &high) = middle;
    }
    return &answer->edges[low];
}

/* The statements behind the answer's edges, table by table. */
static store_status find_makers(graph *g, const graph_answer *answer, map_pool *pool, makers *out)
{
    id_list edges = { 0 }, statements = { 0 };
    store_evidence *evidence = NULL;
    size_t found = 0;
    store_status status;

    *out = (makers){ 0 };
    for (size_t i = 0; i < answer->edge_count; i++)
        add_id(&edges, answer->edges[i].id);
    status = store_evidence_of(g->s, g->version, edges.items, edges.count, pool, &evidence, &found);
    out->items = map_pool_get(pool, found * sizeof *out->items);
    for (size_t i = 0; i < found; i++) {
        if (evidence[i].statement == 0)
            continue;
        out->items[out->count++] =
            (maker){ store_table_of(edge_by_id(answer, evidence[i].edge)->target), evidence[i].statement };
        add_id(&statements, evidence[i].statement);
    }
    if (out->count > 0)
        qsort(out->items, out->count, sizeof *out->items, by_table);
    sort_unique(&statements);
    if (status == STORE_OK)
        status = store_statements_by_id(g->s, statements.items, statements.count, pool, &out->statements,
                                        &out->statement_count);
    free(edges.items);
    free(statements.items);
    return status;
}

static const store_statement_row *statement_by_id(const makers *m, int64_t id)
{
    size_t low = 0, high = m->statement_count;

    while (high - low > 1) {
        size_t middle = (low + high) / 2;

        *(m->statements[middle].id <= id ? &low : &high) = middle;
    }
    return low < m->statement_count && m->statements[low].id == id ? &m->statements[low] : NULL;
}

static void give_statements(const makers *m, map_pool *pool, graph_impact_table *table)
{
    store_statement_row *out;
    size_t low = 0, high = m->count, count = 0;

    while (low < high) { /* the first of the table */
        size_t middle = (low + high) / 2;

        if (m->items[middle].table < table->table.id)
            low = middle + 1;
        else
            high = middle;
    }
    while (low + count < m->count && m->items[low + count].table == table->table.id)
        count++;
    out = map_pool_get(pool, count * sizeof *out);
    for (size_t i = low; i < low + count; i++) {
        const store_statement_row *row = statement_by_id(m, m->items[i].statement);

        if (row != NULL && (i == low || m->items[i].statement != m->items[i - 1].statement))
            out[table->statement_count++] = *row;
    }
    table->statements = out;
}

static int by_depth(const void *a, const void *b)
{
    const graph_impact_table *x = a, *y = b;

    if (x->depth != y->depth)
        return x->depth < y->depth ? -1 : 1;
    return strcmp(x->table.name.data, y->table.name.data);
}

/* The tables of an impact by node, while they are put together. */
typedef struct rollup {
    graph_impact_table *tables;
    size_t count;
    map_index index;
} rollup;

static graph_impact_table *table_of(const rollup *r, int64_t node)
{
    uint64_t hash = map_mix((uint64_t)store_table_of(node), 0);

    for (size_t at = map_index_first(&r->index, hash); at != MAP_INDEX_END;
         at = map_index_next(&r->index, hash, at))
        if (r->tables[r->index.slots[at].value].table.id == store_table_of(node))
            return &r->tables[r->index.slots[at].value];
    return NULL;
}

/* The reached columns of each table, in the answer's order: counted, then given. */
static void give_columns(const rollup *r, const graph_answer *answer, map_pool *pool)
{
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < answer->node_count; i++) {
            const graph_node *n = &answer->nodes[i];
            graph_impact_table *table = n->start ? NULL : table_of(r, n->node.id);

            if (table == NULL)
                continue;
            table->depth = n->depth < table->depth ? n->depth : table->depth;
            if (pass == 1 && !store_is_table(n->node.id))
                ((store_node *)table->columns)[table->column_count] = n->node;
            table->column_count += !store_is_table(n->node.id);
        }
        for (size_t i = 0; pass == 0 && i < r->count; i++) {
            r->tables[i].columns =
                map_pool_get(pool, r->tables[i].column_count * sizeof *r->tables[i].columns);
            r->tables[i].column_count = 0;
        }
    }
}

static void give_tables(const graph_answer *answer, const makers *m, const store_node *tables, size_t count,
                        map_pool *pool, graph_impact *impact)
{
    rollup r = { map_pool_get(pool, count * sizeof *r.tables), count, { 0 } };

    for (size_t i = 0; i < count; i++) {
        r.tables[i].table = tables[i];
        r.tables[i].depth = UINT32_MAX;
        map_index_add(&r.index, map_mix((uint64_t)tables[i].id, 0), (uint32_t)i);
    }
    give_columns(&r, answer, pool);
    for (size_t i = 0; i < count; i++)
        give_statements(m, pool, &r.tables[i]);
    for (size_t i = 0; i < answer->edge_count; i++) {
        graph_impact_table *table = table_of(&r, answer->edges[i].target);

        if (table != NULL)
            table->kinds |= 1u << answer->edges[i].kind;
    }
    map_index_free(&r.index);
    if (count > 0)
        qsort(r.tables, count, sizeof *r.tables, by_depth);
    impact->tables = r.tables;
    impact->table_count = count;
}

store_status graph_impact_of(graph *g, const int64_t *starts, size_t count, const graph_question *question,
                             map_pool *pool, graph_impact *impact)
{
    graph_question downstream = *question;
    id_list tables = { 0 };
    store_node *nodes = NULL;
    size_t found = 0;
    makers m;
    store_status status;

    downstream.direction = STORE_DOWNSTREAM;
    downstream.through_rows = true;
    *impact = (graph_impact){ .tables = NULL };
    status = graph_around(g, starts, count, &downstream, pool, &impact->answer);
    for (size_t i = 0; i < impact->answer.edge_count; i++)
        add_id(&tables, store_table_of(impact->answer.edges[i].target));
    sort_unique(&tables);
    if (status == STORE_OK)
        status = store_nodes(g->s, tables.items, tables.count, pool, &nodes, &found);
    if (status == STORE_OK)
        status = find_makers(g, &impact->answer, pool, &m);
    if (status == STORE_OK)
        give_tables(&impact->answer, &m, nodes, found, pool, impact);
    free(tables.items);
    return status;
}

/* ---- Related ---------------------------------------------------------------------------------------- */

static const char *const relation_names[] = { "none",  "feeds",         "fed_by",
                                              "cycle", "common_source", "common_target" };

const char *graph_relation_name(graph_relation relation)
{
    return (unsigned)relation < sizeof relation_names / sizeof *relation_names ? relation_names[relation]
                                                                               : NULL;
}

/* What both of two answers reach, the nearest (least steps in all) only. */
static void nearest(const graph_answer *a, const graph_answer *b, map_pool *pool, graph_related *related)
{
    store_node *out = map_pool_get(pool, a->node_count * sizeof *out);
    map_index places = { 0 };
    unsigned shortest = UINT32_MAX;
    size_t count = 0;

    for (size_t i = 0; i < b->node_count; i++)
        map_index_add(&places, map_mix((uint64_t)b->nodes[i].node.id, 0), (uint32_t)i);
    for (size_t i = 0; i < a->node_count; i++) {
        uint64_t hash = map_mix((uint64_t)a->nodes[i].node.id, 0);

        for (size_t at = map_index_first(&places, hash); at != MAP_INDEX_END;
             at = map_index_next(&places, hash, at)) {
            const graph_node *other = &b->nodes[places.slots[at].value];
            unsigned steps = a->nodes[i].depth + other->depth;

            if (other->node.id != a->nodes[i].node.id || steps > shortest)
                continue;
            count = steps < shortest ? 0 : count;
            shortest = steps;
            out[count++] = other->node;
        }
    }
    map_index_free(&places);
    related->common = out;
    related->common_count = count;
}

static store_status find_common(graph *g, int64_t a, int64_t b, const graph_question *question,
                                store_direction direction, map_pool *pool, graph_related *related)
{
    graph_question q = *question;
    graph_answer of_a, of_b;
    store_status status;

    q.direction = direction;
    q.depth = question->depth != 0 ? question->depth : 64;
    status = graph_around(g, &a, 1, &q, pool, &of_a);
    if (status == STORE_OK)
        status = graph_around(g, &b, 1, &q, pool, &of_b);
    if (status == STORE_OK)
        nearest(&of_a, &of_b, pool, related);
    if (status == STORE_OK && related->common_count > 0)
        related->relation = direction == STORE_UPSTREAM ? GRAPH_COMMON_SOURCE : GRAPH_COMMON_TARGET;
    return status;
}

store_status graph_relate(graph *g, int64_t a, int64_t b, const graph_question *question, map_pool *pool,
                          graph_related *related)
{
    graph_answer back;
    store_status status;

    *related = (graph_related){ .relation = GRAPH_UNRELATED };
    status = graph_path(g, a, b, question, pool, &related->path);
    if (status == STORE_OK)
        status = graph_path(g, b, a, question, pool, &back);
    if (status != STORE_OK)
        return status;
    if (related->path.node_count > 0 || back.node_count > 0)
        related->relation = related->path.node_count == 0 ? GRAPH_FED_BY
                            : back.node_count > 0         ? GRAPH_CYCLE
                                                          : GRAPH_FEEDS;
    if (related->path.node_count == 0)
        related->path = back;
    if (related->relation == GRAPH_UNRELATED)
        status = find_common(g, a, b, question, STORE_UPSTREAM, pool, related);
    if (status == STORE_OK && related->relation == GRAPH_UNRELATED)
        status = find_common(g, a, b, question, STORE_DOWNSTREAM, pool, related);
    return status;
}
