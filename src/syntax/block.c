#include "syntax/level.h"

#include "sql.h"
#include "syntax/note.h"

/* T-SQL: IF a > 1 INSERT ...: the condition ends where a statement starts; elsewhere at THEN, DO, LOOP, too. */
static uint32_t pass_condition(cln_parse *pc, uint32_t end)
{
    cln_rest rest = cln_rest_start(0);

    while (!cln_is_separator(cln_parse_peek(pc, 0))) {
        cln_token token = cln_parse_peek(pc, 0);
        if (rest.depth == 0 && rest.cases == 0 && (cln_block_word(pc, token, "begin") || cln_block_word(pc, token, "end") || cln_block_statement(pc)))
            return end;
        end = cln_token_end(cln_rest_take(pc, &rest));
        if (rest.depth == 0 && rest.cases == 0 &&
            (cln_block_word(pc, token, "then") || cln_block_word(pc, token, "do") || cln_block_word(pc, token, "loop")))
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
        cln_open_control(pc, blocks, token.kind == TK_WHILE);
        *end = pass_condition(pc, cln_token_end(cln_parse_take(pc)));
        blocks->single = blocks->branching = true;
        return true;
    }
    if (cln_block_word(pc, token, "declare") && blocks->depth == 0) {
        opened = cln_open_section(pc, blocks);
        *end = opened != 0 ? opened : *end;
        return opened != 0;
    }
    if (blocks->depth == 0 && cln_has_script(pc, CLN_SCRIPT_CONTROL) && cln_block_any(pc, token, control)) {
        cln_level_open(pc, blocks, false);
        *end = pass_first_control(pc, blocks);
        return true;
    }
    if (!cln_block_word(pc, token, "begin") || cln_is_transaction(pc, cln_parse_peek(pc, 1)))
        return false;
    if (!cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON))
        cln_note(pc, blocks, CLN_EVENT_ROUTINE, CLN_NO_SPAN, CLN_NO_SPAN);
    *end = cln_take_begin(pc, blocks);
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
    cln_note(pc, blocks, CLN_EVENT_LEVEL, CLN_NO_SPAN, CLN_NO_SPAN);
}

/* Snowflake: END and END CASE end a CASE alike; false at END IF. */
static bool close_case(cln_parse *pc, cln_blocks *blocks)
{
    if (cln_block_next(pc, "case"))
        cln_parse_take(pc);
    else if (!cln_is_separator(cln_parse_peek(pc, 0)))
        return false;
    blocks->depth--;
    cln_note(pc, blocks, CLN_EVENT_LEVEL, CLN_NO_SPAN, CLN_NO_SPAN);
    cln_note(pc, blocks, CLN_EVENT_END_BRANCH, CLN_NO_SPAN, CLN_NO_SPAN);
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
    if ((blocks->casing & cln_level_bit(blocks)) != 0 && close_case(pc, blocks))
        return;
    if (separated && cln_block_any(pc, cln_parse_peek(pc, 0), control)) {
        cln_note(pc, blocks, cln_block_any(pc, cln_parse_peek(pc, 0), branches) ? CLN_EVENT_END_BRANCH : CLN_EVENT_END_LOOP, CLN_NO_SPAN, CLN_NO_SPAN);
        (void)cln_take_statement(pc, 0);
        close_ended(pc, blocks);
        return;
    }
    if (cln_block_any(pc, cln_parse_peek(pc, 0), block))
        cln_parse_take(pc);
    else if (cln_has_script(pc, CLN_SCRIPT_DECLARES_FIRST))
        (void)cln_take_statement(pc, 0);
    else if (separated && cln_parse_peek(pc, 0).kind == TK_ID)
        cln_parse_take(pc);
    cln_level_set_declaring(blocks, false);
    cln_close_pending(blocks);
    blocks->depth -= blocks->depth > 0;
    cln_note(pc, blocks, CLN_EVENT_LEVEL, CLN_NO_SPAN, CLN_NO_SPAN);
    if (blocks->depth == 0)
        pass_delimiter(pc);
}

