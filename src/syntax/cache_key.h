/*
 * cache_key.h -- under which key a text's analysis may be kept and used again.
 *
 *     SELECT a, 'x' FROM t WHERE b = 'y' ORDER BY 1        'y' does not count; 'x' and 1 do
 *
 * Stricter than the fingerprint: the text as it stands, spelling and white space too, in which literals are
 * left out where no name and no place depends on them: behind WHERE, HAVING, QUALIFY, the ON of a join, LIMIT and
 * UPDATE's SET.  All others stay: an item of a select list may be named by its text, ORDER BY 1 is a column, a
 * partition's value is part of the target, a string may be executed or name a file.  Comments in front of
 * the text, behind it, and where literals do not count, are left out.
 */
#ifndef CLN_SYNTAX_CACHE_KEY_H
#define CLN_SYNTAX_CACHE_KEY_H

#include "syntax/lexer.h"

/* Places of the text that a key does not depend on, in order. */
typedef struct cln_left_out {
    colline_span *spans;
    size_t capacity, count; /* count: of all; the first `capacity` are in spans */
} cln_left_out;

/* XXH64 of what counts of the whole text.  left_out NULL: nobody asks. */
uint64_t cln_cache_key(const cln_lexer *lexer, uint64_t seed, cln_left_out *left_out, cln_fault *fault);

/* XXH64 of the literals that count of the tokens that start within `at`, for those who know the fingerprint: values of
 * partitions are left out, too, and so are those of select lists and rows that no name depends on; 0: there are none. */
uint64_t cln_variant(const cln_lexer *lexer, colline_span at, cln_fault *fault);

#endif
