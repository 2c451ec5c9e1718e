#include "syntax/strict.h"

#include "sql.h"
#include "syntax/split.h"
#include "syntax/walk.h"

/* The dialects that are held to their own language, and the sets of them that strict.def names. */
enum {
    IN_IMPALA = 1u << 0,
    IN_HIVE = 1u << 1,
    IN_POSTGRES = 1u << 2,
    IN_MYSQL = 1u << 3,
    IN_ORACLE = 1u << 4,
    IN_TSQL = 1u << 5,
    IN_BOTH = IN_IMPALA | IN_HIVE,
    IN_ALL = (1u << 6) - 1
};

/* ---- What the conditions of strict.def ask ---- */

static bool is_number(const cln_node *node)
{
    return node->kind == CLN_PARAMETER ||
           (node->kind == CLN_LITERAL && CLN_AS(literal, node)->literal == CLN_LITERAL_NUMBER);
}

static cln_token token_at(const cln_parse *pc, uint32_t offset)
{
    return cln_lex_within(&pc->lexer, &offset, UINT32_MAX);
}

static cln_token token_behind(const cln_parse *pc, cln_token token)
{
    return token_at(pc, token.offset + token.length);
}

/*
 * Reading tokens again costs more than everything else here: what the text says plainly, without comments in between, is seen by its
 * characters first.
 */

/* The first character that is no blank, from *at on, where it stands then; 0 at the end of the text. */
static char next_character(const cln_parse *pc, uint32_t *at)
{
    while (*at < pc->text.length && cln_is_space(pc->text.data[*at]))
        ++*at;
    return *at < pc->text.length ? pc->text.data[*at] : '\0';
}

/* What may begin a comment, a tag of a template, or a blank that is no ASCII: only the lexer knows. */
static bool may_be_skipped(char c)
{
    return c == '/' || c == '-' || c == '#' || c == '{' || (unsigned char)c >= 0x80 || (c != '\0' && (unsigned char)c < ' ');
}

