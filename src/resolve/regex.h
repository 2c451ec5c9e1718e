/*
 * regex.h -- regular expressions that stand for column names.
 *
 *     SELECT `(ds|hr)?+.+` FROM sales      every column but ds and hr (Hive)
 */
#ifndef CLN_RESOLVE_REGEX_H
#define CLN_RESOLVE_REGEX_H

#include "base/text.h"

/* It holds what only a pattern has: one of * + ? | [ ( */
bool cln_regex_is_certain(colline_text text);
/* It holds a character that is no letter, digit or underscore. */
bool cln_regex_is_possible(colline_text text);
/* The whole of `name` matches, without regard to case.  A malformed pattern matches nothing.  *steps: what
 * matching may still cost, over all names that are tried; each name adds a little. */
enum { CLN_REGEX_STEPS = 20000 };
bool cln_regex_matches(colline_text pattern, colline_text name, uint32_t *steps);

/* Whether it fits some part of the name (all of it: `whole`), where case counts.  A pattern that is malformed or costs
 * too much counts as one that fits. */
bool cln_regex_fits(colline_text pattern, colline_text name, bool whole);

#endif
