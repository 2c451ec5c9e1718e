/*
 * SET colline.record = on: what INSERT, UPDATE, MERGE, CREATE TABLE AS and CREATE VIEW did is recorded in colline.recorded.
 *
 * A statement is recorded when it has run, within its transaction: rolled back with it, or not at all.  It is analysed as the user
 * who ran it, and written as the table's owner, so that nobody needs (or has) the right to write there.  What goes
 * wrong with that is a warning, never the statement's failure: it happens in a subtransaction.
 */
#include "postgres.h"

#include "access/parallel.h"
#include "access/xact.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "executor/executor.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "tcop/utility.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/resowner.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

#include "colline_pg.h"

static bool recording;                /* the setting colline.record */
static bool busy;                     /* what runs now is ours */
static ExecutorEnd_hook_type next_executor_end;
static ProcessUtility_hook_type next_process_utility;

static const char analyse[] =
    "SELECT pg_catalog.jsonb_agg(pg_catalog.to_jsonb(l)) FROM colline.lineage($1) AS l WHERE l.target_table IS NOT NULL AND l.kind IS NOT NULL";
/* (All names are qualified: this runs as the table's owner, under the user's search path.) */
#define OF_TEXT(name) name " pg_catalog.text, "
static const char keep[] =
    "INSERT INTO colline.recorded (by_user, statement_kind, status, operation, target_table, target, source_table, source, "
    "kind, expression, condition, quality, fingerprint, query) "
    "SELECT $2, l.statement_kind, l.status, l.operation, l.target_table, l.target, l.source_table, l.source, l.kind, "
    "l.expression, l.condition, l.quality, l.fingerprint, $3 FROM pg_catalog.jsonb_to_recordset($1) AS l("
    OF_TEXT("statement_kind") OF_TEXT("status") OF_TEXT("operation") OF_TEXT("target_table") OF_TEXT("target")
    OF_TEXT("source_table") OF_TEXT("source") OF_TEXT("kind") OF_TEXT("expression") OF_TEXT("quality")
    OF_TEXT("fingerprint") "condition pg_catalog.bool)";
#undef OF_TEXT

/* The owner of colline.recorded; InvalidOid where the extension was not created in this database. */
static Oid owner_of_table(void)
{
    Oid schema = get_namespace_oid("colline", true);
    Oid table = OidIsValid(schema) ? get_relname_relid("recorded", schema) : InvalidOid;
    HeapTuple tuple = OidIsValid(table) ? SearchSysCache1(RELOID, ObjectIdGetDatum(table)) : NULL;
    Oid owner = InvalidOid;

    if (HeapTupleIsValid(tuple)) {
        owner = ((Form_pg_class)GETSTRUCT(tuple))->relowner;
        ReleaseSysCache(tuple);
    }
    return owner;
}

/* Run what keeps the rows, as their table's owner. */
static void write_rows(Datum rows, Oid user, const char *query, Oid owner)
{
    Oid types[] = { JSONBOID, NAMEOID, TEXTOID };
    Datum values[] = { rows, DirectFunctionCall1(namein, CStringGetDatum(GetUserNameFromId(user, false))),
                       CStringGetTextDatum(query) };
    Oid saved;
    int context;

    GetUserIdAndSecContext(&saved, &context);
    SetUserIdAndSecContext(owner, context | SECURITY_LOCAL_USERID_CHANGE | SECURITY_RESTRICTED_OPERATION);
    if (SPI_execute_with_args(keep, 3, types, values, NULL, false, 0) != SPI_OK_INSERT)
        elog(ERROR, "colline.recorded cannot be written");
    SetUserIdAndSecContext(saved, context);
}

static void analyse_and_write(const char *query, Oid owner)
{
    Oid types[] = { TEXTOID };
    Datum values[] = { CStringGetTextDatum(query) };
    bool none;
    Datum rows;

    SPI_connect();
    if (SPI_execute_with_args(analyse, 1, types, values, NULL, false, 1) != SPI_OK_SELECT || SPI_processed != 1)
        elog(ERROR, "colline.lineage cannot be called");
    rows = SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1, &none);
    if (!none)
        write_rows(rows, GetUserId(), query, owner);
    SPI_finish();
}

