/*
 * The catalog as a JSON document (docs/catalog.md).
 *
 *     {"tables":[{"name":"dw.t","columns":[{"name":"a","type":"INT"}]}],
 *      "functions":[{"name":"f","kind":"aggregate"}]}
 *
 * An entry that cannot be read is told of and left out; the others count.
 */
#include "catalog/catalog.h"
#include "catalog/json.h"

/* How deep a type may be nested: ARRAY<ARRAY<...>>. */
enum { TYPE_NESTING = 200 };

typedef struct reading {
    cln_catalog *catalog;
    const cln_dialect *dialect;
    cln_diagnostics *diagnostics;
    cln_arena *scratch; /* gone when the diagnostics are */
    cln_parser *parser; /* of types */
    cln_map types;      /* a type's text, as written -> cln_type */
    bool entry_good;    /* nothing is wrong with the entry at hand */
    bool all_good;
} reading;

static void complain(reading *r, const cln_json *at, const char *message)
{
    r->entry_good = r->all_good = false;
    cln_diagnose(r->diagnostics, CLN_BAD_CATALOG, at->at, "%s", message);
}

/* ---- Members ------------------------------------------------------------------------------------------- */

/* A member that may be left out or null; NULL, with a complaint, where it is not of its kind. */
static const cln_json *optional(reading *r, const cln_json *object, const char *name, cln_json_kind kind,
                                const char *message)
{
    const cln_json *value = cln_json_member(object, name);

    if (value == NULL || value->kind == CLN_JSON_NULL)
        return NULL;
    if (value->kind == kind)
        return value;
    complain(r, value, message);
    return NULL;
}

static colline_text optional_text(reading *r, const cln_json *object, const char *name, const char *message)
{
    const cln_json *value = optional(r, object, name, CLN_JSON_STRING, message);

    return value != NULL ? value->text : CLN_TEXT("");
}

static colline_text name_text(reading *r, const cln_json *object, const char *message)
{
    const cln_json *value = cln_json_member(object, "name");

    if (value == NULL || value->kind != CLN_JSON_STRING || value->text.length == 0) {
        complain(r, value != NULL ? value : object, message);
        return CLN_TEXT("");
    }
    return value->text;
}

static bool flag(reading *r, const cln_json *object, const char *name, const char *message)
{
    const cln_json *value = cln_json_member(object, name);

    if (value == NULL || value->kind == CLN_JSON_NULL || value->kind == CLN_JSON_FALSE)
        return false;
    if (value->kind != CLN_JSON_TRUE)
        complain(r, value, message);
    return value->kind == CLN_JSON_TRUE;
}

/* The place of the member's word in `words`, which NULL ends; `absent` where there is no member. */
static uint32_t word_of(reading *r, const cln_json *object, const char *name, const char *const *words,
                        uint32_t absent, const char *message)
{
    const cln_json *value = cln_json_member(object, name);

    if (value == NULL || value->kind == CLN_JSON_NULL)
        return absent;
    for (uint32_t i = 0; value->kind == CLN_JSON_STRING && words[i] != NULL; i++)
        if (cln_text_says(value->text, words[i]))
            return i;
    complain(r, value, message);
    return absent;
}

/* ---- Tables -------------------------------------------------------------------------------------------- */

/* Types repeat: each text is parsed once.  One that is no type of ours is kept as it is. */
static const cln_type *type_of(reading *r, colline_text text)
{
    const cln_type *type = cln_map_get(&r->types, text);
    const cln_node *node;

    if (type != NULL || text.length == 0)
        return type;
    node = cln_parse_type(r->parser, text, r->scratch);
    type = node != NULL ? cln_type_of(r->scratch, r->dialect, text, node) : cln_type_opaque(r->scratch, text);
    cln_map_put(r->scratch, &r->types, text, (void *)(uintptr_t)type);
    return type;
}

static cln_column_info column_of(reading *r, const cln_json *entry)
{
    cln_column_info column = { .name = CLN_TEXT("") };

    if (entry->kind != CLN_JSON_OBJECT) {
        complain(r, entry, "a column must be an object with a \"name\"");
        return column;
    }
    column.name =
        cln_column_of_text(r->scratch, r->dialect, name_text(r, entry, "a column needs a \"name\""));
    column.type = type_of(r, optional_text(r, entry, "type", "a column's \"type\" must be a string"));
    column.partition = flag(r, entry, "partition", "a column's \"partition\" must be true or false");
    return column;
}

static void read_columns(reading *r, const cln_json *entry, cln_table *table)
{
    const cln_json *list =
        optional(r, entry, "columns", CLN_JSON_ARRAY, "a table's \"columns\" must be a list");
    cln_column_info *columns;
    colline_text *names;
    uint32_t i = 0;

    if (list == NULL)
        return;
    columns = CLN_NEW_ARRAY(r->scratch, cln_column_info, list->count);
    names = CLN_NEW_ARRAY(r->scratch, colline_text, list->count);
    for (const cln_json *item = list->first; item != NULL; item = item->next, i++) {
        cln_poll(r->scratch->fault);
        columns[i] = column_of(r, item);
        names[i] = columns[i].name;
    }
    table->columns = columns;
    table->column_count = list->count;
    if (table->definition.length > 0) {
        table->view_columns = names;
        table->view_column_count = list->count;
    }
}

