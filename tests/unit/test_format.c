/*
 * The forms of a result (src/format), from results that are built by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "format/format.h"
#include "format/md5.h"
#include "format/murmur.h"
#include "format/names.h"
#include "format/writer.h"

/* ---- Results by hand --------------------------------------------------------------------------------- */

typedef struct fixture {
    cln_fault fault;
    cln_arena arena;
    cln_result result;
    cln_diagnostics diagnostics;
    cln_format_context context;
    cln_buffer out;
} fixture;

/* Tests raise no fault: what they do stays far below every limit. */
static int setup(void **state)
{
    fixture *f = calloc(1, sizeof *f);

    cln_arena_init(&f->arena, &f->fault, NULL);
    f->diagnostics.arena = &f->arena;
    f->result.arena = &f->arena;
    f->result.diagnostics = &f->diagnostics;
    f->result.dialect = cln_dialect_of(COLLINE_IMPALA);
    f->result.number = 1;
    f->result.line = 1;
    f->context.file = CLN_TEXT("a.sql");
    f->context.fingerprint = 0x9f0c2f6d1c0a4e55u;
    cln_origins_init(&f->result.origins, &f->arena, 0);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    fixture *f = *state;

    cln_arena_free(&f->arena);
    free(f);
    return 0;
}

static colline_text text(const char *string)
{
    return cln_text_of(string, strlen(string));
}

static void statement(fixture *f, colline_statement_kind kind, const char *sql)
{
    f->result.kind = kind;
    f->result.text = text(sql);
    f->result.at = f->result.place = (colline_span){ 0, (uint32_t)strlen(sql) };
}

static const cln_table *table_of(fixture *f, const char *format, const char *const *columns, uint32_t count,
                                 uint32_t partitions)
{
    cln_table *table = CLN_NEW(&f->arena, cln_table);
    cln_column_info *infos = CLN_NEW_ARRAY(&f->arena, cln_column_info, count);

    for (uint32_t i = 0; i < count; i++) {
        infos[i].name = text(columns[i]);
        infos[i].partition = i >= count - partitions;
    }
    table->format = text(format);
    table->columns = infos;
    table->column_count = count;
    return table;
}

static uint32_t relation(fixture *f, const char *database, const char *name, const cln_table *table)
{
    cln_table_name full = { .database = text(database), .table = text(name) };
    uint32_t index = cln_add_relation(&f->result.origins, &full, table);

    *CLN_PUSH(&f->arena, &f->result.sources) = index;
    return index;
}

static cln_origin leaf(fixture *f, uint32_t relation, const char *column, const char *path)
{
    return cln_leaf_of_name(&f->result.origins, relation, text(column), text(path), NULL);
}

static void target(fixture *f, const char *database, const char *name, colline_operation operation,
                   const cln_table *table)
{
    *CLN_PUSH(&f->arena, &f->result.targets) = (cln_target){
        .name = { .database = text(database), .table = text(name) },
        .table = table,
        .operation = operation,
        .first_column = f->result.columns.count,
    };
}

static uint32_t column(fixture *f, const char *name, const char *expression)
{
    cln_origin origin = CLN_NO_ORIGIN;

    if (*expression != '\0') {
        origin = cln_new_node(&f->result.origins);
        f->result.origins.nodes.items[origin].expression =
            cln_add_expression(&f->result.origins, text(expression));
    }
    *CLN_PUSH(&f->arena, &f->result.columns) = (cln_output){ name, (uint32_t)strlen(name), origin };
    return f->result.columns.count - 1;
}

static cln_edge *edge(fixture *f, colline_edge_kind kind, cln_origin leaf, int32_t target,
                      const char *expression)
{
    cln_edges *edges = &f->result.edges;

    if (edges->count % CLN_EDGE_BLOCK == 0)
        *CLN_PUSH(&f->arena, &edges->blocks) = CLN_NEW_ARRAY(&f->arena, cln_edge, CLN_EDGE_BLOCK);
    edges->count++;
    cln_edge *e = (cln_edge *)cln_edge_at(edges, edges->count - 1);
    *e = (cln_edge){ .source = cln_leaf_index(leaf), .target = target, .kind = (uint8_t)kind };
    e->expression = cln_add_expression(&f->result.origins, text(expression));
    return e;
}

