/*
 * places.h -- in a scope of many sources: which of them have a column of some name, without asking each.
 *
 *     FROM t0 JOIN t1 USING (id) JOIN t2 USING (id) ...      id: one merged column over t0, t1, t2 ...
 *
 * Columns of narrow sources stand in a map by name, which grows as sources are added; wide sources, which have a map of
 * their own, and those of unknown schema are listed.  Merged columns of one name cover ranges of sources that are apart.
 */
#ifndef CLN_RESOLVE_PLACES_H
#define CLN_RESOLVE_PLACES_H

#include "resolve/resolve.h"

/* A name that more relations may have is told of these only, so that many names over many tables stay linear. */
enum { CLN_MOST_CANDIDATES = 32, CLN_FEW_SOURCES = 8 };

typedef CLN_VECTOR(uint32_t) cln_source_list;

/* The sources from `first` to `end` that may have the column, at most CLN_MOST_CANDIDATES of them, in order: to be asked. */
void cln_sources_with(cln_resolver *r, cln_scope *scope, const cln_wanted *wanted, uint32_t first, uint32_t end,
                      cln_source_list *into);
/* Those of unknown schema, in order, all of them; the first one from `first` on by *start. */
const cln_source_list *cln_open_sources(cln_resolver *r, cln_scope *scope, uint32_t first, uint32_t *start);

/* A merged column; it takes the place of those of its name within its range. */
void cln_add_merged(cln_resolver *r, cln_scope *scope, const cln_merged *merged);
/* The newest merged column of that name whose range lies in first..end; NULL: none. */
const cln_merged *cln_merged_within(const cln_scope *scope, uint32_t first, uint32_t end, colline_text name);
/* The newest of that name, and the one before it; NULL: none. */
const cln_merged *cln_newest_of_merged(const cln_scope *scope, colline_text name);
static inline const cln_merged *cln_newest_merged(const cln_scope *scope, colline_text name)
{
    return scope->merged.count > 0 ? cln_newest_of_merged(scope, name) : NULL;
}
const cln_merged *cln_older_merged(const cln_scope *scope, const cln_merged *merged);
/* The merged column that stands for the source's own of that name; NULL: none. */
const cln_merged *cln_merged_over_source(const cln_scope *scope, uint32_t source, colline_text name);
static inline const cln_merged *cln_merged_over(const cln_scope *scope, uint32_t source, colline_text name)
{
    return scope->merged.count > 0 ? cln_merged_over_source(scope, source, name) : NULL;
}

#endif
