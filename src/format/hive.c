/*
 * The object that Hive's LineageLogger, a hook that runs after a statement, writes:
 *
 *     INSERT INTO g SELECT a, a + b FROM t WHERE c > 0        g (x, y)
 *     edges     PROJECTION [t.a] -> [g.x]
 *               PROJECTION [t.a, t.b] -> [g.y]  a + b
 *               PREDICATE  [t.c] -> [g.x, g.y]  c > 0
 *     vertices  0 db.g.x   1 db.g.y   2 db.t.a   3 db.t.b   4 db.t.c
 *
 * Edges that agree in type, sources and expression are one. Vertices are numbered when all edges are known: targets
 * first, in the order of the edges, then sources. A value's sources stand in the order in which its expression names
 * them, so that it is the graph of origins that is walked here. COUNT(*) depends on its tables as such, which
 * are TABLE vertices; a window function, to Hive, on every column of its rows. Conditions are told as they
 * stand in the text, a WHERE or an ON each: Hive's optimizer may move and rewrite them.
 */
#include "base/sort.h"
#include "format/format.h"
#include "format/md5.h"
#include "format/writer.h"
#include <stdlib.h>

enum { NO_ID = UINT32_MAX };

typedef struct vertex {
    colline_text label;
    bool table;
    uint32_t id;
} vertex;

typedef CLN_VECTOR(uint32_t) numbers;

typedef struct hive_edge {
    numbers sources, targets; /* vertices */
    colline_text expression;
    bool predicate;
} hive_edge;

typedef struct graph {
    cln_arena *arena;
    const cln_result *result;
    cln_json_writer json;
    CLN_VECTOR(vertex) vertices;
    CLN_VECTOR(hive_edge) edges;
    cln_map by_label;   /* label -> 1 + vertex; a query's columns are not in it */
    cln_map by_key;     /* type, expression and sources -> 1 + edge */
    uint32_t *of_leaf;  /* 1 + vertex */
    uint32_t *of_table; /* by relation: 1 + vertex */
    uint32_t *starts;   /* edges by column */
    /* The edge at hand: */
    numbers sources;
    CLN_VECTOR(uint32_t) in_edge; /* by vertex: the round in which it was last put into an edge */
    uint32_t round;
    uint32_t *visited, *visited_rows; /* by node: the round */
    numbers path;                     /* links that are next to be looked at */
    /* The target at hand: */
    numbers waiting;   /* rows whose conditions are to be looked at */
    uint32_t *awaited; /* by node: 1 + the target for which it last waited */
    uint32_t target;
} graph;

/* ---- Vertices ---------------------------------------------------------------------------------------- */

static uint32_t new_vertex(graph *g, colline_text label, bool table)
{
    *CLN_PUSH(g->arena, &g->vertices) = (vertex){ label, table, NO_ID };
    *CLN_PUSH(g->arena, &g->in_edge) = 0;
    return g->vertices.count - 1;
}

static uint32_t vertex_of_label(graph *g, colline_text label, bool table)
{
    uintptr_t known = (uintptr_t)cln_map_get(&g->by_label, label);

    if (known == 0) {
        known = (uintptr_t)new_vertex(g, label, table) + 1;
        cln_map_put(g->arena, &g->by_label, label, (void *)known);
    }
    return (uint32_t)(known - 1);
}

static void add_part(cln_arena *arena, cln_buffer *out, colline_text part)
{
    if (part.length == 0)
        return;
    if (out->count > 0)
        cln_buffer_add_char(arena, out, '.');
    cln_buffer_add(arena, out, part);
}

/* db.t.column, without quotes; db.t where `column` is empty */
static colline_text label_of(graph *g, const cln_table_name *name, colline_text column)
{
    cln_buffer label = { NULL, 0, 0 };

    add_part(g->arena, &label, name->catalog);
    add_part(g->arena, &label, name->database);
    add_part(g->arena, &label, name->table);
    add_part(g->arena, &label, column);
    return cln_buffer_text(g->arena, &label);
}

/* A target's columns are the table's; a query's are known by their names alone. */
static uint32_t target_vertex(graph *g, uint32_t column)
{
    const cln_result *result = g->result;
    colline_text name = cln_column_name(result, column);
    const cln_target *target =
        result->targets.count > 0 ? &result->targets.items[cln_column_into(result, column)] : NULL;

    if (target == NULL || target->name.table.length == 0)
        return new_vertex(g, name, false);
    return vertex_of_label(g, label_of(g, &target->name, name), false);
}

