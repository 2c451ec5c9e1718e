/*
 * output.c -- T-SQL's OUTPUT ... INTO: a statement that fills a second table with what it changed.
 *
 *     UPDATE t SET a = s.x OUTPUT deleted.a, inserted.a INTO log (was, is) FROM s WHERE t.id = s.id
 *     t: a <- s.x; log: was <- t.a, is <- s.x; what decides the rows bears on both
 */
#include "lineage/assemble.h"

/* `inserted`: the target's rows with the values that the statement gives. */
static const cln_rowset *rows_after(cln_assembly *a, const cln_output_clause *output, const cln_rowset *before)
{
    cln_result *result = a->result;
    uint32_t first = result->targets.items[result->targets.count - 1].first_column;
    uint32_t count = result->columns.count - first;
    cln_output *changed = CLN_NEW_ARRAY(result->arena, cln_output, count);

    for (uint32_t i = 0; i < count; i++) {
        changed[i] = result->columns.items[first + i];
        if (changed[i].origin == CLN_NOT_FED)
            changed[i].origin = CLN_NO_ORIGIN;
    }
    if (output->change != NULL)
        cln_add_kept(output->change, before, changed, count, false);
    return cln_changed_rows(&a->resolver, before, changed, count);
}

void cln_assemble_output(cln_assembly *a, const cln_output_clause *output)
{
    cln_resolver *r = &a->resolver;
    const cln_output_into_node *into;
    const cln_target *target;
    const cln_rowset *before;
    cln_scope *scope = output->scope;
    cln_insert_node insert;
    cln_rowset items;

    if (output->into == NULL || a->result->targets.count == 0)
        return;
    if (scope == NULL)
        scope = cln_scope_new(r, NULL, NULL);
    into = CLN_AS(output_into, output->into);
    target = &a->result->targets.items[a->result->targets.count - 1];
    before = cln_base_rows(r, &target->name, target->table);
    (void)cln_add_source(r, scope, CLN_TEXT("inserted"), NULL, rows_after(a, output, before), output->into->at);
    (void)cln_add_source(r, scope, CLN_TEXT("deleted"), NULL, before, output->into->at);
    items = *cln_resolve_items(r, scope, output->items);
    items.rows = output->rows;
    memset(&insert, 0, sizeof insert);
    insert.node = *output->into;
    insert.target = into->target;
    insert.columns = into->columns;
    cln_insert_rows(a, &insert, &items);
}
