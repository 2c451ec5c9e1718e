/*
 * ast_pipe.c -- queries that are not written as SELECT become SELECTs.
 *
 *     FROM t |> WHERE a > 1 |> SELECT b           SELECT b FROM t WHERE a > 1
 *     PIVOT t ON a USING SUM(b)                   SELECT * FROM t PIVOT (SUM(b) FOR a ...)
 *     t MATCH_RECOGNIZE (MEASURES ... DEFINE ...) (SELECT measures FROM t WHERE definitions)
 *
 * A step of a pipe goes into the SELECT in front of it where that is still open (CLN_PIPED: it selects everything and
 * has nothing that comes after the step's clause), else it reads from it as a subquery.
 */
#include "syntax/ast_build.h"

#include "sql.h"
#include "syntax/walk.h"

static cln_node *all_columns(cln_parse *pc)
{
    return MAKE(select_item, 0, .value = MAKE(star, 0));
}

static cln_node *new_name(cln_parse *pc, const cln_node *name)
{
    return MAKE(name, name->flags, .text = CLN_AS(name, name)->text);
}

static cln_node *select_of(cln_node *query)
{
    cln_node *body = ((cln_query_node *)query)->body;

    return body->kind == CLN_SELECT ? body : NULL;
}

/* FILL for the SELECT of a query, which may become higher by it. */
static cln_node *fill_select(cln_parse *pc, cln_node *query, const cln_node *draft)
{
    cln_node *select = select_of(query);

    cln_build_fill(pc, select, draft);
    cln_node_rise(pc, query, select->height);
    cln_node_reach(query, cln_span_end(pc->at));
    return query;
}

cln_node *cln_build_select_all(cln_parse *pc, cln_node *query, cln_node *alias, cln_list *columns)
{
    cln_node *source = MAKE(source, 0, .relation = query, .alias = alias, .columns = columns);

    return MAKE(query, 0, .body = MAKE(select, CLN_PIPED, .items = cln_build_list(pc, all_columns(pc)),
                                       .from = cln_build_list(pc, source)));
}

/* What the rows of a query are called by the steps that follow: as its only source. */
static cln_node *alias_of(cln_parse *pc, cln_node *query)
{
    const cln_node *select = select_of(query);
    const cln_source_node *source;

    if (select == NULL || cln_count(CLN_AS(select, select)->from) != 1)
        return NULL;
    source = CLN_AS(source, CLN_AS(select, select)->from->items[0]);
    if (source->alias != NULL)
        return new_name(pc, source->alias);
    if (source->relation->kind == CLN_TABLE_REF && cln_count(CLN_AS(table_ref, source->relation)->parts) > 0) {
        const cln_list *parts = CLN_AS(table_ref, source->relation)->parts;
        return new_name(pc, parts->items[parts->count - 1]);
    }
    return NULL;
}

/* WITH r AS (...) FROM t |> ... |> JOIN r: what is defined before a step is there in all that follow. */
static cln_node *nested(cln_parse *pc, cln_node *query)
{
    cln_query_node *inner = (cln_query_node *)query;
    cln_node *outer = cln_build_select_all(pc, query, alias_of(pc, query), NULL);

    if (inner->ctes == NULL || (query->flags & CLN_PARENS) != 0)
        return outer;
    FILL(outer, query, query->flags & CLN_RECURSIVE, .ctes = inner->ctes);
    inner->ctes = NULL;
    return outer;
}

static bool is_open(cln_node *query)
{
    const cln_query_node *node = CLN_AS(query, query);
    const cln_node *select = select_of(query);

    return select != NULL && (select->flags & CLN_PIPED) != 0 && node->order_by == NULL && node->limit == NULL &&
           node->offset == NULL;
}

static cln_node *opened(cln_parse *pc, cln_node *query)
{
    return is_open(query) ? query : nested(pc, query);
}

static void close_select(cln_node *query)
{
    select_of(query)->flags &= ~(uint32_t)CLN_PIPED;
}

static cln_star_node *star_of(cln_node *query)
{
    const cln_node *item = CLN_AS(select, select_of(query))->items->items[0];

    return (cln_star_node *)CLN_AS(select_item, item)->value;
}

