/*
 * ending.h -- SIGINT and SIGTERM end a load cleanly: what was read is committed and published.
 *
 *     colline ingest --follow /var/log/impala/audit      ^C: the load in hand is kept, and the command ends
 */
#ifndef MAP_INGEST_ENDING_H
#define MAP_INGEST_ENDING_H

/* From here on the signals ask for an end. */
void ingest_ending_begin(void);
/* The signal that asked; 0: none did. */
int ingest_ending(void);
/* The signals are what they were before; gives what ingest_ending() gave. */
int ingest_ending_end(void);

#endif
