/*
 * colline.h -- parse SQL and tell, for every column, where it comes from.
 *
 * This is the whole public interface of libcolline.  What is not declared here is private and may
 * change in any release.
 *
 *     colline_catalog *cat = colline_catalog_new(NULL);
 *     colline_catalog_add_ddl(cat, COLLINE_IMPALA, "dw", ddl, ddl_len, NULL);
 *     colline_options opt = COLLINE_OPTIONS_INIT;
 *     opt.dialect = COLLINE_IMPALA;
 *     opt.default_db = "dw";
 *     colline_session *s = NULL;
 *     if (colline_session_open(cat, &opt, &s) == COLLINE_OK) {
 *         colline_session_feed(s, sql, sql_len);
 *         colline_session_finish(s);
 *         const colline_statement *st;
 *         while ((st = colline_session_next(s)) != NULL)
 *             for (size_t i = 0; i < colline_statement_edge_count(st); i++)
 *                 use(colline_statement_edge(st, i));
 *         if (colline_session_status(s) != COLLINE_OK)
 *             complain();                          // NULL meant failure, not the end
 *     }
 *     colline_session_close(s);
 *     colline_catalog_release(cat);
 *
 * Memory    feed() copies.  A statement and all that is reached from it live until the next call of
 *           next(), reset() or close() on its session.  Texts are UTF-8, NUL-terminated and have a
 *           length.
 * Errors    A call that can fail returns a colline_status.  The library never prints, aborts or
 *           exits, and leaves errno, locale and signals alone.  Accessors accept NULL and answer
 *           0, NULL or the empty text.
 * Threads   No globals.  A catalog is reference-counted; sessions only read it, so once it is built
 *           many threads may open sessions on it.  A session belongs to one thread at a time.
 *           The event bus alone starts threads: one for each bus and each of its sinks.
 * Growth    Structs that callers fill start with their size, as sizeof gives it; those that the library fills are only
 *           reached by pointer, and fields are appended; colline_text, colline_span and colline_token stay as
 *           they are.  Enum values are ABI: appended, never reused.
 * Limits    Offsets are 32-bit: one session takes up to 4 GiB - 1 between two resets.
 */
#ifndef COLLINE_H
#define COLLINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Written here and nowhere else: the soname, colline.pc and the command read them. */
#define COLLINE_VERSION_MAJOR 0
#define COLLINE_VERSION_MINOR 1
#define COLLINE_VERSION_PATCH 0
/* Raised when a program compiled against an older header would break; the number in the soname. */
#define COLLINE_ABI_VERSION 0

#ifndef COLLINE_API
#if defined(__GNUC__)
#define COLLINE_API __attribute__((visibility("default")))
#else
#define COLLINE_API
#endif
#endif

/* ---- Enumerations: the numbers are ABI; append, never reuse ------------------------------------ */

/* What a call has to say. */
typedef enum colline_status {
    COLLINE_OK = 0,
    COLLINE_E_MEMORY = 1,    /* the allocator gave NULL */
    COLLINE_E_MISUSE = 2,    /* NULL or nonsense where a value is required, or a call out of order */
    COLLINE_E_LIMIT = 3,     /* larger than an option or an offset allows */
    COLLINE_E_CANCELLED = 4, /* colline_options.cancelled said so */
    COLLINE_E_INPUT = 5      /* DDL or JSON that cannot be read: see the diagnostics */
} colline_status;

/* The dialects; src/syntax/dialects.def describes each, colline_dialect_by_name() finds one. */
typedef enum colline_dialect {
    COLLINE_GENERIC = 0, /* the tolerant union, for those who do not know */
    COLLINE_ANSI = 1,
    COLLINE_IMPALA = 2,
    COLLINE_HIVE = 3,
    COLLINE_SPARK = 4,
    COLLINE_DATABRICKS = 5,
    COLLINE_DORIS = 6,
    COLLINE_STARROCKS = 7,
    COLLINE_MYSQL = 8,
    COLLINE_MARIADB = 9,
    COLLINE_POSTGRES = 10,
    COLLINE_REDSHIFT = 11,
    COLLINE_GREENPLUM = 12,
    COLLINE_MATERIALIZE = 13,
    COLLINE_SNOWFLAKE = 14,
    COLLINE_BIGQUERY = 15,
    COLLINE_TRINO = 16,
    COLLINE_ATHENA = 17,
    COLLINE_DUCKDB = 18,
    COLLINE_SQLITE = 19,
    COLLINE_FLINK = 20,
    COLLINE_ORACLE = 21,
    COLLINE_TSQL = 22,
    COLLINE_CLICKHOUSE = 23,
    COLLINE_TERADATA = 24,
    COLLINE_VERTICA = 25,
    COLLINE_EXASOL = 26,
    COLLINE_DB2 = 27
} colline_dialect;

/* What an edge means.  The first three carry values; the others say what decides them:
 *
 *     SELECT region, SUM(amount) FROM sales WHERE day = '2024-01-01' GROUP BY region
 *            DIRECT  AGG                          FILTER                      GROUP_BY
 */
