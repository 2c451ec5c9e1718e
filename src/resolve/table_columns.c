#include "resolve/table_columns.h"
#include "sql.h"
#include "syntax/lexer.h"

enum { MOST_LEVELS = 32 };

typedef struct listing {
    cln_resolver *r;
    cln_column_names *names;
    bool lists[MOST_LEVELS]; /* by depth of parentheses: columns stand there */
    uint32_t depth;
    bool opens_list; /* COLUMNS was read */
    bool at_column;
} listing;

static void note_column(listing *l, const cln_token *token, colline_text text)
{
    bool quoted = token->kind == TK_QUOTED_ID;

    l->at_column = false;
    if (cln_text_equal_nocase(text, CLN_TEXT("nested")))
        return;
    if (quoted && text.length >= 2)
        text = cln_text_of(text.data + 1, text.length - 2);
    *CLN_PUSH(l->r->arena, l->names) =
        cln_text_copy(l->r->arena, cln_fold_name(l->r->arena, l->r->dialect, text, quoted, CLN_ROLE_COLUMN));
}

static void read_token(listing *l, const cln_token *token, colline_text text)
{
    if (token->kind == TK_LP) {
        l->depth++;
        if (l->depth < MOST_LEVELS)
            l->lists[l->depth] = l->opens_list;
        l->at_column = l->opens_list;
        l->opens_list = false;
        return;
    }
    if (l->opens_list) { /* XMLTABLE: without parentheses */
        if (l->depth < MOST_LEVELS)
            l->lists[l->depth] = true;
        l->opens_list = false;
        l->at_column = true;
    }
    if (token->kind == TK_RP)
        l->depth -= l->depth > 0;
    else if (token->kind == TK_COMMA)
        l->at_column = l->depth < MOST_LEVELS && l->lists[l->depth];
    else if (l->at_column)
        note_column(l, token, text);
    else if (cln_text_equal_nocase(text, CLN_TEXT("columns")))
        l->opens_list = true;
}

void cln_table_columns(cln_resolver *r, const cln_node *call, cln_column_names *names)
{
    cln_lexer lexer = { r->text, r->dialect, r->dialect->lex };
    uint32_t end = call->at.offset + call->at.length;
    listing l = { .r = r, .names = names };
    cln_token token;

    for (uint32_t next = call->at.offset; next < end; next = token.offset + token.length) {
        token = cln_lex(&lexer, next);
        if (token.kind == 0 || token.length == 0 || token.offset >= end)
            return;
        if (token.kind != TK_COMMENT && token.kind != TK_HINT)
            read_token(&l, &token, cln_text_of(r->text.data + token.offset, token.length));
    }
}
