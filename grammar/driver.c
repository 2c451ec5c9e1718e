/*
** driver.c -- the parser driver: lemon's template (`lemon -T`), our own.
**
** It follows lempar.c of lemon 3.40 closely in what the %% sections are and how the tables are read.  What differs:
**
**   - A word that is a keyword and might be a name is decided here (kind_of): it is a keyword when the parser,
**     after its pending reductions, can shift it and what follows it, else a name.  `accepts` runs the tables
**     on the states of the stack without touching it.
**   - No %fallback, no destructors, no error recovery, no tracing, no growing: the stack is made once, and when it is
**     full the statement has a `limit` diagnostic.
**   - Each entry of the stack knows where its text starts, so that an action finds the span of its rule in pc->at.
**   - What belongs to one idea stands in a file of its own, which is included here: kind.c, expected.c, clause.c, plain.c, engines.c,
**     special.c, rarely.c, rarely_mysql.c, repair.c.
**   - A careful parser finds a token that cannot be shifted before any reduction, so that the message can say what
**     was expected.  Trying each token costs as much as parsing it: a statement is read without care first, and with
**     care where it turns out that something does not fit.
*/
%%
/* Token numbers. */
%%
#define yytestcase(condition)
#ifndef INTERFACE
#define INTERFACE 1
#endif
%%
#define YY_NLOOKAHEAD ((int)(sizeof(yy_lookahead) / sizeof(yy_lookahead[0])))
/* The tables. */
%%
/* No fallback tokens: this table is not in use. */
#ifdef YYFALLBACK
static const YYCODETYPE yyFallback[] = {
%%
};
#endif

typedef struct yyStackEntry {
    YYACTIONTYPE stateno;
    uint16_t depth;      /* of parentheses that are open behind it (a careful parser's) */
    uint32_t start;      /* of the symbol's text */
    YYMINORTYPE minor;
} yyStackEntry;

/* A rule's code works on its symbols, the last of which stands at yymsp: what it makes stands in the place of the first. */
typedef void rule_code(cln_parse *pc, yyStackEntry *yymsp);

/*
** What comes behind a reduction depends on three things alone: the state that it uncovers, its rule, and the kind of the next
** token; so do the reductions behind it, as long as they take no more symbols than these have put on the stack:
**
**     SELECT a FROM t WHERE     name ::= ID, parts ::= name, table ::= parts, joins_opt ::= , from ::= FROM table joins_opt
**
** Such a row of moves is walked once, and then looked up as one step.  Steps stand one behind the other in the order in which they were
** met, so that those of one clause are near each other; where there is no place for one more, all are forgotten.
*/
enum { STEP_BITS = 13, STEP_SLOTS = 1 << STEP_BITS, MOST_STEPS = STEP_SLOTS / 2, STEP_WORDS = 16384, MOST_MOVES = 8 };
typedef struct move {
    uint16_t code;      /* which of `rules` is run */
    YYACTIONTYPE state; /* of what it makes ... */
    int16_t to;         /* ... and how far from the last symbol, in bytes: behind it, at it, in front of it */
} move;
typedef struct step {
    uint64_t key;       /* of the state, the rule and the kind; never 0 */
    YYACTIONTYPE next;  /* what is done with the token behind the moves */
    uint8_t count;      /* of the moves: without those that have no code and replace one symbol */
    bool pushes;        /* some replace none */
    move moves[MOST_MOVES]; /* where a step is kept, no more than `count` */
} step;
typedef struct steps {
    uint32_t count, end;        /* of the words in use; the first is none's */
    uint16_t slots[STEP_SLOTS]; /* by hash, the word where a step starts; 0: free */
    uint64_t words[STEP_WORDS];
} steps;

