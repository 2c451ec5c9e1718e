#include "syntax/cache_key.h"

#include "base/xxh64.h"
#include "sql.h"

/* What a literal may be in the clause at hand. */
typedef enum clause {
    CLAUSE_COUNTS,  /* it counts */
    CLAUSE_LABELS,  /* ... and so does all below: the select list, whose items are named by their text */
    CLAUSE_ITEM,    /* it counts as part of a select list's item */
    CLAUSE_FREE,    /* it does not */
    CLAUSE_ON       /* nor here; a comma ends the condition:  FROM a JOIN b ON a.x = 1, stack(2, 3, 4) */
} clause;

enum { DEEPEST = 128 }; /* below, all counts */

typedef struct reader {
    const cln_lexer *lexer;
    cln_fault *fault;
    cln_xxh64 hash;
    uint32_t from;            /* what stands before is in the hash, or left out */
    uint32_t depth;
    uint8_t clauses[DEEPEST]; /* of each open parenthesis */
    uint16_t last;            /* the kind of the token before, comments left aside */
    bool may_set;             /* the statement is one whose SET gives values to columns */
    cln_left_out *left_out;   /* NULL: not asked for */
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
    if (in_labels(r))
        entered = CLAUSE_ITEM;
    r->clauses[r->depth] = (uint8_t)entered;
}

/* What is in brackets counts:  m['k'] */
static void open(reader *r, uint16_t kind)
{
    clause inner = kind == TK_LB || kind == TK_LC ? CLAUSE_COUNTS : current(r);

    if (inner == CLAUSE_ON)
        inner = CLAUSE_FREE;
    else if (inner == CLAUSE_LABELS)
        inner = CLAUSE_ITEM;
    r->depth++;
    if (r->depth < DEEPEST)
        r->clauses[r->depth] = (uint8_t)inner;
}

/* A word that may be a name is no sign of a clause:  SELECT limit, 'x' FROM t */
static bool is_reserved(const reader *r, cln_token t)
{
    return r->last != TK_DOT && cln_keyword_class_of(r->lexer->dialect, t.keyword) == CLN_KEYWORD_RESERVED;
}

/* What a kind of token means for the key; 0: nothing. */
enum {
    SORT_LITERAL = 1, SORT_OPEN, SORT_CLOSE, SORT_SEMI, SORT_COMMA, SORT_COMMENT,
    SORT_SELECT, /* a select list follows */
    SORT_FREE,   /* WHERE and its kin, where they are reserved */
    SORT_ON,
    SORT_SET,
    SORT_COUNTS, /* words that end what is free */
    SORT_ALL     /* of procedures, of what runs a string, and of what makes names of values: where they stand, all counts */
};

