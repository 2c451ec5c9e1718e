#include "lineage/assemble.h"
#include "resolve/label.h"

cln_target *cln_add_named_target(cln_assembly *a, const cln_table_name *name, const cln_table *table,
                                 colline_operation operation)
{
    cln_target *target = CLN_PUSH(a->result->arena, &a->result->targets);

    memset(target, 0, sizeof *target);
    target->name = *name;
    target->path = CLN_TEXT("");
    target->table = table;
    target->operation = operation;
    target->first_column = a->result->columns.count;
    return target;
}

cln_target *cln_add_target(cln_assembly *a, const cln_node *node, colline_operation operation)
{
    cln_table_name none = CLN_NO_TABLE;
    cln_resolver *r = &a->resolver;
    const cln_table_ref_node *ref = cln_node_is(node, CLN_TABLE_REF) ? CLN_AS(table_ref, node) : NULL;
    const cln_table *table;
    cln_target *target;

    if (ref != NULL && cln_count(ref->parts) > 0) {
        cln_table_name name = cln_name_of_parts(r->arena, r->dialect, ref->parts, r->home);
        if (operation == COLLINE_OPERATION_CREATE || operation == COLLINE_OPERATION_REPLACE)
            name.also = NULL;
        table = cln_catalog_find(r->catalog, &name);
        return cln_add_named_target(a, table != NULL ? &table->name : &name, table, operation);
    }
    target = cln_add_named_target(a, &none, NULL, operation);
    if (ref != NULL && ref->path != NULL)
        node = ref->path;
    if (node != NULL)
        target->path = cln_path_text(r, node);
    if (node != NULL && target->path.length == 0) { /* a parameter, an expression */
        cln_buffer text = { NULL, 0, 0 };
        cln_add_squeezed(r->arena, &text, r->dialect, r->text, node->at, CLN_SQUEEZE_TIGHT);
        target->path = text.count > 0 ? cln_buffer_text(r->arena, &text) : cln_text_copy(r->arena, cln_text_of_node(r, node));
    }
    return target;
}

cln_table_name cln_name_renamed(cln_arena *arena, const cln_dialect *dialect, const cln_alter_node *alter, const cln_table_name *old,
                                const cln_table_name *home)
{
    const cln_list *parts = CLN_AS(table_ref, alter->new_name)->parts;
    cln_table_name name = cln_name_of_parts(arena, dialect, parts, home);

    if (parts->count == 1 && !cln_has_rule(dialect, CLN_RULE_RENAME_HOME)) {
        name.database = old->database;
        name.catalog = old->catalog;
    }
    return name;
}

void cln_add_partition(cln_assembly *a, cln_target *target, const cln_list *partition)
{
    cln_resolver *r = &a->resolver;
    colline_partition *entries = CLN_NEW_ARRAY(r->arena, colline_partition, cln_count(partition));

    for (uint32_t i = 0; i < cln_count(partition); i++) {
        const cln_assignment_node *item = CLN_AS(assignment, partition->items[i]);
        colline_partition *entry = &entries[target->partition_count];
        const cln_node *column = cln_count(item->columns) > 0 ? item->columns->items[0] : NULL;
        if (!cln_node_is(column, CLN_COLUMN))
            continue; /* PARTITION (p > 1) */
        target->partition_count++;
        entry->column = cln_text_copy(r->arena, cln_column_text(r, cln_last(CLN_AS(column, column)->parts)));
        entry->value =
            item->value != NULL ? cln_text_copy(r->arena, cln_text_of_node(r, item->value)) : CLN_TEXT("");
    }
    target->partition = entries;
}

uint32_t cln_add_column(cln_assembly *a, colline_text name, cln_origin origin)
{
    *CLN_PUSH(a->result->arena, &a->result->columns) = (cln_output){ name.data, name.length, origin };
    return a->result->columns.count - 1;
}

void cln_set_rows(cln_assembly *a, cln_origin rows)
{
    uint32_t wanted = a->result->targets.count > 0 ? a->result->targets.count : 1;

    while (a->rows.count < wanted)
        *CLN_PUSH(a->result->arena, &a->rows) = CLN_NO_ORIGIN;
    a->rows.items[wanted - 1] = rows;
}

void cln_read_table(cln_assembly *a, cln_origin rows, const cln_node *node)
{
    cln_resolver *r = &a->resolver;
    cln_scope *scope = cln_scope_new(r, NULL, NULL);
    cln_table_name name;
    const cln_rowset *table;

    if (cln_node_is(node, CLN_TABLE_REF) && CLN_AS(table_ref, node)->path != NULL)
        node = CLN_AS(table_ref, node)->path;
    if (!cln_node_is(node, CLN_TABLE_REF) || cln_count(CLN_AS(table_ref, node)->parts) == 0) {
        cln_read_path(r, rows, node);
        return;
    }
    table = cln_resolve_table(r, scope, CLN_AS(table_ref, node)->parts, node->at, &name);
    if (table->relation != 0)
        cln_link_to(r->origins, rows, table->relation - 1, CLN_LINK_RELATION, 0, 0);
    cln_link_to(r->origins, rows, table->rows, CLN_LINK_MENTION, 0, 0);
}

cln_origin cln_constant(cln_assembly *a, const cln_node *value)
{
    cln_origin node = cln_new_node(a->resolver.origins);

    a->resolver.origins->nodes.items[node].expression = cln_expression_of(&a->resolver, value);
    return node;
}

bool cln_is_star(const cln_output *column)
{
    return column->length == 1 && column->name[0] == '*';
}

uint32_t cln_place_of(cln_assembly *a, cln_columns_by_name *by_name, colline_text name)
{
    cln_arena *arena = a->result->arena;
    colline_text key = cln_text_lower(arena, name);
    uintptr_t place = (uintptr_t)cln_map_get(&by_name->places, key);

    if (place == 0) {
        place = cln_add_column(a, name, CLN_NOT_FED) + 1;
        cln_map_put(arena, &by_name->places, key, (void *)place);
    }
    return (uint32_t)(place - 1);
}

void cln_feed_column(cln_assembly *a, uint32_t place, cln_origin origin)
{
    cln_output *column = &a->result->columns.items[place];
    cln_origins *origins = a->resolver.origins;
    cln_origin both;

    if (column->origin == CLN_NOT_FED || column->origin == CLN_NO_ORIGIN) {
        column->origin = origin;
        return;
    }
    if (!cln_is_leaf(column->origin) && origins->nodes.items[column->origin].own) {
        cln_link_to(origins, column->origin, origin, CLN_LINK_DIRECT, 0, 0);
        return;
    }
    both = cln_either(origins, column->origin, origin);
    origins->nodes.items[both].own = true;
    if (!cln_is_leaf(column->origin))
        origins->nodes.items[both].expression = origins->nodes.items[column->origin].expression;
    column->origin = both;
}
