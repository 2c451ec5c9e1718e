#include "resolve/origin.h"

/* Measured: a query's graph has a link for each 3 nodes of its tree, an expression for each 5, a node and a leaf for each 10. */
static void make_room(cln_origins *origins, cln_arena *arena, uint32_t tree_nodes)
{
    enum { MOST = 1024 }; /* a huge tree is mostly literals; each vector stays below what has a chunk of its own (arena.c) */
    uint32_t size = tree_nodes < MOST ? tree_nodes : MOST;
    uint32_t nodes = 4 + size / 10, expressions = 3 + size / 5, leaves = 2 + size / 8, links = 3 + size / 3;
    char *room = cln_arena_get(arena, nodes * sizeof *origins->nodes.items + expressions * sizeof *origins->expressions.items +
                                          leaves * sizeof *origins->leaves.items + links * sizeof *origins->links.items);

    origins->nodes.items = (void *)room;
    origins->nodes.capacity = nodes;
    origins->expressions.items = (void *)(origins->nodes.items + nodes);
    origins->expressions.capacity = expressions;
    origins->leaves.items = (void *)(origins->expressions.items + expressions);
    origins->leaves.capacity = leaves;
    origins->links.items = (void *)(origins->leaves.items + leaves);
    origins->links.capacity = links;
}

void cln_origins_init(cln_origins *origins, cln_arena *arena, uint32_t tree_nodes)
{
    memset(origins, 0, sizeof *origins);
    origins->arena = arena;
    make_room(origins, arena, tree_nodes);
    memset(&origins->nodes.items[origins->nodes.count++], 0, sizeof(cln_origin_node));
    memset(&origins->links.items[origins->links.count++], 0, sizeof(cln_link));
    origins->expressions.items[origins->expressions.count++] = CLN_TEXT("");
}

uint32_t cln_add_relation(cln_origins *origins, const cln_table_name *name, const cln_table *table)
{
    *CLN_PUSH(origins->arena, &origins->relations) =
        (cln_relation){ .name = *name, .table = table };
    return origins->relations.count - 1;
}

static cln_origin new_leaf(cln_origins *origins, uint32_t relation, uint32_t column)
{
    *CLN_PUSH(origins->arena, &origins->leaves) = (cln_leaf){ relation, column };
    if (origins->leaves.count >= CLN_ORIGIN_LEAF)
        cln_fault_raise(origins->arena->fault, COLLINE_E_LIMIT);
    return CLN_ORIGIN_LEAF | (origins->leaves.count - 1);
}

cln_origin cln_leaf_of_column(cln_origins *origins, uint32_t relation, uint32_t column)
{
    cln_relation *r = &origins->relations.items[relation];

    r->read = true;
    if (r->leaves == NULL)
        r->leaves = CLN_NEW_ARRAY(origins->arena, uint32_t, r->table->column_count);
    if (r->leaves[column] == 0)
        r->leaves[column] = cln_leaf_index(new_leaf(origins, relation, column)) + 1;
    return CLN_ORIGIN_LEAF | (r->leaves[column] - 1);
}

static cln_origin new_named_leaf(cln_origins *origins, uint32_t relation, colline_text column, colline_text path,
                                 const cln_type *type)
{
    const cln_table *table = origins->relations.items[relation].table;

    *CLN_PUSH(origins->arena, &origins->leaf_names) =
        (cln_leaf_name){ column, path, type, table == NULL || cln_table_column(table, column, false) == NULL, 0 };
    return new_leaf(origins, relation, CLN_LEAF_NAMED | (origins->leaf_names.count - 1));
}

static cln_leaf_name *name_of_leaf(cln_origins *origins, uint32_t leaf)
{
    return &origins->leaf_names.items[origins->leaves.items[leaf].column & ~(uint32_t)CLN_LEAF_NAMED];
}

