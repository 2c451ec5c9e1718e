/*
** sql.y -- one grammar for all dialects.
**
** A rule's action is one constructor call (src/syntax/ast_build.h); the span of what it makes is the rule's text, known to
** the driver.  Words that may be names are told apart by the driver (grammar/driver.c), so that the grammar needs to
** know only the places where they are keywords.  No conflicts; what precedence settles is in NOTES.md.
**
** Levels: an expression's operators are layers of rules, loosest first, so that no precedence is declared for them.
*/
%include {
#include <assert.h>
#include <string.h>
#include "syntax/ast_build.h"
#include "syntax/strict.h"
#include "syntax/split.h"
}
%token_type {cln_token}
%default_type {cln_node *}
%start_symbol input

/* Made by the driver alone: keep these last. */
%token WORD.             /* a keyword that stands as a name, but not as an alias without AS */
%token TYPE_WORD.        /* a reserved word that names a type */
%token LAMBDA_ARROW.     /* -> of x -> x + 1 */
%token PATH_COLON.       /* : of src:name */
%token ON_CONFLICT.      /* ON of ON CONFLICT, ON DUPLICATE KEY */
%token WITH_GROUPING.    /* WITH of WITH ROLLUP, CUBE, TOTALS */
%token WITH_ORDINALITY.  /* WITH of WITH ORDINALITY, WITH OFFSET */
%token WITH_TIME.        /* WITH, WITHOUT of WITH TIME ZONE */
%token WITH_LP.          /* WITH of WITH (...) */
%token WITH_TIES.
%token IGNORE_INDEX.     /* IGNORE of IGNORE INDEX */
%token STAR_EXCEPT.      /* EXCEPT of * EXCEPT (a) */
%token STAR_REPLACE.     /* REPLACE of * REPLACE (x AS a) */
%token GLOBAL_IN.        /* GLOBAL of GLOBAL IN, GLOBAL NOT IN */
%token WITH_SERDE.       /* WITH of WITH SERDEPROPERTIES */
%token BARE_UNIT.        /* DAYS of 30 DAYS, without INTERVAL */
%token FOR_TRAVEL.       /* FOR of FOR SYSTEM_TIME AS OF */
%token CLAUSE.           /* a clause of CREATE that no rule knows, up to AS or the end */
%token COLUMN_CLAUSE.    /* an option of a column that no rule knows, up to ',' or ')' */
%token CALL_CLAUSE.      /* what follows a call's arguments and no rule knows, up to ')' */
%token REST.             /* stands for all that is left, where a rule wants to read no further */
%token START_TYPE.       /* in front of a lone type */
%token TYPE_NAME.        /* timestamptz of timestamptz '2024-01-01' */
%token SIZED_TYPE.       /* TIMESTAMP of TIMESTAMP(3) '2024-01-01 00:00:00' */
%token UNIT_ARGUMENT.    /* SECOND of TIMESTAMPDIFF(SECOND, a, b) where it is reserved */
%token INTERVAL_SUM.     /* INTERVAL of INTERVAL a + b DAY */
%token IS_ANY.           /* IS of a IS b (SQLite) */
%token JSON_KIND.        /* OBJECT of x IS JSON OBJECT */
%token WITH_UNIQUE.      /* WITH, WITHOUT of IS JSON WITH UNIQUE KEYS */
%token NO_ITEMS.         /* between SELECT and FROM (PostgreSQL) */
%token USING_SAMPLE.     /* USING of USING SAMPLE 10% */
%token PIPE_INTO.        /* |> */
%token HYPHEN_PART.      /* 1b of my-1b.d.t */
%token USING_NAMES.      /* USING of USING a, b (ClickHouse) */
%token ROW_TYPE.         /* ROW of ROW<a INT> (Flink) */
%token SET_LEFT.         /* LEFT, FULL, INNER of LEFT UNION ALL BY NAME (BigQuery) */
%token SET_FULL.
%token SET_INNER.
%token PIVOT_FIRST.      /* PIVOT, UNPIVOT where a query starts with it (DuckDB) */
%token UNPIVOT_FIRST.
%token MATCH_CLAUSE.     /* ONE ROW PER MATCH ... PATTERN (...), up to DEFINE */
%token ITEMS_EXCLUDE.    /* EXCLUDE of SELECT *, a EXCLUDE (b) */
%token FROM_FIRST.       /* FROM where a query starts with it and needs no SELECT */
%token INTO_FILE.        /* INTO of FROM t INTO OUTFILE 'x', INTO @x */
%token CTE_VALUE.        /* in front of an expression in WITH a + 1 AS x (ClickHouse) */
%token INNER_AS.         /* AS of (a + 1 AS x) * 2 (ClickHouse) */
%token TERNARY.          /* ? of a ? b : c (ClickHouse) */
%token INTO_QUERY.       /* INTO of INSERT INTO (SELECT ...) (Oracle) */
%token ON_FILEGROUP.     /* ON [primary] of SELECT a INTO t ON [primary] (T-SQL) */
%token RETURNING_WITH.   /* RETURNING of RETURNING WITH (OLD AS o) */
%token WITH_FILL.        /* WITH of ORDER BY a WITH FILL */
%token WITH_ISOLATION.   /* WITH of WITH UR (Db2) */
%token VALUES_BARE.      /* VALUES of VALUES a + 1, DEFAULT (Db2) */
%token USING_PARAMETERS. /* USING of f(a USING PARAMETERS p = 1) (Vertica) */
%token NOT_CASESPECIFIC. /* NOT of VARCHAR(9) NOT CASESPECIFIC (Teradata) */
%token ATTRIBUTES.       /* (FORMAT 'x'), (INTEGER), (NAMED n) behind an expression (Teradata) */
%token TUPLE_ELEMENT.          /* 1 of t.1 (ClickHouse) */
%token TIME_ZONE.        /* TIME of EXTRACT(TIME ZONE FROM x) */
%token LANGUAGE_ARGUMENT. /* LANGUAGE of CONTAINSTABLE(t, a, 'x', LANGUAGE 'English') (T-SQL) */
%token ARGUMENT_ORDER.   /* DESC of RANK(a DESC) (Teradata) */
%token NO_CASE.          /* NO of CASE_N(a < 1, NO CASE) (Teradata) */
%token BRANCH_SETTINGS.  /* SETTINGS in front of UNION (ClickHouse) */
%token JOIN_METHOD.      /* HASH of INNER HASH JOIN (T-SQL) */
%token FOR_READ.         /* FOR of FOR READ ONLY (Db2) */
%token SELECT_NORMALIZED. /* NORMALIZE of SELECT NORMALIZE (Teradata) */
%token UPDATE_FROM.      /* FROM of UPDATE t FROM s SET (Teradata) */
%token ELSE_INSERT.      /* ELSE of UPDATE t SET a = 1 WHERE k = 2 ELSE INSERT INTO t (k, a) VALUES (2, 1) (Teradata) */
%token TABLE_HINTS.      /* WITH (NOLOCK, INDEX (i)) behind a table (T-SQL) */
%token QUERY_HINTS.      /* OPTION (HASH JOIN, MAXDOP 2) (T-SQL) */
%token WITH_SCHEMA.      /* WITH of OPENJSON(x) WITH (a INT '$.a') (T-SQL) */
%token FOR_DOCUMENT.     /* FOR XML PATH ('r'), TYPE; FOR JSON AUTO (T-SQL) */
%token OPEN_CALL.        /* OPENQUERY (server, 'SELECT ...') where a table is written (T-SQL) */
%token EXEC_CALL.        /* EXEC p @a, 1 of INSERT INTO t EXEC p (T-SQL) */
%token MATCH_EVENTS.     /* MATCH of FROM t MATCH (PARTITION BY a ...) (Vertica) */
%token IN_PARTITION.     /* IN of IN PARTITION 'p' (ClickHouse) */
%token FOR_PERIOD.       /* FOR of EXPAND ON ... FOR PERIOD (a, b) (Teradata) */
%token LAMBDA_TYPE.      /* INT of x INT -> x + 1 (Snowflake) */
%token OPERATOR_USING.   /* USING arg(1) ... of f(ON t USING arg(1)), up to the parenthesis (Teradata) */
%token FOR_PORTION.      /* FOR of FOR PORTION OF p FROM a TO b */
%token GRAPH_MATCH.      /* MATCH (a-(e)->b) (T-SQL) */
%token COLUMNS_STAR.     /* COLUMNS of COLUMNS('a.*') EXCEPT b, t.COLUMNS('a.*') (ClickHouse) */
%token IMPORT_TABLE.     /* IMPORT INTO of FROM (IMPORT INTO (a INT) FROM ...) (Exasol) */
%token IMPORT_REST.      /* FROM ... of that, or all of it where it has no INTO */
%token LEADING_DOT.      /* the first of ..#t (T-SQL) */
%token WRITE_PARENS.     /* ( of FROM (DELETE FROM t OUTPUT deleted.a) d, FINAL TABLE (INSERT ...) */
%token AS_OF.            /* AS of t AS OF TIMESTAMP x (Oracle) */
%token DBLINK.           /* @link of t@link (Oracle) */
%token MODEL_OPTION.     /* IGNORE NAV, UNIQUE SINGLE REFERENCE, RETURN UPDATED ROWS, REFERENCE r ON (...) of a MODEL clause (Oracle) */
%token MODEL_RULES.      /* RULES (...) of a MODEL clause, up to its end (Oracle) */
%token FROM_END.         /* FROM of NTH_VALUE(a, 2) FROM LAST (Oracle) */
%token INTERPOLATED.     /* INTERPOLATE of a INTERPOLATE PREVIOUS VALUE b (Vertica) */
%token LIMIT_OVER.       /* OVER of LIMIT 2 OVER (...) (Vertica) */
%token CAST_COMMA.       /* , of CAST(x, 'UInt8') (ClickHouse) */
%token TABLE_OPTIONS.    /* , FALLBACK, NO BEFORE JOURNAL between a table's name and its columns (Teradata) */
%token XML_NAME.         /* NAME of XMLELEMENT(NAME a, ...) */
%token XML_FORM.         /* DOCUMENT, CONTENT of XMLPARSE(DOCUMENT x) */
%token INLINE_FUNCTIONS. /* FUNCTION f (...) ... END; of WITH FUNCTION f (Oracle, Trino) */
%token ALL_ELEMENTS.     /* * of src:a[*].b (Databricks) */
%token ALIAS_COLON.      /* : of SELECT a: b + 1 (DuckDB) */
%token LIMIT_PERCENT.    /* % of LIMIT 10% (DuckDB) */
%token VERSION_MARK.     /* @v3 of t@v3 (Databricks) */
%token SELECT_UNIQUE.    /* UNIQUE of SELECT UNIQUE (Oracle) */
%token ROWS_EXAMINED.    /* ROWS of LIMIT ROWS EXAMINED 9 (MariaDB) */
%token PERIOD_BOUND.     /* BEGIN, END of BEGIN(p) (Teradata) */
%token PARTITION_HOW.    /* PARTITION of PARTITION BEST (Vertica) */
%token ANY_PARTITION.    /* * of PARTITION (*) (Doris) */
%token AT_EPOCH.         /* AT of AT EPOCH LATEST SELECT ... (Vertica) */
%token NOT_INDEXED.      /* NOT of t NOT INDEXED (SQLite) */
%token AS_OF_TIME.       /* AS of t AS OF 1 (Materialize) */
%token NESTED_JOIN.      /* NESTED of FROM t NESTED doc COLUMNS (...) (Oracle) */
%token NESTED_COLUMNS.   /* COLUMNS (...) of that, with what stands between */
%token MINING_USING.     /* USING of PREDICTION(m USING a, b), with what stands before it: COST MODEL, INTO 4 (Oracle) */
%token GRAPH_PATTERN.    /* MATCH (a IS p)-[e]->(b of GRAPH_TABLE (g MATCH ...), up to WHERE or COLUMNS; then from a parenthesis on */
%token DURATION.         /* DAYS of a + b DAYS (Db2) */
%token TABLE_ORDER.      /* ORDER of f(TABLE(t) PARTITION BY a ORDER BY b, 1) */
%token ESCAPE_BRACE.     /* {fn of {fn UCASE(a)}, {d of {d '2024-01-01'} (T-SQL) */
%token FLOW_INTO.        /* ->> between statements (Snowflake) */
%token WITH_VALUES.      /* WITH of WITH(a AS 1, a + 1) (BigQuery) */
%token WITH_SUMMARY.     /* WITH of WITH SUM(a) BY b (Teradata) */
%token QUERY_LP.         /* ( of INSERT ALL INTO t VALUES (a) (SELECT ...), where it would go on with what stands in front of it */
%token ROW_STAR.         /* * of VALUES (new.*), t.* IS NULL (PostgreSQL) */
/* What could not be read, put in by grammar/repair.c where it stood: */
%token DAMAGED.            /* an expression, a condition, an argument */
%token DAMAGED_ITEM.       /* of a select list */
%token DAMAGED_VALUE.      /* SET a = ..., one of VALUES (...) */
%token DAMAGED_CTE.
%token DAMAGED_SOURCE.     /* of FROM, behind JOIN */
%token DAMAGED_ASSIGNMENT. /* of SET */
%token DAMAGED_ELEMENT.    /* of CREATE TABLE t (...), CREATE VIEW v (...) */
%token DAMAGED_ROW.        /* of VALUES */
%token DAMAGED_WHEN.       /* of MERGE, INSERT ALL */
%token DAMAGED_COLUMN.     /* of a list of names */
%token DAMAGED_QUERY.      /* SELECT ... as a whole */

/* (SELECT 1) where it might be an expression or a query goes on as a query: NOTES.md, "Parentheses". */
%nonassoc EXPRESSION_OVER_QUERY.
%nonassoc QUERY_OVER_EXPRESSION RP.
/* 'a' 'b' is one string; a, b after LATERAL VIEW ... AS are columns; x::int[1] is a type: NOTES.md. */
%nonassoc STOP_HERE.
%nonassoc STRING NUMBER DOT COMMA LB LC COLLATE IGNORE RESPECT TO MAP.

input ::= statement(S).                         { pc->tree = S; }
input ::= START_TYPE type(T).                   { pc->tree = T; }

/* ---- Names ------------------------------------------------------------------------------------------------
**   a   "A b"   db.t   `x`   t.select                                                                        */

name(R) ::= ID(T).                              { R = cln_build_name(pc, T); }
name(R) ::= WORD(T).                            { R = cln_build_name(pc, T); }
name(R) ::= QUOTED_ID(T) UESCAPE STRING.        { R = cln_build_name(pc, T); }
name(R) ::= QUOTED_ID(T).                       { R = cln_build_name(pc, T); }

/* An alias without AS. */
bare_alias(R) ::= ID(T).                        { R = cln_build_name(pc, T); }
bare_alias(R) ::= QUOTED_ID(T).                 { R = cln_build_name(pc, T); }

%type parts {cln_list *}
parts(R) ::= name(N).                           { R = cln_build_path(pc, NULL, N); }
parts(R) ::= parts(L) DOT name(N).              { R = cln_build_path(pc, L, N); }
parts(R) ::= parts(L) DOT DOT(D) name(N).       { R = cln_build_gap(pc, L, D, N); }
parts(R) ::= parts(L) DOT PARAM(T).             { R = cln_build_append(pc, L, cln_build_name(pc, T)); }
parts(R) ::= first_parameter(P) DOT name(N).    { R = cln_build_path(pc, P, N); }
parts(R) ::= first_parameter(P) DOT PARAM(T).   { R = cln_build_append(pc, P, cln_build_name(pc, T)); }
parts(R) ::= default_name(D) DOT name(N).       { R = cln_build_path(pc, D, N); }

%type first_parameter {cln_list *}
first_parameter(R) ::= PARAM(T).                { R = cln_build_list(pc, cln_build_name(pc, T)); }
%type default_name {cln_list *}
default_name(R) ::= DEFAULT(T).                 { R = cln_build_list(pc, cln_build_name(pc, T)); }

%type names {cln_list *}
names(R) ::= name(N).                           { R = cln_build_list(pc, N); }
names(R) ::= names(L) COMMA name(N).            { R = cln_build_append(pc, L, N); }
names(R) ::= DAMAGED_COLUMN(T).                 { R = cln_build_list(pc, cln_build_damaged_name(pc, T)); }
names(R) ::= names(L) COMMA DAMAGED_COLUMN(T).  { R = cln_build_append(pc, L, cln_build_damaged_name(pc, T)); }

%type names_opt {cln_list *}
names_opt(R) ::= .                              { R = NULL; }
names_opt(R) ::= LP names(L) RP.                { R = L; }

column(R) ::= parts(L).                         { R = MAKE(column, 0, .parts = L); }
%type columns {cln_list *}
columns(R) ::= column(N).                       { R = cln_build_list(pc, N); }
columns(R) ::= columns(L) COMMA column(N).      { R = cln_build_append(pc, L, N); }
columns(R) ::= DAMAGED_COLUMN(T).               { R = cln_build_list(pc, cln_build_damaged_column(pc, T)); }
columns(R) ::= columns(L) COMMA DAMAGED_COLUMN(T). { R = cln_build_append(pc, L, cln_build_damaged_column(pc, T)); }
%type columns_opt {cln_list *}
columns_opt(R) ::= .                            { R = NULL; }
columns_opt(R) ::= LP columns(L) RP.            { R = L; }

/* ---- Expressions, loosest first ---------------------------------------------------------------------------
**   a + b = 3 OR NOT c        reads as   ((a + b) = 3) OR (NOT c)                                              */

/* ClickHouse: a ? b : c */
expr(R) ::= or_expr(C) TERNARY expr(X) COLON expr(Y). { R = cln_build_ternary(pc, C, X, Y); }
expr(R) ::= or_expr(R).
or_expr(R) ::= or_expr(L) OR(T) xor_expr(X).    { R = cln_build_operation(pc, L, T, X); }
or_expr(R) ::= xor_expr(R).
/* MySQL: @n := a + 1 */
expr(R) ::= assigned_variable(R).
assigned_variable(R) ::= variable(V) ASSIGN(T) xor_expr(X). { R = cln_build_operation(pc, V, T, X); }
assigned_variable(R) ::= variable(V) ASSIGN(T) assigned_variable(X). { R = cln_build_operation(pc, V, T, X); }
variable(R) ::= PARAM.                          { R = MAKE(parameter, 0); }
xor_expr(R) ::= xor_expr(L) XOR(T) and_expr(X). { R = cln_build_operation(pc, L, T, X); }
xor_expr(R) ::= and_expr(R).
and_expr(R) ::= and_expr(L) AND(T) not_expr(X). { R = cln_build_operation(pc, L, T, X); }
and_expr(R) ::= and_expr(L) DOUBLE_AMP(T) not_expr(X). { R = cln_build_operation(pc, L, T, X); }
and_expr(R) ::= not_expr(R).
not_expr(R) ::= NOT(T) not_expr(X).             { R = MAKE(unary, 0, .operand = X, .op = T.kind); }
not_expr(R) ::= predicate(R).
not_expr(R) ::= DAMAGED.                        { R = MAKE(damaged, 0); }

%type exprs {cln_list *}
exprs(R) ::= expr(X).                           { R = cln_build_list(pc, X); }
exprs(R) ::= exprs(L) COMMA expr(X).            { R = cln_build_append(pc, L, X); }

/* ---- Predicates -------------------------------------------------------------------------------------------
**   a = b, a NOT BETWEEN 1 AND 2, a LIKE 'x' ESCAPE '!', a IS NOT DISTINCT FROM b, a > ALL (SELECT ...)      */

predicate(R) ::= sum(R).
predicate(R) ::= predicate(L) comparison(T) sum(X).   { R = cln_build_operation(pc, L, T, X); }
predicate(R) ::= predicate(L) comparison(T) NOT(N) sum(X).
                                                { R = cln_build_operation_not(pc, L, T, N, X); }
predicate(R) ::= predicate(L) comparison(T) quantified(X). { R = cln_build_operation(pc, L, T, X); }
quantified(R) ::= quantifier(Q) LP query(X) RP. { R = cln_build_quantified(pc, Q, X, NULL); }
quantified(R) ::= quantifier(Q) LP exprs(X) RP. { R = cln_build_quantified(pc, Q, NULL, X); }
%type quantifier {cln_token}
quantifier(R) ::= ANY(R).
quantifier(R) ::= SOME(R).
quantifier(R) ::= ALL(R).
%type comparison {cln_token}
comparison(R) ::= EQ(R).
comparison(R) ::= NE(R).
comparison(R) ::= LT(R).
comparison(R) ::= GT(R).
comparison(R) ::= LE(R).
comparison(R) ::= GE(R).
comparison(R) ::= NULL_EQ(R).
comparison(R) ::= OVERLAPS(R).
/* Teradata: of periods */
comparison(R) ::= CONTAINS(R).
comparison(R) ::= MEETS(R).
comparison(R) ::= PRECEDES(R).
comparison(R) ::= SUCCEEDS(R).
/* Teradata: a EQ b */
comparison(R) ::= KW_EQ(R).
comparison(R) ::= KW_NE(R).
comparison(R) ::= KW_LT(R).
comparison(R) ::= KW_GT(R).
comparison(R) ::= KW_LE(R).
comparison(R) ::= KW_GE(R).

%type not_opt {uint32_t}
not_opt(R) ::= .                                { R = 0; }
not_opt(R) ::= NOT.                             { R = CLN_NOT; }

predicate(R) ::= predicate(S) not_opt(F) BETWEEN symmetric_opt sum(A) AND sum(B).
                                                { R = MAKE(between, F, .subject = S, .low = A, .high = B); }
symmetric_opt ::= .                             
symmetric_opt ::= SYMMETRIC.
symmetric_opt ::= ASYMMETRIC.

predicate(R) ::= predicate(S) not_opt(F) like_op(T) sum(P).
                                                { R = MAKE(like, F, .subject = S, .pattern = P, .op = T.kind); }
predicate(R) ::= predicate(S) not_opt(F) like_op(T) sum(P) ESCAPE sum(E).
                                                { R = MAKE(like, F, .subject = S, .pattern = P, .escape = E, .op = T.kind); }
predicate(R) ::= predicate(S) not_opt(F) like_op(T) quantified(P).
                                                { R = MAKE(like, F, .subject = S, .pattern = P, .op = T.kind); }
predicate(R) ::= predicate(S) not_opt(F) like_op(T) quantified(P) ESCAPE sum(E).
                                                { R = MAKE(like, F, .subject = S, .pattern = P, .escape = E, .op = T.kind); }
%type like_op {cln_token}
like_op(R) ::= LIKE(R).
like_op(R) ::= ILIKE(R).
like_op(R) ::= RLIKE(R).
like_op(R) ::= REGEXP(R).
like_op(R) ::= IREGEXP(R).
like_op(R) ::= GLOB(R).
like_op(R) ::= ILIKEB(R).
like_op(R) ::= LIKEB(R).
like_op(R) ::= MATCH(R).
/* Doris: a MATCH_PHRASE 'x y' */
like_op(R) ::= MATCH_ALL(R).
like_op(R) ::= MATCH_ANY(R).
like_op(R) ::= MATCH_PHRASE(R).
like_op(R) ::= MATCH_PHRASE_EDGE(R).
like_op(R) ::= MATCH_PHRASE_PREFIX(R).
like_op(R) ::= MATCH_REGEXP(R).
like_op(R) ::= SIMILAR(R) TO.
like_op(R) ::= SIMILAR(R).
like_op(R) ::= SOUNDS(R) LIKE.
like_op(R) ::= MEMBER(R) OF.
like_op(R) ::= REGEXP_LIKE(R).

predicate(R) ::= predicate(S) IS not_opt(F) is_object(O).
                                                { R = cln_build_is(pc, S, F, O); }
predicate(R) ::= predicate(S) IS not_opt(F) DISTINCT(T) FROM sum(O).
                                                { R = MAKE(is, F, .subject = S, .object = O, .op = T.kind); }
/* Vertica: ON a INTERPOLATE PREVIOUS VALUE b */
predicate(R) ::= predicate(L) INTERPOLATED(T) PREVIOUS VALUE sum(X). { R = cln_build_operation(pc, L, T, X); }
predicate(R) ::= predicate(S) ISNULL.           { R = MAKE(is, 0, .subject = S, .op = TK_NULL); }
predicate(R) ::= predicate(S) NOTNULL.          { R = MAKE(is, CLN_NOT, .subject = S, .op = TK_NULL); }
is_object(R) ::= NULL.                          { R = cln_build_literal(pc, CLN_LITERAL_NULL); }
is_object(R) ::= TRUE.                          { R = cln_build_literal(pc, CLN_LITERAL_TRUE); }
is_object(R) ::= FALSE.                         { R = cln_build_literal(pc, CLN_LITERAL_FALSE); }
is_object(R) ::= UNKNOWN.                       { R = cln_build_literal(pc, CLN_LITERAL_UNKNOWN); }
/* PostgreSQL, Oracle: a IS OF (INT, TEXT) */
predicate(R) ::= predicate(S) IS not_opt(F) OF LP types RP. { R = MAKE(is, F, .subject = S, .op = TK_UNKNOWN); }
/* Oracle: nested IS A SET */
predicate(R) ::= predicate(S) IS not_opt(F) is_json. { R = MAKE(is, F, .subject = S, .op = TK_UNKNOWN); }
predicate(R) ::= predicate(S) IS not_opt(F) name NORMALIZED. { R = MAKE(is, F, .subject = S, .op = TK_UNKNOWN); }
is_object(R) ::= NORMALIZED.                    { R = cln_build_literal(pc, CLN_LITERAL_UNKNOWN); }
is_json ::= JSON.
is_json ::= JSON JSON_KIND.
is_json ::= JSON WITH_UNIQUE UNIQUE keys_opt.
is_json ::= JSON JSON_KIND WITH_UNIQUE UNIQUE keys_opt.
keys_opt ::= .
keys_opt ::= KEYS.
/* SQLite: a IS b */
predicate(R) ::= predicate(S) IS_ANY not_opt(F) sum(O). { R = MAKE(is, F, .subject = S, .object = O, .op = TK_DISTINCT); }
is_object(R) ::= ID.                            { R = cln_build_literal(pc, CLN_LITERAL_UNKNOWN); }

/* x IN (1, 2), x IN (SELECT ...), x GLOBAL NOT IN t, x IN UNNEST(a), POSITION(x IN y) */
predicate(R) ::= predicate(S) in_op(F) LP exprs(L) RP.    { R = cln_build_in(pc, S, F, L, NULL); }
predicate(R) ::= predicate(S) in_op(F) LP query(Q) RP.    { R = cln_build_in(pc, S, F, NULL, Q); }
predicate(R) ::= predicate(S) in_op(F) in_operand(X).
                                                { R = cln_build_in(pc, S, F, cln_build_list(pc, X), NULL); }
%type in_op {uint32_t}
in_op(R) ::= not_opt(F) IN.                     { R = F; }
in_op(R) ::= GLOBAL_IN not_opt(F) IN.           { R = F | CLN_GLOBAL; }
in_operand(R) ::= parts(L).                     { R = cln_build_column(pc, L); }
in_operand(R) ::= PARAM.                        { R = MAKE(parameter, 0); }
in_operand(R) ::= call(R). [STOP_HERE]
in_operand(R) ::= literal(R).
in_operand(R) ::= in_operand(L) other_op(T) term(X). { R = cln_build_operation(pc, L, T, X); }
in_operand(R) ::= in_cast(R). [STOP_HERE]
in_cast(R) ::= parts(L) CAST_OP(T) type(Y). [STOP_HERE] { R = MAKE(cast, 0, .operand = cln_build_column(pc, L), .type = Y, .op = T.kind); }
in_cast(R) ::= call(X) CAST_OP(T) type(Y). [STOP_HERE]  { R = MAKE(cast, 0, .operand = X, .type = Y, .op = T.kind); }
in_cast(R) ::= literal(X) CAST_OP(T) type(Y). [STOP_HERE] { R = MAKE(cast, 0, .operand = X, .type = Y, .op = T.kind); }
in_cast(R) ::= in_cast(X) CAST_OP(T) type(Y). [STOP_HERE] { R = MAKE(cast, 0, .operand = X, .type = Y, .op = T.kind); }
in_operand(R) ::= collection(R).

/* ---- Operators -------------------------------------------------------------------------------------------- */

sum(R) ::= sum(L) other_op(T) term(X).          { R = cln_build_operation(pc, L, T, X); }
/* PostgreSQL: a ~ ALL (...) */
sum(R) ::= sum(L) other_op(T) all_of(X).        { R = cln_build_operation(pc, L, T, X); }
all_of(R) ::= ALL(Q) LP query(X) RP.            { R = cln_build_quantified(pc, Q, X, NULL); }
all_of(R) ::= ALL(Q) LP exprs(X) RP.            { R = cln_build_quantified(pc, Q, NULL, X); }
sum(R) ::= term(R).
%type other_op {cln_token}
other_op(R) ::= CONCAT(R).
other_op(R) ::= PIPE(R).
other_op(R) ::= KW_CONCAT(R).
other_op(R) ::= AMP(R).
other_op(R) ::= CARET(R).
other_op(R) ::= TILDE(R).
other_op(R) ::= SHIFT_LEFT(R).
other_op(R) ::= SHIFT_RIGHT(R).
other_op(R) ::= OTHER_OP(R).
other_op(R) ::= ARROW(R).
other_op(R) ::= ARROW2(R).
/* Teradata: of periods */
other_op(R) ::= P_INTERSECT(R).
other_op(R) ::= P_NORMALIZE(R).
other_op(R) ::= LDIFF(R).
other_op(R) ::= RDIFF(R).
term(R) ::= term(L) PLUS(T) factor(X).          { R = cln_build_operation(pc, L, T, X); }
term(R) ::= term(L) MINUS(T) factor(X).         { R = cln_build_operation(pc, L, T, X); }
/* Db2: a + b DAYS */
term(R) ::= term(L) PLUS(T) factor(X) DURATION. { R = cln_build_operation(pc, L, T, X); }
term(R) ::= term(L) MINUS(T) factor(X) DURATION. { R = cln_build_operation(pc, L, T, X); }
term(R) ::= factor(R).
factor(R) ::= factor(L) STAR(T) unary(X).       { R = cln_build_operation(pc, L, T, X); }
factor(R) ::= factor(L) SLASH(T) unary(X).      { R = cln_build_operation(pc, L, T, X); }
factor(R) ::= factor(L) PERCENT(T) unary(X).    { R = cln_build_operation(pc, L, T, X); }
factor(R) ::= factor(L) DIV(T) unary(X).        { R = cln_build_operation(pc, L, T, X); }
factor(R) ::= factor(L) MOD(T) unary(X).        { R = cln_build_operation(pc, L, T, X); }
factor(R) ::= unary(R).
unary(R) ::= unary_op(T) unary(X).              { R = MAKE(unary, 0, .operand = X, .op = T.kind); }
unary(R) ::= postfix(R). [STOP_HERE]
unary(R) ::= interval(R).
%type unary_op {cln_token}
unary_op(R) ::= MINUS(R).
unary_op(R) ::= PLUS(R).
unary_op(R) ::= TILDE(R).
unary_op(R) ::= BANG(R).
unary_op(R) ::= OTHER_OP(R).
unary_op(R) ::= PRIOR(R).
unary_op(R) ::= CONNECT_BY_ROOT(R).
unary_op(R) ::= BINARY(R).

/* ---- What follows an operand: x::int, x[1], f(x).y, x COLLATE c, x AT TIME ZONE z, x:path ------------------ */

postfix(R) ::= operand(R).
postfix(R) ::= parts(L).                        { R = cln_build_column(pc, L); }
/* Oracle: t.a (+) = u.a */
postfix(R) ::= parts(L) LP PLUS(T) RP.          { R = cln_build_outer_mark(pc, L, T); }
postfix(R) ::= PARAM.                           { R = MAKE(parameter, 0); }
postfix(R) ::= postfix(X) CAST_OP(T) type(Y). [STOP_HERE] { R = MAKE(cast, 0, .operand = X, .type = Y, .op = T.kind); }
operand(R) ::= postfix(X) LB expr(I) RB.        { R = MAKE(subscript, 0, .operand = X, .index = I); }
operand(R) ::= postfix(X) LB expr(I) COLON expr(U) RB.
                                                { R = MAKE(subscript, 0, .operand = X, .index = I, .upper = U); }
