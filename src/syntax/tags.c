#include "syntax/tags.h"
#include "sql.h"

/* The word of a tag: `if` of {%- if x -%}. */
static colline_text word_of(colline_text tag)
{
    uint32_t start = 2, end;

    while (start < tag.length && (tag.data[start] == '-' || tag.data[start] == '+' || tag.data[start] == ' ' ||
                                  tag.data[start] == '\t' || tag.data[start] == '\n' || tag.data[start] == '\r'))
        start++;
    for (end = start; end < tag.length && ((tag.data[end] >= 'a' && tag.data[end] <= 'z') || tag.data[end] == '_'); end++)
        ;
    return cln_text_of(tag.data + start, end - start);
}

static bool is_word(colline_text word, const char *wanted)
{
    return cln_text_equal(word, cln_text_of(wanted, (uint32_t)strlen(wanted)));
}

/* Blocks whose text is used elsewhere, or nowhere. */
static const char *const apart[][2] = {
    { "macro", "endmacro" }, { "set", "endset" }, { "docs", "enddocs" }, { "test", "endtest" },
    { "materialization", "endmaterialization" },
};

/* {% set x = 1 %} has no end. */
static const char *end_of_block(colline_text tag)
{
    colline_text word = word_of(tag);

    for (size_t i = 0; i < sizeof apart / sizeof apart[0]; i++)
        if (is_word(word, apart[i][0]))
            return is_word(word, "set") && memchr(tag.data, '=', tag.length) != NULL ? NULL : apart[i][1];
    return NULL;
}

/* Behind the tag that ends the branches of an {% if %}; where there is none, `position` itself. */
static uint32_t behind_branches(cln_parse *pc, uint32_t position)
{
    uint32_t depth = 0, at = position;

    for (;;) {
        cln_token token = cln_lex(&pc->lexer, at);
        colline_text word;
        if (token.kind == 0)
            return position;
        cln_poll(pc->arena->fault);
        at = token.offset + token.length;
        if (token.kind != TK_TAG)
            continue;
        word = word_of(cln_parse_text(pc, token));
        if (is_word(word, "if"))
            depth++;
        else if (is_word(word, "endif") && depth-- == 0)
            return at;
    }
}

/* Behind the tag `end`, in text that need be no SQL:  {% docs x %} It's so. {% enddocs %} */
static uint32_t behind_block(cln_parse *pc, uint32_t position, const char *end)
{
    const char *data = pc->text.data, *last = data + pc->text.length, *at = data + position;

    while ((at = memchr(at, '{', (size_t)(last - at))) != NULL) {
        cln_token token = cln_lex(&pc->lexer, (uint32_t)(at - data));
        cln_poll(pc->arena->fault);
        if (token.kind == TK_TAG && is_word(word_of(cln_parse_text(pc, token)), end))
            return token.offset + token.length;
        at++;
    }
    return position;
}

uint32_t cln_behind_tag(cln_parse *pc, cln_token tag, uint32_t position)
{
    colline_text text = cln_parse_text(pc, tag), word = word_of(text);
    const char *end = end_of_block(text);
    uint32_t behind = position;

    if (position < pc->no_tag_ends)
        return position; /* none was found from further back */
    if (is_word(word, "else") || is_word(word, "elif")) {
        pc->has_branches = true;
        if (!pc->first_branch)
            return position;
        behind = behind_branches(pc, position);
    } else if (end != NULL) {
        behind = behind_block(pc, position, end);
    } else {
        return position;
    }
    if (behind == position)
        pc->no_tag_ends = pc->text.length;
    return behind;
}
