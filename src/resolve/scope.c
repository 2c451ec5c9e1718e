/*
 * scope.c -- relations of a scope, and what a dotted name means in it.
 *
 *     SELECT t.a.f, b FROM t, u WHERE EXISTS (SELECT 1 FROM v WHERE v.x = t.c)
 *     t.a.f: alias, column, field; b: whichever of t and u has it; t.c: a column of the outer query
 */
#include "resolve/places.h"
#include "resolve/value_name.h"
#include "resolve/variable.h"

cln_scope *cln_scope_new(cln_resolver *r, cln_scope *outer, const cln_cte_frame *ctes)
{
    cln_scope *scope = CLN_NEW(r->arena, cln_scope);

    scope->outer = outer;
    scope->ctes = ctes;
    scope->rows = cln_new_node(r->origins);
    return scope;
}

/* ---- Sources ---- */

static colline_text last_name(const cln_source *source)
{
    return source->alias.length > 0 ? source->alias : source->name.table;
}

static colline_text key_of(cln_resolver *r, colline_text name)
{
    return cln_text_lower(r->arena, name);
}

static bool same_name(colline_text a, colline_text b)
{
    return cln_text_equal_nocase(a, b);
}

/* Two relations under one name: FROM t a, u a; FROM t, t.  x.t and y.t are apart. */
static bool clashes(const cln_resolver *r, const cln_source *a, const cln_source *b)
{
    /* "T" and t are two names where quotes keep the case */
    if (r->dialect->fold_quoted == CLN_FOLD_NONE && !r->dialect->ignore_case && !cln_text_equal(last_name(a), last_name(b)))
        return false;
    if (a->alias.length > 0 || b->alias.length > 0)
        return true;
    return same_name(a->name.database, b->name.database) && same_name(a->name.catalog, b->name.catalog);
}

enum { SMALL_SCOPE = 8 }; /* up to so many sources are looked through one by one */

/* 1 + the index of the newest source of that last name; 0: none. */
static uint32_t newest_named(cln_resolver *r, const cln_scope *scope, colline_text name)
{
    if (scope->by_alias.capacity > 0)
        return (uint32_t)(uintptr_t)cln_map_get(&scope->by_alias, key_of(r, name));
    for (uint32_t i = scope->sources.count; i > 0; i--)
        if (same_name(last_name(&scope->sources.items[i - 1]), name))
            return i;
    return 0;
}

static void index_sources(cln_resolver *r, cln_scope *scope)
{
    for (uint32_t i = scope->by_alias.capacity > 0 ? scope->sources.count - 1 : 0; i < scope->sources.count;
         i++) {
        colline_text key = key_of(r, last_name(&scope->sources.items[i]));
        if (key.length > 0)
            cln_map_put(r->arena, &scope->by_alias, key, (void *)(uintptr_t)(i + 1));
    }
}

cln_source *cln_add_source(cln_resolver *r, cln_scope *scope, colline_text alias, const cln_table_name *name,
                           const cln_rowset *rows, colline_span at)
{
    cln_source source;

    memset(&source, 0, sizeof source);
    source.alias = alias;
    if (name != NULL)
        source.name = *name;
    source.rows = rows;
    if (rows->relation != 0)
        cln_link_to(r->origins, scope->rows, rows->relation - 1, CLN_LINK_RELATION, 0, 0);
    cln_link_to(r->origins, scope->rows, rows->rows, CLN_LINK_ROWS, 0, 0);
    if (last_name(&source).length > 0) {
        source.next_same = newest_named(r, scope, last_name(&source));
        if (source.next_same != 0 && clashes(r, &source, &scope->sources.items[source.next_same - 1]))
            cln_warn(r, CLN_DUPLICATE_ALIAS, at, "the relation name %t stands twice in one FROM clause",
                     last_name(&source));
    }
    if (scope->sources.capacity == 0)
        CLN_RESERVE(r->arena, &scope->sources, 1);
    *CLN_PUSH(r->arena, &scope->sources) = source;
    if (scope->sources.count > SMALL_SCOPE)
        index_sources(r, scope);
    return &scope->sources.items[scope->sources.count - 1];
}

