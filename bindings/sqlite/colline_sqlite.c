/*
 * colline in SQLite: column lineage as a table-valued function.
 *
 *     .load ./colline_sqlite
 *     SELECT kind, source, target FROM colline_lineage('INSERT INTO r SELECT a FROM s', 'hive');
 *     SELECT colline_fingerprint(query) FROM log;
 *
 * Where the dialect is sqlite (the default), names are looked up in the schema of the connection that asks: tables, views,
 * and attached databases.  It is read for each call, since it may change between two.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "colline.h"
#include "sqlite3ext.h"

SQLITE_EXTENSION_INIT1

/* ---- The connection's schema --------------------------------------------------------------------- */

/* Run DDL: CREATE TABLE and CREATE VIEW as SQLite keeps them.  What cannot be read there (a virtual table's module,
 * say) is left out; the columns of virtual tables come from table_xinfo. */
static colline_status add_ddl(colline_catalog *catalog, const char *database, const char *sql)
{
    colline_status status =
        sql == NULL ? COLLINE_OK : colline_catalog_add_ddl(catalog, COLLINE_SQLITE, database, sql, strlen(sql), NULL);

    return status == COLLINE_E_INPUT ? COLLINE_OK : status;
}

/* A name in quotes, as catalogs read it; to be freed. */
static char *quoted(const char *database, const char *name)
{
    return database != NULL ? sqlite3_mprintf("\"%w\".\"%w\"", database, name) : sqlite3_mprintf("\"%w\"", name);
}

enum { MOST_COLUMNS = 2000 };

/* A table as PRAGMA table_xinfo tells it: what DDL cannot tell of virtual tables. */
static colline_status add_columns(sqlite3 *db, colline_catalog *catalog, const char *database, const char *home,
                                  const char *table)
{
    colline_column_desc *columns = sqlite3_malloc64(sizeof *columns * MOST_COLUMNS);
    char *name = quoted(home, table);
    colline_table_desc desc = { .size = sizeof desc, .name = name, .dialect = COLLINE_SQLITE, .columns = columns };
    colline_status status = columns != NULL && name != NULL ? COLLINE_OK : COLLINE_E_MEMORY;
    sqlite3_stmt *rows = NULL;

    if (status == COLLINE_OK &&
        sqlite3_prepare_v2(db, "SELECT name FROM pragma_table_xinfo(?1, ?2) WHERE hidden <> 1", -1, &rows, NULL) == SQLITE_OK) {
        sqlite3_bind_text(rows, 1, table, -1, SQLITE_TRANSIENT);
        sqlite3_bind_text(rows, 2, database, -1, SQLITE_TRANSIENT);
        while (desc.column_count < MOST_COLUMNS && sqlite3_step(rows) == SQLITE_ROW) {
            char *column = quoted(NULL, (const char *)sqlite3_column_text(rows, 0));
            if (column == NULL)
                status = COLLINE_E_MEMORY;
            else
                columns[desc.column_count++] = (colline_column_desc){ .name = column };
        }
    }
    sqlite3_finalize(rows);
    if (status == COLLINE_OK && desc.column_count > 0)
        status = colline_catalog_add_table(catalog, &desc);
    for (size_t i = 0; i < desc.column_count; i++)
        sqlite3_free((void *)(uintptr_t)columns[i].name);
    sqlite3_free(columns);
    sqlite3_free(name);
    return status;
}

static int starts_virtual(const char *sql)
{
    return sql != NULL && sqlite3_strnicmp(sql, "CREATE VIRTUAL", 14) == 0;
}

/* One table or view of `database`, under the name `home` (NULL: found without a database). */
static colline_status add_entry(sqlite3 *db, colline_catalog *catalog, const char *database, const char *home,
                                sqlite3_stmt *row)
{
    const char *name = (const char *)sqlite3_column_text(row, 0);
    const char *sql = (const char *)sqlite3_column_text(row, 1);

    return starts_virtual(sql) ? add_columns(db, catalog, database, home, name) : add_ddl(catalog, home, sql);
}

