/*
 * Aligned text for people:
 *
 *     etl/report.sql:14  INSERT overwrite dw.report_sales
 *       region        dw.fact_order.region  DIRECT
 *       total_amount  dw.fact_order.amount  AGG
 *       *             dw.fact_order.dt      FILTER
 *
 * A row for each column and source, with all that the source means to the column; a column without a source
 * shows the expression that makes it, or `-` where nothing feeds it.  `?` behind a source: to be confirmed.
 */
#include "format/format.h"
#include "format/names.h"
#include "format/writer.h"

enum {
    WIDEST_TARGET = 40, /* longer names push their own row only */
    WIDEST_SOURCE = 60,
    WIDEST_EXPRESSION = 60 /* code points of an expression that are shown */
};

typedef struct row {
    uint32_t target; /* 1 + column; 0: the whole result */
    uint32_t leaf;   /* NO_LEAF: no source, `says` stands for it */
    colline_text says;
    uint32_t kinds;      /* bits: 1 << colline_edge_kind */
    uint32_t conditions; /* ... those that stand for a condition only */
    bool confirm;
} row;

enum { NO_LEAF = UINT32_MAX };

typedef CLN_VECTOR(row) rows;

typedef struct table {
    cln_arena *arena;
    cln_buffer *out;
    const cln_result *result;
    rows rows;
    uint32_t *row_of; /* by leaf: 1 + its row, where that belongs to the column at hand */
    uint32_t first;   /* row of the column at hand */
    cln_buffer scratch;
} table;

/* ---- Rows -------------------------------------------------------------------------------------------- */

static void add_edge(table *t, uint32_t target, const cln_edge *edge)
{
    uint32_t known = t->row_of[edge->source];
    row *r;

    if (known > t->first && t->rows.items[known - 1].target == target) {
        r = &t->rows.items[known - 1];
    } else {
        r = CLN_PUSH(t->arena, &t->rows);
        *r = (row){ .target = target, .leaf = edge->source };
        t->row_of[edge->source] = t->rows.count;
    }
    r->kinds |= 1u << edge->kind;
    if (edge->flags & COLLINE_EDGE_CONDITION)
        r->conditions |= 1u << edge->kind;
    r->confirm = r->confirm || (edge->flags & CLN_EDGE_TO_CONFIRM) != 0;
}

/* An expression for people: white space squeezed, and cut where it is long. */
static colline_text shown_expression(cln_arena *arena, colline_text text)
{
    cln_buffer out = { NULL, 0, 0 };
    bool space = false;

    cln_buffer_add_string(arena, &out, "= ");
    for (uint32_t at = 0, shown = 0; at < text.length; shown++) {
        uint32_t start = at, point = cln_utf8_next(text, &at);
        if (shown == WIDEST_EXPRESSION) {
            cln_buffer_add_string(arena, &out, "...");
            break;
        }
        if (point == ' ' || (point >= '\t' && point <= '\r')) {
            space = true;
            shown--;
            continue;
        }
        if (space)
            cln_buffer_add_char(arena, &out, ' ');
        space = false;
        cln_add_visible(arena, &out, cln_text_of(text.data + start, at - start));
    }
    return cln_buffer_text(arena, &out);
}

static void add_sourceless(table *t, uint32_t column)
{
    colline_text expression = cln_column_expression(t->result, column);
    colline_text says = CLN_TEXT("-");

    if (expression.length > 0)
        says = shown_expression(t->arena, expression);
    *CLN_PUSH(t->arena, &t->rows) = (row){ .target = column + 1, .leaf = NO_LEAF, .says = says };
}

/* Rows of the columns from .. to, whose edges start at *at. */
static void add_columns(table *t, uint32_t from, uint32_t to, uint32_t *at)
{
    const cln_edges *edges = &t->result->edges;

    for (uint32_t column = from; column < to; column++) {
        cln_poll(t->arena->fault);
        t->first = t->rows.count;
        while (*at < edges->count && cln_edge_at(edges, *at)->target == (int32_t)column)
            add_edge(t, column + 1, cln_edge_at(edges, (*at)++));
        if (t->rows.count == t->first)
            add_sourceless(t, column);
    }
}

/* Rows of the edges that bear on the whole of target `into`; those of each kind by themselves. */
static void add_whole(table *t, const cln_whole_edges *whole, uint32_t into)
{
    int kind = -1;

    for (uint32_t i = into == 0 ? 0 : whole->ends[into - 1]; i < whole->ends[into]; i++) {
        const cln_edge *edge = cln_edge_at(&t->result->edges, whole->edges[i]);
        if (kind != edge->kind)
            t->first = t->rows.count;
        kind = edge->kind;
        add_edge(t, 0, edge);
    }
}

