/*
 * bench.c -- how fast is it?  MB/s of the bare token scan, of parsing, of full lineage, and of lineage as JSON.
 *
 *     bench [--json] [--only STAGE] [--dialect NAME] [--bytes N] [--rounds N] [--catalog FILE.sql] SCRIPT.sql...
 *
 * The scan is the floor: whatever is built on tokens costs at least that.  The texts are repeated until they are --bytes
 * long (0: as they are); each round runs every stage once, so that what else the machine does falls on all of them, and
 * a stage's figure is the median of its rounds, in processor time.  tests/bench/run runs it over many texts.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "syntax/lexer.h"
#include "syntax/parse.h"

enum { WANTED_BYTES = 4 << 20, ROUNDS = 7, MOST_ROUNDS = 101 };

typedef struct bench {
    colline_text text;
    colline_catalog *catalog;
    cln_fault fault;
    cln_arena lifetime, arena;
    size_t count;       /* of tokens, statements, edges, bytes written: so that nothing is optimised away */
    size_t statements, errors;
    size_t arena_bytes; /* of all statements */
    size_t allocations; /* of the session, opening it included */
    colline_dialect dialect;
    bool json;          /* lineage is written, too */
} bench;

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void die(const char *what)
{
    fprintf(stderr, "bench: %s\n", what);
    exit(2);
}

/* The file's bytes behind those of `text`, and a newline. */
static void append_file(const char *name, char **text, size_t *length)
{
    FILE *file = fopen(name, "rb");
    long size;

    if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0)
        die(name);
    rewind(file);
    *text = realloc(*text, *length + (size_t)size + 2);
    if (*text == NULL || fread(*text + *length, 1, (size_t)size, file) != (size_t)size)
        die(name);
    *length += (size_t)size;
    (*text)[(*length)++] = '\n';
    (*text)[*length] = 0;
    fclose(file);
}

/* The text again and again, until it is long enough to measure. */
static void repeat(char **text, size_t *length, size_t wanted)
{
    size_t once = *length, times = wanted / once + 1;

    *text = realloc(*text, once * times + 1);
    if (*text == NULL)
        die("no memory");
    for (size_t i = 1; i < times; i++)
        memcpy(*text + i * once, *text, once);
    *length = once * times;
    (*text)[*length] = 0;
}

static void scan(void *argument)
{
    bench *b = argument;
    const cln_dialect *dialect = cln_dialect_of(b->dialect);
    cln_lexer lexer = { b->text, dialect, dialect->lex | CLN_LEX_TEMPLATE };
    cln_token token;

    for (uint32_t offset = 0; (token = cln_lex(&lexer, offset)).kind != 0; offset = token.offset + token.length)
        b->count++;
}

static void parse(void *argument)
{
    bench *b = argument;
    cln_parser_options options = { .dialect = cln_dialect_of(b->dialect), .max_nesting = 1000, .templates = true };
    cln_parser *parser = cln_parser_new(&b->lifetime, &options);
    cln_diagnostics diagnostics = { .arena = &b->arena };
    cln_parsed parsed;

    cln_parser_start(parser, b->text);
    while (cln_parser_next(parser, &b->arena, &diagnostics, &parsed)) {
        b->count++;
        b->statements++;
        b->arena_bytes += b->arena.held;
        cln_arena_reset(&b->arena);
        memset(&diagnostics.list, 0, sizeof diagnostics.list);
    }
    cln_arena_free(&b->lifetime);
}

/* Its JSON into the statement's arena. */
static void write_json(bench *b, const colline_statement *statement)
{
    colline_text json;

    if (colline_statement_render(statement, COLLINE_FORMAT_JSON, NULL, &json) != COLLINE_OK)
        die("no JSON");
    b->count += json.length;
}

static void *allocate(void *context, size_t size)
{
    ((bench *)context)->allocations++;
    return malloc(size);
}

static void release(void *context, void *memory, size_t size)
{
    (void)context;
    (void)size;
    free(memory);
}

static void read_lineage(bench *b)
{
    colline_allocator counting = { allocate, release, b };
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_session *session = NULL;
    const colline_statement *statement;

    options.dialect = b->dialect;
    options.allocator = &counting;
    if (colline_session_open(b->catalog, &options, &session) != COLLINE_OK)
        die("no session");
    colline_session_feed(session, b->text.data, b->text.length);
    colline_session_finish(session);
    while ((statement = colline_session_next(session)) != NULL) {
        b->errors += colline_statement_outcome(statement) == COLLINE_OUTCOME_ERROR;
        if (b->json)
            write_json(b, statement);
        else
            b->count += colline_statement_edge_count(statement);
        b->statements++;
        b->arena_bytes += colline_session_arena_bytes(session);
    }
    if (colline_session_status(session) != COLLINE_OK)
        die(colline_status_text(colline_session_status(session)));
    colline_session_close(session);
}

static void lineage(void *argument)
{
    ((bench *)argument)->json = false;
    read_lineage(argument);
}

static void lineage_as_json(void *argument)
{
    ((bench *)argument)->json = true;
    read_lineage(argument);
}

/* ---- Measuring ---- */

typedef struct stage {
    const char *name, *counted;
    void (*work)(void *argument);
    double times[MOST_ROUNDS]; /* then in order */
    double median;
    size_t count, statements, errors, arena_bytes, allocations;
} stage;

static stage stages[] = {
    { .name = "tokens", .counted = "tokens", .work = scan },
    { .name = "parsing", .counted = "statements", .work = parse },
    { .name = "lineage", .counted = "edges", .work = lineage },
    { .name = "json", .counted = "bytes of JSON", .work = lineage_as_json },
};
enum { STAGES = sizeof stages / sizeof stages[0] };

