/*
 * Layers: a session's overlay lies over the catalog that it shares with others.
 *
 *     overlay   tmp, dw.t dropped
 *     shared    dw.t, dw.u            the session sees tmp and dw.u
 *
 * A chain holds the tables of one case-insensitive name, newest first: in PostgreSQL "T" and t are two.
 * Looking something up writes to the overlay at most (what the provider was asked), never to a catalog that
 * is shared.
 */
#include "catalog/catalog.h"

#include "catalog/catalog_key.h"
#include "catalog/compiled.h"

void cln_catalog_init(cln_catalog *catalog, const colline_allocator *allocator, cln_fault *fault,
                      cln_catalog *parent)
{
    memset(catalog, 0, sizeof *catalog);
    catalog->references = 1;
    catalog->parent = parent;
    cln_arena_init(&catalog->arena, fault != NULL ? fault : &catalog->own_fault, allocator);
}

void cln_catalog_clear(cln_catalog *catalog)
{
    cln_arena_free(&catalog->arena);
    memset(&catalog->tables, 0, sizeof catalog->tables);
    memset(&catalog->functions, 0, sizeof catalog->functions);
    memset(&catalog->forgotten, 0, sizeof catalog->forgotten);
    memset(&catalog->decoded, 0, sizeof catalog->decoded);
    memset(&catalog->asked, 0, sizeof catalog->asked);
    memset(&catalog->asked_exactly, 0, sizeof catalog->asked_exactly);
    memset(catalog->view_names, 0, sizeof catalog->view_names);
    catalog->table_count = catalog->view_count = 0;
}

/* ---- Databases that were dropped ----------------------------------------------------------------------- */

/* The key of a table of that name, up to its database: its catalog alone, or both. */
static colline_text database_key(cln_catalog_key *k, const cln_table_name *name, bool whole_catalog)
{
    cln_table_name database = { name->catalog, whole_catalog ? CLN_TEXT("") : name->database, CLN_TEXT(""), false, NULL };

    return cln_table_key(k, &database);
}

/* When this layer forgot the database of that name, or its catalog; 0: never. */
static uint64_t forgotten_at(const cln_catalog *layer, const cln_table_name *name)
{
    cln_catalog_key k;
    uint64_t database = (uint64_t)(uintptr_t)cln_map_get_nocase(&layer->forgotten, database_key(&k, name, false));
    uint64_t catalog = (uint64_t)(uintptr_t)cln_map_get_nocase(&layer->forgotten, database_key(&k, name, true));

    return database > catalog ? database : catalog;
}

/* Whether what was found from `top` on is of a database that was dropped behind it. */
static bool is_forgotten(const cln_catalog *top, colline_text chain_key, const cln_table *table)
{
    for (const cln_catalog *layer = top; layer != NULL; layer = layer->parent) {
        uint64_t at = layer->forgotten.count > 0 ? forgotten_at(layer, &table->name) : 0;
        bool here = layer->parent == NULL;
        for (const cln_table *t = at > 0 ? cln_map_get_nocase(&layer->tables, chain_key) : NULL; t != NULL; t = t->same_key)
            here = here || t == table;
        if (at > 0 && (!here || table->order < at))
            return true;
        if (here && at > 0)
            return false;
    }
    return false;
}

bool cln_catalog_shows(const cln_catalog *catalog, const cln_table *table)
{
    return !table->dropped && (catalog->forgotten.count == 0 || table->order >= forgotten_at(catalog, &table->name));
}

void cln_catalog_drop_database(cln_catalog *catalog, const cln_table_name *name)
{
    cln_catalog_key k;
    colline_text database = database_key(&k, name, name->database.length == 0);

    catalog->changes++;
    cln_map_put_nocase(&catalog->arena, &catalog->forgotten, cln_text_copy(&catalog->arena, database),
                       (void *)(uintptr_t)catalog->changes);
}

