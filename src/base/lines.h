/*
 * lines.h -- the line and the column of an offset, in total time linear in the text.
 *
 *     SELECT 1;
 *     SELEC 2        offset 10: line 2, column 1
 *
 * Line starts are found as far as they were asked for, once; a question then is a binary search.
 */
#ifndef CLN_BASE_LINES_H
#define CLN_BASE_LINES_H

#include "base/text.h"

typedef struct cln_lines {
    colline_text text;
    CLN_VECTOR(uint32_t) starts; /* of line 2, 3 ... */
    uint32_t scanned;            /* bytes of the text that were looked at */
    uint32_t last;               /* line starts at or before what was asked for last */
} cln_lines;

/* 1-based; the column in bytes.  An offset behind the text is taken as its end. */
void cln_lines_locate(cln_arena *arena, cln_lines *lines, uint32_t offset, uint32_t *line, uint32_t *column);

#endif