operand(R) ::= postfix(X) LB COLON RB.          { R = MAKE(subscript, 0, .operand = X); }
operand(R) ::= postfix(X) LB ALL_ELEMENTS RB.           { R = MAKE(subscript, 0, .operand = X); }
operand(R) ::= postfix(X) LB COLON expr(U) RB.  { R = MAKE(subscript, 0, .operand = X, .upper = U); }
operand(R) ::= postfix(X) LB expr(I) COLON RB.  { R = MAKE(subscript, 0, .operand = X, .index = I); }
operand(R) ::= operand(X) DOT name(N).          { R = MAKE(field, 0, .operand = X, .field = N); }
operand(R) ::= postfix(X) PATH_COLON name(N).   { R = MAKE(field, CLN_JSON_PATH, .operand = X, .field = N); }
operand(R) ::= postfix(X) PATH_COLON LB expr(I) RB. { R = MAKE(subscript, CLN_JSON_PATH, .operand = X, .index = I); }
postfix(R) ::= postfix(X) COLLATE(T) name(N).   { R = MAKE(suffix, 0, .operand = X, .argument = N, .op = T.kind); }
postfix(R) ::= postfix(X) COLLATE(T) name DOT name(N). { R = MAKE(suffix, 0, .operand = X, .argument = N, .op = T.kind); }
postfix(R) ::= postfix(X) COLLATE(T) STRING.    { R = MAKE(suffix, 0, .operand = X, .op = T.kind); }
postfix(R) ::= postfix(X) AT(T) TIME ZONE zone(Z).
                                                { R = MAKE(suffix, 0, .operand = X, .argument = Z, .op = T.kind); }
zone(R) ::= literal(R).
zone(R) ::= call(R). [STOP_HERE]
zone(R) ::= parts(L).                           { R = cln_build_column(pc, L); }
zone(R) ::= PARAM.                              { R = MAKE(parameter, 0); }
zone(R) ::= LP expr(X) RP.                      { R = cln_build_parens(pc, X); }
/* ClickHouse: t.1 of a tuple */
operand(R) ::= parts(L) DOT TUPLE_ELEMENT(N).         { R = cln_build_element(pc, cln_build_column(pc, L), N); }
operand(R) ::= operand(X) DOT TUPLE_ELEMENT(N).       { R = cln_build_element(pc, X, N); }
/* Snowflake: x of x INT -> x + 1 */
operand(R) ::= parts(L) LAMBDA_TYPE.            { R = cln_build_column(pc, L); }
/* Teradata: a (INTEGER), a (FORMAT '99') */
postfix(R) ::= postfix(X) ATTRIBUTES(T).        { R = MAKE(suffix, 0, .operand = X, .op = T.kind); }
postfix(R) ::= postfix(X) BANG(T).              { R = MAKE(unary, 0, .operand = X, .op = T.kind); }
postfix(R) ::= postfix(X) AT(T) LOCAL.          { R = MAKE(suffix, 0, .operand = X, .op = T.kind); }

/* ---- Operands --------------------------------------------------------------------------------------------- */

operand(R) ::= literal(R).
operand(R) ::= case(R).
operand(R) ::= cast(R).
operand(R) ::= call(R). [STOP_HERE]
operand(R) ::= collection(R).
operand(R) ::= LP expr(X) RP.                   { R = cln_build_parens(pc, X); }
/* ClickHouse: (a + 1 AS b) * 2 */
operand(R) ::= LP expr(X) INNER_AS name(N) RP.  { R = MAKE(select_item, 0, .value = X, .alias = N); }
operand(R) ::= LP expr(X) RP BARE_UNIT(U).      { R = MAKE(interval, 0, .value = X, .unit = cln_build_unit(pc, U)); }
/* Teradata: (a - b) DAY(4) TO SECOND(6) */
operand(R) ::= LP expr(X) RP BARE_UNIT(U) LP NUMBER RP. { R = MAKE(interval, 0, .value = X, .unit = cln_build_unit(pc, U)); }
operand(R) ::= LP expr(X) RP BARE_UNIT(U) TO bare_unit_end. { R = MAKE(interval, 0, .value = X, .unit = cln_build_unit(pc, U)); }
operand(R) ::= LP expr(X) RP BARE_UNIT(U) LP NUMBER RP TO bare_unit_end. { R = MAKE(interval, 0, .value = X, .unit = cln_build_unit(pc, U)); }
bare_unit_end ::= BARE_UNIT.
bare_unit_end ::= BARE_UNIT LP NUMBER RP.
operand(R) ::= literal(X) BARE_UNIT(U). [STOP_HERE] { R = MAKE(interval, 0, .value = X, .unit = cln_build_unit(pc, U)); }
operand(R) ::= literal(X) BARE_UNIT TO BARE_UNIT(U). { R = MAKE(interval, 0, .value = X, .unit = cln_build_unit(pc, U)); }
operand(R) ::= LP exprs(L) COMMA expr(X) RP.    { R = MAKE(row, 0, .items = cln_build_append(pc, L, X)); }
operand(R) ::= LP exprs(L) COMMA(T) RP.         { R = cln_build_open_row(pc, L, T); }
operand(R) ::= LP RP.                           { R = MAKE(row, 0); }
operand(R) ::= GRAPH_MATCH.                     { R = cln_build_literal(pc, CLN_LITERAL_UNKNOWN); }
operand(R) ::= ROW LP row_fields(L) RP.         { R = MAKE(row, 0, .items = L); }
/* PostgreSQL: ROW(t.*, 1), (t.*) IS NULL, t.*::text */
%type row_fields {cln_list *}
row_fields(R) ::= row_field(X).                 { R = cln_build_list(pc, X); }
row_fields(R) ::= row_fields(L) COMMA row_field(X). { R = cln_build_append(pc, L, X); }
row_field(R) ::= expr(R).
row_field(R) ::= parts(L) DOT STAR.             { R = cln_build_row_star(pc, L); }
operand(R) ::= LP parts(L) DOT STAR RP.         { R = cln_build_row_star(pc, L); }
operand(R) ::= parts(L) DOT ROW_STAR.           { R = cln_build_row_star(pc, L); }
postfix(R) ::= parts(L) DOT STAR CAST_OP(T) type(Y). [STOP_HERE] { R = MAKE(cast, 0, .operand = cln_build_row_star(pc, L), .type = Y, .op = T.kind); }
operand(R) ::= ROW LP RP.                       { R = MAKE(row, 0); }
operand(R) ::= subquery(Q). [EXPRESSION_OVER_QUERY] { R = MAKE(subquery, 0, .query = Q); }
operand(R) ::= ARRAY subquery(Q).               { R = MAKE(subquery, CLN_ARRAY, .query = Q); }
operand(R) ::= MULTISET subquery(Q).            { R = MAKE(subquery, CLN_ARRAY, .query = Q); }
operand(R) ::= EXISTS subquery(Q).              { R = MAKE(exists, 0, .query = Q); }

/* CURRENT_DATE, CURRENT_TIMESTAMP(3), USER: words that are values, also where they are reserved */
operand(R) ::= value_word(T).                   { R = cln_build_column(pc, cln_build_list(pc, cln_build_name(pc, T))); }
operand(R) ::= value_word(T) LP expr(X) RP.     { R = MAKE(call, 0, .name = cln_build_list(pc, cln_build_name(pc, T)), .arguments = cln_build_list(pc, X)); }
operand(R) ::= value_word(T) LP RP.             { R = MAKE(call, 0, .name = cln_build_list(pc, cln_build_name(pc, T))); }
/* BigQuery: WITH(a AS x, b AS a + 1, a + b) */
operand(R) ::= WITH_VALUES LP name(N) AS expr(X) COMMA bound_value(Y) RP. { R = cln_build_bound(pc, X, N, Y); }
bound_value(R) ::= expr(R).
bound_value(R) ::= name(N) AS expr(X) COMMA bound_value(Y). { R = cln_build_bound(pc, X, N, Y); }
/* MySQL: DEFAULT(a), the value that the column has where none is given */
operand(R) ::= DEFAULT LP column RP.            { R = cln_build_literal(pc, CLN_LITERAL_DEFAULT); }
/* Teradata: BEGIN (p), END (p) */
operand(R) ::= PERIOD_BOUND(T) LP expr(X) RP.         { R = MAKE(call, 0, .name = cln_build_list(pc, cln_build_name(pc, T)), .arguments = cln_build_list(pc, X)); }
%type value_word {cln_token}
value_word(R) ::= CURRENT_DATE(R).
value_word(R) ::= CURRENT_TIME(R).
value_word(R) ::= CURRENT_TIMESTAMP(R).
value_word(R) ::= LOCALTIME(R).
value_word(R) ::= LOCALTIMESTAMP(R).
value_word(R) ::= CURRENT_USER(R).
value_word(R) ::= SESSION_USER(R).
value_word(R) ::= SYSTEM_USER(R).
value_word(R) ::= CURRENT_ROLE(R).
value_word(R) ::= CURRENT_CATALOG(R).
value_word(R) ::= CURRENT_SCHEMA(R).
value_word(R) ::= CURRENT_DATABASE(R).
value_word(R) ::= CURRENT_PATH(R).
value_word(R) ::= USER(R).
value_word(R) ::= SYSDATE(R).
value_word(R) ::= SYSTIMESTAMP(R).
value_word(R) ::= ROWNUM(R).
value_word(R) ::= ROWID(R).
value_word(R) ::= LEVEL(R).
value_word(R) ::= UTC_DATE(R).
value_word(R) ::= UTC_TIME(R).
value_word(R) ::= UTC_TIMESTAMP(R).
operand(R) ::= PREVIOUS VALUE FOR parts. [STOP_HERE] { R = cln_build_literal(pc, CLN_LITERAL_UNKNOWN); }
operand(R) ::= NEXT VALUE FOR parts. [STOP_HERE] { R = cln_build_literal(pc, CLN_LITERAL_UNKNOWN); }
operand(R) ::= FINAL plain_call(C).             { R = C; }
operand(R) ::= RUNNING plain_call(C).           { R = C; }
call(R) ::= APPROXIMATE plain_call(C).          { R = C; }

literal(R) ::= NUMBER.                          { R = cln_build_literal(pc, CLN_LITERAL_NUMBER); }
literal(R) ::= strings. [STOP_HERE]             { R = cln_build_literal(pc, CLN_LITERAL_STRING); }
literal(R) ::= BINARY_STRING.                   { R = cln_build_literal(pc, CLN_LITERAL_BINARY); }
literal(R) ::= NULL.                            { R = cln_build_literal(pc, CLN_LITERAL_NULL); }
literal(R) ::= TRUE.                            { R = cln_build_literal(pc, CLN_LITERAL_TRUE); }
literal(R) ::= FALSE.                           { R = cln_build_literal(pc, CLN_LITERAL_FALSE); }
literal(R) ::= strings UESCAPE STRING.          { R = cln_build_literal(pc, CLN_LITERAL_STRING); }
/* T-SQL: {d '2024-01-01'}, {fn UCASE(a)} */
literal(R) ::= ESCAPE_BRACE STRING RC.          { R = cln_build_literal(pc, CLN_LITERAL_TYPED); }
operand(R) ::= ESCAPE_BRACE call(C) RC.         { R = C; }
literal(R) ::= typed_word STRING.               { R = cln_build_literal(pc, CLN_LITERAL_TYPED); }
typed_word ::= TYPE_NAME.
typed_word ::= SIZED_TYPE LP type_arguments RP.
typed_word ::= SIZED_TYPE LP type_arguments RP WITH_TIME TIME ZONE.
typed_word ::= DATE.
typed_word ::= TIME WITH_TIME TIME ZONE.
typed_word ::= TIME.
typed_word ::= TIMESTAMP.
typed_word ::= DATETIME.
typed_word ::= TIMESTAMPLOCALTZ.
typed_word ::= JSON.
typed_word ::= NUMERIC.
typed_word ::= DECIMAL.
typed_word ::= TIMESTAMP WITH_TIME TIME ZONE.
typed_word ::= TIMESTAMP WITH_TIME LOCAL TIME ZONE.
strings ::= STRING.
strings ::= strings STRING.                     { cln_check_strings(pc); }

/* INTERVAL 1 DAY, INTERVAL '1-2' YEAR TO MONTH, INTERVAL '1 day', interval(a, b) */
interval(R) ::= INTERVAL interval_value(X).     { R = cln_build_interval(pc, X, NULL); }
interval(R) ::= INTERVAL interval_value(X) unit(U). [STOP_HERE] { R = cln_build_interval(pc, X, U); }
interval(R) ::= INTERVAL interval_value(X) unit_range(U). { R = cln_build_interval(pc, X, U); }
/* Spark: INTERVAL 1 YEARS 2 MONTH */
interval(R) ::= INTERVAL interval_value(X) unit(U) more_units. { R = cln_build_interval(pc, X, U); }
more_units ::= NUMBER unit.
more_units ::= more_units NUMBER unit.
/* MySQL, BigQuery: INTERVAL a + b DAY */
interval(R) ::= INTERVAL_SUM interval_sum(X) unit(U). [STOP_HERE] { R = cln_build_interval(pc, X, U); }
interval(R) ::= INTERVAL_SUM interval_sum(X) unit_range(U). { R = cln_build_interval(pc, X, U); }
interval_sum(R) ::= interval_term(R).
interval_sum(R) ::= interval_sum(L) PLUS(T) interval_term(X). { R = cln_build_operation(pc, L, T, X); }
interval_sum(R) ::= interval_sum(L) MINUS(T) interval_term(X). { R = cln_build_operation(pc, L, T, X); }
interval_term(R) ::= interval_value(R).
interval_term(R) ::= interval_term(L) STAR(T) interval_value(X). { R = cln_build_operation(pc, L, T, X); }
interval_term(R) ::= interval_term(L) SLASH(T) interval_value(X). { R = cln_build_operation(pc, L, T, X); }
interval_term(R) ::= interval_term(L) PERCENT(T) interval_value(X). { R = cln_build_operation(pc, L, T, X); }
interval_term(R) ::= interval_term(L) DIV(T) interval_value(X). { R = cln_build_operation(pc, L, T, X); }
interval_value(R) ::= postfix(R). [STOP_HERE]
interval_value(R) ::= MINUS(T) postfix(X). [STOP_HERE] { R = MAKE(unary, 0, .operand = X, .op = T.kind); }
interval_value(R) ::= PLUS(T) postfix(X). [STOP_HERE] { R = MAKE(unary, 0, .operand = X, .op = T.kind); }
unit_range(R) ::= unit TO unit.                 { R = cln_build_literal(pc, CLN_LITERAL_UNIT); }
unit(R) ::= unit_word(T).                       { R = cln_build_unit(pc, T); }
unit(R) ::= unit_word LP NUMBER RP.             { R = cln_build_literal(pc, CLN_LITERAL_UNIT); }
unit(R) ::= unit_word LP NUMBER COMMA NUMBER RP. { R = cln_build_literal(pc, CLN_LITERAL_UNIT); }
%type unit_word {cln_token}
unit_word(R) ::= YEAR(R).
unit_word(R) ::= YEARS(R).
unit_word(R) ::= QUARTER(R).
unit_word(R) ::= QUARTERS(R).
unit_word(R) ::= MONTH(R).
unit_word(R) ::= MONTHS(R).
unit_word(R) ::= WEEK(R).
unit_word(R) ::= WEEKS(R).
unit_word(R) ::= DAY(R).
unit_word(R) ::= DAYS(R).
unit_word(R) ::= HOUR(R).
unit_word(R) ::= HOURS(R).
unit_word(R) ::= MINUTE(R).
unit_word(R) ::= MINUTES(R).
unit_word(R) ::= SECOND(R).
unit_word(R) ::= SECONDS(R).
unit_word(R) ::= MILLISECOND(R).
unit_word(R) ::= MILLISECONDS(R).
unit_word(R) ::= MICROSECOND(R).
unit_word(R) ::= MICROSECONDS(R).
unit_word(R) ::= NANOSECOND(R).
unit_word(R) ::= NANOSECONDS(R).
unit_word(R) ::= DAY_HOUR(R).
unit_word(R) ::= DAY_MINUTE(R).
unit_word(R) ::= DAY_SECOND(R).
unit_word(R) ::= DAY_MICROSECOND(R).
unit_word(R) ::= HOUR_MINUTE(R).
unit_word(R) ::= HOUR_SECOND(R).
unit_word(R) ::= HOUR_MICROSECOND(R).
unit_word(R) ::= MINUTE_SECOND(R).
unit_word(R) ::= MINUTE_MICROSECOND(R).
unit_word(R) ::= SECOND_MICROSECOND(R).
unit_word(R) ::= YEAR_MONTH(R).

/* CASE a WHEN 1 THEN 'x' ELSE 'y' END */
case(R) ::= CASE expr_opt(O) whens(L) else_opt(E) END. { R = MAKE(case, 0, .operand = O, .whens = L, .otherwise = E); }
expr_opt(R) ::= .                               { R = NULL; }
expr_opt(R) ::= expr(R).
%type whens {cln_list *}
whens(R) ::= when(W).                           { R = cln_build_list(pc, W); }
whens(R) ::= whens(L) when(W).                  { R = cln_build_append(pc, L, W); }
when(R) ::= WHEN expr(C) THEN expr(X).          { R = MAKE(when, 0, .condition = C, .result = X); }
else_opt(R) ::= .                               { R = NULL; }
else_opt(R) ::= ELSE expr(X).                   { R = X; }

/* CAST(x AS INT), TRY_CAST(x AS DATE FORMAT 'YYYY') */
cast(R) ::= cast_word(T) LP expr(X) AS type(Y) RP. { R = MAKE(cast, 0, .operand = X, .type = Y, .op = T.kind); }
cast(R) ::= cast_word(T) LP expr(X) AS type(Y) FORMAT expr(F) RP.
                                                { R = MAKE(cast, 0, .operand = X, .type = Y, .format = F, .op = T.kind); }
/* Oracle: CAST(x AS NUMBER DEFAULT 0 ON CONVERSION ERROR) */
cast(R) ::= cast_word(T) LP expr(X) AS type(Y) CALL_CLAUSE RP. { R = MAKE(cast, 0, .operand = X, .type = Y, .op = T.kind); }
/* MySQL: CAST(j -> '$.a' AS UNSIGNED ARRAY) */
cast(R) ::= cast_word(T) LP expr(X) AS type(Y) ARRAY RP. { R = MAKE(cast, 0, .operand = X, .type = Y, .op = T.kind); }
%type cast_word {cln_token}
cast_word(R) ::= CAST(R).
cast_word(R) ::= TRY_CAST(R).
cast_word(R) ::= TRYCAST(R).
cast_word(R) ::= SAFE_CAST(R).

/* ClickHouse: CAST(x, 'UInt8') */
cast(R) ::= cast_word(T) LP expr(X) CAST_COMMA STRING RP. { R = MAKE(call, 0, .name = cln_build_list(pc, cln_build_name(pc, T)), .arguments = cln_build_list(pc, X)); }
/* [1, 2], ARRAY[1, 2], ARRAY<INT64>[1], {'a': 1}, MAP {k: v}, STRUCT<a INT64>(1) */
collection(R) ::= LB exprs(L) RB.               { R = MAKE(collection, 0, .items = L); }
/* DuckDB: [x + 1 FOR x IN list IF x > 0] */
collection(R) ::= LB expr(X) FOR names(N) IN expr(L) RB. { R = cln_build_comprehension(pc, X, N, L, NULL); }
collection(R) ::= LB expr(X) FOR names(N) IN expr(L) IF expr(C) RB. { R = cln_build_comprehension(pc, X, N, L, C); }
collection(R) ::= LB RB.                        { R = MAKE(collection, 0); }
collection(R) ::= ARRAY LB exprs(L) RB.         { R = MAKE(collection, 0, .items = L); }
collection(R) ::= ARRAY LB RB.                  { R = MAKE(collection, 0); }
collection(R) ::= ARRAY LT type GT LB exprs(L) RB. { R = MAKE(collection, 0, .items = L); }
collection(R) ::= ARRAY LT type GT LB RB.       { R = MAKE(collection, 0); }
collection(R) ::= LIST LB exprs(L) RB.          { R = MAKE(collection, 0, .items = L); }
collection(R) ::= LIST LB RB.                   { R = MAKE(collection, 0); }
collection(R) ::= LC pairs(L) RC.               { R = MAKE(collection, CLN_STRUCT, .items = L); }
collection(R) ::= LC RC.                        { R = MAKE(collection, CLN_STRUCT); }
collection(R) ::= MAP LC pairs(L) RC.           { R = MAKE(collection, CLN_MAP, .items = L); }
collection(R) ::= MAP LC RC.                    { R = MAKE(collection, CLN_MAP); }
collection(R) ::= STRUCT LT fields GT LP exprs(L) RP. { R = MAKE(collection, CLN_STRUCT, .items = L); }
%type pairs {cln_list *}
pairs(R) ::= pair(P).                           { R = cln_build_list(pc, P); }
pairs(R) ::= pairs(L) COMMA pair(P).            { R = cln_build_append(pc, L, P); }
/* Snowflake: {*}, {t.* EXCLUDE a} */
pair(R) ::= star(R).
pair(R) ::= expr(K) COLON expr(V).              { R = MAKE(named_argument, 0, .key = K, .value = V); }

/* ---- Calls ------------------------------------------------------------------------------------------------
**   f(a, b), COUNT(*), COUNT(DISTINCT a), ARRAY_AGG(a ORDER BY b LIMIT 1), f(x => 1), f(x -> x + 1)          */

call(R) ::= plain_call(R).
plain_call(R) ::= parts(N) LP RP.               { R = MAKE(call, 0, .name = N); }
plain_call(R) ::= open_call(C) RP.              { R = cln_build_call_end(pc, C); }
plain_call(R) ::= parts(N) LP subquery_body(Q) RP. { R = MAKE(call, 0, .name = N, .arguments = cln_build_list(pc, Q)); }
/* ClickHouse: quantile(0.9)(x) */
plain_call(R) ::= plain_call(C) LP arguments(L) RP. { R = cln_build_second_arguments(pc, C, 0, L); }
plain_call(R) ::= plain_call(C) LP quantity(F) arguments(L) RP. { R = cln_build_second_arguments(pc, C, F, L); }
/* BigQuery, DuckDB: (x).substr(1, 3) */
operand(R) ::= operand(X) DOT name(N) LP RP. { R = MAKE(call, 0, .name = cln_build_list(pc, N), .arguments = cln_build_list(pc, X)); }
operand(R) ::= operand(X) DOT name(N) LP arguments(L) RP. { R = MAKE(call, 0, .name = cln_build_list(pc, N), .arguments = cln_build_concat(pc, cln_build_list(pc, X), L)); }
open_call(R) ::= parts(N) LP arguments(L).      { R = MAKE(call, 0, .name = N, .arguments = L); }
open_call(R) ::= parts(N) LP quantity(F) arguments(L). { R = MAKE(call, F, .name = N, .arguments = L); }
open_call(R) ::= open_call(C) nulls(F).         { R = FILL(C, call, F); }
open_call(R) ::= open_call(C) ORDER BY order_items(L). { R = FILL(C, call, 0, .order_by = L); }
open_call(R) ::= open_call(C) LIMIT expr(X).    { R = FILL(C, call, 0, .limit = X); }
/* Vertica: f(a USING PARAMETERS p = 1) */
plain_call(R) ::= parts(N) LP USING_PARAMETERS PARAMETERS exprs RP. { R = MAKE(call, 0, .name = N); }
open_call(R) ::= open_call(C) USING_PARAMETERS PARAMETERS exprs. { R = C; }
/* Oracle: PREDICTION(m, 'yes' COST MODEL USING a, b AS c), CLUSTER_SET(INTO 4 USING *) */
plain_call(R) ::= parts(N) LP arguments(L) MINING_USING items(I) RP. { R = MAKE(call, 0, .name = N, .arguments = cln_build_mined(pc, L, I)); }
plain_call(R) ::= parts(N) LP MINING_USING items(I) RP. { R = MAKE(call, 0, .name = N, .arguments = I); }
/* XMLTABLE('/a' PASSING x, y AS "y" COLUMNS ...) */
open_call(R) ::= open_call(C) PASSING passed(L). { R = cln_build_passed(pc, C, L); }
open_call(R) ::= open_call(C) PASSING BY name passed(L). { R = cln_build_passed(pc, C, L); }
open_call(R) ::= open_call(C) PASSING BY VALUE passed(L). { R = cln_build_passed(pc, C, L); }
%type passed {cln_list *}
passed(R) ::= passed_value(X).                  { R = cln_build_list(pc, X); }
passed(R) ::= passed(L) COMMA passed_value(X).  { R = cln_build_append(pc, L, X); }
passed_value(R) ::= expr(R).
passed_value(R) ::= expr(X) AS name.            { R = X; }
open_call(R) ::= open_call(C) SEPARATOR STRING. { R = C; }
/* BigQuery: ANY_VALUE(a HAVING MAX b) */
open_call(R) ::= open_call(C) HAVING name expr(X). { R = FILL(C, call, 0, .order_by = cln_build_list(pc, MAKE(order_item, 0, .value = X))); }
open_call(R) ::= open_call(C) CALL_CLAUSE.      { R = C; }
%type quantity {uint32_t}
quantity(R) ::= DISTINCT.                       { R = CLN_DISTINCT; }
quantity(R) ::= ALL.                            { R = 0; }
%type nulls {uint32_t}
nulls(R) ::= IGNORE NULLS.                      { R = CLN_NULLS_IGNORED; }
nulls(R) ::= RESPECT NULLS.                     { R = CLN_NULLS_RESPECTED; }
limit_opt(R) ::= .                              { R = NULL; }
limit_opt(R) ::= LIMIT expr(X).                 { R = X; }

%type arguments {cln_list *}
arguments(R) ::= argument(X).                   { R = cln_build_list(pc, X); }
arguments(R) ::= arguments(L) COMMA argument(X). { R = cln_build_append(pc, L, X); }
argument(R) ::= expr(R).
argument(R) ::= star(R).
argument(R) ::= STAR call(X). [STOP_HERE]       { X->flags |= CLN_UNPACKED; R = X; } /* DuckDB: *COLUMNS(...) */
argument(R) ::= UNIT_ARGUMENT(T).               { R = cln_build_unit(pc, T); }
/* XMLELEMENT(NAME a, ...), XMLPARSE(DOCUMENT x), XMLSERIALIZE(CONTENT x AS CLOB) */
argument(R) ::= XML_NAME name.                  { R = cln_build_literal(pc, CLN_LITERAL_UNKNOWN); }
argument(R) ::= XML_NAME NO.                    { R = cln_build_literal(pc, CLN_LITERAL_UNKNOWN); }
argument(R) ::= XML_FORM expr(X).               { R = X; }
argument(R) ::= XML_FORM expr(X) AS type.       { R = X; }
/* BigQuery: ML.PREDICT(MODEL m, ...) */
argument(R) ::= MODEL parts.                    { R = cln_build_literal(pc, CLN_LITERAL_UNKNOWN); }
argument(R) ::= reserved_type(R).
argument(R) ::= LAMBDA names(N) COLON expr(X).  { R = MAKE(lambda, 0, .parameters = N, .body = X); }
/* MySQL: CONVERT(x, DECIMAL(10, 2)), CONVERT(x, SIGNED INTEGER); the constructor of the call looks at its name. */
reserved_type(R) ::= TYPE_WORD.                 { R = cln_build_type(pc, NULL, NULL); }
reserved_type(R) ::= TYPE_WORD LP type_arguments RP. { R = cln_build_type(pc, NULL, NULL); }
argument(R) ::= name(N) FAT_ARROW expr(X).      { R = MAKE(named_argument, 0, .name = N, .value = X); }
/* Teradata: RANK(a DESC), CASE_N(a < 1, NO CASE OR UNKNOWN) */
/* T-SQL: f(DEFAULT) */
argument(R) ::= DEFAULT.                        { R = cln_build_literal(pc, CLN_LITERAL_DEFAULT); }
/* Teradata: RANGE_N(x BETWEEN 1 AND 9 EACH 1), RANGE_N(x BETWEEN 1, 5 AND 9) */
argument(R) ::= expr(X) EACH expr.              { R = X; }
argument(R) ::= NO_CASE RANGE.                  { R = cln_build_literal(pc, CLN_LITERAL_NULL); }
argument(R) ::= NO_CASE RANGE OR name.          { R = cln_build_literal(pc, CLN_LITERAL_NULL); }
argument(R) ::= expr(X) ARGUMENT_ORDER.         { R = X; }
argument(R) ::= NO_CASE CASE.                   { R = cln_build_literal(pc, CLN_LITERAL_NULL); }
argument(R) ::= NO_CASE CASE OR name.           { R = cln_build_literal(pc, CLN_LITERAL_NULL); }
argument(R) ::= LANGUAGE_ARGUMENT literal(X).   { R = X; } /* T-SQL: CONTAINSTABLE(t, a, 'x', LANGUAGE 'English') */
argument(R) ::= name(N) ASSIGN expr(X).         { R = MAKE(named_argument, 0, .name = N, .value = X); }
argument(R) ::= expr(K) COLON expr(X).          { R = MAKE(named_argument, 0, .key = K, .value = X); }
argument(R) ::= expr(K) VALUE expr(X).          { R = MAKE(named_argument, 0, .key = K, .value = X); }
argument(R) ::= expr(P) LAMBDA_ARROW lambda_body(X). { R = cln_build_lambda(pc, P, X); }
/* Oracle: VALIDATE_CONVERSION(x AS NUMBER) */
argument(R) ::= expr(X) AS TYPE_WORD.           { R = X; }
argument(R) ::= expr(X) AS name(N).             { R = MAKE(select_item, 0, .value = X, .alias = N); }
argument(R) ::= table_argument(R).
argument(R) ::= name(N) FAT_ARROW table_argument(X). { R = MAKE(named_argument, 0, .name = N, .value = X); }
/* Flink: SESSION(TABLE t PARTITION BY a, DESCRIPTOR(ts), ...) */
table_argument(R) ::= table_argument(X) PARTITION BY expr. { R = X; }
table_argument(R) ::= table_argument(X) TABLE_ORDER BY expr. { R = X; }
table_argument(R) ::= table_argument(X) TABLE_ORDER BY expr ASC. { R = X; }
table_argument(R) ::= table_argument(X) TABLE_ORDER BY expr DESC. { R = X; }
table_argument(R) ::= TABLE parts(N). [EXPRESSION_OVER_QUERY] { R = cln_build_table_argument(pc, N); }
/* Trino: exclude_columns(input => TABLE(orders), columns => DESCRIPTOR(a)) */
table_argument(R) ::= TABLE LP parts(N) RP.     { R = cln_build_table_argument(pc, N); }
table_argument(R) ::= TABLE subquery(Q).        { R = Q; }
lambda_body(R) ::= expr(R).
lambda_body(R) ::= expr(P) LAMBDA_ARROW lambda_body(X). { R = cln_build_lambda(pc, P, X); }
subquery_body(R) ::= query(Q).                  { R = MAKE(subquery, 0, .query = Q); }

/* EXTRACT(DAY FROM x), TRIM(BOTH 'x' FROM y), SUBSTRING(x FROM 2 FOR 3), OVERLAY(a PLACING b FROM 1), CONVERT(x USING utf8) */
plain_call(R) ::= parts(N) LP expr(A) FROM expr(B) RP.           { R = cln_build_special_call(pc, N, A, B, NULL, NULL); }
plain_call(R) ::= parts(N) LP expr(A) FROM expr(B) FOR expr(C) RP. { R = cln_build_special_call(pc, N, A, B, C, NULL); }
plain_call(R) ::= parts(N) LP UNIT_ARGUMENT(T) FROM expr(B) RP.  { R = cln_build_special_call(pc, N, cln_build_unit(pc, T), B, NULL, NULL); }
plain_call(R) ::= parts(N) LP expr(A) FOR expr(B) RP.            { R = cln_build_special_call(pc, N, A, B, NULL, NULL); }
plain_call(R) ::= parts(N) LP expr(A) PLACING expr(B) FROM expr(C) RP.
                                                { R = cln_build_special_call(pc, N, A, B, C, NULL); }