/* Whether `sign` and a name stand there. */
static bool has_sign_and_name(const cln_parse *pc, uint32_t at, char sign)
{
    char c;

    if (next_character(pc, &at) != sign)
        return false;
    at++;
    c = next_character(pc, &at);
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

/* Whether a token stands there that does not start as this sign or keyword does. */
static bool starts_otherwise(const cln_parse *pc, uint32_t at, char first)
{
    char c = next_character(pc, &at);

    return (c | 0x20) != (first | 0x20) && !may_be_skipped(c);
}

/* Whether `text` and blanks stand in front of *offset, which then moves in front of them. */
static bool steps_back(const cln_parse *pc, uint32_t *offset, colline_text text)
{
    const char *data = pc->text.data;
    uint32_t at = *offset;

    while (at > 0 && cln_is_space(data[at - 1]))
        at--;
    if (at < text.length || !cln_text_equal_nocase(cln_text_of(data + at - text.length, text.length), text))
        return false;
    *offset = at - (uint32_t)text.length;
    return true;
}

/* Whether `text` stands in front of `offset` in its line, so that it is not the end of a comment. */
static bool has_in_front(const cln_parse *pc, uint32_t offset, colline_text text)
{
    uint32_t at = offset;

    return steps_back(pc, &at, text) && memchr(pc->text.data + at, '\n', offset - at) == NULL;
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

static uint32_t span_end_of(const cln_node *node)
{
    return node->at.offset + node->at.length;
}

/* Where the text of a query ends in front of its LIMIT, which stands at `offset`. */
static uint32_t end_before_limit(const cln_query_node *query, uint32_t offset)
{
    uint32_t end = later_end(query->node.at.offset, query->body, offset);

    end = later_end_of_list(end, query->order_by, offset);
    end = later_end_of_list(end, query->sort_by, offset);
    end = later_end_of_list(end, query->cluster_by, offset);
    return later_end_of_list(end, query->distribute_by, offset);
}

/* The token in front of a limit or an offset. */
static cln_token token_in_front(const cln_parse *pc, const cln_query_node *query, const cln_node *limit)
{
    return token_before(pc, end_before_limit(query, limit->at.offset), limit->at.offset);
}

/* LIMIT 5, LIMIT 10, 5, LIMIT (5); not FETCH FIRST 5 ROWS */
static bool says_limit(const cln_parse *pc, const cln_query_node *query)
{
    uint16_t kind;

    if (has_in_front(pc, query->limit->at.offset, CLN_TEXT("limit")))
        return true;
    kind = token_in_front(pc, query, query->limit).kind;
    return kind == TK_LIMIT || kind == TK_COMMA || kind == TK_LP;
}

/* LIMIT 5, also LIMIT (5), but not FETCH FIRST (5) ROWS */
static bool has_limit_word(const cln_parse *pc, const cln_query_node *query)
{
    uint32_t offset = query->limit->at.offset;

    for (cln_token token = token_at(pc, end_before_limit(query, offset)); token.kind != 0 && token.offset < offset;
         token = token_behind(pc, token))
        if (token.kind == TK_LIMIT)
            return true;
    return false;
}

/* FETCH FIRST 5 ROWS ONLY as a whole; LIMIT is none of its words. */
static bool is_torn_fetch(const cln_parse *pc, const cln_query_node *query)
{
    cln_token token = token_behind(pc, token_at(pc, span_end_of(query->limit) - 1));

    if (says_limit(pc, query) || has_limit_word(pc, query))
        return false;
    if (token_in_front(pc, query, query->limit).kind == TK_FETCH)
        return true;
    while (token.kind == TK_RP)
        token = token_behind(pc, token);
    if (cln_parse_says(pc, token, "percent"))
        token = token_behind(pc, token);
    if (token.kind != TK_ROW && token.kind != TK_ROWS)
        return true;
    token = token_behind(pc, token);
    return token.kind != TK_ONLY && token.kind != TK_WITH;
}

/* Whether a statement starts with these words, a blank between them: most are written so, and no token need be read again. */
static bool starts_plainly(const cln_parse *pc, const cln_node *statement, const char *words)
{
    size_t length = strlen(words), left = pc->text.length - statement->at.offset;

    return length <= left &&
           cln_text_equal_nocase(cln_text_of(pc->text.data + statement->at.offset, length), cln_text_of(words, length));
}

/* Whether the word in front of a member is this one. */
static bool has_word_in_front(const cln_parse *pc, const cln_node *node, const cln_node *member, uint16_t word)
{
    return token_before(pc, node->at.offset, member->at.offset).kind == word;
}

/* SELECT a FROM t ORDER BY a UNION SELECT b FROM u */
static bool orders_a_branch(const cln_set_operation_node *set)
{
    for (uint32_t i = 0; i < cln_count(set->branches); i++) {
        const cln_node *branch = set->branches->items[i];
        if (branch->kind == CLN_QUERY && (branch->flags & CLN_PARENS) == 0 &&
            (CLN_AS(query, branch)->order_by != NULL || CLN_AS(query, branch)->limit != NULL))
            return true;
    }
    return false;
}

/* SELECT f(a) AS (b, c) */
static bool names_several(const cln_list *items)
{
    for (uint32_t i = 0; i < cln_count(items); i++)
        if (items->items[i]->kind == CLN_SELECT_ITEM && CLN_AS(select_item, items->items[i])->aliases != NULL)
            return true;
    return false;
}

static bool starts_before(const cln_list *a, const cln_list *b)
{
    return a != NULL && b != NULL && a->items[0]->at.offset < b->items[0]->at.offset;
}

static bool from_comes_first(const cln_parse *pc, const cln_select_node *select)
{
    return starts_before(select->from, select->items) && token_at(pc, select->node.at.offset).kind == TK_FROM;
}

/* SELECT DISTINCT ALL a */
static bool repeats_quantity(const cln_parse *pc, const cln_select_node *select)
{
    enum { SHORTEST = sizeof "SELECT ALL ALL" - 1 };
    cln_token first, second;

    if (select->items != NULL && select->items->items[0]->at.offset - select->node.at.offset < SHORTEST)
        return false;
    first = token_at(pc, select->node.at.offset);
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
           cln_text_says(CLN_AS(name, call->name->items[0])->text, name);
}

static bool is_map(const cln_type_node *type)
{
    return cln_text_equal_nocase(type->text, CLN_TEXT("map"));
}

/* VARCHAR, CHAR without a length */
static bool lacks_length(const cln_type_node *type, const char *word)
{
    return type->arguments == NULL && cln_text_says(type->text, word);
}

/* Whether the first word of a type is one of `known`, which NULL ends. */
static bool is_type_of(const cln_type_node *type, const char *const *known)
{
    colline_text word = type->text;

    for (uint32_t i = 0; i < word.length; i++)
        if (cln_is_space(word.data[i]))
            word.length = i;
    return cln_text_is_any(word, known);
}

/* The types of Hive and Impala. */
static bool is_known_type(const cln_type_node *type)
{
    static const char *const known[] = { "tinyint", "smallint",  "int",       "integer", "bigint",   "boolean",
                                         "float",   "double",    "real",      "decimal", "numeric",  "dec",
                                         "string",  "varchar",   "char",      "binary",  "timestamp", "timestamplocaltz",
                                         "date",    "datetime",  "interval",  "array",   "map",      "struct",
                                         "uniontype", "void",    "variant",   "geometry", "json",    "row",      NULL };

    return is_type_of(type, known) || type->text.data[0] == '$' || type->text.data[0] == '{'; /* a template may be any */
}

/* MySQL: what columns may be but CAST cannot give: CAST(a AS INT), where SIGNED is meant. */
static bool is_column_type(const cln_node *type)
{
    static const char *const known[] = { "int",  "integer", "bigint",  "smallint", "tinyint", "mediumint", "varchar", "varbinary",
                                         "text", "string",  "boolean", "bool",     "blob",    "timestamp", NULL };

    return cln_node_is(type, CLN_TYPE) && is_type_of(CLN_AS(type, type), known);
}

/* STRUCT<a INT>, which Spark writes */
static bool lacks_colon(const cln_parse *pc, const cln_list *fields)
{
    for (uint32_t i = 0; i < cln_count(fields); i++) {
        const cln_node *name = fields->items[i]->kind == CLN_COLUMN_DEF ? CLN_AS(column_def, fields->items[i])->name : NULL;
        if (name != NULL && pc->text.data[token_at(pc, span_end_of(name)).offset] != ':')
            return true;
    }
    return false;
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
    cln_token token;

    if (starts_plainly(pc, &insert->node, "insert into ") || starts_plainly(pc, &insert->node, "insert overwrite table "))
        return true;
    token = behind_insert(pc, insert);
    if (token.kind == TK_INTO)
        return true;
    return token.kind == TK_OVERWRITE && token_behind(pc, token).kind != TK_INTO;
}

static bool lacks_table_word(const cln_parse *pc, const cln_insert_node *insert)
{
    cln_token token;

    if (insert->operation != CLN_INSERT_OVERWRITE || starts_plainly(pc, &insert->node, "insert overwrite table "))
        return false;
    token = behind_insert(pc, insert);
    return token.kind == TK_OVERWRITE && cln_node_is(insert->target, CLN_TABLE_REF) &&
           token_behind(pc, token).kind != TK_TABLE;
}

/* t () */
static bool has_no_columns(const cln_parse *pc, const cln_node *name)
{
    uint32_t end = span_end_of(name);
    cln_token token;

    if (starts_otherwise(pc, end, '(') || has_sign_and_name(pc, end, '('))
        return false;
    token = token_at(pc, end);
    return token.kind == TK_LP && token_behind(pc, token).kind == TK_RP;
}

static bool has_empty_list(const cln_parse *pc, const cln_insert_node *insert)
{
    return insert->columns == NULL && cln_node_is(insert->target, CLN_TABLE_REF) && has_no_columns(pc, insert->target);
}

/* INSERT INTO t (a) (b) VALUES (1) */
static bool has_two_lists(const cln_parse *pc, const cln_insert_node *insert)
{
    cln_token token;

    if (insert->columns == NULL || !cln_node_is(insert->target, CLN_TABLE_REF) || starts_otherwise(pc, span_end_of(insert->target), '('))
        return false;
    token = token_at(pc, span_end_of(insert->target));
    return token.kind == TK_LP && token_behind(pc, token).offset < insert->columns->items[0]->at.offset;
}

/* INSERT INTO t (t.a) */
static bool has_path(const cln_list *columns)
{
    for (uint32_t i = 0; i < cln_count(columns); i++)
        if (columns->items[i]->kind == CLN_COLUMN && CLN_AS(column, columns->items[i])->parts->count > 1)
            return true;
    return false;
}

/* VALUES 1, 2; but VALUES ROW(1), VALUES ${rows} */
static bool has_bare_row(const cln_parse *pc, const cln_values_node *values)
{
    cln_token token;
    uint32_t behind = values->node.at.offset + (uint32_t)strlen("VALUES");

    if (next_character(pc, &behind) == '(')
        return false;
    token = token_at(pc, values->node.at.offset);
    if (token.kind != TK_VALUES)
        return false;
    token = token_behind(pc, token);
    return token.kind != TK_LP && token.kind != TK_ROW && token.kind != TK_PARAM;
}

/* INSERT INTO t VALUES 1; but VALUES r, which is a record (Oracle) */
static bool has_bare_literal(const cln_parse *pc, const cln_values_node *values)
{
    const cln_list *items = values->rows->items[0]->kind == CLN_ROW ? CLN_AS(row, values->rows->items[0])->items : NULL;

    return has_bare_row(pc, values) && cln_count(items) > 0 && items->items[0]->kind == CLN_LITERAL;
}

static bool has_empty_row(const cln_values_node *values)
{
    for (uint32_t i = 0; i < cln_count(values->rows); i++)
        if (values->rows->items[i]->kind == CLN_ROW &&
            cln_count(CLN_AS(row, values->rows->items[i])->items) == 0)
            return true;
    return false;
}

/* Whether a word stands in the text of a node. */
static bool says_word(const cln_parse *pc, const cln_node *node, uint16_t word)
{
    for (cln_token token = token_at(pc, node->at.offset); token.kind != 0 && token.offset < span_end_of(node);
         token = token_behind(pc, token))
        if (token.kind == word)
            return true;
    return false;
}

static bool is_followed_by(const cln_parse *pc, const cln_node *node, uint16_t kind)
{
    /* (a keyword is named by its letters) */
    if (node == NULL || (kind > TK_UNTERMINATED && starts_otherwise(pc, span_end_of(node), *cln_token_name(kind))))
        return false;
    return token_at(pc, span_end_of(node)).kind == kind;
}

/* CREATE TABLE t (a) AS EXECUTE p, of which the columns alone are a node */
static bool executes(const cln_parse *pc, const cln_node *create)
{
    cln_token as = token_at(pc, span_end_of(create));

    return as.kind == TK_AS && token_behind(pc, as).kind == TK_EXECUTE;
}

/* POSITION(a IN b): whether what stands at `offset` is the first argument. */
static bool is_in_position(const cln_parse *pc, uint32_t offset)
{
    return steps_back(pc, &offset, CLN_TEXT("(")) && steps_back(pc, &offset, CLN_TEXT("position"));
}

/* t FULL OUTER JOIN u, but not t FULL JOIN u, where FULL is an alias in MySQL */
static bool is_full_outer(const cln_parse *pc, const cln_source_node *source)
{
    uint32_t offset = source->relation->at.offset;

    return source->join == CLN_JOIN_FULL && steps_back(pc, &offset, CLN_TEXT("join")) && steps_back(pc, &offset, CLN_TEXT("outer"));
}

/* x IN 5, which is no list */
static bool has_bare_list(const cln_parse *pc, const cln_in_node *in)
{
    cln_token token;

    if (in->values == NULL || has_in_front(pc, in->values->items[0]->at.offset, CLN_TEXT("(")) || in->values->items[0]->kind == CLN_PARAMETER ||
        is_in_position(pc, in->subject->at.offset))
        return false;
    token = token_at(pc, span_end_of(in->subject));
    if (token.kind == TK_NOT)
        token = token_behind(pc, token);
    return token.kind == TK_IN && token_behind(pc, token).kind != TK_LP;
}

/* FROM 'x' */
static bool is_string_table(const cln_parse *pc, const cln_node *relation)
{
    const cln_node *path = cln_node_is(relation, CLN_TABLE_REF) ? CLN_AS(table_ref, relation)->path : NULL;

    return cln_node_is(path, CLN_LITERAL) && pc->text.data[relation->at.offset] == '\'';
}

static bool has_more_parts(const cln_node *relation, uint32_t most)
{
    return cln_node_is(relation, CLN_TABLE_REF) && cln_count(CLN_AS(table_ref, relation)->parts) > most;
}

/* UPDATE t x SET ...: whether the first relation has an alias */
static bool has_alias(const cln_list *sources)
{
    return cln_count(sources) > 0 && cln_node_is(sources->items[0], CLN_SOURCE) &&
           CLN_AS(source, sources->items[0])->alias != NULL;
}

static bool has_star(const cln_list *arguments)
{
    for (uint32_t i = 0; i < cln_count(arguments); i++)
        if (arguments->items[i]->kind == CLN_STAR)
            return true;
    return false;
}

/* GROUP BY a WITH ROLLUP */
static bool is_with_rollup(const cln_parse *pc, const cln_grouping_node *grouping)
{
    uint16_t first = token_at(pc, grouping->node.at.offset).kind;

    return (grouping->op == TK_ROLLUP || grouping->op == TK_CUBE) && first != grouping->op;
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
        if (cln_text_says(name, known[i]))
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

/* (a INT, b), not (a PRIMARY KEY, b) */
static bool has_typed_column(const cln_list *columns)
{
    for (uint32_t i = 0; i < cln_count(columns); i++) {
        const cln_node *type = columns->items[i]->kind == CLN_COLUMN_DEF ? CLN_AS(column_def, columns->items[i])->type : NULL;
        if (type != NULL && !(cln_node_is(type, CLN_TYPE) && cln_text_equal_nocase(CLN_AS(type, type)->text, CLN_TEXT("primary"))))
            return true;
    }
    return false;
}

/* CREATE TABLE t [...] AS SELECT, AS (SELECT */
static bool follows_as(const cln_parse *pc, const cln_create_table_node *create)
{
    uint16_t kind = token_before(pc, span_end_of(create->name), create->query->at.offset).kind;

    return kind == TK_AS || kind == TK_LP;
}

/* CREATE TABLE t (a, b INT) */
static bool has_bare_column(const cln_parse *pc, const cln_list *columns)
{
    for (uint32_t i = 0; i < cln_count(columns); i++) {
        const cln_column_def_node *column = (const cln_column_def_node *)columns->items[i];
        if (column->node.kind == CLN_COLUMN_DEF && column->type == NULL && column->generated == NULL &&
            (is_followed_by(pc, column->name, TK_COMMA) || is_followed_by(pc, column->name, TK_RP)))
            return true;
    }
    return false;
}

static bool ends_behind(const cln_parse *pc, const cln_node *node)
{
    return is_followed_by(pc, node, TK_SEMI) || is_followed_by(pc, node, 0);
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

/* What of a node the dialect lacks, and where it stands; NULL: nothing.  Made for each dialect, without what others lack. */
static CLN_AT_ONCE const char *lacking(const cln_parse *pc, unsigned dialect, const cln_node *node, colline_span *at)
{
    *at = node->at;
    switch (node->kind) {
#define KIND(KIND_, struct_name, dialects)                                                                   \
    case CLN_##KIND_: {                                                                                      \
        const cln_##struct_name##_node *n = CLN_AS(struct_name, node);                                       \
        (void)n;                                                                                             \
        (void)pc;
#define LACKS(dialects, member, what)                                                                        \
    if ((dialect & (dialects)) != 0 && n->member != NULL) {                                                  \
        *at = SPAN_OF(n->member);                                                                            \
        return what;                                                                                         \
    }
#define LACKS_FLAG(dialects, flag, what)                                                                     \
    if ((dialect & (dialects)) != 0 && (node->flags & (flag)) != 0)                                          \
        return what;
#define LACKS_IF(dialects, condition, what)                                                                  \
    if ((dialect & (dialects)) != 0 && (condition))                                                          \
        return what;
#define LACKS_KIND(dialects, KIND_, what)                                                                    \
    case CLN_##KIND_:                                                                                        \
        return (dialect & (dialects)) != 0 ? what : NULL;
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

/* The kinds that strict.def has a word on in each dialect: only their nodes are looked at. */
#define LACKS(dialects, member, what)
#define LACKS_FLAG(dialects, flag, what)
#define LACKS_IF(dialects, condition, what)
#define END
#define KIND(KIND_, struct_name, dialects) [CLN_##KIND_] = ((dialects) & WATCHING) != 0,
#define LACKS_KIND(dialects, KIND_, what) KIND(KIND_, , dialects)
static const bool watched[][CLN_KIND_COUNT] = {
    {
#define WATCHING IN_IMPALA
#include "syntax/strict.def"
#undef WATCHING
    },
    {
#define WATCHING IN_HIVE
#include "syntax/strict.def"
#undef WATCHING
    },
    {
#define WATCHING IN_POSTGRES
#include "syntax/strict.def"
#undef WATCHING
    },
    {
#define WATCHING IN_MYSQL
#include "syntax/strict.def"
#undef WATCHING
    },
    {
#define WATCHING IN_ORACLE
#include "syntax/strict.def"
#undef WATCHING
    },
    {
#define WATCHING IN_TSQL
#include "syntax/strict.def"
#undef WATCHING
    },
};
#undef KIND
#undef LACKS
#undef LACKS_FLAG
#undef LACKS_IF
#undef LACKS_KIND
#undef END
static const bool unwatched[CLN_KIND_COUNT] = { false };

#define LACKING_IN(name)                                                                                     \
    static const char *lacking_in_##name(const cln_parse *pc, const cln_node *node, colline_span *at)        \
    {                                                                                                        \
        return lacking(pc, IN_##name, node, at);                                                             \
    }
LACKING_IN(IMPALA)
LACKING_IN(HIVE)
LACKING_IN(POSTGRES)
LACKING_IN(MYSQL)
LACKING_IN(ORACLE)
LACKING_IN(TSQL)
#undef LACKING_IN

/* In the order of `watched`. */
static const char *(*const lacking_in[])(const cln_parse *pc, const cln_node *node, colline_span *at) = {
    lacking_in_IMPALA, lacking_in_HIVE, lacking_in_POSTGRES, lacking_in_MYSQL, lacking_in_ORACLE, lacking_in_TSQL
};

/* Its place in `watched`, and that of its bit; -1: it is not held to anything. */
static int strict_place(const cln_dialect *dialect)
{
    return (int)dialect->strict - 1;
}

static unsigned strictness(const cln_dialect *dialect)
{
    int place = strict_place(dialect);

    return place < 0 ? 0 : 1u << place;
}

const bool *cln_strict_kinds(const cln_dialect *dialect)
{
    int place = strict_place(dialect);

    return place < 0 ? unwatched : watched[place];
}

void cln_check_strict(cln_parse *pc)
{
    int place = strict_place(pc->dialect);
    const char *first = NULL;
    colline_span first_at = { 0, 0 }, at;

    if (place < 0)
        return;
    for (uint32_t i = 0; i < pc->watched.count; i++) {
        const char *what = lacking_in[place](pc, pc->watched.items[i], &at);
        if (what != NULL && (first == NULL || at.offset < first_at.offset)) {
            first = what;
            first_at = at;
        }
    }
    if ((strictness(pc->dialect) & (IN_ORACLE | IN_TSQL)) != 0 && cln_node_is(pc->tree, CLN_QUERY) && cln_node_is(CLN_AS(query, pc->tree)->body, CLN_VALUES)) {
        first = "VALUES as a statement";
        first_at = pc->tree->at;
    }
    if (first == NULL)
        return;
    pc->refused = true;
    cln_parse_fail(pc, CLN_SYNTAX_ERROR, first_at, "%s does not have %s", pc->dialect->title, first);
}

void cln_check_construct(cln_parse *pc, cln_construct construct, colline_span at)
{
    static const struct {
        unsigned dialects;
        const char *what;
    } facts[] = {
        [CLN_DOUBLE_EQUALS] = { IN_IMPALA | IN_MYSQL | IN_ORACLE | IN_TSQL, "==" },
        [CLN_EMPTY_PART] = { IN_ALL & ~IN_TSQL, "a name with an empty part" },
        [CLN_ROW_COMMA] = { IN_ALL, "a comma at the end of a row" },
        [CLN_FILTER_WITHOUT_WHERE] = { IN_ALL, "FILTER without WHERE" },
        [CLN_ROW_LOCK] = { IN_IMPALA, "FOR UPDATE and FOR SHARE" },
        [CLN_VALUE_WORD] = { IN_ALL & ~IN_MYSQL, "VALUE" },
        [CLN_STRINGS] = { IN_POSTGRES | IN_ORACLE, "strings side by side" },
    };

    if ((strictness(pc->dialect) & facts[construct].dialects) == 0)
        return;
    /* In PostgreSQL strings on lines of their own are one. */
    if (construct == CLN_STRINGS && cln_has_syntax(pc->dialect, CLN_SYNTAX_STRING_LINES) && memchr(pc->text.data + at.offset, '\n', at.length) != NULL)
        return;
    pc->refused = true;
    cln_parse_fail(pc, CLN_SYNTAX_ERROR, at, "%s does not have %s", pc->dialect->title, facts[construct].what);
}
