/*
 * Texts as the store keeps them.
 */
#include <string.h>

#include "map/store/internal.h"

/* How many bytes the character at `at` has; 0 where it is no UTF-8 (or NUL). */
static size_t character(const unsigned char *at, size_t left)
{
    static const unsigned char least[] = { 0, 0, 0x80, 0xa0, 0x90 };
    size_t length = at[0] == 0     ? 0
                    : at[0] < 0x80 ? 1
                    : at[0] < 0xc2 ? 0
                    : at[0] < 0xe0 ? 2
                    : at[0] < 0xf0 ? 3
                    : at[0] < 0xf5 ? 4
                                   : 0;

    if (length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    if ((at[0] == 0xe0 || at[0] == 0xf0) && at[1] < least[length])
        return 0;
    if ((at[0] == 0xed && at[1] >= 0xa0) || (at[0] == 0xf4 && at[1] >= 0x90))
        return 0;
    return length;
}

static size_t clean_prefix(colline_text text)
{
    size_t at = 0, step;

    while (at < text.length &&
           (step = character((const unsigned char *)text.data + at, text.length - at)) != 0)
        at += step;
    return at;
}

colline_text store_clean(map_pool *pool, colline_text text)
{
    size_t at = clean_prefix(text), filled = at;
    char *out;

    if (at == text.length)
        return map_pool_copy(pool, text.data, text.length);
    out = map_pool_get(pool, (size_t)text.length * 3 + 1);
    memcpy(out, text.data, at);
    while (at < text.length) {
        size_t step = character((const unsigned char *)text.data + at, text.length - at);

        memcpy(out + filled, step != 0 ? text.data + at : "\xef\xbf\xbd", step != 0 ? step : 3);
        filled += step != 0 ? step : 3;
        at += step != 0 ? step : 1;
    }
    return (colline_text){ out, (uint32_t)filled };
}

colline_text store_folded(map_pool *pool, colline_text text)
{
    colline_text copy = map_pool_copy(pool, text.data, text.length);
    char *at = (char *)copy.data;

    for (uint32_t i = 0; i < copy.length; i++)
        if (at[i] >= 'A' && at[i] <= 'Z')
            at[i] = (char)(at[i] - 'A' + 'a');
    return copy;
}

static bool is_plain(colline_text name)
{
    for (uint32_t i = 0; i < name.length; i++) {
        char c = name.data[i];

        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
              (i > 0 && ((c >= '0' && c <= '9') || c == '$'))))
            return false;
    }
    return name.length > 0;
}

colline_text store_quoted(map_pool *pool, colline_text name)
{
    char *out;
    uint32_t filled = 0;

    if (is_plain(name) || (name.length == 1 && name.data[0] == '*'))
        return name;
    out = map_pool_get(pool, (size_t)name.length * 2 + 3);
    out[filled++] = '"';
    for (uint32_t i = 0; i < name.length; i++) {
        if (name.data[i] == '"')
            out[filled++] = '"';
        out[filled++] = name.data[i];
    }
    out[filled++] = '"';
    return (colline_text){ out, filled };
}

/* Words for the same type. */
static const char *const synonyms[][2] = {
    { "integer", "int" },        { "int4", "int" },
    { "int8", "bigint" },        { "long", "bigint" },
    { "int2", "smallint" },      { "short", "smallint" },
    { "byte", "tinyint" },       { "text", "string" },
    { "varchar", "string" },     { "clob", "string" },
    { "boolean", "bool" },       { "double precision", "double" },
    { "float8", "double" },      { "float4", "float" },
    { "real", "float" },         { "numeric", "decimal" },
    { "dec", "decimal" },        { "number", "decimal" },
    { "datetime", "timestamp" }, { "character varying", "varchar" },
    { "character", "char" },     { "bytea", "binary" },
    { "varbinary", "binary" },   { "blob", "binary" },
};

/* The word that ends in front of a bracket or a comma. */
static size_t put_word(char *out, const char *word, size_t length, bool sized)
{
    while (length > 0 && word[length - 1] == ' ')
        length--;
    for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++) {
        if (strlen(synonyms[i][0]) != length || memcmp(synonyms[i][0], word, length) != 0)
            continue;
        if (sized && strcmp(synonyms[i][1], "string") == 0)
            break; /* VARCHAR(20) is no STRING */
        length = strlen(synonyms[i][1]);
        memcpy(out, synonyms[i][1], length);
        return length;
    }
    memcpy(out, word, length);
    return length;
}

const char *store_type_class(map_pool *pool, colline_text type)
{
    colline_text folded = store_folded(pool, type);
    char *out = map_pool_get(pool, (size_t)folded.length * 2 + 8);
    size_t filled = 0, at = 0;

    while (at < folded.length) {
        size_t word;

        while (at < folded.length && folded.data[at] == ' ')
            at++;
        word = strcspn(folded.data + at, "<>(),:");
        filled += put_word(out + filled, folded.data + at, word, folded.data[at + word] == '(');
        at += word;
        if (at < folded.length)
            out[filled++] = folded.data[at++];
    }
    return out;
}
