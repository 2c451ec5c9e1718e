#include "syntax/inner.h"

#include "sql.h"
#include "syntax/note.h"

/* ---- Literals ---- */

bool cln_is_literal(const cln_lexer *lexer, colline_span at)
{
    uint32_t offset = at.offset, end = at.offset + at.length, literals = 0;
    bool wanted = true; /* a literal, not what joins two */
    cln_token token;

    while ((token = cln_lex_within(lexer, &offset, end)).kind != 0) {
        if (token.kind == TK_LP || token.kind == TK_RP)
            continue;
        if (wanted != (token.kind == TK_STRING) || (!wanted && token.kind != TK_CONCAT && token.kind != TK_PLUS))
            return false;
        literals += wanted;
        wanted = !wanted;
    }
    return literals > 0 && !wanted;
}

/* How a literal says what it says. */
typedef struct cln_quoting {
    uint32_t start, end; /* of what stands between the quotes */
    char quote;          /* doubled inside; 0: nothing is */
    bool backslash;
} cln_quoting;

static cln_quoting quoting_of(const cln_lexer *lexer, cln_token token)
{
    const char *text = lexer->text.data + token.offset;
    uint32_t at = 0, close = 1;
    cln_quoting q = { token.offset, token.offset, 0, false };
    char first = text[0];

    while (at < token.length && text[at] != '\'' && text[at] != '"' && text[at] != '$')
        at++;
    if (at == token.length)
        return q;
    q.quote = text[at];
    q.backslash = (lexer->flags & CLN_LEX_BACKSLASH) != 0 || ((first == 'e' || first == 'E') && at == 1);
    if (text[at] == '$') {
        while (at + close < token.length && text[at + close] != '$')
            close++;
        close++;
        q.quote = 0;
        q.backslash = false;
    } else if (at + 6 <= token.length && (lexer->flags & CLN_LEX_TRIPLE_QUOTE) != 0 && text[at + 1] == text[at] && text[at + 2] == text[at]) {
        close = 3;
        q.quote = 0;
    } else if ((first == 'q' || first == 'Q') && (lexer->flags & CLN_LEX_Q_STRING) != 0) {
        close = 2; /* q'[...]' */
        q.quote = 0;
        q.backslash = false;
    }
    if ((first == 'r' || first == 'R') && at > 0)
        q.backslash = false;
    q.start = token.offset + at + close;
    q.end = token.length >= at + 2 * close ? token.offset + token.length - close : q.start;
    return q;
}

/* ---- Layout: what literals say, in the place where they stand ---- */

typedef struct cln_layout {
    char *text;
    uint32_t write;
    bool in_string; /* of what is laid out */
} cln_layout;

/* Whether blanks may stand in front of it: N'x' stays together. */
static bool stands_apart(const cln_layout *l, char c)
{
    char before = l->write > 0 ? l->text[l->write - 1] : ' ';

    if (cln_is_space(c))
        return true;
    return c == '\'' && (before == ' ' || before == '(' || before == ',' || before == '=' || before == '\n');
}

/* A character that stood at `read`.  What was left out so far is made up for by blanks where that changes nothing. */
static void lay(cln_layout *l, uint32_t read, char c)
{
    while (!l->in_string && l->write < read && stands_apart(l, c))
        l->text[l->write++] = ' ';
    if (c == '\'')
        l->in_string = !l->in_string;
    l->text[l->write++] = c;
}

static char unescaped(char c)
{
    return c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
}

static void lay_literal(cln_layout *l, const cln_quoting *q)
{
    for (uint32_t read = q->start; read < q->end; read++) {
        char c = l->text[read];
        if (q->quote != 0 && c == q->quote && read + 1 < q->end && l->text[read + 1] == q->quote)
            lay(l, ++read, c);
        else if (q->backslash && c == '\\' && read + 1 < q->end) {
            read++;
            lay(l, read, unescaped(l->text[read]));
        } else {
            lay(l, read, c);
        }
    }
}

uint32_t cln_literal_says(const cln_lexer *lexer, cln_token literal, char *out)
{
    cln_quoting q = quoting_of(lexer, literal);
    cln_layout l = { out, 0, true }; /* no blanks are needed */
    const char *text = lexer->text.data;

    for (uint32_t read = q.start; read < q.end; read++) {
        char c = text[read];
        if (q.quote != 0 && c == q.quote && read + 1 < q.end && text[read + 1] == q.quote)
            read++;
        else if (q.backslash && c == '\\' && read + 1 < q.end)
            c = unescaped(text[++read]);
        l.text[l.write++] = c;
    }
    return l.write;
}

