#include "resolve/variable.h"

/* ---- Names ---- */

colline_text cln_variable_name(cln_arena *arena, colline_text text)
{
    if (text.length > 1 && (text.data[0] == ':' || text.data[0] == '$'))
        text = cln_text_of(text.data + 1, text.length - 1);
    if (text.length > 2 && (text.data[0] == '"' || text.data[0] == '`'))
        text = cln_text_of(text.data + 1, text.length - 2);
    return cln_text_lower(arena, text);
}

void cln_variables_start(cln_variables *variables, cln_arena *arena)
{
    memset(variables, 0, sizeof *variables);
    variables->arena = arena;
    *CLN_PUSH(arena, &variables->stamps) = variables->stamped++;
}

static bool is_alive(const cln_variables *variables, const cln_variable *variable)
{
    return variable->level == CLN_LEVEL_SESSION ||
           (variable->level < variables->stamps.count && variables->stamps.items[variable->level] == variable->stamp);
}

cln_variable *cln_variable_find(cln_variables *variables, colline_text name)
{
    uint32_t newest = (uint32_t)(uintptr_t)cln_map_get(&variables->by_name, name), i = newest;

    while (i != 0 && !is_alive(variables, &variables->list.items[i - 1]))
        i = variables->list.items[i - 1].older;
    if (i != newest)
        cln_map_put(variables->arena, &variables->by_name, cln_text_copy(variables->arena, name), (void *)(uintptr_t)i);
    return i != 0 && variables->list.items[i - 1].level >= variables->floor ? &variables->list.items[i - 1] : NULL;
}

cln_variable *cln_variable_declare(cln_variables *variables, colline_text name, uint32_t level)
{
    cln_variable *older = cln_variable_find(variables, name);
    cln_variable variable = { .name = cln_text_copy(variables->arena, name), .level = level };

    if (level != CLN_LEVEL_SESSION && level >= variables->stamps.count)
        variable.level = variables->stamps.count - 1;
    if (older != NULL && older->level == variable.level)
        return older;
    variable.stamp = level != CLN_LEVEL_SESSION ? variables->stamps.items[variable.level] : 0;
    variable.older = older != NULL ? (uint32_t)(older - variables->list.items) + 1 : 0;
    *CLN_PUSH(variables->arena, &variables->list) = variable;
    cln_map_put(variables->arena, &variables->by_name, variable.name, (void *)(uintptr_t)variables->list.count);
    return &variables->list.items[variables->list.count - 1];
}

/* ---- Branches and loops ---- */

enum { MOST_FRAMES = 64 };

/* Note in the frame at hand that the variable is about to change. */
static void note_change(cln_variables *v, uint32_t index)
{
    cln_variable_frame *frame = &v->frames.items[v->frames.count - 1];
    cln_variable *variable = &v->list.items[index];
    cln_variable_change *change;

    if (variable->frame != frame->serial) {
        change = CLN_PUSH(v->arena, &v->changes);
        *change = (cln_variable_change){ index, variable->value, NULL, UINT32_MAX, 0, variable->frame, variable->change };
        variable->frame = frame->serial;
        variable->change = v->changes.count;
    }
    change = &v->changes.items[variable->change - 1];
    if (change->arm == frame->arm)
        return;
    change->arm = frame->arm;
    *CLN_PUSH(v->arena, &v->touched) = variable->change - 1;
}

void cln_variable_assign(cln_variables *variables, cln_variable *variable, const cln_value *value)
{
    if (variables->frames.count > 0)
        note_change(variables, (uint32_t)(variable - variables->list.items));
    if (variables->unframed > 0)
        value = cln_value_join(variables->arena, variable->value, value);
    variable->value = value;
    variable->read = 0;
}

const cln_value *cln_variable_value(const cln_variables *variables, cln_variable *variable)
{
    if (variables->watched != 0 && variable->frame < variables->watched)
        variable->early = variables->watched;
    return variable->value;
}

void cln_variables_open(cln_variables *variables, bool loop)
{
    if (variables->frames.count == MOST_FRAMES) {
        variables->unframed++;
        return;
    }
    *CLN_PUSH(variables->arena, &variables->frames) =
        (cln_variable_frame){ .serial = ++variables->serials, .level = variables->stamps.count - 1,
                              .first_change = variables->changes.count, .first_touched = variables->touched.count, .loop = loop };
}