plain_call(R) ::= parts(N) LP expr(A) PLACING expr(B) FROM expr(C) FOR expr(D) RP.
                                                { R = cln_build_special_call(pc, N, A, B, C, D); }
/* Vertica: EXTRACT(TIME ZONE FROM x) */
plain_call(R) ::= parts(N) LP TIME_ZONE ZONE FROM expr(B) RP. { R = cln_build_special_call(pc, N, B, NULL, NULL, NULL); }
plain_call(R) ::= parts(N) LP trim_side expr(A) FROM expr(B) RP. { R = cln_build_special_call(pc, N, A, B, NULL, NULL); }
plain_call(R) ::= parts(N) LP trim_side FROM expr(B) RP.         { R = cln_build_special_call(pc, N, B, NULL, NULL, NULL); }
plain_call(R) ::= parts(N) LP trim_side expr(B) RP.              { R = cln_build_special_call(pc, N, B, NULL, NULL, NULL); }
plain_call(R) ::= parts(N) LP expr(A) USING BINARY RP.           { R = cln_build_special_call(pc, N, A, NULL, NULL, NULL); }
plain_call(R) ::= parts(N) LP expr(A) USING name RP.             { R = cln_build_special_call(pc, N, A, NULL, NULL, NULL); }
/* T-SQL: PARSE(x AS DATE USING 'en-US') */
plain_call(R) ::= parts(N) LP expr(X) AS type USING expr(C) RP. { R = cln_build_special_call(pc, N, X, C, NULL, NULL); }
/* Hive: FLOOR(x TO HOUR) */
plain_call(R) ::= parts(N) LP expr(A) TO unit RP.                { R = cln_build_special_call(pc, N, A, NULL, NULL, NULL); }
trim_side ::= BOTH.
trim_side ::= LEADING.
trim_side ::= TRAILING.

/* WITHIN GROUP (ORDER BY x), FILTER (WHERE c), IGNORE NULLS, KEEP (DENSE_RANK FIRST ORDER BY x), OVER (...) */
call(R) ::= call(C) WITHIN GROUP LP ORDER BY order_items(L) RP. { R = FILL(C, call, 0, .within_group = L); }
call(R) ::= call(C) KEEP LP name first_or_last ORDER BY order_items(L) RP. { R = FILL(C, call, CLN_KEEP, .within_group = L); }
call(R) ::= call(C) FILTER LP WHERE expr(X) RP. { R = FILL(C, call, 0, .filter = X); }
call(R) ::= call(C) FILTER LP expr(X) RP.       { R = cln_build_bare_filter(pc, C, X); } /* DuckDB */
call(R) ::= call(C) nulls(F).                   { R = FILL(C, call, F); }
call(R) ::= call(C) FROM_END FIRST.             { R = C; }
/* MySQL: MATCH (a, b) AGAINST ('x' IN BOOLEAN MODE) */
call(R) ::= plain_call(C) AGAINST LP sum(X) against_mode RP. { R = cln_build_second_arguments(pc, C, 0, cln_build_list(pc, X)); }
against_mode ::= .
against_mode ::= IN BOOLEAN MODE.
against_mode ::= IN NATURAL LANGUAGE MODE.
against_mode ::= IN NATURAL LANGUAGE MODE WITH name name.
against_mode ::= WITH name name.
call(R) ::= call(C) FROM_END LAST.              { R = C; }
call(R) ::= call(C) OVER name(W).               { R = FILL(C, call, 0, .window = W); }
call(R) ::= call(C) OVER window(W).             { R = FILL(C, call, 0, .window = W); }
first_or_last ::= FIRST.
first_or_last ::= LAST.

/* (w PARTITION BY a ORDER BY b ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) */
window(R) ::= LP inherits_opt(N) partition_opt(P) order_opt(O) frame_opt(F) RP.
                                                { R = MAKE(window, 0, .inherits = N, .partition = P, .order = O, .frame = F); }
/* Teradata: a partition also ends where the condition holds */
window(R) ::= LP inherits_opt(N) partition_opt(P) order_opt(O) RESET WHEN expr(X) frame_opt(F) RP.
                                                { R = MAKE(window, 0, .inherits = N, .partition = cln_build_append(pc, P, X), .order = O, .frame = F); }
inherits_opt(R) ::= .                           { R = NULL; }
inherits_opt(R) ::= name(R).
%type partition_opt {cln_list *}
partition_opt(R) ::= .                          { R = NULL; }
partition_opt(R) ::= PARTITION BY exprs(L).     { R = L; }
partition_opt(R) ::= DISTRIBUTE BY exprs(L).    { R = L; }
partition_opt(R) ::= CLUSTER BY exprs(L).       { R = L; }
/* Vertica: OVER (PARTITION BEST) */
partition_opt(R) ::= PARTITION_HOW name.        { R = NULL; }
frame_opt(R) ::= .                              { R = NULL; }
frame_opt(R) ::= frame_unit bound(A) exclude_opt. { R = MAKE(frame, 0, .low = A); }
frame_opt(R) ::= frame_unit BETWEEN bound(A) AND bound(B) exclude_opt. { R = MAKE(frame, 0, .low = A, .high = B); }
frame_unit ::= ROWS.
frame_unit ::= RANGE.
frame_unit ::= GROUPS.
bound(R) ::= UNBOUNDED PRECEDING.               { R = NULL; }
bound(R) ::= UNBOUNDED FOLLOWING.               { R = NULL; }
bound(R) ::= CURRENT ROW.                       { R = NULL; }
bound(R) ::= sum(X) PRECEDING.                  { R = X; }
bound(R) ::= sum(X) FOLLOWING.                  { R = X; }
exclude_opt ::= .
exclude_opt ::= EXCLUDE CURRENT ROW.
exclude_opt ::= EXCLUDE GROUP.
exclude_opt ::= EXCLUDE TIES.
exclude_opt ::= EXCLUDE NO OTHERS.

/* ---- Types ------------------------------------------------------------------------------------------------
**   DECIMAL(10, 2), DOUBLE PRECISION, ARRAY<STRUCT<a: INT>>, row(a int), int[], TIMESTAMP(3) WITH TIME ZONE  */

type(R) ::= simple_type(R).
type(R) ::= type(X) LB RB.                      { R = cln_build_array_type(pc, X); }
type(R) ::= type(X) LB NUMBER RB.               { R = cln_build_array_type(pc, X); }
type(R) ::= ARRAY LT type(X) GT.                { R = cln_build_type(pc, cln_build_list(pc, X), NULL); }
type(R) ::= MAP LT types(L) GT.                 { R = cln_build_type(pc, L, NULL); }
type(R) ::= UNIONTYPE LT types(L) GT.           { R = cln_build_type(pc, L, NULL); }
type(R) ::= STRUCT LT fields(L) GT.             { R = cln_build_type(pc, NULL, L); }
type(R) ::= ROW_TYPE LT fields(L) GT.            { R = cln_build_type(pc, NULL, L); }
type(R) ::= MULTISET LT type(X) GT.             { R = cln_build_type(pc, cln_build_list(pc, X), NULL); }
type(R) ::= INTERVAL unit. [STOP_HERE]          { R = cln_build_type(pc, NULL, NULL); }
type(R) ::= INTERVAL unit TO unit.              { R = cln_build_type(pc, NULL, NULL); }
simple_type(R) ::= type_words(R).
simple_type(R) ::= type_words(X) LP type_arguments(L) RP. { R = cln_build_type_arguments(pc, X, L); }
simple_type(R) ::= type_words(X) LP RP.         { R = X; }
simple_type(R) ::= simple_type(X) WITH_TIME TIME ZONE. { R = cln_build_type_words(pc, X); }
simple_type(R) ::= simple_type(X) WITH_TIME LOCAL TIME ZONE. { R = cln_build_type_words(pc, X); }
simple_type(R) ::= simple_type(X) UNSIGNED.     { R = cln_build_type_words(pc, X); }
simple_type(R) ::= simple_type(X) SIGNED.       { R = cln_build_type_words(pc, X); }
simple_type(R) ::= simple_type(X) CASESPECIFIC. { R = X; }
simple_type(R) ::= simple_type(X) NOT_CASESPECIFIC CASESPECIFIC. { R = X; }
simple_type(R) ::= simple_type(X) ZEROFILL.     { R = cln_build_type_words(pc, X); }
simple_type(R) ::= simple_type(X) CHARACTER SET BINARY. { R = cln_build_type_words(pc, X); }
simple_type(R) ::= simple_type(X) CHARACTER SET STRING. { R = cln_build_type_words(pc, X); }
simple_type(R) ::= simple_type(X) CHARACTER SET name. { R = cln_build_type_words(pc, X); }
type_words(R) ::= parts.                        { R = cln_build_type(pc, NULL, NULL); }
type_words(R) ::= TYPE_WORD.                    { R = cln_build_type(pc, NULL, NULL); }
type_words(R) ::= PARAM.                        { R = cln_build_type(pc, NULL, NULL); }
type_words(R) ::= type_words(X) PRECISION.      { R = cln_build_type_words(pc, X); }
type_words(R) ::= type_words(X) VARYING.        { R = cln_build_type_words(pc, X); }
%type type_arguments {cln_list *}
type_arguments(R) ::= type_argument(X).         { R = cln_build_list(pc, X); }
type_arguments(R) ::= type_arguments(L) COMMA type_argument(X). { R = cln_build_append(pc, L, X); }
type_argument(R) ::= type(R).
type_argument(R) ::= name(N) type(X).           { R = MAKE(column_def, 0, .name = N, .type = X); }
type_argument(R) ::= name(N) type(X) NOT NULL.  { R = MAKE(column_def, 0, .name = N, .type = X); }
type_argument(R) ::= NUMBER.                    { R = cln_build_literal(pc, CLN_LITERAL_NUMBER); }
type_argument(R) ::= MINUS NUMBER.              { R = cln_build_literal(pc, CLN_LITERAL_NUMBER); }
type_argument(R) ::= NUMBER name.               { R = cln_build_literal(pc, CLN_LITERAL_NUMBER); }
type_argument(R) ::= STRING.                    { R = cln_build_literal(pc, CLN_LITERAL_STRING); }
type_argument(R) ::= STRING EQ NUMBER.          { R = cln_build_literal(pc, CLN_LITERAL_STRING); }
%type types {cln_list *}
types(R) ::= type(X).                           { R = cln_build_list(pc, X); }
types(R) ::= types(L) COMMA type(X).            { R = cln_build_append(pc, L, X); }
%type fields {cln_list *}
fields(R) ::= field(X).                         { R = cln_build_list(pc, X); }
fields(R) ::= fields(L) COMMA field(X).         { R = cln_build_append(pc, L, X); }
field(R) ::= name(N) type(X) field_options.     { R = MAKE(column_def, 0, .name = N, .type = X); }
field(R) ::= name(N) COLON type(X) field_options. { R = MAKE(column_def, 0, .name = N, .type = X); }
field(R) ::= type(X).                           { R = MAKE(column_def, 0, .type = X); }
field_options ::= .
field_options ::= field_options KW_COMMENT STRING.
field_options ::= field_options NOT NULL.
field_options ::= field_options OPTIONS LP properties RP.
field_options ::= field_options COLLATE name.

/* ---- Queries ----------------------------------------------------------------------------------------------
**   WITH a AS (SELECT 1) SELECT * FROM a UNION ALL (SELECT 2 LIMIT 1) ORDER BY 1 LIMIT 10 OFFSET 2            */

query(R) ::= whole_query(R).
query(R) ::= locked_query(R).
query(R) ::= pipe(R).
/* Vertica: AT EPOCH LATEST SELECT a FROM t */
query(R) ::= AT_EPOCH EPOCH epoch whole_query(Q). { R = Q; }
query(R) ::= AT_EPOCH TIME STRING whole_query(Q). { R = Q; }
epoch ::= name.
epoch ::= NUMBER.
/* BigQuery, Spark: FROM t |> WHERE a > 1 |> SELECT b */
pipe_head(R) ::= whole_query(Q) PIPE_INTO.      { R = Q; }
pipe_head(R) ::= pipe(Q) PIPE_INTO.             { R = Q; }
pipe(R) ::= pipe_head(Q) WHERE expr(X).         { R = cln_pipe_where(pc, Q, X); }
pipe(R) ::= pipe_head(Q) select_head(H) select_items(L). { R = cln_pipe_select(pc, Q, H, L); }
pipe(R) ::= pipe_head(Q) DISTINCT.              { R = cln_pipe_distinct(pc, Q); }
pipe(R) ::= pipe_head(Q) WITH ctes(L).          { R = cln_pipe_with(pc, Q, 0, L); }
pipe(R) ::= pipe_head(Q) WITH RECURSIVE ctes(L). { R = cln_pipe_with(pc, Q, CLN_RECURSIVE, L); }
pipe(R) ::= pipe_head(Q) EXTEND items(L).       { R = cln_pipe_extend(pc, Q, L); }
pipe(R) ::= pipe_head(Q) WINDOW items(L).       { R = cln_pipe_extend(pc, Q, L); }
pipe(R) ::= pipe_head(Q) SET pipe_sets(L).      { R = cln_pipe_star(pc, Q, CLN_DRAFT(star, 0, .replace = L)); }
pipe(R) ::= pipe_head(Q) DROP columns(L).       { R = cln_pipe_star(pc, Q, CLN_DRAFT(star, 0, .except = L)); }
pipe(R) ::= pipe_head(Q) RENAME pipe_renames(L). { R = cln_pipe_star(pc, Q, CLN_DRAFT(star, 0, .rename = L)); }
pipe(R) ::= pipe_head(Q) AS name(N).            { R = cln_pipe_as(pc, Q, N); }
pipe(R) ::= pipe_head(Q) AGGREGATE pipe_aggregates(L). { R = cln_pipe_aggregate(pc, Q, L, NULL, false); }
pipe(R) ::= pipe_head(Q) AGGREGATE pipe_aggregates(L) GROUP BY pipe_keys(K). { R = cln_pipe_aggregate(pc, Q, L, K, false); }
pipe(R) ::= pipe_head(Q) AGGREGATE pipe_aggregates(L) GROUP AND ORDER BY pipe_keys(K). { R = cln_pipe_aggregate(pc, Q, L, K, true); }
pipe(R) ::= pipe_head(Q) AGGREGATE GROUP BY pipe_keys(K). { R = cln_pipe_aggregate(pc, Q, NULL, K, false); }
pipe(R) ::= pipe_head(Q) ORDER BY order_items(L). { R = cln_pipe_order(pc, Q, L); }
pipe(R) ::= pipe_head(Q) LIMIT expr(X).         { R = cln_pipe_limit(pc, Q, X, NULL); }
pipe(R) ::= pipe_head(Q) LIMIT expr(X) OFFSET expr(Y). { R = cln_pipe_limit(pc, Q, X, Y); }
pipe(R) ::= pipe_head(Q) join(J) source(S).     { R = cln_pipe_join(pc, Q, J, S, NULL, NULL); }
pipe(R) ::= pipe_head(Q) join(J) source(S) ON expr(X). { R = cln_pipe_join(pc, Q, J, S, X, NULL); }
pipe(R) ::= pipe_head(Q) join(J) source(S) USING LP names(L) RP. { R = cln_pipe_join(pc, Q, J, S, NULL, L); }
pipe(R) ::= pipe_head(Q) pipe_set_op(T) subqueries(L). { R = cln_pipe_set(pc, Q, T, NULL, L); }
pipe(R) ::= pipe_head(Q) pipe_set_op(T) set_names(N) subqueries(L). { R = cln_pipe_set(pc, Q, T, N, L); }
pipe(R) ::= pipe_head(Q) CALL call(C).          { R = cln_pipe_call(pc, Q, C, NULL); }
pipe(R) ::= pipe_head(Q) CALL call(C) AS name(N). { R = cln_pipe_call(pc, Q, C, N); }
pipe(R) ::= pipe_head(Q) sample.                { R = Q; }
pipe(R) ::= pipe_head(Q) pivot(P).              { R = cln_pipe_pivot(pc, Q, P); }
%type pipe_sets {cln_list *}
pipe_sets(R) ::= pipe_set(X).                   { R = cln_build_list(pc, X); }
pipe_sets(R) ::= pipe_sets(L) COMMA pipe_set(X). { R = cln_build_append(pc, L, X); }
pipe_set(R) ::= name(N) EQ expr(X).             { R = MAKE(select_item, 0, .value = X, .alias = N); }
%type pipe_renames {cln_list *}
pipe_renames(R) ::= pipe_rename(X).             { R = cln_build_list(pc, X); }
pipe_renames(R) ::= pipe_renames(L) COMMA pipe_rename(X). { R = cln_build_append(pc, L, X); }
pipe_rename(R) ::= column(C) AS name(N).        { R = MAKE(select_item, 0, .value = C, .alias = N); }
pipe_rename(R) ::= column(C) bare_alias(N).     { R = MAKE(select_item, 0, .value = C, .alias = N); }
%type pipe_aggregates {cln_list *}
pipe_aggregates(R) ::= pipe_aggregate(X).       { R = cln_build_list(pc, X); }
pipe_aggregates(R) ::= pipe_aggregates(L) COMMA pipe_aggregate(X). { R = cln_build_append(pc, L, X); }
pipe_aggregate(R) ::= item(X) direction_opt null_order_opt. { R = X; }
%type pipe_keys {cln_list *}
pipe_keys(R) ::= pipe_key(X).                   { R = cln_build_list(pc, X); }
pipe_keys(R) ::= pipe_keys(L) COMMA pipe_key(X). { R = cln_build_append(pc, L, X); }
pipe_key(R) ::= item(X) direction_opt null_order_opt. { R = X; }
%type pipe_set_op {uint32_t}
pipe_set_op(R) ::= set_op(R).
pipe_set_op(R) ::= intersect(R).
pipe_set_op(R) ::= intersect(T) BY name.        { R = T; }
%type subqueries {cln_list *}
subqueries(R) ::= subquery(X).                  { R = cln_build_list(pc, X); }
subqueries(R) ::= subqueries(L) COMMA subquery(X). { R = cln_build_append(pc, L, X); }
whole_query(R) ::= limited_query(R).
whole_query(R) ::= with(W) limited_query(Q).    { R = cln_build_with(pc, W, Q); }
locked_query(R) ::= whole_query(Q) lock.        { R = Q; }
locked_query(R) ::= locked_query(Q) lock.       { R = Q; }
/* PostgreSQL: FOR UPDATE LIMIT 1 */
locked_query(R) ::= locked_query(Q) LIMIT limit(X). { R = FILL(Q, query, 0, .limit = X); }
/* Oracle: FOR UPDATE OF a ORDER BY b */
locked_query(R) ::= locked_query(Q) ORDER BY order_items(L). { R = FILL(Q, query, 0, .order_by = L); }
locked_query(R) ::= whole_query(Q) FOR_DOCUMENT. { R = cln_build_flags(Q, CLN_ARRAY); }
locked_query(R) ::= locked_query(Q) FOR_DOCUMENT. { R = cln_build_flags(Q, CLN_ARRAY); }
lock ::= FOR UPDATE lock_options.               { cln_check_construct(pc, CLN_ROW_LOCK, pc->at); }
lock ::= FOR SHARE lock_options.                { cln_check_construct(pc, CLN_ROW_LOCK, pc->at); }
lock ::= FOR name lock_options.
lock ::= FOR_READ READ ONLY.
lock ::= FOR_READ FETCH ONLY.
lock ::= WITH_ISOLATION name.
lock ::= WITH_ISOLATION name USE AND KEEP name LOCKS.
lock ::= WITH_ISOLATION name USE AND KEEP UPDATE LOCKS.
lock ::= AS_OF_TIME OF sum.
lock ::= AS_OF_TIME OF AT name sum.
lock ::= FOR NO KEY UPDATE lock_options.
lock ::= FOR KEY SHARE lock_options.
lock ::= LOCK IN SHARE MODE.
lock ::= QUERY_HINTS.
lock ::= OPTIMIZE FOR NUMBER rows.
lock ::= INTO_FILE outfile.
lock ::= INTO_FILE variables.
lock ::= SETTINGS exprs.
lock ::= FORMAT name.
/* Doris: INTO OUTFILE 's3://x' FORMAT AS PARQUET PROPERTIES ('a' = 'b') */
lock ::= FORMAT AS name.
lock ::= PROPERTIES LP properties RP.
lock_options ::= .
lock_options ::= lock_options OF columns.
lock_options ::= lock_options NOWAIT.
lock_options ::= lock_options SKIP LOCKED.
lock_options ::= lock_options WAIT NUMBER.

plain_query(R) ::= query_body(B).               { R = MAKE(query, 0, .body = B); }

sorted_query(R) ::= plain_query(R).
sorted_query(R) ::= ordered_query(R).
ordered_query(R) ::= plain_query(Q) ORDER BY order_items(L). { R = FILL(Q, query, 0, .order_by = L); }
ordered_query(R) ::= plain_query(Q) ORDER SIBLINGS BY order_items(L). { R = FILL(Q, query, 0, .order_by = L); }
ordered_query(R) ::= ordered_query(Q) INTERPOLATE.  { R = Q; }
ordered_query(R) ::= ordered_query(Q) INTERPOLATE LP interpolations RP. { R = Q; }
interpolations ::= interpolation.
interpolations ::= interpolations COMMA interpolation.
interpolation ::= expr.
interpolation ::= name AS expr.
ordered_query(R) ::= clustered_query(R).
ordered_query(R) ::= clustered_query(Q) ORDER BY order_items(L). { R = FILL(Q, query, 0, .order_by = L); }
clustered_query(R) ::= plain_query(Q) cluster_by(L).    { R = FILL(Q, query, 0, .cluster_by = L); }
clustered_query(R) ::= plain_query(Q) distribute_by(L). { R = FILL(Q, query, 0, .distribute_by = L); }
clustered_query(R) ::= plain_query(Q) distribute_by(L) sort_by(M). { R = FILL(Q, query, 0, .distribute_by = L, .sort_by = M); }
clustered_query(R) ::= plain_query(Q) sort_by(M).       { R = FILL(Q, query, 0, .sort_by = M); }
%type cluster_by {cln_list *}
cluster_by(R) ::= CLUSTER BY exprs(L).          { R = L; }
%type distribute_by {cln_list *}
distribute_by(R) ::= DISTRIBUTE BY exprs(L).    { R = L; }
%type sort_by {cln_list *}
sort_by(R) ::= SORT BY order_items(L).          { R = L; }

limited_query(R) ::= sorted_query(R).
limited_query(R) ::= limit_query(R).
limit_query(R) ::= sorted_query(Q) LIMIT limit(X).      { R = FILL(Q, query, 0, .limit = X); }
limit_query(R) ::= sorted_query(Q) LIMIT limit(X) OFFSET expr(Y) rows_opt. { R = FILL(Q, query, 0, .limit = X, .offset = Y); }
limit_query(R) ::= sorted_query(Q) LIMIT expr(Y) COMMA expr(X). { R = FILL(Q, query, 0, .limit = X, .offset = Y); }
limit_query(R) ::= sorted_query(Q) LIMIT limit(X) BY exprs(L). { R = FILL(Q, query, 0, .limit = X, .limit_by = L); }
limit_query(R) ::= sorted_query(Q) LIMIT expr(Y) COMMA expr(X) BY exprs(L). { R = FILL(Q, query, 0, .limit = X, .offset = Y, .limit_by = L); }
limit_query(R) ::= sorted_query(Q) LIMIT limit(X) OFFSET expr(Y) rows_opt BY exprs(L). { R = FILL(Q, query, 0, .limit = X, .offset = Y, .limit_by = L); }
limit_query(R) ::= sorted_query(Q) LIMIT limit(X) BY exprs(L) LIMIT limit OFFSET expr. { R = FILL(Q, query, 0, .limit = X, .limit_by = L); }
limit_query(R) ::= sorted_query(Q) LIMIT limit(X) BY exprs(L) LIMIT limit. { R = FILL(Q, query, 0, .limit = X, .limit_by = L); }
/* Vertica: LIMIT 2 OVER (PARTITION BY a ORDER BY b) */
limit_query(R) ::= sorted_query(Q) LIMIT limit(X) LIMIT_OVER window(W). { R = cln_build_limit_over(pc, Q, X, W); }
limit_query(R) ::= sorted_query(Q) LIMIT limit(X) WITH_TIES TIES. { R = FILL(Q, query, 0, .limit = X); }
/* MariaDB */
limit_query(R) ::= sorted_query(Q) LIMIT limit(X) ROWS_EXAMINED EXAMINED limit. { R = FILL(Q, query, 0, .limit = X); }
limit_query(R) ::= sorted_query(Q) LIMIT ROWS_EXAMINED EXAMINED limit. { R = Q; }
limit_query(R) ::= sorted_query(Q) OFFSET expr(Y) rows_opt. { R = cln_build_offset(pc, Q, Y, NULL); }
limit_query(R) ::= sorted_query(Q) OFFSET expr(Y) rows_opt LIMIT limit(X). { R = cln_build_offset(pc, Q, Y, X); }
limit_query(R) ::= sorted_query(Q) OFFSET expr(Y) rows_opt fetch(X). { R = FILL(Q, query, 0, .limit = X, .offset = Y); }
limit_query(R) ::= sorted_query(Q) fetch(X).    { R = FILL(Q, query, 0, .limit = X); }
limit_query(R) ::= sorted_query(Q) fetch(X) OFFSET expr(Y) rows_opt. { R = FILL(Q, query, 0, .limit = X, .offset = Y); }
limit(R) ::= expr(R).
limit(R) ::= expr(X) LIMIT_PERCENT.             { R = X; }
limit(R) ::= ALL.                               { R = NULL; }
rows_opt ::= .
rows_opt ::= ROW.
rows_opt ::= ROWS.
fetch(R) ::= FETCH fetch_first fetch_count(X) rows fetch_end. { R = X; }
fetch(R) ::= FETCH fetch_first top_count(X). { R = X; }
fetch(R) ::= FETCH top_count(X).              { R = X; }
fetch(R) ::= FETCH top_count(X) rows fetch_end. { R = X; }
fetch_first ::= FIRST.
fetch_first ::= NEXT.
fetch_count(R) ::= .                            { R = NULL; }
fetch_count(R) ::= top_count(R).
fetch_count(R) ::= top_count(X) KW_PERCENT.     { R = X; }
/* Db2: FETCH FIRST 1 + 2 ROWS ONLY */
fetch_count(R) ::= top_count(L) PLUS(T) top_count(X). { R = cln_build_operation(pc, L, T, X); }
fetch_count(R) ::= top_count(L) MINUS(T) top_count(X). { R = cln_build_operation(pc, L, T, X); }
fetch_count(R) ::= top_count(L) STAR(T) top_count(X). { R = cln_build_operation(pc, L, T, X); }
rows ::= ROW.
rows ::= ROWS.
fetch_end ::= .
fetch_end ::= ONLY.
fetch_end ::= WITH_TIES TIES.

%type order_items {cln_list *}
order_items(R) ::= order_item(X).               { R = cln_build_list(pc, X); }
order_items(R) ::= order_items(L) COMMA order_item(X). { R = cln_build_append(pc, L, X); }
order_item(R) ::= order_item(X) WITH_FILL FILL fill_bounds. { R = X; }
order_item(R) ::= expr(X) direction_opt(F) null_order_opt(G). { R = MAKE(order_item, F | G, .value = X); }
fill_bounds ::= .
fill_bounds ::= fill_bounds FROM sum.
fill_bounds ::= fill_bounds TO sum.
fill_bounds ::= fill_bounds STEP sum.
fill_bounds ::= fill_bounds STALENESS sum.
/* Db2: the order that the source has */
order_item(R) ::= ORDER OF name.             { R = MAKE(order_item, 0, .value = cln_build_literal(pc, CLN_LITERAL_UNKNOWN)); }
/* ORDER BY ALL: the value is a star. */
order_item(R) ::= ALL(T) direction_opt(F) null_order_opt(G). { R = cln_build_order_all(pc, T, F | G); }
%type direction_opt {uint32_t}
direction_opt(R) ::= .                          { R = 0; }
direction_opt(R) ::= ASC.                       { R = 0; }
direction_opt(R) ::= DESC.                      { R = CLN_DESCENDING; }
direction_opt(R) ::= USING OTHER_OP.            { R = 0; }
direction_opt(R) ::= USING comparison.          { R = 0; }
%type null_order_opt {uint32_t}
null_order_opt(R) ::= .                         { R = 0; }
null_order_opt(R) ::= NULLS FIRST.              { R = CLN_NULLS_FIRST; }
null_order_opt(R) ::= NULLS LAST.               { R = CLN_NULLS_LAST; }
%type order_opt {cln_list *}
order_opt(R) ::= .                              { R = NULL; }
order_opt(R) ::= ORDER BY order_items(L).       { R = L; }
order_opt(R) ::= SORT BY order_items(L).        { R = L; }

/* WITH [RECURSIVE] a (x) AS (SELECT 1), b AS NOT MATERIALIZED (...) */
%type with {cln_with *}
with(R) ::= WITH ctes(L).                       { R = cln_build_with_list(pc, L, 0); }
with(R) ::= WITH RECURSIVE ctes(L).             { R = cln_build_with_list(pc, L, CLN_RECURSIVE); }
/* Oracle, Trino: WITH FUNCTION f (a NUMBER) RETURN NUMBER IS BEGIN ... END; SELECT f(a) FROM t */
with(R) ::= WITH INLINE_FUNCTIONS.              { R = cln_build_with_list(pc, NULL, 0); }
with(R) ::= WITH INLINE_FUNCTIONS ctes(L).      { R = cln_build_with_list(pc, L, 0); }
with(R) ::= WITH INLINE_FUNCTIONS WITH ctes(L). { R = cln_build_with_list(pc, L, 0); }
with(R) ::= WITH INLINE_FUNCTIONS WITH RECURSIVE ctes(L). { R = cln_build_with_list(pc, L, CLN_RECURSIVE); }
/* Materialize: WITH MUTUALLY RECURSIVE c (x int) AS (...) */
with(R) ::= WITH MUTUALLY RECURSIVE recursion_limit_opt typed_ctes(L). { R = cln_build_with_list(pc, L, CLN_RECURSIVE); }
recursion_limit_opt ::= .
recursion_limit_opt ::= LP exprs RP.
%type typed_ctes {cln_list *}
typed_ctes(R) ::= typed_cte(X).                 { R = cln_build_list(pc, X); }
typed_ctes(R) ::= typed_ctes(L) COMMA typed_cte(X). { R = cln_build_append(pc, L, X); }
typed_cte(R) ::= name(N) LP emitted(L) RP AS LP cte_body(Q) RP. { R = MAKE(cte, 0, .name = N, .columns = L, .query = Q); }
%type ctes {cln_list *}
ctes(R) ::= cte(X).                             { R = cln_build_list(pc, X); }
ctes(R) ::= ctes(L) COMMA cte(X).               { R = cln_build_append(pc, L, X); }
cte(R) ::= name(N) names_opt(L) AS materialized_opt(F) LP cte_body(Q) RP.
                                                { R = MAKE(cte, F, .name = N, .columns = L, .query = Q); }
/* ClickHouse: a + 1 AS x */
cte(R) ::= CTE_VALUE expr(X) AS name(N).        { R = MAKE(cte, CLN_VALUE_CTE, .name = N, .query = X); }
cte(R) ::= CTE_VALUE expr(P) LAMBDA_ARROW lambda_body(X) AS name(N). { R = MAKE(cte, CLN_VALUE_CTE, .name = N, .query = cln_build_lambda(pc, P, X)); }
/* SEARCH DEPTH FIRST BY a SET o, CYCLE a SET c USING p: columns that number and mark the rows */
cte(R) ::= cte(C) SEARCH name FIRST BY columns(L) SET name(N). { R = cln_build_cte_column(pc, C, L, N); }
cte(R) ::= cte(C) CYCLE columns(L) SET name(N) USING name(P). { R = cln_build_cte_column(pc, cln_build_cte_column(pc, C, L, N), L, P); }
cte(R) ::= cte(C) CYCLE columns(L) SET name(N) TO literal DEFAULT literal. { R = cln_build_cte_column(pc, C, L, N); }
cte(R) ::= cte(C) CYCLE columns(L) SET name(N) TO literal DEFAULT literal USING name(P). { R = cln_build_cte_column(pc, cln_build_cte_column(pc, C, L, N), L, P); }
/* MariaDB */
cte(R) ::= cte(C) CYCLE columns RESTRICT.        { R = C; }
/* DuckDB: WITH RECURSIVE r (a) USING KEY (a) AS (...) */
cte(R) ::= name(N) names_opt(L) USING KEY LP columns RP AS materialized_opt(F) LP cte_body(Q) RP.
                                                { R = MAKE(cte, F, .name = N, .columns = L, .query = Q); }
