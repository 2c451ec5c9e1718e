/* The event bus: filters, drops, secrets, sinks that fail or are slow, threads. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { ENOUGH = 20000 }; /* milliseconds to wait for what must come */

static void sleep_ms(long ms)
{
    struct timespec t = { ms / 1000, ms % 1000 * 1000000 };

    nanosleep(&t, NULL);
}

/* ---- A sink that remembers ----------------------------------------------------------------------- */

typedef struct recorder {
    atomic_int delivered, asked_before, asked_behind, closed;
    int answer_before, answer_behind; /* of the filter */
    int result;                       /* of deliver */
    atomic_int blocked;               /* deliver waits while it is set */
    char sql[256], lineage[4096], value[4][256];
    colline_event_context context;
    uint64_t last_number;
    int in_order;
} recorder;

static int recorder_filter(void *user, const colline_event *event)
{
    recorder *r = user;

    atomic_fetch_add(event->extracted ? &r->asked_behind : &r->asked_before, 1);
    return event->extracted ? r->answer_behind : r->answer_before;
}

static int recorder_deliver(void *user, const colline_event *event)
{
    recorder *r = user;

    while (atomic_load(&r->blocked))
        sleep_ms(1);
    snprintf(r->sql, sizeof r->sql, "%s", event->sql.data);
    snprintf(r->lineage, sizeof r->lineage, "%s", event->lineage.data);
    for (size_t i = 0; i < event->context->property_count && i < 4; i++)
        snprintf(r->value[i], sizeof r->value[i], "%s", event->context->properties[i].value);
    r->in_order &= event->number > r->last_number;
    r->last_number = event->number;
    atomic_fetch_add(&r->delivered, 1);
    return r->result;
}

static void recorder_close(void *user)
{
    atomic_fetch_add(&((recorder *)user)->closed, 1);
}

static colline_sink sink_of(recorder *r, const char *name)
{
    r->in_order = 1;
    return (colline_sink){ .size = sizeof(colline_sink), .name = name, .filter = recorder_filter,
                           .deliver = recorder_deliver, .close = recorder_close, .user = r };
}

static colline_bus *bus_with(recorder *r, uint32_t events)
{
    colline_bus_options options = COLLINE_BUS_OPTIONS_INIT;
    colline_options analysis = COLLINE_OPTIONS_INIT;
    colline_sink sink = sink_of(r, "recorder");
    colline_bus *bus;

    analysis.dialect = COLLINE_HIVE;
    options.analysis = &analysis;
    options.queue_events = events;
    assert_int_equal(colline_bus_open(NULL, &options, &bus), COLLINE_OK);
    assert_int_equal(colline_bus_add_sink(bus, &sink), COLLINE_OK);
    return bus;
}

static colline_bus_counts counts_of(colline_bus *bus, const char *sink)
{
    colline_bus_counts counts = { .size = sizeof counts };

    assert_int_equal(colline_bus_count(bus, sink, &counts), 1);
    return counts;
}

static const char insert[] = "INSERT INTO g SELECT a FROM t";

/* ---- What is delivered --------------------------------------------------------------------------- */

static void texts_become_lineage(void **state)
{
    recorder r = { .answer_before = 1, .answer_behind = 1 };
    colline_bus *bus = bus_with(&r, 0);
    colline_event_context context = COLLINE_EVENT_CONTEXT_INIT;

    (void)state;
    context.database = "dw";
    context.query_id = "q-1";
    assert_int_equal(colline_bus_wants(bus, &context), 1);
    assert_int_equal(colline_bus_publish(bus, &context, insert, strlen(insert)), 1);
    assert_int_equal(colline_bus_flush(bus, ENOUGH), 1);
    assert_int_equal(r.delivered, 1);
    assert_string_equal(r.sql, insert);
    assert_non_null(strstr(r.lineage, "\"source\":\"dw.t.a\"")); /* in the context's database */
    assert_int_equal(counts_of(bus, NULL).delivered, 1);
    assert_int_equal(counts_of(bus, "recorder").published, 1);
    assert_int_equal(colline_bus_close(bus, ENOUGH), 0);
    assert_int_equal(r.closed, 1);
}