/* PROCEDURE p (a INT) IS in declarations: its own follow; PROCEDURE p (a INT); only says that it will come. */
static void pass_inner_routine(cln_parse *pc, cln_blocks *blocks)
{
    static const char *const start[] = { "is", "as", NULL };
    uint32_t head = cln_parse_peek(pc, 0).offset;

    if (!cln_take_through(pc, start))
        return;
    if (cln_open_declarations(pc, blocks))
        cln_note_parameters(pc, blocks, (colline_span){ head, cln_parse_peek(pc, 0).offset - head });
    else
        (void)cln_take_statement(pc, 0);
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
    while (!cln_is_separator(cln_parse_peek(pc, 0)) && cln_parse_peek(pc, 0).kind != TK_LP && !cln_block_any(pc, cln_parse_peek(pc, 0), start))
        cln_parse_take(pc);
    parameters = cln_token_span(cln_parse_peek(pc, 0));
    lists = cln_parse_peek(pc, 0).kind == TK_LP;
    if (!cln_take_through(pc, start)) {
        cln_note(pc, blocks, CLN_EVENT_CURSOR, name, CLN_NO_SPAN);
        return false;
    }
    next = cln_parse_peek(pc, 0);
    parameters.length = lists ? cln_parse_taken(pc).offset - parameters.offset : 0;
    cln_note_with(pc, blocks, CLN_EVENT_CURSOR, name, CLN_NO_SPAN, parameters);
    blocks->depth++; /* its parameters are known in its query */
    cln_note(pc, blocks, CLN_EVENT_LEVEL, CLN_NO_SPAN, CLN_NO_SPAN);
    if (lists)
        cln_note_listed(pc, blocks, parameters);
    blocks->depth--;
    blocks->single_level = true;
    if (!cln_block_any(pc, next, query)) {
        (void)cln_take_statement(pc, 0);
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
        if (cln_block_word(pc, token, "cursor"))
            return true;
    }
    return false;
}

/* v INT := 1 */
static void pass_plain_declaration(cln_parse *pc, cln_blocks *blocks)
{
    static const char *const others[] = { "type", "subtype", "pragma", NULL };
    cln_token token = cln_parse_peek(pc, 0);
    uint32_t end = cln_take_statement(pc, cln_token_end(token));

    if (!cln_block_any(pc, token, others))
        cln_note_declaration(pc, blocks, (colline_span){ token.offset, end - token.offset });
}