%type materialized_opt {uint32_t}
materialized_opt(R) ::= .                       { R = 0; }
materialized_opt(R) ::= MATERIALIZED.           { R = CLN_MATERIALIZED; }
materialized_opt(R) ::= NOT MATERIALIZED.       { R = 0; }
cte_body(R) ::= query(R).
cte(R) ::= DAMAGED_CTE(T).                      { R = cln_build_damaged_cte(pc, T); }
cte_body(R) ::= write(R).

/* Set operations: INTERSECT binds tighter. */
query_body(R) ::= query_term(R).
query_body(R) ::= query_body(L) set_op(T) query_term(X). { R = cln_build_set_operation(pc, L, T, X); }
/* Impala: SELECT a FROM t LIMIT 1 UNION ALL SELECT b FROM u: the LIMIT is the branch's. */
query_body(R) ::= limit_query(L) set_op(T) query_term(X). { R = cln_build_set_operation(pc, cln_build_tailed_branch(pc, L), T, X); }
query_body(R) ::= ordered_query(L) set_op(T) query_term(X). { R = cln_build_set_operation(pc, cln_build_tailed_branch(pc, L), T, X); }
query_body(R) ::= query_body(L) set_op(T) set_names(N) query_term(X). { R = cln_build_set_by(pc, L, T, N, X); }
query_term(R) ::= query_primary(R).
query_term(R) ::= query_term(L) intersect(T) BY name query_primary(X). { R = cln_build_set_operation(pc, L, T, X); }
query_term(R) ::= query_term(L) intersect(T) query_primary(X). { R = cln_build_set_operation(pc, L, T, X); }
%type set_op {uint32_t}
set_op(R) ::= set_kind(R).
set_op(R) ::= set_kind(T) BY name.              { R = cln_set_by_name(T); }
set_op(R) ::= set_kind(T) CORRESPONDING.        { R = cln_set_by_name(T) | CLN_SET_INNER; }
set_op(R) ::= set_mode(M) set_kind(T) BY name.  { R = cln_set_by_name(T) | M; }
set_op(R) ::= set_mode(M) set_kind(T) CORRESPONDING. { R = cln_set_by_name(T) | M; }
%type set_kind {uint32_t}
set_kind(R) ::= UNION.                          { R = CLN_UNION; }
set_kind(R) ::= UNION DISTINCT.                 { R = CLN_UNION; }
set_kind(R) ::= UNION ALL.                      { R = CLN_UNION_ALL; }
set_kind(R) ::= except.                         { R = CLN_EXCEPT; }
set_kind(R) ::= except DISTINCT.                { R = CLN_EXCEPT; }
set_kind(R) ::= except ALL.                     { R = CLN_EXCEPT_ALL; }
/* BigQuery: LEFT OUTER UNION ALL BY NAME ON (a, b) */
%type set_mode {uint32_t}
set_mode(R) ::= SET_LEFT outer_opt.             { R = CLN_SET_LEFT; }
set_mode(R) ::= SET_FULL outer_opt.             { R = 0; }
set_mode(R) ::= SET_INNER.                      { R = CLN_SET_INNER; }
%type set_names {cln_list *}
set_names(R) ::= ON LP names(L) RP.             { R = L; }
except ::= EXCEPT.
except ::= KW_MINUS.
%type intersect {uint32_t}
intersect(R) ::= INTERSECT.                     { R = CLN_INTERSECT; }
intersect(R) ::= INTERSECT DISTINCT.            { R = CLN_INTERSECT; }
intersect(R) ::= INTERSECT ALL.                 { R = CLN_INTERSECT_ALL; }

query_primary(R) ::= select(R).
query_primary(R) ::= values(R). [QUERY_OVER_EXPRESSION]
query_primary(R) ::= TABLE ONLY table_name(T).    { R = T; }
query_primary(R) ::= TABLE table_name(T).         { R = T; }
query_primary(R) ::= DAMAGED_QUERY.             { R = MAKE(damaged, 0); }
query_primary(R) ::= subquery(R). [QUERY_OVER_EXPRESSION]
/* DuckDB: PIVOT t ON a IN (1, 2) USING SUM(b) GROUP BY c;  UNPIVOT t ON a, b INTO NAME n VALUE v */
query_primary(R) ::= PIVOT_FIRST source(S) ON exprs(C) pivot_using(A) pivot_group(G). { R = cln_build_pivot_statement(pc, S, C, A, G); }
%type pivot_using {cln_list *}
pivot_using(R) ::= .                            { R = NULL; }
pivot_using(R) ::= USING items(L).              { R = L; }
%type pivot_group {cln_list *}
pivot_group(R) ::= .                            { R = NULL; }
pivot_group(R) ::= GROUP BY exprs(L).           { R = L; }
query_primary(R) ::= unpivot_head(P).           { R = P; }
query_primary(R) ::= unpivot_head(P) INTO name name(N) VALUE names(V). { R = cln_build_unpivot_into(pc, P, N, V); }
unpivot_head(R) ::= UNPIVOT_FIRST source(S) ON unpivot_items(L). { R = cln_build_unpivot_statement(pc, S, 0, L); }
unpivot_head(R) ::= UNPIVOT_FIRST INCLUDE NULLS source(S) ON unpivot_items(L). { R = cln_build_unpivot_statement(pc, S, CLN_NULLS_INCLUDED, L); }
subquery(R) ::= LP query(Q) RP.                 { R = cln_build_query_parens(pc, Q); }
subquery(R) ::= LP EXPLAIN VIRTUAL query(Q) RP. { R = cln_build_query_parens(pc, Q); }

/* VALUES (1, 2), (3, 4);  VALUES (1 AS a);  VALUES 1, 2 */
values(R) ::= VALUES rows_list(L). [STOP_HERE]  { R = cln_build_values(pc, L); }
values(R) ::= VALUES_BARE bare_rows(L). [STOP_HERE] { R = cln_build_values(pc, L); }
/* Exasol: VALUES BETWEEN 1 AND 9 */
values(R) ::= VALUES BETWEEN sum(A) AND sum(B). { R = cln_build_values_between(pc, A, B); }
%type bare_rows {cln_list *}
bare_rows(R) ::= bare_row(X).                   { R = cln_build_list(pc, X); }
bare_rows(R) ::= bare_rows(L) COMMA bare_row(X). { R = cln_build_append(pc, L, X); }
bare_row(R) ::= expr(X).                        { R = MAKE(row, 0, .items = cln_build_list(pc, X)); }
bare_row(R) ::= DEFAULT.                        { R = MAKE(row, 0, .items = cln_build_list(pc, cln_build_literal(pc, CLN_LITERAL_DEFAULT))); }
%type rows_list {cln_list *}
rows_list(R) ::= row(X).                        { R = cln_build_list(pc, X); }
rows_list(R) ::= rows_list(L) COMMA row(X).     { R = cln_build_append(pc, L, X); }
row(R) ::= LP row_items(L) RP.                  { R = MAKE(row, 0, .items = L); }
row(R) ::= LP RP.                               { R = MAKE(row, 0); }
row(R) ::= ROW LP row_items(L) RP.              { R = MAKE(row, 0, .items = L); }
row(R) ::= bare_value(X).                       { R = MAKE(row, 0, .items = cln_build_list(pc, X)); }
row(R) ::= DAMAGED_ROW.                         { R = MAKE(row, 0); }
bare_value(R) ::= literal(R).
bare_value(R) ::= call(R).
bare_value(R) ::= cast(R).
bare_value(R) ::= PARAM.                        { R = MAKE(parameter, 0); }
bare_value(R) ::= MINUS(T) literal(X).          { R = MAKE(unary, 0, .operand = X, .op = T.kind); }
%type row_items {cln_list *}
row_items(R) ::= row_item(X).                   { R = cln_build_list(pc, X); }
row_items(R) ::= row_items(L) COMMA row_item(X). { R = cln_build_append(pc, L, X); }
row_item(R) ::= expr(R).
row_item(R) ::= DEFAULT.                        { R = cln_build_literal(pc, CLN_LITERAL_DEFAULT); }
row_item(R) ::= DAMAGED_VALUE.                  { R = MAKE(damaged, 0); }
row_item(R) ::= expr(X) AS name(N).             { R = MAKE(select_item, 0, .value = X, .alias = N); }
row_item(R) ::= LP expr(X) row_alias(N) COMMA row_items(L) RP. { R = cln_build_aliased_row(pc, X, N, L); }
row_item(R) ::= LP expr(X) row_alias(N) RP.     { R = cln_build_aliased_row(pc, X, N, NULL); }
row_alias(R) ::= bare_alias(R).
row_alias(R) ::= AS name(N).                    { R = N; }
row_item(R) ::= expr(X) bare_alias(N).          { R = MAKE(select_item, 0, .value = X, .alias = N); }

/* ---- SELECT -----------------------------------------------------------------------------------------------
**   SELECT DISTINCT ON (a) a, b AS c, t.* FROM t WHERE a > 1 GROUP BY a HAVING COUNT(*) > 1 QUALIFY ...       */

select(R) ::= select_core(R).
select(R) ::= select(S) WINDOW named_windows(L). { R = FILL(S, select, 0, .windows = L); }
select(R) ::= select(S) USING_SAMPLE SAMPLE sample_spec. { R = S; }
/* Exasol: PREFERRING HIGH a PLUS LOW b PARTITION BY c */
select(R) ::= select(S) preferring(P).          { R = FILL(S, select, 0, .qualify = P); }
select(R) ::= select(S) BRANCH_SETTINGS exprs.  { R = S; }
preferring(R) ::= PREFERRING preferences(L).    { R = MAKE(row, 0, .items = L); }
preferring(R) ::= PREFERRING preferences(L) preferred_by(K). { R = MAKE(row, 0, .items = cln_build_append(pc, L, K)); }
preferred_by(R) ::= PARTITION BY exprs(K).      { R = MAKE(row, 0, .items = K); }
%type preferences {cln_list *}
preferences(R) ::= preference(X).               { R = cln_build_list(pc, X); }
preferences(R) ::= preferences(L) PRIOR TO preference(X). { R = cln_build_append(pc, L, X); }
preference(R) ::= HIGH sum(X).                  { R = X; }
preference(R) ::= LP preferences(L) RP.         { R = MAKE(row, 0, .items = L); }
preference(R) ::= LOW sum(X).                   { R = X; }
/* Vertica: TIMESERIES t AS '5 seconds' OVER (PARTITION BY a ORDER BY b) */
select(R) ::= select(S) TIMESERIES name(N) AS STRING OVER window(W). { R = FILL(S, select, 0, .windows = cln_build_list(pc, MAKE(named_window, 0, .name = N, .window = W))); }
/* Vertica: MATCH (PARTITION BY a ORDER BY b DEFINE e AS c > 1 PATTERN p AS (e+) ROWS MATCH FIRST EVENT) */
select(R) ::= select(S) MATCH_EVENTS LP partition_opt(P) order_opt(O) DEFINE definitions(D) match_clause RP. { R = cln_build_match_events(pc, S, P, O, D); }
/* Teradata: WITH SUM(a) (TITLE 'x') BY b: rows of their own, which no column gets */
select(R) ::= select(S) WITH_SUMMARY items.     { R = S; }
select(R) ::= select(S) WITH_SUMMARY items BY order_items. { R = S; }
/* Teradata: EXPAND ON a AS p BY INTERVAL '1' DAY FOR PERIOD (...) */
select(R) ::= select(S) EXPAND ON sum(X) expand_as(N) expand_by expand_for. { R = cln_build_expanded(pc, S, X, N); }
expand_as(R) ::= .                              { R = NULL; }
expand_as(R) ::= AS name(N).                    { R = N; }
expand_by ::= .
expand_by ::= BY sum.
expand_by ::= BY name name.
expand_by ::= BY name PERIOD name.
expand_for ::= .
expand_for ::= FOR_PERIOD sum.
select(R) ::= select(S) QUALIFY expr(X).        { R = FILL(S, select, 0, .qualify = X); }
select_core(R) ::= select_head(H) select_items(L) into_opt(I) from_opt(F) prewhere_opt(P) where_opt(W) hierarchy_opt(C) group_opt(G) having_opt(V).
    { R = cln_build_select(pc, H, CLN_DRAFT(select, 0, .items = L, .into = I, .from = F, .prewhere = P, .where = W, .having = V), C, G); }
/* PostgreSQL: SELECT FROM t WHERE a > 1 */
select_core(R) ::= select_head(H) NO_ITEMS into_opt(I) from_opt(F) where_opt(W) group_opt(G) having_opt(V).
    { R = cln_build_select(pc, H, CLN_DRAFT(select, 0, .into = I, .from = F, .where = W, .having = V), NULL, G); }
/* DuckDB, BigQuery: FROM t WHERE a > 1 */
select_core(R) ::= FROM_FIRST sources(F) where_opt(W) group_opt(G) having_opt(V).
    { R = cln_build_bare_from(pc, CLN_DRAFT(select, 0, .from = cln_build_sources_end(pc, F), .where = W, .having = V), G); }
/* Hive: FROM t SELECT a */
%type from_first {cln_sources *}
from_first(R) ::= FROM sources(F).              { R = F; }
from_first(R) ::= FROM_FIRST sources(F). [QUERY_OVER_EXPRESSION]       { R = F; }
select_core(R) ::= from_first(F) select_head(H) select_items(L) where_opt(W) group_opt(G) having_opt(V).
    { R = cln_build_select(pc, H, CLN_DRAFT(select, 0, .items = L, .from = cln_build_sources_end(pc, F), .where = W, .having = V), NULL, G); }

/* Hive: SELECT TRANSFORM (a, b) ROW FORMAT ... USING 'script' AS (c, d);  MAP a, b USING 'script' */
select_core(R) ::= select_head(H) transform(T) from_opt(F) where_opt(W) group_opt(G) having_opt(V).
    { R = cln_build_select(pc, H, CLN_DRAFT(select, 0, .transform = T, .from = F, .where = W, .having = V), NULL, G); }
select_core(R) ::= from_first(F) select_head(H) transform(T) where_opt(W) group_opt(G) having_opt(V).
    { R = cln_build_select(pc, H, CLN_DRAFT(select, 0, .transform = T, .from = cln_build_sources_end(pc, F), .where = W, .having = V), NULL, G); }
select_core(R) ::= map_head(H) from_opt(F) where_opt(W). { R = FILL(H, select, 0, .from = F, .where = W); }
select_core(R) ::= from_first(F) map_head(H) where_opt(W). { R = cln_build_map_from(pc, H, F, W); }
map_head(R) ::= map_transform(T).               { R = MAKE(select, 0, .transform = T); }
map_transform(R) ::= map_word arguments(L) script_formats USING script columns_as(C) script_formats.
                                                { R = MAKE(transform, 0, .arguments = L, .columns = C); }
map_word ::= MAP. [STOP_HERE]
map_word ::= REDUCE.
transform(R) ::= plain_call(C) script_formats USING script columns_as(L) script_formats. { R = cln_build_transform(pc, C, L); }
script ::= STRING.
script ::= PARAM.
%type columns_as {cln_list *}
columns_as(R) ::= .                             { R = NULL; }
columns_as(R) ::= AS LP alias_columns(L) RP.    { R = L; }
columns_as(R) ::= AS alias_columns(L).          { R = L; }
script_formats ::= .
script_formats ::= script_formats row_format.
script_formats ::= script_formats serde_properties.
script_formats ::= script_formats RECORDWRITER STRING.
script_formats ::= script_formats RECORDREADER STRING.

select_head(R) ::= SELECT.                      { R = MAKE(select, 0); }
select_head(R) ::= select_head(H) ALL.          { R = H; }
select_head(R) ::= select_head(H) DISTINCT.     { R = FILL(H, select, CLN_DISTINCT); }
select_head(R) ::= select_head(H) DISTINCTROW.  { R = FILL(H, select, CLN_DISTINCT); }
/* Oracle: SELECT UNIQUE */
select_head(R) ::= select_head(H) SELECT_UNIQUE. { R = FILL(H, select, CLN_DISTINCT); }
select_head(R) ::= select_head(H) DISTINCT ON LP exprs(L) RP. { R = FILL(H, select, CLN_DISTINCT, .distinct_on = L); }
select_head(R) ::= select_head(H) TOP top_count(X) top_end. { R = FILL(H, select, 0, .top = X); }
/* Oracle: MODEL PARTITION BY (a) DIMENSION BY (b) MEASURES (c AS d) RULES (...) */
select(R) ::= select_core(S) MODEL model_options model_partition(P) DIMENSION BY LP items(D) RP MEASURES LP items(M) RP MODEL_RULES. { R = cln_build_model(pc, S, P, D, M); }
model_options ::= .
model_options ::= model_options MODEL_OPTION.
%type model_partition {cln_list *}
model_partition(R) ::= .                        { R = NULL; }
model_partition(R) ::= PARTITION BY LP items(L) RP. { R = L; }
/* Teradata: NORMALIZE ON MEETS OR OVERLAPS */
select_head(R) ::= select_head(H) SELECT_NORMALIZED normalized. { R = FILL(H, select, CLN_DISTINCT); }
normalized ::= .
normalized ::= ON overlap.
normalized ::= ON overlap OR overlap.
overlap ::= OVERLAPS.
overlap ::= MEETS.
select_head(R) ::= select_head(H) STRAIGHT_JOIN. { R = H; }
select_head(R) ::= select_head(H) HIGH_PRIORITY. { R = H; }
select_head(R) ::= select_head(H) SQL_CALC_FOUND_ROWS. { R = H; }
select_head(R) ::= select_head(H) SQL_NO_CACHE. { R = H; }
select_head(R) ::= select_head(H) SQL_CACHE.    { R = H; }
select_head(R) ::= select_head(H) SQL_SMALL_RESULT. { R = H; }
select_head(R) ::= select_head(H) SQL_BIG_RESULT. { R = H; }
select_head(R) ::= select_head(H) SQL_BUFFER_RESULT. { R = H; }
select_head(R) ::= select_head(H) AS STRUCT.    { R = FILL(H, select, CLN_STRUCT); }
select_head(R) ::= select_head(H) AS VALUE.     { R = FILL(H, select, CLN_VALUE); }
top_count(R) ::= NUMBER.                        { R = cln_build_literal(pc, CLN_LITERAL_NUMBER); }
top_count(R) ::= PARAM.                         { R = MAKE(parameter, 0); }
top_count(R) ::= LP expr(X) RP.                 { R = cln_build_parens(pc, X); }
top_end ::= .
top_end ::= KW_PERCENT.
top_end ::= WITH_TIES TIES.
top_end ::= KW_PERCENT WITH_TIES TIES.

%type select_items {cln_list *}
select_items(R) ::= items(R).
select_items(R) ::= items(L) ITEMS_EXCLUDE LP columns(C) RP. { R = cln_build_items_exclude(pc, L, C); }
select_items(R) ::= items(L) ITEMS_EXCLUDE column(C). { R = cln_build_items_exclude(pc, L, cln_build_list(pc, C)); }
select_items(R) ::= items(L) COMMA(T).          { R = cln_build_trailing_comma(pc, L, T); }
%type items {cln_list *}
items(R) ::= item(X).                           { R = cln_build_list(pc, X); }
items(R) ::= items(L) COMMA item(X).            { R = cln_build_append(pc, L, X); }
item(R) ::= expr(X).                            { R = cln_build_select_item(pc, X, NULL, NULL); }
item(R) ::= expr(X) bare_alias(N).              { R = cln_build_select_item(pc, X, N, NULL); }
item(R) ::= expr(X) AS name(N).                 { R = cln_build_select_item(pc, X, N, NULL); }
/* DuckDB: SELECT a: b + 1 */
item(R) ::= name(N) ALIAS_COLON expr(X).        { R = cln_build_select_item(pc, X, N, NULL); }
item(R) ::= expr(X) AS LP names(L) RP.          { R = cln_build_select_item(pc, X, NULL, L); }
/* ClickHouse: COLUMNS('x') APPLY (f);  Exasol: f(a) EMITS (b INT, c INT) */
item(R) ::= expr(X) APPLY LP apply_function(F) RP. { R = MAKE(select_item, 0, .value = cln_build_applied(pc, X, F)); }
item(R) ::= expr(X) EMITS LP emitted(L) RP.     { R = cln_build_select_item(pc, X, NULL, L); }
%type emitted {cln_list *}
emitted(R) ::= name(N) type.                    { R = cln_build_list(pc, N); }
emitted(R) ::= emitted(L) COMMA name(N) type.   { R = cln_build_append(pc, L, N); }
item(R) ::= expr(X) string_alias(N).            { R = cln_build_select_item(pc, X, N, NULL); }
item(R) ::= expr(X) AS string_alias(N).         { R = cln_build_select_item(pc, X, N, NULL); }
item(R) ::= star(X).                            { R = MAKE(select_item, 0, .value = X); }
item(R) ::= STAR call(X). [STOP_HERE]           { X->flags |= CLN_UNPACKED; R = MAKE(select_item, 0, .value = X); } /* DuckDB: *COLUMNS(...) */
item(R) ::= LP star(X) RP.                      { R = cln_build_star_parens(pc, X); }
item(R) ::= DAMAGED_ITEM(T).                    { R = cln_build_damaged_item(pc, T); }
string_alias(R) ::= STRING(T).                  { R = cln_build_string_alias(pc, T); }

/* *, t.*, * EXCEPT (a) REPLACE (x AS y) RENAME (a AS b) */
star(R) ::= plain_star(R).
plain_star(R) ::= STAR.                         { R = MAKE(star, 0); }
plain_star(R) ::= parts(L) DOT STAR.            { R = MAKE(star, 0, .qualifier = L); }
star(R) ::= field_star(R).
field_star(R) ::= operand(X) DOT STAR.          { R = cln_build_field_star(pc, X); }
field_star(R) ::= field_star(S) STAR_EXCEPT LP columns(L) RP. { R = cln_build_field_star_fill(pc, S, CLN_DRAFT(star, 0, .except = L)); }
field_star(R) ::= field_star(S) STAR_REPLACE LP replacements(L) RP. { R = cln_build_field_star_fill(pc, S, CLN_DRAFT(star, 0, .replace = L)); }
plain_star(R) ::= plain_star(S) STAR_EXCEPT LP columns(L) RP. { R = FILL(S, star, 0, .except = L); }
plain_star(R) ::= plain_star(S) EXCLUDE LP columns(L) RP.   { R = FILL(S, star, 0, .except = L); }
plain_star(R) ::= plain_star(S) EXCLUDE column(C).          { R = FILL(S, star, 0, .except = cln_build_list(pc, C)); }
plain_star(R) ::= plain_star(S) STAR_EXCEPT column(C).      { R = FILL(S, star, 0, .except = cln_build_list(pc, C)); }
plain_star(R) ::= plain_star(S) STAR_REPLACE LP replacements(L) RP. { R = FILL(S, star, 0, .replace = L); }
plain_star(R) ::= plain_star(S) RENAME LP replacements(L) RP. { R = FILL(S, star, 0, .rename = L); }
plain_star(R) ::= plain_star(S) RENAME replacement(X).      { R = FILL(S, star, 0, .rename = cln_build_list(pc, X)); }
plain_star(R) ::= plain_star(S) APPLY LP apply_function(F) RP. { R = cln_build_star_apply(pc, S, F); }
plain_star(R) ::= plain_star(S) APPLY name(F).  { R = cln_build_star_apply(pc, S, F); }
apply_function(R) ::= expr(R).
apply_function(R) ::= expr(P) LAMBDA_ARROW lambda_body(X). { R = cln_build_lambda(pc, P, X); }
plain_star(R) ::= plain_star(S) not_opt(F) star_like(T) STRING(P).  { R = cln_build_star_like(pc, S, F, T, P); }
%type star_like {cln_token}
star_like(R) ::= LIKE(R).
star_like(R) ::= ILIKE(R).
star_like(R) ::= GLOB(R).
star_like(R) ::= SIMILAR(R) TO.
star_like(R) ::= OTHER_OP(R).
/* ClickHouse: COLUMNS('a.*') EXCEPT b, t.COLUMNS('a.*'), EXCEPT ('a.*') */
plain_star(R) ::= COLUMNS_STAR(T) LP STRING(P) RP. { R = cln_build_star_like(pc, MAKE(star, 0), 0, T, P); }
plain_star(R) ::= parts(L) DOT COLUMNS_STAR(T) LP STRING(P) RP. { R = cln_build_star_like(pc, MAKE(star, 0, .qualifier = L), 0, T, P); }
plain_star(R) ::= plain_star(S) STAR_EXCEPT(T) LP STRING(P) RP. { R = cln_build_star_like(pc, S, CLN_NOT, T, P); }
%type replacements {cln_list *}
replacements(R) ::= replacement(X).             { R = cln_build_list(pc, X); }
replacements(R) ::= replacements(L) COMMA replacement(X). { R = cln_build_append(pc, L, X); }
replacement(R) ::= expr(X) AS name(N).          { R = MAKE(select_item, 0, .value = X, .alias = N); }

into_opt(R) ::= .                               { R = NULL; }
into_opt(R) ::= INTO table_name(T).             { R = T; }
into_opt(R) ::= INTO table_name(T) ON_FILEGROUP. { R = T; }
into_opt(R) ::= INTO TABLE table_name(T).       { R = T; }
into_opt(R) ::= INTO temporary(F) table_opt table_name(T). { R = cln_build_flags(T, F); }
into_opt(R) ::= INTO outfile.                   { R = NULL; }
into_opt(R) ::= BULK COLLECT INTO variables.    { R = NULL; }
into_opt(R) ::= INTO PARAM COMMA variables.     { R = NULL; }
into_opt(R) ::= INTO table_name COMMA variables. { R = NULL; }
into_opt(R) ::= INTO PARAM(P).                  { R = cln_build_parameter_table(pc, P); }
variables ::= variable_name.
variables ::= variables COMMA variable_name.
variable_name ::= PARAM.
variable_name ::= parts.
/* MySQL: INTO OUTFILE 'x' FIELDS TERMINATED BY ',' */
outfile ::= DUMPFILE STRING.
outfile ::= OUTFILE STRING.
outfile ::= outfile outfile_option.
outfile_option ::= CHARACTER SET name.
outfile_option ::= FIELDS.
outfile_option ::= COLUMNS.
outfile_option ::= LINES.
outfile_option ::= TERMINATED BY STRING.
outfile_option ::= ENCLOSED BY STRING.
outfile_option ::= OPTIONALLY ENCLOSED BY STRING.
outfile_option ::= ESCAPED BY STRING.
outfile_option ::= STARTING BY STRING.
%type temporary {uint32_t}
temporary(R) ::= TEMPORARY.                     { R = CLN_TEMPORARY; }
temporary(R) ::= TEMP.                          { R = CLN_TEMPORARY; }
temporary(R) ::= UNLOGGED.                      { R = 0; }
table_opt ::= .
table_opt ::= TABLE.
%type from_opt {cln_list *}
from_opt(R) ::= .                               { R = NULL; }
from_opt(R) ::= FROM sources(L).                { R = cln_build_sources_end(pc, L); }
from_opt(R) ::= lateral_views(R).
/* Hive: FROM s INSERT INTO t SELECT a LATERAL VIEW explode(b) v AS a */
%type lateral_views {cln_list *}
lateral_views(R) ::= lateral_view_join(S).      { R = cln_build_list(pc, S); }
lateral_views(R) ::= lateral_views(L) lateral_view_join(S). { R = cln_build_append(pc, L, S); }
lateral_view_join(R) ::= LATERAL VIEW lateral_view(S). { R = cln_build_joined_with(S, CLN_JOIN_LATERAL_VIEW); }
lateral_view_join(R) ::= LATERAL VIEW OUTER lateral_view(S). { R = cln_build_joined_with(S, CLN_JOIN_LATERAL_VIEW_OUTER); }
prewhere_opt(R) ::= .                           { R = NULL; }
prewhere_opt(R) ::= PREWHERE expr(X).           { R = X; }
where_opt(R) ::= . [EXPRESSION_OVER_QUERY]                              { R = NULL; }
where_opt(R) ::= WHERE expr(X).                 { R = X; }
where_opt(R) ::= WHERE CURRENT OF name.         { R = NULL; }
having_opt(R) ::= .                             { R = NULL; }
having_opt(R) ::= HAVING expr(X).               { R = X; }

/* START WITH a IS NULL CONNECT BY NOCYCLE PRIOR a = b, in either order; as a SELECT that holds these two */
hierarchy_opt(R) ::= .                          { R = NULL; }
hierarchy_opt(R) ::= start_with(S) connect_by(C). { R = MAKE(select, 0, .start_with = S, .connect_by = C); }
hierarchy_opt(R) ::= connect_by(C) start_with(S). { R = MAKE(select, 0, .start_with = S, .connect_by = C); }
hierarchy_opt(R) ::= connect_by(C).             { R = MAKE(select, 0, .connect_by = C); }
start_with(R) ::= START WITH expr(X).           { R = X; }
connect_by(R) ::= CONNECT BY expr(X).           { R = X; }
connect_by(R) ::= CONNECT BY NOCYCLE expr(X).   { R = X; }

/* GROUP BY a, ROLLUP (b, c);  GROUP BY a WITH ROLLUP;  Hive: GROUP BY a, b GROUPING SETS ((a), ()) */
group_opt(R) ::= .                              { R = NULL; }
group_opt(R) ::= GROUP BY ALL.                  { R = MAKE(grouping, CLN_GROUP_BY_ALL); }
group_opt(R) ::= GROUP BY group_items(L).       { R = MAKE(grouping, 0, .items = L); }
group_opt(R) ::= GROUP BY DISTINCT group_items(L). { R = MAKE(grouping, 0, .items = L); }
group_opt(R) ::= GROUP BY ALL group_items(L).   { R = MAKE(grouping, 0, .items = L); }
group_opt(R) ::= GROUP BY group_items(L) WITH_GROUPING grouping_word(T). { R = cln_build_grouped_with(pc, L, T); }
group_opt(R) ::= GROUP BY group_items(L) WITH_GROUPING grouping_word(T) WITH_GROUPING grouping_word. { R = cln_build_grouped_with(pc, L, T); }
group_opt(R) ::= GROUP BY group_items(L) grouping_sets(G). { R = MAKE(grouping, 0, .items = cln_build_append(pc, L, G)); }
%type group_items {cln_list *}
group_items(R) ::= group_item(X).               { R = cln_build_list(pc, X); }
group_items(R) ::= group_items(L) COMMA group_item(X). { R = cln_build_append(pc, L, X); }
group_item(R) ::= expr(R).
group_item(R) ::= expr(X) ASC.                  { R = X; }
group_item(R) ::= expr(X) DESC.                 { R = X; }
group_item(R) ::= grouping(R).
grouping(R) ::= ROLLUP(T) LP exprs(L) RP.       { R = MAKE(grouping, 0, .items = L, .op = T.kind); }
grouping(R) ::= CUBE(T) LP exprs(L) RP.         { R = MAKE(grouping, 0, .items = L, .op = T.kind); }
grouping(R) ::= grouping_sets(R).
grouping_sets(R) ::= GROUPING(T) SETS LP group_items(L) RP. { R = MAKE(grouping, 0, .items = L, .op = T.kind); }
%type grouping_word {cln_token}
grouping_word(R) ::= ROLLUP(R).
grouping_word(R) ::= CUBE(R).
grouping_word(R) ::= TOTALS(R).

%type named_windows {cln_list *}
named_windows(R) ::= named_window(X).             { R = cln_build_list(pc, X); }
named_windows(R) ::= named_windows(L) COMMA named_window(X). { R = cln_build_append(pc, L, X); }
named_window(R) ::= name(N) AS window(W).       { R = MAKE(named_window, 0, .name = N, .window = W); }
named_window(R) ::= name(N) AS name(W).         { R = MAKE(named_window, 0, .name = N, .window = W); }