/* What one event creates, the next one does not see. */
static void events_stand_alone(void **state)
{
    recorder r = { .answer_before = 1, .answer_behind = 1 };
    colline_bus *bus = bus_with(&r, 0);
    static const char use[] = "USE other; CREATE TABLE t (a INT); INSERT INTO g SELECT a FROM t";

    (void)state;
    colline_bus_publish(bus, NULL, use, strlen(use));
    assert_int_equal(colline_bus_flush(bus, ENOUGH), 1);
    assert_non_null(strstr(r.lineage, "\"source\":\"other.t.a\""));
    colline_bus_publish(bus, NULL, insert, strlen(insert));
    assert_int_equal(colline_bus_flush(bus, ENOUGH), 1);
    assert_non_null(strstr(r.lineage, "\"source\":\"t.a\""));
    assert_int_equal(colline_bus_close(bus, ENOUGH), 0);
}

static void statements_that_were_read(void **state)
{
    recorder r = { .answer_before = 0, .answer_behind = 1 }; /* not asked before */
    colline_bus *bus = bus_with(&r, 0);
    colline_session *session = session_on(NULL, NULL, "SELECT 1; INSERT INTO g SELECT a FROM t");

    (void)state;
    colline_session_next(session);
    assert_int_equal(colline_bus_publish_statement(bus, NULL, colline_session_next(session)), 1);
    colline_session_close(session);
    assert_int_equal(colline_bus_flush(bus, ENOUGH), 1);
    assert_int_equal(r.asked_before, 0);
    assert_int_equal(r.delivered, 1);
    assert_string_equal(r.sql, insert);
    assert_non_null(strstr(r.lineage, "\"statement\":2"));
    assert_int_equal(colline_bus_close(bus, ENOUGH), 0);
}

/* ---- Filters ------------------------------------------------------------------------------------- */

static void filters_spare_the_work(void **state)
{
    recorder before = { .answer_before = 0, .answer_behind = 1 };
    colline_bus *bus = bus_with(&before, 0);

    (void)state;
    assert_int_equal(colline_bus_wants(bus, NULL), 0);
    colline_bus_publish(bus, NULL, insert, strlen(insert));
    assert_int_equal(colline_bus_flush(bus, ENOUGH), 1);
    assert_int_equal(before.delivered, 0);
    assert_int_equal(before.asked_behind, 0); /* nothing was extracted */
    assert_int_equal(counts_of(bus, NULL).skipped, 1);
    assert_int_equal(counts_of(bus, "recorder").skipped, 1);
    before.answer_before = 1;
    before.answer_behind = 0;
    colline_bus_publish(bus, NULL, insert, strlen(insert));
    assert_int_equal(colline_bus_flush(bus, ENOUGH), 1);
    assert_int_equal(before.delivered, 0);
    assert_int_equal(before.asked_behind, 1);
    assert_int_equal(colline_bus_close(bus, ENOUGH), 0);
}

/* ---- Full, failing, slow ------------------------------------------------------------------------- */

static void full_queues_drop(void **state)
{
    enum { EVENTS = 8, MANY = 50 };
    recorder slow = { .answer_before = 1, .answer_behind = 1, .blocked = 1 }, quick = { .answer_before = 1, .answer_behind = 1 };
    colline_bus *bus = bus_with(&slow, EVENTS);
    colline_sink other = sink_of(&quick, "quick");
    colline_bus_counts counts;

    (void)state;
    assert_int_equal(colline_bus_add_sink(bus, &other), COLLINE_OK);
    for (int i = 0; i < MANY; i++) {
        /* One by one, so that the bus's own queue and the quick sink's never fill. */
        while (colline_bus_publish(bus, NULL, insert, strlen(insert)) == 0)
            sleep_ms(1);
        while (counts_of(bus, NULL).backlog > 0 || counts_of(bus, "quick").backlog > 0)
            sleep_ms(1);
    }
    assert_int_equal(quick.delivered, MANY); /* the slow one cost it nothing */
    counts = counts_of(bus, "recorder");
    assert_int_equal(counts.dropped, MANY - EVENTS - 1); /* one is under way */
    assert_int_equal(counts.backlog, EVENTS + 1);
    assert_int_equal(colline_bus_flush(bus, 1), 0);
    atomic_store(&slow.blocked, 0);
    assert_int_equal(colline_bus_flush(bus, ENOUGH), 1);
    assert_int_equal(slow.delivered, EVENTS + 1);
    assert_true(slow.in_order && quick.in_order);
    assert_int_equal(colline_bus_close(bus, ENOUGH), 0);
}

