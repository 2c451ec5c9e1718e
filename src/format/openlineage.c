/*
 * One OpenLineage run event (https://openlineage.io, version 2-0-2 of the specification) a statement:
 *
 *     INSERT INTO g SELECT a + 1 AS x FROM t WHERE b > 0
 *     inputs   t
 *     outputs  g   columnLineage  fields   x: t.a DIRECT / TRANSFORMATION
 *                                 dataset  t.b INDIRECT / FILTER
 *
 * What the text cannot say (when the run was, its id, the namespaces) comes with the context, and has a
 * default that is the same for the same input.  Names of datasets are those of the tables, without quotes, as
 * other producers write them.  A column in a condition is INDIRECT / CONDITIONAL, its value edge with role
 * condition the same.
 */
#include "format/format.h"
#include "format/md5.h"
#include "format/writer.h"

#define SPEC "https://openlineage.io/spec/"
#define FACET(version, name) SPEC "facets/" version "/" name ".json#/$defs/" name
#define TEXT_OF(x) #x
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)
#define PRODUCER                                                                                             \
    "urn:colline:" VERSION_TEXT(COLLINE_VERSION_MAJOR, COLLINE_VERSION_MINOR, COLLINE_VERSION_PATCH)

enum { NO_EDGE = UINT32_MAX };

/* Edges of one source, chained: they become one input field. */
typedef struct group {
    uint32_t first, last;
} group;

typedef struct work {
    cln_json_writer json;
    const cln_result *result;
    const cln_format_context *context;
    cln_whole_edges whole;
    uint32_t *first_edge;      /* by column: where its edges begin; [columns] is the end of the last one's */
    uint32_t *next_edge;       /* by edge: the next of the same source in the field at hand */
    uint32_t *group_of, *seen; /* by leaf: its group in the field `seen` */
    uint32_t field;            /* the number of the field at hand, from 1 */
    CLN_VECTOR(group) groups;
} work;

static void member(work *w, const char *key, const char *word)
{
    cln_write_key(&w->json, key);
    cln_write_word(&w->json, word);
}

static void end_scratch(work *w)
{
    cln_write_text(&w->json, cln_text_of(w->json.scratch.items, w->json.scratch.count));
    w->json.scratch.count = 0;
}

static void open_facet(work *w, const char *name, const char *schema)
{
    cln_write_key(&w->json, name);
    cln_write_open(&w->json, '{');
    member(w, "_producer", PRODUCER);
    member(w, "_schemaURL", schema);
}

/* ---- Datasets ------------------------------------------------------------------------------------ */

static void write_namespace(work *w)
{
    cln_write_key(&w->json, "namespace");
    if (w->context->dataset_namespace.length > 0)
        cln_write_text(&w->json, w->context->dataset_namespace);
    else
        cln_write_word(&w->json, w->result->dialect->name);
}

static void add_part(work *w, colline_text part)
{
    if (part.length == 0)
        return;
    if (w->json.scratch.count > 0)
        cln_buffer_add_char(w->json.arena, &w->json.scratch, '.');
    cln_buffer_add(w->json.arena, &w->json.scratch, part);
}

static void write_table(work *w, const cln_table_name *name)
{
    write_namespace(w);
    cln_write_key(&w->json, "name");
    add_part(w, name->catalog);
    add_part(w, name->database);
    add_part(w, name->table);
    end_scratch(w);
}

/* s3://bucket/a/b is a/b in s3://bucket, hdfs://host/a is /a in hdfs://host, and a path alone stands in file.
 */
