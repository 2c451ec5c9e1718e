#include "syntax/block.h"

#include "sql.h"
#include "syntax/note.h"

static const colline_span none = { 0, 0 };

static bool is_word(const cln_parse *pc, cln_token token, const char *word)
{
    return (pc->text.data[token.offset] | 0x20) == word[0] && token.kind != TK_QUOTED_ID && token.kind != TK_STRING &&
           cln_parse_says(pc, token, word);
}

static bool is_any(const cln_parse *pc, cln_token token, const char *const *words)
{
    for (; *words != NULL; words++)
        if (is_word(pc, token, *words))
            return true;
    return false;
}

static bool is_next(cln_parse *pc, const char *word)
{
    return is_word(pc, cln_parse_peek(pc, 0), word);
}

static bool starts_query_at(cln_parse *pc, uint32_t ahead)
{
    cln_token token = cln_parse_peek(pc, ahead);

    return is_word(pc, token, "select") || is_word(pc, token, "with");
}

/* SELECT, or a parenthesis in front of one. */
static bool starts_subquery(cln_parse *pc, uint32_t ahead)
{
    while (ahead + 1 < CLN_LOOKAHEAD && cln_parse_peek(pc, ahead).kind == TK_LP)
        ahead++;
    return starts_query_at(pc, ahead);
}

/* A word that starts a statement which is read with the grammar. */
static bool starts_statement(cln_parse *pc)
{
    static const char *const heads[] = { "select",  "insert", "update",   "delete",  "merge", "with",
                                         "create",  "drop",   "truncate", "alter",   "call",  "exec",
                                         "execute", "return", "set",      "declare", "copy",  NULL };

    return cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON) ? cln_starts_statement(pc) : is_any(pc, cln_parse_peek(pc, 0), heads);
}

static uint32_t end_of(cln_token token)
{
    return token.offset + token.length;
}

/* Take tokens up to the end of the statement, semicolons in parentheses included; where the last one ends. */
static uint32_t take_statement(cln_parse *pc, uint32_t end)
{
    while (!cln_is_separator(cln_parse_peek(pc, 0)))
        end = end_of(cln_parse_take(pc));
    return end;
}

