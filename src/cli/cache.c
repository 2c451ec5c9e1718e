#include "cli/cache.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files.h"
#include "cli/report.h"

/* ---- Answers ------------------------------------------------------------------------------------- */

static void *grown(void *memory, size_t size)
{
    memory = realloc(memory, size);
    if (memory == NULL)
        cli_end_without_memory();
    return memory;
}

void cli_answer_start(cli_answer *answer)
{
    answer->length = answer->id_count = 0;
    answer->worst = 0;
    answer->too_long = false;
}

void cli_answer_add(cli_answer *answer, const char *text, size_t length)
{
    if (length > CLI_MOST_ANSWER - answer->length)
        answer->too_long = true;
    if (answer->too_long || length == 0)
        return;
    if (length > answer->capacity - answer->length) {
        answer->capacity = (answer->length + length) * 2;
        answer->text = grown(answer->text, answer->capacity);
    }
    memcpy(answer->text + answer->length, text, length);
    answer->length += length;
}

void cli_answer_add_id(cli_answer *answer)
{
    if (answer->too_long)
        return;
    if (answer->id_count == answer->id_capacity) {
        answer->id_capacity = answer->id_capacity * 2 + 8;
        answer->ids = grown(answer->ids, answer->id_capacity * sizeof *answer->ids);
    }
    answer->ids[answer->id_count++] = answer->length;
}

void cli_answer_free(cli_answer *answer)
{
    free(answer->text);
    free(answer->ids);
    *answer = (cli_answer){ 0 };
}

void cli_answer_write(const cli_answer *answer, const char *id)
{
    size_t from = 0;

    for (size_t i = 0; i < answer->id_count; i++) {
        cli_write(answer->text + from, answer->ids[i] - from);
        cli_write(id, strlen(id));
        from = answer->ids[i];
    }
    cli_write(answer->text + from, answer->length - from);
}

/* ---- The cache: a table of short chains, and all entries in the order of their use ----------------- */

/* Texts can be made for one chain; no more than so many are looked at. */
enum { LONGEST_CHAIN = 8 };

/* One piece of memory: the ids, the default database, the text and the answer stand behind. */
typedef struct entry {
    struct entry *next;           /* of the chain, in which the one used last is first */
    struct entry *newer, *older;  /* of all */
    uint64_t key;
    colline_dialect dialect;
    uint32_t flags;
    bool has_id;
    const char *default_db, *sql; /* default_db: may be NULL */
    size_t length, bytes;
    cli_answer answer;
    size_t ids[];
} entry;

struct cli_cache {
    entry **chains;
    size_t mask;
    size_t count, most, bytes, most_bytes;
    entry *newest, *oldest;
};

cli_cache *cli_cache_new(size_t most, size_t most_bytes)
{
    cli_cache *cache = cli_allocate(sizeof *cache);
    size_t chains = 1;

    while (chains < most)
        chains *= 2;
    cache->chains = cli_allocate(chains * sizeof(entry *));
    cache->mask = chains - 1;
    cache->most = most;
    cache->most_bytes = most_bytes;
    return cache;
}

void cli_cache_free(cli_cache *cache)
{
    entry *next;

    if (cache == NULL)
        return;
    for (entry *e = cache->newest; e != NULL; e = next) {
        next = e->older;
        free(e);
    }
    free(cache->chains);
    free(cache);
}

/* colline_cache_key() has all options in it.  Of a text it leaves out literals, which an answer shows: the whole text goes
 * in as its seed. */
