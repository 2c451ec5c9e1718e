/*
 * States of sessions, and the library's sessions that are in them.
 */
#define _GNU_SOURCE /* memmem */
#include "map/ingest/sessions.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_EFFECT_BYTES = 256 << 10,    /* of one session: what it did first is forgotten */
    MOST_BYTES = 32 << 20,            /* of all */
    MOST_MOVES = 32                   /* in a row */
};

uint64_t ingest_mix(uint64_t a, uint64_t b)
{
    uint64_t x = a * 0x9E3779B97F4A7C15u ^ (b + 0xD1B54A32D192ED03u);

    x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
    x = (x ^ x >> 29) * 0x9E3779B97F4A7C15u;
    x ^= x >> 32;
    return x != 0 ? x : 1;
}

/* ---- The table ------------------------------------------------------------------------------------- */

void ingest_sessions_init(ingest_sessions *sessions, size_t most)
{
    memset(sessions, 0, sizeof *sessions);
    sessions->most = most;
    sessions->shelf = "";
    sessions->capacity = 64;
    sessions->items = map_get(sessions->capacity * sizeof *sessions->items);
    memset(sessions->items, 0, sizeof *sessions->items);
    sessions->count = 1;
    sessions->mask = 127;
    sessions->table = map_get((sessions->mask + 1) * sizeof *sessions->table);
    memset(sessions->table, 0, (sessions->mask + 1) * sizeof *sessions->table);
}

static void free_effect(ingest_effect *effect)
{
    free(effect->text);
    free(effect->names);
}

static void free_effects(ingest_sessions *sessions, ingest_session *session)
{
    for (size_t i = 0; i < session->count; i++)
        free_effect(&session->effects[i]);
    free(session->effects);
    sessions->bytes -= session->bytes;
    session->effects = NULL;
    session->count = session->capacity = session->bytes = 0;
    session->place = session->chain = session->variant = 0;
}

void ingest_sessions_free(ingest_sessions *sessions)
{
    for (size_t i = 1; i < sessions->count; i++)
        free_effects(sessions, &sessions->items[i]);
    for (size_t i = 0; i < INGEST_LIVE; i++)
        colline_session_close(sessions->live[i].session);
    free(sessions->items);
    free(sessions->table);
    free(sessions->removed);
    memset(sessions, 0, sizeof *sessions);
}

static size_t place(const ingest_sessions *sessions, uint64_t id)
{
    size_t at = (size_t)(id ^ id >> 32) & sessions->mask;

    while (sessions->table[at] != 0 && sessions->items[sessions->table[at]].id != id)
        at = (at + 1) & sessions->mask;
    return at;
}

static void unlink_session(ingest_sessions *sessions, size_t at)
{
    ingest_session *session = &sessions->items[at];

    sessions->items[session->previous].next = session->next;
    sessions->items[session->next].previous = session->previous;
}

static void link_newest(ingest_sessions *sessions, size_t at)
{
    ingest_session *head = &sessions->items[0], *session = &sessions->items[at];

    session->previous = 0;
    session->next = head->next;
    sessions->items[head->next].previous = at;
    head->next = at;
}

static void touch(ingest_sessions *sessions, size_t at)
{
    sessions->items[at].used = ++sessions->clock;
    unlink_session(sessions, at);
    link_newest(sessions, at);
}

static void grow_table(ingest_sessions *sessions)
{
    if (sessions->count * 2 <= sessions->mask)
        return;
    free(sessions->table);
    sessions->mask = sessions->mask * 2 + 1;
    sessions->table = map_get((sessions->mask + 1) * sizeof *sessions->table);
    memset(sessions->table, 0, (sessions->mask + 1) * sizeof *sessions->table);
    for (size_t i = 1; i < sessions->count; i++)
        sessions->table[place(sessions, sessions->items[i].id)] = i;
}

/* Take the id out of the table, moving up those that it stood in the way of. */
static void take_out(ingest_sessions *sessions, uint64_t id)
{
    size_t hole = place(sessions, id), at = hole;

    if (sessions->table[hole] == 0)
        return;
    for (;;) {
        size_t home;
        uint64_t other;
        at = (at + 1) & sessions->mask;
        if (sessions->table[at] == 0)
            break;
        other = sessions->items[sessions->table[at]].id;
        home = (size_t)(other ^ other >> 32) & sessions->mask;
        if (((at - home) & sessions->mask) >= ((at - hole) & sessions->mask)) {
            sessions->table[hole] = sessions->table[at];
            hole = at;
        }
    }
    sessions->table[hole] = 0;
}