/* Take tokens up to and with one of those words outside of parentheses; false at the end of the statement. */
static bool take_through(cln_parse *pc, const char *const *words)
{
    uint32_t depth = 0;

    while (!cln_is_separator(cln_parse_peek(pc, 0))) {
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

static bool is_transaction(const cln_parse *pc, cln_token token)
{
    static const char *const words[] = { "tran",         "transaction", "work",      "isolation",  "read",
                                         "deferred",     "immediate",   "exclusive", "concurrent", "dialog",
                                         "conversation", "distributed", NULL };

    return cln_is_separator(token) || is_any(pc, token, words);
}

/* ---- Levels ---- */

/* Deeper than this no level is known to declare. */
enum { MOST_DECLARING = 64 };

static bool declares(const cln_blocks *blocks)
{
    return blocks->depth > 0 && blocks->depth <= MOST_DECLARING && (blocks->declaring >> (blocks->depth - 1) & 1u) != 0;
}

static void set_declaring(cln_blocks *blocks, bool declaring)
{
    uint64_t bit = blocks->depth > 0 && blocks->depth <= MOST_DECLARING ? (uint64_t)1 << (blocks->depth - 1) : 0;

    blocks->declaring = declaring ? blocks->declaring | bit : blocks->declaring & ~bit;
}

/* The bit of the newest level; 0 where it is too deep. */
static uint64_t level_bit(const cln_blocks *blocks)
{
    return blocks->depth > 0 && blocks->depth <= MOST_DECLARING ? (uint64_t)1 << (blocks->depth - 1) : 0;
}

static void open_level(cln_parse *pc, cln_blocks *blocks, bool declaring)
{
    blocks->depth++;
    set_declaring(blocks, declaring);
    blocks->casing &= ~level_bit(blocks);
    cln_note(pc, blocks, CLN_EVENT_LEVEL, none, none);
}

/* ---- What a T-SQL IF or WHILE, or a handler, takes: it has no end of its own ---- */

static cln_awaiting *newest_pending(cln_blocks *blocks)
{
    return blocks->pending_count > 0 ? &blocks->pending[blocks->pending_count - 1] : NULL;
}

/* What ends with the next statement; false where there are too many of those. */
static bool await_statement(cln_blocks *blocks, cln_awaiting_kind kind)
{
    if (blocks->pending_count == CLN_MOST_AWAITING)
        return false;
    blocks->pending[blocks->pending_count++] = (cln_awaiting){ (uint8_t)kind, CLN_AWAITING_AWAITED, 0 };
    return true;
}

/* IF, LOOP: END IF, END LOOP says where it ends. */
static void open_ended(cln_parse *pc, cln_blocks *blocks, cln_event_kind kind)
{
    blocks->controls += blocks->controls > 0 && blocks->depth == 1;
    cln_note(pc, blocks, kind, none, none);
}

/* IF, WHILE: T-SQL has no end for them. */
static void open_control(cln_parse *pc, cln_blocks *blocks, bool loop)
{
    if (!cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON) || await_statement(blocks, loop ? CLN_AWAITING_LOOP : CLN_AWAITING_IF))
        open_ended(pc, blocks, loop ? CLN_EVENT_LOOP : CLN_EVENT_BRANCH);
}

/* The statement that is read next belongs to the newest one, if that waits for one. */
static void take_pending(cln_blocks *blocks, cln_awaiting_state state)
{
    cln_awaiting *newest = newest_pending(blocks);

    if (newest == NULL || newest->state != CLN_AWAITING_AWAITED)
        return;
    newest->state = (uint8_t)state;
    newest->depth = blocks->depth;
}

static void read_pending(cln_blocks *blocks)
{
    cln_awaiting *newest = newest_pending(blocks);

    if (newest != NULL && newest->state == CLN_AWAITING_READ)
        newest->state = CLN_AWAITING_DONE;
}

static void close_pending(cln_blocks *blocks)
{
    cln_awaiting *newest = newest_pending(blocks);

    if (newest != NULL && newest->state == CLN_AWAITING_BLOCK && newest->depth == blocks->depth)
        newest->state = CLN_AWAITING_DONE;
}

/* What is complete ends, unless ELSE follows: then true, and the ELSE belongs to it. */
static bool settle_pending(cln_parse *pc, cln_blocks *blocks)
{
    cln_awaiting *newest;

    while ((newest = newest_pending(blocks)) != NULL && newest->state == CLN_AWAITING_DONE) {
        uint16_t next = cln_parse_peek(pc, 0).kind;
        if (next == TK_SEMI)
            return false;
        if (next == TK_ELSE && newest->kind == CLN_AWAITING_IF) {
            newest->state = CLN_AWAITING_AWAITED;
            cln_note(pc, blocks, CLN_EVENT_ELSE, none, none);
            return true;
        }
        cln_note(pc, blocks, newest->kind == CLN_AWAITING_LOOP ? CLN_EVENT_END_LOOP : CLN_EVENT_END_BRANCH, none, none);
        blocks->pending_count--;
        newest = newest_pending(blocks);
        if (newest != NULL && newest->state == CLN_AWAITING_AWAITED)
            newest->state = CLN_AWAITING_DONE;
    }
    return false;
}

/* BEGIN, with what belongs to it: BEGIN TRY, BEGIN ATOMIC, BEGIN NOT ATOMIC */
static uint32_t take_begin(cln_parse *pc, cln_blocks *blocks)
{
    static const char *const kinds[] = { "try", "catch", "atomic", NULL };
    cln_token last = cln_parse_take(pc);
    bool catches = is_next(pc, "catch");

    if (is_next(pc, "not"))
        last = cln_parse_take(pc);
    if (is_any(pc, cln_parse_peek(pc, 0), kinds))
        last = cln_parse_take(pc);
    if (cln_has_script(pc, CLN_SCRIPT_ATTRIBUTES) && cln_parse_peek(pc, 0).kind == TK_LP) /* BEGIN ATOMIC (INSERT ...;) END */
        last = cln_parse_take(pc);
    /* the BEGIN that the declarations wait for opens nothing more */
    if (declares(blocks))
        set_declaring(blocks, false);
    else
        open_level(pc, blocks, false);
    take_pending(blocks, CLN_AWAITING_BLOCK);
    if (catches)
        cln_note(pc, blocks, CLN_EVENT_BRANCH, none, none);
    return end_of(last);
}

enum { DECLARATION_TOKENS = 2000 }; /* so far is a BEGIN looked for */

/* Whether declarations stand in front of BEGIN: DECLARE v INT; c CURSOR FOR SELECT ...; BEGIN */
static bool begin_follows(cln_parse *pc)
{
    cln_parse saved = *pc;
    bool follows = false;

    for (uint32_t i = 0; i < DECLARATION_TOKENS && !follows && cln_parse_peek(pc, 0).kind != 0; i++) {
        bool ends = cln_parse_take(pc).kind == TK_SEMI;
        follows = ends && is_next(pc, "begin");
        if (ends && !follows && starts_statement(pc))
            break;
    }
    *pc = saved;
    return follows;
}

/* DECLARE in front of such; its end, or 0 where it is a statement. */
static uint32_t open_section(cln_parse *pc, cln_blocks *blocks)
{
    uint32_t end;

    if (!cln_has_script(pc, CLN_SCRIPT_DECLARES_FIRST) &&
        (!cln_has_script(pc, CLN_SCRIPT_DECLARE_SECTION) || !begin_follows(pc)))
        return 0;
    if (blocks->depth == 0)
        cln_note(pc, blocks, CLN_EVENT_ROUTINE, none, none);
    end = end_of(cln_parse_take(pc));
    open_level(pc, blocks, true);
    return end;
}

/* ---- Routines ---- */

/* Behind AS or IS of a routine of Oracle's: declarations follow, but for LANGUAGE JAVA NAME '...' */
static bool open_declarations(cln_parse *pc, cln_blocks *blocks)
{
    static const char *const foreign[] = { "language", "external", "object", NULL };
    cln_token next = cln_parse_peek(pc, 0);

    if (cln_is_separator(next) || next.kind == TK_STRING || is_any(pc, next, foreign))
        return false;
    open_level(pc, blocks, true);
    return true;
}

/* CREATE MACRO m AS (INSERT ...; UPDATE ...;), DO ALSO (INSERT ...; DELETE ...): a level that the parenthesis closes. */
static bool opens_parentheses(cln_parse *pc, cln_blocks *blocks, uint32_t *end)
{
    if (cln_parse_peek(pc, 0).kind != TK_LP)
        return false;
    *end = end_of(cln_parse_take(pc));
    open_level(pc, blocks, false);
    blocks->macro = true;
    return true;
}

/* Behind AS, IS, DECLARE in the head of a routine: whether its body starts here. */
static bool opens_body(cln_parse *pc, cln_blocks *blocks, uint32_t *end)
{
    cln_token token = cln_parse_peek(pc, 0);
    uint32_t opened;

    if (cln_has_script(pc, CLN_SCRIPT_DECLARES_FIRST))
        return open_declarations(pc, blocks);
    if (cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON)) {
        blocks->batch = blocks->batch || starts_statement(pc);
        return starts_statement(pc);
    }
    if (is_word(pc, token, "declare") && (opened = open_section(pc, blocks)) != 0) {
        *end = opened;
        return true;
    }
    if (cln_has_script(pc, CLN_SCRIPT_ATTRIBUTES) && opens_parentheses(pc, blocks, end))
        return true;
    if (is_word(pc, token, "table") && starts_subquery(pc, 1))
        *end = end_of(cln_parse_take(pc)); /* DuckDB: CREATE MACRO m (x) AS TABLE SELECT ... */
    blocks->single = starts_statement(pc) || starts_subquery(pc, 0);
    return blocks->single;
}

