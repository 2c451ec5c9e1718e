/*
 * `colline edge ACTION`: what people know of edges, with who, when and why.
 *
 *     colline edge add dw.a.x dw.b.y --kind DIRECT --who ann --why "copied by the file transfer"
 */
#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "map/command/common.h"
#include "map/map.h"

typedef struct edit {
    const char *where, *who, *why, *kind, *expression, *format;
    bool condition;
    map_arguments rest;
    map_pool pool;
    store *s;
} edit;

/* ---- Edges from names ------------------------------------------------------------------------------- */

enum { MOST_PARTS = 4 };

/* A node that is there by its name; else [catalog.][db.]table.column (or, for an edge of tables, table) as it
 * is written. */
static bool read_end(edit *e, const char *name, bool table, store_end *end)
{
    const colline_text none = { "", 0 };
    colline_text parts[MOST_PARTS];
    store_node *nodes;
    size_t found, count;

    *end = (store_end){ .name = { none, none, none, none, none } };
    if (store_find(e->s, name, &e->pool, &nodes, &found) != STORE_OK)
        return command_status(e->s, STORE_E_FAILED) == MAP_OK;
    for (size_t i = 0; i < found; i++) {
        if (store_is_table(nodes[i].id) != table)
            continue;
        if (found > 1)
            return command_find(e->s, name, &e->pool, &nodes[0]) == MAP_OK;
        end->name = (colline_column_ref){ nodes[i].catalog, nodes[i].database, nodes[i].table,
                                          nodes[i].column, none };
        end->file = nodes[i].table_kind == STORE_FILE;
        return true;
    }
    count = store_split(&e->pool, name, parts, MOST_PARTS);
    for (size_t i = 0; i < count; i++)
        if (parts[i].length == 0)
            count = 0; /* a..b */
    if (count < (table ? 1u : 2u) || count > (table ? 3u : 4u)) {
        map_complain("%s names no %s: [catalog.][database.]table%s is wanted", name,
                     table ? "table" : "column", table ? "" : ".column");
        return false;
    }
    if (!table)
        end->name.column = parts[--count];
    end->name.table = parts[--count];
    end->name.database = count > 0 ? parts[--count] : none;
    end->name.catalog = count > 0 ? parts[--count] : none;
    return true;
}

static bool read_edge(edit *e, const char *source, const char *target, store_edge *edge)
{
    *edge = (store_edge){ .flags = e->condition ? COLLINE_EDGE_CONDITION : 0,
                          .quality = COLLINE_MANUAL_ADDED,
                          .expression = map_text(e->expression) };
    if (!command_read_kind(e->kind, strlen(e->kind), &edge->kind)) {
        map_complain("--kind wants DIRECT, PROJECT, AGG, JOIN_COND, FILTER, GROUP_BY, SORT, WINDOW, "
                     "CONDITIONAL or TABLE, not %s",
                     e->kind);
        return false;
    }
    return read_end(e, source, edge->kind == STORE_KIND_TABLE, &edge->source) &&
           read_end(e, target, edge->kind == STORE_KIND_TABLE, &edge->target);
}

static bool read_id(const char *text, int64_t *id)
{
    char *end;

    errno = 0;
    *id = strtoll(text, &end, 10);
    if (*text >= '1' && *text <= '9' && *end == '\0' && errno == 0)
        return true;
    map_complain("%s is no edge: `colline query` shows their numbers", text);
    return false;
}

/* ---- Actions ---------------------------------------------------------------------------------------- */

static int add(edit *e)
{
    const store_signature by = { e->who, e->why };
    store_edge edge;
    int64_t id;
    int status;

    if (!read_edge(e, e->rest.items[0], e->rest.items[1], &edge))
        return MAP_FAILURE;
    status = command_status(e->s, store_edge_add(e->s, &edge, &by, &id));
    if (status == MAP_OK)
        printf("%lld\n", (long long)id);
    return status;
}