static const char *format(fixture *f, cln_format_fn *function)
{
    f->out = (cln_buffer){ NULL, 0, 0 };
    function(&f->arena, &f->out, &f->result, &f->context);
    return cln_buffer_text(&f->arena, &f->out).data;
}

/* The statement of docs/json.md. */
static void report(fixture *f)
{
    const char *sql = "-- daily\nINSERT OVERWRITE dw.report_sales\n"
                      "SELECT region, SUM(amount) FROM dw.fact_order WHERE dt > '1' GROUP BY region";
    uint32_t fact;
    cln_origin region;

    statement(f, COLLINE_STATEMENT_INSERT, sql);
    f->result.at = f->result.place = (colline_span){ 9, (uint32_t)strlen(sql) - 9 };
    f->result.line = 2;
    target(f, "dw", "report_sales", COLLINE_OPERATION_OVERWRITE, NULL);
    fact = relation(f, "dw", "fact_order", NULL);
    region = leaf(f, fact, "region", "");
    column(f, "region", "");
    column(f, "total_amount", "SUM(amount)");
    cln_edge *first = edge(f, COLLINE_DIRECT, region, 0, "region");
    first->offset = (uint32_t)(strstr(sql, "region") - sql);
    first->length = 6;
    edge(f, COLLINE_AGG, leaf(f, fact, "amount", ""), 1, "SUM(amount)");
    edge(f, COLLINE_FILTER, leaf(f, fact, "dt", ""), COLLINE_WHOLE_RESULT, "dt > '1'")->flags =
        CLN_EDGE_TO_CONFIRM;
    edge(f, COLLINE_GROUP_BY, region, COLLINE_WHOLE_RESULT, "region")->flags = COLLINE_EDGE_AGGREGATE;
}

/* INSERT ALL INTO a ... INTO b ... */
static void two_targets(fixture *f)
{
    cln_origin x;

    statement(f, COLLINE_STATEMENT_INSERT, "INSERT ALL ...");
    x = leaf(f, relation(f, "", "s", NULL), "x", ".y");
    target(f, "d", "a", COLLINE_OPERATION_APPEND, NULL);
    column(f, "p", "");
    target(f, "d", "b", COLLINE_OPERATION_APPEND, NULL);
    column(f, "q", "x + 1");
    column(f, "r", "7");
    edge(f, COLLINE_DIRECT, x, 0, "x.y");
    edge(f, COLLINE_PROJECT, x, 1, "x.y + 1")->into = 1;
    edge(f, COLLINE_FILTER, x, COLLINE_WHOLE_RESULT, "x.y > 0")->into = 1;
}

/* ---- JSON -------------------------------------------------------------------------------------------- */

static void json_is_the_documented_object(void **state)
{
    fixture *f = *state;

    report(f);
    assert_string_equal(
        format(f, cln_format_json),
        "{\"v\":1,\"file\":\"a.sql\",\"statement\":1,\"offset\":9,\"length\":109,\"line\":2,\"kind\":"
        "\"INSERT\","
        "\"status\":\"ok\",\"target\":{\"table\":\"dw.report_sales\",\"operation\":\"overwrite\"},"
        "\"sources\":[\"dw.fact_order\"],"
        "\"columns\":[{\"name\":\"region\"},{\"name\":\"total_amount\",\"expression\":\"SUM(amount)\"}],"
        "\"edges\":["
        "{\"kind\":\"DIRECT\",\"source\":\"dw.fact_order.region\",\"target\":\"region\",\"to\":0,"
        "\"expression\":\"region\",\"offset\":49,\"line\":3,\"column\":8},"
        "{\"kind\":\"AGG\",\"source\":\"dw.fact_order.amount\",\"target\":\"total_amount\",\"to\":1,"
        "\"expression\":\"SUM(amount)\"},"
        "{\"kind\":\"FILTER\",\"source\":\"dw.fact_order.dt\",\"target\":\"*\",\"expression\":\"dt > '1'\","
        "\"quality\":\"TO_CONFIRM\"},"
        "{\"kind\":\"GROUP_BY\",\"source\":\"dw.fact_order.region\",\"target\":\"*\",\"expression\":"
        "\"region\","
        "\"aggregate\":true}],"
        "\"fingerprint\":\"9f0c2f6d1c0a4e55\",\"diagnostics\":[]}\n");
}

