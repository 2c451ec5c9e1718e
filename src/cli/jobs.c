#define _POSIX_C_SOURCE 200809L
#include "cli/jobs.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "cli/files.h"
#include "cli/options.h"
#include "cli/report.h"

enum { WAITING_PER_WORKER = 16 };

typedef struct job {
    void *input;
    cli_output output;
    bool done;
    struct job *next_of_worker, *next; /* in the order of being given */
} job;

typedef struct worker {
    cli_jobs *jobs;
    pthread_t thread;
    pthread_cond_t work;
    job *first, *last;
    size_t waiting;
    int worst;
} worker;

struct cli_jobs {
    const cli_job_kind *kind;
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t progress;
    worker *workers;
    unsigned count;
    job *first, *last; /* given and not yet written */
    size_t given;
    bool closing;
};

static void complain_and_end(void)
{
    cli_complain("no thread can be started");
    exit(CLI_FAILURE);
}

/* The worker's next job, or NULL at the end. */
static job *next_job(worker *w)
{
    cli_jobs *jobs = w->jobs;
    job *next;

    pthread_mutex_lock(&jobs->lock);
    while (w->first == NULL && !jobs->closing)
        pthread_cond_wait(&w->work, &jobs->lock);
    next = w->first;
    if (next != NULL) {
        w->first = next->next_of_worker;
        w->waiting--;
    }
    pthread_mutex_unlock(&jobs->lock);
    return next;
}

static void *work(void *argument)
{
    worker *w = argument;
    cli_jobs *jobs = w->jobs;
    void *own = jobs->kind->open(jobs->context);
    job *next;

    while ((next = next_job(w)) != NULL) {
        int status;
        cli_output_start(&next->output);
        status = jobs->kind->run(own, next->input);
        cli_output_stop(&next->output);
        pthread_mutex_lock(&jobs->lock);
        next->done = true;
        w->worst = status > w->worst ? status : w->worst;
        pthread_cond_signal(&jobs->progress);
        pthread_mutex_unlock(&jobs->lock);
    }
    jobs->kind->close(own);
    return NULL;
}

cli_jobs *cli_jobs_open(unsigned workers, const cli_job_kind *kind, void *context)
{
    cli_jobs *jobs = cli_allocate(sizeof *jobs);

    cli_ask_terminals();
    jobs->kind = kind;
    jobs->context = context;
    jobs->count = workers;
    jobs->workers = cli_allocate(workers * sizeof *jobs->workers);
    if (pthread_mutex_init(&jobs->lock, NULL) != 0 || pthread_cond_init(&jobs->progress, NULL) != 0)
        complain_and_end();
    for (unsigned i = 0; i < workers; i++) {
        worker *w = &jobs->workers[i];
        w->jobs = jobs;
        if (pthread_cond_init(&w->work, NULL) != 0 || pthread_create(&w->thread, NULL, work, w) != 0)
            complain_and_end();
    }
    return jobs;
}

/* Write what is done, in order, until at most `most` jobs are left. */
static void write_done(cli_jobs *jobs, size_t most)
{
    while (jobs->first != NULL && (jobs->first->done || jobs->given > most)) {
        job *oldest = jobs->first;
        while (!oldest->done)
            pthread_cond_wait(&jobs->progress, &jobs->lock);
        jobs->first = oldest->next;
        jobs->given--;
        pthread_mutex_unlock(&jobs->lock);
        cli_output_write(&oldest->output);
        free(oldest);
        pthread_mutex_lock(&jobs->lock);
    }
}

static worker *least_busy(cli_jobs *jobs)
{
    worker *least = &jobs->workers[0];

    for (unsigned i = 1; i < jobs->count; i++)
        if (jobs->workers[i].waiting < least->waiting)
            least = &jobs->workers[i];
    return least;
}

void cli_jobs_give(cli_jobs *jobs, long chosen, void *input)
{
    job *given = cli_allocate(sizeof *given);
    worker *w;

    given->input = input;
    pthread_mutex_lock(&jobs->lock);
    write_done(jobs, (size_t)jobs->count * WAITING_PER_WORKER - 1);
    w = chosen == CLI_ANY_WORKER ? least_busy(jobs) : &jobs->workers[(unsigned long)chosen % jobs->count];
    if (jobs->first == NULL)
        jobs->first = given;
    else
        jobs->last->next = given;
    jobs->last = given;
    jobs->given++;
    if (w->first == NULL)
        w->first = given;
    else
        w->last->next_of_worker = given;
    w->last = given;
    w->waiting++;
    pthread_cond_signal(&w->work);
    pthread_mutex_unlock(&jobs->lock);
}

int cli_jobs_close(cli_jobs *jobs)
{
    int worst = CLI_OK;

    pthread_mutex_lock(&jobs->lock);
    write_done(jobs, 0);
    jobs->closing = true;
    for (unsigned i = 0; i < jobs->count; i++)
        pthread_cond_signal(&jobs->workers[i].work);
    pthread_mutex_unlock(&jobs->lock);
    for (unsigned i = 0; i < jobs->count; i++) {
        pthread_join(jobs->workers[i].thread, NULL);
        pthread_cond_destroy(&jobs->workers[i].work);
        worst = jobs->workers[i].worst > worst ? jobs->workers[i].worst : worst;
    }
    pthread_mutex_destroy(&jobs->lock);
    pthread_cond_destroy(&jobs->progress);
    free(jobs->workers);
    free(jobs);
    return worst;
}
