#include "syntax/note.h"

#include "sql.h"

/* A look at the tokens of a span, which the token loop has passed. */
typedef struct cln_noting {
    cln_parse *pc;
    cln_blocks *blocks;
    uint32_t at, end;
    cln_token token; /* kind 0: the end */
    uint32_t passed; /* where the token in front of it ends */
} cln_noting;

static void step(cln_noting *n)
{
    cln_poll(n->pc->arena->fault);
    n->passed = n->token.offset + n->token.length;
    n->token = cln_lex_within(&n->pc->lexer, &n->at, n->end);
    if (n->token.kind == 0)
        n->token = (cln_token){ .kind = 0, .offset = n->end };
}

static cln_noting noting_of(cln_parse *pc, cln_blocks *blocks, colline_span at)
{
    cln_noting n = { pc, blocks, at.offset, at.offset + at.length, { .kind = 0, .offset = at.offset }, at.offset };

    step(&n);
    return n;
}

static bool says(const cln_noting *n, const char *word)
{
    return n->token.kind != TK_QUOTED_ID && n->token.kind != TK_STRING && n->token.kind != 0 &&
           cln_parse_says(n->pc, n->token, word);
}

static bool skip(cln_noting *n, const char *word)
{
    if (!says(n, word))
        return false;
    step(n);
    return true;
}

static bool is_name(const cln_noting *n)
{
    return n->token.kind == TK_ID || n->token.kind == TK_QUOTED_ID || n->token.kind == TK_PARAM || n->token.keyword != 0;
}

static colline_span span_from(const cln_noting *n, uint32_t start)
{
    return (colline_span){ start, n->passed > start ? n->passed - start : 0 };
}

static colline_span rest_of(const cln_noting *n)
{
    return (colline_span){ n->token.offset, n->end - n->token.offset };
}

colline_span cln_span_through(colline_span first, colline_span last)
{
    return (colline_span){ first.offset, last.offset + last.length - first.offset };
}

/* T-SQL: what is declared in a block is known up to the end of the batch. */
static uint32_t level_of(const cln_parse *pc, const cln_blocks *blocks, cln_event_kind kind)
{
    return cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON) && kind != CLN_EVENT_LEVEL ? blocks->base : blocks->depth;
}

void cln_note_with(cln_parse *pc, cln_blocks *blocks, cln_event_kind kind, colline_span names, colline_span value, colline_span arguments)
{
    if (blocks->events != NULL)
        *CLN_PUSH(blocks->events->arena, &blocks->events->list) =
            (cln_script_event){ kind, level_of(pc, blocks, kind), false, names, value, arguments };
}

void cln_note(cln_parse *pc, cln_blocks *blocks, cln_event_kind kind, colline_span names, colline_span value)
{
    cln_note_with(pc, blocks, kind, names, value, (colline_span){ 0, 0 });
}

/* Up to a token of that kind, or one of two, outside of parentheses; false at the end. */
static bool seek(cln_noting *n, uint16_t kind, uint16_t other)
{
    uint32_t depth = 0;

    for (; n->token.kind != 0; step(n)) {
        if (depth == 0 && (n->token.kind == kind || n->token.kind == other))
            return true;
        depth += n->token.kind == TK_LP || n->token.kind == TK_LB;
        depth -= (n->token.kind == TK_RP || n->token.kind == TK_RB) && depth > 0;
    }
    return false;
}

/* ---- Declarations ---- */

/* c CURSOR (p INT) FOR SELECT ..., CURSOR c IS SELECT ...: behind the word CURSOR. */
static void note_cursor(cln_noting *n, colline_span names)
{
    uint32_t depth = 0;

    for (; n->token.kind != 0; step(n)) {
        depth += n->token.kind == TK_LP;
        depth -= n->token.kind == TK_RP && depth > 0;
        if (depth == 0 && (says(n, "for") || says(n, "is"))) {
            step(n);
            break;
        }
    }
    if (says(n, "select") || says(n, "with") || n->token.kind == TK_LP)
        cln_note(n->pc, n->blocks, CLN_EVENT_CURSOR, names, rest_of(n));
    else
        cln_note(n->pc, n->blocks, CLN_EVENT_CURSOR, names, (colline_span){ 0, 0 });
}

