/*
 * view.c -- views (and temporary tables that are folded through) as rows.
 *
 *     CREATE VIEW v AS SELECT a FROM w; CREATE VIEW w AS SELECT a FROM t; SELECT a FROM v      a comes from
 * t.a
 *
 * Before a statement is resolved, the views that it names, and those that these name, are parsed and put into
 * an order in which each comes after all that it is defined by: a worklist, no recursion, so a chain of views
 * may be as long as it likes.  Each is resolved once and its rows are shared.
 */
#include "resolve/feed.h"
#include "resolve/resolve.h"
#include "syntax/walk.h"

/* So many views may stand behind one statement; a script of views, each of the one before, is read in linear time then. */
enum { MOST_VIEWS = 1000 };

typedef enum cln_view_state { VIEW_FOUND, VIEW_OPEN, VIEW_DONE } cln_view_state;

typedef struct cln_view {
    const cln_table *table;
    const cln_node *tree; /* NULL: does not parse */
    cln_view_state state;
    CLN_VECTOR(struct cln_view *) needs;
    uint32_t next_need;     /* while open: the first of `needs` that was not looked at */
    const cln_rowset *rows; /* NULL: keep it as a source */
} cln_view;

typedef CLN_VECTOR(cln_view *) cln_view_list;

typedef struct cln_view_search {
    cln_resolver *r;
    const cln_dialect *dialect; /* of the text that is walked */
    const cln_table_name *home;
    cln_view_list *found;
} cln_view_search;

static cln_view *view_of(cln_resolver *r, const cln_table_name *name)
{
    char local[CLN_SHORT_KEY];

    return cln_map_get(&r->views, cln_key(r->arena, local, name->catalog, name->database, name->table));
}

/* Whether edges go through it, or its columns are only to be had from its definition. */
static bool wanted(const cln_resolver *r, const cln_table *table)
{
    if (table->definition.length == 0)
        return false;
    return (r->flags & COLLINE_EXPAND_VIEWS) != 0 || table->column_count == 0;
}

/* Most tables are not called as any view is. */
static bool may_be_view(const cln_view_search *search, const cln_node *last)
{
    if (last->kind != CLN_NAME || ((last->flags & CLN_QUOTED) != 0 && (search->dialect->features & CLN_FEATURE_QUOTED_PATH) != 0))
        return true; /* `project.dataset.view` */
    return cln_catalog_may_have_view(search->r->catalog, CLN_AS(name, last)->text);
}

static void note_table(cln_view_search *search, const cln_node *node)
{
    cln_resolver *r = search->r;
    const cln_table *table;
    cln_table_name name;
    cln_view *view;

    if (node->kind != CLN_TABLE_REF || cln_count(CLN_AS(table_ref, node)->parts) == 0 ||
        !may_be_view(search, cln_last(CLN_AS(table_ref, node)->parts)))
        return;
    name = cln_name_of_parts(r->arena, search->dialect, CLN_AS(table_ref, node)->parts, search->home);
    table = cln_catalog_find(r->catalog, &name);
    if (table == NULL || !wanted(r, table))
        return;
    view = view_of(r, &table->name);
    if (view == NULL) {
        char local[CLN_SHORT_KEY];
        view = CLN_NEW(r->arena, cln_view);
        view->table = table;
        cln_map_put(r->arena, &r->views,
                    cln_text_copy(r->arena, cln_key(r->arena, local, table->name.catalog,
                                                    table->name.database, table->name.table)),
                    view);
    }
    *CLN_PUSH(r->arena, search->found) = view;
}

static cln_walk_answer note_node(cln_walker *walker, const cln_node *node)
{
    if (node->kind == CLN_COLUMN || node->kind == CLN_LITERAL)
        return CLN_WALK_SKIP;
    note_table(walker->context, node);
    return CLN_WALK_ON;
}

static void find_views(cln_resolver *r, const cln_dialect *dialect, const cln_table_name *home,
                       const cln_node *tree, cln_view_list *found)
{
    cln_view_search search = { r, dialect, home, found };
    cln_walker walker = { note_node, r->arena->fault, &search };

    cln_walk(&walker, tree);
}

static void parse_view(cln_resolver *r, cln_view *view)
{
    cln_diagnostics ignored = { r->arena, { NULL, 0, 0 } };
    cln_view_list needs = { NULL, 0, 0 };
    const cln_dialect *outer;

    if (r->views_read++ >= MOST_VIEWS) {
        if (r->views_read == MOST_VIEWS + 1)
            cln_warn(r, CLN_LIMIT, (colline_span){ 0, 0 }, "more than a thousand views stand behind this: its edges end at %t",
                     view->table->name.table);
        view->state = VIEW_OPEN;
        return;
    }
    outer = cln_parser_use(r->parser, view->table->dialect);
    view->tree = cln_parse_one(r->parser, view->table->definition, r->arena, &ignored);
    (void)cln_parser_use(r->parser, outer);
    view->state = VIEW_OPEN;
    if (view->tree == NULL) {
        cln_warn(r, CLN_VIEW_DEFINITION, (colline_span){ 0, 0 },
                 "the definition of the view %t does not parse", view->table->name.table);
        return;
    }
    find_views(r, view->table->dialect, &view->table->home, view->tree, &needs);
    view->needs.items = needs.items;
    view->needs.count = needs.count;
}