/* ---- FROM -------------------------------------------------------------------------------------------------
**   FROM a, b LEFT JOIN c ON x       a flat list: a; , b; LEFT JOIN c ON x
**   a JOIN b JOIN c ON x ON y        each ON is for the last join that waits for one                         */

%type sources {cln_sources *}
sources(R) ::= source(S).                       { R = cln_build_sources(pc, S); }
sources(R) ::= lateral(S).                      { R = cln_build_sources(pc, cln_build_flags(S, CLN_LATERAL)); }
sources(R) ::= sources(L) COMMA source(S).      { R = cln_build_join(pc, L, CLN_JOIN_COMMA, S); }
sources(R) ::= sources(L) COMMA lateral(S).     { R = cln_build_join(pc, L, CLN_JOIN_COMMA | CLN_LATERAL, S); }
sources(R) ::= sources(L) join(J) join_hints source(S). { R = cln_build_join(pc, L, J, S); }
sources(R) ::= sources(L) join(J) join_hints lateral(S). { R = cln_build_join(pc, L, J | CLN_LATERAL, S); }
sources(R) ::= sources(L) ON(T) expr(X).        { R = cln_build_join_on(pc, L, T, X, NULL); }
/* ClickHouse: USING a, b */
sources(R) ::= sources(L) USING_NAMES(T) using_names(N). [STOP_HERE] { R = cln_build_join_on(pc, L, T, NULL, N); }
%type using_names {cln_list *}
using_names(R) ::= name(N).                     { R = cln_build_list(pc, N); }
using_names(R) ::= using_names(L) COMMA name(N). { R = cln_build_append(pc, L, N); }
sources(R) ::= sources(L) USING(T) LP names(N) RP. { R = cln_build_join_on(pc, L, T, NULL, N); }
/* PostgreSQL: USING (id) AS j */
sources(R) ::= sources(L) USING(T) LP names(N) RP AS name(A). { R = cln_build_join_using_as(pc, L, T, N, A); }
/* Snowflake: a ASOF JOIN b MATCH_CONDITION (a.t >= b.t) ON a.k = b.k */
sources(R) ::= sources(L) MATCH_CONDITION LP expr(X) RP. { R = cln_build_join_match(pc, L, X); }
sources(R) ::= sources(L) LATERAL VIEW lateral_view(S). { R = cln_build_join(pc, L, CLN_JOIN_LATERAL_VIEW, S); }
sources(R) ::= sources(L) LATERAL VIEW OUTER lateral_view(S). { R = cln_build_join(pc, L, CLN_JOIN_LATERAL_VIEW_OUTER, S); }
sources(R) ::= sources(L) ARRAY JOIN array_join(S). { R = cln_build_join(pc, L, CLN_JOIN_ARRAY, S); }
sources(R) ::= sources(L) LEFT ARRAY JOIN array_join(S). { R = cln_build_join(pc, L, CLN_JOIN_LEFT_ARRAY, S); }
lateral(R) ::= LATERAL source(S).               { R = S; }
/* Oracle: FROM t NESTED doc.items[*] COLUMNS (a, b NUMBER) j */
sources(R) ::= sources(L) nested(S).            { R = cln_build_join(pc, L, CLN_JOIN_OUTER_APPLY, S); }
nested(R) ::= nested_columns(X).                { R = MAKE(source, 0, .relation = X); }
nested(R) ::= nested_columns(X) bare_alias(N).  { R = MAKE(source, 0, .relation = X, .alias = N); }
nested_columns(R) ::= NESTED_JOIN parts(L) NESTED_COLUMNS. { R = cln_build_nested(pc, L); }

/* Hive: FROM UNIQUEJOIN PRESERVE a x (x.k), b y (y.k) */
sources(R) ::= UNIQUEJOIN unique_source(S).     { R = cln_build_sources(pc, S); }
sources(R) ::= sources(L) COMMA PRESERVE unique_source(S). { R = cln_build_join(pc, L, CLN_JOIN_COMMA, S); }
sources(R) ::= UNIQUEJOIN PRESERVE unique_source(S). { R = cln_build_sources(pc, S); }
unique_source(R) ::= table_name(T) bare_alias(N) LP exprs(L) RP. { R = MAKE(source, 0, .relation = T, .alias = N, .sample = MAKE(row, 0, .items = L)); }

%type join {uint32_t}
join(R) ::= join_type(R).
join(R) ::= NATURAL join_type(J).               { R = J | CLN_NATURAL; }
join(R) ::= GLOBAL join_type(J).                { R = J | CLN_GLOBAL; }
%type join_type {uint32_t}
join_type(R) ::= JOIN.                          { R = CLN_JOIN_INNER; }
join_type(R) ::= INNER JOIN.                    { R = CLN_JOIN_INNER; }
join_type(R) ::= STRAIGHT_JOIN.                 { R = CLN_JOIN_INNER; }
join_type(R) ::= CROSS JOIN.                    { R = CLN_JOIN_CROSS; }
join_type(R) ::= LEFT outer_opt JOIN.           { R = CLN_JOIN_LEFT; }
join_type(R) ::= RIGHT outer_opt JOIN.          { R = CLN_JOIN_RIGHT; }
join_type(R) ::= FULL outer_opt JOIN.           { R = CLN_JOIN_FULL; }
join_type(R) ::= LEFT KW_SEMI JOIN.                { R = CLN_JOIN_LEFT_SEMI; }
join_type(R) ::= LEFT ANTI JOIN.                { R = CLN_JOIN_LEFT_ANTI; }
join_type(R) ::= LEFT KW_SEMI OUTER JOIN.       { R = CLN_JOIN_LEFT_SEMI; }
join_type(R) ::= LEFT ANTI OUTER JOIN.          { R = CLN_JOIN_LEFT_ANTI; }
join_type(R) ::= RIGHT KW_SEMI OUTER JOIN.      { R = CLN_JOIN_RIGHT_SEMI; }
join_type(R) ::= RIGHT ANTI OUTER JOIN.         { R = CLN_JOIN_RIGHT_ANTI; }
join_type(R) ::= KW_SEMI RIGHT JOIN.            { R = CLN_JOIN_RIGHT_SEMI; }
join_type(R) ::= ANTI RIGHT JOIN.               { R = CLN_JOIN_RIGHT_ANTI; }
join_type(R) ::= LEFT strictness OUTER JOIN.    { R = CLN_JOIN_LEFT; }
join_type(R) ::= RIGHT strictness OUTER JOIN.   { R = CLN_JOIN_RIGHT; }
join_type(R) ::= FULL strictness outer_opt JOIN. { R = CLN_JOIN_FULL; }
join_type(R) ::= LEFT ASOF OUTER JOIN.          { R = CLN_JOIN_LEFT; }
join_type(R) ::= PASTE JOIN.                    { R = CLN_JOIN_CROSS; }
/* T-SQL: INNER HASH JOIN */
join_type(R) ::= INNER JOIN_METHOD JOIN.        { R = CLN_JOIN_INNER; }
join_type(R) ::= LEFT outer_opt JOIN_METHOD JOIN. { R = CLN_JOIN_LEFT; }
join_type(R) ::= RIGHT outer_opt JOIN_METHOD JOIN. { R = CLN_JOIN_RIGHT; }
join_type(R) ::= FULL outer_opt JOIN_METHOD JOIN. { R = CLN_JOIN_FULL; }
join_type(R) ::= RIGHT KW_SEMI JOIN.               { R = CLN_JOIN_RIGHT_SEMI; }
join_type(R) ::= RIGHT ANTI JOIN.               { R = CLN_JOIN_RIGHT_ANTI; }
join_type(R) ::= KW_SEMI JOIN.                     { R = CLN_JOIN_LEFT_SEMI | CLN_SIDELESS; }
join_type(R) ::= ANTI JOIN.                     { R = CLN_JOIN_LEFT_ANTI | CLN_SIDELESS; }
join_type(R) ::= NULLAWARE ANTI JOIN.           { R = CLN_JOIN_LEFT_ANTI | CLN_SIDELESS; } /* Vertica */
join_type(R) ::= KW_SEMI LEFT JOIN.                { R = CLN_JOIN_LEFT_SEMI | CLN_SIDELESS; }
join_type(R) ::= ANTI LEFT JOIN.                { R = CLN_JOIN_LEFT_ANTI | CLN_SIDELESS; }
join_type(R) ::= strictness JOIN.               { R = CLN_JOIN_INNER; }
join_type(R) ::= strictness INNER JOIN.         { R = CLN_JOIN_INNER; }
join_type(R) ::= strictness LEFT outer_opt JOIN. { R = CLN_JOIN_LEFT; }
join_type(R) ::= strictness RIGHT outer_opt JOIN. { R = CLN_JOIN_RIGHT; }
join_type(R) ::= strictness FULL outer_opt JOIN. { R = CLN_JOIN_FULL; }
join_type(R) ::= INNER strictness JOIN.         { R = CLN_JOIN_INNER; }
join_type(R) ::= LEFT strictness JOIN.          { R = CLN_JOIN_LEFT; }
join_type(R) ::= RIGHT strictness JOIN.         { R = CLN_JOIN_RIGHT; }
join_type(R) ::= ASOF JOIN.                     { R = CLN_JOIN_ASOF; }
join_type(R) ::= ASOF LEFT outer_opt JOIN.      { R = CLN_JOIN_LEFT; }
join_type(R) ::= LEFT ASOF JOIN.                { R = CLN_JOIN_LEFT; }
join_type(R) ::= ASOF KW_SEMI JOIN.             { R = CLN_JOIN_LEFT_SEMI | CLN_SIDELESS; }
join_type(R) ::= ASOF ANTI JOIN.                { R = CLN_JOIN_LEFT_ANTI | CLN_SIDELESS; }
join_type(R) ::= INNER DIRECTED JOIN.           { R = CLN_JOIN_INNER; }
join_type(R) ::= CROSS DIRECTED JOIN.           { R = CLN_JOIN_CROSS; }
join_type(R) ::= CROSS APPLY.                   { R = CLN_JOIN_CROSS_APPLY; }
join_type(R) ::= OUTER APPLY.                   { R = CLN_JOIN_OUTER_APPLY; }
join_type(R) ::= POSITIONAL JOIN.               { R = CLN_JOIN_CROSS; }
outer_opt ::= .
outer_opt ::= OUTER.
outer_opt ::= DIRECTED.
outer_opt ::= OUTER DIRECTED.
strictness ::= ANY.
strictness ::= ALL.
/* Impala: JOIN [SHUFFLE] t */
join_hints ::= .
join_hints ::= LB names RB.

/* relation, sample and hints, alias, then what may follow an alias: t TABLESAMPLE (10 PERCENT) a PIVOT (...) p */
source(R) ::= unaliased(R).
source(R) ::= aliased(R).
source(R) ::= DAMAGED_SOURCE(T).                { R = cln_build_damaged_source(pc, T); }
unaliased(R) ::= relation(X).                   { R = MAKE(source, 0, .relation = X); }
/* Teradata: TABLE (f(a) RETURNS (b INT, c INT)) */
unaliased(R) ::= TABLE LP call(C) RETURNS LP schema_columns(L) RP RP. { R = MAKE(source, 0, .relation = cln_build_table_function(pc, C), .columns = L); }
/* t MATCH_RECOGNIZE (PARTITION BY a ORDER BY b MEASURES c AS d ONE ROW PER MATCH PATTERN (x y+) DEFINE y AS e > 1) */
unaliased(R) ::= source(S) MATCH_RECOGNIZE LP partition_opt(P) order_opt(O) measures_opt(M) match_clause(C) definitions_opt(D) RP.
                                                { R = cln_build_match_recognize(pc, S, P, O, M, C, D); }
%type measures_opt {cln_list *}
measures_opt(R) ::= .                           { R = NULL; }
measures_opt(R) ::= MEASURES items(L).          { R = L; }
%type match_clause {cln_token}
match_clause(R) ::= MATCH_CLAUSE(R).
%type definitions_opt {cln_list *}
definitions_opt(R) ::= .                        { R = NULL; }
definitions_opt(R) ::= DEFINE definitions(L).   { R = L; }
%type definitions {cln_list *}
definitions(R) ::= definition(X).               { R = cln_build_list(pc, X); }
definitions(R) ::= definitions(L) COMMA definition(X). { R = cln_build_append(pc, L, X); }
definition(R) ::= name AS expr(X).              { R = X; }
unaliased(R) ::= unaliased(S) sample(X).        { R = FILL(S, source, 0, .sample = X); }
unaliased(R) ::= unaliased(S) source_hint.      { R = S; }
unaliased(R) ::= unaliased(S) portion.          { R = S; }
/* Db2, MariaDB: UPDATE t FOR PORTION OF business_time FROM a TO b SET ... */
portion ::= FOR_PORTION PORTION OF name FROM sum TO sum.
/* Exasol: (IMPORT INTO (a INT) FROM JDBC AT c STATEMENT '...'), (IMPORT FROM ...) */
unaliased(R) ::= LP IMPORT_TABLE LP schema_columns(L) RP IMPORT_REST(T) RP. { R = MAKE(source, 0, .relation = cln_build_import(pc, T), .columns = L); }
unaliased(R) ::= LP IMPORT_REST(T) RP.          { R = MAKE(source, 0, .relation = cln_build_import(pc, T)); }
/* T-SQL: OPENXML(@h, '/x') WITH t */
unaliased(R) ::= call(C) WITH_SCHEMA table_name. { R = MAKE(source, 0, .relation = cln_build_table_function(pc, C)); }
/* T-SQL: OPENJSON(x) WITH (a INT '$.a', b NVARCHAR(MAX) AS JSON) */
unaliased(R) ::= OPEN_CALL WITH_SCHEMA LP schema_columns(L) RP. { R = MAKE(source, 0, .relation = cln_build_path_table(pc), .columns = L); }
unaliased(R) ::= call(C) WITH_SCHEMA LP schema_columns(L) RP. { R = MAKE(source, 0, .relation = cln_build_table_function(pc, C), .columns = L); }
%type schema_columns {cln_list *}
schema_columns(R) ::= schema_column(X).         { R = cln_build_list(pc, X); }
schema_columns(R) ::= schema_columns(L) COMMA schema_column(X). { R = cln_build_append(pc, L, X); }
schema_column(R) ::= column_def(R).
schema_column(R) ::= column_def(X) STRING.      { R = X; }
schema_column(R) ::= column_def(X) STRING AS JSON. { R = X; }
unaliased(R) ::= unaliased(S) WITH_ORDINALITY ORDINALITY. { R = FILL(S, source, CLN_ORDINALITY); }
aliased(R) ::= unaliased(S) bare_alias(N).      { R = FILL(S, source, 0, .alias = N); }
aliased(R) ::= unaliased(S) bare_alias(N) LP alias_columns(L) RP. { R = FILL(S, source, 0, .alias = N, .columns = L); }
aliased(R) ::= unaliased(S) AS name(N).         { R = FILL(S, source, 0, .alias = N); }
aliased(R) ::= unaliased(S) AS name(N) LP alias_columns(L) RP. { R = FILL(S, source, 0, .alias = N, .columns = L); }
aliased(R) ::= unaliased(S) AS LP alias_columns(L) RP. { R = FILL(S, source, 0, .columns = L); }
aliased(R) ::= unaliased(S) AS string_alias(N). { R = FILL(S, source, 0, .alias = N); }
aliased(R) ::= unaliased(S) string_alias(N).    { R = FILL(S, source, 0, .alias = N); }
aliased(R) ::= aliased(S) sample(X).            { R = FILL(S, source, 0, .sample = X); }
aliased(R) ::= aliased(S) source_hint.          { R = S; }
aliased(R) ::= aliased(S) WITH_ORDINALITY OFFSET offset_alias(N). { R = cln_build_with_offset(pc, S, N); }
aliased(R) ::= unaliased(S) WITH_ORDINALITY OFFSET offset_alias(N). { R = cln_build_with_offset(pc, S, N); }
/* Oracle: LEFT JOIN t PARTITION BY (a) ON ... */
aliased(R) ::= aliased(S) PARTITION BY LP exprs RP. { R = S; }
aliased(R) ::= unaliased(S) pivot(P).           { R = cln_build_pivot_onto(pc, S, P); }
aliased(R) ::= aliased(S) pivot(P).             { R = cln_build_pivot_onto(pc, S, P); }
/* BigQuery: t AS a FOR SYSTEM_TIME AS OF x */
aliased(R) ::= aliased(S) FOR_TRAVEL travel_word AS OF sum. { R = S; }
/* Redshift: t.items AS i AT n */
aliased(R) ::= unaliased(S) AS name(N) AT name(I). { R = cln_build_with_offset(pc, FILL(S, source, 0, .alias = N), I); }
aliased(R) ::= unaliased(S) bare_alias(N) AT name(I). { R = cln_build_with_offset(pc, FILL(S, source, 0, .alias = N), I); }
offset_alias(R) ::= .                           { R = NULL; }
offset_alias(R) ::= AS name(N).                  { R = N; }
offset_alias(R) ::= bare_alias(R).
%type alias_columns {cln_list *}
alias_columns(R) ::= alias_column(X).           { R = cln_build_list(pc, X); }
alias_columns(R) ::= alias_columns(L) COMMA alias_column(X). { R = cln_build_append(pc, L, X); }
alias_column(R) ::= name(R).
alias_column(R) ::= DAMAGED_COLUMN(T).          { R = cln_build_damaged_name(pc, T); }
alias_column(R) ::= name(N) type(X).            { R = MAKE(column_def, 0, .name = N, .type = X); }

source_hint ::= LB names RB.
source_hint ::= WITH_LP LP hint_items RP.
source_hint ::= USE index_word index_purpose LP names_or_nothing RP.
source_hint ::= FORCE index_word index_purpose LP names RP.
source_hint ::= IGNORE_INDEX index_word index_purpose LP names RP.
source_hint ::= FINAL.
source_hint ::= TABLE_HINTS.
/* SQLite */
source_hint ::= INDEXED BY name.
source_hint ::= NOT_INDEXED INDEXED.
/* Doris */
source_hint ::= TABLET LP exprs RP.
/* Databricks: STREAM t WATERMARK ts DELAY OF INTERVAL 1 MINUTE */
source_hint ::= WATERMARK name name OF sum.
index_word ::= INDEX.
index_word ::= KEY.
index_purpose ::= .
index_purpose ::= FOR JOIN.
index_purpose ::= FOR ORDER BY.
index_purpose ::= FOR GROUP BY.
names_or_nothing ::= .
names_or_nothing ::= names.
hint_items ::= exprs.

/* TABLESAMPLE SYSTEM (10) REPEATABLE (1), TABLESAMPLE (BUCKET 1 OUT OF 4 ON a), SAMPLE 0.1 */
sample(R) ::= TABLESAMPLE sample_method LP sample_size(X) RP repeatable_opt. { R = X; }
sample(R) ::= TABLESAMPLE sample_amount.        { R = cln_build_literal(pc, CLN_LITERAL_NUMBER); }
sample(R) ::= SAMPLE literal(X).                { R = X; }
sample(R) ::= SAMPLE literal(X) SLASH literal.  { R = X; }
sample(R) ::= SAMPLE LP sample_size(X) RP repeatable_opt. { R = X; }
sample(R) ::= SAMPLE name LP sample_size(X) RP repeatable_opt. { R = X; }
sample(R) ::= SAMPLE ROW LP sample_size(X) RP repeatable_opt. { R = X; }
sample_method ::= .
sample_method ::= name.
sample_method ::= ROW.
sample_size(R) ::= expr(R).
sample_size(R) ::= expr(X) KW_PERCENT.        { R = X; }
sample_size(R) ::= factor(X) PERCENT.           { R = X; }
sample_size(R) ::= expr(X) ROWS.                { R = X; }
sample_size(R) ::= expr(X) name.                { R = X; }
sample_size(R) ::= BUCKET NUMBER OUT OF NUMBER. { R = cln_build_literal(pc, CLN_LITERAL_NUMBER); }
sample_size(R) ::= BUCKET NUMBER OUT OF NUMBER ON exprs(L). { R = MAKE(row, 0, .items = L); }
/* DuckDB: USING SAMPLE 10%, USING SAMPLE reservoir(50 ROWS) REPEATABLE (1), USING SAMPLE 10 ROWS (reservoir, 1) */
sample_spec ::= sample_amount.
sample_spec ::= sample_amount LP exprs RP.
sample_spec ::= name LP sample_size RP repeatable_opt.
sample_amount ::= NUMBER.
sample_amount ::= NUMBER PERCENT.
sample_amount ::= NUMBER KW_PERCENT.
sample_amount ::= NUMBER ROWS.
repeatable_opt ::= .
repeatable_opt ::= REPEATABLE LP expr RP.
repeatable_opt ::= SEED LP expr RP.

/* t, (SELECT ...), f(x), TABLE(f(x)), (a JOIN b ON c), VALUES (1), ROWS FROM (f(), g()) */
relation(R) ::= table_ref(R).
relation(R) ::= subquery(R). [EXPRESSION_OVER_QUERY]
relation(R) ::= call(C).                        { R = cln_build_table_function(pc, C); }
/* T-SQL: FROM (DELETE FROM t OUTPUT deleted.a) d;  Db2: FINAL TABLE (INSERT INTO t VALUES (1)) */
relation(R) ::= WRITE_PARENS plain_write(X) RP. { R = MAKE(query, 0, .body = X); }
relation(R) ::= write_state TABLE WRITE_PARENS plain_write(X) RP. { R = cln_build_written_rows(pc, X); }
write_state ::= FINAL.
write_state ::= NEW.
write_state ::= OLD.
relation(R) ::= ptf(C).                         { R = MAKE(table_function, 0, .calls = cln_build_list(pc, C)); }
relation(R) ::= STREAM call(C).                 { R = cln_build_table_function(pc, C); }
/* GRAPH_TABLE (g MATCH (a IS p WHERE a.x = 1)-[e IS q]->(b) WHERE e.y > 1 COLUMNS (a.z, b.z AS w)) */
relation(R) ::= parts LP parts(G) graph_pattern(P) graph_columns(I) RP. { R = cln_build_graph(pc, G, P, I); }
relation(R) ::= parts LP parts(G) graph_pattern(P) WHERE expr(X) graph_columns(I) RP. { R = cln_build_graph(pc, G, cln_build_append(pc, P, X), I); }
%type graph_pattern {cln_list *}
graph_pattern(R) ::= GRAPH_PATTERN(T).          { R = cln_build_variables(pc, NULL, T); }
graph_pattern(R) ::= graph_pattern(L) WHERE expr(X) GRAPH_PATTERN(T). { R = cln_build_variables(pc, cln_build_append(pc, L, X), T); }
%type graph_columns {cln_list *}
graph_columns(R) ::= COLUMNS LP items(I) RP.    { R = I; }
graph_columns(R) ::= graph_end(R).
/* BigQuery: GRAPH g MATCH (a)-[e]->(b) RETURN a.x, b.y */
query_primary(R) ::= GRAPH parts(G) graph_pattern(P) graph_end(E). { R = cln_build_graph(pc, G, P, E); }
query_primary(R) ::= GRAPH parts(G) graph_pattern(P) WHERE expr(X) graph_end(E). { R = cln_build_graph(pc, G, cln_build_append(pc, P, X), E); }
%type graph_end {cln_list *}
graph_end(R) ::= RETURN items(I).               { R = I; }
graph_end(R) ::= RETURN DISTINCT items(I).      { R = I; }
/* Snowflake: SEMANTIC_VIEW (v DIMENSIONS c.a METRICS o.b AS x WHERE c.d = 1) */
relation(R) ::= parts LP parts(V) semantic_select(S) RP. { R = cln_build_semantic(pc, V, S); }
semantic_select(R) ::= semantic_part(R).
semantic_select(R) ::= semantic_select(S) semantic_part(P). { R = cln_build_fill(pc, S, P); }
semantic_part(R) ::= DIMENSIONS items(L).       { R = MAKE(select, 0, .group_by = L); }
semantic_part(R) ::= METRICS items(L).          { R = MAKE(select, 0, .items = L); }
semantic_part(R) ::= FACTS items(L).            { R = MAKE(select, 0, .distinct_on = L); }
semantic_part(R) ::= WHERE expr(X).             { R = MAKE(select, 0, .where = X); }
/* Redshift: UNPIVOT t.super AS value AT key */
aliased(R) ::= UNPIVOT parts(L) AS name(V) AT name(K). { R = cln_build_object_unpivot(pc, L, V, K); }
relation(R) ::= TABLE LP expr(X) RP.            { R = cln_build_table_function(pc, X); }
relation(R) ::= TABLE subquery(Q).              { R = cln_build_flags(Q, CLN_LATERAL); }
relation(R) ::= ROWS FROM LP calls(L) RP.       { R = MAKE(table_function, 0, .calls = L); }
relation(R) ::= LP sources(L) RP.               { R = MAKE(joined, 0, .sources = cln_build_sources_end(pc, L)); }
relation(R) ::= values(X). [EXPRESSION_OVER_QUERY] { R = MAKE(query, 0, .body = X); }
/* Hive: noop(ON t PARTITION BY a ORDER BY b, arg('x')) */
ptf(R) ::= parts(N) LP ptf_inputs(L) RP.        { R = MAKE(call, 0, .name = N, .arguments = L); }
/* Teradata: f(ON t PARTITION BY a ON u AS v DIMENSION USING arg('x') other(1)) */
ptf(R) ::= parts(N) LP ptf_inputs(L) OPERATOR_USING RP. { R = MAKE(call, 0, .name = N, .arguments = L); }
%type ptf_inputs {cln_list *}
ptf_inputs(R) ::= ptf_on(Q).                    { R = cln_build_list(pc, Q); }
ptf_inputs(R) ::= ptf_inputs(L) ptf_on(Q).      { R = cln_build_append(pc, L, Q); }
ptf_on(R) ::= ON ptf_input(Q).                   { R = Q; }
ptf_on(R) ::= ON ptf_input(Q) ptf_partition order_opt. { R = Q; }
ptf(R) ::= parts(N) LP ON ptf_input(Q) ptf_partition order_opt calls(L) RP.
                                                { R = MAKE(call, 0, .name = N, .arguments = cln_build_concat(pc, cln_build_list(pc, Q), L)); }
ptf_input(R) ::= ptf_query(Q).                  { R = MAKE(subquery, 0, .query = Q); }
ptf_input(R) ::= ptf(R).
ptf_query(R) ::= table_name(T).                 { R = MAKE(query, 0, .body = T); }
ptf_partition ::= ORDER BY order_items.
ptf_partition ::= SORT BY order_items.
ptf_partition ::= PARTITION BY exprs.
ptf_partition ::= DISTRIBUTE BY exprs.
ptf_partition ::= DIMENSION.
ptf_query(R) ::= table_name(T) AS name.         { R = MAKE(query, 0, .body = T); }
ptf_query(R) ::= subquery(R).
ptf_query(R) ::= subquery(Q) AS name.           { R = Q; }
ptf_query(R) ::= subquery(Q) bare_alias.        { R = Q; }
%type calls {cln_list *}
calls(R) ::= call(C).                           { R = cln_build_list(pc, C); }
calls(R) ::= calls(L) COMMA call(C).            { R = cln_build_append(pc, L, C); }

/* A table, alone (a target) or with what says which of its rows or versions (a source). */
table_name(R) ::= table_parts(L) DBLINK(T).     { R = MAKE(table_ref, 0, .parts = cln_build_linked(pc, L, T)); }
table_name(R) ::= table_parts(L).               { R = MAKE(table_ref, 0, .parts = L); }
%type table_parts {cln_list *}
table_parts(R) ::= parts(R). [QUERY_OVER_EXPRESSION]
table_parts(R) ::= hyphenated(N).               { R = cln_build_list(pc, N); }
table_parts(R) ::= hyphenated(N) DOT parts(L).  { R = cln_build_concat(pc, cln_build_list(pc, N), L); }
/* T-SQL: ..#t */
table_parts(R) ::= leading_dots parts(L).       { R = L; }
leading_dots ::= LEADING_DOT.
leading_dots ::= LEADING_DOT DOT.
leading_dots ::= LEADING_DOT DOT DOT.
hyphenated(R) ::= hyphens.                      { R = cln_build_long_name(pc); }
hyphens ::= name MINUS name.
hyphens ::= name MINUS HYPHEN_PART.
hyphens ::= hyphens MINUS name.
hyphens ::= hyphens MINUS HYPHEN_PART.
table_ref(R) ::= table_name(R).
table_ref(R) ::= PARAM(T).                      { R = cln_build_parameter_table(pc, T); }
table_ref(R) ::= PARAM(T) LP arguments RP.      { R = cln_build_parameter_table(pc, T); }
table_ref(R) ::= STREAM table_name(T).          { R = T; }
table_ref(R) ::= table_name(T) STAR.            { R = T; }
table_ref(R) ::= OPEN_CALL.                     { R = cln_build_path_table(pc); }
table_ref(R) ::= OPEN_CALL DOT parts(L).        { R = MAKE(table_ref, 0, .parts = L); }
table_ref(R) ::= DUAL(T).                       { R = MAKE(table_ref, 0, .parts = cln_build_list(pc, cln_build_name(pc, T))); }
table_ref(R) ::= ONLY table_name(T).            { R = T; }
table_ref(R) ::= ONLY LP table_name(T) RP.      { R = T; }
/* Databricks: t@v3 */
table_ref(R) ::= table_name(T) VERSION_MARK.    { R = T; }
table_ref(R) ::= STRING.                        { R = cln_build_path_table(pc); }
table_ref(R) ::= table_name(T) PARTITION LP exprs RP. { R = T; }
table_ref(R) ::= table_name(T) PARTITION name.  { R = T; }
table_ref(R) ::= table_name(T) PARTITION BY LP exprs RP. { R = T; }
table_ref(R) ::= table_name(T) PARTITIONS LP exprs RP. { R = T; }
table_ref(R) ::= table_name(T) PARTITION FOR LP exprs RP. { R = T; }
table_ref(R) ::= table_name(T) AS_OF OF travel_word sum(X). { R = FILL(T, table_ref, 0, .travel = cln_build_list(pc, X)); }
table_ref(R) ::= table_name(T) VERSIONS BETWEEN travel_word sum AND sum. { R = T; }
table_ref(R) ::= table_name(T) VERSIONS travel_word BETWEEN sum AND sum. { R = T; }
table_ref(R) ::= table_name(T) FOR_TRAVEL travel_word AS OF sum(X). { R = FILL(T, table_ref, 0, .travel = cln_build_list(pc, X)); }
table_ref(R) ::= table_name(T) FOR_TRAVEL travel_word CONTAINED IN LP exprs(L) RP. { R = FILL(T, table_ref, 0, .travel = L); }
table_ref(R) ::= table_name(T) FOR_TRAVEL travel_word FROM sum(X) TO sum(Y).
                                                { R = FILL(T, table_ref, 0, .travel = cln_build_append(pc, cln_build_list(pc, X), Y)); }
table_ref(R) ::= table_name(T) FOR_TRAVEL travel_word BETWEEN sum(X) AND sum(Y).
                                                { R = FILL(T, table_ref, 0, .travel = cln_build_append(pc, cln_build_list(pc, X), Y)); }
table_ref(R) ::= table_name(T) FOR_TRAVEL travel_word ALL. { R = T; }
table_ref(R) ::= table_name(T) travel_word AS OF sum(X). { R = FILL(T, table_ref, 0, .travel = cln_build_list(pc, X)); }
table_ref(R) ::= table_name(T) AT LP arguments(L) RP.  { R = FILL(T, table_ref, 0, .travel = L); }
/* Snowflake: s CHANGES (INFORMATION => DEFAULT) AT (...) END (...) */
table_ref(R) ::= table_changes(T) AT LP arguments(L) RP. { R = FILL(T, table_ref, 0, .travel = L); }
table_ref(R) ::= table_changes(T) BEFORE LP arguments(L) RP. { R = FILL(T, table_ref, 0, .travel = L); }
table_ref(R) ::= table_changes(T) AT LP arguments(L) RP END LP arguments RP. { R = FILL(T, table_ref, 0, .travel = L); }
table_changes(R) ::= table_name(T) CHANGES LP name FAT_ARROW DEFAULT RP. { R = T; }
table_changes(R) ::= table_name(T) CHANGES LP name FAT_ARROW name RP. { R = T; }
table_ref(R) ::= table_name(T) BEFORE LP arguments(L) RP. { R = FILL(T, table_ref, 0, .travel = L); }
travel_word ::= SYSTEM_TIME.
travel_word ::= SYSTEM_VERSION.
travel_word ::= TIME.
travel_word ::= VERSION.
travel_word ::= SCN.
travel_word ::= TIMESTAMP.