/* Behind DO and THEN of what keeps a statement for later: CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO INSERT ...,
   CREATE RULE r AS ON INSERT TO v DO INSTEAD INSERT ..., CREATE ALERT a IF (EXISTS (...)) THEN INSERT ... */
static bool opens_kept(cln_parse *pc, cln_blocks *blocks, uint32_t *end)
{
    static const char *const noise[] = { "also", "instead", NULL };

    if (is_any(pc, cln_parse_peek(pc, 0), noise))
        *end = end_of(cln_parse_take(pc));
    if (opens_parentheses(pc, blocks, end))
        return true;
    blocks->single = starts_statement(pc);
    return blocks->single;
}

/* COMPOUND TRIGGER, DECLARE in front of a trigger's BEGIN */
static bool declares_in_head(cln_parse *pc, cln_token token)
{
    return cln_has_script(pc, CLN_SCRIPT_DECLARES_FIRST) &&
           (is_word(pc, token, "declare") || (is_word(pc, token, "compound") && is_next(pc, "trigger")));
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
        return is_any(pc, cln_parse_peek(pc, 1), statements) && opens_parentheses(pc, blocks, end);
    blocks->single = is_any(pc, cln_parse_peek(pc, 0), statements);
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
    if (is_any(pc, cln_parse_peek(pc, 0), control)) {
        open_level(pc, blocks, false); /* which its END IF leaves open: what follows is told by the next routine, or a line of the client */
        return true;
    }
    blocks->single = is_any(pc, cln_parse_peek(pc, 0), statements);
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
    if (cln_has_script(pc, CLN_SCRIPT_DECLARES_FIRST) || !is_next(pc, "return"))
        return false;
    if (cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON)) {
        blocks->batch = true;
        return true;
    }
    if (starts_subquery(pc, 1) && (starts_query_at(pc, 1) || returns_all(pc)))
        *end = end_of(cln_parse_take(pc));
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
        if (depth > 0 || (!is_word(pc, token, "as") && !is_word(pc, token, "from")))
            continue;
        stop = end_of(token);
        if (!starts_statement(pc) && !starts_subquery(pc, 0))
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
        if (depth == 0 && is_word(pc, token, "begin")) {
            blocks->batch = cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON);
            return take_begin(pc, blocks);
        }
        if (depth == 0 && (starts_bare_body(pc, blocks, led, &end) || opens_returned(pc, blocks, &end)))
            return end;
        end = end_of(cln_parse_take(pc));
        depth += token.kind == TK_LP;
        depth -= token.kind == TK_RP && depth > 0;
        if (depth > 0)
            continue;
        trigger = trigger || is_word(pc, token, "trigger");
        rule = rule || is_word(pc, token, "rule");
        if (blocks->table.length == 0 && ((trigger && is_word(pc, token, "on")) || (rule && is_word(pc, token, "to"))))
            blocks->table = trigger_table(pc);
        led = led || (trigger ? is_word(pc, token, "row") || is_word(pc, token, "statement") : token.kind == TK_RP);
        if (declares_in_head(pc, token)) {
            if (is_next(pc, "trigger"))
                end = end_of(cln_parse_take(pc));
            open_level(pc, blocks, true);
            return end;
        }
        /* AUTO CDC ... APPLY AS DELETE WHEN a = 1 (Databricks) holds no statement */
        if ((is_word(pc, token, "as") || is_word(pc, token, "is")) && !applied && opens_body(pc, blocks, &end))
            return end;
        applied = is_word(pc, token, "apply");
        if ((is_word(pc, token, "do") || is_word(pc, token, "then")) && opens_kept(pc, blocks, &end))
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
        cln_note(pc, blocks, CLN_EVENT_LEVEL, none, none);
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
        cln_note(pc, blocks, CLN_EVENT_ROUTINE, none, none);
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
        return is_word(pc, token, "procedure") || is_word(pc, token, "function");
    return cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON) && is_word(pc, token, "alter") &&
           is_any(pc, cln_parse_peek(pc, 1), routines);
}

