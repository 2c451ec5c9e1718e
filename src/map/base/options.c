/*
 * Options from a table.
 */
#include "map/base/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "map/base/memory.h"
#include "map/map.h"

static int option_width(const map_option *option)
{
    return (int)(strlen("--") + strlen(option->name) +
                 (option->argument != NULL ? 1 + strlen(option->argument) : 0));
}

static void print_option(const char *name, const char *argument, const char *help, int width)
{
    char left[64];

    snprintf(left, sizeof left, "--%s%s%s", name, argument != NULL ? " " : "",
             argument != NULL ? argument : "");
    printf("  %-*s %s\n", width, left, help);
}

static void print_help(const map_usage *usage, const map_option *options, size_t option_count)
{
    int width = 18;

    for (size_t i = 0; i < option_count; i++)
        width = option_width(&options[i]) > width ? option_width(&options[i]) : width;
    printf("usage: colline %s%s%s\n\n%s\n\n", usage->name, usage->arguments[0] != '\0' ? " " : "",
           usage->arguments, usage->about);
    for (size_t i = 0; i < option_count; i++)
        print_option(options[i].name, options[i].argument, options[i].help, width);
    print_option("help", NULL, "this text", width);
    if (usage->more[0] != '\0')
        printf("\n%s", usage->more);
}

static void append(map_arguments *list, const char *item)
{
    MAP_GROW(list->items, list->count, list->capacity);
    list->items[list->count++] = item;
}

static bool read_number(const char *text, uint64_t *number)
{
    char *end;

    errno = 0;
    *number = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0;
}

/* Give the option its value; false, and a message, where it is none. */
static bool set(const map_option *option, const char *value)
{
    if (option->kind == MAP_TEXT) {
        *(const char **)option->value = value;
    } else if (option->kind == MAP_LIST) {
        append(option->value, value);
    } else if (!read_number(value, option->value)) {
        map_complain("--%s wants a number, not %s", option->name, value);
        return false;
    }
    return true;
}

static const map_option *find(const map_option *options, size_t option_count, const char *name, size_t length)
{
    for (size_t i = 0; i < option_count; i++)
        if (strlen(options[i].name) == length && memcmp(options[i].name, name, length) == 0)
            return &options[i];
    return NULL;
}

/* The option at arguments[*at], which starts with "--"; moves *at to its last argument. */
static bool read_option(const map_option *options, size_t option_count, int count, char **arguments, int *at)
{
    const char *name = arguments[*at] + 2, *equals = strchr(name, '=');
    const map_option *option =
        find(options, option_count, name, equals != NULL ? (size_t)(equals - name) : strlen(name));

    if (option == NULL) {
        map_complain("there is no option %s (--help lists them)", arguments[*at]);
        return false;
    }
    if (option->kind == MAP_FLAG) {
        if (equals != NULL)
            map_complain("--%s takes no value", option->name);
        *(bool *)option->value = true;
        return equals == NULL;
    }
    if (equals == NULL && *at + 1 >= count) {
        map_complain("--%s wants a value", option->name);
        return false;
    }
    return set(option, equals != NULL ? equals + 1 : arguments[++*at]);
}

int map_read_options(const map_usage *usage, const map_option *options, size_t option_count, int count,
                     char **arguments, map_arguments *rest)
{
    bool ended = false;

    for (int at = 0; at < count; at++) {
        const char *argument = arguments[at];

        if (ended || argument[0] != '-' || argument[1] == '\0') {
            append(rest, argument);
        } else if (strcmp(argument, "--") == 0) {
            ended = true;
        } else if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0) {
            print_help(usage, options, option_count);
            return MAP_OK;
        } else if (argument[1] != '-') {
            map_complain("there is no option %s (--help lists them)", argument);
            return MAP_FAILURE;
        } else if (!read_option(options, option_count, count, arguments, &at)) {
            return MAP_FAILURE;
        }
    }
    return MAP_GO_ON;
}

void map_arguments_free(map_arguments *arguments)
{
    free(arguments->items);
    *arguments = (map_arguments){ 0 };
}
