CREATE SCHEMA shop;
CREATE TABLE shop.orders (id int, "Region" text, price numeric(9,2), gone int);
ALTER TABLE shop.orders DROP COLUMN gone;
CREATE TABLE customers (id int, name text);
CREATE VIEW shop.paid AS SELECT id, price * 2 AS twice FROM shop.orders;
CREATE MATERIALIZED VIEW totals AS SELECT "Region", sum(price) AS total FROM shop.orders GROUP BY "Region";
-- stars are expanded from pg_catalog; a bare name gets its schema
SELECT source, target, quality FROM colline.lineage('SELECT * FROM shop.orders');
SELECT source_table, source FROM colline.lineage('SELECT * FROM customers');
SET search_path = shop, public;
SELECT source FROM colline.lineage('SELECT * FROM orders JOIN customers USING (id)');
RESET search_path;
-- views, as such
SELECT source, quality FROM colline.lineage('SELECT * FROM shop.paid, totals');
-- what is not there
SELECT source, quality, status, diagnostics FROM colline.lineage('SELECT a FROM nowhere.x');
SELECT source, quality FROM colline.lineage('SELECT nope FROM customers');
-- another dialect knows nothing of this database
SELECT source, quality FROM colline.lineage('SELECT * FROM shop.orders', 'hive');
-- an error in the middle of a lookup comes out as it is, and the session goes on
BEGIN;
DROP TABLE customers CASCADE;
SELECT source, quality FROM colline.lineage('SELECT * FROM customers');
ROLLBACK;
SELECT source FROM colline.lineage('SELECT name FROM customers');
