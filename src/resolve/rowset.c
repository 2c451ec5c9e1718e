#include "resolve/resolve.h"

enum { WIDE = 16 };

uint32_t cln_rowset_width(const cln_resolver *r, const cln_rowset *rows)
{
    const cln_table *table = cln_rowset_table(r, rows);

    return table != NULL ? table->column_count : rows->count;
}

cln_output cln_rowset_column(cln_resolver *r, const cln_rowset *rows, uint32_t i)
{
    const cln_table *table = cln_rowset_table(r, rows);

    if (table == NULL)
        return rows->columns[i];
    return (cln_output){ table->columns[i].name.data, table->columns[i].name.length,
                         cln_leaf_of_column(r->origins, rows->relation - 1, i) };
}

colline_text cln_rowset_name(const cln_resolver *r, const cln_rowset *rows, uint32_t i)
{
    const cln_table *table = cln_rowset_table(r, rows);

    return table != NULL ? table->columns[i].name : cln_text_of(rows->columns[i].name, rows->columns[i].length);
}

static colline_text name_of_column(const cln_rowset *rows, uint32_t i)
{
    return cln_text_of(rows->columns[i].name, rows->columns[i].length);
}

static void index_columns(cln_resolver *r, cln_rowset *rows)
{
    rows->by_name = CLN_NEW(r->arena, cln_map);
    for (uint32_t i = rows->count; i-- > 0;)
        cln_map_put_nocase(r->arena, rows->by_name, name_of_column(rows, i), (void *)(uintptr_t)(i + 1));
}

/* The first column of that exact spelling, else (unless exact) the first without regard to case. */
static const cln_output *find_column(cln_resolver *r, cln_rowset *rows, const cln_wanted *wanted)
{
    const cln_output *near = NULL;

    if (rows->count > WIDE && !wanted->exact) {
        uintptr_t i;
        if (rows->by_name == NULL)
            index_columns(r, rows);
        i = (uintptr_t)cln_map_get_hashed(rows->by_name, wanted->name, wanted->hash);
        near = i != 0 ? &rows->columns[i - 1] : NULL;
        if (near == NULL || cln_text_equal(cln_text_of(near->name, near->length), wanted->name))
            return near;
    }
    for (uint32_t i = 0; i < rows->count; i++) {
        if (rows->columns[i].length != wanted->name.length)
            continue;
        if (cln_text_equal(name_of_column(rows, i), wanted->name))
            return &rows->columns[i];
        if (near == NULL && !wanted->exact && cln_text_equal_nocase(name_of_column(rows, i), wanted->name))
            near = &rows->columns[i];
    }
    return near;
}

bool cln_rowset_look_up(cln_resolver *r, const cln_rowset *rows, const cln_wanted *wanted, cln_origin *origin)
{
    const cln_table *table = cln_rowset_table(r, rows);
    const cln_output *output;

    if (table != NULL) {
        const cln_column_info *column = cln_table_find(table, wanted);
        if (column == NULL)
            return false;
        *origin = cln_leaf_of_column(r->origins, rows->relation - 1, (uint32_t)(column - table->columns));
        return true;
    }
    output = find_column(r, (cln_rowset *)(uintptr_t)rows, wanted);
    if (output == NULL || (output->length == 1 && output->name[0] == '*'))
        return false;
    *origin = output->origin;
    return true;
}

enum { FEW_RELATIONS = 8 }; /* so many are looked through, not mapped */

static bool is_called(const cln_relation *relation, const cln_table_name *name)
{
    return !relation->is_path && cln_text_equal(relation->name.table, name->table) &&
           cln_text_equal(relation->name.database, name->database) && cln_text_equal(relation->name.catalog, name->catalog);
}

static uint32_t relation_of_many(cln_resolver *r, const cln_table_name *name, const cln_table *table)
{
    char local[CLN_SHORT_KEY];
    colline_text key = cln_key(r->arena, local, name->catalog, name->database, name->table);
    cln_map_slot *slot = cln_map_at(r->arena, &r->relations, key);

    if (slot->value == NULL) {
        slot->key = cln_text_copy(r->arena, key).data;
        slot->value = (void *)(uintptr_t)(cln_add_relation(r->origins, name, table) + 1);
    }
    return (uint32_t)((uintptr_t)slot->value - 1);
}

static void map_relations(cln_resolver *r)
{
    char local[CLN_SHORT_KEY];

    for (uint32_t i = 0; i < r->origins->relations.count; i++) {
        const cln_relation *relation = &r->origins->relations.items[i];
        colline_text key = cln_key(r->arena, local, relation->name.catalog, relation->name.database, relation->name.table);
        if (!relation->is_path)
            cln_map_put(r->arena, &r->relations, cln_text_copy(r->arena, key), (void *)(uintptr_t)(i + 1));
    }
    r->many_relations = true;
}

uint32_t cln_relation_of(cln_resolver *r, const cln_table_name *name, const cln_table *table)
{
    const cln_relation *relations = r->origins->relations.items;

    if (r->many_relations)
        return relation_of_many(r, name, table);
    for (uint32_t i = 0; i < r->origins->relations.count; i++)
        if (is_called(&relations[i], name))
            return i;
    if (r->origins->relations.count >= FEW_RELATIONS)
        map_relations(r);
    return r->many_relations ? relation_of_many(r, name, table) : cln_add_relation(r->origins, name, table);
}

const cln_rowset *cln_base_rows(cln_resolver *r, const cln_table_name *name, const cln_table *table)
{
    cln_rowset *rows = CLN_NEW(r->arena, cln_rowset);
    uint32_t *unknown;

    if (table != NULL && table->column_count == 0)
        table = NULL;
    rows->relation = cln_relation_of(r, name, table) + 1;
    if (r->origins->relations.items[rows->relation - 1].table == NULL) {
        unknown = cln_arena_get(r->arena, sizeof *unknown);
        *unknown = rows->relation - 1;
        rows->unknowns = unknown;
        rows->unknown_count = 1;
    }
    return rows;
}
