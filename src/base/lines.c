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

/* Whether `count` line starts are at or before `offset`. */
static inline bool is_in_line(const cln_lines *lines, uint32_t count, uint32_t offset)
{
    return count <= lines->starts.count && (count == 0 || lines->starts.items[count - 1] <= offset) &&
           (count == lines->starts.count || lines->starts.items[count] > offset);
}

void cln_lines_locate(cln_arena *arena, cln_lines *lines, uint32_t offset, uint32_t *line, uint32_t *column)
{
    uint32_t low = 0, high;

    if (offset > lines->text.length)
        offset = lines->text.length;
    scan(arena, lines, offset);
    high = lines->starts.count;
    if (is_in_line(lines, high, offset)) /* questions often go on, or stay in a line */
        low = high;
    else if (is_in_line(lines, lines->last, offset))
        low = high = lines->last;
    while (low < high) { /* how many lines start at or before it */
        uint32_t middle = low + (high - low) / 2;
        if (lines->starts.items[middle] <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    lines->last = low;
    *line = low + 1;
    *column = offset - (low > 0 ? lines->starts.items[low - 1] : 0) + 1;
}
