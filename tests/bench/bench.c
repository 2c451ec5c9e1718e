/*
 * bench.c -- how fast is it?  MB/s of the bare token scan, of parsing, and of full lineage.
 *
 *     bench CATALOG.sql SCRIPT.sql...
 *
 * The scan is the floor: whatever is built on tokens costs at least that.  Each figure is the best of several rounds
 * over the scripts, repeated until they are a few megabytes; the process sees nothing else, and no output is made.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "syntax/lexer.h"
#include "syntax/parse.h"

enum { WANTED_BYTES = 4 << 20, ROUNDS = 5 };

typedef struct bench {
    colline_text text;
    colline_catalog *catalog;
    cln_fault fault;
    cln_arena lifetime, arena;
    size_t count; /* of tokens, statements, edges: so that nothing is optimised away */
} bench;

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
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
static void repeat(char **text, size_t *length)
{
    size_t once = *length, times = WANTED_BYTES / once + 1;

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
    const cln_dialect *dialect = cln_dialect_of(COLLINE_IMPALA);
    cln_lexer lexer = { b->text, dialect, dialect->lex | CLN_LEX_TEMPLATE };
    cln_token token;

    for (uint32_t offset = 0; (token = cln_lex(&lexer, offset)).kind != 0; offset = token.offset + token.length)
        b->count++;
}

static void parse(void *argument)
{
    bench *b = argument;
    cln_parser_options options = { cln_dialect_of(COLLINE_IMPALA), 1000, 0, true };
    cln_parser *parser = cln_parser_new(&b->lifetime, &options);
    cln_diagnostics diagnostics = { .arena = &b->arena };
    cln_parsed parsed;

    cln_parser_start(parser, b->text);
    while (cln_parser_next(parser, &b->arena, &diagnostics, &parsed)) {
        b->count++;
        cln_arena_reset(&b->arena);
        memset(&diagnostics.list, 0, sizeof diagnostics.list);
    }
    cln_arena_free(&b->lifetime);
}

static void lineage(void *argument)
{
    bench *b = argument;
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_session *session = NULL;
    const colline_statement *statement;

    options.dialect = COLLINE_IMPALA;
    if (colline_session_open(b->catalog, &options, &session) != COLLINE_OK)
        die("no session");
    colline_session_feed(session, b->text.data, b->text.length);
    colline_session_finish(session);
    while ((statement = colline_session_next(session)) != NULL) {
        if (colline_statement_outcome(statement) == COLLINE_OUTCOME_ERROR)
            die(colline_statement_diagnostic(statement, 0)->message.data);
        b->count += colline_statement_edge_count(statement);
    }
    if (colline_session_status(session) != COLLINE_OK)
        die(colline_status_text(colline_session_status(session)));
    colline_session_close(session);
}

/* The best of several rounds, in MB/s; what was counted in one is left in b->count. */
static double measure(bench *b, void (*work)(void *argument))
{
    double best = 0;

    for (int i = 0; i < ROUNDS; i++) {
        double start = seconds(), rate;

        b->count = 0;
        if (cln_guard(&b->fault, work, b) != COLLINE_OK)
            die("no memory");
        rate = (double)b->text.length / 1e6 / (seconds() - start);
        best = rate > best ? rate : best;
    }
    return best;
}

int main(int argc, char **argv)
{
    bench b = { 0 };
    char *ddl = NULL, *text = NULL;
    size_t ddl_length = 0, length = 0;
    double floor_rate, parse_rate, lineage_rate;

    if (argc < 3)
        die("usage: bench CATALOG.sql SCRIPT.sql...");
    append_file(argv[1], &ddl, &ddl_length);
    for (int i = 2; i < argc; i++)
        append_file(argv[i], &text, &length);
    repeat(&text, &length);
    b.text = cln_text_of(text, length);
    b.catalog = colline_catalog_new(NULL);
    if (colline_catalog_add_ddl(b.catalog, COLLINE_IMPALA, NULL, ddl, ddl_length, NULL) != COLLINE_OK)
        die(argv[1]);
    cln_arena_init(&b.lifetime, &b.fault, NULL);
    cln_arena_init(&b.arena, &b.fault, NULL);

    floor_rate = measure(&b, scan);
    printf("tokens   %8.1f MB/s   %zu tokens in %.1f MB\n", floor_rate, b.count, (double)length / 1e6);
    parse_rate = measure(&b, parse);
    printf("parsing  %8.1f MB/s   %zu statements    %.2f of the scan\n", parse_rate, b.count, parse_rate / floor_rate);
    lineage_rate = measure(&b, lineage);
    printf("lineage  %8.1f MB/s   %zu edges    %.2f of the scan, %.2f of parsing\n", lineage_rate, b.count,
           lineage_rate / floor_rate, lineage_rate / parse_rate);

    cln_arena_free(&b.arena);
    colline_catalog_release(b.catalog);
    free(ddl);
    free(text);
    return 0;
}
