/*
 * What is put into a catalog and taken out of it: tables, the columns that they grow by, functions.
 */
#include "catalog/catalog_key.h"

/* A table of more columns than WIDE has maps of them.  So many columns may be moved about in all: dropped from the middle, put elsewhere. */
enum { WIDE = 16, MOST_MOVED = 1 << 23 };

/* ---- The maps of wide tables ---- */

/* Index the columns from `first` on. */
static void index_columns(cln_arena *arena, cln_table *table, uint32_t first_column)
{
    for (uint32_t i = first_column; i < table->column_count; i++) {
        const cln_column_info *column = &table->columns[i];
        const cln_column_info *first = cln_map_get_nocase(&table->by_name, column->name);
        if (first != NULL && cln_text_equal(first->name, column->name))
            continue;
        if (first == NULL)
            cln_map_put_nocase(arena, &table->by_name, column->name, (void *)(uintptr_t)column);
        else
            cln_map_put(arena, &table->by_spelling, column->name, (void *)(uintptr_t)column);
    }
}

/* In the maps that there are: their memory is used again. */
static void index_again(cln_arena *arena, cln_table *table)
{
    table->renamed = false;
    cln_map_empty(&table->by_name);
    cln_map_empty(&table->by_spelling);
    index_columns(arena, table, 0);
}

/* ---- Adding and dropping ---- */

static cln_table_name copy_name(cln_arena *arena, const cln_table_name *name)
{
    return (cln_table_name){ cln_text_copy(arena, name->catalog), cln_text_copy(arena, name->database),
                             cln_text_copy(arena, name->table), name->exact, NULL };
}

/* With the databases of its search path. */
static cln_table_name copy_home(cln_arena *arena, const cln_table_name *home)
{
    cln_table_name copy = copy_name(arena, home), *last = &copy;

    for (const cln_table_name *also = home->also; also != NULL; also = also->also) {
        cln_table_name *next = CLN_NEW(arena, cln_table_name);
        *next = copy_name(arena, also);
        last->also = next;
        last = next;
    }
    return copy;
}

static const cln_column_info *copy_columns(cln_arena *arena, const cln_column_info *from, uint32_t count)
{
    cln_column_info *columns = CLN_NEW_ARRAY(arena, cln_column_info, count);

    for (uint32_t i = 0; i < count; i++) {
        columns[i] = from[i];
        columns[i].name = cln_text_copy(arena, from[i].name);
        columns[i].type = cln_type_copy(arena, from[i].type);
        columns[i].hash = cln_text_hash_nocase(from[i].name);
    }
    return columns;
}

static const colline_text *copy_texts(cln_arena *arena, const colline_text *from, uint32_t count)
{
    colline_text *texts = CLN_NEW_ARRAY(arena, colline_text, count);

    for (uint32_t i = 0; i < count; i++)
        texts[i] = cln_text_copy(arena, from[i]);
    return texts;
}

static void mark_column(cln_table *table, const cln_column_info *column)
{
    if (column->hash == 0)
        table->may_have[0] = table->may_have[1] = UINT64_MAX;
    table->may_have[column->hash >> 6 & 1] |= (uint64_t)1 << (column->hash & 63);
}

/* The columns from `first` on are among those that the table may have. */
static void mark_columns(cln_table *table, uint32_t first)
{
    for (uint32_t i = first; i < table->column_count; i++)
        mark_column(table, &table->columns[i]);
}

static cln_table *copy_table(cln_arena *arena, const cln_table *from)
{
    cln_table *table = CLN_NEW(arena, cln_table);

    *table = *from;
    table->name = copy_name(arena, &from->name);
    table->home = copy_home(arena, &from->home);
    table->format = cln_text_copy(arena, from->format);
    table->definition = cln_text_copy(arena, from->definition);
    table->columns = copy_columns(arena, from->columns, from->column_count);
    table->view_columns = copy_texts(arena, from->view_columns, from->view_column_count);
    memset(&table->by_name, 0, sizeof table->by_name);
    memset(&table->by_spelling, 0, sizeof table->by_spelling);
    if (table->column_count > WIDE)
        index_columns(arena, table, 0);
    mark_columns(table, 0);
    table->same_key = NULL;
    table->room = NULL;
    return table;
}

