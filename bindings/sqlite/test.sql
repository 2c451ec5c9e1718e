.bail on
.load BUILD/colline_sqlite
SELECT 'version', colline_version() LIKE '%.%.%';
SELECT kind, source, target, expression FROM colline_lineage('INSERT INTO r SELECT a, b + c AS d FROM s WHERE e > 0', 'hive');
