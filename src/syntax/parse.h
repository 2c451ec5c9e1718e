/*
 * parse.h -- text to trees, a statement at a time.
 *
 *     SELECT 1; SELEC 2; SELECT 3      three statements; the second has a diagnostic and no tree
 *
 * The token loop feeds the driver (grammar/driver.c) until a semicolon or the end of the text.  What goes
 * wrong inside a statement is a diagnostic and ends that statement only.
 */
#ifndef CLN_SYNTAX_PARSE_H
#define CLN_SYNTAX_PARSE_H

#include "base/diagnostics.h"
#include "syntax/ast.h"
#include "syntax/dialect.h"
#include "syntax/event.h"

typedef struct cln_parser cln_parser;

/* A statement as the parser sees it.  Everything in it lives in the arena of the parser. */
typedef struct cln_parsed {
    colline_statement_kind kind;  /* from the tree, else from its head */
    const cln_node *tree;         /* NULL: not parsed (a diagnostic says why), or only its head is known */
    colline_span at;              /* from its first token to its last, without the semicolon */
    uint32_t node_count;          /* ids of its nodes are below this */
    bool inside;                  /* it stands in the body of the last CREATE_ROUTINE or BLOCK that is not inside itself */
    const cln_node *const *tables; /* its TABLE_REFs, and maybe some that stand in the tree no more */
    uint32_t table_count;
    bool recovered;               /* tree holds what could be told in spite of a syntax error */
    const colline_span *damage;   /* what was skipped then */
    uint32_t damage_count;
    const cln_script_event *events; /* what happened in front of it, and from `own_event` on what it does itself (event.h) */
    uint32_t event_count, own_event;
    colline_span into;            /* SELECT ... INTO v, w: the variables; length 0: none */
    bool spreads;                 /* ... and each of its columns is a name of its own: FOR r AS SELECT a (Db2) */
    colline_span feeds;           /* the record or the cursor whose query this is; length 0: none */
    uint32_t level;               /* of what it assigns, as in cln_script_event */
    colline_span body;            /* a literal that is a routine's body; length 0: none */
    uint32_t holder;              /* of the literal that it stands in (cln_parser_enter); 0: none */
    bool dynamic;                 /* ... which is a text that is run: what is declared below `floor` is not seen there */
    uint32_t floor;
    const struct cln_arguments *arguments; /* ... that are given to its placeholders; NULL: none */
    colline_span runs;            /* ... and that was put together: what runs it, as it stands nowhere; length 0: it stands where it is read */
} cln_parsed;

typedef struct cln_parser_options {
    const cln_dialect *dialect;
    uint32_t max_nesting;         /* never 0 here */
    uint64_t max_statement_bytes; /* 0: none */
    bool templates;
    uint32_t max_tokens;          /* of a statement; 0: none */
} cln_parser_options;

/* A parser with its fixed stack, made in `lifetime` (which outlives it). */
cln_parser *cln_parser_new(cln_arena *lifetime, const cln_parser_options *options);

/* Read from the start of `text`, which stays alive and is followed by a NUL byte. */
void cln_parser_start(cln_parser *parser, colline_text text);

/* Literals of the text may be read as SQL: `arena` lives as long as the text. */
void cln_parser_keep(cln_parser *parser, cln_arena *arena);
/* The next statements are those in the literal(s) `at` of the text, which statement `holder` runs or, if `head` is not empty, which are the
 * body of its routine; false: there is no room for them (inner.h). */
bool cln_parser_enter(cln_parser *parser, colline_span at, colline_span head, uint32_t holder);
/* The same for a text that is run. */
typedef struct cln_parser_run_by {
    colline_span at, told;    /* the statement that runs it, and where that is told to stand ... */
    uint32_t holder;          /* ... its number */
    colline_span into, feeds; /* the variables, or the cursor or row, that the result of its first statement goes to; length 0: nothing */
    const struct cln_arguments *arguments; /* NULL: none */
} cln_parser_run_by;
bool cln_parser_run(cln_parser *parser, const cln_script_text *text, const cln_parser_run_by *by);
/* Read on for a while, and then again from here: what follows is read up to the end of the literal or the part of the text (DELIMITER) that
 * this place stands in. */
typedef struct cln_parser_place cln_parser_place;
cln_parser_place *cln_parser_keep_place(cln_parser *parser, cln_arena *arena);
void cln_parser_return(cln_parser *parser, const cln_parser_place *place);
/* The text that the statement stands in: a copy where literals are read. */
colline_text cln_parser_text(const cln_parser *parser);

/* The next statement, its tree made in `arena`, its troubles told to `diagnostics`; false at the end of the
 * text, where `parsed` has the last events only.  Empty statements (;;) are skipped. */
bool cln_parser_next(cln_parser *parser, cln_arena *arena, cln_diagnostics *diagnostics, cln_parsed *parsed);

/* Read what follows in another dialect; returns the one so far. */
const cln_dialect *cln_parser_use(cln_parser *parser, const cln_dialect *dialect);

/* Parse a whole text as one statement, as a view's definition is: NULL where it does not parse. */
const cln_node *cln_parse_one(cln_parser *parser, colline_text text, cln_arena *arena, cln_diagnostics *diagnostics);
/* Parse a part of the text that was read as a query: SELECT ..., (SELECT ...), or expressions, as the items of one; several: (1, 2)
 * is two.  NULL where it is none. */
const cln_node *cln_parse_values(cln_parser *parser, colline_span at, bool several, cln_arena *arena);
/* How the text is lexed, all of it. */
struct cln_lexer cln_parser_lexer(const cln_parser *parser);
/* Parse `text` as one type: ARRAY<STRUCT<a: INT>>.  NULL where it is none. */
const cln_node *cln_parse_type(cln_parser *parser, colline_text text, cln_arena *arena);

#endif
