/*
 * writing.c -- what a CTE that writes returns.
 *
 *     WITH moved AS (DELETE FROM t WHERE b > 0 RETURNING a) SELECT a FROM moved
 */
#include "resolve/block.h"

/* INSERT INTO t (a, b) SELECT x, y ... RETURNING a: a is x. */
static void add_inserted(cln_block *b, const cln_insert_node *insert)
{
    cln_resolver *r = b->r;
    cln_table_name name = { CLN_TEXT(""), CLN_TEXT(""), CLN_TEXT(""), false };
    const cln_rowset *target = NULL, *query = NULL;
    cln_rowset *rows = CLN_NEW(r->arena, cln_rowset);
    cln_outputs columns = { NULL, 0, 0 };

    if (insert->query != NULL)
        query = cln_resolve_query(r, b->scope->outer, b->scope->ctes, insert->query, false);
    if (cln_node_is(insert->target, CLN_TABLE_REF) && cln_count(CLN_AS(table_ref, insert->target)->parts) > 0)
        target = cln_resolve_table(r, b->scope, CLN_AS(table_ref, insert->target)->parts, insert->target->at,
                                   &name);
    for (uint32_t i = 0; query != NULL && i < query->count; i++) {
        cln_output column = query->columns[i];
        if (i < cln_count(insert->columns)) {
            colline_text text =
                cln_column_text(r, cln_last(CLN_AS(column, insert->columns->items[i])->parts));
            column.name = text.data;
            column.length = text.length;
        } else if (target != NULL && i < cln_rowset_width(r, target)) {
            cln_output own = cln_rowset_column(r, target, i);
            column.name = own.name;
            column.length = own.length;
        }
        *CLN_PUSH(r->arena, &columns) = column;
    }
    rows->columns = columns.items;
    rows->count = columns.count;
    rows->rows = query != NULL ? query->rows : CLN_NO_ORIGIN;
    (void)cln_add_source(r, b->scope, insert->alias != NULL ? cln_table_text(r, insert->alias) : CLN_TEXT(""),
                         &name, rows, insert->node.at);
}

const cln_rowset *cln_changed_rows(cln_resolver *r, const cln_rowset *base, const cln_output *changed, uint32_t count)
{
    uint32_t width = cln_rowset_width(r, base), used = width;
    cln_output *columns = CLN_NEW_ARRAY(r->arena, cln_output, width + count);
    cln_rowset *rows = CLN_NEW(r->arena, cln_rowset);
    cln_map places = { NULL, 0, 0 };

    for (uint32_t i = 0; i < width; i++) {
        columns[i] = cln_rowset_column(r, base, i);
        cln_map_put_nocase(r->arena, &places, cln_text_of(columns[i].name, columns[i].length), (void *)(uintptr_t)(i + 1));
    }
    for (uint32_t i = 0; i < count; i++) {
        uintptr_t place = (uintptr_t)cln_map_get_nocase(&places, cln_text_of(changed[i].name, changed[i].length));
        columns[place > 0 ? place - 1 : used++] = changed[i];
    }
    *rows = *base;
    rows->columns = columns;
    rows->count = used;
    rows->relation = 0;
    rows->by_name = NULL;
    if (base->relation != 0) {
        rows->rows = cln_new_node(r->origins);
        cln_link_to(r->origins, rows->rows, base->relation - 1, CLN_LINK_RELATION, 0, 0);
    }
    return rows;
}

const cln_rowset *cln_resolve_items(cln_resolver *r, cln_scope *scope, const cln_list *items)
{
    cln_block b;

    cln_start_block(&b, r, scope, false);
    cln_add_items(&b, items);
    cln_collect_unknowns(r, scope, b.rows);
    cln_finish_block(&b);
    return b.rows;
}

/* UPDATE t SET a = x ... RETURNING a: a is x. */
static void show_new_values(cln_block *b, const cln_update_node *update)
{
    cln_resolver *r = b->r;
    cln_outputs changed = { NULL, 0, 0 };

    for (uint32_t i = 0; i < cln_count(update->assignments); i++) {
        const cln_assignment_node *set = CLN_AS(assignment, update->assignments->items[i]);
        colline_text name = cln_column_text(r, cln_last(CLN_AS(column, set->columns->items[0])->parts));
        if (set->columns->count == 1 && set->value != NULL)
            *CLN_PUSH(r->arena, &changed) = (cln_output){ name.data, name.length, cln_trace_value(r, b->scope, set->value) };
    }
    b->scope->sources.items[0].rows =
        cln_changed_rows(r, b->scope->sources.items[0].rows, changed.items, changed.count);
}

/* ---- MERGE ... RETURNING ---- */

/* What a branch gives to a column, beside what others do. */
static void give(cln_resolver *r, cln_outputs *changed, colline_text name, cln_origin value)
{
    for (uint32_t i = 0; i < changed->count; i++)
        if (cln_text_equal_nocase(cln_text_of(changed->items[i].name, changed->items[i].length), name)) {
            cln_link_to(r->origins, changed->items[i].origin, value, CLN_LINK_DIRECT, 0, 0);
            return;
        }
    *CLN_PUSH(r->arena, changed) = (cln_output){ name.data, name.length, cln_new_node(r->origins) };
    cln_link_to(r->origins, changed->items[changed->count - 1].origin, value, CLN_LINK_DIRECT, 0, 0);
}

