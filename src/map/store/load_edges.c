/*
 * The edges of a load, and what statements say of them.
 *
 *     Hive:    INSERT INTO dw.b SELECT x FROM dw.a      one edge dw.a.x -> dw.b.x DIRECT
 *     Impala:  INSERT INTO dw.b SELECT x FROM dw.a      with two engines, and two rows of evidence
 *
 * The edges that leave a table are read when the first of them is asked for.
 */
#include <stdlib.h>
#include <string.h>

#include "map/store/internal.h"

static uint64_t edge_hash(int64_t source, int64_t target, unsigned kind, unsigned role)
{
    return map_mix(map_mix((uint64_t)source, (uint64_t)target), kind << 1 | role);
}

static uint32_t add_edge(store_load *l, const load_edge *edge)
{
    uint32_t place = (uint32_t)l->edges.count;

    *LIST_ADD(l->edges) = *edge;
    map_index_add(&l->edge_index, edge_hash(edge->source, edge->target, edge->kind, edge->role), place);
    map_index_add(&l->edge_id_index, map_mix((uint64_t)edge->id, 0), place);
    return place;
}

/* The next edge of that identity but for its types, from the place `at` in the index on. */
static uint32_t find_edge(store_load *l, int64_t source, int64_t target, unsigned kind, unsigned role,
                          size_t *at)
{
    uint64_t hash = edge_hash(source, target, kind, role);

    *at = *at == MAP_INDEX_END ? map_index_first(&l->edge_index, hash)
                               : map_index_next(&l->edge_index, hash, *at);
    for (; *at != MAP_INDEX_END; *at = map_index_next(&l->edge_index, hash, *at)) {
        const load_edge *e = &l->edges.items[l->edge_index.slots[*at].value];

        if (e->source == source && e->target == target && e->kind == kind && e->role == role)
            return l->edge_index.slots[*at].value;
    }
    return UINT32_MAX;
}

#define EDGE_COLUMNS                                                                                         \
    "source, target, kind, role, types, born, died, id, quality, flags, engines, source_type, target_type"

/* A row of the database; of several of one edge the last born counts. */
static void take_row(store_load *l, db_rows *rows)
{
    load_edge e = { .source = db_integer(rows, 0),
                    .target = db_integer(rows, 1),
                    .id = db_integer(rows, 7),
                    .born = db_integer(rows, 5),
                    .engines = (uint64_t)db_integer(rows, 10),
                    .flags = (uint32_t)db_integer(rows, 9),
                    .kind = (uint8_t)db_integer(rows, 2),
                    .role = (uint8_t)db_integer(rows, 3),
                    .types = (uint8_t)db_integer(rows, 4),
                    .quality = (uint8_t)db_integer(rows, 8),
                    .verdict = (uint8_t)db_integer(rows, 13) };
    size_t at = MAP_INDEX_END;
    uint32_t place;

    e.alive = db_integer(rows, 6) == STORE_ALIVE;
    e.source_type = map_pool_copy(&l->names, db_text(rows, 11).data, db_text(rows, 11).length).data;
    e.target_type = map_pool_copy(&l->names, db_text(rows, 12).data, db_text(rows, 12).length).data;
    while ((place = find_edge(l, e.source, e.target, e.kind, e.role, &at)) != UINT32_MAX) {
        load_edge *older = &l->edges.items[place];

        if (older->id == e.id) {
            if (older->born < e.born && !older->dirty)
                *older = e;
            return;
        }
    }
    add_edge(l, &e);
}

static void load_edges(store *s, load_table *t)
{
    db_value range[] = { db_number(t->id << STORE_COLUMN_BITS), db_number((t->id + 1) << STORE_COLUMN_BITS) };
    db_rows *rows;

    t->edges_loaded = true;
    rows = db_query(s->d,
                    "SELECT " EDGE_COLUMNS
                    ", coalesce(v.verdict, 0) FROM edges LEFT JOIN verdicts v ON v.edge = edges.id"
                    " WHERE source >= $1 AND source < $2",
                    range, 2);
    while (db_next(rows))
        take_row(s->load, rows);
    db_finish(rows);
}

