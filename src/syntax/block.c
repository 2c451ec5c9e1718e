#include "syntax/block.h"

#include "sql.h"

static bool is_word(const cln_parse *pc, cln_token token, const char *word)
{
    return token.kind != TK_QUOTED_ID && token.kind != TK_STRING && cln_parse_says(pc, token, word);
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

/* A word that starts a statement which is read with the grammar. */
static bool starts_statement(cln_parse *pc)
{
    static const char *const heads[] = { "select",  "insert", "update",   "delete",  "merge", "with",
                                         "create",  "drop",   "truncate", "alter",   "call",  "exec",
                                         "execute", "return", "set",      "declare", NULL };

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

static void open_level(cln_blocks *blocks, bool declaring)
{
    blocks->depth++;
    set_declaring(blocks, declaring);
}

/* BEGIN, with what belongs to it: BEGIN TRY, BEGIN ATOMIC, BEGIN NOT ATOMIC */
static uint32_t take_begin(cln_parse *pc, cln_blocks *blocks)
{
    static const char *const kinds[] = { "try", "catch", "atomic", NULL };
    cln_token last = cln_parse_take(pc);

    if (is_next(pc, "not"))
        last = cln_parse_take(pc);
    if (is_any(pc, cln_parse_peek(pc, 0), kinds))
        last = cln_parse_take(pc);
    /* the BEGIN that the declarations wait for opens nothing more */
    if (declares(blocks))
        set_declaring(blocks, false);
    else
        open_level(blocks, false);
    return end_of(last);
}

enum { DECLARATION_TOKENS = 2000 }; /* so far is a BEGIN looked for */

/* Declarations in front of BEGIN: v INT; c CURSOR FOR SELECT ...; false, and nothing taken, where no BEGIN
 * comes. */
static bool pass_declarations(cln_parse *pc)
{
    cln_parse saved = *pc;

    for (uint32_t i = 0; i < DECLARATION_TOKENS && cln_parse_peek(pc, 0).kind != 0; i++) {
        if (is_next(pc, "begin"))
            return true;
        cln_parse_take(pc);
    }
    *pc = saved;
    return false;
}

/* ---- Routines ---- */

/* Behind AS or IS of a routine of Oracle's: declarations follow, but for LANGUAGE JAVA NAME '...' */
static bool open_declarations(cln_parse *pc, cln_blocks *blocks)
{
    static const char *const foreign[] = { "language", "external", "object", NULL };
    cln_token next = cln_parse_peek(pc, 0);

    if (cln_is_separator(next) || next.kind == TK_STRING || is_any(pc, next, foreign))
        return false;
    open_level(blocks, true);
    return true;
}

/* Behind AS, IS, DECLARE in the head of a routine: whether its body starts here. */
static bool opens_body(cln_parse *pc, cln_blocks *blocks, uint32_t *end)
{
    cln_token token = cln_parse_peek(pc, 0);

    if (cln_has_script(pc, CLN_SCRIPT_DECLARES_FIRST))
        return open_declarations(pc, blocks);
    if (cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON)) {
        blocks->batch = blocks->batch || starts_statement(pc);
        return starts_statement(pc);
    }
    if (is_word(pc, token, "declare") && pass_declarations(pc)) {
        *end = take_begin(pc, blocks);
        return true;
    }
    blocks->single = starts_statement(pc);
    return blocks->single;
}

/* COMPOUND TRIGGER, DECLARE in front of a trigger's BEGIN */
static bool declares_in_head(cln_parse *pc, cln_token token)
{
    return cln_has_script(pc, CLN_SCRIPT_DECLARES_FIRST) &&
           (is_word(pc, token, "declare") || (is_word(pc, token, "compound") && is_next(pc, "trigger")));
}

uint32_t cln_open_routine(cln_parse *pc, cln_blocks *blocks, uint32_t end)
{
    uint32_t depth = 0;

    while (!cln_is_separator(cln_parse_peek(pc, 0))) {
        cln_token token = cln_parse_peek(pc, 0);
        if (depth == 0 && is_word(pc, token, "begin")) {
            blocks->batch = cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON);
            return take_begin(pc, blocks);
        }
        end = end_of(cln_parse_take(pc));
        depth += token.kind == TK_LP;
        depth -= token.kind == TK_RP && depth > 0;
        if (depth > 0)
            continue;
        if (declares_in_head(pc, token)) {
            if (is_next(pc, "trigger"))
                end = end_of(cln_parse_take(pc));
            open_level(blocks, true);
            return end;
        }
        if ((is_word(pc, token, "as") || is_word(pc, token, "is")) && opens_body(pc, blocks, &end))
            return end;
    }
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
        if (rest.depth == 0 && rest.cases == 0 && (is_word(pc, token, "begin") || starts_statement(pc)))
            return end;
        end = end_of(cln_rest_take(pc, &rest));
        if (rest.depth == 0 && rest.cases == 0 &&
            (is_word(pc, token, "then") || is_word(pc, token, "do") || is_word(pc, token, "loop")))
            return end;
    }
    return end;
}

