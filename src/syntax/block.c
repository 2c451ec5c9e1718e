#include "syntax/block.h"

#include "sql.h"

static bool is_word(const cln_parse *pc, cln_token token, const char *word)
{
    return token.kind != TK_QUOTED_ID && token.kind != TK_STRING &&
           cln_text_equal_nocase(cln_parse_text(pc, token), cln_text_of(word, strlen(word)));
}

static bool is_any(const cln_parse *pc, cln_token token, const char *const *words)
{
    for (; *words != NULL; words++)
        if (is_word(pc, token, *words))
            return true;
    return false;
}

static bool ends(cln_token token)
{
    return token.kind == 0 || token.kind == TK_SEMI;
}

/* A word that starts a statement which is read with the grammar. */
static bool starts_statement(const cln_parse *pc, cln_token token)
{
    static const char *const heads[] = { "select",  "insert", "update",   "delete",  "merge", "with",
                                         "create",  "drop",   "truncate", "alter",   "call",  "exec",
                                         "execute", "return", "set",      "declare", NULL };

    return is_any(pc, token, heads);
}

/* Take tokens up to and with one of those words outside of parentheses; false at the end of the statement. */
static bool take_through(cln_parse *pc, const char *const *words)
{
    uint32_t depth = 0;

    while (!ends(cln_parse_peek(pc, 0))) {
        cln_token token = cln_parse_take(pc);
        if (token.kind == TK_LP)
            depth++;
        else if (token.kind == TK_RP && depth > 0)
            depth--;
        else if (depth == 0 && is_any(pc, token, words))
            return true;
    }
    return false;
}

static uint32_t end_of(cln_token token)
{
    return token.offset + token.length;
}

static bool is_transaction(const cln_parse *pc, cln_token token)
{
    static const char *const words[] = { "tran",         "transaction", "work",      "isolation",  "read",
                                         "deferred",     "immediate",   "exclusive", "concurrent", "dialog",
                                         "conversation", "distributed", NULL };

    return ends(token) || is_any(pc, token, words);
}

/* BEGIN, with what belongs to it: BEGIN TRY, BEGIN ATOMIC, BEGIN NOT ATOMIC */
static uint32_t take_begin(cln_parse *pc, cln_blocks *blocks)
{
    static const char *const kinds[] = { "try", "catch", "atomic", NULL };
    cln_token last = cln_parse_take(pc);

    if (is_word(pc, cln_parse_peek(pc, 0), "not"))
        last = cln_parse_take(pc);
    if (is_any(pc, cln_parse_peek(pc, 0), kinds))
        last = cln_parse_take(pc);
    blocks->depth++;
    return end_of(last);
}

enum { DECLARATION_TOKENS = 2000 }; /* so far is a BEGIN looked for */

/* Declarations in front of BEGIN: v INT; c CURSOR IS SELECT ...; false, and nothing taken, where no BEGIN
 * comes. */
static bool pass_declarations(cln_parse *pc)
{
    cln_parse saved = *pc;

    for (uint32_t i = 0; i < DECLARATION_TOKENS && cln_parse_peek(pc, 0).kind != 0; i++) {
        if (is_word(pc, cln_parse_peek(pc, 0), "begin"))
            return true;
        cln_parse_take(pc);
    }
    *pc = saved;
    return false;
}

uint32_t cln_open_routine(cln_parse *pc, cln_blocks *blocks, uint32_t end)
{
    uint32_t depth = 0;

    while (!ends(cln_parse_peek(pc, 0))) {
        cln_token token = cln_parse_peek(pc, 0);
        if (depth == 0 && is_word(pc, token, "begin"))
            return take_begin(pc, blocks);
        end = end_of(cln_parse_take(pc));
        depth += token.kind == TK_LP;
        depth -= token.kind == TK_RP && depth > 0;
        if (depth > 0 || !(is_word(pc, token, "as") || is_word(pc, token, "is")))
            continue;
        token = cln_parse_peek(pc, 0);
        if (is_word(pc, token, "declare") ||
            (token.kind == TK_ID && (pc->dialect->features & CLN_FEATURE_DECLARES_FIRST) != 0)) {
            if (pass_declarations(pc))
                return take_begin(pc, blocks);
        } else if (starts_statement(pc, token)) {
            blocks->single = true;
            return end;
        }
    }
    return end;
}

