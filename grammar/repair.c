/*
** repair.c -- what the driver does about a token that does not fit: the damage is kept small (docs/recovery.md).
**
**     SELECT a +* b AS x, c FROM t JOIN u ON a = = b WHERE d
**            ^^^^^^^^^^^                      ^^^^^^^      one DAMAGED_ITEM named x, one DAMAGED condition
**
** First a token that is plainly missing is put in: a closing parenthesis, the END of a CASE, BY, JOIN.  Else the text is
** skipped up to a token at which the grammar can go on: a comma of the same depth, a closing parenthesis, the keyword of
** a clause, the end.  The innermost construct on the stack that can be damaged as a whole (the tokens DAMAGED...) and
** be followed by that token ends there.  Part of driver.c, which includes it.
*/
enum {
    MOST_REPAIRS = 20,      /* in one statement; then it is left to the tokens (lineage/recover.c) */
    MOST_TRIALS = 200000    /* likewise */
};

/* Whether `kind` can be shifted on top of `entry` as it stands: nothing is reduced but what is empty. */
static bool starts_at(yyParser *yypParser, const yyStackEntry *entry, uint16_t kind, trial *t)
{
    YYACTIONTYPE act;

    *t = start_trial(yypParser);
    t->base = entry;
    yypParser->trials++;
    if (entry == yypParser->yytos)
        return trial_shift(t, kind);
    while ((act = shift_action(kind, trial_top(t))) >= YY_MIN_REDUCE) {
        unsigned rule = act - YY_MIN_REDUCE;
        if (yyRuleInfoNRhs[rule] != 0 || !trial_push(t, goto_action(trial_top(t), yyRuleInfoLhs[rule])))
            return false;
    }
    return act <= YY_MAX_SHIFTREDUCE &&
           trial_push(t, act > YY_MAX_SHIFT ? act + YY_MIN_REDUCE - YY_MIN_SHIFTREDUCE : act);
}

/* Constructs that can be damaged as a whole; of those that start at one place the first is taken. */
static const uint16_t damages[] = { TK_DAMAGED_ITEM,   TK_DAMAGED_VALUE, TK_DAMAGED_CTE,  TK_DAMAGED_SOURCE, TK_DAMAGED_ASSIGNMENT,
                                    TK_DAMAGED_ELEMENT, TK_DAMAGED_ROW,   TK_DAMAGED_WHEN, TK_DAMAGED_COLUMN, TK_DAMAGED,
                                    TK_DAMAGED_QUERY };

/* ---- Where the text can be taken up again ----------------------------------------------------------------- */

typedef enum stop_class {
    NO_STOP,
    STOP_COMMA,  /* of the same depth */
    STOP_CLOSER, /* of the innermost parenthesis, or of a CASE */
    STOP_INNER,  /* words within a clause, of the same depth: AND, WHEN, JOIN */
    STOP_CLAUSE, /* the keyword of a clause: it may end parentheses that were never closed */
    STOP_END     /* of the statement; likewise */
} stop_class;

static stop_class class_of_word(uint16_t kind)
{
    switch (kind) {
    case TK_FROM: case TK_WHERE: case TK_GROUP: case TK_HAVING: case TK_ORDER: case TK_LIMIT: case TK_UNION: case TK_EXCEPT:
    case TK_INTERSECT: case TK_KW_MINUS: case TK_QUALIFY: case TK_SORT: case TK_CLUSTER: case TK_DISTRIBUTE: case TK_RETURNING:
    case TK_CONNECT: case TK_OFFSET: case TK_FETCH: case TK_PREWHERE: case TK_OUTPUT: case TK_WINDOW:
        return STOP_CLAUSE;
    case TK_AND: case TK_OR: case TK_ON: case TK_USING: case TK_JOIN: case TK_LEFT: case TK_RIGHT: case TK_INNER: case TK_FULL:
    case TK_CROSS: case TK_NATURAL: case TK_LATERAL: case TK_WHEN: case TK_THEN: case TK_ELSE: case TK_SET: case TK_VALUES:
    case TK_SELECT: case TK_INSERT: case TK_PARTITION: case TK_ROWS: case TK_RANGE: case TK_PIVOT: case TK_UNPIVOT:
    case TK_START: case TK_WITH: case TK_AS: case TK_INTO: case TK_MATCH_RECOGNIZE: case TK_MEASURES: case TK_DEFINE:
        return STOP_INNER;
    case TK_END:
        return STOP_CLOSER;
    default:
        return NO_STOP;
    }
}