/* Hive: LATERAL VIEW explode(x) t AS a, b */
lateral_view(R) ::= lateral_call(C).            { R = MAKE(source, 0, .relation = C); }
lateral_view(R) ::= lateral_call(C) AS view_columns(L). { R = MAKE(source, 0, .relation = C, .columns = L); }
lateral_view(R) ::= lateral_call(C) bare_alias(N). { R = MAKE(source, 0, .relation = C, .alias = N); }
lateral_view(R) ::= lateral_call(C) bare_alias(N) AS view_columns(L). { R = MAKE(source, 0, .relation = C, .alias = N, .columns = L); }
lateral_view(R) ::= lateral_call(C) bare_alias(N) view_columns(L). { R = MAKE(source, 0, .relation = C, .alias = N, .columns = L); }
lateral_call(R) ::= plain_call(C).              { R = cln_build_table_function(pc, C); }
%type view_columns {cln_list *}
view_columns(R) ::= view_names(R). [STOP_HERE]
view_columns(R) ::= LP names(L) RP.             { R = L; }
%type view_names {cln_list *}
view_names(R) ::= bare_alias(N).                { R = cln_build_list(pc, N); }
view_names(R) ::= view_names(L) COMMA bare_alias(N). { R = cln_build_append(pc, L, N); }

/* ClickHouse: ARRAY JOIN a AS x, b AS y */
array_join(R) ::= array_items(L). [STOP_HERE]   { R = cln_build_array_join(pc, L); }
%type array_items {cln_list *}
array_items(R) ::= item(X).                     { R = cln_build_list(pc, X); }
array_items(R) ::= array_items(L) COMMA item(X). { R = cln_build_append(pc, L, X); }

/* PIVOT (SUM(a) AS s FOR q IN (1 AS x, 2)) p,  UNPIVOT INCLUDE NULLS (v FOR n IN (a AS 'x', b)) */
pivot(R) ::= pivot_body(R).
pivot(R) ::= pivot_body(P) pivot_alias(A).      { R = cln_build_pivot_alias(pc, P, A, NULL); }
pivot(R) ::= pivot_body(P) pivot_alias(A) LP names(L) RP. { R = cln_build_pivot_alias(pc, P, A, L); }
pivot_alias(R) ::= bare_alias(R).
pivot_alias(R) ::= AS name(N).                   { R = N; }
pivot_body(R) ::= PIVOT XML LP items(A) FOR pivot_keys(K) RP.
                                                { R = MAKE(pivot, 0, .aggregates = A, .keys = K); }
pivot_body(R) ::= PIVOT LP items(A) FOR pivot_keys(K) RP.
                                                { R = MAKE(pivot, 0, .aggregates = A, .keys = K); }
pivot_body(R) ::= PIVOT LP items(A) FOR pivot_keys(K) DEFAULT ON NULL LP expr RP RP.
                                                { R = MAKE(pivot, 0, .aggregates = A, .keys = K); }
pivot_body(R) ::= PIVOT LP items(A) FOR pivot_keys(K) GROUP BY exprs(G) RP.
                                                { R = MAKE(pivot, 0, .aggregates = A, .keys = K, .group_by = G); }
%type pivot_keys {cln_list *}
pivot_keys(R) ::= pivot_key(X).                 { R = cln_build_list(pc, X); }
pivot_keys(R) ::= pivot_keys(L) pivot_key(X).   { R = cln_build_append(pc, L, X); }
pivot_key(R) ::= pivot_columns(C) IN LP items(V) RP. { R = MAKE(pivot_key, 0, .columns = C, .values = V); }
pivot_key(R) ::= pivot_columns(C) IN LP query(Q) RP. { R = MAKE(pivot_key, 0, .columns = C, .query = Q); }
pivot_key(R) ::= pivot_columns(C) IN LP ANY order_opt RP. { R = MAKE(pivot_key, 0, .columns = C); }
pivot_key(R) ::= pivot_columns(C) IN ID.        { R = MAKE(pivot_key, 0, .columns = C); }
%type pivot_columns {cln_list *}
pivot_columns(R) ::= sum(X).                    { R = cln_build_pivot_columns(pc, X); }
pivot_body(R) ::= UNPIVOT null_inclusion(F) LP unpivot_names(V) FOR name(N) IN LP unpivot_items(C) RP RP.
                                                { R = MAKE(unpivot, F, .value_names = V, .name = N, .columns = C); }
%type unpivot_items {cln_list *}
unpivot_items(R) ::= unpivot_item(X).           { R = cln_build_list(pc, X); }
unpivot_items(R) ::= unpivot_items(L) COMMA unpivot_item(X). { R = cln_build_append(pc, L, X); }
unpivot_item(R) ::= expr(X).                    { R = MAKE(select_item, 0, .value = X); }
unpivot_item(R) ::= expr(X) bare_alias(N).      { R = MAKE(select_item, 0, .value = X, .alias = N); }
unpivot_item(R) ::= expr(X) AS name(N).         { R = MAKE(select_item, 0, .value = X, .alias = N); }
unpivot_item(R) ::= expr(X) AS STRING.          { R = MAKE(select_item, 0, .value = X); }
unpivot_item(R) ::= star(X).                    { R = MAKE(select_item, 0, .value = X); }
unpivot_item(R) ::= expr(X) AS NUMBER.          { R = MAKE(select_item, 0, .value = X); }
%type unpivot_names {cln_list *}
unpivot_names(R) ::= name(N).                   { R = cln_build_list(pc, N); }
unpivot_names(R) ::= LP names(L) RP.            { R = L; }
%type null_inclusion {uint32_t}
null_inclusion(R) ::= .                         { R = 0; }
null_inclusion(R) ::= INCLUDE NULLS.            { R = CLN_NULLS_INCLUDED; }
null_inclusion(R) ::= EXCLUDE NULLS.            { R = 0; }


/* ---- INSERT -----------------------------------------------------------------------------------------------
**   INSERT INTO t (a, b) PARTITION (p = 1, q) SELECT ...;  UPSERT INTO t VALUES (1);  INSERT OVERWRITE DIRECTORY '/x' SELECT ...
**   REPLACE INTO t ...;  INSERT INTO t ... ON CONFLICT (k) DO UPDATE SET a = 1 RETURNING *                   */

statement(R) ::= query(R).
/* Spark: VALUES (1, 2) AS t (a, b) */
statement(R) ::= values_query(Q) bare_alias(N) names_opt(L). { R = cln_build_select_all(pc, Q, N, L); }
statement(R) ::= values_query(Q) AS name(N) names_opt(L). { R = cln_build_select_all(pc, Q, N, L); }
statement(R) ::= write(R).
/* Snowflake: SELECT a FROM t ->> INSERT INTO u SELECT a FROM $1 */
statement(R) ::= flow(F) query(Q).              { R = cln_build_flowed(pc, F, Q); }
statement(R) ::= flow(F) write(X).              { R = cln_build_flowed(pc, F, X); }
%type flow {cln_list *}
flow(R) ::= query(Q) FLOW_INTO.                 { R = cln_build_flow(pc, NULL, Q); }
flow(R) ::= flow(F) query(Q) FLOW_INTO.         { R = cln_build_flow(pc, F, Q); }
/* Flink: EXECUTE STATEMENT SET BEGIN INSERT ...; INSERT ...; END */
statement(R) ::= EXECUTE STATEMENT SET BEGIN write(X). { R = X; }
statement(R) ::= EXECUTE STATEMENT SET AS BEGIN write(X). { R = X; }
statement(R) ::= EXECUTE write(X).              { R = X; }
statement(R) ::= multi_insert(R).

write(R) ::= plain_write(R).
update(R) ::= update(X) QUERY_HINTS.            { R = X; }
delete(R) ::= delete(X) QUERY_HINTS.            { R = X; }
merge(R) ::= merge(X) QUERY_HINTS.              { R = X; }
write(R) ::= with(W) plain_write(X).            { R = cln_build_with(pc, W, X); }
plain_write(R) ::= insert(R).
plain_write(R) ::= update(R).
plain_write(R) ::= update(X) ELSE_INSERT insert(I). { R = cln_build_update_else(pc, X, I); }
plain_write(R) ::= delete(R).
plain_write(R) ::= merge(R).

insert(R) ::= insert_query(R).
insert(R) ::= insert(X) ON_CONFLICT conflict(C). { R = cln_build_conflict(pc, X, C); }
insert(R) ::= insert(X) RETURNING items(L) into_variables. { R = FILL(X, insert, 0, .returning = L); }
/* PostgreSQL: RETURNING WITH (OLD AS o, NEW AS n) o.a, n.a */
%type returning_with {cln_list *}
returning_with(R) ::= RETURNING_WITH WITH LP replacements(L) RP. { R = L; }
%type into_variables {cln_list *}
into_variables(R) ::= INTO variables.           { R = NULL; }
into_variables(R) ::= BULK COLLECT INTO variables. { R = NULL; }
insert(R) ::= insert(X) RETURNING items(L).     { R = FILL(X, insert, 0, .returning = L); }
insert(R) ::= insert(X) returning_with(W) items(L). { R = FILL(X, insert, 0, .transitions = W, .returning = L); }
insert_query(R) ::= insert_into(X) query(Q).    { R = FILL(X, insert, 0, .query = Q); }
insert_query(R) ::= insert_into(X) values_query(Q) AS name(N) names_opt(L). { R = FILL(X, insert, 0, .query = Q, .row_alias = N, .row_columns = L); }
insert_query(R) ::= insert_into(X) REPLACE WHERE expr shared_query(Q). { R = FILL(X, insert, 0, .query = Q); }
insert_query(R) ::= insert_into(X) REPLACE WHERE expr values_query(Q). { R = FILL(X, insert, 0, .query = Q); }
insert_query(R) ::= insert_into(X) VALUE(W) rows_list(L). { R = cln_build_value_rows(pc, X, W, L); }
insert_query(R) ::= insert_into(X) SET assignments(L) AS name(N) names_opt(M). { R = FILL(cln_build_insert_set(pc, X, L), insert, 0, .row_alias = N, .row_columns = M); }
insert_query(R) ::= insert_into(X) DEFAULT VALUES. { R = FILL(X, insert, 0); }
/* ClickHouse: INSERT INTO t SETTINGS x = 1 FORMAT CSV 1,2 */
insert_query(R) ::= insert_into(X) FORMAT REST. { R = X; }
insert_query(R) ::= insert_settings(X) FORMAT REST. { R = X; }
insert_query(R) ::= insert_settings(X) shared_query(Q). { R = FILL(X, insert, 0, .query = Q); }
insert_query(R) ::= insert_settings(X) values_query(Q). { R = FILL(X, insert, 0, .query = Q); }
insert_settings(R) ::= insert_into(X) SETTINGS exprs. { R = X; }
insert_query(R) ::= insert_into(X) SET assignments(L). { R = cln_build_insert_set(pc, X, L); }
values_query(R) ::= values(X).                  { R = MAKE(query, 0, .body = X); }

insert_into(R) ::= INSERT insert_noise INTO table_opt insert_target(T). { R = MAKE(insert, 0, .target = T, .operation = CLN_INSERT_INTO); }
/* Oracle: INSERT INTO (SELECT a, b FROM t WHERE c > 1 WITH CHECK OPTION) VALUES (1, 2) */
insert_into(R) ::= INSERT insert_noise INTO_QUERY LP query(Q) RP. { R = MAKE(insert, 0, .target = Q, .operation = CLN_INSERT_INTO); }
insert_into(R) ::= INSERT insert_noise INTO_QUERY LP query(Q) WITH check_option RP. { R = MAKE(insert, 0, .target = Q, .operation = CLN_INSERT_INTO); }
insert_into(R) ::= INSERT insert_noise insert_target(T). { R = MAKE(insert, 0, .target = T, .operation = CLN_INSERT_INTO); }
insert_into(R) ::= INSERT OVERWRITE table_opt insert_target(T). { R = MAKE(insert, 0, .target = T, .operation = CLN_INSERT_OVERWRITE); }
insert_into(R) ::= INSERT OVERWRITE INTO table_opt insert_target(T). { R = MAKE(insert, 0, .target = T, .operation = CLN_INSERT_OVERWRITE); }
insert_into(R) ::= INSERT OVERWRITE DIRECTORY path(T) row_formats. { R = MAKE(insert, 0, .target = T, .operation = CLN_INSERT_OVERWRITE); }
insert_into(R) ::= INSERT OVERWRITE LOCAL DIRECTORY path(T) row_formats. { R = MAKE(insert, 0, .target = T, .operation = CLN_INSERT_OVERWRITE); }
insert_into(R) ::= INSERT OR REPLACE INTO insert_target(T). { R = MAKE(insert, 0, .target = T, .operation = CLN_INSERT_REPLACE); }
insert_into(R) ::= INSERT OVERWRITE DIRECTORY USING(T) format_name OPTIONS LP properties RP. { R = MAKE(insert, 0, .target = cln_build_path_of(pc, T), .operation = CLN_INSERT_OVERWRITE); }
insert_into(R) ::= INSERT OR name INTO insert_target(T). { R = MAKE(insert, 0, .target = T, .operation = CLN_INSERT_INTO); }
insert_into(R) ::= INSERT OR IGNORE INTO insert_target(T). { R = MAKE(insert, 0, .target = T, .operation = CLN_INSERT_INTO); }
insert_into(R) ::= UPSERT INTO table_opt insert_target(T). { R = MAKE(insert, 0, .target = T, .operation = CLN_INSERT_UPSERT); }
insert_into(R) ::= REPLACE insert_noise INTO table_opt insert_target(T). { R = MAKE(insert, 0, .target = T, .operation = CLN_INSERT_REPLACE); }
insert_into(R) ::= REPLACE insert_noise insert_target(T). { R = MAKE(insert, 0, .target = T, .operation = CLN_INSERT_REPLACE); }
insert_into(R) ::= insert_into(X) LP columns(L) RP. { R = FILL(X, insert, 0, .columns = L); }
insert_into(R) ::= insert_into(X) LP RP.        { R = X; }
insert_into(R) ::= insert_into(X) partition(L). { R = FILL(X, insert, 0, .partition = L); }
insert_into(R) ::= insert_into(X) LB names RB.  { R = X; }
insert_into(R) ::= insert_into(X) IF NOT EXISTS. { R = cln_build_insert_if(pc, X); }
insert_into(R) ::= insert_into(X) WITH name name. { R = X; }
insert_into(R) ::= insert_into(X) LP plain_star RP. { R = X; }
/* StarRocks */
insert_into(R) ::= insert_into(X) PROPERTIES LP properties RP. { R = X; }
insert_into(R) ::= insert_into(X) AS name(N).   { R = FILL(X, insert, 0, .alias = N); }
/* Db2: INSERT INTO t (a) INCLUDE (x INT) VALUES (1, 2), of which FINAL TABLE gives x, too */
insert_into(R) ::= insert_into(X) INCLUDE LP schema_columns(L) RP. { R = FILL(X, insert, 0, .included = L); }
/* T-SQL: OUTPUT inserted.a INTO log (a) */
insert_query(R) ::= insert_into(X) output(L) output_into(O) shared_query(Q). { R = FILL(X, insert, 0, .query = Q, .returning = L, .output_into = O); }
insert_query(R) ::= insert_into(X) output(L) output_into(O) values_query(Q). { R = FILL(X, insert, 0, .query = Q, .returning = L, .output_into = O); }
%type output {cln_list *}
output(R) ::= OUTPUT items(L).                  { R = L; }
output_into(R) ::= .                            { R = NULL; }
output_into(R) ::= INTO table_name(T) columns_opt(L). { R = MAKE(output_into, 0, .target = T, .columns = L); }
output_into(R) ::= INTO output_variable(T) columns_opt(L). { R = MAKE(output_into, 0, .target = T, .columns = L); }
output_variable(R) ::= PARAM(T).                { R = cln_build_parameter_table(pc, T); }
/* T-SQL: INSERT INTO t EXEC p */
insert_query(R) ::= insert_into(X) EXEC_CALL.   { R = X; }
insert_into(R) ::= insert_into(X) TABLE_HINTS.  { R = X; }
insert_into(R) ::= insert_into(X) BY name.      { R = FILL(X, insert, CLN_BY_NAME); }
insert_into(R) ::= insert_into(X) REPLACE USING LP names RP. { R = X; }
insert_into(R) ::= insert_into(X) OVERRIDING name VALUE. { R = X; }
insert_noise ::= .
insert_noise ::= insert_noise IGNORE.
insert_noise ::= insert_noise LOW_PRIORITY.
insert_noise ::= insert_noise HIGH_PRIORITY.
insert_noise ::= insert_noise DELAYED.
insert_noise ::= insert_noise TOP top_count top_end.
insert_target(R) ::= table_name(R).
insert_target(R) ::= PARAM(T).                  { R = cln_build_parameter_table(pc, T); }
insert_target(R) ::= OPEN_CALL.                 { R = cln_build_path_table(pc); }
insert_target(R) ::= OPEN_CALL DOT parts(L).    { R = MAKE(table_ref, 0, .parts = L); }
insert_target(R) ::= FUNCTION transform_call(C). { R = MAKE(table_ref, 0, .path = C); }
/* StarRocks: INSERT INTO FILES ('path' = 's3://x') SELECT ... */
insert_target(R) ::= FILES LP exprs(L) RP.      { R = cln_build_option(pc, L, "path"); }
path(R) ::= STRING.                             { R = cln_build_literal(pc, CLN_LITERAL_STRING); }
path(R) ::= PARAM.                              { R = MAKE(parameter, 0); }
row_formats ::= .
row_formats ::= row_formats row_format. [STOP_HERE]
row_formats ::= row_formats STORED AS format_name.
row_formats ::= row_formats serde_properties.
row_formats ::= row_formats USING format_name.
row_formats ::= row_formats OPTIONS LP properties RP.
serde_properties ::= WITH_SERDE SERDEPROPERTIES LP properties RP.

/* PARTITION (p = 1, q) */
%type partition {cln_list *}
partition(R) ::= PARTITION LP partition_items(L) RP. { R = L; }
/* Doris: INSERT OVERWRITE TABLE t PARTITION (*), each that the rows belong to */
partition(R) ::= PARTITION LP ANY_PARTITION RP. { R = NULL; }
%type partition_items {cln_list *}
partition_items(R) ::= partition_item(X).       { R = cln_build_list(pc, X); }
partition_items(R) ::= partition_items(L) COMMA partition_item(X). { R = cln_build_append(pc, L, X); }
partition_item(R) ::= expr(X).                  { R = cln_build_partition_item(pc, X); }

conflict(R) ::= CONFLICT conflict_target(L) DO NOTHING. { R = MAKE(conflict, 0, .columns = L); }
conflict(R) ::= CONFLICT conflict_target(L) DO UPDATE SET assignments(A) where_opt(W).
                                                { R = MAKE(conflict, 0, .columns = L, .assignments = A, .where = W); }
conflict(R) ::= DUPLICATE KEY UPDATE assignments(A). { R = MAKE(conflict, 0, .assignments = A); }
%type conflict_target {cln_list *}
conflict_target(R) ::= .                        { R = NULL; }
conflict_target(R) ::= ON CONSTRAINT name.      { R = NULL; }
conflict_target(R) ::= LP exprs(L) RP where_opt. { R = L; }

/* FROM s INSERT INTO a SELECT x INSERT INTO b SELECT y WHERE z */
multi_insert(R) ::= hive_insert(R).
multi_insert(R) ::= with(W) hive_insert(X).     { R = cln_build_with(pc, W, X); }
hive_insert(R) ::= from_first(F) insert_branches(L).
                                                { R = MAKE(multi_insert, 0, .from = cln_build_sources_end(pc, F), .branches = L); }
%type insert_branches {cln_list *}
insert_branches(R) ::= insert_branch(X).        { R = cln_build_list(pc, X); }
insert_branches(R) ::= insert_branches(L) insert_branch(X). { R = cln_build_append(pc, L, X); }
insert_branch(R) ::= insert_into(X) query(Q).   { R = FILL(X, insert, 0, .query = Q); }

/* INSERT ALL WHEN c THEN INTO a (x) VALUES (y) ELSE INTO b SELECT ... */
multi_insert(R) ::= insert_all(M) intos(L) shared_query(Q). { R = FILL(M, multi_insert, 0, .branches = L, .query = Q); }
multi_insert(R) ::= insert_all(M) insert_whens(L) shared_query(Q). { R = FILL(M, multi_insert, 0, .branches = L, .query = Q); }
insert_all(R) ::= INSERT ALL.                   { R = MAKE(multi_insert, 0); }
insert_all(R) ::= INSERT FIRST.                 { R = MAKE(multi_insert, CLN_FIRST); }
insert_all(R) ::= INSERT OVERWRITE ALL.         { R = MAKE(multi_insert, 0); }
insert_all(R) ::= INSERT OVERWRITE FIRST.       { R = MAKE(multi_insert, CLN_FIRST); }
%type insert_whens {cln_list *}
insert_whens(R) ::= insert_when(X).             { R = cln_build_list(pc, X); }
insert_whens(R) ::= insert_whens(L) insert_when(X). { R = cln_build_append(pc, L, X); }
insert_when(R) ::= WHEN expr(C) THEN intos(L).  { R = MAKE(insert_when, 0, .condition = C, .inserts = L); }
insert_when(R) ::= ELSE intos(L).               { R = MAKE(insert_when, 0, .inserts = L); }
insert_when(R) ::= DAMAGED_WHEN.                { R = NULL; }
%type intos {cln_list *}
intos(R) ::= into(X).                           { R = cln_build_list(pc, X); }
intos(R) ::= intos(L) into(X).                  { R = cln_build_append(pc, L, X); }
into(R) ::= into_target(R).
into(R) ::= into_target(X) one_row(Q).          { R = FILL(X, insert, 0, .query = Q); }
into_target(R) ::= INTO table_name(T).          { R = MAKE(insert, 0, .target = T, .operation = CLN_INSERT_INTO); }
into_target(R) ::= INTO table_name(T) LP columns(L) RP.
                                                { R = MAKE(insert, 0, .target = T, .columns = L, .operation = CLN_INSERT_INTO); }
one_row(R) ::= one_values(X).                   { R = MAKE(query, 0, .body = X); }
one_values(R) ::= VALUES row(X).                { R = cln_build_values(pc, cln_build_list(pc, X)); }
/* A query that starts with SELECT: what stands in front of it could go on with the parenthesis or the VALUES of another.  The driver
   tells where a parenthesis is the query's. */
shared_query(R) ::= limited_select(R).
shared_query(R) ::= with(W) limited_select(Q).  { R = cln_build_with(pc, W, Q); }
limited_select(R) ::= sorted_select(R).
limited_select(R) ::= sorted_select(Q) LIMIT limit(X). { R = FILL(Q, query, 0, .limit = X); }
limited_select(R) ::= sorted_select(Q) LIMIT limit(X) OFFSET expr(Y) rows_opt. { R = FILL(Q, query, 0, .limit = X, .offset = Y); }
limited_select(R) ::= sorted_select(Q) LIMIT expr(Y) COMMA expr(X). { R = FILL(Q, query, 0, .limit = X, .offset = Y); }
limited_select(R) ::= sorted_select(Q) OFFSET expr(Y) rows_opt fetch(X). { R = FILL(Q, query, 0, .limit = X, .offset = Y); }
limited_select(R) ::= sorted_select(Q) fetch(X). { R = FILL(Q, query, 0, .limit = X); }
sorted_select(R) ::= select_body(B).            { R = MAKE(query, 0, .body = B); }
sorted_select(R) ::= select_body(B) ORDER BY order_items(L). { R = MAKE(query, 0, .body = B, .order_by = L); }
select_body(R) ::= select_term(R).
select_body(R) ::= select_body(L) set_op(T) query_term(X). { R = cln_build_set_operation(pc, L, T, X); }
select_term(R) ::= select(R).
select_term(R) ::= QUERY_LP query(Q) RP.        { R = cln_build_query_parens(pc, Q); }
select_term(R) ::= select_term(L) intersect(T) query_primary(X). { R = cln_build_set_operation(pc, L, T, X); }

/* ---- UPDATE, DELETE, MERGE --------------------------------------------------------------------------------
**   UPDATE t SET a = s.x FROM s WHERE t.id = s.id;  UPDATE t JOIN s ON ... SET t.a = s.x;  DELETE t FROM t JOIN s ON ... */

update(R) ::= update_head(R).
update(R) ::= update(X) RETURNING items(L) into_variables. { R = FILL(X, update, 0, .returning = L); }
update(R) ::= update(X) RETURNING items(L).     { R = FILL(X, update, 0, .returning = L); }
update(R) ::= update(X) returning_with(W) items(L). { R = FILL(X, update, 0, .transitions = W, .returning = L); }
update_word ::= UPDATE.
update_word ::= UPDATE OR name.
update_word ::= UPDATE OR REPLACE.
update_word ::= UPDATE OR IGNORE.
update_word ::= update_word LOW_PRIORITY.
update_word ::= update_word IGNORE.
update_word ::= update_word TOP top_count top_end.
update_head(R) ::= update_word sources(T) SET assignments(A) from_opt(F) where_opt(W) order_opt(O) limit_opt(I).
                                                { R = MAKE(update, 0, .targets = cln_build_sources_end(pc, T), .assignments = A,
                                                           .from = F, .where = W, .order_by = O, .limit = I); }
/* ClickHouse: UPDATE t SET a = b IN PARTITION 'p' WHERE ... */
update_head(R) ::= update_word sources(T) SET assignments(A) IN_PARTITION PARTITION partition_value where_opt(W).
                                                { R = MAKE(update, 0, .targets = cln_build_sources_end(pc, T), .assignments = A, .where = W); }
update_head(R) ::= update_word sources(T) SET assignments(A) output(L) output_into(U) from_opt(F) where_opt(W) order_opt(O) limit_opt(I).
                                                { R = MAKE(update, 0, .targets = cln_build_sources_end(pc, T), .assignments = A,
                                                           .from = F, .where = W, .order_by = O, .limit = I, .returning = L, .output_into = U); }
/* Teradata: UPDATE t FROM s SET a = s.x WHERE ... */
update_head(R) ::= update_word sources(T) UPDATE_FROM sources(F) SET assignments(A) where_opt(W).
                                                { R = MAKE(update, 0, .targets = cln_build_sources_end(pc, T), .assignments = A,
                                                           .from = cln_build_sources_end(pc, F), .where = W); }
%type assignments {cln_list *}
assignments(R) ::= assignment(X).               { R = cln_build_list(pc, X); }
assignments(R) ::= assignments(L) COMMA assignment(X). { R = cln_build_append(pc, L, X); }
assignment(R) ::= column(C) EQ assigned(X).     { R = MAKE(assignment, 0, .columns = cln_build_list(pc, C), .value = X); }
/* PostgreSQL: SET a[1] = x */
assignment(R) ::= column(C) assigned_elements EQ assigned(X). { R = MAKE(assignment, 0, .columns = cln_build_list(pc, C), .value = X); }
assigned_elements ::= LB subscript RB.
assigned_elements ::= assigned_elements LB subscript RB.
assigned_elements ::= assigned_elements DOT name.
subscript ::= expr.
subscript ::= expr COLON expr.
subscript ::= expr COLON.
subscript ::= COLON expr.
subscript ::= COLON.
/* T-SQL: SET a += x */
assignment(R) ::= column(C) OTHER_OP assigned(X). { R = MAKE(assignment, CLN_COMPOUND, .columns = cln_build_list(pc, C), .value = X); }
assignment(R) ::= LP columns(L) RP EQ assigned(X). { R = MAKE(assignment, 0, .columns = L, .value = X); }
/* T-SQL: SET doc.modify('delete /a') */
assignment(R) ::= column(C) LP exprs(L) RP.     { R = cln_build_method_assignment(pc, C, L); }
/* T-SQL: SET @v = a, SET @v = a = b + 1 */
assignment(R) ::= PARAM EQ assigned(X).         { R = cln_build_variable_assignment(pc, X); }
assignment(R) ::= DAMAGED_ASSIGNMENT(T).        { R = cln_build_damaged_assignment(pc, T); }
assigned(R) ::= expr(R).
assigned(R) ::= DEFAULT.                        { R = cln_build_literal(pc, CLN_LITERAL_DEFAULT); }
assigned(R) ::= DAMAGED_VALUE.                  { R = MAKE(damaged, 0); }

delete(R) ::= delete_head(X) where_opt(W) order_opt(O) limit_opt(I).
                                                { R = FILL(X, delete, 0, .where = W, .order_by = O, .limit = I); }
delete_output(R) ::= delete_head(X) output(L) output_into(O). { R = FILL(X, delete, 0, .returning = L, .output_into = O); }
delete(R) ::= delete_output(X) where_opt(W).     { R = FILL(X, delete, 0, .where = W); }
delete(R) ::= delete_output(X) FROM sources(S) where_opt(W). { R = cln_build_delete_output_from(pc, X, S, W); }
delete(R) ::= delete(X) RETURNING items(L) into_variables. { R = FILL(X, delete, 0, .returning = L); }
/* Exasol: DELETE FROM t PREFERRING HIGH a */
delete(R) ::= delete_head(X) preferring(P).     { R = FILL(X, delete, 0, .where = P); }
/* Teradata: DELETE FROM t ALL */
delete(R) ::= delete_word FROM delete_targets(L) ALL. { R = MAKE(delete, 0, .from = L); }
delete(R) ::= delete(X) RETURNING items(L).     { R = FILL(X, delete, 0, .returning = L); }
delete(R) ::= delete(X) returning_with(W) items(L). { R = FILL(X, delete, 0, .transitions = W, .returning = L); }
delete_word ::= DELETE.
delete_word ::= delete_word LOW_PRIORITY.
delete_word ::= delete_word QUICK.
delete_word ::= delete_word IGNORE.
delete_word ::= delete_word TOP top_count top_end.
delete_head(R) ::= delete_word FROM delete_targets(L). { R = MAKE(delete, 0, .from = L); }
delete_head(R) ::= delete_word FROM delete_targets(L) USING sources(S). { R = MAKE(delete, 0, .from = L, .using = cln_build_sources_end(pc, S)); }
delete_head(R) ::= delete_word FROM delete_targets(L) FROM sources(S). { R = cln_build_delete_from(pc, L, S); }
delete_head(R) ::= delete_word delete_names(L) FROM sources(S). { R = MAKE(delete, 0, .tables = L, .from = cln_build_sources_end(pc, S)); }
delete_head(R) ::= delete_word delete_target(T).     { R = cln_build_bare_delete(pc, T); }
%type delete_targets {cln_list *}
delete_targets(R) ::= delete_target(X).         { R = cln_build_list(pc, X); }
delete_targets(R) ::= delete_targets(L) COMMA delete_target(X). { R = cln_build_append(pc, L, X); }
delete_target(R) ::= delete_table(X).           { R = MAKE(source, 0, .relation = X); }
delete_target(R) ::= delete_table(X) bare_alias(N). { R = MAKE(source, 0, .relation = X, .alias = N); }
delete_target(R) ::= delete_table(X) AS name(N). { R = MAKE(source, 0, .relation = X, .alias = N); }
delete_table(R) ::= table_name(R).
/* Oracle: DELETE FROM (SELECT ...) WHERE ... */
delete_table(R) ::= subquery(R).
delete_table(R) ::= delete_table(T) TABLE_HINTS. { R = T; }
delete_table(R) ::= delete_table(T) INDEXED BY name. { R = T; }
delete_table(R) ::= delete_table(T) NOT_INDEXED INDEXED. { R = T; }
delete_table(R) ::= OPEN_CALL.                  { R = cln_build_path_table(pc); }
delete_table(R) ::= OPEN_CALL DOT parts(L).     { R = MAKE(table_ref, 0, .parts = L); }
delete_table(R) ::= table_name(T) STAR.         { R = T; }
delete_table(R) ::= delete_table(T) portion.    { R = T; }
delete_table(R) ::= ONLY table_name(T).         { R = T; }
delete_table(R) ::= table_name(T) PARTITION LP exprs RP. { R = T; }
/* Doris: PARTITION p, PARTITIONS (p, q) */
delete_table(R) ::= table_name(T) PARTITION name. { R = T; }
delete_table(R) ::= table_name(T) PARTITIONS LP exprs RP. { R = T; }
delete_table(R) ::= PARAM(T).                   { R = cln_build_parameter_table(pc, T); }
%type delete_names {cln_list *}
delete_names(R) ::= delete_name(X).             { R = cln_build_list(pc, X); }
delete_names(R) ::= delete_names(L) COMMA delete_name(X). { R = cln_build_append(pc, L, X); }
delete_name(R) ::= table_name(R).
delete_name(R) ::= parts(L) DOT STAR.           { R = MAKE(table_ref, 0, .parts = L); }
%type table_names {cln_list *}
table_names(R) ::= table_name(X).               { R = cln_build_list(pc, X); }
table_names(R) ::= table_names(L) COMMA table_name(X). { R = cln_build_append(pc, L, X); }