bool cln_open_block(cln_parse *pc, cln_blocks *blocks, uint32_t *end)
{
    cln_token token = cln_parse_peek(pc, 0);

    if (cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON) && blocks->depth == 0 && (token.kind == TK_IF || token.kind == TK_WHILE)) {
        *end = pass_condition(pc, end_of(cln_parse_take(pc)));
        blocks->single = blocks->branching = true;
        return true;
    }
    if (is_word(pc, token, "declare") && blocks->depth == 0 && cln_has_script(pc, CLN_SCRIPT_DECLARES_FIRST)) {
        *end = end_of(cln_parse_take(pc));
        open_level(blocks, true);
        return true;
    }
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

/* END~, END //: what a client's DELIMITER leaves behind a routine. */
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
    static const char *const block[] = { "try", "catch", "conversation", NULL };
    bool separated = !cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON);

    cln_parse_take(pc);
    if (separated && is_any(pc, cln_parse_peek(pc, 0), control)) {
        (void)take_statement(pc, 0);
        return;
    }
    if (is_any(pc, cln_parse_peek(pc, 0), block))
        cln_parse_take(pc);
    else if (cln_has_script(pc, CLN_SCRIPT_DECLARES_FIRST))
        (void)take_statement(pc, 0);
    else if (separated && cln_parse_peek(pc, 0).kind == TK_ID)
        cln_parse_take(pc);
    set_declaring(blocks, false);
    blocks->depth -= blocks->depth > 0;
    if (blocks->depth == 0)
        pass_delimiter(pc);
}

/* PROCEDURE p (a INT) IS in declarations: its own follow; PROCEDURE p (a INT); only says that it will come. */
static void pass_inner_routine(cln_parse *pc, cln_blocks *blocks)
{
    static const char *const start[] = { "is", "as", NULL };

    if (take_through(pc, start) && !open_declarations(pc, blocks))
        (void)take_statement(pc, 0);
}