enum { FITTING = 2 }; /* so many tokens fit before another error is told */
typedef struct cln_engine yyParser;
struct cln_engine {
    yyStackEntry *yytos;
    yyStackEntry *stack, *end;
    cln_parse *pc;
    steps *steps;
    uint16_t name_rule, parts_rule, column_rule; /* name ::= ID, parts ::= name, postfix ::= parts */
    bool careful;            /* whether a token fits is found before the reductions in front of it */
    bool fast;               /* neither that nor clauses to be passed over: most tokens are what they look like */
    uint8_t plain[YYNTOKEN]; /* by own kind, whether a token is what it looks like: PLAIN and others ... */
    uint64_t doubtful_next[YYNTOKEN]; /* ... and in front of which kinds it may be something else, a bit for each 64th ... */
    const cln_dialect *plain_in; /* ... in this dialect */
    uint32_t last_end;       /* where the last shifted token ended */
    uint16_t previous;       /* the kind of the last shifted token */
    bool matching;           /* in MATCH_RECOGNIZE, before DEFINE */
    uint32_t repairs, trials; /* of this statement: repair.c */
    uint32_t not_before;     /* no repair goes on in front of this */
    uint32_t fitting;        /* tokens shifted since the last repair */
};

/* The names of tokens and rules, which messages do not use. */
#if 0
static const char *const yyTokenName[] = {
%%
};
static const char *const yyRuleName[] = {
%%
};
#endif
/* No destructors. */
#if 0
    switch (0) {
%%
    }
#endif

static YYACTIONTYPE shift_action(YYCODETYPE token, YYACTIONTYPE state)
{
    int i;

    if (state > YY_MAX_SHIFT)
        return state;
    i = yy_shift_ofst[state] + token;
    return yy_lookahead[i] == token ? yy_action[i] : yy_default[state];
}

static YYACTIONTYPE goto_action(YYACTIONTYPE state, YYCODETYPE symbol)
{
    return yy_action[yy_reduce_ofst[state] + symbol];
}

/* The stack is full: the statement is nested too deep. */
static void overflow(yyParser *yypParser)
{
    cln_parse *pc = yypParser->pc;

    cln_parse_fail(pc, CLN_LIMIT, ((colline_span){ yypParser->last_end, 0 }),
                   "the statement is nested deeper than the parser's stack (max_nesting is %u)", pc->max_nesting);
#if 0
%%
#endif
}

/* For each rule, the symbol on its left and minus the number of those on its right. */
static const YYCODETYPE yyRuleInfoLhs[] = {
%%
};
static const signed char yyRuleInfoNRhs[] = {
%%
};

/* rules: scripts/rule-functions makes a function of each case ... */
%%
/* end of rules */

/* What makes parts, and a column, of a word: so often that their rules are run at once. */
static void make_parts(cln_parse *pc, yyStackEntry *yymsp)
{
    cln_list *parts = cln_build_simple_parts(pc, yymsp->minor.yy0);

    memcpy(&yymsp->minor, &parts, sizeof parts);
}

static void make_column(cln_parse *pc, yyStackEntry *yymsp)
{
    cln_node *column = cln_build_simple_column(pc, yymsp->minor.yy0);

    memcpy(&yymsp->minor, &column, sizeof column);
}

static void make_nothing(cln_parse *pc, yyStackEntry *yymsp)
{
    (void)pc;
    (void)yymsp;
}

enum { MAKE_PARTS = YYNRULE, MAKE_COLUMN, MAKE_NOTHING };
static rule_code *const rules[] = {
/* ... and names them here */
    [MAKE_PARTS] = make_parts,
    [MAKE_COLUMN] = make_column,
    [MAKE_NOTHING] = make_nothing,
};

/* %parse_failure, %syntax_error and %parse_accept: the grammar has none. */
#if 0
%%
%%
%%
#endif

/* ---- Looking ahead ---------------------------------------------------------------------------------------- */

/* The code that does what that of two moves does. */
static uint16_t code_of_both(const yyParser *yypParser, uint16_t first, uint16_t second)
{
    if (rules[first] == rules[yypParser->name_rule] && rules[second] == rules[yypParser->parts_rule])
        return MAKE_PARTS;
    return first == MAKE_PARTS && rules[second] == rules[yypParser->column_rule] ? MAKE_COLUMN : 0;
}