static const uint8_t sorts[] = {
    [TK_STRING] = SORT_LITERAL, [TK_NUMBER] = SORT_LITERAL, [TK_BINARY_STRING] = SORT_LITERAL, [TK_COMMENT] = SORT_COMMENT,
    [TK_LP] = SORT_OPEN, [TK_LB] = SORT_OPEN, [TK_LC] = SORT_OPEN, [TK_RP] = SORT_CLOSE, [TK_RB] = SORT_CLOSE,
    [TK_RC] = SORT_CLOSE, [TK_SEMI] = SORT_SEMI, [TK_COMMA] = SORT_COMMA, [TK_SELECT] = SORT_SELECT, [TK_WHERE] = SORT_FREE,
    [TK_HAVING] = SORT_FREE, [TK_QUALIFY] = SORT_FREE, [TK_LIMIT] = SORT_FREE, [TK_OFFSET] = SORT_FREE, [TK_ON] = SORT_ON,
    [TK_SET] = SORT_SET, [TK_FROM] = SORT_COUNTS, [TK_BY] = SORT_COUNTS, [TK_INTO] = SORT_COUNTS, [TK_JOIN] = SORT_COUNTS,
    [TK_LATERAL] = SORT_COUNTS, [TK_USING] = SORT_COUNTS, [TK_PARTITION] = SORT_COUNTS, [TK_CROSS] = SORT_COUNTS,
    [TK_INNER] = SORT_COUNTS, [TK_LEFT] = SORT_COUNTS, [TK_RIGHT] = SORT_COUNTS, [TK_FULL] = SORT_COUNTS,
    [TK_NATURAL] = SORT_COUNTS, [TK_INSERT] = SORT_COUNTS, [TK_UPDATE] = SORT_COUNTS, [TK_DELETE] = SORT_COUNTS,
    [TK_MERGE] = SORT_COUNTS, [TK_CREATE] = SORT_COUNTS, [TK_ALTER] = SORT_COUNTS, [TK_WITH] = SORT_COUNTS,
    [TK_UNION] = SORT_COUNTS, [TK_INTERSECT] = SORT_COUNTS, [TK_EXCEPT] = SORT_COUNTS, [TK_VALUES] = SORT_COUNTS,
    [TK_SETTINGS] = SORT_COUNTS, [TK_FORMAT] = SORT_COUNTS, [TK_RETURNING] = SORT_COUNTS, [TK_WINDOW] = SORT_COUNTS,
    [TK_TABLESAMPLE] = SORT_COUNTS, [TK_CALL] = SORT_COUNTS, [TK_COPY] = SORT_COUNTS, [TK_USE] = SORT_COUNTS,
    [TK_DROP] = SORT_COUNTS, [TK_BEGIN] = SORT_ALL, [TK_DECLARE] = SORT_ALL, [TK_EXEC] = SORT_ALL, [TK_EXECUTE] = SORT_ALL,
    [TK_IMMEDIATE] = SORT_ALL, [TK_PREPARE] = SORT_ALL, [TK_PROCEDURE] = SORT_ALL, [TK_FUNCTION] = SORT_ALL,
    [TK_ASSIGN] = SORT_ALL, [TK_PIVOT] = SORT_ALL, [TK_UNPIVOT] = SORT_ALL,
};

