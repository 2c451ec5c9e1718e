/*
 * common.h -- what the subcommands that ask a store share.
 *
 *     colline query downstream fact.amount      ambiguous: dw.fact.amount, old.fact.amount
 */
#ifndef MAP_COMMAND_COMMON_H
#define MAP_COMMAND_COMMON_H

#include "map/base/options.h"
#include "map/graph/graph.h"

struct cJSON;

/* The row of an options table that every such subcommand has; `where` is a const char *. */
#define COMMAND_STORE_OPTION(where)                                                                          \
    {                                                                                                        \
        "store", MAP_TEXT, &(where), "WHERE", "the store: a file, or postgresql://... (default: lineage.db)" \
    }

#define COMMAND_DEFAULT_STORE "lineage.db"

/* Open; NULL, and a message, where that cannot be. */
store *command_open(const char *where, unsigned flags);
/* MAP_OK, or MAP_FAILURE and the store's message. */
int command_status(store *s, store_status status);
/* The node of that name: MAP_OK; MAP_NO and a message where there is none, or several (which it lists). */
int command_find(store *s, const char *name, map_pool *pool, store_node *node);
/* Print JSON, a line; and delete it. */
void command_print_json(struct cJSON *json);
/* The kind of an edge by its name, in any letter case; false where it is none. */
bool command_read_kind(const char *name, size_t length, unsigned *kind);
/* DIRECT,AGG or value, indirect, all: a mask.  False, and a message. */
bool command_read_kinds(const char *text, uint32_t *kinds);

/* Aligned text: columns of cells. */
typedef struct command_table {
    const char **cells;
    size_t count, capacity; /* of cells */
    size_t columns;
} command_table;

void command_table_row(command_table *table, const char *const *cells);
/* Print and free; the first row is the head. */
void command_table_print(command_table *table);

/* Subcommands of subcommands: `colline store gc`. */
typedef struct command_action {
    const char *name;
    int (*run)(int count, char **arguments);
    const char *about;
} command_action;

int command_dispatch(const char *name, const char *about, const command_action *actions, size_t action_count,
                     int count, char **arguments);

#endif
