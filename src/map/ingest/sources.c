/*
 * Which files there are, in which order they are read, and which ones are gone.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "map/base/hash.h"
#include "map/ingest/source.h"
#include "map/map.h"

/* ---- Finding --------------------------------------------------------------------------------------- */

static char *copied(const char *text, size_t length)
{
    char *copy = map_get(length + 1);

    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

static size_t place(const ingest_sources *sources, const char *path)
{
    size_t at = (size_t)map_hash128(path, strlen(path)).low & sources->mask;

    while (sources->table[at] != NULL && strcmp(sources->table[at]->path, path) != 0)
        at = (at + 1) & sources->mask;
    return at;
}

static void fill_table(ingest_sources *sources)
{
    memset(sources->table, 0, (sources->mask + 1) * sizeof(ingest_source *));
    for (size_t i = 0; i < sources->count; i++)
        sources->table[place(sources, sources->items[i]->path)] = sources->items[i];
}

static void grow_table(ingest_sources *sources)
{
    if (sources->count * 2 < sources->mask)
        return;
    free(sources->table);
    sources->mask = sources->mask == 0 ? 63 : sources->mask * 2 + 1;
    sources->table = map_get((sources->mask + 1) * sizeof(ingest_source *));
    fill_table(sources);
}

ingest_source *ingest_source_at(const ingest_sources *sources, const char *path)
{
    return sources->table != NULL ? sources->table[place(sources, path)] : NULL;
}

static void add(ingest_sources *sources, const char *path, const char *root)
{
    const char *slash = strrchr(path, '/');
    ingest_source *source = ingest_source_at(sources, path);

    if (source != NULL) {
        source->seen = true;
        return;
    }
    source = map_get(sizeof *source);
    memset(source, 0, sizeof *source);
    source->path = copied(path, strlen(path));
    source->scope = slash != NULL ? copied(path, (size_t)(slash - path)) : copied(".", 1);
    source->root = root != NULL ? copied(root, strlen(root)) : NULL;
    source->file = -1;
    source->seen = true;
    MAP_GROW(sources->items, sources->count, sources->capacity);
    sources->items[sources->count++] = source;
    grow_table(sources);
    sources->table[place(sources, path)] = source;
}

static char *joined(const char *folder, const char *name)
{
    size_t length = strlen(folder);
    char *path = map_get(length + strlen(name) + 2);

    while (length > 1 && folder[length - 1] == '/')
        length--;
    memcpy(path, folder, length);
    path[length] = '/';
    strcpy(path + length + 1, name);
    return path;
}

static bool is_sql(const char *name)
{
    return ingest_reader_sql.sniff("", 0, name);
}

/* Compressed files are none that a reader knows. */
static bool is_compressed(const char *name)
{
    static const char *const endings[] = { ".gz", ".bz2", ".xz", ".zst", ".lz4", ".zip" };
    const char *dot = strrchr(name, '.');

    for (size_t i = 0; dot != NULL && i < sizeof endings / sizeof *endings; i++)
        if (strcmp(dot, endings[i]) == 0)
            return true;
    return false;
}

typedef struct folders {
    char **items;
    size_t count, capacity;
} folders;

static void push(folders *list, char *path)
{
    MAP_GROW(list->items, list->count, list->capacity);
    list->items[list->count++] = path;
}

static void add_entry(ingest_sources *sources, folders *waiting, const char *folder, const char *name, const char *root)
{
    char *path = joined(folder, name);
    struct stat status;

    if (lstat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        push(waiting, path);
        return;
    }
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode) && !is_compressed(path))
        add(sources, path, is_sql(path) ? root : NULL);
    free(path);
}

/* A folder and all below, but for what is hidden (.git). */
static bool add_folder(ingest_sources *sources, const char *root)
{
    folders waiting = { NULL, 0, 0 };
    bool found = true;

    push(&waiting, copied(root, strlen(root)));
    for (size_t i = 0; i < waiting.count; i++) {
        DIR *folder = opendir(waiting.items[i]);
        const struct dirent *entry;
        if (folder == NULL) {
            map_complain("%s: %s", waiting.items[i], strerror(errno));
            found = false;
            continue;
        }
        while ((entry = readdir(folder)) != NULL)
            if (entry->d_name[0] != '.')
                add_entry(sources, &waiting, waiting.items[i], entry->d_name, root);
        closedir(folder);
    }
    for (size_t i = 0; i < waiting.count; i++)
        free(waiting.items[i]);
    free(waiting.items);
    return found;
}

