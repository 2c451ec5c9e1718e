/* Tables, names, types and functions: how they are kept and found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "catalog/catalog.h"

static cln_fault fault;
static cln_arena arena;
static cln_catalog shared, overlay;

static int set_up(void **state)
{
    (void)state;
    memset(&fault, 0, sizeof fault);
    cln_arena_init(&arena, &fault, NULL);
    cln_catalog_init(&shared, NULL, NULL, NULL);
    cln_catalog_init(&overlay, NULL, &fault, &shared);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    cln_catalog_clear(&overlay);
    cln_catalog_clear(&shared);
    cln_arena_free(&arena);
    return 0;
}

static colline_text text(const char *string)
{
    return cln_text_of(string, strlen(string));
}

static const cln_dialect *dialect_of(colline_dialect id)
{
    return cln_dialect_of(id);
}

static cln_parser *parser_of(colline_dialect id)
{
    cln_parser_options options = { .dialect = dialect_of(id), .max_nesting = 200, .templates = true };

    return cln_parser_new(&arena, &options);
}

/* ---- Names --------------------------------------------------------------------------------------------- */

static const char *shown(const cln_table_name *name)
{
    cln_buffer out = { NULL, 0, 0 };

    cln_buffer_add(&arena, &out, name->catalog);
    cln_buffer_add_char(&arena, &out, '|');
    cln_buffer_add(&arena, &out, name->database);
    cln_buffer_add_char(&arena, &out, '|');
    cln_buffer_add(&arena, &out, name->table);
    return cln_buffer_text(&arena, &out).data;
}

static void names_are_completed(void **state)
{
    static const struct {
        colline_dialect dialect;
        const char *home, *name, *expected;
    } cases[] = {
        { COLLINE_HIVE, "d", "t", "|d|t" },
        { COLLINE_HIVE, "d", "x.t", "|x|t" },
        { COLLINE_HIVE, "", "T", "||t" },
        { COLLINE_HIVE, "d", "a.b.c", "a|b|c" },
        { COLLINE_POSTGRES, "d", "t", "|d|t" },
        { COLLINE_POSTGRES, "d", "x.t", "d|x|t" },
        { COLLINE_POSTGRES, "d.s", "t", "d|s|t" },
        { COLLINE_POSTGRES, "d.s", "x.t", "d|x|t" },
        { COLLINE_POSTGRES, "d.s", "y.x.t", "y|x|t" },
        { COLLINE_POSTGRES, "", "x.T", "|x|t" },
        { COLLINE_POSTGRES, "\"D\".S", "\"T\"", "D|s|T" },
        { COLLINE_SNOWFLAKE, "db.s", "\"my.t\"", "DB|S|my.t" },
        { COLLINE_SNOWFLAKE, "db", "\"a\"\"b\"", "|DB|a\"b" },
        { COLLINE_BIGQUERY, "`my-proj`", "ds.t", "my-proj|ds|t" },
        { COLLINE_BIGQUERY, "", "`my-proj.ds.t`", "my-proj|ds|t" },
        { COLLINE_TSQL, "", "[a b].[c]]d]", "|a b|c]d" },
        { COLLINE_TSQL, "", "srv.db.dbo.t", "srv.db|dbo|t" },
        { COLLINE_TSQL, "", "db..t", "|db|t" },
        { COLLINE_ORACLE, "hr", " emp ", "|HR|EMP" },
        { COLLINE_HIVE, "d", "\"never closed", "|d|\"never closed" },
    };
    (void)state;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const cln_dialect *dialect = dialect_of(cases[i].dialect);
        cln_table_name home = cln_home_of(&arena, dialect, text(cases[i].home));
        cln_table_name name = cln_name_of_text(&arena, dialect, text(cases[i].name), &home);
        assert_string_equal(shown(&name), cases[i].expected);
    }
}

static void columns_are_folded(void **state)
{
    (void)state;
    assert_string_equal(cln_column_of_text(&arena, dialect_of(COLLINE_HIVE), text("aB")).data, "ab");
    assert_string_equal(cln_column_of_text(&arena, dialect_of(COLLINE_SNOWFLAKE), text("aB")).data, "AB");
    assert_string_equal(cln_column_of_text(&arena, dialect_of(COLLINE_SNOWFLAKE), text("\"aB\"")).data, "aB");
    assert_string_equal(cln_column_of_text(&arena, dialect_of(COLLINE_SNOWFLAKE), text("\"a\".b")).data,
                        "\"A\".B");
}