uint32_t load_edge_by_id(store *s, int64_t id)
{
    store_load *l = s->load;
    uint64_t hash = map_mix((uint64_t)id, 0);

    for (int tries = 0; tries < 2; tries++) {
        db_value value = db_number(id);
        db_rows *rows;

        for (size_t at = map_index_first(&l->edge_id_index, hash); at != MAP_INDEX_END;
             at = map_index_next(&l->edge_id_index, hash, at))
            if (l->edges.items[l->edge_id_index.slots[at].value].id == id)
                return l->edge_id_index.slots[at].value;
        rows = db_query(s->d,
                        "SELECT " EDGE_COLUMNS
                        ", coalesce(v.verdict, 0) FROM edges LEFT JOIN verdicts v ON v.edge = edges.id"
                        " WHERE edges.id = $1",
                        &value, 1);
        while (db_next(rows))
            take_row(l, rows);
        db_finish(rows);
    }
    return UINT32_MAX;
}

/* The class of a node's type in an engine's catalog. */
static const char *type_of(store *s, int64_t node, colline_dialect dialect)
{
    const load_column *c = store_is_table(node) ? NULL : load_column_of(s, node);

    return c == NULL || c->types[dialect] == NULL ? "" : c->types[dialect];
}

/* Types that are not known are equivalent to any. */
static bool equivalent(const char *a, const char *b)
{
    return a[0] == '\0' || b[0] == '\0' || strcmp(a, b) == 0;
}

static void learn_types(store *s, uint32_t place, const char *source_type, const char *target_type)
{
    load_edge *e = &s->load->edges.items[place];

    if ((e->source_type[0] == '\0' && source_type[0] != '\0') ||
        (e->target_type[0] == '\0' && target_type[0] != '\0')) {
        e->source_type = source_type;
        e->target_type = target_type;
        load_edge_touch(s, place);
    }
}

uint32_t load_edge_get(store *s, int64_t source, int64_t target, unsigned kind, unsigned role,
                       colline_dialect dialect)
{
    store_load *l = s->load;
    const char *source_type = type_of(s, source, dialect), *target_type = type_of(s, target, dialect);
    load_table *t;
    size_t at = MAP_INDEX_END;
    uint32_t place, types = 0;

    t = load_table_by_id(s, source >> STORE_COLUMN_BITS);
    if (t != NULL && !t->edges_loaded)
        load_edges(s, t);
    while ((place = find_edge(l, source, target, kind, role, &at)) != UINT32_MAX) {
        const load_edge *e = &l->edges.items[place];

        if (equivalent(e->source_type, source_type) && equivalent(e->target_type, target_type)) {
            learn_types(s, place, source_type, target_type);
            return place;
        }
        types = e->types >= types ? e->types + 1u : types;
    }
    return add_edge(l, &(load_edge){ .source = source,
                                     .target = target,
                                     .id = l->next_edge++,
                                     .kind = (uint8_t)kind,
                                     .role = (uint8_t)role,
                                     .types = (uint8_t)types,
                                     .quality = COLLINE_TO_CONFIRM,
                                     .source_type = source_type,
                                     .target_type = target_type });
}

void load_edge_touch(store *s, uint32_t place)
{
    load_edge *e = &s->load->edges.items[place];

    if (!e->dirty)
        *LIST_ADD(s->load->dirty) = place;
    e->dirty = true;
}

/* What one more row of evidence makes of the edge. */
static void merge(store *s, uint32_t place, int64_t statement, int64_t dialect, int64_t quality,
                  uint32_t flags)
{
    load_edge *e = &s->load->edges.items[place];
    load_edge old = *e;

    if (!e->alive) {
        e->quality = COLLINE_TO_CONFIRM;
        e->engines = e->flags = 0;
    }
    if (statement == 0)
        e->quality = COLLINE_MANUAL_ADDED;
    else if (e->quality != COLLINE_MANUAL_ADDED &&
             (quality == COLLINE_AUTO_CONFIRMED || (e->verdict & VERDICT_CONFIRMED) != 0))
        e->quality = COLLINE_AUTO_CONFIRMED;
    if (statement != 0)
        e->engines |= (uint64_t)1 << dialect;
    e->flags |= flags & ~STORE_FLAG_FOLLOWS;
    e->alive = (e->verdict & VERDICT_REMOVED) == 0;
    if (e->alive != old.alive || e->quality != old.quality || e->engines != old.engines ||
        e->flags != old.flags || e->born == 0)
        load_edge_touch(s, place);
}

