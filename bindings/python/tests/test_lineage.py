"""lineage(), sessions, streams, errors."""
import dataclasses
import json
import pickle
import threading
import time
import unittest

import colline
from colline import Catalog, Session, lineage, lineage_many

CATALOG = "CREATE TABLE s (a INT, b INT, c STRING); CREATE TABLE r (x INT, y STRING)"
MULTI = "FROM s INSERT INTO r SELECT a, c INSERT OVERWRITE TABLE q PARTITION (d = '1', e) SELECT b, a"


class Results(unittest.TestCase):
    def test_every_member_of_the_json(self):
        """Whatever the JSON has is in the dataclasses, and the other way round."""
        sql = MULTI + "; SELECT nope FROM s; SELECT CASE WHEN a > 1 THEN b END AS w, SUM(a) OVER (PARTITION BY b) AS v " \
                      "FROM s GROUP BY a, b ORDER BY a LIMIT 3"
        catalog = Catalog.from_ddl(CATALOG, "hive")
        lines = [json.loads(line) for line in colline.lineage_json(sql, "hive", catalog).splitlines()]
        found = lineage(sql, "hive", catalog)
        self.assertEqual(len(lines), len(found))
        for line, statement in zip(lines, found):
            self.assertEqual(line.pop("v"), 1)
            targets = line.pop("targets", None) or [line.pop("target")] if "target" in line or "targets" in line else []
            for kind, mine, theirs in (("edges", statement.edges, line.pop("edges")),
                                       ("columns", statement.columns, line.pop("columns")),
                                       ("diagnostics", statement.diagnostics, line.pop("diagnostics")),
                                       ("targets", statement.targets, targets)):
                self.assertEqual(len(mine), len(theirs), kind)
                for record, members in zip(mine, theirs):
                    names = {f.name for f in dataclasses.fields(record)}
                    self.assertLessEqual(set(members), names, kind)
                    for name, value in members.items():
                        if name == "partition":
                            self.assertEqual([(p.column, p.value) for p in record.partition],
                                             [(p["column"], p.get("value")) for p in value])
                        else:
                            self.assertEqual(getattr(record, name), value)
            line["sources"] = tuple(line["sources"])
            for name, value in line.items():
                self.assertEqual(getattr(statement, name), value)

    def test_several_targets(self):
        statement = lineage(MULTI, "hive", CATALOG)[0]
        self.assertEqual([t.table for t in statement.targets], ["r", "q"])
        self.assertEqual(statement.targets[1].partition[1], colline.Partition("e"))
        self.assertEqual(sorted({statement.target_name(e) for e in statement.edges}), ["q.b", "q.e", "r.x", "r.y"])

    def test_defaults_and_equality(self):
        edge = lineage("SELECT a FROM s", catalog=CATALOG).edges[0]
        self.assertEqual(edge, colline.Edge("DIRECT", "s.a", "a", 0, "a", offset=7, line=1, column=8))
        self.assertEqual((edge.quality, edge.role, edge.limit, edge.into), ("AUTO_CONFIRMED", None, False, 0))
        self.assertEqual(hash(edge), hash(lineage("SELECT a FROM s", catalog=CATALOG).edges[0]))
        self.assertEqual(repr(edge), "Edge(kind='DIRECT', source='s.a', target='a', to=0, expression='a', offset=7, "
                                     "line=1, column=8)")
        with self.assertRaises(dataclasses.FrozenInstanceError):
            edge.kind = "AGG"
        self.assertEqual(dataclasses.replace(edge, kind="AGG").kind, "AGG")

    def test_source_parts(self):
        catalog = 'CREATE TABLE d.t (s STRUCT<f: INT>, a INT); CREATE TABLE d."t.a" (b INT)'
        edges = lineage('SELECT s.f, b FROM d.t, d."t.a"', "generic", catalog).edges
        self.assertEqual([(e.source_table, e.source_column) for e in edges], [("d.t", "s.f"), ('d."t.a"', "b")])
        self.assertEqual(colline.Edge("DIRECT", 'd."x.y".b', "b").source_table, 'd."x.y"')

    def test_text_by_bytes(self):
        sql = "SELECT 'grüße' AS g FROM t; SELECT é FROM t"
        result = lineage(sql)
        self.assertEqual([s.text for s in result], ["SELECT 'grüße' AS g FROM t", "SELECT é FROM t"])
        edge = result.edges[0]
        self.assertEqual(sql.encode()[edge.offset:edge.offset + 2].decode(), "é")

    def test_text_that_is_odd(self):
        self.assertEqual(lineage(b"SELECT \xff FROM t")[0].text, "SELECT \ufffd FROM t")
        self.assertEqual(len(lineage("SELECT '\0' AS a, b FROM t")[0].columns), 2)
        self.assertEqual(len(lineage("SELECT '\ud800' AS a FROM t")), 1)
        self.assertEqual(len(lineage("")), 0)
        self.assertEqual(len(lineage("-- nothing")), 0)
        with self.assertRaises(TypeError):
            lineage(3)

    def test_sequence(self):
        result = lineage("SELECT 1; SELECT 2; SELEC 3")
        self.assertEqual(len(result[1:]), 2)
        self.assertEqual(result[-1].statement, 3)
        self.assertFalse(result.ok)
        self.assertEqual(result, lineage("SELECT 1; SELECT 2; SELEC 3"))
        self.assertNotEqual(result, lineage("SELECT 1"))
        self.assertIn("3 statements", repr(result))

    def test_pickle(self):
        result = lineage(MULTI, "hive", CATALOG)
        again = pickle.loads(pickle.dumps(result))
        self.assertEqual(again, result)
        self.assertEqual(again[0].edges[0].source_table, "s")
        self.assertEqual(again.render("mermaid"), result.render("mermaid"))


