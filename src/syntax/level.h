/*
 * level.h -- the levels of blocks, and the words that open and close them.
 *
 *     DECLARE v INT; BEGIN IF v > 0 UPDATE t SET a = v ELSE DELETE FROM t; END      a level that declares; an IF that waits for a statement
 *
 * routine.c reads the heads of routines up to their bodies, block.c what stands in them.
 */
#ifndef CLN_SYNTAX_LEVEL_H
#define CLN_SYNTAX_LEVEL_H

#include "sql.h"
#include "syntax/block.h"

#define CLN_NO_SPAN ((colline_span){ 0, 0 })

static inline uint32_t cln_token_end(cln_token token)
{
    return token.offset + token.length;
}

/* ---- Words ---- */

static inline bool cln_block_word(const cln_parse *pc, cln_token token, const char *word)
{
    return (pc->text.data[token.offset] | 0x20) == word[0] && token.kind != TK_QUOTED_ID && token.kind != TK_STRING &&
           cln_parse_says(pc, token, word);
}

bool cln_block_any(const cln_parse *pc, cln_token token, const char *const *words);
static inline bool cln_block_next(cln_parse *pc, const char *word)
{
    return cln_block_word(pc, cln_parse_peek(pc, 0), word);
}

/* Whether SELECT or WITH stands so many tokens ahead; also behind parentheses. */
bool cln_block_query(cln_parse *pc, uint32_t ahead);
bool cln_block_subquery(cln_parse *pc, uint32_t ahead);
/* A word that starts a statement which is read with the grammar. */
bool cln_block_statement(cln_parse *pc);
/* What BEGIN TRANSACTION has and a block has not. */
bool cln_is_transaction(const cln_parse *pc, cln_token token);
/* Take tokens up to the end of the statement, semicolons in parentheses included; where the last one ends. */
uint32_t cln_take_statement(cln_parse *pc, uint32_t end);
/* Take tokens up to and with one of those words outside of parentheses; false at the end of the statement. */
bool cln_take_through(cln_parse *pc, const char *const *words);

/* ---- Levels ---- */

/* Deeper than this no level is known to declare. */
enum { CLN_MOST_DECLARING = 64 };

/* Whether the newest one declares, its BEGIN being still to come. */
static inline bool cln_level_declares(const cln_blocks *blocks)
{
    return blocks->depth > 0 && blocks->depth <= CLN_MOST_DECLARING && (blocks->declaring >> (blocks->depth - 1) & 1u) != 0;
}

void cln_level_set_declaring(cln_blocks *blocks, bool declaring);
/* The bit of the newest level; 0 where it is too deep. */
static inline uint64_t cln_level_bit(const cln_blocks *blocks)
{
    return blocks->depth > 0 && blocks->depth <= CLN_MOST_DECLARING ? (uint64_t)1 << (blocks->depth - 1) : 0;
}

void cln_level_open(cln_parse *pc, cln_blocks *blocks, bool declaring);
/* BEGIN, with what belongs to it: BEGIN TRY, BEGIN ATOMIC, BEGIN NOT ATOMIC; where that ends. */
uint32_t cln_take_begin(cln_parse *pc, cln_blocks *blocks);
/* DECLARE in front of declarations that BEGIN follows; its end, or 0 where it is a statement. */
uint32_t cln_open_section(cln_parse *pc, cln_blocks *blocks);
/* Behind AS or IS of a routine of Oracle's: declarations follow, but for LANGUAGE JAVA NAME '...' */
bool cln_open_declarations(cln_parse *pc, cln_blocks *blocks);

/* ---- What a T-SQL IF or WHILE, or a handler, takes: it has no end of its own ---- */

/* NULL: none. */
static inline cln_awaiting *cln_newest_pending(cln_blocks *blocks)
{
    return blocks->pending_count > 0 ? &blocks->pending[blocks->pending_count - 1] : NULL;
}

/* What ends with the next statement; false where there are too many of those. */
bool cln_await_statement(cln_blocks *blocks, cln_awaiting_kind kind);
/* IF, LOOP: END IF, END LOOP says where it ends. */
void cln_open_ended(cln_parse *pc, cln_blocks *blocks, cln_event_kind kind);
/* IF, WHILE: T-SQL has no end for them. */
void cln_open_control(cln_parse *pc, cln_blocks *blocks, bool loop);
/* The statement that is read next belongs to the newest one, if that waits for one; it was read; the block at hand ends. */
static inline void cln_take_pending(cln_blocks *blocks, cln_awaiting_state state)
{
    cln_awaiting *newest = cln_newest_pending(blocks);

    if (newest == NULL || newest->state != CLN_AWAITING_AWAITED)
        return;
    newest->state = (uint8_t)state;
    newest->depth = blocks->depth;
}

static inline void cln_read_pending(cln_blocks *blocks)
{
    cln_awaiting *newest = cln_newest_pending(blocks);

    if (newest != NULL && newest->state == CLN_AWAITING_READ)
        newest->state = CLN_AWAITING_DONE;
}

static inline void cln_close_pending(cln_blocks *blocks)
{
    cln_awaiting *newest = cln_newest_pending(blocks);

    if (newest != NULL && newest->state == CLN_AWAITING_BLOCK && newest->depth == blocks->depth)
        newest->state = CLN_AWAITING_DONE;
}

/* What is complete ends, unless ELSE follows: then true, and the ELSE belongs to it. */
bool cln_settle_pending(cln_parse *pc, cln_blocks *blocks);

#endif