static void the_queue_has_a_size(void **state)
{
    colline_bus_options options = COLLINE_BUS_OPTIONS_INIT;
    char large[4096];
    colline_bus *bus;

    (void)state;
    memset(large, ' ', sizeof large);
    options.queue_bytes = 2048;
    assert_int_equal(colline_bus_open(NULL, &options, &bus), COLLINE_OK);
    assert_int_equal(colline_bus_publish(bus, NULL, large, sizeof large), 0);
    assert_int_equal(counts_of(bus, NULL).dropped, 1);
    assert_int_equal(colline_bus_publish(bus, NULL, large, 100), 1);
    assert_int_equal(colline_bus_close(bus, ENOUGH), 0);
}

static void failures_are_counted(void **state)
{
    recorder bad = { .answer_before = 1, .answer_behind = 1, .result = -1 }, good = { .answer_before = 1, .answer_behind = 1 };
    colline_bus *bus = bus_with(&bad, 0);
    colline_sink other = sink_of(&good, "good");

    (void)state;
    assert_int_equal(colline_bus_add_sink(bus, &other), COLLINE_OK);
    for (int i = 0; i < 3; i++)
        colline_bus_publish(bus, NULL, insert, strlen(insert));
    assert_int_equal(colline_bus_flush(bus, ENOUGH), 1);
    assert_int_equal(counts_of(bus, "recorder").failed, 3);
    assert_int_equal(counts_of(bus, "good").delivered, 3);
    assert_int_equal(counts_of(bus, NULL).failed, 3);
    assert_int_equal(colline_bus_close(bus, ENOUGH), 0);
}

/* A sink that never comes back costs a close its time-out, and nothing is freed under it. */
static void a_hanging_sink(void **state)
{
    static recorder hangs; /* outlives the test */
    colline_bus *bus;

    (void)state;
    hangs.answer_before = hangs.answer_behind = 1;
    hangs.blocked = 1;
    bus = bus_with(&hangs, 0);
    colline_bus_publish(bus, NULL, insert, strlen(insert));
    colline_bus_publish(bus, NULL, insert, strlen(insert));
    while (counts_of(bus, "recorder").backlog < 2)
        sleep_ms(1);
    assert_int_equal(colline_bus_close(bus, 10), 2);
    atomic_store(&hangs.blocked, 0);
    while (hangs.closed == 0)
        sleep_ms(1);
    assert_int_equal(hangs.delivered, 1);
    sleep_ms(50); /* for its thread to end */
}

static void sinks_come_and_go(void **state)
{
    recorder r = { .answer_before = 1, .answer_behind = 1 }, again = { .answer_before = 1, .answer_behind = 1 };
    colline_bus *bus = bus_with(&r, 0);
    colline_sink sink = sink_of(&again, "recorder");
    colline_bus_counts counts = { .size = sizeof counts };

    (void)state;
    assert_int_equal(colline_bus_add_sink(bus, &sink), COLLINE_E_MISUSE); /* the name is taken */
    colline_bus_publish(bus, NULL, insert, strlen(insert));
    assert_int_equal(colline_bus_flush(bus, ENOUGH), 1);
    assert_int_equal(colline_bus_remove_sink(bus, "recorder"), 1);
    assert_int_equal(r.closed, 1);
    assert_int_equal(colline_bus_remove_sink(bus, "recorder"), 0);
    assert_int_equal(colline_bus_count(bus, "recorder", &counts), 0);
    assert_int_equal(colline_bus_wants(bus, NULL), 0);
    assert_int_equal(counts_of(bus, NULL).delivered, 1);
    assert_int_equal(colline_bus_add_sink(bus, &sink), COLLINE_OK);
    colline_bus_publish(bus, NULL, insert, strlen(insert));
    assert_int_equal(colline_bus_close(bus, ENOUGH), 0); /* what waits is delivered */
    assert_int_equal(again.delivered, 1);
}

