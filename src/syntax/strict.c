#include "syntax/strict.h"

#include "sql.h"
#include "syntax/walk.h"

enum { STRICT_IMPALA = 1, STRICT_HIVE = 2, STRICT_BOTH = STRICT_IMPALA | STRICT_HIVE };

/* ---- What the conditions of strict.def ask ---- */

static bool is_number(const cln_node *node)
{
    return node->kind == CLN_PARAMETER ||
           (node->kind == CLN_LITERAL && CLN_AS(literal, node)->literal == CLN_LITERAL_NUMBER);
}

static cln_token token_at(const cln_parse *pc, uint32_t offset)
{
    cln_token token;

    do {
        token = cln_lex(&pc->lexer, offset);
        offset = token.offset + token.length;
    } while (token.kind == TK_COMMENT || token.kind == TK_HINT || token.kind == TK_TAG);
    return token;
}

static cln_token token_behind(const cln_parse *pc, cln_token token)
{
    return token_at(pc, token.offset + token.length);
}

/* The last token between the offset `from`, where something ended, and `offset`; kind 0: none. */
static cln_token token_before(const cln_parse *pc, uint32_t from, uint32_t offset)
{
    cln_token last = { 0 };

    for (cln_token token = token_at(pc, from); token.kind != 0 && token.offset < offset;
         token = token_behind(pc, token))
        last = token;
    return last;
}

/* The later of `end` and where what stands in front of `offset` ends. */
static uint32_t later_end(uint32_t end, const cln_node *node, uint32_t offset)
{
    uint32_t own = node != NULL ? node->at.offset + node->at.length : 0;

    return own <= offset && own > end ? own : end;
}

static uint32_t later_end_of_list(uint32_t end, const cln_list *list, uint32_t offset)
{
    return cln_count(list) > 0 ? later_end(end, list->items[list->count - 1], offset) : end;
}

/* LIMIT 5, LIMIT 10, 5, LIMIT (5); not FETCH FIRST 5 ROWS */
static bool says_limit(const cln_parse *pc, const cln_query_node *query)
{
    uint32_t offset = query->limit->at.offset, end = later_end(query->node.at.offset, query->body, offset);
    uint16_t kind;

    end = later_end_of_list(end, query->order_by, offset);
    end = later_end_of_list(end, query->sort_by, offset);
    end = later_end_of_list(end, query->cluster_by, offset);
    end = later_end_of_list(end, query->distribute_by, offset);
    kind = token_before(pc, end, offset).kind;
    return kind == TK_LIMIT || kind == TK_COMMA || kind == TK_LP;
}

static bool starts_before(const cln_list *a, const cln_list *b)
{
    return a != NULL && b != NULL && a->items[0]->at.offset < b->items[0]->at.offset;
}

static bool from_comes_first(const cln_select_node *select)
{
    return starts_before(select->from, select->items);
}

/* SELECT DISTINCT ALL a */
static bool repeats_quantity(const cln_parse *pc, const cln_node *select)
{
    cln_token first = token_at(pc, select->at.offset);
    cln_token second;

    if (first.kind != TK_SELECT)
        return false;
    first = token_behind(pc, first);
    if (first.kind != TK_DISTINCT && first.kind != TK_ALL)
        return false;
    second = token_behind(pc, first);
    return second.kind == TK_DISTINCT || second.kind == TK_ALL;
}

static bool is_call_of(const cln_call_node *call, const char *name)
{
    return cln_count(call->name) == 1 && (call->name->items[0]->flags & CLN_QUOTED) == 0 &&
           cln_text_equal_nocase(CLN_AS(name, call->name->items[0])->text, cln_text_of(name, strlen(name)));
}

static bool is_map(const cln_type_node *type)
{
    return cln_text_equal_nocase(type->text, CLN_TEXT("map"));
}