/* The names that CREATE VIEW v (a, b), or the catalog's columns, give to what the definition selects. */
static const cln_rowset *under_own_names(cln_resolver *r, const cln_table *table, const cln_rowset *rows)
{
    cln_rowset *named = CLN_NEW(r->arena, cln_rowset);
    cln_output *columns = CLN_NEW_ARRAY(r->arena, cln_output, rows->count);

    *named = *rows;
    if (rows->count > 0)
        memcpy(columns, rows->columns, rows->count * sizeof *columns);
    for (uint32_t i = 0; i < rows->count; i++) {
        colline_text name = { columns[i].name, columns[i].length };
        if (i < table->view_column_count)
            name = table->view_columns[i];
        else if (table->view_column_count == 0 && table->column_count == rows->count)
            name = table->columns[i].name;
        columns[i].name = name.data;
        columns[i].length = name.length;
    }
    named->columns = columns;
    return named;
}

/* A view that is kept: the relation itself, with the columns that its definition tells. */
static const cln_rowset *kept(cln_resolver *r, const cln_table *table, const cln_rowset *rows)
{
    cln_table *told = CLN_NEW(r->arena, cln_table);
    cln_column_info *columns = CLN_NEW_ARRAY(r->arena, cln_column_info, rows->count);

    if (rows->unknown_count > 0 || rows->count == 0)
        return NULL;
    *told = *table;
    for (uint32_t i = 0; i < rows->count; i++)
        columns[i].name = cln_text_of(rows->columns[i].name, rows->columns[i].length);
    told->columns = columns;
    told->column_count = rows->count;
    return cln_base_rows(r, &table->name, told);
}

/* Resolve a definition in its own text, dialect and database; nothing of the statement around it shows. */
static void resolve_view(cln_resolver *r, cln_view *view)
{
    cln_resolver saved = *r;
    const cln_rowset *rows = NULL;

    if (view->tree != NULL) {
        r->text = view->table->definition;
        r->dialect = view->table->dialect;
        r->home = &view->table->home;
        r->foreign = true;
        rows = cln_resolve_query(r, NULL, NULL, view->tree, false);
        rows = under_own_names(r, view->table, rows);
        r->text = saved.text;
        r->dialect = saved.dialect;
        r->home = saved.home;
        r->foreign = saved.foreign;
    }
    if (rows != NULL && (r->flags & COLLINE_EXPAND_VIEWS) == 0)
        rows = kept(r, view->table, rows);
    view->rows = rows;
    view->state = VIEW_DONE;
}

/* Resolve what `view` needs, then `view`; the path so far is `open`. */
static void resolve_in_order(cln_resolver *r, cln_view *view)
{
    cln_view_list open = { NULL, 0, 0 };

    if (view->state != VIEW_FOUND)
        return;
    parse_view(r, view);
    *CLN_PUSH(r->arena, &open) = view;
    while (open.count > 0) {
        cln_view *top = open.items[open.count - 1];
        cln_view *need;
        cln_poll(r->arena->fault);
        if (top->next_need == top->needs.count) {
            resolve_view(r, top);
            open.count--;
            continue;
        }
        need = top->needs.items[top->next_need++];
        if (need->state == VIEW_FOUND) {
            parse_view(r, need);
            *CLN_PUSH(r->arena, &open) = need;
        } else if (need->state == VIEW_OPEN) {
            cln_warn(r, CLN_VIEW_CYCLE, (colline_span){ 0, 0 }, "the view %t is defined by itself",
                     need->table->name.table);
        }
    }
}

void cln_prepare_views(cln_resolver *r, const cln_parsed *parsed)
{
    cln_view_list found = { NULL, 0, 0 };
    cln_view_search search = { r, r->dialect, r->home, &found };

    if (!cln_catalog_may_have_views(r->catalog))
        return;
    for (uint32_t i = 0; i < parsed->table_count; i++)
        note_table(&search, parsed->tables[i]);
    if (parsed->table_count == 0) /* a tree that was read by itself */
        find_views(r, r->dialect, r->home, parsed->tree, &found);
    for (uint32_t i = 0; i < found.count; i++)
        resolve_in_order(r, found.items[i]);
}

const cln_rowset *cln_view_rows(cln_resolver *r, const cln_table *table)
{
    cln_view *view;

    if (table->feed != NULL && (r->flags & COLLINE_FOLD_TEMPORARY) != 0)
        return cln_feed_rows(r, table);
    view = view_of(r, &table->name);
    return view != NULL && view->state == VIEW_DONE ? view->rows : NULL;
}

/* The text inside a string literal: 'it''s', 'it\'s', $$x$$. */
static colline_text inside_literal(cln_resolver *r, colline_text literal)
{
    cln_buffer text = { NULL, 0, 0 };
    uint32_t from = 1, to = literal.length - 1;

    if (literal.length < 2)
        return CLN_TEXT("");
    if (literal.data[0] == '$') {
        while (from < literal.length && literal.data[from] != '$')
            from++;
        from++;
        to = literal.length > from ? literal.length - from : from;
    }
    for (uint32_t i = from; i < to; i++) {
        bool escaped = i + 1 < to && literal.data[0] == '\'' && literal.data[i + 1] == '\'' &&
                       (literal.data[i] == '\'' || literal.data[i] == '\\');
        cln_buffer_add_char(r->arena, &text, literal.data[escaped ? ++i : i]);
    }
    cln_buffer_add_char(r->arena, &text, '\0');
    return cln_text_of(text.items, text.count - 1);
}

const cln_rowset *cln_resolve_text(cln_resolver *r, colline_text literal)
{
    cln_diagnostics ignored = { r->arena, { NULL, 0, 0 } };
    colline_text outer = r->text, text = inside_literal(r, literal);
    bool foreign = r->foreign;
    const cln_node *tree = cln_parse_one(r->parser, text, r->arena, &ignored);
    const cln_rowset *rows;

    if (!cln_node_is(tree, CLN_QUERY))
        return NULL;
    r->text = text;
    r->foreign = true;
    rows = cln_resolve_query(r, NULL, NULL, tree, false);
    r->text = outer;
    r->foreign = foreign;
    return rows;
}
