#include "format/picture.h"
#include "format/names.h"
#include "format/writer.h"

/* The arrow of each leaf that ends where the edge at hand does, of one family: 1 + index; those up to
 * `before` are of another end. */
typedef struct bundle {
    uint32_t *arrow_of;
    uint32_t before;
} bundle;

static void add_edge(cln_arena *arena, cln_picture *picture, bundle *bundle, const cln_edge *edge)
{
    uint32_t known = bundle->arrow_of[edge->source];

    if (known <= bundle->before) {
        *CLN_PUSH(arena, &picture->arrows) =
            (cln_arrow){ picture->result->origins.leaves.items[edge->source].relation, edge->source,
                         edge->target, edge->into, 0 };
        known = picture->arrows.count;
        bundle->arrow_of[edge->source] = known;
    }
    picture->arrows.items[known - 1].kinds |= 1u << edge->kind;
}

static void add_arrows(cln_arena *arena, cln_picture *picture)
{
    const cln_result *result = picture->result;
    cln_whole_edges whole = cln_sort_whole_edges(arena, result);
    uint32_t leaves = result->origins.leaves.count;
    bundle values = { CLN_NEW_ARRAY(arena, uint32_t, leaves), 0 };
    bundle others = { CLN_NEW_ARRAY(arena, uint32_t, leaves), 0 };
    int64_t end = -1;

    for (uint32_t i = 0; i < result->edges.count; i++) {
        const cln_edge *edge =
            cln_edge_at(&result->edges, i < whole.first ? i : whole.edges[i - whole.first]);
        int64_t its =
            edge->target == COLLINE_WHOLE_RESULT ? (int64_t)result->columns.count + edge->into : edge->target;
        if (its != end)
            values.before = others.before = picture->arrows.count;
        end = its;
        add_edge(arena, picture, edge->kind <= COLLINE_AGG ? &values : &others, edge);
    }
}

/* The leaves that edges come from, sorted by relation. */
static void add_leaves(cln_arena *arena, cln_picture *picture)
{
    const cln_origins *origins = &picture->result->origins;
    bool *named = CLN_NEW_ARRAY(arena, bool, origins->leaves.count);

    picture->ends = CLN_NEW_ARRAY(arena, uint32_t, origins->relations.count + 1);
    picture->leaves = CLN_NEW_ARRAY(arena, uint32_t, origins->leaves.count);
    for (uint32_t i = 0; i < picture->arrows.count; i++)
        named[picture->arrows.items[i].leaf] = true;
    for (uint32_t i = 0; i < origins->leaves.count; i++)
        if (named[i])
            picture->ends[origins->leaves.items[i].relation + 1]++;
    for (uint32_t r = 0; r < origins->relations.count; r++)
        picture->ends[r + 1] += picture->ends[r];
    for (uint32_t i = 0; i < origins->leaves.count; i++)
        if (named[i]) /* each start moves to its end */
            picture->leaves[picture->ends[origins->leaves.items[i].relation]++] = i;
}

/* SELECT COUNT(*) FROM u: u is read, though no edge says so. */
static void add_quiet(cln_arena *arena, cln_picture *picture)
{
    const cln_result *result = picture->result;

    picture->shown = CLN_NEW_ARRAY(arena, bool, result->origins.relations.count);
    for (uint32_t i = 0; i < picture->arrows.count; i++)
        picture->shown[picture->arrows.items[i].relation] = true;
    for (uint32_t i = 0; i < result->sources.count; i++) {
        uint32_t relation = result->sources.items[i];
        if (picture->shown[relation])
            continue;
        picture->shown[relation] = true;
        *CLN_PUSH(arena, &picture->arrows) = (cln_arrow){ relation, CLN_NO_LEAF, COLLINE_WHOLE_RESULT, 0, 0 };
    }
}

bool cln_picture_make(cln_arena *arena, cln_picture *picture, const cln_result *result)
{
    memset(picture, 0, sizeof *picture);
    picture->result = result;
    if (result->columns.count == 0 && result->sources.count == 0 && result->edges.count == 0)
        return false;
    add_arrows(arena, picture);
    add_leaves(arena, picture);
    add_quiet(arena, picture);
    return true;
}

void cln_add_arrow_kinds(cln_arena *arena, cln_buffer *out, const cln_arrow *arrow)
{
    bool comma = false;

    for (unsigned kind = COLLINE_DIRECT; kind <= COLLINE_CONDITIONAL; kind++) {
        if ((arrow->kinds & 1u << kind) == 0)
            continue;
        cln_buffer_add_string(arena, out, comma ? ", " : "");
        cln_buffer_add_string(arena, out, cln_edge_kind_word((colline_edge_kind)kind));
        comma = true;
    }
}

void cln_add_box_title(cln_arena *arena, cln_buffer *out, const cln_result *result, uint32_t into)
{
    if (result->targets.count == 0)
        cln_buffer_add_string(arena, out, "result");
    else
        cln_add_target_name(arena, out, result, &result->targets.items[into]);
}

void cln_add_leaf_title(cln_arena *arena, cln_buffer *out, const cln_result *result, uint32_t leaf)
{
    const cln_leaf *it = &result->origins.leaves.items[leaf];

    cln_buffer_add(arena, out, cln_leaf_column(&result->origins, it));
    cln_buffer_add(arena, out, cln_leaf_path(&result->origins, it));
}