static void write_path(work *w, colline_text path)
{
    const char *mark = path.length > 3 ? memchr(path.data, ':', path.length - 2) : NULL;
    uint32_t at = 0;
    bool scheme = mark != NULL && mark[1] == '/' && mark[2] == '/';

    if (scheme) {
        const char *slash = memchr(mark + 3, '/', path.length - (size_t)(mark + 3 - path.data));
        at = slash != NULL ? (uint32_t)(slash - path.data) : path.length;
    }
    cln_write_key(&w->json, "namespace");
    if (!scheme || at == (uint32_t)(mark + 3 - path.data))
        cln_write_word(&w->json, "file");
    else
        cln_write_text(&w->json, cln_text_of(path.data, at));
    if (scheme && at + 1 < path.length &&
        !cln_text_equal(cln_text_of(path.data, (uint32_t)(mark - path.data)), CLN_TEXT("hdfs")) &&
        !cln_text_equal(cln_text_of(path.data, (uint32_t)(mark - path.data)), CLN_TEXT("file")))
        at++;
    cln_write_key(&w->json, "name");
    cln_write_text(&w->json,
                   at < path.length ? cln_text_of(path.data + at, path.length - at) : CLN_TEXT("/"));
}

static void write_field(work *w, colline_text name, const cln_type *type, uint32_t position)
{
    cln_write_open(&w->json, '{');
    cln_write_key(&w->json, "name");
    cln_write_text(&w->json, name);
    if (type != NULL)
        cln_write_member(&w->json, "type", type->text);
    cln_write_key(&w->json, "ordinal_position");
    cln_write_number(&w->json, position);
    cln_write_close(&w->json, '}');
}

static void open_schema(work *w)
{
    open_facet(w, "schema", FACET("1-2-0", "SchemaDatasetFacet"));
    cln_write_key(&w->json, "fields");
    cln_write_open(&w->json, '[');
}

static void close_schema(work *w)
{
    cln_write_close(&w->json, ']');
    cln_write_close(&w->json, '}');
}

static void write_known_schema(work *w, const cln_table *table)
{
    open_schema(w);
    for (uint32_t i = 0; i < table->column_count; i++)
        write_field(w, table->columns[i].name, table->columns[i].type, i + 1);
    close_schema(w);
}

static void write_dataset_type(work *w, const char *type, const char *sub_type)
{
    open_facet(w, "datasetType", FACET("1-0-1", "DatasetTypeDatasetFacet"));
    member(w, "datasetType", type);
    if (sub_type != NULL)
        member(w, "subType", sub_type);
    cln_write_close(&w->json, '}');
}

static void write_table_type(work *w, colline_table_kind kind)
{
    write_dataset_type(w, kind == COLLINE_VIEW || kind == COLLINE_MATERIALIZED_VIEW ? "VIEW" : "TABLE",
                       kind == COLLINE_MATERIALIZED_VIEW ? "MATERIALIZED"
                       : kind == COLLINE_TEMPORARY       ? "TEMPORARY"
                                                         : NULL);
}

static void write_inputs(work *w)
{
    cln_write_key(&w->json, "inputs");
    cln_write_open(&w->json, '[');
    for (uint32_t i = 0; i < w->result->sources.count; i++) {
        const cln_relation *relation = &w->result->origins.relations.items[w->result->sources.items[i]];
        cln_write_open(&w->json, '{');
        write_table(w, &relation->name);
        if (relation->table != NULL) {
            cln_write_key(&w->json, "facets");
            cln_write_open(&w->json, '{');
            write_table_type(w, relation->table->kind);
            if (relation->table->column_count > 0)
                write_known_schema(w, relation->table);
            cln_write_close(&w->json, '}');
        }
        cln_write_close(&w->json, '}');
    }
    cln_write_close(&w->json, ']');
}

/* ---- Column lineage ------------------------------------------------------------------------------ */

static colline_edge_kind kind_of(const cln_edge *edge)
{
    return edge->flags & COLLINE_EDGE_CONDITION ? COLLINE_CONDITIONAL : (colline_edge_kind)edge->kind;
}

