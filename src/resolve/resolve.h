/*
 * resolve.h -- names to origins: what the relations of a query are, what its columns come from, what decides
 * its rows.
 *
 *     SELECT d.total FROM (SELECT price * qty AS total FROM sales) AS d
 *
 * resolves to a rowset of one column, `total`, whose origin is a node with two PROJECT links, to sales.price
 * and sales.qty. Statements (lineage/) open scopes, add relations to them and trace expressions in them;
 * queries do the same within.
 */
#ifndef CLN_RESOLVE_RESOLVE_H
#define CLN_RESOLVE_RESOLVE_H

#include "resolve/origin.h"
#include "syntax/parse.h"

typedef struct cln_cte_frame cln_cte_frame;
typedef struct cln_scope cln_scope;

/*
 * A set of rows with named columns: what a table, a subquery, a CTE or a table function gives.
 *
 *     kind        columns                              unknowns
 *     base table  the catalog's (relation set)         none, or itself when the catalog lacks it
 *     query       columns[]                            the tables behind its unexpanded stars
 *     function    columns[], and `any` for others      none
 */
typedef struct cln_rowset {
    const cln_output *columns;
    uint32_t count;
    uint32_t relation; /* 1 + index of a base relation; 0: none */
    cln_origin rows;   /* what decides the rows of a query; CLN_NO_ORIGIN: nothing */
    const uint32_t
        *unknowns; /* relations of unknown schema, to which a column that is not in `columns` may belong */
    uint32_t unknown_count;
    cln_origin any; /* the origin of every column that has no entry; CLN_NO_ORIGIN: there is no other */
    uint32_t hidden_count; /* trailing columns that * leaves out (item and pos of a collection) */
    cln_origin collection; /* the leaf of the collection whose rows these are (Impala); CLN_NO_ORIGIN: no
                              collection */
    cln_map *by_name;      /* of wide ones, lower case -> 1 + index into columns; built on first use */
} cln_rowset;

/* A relation of a FROM clause, under the name that the query gives it. */
typedef struct cln_source {
    colline_text alias;  /* folded; empty: `name` is its name */
    cln_table_name name; /* of a table or CTE; also matched behind db. and catalog.db. */
    const cln_rowset *rows;
    uint32_t next_same;                 /* 1 + the next source of the same last name; 0: none */
    bool qualified_only;                /* `excluded` of ON CONFLICT: not by bare names, not in * */
    bool hidden;                        /* the right side of a SEMI or ANTI join, after its ON */
} cln_source;

/* `id` of FROM a JOIN b USING (id): one column for the sources first..end, that is a and b */
typedef struct cln_merged {
    colline_text name;
    cln_origin origin;
    uint32_t first, end;
    uint32_t older; /* 1 + the next older one of that name; 0: none */
    bool gone;      /* a later one took its place */
} cln_merged;

/* A source that has a column of some name. */
typedef struct cln_place {
    uint32_t source, next; /* next: 1 + the place of an earlier source; 0: none */
} cln_place;

/* What is known of a select item besides its name and origin. */
typedef struct cln_item_facts {
    bool named;      /* it has an alias, which others may use */
    bool aggregated; /* an aggregate or a window is in it */
} cln_item_facts;
enum { CLN_FEW_ITEMS = 8 };

/* Names that a lambda binds: x -> x + 1 */
typedef struct cln_lambda_frame {
    const cln_list *names;
    const struct cln_lambda_frame *outer;
} cln_lambda_frame;

/* Which select aliases a bare name may mean, and whether before or after the columns in scope. */
typedef enum cln_alias_use { CLN_ALIAS_NONE, CLN_ALIAS_LAST, CLN_ALIAS_FIRST } cln_alias_use;

