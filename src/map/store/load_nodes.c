/*
 * The nodes of a load: tables and columns by name, made where there is none.
 *
 *     INSERT INTO dw.report SELECT region FROM dw.fact      dw.fact is table 7: dw.fact.region is node 7 <<
 * 20 | 1
 *
 * All tables are read when the first one is asked for; a table's columns when the table is first touched.
 */
#include <stdlib.h>
#include <string.h>

#include "map/store/internal.h"

static uint64_t hash_text(uint64_t seed, colline_text text)
{
    return map_mix(seed, map_hash128(text.data, text.length).low);
}

static uint64_t table_hash(colline_text catalog, colline_text database, colline_text name, bool file)
{
    return hash_text(hash_text(hash_text(file, catalog), database), name);
}

static void index_table(store_load *l, size_t place)
{
    const load_table *t = &l->tables.items[place];

    map_index_add(&l->table_index, table_hash(t->catalog, t->database, t->name, t->kind == STORE_FILE),
                  (uint32_t)place);
    map_index_add(&l->table_index, map_mix((uint64_t)t->id, 7), (uint32_t)place);
}

static colline_text keep(store_load *l, colline_text text)
{
    return map_pool_copy(&l->names, text.data, text.length);
}

static void load_tables(store *s)
{
    store_load *l = s->load;
    db_rows *rows;

    if (l->tables_loaded)
        return;
    rows = db_query(
        s->d, "SELECT id, catalog, database, name, kind, known, next_column, dialect, definition, told_at FROM tables",
        NULL, 0);
    while (db_next(rows)) {
        *LIST_ADD(l->tables) = (load_table){ .id = db_integer(rows, 0),
                                             .catalog = keep(l, db_text(rows, 1)),
                                             .database = keep(l, db_text(rows, 2)),
                                             .name = keep(l, db_text(rows, 3)),
                                             .kind = db_integer(rows, 4),
                                             .known = db_integer(rows, 5),
                                             .next_column = db_integer(rows, 6),
                                             .dialect = db_integer(rows, 7),
                                             .definition = keep(l, db_text(rows, 8)),
                                             .told_at = db_integer(rows, 9) };
        index_table(l, l->tables.count - 1);
    }
    db_finish(rows);
    l->tables_loaded = true;
}

load_table *load_table_by_id(store *s, int64_t id)
{
    store_load *l = s->load;
    uint64_t hash = map_mix((uint64_t)id, 7);

    load_tables(s);
    for (size_t at = map_index_first(&l->table_index, hash); at != MAP_INDEX_END;
         at = map_index_next(&l->table_index, hash, at))
        if (l->tables.items[l->table_index.slots[at].value].id == id)
            return &l->tables.items[l->table_index.slots[at].value];
    return NULL;
}

static size_t find_table(store_load *l, const colline_column_ref *name, bool file)
{
    uint64_t hash = table_hash(name->catalog, name->database, name->table, file);

    for (size_t at = map_index_first(&l->table_index, hash); at != MAP_INDEX_END;
         at = map_index_next(&l->table_index, hash, at)) {
        const load_table *t = &l->tables.items[l->table_index.slots[at].value];

        if (map_same(t->name, name->table) && map_same(t->database, name->database) &&
            map_same(t->catalog, name->catalog) && (t->kind == STORE_FILE) == file)
            return l->table_index.slots[at].value;
    }
    return SIZE_MAX;
}

static void touch_table(store_load *l, load_table *t)
{
    if (!t->changed)
        *LIST_ADD(l->dirty_tables) = (uint32_t)(t - l->tables.items);
    t->changed = true;
}

