/*
 * audit_log.c -- a day of Impala's audit logs, made up: the same for the same arguments.
 *
 *     audit_log [--events N] [--statements N] [--daemons N] [--files N] [--tables N] [--seed N] FOLDER
 *
 * FOLDER/catalog.sql has the warehouse: databases, tables, columns.  FOLDER/daemon-D/impala_audit_event_log_1.0-MS are the
 * logs, rotated.  Sessions begin with USE, belong to a daemon and overlap; most run statements out of N distinct ones, few
 * of which are frequent, with other dates and lists each time; some build temporary tables and read them; two of a hundred
 * statements fail.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { COLUMNS = 20, DATABASES = 4, OPEN_SESSIONS = 24, LONGEST = 16384 };

typedef struct settings {
    uint64_t events, statements, daemons, files, tables, seed;
    const char *folder;
} settings;

static const char *const databases[DATABASES] = { "ods", "dwd", "dws", "ads" };

/* ---- Chance ---------------------------------------------------------------------------------------- */

typedef struct chance {
    uint64_t state;
} chance;

static uint64_t draw(chance *c)
{
    uint64_t x = c->state += 0x9E3779B97F4A7C15u;

    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

static uint64_t below(chance *c, uint64_t limit)
{
    return draw(c) % limit;
}

/* Small numbers are frequent: half of the draws fall in the first twentieth. */
static uint64_t skewed(chance *c, uint64_t limit)
{
    double x = (double)(draw(c) >> 11) / 9007199254740992.0;

    x = x * x * x * x;
    return (uint64_t)(x * (double)limit);
}

static chance chance_of(const settings *s, uint64_t purpose, uint64_t number)
{
    chance c = { s->seed * 0x9E3779B97F4A7C15u ^ purpose << 56 ^ number };

    (void)draw(&c);
    return c;
}

/* ---- Text ------------------------------------------------------------------------------------------ */

typedef struct text {
    char data[LONGEST];
    size_t length;
} text;

static void add(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(text *t, const char *format, ...)
{
    va_list values;
    int length;

    va_start(values, format);
    length = vsnprintf(t->data + t->length, sizeof t->data - t->length, format, values);
    va_end(values);
    if (length > 0)
        t->length += (size_t)length;
    if (t->length >= sizeof t->data)
        t->length = sizeof t->data - 1;
}

/* A table's number within its database; its columns: c0 is the key, c1 ... c9 words, c10 ... c19 numbers, and dt. */
static uint64_t any_table(const settings *s, chance *c)
{
    return below(c, s->tables);
}

static void add_filter(text *t, chance *events)
{
    add(t, "a.dt = '2024-%02u-%02u'", (unsigned)below(events, 12) + 1, (unsigned)below(events, 28) + 1);
}

static void add_list(text *t, chance *events)
{
    unsigned count = 3; /* as an application writes it */

    add(t, " in (");
    for (unsigned i = 0; i < count; i++)
        add(t, "%s%u", i > 0 ? ", " : "", (unsigned)below(events, 100000));
    add(t, ")");
}

/* select ... from: `shape` says what it is like, `events` what differs from run to run. */
static void add_select(text *t, const settings *s, chance *shape, chance *events, unsigned columns)
{
    uint64_t other = any_table(s, shape);
    unsigned measure = 10 + (unsigned)below(shape, 10), keys = columns > 6 ? columns - 2 : columns - 1;
    unsigned style = (unsigned)below(shape, 4);

    add(t, "select ");
    for (unsigned i = 0; i < keys; i++)
        add(t, "%s%c.c%u", i > 0 ? ", " : "", style >= 2 && below(shape, 3) == 0 ? 'b' : 'a', i < keys / 2 ? i : (unsigned)below(shape, 10));
    for (unsigned i = keys; i < columns; i++) {
        if (style % 2 == 1)
            add(t, ", sum(a.c%u * b.c%u) as m%u", measure, 10 + (unsigned)below(shape, 10), i);
        else
            add(t, ", case when a.c%u > 0 then coalesce(b.c%u, 0) else a.c%u end as m%u", 10 + (unsigned)below(shape, 10), measure,
                10 + (unsigned)below(shape, 10), i);
    }
    add(t, " from t%" PRIu64 " a join t%" PRIu64 " b on a.c0 = b.c0 and a.dt = b.dt where ", any_table(s, shape), other);
    add_filter(t, events);
    if (below(shape, 2) == 0) {
        add(t, " and b.c%u", 10 + (unsigned)below(shape, 10));
        add_list(t, events);
    }
    if (style % 2 == 1) {
        add(t, " group by ");
        for (unsigned i = 0; i < keys; i++)
            add(t, "%s%u", i > 0 ? ", " : "", i + 1);
    }
}

/* The statement of that number in database `d`, with this run's literals. */
static void write_statement(text *t, const settings *s, unsigned d, uint64_t number, chance *events, const char **type)
{
    chance shape = chance_of(s, 1, number * DATABASES + d);
    uint64_t sort = below(&shape, 100);
    unsigned columns = 4 + (unsigned)below(&shape, 8);

    t->length = 0;
    *type = "DML";
    if (sort < 55) {
        *type = "QUERY";
        add_select(t, s, &shape, events, columns);
        add(t, " limit %u", 10 + (unsigned)below(events, 1000));
    } else if (sort < 90) {
        add(t, "insert into %s.t%" PRIu64 " (", databases[(d + 1) % DATABASES], any_table(s, &shape));
        for (unsigned i = 0; i < columns; i++)
            add(t, "%sc%u", i > 0 ? ", " : "", i);
        add(t, ") partition (dt = '2024-03-01') ");
        add_select(t, s, &shape, events, columns);
    } else if (sort < 95) {
        *type = "CREATE_TABLE_AS_SELECT";
        add(t, "create table if not exists %s.x%" PRIu64 " as ", databases[(d + 1) % DATABASES], number);
        add_select(t, s, &shape, events, columns);
    } else {
        *type = "CREATE_VIEW";
        add(t, "create view %s.v%" PRIu64 " as ", databases[(d + 1) % DATABASES], number);
        add_select(t, s, &shape, events, columns);
    }
    add(t, " /* %" PRIx64 " */", number); /* no two numbers are one statement by chance: the shape names columns */
}

/* Step 0: a temporary table; step 1: more of it; step 2: what is made of it. */
static void write_step(text *t, const settings *s, unsigned d, uint64_t pipeline, unsigned step, chance *events, const char **type)
{
    chance shape = chance_of(s, 2, pipeline * DATABASES + d);

    t->length = 0;
    *type = step == 0 ? "CREATE_TABLE_AS_SELECT" : "DML";
    if (step == 0)
        add(t, "create temporary table tmp_%" PRIu64 " as ", pipeline);
    else if (step == 1)
        add(t, "insert into tmp_%" PRIu64 " ", pipeline);
    if (step < 2) {
        add_select(t, s, &shape, events, 6);
        return;
    }
    add(t, "insert into %s.t%" PRIu64 " (c0, c1, c2) partition (dt = '2024-03-01') select c0, max(m5), count(*) from tmp_%" PRIu64
        " where c0 > %u group by c0", databases[(d + 1) % DATABASES], any_table(s, &shape), pipeline, (unsigned)below(events, 1000));
}

/* ---- Sessions -------------------------------------------------------------------------------------- */

typedef struct session {
    uint64_t number;
    unsigned database, left, step;
    uint64_t pipeline; /* of one that builds a temporary table; UINT64_MAX: none */
} session;

static void open_session(session *x, const settings *s, chance *c, uint64_t number)
{
    *x = (session){ number, (unsigned)below(c, DATABASES), 8 + (unsigned)below(c, 30), 0, UINT64_MAX };
    if (below(c, 20) == 0) {
        x->pipeline = below(c, s->statements / 100 + 1);
        x->left = 4;
    }
}

static void next_statement(text *t, session *x, const settings *s, chance *c, const char **type)
{
    if (x->step == 0) {
        t->length = 0;
        *type = "USE";
        add(t, "use %s", databases[x->database]);
    } else if (x->pipeline != UINT64_MAX) {
        write_step(t, s, x->database, x->pipeline, x->step - 1, c, type);
    } else {
        write_statement(t, s, x->database, skewed(c, (s->statements + DATABASES - 1) / DATABASES), c, type);
    }
    x->step++;
    x->left--;
}

/* ---- Files ----------------------------------------------------------------------------------------- */

static FILE *create(const char *format, ...) __attribute__((format(printf, 1, 2)));
static FILE *create(const char *format, ...)
{
    char name[4096];
    va_list values;
    FILE *file;

    va_start(values, format);
    vsnprintf(name, sizeof name, format, values);
    va_end(values);
    file = fopen(name, "wb");
    if (file == NULL) {
        fprintf(stderr, "audit_log: %s: %s\n", name, strerror(errno));
        exit(2);
    }
    return file;
}

static void write_catalog(const settings *s)
{
    FILE *file = create("%s/catalog.sql", s->folder);

    for (unsigned d = 0; d < DATABASES; d++) {
        for (uint64_t t = 0; t < s->tables; t++) {
            fprintf(file, "CREATE TABLE %s.t%" PRIu64 " (", databases[d], t);
            for (unsigned i = 0; i < COLUMNS; i++)
                fprintf(file, "c%u %s, ", i, i == 0 ? "BIGINT" : i < 10 ? "STRING" : "DECIMAL(18,2)");
            fprintf(file, "x INT) PARTITIONED BY (dt STRING);\n");
        }
    }
    fclose(file);
}

static void write_event(FILE *out, const text *t, const session *x, const char *type, uint64_t daemon, uint64_t number, uint64_t ms,
                        chance *c)
{
    int failed = below(c, 50) == 0 && strcmp(type, "USE") != 0;
    uint64_t second = ms / 1000 % 86400;

    fprintf(out, "{\"%" PRIu64 "\":{\"query_id\":\"%016" PRIx64 ":%08" PRIx64 "00000000\",\"session_id\":\"%08" PRIx64 ":%" PRIx64 "\","
            "\"start_time\":\"2024-03-01 %02u:%02u:%02u.%03u000\",\"authorization_failure\":false,\"status\":\"%s\",\"user\":\"etl%u\","
            "\"impersonator\":null,\"statement_type\":\"%s\",\"network_address\":\"10.0.0.%u:5%04u\",\"sql_statement\":\"%s\","
            "\"catalog_objects\":[]}}\n",
            ms, number * 0x9E3779B97F4A7C15u ^ daemon << 60, number, x->number, daemon, (unsigned)(second / 3600),
            (unsigned)(second / 60 % 60), (unsigned)(second % 60), (unsigned)(ms % 1000),
            failed ? "Memory limit exceeded: Could not allocate 4.00 GB" : "", (unsigned)(x->number % 40), type,
            (unsigned)(x->number % 250), (unsigned)(x->number % 10000), t->data);
}

static void write_daemon(const settings *s, uint64_t daemon)
{
    static text t;
    session open[OPEN_SESSIONS];
    chance c = chance_of(s, 3, daemon);
    uint64_t events = s->events / s->daemons + (daemon < s->events % s->daemons), each = events / s->files + 1, sessions = 0;
    char folder[4096];
    FILE *out = NULL;

    snprintf(folder, sizeof folder, "%s/daemon-%" PRIu64, s->folder, daemon);
    mkdir(folder, 0777);
    for (unsigned i = 0; i < OPEN_SESSIONS; i++)
        open_session(&open[i], s, &c, ++sessions);
    for (uint64_t i = 0; i < events; i++) {
        session *x = &open[below(&c, OPEN_SESSIONS)];
        uint64_t ms = 1709251200000u + i * 86400000u / events;
        const char *type;
        if (i % each == 0) {
            if (out != NULL)
                fclose(out);
            out = create("%s/impala_audit_event_log_1.0-%" PRIu64, folder, ms);
        }
        next_statement(&t, x, s, &c, &type);
        write_event(out, &t, x, type, daemon, i, ms, &c);
        if (x->left == 0)
            open_session(x, s, &c, ++sessions);
    }
    if (out != NULL)
        fclose(out);
}

static int read_arguments(settings *s, int count, char **arguments)
{
    const struct {
        const char *name;
        uint64_t *value;
    } options[] = { { "--events", &s->events },   { "--statements", &s->statements }, { "--daemons", &s->daemons },
                    { "--files", &s->files },     { "--tables", &s->tables },         { "--seed", &s->seed } };

    for (int i = 1; i < count; i++) {
        int found = 0;
        for (size_t o = 0; o < sizeof options / sizeof *options && i + 1 < count; o++) {
            if (strcmp(arguments[i], options[o].name) == 0) {
                *options[o].value = strtoull(arguments[++i], NULL, 10);
                found = 1;
                break;
            }
        }
        if (!found && s->folder == NULL)
            s->folder = arguments[i];
        else if (!found)
            return 0;
    }
    return s->folder != NULL && s->daemons > 0 && s->files > 0 && s->tables > 0 && s->statements > 0;
}

int main(int count, char **arguments)
{
    settings s = { 2400000, 40000, 3, 8, 200, 1, NULL };

    if (!read_arguments(&s, count, arguments)) {
        fputs("usage: audit_log [--events N] [--statements N] [--daemons N] [--files N] [--tables N] [--seed N] FOLDER\n", stderr);
        return 2;
    }
    mkdir(s.folder, 0777);
    write_catalog(&s);
    for (uint64_t daemon = 0; daemon < s.daemons; daemon++)
        write_daemon(&s, daemon);
    return 0;
}
