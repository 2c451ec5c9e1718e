/*
 * The page's files, compiled in: build/gen/web.c is made by scripts/pack-web from what `make web` built, or,
 * without that, from a page that says so.
 */
#define _POSIX_C_SOURCE 200809L
#include <string.h>

#include "map/serve/serve.h"

/* The files end with an entry without a path. */
extern const serve_file serve_files[];
extern const bool serve_page_is_there;

const serve_file *serve_find_file(const char *path)
{
    for (const serve_file *file = serve_files; file->path != NULL; file++)
        if (strcmp(file->path, path) == 0)
            return file;
    return NULL;
}

bool serve_has_page(void)
{
    return serve_page_is_there;
}