/* Whether the parts before `last` name the database and catalog of a table without alias: db.t, c.db.t */
static bool qualifies(cln_resolver *r, const cln_source *source, const cln_list *parts, uint32_t last)
{
    if (last == 0)
        return true;
    if (source->alias.length > 0 || last > 2)
        return false;
    if (!same_name(source->name.database, cln_table_text(r, parts->items[last - 1])))
        return false;
    return last == 1 || same_name(source->name.catalog, cln_table_text(r, parts->items[0]));
}

static cln_source *source_at(cln_resolver *r, cln_scope *scope, const cln_list *parts, uint32_t last)
{
    colline_text name = cln_table_text(r, parts->items[last]);
    cln_source *near = NULL;

    for (uint32_t i = newest_named(r, scope, name); i != 0; i = scope->sources.items[i - 1].next_same) {
        cln_source *source = &scope->sources.items[i - 1];
        if (source->hidden || !qualifies(r, source, parts, last))
            continue;
        if (cln_text_equal(last_name(source), name))
            return source;
        if (near == NULL)
            near = source;
    }
    return near;
}

cln_source *cln_find_source(cln_resolver *r, cln_scope *scope, const cln_list *parts, bool outwards,
                            uint32_t *used)
{
    for (; scope != NULL; scope = outwards ? scope->outer : NULL) {
        for (uint32_t last = 0; last < parts->count && last < 3; last++) {
            cln_source *source = source_at(r, scope, parts, last);
            if (source != NULL) {
                *used = last + 1;
                return source;
            }
        }
    }
    return NULL;
}

/* ---- Paths below a column ---- */

static colline_text longer_path(cln_resolver *r, colline_text path, colline_text field)
{
    cln_buffer text = { NULL, 0, 0 };

    cln_buffer_add(r->arena, &text, path);
    cln_buffer_add_char(r->arena, &text, '.');
    if (cln_name_needs_quotes(r->dialect, field)) {
        cln_buffer_add_char(r->arena, &text, '"');
        for (uint32_t i = 0; i < field.length; i++) {
            if (field.data[i] == '"')
                cln_buffer_add_char(r->arena, &text, '"');
            cln_buffer_add_char(r->arena, &text, field.data[i]);
        }
        cln_buffer_add_char(r->arena, &text, '"');
    } else {
        cln_buffer_add(r->arena, &text, field);
    }
    return cln_buffer_text(r->arena, &text);
}

cln_origin cln_leaf_below(cln_resolver *r, cln_origin origin, colline_text field, const cln_type *type)
{
    cln_leaf leaf = r->origins->leaves.items[cln_leaf_index(origin)];

    return cln_leaf_of_name(r->origins, leaf.relation, cln_leaf_column(r->origins, &leaf),
                            longer_path(r, cln_leaf_path(r->origins, &leaf), field), type);
}

static bool is_collection(const cln_type *type)
{
    return type != NULL && (type->kind == CLN_TYPE_ARRAY || type->kind == CLN_TYPE_MAP);
}

static cln_origin field_of(cln_resolver *r, cln_origin origin, colline_text name, uint32_t depth,
                           bool *computed);

/* A type below which there may be any field: JSON and its kin. */
static bool is_open_type(const cln_type *type)
{
    static const char *const open[] = { "json", "jsonb", "variant", "super", "object", "record", "struct" };

    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++)
        if (type->kind == CLN_TYPE_SCALAR &&
            cln_text_equal(type->text, cln_text_of(open[i], strlen(open[i]))))
            return true;
    return false;
}

/* Whether a node is nothing but copies: a column of a UNION. */
static bool is_copies(const cln_origins *origins, cln_origin node)
{
    for (uint32_t i = origins->nodes.items[node].first; i != 0; i = origins->links.items[i].next)
        if (origins->links.items[i].kind != CLN_LINK_DIRECT)
            return false;
    return origins->nodes.items[node].first != 0;
}

