/*
 * Catalogs: references, and what callers put into them.
 */
#include "api.h"

#include <stdatomic.h>

colline_catalog *colline_catalog_new(const colline_allocator *allocator)
{
    const colline_allocator *from = allocator != NULL ? allocator : &cln_malloc_allocator;
    colline_catalog *catalog;

    if (from->allocate == NULL || from->release == NULL)
        return NULL;
    catalog = from->allocate(from->context, sizeof *catalog);
    if (catalog == NULL)
        return NULL;
    cln_catalog_init(catalog, from, NULL, NULL);
    atomic_init(&catalog->references, 1);
    return catalog;
}

colline_catalog *colline_catalog_retain(colline_catalog *catalog)
{
    if (catalog != NULL)
        atomic_fetch_add_explicit(&catalog->references, 1, memory_order_relaxed);
    return catalog;
}

void colline_catalog_release(colline_catalog *catalog)
{
    colline_allocator allocator;

    if (catalog == NULL || atomic_fetch_sub_explicit(&catalog->references, 1, memory_order_acq_rel) != 1)
        return;
    allocator = catalog->arena.allocator;
    cln_catalog_clear(catalog);
    allocator.release(allocator.context, catalog, sizeof *catalog);
}

void colline_catalog_set_provider(colline_catalog *catalog, colline_provider_fn provider, void *user)
{
    if (catalog == NULL)
        return;
    catalog->provider = provider;
    catalog->provider_user = user;
}

colline_status colline_catalog_limit(colline_catalog *catalog, uint32_t tables, uint32_t columns, uint64_t bytes)
{
    if (catalog == NULL || catalog->parent != NULL)
        return COLLINE_E_MISUSE;
    catalog->max_tables = tables;
    catalog->max_columns = columns;
    catalog->max_bytes = bytes;
    return COLLINE_OK;
}

colline_status colline_catalog_cancel(colline_catalog *catalog, colline_cancelled_fn cancelled, void *user)
{
    if (catalog == NULL || catalog->parent != NULL)
        return COLLINE_E_MISUSE;
    catalog->arena.fault->cancelled = cancelled;
    catalog->arena.fault->user = user;
    return COLLINE_OK;
}

colline_status cln_catalog_guard(colline_catalog *catalog, void (*work)(void *argument), void *argument)
{
    cln_fault *fault = catalog->arena.fault;

    if (fault->rescue == NULL)
        fault->status = COLLINE_OK;
    return cln_guard(fault, work, argument);
}

/* ---- DDL ----------------------------------------------------------------------------------------- */

/* The catalog as what a session's statements change; the parser stands in memory that goes away. */
typedef struct reading {
    colline_catalog *catalog;
    const cln_dialect *dialect;
    const char *default_db; /* NULL: none */
    cln_session_state state;
    cln_arena scratch;
} reading;

static void start_reading(void *argument)
{
    reading *r = argument;
    cln_arena *arena = &r->catalog->arena;
    cln_parser_options options = { r->dialect, CLN_DEFAULT_NESTING, 0, true, 0 };

    r->state.lifetime = arena;
    r->state.catalog = r->catalog;
    r->state.dialect = r->dialect;
    r->state.home = cln_home_of_option(arena, r->dialect, r->default_db);
    r->state.parser = cln_parser_new(&r->scratch, &options);
}

colline_status colline_catalog_add_ddl(colline_catalog *catalog, colline_dialect dialect,
                                       const char *default_db, const char *sql, size_t length,
                                       colline_diagnostics **diagnostics)
{
    reading r = { .catalog = catalog, .dialect = cln_dialect_of(dialect), .default_db = default_db };
    colline_status status;

    if (diagnostics != NULL)
        *diagnostics = NULL;
    if (catalog == NULL || sql == NULL || !cln_is_dialect(dialect))
        return COLLINE_E_MISUSE;
    cln_arena_init(&r.scratch, catalog->arena.fault, &catalog->arena.allocator);
    status = cln_catalog_guard(catalog, start_reading, &r);
    if (status == COLLINE_OK)
        status =
            cln_ddl_call(&r.state, &catalog->arena.allocator, catalog->arena.fault, sql, length, diagnostics);
    cln_arena_free(&r.scratch);
    return status;
}

/* ---- JSON ---------------------------------------------------------------------------------------- */

typedef struct document {
    colline_catalog *catalog;
    const cln_dialect *dialect;
    const char *json;
    size_t length;
    colline_diagnostics *told; /* NULL: to nobody */
    bool good;
    cln_arena scratch;
} document;

static void read_document(void *argument)
{
    document *d = argument;
    colline_text json = cln_text_copy(&d->scratch, cln_text_of(d->json, d->length));
    cln_diagnostics diagnostics = { .arena = &d->scratch };
    cln_lines lines = { .text = json };

    d->good = cln_catalog_read_json(d->catalog, d->dialect, json, &diagnostics);
    cln_tell(d->told, &d->scratch, &lines, &diagnostics);
}

