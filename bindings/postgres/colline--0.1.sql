/* colline--0.1.sql -- CREATE EXTENSION colline runs this; its objects are in the schema colline. */
\echo Use "CREATE EXTENSION colline" to load this file. \quit

CREATE FUNCTION colline.lineage(
    sql text, dialect text DEFAULT 'postgres', default_db text DEFAULT NULL,
    OUT statement int, OUT statement_kind text, OUT status text, OUT operation text, OUT target_table text,
    OUT target text, OUT source_table text, OUT source text, OUT kind text, OUT expression text, OUT condition boolean,
    OUT quality text, OUT diagnostics text[], OUT fingerprint text)
RETURNS SETOF record AS 'MODULE_PATHNAME', 'colline_pg_lineage' LANGUAGE C STABLE PARALLEL RESTRICTED;
COMMENT ON FUNCTION colline.lineage(text, text, text) IS
    'column lineage of a script: a row an edge, and one for a statement without edges; tables are looked up in pg_catalog where the dialect is postgres';

CREATE FUNCTION colline.fingerprint(sql text, dialect text DEFAULT 'postgres') RETURNS text
AS 'MODULE_PATHNAME', 'colline_pg_fingerprint' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION colline.fingerprint(text, text) IS
    'what names the logical statement: literals, comments and letter case do not change it';

CREATE FUNCTION colline.version() RETURNS text
AS 'MODULE_PATHNAME', 'colline_pg_version' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

/* What SET colline.record = on records of statements that ran. */
CREATE TABLE colline.recorded (
    id bigint GENERATED ALWAYS AS IDENTITY,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    by_user name NOT NULL,
    database name NOT NULL DEFAULT current_database(),
    statement_kind text, status text, operation text, target_table text, target text, source_table text, source text,
    kind text, expression text, condition boolean, quality text, fingerprint text,
    query text
);
CREATE INDEX ON colline.recorded (target_table, target);
CREATE INDEX ON colline.recorded (source_table, source);
SELECT pg_catalog.pg_extension_config_dump('colline.recorded', '');

GRANT USAGE ON SCHEMA colline TO PUBLIC;