/* The field of each copy, met again: SELECT s FROM a UNION ALL SELECT z FROM b, then s.f.  Made once for a
 * node and name. */
static cln_origin field_of_copies(cln_resolver *r, cln_origin origin, colline_text name, uint32_t depth,
                                  bool *computed)
{
    cln_buffer key = { NULL, 0, 0 };
    colline_text text;
    uintptr_t known;
    cln_origin field;

    cln_buffer_add_number(r->arena, &key, origin);
    cln_buffer_add_char(r->arena, &key, '.');
    cln_buffer_add(r->arena, &key, name);
    text = cln_buffer_text(r->arena, &key);
    known = (uintptr_t)cln_map_get(&r->copied_fields, text);
    if (known != 0)
        return (cln_origin)known;
    field = cln_new_node(r->origins);
    cln_map_put(r->arena, &r->copied_fields, text, (void *)(uintptr_t)field);
    for (uint32_t i = r->origins->nodes.items[origin].first; i != 0; i = r->origins->links.items[i].next) {
        cln_link link = r->origins->links.items[i];
        link.to = field_of(r, link.to, name, depth + 1, computed);
        if (link.to != CLN_NO_ORIGIN)
            cln_add_link(r->origins, field, link);
    }
    return field;
}

enum { COPIES_DEPTH = 32 };

/* s.f: the field of a struct; *computed where it is no copy of one (a path into JSON, a map ...). */
static cln_origin field_of(cln_resolver *r, cln_origin origin, colline_text name, uint32_t depth,
                           bool *computed)
{
    const cln_shape *shape = cln_origin_shape(r->origins, origin);
    const cln_type *type = cln_origin_type(r->origins, origin);
    const cln_field *field = type != NULL ? cln_type_field(type, name) : NULL;
    cln_origin leaf = cln_origin_leaf(r->origins, origin);

    if (shape != NULL)
        for (uint32_t i = 0; i < shape->count; i++)
            if (same_name(cln_text_of(shape->fields[i].name, shape->fields[i].length), name))
                return shape->fields[i].origin;
    if (leaf != CLN_NO_ORIGIN && (type == NULL || field != NULL || is_open_type(type)))
        return cln_leaf_below(r, leaf, name, field != NULL ? field->type : NULL);
    if (leaf != CLN_NO_ORIGIN && is_collection(type) &&
        (r->dialect->features & CLN_FEATURE_COLLECTION_REFS) != 0)
        return cln_leaf_below(r, leaf, name, same_name(name, CLN_TEXT("key")) ? type->key : type->element);
    if (leaf == CLN_NO_ORIGIN && origin != CLN_NO_ORIGIN && depth < COPIES_DEPTH &&
        is_copies(r->origins, origin))
        return field_of_copies(r, origin, name, depth, computed);
    *computed = true;
    return origin;
}

static void take_path(cln_resolver *r, cln_found *found, cln_origin origin, const cln_list *parts,
                      uint32_t from)
{
    for (uint32_t i = from; i < parts->count && origin != CLN_NO_ORIGIN; i++)
        origin = field_of(r, origin, cln_column_text(r, parts->items[i]), 0, &found->computed);
    found->known = true;
    if (origin != CLN_NO_ORIGIN)
        *CLN_PUSH(r->arena, &found->origins) = origin;
}

/* ---- Names ---- */

#define PSEUDOS(dialect, ...) static const char *const pseudos_of_##dialect[] = { __VA_ARGS__, NULL };
#include "resolve/pseudo.def"
#undef PSEUDOS
static const char *const *const pseudos[] = {
#define PSEUDOS(dialect, ...) [COLLINE_##dialect] = pseudos_of_##dialect,
#include "resolve/pseudo.def"
#undef PSEUDOS
};