static void json_names_several_targets(void **state)
{
    fixture *f = *state;

    two_targets(f);
    f->context.id = CLN_TEXT("q-1");
    f->result.parent = 4;
    assert_string_equal(
        format(f, cln_format_json),
        "{\"v\":1,\"file\":\"a.sql\",\"id\":\"q-1\",\"statement\":1,\"parent\":4,\"offset\":0,\"length\":14,"
        "\"line\":1,"
        "\"kind\":\"INSERT\",\"status\":\"ok\","
        "\"targets\":[{\"table\":\"d.a\",\"operation\":\"append\"},{\"table\":\"d.b\",\"operation\":"
        "\"append\"}],"
        "\"sources\":[\"s\"],"
        "\"columns\":[{\"name\":\"p\",\"into\":0},{\"name\":\"q\",\"expression\":\"x + 1\",\"into\":1},"
        "{\"name\":\"r\",\"expression\":\"7\",\"into\":1}],"
        "\"edges\":["
        "{\"kind\":\"DIRECT\",\"source\":\"s.x.y\",\"target\":\"p\",\"to\":0,\"expression\":\"x.y\",\"into\":"
        "0},"
        "{\"kind\":\"PROJECT\",\"source\":\"s.x.y\",\"target\":\"q\",\"to\":1,\"expression\":\"x.y + "
        "1\",\"into\":1},"
        "{\"kind\":\"FILTER\",\"source\":\"s.x.y\",\"target\":\"*\",\"expression\":\"x.y > 0\",\"into\":1}],"
        "\"fingerprint\":\"9f0c2f6d1c0a4e55\",\"diagnostics\":[]}\n");
}

static void json_partitions_paths_flags_and_diagnostics(void **state)
{
    static const colline_partition partition[] = { { { "ds", 2 }, { "'1'", 3 } },
                                                   { { "hr", 2 }, { "", 0 } } };
    fixture *f = *state;
    cln_edge *e;

    statement(f, COLLINE_STATEMENT_INSERT, "INSERT\nOVERWRITE");
    *CLN_PUSH(&f->arena, &f->result.targets) =
        (cln_target){ .path = CLN_TEXT("/a b"), .partition = partition, .partition_count = 2 };
    f->result.outcome = COLLINE_OUTCOME_PARTIAL;
    f->context.file = CLN_TEXT("");
    e = edge(f, COLLINE_SORT, leaf(f, relation(f, "D b", "t", NULL), "*", ""), COLLINE_WHOLE_RESULT, "");
    e->flags = COLLINE_EDGE_LIMIT | COLLINE_EDGE_CONDITION | COLLINE_EDGE_IMPLICIT_CAST;
    cln_diagnose(&f->diagnostics, CLN_UNKNOWN_TABLE, (colline_span){ 7, 2 }, "say \"%s\"", "t\x01\xff");
    assert_string_equal(format(f, cln_format_json),
                        "{\"v\":1,\"statement\":1,\"offset\":0,\"length\":16,\"line\":1,\"kind\":\"INSERT\","
                        "\"status\":\"partial\","
                        "\"target\":{\"path\":\"/a b\",\"operation\":\"append\","
                        "\"partition\":[{\"column\":\"ds\",\"value\":\"'1'\"},{\"column\":\"hr\"}]},"
                        "\"sources\":[\"\\\"D b\\\".t\"],\"columns\":[],"
                        "\"edges\":[{\"kind\":\"SORT\",\"source\":\"\\\"D "
                        "b\\\".t.*\",\"target\":\"*\",\"role\":\"condition\",\"limit\":true,"
                        "\"implicit_cast\":true}],"
                        "\"fingerprint\":\"9f0c2f6d1c0a4e55\","
                        "\"diagnostics\":[{\"severity\":\"warning\",\"code\":\"unknown_table\",\"message\":"
                        "\"say \\\"t\\u0001\xEF\xBF\xBD\\\"\","
                        "\"offset\":7,\"line\":2,\"column\":1}]}\n");
}

