#include "syntax/fingerprint.h"
#include "base/xxh64.h"
#include "syntax/keyword.h"
#include "sql.h"

/* Where the text goes: into a buffer, or into the hash alone; a block at a time. */
typedef struct sink {
    cln_arena *arena; /* NULL: hash only */
    cln_buffer text;
    cln_xxh64 hash;
    uint32_t held;    /* bytes of `block` */
    char block[512];
} sink;

static void start_sink(sink *out, cln_arena *arena)
{
    out->arena = arena;
    out->text = (cln_buffer){ NULL, 0, 0 };
    out->held = 0;
    cln_xxh64_start(&out->hash, 0);
}

static void pour(sink *out, const char *data, size_t length)
{
    if (out->arena != NULL)
        cln_buffer_add(out->arena, &out->text, cln_text_of(data, length));
    else
        cln_xxh64_add(&out->hash, data, length);
}

static void empty_block(sink *out)
{
    pour(out, out->block, out->held);
    out->held = 0;
}

static uint64_t hash_of_sink(sink *out)
{
    empty_block(out);
    return cln_xxh64_end(&out->hash);
}

typedef struct writer {
    const cln_lexer *lexer;
    cln_fault *fault;
    uint32_t end;
    sink *out;
    uint16_t last;       /* the kind of the last token written, 0 at the start */
    bool last_is_name;   /* it was a name, or a word that may be one */
    bool last_is_value;  /* it may end an operand: a minus behind it is no sign */
    bool last_is_literal; /* a string was written: strings behind it join it */
} writer;

static inline void put(sink *out, const char *data, size_t length)
{
    if (length > sizeof out->block - out->held)
        empty_block(out);
    if (length > sizeof out->block) {
        pour(out, data, length);
        return;
    }
    memcpy(out->block + out->held, data, length);
    out->held += (uint32_t)length;
}

/* ---- Tokens that count --------------------------------------------------------------------------- */

/* The first token at or behind `offset` that counts; kind 0 at the end. */
static cln_token token_at(const writer *w, uint32_t offset)
{
    cln_token t;

    do {
        cln_poll(w->fault);
        t = cln_lex(w->lexer, offset);
        offset = t.offset + t.length;
    } while (CLN_IS_SKIPPED(t.kind) && t.offset < w->end);
    if (t.offset >= w->end)
        t.kind = 0;
    else if (t.length > w->end - t.offset)
        t.length = w->end - t.offset;
    return t;
}

static cln_token token_after(const writer *w, cln_token t)
{
    return token_at(w, t.offset + t.length);
}

static colline_text text_of(const writer *w, cln_token t)
{
    return cln_text_of(w->lexer->text.data + t.offset, t.length);
}

static cln_keyword_class class_of(const writer *w, cln_token t)
{
    return cln_keyword_class_of(w->lexer->dialect, t.keyword);
}

static bool is_word(cln_token t)
{
    return t.kind == TK_ID || t.keyword != 0;
}

/* A path of a stage is a source, no parameter:  COPY INTO t FROM @stage/x */
static bool is_parameter(const writer *w, cln_token t)
{
    return t.kind == TK_PARAM &&
           !(w->lexer->text.data[t.offset] == '@' && (w->lexer->flags & CLN_LEX_STAGE) != 0);
}

static bool is_literal(const writer *w, cln_token t)
{
    return t.kind == TK_STRING || t.kind == TK_BINARY_STRING || t.kind == TK_NUMBER || is_parameter(w, t);
}

static bool is_sign(cln_token t)
{
    return t.kind == TK_MINUS || t.kind == TK_PLUS;
}

/* Words that a literal may stand for or with in a list:  NULL, TRUE, DATE '2024-01-01' */
static bool is_constant_word(cln_token t)
{
    return t.kind == TK_NULL || t.kind == TK_TRUE || t.kind == TK_FALSE || t.kind == TK_DEFAULT;
}

static bool is_type_word(cln_token t)
{
    return t.kind == TK_DATE || t.kind == TK_TIMESTAMP || t.kind == TK_TIME || t.kind == TK_DATETIME;
}

/* Behind these a minus is a sign, whatever their class is:  SELECT -1 */
static bool expects_operand(uint16_t kind)
{
    switch (kind) {
    case TK_SELECT: case TK_DISTINCT: case TK_ALL: case TK_WHERE: case TK_HAVING: case TK_ON: case TK_AND: case TK_OR:
    case TK_NOT: case TK_IN: case TK_BETWEEN: case TK_LIKE: case TK_CASE: case TK_WHEN: case TK_THEN: case TK_ELSE:
    case TK_BY: case TK_LIMIT: case TK_OFFSET: case TK_SET: case TK_INTERVAL: case TK_RETURN: case TK_VALUES:
        return true;
    default:
        return false;
    }
}