static void write_transformation(work *w, const cln_edge *edge)
{
    static const char *const subtypes[] = { [COLLINE_DIRECT] = "IDENTITY",
                                            [COLLINE_PROJECT] = "TRANSFORMATION",
                                            [COLLINE_AGG] = "AGGREGATION",
                                            [COLLINE_JOIN_COND] = "JOIN",
                                            [COLLINE_FILTER] = "FILTER",
                                            [COLLINE_GROUP_BY] = "GROUP_BY",
                                            [COLLINE_SORT] = "SORT",
                                            [COLLINE_WINDOW] = "WINDOW",
                                            [COLLINE_CONDITIONAL] = "CONDITIONAL" };
    colline_edge_kind kind = kind_of(edge);

    cln_write_open(&w->json, '{');
    member(w, "type", kind <= COLLINE_AGG ? "DIRECT" : "INDIRECT");
    member(w, "subtype", subtypes[kind]);
    if (kind != COLLINE_DIRECT)
        cln_write_member(&w->json, "description", w->result->origins.expressions.items[edge->expression]);
    cln_write_close(&w->json, '}');
}

/* Edges of one source: each kind once. */
static void write_transformations(work *w, const group *g)
{
    uint32_t kinds = 0;

    cln_write_key(&w->json, "transformations");
    cln_write_open(&w->json, '[');
    for (uint32_t i = g->first; i != NO_EDGE; i = w->next_edge[i]) {
        const cln_edge *edge = cln_edge_at(&w->result->edges, i);
        if ((kinds & 1u << kind_of(edge)) != 0)
            continue;
        kinds |= 1u << kind_of(edge);
        write_transformation(w, edge);
    }
    cln_write_close(&w->json, ']');
}

static void write_input_field(work *w, const group *g)
{
    const cln_origins *origins = &w->result->origins;
    const cln_leaf *leaf = cln_edge_leaf(w->result, cln_edge_at(&w->result->edges, g->first));
    const cln_relation *relation = &origins->relations.items[leaf->relation];

    cln_write_open(&w->json, '{');
    write_table(w, &relation->name);
    cln_write_key(&w->json, "field");
    cln_buffer_add(w->json.arena, &w->json.scratch, cln_leaf_column(origins, leaf));
    cln_buffer_add(w->json.arena, &w->json.scratch, cln_leaf_path(origins, leaf));
    end_scratch(w);
    write_transformations(w, g);
    cln_write_close(&w->json, '}');
}

static void start_field(work *w)
{
    w->groups.count = 0;
    w->field++;
}

/* Put an edge to the others of its source in the field at hand. */
static void collect(work *w, uint32_t edge)
{
    uint32_t leaf = cln_edge_at(&w->result->edges, edge)->source;

    cln_poll(w->json.arena->fault);
    w->next_edge[edge] = NO_EDGE;
    if (w->seen[leaf] == w->field) {
        group *g = &w->groups.items[w->group_of[leaf]];
        w->next_edge[g->last] = edge;
        g->last = edge;
        return;
    }
    w->seen[leaf] = w->field;
    w->group_of[leaf] = w->groups.count;
    *CLN_PUSH(w->json.arena, &w->groups) = (group){ edge, edge };
}

static void write_groups(work *w, const char *key)
{
    cln_write_key(&w->json, key);
    cln_write_open(&w->json, '[');
    for (uint32_t i = 0; i < w->groups.count; i++)
        write_input_field(w, &w->groups.items[i]);
    cln_write_close(&w->json, ']');
}

/* Columns of one name share a member: same[i] is the next column of i's name, 0 behind the last. */
static uint32_t *chain_names(work *w, uint32_t begin, uint32_t end, bool *first)
{
    uint32_t *same = CLN_NEW_ARRAY(w->json.arena, uint32_t, end - begin + 1);
    cln_map last = { 0 };

    for (uint32_t i = begin; i < end; i++) {
        colline_text name = cln_column_name(w->result, i);
        uint32_t *link = cln_map_get(&last, name);
        first[i - begin] = link == NULL;
        if (link != NULL)
            *link = i;
        cln_map_put(w->json.arena, &last, name, &same[i - begin]);
    }
    return same;
}

