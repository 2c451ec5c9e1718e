#include "lineage/rehearse.h"

#include "syntax/lexer.h"

enum { MOST_TURNS = 5, REHEARSED_FACTOR = 16, STATEMENT_COST = 16 };

typedef struct rehearsal {
    cln_session_state *session;
    cln_variables *variables;
    const cln_parsed *parsed; /* the statement that opens the loop, or the first one in it */
    uint32_t index;           /* of the event that opens it */
    const cln_result *told;   /* of that statement */
    cln_arena *scratch;       /* for the statement that is tried out */
    uint32_t frames;          /* open in the loop */
    cln_carried_list carried;
    bool given_up;
} rehearsal;

void cln_carry(cln_variables *variables, const cln_carried_list *carried)
{
    for (uint32_t i = 0; i < carried->count; i++) {
        cln_variable *variable = &variables->list.items[carried->items[i].variable];
        cln_variable_assign(variables, variable, carried->items[i].value);
    }
}

/* ---- One turn ---- */

/* So many more bytes are read; false where they are too many in all. */
static bool afford(const rehearsal *r, uint64_t bytes)
{
    return cln_affords(&r->variables->rehearsed, bytes, REHEARSED_FACTOR, cln_parser_lexer(r->session->parser).text.length);
}

static cln_result *new_result(const rehearsal *r)
{
    cln_diagnostics *diagnostics = CLN_NEW(r->scratch, cln_diagnostics);

    diagnostics->arena = r->scratch;
    return cln_result_new(r->scratch, diagnostics, r->told->dialect, cln_parser_text(r->session->parser));
}

/* What it does would not be undone, or the session would have to know it. */
static bool changes_session(colline_statement_kind kind)
{
    switch ((int)kind) {
    case COLLINE_STATEMENT_SELECT:
    case COLLINE_STATEMENT_INSERT:
    case COLLINE_STATEMENT_UPDATE:
    case COLLINE_STATEMENT_DELETE:
    case COLLINE_STATEMENT_MERGE:
    case COLLINE_STATEMENT_TRUNCATE:
    case COLLINE_STATEMENT_SET:
    case COLLINE_STATEMENT_BLOCK:
    case COLLINE_STATEMENT_OTHER:
    case COLLINE_STATEMENT_UNKNOWN: return false;
    default: return true;
    }
}

/* Its lineage is what variables are assigned of; false: no more is read. */
static bool play_statement(rehearsal *r, const cln_parsed *parsed, cln_result *result)
{
    r->given_up = !afford(r, parsed->at.length + STATEMENT_COST) || changes_session(parsed->kind) || parsed->body.length > 0;
    if (r->given_up)
        return false;
    cln_lineage(r->session, parsed, result);
    result->place = parsed->at;
    cln_assign_results(r->session, r->variables->arena, parsed, result);
    return true;
}

/* Events from `from` on, and the statement itself unless it stands in front of the loop; false: no more is read. */
static bool play(rehearsal *r, const cln_parsed *parsed, uint32_t from, bool ended)
{
    cln_result *result = new_result(r);
    uint32_t to = from <= parsed->own_event ? parsed->own_event : parsed->event_count;

    if (!cln_follow_events(r->session, r->variables->arena, parsed, from, to, r->frames, result) || ended)
        return false;
    return from > parsed->own_event || play_statement(r, parsed, result);
}

static void play_turn(rehearsal *r)
{
    cln_parser_place *place = cln_parser_keep_place(r->session->parser, r->told->arena);
    bool goes_on;

    cln_carry(r->variables, &r->carried);
    cln_variables_open(r->variables, true);
    r->variables->watched = r->variables->serials;
    r->frames = r->variables->frames.count;
    goes_on = play(r, r->parsed, r->index + 1, false);
    while (goes_on) {
        cln_diagnostics untold = { .arena = r->scratch };
        cln_parsed parsed;
        bool more;
        if (r->scratch != r->told->arena)
            cln_arena_reset(r->scratch);
        more = cln_parser_next(r->session->parser, r->scratch, &untold, &parsed);
        goes_on = play(r, &parsed, 0, !more);
    }
    while (r->variables->frames.count >= r->frames)
        cln_variables_close(r->variables);
    cln_parser_return(r->session->parser, place);
}

/* ---- Turns ---- */

/* What a variable may hold at the start of a turn, so far. */
static const cln_value *held(const rehearsal *r, const cln_variables *kept, uint32_t variable, uint32_t *place)
{
    while (*place < r->carried.count && r->carried.items[*place].variable < variable)
        ++*place;
    return *place < r->carried.count && r->carried.items[*place].variable == variable ? r->carried.items[*place].value
                                                                                       : kept->list.items[variable].value;
}

/* What the turn left is there at the start of the next; whether that makes a difference. */
static bool take_left(rehearsal *r, const cln_variables *kept, bool last)
{
    cln_carried_list carried = { NULL, 0, 0 };
    uint32_t place = 0;
    bool matters = false;

    for (uint32_t i = 0; i < kept->list.count; i++) {
        const cln_variable *variable = &r->variables->list.items[i];
        const cln_value *before = held(r, kept, i, &place), *left = cln_value_join(r->variables->arena, before, variable->value);
        bool adds = cln_value_adds(before, left);
        if (adds && last && left->text_count > 0) {
            cln_value *open = CLN_NEW(r->variables->arena, cln_value);
            *open = *left;
            open->outside = true;
            left = open;
        }
        if (left != kept->list.items[i].value)
            *CLN_PUSH(r->told->arena, &carried) = (cln_carried){ i, left };
        matters = matters || (adds && variable->early == r->variables->watched);
    }
    if (matters || r->carried.count > 0)
        r->carried = carried;
    return matters;
}

cln_carried_list cln_rehearse(cln_session_state *session, cln_variables *variables, const cln_parsed *parsed, uint32_t index,
                              const cln_result *result)
{
    static const cln_carried_list none = { NULL, 0, 0 };
    rehearsal r = { .session = session, .variables = variables, .parsed = parsed, .index = index, .told = result };
    bool matters = true;

    r.scratch = session->scratch != NULL ? session->scratch : result->arena;
    if (variables->watched != 0 || variables->unframed > 0 || !afford(&r, 0))
        return none;
    for (uint32_t turn = 1; matters && turn <= MOST_TURNS; turn++) {
        cln_variables kept = cln_variables_keep(variables, result->arena);
        (void)afford(&r, (uint64_t)kept.list.count * STATEMENT_COST);
        play_turn(&r);
        matters = !r.given_up && take_left(&r, &kept, turn == MOST_TURNS);
        variables->watched = 0;
        cln_variables_return(variables, &kept);
        if (r.given_up)
            return none;
    }
    return r.carried;
}