typedef enum colline_edge_kind {
    COLLINE_DIRECT = 0,      /* the column is copied */
    COLLINE_PROJECT = 1,     /* its value goes through an expression */
    COLLINE_AGG = 2,         /* ... through an aggregate, windowed or not */
    COLLINE_JOIN_COND = 3,   /* ON, USING, NATURAL, MERGE ... ON */
    COLLINE_FILTER = 4,      /* WHERE, HAVING, QUALIFY, FILTER (...), IN and EXISTS subqueries */
    COLLINE_GROUP_BY = 5,    /* GROUP BY, DISTINCT ON */
    COLLINE_SORT = 6,        /* ORDER BY and its kin */
    COLLINE_WINDOW = 7,      /* PARTITION BY and ORDER BY of a window */
    COLLINE_CONDITIONAL = 8  /* the conditions of CASE, IF, COALESCE ... */
} colline_edge_kind;

/* How far an edge can be trusted. */
typedef enum colline_quality {
    COLLINE_AUTO_CONFIRMED = 0, /* the catalog knows the column */
    COLLINE_TO_CONFIRM = 1,     /* it does not, or the name was ambiguous, or the statement was recovered */
    COLLINE_MANUAL_ADDED = 2    /* added by a person (stores use it; the library never gives it) */
} colline_quality;

/* Bits of colline_edge.flags. */
typedef enum colline_edge_flag {
    COLLINE_EDGE_CONDITION = 1,      /* a value edge whose column stands only in a condition */
    COLLINE_EDGE_LIMIT = 2,          /* SORT: a LIMIT makes it choose rows */
    COLLINE_EDGE_AGGREGATE = 4,      /* GROUP_BY: its query block has aggregates */
    COLLINE_EDGE_IMPLICIT_CAST = 8,  /* the target's type differs and nothing in the text converts */
    COLLINE_EDGE_AMBIGUOUS = 16      /* one of several candidates for a bare name */
} colline_edge_flag;

/* What a statement is.  colline_statement_kind_name() gives the word that the JSON uses. */
typedef enum colline_statement_kind {
    COLLINE_STATEMENT_UNKNOWN = 0, /* not even its head is known */
    COLLINE_STATEMENT_SELECT = 1,
    COLLINE_STATEMENT_INSERT = 2,
    COLLINE_STATEMENT_UPSERT = 3,
    COLLINE_STATEMENT_REPLACE = 4,
    COLLINE_STATEMENT_MERGE = 5,
    COLLINE_STATEMENT_UPDATE = 6,
    COLLINE_STATEMENT_DELETE = 7,
    COLLINE_STATEMENT_CREATE_TABLE_AS = 8, /* SELECT INTO too */
    COLLINE_STATEMENT_CREATE_VIEW = 9,
    COLLINE_STATEMENT_CREATE_MATERIALIZED_VIEW = 10,
    COLLINE_STATEMENT_ALTER_VIEW = 11,
    COLLINE_STATEMENT_CREATE_TABLE = 12,
    COLLINE_STATEMENT_CREATE_ROUTINE = 13,
    COLLINE_STATEMENT_BLOCK = 14,
    COLLINE_STATEMENT_LOAD = 15,
    COLLINE_STATEMENT_COPY = 16,
    COLLINE_STATEMENT_EXPORT = 17,
    COLLINE_STATEMENT_IMPORT = 18,
    COLLINE_STATEMENT_TRUNCATE = 19,
    COLLINE_STATEMENT_DROP = 20,
    COLLINE_STATEMENT_ALTER = 21,
    COLLINE_STATEMENT_USE = 22,
    COLLINE_STATEMENT_SET = 23,
    COLLINE_STATEMENT_EXPLAIN = 24,
    COLLINE_STATEMENT_OTHER = 25 /* recognised, carries no lineage */
} colline_statement_kind;

/* How much of a statement was understood. */
typedef enum colline_outcome {
    COLLINE_OUTCOME_OK = 0,
    COLLINE_OUTCOME_PARTIAL = 1, /* a syntax error was recovered from, or a name was ambiguous or unknown */
    COLLINE_OUTCOME_ERROR = 2    /* no target, source or edge could be told */
} colline_outcome;

/* How a target is written. */
typedef enum colline_operation {
    COLLINE_OPERATION_APPEND = 0,
    COLLINE_OPERATION_OVERWRITE = 1,
    COLLINE_OPERATION_CREATE = 2,
    COLLINE_OPERATION_REPLACE = 3,
    COLLINE_OPERATION_MERGE = 4,
    COLLINE_OPERATION_UPDATE = 5,
    COLLINE_OPERATION_DELETE = 6,
    COLLINE_OPERATION_LOAD = 7
} colline_operation;

typedef enum colline_severity { COLLINE_ERROR = 0, COLLINE_WARNING = 1 } colline_severity;

/* What a table of the catalog is. */
typedef enum colline_table_kind {
    COLLINE_TABLE = 0,
    COLLINE_VIEW = 1,
    COLLINE_MATERIALIZED_VIEW = 2,
    COLLINE_TEMPORARY = 3
} colline_table_kind;

/* What a function does with its arguments. */
typedef enum colline_function_kind {
    COLLINE_FUNCTION_SCALAR = 0,
    COLLINE_FUNCTION_AGGREGATE = 1,
    COLLINE_FUNCTION_WINDOW = 2,
    COLLINE_FUNCTION_TABLE = 3
} colline_function_kind;

