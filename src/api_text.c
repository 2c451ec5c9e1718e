/*
 * Texts without a session: all tokens at once, places, normal forms; and the words of the enumerations.
 *
 *     SELECT a  FROM t -- x       SELECT a FROM t; four tokens and a comment
 */
#include "api.h"

#include "catalog/catalog.h"
#include "format/names.h"
#include "syntax/fingerprint.h"

/* What is made of a text in memory of its own; `made` outlives it. */
typedef struct work {
    cln_arena arena;
    cln_lexer lexer;
    const char *sql;
    size_t length;
    void *made;   /* what the caller gets */
    size_t count; /* of its bytes or tokens */
} work;

/* The text as the lexer wants it, followed by a NUL. */
static void copy_text(work *w)
{
    w->lexer.text = cln_text_copy(&w->arena, cln_text_of(w->sql, w->length));
}

static colline_status do_work(work *w, colline_dialect dialect, uint32_t flags, void (*step)(void *argument))
{
    cln_fault fault = { .status = COLLINE_OK };
    colline_status status;

    if (!cln_is_text(w->sql, w->length) || !cln_is_dialect(dialect))
        return COLLINE_E_MISUSE;
    if (w->length >= UINT32_MAX)
        return COLLINE_E_LIMIT;
    w->lexer = cln_lexer_of(cln_dialect_of(dialect), CLN_TEXT(""), (flags & COLLINE_NO_TEMPLATES) == 0);
    cln_arena_init(&w->arena, &fault, NULL);
    status = cln_guard(&fault, step, w);
    cln_arena_free(&w->arena);
    return status;
}

/* Hand out `size` bytes of `data`, and a NUL. */
static void hand_out(work *w, const void *data, size_t size, size_t count)
{
    char *made = cln_output_new(&cln_malloc_allocator, size + 1);

    if (made == NULL)
        cln_fault_raise(w->arena.fault, COLLINE_E_MEMORY);
    if (size > 0)
        memcpy(made, data, size);
    made[size] = '\0';
    w->made = made;
    w->count = count;
}

/* ---- Tokens -------------------------------------------------------------------------------------- */

static void lex_all(void *argument)
{
    work *w = argument;
    CLN_VECTOR(colline_token) tokens = { NULL, 0, 0 };
    cln_token token;

    copy_text(w);
    for (uint32_t offset = 0; (token = cln_lex(&w->lexer, offset)).kind != 0; offset = token.offset + token.length)
        *CLN_PUSH(&w->arena, &tokens) =
            (colline_token){ cln_token_sort(token.kind), { token.offset, token.length } };
    hand_out(w, tokens.items, tokens.count * sizeof *tokens.items, tokens.count);
}

colline_status colline_tokens(colline_dialect dialect, uint32_t flags, const char *sql, size_t length,
                              colline_token **tokens, size_t *count)
{
    work w = { .sql = sql, .length = length };
    colline_status status;

    if (tokens == NULL || count == NULL)
        return COLLINE_E_MISUSE;
    status = do_work(&w, dialect, flags, lex_all);
    *tokens = w.made;
    *count = w.count;
    return status;
}

/* ---- Normal forms -------------------------------------------------------------------------------- */

static void normalize_all(void *argument)
{
    work *w = argument;
    colline_text text;

    copy_text(w);
    text = cln_normalized(&w->arena, &w->lexer, (colline_span){ 0, w->lexer.text.length });
    hand_out(w, text.data, text.length, text.length);
}

colline_status colline_normalize(colline_dialect dialect, const char *sql, size_t length, char **text,
                                 size_t *text_length)
{
    work w = { .sql = sql, .length = length };
    colline_status status;

    if (text == NULL)
        return COLLINE_E_MISUSE;
    status = do_work(&w, dialect, 0, normalize_all);
    *text = w.made;
    if (text_length != NULL)
        *text_length = w.count;
    return status;
}

/* ---- Places -------------------------------------------------------------------------------------- */

int colline_locate(const char *sql, size_t length, size_t offset, uint32_t *line, uint32_t *column)
{
    uint32_t ends = 0;
    size_t start = 0;

    if (sql == NULL || line == NULL || column == NULL || offset > length || length >= UINT32_MAX)
        return 0;
    for (const char *end; (end = memchr(sql + start, '\n', offset - start)) != NULL; ends++)
        start = (size_t)(end - sql) + 1;
    *line = ends + 1;
    *column = (uint32_t)(offset - start) + 1;
    return 1;
}

/* ---- Words --------------------------------------------------------------------------------------- */

const char *colline_quality_name(colline_quality quality)
{
    return cln_quality_word(quality);
}

const char *colline_severity_name(colline_severity severity)
{
    return cln_severity_word(severity);
}

const char *colline_table_kind_name(colline_table_kind kind)
{
    return (unsigned)kind <= COLLINE_TEMPORARY ? cln_table_kind_words[kind] : NULL;
}

const char *colline_function_kind_name(colline_function_kind kind)
{
    return (unsigned)kind <= COLLINE_FUNCTION_TABLE ? cln_function_kind_words[kind] : NULL;
}

const char *colline_format_name(colline_format format)
{
    return cln_format_word(format);
}

int colline_format_by_name(const char *name, colline_format *format)
{
    const char *word;

    for (int i = 0; name != NULL && format != NULL && (word = cln_format_word((colline_format)i)) != NULL; i++) {
        if (strcmp(word, name) == 0) {
            *format = (colline_format)i;
            return 1;
        }
    }
    return 0;
}

const char *colline_diagnostic_code(size_t index, const char **meaning)
{
    bool known = index < CLN_CODE_COUNT;

    if (meaning != NULL)
        *meaning = known ? cln_code_meaning((cln_code)index) : NULL;
    return known ? cln_code_word((cln_code)index) : NULL;
}
