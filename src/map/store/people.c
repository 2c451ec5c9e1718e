/*
 * What people say of edges and failures, with who, when and why.
 *
 *     colline edge add dw.a.x dw.b.y --who ann --why "file transfer"      evidence of statement 0,
 * MANUAL_ADDED
 */
#include <stdlib.h>
#include <string.h>

#include "map/store/internal.h"

/* ---- A step of one's own, or within the load that is running ---------------------------------------- */

/* The load of another that is open stays open: what is written here is seen when that publishes. */
typedef struct step {
    bool own, publish;
} step;

static store_status step_begin(store *s, step *step)
{
    *step = (struct step){ s->load == NULL, false };
    if (!step->own)
        return store_load_enter(s) ? STORE_OK : store_result(s);
    if ((s->flags & STORE_READ_ONLY) != 0)
        return store_fail(s, STORE_E_MISUSE, "%s was opened for reading only", s->where);
    return store_step_begin(s, "edit", &step->publish);
}

static store_status step_end(store *s, const step *step, store_status status)
{
    if (!step->own)
        return status;
    if (status == STORE_OK)
        status = step->publish ? store_load_publish(s) : store_load_commit(s);
    store_load_rollback(s); /* (what is left of it) */
    return status;
}

/* ---- History ---------------------------------------------------------------------------------------- */

/* dw.a.x -> dw.b.y DIRECT */
static colline_text in_words(store *s, uint32_t place)
{
    const load_edge *e = &s->load->edges.items[place];
    int64_t ids[] = { e->source, e->target };
    map_pool *pool = &s->load->pending;
    store_node *nodes;
    size_t found;
    const char *names[2] = { "?", "?" };

    store_nodes(s, ids, 2, pool, &nodes, &found);
    for (size_t i = 0; i < found; i++)
        for (size_t end = 0; end < 2; end++)
            if (nodes[i].id == ids[end])
                names[end] = nodes[i].name.data;
    return map_pool_format(pool, "%s -> %s %s%s", names[0], names[1], store_kind_name(e->kind),
                           e->role ? " condition" : "");
}

static void record(store *s, uint32_t place, const char *action, const store_signature *by)
{
    map_pool *pool = &s->load->pending;
    int64_t id = db_number_of(s->d, "SELECT coalesce(max(id), 0) + 1 FROM decisions", NULL, 0, 1);

    db_run(s->d,
           "INSERT INTO decisions (id, edge, decided_at, action, who, why, what) VALUES ($1, $2, $3, $4, $5, "
           "$6, $7)",
           (db_value[]){ db_number(id), db_number(s->load->edges.items[place].id), db_number(store_now()),
                         db_string(map_text(action)), db_string(store_clean(pool, map_text(by->who))),
                         db_string(store_clean(pool, map_text(by->why))), db_string(in_words(s, place)) },
           7);
}

static void set_verdict(store *s, uint32_t place, unsigned verdict)
{
    load_edge *e = &s->load->edges.items[place];

    e->verdict = (uint8_t)verdict;
    db_run(s->d,
           "INSERT INTO verdicts (edge, verdict) VALUES ($1, $2) ON CONFLICT (edge) DO UPDATE SET verdict = "
           "excluded.verdict",
           (db_value[]){ db_number(e->id), db_number(verdict) }, 2);
}

/* ---- Edges ------------------------------------------------------------------------------------------ */

/* A person's word: evidence of statement 0, unless it is there. */
static void vouch(store *s, uint32_t place, const store_edge *edge)
{
    db_value id = db_number(s->load->edges.items[place].id);

    set_verdict(s, place, VERDICT_ADDED | VERDICT_CONFIRMED);
    if (db_number_of(
            s->d, "SELECT 1 FROM evidence WHERE statement = 0 AND edge = $1 AND died = 9223372036854775807",
            &id, 1, 0) == 0)
        load_edge_evidence(s, place, 0, 0, COLLINE_MANUAL_ADDED, edge->flags, edge->expression, edge->at);
    s->load->edges.items[place].recount = true; /* what statements say counts again, too */
    load_edge_touch(s, place);
}

static uint32_t add(store *s, const store_edge *edge)
{
    int64_t source = load_node(s, &edge->source), target = load_node(s, &edge->target);
    bool tables = edge->kind == STORE_KIND_TABLE;
    uint32_t place = load_edge_get(s, source, target, edge->kind,
                                   tables ? 0 : edge->flags & COLLINE_EDGE_CONDITION, COLLINE_GENERIC);

    vouch(s, place, edge);
    if (!tables) {
        store_edge between = { .kind = STORE_KIND_TABLE, .flags = STORE_FLAG_FOLLOWS };

        vouch(s,
              load_edge_get(s, store_table_of(source), store_table_of(target), STORE_KIND_TABLE, 0,
                            COLLINE_GENERIC),
              &between);
    }
    return place;
}

