/*
 * ast_statement.c -- nodes of what changes tables: INSERT, UPDATE, MERGE, CREATE, ALTER, DROP.
 *
 *     INSERT INTO t SET a = 1, b = 2      as INSERT INTO t (a, b) VALUES (1, 2)
 */
#include "syntax/ast_build.h"

#include "sql.h"

cln_node *cln_build_flags(cln_node *node, uint32_t flags)
{
    node->flags |= flags;
    return node;
}

/* INSERT INTO t SET a = 1, b = 2 is INSERT INTO t (a, b) VALUES (1, 2). */
cln_node *cln_build_insert_set(cln_parse *pc, cln_node *insert, cln_list *assignments)
{
    cln_list *columns = NULL, *values = NULL;
    cln_node *row, *query;

    for (uint32_t i = 0; i < cln_count(assignments); i++) {
        const cln_assignment_node *assignment = CLN_AS(assignment, assignments->items[i]);
        columns = cln_build_append(pc, columns, assignment->columns->items[0]);
        values = cln_build_append(pc, values, assignment->value);
    }
    row = MAKE(row, 0, .items = values);
    query = MAKE(query, 0, .body = MAKE(values, 0, .rows = cln_build_list(pc, row)));
    return FILL(insert, insert, 0, .columns = columns, .query = query);
}

/* PARTITION (p = 1, q): an equation, or a column whose value the query gives; anything else has no column. */
cln_node *cln_build_partition_item(cln_parse *pc, cln_node *item)
{
    const cln_operation_node *run = (const cln_operation_node *)item;

    if (item->kind == CLN_COLUMN)
        return MAKE(assignment, 0, .columns = cln_build_list(pc, item));
    if (item->kind == CLN_OPERATION && run->ops[0] == TK_EQ && run->operands->count == 2 &&
        run->operands->items[0]->kind == CLN_COLUMN)
        return MAKE(assignment, 0, .columns = cln_build_list(pc, run->operands->items[0]),
                    .value = run->operands->items[1]);
    return MAKE(assignment, 0, .value = item);
}

/* DELETE t WHERE ... without FROM */
cln_node *cln_build_bare_delete(cln_parse *pc, cln_node *target)
{
    if ((pc->dialect->features & CLN_FEATURE_DELETE_FROM) != 0)
        cln_parse_fail(pc, CLN_SYNTAX_ERROR, target->at, "DELETE needs FROM here");
    return MAKE(delete, 0, .from = cln_build_list(pc, target));
}

/* T-SQL: DELETE FROM x FROM t AS x JOIN u ON ... */
cln_node *cln_build_delete_from(cln_parse *pc, const cln_list *targets, cln_sources *from)
{
    cln_list *tables = NULL;

    for (uint32_t i = 0; i < cln_count(targets); i++)
        tables = cln_build_append(pc, tables, CLN_AS(source, targets->items[i])->relation);
    return MAKE(delete, 0, .tables = tables, .from = cln_build_sources_end(pc, from));
}

cln_node *cln_build_delete_output_from(cln_parse *pc, const cln_node *output, cln_sources *from, cln_node *where)
{
    const cln_delete_node *head = CLN_AS(delete, output);

    return FILL(cln_build_delete_from(pc, head->from, from), delete, 0, .where = where, .returning = head->returning, .output_into = head->output_into);
}

cln_node *cln_build_merge_when(cln_parse *pc, cln_node *action, uint32_t flags, cln_node *condition)
{
    FILL(action, merge_when, flags, .condition = condition);
    action->at = pc->at;
    return action;
}

/* CREATE TABLE t (a, b) AS SELECT ...: columns without a type */
cln_list *cln_build_definitions(cln_parse *pc, cln_list *elements)
{
    for (uint32_t i = 0; i < cln_count(elements); i++) {
        cln_node *name = elements->items[i];
        if (name->kind != CLN_NAME)
            continue;
        elements->items[i] = MAKE(column_def, 0, .name = name);
        elements->items[i]->at = name->at;
    }
    return elements;
}

