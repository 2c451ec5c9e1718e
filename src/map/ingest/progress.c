/*
 * What a load shows of itself.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "map/ingest/load.h"

enum { SHOW_EVERY_NS = 500000000 };

uint64_t ingest_now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void ingest_progress_start(ingest_progress *progress, bool quiet)
{
    *progress = (ingest_progress){ .shown = !quiet && isatty(STDERR_FILENO) };
    progress->start_ns = progress->last_ns = ingest_now_ns();
}

static double seconds(uint64_t ns)
{
    return (double)ns / 1e9;
}

static void print_bytes(FILE *out, uint64_t bytes)
{
    static const char *const units[] = { "B", "kB", "MB", "GB", "TB" };
    double value = (double)bytes;
    size_t unit = 0;

    while (value >= 1000 && unit < sizeof units / sizeof *units - 1) {
        value /= 1000;
        unit++;
    }
    fprintf(out, unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
}

static void print_left(const ingest_progress *progress, double spent)
{
    uint64_t left = progress->all_bytes > progress->bytes ? progress->all_bytes - progress->bytes : 0;
    double wait = progress->bytes > 0 ? spent * (double)left / (double)progress->bytes : 0;

    if (left > 0 && progress->bytes > 0)
        fprintf(stderr, ", %u:%02u left", (unsigned)wait / 60, (unsigned)wait % 60);
}

void ingest_progress_show(ingest_progress *progress, const ingest_counts *counts)
{
    uint64_t now;
    double spent;

    if (!progress->shown)
        return;
    now = ingest_now_ns();
    if (now - progress->last_ns < SHOW_EVERY_NS)
        return;
    progress->last_ns = now;
    spent = seconds(now - progress->start_ns);
    fputs("\r\033[K", stderr);
    print_bytes(stderr, progress->bytes);
    fputs(" of ", stderr);
    print_bytes(stderr, progress->all_bytes > progress->bytes ? progress->all_bytes : progress->bytes);
    fprintf(stderr, ", %" PRIu64 " statements, %.0f/s, %" PRIu64 " not understood", counts->events,
            (double)counts->events / (spent > 0 ? spent : 1), counts->broken);
    print_left(progress, spent);
    fflush(stderr);
}

void ingest_progress_end(ingest_progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
}

/* ---- The summary ----------------------------------------------------------------------------------- */

static void print_count(const char *what, uint64_t count)
{
    if (count > 0)
        printf("  %-28s %12" PRIu64 "\n", what, count);
}

static void print_stage(const char *what, uint64_t ns, uint64_t all)
{
    printf("  %-28s %10.2f s %5.1f %%\n", what, seconds(ns), all > 0 ? 100 * (double)ns / (double)all : 0);
}

void ingest_print_summary(const ingest_summary *summary, const ingest_counts *counts)
{
    const ingest_times *t = &summary->times;
    uint64_t known = t->read_ns + t->seen_ns + t->commit_ns + counts->key_ns + counts->analysis_ns + counts->put_ns;
    struct rusage usage;

    printf("%" PRIu64 " statements of %zu %s, ", counts->events, summary->files, summary->of_partitions ? "partitions" : "files");
    print_bytes(stdout, summary->bytes);
    printf(", in %.2f s (%.0f/s)\n", seconds(t->all_ns), (double)counts->events / (seconds(t->all_ns) + 1e-9));
    print_count("known already, by their id", counts->repeated);
    print_count("failed in the engine", counts->failed);
    print_count("without effect", counts->other);
    print_count("analysed before", counts->cached);
    print_count("analysed", counts->analysed);
    print_count("with edges of the engine", counts->ready);
    print_count("understood in part", counts->partial);
    print_count("not understood", counts->broken);
    print_count("records that make no sense", counts->bad);
    print_count("files that are gone", summary->gone);
    print_stage("reading", t->read_ns, t->all_ns);
    print_stage("asking for known ids", t->seen_ns, t->all_ns);
    print_stage("keys and counts", counts->key_ns, t->all_ns);
    print_stage("analysis", counts->analysis_ns, t->all_ns);
    print_stage("bringing together", counts->put_ns, t->all_ns);
    print_stage("writing", t->commit_ns, t->all_ns);
    print_stage("the rest", t->all_ns > known ? t->all_ns - known : 0, t->all_ns);
    if (getrusage(RUSAGE_SELF, &usage) == 0) {
        double busy = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                      (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
        printf("  %-28s %10.2f s %5.0f statements/s\n", "processor time", busy, (double)counts->events / (busy + 1e-9));
        printf("  %-28s %9.1f MB\n", "memory at most", (double)usage.ru_maxrss / 1024);
    }
}
