/*
 * lexer.h -- bytes to tokens: a pure function that keeps no state and cannot fail.
 *
 *     sum(a) -- x      ID LP ID RP COMMENT
 *
 * A byte that starts no token is TK_ILLEGAL of length 1; a string, quoted name or block comment that never ends is
 * TK_UNTERMINATED and reaches to the end of the text.  White space is no token.
 */
#ifndef CLN_SYNTAX_LEXER_H
#define CLN_SYNTAX_LEXER_H

#include <string.h>
#include "syntax/dialect.h"

typedef struct cln_token {
    uint32_t offset, length;
    uint16_t kind;       /* TK_*; 0 at the end of the text */
    uint16_t keyword;    /* 1 + index into keywords.def of the word, whatever its class is; 0: no keyword */
} cln_token; /* in this order it goes through two registers and two stores, whatever is changed in it */

/* In one store: what is copied at once, in one load, would wait for two. */
static inline colline_span cln_span_of(uint32_t offset, uint32_t length)
{
    colline_span span = { offset, length };

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t both = (uint64_t)length << 32 | offset;
    memcpy(&span, &both, sizeof span);
#endif
    return span;
}

static inline cln_token cln_token_of(uint16_t kind, uint16_t keyword, uint32_t offset, uint32_t length)
{
    cln_token token = { offset, length, kind, keyword };

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    /* Again in two stores: gcc reads them back in two loads, which would wait for four. */
    colline_span place = cln_span_of(offset, length);
    uint32_t what = (uint32_t)keyword << 16 | kind;
    memcpy(&token.offset, &place, sizeof place);
    memcpy(&token.kind, &what, sizeof what);
#endif
    return token;
}

static inline cln_token cln_token_at(uint16_t kind, uint32_t offset, uint32_t length)
{
    return cln_token_of(kind, 0, offset, length);
}

/* The first of two tokens, drawn out to the end of the last. */
static inline cln_token cln_token_through(cln_token first, cln_token last)
{
    first.length = last.offset + last.length - first.offset;
    return first;
}

/* SIGNED INTEGER as one token of the kind: from the first of two tokens to the end of the last. */
static inline cln_token cln_token_joined(uint16_t kind, cln_token first, cln_token last)
{
    return cln_token_at(kind, first.offset, last.offset + last.length - first.offset);
}

/* What a keyword is in a dialect. */
typedef enum cln_keyword_class {
    CLN_KEYWORD_NONE,       /* not a keyword at all: an identifier */
    CLN_KEYWORD_SOFT,       /* a keyword where the parser can shift one, else an identifier */
    CLN_KEYWORD_NO_ALIAS,   /* soft, but no alias without AS */
    CLN_KEYWORD_FUNCTION,   /* reserved, but may name a function or a type: before '(' an identifier if it is no keyword there */
    CLN_KEYWORD_RESERVED    /* never an identifier, unless quoted */
} cln_keyword_class;

typedef struct cln_lexer {
    colline_text text;            /* text.data[text.length] == 0 */
    const cln_dialect *dialect;
    uint32_t flags;               /* cln_lex_flag */
} cln_lexer;

/* The first token at or behind `offset`.  A word that is a keyword of class NONE in the dialect has kind TK_ID; every other keyword
 * has its own kind, and the driver decides what becomes of it. */
cln_token cln_lex(const cln_lexer *lexer, uint32_t offset);
/* The next tokens one after the other, at most `count`; how many.  Where it is less, the one behind them is a comment, a hint, a tag or
   no token at all. */
uint32_t cln_lex_row(const cln_lexer *lexer, uint32_t offset, cln_token *tokens, uint32_t count);
/* Comments, hints in comments, template tags: what is no part of a statement. */
#define CLN_IS_SKIPPED(kind) ((kind) == TK_COMMENT || (kind) == TK_HINT || (kind) == TK_TAG)
/* The next token in front of `end` that is no comment, hint or tag, from *at, which moves behind it; kind 0: there is none. */
cln_token cln_lex_within(const cln_lexer *lexer, uint32_t *at, uint32_t end);

/* What people read of a token kind: "'('", "SELECT", "an identifier"; and its sort: "operator", "keyword". */
const char *cln_token_name(uint16_t kind);
const char *cln_token_sort(uint16_t kind);

/* The class of keyword number `keyword` (as in cln_token) in a dialect; NONE for 0. */
cln_keyword_class cln_keyword_class_of(const cln_dialect *dialect, uint16_t keyword);
/* The word itself, upper case. */
const char *cln_keyword_word(uint16_t keyword);

#endif
