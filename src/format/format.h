/*
 * format.h -- a statement's lineage in each form that colline writes, every one made from the same result.
 *
 *     INSERT INTO g SELECT a + 1 FROM t
 *     json      {"v":1,...,"edges":[{"kind":"PROJECT","source":"t.a","target":"x","to":0,...}],...}
 *     table     g.x   t.a   PROJECT
 *     dot       r0:c0 -> t0:c0 [label="PROJECT"]
 *
 * A form appends to `out`; nothing at all where it has nothing to say of the statement.  What is appended
 * ends with a newline, takes time in proportion to its length (n log n at most), and is valid UTF-8 whatever
 * the input was.
 */
#ifndef CLN_FORMAT_FORMAT_H
#define CLN_FORMAT_FORMAT_H

#include "base/lines.h"
#include "lineage/result.h"

/* What stands around the statement. */
typedef struct cln_format_context {
    colline_text file, id; /* empty: left out */
    colline_text database; /* the session's; empty: not known */
    uint64_t fingerprint;
    colline_text event_time, run_id, dataset_namespace, job_namespace, job_name; /* of OpenLineage; empty: defaults */
    cln_lines
        *lines; /* over result->text, shared by all statements of it; NULL: made anew for this statement */
    cln_arena *lines_arena; /* of `lines` */
} cln_format_context;

typedef void cln_format_fn(cln_arena *arena, cln_buffer *out, const cln_result *result,
                           const cln_format_context *context);

cln_format_fn cln_format_json;    /* docs/json.md: an object for every statement */
cln_format_fn cln_format_impala;  /* the object of Impala's lineage log: statements that have columns */
cln_format_fn cln_format_hive;    /* the object of Hive's LineageLogger: those of its statements that it logs */
cln_format_fn cln_format_openlineage; /* one run event: statements that have sources or targets */
cln_format_fn cln_format_table;   /* aligned text for people: every statement */
cln_format_fn cln_format_dot;     /* a picture for Graphviz: statements that have sources or columns */
cln_format_fn cln_format_mermaid; /* ... for Mermaid */

#endif