static bool is_star(colline_text column)
{
    return column.length == 1 && column.data[0] == '*';
}

static uint32_t table_vertex(graph *g, uint32_t relation)
{
    if (g->of_table[relation] == 0)
        g->of_table[relation] =
            vertex_of_label(g, label_of(g, &g->result->origins.relations.items[relation].name, CLN_TEXT("")),
                            true) +
            1;
    return g->of_table[relation] - 1;
}

/* Hive knows the column, not the path below it. */
static uint32_t leaf_vertex(graph *g, uint32_t index)
{
    const cln_origins *origins = &g->result->origins;
    const cln_leaf *leaf = &origins->leaves.items[index];
    colline_text column = cln_leaf_column(origins, leaf);

    if (is_star(column))
        return table_vertex(g, leaf->relation);
    if (g->of_leaf[index] == 0)
        g->of_leaf[index] =
            vertex_of_label(g, label_of(g, &origins->relations.items[leaf->relation].name, column), false) +
            1;
    return g->of_leaf[index] - 1;
}

/* ---- Sources ----------------------------------------------------------------------------------------- */

static void begin_sources(graph *g)
{
    g->round++;
    g->sources.count = 0;
}

static void add_vertex(graph *g, uint32_t vertex)
{
    if (g->in_edge.items[vertex] == g->round)
        return;
    g->in_edge.items[vertex] = g->round;
    *CLN_PUSH(g->arena, &g->sources) = vertex;
}

/* Hive ignores temporary tables. */
static bool is_temporary(const graph *g, uint32_t relation)
{
    const cln_table *table = g->result->origins.relations.items[relation].table;

    return table != NULL && table->kind == COLLINE_TEMPORARY;
}

static void add_leaf(graph *g, uint32_t index)
{
    if (!is_temporary(g, g->result->origins.leaves.items[index].relation))
        add_vertex(g, leaf_vertex(g, index));
}

static void add_all_columns(graph *g, uint32_t relation)
{
    const cln_relation *r = &g->result->origins.relations.items[relation];

    if (r->table == NULL)
        add_vertex(g, table_vertex(g, relation));
    for (uint32_t i = 0; r->table != NULL && i < r->table->column_count; i++)
        add_vertex(g, vertex_of_label(g, label_of(g, &r->name, r->table->columns[i].name), false));
}

/* What a walk looks for: of values the columns, of rows the tables as such, or all their columns. */
typedef enum walk_for { FOR_VALUE, FOR_TABLES, FOR_COLUMNS } walk_for;

static void enter(graph *g, cln_origin node, uint32_t *visited)
{
    if (visited[node] == g->round)
        return;
    visited[node] = g->round;
    *CLN_PUSH(g->arena, &g->path) = g->result->origins.nodes.items[node].first;
}

static void walk_rows(graph *g, cln_origin rows, walk_for what);

/* The conditions of these rows bear on the target, too. */
static void await_rows(graph *g, cln_origin rows)
{
    if (rows == CLN_NO_ORIGIN || cln_is_leaf(rows) || g->awaited[rows] == g->target + 1)
        return;
    g->awaited[rows] = g->target + 1;
    *CLN_PUSH(g->arena, &g->waiting) = rows;
}

static void follow_value(graph *g, const cln_link *link)
{
    if (link->kind == CLN_LINK_COUNTED) {
        walk_rows(g, link->to, FOR_TABLES);
    } else if (link->kind == CLN_LINK_WINDOWED) {
        walk_rows(g, link->to, FOR_COLUMNS);
    } else if (link->kind <= CLN_LINK_AGG) {
        if (cln_is_leaf(link->to))
            add_leaf(g, cln_leaf_index(link->to));
        else if (link->to != CLN_NO_ORIGIN)
            enter(g, link->to, g->visited);
    } else if (link->kind == CLN_LINK_ROWS || link->kind == CLN_LINK_FILTER_ROWS ||
               link->kind == CLN_LINK_EXISTS_ROWS) {
        await_rows(g, link->to);
    }
}