/* What declares: v INT := 1; TYPE t IS TABLE OF x; CURSOR c IS, behind which its SELECT stands; false at BEGIN and END. */
static bool pass_declaration(cln_parse *pc, cln_blocks *blocks)
{
    static const char *const routines[] = { "procedure", "function", "member",  "static", "constructor", "map",
                                            "order",     "before",   "after",   "instead", NULL };
    static const char *const start[] = { "is", NULL };
    cln_token token = cln_parse_peek(pc, 0);

    if (is_word(pc, token, "begin") || is_word(pc, token, "end") || starts_statement(pc))
        return false;
    if (is_any(pc, token, routines))
        pass_inner_routine(pc, blocks);
    else if (is_word(pc, token, "cursor"))
        (void)take_through(pc, start);
    else
        (void)take_statement(pc, 0);
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
static bool pass_declare(cln_parse *pc)
{
    static const char *const handler[] = { "exit", "continue", "undo", NULL };
    static const char *const query[] = { "select", "with", NULL };
    cln_parse saved = *pc;

    if (is_any(pc, cln_parse_peek(pc, 1), handler) && is_word(pc, cln_parse_peek(pc, 2), "handler")) {
        (void)take_through(pc, (const char *const[]){ "for", NULL });
        while (!cln_is_separator(cln_parse_peek(pc, 0)) && !is_next(pc, "begin") && !starts_statement(pc))
            cln_parse_take(pc);
        return true;
    }
    if (take_through(pc, (const char *const[]){ "cursor", NULL }) && take_through(pc, (const char *const[]){ "for", NULL }) &&
        is_any(pc, cln_parse_peek(pc, 0), query))
        return true;
    *pc = saved;
    return false;
}

/* FOR r IN (SELECT ...) LOOP, FOR r AS SELECT ... DO: up to the query, which then ends in front of that word. */
static void pass_for(cln_parse *pc, cln_blocks *blocks)
{
    static const char *const then[] = { "then", "do", "loop", NULL };
    static const char *const query[] = { "select", "with", NULL };
    static const char *const of[] = { "in", "as", NULL };

    cln_parse_take(pc);
    if (take_through(pc, of)) {
        bool parens = cln_parse_peek(pc, 0).kind == TK_LP;
        if (is_word(pc, cln_parse_peek(pc, 1), "cursor") && is_word(pc, cln_parse_peek(pc, 2), "for"))
            for (int i = 0; i < 3; i++)
                cln_parse_take(pc);
        if (is_any(pc, cln_parse_peek(pc, parens), query)) {
            blocks->loop_query = true;
            return;
        }
    }
    (void)take_through(pc, then);
}

void cln_pass_separator(cln_parse *pc, cln_blocks *blocks)
{
    colline_text text = cln_parse_text(pc, cln_parse_take(pc));

    /* GO ends a batch, a slash on its line whatever was open */
    if (text.length == 0 || text.data[0] != ';')
        *blocks = (cln_blocks){ .depth = 0 };
}

/* One word of control with what belongs to it; false where a statement stands. */
static bool pass_one(cln_parse *pc, cln_blocks *blocks)
{
    static const char *const bare[] = { "else", "loop", "do", "repeat", "then", "exception", NULL };
    static const char *const conditional[] = {
        "if", "elsif", "elseif", "while", "when", "for", "until", NULL
    };
    static const char *const then[] = { "then", "do", "loop", NULL };
    static const char *const inserting[] = { "insert", "update", "delete", "merge", "save", "execute", NULL };
    cln_token token = cln_parse_peek(pc, 0);

    if (token.kind == TK_SEMI) {
        cln_pass_separator(pc, blocks);
    } else if (declares(blocks) && pass_declaration(pc, blocks)) {
        return true;
    } else if (is_any(pc, token, bare)) {
        cln_parse_take(pc);
    } else if (is_word(pc, token, "end")) {
        take_end(pc, blocks);
    } else if (is_word(pc, token, "begin") && !is_transaction(pc, cln_parse_peek(pc, 1))) {
        (void)take_begin(pc, blocks);
    } else if (is_word(pc, token, "declare") && cln_has_script(pc, CLN_SCRIPT_DECLARES_FIRST)) {
        cln_parse_take(pc);
        open_level(blocks, true);
    } else if (is_word(pc, token, "forall")) {
        (void)take_through(pc, (const char *const[]){ "in", NULL });
        while (!cln_is_separator(cln_parse_peek(pc, 0)) && !is_any(pc, cln_parse_peek(pc, 0), inserting))
            cln_parse_take(pc);
    } else if (is_word(pc, token, "for")) {
        pass_for(pc, blocks);
        return !blocks->loop_query;
    } else if (is_word(pc, token, "when")) {
        (void)take_through(pc, then);
    } else if (is_word(pc, token, "case")) {
        while (!cln_is_separator(cln_parse_peek(pc, 0)) && !is_next(pc, "when"))
            cln_parse_take(pc);
    } else if (is_word(pc, token, "declare") && !cln_has_script(pc, CLN_SCRIPT_DECLARES_FIRST)) {
        return pass_declare(pc) && is_next(pc, "begin");
    } else if (is_any(pc, token, conditional)) {
        cln_parse_take(pc);
        (void)pass_condition(pc, 0);
    } else if (cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON) && is_word(pc, token, "return") &&
               (cln_parse_peek(pc, 1).kind == TK_SELECT || cln_parse_peek(pc, 1).kind == TK_WITH ||
                (cln_parse_peek(pc, 1).kind == TK_LP && cln_parse_peek(pc, 2).kind == TK_SELECT))) {
        cln_parse_take(pc);   /* RETURN (SELECT ...) of a function */
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
        if (token.kind == TK_ELSE && blocks->branching) {
            cln_parse_take(pc);
            blocks->single = true;
        } else if (blocks->single && (token.kind == TK_IF || token.kind == TK_WHILE)) {
            cln_parse_take(pc);
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

void cln_pass_control(cln_parse *pc, cln_blocks *blocks)
{
    if (blocks->depth > 0 && starts_routine(pc))
        blocks->depth = 0;
    do {
        while ((blocks->depth > 0 || blocks->batch) && cln_parse_peek(pc, 0).kind != 0 && pass_one(pc, blocks))
            continue;
        if (!cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON) || blocks->depth > 0 || blocks->batch)
            return;
        pass_single(pc, blocks);
    } while (blocks->depth > 0);
}