load_table *load_table_get(store *s, const colline_column_ref *given, bool file)
{
    store_load *l = s->load;
    colline_column_ref name = *given;
    size_t place;

    load_tables(s);
    place = find_table(l, &name, file);
    if (place == SIZE_MAX) { /* (with its bytes made clean it may be known after all) */
        name.catalog = store_clean(&l->names, name.catalog);
        name.database = store_clean(&l->names, name.database);
        name.table = store_clean(&l->names, name.table);
        place = find_table(l, &name, file);
    }
    if (place == SIZE_MAX) {
        place = l->tables.count;
        *LIST_ADD(l->tables) = (load_table){ .id = l->next_table++,
                                             .catalog = name.catalog,
                                             .database = name.database,
                                             .name = name.table,
                                             .kind = file ? STORE_FILE : STORE_TEMPORARY,
                                             .next_column = 2, /* 1: its rows */
                                             .definition = { "", 0 },
                                             .loaded = true,
                                             .edges_loaded = true,
                                             .fresh = true };
        index_table(l, place);
        touch_table(l, &l->tables.items[place]);
    }
    return &l->tables.items[place];
}

/* ---- Columns ---------------------------------------------------------------------------------------- */

static uint64_t column_hash(int64_t table, colline_text name)
{
    return hash_text((uint64_t)table, name);
}

static size_t add_column(store_load *l, const load_column *column)
{
    size_t place = l->columns.count;

    *LIST_ADD(l->columns) = *column;
    map_index_add(&l->column_index, column_hash(column->node >> STORE_COLUMN_BITS, column->name),
                  (uint32_t)place);
    map_index_add(&l->column_index, map_mix((uint64_t)column->node, 1), (uint32_t)place);
    return place;
}

static size_t find_column(store_load *l, int64_t table, colline_text name)
{
    uint64_t hash = column_hash(table, name);

    for (size_t at = map_index_first(&l->column_index, hash); at != MAP_INDEX_END;
         at = map_index_next(&l->column_index, hash, at)) {
        const load_column *c = &l->columns.items[l->column_index.slots[at].value];

        if (c->node >> STORE_COLUMN_BITS == table && map_same(c->name, name))
            return l->column_index.slots[at].value;
    }
    return SIZE_MAX;
}

load_column *load_column_of(store *s, int64_t node)
{
    store_load *l = s->load;
    uint64_t hash = map_mix((uint64_t)node, 1);

    for (size_t at = map_index_first(&l->column_index, hash); at != MAP_INDEX_END;
         at = map_index_next(&l->column_index, hash, at))
        if (l->columns.items[l->column_index.slots[at].value].node == node)
            return &l->columns.items[l->column_index.slots[at].value];
    return NULL;
}

static db_value *range_of(int64_t table, db_value range[2])
{
    range[0] = db_number(table << STORE_COLUMN_BITS);
    range[1] = db_number((table + 1) << STORE_COLUMN_BITS);
    return range;
}

static void load_columns(store *s, load_table *t)
{
    store_load *l = s->load;
    db_value range[2];
    db_rows *rows;

    t->loaded = true;
    rows = db_query(s->d,
                    "SELECT id, name, type, position, partition, known FROM columns WHERE id > $1 AND id < "
                    "$2 ORDER BY id",
                    range_of(t->id, range), 2);
    while (db_next(rows)) {
        load_column c = { .node = db_integer(rows, 0),
                          .name = keep(l, db_text(rows, 1)),
                          .type = keep(l, db_text(rows, 2)),
                          .position = db_integer(rows, 3),
                          .partition = db_integer(rows, 4),
                          .known = db_integer(rows, 5) };

        add_column(l, &c);
    }
    db_finish(rows);
    rows = db_query(s->d, "SELECT node, dialect, type FROM column_types WHERE node > $1 AND node < $2", range,
                    2);
    while (db_next(rows)) {
        load_column *c = load_column_of(s, db_integer(rows, 0));
        int64_t dialect = db_integer(rows, 1);

        if (c != NULL && dialect >= 0 && dialect <= COLLINE_DB2)
            c->types[dialect] = store_type_class(&l->names, db_text(rows, 2));
    }
    db_finish(rows);
}

static void touch_column(store_load *l, size_t place)
{
    if (!l->columns.items[place].changed)
        *LIST_ADD(l->dirty_columns) = (uint32_t)place;
    l->columns.items[place].changed = true;
}

