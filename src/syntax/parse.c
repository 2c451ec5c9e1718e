#include "syntax/parse.h"
#include "syntax/delimiter.h"
#include "syntax/note.h"
#include "syntax/reading.h"
#include "syntax/split.h"
#include "syntax/strict.h"

cln_parser *cln_parser_new(cln_arena *lifetime, const cln_parser_options *options)
{
    cln_parser *parser = CLN_NEW(lifetime, cln_parser);

    parser->options = *options;
    if (parser->options.max_nesting > UINT16_MAX)
        parser->options.max_nesting = UINT16_MAX;
    parser->engine = cln_engine_new(lifetime, parser->options.max_nesting);
    parser->pc.max_nesting = parser->options.max_nesting;
    parser->pc.arena = lifetime;
    cln_index_heads(&parser->heads);
    cln_parser_use(parser, options->dialect);
    cln_parser_start(parser, CLN_TEXT(""));
    return parser;
}

const cln_dialect *cln_parser_use(cln_parser *parser, const cln_dialect *dialect)
{
    const cln_dialect *before = parser->pc.dialect;

    parser->pc.dialect = dialect;
    parser->pc.watched_kinds = cln_strict_kinds(dialect);
    parser->pc.lexer.dialect = dialect;
    parser->pc.lexer.flags = dialect->lex;
    if (parser->options.templates)
        parser->pc.lexer.flags |= CLN_LEX_TEMPLATE;
    else
        parser->pc.lexer.flags &= ~(uint32_t)CLN_LEX_TEMPLATE;
    return before;
}

void cln_parser_start(cln_parser *parser, colline_text text)
{
    parser->pc.text = text;
    parser->pc.lexer.text = text;
    parser->pc.cuts = parser->pc.last_cut = 0;
    cln_parse_seek(&parser->pc, 0);
    parser->blocks = (cln_blocks){ .depth = 0 };
}

void cln_parser_keep(cln_parser *parser, cln_arena *arena)
{
    cln_inners_start(&parser->inners, arena, parser->pc.text);
}

bool cln_parser_enter(cln_parser *parser, colline_span at, colline_span head, uint32_t holder)
{
    cln_inner inner = { .at = at, .head = head, .holder = holder, .dynamic = head.length == 0 };

    return cln_inner_add(&parser->pc, &parser->inners, &inner);
}

bool cln_parser_run(cln_parser *parser, const cln_script_text *text, const cln_parser_run_by *by)
{
    cln_inner inner = { .at = text->at, .into = by->into, .feeds = by->feeds, .holder = by->holder, .dynamic = true, .arguments = by->arguments };

    if (text->buffer != NULL) {
        inner.said = text->said;
        inner.runner = by->at;
        inner.runs = by->told;
    }
    return cln_inner_add(&parser->pc, &parser->inners, &inner);
}

struct cln_parser_place {
    cln_parse pc;
    cln_blocks blocks;
    cln_inners inners;
    bool inside;
};

cln_parser_place *cln_parser_keep_place(cln_parser *parser, cln_arena *arena)
{
    cln_parser_place *place = CLN_NEW(arena, cln_parser_place);

    *place = (cln_parser_place){ parser->pc, parser->blocks, parser->inners, parser->inside };
    parser->returns = true;
    parser->kept_inners = parser->inners.count;
    return place;
}

void cln_parser_return(cln_parser *parser, const cln_parser_place *place)
{
    char *writable = parser->inners.writable;

    cln_inner_forget(&parser->inners, place->inners.count);
    parser->pc = place->pc;
    parser->blocks = place->blocks;
    parser->inners = place->inners;
    parser->inside = place->inside;
    parser->returns = false;
    if (parser->inners.writable == NULL && writable != NULL) { /* the copy that was made meanwhile */
        parser->inners.writable = writable;
        parser->pc.text.data = parser->pc.lexer.text.data = writable;
    }
}

colline_text cln_parser_text(const cln_parser *parser)
{
    return parser->pc.text;
}

