/*
 * lexer.re -- re2c's input for src/syntax/lexer.h.
 *
 * The rules at the end find how a token starts; what a dialect or a template makes of that is decided in the
 * functions before them.  All of them read from `p`, never beyond the NUL at text.data[text.length].
 *
 * Time is linear: what has no closing quote takes the whole rest of the text, so it is looked for once; a template
 * (`{{`, `{%`, `{#`, `${`) without its end is just punctuation, and the search for the end gives up at the next
 * opening of its kind, so no byte is searched twice.
 */
#include "syntax/keyword.h"
#include "sql.h"

typedef unsigned char byte;

enum { JINJA_LIMIT = 4096, BRACKET_LIMIT = 512, BLANK_LIMIT = 64 };

/* The token that is being read. */
typedef struct scan {
    const cln_lexer *lexer;
    const byte *text, *start, *end;
    uint32_t flags;
} scan;

/* ---- Bytes --------------------------------------------------------------------------------------- */

enum {
    LETTER = 1, DIGIT = 2, HEX = 4, BLANK = 8,
    JOINT = 16, /* a name may go on with something rarer */
    PLAIN = 32, /* of ASCII, in words */
    FIRST = 64, /* what plain words start with; an underline may introduce a string: _utf8'x' */
    QUOTE = 128 /* behind a word they may make it something else: x'00', u&'a' */
};

/* Bytes of UTF-8 beyond ASCII are letters. */
static const byte sorts[256] = {
    ['$'] = JOINT, ['#'] = JOINT, ['@'] = JOINT, ['{'] = JOINT, ['\''] = QUOTE, ['"'] = QUOTE, ['&'] = QUOTE,
    ['\t'] = BLANK, ['\n'] = BLANK, ['\v'] = BLANK, ['\f'] = BLANK, ['\r'] = BLANK, [' '] = BLANK,
#define D DIGIT | HEX | PLAIN
    ['0'] = D, D, D, D, D, D, D, D, D, D,
#undef D
#define L LETTER | PLAIN | FIRST
#define X L | HEX
    ['A'] = X, X, X, X, X, X, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
    ['a'] = X, X, X, X, X, X, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
    ['_'] = LETTER | PLAIN,
#undef X
#undef L
#define U LETTER, LETTER, LETTER, LETTER, LETTER, LETTER, LETTER, LETTER
    [0x80] = U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U,
#undef U
};

static inline bool is_letter(byte c)
{
    return (sorts[c] & LETTER) != 0;
}

static inline bool is_digit(byte c)
{
    return (sorts[c] & DIGIT) != 0;
}

static inline bool is_word(byte c)
{
    return (sorts[c] & (LETTER | DIGIT)) != 0;
}

/* The length of a space beyond ASCII (U+00A0, U+3000, U+FEFF), or 0. */
static size_t wide_space(const byte *p)
{
    if (p[0] == 0xC2 && p[1] == 0xA0)
        return 2;
    if ((p[0] == 0xE3 && p[1] == 0x80 && p[2] == 0x80) || (p[0] == 0xEF && p[1] == 0xBB && p[2] == 0xBF))
        return 3;
    return 0;
}

static inline bool has(const scan *s, cln_lex_flag flag)
{
    return (s->flags & (uint32_t)flag) != 0;
}

static inline bool is_one_of(byte c, const char *set)
{
    return c != 0 && strchr(set, c) != NULL;
}

/* Whether a byte may end an operand:  a.5  b:c  f(x)%(y)s */
static bool ends_operand(byte c)
{
    return is_word(c) || is_one_of(c, "$\"'`])}");
}

static bool follows_operand(const scan *s)
{
    return s->start > s->text && ends_operand(s->start[-1]);
}

/* The same, with blanks between:  data ? 'key' */
static bool follows_operand_and_blanks(const scan *s)
{
    const byte *p = s->start;

    for (int i = 0; i < BLANK_LIMIT && p > s->text && (sorts[p[-1]] & BLANK) != 0; i++)
        p--;
    return p > s->text && ends_operand(p[-1]);
}

/* ---- Tokens -------------------------------------------------------------------------------------- */

static inline cln_token token(const scan *s, uint16_t kind, const byte *p)
{
    return cln_token_at(kind, (uint32_t)(s->start - s->text), (uint32_t)(p - s->start));
}

/* `p` is behind the closing quote, or NULL where there is none. */
static cln_token closed(const scan *s, uint16_t kind, const byte *p)
{
    return p != NULL ? token(s, kind, p) : token(s, TK_UNTERMINATED, s->end);
}

/* The word from `start` to `p`. */
static inline cln_token word(const cln_lexer *lexer, const byte *start, const byte *p)
{
    const byte *text = (const byte *)lexer->text.data;
    uint32_t offset = (uint32_t)(start - text), length = (uint32_t)(p - start);
    uint16_t keyword = cln_keyword_find_in((const char *)start, length, lexer->text.length - offset);

    return cln_token_of(keyword != 0 ? cln_keyword_kind(lexer->dialect, keyword) : TK_ID, keyword, offset, length);
}

