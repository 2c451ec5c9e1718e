/*
 * Answers to records, kept (cli/cache.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/cache.h"
#include "cli/files.h"

static colline_options hive = COLLINE_OPTIONS_INIT;

static cli_question question(const char *sql)
{
    hive.dialect = COLLINE_HIVE;
    return (cli_question){ &hive, sql, strlen(sql), true, 0 };
}

/* {"id":*,"of":"TEXT"} for each of the texts, which the answer starts anew with. */
static void say(cli_answer *answer, const char *text)
{
    cli_answer_add(answer, "{\"id\":", strlen("{\"id\":"));
    cli_answer_add_id(answer);
    cli_answer_add(answer, ",\"of\":\"", strlen(",\"of\":\""));
    cli_answer_add(answer, text, strlen(text));
    cli_answer_add(answer, "\"}\n", strlen("\"}\n"));
}

static void keep(cli_cache *cache, const cli_question *q, const char *text)
{
    cli_answer answer = { 0 };
    cli_question asked = *q;

    (void)cli_cache_find(cache, &asked);
    cli_answer_start(&answer);
    say(&answer, text);
    cli_cache_keep(cache, &asked, &answer);
    cli_answer_free(&answer);
}

static void keep_text(cli_cache *cache, const char *sql)
{
    cli_question q = question(sql);

    keep(cache, &q, sql);
}

static bool has_text(cli_cache *cache, const char *sql)
{
    cli_question q = question(sql);

    return cli_cache_find(cache, &q) != NULL;
}

static void check_written(const cli_answer *answer, const char *id, const char *expected)
{
    cli_output output;

    cli_output_start(&output);
    cli_answer_write(answer, id);
    cli_output_stop(&output);
    assert_int_equal(output.length, strlen(expected));
    assert_memory_equal(output.text, expected, output.length);
    free(output.text);
}

static void an_answer_comes_back_with_another_id(void **state)
{
    cli_cache *cache = cli_cache_new(10, 1 << 20);
    cli_question q = question("SELECT a FROM t");
    cli_answer answer = { 0 };
    const cli_answer *found;

    (void)state;
    assert_null(cli_cache_find(cache, &q));
    cli_answer_start(&answer);
    say(&answer, "one");
    say(&answer, "two");
    answer.worst = 1;
    cli_cache_keep(cache, &q, &answer);
    cli_answer_start(&answer); /* what is kept is a copy */
    say(&answer, "three");
    found = cli_cache_find(cache, &q);
    assert_non_null(found);
    assert_int_equal(found->worst, 1);
    check_written(found, "[1,\"x\"]", "{\"id\":[1,\"x\"],\"of\":\"one\"}\n{\"id\":[1,\"x\"],\"of\":\"two\"}\n");
    check_written(&answer, "7", "{\"id\":7,\"of\":\"three\"}\n");
    cli_answer_free(&answer);
    cli_cache_free(cache);
}

static void an_answer_may_have_no_id_and_no_text(void **state)
{
    cli_cache *cache = cli_cache_new(1, 1 << 20);
    cli_question q = question("");
    cli_answer answer = { 0 };

    (void)state;
    q.has_id = false;
    assert_null(cli_cache_find(cache, &q));
    cli_answer_start(&answer);
    cli_cache_keep(cache, &q, &answer);
    assert_non_null(cli_cache_find(cache, &q));
    check_written(cli_cache_find(cache, &q), NULL, "");
    cli_answer_add(&answer, "{}\n", 3);
    check_written(&answer, NULL, "{}\n");
    cli_answer_free(&answer);
    cli_cache_free(cache);
}

static void all_that_an_answer_depends_on_counts(void **state)
{
    cli_cache *cache = cli_cache_new(100, 1 << 20);
    colline_options others[5];
    cli_question q = question("SELECT 1 FROM t WHERE a = 1"), other;

    (void)state;
    keep(cache, &q, "kept");
    other = question("SELECT 1 FROM t WHERE a = 2"); /* of the same colline_cache_key() */
    assert_int_equal(colline_cache_key(&hive, q.sql, q.length, 0), colline_cache_key(&hive, other.sql, other.length, 0));
    assert_null(cli_cache_find(cache, &other));
    other = question("SELECT 1 FROM t WHERE a = 1 ");
    assert_null(cli_cache_find(cache, &other));
    other = q;
    other.has_id = false;
    assert_null(cli_cache_find(cache, &other));
    for (size_t i = 0; i < 5; i++)
        others[i] = hive;
    others[0].dialect = COLLINE_IMPALA;
    others[1].flags = COLLINE_TABLE_LEVEL;
    others[2].default_db = "";
    others[3].default_db = "db";
    others[4].max_edges = 7;
    for (size_t i = 0; i < 5; i++) {
        other = (cli_question){ &others[i], q.sql, q.length, true, 0 };
        assert_null(cli_cache_find(cache, &other));
        keep(cache, &other, "other");
        assert_non_null(cli_cache_find(cache, &other));
    }
    check_written(cli_cache_find(cache, &q), "1", "{\"id\":1,\"of\":\"kept\"}\n");
    cli_cache_free(cache);
}

