/*
 * The subcommands of the data map: what subcommands.def lists, as far as this build has it.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "map/map.h"
#include "map/needs.h"

static const struct subcommand {
    const char *name;
    const char *needs;
    int (*run)(int count, char **arguments); /* NULL: what it needs was missing at build time */
} subcommands[] = {
#define SUBCOMMAND(name, needs, about) { #name, NAME_##needs, WHEN_##needs(map_##name) },
#include "map/subcommands.def"
#undef SUBCOMMAND
};

void map_complain(const char *format, ...)
{
    va_list values;

    fflush(stdout);
    fputs("colline: ", stderr);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
}

int colline_map_run(const char *name, int count, char **arguments)
{
    for (size_t i = 0; i < sizeof subcommands / sizeof *subcommands; i++) {
        const struct subcommand *subcommand = &subcommands[i];

        if (strcmp(subcommand->name, name) != 0)
            continue;
        if (subcommand->run != NULL)
            return subcommand->run(count, arguments);
        map_complain("%s is not part of this build: %s was not found when it was built", name,
                     subcommand->needs);
        return MAP_FAILURE;
    }
    map_complain("%s is no subcommand of the data map", name);
    return MAP_FAILURE;
}