/* Where a view's definition leaves the database out, its own is meant. */
static cln_table_name home_of(reading *r, const cln_json *entry, const cln_table *table)
{
    colline_text text = optional_text(r, entry, "default_db", "a table's \"default_db\" must be a string");
    cln_table_name home = table->name;

    home.table = CLN_TEXT("");
    return text.length > 0 ? cln_home_of(r->scratch, r->dialect, text) : home;
}

const char *const cln_table_kind_words[] = { "table", "view", "materialized_view", "temporary", NULL };
const char *const cln_function_kind_words[] = { "scalar", "aggregate", "window", "table", NULL };

static void read_table(reading *r, const cln_json *entry)
{
    cln_table table;
    colline_text name;

    memset(&table, 0, sizeof table);
    name = name_text(r, entry, "a table needs a \"name\"");
    table.name = cln_name_of_text(r->scratch, r->dialect, name, NULL);
    if (name.length > 0 && table.name.table.length == 0)
        complain(r, cln_json_member(entry, "name"), "a table's \"name\" ends with a dot");
    table.definition = optional_text(r, entry, "definition", "a view's \"definition\" must be a string");
    table.kind = (colline_table_kind)word_of(
        r, entry, "kind", cln_table_kind_words, table.definition.length > 0 ? COLLINE_VIEW : COLLINE_TABLE,
        "a table's \"kind\" is table, view, materialized_view or temporary");
    table.format = cln_text_lower(r->scratch,
                                  optional_text(r, entry, "format", "a table's \"format\" must be a string"));
    table.dialect = r->dialect;
    table.home = home_of(r, entry, &table);
    read_columns(r, entry, &table);
    if (cln_catalog_full(r->catalog) != NULL)
        complain(r, entry, "the catalog has no room for more tables: this one is not added");
    if (r->entry_good)
        cln_catalog_put(r->catalog, &table);
}

/* ---- Functions ----------------------------------------------------------------------------------------- */

static void read_value_arguments(reading *r, const cln_json *entry, cln_function *function)
{
    static const char message[] = "a function's \"value_arguments\" must be a list of places, from 0";
    const cln_json *list = optional(r, entry, "value_arguments", CLN_JSON_ARRAY, message);
    uint32_t *places;

    function->all_arguments = list == NULL;
    if (list == NULL)
        return;
    places = CLN_NEW_ARRAY(r->scratch, uint32_t, list->count);
    for (const cln_json *item = list->first; item != NULL; item = item->next)
        if (!cln_json_uint32(item, &places[function->value_argument_count++]))
            complain(r, item, message);
    function->value_arguments = places;
}

static void read_result_columns(reading *r, const cln_json *entry, cln_function *function)
{
    static const char message[] = "a function's \"columns\" must be a list of names";
    const cln_json *list = optional(r, entry, "columns", CLN_JSON_ARRAY, message);
    colline_text *names;

    if (list == NULL)
        return;
    names = CLN_NEW_ARRAY(r->scratch, colline_text, list->count);
    for (const cln_json *item = list->first; item != NULL; item = item->next) {
        if (item->kind != CLN_JSON_STRING)
            complain(r, item, message);
        else
            names[function->column_count++] = cln_column_of_text(r->scratch, r->dialect, item->text);
    }
    function->columns = names;
}

static void read_function(reading *r, const cln_json *entry)
{
    cln_function function;

    memset(&function, 0, sizeof function);
    function.name = name_text(r, entry, "a function needs a \"name\"");
    function.kind =
        (colline_function_kind)word_of(r, entry, "kind", cln_function_kind_words, COLLINE_FUNCTION_SCALAR,
                                       "a function's \"kind\" is scalar, aggregate, window or table");
    read_value_arguments(r, entry, &function);
    read_result_columns(r, entry, &function);
    if (r->entry_good)
        cln_catalog_put_function(r->catalog, &function);
}

/* ---- The document -------------------------------------------------------------------------------------- */

static void read_list(reading *r, const cln_json *list, const char *message,
                      void (*read)(reading *r, const cln_json *entry))
{
    for (const cln_json *entry = list != NULL ? list->first : NULL; entry != NULL; entry = entry->next) {
        cln_poll(r->scratch->fault);
        r->entry_good = true;
        if (entry->kind != CLN_JSON_OBJECT)
            complain(r, entry, message);
        else
            read(r, entry);
    }
}

bool cln_catalog_read_json(cln_catalog *catalog, const cln_dialect *dialect, colline_text json,
                           cln_diagnostics *diagnostics)
{
    cln_parser_options options = { dialect, TYPE_NESTING, 0, false, 0 };
    reading r = { .catalog = catalog,
                  .dialect = dialect,
                  .diagnostics = diagnostics,
                  .scratch = diagnostics->arena,
                  .all_good = true };
    cln_json_error error;
    const cln_json *document = cln_json_read(r.scratch, json, &error);

    if (document == NULL) {
        cln_diagnose(diagnostics, CLN_BAD_CATALOG, (colline_span){ error.offset, 0 }, "no JSON: %s",
                     error.message);
        return false;
    }
    if (document->kind != CLN_JSON_OBJECT) {
        complain(&r, document, "the document must be an object with \"tables\" and \"functions\"");
        return false;
    }
    r.parser = cln_parser_new(r.scratch, &options);
    read_list(&r, optional(&r, document, "tables", CLN_JSON_ARRAY, "\"tables\" must be a list"),
              "a table must be an object with a \"name\"", read_table);
    read_list(&r, optional(&r, document, "functions", CLN_JSON_ARRAY, "\"functions\" must be a list"),
              "a function must be an object with a \"name\"", read_function);
    return r.all_good;
}