static uint64_t key_of(const cli_question *question)
{
    uint64_t hash = question->length, word;
    size_t at = 0;

    for (; question->length - at >= sizeof word; at += sizeof word) {
        memcpy(&word, question->sql + at, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    for (; at < question->length; at++)
        hash = (hash ^ (unsigned char)question->sql[at]) * UINT64_C(0x100000001B3);
    return colline_cache_key(question->options, "", 0, hash);
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* (Limits are the command's.) */
static bool answers(const entry *e, const cli_question *question)
{
    return e->key == question->key && e->length == question->length && e->has_id == question->has_id &&
           e->dialect == question->options->dialect && e->flags == question->options->flags &&
           same_text(e->default_db, question->options->default_db) &&
           memcmp(e->sql, question->sql, question->length) == 0;
}

static entry **chain_of(cli_cache *cache, uint64_t key)
{
    return &cache->chains[(size_t)key & cache->mask];
}

static void enter(cli_cache *cache, entry *e)
{
    entry **chain = chain_of(cache, e->key);

    e->next = *chain;
    *chain = e;
    e->older = cache->newest;
    e->newer = NULL;
    *(cache->newest != NULL ? &cache->newest->newer : &cache->oldest) = e;
    cache->newest = e;
    cache->count++;
    cache->bytes += e->bytes;
}

static void leave(cli_cache *cache, entry *e)
{
    entry **link = chain_of(cache, e->key);

    while (*link != e)
        link = &(*link)->next;
    *link = e->next;
    *(e->newer != NULL ? &e->newer->older : &cache->newest) = e->older;
    *(e->older != NULL ? &e->older->newer : &cache->oldest) = e->newer;
    cache->count--;
    cache->bytes -= e->bytes;
}

static void forget(cli_cache *cache, entry *e)
{
    leave(cache, e);
    free(e);
}

const cli_answer *cli_cache_find(cli_cache *cache, cli_question *question)
{
    entry *e;

    question->key = key_of(question);
    e = *chain_of(cache, question->key);
    while (e != NULL && !answers(e, question))
        e = e->next;
    if (e == NULL)
        return NULL;
    leave(cache, e);
    enter(cache, e);
    return &e->answer;
}

/* Copy to *end, and move it behind the copy. */
static char *copied(char **end, const char *text, size_t length)
{
    char *copy = *end;

    if (length > 0)
        memcpy(copy, text, length);
    *end += length;
    return copy;
}

static entry *make(const cli_question *question, const cli_answer *answer, size_t bytes)
{
    const char *default_db = question->options->default_db;
    entry *e = cli_allocate(bytes);
    char *end = (char *)(e->ids + answer->id_count);

    e->key = question->key;
    e->dialect = question->options->dialect;
    e->flags = question->options->flags;
    e->has_id = question->has_id;
    e->default_db = default_db != NULL ? copied(&end, default_db, strlen(default_db) + 1) : NULL;
    e->sql = copied(&end, question->sql, question->length);
    e->length = question->length;
    e->bytes = bytes;
    e->answer = (cli_answer){ .length = answer->length, .ids = e->ids, .id_count = answer->id_count, .worst = answer->worst };
    e->answer.text = copied(&end, answer->text, answer->length);
    if (answer->id_count > 0)
        memcpy(e->ids, answer->ids, answer->id_count * sizeof *e->ids);
    return e;
}

static void shorten_chain(cli_cache *cache, uint64_t key)
{
    entry *e = *chain_of(cache, key);

    for (unsigned i = 0; e != NULL && i < LONGEST_CHAIN; i++)
        e = e->next;
    if (e != NULL)
        forget(cache, e);
}

void cli_cache_keep(cli_cache *cache, const cli_question *question, const cli_answer *answer)
{
    const char *default_db = question->options->default_db;
    size_t bytes = sizeof(entry) + answer->id_count * sizeof(size_t) + question->length + answer->length +
                   (default_db != NULL ? strlen(default_db) + 1 : 0);
    entry *e;

    if (answer->too_long || question->length > CLI_MOST_TEXT || bytes > cache->most_bytes)
        return;
    e = make(question, answer, bytes);
    enter(cache, e);
    while (cache->count > cache->most || cache->bytes > cache->most_bytes)
        forget(cache, cache->oldest);
    shorten_chain(cache, e->key);
}
