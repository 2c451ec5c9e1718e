/*
 * ast_rename.c -- T-SQL's procedure that renames, which is given names in strings.
 *
 *     EXEC sp_rename 'dw.t', 'u'                   as ALTER TABLE dw.t RENAME TO u
 *     EXEC sp_rename 'dw.t.a', 'b', 'COLUMN'       as ALTER TABLE dw.t RENAME COLUMN a TO b
 *     EXEC x.sys.sp_rename [dw.t], u               as ALTER TABLE x.dw.t RENAME TO u
 */
#include "sql.h"
#include "syntax/ast_build.h"
#include "syntax/head.h"
#include "syntax/inner.h"

enum { MOST_GIVEN = 3 }; /* @objname, @newname, @objtype */

typedef struct given_names {
    colline_text texts[MOST_GIVEN]; /* length 0: none */
    cln_token database;             /* of the procedure; kind 0: none */
} given_names;

/* Which of them a parameter names; by place if it is none of them. */
static uint32_t place_named(colline_text parameter, uint32_t place)
{
    static const char *const names[MOST_GIVEN] = { "@objname", "@newname", "@objtype" };

    for (uint32_t i = 0; i < MOST_GIVEN; i++)
        if (cln_text_says(parameter, names[i]))
            return i;
    return place;
}

/* What a string says, or a bare name, which is one here. */
static colline_text said_by(cln_parse *pc, cln_token token)
{
    char *said;
    uint32_t edge = token.kind == TK_QUOTED_ID;

    if (token.kind != TK_STRING)
        return cln_text_of(pc->text.data + token.offset + edge, token.length - 2 * edge);
    said = cln_arena_get(pc->arena, (size_t)token.length + 1);
    return cln_text_of(said, cln_literal_says(&pc->lexer, token, said));
}

/* Up to the procedure's name, *offset moves behind it: the database in front of it, EXEC x.sys.sp_rename, x..sp_rename. */
static cln_token pass_procedure(cln_parse *pc, uint32_t *offset, uint32_t end)
{
    cln_token database = { 0, 0, 0, 0 }, name = database, token;
    uint32_t dots = 0;

    while ((token = cln_lex_within(&pc->lexer, offset, end)).kind != 0) {
        if (token.kind == TK_DOT) {
            database = dots++ == 0 ? name : database;
            continue;
        }
        name = token;
        if (cln_is_rename_procedure(pc, name))
            break;
    }
    if (dots < 2)
        database.kind = 0;
    return database;
}

/* What the strings of the call say; anything else that is given is not known, and nothing is. */
static given_names read_given(cln_parse *pc, colline_span at)
{
    given_names given = { { { "", 0 }, { "", 0 }, { "", 0 } }, { 0, 0, 0, 0 } };
    uint32_t offset = at.offset, place = 0;
    cln_token token;

    given.database = pass_procedure(pc, &offset, at.offset + at.length);
    while ((token = cln_lex_within(&pc->lexer, &offset, at.offset + at.length)).kind != 0 && place < MOST_GIVEN) {
        if (token.kind == TK_COMMA)
            place++;
        else if (token.kind == TK_PARAM)
            place = place_named(cln_parse_text(pc, token), place);
        else if (given.texts[place].length == 0 && (token.kind == TK_STRING || token.kind == TK_ID || token.kind == TK_QUOTED_ID))
            given.texts[place] = said_by(pc, token);
    }
    return given;
}

/* A part of s.t.c, [s].[t] or "s"."t" from *from on, which moves behind it. */
static cln_node *next_part(cln_parse *pc, colline_text text, uint32_t *from)
{
    uint32_t start = *from, end;
    bool quoted = start < text.length && (text.data[start] == '[' || text.data[start] == '"');
    char close = !quoted ? '.' : text.data[start] == '[' ? ']' : '"';

    start += quoted;
    for (end = start; end < text.length && text.data[end] != close; end++)
        ;
    *from = end + quoted + (end + quoted < text.length);
    return end > start ? MAKE(name, quoted ? CLN_QUOTED : 0, .text = cln_text_of(text.data + start, end - start)) : NULL;
}

static cln_list *parts_of(cln_parse *pc, colline_text text)
{
    cln_list *parts = NULL;

    for (uint32_t from = 0, count = 0; from < text.length && count < 4; count++) {
        cln_node *part = next_part(pc, text, &from);
        if (part != NULL) /* not: db..t */
            parts = parts == NULL ? cln_build_list(pc, part) : cln_build_append(pc, parts, part);
    }
    return parts;
}

/* The same, in the database of the procedure, where that is told: of dw.t, not of t, as nobody knows its schema. */
static cln_list *parts_in(cln_parse *pc, const given_names *given, bool column)
{
    cln_list *parts = parts_of(pc, given->texts[0]), *all;

    if (given->database.kind == 0 || cln_count(parts) > 2u + column)
        return parts;
    if (cln_count(parts) < 2u + column)
        return NULL;
    all = cln_build_list(pc, MAKE(name, CLN_QUOTED, .text = said_by(pc, given->database)));
    for (uint32_t i = 0; i < parts->count; i++)
        all = cln_build_append(pc, all, parts->items[i]);
    return all;
}

cln_node *cln_build_unread_alter(cln_parse *pc)
{
    given_names given = read_given(pc, pc->at);
    bool column = cln_text_equal_nocase(given.texts[2], CLN_TEXT("column"));
    cln_list *parts = parts_in(pc, &given, column), *table;
    cln_node *name = given.texts[1].length > 0 ? MAKE(name, CLN_QUOTED, .text = given.texts[1]) : NULL;

    if (cln_count(parts) < 1u + column || name == NULL ||
        (!column && given.texts[2].length > 0 && !cln_text_equal_nocase(given.texts[2], CLN_TEXT("object"))))
        return MAKE(alter, CLN_OTHER_OBJECT, .action = CLN_ALTER_OTHER);
    if (!column)
        return MAKE(alter, 0, .name = MAKE(table_ref, 0, .parts = parts), .action = CLN_ALTER_RENAME,
                    .new_name = MAKE(table_ref, 0, .parts = cln_build_list(pc, name)));
    table = cln_build_list(pc, parts->items[0]);
    for (uint32_t i = 1; i + 1 < parts->count; i++)
        table = cln_build_append(pc, table, parts->items[i]);
    return cln_build_alter_of(pc, MAKE(table_ref, 0, .parts = table), cln_build_rename_column(pc, parts->items[parts->count - 1], name));
}