static bool is_pseudo(const cln_resolver *r, colline_text name)
{
    colline_dialect dialect = r->dialect->id;

    return dialect < sizeof pseudos / sizeof pseudos[0] && pseudos[dialect] != NULL && cln_text_is_any(name, pseudos[dialect]);
}

static cln_origin pseudo_leaf(cln_resolver *r, const cln_rowset *rows, colline_text name)
{
    cln_origin leaf = cln_leaf_of_name(r->origins, rows->relation - 1, name, CLN_TEXT(""), NULL);
    uint32_t column = r->origins->leaves.items[cln_leaf_index(leaf)].column;

    r->origins->leaf_names.items[column & ~(uint32_t)CLN_LEAF_NAMED].confirm =
        r->origins->relations.items[rows->relation - 1].table == NULL;
    return leaf;
}

/* Every unknown relation behind `rows` is a candidate. */
static void add_unknowns(cln_resolver *r, const cln_rowset *rows, const cln_list *parts, uint32_t column,
                         cln_found *found)
{
    for (uint32_t i = 0; i < rows->unknown_count && found->origins.count < CLN_MOST_CANDIDATES; i++)
        take_path(r, found,
                  cln_leaf_of_name(r->origins, rows->unknowns[i], cln_column_text(r, parts->items[column]),
                                   CLN_TEXT(""), NULL),
                  parts, column + 1);
}

/* Of relations that share a name (which was told of) the first that has the column. */
static const cln_source *namesake_with(cln_resolver *r, const cln_scope *scope, const cln_source *source,
                                       const cln_node *part)
{
    colline_text name = cln_column_text(r, part);
    cln_origin origin;

    for (const cln_source *s = source;; s = &scope->sources.items[s->next_same - 1]) {
        if (cln_rowset_find(r, s->rows, name, cln_name_is_exact(r, part), &origin) ||
            s->rows->unknown_count > 0)
            return s;
        if (s->next_same == 0)
            return source;
    }
}

/* Snowflake: $2 is the relation's second column; its index, or UINT32_MAX. */
static uint32_t position_of(const cln_resolver *r, colline_text name)
{
    uint32_t position = 0;

    if ((r->dialect->lex & CLN_LEX_STAGE) == 0 || name.length < 2 || name.length > 8 || name.data[0] != '$')
        return UINT32_MAX;
    for (uint32_t i = 1; i < name.length; i++) {
        if (name.data[i] < '0' || name.data[i] > '9')
            return UINT32_MAX;
        position = position * 10 + (uint32_t)(name.data[i] - '0');
    }
    return position - 1;
}

bool cln_find_position(cln_resolver *r, const cln_scope *scope, colline_text name, cln_origin *origin)
{
    uint32_t position = position_of(r, name);

    if (position == UINT32_MAX || scope->sources.count != 1 || 
        position >= cln_rowset_width(r, scope->sources.items[0].rows))
        return false;
    *origin = cln_rowset_column(r, scope->sources.items[0].rows, position).origin;
    return true;
}

/* t.a, t.a.f: the source is named, parts[column] is the column; false where it cannot have it. */
static bool find_in_source(cln_resolver *r, const cln_scope *scope, const cln_source *source,
                           const cln_list *parts, uint32_t column, cln_found *found)
{
    const cln_node *part = parts->items[column];
    colline_text name = cln_column_text(r, part);
    cln_origin origin;

    if (source->next_same != 0)
        source = namesake_with(r, scope, source, part);
    if (position_of(r, name) < cln_rowset_width(r, source->rows))
        take_path(r, found, cln_rowset_column(r, source->rows, position_of(r, name)).origin, parts, column + 1);
    else if (cln_rowset_find(r, source->rows, name, cln_name_is_exact(r, part), &origin))
        take_path(r, found, origin, parts, column + 1);
    else if (source->rows->unknown_count > 0)
        add_unknowns(r, source->rows, parts, column, found);
    else if (source->rows->any != CLN_NO_ORIGIN)
        take_path(r, found, source->rows->any, parts, column + 1);
    else if (source->rows->relation != 0 && is_pseudo(r, name))
        take_path(r, found, pseudo_leaf(r, source->rows, name), parts, column + 1);
    return found->known;
}

