/*
 * change.h -- what a statement that writes gives to which column of its target.
 *
 *     MERGE INTO t USING u ON t.k = u.k WHEN MATCHED THEN UPDATE SET (a, b) = (SELECT x, y FROM v) WHEN NOT MATCHED THEN INSERT *
 *     a: v.x and u.a; b: v.y and u.b; k: u.k
 *
 * The statements themselves put these values into the columns of their targets (lineage/modify.c, insert.c).  Where one stands inside of a
 * query (writing.c), or fills a second table (lineage/output.c), what it returns is made of them.
 */
#ifndef CLN_RESOLVE_CHANGE_H
#define CLN_RESOLVE_CHANGE_H

#include "resolve/resolve.h"

typedef struct cln_change cln_change;
struct cln_change {
    cln_resolver *r;
    cln_scope *scope;       /* what the values are read from */
    const cln_table *table; /* the target; NULL: it is not known */
    /* Another value of a column; CLN_NO_ORIGIN: one that is not known, or a constant. */
    void (*take)(cln_change *change, colline_text column, cln_origin value);
    void *taker;
    /* Of MERGE and ON CONFLICT, where a row goes through one of several branches: */
    uint32_t updates, deletes; /* branches */
    uint32_t open_updates;     /* ... that assign columns nobody knows: UPDATE * from an unknown table */
    cln_map updated;           /* column -> which of the others assign it */
    bool in_update;            /* a branch of `updates` that is not open is being traced */
};

/* SET a = x, SET a += x, SET (a, b) = (SELECT ...), Oracle's SET ROW = r. */
void cln_trace_assignment(cln_change *change, const cln_assignment_node *set);
void cln_trace_assignments(cln_change *change, const cln_list *assignments);
/* The source, the conditions and the branches of a MERGE whose target is all that the scope has so far. */
void cln_trace_merge(cln_change *change, const cln_merge_node *merge);
/* ON CONFLICT, ON DUPLICATE KEY: `excluded` is what was to be inserted.  The scope is a new one; its first source becomes the target. */
void cln_trace_conflict(cln_change *change, const cln_insert_node *insert, const cln_table_name *target, const cln_rowset *excluded);

/* The relations of an UPDATE; the place of the target among the scope's sources (their number: there is no target). */
uint32_t cln_open_update(cln_resolver *r, cln_scope *scope, const cln_update_node *update);
/* The relations of a DELETE; the names of those that it deletes from, TABLE_REFs or SOURCEs; NULL: it is the first source. */
const cln_list *cln_open_delete(cln_resolver *r, cln_scope *scope, const cln_delete_node *remove);
/* The source that a TABLE_REF, or a SOURCE's, names; NULL: none. */
cln_source *cln_named_source(cln_resolver *r, cln_scope *scope, const cln_node *name);

/* A value that is one or the other. */
cln_origin cln_either(cln_origins *origins, cln_origin one, cln_origin other);
/* To what is in `changed`, add what the columns were before, where some branch leaves them (or, `deleted`, deletes the row). */
void cln_add_kept(const cln_change *change, const cln_rowset *before, cln_output *changed, uint32_t count, bool deleted);

#endif
