#include "syntax/cache_key.h"

#include "base/xxh64.h"
#include "sql.h"

/* What a literal may be in the clause at hand. */
typedef enum clause {
    CLAUSE_COUNTS,  /* it counts */
    CLAUSE_LABELS,  /* ... and so does all below: the select list, whose items are named by their text */
    CLAUSE_FREE,    /* it does not */
    CLAUSE_ON       /* nor here; a comma ends the condition:  FROM a JOIN b ON a.x = 1, stack(2, 3, 4) */
} clause;

enum { DEEPEST = 128 }; /* below, all counts */

typedef struct reader {
    const cln_lexer *lexer;
    cln_xxh64 hash;
    uint32_t from;            /* what stands before is in the hash, or left out */
    uint32_t depth;
    uint8_t clauses[DEEPEST]; /* of each open parenthesis */
    uint16_t last;            /* the kind of the token before, comments left aside */
    bool may_set;             /* the statement is one whose SET gives values to columns */
} reader;

static clause current(const reader *r)
{
    return r->depth < DEEPEST ? (clause)r->clauses[r->depth] : CLAUSE_COUNTS;
}

/* In a select list, and in all that stands in it, nothing becomes free:  SELECT (SELECT a FROM t WHERE b = 1) */
static bool in_labels(const reader *r)
{
    for (uint32_t i = 0; i < r->depth && i < DEEPEST; i++)
        if (r->clauses[i] == CLAUSE_LABELS)
            return true;
    return false;
}

static void enter(reader *r, clause entered)
{
    if (r->depth >= DEEPEST)
        return;
    if ((entered == CLAUSE_FREE || entered == CLAUSE_ON) && in_labels(r))
        entered = CLAUSE_COUNTS;
    r->clauses[r->depth] = (uint8_t)entered;
}

/* What is in brackets counts:  m['k'] */
static void open(reader *r, uint16_t kind)
{
    clause inner = kind == TK_LB || kind == TK_LC ? CLAUSE_COUNTS : current(r);

    if (inner == CLAUSE_ON)
        inner = CLAUSE_FREE;
    else if (inner == CLAUSE_LABELS)
        inner = CLAUSE_COUNTS;
    r->depth++;
    if (r->depth < DEEPEST)
        r->clauses[r->depth] = (uint8_t)inner;
}

/* A word that may be a name is no sign of a clause:  SELECT limit, 'x' FROM t */
static bool is_reserved(const reader *r, cln_token t)
{
    return r->last != TK_DOT && cln_keyword_class_of(r->lexer->dialect, t.keyword) == CLN_KEYWORD_RESERVED;
}

static void read_word(reader *r, cln_token t)
{
    switch (t.kind) {
    case TK_SELECT: enter(r, CLAUSE_LABELS); break;
    case TK_WHERE: case TK_HAVING: case TK_QUALIFY: case TK_LIMIT: case TK_OFFSET:
        if (is_reserved(r, t))
            enter(r, CLAUSE_FREE);
        break;
    case TK_ON:
        if (is_reserved(r, t))
            enter(r, CLAUSE_ON);
        break;
    case TK_SET:
        enter(r, r->may_set && is_reserved(r, t) ? CLAUSE_FREE : CLAUSE_COUNTS);
        break;
    case TK_FROM: case TK_BY: case TK_INTO: case TK_JOIN: case TK_LATERAL: case TK_USING: case TK_PARTITION:
    case TK_CROSS: case TK_INNER: case TK_LEFT: case TK_RIGHT: case TK_FULL: case TK_NATURAL:
    case TK_INSERT: case TK_UPDATE: case TK_DELETE: case TK_MERGE: case TK_CREATE: case TK_ALTER: case TK_WITH:
    case TK_UNION: case TK_INTERSECT: case TK_EXCEPT: case TK_VALUES: case TK_SETTINGS: case TK_FORMAT: case TK_RETURNING:
    case TK_WINDOW: case TK_TABLESAMPLE: case TK_CALL: case TK_COPY: case TK_USE: case TK_DROP:
        if (current(r) != CLAUSE_LABELS || is_reserved(r, t))
            enter(r, CLAUSE_COUNTS);
        break;
    default: break;
    }
}

