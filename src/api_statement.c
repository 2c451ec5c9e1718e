/*
 * Statements: the public records, made from the result when they are asked for.
 *
 *     SELECT a, b FROM t       the names of t are copied once, however many edges name them
 */
#include "api.h"

#include "format/format.h"
#include "syntax/dump.h"
#include "syntax/cache_key.h"
#include "syntax/fingerprint.h"

#define COUNT_OF(statement, list) ((statement) != NULL ? (statement)->result.list.count : 0)

/* What is made on demand changes nothing that a caller can see, so that accessors take a const statement. */
static colline_statement *own(const colline_statement *statement)
{
    return (colline_statement *)(uintptr_t)statement;
}

colline_status cln_statement_try(const colline_statement *statement, void (*work)(void *argument),
                                 void *argument)
{
    cln_fault *fault = &statement->session->fault;
    colline_status before = fault->status, status;

    fault->status = COLLINE_OK;
    status = cln_guard(fault, work, argument);
    fault->status = before;
    return status;
}

static colline_text copied(cln_arena *arena, colline_text text)
{
    return text.length > 0 ? cln_text_copy(arena, text) : CLN_TEXT("");
}

/* ---- What it is ---------------------------------------------------------------------------------- */

colline_statement_kind colline_statement_get_kind(const colline_statement *statement)
{
    return statement != NULL ? statement->result.kind : COLLINE_STATEMENT_UNKNOWN;
}

colline_outcome colline_statement_outcome(const colline_statement *statement)
{
    return statement != NULL ? statement->result.outcome : COLLINE_OUTCOME_OK;
}

uint32_t colline_statement_number(const colline_statement *statement)
{
    return statement != NULL ? statement->result.number : 0;
}

uint32_t colline_statement_parent(const colline_statement *statement)
{
    return statement != NULL ? statement->result.parent : 0;
}

colline_span colline_statement_span(const colline_statement *statement)
{
    return statement != NULL ? statement->result.place : (colline_span){ 0, 0 };
}

static void find_line(void *argument)
{
    colline_statement *s = argument;
    uint32_t column;

    if (s->result.line == 0)
        cln_lines_locate(&s->session->lines, &s->session->script.lines, s->result.place.offset, &s->result.line, &column);
}

/* The same where there is no memory to remember where lines start. */
static uint32_t count_lines(colline_text text)
{
    uint32_t line = 1;

    for (uint32_t i = 0; i < text.length; i++)
        line += text.data[i] == '\n';
    return line;
}

uint32_t colline_statement_line(const colline_statement *statement)
{
    if (statement == NULL)
        return 0;
    if (cln_statement_try(statement, find_line, own(statement)) != COLLINE_OK)
        return count_lines(cln_text_of(statement->session->script.lines.text.data, statement->result.place.offset));
    return statement->result.line;
}

static void make_text(void *argument)
{
    colline_statement *s = argument;

    s->text = copied(&s->session->work,
                     cln_text_of(s->result.text.data + s->result.at.offset, s->result.at.length));
}

colline_text colline_statement_text(const colline_statement *statement)
{
    if (statement == NULL || (statement->text.data == NULL &&
                              cln_statement_try(statement, make_text, own(statement)) != COLLINE_OK))
        return CLN_TEXT("");
    return statement->text;
}

/* ---- Relations, targets, columns ----------------------------------------------------------------- */

static colline_column_ref table_ref(cln_arena *arena, const cln_table_name *name)
{
    return (colline_column_ref){ copied(arena, name->catalog), copied(arena, name->database),
                                 copied(arena, name->table), CLN_TEXT(""), CLN_TEXT("") };
}

static colline_partition *partition_of(cln_arena *arena, const cln_target *target)
{
    colline_partition *made = CLN_NEW_ARRAY(arena, colline_partition, target->partition_count);

    for (uint32_t i = 0; i < target->partition_count; i++) {
        made[i].column = copied(arena, target->partition[i].column);
        made[i].value = copied(arena, target->partition[i].value);
    }
    return made;
}