static void lay_out(const cln_lexer *lexer, char *text, colline_span at)
{
    uint32_t offset = at.offset, end = at.offset + at.length;
    cln_layout l = { text, at.offset, false };
    cln_token token;

    while ((token = cln_lex_within(lexer, &offset, end)).kind != 0) {
        cln_quoting q;
        if (token.kind != TK_STRING)
            continue;
        q = quoting_of(lexer, token);
        if (l.write == at.offset)
            while (l.write < q.start)
                text[l.write++] = ' ';
        lay_literal(&l, &q);
    }
    while (l.write < end)
        text[l.write++] = ' ';
}

/* Laid out before: it starts with a blank, which no literal does. */
static bool is_laid_out(const char *text, colline_span at)
{
    return at.length == 0 || text[at.offset] == ' ';
}

/* ---- Open and close ---- */

enum { INNER_ROOM_FACTOR = 4, INNER_ROOM = 65536 };

void cln_inners_start(cln_inners *inners, cln_arena *arena, colline_text text)
{
    inners->arena = arena;
    inners->writable = NULL;
    inners->length = text.length;
    inners->room = (uint64_t)text.length * INNER_ROOM_FACTOR + INNER_ROOM;
    inners->count = 0;
}

cln_inner *cln_inner_at(cln_inners *inners)
{
    for (uint32_t i = inners->count; i-- > 0;)
        if (inners->items[i].open)
            return &inners->items[i];
    return NULL;
}

/* Of a text that was put together: the start of the text, or behind the statement that runs it, as the names must stay that its result goes to.
 * False where it fits nowhere. */
static bool find_place(const cln_inners *inners, const cln_inner *inner, colline_span *place)
{
    uint32_t length = inner->said.length, start = inner->runner.offset, end = inner->runner.offset + inner->runner.length;

    if (inner->feeds.length > 0 && inner->feeds.offset < start)
        start = inner->feeds.offset;
    *place = (colline_span){ length < start ? 0 : end, length };
    return length < start || (end < inners->length && length < inners->length - end);
}

bool cln_inner_add(cln_parse *pc, cln_inners *inners, const cln_inner *inner)
{
    const cln_inner *around = cln_inner_at(inners);
    cln_inner *added;
    colline_span at = inner->at;

    if (inners->arena == NULL || inners->count == CLN_MOST_INNER || (inner->said.data != NULL && !find_place(inners, inner, &at)) ||
        at.length > inners->room)
        return false;
    inners->room -= at.length;
    added = &inners->items[inners->count++];
    *added = *inner;
    added->at = at;
    if (added->runs.length == 0 && around != NULL)
        added->runs = around->runs;
    added->open = false;
    added->next = pc->ahead_end > pc->ahead_first ? pc->ahead[pc->ahead_first].offset : pc->position;
    return true;
}

char *cln_inner_writable(cln_parse *pc, cln_inners *inners)
{
    if (inners->writable == NULL && inners->arena != NULL) {
        inners->writable = cln_arena_get(inners->arena, (size_t)inners->length + 1);
        memcpy(inners->writable, pc->text.data, (size_t)inners->length + 1);
        pc->text.data = pc->lexer.text.data = inners->writable;
    }
    return inners->writable;
}

/* Read from `start`, up to `end`. */
static void read_between(cln_parse *pc, cln_inners *inners, uint32_t start, uint32_t end)
{
    pc->text = pc->lexer.text = cln_text_of(inners->writable, end);
    cln_parse_seek(pc, start);
    pc->last_cut = 0;
}

/* What is read stands in the text from now on; a text that is run only up to its end. */
static void place(cln_parse *pc, cln_inners *inners, cln_inner *inner)
{
    cln_lexer whole = pc->lexer;
    char *text = inners->writable + inner->at.offset;

    if (inner->dynamic) {
        inner->covered = cln_arena_get(inners->arena, inner->at.length);
        memcpy(inner->covered, text, inner->at.length);
    }
    whole.text.length = inners->length;
    if (inner->said.data != NULL)
        memcpy(text, inner->said.data, inner->at.length);
    else if (inner->dynamic || !is_laid_out(inners->writable, inner->at))
        lay_out(&whole, inners->writable, inner->at);
}

void cln_inner_open(cln_parse *pc, cln_blocks *blocks, cln_inners *inners)
{
    cln_inner *inner = inners->count > 0 ? &inners->items[inners->count - 1] : NULL;

    if (inner == NULL || inner->open)
        return;
    (void)cln_inner_writable(pc, inners);
    inner->outer_end = pc->text.length;
    inner->end = inner->at.offset + inner->at.length;
    inner->blocks = *blocks;
    *blocks = (cln_blocks){ .events = blocks->events, .depth = inner->blocks.depth + 1, .base = inner->blocks.depth + 1 };
    cln_note(pc, blocks, CLN_EVENT_LEVEL, (colline_span){ 0, 0 }, (colline_span){ 0, 0 });
    if (inner->head.length > 0)
        cln_note_parameters(pc, blocks, inner->head);
    place(pc, inners, inner);
    inner->ended = inners->writable[inner->end];
    inners->writable[inner->end] = '\0';
    inner->open = true;
    read_between(pc, inners, inner->at.offset, inner->end);
}