/* The tables and views of one database, by their names with it and without it. */
static colline_status add_database(sqlite3 *db, colline_catalog *catalog, const char *database)
{
    char *query = sqlite3_mprintf("SELECT name, sql FROM \"%w\".sqlite_schema WHERE type IN ('table', 'view') "
                                  "ORDER BY type, rowid",
                                  database);
    colline_status status = query != NULL ? COLLINE_OK : COLLINE_E_MEMORY;
    sqlite3_stmt *rows = NULL;

    if (query != NULL && sqlite3_prepare_v2(db, query, -1, &rows, NULL) == SQLITE_OK) {
        while (status == COLLINE_OK && sqlite3_step(rows) == SQLITE_ROW) {
            status = add_entry(db, catalog, database, database, rows);
            if (status == COLLINE_OK)
                status = add_entry(db, catalog, database, NULL, rows);
        }
    }
    sqlite3_finalize(rows);
    sqlite3_free(query);
    return status;
}

/* SQLite looks for a bare name in temp, then in main, then in what was attached: the last addition counts here. */
static colline_status add_schema(sqlite3 *db, colline_catalog *catalog)
{
    static const char query[] = "SELECT name FROM pragma_database_list "
                                "ORDER BY CASE seq WHEN 1 THEN 2 WHEN 0 THEN 1 ELSE 0 END, seq DESC";
    colline_status status = COLLINE_OK;
    sqlite3_stmt *rows = NULL;

    if (sqlite3_prepare_v2(db, query, -1, &rows, NULL) == SQLITE_OK)
        while (status == COLLINE_OK && sqlite3_step(rows) == SQLITE_ROW)
            status = add_database(db, catalog, (const char *)sqlite3_column_text(rows, 0));
    sqlite3_finalize(rows);
    return status;
}

/* ---- colline_lineage ----------------------------------------------------------------------------- */

/* The columns of the function's rows, in order; the hidden ones are its arguments. */
enum {
    STATEMENT, STATEMENT_KIND, STATUS, OPERATION, TARGET_TABLE, TARGET, SOURCE_TABLE, SOURCE, KIND, EXPRESSION,
    CONDITION, QUALITY, OFFSET, LENGTH, FINGERPRINT, SQL, DIALECT, DEFAULT_DB, CATALOG
};
static const char schema[] = "CREATE TABLE x(statement INT, statement_kind TEXT, status TEXT, operation TEXT, target_table TEXT, "
                             "target TEXT, source_table TEXT, source TEXT, kind TEXT, expression TEXT, \"condition\" INT, "
                             "quality TEXT, offset INT, length INT, fingerprint TEXT, "
                             "sql HIDDEN, dialect HIDDEN, default_db HIDDEN, catalog HIDDEN)";

typedef struct table {
    sqlite3_vtab base;
    sqlite3 *db;
} table;

typedef struct cursor {
    sqlite3_vtab_cursor base;
    colline_session *session;
    const colline_statement *statement; /* NULL: the end */
    size_t edge;                        /* of the statement; one without edges still has a row */
    sqlite3_int64 row;
} cursor;

static int connect(sqlite3 *db, void *user, int count, const char *const *arguments, sqlite3_vtab **made, char **problem)
{
    table *t = sqlite3_malloc64(sizeof *t);
    int status = t != NULL ? sqlite3_declare_vtab(db, schema) : SQLITE_NOMEM;

    (void)user;
    (void)count;
    (void)arguments;
    (void)problem;
    if (status != SQLITE_OK) {
        sqlite3_free(t);
        return status;
    }
    memset(t, 0, sizeof *t);
    t->db = db;
    /* (It reads the schema of the connection: not for triggers and views of a database that somebody else made.) */
    sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
    *made = &t->base;
    return SQLITE_OK;
}

static int disconnect(sqlite3_vtab *t)
{
    sqlite3_free(t);
    return SQLITE_OK;
}