/* ---- Templates ----------------------------------------------------------------------------------- */

/* p is at `{{`, `{%` or `{#`: behind its end, or NULL.  `limit` 0: none. */
static const byte *jinja_end(const scan *s, const byte *p, size_t limit)
{
    byte open = p[1], close = open == '{' ? '}' : open;
    const byte *stop = limit != 0 && (size_t)(s->end - p) > limit ? p + limit : s->end;

    for (p += 2; p < stop; p++) {
        if (*p == close && p[1] == '}')
            return p + 2;
        if (*p == '{' && p[1] == open)
            return NULL;
    }
    return NULL;
}

static const byte *expression_end(const scan *s, const byte *p)
{
    return has(s, CLN_LEX_TEMPLATE) && p[0] == '{' && p[1] == '{' ? jinja_end(s, p, JINJA_LIMIT) : NULL;
}

/* p is at `${`: behind its end, or NULL. */
static const byte *variable_end(const scan *s, const byte *p)
{
    if (!has(s, CLN_LEX_TEMPLATE) || p[0] != '$' || p[1] != '{')
        return NULL;
    for (p += 2; *p != '}'; p++)
        if (*p == '\0' || *p == '\n' || (*p == '$' && p[1] == '{'))
            return NULL;
    return p + 1;
}

/* '{{ var('x') }}' in a quoted text: behind the expression, or NULL; it stays in its line, and `'{{'` opens none. */
static const byte *quoted_expression_end(const scan *s, const byte *p, byte quote)
{
    const byte *end = p[2] != quote ? expression_end(s, p) : NULL;

    return end != NULL && memchr(p, '\n', (size_t)(end - p)) == NULL ? end : NULL;
}

/* ---- Names --------------------------------------------------------------------------------------- */

/* The rest of a name, templates in it included:  ods_${day}  {{ env }}_tbl  v$session  obj# */
static const byte *name_end(const scan *s, const byte *p, bool *has_letters)
{
    const byte *end;

    for (;;) {
        if (is_word(*p)) {
            if (*p >= 0x80 && wide_space(p) != 0)
                return p;
            *has_letters = true;
            p++;
        } else if ((end = variable_end(s, p)) != NULL || (end = expression_end(s, p)) != NULL) {
            p = end;
        } else if ((*p == '$' && p[1] != '{') || (*p == '#' && has(s, CLN_LEX_HASH_NAME) && !has(s, CLN_LEX_HASH_COMMENT)) ||
                   (*p == '@' && has(s, CLN_LEX_HASH_NAME) && has(s, CLN_LEX_BRACKET_NAME))) {
            *has_letters = true;
            p++;
        } else {
            return p;
        }
    }
}

static cln_token name(const scan *s, const byte *p)
{
    bool has_letters = true;

    return token(s, TK_ID, name_end(s, p, &has_letters));
}

/* A letter, then letters, digits and underlines: a word, unless it goes on with something rarer. */
static inline cln_token plain_name(const scan *s, const byte *p)
{
    if ((sorts[*p] & (LETTER | JOINT)) != 0) {
        bool has_letters = true;
        const byte *end = name_end(s, p, &has_letters);

        if (end > p)
            return token(s, TK_ID, end);
    }
    return word(s->lexer, s->start, p);
}

/* A template, or a name that starts with one; p is behind its end. */
static cln_token template_or_name(const scan *s, const byte *p)
{
    bool has_letters = false;

    p = name_end(s, p, &has_letters);
    return token(s, has_letters ? TK_ID : TK_PARAM, p);
}

/* ---- Strings and quoted names --------------------------------------------------------------------- */

/* p is behind the opening quote: behind the closing one, or NULL.  A doubled quote stands for itself. */
static const byte *quoted_end(const scan *s, const byte *p, byte quote, bool backslash)
{
    const byte *end;

    for (;; p++) {
        if (*p == quote) {
            if (p[1] != quote)
                return p + 1;
            p++;
        } else if (*p == '\\' && backslash) {
            if (++p >= s->end)
                return NULL;
        } else if (*p == '\0' && p >= s->end) {
            return NULL;
        } else if (*p == '{' && p[1] == '{' && (end = quoted_expression_end(s, p, quote)) != NULL) {
            p = end - 1;
        }
    }
}

/* '''x''' and """x""" (BigQuery); p is behind the three opening quotes. */
static const byte *triple_end(const scan *s, const byte *p, byte quote)
{
    for (; p < s->end; p++) {
        if (*p == '\\')
            p++;
        else if (*p == quote && p[1] == quote && p[2] == quote)
            return p + 3;
    }
    return NULL;
}

/* p is behind the opening quote. */
static cln_token string(const scan *s, uint16_t kind, const byte *p, bool backslash)
{
    byte quote = p[-1];

    if (has(s, CLN_LEX_TRIPLE_QUOTE) && p[0] == quote && p[1] == quote)
        return closed(s, kind, triple_end(s, p + 2, quote));
    return closed(s, kind, quoted_end(s, p, quote, backslash));
}

