/*
 * note.h -- events (event.h) from the words of statements that the grammar does not read.
 *
 *     SET a = 1, b = (SELECT MAX(x) FROM t)      ASSIGN a <- 1; ASSIGN b <- (SELECT MAX(x) FROM t)
 */
#ifndef CLN_SYNTAX_NOTE_H
#define CLN_SYNTAX_NOTE_H

#include "syntax/block.h"

void cln_note(cln_parse *pc, cln_blocks *blocks, cln_event_kind kind, colline_span names, colline_span value);
void cln_note_with(cln_parse *pc, cln_blocks *blocks, cln_event_kind kind, colline_span names, colline_span value, colline_span arguments);
/* The text from the start of one span to the end of another. */
colline_span cln_span_through(colline_span first, colline_span last);
/* v INT := 1; v, w INT DEFAULT 1; @v INT = 1, @w INT; c CURSOR FOR SELECT ... */
void cln_note_declaration(cln_parse *pc, cln_blocks *blocks, colline_span at);
/* p (a IN INT, b OUT INT), p @a INT = 1, @b INT: the head of a routine. */
void cln_note_parameters(cln_parse *pc, cln_blocks *blocks, colline_span at);
/* c (p INT): the parameters of a cursor. */
void cln_note_listed(cln_parse *pc, cln_blocks *blocks, colline_span at);
/* SET, DECLARE, LET, FETCH, v := x, EXECUTE 'x'; others tell nothing. */
void cln_note_statement(cln_parse *pc, cln_blocks *blocks, colline_span at);

#endif