static double run(bench *b, stage *s)
{
    double start = seconds();

    b->count = b->statements = b->errors = b->arena_bytes = b->allocations = 0;
    if (cln_guard(&b->fault, s->work, b) != COLLINE_OK)
        die("no memory");
    s->count = b->count;
    s->statements = b->statements;
    s->errors = b->errors;
    s->arena_bytes = b->arena_bytes;
    s->allocations = b->allocations;
    return seconds() - start;
}

static int compare_times(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

static void measure(bench *b, const char *only, int rounds)
{
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < STAGES; i++)
            if (only == NULL || strcmp(only, stages[i].name) == 0)
                stages[i].times[round] = run(b, &stages[i]);
    for (int i = 0; i < STAGES; i++) {
        qsort(stages[i].times, (size_t)rounds, sizeof(double), compare_times);
        stages[i].median = stages[i].times[rounds / 2];
    }
}

static double rate(const bench *b, const stage *s)
{
    return (double)b->text.length / 1e6 / s->median;
}

/* What a stage costs: a statement's microseconds, its arena bytes for each byte of text, times the scan. */
typedef struct cost {
    double per_statement, arena_per_byte, times_scan;
} cost;

static cost cost_of(const bench *b, const stage *s)
{
    return (cost){ s->statements != 0 ? s->median * 1e6 / (double)s->statements : 0,
                   (double)s->arena_bytes / (double)b->text.length,
                   stages[0].median > 0 ? s->median / stages[0].median : 0 };
}

static void print_text(const bench *b)
{
    printf("%-8s %8s %9s %12s %11s   in %.1f MB\n", "", "MB/s", "x scan", "us/statement", "arena/byte",
           (double)b->text.length / 1e6);
    for (int i = 0; i < STAGES; i++) {
        const stage *s = &stages[i];
        cost c = cost_of(b, s);
        if (s->median > 0)
            printf("%-8s %8.1f %9.2f %12.2f %11.1f   %zu %s\n", s->name, rate(b, s), c.times_scan, c.per_statement,
                   c.arena_per_byte, s->count, s->counted);
    }
}

static void print_json(const bench *b)
{
    printf("{\"bytes\": %u", b->text.length);
    for (int i = 0; i < STAGES; i++) {
        const stage *s = &stages[i];
        cost c = cost_of(b, s);
        if (s->median > 0)
            printf(", \"%s\": {\"mb_per_second\": %.2f, \"times_scan\": %.3f, \"us_per_statement\": %.3f, "
                   "\"arena_per_byte\": %.2f, \"count\": %zu, \"statements\": %zu, \"errors\": %zu, \"allocations\": %zu}",
                   s->name, rate(b, s), c.times_scan, c.per_statement, c.arena_per_byte, s->count, s->statements, s->errors,
                   s->allocations);
    }
    printf("}\n");
}

typedef struct settings {
    bool json;
    const char *only, *catalog;
    colline_dialect dialect;
    size_t bytes;
    int rounds;
    int files; /* index of the first argument that is none */
} settings;

static colline_dialect dialect_named(const char *name)
{
    colline_dialect dialect = COLLINE_GENERIC;

    if (!colline_dialect_by_name(name, &dialect))
        die(name);
    return dialect;
}

static settings read_settings(int argc, char **argv)
{
    settings set = { false, NULL, NULL, COLLINE_IMPALA, WANTED_BYTES, ROUNDS, 1 };

    for (; set.files < argc && strncmp(argv[set.files], "--", 2) == 0; set.files++) {
        const char *option = argv[set.files];
        if (strcmp(option, "--json") == 0)
            set.json = true;
        else if (set.files + 1 == argc)
            break;
        else if (strcmp(option, "--only") == 0)
            set.only = argv[++set.files];
        else if (strcmp(option, "--catalog") == 0)
            set.catalog = argv[++set.files];
        else if (strcmp(option, "--dialect") == 0)
            set.dialect = dialect_named(argv[++set.files]);
        else if (strcmp(option, "--bytes") == 0)
            set.bytes = strtoul(argv[++set.files], NULL, 10);
        else if (strcmp(option, "--rounds") == 0)
            set.rounds = atoi(argv[++set.files]);
        else
            die(option);
    }
    if (argc == set.files || set.rounds < 1 || set.rounds > MOST_ROUNDS)
        die("usage: bench [--json] [--only STAGE] [--dialect NAME] [--bytes N] [--rounds N] [--catalog FILE.sql] SCRIPT.sql...");
    return set;
}

int main(int argc, char **argv)
{
    settings set = read_settings(argc, argv);
    bench b = { 0 };
    char *ddl = NULL, *text = NULL;
    size_t ddl_length = 0, length = 0;

    b.dialect = set.dialect;
    for (int i = set.files; i < argc; i++)
        append_file(argv[i], &text, &length);
    if (set.bytes > 0)
        repeat(&text, &length, set.bytes);
    b.text = cln_text_of(text, length);
    b.catalog = colline_catalog_new(NULL);
    if (set.catalog != NULL)
        append_file(set.catalog, &ddl, &ddl_length);
    if (set.catalog != NULL &&
        colline_catalog_add_ddl(b.catalog, set.dialect, NULL, ddl, ddl_length, NULL) != COLLINE_OK)
        die(set.catalog);
    cln_arena_init(&b.lifetime, &b.fault, NULL);
    cln_arena_init(&b.arena, &b.fault, NULL);
    measure(&b, set.only, set.rounds);
    if (set.json)
        print_json(&b);
    else
        print_text(&b);
    cln_arena_free(&b.arena);
    colline_catalog_release(b.catalog);
    free(ddl);
    free(text);
    return 0;
}