/* Warn of what was caught, but let a cancellation through. */
static void forgive(ErrorData *error)
{
    if (error->sqlerrcode == ERRCODE_QUERY_CANCELED || error->sqlerrcode == ERRCODE_ADMIN_SHUTDOWN)
        ReThrowError(error);
    ereport(WARNING, (errmsg("colline: the lineage of this statement is not recorded"), errdetail("%s", error->message)));
}

static void record_safely(const char *query, Oid owner)
{
    MemoryContext caller = CurrentMemoryContext;
    ResourceOwner resources = CurrentResourceOwner;
    ErrorData *error = NULL;
    Oid user;
    int context;

    GetUserIdAndSecContext(&user, &context);
    BeginInternalSubTransaction("colline");
    MemoryContextSwitchTo(caller);
    PG_TRY();
    {
        analyse_and_write(query, owner);
        ReleaseCurrentSubTransaction();
    }
    PG_CATCH();
    {
        MemoryContextSwitchTo(caller);
        error = CopyErrorData();
        FlushErrorState();
        RollbackAndReleaseCurrentSubTransaction();
        SetUserIdAndSecContext(user, context);
    }
    PG_END_TRY();
    MemoryContextSwitchTo(caller);
    CurrentResourceOwner = resources;
    if (error != NULL)
        forgive(error);
}

/* The statement's own part of the text that it came in. */
static char *own_text(const char *source, int location, int length)
{
    if (source == NULL)
        return NULL;
    if (location < 0)
        location = 0;
    for (; length != 1 && isspace((unsigned char)source[location]); location++)
        length -= length > 0;
    return length > 0 ? pnstrdup(source + location, (Size)length) : pstrdup(source + location);
}

static void record(const char *source, int location, int length)
{
    char *query = own_text(source, location, length);
    Oid owner = query != NULL && !InSecurityRestrictedOperation() ? owner_of_table() : InvalidOid;
    bool pushed = false;

    if (!OidIsValid(owner))
        return;
    busy = true;
    PG_TRY();
    {
        if (!ActiveSnapshotSet()) {
            PushActiveSnapshot(GetTransactionSnapshot());
            pushed = true;
        }
        record_safely(query, owner);
        if (pushed)
            PopActiveSnapshot();
    }
    PG_FINALLY();
    {
        busy = false;
    }
    PG_END_TRY();
    pfree(query);
}

/* ---- Hooks --------------------------------------------------------------------------------------- */

/* Whether a finished execution wrote rows of a query that somebody ran (EXPLAIN alone does not). */
static bool is_wanted(const QueryDesc *desc)
{
    CmdType operation = desc->operation;

    return recording && !busy && (operation == CMD_INSERT || operation == CMD_UPDATE || operation == CMD_MERGE) &&
           !IsParallelWorker() && (desc->estate->es_top_eflags & EXEC_FLAG_EXPLAIN_ONLY) == 0;
}

static void executor_end(QueryDesc *desc)
{
    bool wanted = is_wanted(desc);
    const char *source = desc->sourceText;
    int location = desc->plannedstmt->stmt_location, length = desc->plannedstmt->stmt_len;

    if (next_executor_end != NULL)
        next_executor_end(desc);
    else
        standard_ExecutorEnd(desc);
    if (wanted)
        record(source, location, length);
}

static void process_utility(PlannedStmt *statement, const char *source, bool read_only, ProcessUtilityContext context,
                            ParamListInfo parameters, QueryEnvironment *environment, DestReceiver *receiver,
                            QueryCompletion *completion)
{
    Node *tree = statement->utilityStmt;
    bool wanted = recording && !busy && (IsA(tree, CreateTableAsStmt) || IsA(tree, ViewStmt));
    int location = statement->stmt_location, length = statement->stmt_len;

    if (next_process_utility != NULL)
        next_process_utility(statement, source, read_only, context, parameters, environment, receiver, completion);
    else
        standard_ProcessUtility(statement, source, read_only, context, parameters, environment, receiver, completion);
    if (wanted && IsTransactionState())
        record(source, location, length);
}

void colline_pg_start_recording(void)
{
    DefineCustomBoolVariable("colline.record", "Records the column lineage of statements that write, in colline.recorded.",
                             NULL, &recording, false, PGC_SUSET, 0, NULL, NULL, NULL);
    MarkGUCPrefixReserved("colline");
    next_executor_end = ExecutorEnd_hook;
    ExecutorEnd_hook = executor_end;
    next_process_utility = ProcessUtility_hook;
    ProcessUtility_hook = process_utility;
}