/* ---- Writing ------------------------------------------------------------------------------------- */

/* f(x), a.b, (x, y): no space where people write none. */
static bool wants_space(const writer *w, uint16_t kind)
{
    switch (w->last) {
    case 0: case TK_DOT: case TK_LP: case TK_LB: case TK_CAST_OP:
        return false;
    default:
        break;
    }
    switch (kind) {
    case TK_DOT: case TK_COMMA: case TK_RP: case TK_RB: case TK_SEMI: case TK_CAST_OP:
        return false;
    case TK_LP: case TK_LB:
        return !w->last_is_name;
    default:
        return true;
    }
}

static void before(writer *w, uint16_t kind)
{
    if (wants_space(w, kind))
        put(w->out, " ", 1);
}

static void after(writer *w, uint16_t kind, bool is_name, bool is_value)
{
    w->last = kind;
    w->last_is_name = is_name;
    w->last_is_value = is_value;
    w->last_is_literal = false;
}

static void put_question_mark(writer *w)
{
    before(w, TK_PARAM);
    put(w->out, "?", 1);
    after(w, TK_PARAM, false, true);
}

static char folded(char c, cln_fold fold)
{
    if (fold == CLN_FOLD_LOWER && c >= 'A' && c <= 'Z')
        return (char)(c + ('a' - 'A'));
    if (fold == CLN_FOLD_UPPER && c >= 'a' && c <= 'z')
        return (char)(c - ('a' - 'A'));
    return c;
}

static void put_folded(sink *out, colline_text text, cln_fold fold)
{
    while (text.length > 0) {
        uint32_t room = (uint32_t)sizeof out->block - out->held, part = text.length < room ? text.length : room;
        cln_text_fold(out->block + out->held, cln_text_of(text.data, part),
                      fold == CLN_FOLD_LOWER ? 'A' : fold == CLN_FOLD_UPPER ? 'a' : '\0');
        out->held += part;
        if (part == room)
            empty_block(out);
        text = cln_text_of(text.data + part, text.length - part);
    }
}

/* How a name is folded here, where nobody knows whether it is a table's or a column's. */
static cln_fold fold_of(const writer *w, bool quoted)
{
    const cln_dialect *d = w->lexer->dialect;
    cln_fold fold = quoted ? d->fold_quoted : d->fold_columns;

    return fold == CLN_FOLD_NONE && d->ignore_case ? CLN_FOLD_LOWER : fold;
}

/* The length of the template at the start of `text`, or 0:  ${day}  {{ env }} */
static uint32_t template_length(const writer *w, colline_text text)
{
    bool braces = text.length > 3 && text.data[0] == '{' && text.data[1] == '{';

    if ((w->lexer->flags & CLN_LEX_TEMPLATE) == 0 ||
        !(braces || (text.length > 2 && text.data[0] == '$' && text.data[1] == '{')))
        return 0;
    for (uint32_t i = 2; i < text.length; i++)
        if (text.data[i] == '}' && (!braces || (i + 1 < text.length && text.data[i + 1] == '}')))
            return i + (braces ? 2 : 1);
    return 0;
}

/* A name with its templates as ?:  ods_${day}  ods_? */
static void put_name(writer *w, colline_text text, cln_fold fold)
{
    uint32_t start = 0, length;

    if ((w->lexer->flags & CLN_LEX_TEMPLATE) == 0 || memchr(text.data, '{', text.length) == NULL) {
        put_folded(w->out, text, fold);
        return;
    }
    for (uint32_t i = 0; i < text.length; i += length != 0 ? length : 1) {
        length = text.data[i] == '$' || text.data[i] == '{'
                     ? template_length(w, cln_text_of(text.data + i, text.length - i)) : 0;
        if (length != 0) {
            put_folded(w->out, cln_text_of(text.data + start, i - start), fold);
            put(w->out, "?", 1);
            start = i + length;
        }
    }
    put_folded(w->out, cln_text_of(text.data + start, text.length - start), fold);
}

