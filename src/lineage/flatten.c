#include "lineage/flatten.h"

#include "base/sort.h"

/*
 * What a walk carries: the first nine modes are colline_edge_kind (a value of that strength, or a position),
 * the others pass through the rows of a query.
 */
enum {
    MODE_ROWS = 9,    /* what decides these rows keeps its kind */
    MODE_FILTER_ROWS, /* ... is FILTER, all of it: a subquery in a condition */
    MODE_EXISTS_ROWS, /* ... is FILTER, but only WHERE and ON count */
    MODE_DEAD         /* the link leads nowhere from here */
};

static bool is_value(unsigned mode)
{
    return mode <= COLLINE_AGG;
}

void cln_flatten_start(cln_flattener *f, cln_result *result, uint32_t flags, uint32_t max_edges)
{
    memset(f, 0, sizeof *f);
    f->result = result;
    f->flags = flags;
    f->max_edges = max_edges != 0 && max_edges < INT32_MAX ? max_edges : INT32_MAX;
    f->visits = CLN_NEW_ARRAY(result->arena, cln_visit, result->origins.nodes.count);
    f->flattened = CLN_NEW_ARRAY(result->arena, cln_flattened, result->origins.nodes.count);
}

/* ---- States ---- */

/* A number for (mode, flags) below 20, plus 20 when ambiguous. */
static unsigned state_of(const cln_step *step)
{
    static const uint8_t first[] = { 0, 2, 4, 6, 7, 9, 11, 15, 16, 17, 18, 19 };
    unsigned state = first[step->mode];

    if (is_value(step->mode))
        state += (step->flags & COLLINE_EDGE_CONDITION) != 0;
    else if (step->mode == COLLINE_FILTER)
        state += (step->flags & CLN_EDGE_NOT_EMPTY) != 0;
    else if (step->mode == COLLINE_GROUP_BY)
        state += (step->flags & COLLINE_EDGE_AGGREGATE) != 0;
    else if (step->mode == COLLINE_SORT)
        state += ((step->flags & COLLINE_EDGE_LIMIT) != 0 ? 1u : 0u) +
                 ((step->flags & CLN_EDGE_OF_SET_OPERATION) != 0 ? 2u : 0u);
    return state + ((step->flags & COLLINE_EDGE_AMBIGUOUS) != 0 ? 20u : 0u);
}

static bool first_visit(cln_flattener *f, const cln_step *step)
{
    cln_visit *visit = &f->visits[step->node];
    uint64_t bit = (uint64_t)1 << state_of(step);

    if (visit->round != f->round) {
        visit->round = f->round;
        visit->states = 0;
    }
    if ((visit->states & bit) != 0)
        return false;
    visit->states |= bit;
    return true;
}

/* From a value over a link. */
static unsigned from_value(unsigned mode, const cln_link *link, bool condition)
{
    if (is_value(link->kind))
        return link->kind > mode ? link->kind : mode;
    /* In a condition the position's own kind takes these along: see from_position(). */
    if (condition)
        return MODE_DEAD;
    switch (link->kind) {
    case CLN_LINK_ROWS: return MODE_ROWS;
    case CLN_LINK_FILTER_ROWS: return MODE_FILTER_ROWS;
    case CLN_LINK_EXISTS_ROWS: return MODE_EXISTS_ROWS;
    case CLN_LINK_RELATION:
    case CLN_LINK_MENTION:
    case CLN_LINK_COUNTED:
    case CLN_LINK_WINDOWED: return MODE_DEAD;
    default: return link->kind;
    }
}

/* From a column that stands in an indirect position. */
static unsigned from_position(unsigned mode, const cln_link *link)
{
    switch (link->kind) {
    case CLN_LINK_FILTER: return COLLINE_FILTER;
    case CLN_LINK_ROWS:
    case CLN_LINK_FILTER_ROWS: return MODE_FILTER_ROWS;
    case CLN_LINK_EXISTS_ROWS: return MODE_EXISTS_ROWS;
    case CLN_LINK_RELATION:
    case CLN_LINK_MENTION:
    case CLN_LINK_COUNTED:
    case CLN_LINK_WINDOWED: return MODE_DEAD;
    default: return mode;
    }
}

/* From the rows of a query. */
static unsigned from_rows(unsigned mode, const cln_link *link)
{
    switch (link->kind) {
    case CLN_LINK_ROWS: return mode;
    case CLN_LINK_FILTER_ROWS: return MODE_FILTER_ROWS;
    case CLN_LINK_EXISTS_ROWS: return MODE_EXISTS_ROWS;
    case CLN_LINK_RELATION:
    case CLN_LINK_MENTION:
    case CLN_LINK_COUNTED:
    case CLN_LINK_WINDOWED: return MODE_DEAD;
    default: break;
    }
    if (mode == MODE_ROWS)
        return link->kind;
    if (mode == MODE_EXISTS_ROWS && link->kind != CLN_LINK_FILTER && link->kind != CLN_LINK_JOIN_COND)
        return MODE_DEAD;
    return COLLINE_FILTER;
}