store_status store_edge_add(store *s, const store_edge *edge, const store_signature *by, int64_t *id)
{
    step step;
    store_status status = step_begin(s, &step);

    *id = 0;
    if (status == STORE_OK && !store_is_kind(edge->kind))
        status = store_fail(s, STORE_E_MISUSE, "an edge of kind %u", edge->kind);
    if (status == STORE_OK) {
        uint32_t place = add(s, edge);

        store_load_flush(s);
        *id = s->load->edges.items[place].id;
        record(s, place, "add", by);
        status = store_result(s);
    }
    return step_end(s, &step, status);
}

/* The edge, if it is there now. */
static store_status find_alive(store *s, int64_t id, uint32_t *place)
{
    *place = load_edge_by_id(s, id);
    if (s->d->status != STORE_OK)
        return store_result(s);
    if (*place == UINT32_MAX || !s->load->edges.items[*place].alive)
        return store_fail(s, STORE_E_MISSING, "there is no edge %lld", (long long)id);
    return STORE_OK;
}

/* Start a step that changes an edge which is there. */
static store_status step_begin_at(store *s, step *step, int64_t id, uint32_t *place)
{
    store_status status = step_begin(s, step);

    return status == STORE_OK ? find_alive(s, id, place) : status;
}

store_status store_edge_confirm(store *s, int64_t id, const store_signature *by)
{
    step step;
    uint32_t place;
    store_status status = step_begin_at(s, &step, id, &place);

    if (status == STORE_OK) {
        set_verdict(s, place, s->load->edges.items[place].verdict | VERDICT_CONFIRMED);
        s->load->edges.items[place].recount = true;
        load_edge_touch(s, place);
        record(s, place, "confirm", by);
        status = store_result(s);
    }
    return step_end(s, &step, status);
}

/* The edge between two tables that came with column edges by hand goes with the last of these. */
static void take_away_between(store *s, int64_t source, int64_t target)
{
    int64_t size = (int64_t)1 << STORE_COLUMN_BITS;
    uint32_t place = load_edge_get(s, source, target, STORE_KIND_TABLE, 0, COLLINE_GENERIC);
    int64_t id = s->load->edges.items[place].id;
    int64_t born = db_number_of(s->d,
                                "SELECT born FROM evidence WHERE statement = 0 AND edge = $1 AND flags >= $2"
                                " AND died = 9223372036854775807",
                                (db_value[]){ db_number(id), db_number(STORE_FLAG_FOLLOWS) }, 2, 0);
    db_value values[] = { db_number(source), db_number(source + size), db_number(target),
                          db_number(target + size) };

    if (born == 0 ||
        db_number_of(
            s->d,
            "SELECT count(*) FROM edges e JOIN evidence v ON v.edge = e.id AND v.statement = 0"
            " AND v.died = e.died WHERE e.source > $1 AND e.source < $2 AND e.target > $3 AND e.target < $4"
            " AND e.died = 9223372036854775807",
            values, 4, 0) != 0)
        return;
    load_evidence_end(s, 0, id, born);
    store_load_flush(s);
}

static void take_away(store *s, uint32_t place)
{
    const load_edge *e = &s->load->edges.items[place];
    int64_t source = store_table_of(e->source), target = store_table_of(e->target);
    bool tables = e->kind == STORE_KIND_TABLE;
    db_value id = db_number(s->load->edges.items[place].id);
    int64_t born = db_number_of(
        s->d, "SELECT born FROM evidence WHERE statement = 0 AND edge = $1 AND died = 9223372036854775807",
        &id, 1, 0);

    set_verdict(s, place, VERDICT_REMOVED);
    if (born != 0)
        load_evidence_end(s, 0, id.integer, born);
    s->load->edges.items[place].recount = true;
    load_edge_touch(s, place);
    store_load_flush(s);
    if (born != 0 && !tables)
        take_away_between(s, source, target);
}

store_status store_edge_remove(store *s, int64_t id, const store_signature *by)
{
    step step;
    uint32_t place;
    store_status status = step_begin_at(s, &step, id, &place);

    if (status == STORE_OK) {
        take_away(s, place);
        record(s, place, "remove", by);
        status = store_result(s);
    }
    return step_end(s, &step, status);
}

store_status store_edge_change(store *s, int64_t id, const store_edge *edge, const store_signature *by,
                               int64_t *new_id)
{
    step step;
    uint32_t place;
    store_status status = step_begin(s, &step);

    *new_id = 0;
    if (status == STORE_OK && !store_is_kind(edge->kind))
        status = store_fail(s, STORE_E_MISUSE, "an edge of kind %u", edge->kind);
    if (status == STORE_OK)
        status = find_alive(s, id, &place);
    if (status == STORE_OK) {
        take_away(s, place);
        record(s, place, "change", by);
        place = add(s, edge);
        store_load_flush(s);
        *new_id = s->load->edges.items[place].id;
        record(s, place, "change", by);
        status = store_result(s);
    }
    return step_end(s, &step, status);
}

