#include "syntax/head.h"

#include "sql.h"

static const cln_head heads[] = {
#define HEAD(words, kind, reading) { words, COLLINE_STATEMENT_##kind, CLN_##reading },
#include "syntax/heads.def"
#undef HEAD
};

/* CREATE OR REPLACE GLOBAL TEMPORARY ...: what may stand before the kind of object. */
static bool is_create_noise(colline_text word)
{
    static const char *const noise[] = {
        "or", "replace", "alter", "global", "local", "temporary", "temp", "external", "transient", "volatile",
        "unlogged", "materialized", "recursive", "secure", "multiset", "set", "force", "no", "editionable", "noneditionable",
        "transactional", "managed", "dynamic", "live", "unique", "fulltext", "spatial", "bitmap", "hybrid", "foreign", "iceberg", "refresh",
        "streaming", "snapshot", "private", NULL
    };

    return cln_text_is_any(word, noise);
}

uint32_t cln_create_noise(cln_parse *pc)
{
    uint32_t count = 0;

    if (cln_parse_peek(pc, 0).kind == TK_CREATE)
        while (count + 2 < CLN_LOOKAHEAD && is_create_noise(cln_parse_text(pc, cln_parse_peek(pc, count + 1))))
            count++;
    return count;
}

/* Whether the tokens ahead are `words`, the first one of that length; so many behind a CREATE may be left out.  *length: how
   many tokens they take. */
static bool begins_with(cln_parse *pc, const char *words, size_t first, uint32_t noise, uint32_t *length)
{
    bool create = false;
    uint32_t at = 0;

    for (size_t n = first;; n = strcspn(words, " ")) {
        cln_token token = cln_parse_peek(pc, at);
        while (create && at <= noise && !cln_text_equal_nocase(cln_parse_text(pc, token), cln_text_of(words, n)))
            token = cln_parse_peek(pc, ++at);
        if (!cln_text_equal_nocase(cln_parse_text(pc, token), cln_text_of(words, n)))
            return false;
        create = at == 0 && token.kind == TK_CREATE;
        at++;
        if (words[n] == '\0')
            break;
        words += n + 1;
        if (at == CLN_LOOKAHEAD)
            return false;
    }
    *length = at;
    return true;
}

static uint8_t initial_of(const char *word)
{
    return (unsigned char)word[0] & 0x1Fu; /* a and A, and what shares their place */
}

/* Heads whose first words start and are as long alike stand in one row. */
static unsigned row_of(const char *word, size_t length)
{
    return (unsigned)(initial_of(word) + length * 5) % CLN_HEAD_ROWS;
}

/* What the second words of a head may start with, a bit for each initial; so many words may stand in between. */
static uint32_t second_initials(cln_parse *pc, uint32_t noise)
{
    uint32_t initials = 1; /* that of no second word */

    for (uint32_t i = 1; i <= noise + 1; i++)
        initials |= (uint32_t)1 << initial_of(pc->text.data + cln_parse_peek(pc, i).offset);
    return initials;
}

void cln_index_heads(cln_head_index *index)
{
    for (uint16_t i = CLN_HEADS; i-- > 0;) {
        size_t length = strcspn(heads[i].words, " ");
        uint16_t *first = &index->first[row_of(heads[i].words, length)];
        index->next[i] = *first;
        *first = (uint16_t)(i + 1);
        index->first_length[i] = (uint8_t)length;
        index->whole_length[i] = (uint8_t)strlen(heads[i].words);
        index->second_initial[i] = heads[i].words[length] == ' ' ? initial_of(heads[i].words + length + 1) : 0;
    }
}

/* RENAME USER a TO b, RENAME LOGFILE GROUP a TO b: a word in front of a name says what kind of object it is of.  RENAME a TO b,
 * RENAME user TO b: of a table. */