/* ---- Finding ------------------------------------------------------------------------------------------- */

/* The member of a chain that is properly called so; a tombstone counts. */
static cln_table *member_of(cln_table *chain, const cln_table_name *name)
{
    cln_table *near = NULL;

    for (cln_table *t = chain; t != NULL; t = t->same_key) {
        if (cln_same_spelling(&t->name, name))
            return t;
        if (near == NULL && !name->exact && cln_is_caseless(t) && cln_same_letters(&t->name, name))
            near = t;
    }
    return near;
}

/* The same of one layer's chain. */
static cln_table *member(const cln_catalog *layer, colline_text chain_key, const cln_table_name *name)
{
    return member_of(cln_map_get_nocase(&layer->tables, chain_key), name);
}

/* Whether a layer above `layer` says that this table was dropped. */
static bool hidden(const cln_catalog *top, const cln_catalog *layer, colline_text chain_key,
                   const cln_table_name *name)
{
    for (; top != layer; top = top->parent) {
        const cln_table *t = member(top, chain_key, name);
        if (t != NULL && t->dropped)
            return true;
    }
    return false;
}

/* The table that has this name but for letter case. */
static const cln_table *find_loosely(const cln_catalog *catalog, colline_text chain_key,
                                     const cln_table_name *name, bool *dropped)
{
    *dropped = false;
    for (const cln_catalog *layer = catalog; layer != NULL; layer = layer->parent)
        for (const cln_table *t = cln_map_get_nocase(&layer->tables, chain_key); t != NULL; t = t->same_key) {
            if (!cln_same_letters(&t->name, name))
                continue;
            if (!t->dropped && !hidden(catalog, layer, chain_key, &t->name) && !is_forgotten(catalog, chain_key, t))
                return t;
            *dropped = true;
        }
    return NULL;
}

/* *known: the table is there, or it is known to be dropped. */
static const cln_table *find_known(const cln_catalog *catalog, colline_text chain_key,
                                   const cln_table_name *name, bool *known)
{
    const cln_table *found;
    uint32_t hash = cln_text_hash_nocase(chain_key);
    bool dropped, near = false;

    *known = true;
    for (const cln_catalog *layer = catalog; layer != NULL; layer = layer->parent) {
        cln_table *chain = cln_map_get_hashed(&layer->tables, chain_key, hash);
        const cln_table *t = member_of(chain, name);
        if (t != NULL)
            return t->dropped || is_forgotten(catalog, chain_key, t) ? NULL : t;
        near = near || chain != NULL;
    }
    if (name->exact || !near) {
        *known = false;
        return NULL;
    }
    found = find_loosely(catalog, chain_key, name, &dropped);
    *known = found != NULL || dropped;
    return found;
}

/* Ask the nearest provider, once for each name; false where there is nobody to ask. */
static bool ask_provider(cln_catalog *catalog, colline_text chain_key, const cln_table_name *name)
{
    const cln_catalog *with = catalog;
    colline_column_ref table = { .column = CLN_TEXT(""), .path = CLN_TEXT("") };

    while (with != NULL && with->provider == NULL)
        with = with->parent;
    if (with == NULL || catalog->parent == NULL)
        return false;
    if ((name->exact ? cln_map_get(&catalog->asked_exactly, chain_key)
                     : cln_map_get_nocase(&catalog->asked, chain_key)) != NULL)
        return false;
    chain_key = cln_text_copy(&catalog->arena, chain_key);
    if (name->exact)
        cln_map_put(&catalog->arena, &catalog->asked_exactly, chain_key, catalog); /* any value but NULL */
    else
        cln_map_put_nocase(&catalog->arena, &catalog->asked, chain_key, catalog);
    table.catalog = cln_text_copy(&catalog->arena, name->catalog);
    table.database = cln_text_copy(&catalog->arena, name->database);
    table.table = cln_text_copy(&catalog->arena, name->table);
    with->provider(with->provider_user, &table, catalog);
    return true;
}