static void put_word(writer *w, cln_token t)
{
    cln_keyword_class class = w->last == TK_DOT ? CLN_KEYWORD_NONE : class_of(w, t);
    cln_fold fold = fold_of(w, false);
    bool is_name = class < CLN_KEYWORD_NO_ALIAS;

    if (!is_name)
        fold = CLN_FOLD_UPPER;
    else if (class == CLN_KEYWORD_SOFT && fold == CLN_FOLD_NONE)
        fold = CLN_FOLD_LOWER;
    before(w, t.kind);
    put_name(w, text_of(w, t), fold);
    after(w, t.kind, (is_name || class == CLN_KEYWORD_FUNCTION) && t.kind != TK_VALUES,
          t.kind == TK_END || is_constant_word(t) || (class != CLN_KEYWORD_RESERVED && !expects_operand(t.kind)));
}

/* A name between quotes, its quotes taken off; a doubled one stays doubled. */
static colline_text unquoted(colline_text text)
{
    return text.length >= 2 ? cln_text_of(text.data + 1, text.length - 2) : text;
}

/* Whether a quoted name means the same without its quotes. */
static bool is_bare(const writer *w, colline_text name)
{
    cln_fold quoted = fold_of(w, true), plain = fold_of(w, false);

    for (uint32_t i = 0; i < name.length; i++) {
        char c = name.data[i], seen = folded(c, quoted);
        bool letter = (folded(c, CLN_FOLD_LOWER) >= 'a' && folded(c, CLN_FOLD_LOWER) <= 'z') || c == '_';

        if (!letter && (i == 0 || !((c >= '0' && c <= '9') || c == '$')))
            return false;
        if (folded(seen, plain) != seen)
            return false;
    }
    return name.length > 0 && cln_keyword_class_of(w->lexer->dialect, cln_keyword_find(name.data, name.length)) <
                                  CLN_KEYWORD_NO_ALIAS;
}

static void put_quoted_name(writer *w, cln_token t)
{
    colline_text text = text_of(w, t), name = unquoted(text);
    const char *quote = (w->lexer->flags & CLN_LEX_DQ_STRING) != 0 ? "`" : "\"";
    bool prefixed = text.data[0] == 'u' || text.data[0] == 'U', bare = !prefixed && is_bare(w, name);

    before(w, TK_ID);
    if (prefixed) {
        put(w->out, text.data, text.length);
    } else {
        put(w->out, quote, bare ? 0 : 1);
        put_name(w, name, fold_of(w, true));
        put(w->out, quote, bare ? 0 : 1);
    }
    after(w, TK_ID, true, true);
}

/* A token as it stands. */
static void put_sign(writer *w, cln_token t)
{
    colline_text text = text_of(w, t);

    before(w, t.kind);
    if (t.kind == TK_NE)
        text = CLN_TEXT("<>");
    else if (t.kind == TK_EQ)
        text = CLN_TEXT("=");
    put(w->out, text.data, text.length);
    after(w, t.kind, t.kind == TK_RB, t.kind == TK_RP || t.kind == TK_RB || t.kind == TK_RC || t.kind == TK_PARAM);
}

/* ---- Literals, lists and rows -------------------------------------------------------------------- */

/* Step over a literal with its sign and type:  -1   DATE '2024-01-01'   NULL;  false where there is none. */
static bool skip_literal(const writer *w, cln_token *t)
{
    cln_token next = *t;

    if (is_sign(next))
        next = token_after(w, next);
    if (is_type_word(next)) {
        next = token_after(w, next);
        if (next.kind != TK_STRING)
            return false;
    }
    if (!is_literal(w, next) && !is_constant_word(next))
        return false;
    *t = token_after(w, next);
    return true;
}

/* `t` is a '(': step over a list of literals; false when it holds anything else. */
static bool skip_literals(const writer *w, cln_token *t)
{
    cln_token next = token_after(w, *t);

    for (;;) {
        if (!skip_literal(w, &next))
            return false;
        if (next.kind == TK_RP)
            break;
        if (next.kind != TK_COMMA)
            return false;
        next = token_after(w, next);
    }
    *t = token_after(w, next);
    return true;
}

static void put_literal_list(writer *w)
{
    before(w, TK_LP);
    put(w->out, "(?)", 3);
    after(w, TK_RP, false, true);
}

static cln_token put_token(writer *w, cln_token t);

/* `t` is a '(' of a row: the hash of the row as it would be written, and where it ends.  False for a row
 * with a query in it, which is not compared: so every token is looked at twice at most. */
static bool row_of(const writer *w, cln_token *t, uint64_t *hash)
{
    sink out;
    writer row = { .lexer = w->lexer, .fault = w->fault, .end = w->end, .out = &out };
    uint32_t depth = 0;
    cln_token next = *t;

    start_sink(&out, NULL);
    do {
        if (next.kind == 0 || next.kind == TK_SELECT || next.kind == TK_VALUES || next.kind == TK_SEMI)
            return false;
        depth += next.kind == TK_LP;
        depth -= next.kind == TK_RP;
        next = put_token(&row, next);
    } while (depth > 0);
    *t = next;
    *hash = hash_of_sink(&out);
    return true;
}