cln_node *cln_pipe_where(cln_parse *pc, cln_node *query, cln_node *condition)
{
    query = opened(pc, query);
    if (CLN_AS(select, select_of(query))->where != NULL)
        query = nested(pc, query);
    return fill_select(pc, query, CLN_DRAFT(select, 0, .where = condition));
}

cln_node *cln_pipe_with(cln_parse *pc, cln_node *query, uint32_t flags, cln_list *ctes)
{
    query = opened(pc, query);
    return FILL(query, query, flags, .ctes = cln_build_concat(pc, ((cln_query_node *)query)->ctes, ctes));
}

cln_node *cln_pipe_select(cln_parse *pc, cln_node *query, const cln_node *head, cln_list *items)
{
    query = opened(pc, query);
    close_select(query);
    return fill_select(pc, query, CLN_DRAFT(select, head->flags & CLN_DISTINCT, .items = items));
}

cln_node *cln_pipe_distinct(cln_parse *pc, cln_node *query)
{
    query = opened(pc, query);
    close_select(query);
    return fill_select(pc, query, CLN_DRAFT(select, CLN_DISTINCT));
}

cln_node *cln_pipe_extend(cln_parse *pc, cln_node *query, cln_list *items)
{
    query = opened(pc, query);
    close_select(query);
    return fill_select(pc, query, CLN_DRAFT(select, 0, .items = cln_build_concat(pc, cln_build_list(pc, all_columns(pc)), items)));
}

/* SET a = x, DROP a, RENAME a AS b: what stands behind the star of * REPLACE, * EXCEPT, * RENAME. */
cln_node *cln_pipe_star(cln_parse *pc, cln_node *query, const cln_node *star)
{
    cln_node *item;

    query = opened(pc, query);
    close_select(query);
    item = CLN_AS(select, select_of(query))->items->items[0];
    cln_build_fill(pc, &star_of(query)->node, star);
    cln_node_rise(pc, item, star_of(query)->node.height);
    cln_node_rise(pc, select_of(query), item->height);
    cln_node_rise(pc, query, select_of(query)->height);
    return query;
}

cln_node *cln_pipe_as(cln_parse *pc, cln_node *query, cln_node *alias)
{
    return cln_build_select_all(pc, query, alias, NULL);
}

static cln_list *sort_by(cln_parse *pc, const cln_list *items)
{
    cln_list *order = NULL;

    for (uint32_t i = 0; i < cln_count(items); i++) {
        const cln_select_item_node *item = CLN_AS(select_item, items->items[i]);
        const cln_node *name = item->alias;
        if (name == NULL && item->value->kind == CLN_COLUMN)
            name = CLN_AS(column, item->value)->parts->items[CLN_AS(column, item->value)->parts->count - 1];
        if (name != NULL)
            order = cln_build_append(pc, order, MAKE(order_item, 0, .value = MAKE(column, 0, .parts = cln_build_list(pc, new_name(pc, name)))));
    }
    return order;
}

/* AGGREGATE sum(a) AS s GROUP AND ORDER BY b: SELECT b, sum(a) AS s ... GROUP BY ALL, then sorted by b */
cln_node *cln_pipe_aggregate(cln_parse *pc, cln_node *query, cln_list *aggregates, cln_list *keys, bool sorted)
{
    cln_list *order = sorted ? sort_by(pc, keys) : NULL;

    query = opened(pc, query);
    close_select(query);
    fill_select(pc, query, CLN_DRAFT(select, keys != NULL ? CLN_GROUP_BY_ALL : 0, .items = cln_build_concat(pc, keys, aggregates)));
    if (order != NULL)
        query = cln_build_fill(pc, nested(pc, query), CLN_DRAFT(query, 0, .order_by = order));
    return query;
}

cln_node *cln_pipe_order(cln_parse *pc, cln_node *query, cln_list *order)
{
    if (CLN_AS(query, query)->order_by != NULL || CLN_AS(query, query)->limit != NULL)
        query = nested(pc, query);
    return FILL(query, query, 0, .order_by = order);
}

cln_node *cln_pipe_limit(cln_parse *pc, cln_node *query, cln_node *limit, cln_node *offset)
{
    if (CLN_AS(query, query)->limit != NULL)
        query = nested(pc, query);
    return FILL(query, query, 0, .limit = limit, .offset = offset);
}