/* Whether the text may be taken up again at that word. */
static bool ends_damage(uint16_t kind)
{
    return class_of_word(kind) >= STOP_INNER;
}

/* a + AS x, b;  a + AS x FROM t */
static bool ends_item(uint16_t kind)
{
    return kind == TK_COMMA || kind == TK_FROM || kind == TK_RP || kind == TK_SEMI || kind == 0;
}

/* Words that mean a clause only together with the next one. */
static bool goes_with_next(cln_parse *pc, uint16_t kind)
{
    uint16_t next;

    switch (kind) {
    case TK_GROUP: case TK_ORDER: case TK_SORT: case TK_CLUSTER: case TK_DISTRIBUTE: case TK_CONNECT:
        next = cln_parse_peek(pc, 0).kind;
        return next == TK_BY || next == TK_SIBLINGS;
    case TK_WINDOW:
        return cln_parse_peek(pc, 1).kind == TK_AS;
    case TK_AS:
        next = cln_parse_peek(pc, 0).kind;
        return next == TK_SELECT || next == TK_WITH || next == TK_LP || ends_item(cln_parse_peek(pc, 1).kind);
    case TK_FROM: case TK_WHERE: case TK_HAVING: case TK_LIMIT:
        next = cln_parse_peek(pc, 0).kind;
        return next != TK_COMMA && next != TK_FROM && next != TK_RP;
    default:
        return true;
    }
}

/* SELECT a, order, b FROM t: a reserved word where a name was meant. */
static bool is_meant_as_name(const yyParser *yypParser, uint16_t kind)
{
    return yypParser->pc->recovering && (yypParser->previous == TK_COMMA || yypParser->previous == TK_SELECT) &&
           class_of_word(kind) == STOP_CLAUSE && !goes_with_next(yypParser->pc, kind);
}

/* FROM t |> WHERE a = 1 */
static bool is_pipe(const yyParser *yypParser, cln_token token)
{
    return token.kind == TK_OTHER_OP && is_text(yypParser, token, "|>");
}

/* ON CONFLICT, ON DUPLICATE KEY: a clause, where a mere ON belongs to a join. */
static bool starts_conflict(const yyParser *yypParser, cln_token token)
{
    uint16_t next;

    if (token.kind != TK_ON)
        return false;
    next = cln_parse_peek(yypParser->pc, 0).kind;
    return next == TK_CONFLICT || next == TK_DUPLICATE;
}

static stop_class stop_class_of(const yyParser *yypParser, cln_token token)
{
    if (cln_is_separator(token))
        return STOP_END;
    if (token.kind == TK_COMMA)
        return STOP_COMMA;
    if (closes(token.kind))
        return STOP_CLOSER;
    if (is_pipe(yypParser, token) || starts_conflict(yypParser, token))
        return STOP_CLAUSE;
    if (starts_match_clause(yypParser, token))
        return STOP_INNER;
    if (token.keyword == 0 || class_of(yypParser, token) == CLN_KEYWORD_NONE)
        return NO_STOP;
    return goes_with_next(yypParser->pc, token.kind) ? class_of_word(token.kind) : NO_STOP;
}

/* ---- Where the damage begins ------------------------------------------------------------------------------ */

/* A way to go on: from `entry` down the stack stays; what is above, and what is skipped, becomes a token `damage`
   (0: it is left out). */
typedef struct repair {
    yyStackEntry *entry;
    uint16_t damage;
} repair;

typedef struct scan {
    cln_token stop;      /* where it may go on */
    uint16_t kind;       /* of that token for the grammar; 0: the end */
    stop_class class;
    uint16_t depth;      /* of open parentheses there */
    uint16_t query;      /* ... in front of the query that was being read */
    uint32_t start, end; /* what was skipped; equal: nothing */
    bool clause;         /* ... and it begins with the keyword of a clause */
    bool closed;         /* parentheses that are open in front of the damage are closed later */
} scan;