class Options(unittest.TestCase):
    def test_each_reaches_the_library(self):
        view = "CREATE TABLE s (a INT); CREATE VIEW v AS SELECT a FROM s"
        self.assertEqual(lineage("SELECT a FROM v", catalog=view).edges[0].source, "v.a")
        self.assertEqual(lineage("SELECT a FROM v", catalog=view, expand_views=True).edges[0].source, "s.a")
        self.assertEqual(lineage("SELECT a FROM t", "hive", default_db="dw").edges[0].source, "dw.t.a")
        self.assertEqual(lineage("INSERT INTO r SELECT a FROM t", table_level=True).edges, ())
        case = "SELECT CASE WHEN a > 1 THEN 1 END AS x FROM t"
        self.assertGreater(len(lineage(case).edges), len(lineage(case, narrow=True).edges))
        temporary = "CREATE TEMPORARY TABLE t AS SELECT a FROM s; SELECT a FROM t"
        self.assertEqual(lineage(temporary, "hive", fold_temporary=True)[1].edges[0].source, "s.a")
        self.assertEqual(lineage("SELECT a FROM ${x}")[0].status, "ok")
        self.assertNotEqual(lineage("SELECT a FROM ${x}", templates=False)[0].status, "ok")

    def test_limits(self):
        statements = lineage("SELECT " + "x" * 100 + "; SELECT 1", max_statement_bytes=50)
        self.assertEqual([d.code for d in statements[0].diagnostics], ["limit"])
        self.assertEqual(statements[1].status, "ok")
        self.assertEqual(lineage("SELECT ((((1))))", max_nesting=3)[0].diagnostics[0].code, "limit")
        self.assertEqual(lineage("SELECT a, b, c FROM t", max_edges=1)[0].diagnostics[0].code, "limit")

    def test_unknown(self):
        with self.assertRaisesRegex(ValueError, "unknown dialect 'hvie'; did you mean hive"):
            lineage("SELECT 1", "hvie")
        with self.assertRaisesRegex(TypeError, "unknown option expand_view; there are dialect"):
            lineage("SELECT 1", expand_view=True)
        with self.assertRaises(ValueError):
            lineage("SELECT 1", default_db="a\0b")
        for odd in ({"dialect": 3}, {"default_db": 5}, {"max_edges": 2.5}, {"catalog": {5: ["a"]}}, {"catalog": {"t": "ab"}},
                    {"catalog": {"t": None}}):
            with self.assertRaises(TypeError, msg=odd):
                lineage("SELECT 1", **odd)
        for odd in ({"max_nesting": -1}, {"max_edges": 1 << 40}, {"max_statement_bytes": 1 << 64}):
            with self.assertRaises(ValueError, msg=odd):
                lineage("SELECT 1", **odd)


class Errors(unittest.TestCase):
    def test_strict_has_the_place(self):
        with self.assertRaises(colline.SqlError) as caught:
            lineage("SELECT 1;\nSELECT FROM WHERE", strict=True)
        error = caught.exception
        self.assertEqual((error.code, error.line), ("syntax_error", 2))
        self.assertEqual(error.diagnostics[0].severity, "error")
        self.assertIn("2:", str(error))
        self.assertEqual(pickle.loads(pickle.dumps(error)).line, 2)

    def test_ddl_has_the_place(self):
        with self.assertRaises(colline.InputError) as caught:
            lineage("SELECT 1", catalog="CREATE TABLE a (x INT);\nCREATE TABLE (")
        self.assertEqual(caught.exception.line, 2)

    def test_timeout(self):
        sql = "SELECT a FROM t;" * 200000
        start = time.monotonic()
        with self.assertRaises(colline.CancelledError):
            lineage(sql, timeout=0.001)
        self.assertLess(time.monotonic() - start, 60)
        self.assertEqual(len(lineage("SELECT a FROM t", timeout=600)), 1)

    def test_cancelled(self):
        asked = []

        def stop():
            asked.append(1)
            return len(asked) > 2
        with self.assertRaises(colline.CancelledError):
            lineage("SELECT a FROM t;" * 100000, cancelled=stop)
        self.assertEqual(len(asked), 3)

    def test_cancelled_that_raises(self):
        def stop():
            raise KeyError("mine")
        with self.assertRaisesRegex(KeyError, "mine"):
            lineage("SELECT a FROM t;" * 1000, cancelled=stop)
        with Session(cancelled=stop) as session:
            with self.assertRaises(KeyError):
                session.run("SELECT a FROM t;" * 1000)