/* A column that its relation lacks: the catalog may be old, so the edge stays. */
static void miss_in_source(cln_resolver *r, const cln_source *source, const cln_list *parts, uint32_t column,
                           colline_span at, cln_found *found)
{
    colline_text name = cln_column_text(r, parts->items[column]);

    cln_warn(r, CLN_UNKNOWN_COLUMN, at, "the relation has no column %t", name);
    r->confirm = r->confirm || !r->foreign;
    if (source->rows->relation != 0)
        take_path(r, found,
                  cln_leaf_of_name(r->origins, source->rows->relation - 1, name, CLN_TEXT(""), NULL), parts,
                  column + 1);
    found->known = true;
}

/* A bare name is asked of all relations of FROM, and one of them has it: most need no look at their columns.  (A
   fifth of what names cost on TPC-DS, which has no qualified ones.) */
static inline bool may_have(const cln_resolver *r, const cln_source *source, uint32_t hash)
{
    const cln_table *table = cln_rowset_table(r, source->rows);

    return table == NULL || cln_table_may_have(table, hash);
}

/* a, a.f of one relation among those of the scope: whether it has it. */
static bool find_in(cln_resolver *r, cln_scope *scope, uint32_t index, const cln_wanted *wanted, const cln_list *parts,
                    cln_found *found)
{
    cln_source *source = &scope->sources.items[index];
    cln_origin origin;

    if (source->hidden || source->qualified_only ||
        cln_merged_over(scope, index, wanted->name) != NULL || !cln_rowset_look_up(r, source->rows, wanted, &origin))
        return false;
    take_path(r, found, origin, parts, 1);
    return true;
}

/* a, a.f among the relations of one scope whose schema is known, those from `first` on. */
static void find_known_from(cln_resolver *r, cln_scope *scope, uint32_t first, const cln_list *parts,
                            cln_found *found)
{
    colline_text name = cln_column_text(r, parts->items[0]);
    cln_wanted wanted = cln_want(name, cln_name_is_exact(r, parts->items[0]));
    cln_source_list places = { NULL, 0, 0 };
    uint32_t candidates = 0;

    for (const cln_merged *m = cln_newest_merged(scope, name);
         m != NULL && m->first >= first && candidates < CLN_MOST_CANDIDATES; m = cln_older_merged(scope, m)) {
        take_path(r, found, m->origin, parts, 1);
        candidates++;
    }
    if (scope->sources.count <= CLN_FEW_SOURCES) {
        for (uint32_t i = first; i < scope->sources.count; i++)
            candidates += may_have(r, &scope->sources.items[i], wanted.hash) && find_in(r, scope, i, &wanted, parts, found);
    } else {
        cln_sources_with(r, scope, &wanted, first, scope->sources.count, &places);
        for (uint32_t i = 0; i < places.count; i++)
            candidates += find_in(r, scope, places.items[i], &wanted, parts, found);
    }
    found->ambiguous = candidates > 1;
}

static void find_known(cln_resolver *r, cln_scope *scope, const cln_list *parts, cln_found *found)
{
    find_known_from(r, scope, scope->first_visible, parts, found);
    if (!found->known && scope->first_visible > 0)
        find_known_from(r, scope, 0, parts, found);
}

/* A bare name that only relations of unknown schema can have. */
static void find_unknown(cln_resolver *r, cln_scope *scope, const cln_list *parts, cln_found *found)
{
    uint32_t start;
    const cln_source_list *open = cln_open_sources(r, scope, scope->first_visible, &start);

    for (uint32_t i = start; i < open->count && found->origins.count < CLN_MOST_CANDIDATES; i++) {
        const cln_source *source = &scope->sources.items[open->items[i]];
        if (!source->hidden && !source->qualified_only)
            add_unknowns(r, source->rows, parts, 0, found);
    }
    for (uint32_t i = 0; i < scope->any.count && !found->known; i++) {
        const cln_source *source = &scope->sources.items[scope->any.items[i]];
        if (!source->hidden)
            take_path(r, found, source->rows->any, parts, 1);
    }
    found->ambiguous = found->origins.count > 1;
    found->guessed = true;
}

