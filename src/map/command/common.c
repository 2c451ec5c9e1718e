/*
 * What the subcommands that ask a store share.
 */
#include "map/command/common.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "map/map.h"

store *command_open(const char *where, unsigned flags)
{
    store *s;

    if (store_open(where, flags, &s) == STORE_OK)
        return s;
    map_complain("%s", store_error(s));
    store_close(s);
    return NULL;
}

int command_status(store *s, store_status status)
{
    if (status == STORE_OK)
        return MAP_OK;
    map_complain("%s", store_error(s));
    return status == STORE_E_MISSING ? MAP_NO : MAP_FAILURE;
}

int command_find(store *s, const char *name, map_pool *pool, store_node *node)
{
    enum { SHOWN = 20 };
    store_node *nodes;
    size_t found;
    store_status status = store_find(s, name, pool, &nodes, &found);

    if (status != STORE_OK)
        return command_status(s, status);
    if (found == 1) {
        *node = nodes[0];
        return MAP_OK;
    }
    if (found == 0) {
        map_complain("nothing is called %s (`colline query search` looks for pieces of names)", name);
        return MAP_NO;
    }
    map_complain("%s is ambiguous:", name);
    for (size_t i = 0; i < found && i < SHOWN; i++)
        fprintf(stderr, "  %s\n", nodes[i].name.data);
    if (found > SHOWN)
        fprintf(stderr, "  ... %zu in all\n", found);
    return MAP_NO;
}

void command_print_json(cJSON *json)
{
    char *text = cJSON_PrintUnformatted(json);

    if (text != NULL)
        puts(text);
    cJSON_free(text);
    cJSON_Delete(json);
}

bool command_read_kind(const char *name, size_t length, unsigned *kind)
{
    for (*kind = 0; *kind < STORE_KINDS; ++*kind) {
        const char *word = store_kind_name(*kind);

        if (store_is_kind(*kind) && strlen(word) == length && strncasecmp(word, name, length) == 0)
            return true;
    }
    return false;
}

bool command_read_kinds(const char *text, uint32_t *kinds)
{
    static const struct {
        const char *name;
        uint32_t kinds;
    } groups[] = { { "all", GRAPH_ALL_KINDS },
                   { "value", GRAPH_VALUE_KINDS },
                   { "indirect", GRAPH_ALL_KINDS & ~GRAPH_VALUE_KINDS } };

    *kinds = 0;
    while (true) {
        size_t length = strcspn(text, ",");
        uint32_t before = *kinds;
        unsigned kind;

        for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
            if (strlen(groups[i].name) == length && strncasecmp(groups[i].name, text, length) == 0)
                *kinds |= groups[i].kinds;
        if (command_read_kind(text, length, &kind))
            *kinds |= 1u << kind;
        if (*kinds == before && before == 0) {
            map_complain("--kinds wants a list of DIRECT, PROJECT, AGG, JOIN_COND, FILTER, GROUP_BY, SORT, "
                         "WINDOW, CONDITIONAL,"
                         " or value, indirect, all; not %.*s",
                         (int)length, text);
            return false;
        }
        if (text[length] == '\0')
            return true;
        text += length + 1;
    }
}

/* ---- Aligned text ----------------------------------------------------------------------------------- */

void command_table_row(command_table *table, const char *const *cells)
{
    for (size_t i = 0; i < table->columns; i++) {
        MAP_GROW(table->cells, table->count, table->capacity);
        table->cells[table->count++] = cells[i];
    }
}

/* Characters, not bytes. */
static size_t width(const char *text)
{
    size_t count = 0;

    for (; *text != '\0'; text++)
        count += (*text & 0xc0) != 0x80;
    return count;
}

static void print_cell(const char *text, size_t room, bool last)
{
    size_t used = width(text);

    for (const char *at = text; *at != '\0'; at++)
        putchar(*at == '\n' || *at == '\r' || *at == '\t' ? ' ' : (unsigned char)*at < ' ' ? '?' : *at);
    for (; !last && used < room + 2; used++)
        putchar(' ');
}

void command_table_print(command_table *table)
{
    size_t *widths = map_get(table->columns * sizeof *widths);

    memset(widths, 0, table->columns * sizeof *widths);
    for (size_t i = 0; i < table->count; i++)
        if (width(table->cells[i]) > widths[i % table->columns])
            widths[i % table->columns] = width(table->cells[i]);
    for (size_t i = 0; i < table->count; i++) {
        bool last = i % table->columns == table->columns - 1;

        print_cell(table->cells[i], widths[i % table->columns], last);
        if (last)
            putchar('\n');
    }
    free(widths);
    free(table->cells);
    *table = (command_table){ 0 };
}

/* ---- Actions ---------------------------------------------------------------------------------------- */

static void print_actions(FILE *out, const char *name, const char *about, const command_action *actions,
                          size_t count)
{
    fprintf(out, "usage: colline %s ACTION [OPTION ...]\n\n%s\n\n", name, about);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "  %-12s %s\n", actions[i].name, actions[i].about);
    fprintf(out, "\n`colline %s ACTION --help` tells more.\n", name);
}

int command_dispatch(const char *name, const char *about, const command_action *actions, size_t action_count,
                     int count, char **arguments)
{
    if (count > 0 && (strcmp(arguments[0], "--help") == 0 || strcmp(arguments[0], "-h") == 0)) {
        print_actions(stdout, name, about, actions, action_count);
        return MAP_OK;
    }
    for (size_t i = 0; count > 0 && i < action_count; i++)
        if (strcmp(actions[i].name, arguments[0]) == 0)
            return actions[i].run(count - 1, arguments + 1);
    if (count > 0)
        map_complain("%s %s is nothing that can be done", name, arguments[0]);
    print_actions(stderr, name, about, actions, action_count);
    return MAP_FAILURE;
}
