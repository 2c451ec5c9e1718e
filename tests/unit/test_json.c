/* The JSON reader: what it takes, what it refuses, and how long it takes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "catalog/json.h"

/* One arena for each test; running out of memory would abort the test. */
static cln_fault fault;
static cln_arena arena;

static int set_up(void **state)
{
    (void)state;
    memset(&fault, 0, sizeof fault);
    cln_arena_init(&arena, &fault, NULL);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    cln_arena_free(&arena);
    return 0;
}

static const cln_json *read_text(const char *text)
{
    cln_json_error error;

    return cln_json_read(&arena, cln_text_of(text, strlen(text)), &error);
}

static void takes_every_kind(void **state)
{
    const cln_json *v =
        read_text(" {\"a\" : [1, -2.5e+3, 1E-2, 0.5E1, \"x\", true, false, null, {}, []] ,\"b\":{\"c\":\"d\"}} ");
    const cln_json *item;
    (void)state;

    assert_non_null(v);
    assert_int_equal(v->kind, CLN_JSON_OBJECT);
    assert_int_equal(v->count, 2);
    item = cln_json_member(v, "a")->first;
    assert_int_equal(cln_json_member(v, "a")->count, 10);
    assert_string_equal(cln_json_member(cln_json_member(v, "b"), "c")->text.data, "d");
    for (int kind = 0; item != NULL; item = item->next, kind++) {
        static const cln_json_kind kinds[] = { CLN_JSON_NUMBER, CLN_JSON_NUMBER, CLN_JSON_NUMBER, CLN_JSON_NUMBER, CLN_JSON_STRING,
                                               CLN_JSON_TRUE,   CLN_JSON_FALSE,  CLN_JSON_NULL,
                                               CLN_JSON_OBJECT, CLN_JSON_ARRAY };
        assert_int_equal(item->kind, kinds[kind]);
    }
}

static void knows_where_things_stand(void **state)
{
    const cln_json *v = read_text("{\"a\":[1,22]}");
    const cln_json *list = cln_json_member(v, "a");
    (void)state;

    assert_int_equal(v->at.offset, 0);
    assert_int_equal(v->at.length, 12);
    assert_int_equal(list->at.offset, 5);
    assert_int_equal(list->at.length, 6);
    assert_int_equal(list->first->next->at.offset, 8);
    assert_int_equal(list->first->next->at.length, 2);
}

static void decodes_strings(void **state)
{
    static const struct {
        const char *json, *text;
    } cases[] = {
        { "\"\"", "" },
        { "\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "a\"\\/\b\f\n\r\t" },
        { "\"\\u0041\\u00e9\\u20AC\"", "A\xC3\xA9\xE2\x82\xAC" },
        { "\"\\ud83d\\ude00\"", "\xF0\x9F\x98\x80" },
        { "\"\xF0\x9F\x98\x80\xC3\xA9\"", "\xF0\x9F\x98\x80\xC3\xA9" },
        { "\"\\ud83dx\"", "\xEF\xBF\xBDx" },
        { "\"\\ude00\"", "\xEF\xBF\xBD" },
        { "\"\\ud83d\\ud83d\\ude00\"", "\xEF\xBF\xBD\xF0\x9F\x98\x80" },
        { "\xEF\xBB\xBF\"after a mark\"", "after a mark" },
        { "\"\\uE000\\ud83d\\n\\ud83d\\uE000\\ud83d\\u0041\"", "\xEE\x80\x80\xEF\xBF\xBD\n\xEF\xBF\xBD\xEE\x80\x80\xEF\xBF\xBD" "A" },
        { "\t\r\n \"\xE0\xA0\x80\xED\x9F\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\"", "\xE0\xA0\x80\xED\x9F\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF" },
    };
    (void)state;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const cln_json *v = read_text(cases[i].json);
        assert_non_null(v);
        assert_string_equal(v->text.data, cases[i].text);
    }
    assert_int_equal(read_text("\"a\\u0000b\"")->text.length, 3);
}

