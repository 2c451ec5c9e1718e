/*
 * head_reader.h -- the tokens of a statement that is known by its head, which has no tree.
 *
 *     SET search_path TO etl, public      SET, search_path, TO, etl, ',', public
 */
#ifndef CLN_LINEAGE_HEAD_READER_H
#define CLN_LINEAGE_HEAD_READER_H

#include "lineage/lineage.h"
#include "sql.h"
#include "syntax/lexer.h"

typedef struct cln_head_reader {
    cln_lexer lexer;
    uint32_t at, end;
    cln_token token; /* kind 0: there is none */
} cln_head_reader;

static inline void cln_head_next(cln_head_reader *reader)
{
    reader->token = cln_lex_within(&reader->lexer, &reader->at, reader->end);
}

/* At the first token of the statement. */
static inline cln_head_reader cln_read_head(const cln_session_state *session, const cln_result *result)
{
    cln_head_reader reader = { { result->text, session->dialect, session->dialect->lex },
                               result->at.offset,
                               result->at.offset + result->at.length,
                               { 0, 0, 0, 0 } };

    cln_head_next(&reader);
    return reader;
}

static inline colline_text cln_head_text(const cln_head_reader *reader)
{
    return cln_text_of(reader->lexer.text.data + reader->token.offset, reader->token.length);
}

/* Whether the word stood there, which is passed then. */
static inline bool cln_head_skip(cln_head_reader *reader, colline_text word)
{
    if (!cln_text_equal_nocase(cln_head_text(reader), word))
        return false;
    cln_head_next(reader);
    return true;
}

static inline bool cln_head_is_name(const cln_head_reader *reader)
{
    return reader->token.kind == TK_ID || reader->token.kind == TK_QUOTED_ID || reader->token.keyword != 0;
}

#endif
