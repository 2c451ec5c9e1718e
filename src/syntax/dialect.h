/*
 * dialect.h -- a dialect is data.
 *
 *     SELECT "a" FROM t     a column in PostgreSQL, a string in Impala: CLN_DQ_STRING
 *
 * dialects.def describes each dialect once; the lexer, the parser driver and the resolver ask for bits, never for a
 * dialect by name.  A keyword's class in each dialect stands in grammar/keywords.def.
 */
#ifndef CLN_SYNTAX_DIALECT_H
#define CLN_SYNTAX_DIALECT_H

#include "base/text.h"

/* What the lexer asks, and the driver of a single token. */
typedef enum cln_lex_flag {
    CLN_LEX_BACKTICK_NAME = 1u << 0,    /* `a b` is a name */
    CLN_LEX_DQ_STRING = 1u << 1,        /* "x" is a string, not a name */
    CLN_LEX_BRACKET_NAME = 1u << 2,     /* [a b] is a name */
    CLN_LEX_BACKSLASH = 1u << 3,        /* '\'' : backslash escapes in strings */
    CLN_LEX_HASH_COMMENT = 1u << 4,     /* # to the end of the line */
    CLN_LEX_SLASH_COMMENT = 1u << 5,    /* // to the end of the line */
    CLN_LEX_NESTED_COMMENT = 1u << 6,   /* block comments nest */
    CLN_LEX_DASH_SPACE = 1u << 7,       /* -- needs a space behind it (MySQL) */
    CLN_LEX_DOLLAR_STRING = 1u << 8,    /* $$x$$, $tag$x$tag$ */
    CLN_LEX_TRIPLE_QUOTE = 1u << 9,     /* '''x''' and r'...', b'...' (BigQuery) */
    CLN_LEX_HASH_NAME = 1u << 10,       /* #t, ##t start names (T-SQL) */
    CLN_LEX_AT_NAME = 1u << 11,         /* @x, @@x: variables */
    CLN_LEX_DIGIT_NAME = 1u << 12,      /* 1a is a name (Hive, Impala, MySQL) */
    CLN_LEX_NUMBER_SUFFIX = 1u << 13,   /* 1L, 2Y, 3.0BD (Hive, Spark) */
    CLN_LEX_Q_STRING = 1u << 14,        /* q'[x]' (Oracle) */
    CLN_LEX_EXECUTABLE_COMMENT = 1u << 15, /* MySQL's version comments hold SQL */
    CLN_LEX_TEMPLATE = 1u << 16,        /* ${x}, {{ x }}, {% x %}, :x, ?, %(x)s -- set from the options, too */
    CLN_LEX_ESCAPE_STRING = 1u << 17,   /* E'x\n' (PostgreSQL) */
    CLN_LEX_RAW_STRING = 1u << 18,      /* r'\x' (BigQuery, Spark) */
    CLN_LEX_OPERATORS = 1u << 19,       /* PostgreSQL's many: @> <@ ~* #> ?| and #1 (DuckDB) */
    CLN_LEX_LINE_HINT = 1u << 20,       /* -- +x and, with spaces, a block comment with + are hints (Impala) */
    CLN_LEX_STAGE = 1u << 21,           /* @stage/path is one parameter (Snowflake) */
    CLN_LEX_BRACE_PARAM = 1u << 22,     /* {x:UInt8} (ClickHouse) */
    CLN_LEX_FLOAT_SUFFIX = 1u << 23,    /* 1D, 2.5F (Hive, Spark, Oracle) */
    CLN_LEX_PSQL = 1u << 24,            /* \gset ends a statement (PostgreSQL's shell) */
    /* What the driver asks when it looks at a token twice. */
    CLN_LEX_INTERVAL_SUM = 1u << 25,    /* INTERVAL a + b DAY: a unit ends every interval (MySQL, BigQuery) */
    CLN_LEX_IS_ANY = 1u << 26,          /* a IS b compares (SQLite) */
    CLN_LEX_EMPTY_SELECT = 1u << 27,    /* SELECT FROM t (PostgreSQL) */
    CLN_LEX_ANY_ALIAS = 1u << 28,       /* SELECT a AS select */
    CLN_LEX_STRING_NAME = 1u << 29,     /* 't'.'a' is a column (SQLite) */
    CLN_LEX_USING_NAMES = 1u << 30      /* JOIN u USING a, b (ClickHouse) */
} cln_lex_flag;