/* Bits of colline_options.flags. */
typedef enum colline_option {
    COLLINE_EXPAND_VIEWS = 1,     /* edges go through views whose definition the catalog knows */
    COLLINE_FOLD_TEMPORARY = 2,   /* edges go through temporary tables and views to what fed them */
    COLLINE_NO_TEMPLATES = 4,     /* ${x}, {{ x }}, :x, ? ... are no parameters */
    COLLINE_TABLE_LEVEL = 8,      /* targets and sources only, no column edges */
    COLLINE_NARROW_CONDITION = 16, /* leave out value edges with COLLINE_EDGE_CONDITION */
    /* How the server compares the names of tables and databases, where it is not as the dialect has it by
     * default; of several the first counts.  MySQL's lower_case_table_names: */
    COLLINE_TABLES_EXACT = 32,   /* 0: with regard to letter case */
    COLLINE_TABLES_LOWER = 64,   /* 1: folded to lower case, quoted or not */
    COLLINE_TABLES_ANY_CASE = 128 /* 2: as they are spelled, without regard to case */
} colline_option;

/* ---- Small values ------------------------------------------------------------------------------ */

/* A text inside the library's memory; data[length] == 0 wherever the library hands one out. */
typedef struct colline_text {
    const char *data;
    uint32_t length;
} colline_text;

/* Bytes of what was fed to the session. */
typedef struct colline_span {
    uint32_t offset, length;
} colline_span;

/* A column, or a whole table when column.length == 0.  Names are folded as the dialect folds them;
 * parts that are not known are empty. */
typedef struct colline_column_ref {
    colline_text catalog, database, table, column;
    colline_text path; /* "" or ".field.item" below the column */
} colline_column_ref;

/* The target of edges that bear on the whole result. */
#define COLLINE_WHOLE_RESULT (-1)

typedef struct colline_edge {
    colline_edge_kind kind;
    colline_quality quality;
    uint32_t flags;   /* colline_edge_flag bits */
    int32_t target;   /* index into the statement's columns; COLLINE_WHOLE_RESULT for '*' */
    uint32_t into;    /* index into the statement's targets */
    colline_column_ref source; /* column "*" where a star of an unknown table is meant */
    colline_text expression; /* the SQL of the item or condition that gave the edge its kind */
    colline_span at;  /* where the column is named; length 0 when it is not named in this text */
} colline_edge;

/* What a statement writes: a table, or a path where it writes a directory, file or stage. */
typedef struct colline_target {
    colline_column_ref table; /* column empty; all parts empty when path is set */
    colline_text path;
    colline_operation operation;
    int temporary; /* the table is the session's own: CREATE TEMPORARY TABLE, #t */
} colline_target;

/* A column of the PARTITION clause of a target: PARTITION (ds = '2024-01-01', hr). */
typedef struct colline_partition {
    colline_text column;
    colline_text value; /* SQL text; length 0 for a dynamic partition column */
} colline_partition;

/* A column of a statement's target, or of its result. */
typedef struct colline_column {
    colline_text name;       /* "*" where an unknown table's star stands */
    colline_text expression; /* SQL text; length 0 where the value is a plain copy or nothing feeds it */
    uint32_t into;           /* index into the statement's targets */
} colline_column;

typedef struct colline_diagnostic {
    colline_severity severity;
    const char *code; /* stable word: "syntax_error", "ambiguous_column", ... (docs/diagnostics.md) */
    colline_text message;
    colline_span at;
    uint32_t line, column; /* 1-based; column in bytes */
} colline_diagnostic;

/* ---- Memory, limits and options ----------------------------------------------------------------- */

/* An allocator with a context; never global.  allocate returns NULL when there is no memory, and
 * memory aligned for any type otherwise.  release accepts what allocate returned, never NULL. */
typedef struct colline_allocator {
    void *(*allocate)(void *context, size_t size);
    void (*release)(void *context, void *memory, size_t size);
    void *context;
} colline_allocator;

typedef struct colline_options {
    size_t size;             /* sizeof(colline_options) of the caller: COLLINE_OPTIONS_INIT */
    colline_dialect dialect;
    const char *default_db;  /* "db" or "catalog.schema", quotes allowed; NULL: none */
    uint32_t flags;          /* colline_option bits */
    uint32_t max_nesting;    /* levels of nesting in a statement; 0: 1000; at most 4000 */
    uint32_t max_edges;      /* edges of a statement; 0: 1,000,000; UINT32_MAX: no limit below 2^31 */
    uint64_t max_statement_bytes; /* 0: no limit below 4 GiB */
    int (*cancelled)(void *user); /* polled now and then; non-zero stops with COLLINE_E_CANCELLED */
    void *user;
    const colline_allocator *allocator; /* copied; NULL: malloc and free */
    uint32_t max_tokens;        /* tokens of a statement; 0: no limit below 2^32 */
    uint32_t max_tables;        /* tables that the statements of a session make; 0: no limit */
    uint32_t max_columns;       /* columns of those, in all; 0: no limit */
    uint64_t max_catalog_bytes; /* memory that the session keeps for them; 0: no limit */
} colline_options;

#define COLLINE_OPTIONS_INIT { sizeof(colline_options), COLLINE_GENERIC, NULL, 0, 0, 0, 0, NULL, NULL, NULL, 0, 0, 0, 0 }

/* ---- Catalogs: the tables, views and functions that statements are read against ------------------ */

typedef struct colline_catalog colline_catalog;
typedef struct colline_diagnostics colline_diagnostics;

typedef struct colline_column_desc {
    const char *name;
    const char *type; /* SQL text, "ARRAY<STRUCT<a:INT>>"; NULL: not known */
    int partition;    /* non-zero: a partition column */
} colline_column_desc;