static void set_stop(yyParser *yypParser, scan *s, cln_token stop)
{
    s->stop = stop;
    s->class = stop_class_of(yypParser, stop);
    s->kind = s->class == STOP_END                     ? 0
              : is_pipe(yypParser, stop)               ? TK_PIPE_INTO
              : starts_conflict(yypParser, stop)       ? TK_ON_CONFLICT
              : starts_match_clause(yypParser, stop) ? TK_MATCH_CLAUSE
                                                       : stop.kind;
}

/* Whether the clause on top of `entry`, begun by its keyword, can be left out as a whole. */
static bool drops_clause(yyParser *yypParser, yyStackEntry *entry, const scan *s)
{
    trial t = start_trial(yypParser);
    cln_token first;

    if (entry == yypParser->yytos || s->class == STOP_COMMA)
        return false;
    first = cln_lex(&yypParser->pc->lexer, entry[1].start);
    if (first.keyword == 0 || class_of_word(first.kind) < STOP_INNER || first.kind == TK_AND || first.kind == TK_OR || first.kind == TK_SELECT)
        return false;
    t.base = entry;
    yypParser->trials++;
    return trial_shift(&t, s->kind);
}

/* EXTRACT(a b FROM c): whether the innermost parenthesis of `entry` is of a call that has a FROM of its own. */
static bool is_in_from_call(const yyParser *yypParser, const yyStackEntry *entry)
{
    static const char *const names[] = { "extract", "trim", "substring", "substr", "overlay", "position" };
    uint16_t depth = entry->depth;

    while (entry > yypParser->stack && entry[-1].depth == depth)
        entry--;
    if (entry - 1 <= yypParser->stack)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (is_text(yypParser, cln_lex(&yypParser->pc->lexer, entry[-1].start), names[i]))
            return true;
    return false;
}

/* What can be damaged on top of `entry` and be followed by the stop; 0: nothing. */
static uint16_t damage_at(yyParser *yypParser, const yyStackEntry *entry, const scan *s)
{
    trial t;

    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++)
        if (starts_at(yypParser, entry, damages[i], &t) && trial_shift(&t, s->kind))
            return damages[i];
    return 0;
}

/* FROM t WHERE ...: a comma or AND behind it takes up nothing in front of it. */
static bool begins_clause(const yyParser *yypParser, const yyStackEntry *entry)
{
    cln_token first = cln_lex(&yypParser->pc->lexer, entry->start);

    return first.keyword != 0 && class_of_word(first.kind) == STOP_CLAUSE;
}

/* The innermost place at which the stop lets the grammar go on. */
static bool find_repair(yyParser *yypParser, const scan *s, repair *found)
{
    bool outwards = (s->class == STOP_CLAUSE && !s->closed) || s->class == STOP_END;

    for (yyStackEntry *entry = yypParser->yytos; entry > yypParser->stack && yypParser->trials < MOST_TRIALS; entry--) {
        if (entry->depth > s->depth)
            continue;
        if (entry->depth < s->depth && !outwards)
            return false;
        if (s->class <= STOP_INNER && entry < yypParser->yytos && begins_clause(yypParser, entry + 1))
            return false;
        if (s->kind == TK_FROM && entry->depth > s->query && !is_in_from_call(yypParser, entry))
            continue;
        found->entry = entry;
        found->damage = damage_at(yypParser, entry, s);
        if (found->damage != 0 || drops_clause(yypParser, entry, s))
            return true;
    }
    return false;
}

/* Whether what is damaged is a value of its own, of which a part would tell the wrong thing. */
static bool is_in_value(yyParser *yypParser)
{
    trial t;

    for (yyStackEntry *entry = yypParser->yytos; entry > yypParser->stack && yypParser->trials < MOST_TRIALS; entry--)
        for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++)
            if (starts_at(yypParser, entry, damages[i], &t))
                return damages[i] == TK_DAMAGED_ITEM || damages[i] == TK_DAMAGED_VALUE;
    return false;
}