/* A new table takes the place of one that is properly called the same. */
static bool replaces(const cln_table *table, const cln_table *old)
{
    return cln_same_spelling(&table->name, &old->name) ||
           (cln_is_caseless(table) && cln_is_caseless(old) && cln_same_letters(&table->name, &old->name));
}

/* A temporary table hides the table of its name, which is there again once it is dropped. */
static bool covers(const cln_table *table, const cln_table *other)
{
    return table->kind == COLLINE_TEMPORARY && other->kind != COLLINE_TEMPORARY;
}

/* The chain without those that `table` replaces. */
static cln_table *without(cln_table *chain, const cln_table *table)
{
    cln_table **link = &chain;

    while (*link != NULL)
        if (replaces(table, *link) && !covers(table, *link))
            *link = (*link)->same_key;
        else
            link = &(*link)->same_key;
    return chain;
}

static void put_chain(cln_catalog *catalog, colline_text chain_key, cln_table *chain)
{
    cln_map_put_nocase(&catalog->arena, &catalog->tables, cln_text_copy(&catalog->arena, chain_key), chain);
}

static void mark_view(cln_catalog *catalog, colline_text name)
{
    uint32_t bit = cln_view_name_bit(name);

    catalog->view_names[bit / 64] |= (uint64_t)1 << bit % 64;
}

static cln_table *put(cln_catalog *catalog, cln_table *table)
{
    cln_catalog_key k;
    colline_text chain_key = cln_table_key(&k, &table->name);

    if (table->definition.length > 0)
        mark_view(catalog, table->name.table);
    table->same_key = without(cln_map_get_nocase(&catalog->tables, chain_key), table);
    put_chain(catalog, chain_key, table);
    return table;
}

void cln_catalog_put_known(cln_catalog *catalog, cln_table *table)
{
    cln_catalog_key k;
    colline_text chain_key = cln_table_key(&k, &table->name);

    for (const cln_catalog *layer = catalog; layer != NULL; layer = layer->parent)
        for (const cln_table *t = cln_map_get_nocase(&layer->tables, chain_key); t != NULL; t = t->same_key)
            if (cln_same_spelling(&t->name, &table->name))
                return;
    if (table->column_count > WIDE)
        index_columns(&catalog->arena, table, 0);
    mark_columns(table, 0);
    put(catalog, table);
}

const char *cln_catalog_full(const cln_catalog *catalog)
{
    if (catalog->max_tables != 0 && catalog->table_count >= catalog->max_tables)
        return "tables";
    if (catalog->max_columns != 0 && catalog->column_count >= catalog->max_columns)
        return "columns";
    return catalog->max_bytes != 0 && catalog->arena.held >= catalog->max_bytes ? "bytes" : NULL;
}

cln_table *cln_catalog_put(cln_catalog *catalog, const cln_table *table)
{
    cln_table *copied = copy_table(&catalog->arena, table);

    copied->dropped = false;
    catalog->table_count++;
    catalog->column_count += copied->column_count;
    catalog->view_count += copied->definition.length > 0;
    copied->order = ++catalog->changes;
    return put(catalog, copied);
}

/* ---- Columns that grow ---- */

typedef struct cln_column_room {
    const cln_catalog *catalog; /* whose arena holds the columns */
    cln_column_info *columns;
    uint32_t used, capacity;
} cln_column_room;