static colline_bus *own_bus;

static int removes_itself(void *user, const colline_event *event)
{
    (void)event;
    atomic_fetch_add((atomic_int *)user, colline_bus_remove_sink(own_bus, "leaving"));
    return 0;
}

static void a_sink_removes_itself(void **state)
{
    static atomic_int removed;
    colline_sink sink = { .size = sizeof sink, .name = "leaving", .deliver = removes_itself, .user = &removed };

    (void)state;
    assert_int_equal(colline_bus_open(NULL, NULL, &own_bus), COLLINE_OK);
    assert_int_equal(colline_bus_add_sink(own_bus, &sink), COLLINE_OK);
    colline_bus_publish(own_bus, NULL, insert, strlen(insert));
    while (removed == 0)
        sleep_ms(1);
    assert_int_equal(colline_bus_close(own_bus, ENOUGH), 0);
    sleep_ms(50);
}

/* ---- Secrets ------------------------------------------------------------------------------------- */

static void secrets_are_removed(void **state)
{
    static const struct {
        const char *name, *value, *told;
    } cases[] = {
        { "jdbc.Password", "hunter2", "***" },
        { "db_API-key", "x", "***" },
        { "PASS", "", "***" },
        { "spark.app.name", "nightly", "nightly" },
        { "url", "pg://me:hunter2@host:5432/db?sslmode=on&token=abc&x=1", "pg://me:***@host:5432/db?sslmode=on&token=***&x=1" },
        { "args", "--user me --password=hunter2 -v", "--user me --password=*** -v" },
        { "json", "{\"secret\": \"s3\", \"n\": 1}", "{\"secret\": \"**\", \"n\": 1}" },
        { "header", "Authorization: Bearer abc.def", "Authorization: Bearer ***" },
        { "text", "the password is long", "the password is long" },
        { "compass", "north", "north" },
        { "host", "http://host:80/path", "http://host:80/path" },
        { "end", "token=", "token=" },
    };
    recorder r = { .answer_before = 1, .answer_behind = 1 };
    colline_bus *bus = bus_with(&r, 0);

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        colline_property properties[] = { { cases[i].name, cases[i].value }, { NULL, NULL }, { "none", NULL } };
        colline_event_context context = COLLINE_EVENT_CONTEXT_INIT;
        context.properties = properties;
        context.property_count = i == 0 ? 1 : 1 + i % 2;
        if (context.property_count == 2)
            properties[1] = (colline_property){ "plain", "x" };
        colline_bus_publish(bus, &context, insert, strlen(insert));
        assert_int_equal(colline_bus_flush(bus, ENOUGH), 1);
        assert_string_equal(r.value[0], cases[i].told);
    }
    assert_int_equal(colline_bus_close(bus, ENOUGH), 0);
}

static int has_no_properties(void *user, const colline_event *event)
{
    *(int *)user = event->context->property_count == 0 && event->sql.length == 0 && event->number == 0;
    return 1;
}

static int nothing(void *user, const colline_event *event)
{
    (void)user;
    (void)event;
    return 0;
}

static void filters_of_publishers_see_no_secrets(void **state)
{
    int good = 0;
    colline_property property = { "password", "hunter2" };
    colline_event_context context = COLLINE_EVENT_CONTEXT_INIT;
    colline_sink sink = { .size = sizeof sink, .name = "n", .filter = has_no_properties, .deliver = nothing, .user = &good };
    colline_bus *bus;

    (void)state;
    context.properties = &property;
    context.property_count = 1;
    assert_int_equal(colline_bus_open(NULL, NULL, &bus), COLLINE_OK);
    assert_int_equal(colline_bus_add_sink(bus, &sink), COLLINE_OK);
    assert_int_equal(colline_bus_wants(bus, &context), 1);
    assert_int_equal(good, 1);
    assert_int_equal(colline_bus_close(bus, ENOUGH), 0);
}

/* ---- Misuse and memory --------------------------------------------------------------------------- */