/* The branch at hand is complete: what it assigned is one of the values behind all of them. */
static void end_arm(cln_variables *v, cln_variable_frame *frame)
{
    for (uint32_t i = frame->first_touched; i < v->touched.count; i++) {
        cln_variable_change *change = &v->changes.items[v->touched.items[i]];
        cln_variable *variable = &v->list.items[change->variable];
        change->out = cln_value_join(v->arena, change->out, variable->value);
        change->arms++;
        variable->value = change->entry;
        variable->read = 0;
    }
    v->touched.count = frame->first_touched;
    frame->arm++;
}

void cln_variables_next(cln_variables *variables, bool last)
{
    cln_variable_frame *frame = variables->frames.count > 0 ? &variables->frames.items[variables->frames.count - 1] : NULL;

    if (frame == NULL || frame->loop || variables->unframed > 0)
        return;
    end_arm(variables, frame);
    frame->complete = frame->complete || last;
}

void cln_variables_close(cln_variables *variables)
{
    cln_variable_frame frame;
    uint32_t count = variables->changes.count;

    if (variables->unframed > 0 || variables->frames.count == 0) {
        variables->unframed -= variables->unframed > 0;
        return;
    }
    frame = variables->frames.items[variables->frames.count - 1];
    end_arm(variables, &frame);
    variables->frames.count--;
    variables->changes.count = frame.first_change;
    for (uint32_t i = frame.first_change; i < count; i++) {
        cln_variable_change change = variables->changes.items[i];
        cln_variable *variable = &variables->list.items[change.variable];
        const cln_value *value = change.out;
        if (!frame.complete || change.arms < frame.arm) {
            value = cln_value_join(variables->arena, change.entry, value);
            if (frame.serial > variables->watched && change.outer_frame < variables->watched)
                variable->early = variables->watched;
        }
        variable->frame = change.outer_frame;
        variable->change = change.outer_change;
        cln_variable_assign(variables, variable, value);
    }
}

void cln_variables_level(cln_variables *variables, uint32_t level)
{
    while (variables->frames.count > 0 && variables->frames.items[variables->frames.count - 1].level > level)
        cln_variables_close(variables);
    while (variables->stamps.count <= level)
        *CLN_PUSH(variables->arena, &variables->stamps) = variables->stamped++;
    variables->stamps.count = level + 1;
}

void cln_variables_forget(cln_variables *variables)
{
    variables->unframed = 0;
    while (variables->frames.count > 0)
        cln_variables_close(variables);
    cln_variables_level(variables, 0);
    variables->stamps.items[0] = variables->stamped++;
}

/* ---- There and back ---- */

#define KEEP(arena, to, from)                                                                       \
    do {                                                                                            \
        (to)->items = cln_arena_get(arena, (size_t)((from)->count + 1) * sizeof *(from)->items);     \
        if ((from)->count > 0)                                                                      \
            memcpy((to)->items, (from)->items, (size_t)(from)->count * sizeof *(from)->items);      \
    } while (0)

/* Nothing shrinks but by its count: the room is there. */
#define BACK(to, from)                                                                              \
    do {                                                                                            \
        (to)->count = (from)->count;                                                                \
        if ((from)->count > 0)                                                                      \
            memcpy((to)->items, (from)->items, (size_t)(from)->count * sizeof *(from)->items);      \
    } while (0)

cln_variables cln_variables_keep(const cln_variables *variables, cln_arena *arena)
{
    cln_variables kept = *variables;

    KEEP(arena, &kept.list, &variables->list);
    KEEP(arena, &kept.stamps, &variables->stamps);
    KEEP(arena, &kept.frames, &variables->frames);
    KEEP(arena, &kept.changes, &variables->changes);
    KEEP(arena, &kept.touched, &variables->touched);
    return kept;
}

void cln_variables_return(cln_variables *variables, const cln_variables *kept)
{
    for (uint32_t i = kept->list.count; i < variables->list.count; i++)
        cln_map_put(variables->arena, &variables->by_name, variables->list.items[i].name, NULL);
    BACK(&variables->list, &kept->list);
    BACK(&variables->stamps, &kept->stamps);
    BACK(&variables->frames, &kept->frames);
    BACK(&variables->changes, &kept->changes);
    BACK(&variables->touched, &kept->touched);
    variables->floor = kept->floor;
    variables->unframed = kept->unframed;
    for (uint32_t i = 0; i < variables->list.count; i++) {
        cln_map_put(variables->arena, &variables->by_name, variables->list.items[i].name, (void *)(uintptr_t)(i + 1));
        variables->list.items[i].read = 0;
    }
}

/* ---- Values ---- */

/* Edges that are there already, by what they are. */
enum { SEEN_SLOTS = 1024 };
typedef struct cln_seen_edges {
    uint16_t slots[SEEN_SLOTS]; /* 1 + index */
} cln_seen_edges;

