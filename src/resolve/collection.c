/*
 * collection.c -- Impala's collection references: nested collections as relations.
 *
 *     FROM customers c, c.orders o, o.items i      o.sku is customers.orders.item.sku
 *     FROM db.customers.orders                     the same, absolute
 */
#include "resolve/resolve.h"

/* One step of a collection path: a struct's field, or below an array or map, where SQL may leave item / value
 * out. */
static cln_origin step(cln_resolver *r, cln_origin leaf, colline_text name)
{
    const cln_type *type = cln_origin_type(r->origins, leaf);
    const cln_field *field;

    if (type == NULL)
        return CLN_NO_ORIGIN;
    if (type->kind == CLN_TYPE_ARRAY && cln_text_equal_nocase(name, CLN_TEXT("item")))
        return cln_leaf_below(r, leaf, name, type->element);
    if (type->kind == CLN_TYPE_MAP && cln_text_equal_nocase(name, CLN_TEXT("value")))
        return cln_leaf_below(r, leaf, name, type->element);
    if (type->kind == CLN_TYPE_MAP && cln_text_equal_nocase(name, CLN_TEXT("key")))
        return cln_leaf_below(r, leaf, name, type->key);
    if (type->kind == CLN_TYPE_ARRAY || type->kind == CLN_TYPE_MAP) {
        leaf = cln_leaf_below(r, leaf, type->kind == CLN_TYPE_ARRAY ? CLN_TEXT("item") : CLN_TEXT("value"),
                              type->element);
        type = type->element;
    }
    field = type != NULL ? cln_type_field(type, name) : NULL;
    return field != NULL ? cln_leaf_below(r, leaf, field->name, field->type) : CLN_NO_ORIGIN;
}

static void push(cln_resolver *r, cln_outputs *columns, colline_text name, cln_origin origin)
{
    *CLN_PUSH(r->arena, columns) = (cln_output){ name.data, name.length, origin };
}

/* The columns of a collection: a struct's fields by themselves, item or key and value, and pos. */
static const cln_rowset *rows_of(cln_resolver *r, cln_origin leaf, const cln_type *type)
{
    cln_rowset *rows = CLN_NEW(r->arena, cln_rowset);
    cln_outputs columns = { NULL, 0, 0 };
    colline_text below = type->kind == CLN_TYPE_MAP ? CLN_TEXT("value") : CLN_TEXT("item");
    cln_origin element = cln_leaf_below(r, leaf, below, type->element);

    if (type->kind == CLN_TYPE_MAP)
        push(r, &columns, CLN_TEXT("key"), cln_leaf_below(r, leaf, CLN_TEXT("key"), type->key));
    if (type->element != NULL && type->element->kind == CLN_TYPE_STRUCT) {
        for (uint32_t i = 0; i < type->element->field_count; i++)
            push(r, &columns, type->element->fields[i].name,
                 cln_leaf_below(r, element, type->element->fields[i].name, type->element->fields[i].type));
        rows->hidden_count = 1;
    }
    push(r, &columns, below, element);
    if (type->kind == CLN_TYPE_ARRAY) {
        push(r, &columns, CLN_TEXT("pos"), cln_leaf_below(r, leaf, CLN_TEXT("pos"), NULL));
        rows->hidden_count++;
    }
    rows->columns = columns.items;
    rows->count = columns.count;
    return rows;
}

/* The column where a path starts: c.orders -- parts[1] of source c. */
static cln_origin start(cln_resolver *r, const cln_rowset *rows, colline_text name)
{
    cln_origin origin = CLN_NO_ORIGIN;

    if (rows->collection != CLN_NO_ORIGIN)
        return step(r, rows->collection, name);
    if (!cln_rowset_find(r, rows, name, false, &origin))
        return CLN_NO_ORIGIN;
    return cln_origin_leaf(r->origins, origin);
}

static const cln_rowset *follow(cln_resolver *r, cln_origin leaf, const cln_list *parts, uint32_t from,
                                cln_origin *collection)
{
    const cln_type *type;
    cln_rowset *rows;

    for (uint32_t i = from; i < parts->count && leaf != CLN_NO_ORIGIN; i++)
        leaf = step(r, leaf, cln_column_text(r, parts->items[i]));
    if (leaf == CLN_NO_ORIGIN)
        return NULL;
    type = cln_origin_type(r->origins, leaf);
    if (type == NULL || (type->kind != CLN_TYPE_ARRAY && type->kind != CLN_TYPE_MAP))
        return NULL;
    rows = (cln_rowset *)(uintptr_t)rows_of(r, leaf, type);
    rows->collection = leaf;
    *collection = leaf;
    return rows;
}

/* t.arr, db.t.arr: the first one or two parts name a table of the catalog. */
static const cln_rowset *absolute(cln_resolver *r, cln_scope *scope, const cln_list *parts,
                                  cln_origin *collection)
{
    for (uint32_t n = parts->count > 2 ? 2 : 1; n > 0; n--) {
        cln_list head = { parts->items, n, n };
        cln_table_name name = cln_name_of_parts(r->arena, r->dialect, &head, r->home);
        const cln_table *table = cln_catalog_find(r->catalog, &name);
        const cln_rowset *rows;
        if (table == NULL || table->column_count == 0)
            continue;
        rows = cln_base_rows(r, &table->name, table);
        rows = follow(r, start(r, rows, cln_column_text(r, parts->items[n])), parts, n + 1, collection);
        if (rows != NULL) {
            uint32_t relation = cln_relation_of(r, &table->name, table);
            cln_link_to(r->origins, scope->rows, relation, CLN_LINK_RELATION, 0, 0);
            return rows;
        }
    }
    return NULL;
}

const cln_rowset *cln_resolve_collection(cln_resolver *r, cln_scope *scope, const cln_list *parts,
                                         bool *relative, cln_origin *collection)
{
    const cln_rowset *rows;
    uint32_t used;

    for (cln_scope *s = scope; s != NULL;
         s = s->collections_only && s->siblings != NULL ? s->siblings : s->outer) {
        cln_source *source = cln_find_source(r, s, parts, false, &used);
        if (source == NULL || used >= parts->count)
            continue;
        rows = follow(r, start(r, source->rows, cln_column_text(r, parts->items[used])), parts, used + 1,
                      collection);
        if (rows != NULL) {
            *relative = s == scope;
            return rows;
        }
    }
    return absolute(r, scope, parts, collection);
}