/* MERGE INTO t USING s ON c WHEN MATCHED AND d THEN UPDATE SET a = 1 WHEN NOT MATCHED THEN INSERT (a) VALUES (1) */
merge(R) ::= merge_head(R).
/* Databricks: APPLY CHANGES INTO t FROM STREAM(s) KEYS (id) APPLY AS DELETE WHEN ... SEQUENCE BY ts ...; CREATE FLOW f AS AUTO CDC INTO t ... */
statement(R) ::= apply_changes(R).
statement(R) ::= apply_changes(X) REST.         { R = X; }
apply_changes(R) ::= apply_word INTO table_name(T) FROM apply_source(S) KEYS LP names(K) RP.
                                                { R = MAKE(merge, 0, .target = MAKE(source, 0, .relation = T), .source = S, .using = K, .whens = cln_build_list(pc, MAKE(merge_when, CLN_STAR_ACTION, .action = CLN_MERGE_UPDATE))); }
apply_source(R) ::= table_name(T).              { R = MAKE(source, 0, .relation = T); }
apply_source(R) ::= STREAM table_name(T).       { R = MAKE(source, 0, .relation = T); }
apply_source(R) ::= call(C).                    { R = MAKE(source, 0, .relation = cln_build_table_function(pc, C)); }
apply_word ::= APPLY CHANGES.
apply_word ::= AUTO CDC.
merge(R) ::= merge(X) output(L) output_into(O). { R = FILL(X, merge, 0, .returning = L, .output_into = O); }
merge(R) ::= merge(X) RETURNING items(L) into_variables. { R = FILL(X, merge, 0, .returning = L); }
/* Db2 */
merge(R) ::= merge(X) ELSE IGNORE.              { R = X; }
merge(R) ::= merge(X) RETURNING items(L).       { R = FILL(X, merge, 0, .returning = L); }
merge(R) ::= merge(X) returning_with(W) items(L). { R = FILL(X, merge, 0, .transitions = W, .returning = L); }
merge_word ::= MERGE.
merge_word ::= MERGE TOP top_count top_end.
merge_head(R) ::= merge_word into_word source(T) USING source(S) ON expr(C) merge_whens(L).
                                                { R = MAKE(merge, 0, .target = T, .source = S, .on = C, .whens = L); }
/* PostgreSQL: USING a JOIN b ON c ON d */
merge_head(R) ::= merge_word into_word source(T) USING merge_joins(S) ON expr(C) merge_whens(L).
                                                { R = MAKE(merge, 0, .target = T,
                                                           .source = MAKE(source, 0, .relation = MAKE(joined, 0, .sources = cln_build_sources_end(pc, S))),
                                                           .on = C, .whens = L); }
%type merge_joins {cln_sources *}
merge_joins(R) ::= merge_joined(L) ON(T) expr(X). { R = cln_build_join_on(pc, L, T, X, NULL); }
%type merge_joined {cln_sources *}
merge_joined(R) ::= source(S) join(J) join_hints source(X). { R = cln_build_join(pc, cln_build_sources(pc, S), J, X); }
merge_joined(R) ::= merge_joins(L) join(J) join_hints source(X). { R = cln_build_join(pc, L, J, X); }
merge_head(R) ::= merge_word into_word source(T) USING source(S) USING LP names(N) RP merge_whens(L).
                                                { R = MAKE(merge, 0, .target = T, .source = S, .using = N, .whens = L); }
/* Redshift: what matches is replaced, what does not is inserted */
merge_head(R) ::= merge_word into_word source(T) USING source(S) ON expr(C) REMOVE DUPLICATES.
                                                { R = MAKE(merge, 0, .target = T, .source = S, .on = C, .whens = cln_build_list(pc, MAKE(merge_when, CLN_STAR_ACTION, .action = CLN_MERGE_INSERT))); }
into_word ::= .
into_word ::= WITH SCHEMA EVOLUTION INTO.
into_word ::= INTO.
%type merge_whens {cln_list *}
merge_whens(R) ::= merge_when(X).               { R = cln_build_list(pc, X); }
merge_whens(R) ::= merge_whens(L) merge_when(X). { R = cln_build_append(pc, L, X); }
merge_when(R) ::= WHEN matched(F) and_opt(C) THEN merge_action(X). { R = cln_build_merge_when(pc, X, F, C); }
%type matched {uint32_t}
matched(R) ::= MATCHED.                         { R = 0; }
merge_when(R) ::= DAMAGED_WHEN.                 { R = NULL; }
matched(R) ::= NOT MATCHED.                     { R = CLN_NOT; }
matched(R) ::= NOT MATCHED BY SOURCE.           { R = CLN_NOT | CLN_BY_SOURCE; }
matched(R) ::= NOT MATCHED BY name.             { R = CLN_NOT; }
and_opt(R) ::= .                                { R = NULL; }
and_opt(R) ::= AND expr(X).                     { R = X; }
merge_action(R) ::= UPDATE SET assignments(L) where_opt(W) delete_where(D).
                                                { R = MAKE(merge_when, 0, .assignments = L, .where = W, .delete_where = D, .action = CLN_MERGE_UPDATE); }
merge_action(R) ::= UPDATE SET STAR.            { R = MAKE(merge_when, CLN_STAR_ACTION, .action = CLN_MERGE_UPDATE); }
merge_action(R) ::= UPDATE SET STAR STAR_EXCEPT LP columns(L) RP. { R = MAKE(merge_when, CLN_STAR_ACTION, .columns = L, .action = CLN_MERGE_UPDATE); }
merge_action(R) ::= INSERT STAR STAR_EXCEPT LP columns(L) RP. { R = MAKE(merge_when, CLN_STAR_ACTION, .columns = L, .action = CLN_MERGE_INSERT); }
/* Snowflake: UPDATE ALL BY NAME; DuckDB: UPDATE BY NAME, UPDATE, INSERT */
merge_action(R) ::= UPDATE.                     { R = MAKE(merge_when, CLN_STAR_ACTION, .action = CLN_MERGE_UPDATE); }
merge_action(R) ::= UPDATE all_by_name.         { R = MAKE(merge_when, CLN_STAR_ACTION, .action = CLN_MERGE_UPDATE); }
merge_action(R) ::= INSERT.                     { R = MAKE(merge_when, CLN_STAR_ACTION, .action = CLN_MERGE_INSERT); }
merge_action(R) ::= INSERT all_by_name.         { R = MAKE(merge_when, CLN_STAR_ACTION, .action = CLN_MERGE_INSERT); }
all_by_name ::= BY name.
all_by_name ::= ALL BY name.
merge_action(R) ::= UPDATE STAR.                { R = MAKE(merge_when, CLN_STAR_ACTION, .action = CLN_MERGE_UPDATE); }
merge_action(R) ::= INSERT columns_opt(L) VALUES LP row_items(V) RP where_opt(W).
                                                { R = MAKE(merge_when, 0, .columns = L, .values = V, .where = W, .action = CLN_MERGE_INSERT); }
merge_action(R) ::= INSERT columns_opt(L) OVERRIDING name VALUE VALUES LP row_items(V) RP where_opt(W).
                                                { R = MAKE(merge_when, 0, .columns = L, .values = V, .where = W, .action = CLN_MERGE_INSERT); }
merge_action(R) ::= INSERT STAR.                { R = MAKE(merge_when, CLN_STAR_ACTION, .action = CLN_MERGE_INSERT); }
merge_action(R) ::= INSERT ROW.                 { R = MAKE(merge_when, CLN_STAR_ACTION, .action = CLN_MERGE_INSERT); }
merge_action(R) ::= INSERT DEFAULT VALUES.      { R = MAKE(merge_when, 0, .action = CLN_MERGE_INSERT); }
merge_action(R) ::= DELETE.                     { R = MAKE(merge_when, 0, .action = CLN_MERGE_DELETE); }
merge_action(R) ::= DO NOTHING.                 { R = MAKE(merge_when, 0, .action = CLN_MERGE_NOTHING); }
delete_where(R) ::= .                           { R = NULL; }
delete_where(R) ::= DELETE WHERE expr(X).       { R = X; }

/* ---- CREATE TABLE -----------------------------------------------------------------------------------------
**   CREATE EXTERNAL TABLE t (a INT COMMENT 'x', PRIMARY KEY (a)) PARTITIONED BY (p INT) STORED AS PARQUET
**   CREATE TABLE t PRIMARY KEY (a) PARTITION BY HASH (a) PARTITIONS 3 STORED AS KUDU AS SELECT ...           */

statement(R) ::= create_table(R).
statement(R) ::= create_as(R).
/* ClickHouse: CREATE TABLE t AS u ENGINE = ...;  T-SQL: AS NODE */
statement(R) ::= create_copy(R).
create_copy(R) ::= create_table(C) AS table_name(T). { R = cln_build_fill(pc, C, cln_build_create_as_name(pc, T)); }
create_copy(R) ::= create_copy(C) table_clause(D). { R = cln_build_fill(pc, C, D); }
create_as(R) ::= create_table(C) AS query(Q).   { R = FILL(C, create_table, 0, .query = Q); }
create_as(R) ::= create_data(R).
create_data(R) ::= create_as(C) WITH DATA.      { R = C; }
create_data(R) ::= create_as(C) WITH NO DATA.   { R = C; }
create_data(R) ::= create_as(C) WITH name DATA. { R = C; }
create_data(R) ::= create_as(C) DATA.           { R = C; }
create_data(R) ::= create_as(C) DEFINITION ONLY. { R = C; }
create_data(R) ::= create_data(C) CLAUSE.       { R = C; }
create_as(R) ::= create_as(C) KW_COMMENT STRING. { R = C; }
statement(R) ::= create_as(C) KSAFE REST.       { R = C; }
statement(R) ::= create_as(C) KSAFE.            { R = C; }
create_as(R) ::= create_as(C) DISTRIBUTED distribution. { R = C; }
/* Vertica: SEGMENTED BY HASH(a) ALL NODES KSAFE 1 */
statement(R) ::= create_as(X) SEGMENTED REST.   { R = X; }
statement(R) ::= create_as(X) UNSEGMENTED REST. { R = X; }
statement(R) ::= create_table(C) AS EXECUTE REST. { R = C; }
/* Spark: CACHE LAZY TABLE c OPTIONS (...) AS SELECT ...: a temporary view that is kept */
statement(R) ::= cache_head(C) query(Q).        { R = FILL(C, create_view, 0, .query = Q); }
statement(R) ::= cache_head(C) AS query(Q).     { R = FILL(C, create_view, 0, .query = Q); }
statement(R) ::= cache_head.                    { R = MAKE(other, 0); }
cache_head(R) ::= CACHE TABLE table_name(N).    { R = MAKE(create_view, CLN_TEMPORARY, .name = N); }
cache_head(R) ::= CACHE LAZY TABLE table_name(N). { R = MAKE(create_view, CLN_TEMPORARY, .name = N); }
cache_head(R) ::= cache_head(C) OPTIONS LP properties RP. { R = C; }

create_table(R) ::= create_head(R).
create_table(R) ::= create_some(R).
create_table(R) ::= create_columns(R).
create_columns(R) ::= create_head(C) LP elements(L) RP. { R = FILL(C, create_table, 0, .columns = cln_build_definitions(pc, L)); }
create_columns(R) ::= create_head(C) LP elements(L) COMMA(T) RP. { R = FILL(C, create_table, 0, .columns = cln_build_definitions(pc, cln_build_last_comma(pc, L, T))); }
create_columns(R) ::= create_head(C) LP RP.     { R = C; }
/* PostgreSQL, Trino: CREATE TABLE t (LIKE s INCLUDING ALL, a INT) */
create_columns(R) ::= create_head(C) LP LIKE table_name(T) like_options RP. { R = FILL(C, create_table, 0, .like = T); }
create_columns(R) ::= create_head(C) LP LIKE table_name(T) like_options COMMA elements(L) RP. { R = FILL(C, create_table, 0, .like = T, .columns = cln_build_definitions(pc, L)); }
create_columns(R) ::= create_head(C) LP elements(L) COMMA LIKE table_name(T) like_options RP. { R = FILL(C, create_table, 0, .like = T, .columns = cln_build_definitions(pc, L)); }
create_some(R) ::= create_head(C) table_clause(D). { R = cln_build_fill(pc, C, D); }
create_some(R) ::= create_columns(C) table_clause(D). { R = cln_build_fill(pc, C, D); }
create_some(R) ::= create_some(C) table_clause(D). { R = cln_build_fill(pc, C, D); }
/* MySQL, Spark: CREATE TABLE t SELECT ... */
create_as(R) ::= create_head(C) query(Q).       { R = FILL(C, create_table, 0, .query = Q); }
create_as(R) ::= create_columns(C) query(Q).    { R = FILL(C, create_table, 0, .query = Q); }
create_as(R) ::= create_some(C) IGNORE query(Q). { R = FILL(C, create_table, 0, .query = Q); }
create_as(R) ::= create_some(C) REPLACE query(Q). { R = FILL(C, create_table, 0, .query = Q); }
create_as(R) ::= create_some(C) shared_query(Q). { R = FILL(C, create_table, 0, .query = Q); }
create_head(R) ::= CREATE create_flags(F) TABLE if_not_exists(G) table_name(N).
                                                { R = MAKE(create_table, F | G, .name = N); }
/* T-SQL: DECLARE @t TABLE (a INT) */
create_head(R) ::= DECLARE PARAM(T) as_word TABLE. { R = MAKE(create_table, CLN_TEMPORARY, .name = cln_build_parameter_table(pc, T)); }
as_word ::= .
as_word ::= AS.
/* Db2: DECLARE GLOBAL TEMPORARY TABLE session.t AS (...) */
create_head(R) ::= DECLARE GLOBAL TEMPORARY TABLE table_name(N). { R = MAKE(create_table, CLN_TEMPORARY, .name = N); }
create_head(R) ::= create_head(C) TABLE_OPTIONS.  { R = C; }
create_head(R) ::= REPLACE TABLE table_name(N).  { R = MAKE(create_table, CLN_OR_REPLACE, .name = N); }
create_head(R) ::= CREATE create_flags(F) TABLE if_not_exists(G) PARAM(T).
                                                { R = MAKE(create_table, F | G, .name = cln_build_parameter_table(pc, T)); }
/* What stands behind the columns, as a CREATE_TABLE that holds it. */
table_clause(R) ::= PARTITIONED BY LP elements(L) RP. { R = MAKE(create_table, 0, .partition_columns = L); }
table_clause(R) ::= PARTITIONED BY SPEC LP exprs(L) RP. { R = MAKE(create_table, 0, .partition_columns = L); }
table_clause(R) ::= LIKE table_name(T). { R = MAKE(create_table, 0, .like = T); }
/* PostgreSQL: CREATE TABLE p PARTITION OF t FOR VALUES IN (1) */
table_clause(R) ::= PARTITION OF table_name(T). { R = MAKE(create_table, 0, .like = T); }
table_clause(R) ::= LIKE format_word STRING. { R = MAKE(create_table, 0); }
table_clause(R) ::= LIKE name format_word STRING. { R = MAKE(create_table, 0); }
table_clause(R) ::= LIKE table_name STRING. { R = MAKE(create_table, 0); }
table_clause(R) ::= SHALLOW CLONE table_name(T). { R = MAKE(create_table, 0, .like = T); }
table_clause(R) ::= DEEP CLONE table_name(T). { R = MAKE(create_table, 0, .like = T); }
table_clause(R) ::= CLONE table_name(T). { R = MAKE(create_table, 0, .like = T); }
table_clause(R) ::= COPY table_name(T). { R = MAKE(create_table, 0, .like = T); } /* BigQuery */
table_clause(R) ::= stored_as(N). { R = MAKE(create_table, 0, .format = N); }
table_clause(R) ::= USING name(N). { R = MAKE(create_table, 0, .format = N); }
table_clause(R) ::= ENGINE eq_opt name(N). { R = MAKE(create_table, 0, .format = N); }
table_clause(R) ::= clause.     { R = MAKE(create_table, 0); }

%type create_flags {uint32_t}
create_flags(R) ::= .                           { R = 0; }
create_flags(R) ::= create_flags(F) OR REPLACE. { R = F | CLN_OR_REPLACE; }
create_flags(R) ::= create_flags(F) EXTERNAL.   { R = F | CLN_EXTERNAL; }
create_flags(R) ::= create_flags(F) TEMPORARY.  { R = F | CLN_TEMPORARY; }
create_flags(R) ::= create_flags(F) TEMP.       { R = F | CLN_TEMPORARY; }
create_flags(R) ::= create_flags(F) VOLATILE.   { R = F | CLN_TEMPORARY; }
create_flags(R) ::= create_flags(F) MATERIALIZED. { R = F | CLN_MATERIALIZED; }
create_flags(R) ::= create_flags(F) RECURSIVE.  { R = F | CLN_RECURSIVE; }
create_flags(R) ::= create_flags(F) create_noise. { R = F; }
create_noise ::= GLOBAL.
create_noise ::= LOCAL.
create_noise ::= TRANSIENT.
create_noise ::= PRIVATE.
create_noise ::= UNLOGGED.
create_noise ::= MULTISET.
create_noise ::= SET.
create_noise ::= TRANSACTIONAL.
create_noise ::= MANAGED.
create_noise ::= SECURE.
create_noise ::= FORCE.
create_noise ::= NO FORCE.
create_noise ::= EDITIONABLE.
create_noise ::= NONEDITIONABLE.
create_noise ::= EDITIONING.
create_noise ::= DYNAMIC.
create_noise ::= ICEBERG.
create_noise ::= STREAMING.
create_noise ::= SNAPSHOT.
create_noise ::= OR REFRESH.
create_noise ::= LIVE.
create_noise ::= HYBRID.
create_noise ::= FOREIGN.
create_noise ::= OR ALTER.
create_noise ::= ALGORITHM EQ name.
create_noise ::= DEFINER EQ parts.
create_noise ::= DEFINER EQ parts PARAM.
create_noise ::= DEFINER EQ STRING PARAM.
create_noise ::= SQL SECURITY name.
%type if_not_exists {uint32_t}
if_not_exists(R) ::= .                          { R = 0; }
if_not_exists(R) ::= IF NOT EXISTS.             { R = CLN_IF_EXISTS; }
%type if_exists {uint32_t}
if_exists(R) ::= .                              { R = 0; }
if_exists(R) ::= IF EXISTS.                     { R = CLN_IF_EXISTS; }

/* Columns and constraints; the latter give nothing. */
%type elements {cln_list *}
elements(R) ::= element(X).                     { R = cln_build_list(pc, X); }
elements(R) ::= elements(L) COMMA element(X).   { R = cln_build_append(pc, L, X); }
element(R) ::= column_def(R).
element(R) ::= name(R).
element(R) ::= constraint.                      { R = NULL; }
element(R) ::= COLUMN_CLAUSE.                   { R = NULL; }
element(R) ::= name(N) COLUMN_CLAUSE(C).        { R = cln_build_column_clause(pc, MAKE(column_def, 0, .name = N), C); }
element(R) ::= transform_call(R).
element(R) ::= DAMAGED_ELEMENT(T).              { R = cln_build_damaged_element(pc, T); }
transform_call(R) ::= parts(N) LP exprs(L) RP.  { R = MAKE(call, 0, .name = N, .arguments = L); }

column_def(R) ::= plain_column_def(R).
column_def(R) ::= column_def(X) column_option.  { R = X; }
column_def(R) ::= column_def(X) AFTER name(N).  { R = FILL(X, column_def, 0, .after = N); }
column_def(R) ::= column_def(X) FIRST.          { R = FILL(X, column_def, CLN_COLUMN_FIRST); }
plain_column_def(R) ::= name(N) AS sum(G).      { R = MAKE(column_def, 0, .name = N, .generated = G); }
column_def(R) ::= column_def(X) AS sum(G).   { R = FILL(X, column_def, 0, .generated = G); }
column_def(R) ::= column_def(X) GENERATED ALWAYS AS LP expr(G) RP. { R = FILL(X, column_def, 0, .generated = G); }
column_def(R) ::= column_def(X) IDENTITY.       { R = FILL(X, column_def, CLN_IDENTITY); }
column_def(R) ::= column_def(X) IDENTITY LP NUMBER COMMA NUMBER RP. { R = FILL(X, column_def, CLN_IDENTITY); }
column_def(R) ::= column_def(X) COLUMN_CLAUSE(C). { R = cln_build_column_clause(pc, X, C); }
column_def(R) ::= column_def(X) PRIMARY KEY.    { R = FILL(X, column_def, CLN_PRIMARY_KEY); }
plain_column_def(R) ::= name(N) type(T).        { R = MAKE(column_def, 0, .name = N, .type = T); }

column_option ::= NOT NULL.
column_option ::= NULL.
column_option ::= UNIQUE.
column_option ::= NON UNIQUE.
column_option ::= KEY.
column_option ::= STORED.
column_option ::= VIRTUAL.
column_option ::= PERSISTED.
column_option ::= AUTO_INCREMENT.
column_option ::= AUTOINCREMENT.
column_option ::= KW_COMMENT STRING.
/* Exasol */
column_option ::= KW_COMMENT IS STRING.
column_option ::= DEFAULT sum.
column_option ::= ENCODING name.
column_option ::= ENCODE name.
column_option ::= COMPRESSION name.
column_option ::= BLOCK_SIZE NUMBER.
column_option ::= COLLATE name.
column_option ::= COLLATE STRING.
column_option ::= COLLATE BINARY.
column_option ::= CONSTRAINT name.
column_option ::= CHECK LP expr RP.
column_option ::= references.
column_option ::= reference_end.
column_option ::= GENERATED BY DEFAULT AS IDENTITY.
column_option ::= GENERATED BY DEFAULT AS IDENTITY LP sequence_options RP.
column_option ::= GENERATED ALWAYS AS IDENTITY.
column_option ::= GENERATED ALWAYS AS IDENTITY LP sequence_options RP.
column_option ::= DISTKEY.
column_option ::= SORTKEY.
column_option ::= CODEC LP exprs RP.
column_option ::= TTL sum.
column_option ::= ON UPDATE sum.
column_option ::= OPTIONS LP properties RP.
column_option ::= aggregation.
column_option ::= enforcement.
sequence_options ::= START WITH NUMBER.
sequence_options ::= INCREMENT BY NUMBER.
sequence_options ::= START WITH NUMBER INCREMENT BY NUMBER.
/* Doris: v BIGINT SUM */
aggregation ::= REPLACE.
aggregation ::= HLL_UNION.
aggregation ::= BITMAP_UNION.
/* Hive: DISABLE NOVALIDATE RELY */
enforcement ::= ENABLE.
enforcement ::= DISABLE.
enforcement ::= REWRITE.
enforcement ::= ENFORCED.
enforcement ::= NOT ENFORCED.
enforcement ::= VALIDATE.
enforcement ::= NOVALIDATE.
enforcement ::= RELY.
enforcement ::= NORELY.
enforcements ::= .
enforcements ::= enforcements enforcement.
references ::= REFERENCES parts.
references ::= REFERENCES parts LP names RP.
reference_end ::= ON DELETE reference_action.
reference_end ::= ON UPDATE reference_action.
reference_ends ::= .
reference_ends ::= reference_ends reference_end.
reference_action ::= CASCADE.
reference_action ::= RESTRICT.
reference_action ::= NO name.
reference_action ::= SET NULL.
reference_action ::= SET DEFAULT.

constraint ::= constraint_body enforcements.
constraint ::= CONSTRAINT name constraint_body enforcements.
constraint ::= constraint COLUMN_CLAUSE.
constraint ::= CONSTRAINT name COLUMN_CLAUSE.
constraint_body ::= PRIMARY KEY LP order_items RP.
constraint_body ::= NON UNIQUE PRIMARY KEY LP order_items RP.
constraint_body ::= UNIQUE LP order_items RP.
constraint_body ::= UNIQUE KEY name LP order_items RP.
constraint_body ::= UNIQUE INDEX name LP order_items RP.
constraint_body ::= UNIQUE INDEX LP order_items RP.
constraint_body ::= UNIQUE name LP order_items RP.
constraint_body ::= EXCLUDE USING COLUMN_CLAUSE.
constraint_body ::= WATERMARK FOR COLUMN_CLAUSE.
constraint_body ::= PERIOD FOR COLUMN_CLAUSE.
constraint_body ::= FULLTEXT COLUMN_CLAUSE.
constraint_body ::= SPATIAL COLUMN_CLAUSE.
constraint_body ::= UNIQUE KEY LP order_items RP.
constraint_body ::= FOREIGN KEY LP names RP references reference_ends.
constraint_body ::= CHECK LP expr RP.
constraint_body ::= KEY name LP order_items RP.
constraint_body ::= INDEX name LP order_items RP.
constraint_body ::= KEY LP order_items RP.
constraint_body ::= INDEX LP order_items RP.
like_options ::= .
like_options ::= like_options INCLUDING name.
like_options ::= like_options EXCLUDING name.
like_options ::= like_options INCLUDING ALL.
like_options ::= like_options EXCLUDING ALL.

/* What may stand behind the columns, and in front of AS, in any order, without any bearing on lineage. */
clause ::= KW_COMMENT eq_opt STRING.
clause ::= KW_COMMENT IS STRING.
clause ::= LOCATION STRING.
clause ::= TBLPROPERTIES LP properties RP.
clause ::= PROPERTIES LP properties RP.
clause ::= OPTIONS LP properties RP.
clause ::= WITH_LP LP properties RP.
clause ::= serde_properties.
clause ::= CACHED IN STRING.
clause ::= WITH REPLICATION EQ NUMBER.
clause ::= UNCACHED.
clause ::= row_format. [STOP_HERE]
clause ::= SORT BY LP names RP.
clause ::= SORT BY ZORDER LP names RP.
clause ::= SORT BY LEXICAL LP names RP.
clause ::= SORT BY LP RP.
clause ::= CLUSTERED BY LP order_items RP.
clause ::= SORTED BY LP order_items RP.
clause ::= INTO NUMBER BUCKETS.
clause ::= CLUSTER BY LP exprs RP.
clause ::= SKEWED BY LP names RP ON LP exprs RP.
clause ::= STORED AS DIRECTORIES.
clause ::= PRIMARY KEY LP order_items RP.
clause ::= NON UNIQUE PRIMARY KEY LP order_items RP.
clause ::= enforcement.
clause ::= DUPLICATE KEY LP names RP.
clause ::= UNIQUE KEY LP names RP.
clause ::= AGGREGATE KEY LP names RP.
clause ::= FOREIGN KEY LP names RP references.
clause ::= DISTRIBUTED distribution.
clause ::= ORDER BY parts.
clause ::= ORDER BY LP exprs RP.
clause ::= PARTITION BY partition_bys.
clause ::= ON COMMIT name ROWS.
clause ::= DISTSTYLE name.
clause ::= DISTSTYLE ALL.
clause ::= DISTSTYLE KEY.
clause ::= DISTKEY LP exprs RP.
clause ::= SORTKEY LP exprs RP.
clause ::= SORTKEY AUTO.
clause ::= COMPOUND SORTKEY LP exprs RP.
clause ::= INTERLEAVED SORTKEY LP exprs RP.
clause ::= AUTO REFRESH name.
clause ::= BACKUP name.
clause ::= COPY GRANTS.
clause ::= BUILD name.
clause ::= REFRESH refresh_words.
clause ::= POPULATE.
clause ::= CLAUSE.
clause ::= PRODUCED BY DATA SOURCE name source_argument.
source_argument ::= .
source_argument ::= LP STRING RP.
refresh_words ::= refresh_word.
refresh_words ::= refresh_words refresh_word.
refresh_word ::= ID.
/* ClickHouse: REFRESH EVERY 1 HOUR OFFSET 5 MINUTE APPEND, in front of TO t */
clause ::= REFRESH EVERY NUMBER unit refresh_end.
clause ::= REFRESH AFTER NUMBER unit refresh_end.
refresh_end ::= .
refresh_end ::= refresh_end OFFSET NUMBER unit.
refresh_end ::= refresh_end refresh_word.
clause ::= ON name.
clause ::= ON name EVERY NUMBER unit.
distribution ::= BY LP exprs RP.
distribution ::= BY name LP exprs RP buckets_opt.
distribution ::= BY name buckets_opt.
distribution ::= RANDOMLY.
distribution ::= name.
buckets_opt ::= .
buckets_opt ::= BUCKETS NUMBER.
buckets_opt ::= BUCKETS AUTO.
eq_opt ::= .
eq_opt ::= EQ.

/* 'a' = 'b', a = 1, path '/x' */
properties ::= .
properties ::= property.
properties ::= properties COMMA property.
property ::= expr.
property ::= parts STRING.
property ::= parts NUMBER.

row_format ::= ROW FORMAT SERDE STRING.
row_format ::= ROW FORMAT DELIMITED.
row_format ::= row_format delimiter.
delimiter ::= FIELDS TERMINATED BY STRING.
delimiter ::= ESCAPED BY STRING.
delimiter ::= COLLECTION ITEMS TERMINATED BY STRING.
delimiter ::= MAP KEYS TERMINATED BY STRING.
delimiter ::= LINES TERMINATED BY STRING.
delimiter ::= NULL DEFINED AS STRING.

stored_as(R) ::= STORED AS format_name(N).      { R = N; }
stored_as(R) ::= STORED AS INPUTFORMAT STRING OUTPUTFORMAT STRING drivers_opt. { R = NULL; }
stored_as(R) ::= STORED BY format_name(N).      { R = N; }
stored_as(R) ::= STORED BY STRING(T).           { R = cln_build_storage_handler(pc, T); }
format_name(R) ::= name(R).
format_name(R) ::= format_word(T).              { R = cln_build_name(pc, T); }
%type format_word {cln_token}
format_word(R) ::= AVRO(R).
format_word(R) ::= ICEBERG(R).
format_word(R) ::= JDBC(R).
format_word(R) ::= JSONFILE(R).
format_word(R) ::= KUDU(R).
format_word(R) ::= ORC(R).
format_word(R) ::= PARQUET(R).
format_word(R) ::= PARQUETFILE(R).
format_word(R) ::= RCFILE(R).
format_word(R) ::= SEQUENCEFILE(R).
format_word(R) ::= TEXTFILE(R).
drivers_opt ::= .
drivers_opt ::= INPUTDRIVER STRING OUTPUTDRIVER STRING.