static void write_fields(work *w, uint32_t begin, uint32_t end)
{
    bool *first = CLN_NEW_ARRAY(w->json.arena, bool, end - begin + 1);
    uint32_t *same = chain_names(w, begin, end, first);

    cln_write_key(&w->json, "fields");
    cln_write_open(&w->json, '{');
    for (uint32_t i = begin; i < end; i++) {
        if (!first[i - begin])
            continue;
        start_field(w);
        for (uint32_t c = i, last = 0; last == 0; c = same[c - begin]) {
            for (uint32_t e = w->first_edge[c]; e < w->first_edge[c + 1]; e++)
                collect(w, e);
            last = same[c - begin] == 0;
        }
        if (w->groups.count == 0)
            continue;
        cln_write_text_key(&w->json, cln_column_name(w->result, i));
        cln_write_open(&w->json, '{');
        write_groups(w, "inputFields");
        cln_write_close(&w->json, '}');
    }
    cln_write_close(&w->json, '}');
}

static void write_column_lineage(work *w, uint32_t into, uint32_t begin, uint32_t end)
{
    uint32_t from = into > 0 ? w->whole.ends[into - 1] : 0;

    open_facet(w, "columnLineage", FACET("1-2-0", "ColumnLineageDatasetFacet"));
    write_fields(w, begin, end);
    start_field(w);
    for (uint32_t i = from; i < w->whole.ends[into]; i++)
        collect(w, w->whole.edges[i]);
    if (w->groups.count > 0)
        write_groups(w, "dataset");
    cln_write_close(&w->json, '}');
}

/* ---- Outputs ------------------------------------------------------------------------------------- */

static void write_result_schema(work *w, uint32_t begin, uint32_t end)
{
    open_schema(w);
    for (uint32_t i = begin; i < end; i++)
        if (!cln_text_equal(cln_column_name(w->result, i), CLN_TEXT("*")))
            write_field(w, cln_column_name(w->result, i), cln_column_type(w->result, i), i - begin + 1);
    close_schema(w);
}

static void write_lifecycle(work *w, const cln_target *target)
{
    const char *change =
        target->operation == COLLINE_OPERATION_OVERWRITE ? "OVERWRITE"
        : target->operation == COLLINE_OPERATION_CREATE || target->operation == COLLINE_OPERATION_REPLACE
            ? "CREATE"
            : NULL;

    /* (REPLACE INTO writes rows, CREATE OR REPLACE a dataset.) */
    if (change == NULL || w->result->kind == COLLINE_STATEMENT_REPLACE)
        return;
    open_facet(w, "lifecycleStateChange", FACET("1-0-1", "LifecycleStateChangeDatasetFacet"));
    member(w, "lifecycleStateChange", change);
    cln_write_close(&w->json, '}');
}

static void write_target_type(work *w, const cln_target *target)
{
    if (target->name.table.length == 0)
        write_dataset_type(w, "FILE", NULL);
    else if (w->result->kind == COLLINE_STATEMENT_CREATE_MATERIALIZED_VIEW)
        write_table_type(w, COLLINE_MATERIALIZED_VIEW);
    else if (w->result->kind == COLLINE_STATEMENT_CREATE_VIEW ||
             w->result->kind == COLLINE_STATEMENT_ALTER_VIEW)
        write_table_type(w, COLLINE_VIEW);
    else
        write_table_type(w, target->table != NULL ? target->table->kind : COLLINE_TABLE);
}

static void write_output(work *w, uint32_t into)
{
    const cln_target *target = &w->result->targets.items[into];
    uint32_t begin = target->first_column, end = cln_columns_end(w->result, into);

    cln_write_open(&w->json, '{');
    if (target->name.table.length > 0)
        write_table(w, &target->name);
    else
        write_path(w, target->path);
    cln_write_key(&w->json, "facets");
    cln_write_open(&w->json, '{');
    write_target_type(w, target);
    write_lifecycle(w, target);
    if (target->table != NULL && target->table->column_count > 0)
        write_known_schema(w, target->table);
    else if (begin < end)
        write_result_schema(w, begin, end);
    write_column_lineage(w, into, begin, end);
    cln_write_close(&w->json, '}');
    cln_write_close(&w->json, '}');
}