/* ---- Tables -------------------------------------------------------------------------------------------- */

static cln_table_name name_in(colline_dialect id, const char *dotted)
{
    return cln_name_of_text(&arena, dialect_of(id), text(dotted), NULL);
}

/* A table with one column, whose name tells it from others. */
static void put(cln_catalog *catalog, colline_dialect id, const char *name, const char *column)
{
    cln_column_info info = { .name = text(column) };
    cln_table table;

    memset(&table, 0, sizeof table);
    table.name = name_in(id, name);
    table.dialect = dialect_of(id);
    table.columns = &info;
    table.column_count = 1;
    cln_catalog_put(catalog, &table);
}

/* The column of the table that is found; "" where there is none. */
static const char *found(cln_catalog *catalog, colline_dialect id, const char *name)
{
    cln_table_name wanted = name_in(id, name);
    const cln_table *table = cln_catalog_find(catalog, &wanted);

    return table != NULL ? table->columns[0].name.data : "";
}

static void drop(cln_catalog *catalog, colline_dialect id, const char *name)
{
    cln_table_name unwanted = name_in(id, name);

    cln_catalog_drop(catalog, &unwanted);
}

static void an_overlay_hides_and_adds(void **state)
{
    (void)state;
    put(&shared, COLLINE_HIVE, "d.t", "old");
    put(&shared, COLLINE_HIVE, "d.u", "u");
    put(&overlay, COLLINE_HIVE, "d.t", "new");
    put(&overlay, COLLINE_HIVE, "tmp", "tmp");
    assert_string_equal(found(&overlay, COLLINE_HIVE, "D.T"), "new");
    assert_string_equal(found(&overlay, COLLINE_HIVE, "d.u"), "u");
    assert_string_equal(found(&overlay, COLLINE_HIVE, "tmp"), "tmp");
    assert_string_equal(found(&overlay, COLLINE_HIVE, "x.t"), "");
    assert_string_equal(found(&shared, COLLINE_HIVE, "d.t"), "old");
    drop(&overlay, COLLINE_HIVE, "d.t");
    drop(&overlay, COLLINE_HIVE, "d.nothing");
    assert_string_equal(found(&overlay, COLLINE_HIVE, "d.t"), "");
    assert_string_equal(found(&shared, COLLINE_HIVE, "d.t"), "old");
    put(&overlay, COLLINE_HIVE, "d.t", "again");
    assert_string_equal(found(&overlay, COLLINE_HIVE, "d.t"), "again");
    drop(&shared, COLLINE_HIVE, "d.u");
    assert_string_equal(found(&overlay, COLLINE_HIVE, "d.u"), "");
}

static void the_exact_spelling_wins(void **state)
{
    (void)state;
    put(&shared, COLLINE_POSTGRES, "s.t", "lower");
    put(&shared, COLLINE_POSTGRES, "s.\"T\"", "upper");
    put(&shared, COLLINE_POSTGRES, "s.\"Only\"", "only");
    assert_string_equal(found(&overlay, COLLINE_POSTGRES, "s.T"), "lower");
    assert_string_equal(found(&overlay, COLLINE_POSTGRES, "s.\"T\""), "upper");
    assert_string_equal(found(&overlay, COLLINE_POSTGRES, "s.only"), "only");
    assert_string_equal(found(&overlay, COLLINE_POSTGRES, "s.\"ONLY\""), "");
    drop(&overlay, COLLINE_POSTGRES, "s.\"T\"");
    assert_string_equal(found(&overlay, COLLINE_POSTGRES, "s.\"T\""), "");
    assert_string_equal(found(&overlay, COLLINE_POSTGRES, "s.t"), "lower");
    drop(&overlay, COLLINE_POSTGRES, "s.t");
    assert_string_equal(found(&overlay, COLLINE_POSTGRES, "s.t"), "");
}

