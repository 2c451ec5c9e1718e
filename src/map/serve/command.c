/*
 * `colline serve`: open the store, listen, and go on until told to stop.
 */
#define _POSIX_C_SOURCE 200809L
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "colline.h"
#include "map/map.h"
#include "map/serve/server.h"

enum { SILENT_SECONDS = 20, ANSWER_SECONDS = 120, CACHE_BYTES = 64 << 20, CONNECTION_BYTES = 64 << 10 };

/* A listening socket; -1: told.  *loopback tells whether only this machine can reach it. */
static int listen_on(const serve_settings *settings, bool *loopback)
{
    struct sockaddr_in v4 = { .sin_family = AF_INET, .sin_port = htons(settings->port) };
    struct sockaddr_in6 v6 = { .sin6_family = AF_INET6, .sin6_port = htons(settings->port) };
    char inside[64] = "";
    bool six = settings->address[0] == '[';
    int one = 1, fd;

    if (six)
        snprintf(inside, sizeof inside, "%.*s", (int)strcspn(settings->address + 1, "]"),
                 settings->address + 1);
    if (six ? inet_pton(AF_INET6, inside, &v6.sin6_addr) != 1
            : inet_pton(AF_INET,
                        strcmp(settings->address, "localhost") == 0 ? "127.0.0.1" : settings->address,
                        &v4.sin_addr) != 1) {
        map_complain("--listen: %s is no address of this machine", settings->address);
        return -1;
    }
    *loopback = six ? IN6_IS_ADDR_LOOPBACK(&v6.sin6_addr) : (ntohl(v4.sin_addr.s_addr) >> 24) == 127;
    fd = socket(six ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd >= 0)
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (fd < 0 || bind(fd, six ? (void *)&v6 : (void *)&v4, six ? sizeof v6 : sizeof v4) != 0 ||
        listen(fd, 511) != 0) {
        map_complain("cannot listen on %s:%u: %s", settings->address, settings->port, strerror(errno));
        if (fd >= 0)
            close(fd);
        return -1;
    }
    return fd;
}

static unsigned bound_port(int fd)
{
    struct sockaddr_storage address = { 0 };
    socklen_t length = sizeof address;

    getsockname(fd, (struct sockaddr *)&address, &length);
    return ntohs(address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&address)->sin6_port
                                               : ((struct sockaddr_in *)&address)->sin_port);
}

static bool start_daemon(serve_server *server, int fd)
{
    unsigned threads = server->settings.threads, connections = server->settings.connections;

    if (threads > connections)
        threads = connections;
    server->daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_TURBO | MHD_USE_ITC, 0, NULL, NULL, serve_access, server,
        MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_THREAD_POOL_SIZE, threads > 1 ? threads : 0,
        MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)SILENT_SECONDS,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_BYTES, MHD_OPTION_NOTIFY_COMPLETED,
        serve_completed, server, MHD_OPTION_URI_LOG_CALLBACK, serve_begin, server,
        MHD_OPTION_NOTIFY_CONNECTION, serve_connection, server, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_END);
    if (server->daemon == NULL)
        map_complain("cannot start the server: %s", strerror(errno));
    return server->daemon != NULL;
}

static void announce(const serve_server *server, unsigned port)
{
    const serve_settings *settings = &server->settings;

    if (settings->quiet)
        return;
    fprintf(stderr, "colline: http://%s:%u/ (%s, %s)%s\n", settings->address, port,
            settings->store != NULL ? settings->store : "no store",
            settings->token != NULL ? "changes with the token" : "read-only",
            serve_has_page() ? ""
                             : "; the page is not part of this build, the API is: `make web` needs Node.js");
}

/* Until SIGINT or SIGTERM; meanwhile connections that are late are ended. */
static void wait_for_end(serve_server *server, const sigset_t *signals)
{
    const struct timespec second = { 1, 0 };

    while (sigtimedwait(signals, NULL, &second) < 0)
        server->late += serve_watch_pass(server->watch);
}

static int run(serve_server *server)
{
    sigset_t signals, before;
    int fd = listen_on(&server->settings, &server->loopback), status = MAP_FAILURE;

    if (fd < 0)
        return MAP_FAILURE;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, &before); /* the daemon's threads inherit it */
    signal(SIGPIPE, SIG_IGN);
    if (start_daemon(server, fd)) {
        announce(server, bound_port(fd));
        wait_for_end(server, &signals);
        MHD_stop_daemon(server->daemon);
        status = MAP_OK;
    } else {
        close(fd);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

static bool known_dialect(const char *name)
{
    colline_dialect dialect;

    if (name == NULL || colline_dialect_by_name(name, &dialect))
        return true;
    map_complain("--dialect: there is no dialect %s; see `colline dialects`", name);
    return false;
}

int map_serve(int count, char **arguments)
{
    serve_server *server = calloc(1, sizeof *server);
    int status = MAP_FAILURE, read;

    if (server == NULL)
        return MAP_FAILURE;
    server->started = time(NULL);
    pthread_mutex_init(&server->figures.lock, NULL);
    pthread_mutex_init(&server->figures.making, NULL);
    read = serve_read_settings(&server->settings, count, arguments);
    if (read == 0)
        status = MAP_OK;
    if (read > 0 && known_dialect(server->settings.dialect)) {
        if (server->settings.store != NULL)
            server->readers = serve_open_readers(server->settings.store, server->settings.threads);
        server->cache = serve_new_cache(CACHE_BYTES);
        server->files = serve_new_cache(CACHE_BYTES);
        server->watch = serve_new_watch(server->settings.request_seconds, ANSWER_SECONDS);
        if ((server->settings.store == NULL || server->readers != NULL) && server->cache != NULL &&
            server->files != NULL && server->watch != NULL)
            status = run(server);
    }
    serve_free_cache(server->cache);
    serve_free_cache(server->files);
    serve_free_watch(server->watch);
    serve_close_readers(server->readers);
    serve_free_settings(&server->settings);
    pthread_mutex_destroy(&server->figures.lock);
    pthread_mutex_destroy(&server->figures.making);
    free(server->figures.json);
    free(server->figures.prometheus);
    free(server);
    return status;
}