static void write_outputs(work *w)
{
    cln_write_key(&w->json, "outputs");
    cln_write_open(&w->json, '[');
    for (uint32_t i = 0; i < w->result->targets.count; i++)
        write_output(w, i);
    cln_write_close(&w->json, ']');
}

/* ---- Run and job --------------------------------------------------------------------------------- */

static colline_text own_text(const work *w)
{
    return cln_text_of(w->result->text.data + w->result->at.offset, w->result->at.length);
}

static void add_hashed(work *w, cln_buffer *hashed, colline_text text)
{
    cln_buffer_add(w->json.arena, hashed, text);
    cln_buffer_add_char(w->json.arena, hashed, '\0');
}

/* A UUID of version 3 form: the MD5 of all that tells one run from another. */
static void write_run_id(work *w)
{
    cln_buffer hashed = { NULL, 0, 0 };
    unsigned char digest[16];

    add_hashed(w, &hashed, w->context->id);
    add_hashed(w, &hashed, w->context->file);
    add_hashed(w, &hashed, w->context->event_time);
    cln_buffer_add_number(w->json.arena, &hashed, w->result->number);
    add_hashed(w, &hashed, own_text(w));
    cln_md5((const unsigned char *)hashed.items, hashed.count, digest, w->json.arena->fault);
    digest[6] = (unsigned char)((digest[6] & 0x0F) | 0x30);
    digest[8] = (unsigned char)((digest[8] & 0x3F) | 0x80);
    for (int i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            cln_buffer_add_char(w->json.arena, &w->json.scratch, '-');
        cln_buffer_add_char(w->json.arena, &w->json.scratch, "0123456789abcdef"[digest[i] >> 4]);
        cln_buffer_add_char(w->json.arena, &w->json.scratch, "0123456789abcdef"[digest[i] & 15]);
    }
    end_scratch(w);
}

/* What could not be read: a run facet made for that. */
static void write_extraction_error(work *w)
{
    const cln_diagnostics *diagnostics = w->result->diagnostics;

    open_facet(w, "extractionError", FACET("1-1-2", "ExtractionErrorRunFacet"));
    cln_write_key(&w->json, "totalTasks");
    cln_write_number(&w->json, 1);
    cln_write_key(&w->json, "failedTasks");
    cln_write_number(&w->json, 1);
    cln_write_key(&w->json, "errors");
    cln_write_open(&w->json, '[');
    for (uint32_t i = 0; i < diagnostics->list.count; i++) {
        cln_write_open(&w->json, '{');
        cln_write_key(&w->json, "errorMessage");
        cln_write_text(&w->json, diagnostics->list.items[i].message);
        cln_write_key(&w->json, "task");
        cln_write_text(&w->json, own_text(w));
        cln_write_key(&w->json, "taskNumber");
        cln_write_number(&w->json, 0);
        cln_write_close(&w->json, '}');
    }
    cln_write_close(&w->json, ']');
    cln_write_close(&w->json, '}');
}

static void write_run(work *w)
{
    const cln_diagnostics *diagnostics = w->result->diagnostics;

    cln_write_key(&w->json, "run");
    cln_write_open(&w->json, '{');
    cln_write_key(&w->json, "runId");
    if (w->context->run_id.length > 0)
        cln_write_text(&w->json, w->context->run_id);
    else
        write_run_id(w);
    if (w->result->outcome != COLLINE_OUTCOME_OK && diagnostics != NULL && diagnostics->list.count > 0) {
        cln_write_key(&w->json, "facets");
        cln_write_open(&w->json, '{');
        write_extraction_error(w);
        cln_write_close(&w->json, '}');
    }
    cln_write_close(&w->json, '}');
}