/* One more move of the step; false: there is no place for it. */
static bool add_move(const yyParser *yypParser, step *s, unsigned rule, YYACTIONTYPE state, int size)
{
    move *last = s->count > 0 ? &s->moves[s->count - 1] : NULL;
    uint16_t code = rules[rule] != NULL ? (uint16_t)rule : MAKE_NOTHING;
    uint16_t both = last == NULL || size != 1 ? 0 : code == MAKE_NOTHING ? last->code : code_of_both(yypParser, last->code, code);

    if (both != 0) {
        last->state = state;
        last->code = both;
        return true;
    }
    if (s->count == MOST_MOVES)
        return false;
    s->pushes = s->pushes || size == 0;
    s->moves[s->count++] = (move){ code, state, (int16_t)((1 - size) * (int)sizeof(yyStackEntry)) };
    return true;
}

/* The rule, and those behind it. */
static void walk_step(const yyParser *yypParser, step *s, YYACTIONTYPE below, unsigned rule, uint16_t kind)
{
    enum { MOST_KNOWN = 2 * MOST_MOVES };
    YYACTIONTYPE states[MOST_KNOWN] = { below };
    int known = 1 - yyRuleInfoNRhs[rule], size;

    do {
        size = -yyRuleInfoNRhs[rule];
        known -= size;
        states[known] = goto_action(states[known - 1], yyRuleInfoLhs[rule]);
        if (!add_move(yypParser, s, rule, states[known], size))
            return;
        s->next = shift_action(kind, states[known++]);
        rule = (unsigned)s->next - YY_MIN_REDUCE;
    } while (s->next >= YY_MIN_REDUCE && -yyRuleInfoNRhs[rule] < known && known < MOST_KNOWN);
}

static void forget_steps(steps *all)
{
    memset(all->slots, 0, sizeof all->slots);
    all->count = 0;
    all->end = 1;
    all->words[0] = 0;
}

/* A step that was not met before; `slot` is free. */
static CLN_COLD const step *make_step(const yyParser *yypParser, uint64_t key, uint32_t slot)
{
    steps *all = yypParser->steps;
    step made = { .key = key };
    size_t words;

    walk_step(yypParser, &made, (YYACTIONTYPE)(key >> 16), (uint16_t)key, (uint16_t)(key >> 32));
    words = (offsetof(step, moves) + made.count * sizeof(move) + sizeof(uint64_t) - 1) / sizeof(uint64_t);
    if (all->count == MOST_STEPS || all->end + words > STEP_WORDS)
        forget_steps(all);
    all->count++;
    all->slots[slot] = (uint16_t)all->end;
    memcpy(&all->words[all->end], &made, words * sizeof(uint64_t));
    all->end += (uint32_t)words;
    return (const step *)(const void *)&all->words[all->slots[slot]];
}

static inline uint64_t key_of_kind(uint16_t kind)
{
    return (uint64_t)1 << 48 | (uint64_t)kind << 32;
}

static inline const step *find_step(const yyParser *yypParser, uint64_t of_kind, YYACTIONTYPE below, unsigned rule)
{
    const steps *all = yypParser->steps;
    uint64_t key = of_kind | (uint64_t)below << 16 | rule;
    uint32_t slot = (uint32_t)(key * 0x9E3779B97F4A7C15u >> (64 - STEP_BITS));

    for (;;) {
        uint32_t at = all->slots[slot];
        if (all->words[at] == key)
            return (const step *)(const void *)&all->words[at];
        if (at == 0)
            return make_step(yypParser, key, slot);
        slot = (slot + 1) % STEP_SLOTS;
    }
}

/* A stack that stands on the parser's: `base` is the parser's entry below the states that were pushed here. */
enum { MOST_PUSHED = 100 };
typedef struct trial {
    const yyParser *parser;
    const yyStackEntry *base;
    uint32_t pushed;
    YYACTIONTYPE states[MOST_PUSHED];
} trial;

static YYACTIONTYPE trial_top(const trial *t)
{
    return t->pushed > 0 ? t->states[t->pushed - 1] : t->base->stateno;
}

static bool trial_push(trial *t, YYACTIONTYPE state)
{
    if (t->pushed == MOST_PUSHED)
        return false;
    t->states[t->pushed++] = state;
    return true;
}

static void trial_pop(trial *t, uint32_t size)
{
    if (size > t->pushed) {
        t->base -= size - t->pushed;
        t->pushed = 0;
    } else {
        t->pushed -= size;
    }
}