/* All rows, target by target; ends[t] is the end of target t's. */
static uint32_t *add_rows(table *t)
{
    cln_whole_edges whole = cln_sort_whole_edges(t->arena, t->result);
    uint32_t targets = cln_target_count(t->result), at = 0, column = 0;
    uint32_t *ends = CLN_NEW_ARRAY(t->arena, uint32_t, targets);

    for (uint32_t into = 0; into < targets; into++) {
        uint32_t end = cln_columns_end(t->result, into);
        add_columns(t, column, end, &at);
        add_whole(t, &whole, into);
        column = end;
        ends[into] = t->rows.count;
    }
    return ends;
}

/* ---- Cells ------------------------------------------------------------------------------------------- */

static void visible(table *t, colline_text text)
{
    cln_add_visible(t->arena, t->out, text);
}

static void string(table *t, const char *text)
{
    cln_buffer_add_string(t->arena, t->out, text);
}

/* What was put together in the scratch buffer; it is used again by the next cell. */
static colline_text cell(table *t)
{
    return cln_text_of(t->scratch.items, t->scratch.count);
}

static colline_text target_cell(table *t, const row *r)
{
    t->scratch.count = 0;
    if (r->target == 0)
        return CLN_TEXT("*");
    cln_add_visible(t->arena, &t->scratch, cln_column_name(t->result, r->target - 1));
    return cell(t);
}

static colline_text source_cell(table *t, const row *r)
{
    cln_buffer name = { NULL, 0, 0 };

    if (r->leaf == NO_LEAF)
        return r->says;
    t->scratch.count = 0;
    cln_add_leaf_name(t->arena, &name, t->result, &t->result->origins.leaves.items[r->leaf]);
    cln_add_visible(t->arena, &t->scratch, cln_text_of(name.items, name.count));
    if (r->confirm)
        cln_buffer_add_char(t->arena, &t->scratch, '?');
    return cell(t);
}

static colline_text kinds_cell(table *t, const row *r)
{
    t->scratch.count = 0;
    for (unsigned kind = COLLINE_DIRECT; kind <= COLLINE_CONDITIONAL; kind++) {
        if ((r->kinds & 1u << kind) == 0)
            continue;
        if (t->scratch.count > 0)
            cln_buffer_add_string(t->arena, &t->scratch, ", ");
        cln_buffer_add_string(t->arena, &t->scratch, cln_edge_kind_word((colline_edge_kind)kind));
        if (r->conditions & 1u << kind)
            cln_buffer_add_string(t->arena, &t->scratch, " (condition)");
    }
    return cell(t);
}

static void padded(table *t, colline_text text, uint32_t width)
{
    uint32_t taken = cln_display_width(text);

    cln_buffer_add(t->arena, t->out, text);
    for (uint32_t spaces = taken < width ? width - taken + 2 : 2; spaces > 0; spaces--)
        cln_buffer_add_char(t->arena, t->out, ' ');
}

static void widen(uint32_t *width, colline_text text, uint32_t widest)
{
    uint32_t taken = cln_display_width(text);

    if (taken > *width && taken <= widest)
        *width = taken;
}

/* Rows from .. to, each row's target said once. */
static void write_rows(table *t, uint32_t from, uint32_t to, uint32_t target_width, uint32_t source_width)
{
    for (uint32_t i = from; i < to; i++) {
        const row *r = &t->rows.items[i];
        bool again = i > from && r[-1].target == r->target;
        string(t, "  ");
        padded(t, again ? CLN_TEXT("") : target_cell(t, r), target_width);
        if (r->leaf == NO_LEAF) {
            cln_buffer_add(t->arena, t->out, source_cell(t, r));
        } else {
            padded(t, source_cell(t, r), source_width);
            cln_buffer_add(t->arena, t->out, kinds_cell(t, r));
        }
        cln_buffer_add_char(t->arena, t->out, '\n');
    }
}

/* ---- The statement ----------------------------------------------------------------------------------- */