/* The place of a column of a table, made where there is none. */
static size_t column_place(store *s, load_table *t, colline_text name)
{
    store_load *l = s->load;
    size_t place;

    if (!t->loaded)
        load_columns(s, t);
    place = find_column(l, t->id, name);
    if (place == SIZE_MAX) {
        bool rows = name.length == 1 && name.data[0] == '*';
        load_column c = { .node = t->id << STORE_COLUMN_BITS | (rows ? 1 : t->next_column),
                          .name = keep(l, name),
                          .type = { "", 0 },
                          .fresh = true };

        if (t->next_column >= ((int64_t)1 << STORE_COLUMN_BITS) - 1) {
            db_fail(s->d, STORE_E_MISUSE, "a table has more than a million columns");
            return 0;
        }
        t->next_column += !rows;
        touch_table(l, t);
        place = add_column(l, &c);
        touch_column(l, place);
    }
    return place;
}

/* A column's name with its path, so that no other column has the same: addr.city, "a.b". */
static colline_text full_name(map_pool *pool, const colline_column_ref *ref)
{
    colline_text column = ref->column;

    if (memchr(column.data, '.', column.length) != NULL || memchr(column.data, '"', column.length) != NULL)
        column = store_quoted(pool, column);
    if (ref->path.length == 0 && column.data == ref->column.data)
        return column;
    return map_pool_format(pool, "%.*s%.*s", (int)column.length, column.data, (int)ref->path.length,
                           ref->path.data);
}

int64_t load_node(store *s, const store_end *end)
{
    store_load *l = s->load;
    load_table *t = load_table_get(s, &end->name, end->file);
    colline_text name;
    size_t place;

    if (end->name.column.length == 0)
        return t->id << STORE_COLUMN_BITS;
    name = full_name(&l->pending, &end->name);
    if (!t->loaded || find_column(l, t->id, name) == SIZE_MAX)
        name = store_clean(&l->pending, name);
    place = column_place(s, t, name);
    return s->d->status != STORE_OK ? 0 : l->columns.items[place].node;
}

/* addr.city, "a.b".c: the column, and the path within it. */
static void split_name(map_pool *pool, colline_text name, store_known_column *out)
{
    char *column = map_pool_get(pool, (size_t)name.length + 1);
    bool quoted = name.length > 0 && name.data[0] == '"';
    uint32_t at = quoted, length = 0;

    for (; at < name.length && (quoted || name.data[at] != '.'); at++) {
        if (quoted && name.data[at] == '"' && (++at == name.length || name.data[at] != '"'))
            break;
        column[length++] = name.data[at];
    }
    column[length] = '\0';
    out->name = (colline_text){ column, length };
    out->path = map_pool_copy(pool, name.data + at, name.length - at);
}

static int by_position(const void *a, const void *b)
{
    const store_known_column *x = a, *y = b;

    return x->position < y->position ? -1 : x->position > y->position;
}

/* The table of that name; NULL: there is none. */
static load_table *known_table(store *s, const colline_column_ref *name)
{
    size_t place;

    load_tables(s);
    place = find_table(s->load, name, false);
    return place != SIZE_MAX ? &s->load->tables.items[place] : NULL;
}

store_status store_table_columns(store *s, const colline_column_ref *name, map_pool *pool, store_known_column **columns,
                                 size_t *count, colline_table_kind *kind)
{
    load_table *t;

    *columns = NULL;
    *count = 0;
    *kind = COLLINE_TEMPORARY;
    if (s->load == NULL)
        return store_fail(s, STORE_E_MISUSE, "store_table_columns() outside a load");
    if (!store_load_enter(s))
        return store_result(s);
    t = known_table(s, name);
    if (t == NULL)
        return store_result(s);
    if (!t->loaded)
        load_columns(s, t);
    *kind = (colline_table_kind)t->kind;
    *columns = map_pool_get(pool, (size_t)t->next_column * sizeof **columns);
    for (int64_t number = 2; number < t->next_column; number++) { /* (1: its rows) */
        const load_column *c = load_column_of(s, t->id << STORE_COLUMN_BITS | number);
        store_known_column *out = &(*columns)[*count];
        if (c == NULL)
            continue;
        split_name(pool, c->name, out);
        out->type = map_pool_copy(pool, c->type.data, c->type.length);
        out->partition = c->partition != 0;
        out->known = c->known == 1;
        out->gone = c->known == STORE_COLUMN_GONE;
        out->position = out->known ? c->position : INT64_MAX - t->next_column + number;
        ++*count;
    }
    if (*count > 0)
        qsort(*columns, *count, sizeof **columns, by_position);
    return store_result(s);
}