/* Whether the parser can shift `kind` after its pending reductions (or accept, for the end); then it stands shifted on
   the trial. */
static bool trial_shift(trial *t, uint16_t kind)
{
    YYACTIONTYPE act = shift_action(kind, trial_top(t));

    while (act >= YY_MIN_REDUCE) {
        unsigned rule = act - YY_MIN_REDUCE;
        const step *s;
        trial_pop(t, (uint32_t)-yyRuleInfoNRhs[rule]);
        s = find_step(t->parser, key_of_kind(kind), trial_top(t), rule);
        for (uint32_t i = 0; i < s->count; i++) {
            trial_pop(t, i > 0 ? (uint32_t)(1 - s->moves[i].to / (int)sizeof(yyStackEntry)) : 0);
            if (!trial_push(t, s->moves[i].state))
                return false;
        }
        act = s->next;
    }
    if (act <= YY_MAX_SHIFTREDUCE)
        return trial_push(t, act > YY_MAX_SHIFT ? act + YY_MIN_REDUCE - YY_MIN_SHIFTREDUCE : act);
    return act == YY_ACCEPT_ACTION;
}

static trial start_trial(const yyParser *yypParser)
{
    trial t;

    t.parser = yypParser;
    t.base = yypParser->yytos;
    t.pushed = 0;
    return t;
}

static bool accepts(const yyParser *yypParser, uint16_t kind)
{
    trial t = start_trial(yypParser);

    return trial_shift(&t, kind);
}

/* Whether both can be shifted, one after the other. */
static bool accepts_both(const yyParser *yypParser, uint16_t kind, uint16_t next)
{
    trial t = start_trial(yypParser);

    return trial_shift(&t, kind) && trial_shift(&t, next);
}

#include "grammar/kind.c"
#include "grammar/expected.c"

/* ---- Feeding ---------------------------------------------------------------------------------------------- */

/* What a careful parser knows of a token besides. */
static void take_care(yyParser *yypParser, yyStackEntry *top, uint16_t kind)
{
    top->depth = (uint16_t)(top[-1].depth + opens(kind) - (closes(kind) && top[-1].depth > 0));
    yypParser->fitting++;
}

/* A place for one more symbol; NULL where the stack is full. */
static inline yyStackEntry *push(yyParser *yypParser)
{
    yyStackEntry *top = yypParser->yytos + 1;

    if (top >= yypParser->end) {
        overflow(yypParser);
        return NULL;
    }
    return yypParser->yytos = top;
}

static inline YYACTIONTYPE shifted(YYACTIONTYPE state)
{
    return state > YY_MAX_SHIFT ? (YYACTIONTYPE)(state + YY_MIN_REDUCE - YY_MIN_SHIFTREDUCE) : state;
}

/* What every shift does: the state behind the token, and where it stands. */
static inline void set_shifted(yyParser *yypParser, yyStackEntry *top, YYACTIONTYPE state, cln_token token)
{
    top->stateno = shifted(state);
    top->start = token.offset;
    top->minor.yy0 = token;
    yypParser->last_end = token.offset + token.length;
}

static void shift(yyParser *yypParser, YYACTIONTYPE state, uint16_t kind, cln_token token)
{
    yyStackEntry *top = push(yypParser);

    if (top == NULL)
        return;
    set_shifted(yypParser, top, state, cln_token_of(kind, token.keyword, token.offset, token.length));
    if (yypParser->careful)
        take_care(yypParser, top, kind);
    yypParser->previous = kind;
}

/* Make a step's moves; the last symbol then.  The text of what a move makes goes from its first symbol's start to the `end` of the last token. */
static inline yyStackEntry *take_step(cln_parse *pc, const step *s, yyStackEntry *top, uint32_t end)
{
    const move *m = s->moves, *behind = m + s->count;

    do {
        yyStackEntry *left = (yyStackEntry *)(void *)((char *)top + m->to);
        if (m->to > 0)
            left->start = end;
        left->depth = top->depth;
        left->stateno = m->state;
        pc->at = cln_span_of(left->start, end - left->start);
        rules[m->code](pc, top);
        top = left;
    } while (++m < behind);
    return top;
}

