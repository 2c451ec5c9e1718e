/*
 * assemble.h -- what the statements have in common: targets, their columns, and the finishing of a result.
 *
 *     INSERT INTO g (y, x) SELECT a, b FROM t      target g; columns x <- b, y <- a
 */
#ifndef CLN_LINEAGE_ASSEMBLE_H
#define CLN_LINEAGE_ASSEMBLE_H

#include "lineage/lineage.h"
#include "resolve/change.h"

typedef struct cln_assembly {
    const cln_session_state *session;
    cln_result *result;
    cln_resolver resolver;
    CLN_VECTOR(cln_origin) rows;      /* by target (one entry for a query): what decides the rows */
    cln_origin read;                  /* rows that are read, though nothing of them is told: those of a query whose CTEs write */
    const cln_cte_frame *ctes;        /* of the statement around the one that is assembled; NULL: none */
    bool reads_target_only_when_read; /* UPDATE, DELETE, MERGE: the target is a source where a column of it is
                                         read */
} cln_assembly;

/* ---- statement.c and its like: one function a kind of statement ---- */
void cln_assemble_query(cln_assembly *a, const cln_node *query);
void cln_assemble_insert(cln_assembly *a, const cln_insert_node *insert);
void cln_assemble_multi_insert(cln_assembly *a, const cln_multi_insert_node *insert);
void cln_assemble_create_table(cln_assembly *a, const cln_create_table_node *create);
void cln_assemble_create_view(cln_assembly *a, const cln_create_view_node *create);
void cln_assemble_update(cln_assembly *a, const cln_update_node *update);
void cln_assemble_delete(cln_assembly *a, const cln_delete_node *remove);
void cln_assemble_merge(cln_assembly *a, const cln_merge_node *merge);
void cln_assemble_load(cln_assembly *a, const cln_load_node *load);
void cln_assemble_transfer(cln_assembly *a, const cln_transfer_node *transfer);
void cln_assemble_alter(cln_assembly *a, const cln_alter_node *alter);
void cln_assemble_truncate(cln_assembly *a, const cln_truncate_node *truncate);

/* Of a statement that does not parse: the target and sources that its tokens tell.  (recover.c) */
void cln_recover(cln_assembly *a);
/* Of what was skipped in a statement that parsed but for that: the sources that its tokens tell. */
void cln_recover_damage(cln_assembly *a, const cln_parsed *parsed);

/* ---- Targets ---- */

/* Whether it is the name of a table, and no path. */
static inline bool cln_names_table(const cln_node *node)
{
    return cln_node_is(node, CLN_TABLE_REF) && cln_count(CLN_AS(table_ref, node)->parts) > 0;
}
/* Add the target that a TABLE_REF, or a literal path, names; its columns follow. */
cln_target *cln_add_target(cln_assembly *a, const cln_node *name, colline_operation operation);
cln_target *cln_add_named_target(cln_assembly *a, const cln_table_name *name, const cln_table *table,
                                 colline_operation operation);
/* What ALTER TABLE d.t RENAME TO u makes of the name of t. */
cln_table_name cln_name_renamed(cln_arena *arena, const cln_dialect *dialect, const cln_alter_node *alter, const cln_table_name *old,
                                const cln_table_name *home);
/* PARTITION (p = 1, q) of the newest target. */
void cln_add_partition(cln_assembly *a, cln_target *target, const cln_list *partition);
/* A column of the newest target; its place. */
uint32_t cln_add_column(cln_assembly *a, colline_text name, cln_origin origin);
/* What decides the rows of the newest target (or of the query). */
void cln_set_rows(cln_assembly *a, cln_origin rows);
/* A table that is read as a whole: CREATE TABLE LIKE, EXPORT ... */
void cln_read_table(cln_assembly *a, cln_origin rows, const cln_node *name);

/* A constant's origin: no links, but the SQL. */
cln_origin cln_constant(cln_assembly *a, const cln_node *value);
/* Whether the last column that is given is a star of an unknown table. */
bool cln_is_star(const cln_output *column);

/* Where the columns of a target are looked up by name while they are fed. */
typedef struct cln_columns_by_name {
    cln_map places; /* lower case -> 1 + place in result.columns */
    const cln_rowset *through; /* of a CTE or a subquery, whose columns are assigned to; NULL: the table's own */
} cln_columns_by_name;
/* The leaf that a column of such rows is a copy of; NULL: it is none. */
const cln_leaf *cln_leaf_through(cln_assembly *a, const cln_rowset *rows, colline_text column);
/* What the table calls a column that is assigned to through them. */
colline_text cln_base_column(cln_assembly *a, const cln_columns_by_name *by_name, colline_text column);
/* The place of the target's column; added when it is new. */
uint32_t cln_place_of(cln_assembly *a, cln_columns_by_name *by_name, colline_text name);
/* SET a = x, SET (a, b) = (SELECT ...): a change whose values the columns of the newest target take.  (modify.c) */
typedef struct cln_filling {
    cln_change change;
    cln_assembly *a;
    cln_columns_by_name *by_name;
} cln_filling;
void cln_start_filling(cln_filling *filling, cln_assembly *a, cln_scope *scope, cln_columns_by_name *by_name);
/* OUTPUT items INTO t (a, b) of a statement whose target is the newest one: another target.  (output.c) */
typedef struct cln_output_clause {
    const cln_list *items; /* SELECT_ITEMs */
    const cln_node *into;  /* OUTPUT_INTO; NULL: no target */
    const cln_change *change; /* MERGE's; NULL */
    cln_scope *scope;      /* what else its items may name; NULL: nothing */
    cln_origin rows;       /* what decides the rows of the statement */
} cln_output_clause;
void cln_assemble_output(cln_assembly *a, const cln_output_clause *output);
/* Feed the target of an INSERT from rows that are resolved: another target.  (insert.c) */
void cln_insert_rows(cln_assembly *a, const cln_insert_node *insert, const cln_rowset *rows);
/* A further value for a column: MERGE's branches, ON CONFLICT. */
void cln_feed_column(cln_assembly *a, uint32_t place, cln_origin origin);

#endif
