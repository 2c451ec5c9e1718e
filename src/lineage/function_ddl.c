/*
 * function_ddl.c -- what CREATE FUNCTION tells of a function: its name, and whether it aggregates.
 *
 *     CREATE AGGREGATE FUNCTION IF NOT EXISTS dw.median(DOUBLE) RETURNS DOUBLE LOCATION ...
 *
 * Such statements are known by their head and have no tree, so the head's tokens are read here.
 */
#include "lineage/function_ddl.h"

#include "lineage/head_reader.h"

/* a.b, without quotes, as it is called */
static colline_text dotted_name(cln_arena *arena, cln_head_reader *reader)
{
    cln_buffer name = { NULL, 0, 0 };

    while (cln_head_is_name(reader)) {
        colline_text part = cln_head_text(reader);
        if (reader->token.kind == TK_QUOTED_ID && part.length >= 2)
            part = cln_text_of(part.data + 1, part.length - 2);
        cln_buffer_add(arena, &name, part);
        cln_head_next(reader);
        if (reader->token.kind != TK_DOT)
            break;
        cln_buffer_add_char(arena, &name, '.');
        cln_head_next(reader);
    }
    return cln_buffer_text(arena, &name);
}

void cln_apply_create_function(cln_session_state *session, const cln_result *result)
{
    cln_head_reader reader = cln_read_head(session, result);
    cln_function function = { CLN_TEXT(""), COLLINE_FUNCTION_SCALAR, true, NULL, 0, NULL, 0 };

    if (!cln_head_skip(&reader, CLN_TEXT("create")))
        return;
    if (cln_head_skip(&reader, CLN_TEXT("or")))
        cln_head_next(&reader);
    while (cln_head_skip(&reader, CLN_TEXT("temporary")) || cln_head_skip(&reader, CLN_TEXT("temp")))
        continue;
    if (cln_head_skip(&reader, CLN_TEXT("aggregate")))
        function.kind = COLLINE_FUNCTION_AGGREGATE;
    if (!cln_head_skip(&reader, CLN_TEXT("function")))
        return;
    if (cln_head_skip(&reader, CLN_TEXT("if"))) {
        cln_head_next(&reader);
        cln_head_next(&reader);
    }
    function.name = dotted_name(result->arena, &reader);
    /* a name that only says that it is a plain function would hide what is known of a built-in one */
    if (function.name.length > 0 && function.kind == COLLINE_FUNCTION_AGGREGATE)
        cln_catalog_put_function(session->catalog, &function);
}
