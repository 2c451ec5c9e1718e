#include "syntax/ast_build.h"

#include "sql.h"

/* ((SELECT 1)) is (SELECT 1): a QUERY that adds nothing to the one in parentheses is left out. */
cln_node *cln_build_query_parens(cln_parse *pc, cln_node *query)
{
    const cln_query_node *outer = CLN_AS(query, query);
    cln_node *inner = outer->body;

    (void)pc;
    if (inner->kind == CLN_QUERY && outer->ctes == NULL && outer->order_by == NULL && outer->sort_by == NULL &&
        outer->cluster_by == NULL && outer->distribute_by == NULL && outer->limit == NULL && outer->offset == NULL &&
        outer->limit_by == NULL)
        query = inner;
    query->flags |= CLN_PARENS;
    return query;
}

cln_node *cln_build_set_operation(cln_parse *pc, cln_node *left, uint32_t op, cln_node *right)
{
    cln_set_operation_node *run = (cln_set_operation_node *)left;
    bool intersect = op == CLN_INTERSECT || op == CLN_INTERSECT_ALL;

    if (left->kind != CLN_SET_OPERATION || run->by != NULL ||
        intersect != (run->ops[0] == CLN_INTERSECT || run->ops[0] == CLN_INTERSECT_ALL)) {
        cln_list *branches = cln_build_append(pc, cln_build_list(pc, left), right);
        return MAKE(set_operation, 0, .branches = branches, .ops = cln_ops_with(pc, NULL, 0, (uint16_t)op));
    }
    run->ops = cln_ops_with(pc, run->ops, run->branches->count - 1, (uint16_t)op);
    cln_build_append(pc, run->branches, right);
    cln_node_rise(pc, left, right->height);
    cln_node_reach(left, cln_span_end(pc->at));
    return left;
}

/* a UNION ALL BY NAME ON (x, y) b: a run of its own */
cln_node *cln_build_set_by(cln_parse *pc, cln_node *left, uint32_t op, cln_list *names, cln_node *right)
{
    cln_list *branches = cln_build_append(pc, cln_build_list(pc, left), right);

    return MAKE(set_operation, 0, .branches = branches, .ops = cln_ops_with(pc, NULL, 0, (uint16_t)op), .by = names);
}

/* a UNION b LIMIT 1, where another UNION follows: the tail is b's.  `query` has no WITH. */
cln_node *cln_build_tailed_branch(cln_parse *pc, cln_node *query)
{
    cln_query_node *tailed = (cln_query_node *)query;
    cln_node *body = tailed->body;
    cln_list *branches;

    if (body->kind != CLN_SET_OPERATION)
        return query;
    branches = ((cln_set_operation_node *)body)->branches;
    tailed->body = branches->items[branches->count - 1];
    query->height = (uint16_t)(tailed->body->height + 1);
    query->at.length = cln_span_end(query->at) - tailed->body->at.offset;
    query->at.offset = tailed->body->at.offset;
    branches->items[branches->count - 1] = query;
    cln_node_rise(pc, body, query->height);
    cln_node_reach(body, cln_span_end(query->at));
    return body;
}

/* (x AS a, y) in VALUES ((x AS a, y)): the first item has an alias. */
cln_node *cln_build_aliased_row(cln_parse *pc, cln_node *value, cln_node *alias, cln_list *more)
{
    cln_node *item = MAKE(select_item, 0, .value = value, .alias = alias);

    item->at = (colline_span){ value->at.offset, cln_span_end(alias->at) - value->at.offset };
    return MAKE(row, 0, .items = cln_build_concat(pc, cln_build_list(pc, item), more));
}

/* Impala: VALUES ((1, 2), (3, 4)) is two rows, as VALUES (1, 2), (3, 4) is. */
cln_node *cln_build_values_query(cln_parse *pc, cln_list *rows)
{
    cln_node *values = cln_build_values(pc, rows);

    return MAKE(query, 0, .body = values);
}