/* It is read no more; what stood there is back. */
static void take_away(cln_inners *inners, const cln_inner *inner)
{
    inners->writable[inner->end] = inner->ended;
    if (inner->dynamic)
        memcpy(inners->writable + inner->at.offset, inner->covered, inner->at.length);
}

void cln_inner_forget(cln_inners *inners, uint32_t count)
{
    for (; inners->count > count; inners->count--)
        if (inners->items[inners->count - 1].open)
            take_away(inners, &inners->items[inners->count - 1]);
}

bool cln_inner_close(cln_parse *pc, cln_blocks *blocks, cln_inners *inners)
{
    cln_script_events *events = blocks->events;
    cln_inner *inner = inners->count > 0 ? &inners->items[inners->count - 1] : NULL;

    if (inner == NULL)
        return false;
    take_away(inners, inner);
    *blocks = inner->blocks;
    blocks->events = events;
    cln_note(pc, blocks, CLN_EVENT_LEVEL, (colline_span){ 0, 0 }, (colline_span){ 0, 0 });
    read_between(pc, inners, inner->next, inner->outer_end);
    inners->count--;
    cln_inner_open(pc, blocks, inners);
    return true;
}

/* ---- Bodies ---- */

static bool is_of(const cln_parse *pc, cln_token token, const char *word)
{
    return token.kind != TK_QUOTED_ID && token.kind != 0 && cln_parse_says(pc, token, word);
}

/* LANGUAGE plpgsql, LANGUAGE 'sql' */
static bool is_sql(const cln_parse *pc, cln_token token)
{
    static const char *const languages[] = { "sql", "plpgsql", "plvsql", "edbspl", "pl/vsql", "pltsql" };
    colline_text text = cln_parse_text(pc, token);

    if (text.length > 2 && (text.data[0] == '\'' || text.data[0] == '"'))
        text = cln_text_of(text.data + 1, text.length - 2);
    for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++)
        if (cln_text_says(text, languages[i]))
            return true;
    return false;
}

/* What stands in front of the literal that is a body: AS 'x', DO 'x', DO LANGUAGE plpgsql 'x' */
static bool leads_to_body(const cln_parse *pc, cln_token before, bool does, bool told)
{
    return is_of(pc, before, "as") || is_of(pc, before, "is") || is_of(pc, before, "do") || (does && told);
}

/* Snowflake: AS 'a * 2' is an expression. */
static bool holds_statements(const cln_parse *pc, colline_span body)
{
    static const char *const heads[] = { "select", "with", "insert", "update", "delete", "merge", "begin", "declare", "create", "drop",
                                         "truncate", "alter", "call", "execute", "let", "return", "copy", "values", "set", "lock",
                                         "perform", "analyze", "grant", "comment", "refresh", "if", "for", "(", "<<" };
    cln_quoting q = quoting_of(&pc->lexer, cln_token_at(TK_STRING, body.offset, body.length));
    uint32_t offset = q.start;
    cln_token first;

    while (offset < q.end && cln_is_space(pc->text.data[offset]))
        offset++;
    if (offset < q.end && (pc->text.data[offset] == '-' || pc->text.data[offset] == '/'))
        return true; /* a comment, which may end anywhere */
    first = cln_lex_within(&pc->lexer, &offset, q.end);
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        if (is_of(pc, first, heads[i]))
            return true;
    return false;
}

colline_span cln_find_body(const cln_parse *pc, colline_span at)
{
    uint32_t offset = at.offset, end = at.offset + at.length;
    colline_span body = { 0, 0 };
    cln_token token, before = { 0, 0, 0, 0 }, first = cln_lex(&pc->lexer, at.offset);
    bool sql = true, told = false; /* told: its language is */

    while ((token = cln_lex_within(&pc->lexer, &offset, end)).kind != 0) {
        cln_poll(pc->arena->fault);
        if (is_of(pc, before, "language")) {
            sql = is_sql(pc, token);
            told = true;
        } else if (token.kind == TK_STRING && body.length == 0 && leads_to_body(pc, before, is_of(pc, first, "do"), told)) {
            body = cln_token_span(token);
        }
        before = token;
    }
    /* Hive: CREATE FUNCTION f AS 'a.class' */
    if (!told && !cln_has_syntax(pc->dialect, CLN_SYNTAX_SQL_BODY) && pc->text.data[body.offset] != '$' && !is_of(pc, first, "do"))
        sql = false;
    return sql && body.length > 0 && holds_statements(pc, body) ? body : (colline_span){ 0, 0 };
}
