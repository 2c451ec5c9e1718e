/*
 * `colline query`: the graph of a store, asked.
 *
 *     colline query downstream dw.fact.amount --depth 3 --format svg > amount.svg
 */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "map/base/index.h"
#include "map/command/common.h"
#include "map/map.h"

typedef struct query {
    const char *where, *level, *kinds, *format;
    uint64_t depth, limit;
    graph_question question;
    store *s;
    graph *g;
    map_pool pool;
    map_arguments names;
} query;

enum { UNSET_DEPTH = UINT32_MAX, DEFAULT_LIMIT = 5000 };

static const char *const formats[] = { "table", "json", "dot", "mermaid", "svg" };
enum { FORMS = sizeof formats / sizeof *formats };

static bool is_format(const char *text)
{
    for (size_t i = 0; i < FORMS; i++)
        if (strcmp(formats[i], text) == 0)
            return true;
    map_complain("--format wants table, json, dot, mermaid or svg, not %s", text);
    return false;
}

/* ---- Answers as text -------------------------------------------------------------------------------- */

static const char *node_kind(const store_node *n)
{
    static const char *const words[] = { "table", "view",  "materialized view", "not in the catalog",
                                         "file",  "column" };

    return n->kind == STORE_COLUMN && !n->known ? "column, not in the catalog" : words[n->kind];
}

static const char *edge_engines(map_pool *pool, const store_edge_row *edge)
{
    colline_text text = { "", 0 };

    for (int dialect = 0; dialect <= COLLINE_DB2; dialect++)
        if ((edge->engines >> dialect & 1) != 0)
            text = map_pool_format(pool, "%s%s%s", text.data, text.length > 0 ? "," : "",
                                   colline_dialect_name((colline_dialect)dialect));
    return text.data;
}

/* Names by id, for the ends of edges. */
static const char **end_names(const graph_answer *answer, map_pool *pool)
{
    map_index index = { 0 };
    const char **names = map_pool_get(pool, answer->edge_count * 2 * sizeof *names);

    for (size_t i = 0; i < answer->node_count; i++)
        map_index_add(&index, map_mix((uint64_t)answer->nodes[i].node.id, 0), (uint32_t)i);
    for (size_t i = 0; i < answer->edge_count * 2; i++) {
        int64_t id = i % 2 == 0 ? answer->edges[i / 2].source : answer->edges[i / 2].target;
        uint64_t hash = map_mix((uint64_t)id, 0);

        names[i] = "?";
        for (size_t at = map_index_first(&index, hash); at != MAP_INDEX_END;
             at = map_index_next(&index, hash, at))
            if (answer->nodes[index.slots[at].value].node.id == id)
                names[i] = answer->nodes[index.slots[at].value].node.name.data;
    }
    map_index_free(&index);
    return names;
}

static void print_edges(const graph_answer *answer, map_pool *pool)
{
    const char **names = end_names(answer, pool);
    command_table table = { .columns = 6 };

    command_table_row(&table, (const char *[]){ "EDGE", "SOURCE", "TARGET", "KIND", "QUALITY", "ENGINES" });
    for (size_t i = 0; i < answer->edge_count; i++) {
        const store_edge_row *edge = &answer->edges[i];
        const char *kind = (edge->flags & COLLINE_EDGE_CONDITION) == 0
                               ? store_kind_name(edge->kind)
                               : map_pool_format(pool, "%s condition", store_kind_name(edge->kind)).data;

        command_table_row(&table, (const char *[]){ map_pool_format(pool, "%lld", (long long)edge->id).data,
                                                    names[2 * i], names[2 * i + 1], kind, store_quality_name(edge->quality),
                                                    edge_engines(pool, edge) });
    }
    command_table_print(&table);
}

static void print_nodes(const graph_answer *answer, map_pool *pool)
{
    command_table table = { .columns = 3 };

    command_table_row(&table, (const char *[]){ "DEPTH", "NODE", "KIND" });
    for (size_t i = 0; i < answer->node_count; i++)
        command_table_row(&table, (const char *[]){ map_pool_format(pool, "%u", answer->nodes[i].depth).data,
                                                    answer->nodes[i].node.name.data,
                                                    node_kind(&answer->nodes[i].node) });
    command_table_print(&table);
}

static void print_text(const graph_answer *answer, map_pool *pool)
{
    print_nodes(answer, pool);
    if (answer->edge_count > 0)
        putchar('\n');
    if (answer->edge_count > 0)
        print_edges(answer, pool);
    if (answer->truncated)
        puts("... and more: --limit says how many nodes");
}