/* Reduce from that action on until `kind` can be shifted; what is to be done with it then. */
static YYACTIONTYPE reduce_for(yyParser *yypParser, YYACTIONTYPE act, uint16_t kind)
{
    const uint64_t of_kind = key_of_kind(kind);
    yyStackEntry *top = yypParser->yytos;

    do {
        unsigned rule = act - YY_MIN_REDUCE;
        const step *s = find_step(yypParser, of_kind, top[yyRuleInfoNRhs[rule]].stateno, rule);
        if (s->pushes && top + MOST_MOVES >= yypParser->end)
            overflow(yypParser);
        else
            top = take_step(yypParser->pc, s, top, yypParser->last_end);
        if (yypParser->pc->failed)
            return YY_ERROR_ACTION;
        act = s->next;
    } while (act >= YY_MIN_REDUCE);
    yypParser->yytos = top;
    return act;
}

/* Reduce until `kind` is shifted; where it cannot be, the parse has failed. */
static void advance(yyParser *yypParser, uint16_t kind, cln_token token)
{
    YYACTIONTYPE act = shift_action(kind, yypParser->yytos->stateno);

    if (act >= YY_MIN_REDUCE)
        act = reduce_for(yypParser, act, kind);
    if (act <= YY_MAX_SHIFTREDUCE)
        shift(yypParser, act, kind, token);
    else if (act != YY_ACCEPT_ACTION)
        yypParser->pc->failed = true;
}

/* A token that nothing stands for. */
static void put_in(yyParser *yypParser, uint16_t kind)
{
    advance(yypParser, kind, cln_token_at(kind, yypParser->last_end, 0));
}

/* ARRAY<ARRAY<INT>>: where a '>>' cannot be, it is two. */
static bool split_closers(yyParser *yypParser, cln_token token)
{
    if ((token.kind != TK_SHIFT_RIGHT && token.kind != TK_OTHER_OP && token.kind != TK_GE) ||
        yypParser->pc->text.data[token.offset] != '>' || !accepts(yypParser, TK_GT))
        return false;
    for (uint32_t i = 0; i < token.length && !yypParser->pc->failed; i++) {
        char c = yypParser->pc->text.data[token.offset + i];
        cln_token part = cln_token_at(c == '>' ? TK_GT : TK_EQ, token.offset + i, 1);
        if (!accepts(yypParser, part.kind))
            syntax_error(yypParser, part);
        else
            advance(yypParser, part.kind, part);
    }
    return true;
}

#include "grammar/clause.c"

/* ---- The engine ---- */

/* The rules that SELECT a, is reduced by. */
static void find_column_rules(cln_engine *engine)
{
    trial t = start_trial(engine);
    const step *s;

    if (!trial_shift(&t, TK_SELECT) || !trial_shift(&t, TK_ID))
        return;
    s = find_step(engine, key_of_kind(TK_COMMA), t.states[t.pushed - 2], shift_action(TK_COMMA, trial_top(&t)) - YY_MIN_REDUCE);
    engine->name_rule = s->moves[0].code;
    engine->parts_rule = s->moves[1].code;
    engine->column_rule = s->moves[2].code;
    forget_steps(engine->steps);
}

cln_engine *cln_engine_new(cln_arena *lifetime, uint32_t max_nesting)
{
    cln_engine *engine = CLN_NEW(lifetime, cln_engine);
    size_t depth = (size_t)max_nesting * 8 + 200;

    engine->stack = cln_arena_get(lifetime, depth * sizeof *engine->stack);
    engine->end = engine->stack + depth;
    engine->steps = cln_arena_get(lifetime, sizeof *engine->steps);
    forget_steps(engine->steps);
    engine->yytos = engine->stack;
    engine->yytos->stateno = 0;
    find_column_rules(engine);
    return engine;
}

#include "grammar/plain.c"

