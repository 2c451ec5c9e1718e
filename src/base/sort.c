#include "base/sort.h"

#include <string.h>

enum { FEW = 16 };

/* Merge from[low..middle) and from[middle..high) into to[low..high). */
static void merge(char *from, char *to, size_t low, size_t middle, size_t high, size_t size, cln_compare compare,
                  const void *context, cln_fault *fault)
{
    size_t a = low, b = middle, i = low;

    while (a < middle && b < high) {
        cln_poll(fault);
        size_t taken = compare(context, from + a * size, from + b * size) <= 0 ? a++ : b++;
        memcpy(to + i++ * size, from + taken * size, size);
    }
    memcpy(to + i * size, from + (a < middle ? a : b) * size, (high - i) * size);
}

/* Few items: each goes in front of those that are greater. */
static void insert_each(char *items, char *item, size_t count, size_t size, cln_compare compare, const void *context)
{
    for (size_t i = 1; i < count; i++) {
        size_t place = i;
        while (place > 0 && compare(context, items + (place - 1) * size, items + i * size) > 0)
            place--;
        if (place == i)
            continue;
        memcpy(item, items + i * size, size);
        memmove(items + (place + 1) * size, items + place * size, (i - place) * size);
        memcpy(items + place * size, item, size);
    }
}

void cln_sort(void *items, void *scratch, size_t count, size_t size, cln_compare compare, const void *context,
              cln_fault *fault)
{
    char *from = items, *to = scratch;

    if (count <= FEW) {
        insert_each(items, scratch, count, size, compare, context);
        return;
    }
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t low = 0; low < count; low += 2 * width) {
            size_t middle = count - low > width ? low + width : count;
            size_t high = count - low > 2 * width ? low + 2 * width : count;
            merge(from, to, low, middle, high, size, compare, context, fault);
        }
        char *swapped = from;
        from = to;
        to = swapped;
    }
    if (from != items && count > 0)
        memcpy(items, from, count * size);
}