/* Arguments are equalities on hidden columns; sql must be there, and all that are there must be usable. */
static int best_index(sqlite3_vtab *t, sqlite3_index_info *info)
{
    int at[CATALOG - SQL + 1] = { 0 }, next = 1;

    (void)t;
    for (int i = 0; i < info->nConstraint; i++) {
        if (info->aConstraint[i].iColumn < SQL || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        if (!info->aConstraint[i].usable)
            return SQLITE_CONSTRAINT;
        at[info->aConstraint[i].iColumn - SQL] = i + 1;
    }
    info->idxNum = 0;
    for (int i = 0; i <= CATALOG - SQL; i++) {
        if (at[i] == 0)
            continue;
        info->aConstraintUsage[at[i] - 1].argvIndex = next++;
        info->aConstraintUsage[at[i] - 1].omit = 1;
        info->idxNum |= 1 << i;
    }
    info->estimatedCost = at[0] != 0 ? 100 : 1e9;
    info->estimatedRows = 50;
    return SQLITE_OK;
}

static int open_cursor(sqlite3_vtab *t, sqlite3_vtab_cursor **made)
{
    cursor *c = sqlite3_malloc64(sizeof *c);

    (void)t;
    if (c == NULL)
        return SQLITE_NOMEM;
    memset(c, 0, sizeof *c);
    *made = &c->base;
    return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
    colline_session_close(((cursor *)base)->session);
    sqlite3_free(base);
    return SQLITE_OK;
}

static int fail(sqlite3_vtab *t, colline_status status, const char *what)
{
    if (status == COLLINE_E_MEMORY)
        return SQLITE_NOMEM;
    sqlite3_free(t->zErrMsg);
    t->zErrMsg = sqlite3_mprintf("colline_lineage: %s", what != NULL ? what : colline_status_text(status));
    return SQLITE_ERROR;
}

/* On to the next statement when this one's edges are through. */
static int settle(cursor *c, int following)
{
    size_t edges = colline_statement_edge_count(c->statement);

    if (following && c->statement != NULL && c->edge + 1 < edges) {
        c->edge++;
        return SQLITE_OK;
    }
    c->edge = 0;
    c->statement = colline_session_next(c->session);
    if (c->statement == NULL && colline_session_status(c->session) != COLLINE_OK)
        return fail(c->base.pVtab, colline_session_status(c->session), NULL);
    return SQLITE_OK;
}

static int next(sqlite3_vtab_cursor *base)
{
    ((cursor *)base)->row++;
    return settle((cursor *)base, 1);
}

/* The argument `which` of the call, or NULL. */
static sqlite3_value *argument(int given, sqlite3_value **values, int which)
{
    int place = 0;

    for (int i = SQL; i < which; i++)
        place += given >> (i - SQL) & 1;
    return given >> (which - SQL) & 1 ? values[place] : NULL;
}

static const char *text_of(int given, sqlite3_value **values, int which)
{
    sqlite3_value *value = argument(given, values, which);

    return value != NULL ? (const char *)sqlite3_value_text(value) : NULL;
}

static int interrupted(void *db)
{
#if SQLITE_VERSION_NUMBER >= 3041000
    return sqlite3_libversion_number() >= 3041000 ? sqlite3_is_interrupted(db) : 0;
#else
    (void)db;
    return 0;
#endif
}

/* The catalog of a call: the argument's DDL, else the connection's schema where it is SQLite's. */
static colline_status catalog_of(table *t, const colline_options *options, const char *ddl, colline_catalog **made)
{
    colline_status status = COLLINE_OK;

    *made = colline_catalog_new(NULL);
    if (*made == NULL)
        return COLLINE_E_MEMORY;
    if (ddl != NULL)
        status = colline_catalog_add_ddl(*made, options->dialect, options->default_db, ddl, strlen(ddl), NULL);
    else if (options->dialect == COLLINE_SQLITE)
        status = add_schema(t->db, *made);
    return status;
}

static int start(cursor *c, const colline_options *options, const char *ddl, const char *sql, int length)
{
    colline_catalog *catalog;
    colline_status status = catalog_of((table *)c->base.pVtab, options, ddl, &catalog);

    if (status == COLLINE_OK)
        status = colline_session_open(catalog, options, &c->session);
    colline_catalog_release(catalog);
    if (status == COLLINE_OK)
        status = colline_session_feed(c->session, sql, (size_t)length);
    if (status == COLLINE_OK)
        status = colline_session_finish(c->session);
    if (status == COLLINE_E_INPUT)
        return fail(c->base.pVtab, status, "the catalog's DDL cannot be read");
    return status == COLLINE_OK ? settle(c, 0) : fail(c->base.pVtab, status, NULL);
}

static int filter(sqlite3_vtab_cursor *base, int given, const char *text, int count, sqlite3_value **values)
{
    cursor *c = (cursor *)base;
    colline_options options = COLLINE_OPTIONS_INIT;
    const char *dialect = text_of(given, values, DIALECT);
    sqlite3_value *sql = argument(given, values, SQL);

    (void)text;
    (void)count;
    colline_session_close(c->session);
    c->session = NULL;
    c->statement = NULL;
    c->row = 1;
    options.dialect = COLLINE_SQLITE;
    options.default_db = text_of(given, values, DEFAULT_DB);
    options.cancelled = interrupted;
    options.user = ((table *)base->pVtab)->db;
    if (sql == NULL)
        return fail(base->pVtab, COLLINE_E_MISUSE, "the SQL is missing: colline_lineage(sql, dialect)");
    if (dialect != NULL && !colline_dialect_by_name(dialect, &options.dialect))
        return fail(base->pVtab, COLLINE_E_MISUSE, "the dialect is not known");
    if (sqlite3_value_type(sql) == SQLITE_NULL)
        return SQLITE_OK;
    return start(c, &options, text_of(given, values, CATALOG), (const char *)sqlite3_value_text(sql),
                 sqlite3_value_bytes(sql));
}

static int at_end(sqlite3_vtab_cursor *base)
{
    return ((cursor *)base)->statement == NULL;
}

static int row_id(sqlite3_vtab_cursor *base, sqlite3_int64 *row)
{
    *row = ((cursor *)base)->row;
    return SQLITE_OK;
}

/* ---- Values -------------------------------------------------------------------------------------- */

static void give_text(sqlite3_context *out, colline_text text)
{
    if (text.length > 0)
        sqlite3_result_text(out, text.data, (int)text.length, SQLITE_TRANSIENT);
}

static void give_word(sqlite3_context *out, const char *word)
{
    if (word != NULL)
        sqlite3_result_text(out, word, -1, SQLITE_STATIC);
}

/* db.table, or db.table.column.path: the parts that are known. */
static void give_name(sqlite3_context *out, const colline_column_ref *name, int with_column)
{
    const colline_text parts[] = { name->catalog, name->database, name->table, with_column ? name->column : (colline_text){ "", 0 } };
    sqlite3_str *text = sqlite3_str_new(sqlite3_context_db_handle(out));

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].length > 0)
            sqlite3_str_appendf(text, "%s%.*s", sqlite3_str_length(text) > 0 ? "." : "", (int)parts[i].length, parts[i].data);
    if (with_column)
        sqlite3_str_append(text, name->path.data, (int)name->path.length);
    if (sqlite3_str_errcode(text) != SQLITE_OK)
        sqlite3_result_error_code(out, sqlite3_str_errcode(text));
    else if (sqlite3_str_length(text) > 0)
        sqlite3_result_text(out, sqlite3_str_value(text), -1, SQLITE_TRANSIENT);
    sqlite3_free(sqlite3_str_finish(text));
}