/* One query block: where its names are looked up, innermost first. */
struct cln_scope {
    cln_map parts;  /* b of (a + 1 AS b) -> the expression (value_name.h) */
    cln_map traced; /* by such a name: 1 + its origin */
    cln_scope *outer;
    bool collections_only; /* a derived table sees what stands before it in the FROM for collections only
                              (Impala): */
    cln_scope *siblings;   /* ... that FROM's scope */
    CLN_VECTOR(cln_source) sources;
    cln_map by_alias; /* last part of a name -> 1 + index of the first source with it */
    CLN_VECTOR(uint32_t) order; /* in which * gives the sources; those behind its end: as they stand */
    CLN_VECTOR(cln_merged) merged;
    cln_map merged_by_name; /* 1 + index of the newest of a name */
    /* Of many sources (places.h): */
    uint32_t indexed;              /* so many of them are in what follows */
    cln_map by_column;             /* name -> 1 + index of its newest place */
    CLN_VECTOR(cln_place) places;
    CLN_VECTOR(uint32_t) wide, open, any; /* sources of many columns; of unknown schema; with a column of any name */
    uint32_t first_visible; /* while an ON is traced: its sources, which a bare name means before any other */
    const cln_cte_frame *ctes;
    cln_origin rows;         /* the node that collects what decides the block's rows */
    const cln_output *items; /* select items so far, for aliases */
    uint32_t item_count;
    const cln_item_facts *item_facts; /* by item */
    cln_map by_item; /* alias -> 1 + index: made once an item beyond the first CLN_FEW_ITEMS has one, or when all items go by their names */
    cln_alias_use alias_use;
    const cln_map *keys; /* in HAVING: the names of grouping keys, which mean what they mean in GROUP BY; else NULL */
    cln_alias_use alias_use_of_keys;
    bool aggregates;          /* an aggregate (not windowed) was seen */
    bool windowed;            /* a window function was seen */
    const cln_list *windows;  /* NAMED_WINDOWs */
    cln_map by_window;        /* name -> 1 + index into windows; built on first use */
    cln_origin *window_nodes; /* by window: its node, once traced */
    const cln_lambda_frame *lambdas;
    const cln_rowset *inserted; /* ON DUPLICATE KEY UPDATE: what VALUES(x) means; NULL elsewhere */
};

/* A name for an expression that is traced later, as names in names were too deep (value_name.h). */
typedef struct cln_late_name {
    cln_scope *scope;
    colline_text name;
    const cln_node *value;
    cln_origin origin; /* what the value goes to */
} cln_late_name;

/* The CTEs of one WITH that are visible so far. */
struct cln_cte_frame {
    cln_map by_name; /* folded name -> cln_rowset */
    cln_map values;  /* the same for WITH a + 1 AS x -> the expression (value_name.h) */
    const cln_cte_frame *outer;
};

/* A statement inside of a query that writes: WITH moved AS (DELETE FROM t ... RETURNING a) SELECT ... */
typedef struct cln_writing {
    const cln_node *statement; /* INSERT, UPDATE, DELETE */
    const cln_cte_frame *ctes; /* that it sees */
} cln_writing;

typedef struct cln_resolver {
    cln_arena *arena;
    cln_origins *origins;
    cln_diagnostics *diagnostics;
    cln_catalog *catalog;
    cln_parser *parser;
    const cln_dialect *dialect;
    const cln_table_name *home; /* catalog and database for names that lack them */
    uint32_t flags;             /* colline_option bits */
    bool catalog_given;
    colline_text text; /* what spans point into */
    bool foreign;      /* text is a view's definition: positions in it are not told */
    const cln_table
        *written; /* the table that the statement changes: read as itself, not as what fed it; NULL: none */
    struct cln_variables *variables; /* of the script (variable.h); NULL: it has none */
    bool in_routine;              /* a bare name that is no column may be a variable */
    bool damaged;                 /* parts of the statement could not be read */
    bool confirm;                 /* some name was ambiguous or unknown */
    uint32_t stamps;              /* marks on relations that were given out */
    cln_map relations;            /* full name -> 1 + index: of paths, and of all ... */
    bool many_relations;          /* ... once there are many */
    const cln_node *columns_call; /* the COLUMNS(...) of the item at hand, which means `columns_origin` */
    cln_origin columns_origin;
    const cln_node *scalar_query;  /* the SUBQUERY that was resolved last as a value, and its rows */
    const cln_rowset *scalar_rows;
    cln_map copied_fields; /* "node.field" -> the node of that field of a union's column */
    cln_map views;         /* full name -> cln_rowset of a view that was resolved */
    uint32_t views_read;   /* so many were parsed */
    CLN_VECTOR(cln_writing) writings; /* in the order of the text; each once */
    CLN_VECTOR(cln_late_name) late_names;
    uint32_t names_in_names; /* how deep */
} cln_resolver;