bool cln_open_block(cln_parse *pc, cln_blocks *blocks, uint32_t *end)
{
    cln_token token = cln_parse_peek(pc, 0);

    if (is_word(pc, token, "declare") && blocks->depth == 0 && cln_parse_peek(pc, 1).kind == TK_ID) {
        if (!pass_declarations(pc))
            return false;
        *end = take_begin(pc, blocks);
        return true;
    }
    if (!is_word(pc, token, "begin") || is_transaction(pc, cln_parse_peek(pc, 1)))
        return false;
    *end = take_begin(pc, blocks);
    return true;
}

/* END~, END //: what a client's DELIMITER, or Oracle's slash, leaves behind a routine. */
static void pass_delimiter(cln_parse *pc)
{
    uint16_t kind = cln_parse_peek(pc, 0).kind;

    while (kind == TK_TILDE || kind == TK_SLASH || kind == TK_CONCAT || kind == TK_PIPE || kind == TK_BANG || kind == TK_ILLEGAL) {
        cln_parse_take(pc);
        kind = cln_parse_peek(pc, 0).kind;
    }
}

/* END, END IF, END LOOP label: what was opened by BEGIN is closed by a bare END (or END TRY). */
static void take_end(cln_parse *pc, cln_blocks *blocks)
{
    static const char *const control[] = { "if", "loop", "while", "case", "repeat", "for", NULL };
    static const char *const block[] = { "try", "catch", NULL };

    cln_parse_take(pc);
    if (is_any(pc, cln_parse_peek(pc, 0), control)) {
        while (!ends(cln_parse_peek(pc, 0)))
            cln_parse_take(pc);
        return;
    }
    if (is_any(pc, cln_parse_peek(pc, 0), block))
        cln_parse_take(pc);
    else if (cln_parse_peek(pc, 0).kind == TK_ID)
        cln_parse_take(pc);
    blocks->depth -= blocks->depth > 0;
    if (blocks->depth == 0)
        pass_delimiter(pc);
}

/* IF a > 1 INSERT ... (T-SQL): the condition ends where a statement starts. */
static void pass_condition(cln_parse *pc)
{
    uint32_t depth = 0;

    while (!ends(cln_parse_peek(pc, 0))) {
        cln_token token = cln_parse_peek(pc, 0);
        if (depth == 0 && (is_word(pc, token, "begin") || starts_statement(pc, token)))
            return;
        cln_parse_take(pc);
        depth += token.kind == TK_LP;
        depth -= token.kind == TK_RP && depth > 0;
        if (depth == 0 &&
            (is_word(pc, token, "then") || is_word(pc, token, "do") || is_word(pc, token, "loop")))
            return;
    }
}

/* One word of control with what belongs to it; false where a statement stands. */
static bool pass_one(cln_parse *pc, cln_blocks *blocks)
{
    static const char *const bare[] = { "else", "loop", "repeat", "then", "exception", NULL };
    static const char *const conditional[] = {
        "if", "elsif", "elseif", "while", "when", "for", "until", NULL
    };
    static const char *const then[] = { "then", "do", "loop", NULL };
    cln_token token = cln_parse_peek(pc, 0);

    if (token.kind == TK_SEMI || is_any(pc, token, bare)) {
        cln_parse_take(pc);
    } else if (is_word(pc, token, "end")) {
        take_end(pc, blocks);
    } else if (is_word(pc, token, "begin") && !is_transaction(pc, cln_parse_peek(pc, 1))) {
        (void)take_begin(pc, blocks);
    } else if (is_word(pc, token, "for") || is_word(pc, token, "when")) {
        (void)take_through(pc, then);
    } else if (is_any(pc, token, conditional)) {
        cln_parse_take(pc);
        pass_condition(pc);
    } else {
        return false;
    }
    return true;
}

void cln_pass_control(cln_parse *pc, cln_blocks *blocks)
{
    while (blocks->depth > 0 && cln_parse_peek(pc, 0).kind != 0 && pass_one(pc, blocks))
        continue;
}