/* (One answer: all texts are in one chain.) */
static void texts_of_one_length_are_told_apart(void **state)
{
    cli_cache *cache = cli_cache_new(1, 1 << 20);

    (void)state;
    keep_text(cache, "SELECT a, b FROM t");
    assert_false(has_text(cache, "SELECT a, b FROM u"));
    assert_false(has_text(cache, "SELECT b, a FROM t"));
    assert_false(has_text(cache, "select a, b FROM t"));
    assert_true(has_text(cache, "SELECT a, b FROM t"));
    cli_cache_free(cache);
}

static void the_default_database_is_copied(void **state)
{
    cli_cache *cache = cli_cache_new(1, 1 << 20);
    colline_options options = COLLINE_OPTIONS_INIT;
    char name[] = "dw";
    cli_question q = { &options, "SELECT a FROM t", strlen("SELECT a FROM t"), true, 0 };

    (void)state;
    options.default_db = name;
    keep(cache, &q, "dw");
    name[0] = 'x';
    assert_null(cli_cache_find(cache, &q));
    options.default_db = "dw";
    assert_non_null(cli_cache_find(cache, &q));
    cli_cache_free(cache);
}

static void what_was_used_longest_ago_goes(void **state)
{
    cli_cache *cache = cli_cache_new(2, 1 << 20);

    (void)state;
    keep_text(cache, "a");
    keep_text(cache, "b");
    assert_true(has_text(cache, "a"));
    keep_text(cache, "c");
    assert_true(has_text(cache, "a"));
    assert_false(has_text(cache, "b"));
    assert_true(has_text(cache, "c"));
    cli_cache_free(cache);
    cache = cli_cache_new(1, 1 << 20);
    keep_text(cache, "a");
    assert_true(has_text(cache, "a"));
    keep_text(cache, "b");
    assert_false(has_text(cache, "a"));
    assert_true(has_text(cache, "b"));
    cli_cache_free(cache);
}

static size_t kept_of(cli_cache *cache, size_t count)
{
    size_t kept = 0;
    char sql[32];

    for (size_t i = 0; i < count; i++) {
        snprintf(sql, sizeof sql, "SELECT %zu", i);
        kept += has_text(cache, sql);
    }
    return kept;
}

static void bytes_are_bounded(void **state)
{
    cli_cache *cache = cli_cache_new(1000, 10000);
    char sql[32];

    (void)state;
    for (size_t i = 0; i < 1000; i++) {
        snprintf(sql, sizeof sql, "SELECT %zu", i);
        keep_text(cache, sql);
        assert_true(has_text(cache, sql));
    }
    assert_in_range(kept_of(cache, 1000), 20, 60);
    assert_true(has_text(cache, "SELECT 999"));
    assert_false(has_text(cache, "SELECT 1"));
    cli_cache_free(cache);
}

static void many_are_kept(void **state)
{
    cli_cache *cache = cli_cache_new(10000, 100 << 20);
    char sql[32];

    (void)state;
    for (size_t i = 0; i < 30000; i++) {
        snprintf(sql, sizeof sql, "SELECT %zu", i);
        keep_text(cache, sql);
    }
    assert_in_range(kept_of(cache, 30000), 9900, 10000);
    cli_cache_free(cache);
}

static void long_ones_are_not_kept(void **state)
{
    cli_cache *cache = cli_cache_new(10, 10 << 20);
    cli_question q = question("SELECT 1");
    cli_answer answer = { 0 };
    char *text = calloc(1, CLI_MOST_ANSWER + 1);

    (void)state;
    memset(text, ' ', CLI_MOST_ANSWER);
    assert_null(cli_cache_find(cache, &q));
    cli_answer_start(&answer);
    cli_answer_add(&answer, text, CLI_MOST_ANSWER);
    cli_answer_add(&answer, "\n", 1);
    cli_answer_add_id(&answer);
    cli_cache_keep(cache, &q, &answer);
    assert_null(cli_cache_find(cache, &q));
    cli_answer_start(&answer);
    cli_answer_add(&answer, text, CLI_MOST_ANSWER);
    cli_cache_keep(cache, &q, &answer);
    assert_non_null(cli_cache_find(cache, &q));
    q = (cli_question){ &hive, text, CLI_MOST_TEXT + 1, true, 0 };
    keep(cache, &q, "long");
    assert_null(cli_cache_find(cache, &q));
    q.length = CLI_MOST_TEXT;
    keep(cache, &q, "long");
    assert_non_null(cli_cache_find(cache, &q));
    cli_answer_free(&answer);
    cli_cache_free(cache);
    cache = cli_cache_new(10, 1000);
    keep(cache, &q, "more than all bytes");
    assert_null(cli_cache_find(cache, &q));
    cli_cache_free(cache);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_comes_back_with_another_id),
        cmocka_unit_test(an_answer_may_have_no_id_and_no_text),
        cmocka_unit_test(all_that_an_answer_depends_on_counts),
        cmocka_unit_test(texts_of_one_length_are_told_apart),
        cmocka_unit_test(the_default_database_is_copied),
        cmocka_unit_test(what_was_used_longest_ago_goes),
        cmocka_unit_test(bytes_are_bounded),
        cmocka_unit_test(many_are_kept),
        cmocka_unit_test(long_ones_are_not_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