static void add_branch(cln_block *b, const cln_merge_when_node *when, uint32_t first_of_source, cln_outputs *changed)
{
    cln_resolver *r = b->r;

    b->scope->first_visible = (when->node.flags & CLN_NOT) != 0 && (when->node.flags & CLN_BY_SOURCE) == 0 ? first_of_source : 0;
    cln_trace_condition(r, b->scope, b->scope->rows, CLN_LINK_FILTER, 0, when->condition);
    for (uint32_t i = 0; i < cln_count(when->assignments); i++) {
        const cln_assignment_node *set = CLN_AS(assignment, when->assignments->items[i]);
        if (set->columns->count == 1 && set->value != NULL)
            give(r, changed, cln_column_text(r, cln_last(CLN_AS(column, set->columns->items[0])->parts)), cln_trace_value(r, b->scope, set->value));
    }
    for (uint32_t i = 0; i < cln_count(when->values) && i < cln_count(when->columns); i++)
        give(r, changed, cln_column_text(r, cln_last(CLN_AS(column, when->columns->items[i])->parts)),
             cln_trace_value(r, b->scope, when->values->items[i]));
    b->scope->first_visible = 0;
}

/* Some branch leaves the row, or this column, as it was. */
static bool keeps_own(cln_resolver *r, const cln_list *whens, colline_text name)
{
    for (uint32_t i = 0; i < cln_count(whens); i++) {
        const cln_merge_when_node *when = CLN_AS(merge_when, whens->items[i]);
        bool assigned = when->action == CLN_MERGE_INSERT;
        for (uint32_t k = 0; k < cln_count(when->assignments) && !assigned; k++)
            assigned = cln_text_equal_nocase(
                name, cln_column_text(r, cln_last(CLN_AS(column, CLN_AS(assignment, when->assignments->items[k])->columns->items[0])->parts)));
        if (!assigned)
            return true;
    }
    return false;
}

/* The target's rows afterwards take the place of those before. */
static void add_merged(cln_block *b, const cln_merge_node *merge)
{
    cln_resolver *r = b->r;
    cln_list target = { (cln_node **)(uintptr_t)&merge->target, 1, 1 }, source = { (cln_node **)(uintptr_t)&merge->source, 1, 1 };
    cln_outputs changed = { NULL, 0, 0 };
    uint32_t first;
    cln_origin own;

    cln_add_sources(r, b->scope, &target);
    first = b->scope->sources.count;
    cln_add_sources(r, b->scope, &source);
    cln_trace_condition(r, b->scope, b->scope->rows, CLN_LINK_JOIN_COND, 0, merge->on);
    for (uint32_t i = 0; i < cln_count(merge->whens); i++)
        add_branch(b, CLN_AS(merge_when, merge->whens->items[i]), first, &changed);
    for (uint32_t i = 0; i < changed.count && first > 0; i++) {
        colline_text name = cln_text_of(changed.items[i].name, changed.items[i].length);
        if (keeps_own(r, merge->whens, name) && cln_rowset_find(r, b->scope->sources.items[0].rows, name, false, &own))
            give(r, &changed, name, own);
    }
    if (first > 0)
        b->scope->sources.items[0].rows = cln_changed_rows(r, b->scope->sources.items[0].rows, changed.items, changed.count);
}

/* T-SQL: OUTPUT inserted.a, deleted.a */
static void add_transitions(cln_block *b, const cln_rowset *before, const cln_node *statement)
{
    static const char *const names[] = { "inserted", "deleted" };

    if ((b->r->dialect->script & CLN_SCRIPT_NO_SEMICOLON) == 0 || b->scope->sources.count == 0)
        return;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const cln_rowset *rows = i == 0 || before == NULL ? b->scope->sources.items[0].rows : before;
        (void)cln_add_source(b->r, b->scope, cln_text_of(names[i], (uint32_t)strlen(names[i])), NULL, rows, statement->at);
        b->scope->sources.items[b->scope->sources.count - 1].qualified_only = true;
    }
}

/* ---- All of them ---- */

/* What it writes is told with the statement that it stands in (lineage/statement.c). */
static void note_writing(cln_block *b, const cln_node *statement)
{
    for (uint32_t i = 0; i < b->r->writings.count; i++)
        if (b->r->writings.items[i].statement == statement)
            return;
    *CLN_PUSH(b->r->arena, &b->r->writings) = (cln_writing){ statement, b->scope->ctes };
}

void cln_resolve_writing(cln_block *b, const cln_node *node)
{
    const cln_rowset *before = NULL;
    const cln_list *returning;

    note_writing(b, node);
    if (node->kind == CLN_INSERT) {
        add_inserted(b, CLN_AS(insert, node));
        returning = CLN_AS(insert, node)->returning;
    } else if (node->kind == CLN_UPDATE) {
        cln_add_sources(b->r, b->scope, CLN_AS(update, node)->targets);
        cln_add_sources(b->r, b->scope, CLN_AS(update, node)->from);
        returning = CLN_AS(update, node)->returning;
        cln_trace_condition(b->r, b->scope, b->scope->rows, CLN_LINK_FILTER, 0, CLN_AS(update, node)->where);
        before = b->scope->sources.count > 0 ? b->scope->sources.items[0].rows : NULL;
        if (b->scope->sources.count > 0)
            show_new_values(b, CLN_AS(update, node));
    } else if (node->kind == CLN_MERGE) {
        add_merged(b, CLN_AS(merge, node));
        returning = CLN_AS(merge, node)->returning;
    } else {
        cln_add_sources(b->r, b->scope, CLN_AS(delete, node)->from);
        cln_add_sources(b->r, b->scope, CLN_AS(delete, node)->using);
        returning = CLN_AS(delete, node)->returning;
        cln_trace_condition(b->r, b->scope, b->scope->rows, CLN_LINK_FILTER, 0, CLN_AS(delete, node)->where);
    }
    add_transitions(b, before, node);
    cln_add_items(b, returning);
    cln_collect_unknowns(b->r, b->scope, b->rows);
}