static void case_means_nothing_where_the_dialect_says_so(void **state)
{
    (void)state;
    put(&shared, COLLINE_TSQL, "dbo.Persons", "old");
    assert_string_equal(found(&overlay, COLLINE_TSQL, "DBO.persons"), "old");
    put(&overlay, COLLINE_TSQL, "dbo.PERSONS", "new");
    assert_string_equal(found(&overlay, COLLINE_TSQL, "dbo.Persons"), "new");
    drop(&overlay, COLLINE_TSQL, "dbo.persons");
    assert_string_equal(found(&overlay, COLLINE_TSQL, "dbo.Persons"), "");
    assert_string_equal(found(&overlay, COLLINE_TSQL, "dbo.PERSONS"), "");
    put(&shared, COLLINE_TSQL, "dbo.persons", "replaced");
    assert_string_equal(found(&shared, COLLINE_TSQL, "dbo.Persons"), "replaced");
}

/* Of several that differ in case alone, those count that nobody has dropped. */
static void dropped_spellings_are_passed_over(void **state)
{
    (void)state;
    put(&shared, COLLINE_POSTGRES, "s.\"Ab\"", "one");
    put(&shared, COLLINE_POSTGRES, "s.\"aB\"", "two");
    put(&shared, COLLINE_POSTGRES, "x.ab", "elsewhere");
    assert_string_equal(found(&overlay, COLLINE_POSTGRES, "s.ab"), "two");
    drop(&overlay, COLLINE_POSTGRES, "s.\"aB\"");
    assert_string_equal(found(&overlay, COLLINE_POSTGRES, "s.ab"), "one");
    drop(&overlay, COLLINE_POSTGRES, "s.\"Ab\"");
    assert_string_equal(found(&overlay, COLLINE_POSTGRES, "s.ab"), "");
    put(&overlay, COLLINE_POSTGRES, "s.\"AB\"", "three");
    assert_string_equal(found(&overlay, COLLINE_POSTGRES, "s.ab"), "three");
}

static void long_names_are_found(void **state)
{
    char name[2048], other[2048];
    (void)state;

    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    memcpy(other, name, sizeof name);
    other[sizeof other - 2] = 'b';
    put(&shared, COLLINE_HIVE, name, "x");
    assert_string_equal(found(&overlay, COLLINE_HIVE, name), "x");
    assert_string_equal(found(&overlay, COLLINE_HIVE, other), "");
}

static void everything_is_copied(void **state)
{
    char column[] = "a", view_column[] = "v", definition[] = "SELECT 1", format[] = "kudu";
    cln_column_info info = { .name = cln_text_of(column, 1), .partition = true };
    colline_text renamed = cln_text_of(view_column, 1);
    cln_table table;
    const cln_table *kept;
    (void)state;

    memset(&table, 0, sizeof table);
    table.name = name_in(COLLINE_HIVE, "d.v");
    table.columns = &info;
    table.column_count = 1;
    table.view_columns = &renamed;
    table.view_column_count = 1;
    table.definition = cln_text_of(definition, 8);
    table.format = cln_text_of(format, 4);
    table.feed = &info;
    kept = cln_catalog_put(&shared, &table);
    column[0] = view_column[0] = definition[0] = format[0] = '?';
    assert_string_equal(kept->columns[0].name.data, "a");
    assert_true(kept->columns[0].partition);
    assert_string_equal(kept->view_columns[0].data, "v");
    assert_string_equal(kept->definition.data, "SELECT 1");
    assert_string_equal(kept->format.data, "kudu");
    assert_ptr_equal(kept->feed, &info);
}

static void columns_of_wide_tables_are_found(void **state)
{
    cln_column_info columns[500];
    cln_table table;
    const cln_table *kept;
    (void)state;

    for (size_t i = 0; i < 500; i++) {
        char name[16];
        columns[i] =
            (cln_column_info){ .name = cln_text_copy(&arena, cln_text_of(name, (size_t)sprintf(name, "C%zu", i))) };
    }
    columns[400].name = text("c7");
    memset(&table, 0, sizeof table);
    table.name = name_in(COLLINE_POSTGRES, "t");
    table.columns = columns;
    for (table.column_count = 3; table.column_count <= 500; table.column_count += 497) {
        kept = cln_catalog_put(&shared, &table);
        assert_ptr_equal(cln_table_column(kept, text("C2"), true), &kept->columns[2]);
        assert_ptr_equal(cln_table_column(kept, text("c2"), false), &kept->columns[2]);
        assert_null(cln_table_column(kept, text("c2"), true));
        assert_null(cln_table_column(kept, text("d"), false));
    }
    assert_ptr_equal(cln_table_column(kept, text("C7"), false), &kept->columns[7]);
    assert_ptr_equal(cln_table_column(kept, text("c7"), true), &kept->columns[400]);
    assert_ptr_equal(cln_table_column(kept, text("c499"), false), &kept->columns[499]);
}

