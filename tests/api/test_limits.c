/*
 * Hostile texts: as deep as is allowed on a small stack, and deeper; lengths that an offset cannot hold; bytes
 * that are no text; quotes that never end.
 */
#define _POSIX_C_SOURCE 200809L /* stpcpy */
#include "support.h"

#include <pthread.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { STACK_FACTOR = 16 }; /* a sanitizer's frames are larger */
#elif !defined(__OPTIMIZE__)
enum { STACK_FACTOR = 4 }; /* and so are those of -O0 */
#else
enum { STACK_FACTOR = 1 };
#endif

enum { SMALL_STACK = 512 << 10, USUAL_STACK = 8 << 20, DEFAULT_NESTING = 1000, MOST_NESTING = 4000 };

/* ---- Depth --------------------------------------------------------------------------------------- */

/* head, n times open, middle, n times close, tail */
typedef struct shape {
    const char *head, *open, *middle, *close, *tail;
    int levels; /* that one `open` makes */
} shape;

static const shape shapes[] = {
    { "SELECT ", "(", "a", ")", " FROM t", 1 },
    { "SELECT ", "CASE WHEN a THEN ", "b", " END", " FROM t", 2 },
    { "SELECT ", "coalesce(a, ", "b", ")", " FROM t", 1 },
    { "SELECT ", "(SELECT ", "a", " FROM t)", " FROM t", 6 },
    { "SELECT * FROM ", "(SELECT * FROM ", "t", ") q", "", 4 },
    { "SELECT a FROM t WHERE EXISTS (", "SELECT a FROM t WHERE EXISTS (", "SELECT 1", ")", ")", 4 },
    { "SELECT a FROM t WHERE ", "a IN (", "b", ")", "", 1 },
    { "SELECT ", "NOT ", "a", "", " FROM t", 1 },
    { "SELECT ", "- ", "a", "", " FROM t", 1 },
    { "SELECT ", "ARRAY[", "a", "]", " FROM t", 2 },
    { "SELECT a", "[1]", "", "", " FROM t", 1 },
    { "SELECT a", "::INT", "", "", " FROM t", 1 },
    { "SELECT a", ".b", "", "", " FROM t", 1 },
    { "SELECT f(", "x -> ", "x", "", ") FROM t", 1 },
    { "SELECT CAST(a AS ", "ARRAY<", "INT", ">", ") FROM t", 2 },
    { "CREATE TABLE t (a ", "STRUCT<b: ", "INT", ">", ")", 2 },
    { "SELECT * FROM ", "(", "t", " JOIN u ON a = b)", "", 3 },
    { "", "WITH c AS (", "SELECT a FROM t", ") SELECT * FROM c", "", 5 },
    { "", "SELECT a FROM t UNION (", "SELECT a FROM t", ")", "", 3 },
    { "SELECT ", "sum(", "a", ") OVER (ORDER BY a)", " FROM t", 3 },
};

typedef struct task {
    const shape *shape;
    size_t n;
    uint32_t nesting;
    int limited, parsed, others; /* statements: told of the limit; with a tree; behind the first */
} task;

static char *text_of(const shape *s, size_t n)
{
    size_t size = strlen(s->head) + n * (strlen(s->open) + strlen(s->close)) + strlen(s->middle) + strlen(s->tail) + 32;
    char *text = malloc(size), *end = text;

    assert_non_null(text);
    end = stpcpy(end, s->head);
    for (size_t i = 0; i < n; i++)
        end = stpcpy(end, s->open);
    end = stpcpy(end, s->middle);
    for (size_t i = 0; i < n; i++)
        end = stpcpy(end, s->close);
    end = stpcpy(end, s->tail);
    strcpy(end, "; SELECT z FROM t");
    return text;
}

/* Everything that recurses: lineage, forms, the tree, the normal form. */
static void use(task *t, const colline_statement *statement)
{
    colline_text text;

    for (int form = COLLINE_FORMAT_JSON; form <= COLLINE_FORMAT_TREE; form++)
        colline_statement_render(statement, (colline_format)form, NULL, &text);
    colline_statement_normalized(statement);
    if (colline_statement_number(statement) > 1)
        t->others += colline_statement_outcome(statement) == COLLINE_OUTCOME_OK;
    else if (colline_statement_tree(statement) != NULL)
        t->parsed++;
    for (size_t i = 0; i < colline_statement_diagnostic_count(statement); i++)
        t->limited += strcmp(colline_statement_diagnostic(statement, i)->code, "limit") == 0;
}