/* The answer in the pictures' forms; the forms that have more to say come with their own JSON and text. */
static int print_picture(query *q, const graph_answer *answer)
{
    colline_text text, svg;

    if (strcmp(q->format, "mermaid") == 0) {
        text = graph_answer_mermaid(answer);
    } else {
        text = graph_answer_dot(answer);
        if (strcmp(q->format, "svg") == 0) {
            if (!graph_dot_to_svg(text, &q->pool, &svg))
                return MAP_FAILURE;
            text = svg;
        }
    }
    fwrite(text.data, 1, text.length, stdout);
    return MAP_OK;
}

static int print_answer(query *q, const graph_answer *answer)
{
    if (strcmp(q->format, "json") == 0)
        command_print_json(graph_answer_json(answer));
    else if (strcmp(q->format, "table") == 0)
        print_text(answer, &q->pool);
    else
        return print_picture(q, answer);
    return MAP_OK;
}

/* ---- Questions -------------------------------------------------------------------------------------- */

/* The level that was asked for; else that of the nodes. */
static void set_level(query *q, const store_node *nodes, size_t count)
{
    bool tables = false;

    for (size_t i = 0; i < count; i++)
        tables = tables || store_is_table(nodes[i].id);
    q->question.level = q->level != NULL ? (strcmp(q->level, "table") == 0 ? GRAPH_TABLES : GRAPH_COLUMNS)
                                         : (tables ? GRAPH_TABLES : GRAPH_COLUMNS);
}

/* A column at the level of tables is its table. */
static int64_t start_of(const query *q, const store_node *node)
{
    return q->question.level == GRAPH_TABLES ? store_table_of(node->id) : node->id;
}

static int around(query *q, store_direction direction)
{
    graph_answer answer;
    store_node node;
    int64_t start;
    int status = command_find(q->s, q->names.items[0], &q->pool, &node);

    if (status != MAP_OK)
        return status;
    set_level(q, &node, 1);
    q->question.direction = direction;
    if (q->depth == UNSET_DEPTH)
        q->question.depth = 2;
    start = start_of(q, &node);
    status = command_status(q->s, graph_around(q->g, &start, 1, &q->question, &q->pool, &answer));
    return status != MAP_OK ? status : print_answer(q, &answer);
}

static int upstream(query *q)
{
    return around(q, STORE_UPSTREAM);
}

static int downstream(query *q)
{
    return around(q, STORE_DOWNSTREAM);
}

static int find_two(query *q, store_node nodes[2])
{
    int status = command_find(q->s, q->names.items[0], &q->pool, &nodes[0]);

    if (status == MAP_OK)
        status = command_find(q->s, q->names.items[1], &q->pool, &nodes[1]);
    if (status == MAP_OK)
        set_level(q, nodes, 2);
    if (q->depth == UNSET_DEPTH)
        q->question.depth = 0;
    return status;
}

static int path(query *q)
{
    store_node nodes[2];
    graph_answer answer;
    int status = find_two(q, nodes);

    if (status == MAP_OK)
        status = command_status(q->s, graph_path(q->g, start_of(q, &nodes[0]), start_of(q, &nodes[1]),
                                                 &q->question, &q->pool, &answer));
    if (status != MAP_OK)
        return status;
    if (answer.node_count == 0 && strcmp(q->format, "table") == 0) {
        printf("no way leads from %s to %s\n", nodes[0].name.data, nodes[1].name.data);
        return MAP_NO;
    }
    status = print_answer(q, &answer);
    return status == MAP_OK && answer.node_count == 0 ? MAP_NO : status;
}