/* r'..', b'..', rb".."; p is behind the quote.  BigQuery's raw strings keep a backslash and the quote behind it. */
static cln_token raw_or_bytes(const scan *s, const byte *p)
{
    bool raw = false, bytes = false;

    for (const byte *c = s->start; c < p - 1; c++)
        *((*c | 0x20) == 'r' ? &raw : &bytes) = true;
    if ((raw && !has(s, CLN_LEX_RAW_STRING)) || (p[-1] == '"' && !has(s, CLN_LEX_DQ_STRING)) ||
        (bytes && p[-1] == '"' && !has(s, CLN_LEX_RAW_STRING)))
        return plain_name(s, p - 1);
    return string(s, bytes ? TK_BINARY_STRING : TK_STRING, p,
                  has(s, CLN_LEX_BACKSLASH) && (!raw || has(s, CLN_LEX_TRIPLE_QUOTE)));
}

/* _utf8mb4'x' (MySQL): a string that says how it is written; p is behind the quote. */
static cln_token introduced(const scan *s, const byte *p)
{
    const byte *end = s->start;

    if (has(s, CLN_LEX_EXECUTABLE_COMMENT))
        return string(s, TK_STRING, p, has(s, CLN_LEX_BACKSLASH));
    while (is_word(*end))
        end++;
    return plain_name(s, end);
}

/* q'[it's]' (Oracle); p is behind the quote. */
static cln_token q_string(const scan *s, const byte *p)
{
    byte open = *p;
    byte close = (byte)(open == '[' ? ']' : open == '(' ? ')' : open == '{' ? '}' : open == '<' ? '>' : open);

    if (!has(s, CLN_LEX_Q_STRING) || open == '\0' || open == '\'' || (sorts[open] & BLANK) != 0)
        return plain_name(s, p - 1);
    for (p++; p < s->end; p++)
        if (*p == close && p[1] == '\'')
            return token(s, TK_STRING, p + 2);
    return closed(s, TK_STRING, NULL);
}

/* $$x$$, $tag$x$tag$; p is behind the second dollar. */
static cln_token dollar_string(const scan *s, const byte *p)
{
    size_t tag = (size_t)(p - s->start);

    for (; (p = memchr(p, '$', (size_t)(s->end - p))) != NULL; p++)
        if ((size_t)(s->end - p) >= tag && memcmp(p, s->start, tag) == 0)
            return token(s, TK_STRING, p + tag);
    return closed(s, TK_STRING, NULL);
}

/* [a b] in T-SQL, where ]] stands for ]. */
static cln_token bracket(const scan *s, const byte *p)
{
    const byte *stop = s->end - p > BRACKET_LIMIT ? p + BRACKET_LIMIT : s->end;

    if (has(s, CLN_LEX_BRACKET_NAME) && *p != ']')
        for (const byte *q = p; q < stop && *q != '\n'; q++)
            if (*q == ']' && *++q != ']')
                return token(s, TK_QUOTED_ID, q);
    return token(s, TK_LB, p);
}

/* ---- Numbers ------------------------------------------------------------------------------------- */

static const byte *digits_end(const scan *s, const byte *p)
{
    while (is_digit(*p) || (*p == '_' && is_digit(p[1]) && !has(s, CLN_LEX_DIGIT_NAME)))
        p++;
    return p;
}

static const byte *exponent_end(const scan *s, const byte *p)
{
    if ((*p | 0x20) == 'e') {
        const byte *q = p + 1 + (p[1] == '+' || p[1] == '-');

        if (is_digit(*q))
            return digits_end(s, q);
    }
    return p;
}

/* 10L 1Y 2S 1.5BD 100M (Hive, Spark) 1D 1.5F (the same and Oracle): behind the suffix, which ends the word, or p. */
static const byte *suffix_end(const scan *s, const byte *p)
{
    const byte *q = p;

    if (has(s, CLN_LEX_NUMBER_SUFFIX) && (*p | 0x20) == 'b' && (p[1] | 0x20) == 'd')
        q = p + 2;
    else if ((has(s, CLN_LEX_NUMBER_SUFFIX) && is_one_of(*p, "LlYySsBbKkMmGg")) ||
             (has(s, CLN_LEX_FLOAT_SUFFIX) && is_one_of(*p, "DdFf")))
        q = p + 1;
    return is_word(*q) ? p : q;
}

/* 0x1F, 0b01, and 0x in T-SQL: behind it, or NULL. */
static const byte *radix_end(const scan *s, const byte *p)
{
    bool hex = p[0] == '0' && (p[1] | 0x20) == 'x';
    const byte *digits = p + 2;

    if (!hex && !(p[0] == '0' && (p[1] | 0x20) == 'b'))
        return NULL;
    for (p = digits; hex ? (sorts[*p] & HEX) != 0 : *p == '0' || *p == '1'; p++)
        ;
    return (p > digits || (hex && has(s, CLN_LEX_BRACKET_NAME))) && !is_word(*p) ? p : NULL;
}