/* What the parser and the resolver ask. */
typedef enum cln_feature {
    CLN_FEATURE_CATALOGS = 1u << 0,        /* catalogs above schemas: default_db may extend a two-part name */
    CLN_FEATURE_LATERAL_ALIAS = 1u << 1,   /* a select item may use an earlier item's alias; a real column wins */
    CLN_FEATURE_ALIAS_IN_WHERE = 1u << 2,  /* WHERE may use a select alias */
    CLN_FEATURE_ALIAS_FIRST = 1u << 3,     /* in GROUP BY and HAVING a select alias wins over a column and over a key */
    CLN_FEATURE_COLLECTION_REFS = 1u << 4, /* FROM t, t.arr a (Impala) */
    CLN_FEATURE_KEYWORD_AFTER_DOT = 1u << 5, /* t.select is a name */
    CLN_FEATURE_ALIAS_IN_GROUP = 1u << 6,  /* GROUP BY may use a select alias */
    CLN_FEATURE_ALIAS_IN_HAVING = 1u << 7,   /* HAVING may use a select alias */
    CLN_FEATURE_READS_TARGET = 1u << 8,    /* UPDATE, DELETE and MERGE always name the target as a source (Hive) */
    CLN_FEATURE_STRING_ALIAS = 1u << 9,    /* SELECT a 'b', AS "b" */
    CLN_FEATURE_QUOTED_PATH = 1u << 10,    /* `project.dataset.table` is three names (BigQuery) */
    CLN_FEATURE_EQUALS_ALIAS = 1u << 11,   /* SELECT total = a * b names the column (T-SQL) */
    CLN_FEATURE_JOIN_NEEDS_ON = 1u << 12,  /* a JOIN b without ON is an error */
    CLN_FEATURE_JSON_ARROW = 1u << 13,     /* a -> b reaches into JSON; else it is a lambda where b is no literal */
    CLN_FEATURE_JSON_COLON = 1u << 14,     /* a:b.c reaches into JSON (Snowflake, Databricks) */
    CLN_FEATURE_OFFSET_FIRST = 1u << 15,   /* OFFSET may stand without or before LIMIT */
    CLN_FEATURE_IMPLICIT_RECURSION = 1u << 17, /* WITH r AS (... r ...) recurs without RECURSIVE */
    CLN_FEATURE_GENERATORS = 1u << 18,     /* explode(a) among the items may be several columns (Hive, Spark) */
    CLN_FEATURE_SORT_BARE_ALIAS = 1u << 20, /* ORDER BY a means an alias, ORDER BY a + 1 a column first (PostgreSQL, MySQL) */
    CLN_FEATURE_CREATE_BY_NAME = 1u << 21, /* CREATE TABLE t (x INT) SELECT y: the columns of both, by name (MySQL) */
    CLN_FEATURE_HIVE_RESULT_NAMES = 1u << 27, /* result columns of one name are qualified; a grouped star's are _colN (Hive) */
    CLN_FEATURE_OUTER_MARK = 1u << 28,     /* WHERE a = b (+) is an outer join (Oracle) */
    CLN_FEATURE_HASH_TEMPORARY = 1u << 19, /* #t is a temporary table (T-SQL) */
    CLN_FEATURE_BARE_INTERVAL = 1u << 16,  /* 1 DAY, (x) DAYS without INTERVAL (Hive) */
    CLN_FEATURE_OFFSET_ALONE = 1u << 25,   /* OFFSET may stand without LIMIT, but not before it */
    CLN_FEATURE_NESTED_VALUES = 1u << 22,  /* VALUES ((1, 2), (3, 4)) is two rows (Impala) */
    CLN_FEATURE_TRAILING_COMMA = 1u << 23, /* SELECT a, FROM t */
    CLN_FEATURE_KNOWN_CLAUSES = 1u << 24,  /* the grammar knows every clause of CREATE: an unknown one is an error */
    CLN_FEATURE_DELETE_FROM = 1u << 26,    /* DELETE needs FROM */
    CLN_FEATURE_BARE_FROM = 1u << 29,      /* FROM t is a query (DuckDB, BigQuery) */
    CLN_FEATURE_ARRAY_REFS = 1u << 30      /* FROM t, t.arr a: the elements of a column (BigQuery, Redshift) */
} cln_feature;