static bool same_fed(const cln_feed_edge *a, const cln_feed_edge *b)
{
    return a->kind == b->kind && a->flags == b->flags && cln_text_equal(a->column, b->column) && cln_text_equal(a->path, b->path) &&
           cln_text_equal(a->table.table, b->table.table) && cln_text_equal(a->table.database, b->table.database) &&
           cln_text_equal(a->table.catalog, b->table.catalog);
}

static void add_fed(cln_arena *arena, cln_feed_edges *to, cln_seen_edges *seen, const cln_feed_edge *edge)
{
    uint32_t slot = (cln_text_hash(edge->column) * 31 + cln_text_hash(edge->table.table) + edge->kind) % SEEN_SLOTS;

    if (to->count == CLN_MOST_FED)
        return;
    while (seen->slots[slot] != 0) {
        if (same_fed(&to->items[seen->slots[slot] - 1], edge))
            return;
        slot = (slot + 1) % SEEN_SLOTS;
    }
    *CLN_PUSH(arena, to) = *edge;
    seen->slots[slot] = (uint16_t)to->count;
}

static cln_feed_edges join_edges(cln_arena *arena, const cln_feed_edges *a, const cln_feed_edges *b)
{
    cln_feed_edges both = { NULL, 0, 0 };
    cln_seen_edges seen;

    if (a->count == 0 || b->count == 0 || a->items == b->items)
        return a->count == 0 ? *b : *a;
    memset(&seen, 0, sizeof seen);
    for (uint32_t i = 0; i < a->count; i++)
        add_fed(arena, &both, &seen, &a->items[i]);
    for (uint32_t i = 0; i < b->count; i++)
        add_fed(arena, &both, &seen, &b->items[i]);
    return both;
}

/* Names that one or the other has. */
#define JOIN_NAMES(arena, to, a, b)                                          \
    do {                                                                     \
        for (uint32_t i_ = 0; i_ < (a)->count + (b)->count; i_++) {          \
            const cln_table_name *name_ =                                    \
                i_ < (a)->count ? &(a)->items[i_] : &(b)->items[i_ - (a)->count]; \
            bool there_ = false;                                             \
            for (uint32_t k_ = 0; k_ < (to)->count && !there_; k_++)         \
                there_ = same_table(&(to)->items[k_], name_);                \
            if (!there_ && (to)->count < CLN_MOST_FED_TABLES)                        \
                *CLN_PUSH(arena, to) = *name_;                               \
        }                                                                    \
    } while (0)

static bool same_table(const cln_table_name *a, const cln_table_name *b)
{
    return cln_text_equal(a->table, b->table) && cln_text_equal(a->database, b->database) && cln_text_equal(a->catalog, b->catalog);
}

/* Where the columns of one are in the other: by name, those of plain values by place. */
static uint32_t place_in(const cln_table *table, const cln_table *other, uint32_t i)
{
    if (table->column_count == 1 && other->column_count == 1)
        return 0;
    for (uint32_t k = 0; k < other->column_count; k++)
        if (cln_text_equal_nocase(other->columns[k].name, table->columns[i].name))
            return k;
    return UINT32_MAX;
}

static const cln_table *join_rows(cln_arena *arena, const cln_table *a, const cln_table *b)
{
    static const cln_feed_edges nothing = { NULL, 0, 0 };
    const cln_feed *x = a->feed, *y = b->feed;
    cln_table *rows = CLN_NEW(arena, cln_table);
    cln_column_info *columns = CLN_NEW_ARRAY(arena, cln_column_info, a->column_count + b->column_count);
    cln_feed *feed = CLN_NEW(arena, cln_feed);

    *rows = *a;
    feed->columns = CLN_NEW_ARRAY(arena, cln_feed_edges, a->column_count + b->column_count);
    for (uint32_t i = 0; i < a->column_count; i++) {
        uint32_t k = place_in(a, b, i);
        columns[i] = a->columns[i];
        feed->columns[i] = join_edges(arena, &x->columns[i], k != UINT32_MAX ? &y->columns[k] : &nothing);
    }
    feed->column_count = a->column_count;
    for (uint32_t k = 0; k < b->column_count; k++) {
        if (place_in(b, a, k) != UINT32_MAX || feed->column_count >= CLN_MOST_FED)
            continue;
        columns[feed->column_count] = b->columns[k];
        feed->columns[feed->column_count++] = y->columns[k];
    }
    feed->whole = join_edges(arena, &x->whole, &y->whole);
    JOIN_NAMES(arena, &feed->sources, &x->sources, &y->sources);
    JOIN_NAMES(arena, &feed->unknowns, &x->unknowns, &y->unknowns);
    rows->columns = columns;
    rows->column_count = feed->column_count;
    memset(&rows->by_name, 0, sizeof rows->by_name);
    rows->feed = feed;
    return rows;
}

