#include "catalog/compiled.h"

enum { VERSION = 1, DEEPEST_TYPE = 64, SLOT_BYTES = 8 };
static const char magic[8] = { 'C', 'L', 'N', 'C', 'A', 'T', '\r', '\n' };

/* Numbers of the header, behind the magic. */
enum header { H_VERSION, H_LENGTH, H_SLOTS, H_TABLES, H_VIEWS, H_FUNCTIONS_AT, H_FUNCTIONS, HEADER_NUMBERS };
enum { HEADER_BYTES = sizeof magic + 4 * HEADER_NUMBERS };

/* ---- Writing ------------------------------------------------------------------------------------------- */

typedef struct writing {
    cln_arena *arena;
    cln_buffer *bytes;
    uint32_t start; /* of the compiled catalog in the buffer */
    uint32_t slot_count;
    uint32_t tables, views, functions;
} writing;

static void put_number_at(const writing *w, uint32_t at, uint32_t number)
{
    for (uint32_t i = 0; i < 4; i++)
        w->bytes->items[w->start + at + i] = (char)(number >> 8 * i & 0xFF);
}

static uint32_t number_at(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;

    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static uint32_t place(const writing *w)
{
    return w->bytes->count - w->start;
}

static void put_zeros(const writing *w, uint32_t count)
{
    while (count-- > 0)
        cln_buffer_add_char(w->arena, w->bytes, '\0');
}

static void put_number(const writing *w, uint32_t number)
{
    put_zeros(w, 4);
    put_number_at(w, place(w) - 4, number);
}

static void put_byte(const writing *w, unsigned byte)
{
    cln_buffer_add_char(w->arena, w->bytes, (char)byte);
}

static void put_text(const writing *w, colline_text text)
{
    put_number(w, text.length);
    cln_buffer_add(w->arena, w->bytes, text);
    put_byte(w, 0);
}

static void put_texts(const writing *w, const colline_text *texts, uint32_t count)
{
    put_number(w, count);
    for (uint32_t i = 0; i < count; i++)
        put_text(w, texts[i]);
}

/* 0: not known; else 1 + the kind.  What lies too deep is told by its text alone. */
static void put_type(const writing *w, const cln_type *type, uint32_t depth)
{
    cln_type_kind kind;

    if (type == NULL) {
        put_byte(w, 0);
        return;
    }
    kind = depth < DEEPEST_TYPE ? type->kind : CLN_TYPE_SCALAR;
    put_byte(w, 1u + (unsigned)kind);
    put_text(w, type->text);
    if (kind == CLN_TYPE_MAP)
        put_type(w, type->key, depth + 1);
    if (kind == CLN_TYPE_MAP || kind == CLN_TYPE_ARRAY)
        put_type(w, type->element, depth + 1);
    if (kind != CLN_TYPE_STRUCT)
        return;
    put_number(w, type->field_count);
    for (uint32_t i = 0; i < type->field_count; i++) {
        put_text(w, type->fields[i].name);
        put_type(w, type->fields[i].type, depth + 1);
    }
}

static void put_name(const writing *w, const cln_table_name *name)
{
    put_text(w, name->catalog);
    put_text(w, name->database);
    put_text(w, name->table);
}

enum { PARTITION_BIT = 1, HIDDEN_BIT = 2, PASSED_BIT = 4 };

static unsigned column_bits(const cln_column_info *column)
{
    return (column->partition ? PARTITION_BIT : 0u) | (column->hidden ? HIDDEN_BIT : 0u) | (column->passed ? PASSED_BIT : 0u);
}

static void put_table(const writing *w, const cln_table *table)
{
    put_byte(w, (unsigned)table->kind);
    put_byte(w, table->name.exact);
    put_byte(w, table->dialect != NULL ? 1u + (unsigned)table->dialect->id : 0);
    put_name(w, &table->name);
    put_name(w, &table->home);
    put_text(w, table->format);
    put_text(w, table->definition);
    put_texts(w, table->view_columns, table->view_column_count);
    put_number(w, table->column_count);
    for (uint32_t i = 0; i < table->column_count; i++) {
        put_byte(w, column_bits(&table->columns[i]));
        put_text(w, table->columns[i].name);
        put_type(w, table->columns[i].type, 0);
    }
}

/* The next free slot from the hash's on. */
static void put_slot(const writing *w, uint32_t hash, uint32_t at)
{
    uint32_t slot = hash & (w->slot_count - 1);

    while (number_at(w->bytes->items + w->start + HEADER_BYTES + slot * SLOT_BYTES + 4) != 0)
        slot = (slot + 1) & (w->slot_count - 1);
    put_number_at(w, HEADER_BYTES + slot * SLOT_BYTES, hash);
    put_number_at(w, HEADER_BYTES + slot * SLOT_BYTES + 4, at);
}

/* The tables of one key, the oldest first: the one that is put last is the first to be found. */
static void put_tables_of_key(writing *w, const cln_catalog *catalog, uint32_t hash, const cln_table *chain)
{
    CLN_VECTOR(const cln_table *) tables = { NULL, 0, 0 };

    for (const cln_table *t = chain; t != NULL; t = t->same_key)
        *CLN_PUSH(w->arena, &tables) = t;
    while (tables.count > 0) {
        const cln_table *table = tables.items[--tables.count];
        cln_poll(w->arena->fault);
        if (!cln_catalog_shows(catalog, table))
            continue;
        put_slot(w, hash, place(w));
        put_table(w, table);
        w->tables++;
        w->views += table->definition.length > 0;
    }
}

static void put_function(const writing *w, const cln_function *function)
{
    put_byte(w, (unsigned)function->kind);
    put_byte(w, function->all_arguments);
    put_text(w, function->name);
    put_number(w, function->value_argument_count);
    for (uint32_t i = 0; i < function->value_argument_count; i++)
        put_number(w, function->value_arguments[i]);
    put_texts(w, function->columns, function->column_count);
}

void cln_catalog_compile(const cln_catalog *catalog, cln_arena *arena, cln_buffer *bytes)
{
    writing w = { .arena = arena, .bytes = bytes, .start = bytes->count, .slot_count = 2 };
    uint32_t functions_at;

    while (w.slot_count < 2 * (uint64_t)catalog->table_count && w.slot_count < UINT32_MAX / 4)
        w.slot_count *= 2;
    cln_buffer_add(arena, bytes, cln_text_of(magic, sizeof magic));
    put_zeros(&w, HEADER_BYTES - (uint32_t)sizeof magic + w.slot_count * SLOT_BYTES);
    for (uint32_t i = 0; i < catalog->tables.capacity; i++)
        if (catalog->tables.slots[i].key != NULL)
            put_tables_of_key(&w, catalog, catalog->tables.slots[i].hash, catalog->tables.slots[i].value);
    functions_at = place(&w);
    for (uint32_t i = 0; i < catalog->functions.capacity; i++) {
        if (catalog->functions.slots[i].key == NULL)
            continue;
        put_function(&w, catalog->functions.slots[i].value);
        w.functions++;
    }
    {
        const uint32_t header[HEADER_NUMBERS] = { VERSION, place(&w), w.slot_count, w.tables,
                                                  w.views, functions_at, w.functions };
        for (uint32_t i = 0; i < HEADER_NUMBERS; i++)
            put_number_at(&w, (uint32_t)sizeof magic + 4 * i, header[i]);
    }
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

typedef struct cursor {
    colline_text bytes;
    uint32_t at;
    bool bad; /* something did not fit */
} cursor;

static uint32_t header_number(colline_text bytes, enum header number)
{
    return number_at(bytes.data + sizeof magic + 4 * (uint32_t)number);
}

bool cln_is_compiled(colline_text bytes)
{
    uint32_t slots;

    if (bytes.length < HEADER_BYTES || memcmp(bytes.data, magic, sizeof magic) != 0 ||
        header_number(bytes, H_VERSION) != VERSION || header_number(bytes, H_LENGTH) != bytes.length)
        return false;
    slots = header_number(bytes, H_SLOTS);
    return slots > 0 && (slots & (slots - 1)) == 0 && slots <= (bytes.length - HEADER_BYTES) / SLOT_BYTES;
}

uint32_t cln_compiled_views(colline_text bytes)
{
    return header_number(bytes, H_VIEWS);
}

static bool has(cursor *c, uint32_t count)
{
    if (c->bad || c->bytes.length - c->at < count)
        c->bad = true;
    return !c->bad;
}

static unsigned get_byte(cursor *c)
{
    return has(c, 1) ? (unsigned char)c->bytes.data[c->at++] : 0;
}

static uint32_t get_number(cursor *c)
{
    if (!has(c, 4))
        return 0;
    c->at += 4;
    return number_at(c->bytes.data + c->at - 4);
}

/* How many things of at least `least` bytes follow. */
static uint32_t get_count(cursor *c, uint32_t least)
{
    uint32_t count = get_number(c);

    if (count > (c->bytes.length - c->at) / least)
        c->bad = true;
    return c->bad ? 0 : count;
}

static colline_text get_text(cursor *c)
{
    uint32_t length = get_number(c);
    colline_text text = CLN_TEXT("");

    if (length == UINT32_MAX || !has(c, length + 1) || c->bytes.data[c->at + length] != '\0') {
        c->bad = true;
        return text;
    }
    text = cln_text_of(c->bytes.data + c->at, length);
    c->at += length + 1;
    return text;
}

static const colline_text *get_texts(cursor *c, cln_arena *arena, uint32_t *count)
{
    colline_text *texts;

    *count = get_count(c, 5);
    texts = CLN_NEW_ARRAY(arena, colline_text, *count);
    for (uint32_t i = 0; i < *count; i++)
        texts[i] = get_text(c);
    return texts;
}

static const cln_type *get_type(cursor *c, cln_arena *arena, uint32_t depth)
{
    unsigned byte = get_byte(c);
    cln_type *type;

    if (byte == 0 || byte > 1 + CLN_TYPE_STRUCT || depth > DEEPEST_TYPE) {
        c->bad = c->bad || byte != 0;
        return NULL;
    }
    type = CLN_NEW(arena, cln_type);
    type->kind = (cln_type_kind)(byte - 1);
    type->text = get_text(c);
    if (type->kind == CLN_TYPE_MAP)
        type->key = get_type(c, arena, depth + 1);
    if (type->kind == CLN_TYPE_MAP || type->kind == CLN_TYPE_ARRAY)
        type->element = get_type(c, arena, depth + 1);
    if (type->kind == CLN_TYPE_STRUCT) {
        cln_field *fields;
        type->field_count = get_count(c, 6);
        fields = CLN_NEW_ARRAY(arena, cln_field, type->field_count);
        for (uint32_t i = 0; i < type->field_count; i++) {
            fields[i].name = get_text(c);
            fields[i].type = get_type(c, arena, depth + 1);
        }
        type->fields = fields;
    }
    return type;
}

static cln_table_name get_name(cursor *c)
{
    cln_table_name name = { .exact = false };

    name.catalog = get_text(c);
    name.database = get_text(c);
    name.table = get_text(c);
    return name;
}

/* Its texts stay where they lie. */
static cln_table *get_table(cursor *c, cln_arena *arena)
{
    cln_table *table = CLN_NEW(arena, cln_table);
    unsigned kind = get_byte(c), exact = get_byte(c), dialect = get_byte(c);
    cln_column_info *columns;

    table->kind = (colline_table_kind)kind;
    table->dialect = dialect != 0 ? cln_dialect_of((colline_dialect)(dialect - 1)) : NULL;
    c->bad = c->bad || kind > COLLINE_TEMPORARY || (dialect != 0 && table->dialect == NULL);
    table->name = get_name(c);
    table->name.exact = exact != 0;
    table->home = get_name(c);
    table->format = get_text(c);
    table->definition = get_text(c);
    table->view_columns = get_texts(c, arena, &table->view_column_count);
    table->column_count = get_count(c, 7);
    table->columns = columns = CLN_NEW_ARRAY(arena, cln_column_info, table->column_count);
    for (uint32_t i = 0; i < table->column_count; i++) {
        unsigned bits = get_byte(c);
        columns[i].partition = (bits & PARTITION_BIT) != 0;
        columns[i].hidden = (bits & HIDDEN_BIT) != 0;
        columns[i].passed = (bits & PASSED_BIT) != 0;
        columns[i].name = get_text(c);
        columns[i].type = get_type(c, arena, 0);
        columns[i].hash = cln_text_hash_nocase(columns[i].name);
    }
    return c->bad ? NULL : table;
}

void cln_compiled_tables(colline_text bytes, colline_text chain_key, cln_catalog *into)
{
    uint32_t slots = header_number(bytes, H_SLOTS), hash = cln_text_hash_nocase(chain_key);

    for (uint32_t i = 0; i < slots; i++) {
        uint32_t slot = HEADER_BYTES + ((hash + i) & (slots - 1)) * SLOT_BYTES;
        cursor c = { bytes, number_at(bytes.data + slot + 4), false };
        cln_table *table;
        if (c.at == 0)
            return;
        if (number_at(bytes.data + slot) != hash)
            continue;
        table = c.at < bytes.length ? get_table(&c, &into->arena) : NULL;
        if (table != NULL)
            cln_catalog_put_known(into, table);
    }
}

static void get_function(cursor *c, cln_catalog *into)
{
    cln_function function = { .name = CLN_TEXT("") };
    unsigned kind = get_byte(c);
    uint32_t *arguments;

    function.kind = (colline_function_kind)kind;
    function.all_arguments = get_byte(c) != 0;
    function.name = get_text(c);
    function.value_argument_count = get_count(c, 4);
    function.value_arguments = arguments = CLN_NEW_ARRAY(&into->arena, uint32_t, function.value_argument_count);
    for (uint32_t i = 0; i < function.value_argument_count; i++)
        arguments[i] = get_number(c);
    function.columns = get_texts(c, &into->arena, &function.column_count);
    c->bad = c->bad || kind > COLLINE_FUNCTION_TABLE;
    if (!c->bad)
        cln_catalog_put_function(into, &function);
}

bool cln_compiled_functions(colline_text bytes, cln_catalog *into)
{
    cursor c = { bytes, header_number(bytes, H_FUNCTIONS_AT), false };
    uint32_t count = header_number(bytes, H_FUNCTIONS);

    if (c.at > bytes.length)
        return false;
    for (uint32_t i = 0; i < count && !c.bad; i++) {
        cln_poll(into->arena.fault);
        get_function(&c, into);
    }
    return !c.bad;
}