/* What declares: v INT := 1; TYPE t IS TABLE OF x; CURSOR c IS, behind which its SELECT stands; false at BEGIN and END. */
static bool pass_declaration(cln_parse *pc, cln_blocks *blocks)
{
    static const char *const routines[] = { "procedure", "function", "member",  "static", "constructor", "map",
                                            "order",     "before",   "after",   "instead", NULL };
    cln_token token = cln_parse_peek(pc, 0);

    if (cln_block_word(pc, token, "begin") || cln_block_word(pc, token, "end") || cln_block_statement(pc))
        return false;
    if (cln_block_any(pc, token, routines) && cln_has_script(pc, CLN_SCRIPT_DECLARES_FIRST)) {
        pass_inner_routine(pc, blocks);
    } else if (cln_block_word(pc, token, "cursor")) {
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
        (cln_block_any(pc, cln_parse_peek(pc, 2), labelled) || cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON))) {
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

    if (cln_block_any(pc, name, handler) && cln_block_word(pc, cln_parse_peek(pc, 2), "handler")) {
        (void)cln_take_through(pc, (const char *const[]){ "for", NULL });
        while (!cln_is_separator(cln_parse_peek(pc, 0)) && !cln_block_next(pc, "begin") && !cln_block_statement(pc))
            cln_parse_take(pc);
        if (cln_await_statement(blocks, CLN_AWAITING_HANDLER))
            cln_note(pc, blocks, CLN_EVENT_BRANCH, CLN_NO_SPAN, CLN_NO_SPAN);
        return true;
    }
    if (cln_open_section(pc, blocks) != 0)
        return true;
    if (!declares_cursor(pc, 1))
        return false;
    saved = *pc;
    if (cln_take_through(pc, (const char *const[]){ "cursor", NULL }) && cln_take_through(pc, (const char *const[]){ "for", NULL }) &&
        cln_block_query(pc, 0)) {
        cln_note(pc, blocks, CLN_EVENT_CURSOR, cln_token_span(name), CLN_NO_SPAN);
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

    if (!cln_block_word(pc, cln_parse_peek(pc, 2), "for") || !cln_block_query(pc, 3))
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

    if (!cln_take_through(pc, then) || first.kind == TK_NUMBER || first.kind == TK_LP)
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
    if (cln_block_query(pc, 0)) {
        blocks->loop_query = blocks->spreads = true;
        return;
    }
    row = cln_token_span(cln_parse_peek(pc, 0));
    while (!cln_is_separator(cln_parse_peek(pc, 0)) && !cln_block_any(pc, cln_parse_peek(pc, 0), of))
        row = cln_span_through(row, cln_token_span(cln_parse_take(pc)));
    if (cln_is_separator(cln_parse_peek(pc, 0)))
        return;
    cln_note(pc, blocks, CLN_EVENT_DECLARE, row, CLN_NO_SPAN);
    blocks->spreads = cln_block_word(pc, cln_parse_take(pc), "as");
    if (cln_block_next(pc, "query"))
        cln_parse_take(pc);
    if (cln_block_word(pc, cln_parse_peek(pc, 1), "cursor") && cln_block_word(pc, cln_parse_peek(pc, 2), "for"))
        for (int i = 0; i < 3; i++)
            cln_parse_take(pc);
    if (cln_block_query(pc, cln_parse_peek(pc, 0).kind == TK_LP) || cln_block_next(pc, "execute")) {
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
    cln_note(pc, blocks, CLN_EVENT_BATCH, CLN_NO_SPAN, CLN_NO_SPAN);
}

/* ELSE, LOOP, EXCEPTION: a word that stands for itself. */
static void pass_bare(cln_parse *pc, cln_blocks *blocks)
{
    cln_token token = cln_parse_take(pc);

    if (cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON))
        return; /* its ELSE is settled by what it belongs to */
    if (cln_block_word(pc, token, "else"))
        cln_note(pc, blocks, CLN_EVENT_ELSE, CLN_NO_SPAN, CLN_NO_SPAN);
    else if (blocks->loop_head)
        blocks->loop_head = false;
    else if (cln_block_word(pc, token, "loop") || cln_block_word(pc, token, "repeat"))
        cln_open_ended(pc, blocks, CLN_EVENT_LOOP);
    else if (cln_block_word(pc, token, "exception"))
        cln_note(pc, blocks, CLN_EVENT_BRANCH, CLN_NO_SPAN, CLN_NO_SPAN); /* it ends with its block */
}

/* IF a THEN, ELSIF a THEN, WHILE a LOOP, UNTIL a */
static void pass_conditional(cln_parse *pc, cln_blocks *blocks)
{
    cln_token token = cln_parse_take(pc);

    if (cln_block_word(pc, token, "if") || cln_block_word(pc, token, "while"))
        cln_open_control(pc, blocks, cln_block_word(pc, token, "while"));
    else if (!cln_block_word(pc, token, "until"))
        cln_note(pc, blocks, CLN_EVENT_ELSE_IF, CLN_NO_SPAN, CLN_NO_SPAN);
    (void)pass_condition(pc, 0);
}

/* CASE a WHEN 1 THEN: up to the first way. */
static void pass_case(cln_parse *pc, cln_blocks *blocks)
{
    while (!cln_is_separator(cln_parse_peek(pc, 0)) && !cln_block_next(pc, "when"))
        cln_parse_take(pc);
    cln_open_ended(pc, blocks, CLN_EVENT_BRANCH);
    (void)cln_take_through(pc, (const char *const[]){ "then", NULL });
}

/* FORALL i IN 1..n SAVE EXCEPTIONS INSERT ... */
static void pass_forall(cln_parse *pc)
{
    static const char *const inserting[] = { "insert", "update", "delete", "merge", "save", "execute", NULL };

    (void)cln_take_through(pc, (const char *const[]){ "in", NULL });
    while (!cln_is_separator(cln_parse_peek(pc, 0)) && !cln_block_any(pc, cln_parse_peek(pc, 0), inserting))
        cln_parse_take(pc);
    if (cln_block_next(pc, "save"))
        for (int i = 0; i < 2; i++)
            cln_parse_take(pc);
}

/* RETURN QUERY SELECT ... (PL/pgSQL), RETURN (SELECT ...) of a function (T-SQL): up to the query. */
static bool returns_query(cln_parse *pc)
{
    uint16_t next = cln_parse_peek(pc, 1).kind;

    if (cln_block_word(pc, cln_parse_peek(pc, 1), "query") && cln_block_next(pc, "return") && cln_block_query(pc, 2)) {
        cln_parse_take(pc);
        return true;
    }
    return cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON) && cln_block_next(pc, "return") &&
           (next == TK_SELECT || next == TK_WITH || (next == TK_LP && cln_parse_peek(pc, 2).kind == TK_SELECT));
}

