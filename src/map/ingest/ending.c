/*
 * The signals that end a load.
 */
#define _POSIX_C_SOURCE 200809L
#include "map/ingest/ending.h"

#include <signal.h>
#include <stddef.h>

/* A handler has nothing else to write to. */
static volatile sig_atomic_t asked;
static struct sigaction before[2];

static void ask(int number)
{
    asked = number;
}

void ingest_ending_begin(void)
{
    struct sigaction action = { .sa_handler = ask };

    asked = 0;
    sigaction(SIGINT, &action, &before[0]);
    sigaction(SIGTERM, &action, &before[1]);
}

int ingest_ending(void)
{
    return asked;
}

int ingest_ending_end(void)
{
    sigaction(SIGINT, &before[0], NULL);
    sigaction(SIGTERM, &before[1], NULL);
    return asked;
}
