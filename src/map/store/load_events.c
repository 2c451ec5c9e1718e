/*
 * The ids of events that were read, in sorted runs: a commit writes one, and takes up the newest ones that are no larger.
 *
 *     commit 1: ids 17 3 20      run 1 (3 17 20)
 *     commit 2: ids 9 5 30       run 2 (3 5 9 17 20 30), run 1 is gone
 *     commit 3: id 1             run 3 (1)
 *
 * An id is kept as 127 bits of its hash.  What a commit writes does not grow with what is there, as it would where ids
 * in no order went to one table.  Whether an id is known is asked of a filter in memory first, which knows most of those
 * that are new; runs are asked for the rest.
 */
#include <stdlib.h>
#include <string.h>

#include "map/store/internal.h"

enum {
    ID_BYTES = 16,
    PAGE_IDS = 120,        /* a row has no overflow: two fit on a page of SQLite, four on one of PostgreSQL */
    MOST_MERGED = 1 << 19, /* a run of that many ids stays as it is */
    QUESTION = 1000,       /* ids are read in the time that one question takes */
    BLOCK_WORDS = 8,       /* a block of the filter is a cache line */
    LEAST_BLOCKS = 1 << 13,
    MOST_BLOCKS = 1 << 20, /* 64 MB; beyond 32 million ids the filter knows fewer and fewer */
    BLOCK_IDS = 32         /* that a block is made for: 16 bits each */
};

/* ---- The filter -------------------------------------------------------------------------------------- */

static uint64_t *block_of(const load_events *events, const load_event *id)
{
    return events->filter + (((uint64_t)id->key >> 20) & (events->blocks - 1)) * BLOCK_WORDS;
}

/* Each of seven bits within the block. */
static bool filter_has(const load_events *events, const load_event *id)
{
    const uint64_t *block = block_of(events, id);
    uint64_t bits = (uint64_t)id->low;

    for (int i = 0; i < 7; i++, bits >>= 9)
        if ((block[bits >> 6 & 7] >> (bits & 63) & 1) == 0)
            return false;
    return true;
}

static void filter_add(load_events *events, const load_event *id)
{
    uint64_t *block = block_of(events, id);
    uint64_t bits = (uint64_t)id->low;

    for (int i = 0; i < 7; i++, bits >>= 9)
        block[bits >> 6 & 7] |= (uint64_t)1 << (bits & 63);
    events->filtered++;
}

/* ---- Ids as bytes ------------------------------------------------------------------------------------ */

static void write_number(unsigned char *bytes, uint64_t number)
{
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(number >> (56 - 8 * i));
}

static uint64_t read_number(const unsigned char *bytes)
{
    uint64_t number = 0;

    for (int i = 0; i < 8; i++)
        number = number << 8 | bytes[i];
    return number;
}

static load_event read_id(const char *bytes)
{
    const unsigned char *at = (const unsigned char *)bytes;

    return (load_event){ (int64_t)read_number(at), (int64_t)read_number(at + 8) };
}

static int compare_ids(const load_event *a, const load_event *b)
{
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->low < b->low ? -1 : a->low > b->low;
}

static int by_id(const void *a, const void *b)
{
    return compare_ids(a, b);
}

/* ---- Runs -------------------------------------------------------------------------------------------- */

typedef LIST(int64_t, number_list);

static void read_run(db *d, int64_t run, load_event_list *list)
{
    db_value value = db_number(run);
    db_rows *rows = db_query(d, "SELECT ids FROM event_ids WHERE run = $1 ORDER BY first", &value, 1);

    while (db_next(rows)) {
        colline_text ids = db_blob(rows, 0);

        for (size_t at = 0; at + ID_BYTES <= ids.length; at += ID_BYTES)
            *LIST_ADD(*list) = read_id(ids.data + at);
    }
    db_finish(rows);
}

/* Ids of one key are on one page, which may be longer for it. */
static size_t page_length(const load_event *ids, size_t count)
{
    size_t length = count < PAGE_IDS ? count : PAGE_IDS;

    while (length < count && ids[length].key == ids[length - 1].key)
        length++;
    return length;
}

