#include "syntax/level.h"

#include "sql.h"
#include "syntax/note.h"

bool cln_open_declarations(cln_parse *pc, cln_blocks *blocks)
{
    static const char *const foreign[] = { "language", "external", "object", NULL };
    cln_token next = cln_parse_peek(pc, 0);

    if (cln_is_separator(next) || next.kind == TK_STRING || cln_block_any(pc, next, foreign))
        return false;
    cln_level_open(pc, blocks, true);
    return true;
}

/* CREATE MACRO m AS (INSERT ...; UPDATE ...;), DO ALSO (INSERT ...; DELETE ...): a level that the parenthesis closes. */
static bool opens_parentheses(cln_parse *pc, cln_blocks *blocks, uint32_t *end)
{
    if (cln_parse_peek(pc, 0).kind != TK_LP)
        return false;
    *end = cln_token_end(cln_parse_take(pc));
    cln_level_open(pc, blocks, false);
    blocks->macro = true;
    return true;
}

/* Behind AS, IS, DECLARE in the head of a routine: whether its body starts here. */
static bool opens_body(cln_parse *pc, cln_blocks *blocks, uint32_t *end)
{
    cln_token token = cln_parse_peek(pc, 0);
    uint32_t opened;

    if (cln_has_script(pc, CLN_SCRIPT_DECLARES_FIRST))
        return cln_open_declarations(pc, blocks);
    if (cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON)) {
        blocks->batch = blocks->batch || cln_block_statement(pc);
        return cln_block_statement(pc);
    }
    if (cln_block_word(pc, token, "declare") && (opened = cln_open_section(pc, blocks)) != 0) {
        *end = opened;
        return true;
    }
    if (cln_has_script(pc, CLN_SCRIPT_ATTRIBUTES) && opens_parentheses(pc, blocks, end))
        return true;
    if (cln_block_word(pc, token, "table") && cln_block_subquery(pc, 1))
        *end = cln_token_end(cln_parse_take(pc)); /* DuckDB: CREATE MACRO m (x) AS TABLE SELECT ... */
    blocks->single = cln_block_statement(pc) || cln_block_subquery(pc, 0);
    return blocks->single;
}

/* Behind DO and THEN of what keeps a statement for later: CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO INSERT ...,
   CREATE RULE r AS ON INSERT TO v DO INSTEAD INSERT ..., CREATE ALERT a IF (EXISTS (...)) THEN INSERT ... */
static bool opens_kept(cln_parse *pc, cln_blocks *blocks, uint32_t *end)
{
    static const char *const noise[] = { "also", "instead", NULL };

    if (cln_block_any(pc, cln_parse_peek(pc, 0), noise))
        *end = cln_token_end(cln_parse_take(pc));
    if (opens_parentheses(pc, blocks, end))
        return true;
    blocks->single = cln_block_statement(pc);
    return blocks->single;
}

/* COMPOUND TRIGGER, DECLARE in front of a trigger's BEGIN */
static bool declares_in_head(cln_parse *pc, cln_token token)
{
    return cln_has_script(pc, CLN_SCRIPT_DECLARES_FIRST) &&
           (cln_block_word(pc, token, "declare") || (cln_block_word(pc, token, "compound") && cln_block_next(pc, "trigger")));
}

/* AFTER INSERT OR UPDATE OF a ON t: the table. */
static colline_span trigger_table(cln_parse *pc)
{
    colline_span at = cln_token_span(cln_parse_peek(pc, 0));
    uint32_t i = 1;

    while (i + 1 < CLN_LOOKAHEAD && cln_parse_peek(pc, i).kind == TK_DOT) {
        at = cln_span_through(at, cln_token_span(cln_parse_peek(pc, i + 1)));
        i += 2;
    }
    return at;
}

