/*
 * regex.c -- a backtracking matcher without backtracking: each part of the pattern gives the places where it
 * may end, best first.
 *
 *     (ds|hr)?+.+     on "ds1":  (ds|hr) ends at 2;  ?+ keeps only its best, 2;  .+ from 2 ends at 3
 *
 * A place is listed once, so that a list is never longer than the name; what remains is bounded by a number
 * of steps.
 */
#include "resolve/regex.h"

#include <string.h>

enum {
    LONGEST_NAME = 255,
    DEEPEST_GROUP = 16,
    LONGEST_PATTERN = 1000,
    STEPS_OF_NAME = 1000,
    MOST_PENDING = 2048 /* of one repetition */
};

typedef struct regex {
    colline_text pattern, name;
    uint32_t steps; /* that are left */
    uint32_t depth;
    bool failed;
    bool exact; /* case counts */
} regex;

/* Places in the name where a part may end, best first. */
typedef struct ends {
    uint32_t count;
    uint8_t places[LONGEST_NAME + 1];
    bool listed[LONGEST_NAME + 1];
} ends;

static void add_end(ends *into, uint32_t place)
{
    if (into->listed[place])
        return;
    into->listed[place] = true;
    into->places[into->count++] = (uint8_t)place;
}

static void clear(ends *list)
{
    memset(list, 0, sizeof *list);
}

static bool may_go_on(regex *x)
{
    if (x->steps == 0)
        x->failed = true;
    else
        x->steps--;
    return !x->failed;
}

static bool is_word(unsigned char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           c >= 0x80;
}

bool cln_regex_is_certain(colline_text text)
{
    for (uint32_t i = 0; i < text.length; i++)
        if (text.data[i] != '\0' && strchr("*+?|[(", text.data[i]) != NULL)
            return true;
    return false;
}

bool cln_regex_is_possible(colline_text text)
{
    for (uint32_t i = 0; i < text.length; i++)
        if (!is_word((unsigned char)text.data[i]))
            return true;
    return false;
}

/* ---- One character ---- */