void load_edge_evidence(store *s, uint32_t edge, int64_t statement, int64_t dialect, int64_t quality,
                        uint32_t flags, colline_text expression, colline_span at)
{
    store_load *l = s->load;

    *LIST_ADD(l->born) = (load_evidence){ statement,
                                          l->edges.items[edge].id,
                                          l->version,
                                          dialect,
                                          quality,
                                          flags,
                                          store_clean(&l->pending, expression),
                                          at };
    merge(s, edge, statement, dialect, quality, flags);
}

void load_evidence_end(store *s, int64_t statement, int64_t edge, int64_t born)
{
    store_load *l = s->load;
    uint32_t place = load_edge_by_id(s, edge);

    *LIST_ADD(l->dead) = (load_evidence){ .statement = statement, .edge = edge, .born = born };
    if (place != UINT32_MAX) {
        l->edges.items[place].recount = true;
        load_edge_touch(s, place);
    }
}

/* ---- To the database -------------------------------------------------------------------------------- */

/* What began in this version is simply gone; what readers know ends with it. */
static void end_evidence(store *s)
{
    store_load *l = s->load;
    db_value version = db_number(l->version);

    db_run(s->d, "@CLEAR in_evidence", NULL, 0);
    db_bulk_begin(s->d, "in_evidence (statement, edge, born)", 3);
    for (size_t i = 0; i < l->dead.count; i++)
        db_bulk_row(s->d, (db_value[]){ db_number(l->dead.items[i].statement),
                                        db_number(l->dead.items[i].edge), db_number(l->dead.items[i].born) });
    db_bulk_end(s->d);
    db_run(s->d,
           "DELETE FROM evidence WHERE born = $1 AND (statement, edge) IN (SELECT statement, edge FROM "
           "in_evidence WHERE born = $1)",
           &version, 1);
    db_run(s->d,
           "UPDATE evidence SET died = $1 FROM in_evidence i WHERE i.born < $1 AND evidence.statement = "
           "i.statement"
           " AND evidence.edge = i.edge AND evidence.born = i.born",
           &version, 1);
    db_run(s->d, "@CLEAR in_evidence", NULL, 0);
}

static void begin_evidence(store *s)
{
    store_load *l = s->load;

    db_bulk_begin(
        s->d, "evidence (statement, edge, born, died, dialect, quality, flags, expression, start, length)",
        10);
    for (size_t i = 0; i < l->born.count; i++) {
        const load_evidence *v = &l->born.items[i];

        db_bulk_row(s->d, (db_value[]){ db_number(v->statement), db_number(v->edge), db_number(v->born),
                                        db_number(STORE_ALIVE), db_number(v->dialect), db_number(v->quality),
                                        db_number(v->flags), db_string(v->expression),
                                        db_number(v->at.offset), db_number(v->at.length) });
    }
    db_bulk_end(s->d);
}

/* Edges that lost evidence are what is left of it. */
static void recount(store *s)
{
    store_load *l = s->load;
    db_value set;
    db_rows *rows;

    l->scratch.count = 0;
    for (size_t i = 0; i < l->dirty.count; i++) {
        load_edge *e = &l->edges.items[l->dirty.items[i]];

        if (!e->recount)
            continue;
        e->recount = e->alive = false;
        *LIST_ADD(l->scratch) = e->id;
    }
    if (l->scratch.count == 0)
        return;
    set = db_set(l->scratch.items, l->scratch.count);
    rows = db_query(s->d,
                    "SELECT v.edge, v.statement, v.dialect, v.quality, v.flags FROM @SET($1) AS wanted"
                    " JOIN evidence v ON v.edge = wanted.id WHERE v.died = 9223372036854775807",
                    &set, 1);
    while (db_next(rows)) {
        uint32_t place = load_edge_by_id(s, db_integer(rows, 0));

        if (place != UINT32_MAX)
            merge(s, place, db_integer(rows, 1), db_integer(rows, 2), db_integer(rows, 3),
                  (uint32_t)db_integer(rows, 4));
    }
    db_finish(rows);
}