static int change(edit *e)
{
    const store_signature by = { e->who, e->why };
    store_edge edge;
    int64_t id, new_id;
    int status;

    if (!read_id(e->rest.items[0], &id) || !read_edge(e, e->rest.items[1], e->rest.items[2], &edge))
        return MAP_FAILURE;
    status = command_status(e->s, store_edge_change(e->s, id, &edge, &by, &new_id));
    if (status == MAP_OK)
        printf("%lld\n", (long long)new_id);
    return status;
}

static int with_id(edit *e, store_status (*what)(store *, int64_t, const store_signature *))
{
    const store_signature by = { e->who, e->why };
    int64_t id;

    if (!read_id(e->rest.items[0], &id))
        return MAP_FAILURE;
    return command_status(e->s, what(e->s, id, &by));
}

static int remove_edge(edit *e)
{
    return with_id(e, store_edge_remove);
}

static int confirm(edit *e)
{
    return with_id(e, store_edge_confirm);
}

static void print_history(edit *e, const store_decision *decisions, size_t found)
{
    command_table table = { .columns = 6 };

    command_table_row(&table, (const char *[]){ "WHEN", "WHO", "ACTION", "EDGE", "WHAT", "WHY" });
    for (size_t i = 0; i < found; i++)
        command_table_row(
            &table, (const char *[]){ graph_time_text(&e->pool, decisions[i].at).data, decisions[i].who.data,
                                      decisions[i].action.data,
                                      map_pool_format(&e->pool, "%lld", (long long)decisions[i].edge).data,
                                      decisions[i].what.data, decisions[i].why.data });
    command_table_print(&table);
}

static void print_history_json(edit *e, const store_decision *decisions, size_t found)
{
    cJSON *list = cJSON_CreateArray();

    for (size_t i = 0; i < found; i++) {
        cJSON *item = cJSON_CreateObject();

        cJSON_AddStringToObject(item, "at", graph_time_text(&e->pool, decisions[i].at).data);
        cJSON_AddStringToObject(item, "who", decisions[i].who.data);
        cJSON_AddStringToObject(item, "action", decisions[i].action.data);
        cJSON_AddNumberToObject(item, "edge", (double)decisions[i].edge);
        cJSON_AddStringToObject(item, "what", decisions[i].what.data);
        cJSON_AddStringToObject(item, "why", decisions[i].why.data);
        cJSON_AddItemToArray(list, item);
    }
    command_print_json(list);
}

static int history(edit *e)
{
    store_decision *decisions;
    size_t found;
    int64_t id = 0;
    int status;

    if (e->rest.count > 0 && !read_id(e->rest.items[0], &id))
        return MAP_FAILURE;
    status = command_status(e->s, store_history(e->s, id, 0, &e->pool, &decisions, &found));
    if (status == MAP_OK && strcmp(e->format, "json") == 0)
        print_history_json(e, decisions, found);
    else if (status == MAP_OK)
        print_history(e, decisions, found);
    return status;
}

/* What each action takes, by bits. */
enum { TAKES_SIGNATURE = 1, TAKES_EDGE = 2, TAKES_FORMAT = 4 };

static const struct edge_action {
    const char *name;
    int (*run)(edit *e);
    unsigned takes;
    size_t least, most; /* arguments */
    const char *arguments, *about, *more;
} actions[] = {
    { "add", add, TAKES_SIGNATURE | TAKES_EDGE, 2, 2, "SOURCE TARGET --who NAME [OPTION ...]",
      "an edge that no statement tells of",
      "It is MANUAL_ADDED, and outlives loads and dropped batches. Names that the store lacks are new nodes, "
      "as they are written. Prints\n"
      "the edge's number.\n" },
    { "change", change, TAKES_SIGNATURE | TAKES_EDGE, 3, 3, "EDGE SOURCE TARGET --who NAME [OPTION ...]",
      "another edge in place of this one",
      "The old one is removed and the new one added, as one version. Prints the new one's number.\n" },
    { "remove", remove_edge, TAKES_SIGNATURE, 1, 1, "EDGE --who NAME [OPTION ...]", "an edge that is wrong",
      "It stays away, whichever statement tells of it again, until a person adds it.\n" },
    { "confirm", confirm, TAKES_SIGNATURE, 1, 1, "EDGE --who NAME [OPTION ...]",
      "an edge that is right: TO_CONFIRM becomes AUTO_CONFIRMED", "" },
    { "history", history, TAKES_FORMAT, 0, 1, "[EDGE] [OPTION ...]", "what people did, the last first", "" },
};
enum { ACTIONS = sizeof actions / sizeof *actions };

