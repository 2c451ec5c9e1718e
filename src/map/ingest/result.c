/*
 * Statements and edges, from the library's to the store's.
 */
#include "map/ingest/result.h"

#include <string.h>

#include "map/ingest/altered.h"

enum { MOST_COMPARED = 4096 }; /* an edge too many between two tables is one that the store has already */

/* ---- From the library ------------------------------------------------------------------------------ */

bool ingest_is_kept(const colline_statement *statement)
{
    if (colline_statement_outcome(statement) != COLLINE_OUTCOME_OK)
        return true;
    switch (colline_statement_get_kind(statement)) {
    case COLLINE_STATEMENT_USE: case COLLINE_STATEMENT_SET: case COLLINE_STATEMENT_EXPLAIN: case COLLINE_STATEMENT_OTHER:
    case COLLINE_STATEMENT_DROP: case COLLINE_STATEMENT_ALTER: case COLLINE_STATEMENT_TRUNCATE:
    case COLLINE_STATEMENT_CREATE_TABLE: case COLLINE_STATEMENT_CREATE_ROUTINE: case COLLINE_STATEMENT_BLOCK:
        return colline_statement_source_count(statement) > 0;
    case COLLINE_STATEMENT_SELECT: return colline_statement_source_count(statement) > 0;
    default: return true;
    }
}

static store_end end_of_target(const colline_target *target, colline_text column)
{
    store_end end = { .name = target->table };

    end.name.column = column;
    end.name.path = map_text(NULL);
    if (target->path.length > 0) {
        end.file = true;
        end.name.table = target->path;
    }
    return end;
}

static bool is_named(const colline_target *target)
{
    return !target->temporary && (target->table.table.length > 0 || target->path.length > 0);
}

static store_edge edge_of(const colline_statement *statement, const colline_edge *edge, colline_span at, bool doubt)
{
    const colline_target *target = colline_statement_target(statement, edge->into);
    const colline_column *column = edge->target == COLLINE_WHOLE_RESULT
                                       ? NULL : colline_statement_column(statement, (size_t)edge->target);
    store_edge out = { .kind = (unsigned)edge->kind, .flags = edge->flags, .quality = edge->quality,
                       .expression = edge->expression, .at = edge->at };

    out.source.name = edge->source;
    out.target = end_of_target(target, column != NULL ? column->name : map_text("*"));
    if (doubt && out.quality == COLLINE_AUTO_CONFIRMED)
        out.quality = COLLINE_TO_CONFIRM;
    if (out.at.length > 0 && out.at.offset >= at.offset && out.at.offset - at.offset <= at.length)
        out.at.offset -= at.offset;
    else
        out.at.length = 0;
    return out;
}

static bool same_name(const colline_column_ref *a, const colline_column_ref *b)
{
    return a->table.length == b->table.length && a->database.length == b->database.length &&
           a->catalog.length == b->catalog.length && memcmp(a->table.data, b->table.data, a->table.length) == 0 &&
           memcmp(a->database.data, b->database.data, a->database.length) == 0 &&
           memcmp(a->catalog.data, b->catalog.data, a->catalog.length) == 0;
}

/* Tables without an edge of their own are read all the same:  INSERT INTO a SELECT 1 FROM b */
static void add_tables(store_statement *out, store_edge *edges, const colline_statement *statement, bool doubt)
{
    const colline_target *target = colline_statement_target(statement, 0);
    bool unknown = doubt || colline_statement_outcome(statement) != COLLINE_OUTCOME_OK;

    for (size_t i = 0; i < colline_statement_diagnostic_count(statement); i++)
        unknown = unknown || strcmp(colline_statement_diagnostic(statement, i)->code, "unknown_table") == 0;
    for (size_t i = 0; i < colline_statement_source_count(statement); i++) {
        const colline_column_ref *source = colline_statement_source(statement, i);
        store_edge *edge = &edges[out->edge_count];
        bool has_edge = false;
        for (size_t k = 0; k < out->edge_count && !has_edge && k < MOST_COMPARED; k++)
            has_edge = same_name(&edges[k].source.name, source);
        if (has_edge || source->table.length == 0)
            continue;
        *edge = (store_edge){ .kind = STORE_KIND_TABLE, .expression = map_text(NULL) };
        edge->source.name = *source;
        edge->target = end_of_target(target, map_text(NULL));
        edge->quality = unknown ? COLLINE_TO_CONFIRM : COLLINE_AUTO_CONFIRMED;
        out->edge_count++;
    }
}