static void misuse(void **state)
{
    colline_bus_options options = COLLINE_BUS_OPTIONS_INIT;
    colline_options analysis = COLLINE_OPTIONS_INIT;
    colline_sink sink = { .size = sizeof sink, .name = "x" };
    colline_bus_counts counts = { .size = 1 };
    colline_event_context context = COLLINE_EVENT_CONTEXT_INIT;
    colline_bus *bus = (colline_bus *)&sink;

    (void)state;
    assert_int_equal(colline_bus_open(NULL, NULL, NULL), COLLINE_E_MISUSE);
    options.format = COLLINE_FORMAT_DOT;
    assert_int_equal(colline_bus_open(NULL, &options, &bus), COLLINE_E_MISUSE);
    assert_null(bus);
    options.format = COLLINE_FORMAT_JSON;
    options.analysis = &analysis;
    analysis.dialect = (colline_dialect)999;
    assert_int_equal(colline_bus_open(NULL, &options, &bus), COLLINE_E_MISUSE);
    options.size = 1;
    assert_int_equal(colline_bus_open(NULL, &options, &bus), COLLINE_E_MISUSE);
    assert_int_equal(colline_bus_open(NULL, NULL, &bus), COLLINE_OK);
    assert_int_equal(colline_bus_add_sink(bus, &sink), COLLINE_E_MISUSE); /* delivers nothing */
    assert_int_equal(colline_bus_add_sink(bus, NULL), COLLINE_E_MISUSE);
    assert_int_equal(colline_bus_add_sink(NULL, &sink), COLLINE_E_MISUSE);
    sink.deliver = nothing;
    sink.name = "";
    assert_int_equal(colline_bus_add_sink(bus, &sink), COLLINE_E_MISUSE);
    assert_int_equal(colline_bus_remove_sink(bus, NULL), 0);
    assert_int_equal(colline_bus_remove_sink(NULL, "x"), 0);
    assert_int_equal(colline_bus_publish(NULL, NULL, "", 0), 0);
    assert_int_equal(colline_bus_publish(bus, NULL, NULL, 1), 0);
    assert_int_equal(colline_bus_publish_statement(bus, NULL, NULL), 0);
    context.property_count = 1; /* of NULL */
    assert_int_equal(colline_bus_publish(bus, &context, "", 0), 0);
    assert_int_equal(colline_bus_wants(bus, &context), 0);
    assert_int_equal(colline_bus_wants(NULL, NULL), 0);
    assert_int_equal(colline_bus_count(bus, NULL, &counts), 0);
    assert_int_equal(colline_bus_count(bus, NULL, NULL), 0);
    assert_int_equal(colline_bus_flush(NULL, 0), 0);
    assert_int_equal(colline_bus_load_sink(bus, NULL, NULL, NULL, NULL), COLLINE_E_MISUSE);
    assert_int_equal(colline_bus_close(bus, ENOUGH), 0);
    assert_int_equal(colline_bus_close(NULL, 0), 0);
}

static void at_most_64_sinks(void **state)
{
    colline_bus *bus;
    char name[16];

    (void)state;
    assert_int_equal(colline_bus_open(NULL, NULL, &bus), COLLINE_OK);
    for (int i = 0; i <= 64; i++) {
        colline_sink sink = { .size = sizeof sink, .name = name, .deliver = nothing };
        snprintf(name, sizeof name, "s%d", i);
        assert_int_equal(colline_bus_add_sink(bus, &sink), i < 64 ? COLLINE_OK : COLLINE_E_LIMIT);
    }
    colline_bus_publish(bus, NULL, insert, strlen(insert));
    assert_int_equal(colline_bus_flush(bus, ENOUGH), 1);
    assert_int_equal(counts_of(bus, NULL).delivered, 64);
    assert_int_equal(colline_bus_close(bus, ENOUGH), 0);
}

/* An allocator that several threads use, and that fails at the n-th call. */
static pthread_mutex_t counting_lock = PTHREAD_MUTEX_INITIALIZER;

static void *locked_allocate(void *context, size_t size)
{
    void *memory;

    pthread_mutex_lock(&counting_lock);
    memory = counting_allocate(context, size);
    pthread_mutex_unlock(&counting_lock);
    return memory;
}