static int check(const struct edge_action *action, edit *e)
{
    if (e->rest.count < action->least || e->rest.count > action->most) {
        map_complain("edge %s wants %s", action->name, action->arguments);
        return MAP_FAILURE;
    }
    if ((action->takes & TAKES_SIGNATURE) != 0 && e->who[0] == '\0') {
        map_complain("edge %s wants --who: a change has a name to it", action->name);
        return MAP_FAILURE;
    }
    if (strcmp(e->format, "table") != 0 && strcmp(e->format, "json") != 0) {
        map_complain("--format wants table or json, not %s", e->format);
        return MAP_FAILURE;
    }
    return MAP_GO_ON;
}

static int run(const struct edge_action *action, int count, char **arguments)
{
    edit e = { .where = COMMAND_DEFAULT_STORE,
               .who = "",
               .why = "",
               .kind = "DIRECT",
               .expression = "",
               .format = "table" };
    const map_option all[] = {
        { "who", MAP_TEXT, &e.who, "NAME", "who says so" },
        { "why", MAP_TEXT, &e.why, "TEXT", "why" },
        { "kind", MAP_TEXT, &e.kind, "KIND",
          "DIRECT (default), PROJECT, AGG ... or TABLE, between two tables" },
        { "expression", MAP_TEXT, &e.expression, "SQL", "what makes the value" },
        { "condition", MAP_FLAG, &e.condition, NULL, "its role is that of a condition" },
        { "format", MAP_TEXT, &e.format, "FORM", "table (default) or json" },
    };
    const unsigned takes[] = { TAKES_SIGNATURE, TAKES_SIGNATURE, TAKES_EDGE,
                               TAKES_EDGE,      TAKES_EDGE,      TAKES_FORMAT };
    map_option options[1 + sizeof all / sizeof *all] = { COMMAND_STORE_OPTION(e.where) };
    size_t option_count = 1;
    map_usage usage;
    int status;

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if ((action->takes & takes[i]) != 0)
            options[option_count++] = all[i];
    usage = (map_usage){ map_pool_format(&e.pool, "edge %s", action->name).data, action->arguments,
                         action->about, action->more };
    status = map_read_options(&usage, options, option_count, count, arguments, &e.rest);
    if (status == MAP_GO_ON)
        status = check(action, &e);
    if (status == MAP_GO_ON) {
        e.s = command_open(e.where, (action->takes & TAKES_SIGNATURE) != 0 ? 0 : STORE_READ_ONLY);
        status = e.s == NULL ? MAP_FAILURE : action->run(&e);
    }
    store_close(e.s);
    map_arguments_free(&e.rest);
    map_pool_free(&e.pool);
    return status;
}

static void print_actions(FILE *out)
{
    fputs("usage: colline edge ACTION ...\n\nwhat people know of edges, with who, when and why\n\n", out);
    for (size_t i = 0; i < ACTIONS; i++)
        fprintf(out, "  %-8s %s\n", actions[i].name, actions[i].about);
    fputs("\n`colline edge ACTION --help` tells more.\n", out);
}

int map_edge(int count, char **arguments)
{
    for (size_t i = 0; count > 0 && i < ACTIONS; i++)
        if (strcmp(actions[i].name, arguments[0]) == 0)
            return run(&actions[i], count - 1, arguments + 1);
    if (count > 0 && (strcmp(arguments[0], "--help") == 0 || strcmp(arguments[0], "-h") == 0)) {
        print_actions(stdout);
        return MAP_OK;
    }
    print_actions(stderr);
    return MAP_FAILURE;
}
