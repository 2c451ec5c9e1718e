#include "syntax/dialect.h"

#define LOWER CLN_FOLD_LOWER
#define UPPER CLN_FOLD_UPPER
#define NONE CLN_FOLD_NONE
static const cln_dialect dialects[] = {
#define DIALECT(id, name, aliases, title, fold, columns, quoted, ignore_case, lex, features, script, syntax, rules, strict) \
    { COLLINE_##id, name, aliases, (uint32_t)(lex), (uint32_t)(features), title, fold, columns, quoted, ignore_case, CLN_TABLES_NATURAL, \
      (uint32_t)(script), (uint32_t)(syntax), (uint32_t)(rules), strict },
#include "syntax/dialects.def"
#undef DIALECT
};
#undef LOWER
#undef UPPER
#undef NONE

#define DIALECT_COUNT (sizeof dialects / sizeof dialects[0])

_Static_assert(DIALECT_COUNT == COLLINE_DB2 + 1, "dialects.def has one entry for each colline_dialect");

const cln_dialect *cln_dialect_of(colline_dialect id)
{
    return &dialects[(unsigned)id < DIALECT_COUNT ? (unsigned)id : COLLINE_GENERIC];
}

cln_dialect cln_dialect_configured(const cln_dialect *dialect, uint32_t options)
{
    cln_dialect configured = *dialect;

    if ((options & COLLINE_TABLES_EXACT) != 0)
        configured.tables = CLN_TABLES_EXACT;
    else if ((options & COLLINE_TABLES_LOWER) != 0)
        configured.tables = CLN_TABLES_LOWER;
    else if ((options & COLLINE_TABLES_ANY_CASE) != 0)
        configured.tables = CLN_TABLES_ANY_CASE;
    return configured;
}

/* Whether `name` is one of the comma-separated `words`. */
static bool among(const char *words, colline_text name)
{
    while (*words != '\0') {
        size_t length = strcspn(words, ",");

        if (cln_text_equal_nocase(cln_text_of(words, length), name))
            return true;
        words += length;
        words += *words == ',';
    }
    return false;
}

const cln_dialect *cln_dialect_named(colline_text name)
{
    for (size_t i = 0; i < DIALECT_COUNT; i++)
        if (among(dialects[i].name, name) || among(dialects[i].aliases, name))
            return &dialects[i];
    return NULL;
}

colline_text cln_fold_name(cln_arena *arena, const cln_dialect *dialect, colline_text name, bool quoted,
                           cln_name_role role)
{
    if (role == CLN_ROLE_TABLE && dialect->tables == CLN_TABLES_LOWER)
        return cln_text_lower(arena, name);
    switch (quoted ? dialect->fold_quoted : role == CLN_ROLE_COLUMN ? dialect->fold_columns : dialect->fold) {
    case CLN_FOLD_LOWER:
        return cln_text_lower(arena, name);
    case CLN_FOLD_UPPER:
        return cln_text_upper(arena, name);
    case CLN_FOLD_NONE:
        break;
    }
    return name;
}

/* Bytes of names that need no quotes; digits and dollars not in front. */
enum { LOWER_LETTER = 1, UPPER_LETTER = 2, UNDERLINE = 4, INNER = 8 };
static const unsigned char name_bytes[256] = {
#define L LOWER_LETTER
#define U UPPER_LETTER
    ['a'] = L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
    ['A'] = U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U,
    ['0'] = INNER, INNER, INNER, INNER, INNER, INNER, INNER, INNER, INNER, INNER,
    ['$'] = INNER, ['_'] = UNDERLINE,
#undef L
#undef U
};

bool cln_name_needs_quotes(const cln_dialect *dialect, colline_text name)
{
    unsigned seen = 0;

    if (name.length == 0 || name_bytes[(unsigned char)name.data[0]] == INNER)
        return true;
    for (uint32_t i = 0; i < name.length; i++) {
        unsigned sort = name_bytes[(unsigned char)name.data[i]];
        if (sort == 0)
            return true;
        seen |= sort;
    }
    return ((seen & LOWER_LETTER) != 0 && dialect->fold == CLN_FOLD_UPPER) ||
           ((seen & UPPER_LETTER) != 0 && dialect->fold == CLN_FOLD_LOWER);
}