enum {
    POSITION_FLAGS =
        COLLINE_EDGE_LIMIT | COLLINE_EDGE_AGGREGATE | CLN_EDGE_OF_SET_OPERATION | CLN_EDGE_NOT_EMPTY
};

/* What a walk carries behind a link. */
static cln_step follow(const cln_step *at, const cln_link *link)
{
    cln_step next = { link->to, at->expression, MODE_DEAD, at->flags };
    unsigned mode = at->mode;

    if (is_value(mode))
        mode = from_value(mode, link, (at->flags & COLLINE_EDGE_CONDITION) != 0);
    else if (mode < MODE_ROWS)
        mode = from_position(mode, link);
    else
        mode = from_rows(mode, link);
    next.mode = (uint8_t)mode;
    next.flags |= (uint8_t)(link->flags & COLLINE_EDGE_AMBIGUOUS);
    if (is_value(mode)) {
        next.flags |= (uint8_t)(link->flags & COLLINE_EDGE_CONDITION);
        if (link->kind == mode && link->expression != 0)
            next.expression = link->expression;
    } else if (mode < MODE_ROWS && mode != at->mode) {
        /* a position is entered: it says its own expression and flags */
        next.flags &= (uint8_t)COLLINE_EDGE_AMBIGUOUS;
        next.flags |= (uint8_t)(link->kind == mode ? link->flags & POSITION_FLAGS : 0);
        next.expression = link->expression;
    } else if (mode >= MODE_ROWS) {
        next.flags &= (uint8_t)COLLINE_EDGE_AMBIGUOUS;
    }
    return next;
}

/* ---- Walking ---- */

static bool unconfirmed(const cln_result *result, const cln_leaf *leaf)
{
    if (result->origins.relations.items[leaf->relation].table == NULL)
        return true;
    return (leaf->column & CLN_LEAF_NAMED) != 0 &&
           result->origins.leaf_names.items[leaf->column & ~(uint32_t)CLN_LEAF_NAMED].confirm;
}

static void arrive(cln_flattener *f, const cln_step *step, const cln_link *link, cln_edge edge)
{
    cln_result *result = f->result;
    uint8_t flags = step->flags;

    if ((flags & CLN_EDGE_NOT_EMPTY) != 0) {
        *CLN_PUSH(result->arena, &result->not_empty) = cln_leaf_index(step->node);
        return;
    }
    if ((f->flags & COLLINE_NARROW_CONDITION) != 0 && (flags & COLLINE_EDGE_CONDITION) != 0)
        return;
    edge.source = cln_leaf_index(step->node);
    edge.kind = step->mode;
    edge.expression = step->expression;
    edge.offset = link != NULL ? link->offset : 0;
    edge.length = link != NULL ? link->length : 0;
    if ((flags & COLLINE_EDGE_AMBIGUOUS) != 0 ||
        unconfirmed(result, &result->origins.leaves.items[edge.source]))
        flags |= CLN_EDGE_TO_CONFIRM;
    edge.flags = flags;
    *CLN_PUSH(result->arena, &f->batch) = edge;
}

/*
 * A value that was flattened as a column of its own (a AS x, x + 1 AS y), or rows that were those of a target: its edges are
 * taken over, as a walk from here would find them.  What the value itself is computed by decides unless it is less than
 * what is done with it.
 */
static bool take_over(cln_flattener *f, const cln_step *step, cln_edge edge)
{
    const cln_flattened *known = &f->flattened[step->node];

    if (step->flags != 0 || known->how == CLN_FLATTENED_NOT ||
        (known->how == CLN_FLATTENED_ROWS ? step->mode != MODE_ROWS : !is_value(step->mode)))
        return false;
    for (uint32_t i = known->first; i < known->end; i++) {
        cln_edge taken = *cln_edge_at(&f->result->edges, i);
        cln_poll(f->result->arena->fault);
        taken.target = edge.target;
        taken.into = edge.into;
        if (is_value(taken.kind) && known->how == CLN_FLATTENED_VALUE) {
            if (taken.kind < step->mode || taken.expression == 0)
                taken.expression = step->expression;
            if (taken.kind < step->mode)
                taken.kind = step->mode;
        }
        *CLN_PUSH(f->result->arena, &f->batch) = taken;
    }
    return true;
}