static bool renames_other(cln_parse *pc)
{
    static const char *const tables[] = { "table", "tables", "view", "materialized", NULL };
    cln_token word = cln_parse_peek(pc, 1), name = cln_parse_peek(pc, 2);

    if ((word.kind != TK_ID && word.keyword == 0) || cln_text_is_any(cln_parse_text(pc, word), tables) ||
        (cln_has_syntax(pc->dialect, CLN_SYNTAX_RENAME_OBJECT) && cln_parse_says(pc, word, "object")))
        return false;
    return (name.kind == TK_ID || name.kind == TK_QUOTED_ID || name.kind == TK_STRING || name.keyword != 0) && name.kind != TK_TO &&
           name.kind != TK_AS && name.kind != TK_COLUMN;
}

bool cln_is_rename_procedure(const cln_parse *pc, cln_token token)
{
    return cln_parse_says(pc, token, "sp_rename") || cln_parse_says(pc, token, "[sp_rename]");
}

/* EXEC @r = db..[sp_rename] 'a', 'b': the procedure's name, whatever stands in front of it. */
static bool calls_rename(cln_parse *pc)
{
    uint32_t at = cln_parse_peek(pc, 1).kind == TK_PARAM && cln_parse_peek(pc, 2).kind == TK_EQ ? 3 : 1;

    while (at + 2 < CLN_LOOKAHEAD && (cln_parse_peek(pc, at).kind == TK_DOT || cln_parse_peek(pc, at + 1).kind == TK_DOT))
        at++;
    return cln_is_rename_procedure(pc, cln_parse_peek(pc, at));
}

/* Whether such a word alone does not tell what the statement is. */
static bool needs_names(uint16_t first)
{
    return first == TK_RENAME || first == TK_EXEC || first == TK_EXECUTE;
}

/* What the names behind such a word tell; NULL: nothing more. */
static const cln_head *head_told_by_names(cln_parse *pc, uint16_t first)
{
    static const cln_head other = { "RENAME", COLLINE_STATEMENT_OTHER, CLN_BY_HEAD };
    static const cln_head call = { "EXEC SP_RENAME", COLLINE_STATEMENT_ALTER, CLN_BY_HEAD };

    if (first == TK_RENAME)
        return renames_other(pc) ? &other : NULL;
    return calls_rename(pc) ? &call : NULL;
}

/* Whether no longer head than that one starts with its word. */
static bool stands_alone(const cln_head_index *index, uint32_t head)
{
    const char *word = heads[head - 1].words;
    size_t length = index->first_length[head - 1];

    for (uint32_t i = index->first[row_of(word, length)]; i != 0; i = index->next[i - 1])
        if (i != head && index->first_length[i - 1] == length && memcmp(heads[i - 1].words, word, length) == 0)
            return false;
    return true;
}

const cln_head *cln_find_head(cln_head_index *index, cln_parse *pc, uint32_t *length)
{
    cln_token first = cln_parse_peek(pc, 0);
    const cln_head *told;
    uint32_t noise, initials, tokens, found = index->alone[first.keyword];

    *length = 1;
    if (found != 0)
        return &heads[found - 1];
    noise = cln_create_noise(pc);
    initials = second_initials(pc, noise);
    *length = 0;
    for (uint32_t i = index->first[row_of(pc->text.data + first.offset, first.length)]; i != 0; i = index->next[i - 1]) {
        if (index->first_length[i - 1] != first.length || (initials >> index->second_initial[i - 1] & 1u) == 0 ||
            (found != 0 && index->whole_length[i - 1] <= index->whole_length[found - 1]) ||
            !begins_with(pc, heads[i - 1].words, first.length, noise, &tokens))
            continue;
        found = i;
        *length = tokens;
    }
    if (found == 0)
        return NULL;
    if (needs_names(first.kind))
        return (told = head_told_by_names(pc, first.kind)) != NULL ? told : &heads[found - 1];
    if (first.keyword != 0 && stands_alone(index, found))
        index->alone[first.keyword] = (uint16_t)found;
    return &heads[found - 1];
}