static void end_edges(store *s)
{
    store_load *l = s->load;
    db_value version = db_number(l->version);
    size_t old = 0;

    for (size_t i = 0; i < l->dirty.count; i++)
        old += l->edges.items[l->dirty.items[i]].born != 0;
    if (old == 0)
        return;
    db_run(s->d, "@CLEAR in_edges", NULL, 0);
    db_bulk_begin(s->d, "in_edges (source, target, kind, role, types, born)", 6);
    for (size_t i = 0; i < l->dirty.count; i++) {
        const load_edge *e = &l->edges.items[l->dirty.items[i]];

        if (e->born != 0)
            db_bulk_row(s->d, (db_value[]){ db_number(e->source), db_number(e->target), db_number(e->kind),
                                            db_number(e->role), db_number(e->types), db_number(e->born) });
    }
    db_bulk_end(s->d);
    db_run(s->d,
           "DELETE FROM edges WHERE born = $1 AND (source, target, kind, role, types) IN"
           " (SELECT source, target, kind, role, types FROM in_edges WHERE born = $1)",
           &version, 1);
    db_run(
        s->d,
        "UPDATE edges SET died = $1 FROM in_edges i WHERE i.born < $1 AND edges.source = i.source AND "
        "edges.target = i.target"
        " AND edges.kind = i.kind AND edges.role = i.role AND edges.types = i.types AND edges.born = i.born"
        " AND edges.died > $1",
        &version, 1);
    db_run(s->d, "@CLEAR in_edges", NULL, 0);
}

typedef struct ordered {
    int64_t source, target;
    uint32_t place;
} ordered;

static int by_ends(const void *a, const void *b)
{
    const ordered *x = a, *y = b;

    if (x->source != y->source)
        return x->source < y->source ? -1 : 1;
    return x->target < y->target ? -1 : x->target > y->target;
}

/* In the order in which the table keeps them: neighbours go to the same page. */
static void sort_dirty(store_load *l)
{
    ordered *list = map_get(l->dirty.count * sizeof *list);

    for (size_t i = 0; i < l->dirty.count; i++)
        list[i] = (ordered){ l->edges.items[l->dirty.items[i]].source,
                             l->edges.items[l->dirty.items[i]].target, l->dirty.items[i] };
    qsort(list, l->dirty.count, sizeof *list, by_ends);
    for (size_t i = 0; i < l->dirty.count; i++)
        l->dirty.items[i] = list[i].place;
    free(list);
}

static void begin_edges(store *s)
{
    store_load *l = s->load;

    sort_dirty(l);

    db_bulk_begin(s->d, "edges (" EDGE_COLUMNS ")", 13);
    for (size_t i = 0; i < l->dirty.count; i++) {
        load_edge *e = &l->edges.items[l->dirty.items[i]];

        e->dirty = false;
        if (!e->alive && !((e->verdict & VERDICT_REMOVED) != 0 && e->born == l->version))
            continue; /* (a removed one leaves a row that no version shows, so that it is known again) */
        e->born = l->version;
        db_bulk_row(s->d,
                    (db_value[]){ db_number(e->source), db_number(e->target), db_number(e->kind),
                                  db_number(e->role), db_number(e->types), db_number(e->born),
                                  db_number(e->alive ? STORE_ALIVE : e->born), db_number(e->id),
                                  db_number(e->quality), db_number(e->flags), db_number((int64_t)e->engines),
                                  db_string(map_text(e->source_type)), db_string(map_text(e->target_type)) });
    }
    db_bulk_end(s->d);
}

void load_edges_flush(store *s)
{
    store_load *l = s->load;

    if (l->dead.count > 0)
        end_evidence(s);
    if (l->born.count > 0)
        begin_evidence(s);
    recount(s);
    if (l->dirty.count > 0) {
        end_edges(s);
        begin_edges(s);
    }
}
