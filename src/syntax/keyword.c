#include "syntax/keyword.h"
#include "keyword_table.h"
#include "sql.h"

typedef struct keyword {
    const char *word;
    uint32_t soft, no_alias, function, reserved; /* sets of dialects */
    uint16_t kind;
    uint8_t length;
} keyword;

static const keyword keywords[] = {
#define KEYWORD(token, word, soft, no_alias, function, reserved) \
    { word, soft, no_alias, function, reserved, TK_##token, sizeof(word) - 1 },
#include "grammar/keywords.def"
#undef KEYWORD
};

#define KEYWORD_COUNT (sizeof keywords / sizeof keywords[0])

typedef struct token_text {
    const char *name, *sort;
} token_text;

static const token_text tokens[] = {
    { "the end of the text", "end" },
#define TOKEN(token, name, sort) [TK_##token] = { name, sort },
#include "grammar/tokens.def"
#undef TOKEN
};

#define TOKEN_COUNT (sizeof tokens / sizeof tokens[0])

/* The hash of scripts/keyword-table. */
static uint32_t slot_of(const char *word, size_t length)
{
#define CODE(i) ((uint32_t)(unsigned char)word[i] & 0xDFu)
    size_t third = (length + 2) / 3;

    return ((uint32_t)length * 467u + CODE(0) * 1031u + CODE(length / 2) * 179u + CODE(length - 1) * 2711u +
            CODE(third < length ? third : length - 1) * 61u) % CLN_KEYWORD_SLOTS;
#undef CODE
}

/* Name characters stay apart under the mask, but for the case of letters. */
static bool same_word(const char *word, const char *keyword, size_t length)
{
    int difference = 0;

    for (size_t i = 0; i < length; i++)
        difference |= word[i] ^ keyword[i];
    return (difference & 0xDF) == 0;
}

uint16_t cln_keyword_find(const char *word, size_t length)
{
    uint16_t number;

    if (length == 0 || length > CLN_KEYWORD_LONGEST)
        return 0;
    for (uint32_t slot = slot_of(word, length); (number = keyword_slots[slot]) != 0;
         slot = (slot + 1) % CLN_KEYWORD_SLOTS) {
        const keyword *candidate = &keywords[number - 1];

        if (candidate->length == length && same_word(word, candidate->word, length))
            return number;
    }
    return 0;
}

uint16_t cln_keyword_kind(const cln_dialect *dialect, uint16_t number)
{
    const keyword *k = &keywords[number - 1];
    bool known = ((k->soft | k->no_alias | k->function | k->reserved) >> dialect->id & 1u) != 0;

    if (!known)
        return TK_ID;
    switch (k->kind) {
    case TK_SEL: return TK_SELECT; /* Teradata's short forms */
    case TK_INS: return TK_INSERT;
    case TK_UPD: return TK_UPDATE;
    case TK_DEL: return TK_DELETE;
    default: return k->kind;
    }
}

cln_keyword_class cln_keyword_class_of(const cln_dialect *dialect, uint16_t number)
{
    uint32_t bit = 1u << dialect->id;
    const keyword *k;

    if (number == 0 || number > KEYWORD_COUNT)
        return CLN_KEYWORD_NONE;
    k = &keywords[number - 1];
    return (k->reserved & bit) != 0   ? CLN_KEYWORD_RESERVED
           : (k->function & bit) != 0 ? CLN_KEYWORD_FUNCTION
           : (k->no_alias & bit) != 0 ? CLN_KEYWORD_NO_ALIAS
           : (k->soft & bit) != 0     ? CLN_KEYWORD_SOFT
                                      : CLN_KEYWORD_NONE;
}

const char *cln_keyword_word(uint16_t number)
{
    return number == 0 || number > KEYWORD_COUNT ? "" : keywords[number - 1].word;
}

/* The keywords' kinds follow those of the other tokens, in the order of keywords.def. */
_Static_assert(TK_UNTERMINATED == TOKEN_COUNT - 1, "the token list is tokens.def, then keywords.def");

const char *cln_token_name(uint16_t kind)
{
    if (kind < TOKEN_COUNT)
        return tokens[kind].name;
    return kind < TOKEN_COUNT + KEYWORD_COUNT ? keywords[kind - TOKEN_COUNT].word : "a token";
}

const char *cln_token_sort(uint16_t kind)
{
    return kind < TOKEN_COUNT ? tokens[kind].sort : "keyword";
}
