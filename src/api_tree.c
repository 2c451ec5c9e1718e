/*
 * The tree, for those who build on the parser: handles that know their statement, made as the tree is walked.
 */
#include "api.h"

#include "syntax/dump.h"
#include "syntax/walk.h"

/* The handle of a node that is not NULL; the statement's handles are there. */
static colline_node *handle(const colline_statement *statement, const cln_node *node, const colline_node *parent)
{
    colline_node *h = &statement->nodes[node->id];

    if (h->node == NULL) {
        h->node = node;
        h->statement = statement;
        h->parent = parent;
    }
    return h;
}

static void make_nodes(void *argument)
{
    colline_statement *s = argument;

    s->nodes = CLN_NEW_ARRAY(&s->session->work, colline_node, s->node_count);
}

const colline_node *colline_statement_tree(const colline_statement *statement)
{
    if (statement == NULL || statement->result.tree == NULL)
        return NULL;
    if (statement->nodes == NULL &&
        cln_statement_try(statement, make_nodes, (void *)(uintptr_t)statement) != COLLINE_OK)
        return NULL;
    return handle(statement, statement->result.tree, NULL);
}

const char *colline_node_kind(const colline_node *node)
{
    return node != NULL ? cln_kind_facts_of(node->node->kind)->name : NULL;
}

colline_span colline_node_span(const colline_node *node)
{
    return node != NULL ? node->node->at : (colline_span){ 0, 0 };
}

size_t colline_node_child_count(const colline_node *node)
{
    return node != NULL ? cln_child_count(node->node) : 0;
}

const colline_node *colline_node_child(const colline_node *node, size_t index)
{
    const cln_node *child =
        node != NULL && index < UINT32_MAX ? cln_child(node->node, (uint32_t)index, NULL) : NULL;

    return child != NULL ? handle(node->statement, child, node) : NULL;
}

const char *colline_node_child_role(const colline_node *node, size_t index)
{
    const char *role = NULL;

    if (node == NULL || index >= UINT32_MAX || cln_child(node->node, (uint32_t)index, &role) == NULL)
        return NULL;
    return role;
}

static void make_text(void *argument)
{
    colline_node *h = argument;
    const colline_statement *s = h->statement;
    colline_text text = cln_node_text(h->node);

    if (h->node->kind == CLN_LITERAL)
        text = cln_text_of(s->result.text.data + h->node->at.offset, h->node->at.length);
    h->text = cln_text_copy(&s->session->work, text);
}

colline_text colline_node_text(const colline_node *node)
{
    if (node == NULL || (node->text.data == NULL && cln_statement_try(node->statement, make_text,
                                                                      (void *)(uintptr_t)node) != COLLINE_OK))
        return CLN_TEXT("");
    return node->text;
}

static void make_detail(void *argument)
{
    colline_node *h = argument;
    cln_arena *arena = &h->statement->session->work;
    cln_buffer out = { NULL, 0, 0 };

    cln_dump_detail(arena, &out, h->node);
    h->detail = cln_buffer_text(arena, &out);
    if (h->detail.length > 0) /* the space that parts it from the kind */
        h->detail = cln_text_of(h->detail.data + 1, h->detail.length - 1);
}

colline_text colline_node_detail(const colline_node *node)
{
    if (node == NULL || (node->detail.data == NULL && cln_statement_try(node->statement, make_detail,
                                                                        (void *)(uintptr_t)node) != COLLINE_OK))
        return CLN_TEXT("");
    return node->detail;
}

/* ---- Up, and down to a place --------------------------------------------------------------------- */

const colline_node *colline_node_parent(const colline_node *node)
{
    return node != NULL ? node->parent : NULL;
}

static bool holds(const colline_node *node, uint32_t offset)
{
    colline_span at = colline_node_span(node);

    return offset >= at.offset && offset - at.offset < at.length;
}

const colline_node *colline_statement_node_at(const colline_statement *statement, uint32_t offset)
{
    const colline_node *node = colline_statement_tree(statement), *inner = node;

    if (node == NULL || !holds(node, offset))
        return NULL;
    while (inner != NULL) {
        size_t count = colline_node_child_count(inner);
        node = inner;
        inner = NULL;
        for (size_t i = 0; i < count && inner == NULL; i++) {
            const colline_node *child = colline_node_child(node, i);
            if (holds(child, offset))
                inner = child;
        }
    }
    return node;
}