cln_node *cln_build_values(cln_parse *pc, cln_list *rows)
{
    const cln_list *items = CLN_AS(row, rows->items[0])->items;
    bool nested = rows->count == 1 && items != NULL && (pc->dialect->features & CLN_FEATURE_NESTED_VALUES) != 0;
    cln_list *split = NULL;

    for (uint32_t i = 0; nested && i < items->count; i++) {
        cln_node *item = items->items[i];
        if ((item->flags & CLN_PARENS) != 0)
            item = MAKE(row, 0, .items = cln_build_list(pc, item));
        nested = item->kind == CLN_ROW;
        split = cln_build_append(pc, split, item);
    }
    return MAKE(values, 0, .rows = nested ? split : rows);
}

/* SELECT @v = a */
static bool is_assigned(const cln_parse *pc, const cln_node *operand)
{
    return operand->kind == CLN_PARAMETER && pc->text.data[operand->at.offset] == '@';
}

/* T-SQL: SELECT total = a * b is a * b AS total. */
static bool is_equals_alias(const cln_parse *pc, const cln_node *value)
{
    const cln_operation_node *run = (const cln_operation_node *)value;

    return (pc->dialect->features & CLN_FEATURE_EQUALS_ALIAS) != 0 && value->kind == CLN_OPERATION &&
           (value->flags & CLN_PARENS) == 0 && run->ops[0] == TK_EQ && run->operands->count == 2 &&
           (is_assigned(pc, run->operands->items[0]) ||
            (run->operands->items[0]->kind == CLN_COLUMN && CLN_AS(column, run->operands->items[0])->parts->count == 1));
}

/* The name in front of the sign. */
static cln_node *equals_alias(cln_parse *pc, const cln_node *operand)
{
    if (operand->kind == CLN_COLUMN)
        return CLN_AS(column, operand)->parts->items[0];
    return cln_build_name(pc, cln_token_at(TK_PARAM, operand->at.offset, operand->at.length));
}

cln_node *cln_build_select_item(cln_parse *pc, cln_node *value, cln_node *alias, cln_list *aliases)
{
    if (alias == NULL && value->kind == CLN_SUFFIX && CLN_AS(suffix, value)->op == TK_ATTRIBUTES)
        alias = cln_build_attribute_name(pc, value);
    if (alias == NULL && aliases == NULL && is_equals_alias(pc, value)) {
        const cln_list *operands = CLN_AS(operation, value)->operands;
        alias = equals_alias(pc, operands->items[0]);
        value = operands->items[1];
    }
    return MAKE(select_item, 0, .value = value, .alias = alias, .aliases = aliases);
}

cln_sources *cln_build_sources(cln_parse *pc, cln_node *source)
{
    cln_sources *sources = pc->spare_sources;

    if (sources == NULL)
        sources = CLN_NEW(pc->arena, cln_sources);
    pc->spare_sources = NULL;
    sources->list = cln_build_list(pc, source);
    return sources;
}

cln_node *cln_build_joined_with(cln_node *source, uint32_t join)
{
    ((cln_source_node *)source)->join = join;
    return source;
}

static bool takes_on(const cln_parse *pc, uint32_t join)
{
    switch (join) {
    case CLN_JOIN_COMMA:
        return cln_has_syntax(pc->dialect, CLN_SYNTAX_COMMA_ON);
    case CLN_JOIN_FIRST: case CLN_JOIN_CROSS_APPLY: case CLN_JOIN_OUTER_APPLY:
    case CLN_JOIN_LATERAL_VIEW: case CLN_JOIN_LATERAL_VIEW_OUTER: case CLN_JOIN_ARRAY: case CLN_JOIN_LEFT_ARRAY:
        return false;
    default:
        return true;
    }
}

/* a JOIN b JOIN c ON x ON y: each ON is for the last relation that waits for one. */
static void close_joins(cln_parse *pc, cln_sources *sources)
{
    if ((pc->dialect->features & CLN_FEATURE_JOIN_NEEDS_ON) != 0 && sources->open.count > 0) {
        const cln_node *source = sources->list->items[sources->open.items[sources->open.count - 1]];
        const cln_source_node *last = (const cln_source_node *)source;
        bool array = (pc->dialect->features & CLN_FEATURE_ARRAY_REFS) != 0 && cln_node_is(last->relation, CLN_TABLE_FUNCTION);
        if (last->join != CLN_JOIN_CROSS && (source->flags & CLN_NATURAL) == 0 && !array) /* BigQuery: LEFT JOIN UNNEST(a) */
            cln_parse_fail(pc, CLN_SYNTAX_ERROR, source->at, "this join has neither ON nor USING");
    }
    sources->open.count = 0;
}

