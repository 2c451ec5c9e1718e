/*
 * fingerprint.h -- what a statement is, whatever its constants.
 *
 *     select Name from crew where id in (1, 2) -- x        SELECT name FROM crew WHERE id IN (?)
 *     SELECT name FROM Crew WHERE id IN (7)                the same text, the same number
 *
 * The normalised text is told from tokens alone, so a statement that does not parse has one, too:
 *   - comments, hints, template tags, white space and the last semicolon are dropped; so are hints in
 *     brackets, [SHUFFLE] behind JOIN or before SELECT, WITH and VALUES;
 *   - reserved words are upper case; other names are folded as columns are, or lower case where names compare without
 *     case; a quoted name loses its quotes where it means the same without;
 *   - strings, numbers with their sign, TRUE, FALSE and parameters become ?, and so does a template within a name;
 *   - a list IN (...) of literals becomes (?), a row of literals behind VALUES, too, and of rows
 *     that read the same one is kept.
 */
#ifndef CLN_SYNTAX_FINGERPRINT_H
#define CLN_SYNTAX_FINGERPRINT_H

#include "syntax/lexer.h"

/* The normalised text of the tokens that start within `at`, made in `arena`. */
colline_text cln_normalized(cln_arena *arena, const cln_lexer *lexer, colline_span at);
/* XXH64 (seed 0) of that text, which is not built for it. */
uint64_t cln_fingerprint(const cln_lexer *lexer, colline_span at, cln_fault *fault);

#endif