static void json_shares_the_line_starts(void **state)
{
    fixture *f = *state;
    cln_lines lines = { .scanned = 0 };

    report(f);
    lines.text = f->result.text;
    f->context.lines = &lines;
    f->context.lines_arena = &f->arena;
    assert_non_null(strstr(format(f, cln_format_json), "\"offset\":49,\"line\":3,\"column\":8"));
    assert_int_equal(lines.starts.count, 2);
}

/* ---- Impala ------------------------------------------------------------------------------------------ */

static void impala_numbers_vertices_as_impala_does(void **state)
{
    static const char *const columns[] = { "id", "name", "ds" };
    fixture *f = *state;
    const cln_table *table = table_of(f, "parquet", columns, 3, 1);
    uint32_t t;

    statement(f, COLLINE_STATEMENT_INSERT, "INSERT\nINTO");
    target(f, "d", "g", COLLINE_OPERATION_APPEND, table);
    t = relation(f, "d", "t", NULL);
    column(f, "id", "b + a");
    column(f, "name", "");
    column(f, "ds", "");
    cln_origin a = leaf(f, t, "a", ""), b = leaf(f, t, "b", ""), k = leaf(f, t, "k", ".x");
    edge(f, COLLINE_PROJECT, b, 0, "");
    edge(f, COLLINE_PROJECT, a, 0, "");
    edge(f, COLLINE_WINDOW, k, 0, "");
    edge(f, COLLINE_CONDITIONAL, k, 0, "");
    edge(f, COLLINE_DIRECT, b, 2, "");
    edge(f, COLLINE_FILTER, b, COLLINE_WHOLE_RESULT, "");
    edge(f, COLLINE_GROUP_BY, a, COLLINE_WHOLE_RESULT, ""); /* without aggregates: not told */
    edge(f, COLLINE_SORT, a, COLLINE_WHOLE_RESULT, "");     /* without LIMIT: not told */
    assert_string_equal(format(f, cln_format_impala),
                        "{\"operationType\":\"INSERT\",\"queryText\":\"INSERT "
                        "INTO\",\"hash\":\"c3967c7a1fcc944adc36323e50f81e03\","
                        "\"edges\":["
                        "{\"sources\":[1],\"targets\":[0],\"edgeType\":\"PROJECTION\"},"
                        "{\"sources\":[1,3],\"targets\":[2],\"edgeType\":\"PROJECTION\"},"
                        "{\"sources\":[4],\"targets\":[2],\"edgeType\":\"PREDICATE\"},"
                        "{\"sources\":[],\"targets\":[5],\"edgeType\":\"PROJECTION\"},"
                        "{\"sources\":[1],\"targets\":[0,2,5],\"edgeType\":\"PREDICATE\"}],"
                        "\"vertices\":["
                        "{\"id\":0,\"vertexType\":\"COLUMN\",\"vertexId\":\"ds\",\"metadata\":{\"tableType\":"
                        "\"hive\",\"tableName\":\"d.g\"}},"
                        "{\"id\":1,\"vertexType\":\"COLUMN\",\"vertexId\":\"d.t.b\",\"metadata\":{"
                        "\"tableType\":\"hive\",\"tableName\":\"d.t\"}},"
                        "{\"id\":2,\"vertexType\":\"COLUMN\",\"vertexId\":\"id\",\"metadata\":{\"tableType\":"
                        "\"hive\",\"tableName\":\"d.g\"}},"
                        "{\"id\":3,\"vertexType\":\"COLUMN\",\"vertexId\":\"d.t.a\",\"metadata\":{"
                        "\"tableType\":\"hive\",\"tableName\":\"d.t\"}},"
                        "{\"id\":4,\"vertexType\":\"COLUMN\",\"vertexId\":\"d.t.k.x\",\"metadata\":{"
                        "\"tableType\":\"hive\",\"tableName\":\"d.t\"}},"
                        "{\"id\":5,\"vertexType\":\"COLUMN\",\"vertexId\":\"name\",\"metadata\":{"
                        "\"tableType\":\"hive\",\"tableName\":\"d.g\"}}]}\n");
}