/* Room for `count` more columns behind those of `table`: its own, or a larger one with copies of them. */
static cln_column_room *room_for(cln_catalog *catalog, cln_table *table, uint32_t count)
{
    cln_arena *arena = &catalog->arena;
    cln_column_room *room = table->room, *larger;

    if (room != NULL && room->catalog == catalog && room->used == table->column_count && room->capacity - room->used >= count)
        return room;
    larger = CLN_NEW(arena, cln_column_room);
    larger->catalog = catalog;
    larger->used = table->column_count;
    larger->capacity = 2 * (table->column_count + count) + 6;
    larger->columns = CLN_NEW_ARRAY(arena, cln_column_info, larger->capacity);
    if (room != NULL && room->catalog == catalog) {
        if (table->column_count > 0)
            memcpy(larger->columns, table->columns, table->column_count * sizeof *larger->columns);
    } else {
        const cln_column_info *copied = copy_columns(arena, table->columns, table->column_count);
        if (table->column_count > 0)
            memcpy(larger->columns, copied, table->column_count * sizeof *larger->columns);
    }
    memset(&table->by_name, 0, sizeof table->by_name);
    memset(&table->by_spelling, 0, sizeof table->by_spelling);
    return larger;
}

/* The same table with columns that are the catalog's to change: itself, or one that takes its place.  (Names and types stay
 * where they are, also in a catalog below.) */
static cln_table *own_columns(cln_catalog *catalog, const cln_table *table)
{
    cln_table *own;

    if (table->room != NULL && table->room->catalog == catalog && table->room->columns == table->columns)
        return (cln_table *)(uintptr_t)table;
    own = CLN_NEW(&catalog->arena, cln_table);
    *own = *table;
    own->room = CLN_NEW(&catalog->arena, cln_column_room);
    own->room->catalog = catalog;
    own->room->used = own->room->capacity = table->column_count;
    own->room->columns = CLN_NEW_ARRAY(&catalog->arena, cln_column_info, table->column_count);
    if (table->column_count > 0)
        memcpy(own->room->columns, table->columns, table->column_count * sizeof *table->columns);
    own->columns = own->room->columns;
    memset(&own->by_name, 0, sizeof own->by_name);
    memset(&own->by_spelling, 0, sizeof own->by_spelling);
    if (own->column_count > WIDE)
        index_columns(&catalog->arena, own, 0);
    return put(catalog, own);
}

void cln_catalog_change_column(cln_catalog *catalog, const cln_table *table, uint32_t place, const cln_column_info *as)
{
    cln_table *own = own_columns(catalog, table);
    cln_column_info *column = &own->room->columns[place];
    const cln_column_info *namesake = cln_table_column(own, as->name, false);

    *column = *copy_columns(&catalog->arena, as, 1);
    mark_column(own, column);
    own->renamed = true;
    if (own->by_name.count > 0 && namesake == NULL)
        cln_map_put_nocase(&catalog->arena, &own->by_name, column->name, column);
    else if (own->by_name.count > 0 && namesake != column)
        index_again(&catalog->arena, own);
    catalog->changes++;
}

bool cln_catalog_drop_column(cln_catalog *catalog, const cln_table *table, uint32_t place)
{
    cln_table *own;

    if (catalog->moved + table->column_count > MOST_MOVED)
        return false;
    catalog->moved += table->column_count;
    own = own_columns(catalog, table);
    own->column_count--;
    memmove(own->room->columns + place, own->room->columns + place + 1,
            (own->column_count - place) * sizeof *own->room->columns);
    own->room->used = own->column_count;
    if (own->by_name.count > 0)
        index_again(&catalog->arena, own);
    catalog->column_count -= catalog->column_count > 0;
    catalog->changes++;
    return true;
}

bool cln_catalog_move_column(cln_catalog *catalog, const cln_table *table, uint32_t from, uint32_t to)
{
    cln_column_info *columns, moved;
    cln_table *own;

    if (catalog->moved + table->column_count > MOST_MOVED)
        return false;
    catalog->moved += table->column_count;
    own = own_columns(catalog, table);
    columns = own->room->columns;
    moved = columns[from];
    if (from < to)
        memmove(columns + from, columns + from + 1, (to - from) * sizeof *columns);
    else
        memmove(columns + to + 1, columns + to, (from - to) * sizeof *columns);
    columns[to] = moved;
    if (own->by_name.count > 0)
        index_again(&catalog->arena, own);
    catalog->changes++;
    return true;
}