/* ---- What the catalog says -------------------------------------------------------------------------- */

/* The place of a column by its name alone. */
static size_t place_of(store *s, load_table *t, colline_text column)
{
    map_pool *pool = &s->load->pending;
    colline_text name = full_name(pool, &(colline_column_ref){ .column = column, .path = { "", 0 } });

    return column_place(s, t, store_clean(pool, name));
}

static void put_column(store *s, size_t place, const store_table_column *given, int64_t position,
                       colline_dialect dialect)
{
    store_load *l = s->load;
    colline_text type = store_clean(&l->pending, given->type);
    load_column *c = &l->columns.items[place];
    const char *class = store_type_class(&l->names, type);

    if (c->known != 1 || c->position != position || c->partition != given->partition || !map_same(c->type, type) ||
        c->types[dialect] == NULL || strcmp(c->types[dialect], class) != 0) {
        c->known = 1;
        c->position = position;
        c->partition = given->partition;
        c->type = keep(l, type);
        c->types[dialect] = class;
        touch_column(l, place);
    }
}

store_status store_table_put(store *s, const store_table *table)
{
    store_load *l = s->load;
    load_table *t;
    colline_text definition;

    if (l == NULL || table->name.table.length == 0 || (unsigned)table->dialect > COLLINE_DB2)
        return store_fail(s, STORE_E_MISUSE, "a table outside a load, or without a name");
    if (!store_load_enter(s))
        return store_result(s);
    t = load_table_get(s, &table->name, false);
    definition = store_clean(&l->pending, table->definition);
    if (t->kind != (int64_t)table->kind || !t->known || t->told_at != 0 || t->dialect != (int64_t)table->dialect ||
        !map_same(t->definition, definition)) {
        t->kind = (int64_t)table->kind;
        t->known = table->kind != COLLINE_TEMPORARY;
        t->told_at = 0;
        t->dialect = (int64_t)table->dialect;
        t->definition = keep(l, definition);
        touch_table(l, t);
    }
    for (size_t i = 0; i < table->column_count; i++)
        put_column(s, place_of(s, t, table->columns[i].name), &table->columns[i], (int64_t)i + 1, table->dialect);
    return store_result(s);
}

/* ---- What statements say ---------------------------------------------------------------------------- */

static bool catalog_knows(const load_table *t)
{
    return t->known && t->told_at == 0;
}

/* What is told of that time changes nothing: the catalog knows the table, or more was told since. */
static bool is_settled(const load_table *t, int64_t time)
{
    return catalog_knows(t) || time < t->told_at;
}

/* False: what is known is the catalog's, or of a later time. */
static bool tell(store_load *l, load_table *t, int64_t kind, int64_t time)
{
    if (is_settled(t, time))
        return false;
    if (t->kind == kind && t->told_at == time)
        return true;
    t->kind = kind;
    t->known = kind != COLLINE_TEMPORARY;
    t->told_at = time > 0 ? time : 1;
    touch_table(l, t);
    return true;
}

/* What is known of a column is not forgotten; new ones follow on those that are there. */
static void tell_column(store *s, load_table *t, const store_table *table, size_t which)
{
    store_table_column given = table->columns[which];
    size_t place = place_of(s, t, given.name);
    const load_column *c = &s->load->columns.items[place];
    int64_t position = table->added ? t->next_column - 2 : (int64_t)which + 1;

    if (s->d->status != STORE_OK || (c->known == 1 && (catalog_knows(t) || table->added)))
        return;
    if (given.type.length == 0)
        given.type = c->type;
    put_column(s, place, &given, position, table->dialect);
}