#include "grammar/missing.c"

/* ---- Statements that begin too early ---------------------------------------------------------------------- */

/* INSERT INTO, CREATE TABLE: two words that only a statement starts with. */
static bool is_sure_head(cln_token token, uint16_t next)
{
    switch (token.kind) {
    case TK_INSERT:
    case TK_MERGE: return next == TK_INTO || next == TK_OVERWRITE;
    case TK_DELETE: return next == TK_FROM;
    case TK_CREATE: return next == TK_TABLE || next == TK_VIEW || next == TK_OR || next == TK_EXTERNAL || next == TK_TEMPORARY;
    case TK_DROP:
    case TK_ALTER: return next == TK_TABLE || next == TK_VIEW;
    case TK_TRUNCATE: return next == TK_TABLE;
    default: return false;
    }
}

/* Hive: FROM t INSERT INTO a SELECT x
 *                   INSERT INTO b SELECT y;  WITH q AS (SELECT x) INSERT INTO a SELECT y */
static bool may_insert_again(yyParser *yypParser)
{
    const cln_lexer *lexer = &yypParser->pc->lexer;
    uint16_t first = yypParser->yytos > yypParser->stack ? cln_lex(lexer, yypParser->stack[1].start).kind : 0;

    if (first != TK_WITH)
        return first == TK_FROM;
    for (yyStackEntry *entry = yypParser->yytos; entry > yypParser->stack; entry--)
        if (entry->depth == 0 && cln_lex(lexer, entry->start).kind == TK_SELECT)
            return false;
    return true;
}

/* A line that starts a statement, where the semicolon in front of it was forgotten. */
static bool starts_next(yyParser *yypParser, cln_token token, bool nested)
{
    cln_parse *pc = yypParser->pc;

    if (token.keyword == 0 || !cln_starts_line(pc, token) || (token.kind == TK_INSERT && may_insert_again(yypParser)))
        return false;
    return is_sure_head(token, cln_parse_peek(pc, 0).kind) ||
           ((token.kind == TK_SELECT || token.kind == TK_WITH || token.kind == TK_UPDATE) && !nested && yypParser->yytos->depth == 0 && accepts(yypParser, 0));
}

/* The statement ends in front of `token`, which is read again. */
static void end_before(cln_parse *pc, cln_token token)
{
    cln_parse_seek(pc, token.offset);
    pc->split = true;
}

/* ---- Repairs ---------------------------------------------------------------------------------------------- */

/* In the order of the text: what was damaged within a part that is damaged as a whole is no news. */
static void note_damage(cln_parse *pc, uint32_t start, uint32_t end)
{
    while (pc->damage.count > 0 && pc->damage.items[pc->damage.count - 1].offset >= start)
        pc->damage.count--;
    if (end > start)
        *CLN_PUSH(pc->arena, &pc->damage) = (colline_span){ start, end - start };
}

static void apply_repair(yyParser *yypParser, const repair *r, const scan *s)
{
    uint32_t start = r->entry < yypParser->yytos ? r->entry[1].start : s->end > s->start ? s->start : yypParser->last_end;
    uint32_t end = s->end > s->start ? s->end : r->entry < yypParser->yytos ? yypParser->last_end : start;

    note_damage(yypParser->pc, start, end);
    if (r->entry < yypParser->yytos) {
        yypParser->yytos = r->entry;
        yypParser->previous = 0;
    }
    if (r->damage != 0)
        advance(yypParser, r->damage, cln_token_at(r->damage, start, end - start));
    yypParser->last_end = end > yypParser->last_end ? end : yypParser->last_end;
}

/* SELECT a,, b;  SELECT a, FROM t: an element of a list that is not there at all is left out with its comma. */
static bool is_empty_element(const yyParser *yypParser, const scan *s, const repair *r)
{
    switch (yypParser->previous) {
    case TK_COMMA: case TK_SELECT: case TK_LP: case TK_BY: case TK_LB: case TK_FROM: case TK_WITH: case TK_SET: case TK_VALUES:
        return s->class == STOP_COMMA && s->end == s->start && r->entry == yypParser->yytos && r->damage != TK_DAMAGED_VALUE;
    default:
        return false;
    }
}

