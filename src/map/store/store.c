/*
 * Opening and closing a store, its failures and its versions.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "map/needs.h"
#include "map/store/internal.h"

store_status store_fail(store *s, store_status status, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    vsnprintf(s->error, sizeof s->error, format, values);
    va_end(values);
    return status;
}

store_status store_result(store *s)
{
    store_status status = s->d->status;

    if (status != STORE_OK)
        snprintf(s->error, sizeof s->error, "%s: %s", s->where, s->d->error);
    if (status != STORE_OK && s->load == NULL)
        db_recover(s->d);
    return status;
}

int64_t store_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool is_url(const char *where)
{
    return strncmp(where, "postgresql://", 13) == 0 || strncmp(where, "postgres://", 11) == 0;
}

/* A URL without its password, for messages. */
static char *shown(const char *where)
{
    char *text = strcpy(map_get(strlen(where) + 1), where);
    char *host = is_url(where) ? strstr(text, "://") : NULL;
    char *at = host != NULL ? strchr(host, '@') : NULL;
    char *password = at != NULL ? memchr(host + 3, ':', (size_t)(at - host - 3)) : NULL;

    if (password != NULL)
        memmove(password, at, strlen(at) + 1);
    if (host != NULL)
        text[strcspn(text, "?")] = '\0'; /* ?password=... */
    return text;
}

store_status store_open(const char *where, unsigned flags, store **opened)
{
    store *s = map_get(sizeof *s);

    *s = (store){ .where = shown(where), .flags = flags };
    *opened = s;
    if (is_url(where)) {
        void (*open)(const char *, unsigned, db **) = WHEN_LIBPQ(db_open_postgres);

        if (open == NULL)
            return store_fail(s, STORE_E_BUILD, "%s: this build is without PostgreSQL (libpq was not found)",
                              s->where);
        open(where, flags, &s->d);
    } else {
        db_open_sqlite(where, flags, &s->d);
    }
    store_migrate(s->d, flags);
    if (s->d->status != STORE_OK) {
        snprintf(s->error, sizeof s->error, "%s: %s", s->where, s->d->error);
        return s->d->status;
    }
    return STORE_OK;
}

const char *store_error(const store *s)
{
    return s->error;
}

store_status store_reconnect(store *s)
{
    db_recover(s->d);
    store_migrate(s->d, s->flags & ~(unsigned)STORE_CREATE);
    if (s->d->status != STORE_OK)
        snprintf(s->error, sizeof s->error, "%s: %s", s->where, s->d->error);
    return s->d->status;
}

void store_close(store *s)
{
    if (s == NULL)
        return;
    store_load_rollback(s);
    db_close(s->d);
    free(s->where);
    free(s);
}

const char *store_engine_name(const store *s)
{
    return s->d->engine->name;
}

store_status store_current_version(store *s, int64_t *version)
{
    *version = store_meta(s->d, "published");
    return store_result(s);
}

store_status store_snapshot_begin(store *s, int64_t *version)
{
    db_begin_reading(s->d);
    return store_current_version(s, version);
}

void store_snapshot_end(store *s)
{
    if (s->load == NULL)
        db_commit(s->d);
}