colline_status colline_catalog_add_json(colline_catalog *catalog, colline_dialect dialect, const char *json,
                                        size_t length, colline_diagnostics **diagnostics)
{
    document d = { .catalog = catalog, .dialect = cln_dialect_of(dialect), .json = json, .length = length };
    colline_status status;

    if (diagnostics != NULL)
        *diagnostics = NULL;
    if (catalog == NULL || json == NULL || !cln_is_dialect(dialect))
        return COLLINE_E_MISUSE;
    if (length >= UINT32_MAX)
        return COLLINE_E_LIMIT;
    if (diagnostics != NULL &&
        (d.told = cln_diagnostics_new(&catalog->arena.allocator, catalog->arena.fault)) == NULL)
        return COLLINE_E_MEMORY;
    cln_arena_init(&d.scratch, catalog->arena.fault, &catalog->arena.allocator);
    status = cln_catalog_guard(catalog, read_document, &d);
    cln_arena_free(&d.scratch);
    cln_diagnostics_hand_over(d.told, diagnostics);
    return status != COLLINE_OK ? status : d.good ? COLLINE_OK : COLLINE_E_INPUT;
}

/* ---- One table, one function --------------------------------------------------------------------- */

typedef struct adding {
    colline_catalog *catalog;
    const colline_table_desc *table;
    const colline_function_desc *function;
    cln_arena scratch;
} adding;

static colline_text text_of(const char *string)
{
    return string != NULL ? cln_text_of(string, strlen(string)) : CLN_TEXT("");
}

/* A type that does not parse is kept as it is: it has no fields. */
static const cln_type *type_of(cln_arena *arena, const cln_dialect *dialect, cln_parser *parser,
                               const char *type)
{
    colline_text text = text_of(type);
    const cln_node *node = text.length > 0 ? cln_parse_type(parser, text, arena) : NULL;

    if (text.length == 0)
        return NULL;
    return node != NULL ? cln_type_of(arena, dialect, text, node) : cln_type_opaque(arena, text);
}

/* Names behind a view's columns rename what its definition gives. */
static void add_columns(cln_arena *arena, const colline_table_desc *desc, cln_table *table)
{
    cln_parser_options options = { table->dialect, CLN_DEFAULT_NESTING, 0, false, 0 };
    cln_parser *parser = cln_parser_new(arena, &options);
    cln_column_info *columns = CLN_NEW_ARRAY(arena, cln_column_info, desc->column_count);
    colline_text *names = CLN_NEW_ARRAY(arena, colline_text, desc->column_count);

    for (size_t i = 0; i < desc->column_count; i++) {
        names[i] = cln_column_of_text(arena, table->dialect, text_of(desc->columns[i].name));
        columns[i].name = names[i];
        columns[i].type = type_of(arena, table->dialect, parser, desc->columns[i].type);
        columns[i].partition = desc->columns[i].partition != 0;
    }
    table->columns = columns;
    table->column_count = (uint32_t)desc->column_count;
    if (table->definition.length > 0) {
        table->view_columns = names;
        table->view_column_count = table->column_count;
    }
}

static void add_table(void *argument)
{
    adding *a = argument;
    cln_arena *arena = &a->scratch;
    const colline_table_desc *desc = a->table;
    cln_table table;

    memset(&table, 0, sizeof table);
    table.dialect = cln_dialect_of(desc->dialect);
    table.name = cln_name_of_text(arena, table.dialect, text_of(desc->name), NULL);
    table.kind = desc->kind;
    table.format = cln_text_lower(arena, text_of(desc->format));
    table.definition = text_of(desc->definition);
    table.home = table.name;
    table.home.table = CLN_TEXT("");
    if (desc->default_db != NULL && desc->default_db[0] != '\0')
        table.home = cln_home_of(arena, table.dialect, text_of(desc->default_db));
    if (desc->column_count > 0)
        add_columns(arena, desc, &table);
    cln_catalog_put(a->catalog, &table);
}

static bool is_table_desc(const colline_table_desc *desc)
{
    if (desc->name == NULL || desc->name[0] == '\0' || !cln_is_dialect(desc->dialect) ||
        desc->kind < COLLINE_TABLE || desc->kind > COLLINE_TEMPORARY || desc->column_count >= UINT32_MAX ||
        (desc->columns == NULL && desc->column_count > 0))
        return false;
    for (size_t i = 0; i < desc->column_count; i++)
        if (desc->columns[i].name == NULL)
            return false;
    return true;
}

static colline_status add(adding *a, void (*work)(void *argument))
{
    colline_status status;

    cln_arena_init(&a->scratch, a->catalog->arena.fault, &a->catalog->arena.allocator);
    status = cln_catalog_guard(a->catalog, work, a);
    cln_arena_free(&a->scratch);
    return status;
}