/* Teradata: CREATE TRIGGER w AFTER INSERT ON t ... FOR EACH ROW WHEN (n.a > 1) (INSERT ...; UPDATE ...;), or one statement. */
static bool starts_teradata_body(cln_parse *pc, cln_blocks *blocks, uint32_t *end)
{
    static const char *const statements[] = { "insert", "ins", "update", "upd", "delete", "del", "merge", "call", "set", NULL };

    if (blocks->table.length == 0)
        return false;
    if (cln_parse_peek(pc, 0).kind == TK_LP)
        return cln_block_any(pc, cln_parse_peek(pc, 1), statements) && opens_parentheses(pc, blocks, end);
    blocks->single = cln_block_any(pc, cln_parse_peek(pc, 0), statements);
    return blocks->single;
}

/* MySQL, Db2: CREATE PROCEDURE p () INSERT ..., CREATE TRIGGER w AFTER INSERT ON t FOR EACH ROW SET ...: a body of one statement, without AS.
 * What leads to it is the parentheses, or EACH ROW. */
static bool starts_bare_body(cln_parse *pc, cln_blocks *blocks, bool led, uint32_t *end)
{
    static const char *const control[] = { "if", "case", "while", "repeat", "loop", "for", NULL };
    static const char *const statements[] = { "select", "insert", "update", "delete", "merge", "with", "call", "set", "replace", "values", "truncate", NULL };

    if (led && cln_has_script(pc, CLN_SCRIPT_ATTRIBUTES))
        return starts_teradata_body(pc, blocks, end);
    if (!led || !cln_has_script(pc, CLN_SCRIPT_DELIMITER | CLN_SCRIPT_BARE_VALUES))
        return false;
    if (cln_block_any(pc, cln_parse_peek(pc, 0), control)) {
        cln_level_open(pc, blocks, false); /* which its END IF leaves open: what follows is told by the next routine, or a line of the client */
        return true;
    }
    blocks->single = cln_block_any(pc, cln_parse_peek(pc, 0), statements);
    return blocks->single;
}

/* Whether a query stands somewhere in the rest of the statement. */
static bool holds_query(cln_parse *pc)
{
    cln_parse saved = *pc;
    bool holds = false;

    while (!holds && !cln_is_separator(cln_parse_peek(pc, 0)))
        holds = cln_parse_take(pc).kind == TK_SELECT;
    *pc = saved;
    return holds;
}

/* RETURN (SELECT ...) and no more, not RETURN (SELECT ...) + 1: whether the statement ends where the parenthesis behind RETURN does. */
static bool returns_all(cln_parse *pc)
{
    cln_parse saved = *pc;
    uint32_t depth = 0;
    bool all;

    cln_parse_take(pc);
    do {
        cln_token token = cln_parse_take(pc);
        depth += token.kind == TK_LP;
        depth -= token.kind == TK_RP && depth > 0;
    } while (depth > 0 && !cln_is_separator(cln_parse_peek(pc, 0)));
    all = depth > 0 || cln_is_separator(cln_parse_peek(pc, 0));
    *pc = saved;
    return all;
}

/* CREATE FUNCTION f () RETURNS INT RETURN (SELECT ...): the query is the body; of RETURN COALESCE ((SELECT ...), 1) the RETURN is. */
static bool opens_returned(cln_parse *pc, cln_blocks *blocks, uint32_t *end)
{
    if (cln_has_script(pc, CLN_SCRIPT_DECLARES_FIRST) || !cln_block_next(pc, "return"))
        return false;
    if (cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON)) {
        blocks->batch = true;
        return true;
    }
    if (cln_block_subquery(pc, 1) && (cln_block_query(pc, 1) || returns_all(pc)))
        *end = cln_token_end(cln_parse_take(pc));
    else if (!holds_query(pc))
        return false;
    blocks->single = true;
    return true;
}

uint32_t cln_open_prepared(cln_parse *pc, cln_blocks *blocks, uint32_t end)
{
    cln_parse saved = *pc;
    uint32_t depth = 0, stop;

    while (!cln_is_separator(cln_parse_peek(pc, 0))) {
        cln_token token = cln_parse_take(pc);
        depth += token.kind == TK_LP;
        depth -= token.kind == TK_RP && depth > 0;
        if (depth > 0 || (!cln_block_word(pc, token, "as") && !cln_block_word(pc, token, "from")))
            continue;
        stop = cln_token_end(token);
        if (!cln_block_statement(pc) && !cln_block_subquery(pc, 0))
            break;
        blocks->single = true;
        return stop;
    }
    *pc = saved;
    return end;
}