/* Kudu: PARTITION BY HASH (a) PARTITIONS 3, RANGE (b) (PARTITION 1 <= VALUES < 10, PARTITION VALUE = 5) */
partition_bys ::= partition_by.
partition_bys ::= partition_bys COMMA partition_by.
partition_by ::= HASH LP exprs RP PARTITIONS NUMBER.
partition_by ::= HASH PARTITIONS NUMBER.
partition_by ::= HASH LP exprs RP.
partition_by ::= range_word LP exprs RP.
partition_by ::= range_word LP exprs RP range_partitions.
partition_by ::= range_word range_partitions.
partition_by ::= LP exprs RP.
partition_by ::= transform_call.
partition_by ::= name.
range_word ::= RANGE.
range_word ::= LIST.
range_partitions ::= LP RP.
range_partitions ::= LP range_items RP.
range_items ::= range_item.
range_items ::= range_items COMMA range_item.
range_item ::= PARTITION range_bound.
range_item ::= PARTITION name named_bound.
range_bound ::= sum comparison VALUES.
range_bound ::= sum comparison VALUES comparison sum.
range_bound ::= VALUES comparison sum.
range_bound ::= VALUE EQ sum.
named_bound ::= VALUES LESS THAN postfix.
named_bound ::= VALUES LESS THAN MAXVALUE.
named_bound ::= VALUES IN LP exprs RP.
named_bound ::= VALUES LB exprs RP.

/* ---- Views ------------------------------------------------------------------------------------------------
**   CREATE OR REPLACE VIEW v (a COMMENT 'x', b) AS SELECT ...;  ALTER VIEW v AS SELECT ...                    */

statement(R) ::= create_view_as(R).
create_view_as(R) ::= create_view(C) AS query(Q). { R = FILL(C, create_view, 0, .query = Q); }
create_view_as(R) ::= create_view_as(C) WITH check_option. { R = C; }
create_view_as(R) ::= create_view_as(C) KW_COMMENT STRING. { R = C; }
create_view_as(R) ::= create_view_as(C) KW_COMMENT IS STRING. { R = C; }
check_option ::= CHECK OPTION.
check_option ::= name CHECK OPTION.
check_option ::= NO SCHEMA name.
check_option ::= DATA.
check_option ::= NO DATA.
check_option ::= READ ONLY.
check_option ::= READ ONLY CONSTRAINT name.
check_option ::= CHECK OPTION CONSTRAINT name.
check_option ::= ROW name.
check_option ::= NO ROW name.
create_view(R) ::= create_view_head(R).
create_view(R) ::= create_view_head(C) LP view_elements(L) RP. { R = FILL(C, create_view, 0, .columns = L); }
create_view_head(R) ::= CREATE create_flags(F) VIEW if_not_exists(G) table_name(N). { R = MAKE(create_view, F | G, .name = cln_build_view_name(pc, F, N)); }
create_view_head(R) ::= REPLACE VIEW table_name(N). { R = MAKE(create_view, CLN_OR_REPLACE, .name = N); }
/* ClickHouse: CREATE MATERIALIZED VIEW v REFRESH EVERY 1 HOUR TO t (a INT) AS ... */
create_view(R) ::= create_view(C) TO table_name(T). { R = FILL(C, create_view, 0, .target = T); }
create_view(R) ::= create_view(C) TO table_name(T) LP view_elements(L) RP. { R = FILL(C, create_view, 0, .target = T, .columns = L); }
create_view(R) ::= create_view(C) PARTITIONED ON LP names RP. { R = C; }
create_view(R) ::= create_view(C) PARTITIONED BY LP exprs RP. { R = C; }
create_view(R) ::= create_view(C) DISTRIBUTED ON LP names RP. { R = C; }
create_view(R) ::= create_view(C) CLUSTERED ON LP names RP. { R = C; }
create_view(R) ::= create_view(C) SORTED ON LP names RP. { R = C; }
create_view(R) ::= create_view(C) stored_as.    { R = C; }
create_view(R) ::= create_view(C) clause.       { R = C; }
%type view_elements {cln_list *}
view_elements(R) ::= view_element(X).           { R = cln_build_list(pc, X); }
view_elements(R) ::= view_elements(L) COMMA view_element(X). { R = cln_build_append(pc, L, X); }
view_element(R) ::= name(N).                    { R = MAKE(column_def, 0, .name = N); }
view_element(R) ::= name(N) KW_COMMENT STRING.  { R = MAKE(column_def, 0, .name = N); }
view_element(R) ::= name(N) KW_COMMENT IS STRING. { R = MAKE(column_def, 0, .name = N); }
view_element(R) ::= name(N) type(T).            { R = MAKE(column_def, 0, .name = N, .type = T); }
view_element(R) ::= name(N) type(T) KW_COMMENT STRING. { R = MAKE(column_def, 0, .name = N, .type = T); }
view_element(R) ::= name(N) COLUMN_CLAUSE.      { R = MAKE(column_def, 0, .name = N); }
view_element(R) ::= name(N) type(T) COLUMN_CLAUSE. { R = MAKE(column_def, 0, .name = N, .type = T); }
view_element(R) ::= constraint.                 { R = NULL; }
view_element(R) ::= DAMAGED_ELEMENT(T).         { R = cln_build_damaged_element(pc, T); }

/* Spark: CREATE TEMPORARY VIEW v USING csv OPTIONS (...); Databricks: CREATE VIEW v ... AS $$ yaml $$; BigQuery: AS REPLICA OF v */
statement(R) ::= using_view.                    { R = MAKE(other, 0); }
statement(R) ::= create_view AS STRING.         { R = MAKE(other, 0); }
create_view_as(R) ::= using_view(C) AS query(Q). { R = FILL(C, create_view, 0, .query = Q); }
using_view(R) ::= create_view(C) USING parts.   { R = C; }
using_view(R) ::= using_view(C) clause.         { R = C; }
statement(R) ::= create_view(C) AS name OF table_name(T). { R = FILL(C, create_view, 0, .query = MAKE(query, 0, .body = T)); }
alter_view(R) ::= ALTER VIEW if_exists table_name(N). { R = MAKE(create_view, CLN_ALTER_VIEW, .name = N); }
alter_view(R) ::= ALTER MATERIALIZED VIEW if_exists table_name(N). { R = MAKE(create_view, CLN_ALTER_VIEW | CLN_MATERIALIZED, .name = N); }
alter_view_columns(R) ::= alter_view(C) LP view_elements(L) RP. { R = FILL(C, create_view, 0, .columns = L); }
statement(R) ::= alter_view_as(R).
alter_view_as(R) ::= alter_view(C) AS query(Q). { R = FILL(C, create_view, 0, .query = Q); }
statement(R) ::= alter_view_as(C) WITH check_option. { R = C; }
statement(R) ::= alter_view_columns(C) AS query(Q). { R = FILL(C, create_view, 0, .query = Q); }
statement(R) ::= alter_view(C) RENAME TO table_name(T). { R = cln_build_view_alter(pc, C, CLN_ALTER_RENAME, T); }
statement(R) ::= alter_view(C) RENAME REST.     { R = cln_build_view_alter(pc, C, CLN_ALTER_OTHER, NULL); }
statement(R) ::= alter_view(C) REST(T).         { R = cln_build_view_rest(pc, C, T); }

/* ---- ALTER TABLE ------------------------------------------------------------------------------------------
**   ALTER TABLE t RENAME TO u;  ALTER TABLE t ADD IF NOT EXISTS COLUMNS (a INT);  ALTER TABLE t CHANGE a b INT */

statement(R) ::= alter(R).
statement(R) ::= alter(X) REST.                 { R = X; }
statement(R) ::= alter_table(T) alter_rest REST. { R = MAKE(alter, 0, .name = T, .action = CLN_ALTER_OTHER); }
alter_rest ::= .
alter_rest ::= ADD.
alter_rest ::= ADD IF NOT EXISTS.
alter_rest ::= ADD PARTITION.
alter_rest ::= ADD IF NOT EXISTS PARTITION.
alter_rest ::= ADD CONSTRAINT.
alter_rest ::= ADD RANGE.
alter_rest ::= ADD IF NOT EXISTS RANGE.
alter_rest ::= DROP.
alter_rest ::= DROP IF EXISTS.
alter_rest ::= DROP PARTITION.
alter_rest ::= DROP IF EXISTS PARTITION.
alter_rest ::= DROP RANGE.
alter_rest ::= DROP IF EXISTS RANGE.
alter_rest ::= DROP CONSTRAINT.
alter_rest ::= DROP PRIMARY.
alter_rest ::= ALTER.
alter_rest ::= RENAME.
alter_rest ::= EXCHANGE.
alter_rest ::= PARTITION.
alter_rest ::= REPLACE.
alter_rest ::= REPLACE PARTITION moved_partition.
alter_rest ::= ATTACH PARTITION moved_partition.
alter_rest ::= DETACH PARTITION name.
alter_rest ::= MOVE PARTITION moved_partition.
alter_table(R) ::= ALTER TABLE if_exists table_name(N). { R = N; }
alter_table(R) ::= ALTER TABLE if_exists ONLY table_name(N). { R = N; }
alter_table(R) ::= alter_table(T) ON CLUSTER name. { R = T; }
alter_table(R) ::= alter_table(T) ON CLUSTER STRING. { R = T; }
/* ClickHouse: ALTER TABLE t UPDATE a = b + 1 WHERE c, ALTER TABLE t DELETE WHERE c */
alter(R) ::= alter_table(T) UPDATE assignments(A) in_partition_opt WHERE expr(W). { R = MAKE(update, 0, .targets = cln_build_list(pc, MAKE(source, 0, .relation = T)), .assignments = A, .where = W); }
alter(R) ::= alter_table(T) DELETE in_partition_opt WHERE expr(W). { R = MAKE(delete, 0, .from = cln_build_list(pc, MAKE(source, 0, .relation = T)), .where = W); }
in_partition_opt ::= .
in_partition_opt ::= IN_PARTITION PARTITION partition_value.
partition_value ::= expr.
partition_value ::= name STRING.
/* Doris, MySQL: RENAME u */
statement(R) ::= alter_table(T) RENAME table_name(N). { R = MAKE(alter, 0, .name = T, .action = CLN_ALTER_RENAME, .new_name = N); }
alter(R) ::= alter_table(T) RENAME AS table_name(N). { R = MAKE(alter, 0, .name = T, .action = CLN_ALTER_RENAME, .new_name = N); }
alter(R) ::= alter_table(T) RENAME TO table_name(N). { R = MAKE(alter, 0, .name = T, .action = CLN_ALTER_RENAME, .new_name = N); }
/* MySQL, ClickHouse, Db2: RENAME TABLE a TO b, c TO d;  Teradata: RENAME TABLE a AS b;  Oracle: RENAME a TO b */
statement(R) ::= renamed(R).
statement(R) ::= renamed(X) REST.               { R = X; }
renamed(R) ::= RENAME renamed_object(F) renamed_table(A) renamed_to table_name(B). { R = MAKE(alter, F, .name = A, .action = CLN_ALTER_RENAME, .new_name = B); }
/* Synapse: RENAME OBJECT t COLUMN a TO b */
renamed(R) ::= RENAME renamed_object table_name(T) COLUMN name(C) TO name(N). { R = cln_build_alter_of(pc, T, cln_build_rename_column(pc, C, N)); }
renamed(R) ::= renamed(X) COMMA renamed_table(A) renamed_to table_name(B).
                                                { R = cln_build_also_alter(pc, X, MAKE(alter, 0, .name = A, .action = CLN_ALTER_RENAME, .new_name = B)); }
/* ClickHouse: EXCHANGE TABLES a AND b */
renamed(R) ::= EXCHANGE TABLES table_name(A) AND table_name(B). { R = MAKE(alter, 0, .name = A, .action = CLN_ALTER_SWAP, .new_name = B); }
renamed(R) ::= renamed(X) COMMA table_name(A) AND table_name(B).
                                                { R = cln_build_also_alter(pc, X, MAKE(alter, 0, .name = A, .action = CLN_ALTER_SWAP, .new_name = B)); }
/* Vertica: ALTER TABLE a, b, c RENAME TO c, a, b */
statement(R) ::= ALTER TABLE if_exists table_name(A) COMMA table_names(L) RENAME TO table_names(N). { R = cln_build_renames(pc, A, L, N); }
%type renamed_object {uint32_t}
renamed_object(R) ::= .                         { R = 0; }
renamed_object(R) ::= TABLE if_exists.          { R = 0; }
renamed_object(R) ::= TABLES.                   { R = 0; }
renamed_object(R) ::= VIEW.                     { R = CLN_VIEW_OBJECT; }
renamed_object(R) ::= MATERIALIZED VIEW.        { R = CLN_VIEW_OBJECT | CLN_MATERIALIZED; }
/* MariaDB: RENAME TABLE a WAIT 10 TO b */
renamed_table(R) ::= table_name(R).
renamed_table(R) ::= table_name(R) NOWAIT.
renamed_table(R) ::= table_name(R) WAIT NUMBER.
renamed_to ::= TO.
renamed_to ::= AS.
/* Several at once: ADD COLUMN a INT, DROP COLUMN b;  T-SQL: ADD a INT, b INT */
alter(R) ::= altered_columns(R).
altered_columns(R) ::= alter_table(T) column_action(A). { R = cln_build_alter_of(pc, T, A); }
altered_columns(R) ::= altered_columns(X) COMMA column_action(A). { R = cln_build_also_alter(pc, X, A); }
altered_columns(R) ::= altered_columns(X) COMMA column_def(C). { R = cln_build_also_alter(pc, X, C); }
altered_columns(R) ::= altered_columns(X) COMMA name(N). { R = cln_build_also_alter(pc, X, N); }
statement(R) ::= altered_columns(X) COMMA alter_rest REST. { R = X; }
column_action(R) ::= RENAME COLUMN if_exists name(C) TO name(N). { R = cln_build_rename_column(pc, C, N); }
column_action(R) ::= RENAME name(C) TO name(N). { R = cln_build_rename_column(pc, C, N); }
/* Doris: RENAME COLUMN a b */
column_action(R) ::= RENAME COLUMN if_exists name(C) name(N). { R = cln_build_rename_column(pc, C, N); }
column_action(R) ::= ADD columns_word LP elements(L) RP. { R = MAKE(alter, 0, .action = CLN_ALTER_ADD_COLUMNS, .columns = L); }
column_action(R) ::= ADD IF NOT EXISTS columns_word LP elements(L) RP. { R = MAKE(alter, 0, .action = CLN_ALTER_ADD_COLUMNS, .columns = L); }
column_action(R) ::= ADD IF NOT EXISTS COLUMN column_def(C). { R = MAKE(alter, 0, .action = CLN_ALTER_ADD_COLUMNS, .columns = cln_build_list(pc, C)); }
column_action(R) ::= ADD LP elements(L) RP.     { R = MAKE(alter, 0, .action = CLN_ALTER_ADD_COLUMNS, .columns = L); }
column_action(R) ::= ADD COLUMN column_def(C).  { R = MAKE(alter, 0, .action = CLN_ALTER_ADD_COLUMNS, .columns = cln_build_list(pc, C)); }
column_action(R) ::= ADD COLUMN IF NOT EXISTS column_def(C). { R = MAKE(alter, 0, .action = CLN_ALTER_ADD_COLUMNS, .columns = cln_build_list(pc, C)); }
column_action(R) ::= ADD column_def(C).         { R = MAKE(alter, 0, .action = CLN_ALTER_ADD_COLUMNS, .columns = cln_build_list(pc, C)); }
columns_word ::= COLUMNS.
columns_word ::= COLUMN.
column_action(R) ::= REPLACE COLUMNS LP elements(L) RP. { R = MAKE(alter, 0, .action = CLN_ALTER_REPLACE_COLUMNS, .columns = L); }
column_action(R) ::= DROP name(C).              { R = MAKE(alter, 0, .action = CLN_ALTER_DROP_COLUMN, .column = C); }
column_action(R) ::= DROP IF EXISTS name(C).    { R = MAKE(alter, 0, .action = CLN_ALTER_DROP_COLUMN, .column = C); }
column_action(R) ::= DROP COLUMN if_exists name(C). { R = MAKE(alter, 0, .action = CLN_ALTER_DROP_COLUMN, .column = C); }
column_opt ::= .
column_opt ::= COLUMN.
column_action(R) ::= CHANGE column_opt name(C) column_def(D).
                                                { R = MAKE(alter, 0, .action = CLN_ALTER_CHANGE_COLUMN, .column = C, .columns = cln_build_list(pc, D)); }
/* MySQL, ClickHouse: MODIFY COLUMN a INT AFTER b;  Spark: ALTER COLUMN a FIRST */
column_action(R) ::= MODIFY column_opt column_def(D). { R = cln_build_modify(pc, D); }
column_action(R) ::= MODIFY COLUMN IF EXISTS column_def(D). { R = cln_build_modify(pc, D); }
column_action(R) ::= ALTER column_opt name(C) AFTER name(N). { R = cln_build_modify(pc, MAKE(column_def, 0, .name = C, .after = N)); }
column_action(R) ::= ALTER column_opt name(C) FIRST. { R = cln_build_modify(pc, MAKE(column_def, CLN_COLUMN_FIRST, .name = C)); }
alter(R) ::= alter_table(T) SWAP WITH table_name(N). { R = MAKE(alter, 0, .name = T, .action = CLN_ALTER_SWAP, .new_name = N); }
/* Hive: the partition comes out of N */
alter(R) ::= alter_table(T) EXCHANGE partition WITH TABLE table_name(N).
                                                { R = MAKE(alter, 0, .name = N, .action = CLN_ALTER_EXCHANGE, .new_name = T); }
/* MySQL */
alter(R) ::= alter_table(T) EXCHANGE PARTITION name WITH TABLE table_name(N). { R = MAKE(alter, 0, .name = N, .action = CLN_ALTER_EXCHANGE, .new_name = T); }
/* Oracle, Greenplum: EXCHANGE PARTITION FOR (1) WITH TABLE n */
alter(R) ::= alter_table(T) EXCHANGE PARTITION FOR LP exprs RP WITH TABLE table_name(N). { R = MAKE(alter, 0, .name = N, .action = CLN_ALTER_EXCHANGE, .new_name = T); }
/* T-SQL: SWITCH PARTITION 1 TO n;  ClickHouse: MOVE PARTITION 1 TO TABLE n;  Db2: DETACH PARTITION p INTO n */
alter(R) ::= alter_table(T) SWITCH TO table_name(N). { R = MAKE(alter, 0, .name = T, .action = CLN_ALTER_APPEND, .new_name = N); }
alter(R) ::= alter_table(T) SWITCH PARTITION expr TO table_name(N). { R = MAKE(alter, 0, .name = T, .action = CLN_ALTER_APPEND, .new_name = N); }
alter(R) ::= alter_table(T) MOVE PARTITION moved_partition TO TABLE table_name(N). { R = MAKE(alter, 0, .name = T, .action = CLN_ALTER_APPEND, .new_name = N); }
alter(R) ::= alter_table(T) DETACH PARTITION name INTO table_opt table_name(N). { R = MAKE(alter, 0, .name = T, .action = CLN_ALTER_APPEND, .new_name = N); }
/* ClickHouse: ATTACH PARTITION 1 FROM n, REPLACE PARTITION 1 FROM n: the rows of n are in T, too */
alter(R) ::= alter_table(T) ATTACH PARTITION moved_partition FROM table_name(N). { R = MAKE(alter, 0, .name = N, .action = CLN_ALTER_APPEND, .new_name = T); }
alter(R) ::= alter_table(T) REPLACE PARTITION moved_partition FROM table_name(N). { R = MAKE(alter, 0, .name = N, .action = CLN_ALTER_EXCHANGE, .new_name = T); }
moved_partition ::= partition_value.
moved_partition ::= ALL.
/* Doris: REPLACE WITH TABLE n PROPERTIES ('swap' = 'false'): n is t from now on, and the old t gone */
alter(R) ::= alter_table(T) REPLACE WITH TABLE table_name(N). { R = MAKE(alter, 0, .name = T, .action = CLN_ALTER_SWAP, .new_name = N); }
alter(R) ::= alter_table(T) REPLACE WITH TABLE table_name(N) PROPERTIES LP exprs(O) RP. { R = cln_build_replaced(pc, T, N, O); }
/* Redshift: the rows of N move to the end of T */
alter(R) ::= alter_table(T) APPEND FROM table_name(N). { R = MAKE(alter, 0, .name = N, .action = CLN_ALTER_APPEND, .new_name = T); }
alter(R) ::= alter_table(T) EXCHANGE WITH table_name(N). { R = MAKE(alter, 0, .name = T, .action = CLN_ALTER_EXCHANGE, .new_name = N); }

/* ---- The rest ---------------------------------------------------------------------------------------------
**   DROP TABLE IF EXISTS a PURGE;  TRUNCATE TABLE t;  USE db;  LOAD DATA INPATH '/x' INTO TABLE t            */

statement(R) ::= drop(R).
statement(R) ::= drop(X) drop_end.              { R = X; }
drop(R) ::= DROP TABLE if_exists(G) table_names(L). { R = MAKE(drop, G, .names = L); }
drop(R) ::= DROP TEMPORARY TABLE if_exists(G) table_names(L). { R = MAKE(drop, G | CLN_TEMPORARY, .names = L); }
drop(R) ::= DROP EXTERNAL TABLE if_exists(G) table_names(L). { R = MAKE(drop, G, .names = L); }
drop(R) ::= DROP VIEW if_exists(G) table_names(L). { R = MAKE(drop, G | CLN_VIEW_OBJECT, .names = L); }
drop(R) ::= DROP MATERIALIZED VIEW if_exists(G) table_names(L). { R = MAKE(drop, G | CLN_VIEW_OBJECT, .names = L); }
drop(R) ::= DROP DATABASE if_exists(G) table_names(L). { R = MAKE(drop, G | CLN_DATABASE, .names = L); }
drop(R) ::= DROP SCHEMA if_exists(G) table_names(L). { R = MAKE(drop, G | CLN_DATABASE | CLN_SCHEMA, .names = L); }
drop_end ::= CASCADE.
drop_end ::= RESTRICT.
drop_end ::= PURGE.
drop_end ::= CASCADE CONSTRAINTS.
drop_end ::= CASCADE CASCADE CONSTRAINTS.
drop_end ::= CASCADE CONSTRAINTS PURGE.
drop_end ::= FOR REPLICATION LP STRING RP.
drop_end ::= SYNC.
drop_end ::= FORCE.
drop_end ::= CLAUSE.

statement(R) ::= truncate(R).
statement(R) ::= truncate(X) REST.              { R = X; }
truncate(R) ::= TRUNCATE table_opt ONLY table_name(N). { R = MAKE(truncate, 0, .name = N); }
truncate(R) ::= TRUNCATE table_opt if_exists table_name(N). { R = MAKE(truncate, 0, .name = N); }

statement(R) ::= USE parts(L).                  { R = MAKE(use, 0, .parts = L); }
statement(R) ::= USE use_kind(K) parts(L).      { R = MAKE(use, K, .parts = L); }
statement(R) ::= USE use_kind(K) STRING(T).     { R = MAKE(use, K, .parts = cln_build_list(pc, cln_build_name_of_string(pc, T))); }
statement(R) ::= USE DEFAULT(T).                { R = MAKE(use, 0, .parts = cln_build_list(pc, cln_build_name(pc, T))); }
%type use_kind {uint32_t}
use_kind(R) ::= DATABASE.                       { R = CLN_DATABASE; }
use_kind(R) ::= SCHEMA.                         { R = CLN_SCHEMA; }
use_kind(R) ::= CATALOG.                        { R = CLN_CATALOG; }

statement(R) ::= load(R).
statement(R) ::= load(X) REST.                  { R = X; }
/* MySQL */
load(R) ::= LOAD DATA local_opt INFILE path(P) load_replace INTO TABLE table_name(T). { R = MAKE(load, 0, .path = P, .target = T); }
load(R) ::= LOAD DATA LOW_PRIORITY local_opt INFILE path(P) load_replace INTO TABLE table_name(T). { R = MAKE(load, 0, .path = P, .target = T); }
load(R) ::= LOAD DATA CONCURRENT local_opt INFILE path(P) load_replace INTO TABLE table_name(T). { R = MAKE(load, 0, .path = P, .target = T); }
load_replace ::= .
load_replace ::= REPLACE.
load_replace ::= IGNORE.
/* BigQuery: LOAD DATA OVERWRITE t (a INT64) FROM FILES (format = 'CSV', uris = ['gs://x']) */
load(R) ::= load_head(L) FROM FILES LP exprs(O) RP. { R = cln_build_fill(pc, L, CLN_DRAFT(load, 0, .path = cln_build_option(pc, O, "uris"))); }
load_table(R) ::= LOAD DATA INTO table_name(T).  { R = MAKE(load, 0, .target = T); }
load_table(R) ::= LOAD DATA OVERWRITE table_name(T). { R = MAKE(load, CLN_OVERWRITE, .target = T); }
load_table(R) ::= LOAD DATA INTO table_name(T) LP elements RP. { R = MAKE(load, 0, .target = T); }
load_table(R) ::= LOAD DATA OVERWRITE table_name(T) LP elements RP. { R = MAKE(load, CLN_OVERWRITE, .target = T); }
load_head(R) ::= load_table(R).
load_head(R) ::= load_table(L) PARTITIONS LP exprs RP. { R = L; }
load_head(R) ::= load_head(L) clause.           { R = L; }
load(R) ::= LOAD DATA local_opt INPATH path(P) overwrite_opt(F) INTO TABLE table_name(T).
                                                { R = MAKE(load, F, .path = P, .target = T); }
load(R) ::= LOAD DATA local_opt INPATH path(P) overwrite_opt(F) INTO TABLE table_name(T) partition(L).
                                                { R = MAKE(load, F, .path = P, .target = T, .partition = L); }
local_opt ::= .
local_opt ::= LOCAL.
%type overwrite_opt {uint32_t}
overwrite_opt(R) ::= .                          { R = 0; }
overwrite_opt(R) ::= OVERWRITE.                 { R = CLN_OVERWRITE; }

/* COPY INTO t FROM @stage, COPY t (a) FROM 'x', COPY (SELECT ...) TO 'x', EXPORT TABLE t TO 'x', IMPORT TABLE t FROM 'x' */
statement(R) ::= transfer(R).
statement(R) ::= transfer(X) REST.              { R = X; }
statement(R) ::= COPY INTO transfer_end(T) REST. { R = MAKE(transfer, 0, .target = T); }
transfer(R) ::= COPY LP SUBSCRIBE table_name(S) RP TO transfer_end(T). { R = MAKE(transfer, 0, .target = T, .source = S); }
transfer(R) ::= COPY INTO transfer_end(T) copy_columns_opt(L) FROM transfer_end(S). { R = MAKE(transfer, 0, .target = T, .columns = L, .source = S); }
/* Databricks: COPY INTO t BY POSITION FROM 'x' */
transfer(R) ::= COPY INTO transfer_end(T) BY name FROM transfer_end(S). { R = MAKE(transfer, 0, .target = T, .source = S); }
transfer(R) ::= COPY table_name(T) copy_columns_opt(L) FROM transfer_end(S). { R = MAKE(transfer, 0, .target = T, .columns = L, .source = S); }
%type copy_columns_opt {cln_list *}
copy_columns_opt(R) ::= .                       { R = NULL; }
copy_columns_opt(R) ::= LP copy_columns(L) RP.  { R = L; }
%type copy_columns {cln_list *}
copy_columns(R) ::= copy_column(N).             { R = cln_build_list(pc, N); }
copy_columns(R) ::= copy_columns(L) COMMA copy_column(N). { R = cln_build_append(pc, L, N); }
copy_column(R) ::= column(R).
copy_column(R) ::= column(C) COLUMN_CLAUSE.     { R = C; }
copy_column(R) ::= column(C) AS expr.           { R = C; }
/* T-SQL */
statement(R) ::= bulk_insert(R).
statement(R) ::= bulk_insert(X) TABLE_HINTS.    { R = X; }
bulk_insert(R) ::= BULK INSERT table_name(T) FROM path(P). { R = MAKE(load, 0, .path = P, .target = T); }
/* Db2: EXPORT TO 'x.del' OF DEL MODIFIED BY nochardel SELECT ...;  LOAD FROM 'x.del' OF DEL INSERT INTO t */
transfer(R) ::= EXPORT TO path(T) OF name utility_words query(Q). { R = MAKE(transfer, 0, .target = T, .source = Q); }
load(R) ::= LOAD FROM path(P) OF name utility_words load_mode INTO table_name(T). { R = MAKE(load, 0, .path = P, .target = T); }
load(R) ::= IMPORT FROM path(P) OF name utility_words load_mode INTO table_name(T). { R = MAKE(load, 0, .path = P, .target = T); }
utility_words ::= .
utility_words ::= utility_words name.
utility_words ::= utility_words BY.
utility_words ::= utility_words STRING.
utility_words ::= utility_words NUMBER.
load_mode ::= INSERT.
load_mode ::= REPLACE.
/* Exasol */
statement(R) ::= IMPORT INTO table_name(T) REST. { R = MAKE(transfer, 0, .target = T); }
statement(R) ::= IMPORT INTO LP REST.           { R = MAKE(transfer, 0); }
transfer(R) ::= EXPORT subquery(S) INTO REST.   { R = MAKE(transfer, 0, .source = S); }
transfer(R) ::= EXPORT table_name(S) copy_columns_opt INTO REST. { R = MAKE(transfer, 0, .source = S); }
transfer(R) ::= COPY table_name(S) copy_columns_opt TO transfer_end(T). { R = MAKE(transfer, 0, .target = T, .source = S); }
transfer(R) ::= COPY subquery(S) TO transfer_end(T). { R = MAKE(transfer, 0, .target = T, .source = S); }
transfer(R) ::= COPY LP write(S) RP TO transfer_end(T). { R = MAKE(transfer, 0, .target = T, .source = MAKE(query, 0, .body = S)); }
/* BigQuery: EXPORT DATA OPTIONS (uri = 'gs://x', format = 'CSV') AS SELECT ... */
transfer(R) ::= EXPORT DATA export_connection_opt OPTIONS LP exprs(L) RP AS query(Q). { R = MAKE(transfer, 0, .target = cln_build_option(pc, L, "uri"), .source = Q); }
export_connection_opt ::= .
export_connection_opt ::= WITH name parts.
/* Redshift: UNLOAD ('SELECT ...') TO 's3://x';  Athena: UNLOAD (SELECT ...) TO 's3://x' */
transfer(R) ::= UNLOAD LP path(S) RP TO path(T). { R = MAKE(transfer, CLN_TEXT_QUERY, .target = T, .source = S); }
transfer(R) ::= UNLOAD subquery(S) TO path(T).  { R = MAKE(transfer, 0, .target = T, .source = S); }
/* Vertica: EXPORT TO PARQUET (directory = 's3://x') OVER (PARTITION BY a) AS SELECT ... */
transfer(R) ::= EXPORT TO name LP exprs(L) RP AS query(Q). { R = MAKE(transfer, 0, .target = cln_build_option(pc, L, "directory"), .source = Q); }
transfer(R) ::= EXPORT TO name LP exprs(L) RP OVER window AS query(Q). { R = MAKE(transfer, 0, .target = cln_build_option(pc, L, "directory"), .source = Q); }
/* Vertica: EXPORT TO VERTICA db.s.t (a) AS SELECT ... */
transfer(R) ::= EXPORT TO name table_name(T) columns_opt(L) AS query(Q). { R = MAKE(transfer, 0, .target = T, .columns = L, .source = Q); }
transfer(R) ::= EXPORT TO name table_name(T) columns_opt(L) FROM table_name(S). { R = MAKE(transfer, 0, .target = T, .columns = L, .source = S); }
transfer(R) ::= EXPORT TABLE table_name(S) target_partition_opt TO path(T). { R = MAKE(transfer, 0, .target = T, .source = S); }
transfer(R) ::= IMPORT FROM path(S).            { R = MAKE(transfer, 0, .source = S); }
transfer(R) ::= IMPORT external_opt TABLE table_name(T) target_partition_opt FROM path(S). { R = MAKE(transfer, 0, .target = T, .source = S); }
target_partition_opt ::= .
target_partition_opt ::= partition.
external_opt ::= .
external_opt ::= EXTERNAL.
transfer_end(R) ::= table_name(T).              { R = cln_build_transfer_end(pc, T); }
/* Vertica: COPY t FROM LOCAL 'x';  PostgreSQL: COPY t FROM PROGRAM 'x' */
transfer_end(R) ::= table_name STRING(T).       { R = cln_build_path_of(pc, T); }
transfer_end(R) ::= path(R).
transfer_end(R) ::= subquery(R).