static unsigned asked;

static void provide(void *user, const colline_column_ref *table, colline_catalog *into)
{
    (void)user;
    asked++;
    if (strcmp(table->table.data, "known") == 0)
        put(into, COLLINE_HIVE, "d.known", "provided");
}

static void the_provider_is_asked_once(void **state)
{
    (void)state;
    asked = 0;
    assert_false(cln_catalog_given(&overlay));
    shared.provider = provide;
    assert_true(cln_catalog_given(&overlay));
    for (int i = 0; i < 3; i++) {
        assert_string_equal(found(&overlay, COLLINE_HIVE, "d.known"), "provided");
        assert_string_equal(found(&overlay, COLLINE_HIVE, "d.unknown"), "");
    }
    assert_int_equal(asked, 2);
    assert_string_equal(found(&shared, COLLINE_HIVE, "d.known"), "");
    drop(&overlay, COLLINE_HIVE, "d.known");
    assert_string_equal(found(&overlay, COLLINE_HIVE, "d.known"), "");
    assert_int_equal(asked, 2);
}

/* ---- Types --------------------------------------------------------------------------------------------- */

static const cln_type *type_of(colline_dialect id, const char *written)
{
    const cln_node *node = cln_parse_type(parser_of(id), text(written), &arena);

    assert_non_null(node);
    return cln_type_copy(&arena, cln_type_of(&arena, dialect_of(id), text(written), node));
}

static void types_have_one_notation(void **state)
{
    static const struct {
        colline_dialect dialect;
        const char *written, *expected;
    } cases[] = {
        { COLLINE_HIVE, "INT", "int" },
        { COLLINE_HIVE, "Decimal ( 10 , 2 )", "decimal(10,2)" },
        { COLLINE_HIVE, "ARRAY<STRUCT<sku: STRING, qty: INT>>", "array<struct<sku:string,qty:int>>" },
        { COLLINE_HIVE, "MAP<STRING,ARRAY<INT>>", "map<string,array<int>>" },
        { COLLINE_HIVE, "UNIONTYPE<INT,STRING>", "uniontype<int,string>" },
        { COLLINE_POSTGRES, "timestamp  with time zone", "timestamp with time zone" },
        { COLLINE_POSTGRES, "integer[]", "array<integer>" },
        { COLLINE_TRINO, "ROW(a BIGINT, b VARCHAR(10))", "struct<a:bigint,b:varchar(10)>" },
        { COLLINE_TRINO, "MAP(VARCHAR, ARRAY(BIGINT))", "map<varchar,array<bigint>>" },
        { COLLINE_DUCKDB, "STRUCT(a INT, b VARCHAR[])", "struct<a:int,b:array<varchar>>" },
        { COLLINE_CLICKHOUSE, "Array(Nullable(String))", "array<string>" },
        { COLLINE_CLICKHOUSE, "LowCardinality(Nullable(String))", "string" },
        { COLLINE_CLICKHOUSE, "Map(String, UInt8)", "map<string,uint8>" },
        { COLLINE_CLICKHOUSE, "Tuple(UInt8, String)", "struct<1:uint8,2:string>" },
        { COLLINE_CLICKHOUSE, "Tuple(a UInt8, b String)", "struct<a:uint8,b:string>" },
        { COLLINE_BIGQUERY, "ARRAY<STRUCT<x INT64, y ARRAY<STRING>>>",
          "array<struct<x:int64,y:array<string>>>" },
    };
    (void)state;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(type_of(cases[i].dialect, cases[i].written)->text.data, cases[i].expected);
    assert_string_equal(cln_type_opaque(&arena, text("  What ( 1,  'A B' ) EVER it is "))->text.data,
                        "what(1,'A B')ever it is");
}