/* STORED BY 'org.apache...HiveIcebergStorageHandler' */
cln_node *cln_build_storage_handler(cln_parse *pc, cln_token token)
{
    colline_text text = cln_parse_text(pc, token);

    if (text.length >= 2)
        text = cln_text_of(text.data + 1, text.length - 2);
    return MAKE(name, CLN_QUOTED, .text = text);
}

/* ALTER VIEW v RENAME TO w: what was begun as a CREATE_VIEW. */
cln_node *cln_build_view_alter(cln_parse *pc, const cln_node *view, uint32_t action, cln_node *new_name)
{
    return MAKE(alter, CLN_VIEW_OBJECT | (view->flags & CLN_MATERIALIZED), .name = CLN_AS(create_view, view)->name,
                .action = action, .new_name = new_name);
}

/* ALTER VIEW v SET ...; a query needs AS in front where every clause is known. */
cln_node *cln_build_view_rest(cln_parse *pc, cln_node *view, cln_token rest)
{
    colline_text text = cln_text_of(pc->text.data + rest.offset, pc->text.length - rest.offset);

    if ((pc->dialect->features & CLN_FEATURE_KNOWN_CLAUSES) != 0 && text.length > 6 &&
        cln_text_equal_nocase(cln_text_of(text.data, 6), CLN_TEXT("select")))
        cln_parse_fail(pc, CLN_SYNTAX_ERROR, ((colline_span){ rest.offset, 6 }), "found SELECT, expected AS");
    return cln_build_view_alter(pc, view, CLN_ALTER_OTHER, NULL);
}

cln_node *cln_build_rename_column(cln_parse *pc, cln_node *column, cln_node *name)
{
    cln_node *definition = MAKE(column_def, 0, .name = name);

    definition->at = name->at;
    return MAKE(alter, 0, .action = CLN_ALTER_RENAME_COLUMN, .column = column,
                .columns = cln_build_list(pc, definition));
}

cln_node *cln_build_alter_of(cln_parse *pc, cln_node *table, cln_node *action)
{
    cln_node *alter = FILL(action, alter, 0, .name = table);

    alter->at = pc->at; /* the action starts behind the table */
    return alter;
}

cln_node *cln_build_modify(cln_parse *pc, cln_node *definition)
{
    return MAKE(alter, 0, .action = CLN_ALTER_CHANGE_COLUMN, .column = CLN_AS(column_def, definition)->name,
                .columns = cln_build_list(pc, definition));
}

cln_node *cln_build_renames(cln_parse *pc, cln_node *first, const cln_list *others, const cln_list *names)
{
    cln_node *alter = MAKE(alter, 0, .name = first, .action = CLN_ALTER_RENAME, .new_name = names->items[0]);

    for (uint32_t i = 0; i < others->count && i + 1 < names->count; i++)
        alter = cln_build_also_alter(pc, alter, MAKE(alter, 0, .name = others->items[i], .action = CLN_ALTER_RENAME,
                                                     .new_name = names->items[i + 1]));
    return alter;
}

cln_node *cln_build_replaced(cln_parse *pc, cln_node *table, cln_node *other, const cln_list *options)
{
    const cln_node *swap = cln_build_option(pc, options, "swap");
    colline_text says = swap != NULL ? cln_text_of(pc->text.data + swap->at.offset, swap->at.length) : CLN_TEXT("");

    if (cln_text_equal_nocase(says, CLN_TEXT("'false'")) || cln_text_equal_nocase(says, CLN_TEXT("\"false\"")))
        return MAKE(alter, 0, .name = other, .action = CLN_ALTER_RENAME, .new_name = table);
    return MAKE(alter, 0, .name = table, .action = CLN_ALTER_SWAP, .new_name = other);
}

/* MySQL, Oracle: ADD a INT, MODIFY b BIGINT */
static bool is_modify(const cln_column_def_node *column)
{
    return cln_node_is(column->name, CLN_NAME) && (column->name->flags & CLN_QUOTED) == 0 &&
           cln_text_equal_nocase(CLN_AS(name, column->name)->text, CLN_TEXT("modify"));
}