/* One declaration; false where it was the last. */
static bool note_one(cln_noting *n)
{
    uint32_t start = n->token.offset, depth = 0;
    colline_span names = { start, 0 }, value = { 0, 0 };

    if (!is_name(n))
        return false;
    step(n);
    while (n->token.kind == TK_COMMA) {
        step(n);
        step(n);
    }
    names = span_from(n, start);
    for (; n->token.kind != 0 && (depth > 0 || n->token.kind != TK_COMMA); step(n)) {
        if (depth == 0 && value.length == 0 && says(n, "cursor")) {
            note_cursor(n, names);
            return false;
        }
        if (depth == 0 && value.length == 0 && (n->token.kind == TK_ASSIGN || n->token.kind == TK_EQ || says(n, "default"))) {
            step(n);
            value = rest_of(n);
        }
        depth += n->token.kind == TK_LP;
        depth -= n->token.kind == TK_RP && depth > 0;
    }
    if (value.length > 0)
        value = span_from(n, value.offset);
    cln_note(n->pc, n->blocks, CLN_EVENT_DECLARE, names, value);
    if (n->token.kind != TK_COMMA)
        return false;
    step(n);
    return n->token.kind == TK_PARAM;
}

void cln_note_declaration(cln_parse *pc, cln_blocks *blocks, colline_span at)
{
    cln_noting n;

    if (blocks->events == NULL)
        return;
    n = noting_of(pc, blocks, at);
    while (note_one(&n))
        continue;
}

/* Of the parameters between parentheses: the first word of each, but for IN, OUT, INOUT. */
static void note_listed(cln_noting *n)
{
    static const colline_span none = { 0, 0 };
    uint32_t depth = 1;

    for (bool first = true; n->token.kind != 0 && depth > 0; step(n)) {
        if (first && (says(n, "in") || says(n, "out") || says(n, "inout") || says(n, "variadic")))
            continue;
        if (first && depth == 1 && is_name(n))
            cln_note(n->pc, n->blocks, CLN_EVENT_PARAMETER, cln_token_span(n->token), none);
        first = depth == 1 && n->token.kind == TK_COMMA;
        depth += n->token.kind == TK_LP;
        depth -= n->token.kind == TK_RP;
    }
}

void cln_note_listed(cln_parse *pc, cln_blocks *blocks, colline_span at)
{
    cln_noting n = noting_of(pc, blocks, at);

    if (n.token.kind != TK_LP)
        return;
    step(&n);
    note_listed(&n);
}

void cln_note_parameters(cln_parse *pc, cln_blocks *blocks, colline_span at)
{
    static const colline_span none = { 0, 0 };
    bool marked = cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON);
    bool assigned = false;
    cln_noting n;

    if (blocks->events == NULL)
        return;
    n = noting_of(pc, blocks, at);
    if (!marked) {
        if (seek(&n, TK_LP, TK_LP)) {
            step(&n);
            note_listed(&n);
        }
        return;
    }
    for (; n.token.kind != 0; step(&n)) {
        if (n.token.kind == TK_PARAM && !assigned)
            cln_note(pc, blocks, CLN_EVENT_PARAMETER, cln_token_span(n.token), none);
        assigned = n.token.kind == TK_EQ;
    }
}

/* ---- Assignments ---- */

static bool is_inside(const cln_blocks *blocks)
{
    return blocks->depth > 0 || blocks->batch;
}

/* v, r.a, v[1], v(1), (a, b): up to what assigns. */
static bool take_names(cln_noting *n, colline_span *names)
{
    uint32_t start = n->token.offset;

    if (!is_name(n) && n->token.kind != TK_LP)
        return false;
    if (!seek(n, TK_ASSIGN, TK_EQ))
        return false;
    *names = span_from(n, start);
    return names->length > 0;
}