/* Its state is to be taken out of the store. */
static void note_removed(ingest_sessions *sessions, const ingest_session *session)
{
    if (!session->kept)
        return;
    MAP_GROW(sessions->removed, sessions->removed_count, sessions->removed_capacity);
    sessions->removed[sessions->removed_count++] = session->number;
}

/* Remove an item; the last one takes its place. */
static void remove_at(ingest_sessions *sessions, size_t at)
{
    size_t last = sessions->count - 1;

    note_removed(sessions, &sessions->items[at]);
    take_out(sessions, sessions->items[at].id);
    unlink_session(sessions, at);
    free_effects(sessions, &sessions->items[at]);
    if (at != last) {
        ingest_session *moved = &sessions->items[last];
        size_t slot = place(sessions, moved->id);
        sessions->items[moved->previous].next = at;
        sessions->items[moved->next].previous = at;
        sessions->items[at] = sessions->items[last];
        sessions->table[slot] = at;
    }
    sessions->count--;
}

static size_t add(ingest_sessions *sessions, uint64_t id)
{
    size_t at;

    if (sessions->count > sessions->most || sessions->bytes > MOST_BYTES)
        remove_at(sessions, sessions->items[0].previous);
    MAP_GROW(sessions->items, sessions->count, sessions->capacity);
    at = sessions->count++;
    memset(&sessions->items[at], 0, sizeof sessions->items[at]);
    sessions->items[at].id = id;
    sessions->items[at].number = ++sessions->last_number;
    grow_table(sessions);
    sessions->table[place(sessions, id)] = at;
    link_newest(sessions, at);
    return at;
}

ingest_session *ingest_session_find(ingest_sessions *sessions, uint64_t id)
{
    size_t at = id != 0 ? sessions->table[place(sessions, id)] : 0;

    if (at == 0)
        return NULL;
    touch(sessions, at);
    return &sessions->items[at];
}

void ingest_session_forget(ingest_sessions *sessions, uint64_t id)
{
    size_t at = id != 0 ? sessions->table[place(sessions, id)] : 0;

    if (at != 0)
        remove_at(sessions, at);
}

/* ---- Effects --------------------------------------------------------------------------------------- */

static bool only_moves(const ingest_effect *effect)
{
    return effect->sort == INGEST_EFFECT_USE || effect->sort == INGEST_EFFECT_DATABASE;
}

