/*
 * sort.h -- a stable sort, made for each type: few items are inserted, runs of them merged.
 *
 *     CLN_DEFINE_SORT(sort_places, place, const index, compare_places)
 *     sort_places(items, scratch, count, index, fault);
 *
 * compare(context, a, b) is negative, 0 or positive as memcmp is; `scratch` has room for as many items; `fault` is asked now and
 * then whether to go on.
 */
#ifndef CLN_BASE_SORT_H
#define CLN_BASE_SORT_H

#include "base/arena.h"
#include <stdbool.h>

enum { CLN_SORT_RUN = 8 };

#define CLN_DEFINE_SORT(name, type, context_type, compare)                                                   \
    static void name##_run(type *items, size_t count, context_type *context)                                 \
    {                                                                                                        \
        for (size_t i = 1; i < count; i++) {                                                                 \
            type item = items[i];                                                                            \
            size_t place = i;                                                                                \
            for (; place > 0 && compare(context, &items[place - 1], &item) > 0; place--)                     \
                items[place] = items[place - 1];                                                             \
            items[place] = item;                                                                             \
        }                                                                                                    \
    }                                                                                                        \
    /* Merge from[low..middle) and from[middle..high) into to[low..high). */                                 \
    static void name##_merge(const type *from, type *to, size_t low, size_t middle, size_t high,             \
                             context_type *context, cln_fault *fault)                                        \
    {                                                                                                        \
        size_t a = low, b = middle, i = low;                                                                 \
        while (a < middle && b < high) {                                                                     \
            cln_poll(fault);                                                                                 \
            to[i++] = compare(context, &from[a], &from[b]) <= 0 ? from[a++] : from[b++];                     \
        }                                                                                                    \
        memcpy(to + i, from + (a < middle ? a : b), (high - i) * sizeof *to);                                \
    }                                                                                                        \
    static void name(type *items, type *scratch, size_t count, context_type *context, cln_fault *fault)      \
    {                                                                                                        \
        type *from = items, *to = scratch, *swapped;                                                         \
        for (size_t low = 0; low < count; low += CLN_SORT_RUN)                                               \
            name##_run(items + low, count - low < CLN_SORT_RUN ? count - low : CLN_SORT_RUN, context);       \
        for (size_t width = CLN_SORT_RUN; width < count; width *= 2) {                                       \
            for (size_t low = 0; low < count; low += 2 * width)                                              \
                name##_merge(from, to, low, count - low > width ? low + width : count,                       \
                             count - low > 2 * width ? low + 2 * width : count, context, fault);             \
            swapped = from;                                                                                  \
            from = to;                                                                                       \
            to = swapped;                                                                                    \
        }                                                                                                    \
        if (from != items && count > 0)                                                                      \
            memcpy(items, from, count * sizeof *items);                                                      \
    }

#endif