store_status store_history(store *s, int64_t edge, size_t limit, map_pool *pool, store_decision **decisions,
                           size_t *found)
{
    db_value values[] = { db_number(edge), db_number(limit == 0 ? INT32_MAX : (int64_t)limit) };
    LIST(store_decision, list) = { 0 };
    db_rows *rows =
        db_query(s->d,
                 "SELECT edge, decided_at, action, who, why, what FROM decisions WHERE edge = $1 OR $1 = 0"
                 " ORDER BY id DESC LIMIT $2",
                 values, 2);

    while (db_next(rows)) {
        colline_text texts[4];

        for (int i = 0; i < 4; i++)
            texts[i] = map_pool_copy(pool, db_text(rows, 2 + i).data, db_text(rows, 2 + i).length);
        *LIST_ADD(list) = (store_decision){
            db_integer(rows, 0), db_integer(rows, 1), texts[0], texts[1], texts[2], texts[3]
        };
    }
    db_finish(rows);
    *found = list.count;
    *decisions = map_pool_get(pool, list.count * sizeof **decisions);
    if (list.count > 0)
        memcpy(*decisions, list.items, list.count * sizeof **decisions);
    free(list.items);
    return store_result(s);
}

/* ---- Failures --------------------------------------------------------------------------------------- */

store_status store_failures(store *s, unsigned states, size_t limit, map_pool *pool, store_failure **failures,
                            size_t *found)
{
    db_value values[] = { db_number(states), db_number(limit == 0 ? INT32_MAX : (int64_t)limit),
                          db_number(STORE_ALIVE) };
    LIST(store_failure, list) = { 0 };
    db_rows *rows = db_query(
        s->d,
        "SELECT f.statement, f.state, s.fingerprint, s.dialect, f.code, f.message, s.text, s.default_db,"
        " f.who, f.why, coalesce(min(r.first_seen), 0), coalesce(max(r.last_seen), 0), f.changed_at,"
        " CAST(coalesce(sum(r.count), 0) AS BIGINT) AS runs, f.retries"
        " FROM failures f JOIN statements s ON s.id = f.statement AND s.gone = $3"
        " LEFT JOIN runs r ON r.statement = f.statement WHERE (($1 >> CAST(f.state AS INTEGER)) & 1) = 1"
        " GROUP BY f.statement, f.state, s.fingerprint, s.dialect, f.code, f.message, s.text, s.default_db,"
        " f.who, f.why, f.changed_at, f.retries ORDER BY runs DESC, f.statement LIMIT $2",
        values, 3);

    while (db_next(rows)) {
        colline_text texts[6];

        for (int i = 0; i < 6; i++)
            texts[i] = map_pool_copy(pool, db_text(rows, 4 + i).data, db_text(rows, 4 + i).length);
        *LIST_ADD(list) = (store_failure){ .statement = db_integer(rows, 0),
                                           .state = (store_failure_state)db_integer(rows, 1),
                                           .fingerprint = (uint64_t)db_integer(rows, 2),
                                           .dialect = (colline_dialect)db_integer(rows, 3),
                                           .code = texts[0],
                                           .message = texts[1],
                                           .text = texts[2],
                                           .default_db = texts[3],
                                           .who = texts[4],
                                           .why = texts[5],
                                           .first_seen = db_integer(rows, 10),
                                           .last_seen = db_integer(rows, 11),
                                           .changed_at = db_integer(rows, 12),
                                           .count = (uint64_t)db_integer(rows, 13),
                                           .retries = (uint32_t)db_integer(rows, 14) };
    }
    db_finish(rows);
    *found = list.count;
    *failures = map_pool_get(pool, list.count * sizeof **failures);
    if (list.count > 0)
        memcpy(*failures, list.items, list.count * sizeof **failures);
    free(list.items);
    return store_result(s);
}

store_status store_failure_close(store *s, int64_t statement, const store_signature *by)
{
    step step;
    store_status status = step_begin(s, &step);
    db_value id = db_number(statement);

    if (status == STORE_OK &&
        db_number_of(s->d, "SELECT 1 FROM failures WHERE statement = $1", &id, 1, 0) == 0)
        status = store_result(s) != STORE_OK
                     ? s->d->status
                     : store_fail(s, STORE_E_MISSING, "no failure of statement %lld", (long long)statement);
    if (status == STORE_OK) {
        db_run(s->d,
               "UPDATE failures SET state = 1, changed_at = $2, who = $3, why = $4 WHERE statement = $1",
               (db_value[]){ id, db_number(store_now()),
                             db_string(store_clean(&s->load->pending, map_text(by->who))),
                             db_string(store_clean(&s->load->pending, map_text(by->why))) },
               4);
        status = store_result(s);
    }
    return step_end(s, &step, status);
}
