/*
 * Waiting for the store: a quarter of a second, then twice as long each time.
 */
#define _POSIX_C_SOURCE 200809L
#include "map/ingest/away.h"

#include <time.h>

#include "map/ingest/ending.h"
#include "map/map.h"

enum { FIRST_MS = 250, MOST_MS = 10000, STEP_MS = 50 };

bool ingest_is_away(store_status status)
{
    return status == STORE_E_LOST || status == STORE_E_BUSY;
}

/* (In steps: a signal may come right before a sleep.) */
static void rest(unsigned milliseconds)
{
    const struct timespec step = { 0, STEP_MS * 1000000L };

    for (unsigned spent = 0; spent < milliseconds && ingest_ending() == 0; spent += STEP_MS)
        nanosleep(&step, NULL);
}

store_status ingest_wait_for_store(store *s, store_status failure)
{
    map_complain("%s; it is waited for", store_error(s));
    store_load_rollback(s);
    for (unsigned pause = FIRST_MS; ingest_is_away(failure) && ingest_ending() == 0; pause = pause < MOST_MS / 2 ? pause * 2 : MOST_MS) {
        rest(pause);
        failure = store_reconnect(s);
    }
    return failure;
}
