/*
 * Sessions: text in, statements out.
 */
#include "api.h"

#include "format/writer.h"

enum { FIRST_TEXT = 1024 };

/* ---- Open and close ------------------------------------------------------------------------------ */

static void new_parser(void *argument)
{
    colline_session *session = argument;

    session->state.parser = cln_parser_new(&session->parsers, &session->parser_options);
}

typedef struct opening {
    colline_session *session;
    const colline_options *options;
} opening;

static void start(void *argument)
{
    opening *o = argument;
    colline_session *session = o->session;
    cln_session_state *state = &session->state;

    state->lifetime = &session->lifetime;
    state->scratch = &session->scratch;
    state->catalog = &session->overlay;
    state->flags = o->options->flags;
    state->max_edges = o->options->max_edges != 0 ? o->options->max_edges : CLN_DEFAULT_EDGES;
    state->catalog_given = session->catalog != NULL && cln_catalog_given(session->catalog);
    state->home = cln_home_of_option(&session->lifetime, state->dialect, o->options->default_db);
    new_parser(session);
}

static void init(colline_session *session, colline_catalog *catalog, const colline_options *options,
                 const colline_allocator *allocator)
{
    uint32_t nesting = options->max_nesting != 0 ? options->max_nesting : CLN_DEFAULT_NESTING;

    if (nesting > CLN_MOST_NESTING)
        nesting = CLN_MOST_NESTING;
    session->allocator = *allocator;
    session->fault.cancelled = options->cancelled;
    session->fault.user = options->user;
    session->catalog = colline_catalog_retain(catalog);
    session->dialect = cln_dialect_configured(cln_dialect_of(options->dialect), options->flags);
    session->state.dialect = &session->dialect;
    session->parser_options =
        (cln_parser_options){ .dialect = session->state.dialect,
                              .max_nesting = nesting,
                              .max_statement_bytes = options->max_statement_bytes,
                              .max_tokens = options->max_tokens,
                              .templates = (options->flags & COLLINE_NO_TEMPLATES) == 0 };
    cln_arena_init(&session->lifetime, &session->fault, allocator);
    cln_arena_init(&session->parsers, &session->fault, allocator);
    cln_arena_init(&session->lines, &session->fault, allocator);
    cln_arena_init(&session->work, &session->fault, allocator);
    cln_arena_init(&session->scratch, &session->fault, allocator);
    cln_catalog_init(&session->overlay, allocator, &session->fault, catalog);
    session->overlay.max_tables = options->max_tables;
    session->overlay.max_columns = options->max_columns;
    session->overlay.max_bytes = options->max_catalog_bytes;
}

/* The options as this library knows them; false where they are nonsense. */
static bool read_options(colline_options *known, const colline_options *given)
{
    *known = (colline_options)COLLINE_OPTIONS_INIT;
    if (given != NULL && !cln_read_sized(known, sizeof *known, given))
        return false;
    return cln_is_dialect(known->dialect) &&
           (known->allocator == NULL ||
            (known->allocator->allocate != NULL && known->allocator->release != NULL));
}

colline_status colline_session_open(colline_catalog *catalog, const colline_options *given,
                                    colline_session **session)
{
    colline_options options;
    const colline_allocator *allocator;
    colline_session *opened;
    colline_status status;

    if (session == NULL)
        return COLLINE_E_MISUSE;
    *session = NULL;
    if (!read_options(&options, given))
        return COLLINE_E_MISUSE;
    allocator = options.allocator != NULL ? options.allocator : &cln_malloc_allocator;
    opened = allocator->allocate(allocator->context, sizeof *opened);
    if (opened == NULL)
        return COLLINE_E_MEMORY;
    memset(opened, 0, sizeof *opened);
    init(opened, catalog, &options, allocator);
    status = cln_guard(&opened->fault, start, &(opening){ opened, &options });
    if (status == COLLINE_OK)
        *session = opened;
    else
        colline_session_close(opened);
    return status;
}

static void release_text(colline_session *session)
{
    if (session->text != NULL)
        session->allocator.release(session->allocator.context, session->text, session->capacity);
    session->text = NULL;
    session->length = session->capacity = 0;
}

void colline_session_close(colline_session *session)
{
    colline_allocator allocator;

    if (session == NULL)
        return;
    allocator = session->allocator;
    cln_catalog_clear(&session->overlay);
    cln_arena_free(&session->work);
    cln_arena_free(&session->scratch);
    cln_arena_free(&session->lines);
    cln_arena_free(&session->parsers);
    cln_arena_free(&session->lifetime);
    release_text(session);
    colline_catalog_release(session->catalog);
    allocator.release(allocator.context, session, sizeof *session);
}

/* ---- Text ---------------------------------------------------------------------------------------- */

/* Room for `more` bytes and a NUL. */
static bool reserve(colline_session *session, size_t more)
{
    size_t needed = session->length + more + 1;
    size_t capacity = session->capacity != 0 ? session->capacity : FIRST_TEXT;
    char *grown;

    if (needed <= session->capacity)
        return true;
    while (capacity < needed)
        capacity *= 2;
    grown = session->allocator.allocate(session->allocator.context, capacity);
    if (grown == NULL)
        return false;
    if (session->length > 0)
        memcpy(grown, session->text, session->length);
    if (session->text != NULL)
        session->allocator.release(session->allocator.context, session->text, session->capacity);
    session->text = grown;
    session->capacity = capacity;
    return true;
}

