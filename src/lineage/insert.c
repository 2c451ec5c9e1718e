/*
 * insert.c -- INSERT in all its forms: which select column feeds which column of the target.
 *
 *     INSERT OVERWRITE g (x, y) PARTITION (p = 1, q) SELECT a, b, c FROM t      x <- a, y <- b, q <- c; p is
 * constant
 */
#include "lineage/assemble.h"

typedef struct cln_insertion {
    cln_assembly *a;
    cln_target target; /* a copy: targets move when others are added */
    cln_columns_by_name by_name;
    CLN_VECTOR(colline_text) order; /* the names that the select columns feed, by position */
    bool open;                      /* the target's columns are not known */
} cln_insertion;

static cln_resolver *resolver(cln_insertion *in)
{
    return &in->a->resolver;
}

static void expect(cln_insertion *in, colline_text name)
{
    *CLN_PUSH(in->a->result->arena, &in->order) = name;
}

static colline_text column_name(cln_insertion *in, const cln_node *column)
{
    if (column->kind == CLN_COLUMN)
        column = cln_last(CLN_AS(column, column)->parts);
    return column->kind == CLN_NAME ? cln_column_text(resolver(in), column) : CLN_TEXT("");
}

/* Of an item of PARTITION; empty for what is no equation: PARTITION (p > 1). */
static colline_text partition_column(cln_insertion *in, const cln_node *item)
{
    const cln_list *columns = CLN_AS(assignment, item)->columns;

    return cln_count(columns) > 0 ? column_name(in, columns->items[0]) : CLN_TEXT("");
}

/* PARTITION (q): a column that the last of the query's columns feeds; where partitions have names, the name of one. */
static bool is_dynamic(cln_insertion *in, const cln_node *item)
{
    return CLN_AS(assignment, item)->value == NULL && !cln_has_rule(resolver(in)->dialect, CLN_RULE_PARTITION_NAMES);
}

static bool in_partition(cln_insertion *in, const cln_list *partition, colline_text name)
{
    for (uint32_t i = 0; i < cln_count(partition); i++)
        if (cln_text_equal_nocase(partition_column(in, partition->items[i]), name))
            return true;
    return false;
}

static void check_column(cln_insertion *in, colline_text name, colline_span at)
{
    cln_resolver *r = resolver(in);

    if (in->target.table == NULL || in->target.table->column_count == 0 ||
        cln_table_column(in->target.table, name, false) != NULL)
        return;
    cln_warn(r, CLN_UNKNOWN_COLUMN, at, "the target has no column %t", name);
    r->confirm = true;
}

/* INSERT INTO (SELECT b AS x, a FROM t) (x): b, a of t, or those of them that are listed. */
static void expect_through(cln_insertion *in, const cln_insert_node *insert)
{
    const cln_rowset *through = in->by_name.through;

    for (uint32_t i = 0; i < cln_count(insert->columns); i++)
        expect(in, cln_base_column(in->a, &in->by_name, column_name(in, insert->columns->items[i])));
    for (uint32_t i = 0; insert->columns == NULL && i < through->count; i++)
        expect(in, cln_base_column(in->a, &in->by_name, cln_text_of(through->columns[i].name, through->columns[i].length)));
}

/* The names that the query's columns feed, in order: the list, or the table's columns; then the dynamic
 * partition columns. */
static void expect_columns(cln_insertion *in, const cln_insert_node *insert, const cln_rowset *rows)
{
    const cln_table *table = in->target.table;
    uint32_t dynamic = 0;

    if (in->by_name.through != NULL) {
        expect_through(in, insert);
        return;
    }
    for (uint32_t i = 0; i < cln_count(insert->partition); i++)
        dynamic += is_dynamic(in, insert->partition->items[i]);
    in->open = cln_count(insert->columns) == 0 && (table == NULL || table->column_count == 0);
    for (uint32_t i = 0; i < cln_count(insert->columns); i++) {
        expect(in, column_name(in, insert->columns->items[i]));
        check_column(in, in->order.items[i], insert->columns->items[i]->at);
    }
    for (uint32_t i = 0; cln_count(insert->columns) == 0 && table != NULL && i < table->column_count; i++)
        if (!table->columns[i].passed && !in_partition(in, insert->partition, table->columns[i].name))
            expect(in, table->columns[i].name);
    for (uint32_t i = 0; in->open && rows != NULL && i + dynamic < rows->count; i++)
        expect(in, cln_text_of(rows->columns[i].name, rows->columns[i].length));
    for (uint32_t i = 0; i < cln_count(insert->partition); i++)
        if (is_dynamic(in, insert->partition->items[i]))
            expect(in, partition_column(in, insert->partition->items[i]));
}

