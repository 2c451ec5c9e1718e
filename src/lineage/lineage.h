/*
 * lineage.h -- a parsed statement to its lineage, and to what it does to the session.
 *
 *     CREATE TABLE x AS SELECT a FROM t      edges t.a -> x.a; afterwards the session knows x (a)
 */
#ifndef CLN_LINEAGE_LINEAGE_H
#define CLN_LINEAGE_LINEAGE_H

#include "lineage/result.h"
#include "resolve/variable.h"

/* What the statements of one session share. */
typedef struct cln_session_state {
    cln_arena *lifetime;  /* of the session */
    cln_catalog *catalog; /* the overlay */
    cln_parser *parser;   /* for view definitions and types */
    const cln_dialect *dialect;
    cln_table_name home; /* catalog and database for names that lack them; USE changes it */
    cln_table_name first_home; /* before the first change */
    bool left_home;
    bool in_routine_home, outer_left_home; /* the routine whose body is read has a search path of its own: then what it was outside */
    cln_table_name outer_home;
    uint32_t flags;      /* colline_option bits */
    uint32_t max_edges;  /* 0: none */
    uint64_t moves;      /* how often `home` has changed */
    bool catalog_given;  /* unknown tables are worth a warning */
    cln_arena *scratch;       /* for statements that are only tried out; NULL: the statement's own */
    cln_variables *variables; /* of the text that is read; NULL: it has none so far */
} cln_session_state;

/* Fill in `result` from `parsed`.  The caller has set result's arena, diagnostics, dialect, text, number and
 * parent; kind and span are taken from `parsed`.  Nothing of the session changes. */
void cln_lineage(const cln_session_state *session, const cln_parsed *parsed, cln_result *result);

/* Behind the body of a routine that has a search path of its own.  (session_home.c) */
void cln_leave_routine_home(cln_session_state *session);

/* The placeholders of a text that is run with arguments.  (argument.c) */
void cln_find_placeholders(const cln_session_state *session, const cln_parsed *parsed, cln_arena *arena);
/* What happened to variables in front of the statement.  (assign.c) */
void cln_follow(cln_session_state *session, cln_arena *text_arena, const cln_parsed *parsed, cln_result *result);
/* The same for some of the events of `parsed`; false where fewer than `frames` branches and loops are left open: the rest is not followed. */
bool cln_follow_events(cln_session_state *session, cln_arena *text_arena, const cln_parsed *parsed, uint32_t from, uint32_t to, uint32_t frames,
                       cln_result *result);
/* What the statement does to variables: SELECT ... INTO v, FOR r IN (SELECT ...), SET v = (SELECT ...); the tables of the last are
 * sources of `result`. */
void cln_assign_results(cln_session_state *session, cln_arena *text_arena, const cln_parsed *parsed, cln_result *result);

/* What the statement does to the session: USE, CREATE, DROP, ALTER ... (effects.c) */
void cln_apply(cln_session_state *session, const cln_parsed *parsed, const cln_result *result);

#endif
