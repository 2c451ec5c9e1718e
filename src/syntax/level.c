#include "syntax/level.h"

#include "sql.h"
#include "syntax/note.h"

bool cln_block_any(const cln_parse *pc, cln_token token, const char *const *words)
{
    for (; *words != NULL; words++)
        if (cln_block_word(pc, token, *words))
            return true;
    return false;
}

bool cln_block_query(cln_parse *pc, uint32_t ahead)
{
    cln_token token = cln_parse_peek(pc, ahead);

    return cln_block_word(pc, token, "select") || cln_block_word(pc, token, "with");
}

bool cln_block_subquery(cln_parse *pc, uint32_t ahead)
{
    while (ahead + 1 < CLN_LOOKAHEAD && cln_parse_peek(pc, ahead).kind == TK_LP)
        ahead++;
    return cln_block_query(pc, ahead);
}

bool cln_block_statement(cln_parse *pc)
{
    static const char *const heads[] = { "select",  "insert", "update",   "delete",  "merge", "with",
                                         "create",  "drop",   "truncate", "alter",   "call",  "exec",
                                         "execute", "return", "set",      "declare", "copy",  NULL };

    return cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON) ? cln_starts_statement(pc) : cln_block_any(pc, cln_parse_peek(pc, 0), heads);
}

uint32_t cln_take_statement(cln_parse *pc, uint32_t end)
{
    while (!cln_is_separator(cln_parse_peek(pc, 0)))
        end = cln_token_end(cln_parse_take(pc));
    return end;
}

bool cln_take_through(cln_parse *pc, const char *const *words)
{
    uint32_t depth = 0;

    while (!cln_is_separator(cln_parse_peek(pc, 0))) {
        cln_token token = cln_parse_take(pc);
        if (token.kind == TK_LP)
            depth++;
        else if (token.kind == TK_RP && depth > 0)
            depth--;
        else if (depth == 0 && cln_block_any(pc, token, words))
            return true;
    }
    return false;
}

bool cln_is_transaction(const cln_parse *pc, cln_token token)
{
    static const char *const words[] = { "tran",         "transaction", "work",      "isolation",  "read",
                                         "deferred",     "immediate",   "exclusive", "concurrent", "dialog",
                                         "conversation", "distributed", NULL };

    return cln_is_separator(token) || cln_block_any(pc, token, words);
}

/* ---- Levels ---- */

void cln_level_set_declaring(cln_blocks *blocks, bool declaring)
{
    uint64_t bit = cln_level_bit(blocks);

    blocks->declaring = declaring ? blocks->declaring | bit : blocks->declaring & ~bit;
}

void cln_level_open(cln_parse *pc, cln_blocks *blocks, bool declaring)
{
    blocks->depth++;
    cln_level_set_declaring(blocks, declaring);
    blocks->casing &= ~cln_level_bit(blocks);
    cln_note(pc, blocks, CLN_EVENT_LEVEL, CLN_NO_SPAN, CLN_NO_SPAN);
}

/* ---- What a T-SQL IF or WHILE, or a handler, takes: it has no end of its own ---- */

bool cln_await_statement(cln_blocks *blocks, cln_awaiting_kind kind)
{
    if (blocks->pending_count == CLN_MOST_AWAITING)
        return false;
    blocks->pending[blocks->pending_count++] = (cln_awaiting){ (uint8_t)kind, CLN_AWAITING_AWAITED, 0 };
    return true;
}

void cln_open_ended(cln_parse *pc, cln_blocks *blocks, cln_event_kind kind)
{
    blocks->controls += blocks->controls > 0 && blocks->depth == 1;
    cln_note(pc, blocks, kind, CLN_NO_SPAN, CLN_NO_SPAN);
}

void cln_open_control(cln_parse *pc, cln_blocks *blocks, bool loop)
{
    if (!cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON) || cln_await_statement(blocks, loop ? CLN_AWAITING_LOOP : CLN_AWAITING_IF))
        cln_open_ended(pc, blocks, loop ? CLN_EVENT_LOOP : CLN_EVENT_BRANCH);
}

bool cln_settle_pending(cln_parse *pc, cln_blocks *blocks)
{
    cln_awaiting *newest;

    while ((newest = cln_newest_pending(blocks)) != NULL && newest->state == CLN_AWAITING_DONE) {
        uint16_t next = cln_parse_peek(pc, 0).kind;
        if (next == TK_SEMI)
            return false;
        if (next == TK_ELSE && newest->kind == CLN_AWAITING_IF) {
            newest->state = CLN_AWAITING_AWAITED;
            cln_note(pc, blocks, CLN_EVENT_ELSE, CLN_NO_SPAN, CLN_NO_SPAN);
            return true;
        }
        cln_note(pc, blocks, newest->kind == CLN_AWAITING_LOOP ? CLN_EVENT_END_LOOP : CLN_EVENT_END_BRANCH, CLN_NO_SPAN, CLN_NO_SPAN);
        blocks->pending_count--;
        newest = cln_newest_pending(blocks);
        if (newest != NULL && newest->state == CLN_AWAITING_AWAITED)
            newest->state = CLN_AWAITING_DONE;
    }
    return false;
}

uint32_t cln_take_begin(cln_parse *pc, cln_blocks *blocks)
{
    static const char *const kinds[] = { "try", "catch", "atomic", NULL };
    cln_token last = cln_parse_take(pc);
    bool catches = cln_block_next(pc, "catch");

    if (cln_block_next(pc, "not"))
        last = cln_parse_take(pc);
    if (cln_block_any(pc, cln_parse_peek(pc, 0), kinds))
        last = cln_parse_take(pc);
    if (cln_has_script(pc, CLN_SCRIPT_ATTRIBUTES) && cln_parse_peek(pc, 0).kind == TK_LP) /* BEGIN ATOMIC (INSERT ...;) END */
        last = cln_parse_take(pc);
    /* the BEGIN that the declarations wait for opens nothing more */
    if (cln_level_declares(blocks))
        cln_level_set_declaring(blocks, false);
    else
        cln_level_open(pc, blocks, false);
    cln_take_pending(blocks, CLN_AWAITING_BLOCK);
    if (catches)
        cln_note(pc, blocks, CLN_EVENT_BRANCH, CLN_NO_SPAN, CLN_NO_SPAN);
    return cln_token_end(last);
}

enum { DECLARATION_TOKENS = 2000 }; /* so far is a BEGIN looked for */

/* Whether declarations stand in front of BEGIN: DECLARE v INT; c CURSOR FOR SELECT ...; BEGIN */
static bool begin_follows(cln_parse *pc)
{
    cln_parse saved = *pc;
    bool follows = false;

    for (uint32_t i = 0; i < DECLARATION_TOKENS && !follows && cln_parse_peek(pc, 0).kind != 0; i++) {
        bool ends = cln_parse_take(pc).kind == TK_SEMI;
        follows = ends && cln_block_next(pc, "begin");
        if (ends && !follows && cln_block_statement(pc))
            break;
    }
    *pc = saved;
    return follows;
}

uint32_t cln_open_section(cln_parse *pc, cln_blocks *blocks)
{
    uint32_t end;

    if (!cln_has_script(pc, CLN_SCRIPT_DECLARES_FIRST) &&
        (!cln_has_script(pc, CLN_SCRIPT_DECLARE_SECTION) || !begin_follows(pc)))
        return 0;
    if (blocks->depth == 0)
        cln_note(pc, blocks, CLN_EVENT_ROUTINE, CLN_NO_SPAN, CLN_NO_SPAN);
    end = cln_token_end(cln_parse_take(pc));
    cln_level_open(pc, blocks, true);
    return end;
}