static void follow_rows(graph *g, const cln_link *link, walk_for what)
{
    if (link->kind == CLN_LINK_ROWS) {
        if (!cln_is_leaf(link->to) && link->to != CLN_NO_ORIGIN)
            enter(g, link->to, &g->visited_rows[what == FOR_TABLES ? 0 : g->result->origins.nodes.count]);
    } else if (link->kind == CLN_LINK_RELATION && !is_temporary(g, link->to)) {
        if (what == FOR_TABLES)
            add_vertex(g, table_vertex(g, link->to));
        else
            add_all_columns(g, link->to);
    }
}

/* Links in their order, what lies behind one before the next. */
static void walk(graph *g, uint32_t floor, walk_for what)
{
    const cln_origins *origins = &g->result->origins;

    while (g->path.count > floor) {
        uint32_t i = g->path.items[g->path.count - 1];
        const cln_link *link = &origins->links.items[i];
        cln_poll(g->arena->fault);
        if (i == 0) {
            g->path.count--;
            continue;
        }
        g->path.items[g->path.count - 1] = link->next;
        if (what == FOR_VALUE)
            follow_value(g, link);
        else
            follow_rows(g, link, what);
    }
}

static void walk_rows(graph *g, cln_origin rows, walk_for what)
{
    uint32_t floor = g->path.count;

    enter(g, rows, &g->visited_rows[what == FOR_TABLES ? 0 : g->result->origins.nodes.count]);
    walk(g, floor, what);
}

static void collect_value(graph *g, cln_origin origin)
{
    if (origin == CLN_NOT_FED || origin == CLN_NO_ORIGIN)
        return;
    if (cln_is_leaf(origin)) {
        add_leaf(g, cln_leaf_index(origin));
        return;
    }
    enter(g, origin, g->visited);
    walk(g, g->path.count - 1, FOR_VALUE);
}

/* ---- Edges ------------------------------------------------------------------------------------------- */

static int by_number(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;

    return (a > b) - (a < b);
}

/* What edges that are one agree in, as bytes. */
static colline_text key_of(graph *g, bool predicate, colline_text expression)
{
    uint32_t *sorted = cln_arena_get(g->arena, (size_t)(g->sources.count + 1) * sizeof *sorted);
    cln_buffer key = { NULL, 0, 0 };

    for (uint32_t i = 0; i < g->sources.count; i++)
        sorted[i] = g->sources.items[i];
    if (g->sources.count > 1)
        qsort(sorted, g->sources.count, sizeof *sorted, by_number);
    cln_buffer_add_char(g->arena, &key, predicate ? 'P' : 'V');
    cln_buffer_add_number(g->arena, &key, g->sources.count);
    cln_buffer_add_char(g->arena, &key, ' ');
    cln_buffer_add(g->arena, &key, cln_text_of((const char *)sorted, g->sources.count * sizeof *sorted));
    cln_buffer_add(g->arena, &key, expression);
    return cln_buffer_text(g->arena, &key);
}

static void add_edge(graph *g, const numbers *targets, bool predicate, colline_text expression)
{
    colline_text key = key_of(g, predicate, expression);
    uintptr_t known = (uintptr_t)cln_map_get(&g->by_key, key);
    hive_edge *edge;

    if (known == 0) {
        edge = CLN_PUSH(g->arena, &g->edges);
        memset(edge, 0, sizeof *edge);
        edge->expression = expression;
        edge->predicate = predicate;
        for (uint32_t i = 0; i < g->sources.count; i++)
            *CLN_PUSH(g->arena, &edge->sources) = g->sources.items[i];
        known = g->edges.count;
        cln_map_put(g->arena, &g->by_key, key, (void *)known);
    }
    edge = &g->edges.items[known - 1];
    for (uint32_t i = 0; i < targets->count; i++)
        *CLN_PUSH(g->arena, &edge->targets) = targets->items[i];
}

/* ---- Projections ------------------------------------------------------------------------------------- */