/* What a map has is 1 + the index of a leaf. */
static void *kept_leaf(cln_origin leaf)
{
    return (void *)(uintptr_t)(cln_leaf_index(leaf) + 1);
}

static cln_origin leaf_of_path(cln_origins *origins, uint32_t relation, colline_text column, colline_text path,
                               const cln_type *type)
{
    cln_relation *r = &origins->relations.items[relation];
    char local[CLN_SHORT_KEY];
    colline_text key = cln_key(origins->arena, local, column, path, CLN_TEXT(""));
    cln_map_slot *slot;

    if (r->path_leaves == NULL)
        r->path_leaves = CLN_NEW(origins->arena, cln_map);
    slot = cln_map_at(origins->arena, r->path_leaves, key);
    if (slot->value == NULL) {
        slot->key = cln_text_copy(origins->arena, key).data;
        slot->value = kept_leaf(new_named_leaf(origins, relation, column, path, type));
    }
    return CLN_ORIGIN_LEAF | (uint32_t)((uintptr_t)slot->value - 1);
}

/* The relation's leaf of that name; CLN_NO_ORIGIN: none. */
static cln_origin named_leaf(cln_origins *origins, const cln_relation *r, colline_text column)
{
    uint32_t leaf;

    if (r->named_leaves != NULL) {
        leaf = (uint32_t)(uintptr_t)cln_map_get(r->named_leaves, column);
        return leaf != 0 ? CLN_ORIGIN_LEAF | (leaf - 1) : CLN_NO_ORIGIN;
    }
    for (leaf = r->newest_named; leaf != 0; leaf = name_of_leaf(origins, leaf - 1)->older)
        if (cln_text_equal(name_of_leaf(origins, leaf - 1)->column, column))
            return CLN_ORIGIN_LEAF | (leaf - 1);
    return CLN_NO_ORIGIN;
}

static void map_named_leaves(cln_origins *origins, cln_relation *r)
{
    r->named_leaves = CLN_NEW(origins->arena, cln_map);
    for (uint32_t leaf = r->newest_named; leaf != 0; leaf = name_of_leaf(origins, leaf - 1)->older)
        cln_map_put(origins->arena, r->named_leaves, name_of_leaf(origins, leaf - 1)->column, (void *)(uintptr_t)leaf);
}

cln_origin cln_leaf_of_name(cln_origins *origins, uint32_t relation, colline_text column, colline_text path,
                            const cln_type *type)
{
    enum { FEW = 8 };
    cln_relation *r = &origins->relations.items[relation];
    cln_origin leaf;

    r->read = true;
    if (path.length > 0)
        return leaf_of_path(origins, relation, column, path, type);
    leaf = named_leaf(origins, r, column);
    if (leaf != CLN_NO_ORIGIN)
        return leaf;
    leaf = new_named_leaf(origins, relation, column, path, type);
    name_of_leaf(origins, cln_leaf_index(leaf))->older = r->newest_named;
    r->newest_named = cln_leaf_index(leaf) + 1;
    if (r->named_leaves != NULL)
        cln_map_put(origins->arena, r->named_leaves, column, kept_leaf(leaf));
    else if (++r->named_count > FEW)
        map_named_leaves(origins, r);
    return leaf;
}

void cln_reserve_leaves(cln_origins *origins, uint32_t relation, uint32_t count)
{
    cln_relation *r = &origins->relations.items[relation];

    if (r->leaves == NULL)
        r->leaves = CLN_NEW_ARRAY(origins->arena, uint32_t, r->table->column_count);
    CLN_RESERVE(origins->arena, &origins->leaves, count);
}

cln_origin cln_new_node(cln_origins *origins)
{
    memset(CLN_PUSH(origins->arena, &origins->nodes), 0, sizeof(cln_origin_node));
    if (origins->nodes.count >= CLN_ORIGIN_LEAF)
        cln_fault_raise(origins->arena->fault, COLLINE_E_LIMIT);
    return origins->nodes.count - 1;
}