static void types_have_parts(void **state)
{
    const cln_type *type = type_of(COLLINE_HIVE, "ARRAY<STRUCT<Sku: STRING, m: MAP<INT, DECIMAL(3, 1)>>>");
    const cln_field *field;
    (void)state;

    assert_int_equal(type->kind, CLN_TYPE_ARRAY);
    assert_int_equal(type->element->kind, CLN_TYPE_STRUCT);
    assert_int_equal(type->element->field_count, 2);
    field = cln_type_field(type->element, text("M"));
    assert_int_equal(field->type->kind, CLN_TYPE_MAP);
    assert_true(cln_text_equal(field->type->text, CLN_TEXT("map<int,decimal(3,1)>")));
    assert_true(cln_text_equal(field->type->key->text, CLN_TEXT("int")));
    assert_true(cln_text_equal(field->type->element->text, CLN_TEXT("decimal(3,1)")));
    assert_string_equal(type->element->fields[0].name.data, "sku");
    assert_null(cln_type_field(type->element, text("x")));
    assert_null(cln_type_field(type, text("sku")));
    assert_null(cln_type_field(NULL, text("sku")));
    assert_null(cln_type_copy(&arena, NULL));
}

/* ---- CREATE TABLE -------------------------------------------------------------------------------------- */

static cln_table created(colline_dialect id, const char *home, const char *sql)
{
    cln_diagnostics diagnostics = { .arena = &arena };
    cln_table_name at = cln_home_of(&arena, dialect_of(id), text(home));
    const cln_node *tree = cln_parse_one(parser_of(id), text(sql), &arena, &diagnostics);

    if (tree == NULL)
        fail_msg("%s: %s", sql, diagnostics.list.count > 0 ? diagnostics.list.items[0].message.data : "no tree");
    return cln_table_of_create(&arena, dialect_of(id), text(sql), CLN_AS(create_table, tree), &at);
}

/* "a:int, *p:string" */
static const char *columns_shown(const cln_table *table)
{
    cln_buffer out = { NULL, 0, 0 };

    for (uint32_t i = 0; i < table->column_count; i++) {
        cln_buffer_add_string(&arena, &out, i > 0 ? ", " : "");
        cln_buffer_add_string(&arena, &out, table->columns[i].partition ? "*" : "");
        cln_buffer_add(&arena, &out, table->columns[i].name);
        if (table->columns[i].type != NULL) {
            cln_buffer_add_char(&arena, &out, ':');
            cln_buffer_add(&arena, &out, table->columns[i].type->text);
        }
    }
    return cln_buffer_text(&arena, &out).data;
}

static void tables_are_created(void **state)
{
    static const struct {
        colline_dialect dialect;
        const char *sql, *columns, *name, *format;
    } cases[] = {
        { COLLINE_HIVE,
          "CREATE TABLE t (A INT, b DECIMAL(10, 2)) PARTITIONED BY (P STRING, q INT) STORED AS ORC",
          "a:int, b:decimal(10,2), *p:string, *q:int", "|d|t", "orc" },
        { COLLINE_IMPALA,
          "CREATE TABLE x.t (a INT PRIMARY KEY) PARTITION BY HASH (a) PARTITIONS 3 STORED AS KUDU", "a:int",
          "|x|t", "kudu" },
        { COLLINE_SPARK, "CREATE TABLE t (a INT, p STRING, b INT) USING parquet PARTITIONED BY (p)",
          "a:int, *p:string, b:int", "|d|t", "parquet" },
        { COLLINE_POSTGRES, "CREATE TEMP TABLE \"T\" (\"A\" int, b text[], PRIMARY KEY (b))",
          "A:int, b:array<text>", "|d|T", "" },
    };
    (void)state;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cln_table table = created(cases[i].dialect, "d", cases[i].sql);
        assert_string_equal(columns_shown(&table), cases[i].columns);
        assert_string_equal(shown(&table.name), cases[i].name);
        assert_true(cln_text_equal(table.format, text(cases[i].format)));
        assert_int_equal(table.kind, i == 3 ? COLLINE_TEMPORARY : COLLINE_TABLE);
    }
}

/* ---- JSON ---------------------------------------------------------------------------------------------- */

static bool read_json(colline_dialect id, const char *json, cln_diagnostics *diagnostics)
{
    memset(diagnostics, 0, sizeof *diagnostics);
    diagnostics->arena = &arena;
    return cln_catalog_read_json(&shared, dialect_of(id), text(json), diagnostics);
}

