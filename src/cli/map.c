/*
 * Loading the data map: libcolline-map.so beside the command, in the lib beside its folder, in its LIBDIR, or
 * where the system looks.
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

/* A file relative to the folder of the running command; "" where that cannot be told. */
static void near(char path[PATH_MAX], const char *file)
{
    size_t room = PATH_MAX - strlen(file) - 1;
    ssize_t length = readlink("/proc/self/exe", path, room);
    char *slash;

    path[length < 0 ? 0 : length] = '\0';
    slash = strrchr(path, '/');
    if (slash != NULL)
        strcpy(slash + 1, file);
}

static void *load(void)
{
    static const char *const files[] = { COLLINE_MAP_FILE, "../lib/" COLLINE_MAP_FILE };
    char path[PATH_MAX];

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        near(path, files[i]);
        if (path[0] != '\0' && access(path, R_OK) == 0)
            return dlopen(path, RTLD_NOW | RTLD_LOCAL);
    }
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