/* VALUES (1, 'a'), (2, 'b'): the rows behind VALUES, those that read like the one before left out. */
static cln_token put_rows(writer *w, cln_token t)
{
    bool first = true;
    uint64_t previous = 0, hash;
    cln_token comma = { 0 };

    while (t.kind == TK_LP) {
        cln_token end = t;
        bool literals = skip_literals(w, &end);

        hash = 1;
        if (!literals) {
            end = t;
            if (!row_of(w, &end, &hash)) {
                if (!first)
                    put_sign(w, comma);
                return t;
            }
        }
        if (first || hash != previous) {
            if (!first)
                put_sign(w, comma);
            if (literals)
                put_literal_list(w);
            else
                while (t.offset != end.offset && t.kind != 0)
                    t = put_token(w, t);
        }
        first = false;
        previous = hash;
        if (end.kind != TK_COMMA)
            return end;
        comma = end;
        t = token_after(w, comma);
        if (t.kind != TK_LP)
            return comma;
    }
    return t;
}

/* `t` is a '[': step over a hint like [SHUFFLE] or [broadcast, shuffle], if that is one. */
static bool skip_bracket_hint(const writer *w, cln_token *t)
{
    cln_token next = token_after(w, *t);

    for (int words = 0; words < 8 && is_word(next); words++) {
        next = token_after(w, next);
        if (next.kind == TK_RB) {
            next = token_after(w, next);
            if (w->last != TK_JOIN && next.kind != TK_SELECT && next.kind != TK_WITH && next.kind != TK_VALUES)
                return false;
            *t = next;
            return true;
        }
        if (next.kind != TK_COMMA)
            return false;
        next = token_after(w, next);
    }
    return false;
}

/* Write the token, or what it is the start of; gives the token behind that. */
static cln_token put_token(writer *w, cln_token t)
{
    cln_token next = t;

    if (is_sign(t) && !w->last_is_value && is_literal(w, token_after(w, t)))
        t = token_after(w, t);
    if (is_literal(w, t) || ((t.kind == TK_TRUE || t.kind == TK_FALSE) && w->last != TK_IS && w->last != TK_NOT &&
                             w->last != TK_DOT)) {
        bool joins = t.kind == TK_STRING && w->last_is_literal;

        if (!joins)
            put_question_mark(w);
        w->last_is_literal = t.kind == TK_STRING;
        return token_after(w, t);
    }
    if (t.kind == TK_LP && w->last == TK_IN && skip_literals(w, &next)) {
        put_literal_list(w);
        return next;
    }
    if (t.kind == TK_LB && skip_bracket_hint(w, &next))
        return next;
    if (is_word(t))
        put_word(w, t);
    else if (t.kind == TK_QUOTED_ID)
        put_quoted_name(w, t);
    else
        put_sign(w, t);
    return token_after(w, t);
}

/* Semicolons wait for a token behind them. */
static void write_all(writer *w, uint32_t offset)
{
    cln_token t = token_at(w, offset);

    while (t.kind != 0) {
        cln_token semicolon = t;
        bool is_values = t.kind == TK_VALUES || t.kind == TK_VALUE;

        if (t.kind == TK_SEMI) {
            while (t.kind == TK_SEMI)
                t = token_after(w, t);
            if (t.kind != 0 && w->last != 0)
                put_sign(w, semicolon);
            continue;
        }
        t = put_token(w, t);
        if (is_values)
            t = put_rows(w, t);
    }
}

static void normalize(const cln_lexer *lexer, colline_span at, cln_fault *fault, sink *out)
{
    writer w = { .lexer = lexer, .fault = fault, .out = out };

    w.end = at.offset < lexer->text.length && at.length < lexer->text.length - at.offset ? at.offset + at.length
                                                                                       : lexer->text.length;
    write_all(&w, at.offset);
}

colline_text cln_normalized(cln_arena *arena, const cln_lexer *lexer, colline_span at)
{
    sink out;

    start_sink(&out, arena);
    normalize(lexer, at, arena->fault, &out);
    empty_block(&out);
    return cln_buffer_text(arena, &out.text);
}

uint64_t cln_fingerprint(const cln_lexer *lexer, colline_span at, cln_fault *fault)
{
    sink out;

    start_sink(&out, NULL);
    normalize(lexer, at, fault, &out);
    return hash_of_sink(&out);
}