static void a_document_is_read(void **state)
{
    static const char json[] =
        "{\"version\":7,\"tables\":["
        "{\"name\":\"Dw.Fact_Order\",\"kind\":\"table\",\"format\":\"PARQUET\",\"owner\":{},\"columns\":["
        "{\"name\":\"Region\",\"type\":\"STRING\"},{\"name\":\"items\",\"type\":\"ARRAY<STRUCT<a:INT>>\"},"
        "{\"name\":\"odd\",\"type\":\"NO TYPE<((\"},{\"name\":\"dt\",\"type\":null,\"partition\":true}]},"
        "{\"name\":\"dw.v\",\"definition\":\"SELECT region FROM "
        "fact_order\",\"columns\":[{\"name\":\"r\"}]}],"
        "\"functions\":[{\"name\":\"dw.Mask\",\"kind\":\"scalar\",\"value_arguments\":[0,2]},"
        "{\"name\":\"m\",\"kind\":\"aggregate\"},{\"name\":\"rows\",\"kind\":\"table\",\"columns\":[\"Word\","
        "\"place\"]}]}";
    cln_diagnostics diagnostics;
    cln_table_name name = name_in(COLLINE_HIVE, "dw.fact_order"), view = name_in(COLLINE_HIVE, "dw.v");
    const cln_table *table;
    const cln_function *function;
    (void)state;

    assert_true(read_json(COLLINE_HIVE, json, &diagnostics));
    assert_int_equal(diagnostics.list.count, 0);
    table = cln_catalog_find(&overlay, &name);
    assert_string_equal(table->format.data, "parquet");
    assert_int_equal(table->column_count, 4);
    assert_string_equal(table->columns[0].name.data, "region");
    assert_int_equal(table->columns[1].type->kind, CLN_TYPE_ARRAY);
    assert_int_equal(table->columns[2].type->kind, CLN_TYPE_SCALAR);
    assert_string_equal(table->columns[2].type->text.data, "no type<((");
    assert_null(table->columns[3].type);
    assert_true(table->columns[3].partition);
    table = cln_catalog_find(&overlay, &view);
    assert_int_equal(table->kind, COLLINE_VIEW);
    assert_string_equal(table->home.database.data, "dw");
    assert_int_equal(table->view_column_count, 1);
    function = cln_catalog_function(&overlay, text("DW.mask"));
    assert_int_equal(function->kind, COLLINE_FUNCTION_SCALAR);
    assert_false(function->all_arguments);
    assert_int_equal(function->value_argument_count, 2);
    assert_int_equal(function->value_arguments[1], 2);
    assert_true(cln_catalog_function(&overlay, text("M"))->all_arguments);
    assert_string_equal(cln_catalog_function(&overlay, text("rows"))->columns[0].data, "word");
    assert_null(cln_catalog_function(&overlay, text("mask")));
}

static void bad_entries_are_left_out(void **state)
{
    static const char json[] = "{\"tables\":[7,{\"columns\":[]},{\"name\":\"a\",\"kind\":\"tabel\"},{"
                               "\"name\":\"b\",\"columns\":[{\"type\":\"INT\"}]},"
                               "{\"name\":\"c\",\"columns\":[{\"name\":\"x\",\"partition\":1}]},{\"name\":"
                               "\"good\",\"columns\":[{\"name\":\"x\"}]}],"
                               "\"functions\":[{\"name\":\"f\",\"value_arguments\":[-1]},{\"name\":\"g\"}]}";
    cln_diagnostics diagnostics;
    (void)state;

    assert_false(read_json(COLLINE_HIVE, json, &diagnostics));
    assert_int_equal(diagnostics.list.count, 6);
    for (uint32_t i = 0; i < 6; i++)
        assert_string_equal(diagnostics.list.items[i].code, "bad_catalog");
    assert_int_equal(diagnostics.list.items[0].at.offset, 11);
    assert_string_equal(found(&overlay, COLLINE_HIVE, "good"), "x");
    for (const char *name = "abc"; *name != '\0'; name++)
        assert_string_equal(found(&overlay, COLLINE_HIVE, (char[]){ *name, '\0' }), "");
    assert_null(cln_catalog_function(&overlay, text("f")));
    assert_non_null(cln_catalog_function(&overlay, text("g")));
}

