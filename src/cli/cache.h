/*
 * cache.h -- the answers to records, for when the same text comes again.
 *
 *     {"id":1,"sql":"SELECT a FROM t"}      analysed; what is written is kept, but for the id
 *     {"id":2,"sql":"SELECT a FROM t"}      the same lines, with the id 2
 *
 * An answer is what a record makes the command write when it has a session of its own.  It is found again by all that
 * it depends on, the whole text among that, so that it is what the analysis would write, byte for byte.  The command's
 * own options (format, catalog, ...) are the same for all that one cache is asked.  For one thread.
 */
#ifndef CLI_CACHE_H
#define CLI_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "colline.h"

/* Longer ones are not kept. */
enum { CLI_MOST_TEXT = 64 << 10, CLI_MOST_ANSWER = 1 << 20 };

typedef struct cli_answer {
    char *text; /* without ids */
    size_t length, capacity;
    size_t *ids; /* where in the text the record's id stands, in order */
    size_t id_count, id_capacity;
    int worst; /* the exit status that it asks for */
    bool too_long;
} cli_answer;

/* What an answer depends on. */
typedef struct cli_question {
    const colline_options *options;
    const char *sql;
    size_t length;
    bool has_id;
    uint64_t key; /* of all that, set by cli_cache_find() */
} cli_question;

typedef struct cli_cache cli_cache;

/* At most so many answers, in so many bytes. */
cli_cache *cli_cache_new(size_t most, size_t most_bytes);
void cli_cache_free(cli_cache *cache);
/* NULL: none is kept.  It lives until the next keep. */
const cli_answer *cli_cache_find(cli_cache *cache, cli_question *question);
/* Copy the answer, to a question that cli_cache_find() had none for. */
void cli_cache_keep(cli_cache *cache, const cli_question *question, const cli_answer *answer);

/* Put an answer together, in memory that the next one uses again. */
void cli_answer_start(cli_answer *answer);
void cli_answer_add(cli_answer *answer, const char *text, size_t length);
void cli_answer_add_id(cli_answer *answer);
void cli_answer_free(cli_answer *answer);
/* To standard output. */
void cli_answer_write(const cli_answer *answer, const char *id);

#endif