/* ---- Paths (path.c) ---- */

/* A path as it is written, without its quotes; empty: the node (LITERAL, PARAMETER) is none that the text tells. */
colline_text cln_path_text(cln_resolver *r, const cln_node *node);
/* `rows` read the file, directory or stage of a LITERAL or PARAMETER, or those of a list in brackets. */
void cln_read_path(cln_resolver *r, cln_origin rows, const cln_node *node);
/* ... those that a call names: read_parquet('x'), FILES("path" = 'x'); other calls read none. */
void cln_read_path_of_call(cln_resolver *r, cln_origin rows, const cln_node *call);

/* The rows of a query that stands in a string literal; NULL: it is no query.  (view.c) */
const cln_rowset *cln_resolve_text(cln_resolver *r, colline_text literal);

/* ---- Queries (query.c) ---- */

/* The rows of a QUERY node (or of what may stand in its place).  `outer`: for correlation, or NULL.  top: its
 * columns are the statement's result. */
const cln_rowset *cln_resolve_query(cln_resolver *r, cln_scope *outer, const cln_cte_frame *ctes,
                                    const cln_node *query, bool top);
/* The rows of a bare SELECT body whose FROM is `scope`'s (Hive's FROM s INSERT ... SELECT). */
const cln_rowset *cln_resolve_branch(cln_resolver *r, cln_scope *scope, const cln_node *query);
/* The frame in which the CTEs of `list` are visible, all of them resolved. */
const cln_cte_frame *cln_resolve_ctes(cln_resolver *r, cln_scope *outer, const cln_cte_frame *ctes,
                                      const cln_list *list, bool recursive);

/* The columns that a list of SELECT_ITEMs gives over the sources of `scope`: RETURNING, OUTPUT.  (writing.c) */
const cln_rowset *cln_resolve_items(cln_resolver *r, cln_scope *scope, const cln_list *items);
/* The rows of a table after a change: those columns of `base` that are among `changed` come from there. */
const cln_rowset *cln_changed_rows(cln_resolver *r, const cln_rowset *base, const cln_output *changed, uint32_t count);

/* ---- Scopes and relations (scope.c, source.c) ---- */

cln_scope *cln_scope_new(cln_resolver *r, cln_scope *outer, const cln_cte_frame *ctes);
/* FROM: add SOURCEs in order, with what joins them. */
void cln_add_sources(cln_resolver *r, cln_scope *scope, const cln_list *sources);
/* One source that is already resolved. */
cln_source *cln_add_source(cln_resolver *r, cln_scope *scope, colline_text alias, const cln_table_name *name,
                           const cln_rowset *rows, colline_span at);
bool cln_names_cte(cln_resolver *r, const cln_scope *scope, const cln_list *parts);
/* The rows of a table name: a CTE, a table, a view (expanded when the options say so), or an unknown
 * relation. */
const cln_rowset *cln_resolve_table(cln_resolver *r, const cln_scope *scope, const cln_list *parts,
                                    colline_span at, cln_table_name *name);
