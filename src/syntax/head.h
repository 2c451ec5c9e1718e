/*
 * head.h -- what a statement is, by its first words.
 *
 *     CREATE OR REPLACE TEMPORARY FUNCTION f ...      CREATE FUNCTION: known by its head
 */
#ifndef CLN_SYNTAX_HEAD_H
#define CLN_SYNTAX_HEAD_H

#include "syntax/keyword.h"
#include "syntax/parse_context.h"

typedef enum cln_reading {
    CLN_BY_GRAMMAR, /* the grammar reads it */
    CLN_BY_HEAD,    /* the rest is not looked at */
    CLN_INNER       /* EXPLAIN and its kin: a statement follows */
} cln_reading;

typedef struct cln_head {
    const char *words; /* "CREATE FUNCTION": separated by a space; what may stand between CREATE and its object is left out */
    colline_statement_kind kind;
    cln_reading reading;
} cln_head;

enum {
    CLN_HEADS = 0
#define HEAD(words, kind, reading) +1
#include "syntax/heads.def"
#undef HEAD
    ,
    CLN_HEAD_ROWS = 128
};

/* The heads of heads.def in rows, by the initial and the length of their first words. */
typedef struct cln_head_index {
    uint16_t first[CLN_HEAD_ROWS], next[CLN_HEADS];         /* 1 + index of a head; 0: none */
    uint8_t first_length[CLN_HEADS], whole_length[CLN_HEADS]; /* of the first word of a head, of all of them */
    uint8_t second_initial[CLN_HEADS];                      /* of its second word; 0: it has one word */
    uint16_t alone[CLN_KEYWORDS + 1]; /* of keywords that are heads alone, SELECT: 1 + index; 0: others, or not asked for yet */
} cln_head_index;

/* How many words follow CREATE that may stand in front of the kind of object: OR REPLACE TEMPORARY. */
uint32_t cln_create_noise(cln_parse *pc);
/* T-SQL's procedure that renames, as a plain name or in brackets (ast_rename.c). */
bool cln_is_rename_procedure(const cln_parse *pc, cln_token token);
void cln_index_heads(cln_head_index *index);
/* The longest head that the waiting tokens start with, and how many tokens it takes; NULL: none. */
const cln_head *cln_find_head(cln_head_index *index, cln_parse *pc, uint32_t *length);

#endif