/* SELECT a AS x, b AS x: one vertex for the label, an edge for each column. */
static void impala_has_one_vertex_for_a_label(void **state)
{
    fixture *f = *state;
    uint32_t t;

    statement(f, COLLINE_STATEMENT_SELECT, "SELECT");
    t = relation(f, "d", "t", NULL);
    column(f, "x", "");
    column(f, "x", "");
    edge(f, COLLINE_DIRECT, leaf(f, t, "a", ""), 0, "");
    edge(f, COLLINE_DIRECT, leaf(f, t, "b", ""), 1, "");
    assert_non_null(strstr(format(f, cln_format_impala),
                           "\"edges\":[{\"sources\":[1],\"targets\":[0],\"edgeType\":\"PROJECTION\"},"
                           "{\"sources\":[2],\"targets\":[0],\"edgeType\":\"PROJECTION\"}],"
                           "\"vertices\":[{\"id\":0,\"vertexType\":\"COLUMN\",\"vertexId\":\"x\"},"));
}

static void impala_leaves_out_unnamed_kudu_columns(void **state)
{
    static const char *const columns[] = { "id", "zip" };
    fixture *f = *state;

    statement(f, COLLINE_STATEMENT_INSERT, "INSERT");
    target(f, "d", "g", COLLINE_OPERATION_APPEND, table_of(f, "kudu", columns, 2, 0));
    column(f, "id", "1");
    column(f, "zip", "");
    f->result.columns.items[1].origin = CLN_NOT_FED;
    assert_non_null(strstr(format(f, cln_format_impala),
                           "\"edges\":[{\"sources\":[],\"targets\":[0],\"edgeType\":\"PROJECTION\"}],"
                           "\"vertices\":[{\"id\":0,\"vertexType\":\"COLUMN\",\"vertexId\":\"id\","
                           "\"metadata\":{\"tableType\":\"kudu\",\"tableName\":\"d.g\"}}]"));
}

static void impala_says_nothing_without_columns(void **state)
{
    fixture *f = *state;

    statement(f, COLLINE_STATEMENT_USE, "USE d");
    assert_string_equal(format(f, cln_format_impala), "");
    assert_string_equal(format(f, cln_format_dot), "");
    assert_string_equal(format(f, cln_format_mermaid), "");
    assert_string_equal(format(f, cln_format_table), "a.sql:1  USE\n");
}

/* The test values of RFC 1321, and texts that fill a block or leave no room for the length. */
static void md5_knows_its_test_values(void **state)
{
    static const struct {
        const char *text;
        unsigned char first, last;
    } values[] = {
        { "", 0xD4, 0x7E },
        { "a", 0x0C, 0x61 },
        { "message digest", 0xF9, 0xD0 },
        { "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", 0xD1, 0x9F },
        { "12345678901234567890123456789012345678901234567890123456789012345678901234567890", 0x57, 0x7A },
    };
    unsigned char digest[16];
    cln_fault fault = { .status = COLLINE_OK };

    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        cln_md5((const unsigned char *)values[i].text, strlen(values[i].text), digest, &fault);
        assert_int_equal(digest[0], values[i].first);
        assert_int_equal(digest[15], values[i].last);
    }
}

static void murmur_knows_its_test_values(void **state)
{
    uint64_t hash[2];
    cln_fault fault = { .status = COLLINE_OK };

    (void)state;
    cln_murmur3((const unsigned char *)"", 0, hash, &fault);
    assert_true(hash[0] == 0 && hash[1] == 0);
    cln_murmur3((const unsigned char *)"The quick brown fox jumps over the lazy dog", 43, hash, &fault);
    assert_true(hash[0] == 0xe34bbc7bbc071b6cu && hash[1] == 0x7a433ca9c49a9347u);
}

/* ---- Table ------------------------------------------------------------------------------------------- */

