/*
 * Names and tables from a statement's tree.
 *
 *     default_db c.s     t -> c.s.t     x.t -> c.x.t      where there are catalogs above schemas
 *     default_db c       t -> c.t       x.t -> c.x.t
 *     default_db d       t -> d.t       x.t -> x.t        where there is one level
 */
#include "catalog/catalog.h"

/* ---- Names --------------------------------------------------------------------------------------------- */

/* A part of a name, before it is folded. */
typedef struct part {
    colline_text text;
    bool quoted;
    bool keep; /* holds a template parameter: as it is */
} part;

typedef CLN_VECTOR(part) part_list;

static bool keeps_case(const cln_dialect *dialect)
{
    return dialect->tables != CLN_TABLES_ANY_CASE && dialect->fold_quoted == CLN_FOLD_NONE && !dialect->ignore_case;
}

static colline_text folded(cln_arena *arena, const cln_dialect *dialect, const part *p, cln_name_role role)
{
    return p->keep ? p->text : cln_fold_name(arena, dialect, p->text, p->quoted, role);
}

/* NUL-terminated, and independent of the text that it stood in. */
static colline_text table_part(cln_arena *arena, const cln_dialect *dialect, const part *p)
{
    colline_text text = folded(arena, dialect, p, CLN_ROLE_TABLE);

    return text.data == p->text.data ? cln_text_copy(arena, text) : text;
}

/* The parts in front of the last two: one catalog, whatever stands there (T-SQL's
 * server.catalog.schema.table). */
static colline_text joined(cln_arena *arena, const cln_dialect *dialect, const part *parts, uint32_t count)
{
    cln_buffer out = { NULL, 0, 0 };

    if (count == 1)
        return table_part(arena, dialect, parts);
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            cln_buffer_add_char(arena, &out, '.');
        cln_buffer_add(arena, &out, folded(arena, dialect, &parts[i], CLN_ROLE_TABLE));
    }
    return cln_buffer_text(arena, &out);
}

/* A single qualifier is the database, whatever the dialect calls that level: d.t is the same name whether it
 * was written so or completed from the catalog d. */
static void settle(cln_table_name *name)
{
    if (name->database.length == 0 && name->catalog.length > 0) {
        name->database = name->catalog;
        name->catalog = CLN_TEXT("");
    }
}

static void complete(const cln_dialect *dialect, cln_table_name *name, uint32_t count,
                     const cln_table_name *home)
{
    if (home != NULL && count == 1) {
        name->database = home->database;
        name->catalog = home->catalog;
        name->also = home->also;
    } else if (home != NULL && count == 2 && (dialect->features & CLN_FEATURE_CATALOGS)) {
        name->catalog = home->catalog;
    }
    settle(name);
}

static cln_table_name name_of(cln_arena *arena, const cln_dialect *dialect, const part *parts, uint32_t count,
                              const cln_table_name *home)
{
    cln_table_name name = { CLN_TEXT(""), CLN_TEXT(""), CLN_TEXT(""), dialect->tables == CLN_TABLES_EXACT, NULL };

    for (uint32_t i = 0; i < count; i++)
        name.exact = name.exact || (parts[i].quoted && keeps_case(dialect));
    if (count > 0)
        name.table = table_part(arena, dialect, &parts[count - 1]);
    if (count > 1)
        name.database = table_part(arena, dialect, &parts[count - 2]);
    if (count > 2)
        name.catalog = joined(arena, dialect, parts, count - 2);
    complete(dialect, &name, count, home);
    return name;
}

/* BigQuery quotes a whole path: `project.dataset.table` */
static void add_path(cln_arena *arena, part_list *list, colline_text text)
{
    uint32_t start = 0;

    for (uint32_t i = 0; i <= text.length; i++)
        if (i == text.length || text.data[i] == '.') {
            *CLN_PUSH(arena, list) = (part){ cln_text_of(text.data + start, i - start), true, false };
            start = i + 1;
        }
}

cln_table_name cln_name_of_parts(cln_arena *arena, const cln_dialect *dialect, const cln_list *parts,
                                 const cln_table_name *home)
{
    part few[4] = { { { NULL, 0 }, false, false } };
    part_list list = { few, 0, sizeof few / sizeof few[0] };

    for (uint32_t i = 0; i < cln_count(parts); i++) {
        const cln_node *node = parts->items[i];
        bool quoted = (node->flags & CLN_QUOTED) != 0;
        if (node->kind != CLN_NAME)
            continue;
        if (quoted && (dialect->features & CLN_FEATURE_QUOTED_PATH) && !(node->flags & CLN_TEMPLATE))
            add_path(arena, &list, CLN_AS(name, node)->text);
        else
            *CLN_PUSH(arena, &list) =
                (part){ CLN_AS(name, node)->text, quoted, (node->flags & CLN_TEMPLATE) != 0 };
    }
    return name_of(arena, dialect, list.items, list.count, home);
}