/* The job is the statement in its file; where that is not known, the logical statement. */
static void write_job_name(work *w)
{
    cln_buffer *name = &w->json.scratch;

    cln_write_key(&w->json, "name");
    if (w->context->job_name.length > 0) {
        cln_buffer_add(w->json.arena, name, w->context->job_name);
    } else if (w->context->file.length > 0 && !cln_text_equal(w->context->file, CLN_TEXT("-"))) {
        cln_buffer_add(w->json.arena, name, w->context->file);
        cln_buffer_add_char(w->json.arena, name, '.');
        cln_buffer_add_number(w->json.arena, name, w->result->number);
    } else {
        cln_buffer_add_string(w->json.arena, name, "sql.");
        for (int i = 60; i >= 0; i -= 4)
            cln_buffer_add_char(w->json.arena, name, "0123456789abcdef"[w->context->fingerprint >> i & 15]);
    }
    end_scratch(w);
}

static void write_job(work *w)
{
    cln_write_key(&w->json, "job");
    cln_write_open(&w->json, '{');
    cln_write_key(&w->json, "namespace");
    cln_write_text(&w->json,
                   w->context->job_namespace.length > 0 ? w->context->job_namespace : CLN_TEXT("default"));
    write_job_name(w);
    cln_write_key(&w->json, "facets");
    cln_write_open(&w->json, '{');
    open_facet(w, "jobType", FACET("2-0-4", "JobTypeJobFacet"));
    member(w, "processingType", "BATCH");
    member(w, "integration", "COLLINE");
    member(w, "jobType", "QUERY");
    cln_write_close(&w->json, '}');
    open_facet(w, "sql", FACET("1-1-0", "SQLJobFacet"));
    cln_write_key(&w->json, "query");
    cln_write_text(&w->json, own_text(w));
    member(w, "dialect", w->result->dialect->name);
    cln_write_close(&w->json, '}');
    cln_write_close(&w->json, '}');
    cln_write_close(&w->json, '}');
}

static void write_event(work *w)
{
    cln_write_open(&w->json, '{');
    cln_write_member(&w->json, "id", w->context->id);
    cln_write_key(&w->json, "eventTime");
    cln_write_text(&w->json, w->context->event_time.length > 0 ? w->context->event_time
                                                               : CLN_TEXT("1970-01-01T00:00:00Z"));
    member(w, "eventType", "COMPLETE");
    member(w, "producer", PRODUCER);
    member(w, "schemaURL", SPEC "2-0-2/OpenLineage.json#/$defs/RunEvent");
    write_run(w);
    write_job(w);
    write_inputs(w);
    write_outputs(w);
    cln_write_close(&w->json, '}');
    cln_buffer_add_char(w->json.arena, w->json.out, '\n');
}

/* Edges are sorted by column, those of the whole result last. */
static void find_edges(work *w)
{
    const cln_result *result = w->result;
    uint32_t edge = 0;

    w->first_edge = CLN_NEW_ARRAY(w->json.arena, uint32_t, result->columns.count + 1);
    for (uint32_t column = 0; column <= result->columns.count; column++) {
        w->first_edge[column] = edge;
        while (edge < result->edges.count && cln_edge_at(&result->edges, edge)->target == (int32_t)column)
            edge++;
    }
}

void cln_format_openlineage(cln_arena *arena, cln_buffer *out, const cln_result *result,
                            const cln_format_context *context)
{
    work w = { .json = { .arena = arena, .out = out }, .result = result, .context = context };

    if (result->targets.count == 0 && result->sources.count == 0)
        return;
    w.whole = cln_sort_whole_edges(arena, result);
    w.next_edge = CLN_NEW_ARRAY(arena, uint32_t, result->edges.count + 1);
    w.group_of = CLN_NEW_ARRAY(arena, uint32_t, result->origins.leaves.count + 1);
    w.seen = CLN_NEW_ARRAY(arena, uint32_t, result->origins.leaves.count + 1);
    find_edges(&w);
    write_event(&w);
}