/* RENAME TABLE a TO b, c TO d: from each to the one in its place. */
static void add_renamed(store_statement *out, store_edge *edges, const colline_statement *statement)
{
    bool swapped;
    size_t count = ingest_renamed_tables(statement, &swapped);

    for (size_t i = 0; i < count; i++) {
        const colline_target *target = colline_statement_target(statement, i);
        store_edge *edge = &edges[out->edge_count];
        if (!is_named(target))
            continue;
        *edge = (store_edge){ .kind = STORE_KIND_TABLE, .expression = map_text(NULL), .quality = COLLINE_AUTO_CONFIRMED };
        edge->source.name = *colline_statement_source(statement, i);
        edge->target = end_of_target(target, map_text(NULL));
        out->edge_count++;
    }
}

static void fill_edges(store_statement *out, const colline_statement *statement, bool doubt, map_pool *pool)
{
    size_t count = colline_statement_edge_count(statement), sources = colline_statement_source_count(statement);
    colline_span at = colline_statement_span(statement);
    store_edge *edges;

    if (colline_statement_target_count(statement) == 0 || count + sources == 0)
        return;
    edges = map_pool_get(pool, (count + sources) * sizeof *edges);
    for (size_t i = 0; i < count; i++) {
        const colline_edge *edge = colline_statement_edge(statement, i);
        const colline_target *target = edge != NULL ? colline_statement_target(statement, edge->into) : NULL;
        if (target != NULL && is_named(target))
            edges[out->edge_count++] = edge_of(statement, edge, at, doubt);
    }
    if (colline_statement_target_count(statement) == 1 && is_named(colline_statement_target(statement, 0)))
        add_tables(out, edges, statement, doubt);
    else
        add_renamed(out, edges, statement);
    out->edges = edges;
}

static void fill_diagnostics(store_statement *out, const colline_statement *statement, map_pool *pool)
{
    size_t count = colline_statement_diagnostic_count(statement);
    colline_span at = colline_statement_span(statement);
    colline_diagnostic *copies = count > 0 ? map_pool_get(pool, count * sizeof *copies) : NULL;

    for (size_t i = 0; i < count; i++) {
        copies[i] = *colline_statement_diagnostic(statement, i);
        copies[i].at.offset = copies[i].at.offset >= at.offset ? copies[i].at.offset - at.offset : 0;
        if (copies[i].at.offset > at.length)
            copies[i].at = (colline_span){ at.length, 0 };
    }
    out->diagnostics = copies;
    out->diagnostic_count = count;
}

void ingest_fill(store_statement *out, const colline_statement *statement, colline_dialect dialect, bool doubt,
                 map_pool *pool)
{
    *out = (store_statement){ .dialect = dialect };
    out->fingerprint = colline_statement_fingerprint(statement);
    out->kind = colline_statement_get_kind(statement);
    out->outcome = (store_outcome)colline_statement_outcome(statement);
    if (doubt && out->outcome == STORE_OUTCOME_OK)
        out->outcome = STORE_OUTCOME_PARTIAL;
    out->text = colline_statement_text(statement);
    out->default_db = out->reason = map_text(NULL);
    fill_diagnostics(out, statement, pool);
    if (out->outcome != STORE_OUTCOME_ERROR)
        fill_edges(out, statement, doubt, pool);
}

/* ---- From what the engine says --------------------------------------------------------------------- */

colline_column_ref ingest_table_name(colline_text dotted, map_pool *pool)
{
    colline_column_ref name;
    colline_text *parts[3] = { &name.table, &name.database, &name.catalog };
    size_t end = dotted.length;

    name.catalog = name.database = name.table = name.column = name.path = map_text(NULL);
    for (size_t i = 0; i < 3; i++) {
        size_t start = end;
        while (start > 0 && (i == 2 || dotted.data[start - 1] != '.'))
            start--;
        *parts[i] = map_pool_copy(pool, dotted.data + start, end - start);
        if (start == 0)
            break;
        end = start - 1;
    }
    return name;
}

