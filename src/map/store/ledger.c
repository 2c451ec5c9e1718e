/*
 * What was read: the ids of events, the positions of sources, and what readers remember; all commit with the
 * rest.
 */
#include <stdlib.h>
#include <string.h>

#include "map/store/internal.h"

/* ---- Events ------------------------------------------------------------------------------------------
 * An id is kept as 128 bits: 63 of them are the row's key, 64 stand beside it.  Of two ids with the same key
 * the second one takes the next free key. */

typedef struct event {
    int64_t key, low;
    size_t place; /* in the caller's list */
} event;

static int by_key(const void *a, const void *b)
{
    const event *x = a, *y = b;

    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    if (x->low != y->low)
        return x->low < y->low ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

static void hash_events(event *events, const colline_text *ids, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        map_hash hash = map_hash128(ids[i].data, ids[i].length);

        events[i] = (event){ (int64_t)(hash.high >> 1), (int64_t)hash.low, i };
    }
    qsort(events, count, sizeof *events, by_key);
}

/* Of events whose keys were there, those that are the same ones: one question. */
static void recognise(store *s, const event *events, size_t count, bool *known)
{
    int64_t *keys = map_get(count * sizeof *keys);
    db_value set = db_set(keys, count);
    db_rows *rows;
    size_t at = 0;

    for (size_t i = 0; i < count; i++)
        keys[i] = events[i].key;
    rows = db_query(
        s->d, "SELECT e.id, e.low FROM @SET($1) AS wanted JOIN events e ON e.id = wanted.id ORDER BY e.id",
        &set, 1);
    while (db_next(rows)) {
        int64_t key = db_integer(rows, 0), low = db_integer(rows, 1);

        while (at < count && events[at].key < key)
            at++;
        for (size_t i = at; i < count && events[i].key == key; i++)
            known[events[i].place] = known[events[i].place] || events[i].low == low;
    }
    db_finish(rows);
    free(keys);
}

/* An event whose key is another's (once in a lifetime): the next keys, one by one. */
static void settle(store *s, event *e, bool *known)
{
    for (bool inserted = false; !inserted && s->d->status == STORE_OK;) {
        db_value value = db_number(++e->key);

        db_insert_events(s->d, &value.integer, &e->low, s->load->batch, 1, &inserted);
        if (!inserted && db_number_of(s->d, "SELECT low FROM events WHERE id = $1", &value, 1, 0) == e->low) {
            known[e->place] = true;
            return;
        }
    }
}

/* Insert those whose keys differ; what was not inserted moves to the front: the count of it. */
static size_t insert(store *s, event *events, size_t count)
{
    int64_t *keys = map_get(count * sizeof *keys), *lows = map_get(count * sizeof *lows);
    bool *inserted = map_get(count * sizeof *inserted);
    size_t different = 0, rest = 0;

    for (size_t i = 0; i < count; i++)
        if (i == 0 || events[i].key != events[i - 1].key) {
            keys[different] = events[i].key;
            lows[different++] = events[i].low;
        }
    db_insert_events(s->d, keys, lows, s->load->batch, different, inserted);
    for (size_t i = 0, k = 0; i < count; i++) {
        bool first = k < different && events[i].key == keys[k];

        if (!first || !inserted[k])
            events[rest++] = events[i];
        k += first;
    }
    free(keys);
    free(lows);
    free(inserted);
    return rest;
}

store_status store_events_seen(store *s, const colline_text *ids, size_t count, bool *known)
{
    event *events;
    size_t rest;

    memset(known, 0, count * sizeof *known);
    if (s->load == NULL)
        return store_fail(s, STORE_E_MISUSE, "store_events_seen() outside a load");
    if (!store_load_enter(s))
        return store_result(s);
    events = map_get(count * sizeof *events);
    hash_events(events, ids, count);
    rest = insert(s, events, count);
    if (rest > 0)
        recognise(s, events, rest, known);
    for (size_t i = 0; i < rest; i++)
        if (!known[events[i].place])
            settle(s, &events[i], known);
    free(events);
    return store_result(s);
}

/* ---- Positions -------------------------------------------------------------------------------------- */

/* A batch keeps its own: when it is dropped, the position of the one before counts again. */
#define LAST_POSITIONS                                                                                       \
    "SELECT p.source, p.identity, p.place, p.mark FROM positions p WHERE p.sequence = (SELECT "              \
    "max(q.sequence) FROM"                                                                                   \
    " positions q WHERE q.source = p.source)"

static store_position position_of(db_rows *rows, map_pool *pool)
{
    colline_text source = db_text(rows, 0), identity = db_text(rows, 1);

    return (store_position){ map_pool_copy(pool, source.data, source.length),
                             map_pool_copy(pool, identity.data, identity.length),
                             (uint64_t)db_integer(rows, 2), (uint64_t)db_integer(rows, 3) };
}