/* Whether the dot at p belongs to the number before it:  1.5  1.  but  1..2  and  2024.orders  where names start so */
static bool is_decimal_point(const scan *s, const byte *p)
{
    if (*p != '.' || p[1] == '.')
        return false;
    return !is_letter(p[1]) || !has(s, CLN_LEX_DIGIT_NAME) || exponent_end(s, p + 1) != p + 1 ||
           suffix_end(s, p + 1) != p + 1;
}

/* A number or a name that starts like one (1a, 2024_${x}); p is behind the first digits. */
static cln_token number(const scan *s, const byte *p)
{
    bool member = s->start - s->text >= 2 && s->start[-1] == '.' && ends_operand(s->start[-2]); /* t.1 */
    const byte *end = member ? NULL : radix_end(s, s->start);

    if (end != NULL)
        return token(s, TK_NUMBER, end);
    end = p = digits_end(s, p);
    if (!member && is_decimal_point(s, p))
        return token(s, TK_NUMBER, suffix_end(s, exponent_end(s, digits_end(s, p + 1))));
    if (!member)
        end = suffix_end(s, exponent_end(s, p));
    if ((has(s, CLN_LEX_DIGIT_NAME) && is_word(*end)) || variable_end(s, end) != NULL || expression_end(s, end) != NULL ||
        (member && has(s, CLN_LEX_DIGIT_NAME) && is_word(*p)))
        return name(s, p);
    return token(s, TK_NUMBER, end);
}

/* .5, unless the dot stands between names: t.5; p is behind the digits. */
static cln_token fraction(const scan *s, const byte *p)
{
    if (follows_operand(s) || (s->start > s->text && s->start[-1] == '.'))
        return token(s, TK_DOT, s->start + 1);
    return token(s, TK_NUMBER, suffix_end(s, exponent_end(s, digits_end(s, p))));
}

/* ---- Comments ------------------------------------------------------------------------------------ */

static const byte *line_end(const scan *s, const byte *p)
{
    while (*p != '\n' && *p != '\r' && (*p != '\0' || p < s->end))
        p++;
    return p;
}

/* A plus sign behind the opening of a comment makes it a hint; in some dialects blanks may stand before it. */
static bool is_hint(const scan *s, const byte *p, bool line)
{
    if (has(s, CLN_LEX_LINE_HINT))
        while (*p == ' ')
            p++;
    else if (line)
        return false;
    return *p == '+';
}

/* Two dashes; p is behind them.  In MySQL 5--1 is a subtraction. */
static cln_token dashes(const scan *s, const byte *p)
{
    if (has(s, CLN_LEX_DASH_SPACE) && *p > ' ' && *p != 0x7F)
        return token(s, TK_MINUS, p - 1);
    return token(s, is_hint(s, p, true) ? TK_HINT : TK_COMMENT, line_end(s, p));
}

/* p is behind the opening of a block comment. */
static cln_token block_comment(const scan *s, const byte *p)
{
    uint16_t kind = is_hint(s, p, false) ? TK_HINT : TK_COMMENT;
    uint32_t depth = 1;

    if (has(s, CLN_LEX_EXECUTABLE_COMMENT) && (*p == '!' || (*p == 'M' && p[1] == '!'))) {
        for (p += *p == 'M' ? 2 : 1; is_digit(*p); p++)
            ;
        return token(s, TK_COMMENT, p); /* what follows is SQL */
    }
    for (; p < s->end; p++) {
        if (p[0] == '*' && p[1] == '/') {
            p++;
            if (--depth == 0)
                return token(s, kind, p + 1);
        } else if (p[0] == '/' && p[1] == '*' && has(s, CLN_LEX_NESTED_COMMENT)) {
            p++;
            depth++;
        }
    }
    return closed(s, kind, NULL);
}

/* Asterisk and slash: the end of an executable comment, or a product before a comment. */
static cln_token comment_end(const scan *s, const byte *p)
{
    if (has(s, CLN_LEX_EXECUTABLE_COMMENT) && *p != '*')
        return token(s, TK_COMMENT, p);
    return token(s, TK_STAR, p - 1);
}

/* ---- Signs with many meanings; p is behind the sign ----------------------------------------------- */

/* A parameter's name behind p, or p. */
static const byte *parameter_end(const byte *p)
{
    while (is_word(*p) && wide_space(p) == 0)
        p++;
    return p;
}

/* #t (T-SQL), # x (MySQL), a # b (PostgreSQL), #1 (DuckDB). */
static cln_token hash(const scan *s, const byte *p)
{
    if (has(s, CLN_LEX_HASH_NAME) && (is_letter(*p) || (*p == '#' && is_letter(p[1]))))
        return name(s, p + (*p == '#'));
    if (has(s, CLN_LEX_HASH_COMMENT))
        return token(s, TK_COMMENT, line_end(s, p));
    if (has(s, CLN_LEX_HASH_NAME) && !has(s, CLN_LEX_BRACKET_NAME) && !has(s, CLN_LEX_OPERATORS))
        return name(s, p); /* Db2 */
    if (!has(s, CLN_LEX_OPERATORS))
        return token(s, TK_ILLEGAL, p);
    if (is_digit(*p) && !follows_operand(s))
        return token(s, TK_PARAM, parameter_end(p));
    return token(s, TK_OTHER_OP, p);
}