colline_status colline_session_feed(colline_session *session, const char *sql, size_t length)
{
    if (session == NULL || !cln_is_text(sql, length) || session->finished)
        return COLLINE_E_MISUSE;
    if (session->fault.status != COLLINE_OK)
        return session->fault.status;
    if (length >= UINT32_MAX - session->length)
        return COLLINE_E_LIMIT;
    if (!reserve(session, length))
        return COLLINE_E_MEMORY;
    if (length > 0)
        memcpy(session->text + session->length, sql, length);
    session->length += length;
    session->text[session->length] = '\0';
    return COLLINE_OK;
}

colline_status colline_session_finish(colline_session *session)
{
    if (session == NULL || session->finished)
        return COLLINE_E_MISUSE;
    if (session->fault.status != COLLINE_OK)
        return session->fault.status;
    session->finished = true;
    return COLLINE_OK;
}

/* ---- Statements ---------------------------------------------------------------------------------- */

static void read_next(void *argument)
{
    colline_session *session = argument;
    colline_statement *statement = CLN_NEW(&session->work, colline_statement);

    if (!session->started) {
        colline_text text =
            session->text != NULL ? cln_text_of(session->text, session->length) : CLN_TEXT("");
        cln_script_start(&session->script, &session->state, &session->lines, text);
        session->started = true;
    }
    statement->session = session;
    statement->diagnostics.arena = &session->work;
    statement->result.arena = &session->work;
    statement->result.diagnostics = &statement->diagnostics;
    if (cln_script_next(&session->script, &statement->result, &statement->node_count))
        session->current = statement;
    else
        session->ended = true;
}

const colline_statement *colline_session_next(colline_session *session)
{
    if (session == NULL || session->fault.status != COLLINE_OK || !session->finished)
        return NULL;
    session->current = NULL;
    cln_arena_reset(&session->work);
    cln_arena_reset(&session->scratch);
    if (session->ended)
        return NULL;
    if (cln_guard(&session->fault, read_next, session) != COLLINE_OK)
        session->current = NULL;
    return session->current;
}

colline_status colline_session_status(const colline_session *session)
{
    return session != NULL ? session->fault.status : COLLINE_E_MISUSE;
}

colline_status colline_session_reset(colline_session *session)
{
    if (session == NULL)
        return COLLINE_E_MISUSE;
    session->current = NULL;
    session->finished = session->started = session->ended = false;
    release_text(session);
    cln_arena_free(&session->work); /* sessions may be many, and idle between texts */
    cln_arena_free(&session->scratch);
    cln_arena_free(&session->lines);
    if (session->fault.status == COLLINE_OK)
        return COLLINE_OK;
    /* What failed may have left the parser half-way; the overlay changes only in steps that cannot fail. */
    session->fault.status = COLLINE_OK;
    session->fault.ticks = 0;
    cln_arena_free(&session->parsers);
    return cln_guard(&session->fault, new_parser, session);
}

colline_status colline_session_add_ddl(colline_session *session, const char *sql, size_t length,
                                       colline_diagnostics **diagnostics)
{
    if (diagnostics != NULL)
        *diagnostics = NULL;
    if (session == NULL || sql == NULL || (session->started && !session->ended))
        return COLLINE_E_MISUSE;
    if (session->fault.status != COLLINE_OK)
        return session->fault.status;
    session->state.catalog_given = true;
    return cln_ddl_call(&session->state, &session->allocator, &session->fault, sql, length, diagnostics);
}

typedef struct moving {
    colline_session *session;
    const char *default_db;
    cln_arena scratch;
} moving;

/* Moving to where the session is already takes no memory that stays. */
static void move(void *argument)
{
    moving *m = argument;
    cln_table_name *home = &m->session->state.home;
    cln_table_name wanted = cln_home_of_option(&m->scratch, m->session->state.dialect, m->default_db);

    if (!cln_text_equal(home->catalog, wanted.catalog) || !cln_text_equal(home->database, wanted.database)) {
        *home = cln_home_of_option(&m->session->lifetime, m->session->state.dialect, m->default_db);
        m->session->state.moves++;
    }
}

colline_status colline_session_use(colline_session *session, const char *default_db)
{
    moving m = { .session = session, .default_db = default_db };
    colline_status status;

    if (session == NULL)
        return COLLINE_E_MISUSE;
    if (session->fault.status != COLLINE_OK)
        return session->fault.status;
    cln_arena_init(&m.scratch, &session->fault, &session->allocator);
    status = cln_guard(&session->fault, move, &m);
    cln_arena_free(&m.scratch);
    return status;
}

uint64_t colline_session_changes(const colline_session *session)
{
    return session != NULL ? session->overlay.changes + session->state.moves : 0;
}

typedef struct naming {
    colline_session *session;
    colline_text name;
} naming;

static void name_home(void *argument)
{
    naming *n = argument;
    cln_buffer out = { NULL, 0, 0 };

    cln_add_table_name(&n->session->work, &out, n->session->state.dialect, &n->session->state.home);
    n->name = cln_buffer_text(&n->session->work, &out);
}

colline_text colline_session_database(colline_session *session)
{
    naming n = { session, CLN_TEXT("") };

    if (session == NULL || session->fault.status != COLLINE_OK ||
        cln_guard(&session->fault, name_home, &n) != COLLINE_OK)
        return CLN_TEXT("");
    return n.name;
}

size_t colline_session_arena_bytes(const colline_session *session)
{
    return session != NULL ? session->work.held : 0;
}
