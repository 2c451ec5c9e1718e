/*
 * Connections to the store, lent to requests.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "map/map.h"
#include "map/serve/json.h"
#include "map/serve/reader.h"

struct serve_readers {
    pthread_mutex_t lock;
    pthread_cond_t returned;
    serve_store *idle;
    const char *where;
    unsigned missing; /* of the connections; those that failed are opened again when they are needed */
};

static serve_store *open_reader(const char *where, char *problem, size_t room)
{
    serve_store *reader = map_get(sizeof *reader);

    *reader = (serve_store){ .pool = MAP_POOL_INIT };
    if (store_open(where, STORE_READ_ONLY, &reader->store) == STORE_OK &&
        graph_open(reader->store, &reader->graph) == STORE_OK)
        return reader;
    snprintf(problem, room, "%s", store_error(reader->store));
    graph_close(reader->graph);
    store_close(reader->store);
    free(reader);
    return NULL;
}

static void close_reader(serve_store *reader)
{
    graph_close(reader->graph);
    store_close(reader->store);
    map_pool_free(&reader->pool);
    free(reader);
}

serve_readers *serve_open_readers(const char *where, unsigned count)
{
    serve_readers *readers = map_get(sizeof *readers);
    char problem[256];

    *readers = (serve_readers){ .where = where };
    pthread_mutex_init(&readers->lock, NULL);
    pthread_cond_init(&readers->returned, NULL);
    for (unsigned i = 0; i < count; i++) {
        serve_store *reader = open_reader(where, problem, sizeof problem);

        if (reader == NULL) {
            map_complain("%s", problem);
            serve_close_readers(readers);
            return NULL;
        }
        reader->next = readers->idle;
        readers->idle = reader;
    }
    return readers;
}

void serve_close_readers(serve_readers *readers)
{
    if (readers == NULL)
        return;
    while (readers->idle != NULL) {
        serve_store *next = readers->idle->next;

        close_reader(readers->idle);
        readers->idle = next;
    }
    pthread_cond_destroy(&readers->returned);
    pthread_mutex_destroy(&readers->lock);
    free(readers);
}

/* An idle connection; NULL when one that failed is to be opened again. */
static serve_store *take_idle(serve_readers *readers)
{
    serve_store *reader;

    pthread_mutex_lock(&readers->lock);
    while (readers->idle == NULL && readers->missing == 0)
        pthread_cond_wait(&readers->returned, &readers->lock);
    reader = readers->idle;
    if (reader != NULL)
        readers->idle = reader->next;
    else
        readers->missing--;
    pthread_mutex_unlock(&readers->lock);
    return reader;
}

static void lose(serve_readers *readers, serve_store *reader)
{
    if (reader != NULL)
        close_reader(reader);
    pthread_mutex_lock(&readers->lock);
    readers->missing++;
    pthread_cond_signal(&readers->returned);
    pthread_mutex_unlock(&readers->lock);
}

serve_store *serve_take_reader(serve_readers *readers, long long *version, char problem[256])
{
    serve_store *reader = take_idle(readers);

    /* A second try with a new connection: the database may have been restarted. */
    for (int try = 0; try < 2; try++) {
        if (reader == NULL)
            reader = open_reader(readers->where, problem, 256);
        if (reader == NULL)
            break;
        if (store_snapshot_begin(reader->store, &reader->version) == STORE_OK) {
            *version = reader->version;
            return reader;
        }
        snprintf(problem, 256, "%s", store_error(reader->store));
        close_reader(reader);
        reader = NULL;
    }
    lose(readers, NULL);
    return NULL;
}

void serve_give_reader(serve_readers *readers, serve_store *reader)
{
    store_snapshot_end(reader->store);
    map_pool_reset(&reader->pool);
    pthread_mutex_lock(&readers->lock);
    reader->next = readers->idle;
    readers->idle = reader;
    pthread_cond_signal(&readers->returned);
    pthread_mutex_unlock(&readers->lock);
}
