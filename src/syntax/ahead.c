/*
 * ahead.c -- the tokens that wait for the parser: without what is no part of a statement, and as they are meant.
 *
 *     SELECT a -- the first
 *     FROM t
 *     GO                  the comment is passed over, GO is a semicolon (T-SQL)
 */
#include "syntax/delimiter.h"
#include "syntax/parse_context.h"
#include "syntax/split.h"
#include "syntax/tags.h"

#include "sql.h"

/* Where a statement ends whose quote or comment never does: at the first semicolon that ends a line, else at the first. */
static uint32_t likely_end(colline_text text, uint32_t offset)
{
    const char *first = memchr(text.data + offset, ';', text.length - offset);
    const char *end = text.data + text.length;

    for (const char *semi = first; semi != NULL; semi = memchr(semi + 1, ';', (size_t)(end - semi - 1))) {
        const char *next = semi + 1;
        while (next < end && cln_is_blank(*next))
            next++;
        if (next == end || *next == '\n')
            return (uint32_t)(semi - text.data);
    }
    return first != NULL ? (uint32_t)(first - text.data) : text.length;
}

/* The first quotes and comments without an end cost their statement only; many of them would cost time.
 *
 *     SELECT 'a FROM t; SELECT 1      the string reaches to the semicolon
 */
static void cut_short(cln_parse *pc, cln_token *token)
{
    enum { MOST_CUTS = 16 };

    if (token->offset >= pc->last_cut) {
        if (pc->cuts == MOST_CUTS)
            return;
        pc->cuts++;
        pc->last_cut = token->offset + 1;
    }
    token->length = likely_end(pc->text, token->offset) - token->offset;
}

/* A slash (Oracle) or GO (T-SQL) on a line of its own is a semicolon, and so is @ (Db2) at the end of one. */
static uint16_t separator_kind(const cln_parse *pc, cln_token token)
{
    bool separates = (token.kind == TK_SLASH && cln_has_script(pc, CLN_SCRIPT_SLASH)) ||
                     (token.kind == TK_GO && cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON));

    if (token.kind == TK_OTHER_OP && token.length == 1 && pc->text.data[token.offset] == '@' && cln_has_script(pc, CLN_SCRIPT_AT) && cln_ends_line(pc, token))
        return TK_SEMI;
    return separates && cln_is_alone(pc, token) ? TK_SEMI : token.kind;
}

/* A token that the lexer read is less than that: cut short, or what separates statements. */
static CLN_COLD cln_token corrected(cln_parse *pc, cln_token token)
{
    if (pc->broken_end != 0 && token.offset == pc->broken_quote && token.offset + token.length > pc->broken_end) {
        token.kind = TK_UNTERMINATED;
        token.length = pc->broken_end - token.offset;
    } else if (token.kind == TK_UNTERMINATED) {
        cut_short(pc, &token);
    }
    if ((pc->dialect->script & CLN_SCRIPT_OF_SEPARATORS) != 0)
        token.kind = separator_kind(pc, token);
    return token;
}

/* What waits, and the token taken last, move to the front. */
static void make_room_ahead(cln_parse *pc)
{
    uint32_t kept = pc->ahead_end - pc->ahead_first + 1;

    if (pc->ahead_first > 1)
        memmove(pc->ahead, &pc->ahead[pc->ahead_first - 1], kept * sizeof *pc->ahead);
    pc->ahead_first = 1;
    pc->ahead_end = kept;
}

/* What lies behind a comment, hint or tag that was read. */
static uint32_t behind_skipped(cln_parse *pc, cln_token token)
{
    uint32_t position = token.offset + token.length;

    cln_poll(pc->arena->fault);
    return token.kind == TK_TAG ? cln_behind_tag(pc, token, position) : position;
}

/* Fill the row up to `end`.  Where tokens are to be corrected, one by one; else only those that are odd are looked at. */
static void read_row(cln_parse *pc, cln_token *slot, const cln_token *end, bool corrects)
{
    while (slot < end) {
        uint32_t count = corrects ? 0 : cln_lex_row(&pc->lexer, pc->position, slot, (uint32_t)(end - slot));
        cln_token token;
        slot += count;
        if (count > 0)
            pc->position = slot[-1].offset + slot[-1].length;
        if (slot == end)
            break;
        token = corrected(pc, corrects ? cln_lex(&pc->lexer, pc->position) : *slot);
        if (CLN_IS_SKIPPED(token.kind)) {
            pc->position = behind_skipped(pc, token);
        } else {
            pc->position = token.offset + token.length;
            *slot++ = token;
        }
    }
}

void cln_parse_read_ahead(cln_parse *pc, uint32_t count)
{
    enum { BATCH = 8 }; /* tokens are read in turns: it is cheaper, and one too many costs nothing */
    bool corrects = pc->broken_end != 0 || (pc->dialect->script & CLN_SCRIPT_OF_SEPARATORS) != 0;
    uint32_t wanted = count < BATCH ? BATCH : count;

    cln_poll(pc->arena->fault);
    make_room_ahead(pc);
    read_row(pc, &pc->ahead[pc->ahead_end], &pc->ahead[pc->ahead_first + wanted], corrects);
    pc->ahead_end = pc->ahead_first + wanted;
}