store_status store_position_get(store *s, colline_text source, map_pool *pool, store_position *position)
{
    db_value value = db_string(store_clean(pool, source));
    bool found;
    db_rows *rows;

    if (s->load != NULL)
        store_load_enter(s);
    rows = db_query(s->d, LAST_POSITIONS " AND p.source = $1", &value, 1);
    found = db_next(rows);
    if (found)
        *position = position_of(rows, pool);
    db_finish(rows);
    return s->d->status != STORE_OK ? store_result(s) : found ? STORE_OK : STORE_E_MISSING;
}

/* The text behind all that start with the prefix; NULL: all that follow. */
static char *after(map_pool *pool, const char *prefix)
{
    char *end = (char *)map_pool_copy(pool, prefix, strlen(prefix)).data;
    size_t length = strlen(end);

    while (length > 0 && (unsigned char)end[length - 1] >= 0x7f)
        length--;
    if (length == 0)
        return NULL;
    end[length - 1]++;
    end[length] = '\0';
    return end;
}

store_status store_position_list(store *s, const char *prefix, map_pool *pool, store_position **positions,
                                 size_t *count)
{
    LIST(store_position, list) = { 0 };
    colline_text clean = store_clean(pool, map_text(prefix));
    const char *end = after(pool, clean.data);
    db_value range[] = { db_string(clean), db_string(map_text(end != NULL ? end : "\xf4\x8f\xbf\xbf")) };
    db_rows *rows;

    if (s->load != NULL)
        store_load_enter(s);
    rows = db_query(
        s->d, LAST_POSITIONS " AND p.source@BYTES >= $1 AND p.source@BYTES < $2 ORDER BY p.source@BYTES",
        range, 2);
    while (db_next(rows))
        *LIST_ADD(list) = position_of(rows, pool);
    db_finish(rows);
    *count = list.count;
    *positions = map_pool_get(pool, list.count * sizeof **positions);
    if (list.count > 0)
        memcpy(*positions, list.items, list.count * sizeof **positions);
    free(list.items);
    return store_result(s);
}

store_status store_position_set(store *s, const store_position *position)
{
    db_value source;

    if (s->load == NULL)
        return store_fail(s, STORE_E_MISUSE, "store_position_set() outside a load");
    if (!store_load_enter(s))
        return store_result(s);
    source = db_string(store_clean(&s->load->pending, position->source));
    if (position->offset == UINT64_MAX)
        db_run(s->d, "DELETE FROM positions WHERE source = $1", &source, 1);
    else
        db_run(
            s->d,
            "INSERT INTO positions (source, batch, identity, place, mark, sequence) VALUES ($1, $2, $3, $4, "
            "$5, $6)"
            " ON CONFLICT (source, batch) DO UPDATE SET identity = excluded.identity, place = excluded.place,"
            " mark = excluded.mark, sequence = excluded.sequence",
            (db_value[]){ source, db_number(s->load->batch),
                          db_string(store_clean(&s->load->pending, position->identity)),
                          db_number((int64_t)position->offset), db_number((int64_t)position->mark),
                          db_number(s->load->writes + 1) },
            6);
    return store_result(s);
}

/* ---- States ----------------------------------------------------------------------------------------- */

store_status store_state_set(store *s, colline_text name, const void *data, size_t length)
{
    db_value value;

    if (s->load == NULL)
        return store_fail(s, STORE_E_MISUSE, "store_state_set() outside a load");
    if (!store_load_enter(s))
        return store_result(s);
    value = db_string(store_clean(&s->load->pending, name));
    if (data == NULL)
        db_run(s->d, "DELETE FROM states WHERE name = $1", &value, 1);
    else
        db_run(s->d,
               "INSERT INTO states (name, batch, data) VALUES ($1, $2, $3)"
               " ON CONFLICT (name) DO UPDATE SET batch = excluded.batch, data = excluded.data",
               (db_value[]){ value, db_number(s->load->batch), db_bytes(data, length) }, 3);
    return store_result(s);
}

store_status store_state_get(store *s, colline_text name, map_pool *pool, colline_text *data)
{
    db_value value = db_string(store_clean(pool, name));
    bool found;
    db_rows *rows;

    *data = (colline_text){ "", 0 };
    if (s->load != NULL)
        store_load_enter(s);
    rows = db_query(s->d, "SELECT data FROM states WHERE name = $1", &value, 1);
    found = db_next(rows);
    if (found) {
        colline_text bytes = db_blob(rows, 0);

        *data = map_pool_copy(pool, bytes.data, bytes.length);
    }
    db_finish(rows);
    return s->d->status != STORE_OK ? store_result(s) : found ? STORE_OK : STORE_E_MISSING;
}