static bool is_sessions_own(colline_session *session, const cln_table_name *name)
{
    const cln_table *table = name->table.length > 0 ? cln_catalog_find(&session->overlay, name) : NULL;

    return table != NULL && table->kind == COLLINE_TEMPORARY;
}

static colline_target *make_targets(cln_arena *arena, cln_result *result, colline_session *session)
{
    colline_target *made = CLN_NEW_ARRAY(arena, colline_target, result->targets.count);

    for (uint32_t i = 0; i < result->targets.count; i++) {
        cln_target *target = &result->targets.items[i];
        made[i] = (colline_target){ table_ref(arena, &target->name), copied(arena, target->path),
                                    target->operation, is_sessions_own(session, &target->name) };
        target->partition = partition_of(arena, target);
    }
    return made;
}

static colline_column *make_columns(cln_arena *arena, const cln_result *result)
{
    colline_column *made = CLN_NEW_ARRAY(arena, colline_column, result->columns.count);

    for (uint32_t i = 0; i < result->columns.count; i++)
        made[i] =
            (colline_column){ copied(arena, cln_column_name(result, i)),
                              copied(arena, cln_column_expression(result, i)), cln_column_into(result, i) };
    return made;
}

static colline_column_ref relation_ref(cln_arena *arena, const cln_relation *relation)
{
    cln_table_name none = CLN_NO_TABLE;
    colline_column_ref ref = table_ref(arena, relation->is_path ? &none : &relation->name);

    if (relation->is_path)
        ref.path = copied(arena, relation->name.table);
    return ref;
}

static void make_names(void *argument)
{
    colline_statement *s = argument;
    cln_arena *arena = &s->session->work;
    cln_result *result = &s->result;
    colline_column_ref *relations = CLN_NEW_ARRAY(arena, colline_column_ref, result->origins.relations.count);
    colline_target *targets = make_targets(arena, result, s->session);
    colline_column *columns = make_columns(arena, result);

    for (uint32_t i = 0; i < result->origins.relations.count; i++)
        relations[i] = relation_ref(arena, &result->origins.relations.items[i]);
    s->targets = targets;
    s->columns = columns;
    s->relations = relations;
}

static bool has_names(const colline_statement *statement)
{
    return statement->relations != NULL ||
           cln_statement_try(statement, make_names, own(statement)) == COLLINE_OK;
}

size_t colline_statement_target_count(const colline_statement *statement)
{
    return COUNT_OF(statement, targets);
}

const colline_target *colline_statement_target(const colline_statement *statement, size_t index)
{
    return index < COUNT_OF(statement, targets) && has_names(statement) ? &statement->targets[index] : NULL;
}

size_t colline_statement_partition_count(const colline_statement *statement, size_t target)
{
    return target < COUNT_OF(statement, targets) ? statement->result.targets.items[target].partition_count
                                                 : 0;
}

const colline_partition *colline_statement_partition(const colline_statement *statement, size_t target,
                                                     size_t index)
{
    return index < colline_statement_partition_count(statement, target) && has_names(statement)
               ? &statement->result.targets.items[target].partition[index]
               : NULL;
}

size_t colline_statement_source_count(const colline_statement *statement)
{
    return COUNT_OF(statement, sources);
}

const colline_column_ref *colline_statement_source(const colline_statement *statement, size_t index)
{
    return index < COUNT_OF(statement, sources) && has_names(statement)
               ? &statement->relations[statement->result.sources.items[index]]
               : NULL;
}

size_t colline_statement_column_count(const colline_statement *statement)
{
    return COUNT_OF(statement, columns);
}

const colline_column *colline_statement_column(const colline_statement *statement, size_t index)
{
    return index < COUNT_OF(statement, columns) && has_names(statement) ? &statement->columns[index] : NULL;
}

/* ---- Edges --------------------------------------------------------------------------------------- */