/* fact.amount -> ... : a line for a statement that makes it. */
static void print_impact(query *q, const graph_impact *impact)
{
    map_pool *pool = &q->pool;
    command_table table = { .columns = 6 };

    command_table_row(&table, (const char *[]){ "DEPTH", "TABLE", "COLUMNS", "STATEMENT", "RUNS", "JOBS" });
    for (size_t i = 0; i < impact->table_count; i++) {
        const graph_impact_table *t = &impact->tables[i];
        colline_text columns = { "", 0 };
        const char *depth = map_pool_format(pool, "%u", t->depth).data;

        for (size_t k = 0; k < t->column_count; k++)
            columns =
                map_pool_format(pool, "%s%s%s", columns.data, k > 0 ? "," : "", t->columns[k].column.data);
        if (t->statement_count == 0)
            command_table_row(&table,
                              (const char *[]){ depth, t->table.name.data, columns.data, "by hand", "", "" });
        for (size_t k = 0; k < t->statement_count; k++) {
            const store_statement_row *s = &t->statements[k];
            colline_text jobs = { "", 0 };

            for (size_t j = 0; j < s->job_count; j++)
                if (s->jobs[j].name.length > 0)
                    jobs = map_pool_format(pool, "%s%s%s", jobs.data, jobs.length > 0 ? "," : "",
                                           s->jobs[j].name.data);
            command_table_row(
                &table, (const char *[]){ depth, t->table.name.data, columns.data,
                                          graph_fingerprint_text(pool, s->fingerprint).data,
                                          map_pool_format(pool, "%llu", (unsigned long long)s->count).data,
                                          jobs.data });
        }
    }
    command_table_print(&table);
    if (impact->answer.truncated)
        puts("... and more: --limit says how many nodes");
}

static int impact(query *q)
{
    graph_impact found;
    store_node node;
    int status = command_find(q->s, q->names.items[0], &q->pool, &node);

    if (status != MAP_OK)
        return status;
    set_level(q, &node, 1);
    if (q->level == NULL)
        q->question.level = GRAPH_COLUMNS;
    if (q->depth == UNSET_DEPTH)
        q->question.depth = 3;
    status = command_status(
        q->s, graph_impact_of(q->g, (int64_t[]){ start_of(q, &node) }, 1, &q->question, &q->pool, &found));
    if (status != MAP_OK)
        return status;
    if (strcmp(q->format, "json") == 0)
        command_print_json(graph_impact_json(&found));
    else if (strcmp(q->format, "table") == 0)
        print_impact(q, &found);
    else
        return print_picture(q, &found.answer);
    return MAP_OK;
}

static int related(query *q)
{
    static const char *const words[] = { "is not related to",
                                         "feeds",
                                         "is fed by",
                                         "feeds, and is fed by,",
                                         "has a source in common with",
                                         "has a target in common with" };
    store_node nodes[2];
    graph_related found;
    int status = find_two(q, nodes);

    if (status == MAP_OK)
        status = command_status(q->s, graph_relate(q->g, start_of(q, &nodes[0]), start_of(q, &nodes[1]),
                                                   &q->question, &q->pool, &found));
    if (status != MAP_OK)
        return status;
    if (strcmp(q->format, "json") == 0) {
        command_print_json(graph_related_json(&found));
    } else if (strcmp(q->format, "table") == 0) {
        printf("%s %s %s\n", nodes[0].name.data, words[found.relation], nodes[1].name.data);
        for (size_t i = 0; i < found.common_count; i++)
            printf("  %s\n", found.common[i].name.data);
        if (found.path.node_count > 0)
            print_text(&found.path, &q->pool);
    } else {
        status = print_picture(q, &found.path);
    }
    return status == MAP_OK && found.relation == GRAPH_UNRELATED ? MAP_NO : status;
}

static int search(query *q)
{
    store_node *nodes;
    size_t found;
    int status = command_status(q->s, store_search(q->s, q->names.items[0],
                                                   q->limit == DEFAULT_LIMIT ? 50 : (size_t)q->limit,
                                                   &q->pool, &nodes, &found));
    command_table table = { .columns = 3 };

    if (status != MAP_OK)
        return status;
    if (strcmp(q->format, "json") == 0) {
        cJSON *object = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(object, "nodes");

        for (size_t i = 0; i < found; i++)
            cJSON_AddItemToArray(list, graph_node_json(&nodes[i]));
        command_print_json(object);
    } else if (strcmp(q->format, "table") == 0) {
        command_table_row(&table, (const char *[]){ "NODE", "KIND", "TYPE" });
        for (size_t i = 0; i < found; i++)
            command_table_row(
                &table, (const char *[]){ nodes[i].name.data, node_kind(&nodes[i]), nodes[i].type.data });
        command_table_print(&table);
    } else {
        map_complain("search has no picture: --format table or json");
        return MAP_FAILURE;
    }
    return found > 0 ? MAP_OK : MAP_NO;
}

static const struct question {
    const char *name;
    size_t nodes;
    int (*ask)(query *q);
    const char *arguments, *about;
} questions[] = {
    { "upstream", 1, upstream, "NODE", "what it comes from" },
    { "downstream", 1, downstream, "NODE", "what comes of it" },
    { "path", 2, path, "NODE NODE", "a shortest way from one to the other" },
    { "impact", 1, impact, "NODE", "the tables that a change reaches, with statements and jobs" },
    { "related", 2, related, "NODE NODE", "how two are related, if they are" },
    { "search", 1, search, "TEXT", "the tables and columns whose names hold a text" },
};
enum { QUESTIONS = sizeof questions / sizeof *questions };