static void refuses_what_is_no_json(void **state)
{
    static const struct {
        const char *json;
        uint32_t offset;
    } cases[] = {
        { "", 0 },
        { "   ", 3 },
        { "{", 1 },
        { "[", 1 },
        { "[1", 2 },
        { "[1,]", 3 },
        { "{\"a\":1,}", 7 },
        { "[1 2]", 3 },
        { "{\"a\"}", 4 },
        { "{\"a\" 1}", 5 },
        { "{a:1}", 1 },
        { "{1:1}", 1 },
        { "1 2", 2 },
        { "nul", 0 },
        { "nulls", 4 },
        { "True", 0 },
        { "01", 1 },
        { "-", 1 },
        { "1.", 2 },
        { ".5", 0 },
        { "1e", 2 },
        { "+1", 0 },
        { "'a'", 0 },
        { "\"a", 0 },
        { "\"a\nb\"", 2 },
        { "\"\\x\"", 1 },
        { "\"\\u12g4\"", 1 },
        { "\"\\", 1 },
        { "[1] // x", 4 },
        { "\"\xC3(\"", 1 },
        { "\"\xFF\"", 1 },
        { "\"\xC0\x80\"", 1 },
        { "\"\xED\xA0\x80\"", 1 },
        { "\"\xF4\x90\x80\x80\"", 1 },
        { "\"\xE0\x80\x80\"", 1 },
        { "\"\xF0\x80\x80\x80\"", 1 },
        { "\"\xE2\x82\"", 1 },
        { "\"\xE2\x82(\"", 1 },
        { "\"\xF0\x90\x80\xC0\"", 1 },
        { "\"\\u00G0\"", 1 },
        { "\"\\u00/0\"", 1 },
        { "\"\\u00@0\"", 1 },
        { "\"\\u00`0\"", 1 },
        { "{\"\\x\":1}", 2 },
        { "1E", 2 },
        { "1e+", 3 },
        { "1e-x", 3 },
        { "fals", 0 },
        { "]", 0 },
        { "[}", 1 },
        { "{]", 1 },
        { "NaN", 0 },
    };
    (void)state;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cln_json_error error = { 999, NULL };
        const cln_json *v = cln_json_read(&arena, cln_text_of(cases[i].json, strlen(cases[i].json)), &error);
        if (v != NULL || error.offset != cases[i].offset)
            fail_msg("%s: %s at %u, expected at %u", cases[i].json, v != NULL ? "read" : error.message,
                     (unsigned)error.offset, (unsigned)cases[i].offset);
        assert_non_null(error.message);
    }
}

static void the_last_of_equal_names_counts(void **state)
{
    const cln_json *v = read_text("{\"a\":1,\"b\":2,\"a\":3}");
    (void)state;

    assert_string_equal(cln_text_copy(&arena, cln_json_member(v, "a")->text).data, "3");
    assert_null(cln_json_member(v, "c"));
    assert_null(cln_json_member(NULL, "c"));
    assert_null(cln_json_member(cln_json_member(v, "a"), "c"));
}

static void reads_places(void **state)
{
    uint32_t n = 7;
    (void)state;

    assert_true(cln_json_uint32(read_text("4294967295"), &n));
    assert_int_equal(n, UINT32_MAX);
    assert_false(cln_json_uint32(read_text("4294967296"), &n));
    assert_false(cln_json_uint32(read_text("99999999999999999999999999"), &n));
    assert_false(cln_json_uint32(read_text("-1"), &n));
    assert_false(cln_json_uint32(read_text("1.0"), &n));
    assert_false(cln_json_uint32(read_text("\"1\""), &n));
    assert_false(cln_json_uint32(NULL, &n));
    assert_false(cln_json_uint32(read_text("1e3"), &n));
}

static char *nested(uint32_t depth)
{
    char *text = malloc(2 * (size_t)depth + 1);

    memset(text, '[', depth);
    memset(text + depth, ']', depth);
    text[2 * depth] = '\0';
    return text;
}

static void nesting_has_a_limit(void **state)
{
    char *good = nested(CLN_JSON_DEPTH), *bad = nested(CLN_JSON_DEPTH + 1), *worse = nested(2000000);
    (void)state;

    assert_non_null(read_text(good));
    assert_null(read_text(bad));
    assert_null(read_text(worse));
    free(good);
    free(bad);
    free(worse);
}

static int count_question(void *user)
{
    ++*(size_t *)user;
    return 0;
}

/* How often a reader of so many members asks whether to go on. */
static size_t questions_for(size_t items)
{
    char *text = malloc(items * 32 + 32), *p = text;
    size_t questions = 0;

    *p++ = '{';
    for (size_t i = 0; i < items; i++)
        p += sprintf(p, "%s\"n%zu\":\"\\u0041 b\"", i > 0 ? "," : "", i);
    strcpy(p, "}");
    fault.cancelled = count_question;
    fault.user = &questions;
    assert_non_null(read_text(text));
    fault.cancelled = NULL;
    free(text);
    return questions;
}

static void takes_linear_work(void **state)
{
    size_t one = questions_for(250000), two = questions_for(500000);
    (void)state;

    assert_true(one > 20 && two > one && two <= 2 * one + 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(takes_every_kind, set_up, tear_down),
        cmocka_unit_test_setup_teardown(knows_where_things_stand, set_up, tear_down),
        cmocka_unit_test_setup_teardown(decodes_strings, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_what_is_no_json, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_last_of_equal_names_counts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reads_places, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nesting_has_a_limit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(takes_linear_work, set_up, tear_down),
    };

    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
