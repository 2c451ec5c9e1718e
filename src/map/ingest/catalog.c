/*
 * The files of --catalog.
 */
#include "map/ingest/catalog.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "map/base/memory.h"
#include "map/map.h"

/* The whole file, NUL-terminated; NULL, and a message. */
static char *read_file(const char *name, size_t *length)
{
    FILE *file = fopen(name, "rb");
    size_t capacity = 1 << 16, got = 1;
    char *data;

    if (file == NULL) {
        map_complain("%s: %s", name, strerror(errno));
        return NULL;
    }
    data = map_get(capacity);
    for (*length = 0; got > 0; *length += got) {
        if (*length + 1 >= capacity)
            data = map_resize(data, capacity *= 2);
        got = fread(data + *length, 1, capacity - *length - 1, file);
    }
    data[*length] = '\0';
    if (ferror(file)) {
        map_complain("%s: %s", name, strerror(errno));
        free(data);
        data = NULL;
    }
    fclose(file);
    return data;
}

static bool add_file(colline_catalog *catalog, const char *name, colline_dialect dialect, const char *default_db)
{
    const char *dot = strrchr(name, '.');
    bool json = dot != NULL && strcasecmp(dot, ".json") == 0;
    colline_diagnostics *told = NULL;
    size_t length;
    char *text = read_file(name, &length);
    colline_status status;

    if (text == NULL)
        return false;
    status = json ? colline_catalog_add_json(catalog, dialect, text, length, &told)
                  : colline_catalog_add_ddl(catalog, dialect, default_db, text, length, &told);
    for (size_t i = 0; i < colline_diagnostics_count(told); i++) {
        const colline_diagnostic *d = colline_diagnostics_get(told, i);
        map_complain("%s:%u:%u: %s", name, d->line, d->column, d->message.data);
    }
    colline_diagnostics_free(told);
    free(text);
    if (status == COLLINE_OK || (status == COLLINE_E_INPUT && !json))
        return true;
    map_complain("%s: %s", name, colline_status_text(status));
    return false;
}

colline_catalog *ingest_load_catalogs(const map_arguments *files, colline_dialect dialect, const char *default_db)
{
    colline_catalog *catalog = colline_catalog_new(NULL);

    for (size_t i = 0; i < files->count && catalog != NULL; i++) {
        if (!add_file(catalog, files->items[i], dialect, default_db)) {
            colline_catalog_release(catalog);
            return NULL;
        }
    }
    if (catalog == NULL)
        map_complain("%s", colline_status_text(COLLINE_E_MEMORY));
    return catalog;
}