static void table_is_aligned(void **state)
{
    fixture *f = *state;

    report(f);
    edge(f, COLLINE_SORT, leaf(f, 0, "\xE5\x88\x97", ""), COLLINE_WHOLE_RESULT, "");
    column(f, "n", "COUNT(*)\n  + 1");
    column(f, "\xE5\xAE\xA2\xE6\x88\xB7\x1b[0m", "");
    relation(f, "dw", "quiet", NULL);
    assert_string_equal(format(f, cln_format_table),
                        "a.sql:2  INSERT overwrite dw.report_sales\n"
                        "  from dw.quiet\n"
                        "  region        dw.fact_order.region  DIRECT\n"
                        "  total_amount  dw.fact_order.amount  AGG\n"
                        "  n             = COUNT(*) + 1\n"
                        "  \xE5\xAE\xA2\xE6\x88\xB7\xEF\xBF\xBD[0m      -\n"
                        "  *             dw.fact_order.dt?     FILTER\n"
                        "                dw.fact_order.region  GROUP_BY\n"
                        "                dw.fact_order.\"\xE5\x88\x97\"    SORT\n");
}

static void table_merges_kinds_and_shows_targets(void **state)
{
    fixture *f = *state;

    two_targets(f);
    edge(f, COLLINE_FILTER, leaf(f, 0, "z", ""), COLLINE_WHOLE_RESULT, "");
    cln_diagnose(&f->diagnostics, CLN_AMBIGUOUS_COLUMN, (colline_span){ 3, 1 }, "x");
    assert_string_equal(format(f, cln_format_table), "a.sql:1  INSERT\n"
                                                     "  append d.a\n"
                                                     "  p  s.x.y  DIRECT\n"
                                                     "  *  s.z    FILTER\n"
                                                     "  append d.b\n"
                                                     "  q  s.x.y  PROJECT\n"
                                                     "  r  = 7\n"
                                                     "  *  s.x.y  FILTER\n"
                                                     "  warning 1:4: x [ambiguous_column]\n");
}

static void table_shows_a_source_once_for_a_column(void **state)
{
    fixture *f = *state;
    cln_origin a;

    statement(f, COLLINE_STATEMENT_SELECT, "SELECT");
    a = leaf(f, relation(f, "", "t", NULL), "a", "");
    column(f, "x", "CASE a WHEN 1 THEN 2 END");
    edge(f, COLLINE_PROJECT, a, 0, "")->flags = COLLINE_EDGE_CONDITION;
    edge(f, COLLINE_CONDITIONAL, a, 0, "");
    assert_string_equal(format(f, cln_format_table), "a.sql:1  SELECT\n"
                                                     "  x  t.a  PROJECT (condition), CONDITIONAL\n");
}

/* ---- Pictures ---------------------------------------------------------------------------------------- */

static void dot_draws_tables_and_arrows(void **state)
{
    fixture *f = *state;

    report(f);
    relation(f, "dw", "a<\"b\">\\", NULL);
    const char *dot = format(f, cln_format_dot);
    assert_non_null(strstr(dot, "digraph statement_1 {\n"));
    assert_non_null(strstr(dot,
                           "<b>dw.fact_order</b></td></tr><tr><td align=\"left\" port=\"c0\">region</td></tr>"
                           "<tr><td align=\"left\" port=\"c1\">amount</td></tr>"));
    assert_non_null(strstr(dot, "<b>dw.&quot;a&lt;&quot;&quot;b&quot;&quot;&gt;&#92;&quot;</b>"));
    assert_non_null(strstr(dot, "  r0:c0 -> t0:c0 [label=\"DIRECT\"];\n  r0:c1 -> t0:c1 [label=\"AGG\"];\n"
                                "  r0:c2 -> t0:h [label=\"FILTER\", style=dashed, color=\"#808080\"];\n"
                                "  r0:c0 -> t0:h [label=\"GROUP_BY\", style=dashed, color=\"#808080\"];\n"
                                "  r1:h -> t0:h [style=dotted];\n}\n"));
}