typedef struct colline_table_desc {
    size_t size; /* sizeof(colline_table_desc) */
    const char *name; /* "t", "db.t" or "catalog.db.t", quotes allowed */
    colline_table_kind kind;
    colline_dialect dialect; /* how name, column names, types and definition are read */
    const char *format;      /* "kudu", "iceberg", ... or NULL */
    const char *definition;  /* a view's query, or NULL */
    const char *default_db;  /* for names inside the definition, or NULL */
    const colline_column_desc *columns;
    size_t column_count; /* 0: a view's columns follow from its definition */
} colline_table_desc;

typedef struct colline_function_desc {
    size_t size; /* sizeof(colline_function_desc) */
    const char *name;
    colline_function_kind kind;
    const uint32_t *value_arguments; /* 0-based: those whose value reaches the result; NULL: all */
    size_t value_argument_count;
    const char *const *columns; /* a table function's column names, or NULL */
    size_t column_count;
} colline_function_desc;

/* Asked once for each table that a session's catalog lacks, with the folded name.  To tell about
 * it, call colline_catalog_add_table() or colline_catalog_add_ddl() on `into`, which lives as long
 * as the session; to know nothing, do nothing.  May be called from any thread that uses a session. */
typedef void (*colline_provider_fn)(void *user, const colline_column_ref *table, colline_catalog *into);

/* Whether to stop: see colline_options.cancelled. */
typedef int (*colline_cancelled_fn)(void *user);

/* A new, empty catalog with one reference; NULL when there is no memory.  The allocator is copied;
 * NULL: malloc and free. */
COLLINE_API colline_catalog *colline_catalog_new(const colline_allocator *allocator);
/* What is more than so many tables, columns (in all) and bytes is not added (code `limit`; COLLINE_E_LIMIT where a table
 * is described one by one); 0: no limit.  To be called before anything is added. */
COLLINE_API colline_status colline_catalog_limit(colline_catalog *catalog, uint32_t tables, uint32_t columns, uint64_t bytes);
/* Adding to the catalog and compiling it ask `cancelled` now and then, as a session does its own: non-zero stops the call
 * with COLLINE_E_CANCELLED, and what was added until then stays.  NULL: nobody is asked. */
COLLINE_API colline_status colline_catalog_cancel(colline_catalog *catalog, colline_cancelled_fn cancelled, void *user);

/* Run a script of DDL (CREATE TABLE, CREATE VIEW, CREATE TABLE AS, LIKE, ALTER, DROP, USE ...) on
 * the catalog.  Statements that cannot be read are told of in *diagnostics, if it is not NULL, which
 * the caller frees (it is set to NULL where there is nothing to tell); the others still count.
 * COLLINE_E_INPUT when some statement could not be read, COLLINE_E_MISUSE for NULL arguments. */
COLLINE_API colline_status colline_catalog_add_ddl(colline_catalog *catalog, colline_dialect dialect,
                                                   const char *default_db, const char *sql, size_t length,
                                                   colline_diagnostics **diagnostics);

/* Add the tables and functions of a JSON document ({"tables":[...],"functions":[...]}; the form is
 * in docs/catalog.md).  `dialect` says how names, types and definitions in it are read.  Nothing is added
 * when the document as a whole is not JSON.  Errors as for colline_catalog_add_ddl(). */
COLLINE_API colline_status colline_catalog_add_json(colline_catalog *catalog, colline_dialect dialect,
                                                    const char *json, size_t length,
                                                    colline_diagnostics **diagnostics);

/* The catalog's tables, views and functions in a form that is read where it lies: colline_catalog_add_compiled().  *bytes
 * is freed with colline_free().  What a provider would tell is not in it, nor what was added compiled: for a catalog that
 * holds such, COLLINE_E_MISUSE. */
COLLINE_API colline_status colline_catalog_compile(const colline_catalog *catalog, char **bytes, size_t *length);

/* Read tables from bytes that colline_catalog_compile() made, when they are first named.  The bytes (a mapped file, say)
 * stay the caller's, are not changed, and must outlive the catalog and its sessions; catalogs and processes may share
 * them.  One per catalog; tables that are added otherwise hide those of the same name.  COLLINE_E_INPUT when the bytes
 * are no compiled catalog of this version, COLLINE_E_MISUSE for NULL or a second time. */
COLLINE_API colline_status colline_catalog_add_compiled(colline_catalog *catalog, const char *bytes, size_t length);

/* Add or replace one table or view.  All texts are copied. */
COLLINE_API colline_status colline_catalog_add_table(colline_catalog *catalog, const colline_table_desc *table);

/* Add or replace the description of a function.  All texts are copied. */
COLLINE_API colline_status colline_catalog_add_function(colline_catalog *catalog,
                                                        const colline_function_desc *function);

/* Have `provider` asked for tables that the catalog lacks; NULL: ask nobody. */
COLLINE_API void colline_catalog_set_provider(colline_catalog *catalog, colline_provider_fn provider, void *user);

/* Called for a table of a catalog: its name in parts, its description (whose `name` is NULL, and `definition`, too, where it
 * is no view).  What is reached from them lives until the call returns. */
typedef void (*colline_table_fn)(void *user, const colline_column_ref *name, const colline_table_desc *table);

/* Have `each` called for every table and view of the catalog, in no particular order. */
COLLINE_API colline_status colline_catalog_each_table(const colline_catalog *catalog, colline_table_fn each, void *user);

/* One more reference; returns its argument.  NULL is accepted. */
COLLINE_API colline_catalog *colline_catalog_retain(colline_catalog *catalog);

