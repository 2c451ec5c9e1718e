/*
 * sort.h -- a stable sort whose comparison has a context (qsort's has none): few items are inserted, more are merged.
 */
#ifndef CLN_BASE_SORT_H
#define CLN_BASE_SORT_H

#include "base/arena.h"
#include <stdbool.h>

typedef int (*cln_compare)(const void *context, const void *a, const void *b);

/* Sort `count` items of `size` bytes; `scratch` has room for as many.  `fault` is asked now and then whether to go on. */
void cln_sort(void *items, void *scratch, size_t count, size_t size, cln_compare compare, const void *context,
              cln_fault *fault);

#endif