/* ---- Blocks ---- */

/* T-SQL: IF a > 1 INSERT ...: the condition ends where a statement starts; elsewhere at THEN, DO, LOOP, too. */
static uint32_t pass_condition(cln_parse *pc, uint32_t end)
{
    cln_rest rest = cln_rest_start(0);

    while (!cln_is_separator(cln_parse_peek(pc, 0))) {
        cln_token token = cln_parse_peek(pc, 0);
        if (rest.depth == 0 && rest.cases == 0 && (is_word(pc, token, "begin") || is_word(pc, token, "end") || starts_statement(pc)))
            return end;
        end = end_of(cln_rest_take(pc, &rest));
        if (rest.depth == 0 && rest.cases == 0 &&
            (is_word(pc, token, "then") || is_word(pc, token, "do") || is_word(pc, token, "loop")))
            return end;
    }
    return end;
}

static uint32_t pass_first_control(cln_parse *pc, cln_blocks *blocks);

bool cln_open_block(cln_parse *pc, cln_blocks *blocks, uint32_t *end)
{
    static const char *const control[] = { "if", "while", "loop", "repeat", "for", "case", NULL };
    cln_token token = cln_parse_peek(pc, 0);
    uint32_t opened;

    if (cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON) && blocks->depth == 0 && (token.kind == TK_IF || token.kind == TK_WHILE)) {
        open_control(pc, blocks, token.kind == TK_WHILE);
        *end = pass_condition(pc, end_of(cln_parse_take(pc)));
        blocks->single = blocks->branching = true;
        return true;
    }
    if (is_word(pc, token, "declare") && blocks->depth == 0) {
        opened = open_section(pc, blocks);
        *end = opened != 0 ? opened : *end;
        return opened != 0;
    }
    if (blocks->depth == 0 && cln_has_script(pc, CLN_SCRIPT_CONTROL) && is_any(pc, token, control)) {
        open_level(pc, blocks, false);
        *end = pass_first_control(pc, blocks);
        return true;
    }
    if (!is_word(pc, token, "begin") || is_transaction(pc, cln_parse_peek(pc, 1)))
        return false;
    if (!cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON))
        cln_note(pc, blocks, CLN_EVENT_ROUTINE, none, none);
    *end = take_begin(pc, blocks);
    return true;
}

/* END~, END //: what a client's DELIMITER leaves behind a routine. */
static void pass_delimiter(cln_parse *pc)
{
    uint16_t kind = cln_parse_peek(pc, 0).kind;

    while (kind == TK_TILDE || kind == TK_SLASH || kind == TK_CONCAT || kind == TK_PIPE || kind == TK_BANG || kind == TK_ILLEGAL) {
        cln_parse_take(pc);
        kind = cln_parse_peek(pc, 0).kind;
    }
}

/* The last END closes the level that an IF or a loop outside of blocks opened. */
static void close_ended(cln_parse *pc, cln_blocks *blocks)
{
    if (blocks->controls == 0 || blocks->depth != 1 || --blocks->controls > 0)
        return;
    blocks->depth = 0;
    cln_note(pc, blocks, CLN_EVENT_LEVEL, none, none);
}

/* Snowflake: END and END CASE end a CASE alike; false at END IF. */
static bool close_case(cln_parse *pc, cln_blocks *blocks)
{
    if (is_next(pc, "case"))
        cln_parse_take(pc);
    else if (!cln_is_separator(cln_parse_peek(pc, 0)))
        return false;
    blocks->depth--;
    cln_note(pc, blocks, CLN_EVENT_LEVEL, none, none);
    cln_note(pc, blocks, CLN_EVENT_END_BRANCH, none, none);
    return true;
}

/* END, END IF, END LOOP label: what was opened by BEGIN is closed by a bare END (or END TRY). */
static void take_end(cln_parse *pc, cln_blocks *blocks)
{
    static const char *const control[] = { "if", "loop", "while", "case", "repeat", "for", NULL };
    static const char *const branches[] = { "if", "case", NULL };
    static const char *const block[] = { "try", "catch", "conversation", NULL };
    bool separated = !cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON);

    cln_parse_take(pc);
    if ((blocks->casing & level_bit(blocks)) != 0 && close_case(pc, blocks))
        return;
    if (separated && is_any(pc, cln_parse_peek(pc, 0), control)) {
        cln_note(pc, blocks, is_any(pc, cln_parse_peek(pc, 0), branches) ? CLN_EVENT_END_BRANCH : CLN_EVENT_END_LOOP, none, none);
        (void)take_statement(pc, 0);
        close_ended(pc, blocks);
        return;
    }
    if (is_any(pc, cln_parse_peek(pc, 0), block))
        cln_parse_take(pc);
    else if (cln_has_script(pc, CLN_SCRIPT_DECLARES_FIRST))
        (void)take_statement(pc, 0);
    else if (separated && cln_parse_peek(pc, 0).kind == TK_ID)
        cln_parse_take(pc);
    set_declaring(blocks, false);
    close_pending(blocks);
    blocks->depth -= blocks->depth > 0;
    cln_note(pc, blocks, CLN_EVENT_LEVEL, none, none);
    if (blocks->depth == 0)
        pass_delimiter(pc);
}