static const char about_names[] =
    "A NODE is a table or a column: dw.fact, dw.fact.amount; in any letter case; what is in front may be "
    "left out where the name is still\n"
    "clear, and ambiguous names are listed. The level is that of the node unless --level says another; a "
    "column at the level of tables is\n"
    "its table, a table at the level of columns all its columns. --kinds is a list of edge kinds, or value "
    "(DIRECT, PROJECT, AGG), indirect\n"
    "(the others), all. The exit status is 1 when there is nothing of that name, or no way.\n";

static bool read_level(const char *level)
{
    if (level == NULL || strcmp(level, "table") == 0 || strcmp(level, "column") == 0)
        return true;
    map_complain("--level wants table or column, not %s", level);
    return false;
}

static int ask(const struct question *question, query *q)
{
    int status;

    if (q->names.count != question->nodes) {
        map_complain("query %s wants %s", question->name, question->arguments);
        return MAP_FAILURE;
    }
    if (!is_format(q->format) || !read_level(q->level) || !command_read_kinds(q->kinds, &q->question.kinds))
        return MAP_FAILURE;
    q->question.depth = (unsigned)(q->depth > 1000 && q->depth != UNSET_DEPTH ? 1000 : q->depth);
    q->question.most_nodes = (size_t)q->limit;
    q->s = command_open(q->where, STORE_READ_ONLY);
    if (q->s == NULL)
        return MAP_FAILURE;
    status = command_status(q->s, graph_open(q->s, &q->g));
    if (status == MAP_OK)
        status = question->ask(q);
    graph_close(q->g);
    store_close(q->s);
    return status;
}

static void print_questions(FILE *out)
{
    fputs("usage: colline query QUESTION NODE [NODE] [OPTION ...]\n\nask a lineage store\n\n", out);
    for (size_t i = 0; i < QUESTIONS; i++)
        fprintf(out, "  %-10s %-10s %s\n", questions[i].name, questions[i].arguments, questions[i].about);
    fputs("\n`colline query QUESTION --help` tells the options.\n", out);
}

static int run(const struct question *question, int count, char **arguments)
{
    query q = { .where = COMMAND_DEFAULT_STORE,
                .kinds = "all",
                .format = "table",
                .depth = UNSET_DEPTH,
                .limit = DEFAULT_LIMIT };
    const map_option options[] = {
        COMMAND_STORE_OPTION(q.where),
        { "depth", MAP_NUMBER, &q.depth, "N",
          "how many steps to go (default: 2; 3 for impact; 64 for path and related)" },
        { "level", MAP_TEXT, &q.level, "LEVEL", "table or column (default: the node's)" },
        { "kinds", MAP_TEXT, &q.kinds, "LIST", "the kinds of edges to follow (default: all)" },
        { "limit", MAP_NUMBER, &q.limit, "N",
          "at most so many nodes (default: 5000; 50 for search); 0: all" },
        { "format", MAP_TEXT, &q.format, "FORM",
          "table (default), json, dot, mermaid or svg (through Graphviz)" },
    };
    map_pool name = MAP_POOL_INIT;
    map_usage usage = { map_pool_format(&name, "query %s", question->name).data,
                        map_pool_format(&name, "%s [OPTION ...]", question->arguments).data, question->about,
                        about_names };
    int status =
        map_read_options(&usage, options, sizeof options / sizeof *options, count, arguments, &q.names);

    if (status == MAP_GO_ON)
        status = ask(question, &q);
    map_arguments_free(&q.names);
    map_pool_free(&q.pool);
    map_pool_free(&name);
    return status;
}

int map_query(int count, char **arguments)
{
    for (size_t i = 0; count > 0 && i < QUESTIONS; i++)
        if (strcmp(questions[i].name, arguments[0]) == 0)
            return run(&questions[i], count - 1, arguments + 1);
    if (count > 0 && (strcmp(arguments[0], "--help") == 0 || strcmp(arguments[0], "-h") == 0)) {
        print_questions(stdout);
        return MAP_OK;
    }
    if (count > 0)
        map_complain("%s is no question", arguments[0]);
    print_questions(stderr);
    return MAP_FAILURE;
}
