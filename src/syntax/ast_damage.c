/*
 * ast_damage.c -- nodes for what could not be read: of its text, the name it would have had.
 *
 *     SELECT a +* b AS x FROM t       the item is DAMAGED, and still named x
 */
#include "sql.h"
#include "syntax/ast_build.h"

static bool is_name(const cln_parse *pc, cln_token token)
{
    return token.kind == TK_ID || token.kind == TK_QUOTED_ID ||
           (token.keyword != 0 && cln_keyword_class_of(pc->dialect, token.keyword) < CLN_KEYWORD_FUNCTION);
}

static cln_node *name_of(cln_parse *pc, cln_token token)
{
    colline_span at = pc->at;
    cln_node *name;

    pc->at = cln_token_span(token);
    name = cln_build_name(pc, token);
    pc->at = at;
    return name;
}

/* The token at `offset` or the next one behind comments; kind 0 at the end of `whole`. */
static cln_token token_in(cln_parse *pc, cln_token whole, uint32_t offset)
{
    cln_token token = cln_lex_within(&pc->lexer, &offset, UINT32_MAX);

    cln_poll(pc->arena->fault);
    if (token.offset + token.length > whole.offset + whole.length)
        token.kind = 0;
    return token;
}

/* The name that it starts with, or NULL. */
static cln_node *first_name(cln_parse *pc, cln_token whole)
{
    cln_token first = token_in(pc, whole, whole.offset);

    return first.kind != 0 && is_name(pc, first) ? name_of(pc, first) : NULL;
}

/* The name behind AS at its end, or NULL. */
static cln_node *alias_of(cln_parse *pc, cln_token whole)
{
    cln_token before = { 0 }, last = { 0 };

    for (cln_token token = token_in(pc, whole, whole.offset); token.kind != 0;
         token = token_in(pc, whole, token.offset + token.length)) {
        before = last;
        last = token;
    }
    return before.kind == TK_AS && is_name(pc, last) ? name_of(pc, last) : NULL;
}

cln_node *cln_build_damaged_item(cln_parse *pc, cln_token whole)
{
    if (whole.length == 0)
        return NULL;
    return MAKE(select_item, 0, .value = MAKE(damaged, 0), .alias = alias_of(pc, whole));
}

cln_node *cln_build_damaged_source(cln_parse *pc, cln_token whole)
{
    return MAKE(source, 0, .relation = MAKE(damaged, 0), .alias = alias_of(pc, whole));
}

cln_node *cln_build_damaged_cte(cln_parse *pc, cln_token whole)
{
    cln_node *name = first_name(pc, whole);

    if (name == NULL)
        name = cln_build_damaged_name(pc, whole);
    return MAKE(cte, 0, .name = name, .query = MAKE(query, 0, .body = MAKE(damaged, 0)));
}

cln_node *cln_build_damaged_assignment(cln_parse *pc, cln_token whole)
{
    cln_node *name = first_name(pc, whole);

    if (name == NULL)
        return NULL;
    return MAKE(assignment, 0, .columns = cln_build_list(pc, MAKE(column, 0, .parts = cln_build_list(pc, name))),
                .value = MAKE(damaged, 0));
}

cln_node *cln_build_damaged_element(cln_parse *pc, cln_token whole)
{
    cln_node *name = first_name(pc, whole);

    return name != NULL ? MAKE(column_def, 0, .name = name) : NULL;
}

/* A name in a list of columns keeps its place: its text stands for it. */
cln_node *cln_build_damaged_name(cln_parse *pc, cln_token whole)
{
    return MAKE(name, CLN_NOT, .text = cln_parse_text(pc, whole));
}

cln_node *cln_build_damaged_column(cln_parse *pc, cln_token whole)
{
    return MAKE(column, 0, .parts = cln_build_list(pc, cln_build_damaged_name(pc, whole)));
}