/* Up to where a statement starts; false at the end of the text. */
static bool find_statement(cln_parser *parser)
{
    cln_parse *pc = &parser->pc;

    do {
        while (cln_is_delimiter_line(pc)) {
            if (parser->returns)
                return false;
            cln_give_up_levels(pc, &parser->blocks);
            cln_pass_delimiter_line(pc, &parser->inners);
        }
        cln_pass_control(pc, &parser->blocks);
        if (cln_parse_peek(pc, 0).kind == TK_SEMI)
            cln_pass_separator(pc, &parser->blocks);
        else if (cln_parse_peek(pc, 0).kind != 0 && !cln_is_delimiter_line(pc))
            return true;
    } while (cln_parse_peek(pc, 0).kind != 0 || ((!parser->returns || parser->inners.count > parser->kept_inners) &&
                                                 cln_inner_close(pc, &parser->blocks, &parser->inners)));
    return false;
}

/* What a statement has of the literal that it stands in. */
static void tell_inner(cln_parsed *parsed, cln_inner *inner)
{
    parsed->holder = inner->holder;
    parsed->dynamic = inner->dynamic;
    parsed->runs = inner->runs;
    parsed->arguments = inner->arguments;
    parsed->floor = inner->dynamic ? inner->blocks.depth + 1 : 0;
    if (parsed->into.length == 0)
        parsed->into = inner->into;
    if (parsed->feeds.length == 0)
        parsed->feeds = inner->feeds;
    inner->into.length = inner->feeds.length = 0;
}

static bool is_inside(const cln_blocks *blocks)
{
    return blocks->depth > 0 || blocks->single || blocks->batch;
}

bool cln_parser_next(cln_parser *parser, cln_arena *arena, cln_diagnostics *diagnostics, cln_parsed *parsed)
{
    cln_parse *pc = &parser->pc;
    cln_inner *inner;
    uint32_t own_event;

    pc->arena = arena;
    pc->diagnostics = diagnostics;
    pc->next_id = 0;
    cln_forget_statement(pc);
    parser->events = (cln_script_events){ .arena = arena };
    parser->blocks.events = &parser->events;
    if (parser->blocks.single_level && !parser->blocks.single)
        cln_end_single(pc, &parser->blocks);
    cln_inner_open(pc, &parser->blocks, &parser->inners);
    if (!find_statement(parser)) {
        *parsed = (cln_parsed){ .events = parser->events.list.items, .event_count = parser->events.list.count };
        parsed->own_event = parsed->event_count;
        parser->blocks.events = NULL;
        return false;
    }
    parser->inside = is_inside(&parser->blocks);
    parser->blocks.single = false;
    parser->blocks.branching = parser->blocks.branching && parser->inside;
    own_event = parser->events.list.count;
    cln_read_statement(parser, parsed);
    parsed->own_event = own_event;
    /* of FOR r IN (SELECT ...) that opened a block the query comes next */
    if (parsed->kind != COLLINE_STATEMENT_BLOCK) {
        parser->blocks.loop_head = parser->blocks.loop_query;
        parsed->spreads = parser->blocks.loop_query && parser->blocks.spreads;
        parser->blocks.loop_query = false;
        parsed->feeds = parser->blocks.feeds;
        parser->blocks.feeds.length = 0;
    }
    parsed->inside = parser->inside;
    parsed->events = parser->events.list.items;
    parsed->event_count = parser->events.list.count;
    parsed->level = cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON) ? parser->blocks.base : parser->blocks.depth;
    parser->blocks.events = NULL;
    inner = cln_inner_at(&parser->inners);
    if (inner != NULL)
        tell_inner(parsed, inner);
    return true;
}

const cln_node *cln_parse_one(cln_parser *parser, colline_text text, cln_arena *arena, cln_diagnostics *diagnostics)
{
    cln_parse saved = parser->pc;
    cln_blocks blocks = parser->blocks;
    uint32_t inners = parser->inners.count;
    cln_parsed parsed;
    const cln_node *tree = NULL;

    cln_parser_start(parser, text);
    parser->inners.count = 0;
    if (cln_parser_next(parser, arena, diagnostics, &parsed)) {
        tree = parsed.recovered ? NULL : parsed.tree;
        while (cln_parse_peek(&parser->pc, 0).kind == TK_SEMI)
            cln_parse_take(&parser->pc);
        if (cln_parse_peek(&parser->pc, 0).kind != 0)
            tree = NULL;
    }
    parser->pc = saved;
    parser->blocks = blocks;
    parser->inners.count = inners;
    return tree;
}

