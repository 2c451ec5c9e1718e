/*
 * The lineage JSON, version 1 (docs/json.md): one object a statement, on one line.
 */
#include "format/format.h"
#include "format/names.h"
#include "format/writer.h"

enum { ROOM_FOR_TEXTS = 1 << 16, ROOM_PER_BYTE = 16, LONGEST_CUT = 120 }; /* see fitting() */

typedef struct work {
    cln_json_writer json;
    const cln_result *result;
    const cln_format_context *context;
    cln_lines *lines;
    cln_arena *lines_arena;
    bool several; /* targets: columns and edges say into which */
    size_t room;  /* bytes of expressions that edges may still repeat whole */
    colline_text *tables; /* by relation: its name as edges have it, once it was written */
    char cut[LONGEST_CUT + 4];
} work;

/*
 * Each edge repeats the text of its expression: f(c0, ..., c9999) has 10,000 edges.  As long as these texts are not much
 * longer than the statement they are whole; then long ones are cut, so that the output stays linear (docs/json.md).
 */
static colline_text fitting(work *w, colline_text expression)
{
    size_t length = LONGEST_CUT;

    if (expression.length <= LONGEST_CUT)
        return expression;
    if (expression.length <= w->room) {
        w->room -= expression.length;
        return expression;
    }
    while (length > 0 && ((unsigned char)expression.data[length] & 0xC0) == 0x80)
        length--;
    memcpy(w->cut, expression.data, length);
    memcpy(w->cut + length, " ...", 4);
    return cln_text_of(w->cut, length + 4);
}

/* A name that is put together first and quoted then. */
static void end_scratch(work *w)
{
    cln_write_text(&w->json, cln_text_of(w->json.scratch.items, w->json.scratch.count));
    w->json.scratch.count = 0;
}

static void write_fingerprint(work *w)
{
    static const char digits[] = "0123456789abcdef";
    char text[17];

    for (int i = 0; i < 16; i++)
        text[i] = digits[w->context->fingerprint >> (60 - 4 * i) & 15];
    text[16] = '\0';
    CLN_WRITE_KEY(&w->json, "fingerprint");
    cln_write_word(&w->json, text);
}

/* PARTITION (ds = '2024-01-01', hr)   "partition":[{"column":"ds","value":"'2024-01-01'"},{"column":"hr"}] */
static void write_partition(work *w, const cln_target *target)
{
    if (target->partition_count == 0)
        return;
    CLN_WRITE_KEY(&w->json, "partition");
    cln_write_open(&w->json, '[');
    for (uint32_t i = 0; i < target->partition_count; i++) {
        cln_write_open(&w->json, '{');
        CLN_WRITE_KEY(&w->json, "column");
        cln_write_text(&w->json, target->partition[i].column);
        CLN_WRITE_MEMBER(&w->json, "value", target->partition[i].value);
        cln_write_close(&w->json, '}');
    }
    cln_write_close(&w->json, ']');
}

static void write_target(work *w, const cln_target *target)
{
    cln_write_open(&w->json, '{');
    cln_write_key(&w->json, target->name.table.length > 0 ? "table" : "path");
    cln_add_target_name(w->json.arena, &w->json.scratch, w->result, target);
    end_scratch(w);
    CLN_WRITE_KEY(&w->json, "operation");
    cln_write_word(&w->json, cln_operation_word(target->operation));
    write_partition(w, target);
    cln_write_close(&w->json, '}');
}

static void write_targets(work *w)
{
    const cln_result *result = w->result;

    if (result->targets.count == 0)
        return;
    cln_write_key(&w->json, w->several ? "targets" : "target");
    if (w->several)
        cln_write_open(&w->json, '[');
    for (uint32_t i = 0; i < result->targets.count; i++)
        write_target(w, &result->targets.items[i]);
    if (w->several)
        cln_write_close(&w->json, ']');
}

