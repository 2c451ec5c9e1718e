LOAD 'colline';
CREATE ROLE colline_test_user;
CREATE TABLE src (a int, b text);
INSERT INTO src VALUES (1, 'x'), (2, 'y');
CREATE TABLE dst (x int, y text);
GRANT SELECT ON src TO colline_test_user;
GRANT SELECT, INSERT ON dst TO colline_test_user;
GRANT CREATE ON SCHEMA public TO colline_test_user;
SET colline.record = on;
INSERT INTO dst SELECT a + 1, b FROM src WHERE a > 0;
CREATE TABLE made AS SELECT a AS k, upper(b) AS u FROM src;
CREATE VIEW seen AS SELECT k FROM made;
SELECT operation, target_table, target, source, kind, expression FROM colline.recorded ORDER BY id;
SELECT DISTINCT statement_kind, status, query FROM colline.recorded ORDER BY 1;
TRUNCATE colline.recorded;
-- each statement of several in one text has its own part
INSERT INTO dst SELECT a, 'p' FROM src\; INSERT INTO dst SELECT a, 'q' FROM src;
SELECT DISTINCT query FROM colline.recorded ORDER BY 1;
TRUNCATE colline.recorded;
-- what did not run is not recorded: EXPLAIN, a failure, a rollback; nor what reads only
EXPLAIN (COSTS OFF) INSERT INTO dst SELECT a, b FROM src;
INSERT INTO dst SELECT a / 0, b FROM src;
BEGIN;
INSERT INTO dst SELECT a, b FROM src;
ROLLBACK;
SELECT count(*) FROM src;
INSERT INTO dst VALUES (1, 'v');
SELECT count(*) FROM colline.recorded;
-- a user without rights on the table is recorded all the same, and cannot write there
SET ROLE colline_test_user;
INSERT INTO dst SELECT a, b FROM src;
INSERT INTO colline.recorded (by_user) VALUES ('somebody');
SET colline.record = off;
RESET ROLE;
SELECT by_user, target, source FROM colline.recorded ORDER BY id;
TRUNCATE colline.recorded;
-- in functions and transactions
CREATE FUNCTION fill() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO dst SELECT a, b FROM src;
    BEGIN
        INSERT INTO dst SELECT a * 2, b FROM src;
        RAISE EXCEPTION 'no';
    EXCEPTION WHEN raise_exception THEN NULL;
    END;
END $$;
SELECT fill();
SELECT target, source, kind FROM colline.recorded ORDER BY id;
SET colline.record = off;
INSERT INTO dst SELECT a, b FROM src;
SELECT count(*) FROM colline.recorded;
-- without its table there is nothing to write to, and the statement runs
SET colline.record = on;
DROP EXTENSION colline;
INSERT INTO dst SELECT a, b FROM src;