static char *copied(const char *text, size_t length)
{
    char *copy = map_get(length + 1);

    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

static void push(ingest_sessions *sessions, ingest_session *session, ingest_effect_sort sort, colline_text text,
                 const char *names)
{
    ingest_effect *effect;

    MAP_GROW(session->effects, session->count, session->capacity);
    effect = &session->effects[session->count++];
    *effect = (ingest_effect){ sort, copied(text.data, text.length), text.length,
                               names != NULL ? copied(names, strlen(names)) : NULL };
    session->bytes += text.length;
    sessions->bytes += text.length;
}

static void remove_effects(ingest_sessions *sessions, ingest_session *session, size_t from, size_t count)
{
    for (size_t i = from; i < from + count; i++) {
        session->bytes -= session->effects[i].length;
        sessions->bytes -= session->effects[i].length;
        free_effect(&session->effects[i]);
    }
    memmove(session->effects + from, session->effects + from + count,
            (session->count - from - count) * sizeof *session->effects);
    session->count -= count;
}

/* Of many moves in a row the newest tell the database. */
static void forget_moves(ingest_sessions *sessions, ingest_session *session)
{
    size_t first = session->count;

    while (first > 0 && only_moves(&session->effects[first - 1]))
        first--;
    if (session->count - first > MOST_MOVES)
        remove_effects(sessions, session, first, 1);
}

static ingest_session *find_or_add(ingest_sessions *sessions, uint64_t id)
{
    ingest_session *session = ingest_session_find(sessions, id);

    if (session == NULL) {
        size_t at = add(sessions, id); /* which may move them all */
        session = &sessions->items[at];
        session->used = ++sessions->clock;
    }
    session->dirty = true;
    return session;
}

void ingest_session_move(ingest_sessions *sessions, uint64_t id, ingest_effect_sort sort, colline_text text, uint64_t place)
{
    ingest_session *session;

    if (id == 0)
        return;
    session = find_or_add(sessions, id);
    push(sessions, session, sort, text, NULL);
    forget_moves(sessions, session);
    session->place = place;
}

void ingest_session_change(ingest_sessions *sessions, uint64_t id, ingest_effect_sort sort, colline_text text,
                           const char *names, uint64_t place, uint64_t key, uint64_t variant)
{
    ingest_session *session;

    if (id == 0)
        return;
    session = find_or_add(sessions, id);
    push(sessions, session, sort, text, names);
    session->place = place;
    session->chain = ingest_mix(session->chain, key);
    session->variant = ingest_mix(session->variant, variant);
    if (session->bytes > MOST_EFFECT_BYTES && session->count > 1) {
        /* it has done too much: its first half is forgotten, which is another state than that of those who remember */
        remove_effects(sessions, session, 0, session->count / 2);
        session->chain = ingest_mix(session->chain, 7);
    }
}

/* Whether one of the lines stands in the text. */
static bool holds_line(const char *text, size_t length, const char *lines)
{
    while (*lines != '\0') {
        size_t line = strcspn(lines, "\n");
        if (line > 0 && memmem(text, length, lines, line) != NULL)
            return true;
        lines += line + (lines[line] == '\n');
    }
    return false;
}

/* ASCII letters small, eight at a time. */
static void write_small(char *out, const char *text, size_t length)
{
    const uint64_t ones = UINT64_MAX / 255;
    size_t i = 0;

    for (; i + 8 <= length; i += 8) {
        uint64_t eight, low, letters;
        memcpy(&eight, text + i, 8);
        low = eight & 0x7f * ones;
        /* the upper bit of each byte that is not below A, and not beyond Z, and ASCII */
        letters = (low + (0x80 - 'A') * ones) & ~(low + (0x80 - 'Z' - 1) * ones) & ~eight & 0x80 * ones;
        eight |= letters >> 2;
        memcpy(out + i, &eight, 8);
    }
    for (; i < length; i++)
        out[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] + ('a' - 'A') : text[i]);
}

bool ingest_session_concerns(const ingest_session *session, colline_text text)
{
    char small[4096], *lower = small;
    bool found = false;

    if (session == NULL || session->chain == 0)
        return false;
    if (text.length > sizeof small)
        lower = map_get(text.length);
    write_small(lower, text.data, text.length);
    for (size_t i = 0; i < session->count && !found; i++) {
        const char *names = session->effects[i].names;
        found = names != NULL && (names[0] == '*' || holds_line(lower, text.length, names));
    }
    if (lower != small)
        free(lower);
    return found;
}

/* ---- Live sessions --------------------------------------------------------------------------------- */

/* What a live session is found by. */
static uint64_t state_of(const ingest_session *session, bool whole, const colline_options *options)
{
    uint64_t state = ingest_mix(session != NULL && whole ? session->chain : 0,
                                (uint64_t)options->dialect << 32 | options->flags);

    state = ingest_mix(state, session != NULL ? session->place : 0);

    for (const char *at = options->default_db != NULL ? options->default_db : ""; *at != '\0'; at++)
        state = ingest_mix(state, (unsigned char)*at);
    return state;
}

static colline_status run_effect(colline_session *live, const ingest_effect *effect)
{
    colline_status status;

    if (effect->sort == INGEST_EFFECT_DATABASE)
        return colline_session_use(live, effect->text);
    if (effect->sort == INGEST_EFFECT_DDL) {
        status = colline_session_add_ddl(live, effect->text, effect->length, NULL);
        return status == COLLINE_E_INPUT ? COLLINE_OK : status;
    }
    status = colline_session_feed(live, effect->text, effect->length);
    if (status == COLLINE_OK)
        status = colline_session_finish(live);
    while (status == COLLINE_OK && colline_session_next(live) != NULL)
        ;
    status = status == COLLINE_OK ? colline_session_status(live) : status;
    (void)colline_session_reset(live);
    return status;
}

static ingest_live *oldest(ingest_sessions *sessions)
{
    ingest_live *found = &sessions->live[0];

    for (size_t i = 0; i < INGEST_LIVE; i++) {
        if (sessions->live[i].session == NULL)
            return &sessions->live[i];
        if (sessions->live[i].used < found->used)
            found = &sessions->live[i];
    }
    return found;
}