/* What the last action of an ALTER does, done to another column: ADD a INT, b INT; DROP COLUMN a, b. */
static cln_node *repeated(cln_parse *pc, const cln_alter_node *alter, cln_node *column)
{
    const cln_node *last = cln_count(alter->more) > 0 ? alter->more->items[alter->more->count - 1] : &alter->node;
    uint32_t action = CLN_AS(alter, last)->action;

    if (column->kind == CLN_COLUMN_DEF && action == CLN_ALTER_ADD_COLUMNS && !is_modify(CLN_AS(column_def, column)))
        return MAKE(alter, 0, .action = CLN_ALTER_ADD_COLUMNS, .columns = cln_build_list(pc, column));
    if (column->kind == CLN_NAME && action == CLN_ALTER_DROP_COLUMN)
        return MAKE(alter, 0, .action = CLN_ALTER_DROP_COLUMN, .column = column);
    return NULL;
}

cln_node *cln_build_also_alter(cln_parse *pc, cln_node *node, cln_node *action)
{
    const cln_alter_node *alter = CLN_AS(alter, node);

    if (action->kind != CLN_ALTER)
        action = repeated(pc, alter, action);
    if (action == NULL)
        return node;
    return FILL(node, alter, 0, .more = alter->more == NULL ? cln_build_list(pc, action) : cln_build_append(pc, alter->more, action));
}

cln_node *cln_build_cte_column(cln_parse *pc, cln_node *cte, cln_list *columns, cln_node *name)
{
    cln_list *added = CLN_AS(cte, cte)->added;
    cln_node *column = MAKE(cte_column, 0, .name = name, .columns = columns);
    uint32_t start = columns->items[0]->at.offset;

    column->at = (colline_span){ start, name->at.offset + name->at.length - start };
    return FILL(cte, cte, 0, .added = added == NULL ? cln_build_list(pc, column) : cln_build_append(pc, added, column));
}

cln_node *cln_build_variable_assignment(cln_parse *pc, cln_node *value)
{
    const cln_operation_node *run = (const cln_operation_node *)value;

    if ((pc->dialect->script & CLN_SCRIPT_NO_SEMICOLON) == 0 || !cln_node_is(value, CLN_OPERATION) || (value->flags & CLN_PARENS) != 0 ||
        run->operands->count != 2 || run->ops[0] != TK_EQ || run->operands->items[0]->kind != CLN_COLUMN)
        return NULL;
    return MAKE(assignment, 0, .columns = cln_build_list(pc, run->operands->items[0]), .value = run->operands->items[1]);
}

/* The values of INSERT ... VALUES (1, 2). */
static cln_list *inserted_values(const cln_node *insert)
{
    const cln_node *body = CLN_AS(insert, insert)->query;

    while (cln_node_is(body, CLN_QUERY))
        body = CLN_AS(query, body)->body;
    return cln_node_is(body, CLN_VALUES) ? CLN_AS(row, CLN_AS(values, body)->rows->items[0])->items : NULL;
}

cln_node *cln_build_update_else(cln_parse *pc, cln_node *node, cln_node *insert)
{
    const cln_update_node *update = CLN_AS(update, node);
    cln_node *changed = MAKE(merge_when, 0, .assignments = update->assignments, .where = update->where, .action = CLN_MERGE_UPDATE);
    cln_node *added = MAKE(merge_when, CLN_NOT, .columns = CLN_AS(insert, insert)->columns, .values = inserted_values(insert),
                           .action = CLN_MERGE_INSERT);

    return MAKE(merge, 0, .target = update->targets->items[0], .whens = cln_build_append(pc, cln_build_list(pc, changed), added));
}

cln_node *cln_build_method_assignment(cln_parse *pc, cln_node *method, cln_list *arguments)
{
    cln_list *name = CLN_AS(column, method)->parts, *parts = cln_build_list(pc, name->items[0]);
    cln_node *column;

    for (uint32_t i = 1; i + 1 < name->count; i++)
        parts = cln_build_append(pc, parts, name->items[i]);
    column = MAKE(column, 0, .parts = parts);
    return MAKE(assignment, 0, .columns = cln_build_list(pc, column), .value = MAKE(call, 0, .name = name, .arguments = arguments));
}
