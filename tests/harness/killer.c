/*
 * killer.c -- preloaded: the COLLINE_KILL_AT-th write of the process is its last act, as kill -9 would have it.
 *
 *     LD_PRELOAD=build/tests/harness/killer.so COLLINE_KILL_AT=17 colline ingest ...
 *
 * Every second kill comes in the middle of the write: half of its bytes are there.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

static long left = -1; /* writes until the end; 0: no end */

static int is_last(void)
{
    if (left < 0) {
        const char *at = getenv("COLLINE_KILL_AT");
        left = at != NULL ? atol(at) : 0;
    }
    return left > 0 && --left == 0;
}

static void end(void)
{
    kill(getpid(), SIGKILL);
}

static int is_torn(void)
{
    const char *at = getenv("COLLINE_KILL_AT");

    return at != NULL && atol(at) % 2 == 0;
}

ssize_t pwrite64(int file, const void *data, size_t length, off64_t offset)
{
    static ssize_t (*real)(int, const void *, size_t, off64_t);

    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "pwrite64");
    if (is_last()) {
        if (is_torn())
            (void)!real(file, data, length / 2, offset);
        end();
    }
    return real(file, data, length, offset);
}

ssize_t write(int file, const void *data, size_t length)
{
    static ssize_t (*real)(int, const void *, size_t);

    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "write");
    if (is_last()) {
        if (is_torn())
            (void)!real(file, data, length / 2);
        end();
    }
    return real(file, data, length);
}

ssize_t send(int socket, const void *data, size_t length, int flags)
{
    static ssize_t (*real)(int, const void *, size_t, int);

    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "send");
    if (is_last()) {
        if (is_torn())
            (void)!real(socket, data, length / 2, flags);
        end();
    }
    return real(socket, data, length, flags);
}
