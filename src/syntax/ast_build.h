/*
 * ast_build.h -- what the grammar's actions call: one constructor an action.
 *
 *     CASE a WHEN 1 THEN 'x' END      MAKE(case, 0, .operand = A, .whens = W)
 *
 * The driver knows where each symbol on its stack starts and where the last token ended, so that the span of the
 * rule that is being reduced (context->at) needs no telling.  A constructor that finds something wrong latches a
 * diagnostic and goes on with a sound node; none gives NULL.
 */
#ifndef CLN_SYNTAX_AST_BUILD_H
#define CLN_SYNTAX_AST_BUILD_H

#include <stddef.h>
#include <string.h>
#include "syntax/ast.h"
#include "syntax/parse_context.h"

enum {
#define NODE(KIND, struct_name) CLN_KIND_OF_##struct_name = CLN_##KIND,
#define CHILD(struct_name, member)
#define LIST(struct_name, member)
#define VALUE(struct_name, type, member)
#define END(struct_name)
#include "syntax/ast.def"
#undef NODE
#undef CHILD
#undef LIST
#undef VALUE
#undef END
    CLN_KINDS
};

/* The height of the highest item. */
uint32_t cln_list_height(const cln_list *list);

static inline uint32_t cln_higher(uint32_t height, const cln_node *child)
{
    return child != NULL && child->height > height ? child->height : height;
}

static inline uint32_t cln_highest(uint32_t height, const cln_list *list)
{
    uint32_t of_list = list != NULL ? cln_list_height(list) : 0;

    return of_list > height ? of_list : height;
}

/* The node, whose members are set, with its span (context->at), id and height: that of its highest child, and one. */
cln_node *cln_build_node(cln_parse *pc, cln_node *node, uint32_t height);
/* The node, of which members and flags were set, reaches to the end of the rule; `height` of what was set. */
cln_node *cln_build_filled(cln_parse *pc, cln_node *node, uint32_t height);
/* A node that is not of the kind that it should be: CONVERT(INT, x) OVER () is no call any more. */
cln_node *cln_build_misfit(cln_parse *pc, cln_node *node);

/*
 * cln_make_KIND() makes a node of a draft, cln_fill_KIND() sets the draft's members and flags in a node that is being built clause by clause.
 * A draft names most members NULL, and which they are is known where it stands: what is done with them is left out there.
 */
#define NODE(KIND, struct_name)                                                                              \
    static CLN_AT_ONCE cln_node *cln_make_##struct_name(cln_parse *pc, cln_##struct_name##_node draft)       \
    {                                                                                                        \
        cln_##struct_name##_node *made = cln_arena_get(pc->arena, sizeof *made);                             \
        uint32_t height = 0;
#define CHILD(struct_name, member) height = cln_higher(height, draft.member);
#define LIST(struct_name, member) height = cln_highest(height, draft.member);
#define VALUE(struct_name, type, member)
#define END(struct_name)                                                                                     \
        *made = draft;                                                                                       \
        return cln_build_node(pc, &made->node, height);                                                      \
    }