/* Words of procedures, of what runs a string, and of what makes names of values: where they stand, every literal
 * counts. */
static bool counts_all(uint16_t kind)
{
    switch (kind) {
    case TK_BEGIN: case TK_DECLARE: case TK_EXEC: case TK_EXECUTE: case TK_IMMEDIATE: case TK_PREPARE: case TK_PROCEDURE:
    case TK_FUNCTION: case TK_ASSIGN: case TK_PIVOT: case TK_UNPIVOT:
        return true;
    default: return false;
    }
}

/* The literals that reach into a value name a part of it:  a -> 'b',  a:b,  t.1 */
static bool is_path(const reader *r, cln_token t)
{
    switch (r->last) {
    case TK_ARROW: case TK_ARROW2: case TK_DOT: case TK_COLON: case TK_CAST_OP: case TK_OTHER_OP: case TK_AS:
        return true;
    default:
        return t.kind == TK_NUMBER && r->lexer->text.data[t.offset] == '.';
    }
}

static bool is_left_out(const reader *r, cln_token t)
{
    clause here = current(r);

    if (here != CLAUSE_FREE && here != CLAUSE_ON)
        return false;
    if (t.kind == TK_COMMENT)
        return true;
    return (t.kind == TK_STRING || t.kind == TK_NUMBER || t.kind == TK_BINARY_STRING) && !is_path(r, t);
}

/* What stands before the token goes into the hash, and a sign of its kind instead of the token. */
static void leave_out(reader *r, cln_token t)
{
    unsigned char sign = t.kind == TK_NUMBER ? 1 : t.kind == TK_COMMENT ? 3 : 2;

    cln_xxh64_add(&r->hash, r->lexer->text.data + r->from, t.offset - r->from);
    cln_xxh64_add(&r->hash, &sign, 1);
    r->from = t.offset + t.length;
}

static void read_token(reader *r, cln_token t)
{
    if (is_left_out(r, t))
        leave_out(r, t);
    if (t.kind == TK_COMMENT)
        return;
    switch (t.kind) {
    case TK_LP: case TK_LB: case TK_LC: open(r, t.kind); break;
    case TK_RP: case TK_RB: case TK_RC: r->depth -= r->depth > 0; break;
    case TK_SEMI:
        r->depth = 0;
        r->clauses[0] = CLAUSE_COUNTS;
        break;
    case TK_COMMA:
        if (current(r) == CLAUSE_ON)
            enter(r, CLAUSE_COUNTS);
        break;
    default:
        if (t.keyword != 0)
            read_word(r, t);
        break;
    }
    r->last = t.kind;
}

static cln_token token_behind(const reader *r, cln_token t)
{
    return cln_lex(r->lexer, t.offset + t.length);
}

/* The first token that is no comment and no semicolon. */
static cln_token first_token(const cln_lexer *lexer)
{
    cln_token t = cln_lex(lexer, 0);

    while (t.kind == TK_COMMENT || t.kind == TK_SEMI)
        t = cln_lex(lexer, t.offset + t.length);
    return t;
}

uint64_t cln_cache_key(const cln_lexer *lexer, uint64_t seed)
{
    reader r = { .lexer = lexer };
    cln_token t = first_token(lexer);
    uint32_t start = t.offset, end = t.offset;
    bool all = false;

    cln_xxh64_start(&r.hash, seed);
    r.from = start;
    r.may_set = t.kind == TK_UPDATE || t.kind == TK_MERGE;
    for (; t.kind != 0 && !all; t = token_behind(&r, t)) {
        all = counts_all(t.kind);
        read_token(&r, t);
        if (t.kind != TK_COMMENT && t.kind != TK_SEMI)
            end = t.offset + t.length;
    }
    if (all) {
        cln_xxh64_start(&r.hash, seed);
        r.from = start;
        end = lexer->text.length;
    }
    if (end > r.from)
        cln_xxh64_add(&r.hash, lexer->text.data + r.from, end - r.from);
    return cln_xxh64_end(&r.hash);
}