/* Whether the grammar goes on at the stop when what was skipped is left out. */
static bool goes_on(yyParser *yypParser, const scan *s)
{
    yypParser->trials++;
    return s->end > s->start && !s->clause && s->depth == yypParser->yytos->depth && accepts(yypParser, s->kind);
}

/* Count the parentheses of what is left of the statement: whether those that are open now are closed in it. */
static bool are_closed(yyParser *yypParser, cln_token token)
{
    cln_lexer lexer = yypParser->pc->lexer;
    int64_t depth = yypParser->yytos->depth;

    while (token.kind != 0 && token.kind != TK_SEMI && token.kind != TK_UNTERMINATED) {
        depth += opens(token.kind);
        depth -= closes(token.kind);
        cln_poll(yypParser->pc->arena->fault);
        token = cln_lex(&lexer, token.offset + token.length);
    }
    return depth <= 0;
}

/* The next token of a scan, in s->stop; false behind the end. */
static bool scan_on(yyParser *yypParser, scan *s, uint32_t *nested, uint32_t *cases)
{
    cln_parse *pc = yypParser->pc;
    cln_token token = s->stop;
    bool distinct = token.kind == TK_DISTINCT;

    if (s->class == STOP_END)
        return false;
    if (s->end == s->start) {
        s->start = token.offset;
        s->clause = s->class == STOP_CLAUSE && token.kind != TK_CLUSTER && token.kind != TK_DISTRIBUTE && token.kind != TK_SORT;
    }
    s->end = token.offset + token.length;
    if (opens(token.kind)) {
        ++*nested;
    } else if (closes(token.kind)) {
        if (*nested > 0)
            --*nested;
        else
            s->depth -= s->depth > 0;
    } else if (*nested == 0 && token.kind == TK_CASE) {
        ++*cases;
    } else if (*nested == 0 && token.kind == TK_END && *cases > 0) {
        --*cases;
    }
    token = cln_parse_peek(pc, 0);
    if (token.kind != 0 && token.kind != TK_SEMI)
        cln_parse_drop(pc);
    set_stop(yypParser, s, token);
    if (distinct && token.kind == TK_FROM) /* a IS DISTINCT FROM b */
        s->class = NO_STOP;
    return true;
}

/* Skip to where it can go on, and repair; false: nowhere. */
static bool skip_damage(yyParser *yypParser, scan *s)
{
    uint32_t nested = 0, cases = 0;
    bool in_value = is_in_value(yypParser);
    bool stray = closes(s->stop.kind) && s->depth == 0;
    repair r;

    for (;;) {
        bool stops = s->class != NO_STOP && (nested == 0 || s->class == STOP_END) &&
                     (cases == 0 || s->class >= STOP_CLAUSE) && s->stop.offset >= yypParser->not_before;
        if (stops && (!in_value || stray) && goes_on(yypParser, s)) {
            note_damage(yypParser->pc, s->start, s->end);
            yypParser->last_end = s->end;
            return true;
        }
        if (stops && find_repair(yypParser, s, &r)) {
            if (!is_empty_element(yypParser, s, &r)) {
                apply_repair(yypParser, &r, s);
                return true;
            }
            s->stop = cln_token_at(TK_COMMENT, 0, 0); /* taken, and nothing comes of it */
            return true;
        }
        if (yypParser->trials >= MOST_TRIALS)
            return false;
        if (s->end > s->start && s->class != STOP_END && starts_next(yypParser, s->stop, nested > 0)) {
            end_before(yypParser->pc, s->stop);
            set_stop(yypParser, s, cln_token_at(0, s->end, 0));
            continue;
        }
        if (!scan_on(yypParser, s, &nested, &cases))
            return false;
    }
}

/* Whether a name was shifted last, and more than that. */
static bool ends_with_name(const yyParser *yypParser)
{
    return (yypParser->previous == TK_ID || yypParser->previous == TK_WORD) && yypParser->yytos - 1 > yypParser->stack;
}