static void *run(void *argument)
{
    task *t = argument;
    char *text = text_of(t->shape, t->n);
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_session *session = NULL;
    const colline_statement *statement;

    options.max_nesting = t->nesting;
    options.flags = COLLINE_EXPAND_VIEWS;
    if (colline_session_open(NULL, &options, &session) == COLLINE_OK) {
        colline_session_feed(session, text, strlen(text));
        colline_session_finish(session);
        while ((statement = colline_session_next(session)) != NULL)
            use(t, statement);
    }
    colline_session_close(session);
    free(text);
    return NULL;
}

static task run_on_stack(const shape *s, size_t n, uint32_t nesting, size_t stack)
{
    task t = { .shape = s, .n = n, .nesting = nesting };
    pthread_attr_t attributes;
    pthread_t thread;

    pthread_attr_init(&attributes);
    assert_int_equal(pthread_attr_setstacksize(&attributes, stack * STACK_FACTOR), 0);
    assert_int_equal(pthread_create(&thread, &attributes, run, &t), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    return t;
}

static void check_depth(uint32_t nesting, size_t stack)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const shape *s = &shapes[i];
        /* As deep as goes without a diagnostic. */
        task most = run_on_stack(s, (nesting - 20) / (size_t)s->levels, nesting, stack);
        if (most.parsed != 1 || most.limited != 0)
            fail_msg("%s...: parsed %d, limit %d", s->open, most.parsed, most.limited);
    }
}

static void the_default_depth_fits_a_small_stack(void **state)
{
    (void)state;
    check_depth(DEFAULT_NESTING, SMALL_STACK);
}

static void the_greatest_depth_fits_a_usual_stack(void **state)
{
    (void)state;
    check_depth(MOST_NESTING, USUAL_STACK);
}

static void a_hundred_thousand_levels_are_a_diagnostic(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        task t = run_on_stack(&shapes[i], 100000, 0, SMALL_STACK);
        if (t.limited == 0)
            fail_msg("%s...: no limit", shapes[i].open);
        assert_int_equal(t.others, 1);
    }
}

/* ---- Lengths --------------------------------------------------------------------------------------- */

/* None of these reads the text: there is no room for it. */
static void lengths_that_no_offset_holds(void **state)
{
    static const size_t lengths[] = { UINT32_MAX, (size_t)UINT32_MAX + 1, SIZE_MAX / 2, SIZE_MAX - 1, SIZE_MAX };
    colline_catalog *catalog = colline_catalog_new(NULL);
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_session *session = session_on(NULL, NULL, "");
    char *json = NULL;

    (void)state;
    colline_session_reset(session);
    assert_int_equal(colline_session_feed(session, "SELECT 1", 8), COLLINE_OK);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        size_t offset = 0, written = 0;
        colline_token token;
        assert_int_equal(colline_session_feed(session, ";", lengths[i]), COLLINE_E_LIMIT);
        assert_int_equal(colline_session_add_ddl(session, ";", lengths[i], NULL), COLLINE_E_LIMIT);
        assert_int_equal(colline_catalog_add_ddl(catalog, COLLINE_ANSI, NULL, ";", lengths[i], NULL), COLLINE_E_LIMIT);
        assert_int_equal(colline_catalog_add_json(catalog, COLLINE_ANSI, "{}", lengths[i], NULL), COLLINE_E_LIMIT);
        assert_int_equal(colline_lineage_json(NULL, &options, ";", lengths[i], &json, &written), COLLINE_E_LIMIT);
        assert_null(json);
        assert_int_equal(colline_next_token(COLLINE_ANSI, ";", lengths[i], &offset, &token), 0);
        assert_int_equal(colline_fingerprint(COLLINE_ANSI, ";", lengths[i]), 0);
    }
    /* Together with what was fed before. */
    assert_int_equal(colline_session_feed(session, ";", UINT32_MAX - 8), COLLINE_E_LIMIT);
    assert_int_equal(colline_session_feed(session, ";", 1), COLLINE_OK);
    assert_int_equal(colline_session_finish(session), COLLINE_OK);
    assert_non_null(colline_session_next(session));
    colline_session_close(session);
    colline_catalog_release(catalog);
}