struct cln_lexer cln_parser_lexer(const cln_parser *parser)
{
    cln_lexer lexer = parser->pc.lexer;

    if (parser->inners.writable != NULL)
        lexer.text = cln_text_of(parser->inners.writable, parser->inners.length);
    return lexer;
}

/* What stands between the parentheses around the whole; nothing where there are none. */
static colline_span inside_parens(cln_parse *pc, colline_span at)
{
    uint32_t end = at.offset + at.length, depth = 0, start = 0;
    colline_span none = { 0, 0 };

    cln_rewind(pc, at.offset);
    for (;;) {
        cln_token token = cln_parse_take(pc);
        if (token.kind == 0 || token.offset >= end)
            return none;
        if (start == 0 && token.kind != TK_LP)
            return none;
        if (start == 0)
            start = token.offset + 1;
        depth += token.kind == TK_LP;
        depth -= token.kind == TK_RP;
        if (depth > 0)
            continue;
        return cln_parse_peek(pc, 0).kind == 0 || cln_parse_peek(pc, 0).offset >= end ? (colline_span){ start, token.offset - start }
                                                                                     : none;
    }
}

static bool starts_query(cln_parse *pc, uint32_t offset)
{
    cln_token first;

    cln_rewind(pc, offset);
    first = cln_parse_peek(pc, 0);
    return cln_parse_says(pc, first, "select") || cln_parse_says(pc, first, "with");
}

const cln_node *cln_parse_values(cln_parser *parser, colline_span at, bool several, cln_arena *arena)
{
    cln_parse saved = parser->pc;
    cln_parse *pc = &parser->pc;
    colline_span inside = inside_parens(pc, at);
    uint32_t end;
    const cln_node *tree;

    if (inside.length > 0 && (several || starts_query(pc, inside.offset)))
        at = inside;
    end = at.offset + at.length;
    cln_rewind(pc, at.offset);
    pc->arena = arena;
    pc->diagnostics = NULL;
    pc->next_id = 0;
    cln_forget_statement(pc);
    cln_engine_start(parser->engine, pc, true);
    if (!starts_query(pc, at.offset))
        cln_engine_feed(parser->engine, cln_token_at(TK_SELECT, at.offset, 0));
    while (!pc->failed && !cln_is_separator(cln_parse_peek(pc, 0)) && cln_parse_peek(pc, 0).offset < end)
        cln_engine_feed(parser->engine, cln_parse_take(pc));
    if (!pc->failed)
        cln_engine_end(parser->engine);
    tree = pc->failed || !cln_node_is(pc->tree, CLN_QUERY) ? NULL : pc->tree;
    parser->pc = saved;
    return tree;
}

const cln_node *cln_parse_type(cln_parser *parser, colline_text text, cln_arena *arena)
{
    cln_parse saved = parser->pc;
    cln_blocks blocks = parser->blocks;
    cln_parse *pc = &parser->pc;
    const cln_node *tree;

    cln_parser_start(parser, text);
    pc->arena = arena;
    pc->diagnostics = NULL;
    pc->next_id = 0;
    cln_forget_statement(pc);
    cln_engine_start(parser->engine, pc, true);
    cln_engine_feed(parser->engine, cln_token_at(TK_START_TYPE, 0, 0));
    while (!pc->failed && !cln_is_separator(cln_parse_peek(pc, 0)))
        cln_engine_feed(parser->engine, cln_parse_take(pc));
    if (!pc->failed)
        cln_engine_end(parser->engine);
    tree = pc->failed ? NULL : pc->tree;
    parser->pc = saved;
    parser->blocks = blocks;
    return tree;
}