/* The columns of the target in their own order, nothing fed yet. */
static void list_columns(cln_insertion *in, const cln_insert_node *insert)
{
    const cln_table *table = in->target.table;
    uint32_t place;

    for (uint32_t i = 0; table != NULL && i < table->column_count; i++)
        (void)cln_place_of(in->a, &in->by_name, table->columns[i].name);
    for (uint32_t i = 0; !in->open && i < in->order.count; i++)
        (void)cln_place_of(in->a, &in->by_name, in->order.items[i]);
    for (uint32_t i = 0; i < cln_count(insert->partition); i++) {
        const cln_assignment_node *item = CLN_AS(assignment, insert->partition->items[i]);
        if (item->value == NULL || cln_count(item->columns) == 0)
            continue;
        place = cln_place_of(in->a, &in->by_name, partition_column(in, insert->partition->items[i]));
        in->a->result->columns.items[place].origin = cln_constant(in->a, item->value);
    }
}

/* A query whose columns are the target's one by one needs no list of its own. */
static void feed_open(cln_insertion *in, const cln_rowset *rows)
{
    for (uint32_t i = 0; i < rows->count; i++) {
        colline_text name = i < in->order.count ? in->order.items[i]
                                                : cln_text_of(rows->columns[i].name, rows->columns[i].length);
        (void)cln_add_column(in->a, name, rows->columns[i].origin);
    }
}

static uint32_t star_place(const cln_rowset *rows)
{
    uint32_t i = 0;

    while (i < rows->count && !cln_is_star(&rows->columns[i]))
        i++;
    return i;
}

/* SELECT a, *, b FROM unknown: what stands before the star goes from the front, what stands behind it from
 * the end; the star stands for itself. */
static void feed_around_star(cln_insertion *in, const cln_rowset *rows, uint32_t star)
{
    for (uint32_t i = 0; i < rows->count; i++) {
        uint32_t from_end = rows->count - i;
        const cln_output *column = &rows->columns[i];
        colline_text name = cln_text_of(column->name, column->length);
        if (i < star && i < in->order.count)
            name = in->order.items[i];
        else if (i > star && !cln_is_star(column) && from_end <= in->order.count &&
                 in->order.count > rows->count - 2)
            name = in->order.items[in->order.count - from_end];
        (void)cln_add_column(in->a, name, column->origin);
    }
}

static void feed_by_position(cln_insertion *in, const cln_rowset *rows, const cln_insert_node *insert)
{
    for (uint32_t i = 0; i < rows->count && i < in->order.count; i++) {
        uint32_t place = cln_place_of(in->a, &in->by_name, in->order.items[i]);
        in->a->result->columns.items[place].origin = rows->columns[i].origin;
    }
    if (rows->count != in->order.count + cln_count(insert->included) && rows->count > 0)
        cln_warn(resolver(in), CLN_COLUMN_COUNT, insert->query != NULL ? insert->query->at : insert->node.at,
                 "the query gives more or fewer columns than it feeds%t", CLN_TEXT(""));
}

static void feed_by_name(cln_insertion *in, const cln_rowset *rows)
{
    for (uint32_t i = 0; i < rows->count; i++) {
        uint32_t place =
            cln_place_of(in->a, &in->by_name, cln_text_of(rows->columns[i].name, rows->columns[i].length));
        in->a->result->columns.items[place].origin = rows->columns[i].origin;
    }
}