void cln_engine_start(cln_engine *engine, cln_parse *pc, bool careful)
{
    engine->pc = pc;
    engine->yytos = engine->stack;
    engine->yytos->stateno = 0;
    engine->yytos->start = 0;
    engine->yytos->depth = 0;
    engine->repairs = engine->trials = engine->not_before = 0;
    engine->fitting = FITTING;
    engine->last_end = cln_parse_peek(pc, 0).offset;
    engine->previous = 0;
    engine->matching = false;
    engine->careful = careful;
    engine->fast = !careful && pc->passed == NULL && (pc->dialect->script & CLN_SCRIPT_OF_TOKENS) == 0;
    if (engine->plain_in != pc->dialect)
        find_plain_tokens(engine, pc->dialect);
}

#include "grammar/engines.c"
#include "grammar/rarely_mysql.c"
#include "grammar/rarely.c"
#include "grammar/special.c"

/* What a token may be besides what it looks like. */
static void feed_otherwise(yyParser *engine, cln_token token)
{
    uint16_t kind;

    if (engine->pc->passed != NULL && pass_clause(engine, token))
        return;
    if (engine->careful && feed_rarely(engine, token, true))
        return;
    if (has_script(engine, CLN_SCRIPT_VALUE_CTES) && (engine->previous == TK_WITH || engine->previous == TK_COMMA) &&
        starts_value_cte(engine, token))
        advance(engine, TK_CTE_VALUE, cln_token_at(TK_CTE_VALUE, token.offset, 0));
    if (has_script(engine, CLN_SCRIPT_VALUE_CTES) && token.keyword != 0 && feed_table_index(engine, token))
        return;
    if (has_script(engine, CLN_SCRIPT_DECLARES_FIRST) && feed_oracle(engine, token))
        return;
    if ((token.kind == TK_USING && engine->previous == 0 && pass_external_functions(engine->pc)) || (token.kind == TK_KEY && pass_key(engine)) || (token.kind == TK_FROM && feed_from_end(engine, token)) ||
        (token.kind == TK_FUNCTION && feed_inline_functions(engine, token)))
        return;
    if (has_script(engine, CLN_SCRIPT_ATTRIBUTES) && pass_locking(engine, token))
        return;
    if (starts_bare_values(engine, token))
        advance(engine, TK_VALUES, cln_token_at(TK_VALUES, token.offset, 0));
    if ((engine->pc->dialect->script & CLN_SCRIPT_OF_TOKENS) != 0 && (token.kind == TK_COMMA || token.kind == TK_LP) &&
        (feed_options(engine, token) || feed_write_parens(engine, token)))
        return;
    if (has_script(engine, CLN_SCRIPT_NO_SEMICOLON) && (token.keyword != 0 || token.kind == TK_ID || token.kind == TK_LC) && feed_tsql(engine, token))
        return;
    if (has_fact(token.kind, JOINS | TRAILS | MAY_END_NAME) || engine->matching) {
        if (feed_special(engine, token))
            return;
        token = join_tokens(engine, token);
    }
    kind = token.keyword != 0 ? word_kind(engine, token) : sign_kind(engine, token);
    /* Db2: CURRENT DATE is one word */
    if (kind == TK_CURRENT_DATE && token.kind == TK_CURRENT)
        token = cln_token_through(token, cln_parse_take(engine->pc));
    if (kind == TK_NESTED_JOIN && cln_parse_peek(engine->pc, 0).kind == TK_PATH && cln_parse_peek(engine->pc, 1).kind != TK_DOT)
        (void)cln_parse_take(engine->pc);
    if (kind == TK_GRAPH_PATTERN)
        take_graph_pattern(engine, &token);
    if (kind == TK_MATCH_RECOGNIZE || kind == TK_MATCH_EVENTS)
        engine->matching = true;
    else if (kind == TK_IMPORT_TABLE)
        token = cln_token_through(token, cln_parse_take(engine->pc));
    else if (kind == TK_IMPORT_REST || kind == TK_OPERATOR_USING || kind == TK_QUERY_HINTS)
        token = take_to_parenthesis(engine->pc, token);
    /* SELECT FROM t: often so in EXISTS; rarely.c has the rest */
    if (kind == TK_FROM && engine->previous == TK_SELECT && has_flag(engine, CLN_LEX_EMPTY_SELECT))
        put_in(engine, TK_NO_ITEMS);
    if (engine->careful || has_fact(kind, NEEDS_CARE))
        feed_with_care(engine, kind, token);
    else
        advance(engine, kind, token);
}

