/*
 * The words for numbers that the store keeps, and names in their parts.
 */
#include "map/store/store.h"

#include <string.h>

static const char *word_of(const char *const *words, size_t count, unsigned number)
{
    return number < count ? words[number] : "unknown";
}

bool store_is_kind(unsigned kind)
{
    return kind == STORE_KIND_TABLE || colline_edge_kind_name((colline_edge_kind)kind) != NULL;
}

const char *store_kind_name(unsigned kind)
{
    if (!store_is_kind(kind))
        return "UNKNOWN";
    return kind == STORE_KIND_TABLE ? "TABLE" : colline_edge_kind_name((colline_edge_kind)kind);
}

const char *store_quality_name(colline_quality quality)
{
    const char *name = colline_quality_name(quality);

    return name != NULL ? name : "UNKNOWN";
}

const char *store_node_kind_name(store_node_kind kind)
{
    static const char *const words[] = {
        "table", "view", "materialized_view", "temporary", "file", "column"
    };

    return word_of(words, sizeof words / sizeof *words, (unsigned)kind);
}

const char *store_outcome_name(store_outcome outcome)
{
    static const char *const words[STORE_OUTCOMES] = { "ok", "partial", "error", "failed" };

    return word_of(words, STORE_OUTCOMES, (unsigned)outcome);
}

size_t store_split(map_pool *pool, const char *name, colline_text *parts, size_t most)
{
    size_t count = 0;

    for (const char *at = name; count < most; at++) {
        char *part = map_pool_get(pool, strlen(at) + 1);
        uint32_t length = 0;
        char quote = *at == '"' || *at == '`' ? *at++ : '\0';

        for (; *at != '\0' && (quote != '\0' ? *at != quote || at[1] == quote : *at != '.'); at++) {
            part[length++] = *at;
            at += quote != '\0' && *at == quote;
        }
        parts[count++] = (colline_text){ part, length };
        at += quote != '\0' && *at == quote;
        if (*at == '\0')
            return count;
        if (*at != '.')
            return 0;
    }
    return 0;
}
