/*
 * variable.h -- the variables of a script, and what fed them.
 *
 *     SELECT MAX(a) INTO v FROM t WHERE b > 0;  INSERT INTO g VALUES (v)
 *     v stands for (SELECT MAX(a) FROM t WHERE b > 0): AGG t.a -> g.x, FILTER t.b -> g.x
 *
 * A value is never changed: to assign gives a variable another one.  What is assigned in a branch or a loop is joined with what the
 * variable had where the branch or loop ends, and each branch starts with what was there in front of all of them.
 *
 * Names live in levels (BEGIN ... END), innermost first; level 0 is the script's own.  A name of a level that is closed is dead:
 * the level's stamp is another one then.
 */
#ifndef CLN_RESOLVE_VARIABLE_H
#define CLN_RESOLVE_VARIABLE_H

#include "resolve/feed.h"
#include "syntax/event.h"

typedef struct cln_value {
    const cln_table *rows; /* its columns with their feed: one of a plain value; NULL: nothing feeds it */
    bool record;           /* it has fields, even if only one */
    bool outside;          /* a parameter, or computed: it may be anything */
    const cln_script_text *texts; /* of what is not from outside: the texts that it may be */
    uint32_t text_count;
} cln_value;
/* So many edges are kept of a column, fields of a record that is changed field by field, tables, and literals. */
enum { CLN_MOST_FED = 256, CLN_MOST_FED_TABLES = 64, CLN_MOST_TEXTS = 4 };

typedef struct cln_variable {
    colline_text name;      /* lower case */
    uint32_t level, stamp;  /* where it was declared */
    uint32_t older;         /* 1 + the one that it hides; 0: none */
    const cln_value *value; /* NULL: it has none yet */
    colline_span query, parameters; /* of a cursor: where they stand; length 0: nowhere */
    bool cursor;            /* its value is a row of its query; the name is no value in an expression */
    bool transition;        /* inserted, deleted of a trigger (T-SQL): tables, in FROM */
    uint32_t early;         /* the loop that is tried out, if it was read there before it was surely assigned */
    uint32_t frame, change; /* the frame in which it was assigned last, and 1 + the place of that in `changes` */
    uint32_t read;          /* the statement that `rows` belong to */
    const cln_rowset *rows;
} cln_variable;

/* What is given to the placeholders of a text that is run: names as they are looked up, empty where it is by place. */
typedef struct cln_arguments {
    cln_variable *items;
    uint32_t count;
} cln_arguments;

/* What a branch or loop does to a variable. */
typedef struct cln_variable_change {
    uint32_t variable;
    const cln_value *entry, *out; /* in front of all branches; behind those that are complete */
    uint32_t arm, arms;           /* the branch that assigned last; how many complete ones did */
    uint32_t outer_frame, outer_change;
} cln_variable_change;

/* A branch or loop that is open. */
typedef struct cln_variable_frame {
    uint32_t serial, level;
    uint32_t first_change, first_touched; /* places in `changes` and `touched` */
    uint32_t arm;                         /* the branch at hand */
    bool complete;                        /* ELSE was there */
    bool loop;
} cln_variable_frame;

typedef struct cln_variables {
    cln_arena *arena; /* of the text */
    cln_map by_name;  /* 1 + index into list, of the newest */
    CLN_VECTOR(cln_variable) list;
    CLN_VECTOR(uint32_t) stamps; /* by level that is open */
    uint32_t stamped, serials;
    uint32_t statement;
    uint32_t floor;                /* what lower levels hold is not seen: inside of a text that is run */
    CLN_VECTOR(cln_variable_frame) frames;
    CLN_VECTOR(cln_variable_change) changes;
    CLN_VECTOR(uint32_t) touched; /* changes of the branch at hand */
    uint32_t unframed;            /* branches that are too deep to be told apart */
    uint64_t composed;            /* so many bytes were put together to texts */
    uint32_t watched;             /* serial of the loop that is tried out (lineage/rehearse.h); 0: none */
    uint64_t rehearsed;           /* so many bytes were read for that */
    uint64_t reopened;            /* ... and to open cursors (cln_affords) */
    const struct cln_arguments *arguments; /* of the text that the statement at hand stands in; NULL: none */
    uint32_t *placeholders, placeholder_count; /* where its placeholders stand */
} cln_variables;

/* What is read or put together beside reading the script once costs `more`; whether all of that is at most `factor` times as long as the script
 * (and a bit, for short ones). */
static inline bool cln_affords(uint64_t *spent, uint64_t more, uint32_t factor, uint64_t length)
{
    enum { SHORT_SCRIPT = 65536 };

    *spent += more;
    return *spent <= length * factor + SHORT_SCRIPT;
}

/* What is declared up to the end of the text: MySQL's @v. */
enum { CLN_LEVEL_SESSION = UINT32_MAX };

void cln_variables_start(cln_variables *variables, cln_arena *arena);
/* So many levels are open (beside level 0). */
void cln_variables_level(cln_variables *variables, uint32_t level);
/* GO: what level 0 holds is gone, too. */
void cln_variables_forget(cln_variables *variables);

cln_variable *cln_variable_find(cln_variables *variables, colline_text name);
/* A new variable of that name, which is copied. */
cln_variable *cln_variable_declare(cln_variables *variables, colline_text name, uint32_t level);
void cln_variable_assign(cln_variables *variables, cln_variable *variable, const cln_value *value);
/* What the variable holds: it is read. */
const cln_value *cln_variable_value(const cln_variables *variables, cln_variable *variable);
/* All of them as they are now, in `arena`; and back to that. */
cln_variables cln_variables_keep(const cln_variables *variables, cln_arena *arena);
void cln_variables_return(cln_variables *variables, const cln_variables *kept);
/* Whether `joined`, a join with `value`, is more than that. */
bool cln_value_adds(const cln_value *value, const cln_value *joined);
/* A value that is either; either may be NULL. */
const cln_value *cln_value_join(cln_arena *arena, const cln_value *a, const cln_value *b);

void cln_variables_open(cln_variables *variables, bool loop);
void cln_variables_next(cln_variables *variables, bool last);
void cln_variables_close(cln_variables *variables);

/* ---- Reading ---- */

/* Whether a (dotted) name starts with that of a variable; *fed: which has a value. */
bool cln_is_variable(cln_resolver *r, const cln_list *parts, bool *fed);
/* A variable by name, a field of it (r.a), both without regard to what else has that name; false: there is none. */
bool cln_read_variable(cln_resolver *r, cln_scope *scope, const cln_list *parts, cln_origin *origin);
/* The same for a PARAMETER: @v, :v. */
bool cln_read_parameter(cln_resolver *r, cln_scope *scope, const cln_node *parameter, cln_origin *origin);
/* FROM inserted: the rows of the trigger's table; NULL: the name is another. */
const cln_rowset *cln_transition_rows(cln_resolver *r, const cln_list *parts);
/* As it is looked up: :v is v, "V" is v. */
colline_text cln_variable_name(cln_arena *arena, colline_text text);

#endif