/* One reference less; the last one frees.  NULL is accepted. */
COLLINE_API void colline_catalog_release(colline_catalog *catalog);

/* What a catalog call had to tell. */
COLLINE_API size_t colline_diagnostics_count(const colline_diagnostics *diagnostics);
COLLINE_API const colline_diagnostic *colline_diagnostics_get(const colline_diagnostics *diagnostics, size_t index);
COLLINE_API void colline_diagnostics_free(colline_diagnostics *diagnostics);

/* ---- Sessions: text in, statements out ----------------------------------------------------------- */

typedef struct colline_session colline_session;
typedef struct colline_statement colline_statement;

/* Open a session.  `catalog` may be NULL (nothing is known) and is retained; `options` may be NULL
 * (the defaults) and is copied.  *session is set to NULL on failure. */
COLLINE_API colline_status colline_session_open(colline_catalog *catalog, const colline_options *options,
                                                colline_session **session);

/* Append SQL text; it is copied.  May be called several times, until finish(). */
COLLINE_API colline_status colline_session_feed(colline_session *session, const char *sql, size_t length);

/* The text is complete: next() gives its statements. */
COLLINE_API colline_status colline_session_finish(colline_session *session);

/* The next statement, in the order of the text, also one that has no lineage or does not parse; NULL
 * at the end, before finish(), and on failure (colline_session_status() tells which).  What the statement does to
 * the session (USE, CREATE, DROP ...) counts for those after it. */
COLLINE_API const colline_statement *colline_session_next(colline_session *session);

/* COLLINE_OK, or the failure that made next() return NULL. */
COLLINE_API colline_status colline_session_status(const colline_session *session);

/* Forget the text, and any failure, so that new text can be fed.  What earlier statements did to the
 * session (USE, temporary tables, created tables) stays. */
COLLINE_API colline_status colline_session_reset(colline_session *session);

/* Run DDL on what only this session sees, before or between texts.  As colline_catalog_add_ddl(),
 * in the session's dialect and default database. */
COLLINE_API colline_status colline_session_add_ddl(colline_session *session, const char *sql, size_t length,
                                                   colline_diagnostics **diagnostics);

/* Move to another default database, as the option default_db gives it; for the statements that come next. */
COLLINE_API colline_status colline_session_use(colline_session *session, const char *default_db);

/* How often statements and add_ddl() have changed what the session sees: USE, CREATE, ALTER, DROP, what feeds a
 * temporary table.  While the number stays, so does the meaning of a text.  0 for NULL. */
COLLINE_API uint64_t colline_session_changes(const colline_session *session);

/* Where names that say no database are looked for: "db" or "catalog.db", with quotes where needed; empty: nowhere in
 * particular.  Lives until the next call for the session. */
COLLINE_API colline_text colline_session_database(colline_session *session);

/* Bytes that the current statement's arena holds: what its tree, facts and edges took. */
COLLINE_API size_t colline_session_arena_bytes(const colline_session *session);

/* Free the session and all that was reached from it.  NULL is accepted. */
COLLINE_API void colline_session_close(colline_session *session);

/* ---- Statements ------------------------------------------------------------------------------------ */

COLLINE_API colline_statement_kind colline_statement_get_kind(const colline_statement *statement);
COLLINE_API colline_outcome colline_statement_outcome(const colline_statement *statement);
/* 1, 2, 3 ... within the text that was fed since the last reset. */
COLLINE_API uint32_t colline_statement_number(const colline_statement *statement);
/* The number of the statement that this one stands in (a routine, a block); 0: none. */
COLLINE_API uint32_t colline_statement_parent(const colline_statement *statement);
/* From its first token to its last, without the semicolon; and the 1-based line of the first. */
COLLINE_API colline_span colline_statement_span(const colline_statement *statement);
COLLINE_API uint32_t colline_statement_line(const colline_statement *statement);
/* The statement's own text. */
COLLINE_API colline_text colline_statement_text(const colline_statement *statement);

/* What it writes: none for a query, several for INSERT ALL and Hive's multi-insert. */
COLLINE_API size_t colline_statement_target_count(const colline_statement *statement);
COLLINE_API const colline_target *colline_statement_target(const colline_statement *statement, size_t index);
/* The PARTITION clause of target `target`. */
COLLINE_API size_t colline_statement_partition_count(const colline_statement *statement, size_t target);
COLLINE_API const colline_partition *colline_statement_partition(const colline_statement *statement, size_t target,
                                                                 size_t index);

/* The relations that are read, each once, in order of first use; column is empty.  A file, directory or stage has a
 * `path` in place of a table. */
COLLINE_API size_t colline_statement_source_count(const colline_statement *statement);
COLLINE_API const colline_column_ref *colline_statement_source(const colline_statement *statement, size_t index);

/* The columns of the targets (or of the result), in order. */
COLLINE_API size_t colline_statement_column_count(const colline_statement *statement);
COLLINE_API const colline_column *colline_statement_column(const colline_statement *statement, size_t index);

/* The edges, sorted by target (whole-result edges last), kind, source, role, offset. */
COLLINE_API size_t colline_statement_edge_count(const colline_statement *statement);
/* NULL when out of range, or when there is no memory for what the edges' records take (they are made
 * on the first call). */
COLLINE_API const colline_edge *colline_statement_edge(const colline_statement *statement, size_t index);

COLLINE_API size_t colline_statement_diagnostic_count(const colline_statement *statement);
COLLINE_API const colline_diagnostic *colline_statement_diagnostic(const colline_statement *statement, size_t index);