uint32_t cln_item_called(cln_resolver *r, const cln_scope *scope, colline_text name)
{
    uint32_t i = scope->item_count < CLN_FEW_ITEMS ? scope->item_count : CLN_FEW_ITEMS;

    if (scope->by_item.capacity > 0)
        return (uint32_t)(uintptr_t)cln_map_get(&scope->by_item, key_of(r, name));
    while (i > 0 && !(scope->item_facts[i - 1].named &&
                      same_name(cln_text_of(scope->items[i - 1].name, scope->items[i - 1].length), name)))
        i--;
    return i;
}

static bool find_alias(cln_resolver *r, cln_scope *scope, const cln_list *parts, cln_found *found)
{
    uint32_t i = cln_item_called(r, scope, cln_column_text(r, parts->items[0]));

    if (i == 0)
        return false;
    take_path(r, found, scope->items[i - 1].origin, parts, 1);
    return true;
}

static bool binds_lambda(cln_resolver *r, const cln_scope *scope, const cln_node *name)
{
    for (const cln_lambda_frame *frame = scope->lambdas; frame != NULL; frame = frame->outer)
        for (uint32_t i = 0; i < cln_count(frame->names); i++)
            if (same_name(CLN_AS(name, frame->names->items[i])->text, CLN_AS(name, name)->text))
                return true;
    (void)r;
    return false;
}

/* CURRENT_DATE, ROWNUM: a value that is no column. */
static bool is_bare_value(cln_resolver *r, const cln_list *parts)
{
    return parts->count == 1 && (parts->items[0]->flags & CLN_QUOTED) == 0 &&
           (cln_builtin_traits(r->dialect, CLN_AS(name, parts->items[0])->text) & CLN_TRAIT_BARE) != 0;
}

static bool find_pseudo(cln_resolver *r, cln_scope *scope, const cln_list *parts, cln_found *found)
{
    colline_text name = cln_column_text(r, parts->items[0]);

    if (!is_pseudo(r, name))
        return false;
    for (uint32_t i = 0; i < scope->sources.count; i++)
        if (!scope->sources.items[i].hidden && scope->sources.items[i].rows->relation != 0)
            take_path(r, found, pseudo_leaf(r, scope->sources.items[i].rows, name), parts, 1);
    found->ambiguous = found->origins.count > 1;
    return found->known;
}

/* SELECT t FROM t: the struct of the relation's columns. */
static bool find_row(cln_resolver *r, cln_scope *scope, const cln_list *parts, cln_found *found)
{
    uint32_t used;
    cln_source *source = parts->count == 1 ? cln_find_source(r, scope, parts, false, &used) : NULL;
    cln_origin row;

    if (source == NULL)
        return false;
    row = cln_row_of(r, source->rows);
    take_path(r, found, row, parts, 1);
    return true;
}

static cln_alias_use alias_use_of(cln_resolver *r, const cln_scope *scope, const cln_list *parts)
{
    if (scope->keys != NULL && cln_map_get(scope->keys, key_of(r, cln_column_text(r, parts->items[0]))) != NULL)
        return scope->alias_use_of_keys;
    return scope->alias_use;
}

/* x.p, where a relation here has a column x: an outer query's relation x is meant where the column has no such field. */
static bool gives_way(cln_resolver *r, const cln_scope *scope, const cln_list *parts, const cln_found *found)
{
    uint32_t used;

    return parts->count > 1 && scope->outer != NULL && (found->computed || !cln_has_rule(r->dialect, CLN_RULE_FIELD_PATHS)) &&
           cln_find_source(r, scope->outer, parts, true, &used) != NULL && used < parts->count;
}

