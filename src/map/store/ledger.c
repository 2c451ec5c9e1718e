/*
 * What was read: the positions of sources, and what readers remember; both commit with the rest.
 */
#include <stdlib.h>
#include <string.h>

#include "map/store/internal.h"

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

/* What starts with the prefix: from the first text to behind the second. */
static const db_value *range_of(map_pool *pool, const char *prefix, db_value range[2])
{
    colline_text clean = store_clean(pool, map_text(prefix));
    const char *end = after(pool, clean.data);

    range[0] = db_string(clean);
    range[1] = db_string(map_text(end != NULL ? end : "\xf4\x8f\xbf\xbf"));
    return range;
}

store_status store_position_list(store *s, const char *prefix, map_pool *pool, store_position **positions,
                                 size_t *count)
{
    LIST(store_position, list) = { 0 };
    db_value range[2];
    db_rows *rows;

    if (s->load != NULL)
        store_load_enter(s);
    rows = db_query(
        s->d, LAST_POSITIONS " AND p.source@BYTES >= $1 AND p.source@BYTES < $2 ORDER BY p.source@BYTES",
        range_of(pool, prefix, range), 2);
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

store_status store_states_set(store *s, const store_state *states, size_t count)
{
    db_value batch;

    if (s->load == NULL)
        return store_fail(s, STORE_E_MISUSE, "store_states_set() outside a load");
    if (!store_load_enter(s) || count == 0)
        return store_result(s);
    batch = db_number(s->load->batch);
    db_run(s->d, "@CLEAR in_states", NULL, 0);
    db_bulk_begin(s->d, "in_states (name, data)", 2);
    for (size_t i = 0; i < count; i++)
        db_bulk_row(s->d, (db_value[]){ db_string(states[i].name), states[i].data == NULL
                                                                       ? (db_value){ DB_NULL, 0, NULL, 0 }
                                                                       : db_bytes(states[i].data, states[i].length) });
    db_bulk_end(s->d);
    db_run(s->d, "DELETE FROM states WHERE name IN (SELECT name FROM in_states WHERE data IS NULL)", NULL, 0);
    db_run(s->d,
           "INSERT INTO states (name, batch, data) SELECT name, $1, data FROM in_states WHERE data IS NOT NULL"
           " ON CONFLICT (name) DO UPDATE SET batch = excluded.batch, data = excluded.data",
           &batch, 1);
    db_run(s->d, "@CLEAR in_states", NULL, 0);
    return store_result(s);
}

store_status store_states_each(store *s, const char *prefix,
                               void (*each)(void *user, colline_text name, colline_text data), void *user)
{
    map_pool pool = MAP_POOL_INIT;
    db_value range[2];
    db_rows *rows;

    if (s->load != NULL)
        store_load_enter(s);
    rows = db_query(
        s->d, "SELECT name, data FROM states WHERE name@BYTES >= $1 AND name@BYTES < $2 ORDER BY name@BYTES",
        range_of(&pool, prefix, range), 2);
    while (db_next(rows))
        each(user, db_text(rows, 0), db_blob(rows, 1));
    db_finish(rows);
    map_pool_free(&pool);
    return store_result(s);
}