/* Behind the sign that assigns: the value reaches to a comma behind which another assignment stands. */
static colline_span take_value(cln_noting *n, bool lists)
{
    uint32_t start;

    step(n);
    start = n->token.offset;
    while (n->token.kind != 0) {
        cln_noting ahead;
        if (!lists || !seek(n, TK_COMMA, TK_COMMA)) {
            while (n->token.kind != 0)
                step(n);
            break;
        }
        ahead = *n;
        step(&ahead);
        if (!is_name(&ahead))
            break;
        step(&ahead);
        if (ahead.token.kind == TK_EQ || ahead.token.kind == TK_ASSIGN)
            break;
        step(n);
    }
    return span_from(n, start);
}

/* T-SQL: SET @v += 1 keeps what @v had. */
static bool note_compound(cln_noting *n)
{
    static const char *const signs[] = { "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=" };
    cln_noting ahead = *n;
    colline_text text;

    step(&ahead);
    text = cln_text_of(n->pc->text.data + ahead.token.offset, n->end > ahead.token.offset + 1 ? 2 : 0);
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (text.length == 2 && memcmp(text.data, signs[i], 2) == 0) {
            colline_span names = cln_token_span(n->token);
            uint32_t value = ahead.token.offset + 2;
            cln_note(n->pc, n->blocks, CLN_EVENT_ADD, names, (colline_span){ value, n->end - value });
            return true;
        }
    return false;
}

static void note_set(cln_noting *n)
{
    static const char *const noise[] = { "global", "local", "session", "persist", "variable", "var", NULL };
    bool bare = is_inside(n->blocks) || cln_has_script(n->pc, CLN_SCRIPT_SET_VARIABLES);
    colline_span names;

    step(n);
    for (size_t i = 0; noise[i] != NULL; i++)
        if (skip(n, noise[i]))
            bare = bare || noise[i][0] == 'v';
    if (n->token.kind == TK_PARAM && note_compound(n))
        return;
    while (n->token.kind != 0) {
        bool wanted = bare || n->token.kind == TK_PARAM;
        if (!take_names(n, &names))
            return;
        colline_span value = take_value(n, true);
        if (wanted && value.length > 0)
            cln_note(n->pc, n->blocks, CLN_EVENT_ASSIGN, names, value);
        step(n);
    }
}

/* FETCH NEXT FROM c INTO a, b; FETCH c BULK COLLECT INTO x LIMIT 100 */
static void note_fetch(cln_noting *n)
{
    colline_span cursor = { 0, 0 };
    uint32_t start;

    for (step(n); n->token.kind != 0 && !says(n, "into"); step(n)) {
        if (says(n, "bulk") || says(n, "collect"))
            continue;
        if (is_name(n))
            cursor = cln_token_span(n->token);
    }
    step(n);
    start = n->token.offset;
    while (n->token.kind != 0 && !says(n, "limit"))
        step(n);
    if (cursor.length > 0 && n->passed > start)
        cln_note(n->pc, n->blocks, CLN_EVENT_FETCH, span_from(n, start), cursor);
}

/* v := x, r.a := x, v = x (PL/pgSQL) */
static void note_assignment(cln_noting *n)
{
    uint32_t start = n->token.offset;
    bool equals = !cln_has_script(n->pc, CLN_SCRIPT_NO_SEMICOLON | CLN_SCRIPT_DECLARES_FIRST);
    colline_span names, value;

    if (!is_name(n) || !seek(n, TK_ASSIGN, equals ? TK_EQ : TK_ASSIGN)) {
        cln_note(n->pc, n->blocks, CLN_EVENT_CALL, (colline_span){ 0, 0 }, (colline_span){ start, n->end - start });
        return;
    }
    names = span_from(n, start);
    value = take_value(n, false);
    if (value.length > 0)
        cln_note(n->pc, n->blocks, CLN_EVENT_ASSIGN, names, value);
}