/* A character as it is compared. */
static unsigned char seen_as(const regex *x, char c)
{
    return (unsigned char)(!x->exact && c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* Past the character at `at` of the name, all its bytes. */
static uint32_t past_character(const regex *x, uint32_t at)
{
    at++;
    while (at < x->name.length && ((unsigned char)x->name.data[at] & 0xC0) == 0x80)
        at++;
    return at;
}

/* \d \w \s and their opposites; any other escaped character is itself. */
static bool escape_matches(const regex *x, char escape, char c)
{
    bool digit = c >= '0' && c <= '9';
    bool space = c == ' ' || (c >= '\t' && c <= '\r');

    switch (escape) {
    case 'd': return digit;
    case 'D': return !digit;
    case 's': return space;
    case 'S': return !space;
    case 'w': return is_word((unsigned char)c) && (unsigned char)c < 0x80;
    case 'W': return !is_word((unsigned char)c) || (unsigned char)c >= 0x80;
    default: return seen_as(x, escape) == seen_as(x, c);
    }
}

/* The end of the class that begins at `p`; the first ] may be a member.  0: there is none. */
static uint32_t past_class(const regex *x, uint32_t p, uint32_t end)
{
    p++;
    if (p < end && x->pattern.data[p] == '^')
        p++;
    if (p < end && x->pattern.data[p] == ']')
        p++;
    for (; p < end && x->pattern.data[p] != ']'; p++)
        if (x->pattern.data[p] == '\\')
            p++;
    return p < end ? p + 1 : 0;
}

/* [a-z_] against c; the class is p..end, its brackets included. */
static bool class_matches(regex *x, uint32_t p, uint32_t end, char c)
{
    const char *text = x->pattern.data;
    bool negated = text[p + 1] == '^', in = false;

    for (p += negated ? 2 : 1; p < end - 1 && may_go_on(x); p++) {
        if (text[p] == '\\' && p + 1 < end - 1) {
            in = in || escape_matches(x, text[++p], c);
        } else if (p + 2 < end - 1 && text[p + 1] == '-') {
            in = in || (seen_as(x, text[p]) <= seen_as(x, c) && seen_as(x, c) <= seen_as(x, text[p + 2]));
            p += 2;
        } else {
            in = in || seen_as(x, text[p]) == seen_as(x, c);
        }
    }
    return in != negated;
}

/* ---- Parts ---- */

/* The end of the group that begins at `p`; 0: it has none. */
static uint32_t past_group(regex *x, uint32_t p, uint32_t end)
{
    uint32_t open = 0;

    for (; p < end && may_go_on(x); p++) {
        char c = x->pattern.data[p];
        if (c == '\\') {
            p++;
        } else if (c == '[') {
            uint32_t past = past_class(x, p, end);
            if (past == 0)
                return 0;
            p = past - 1;
        } else if (c == '(') {
            open++;
        } else if (c == ')' && --open == 0) {
            return p + 1;
        }
    }
    return 0;
}

/* The end of the part at `p`, without its quantifier; 0: malformed. */
static uint32_t past_part(regex *x, uint32_t p, uint32_t end)
{
    switch (x->pattern.data[p]) {
    case '(': return past_group(x, p, end);
    case '[': return past_class(x, p, end);
    case '\\': return p + 1 < end ? p + 2 : 0;
    case '*':
    case '+':
    case '?':
    case '{':
    case ')': return 0;
    default: return p + 1;
    }
}

static void match_choice(regex *x, uint32_t p, uint32_t end, uint32_t at, ends *into);

/* (a|b), (?:a|b), (?=a), (?!a); p..end is the group, its parentheses included. */
static void match_group(regex *x, uint32_t p, uint32_t end, uint32_t at, ends *into)
{
    char kind = p + 2 < end && x->pattern.data[p + 1] == '?' ? x->pattern.data[p + 2] : '\0';
    ends inside;

    if (x->depth == DEEPEST_GROUP || (kind != '\0' && kind != ':' && kind != '=' && kind != '!')) {
        x->failed = true;
        return;
    }
    x->depth++;
    clear(&inside);
    match_choice(x, p + (kind != '\0' ? 3 : 1), end - 1, at, &inside);
    x->depth--;
    if (kind == '=' || kind == '!') {
        if ((inside.count > 0) == (kind == '='))
            add_end(into, at);
        return;
    }
    for (uint32_t i = 0; i < inside.count; i++)
        add_end(into, inside.places[i]);
}

/* The part p..end once, from `at`. */
static void match_part(regex *x, uint32_t p, uint32_t end, uint32_t at, ends *into)
{
    char part = x->pattern.data[p];
    bool matches;

    if (!may_go_on(x))
        return;
    if (part == '(') {
        match_group(x, p, end, at, into);
        return;
    }
    if (part == '^' || part == '$') {
        if (at == (part == '^' ? 0 : x->name.length))
            add_end(into, at);
        return;
    }
    if (at >= x->name.length)
        return;
    switch (part) {
    case '.': matches = true; break;
    case '[': matches = class_matches(x, p, end, x->name.data[at]); break;
    case '\\': matches = escape_matches(x, x->pattern.data[p + 1], x->name.data[at]); break;
    default:
        if (seen_as(x, part) == seen_as(x, x->name.data[at]))
            add_end(into, at + 1);
        return;
    }
    if (matches)
        add_end(into, past_character(x, at));
}

/* part* and part+ from `at`: depth first, each place once, as its ends only grow. */
static void match_repeated(regex *x, uint32_t p, uint32_t end, uint32_t at, char quantifier, bool lazy,
                           ends *into)
{
    struct {
        uint8_t place;
        bool done; /* what goes on from it is listed */
    } pending[MOST_PENDING];
    bool seen[LONGEST_NAME + 1] = { false };
    uint32_t count = 0;
    ends next;

    if (quantifier == '*') {
        pending[count].place = (uint8_t)at;
        pending[count++].done = false;
    } else {
        clear(&next);
        match_part(x, p, end, at, &next);
        for (uint32_t i = next.count; i-- > 0; count++) {
            pending[count].place = next.places[i];
            pending[count].done = false;
        }
    }
    while (count > 0 && may_go_on(x)) {
        uint32_t place = pending[--count].place;
        if (pending[count].done) {
            add_end(into, place);
            continue;
        }
        if (seen[place])
            continue;
        seen[place] = true;
        clear(&next);
        match_part(x, p, end, place, &next);
        if (count + next.count + 1 > MOST_PENDING) {
            x->failed = true;
            return;
        }
        if (lazy)
            add_end(into, place);
        else
            pending[count].place = (uint8_t)place, pending[count++].done = true;
        for (uint32_t i = next.count; i-- > 0; count++) {
            pending[count].place = next.places[i];
            pending[count].done = false;
        }
    }
}

/* The part p..end with its quantifier, from `at`. */
static void match_quantified(regex *x, uint32_t p, uint32_t end, uint32_t at, char quantifier, char manner,
                             ends *into)
{
    ends own;

    clear(&own);
    if (quantifier == '?' && manner == '?')
        add_end(&own, at);
    if (quantifier == '*' || quantifier == '+')
        match_repeated(x, p, end, at, quantifier, manner == '?', &own);
    else
        match_part(x, p, end, at, &own);
    if (quantifier == '?')
        add_end(&own, at);
    if (manner == '+' && own.count > 1)
        own.count = 1;
    for (uint32_t i = 0; i < own.count; i++)
        add_end(into, own.places[i]);
}

/* One quantified part after the other, from all places where those before it may end. */
static void match_sequence(regex *x, uint32_t p, uint32_t end, uint32_t at, ends *into)
{
    ends now, next;

    clear(&now);
    add_end(&now, at);
    while (p < end && now.count > 0 && may_go_on(x)) {
        uint32_t part_end = past_part(x, p, end), behind = part_end;
        char quantifier = '\0', manner = '\0';
        if (part_end == 0) {
            x->failed = true;
            return;
        }
        if (behind < end && strchr("*+?", x->pattern.data[behind]) != NULL)
            quantifier = x->pattern.data[behind++];
        if (quantifier != '\0' && behind < end &&
            (x->pattern.data[behind] == '+' || x->pattern.data[behind] == '?'))
            manner = x->pattern.data[behind++];
        clear(&next);
        for (uint32_t i = 0; i < now.count; i++)
            match_quantified(x, p, part_end, now.places[i], quantifier, manner, &next);
        now = next;
        p = behind;
    }
    for (uint32_t i = 0; i < now.count; i++)
        add_end(into, now.places[i]);
}

/* a|b|c in p..end */
static void match_choice(regex *x, uint32_t p, uint32_t end, uint32_t at, ends *into)
{
    uint32_t first = p;

    while (p < end && may_go_on(x)) {
        uint32_t past;
        if (x->pattern.data[p] == '|') {
            match_sequence(x, first, p, at, into);
            first = ++p;
            continue;
        }
        past = x->pattern.data[p] == '(' || x->pattern.data[p] == '[' || x->pattern.data[p] == '\\'
                   ? past_part(x, p, end)
                   : p + 1;
        if (past == 0) {
            x->failed = true;
            return;
        }
        p = past;
    }
    match_sequence(x, first, end, at, into);
}

static bool is_readable(colline_text pattern, colline_text name)
{
    return name.length <= LONGEST_NAME && pattern.length <= LONGEST_PATTERN &&
           (pattern.length == 0 || memchr(pattern.data, '\0', pattern.length) == NULL);
}

bool cln_regex_matches(colline_text pattern, colline_text name, uint32_t *steps)
{
    regex x = { .pattern = pattern, .name = name };
    ends found;

    if (!is_readable(pattern, name))
        return false;
    x.steps = *steps + STEPS_OF_NAME;
    clear(&found);
    match_choice(&x, 0, pattern.length, 0, &found);
    *steps = x.steps < CLN_REGEX_STEPS ? x.steps : CLN_REGEX_STEPS;
    return !x.failed && found.listed[name.length];
}

bool cln_regex_fits(colline_text pattern, colline_text name, bool whole)
{
    regex x = { .pattern = pattern, .name = name, .steps = CLN_REGEX_STEPS, .exact = true };
    ends found;

    if (!is_readable(pattern, name))
        return true;
    for (uint32_t start = 0; start <= (whole ? 0 : name.length); start++) {
        clear(&found);
        match_choice(&x, 0, pattern.length, start, &found);
        if (x.failed || (whole ? found.listed[name.length] : found.count > 0))
            return true;
    }
    return false;
}