/* XXH64 of the normalised text: it names the logical statement. */
COLLINE_API uint64_t colline_statement_fingerprint(const colline_statement *statement);
/* What tells the statement from others of its fingerprint whose lineage may differ: a hash of the literals that count
 * (ORDER BY 1, what is executed, the labels of CREATE TABLE AS), but for values of partitions; 0 where there are none. */
COLLINE_API uint64_t colline_statement_variant(const colline_statement *statement);
/* The normalised text itself; made on the first call, empty when there is no memory. */
COLLINE_API colline_text colline_statement_normalized(const colline_statement *statement);

/* ---- The tree: kinds, spans and children, for those who build on the parser ------------------------ */

/* A node; const, owned by the statement.  Comparable by pointer. */
typedef struct colline_node colline_node;

/* The statement's tree; NULL where it has none (recognised by its head, or not parsed). */
COLLINE_API const colline_node *colline_statement_tree(const colline_statement *statement);
/* The node's kind as docs/ast.md lists them: "select", "column", "call" ... */
COLLINE_API const char *colline_node_kind(const colline_node *node);
COLLINE_API colline_span colline_node_span(const colline_node *node);
/* Children in the order of the kind's fields; absent ones are left out. */
COLLINE_API size_t colline_node_child_count(const colline_node *node);
COLLINE_API const colline_node *colline_node_child(const colline_node *node, size_t index);
/* The name of the field that holds that child: "items", "where" ... */
COLLINE_API const char *colline_node_child_role(const colline_node *node, size_t index);
/* A name's or literal's text (unquoted for names); empty for other kinds. */
COLLINE_API colline_text colline_node_text(const colline_node *node);
/* What the node holds beside children, in the words that `colline parse` prints behind its kind: operators
 * ("+ -"), the kind of a join or set operation ("left"), flags ("[not]"); empty where there is nothing. */
COLLINE_API colline_text colline_node_detail(const colline_node *node);
/* The node that holds this one; NULL for the root. */
COLLINE_API const colline_node *colline_node_parent(const colline_node *node);
/* The innermost node whose span holds the byte at `offset` of what was fed; NULL where the tree does not reach.
 * For editors: what stands under the cursor, and around it by colline_node_parent(). */
COLLINE_API const colline_node *colline_statement_node_at(const colline_statement *statement, uint32_t offset);

/* ---- Texts without a session: tokens, places, normal forms ------------------------------------------- */

/* (The caller has the memory of tokens: this struct never grows.) */
typedef struct colline_token {
    const char *kind;   /* "word", "keyword", "quoted", "string", "number", "comment", "hint", ... */
    colline_span at;
} colline_token;

/* The token at sql[*offset] and move *offset behind it; white space is skipped, comments are
 * tokens.  1, or 0 at the end of the text or when an argument is NULL. */
COLLINE_API int colline_next_token(colline_dialect dialect, const char *sql, size_t length, size_t *offset,
                                   colline_token *token);

/* All tokens of a text at once.  *tokens is to be freed with colline_free(); it is NULL unless the call succeeds.
 * `flags` are colline_option bits, of which COLLINE_NO_TEMPLATES counts. */
COLLINE_API colline_status colline_tokens(colline_dialect dialect, uint32_t flags, const char *sql, size_t length,
                                          colline_token **tokens, size_t *count);

/* The 1-based line, and the column in bytes, of an offset within a text: lines end with \n.  0 and neither of them
 * set where the offset stands behind the text's end, or an argument is NULL. */
COLLINE_API int colline_locate(const char *sql, size_t length, size_t offset, uint32_t *line, uint32_t *column);

/* The fingerprint of one statement's text, without a session; 0 for NULL. */
COLLINE_API uint64_t colline_fingerprint(colline_dialect dialect, const char *sql, size_t length);

/* The normal form that the fingerprint is made of (docs/fingerprint.md).  *text is to be freed with colline_free();
 * it is NULL unless the call succeeds. */
COLLINE_API colline_status colline_normalize(colline_dialect dialect, const char *sql, size_t length, char **text,
                                             size_t *text_length);

/* ---- One call for bindings --------------------------------------------------------------------------- */

/* The lineage of a script as one JSON object a line (docs/json.md).  *json is to be freed with
 * colline_free(); it is NULL unless the call succeeds. */
COLLINE_API colline_status colline_lineage_json(colline_catalog *catalog, const colline_options *options,
                                                const char *sql, size_t sql_length, char **json, size_t *length);

/* The forms in which a statement's lineage can be written. */
typedef enum colline_format {
    COLLINE_FORMAT_JSON = 0,
    COLLINE_FORMAT_TABLE = 1,   /* aligned text for people */
    COLLINE_FORMAT_IMPALA = 2,  /* the object of Impala's lineage log */
    COLLINE_FORMAT_HIVE = 3,    /* the object of Hive's LineageLogger */
    COLLINE_FORMAT_OPENLINEAGE = 4, /* an OpenLineage run event with schema and columnLineage facets */
    COLLINE_FORMAT_DOT = 5,
    COLLINE_FORMAT_MERMAID = 6,
    COLLINE_FORMAT_TREE = 7     /* the syntax tree, indented */
} colline_format;

