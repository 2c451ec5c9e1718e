/*
 * The statements of a load: put, found, and queued where they could not be read.
 */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "map/store/internal.h"

static uint64_t statement_hash(uint64_t fingerprint, uint64_t variant, int64_t dialect)
{
    return map_mix(map_mix(fingerprint, variant), (uint64_t)dialect);
}

static size_t add_statement(store_load *l, const load_statement *statement)
{
    size_t place = l->statements.count;

    *LIST_ADD(l->statements) = *statement;
    map_index_add(&l->statement_index,
                  statement_hash(statement->fingerprint, statement->variant, statement->dialect),
                  (uint32_t)place);
    return place;
}

static void load_statements(store *s)
{
    db_rows *rows;

    if (s->load->statements_loaded)
        return;
    s->load->statements_loaded = true;
    rows =
        db_query(s->d, "SELECT id, fingerprint, variant, dialect, gone FROM statements ORDER BY id", NULL, 0);
    while (db_next(rows))
        add_statement(s->load, &(load_statement){ .id = db_integer(rows, 0),
                                                  .fingerprint = (uint64_t)db_integer(rows, 1),
                                                  .variant = (uint64_t)db_integer(rows, 2),
                                                  .dialect = (int32_t)db_integer(rows, 3),
                                                  .gone = db_integer(rows, 4) != STORE_ALIVE });
    db_finish(rows);
}

static load_statement *find_statement(store *s, uint64_t fingerprint, uint64_t variant,
                                      colline_dialect dialect)
{
    store_load *l = s->load;
    uint64_t hash = statement_hash(fingerprint, variant, dialect);

    load_statements(s);
    for (size_t at = map_index_first(&l->statement_index, hash); at != MAP_INDEX_END;
         at = map_index_next(&l->statement_index, hash, at)) {
        load_statement *found = &l->statements.items[l->statement_index.slots[at].value];

        if (found->fingerprint == fingerprint && found->variant == variant &&
            found->dialect == (int32_t)dialect)
            return found;
    }
    return NULL;
}

