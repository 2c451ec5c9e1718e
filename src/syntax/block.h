/*
 * block.h -- statements inside of routines and blocks.
 *
 *     CREATE PROCEDURE p AS BEGIN IF x THEN INSERT INTO a ...; END IF; UPDATE b ...; END
 *     a CREATE_ROUTINE, then the INSERT and the UPDATE, which stand inside of it
 *
 * The words of control (IF ... THEN, LOOP, ELSE, END) and declarations are passed over, what stands between them are statements.
 * A level is what an END closes.  In Oracle a level declares first (IS v INT; PROCEDURE q IS ...), and the BEGIN that follows belongs to
 * it.  In T-SQL the body of a routine reaches to GO, with or without BEGIN, and IF takes one statement.
 */
#ifndef CLN_SYNTAX_BLOCK_H
#define CLN_SYNTAX_BLOCK_H

#include "syntax/event.h"
#include "syntax/split.h"

/* T-SQL's IF and WHILE, and the handlers of others, end with the one statement, or block, that belongs to them. */
typedef enum cln_awaiting_state { CLN_AWAITING_AWAITED, CLN_AWAITING_READ, CLN_AWAITING_BLOCK, CLN_AWAITING_DONE } cln_awaiting_state;
typedef enum cln_awaiting_kind { CLN_AWAITING_IF, CLN_AWAITING_LOOP, CLN_AWAITING_HANDLER } cln_awaiting_kind;
typedef struct cln_awaiting {
    uint8_t kind, state;
    uint32_t depth; /* of its block */
} cln_awaiting;
enum { CLN_MOST_AWAITING = 32 };

typedef struct cln_blocks {
    uint32_t depth;       /* levels that are open */
    uint32_t base;        /* levels of the text around a literal that is read */
    uint32_t controls;    /* IFs and loops without their END in a level that the first one of them opened; 0: there is none */
    bool single;          /* the next statement is the whole body: CREATE PROCEDURE p AS INSERT ..., IF a INSERT ... */
    bool single_level;    /* ... whose names end with it */
    colline_span table;   /* of the trigger whose head was passed; length 0: none */
    bool branching;       /* T-SQL, outside of blocks: an IF was there, and ELSE may follow */
    bool batch;           /* T-SQL: what follows, up to GO, is the body */
    bool loop_head;       /* that query was read: its LOOP or DO comes */
    bool spreads;         /* FOR r AS SELECT a: a stands for r.a */
    bool macro;           /* Teradata: a level that ) closes */
    bool loop_query;      /* the next statement is the query of a FOR: it ends at LOOP or DO */
    uint64_t casing;      /* by level, the outermost first: it is a CASE, which a bare END closes (Snowflake) */
    uint64_t declaring;   /* by level, the outermost first: it declares, and its BEGIN is still to come */
    cln_script_events *events;   /* of this statement; NULL: nobody wants to know */
    colline_span feeds;   /* the record or cursor that the next statement, a query, feeds; length 0: none */
    uint32_t pending_count;
    cln_awaiting pending[CLN_MOST_AWAITING]; /* the outermost first */
} cln_blocks;

/* Behind the head of CREATE PROCEDURE, FUNCTION, TRIGGER: read on to where the first statement of the body starts, or to the end of the statement.
 * Where what was read ends; `end` where nothing was. */
uint32_t cln_open_routine(cln_parse *pc, cln_blocks *blocks, uint32_t end);
/* Behind PREPARE: read on to where its statement starts, which is read next (PREPARE p AS SELECT ...); where what was read ends, `end` where none
 * comes: then nothing is read. */
uint32_t cln_open_prepared(cln_parse *pc, cln_blocks *blocks, uint32_t end);
/* Whether a routine starts here without CREATE: ALTER PROCEDURE (T-SQL), PROCEDURE (Oracle). */
bool cln_is_routine(cln_parse *pc);
/* BEGIN and DECLARE ... BEGIN of an anonymous block, not BEGIN TRANSACTION, and IF in T-SQL: likewise; false where it is none. */
bool cln_open_block(cln_parse *pc, cln_blocks *blocks, uint32_t *end);
/* Inside of a block: pass over words of control, up to a statement or the end of the text. */
void cln_pass_control(cln_parse *pc, cln_blocks *blocks);
/* The one statement of a body was read. */
void cln_end_single(cln_parse *pc, cln_blocks *blocks);
/* What was opened is never closed: a line of the client follows. */
void cln_give_up_levels(cln_parse *pc, cln_blocks *blocks);
/* Take a semicolon, or what ends a batch and all blocks with it. */
void cln_pass_separator(cln_parse *pc, cln_blocks *blocks);

#endif