/* How Hive converts to a type on its own: UDFToInteger(x), CAST( x AS varchar(10)). */
static colline_text converted(graph *g, colline_text expression, const cln_type *to)
{
    static const struct {
        const char *type, *function;
    } functions[] = {
        { "boolean", "UDFToBoolean" }, { "tinyint", "UDFToByte" }, { "smallint", "UDFToShort" },
        { "int", "UDFToInteger" },     { "integer", "UDFToInteger" }, { "bigint", "UDFToLong" },
        { "float", "UDFToFloat" },     { "double", "UDFToDouble" },
    };
    cln_buffer text = { NULL, 0, 0 };

    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (!cln_text_equal(to->text, cln_text_of(functions[i].type, strlen(functions[i].type))))
            continue;
        cln_buffer_add_string(g->arena, &text, functions[i].function);
        cln_buffer_add_char(g->arena, &text, '(');
        cln_buffer_add(g->arena, &text, expression);
        cln_buffer_add_char(g->arena, &text, ')');
        return cln_buffer_text(g->arena, &text);
    }
    cln_buffer_add_string(g->arena, &text, "CAST( ");
    cln_buffer_add(g->arena, &text, expression);
    cln_buffer_add_string(g->arena, &text, " AS ");
    cln_buffer_add(g->arena, &text, to->text);
    cln_buffer_add_char(g->arena, &text, ')');
    return cln_buffer_text(g->arena, &text);
}

/* The type that the column's values are silently converted to; NULL: they are not. */
static const cln_type *conversion(const graph *g, uint32_t column)
{
    const cln_result *result = g->result;
    const cln_table *table =
        result->targets.count > 0 ? result->targets.items[cln_column_into(result, column)].table : NULL;
    const cln_column_info *info;

    for (uint32_t i = g->starts[column]; table != NULL && i < g->starts[column + 1]; i++) {
        if ((cln_edge_at(&result->edges, i)->flags & COLLINE_EDGE_IMPLICIT_CAST) == 0)
            continue;
        info = cln_table_column(table, cln_column_name(result, column), false);
        return info != NULL ? info->type : NULL;
    }
    return NULL;
}

/* The value as it is written where it is no plain copy, and as its column is named where it is. */
static colline_text written(const graph *g, uint32_t column)
{
    const cln_result *result = g->result;
    colline_text text = cln_column_expression(result, column);
    bool copy = cln_origin_leaf(&result->origins, result->columns.items[column].origin) != CLN_NO_ORIGIN;

    for (uint32_t i = g->starts[column]; copy && text.length == 0 && i < g->starts[column + 1]; i++)
        text = result->origins.expressions.items[cln_edge_at(&result->edges, i)->expression];
    return text.length > 0 ? text : cln_column_name(result, column);
}

/* Whether the value is one column, or a field of one, unchanged. */
static bool is_plain_copy(const graph *g, cln_origin origin)
{
    const cln_origins *origins = &g->result->origins;
    cln_origin leaf = cln_origin_leaf(origins, origin);

    return leaf != CLN_NO_ORIGIN &&
           cln_leaf_path(origins, &origins->leaves.items[cln_leaf_index(leaf)]).length == 0;
}

/* Hive says the expression of what is no plain copy of a column. */
static colline_text expression_of(graph *g, uint32_t column)
{
    cln_origin origin = g->result->columns.items[column].origin;
    const cln_type *to;

    if (origin == CLN_NOT_FED)
        return CLN_TEXT("null");
    to = conversion(g, column);
    if (to != NULL)
        return converted(g, written(g, column), to);
    return is_plain_copy(g, origin) ? CLN_TEXT("") : written(g, column);
}

/* starts[i]: the first edge of column i; they stand in the order of columns, those of the whole result last. */
static void find_starts(graph *g, uint32_t first_whole)
{
    uint32_t count = g->result->columns.count, at = 0;

    g->starts = CLN_NEW_ARRAY(g->arena, uint32_t, count + 1);
    for (uint32_t i = 0; i <= count; i++) {
        while (at < first_whole) {
            if ((uint32_t)cln_edge_at(&g->result->edges, at)->target >= i)
                break;
            at++;
        }
        g->starts[i] = at;
    }
}

/* ---- Predicates -------------------------------------------------------------------------------------- */

/* What one term of a condition names, and where that term stands in the statement's text. */
typedef struct term {
    uint32_t link, expression;
    uint32_t from, to; /* NO_ID: not in this text */
    uint32_t chain;    /* the conjunction that it belongs to */
} term;