/* ---- Bytes ----------------------------------------------------------------------------------------- */

static int count_ok(colline_dialect dialect, const char *sql, size_t length)
{
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_session *session = NULL;
    const colline_statement *statement;
    int ok = 0;

    options.dialect = dialect;
    assert_int_equal(colline_session_open(NULL, &options, &session), COLLINE_OK);
    assert_int_equal(colline_session_feed(session, sql, length), COLLINE_OK);
    assert_int_equal(colline_session_finish(session), COLLINE_OK);
    while ((statement = colline_session_next(session)) != NULL)
        ok += colline_statement_outcome(statement) == COLLINE_OUTCOME_OK &&
              has_edge(statement, "zt.za", "za", COLLINE_DIRECT);
    assert_int_equal(colline_session_status(session), COLLINE_OK);
    colline_session_close(session);
    return ok;
}

/* Whatever stands before it, the next statement is read: in every dialect. */
static void the_next_statement_is_not_affected(void **state)
{
#define TEXT(text) { text, sizeof(text) - 1 }
    static const struct {
        const char *text;
        size_t length;
    } before[] = {
        TEXT("SELECT 'a"),        TEXT("SELECT \"a"),      TEXT("SELECT `a"),        TEXT("SELECT /* a"),
        TEXT("SELECT (a"),        TEXT("SELECT a[1"),      TEXT("SELECT {a"),        TEXT("SELECT CASE WHEN a"),
        TEXT("SELECT $$ a"),      TEXT("SELECT $x$ a"),    TEXT("SELECT {{ a"),      TEXT("SELECT ${a"),
        TEXT("SELECT '''a"),      TEXT("SELECT q'[a"),     TEXT("SELECT x'0"),       TEXT("SELECT a FROM (SELECT b"),
        TEXT("CREATE TABLE t (a"), TEXT("WITH c AS (SELECT"), TEXT("SELECT a\0b"),   TEXT("\0"),
        TEXT("SELECT \xff\xfe"),  TEXT("\xef\xbb\xbfSELECT 1"), TEXT("SELECT \xc3"), TEXT("SELECT 1\r"),
        TEXT("SELECT 'it\\'"),    TEXT("SELECT 1 --"),     TEXT("SELECT a.b."),      TEXT("{% if x"),
    };
#undef TEXT
    char text[128];

    (void)state;
    for (colline_dialect dialect = COLLINE_GENERIC; colline_dialect_name(dialect) != NULL; dialect++)
        for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
            static const char after[] = "\n;\r\nSELECT za FROM zt";
            memcpy(text, before[i].text, before[i].length);
            memcpy(text + before[i].length, after, sizeof after);
            /* (Names are folded to upper case in some dialects: then has_edge() looks for the wrong one.) */
            if (count_ok(dialect, after, sizeof after - 1) == 1 &&
                count_ok(dialect, text, before[i].length + sizeof after - 1) != 1)
                fail_msg("%s: %s", colline_dialect_name(dialect), before[i].text);
        }
}

/* \r\n and \n end a line; a byte-order mark is none of the text. */
static void lines_are_counted(void **state)
{
    colline_session *session = session_on(NULL, NULL, "\xef\xbb\xbfSELECT 1;\r\n\r\nSELECT 2;\nSELECT 3");
    const uint32_t lines[] = { 1, 3, 4 };

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const colline_statement *statement = colline_session_next(session);
        assert_int_equal(colline_statement_outcome(statement), COLLINE_OUTCOME_OK);
        assert_int_equal(colline_statement_line(statement), lines[i]);
    }
    assert_null(colline_session_next(session));
    colline_session_close(session);
}

/* ---- Each limit ------------------------------------------------------------------------------------ */

static int is_limited(const colline_statement *statement)
{
    for (size_t i = 0; i < colline_statement_diagnostic_count(statement); i++)
        if (strcmp(colline_statement_diagnostic(statement, i)->code, "limit") == 0)
            return 1;
    return 0;
}