/* DECLARE, OPEN, FOR: what a query may follow, which is then read as a statement; false where a statement stands. */
static bool pass_queried(cln_parse *pc, cln_blocks *blocks)
{
    if (cln_block_next(pc, "for")) {
        cln_open_ended(pc, blocks, CLN_EVENT_LOOP);
        pass_for(pc, blocks);
        return !blocks->loop_query;
    }
    if (cln_block_next(pc, "open")) {
        (void)pass_open(pc, blocks);
        return false;
    }
    if (cln_has_script(pc, CLN_SCRIPT_DECLARES_FIRST))
        return cln_open_section(pc, blocks) != 0;
    return pass_declare(pc, blocks) && blocks->feeds.length == 0 && (cln_block_next(pc, "begin") || cln_level_declares(blocks));
}

/* IF a THEN, FOR r IN: what a block outside of blocks starts with; its end. */
static uint32_t pass_first_control(cln_parse *pc, cln_blocks *blocks)
{
    if (cln_block_next(pc, "case"))
        pass_case(pc, blocks);
    else if (cln_block_next(pc, "for"))
        (void)pass_queried(pc, blocks);
    else if (cln_block_next(pc, "loop") || cln_block_next(pc, "repeat"))
        pass_bare(pc, blocks);
    else
        pass_conditional(pc, blocks);
    blocks->controls = 1;
    return cln_token_end(cln_parse_taken(pc));
}