#include "syntax/ast.def"
#undef NODE
#undef CHILD
#undef LIST
#undef END
#define NODE(KIND, struct_name)                                                                              \
    static CLN_AT_ONCE cln_node *cln_fill_##struct_name(cln_parse *pc, cln_node *node,                       \
                                                        cln_##struct_name##_node draft)                      \
    {                                                                                                        \
        cln_##struct_name##_node *filled = (cln_##struct_name##_node *)node;                                 \
        uint32_t height = 0;                                                                                 \
        if (node->kind != CLN_##KIND)                                                                        \
            return cln_build_misfit(pc, node);
#define CHILD(struct_name, member)                                                                           \
        if (draft.member != NULL) {                                                                          \
            filled->member = draft.member;                                                                   \
            height = cln_higher(height, draft.member);                                                       \
        }
#define LIST(struct_name, member)                                                                            \
        if (draft.member != NULL) {                                                                          \
            filled->member = draft.member;                                                                   \
            height = cln_highest(height, draft.member);                                                      \
        }
#define END(struct_name)                                                                                     \
        filled->node.flags |= draft.node.flags;                                                              \
        return cln_build_filled(pc, node, height);                                                           \
    }
#include "syntax/ast.def"
#undef NODE
#undef CHILD
#undef LIST
#undef VALUE
#undef END

/* The context is called pc. */
#define CLN_DRAFT_OF(struct_name, bits, ...)                                                                 \
    ((cln_##struct_name##_node){ .node = { .kind = CLN_KIND_OF_##struct_name, .flags = (bits) }, __VA_ARGS__ })
#define CLN_DRAFT(struct_name, bits, ...) (&CLN_DRAFT_OF(struct_name, bits, __VA_ARGS__).node)
#define MAKE(struct_name, bits, ...) cln_make_##struct_name(pc, CLN_DRAFT_OF(struct_name, bits, __VA_ARGS__))
/* Set members of a node that is being built clause by clause: SELECT DISTINCT ... FROM ... */
#define FILL(node_, struct_name, bits, ...) cln_fill_##struct_name(pc, node_, CLN_DRAFT_OF(struct_name, bits, __VA_ARGS__))
/* The same of a draft of any kind. */
cln_node *cln_build_fill(cln_parse *pc, cln_node *node, const cln_node *draft);

/* What constructors share: the end of a span, a node that reaches further or becomes higher. */
uint32_t cln_span_end(colline_span at);
void cln_node_reach(cln_node *node, uint32_t end);
void cln_node_rise(cln_parse *pc, cln_node *node, uint32_t height_of_child);
/* `ops` of `count` with one more: its capacity is the power of two at or above its count. */
uint16_t *cln_ops_with(cln_parse *pc, const uint16_t *ops, uint32_t count, uint16_t op);

/* Lists: NULL is the empty list, and a NULL item is none. */
cln_list *cln_build_list(cln_parse *pc, cln_node *item);
cln_list *cln_build_append(cln_parse *pc, cln_list *list, cln_node *item);
cln_list *cln_build_concat(cln_parse *pc, cln_list *list, cln_list *more);

/* ---- Names ---- */
cln_node *cln_build_name(cln_parse *pc, cln_token token);
/* `name` behind `parts`; where a dialect reads `p.d.t` in one pair of quotes as three names, these. */
cln_list *cln_build_path(cln_parse *pc, cln_list *parts, cln_node *name);
cln_list *cln_build_gap(cln_parse *pc, cln_list *parts, cln_token dot, cln_node *name);
cln_node *cln_build_open_row(cln_parse *pc, cln_list *items, cln_token comma);
cln_node *cln_build_value_rows(cln_parse *pc, cln_node *insert, cln_token word, cln_list *rows);
cln_node *cln_build_bare_filter(cln_parse *pc, cln_node *call, cln_node *condition);
void cln_check_strings(cln_parse *pc);
/* A NAME of the text of the whole rule: my-project */
cln_node *cln_build_long_name(cln_parse *pc);
/* A string that names something: USE CATALOG 'x' */
cln_node *cln_build_name_of_string(cln_parse *pc, cln_token token);
/* A string where an alias stands: SELECT a 'b' */
cln_node *cln_build_string_alias(cln_parse *pc, cln_token token);
/* a, a.b.c; CURRENT_DATE is a CALL. */
cln_node *cln_build_column(cln_parse *pc, cln_list *parts);
/* The parts, and the column, of one word, name and all. */
cln_list *cln_build_simple_parts(cln_parse *pc, cln_token token);
cln_node *cln_build_simple_column(cln_parse *pc, cln_token token);
/* a (+) */
cln_node *cln_build_outer_mark(cln_parse *pc, cln_list *parts, cln_token plus);
/* {{ ref('x') }}, {{ source('s', 'x') }}, ${t} where a table stands. */
cln_node *cln_build_parameter_table(cln_parse *pc, cln_token token);
/* FROM 'file.parquet' */
cln_node *cln_build_path_table(cln_parse *pc);
/* INSERT OVERWRITE DIRECTORY USING f OPTIONS (path 'x'): a place that only the options name. */
cln_node *cln_build_path_of(cln_parse *pc, cln_token word);

/* Whether the last of `name` is the unquoted word `word` (lower case). */
bool cln_is_word(const cln_list *name, const char *word);

/* ---- Expressions ---- */
cln_node *cln_build_literal(cln_parse *pc, cln_literal_kind kind);
cln_node *cln_build_unit(cln_parse *pc, cln_token token);
/* (x): the flag PARENS and a longer span. */
cln_node *cln_build_parens(cln_parse *pc, cln_node *expression);
/* left op right; merged into `left` where that is a run of the same precedence. */
cln_node *cln_build_operation(cln_parse *pc, cln_node *left, cln_token op, cln_node *right);
cln_node *cln_build_operation_not(cln_parse *pc, cln_node *left, cln_token op, cln_token not, cln_node *right);
cln_node *cln_build_is(cln_parse *pc, cln_node *subject, uint32_t flags, cln_node *object);
cln_node *cln_build_in(cln_parse *pc, cln_node *subject, uint32_t flags, cln_list *values, cln_node *query);
/* [x + 1 FOR x IN list IF condition]: list_transform(list_filter(list, x -> condition), x -> x + 1) */
cln_node *cln_build_comprehension(cln_parse *pc, cln_node *value, cln_list *names, cln_node *list, cln_node *condition);
cln_node *cln_build_lambda(cln_parse *pc, cln_node *parameters, cln_node *body);
/* name => x, name := x, name: x */
cln_node *cln_build_interval(cln_parse *pc, cln_node *value, cln_node *unit);
/* f(arguments ...) is complete: CONVERT(INT, x) becomes a CAST, POSITION(a IN b) two arguments. */
cln_node *cln_build_call_end(cln_parse *pc, cln_node *call);
/* f(parameters)(arguments) */
cln_node *cln_build_second_arguments(cln_parse *pc, cln_node *call, uint32_t flags, cln_list *arguments);
/* EXTRACT(a FROM b), TRIM(a FROM b), SUBSTRING(a FROM b FOR c), OVERLAY(a PLACING b FROM c FOR d): parts may be NULL. */
cln_node *cln_build_special_call(cln_parse *pc, cln_list *name, cln_node *first, cln_node *second, cln_node *third,
                                 cln_node *fourth);
cln_node *cln_build_quantified(cln_parse *pc, cln_token quantifier, cln_node *query, cln_list *values);

/* ---- Types ---- */
cln_node *cln_build_type(cln_parse *pc, cln_list *arguments, cln_list *fields);
cln_node *cln_build_type_arguments(cln_parse *pc, cln_node *type, cln_list *arguments);
cln_node *cln_build_array_type(cln_parse *pc, cln_node *element);
cln_node *cln_build_type_words(cln_parse *pc, cln_node *type);

/* ---- Queries ---- */
cln_node *cln_build_query_parens(cln_parse *pc, cln_node *query);
/* left UNION right: flat as long as the precedence is the same. */
cln_node *cln_build_set_operation(cln_parse *pc, cln_node *left, uint32_t op, cln_node *right);
cln_node *cln_build_set_by(cln_parse *pc, cln_node *left, uint32_t op, cln_list *names, cln_node *right);
cln_node *cln_build_tailed_branch(cln_parse *pc, cln_node *query);
cln_node *cln_build_aliased_row(cln_parse *pc, cln_node *value, cln_node *alias, cln_list *more);
cln_node *cln_build_values(cln_parse *pc, cln_list *rows);
cln_node *cln_build_values_query(cln_parse *pc, cln_list *rows);
/* expr alias; T-SQL's alias = expr */
cln_node *cln_build_select_item(cln_parse *pc, cln_node *value, cln_node *alias, cln_list *aliases);

/* A FROM clause while it is read: which joins still wait for their ON. */
typedef struct cln_sources {
    cln_list *list;
    CLN_VECTOR(uint32_t) open; /* indexes into list */
} cln_sources;
/* What a join operator gives: the cln_join in the low byte, flags above. */
enum { CLN_JOIN_MASK = 0xff };
cln_sources *cln_build_sources(cln_parse *pc, cln_node *source);
cln_sources *cln_build_join(cln_parse *pc, cln_sources *sources, uint32_t join, cln_node *source);
cln_sources *cln_build_join_on(cln_parse *pc, cln_sources *sources, cln_token word, cln_node *on,
                               cln_list *using);
cln_sources *cln_build_join_using_as(cln_parse *pc, cln_sources *sources, cln_token word, cln_list *using, cln_node *alias);
cln_node *cln_build_option(cln_parse *pc, const cln_list *options, const char *word);
cln_node *cln_build_view_rest(cln_parse *pc, cln_node *view, cln_token rest);
cln_node *cln_build_insert_if(cln_parse *pc, cln_node *insert);
cln_node *cln_build_conflict(cln_parse *pc, cln_node *insert, cln_node *conflict);
cln_node *cln_build_table_argument(cln_parse *pc, cln_list *parts);
cln_node *cln_build_joined_with(cln_node *source, uint32_t join);
cln_list *cln_build_sources_end(cln_parse *pc, cln_sources *sources);
cln_node *cln_build_pivot_onto(cln_parse *pc, cln_node *source, cln_node *pivot);

cln_node *cln_build_pivot_alias(cln_parse *pc, cln_node *pivot, cln_node *alias, cln_list *columns);
cln_node *cln_build_with_offset(cln_parse *pc, cln_node *source, cln_node *offset);
cln_node *cln_build_table_function(cln_parse *pc, cln_node *call);
cln_node *cln_build_array_join(cln_parse *pc, cln_list *items);
cln_node *cln_build_field_star(cln_parse *pc, cln_node *operand);
cln_node *cln_build_field_star_fill(cln_parse *pc, cln_node *field, const cln_node *draft);
cln_node *cln_build_star_like(cln_parse *pc, cln_node *star, uint32_t flags, cln_token op, cln_token pattern);
cln_node *cln_build_grouped_with(cln_parse *pc, cln_list *items, cln_token word);
cln_node *cln_build_select(cln_parse *pc, cln_node *head, const cln_node *body, const cln_node *hierarchy,
                           const cln_node *group);
cln_node *cln_build_transform(cln_parse *pc, const cln_node *call, cln_list *columns);
cln_node *cln_build_map_from(cln_parse *pc, cln_node *select, cln_sources *from, cln_node *where);
/* FROM t WHERE c, of which all columns are selected. */
cln_node *cln_build_bare_from(cln_parse *pc, const cln_node *body, const cln_node *group);
/* SELECT * FROM query AS alias (columns) */
cln_node *cln_build_select_all(cln_parse *pc, cln_node *query, cln_node *alias, cln_list *columns);
/* MATCH_CONDITION (c) of an ASOF JOIN; ON may follow. */
cln_sources *cln_build_join_match(cln_parse *pc, cln_sources *sources, cln_node *condition);
/* UNPIVOT object AS value AT key */
cln_node *cln_build_object_unpivot(cln_parse *pc, cln_list *object, cln_node *value, cln_node *key);
/* FOR a IN, FOR (a, b) IN, FOR f(a) IN */
cln_list *cln_build_pivot_columns(cln_parse *pc, cln_node *columns);
/* ORDER BY ALL; (t.*) as a select item: where the dialect is no strict one */
cln_node *cln_build_order_all(cln_parse *pc, cln_token word, uint32_t flags);
cln_node *cln_build_star_parens(cln_parse *pc, cln_node *star);
cln_list *cln_build_trailing_comma(cln_parse *pc, cln_list *items, cln_token comma);
cln_node *cln_build_offset(cln_parse *pc, cln_node *query, cln_node *offset, cln_node *limit);

/* ---- Pipes, and DuckDB's PIVOT (ast_pipe.c): `query` with one step more ---- */
cln_node *cln_pipe_where(cln_parse *pc, cln_node *query, cln_node *condition);
cln_node *cln_pipe_select(cln_parse *pc, cln_node *query, const cln_node *head, cln_list *items);
cln_node *cln_pipe_with(cln_parse *pc, cln_node *query, uint32_t flags, cln_list *ctes);
cln_node *cln_pipe_distinct(cln_parse *pc, cln_node *query);
cln_node *cln_pipe_extend(cln_parse *pc, cln_node *query, cln_list *items);
cln_node *cln_pipe_star(cln_parse *pc, cln_node *query, const cln_node *star);
cln_node *cln_pipe_as(cln_parse *pc, cln_node *query, cln_node *alias);
cln_node *cln_pipe_aggregate(cln_parse *pc, cln_node *query, cln_list *aggregates, cln_list *keys, bool sorted);
cln_node *cln_pipe_order(cln_parse *pc, cln_node *query, cln_list *order);
cln_node *cln_pipe_limit(cln_parse *pc, cln_node *query, cln_node *limit, cln_node *offset);
cln_node *cln_pipe_join(cln_parse *pc, cln_node *query, uint32_t join, cln_node *source, cln_node *on, cln_list *using);
cln_node *cln_pipe_set(cln_parse *pc, cln_node *query, uint32_t op, cln_list *names, const cln_list *queries);
cln_node *cln_pipe_call(cln_parse *pc, cln_node *query, cln_node *call, cln_node *alias);
cln_node *cln_pipe_pivot(cln_parse *pc, cln_node *query, cln_node *pivot);
cln_node *cln_build_pivot_statement(cln_parse *pc, cln_node *source, const cln_list *on, cln_list *aggregates,
                                    cln_list *group_by);
cln_node *cln_build_unpivot_statement(cln_parse *pc, cln_node *source, uint32_t flags, cln_list *on);
/* INTO NAME n VALUE v */
cln_node *cln_build_unpivot_into(cln_parse *pc, cln_node *select, cln_node *name, cln_list *values);
/* MATCH_RECOGNIZE (PARTITION BY ... ORDER BY ... MEASURES ... clause DEFINE ...) */
cln_node *cln_build_match_recognize(cln_parse *pc, cln_node *source, cln_list *partition, cln_list *order, cln_list *measures,
                                    cln_token clause, cln_list *definitions);
/* SELECT *, a EXCLUDE (b): of all stars */
cln_list *cln_build_items_exclude(cln_parse *pc, cln_list *items, cln_list *columns);

/* WITH [RECURSIVE] ctes, until what follows is known. */
typedef struct cln_with {
    cln_list *ctes;
    uint32_t flags;
} cln_with;
cln_with *cln_build_with_list(cln_parse *pc, cln_list *ctes, uint32_t flags);
cln_node *cln_build_with(cln_parse *pc, const cln_with *with, cln_node *node);
/* query ->> node: what WITH "$1" AS (query) node is; `flow`: the CTEs of what stands before the query. */
cln_list *cln_build_flow(cln_parse *pc, const cln_list *flow, cln_node *query);
cln_node *cln_build_flowed(cln_parse *pc, cln_list *flow, cln_node *node);
/* WITH(name AS value, body): a call that gives what the lambda name -> body gives. */
cln_node *cln_build_bound(cln_parse *pc, cln_node *value, cln_node *name, cln_node *body);
/* PREDICTION(model, ... USING items): the arguments without the model, which is no column, and the items. */
cln_list *cln_build_mined(cln_parse *pc, cln_list *arguments, cln_list *items);
/* NESTED doc.items[*] COLUMNS (...): JSON_TABLE of the column; its text, where the columns' names stand, is the rule's. */
cln_node *cln_build_nested(cln_parse *pc, cln_list *parts);
/* GRAPH_TABLE: a pattern's variables (NAMEs) and conditions are collected; then each variable is the graph under a name. */
cln_list *cln_build_variables(cln_parse *pc, cln_list *pattern, cln_token text);
cln_node *cln_build_graph(cln_parse *pc, cln_list *graph, const cln_list *pattern, cln_list *items);
/* SEMANTIC_VIEW: a SELECT of which group_by holds the dimensions, items the metrics and distinct_on the facts. */
cln_node *cln_build_semantic(cln_parse *pc, cln_list *view, cln_node *parts);

/* ---- What one dialect has alone (ast_dialect.c) ---- */
/* a ? b : c, as CASE WHEN a THEN b ELSE c END */
cln_node *cln_build_ternary(cln_parse *pc, cln_node *condition, cln_node *yes, cln_node *no);
/* t.1: an element of a tuple, as the subscript t[1] */
cln_node *cln_build_element(cln_parse *pc, cln_node *tuple, cln_token number);
/* * APPLY (f) */
cln_node *cln_build_star_apply(cln_parse *pc, cln_node *star, cln_node *function);
/* VALUES BETWEEN a AND b: one row stands for all */
cln_node *cln_build_values_between(cln_parse *pc, cln_node *low, cln_node *high);
/* FINAL TABLE (INSERT ...): the rows that were written, with all of their columns */
cln_node *cln_build_written_rows(cln_parse *pc, cln_node *write);
/* f(x PASSING a, b): they are arguments, too */
cln_node *cln_build_passed(cln_parse *pc, cln_node *call, cln_list *values);
/* COLUMNS('x') APPLY (f): f of each, as f(COLUMNS('x')) */
cln_node *cln_build_applied(cln_parse *pc, cln_node *value, cln_node *function);
/* LIMIT n OVER (PARTITION BY a ORDER BY b), as LIMIT n BY a with that order */
cln_node *cln_build_match_events(cln_parse *pc, cln_node *select, cln_list *partition, cln_list *order, cln_list *definitions);
cln_node *cln_build_expanded(cln_parse *pc, cln_node *select, cln_node *period, cln_node *name);
cln_node *cln_build_import(cln_parse *pc, cln_token from);
cln_node *cln_build_limit_over(cln_parse *pc, cln_node *query, cln_node *limit, const cln_node *window);
/* t@link: the link is part of the last name */
cln_list *cln_build_linked(cln_parse *pc, cln_list *parts, cln_token link);
/* A MODEL clause: the SELECT reads what it gives, where every measure may come from every other */
cln_node *cln_build_model(cln_parse *pc, cln_node *select, cln_list *partition, cln_list *dimension, cln_list *measures);
/* a (NAMED b, FORMAT 'x'): b; NULL where it has no such name */
cln_node *cln_build_attribute_name(cln_parse *pc, const cln_node *suffix);
/* CREATE TABLE t (a INT,) */
cln_list *cln_build_last_comma(cln_parse *pc, cln_list *elements, cln_token comma);
/* CREATE TABLE t AS u: the columns of u; AS NODE and AS EDGE are no tables */
cln_node *cln_build_create_as_name(cln_parse *pc, cln_node *table);

/* ---- Statements ---- */
cln_node *cln_build_flags(cln_node *node, uint32_t flags);
cln_node *cln_build_insert_set(cln_parse *pc, cln_node *insert, cln_list *assignments);
cln_node *cln_build_partition_item(cln_parse *pc, cln_node *item);
cln_node *cln_build_bare_delete(cln_parse *pc, cln_node *target);
cln_node *cln_build_delete_from(cln_parse *pc, const cln_list *targets, cln_sources *from);
cln_node *cln_build_delete_output_from(cln_parse *pc, const cln_node *output, cln_sources *from, cln_node *where);
cln_node *cln_build_merge_when(cln_parse *pc, cln_node *action, uint32_t flags, cln_node *condition);
cln_list *cln_build_definitions(cln_parse *pc, cln_list *elements);
cln_node *cln_build_storage_handler(cln_parse *pc, cln_token token);
cln_node *cln_build_view_alter(cln_parse *pc, const cln_node *view, uint32_t action, cln_node *new_name);
cln_node *cln_build_rename_column(cln_parse *pc, cln_node *column, cln_node *name);
/* MODIFY a INT AFTER b, as CHANGE a a INT AFTER b */
cln_node *cln_build_modify(cln_parse *pc, cln_node *definition);
/* ALTER TABLE t, u RENAME TO u, t: in their order. */
cln_node *cln_build_renames(cln_parse *pc, cln_node *first, const cln_list *others, const cln_list *names);
/* Doris: REPLACE WITH TABLE other, which swaps the two unless the options say that it does not */
cln_node *cln_build_replaced(cln_parse *pc, cln_node *table, cln_node *other, const cln_list *options);
/* The ALTER at pc->at of which the head is known: of something else, or EXEC sp_rename 'dw.t.a', 'b', 'COLUMN'.  (ast_rename.c) */
cln_node *cln_build_unread_alter(cln_parse *pc);
/* SET doc.modify('...'): doc <- doc.modify('...') */
cln_node *cln_build_method_assignment(cln_parse *pc, cln_node *method, cln_list *arguments);
/* What stands behind @v =: another assignment (T-SQL: @v = a = b + 1); NULL: a value. */
cln_node *cln_build_variable_assignment(cln_parse *pc, cln_node *value);
/* Teradata: UPDATE ... ELSE INSERT ..., as a MERGE without a source. */
cln_node *cln_build_update_else(cln_parse *pc, cln_node *update, cln_node *insert);
/* A CTE with one more column, which SEARCH or CYCLE adds. */
cln_node *cln_build_cte_column(cln_parse *pc, cln_node *cte, cln_list *columns, cln_node *name);
/* ALTER TABLE t ADD a INT, DROP b: another action, or another column (COLUMN_DEF, NAME) for the last one. */
cln_node *cln_build_alter_of(cln_parse *pc, cln_node *table, cln_node *action);
cln_node *cln_build_also_alter(cln_parse *pc, cln_node *alter, cln_node *action);

/* t.* as the one value that is all of t's columns, where the dialect has that. */
cln_node *cln_build_row_star(cln_parse *pc, cln_list *qualifier);
/* A column with the options at `clause`, of which those are looked for that keep it out of *. */
/* COPY t FROM STDIN: no table, but what is read or written like a file. */
cln_node *cln_build_transfer_end(cln_parse *pc, cln_node *table);
/* CREATE GLOBAL TEMPORARY VIEW v: global_temp.v in Spark */
cln_node *cln_build_view_name(cln_parse *pc, uint32_t flags, cln_node *name);
cln_node *cln_build_column_clause(cln_parse *pc, cln_node *column, cln_token clause);

/* ---- What could not be read (ast_damage.c); `whole` is its text ---- */
cln_node *cln_build_damaged_item(cln_parse *pc, cln_token whole);
cln_node *cln_build_damaged_source(cln_parse *pc, cln_token whole);
cln_node *cln_build_damaged_cte(cln_parse *pc, cln_token whole);
cln_node *cln_build_damaged_assignment(cln_parse *pc, cln_token whole);
cln_node *cln_build_damaged_element(cln_parse *pc, cln_token whole);
cln_node *cln_build_damaged_name(cln_parse *pc, cln_token whole);
cln_node *cln_build_damaged_column(cln_parse *pc, cln_token whole);

#endif
