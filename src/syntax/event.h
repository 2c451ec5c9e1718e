/*
 * event.h -- what happens between the statements of a script that those who follow its variables must know.
 *
 *     v := a + 1; IF v > 2 THEN SELECT b INTO w FROM t; END IF; FETCH c INTO r
 *     ASSIGN v <- a + 1, BRANCH, END_BRANCH, FETCH r <- c
 *
 * The parser tells them with the statement that stands behind them (or that they are part of); names and values are spans of the
 * text, which are read when somebody wants to know (lineage/assign.c).
 */
#ifndef CLN_SYNTAX_EVENT_H
#define CLN_SYNTAX_EVENT_H

#include "base/diagnostics.h"

/* A text that may be run: what the literals say that stand at `at`; or, where `buffer` is there, what was put together. */
typedef struct cln_script_text {
    colline_span at;
    colline_text said;
    struct cln_text_buffer *buffer; /* that holds `said` */
} cln_script_text;

typedef enum cln_event_kind {
    CLN_EVENT_ROUTINE,    /* a routine, or a block that stands in no other, starts */
    CLN_EVENT_BATCH,      /* GO: what was declared is gone */
    CLN_EVENT_LEVEL,      /* a level was opened or closed: now there are `level` */
    CLN_EVENT_DECLARE,    /* names, and the value that they start with, if any */
    CLN_EVENT_PARAMETER,  /* names, whose value comes from outside */
    CLN_EVENT_TRIGGER,    /* NEW and OLD are rows of the table `value`; names: REFERENCING NEW AS n, if it is there */
    CLN_EVENT_ASSIGN,     /* names <- value, an expression, or several: SET (a, b) = (1, 2); without names it is only read */
    CLN_EVENT_ADD,        /* the same, beside what they had: SET @v += 1 */
    CLN_EVENT_CURSOR,     /* names are cursors; value: their query, if any; arguments: their parameters (p INT), if any */
    CLN_EVENT_FETCH,      /* names <- the cursor or record `value`; a cursor with `arguments` is opened first */
    CLN_EVENT_BRANCH,     /* IF, CASE: one of the ways that follow is taken ... */
    CLN_EVENT_ELSE_IF,    /* ... another way */
    CLN_EVENT_ELSE,       /* ... the last one: there is no further */
    CLN_EVENT_END_BRANCH,
    CLN_EVENT_LOOP,       /* what follows runs again and again, or not at all */
    CLN_EVENT_END_LOOP,
    CLN_EVENT_CALL,       /* value: what is called, with arguments that it may change */
    CLN_EVENT_OPEN,       /* the cursor `names` is opened, with `arguments` */
    CLN_EVENT_EXECUTE     /* the text that `value` gives is run, with `arguments` (USING ...); its result goes to `names`, if any */
} cln_event_kind;

typedef struct cln_script_event {
    cln_event_kind kind;
    uint32_t level;
    bool opens; /* FOR r IN c: the cursor is opened, and r is a row */
    colline_span names, value, arguments; /* length 0: none */
} cln_script_event;

typedef struct cln_script_events {
    cln_arena *arena;
    CLN_VECTOR(cln_script_event) list;
} cln_script_events;

#endif