cln_sources *cln_build_join(cln_parse *pc, cln_sources *sources, uint32_t join, cln_node *source)
{
    cln_source_node *node = (cln_source_node *)source;

    node->join = join & CLN_JOIN_MASK;
    source->flags |= join & ~(uint32_t)CLN_JOIN_MASK;
    if (node->join == CLN_JOIN_COMMA)
        close_joins(pc, sources);
    /* A CROSS JOIN may have an ON in some dialects, but does not wait for one. */
    if (sources->open.count > 0) {
        uint32_t last = sources->open.items[sources->open.count - 1];
        if (((const cln_source_node *)sources->list->items[last])->join == CLN_JOIN_CROSS)
            sources->open.count--;
    }
    /* Vertica: a NATURAL JOIN b ON x */
    if (takes_on(pc, node->join) && ((source->flags & CLN_NATURAL) == 0 || cln_has_syntax(pc->dialect, CLN_SYNTAX_NATURAL_ON)))
        *CLN_PUSH(pc->arena, &sources->open) = sources->list->count;
    cln_build_append(pc, sources->list, source);
    return sources;
}

cln_sources *cln_build_join_on(cln_parse *pc, cln_sources *sources, cln_token word, cln_node *on,
                               cln_list *using)
{
    cln_source_node *source;
    uint32_t index;

    if (sources->open.count == 0) {
        cln_parse_fail(pc, CLN_SYNTAX_ERROR, cln_token_span(word), "there is no join here that %s could belong to",
                       on != NULL ? "ON" : "USING");
        return sources;
    }
    index = sources->open.items[--sources->open.count];
    source = (cln_source_node *)sources->list->items[index];
    if (source->join == CLN_JOIN_COMMA)
        source->join = CLN_JOIN_INNER; /* a, b USING (x) */
    if (source->on != NULL && on != NULL)
        on = cln_build_operation(pc, source->on, cln_token_at(TK_AND, word.offset, word.length), on);
    if (on != NULL)
        source->on = on;
    source->using = using;
    cln_node_rise(pc, &source->node, on != NULL ? on->height : 1);
    if (index + 1 < sources->list->count)
        source->node.flags |= CLN_JOIN_NESTED;
    else
        cln_node_reach(&source->node, cln_span_end(pc->at));
    return sources;
}

cln_sources *cln_build_join_match(cln_parse *pc, cln_sources *sources, cln_node *condition)
{
    cln_source_node *last = (cln_source_node *)sources->list->items[sources->list->count - 1];

    last->on = condition;
    cln_node_rise(pc, &last->node, condition->height);
    cln_node_reach(&last->node, cln_span_end(pc->at));
    return sources;
}

cln_sources *cln_build_join_using_as(cln_parse *pc, cln_sources *sources, cln_token word, cln_list *using, cln_node *alias)
{
    uint32_t open = sources->open.count;

    sources = cln_build_join_on(pc, sources, word, NULL, using);
    if (open > 0)
        ((cln_source_node *)sources->list->items[sources->open.items[open - 1]])->using_alias = alias;
    return sources;
}

cln_list *cln_build_sources_end(cln_parse *pc, cln_sources *sources)
{
    close_joins(pc, sources);
    pc->spare_sources = sources;
    return sources->list;
}

/* IF NOT EXISTS; the flag: it stands in front of PARTITION. */
cln_node *cln_build_insert_if(cln_parse *pc, cln_node *insert)
{
    return FILL(insert, insert, ((cln_insert_node *)insert)->partition == NULL ? CLN_IF_EXISTS : 0);
}