/* PROCEDURE p (a INT) IS in declarations: its own follow; PROCEDURE p (a INT); only says that it will come. */
static void pass_inner_routine(cln_parse *pc, cln_blocks *blocks)
{
    static const char *const start[] = { "is", "as", NULL };
    uint32_t head = cln_parse_peek(pc, 0).offset;

    if (!take_through(pc, start))
        return;
    if (open_declarations(pc, blocks))
        cln_note_parameters(pc, blocks, (colline_span){ head, cln_parse_peek(pc, 0).offset - head });
    else
        (void)take_statement(pc, 0);
}

/* Up to the query of a cursor, whose name is given; false where none comes: CURSOR c RETURN t; then the declaration is passed. */
static bool pass_cursor(cln_parse *pc, cln_blocks *blocks, colline_span name)
{
    static const char *const start[] = { "is", "for", "as", NULL };
    static const char *const query[] = { "select", "with", "(", NULL };
    colline_span parameters;
    cln_token next;
    uint32_t head;
    bool lists;

    head = name.offset + name.length;
    while (cln_parse_peek(pc, 0).offset < head)
        cln_parse_take(pc);
    while (!cln_is_separator(cln_parse_peek(pc, 0)) && cln_parse_peek(pc, 0).kind != TK_LP && !is_any(pc, cln_parse_peek(pc, 0), start))
        cln_parse_take(pc);
    parameters = cln_token_span(cln_parse_peek(pc, 0));
    lists = cln_parse_peek(pc, 0).kind == TK_LP;
    if (!take_through(pc, start)) {
        cln_note(pc, blocks, CLN_EVENT_CURSOR, name, none);
        return false;
    }
    next = cln_parse_peek(pc, 0);
    parameters.length = lists ? cln_parse_taken(pc).offset - parameters.offset : 0;
    cln_note_with(pc, blocks, CLN_EVENT_CURSOR, name, none, parameters);
    blocks->depth++; /* its parameters are known in its query */
    cln_note(pc, blocks, CLN_EVENT_LEVEL, none, none);
    if (lists)
        cln_note_listed(pc, blocks, parameters);
    blocks->depth--;
    blocks->single_level = true;
    if (!is_any(pc, next, query)) {
        (void)take_statement(pc, 0);
        return false;
    }
    blocks->feeds = name;
    return true;
}

/* c CURSOR FOR SELECT ..., c NO SCROLL CURSOR (p INT) FOR SELECT ...: whether CURSOR stands behind the name at `first`. */
static bool declares_cursor(cln_parse *pc, uint32_t first)
{
    for (uint32_t i = first + 1; i < first + 4; i++) {
        cln_token token = cln_parse_peek(pc, i);
        if (cln_is_separator(token) || token.kind == TK_LP)
            return false;
        if (is_word(pc, token, "cursor"))
            return true;
    }
    return false;
}

/* v INT := 1 */
static void pass_plain_declaration(cln_parse *pc, cln_blocks *blocks)
{
    static const char *const others[] = { "type", "subtype", "pragma", NULL };
    cln_token token = cln_parse_peek(pc, 0);
    uint32_t end = take_statement(pc, end_of(token));

    if (!is_any(pc, token, others))
        cln_note_declaration(pc, blocks, (colline_span){ token.offset, end - token.offset });
}

/* What declares: v INT := 1; TYPE t IS TABLE OF x; CURSOR c IS, behind which its SELECT stands; false at BEGIN and END. */
static bool pass_declaration(cln_parse *pc, cln_blocks *blocks)
{
    static const char *const routines[] = { "procedure", "function", "member",  "static", "constructor", "map",
                                            "order",     "before",   "after",   "instead", NULL };
    cln_token token = cln_parse_peek(pc, 0);

    if (is_word(pc, token, "begin") || is_word(pc, token, "end") || starts_statement(pc))
        return false;
    if (is_any(pc, token, routines) && cln_has_script(pc, CLN_SCRIPT_DECLARES_FIRST)) {
        pass_inner_routine(pc, blocks);
    } else if (is_word(pc, token, "cursor")) {
        cln_parse_take(pc);
        (void)pass_cursor(pc, blocks, cln_token_span(cln_parse_peek(pc, 0)));
    } else if (declares_cursor(pc, 0)) {
        (void)pass_cursor(pc, blocks, cln_token_span(token));
    } else {
        pass_plain_declaration(pc, blocks);
    }
    return true;
}