void ingest_fill_from_objects(store_statement *out, const ingest_event *event, map_pool *pool)
{
    store_edge *edges = map_pool_get(pool, (event->object_count * event->object_count / 4 + 1) * sizeof *edges);
    size_t count = 0;

    for (size_t t = 0; t < event->object_count; t++) {
        for (size_t s = 0; s < event->object_count && event->objects[t].written; s++) {
            if (event->objects[s].written)
                continue;
            edges[count] = (store_edge){ .kind = STORE_KIND_TABLE, .quality = COLLINE_TO_CONFIRM, .expression = map_text(NULL) };
            edges[count].source.name = ingest_table_name(event->objects[s].name, pool);
            edges[count++].target.name = ingest_table_name(event->objects[t].name, pool);
        }
    }
    out->edges = edges;
    out->edge_count = count;
    if (count > 0)
        out->outcome = STORE_OUTCOME_PARTIAL;
}

static bool same_object(const store_end *end, colline_text name, map_pool *pool)
{
    colline_column_ref wanted = ingest_table_name(name, pool);

    /* the database may be one that nothing tells */
    return end->name.table.length == wanted.table.length &&
           memcmp(end->name.table.data, wanted.table.data, wanted.table.length) == 0 &&
           (end->name.database.length == 0 || (end->name.database.length == wanted.database.length &&
            memcmp(end->name.database.data, wanted.database.data, wanted.database.length) == 0));
}

bool ingest_covers_objects(const store_statement *statement, const ingest_event *event)
{
    map_pool pool = MAP_POOL_INIT;
    bool all = true;

    for (size_t i = 0; i < event->object_count && all; i++) {
        bool found = false;
        for (size_t e = 0; e < statement->edge_count && !found; e++)
            found = same_object(event->objects[i].written ? &statement->edges[e].target : &statement->edges[e].source,
                                event->objects[i].name, &pool);
        all = found;
    }
    map_pool_free(&pool);
    return all;
}

/* "db.table.column"; a column's path stays with it where there are more parts than a table has:  db.t.a.b */
static colline_column_ref column_name(colline_text dotted, map_pool *pool)
{
    const char *first = memchr(dotted.data, '.', dotted.length);
    const char *second = first != NULL ? memchr(first + 1, '.', dotted.length - (size_t)(first + 1 - dotted.data)) : NULL;
    colline_text table = dotted, column = map_text(NULL);
    colline_column_ref name;

    if (second != NULL)
        first = second;
    if (first != NULL) {
        table.length = (uint32_t)(first - dotted.data);
        column = map_pool_copy(pool, first + 1, dotted.length - table.length - 1);
    }
    name = ingest_table_name(table, pool);
    name.column = column;
    return name;
}

static unsigned kind_of(const ingest_edge *edge, bool alone)
{
    if (edge->table)
        return STORE_KIND_TABLE;
    if (edge->predicate)
        return COLLINE_FILTER;
    return alone && edge->expression.length == 0 ? COLLINE_DIRECT : COLLINE_PROJECT;
}

/* Whether no other value edge goes into this one's target. */
static bool is_alone(const ingest_event *event, size_t at)
{
    const ingest_edge *edge = &event->edges[at];

    for (size_t i = at > 64 ? at - 64 : 0; i < event->edge_count && i < at + 64; i++)
        if (i != at && !event->edges[i].predicate && event->edges[i].target.length == edge->target.length &&
            memcmp(event->edges[i].target.data, edge->target.data, edge->target.length) == 0)
            return false;
    return true;
}

void ingest_fill_from_edges(store_statement *out, const ingest_event *event, map_pool *pool)
{
    store_edge *edges = map_pool_get(pool, (event->edge_count + 1) * sizeof *edges);

    for (size_t i = 0; i < event->edge_count; i++) {
        const ingest_edge *edge = &event->edges[i];
        edges[i] = (store_edge){ .kind = kind_of(edge, is_alone(event, i)), .quality = COLLINE_AUTO_CONFIRMED,
                                 .expression = edge->expression };
        edges[i].source.name = edge->table ? ingest_table_name(edge->source, pool) : column_name(edge->source, pool);
        edges[i].target.name = edge->table ? ingest_table_name(edge->target, pool) : column_name(edge->target, pool);
        if (edge->predicate && !edge->table)
            edges[i].target.name.column = map_text("*");
        if (edge->table)
            edges[i].source.name.column = edges[i].target.name.column = map_text(NULL);
    }
    out->edges = edges;
    out->edge_count = event->edge_count;
}