/* Which statements of the text are told of a limit, as a string of . and L. */
static void limited_ones(const colline_options *options, const char *sql, char *into)
{
    colline_session *session = NULL;
    const colline_statement *statement;

    assert_int_equal(colline_session_open(NULL, options, &session), COLLINE_OK);
    assert_int_equal(colline_session_feed(session, sql, strlen(sql)), COLLINE_OK);
    assert_int_equal(colline_session_finish(session), COLLINE_OK);
    while ((statement = colline_session_next(session)) != NULL)
        *into++ = is_limited(statement) ? 'L' : '.';
    *into = '\0';
    assert_int_equal(colline_session_status(session), COLLINE_OK);
    colline_session_close(session);
}

static void each_limit_is_a_diagnostic(void **state)
{
    colline_options options = COLLINE_OPTIONS_INIT, none = COLLINE_OPTIONS_INIT;
    char seen[16];

    (void)state;
    options.max_tokens = 5;
    limited_ones(&options, "SELECT a FROM t; SELECT a, b FROM t; SELECT b FROM t", seen);
    assert_string_equal(seen, ".L.");
    options = none;
    options.max_statement_bytes = 20;
    limited_ones(&options, "SELECT a FROM t; SELECT aaaaaaaaaa FROM t; SELECT b FROM t", seen);
    assert_string_equal(seen, ".L.");
    options = none;
    options.max_nesting = 10;
    limited_ones(&options, "SELECT a FROM t; SELECT f(f(f(f(f(f(f(f(f(f(f(f(a)))))))))))) FROM t; SELECT b FROM t", seen);
    assert_string_equal(seen, ".L.");
    options = none;
    options.max_edges = 2;
    limited_ones(&options, "SELECT a, b FROM t; SELECT a, b, c FROM t; SELECT b FROM t", seen);
    assert_string_equal(seen, ".L.");
    options = none;
    options.max_tables = 1;
    limited_ones(&options, "CREATE TABLE x (a INT); CREATE TABLE y (a INT); SELECT a FROM x", seen);
    assert_string_equal(seen, ".L.");
    options = none;
    options.max_columns = 3;
    limited_ones(&options, "CREATE TABLE x (a INT, b INT, c INT); ALTER TABLE x ADD COLUMN d INT; SELECT a FROM x", seen);
    assert_string_equal(seen, ".L.");
    options = none;
    options.max_catalog_bytes = 1;
    limited_ones(&options, "CREATE TABLE x (a INT); CREATE TABLE y (a INT); SELECT a FROM x", seen);
    assert_true(seen[1] == 'L' && seen[2] == '.');
}

static void a_catalog_has_limits(void **state)
{
    static const char ddl[] = "CREATE TABLE a (x INT); CREATE TABLE b (x INT)";
    static const char json[] = "{\"tables\":[{\"name\":\"c\",\"columns\":[{\"name\":\"x\"}]}]}";
    colline_catalog *catalog = colline_catalog_new(NULL);
    colline_table_desc table = { .size = sizeof table, .name = "d" };

    (void)state;
    assert_int_equal(colline_catalog_limit(NULL, 1, 0, 0), COLLINE_E_MISUSE);
    assert_int_equal(colline_catalog_limit(catalog, 1, 0, 0), COLLINE_OK);
    colline_catalog_add_ddl(catalog, COLLINE_ANSI, NULL, ddl, sizeof ddl - 1, NULL);
    assert_int_equal(colline_catalog_add_json(catalog, COLLINE_ANSI, json, sizeof json - 1, NULL), COLLINE_E_INPUT);
    assert_int_equal(colline_catalog_add_table(catalog, &table), COLLINE_E_LIMIT);
    colline_catalog_release(catalog);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_depth_fits_a_small_stack),
        cmocka_unit_test(the_greatest_depth_fits_a_usual_stack),
        cmocka_unit_test(a_hundred_thousand_levels_are_a_diagnostic),
        cmocka_unit_test(lengths_that_no_offset_holds),
        cmocka_unit_test(the_next_statement_is_not_affected),
        cmocka_unit_test(lines_are_counted),
        cmocka_unit_test(each_limit_is_a_diagnostic),
        cmocka_unit_test(a_catalog_has_limits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