/* <<label>>, label: LOOP */
static bool pass_label(cln_parse *pc)
{
    static const char *const labelled[] = { "begin", "loop", "while", "repeat", "for", NULL };

    if (cln_parse_peek(pc, 0).kind == TK_ID && cln_parse_peek(pc, 1).kind == TK_COLON &&
        (is_any(pc, cln_parse_peek(pc, 2), labelled) || cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON))) {
        cln_parse_take(pc);
        cln_parse_take(pc);
        return true;
    }

    if (cln_parse_peek(pc, 0).kind != TK_SHIFT_LEFT || cln_parse_peek(pc, 2).kind != TK_SHIFT_RIGHT)
        return false;
    for (int i = 0; i < 3; i++)
        cln_parse_take(pc);
    return true;
}

/* DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ... END;  DECLARE c CURSOR FOR SELECT ...: up to what is read; false where a plain
 * declaration stands. */
static bool pass_declare(cln_parse *pc, cln_blocks *blocks)
{
    static const char *const handler[] = { "exit", "continue", "undo", NULL };
    cln_token name = cln_parse_peek(pc, 1);
    cln_parse saved;

    if (is_any(pc, name, handler) && is_word(pc, cln_parse_peek(pc, 2), "handler")) {
        (void)take_through(pc, (const char *const[]){ "for", NULL });
        while (!cln_is_separator(cln_parse_peek(pc, 0)) && !is_next(pc, "begin") && !starts_statement(pc))
            cln_parse_take(pc);
        if (await_statement(blocks, CLN_AWAITING_HANDLER))
            cln_note(pc, blocks, CLN_EVENT_BRANCH, none, none);
        return true;
    }
    if (open_section(pc, blocks) != 0)
        return true;
    if (!declares_cursor(pc, 1))
        return false;
    saved = *pc;
    if (take_through(pc, (const char *const[]){ "cursor", NULL }) && take_through(pc, (const char *const[]){ "for", NULL }) &&
        starts_query_at(pc, 0)) {
        cln_note(pc, blocks, CLN_EVENT_CURSOR, cln_token_span(name), none);
        blocks->feeds = cln_token_span(name);
        return true;
    }
    *pc = saved;
    return false;
}

/* OPEN c FOR SELECT ...: up to the query; false where no query stands. */
static bool pass_open(cln_parse *pc, cln_blocks *blocks)
{
    cln_token name = cln_parse_peek(pc, 1);

    if (!is_word(pc, cln_parse_peek(pc, 2), "for") || !starts_query_at(pc, 3))
        return false;
    for (int i = 0; i < 3; i++)
        cln_parse_take(pc);
    blocks->feeds = cln_token_span(name);
    return true;
}

/* What stands behind IN of a FOR that is no query: a cursor, a range. */
static void pass_range(cln_parse *pc, cln_blocks *blocks, colline_span row)
{
    static const char *const then[] = { "then", "do", "loop", NULL };
    cln_token first = cln_parse_peek(pc, 0), next = cln_parse_peek(pc, 1);
    colline_span arguments = cln_token_span(next);

    if (!take_through(pc, then) || first.kind == TK_NUMBER || first.kind == TK_LP)
        return;
    arguments.length = next.kind == TK_LP ? cln_parse_taken(pc).offset - next.offset : 0;
    cln_note_with(pc, blocks, CLN_EVENT_FETCH, row, cln_token_span(first), arguments);
    if (blocks->events != NULL)
        blocks->events->list.items[blocks->events->list.count - 1].opens = true;
}

/* FOR r IN (SELECT ...) LOOP, FOR a, b IN SELECT ... LOOP, FOR r AS c CURSOR FOR SELECT ... DO, FOR r IN EXECUTE 'SELECT ...' LOOP: up to the
 * query, or the statement that runs one, which then ends in front of that word. */
static void pass_for(cln_parse *pc, cln_blocks *blocks)
{
    static const char *const of[] = { "in", "as", NULL };
    colline_span row = { 0, 0 };

    cln_parse_take(pc);
    if (starts_query_at(pc, 0)) {
        blocks->loop_query = blocks->spreads = true;
        return;
    }
    row = cln_token_span(cln_parse_peek(pc, 0));
    while (!cln_is_separator(cln_parse_peek(pc, 0)) && !is_any(pc, cln_parse_peek(pc, 0), of))
        row = cln_span_through(row, cln_token_span(cln_parse_take(pc)));
    if (cln_is_separator(cln_parse_peek(pc, 0)))
        return;
    cln_note(pc, blocks, CLN_EVENT_DECLARE, row, none);
    blocks->spreads = is_word(pc, cln_parse_take(pc), "as");
    if (is_next(pc, "query"))
        cln_parse_take(pc);
    if (is_word(pc, cln_parse_peek(pc, 1), "cursor") && is_word(pc, cln_parse_peek(pc, 2), "for"))
        for (int i = 0; i < 3; i++)
            cln_parse_take(pc);
    if (starts_query_at(pc, cln_parse_peek(pc, 0).kind == TK_LP) || is_next(pc, "execute")) {
        blocks->loop_query = true;
        blocks->feeds = row;
        return;
    }
    pass_range(pc, blocks, row);
}