store_status store_table_made(store *s, const store_table *table, int64_t time, int64_t *id)
{
    store_load *l = s->load;
    load_table *t;
    bool news;

    *id = 0;
    if (l == NULL || table->name.table.length == 0 || (unsigned)table->dialect > COLLINE_DB2)
        return store_fail(s, STORE_E_MISUSE, "a table outside a load, or without a name");
    if (!store_load_enter(s))
        return store_result(s);
    t = load_table_get(s, &table->name, false);
    if (!catalog_knows(t))
        *id = t->id;
    news = tell(l, t, (int64_t)table->kind, time);
    if (news && t->dialect != (int64_t)table->dialect) {
        t->dialect = (int64_t)table->dialect;
        touch_table(l, t);
    }
    for (size_t i = 0; i < table->column_count && (news || table->added); i++)
        tell_column(s, t, table, i);
    return store_result(s);
}

store_status store_column_renamed(store *s, const colline_column_ref *name, const store_table_column *to, colline_dialect dialect,
                                  int64_t time)
{
    store_load *l = s->load;
    load_table *t;
    load_column *old, *new;
    size_t old_place, new_place;

    if (l == NULL || (unsigned)dialect > COLLINE_DB2)
        return store_fail(s, STORE_E_MISUSE, "store_column_renamed() outside a load");
    if (!store_load_enter(s))
        return store_result(s);
    t = known_table(s, name);
    if (t == NULL || is_settled(t, time))
        return store_result(s);
    old_place = place_of(s, t, name->column);
    new_place = place_of(s, t, to->name);
    old = &l->columns.items[old_place];
    new = &l->columns.items[new_place];
    if (s->d->status != STORE_OK || old->known == STORE_COLUMN_GONE || old == new)
        return store_result(s);
    new->type = old->type;
    new->position = old->position;
    new->partition = old->partition;
    new->known = old->known;
    memcpy(new->types, old->types, sizeof new->types);
    old->known = STORE_COLUMN_GONE;
    touch_column(l, old_place);
    touch_column(l, new_place);
    if (to->type.length > 0 && new->known == 1) {
        store_table_column changed = { to->name, to->type, new->partition != 0 };
        put_column(s, new_place, &changed, new->position, dialect);
    }
    return store_result(s);
}

/* One that goes by a name that another one had before is none that is gone. */
static void keep_column(store_load *l, load_table *t, const store_known_column *column, bool *left)
{
    colline_text name = full_name(&l->pending, &(colline_column_ref){ .column = column->name, .path = column->path });
    size_t place = column->gone ? SIZE_MAX : find_column(l, t->id, store_clean(&l->pending, name));

    if (place == SIZE_MAX)
        return;
    left[l->columns.items[place].node & (((int64_t)1 << STORE_COLUMN_BITS) - 1)] = true;
    if (l->columns.items[place].known == STORE_COLUMN_GONE) {
        l->columns.items[place].known = 0;
        touch_column(l, place);
    }
}

store_status store_table_left(store *s, const colline_column_ref *name, const store_known_column *columns, size_t count, int64_t time)
{
    store_load *l = s->load;
    load_table *t;
    bool *left;

    if (l == NULL)
        return store_fail(s, STORE_E_MISUSE, "store_table_left() outside a load");
    if (!store_load_enter(s))
        return store_result(s);
    t = known_table(s, name);
    if (t == NULL || is_settled(t, time))
        return store_result(s);
    if (!t->loaded)
        load_columns(s, t);
    left = map_pool_get(&l->pending, (size_t)t->next_column * sizeof *left);
    memset(left, 0, (size_t)t->next_column * sizeof *left);
    for (size_t i = 0; i < count; i++)
        keep_column(l, t, &columns[i], left);
    for (int64_t number = 2; number < t->next_column; number++) { /* (1: its rows) */
        load_column *c = left[number] ? NULL : load_column_of(s, t->id << STORE_COLUMN_BITS | number);
        if (c == NULL || c->known == STORE_COLUMN_GONE)
            continue;
        c->known = STORE_COLUMN_GONE;
        touch_column(l, (size_t)(c - l->columns.items));
    }
    return store_result(s);
}

store_status store_table_gone(store *s, const colline_column_ref *name, int64_t time, int64_t *id)
{
    load_table *t;

    *id = 0;
    if (s->load == NULL)
        return store_fail(s, STORE_E_MISUSE, "store_table_gone() outside a load");
    if (!store_load_enter(s))
        return store_result(s);
    t = known_table(s, name);
    if (t == NULL || catalog_knows(t))
        return store_result(s);
    *id = t->id;
    (void)tell(s->load, t, COLLINE_TEMPORARY, time);
    return store_result(s);
}