typedef struct chain {
    colline_text text;
    uint32_t from, to;
    uint32_t outer; /* 1 + the chain that this one stands in */
} chain;

typedef struct conditions {
    graph *g;
    CLN_VECTOR(term) terms;
    CLN_VECTOR(chain) chains;
} conditions;

static void add_term(conditions *c, uint32_t link)
{
    const cln_result *result = c->g->result;
    uint32_t expression = result->origins.links.items[link].expression;
    colline_text text = result->origins.expressions.items[expression];
    uintptr_t begin = (uintptr_t)result->text.data, at = (uintptr_t)text.data;
    term t = { link, expression, NO_ID, NO_ID, 0 };

    if (text.length > 0 && at >= begin && at + text.length <= begin + result->text.length) {
        t.from = (uint32_t)(at - begin);
        t.to = t.from + text.length;
    }
    *CLN_PUSH(c->g->arena, &c->terms) = t;
}

/* All conditions below the rows that wait to be looked at: WHERE, HAVING, ON, and those of subqueries. */
static void gather_terms(conditions *c)
{
    graph *g = c->g;
    const cln_origins *origins = &g->result->origins;

    for (uint32_t next = 0; next < g->waiting.count; next++) {
        cln_origin rows = g->waiting.items[next];
        for (uint32_t i = origins->nodes.items[rows].first; i != 0; i = origins->links.items[i].next) {
            switch (origins->links.items[i].kind) {
            case CLN_LINK_FILTER:
            case CLN_LINK_JOIN_COND:
            case CLN_LINK_COUNTED:
            case CLN_LINK_WINDOWED: add_term(c, i); break;
            case CLN_LINK_ROWS:
            case CLN_LINK_FILTER_ROWS:
            case CLN_LINK_EXISTS_ROWS: await_rows(g, origins->links.items[i].to); break;
            default: break;
            }
        }
    }
    g->waiting.count = 0;
}

static int by_place(const void *context, const term *a, const term *b)
{
    (void)context;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->to != b->to)
        return a->to > b->to ? -1 : 1; /* the outer one first */
    return (a->expression > b->expression) - (a->expression < b->expression);
}

static int by_chain(const void *context, const term *a, const term *b)
{
    (void)context;
    return (a->chain > b->chain) - (a->chain < b->chain);
}

CLN_DEFINE_SORT(sort_by_place, term, const void, by_place)
CLN_DEFINE_SORT(sort_by_chain, term, const void, by_chain)

/* Whether nothing but AND stands between two terms: a = 1 AND (b = 2) */
static bool is_joined(colline_text text, uint32_t from, uint32_t to)
{
    while (from < to && strchr(" \t\r\n", text.data[from]) != NULL)
        from++;
    while (from < to && strchr(" \t\r\n(", text.data[to - 1]) != NULL)
        to--;
    return cln_text_equal_nocase(cln_text_of(text.data + from, to - from), CLN_TEXT("and"));
}

/* The chain that a term goes on or begins; `open` is the innermost that may still go on. */
static uint32_t chain_of(conditions *c, const term *t, uint32_t *open)
{
    const cln_result *result = c->g->result;
    chain made = { result->origins.expressions.items[t->expression], t->from, t->to, 0 };

    while (t->from != NO_ID && *open != 0) {
        chain *last = &c->chains.items[*open - 1];
        if (last->to <= t->from && is_joined(result->text, last->to, t->from)) {
            last->to = t->to;
            last->text = cln_text_of(result->text.data + last->from, last->to - last->from);
            return *open - 1;
        }
        if (last->to > t->from)
            break;
        *open = last->outer;
    }
    made.outer = *open;
    *CLN_PUSH(c->g->arena, &c->chains) = made;
    if (t->from != NO_ID)
        *open = c->chains.count;
    return c->chains.count - 1;
}

static void find_chains(conditions *c)
{
    term *scratch = cln_arena_get(c->g->arena, (size_t)(c->terms.count + 1) * sizeof *scratch);
    uint32_t open = 0;

    sort_by_place(c->terms.items, scratch, c->terms.count, NULL, c->g->arena->fault);
    for (uint32_t i = 0; i < c->terms.count; i++) {
        term *t = &c->terms.items[i];
        t->chain = i > 0 && t[-1].expression == t->expression ? t[-1].chain : chain_of(c, t, &open);
    }
    sort_by_chain(c->terms.items, scratch, c->terms.count, NULL, c->g->arena->fault);
}