/* Decode the tables of that key from the nearest compiled catalog, once for each key; false where there are none. */
static bool decode_compiled(cln_catalog *catalog, colline_text chain_key)
{
    const cln_catalog *with = catalog;

    while (with != NULL && with->compiled.length == 0)
        with = with->parent;
    if (with == NULL || cln_map_get_nocase(&catalog->decoded, chain_key) != NULL)
        return false;
    cln_map_put_nocase(&catalog->arena, &catalog->decoded, cln_text_copy(&catalog->arena, chain_key), catalog);
    cln_compiled_tables(with->compiled, chain_key, catalog);
    return true;
}

/* Whether any layer has tables, or somebody to ask for them. */
static bool may_have_tables(const cln_catalog *catalog)
{
    for (; catalog != NULL; catalog = catalog->parent)
        if (catalog->tables.count > 0 || catalog->compiled.length > 0 || catalog->provider != NULL)
            return true;
    return false;
}

static const cln_table *find_there(cln_catalog *catalog, const cln_table_name *name)
{
    cln_catalog_key k;
    colline_text chain_key;
    const cln_table *found;
    bool known;

    if (!may_have_tables(catalog))
        return NULL;
    chain_key = cln_table_key(&k, name);
    found = find_known(catalog, chain_key, name, &known);
    if (!known && decode_compiled(catalog, chain_key))
        found = find_known(catalog, chain_key, name, &known);
    if (known || name->table.length == 0 || !ask_provider(catalog, chain_key, name))
        return found;
    return find_known(catalog, chain_key, name, &known);
}

const cln_table *cln_catalog_find(cln_catalog *catalog, const cln_table_name *name)
{
    const cln_table *found = find_there(catalog, name);

    for (const cln_table_name *home = name->also; found == NULL && home != NULL; home = home->also) {
        cln_table_name there = *home;
        there.table = name->table;
        there.exact = name->exact;
        found = find_there(catalog, &there);
    }
    return found;
}

bool cln_catalog_given(const cln_catalog *catalog)
{
    for (; catalog != NULL; catalog = catalog->parent)
        if (catalog->table_count > 0 || catalog->compiled.length > 0 || catalog->provider != NULL)
            return true;
    return false;
}

/* ---- Columns ------------------------------------------------------------------------------------------- */

static const cln_column_info *scanned(const cln_table *table, const cln_wanted *wanted)
{
    const cln_column_info *near = NULL;

    for (uint32_t i = 0; i < table->column_count; i++) {
        const cln_column_info *column = &table->columns[i];
        if (column->hash != wanted->hash && column->hash != 0)
            continue;
        if (cln_text_equal(column->name, wanted->name))
            return column;
        if (near == NULL && !wanted->exact && cln_text_equal_nocase(column->name, wanted->name))
            near = column;
    }
    return near;
}

/* Wide tables have two maps: names in any case, and the spelling of what differs only by case from an earlier
 * column. */
static const cln_column_info *column_of_map(const cln_table *table, const cln_wanted *wanted)
{
    const cln_column_info *column = cln_map_get_hashed(&table->by_name, wanted->name, wanted->hash);
    const cln_column_info *other;

    if (column == NULL || (!table->renamed && !wanted->exact && table->by_spelling.count == 0) ||
        cln_text_equal(column->name, wanted->name))
        return column;
    if (!cln_text_equal_nocase(column->name, wanted->name))
        return scanned(table, wanted); /* it was called so once */
    other = cln_map_get(&table->by_spelling, wanted->name);
    if (other != NULL && !cln_text_equal(other->name, wanted->name))
        return scanned(table, wanted);
    return other != NULL || wanted->exact ? other : column;
}

const cln_column_info *cln_table_find(const cln_table *table, const cln_wanted *wanted)
{
    return table->by_name.count > 0 ? column_of_map(table, wanted) : scanned(table, wanted);
}
