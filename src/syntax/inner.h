/*
 * inner.h -- SQL that stands in string literals, read where it stands.
 *
 *     CREATE FUNCTION f () ... AS $$ BEGIN INSERT INTO g SELECT a FROM t; END $$ LANGUAGE plpgsql
 *     EXECUTE IMMEDIATE 'INSERT INTO g SELECT ''x'' FROM ' || 't'
 *
 * Behind the statement that holds it the parser reads on in the literal, up to its end, and then goes on where it was.  It reads a
 * copy of the text, in which a literal with escapes, or several that are joined, are laid out as what they say, with blanks
 * where that is shorter: offsets, lines and columns are those of the text.
 *
 * A text that is run is taken away again behind its end, as it may be run, or added to, once more.  One that several statements put together stands
 * nowhere: it is laid over the text in front of the statement that runs it, or behind that, as long as it is read, and has no places of its own.
 */
#ifndef CLN_SYNTAX_INNER_H
#define CLN_SYNTAX_INNER_H

#include "syntax/block.h"

enum { CLN_MOST_INNER = 8 };

typedef struct cln_inner {
    colline_span at;    /* of the literal(s), quotes included */
    colline_span head;  /* of the routine whose body it is; length 0: none */
    colline_span into, feeds; /* what its first statement assigns, as in cln_parsed; length 0: nothing */
    uint32_t holder;    /* the statement that holds it: a number of the caller's */
    bool dynamic;       /* no body, but a text that is run */
    colline_text said;  /* ... and that was put together; data NULL: it stands at `at` */
    colline_span runner; /* ... by the statement there ... */
    colline_span runs;  /* ... which is told to stand there */
    const struct cln_arguments *arguments;
    char *covered;      /* what stood at `at` */
    bool open;
    uint32_t end, outer_end, next; /* where it ends, where the text around it ends, and where that goes on */
    char ended;         /* what stood at its end */
    cln_blocks blocks;  /* of the text around it */
} cln_inner;

typedef struct cln_inners {
    cln_arena *arena; /* of the text; NULL: literals are left alone */
    char *writable;   /* the copy; NULL: not made yet */
    uint32_t length;
    uint64_t room;    /* so many bytes may be read in literals */
    uint32_t count;
    cln_inner items[CLN_MOST_INNER]; /* the innermost last; of those that are not open the last is the next */
} cln_inners;

void cln_inners_start(cln_inners *inners, cln_arena *arena, colline_text text);
/* The literal(s) `at` are read next; false where they are too many, too deep or too long. */
bool cln_inner_add(cln_parse *pc, cln_inners *inners, const cln_inner *inner);
/* Go on in the next one that waits. */
void cln_inner_open(cln_parse *pc, cln_blocks *blocks, cln_inners *inners);
/* The copy, which is made when it is needed first, and read from then on; NULL: there can be none. */
char *cln_inner_writable(cln_parse *pc, cln_inners *inners);
/* At the end of the text: whether it was an inner one's, and the parser stands in the text around it, or in another one. */
bool cln_inner_close(cln_parse *pc, cln_blocks *blocks, cln_inners *inners);
/* Those from `count` on are left as they are: what they covered stands in the text again. */
void cln_inner_forget(cln_inners *inners, uint32_t count);
/* The innermost that is open; NULL: none. */
cln_inner *cln_inner_at(cln_inners *inners);

/* A span is made of literals only: 'a', 'a' || 'b', ('a'), N'a' + N'b'. */
bool cln_is_literal(const cln_lexer *lexer, colline_span at);
/* What a literal says, written to `out`, which has room for the token; its length. */
uint32_t cln_literal_says(const cln_lexer *lexer, cln_token literal, char *out);
/* CREATE FUNCTION ... AS 'body' LANGUAGE sql, DO $$ body $$: the body that is SQL; length 0: none. */
colline_span cln_find_body(const cln_parse *pc, colline_span at);

#endif