static void write_page(db *d, int64_t run, const load_event *ids, size_t length)
{
    unsigned char *bytes = map_get(length * ID_BYTES);

    for (size_t i = 0; i < length; i++) {
        write_number(bytes + i * ID_BYTES, (uint64_t)ids[i].key);
        write_number(bytes + i * ID_BYTES + 8, (uint64_t)ids[i].low);
    }
    db_bulk_row(d, (db_value[]){ db_number(run), db_number(ids[0].key), db_bytes(bytes, length * ID_BYTES) });
    free(bytes);
}

static void write_run(db *d, int64_t batch, const load_event *ids, size_t count, int64_t now)
{
    int64_t run = db_number_of(d, "SELECT coalesce(max(id), 0) + 1 FROM event_runs", NULL, 0, 1);

    db_run(d, "INSERT INTO event_runs (id, batch, count, written_at) VALUES ($1, $2, $3, $4)",
           (db_value[]){ db_number(run), db_number(batch), db_number((int64_t)count), db_number(now) }, 4);
    db_bulk_begin(d, "event_ids (run, first, ids)", 3);
    for (size_t at = 0, length; at < count; at += length) {
        length = page_length(ids + at, count - at);
        write_page(d, run, ids + at, length);
    }
    db_bulk_end(d);
}

static void merge(load_event_list *list, const load_event_list *more)
{
    load_event *merged = map_get((list->count + more->count + 1) * sizeof *merged);
    size_t count = list->count + more->count;

    for (size_t i = 0, k = 0; i + k < count;) {
        bool first = k == more->count || (i < list->count && compare_ids(&list->items[i], &more->items[k]) <= 0);

        merged[i + k] = first ? list->items[i] : more->items[k];
        *(first ? &i : &k) += 1;
    }
    free(list->items);
    *list = (load_event_list){ merged, count, count + 1 };
}

/* The newest runs of the batch that are no larger than what comes on top of them become part of it. */
static void take_up(store *s, load_event_list *list)
{
    db_value batch = db_number(s->load->batch);
    number_list runs = { 0 };
    size_t total = list->count;
    db_rows *rows = db_query(s->d, "SELECT id, count FROM event_runs WHERE batch = $1 ORDER BY id DESC", &batch, 1);

    while (db_next(rows)) {
        size_t count = (size_t)db_integer(rows, 1);

        if (count > total || total + count > MOST_MERGED)
            break;
        *LIST_ADD(runs) = db_integer(rows, 0);
        total += count;
    }
    db_finish(rows);
    for (size_t i = 0; i < runs.count; i++) {
        load_event_list older = { 0 };
        db_value run = db_number(runs.items[i]);

        read_run(s->d, runs.items[i], &older);
        merge(list, &older);
        free(older.items);
        db_run(s->d, "DELETE FROM event_ids WHERE run = $1", &run, 1);
        db_run(s->d, "DELETE FROM event_runs WHERE id = $1", &run, 1);
    }
    free(runs.items);
}

void load_events_flush(store *s)
{
    load_events *events = &s->load->events;
    load_event_list list = events->fresh;

    if (list.count == 0)
        return;
    qsort(list.items, list.count, sizeof *list.items, by_id);
    take_up(s, &list);
    write_run(s->d, s->load->batch, list.items, list.count, store_now());
    free(list.items);
    events->fresh = (load_event_list){ 0 };
    map_index_free(&events->index);
    events->counted = false;
}

void load_events_forget(load_events *events)
{
    free(events->filter);
    free(events->fresh.items);
    map_index_free(&events->index);
    *events = (load_events){ 0 };
}

/* ---- Which are known ---------------------------------------------------------------------------------- */

static bool is_fresh(const load_events *events, const load_event *id)
{
    uint64_t hash = (uint64_t)id->low;

    for (size_t at = map_index_first(&events->index, hash); at != MAP_INDEX_END;
         at = map_index_next(&events->index, hash, at))
        if (events->fresh.items[events->index.slots[at].value].key == id->key)
            return true;
    return false;
}