static void collect_term(graph *g, const term *t)
{
    const cln_link *link = &g->result->origins.links.items[t->link];

    if (link->kind == CLN_LINK_COUNTED)
        walk_rows(g, link->to, FOR_TABLES);
    else if (link->kind == CLN_LINK_WINDOWED)
        walk_rows(g, link->to, FOR_COLUMNS);
    else
        collect_value(g, link->to);
}

/* The conditions of target `into`, one edge a conjunction; then those of the subqueries that stand in them. */
static void add_predicates(graph *g, uint32_t into, const numbers *targets)
{
    if (into < g->result->rows.count)
        await_rows(g, g->result->rows.items[into]);
    while (g->waiting.count > 0) {
        conditions c = { .g = g };
        gather_terms(&c);
        find_chains(&c);
        for (uint32_t i = 0; i < c.terms.count;) {
            uint32_t chain = c.terms.items[i].chain;
            begin_sources(g);
            for (; i < c.terms.count && c.terms.items[i].chain == chain; i++)
                collect_term(g, &c.terms.items[i]);
            add_edge(g, targets, true, c.chains.items[chain].text);
        }
    }
}

/* ---- The object -------------------------------------------------------------------------------------- */

/* PARTITION (ds = '2024-01-01'): Hive lists the columns that the query feeds. */
static bool is_static_partition(const graph *g, uint32_t column)
{
    const cln_result *result = g->result;
    const cln_target *target =
        result->targets.count > 0 ? &result->targets.items[cln_column_into(result, column)] : NULL;

    for (uint32_t i = 0; target != NULL && i < target->partition_count; i++)
        if (target->partition[i].value.length > 0 &&
            cln_text_equal_nocase(target->partition[i].column, cln_column_name(result, column)))
            return true;
    return false;
}

static void add_target(graph *g, uint32_t into)
{
    uint32_t from = into == 0 ? 0 : cln_columns_end(g->result, into - 1), to = cln_columns_end(g->result, into);
    numbers targets = { NULL, 0, 0 };

    g->target = into;
    for (uint32_t i = from; i < to; i++) {
        if (is_static_partition(g, i))
            continue;
        uint32_t vertex = target_vertex(g, i);
        numbers target = { &vertex, 1, 1 };
        *CLN_PUSH(g->arena, &targets) = vertex;
        begin_sources(g);
        collect_value(g, g->result->columns.items[i].origin);
        add_edge(g, &target, false, expression_of(g, i));
    }
    if (from < to)
        add_predicates(g, into, &targets);
}

static void number(graph *g, const numbers *list, uint32_t *next)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (g->vertices.items[list->items[i]].id == NO_ID)
            g->vertices.items[list->items[i]].id = (*next)++;
}

static uint32_t number_vertices(graph *g)
{
    uint32_t next = 0;

    for (uint32_t i = 0; i < g->edges.count; i++)
        number(g, &g->edges.items[i].targets, &next);
    for (uint32_t i = 0; i < g->edges.count; i++)
        number(g, &g->edges.items[i].sources, &next);
    return next;
}

static void write_ids(graph *g, const char *key, const numbers *list)
{
    g->round++;
    cln_write_key(&g->json, key);
    cln_write_open(&g->json, '[');
    for (uint32_t i = 0; i < list->count; i++) {
        if (g->in_edge.items[list->items[i]] == g->round)
            continue;
        g->in_edge.items[list->items[i]] = g->round;
        cln_write_number(&g->json, g->vertices.items[list->items[i]].id);
    }
    cln_write_close(&g->json, ']');
}

static void write_edges(graph *g)
{
    cln_write_key(&g->json, "edges");
    cln_write_open(&g->json, '[');
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const hive_edge *edge = &g->edges.items[i];
        cln_poll(g->arena->fault);
        cln_write_open(&g->json, '{');
        write_ids(g, "sources", &edge->sources);
        write_ids(g, "targets", &edge->targets);
        cln_write_member(&g->json, "expression", edge->expression);
        cln_write_key(&g->json, "edgeType");
        cln_write_word(&g->json, edge->predicate ? "PREDICATE" : "PROJECTION");
        cln_write_close(&g->json, '}');
    }
    cln_write_close(&g->json, ']');
}

