/*
 * Answers as pictures: tables as boxes of columns, from left to right; what the catalog does not know is
 * dashed.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "map/graph/internal.h"
#include "map/map.h"

/* A text that grows. */
typedef struct buffer {
    char *data;
    size_t length, capacity;
} buffer;

static void put_bytes(buffer *b, const char *data, size_t length)
{
    if (b->length + length + 1 > b->capacity) {
        b->capacity = (b->length + length + 1) * 2;
        b->data = map_resize(b->data, b->capacity);
    }
    memcpy(b->data + b->length, data, length);
    b->length += length;
    b->data[b->length] = '\0';
}

static void put(buffer *b, const char *text)
{
    put_bytes(b, text, strlen(text));
}

static void put_number(buffer *b, int64_t number)
{
    map_pool pool = MAP_POOL_INIT;

    put(b, map_pool_format(&pool, "%lld", (long long)number).data);
    map_pool_free(&pool);
}

/* Inside a dot string. */
static void put_escaped(buffer *b, colline_text text)
{
    for (uint32_t i = 0; i < text.length; i++) {
        if (strchr("\"\\", text.data[i]) != NULL)
            put(b, "\\");
        put_bytes(b, text.data[i] == '\n' || text.data[i] == '\r' ? " " : text.data + i, 1);
    }
}

/* Inside a Mermaid string: signs that could end it or be HTML go by number. */
static void put_mermaid(buffer *b, colline_text text)
{
    for (uint32_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.data[i];

        if (c < 0x80 && (c < ' ' || strchr("\"#<>&;[]{}()|`", c) != NULL)) {
            put(b, "#");
            put_number(b, c);
            put(b, ";");
        } else {
            put_bytes(b, text.data + i, 1);
        }
    }
}

static colline_text give(const graph_answer *answer, buffer *b)
{
    colline_text text = map_pool_copy(answer->pool, b->data, b->length);

    free(b->data);
    return text;
}

typedef struct placed {
    int64_t id;
    size_t place;
} placed;

static int by_id(const void *a, const void *b)
{
    const placed *x = a, *y = b;

    return x->id < y->id ? -1 : x->id > y->id;
}

/* Nodes table by table: their places in answer->nodes. */
static size_t *by_table(const graph_answer *answer)
{
    placed *pairs = map_get(answer->node_count * sizeof *pairs);
    size_t *places = map_get(answer->node_count * sizeof *places);

    for (size_t i = 0; i < answer->node_count; i++)
        pairs[i] = (placed){ answer->nodes[i].node.id, i };
    qsort(pairs, answer->node_count, sizeof *pairs, by_id);
    for (size_t i = 0; i < answer->node_count; i++)
        places[i] = pairs[i].place;
    free(pairs);
    return places;
}

/* The table's name, from a node of it. */
static colline_text table_name(const store_node *n)
{
    colline_text name = n->name;

    if (n->kind == STORE_COLUMN)
        name.length -= n->column.length + 1;
    return name;
}

static const char *edge_style(const store_edge_row *edge)
{
    if (edge->kind == STORE_KIND_TABLE)
        return edge->quality == COLLINE_TO_CONFIRM ? " [style=dashed]" : "";
    return edge->kind > COLLINE_AGG              ? " [style=dotted, color=gray40]"
           : edge->quality == COLLINE_TO_CONFIRM ? " [style=dashed]"
                                                 : "";
}

static void dot_edges(buffer *b, const graph_answer *answer)
{
    for (size_t i = 0; i < answer->edge_count; i++) {
        const store_edge_row *edge = &answer->edges[i];
        const char *kind =
            edge->kind == STORE_KIND_TABLE ? NULL : colline_edge_kind_name((colline_edge_kind)edge->kind);

        put(b, "  n");
        put_number(b, edge->source);
        put(b, " -> n");
        put_number(b, edge->target);
        put(b, edge_style(edge));
        if (kind != NULL) {
            put(b, " [label=\"");
            put(b, kind);
            put(b, "\"]");
        }
        put(b, ";\n");
    }
}

static void dot_node(buffer *b, const store_node *n)
{
    put(b, "    n");
    put_number(b, n->id);
    put(b, " [label=\"");
    put_escaped(b, n->kind == STORE_COLUMN ? n->column : n->name);
    put(b, n->kind == STORE_TEMPORARY ? "\", style=dashed];\n"
           : n->kind == STORE_FILE    ? "\", shape=note];\n"
                                      : "\"];\n");
}

