/*
 * function_ddl.c -- what CREATE FUNCTION tells of a function: its name, and whether it aggregates.
 *
 *     CREATE AGGREGATE FUNCTION IF NOT EXISTS dw.median(DOUBLE) RETURNS DOUBLE LOCATION ...
 *
 * Such statements are known by their head and have no tree, so the head's tokens are read here.
 */
#include "lineage/function_ddl.h"

#include "sql.h"
#include "syntax/lexer.h"

typedef struct cln_head_reader {
    cln_lexer lexer;
    uint32_t at, end;
    cln_token token;
} cln_head_reader;

static void next(cln_head_reader *reader)
{
    reader->token = cln_lex_within(&reader->lexer, &reader->at, reader->end);
}

static bool is_word(const cln_head_reader *reader, colline_text word)
{
    return cln_text_equal_nocase(
        cln_text_of(reader->lexer.text.data + reader->token.offset, reader->token.length), word);
}

static bool skip_word(cln_head_reader *reader, colline_text word)
{
    if (!is_word(reader, word))
        return false;
    next(reader);
    return true;
}

static bool is_name(const cln_head_reader *reader)
{
    return reader->token.kind == TK_ID || reader->token.kind == TK_QUOTED_ID || reader->token.keyword != 0;
}

/* a.b, without quotes, as it is called */
static colline_text dotted_name(cln_arena *arena, cln_head_reader *reader)
{
    cln_buffer name = { NULL, 0, 0 };

    while (is_name(reader)) {
        colline_text part = cln_text_of(reader->lexer.text.data + reader->token.offset, reader->token.length);
        if (reader->token.kind == TK_QUOTED_ID && part.length >= 2)
            part = cln_text_of(part.data + 1, part.length - 2);
        cln_buffer_add(arena, &name, part);
        next(reader);
        if (reader->token.kind != TK_DOT)
            break;
        cln_buffer_add_char(arena, &name, '.');
        next(reader);
    }
    return cln_buffer_text(arena, &name);
}

void cln_apply_create_function(cln_session_state *session, const cln_result *result)
{
    cln_head_reader reader = { { result->text, session->dialect, session->dialect->lex },
                               result->at.offset,
                               result->at.offset + result->at.length,
                               { 0, 0, 0, 0 } };
    cln_function function = { CLN_TEXT(""), COLLINE_FUNCTION_SCALAR, true, NULL, 0, NULL, 0 };

    next(&reader);
    if (!skip_word(&reader, CLN_TEXT("create")))
        return;
    if (skip_word(&reader, CLN_TEXT("or")))
        next(&reader);
    while (skip_word(&reader, CLN_TEXT("temporary")) || skip_word(&reader, CLN_TEXT("temp")))
        continue;
    if (skip_word(&reader, CLN_TEXT("aggregate")))
        function.kind = COLLINE_FUNCTION_AGGREGATE;
    if (!skip_word(&reader, CLN_TEXT("function")))
        return;
    if (skip_word(&reader, CLN_TEXT("if"))) {
        next(&reader);
        next(&reader);
    }
    function.name = dotted_name(result->arena, &reader);
    /* a name that only says that it is a plain function would hide what is known of a built-in one */
    if (function.name.length > 0 && function.kind == COLLINE_FUNCTION_AGGREGATE)
        cln_catalog_put_function(session->catalog, &function);
}