/* They are in order of id, mostly without gaps: one stands where it would without any, or before. */
load_statement *load_statement_by_id(store *s, int64_t id)
{
    store_load *l = s->load;
    load_statement *items;
    size_t low = 0, high;

    load_statements(s);
    items = l->statements.items;
    if (l->statements.count == 0 || id < items[0].id || id > items[l->statements.count - 1].id)
        return NULL;
    high = (size_t)(id - items[0].id) < l->statements.count ? (size_t)(id - items[0].id) : l->statements.count - 1;
    if (items[high].id == id)
        return &items[high];
    while (low < high) {
        size_t middle = (low + high) / 2;

        if (items[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return items[low].id == id ? &items[low] : NULL;
}

store_status store_statement_find(store *s, uint64_t fingerprint, colline_dialect dialect, uint64_t variant,
                                  int64_t *id)
{
    load_statement *found;

    *id = 0;
    if (s->load == NULL)
        return store_fail(s, STORE_E_MISUSE, "store_statement_find() outside a load");
    if (!store_load_enter(s))
        return store_result(s);
    found = find_statement(s, fingerprint, variant, dialect);
    if (found == NULL || found->gone)
        return s->d->status != STORE_OK ? store_result(s) : STORE_E_MISSING;
    *id = found->id;
    return STORE_OK;
}

/* ---- Diagnostics ------------------------------------------------------------------------------------ */

/* A list of {severity, code, message, offset, length, line, column}; "" for none. */
static colline_text diagnostics_json(map_pool *pool, const store_statement *statement)
{
    cJSON *list;
    char *printed;
    colline_text text;

    if (statement->diagnostic_count == 0)
        return (colline_text){ "", 0 };
    list = cJSON_CreateArray();
    for (size_t i = 0; i < statement->diagnostic_count; i++) {
        const colline_diagnostic *d = &statement->diagnostics[i];
        cJSON *item = cJSON_CreateObject();

        cJSON_AddStringToObject(item, "severity", d->severity == COLLINE_ERROR ? "error" : "warning");
        cJSON_AddStringToObject(item, "code", d->code);
        cJSON_AddStringToObject(item, "message", store_clean(pool, d->message).data);
        cJSON_AddNumberToObject(item, "offset", d->at.offset);
        cJSON_AddNumberToObject(item, "length", d->at.length);
        cJSON_AddNumberToObject(item, "line", d->line);
        cJSON_AddNumberToObject(item, "column", d->column);
        cJSON_AddItemToArray(list, item);
    }
    printed = cJSON_PrintUnformatted(list);
    text = map_pool_copy(pool, printed, printed == NULL ? 0 : strlen(printed));
    cJSON_free(printed);
    cJSON_Delete(list);
    return text;
}

/* The diagnostic that counts: the first error, else the first. */
static const colline_diagnostic *first_diagnostic(const store_statement *statement)
{
    for (size_t i = 0; i < statement->diagnostic_count; i++)
        if (statement->diagnostics[i].severity == COLLINE_ERROR)
            return &statement->diagnostics[i];
    return statement->diagnostic_count > 0 ? &statement->diagnostics[0] : NULL;
}

static void add_row(store *s, const store_statement *statement, int64_t id, bool known)
{
    store_load *l = s->load;
    map_pool *pool = &l->pending;
    const colline_diagnostic *first = first_diagnostic(statement);

    *LIST_ADD(l->rows) = (load_statement_row){
        .id = id,
        .fingerprint = statement->fingerprint,
        .variant = statement->variant,
        .parse_ns = statement->parse_ns,
        .dialect = statement->dialect,
        .kind = statement->kind,
        .outcome = statement->outcome,
        .parsed_at = statement->parsed_at,
        .text = store_clean(pool, statement->text),
        .default_db = store_clean(pool, statement->default_db),
        .reason = store_clean(pool, statement->reason),
        .diagnostics = diagnostics_json(pool, statement),
        .code = first == NULL ? (colline_text){ "", 0 } : store_clean(pool, map_text(first->code)),
        .message = first == NULL ? (colline_text){ "", 0 } : store_clean(pool, first->message),
        .known = known
    };
}

/* ---- What it says of edges -------------------------------------------------------------------------- */

/* The earlier evidence of a statement, with which the new one is compared. */
typedef struct earlier {
    int64_t edge, born, quality, flags;
    colline_text expression;
    colline_span at;
    bool kept;
} earlier;

typedef struct earlier_list {
    earlier *items;
    size_t count, capacity;
} earlier_list;

static void read_earlier(store *s, int64_t statement, earlier_list *list)
{
    db_value value = db_number(statement);
    db_rows *rows = db_query(s->d,
                             "SELECT edge, born, quality, flags, expression, start, length FROM evidence"
                             " WHERE statement = $1 AND died = 9223372036854775807",
                             &value, 1);

    while (db_next(rows)) {
        colline_text expression = db_text(rows, 4);

        *LIST_ADD(*list) = (earlier){ db_integer(rows, 0),
                                      db_integer(rows, 1),
                                      db_integer(rows, 2),
                                      db_integer(rows, 3),
                                      map_pool_copy(&s->load->pending, expression.data, expression.length),
                                      { (uint32_t)db_integer(rows, 5), (uint32_t)db_integer(rows, 6) },
                                      false };
    }
    db_finish(rows);
}

/* The earlier row is what the statement says again. */
static bool keeps(store *s, earlier_list *list, const load_edge *e, const store_edge *given, uint32_t flags)
{
    for (size_t i = 0; i < list->count; i++) {
        earlier *old = &list->items[i];
        colline_text expression;

        if (old->edge != e->id)
            continue;
        expression = store_clean(&s->load->pending, given->expression);
        old->kept = old->quality == (int64_t)given->quality && old->flags == flags &&
                    old->at.offset == given->at.offset && old->at.length == given->at.length &&
                    old->expression.length == expression.length &&
                    memcmp(old->expression.data, expression.data, expression.length) == 0;
        return old->kept;
    }
    return false;
}

static void put_edge(store *s, int64_t id, colline_dialect dialect, int64_t source, int64_t target,
                     const store_edge *given, earlier_list *list)
{
    store_load *l = s->load;
    uint32_t role = given->kind == STORE_KIND_TABLE ? 0 : given->flags & COLLINE_EDGE_CONDITION;
    uint32_t place = load_edge_get(s, source, target, given->kind, role, dialect);

    if (l->edges.items[place].stamp == l->stamp)
        return; /* the statement said so already */
    l->edges.items[place].stamp = l->stamp;
    if (!keeps(s, list, &l->edges.items[place], given, given->flags))
        load_edge_evidence(s, place, id, dialect, given->quality, given->flags, given->expression, given->at);
}

/* Its column edges, and one between the tables of each. */
static void put_edges(store *s, int64_t id, const store_statement *statement, earlier_list *list)
{
    s->load->stamp++;
    for (size_t i = 0; i < statement->edge_count && s->d->status == STORE_OK; i++) {
        const store_edge *given = &statement->edges[i];
        store_edge between = { .kind = STORE_KIND_TABLE, .quality = given->quality };
        int64_t source = load_node(s, &given->source), target = load_node(s, &given->target);

        if (given->kind >= STORE_KINDS) {
            db_fail(s->d, STORE_E_MISUSE, "an edge of kind %u", given->kind);
            return;
        }
        put_edge(s, id, statement->dialect, source, target, given, list);
        if (given->kind != STORE_KIND_TABLE)
            put_edge(s, id, statement->dialect, store_table_of(source), store_table_of(target), &between,
                     list);
    }
}

static void end_earlier(store *s, int64_t statement, earlier_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (!list->items[i].kept)
            load_evidence_end(s, statement, list->items[i].edge, list->items[i].born);
    free(list->items);
}

store_status store_statement_put(store *s, const store_statement *statement, int64_t *id)
{
    store_load *l = s->load;
    load_statement *found;
    earlier_list list = { 0 };

    *id = 0;
    if (l == NULL || (unsigned)statement->dialect > COLLINE_DB2)
        return store_fail(s, STORE_E_MISUSE, "a statement outside a load, or in no dialect");
    if (!store_load_enter(s))
        return store_result(s);
    found = find_statement(s, statement->fingerprint, statement->variant, statement->dialect);
    if (found != NULL && found->pending) {
        store_load_flush(s); /* what is pending of it is to be seen below */
        found = find_statement(s, statement->fingerprint, statement->variant, statement->dialect);
    }
    *id = found != NULL ? found->id : l->next_statement++;
    add_row(s, statement, *id, found != NULL);
    if (found != NULL) {
        read_earlier(s, *id, &list);
        found->gone = false;
        found->pending = true;
    } else {
        add_statement(l, &(load_statement){ statement->fingerprint, statement->variant, *id,
                                            (int32_t)statement->dialect, 0, false, true });
    }
    if (statement->outcome <= STORE_OUTCOME_PARTIAL)
        put_edges(s, *id, statement, &list);
    end_earlier(s, *id, &list);
    return store_result(s);
}

/* ---- To the database -------------------------------------------------------------------------------- */

static void delete_older(store *s)
{
    store_load *l = s->load;
    db_value set;

    l->scratch.count = 0;
    for (size_t i = 0; i < l->rows.count; i++)
        if (l->rows.items[i].known)
            *LIST_ADD(l->scratch) = l->rows.items[i].id;
    set = db_set(l->scratch.items, l->scratch.count);
    if (l->scratch.count > 0)
        db_run(s->d, "DELETE FROM statements WHERE id IN @SET($1)", &set, 1);
}

static void write_rows(store *s)
{
    store_load *l = s->load;

    db_bulk_begin(
        s->d,
        "statements (id, fingerprint, variant, dialect, kind, outcome, text, default_db, reason, diagnostics,"
        " code, parsed_at, parse_ns, batch, gone)",
        15);
    for (size_t i = 0; i < l->rows.count; i++) {
        const load_statement_row *r = &l->rows.items[i];

        db_bulk_row(s->d,
                    (db_value[]){ db_number(r->id), db_number((int64_t)r->fingerprint),
                                  db_number((int64_t)r->variant), db_number(r->dialect), db_number(r->kind),
                                  db_number(r->outcome), db_string(r->text), db_string(r->default_db),
                                  db_string(r->reason), db_string(r->diagnostics), db_string(r->code),
                                  db_number(r->parsed_at), db_number((int64_t)r->parse_ns),
                                  db_number(l->batch), db_number(STORE_ALIVE) });
    }
    db_bulk_end(s->d);
}

/* A failure of the queue that a person closed stays closed. */
static void queue_failures(store *s)
{
    store_load *l = s->load;
    db_value now = db_number(store_now());

    db_run(s->d, "@CLEAR in_failures", NULL, 0);
    db_bulk_begin(s->d, "in_failures (statement, code, message)", 3);
    for (size_t i = 0; i < l->rows.count; i++)
        if (l->rows.items[i].outcome == STORE_OUTCOME_ERROR)
            db_bulk_row(s->d, (db_value[]){ db_number(l->rows.items[i].id), db_string(l->rows.items[i].code),
                                            db_string(l->rows.items[i].message) });
    db_bulk_end(s->d);
    db_run(s->d,
           "INSERT INTO failures (statement, state, code, message, changed_at, retries, who, why)"
           " SELECT statement, 0, code, message, $1, 0, '', '' FROM in_failures WHERE true"
           " ON CONFLICT (statement) DO UPDATE SET retries = failures.retries + 1, code = excluded.code,"
           " message = excluded.message, changed_at = excluded.changed_at,"
           " state = CASE failures.state WHEN 2 THEN 0 ELSE failures.state END",
           &now, 1);
    db_run(s->d, "@CLEAR in_failures", NULL, 0);
}

static void close_failures(store *s)
{
    store_load *l = s->load;

    l->scratch.count = 0;
    for (size_t i = 0; i < l->rows.count; i++)
        if (l->rows.items[i].known && l->rows.items[i].outcome != STORE_OUTCOME_ERROR)
            *LIST_ADD(l->scratch) = l->rows.items[i].id;
    if (l->scratch.count > 0)
        db_run(s->d,
               "UPDATE failures SET state = 2, changed_at = $2 WHERE statement IN @SET($1) AND state <> 2",
               (db_value[]){ db_set(l->scratch.items, l->scratch.count), db_number(store_now()) }, 2);
}

void load_statements_flush(store *s)
{
    store_load *l = s->load;
    bool errors = false;

    if (l->rows.count == 0)
        return;
    delete_older(s);
    write_rows(s);
    for (size_t i = 0; i < l->rows.count; i++) {
        load_statement *put = load_statement_by_id(s, l->rows.items[i].id);

        errors = errors || l->rows.items[i].outcome == STORE_OUTCOME_ERROR;
        if (put != NULL)
            put->pending = false;
    }
    if (errors)
        queue_failures(s);
    close_failures(s);
}