static void give_hex(sqlite3_context *out, uint64_t number)
{
    char text[17];

    snprintf(text, sizeof text, "%016" PRIx64, number);
    sqlite3_result_text(out, text, -1, SQLITE_TRANSIENT);
}

static void give_target(sqlite3_context *out, const colline_target *target)
{
    if (target == NULL)
        return;
    if (target->path.length > 0)
        give_text(out, target->path);
    else
        give_name(out, &target->table, 0);
}

/* What the statement says, whether or not it has edges. */
static void give_of_statement(sqlite3_context *out, const cursor *c, const colline_edge *edge, int which)
{
    const colline_statement *s = c->statement;
    const colline_target *target = colline_statement_target(s, edge != NULL ? edge->into : 0);

    switch (which) {
    case STATEMENT: sqlite3_result_int64(out, colline_statement_number(s)); break;
    case STATEMENT_KIND: give_word(out, colline_statement_kind_name(colline_statement_get_kind(s))); break;
    case STATUS: give_word(out, colline_outcome_name(colline_statement_outcome(s))); break;
    case OPERATION:
        if (target != NULL)
            give_word(out, colline_operation_name(target->operation));
        break;
    case TARGET_TABLE: give_target(out, target); break;
    case FINGERPRINT: give_hex(out, colline_statement_fingerprint(s)); break;
    default: break;
    }
}

static void give_of_edge(sqlite3_context *out, const cursor *c, const colline_edge *edge, int which)
{
    switch (which) {
    case TARGET:
        if (edge->target == COLLINE_WHOLE_RESULT)
            give_word(out, "*");
        else
            give_text(out, colline_statement_column(c->statement, (size_t)edge->target)->name);
        break;
    case SOURCE_TABLE: give_name(out, &edge->source, 0); break;
    case SOURCE: give_name(out, &edge->source, 1); break;
    case KIND: give_word(out, colline_edge_kind_name(edge->kind)); break;
    case EXPRESSION: give_text(out, edge->expression); break;
    case CONDITION: sqlite3_result_int(out, (edge->flags & COLLINE_EDGE_CONDITION) != 0); break;
    case QUALITY: give_word(out, colline_quality_name(edge->quality)); break;
    case OFFSET:
    case LENGTH:
        if (edge->at.length > 0)
            sqlite3_result_int64(out, which == OFFSET ? edge->at.offset : edge->at.length);
        break;
    default: give_of_statement(out, c, edge, which); break;
    }
}