static void feed(cln_insertion *in, const cln_insert_node *insert, const cln_rowset *rows)
{
    uint32_t star = star_place(rows);

    expect_columns(in, insert, rows);
    if (star < rows->count && !in->open) {
        feed_around_star(in, rows, star);
    } else if (in->open && cln_count(insert->partition) == 0) {
        feed_open(in, rows);
    } else if (in->open) {
        feed_open(in, rows);
        list_columns(in, insert);
    } else {
        list_columns(in, insert);
        if ((insert->node.flags & CLN_BY_NAME) != 0)
            feed_by_name(in, rows);
        else
            feed_by_position(in, rows, insert);
    }
}

/* ---- ON CONFLICT, ON DUPLICATE KEY ---- */

/* What was to be inserted, as `excluded` sees it. */
static const cln_rowset *inserted_rows(cln_insertion *in)
{
    cln_result *result = in->a->result;
    cln_rowset *rows = CLN_NEW(result->arena, cln_rowset);
    uint32_t first = in->target.first_column;
    cln_output *columns = CLN_NEW_ARRAY(result->arena, cln_output, result->columns.count - first);

    for (uint32_t i = first; i < result->columns.count; i++) {
        columns[i - first] = result->columns.items[i];
        if (columns[i - first].origin == CLN_NOT_FED)
            columns[i - first].origin = CLN_NO_ORIGIN;
    }
    rows->columns = columns;
    rows->count = result->columns.count - first;
    return rows;
}

/* MySQL: INSERT INTO t SELECT x FROM u ON DUPLICATE KEY UPDATE b = u.y; NULL where nothing but the target can
 * be meant. */
static cln_scope *selected_scope(cln_assembly *a, const cln_insert_node *insert)
{
    const cln_query_node *query = insert->query != NULL ? CLN_AS(query, insert->query) : NULL;
    const cln_select_node *select;
    cln_scope *scope;

    if (CLN_AS(conflict, insert->conflict)->columns != NULL || query == NULL || cln_count(query->ctes) > 0 ||
        cln_count(insert->ctes) > 0 || !cln_node_is(query->body, CLN_SELECT))
        return NULL;
    select = CLN_AS(select, query->body);
    scope = cln_scope_new(&a->resolver, NULL, NULL);
    cln_add_sources(&a->resolver, scope, select->from);
    return scope;
}

/* ---- The statement ---- */

/* What is inserted by the query's names is found by them, too. */
static void note_names(cln_insertion *in)
{
    const cln_result *result = in->a->result;

    for (uint32_t i = in->target.first_column; i < result->columns.count; i++) {
        colline_text key = cln_text_lower(result->arena, cln_column_name(result, i));
        if (cln_map_get(&in->by_name.places, key) == NULL)
            cln_map_put(result->arena, &in->by_name.places, key, (void *)(uintptr_t)(i + 1));
    }
}

/* INSERT INTO (SELECT ...): the table that the first column comes from which is written. */
static cln_target *add_target_through(cln_assembly *a, const cln_insert_node *insert, const cln_rowset *through, colline_operation operation)
{
    cln_insertion names = { .a = a };
    const cln_relation *relation = NULL;
    cln_table_name name;

    for (uint32_t i = 0; i < through->count && relation == NULL; i++) {
        colline_text column = i < cln_count(insert->columns) ? column_name(&names, insert->columns->items[i])
                                                             : cln_text_of(through->columns[i].name, through->columns[i].length);
        const cln_leaf *leaf = cln_leaf_through(a, through, column);
        if (leaf != NULL)
            relation = &a->result->origins.relations.items[leaf->relation];
    }
    if (relation == NULL || relation->is_path)
        return cln_add_target(a, insert->target, operation);
    name = relation->name;
    return cln_add_named_target(a, &name, cln_catalog_find(a->resolver.catalog, &name), operation);
}

