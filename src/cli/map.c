/*
 * Loading the data map: libcolline-map.so beside the command, else in its LIBDIR, else where the system
 * looks.
 */
#define _POSIX_C_SOURCE 200809L
#include "cli/map.h"

#include <dlfcn.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "cli/options.h"
#include "cli/report.h"
#include "map/map.h"

#ifndef COLLINE_LIBDIR
#define COLLINE_LIBDIR "/usr/local/lib"
#endif

static const struct {
    const char *name, *about;
} subcommands[] = {
#define SUBCOMMAND(name, needs, about) { #name, about },
#include "map/subcommands.def"
#undef SUBCOMMAND
};
enum { SUBCOMMANDS = sizeof subcommands / sizeof *subcommands };

bool cli_map_has(const char *name)
{
    for (size_t i = 0; i < SUBCOMMANDS; i++)
        if (strcmp(subcommands[i].name, name) == 0)
            return true;
    return false;
}

void cli_map_print(FILE *out)
{
    for (size_t i = 0; i < SUBCOMMANDS; i++)
        fprintf(out, "  %-11s %s\n", subcommands[i].name, subcommands[i].about);
}

/* The file beside the running command, "" where that cannot be told. */
static void beside(char *path, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", path, size - sizeof COLLINE_MAP_FILE);
    char *slash;

    path[length < 0 ? 0 : length] = '\0';
    slash = strrchr(path, '/');
    if (slash != NULL)
        memcpy(slash + 1, COLLINE_MAP_FILE, sizeof COLLINE_MAP_FILE);
}

static void *load(void)
{
    char path[PATH_MAX];

    beside(path, sizeof path);
    if (path[0] != '\0' && access(path, R_OK) == 0)
        return dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (access(COLLINE_LIBDIR "/" COLLINE_MAP_FILE, R_OK) == 0)
        return dlopen(COLLINE_LIBDIR "/" COLLINE_MAP_FILE, RTLD_NOW | RTLD_LOCAL);
    return dlopen(COLLINE_MAP_FILE, RTLD_NOW | RTLD_LOCAL);
}

int cli_map_run(const char *name, int count, char **arguments)
{
    void *library = load();
    colline_map_run_fn run = NULL;

    if (library != NULL)
        *(void **)&run = dlsym(library, COLLINE_MAP_ENTRY);
    if (run == NULL) {
        cli_complain("%s needs the data map, which cannot be loaded: %s", name, dlerror());
        return CLI_FAILURE;
    }
    return run(name, count, arguments);
}