static void note_declare(cln_noting *n)
{
    static const char *const noise[] = { "or", "replace", "variable", "var" };

    step(n);
    for (size_t i = 0; i < sizeof noise / sizeof noise[0]; i++)
        (void)skip(n, noise[i]);
    if (says(n, "global") || says(n, "temporary"))
        return;
    while (note_one(n))
        continue;
}

/* ---- Text that is run ---- */

/* What follows up to a word that starts another part: INTO v, USING a, b. */
static colline_span take_part(cln_noting *n)
{
    uint32_t start = n->token.offset, depth = 0;

    for (; n->token.kind != 0; step(n)) {
        if (depth == 0 && (says(n, "into") || says(n, "using") || says(n, "bulk") || says(n, "returning")))
            break;
        depth += n->token.kind == TK_LP;
        depth -= n->token.kind == TK_RP && depth > 0;
    }
    return span_from(n, start);
}

/* From here on the text, up to INTO, USING, a comma; then the variables of INTO, and what is given to it. */
static void note_text(cln_noting *n, colline_span feeds, bool procedure)
{
    uint32_t start = n->token.offset, depth = 0;
    colline_span text = { start, 0 }, into = feeds, arguments = { 0, 0 };

    for (; n->token.kind != 0; step(n)) {
        if (depth == 0 && (n->token.kind == TK_COMMA || says(n, "into") || says(n, "using") || says(n, "bulk") || says(n, "at") ||
                           says(n, "returning")))
            break;
        depth += n->token.kind == TK_LP;
        depth -= n->token.kind == TK_RP && depth > 0;
    }
    text = span_from(n, start);
    if (procedure && n->token.kind == TK_COMMA) {
        step(n);
        arguments = rest_of(n);
    }
    while (!procedure && n->token.kind != 0) {
        bool takes = says(n, "into"), gives = says(n, "using");
        step(n);
        if (takes && says(n, "strict"))
            step(n);
        if (takes)
            into = take_part(n);
        else if (gives)
            arguments = take_part(n);
    }
    if (text.length > 0)
        cln_note_with(n->pc, n->blocks, CLN_EVENT_EXECUTE, into, text, arguments);
}

/* EXECUTE v: inside of PL/pgSQL and its kin v is a text; elsewhere a prepared statement or a procedure. */
static bool runs_names(const cln_noting *n)
{
    return is_inside(n->blocks) && cln_has_syntax(n->pc->dialect, CLN_SYNTAX_EXECUTE_VALUE);
}

/* EXEC sp_executesql @stmt = N'...', EXEC sys.sp_executesql N'...' */
static bool pass_procedure(cln_noting *n)
{
    cln_noting ahead = *n;

    while (is_name(&ahead) && !says(&ahead, "sp_executesql")) {
        step(&ahead);
        if (ahead.token.kind != TK_DOT)
            return false;
        step(&ahead);
    }
    if (!says(&ahead, "sp_executesql"))
        return false;
    step(&ahead);
    *n = ahead;
    if (n->token.kind != TK_PARAM)
        return true;
    step(&ahead);
    if (ahead.token.kind == TK_EQ) {
        step(&ahead);
        *n = ahead;
    }
    return true;
}

/* EXECUTE IMMEDIATE x, EXECUTE 'x', EXECUTE format (...), EXEC (@x), EXEC sp_executesql @x: not EXEC p @a, EXECUTE prepared */
static void note_execute(cln_noting *n)
{
    cln_noting next;

    step(n);
    next = *n;
    step(&next);
    if (pass_procedure(n))
        note_text(n, (colline_span){ 0, 0 }, true);
    else if (skip(n, "immediate") || n->token.kind == TK_LP || n->token.kind == TK_STRING || says(n, "format") ||
             (n->token.kind == TK_PARAM && next.token.kind != TK_EQ) || runs_names(n))
        note_text(n, (colline_span){ 0, 0 }, false);
}