/* $1, $x, $$x$$, ${x}. */
static cln_token dollar(const scan *s, const byte *p)
{
    const byte *end = variable_end(s, s->start);

    if (end != NULL)
        return template_or_name(s, end);
    end = parameter_end(p);
    if (has(s, CLN_LEX_DOLLAR_STRING) && *end == '$' && !is_digit(*p))
        return dollar_string(s, end + 1);
    if (*end == '$' && end > p)
        return name(s, end); /* t.$elem$ (Hive) */
    return token(s, end > p ? TK_PARAM : TK_ILLEGAL, end > p ? end : p);
}

/* @stage/path/file.csv, @~/dir, @%t, @"Db"."s".x (Snowflake). */
static const byte *stage_end(const scan *s, const byte *p)
{
    while (is_word(*p) || is_one_of(*p, "$.~%/-+=*{}:\"")) {
        const byte *end = *p == '"' ? quoted_end(s, p + 1, '"', false) : p + 1;

        if (end == NULL || wide_space(p) != 0 || (*p == ':' && (p[1] == ':' || p[1] == '=')) || (p[0] == '-' && p[1] == '-'))
            break;
        p = end;
    }
    return p;
}

/* @x, @@x, @`x` and @'x' (MySQL), or PostgreSQL's operator. */
static cln_token at(const scan *s, const byte *p)
{
    const byte *name = p + (*p == '@');

    if (has(s, CLN_LEX_STAGE) && (is_word(*p) || is_one_of(*p, "~%\"")))
        return token(s, TK_PARAM, stage_end(s, p));
    if (!has(s, CLN_LEX_AT_NAME) && (!has(s, CLN_LEX_TEMPLATE) || has(s, CLN_LEX_OPERATORS)))
        return token(s, TK_OTHER_OP, p);
    if (has(s, CLN_LEX_AT_NAME) && has(s, CLN_LEX_BACKTICK_NAME) && is_one_of(*p, "`'\""))
        return closed(s, TK_PARAM, quoted_end(s, p + 1, *p, *p != '`' && has(s, CLN_LEX_BACKSLASH)));
    if (!is_word(*name) || wide_space(name) != 0)
        return token(s, TK_OTHER_OP, p);
    name = name_end(s, name, &(bool){ false });
    if (*p == '@' && *name == '.' && is_word(name[1]) && has(s, CLN_LEX_BACKTICK_NAME)) /* @@global.x */
        name = name_end(s, name + 1, &(bool){ false });
    return token(s, TK_PARAM, name);
}

/* &x, &&x. (SQL*Plus): values from outside */
static cln_token ampersand(const scan *s, const byte *p)
{
    if (has(s, CLN_LEX_Q_STRING) && is_letter(*p)) {
        p = name_end(s, p, &(bool){ false });
        return token(s, TK_PARAM, p + (*p == '.'));
    }
    return p - s->start > 1 ? token(s, TK_DOUBLE_AMP, p) : token(s, TK_AMP, p);
}

/* :x -- but  a:b  reaches into JSON, and  [:n]  and  {'a':b}  have colons, too. */
static cln_token colon(const scan *s, const byte *p)
{
    if (has(s, CLN_LEX_TEMPLATE) && !follows_operand(s) && !(s->start > s->text && is_one_of(s->start[-1], ":[{"))) {
        if (is_word(*p) && wide_space(p) == 0)
            return token(s, TK_PARAM, parameter_end(p));
        if ((*p == '\'' || *p == '"') && has(s, CLN_LEX_OPERATORS)) /* psql */
            return closed(s, TK_PARAM, quoted_end(s, p + 1, *p, false));
    }
    return token(s, TK_COLON, p);
}

/* ? ?1 -- but  data ? 'key'  asks PostgreSQL for a key. */
static cln_token question(const scan *s, const byte *p)
{
    if (has(s, CLN_LEX_OPERATORS) && follows_operand_and_blanks(s)) {
        const byte *next = p;

        for (int i = 0; i < BLANK_LIMIT && (sorts[*next] & BLANK) != 0; i++)
            next++;
        if (*next == '\'' || *next == '$' || *next == ':')
            return token(s, TK_OTHER_OP, p);
    }
    if (!has(s, CLN_LEX_TEMPLATE))
        return token(s, has(s, CLN_LEX_OPERATORS) ? TK_OTHER_OP : TK_ILLEGAL, p);
    while (is_digit(*p))
        p++;
    return token(s, TK_PARAM, p);
}

/* %(x)s (Python), or the remainder. */
static cln_token percent(const scan *s, const byte *p)
{
    if (*p == '(' && has(s, CLN_LEX_TEMPLATE) && !follows_operand(s)) {
        const byte *end = parameter_end(p + 1);

        if (end > p + 1 && *end == ')' && (end[1] == 's' || end[1] == 'd') && !is_word(end[2]))
            return token(s, TK_PARAM, end + 2);
    }
    return token(s, TK_PERCENT, p);
}