void cln_pass_separator(cln_parse *pc, cln_blocks *blocks)
{
    colline_text text = cln_parse_text(pc, cln_parse_take(pc));

    /* GO ends a batch, a slash on its line whatever was open */
    if (text.length > 0 && text.data[0] == ';')
        return;
    *blocks = (cln_blocks){ .events = blocks->events };
    cln_note(pc, blocks, CLN_EVENT_BATCH, none, none);
}

/* ELSE, LOOP, EXCEPTION: a word that stands for itself. */
static void pass_bare(cln_parse *pc, cln_blocks *blocks)
{
    cln_token token = cln_parse_take(pc);

    if (cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON))
        return; /* its ELSE is settled by what it belongs to */
    if (is_word(pc, token, "else"))
        cln_note(pc, blocks, CLN_EVENT_ELSE, none, none);
    else if (blocks->loop_head)
        blocks->loop_head = false;
    else if (is_word(pc, token, "loop") || is_word(pc, token, "repeat"))
        open_ended(pc, blocks, CLN_EVENT_LOOP);
    else if (is_word(pc, token, "exception"))
        cln_note(pc, blocks, CLN_EVENT_BRANCH, none, none); /* it ends with its block */
}

/* IF a THEN, ELSIF a THEN, WHILE a LOOP, UNTIL a */
static void pass_conditional(cln_parse *pc, cln_blocks *blocks)
{
    cln_token token = cln_parse_take(pc);

    if (is_word(pc, token, "if") || is_word(pc, token, "while"))
        open_control(pc, blocks, is_word(pc, token, "while"));
    else if (!is_word(pc, token, "until"))
        cln_note(pc, blocks, CLN_EVENT_ELSE_IF, none, none);
    (void)pass_condition(pc, 0);
}

/* CASE a WHEN 1 THEN: up to the first way. */
static void pass_case(cln_parse *pc, cln_blocks *blocks)
{
    while (!cln_is_separator(cln_parse_peek(pc, 0)) && !is_next(pc, "when"))
        cln_parse_take(pc);
    open_ended(pc, blocks, CLN_EVENT_BRANCH);
    (void)take_through(pc, (const char *const[]){ "then", NULL });
}

/* FORALL i IN 1..n SAVE EXCEPTIONS INSERT ... */
static void pass_forall(cln_parse *pc)
{
    static const char *const inserting[] = { "insert", "update", "delete", "merge", "save", "execute", NULL };

    (void)take_through(pc, (const char *const[]){ "in", NULL });
    while (!cln_is_separator(cln_parse_peek(pc, 0)) && !is_any(pc, cln_parse_peek(pc, 0), inserting))
        cln_parse_take(pc);
    if (is_next(pc, "save"))
        for (int i = 0; i < 2; i++)
            cln_parse_take(pc);
}

/* RETURN QUERY SELECT ... (PL/pgSQL), RETURN (SELECT ...) of a function (T-SQL): up to the query. */
static bool returns_query(cln_parse *pc)
{
    uint16_t next = cln_parse_peek(pc, 1).kind;

    if (is_word(pc, cln_parse_peek(pc, 1), "query") && is_next(pc, "return") && starts_query_at(pc, 2)) {
        cln_parse_take(pc);
        return true;
    }
    return cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON) && is_next(pc, "return") &&
           (next == TK_SELECT || next == TK_WITH || (next == TK_LP && cln_parse_peek(pc, 2).kind == TK_SELECT));
}

/* DECLARE, OPEN, FOR: what a query may follow, which is then read as a statement; false where a statement stands. */
static bool pass_queried(cln_parse *pc, cln_blocks *blocks)
{
    if (is_next(pc, "for")) {
        open_ended(pc, blocks, CLN_EVENT_LOOP);
        pass_for(pc, blocks);
        return !blocks->loop_query;
    }
    if (is_next(pc, "open")) {
        (void)pass_open(pc, blocks);
        return false;
    }
    if (cln_has_script(pc, CLN_SCRIPT_DECLARES_FIRST))
        return open_section(pc, blocks) != 0;
    return pass_declare(pc, blocks) && blocks->feeds.length == 0 && (is_next(pc, "begin") || declares(blocks));
}

/* IF a THEN, FOR r IN: what a block outside of blocks starts with; its end. */
static uint32_t pass_first_control(cln_parse *pc, cln_blocks *blocks)
{
    if (is_next(pc, "case"))
        pass_case(pc, blocks);
    else if (is_next(pc, "for"))
        (void)pass_queried(pc, blocks);
    else if (is_next(pc, "loop") || is_next(pc, "repeat"))
        pass_bare(pc, blocks);
    else
        pass_conditional(pc, blocks);
    blocks->controls = 1;
    return end_of(cln_parse_taken(pc));
}