/* The relation of that table (views are kept): a statement's target as it is read. */
const cln_rowset *cln_base_rows(cln_resolver *r, const cln_table_name *name, const cln_table *table);
uint32_t cln_relation_of(cln_resolver *r, const cln_table_name *name, const cln_table *table);

/* The table whose rows these are; NULL: none, or it is not known. */
static inline const cln_table *cln_rowset_table(const cln_resolver *r, const cln_rowset *rows)
{
    return rows->relation != 0 ? r->origins->relations.items[rows->relation - 1].table : NULL;
}
/* Columns of a rowset: their number when all are known, and each. */
uint32_t cln_rowset_width(const cln_resolver *r, const cln_rowset *rows);
cln_output cln_rowset_column(cln_resolver *r, const cln_rowset *rows, uint32_t i);
colline_text cln_rowset_name(const cln_resolver *r, const cln_rowset *rows, uint32_t i);
/* Its column of that name; false where it has none (its unknown relations are not asked). */
bool cln_rowset_look_up(cln_resolver *r, const cln_rowset *rows, const cln_wanted *wanted, cln_origin *origin);
static inline bool cln_rowset_find(cln_resolver *r, const cln_rowset *rows, colline_text name, bool exact,
                                   cln_origin *origin)
{
    cln_wanted wanted = cln_want(name, exact);

    return cln_rowset_look_up(r, rows, &wanted, origin);
}

/* 1 + the index of the select item with that alias, the newest; 0: none. */
uint32_t cln_item_called(cln_resolver *r, const cln_scope *scope, colline_text name);
/* Snowflake: $2 as the second column of the scope's only relation; false: it is another parameter. */
bool cln_find_position(cln_resolver *r, const cln_scope *scope, colline_text name, cln_origin *origin);

/* What a dotted name means: one origin, or several when it is ambiguous. */
typedef struct cln_found {
    CLN_VECTOR(cln_origin) origins; /* in `only` as long as there is one: do not copy this struct */
    cln_origin only;
    bool known; /* it means something (a constant has no origins) */
    bool ambiguous;
    bool bare;     /* a word that is a value: LEVEL, s.NEXTVAL */
    bool guessed;  /* only relations of unknown schema can have it */
    bool computed; /* the last part is reached by an expression (a path below a column that is no struct) */
} cln_found;
void cln_find_name(cln_resolver *r, cln_scope *scope, const cln_list *parts, colline_span at,
                   cln_found *found);
/* One value that is all columns of a relation, as a row alias used as a value is. */
cln_origin cln_row_of(cln_resolver *r, const cln_rowset *rows);
/* The leaf one step below another: t.s.f below t.s. */
cln_origin cln_leaf_below(cln_resolver *r, cln_origin leaf, colline_text field, const cln_type *type);
/* A source of the scope (or of an outer one, when `outwards`) by a dotted name; sets *used to how many parts
 * name it. */
cln_source *cln_find_source(cln_resolver *r, cln_scope *scope, const cln_list *parts, bool outwards,
                            uint32_t *used);

/* ---- Names ---- */

colline_text cln_column_text(cln_resolver *r, const cln_node *name);
colline_text cln_table_text(cln_resolver *r, const cln_node *name);
bool cln_name_is_exact(const cln_resolver *r, const cln_node *name);
/* The last NAME of a dotted list. */
const cln_node *cln_last(const cln_list *parts);
/* The text of a node, as an expression. */
uint32_t cln_expression_of(cln_resolver *r, const cln_node *node);
colline_text cln_text_of_node(const cln_resolver *r, const cln_node *node);
CLN_COLD void cln_warn(cln_resolver *r, cln_code code, colline_span at, const char *format, colline_text argument);

/* ---- Expressions (expression.c) ---- */

