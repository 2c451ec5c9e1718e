/*
 * What the public interface has besides handles: what callers pass, names, tokens, fingerprints, version.
 */
#include "api.h"

#include "base/xxh64.h"
#include "format/names.h"
#include "syntax/cache_key.h"
#include "syntax/fingerprint.h"

/* ---- What the caller gives ----------------------------------------------------------------------- */

bool cln_read_sized(void *known, size_t known_size, const void *given)
{
    size_t size;

    memcpy(&size, given, sizeof size);
    if (size < sizeof size || size % sizeof size != 0) /* no such struct: it would end within a pointer */
        return false;
    memcpy(known, given, size < known_size ? size : known_size);
    return true;
}

bool cln_is_dialect(colline_dialect dialect)
{
    return cln_dialect_of(dialect)->id == dialect;
}

bool cln_is_text(const char *data, size_t length)
{
    return data != NULL || length == 0;
}

cln_table_name cln_home_of_option(cln_arena *arena, const cln_dialect *dialect, const char *default_db)
{
    if (default_db == NULL || default_db[0] == '\0')
        return CLN_NO_TABLE;
    return cln_home_of(arena, dialect, cln_text_from(arena, default_db));
}

/* ---- Names --------------------------------------------------------------------------------------- */

int colline_dialect_by_name(const char *name, colline_dialect *dialect)
{
    const cln_dialect *found = name != NULL ? cln_dialect_named(cln_text_of(name, strlen(name))) : NULL;

    if (found == NULL || dialect == NULL)
        return 0;
    *dialect = found->id;
    return 1;
}

const char *colline_dialect_name(colline_dialect dialect)
{
    return cln_is_dialect(dialect) ? cln_dialect_of(dialect)->name : NULL;
}

const char *colline_edge_kind_name(colline_edge_kind kind)
{
    return cln_edge_kind_word(kind);
}

const char *colline_statement_kind_name(colline_statement_kind kind)
{
    return cln_statement_kind_word(kind);
}

const char *colline_outcome_name(colline_outcome outcome)
{
    return cln_outcome_word(outcome);
}

const char *colline_operation_name(colline_operation operation)
{
    return cln_operation_word(operation);
}

const char *colline_status_text(colline_status status)
{
    switch (status) {
    case COLLINE_OK: return "no error";
    case COLLINE_E_MEMORY: return "out of memory";
    case COLLINE_E_MISUSE: return "wrong use of the library";
    case COLLINE_E_LIMIT: return "larger than the limits allow";
    case COLLINE_E_CANCELLED: return "cancelled";
    case COLLINE_E_INPUT: return "input that cannot be read";
    }
    return NULL;
}

#define TEXT_OF(x) #x
#define DOTTED(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char *colline_version(void)
{
    return DOTTED(COLLINE_VERSION_MAJOR, COLLINE_VERSION_MINOR, COLLINE_VERSION_PATCH);
}

int colline_abi_version(void)
{
    return COLLINE_ABI_VERSION;
}

/* ---- Fingerprints -------------------------------------------------------------------------------- */

cln_lexer cln_lexer_of(const cln_dialect *dialect, colline_text text, bool templates)
{
    uint32_t flags = templates ? dialect->lex | CLN_LEX_TEMPLATE : dialect->lex & ~(uint32_t)CLN_LEX_TEMPLATE;

    return (cln_lexer){ text, dialect, flags };
}

typedef struct hashing {
    cln_arena arena;
    const cln_dialect *dialect;
    const char *sql;
    size_t length;
    uint64_t fingerprint;
} hashing;

static void hash(void *argument)
{
    hashing *h = argument;
    colline_text text = cln_text_copy(&h->arena, cln_text_of(h->sql, h->length));
    cln_lexer lexer = cln_lexer_of(h->dialect, text, true);

    h->fingerprint = cln_fingerprint(&lexer, (colline_span){ 0, text.length }, h->arena.fault);
}

uint64_t colline_fingerprint(colline_dialect dialect, const char *sql, size_t length)
{
    cln_fault fault = { .status = COLLINE_OK };
    hashing h = { .dialect = cln_dialect_of(dialect), .sql = sql, .length = length };
    colline_status status;

    if (sql == NULL || length >= UINT32_MAX)
        return 0;
    cln_arena_init(&h.arena, &fault, NULL);
    status = cln_guard(&fault, hash, &h);
    cln_arena_free(&h.arena);
    return status == COLLINE_OK ? h.fingerprint : 0;
}

/* ---- Cache keys ----------------------------------------------------------------------------------- */

typedef struct keying {
    cln_arena arena;
    const colline_options *options;
    const char *sql;
    size_t length;
    uint64_t seed, key;
    cln_left_out *left_out;
} keying;