/* One word of control with what belongs to it; false where a statement stands. */
static bool pass_one(cln_parse *pc, cln_blocks *blocks)
{
    static const char *const bare[] = { "else", "loop", "do", "repeat", "then", "exception", NULL };
    static const char *const conditional[] = { "if", "elsif", "elseif", "while", "until", NULL };
    static const char *const queried[] = { "for", "open", "declare", NULL };
    static const char *const performed[] = { "insert", "update", "delete", "merge", "truncate", "create", "drop", NULL };
    cln_token token = cln_parse_peek(pc, 0);

    (void)cln_settle_pending(pc, blocks);
    if (token.kind == TK_RP && blocks->macro) {
        cln_parse_take(pc);
        blocks->macro = false;
        blocks->depth = 0;
        cln_note(pc, blocks, CLN_EVENT_LEVEL, CLN_NO_SPAN, CLN_NO_SPAN);
    } else if (token.kind == TK_SEMI) {
        cln_pass_separator(pc, blocks);
    } else if (token.kind == TK_RP && cln_has_script(pc, CLN_SCRIPT_ATTRIBUTES)) {
        cln_parse_take(pc);
    } else if (cln_level_declares(blocks) && pass_declaration(pc, blocks)) {
        return blocks->feeds.length == 0;
    } else if (cln_block_any(pc, token, bare)) {
        pass_bare(pc, blocks);
    } else if (cln_block_word(pc, token, "end")) {
        take_end(pc, blocks);
    } else if (cln_block_word(pc, token, "begin") && !cln_is_transaction(pc, cln_parse_peek(pc, 1))) {
        (void)cln_take_begin(pc, blocks);
    } else if (cln_block_any(pc, token, queried)) {
        return pass_queried(pc, blocks);
    } else if (cln_block_word(pc, token, "forall")) {
        pass_forall(pc);
    } else if (cln_block_word(pc, token, "when")) {
        cln_note(pc, blocks, CLN_EVENT_ELSE_IF, CLN_NO_SPAN, CLN_NO_SPAN);
        (void)cln_take_through(pc, (const char *const[]){ "then", "do", "loop", NULL });
    } else if (cln_block_word(pc, token, "perform") && cln_block_any(pc, cln_parse_peek(pc, 1), performed)) {
        cln_parse_take(pc); /* Vertica */
    } else if (cln_block_word(pc, token, "case")) {
        pass_case(pc, blocks);
        if (cln_has_syntax(pc->dialect, CLN_SYNTAX_CASE_STATEMENT)) {
            cln_level_open(pc, blocks, false);
            blocks->casing |= cln_level_bit(blocks);
        }
    } else if (cln_block_any(pc, token, conditional)) {
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
        (void)cln_settle_pending(pc, blocks);
        if (token.kind == TK_ELSE && blocks->branching) {
            cln_parse_take(pc);
            blocks->single = true;
        } else if (blocks->single && (token.kind == TK_IF || token.kind == TK_WHILE)) {
            cln_parse_take(pc);
            cln_open_control(pc, blocks, token.kind == TK_WHILE);
            (void)pass_condition(pc, 0);
        } else if (blocks->single && token.kind == TK_BEGIN && !cln_is_transaction(pc, cln_parse_peek(pc, 1))) {
            (void)cln_take_begin(pc, blocks);
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
    while (at < 4 && cln_block_any(pc, cln_parse_peek(pc, at), noise))
        at++;
    return cln_block_any(pc, cln_parse_peek(pc, at), kinds);
}

void cln_end_single(cln_parse *pc, cln_blocks *blocks)
{
    blocks->single_level = false;
    cln_note(pc, blocks, CLN_EVENT_LEVEL, CLN_NO_SPAN, CLN_NO_SPAN);
}

void cln_give_up_levels(cln_parse *pc, cln_blocks *blocks)
{
    if (blocks->depth == blocks->base)
        return;
    blocks->depth = blocks->base;
    blocks->pending_count = 0;
    cln_note(pc, blocks, CLN_EVENT_LEVEL, CLN_NO_SPAN, CLN_NO_SPAN);
}

void cln_pass_control(cln_parse *pc, cln_blocks *blocks)
{
    if (blocks->depth > 0 && starts_routine(pc))
        cln_give_up_levels(pc, blocks);
    cln_read_pending(blocks);
    do {
        while ((blocks->depth > 0 || blocks->batch) && cln_parse_peek(pc, 0).kind != 0 && pass_one(pc, blocks))
            continue;
        if (!cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON) || blocks->depth > 0 || blocks->batch)
            break;
        pass_single(pc, blocks);
    } while (blocks->depth > 0);
    if (cln_parse_peek(pc, 0).kind != TK_SEMI)
        cln_take_pending(blocks, CLN_AWAITING_READ);
}