/* What stands around a statement in an output. */
typedef struct colline_render_context {
    size_t size;        /* sizeof(colline_render_context) */
    const char *file;   /* the member "file"; NULL: left out */
    const char *id;     /* the member "id"; NULL: left out */
    /* COLLINE_FORMAT_OPENLINEAGE only; NULL: a default that is the same for the same input. */
    const char *event_time;        /* "2026-11-30T09:00:00Z"; the library has no clock: 1970 began then */
    const char *run_id;            /* a UUID; made from id, file, number, time and text */
    const char *dataset_namespace; /* "hive://metastore:9083"; the dialect's name */
    const char *job_namespace;     /* "default" */
    const char *job_name;          /* FILE.NUMBER, or sql.FINGERPRINT where no file is named */
} colline_render_context;

/* One statement in one form, ended by a newline; empty (length 0) where the form has nothing to say of
 * it.  The text belongs to the statement.  `context` may be NULL. */
COLLINE_API colline_status colline_statement_render(const colline_statement *statement, colline_format format,
                                                    const colline_render_context *context, colline_text *text);

/* Free what colline_lineage_json(), colline_tokens() or colline_normalize() gave.  NULL is accepted. */
COLLINE_API void colline_free(void *memory);

/* ---- Events: engines publish statements, sinks take their lineage in their own time ------------------ */
/* docs/events.md tells how the parts play together. */

typedef struct colline_bus colline_bus;

typedef struct colline_property {
    const char *name, *value;
} colline_property;

/* What surrounds a statement that ran.  Texts that are not known are NULL. */
typedef struct colline_event_context {
    size_t size;           /* sizeof(colline_event_context): COLLINE_EVENT_CONTEXT_INIT */
    const char *query_id;
    const char *session_id;
    const char *user;
    const char *client;    /* the client's address */
    const char *catalog;   /* that names without one mean */
    const char *database;
    const char *state;     /* the engine's word for how it ended: "OK", "FAILED" ... */
    int64_t time_ms;       /* when it started, in milliseconds since 1970; 0: not known */
    int64_t duration_ms;   /* negative: not known */
    const colline_property *properties; /* free; secrets in them are removed before a sink sees them */
    size_t property_count;
} colline_event_context;

#define COLLINE_EVENT_CONTEXT_INIT                                                                           \
    {                                                                                                        \
        sizeof(colline_event_context), NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, -1, NULL, 0              \
    }

/* What a sink is given; it lives until the call returns. */
typedef struct colline_event {
    uint64_t number; /* 1, 2, 3 ... in the order of publishing; 0 for colline_bus_wants() */
    const colline_event_context *context;
    colline_text sql;
    int extracted;   /* 0: the filter is asked before the lineage is found; all below is empty */
    colline_statement_kind kind; /* of the first statement, where the text is a script */
    colline_outcome outcome;
    uint64_t fingerprint;
    colline_text lineage; /* a JSON object a statement, a line each (docs/json.md) */
} colline_event;

/* Who takes events.  `deliver` is called by one thread of the sink's own, in order; non-zero says that it failed, which
 * is counted.  `filter` may be NULL (all events are wanted); it is asked twice, before the lineage is found and before
 * delivery, by threads of the bus and of the publishers at the same time, and answers at once: 0 passes the event by; it
 * adds and removes no sinks.  `close` (or NULL) is called once, when nothing will be asked or delivered any more. */
typedef struct colline_sink {
    size_t size; /* sizeof(colline_sink) */
    const char *name;
    int (*filter)(void *user, const colline_event *event);
    int (*deliver)(void *user, const colline_event *event);
    void (*close)(void *user);
    void *user;
} colline_sink;

typedef struct colline_bus_options {
    size_t size;                     /* sizeof(colline_bus_options): COLLINE_BUS_OPTIONS_INIT */
    const colline_options *analysis; /* how texts are read; copied; its allocator is used by several threads; NULL: defaults */
    colline_format format;           /* of the lineage: COLLINE_FORMAT_JSON, or another that is JSON */
    uint32_t queue_events;           /* that wait for the bus, and for each sink, at most; 0: 1024 */
    uint64_t queue_bytes;            /* that they hold at most; 0: 64 MiB */
} colline_bus_options;

#define COLLINE_BUS_OPTIONS_INIT { sizeof(colline_bus_options), NULL, COLLINE_FORMAT_JSON, 0, 0 }

typedef struct colline_bus_counts {
    size_t size;        /* sizeof(colline_bus_counts), set by the caller */
    uint64_t published; /* taken into the queue */
    uint64_t dropped;   /* not taken: the queue was full, or there was no memory; of a sink: its own queue */
    uint64_t skipped;   /* that no filter (of a sink: its filter) wanted */
    uint64_t delivered; /* of the bus: the sum over all sinks that are there */
    uint64_t failed;    /* deliveries that said so; of the bus, also texts that could not be analysed */
    uint64_t backlog;   /* that wait now */
} colline_bus_counts;

/* Start a bus with its worker.  `catalog` may be NULL, and is retained; `options` may be NULL.  A process that forks
 * opens its bus behind the fork. */
COLLINE_API colline_status colline_bus_open(colline_catalog *catalog, const colline_bus_options *options,
                                            colline_bus **bus);

/* Register a sink under its name.  COLLINE_E_MISUSE where the name is taken or nothing would be delivered, COLLINE_E_LIMIT
 * where there are 64. */
COLLINE_API colline_status colline_bus_add_sink(colline_bus *bus, const colline_sink *sink);
/* Take the sink out; what waits for it is dropped, a delivery under way ends first (unless the sink itself calls).  1
 * where there was one. */
