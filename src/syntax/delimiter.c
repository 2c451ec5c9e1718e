#include "syntax/delimiter.h"

#include "sql.h"

bool cln_is_delimiter_line(cln_parse *pc)
{
    cln_token token = cln_parse_peek(pc, 0);

    return (token.kind == TK_DELIMITER || token.kind == TK_ID) && cln_has_script(pc, CLN_SCRIPT_DELIMITER) && cln_parse_says(pc, token, "delimiter") &&
           cln_starts_line(pc, token);
}

static uint32_t end_of_line(colline_text text, uint32_t at)
{
    const char *newline = at < text.length ? memchr(text.data + at, '\n', text.length - at) : NULL;

    return newline != NULL ? (uint32_t)(newline - text.data) : text.length;
}

/* Behind a quote that opens at `at`, or a comment; at + 1 where neither does. */
static uint32_t behind_quote(colline_text text, uint32_t at)
{
    const char *data = text.data;
    char quote = data[at];

    if (quote == '#' || (quote == '-' && at + 2 < text.length && data[at + 1] == '-' && cln_is_space(data[at + 2])))
        return end_of_line(text, at);
    if (quote == '/' && at + 1 < text.length && data[at + 1] == '*') {
        at += 2;
        while (at + 1 < text.length && (data[at] != '*' || data[at + 1] != '/'))
            at++;
        return at + 2 < text.length ? at + 2 : text.length;
    }
    if (quote != '\'' && quote != '"' && quote != '`')
        return at + 1;
    for (at++; at < text.length && data[at] != quote; at++)
        at += data[at] == '\\' && quote != '`';
    return at < text.length ? at + 1 : text.length;
}

static bool starts_delimiter_line(colline_text text, uint32_t at)
{
    colline_text word = CLN_TEXT("delimiter");

    while (at < text.length && cln_is_blank(text.data[at]))
        at++;
    return at + word.length < text.length && cln_text_equal_nocase(cln_text_of(text.data + at, word.length), word) &&
           cln_is_blank(text.data[at + word.length]);
}

/* Semicolons for delimiters, up to the next line that says another one. */
static void lay_semicolons(cln_parse *pc, char *writable, uint32_t at, colline_text delimiter)
{
    colline_text text = cln_text_of(writable, pc->text.length);
    bool line = true;

    while (at < text.length) {
        if (line && starts_delimiter_line(text, at))
            return;
        cln_poll(pc->arena->fault);
        if (text.length - at >= delimiter.length && memcmp(writable + at, delimiter.data, delimiter.length) == 0) {
            memset(writable + at, ' ', delimiter.length);
            writable[at] = ';';
            at += delimiter.length;
            line = false;
            continue;
        }
        line = writable[at] == '\n';
        at = behind_quote(text, at);
    }
}

void cln_pass_delimiter_line(cln_parse *pc, cln_inners *inners)
{
    cln_token token = cln_parse_peek(pc, 0);
    uint32_t start = token.offset + token.length, end = end_of_line(pc->text, start), stop;
    char *writable = cln_inner_writable(pc, inners);
    colline_text delimiter;

    while (start < end && cln_is_blank(pc->text.data[start]))
        start++;
    stop = start;
    while (stop < end && !cln_is_blank(pc->text.data[stop]))
        stop++;
    delimiter = cln_text_copy(pc->arena, cln_text_of(pc->text.data + start, stop - start));
    if (writable != NULL && delimiter.length > 0 && !cln_text_equal(delimiter, CLN_TEXT(";")))
        lay_semicolons(pc, writable, end, delimiter);
    cln_parse_seek(pc, end);
}