/* The origin of a value: a select item, SET a = x. */
cln_origin cln_trace_value(cln_resolver *r, cln_scope *scope, const cln_node *value);
/* Add to `into` that the value goes into it through an expression. */
void cln_link_value(cln_resolver *r, cln_scope *scope, cln_origin into, const cln_node *value);
/* Add to `into` that `condition` bears on it: `kind` JOIN_COND, FILTER ...; a conjunction term by term. */
void cln_trace_condition(cln_resolver *r, cln_scope *scope, cln_origin into, cln_link_kind kind,
                         uint8_t flags, const cln_node *condition);
/* WHERE: FILTER on the rows of the scope, or JOIN_COND where Oracle's (+) makes a term one. */
void cln_trace_where(cln_resolver *r, cln_scope *scope, const cln_node *where);
void cln_trace_conditions(cln_resolver *r, cln_scope *scope, cln_origin into, cln_link_kind kind,
                          uint8_t flags, const cln_list *list);
/* A column that is a plain copy of what a source has: its origin, with where it is named. */
cln_origin cln_copy_of(cln_resolver *r, const cln_found *found, const cln_node *column);

/* T-SQL: doc.value('...'), doc.nodes('...'): add to `into` that the column doc goes into it; nothing for other calls. */
void cln_link_method_owner(cln_resolver *r, cln_scope *scope, cln_origin into, cln_link_kind kind, uint8_t flags, const cln_call_node *call);
/* Table functions: the columns that a call gives, under `names` where they are given. */
const cln_rowset *cln_resolve_table_function(cln_resolver *r, cln_scope *scope, const cln_node *function,
                                             const cln_source_node *source);
/* ---- Stars (star.c) ---- */

typedef CLN_VECTOR(cln_output) cln_outputs;
/* Add what * or t.* stands for; star NULL: a plain *. */
void cln_expand_star(cln_resolver *r, cln_scope *scope, const cln_node *star, cln_outputs *into);
/* Add the fields of a value: f(x).* EXCEPT (a); "*" where they are not known. */
void cln_expand_value(cln_resolver *r, cln_scope *scope, cln_origin value, const cln_star_node *star, cln_outputs *into);
/* Add what t.`a.*` stands for where a quoted name may be a pattern; false: it is a plain name. */
bool cln_expand_pattern(cln_resolver *r, cln_scope *scope, const cln_node *column, cln_outputs *into);
/* Add the columns that explode(a), json_tuple(x, 'p', 'q') give as a select item; false: the call is a plain
 * value. */
bool cln_expand_call(cln_resolver *r, cln_scope *scope, const cln_node *call, cln_outputs *into);
/* The first `count` columns of a call that has several: stack(2, 'a', a, 'b', b) AS (name, value) */
void cln_call_columns(cln_resolver *r, cln_scope *scope, const cln_node *call, cln_origin *columns, uint32_t count);

/* Add the columns that * gives of the sources from `first` to `end`. */
void cln_list_columns(cln_resolver *r, cln_scope *scope, uint32_t first, uint32_t end, cln_outputs *into);
/* The relations of unknown schema behind all sources of a scope, for a query with a star of them. */
void cln_collect_unknowns(cln_resolver *r, const cln_scope *scope, cln_rowset *rows);

/* ---- Collections (collection.c), pivots (pivot.c), views (view.c) ---- */

/* FROM t, t.arr a: the rows of a collection, or NULL where the name is none.  *relative: it starts at a
 * source of the scope. */
const cln_rowset *cln_resolve_collection(cln_resolver *r, cln_scope *scope, const cln_list *parts,
                                         bool *relative, cln_origin *collection);
/* FROM t PIVOT (...) p */
const cln_rowset *cln_resolve_pivot(cln_resolver *r, cln_scope *outer, const cln_rowset *rows,
                                    const cln_node *pivot);
/* Resolve the definitions of all views that the statement names, those that others are defined by first. */
void cln_prepare_views(cln_resolver *r, const cln_parsed *parsed);
/* The rows of a view that was prepared; NULL: keep it as a source. */
const cln_rowset *cln_view_rows(cln_resolver *r, const cln_table *view);

#endif