enum {
    PUBLIC_EDGE_FLAGS = COLLINE_EDGE_CONDITION | COLLINE_EDGE_LIMIT | COLLINE_EDGE_AGGREGATE |
                        COLLINE_EDGE_IMPLICIT_CAST | COLLINE_EDGE_AMBIGUOUS
};

static colline_column_ref *make_leaves(colline_statement *s)
{
    cln_arena *arena = &s->session->work;
    const cln_origins *origins = &s->result.origins;
    colline_column_ref *made = CLN_NEW_ARRAY(arena, colline_column_ref, origins->leaves.count);

    for (uint32_t i = 0; i < origins->leaves.count; i++) {
        const cln_leaf *leaf = &origins->leaves.items[i];
        made[i] = s->relations[leaf->relation];
        made[i].column = copied(arena, cln_leaf_column(origins, leaf));
        made[i].path = copied(arena, cln_leaf_path(origins, leaf));
    }
    return made;
}

static void make_edges(void *argument)
{
    colline_statement *s = argument;
    cln_arena *arena = &s->session->work;
    const cln_result *result = &s->result;
    colline_edge *made = CLN_NEW_ARRAY(arena, colline_edge, result->edges.count);
    colline_text *expressions = CLN_NEW_ARRAY(arena, colline_text, result->origins.expressions.count);
    const colline_column_ref *leaves;

    if (s->relations == NULL)
        make_names(s);
    leaves = make_leaves(s);
    for (uint32_t i = 0; i < result->edges.count; i++) {
        const cln_edge *edge = cln_edge_at(&result->edges, i);
        colline_text *expression = &expressions[edge->expression];
        if (expression->data == NULL)
            *expression = copied(arena, result->origins.expressions.items[edge->expression]);
        made[i] = (colline_edge){ .kind = (colline_edge_kind)edge->kind,
                                  .quality = edge->flags & CLN_EDGE_TO_CONFIRM ? COLLINE_TO_CONFIRM
                                                                               : COLLINE_AUTO_CONFIRMED,
                                  .flags = edge->flags & PUBLIC_EDGE_FLAGS,
                                  .target = edge->target,
                                  .into = edge->into,
                                  .source = leaves[edge->source],
                                  .expression = *expression,
                                  .at = { edge->offset, edge->length } };
    }
    s->edges = made;
}

size_t colline_statement_edge_count(const colline_statement *statement)
{
    return COUNT_OF(statement, edges);
}

const colline_edge *colline_statement_edge(const colline_statement *statement, size_t index)
{
    if (index >= COUNT_OF(statement, edges) ||
        (statement->edges == NULL && cln_statement_try(statement, make_edges, own(statement)) != COLLINE_OK))
        return NULL;
    return &statement->edges[index];
}

/* ---- Diagnostics --------------------------------------------------------------------------------- */

size_t colline_statement_diagnostic_count(const colline_statement *statement)
{
    return COUNT_OF(statement, diagnostics->list);
}

const colline_diagnostic *colline_statement_diagnostic(const colline_statement *statement, size_t index)
{
    return index < colline_statement_diagnostic_count(statement) ? &statement->diagnostics.list.items[index]
                                                                 : NULL;
}

/* ---- Fingerprints -------------------------------------------------------------------------------- */

static cln_lexer lexer_of(const colline_statement *s)
{
    return cln_lexer_of(s->result.dialect, s->result.text, s->session->parser_options.templates);
}

static void make_fingerprint(void *argument)
{
    colline_statement *s = argument;
    cln_lexer lexer = lexer_of(s);

    s->fingerprint = cln_fingerprint(&lexer, s->result.at, s->session->work.fault);
    s->has_fingerprint = true;
}

uint64_t colline_statement_fingerprint(const colline_statement *statement)
{
    if (statement == NULL || (!statement->has_fingerprint &&
                              cln_statement_try(statement, make_fingerprint, own(statement)) != COLLINE_OK))
        return 0;
    return statement->fingerprint;
}

