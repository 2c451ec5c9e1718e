/*
 * A picture for Mermaid: a subgraph for each relation and target, value edges solid, the others dashed.
 *
 *     flowchart LR
 *       subgraph r0["t"]
 *         r0c0["a"]
 *       end
 *       r0c0 -->|DIRECT| t0c0
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

/* Characters of ASCII that mean nothing to Mermaid inside of a quoted label. */
static bool is_harmless(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (unsigned char)c >= 0x80 || (c != '\0' && strchr("_. -/:,()", c) != NULL);
}

/* A text inside of a quoted label: "#34;" is Mermaid's way to write a quote. */
static void label(drawing *d, colline_text text)
{
    cln_buffer shown = { NULL, 0, 0 };

    cln_add_visible(d->arena, &shown, text);
    for (uint32_t i = 0; i < shown.count; i++) {
        if (is_harmless(shown.items[i])) {
            cln_buffer_add_char(d->arena, d->out, shown.items[i]);
        } else {
            number(d, "#", (unsigned char)shown.items[i]);
            string(d, ";");
        }
    }
    if (shown.count == 0)
        string(d, " ");
}

/* An end of an arrow or the name of a box: r0, r0c1, t0, t0c2. */
static void box_id(drawing *d, const char *kind, uint32_t box)
{
    number(d, kind, box);
}

static void cell_line(drawing *d, const char *kind, uint32_t box, uint32_t cell, colline_text name)
{
    string(d, "    ");
    box_id(d, kind, box);
    number(d, "c", cell);
    string(d, "[\"");
    label(d, name);
    string(d, "\"]\n");
}

/* A box with cells is a subgraph; one without is a node. */
static void begin_box(drawing *d, const char *kind, uint32_t box, bool has_cells, cln_buffer *title)
{
    string(d, has_cells ? "  subgraph " : "  ");
    box_id(d, kind, box);
    string(d, "[\"");
    label(d, cln_text_of(title->items, title->count));
    string(d, "\"]\n");
}

static void draw_relation(drawing *d, uint32_t relation)
{
    const cln_result *result = d->picture.result;
    uint32_t from = relation == 0 ? 0 : d->picture.ends[relation - 1], to = d->picture.ends[relation];
    cln_buffer name = { NULL, 0, 0 };

    cln_add_table_name(d->arena, &name, result->dialect, &result->origins.relations.items[relation].name);
    begin_box(d, "r", relation, from < to, &name);
    for (uint32_t i = from; i < to; i++) {
        name.count = 0;
        cln_add_leaf_title(d->arena, &name, result, d->picture.leaves[i]);
        cell_line(d, "r", relation, d->picture.leaves[i], cln_text_of(name.items, name.count));
    }
    string(d, from < to ? "  end\n" : "");
}

static void draw_target(drawing *d, uint32_t into)
{
    const cln_result *result = d->picture.result;
    uint32_t from = into == 0 ? 0 : cln_columns_end(result, into - 1), to = cln_columns_end(result, into);
    cln_buffer name = { NULL, 0, 0 };

    cln_add_box_title(d->arena, &name, result, into);
    begin_box(d, "t", into, from < to, &name);
    for (uint32_t i = from; i < to; i++)
        cell_line(d, "t", into, i, cln_column_name(result, i));
    string(d, from < to ? "  end\n" : "");
}

static void draw_arrow(drawing *d, const cln_arrow *arrow)
{
    string(d, "  ");
    box_id(d, "r", arrow->relation);
    if (arrow->leaf != CLN_NO_LEAF)
        number(d, "c", arrow->leaf);
    string(d, cln_arrow_is_value(arrow) ? " -->" : " -.->");
    if (arrow->kinds != 0) {
        string(d, "|");
        cln_add_arrow_kinds(d->arena, d->out, arrow);
        string(d, "|");
    }
    string(d, " ");
    box_id(d, "t", arrow->into);
    if (arrow->column != COLLINE_WHOLE_RESULT)
        number(d, "c", (uint32_t)arrow->column);
    string(d, "\n");
}

static void draw_title(drawing *d, const cln_format_context *context)
{
    string(d, "%% ");
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
    string(d, "\nflowchart LR\n");
}

void cln_format_mermaid(cln_arena *arena, cln_buffer *out, const cln_result *result,
                        const cln_format_context *context)
{
    drawing d = { .arena = arena, .out = out };

    if (!cln_picture_make(arena, &d.picture, result))
        return;
    draw_title(&d, context);
    for (uint32_t i = 0; i < result->origins.relations.count; i++)
        if (d.picture.shown[i])
            draw_relation(&d, i);
    for (uint32_t i = 0; i < cln_target_count(result); i++)
        draw_target(&d, i);
    for (uint32_t i = 0; i < d.picture.arrows.count; i++)
        draw_arrow(&d, &d.picture.arrows.items[i]);
}
