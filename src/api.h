/*
 * api.h -- the handles behind the public types; for the files src/api*.c alone.
 *
 *     feed("SELECT a FROM t; SELECT 2")      a session: text, parser, overlay catalog, one statement at a
 * time
 *
 * Whatever works in arenas runs under cln_guard(), which is started here and nowhere below.  A failure of
 * next() is latched in the session until reset(); a failure of what is made on demand for a statement
 * (records, texts, renderings) is told by that call only.
 */
#ifndef CLN_API_H
#define CLN_API_H

#include "base/lines.h"
#include "lineage/lineage.h"
#include "syntax/lexer.h"

struct colline_diagnostics {
    colline_allocator allocator;
    cln_arena arena;
    cln_diagnostics list;
};

/* A text that is read statement by statement, each one with its effects on what `state` describes. */
typedef struct cln_script {
    cln_session_state *state;
    colline_text text; /* followed by a NUL */
    cln_lines lines;
    cln_arena *lines_arena;
    uint32_t number; /* of the newest statement */
    uint32_t outer;  /* of the newest that stands in no other */
} cln_script;

struct colline_session {
    cln_fault fault; /* its status is what colline_session_status() tells */
    colline_allocator allocator;
    colline_catalog *catalog;
    cln_catalog overlay; /* what the session's statements create and drop */
    cln_arena lifetime, parsers, lines,
        work, scratch; /* for the session; the parser; the line starts; the statement; those that are only tried out */
    cln_parser_options parser_options;
    cln_dialect dialect; /* as the options configure it */
    cln_session_state state;
    cln_script script;
    char *text; /* what was fed, growing by doubling */
    size_t length, capacity;
    bool finished;              /* finish() was called */
    bool started, ended;        /* the parser is inside of the text; behind it */
    colline_statement *current; /* NULL: none */
};

struct colline_node {
    const cln_node *node; /* NULL: not asked for yet */
    const colline_statement *statement;
    const colline_node *parent; /* NULL: the root */
    colline_text text, detail; /* data NULL: not made yet */
};

/* The records that the public interface hands out are made from the result when they are asked for. */
struct colline_statement {
    cln_result result;
    cln_diagnostics diagnostics;
    uint32_t node_count;
    colline_session *session;
    colline_column_ref *relations; /* NULL: none of these three is made yet */
    colline_target *targets;
    colline_column *columns;
    colline_edge *edges;
    colline_text text, normalized; /* data NULL: not made yet */
    uint64_t fingerprint;
    bool has_fingerprint;
    colline_node *nodes; /* by id; filled in as the tree is walked */
};

/* ---- What the caller gives (api.c) --------------------------------------------------------------- */

/* Trees are walked by recursion: what is allowed at most fits the stack of a thread. */
enum { CLN_DEFAULT_NESTING = 1000, CLN_MOST_NESTING = 4000, CLN_DEFAULT_EDGES = 1000000 };

/* Copy the caller's struct, whose first member is its size, over `known`, which holds the defaults.  Members
 * that an older caller does not have keep them; false where the size is nonsense. */
bool cln_read_sized(void *known, size_t known_size, const void *given);
bool cln_is_dialect(colline_dialect dialect);
/* Length 0 allows NULL. */
bool cln_is_text(const char *data, size_t length);
/* A default_db option; NULL or empty: nothing is known. */
cln_table_name cln_home_of_option(cln_arena *arena, const cln_dialect *dialect, const char *default_db);

/* What is handed out to be freed by colline_free(): memory behind a header that says how.  NULL: there is none. */
void *cln_output_new(const colline_allocator *allocator, size_t size);

/* Work in the catalog's arena.  A call from a provider stands inside of its session's work, and what failed
 * there stays failed; otherwise each call starts afresh. */
colline_status cln_catalog_guard(colline_catalog *catalog, void (*work)(void *argument), void *argument);
/* The same for text that grows: appending keeps it NUL-terminated; false when there is no memory. */
typedef struct cln_written {
    char *text; /* NULL: nothing yet */
    size_t length;
} cln_written;
bool cln_written_add(cln_written *written, const colline_allocator *allocator, colline_text text);

/* How a text's tokens are read. */
cln_lexer cln_lexer_of(const cln_dialect *dialect, colline_text text, bool templates);

/* ---- Scripts (api_script.c); inside of guarded work ---------------------------------------------- */

void cln_script_start(cln_script *script, cln_session_state *state, cln_arena *lines, colline_text text);
/* Read the next statement into `result`, whose arena and diagnostics are set, and do what it does to the
 * session; false at the end.  *node_count, if not NULL, is the number of its nodes. */
bool cln_script_next(cln_script *script, cln_result *result, uint32_t *node_count);

/* A run of DDL: the script is copied, and what is wrong in it is told. */
typedef struct cln_ddl {
    cln_session_state *state;
    const char *sql;
    size_t length;
    colline_diagnostics *told; /* NULL: to nobody */
    bool unread;               /* some statement could not be read */
    cln_arena text, work;      /* owned by the caller, who frees them */
} cln_ddl;
void cln_ddl_run(cln_ddl *ddl);
/* The same under a guard of its own, with what the public calls make of it. */
colline_status cln_ddl_call(cln_session_state *state, const colline_allocator *allocator, cln_fault *fault,
                            const char *sql, size_t length, colline_diagnostics **diagnostics);

/* Diagnostics that outlive their text.  Not guarded; NULL when there is no memory. */
colline_diagnostics *cln_diagnostics_new(const colline_allocator *allocator, cln_fault *fault);
/* Copy what is wrong with a text, located, to `told` (NULL: only answer whether something is).  Warnings are
 * left out: a script of DDL may name tables that come later. */
bool cln_tell(colline_diagnostics *told, cln_arena *lines_arena, cln_lines *lines,
              const cln_diagnostics *diagnostics);
/* Hand over to the caller what there is to tell, free what is not handed over. */
void cln_diagnostics_hand_over(colline_diagnostics *told, colline_diagnostics **diagnostics);

/* ---- Statements (api_statement.c) ---------------------------------------------------------------- */

/* Run work(argument) for something that the statement makes on demand: its failure is not latched. */
colline_status cln_statement_try(const colline_statement *statement, void (*work)(void *argument),
                                 void *argument);

#endif