typedef struct varying {
    const colline_statement *statement;
    uint64_t variant;
} varying;

static void find_variant(void *argument)
{
    varying *v = argument;
    cln_lexer lexer = lexer_of(v->statement);

    v->variant = cln_variant(&lexer, v->statement->result.at, v->statement->session->work.fault);
}

uint64_t colline_statement_variant(const colline_statement *statement)
{
    varying v = { .statement = statement };

    return statement != NULL && cln_statement_try(statement, find_variant, &v) == COLLINE_OK ? v.variant : 0;
}

static void make_normalized(void *argument)
{
    colline_statement *s = argument;
    cln_lexer lexer = lexer_of(s);

    s->normalized = cln_normalized(&s->session->work, &lexer, s->result.at);
}

colline_text colline_statement_normalized(const colline_statement *statement)
{
    if (statement == NULL || (statement->normalized.data == NULL &&
                              cln_statement_try(statement, make_normalized, own(statement)) != COLLINE_OK))
        return CLN_TEXT("");
    return statement->normalized;
}

/* ---- Renderings ---------------------------------------------------------------------------------- */

typedef struct rendering {
    colline_statement *statement;
    cln_format_fn *format; /* NULL: the tree */
    colline_render_context context;
    colline_text text;
} rendering;

static void render(void *argument)
{
    rendering *r = argument;
    colline_session *session = r->statement->session;
    cln_arena *arena = &session->work;
    cln_buffer out = { NULL, 0, 0 };

    if (!r->statement->has_fingerprint)
        make_fingerprint(r->statement);
    find_line(r->statement);
    cln_format_context context = { .file = cln_text_from(arena, r->context.file),
                                   .id = cln_text_from(arena, r->context.id),
        .database = session->state.home.database,
                                   .fingerprint = r->statement->fingerprint,
                                   .event_time = cln_text_from(arena, r->context.event_time),
                                   .run_id = cln_text_from(arena, r->context.run_id),
                                   .dataset_namespace = cln_text_from(arena, r->context.dataset_namespace),
                                   .job_namespace = cln_text_from(arena, r->context.job_namespace),
                                   .job_name = cln_text_from(arena, r->context.job_name),
                                   .lines = &session->script.lines,
                                   .lines_arena = &session->lines };

    if (r->format != NULL)
        r->format(arena, &out, &r->statement->result, &context);
    else if (r->statement->result.tree != NULL)
        cln_dump(arena, &out, r->statement->result.tree, r->statement->result.text);
    r->text = cln_buffer_text(arena, &out);
}

colline_status colline_statement_render(const colline_statement *statement, colline_format format,
                                        const colline_render_context *context, colline_text *text)
{
    rendering r = { .statement = own(statement), .context = { .size = sizeof r.context } };
    colline_status status;

    if (text == NULL)
        return COLLINE_E_MISUSE;
    *text = CLN_TEXT("");
    if (statement == NULL || (context != NULL && !cln_read_sized(&r.context, sizeof r.context, context)))
        return COLLINE_E_MISUSE;
    switch (format) {
    case COLLINE_FORMAT_JSON: r.format = cln_format_json; break;
    case COLLINE_FORMAT_TABLE: r.format = cln_format_table; break;
    case COLLINE_FORMAT_IMPALA: r.format = cln_format_impala; break;
    case COLLINE_FORMAT_HIVE: r.format = cln_format_hive; break;
    case COLLINE_FORMAT_DOT: r.format = cln_format_dot; break;
    case COLLINE_FORMAT_MERMAID: r.format = cln_format_mermaid; break;
    case COLLINE_FORMAT_TREE: break;
    case COLLINE_FORMAT_OPENLINEAGE: r.format = cln_format_openlineage; break;
    default: return COLLINE_E_MISUSE;
    }
    status = cln_statement_try(statement, render, &r);
    if (status == COLLINE_OK)
        *text = r.text;
    return status;
}