cln_node *cln_pipe_join(cln_parse *pc, cln_node *query, uint32_t join, cln_node *source, cln_node *on, cln_list *using)
{
    cln_source_node *joined = (cln_source_node *)source;
    cln_select_node *select;

    query = opened(pc, query);
    if (CLN_AS(select, select_of(query))->where != NULL)
        query = nested(pc, query);
    joined->join = join & CLN_JOIN_MASK;
    source->flags |= join & ~(uint32_t)CLN_JOIN_MASK;
    if (on != NULL || using != NULL)
        FILL(source, source, 0, .on = on, .using = using);
    select = (cln_select_node *)select_of(query);
    select->from = cln_build_append(pc, select->from, source);
    cln_node_rise(pc, &select->node, source->height);
    cln_node_rise(pc, query, select->node.height);
    cln_node_reach(query, cln_span_end(pc->at));
    return query;
}

cln_node *cln_pipe_set(cln_parse *pc, cln_node *query, uint32_t op, cln_list *names, const cln_list *queries)
{
    cln_node *body = cln_build_query_parens(pc, query);

    for (uint32_t i = 0; i < queries->count; i++)
        body = names != NULL ? cln_build_set_by(pc, body, op, names, queries->items[i])
                             : cln_build_set_operation(pc, body, op, queries->items[i]);
    return MAKE(query, 0, .body = body);
}

/* CALL f(x) AS a: f's first argument is the table. */
cln_node *cln_pipe_call(cln_parse *pc, cln_node *query, cln_node *call, cln_node *alias)
{
    cln_list *arguments = cln_build_list(pc, MAKE(subquery, 0, .query = query));

    if (call->kind == CLN_CALL) {
        arguments = cln_build_concat(pc, arguments, CLN_AS(call, call)->arguments);
        FILL(call, call, 0, .arguments = arguments);
    }
    return cln_build_select_all(pc, cln_build_table_function(pc, call), alias, NULL);
}

cln_node *cln_pipe_pivot(cln_parse *pc, cln_node *query, cln_node *pivot)
{
    cln_node *source;

    query = nested(pc, query);
    source = CLN_AS(select, select_of(query))->from->items[0];
    cln_build_pivot_onto(pc, source, pivot);
    cln_node_rise(pc, select_of(query), source->height);
    cln_node_rise(pc, query, select_of(query)->height);
    close_select(query);
    return query;
}

/* ---- DuckDB's statements ---- */

static cln_list *as_items(cln_parse *pc, const cln_list *values)
{
    cln_list *items = NULL;

    for (uint32_t i = 0; i < cln_count(values); i++)
        items = cln_build_append(pc, items, MAKE(select_item, 0, .value = values->items[i]));
    return items;
}

static cln_node *pivoted(cln_parse *pc, cln_node *source, cln_node *pivot)
{
    cln_build_pivot_onto(pc, source, pivot);
    return MAKE(select, 0, .items = cln_build_list(pc, all_columns(pc)), .from = cln_build_list(pc, source));
}

static cln_list *count_rows(cln_parse *pc)
{
    cln_node *name = MAKE(name, 0, .text = CLN_TEXT("count"));
    cln_node *call = MAKE(call, 0, .name = cln_build_list(pc, name), .arguments = cln_build_list(pc, MAKE(star, 0)));

    return cln_build_list(pc, MAKE(select_item, 0, .value = call));
}

/* a IN (1, 2), (a, b) IN ((1, 2)), a || b */
static cln_node *pivot_key(cln_parse *pc, cln_node *item)
{
    const cln_in_node *in = item->kind == CLN_IN && (item->flags & (CLN_NOT | CLN_PARENS)) == 0 ? CLN_AS(in, item) : NULL;
    cln_node *columns = in != NULL ? in->subject : item;

    return MAKE(pivot_key, 0, .columns = cln_build_pivot_columns(pc, columns), .values = in != NULL ? as_items(pc, in->values) : NULL,
                .query = in != NULL ? in->query : NULL);
}