static void remember(cln_flattener *f, cln_origin start, uint32_t first, bool rows)
{
    if (start != CLN_NO_ORIGIN && !cln_is_leaf(start) && start != CLN_NOT_FED && !f->limited)
        f->flattened[start] =
            (cln_flattened){ first, f->result->edges.count, rows ? CLN_FLATTENED_ROWS : CLN_FLATTENED_VALUE };
}

static void take(cln_flattener *f, const cln_step *step, const cln_link *link, cln_edge edge)
{
    if (step->mode == MODE_DEAD || step->node == CLN_NO_ORIGIN || step->node == CLN_NOT_FED)
        return;
    if (cln_is_leaf(step->node))
        arrive(f, step, link, edge);
    else if (first_visit(f, step) && !take_over(f, step, edge))
        *CLN_PUSH(f->result->arena, &f->steps) = *step;
}

static void walk(cln_flattener *f, cln_origin start, unsigned mode, cln_edge edge)
{
    const cln_origins *origins = &f->result->origins;
    cln_step first = { start, 0, (uint8_t)mode, 0 };

    f->round++;
    f->batch.count = 0;
    take(f, &first, NULL, edge);
    while (f->steps.count > 0) {
        cln_step step = f->steps.items[--f->steps.count];
        for (uint32_t i = origins->nodes.items[step.node].first; i != 0; i = origins->links.items[i].next) {
            cln_poll(f->result->arena->fault);
            const cln_link *link = &origins->links.items[i];
            cln_step next = follow(&step, link);
            take(f, &next, link, edge);
        }
    }
}

/* ---- Order ---- */

static int compare_relations(const cln_origins *origins, const uint32_t *left, const uint32_t *right)
{
    const cln_table_name *a = &origins->relations.items[*left].name;
    const cln_table_name *b = &origins->relations.items[*right].name;
    int order = cln_text_compare(a->catalog, b->catalog);

    if (order == 0)
        order = cln_text_compare(a->database, b->database);
    return order != 0 ? order : cln_text_compare(a->table, b->table);
}

CLN_DEFINE_SORT(sort_relations, uint32_t, const cln_origins, compare_relations)

/* The place of each relation in the order of their names: edges are compared often, relations are few. */
static void rank_relations(cln_flattener *f)
{
    const cln_origins *origins = &f->result->origins;
    uint32_t count = origins->relations.count;
    uint32_t *order = cln_arena_get(f->result->arena, 2 * count * sizeof *order);
    uint32_t rank = 0;

    f->ranks = CLN_NEW_ARRAY(f->result->arena, uint32_t, count);
    f->ranked = count;
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    sort_relations(order, order + count, count, origins, f->result->arena->fault);
    for (uint32_t i = 0; i < count; i++) {
        rank += i > 0 && compare_relations(origins, &order[i - 1], &order[i]) != 0;
        f->ranks[order[i]] = rank;
    }
}

static int compare_leaves(const cln_flattener *f, uint32_t a, uint32_t b)
{
    const cln_origins *origins = &f->result->origins;
    const cln_leaf *x = &origins->leaves.items[a], *y = &origins->leaves.items[b];
    uint32_t first = f->ranks[x->relation], second = f->ranks[y->relation];
    int order;

    if (a == b)
        return 0;
    if (first != second)
        return first < second ? -1 : 1;
    order = cln_text_compare(cln_leaf_column(origins, x), cln_leaf_column(origins, y));
    return order != 0 ? order : cln_text_compare(cln_leaf_path(origins, x), cln_leaf_path(origins, y));
}

static int compare_edges(const cln_flattener *f, const cln_edge *a, const cln_edge *b)
{
    int order = (a->kind > b->kind) - (a->kind < b->kind);
    unsigned role_a = a->flags & COLLINE_EDGE_CONDITION, role_b = b->flags & COLLINE_EDGE_CONDITION;

    if (order == 0)
        order = compare_leaves(f, a->source, b->source);
    if (order == 0)
        order = (role_a > role_b) - (role_a < role_b);
    if (order == 0 && (a->length > 0) != (b->length > 0))
        order = a->length > 0 ? -1 : 1;
    return order != 0 ? order : (a->offset > b->offset) - (a->offset < b->offset);
}

/* A text's first letters as a number that is in the order of memcmp, and then that of lengths up to theirs. */
enum { LETTERS = 5 };
static inline uint64_t first_letters(colline_text text)
{
    const unsigned char *c = (const unsigned char *)text.data;
    uint64_t letters = 0;

    if (text.length >= LETTERS)
        return (uint64_t)c[0] << 32 | (uint64_t)c[1] << 24 | (uint64_t)c[2] << 16 | (uint64_t)c[3] << 8 | c[4];
    for (uint32_t i = 0; i < LETTERS; i++)
        letters = letters << 8 | (i < text.length ? c[i] : 0u);
    return letters;
}

