CREATE EXTENSION colline;
SELECT colline.version() ~ '^\d+\.\d+\.\d+$' AS version;
-- edges, and a row for a statement without any
SELECT statement, statement_kind, operation, target_table, target, source, kind, expression
FROM colline.lineage('INSERT INTO r SELECT a, b + c AS d FROM s WHERE e > 0; SET x = 1', 'hive');
-- conditions
SELECT source, target, kind, condition FROM colline.lineage('SELECT CASE WHEN a > 0 THEN b END AS x FROM t', 'hive');
-- what does not parse is told, and costs the others nothing
SELECT statement, status, source, diagnostics FROM colline.lineage('SELECT a FROM t; SELECT FROM WHERE; SELECT b FROM t');
-- default database, dialects
SELECT source FROM colline.lineage('SELECT a FROM t', 'hive', 'dw');
SELECT * FROM colline.lineage('SELECT 1', 'nope');
SELECT count(*) FROM colline.lineage(NULL);
SELECT count(*) FROM colline.lineage('');
SELECT colline.fingerprint('SELECT a FROM t WHERE b = 1') = colline.fingerprint('select a from t where b=2 -- x') AS same,
       colline.fingerprint('SELECT a FROM t', 'hive') ~ '^[0-9a-f]{16}$' AS hex;
-- as a lateral join over a log
CREATE TEMP TABLE log (id int, query text);
INSERT INTO log VALUES (1, 'SELECT a FROM t'), (2, 'SELECT b FROM u');
SELECT log.id, l.source FROM log, colline.lineage(log.query) AS l ORDER BY id;
-- large input, and interrupts: a timeout stops it
SELECT count(*) FROM colline.lineage(repeat('SELECT a, b FROM t;', 1000));
SET statement_timeout = '100ms';
SELECT count(*) FROM colline.lineage(repeat('SELECT a, b, c, d, e, f FROM t;', 2000000));
RESET statement_timeout;
