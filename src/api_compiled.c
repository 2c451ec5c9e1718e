/*
 * Compiled catalogs: bytes that are read where they lie.
 */
#include "api.h"

#include "catalog/compiled.h"

typedef struct compiling {
    const colline_catalog *catalog;
    cln_arena scratch;
    cln_buffer bytes;
} compiling;

static void compile(void *argument)
{
    compiling *c = argument;

    cln_catalog_compile(c->catalog, &c->scratch, &c->bytes);
}

colline_status colline_catalog_compile(const colline_catalog *catalog, char **bytes, size_t *length)
{
    cln_fault fault = { .status = COLLINE_OK };
    compiling c = { .catalog = catalog };
    colline_status status;

    if (bytes != NULL)
        *bytes = NULL;
    if (catalog == NULL || bytes == NULL || length == NULL || catalog->compiled.length > 0)
        return COLLINE_E_MISUSE;
    *length = 0;
    fault.cancelled = catalog->arena.fault->cancelled;
    fault.user = catalog->arena.fault->user;
    cln_arena_init(&c.scratch, &fault, &catalog->arena.allocator);
    status = cln_guard(&fault, compile, &c);
    if (status == COLLINE_OK) {
        *bytes = cln_output_new(&catalog->arena.allocator, c.bytes.count);
        status = *bytes != NULL ? COLLINE_OK : COLLINE_E_MEMORY;
    }
    if (status == COLLINE_OK) {
        memcpy(*bytes, c.bytes.items, c.bytes.count);
        *length = c.bytes.count;
    }
    cln_arena_free(&c.scratch);
    return status;
}

typedef struct added_bytes {
    colline_catalog *catalog;
    colline_text bytes;
    bool good;
} added_bytes;

static void add_compiled(void *argument)
{
    added_bytes *a = argument;

    a->good = cln_compiled_functions(a->bytes, a->catalog);
}

colline_status colline_catalog_add_compiled(colline_catalog *catalog, const char *bytes, size_t length)
{
    added_bytes a = { .catalog = catalog, .bytes = { bytes, (uint32_t)length } };
    colline_status status;

    if (catalog == NULL || bytes == NULL || catalog->compiled.length > 0)
        return COLLINE_E_MISUSE;
    if (length > UINT32_MAX || !cln_is_compiled(a.bytes))
        return COLLINE_E_INPUT;
    status = cln_catalog_guard(catalog, add_compiled, &a);
    if (status != COLLINE_OK)
        return status;
    if (!a.good)
        return COLLINE_E_INPUT;
    catalog->compiled = a.bytes;
    catalog->compiled_views = cln_compiled_views(a.bytes);
    return COLLINE_OK;
}