static void add_fresh(load_events *events, const load_event *id)
{
    map_index_add(&events->index, (uint64_t)id->low, (uint32_t)events->fresh.count);
    *LIST_ADD(events->fresh) = *id;
    if (events->filter != NULL)
        filter_add(events, id);
}

static void list_runs(store *s, number_list *runs)
{
    db_rows *rows = db_query(s->d, "SELECT id FROM event_runs ORDER BY id", NULL, 0);

    while (db_next(rows))
        *LIST_ADD(*runs) = db_integer(rows, 0);
    db_finish(rows);
}

static void count_kept(store *s, load_events *events)
{
    db_rows *rows = db_query(s->d, "SELECT CAST(coalesce(sum(count), 0) AS BIGINT), count(*) FROM event_runs", NULL, 0);

    events->kept = events->runs = 0;
    if (db_next(rows)) {
        events->kept = (uint64_t)db_integer(rows, 0);
        events->runs = (uint64_t)db_integer(rows, 1);
    }
    events->counted = true;
    db_finish(rows);
}

/* Room for twice what is there. */
static void make_filter(store *s, load_events *events)
{
    number_list runs = { 0 };
    load_event_list ids = { 0 };

    free(events->filter);
    events->blocks = LEAST_BLOCKS;
    while (events->blocks < MOST_BLOCKS && events->blocks * BLOCK_IDS < (events->kept + events->fresh.count) * 2)
        events->blocks *= 2;
    events->filter = map_get(events->blocks * BLOCK_WORDS * sizeof *events->filter);
    memset(events->filter, 0, events->blocks * BLOCK_WORDS * sizeof *events->filter);
    events->filtered = 0;
    list_runs(s, &runs);
    for (size_t i = 0; i < runs.count; i++) {
        ids.count = 0;
        read_run(s->d, runs.items[i], &ids);
        for (size_t k = 0; k < ids.count; k++)
            filter_add(events, &ids.items[k]);
    }
    for (size_t i = 0; i < events->fresh.count; i++)
        filter_add(events, &events->fresh.items[i]);
    free(runs.items);
    free(ids.items);
}

/* A filter is made when asking the runs would take longer, and again when it is full. */
static void prepare(store *s, load_events *events, size_t count)
{
    bool full = events->filter != NULL && events->filtered > events->blocks * BLOCK_IDS && events->blocks < MOST_BLOCKS;

    if (!events->counted)
        count_kept(s, events);
    events->asked += count;
    if (full || (events->filter == NULL && events->asked * events->runs * QUESTION >= events->kept))
        make_filter(s, events);
}