/* What of the options bears on an analysis. */
static uint64_t key_of_options(const colline_options *options, uint64_t seed)
{
    uint64_t numbers[] = { (uint64_t)options->dialect, options->flags, options->max_nesting, options->max_edges,
                           options->max_statement_bytes, options->default_db != NULL, options->max_tokens,
                           options->max_tables, options->max_columns, options->max_catalog_bytes };
    cln_xxh64 hash;

    cln_xxh64_start(&hash, seed);
    cln_xxh64_add(&hash, numbers, sizeof numbers);
    if (options->default_db != NULL)
        cln_xxh64_add(&hash, options->default_db, strlen(options->default_db));
    return cln_xxh64_end(&hash);
}

static void find_key(void *argument)
{
    keying *k = argument;
    colline_text text = cln_text_copy(&k->arena, cln_text_of(k->sql, k->length));
    cln_lexer lexer = cln_lexer_of(cln_dialect_of(k->options->dialect), text,
                                   (k->options->flags & COLLINE_NO_TEMPLATES) == 0);

    k->key = cln_cache_key(&lexer, key_of_options(k->options, k->seed), k->left_out, k->arena.fault);
}

static uint64_t cache_key(const colline_options *given, const char *sql, size_t length, uint64_t seed, cln_left_out *left_out)
{
    cln_fault fault = { .status = COLLINE_OK };
    colline_options options = COLLINE_OPTIONS_INIT;
    keying k = { .options = &options, .sql = sql, .length = length, .seed = seed, .left_out = left_out };
    colline_status status;

    if (sql == NULL || length >= UINT32_MAX ||
        (given != NULL && !cln_read_sized(&options, sizeof options, given)))
        return 0;
    fault.cancelled = options.cancelled;
    fault.user = options.user;
    cln_arena_init(&k.arena, &fault, NULL);
    status = cln_guard(&fault, find_key, &k);
    cln_arena_free(&k.arena);
    return status == COLLINE_OK ? k.key : 0;
}

uint64_t colline_cache_key(const colline_options *options, const char *sql, size_t length, uint64_t seed)
{
    return cache_key(options, sql, length, seed, NULL);
}

uint64_t colline_cache_key_spans(const colline_options *options, const char *sql, size_t length, uint64_t seed,
                                 colline_span *left_out, size_t capacity, size_t *count)
{
    cln_left_out list = { left_out, left_out != NULL ? capacity : 0, 0 };
    uint64_t key = cache_key(options, sql, length, seed, &list);

    if (count != NULL)
        *count = key != 0 ? list.count : 0;
    return key;
}

/* ---- Tokens -------------------------------------------------------------------------------------- */

/* The lexer wants a NUL behind its text, which the caller's need not have: it reads copies of a window, which
 * grows until the token ends well inside of it.  One byte before the token is kept for the lexer to look
 * back. */
enum { FIRST_WINDOW = 256, LOOKAHEAD = 32 };

typedef struct window {
    cln_arena arena;
    const cln_dialect *dialect;
    const char *sql;
    size_t length, offset;
    cln_token token;
    size_t start; /* of the window in `sql` */
} window;

static void lex(void *argument)
{
    window *w = argument;
    size_t size = FIRST_WINDOW;

    w->start = w->offset > 0 ? w->offset - 1 : 0;
    for (;; size *= 2) {
        bool whole = size >= w->length - w->start;
        size_t held = whole ? w->length - w->start : size;
        cln_lexer lexer;

        cln_arena_reset(&w->arena);
        lexer =
            cln_lexer_of(w->dialect, cln_text_copy(&w->arena, cln_text_of(w->sql + w->start, held)), true);
        w->token = cln_lex(&lexer, (uint32_t)(w->offset - w->start));
        if (whole || (w->token.kind != 0 && (size_t)w->token.offset + w->token.length + LOOKAHEAD < held))
            return;
    }
}

int colline_next_token(colline_dialect dialect, const char *sql, size_t length, size_t *offset,
                       colline_token *token)
{
    cln_fault fault = { .status = COLLINE_OK };
    window w = { .dialect = cln_dialect_of(dialect), .sql = sql, .length = length };
    colline_status status;

    if (sql == NULL || offset == NULL || token == NULL || length >= UINT32_MAX || *offset >= length)
        return 0;
    w.offset = *offset;
    cln_arena_init(&w.arena, &fault, NULL);
    status = cln_guard(&fault, lex, &w);
    cln_arena_free(&w.arena);
    if (status != COLLINE_OK || w.token.kind == 0)
        return 0;
    token->kind = cln_token_sort(w.token.kind);
    token->at = (colline_span){ (uint32_t)(w.start + w.token.offset), w.token.length };
    *offset = (size_t)token->at.offset + token->at.length;
    return 1;
}
