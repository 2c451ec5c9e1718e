/*
 * trace.h -- one trace through an expression (expression.c), and through the calls in it (call.c).
 *
 *     SUM(a) FILTER (WHERE b) OVER (ORDER BY c)      a: AGG; b: FILTER; c: WINDOW
 *
 * A trace adds links to one node.  In a value it starts as DIRECT and only grows stronger on the way down; in
 * a condition it keeps the position's kind.  A condition inside a value is traced once, into a node of its
 * own, to which the value links twice.  Recursion is over the tree, whose height is bounded.
 */
#ifndef CLN_RESOLVE_TRACE_H
#define CLN_RESOLVE_TRACE_H

#include "resolve/resolve.h"

typedef struct cln_trace {
    cln_resolver *r;
    cln_scope *scope;
    cln_origin into;
    cln_link_kind kind; /* DIRECT, PROJECT, AGG, or the position: JOIN_COND, FILTER ... */
    uint8_t flags;
    uint32_t expression; /* the item or condition; 0: the column itself says it */
} cln_trace;

static inline bool cln_traces_value(const cln_trace *t)
{
    return t->kind <= CLN_LINK_AGG;
}

/* The same trace, its value going through something at least as strong as `kind`. */
static inline cln_trace cln_trace_through(const cln_trace *t, cln_link_kind kind)
{
    cln_trace deeper = *t;

    if (cln_traces_value(t) && deeper.kind < kind)
        deeper.kind = kind;
    return deeper;
}

/* The same trace in an indirect position. */
static inline cln_trace cln_trace_positioned(const cln_trace *t, cln_link_kind kind)
{
    cln_trace other = *t;

    if (cln_traces_value(t) || kind == CLN_LINK_FILTER) {
        other.kind = kind;
        other.flags = 0;
    }
    return other;
}

/* ---- expression.c ---- */

void cln_trace_expression(const cln_trace *t, const cln_node *node);
void cln_trace_list(const cln_trace *t, const cln_list *list);
void cln_trace_found(const cln_trace *t, const cln_found *found, colline_span at, cln_link_kind kind,
                       uint32_t expression);
/* v (i), v (i).a: an element of a collection that was fed as a whole. */
bool cln_trace_variable_element(const cln_trace *t, const cln_call_node *call, const cln_node *field);
/* CASE WHEN condition: its columns decide the value, which depends on them, too. */
void cln_trace_decision(const cln_trace *t, const cln_node *condition, bool also_value,
                           uint8_t value_flags);
void cln_trace_condition_of_value(const cln_trace *t, const cln_node *condition);
/* COALESCE(a, b): each candidate is a value, and decides. */
void cln_trace_candidate(const cln_trace *t, const cln_node *candidate);

/* ---- call.c ---- */

void cln_trace_call(const cln_trace *t, const cln_node *node);

#endif