static void locked_release(void *context, void *memory, size_t size)
{
    pthread_mutex_lock(&counting_lock);
    counting_release(context, memory, size);
    pthread_mutex_unlock(&counting_lock);
}

static void no_memory(void **state)
{
    int done = 0;

    (void)state;
    for (long n = 1; !done; n++) {
        counting memory = { .fail_at = n, .once = n % 2 == 0 };
        colline_allocator allocator = { locked_allocate, locked_release, &memory };
        colline_options analysis = COLLINE_OPTIONS_INIT;
        colline_bus_options options = COLLINE_BUS_OPTIONS_INIT;
        recorder r = { .answer_before = 1, .answer_behind = 1 };
        colline_sink sink = sink_of(&r, "recorder");
        colline_bus *bus = NULL;

        assert_true(n < 1000);
        analysis.allocator = &allocator;
        analysis.default_db = "db";
        options.analysis = &analysis;
        if (colline_bus_open(NULL, &options, &bus) == COLLINE_OK &&
            colline_bus_add_sink(bus, &sink) == COLLINE_OK) {
            colline_bus_publish(bus, NULL, insert, strlen(insert));
            assert_int_equal(colline_bus_flush(bus, ENOUGH), 1);
            done = r.delivered == 1 && memory.calls < n;
            assert_int_equal(r.delivered + (int)counts_of(bus, NULL).failed + (int)counts_of(bus, NULL).dropped, 1);
        }
        colline_bus_close(bus, ENOUGH);
        assert_int_equal(memory.live, 0);
    }
}

/* ---- Threads ------------------------------------------------------------------------------------- */

enum { PUBLISHERS = 8, EACH = 200 };

static void *publish_many(void *bus)
{
    colline_event_context context = COLLINE_EVENT_CONTEXT_INIT;

    context.user = "someone";
    for (int i = 0; i < EACH; i++)
        if (colline_bus_wants(bus, &context))
            colline_bus_publish(bus, &context, insert, strlen(insert));
    return NULL;
}

static void many_publishers(void **state)
{
    recorder r = { .answer_before = 1, .answer_behind = 1 };
    colline_bus *bus = bus_with(&r, 64);
    pthread_t threads[PUBLISHERS];
    colline_bus_counts counts;

    (void)state;
    for (int i = 0; i < PUBLISHERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, publish_many, bus), 0);
    for (int i = 0; i < 20; i++) { /* sinks come and go meanwhile */
        recorder guest = { .answer_before = 1, .answer_behind = 1 };
        colline_sink sink = sink_of(&guest, "guest");
        assert_int_equal(colline_bus_add_sink(bus, &sink), COLLINE_OK);
        sleep_ms(1);
        assert_int_equal(colline_bus_remove_sink(bus, "guest"), 1);
        assert_int_equal(guest.closed, 1);
    }
    for (int i = 0; i < PUBLISHERS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(colline_bus_flush(bus, ENOUGH), 1);
    counts = counts_of(bus, NULL);
    assert_int_equal(counts.published + counts.dropped, PUBLISHERS * EACH);
    counts = counts_of(bus, "recorder");
    assert_int_equal(counts.delivered, r.delivered);
    assert_int_equal(counts.delivered + counts.dropped + counts.skipped, counts_of(bus, NULL).published);
    assert_true(r.in_order);
    assert_int_equal(colline_bus_close(bus, ENOUGH), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_become_lineage),
        cmocka_unit_test(events_stand_alone),
        cmocka_unit_test(statements_that_were_read),
        cmocka_unit_test(filters_spare_the_work),
        cmocka_unit_test(full_queues_drop),
        cmocka_unit_test(the_queue_has_a_size),
        cmocka_unit_test(failures_are_counted),
        cmocka_unit_test(a_hanging_sink),
        cmocka_unit_test(sinks_come_and_go),
        cmocka_unit_test(a_sink_removes_itself),
        cmocka_unit_test(secrets_are_removed),
        cmocka_unit_test(filters_of_publishers_see_no_secrets),
        cmocka_unit_test(misuse),
        cmocka_unit_test(at_most_64_sinks),
        cmocka_unit_test(no_memory),
        cmocka_unit_test(many_publishers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