/* Each of these entries is left out, for one reason. */
static void each_member_is_checked(void **state)
{
    static const char *const bad[] = {
        "{\"tables\":[{\"name\":\"a\",\"columns\":[1]}]}",
        "{\"tables\":[{\"name\":\"db.\"}]}",
        "{\"tables\":[{\"name\":\"\"}]}",
        "{\"tables\":[{\"name\":7}]}",
        "{\"tables\":[{\"name\":\"a\",\"kind\":1}]}",
        "{\"tables\":[{\"name\":\"a\",\"format\":[]}]}",
        "{\"tables\":[{\"name\":\"a\",\"definition\":1}]}",
        "{\"tables\":[{\"name\":\"a\",\"default_db\":1}]}",
        "{\"tables\":[{\"name\":\"a\",\"columns\":{}}]}",
        "{\"tables\":[{\"name\":\"a\",\"columns\":[{\"name\":\"x\",\"type\":1}]}]}",
        "{\"functions\":[{\"name\":\"f\",\"kind\":\"odd\"}]}",
        "{\"functions\":[{\"name\":\"f\",\"columns\":[1]}]}",
        "{\"functions\":[{\"name\":\"f\",\"columns\":\"x\"}]}",
        "{\"functions\":[{\"name\":\"f\",\"value_arguments\":[\"x\"]}]}",
        "{\"functions\":[7]}",
    };
    cln_diagnostics diagnostics;
    (void)state;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(read_json(COLLINE_HIVE, bad[i], &diagnostics));
        assert_int_equal(diagnostics.list.count, 1);
    }
    assert_false(cln_catalog_given(&overlay));
}

/* What may be left out may be null; a view's names are those of its database. */
static void members_may_be_null(void **state)
{
    static const char json[] =
        "{\"tables\":[{\"name\":\"a\",\"kind\":null,\"format\":null,\"definition\":null,\"columns\":null},"
        "{\"name\":\"x.b\",\"kind\":\"MATERIALIZED_VIEW\",\"definition\":\"SELECT c FROM t\",\"default_db\":\"y\","
        "\"columns\":[{\"name\":\"c\",\"partition\":null,\"type\":\"INT\"},{\"name\":\"d\",\"partition\":false,\"type\":\"INT\"}]}]}";
    cln_table_name name = name_in(COLLINE_HIVE, "x.b");
    cln_diagnostics diagnostics;
    const cln_table *table;
    (void)state;

    assert_true(read_json(COLLINE_HIVE, json, &diagnostics));
    assert_true(cln_catalog_given(&overlay));
    table = cln_catalog_find(&overlay, &name);
    assert_int_equal(table->kind, COLLINE_MATERIALIZED_VIEW);
    assert_string_equal(table->home.database.data, "y");
    assert_int_equal(table->view_column_count, 2);
    assert_true(table->columns[0].type->kind == CLN_TYPE_SCALAR && !table->columns[0].partition);
}

static void what_is_no_document_adds_nothing(void **state)
{
    cln_diagnostics diagnostics;
    (void)state;

    assert_false(read_json(COLLINE_HIVE, "{\"tables\":[{\"name\":\"t\",\"columns\":[{\"name\":\"x\"}]}]",
                           &diagnostics));
    assert_int_equal(diagnostics.list.count, 1);
    assert_int_equal(diagnostics.list.items[0].at.offset, 49);
    assert_false(cln_catalog_given(&overlay));
    assert_false(read_json(COLLINE_HIVE, "[]", &diagnostics));
    assert_false(read_json(COLLINE_HIVE, "{\"tables\":{}}", &diagnostics));
    assert_true(read_json(COLLINE_HIVE, "{}", &diagnostics));
}

/* ---- Built-in functions ----------------------------------------------------------------------------------
 */

static const char *const function_names[] = {
#define FUNCTION(name, traits, dialects) name,
#include "catalog/builtins.def"
};

static void functions_are_sorted(void **state)
{
    size_t count = sizeof function_names / sizeof *function_names;
    (void)state;

    for (size_t i = 0; i + 1 < count; i++)
        if (strcmp(function_names[i], function_names[i + 1]) > 0)
            fail_msg("%s stands in front of %s", function_names[i], function_names[i + 1]);
    for (size_t i = 0; i < count; i++)
        assert_true(cln_text_equal(cln_text_lower(&arena, text(function_names[i])), text(function_names[i])));
}