uint32_t cln_add_expression(cln_origins *origins, colline_text text)
{
    *CLN_PUSH(origins->arena, &origins->expressions) = text;
    return origins->expressions.count - 1;
}

void cln_add_link(cln_origins *origins, cln_origin from, cln_link link)
{
    cln_origin_node *node;
    uint32_t index = origins->links.count;

    link.next = 0;
    *CLN_PUSH(origins->arena, &origins->links) = link;
    node = &origins->nodes.items[from];
    if (node->first == 0)
        node->first = index;
    else
        origins->links.items[node->last].next = index;
    node->last = index;
}

void cln_link_to(cln_origins *origins, cln_origin from, cln_origin to, cln_link_kind kind, uint8_t flags,
                 uint32_t expression)
{
    if (to != CLN_NO_ORIGIN || kind == CLN_LINK_RELATION)
        cln_add_link(origins, from, (cln_link){ to, 0, expression, 0, 0, (uint8_t)kind, flags });
}

colline_text cln_leaf_column(const cln_origins *origins, const cln_leaf *leaf)
{
    if ((leaf->column & CLN_LEAF_NAMED) != 0)
        return origins->leaf_names.items[leaf->column & ~(uint32_t)CLN_LEAF_NAMED].column;
    return origins->relations.items[leaf->relation].table->columns[leaf->column].name;
}

colline_text cln_leaf_path(const cln_origins *origins, const cln_leaf *leaf)
{
    if ((leaf->column & CLN_LEAF_NAMED) != 0)
        return origins->leaf_names.items[leaf->column & ~(uint32_t)CLN_LEAF_NAMED].path;
    return CLN_TEXT("");
}

/* The only link of a node, where it is a plain copy. */
static const cln_link *only_copy(const cln_origins *origins, cln_origin origin)
{
    const cln_origin_node *node = &origins->nodes.items[origin];
    const cln_link *link = &origins->links.items[node->first];

    return node->first != 0 && link->next == 0 && link->kind == CLN_LINK_DIRECT ? link : NULL;
}

cln_origin cln_origin_leaf(const cln_origins *origins, cln_origin origin)
{
    const cln_link *link;

    /* A recursive CTE may copy in a circle: as many steps as there are nodes are enough. */
    for (uint32_t steps = origins->nodes.count; steps > 0 && origin != CLN_NO_ORIGIN; steps--) {
        if (cln_is_leaf(origin))
            return origin;
        if ((link = only_copy(origins, origin)) == NULL)
            break;
        origin = link->to;
    }
    return CLN_NO_ORIGIN;
}

const cln_type *cln_origin_type(const cln_origins *origins, cln_origin origin)
{
    const cln_leaf *leaf;

    if (origin != CLN_NO_ORIGIN && !cln_is_leaf(origin) && origins->nodes.items[origin].type != NULL)
        return origins->nodes.items[origin].type;
    origin = cln_origin_leaf(origins, origin);
    if (origin == CLN_NO_ORIGIN)
        return NULL;
    leaf = &origins->leaves.items[cln_leaf_index(origin)];
    if ((leaf->column & CLN_LEAF_NAMED) != 0)
        return origins->leaf_names.items[leaf->column & ~(uint32_t)CLN_LEAF_NAMED].type;
    return origins->relations.items[leaf->relation].table->columns[leaf->column].type;
}

const cln_shape *cln_origin_shape(const cln_origins *origins, cln_origin origin)
{
    const cln_link *link;

    for (uint32_t steps = origins->nodes.count; steps > 0 && origin != CLN_NO_ORIGIN && !cln_is_leaf(origin);
         steps--) {
        if (origins->nodes.items[origin].shape != NULL)
            return origins->nodes.items[origin].shape;
        if ((link = only_copy(origins, origin)) == NULL)
            return NULL;
        origin = link->to;
    }
    return NULL;
}
