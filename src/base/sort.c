#include "base/sort.h"

#include <string.h>

enum { FEW = 8 };

/* One item; most are of whole words, and a call costs more than they do. */
static inline void copy_item(char *to, const char *from, size_t size)
{
    size_t i = 0;

    for (; i + sizeof(uint64_t) <= size; i += sizeof(uint64_t))
        memcpy(to + i, from + i, sizeof(uint64_t));
    for (; i < size; i++)
        to[i] = from[i];
}

/* Merge from[low..middle) and from[middle..high) into to[low..high). */
static void merge(char *from, char *to, size_t low, size_t middle, size_t high, size_t size, cln_compare compare,
                  const void *context, cln_fault *fault)
{
    size_t a = low, b = middle, i = low;

    while (a < middle && b < high) {
        cln_poll(fault);
        size_t taken = compare(context, from + a * size, from + b * size) <= 0 ? a++ : b++;
        copy_item(to + i++ * size, from + taken * size, size);
    }
    memcpy(to + i * size, from + (a < middle ? a : b) * size, (high - i) * size);
}

/* Few items: each goes in front of those that are greater. */
static void insert_each(char *items, char *item, size_t count, size_t size, cln_compare compare, const void *context)
{
    for (size_t i = 1; i < count; i++) {
        size_t place = i;
        if (compare(context, items + (i - 1) * size, items + i * size) <= 0)
            continue;
        copy_item(item, items + i * size, size);
        do {
            copy_item(items + place * size, items + (place - 1) * size, size);
            place--;
        } while (place > 0 && compare(context, items + (place - 1) * size, item) > 0);
        copy_item(items + place * size, item, size);
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
    for (size_t low = 0; low < count; low += FEW)
        insert_each(items + low * size, scratch, count - low < FEW ? count - low : FEW, size, compare, context);
    for (size_t width = FEW; width < count; width *= 2) {
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
