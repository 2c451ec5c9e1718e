/*
 * colline in PostgreSQL: colline.lineage() and its kin.
 *
 * The library neither knows nor may be left by PostgreSQL's errors, which are longjmps: its callbacks catch them, let the
 * library return, and throw them again then.  Its memory is that of a context of the call, so that an error leaves
 * nothing behind.  It asks whether to go on, which is where interrupts are seen.
 */
#include "postgres.h"

#include "access/relation.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#include "colline.h"
#include "colline_pg.h"

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(colline_pg_lineage);
PG_FUNCTION_INFO_V1(colline_pg_fingerprint);
PG_FUNCTION_INFO_V1(colline_pg_version);

extern void _PG_init(void);

void _PG_init(void)
{
    colline_pg_start_recording();
}

/* A call in the making. */
typedef struct call {
    MemoryContext memory;    /* the library's; deleted with the call's own */
    colline_allocator allocator;
    ErrorData *error;        /* what a callback caught; thrown when the library has returned */
    bool from_pg_catalog;    /* names are looked up in this database */
    colline_session *session;
} call;

/* ---- Memory, errors, interrupts ------------------------------------------------------------------ */

static void *allocate(void *context, size_t size)
{
    return MemoryContextAllocExtended(context, size, MCXT_ALLOC_NO_OOM | MCXT_ALLOC_HUGE);
}

static void release(void *context, void *memory, size_t size)
{
    (void)context;
    (void)size;
    pfree(memory);
}

/* Non-zero stops the library: an interrupt is waiting, or a callback has failed. */
static int stopped(void *user)
{
    call *c = user;

    return c->error != NULL || INTERRUPTS_PENDING_CONDITION();
}