static int column(sqlite3_vtab_cursor *base, sqlite3_context *out, int which)
{
    const cursor *c = (const cursor *)base;
    const colline_edge *edge = colline_statement_edge(c->statement, c->edge);

    if (edge == NULL && colline_statement_edge_count(c->statement) > 0)
        return SQLITE_NOMEM;
    if (edge != NULL)
        give_of_edge(out, c, edge, which);
    else
        give_of_statement(out, c, NULL, which);
    return SQLITE_OK;
}

static const sqlite3_module module = {
    .xConnect = connect, .xBestIndex = best_index, .xDisconnect = disconnect, .xOpen = open_cursor, .xClose = close_cursor,
    .xFilter = filter, .xNext = next, .xEof = at_end, .xColumn = column, .xRowid = row_id
};

/* ---- Functions of one value ---------------------------------------------------------------------- */

/* The dialect that argument `which` names; 0, with an error, where it is none. */
static int read_dialect(sqlite3_context *out, int count, sqlite3_value **values, int which, colline_dialect *dialect)
{
    const char *name = which < count ? (const char *)sqlite3_value_text(values[which]) : NULL;

    *dialect = COLLINE_SQLITE;
    if (name == NULL || colline_dialect_by_name(name, dialect))
        return 1;
    sqlite3_result_error(out, "colline: the dialect is not known", -1);
    return 0;
}

/* colline_fingerprint(sql [, dialect]) */
static void fingerprint(sqlite3_context *out, int count, sqlite3_value **values)
{
    const char *sql = (const char *)sqlite3_value_text(values[0]);
    colline_dialect dialect;

    if (sql != NULL && read_dialect(out, count, values, 1, &dialect))
        give_hex(out, colline_fingerprint(dialect, sql, (size_t)sqlite3_value_bytes(values[0])));
}

/* colline_json(sql [, dialect]): the lineage JSON, a line a statement. */
static void json(sqlite3_context *out, int count, sqlite3_value **values)
{
    const char *sql = (const char *)sqlite3_value_text(values[0]);
    colline_options options = COLLINE_OPTIONS_INIT;
    colline_status status;
    size_t length;
    char *text;

    if (sql == NULL || !read_dialect(out, count, values, 1, &options.dialect))
        return;
    status = colline_lineage_json(NULL, &options, sql, (size_t)sqlite3_value_bytes(values[0]), &text, &length);
    if (status == COLLINE_E_MEMORY)
        sqlite3_result_error_nomem(out);
    else if (status != COLLINE_OK)
        sqlite3_result_error(out, colline_status_text(status), -1);
    else
        sqlite3_result_text64(out, text, length, SQLITE_TRANSIENT, SQLITE_UTF8);
    colline_free(text);
}

static void version(sqlite3_context *out, int count, sqlite3_value **values)
{
    (void)count;
    (void)values;
    sqlite3_result_text(out, colline_version(), -1, SQLITE_STATIC);
}

/* ---- Loading ------------------------------------------------------------------------------------- */

#ifdef _WIN32
__declspec(dllexport)
#else
__attribute__((visibility("default")))
#endif
int sqlite3_collinesqlite_init(sqlite3 *db, char **problem, const sqlite3_api_routines *api)
{
    const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    int status;

    (void)problem;
    SQLITE_EXTENSION_INIT2(api);
    status = sqlite3_create_module(db, "colline_lineage", &module, NULL);
    for (int arguments = 1; status == SQLITE_OK && arguments <= 2; arguments++) {
        status = sqlite3_create_function(db, "colline_fingerprint", arguments, flags, NULL, fingerprint, NULL, NULL);
        if (status == SQLITE_OK)
            status = sqlite3_create_function(db, "colline_json", arguments, flags, NULL, json, NULL, NULL);
    }
    if (status == SQLITE_OK)
        status = sqlite3_create_function(db, "colline_version", 0, flags, NULL, version, NULL, NULL);
    return status;
}
