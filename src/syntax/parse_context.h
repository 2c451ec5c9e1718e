/*
 * parse_context.h -- what the token loop, the driver and the constructors share while a statement is read.
 *
 *     parse.c (token loop) -> grammar/driver.c (what the token is, shift and reduce) -> ast.c (nodes)
 *
 * The first failure is latched: it adds its diagnostic, and the token loop stops.
 */
#ifndef CLN_SYNTAX_PARSE_CONTEXT_H
#define CLN_SYNTAX_PARSE_CONTEXT_H

#include "base/diagnostics.h"
#include "syntax/ast.h"
#include "syntax/dialect.h"
#include "syntax/lexer.h"

/* How far the parser may look; tokens are read in turns of so many, as that is cheaper. */
enum { CLN_LOOKAHEAD = 16, CLN_AHEAD = 1 + CLN_LOOKAHEAD };

/* CREATE is read again where a clause turned out to be none of the grammar's: which clauses are passed over, and where
   the last other one stood. */
enum { CLN_MOST_PASSED = 8 };
typedef struct cln_passed_clauses {
    uint32_t at[CLN_MOST_PASSED], count;
    uint32_t last;
} cln_passed_clauses;

typedef struct cln_parse {
    cln_arena *arena;             /* of the statement */
    cln_diagnostics *diagnostics; /* NULL: nobody wants to know */
    const cln_dialect *dialect;
    colline_text text;
    uint32_t max_nesting;
    uint32_t next_id;             /* nodes made so far */
    const bool *watched_kinds;    /* by kind: nodes that strict.c wants to see ... */
    CLN_VECTOR(const cln_node *) watched; /* ... and those of the statement */
    CLN_VECTOR(const cln_node *) tables;  /* its TABLE_REFs, and maybe some that stand in the tree no more */
    bool failed;                  /* the latch */
    bool limited;                 /* it was CLN_LIMIT that failed: another reading would not help */
    bool refused;                 /* it fits the grammar, but strict.def does not let the dialect have it */
    bool has_json_literal;        /* Oracle: JSON {...}, JSON [...] stood in this statement */
    bool skip_rest;               /* the grammar has seen enough of this statement */
    bool recovering;              /* what does not fit is skipped (grammar/repair.c) ... */
    bool damaged;                 /* ... and something was */
    bool resumed;                 /* at the end it went back, and on from there */
    bool split;                   /* the statement ends where the next token stands, without a semicolon */
    CLN_VECTOR(colline_span) damage; /* what was skipped */
    uint32_t broken_quote, broken_end; /* a quote that closes only in a later statement: where it is cut; equal: none */
    colline_span into;            /* the variables of SELECT ... INTO v, w; length 0: none */
    cln_passed_clauses *passed;   /* NULL unless CREATE is read again */
    colline_span at;              /* the text of the rule that is being reduced */
    struct cln_sources *spare_sources; /* of a FROM clause that is complete; the next one takes it */
    cln_node *tree;               /* what the start symbol gave */
    cln_lexer lexer;
    uint32_t position;            /* where the lexer goes on */
    bool has_branches;            /* {% else %} was read */
    bool first_branch;            /* what is behind one is left out, up to {% endif %} */
    uint32_t no_tag_ends;         /* up to there the ends of tags were looked for in vain */
    uint32_t cuts, last_cut;      /* quotes that never end and were cut short; behind where the last one starts */
    cln_token ahead[CLN_AHEAD];   /* tokens without comments: the one taken last, then those that wait */
    uint32_t ahead_first, ahead_end; /* the next one's place, at least 1; behind the last one */
} cln_parse;

/* Latch a failure, unless there is one; what can be recovered from is damage only. */
#define cln_parse_fail(pc, code, span, ...)                             \
    do {                                                                \
        cln_parse *context_ = (pc);                                     \
        if (!context_->failed && context_->diagnostics != NULL)         \
            cln_diagnose(context_->diagnostics, (code), (span), __VA_ARGS__); \
        context_->limited = context_->limited || (code) == CLN_LIMIT;   \
        if (context_->recovering && (code) != CLN_LIMIT)                \
            context_->damaged = true;                                   \
        else                                                            \
            context_->failed = true;                                    \
    } while (0)