/* Throw what a callback caught, honour interrupts, and then say what the library says. */
static void check(call *c, colline_status status)
{
    if (c->error != NULL)
        ReThrowError(c->error);
    if (status == COLLINE_OK)
        return;
    if (status == COLLINE_E_CANCELLED)
        CHECK_FOR_INTERRUPTS();
    ereport(ERROR, (errcode(status == COLLINE_E_MEMORY  ? ERRCODE_OUT_OF_MEMORY
                            : status == COLLINE_E_LIMIT ? ERRCODE_PROGRAM_LIMIT_EXCEEDED
                            : status == COLLINE_E_CANCELLED ? ERRCODE_QUERY_CANCELED
                                                        : ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("colline: %s", colline_status_text(status))));
}

/* ---- The catalog --------------------------------------------------------------------------------- */

static char *part(colline_text text)
{
    return pnstrdup(text.data, text.length);
}

/* The relation of a folded name; InvalidOid where this database has none. */
static Oid relation_of(const colline_column_ref *name)
{
    Oid schema;

    if (name->table.length == 0 || name->table.length >= NAMEDATALEN || name->database.length >= NAMEDATALEN)
        return InvalidOid;
    if (name->database.length == 0)
        return RelnameGetRelid(part(name->table));
    schema = get_namespace_oid(part(name->database), true);
    return OidIsValid(schema) ? get_relname_relid(part(name->table), schema) : InvalidOid;
}

/* The query of a view, as pg_get_viewdef() has it. */
static char *view_query(Oid relation)
{
    Datum query = OidFunctionCall1(F_PG_GET_VIEWDEF_OID, ObjectIdGetDatum(relation));

    return text_to_cstring(DatumGetTextPP(query));
}

/* Add a relation under the name that was asked for. */
static colline_status add_relation(Oid oid, const colline_column_ref *name, colline_catalog *into)
{
    Relation relation = relation_open(oid, AccessShareLock);
    TupleDesc row = RelationGetDescr(relation);
    char kind = relation->rd_rel->relkind;
    colline_column_desc *columns = palloc0(sizeof *columns * (row->natts + 1));
    colline_table_desc table = { .size = sizeof table, .dialect = COLLINE_POSTGRES, .columns = columns };

    for (int i = 0; i < row->natts; i++) {
        Form_pg_attribute attribute = TupleDescAttr(row, i);
        if (attribute->attisdropped)
            continue;
        columns[table.column_count].name = quote_identifier(NameStr(attribute->attname));
        columns[table.column_count++].type = format_type_with_typemod(attribute->atttypid, attribute->atttypmod);
    }
    relation_close(relation, AccessShareLock);
    table.kind = kind == RELKIND_VIEW ? COLLINE_VIEW : kind == RELKIND_MATVIEW ? COLLINE_MATERIALIZED_VIEW : COLLINE_TABLE;
    if (table.kind != COLLINE_TABLE)
        table.definition = view_query(oid);
    table.name = name->database.length > 0 ? quote_qualified_identifier(part(name->database), part(name->table))
                                           : quote_identifier(part(name->table));
    return table.column_count > 0 ? colline_catalog_add_table(into, &table) : COLLINE_OK;
}

/* The library asks for a table that it does not know. */
static void provide(void *user, const colline_column_ref *name, colline_catalog *into)
{
    call *c = user;
    MemoryContext caller = CurrentMemoryContext;

    if (c->error != NULL)
        return;
    PG_TRY();
    {
        Oid relation = relation_of(name);
        if (OidIsValid(relation) && add_relation(relation, name, into) == COLLINE_E_MEMORY)
            ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
    }
    PG_CATCH();
    {
        MemoryContextSwitchTo(caller);
        c->error = CopyErrorData();
        FlushErrorState();
    }
    PG_END_TRY();
}

/* ---- colline.lineage ----------------------------------------------------------------------------- */

/* The columns of a row, in the order of the function's OUT parameters. */
enum {
    STATEMENT, STATEMENT_KIND, STATUS, OPERATION, TARGET_TABLE, TARGET, SOURCE_TABLE, SOURCE, KIND, EXPRESSION, CONDITION,
    QUALITY, DIAGNOSTICS, FINGERPRINT, COLUMNS
};

typedef struct row {
    Datum values[COLUMNS];
    bool nulls[COLUMNS];
} row;

static void set(row *r, int column, Datum value)
{
    r->values[column] = value;
    r->nulls[column] = false;
}

static void set_text(row *r, int column, colline_text text)
{
    if (text.length > 0)
        set(r, column, PointerGetDatum(cstring_to_text_with_len(text.data, (int)text.length)));
}

static void set_word(row *r, int column, const char *word)
{
    if (word != NULL)
        set(r, column, CStringGetTextDatum(word));
}

/* schema.table with the parts that are known; a bare name gets the schema in which the search path finds it. */
static void add_table_name(const call *c, StringInfo out, const colline_column_ref *name)
{
    Oid relation = c->from_pg_catalog && name->database.length == 0 ? relation_of(name) : InvalidOid;

    if (name->catalog.length > 0)
        appendStringInfo(out, "%s.", quote_identifier(part(name->catalog)));
    if (name->database.length > 0)
        appendStringInfo(out, "%s.", quote_identifier(part(name->database)));
    else if (OidIsValid(relation))
        appendStringInfo(out, "%s.", quote_identifier(get_namespace_name(get_rel_namespace(relation))));
    appendStringInfoString(out, quote_identifier(part(name->table)));
}

static void set_table(const call *c, row *r, int column, const colline_column_ref *name)
{
    StringInfoData out;

    if (name->table.length == 0)
        return;
    initStringInfo(&out);
    add_table_name(c, &out, name);
    set(r, column, CStringGetTextDatum(out.data));
}

static void set_source(const call *c, row *r, const colline_column_ref *name)
{
    StringInfoData out;

    initStringInfo(&out);
    if (name->table.length > 0) {
        add_table_name(c, &out, name);
        appendStringInfoChar(&out, '.');
    }
    if (name->column.length == 1 && name->column.data[0] == '*')
        appendStringInfoChar(&out, '*');
    else
        appendStringInfoString(&out, quote_identifier(part(name->column)));
    appendBinaryStringInfo(&out, name->path.data, (int)name->path.length);
    set(r, SOURCE, CStringGetTextDatum(out.data));
}

static void set_fingerprint(row *r, uint64_t fingerprint)
{
    set(r, FINGERPRINT, CStringGetTextDatum(psprintf("%016" INT64_MODIFIER "x", fingerprint)));
}

/* "line:column: message [code]" of each diagnostic. */
static void set_diagnostics(row *r, const colline_statement *statement)
{
    size_t count = colline_statement_diagnostic_count(statement);
    Datum *texts = palloc(sizeof *texts * (count + 1));

    for (size_t i = 0; i < count; i++) {
        const colline_diagnostic *d = colline_statement_diagnostic(statement, i);
        texts[i] = CStringGetTextDatum(psprintf("%u:%u: %s: %s [%s]", d->line, d->column, colline_severity_name(d->severity),
                                                d->message.data, d->code));
    }
    if (count > 0)
        set(r, DIAGNOSTICS, PointerGetDatum(construct_array(texts, (int)count, TEXTOID, -1, false, TYPALIGN_INT)));
}

static void set_statement(const call *c, row *r, const colline_statement *statement, uint32_t into)
{
    const colline_target *target = colline_statement_target(statement, into);

    set(r, STATEMENT, Int32GetDatum((int32)colline_statement_number(statement)));
    set_word(r, STATEMENT_KIND, colline_statement_kind_name(colline_statement_get_kind(statement)));
    set_word(r, STATUS, colline_outcome_name(colline_statement_outcome(statement)));
    set_fingerprint(r, colline_statement_fingerprint(statement));
    set_diagnostics(r, statement);
    if (target == NULL)
        return;
    set_word(r, OPERATION, colline_operation_name(target->operation));
    if (target->path.length > 0)
        set_text(r, TARGET_TABLE, target->path);
    else
        set_table(c, r, TARGET_TABLE, &target->table);
}

static void set_edge(const call *c, row *r, const colline_statement *statement, const colline_edge *edge)
{
    if (edge->target == COLLINE_WHOLE_RESULT)
        set_word(r, TARGET, "*");
    else
        set_text(r, TARGET, colline_statement_column(statement, (size_t)edge->target)->name);
    set_table(c, r, SOURCE_TABLE, &edge->source);
    set_source(c, r, &edge->source);
    set_word(r, KIND, colline_edge_kind_name(edge->kind));
    set_text(r, EXPRESSION, edge->expression);
    set(r, CONDITION, BoolGetDatum((edge->flags & COLLINE_EDGE_CONDITION) != 0));
    set_word(r, QUALITY, colline_quality_name(edge->quality));
}

/* A row an edge; one for a statement without edges. */
static void put_statement(call *c, ReturnSetInfo *result, MemoryContext scratch, const colline_statement *statement)
{
    size_t edges = colline_statement_edge_count(statement);

    for (size_t i = 0; i < edges || i == 0; i++) {
        const colline_edge *edge = colline_statement_edge(statement, i);
        MemoryContext caller = MemoryContextSwitchTo(scratch);
        row r;

        CHECK_FOR_INTERRUPTS();
        if (edge == NULL && edges > 0)
            check(c, COLLINE_E_MEMORY);
        memset(r.nulls, true, sizeof r.nulls);
        set_statement(c, &r, statement, edge != NULL ? edge->into : 0);
        if (edge != NULL)
            set_edge(c, &r, statement, edge);
        tuplestore_putvalues(result->setResult, result->setDesc, r.values, r.nulls);
        MemoryContextSwitchTo(caller);
        MemoryContextReset(scratch);
    }
}

static colline_dialect dialect_of(text *name)
{
    colline_dialect dialect;
    char *word = text_to_cstring(name);

    if (!colline_dialect_by_name(word, &dialect))
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("colline: unknown dialect \"%s\"", word)));
    return dialect;
}