/* One word of control with what belongs to it; false where a statement stands. */
static bool pass_one(cln_parse *pc, cln_blocks *blocks)
{
    static const char *const bare[] = { "else", "loop", "do", "repeat", "then", "exception", NULL };
    static const char *const conditional[] = { "if", "elsif", "elseif", "while", "until", NULL };
    static const char *const queried[] = { "for", "open", "declare", NULL };
    static const char *const performed[] = { "insert", "update", "delete", "merge", "truncate", "create", "drop", NULL };
    cln_token token = cln_parse_peek(pc, 0);

    (void)settle_pending(pc, blocks);
    if (token.kind == TK_RP && blocks->macro) {
        cln_parse_take(pc);
        blocks->macro = false;
        blocks->depth = 0;
        cln_note(pc, blocks, CLN_EVENT_LEVEL, none, none);
    } else if (token.kind == TK_SEMI) {
        cln_pass_separator(pc, blocks);
    } else if (token.kind == TK_RP && cln_has_script(pc, CLN_SCRIPT_ATTRIBUTES)) {
        cln_parse_take(pc);
    } else if (declares(blocks) && pass_declaration(pc, blocks)) {
        return blocks->feeds.length == 0;
    } else if (is_any(pc, token, bare)) {
        pass_bare(pc, blocks);
    } else if (is_word(pc, token, "end")) {
        take_end(pc, blocks);
    } else if (is_word(pc, token, "begin") && !is_transaction(pc, cln_parse_peek(pc, 1))) {
        (void)take_begin(pc, blocks);
    } else if (is_any(pc, token, queried)) {
        return pass_queried(pc, blocks);
    } else if (is_word(pc, token, "forall")) {
        pass_forall(pc);
    } else if (is_word(pc, token, "when")) {
        cln_note(pc, blocks, CLN_EVENT_ELSE_IF, none, none);
        (void)take_through(pc, (const char *const[]){ "then", "do", "loop", NULL });
    } else if (is_word(pc, token, "perform") && is_any(pc, cln_parse_peek(pc, 1), performed)) {
        cln_parse_take(pc); /* Vertica */
    } else if (is_word(pc, token, "case")) {
        pass_case(pc, blocks);
        if (cln_has_syntax(pc->dialect, CLN_SYNTAX_CASE_STATEMENT)) {
            open_level(pc, blocks, false);
            blocks->casing |= level_bit(blocks);
        }
    } else if (is_any(pc, token, conditional)) {
        pass_conditional(pc, blocks);
    } else if (returns_query(pc)) {
        cln_parse_take(pc);
        return false;
    } else {
        return pass_label(pc);
    }
    return true;
}

/* T-SQL, outside of blocks: IF a ELSE b; IF a BEGIN ... END */
static void pass_single(cln_parse *pc, cln_blocks *blocks)
{
    for (;;) {
        cln_token token = cln_parse_peek(pc, 0);
        (void)settle_pending(pc, blocks);
        if (token.kind == TK_ELSE && blocks->branching) {
            cln_parse_take(pc);
            blocks->single = true;
        } else if (blocks->single && (token.kind == TK_IF || token.kind == TK_WHILE)) {
            cln_parse_take(pc);
            open_control(pc, blocks, token.kind == TK_WHILE);
            (void)pass_condition(pc, 0);
        } else if (blocks->single && token.kind == TK_BEGIN && !is_transaction(pc, cln_parse_peek(pc, 1))) {
            (void)take_begin(pc, blocks);
            blocks->single = false;
            return;
        } else {
            return;
        }
    }
}

/* CREATE [OR REPLACE] PROCEDURE at the start of a line: whatever block is open was never closed. */
static bool starts_routine(cln_parse *pc)
{
    static const char *const noise[] = { "or", "replace", "alter", "editionable", NULL };
    static const char *const kinds[] = { "procedure", "proc", "function", "trigger", "package", NULL };
    cln_token first = cln_parse_peek(pc, 0);
    uint32_t at = 1;

    if (first.kind != TK_CREATE || first.offset == 0 || pc->text.data[first.offset - 1] != '\n')
        return false;
    while (at < 4 && is_any(pc, cln_parse_peek(pc, at), noise))
        at++;
    return is_any(pc, cln_parse_peek(pc, at), kinds);
}

void cln_end_single(cln_parse *pc, cln_blocks *blocks)
{
    blocks->single_level = false;
    cln_note(pc, blocks, CLN_EVENT_LEVEL, none, none);
}

void cln_give_up_levels(cln_parse *pc, cln_blocks *blocks)
{
    if (blocks->depth == blocks->base)
        return;
    blocks->depth = blocks->base;
    blocks->pending_count = 0;
    cln_note(pc, blocks, CLN_EVENT_LEVEL, none, none);
}

void cln_pass_control(cln_parse *pc, cln_blocks *blocks)
{
    if (blocks->depth > 0 && starts_routine(pc))
        cln_give_up_levels(pc, blocks);
    read_pending(blocks);
    do {
        while ((blocks->depth > 0 || blocks->batch) && cln_parse_peek(pc, 0).kind != 0 && pass_one(pc, blocks))
            continue;
        if (!cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON) || blocks->depth > 0 || blocks->batch)
            break;
        pass_single(pc, blocks);
    } while (blocks->depth > 0);
    if (cln_parse_peek(pc, 0).kind != TK_SEMI)
        take_pending(blocks, CLN_AWAITING_READ);
}