/* Set found[i] of those ids, which are sorted, that stand on the page. */
static void look_at_page(colline_text page, const load_event *ids, size_t count, bool *found)
{
    size_t low = 0, high = count;

    if (page.length < ID_BYTES)
        return;
    for (load_event first = read_id(page.data); low < high;) {
        size_t middle = (low + high) / 2;

        if (compare_ids(&ids[middle], &first) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t at = 0; at + ID_BYTES <= page.length && low < count; at += ID_BYTES) {
        load_event id = read_id(page.data + at);

        while (low < count && compare_ids(&ids[low], &id) < 0)
            low++;
        for (; low < count && compare_ids(&ids[low], &id) == 0; low++)
            found[low] = true;
    }
}

/* The first keys of the pages of the run on which the keys would stand. */
static void find_pages(store *s, int64_t run, const int64_t *keys, size_t count, number_list *pages)
{
    db_rows *rows = db_query(s->d,
                             "SELECT DISTINCT (SELECT p.first FROM event_ids p WHERE p.run = $2 AND p.first <= wanted.id"
                             " ORDER BY p.first DESC LIMIT 1) FROM @SET($1) AS wanted",
                             (db_value[]){ db_set(keys, count), db_number(run) }, 2);

    while (db_next(rows))
        if (!db_is_null(rows, 0))
            *LIST_ADD(*pages) = db_integer(rows, 0);
    db_finish(rows);
}

static void ask_run(store *s, int64_t run, const load_event *ids, const int64_t *keys, size_t count, bool *found)
{
    number_list pages = { 0 };
    db_rows *rows;

    find_pages(s, run, keys, count, &pages);
    if (pages.count == 0)
        return;
    rows = db_query(s->d, "SELECT ids FROM event_ids WHERE run = $2 AND first IN @SET($1)",
                    (db_value[]){ db_set(pages.items, pages.count), db_number(run) }, 2);
    while (db_next(rows))
        look_at_page(db_blob(rows, 0), ids, count, found);
    db_finish(rows);
    free(pages.items);
}

/* Those that the filter does not know to be new: ids[i] is the caller's number `which[i]`. */
typedef struct doubt {
    load_event id;
    size_t which;
} doubt;

static int by_doubt(const void *a, const void *b)
{
    const doubt *x = a, *y = b;
    int order = compare_ids(&x->id, &y->id);

    return order != 0 ? order : x->which < y->which ? -1 : 1;
}

static void settle(store *s, load_events *events, doubt *doubts, size_t count, bool *known)
{
    load_event *ids = map_get(count * sizeof *ids);
    int64_t *keys = map_get(count * sizeof *keys);
    bool *found = map_get(count);
    number_list runs = { 0 };

    qsort(doubts, count, sizeof *doubts, by_doubt);
    memset(found, 0, count);
    for (size_t i = 0; i < count; i++) {
        ids[i] = doubts[i].id;
        keys[i] = doubts[i].id.key;
    }
    list_runs(s, &runs);
    for (size_t i = 0; i < runs.count; i++)
        ask_run(s, runs.items[i], ids, keys, count, found);
    for (size_t i = 0; i < count; i++) {
        known[doubts[i].which] = found[i] || is_fresh(events, &ids[i]);
        if (!known[doubts[i].which])
            add_fresh(events, &ids[i]);
    }
    free(ids);
    free(keys);
    free(found);
    free(runs.items);
}

store_status store_events_seen(store *s, const colline_text *ids, size_t count, bool *known)
{
    load_events *events;
    doubt *doubts;
    size_t doubtful = 0;

    memset(known, 0, count * sizeof *known);
    if (s->load == NULL)
        return store_fail(s, STORE_E_MISUSE, "store_events_seen() outside a load");
    if (!store_load_enter(s))
        return store_result(s);
    events = &s->load->events;
    prepare(s, events, count);
    doubts = map_get((count + 1) * sizeof *doubts);
    for (size_t i = 0; i < count; i++) {
        map_hash hash = map_hash128(ids[i].data, ids[i].length);
        load_event id = { (int64_t)(hash.high >> 1), (int64_t)hash.low };

        if (events->filter != NULL ? !filter_has(events, &id) : events->runs == 0 && !is_fresh(events, &id))
            add_fresh(events, &id);
        else
            doubts[doubtful++] = (doubt){ id, i };
    }
    if (doubtful > 0)
        settle(s, events, doubts, doubtful, known);
    free(doubts);
    return store_result(s);
}

/* ---- Stores of schema 1, where each id was a row ------------------------------------------------------- */

static void convert_batch(db *d, int64_t batch)
{
    for (int64_t last = -1;;) {
        load_event_list ids = { 0 };
        db_rows *rows = db_query(d, "SELECT id, low FROM events WHERE batch = $1 AND id > $2 ORDER BY id LIMIT 1000000",
                                 (db_value[]){ db_number(batch), db_number(last) }, 2);

        while (db_next(rows))
            *LIST_ADD(ids) = (load_event){ db_integer(rows, 0), db_integer(rows, 1) };
        db_finish(rows);
        if (ids.count == 0) {
            free(ids.items);
            return;
        }
        last = ids.items[ids.count - 1].key;
        write_run(d, batch, ids.items, ids.count, store_now());
        free(ids.items);
    }
}

void load_events_convert(db *d)
{
    number_list batches = { 0 };
    db_rows *rows = db_query(d, "SELECT DISTINCT batch FROM events", NULL, 0);

    while (db_next(rows))
        *LIST_ADD(batches) = db_integer(rows, 0);
    db_finish(rows);
    for (size_t i = 0; i < batches.count; i++)
        convert_batch(d, batches.items[i]);
    free(batches.items);
    db_execute(d, "DROP TABLE events");
}