static void open_call(call *c, colline_options *options)
{
    colline_catalog *catalog;

    c->memory = AllocSetContextCreate(CurrentMemoryContext, "colline", ALLOCSET_DEFAULT_SIZES);
    c->allocator = (colline_allocator){ allocate, release, c->memory };
    options->allocator = &c->allocator;
    options->cancelled = stopped;
    options->user = c;
    c->from_pg_catalog = options->dialect == COLLINE_POSTGRES;
    catalog = colline_catalog_new(&c->allocator);
    if (catalog == NULL)
        check(c, COLLINE_E_MEMORY);
    if (c->from_pg_catalog)
        colline_catalog_set_provider(catalog, provide, c);
    check(c, colline_session_open(catalog, options, &c->session));
    colline_catalog_release(catalog);
}

Datum colline_pg_lineage(PG_FUNCTION_ARGS)
{
    ReturnSetInfo *result = (ReturnSetInfo *)fcinfo->resultinfo;
    colline_options options = COLLINE_OPTIONS_INIT;
    MemoryContext scratch;
    const colline_statement *statement;
    call *c = palloc0(sizeof *c);
    text *sql;

    InitMaterializedSRF(fcinfo, 0);
    if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
        return (Datum)0;
    sql = PG_GETARG_TEXT_PP(0);
    options.dialect = dialect_of(PG_GETARG_TEXT_PP(1));
    options.default_db = PG_ARGISNULL(2) ? NULL : text_to_cstring(PG_GETARG_TEXT_PP(2));
    open_call(c, &options);
    scratch = AllocSetContextCreate(CurrentMemoryContext, "colline row", ALLOCSET_DEFAULT_SIZES);
    check(c, colline_session_feed(c->session, VARDATA_ANY(sql), VARSIZE_ANY_EXHDR(sql)));
    check(c, colline_session_finish(c->session));
    while ((statement = colline_session_next(c->session)) != NULL) {
        check(c, COLLINE_OK);
        put_statement(c, result, scratch, statement);
    }
    check(c, colline_session_status(c->session));
    colline_session_close(c->session);
    MemoryContextDelete(scratch);
    MemoryContextDelete(c->memory);
    return (Datum)0;
}

/* ---- Single values ------------------------------------------------------------------------------- */

Datum colline_pg_fingerprint(PG_FUNCTION_ARGS)
{
    text *sql = PG_GETARG_TEXT_PP(0);
    uint64_t fingerprint = colline_fingerprint(dialect_of(PG_GETARG_TEXT_PP(1)), VARDATA_ANY(sql), VARSIZE_ANY_EXHDR(sql));

    PG_RETURN_TEXT_P(cstring_to_text(psprintf("%016" INT64_MODIFIER "x", fingerprint)));
}

Datum colline_pg_version(PG_FUNCTION_ARGS)
{
    (void)fcinfo;
    PG_RETURN_TEXT_P(cstring_to_text(colline_version()));
}
