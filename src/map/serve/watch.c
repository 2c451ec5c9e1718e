/*
 * Deadlines of connections.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

#include "map/serve/watch.h"

struct serve_watched {
    serve_watched *next, *previous;
    int socket;
    bool late;
    time_t deadline;
};

struct serve_watch {
    pthread_mutex_t lock;
    serve_watched *first;
    unsigned count, request_seconds, answer_seconds;
};

static time_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

serve_watch *serve_new_watch(unsigned request_seconds, unsigned answer_seconds)
{
    serve_watch *watch = calloc(1, sizeof *watch);

    if (watch != NULL) {
        pthread_mutex_init(&watch->lock, NULL);
        watch->request_seconds = request_seconds;
        watch->answer_seconds = answer_seconds;
    }
    return watch;
}

void serve_free_watch(serve_watch *watch)
{
    if (watch == NULL)
        return;
    while (watch->first != NULL)
        serve_watch_end(watch, watch->first);
    pthread_mutex_destroy(&watch->lock);
    free(watch);
}

serve_watched *serve_watch_begin(serve_watch *watch, int socket)
{
    serve_watched *watched = calloc(1, sizeof *watched);

    if (watched == NULL)
        return NULL;
    watched->socket = socket;
    watched->deadline = now() + watch->request_seconds;
    pthread_mutex_lock(&watch->lock);
    watched->next = watch->first;
    if (watched->next != NULL)
        watched->next->previous = watched;
    watch->first = watched;
    watch->count++;
    pthread_mutex_unlock(&watch->lock);
    return watched;
}

static void set_deadline(serve_watch *watch, serve_watched *watched, unsigned seconds)
{
    if (watched == NULL)
        return;
    pthread_mutex_lock(&watch->lock);
    watched->deadline = now() + seconds;
    pthread_mutex_unlock(&watch->lock);
}

void serve_watch_request(serve_watch *watch, serve_watched *watched)
{
    set_deadline(watch, watched, watch->request_seconds);
}

void serve_watch_answer(serve_watch *watch, serve_watched *watched)
{
    set_deadline(watch, watched, watch->answer_seconds);
}

void serve_watch_end(serve_watch *watch, serve_watched *watched)
{
    if (watched == NULL)
        return;
    pthread_mutex_lock(&watch->lock);
    *(watched->previous != NULL ? &watched->previous->next : &watch->first) = watched->next;
    if (watched->next != NULL)
        watched->next->previous = watched->previous;
    watch->count--;
    pthread_mutex_unlock(&watch->lock);
    free(watched);
}

unsigned serve_watch_pass(serve_watch *watch)
{
    time_t time = now();
    unsigned ended = 0;

    pthread_mutex_lock(&watch->lock);
    for (serve_watched *w = watch->first; w != NULL; w = w->next)
        if (!w->late && w->deadline < time) {
            w->late = true; /* the socket is closed by its owner, who sees its end */
            shutdown(w->socket, SHUT_RDWR);
            ended++;
        }
    pthread_mutex_unlock(&watch->lock);
    return ended;
}

unsigned serve_watch_count(serve_watch *watch)
{
    unsigned count;

    pthread_mutex_lock(&watch->lock);
    count = watch->count;
    pthread_mutex_unlock(&watch->lock);
    return count;
}
