#include "resolve/resolve.h"

/* Most names are folded as they stand: they have no letter that folding would change. */
static colline_text folded(cln_resolver *r, const cln_node *name, cln_fold fold)
{
    colline_text text = CLN_AS(name, name)->text;

    if (fold == CLN_FOLD_NONE || (fold == r->dialect->fold_columns && (name->flags & CLN_IS_FOLDED) != 0))
        return text;
    return fold == CLN_FOLD_LOWER ? cln_text_lower(r->arena, text) : cln_text_upper(r->arena, text);
}

colline_text cln_column_text(cln_resolver *r, const cln_node *name)
{
    const cln_dialect *dialect = r->dialect;

    return folded(r, name, (name->flags & CLN_QUOTED) != 0 ? dialect->fold_quoted : dialect->fold_columns);
}

colline_text cln_table_text(cln_resolver *r, const cln_node *name)
{
    if (r->dialect->tables == CLN_TABLES_LOWER)
        return folded(r, name, CLN_FOLD_LOWER);
    return folded(r, name, (name->flags & CLN_QUOTED) != 0 ? r->dialect->fold_quoted : r->dialect->fold);
}

bool cln_name_is_exact(const cln_resolver *r, const cln_node *name)
{
    return (name->flags & CLN_QUOTED) != 0 && r->dialect->fold_quoted == CLN_FOLD_NONE &&
           !r->dialect->ignore_case;
}

const cln_node *cln_last(const cln_list *parts)
{
    return parts->items[parts->count - 1];
}

colline_text cln_text_of_node(const cln_resolver *r, const cln_node *node)
{
    return cln_text_of(r->text.data + node->at.offset, node->at.length);
}

uint32_t cln_expression_of(cln_resolver *r, const cln_node *node)
{
    return cln_add_expression(r->origins, cln_text_of_node(r, node));
}

void cln_warn(cln_resolver *r, cln_code code, colline_span at, const char *format, colline_text argument)
{
    bool follows = code == CLN_UNKNOWN_COLUMN || code == CLN_COLUMN_COUNT || code == CLN_DUPLICATE_ALIAS;

    /* What was skipped may have held the relation, the column, the alias. */
    if (!r->foreign && !(r->damaged && follows))
        cln_diagnose(r->diagnostics, code, at, format, &argument);
}