static void write_target(table *t, const cln_target *target)
{
    cln_buffer name = { NULL, 0, 0 };

    cln_add_target_name(t->arena, &name, t->result, target);
    string(t, cln_operation_word(target->operation));
    string(t, " ");
    visible(t, cln_text_of(name.items, name.count));
    for (uint32_t i = 0; i < target->partition_count; i++) {
        string(t, i == 0 ? " (" : ", ");
        visible(t, target->partition[i].column);
        string(t, target->partition[i].value.length > 0 ? " = " : "");
        visible(t, target->partition[i].value);
        string(t, i + 1 == target->partition_count ? ")" : "");
    }
}

static void write_head(table *t, const cln_format_context *context)
{
    const cln_result *result = t->result;

    if (context->file.length > 0) {
        visible(t, context->file);
        string(t, ":");
    } else {
        string(t, "line ");
    }
    cln_buffer_add_number(t->arena, t->out, result->line);
    string(t, "  ");
    if (context->id.length > 0) {
        visible(t, context->id);
        string(t, "  ");
    }
    string(t, cln_statement_kind_word(result->kind));
    if (result->targets.count == 1) {
        string(t, " ");
        write_target(t, &result->targets.items[0]);
    }
    if (result->outcome != COLLINE_OUTCOME_OK) {
        string(t, "  ");
        string(t, cln_outcome_word(result->outcome));
    }
    string(t, "\n");
}

/* Sources that no row names: SELECT COUNT(*) FROM a, and all of them where there are no rows. */
static void write_quiet_sources(table *t)
{
    const cln_result *result = t->result;
    bool *named = CLN_NEW_ARRAY(t->arena, bool, result->origins.relations.count);
    bool any = false;

    for (uint32_t i = 0; i < t->rows.count; i++)
        if (t->rows.items[i].leaf != NO_LEAF)
            named[result->origins.leaves.items[t->rows.items[i].leaf].relation] = true;
    for (uint32_t i = 0; i < result->sources.count; i++) {
        cln_buffer name = { NULL, 0, 0 };
        if (named[result->sources.items[i]])
            continue;
        string(t, any ? ", " : "  from ");
        any = true;
        cln_add_table_name(t->arena, &name, result->dialect,
                           &result->origins.relations.items[result->sources.items[i]].name);
        visible(t, cln_text_of(name.items, name.count));
    }
    if (any)
        string(t, "\n");
}

static void write_diagnostics(table *t, const cln_format_context *context)
{
    const cln_diagnostics *diagnostics = t->result->diagnostics;
    cln_lines own = { .text = t->result->text };
    cln_lines *lines = context->lines != NULL ? context->lines : &own;

    for (uint32_t i = 0; diagnostics != NULL && i < diagnostics->list.count; i++) {
        const colline_diagnostic *d = &diagnostics->list.items[i];
        uint32_t line, column;
        cln_lines_locate(context->lines != NULL ? context->lines_arena : t->arena, lines, d->at.offset, &line,
                         &column);
        string(t, "  ");
        string(t, cln_severity_word(d->severity));
        string(t, " ");
        cln_buffer_add_number(t->arena, t->out, line);
        string(t, ":");
        cln_buffer_add_number(t->arena, t->out, column);
        string(t, ": ");
        visible(t, d->message);
        string(t, " [");
        string(t, d->code);
        string(t, "]\n");
    }
}

/* All rows; with several targets, each one's below its name. */
static void write_body(table *t, const uint32_t *ends)
{
    const cln_result *result = t->result;
    uint32_t target_width = 1, source_width = 1, at = 0;

    for (uint32_t i = 0; i < t->rows.count; i++) {
        const row *r = &t->rows.items[i];
        widen(&target_width, target_cell(t, r), WIDEST_TARGET);
        if (r->leaf != NO_LEAF)
            widen(&source_width, source_cell(t, r), WIDEST_SOURCE);
    }
    for (uint32_t into = 0; into < cln_target_count(result); into++) {
        if (result->targets.count > 1) {
            string(t, "  ");
            write_target(t, &result->targets.items[into]);
            string(t, "\n");
        }
        write_rows(t, at, ends[into], target_width, source_width);
        at = ends[into];
    }
}

void cln_format_table(cln_arena *arena, cln_buffer *out, const cln_result *result,
                      const cln_format_context *context)
{
    table t = { .arena = arena, .out = out, .result = result };
    const uint32_t *ends;

    t.row_of = CLN_NEW_ARRAY(arena, uint32_t, result->origins.leaves.count);
    ends = add_rows(&t);
    write_head(&t, context);
    write_quiet_sources(&t);
    write_body(&t, ends);
    write_diagnostics(&t, context);
}