/* What decides most comparisons: the kind, the relation's rank, the first letters of the column. */
static inline uint64_t order_key(const cln_flattener *f, const cln_edge *edge)
{
    enum { MOST_RANKS = 0xFFFF };
    const cln_origins *origins = &f->result->origins;
    const cln_leaf *leaf = &origins->leaves.items[edge->source];
    uint32_t rank = f->ranks[leaf->relation];

    if (rank >= MOST_RANKS)
        return ((uint64_t)edge->kind << 16 | MOST_RANKS) << 8 * LETTERS;
    return ((uint64_t)edge->kind << 16 | rank) << 8 * LETTERS | first_letters(cln_leaf_column(origins, leaf));
}

static inline int compare_places(const cln_flattener *f, const cln_place_of_edge *a, const cln_place_of_edge *b)
{
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return compare_edges(f, &f->batch.items[a->edge], &f->batch.items[b->edge]);
}

CLN_DEFINE_SORT(sort_places, cln_place_of_edge, const cln_flattener, compare_places)

/* The order of the edges of the batch, in f->places. */
static void sort_batch(cln_flattener *f)
{
    uint32_t count = f->batch.count;

    if (f->ranked < f->result->origins.relations.count)
        rank_relations(f);
    if (f->places_capacity < count) {
        f->places_capacity = f->batch.capacity;
        f->places = cln_arena_get(f->result->arena, 2 * (size_t)f->places_capacity * sizeof *f->places);
    }
    for (uint32_t i = 0; i < count; i++)
        f->places[i] = (cln_place_of_edge){ order_key(f, &f->batch.items[i]), i };
    sort_places(f->places, f->places + f->places_capacity, count, f, f->result->arena->fault);
}

/* Of edges that are equal in kind and source one stays: without the role, if one has none, and the first in
 * the text. */
static bool same_edge(const cln_edge *a, const cln_edge *b)
{
    return a->kind == b->kind && a->source == b->source;
}

static void absorb(cln_edge *kept, const cln_edge *other)
{
    enum { ANY = COLLINE_EDGE_LIMIT | COLLINE_EDGE_AGGREGATE };
    uint8_t any = (uint8_t)((kept->flags | other->flags) & ANY);
    uint8_t all = (uint8_t)(kept->flags & other->flags & ~ANY);
    uint8_t own = (uint8_t)(kept->flags & COLLINE_EDGE_CONDITION);

    kept->flags = (uint8_t)(any | all | own);
}

/* ---- Output ---- */

static void append(cln_flattener *f, const cln_edge *edge)
{
    cln_edges *edges = &f->result->edges;
    cln_arena *arena = f->result->arena;
    cln_edge *kept;

    if (edges->count >= f->max_edges) {
        if (!f->limited)
            cln_diagnose(f->result->diagnostics, CLN_LIMIT, f->result->at,
                         "the statement has more than %u edges", f->max_edges);
        f->limited = true;
        return;
    }
    if (edges->count % CLN_EDGE_BLOCK == 0)
        *CLN_PUSH(arena, &edges->blocks) = cln_arena_get(arena, CLN_EDGE_BLOCK * sizeof *edge);
    kept = &edges->blocks.items[edges->blocks.count - 1][edges->count % CLN_EDGE_BLOCK];
    *kept = *edge;
    if (f->result->recovered)
        kept->flags |= CLN_EDGE_TO_CONFIRM;
    edges->count++;
}

static void emit(cln_flattener *f)
{
    cln_edge *kept, *next;

    if (f->batch.count == 1)
        append(f, &f->batch.items[0]);
    if (f->batch.count < 2)
        return;
    sort_batch(f);
    kept = &f->batch.items[f->places[0].edge];
    for (uint32_t i = 1; i < f->batch.count; i++) {
        cln_poll(f->result->arena->fault);
        next = &f->batch.items[f->places[i].edge];
        if (same_edge(kept, next)) {
            absorb(kept, next);
        } else {
            append(f, kept);
            kept = next;
        }
    }
    append(f, kept);
}

void cln_flatten_column(cln_flattener *f, uint32_t target, uint32_t into)
{
    cln_edge edge = { 0, (int32_t)target, 0, 0, 0, 0, 0, (uint16_t)into };

    uint32_t first = f->result->edges.count;

    walk(f, f->result->columns.items[target].origin, COLLINE_DIRECT, edge);
    emit(f);
    remember(f, f->result->columns.items[target].origin, first, false);
}

void cln_flatten_rows(cln_flattener *f, cln_origin rows, uint32_t into)
{
    cln_edge edge = { 0, COLLINE_WHOLE_RESULT, 0, 0, 0, 0, 0, (uint16_t)into };

    uint32_t first = f->result->edges.count;

    walk(f, rows, MODE_ROWS, edge);
    emit(f);
    remember(f, rows, first, true);
}