static void write_sources(work *w)
{
    const cln_result *result = w->result;

    CLN_WRITE_KEY(&w->json, "sources");
    cln_write_open(&w->json, '[');
    for (uint32_t i = 0; i < result->sources.count; i++) {
        const cln_relation *relation = &result->origins.relations.items[result->sources.items[i]];
        if (relation->is_path) {
            cln_write_open(&w->json, '{');
            CLN_WRITE_KEY(&w->json, "path");
            cln_write_text(&w->json, relation->name.table);
            cln_write_close(&w->json, '}');
            continue;
        }
        cln_add_table_name(w->json.arena, &w->json.scratch, result->dialect, &relation->name);
        end_scratch(w);
    }
    cln_write_close(&w->json, ']');
}

static void write_into(work *w, uint32_t into)
{
    if (!w->several)
        return;
    CLN_WRITE_KEY(&w->json, "into");
    cln_write_number(&w->json, into);
}

static void write_columns(work *w)
{
    CLN_WRITE_KEY(&w->json, "columns");
    cln_write_open(&w->json, '[');
    for (uint32_t i = 0; i < w->result->columns.count; i++) {
        cln_write_open(&w->json, '{');
        CLN_WRITE_KEY(&w->json, "name");
        cln_write_text(&w->json, cln_column_name(w->result, i));
        CLN_WRITE_MEMBER(&w->json, "expression", cln_column_expression(w->result, i));
        if (w->several)
            write_into(w, cln_column_into(w->result, i));
        cln_write_close(&w->json, '}');
    }
    cln_write_close(&w->json, ']');
}

static void write_flag(work *w, const cln_edge *edge, uint32_t flag, const char *key)
{
    if ((edge->flags & flag) == 0)
        return;
    cln_write_key(&w->json, key);
    cln_write_literal(&w->json, "true");
}

static void write_position(work *w, uint32_t offset)
{
    uint32_t line, column;

    cln_lines_locate(w->lines_arena, w->lines, offset, &line, &column);
    CLN_WRITE_KEY(&w->json, "offset");
    cln_write_number(&w->json, offset);
    CLN_WRITE_KEY(&w->json, "line");
    cln_write_number(&w->json, line);
    CLN_WRITE_KEY(&w->json, "column");
    cln_write_number(&w->json, column);
}

/* Many edges come from few tables: db.t of db.t.a is put together once. */
static void write_source(work *w, const cln_leaf *leaf)
{
    colline_text *table = &w->tables[leaf->relation];
    cln_buffer name = { NULL, 0, 0 };

    if (table->data == NULL) {
        cln_add_table_name(w->json.arena, &name, w->result->dialect, &w->result->origins.relations.items[leaf->relation].name);
        *table = cln_buffer_text(w->json.arena, &name);
    }
    cln_add_leaf_of(w->json.arena, &w->json.scratch, w->result, leaf, *table);
    end_scratch(w);
}

/* "source":"db.t.a","target":"x","to":0; a whole-result edge has target "*" and no place. */
static void write_ends(work *w, const cln_edge *edge)
{
    CLN_WRITE_KEY(&w->json, "source");
    write_source(w, cln_edge_leaf(w->result, edge));
    CLN_WRITE_KEY(&w->json, "target");
    if (edge->target == COLLINE_WHOLE_RESULT) {
        cln_write_word(&w->json, "*");
        return;
    }
    cln_write_text(&w->json, fitting(w, cln_column_name(w->result, (uint32_t)edge->target)));
    CLN_WRITE_KEY(&w->json, "to");
    cln_write_number(&w->json, (uint32_t)edge->target);
}

static void write_edge(work *w, const cln_edge *edge)
{
    cln_write_open(&w->json, '{');
    CLN_WRITE_KEY(&w->json, "kind");
    cln_write_word(&w->json, cln_edge_kind_word((colline_edge_kind)edge->kind));
    write_ends(w, edge);
    CLN_WRITE_MEMBER(&w->json, "expression", fitting(w, w->result->origins.expressions.items[edge->expression]));
    if (edge->flags & COLLINE_EDGE_CONDITION) {
        CLN_WRITE_KEY(&w->json, "role");
        cln_write_word(&w->json, "condition");
    }
    write_flag(w, edge, COLLINE_EDGE_LIMIT, "limit");
    write_flag(w, edge, COLLINE_EDGE_AGGREGATE, "aggregate");
    write_flag(w, edge, COLLINE_EDGE_IMPLICIT_CAST, "implicit_cast");
    write_into(w, edge->into);
    if (edge->length > 0)
        write_position(w, edge->offset);
    if (edge->flags & CLN_EDGE_TO_CONFIRM) {
        CLN_WRITE_KEY(&w->json, "quality");
        cln_write_word(&w->json, cln_quality_word(COLLINE_TO_CONFIRM));
    }
    cln_write_close(&w->json, '}');
}