/* FROM t
   INSERT INTO u ...: INSERT is no alias, but what starts the next statement. */
static bool give_back_head(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    cln_token name;

    if (!ends_with_name(yypParser))
        return false;
    name = cln_lex(&pc->lexer, yypParser->yytos->start);
    if (name.keyword == 0 || !cln_starts_line(pc, name) || !is_sure_head(name, token.kind))
        return false;
    yypParser->yytos--;
    yypParser->last_end = name.offset;
    yypParser->fitting = 0;
    end_before(pc, name);
    return true;
}

/* LIMIT 2, FROM t INSERT INTO a SELECT b + INSERT INTO c: whether `word` is none of what stands in front of it. */
static bool begins_what_follows(yyParser *yypParser, cln_token word, cln_token next)
{
    if (word.kind == TK_INSERT)
        return (next.kind == TK_INTO || next.kind == TK_OVERWRITE) && may_insert_again(yypParser);
    if (word.kind == TK_WINDOW)
        return next.kind == TK_ID;
    return class_of_word(word.kind) == STOP_CLAUSE;
}

/* ORDER BY a + LIMIT 2: where LIMIT might be a name it was taken for the operand that is missing.  The token to go on
   from: that word, or `token`. */
static cln_token give_back_keyword(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    cln_token word;

    if (!ends_with_name(yypParser))
        return token;
    word = cln_lex(&pc->lexer, yypParser->yytos->start);
    if (word.keyword == 0 || class_of(yypParser, word) == CLN_KEYWORD_NONE || !begins_what_follows(yypParser, word, token) || closes(token.kind) || token.kind == TK_COMMA ||
        token.kind == TK_DOT || cln_is_separator(token))
        return token;
    yypParser->yytos--;
    yypParser->last_end = word.offset;
    yypParser->previous = 0;
    cln_parse_seek(pc, word.offset + word.length);
    return word;
}

#include "grammar/misspelled.c"

/* FROM t FOOBAR BY x: FOOBAR is no alias. */
static void give_back_clause_name(yyParser *yypParser, scan *s)
{
    if (s->stop.kind != TK_BY || yypParser->previous != TK_ID || yypParser->yytos - 1 <= yypParser->stack)
        return;
    s->start = yypParser->yytos->start;
    s->end = s->stop.offset;
    yypParser->yytos--;
    yypParser->previous = 0;
}

/* Called for a token that does not fit, of which the user has been told. */
static bool recover(yyParser *yypParser, cln_token token)
{
    cln_parse *pc = yypParser->pc;
    scan s = { .depth = 0 };

    if (!pc->recovering || pc->limited || yypParser->repairs == MOST_REPAIRS)
        return false;
    yypParser->repairs++;
    pc->damaged = true;
    if (give_back_head(yypParser, token) || respell(yypParser, token) || respell_alias(yypParser, token) ||
        drop_double(yypParser, token) || put_word_before_name(yypParser, token) || put_from(yypParser, token))
        return true;
    token = give_back_keyword(yypParser, token);
    set_stop(yypParser, &s, token);
    s.depth = yypParser->yytos->depth;
    s.query = (uint16_t)(s.depth - open_in_query(yypParser));
    if (starts_next(yypParser, token, false)) {
        end_before(pc, token);
        return true;
    }
    if (token.kind != TK_FROM && give_back_from(yypParser, s.class))
        return true;
    if (token.offset >= yypParser->not_before && put_missing(yypParser, &s)) {
        yypParser->not_before = token.offset + 1;
        cln_engine_feed(yypParser, token);
        return true;
    }
    give_back_clause_name(yypParser, &s);
    s.closed = s.class == STOP_END || are_closed(yypParser, token);
    if (!skip_damage(yypParser, &s))
        return false;
    /* A token at which it went on once must be passed over when it does not fit after all. */
    yypParser->not_before = s.stop.offset + 1;
    yypParser->fitting = 0;
    if (s.class == STOP_END ? token.kind == 0 : s.stop.kind != TK_COMMENT)
        cln_engine_feed(yypParser, s.stop);
    return true;
}
