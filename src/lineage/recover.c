/*
 * recover.c -- what can still be told of a statement that does not parse: its target and the tables that it
 * reads.
 *
 *     INSERT INTO g SELECT a +* b FROM t JOIN u ON t.x = u.x      target g, sources t, u
 *
 * Tokens are all there is, so this is a reading of heads and FROM clauses: a name behind FROM, JOIN, USING or
 * a comma of a FROM list is a table unless it is called like a function or is a CTE.
 */
#include "lineage/assemble.h"
#include "sql.h"
#include "syntax/lexer.h"

/* What is known of one level of parentheses. */
typedef struct cln_level {
    bool call;   /* of EXTRACT and its kin, which have a FROM of their own ... */
    bool select; /* ... unless SELECT stands in it */
    bool from;   /* in the list of a FROM clause: a comma is followed by a table */
} cln_level;

typedef struct cln_recovery {
    cln_assembly *a;
    cln_lexer lexer;
    uint32_t at, end;
    cln_token token, before;
    CLN_VECTOR(cln_level) levels;
    cln_map ctes;
    cln_origin rows;
    cln_scope *scope;
    const colline_span *damage; /* only what stands in these is told; NULL: all */
    uint32_t damage_count, passed;
} cln_recovery;

static void next(cln_recovery *v)
{
    v->before = v->token;
    v->token = cln_lex_within(&v->lexer, &v->at, v->end);
}

static colline_text text_of(const cln_recovery *v, const cln_token *token)
{
    return cln_text_of(v->lexer.text.data + token->offset, token->length);
}

static bool is_name(const cln_recovery *v)
{
    return v->token.kind == TK_ID || v->token.kind == TK_QUOTED_ID ||
           (v->token.keyword != 0 &&
            cln_keyword_class_of(v->lexer.dialect, v->token.keyword) < CLN_KEYWORD_FUNCTION);
}

static cln_node *name_node(cln_recovery *v)
{
    cln_name_node *name = CLN_NEW(v->a->result->arena, cln_name_node);
    colline_text text = text_of(v, &v->token);

    name->node.kind = CLN_NAME;
    name->node.at = (colline_span){ v->token.offset, v->token.length };
    if (v->token.kind == TK_QUOTED_ID && text.length >= 2) {
        name->node.flags = CLN_QUOTED;
        text = cln_text_of(text.data + 1, text.length - 2);
    }
    name->text = text;
    return &name->node;
}

/* The dotted name that stands here; false where there is none. */
static bool read_name(cln_recovery *v, cln_list *parts)
{
    while (is_name(v)) {
        *CLN_PUSH(v->a->result->arena, parts) = name_node(v);
        next(v);
        if (v->token.kind != TK_DOT)
            break;
        next(v);
    }
    return parts->count > 0;
}

static cln_level *level(cln_recovery *v)
{
    return &v->levels.items[v->levels.count - 1];
}

/* Whether the token at hand is to be told of; tokens are asked about in the order of the text. */
static bool is_asked_for(cln_recovery *v)
{
    if (v->damage == NULL)
        return true;
    while (v->passed < v->damage_count &&
           v->damage[v->passed].offset + v->damage[v->passed].length <= v->token.offset)
        v->passed++;
    return v->passed < v->damage_count && v->damage[v->passed].offset <= v->token.offset;
}

static void read_source(cln_recovery *v)
{
    cln_list parts = { NULL, 0, 0 };
    cln_table_name name;
    const cln_rowset *rows;
    bool asked = is_asked_for(v);

    if (!read_name(v, &parts) || v->token.kind == TK_LP || !asked)
        return;
    if (parts.count == 1 && cln_map_get(&v->ctes, cln_text_lower(v->a->result->arena,
                                                                 CLN_AS(name, parts.items[0])->text)) != NULL)
        return;
    rows = cln_resolve_table(&v->a->resolver, v->scope, &parts, parts.items[0]->at, &name);
    if (rows->relation != 0)
        cln_link_to(v->a->resolver.origins, v->rows, rows->relation - 1, CLN_LINK_RELATION, 0, 0);
    cln_link_to(v->a->resolver.origins, v->rows, rows->rows, CLN_LINK_MENTION, 0, 0);
}

/* Words between a head and the name of its object. */
static void skip_head_words(cln_recovery *v)
{
    for (;;) {
        switch (v->token.kind) {
        case TK_INTO:
        case TK_OVERWRITE:
        case TK_TABLE:
        case TK_VIEW:
        case TK_MATERIALIZED:
        case TK_EXTERNAL:
        case TK_OR:
        case TK_REPLACE:
        case TK_TEMPORARY:
        case TK_IF:
        case TK_NOT:
        case TK_EXISTS:
        case TK_FROM:
        case TK_INSERT:
        case TK_CREATE:
        case TK_ALTER: next(v); break;
        default: return;
        }
    }
}

static void read_target(cln_recovery *v, colline_operation operation)
{
    cln_list parts = { NULL, 0, 0 };
    cln_table_name name;
    const cln_table *table;

    skip_head_words(v);
    if (!read_name(v, &parts))
        return;
    name = cln_name_of_parts(v->a->result->arena, v->lexer.dialect, &parts, v->a->resolver.home);
    table = cln_catalog_find(v->a->resolver.catalog, &name);
    (void)cln_add_named_target(v->a, table != NULL ? &table->name : &name, table, operation);
}