static uint32_t pass_head(cln_parse *pc, cln_blocks *blocks, uint32_t end)
{
    uint32_t depth = 0;
    bool trigger = false, rule = false, led = false, applied = false;

    while (!cln_is_separator(cln_parse_peek(pc, 0))) {
        cln_token token = cln_parse_peek(pc, 0);
        if (depth == 0 && cln_block_word(pc, token, "begin")) {
            blocks->batch = cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON);
            return cln_take_begin(pc, blocks);
        }
        if (depth == 0 && (starts_bare_body(pc, blocks, led, &end) || opens_returned(pc, blocks, &end)))
            return end;
        end = cln_token_end(cln_parse_take(pc));
        depth += token.kind == TK_LP;
        depth -= token.kind == TK_RP && depth > 0;
        if (depth > 0)
            continue;
        trigger = trigger || cln_block_word(pc, token, "trigger");
        rule = rule || cln_block_word(pc, token, "rule");
        if (blocks->table.length == 0 && ((trigger && cln_block_word(pc, token, "on")) || (rule && cln_block_word(pc, token, "to"))))
            blocks->table = trigger_table(pc);
        led = led || (trigger ? cln_block_word(pc, token, "row") || cln_block_word(pc, token, "statement") : token.kind == TK_RP);
        if (declares_in_head(pc, token)) {
            if (cln_block_next(pc, "trigger"))
                end = cln_token_end(cln_parse_take(pc));
            cln_level_open(pc, blocks, true);
            return end;
        }
        /* AUTO CDC ... APPLY AS DELETE WHEN a = 1 (Databricks) holds no statement */
        if ((cln_block_word(pc, token, "as") || cln_block_word(pc, token, "is")) && !applied && opens_body(pc, blocks, &end))
            return end;
        applied = cln_block_word(pc, token, "apply");
        if ((cln_block_word(pc, token, "do") || cln_block_word(pc, token, "then")) && opens_kept(pc, blocks, &end))
            return end;
    }
    return end;
}

/* The names that the head declares; where the body is one statement, they have a level for it. */
static void note_head(cln_parse *pc, cln_blocks *blocks, colline_span head)
{
    blocks->single_level = blocks->single && blocks->depth == 0 && !cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON);
    blocks->depth += blocks->single_level;
    if (blocks->single_level)
        cln_note(pc, blocks, CLN_EVENT_LEVEL, CLN_NO_SPAN, CLN_NO_SPAN);
    if (blocks->table.length > 0)
        cln_note(pc, blocks, CLN_EVENT_TRIGGER,
                 (colline_span){ blocks->table.offset, head.offset + head.length - blocks->table.offset }, blocks->table);
    else
        cln_note_parameters(pc, blocks, head);
    blocks->depth -= blocks->single_level;
}

uint32_t cln_open_routine(cln_parse *pc, cln_blocks *blocks, uint32_t end)
{
    uint32_t start = cln_parse_peek(pc, 0).offset;

    if (blocks->depth == 0)
        cln_note(pc, blocks, CLN_EVENT_ROUTINE, CLN_NO_SPAN, CLN_NO_SPAN);
    blocks->table.length = 0;
    end = pass_head(pc, blocks, end);
    if (blocks->depth > 0 || blocks->batch || blocks->single)
        note_head(pc, blocks, (colline_span){ start, end > start ? end - start : 0 });
    return end;
}

bool cln_is_routine(cln_parse *pc)
{
    static const char *const routines[] = { "procedure", "proc", "function", "trigger", NULL };
    cln_token token = cln_parse_peek(pc, 0);

    if (cln_has_script(pc, CLN_SCRIPT_DECLARES_FIRST))
        return cln_block_word(pc, token, "procedure") || cln_block_word(pc, token, "function");
    return cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON) && cln_block_word(pc, token, "alter") &&
           cln_block_any(pc, cln_parse_peek(pc, 1), routines);
}