static void functions_have_traits(void **state)
{
    static const struct {
        colline_dialect dialect;
        const char *name;
        uint32_t traits;
    } cases[] = {
        { COLLINE_HIVE, "SUM", CLN_TRAIT_AGGREGATE },
        { COLLINE_GENERIC, "sum", CLN_TRAIT_AGGREGATE },
        { COLLINE_IMPALA, "upper", 0 },
        { COLLINE_IMPALA, "appx_median", CLN_TRAIT_AGGREGATE },
        { COLLINE_HIVE, "Lag", CLN_TRAIT_WINDOW },
        { COLLINE_HIVE, "posexplode", CLN_TRAIT_TABLE },
        { COLLINE_SNOWFLAKE, "FLATTEN", CLN_TRAIT_TABLE },
        { COLLINE_TRINO, "flatten", 0 },
        { COLLINE_TSQL, "isnull", CLN_TRAIT_CANDIDATES },
        { COLLINE_HIVE, "isnull", 0 },
        { COLLINE_ORACLE, "nvl2", CLN_TRAIT_CONDITION_FIRST },
        { COLLINE_ORACLE, "decode", CLN_TRAIT_DECODE },
        { COLLINE_HIVE, "decode", 0 },
        { COLLINE_TRINO, "max_by", CLN_TRAIT_AGGREGATE | CLN_TRAIT_SECOND_SORT },
        { COLLINE_POSTGRES, "percentile_cont", CLN_TRAIT_AGGREGATE | CLN_TRAIT_ORDER_IS_VALUE },
        { COLLINE_ORACLE, "sysdate", CLN_TRAIT_BARE },
        { COLLINE_MYSQL, "level", 0 },
        { COLLINE_CLICKHOUSE, "sumIf", CLN_TRAIT_AGGREGATE | CLN_TRAIT_LAST_FILTER },
        { COLLINE_CLICKHOUSE, "uniqExactArrayIfOrNull", CLN_TRAIT_AGGREGATE | CLN_TRAIT_LAST_FILTER },
        { COLLINE_CLICKHOUSE, "quantilesTimingMergeState", CLN_TRAIT_AGGREGATE },
        { COLLINE_CLICKHOUSE, "avgSimpleState", CLN_TRAIT_AGGREGATE },
        { COLLINE_CLICKHOUSE, "multiIf", CLN_TRAIT_CASE },
        { COLLINE_CLICKHOUSE, "lowerIf", 0 },
        { COLLINE_CLICKHOUSE, "If", CLN_TRAIT_CONDITION_FIRST },
        { COLLINE_CLICKHOUSE, "IfIfIfIf", 0 },
        { COLLINE_HIVE, "sumIf", 0 },
        { COLLINE_BIGQUERY, "HLL_COUNT.INIT", CLN_TRAIT_AGGREGATE },
        { COLLINE_HIVE, "", 0 },
    };
    char endless[5000];
    (void)state;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (cln_builtin_traits(dialect_of(cases[i].dialect), text(cases[i].name)) != cases[i].traits)
            fail_msg("%s", cases[i].name);
    memset(endless, 'x', sizeof endless);
    assert_int_equal(cln_builtin_traits(dialect_of(COLLINE_CLICKHOUSE), cln_text_of(endless, sizeof endless)),
                     0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(names_are_completed),
        TEST(columns_are_folded),
        TEST(an_overlay_hides_and_adds),
        TEST(the_exact_spelling_wins),
        TEST(case_means_nothing_where_the_dialect_says_so),
        TEST(dropped_spellings_are_passed_over),
        TEST(long_names_are_found),
        TEST(everything_is_copied),
        TEST(columns_of_wide_tables_are_found),
        TEST(the_provider_is_asked_once),
        TEST(types_have_one_notation),
        TEST(types_have_parts),
        TEST(tables_are_created),
        TEST(a_document_is_read),
        TEST(bad_entries_are_left_out),
        TEST(each_member_is_checked),
        TEST(members_may_be_null),
        TEST(what_is_no_document_adds_nothing),
        TEST(functions_are_sorted),
        TEST(functions_have_traits),
    };

    return cmocka_run_group_tests_name("catalog", tests, NULL, NULL);
}