/* Read ahead until `count` tokens wait. */
void cln_parse_read_ahead(cln_parse *pc, uint32_t count);

/* The token that cln_parse_take() will give after `distance` more; distance < CLN_LOOKAHEAD. */
static inline cln_token cln_parse_peek(cln_parse *pc, uint32_t distance)
{
    assert(distance < CLN_LOOKAHEAD);
    if (pc->ahead_end <= pc->ahead_first + distance)
        cln_parse_read_ahead(pc, distance + 1);
    return pc->ahead[pc->ahead_first + distance];
}

/* Go on behind the token that was seen. */
static inline void cln_parse_drop(cln_parse *pc)
{
    pc->ahead_first++;
}

/* The next token, without comments, hints and tags; kind 0 at the end of the text. */
static inline cln_token cln_parse_take(cln_parse *pc)
{
    cln_token token = cln_parse_peek(pc, 0);

    cln_parse_drop(pc);
    return token;
}

static inline colline_text cln_parse_text(const cln_parse *pc, cln_token token)
{
    return cln_text_of(pc->text.data + token.offset, token.length);
}

/* The token that was taken last. */
static inline cln_token cln_parse_taken(const cln_parse *pc)
{
    return pc->ahead[pc->ahead_first - 1];
}

/* Go on reading at `position`. */
static inline void cln_parse_seek(cln_parse *pc, uint32_t position)
{
    pc->position = position;
    pc->ahead_first = pc->ahead_end = 1;
}

/* Whether the token's text is that word, in any letter case. */
static inline bool cln_parse_says(const cln_parse *pc, cln_token token, const char *word)
{
    return cln_text_says(cln_parse_text(pc, token), word);
}

static inline colline_span cln_token_span(cln_token token)
{
    return (colline_span){ token.offset, token.length };
}

/* SELECT a INTO v, UPDATE ... RETURNING a INTO v, VALUES r: behind such words variables may stand, which the grammar does not read. */
#define CLN_VARIABLES_MAY_FOLLOW(kind) \
    ((kind) == TK_INTO || (kind) == TK_BULK || (kind) == TK_RETURNING || (kind) == TK_RETURN || (kind) == TK_VALUES)

/* ---- The driver (grammar/driver.c) ---- */

typedef struct cln_engine cln_engine;

/* An engine whose stack bears `max_nesting` levels. */
cln_engine *cln_engine_new(cln_arena *lifetime, uint32_t max_nesting);
/* Careful: for a text that has not been found to fit (grammar/driver.c). */
void cln_engine_start(cln_engine *engine, cln_parse *pc, bool careful);
/* One token; kind 0 (or a semicolon) ends the text.  Afterwards pc->failed may be set. */
void cln_engine_feed(cln_engine *engine, cln_token token);
/* Take and feed tokens as long as they are what they look like, and end in front of `reach`; no more than `most`.  With `variables`,
   up to a word behind which these may stand: INTO v.  How many it were. */
uint64_t cln_engine_feed_plain(cln_engine *engine, bool variables, uint32_t reach, uint64_t most);
void cln_engine_end(cln_engine *engine);
/* Whether the statement may end here; whether it can go on with a token of that kind. */
bool cln_engine_may_end(cln_engine *engine);
bool cln_engine_takes(cln_engine *engine, uint16_t kind);
/* Where the text that the engine has dealt with ends. */
uint32_t cln_engine_last_end(const cln_engine *engine);
/* A token that fits nowhere, of which the user has been told. */
void cln_engine_damaged(cln_engine *engine, cln_token token);
/* The keyword that an unquoted name is but for one letter, where a statement `begins` or within one; 0: none. */
uint16_t cln_keyword_meant(const cln_parse *pc, cln_token token, bool begins);
/* Whether the rest of the statement may be left unread here, a name being complete. */
bool cln_engine_wants_rest(cln_engine *engine);

#endif
