/*
 * Regular expressions for names of columns (resolve/regex.h): what Java's and RE2's expressions say.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "resolve/regex.h"

typedef struct trial {
    const char *pattern, *name;
    bool matches;
} trial;

static colline_text text_of(const char *string)
{
    return cln_text_of(string, strlen(string));
}

static const trial whole[] = {
    /* Characters and their classes */
    { "abc", "ABC", true },
    { "abc", "ab", false },
    { "ab", "abc", false },
    { "a.c", "axc", true },
    { "a.c", "ac", false },
    { "a\\.c", "a.c", true },
    { "a\\.c", "axc", false },
    { ".", "\xC3\xA9", true }, /* a character of two bytes */
    { "[a-c]", "B", true },
    { "[a-c]", "d", false },
    { "[^a-c]+", "xyz", true },
    { "[^a-c]+", "xbz", false },
    { "[]a]+", "a]", true },
    { "[\\d_]+", "1_2", true },
    { "[\\d_]+", "1x2", false },
    { "[a\\]]", "]", true },
    { "[a-]", "-", true },
    { "x[-a]", "x-", true },
    { "\\d\\D", "1x", true },
    { "\\d\\D", "11", false },
    { "\\D", "1", false },
    { "\\s\\S", " x", true },
    { "\\S", "\t", false },
    { "\\s", "x", false },
    { "\\w+", "a_1", true },
    { "\\w", "-", false },
    { "\\w", "\xC3", false },
    { "\\W", "-", true },
    { "\\W", "a", false },
    { "\\W", "\xC3\xA9", true },

    /* Quantifiers, greedy, lazy and possessive */
    { "a*", "", true },
    { "a*b", "aaab", true },
    { "a+b", "b", false },
    { "ab?c", "ac", true },
    { "ab?c", "abc", true },
    { "a+?b", "aab", true },
    { "ab??c", "abc", true },
    { "a*?", "aaa", true },
    { "a++a", "aaa", false },
    { "a?+a", "a", false },
    { "a*+b", "aab", true },
    { "(ds|hr)?+.+", "ds", false },
    { "(ds|hr)?+.+", "ds1", true },
    { "(ds|hr)?+.+", "amount", true },
    { "(a|ab)*c", "abac", true },
    { "(a*)*b", "aaaaaaaaaaaaaaaaaaaaaaaac", false },

    /* Groups and choices */
    { "a|b", "b", true },
    { "a|b", "c", false },
    { "(a|b)c", "bc", true },
    { "(?:a|b)c", "ac", true },
    { "x|", "", true },
    { "(a(b|c))d", "acd", true },
    { "([)]|a)b", ")b", true },
    { "(\\)|a)b", ")b", true },
    { "(?!price).*", "amount", true },
    { "(?!price).*", "price_1", false },
    { "(?=pr).*", "price", true },
    { "(?=pr).*", "amount", false },
    { "^a$", "a", true },
    { "a^", "a", false },
    { "$a", "a", false },

    /* Malformed ones match nothing */
    { "(a", "a", false },
    { "a)", "a", false },
    { "[a", "a", false },
    { "([a", "a", false },
    { "(a[", "a", false },
    { "[^", "^", false },
    { "[]", "]", false },
    { "a\\", "a", false },
    { "*a", "a", false },
    { "?", "a", false },
    { "+", "a", false },
    { "a{2}", "aa", false },
    { "(?<n>a)", "a", false },
    { "((((((((((((((((((a))))))))))))))))))", "a", false }, /* deeper than 16 groups */
};

static void whole_names(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        uint32_t steps = CLN_REGEX_STEPS;
        if (cln_regex_matches(text_of(whole[i].pattern), text_of(whole[i].name), &steps) != whole[i].matches)
            fail_msg("%s on %s", whole[i].pattern, whole[i].name);
    }
}

/* In the whole name or in a part of it; case counts. */
static const struct {
    const char *pattern, *name;
    bool whole, fits;
} parts[] = {
    { "b", "abc", false, true },
    { "b", "abc", true, false },
    { "B", "abc", false, false },
    { "^b", "abc", false, false },
    { "^a", "abc", false, true },
    { "c$", "abc", false, true },
    { "b$", "abc", false, false },
    { "a|x", "xyz", false, true },
    { "[A-Z]", "abc", false, false },
    { "[a-c]+", "abc", true, true },
    { "(am|pr)", "price", false, true },
    { "", "abc", false, true },
    { "", "abc", true, false },
    { "\\d", "abc", false, false },
    { "\\B", "B", true, true },
    { "(a", "xyz", false, true }, /* nobody knows: it fits */
};

static void parts_of_names(void **state)
{
    char long_name[300];
    uint32_t steps = CLN_REGEX_STEPS;

    (void)state;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (cln_regex_fits(text_of(parts[i].pattern), text_of(parts[i].name), parts[i].whole) != parts[i].fits)
            fail_msg("%s on %s", parts[i].pattern, parts[i].name);
    memset(long_name, 'a', sizeof long_name);
    assert_true(cln_regex_fits(text_of("b"), cln_text_of(long_name, sizeof long_name), false));
    assert_false(cln_regex_matches(text_of(".*"), cln_text_of(long_name, sizeof long_name), &steps));
}

/* What costs too much matches nothing, and takes no time. */
static void bounded(void **state)
{
    char pattern[1200], name[250];
    uint32_t steps = CLN_REGEX_STEPS, names = 0;

    (void)state;
    memset(name, 'a', sizeof name);
    for (size_t i = 0; i + 4 < sizeof pattern - 200; i += 4)
        memcpy(pattern + i, ".*a?", 4);
    for (; names < 100 && cln_regex_matches(cln_text_of(pattern, 200), cln_text_of(name, sizeof name), &steps); names++)
        ;
    assert_true(names < 100);
    assert_false(cln_regex_matches(cln_text_of(pattern, 1004), text_of("a"), &steps)); /* longer than is read */
    assert_false(cln_regex_matches(cln_text_of("a\0b", 3), text_of("a"), &steps));
    assert_true(cln_regex_fits(cln_text_of(pattern, 996), cln_text_of(name, sizeof name), true));
}

static void signs(void **state)
{
    (void)state;
    assert_true(cln_regex_is_certain(text_of("a.*")));
    assert_true(cln_regex_is_certain(text_of("[ab]")));
    assert_false(cln_regex_is_certain(text_of("a.b")));
    assert_false(cln_regex_is_certain(cln_text_of("a\0", 2)));
    assert_true(cln_regex_is_possible(text_of("a.b")));
    assert_false(cln_regex_is_possible(text_of("a_1")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_names),
        cmocka_unit_test(parts_of_names),
        cmocka_unit_test(bounded),
        cmocka_unit_test(signs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