static cln_origin insert_one(cln_assembly *a, const cln_insert_node *insert, const cln_rowset *rows, const cln_cte_frame *ctes)
{
    cln_insertion in;
    colline_operation operation = insert->operation == CLN_INSERT_OVERWRITE ? COLLINE_OPERATION_OVERWRITE
                                  : insert->operation == CLN_INSERT_UPSERT  ? COLLINE_OPERATION_MERGE
                                  : insert->operation == CLN_INSERT_REPLACE ? COLLINE_OPERATION_REPLACE
                                                                            : COLLINE_OPERATION_APPEND;
    cln_target *target;
    cln_filling filling;
    cln_scope *scope;

    memset(&in, 0, sizeof in);
    in.a = a;
    if (cln_node_is(insert->target, CLN_QUERY)) {
        in.by_name.through = cln_resolve_query(&a->resolver, NULL, ctes, insert->target, false);
        target = add_target_through(a, insert, in.by_name.through, operation);
    } else {
        target = cln_add_target(a, insert->target, operation);
    }
    cln_add_partition(a, target, insert->partition);
    in.target = *target;
    if (rows == NULL)
        rows = CLN_NEW(a->result->arena, cln_rowset); /* DEFAULT VALUES */
    feed(&in, insert, rows);
    if (insert->conflict == NULL)
        return rows->rows;
    note_names(&in);
    scope = cln_scope_new(&a->resolver, selected_scope(a, insert), ctes);
    cln_link_to(a->resolver.origins, scope->rows, rows->rows, CLN_LINK_ROWS, 0, 0);
    a->reads_target_only_when_read = true;
    cln_start_filling(&filling, a, scope, &in.by_name);
    cln_trace_conflict(&filling.change, insert, &in.target.name, inserted_rows(&in));
    return scope->rows;
}

void cln_insert_rows(cln_assembly *a, const cln_insert_node *insert, const cln_rowset *rows)
{
    cln_set_rows(a, insert_one(a, insert, rows, NULL));
}

/* Oracle: VALUES r: the fields of a record are the columns. */
static const cln_rowset *fields_of_record(cln_assembly *a, const cln_rowset *rows)
{
    const cln_shape *shape;
    cln_rowset *fields;

    if (a->resolver.variables == NULL || rows == NULL || rows->count != 1 || rows->columns[0].origin == CLN_NO_ORIGIN ||
        (a->resolver.dialect->script & CLN_SCRIPT_DECLARES_FIRST) == 0)
        return rows;
    shape = cln_origin_shape(a->resolver.origins, rows->columns[0].origin);
    if (shape == NULL || shape->count == 0)
        return rows;
    fields = CLN_NEW(a->result->arena, cln_rowset);
    *fields = *rows;
    fields->columns = shape->fields;
    fields->count = shape->count;
    fields->by_name = NULL;
    return fields;
}

void cln_assemble_insert(cln_assembly *a, const cln_insert_node *insert)
{
    cln_resolver *r = &a->resolver;
    const cln_cte_frame *ctes = a->ctes;
    const cln_rowset *rows = NULL;

    a->result->kind = insert->operation == CLN_INSERT_UPSERT    ? COLLINE_STATEMENT_UPSERT
                      : insert->operation == CLN_INSERT_REPLACE ? COLLINE_STATEMENT_REPLACE
                                                                : COLLINE_STATEMENT_INSERT;
    if (cln_count(insert->ctes) > 0)
        ctes = cln_resolve_ctes(r, NULL, ctes, insert->ctes, (insert->node.flags & CLN_RECURSIVE) != 0);
    if (insert->query != NULL)
        rows = fields_of_record(a, cln_resolve_query(r, NULL, ctes, insert->query, false));
    cln_set_rows(a, insert_one(a, insert, rows, ctes));
    cln_assemble_output(a, &(cln_output_clause){ insert->returning, insert->output_into, NULL, NULL,
                                                 rows != NULL ? rows->rows : CLN_NO_ORIGIN });
}

/* FROM s INSERT INTO a SELECT x INSERT INTO b SELECT y WHERE z: what s holds bears on every target, a
 * branch's own clauses on its own. */
static void insert_branches(cln_assembly *a, const cln_multi_insert_node *multi, const cln_cte_frame *ctes)
{
    cln_scope *shared = cln_scope_new(&a->resolver, NULL, ctes);

    cln_add_sources(&a->resolver, shared, multi->from);
    for (uint32_t i = 0; i < cln_count(multi->branches); i++) {
        const cln_insert_node *insert = CLN_AS(insert, multi->branches->items[i]);
        cln_set_rows(a, insert_one(a, insert, cln_resolve_branch(&a->resolver, shared, insert->query), ctes));
    }
}

