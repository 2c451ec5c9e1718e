#include "syntax/walk.h"

#include <stddef.h>

/* Where each kind's members stand in the table below: two marks a kind, an entry a member. */
enum {
#define NODE(KIND, struct_name) BEGIN_##struct_name,
#define CHILD(struct_name, member) AT_##struct_name##_##member,
#define LIST(struct_name, member) AT_##struct_name##_##member,
#define VALUE(struct_name, type, member)
#define END(struct_name) END_##struct_name,
#include "syntax/ast.def"
#undef NODE
#undef CHILD
#undef LIST
#undef VALUE
#undef END
    MEMBER_COUNT
};

static const cln_member members[] = {
#define NODE(KIND, struct_name) { NULL, 0, false },
#define CHILD(struct_name, member) { #member, offsetof(cln_##struct_name##_node, member), false },
#define LIST(struct_name, member) { #member, offsetof(cln_##struct_name##_node, member), true },
#define VALUE(struct_name, type, member)
#define END(struct_name) { NULL, 0, false },
#include "syntax/ast.def"
#undef NODE
#undef CHILD
#undef LIST
#undef VALUE
#undef END
};

const cln_kind_facts cln_kinds[CLN_KIND_COUNT] = {
#define NODE(KIND, struct_name)                                                                  \
    { #struct_name, sizeof(cln_##struct_name##_node), END_##struct_name - BEGIN_##struct_name - 1, \
      members + BEGIN_##struct_name + 1 },
#define CHILD(struct_name, member)
#define LIST(struct_name, member)
#define VALUE(struct_name, type, member)
#define END(struct_name)
#include "syntax/ast.def"
#undef NODE
#undef CHILD
#undef LIST
#undef VALUE
#undef END
};

static bool walk_list(cln_walker *walker, const cln_list *list)
{
    for (uint32_t i = 0; i < cln_count(list); i++)
        if (!cln_walk(walker, list->items[i]))
            return false;
    return true;
}

bool cln_walk(cln_walker *walker, const cln_node *node)
{
    const cln_kind_facts *facts;
    cln_walk_answer answer;

    if (node == NULL)
        return true;
    cln_poll(walker->fault);
    answer = walker->enter(walker, node);
    if (answer != CLN_WALK_ON)
        return answer == CLN_WALK_SKIP;
    facts = &cln_kinds[node->kind];
    for (uint32_t i = 0; i < facts->member_count; i++) {
        const cln_member *member = &facts->members[i];
        if (!(member->list ? walk_list(walker, cln_member_list(node, member))
                           : cln_walk(walker, cln_member_node(node, member))))
            return false;
    }
    return true;
}

uint32_t cln_child_count(const cln_node *node)
{
    const cln_kind_facts *facts = &cln_kinds[node->kind];
    uint32_t count = 0;

    for (uint32_t i = 0; i < facts->member_count; i++) {
        const cln_member *member = &facts->members[i];
        count += member->list ? cln_count(cln_member_list(node, member)) : cln_member_node(node, member) != NULL;
    }
    return count;
}

const cln_node *cln_child(const cln_node *node, uint32_t index, const char **role)
{
    const cln_kind_facts *facts = &cln_kinds[node->kind];

    for (uint32_t i = 0; i < facts->member_count; i++) {
        const cln_member *member = &facts->members[i];
        const cln_list *list = member->list ? cln_member_list(node, member) : NULL;
        const cln_node *child = member->list ? NULL : cln_member_node(node, member);
        uint32_t count = member->list ? cln_count(list) : child != NULL;

        if (index < count) {
            if (role != NULL)
                *role = member->role;
            return member->list ? list->items[index] : child;
        }
        index -= count;
    }
    return NULL;
}

colline_text cln_node_text(const cln_node *node)
{
    if (node->kind == CLN_NAME)
        return CLN_AS(name, node)->text;
    if (node->kind == CLN_TYPE)
        return CLN_AS(type, node)->text;
    return CLN_TEXT("");
}
