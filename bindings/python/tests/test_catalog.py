"""Where tables come from."""
import json
import pickle
import threading
import unittest
from types import SimpleNamespace

import colline
from colline import Catalog, lineage
from support import needs


def columns(catalog, table="t", dialect="generic", **options):
    return [e.source for e in lineage("SELECT * FROM " + table, dialect, catalog, **options).edges]


def ask(name):
    """A callback that can be pickled."""
    return {"p": "INT"} if name.table == "t" else None


class Kinds(unittest.TestCase):
    def test_what_is_accepted(self):
        document = {"tables": [{"name": "t", "columns": [{"name": "a"}, {"name": "b"}]}]}
        for what in ("CREATE TABLE t (a INT, b INT)", b"CREATE TABLE t (a INT, b INT)", {"t": ["a", "b"]},
                     {"t": {"a": "INT", "b": None}}, {"t": [("a", "INT"), "b"]}, document,
                     Catalog.from_json(json.dumps(document)), lambda name: ["a", "b"],
                     lambda name: "CREATE TABLE t (a INT, b INT)"):
            self.assertEqual(columns(what), ["t.a", "t.b"], what)
        with self.assertRaises(TypeError):
            lineage("SELECT 1", catalog=7)

    def test_tables_that_are_called_tables(self):
        self.assertEqual(columns({"tables": ["a"]}, "tables"), ["tables.a"])

    def test_views_and_functions(self):
        catalog = Catalog("hive").add_table("d.t", {"a": "INT", "b": "INT"})
        catalog.add_table("d.v", kind="view", definition="SELECT a AS x FROM t", default_db="d")
        with self.assertRaises(ValueError):
            catalog.add_function("first_of", value_arguments=[-1])
        catalog.add_function("first_of", value_arguments=[0]).add_function("total", "aggregate")
        self.assertEqual(columns(catalog, "d.v", "hive", expand_views=True), ["d.t.a"])
        edges = lineage("SELECT first_of(a, b) AS x, total(a) AS y FROM d.t", "hive", catalog).edges
        self.assertEqual([(e.kind, e.source, e.target) for e in edges],
                         [("PROJECT", "d.t.a", "x"), ("AGG", "d.t.a", "y")])

    def test_partition_columns(self):
        catalog = Catalog("hive").add_table("t", ["a", "d"], partitioned_by=["d"])
        statement = lineage("INSERT INTO t PARTITION (d = '1') SELECT x FROM s", "hive", catalog)[0]
        self.assertEqual(statement.columns[0].name, "a")

    def test_nonsense(self):
        catalog = Catalog()
        for bad in (lambda: catalog.add_table("t", ["a"], kind="chair"), lambda: catalog.add_function("f", "chair"),
                    lambda: catalog.add_table("", ["a"]), lambda: Catalog("nope"), lambda: catalog.add_json("{"),
                    lambda: catalog.add_table("t\0", ["a"])):
            with self.assertRaises(ValueError):
                bad()
        self.assertIn("0 additions", repr(Catalog()))

    @needs("sqlalchemy")
    def test_sqlalchemy(self):
        import sqlalchemy as sa
        metadata = sa.MetaData()
        sa.Table("orders", metadata, sa.Column("id", sa.Integer), sa.Column("Amount", sa.Numeric(9, 2)), schema="dw")
        sa.Table("Mixed", metadata, sa.Column("x", sa.String(5)), sa.Column("odd", sa.types.NullType()))
        self.assertEqual(columns(metadata, "dw.orders", "postgres"), ["dw.orders.id", 'dw.orders."Amount"'])
        self.assertEqual(columns(metadata, '"Mixed"', "postgres"), ['"Mixed".x', '"Mixed".odd'])
        self.assertEqual(columns(metadata, "dw.orders", "snowflake")[0], "DW.ORDERS.ID")

    def test_like_sqlalchemy(self):
        """What is shaped like its metadata will do, so that this runs without it."""
        table = SimpleNamespace(schema=None, name="t", columns=[SimpleNamespace(name="a", type="INTEGER")])
        self.assertEqual(columns(SimpleNamespace(sorted_tables=[table])), ["t.a"])


class Callbacks(unittest.TestCase):
    def test_names_and_once(self):
        asked = []
        catalog = Catalog.from_callback(lambda name: asked.append(name), "hive")
        lineage("SELECT * FROM D.T, T JOIN d.t USING (x)", "hive", catalog, default_db="E")
        self.assertEqual(sorted(asked), [("", "d", "t"), ("", "e", "t")])
        self.assertEqual(str(asked[0]).count('"'), 4)

    def test_errors_come_out(self):
        def broken(name):
            raise KeyError(name.table)
        catalog = Catalog.from_callback(broken)
        with self.assertRaisesRegex(KeyError, "t"):
            lineage("SELECT * FROM t", catalog=catalog)
        self.assertEqual(len(lineage("SELECT 1", catalog=catalog)), 1)
        with colline.Session(catalog=catalog) as session:
            with self.assertRaises(KeyError):
                session.run("SELECT * FROM t")
        bad_ddl = Catalog.from_callback(lambda name: "CREATE TABLE (")
        with self.assertRaises(colline.InputError):
            lineage("SELECT * FROM t", catalog=bad_ddl)

    def test_errors_stay_in_their_thread(self):
        def broken(name):
            if name.table == "bad":
                raise KeyError("bad")
            return ["a"]
        catalog, caught = Catalog.from_callback(broken), []

        def work(table):
            for _ in range(100):
                try:
                    lineage("SELECT * FROM " + table, catalog=catalog)
                except KeyError:
                    caught.append(table)
        threads = [threading.Thread(target=work, args=(t,)) for t in ("bad", "good", "bad", "good")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(caught, ["bad"] * 200)

    def test_taken_away(self):
        catalog = Catalog.from_callback(lambda name: ["a"])
        self.assertEqual(columns(catalog), ["t.a"])
        catalog.set_callback(None)
        self.assertEqual(columns(catalog), ["t.*"])


class Pickles(unittest.TestCase):
    def test_all_additions(self):
        catalog = Catalog("hive", "d").add_ddl("CREATE TABLE a (x INT)").add_json('{"tables":[{"name":"d.b","columns":[{"name":"y"}]}]}')
        catalog.add_table("d.c", ["z"]).add_function("f", "aggregate").set_callback(ask)
        with self.assertRaises(colline.InputError):
            catalog.add_ddl("CREATE TABLE e (w INT); CREATE TABLE (")
        again = pickle.loads(pickle.dumps(catalog))
        sql = "SELECT a.*, b.*, c.*, e.*, t.*, f(x) FROM d.a, d.b, d.c, d.e, t"
        self.assertEqual(lineage(sql, "hive", again), lineage(sql, "hive", catalog))
        self.assertEqual({e.quality for e in lineage(sql, "hive", again).edges}, {"AUTO_CONFIRMED"})
        self.assertEqual(repr(again), repr(catalog))