/* SQLite: ON CONFLICT (a) DO UPDATE SET ... ON CONFLICT DO NOTHING: what any of them assigns counts. */
cln_node *cln_build_conflict(cln_parse *pc, cln_node *insert, cln_node *conflict)
{
    cln_conflict_node *first = (cln_conflict_node *)((cln_insert_node *)insert)->conflict;
    cln_conflict_node *next = (cln_conflict_node *)conflict;

    if (first == NULL)
        return FILL(insert, insert, 0, .conflict = conflict);
    next->assignments = cln_build_concat(pc, first->assignments, next->assignments);
    if (next->where == NULL)
        next->where = first->where;
    else if (first->where != NULL)
        next->where = cln_build_operation(pc, first->where, cln_token_at(TK_AND, conflict->at.offset, 0), next->where);
    cln_node_rise(pc, conflict, first->node.height);
    return FILL(insert, insert, 0, .conflict = conflict);
}

/* TABLE t among arguments: the query of all its rows. */
cln_node *cln_build_table_argument(cln_parse *pc, cln_list *parts)
{
    cln_node *table = MAKE(table_ref, 0, .parts = parts);

    return MAKE(subquery, 0, .query = MAKE(query, 0, .body = table));
}

cln_node *cln_build_pivot_onto(cln_parse *pc, cln_node *source, cln_node *pivot)
{
    cln_source_node *node = (cln_source_node *)source;

    node->pivots = cln_build_append(pc, node->pivots, pivot);
    cln_node_rise(pc, source, pivot->height);
    cln_node_reach(source, cln_span_end(pc->at));
    return source;
}

cln_list *cln_build_pivot_columns(cln_parse *pc, cln_node *columns)
{
    return columns->kind == CLN_ROW ? CLN_AS(row, columns)->items : cln_build_list(pc, columns);
}

cln_node *cln_build_object_unpivot(cln_parse *pc, cln_list *object, cln_node *value, cln_node *key)
{
    cln_node *name = MAKE(name, 0, .text = CLN_TEXT("unpivot"));
    cln_node *call = MAKE(call, 0, .name = cln_build_list(pc, name), .arguments = cln_build_list(pc, cln_build_column(pc, object)));

    return MAKE(source, 0, .relation = cln_build_table_function(pc, call),
                .columns = cln_build_append(pc, cln_build_list(pc, value), key));
}

cln_node *cln_build_pivot_alias(cln_parse *pc, cln_node *pivot, cln_node *alias, cln_list *columns)
{
    if (pivot->kind == CLN_PIVOT)
        return FILL(pivot, pivot, 0, .alias = alias, .alias_columns = columns);
    return FILL(pivot, unpivot, 0, .alias = alias, .alias_columns = columns);
}

/* UNNEST(a) AS x WITH OFFSET AS o: o is the source's one column name. */
cln_node *cln_build_with_offset(cln_parse *pc, cln_node *source, cln_node *offset)
{
    return FILL(source, source, CLN_ORDINALITY | CLN_OFFSET, .columns = cln_build_list(pc, offset));
}

/* f(x), TABLE(f(x)); TABLE(x) of what is no call is a call of that name. */
cln_node *cln_build_table_function(cln_parse *pc, cln_node *call)
{
    if (call->kind != CLN_CALL) {
        cln_node *name = MAKE(name, 0, .text = CLN_TEXT("table"));
        call = MAKE(call, 0, .name = cln_build_list(pc, name), .arguments = cln_build_list(pc, call));
    }
    return MAKE(table_function, 0, .calls = cln_build_list(pc, call));
}

cln_node *cln_build_array_join(cln_parse *pc, cln_list *items)
{
    return MAKE(source, 0, .relation = MAKE(table_function, 0, .calls = items));
}

/* f(x).*: a STAR below a FIELD. */
cln_node *cln_build_field_star(cln_parse *pc, cln_node *operand)
{
    cln_node *star;

    if (operand->kind == CLN_COLUMN) /* PostgreSQL: (q.r).* is q.r.* */
        return MAKE(star, 0, .qualifier = CLN_AS(column, operand)->parts);
    star = MAKE(star, 0);
    star->at = (colline_span){ cln_span_end(pc->at) - 1, 1 };
    return MAKE(field, 0, .operand = operand, .field = star);
}