colline_session *ingest_live_get(ingest_sessions *sessions, const ingest_session *session, bool whole,
                                 colline_catalog *catalog, const colline_options *options, colline_status *status)
{
    uint64_t state = state_of(session, whole, options);
    ingest_live *free_one;

    for (size_t i = 0; i < INGEST_LIVE; i++)
        if (sessions->live[i].session != NULL && sessions->live[i].state == state)
            return sessions->live[i].session;
    free_one = oldest(sessions);
    colline_session_close(free_one->session);
    *free_one = (ingest_live){ NULL, state, ++sessions->clock };
    *status = colline_session_open(catalog, options, &free_one->session);
    for (size_t i = 0; *status == COLLINE_OK && session != NULL && i < session->count; i++)
        if (whole || only_moves(&session->effects[i]))
            *status = run_effect(free_one->session, &session->effects[i]);
    if (*status != COLLINE_OK) {
        colline_session_close(free_one->session);
        free_one->session = NULL;
    }
    return free_one->session;
}

void ingest_live_done(ingest_sessions *sessions, colline_session *live, const ingest_session *session, bool whole,
                      const colline_options *options)
{
    for (size_t i = 0; i < INGEST_LIVE && live != NULL; i++) {
        if (sessions->live[i].session != live)
            continue;
        if (colline_session_reset(live) == COLLINE_OK) {
            sessions->live[i].state = state_of(session, whole, options);
            sessions->live[i].used = ++sessions->clock;
        } else {
            ingest_live_drop(sessions, live);
        }
        return;
    }
}

void ingest_live_drop(ingest_sessions *sessions, colline_session *live)
{
    for (size_t i = 0; i < INGEST_LIVE; i++) {
        if (sessions->live[i].session == live && live != NULL) {
            colline_session_close(live);
            sessions->live[i] = (ingest_live){ NULL, 0, 0 };
        }
    }
}

/* ---- In the store ----------------------------------------------------------------------------------
 *
 *     ingest.session./000000000000001f     17c0 9a1 0 0 2a          id, place, chain, variant, used
 *                                          1 6 -                    an effect: its sort, length of text and of names
 *                                          use dw
 *
 * A state of the store for each session, so that a commit writes those that have changed and no others.  Numbers are
 * hexadecimal. */

static colline_text state_prefix(const ingest_sessions *sessions, map_pool *pool)
{
    return map_pool_format(pool, "ingest.session.%s/", sessions->shelf);
}

typedef struct state_list {
    store_state *items;
    size_t count, capacity;
    map_pool pool;
    const char *prefix;
} state_list;

static store_state *add_state(state_list *list, uint64_t number)
{
    MAP_GROW(list->items, list->count, list->capacity);
    list->items[list->count] = (store_state){ map_pool_format(&list->pool, "%s%016" PRIx64, list->prefix, number), NULL, 0 };
    return &list->items[list->count++];
}

/* What snprintf() made, without the NUL. */
static size_t print_effect(char *out, const ingest_effect *effect)
{
    size_t names = effect->names != NULL ? strlen(effect->names) : 0, at;

    at = (size_t)sprintf(out, effect->names != NULL ? "%x %x %zx\n" : "%x %x -\n", (unsigned)effect->sort, effect->length, names);
    memcpy(out + at, effect->text, effect->length);
    at += effect->length;
    if (names > 0)
        memcpy(out + at, effect->names, names);
    at += names;
    out[at++] = '\n';
    return at;
}

static void save_session(state_list *list, const ingest_session *session)
{
    enum { HEAD = 100, EFFECT = 60 };
    store_state *state = add_state(list, session->number);
    size_t size = HEAD, at;
    char *out;

    for (size_t i = 0; i < session->count; i++)
        size += EFFECT + session->effects[i].length +
                (session->effects[i].names != NULL ? strlen(session->effects[i].names) : 0);
    out = map_pool_get(&list->pool, size);
    at = (size_t)sprintf(out, "%" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIx64 "\n", session->id, session->place,
                         session->chain, session->variant, session->used);
    for (size_t i = 0; i < session->count; i++)
        at += print_effect(out + at, &session->effects[i]);
    state->data = out;
    state->length = at;
}

/* What is listed goes to the store, once there is much of it. */
static store_status write_states(state_list *list, store *s, size_t most)
{
    store_status status = STORE_OK;

    if (list->count > most) {
        status = store_states_set(s, list->items, list->count);
        list->count = 0;
        map_pool_reset(&list->pool);
    }
    return status;
}