static void write_edges(work *w)
{
    w->tables = CLN_NEW_ARRAY(w->json.arena, colline_text, w->result->origins.relations.count);
    CLN_WRITE_KEY(&w->json, "edges");
    cln_write_open(&w->json, '[');
    for (uint32_t i = 0; i < w->result->edges.count; i++) {
        cln_poll(w->json.arena->fault);
        write_edge(w, cln_edge_at(&w->result->edges, i));
    }
    cln_write_close(&w->json, ']');
}

static void write_diagnostics(work *w)
{
    const cln_diagnostics *diagnostics = w->result->diagnostics;

    CLN_WRITE_KEY(&w->json, "diagnostics");
    cln_write_open(&w->json, '[');
    for (uint32_t i = 0; diagnostics != NULL && i < diagnostics->list.count; i++) {
        const colline_diagnostic *d = &diagnostics->list.items[i];
        cln_write_open(&w->json, '{');
        CLN_WRITE_KEY(&w->json, "severity");
        cln_write_word(&w->json, cln_severity_word(d->severity));
        CLN_WRITE_KEY(&w->json, "code");
        cln_write_word(&w->json, d->code);
        CLN_WRITE_KEY(&w->json, "message");
        cln_write_text(&w->json, d->message);
        write_position(w, d->at.offset);
        cln_write_close(&w->json, '}');
    }
    cln_write_close(&w->json, ']');
}

static void write_head(work *w)
{
    const cln_result *result = w->result;

    CLN_WRITE_KEY(&w->json, "v");
    cln_write_number(&w->json, 1);
    CLN_WRITE_MEMBER(&w->json, "file", w->context->file);
    CLN_WRITE_MEMBER(&w->json, "id", w->context->id);
    CLN_WRITE_KEY(&w->json, "statement");
    cln_write_number(&w->json, result->number);
    if (result->parent > 0) {
        CLN_WRITE_KEY(&w->json, "parent");
        cln_write_number(&w->json, result->parent);
    }
    CLN_WRITE_KEY(&w->json, "offset");
    cln_write_number(&w->json, result->place.offset);
    CLN_WRITE_KEY(&w->json, "length");
    cln_write_number(&w->json, result->place.length);
    CLN_WRITE_KEY(&w->json, "line");
    cln_write_number(&w->json, result->line);
    CLN_WRITE_KEY(&w->json, "kind");
    cln_write_word(&w->json, cln_statement_kind_word(result->kind));
    CLN_WRITE_KEY(&w->json, "status");
    cln_write_word(&w->json, cln_outcome_word(result->outcome));
}

void cln_format_json(cln_arena *arena, cln_buffer *out, const cln_result *result,
                     const cln_format_context *context)
{
    cln_lines own = { .text = result->text };
    work w = { .json = { .arena = arena, .out = out }, .result = result, .context = context };

    w.lines = context->lines != NULL ? context->lines : &own;
    w.lines_arena = context->lines != NULL ? context->lines_arena : arena;
    w.several = result->targets.count > 1;
    w.room = ROOM_FOR_TEXTS + (size_t)ROOM_PER_BYTE * result->at.length;
    cln_write_open(&w.json, '{');
    write_head(&w);
    write_targets(&w);
    write_sources(&w);
    write_columns(&w);
    write_edges(&w);
    write_fingerprint(&w);
    write_diagnostics(&w);
    cln_write_close(&w.json, '}');
    cln_buffer_add_char(arena, out, '\n');
}
