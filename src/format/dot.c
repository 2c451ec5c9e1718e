/*
 * A picture for Graphviz: a table for each relation and target, value edges solid, the others dashed.
 *
 *     digraph statement_1 {
 *       r0 [label=<<table ...><tr><td port="h"><b>t</b></td></tr><tr><td port="c0">a</td></tr></table>>];
 *       r0:c0 -> t0:c0 [label="DIRECT"];
 *     }
 *
 * Names stand in HTML-like labels only, where five characters need escaping.
 */
#include "format/format.h"
#include "format/names.h"
#include "format/picture.h"
#include "format/writer.h"

typedef struct drawing {
    cln_arena *arena;
    cln_buffer *out;
    cln_picture picture;
} drawing;

static void string(drawing *d, const char *text)
{
    cln_buffer_add_string(d->arena, d->out, text);
}

static void number(drawing *d, const char *before, uint32_t number)
{
    string(d, before);
    cln_buffer_add_number(d->arena, d->out, number);
}

static const char *entity(char c)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\\': return "&#92;"; /* \N and its kin mean something to Graphviz */
    default: return NULL;
    }
}

/* A text inside of an HTML-like label. */
static void label(drawing *d, colline_text text)
{
    cln_buffer shown = { NULL, 0, 0 };

    cln_add_visible(d->arena, &shown, text);
    for (uint32_t i = 0; i < shown.count; i++) {
        const char *escaped = entity(shown.items[i]);
        if (escaped != NULL)
            string(d, escaped);
        else
            cln_buffer_add_char(d->arena, d->out, shown.items[i]);
    }
    if (shown.count == 0)
        string(d, " ");
}

static void begin_box(drawing *d, const char *kind, uint32_t id, const char *colour, cln_buffer *title)
{
    number(d, kind, id);
    string(d,
           " [label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\"><tr><td port=\"h\" bgcolor=\"");
    string(d, colour);
    string(d, "\"><b>");
    label(d, cln_text_of(title->items, title->count));
    string(d, "</b></td></tr>");
}

static void box_row(drawing *d, uint32_t port, colline_text name)
{
    number(d, "<tr><td align=\"left\" port=\"c", port);
    string(d, "\">");
    label(d, name);
    string(d, "</td></tr>");
}

static void end_box(drawing *d)
{
    string(d, "</table>>];\n");
}

static void draw_relation(drawing *d, uint32_t relation)
{
    const cln_result *result = d->picture.result;
    cln_buffer name = { NULL, 0, 0 };

    cln_add_table_name(d->arena, &name, result->dialect, &result->origins.relations.items[relation].name);
    begin_box(d, "  r", relation, "#dce9f5", &name);
    for (uint32_t i = relation == 0 ? 0 : d->picture.ends[relation - 1]; i < d->picture.ends[relation]; i++) {
        name.count = 0;
        cln_add_leaf_title(d->arena, &name, result, d->picture.leaves[i]);
        box_row(d, d->picture.leaves[i], cln_text_of(name.items, name.count));
    }
    end_box(d);
}

static void draw_target(drawing *d, uint32_t into)
{
    const cln_result *result = d->picture.result;
    cln_buffer name = { NULL, 0, 0 };

    cln_add_box_title(d->arena, &name, result, into);
    begin_box(d, "  t", into, "#e3f1dc", &name);
    for (uint32_t i = into == 0 ? 0 : cln_columns_end(result, into - 1); i < cln_columns_end(result, into);
         i++)
        box_row(d, i, cln_column_name(result, i));
    end_box(d);
}

static void draw_arrow(drawing *d, const cln_arrow *arrow)
{
    number(d, "  r", arrow->relation);
    if (arrow->leaf == CLN_NO_LEAF)
        string(d, ":h");
    else
        number(d, ":c", arrow->leaf);
    number(d, " -> t", arrow->into);
    if (arrow->column == COLLINE_WHOLE_RESULT)
        string(d, ":h");
    else
        number(d, ":c", (uint32_t)arrow->column);
    if (arrow->kinds == 0) {
        string(d, " [style=dotted];\n");
        return;
    }
    string(d, " [label=\"");
    cln_add_arrow_kinds(d->arena, d->out, arrow);
    string(d, cln_arrow_is_value(arrow) ? "\"];\n" : "\", style=dashed, color=\"#808080\"];\n");
}

static void draw_title(drawing *d, const cln_format_context *context)
{
    string(d, "  graph [rankdir=LR, fontname=\"Helvetica\", labelloc=t, label=<");
    if (context->id.length > 0) {
        label(d, context->id);
        string(d, " ");
    }
    if (context->file.length > 0) {
        label(d, context->file);
        string(d, ":");
    }
    cln_buffer_add_number(d->arena, d->out, d->picture.result->line);
    string(d, " ");
    string(d, cln_statement_kind_word(d->picture.result->kind));
    string(d, ">];\n  node [shape=plaintext, fontname=\"Helvetica\"];\n  edge [fontname=\"Helvetica\", "
              "fontsize=10];\n");
}

void cln_format_dot(cln_arena *arena, cln_buffer *out, const cln_result *result,
                    const cln_format_context *context)
{
    drawing d = { .arena = arena, .out = out };

    if (!cln_picture_make(arena, &d.picture, result))
        return;
    number(&d, "digraph statement_", result->number);
    string(&d, " {\n");
    draw_title(&d, context);
    for (uint32_t i = 0; i < result->origins.relations.count; i++)
        if (d.picture.shown[i])
            draw_relation(&d, i);
    for (uint32_t i = 0; i < cln_target_count(result); i++)
        draw_target(&d, i);
    for (uint32_t i = 0; i < d.picture.arrows.count; i++)
        draw_arrow(&d, &d.picture.arrows.items[i]);
    string(&d, "}\n");
}