/* A glob that matches nothing yet is no mistake in a load that goes on. */
static bool add_glob(ingest_sources *sources, const char *pattern, bool quiet)
{
    glob_t found;
    bool any = glob(pattern, 0, NULL, &found) == 0;
    struct stat status;

    for (size_t i = 0; any && i < found.gl_pathc; i++) {
        if (stat(found.gl_pathv[i], &status) == 0 && S_ISDIR(status.st_mode))
            any = add_folder(sources, found.gl_pathv[i]);
        else
            add(sources, found.gl_pathv[i], is_sql(found.gl_pathv[i]) ? found.gl_pathv[i] : NULL);
    }
    if (!any && !quiet)
        map_complain("%s: no such file", pattern);
    globfree(&found);
    return any;
}

/* ---- Order ----------------------------------------------------------------------------------------- */

/* audit.log.2, audit.log.1, audit.log: numbers of up to three digits at the end count backwards, and the plain name is the
 * newest.  Longer numbers are times. */
static long rotation_of(const char *path, size_t *base)
{
    size_t length = strlen(path), digits = 0;
    long number = 0;

    while (digits < length && path[length - digits - 1] >= '0' && path[length - digits - 1] <= '9')
        digits++;
    *base = length;
    if (digits == 0 || digits > 3 || digits >= length || path[length - digits - 1] != '.')
        return 0;
    for (size_t i = length - digits; i < length; i++)
        number = number * 10 + (path[i] - '0');
    *base = length - digits - 1;
    return number;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static size_t run_of_digits(const char *text)
{
    size_t length = 0;

    while (is_digit(text[length]))
        length++;
    return length;
}

/* Numbers within names compare as numbers. */
static int compare_names(const char *a, const char *b)
{
    while (*a != '\0' && *b != '\0') {
        if (is_digit(*a) && is_digit(*b)) {
            size_t x, y;
            int order;
            for (; *a == '0'; a++)
                ;
            for (; *b == '0'; b++)
                ;
            x = run_of_digits(a);
            y = run_of_digits(b);
            order = x != y ? (x < y ? -1 : 1) : strncmp(a, b, x);
            if (order != 0)
                return order;
            a += x;
            b += y;
        } else if (*a != *b) {
            return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
        } else {
            a++;
            b++;
        }
    }
    return (*a != '\0') - (*b != '\0');
}

/* Whether `rest` is a time that was added to a log's name: fe.audit.log.20240301-1, mysql.log-2024-03-01 */
static bool is_stamp(const char *rest)
{
    return (*rest == '.' || *rest == '-') && run_of_digits(rest + 1) >= 4;
}

static int in_order(const void *left, const void *right)
{
    const char *a = (*(ingest_source *const *)left)->path, *b = (*(ingest_source *const *)right)->path;
    size_t base_a, base_b;
    long x = rotation_of(a, &base_a), y = rotation_of(b, &base_b);

    if (base_a == base_b && strncmp(a, b, base_a) == 0)
        return x > y ? -1 : x < y;
    /* the plain name behind those that were rotated away from it */
    if (base_a < base_b && strncmp(a, b, base_a) == 0 && is_stamp(b + base_a) && x == 0)
        return 1;
    if (base_b < base_a && strncmp(a, b, base_b) == 0 && is_stamp(a + base_b) && y == 0)
        return -1;
    return compare_names(a, b);
}

bool ingest_sources_find(ingest_sources *sources, const char *const *names, size_t count, bool quiet)
{
    bool found = true;

    for (size_t i = 0; i < sources->count; i++)
        sources->items[i]->seen = false;
    for (size_t i = 0; i < count; i++) {
        struct stat status;
        if (stat(names[i], &status) != 0)
            found = add_glob(sources, names[i], quiet) && found;
        else if (S_ISDIR(status.st_mode))
            found = add_folder(sources, names[i]) && found;
        else
            add(sources, names[i], is_sql(names[i]) ? names[i] : NULL);
    }
    qsort(sources->items, sources->count, sizeof(ingest_source *), in_order);
    return found;
}

/* ---- Positions ------------------------------------------------------------------------------------- */

store_status ingest_sources_load(ingest_sources *sources, store *s)
{
    store_position *lists[2];
    size_t counts[2];
    store_status status;

    map_pool_reset(&sources->pool);
    sources->known = NULL;
    sources->known_count = 0;
    status = store_position_list(s, "log:", &sources->pool, &lists[0], &counts[0]);
    if (status == STORE_OK)
        status = store_position_list(s, "sql:", &sources->pool, &lists[1], &counts[1]);
    if (status != STORE_OK)
        return status;
    sources->known = map_pool_get(&sources->pool, (counts[0] + counts[1] + 1) * sizeof *sources->known);
    for (size_t l = 0; l < 2; l++)
        for (size_t i = 0; i < counts[l]; i++)
            sources->known[sources->known_count++] = lists[l][i];
    return STORE_OK;
}

static void free_source(ingest_source *source)
{
    ingest_source_close(source);
    free(source->path);
    free(source->scope);
    free(source->root);
    free(source);
}

/* Only a file that is open may be one that has no name any more. */
static void drop_closed(ingest_sources *sources)
{
    size_t kept = 0;

    for (size_t i = 0; i < sources->count; i++) {
        ingest_source *source = sources->items[i];
        if (source->file >= 0 && (source->reader == NULL || source->reader->framing != INGEST_WHOLE))
            sources->items[kept++] = source;
        else
            free_source(source);
    }
    sources->count = kept;
    if (sources->table != NULL)
        fill_table(sources);
}

store_status ingest_sources_rewind(ingest_sources *sources, store *s)
{
    store_status status;

    drop_closed(sources);
    status = ingest_sources_load(sources, s);
    for (size_t i = 0; i < sources->scope_count && status == STORE_OK; i++)
        status = ingest_pending_from_store(&sources->scopes[i]->pending, sources->scopes[i]->name, s);
    for (size_t i = 0; i < sources->count && status == STORE_OK; i++)
        ingest_source_rewind(sources, sources->items[i]);
    return status;
}

store_status ingest_source_scope(ingest_sources *sources, ingest_source *source, store *s)
{
    map_pool pool = MAP_POOL_INIT;
    colline_text name = map_pool_format(&pool, "%s:%s", source->reader->name, source->scope);
    store_status status = STORE_OK;

    for (size_t i = 0; i < sources->scope_count && source->waiting == NULL; i++)
        if (strcmp(sources->scopes[i]->name, name.data) == 0)
            source->waiting = sources->scopes[i];
    if (source->waiting == NULL) {
        source->waiting = map_get(sizeof *source->waiting);
        *source->waiting = (ingest_scope){ copied(name.data, name.length), { NULL, 0, 0, false } };
        MAP_GROW(sources->scopes, sources->scope_count, sources->scope_capacity);
        sources->scopes[sources->scope_count++] = source->waiting;
        status = ingest_pending_from_store(&source->waiting->pending, name.data, s);
    }
    map_pool_free(&pool);
    return status;
}

/* Whether the path stands below one of the names of this load. */
static bool is_below(const char *path, const char *root)
{
    size_t length = strlen(root);

    while (length > 1 && root[length - 1] == '/')
        length--;
    return strncmp(path, root, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* One that this load itself has read. */
static store_status note_gone(ingest_source *source, store *s, store_status (*gone)(void *user, colline_text path), void *user)
{
    map_pool pool = MAP_POOL_INIT;
    store_position position = { map_pool_format(&pool, "sql:%s", source->path), map_text(NULL), UINT64_MAX, 0 };
    store_status status = gone(user, map_text(source->path));

    if (status == STORE_OK)
        status = store_position_set(s, &position);
    source->read_time = source->mark = source->offset = 0;
    map_pool_free(&pool);
    return status;
}

store_status ingest_sources_gone(ingest_sources *sources, store *s, const char *const *names, size_t count,
                                 store_status (*gone)(void *user, colline_text path), void *user)
{
    store_status status = STORE_OK;

    for (size_t i = 0; i < sources->known_count && status == STORE_OK; i++) {
        store_position *known = &sources->known[i];
        const char *path = known->source.data + strlen("sql:");
        bool wanted = false;
        if (!ingest_has_prefix(known->source.data, known->source.length, "sql:") || known->offset == UINT64_MAX)
            continue;
        for (size_t n = 0; n < count && !wanted; n++)
            wanted = is_below(path, names[n]);
        if (!wanted || ingest_source_at(sources, path) != NULL)
            continue;
        known->offset = UINT64_MAX; /* removes it */
        status = gone(user, map_text(path));
        if (status == STORE_OK)
            status = store_position_set(s, known);
    }
    for (size_t i = 0; i < sources->count && status == STORE_OK; i++)
        if (!sources->items[i]->seen && sources->items[i]->read_time != 0)
            status = note_gone(sources->items[i], s, gone, user);
    return status;
}

void ingest_sources_free(ingest_sources *sources)
{
    for (size_t i = 0; i < sources->count; i++)
        free_source(sources->items[i]);
    for (size_t i = 0; i < sources->scope_count; i++) {
        ingest_pending_free(&sources->scopes[i]->pending);
        free(sources->scopes[i]->name);
        free(sources->scopes[i]);
    }
    free(sources->scopes);
    free(sources->items);
    free(sources->table);
    map_pool_free(&sources->pool);
    memset(sources, 0, sizeof *sources);
}