/* {{ config(...) }} writes nothing (dbt); p is behind its first brace. */
static bool is_config(const byte *p, const byte *end)
{
    static const char word[] = "config";

    for (p++; p < end && (*p == ' ' || *p == '-' || *p == '\n' || *p == '\t' || *p == '\r'); p++)
        ;
    if ((size_t)(end - p) < sizeof word || memcmp(p, word, sizeof word - 1) != 0)
        return false;
    for (p += sizeof word - 1; p < end && *p == ' '; p++)
        ;
    return *p == '(';
}

/* {{ x }}, {% x %}, {# x #}, {x:UInt8} (ClickHouse). */
static cln_token brace(const scan *s, const byte *p)
{
    const byte *end = expression_end(s, s->start);

    if (end != NULL)
        return is_config(p, end) ? token(s, TK_TAG, end) : template_or_name(s, end);
    if (has(s, CLN_LEX_TEMPLATE) && (*p == '%' || *p == '#')) {
        end = jinja_end(s, s->start, *p == '%' ? JINJA_LIMIT : 0);
        if (end != NULL)
            return token(s, *p == '%' ? TK_TAG : TK_COMMENT, end);
    }
    if (has(s, CLN_LEX_BRACE_PARAM) && (end = parameter_end(p)) > p && *end == ':') {
        for (end++; is_word(*end) || is_one_of(*end, "(), "); end++)
            ;
        if (*end == '}')
            return token(s, TK_PARAM, end + 1);
    }
    return token(s, TK_LC, p);
}

/* An operator of PostgreSQL, where the dialect has those; else the first `length` bytes of it are `kind`. */
static cln_token operator(const scan *s, const byte *p, uint16_t kind, int length)
{
    return has(s, CLN_LEX_OPERATORS) ? token(s, TK_OTHER_OP, p) : token(s, kind, s->start + length);
}

/* <@ contains, or less than @x; p is behind it. */
static cln_token contained(const scan *s, const byte *p)
{
    if (has(s, CLN_LEX_AT_NAME) && (is_letter(*p) || *p == '@'))
        return token(s, TK_LT, p - 1);
    return operator(s, p, TK_LT, 1);
}

/* ---- Rules --------------------------------------------------------------------------------------- */