static void write_vertices(graph *g, uint32_t count)
{
    const vertex **in_order = cln_arena_get(g->arena, (size_t)(count + 1) * sizeof *in_order);

    for (uint32_t i = 0; i < g->vertices.count; i++)
        if (g->vertices.items[i].id != NO_ID)
            in_order[g->vertices.items[i].id] = &g->vertices.items[i];
    cln_write_key(&g->json, "vertices");
    cln_write_open(&g->json, '[');
    for (uint32_t i = 0; i < count; i++) {
        cln_write_open(&g->json, '{');
        cln_write_key(&g->json, "id");
        cln_write_number(&g->json, i);
        cln_write_key(&g->json, "vertexType");
        cln_write_word(&g->json, in_order[i]->table ? "TABLE" : "COLUMN");
        cln_write_key(&g->json, "vertexId");
        cln_write_text(&g->json, in_order[i]->label);
        cln_write_close(&g->json, '}');
    }
    cln_write_close(&g->json, ']');
}

static void write_hash(graph *g, colline_text query)
{
    static const char digits[] = "0123456789abcdef";
    size_t length;
    const unsigned char *units = cln_utf16(g->arena, query, &length);
    unsigned char digest[16];
    char text[33];

    cln_md5(units, length, digest, g->arena->fault);
    for (unsigned i = 0; i < 16; i++) {
        text[2 * i] = digits[digest[i] >> 4];
        text[2 * i + 1] = digits[digest[i] & 15];
    }
    text[32] = '\0';
    cln_write_key(&g->json, "hash");
    cln_write_word(&g->json, text);
}

/* The operations that the hook logs: queries, DML among them, and what makes a table or view of a query. */
static bool is_logged(const cln_result *result)
{
    switch (result->kind) {
    case COLLINE_STATEMENT_SELECT:
    case COLLINE_STATEMENT_INSERT:
    case COLLINE_STATEMENT_UPSERT:
    case COLLINE_STATEMENT_REPLACE:
    case COLLINE_STATEMENT_MERGE:
    case COLLINE_STATEMENT_UPDATE:
    case COLLINE_STATEMENT_CREATE_TABLE_AS:
    case COLLINE_STATEMENT_CREATE_VIEW:
    case COLLINE_STATEMENT_ALTER_VIEW:
        return result->columns.count > 0 && result->outcome != COLLINE_OUTCOME_ERROR;
    default: return false;
    }
}

static void make_graph(graph *g)
{
    const cln_origins *origins = &g->result->origins;

    g->of_leaf = CLN_NEW_ARRAY(g->arena, uint32_t, origins->leaves.count);
    g->of_table = CLN_NEW_ARRAY(g->arena, uint32_t, origins->relations.count);
    g->visited = CLN_NEW_ARRAY(g->arena, uint32_t, origins->nodes.count);
    g->visited_rows = CLN_NEW_ARRAY(g->arena, uint32_t, 2 * (size_t)origins->nodes.count);
    g->awaited = CLN_NEW_ARRAY(g->arena, uint32_t, origins->nodes.count);
    find_starts(g, cln_sort_whole_edges(g->arena, g->result).first);
    for (uint32_t into = 0; into < cln_target_count(g->result); into++)
        add_target(g, into);
}

void cln_format_hive(cln_arena *arena, cln_buffer *out, const cln_result *result,
                     const cln_format_context *context)
{
    graph g = { .arena = arena, .result = result, .json = { .arena = arena, .out = out } };
    colline_text query = cln_text_of(result->text.data + result->at.offset, result->at.length);
    uint32_t count;

    if (!is_logged(result))
        return;
    make_graph(&g);
    count = number_vertices(&g);
    cln_write_open(&g.json, '{');
    cln_write_member(&g.json, "id", context->id);
    cln_write_key(&g.json, "version");
    cln_write_word(&g.json, "1.0");
    cln_write_member(&g.json, "database", context->database);
    write_hash(&g, query);
    cln_write_key(&g.json, "queryText");
    cln_write_text(&g.json, query);
    write_edges(&g);
    write_vertices(&g, count);
    cln_write_close(&g.json, '}');
    cln_buffer_add_char(arena, out, '\n');
}