COLLINE_API int colline_bus_remove_sink(colline_bus *bus, const char *name);

/* Whether some sink wants events of this context: asked before a caller does work for one.  The filters see neither
 * text nor properties.  0 for a bus without sinks. */
COLLINE_API int colline_bus_wants(colline_bus *bus, const colline_event_context *context);

/* Publish a text that ran; the worker finds its lineage.  Never blocks, and never fails: 1 where it was taken, 0 where
 * it was dropped (and counted).  All is copied.  From any thread. */
COLLINE_API int colline_bus_publish(colline_bus *bus, const colline_event_context *context, const char *sql,
                                    size_t length);
/* The same for a statement whose lineage the caller has found: it is written in the bus's format now. */
COLLINE_API int colline_bus_publish_statement(colline_bus *bus, const colline_event_context *context,
                                              const colline_statement *statement);

/* The counts of the bus, or of one sink by name.  0 where there is none of that name. */
COLLINE_API int colline_bus_count(colline_bus *bus, const char *sink, colline_bus_counts *counts);

/* Wait until all that was published is delivered, for timeout_ms at most; 1 where it is. */
COLLINE_API int colline_bus_flush(colline_bus *bus, uint32_t timeout_ms);

/* Deliver what waits, for timeout_ms at most, and free the bus; how many events (for a sink each) were lost.  A sink that
 * does not come back is left behind with its thread; what it uses is freed when it does.  NULL is accepted. */
COLLINE_API uint64_t colline_bus_close(colline_bus *bus, uint32_t timeout_ms);

/* ---- Sinks that are loaded: a shared object that exports colline_sink_plugin_entry() ------------------ */

#define COLLINE_SINK_PLUGIN_VERSION 1

/* Fill in *sink (its size is set; its name may be a default) from the configuration, which is the plugin's own affair
 * and may be NULL; non-zero: it cannot be opened. */
typedef int (*colline_sink_open_fn)(const char *configuration, colline_sink *sink);

typedef struct colline_sink_plugin {
    uint32_t version; /* COLLINE_SINK_PLUGIN_VERSION that it was compiled with */
    uint32_t reserved;
    colline_sink_open_fn open;
} colline_sink_plugin;

/* What a plugin exports under the name "colline_sink_plugin_entry"; NULL: it does not work with a host of that version. */
typedef const colline_sink_plugin *(*colline_sink_plugin_entry_fn)(uint32_t host_version);

/* Load a plugin and add its sink, under `name` if that is not NULL.  *problem (if not NULL) is set to why it failed, a
 * text of the bus that lives until the next call of this function, or NULL. */
COLLINE_API colline_status colline_bus_load_sink(colline_bus *bus, const char *file, const char *name,
                                                 const char *configuration, const char **problem);

/* ---- Names ------------------------------------------------------------------------------------------- */

/* 1 and *dialect set when `name` ("impala", "postgresql", any letter case) is a dialect; else 0. */
COLLINE_API int colline_dialect_by_name(const char *name, colline_dialect *dialect);
/* NULL where the number is none of the enumeration's, in each of these. */
COLLINE_API const char *colline_dialect_name(colline_dialect dialect);
COLLINE_API const char *colline_edge_kind_name(colline_edge_kind kind);
COLLINE_API const char *colline_statement_kind_name(colline_statement_kind kind);
COLLINE_API const char *colline_outcome_name(colline_outcome outcome);
COLLINE_API const char *colline_operation_name(colline_operation operation);
COLLINE_API const char *colline_quality_name(colline_quality quality);
COLLINE_API const char *colline_severity_name(colline_severity severity);
COLLINE_API const char *colline_table_kind_name(colline_table_kind kind);
COLLINE_API const char *colline_function_kind_name(colline_function_kind kind);
COLLINE_API const char *colline_format_name(colline_format format);
/* 1 and *format set when `name` ("json", "mermaid") is a form; else 0. */
COLLINE_API int colline_format_by_name(const char *name, colline_format *format);
/* The codes of diagnostics, one by one: the word, and in *meaning (if not NULL) what it means; NULL behind the last. */
COLLINE_API const char *colline_diagnostic_code(size_t index, const char **meaning);
COLLINE_API const char *colline_status_text(colline_status status);
/* "0.1.0", and the number in the soname, of the library that is running. */
COLLINE_API const char *colline_version(void);
COLLINE_API int colline_abi_version(void);
/* The key under which the analysis of a text may be kept and used again.  In sessions of these options, and of one
 * state (see colline_session_changes()) over the same catalog, texts of one key have the same lineage, but for literals
 * within expressions and for positions.  Finer than the fingerprint: literals count where a name, an ordinal, a
 * partition or an executed string depends on them.  `options` (NULL: the defaults) is part of the key: dialect,
 * default_db, flags and limits.  `seed` makes keys that those who write the SQL cannot foresee.  0 for NULL. */
COLLINE_API uint64_t colline_cache_key(const colline_options *options, const char *sql, size_t length, uint64_t seed);
/* The same, and which places of the text the key does not depend on: literals, comments, what surrounds the statements.  They
 * are written to left_out in order, as far as `capacity` goes; *count (if not NULL): how many there are.  A text that differs
 * there alone, and has the same tokens, has the same key: those who see such texts often need not ask for each. */
COLLINE_API uint64_t colline_cache_key_spans(const colline_options *options, const char *sql, size_t length, uint64_t seed,
                                             colline_span *left_out, size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