store_status store_table_again(store *s, const store_told *told, int64_t time)
{
    load_table *t;

    if (s->load == NULL)
        return store_fail(s, STORE_E_MISUSE, "store_table_again() outside a load");
    if (!store_load_enter(s))
        return store_result(s);
    t = load_table_by_id(s, told->table);
    if (t != NULL)
        (void)tell(s->load, t, (int64_t)told->kind, time);
    return store_result(s);
}

/* ---- To the database -------------------------------------------------------------------------------- */

/* The rows of changed things are written anew: away with the old ones first. */
static void delete_old(store *s, const char *sql, bool columns)
{
    store_load *l = s->load;

    l->scratch.count = 0;
    for (size_t i = 0; i < (columns ? l->dirty_columns.count : l->dirty_tables.count); i++) {
        if (columns && !l->columns.items[l->dirty_columns.items[i]].fresh)
            *LIST_ADD(l->scratch) = l->columns.items[l->dirty_columns.items[i]].node;
        else if (!columns && !l->tables.items[l->dirty_tables.items[i]].fresh)
            *LIST_ADD(l->scratch) = l->tables.items[l->dirty_tables.items[i]].id;
    }
    if (l->scratch.count > 0) {
        db_value set = db_set(l->scratch.items, l->scratch.count);

        db_run(s->d, sql, &set, 1);
    }
}

static void write_tables(store *s)
{
    store_load *l = s->load;

    delete_old(s, "DELETE FROM tables WHERE id IN @SET($1)", false);
    db_bulk_begin(
        s->d, "tables (id, catalog, database, name, folded, kind, known, next_column, dialect, definition, told_at)",
        11);
    for (size_t i = 0; i < l->dirty_tables.count; i++) {
        load_table *t = &l->tables.items[l->dirty_tables.items[i]];

        db_bulk_row(s->d, (db_value[]){ db_number(t->id), db_string(t->catalog), db_string(t->database),
                                        db_string(t->name), db_string(store_folded(&l->pending, t->name)),
                                        db_number(t->kind), db_number(t->known), db_number(t->next_column),
                                        db_number(t->dialect), db_string(t->definition), db_number(t->told_at) });
        t->fresh = t->changed = false;
    }
    db_bulk_end(s->d);
}

static void write_columns(store *s)
{
    store_load *l = s->load;

    delete_old(s, "DELETE FROM columns WHERE id IN @SET($1)", true);
    db_bulk_begin(s->d, "columns (id, name, folded, type, position, partition, known)", 7);
    for (size_t i = 0; i < l->dirty_columns.count; i++) {
        const load_column *c = &l->columns.items[l->dirty_columns.items[i]];

        db_bulk_row(s->d,
                    (db_value[]){ db_number(c->node), db_string(c->name),
                                  db_string(store_folded(&l->pending, c->name)), db_string(c->type),
                                  db_number(c->position), db_number(c->partition), db_number(c->known) });
    }
    db_bulk_end(s->d);
}

static void write_types(store *s)
{
    store_load *l = s->load;

    delete_old(s, "DELETE FROM column_types WHERE node IN @SET($1)", true);
    db_bulk_begin(s->d, "column_types (node, dialect, type)", 3);
    for (size_t i = 0; i < l->dirty_columns.count; i++) {
        load_column *c = &l->columns.items[l->dirty_columns.items[i]];

        for (int64_t dialect = 0; dialect <= COLLINE_DB2; dialect++)
            if (c->types[dialect] != NULL)
                db_bulk_row(s->d, (db_value[]){ db_number(c->node), db_number(dialect),
                                                db_string(map_text(c->types[dialect])) });
        c->fresh = c->changed = false;
    }
    db_bulk_end(s->d);
}

void load_tables_flush(store *s)
{
    if (s->load->dirty_tables.count > 0)
        write_tables(s);
    if (s->load->dirty_columns.count > 0) {
        write_columns(s);
        write_types(s);
    }
}