/* PIVOT t ON a IN (1, 2) USING SUM(b) GROUP BY c */
cln_node *cln_build_pivot_statement(cln_parse *pc, cln_node *source, const cln_list *on, cln_list *aggregates, cln_list *group_by)
{
    cln_list *keys = NULL;

    for (uint32_t i = 0; i < on->count; i++)
        keys = cln_build_append(pc, keys, pivot_key(pc, on->items[i]));
    return pivoted(pc, source, MAKE(pivot, 0, .aggregates = aggregates != NULL ? aggregates : count_rows(pc), .keys = keys,
                                    .group_by = group_by));
}

/* UNPIVOT t ON a, b INTO NAME n VALUE v */
cln_node *cln_build_unpivot_statement(cln_parse *pc, cln_node *source, uint32_t flags, cln_list *on)
{
    cln_node *name = MAKE(name, 0, .text = CLN_TEXT("name"));
    cln_node *value = MAKE(name, 0, .text = CLN_TEXT("value"));

    return pivoted(pc, source, MAKE(unpivot, flags, .value_names = cln_build_list(pc, value), .name = name, .columns = on));
}

cln_node *cln_build_unpivot_into(cln_parse *pc, cln_node *select, cln_node *name, cln_list *values)
{
    const cln_source_node *source = CLN_AS(source, CLN_AS(select, select)->from->items[0]);
    cln_unpivot_node *unpivot = (cln_unpivot_node *)source->pivots->items[source->pivots->count - 1];

    unpivot->name = name;
    unpivot->value_names = values;
    return FILL(select, select, 0);
}

/* ---- MATCH_RECOGNIZE ---- */

/* A.price: what stands in front of the dot is a variable of the pattern. */
static void drop_variables(cln_node *node);

static void drop_in_list(const cln_list *list)
{
    for (uint32_t i = 0; i < cln_count(list); i++)
        drop_variables(list->items[i]);
}

static void drop_variables(cln_node *node)
{
    const cln_kind_facts *facts = cln_kind_facts_of(node->kind);
    cln_column_node *column = (cln_column_node *)node;

    if (node->kind == CLN_COLUMN) {
        if (column->parts->count == 2) {
            column->parts->items[0] = column->parts->items[1];
            column->parts->count = 1;
        }
        return;
    }
    for (uint32_t i = 0; i < facts->member_count; i++) {
        if (facts->members[i].list)
            drop_in_list(cln_member_list(node, &facts->members[i]));
        else if (cln_member_node(node, &facts->members[i]) != NULL)
            drop_variables(cln_member_node(node, &facts->members[i]));
    }
}

static cln_list *copied_columns(cln_parse *pc, const cln_list *keys)
{
    cln_list *copies = NULL;

    for (uint32_t i = 0; i < cln_count(keys); i++)
        if (keys->items[i]->kind == CLN_COLUMN)
            copies = cln_build_append(pc, copies, MAKE(column, 0, .parts = CLN_AS(column, keys->items[i])->parts));
    return copies;
}

/* As a subquery: partition columns (with ALL ROWS PER MATCH every column) and measures, of rows that the definitions choose. */
cln_node *cln_build_match_recognize(cln_parse *pc, cln_node *source, cln_list *partition, cln_list *order, cln_list *measures,
                                    cln_token clause, cln_list *definitions)
{
    colline_text text = cln_parse_text(pc, clause);
    bool all_rows = text.length >= 3 && cln_text_equal_nocase(cln_text_of(text.data, 3), CLN_TEXT("all"));
    cln_list *items = all_rows ? cln_build_list(pc, all_columns(pc)) : as_items(pc, copied_columns(pc, partition));
    cln_node *where = NULL;
    cln_node *query;

    drop_in_list(measures);
    drop_in_list(definitions);
    for (uint32_t i = 0; i < cln_count(definitions); i++)
        where = where == NULL ? definitions->items[i]
                              : cln_build_operation(pc, where, cln_token_at(TK_AND, clause.offset, 0), definitions->items[i]);
    query = MAKE(select, 0, .items = cln_build_concat(pc, items, measures), .from = cln_build_list(pc, source), .where = where,
                 .group_by = partition);
    return MAKE(source, 0, .relation = MAKE(query, 0, .body = query, .order_by = order));
}