static bool same_text(const cln_script_text *a, const cln_script_text *b)
{
    return (a->buffer != NULL) == (b->buffer != NULL) &&
           (a->buffer != NULL ? cln_text_equal(a->said, b->said) : a->at.offset == b->at.offset);
}

static void join_texts(cln_arena *arena, cln_value *value, const cln_value *a, const cln_value *b)
{
    cln_script_text *texts = CLN_NEW_ARRAY(arena, cln_script_text, CLN_MOST_TEXTS);

    value->texts = texts;
    value->text_count = 0;
    for (uint32_t i = 0; i < a->text_count + b->text_count; i++) {
        cln_script_text text = i < a->text_count ? a->texts[i] : b->texts[i - a->text_count];
        bool there = false;
        for (uint32_t k = 0; k < value->text_count && !there; k++)
            there = same_text(&texts[k], &text);
        if (there)
            continue;
        value->outside = value->outside || value->text_count == CLN_MOST_TEXTS;
        if (value->text_count < CLN_MOST_TEXTS)
            texts[value->text_count++] = text;
    }
}

const cln_value *cln_value_join(cln_arena *arena, const cln_value *a, const cln_value *b)
{
    cln_value *value;

    if (a == b || a == NULL || b == NULL)
        return a != NULL ? a : b;
    value = CLN_NEW(arena, cln_value);
    *value = *a;
    value->record = a->record || b->record;
    value->outside = a->outside || b->outside;
    join_texts(arena, value, a, b);
    if (a->rows == NULL || b->rows == NULL)
        value->rows = a->rows != NULL ? a->rows : b->rows;
    else if (a->rows != b->rows)
        value->rows = join_rows(arena, a->rows, b->rows);
    return value;
}

static bool adds_edges(const cln_table *rows, const cln_table *joined)
{
    const cln_feed *a = rows->feed, *b = joined->feed;

    if (a->column_count != b->column_count || a->whole.count != b->whole.count || a->sources.count != b->sources.count ||
        a->unknowns.count != b->unknowns.count)
        return true;
    for (uint32_t i = 0; i < a->column_count; i++)
        if (a->columns[i].count != b->columns[i].count)
            return true;
    return false;
}

bool cln_value_adds(const cln_value *value, const cln_value *joined)
{
    if (value == joined || joined == NULL)
        return false;
    if (value == NULL || value->outside != joined->outside || value->record != joined->record || value->text_count != joined->text_count ||
        (value->rows == NULL) != (joined->rows == NULL))
        return true;
    return value->rows != NULL && value->rows != joined->rows && adds_edges(value->rows, joined->rows);
}

/* ---- Reading ---- */

/* What feeds a value, as rows of one row; NULL: nothing does. */
static const cln_rowset *rows_of(cln_resolver *r, cln_scope *scope, cln_variable *variable)
{
    const cln_value *value = cln_variable_value(r->variables, variable);

    if (value == NULL || value->rows == NULL)
        return NULL;
    if (variable->read != r->variables->statement) {
        variable->read = r->variables->statement;
        variable->rows = cln_feed_rows(r, variable->value->rows);
    }
    cln_link_to(r->origins, scope->rows, variable->rows->rows, CLN_LINK_MENTION, 0, 0);
    return variable->rows;
}

/* One column of a value: it comes with what decides the row that it was taken from, as that of a scalar subquery does. */
static cln_origin column_of(cln_resolver *r, const cln_rowset *rows, cln_origin column)
{
    cln_origin node = cln_new_node(r->origins);

    cln_link_to(r->origins, node, column, CLN_LINK_DIRECT, 0, 0);
    cln_link_to(r->origins, node, rows->rows, CLN_LINK_ROWS, 0, 0);
    return node;
}

static cln_origin field_of(cln_resolver *r, const cln_rowset *rows, const cln_value *value, colline_text field)
{
    cln_origin origin, node;

    if (cln_rowset_find(r, rows, field, false, &origin))
        return column_of(r, rows, origin);
    if (!value->record && rows->count == 1)
        return column_of(r, rows, rows->columns[0].origin);
    node = cln_new_node(r->origins);
    for (uint32_t i = 0; i < rows->unknown_count; i++)
        cln_link_to(r->origins, node, cln_leaf_of_name(r->origins, rows->unknowns[i], field, CLN_TEXT(""), NULL), CLN_LINK_DIRECT, 0, 0);
    cln_link_to(r->origins, node, rows->rows, CLN_LINK_ROWS, 0, 0);
    return node;
}

