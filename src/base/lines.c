#include "base/lines.h"

static void scan(cln_arena *arena, cln_lines *lines, uint32_t end)
{
    const char *newline;

    while (lines->scanned < end) {
        newline = memchr(lines->text.data + lines->scanned, '\n', end - lines->scanned);
        if (newline == NULL) {
            lines->scanned = end;
            return;
        }
        *CLN_PUSH(arena, &lines->starts) = (uint32_t)(newline - lines->text.data) + 1;
        lines->scanned = (uint32_t)(newline - lines->text.data) + 1;
    }
}

void cln_lines_locate(cln_arena *arena, cln_lines *lines, uint32_t offset, uint32_t *line, uint32_t *column)
{
    uint32_t low = 0, high;

    if (offset > lines->text.length)
        offset = lines->text.length;
    scan(arena, lines, offset);
    high = lines->starts.count;
    while (low < high) { /* how many lines start at or before it */
        uint32_t middle = low + (high - low) / 2;
        if (lines->starts.items[middle] <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    *line = low + 1;
    *column = offset - (low > 0 ? lines->starts.items[low - 1] : 0) + 1;
}