/* ---- Names in a text of their own ------------------------------------------------------------------------
 */

static char closing_quote(const cln_dialect *dialect, char c)
{
    if (c == '"' || c == '`')
        return c;
    return c == '[' && (dialect->lex & CLN_LEX_BRACKET_NAME) ? ']' : '\0';
}

/* "a""b" from its opening quote on: the text between, and where it ends; false where it never ends. */
static bool quoted_part(cln_arena *arena, colline_text text, uint32_t *at, char close, part *p)
{
    cln_buffer out = { NULL, 0, 0 };

    for (uint32_t i = *at + 1; i < text.length; i++) {
        if (text.data[i] != close) {
            cln_buffer_add_char(arena, &out, text.data[i]);
        } else if (i + 1 < text.length && text.data[i + 1] == close) {
            cln_buffer_add_char(arena, &out, close);
            i++;
        } else {
            *p = (part){ cln_buffer_text(arena, &out), true, false };
            *at = i + 1;
            return true;
        }
    }
    return false;
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Up to the next dot, white space around it left out. */
static part plain_part(colline_text text, uint32_t *at)
{
    uint32_t start = *at, end;

    while (*at < text.length && text.data[*at] != '.')
        ++*at;
    for (end = *at; end > start && is_space(text.data[end - 1]);)
        end--;
    return (part){ cln_text_of(text.data + start, end - start), false, false };
}

static void skip_space(colline_text text, uint32_t *at)
{
    while (*at < text.length && is_space(text.data[*at]))
        ++*at;
}

/* db.t, "My db".t, `a`.[b].c; a quote that never ends is a letter like any other. */
static part_list parts_of(cln_arena *arena, const cln_dialect *dialect, colline_text text)
{
    part_list list = { NULL, 0, 0 };
    uint32_t at = 0;

    for (;;) {
        char close;
        part p;
        skip_space(text, &at);
        close = at < text.length ? closing_quote(dialect, text.data[at]) : '\0';
        if (close == '\0' || !quoted_part(arena, text, &at, close, &p))
            p = plain_part(text, &at);
        if (p.quoted)
            skip_space(text, &at);
        if (p.quoted && (dialect->features & CLN_FEATURE_QUOTED_PATH))
            add_path(arena, &list, p.text);
        else
            *CLN_PUSH(arena, &list) = p;
        if (at >= text.length)
            return list;
        at += text.data[at] == '.';
    }
}

cln_table_name cln_name_of_text(cln_arena *arena, const cln_dialect *dialect, colline_text dotted,
                                const cln_table_name *home)
{
    part_list list = parts_of(arena, dialect, dotted);

    return name_of(arena, dialect, list.items, list.count, home);
}

colline_text cln_column_of_text(cln_arena *arena, const cln_dialect *dialect, colline_text text)
{
    part p = { text, false, false };
    uint32_t at = 0;
    char close = text.length > 1 ? closing_quote(dialect, text.data[0]) : '\0';

    if (close == '\0' || !quoted_part(arena, text, &at, close, &p) || at < text.length)
        p = (part){ text, false, false };
    return folded(arena, dialect, &p, CLN_ROLE_COLUMN);
}

cln_table_name cln_home_of(cln_arena *arena, const cln_dialect *dialect, colline_text dotted)
{
    cln_table_name home = CLN_NO_TABLE;
    part_list list = parts_of(arena, dialect, dotted);
    const part *last = &list.items[list.count - 1];

    if (list.count > 1) {
        home.database = table_part(arena, dialect, last);
        home.catalog = joined(arena, dialect, list.items, list.count - 1);
    } else if (dialect->features & CLN_FEATURE_CATALOGS) {
        home.catalog = table_part(arena, dialect, last);
    } else {
        home.database = table_part(arena, dialect, last);
    }
    return home;
}

/* ---- Tables ----------------------------------------------------------------------------------------------
 */

typedef CLN_VECTOR(cln_column_info) column_list;

static colline_text part_name(cln_arena *arena, const cln_dialect *dialect, const cln_node *node)
{
    part p = { CLN_AS(name, node)->text, (node->flags & CLN_QUOTED) != 0, (node->flags & CLN_TEMPLATE) != 0 };

    return folded(arena, dialect, &p, CLN_ROLE_COLUMN);
}

/* A column's name; that of a nested path (n.a in ClickHouse) with its dots. */
static colline_text column_name(cln_arena *arena, const cln_dialect *dialect, const cln_node *node)
{
    cln_buffer out = { NULL, 0, 0 };
    const cln_list *parts;

    if (cln_node_is(node, CLN_NAME))
        return part_name(arena, dialect, node);
    if (!cln_node_is(node, CLN_COLUMN))
        return CLN_TEXT("");
    parts = CLN_AS(column, node)->parts;
    if (cln_count(parts) == 1)
        return part_name(arena, dialect, parts->items[0]);
    for (uint32_t i = 0; i < cln_count(parts); i++) {
        if (i > 0)
            cln_buffer_add_char(arena, &out, '.');
        cln_buffer_add(arena, &out, part_name(arena, dialect, parts->items[i]));
    }
    return cln_buffer_text(arena, &out);
}

void cln_mark_column(cln_column_info *column, const cln_dialect *dialect, const cln_column_def_node *definition)
{
    column->hidden = (definition->node.flags & CLN_HIDDEN_COLUMN) != 0;
    column->passed = column->hidden || (definition->generated != NULL && cln_has_rule(dialect, CLN_RULE_GENERATED_PASSED)) ||
                     (cln_has_rule(dialect, CLN_RULE_IDENTITY_PASSED) && (definition->node.flags & CLN_IDENTITY) != 0);
}

static cln_column_info column_of(cln_arena *arena, const cln_dialect *dialect, colline_text source,
                                 const cln_column_def_node *def)
{
    cln_column_info column = { .name = column_name(arena, dialect, def->name) };

    cln_mark_column(&column, dialect, def);
    if (def->type != NULL)
        column.type = cln_type_of(arena, dialect, source, def->type);
    return column;
}

/* PARTITIONED BY (p INT) adds p at the end; PARTITIONED BY (p) marks a column that exists; an expression
 * (PARTITION BY day(ts)) says nothing about columns. */
static void add_partition(cln_arena *arena, const cln_dialect *dialect, colline_text source,
                          const cln_node *item, const cln_map *places, column_list *columns)
{
    cln_column_info column = { .name = CLN_TEXT("") };
    uintptr_t place;

    if (cln_node_is(item, CLN_COLUMN_DEF))
        column = column_of(arena, dialect, source, CLN_AS(column_def, item));
    else
        column.name = column_name(arena, dialect, item);
    if (column.name.length == 0)
        return;
    place = (uintptr_t)cln_map_get(places, cln_text_lower(arena, column.name));
    if (place > 0)
        columns->items[place - 1].partition = true;
    else if (column.type != NULL || cln_node_is(item, CLN_COLUMN_DEF)) {
        column.partition = true;
        *CLN_PUSH(arena, columns) = column;
    }
}

static void add_partitions(cln_arena *arena, const cln_dialect *dialect, colline_text source,
                           const cln_list *items, column_list *columns)
{
    cln_map places = { NULL, 0, 0 };

    for (uint32_t i = 0; i < columns->count; i++)
        cln_map_put(arena, &places, cln_text_lower(arena, columns->items[i].name),
                    (void *)(uintptr_t)(i + 1));
    for (uint32_t i = 0; i < cln_count(items); i++)
        add_partition(arena, dialect, source, items->items[i], &places, columns);
}

cln_table cln_table_of_create(cln_arena *arena, const cln_dialect *dialect, colline_text source,
                              const cln_create_table_node *create, const cln_table_name *home)
{
    cln_table table;
    column_list columns = { NULL, 0, 0 };

    memset(&table, 0, sizeof table);
    if (cln_node_is(create->name, CLN_TABLE_REF))
        table.name = cln_name_of_parts(arena, dialect, CLN_AS(table_ref, create->name)->parts, home);
    table.name.also = NULL;
    table.kind = create->node.flags & CLN_TEMPORARY ? COLLINE_TEMPORARY : COLLINE_TABLE;
    table.format = CLN_TEXT("");
    if (cln_node_is(create->format, CLN_NAME))
        table.format = cln_text_lower(arena, CLN_AS(name, create->format)->text);
    for (uint32_t i = 0; i < cln_count(create->columns); i++)
        if (cln_node_is(create->columns->items[i], CLN_COLUMN_DEF))
            *CLN_PUSH(arena, &columns) =
                column_of(arena, dialect, source, CLN_AS(column_def, create->columns->items[i]));
    if (create->partition_columns != NULL)
        add_partitions(arena, dialect, source, create->partition_columns, &columns);
    table.columns = columns.items;
    table.column_count = columns.count;
    table.dialect = dialect;
    if (home != NULL)
        table.home = *home;
    return table;
}