/* What the token loop asks: how statements are separated, and what else stands in scripts. */
typedef enum cln_script_flag {
    CLN_SCRIPT_NO_SEMICOLON = 1u << 0,     /* the next statement's first word may end a statement; GO ends a batch (T-SQL) */
    CLN_SCRIPT_SLASH = 1u << 1,            /* a line that holds only / ends a statement (Oracle) */
    CLN_SCRIPT_DECLARES_FIRST = 1u << 2,   /* CREATE PROCEDURE p IS v INT; BEGIN ... (Oracle) */
    CLN_SCRIPT_DOT_COMMANDS = 1u << 3,     /* .LOGON x: a line for the client (Teradata) */
    CLN_SCRIPT_ATTRIBUTES = 1u << 4,       /* a (FORMAT 'x'), a (INTEGER), and DATE as a value (Teradata) */
    CLN_SCRIPT_BARE_VALUES = 1u << 5,      /* VALUES a + 1, DEFAULT: rows without parentheses; WITH UR (Db2) */
    CLN_SCRIPT_VALUE_CTES = 1u << 6,       /* WITH a + 1 AS x: a name for an expression; (a + 1 AS x) * 2, too (ClickHouse) */
    CLN_SCRIPT_DECLARE_SECTION = 1u << 7,  /* DECLARE v INT; c CURSOR FOR SELECT ...; BEGIN (PL/pgSQL, Snowflake) */
    CLN_SCRIPT_INTO_VARIABLES = 1u << 8,   /* SELECT a INTO v never makes a table */
    CLN_SCRIPT_VARIABLES_FIRST = 1u << 9,  /* a variable goes before a column of its name (MySQL) */
    CLN_SCRIPT_SET_VARIABLES = 1u << 10,   /* SET v = 1 is for a variable outside of routines, too (BigQuery, Snowflake) */
    CLN_SCRIPT_DELIMITER = 1u << 11,       /* DELIMITER $$: a line for the client; the body of a routine follows its head without AS (MySQL) */
    CLN_SCRIPT_CONTROL = 1u << 12,         /* IF, LOOP, WHILE, FOR, CASE stand outside of blocks, too (BigQuery, HPL/SQL, MariaDB) */
    CLN_SCRIPT_AT = 1u << 13,              /* @ at the end of a line ends a statement (Db2) */
    /* those for which a token may separate statements that is no semicolon */
    CLN_SCRIPT_OF_SEPARATORS = CLN_SCRIPT_NO_SEMICOLON | CLN_SCRIPT_SLASH | CLN_SCRIPT_AT,
    /* those for which a token is looked at twice */
    CLN_SCRIPT_OF_TOKENS = CLN_SCRIPT_NO_SEMICOLON | CLN_SCRIPT_DECLARES_FIRST | CLN_SCRIPT_ATTRIBUTES | CLN_SCRIPT_BARE_VALUES | CLN_SCRIPT_VALUE_CTES
} cln_script_flag;

/* What the driver and the builders of the tree ask where few engines differ. */
typedef enum cln_syntax {
    CLN_SYNTAX_STAR_VALUE = 1u << 0,       /* f((t.*)), t.*::text: a row's star is a value */
    CLN_SYNTAX_STRING_AS = 1u << 1,        /* SELECT a AS 'b' */
    CLN_SYNTAX_STRING_LINES = 1u << 2,     /* 'a' and, on a line of its own, 'b' are one string (PostgreSQL) */
    CLN_SYNTAX_NATURAL_ON = 1u << 3,       /* a NATURAL JOIN b ON x (Vertica) */
    CLN_SYNTAX_KEPT_COLUMNS = 1u << 4,     /* a INT MATERIALIZED x, ALIAS x: a column outside of * (ClickHouse); elsewhere INVISIBLE and HIDDEN say so */
    CLN_SYNTAX_SQL_BODY = 1u << 5,         /* CREATE FUNCTION f ... AS 'SELECT 1' is SQL where no language is named (Snowflake) */
    CLN_SYNTAX_EXECUTE_VALUE = 1u << 6,    /* EXECUTE v in a block runs the text that v holds (PL/pgSQL, HPL/SQL) */
    CLN_SYNTAX_RENAME_OBJECT = 1u << 7,    /* RENAME OBJECT a TO b (Synapse) */
    CLN_SYNTAX_CASE_STATEMENT = 1u << 8,   /* CASE a WHEN 1 THEN x := 1; END: a statement that END alone may close (Snowflake) */
    CLN_SYNTAX_MACRO_NAME = 1u << 9,       /* CREATE MACRO f: a reserved word is no name for it (Hive) */
    CLN_SYNTAX_TABLE_ORDER = 1u << 10,     /* f (t ORDER BY a): functions take tables in an order */
    CLN_SYNTAX_INTO_QUERY = 1u << 11,      /* INSERT INTO (SELECT a FROM t) (Oracle) */
    CLN_SYNTAX_VALUES_CALL = 1u << 12,     /* IF (VALUES(a) > 1, ...): the value that an INSERT had (MySQL) */
    CLN_SYNTAX_WITH_VALUE = 1u << 13,      /* WITH (a AS 1, a + 1) is a value (BigQuery) */
    CLN_SYNTAX_IMPORT_RELATION = 1u << 14, /* FROM (IMPORT INTO (a INT) FROM ...) (Exasol) */
    CLN_SYNTAX_MATCH_EVENTS = 1u << 15,    /* FROM t MATCH (...): rows that go together (Vertica) */
    CLN_SYNTAX_LAMBDA_TYPES = 1u << 16,    /* x INT -> x + 1 (Snowflake) */
    CLN_SYNTAX_FLOW = 1u << 17,            /* SHOW TABLES ->> SELECT * FROM $1 (Snowflake) */
    CLN_SYNTAX_GLOBAL_TEMP = 1u << 18,     /* CREATE GLOBAL TEMPORARY VIEW v makes global_temp.v (Spark) */
    CLN_SYNTAX_COMMA_ON = 1u << 19         /* FROM a, b ON x: the comma joins like CROSS JOIN (SQLite) */
} cln_syntax;

