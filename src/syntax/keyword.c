#include "syntax/keyword.h"
#include "base/word.h"
#include "keyword_table.h"
#include "sql.h"

typedef struct keyword {
    const char *word;
    uint32_t soft, no_alias, function, reserved; /* sets of dialects */
} keyword;

static const keyword keywords[] = {
#define KEYWORD(token, word, soft, no_alias, function, reserved) { word, soft, no_alias, function, reserved },
#include "grammar/keywords.def"
#undef KEYWORD
};

/* What the search looks at, apart from the rest: a text has few keywords, which stay at hand. */
typedef struct keyword_key {
    uint64_t head;  /* the first eight letters, the first one lowest */
    uint32_t known; /* the dialects that know it */
    uint16_t kind;
    uint8_t length;
} keyword_key;

static const keyword_key keys[] = {
#define KEYWORD(token, word, soft, no_alias, function, reserved) \
    { CLN_LETTERS_##token, (soft) | (no_alias) | (function) | (reserved), TK_##token, sizeof(word) - 1 },
#include "grammar/keywords.def"
#undef KEYWORD
};

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

/* ---- The search ---- */

/* What follows the first eight letters. */
static bool same_rest(const char *word, const char *keyword, size_t length)
{
    int difference = 0;

    for (size_t i = CLN_HEAD_LENGTH; i < length; i++)
        difference |= word[i] ^ keyword[i];
    return (difference & 0xDF) == 0;
}

CLN_ON_A_LINE uint16_t cln_keyword_find_in(const char *word, size_t length, size_t room)
{
    uint64_t head;
    uint16_t number;

    if (length == 0 || length > CLN_KEYWORD_LONGEST)
        return 0;
    head = cln_word_head(word, length, room);
    for (uint32_t slot = cln_word_slot(head, length, CLN_KEYWORD_SLOTS); (number = keyword_slots[slot]) != 0; slot = (slot + 1) % CLN_KEYWORD_SLOTS) {
        const keyword_key *key = &keys[number - 1];

        if (key->head == head && key->length == length &&
            (length <= CLN_HEAD_LENGTH || same_rest(word, keywords[number - 1].word, length)))
            return number;
    }
    return 0;
}

uint16_t cln_keyword_find(const char *word, size_t length)
{
    return cln_keyword_find_in(word, length, length);
}

uint16_t cln_keyword_kind(const cln_dialect *dialect, uint16_t number)
{
    const keyword_key *key = &keys[number - 1];

    if ((key->known >> dialect->id & 1u) == 0)
        return TK_ID;
    switch (key->kind) {
    case TK_SEL: return TK_SELECT; /* Teradata's short forms */
    case TK_INS: return TK_INSERT;
    case TK_UPD: return TK_UPDATE;
    case TK_DEL: return TK_DELETE;
    default: return key->kind;
    }
}

cln_keyword_class cln_keyword_class_of(const cln_dialect *dialect, uint16_t number)
{
    uint32_t bit = 1u << dialect->id;
    const keyword *k;

    if (number == 0 || number > CLN_KEYWORDS)
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
    return number == 0 || number > CLN_KEYWORDS ? "" : keywords[number - 1].word;
}

/* The keywords' kinds follow those of the other tokens, in the order of keywords.def. */
_Static_assert(TK_UNTERMINATED == TOKEN_COUNT - 1, "the token list is tokens.def, then keywords.def");

const char *cln_token_name(uint16_t kind)
{
    if (kind < TOKEN_COUNT)
        return tokens[kind].name;
    return kind < TOKEN_COUNT + CLN_KEYWORDS ? keywords[kind - TOKEN_COUNT].word : "a token";
}

const char *cln_token_sort(uint16_t kind)
{
    return kind < TOKEN_COUNT ? tokens[kind].sort : "keyword";
}