colline_text graph_answer_dot(const graph_answer *answer)
{
    buffer b = { 0 };
    size_t *places = by_table(answer);
    int64_t table = -1;

    put(&b, "digraph lineage {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\", fontsize=10];\n"
            "  edge [fontname=\"sans-serif\", fontsize=8];\n");
    for (size_t i = 0; i < answer->node_count; i++) {
        const store_node *n = &answer->nodes[places[i]].node;

        if (n->kind == STORE_COLUMN && store_table_of(n->id) != table) {
            put(&b, table >= 0 ? "  }\n" : "");
            table = store_table_of(n->id);
            put(&b, "  subgraph cluster_");
            put_number(&b, table);
            put(&b, " {\n    label=\"");
            put_escaped(&b, table_name(n));
            put(&b, n->table_kind == STORE_TEMPORARY ? "\";\n    style=dashed;\n" : "\";\n");
        }
        if (n->kind != STORE_COLUMN && table >= 0) {
            put(&b, "  }\n");
            table = -1;
        }
        dot_node(&b, n);
    }
    put(&b, table >= 0 ? "  }\n" : "");
    dot_edges(&b, answer);
    put(&b, "}\n");
    free(places);
    return give(answer, &b);
}

static void mermaid_edges(buffer *b, const graph_answer *answer)
{
    for (size_t i = 0; i < answer->edge_count; i++) {
        const store_edge_row *edge = &answer->edges[i];
        bool table = edge->kind == STORE_KIND_TABLE;
        bool dotted = edge->quality == COLLINE_TO_CONFIRM || (!table && edge->kind > COLLINE_AGG);
        const char *kind = table ? NULL : colline_edge_kind_name((colline_edge_kind)edge->kind);

        put(b, "  n");
        put_number(b, edge->source);
        put(b, dotted ? " -.->" : " -->");
        if (kind != NULL) {
            put(b, "|");
            put(b, kind);
            put(b, "|");
        }
        put(b, " n");
        put_number(b, edge->target);
        put(b, "\n");
    }
}

colline_text graph_answer_mermaid(const graph_answer *answer)
{
    buffer b = { 0 };
    size_t *places = by_table(answer);
    int64_t table = -1;

    put(&b, "flowchart LR\n");
    for (size_t i = 0; i < answer->node_count; i++) {
        const store_node *n = &answer->nodes[places[i]].node;

        if (table >= 0 && (n->kind != STORE_COLUMN || store_table_of(n->id) != table)) {
            put(&b, "  end\n");
            table = -1;
        }
        if (n->kind == STORE_COLUMN && table < 0) {
            table = store_table_of(n->id);
            put(&b, "  subgraph t");
            put_number(&b, table);
            put(&b, "[\"");
            put_mermaid(&b, table_name(n));
            put(&b, "\"]\n");
        }
        put(&b, n->kind == STORE_COLUMN ? "    n" : "  n");
        put_number(&b, n->id);
        put(&b, "[\"");
        put_mermaid(&b, n->kind == STORE_COLUMN ? n->column : n->name);
        put(&b, "\"]\n");
    }
    put(&b, table >= 0 ? "  end\n" : "");
    mermaid_edges(&b, answer);
    free(places);
    return give(answer, &b);
}

/* ---- SVG -------------------------------------------------------------------------------------------- */

/* In the child: `dot -Tsvg` between two pipes. */
static void become_dot(int in, int out)
{
    if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0)
        execlp("dot", "dot", "-Tsvg", (char *)NULL);
    _exit(127);
}

static void write_all(int to, colline_text text)
{
    for (size_t done = 0; done < text.length;) {
        ssize_t written = write(to, text.data + done, text.length - done);

        if (written < 0 && errno != EINTR)
            return;
        done += written > 0 ? (size_t)written : 0;
    }
}

static void read_all(int from, buffer *b)
{
    char piece[8192];
    ssize_t got;

    while ((got = read(from, piece, sizeof piece)) > 0 || (got < 0 && errno == EINTR))
        put_bytes(b, piece, got > 0 ? (size_t)got : 0);
}

/* dot reads all of its input before it writes: no deadlock. */
bool graph_dot_to_svg(colline_text dot, map_pool *pool, colline_text *svg)
{
    int to[2], from[2], status = 0;
    buffer b = { 0 };
    pid_t child;

    if (pipe(to) != 0)
        return false;
    if (pipe(from) != 0) {
        close(to[0]);
        close(to[1]);
        return false;
    }
    child = fork();
    if (child == 0) {
        close(to[1]);
        close(from[0]);
        become_dot(to[0], from[1]);
    }
    close(to[0]);
    close(from[1]);
    if (child > 0)
        write_all(to[1], dot);
    close(to[1]);
    read_all(from[0], &b);
    close(from[0]);
    if (child > 0)
        waitpid(child, &status, 0);
    *svg = map_pool_copy(pool, b.data, b.length);
    free(b.data);
    if (child < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        map_complain("no SVG: %s", child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 127
                                       ? "Graphviz' program dot is not installed"
                                       : "Graphviz' program dot failed");
        return false;
    }
    return true;
}