/* The token behind the word INSERT, wherever a WITH lets it stand; UPSERT counts as that. */
static cln_token behind_insert(const cln_parse *pc, const cln_insert_node *insert)
{
    uint32_t offset = insert->node.at.offset;
    cln_token token;

    if (insert->ctes != NULL) {
        const cln_node *last = insert->ctes->items[insert->ctes->count - 1];
        offset = last->at.offset + last->at.length;
    }
    for (token = token_at(pc, offset); token.kind != TK_INSERT && token.kind != TK_UPSERT;
         token = token_behind(pc, token))
        if (token.kind == 0 || (insert->target != NULL && token.offset >= insert->target->at.offset))
            return token;
    return token_behind(pc, token);
}

/* INSERT INTO, INSERT OVERWRITE, but neither INSERT t nor INSERT OVERWRITE INTO t. */
static bool names_its_way(const cln_parse *pc, const cln_insert_node *insert)
{
    cln_token token = behind_insert(pc, insert);

    if (token.kind == TK_INTO)
        return true;
    return token.kind == TK_OVERWRITE && token_behind(pc, token).kind != TK_INTO;
}

static bool lacks_table_word(const cln_parse *pc, const cln_insert_node *insert)
{
    cln_token token = behind_insert(pc, insert);

    return token.kind == TK_OVERWRITE && cln_node_is(insert->target, CLN_TABLE_REF) &&
           token_behind(pc, token).kind != TK_TABLE;
}

static bool has_empty_list(const cln_parse *pc, const cln_insert_node *insert)
{
    cln_token token;

    if (insert->columns != NULL || !cln_node_is(insert->target, CLN_TABLE_REF))
        return false;
    token = token_at(pc, insert->target->at.offset + insert->target->at.length);
    return token.kind == TK_LP && token_behind(pc, token).kind == TK_RP;
}

/* VALUES 1, 2 and VALUES () */
static bool has_bare_row(const cln_parse *pc, const cln_values_node *values)
{
    cln_token token = token_at(pc, values->node.at.offset);

    if (token.kind == TK_VALUES && token_behind(pc, token).kind != TK_LP)
        return true;
    for (uint32_t i = 0; i < cln_count(values->rows); i++)
        if (values->rows->items[i]->kind == CLN_ROW &&
            cln_count(CLN_AS(row, values->rows->items[i])->items) == 0)
            return true;
    return false;
}

static bool is_followed_by(const cln_parse *pc, const cln_node *node, uint16_t kind)
{
    return token_at(pc, node->at.offset + node->at.length).kind == kind;
}

/* TABLESAMPLE SYSTEM (10) */
static bool samples_by_system(const cln_parse *pc, const cln_source_node *source)
{
    cln_token token = token_at(pc, source->relation->at.offset + source->relation->at.length);

    while (token.kind != TK_TABLESAMPLE && token.kind != 0)
        token = token_behind(pc, token);
    token = token_behind(pc, token);
    if (token.kind != TK_SYSTEM)
        return false;
    token = token_behind(pc, token);
    return token.kind == TK_LP && token_behind(pc, token).kind == TK_NUMBER;
}

static bool is_unnest(const cln_node *function)
{
    const cln_list *calls = CLN_AS(table_function, function)->calls;

    return cln_count(calls) == 1 && cln_node_is(calls->items[0], CLN_CALL) &&
           is_call_of(CLN_AS(call, calls->items[0]), "unnest");
}

static bool is_file_format(const cln_node *format)
{
    static const char *const known[] = { "text",     "textfile", "parquet",      "parquetfile", "avro",
                                         "avrofile", "rcfile",   "sequencefile", "orc",         "orcfile",
                                         "kudu",     "iceberg",  "json",         "jsonfile",    "hudiparquet",
                                         "hudi",     "jdbc",     "paimon",       "deltalake" };
    colline_text name = cln_node_is(format, CLN_NAME) ? CLN_AS(name, format)->text : CLN_TEXT("parquet");

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (cln_text_equal_nocase(name, cln_text_of(known[i], strlen(known[i]))))
            return true;
    return false;
}

static bool has_values_branch(const cln_multi_insert_node *multi)
{
    for (uint32_t i = 0; i < cln_count(multi->branches); i++) {
        const cln_node *branch = multi->branches->items[i];
        const cln_node *query = branch->kind == CLN_INSERT ? CLN_AS(insert, branch)->query : NULL;
        if (cln_node_is(query, CLN_QUERY) && cln_node_is(CLN_AS(query, query)->body, CLN_VALUES))
            return true;
    }
    return false;
}