/* The whole of a record: a row whose fields are known. */
static cln_origin row_of(cln_resolver *r, const cln_rowset *rows)
{
    cln_origin row = cln_row_of(r, rows);
    const cln_shape *shape = cln_origin_shape(r->origins, row);
    cln_shape *fields = CLN_NEW(r->arena, cln_shape);
    cln_output *outputs = CLN_NEW_ARRAY(r->arena, cln_output, shape->count);

    *fields = *shape;
    for (uint32_t i = 0; i < shape->count; i++) {
        outputs[i] = shape->fields[i];
        outputs[i].origin = column_of(r, rows, outputs[i].origin);
    }
    fields->fields = outputs;
    r->origins->nodes.items[row].shape = fields;
    cln_link_to(r->origins, row, rows->rows, CLN_LINK_ROWS, 0, 0);
    return row;
}

static cln_origin read_value(cln_resolver *r, cln_scope *scope, cln_variable *variable, const cln_node *field)
{
    const cln_rowset *rows = rows_of(r, scope, variable);

    if (rows == NULL)
        return CLN_NO_ORIGIN;
    if (field != NULL)
        return field_of(r, rows, variable->value, cln_column_text(r, field));
    if (!variable->value->record && rows->count == 1)
        return column_of(r, rows, rows->columns[0].origin);
    return row_of(r, rows);
}

static cln_variable *named(cln_resolver *r, const cln_list *parts)
{
    const cln_node *first = parts->items[0];

    return cln_variable_find(r->variables, cln_variable_name(r->arena, CLN_AS(name, first)->text));
}

const cln_rowset *cln_transition_rows(cln_resolver *r, const cln_list *parts)
{
    const cln_variable *variable = r->variables != NULL && parts->count == 1 ? named(r, parts) : NULL;

    return variable != NULL && variable->transition && variable->value != NULL && variable->value->rows != NULL
               ? cln_feed_rows(r, variable->value->rows) : NULL;
}

bool cln_is_variable(cln_resolver *r, const cln_list *parts, bool *fed)
{
    cln_variable *variable = named(r, parts);

    *fed = variable != NULL && !variable->cursor && cln_variable_value(r->variables, variable) != NULL;
    return variable != NULL && !variable->cursor;
}

bool cln_read_variable(cln_resolver *r, cln_scope *scope, const cln_list *parts, cln_origin *origin)
{
    cln_variable *variable = named(r, parts);

    if (variable == NULL || variable->cursor)
        return false;
    *origin = read_value(r, scope, variable, parts->count > 1 ? parts->items[1] : NULL);
    return true;
}

/* What a text that is run has for a placeholder: $1 by number, @p by name, :x and ? by place; NULL: nothing. */
static cln_variable *given_for(cln_resolver *r, const cln_node *parameter)
{
    const cln_arguments *arguments = r->variables->arguments;
    colline_text text = cln_text_of_node(r, parameter), name = cln_variable_name(r->arena, text), bare = name;
    uint32_t number = 0;

    if (name.length > 1 && name.data[0] == '@')
        bare = cln_text_of(name.data + 1, name.length - 1); /* USING v AS p */

    for (uint32_t i = 0; i < arguments->count; i++)
        if (arguments->items[i].name.length > 0 && (cln_text_equal(arguments->items[i].name, name) || cln_text_equal(arguments->items[i].name, bare)))
            return &arguments->items[i];
    if (text.length > 1 && text.data[0] == '$') {
        for (uint32_t i = 1; i < text.length && text.data[i] >= '0' && text.data[i] <= '9' && number <= arguments->count; i++)
            number = number * 10 + (uint32_t)(text.data[i] - '0');
        return number > 0 && number <= arguments->count ? &arguments->items[number - 1] : NULL;
    }
    for (uint32_t i = 0; i < r->variables->placeholder_count && text.length > 0 && text.data[0] != '@'; i++)
        if (r->variables->placeholders[i] == parameter->at.offset)
            return &arguments->items[i];
    return NULL;
}

bool cln_read_parameter(cln_resolver *r, cln_scope *scope, const cln_node *parameter, cln_origin *origin)
{
    cln_variable *variable = r->variables->arguments != NULL ? given_for(r, parameter) : NULL;

    if (variable == NULL)
        variable = cln_variable_find(r->variables, cln_variable_name(r->arena, cln_text_of_node(r, parameter)));
    if (variable == NULL)
        return false;
    *origin = read_value(r, scope, variable, NULL);
    return true;
}