void cln_engine_feed(cln_engine *engine, cln_token token)
{
    if (engine->fast && !engine->matching && is_plain(engine, token))
        advance(engine, token.kind, token);
    else
        feed_otherwise(engine, token);
}

/*
** The row of tokens that are what they look like.  They are fed in one loop, which keeps at hand what reductions do not look at: the
** token, and what is doubtful behind the one in front of it.
*/
typedef struct token_row {
    const cln_token *token, *end; /* the next one; behind the last that was read */
    unsigned doubts;
} token_row;

/* Read on until `count` tokens wait. */
static void lengthen_row(cln_parse *pc, token_row *r, uint32_t count)
{
    pc->ahead_first = (uint32_t)(r->token - pc->ahead);
    cln_parse_read_ahead(pc, count);
    r->token = &pc->ahead[pc->ahead_first];
    r->end = &pc->ahead[pc->ahead_end];
}

static inline bool is_next_plain(const cln_engine *engine, token_row *r)
{
    uint16_t kind;

    if (r->token == r->end)
        lengthen_row(engine->pc, r, 1);
    kind = own_kind(*r->token);
    if ((engine->plain[kind] & (PLAIN | r->doubts)) != PLAIN)
        return false;
    if ((engine->plain[kind] & NEXT_MATTERS) == 0)
        return true;
    if (r->token + 1 == r->end)
        lengthen_row(engine->pc, r, 2);
    return !is_doubtful_next(engine, kind, r->token[1].kind);
}

/* Shift the row's next token; false: the parse has failed. */
static inline bool shift_next(cln_engine *engine, token_row *r)
{
    cln_token token = *r->token++;
    YYACTIONTYPE act = shift_action(token.kind, engine->yytos->stateno);
    yyStackEntry *top;

    if (act >= YY_MIN_REDUCE)
        act = reduce_for(engine, act, token.kind);
    if (act > YY_MAX_SHIFTREDUCE || (top = push(engine)) == NULL) {
        engine->pc->failed = true;
        return false;
    }
    set_shifted(engine, top, act, r->token[-1]);
    return true;
}

uint64_t cln_engine_feed_plain(cln_engine *engine, bool variables, uint32_t reach, uint64_t most)
{
    cln_parse *pc = engine->pc;
    unsigned doubts = variables ? TAKES_VARIABLES : 0;
    token_row r = { &pc->ahead[pc->ahead_first], &pc->ahead[pc->ahead_end], doubts | doubtful_behind[engine->previous] };
    uint64_t fed = 0;

    if (!engine->fast || engine->matching)
        return 0;
    while (fed < most && is_next_plain(engine, &r) && r.token->offset + r.token->length <= reach) {
        fed++;
        if (!shift_next(engine, &r))
            break;
        r.doubts = doubts | doubtful_behind[r.token[-1].kind];
    }
    pc->ahead_first = (uint32_t)(r.token - pc->ahead);
    if (fed > 0)
        engine->previous = r.token[-1].kind;
    return fed;
}

void cln_engine_end(cln_engine *engine)
{
    cln_token end = cln_token_at(0, engine->last_end, 0);

    cln_engine_feed(engine, end);
}

bool cln_engine_may_end(cln_engine *engine)
{
    return accepts(engine, 0);
}

bool cln_engine_takes(cln_engine *engine, uint16_t kind)
{
    return accepts(engine, kind);
}

bool cln_engine_wants_rest(cln_engine *engine)
{
    uint16_t next = cln_parse_peek(engine->pc, 0).kind;

    return engine->previous != TK_DOT && next != TK_DOT && next != TK_MINUS && accepts(engine, TK_REST);
}

uint32_t cln_engine_last_end(const cln_engine *engine)
{
    return engine->last_end;
}

void cln_engine_damaged(cln_engine *engine, cln_token token)
{
    if (engine->pc->failed || !recover(engine, token))
        engine->pc->failed = true;
}

#include "grammar/repair.c"
