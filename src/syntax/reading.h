/*
 * reading.h -- a parser, and how it reads one statement.
 *
 *     BEGIN; SELECT a INTO v FROM t; EXPLAIN SELEC b; END      a block's head, a query and its variable, an EXPLAIN of what does not parse
 *
 * parse.c finds where the next statement starts; reading.c tells by its first words how it is read; token_loop.c feeds the grammar
 * with its tokens.
 */
#ifndef CLN_SYNTAX_READING_H
#define CLN_SYNTAX_READING_H

#include "sql.h"
#include "syntax/ast_build.h"
#include "syntax/block.h"
#include "syntax/head.h"
#include "syntax/inner.h"
#include "syntax/parse.h"

struct cln_parser {
    cln_parse pc;
    cln_engine *engine;
    cln_parser_options options;
    cln_blocks blocks;            /* that are open where the next statement starts */
    cln_inners inners;            /* literals that are read as SQL */
    cln_script_events events;     /* of the statement at hand */
    bool inside;                  /* it stands in a block */
    bool returns;                 /* to a place that was kept ... */
    uint32_t kept_inners;         /* ... and in which so many literals are left alone */
    cln_head_index heads;
};

/* What is no token. */
static inline bool cln_is_no_token(uint16_t kind)
{
    return kind == TK_ILLEGAL || kind == TK_UNTERMINATED;
}

/* ---- token_loop.c ---- */

/* Feed the grammar with the statement that starts with the next token, at `start`; where it ends. */
uint32_t cln_feed_statement(cln_parser *parser, uint32_t start);
/* What is left of the statement is passed over; where it ends, or `end`. */
uint32_t cln_skip_statement(cln_parse *pc, uint32_t end);
/* FOR r IN EXECUTE x LOOP: the statement that runs the loop's query, in the same way. */
uint32_t cln_skip_to_loop(cln_parse *pc, uint32_t end);
/* A token that is none: say why. */
void cln_tell_bad_token(cln_parse *pc, cln_token token);

/* ---- reading.c ---- */

/* The statement that starts with the next token. */
void cln_read_statement(cln_parser *parser, cln_parsed *parsed);
/* Read again from `position` on, where a statement starts. */
void cln_rewind(cln_parse *pc, uint32_t position);
/* Another statement, in another arena. */
void cln_forget_statement(cln_parse *pc);

#endif