store_status ingest_sessions_save(ingest_sessions *sessions, store *s)
{
    enum { MANY = 1000 };
    state_list list = { .pool = MAP_POOL_INIT };
    map_pool pool = MAP_POOL_INIT;
    store_status status = STORE_OK;

    list.prefix = state_prefix(sessions, &pool).data;
    for (size_t i = 0; i < sessions->removed_count && status == STORE_OK; i++) {
        add_state(&list, sessions->removed[i]);
        status = write_states(&list, s, MANY);
    }
    for (size_t i = 1; i < sessions->count && status == STORE_OK; i++) {
        if (sessions->items[i].dirty) {
            save_session(&list, &sessions->items[i]);
            status = write_states(&list, s, MANY);
        }
        sessions->items[i].kept = sessions->items[i].kept || sessions->items[i].dirty;
        sessions->items[i].dirty = false;
    }
    sessions->removed_count = 0;
    if (status == STORE_OK)
        status = write_states(&list, s, 0);
    free(list.items);
    map_pool_free(&list.pool);
    map_pool_free(&pool);
    return status;
}

typedef struct state_reader {
    const char *at, *end;
    bool well;
} state_reader;

/* A number and the byte behind it.  (The data ends in a newline, where strtoull() stops.) */
static uint64_t read_number(state_reader *r)
{
    char *end = NULL;
    uint64_t number = r->at < r->end ? strtoull(r->at, &end, 16) : 0;

    r->well = r->well && end != NULL && end > r->at && end < r->end;
    if (r->well)
        r->at = end + 1;
    return number;
}

static colline_text read_bytes(state_reader *r, uint64_t length)
{
    colline_text text = { r->at, (uint32_t)length };

    r->well = r->well && length < (uint64_t)(r->end - r->at);
    if (!r->well)
        return map_text(NULL);
    r->at += length;
    return text;
}

static void read_effect(ingest_sessions *sessions, ingest_session *session, state_reader *r)
{
    ingest_effect_sort sort = (ingest_effect_sort)read_number(r);
    uint64_t length = read_number(r), name_length = 0;
    bool named = r->well && *r->at != '-';
    colline_text text, names;
    char *copy;

    if (named)
        name_length = read_number(r);
    else
        r->at += r->well ? 2 : 0;
    text = read_bytes(r, length);
    names = read_bytes(r, name_length);
    r->at++;
    if (!r->well)
        return;
    copy = named ? copied(names.data, names.length) : NULL;
    push(sessions, session, sort, text, copy);
    free(copy);
}

static void load_session(void *user, colline_text name, colline_text data)
{
    ingest_sessions *sessions = user;
    state_reader r = { data.data, data.data + data.length, data.length > 0 && data.data[data.length - 1] == '\n' };
    uint64_t id = read_number(&r), number = strtoull(strrchr(name.data, '/') + 1, NULL, 16);
    ingest_session *session;
    size_t at;

    if (!r.well || id == 0 || sessions->table[place(sessions, id)] != 0)
        return;
    at = add(sessions, id); /* which may move them all */
    session = &sessions->items[at];
    session->number = number;
    session->kept = true;
    sessions->last_number = number > sessions->last_number ? number : sessions->last_number;
    session->place = read_number(&r);
    session->chain = read_number(&r);
    session->variant = read_number(&r);
    session->used = read_number(&r);
    while (r.well && r.at < r.end)
        read_effect(sessions, session, &r);
}

static int by_use(const void *a, const void *b)
{
    const ingest_session *x = a, *y = b;

    return x->used < y->used ? -1 : x->used > y->used;
}

/* The list and the table of items that are in order of their use. */
static void rebuild(ingest_sessions *sessions)
{
    qsort(sessions->items + 1, sessions->count - 1, sizeof *sessions->items, by_use);
    sessions->items[0].next = sessions->items[0].previous = 0;
    memset(sessions->table, 0, (sessions->mask + 1) * sizeof *sessions->table);
    for (size_t i = 1; i < sessions->count; i++) {
        sessions->table[place(sessions, sessions->items[i].id)] = i;
        link_newest(sessions, i);
        if (sessions->items[i].used > sessions->clock)
            sessions->clock = sessions->items[i].used;
    }
}

store_status ingest_sessions_load(ingest_sessions *sessions, store *s)
{
    map_pool pool = MAP_POOL_INIT;
    store_status status = store_states_each(s, state_prefix(sessions, &pool).data, load_session, sessions);

    rebuild(sessions);
    map_pool_free(&pool);
    return status;
}