static bool has_typed_column(const cln_list *columns)
{
    for (uint32_t i = 0; i < cln_count(columns); i++)
        if (columns->items[i]->kind == CLN_COLUMN_DEF && CLN_AS(column_def, columns->items[i])->type != NULL)
            return true;
    return false;
}

/* ---- The check ---- */

static colline_span span_of_list(const cln_list *list)
{
    return list->items[0]->at;
}

static colline_span span_of_node(const cln_node *node)
{
    return node->at;
}

/* Where a member stands, be it a node or a list. */
#define SPAN_OF(member) _Generic((member), cln_list * : span_of_list, cln_node * : span_of_node)(member)

/* A condition that is one in these of the dialects. */
static inline bool lacks(unsigned dialects, bool condition)
{
    return dialects != 0 && condition;
}

/* What of a node the dialect lacks, and where it stands; NULL: nothing. */
static const char *lacking(const cln_parse *pc, unsigned dialect, const cln_node *node, colline_span *at)
{

    *at = node->at;
    switch (node->kind) {
#define KIND(KIND_, struct_name)                                                                             \
    case CLN_##KIND_: {                                                                                      \
        const cln_##struct_name##_node *n = CLN_AS(struct_name, node);                                       \
        (void)n;                                                                                             \
        (void)pc;
#define LACKS(dialects, member, what)                                                                        \
    if (lacks(dialect & STRICT_##dialects, n->member != NULL)) {                                             \
        *at = SPAN_OF(n->member);                                                                            \
        return what;                                                                                         \
    }
#define LACKS_FLAG(dialects, flag, what)                                                                     \
    if (lacks(dialect & STRICT_##dialects, (node->flags & (flag)) != 0))                                     \
        return what;
#define LACKS_IF(dialects, condition, what)                                                                  \
    if (lacks(dialect & STRICT_##dialects, (condition)))                                                     \
        return what;
#define LACKS_KIND(dialects, KIND_, what)                                                                    \
    case CLN_##KIND_:                                                                                        \
        return (dialect & STRICT_##dialects) != 0 ? what : NULL;
#define END                                                                                                  \
    break;                                                                                                   \
    }
#include "syntax/strict.def"
#undef KIND
#undef LACKS
#undef LACKS_FLAG
#undef LACKS_IF
#undef LACKS_KIND
#undef END
    default: break;
    }
    return NULL;
}

/* The kinds that strict.def has a word on: only their nodes are looked at. */
static const bool watched[CLN_KIND_COUNT] = {
#define KIND(KIND_, struct_name) [CLN_##KIND_] = true,
#define LACKS(dialects, member, what)
#define LACKS_FLAG(dialects, flag, what)
#define LACKS_IF(dialects, condition, what)
#define LACKS_KIND(dialects, KIND_, what) [CLN_##KIND_] = true,
#define END
#include "syntax/strict.def"
#undef KIND
#undef LACKS
#undef LACKS_FLAG
#undef LACKS_IF
#undef LACKS_KIND
#undef END
};
static const bool unwatched[CLN_KIND_COUNT] = { false };

static unsigned strictness(const cln_dialect *dialect)
{
    return dialect->id == COLLINE_IMPALA ? STRICT_IMPALA : dialect->id == COLLINE_HIVE ? STRICT_HIVE : 0;
}

const bool *cln_strict_kinds(const cln_dialect *dialect)
{
    return strictness(dialect) != 0 ? watched : unwatched;
}

void cln_check_strict(cln_parse *pc)
{
    unsigned dialect = strictness(pc->dialect);
    const char *first = NULL;
    colline_span first_at = { 0, 0 }, at;

    for (uint32_t i = 0; i < pc->watched.count; i++) {
        const char *what = lacking(pc, dialect, pc->watched.items[i], &at);
        if (what != NULL && (first == NULL || at.offset < first_at.offset)) {
            first = what;
            first_at = at;
        }
    }
    if (first != NULL)
        cln_parse_fail(pc, CLN_SYNTAX_ERROR, first_at, "%s does not have %s", pc->dialect->title, first);
}