/* What the catalog, the resolver and the lineage ask where few engines differ. */
typedef enum cln_rule {
    CLN_RULE_GENERATED_PASSED = 1u << 0,   /* an INSERT without a list passes over computed columns */
    CLN_RULE_IDENTITY_PASSED = 1u << 1,    /* ... and over IDENTITY (T-SQL) */
    CLN_RULE_HAVING_COLUMNS = 1u << 2,     /* HAVING may use any column, which goes before an alias (SQLite) */
    CLN_RULE_WINDOW_KEYS = 1u << 3,        /* SELECT window.start FROM t GROUP BY window (ts, '1 hour') (Spark) */
    CLN_RULE_CALL_NAME = 1u << 4,          /* SELECT json_each.value FROM t, json_each (t.j): a function goes by its own name */
    CLN_RULE_CALL_COLUMN = 1u << 5,        /* FROM unnest (a), generate_series (1, 3): the column is called like the function */
    CLN_RULE_ALIAS_COLUMN = 1u << 6,       /* FROM f (x) AS a: the alias names the function's column, too */
    CLN_RULE_SERIES_VALUE = 1u << 7,       /* FROM generate_series (1, 3), range (3): the column is `value` or `id` */
    CLN_RULE_UNNEST_FIELDS = 1u << 8,      /* FROM UNNEST (rows) AS u (a, b): a column for each field (Trino) */
    CLN_RULE_TABLE_PASSED = 1u << 9,       /* FROM ML.PREDICT (MODEL m, (SELECT ...)), VECTOR_SEARCH (TABLE t, ...): the columns of the tables are its columns (BigQuery) */
    CLN_RULE_FORMAT_WORDS = 1u << 10,      /* FROM url ('http://x', CSV): a word among the arguments is no column (ClickHouse) */
    CLN_RULE_SLICES = 1u << 11,            /* TIMESERIES s AS '1 minute' OVER (...), EXPAND ON p AS s: a name for the slice (Vertica, Teradata) */
    CLN_RULE_RIGHT_FIRST = 1u << 12,       /* t RIGHT JOIN u USING (k): * has the columns of u first (MySQL) */
    CLN_RULE_MERGED_STAY = 1u << 13,       /* JOIN u USING (k): in * k stays where the first table has it */
    CLN_RULE_LOCAL_ITEMS = 1u << 14,       /* local.a is the select item a (Exasol) */
    CLN_RULE_SCALAR_MAX = 1u << 15,        /* MAX (a, b) is the greater of two values (SQLite) */
    CLN_RULE_XML_METHODS = 1u << 16,       /* a.value ('/x', 'INT'): a method of XML (T-SQL) */
    CLN_RULE_FIELD_PATHS = 1u << 17,       /* a.f.g: a name goes on into fields of the column a */
    CLN_RULE_PARTITION_NAMES = 1u << 18,   /* INSERT INTO t PARTITION (p): p is a partition, no column */
    CLN_RULE_DELETE_BESIDE = 1u << 19,     /* DELETE g FROM u WHERE g.p = u.id: the target stands beside what FROM names (T-SQL, Teradata) */
    CLN_RULE_RENAME_HOME = 1u << 20,       /* ALTER TABLE s.t RENAME TO u: u is of the database in use, not of s */
    CLN_RULE_DATABASE_IS_CATALOG = 1u << 21, /* DROP DATABASE d, USE DATABASE d: a database holds schemas; elsewhere it is one by another name (Spark) */
    CLN_RULE_USE_CATALOG = 1u << 22,       /* USE x means a database with schemas (Snowflake, T-SQL, Redshift) */
    CLN_RULE_SEARCH_PATH = 1u << 23,       /* SET search_path TO s, u; SET SCHEMA s (PostgreSQL) */
    CLN_RULE_SET_SCHEMA = 1u << 24,        /* SET SCHEMA s, without a search path */
    CLN_RULE_SET_DATASET = 1u << 25,       /* SET @@dataset_id = 's' (BigQuery) */
    CLN_RULE_SET_CATALOG = 1u << 26,       /* SET CATALOG c */
    CLN_RULE_OPEN_SCHEMA = 1u << 27,       /* OPEN SCHEMA s (Exasol) */
    CLN_RULE_REGEX_COLUMNS = 1u << 28,     /* SELECT `a.*` is every column that matches (Hive) */
    CLN_RULE_COLUMN_WORDS = 1u << 29,      /* ALTER TABLE t ALTER b SET INVISIBLE, MODIFY b DEFAULT 1 FIRST: what no type stands in front of */
    CLN_RULE_SHOWN_LAST = 1u << 30         /* a column that is made VISIBLE is the last one from then on (Oracle) */
} cln_rule;

