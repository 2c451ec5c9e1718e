/*
 * jobs.h -- work for several threads, its output in the order in which it was given.
 *
 *     colline lineage --jobs 4 --input jsonl log.jsonl      as fast as four; what comes out is what one would write
 *
 * What a worker writes (cli_write, cli_errors) is kept until everything before it is written.  So much work waits that
 * no worker does, and no more: giving more waits for the oldest.
 */
#ifndef CLI_JOBS_H
#define CLI_JOBS_H

#include <stddef.h>

typedef struct cli_jobs cli_jobs;

typedef struct cli_job_kind {
    void *(*open)(void *context);          /* what a worker keeps; called before it has work */
    int (*run)(void *worker, void *input); /* one piece of work, which owns its input; an exit status */
    void (*close)(void *worker);
} cli_job_kind;

/* Never NULL: the command ends where threads cannot be had. */
cli_jobs *cli_jobs_open(unsigned workers, const cli_job_kind *kind, void *context);
enum { CLI_ANY_WORKER = -1 };
/* `worker`: work that must be done in order goes to the same one (modulo their number). */
void cli_jobs_give(cli_jobs *jobs, long worker, void *input);
/* Wait for all of it; the worst exit status. */
int cli_jobs_close(cli_jobs *jobs);

#endif