/* PREPARE p FROM @x: not PREPARE p AS SELECT ... */
static void note_prepare(cln_noting *n)
{
    step(n);
    step(n);
    if (skip(n, "from"))
        note_text(n, (colline_span){ 0, 0 }, false);
}

/* OPEN c FOR x, OPEN c FOR EXECUTE x, OPEN c FOR 'SELECT ...' */
static void note_open(cln_noting *n)
{
    colline_span cursor;

    step(n);
    cursor = cln_token_span(n->token);
    step(n);
    if (!skip(n, "for")) {
        cln_note_with(n->pc, n->blocks, CLN_EVENT_OPEN, cursor, (colline_span){ 0, 0 }, n->token.kind == TK_LP ? rest_of(n) : (colline_span){ 0, 0 });
        return;
    }
    (void)skip(n, "execute");
    cln_note(n->pc, n->blocks, CLN_EVENT_CURSOR, cursor, (colline_span){ 0, 0 });
    note_text(n, cursor, false);
}

/* RETURN QUERY EXECUTE x; RETURN (SELECT ...) + 1 reads tables */
static void note_return(cln_noting *n)
{
    colline_span value;

    step(n);
    value = rest_of(n);
    if (skip(n, "query") && skip(n, "execute"))
        note_text(n, (colline_span){ 0, 0 }, false);
    while (n->token.kind != 0 && n->token.kind != TK_SELECT)
        step(n);
    if (n->token.kind != 0)
        cln_note(n->pc, n->blocks, CLN_EVENT_ASSIGN, (colline_span){ 0, 0 }, value);
}

/* Teradata: CALL DBC.SysExecSQL ('...') */
static void note_call(cln_noting *n)
{
    uint32_t start = n->token.offset;

    step(n);
    while (is_name(n) && !says(n, "sysexecsql")) {
        step(n);
        if (n->token.kind == TK_DOT)
            step(n);
    }
    if (skip(n, "sysexecsql"))
        note_text(n, (colline_span){ 0, 0 }, false);
    else
        cln_note(n->pc, n->blocks, CLN_EVENT_CALL, (colline_span){ 0, 0 }, (colline_span){ start, n->end - start });
}

/* Oracle: DBMS_SQL.PARSE (c, 'SELECT ...', DBMS_SQL.NATIVE), DBMS_UTILITY.EXEC_DDL_STATEMENT ('...') */
static bool note_package(cln_noting *n)
{
    bool parses = says(n, "dbms_sql");
    cln_noting ahead = *n;

    if (!parses && !says(n, "dbms_utility"))
        return false;
    step(&ahead);
    step(&ahead);
    if (!skip(&ahead, parses ? "parse" : "exec_ddl_statement"))
        return false;
    while (parses && ahead.token.kind != 0 && ahead.token.kind != TK_COMMA)
        step(&ahead);
    if (parses)
        step(&ahead);
    *n = ahead;
    note_text(n, (colline_span){ 0, 0 }, false);
    return true;
}

void cln_note_statement(cln_parse *pc, cln_blocks *blocks, colline_span at)
{
    cln_noting n;

    if (blocks->events == NULL)
        return;
    n = noting_of(pc, blocks, at);
    if (says(&n, "set"))
        note_set(&n);
    else if (says(&n, "declare") || says(&n, "let"))
        note_declare(&n);
    else if (says(&n, "fetch"))
        note_fetch(&n);
    else if (says(&n, "execute") || says(&n, "exec"))
        note_execute(&n);
    else if (says(&n, "prepare"))
        note_prepare(&n);
    else if (says(&n, "open"))
        note_open(&n);
    else if (says(&n, "return"))
        note_return(&n);
    else if (says(&n, "call"))
        note_call(&n);
    else if (is_inside(blocks) && !note_package(&n))
        note_assignment(&n);
}