/* A name in one scope, its unknown relations left aside; true when it means something here. */
static bool find_here(cln_resolver *r, cln_scope *scope, const cln_list *parts, colline_span at,
                      cln_found *found)
{
    cln_alias_use alias_use = alias_use_of(r, scope, parts);
    uint32_t used;
    cln_source *source;

    if (binds_lambda(r, scope, parts->items[0])) {
        found->known = true;
        return true;
    }
    if (alias_use == CLN_ALIAS_FIRST && find_alias(r, scope, parts, found))
        return true;
    source = parts->count > 1 ? cln_find_source(r, scope, parts, false, &used) : NULL;
    if (source != NULL && used < parts->count && find_in_source(r, scope, source, parts, used, found))
        return true;
    find_known(r, scope, parts, found);
    if (found->known && source == NULL && gives_way(r, scope, parts, found)) {
        found->known = found->computed = found->ambiguous = false;
        found->origins.count = 0;
        return false;
    }
    if (found->known)
        return true;
    /* an alias without that column gives way to a column with that field, which there is none */
    if (source != NULL && used < parts->count) {
        miss_in_source(r, source, parts, used, at, found);
        return true;
    }
    return (alias_use == CLN_ALIAS_LAST && find_alias(r, scope, parts, found)) ||
           find_pseudo(r, scope, parts, found);
}

static void tell(cln_resolver *r, const cln_list *parts, colline_span at, const cln_found *found)
{
    /* Where nothing is known at all, that a name may belong to several tables is no news. */
    if (found->known && (!found->ambiguous || (found->guessed && !r->catalog_given)))
        return;
    if (!found->known && r->in_routine)
        return; /* a variable of the routine, or a field of one */
    if (found->ambiguous)
        cln_warn(r, CLN_AMBIGUOUS_COLUMN, at, "several relations may have the column %t",
                 cln_column_text(r, parts->items[0]));
    else
        cln_warn(r, CLN_UNKNOWN_COLUMN, at, "no relation here has the column %t",
                 cln_column_text(r, cln_last(parts)));
    r->confirm = r->confirm || !r->foreign;
}

static void take_variable(cln_resolver *r, cln_scope *scope, const cln_list *parts, cln_found *found)
{
    (void)cln_read_variable(r, scope, parts, &found->only);
    found->origins.count = found->only != CLN_NO_ORIGIN;
    found->known = true;
}

/* s.NEXTVAL: a value of a sequence */
static bool is_sequence(const cln_list *parts)
{
    colline_text last = CLN_AS(name, cln_last(parts))->text;

    return parts->count > 1 && (cln_text_equal_nocase(last, CLN_TEXT("nextval")) || cln_text_equal_nocase(last, CLN_TEXT("currval")));
}

/* Teradata: SELECT s.a FROM t WHERE s.id = t.id; a table that is named in front of a column is read, though FROM lacks
   it.  `sure`: only where that is a CTE, or the catalog has the table; else a.b may also be a member of a JSON column a. */
static void find_implied(cln_resolver *r, cln_scope *scope, const cln_list *parts, colline_span at, bool sure, cln_found *found)
{
    cln_list table = { parts->items, parts->count - 1, parts->count - 1 };
    cln_table_name name = cln_name_of_parts(r->arena, r->dialect, &table, r->home);
    cln_source source;

    if (r->in_routine || (sure && !cln_names_cte(r, scope, &table) && cln_catalog_find(r->catalog, &name) == NULL))
        return;
    memset(&source, 0, sizeof source);
    source.rows = cln_resolve_table(r, scope, &table, at, &source.name);
    if (source.rows->relation != 0)
        cln_link_to(r->origins, scope->rows, source.rows->relation - 1, CLN_LINK_RELATION, 0, 0);
    cln_link_to(r->origins, scope->rows, source.rows->rows, CLN_LINK_ROWS, 0, 0);
    (void)find_in_source(r, scope, &source, parts, table.count, found);
}

