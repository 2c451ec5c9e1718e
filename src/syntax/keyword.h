/*
 * keyword.h -- is this word a keyword, and what kind of token is it?
 *
 *     SELECT   select   Select        the same number in keywords.def
 */
#ifndef CLN_SYNTAX_KEYWORD_H
#define CLN_SYNTAX_KEYWORD_H

#include "syntax/lexer.h"

enum {
    CLN_KEYWORDS = 0 /* so many are there */
#define KEYWORD(token, word, soft, no_alias, function, reserved) +1
#include "grammar/keywords.def"
#undef KEYWORD
};

/* 1 + the index into keywords.def, or 0. */
uint16_t cln_keyword_find(const char *word, size_t length);
/* The same where `room` bytes from the word's start on may be read, more than it has: faster from eight on. */
uint16_t cln_keyword_find_in(const char *word, size_t length, size_t room);
/* Of a keyword (not 0): TK_ID where the dialect does not know it, else its own kind. */
uint16_t cln_keyword_kind(const cln_dialect *dialect, uint16_t keyword);

#endif