/* Which engine's grammar statements are held to: what only other engines have is an error (syntax/strict.def). */
typedef enum cln_strictness {
    CLN_LENIENT, CLN_STRICT_IMPALA, CLN_STRICT_HIVE, CLN_STRICT_POSTGRES, CLN_STRICT_MYSQL, CLN_STRICT_ORACLE, CLN_STRICT_TSQL
} cln_strictness;

typedef enum cln_fold { CLN_FOLD_LOWER, CLN_FOLD_UPPER, CLN_FOLD_NONE } cln_fold;

/* Whose name it is: some dialects fold tables and columns apart. */
typedef enum cln_name_role { CLN_ROLE_TABLE, CLN_ROLE_COLUMN } cln_name_role;

/* How names of tables and databases compare: as the dialect says, or as the options do. */
typedef enum cln_table_case { CLN_TABLES_NATURAL, CLN_TABLES_EXACT, CLN_TABLES_LOWER, CLN_TABLES_ANY_CASE } cln_table_case;

typedef struct cln_dialect {
    colline_dialect id;
    const char *name;
    const char *aliases;      /* "postgresql,pg" */
    uint32_t lex;             /* cln_lex_flag */
    uint32_t features;        /* cln_feature */
    const char *title;        /* "Apache Impala" */
    cln_fold fold;            /* of unquoted names */
    cln_fold fold_columns;    /* the same for columns, which Doris folds though it keeps tables as they stand */
    cln_fold fold_quoted;     /* of quoted names: NONE where they keep their case and are compared exactly */
    bool ignore_case;         /* names compare without case, though they keep their spelling (T-SQL, MySQL columns ...) */
    cln_table_case tables;
    uint32_t script;          /* cln_script_flag */
    uint32_t syntax;          /* cln_syntax */
    uint32_t rules;           /* cln_rule */
    cln_strictness strict;
} cln_dialect;

/* Any of these cln_syntax, of these cln_rule. */
static inline bool cln_has_syntax(const cln_dialect *dialect, uint32_t syntax)
{
    return (dialect->syntax & syntax) != 0;
}

static inline bool cln_has_rule(const cln_dialect *dialect, uint32_t rule)
{
    return (dialect->rules & rule) != 0;
}

/* Never NULL; a number that is no dialect gives `generic`. */
const cln_dialect *cln_dialect_of(colline_dialect id);
/* The dialect as a server of that configuration speaks it: COLLINE_TABLES_* of colline_option. */
cln_dialect cln_dialect_configured(const cln_dialect *dialect, uint32_t options);
/* By name or alias, in any case; NULL: no such dialect. */
const cln_dialect *cln_dialect_named(colline_text name);

/* A name as it is compared and printed: "Ab" unquoted is ab in Impala, AB in Oracle. */
colline_text cln_fold_name(cln_arena *arena, const cln_dialect *dialect, colline_text name, bool quoted, cln_name_role role);
/* Whether printing needs quotes around an (already folded) name part. */
bool cln_name_needs_quotes(const cln_dialect *dialect, colline_text name);

#endif