/* f(x).* EXCEPT (a) */
cln_node *cln_build_field_star_fill(cln_parse *pc, cln_node *field, const cln_node *draft)
{
    cln_node *star = field->kind == CLN_STAR ? field : ((cln_field_node *)field)->field;

    cln_build_fill(pc, star, draft);
    cln_node_rise(pc, field, star->height);
    cln_node_reach(field, cln_span_end(pc->at));
    return field;
}

/* DuckDB: * ~~~ 'a*' is GLOB, !~~ NOT LIKE, ~~* ILIKE. */
static void read_like_sign(cln_parse *pc, cln_like_node *like, colline_text sign)
{
    static const struct { const char *sign; uint32_t op, flags; } signs[] = {
        { "~~~", TK_GLOB, 0 }, { "~~", TK_LIKE, 0 }, { "~~*", TK_ILIKE, 0 }, { "!~~", TK_LIKE, CLN_NOT }, { "!~~*", TK_ILIKE, CLN_NOT },
    };

    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (cln_text_equal(sign, cln_text_of(signs[i].sign, (uint32_t)strlen(signs[i].sign)))) {
            like->op = signs[i].op;
            like->node.flags |= (uint16_t)signs[i].flags;
            return;
        }
    cln_parse_fail(pc, CLN_SYNTAX_ERROR, pc->at, "found '%t' behind a star", &sign);
}

cln_node *cln_build_star_like(cln_parse *pc, cln_node *star, uint32_t flags, cln_token op, cln_token pattern)
{
    cln_node *text = cln_build_literal(pc, CLN_LITERAL_STRING);

    cln_node *like, *before = CLN_AS(star, star)->like;

    text->at = cln_token_span(pattern);
    like = MAKE(like, flags, .subject = MAKE(star, 0), .pattern = text, .op = op.kind);
    if (op.kind == TK_OTHER_OP)
        read_like_sign(pc, (cln_like_node *)like, cln_parse_text(pc, op));
    if (before != NULL)
        like = cln_build_operation(pc, before, cln_token_at(TK_AND, op.offset, 0), like);
    return FILL(star, star, 0, .like = like);
}

cln_node *cln_build_order_all(cln_parse *pc, cln_token word, uint32_t flags)
{
    if ((pc->dialect->features & CLN_FEATURE_KNOWN_CLAUSES) != 0)
        cln_parse_fail(pc, CLN_SYNTAX_ERROR, cln_token_span(word), "found ALL, expected an expression");
    return MAKE(order_item, flags, .value = MAKE(star, 0));
}

cln_node *cln_build_star_parens(cln_parse *pc, cln_node *star)
{
    if ((pc->dialect->features & CLN_FEATURE_BARE_FROM) == 0)
        cln_parse_fail(pc, CLN_SYNTAX_ERROR, pc->at, "found '*' in parentheses, expected an expression");
    return MAKE(select_item, 0, .value = star);
}

cln_list *cln_build_items_exclude(cln_parse *pc, cln_list *items, cln_list *columns)
{
    for (uint32_t i = 0; i < items->count; i++) {
        cln_node *item = items->items[i];
        cln_node *value = ((cln_select_item_node *)item)->value;
        if (value->kind == CLN_STAR)
            cln_node_rise(pc, item, FILL(value, star, 0, .except = columns)->height);
    }
    return items;
}

/* GROUP BY a, b WITH ROLLUP is GROUP BY ROLLUP (a, b); WITH TOTALS adds nothing. */
cln_node *cln_build_grouped_with(cln_parse *pc, cln_list *items, cln_token word)
{
    if (word.kind == TK_TOTALS)
        return MAKE(grouping, 0, .items = items);
    return MAKE(grouping, 0, .items = cln_build_list(pc, MAKE(grouping, 0, .items = items, .op = word.kind)));
}

/* SELECT a, b, FROM t */
cln_list *cln_build_trailing_comma(cln_parse *pc, cln_list *items, cln_token comma)
{
    if ((pc->dialect->features & CLN_FEATURE_TRAILING_COMMA) == 0)
        cln_parse_fail(pc, CLN_SYNTAX_ERROR, cln_token_span(comma), "nothing follows this ',', expected an expression");
    return items;
}

/* A SELECT from its parts; `hierarchy` is a SELECT that holds its clauses, `group` a GROUPING that holds the items of
   GROUP BY, or NULL. */