void cln_catalog_add_columns(cln_catalog *catalog, const cln_table *table, const cln_column_info *added, uint32_t count)
{
    cln_arena *arena = &catalog->arena;
    cln_table *grown = CLN_NEW(arena, cln_table);
    const cln_column_info *copied = copy_columns(arena, added, count);
    cln_column_info *place;
    uint32_t partitions = 0;
    cln_column_room *room;

    *grown = *table;
    if (table->room == NULL || table->room->catalog != catalog) {
        grown->name = copy_name(arena, &table->name);
        grown->home = copy_home(arena, &table->home);
        grown->format = cln_text_copy(arena, table->format);
        grown->definition = cln_text_copy(arena, table->definition);
        grown->view_columns = copy_texts(arena, table->view_columns, table->view_column_count);
    }
    while (partitions < table->column_count && table->columns[table->column_count - partitions - 1].partition)
        partitions++;
    room = room_for(catalog, grown, count);
    place = room->columns + room->used - partitions;
    memmove(place + count, place, partitions * sizeof *place);
    if (count > 0)
        memcpy(place, copied, count * sizeof *copied);
    room->used += count;
    catalog->moved += partitions;
    grown->room = room;
    grown->columns = room->columns;
    grown->column_count = room->used;
    mark_columns(grown, table->column_count - partitions);
    grown->same_key = NULL;
    if (grown->by_name.count > 0 && partitions > 0)
        index_again(arena, grown);
    else if (grown->column_count > WIDE)
        index_columns(arena, grown, grown->by_name.count > 0 ? table->column_count : 0);
    catalog->column_count += count;
    grown->order = ++catalog->changes;
    put(catalog, grown);
}

void cln_catalog_drop(cln_catalog *catalog, const cln_table_name *name)
{
    const cln_table *found = cln_catalog_find(catalog, name);
    cln_table *tombstone;
    cln_catalog_key k;

    if (found == NULL)
        return;
    catalog->changes++;
    /* a temporary table uncovers what it hid */
    if (catalog->parent == NULL || found->kind == COLLINE_TEMPORARY) {
        colline_text chain_key = cln_table_key(&k, &found->name);
        put_chain(catalog, chain_key, without(cln_map_get_nocase(&catalog->tables, chain_key), found));
        return;
    }
    tombstone = CLN_NEW(&catalog->arena, cln_table);
    tombstone->name = copy_name(&catalog->arena, &found->name);
    tombstone->dialect = found->dialect;
    tombstone->dropped = true;
    put(catalog, tombstone);
}

/* ---- Functions ---- */

const cln_function *cln_catalog_function(const cln_catalog *catalog, colline_text name)
{
    for (; catalog != NULL; catalog = catalog->parent) {
        const cln_function *function = cln_map_get_nocase(&catalog->functions, name);
        if (function != NULL)
            return function;
    }
    return NULL;
}

void cln_catalog_put_function(cln_catalog *catalog, const cln_function *function)
{
    cln_arena *arena = &catalog->arena;
    cln_function *copied = CLN_NEW(arena, cln_function);
    uint32_t *arguments = CLN_NEW_ARRAY(arena, uint32_t, function->value_argument_count);

    for (uint32_t i = 0; i < function->value_argument_count; i++)
        arguments[i] = function->value_arguments[i];
    *copied = *function;
    copied->name = cln_text_copy(arena, function->name);
    copied->value_arguments = arguments;
    copied->columns = copy_texts(arena, function->columns, function->column_count);
    cln_map_put_nocase(arena, &catalog->functions, copied->name, copied);
    catalog->changes++;
}