/* What no relation of the scope is known to have. */
static void find_otherwise(cln_resolver *r, cln_scope *scope, const cln_list *parts, cln_found *found)
{
    if (parts->count > 1)
        return;
    if (is_bare_value(r, parts))
        found->known = found->bare = true;
    else if (!find_row(r, scope, parts, found))
        find_unknown(r, scope, parts, found);
}

/* A name that the innermost scope does not know.  A variable of the script gives way to a column that is known, and goes before one
 * that only might be. */
static CLN_NOINLINE void find_outwards(cln_resolver *r, cln_scope *scope, const cln_list *parts, colline_span at, cln_found *found)
{
    bool implied = scope != NULL && parts->count > 1 && r->dialect->id == COLLINE_TERADATA;
    bool fed = false, variable = r->variables != NULL && cln_is_variable(r, parts, &fed);

    if (!fed && scope != NULL && !scope->collections_only)
        find_otherwise(r, scope, parts, found);
    for (cln_scope *s = scope != NULL ? scope->outer : NULL; s != NULL && !found->known; s = s->outer)
        if (!s->collections_only && !find_here(r, s, parts, at, found) && !fed)
            find_otherwise(r, s, parts, found);
    if (!found->known && is_sequence(parts))
        found->known = found->bare = true;
    if (variable && !found->known)
        take_variable(r, scope, parts, found);
    if (implied && !found->known)
        find_implied(r, scope, parts, at, true, found);
    for (cln_scope *s = scope; parts->count > 1 && s != NULL && !found->known; s = s->outer)
        if (!s->collections_only)
            find_unknown(r, s, parts, found);
    if (implied && !found->known)
        find_implied(r, scope, parts, at, false, found);
}

void cln_find_name(cln_resolver *r, cln_scope *scope, const cln_list *parts, colline_span at,
                   cln_found *found)
{
    bool fed;

    memset(found, 0, sizeof *found);
    found->origins.items = &found->only;
    found->origins.capacity = 1;
    if (cln_has_value_names(r) && cln_find_value_name(r, scope, parts, &found->only)) {
        found->origins.count = 1;
        found->known = true;
        return;
    }
    if ((r->dialect->script & CLN_SCRIPT_VARIABLES_FIRST) != 0 && r->variables != NULL && cln_is_variable(r, parts, &fed))
        take_variable(r, scope, parts, found);
    else if (scope == NULL || scope->collections_only || !find_here(r, scope, parts, at, found))
        find_outwards(r, scope, parts, at, found);
    if (!found->known || found->ambiguous)
        tell(r, parts, at, found);
}

/* One value that is all columns of a relation. */
cln_origin cln_row_of(cln_resolver *r, const cln_rowset *rows)
{
    cln_origin row = cln_new_node(r->origins);
    cln_shape *shape = CLN_NEW(r->arena, cln_shape);
    uint32_t width = cln_rowset_width(r, rows);
    cln_output *fields = CLN_NEW_ARRAY(r->arena, cln_output, width);

    for (uint32_t i = 0; i < width; i++) {
        fields[i] = cln_rowset_column(r, rows, i);
        cln_link_to(r->origins, row, fields[i].origin, CLN_LINK_PROJECT, 0, 0);
    }
    for (uint32_t i = 0; i < rows->unknown_count && rows->relation != 0; i++)
        cln_link_to(r->origins, row,
                    cln_leaf_of_name(r->origins, rows->unknowns[i], CLN_TEXT("*"), CLN_TEXT(""), NULL),
                    CLN_LINK_PROJECT, 0, 0);
    cln_link_to(r->origins, row, rows->any, CLN_LINK_PROJECT, 0, 0);
    shape->fields = fields;
    shape->count = width;
    shape->open = rows->unknown_count > 0;
    r->origins->nodes.items[row].shape = shape;
    return row;
}