cln_node *cln_build_select(cln_parse *pc, cln_node *head, const cln_node *body, const cln_node *hierarchy,
                           const cln_node *group)
{
    const cln_node *into = CLN_AS(select, body)->into;

    cln_fill_select(pc, head, *CLN_AS(select, body));
    if (hierarchy != NULL)
        cln_build_fill(pc, head, hierarchy);
    if (group != NULL)
        FILL(head, select, group->flags & CLN_GROUP_BY_ALL, .group_by = CLN_AS(grouping, group)->items);
    if (into != NULL)
        head->flags |= into->flags & CLN_TEMPORARY;
    head->at = pc->at;
    return head;
}

static cln_list *all_columns(cln_parse *pc)
{
    return cln_build_list(pc, MAKE(select_item, 0, .value = MAKE(star, 0)));
}

cln_node *cln_build_bare_from(cln_parse *pc, const cln_node *body, const cln_node *group)
{
    cln_node *select;

    if ((pc->dialect->features & CLN_FEATURE_BARE_FROM) == 0)
        cln_parse_fail(pc, CLN_SYNTAX_ERROR, ((colline_span){ cln_span_end(pc->at), 0 }),
                       "the FROM clause has no SELECT, expected SELECT");
    select = MAKE(select, CLN_PIPED, .items = all_columns(pc));
    return cln_build_select(pc, select, body, NULL, group);
}

/* SELECT TRANSFORM (a, b) USING 'script': the call was read as any other. */
cln_node *cln_build_transform(cln_parse *pc, const cln_node *call, cln_list *columns)
{
    if (call->kind != CLN_CALL || !cln_is_word(CLN_AS(call, call)->name, "transform")) {
        cln_parse_fail(pc, CLN_SYNTAX_ERROR, call->at, "only TRANSFORM (...) takes USING");
        return MAKE(transform, 0);
    }
    return MAKE(transform, 0, .arguments = CLN_AS(call, call)->arguments, .columns = columns);
}

/* FROM t MAP a USING 'script' */
cln_node *cln_build_map_from(cln_parse *pc, cln_node *select, cln_sources *from, cln_node *where)
{
    FILL(select, select, 0, .from = cln_build_sources_end(pc, from), .where = where);
    select->at = pc->at;
    return select;
}

cln_node *cln_build_offset(cln_parse *pc, cln_node *query, cln_node *offset, cln_node *limit)
{
    uint32_t wanted = limit != NULL ? CLN_FEATURE_OFFSET_FIRST : CLN_FEATURE_OFFSET_FIRST | CLN_FEATURE_OFFSET_ALONE;

    if ((pc->dialect->features & wanted) == 0)
        cln_parse_fail(pc, CLN_SYNTAX_ERROR, offset->at, "OFFSET must follow LIMIT");
    if (offset->kind == CLN_COLUMN && cln_is_word(CLN_AS(column, offset)->parts, "rows"))
        cln_parse_fail(pc, CLN_SYNTAX_ERROR, offset->at, "found ROWS, expected an expression");
    return FILL(query, query, 0, .limit = limit, .offset = offset);
}

cln_with *cln_build_with_list(cln_parse *pc, cln_list *ctes, uint32_t flags)
{
    cln_with *with = CLN_NEW(pc->arena, cln_with);

    with->ctes = ctes;
    with->flags = flags;
    return with;
}

cln_node *cln_build_with(cln_parse *pc, const cln_with *with, cln_node *node)
{
    cln_list *ctes = with->ctes;

    node->at = pc->at;
    switch (node->kind) {
    case CLN_QUERY:
        return FILL(node, query, with->flags, .ctes = ctes);
    case CLN_INSERT:
        return FILL(node, insert, with->flags, .ctes = ctes);
    case CLN_MULTI_INSERT:
        return FILL(node, multi_insert, with->flags, .ctes = ctes);
    case CLN_UPDATE:
        return FILL(node, update, with->flags, .ctes = ctes);
    case CLN_DELETE:
        return FILL(node, delete, with->flags, .ctes = ctes);
    default:
        return FILL(node, merge, with->flags, .ctes = ctes);
    }
}