class Sessions(unittest.TestCase):
    def test_state_stays(self):
        with Session("hive", CATALOG, default_db="x") as session:
            session.add_ddl("CREATE TABLE own (p INT)")
            self.assertEqual([e.source for e in session.run("SELECT * FROM own").edges], ["x.own.p"])
            session.use("y")
            self.assertEqual(session.run("SELECT a FROM t").edges[0].source, "y.t.a")
            session.run("CREATE TABLE n AS SELECT 1 AS q")
            self.assertEqual(session.run("SELECT * FROM n").edges[0].source, "y.n.q")
            with self.assertRaises(colline.InputError):
                session.add_ddl("CREATE TABLE (")

    def test_after_a_failure(self):
        with Session(cancelled=lambda: fail) as session:
            fail = True
            with self.assertRaises(colline.CancelledError):
                session.run("SELECT a FROM t;" * 10000)
            fail = False
            self.assertEqual(len(session.run("SELECT 1")), 1)

    def test_formats(self):
        with Session() as session:
            result = session.run("INSERT INTO b SELECT x FROM a", formats=["mermaid", "table"])
            self.assertIn("flowchart", result.to_mermaid())
            with self.assertRaisesRegex(ValueError, "formats="):
                result.to_dot()
            with self.assertRaisesRegex(ValueError, "unknown format"):
                session.run("SELECT 1", formats=["png"])

    def test_closed_and_shared(self):
        session = Session()
        statements = session._handles(b"SELECT 1; SELECT 2")
        next(statements)
        with self.assertRaisesRegex(RuntimeError, "in use"):
            session.run("SELECT 1")
        statements.close()
        self.assertEqual(len(session.run("SELECT 1")), 1)
        session.close()
        session.close()
        with self.assertRaisesRegex(ValueError, "closed"):
            session.run("SELECT 1")

    def test_threads_share_a_catalog(self):
        catalog, wrong = Catalog.from_ddl(CATALOG, "hive"), []

        def work():
            for i in range(200):
                if [e.source for e in lineage("INSERT INTO r SELECT a, c FROM s", "hive", catalog).edges] != ["s.a", "s.c"]:
                    wrong.append(i)
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])


class Many(unittest.TestCase):
    def test_same_as_one_by_one(self):
        scripts = ["SELECT c%d, b FROM t%d WHERE d > %d" % (i, i % 7, i) for i in range(1000)] + ["SELEC"]
        expected = [lineage(s, "hive") for s in scripts]
        for jobs in (1, 2, 5):
            self.assertEqual(list(lineage_many(scripts, "hive", jobs=jobs)), expected)
        raw = list(lineage_many(iter(scripts), "hive", raw=True, jobs=2))
        self.assertEqual(raw[3], colline.lineage_json(scripts[3], "hive"))

    def test_reads_only_a_little_ahead(self):
        taken = []

        def endless():
            i = 0
            while True:
                taken.append(i)
                yield i, "SELECT a FROM t"
                i += 1
        results = lineage_many(endless(), jobs=2)
        self.assertEqual([next(results)[0] for _ in range(10)], list(range(10)))
        results.close()
        self.assertLess(len(taken), 1000)

    def test_errors(self):
        def ask(name):
            if name.table == "bad":
                raise KeyError("bad")
        scripts, catalog = ["SELECT 1", "SELECT * FROM bad", "SELECT 2"], Catalog.from_callback(ask)
        got = list(lineage_many(scripts, catalog=catalog, jobs=2, errors="return"))
        self.assertEqual([type(g) for g in got], [colline.Lineage, KeyError, colline.Lineage])
        results = lineage_many(scripts, catalog=catalog, jobs=2)
        self.assertEqual(len(next(results)), 1)
        with self.assertRaises(KeyError):
            next(results)
        with self.assertRaises(ValueError):
            list(lineage_many(["SELECT 1"], "nope"))
        with self.assertRaises(ValueError):
            lineage_many(["SELECT 1"], errors="ignore")