/* What starts at `p` and is more than a plain word or one sign. */
static CLN_NOINLINE CLN_ON_A_LINE cln_token by_rules(const cln_lexer *lexer, const byte *p)
{
    scan context = { lexer, (const byte *)lexer->text.data, NULL, NULL, lexer->flags };
    scan *s = &context;
    const byte *marker = NULL;

    s->end = s->text + lexer->text.length;
    for (;;) {
        s->start = p;
        /*!re2c
        re2c:define:YYCTYPE = byte;
        re2c:define:YYCURSOR = p;
        re2c:define:YYMARKER = marker;
        re2c:yyfill:enable = 0;
        re2c:flags:b = 0;

        [ \t\n\v\f\r]+              { continue; }
        "\xC2\xA0" | "\xE3\x80\x80" | "\xEF\xBB\xBF" { continue; }
        "\x00"                      { return s->start >= s->end ? cln_token_at(0, lexer->text.length, 0)
                                                                : token(s, TK_ILLEGAL, p); }

        [A-Za-z_][A-Za-z0-9_]*      { return plain_name(s, p); }
        [\x80-\xFF]                 { return name(s, p); }
        "$"                         { return dollar(s, p); }
        "@"                         { return at(s, p); }
        "#"                         { return hash(s, p); }

        [0-9]+                      { return number(s, p); }
        "." [0-9]+                  { return fraction(s, p); }

        "'"                         { return string(s, TK_STRING, p, has(s, CLN_LEX_BACKSLASH)); }
        [nN] "'"                    { return string(s, TK_STRING, p, has(s, CLN_LEX_BACKSLASH)); }
        [xX] "'"                    { return string(s, TK_BINARY_STRING, p, false); }
        [eE] "'"                    { return has(s, CLN_LEX_ESCAPE_STRING) ? string(s, TK_STRING, p, true)
                                                                           : plain_name(s, p - 1); }
        [uU] "&'"                   { return has(s, CLN_LEX_BACKSLASH) ? plain_name(s, p - 2)
                                                                       : string(s, TK_STRING, p, false); }
        [uU] "&\""                  { return has(s, CLN_LEX_BACKSLASH) ? plain_name(s, p - 2)
                                                                       : closed(s, TK_QUOTED_ID, quoted_end(s, p, '"', false)); }
        ([rR] | [bB] | [rR][bB] | [bB][rR]) ['"] { return raw_or_bytes(s, p); }
        [nN]? [qQ] "'"              { return q_string(s, p); }
        "_" [A-Za-z0-9]+ " "? "'"   { return introduced(s, p); }
        "\""                        { return has(s, CLN_LEX_DQ_STRING)
                                                 ? string(s, TK_STRING, p, has(s, CLN_LEX_BACKSLASH))
                                                 : closed(s, TK_QUOTED_ID, quoted_end(s, p, '"', false)); }
        "`"                         { return has(s, CLN_LEX_BACKTICK_NAME)
                                                 ? closed(s, TK_QUOTED_ID, quoted_end(s, p, '`', false))
                                                 : token(s, TK_ILLEGAL, p); }
        "["                         { return bracket(s, p); }

        "--"                        { return dashes(s, p); }
        "/" "*"                     { return block_comment(s, p); }
        "*" "/"                     { return comment_end(s, p); }
        "//"                        { return has(s, CLN_LEX_SLASH_COMMENT) ? token(s, TK_COMMENT, line_end(s, p))
                                                                           : operator(s, p, TK_SLASH, 1); }

        "{"   { return brace(s, p); }
        ":"   { return colon(s, p); }
        "::"  { return token(s, TK_CAST_OP, p); }
        ":="  { return token(s, TK_ASSIGN, p); }
        "?"   { return question(s, p); }
        "::!" { return token(s, TK_CAST_OP, p); }
        "?::" { return follows_operand(s) ? token(s, TK_CAST_OP, p) : question(s, s->start + 1); }
        "->"  { return token(s, TK_ARROW, p); }
        "->>" { return token(s, TK_ARROW2, p); }
        "=>"  { return token(s, TK_FAT_ARROW, p); }
        "*"   { return token(s, TK_STAR, p); }
        "+"   { return token(s, TK_PLUS, p); }
        "-"   { return token(s, TK_MINUS, p); }
        "/"   { return token(s, TK_SLASH, p); }
        "%"   { return percent(s, p); }
        "^"   { return token(s, TK_CARET, p); }
        "~"   { return token(s, TK_TILDE, p); }
        "!~"  { return token(s, TK_OTHER_OP, p); }
        "!"   { return token(s, TK_BANG, p); }
        "&"   { return ampersand(s, p); }
        "&&" [A-Za-z] { return ampersand(s, p - 1); }
        "|"   { return token(s, TK_PIPE, p); }
        "||"  { return token(s, TK_CONCAT, p); }
        "&&"  { return token(s, TK_DOUBLE_AMP, p); }
        "<<"  { return token(s, TK_SHIFT_LEFT, p); }
        ">>"  { return token(s, TK_SHIFT_RIGHT, p); }
        "=" | "=="  { return token(s, TK_EQ, p); }
        "<>" | "!=" { return token(s, TK_NE, p); }
        "<"   { return token(s, TK_LT, p); }
        ">"   { return token(s, TK_GT, p); }
        "<="  { return token(s, TK_LE, p); }
        ">="  { return token(s, TK_GE, p); }
        "<=>" { return token(s, TK_NULL_EQ, p); }

        "^="  { return has(s, CLN_LEX_AT_NAME) ? token(s, TK_OTHER_OP, p) : token(s, TK_NE, p); }
        "**" | "|>" | "!<" | "!>" | [+\-*/%&|] "=" { return token(s, TK_OTHER_OP, p); }

        "<@"  { return contained(s, p); }
        "@>" | "@@@" | "@?" | "@-@" | "@@" { return p[-1] == '@' && has(s, CLN_LEX_AT_NAME) ? at(s, s->start + 1)
                                                 : has(s, CLN_LEX_OPERATORS) ? token(s, TK_OTHER_OP, p)
                                                                             : at(s, s->start + 1); }
        "?|" | "?&" { return has(s, CLN_LEX_OPERATORS) && *p != '|' && follows_operand_and_blanks(s)
                                 ? token(s, TK_OTHER_OP, p) : question(s, s->start + 1); }
        "#>" | "#>>" | "#-" | "#=" { return has(s, CLN_LEX_OPERATORS) && !has(s, CLN_LEX_HASH_COMMENT)
                                                ? token(s, TK_OTHER_OP, p) : hash(s, s->start + 1); }
        "~*" | "~~" | "~~*" | "~~~" | "~=" | "~>=~" | "~<=~" | "~>~" | "~<~"      { return operator(s, p, TK_TILDE, 1); }
        "!~" | "!~*" | "!~~" | "!~~*" | "!!"  { return operator(s, p, TK_BANG, 1); }
        "<->" | "<->>" | "<->>>" | "<#>" | "<+>" | "<%" | "<^"   { return operator(s, p, TK_LT, 1); }
        "%>" | "%>>"                          { return operator(s, p, TK_PERCENT, 1); }
        ">^"                                  { return operator(s, p, TK_GT, 1); }
        "<<|" | "<<=" | "<<%" | "<<->" | "<<<->"              { return operator(s, p, TK_SHIFT_LEFT, 2); }
        ">>="                                 { return operator(s, p, TK_SHIFT_RIGHT, 2); }
        "&<" | "&>" | "&<|"                   { return operator(s, p, TK_AMP, 1); }
        "|>>" | "|&>" | "|/" | "|=|"               { return operator(s, p, TK_PIPE, 1); }
        "||/"                                 { return operator(s, p, TK_CONCAT, 2); }
        "^@"                                  { return operator(s, p, TK_CARET, 1); }
        "-|-"                                 { return operator(s, p, TK_MINUS, 1); }

        /* psql: \gset prefix */
        "\\" [a-z] [^\n\x00]*   { return has(s, CLN_LEX_PSQL) ? token(s, TK_SEMI, p) : token(s, TK_ILLEGAL, s->start + 1); }

        *     { return token(s, TK_ILLEGAL, p); }
        */
    }
}

