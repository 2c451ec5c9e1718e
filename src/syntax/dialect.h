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
    CLN_FEATURE_REGEX_COLUMNS = 1u << 27,  /* the same bit, as only Hive has either: SELECT `a.*` is every column that matches */
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
    CLN_SCRIPT_CONTROL = 1u << 12,         /* IF, LOOP, WHILE, FOR, CASE stand outside of blocks, too (BigQuery, HPL/SQL) */
    CLN_SCRIPT_AT = 1u << 13,              /* @ at the end of a line ends a statement (Db2) */
    /* those for which a token may separate statements that is no semicolon */
    CLN_SCRIPT_OF_SEPARATORS = CLN_SCRIPT_NO_SEMICOLON | CLN_SCRIPT_SLASH | CLN_SCRIPT_AT,
    /* those for which a token is looked at twice */
    CLN_SCRIPT_OF_TOKENS = CLN_SCRIPT_NO_SEMICOLON | CLN_SCRIPT_DECLARES_FIRST | CLN_SCRIPT_ATTRIBUTES | CLN_SCRIPT_BARE_VALUES | CLN_SCRIPT_VALUE_CTES
} cln_script_flag;

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
} cln_dialect;

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