/* The target that the kind of the statement says, where its head ends: INSERT may follow a WITH. */
static bool starts_target(const cln_recovery *v, colline_operation *operation)
{
    switch (v->token.kind) {
    case TK_INSERT:
    case TK_UPSERT: *operation = COLLINE_OPERATION_APPEND; return true;
    case TK_CREATE: *operation = COLLINE_OPERATION_CREATE; return true;
    case TK_ALTER: *operation = COLLINE_OPERATION_REPLACE; return true;
    case TK_MERGE: *operation = COLLINE_OPERATION_MERGE; return true;
    case TK_UPDATE: *operation = COLLINE_OPERATION_UPDATE; return true;
    case TK_DELETE: *operation = COLLINE_OPERATION_DELETE; return true;
    case TK_INTO: /* UPSRT INTO t: whatever it does, it does it to t */
        *operation = COLLINE_OPERATION_APPEND;
        return v->a->result->kind == COLLINE_STATEMENT_UNKNOWN && v->before.kind != 0;
    default: return false;
    }
}

/* name AS ( ...: a CTE, from here on no table */
static void note_cte(cln_recovery *v)
{
    cln_token name = v->token;
    cln_recovery ahead = *v;

    next(&ahead);
    if (ahead.token.kind == TK_AS) {
        next(&ahead);
        if (ahead.token.kind == TK_LP)
            cln_map_put(v->a->result->arena, &v->ctes, cln_text_lower(v->a->result->arena, text_of(v, &name)),
                        v);
    }
}

/* EXTRACT(DAY FROM x) */
static bool is_call_with_from(const cln_recovery *v)
{
    static const char *const names[] = { "extract", "trim", "substring", "substr", "overlay", "ltrim", "rtrim" };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (cln_text_says(text_of(v, &v->before), names[i]))
            return true;
    return false;
}

static void read_token(cln_recovery *v)
{
    cln_level fresh = { v->token.kind == TK_LP && is_call_with_from(v), false, false };

    switch (v->token.kind) {
    case TK_LP: *CLN_PUSH(v->a->result->arena, &v->levels) = fresh; break;
    case TK_RP: v->levels.count -= v->levels.count > 1; break;
    case TK_SELECT:
        level(v)->select = true;
        level(v)->from = false;
        break;
    case TK_WHERE:
    case TK_GROUP:
    case TK_HAVING:
    case TK_ORDER:
    case TK_LIMIT:
    case TK_UNION:
    case TK_SET: level(v)->from = false; break;
    case TK_FROM:
        if (v->before.kind == TK_DISTINCT)
            v->token.kind = TK_DISTINCT; /* IS DISTINCT FROM b: no clause, also for what follows */
        else
            level(v)->from = level(v)->select || !level(v)->call;
        break;
    default: break;
    }
}

static bool before_table(const cln_recovery *v)
{
    const cln_level *here = &v->levels.items[v->levels.count - 1];

    switch (v->before.kind) {
    case TK_FROM:
    case TK_COMMA: return here->from;
    case TK_JOIN: return true;
    case TK_USING: return v->token.kind != TK_LP && v->a->result->kind == COLLINE_STATEMENT_MERGE;
    default: return false;
    }
}

static void start(cln_recovery *v, cln_assembly *a)
{
    memset(v, 0, sizeof *v);
    v->a = a;
    v->lexer = (cln_lexer){ a->result->text, a->resolver.dialect, a->resolver.dialect->lex };
    v->at = a->result->at.offset;
    v->end = v->at + a->result->at.length;
    v->rows = cln_new_node(a->resolver.origins);
    v->scope = cln_scope_new(&a->resolver, NULL, NULL);
    *CLN_PUSH(a->result->arena, &v->levels) = (cln_level){ false, false, false };
    next(v);
}

static void read_all(cln_recovery *v, bool wants_target)
{
    cln_assembly *a = v->a;
    colline_operation operation;

    while (v->token.kind != 0) {
        cln_poll(a->result->arena->fault);
        if (wants_target && v->levels.count == 1 && starts_target(v, &operation)) {
            wants_target = false;
            if (v->token.kind == TK_INSERT && a->result->kind == COLLINE_STATEMENT_SELECT)
                a->result->kind = COLLINE_STATEMENT_INSERT;
            next(v);
            read_target(v, operation);
        } else if (before_table(v) && is_name(v)) {
            read_source(v);
        } else {
            if ((v->before.kind == TK_WITH || v->before.kind == TK_COMMA) && is_name(v))
                note_cte(v);
            read_token(v);
            next(v);
        }
    }
}

void cln_recover(cln_assembly *a)
{
    cln_recovery v;

    start(&v, a);
    read_all(&v, true);
    cln_set_rows(a, v.rows);
}

void cln_recover_damage(cln_assembly *a, const cln_parsed *parsed)
{
    cln_recovery v;

    start(&v, a);
    v.damage = parsed->damage;
    v.damage_count = parsed->damage_count;
    read_all(&v, a->result->targets.count == 0);
    if (a->rows.count == 0)
        cln_set_rows(a, v.rows);
    else if (a->rows.items[0] == CLN_NO_ORIGIN)
        a->rows.items[0] = v.rows;
    else
        cln_link_to(a->resolver.origins, a->rows.items[0], v.rows, CLN_LINK_MENTION, 0, 0);
}