/* INTO t (a, b) VALUES (x, y) of INSERT ALL: x and y are columns of the shared query; without VALUES all of
 * its columns go by position. */
static void insert_into(cln_assembly *a, const cln_insert_node *insert, const cln_rowset *query,
                        cln_scope *scope, cln_origin rows)
{
    const cln_node *body = insert->query;
    cln_rowset *values = CLN_NEW(a->result->arena, cln_rowset);

    while (cln_node_is(body, CLN_QUERY))
        body = CLN_AS(query, body)->body;
    *values = *query;
    if (cln_node_is(body, CLN_VALUES)) {
        const cln_list *items = CLN_AS(row, CLN_AS(values, body)->rows->items[0])->items;
        cln_output *columns = CLN_NEW_ARRAY(a->result->arena, cln_output, cln_count(items));
        for (uint32_t i = 0; i < cln_count(items); i++) {
            colline_text text = cln_text_of_node(&a->resolver, items->items[i]);
            columns[i] =
                (cln_output){ text.data, text.length, cln_trace_value(&a->resolver, scope, items->items[i]) };
        }
        memset(values, 0, sizeof *values);
        values->columns = columns;
        values->count = cln_count(items);
    }
    values->rows = rows;
    cln_set_rows(a, insert_one(a, insert, values, scope->ctes));
}

/* INSERT ALL, INSERT FIRST: a WHEN filters its own targets; with FIRST, and for ELSE, also those that come
 * after it. */
static void insert_all(cln_assembly *a, const cln_multi_insert_node *multi, const cln_cte_frame *ctes)
{
    cln_resolver *r = &a->resolver;
    const cln_rowset *query = cln_resolve_query(r, NULL, ctes, multi->query, false);
    cln_scope *scope = cln_scope_new(r, NULL, ctes);
    cln_origin earlier = cln_new_node(r->origins);

    (void)cln_add_source(r, scope, CLN_TEXT(""), NULL, query, multi->query->at);
    for (uint32_t i = 0; i < cln_count(multi->branches); i++) {
        const cln_node *branch = multi->branches->items[i];
        const cln_insert_when_node *when =
            branch->kind == CLN_INSERT_WHEN ? CLN_AS(insert_when, branch) : NULL;
        cln_origin rows = cln_new_node(r->origins);
        bool after_others = when != NULL && (when->condition == NULL || (multi->node.flags & CLN_FIRST) != 0);
        cln_link_to(r->origins, rows, scope->rows, CLN_LINK_ROWS, 0, 0);
        if (after_others)
            cln_link_to(r->origins, rows, earlier, CLN_LINK_ROWS, 0, 0);
        if (when != NULL)
            cln_trace_condition(r, scope, rows, CLN_LINK_FILTER, 0, when->condition);
        for (uint32_t k = 0; when != NULL && k < cln_count(when->inserts); k++)
            insert_into(a, CLN_AS(insert, when->inserts->items[k]), query, scope, rows);
        if (when == NULL)
            insert_into(a, CLN_AS(insert, branch), query, scope, rows);
        if (when != NULL && when->condition != NULL) {
            cln_origin next = cln_new_node(r->origins);
            if (!after_others) /* else these rows lead there */
                cln_link_to(r->origins, next, earlier, CLN_LINK_ROWS, 0, 0);
            cln_link_to(r->origins, next, rows, CLN_LINK_ROWS, 0, 0);
            earlier = next;
        }
    }
}

void cln_assemble_multi_insert(cln_assembly *a, const cln_multi_insert_node *multi)
{
    const cln_cte_frame *ctes = NULL;

    a->result->kind = COLLINE_STATEMENT_INSERT;
    if (cln_count(multi->ctes) > 0)
        ctes =
            cln_resolve_ctes(&a->resolver, NULL, NULL, multi->ctes, (multi->node.flags & CLN_RECURSIVE) != 0);
    if (cln_count(multi->from) > 0)
        insert_branches(a, multi, ctes);
    else
        insert_all(a, multi, ctes);
}
