#include "sql.h"
#include "syntax/split.h"

bool cln_starts_line(const cln_parse *pc, cln_token token)
{
    uint32_t start = token.offset;

    while (start > 0 && cln_is_blank(pc->text.data[start - 1]))
        start--;
    return start == 0 || pc->text.data[start - 1] == '\n';
}

bool cln_ends_line(const cln_parse *pc, cln_token token)
{
    uint32_t end = token.offset + token.length;

    while (end < pc->text.length && cln_is_blank(pc->text.data[end]))
        end++;
    return end >= pc->text.length || pc->text.data[end] == '\n';
}

bool cln_is_alone(const cln_parse *pc, cln_token token)
{
    return cln_starts_line(pc, token) && cln_ends_line(pc, token);
}

/* WITH q AS (...), WITH q (a) AS (...): not WITH (NOLOCK), WITH RECOMPILE, WITH CHECK OPTION */
static bool starts_cte(cln_parse *pc)
{
    uint16_t name = cln_parse_peek(pc, 1).kind, next = cln_parse_peek(pc, 2).kind;

    return (name == TK_ID || name == TK_QUOTED_ID) &&
           (next == TK_LP || (next == TK_AS && cln_parse_peek(pc, 3).kind == TK_LP));
}

bool cln_starts_statement(cln_parse *pc)
{
    cln_token token = cln_parse_peek(pc, 0);

    if (!cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON))
        return false;
    switch (token.kind) {
    case TK_SELECT: case TK_INSERT: case TK_DELETE: case TK_MERGE: case TK_CREATE: case TK_ALTER: case TK_DROP:
    case TK_TRUNCATE: case TK_EXEC: case TK_EXECUTE: case TK_DECLARE: case TK_SET: case TK_IF: case TK_ELSE: case TK_WHILE:
    case TK_BEGIN: case TK_END: case TK_RETURN: case TK_PRINT: case TK_RAISERROR: case TK_USE: case TK_COMMIT:
    case TK_ROLLBACK: case TK_SAVE: case TK_OPEN: case TK_FETCH: case TK_CLOSE: case TK_DEALLOCATE: case TK_GRANT:
    case TK_REVOKE: case TK_DENY: case TK_BREAK: case TK_CONTINUE: case TK_GOTO: case TK_WAITFOR: case TK_BULK:
    case TK_BACKUP: case TK_RESTORE: case TK_DBCC: case TK_KILL: case TK_CHECKPOINT: case TK_RECONFIGURE:
        return true;
    case TK_UPDATE:
        return cln_parse_peek(pc, 1).kind != TK_LP; /* IF UPDATE (a) */
    case TK_THROW:
        return cln_starts_line(pc, token);
    case TK_WITH:
        return starts_cte(pc);
    default:
        return false;
    }
}

cln_rest cln_rest_start(uint16_t head)
{
    return (cln_rest){ .head = head };
}

/* Kinds of objects: DROP TABLE starts a statement, DROP COLUMN belongs to ALTER TABLE. */
static bool names_object(uint16_t kind)
{
    switch (kind) {
    case TK_TABLE: case TK_VIEW: case TK_PROCEDURE: case TK_PROC: case TK_FUNCTION: case TK_INDEX: case TK_TRIGGER: case TK_SCHEMA:
    case TK_DATABASE: case TK_USER: case TK_ROLE: case TK_SEQUENCE: case TK_SYNONYM: case TK_TYPE: case TK_STATISTICS:
    case TK_EXTERNAL: case TK_UNIQUE: case TK_CLUSTERED: case TK_NONCLUSTERED: case TK_OR:
        return true;
    default:
        return false;
    }
}

/* Whether the word that starts statements belongs to the one that is passed over. */
static bool belongs(cln_parse *pc, const cln_rest *rest)
{
    cln_token token = cln_parse_peek(pc, 0);
    uint16_t second = cln_parse_peek(pc, 1).kind;

    switch (rest->head) {
    case TK_GRANT: case TK_REVOKE: case TK_DENY:
        return !rest->granted || !cln_starts_line(pc, token);
    case TK_DECLARE: case TK_SET: /* CURSOR FOR SELECT; SET is for a variable or an option */
        return rest->previous == TK_FOR;
    case TK_EXEC: case TK_EXECUTE:
        return false;
    case TK_ALTER: case TK_CREATE: case TK_DROP:
        if (token.kind == TK_SET)
            return second != TK_PARAM && !cln_starts_line(pc, token);
        if (token.kind == TK_DROP || token.kind == TK_ALTER || token.kind == TK_CREATE)
            return !names_object(second);
        return !cln_starts_line(pc, token);
    case TK_BULK:
        return token.kind == TK_INSERT && rest->previous == TK_BULK;
    case TK_BACKUP: case TK_RESTORE: case TK_DBCC:
        return !cln_starts_line(pc, token);
    case TK_BEGIN: case TK_COMMIT: case TK_ROLLBACK:
        return false;
    default:
        return false;
    }
}

bool cln_rest_ends(cln_parse *pc, const cln_rest *rest)
{
    cln_token token = cln_parse_peek(pc, 0);

    if (cln_is_separator(token))
        return true;
    if (rest->previous == 0 || rest->depth > 0 || !cln_has_script(pc, CLN_SCRIPT_NO_SEMICOLON))
        return false;
    if (rest->cases > 0 && (token.kind == TK_ELSE || token.kind == TK_END))
        return false;
    return cln_starts_statement(pc) && !belongs(pc, rest);
}

void cln_rest_pass(cln_rest *rest, cln_token token)
{
    switch (token.kind) {
    case TK_LP: rest->depth++; break;
    case TK_RP: rest->depth -= rest->depth > 0; break;
    case TK_CASE: rest->cases++; break;
    case TK_END: rest->cases -= rest->cases > 0; break;
    case TK_TO: case TK_FROM: rest->granted = true; break;
    default: break;
    }
    rest->previous = token.kind;
}

cln_token cln_rest_take(cln_parse *pc, cln_rest *rest)
{
    cln_token token = cln_parse_take(pc);

    cln_rest_pass(rest, token);
    return token;
}
