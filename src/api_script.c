/*
 * Scripts: parse, lineage, effects, one statement after the other; and runs of DDL, which keep the effects
 * only.
 */
#include "api.h"

void cln_script_start(cln_script *script, cln_session_state *state, cln_arena *lines, colline_text text)
{
    memset(script, 0, sizeof *script);
    script->state = state;
    script->text = text;
    script->lines.text = text;
    script->lines_arena = lines;
    state->variables = NULL;
    if (state->in_routine_home)
        cln_leave_routine_home(state);
    cln_parser_start(state->parser, text);
    cln_parser_keep(state->parser, lines);
}

static void locate_diagnostics(cln_script *script, cln_diagnostics *diagnostics)
{
    for (uint32_t i = 0; i < diagnostics->list.count; i++) {
        colline_diagnostic *d = &diagnostics->list.items[i];
        cln_lines_locate(script->lines_arena, &script->lines, d->at.offset, &d->line, &d->column);
    }
}

/* A text that was put together stands nowhere: what is told of it stands where it is run. */
static void tell_runner(const cln_parsed *parsed, cln_result *result)
{
    for (uint32_t i = 0; i < result->edges.count; i++) {
        cln_edge *edge = cln_edge_at(&result->edges, i);
        edge->offset = edge->length = 0;
    }
    for (uint32_t i = 0; i < result->diagnostics->list.count; i++)
        result->diagnostics->list.items[i].at = parsed->runs;
}

bool cln_script_next(cln_script *script, cln_result *result, uint32_t *node_count)
{
    cln_session_state *state = script->state;
    cln_parsed parsed;

    cln_fault_ask(result->arena->fault);
    memset(&parsed, 0, sizeof parsed);
    if (!cln_parser_next(state->parser, result->arena, result->diagnostics, &parsed))
        return false;
    result->dialect = state->dialect;
    result->text = cln_parser_text(state->parser);
    result->number = ++script->number;
    result->parent = parsed.holder != 0 ? parsed.holder : parsed.inside ? script->outer : 0;
    if (!parsed.inside)
        script->outer = result->number;
    if (state->in_routine_home && !parsed.inside && parsed.holder == 0)
        cln_leave_routine_home(state);
    result->place = parsed.runs.length > 0 ? parsed.runs : parsed.at;
    if (parsed.event_count > 0)
        cln_follow(state, script->lines_arena, &parsed, result);
    cln_lineage(state, &parsed, result);
    cln_apply(state, &parsed, result);
    cln_assign_results(state, script->lines_arena, &parsed, result);
    if (parsed.body.length > 0)
        (void)cln_parser_enter(state->parser, parsed.body, parsed.at, result->number);
    if (parsed.runs.length > 0)
        tell_runner(&parsed, result);
    locate_diagnostics(script, result->diagnostics);
    if (node_count != NULL)
        *node_count = parsed.node_count;
    return true;
}

/* ---- DDL ----------------------------------------------------------------------------------------- */

bool cln_tell(colline_diagnostics *told, cln_arena *lines_arena, cln_lines *lines,
              const cln_diagnostics *diagnostics)
{
    bool wrong = false;

    for (uint32_t i = 0; i < diagnostics->list.count; i++) {
        colline_diagnostic d = diagnostics->list.items[i];
        if (d.severity != COLLINE_ERROR)
            continue;
        wrong = true;
        if (told == NULL)
            continue;
        cln_lines_locate(lines_arena, lines, d.at.offset, &d.line, &d.column);
        d.message = cln_text_copy(&told->arena, d.message);
        *CLN_PUSH(&told->arena, &told->list.list) = d;
    }
    return wrong;
}

void cln_ddl_run(cln_ddl *ddl)
{
    cln_script script;
    bool more = true;

    cln_script_start(&script, ddl->state, &ddl->text,
                     cln_text_copy(&ddl->text, cln_text_of(ddl->sql, ddl->length)));
    while (more) {
        cln_diagnostics diagnostics = { .arena = &ddl->work };
        cln_result *result = CLN_NEW(&ddl->work, cln_result);
        result->arena = &ddl->work;
        result->diagnostics = &diagnostics;
        more = cln_script_next(&script, result, NULL);
        ddl->unread |= cln_tell(ddl->told, &ddl->text, &script.lines, &diagnostics);
        cln_arena_reset(&ddl->work);
    }
}

static void run(void *argument)
{
    cln_ddl_run(argument);
}

colline_status cln_ddl_call(cln_session_state *state, const colline_allocator *allocator, cln_fault *fault,
                            const char *sql, size_t length, colline_diagnostics **diagnostics)
{
    cln_ddl ddl = { .state = state, .sql = sql, .length = length };
    colline_status status;

    if (length >= UINT32_MAX)
        return COLLINE_E_LIMIT;
    if (diagnostics != NULL && (ddl.told = cln_diagnostics_new(allocator, fault)) == NULL)
        return COLLINE_E_MEMORY;
    cln_arena_init(&ddl.text, fault, allocator);
    cln_arena_init(&ddl.work, fault, allocator);
    status = cln_guard(fault, run, &ddl);
    cln_arena_free(&ddl.work);
    cln_arena_free(&ddl.text);
    cln_diagnostics_hand_over(ddl.told, diagnostics);
    return status != COLLINE_OK ? status : ddl.unread ? COLLINE_E_INPUT : COLLINE_OK;
}

/* ---- Diagnostics that outlive their text --------------------------------------------------------- */

colline_diagnostics *cln_diagnostics_new(const colline_allocator *allocator, cln_fault *fault)
{
    colline_diagnostics *told = allocator->allocate(allocator->context, sizeof *told);

    if (told == NULL)
        return NULL;
    memset(told, 0, sizeof *told);
    told->allocator = *allocator;
    cln_arena_init(&told->arena, fault, allocator);
    told->list.arena = &told->arena;
    return told;
}

void cln_diagnostics_hand_over(colline_diagnostics *told, colline_diagnostics **diagnostics)
{
    if (told == NULL)
        return;
    if (told->list.list.count == 0) {
        colline_diagnostics_free(told);
        told = NULL;
    } else {
        told->arena.fault = NULL; /* complete: nothing is allocated in it any more */
    }
    *diagnostics = told;
}

size_t colline_diagnostics_count(const colline_diagnostics *diagnostics)
{
    return diagnostics != NULL ? diagnostics->list.list.count : 0;
}

const colline_diagnostic *colline_diagnostics_get(const colline_diagnostics *diagnostics, size_t index)
{
    return index < colline_diagnostics_count(diagnostics) ? &diagnostics->list.list.items[index] : NULL;
}

void colline_diagnostics_free(colline_diagnostics *diagnostics)
{
    if (diagnostics == NULL)
        return;
    cln_arena_free(&diagnostics->arena);
    diagnostics->allocator.release(diagnostics->allocator.context, diagnostics, sizeof *diagnostics);
}
