/*
 * split.h -- where statements end that have no semicolon.
 *
 *     SELECT a FROM t INSERT INTO u SELECT b FROM v GO
 *     T-SQL: INSERT is reserved, so no alias, and the SELECT in front of it is complete; GO stands on a line of its own
 *
 * A statement that the grammar reads ends where it may end and the next word starts another one (cln_engine_may_end).  One that is
 * passed over ends at such a word outside of parentheses, unless it belongs to it: GRANT SELECT ON t TO u, ALTER TABLE t
 * DROP COLUMN a, DECLARE c CURSOR FOR SELECT ...  In dialects with semicolons only these end a statement.
 */
#ifndef CLN_SYNTAX_SPLIT_H
#define CLN_SYNTAX_SPLIT_H

#include "sql.h"
#include "syntax/parse_context.h"

/* A statement that is passed over. */
typedef struct cln_rest {
    uint16_t head;      /* the kind of its first word */
    uint16_t previous;  /* of the token taken last */
    uint32_t depth;     /* of parentheses */
    uint32_t cases;     /* CASEs without their END */
    bool granted;       /* GRANT: TO or FROM was there */
} cln_rest;

static inline bool cln_has_script(const cln_parse *pc, cln_script_flag flag)
{
    return (pc->dialect->script & (uint32_t)flag) != 0;
}

/* A blank within a line. */
static inline bool cln_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* A blank or the end of a line. */
static inline bool cln_is_space(char c)
{
    return cln_is_blank(c) || c == '\n';
}

/* The end of the text, a semicolon, GO. */
static inline bool cln_is_separator(cln_token token)
{
    return token.kind == 0 || token.kind == TK_SEMI;
}

/* Whether the next token is a word that starts a statement in a dialect that needs no semicolons. */
bool cln_starts_statement(cln_parse *pc);
/* Whether it is the first on its line. */
bool cln_starts_line(const cln_parse *pc, cln_token token);
/* Whether nothing stands behind it on its line. */
bool cln_ends_line(const cln_parse *pc, cln_token token);
/* Whether it stands alone on its line. */
bool cln_is_alone(const cln_parse *pc, cln_token token);

/* Pass over what follows, a statement that starts with a token of kind `head`. */
cln_rest cln_rest_start(uint16_t head);
bool cln_rest_ends(cln_parse *pc, const cln_rest *rest);
cln_token cln_rest_take(cln_parse *pc, cln_rest *rest);
void cln_rest_pass(cln_rest *rest, cln_token token);

#endif