static unsigned sort_of(uint16_t kind)
{
    return kind < sizeof sorts ? sorts[kind] : 0;
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

/* Whether literals and comments do not count here. */
static bool is_free(const reader *r)
{
    clause here = current(r);

    return here == CLAUSE_FREE || here == CLAUSE_ON;
}

static void note_left_out(reader *r, uint32_t from, uint32_t to)
{
    cln_left_out *list = r->left_out;

    if (list == NULL || from == to)
        return;
    if (list->count < list->capacity)
        list->spans[list->count] = (colline_span){ from, to - from };
    list->count++;
}

/* What stands before the token goes into the hash, and a sign of its kind instead of the token. */
static void leave_out(reader *r, cln_token t)
{
    unsigned char sign = t.kind == TK_NUMBER ? 1 : t.kind == TK_COMMENT ? 3 : 2;

    cln_xxh64_add(&r->hash, r->lexer->text.data + r->from, t.offset - r->from);
    cln_xxh64_add(&r->hash, &sign, 1);
    r->from = t.offset + t.length;
    note_left_out(r, t.offset, r->from);
}

/* A token of a sort that means something. */
static void read_sort(reader *r, cln_token t, unsigned sort)
{
    switch (sort) {
    case SORT_LITERAL:
        if (is_free(r) && !is_path(r, t))
            leave_out(r, t);
        break;
    case SORT_OPEN: open(r, t.kind); break;
    case SORT_CLOSE: r->depth -= r->depth > 0; break;
    case SORT_SEMI:
        r->depth = 0;
        r->clauses[0] = CLAUSE_COUNTS;
        break;
    case SORT_COMMA:
        if (current(r) == CLAUSE_ON)
            enter(r, CLAUSE_COUNTS);
        break;
    case SORT_SELECT: enter(r, CLAUSE_LABELS); break;
    case SORT_FREE:
        if (is_reserved(r, t))
            enter(r, CLAUSE_FREE);
        break;
    case SORT_ON:
        if (is_reserved(r, t))
            enter(r, CLAUSE_ON);
        break;
    case SORT_SET: enter(r, r->may_set && is_reserved(r, t) ? CLAUSE_FREE : CLAUSE_COUNTS); break;
    case SORT_COUNTS:
        if (current(r) != CLAUSE_LABELS || is_reserved(r, t))
            enter(r, CLAUSE_COUNTS);
        break;
    default: break;
    }
}

static void read_token(reader *r, cln_token t)
{
    unsigned sort = sort_of(t.kind);

    if (sort == SORT_COMMENT) {
        if (is_free(r))
            leave_out(r, t);
        return;
    }
    if (sort != 0)
        read_sort(r, t, sort);
    r->last = t.kind;
}

/* ---- The key --------------------------------------------------------------------------------------- */

static cln_token token_behind(const reader *r, cln_token t)
{
    cln_poll(r->fault);
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

uint64_t cln_cache_key(const cln_lexer *lexer, uint64_t seed, cln_left_out *left_out, cln_fault *fault)
{
    reader r = { .lexer = lexer, .left_out = left_out, .fault = fault };
    cln_token t = first_token(lexer);
    uint32_t start = t.offset, end = t.offset;
    bool all = false;

    cln_xxh64_start(&r.hash, seed);
    r.from = start;
    note_left_out(&r, 0, start);
    r.may_set = t.kind == TK_UPDATE || t.kind == TK_MERGE;
    for (; t.kind != 0 && !all; t = token_behind(&r, t)) {
        all = sort_of(t.kind) == SORT_ALL;
        read_token(&r, t);
        if (t.kind != TK_COMMENT && t.kind != TK_SEMI)
            end = t.offset + t.length;
    }
    if (all) {
        cln_xxh64_start(&r.hash, seed);
        r.from = start;
        end = lexer->text.length;
        if (left_out != NULL)
            left_out->count = 0;
    }
    if (end > r.from)
        cln_xxh64_add(&r.hash, lexer->text.data + r.from, end - r.from);
    note_left_out(&r, end > r.from ? end : r.from, lexer->text.length);
    return cln_xxh64_end(&r.hash);
}

/* ---- The variant ----------------------------------------------------------------------------------- */

typedef struct variant {
    reader reader;
    bool labels; /* the statement makes columns that are named by its items */
    bool rows;   /* behind the VALUES of an INSERT */
    uint32_t partition; /* depth within the parentheses of PARTITION (...), plus one; 0: outside */
    uint32_t count;
} variant;

static bool tells_variants(const variant *v, cln_token t)
{
    clause here = current(&v->reader);
    bool literal = t.kind == TK_STRING || t.kind == TK_NUMBER || t.kind == TK_BINARY_STRING;

    if (!literal || v->rows || v->partition != 0)
        return false;
    if (is_path(&v->reader, t))
        return true;
    return here == CLAUSE_COUNTS || ((here == CLAUSE_LABELS || here == CLAUSE_ITEM) && v->labels);
}

static void note_partition(variant *v, cln_token t)
{
    if (t.kind == TK_LP && v->reader.last == TK_PARTITION && v->partition == 0)
        v->partition = v->reader.depth + 1;
    else if (t.kind == TK_RP && v->partition == v->reader.depth)
        v->partition = 0;
}

uint64_t cln_variant(const cln_lexer *lexer, colline_span at, cln_fault *fault)
{
    variant v = { .reader = { .lexer = lexer, .fault = fault } };
    cln_xxh64 told; /* reader.hash is filled with what is left out, and not asked */
    cln_token t = cln_lex(lexer, at.offset);
    uint16_t first = 0;

    cln_xxh64_start(&told, 0);
    cln_xxh64_start(&v.reader.hash, 0);
    v.reader.from = at.offset;
    for (; t.kind != 0 && t.offset < at.offset + at.length; t = token_behind(&v.reader, t)) {
        if (first == 0 && !CLN_IS_SKIPPED(t.kind)) {
            first = t.kind;
            v.labels = first == TK_CREATE || first == TK_ALTER || first == TK_SELECT || first == TK_WITH;
            v.reader.may_set = first == TK_UPDATE || first == TK_MERGE;
        }
        v.rows = v.rows || (t.kind == TK_VALUES && first != TK_SELECT && first != TK_CREATE && first != TK_WITH);
        if (tells_variants(&v, t)) {
            cln_xxh64_add(&told, lexer->text.data + t.offset, t.length);
            cln_xxh64_add(&told, "", 1);
            v.count++;
        }
        note_partition(&v, t);
        read_token(&v.reader, t);
    }
    return v.count > 0 ? cln_xxh64_end(&told) : 0;
}
