/*
 * assigning.h -- what the files share that fill the variables of a script (assign.c, cursor.c, argument.c).
 */
#ifndef CLN_LINEAGE_ASSIGNING_H
#define CLN_LINEAGE_ASSIGNING_H

#include "lineage/value.h"
#include "syntax/lexer.h"

typedef struct cln_assigning {
    cln_session_state *session;
    cln_variables *variables;
    cln_result *result;  /* of the statement at hand */
    bool told;           /* what is read is read by this statement */
    bool dynamic;        /* which stands in a text that is run: that is gone behind its end */
    colline_span feeds;  /* the row or cursor that the text feeds which the statement runs */
    uint32_t level;
} cln_assigning;

/* ---- Names that are assigned to ---- */

typedef struct cln_assigned {
    colline_text name, field; /* as they are looked up; field empty: the whole */
} cln_assigned;
typedef CLN_VECTOR(cln_assigned) cln_assigned_list;

/* v, r.a, v (1), v[i].a, and several in parentheses or without. */
cln_assigned_list cln_assigned_names(cln_assigning *a, colline_span at);
/* A new variable of the statement's level; MySQL's @v lives as long as the session. */
cln_variable *cln_declare_assigned(cln_assigning *a, colline_text name);
/* adds: beside what it has, both computed. */
void cln_assign_to(cln_assigning *a, const cln_assigned *to, const cln_value *value, bool adds);
/* The same value to each. */
void cln_assign_all(cln_assigning *a, const cln_assigned_list *names, const cln_value *value, bool adds);

/* ---- Expressions ---- */

/* The variable that is all of the expression: v := w; NULL: it is more. */
cln_variable *cln_only_variable(cln_assigning *a, colline_span at);
/* What a part of the text gives, read as a query: its first column, or a row of it; NULL: it is none. */
const cln_value *cln_evaluated(cln_assigning *a, colline_span at);
/* mentioned: the tables that are read on the way are sources of the statement. */
const cln_value *cln_evaluated_row(cln_assigning *a, colline_span at, bool mentioned);

/* ---- Cursors (cursor.c) ---- */

/* CURSOR c IS, c CURSOR FOR SELECT ..., OPEN c FOR: a row of the query, if that is here. */
void cln_declare_cursor(cln_assigning *a, const cln_script_event *event);
/* OPEN c (1): its query sees what the variables hold now. */
void cln_open_cursor(cln_assigning *a, const cln_script_event *event);
/* FETCH c INTO v, w; FETCH c INTO r; FOR r IN c (1) */
void cln_fetch(cln_assigning *a, const cln_script_event *event);

/* ---- Arguments (argument.c) ---- */

typedef struct cln_argument_text {
    colline_text name; /* p => v, @p = v, v AS p; empty: by place */
    colline_span value;
} cln_argument_text;
typedef CLN_VECTOR(cln_argument_text) cln_argument_texts;
/* a, b + 1, p => v, and the same in parentheses. */
cln_argument_texts cln_split_arguments(cln_assigning *a, colline_span at);
/* What one argument gives, without regard to its name; NULL: nothing. */
const cln_value *cln_argument_value(cln_assigning *a, colline_span at);
/* What is given to the placeholders of a text that is run; NULL: nothing that is known. */
const struct cln_arguments *cln_read_arguments(cln_assigning *a, colline_span at);

#endif