colline_status colline_catalog_add_table(colline_catalog *catalog, const colline_table_desc *table)
{
    colline_table_desc known;
    adding a = { .catalog = catalog, .table = &known };

    memset(&known, 0, sizeof known);
    if (catalog == NULL || table == NULL || !cln_read_sized(&known, sizeof known, table) ||
        !is_table_desc(&known))
        return COLLINE_E_MISUSE;
    if (cln_catalog_full(catalog) != NULL)
        return COLLINE_E_LIMIT;
    return add(&a, add_table);
}

static void add_function(void *argument)
{
    adding *a = argument;
    const colline_function_desc *desc = a->function;
    colline_text *columns = CLN_NEW_ARRAY(&a->scratch, colline_text, desc->column_count);
    cln_function function = { .name = text_of(desc->name),
                              .kind = desc->kind,
                              .all_arguments = desc->value_arguments == NULL,
                              .value_arguments = desc->value_arguments,
                              .value_argument_count =
                                  desc->value_arguments != NULL ? (uint32_t)desc->value_argument_count : 0,
                              .columns = columns,
                              .column_count = (uint32_t)desc->column_count };

    for (size_t i = 0; i < desc->column_count; i++)
        columns[i] = text_of(desc->columns[i]);
    cln_catalog_put_function(a->catalog, &function);
}

static bool is_function_desc(const colline_function_desc *desc)
{
    if (desc->name == NULL || desc->name[0] == '\0' || desc->kind < COLLINE_FUNCTION_SCALAR ||
        desc->kind > COLLINE_FUNCTION_TABLE || desc->value_argument_count >= UINT32_MAX ||
        desc->column_count >= UINT32_MAX || (desc->columns == NULL && desc->column_count > 0))
        return false;
    for (size_t i = 0; i < desc->column_count; i++)
        if (desc->columns[i] == NULL)
            return false;
    return true;
}

colline_status colline_catalog_add_function(colline_catalog *catalog, const colline_function_desc *function)
{
    colline_function_desc known;
    adding a = { .catalog = catalog, .function = &known };

    memset(&known, 0, sizeof known);
    if (catalog == NULL || function == NULL || !cln_read_sized(&known, sizeof known, function) ||
        !is_function_desc(&known))
        return COLLINE_E_MISUSE;
    return add(&a, add_function);
}

/* ---- Telling --------------------------------------------------------------------------------------- */

typedef struct telling {
    const colline_catalog *catalog;
    colline_table_fn each;
    void *user;
    cln_arena scratch;
} telling;

static colline_text told_text(telling *t, colline_text text)
{
    return cln_text_copy(&t->scratch, text);
}

static void tell_table(telling *t, const cln_table *table)
{
    colline_column_ref name = { told_text(t, table->name.catalog), told_text(t, table->name.database),
                                told_text(t, table->name.table), CLN_TEXT(""), CLN_TEXT("") };
    colline_column_desc *columns = CLN_NEW_ARRAY(&t->scratch, colline_column_desc, table->column_count);
    colline_table_desc desc = { .size = sizeof desc, .kind = table->kind, .columns = columns,
                                .column_count = table->column_count };

    desc.dialect = table->dialect != NULL ? table->dialect->id : COLLINE_GENERIC;
    desc.format = table->format.length > 0 ? told_text(t, table->format).data : NULL;
    desc.definition = table->definition.length > 0 ? told_text(t, table->definition).data : NULL;
    for (uint32_t i = 0; i < table->column_count; i++)
        columns[i] = (colline_column_desc){ told_text(t, table->columns[i].name).data,
                                            table->columns[i].type != NULL
                                                ? told_text(t, table->columns[i].type->text).data : NULL,
                                            table->columns[i].partition };
    t->each(t->user, &name, &desc);
}

static void tell_tables(void *argument)
{
    telling *t = argument;

    for (uint32_t i = 0; i < t->catalog->tables.capacity; i++) {
        const cln_table *table = t->catalog->tables.slots[i].key != NULL ? t->catalog->tables.slots[i].value : NULL;
        for (; table != NULL; table = table->same_key) {
            if (cln_catalog_shows(t->catalog, table))
                tell_table(t, table);
            cln_arena_reset(&t->scratch);
        }
    }
}

colline_status colline_catalog_each_table(const colline_catalog *catalog, colline_table_fn each, void *user)
{
    cln_fault fault = { .status = COLLINE_OK };
    telling t = { .catalog = catalog, .each = each, .user = user };
    colline_status status;

    if (catalog == NULL || each == NULL)
        return COLLINE_E_MISUSE;
    cln_arena_init(&t.scratch, &fault, &catalog->arena.allocator);
    status = cln_guard(&fault, tell_tables, &t);
    cln_arena_free(&t.scratch);
    return status;
}
