/*
 * block.h -- statements inside of routines and blocks.
 *
 *     CREATE PROCEDURE p AS BEGIN IF x THEN INSERT INTO a ...; END IF; UPDATE b ...; END
 *     a CREATE_ROUTINE, then the INSERT and the UPDATE, which stand inside of it
 *
 * The words of control (IF ... THEN, LOOP, ELSE, END) are passed over, what stands between them are statements.  A body that is
 * a string is not looked into, and statements there must end with a semicolon.
 */
#ifndef CLN_SYNTAX_BLOCK_H
#define CLN_SYNTAX_BLOCK_H

#include "syntax/parse_context.h"

typedef struct cln_blocks {
    uint32_t depth;       /* BEGINs that are open */
    bool single;          /* the next statement is the whole body: CREATE PROCEDURE p AS INSERT ... */
} cln_blocks;

/* Behind the head of CREATE PROCEDURE, FUNCTION, TRIGGER: read on to where the first statement of the body starts, or to the end of the statement.
 * Where what was read ends; `end` where nothing was. */
uint32_t cln_open_routine(cln_parse *pc, cln_blocks *blocks, uint32_t end);
/* BEGIN and DECLARE ... BEGIN of an anonymous block, not BEGIN TRANSACTION: likewise; false where it is none. */
bool cln_open_block(cln_parse *pc, cln_blocks *blocks, uint32_t *end);
/* Inside of a block: pass over words of control, up to a statement or the end of the text. */
void cln_pass_control(cln_parse *pc, cln_blocks *blocks);

#endif