static void mermaid_draws_tables_and_arrows(void **state)
{
    fixture *f = *state;

    two_targets(f);
    relation(f, "", "%%{x}%%\"", NULL);
    edge(f, COLLINE_JOIN_COND, leaf(f, 0, "x", ".y"), COLLINE_WHOLE_RESULT, "")->into = 1;
    assert_string_equal(format(f, cln_format_mermaid),
                        "%% a.sql:1 INSERT\n"
                        "flowchart LR\n"
                        "  subgraph r0[\"s\"]\n"
                        "    r0c0[\"x.y\"]\n"
                        "  end\n"
                        "  r1[\"#34;#37;#37;#123;x#125;#37;#37;#34;#34;#34;\"]\n"
                        "  subgraph t0[\"d.a\"]\n"
                        "    t0c0[\"p\"]\n"
                        "  end\n"
                        "  subgraph t1[\"d.b\"]\n"
                        "    t1c1[\"q\"]\n"
                        "    t1c2[\"r\"]\n"
                        "  end\n"
                        "  r0c0 -->|DIRECT| t0c0\n"
                        "  r0c0 -->|PROJECT| t1c1\n"
                        "  r0c0 -.->|JOIN_COND, FILTER| t1\n"
                        "  r1 -.-> t0\n");
}

/* ---- Text and names ---------------------------------------------------------------------------------- */

static void broken_utf8_is_replaced(void **state)
{
    static const char *const broken[] = { "\x80",     "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                                          "\xE2\x82", "\xFF\xFE" };
    fixture *f = *state;

    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        cln_json_writer json = { .arena = &f->arena, .out = &f->out };
        cln_buffer expected = { NULL, 0, 0 };
        f->out.count = 0;
        cln_write_text(&json, text(broken[i]));
        cln_buffer_add_char(&f->arena, &expected, '"');
        for (size_t byte = 0; byte < strlen(broken[i]); byte++)
            cln_buffer_add_string(&f->arena, &expected, "\xEF\xBF\xBD");
        cln_buffer_add_char(&f->arena, &expected, '"');
        assert_string_equal(cln_buffer_text(&f->arena, &f->out).data,
                            cln_buffer_text(&f->arena, &expected).data);
    }
}

static void good_utf8_stays(void **state)
{
    static const char good[] = "a\xC3\xA9\xE5\x88\x97\xF0\x9F\x98\x80";
    fixture *f = *state;
    cln_json_writer json = { .arena = &f->arena, .out = &f->out };

    cln_write_text(&json, text(good));
    assert_string_equal(cln_buffer_text(&f->arena, &f->out).data,
                        "\"a\xC3\xA9\xE5\x88\x97\xF0\x9F\x98\x80\"");
    assert_int_equal(cln_display_width(text(good)), 6);
    assert_int_equal(cln_display_width(text("e\xCC\x81")), 1);
}

static void every_number_has_its_word(void **state)
{
    (void)state;
    for (int i = 0; i <= COLLINE_CONDITIONAL; i++)
        assert_non_null(cln_edge_kind_word((colline_edge_kind)i));
    for (int i = 0; i <= COLLINE_STATEMENT_OTHER; i++)
        assert_non_null(cln_statement_kind_word((colline_statement_kind)i));
    for (int i = 0; i <= COLLINE_OPERATION_LOAD; i++)
        assert_non_null(cln_operation_word((colline_operation)i));
    assert_null(cln_edge_kind_word((colline_edge_kind)(COLLINE_CONDITIONAL + 1)));
    assert_null(cln_statement_kind_word((colline_statement_kind)-1));
    assert_string_equal(cln_outcome_word(COLLINE_OUTCOME_PARTIAL), "partial");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(json_is_the_documented_object),
        TEST(json_names_several_targets),
        TEST(json_partitions_paths_flags_and_diagnostics),
        TEST(json_shares_the_line_starts),
        TEST(impala_numbers_vertices_as_impala_does),
        TEST(impala_has_one_vertex_for_a_label),
        TEST(impala_leaves_out_unnamed_kudu_columns),
        TEST(impala_says_nothing_without_columns),
        TEST(murmur_knows_its_test_values),
        TEST(md5_knows_its_test_values),
        TEST(table_is_aligned),
        TEST(table_merges_kinds_and_shows_targets),
        TEST(table_shows_a_source_once_for_a_column),
        TEST(dot_draws_tables_and_arrows),
        TEST(mermaid_draws_tables_and_arrows),
        TEST(broken_utf8_is_replaced),
        TEST(good_utf8_stays),
        TEST(every_number_has_its_word),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