/* What PostgreSQL's operators are made of; '?' only where one starts, as it is a parameter elsewhere. */
static bool is_operator_sign(byte c)
{
    return c != '\0' && is_one_of(c, "+-*/<>=~!@#%^&|");
}

/* Whether `?` is the start of an operator: a ?# b, a ?@> b, a ?|| b; but  LIMIT ?-1 */
static bool starts_operator(const scan *s)
{
    const byte *p = s->start + 1;

    return follows_operand_and_blanks(s) && is_operator_sign(*p) &&
           (*p != '-' || p[1] == '|' || (sorts[p[1]] & BLANK) != 0) && (*p != '|' || p[1] == '|');
}

/* Signs that go on with no operator: a comment, Redshift's #t, Python's %(x)s. */
static bool starts_another(const scan *s, const byte *p)
{
    return (p[0] == '-' && p[1] == '-') || (p[0] == '/' && p[1] == '*') || (*p == '#' && has(s, CLN_LEX_HASH_NAME)) ||
           (*p == '%' && (p[1] == '(' || is_letter(p[1])));
}

/* PostgreSQL: as many signs as stand together are one operator, whoever defined it:  a ~> 1, a <<< b, |@| a.  One that ends with a
   sign of a number leaves that to it:  a =-1. */
static CLN_NOINLINE cln_token by_rules_of_postgres(const cln_lexer *lexer, const byte *start)
{
    cln_token found = by_rules(lexer, start);
    const byte *text = (const byte *)lexer->text.data;
    scan s = { lexer, text, text + found.offset, text + lexer->text.length, lexer->flags };
    const byte *end = s.start + found.length, *p = end;

    if (found.length == 0 || CLN_IS_SKIPPED(found.kind) || (!is_operator_sign(end[-1]) && !(end[-1] == '?' && found.length == 1 && starts_operator(&s))) ||
        (*s.start == '#' && has(&s, CLN_LEX_HASH_NAME)))
        return found;
    while (is_operator_sign(*p) && !starts_another(&s, p))
        p++;
    while (*s.start != '?' && p > end && (p[-1] == '+' || p[-1] == '-'))
        p--;
    return p > end ? token(&s, TK_OTHER_OP, p) : found;
}

/* Signs that stand for themselves, whatever is beside them. */
static const uint16_t signs[256] = {
    ['('] = TK_LP, [')'] = TK_RP, [']'] = TK_RB, ['}'] = TK_RC, [','] = TK_COMMA, [';'] = TK_SEMI,
    ['.'] = TK_DOT, /* .5 is a number */
};

static CLN_AT_ONCE cln_token next_token(const cln_lexer *lexer, uint32_t offset)
{
    const byte *text = (const byte *)lexer->text.data;
    const byte *start = text + (offset < lexer->text.length ? offset : lexer->text.length);

    while ((sorts[*start] & BLANK) != 0)
        start++;
    if ((sorts[*start] & FIRST) != 0) {
        const byte *p = start + 1;
        while ((sorts[*p] & PLAIN) != 0)
            p++;
        if ((sorts[*p] & (LETTER | JOINT | QUOTE)) == 0)
            return word(lexer, start, p);
    } else if (signs[*start] != 0 && (*start != '.' || !is_digit(start[1]))) {
        return cln_token_at(signs[*start], (uint32_t)(start - text), 1);
    }
    if ((lexer->flags & CLN_LEX_PSQL) != 0)
        return by_rules_of_postgres(lexer, start);
    return by_rules(lexer, start);
}

CLN_ON_A_LINE cln_token cln_lex(const cln_lexer *lexer, uint32_t offset)
{
    return next_token(lexer, offset);
}

/* What is no part of a statement, and what is no token. */
static inline bool is_odd(uint16_t kind)
{
    return CLN_IS_SKIPPED(kind) || kind == TK_ILLEGAL || kind == TK_UNTERMINATED;
}

CLN_ON_A_LINE uint32_t cln_lex_row(const cln_lexer *lexer, uint32_t offset, cln_token *tokens, uint32_t count)
{
    uint32_t read = 0;

    for (; read < count; read++) {
        tokens[read] = next_token(lexer, offset);
        if (is_odd(tokens[read].kind))
            break;
        offset = tokens[read].offset + tokens[read].length;
    }
    return read;
}

cln_token cln_lex_within(const cln_lexer *lexer, uint32_t *at, uint32_t end)
{
    cln_token token;

    do {
        token = cln_lex(lexer, *at);
        *at = token.offset + token.length;
    } while (CLN_IS_SKIPPED(token.kind));
    if (token.offset >= end)
        token.kind = 0;
    return token;
}
