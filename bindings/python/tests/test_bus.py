"""The bus: Python functions and plugins as sinks, what they raise, what is dropped, threads."""
import os
import tempfile
import threading
import time
import unittest

import colline

from support import ROOT

SQL = "INSERT INTO r SELECT a + 1 AS b FROM t"


class Sinks(unittest.TestCase):
    def test_an_event_has_its_context_and_its_lineage(self):
        got = []
        with colline.Bus("hive", "CREATE TABLE dw.t (a INT, c INT)") as bus:
            bus.add_sink("list", got.append)
            self.assertTrue(bus.publish("INSERT INTO r SELECT * FROM t", query_id="q1", session_id="s", user="u", client="10.0.0.1",
                                        catalog="hive", database="dw", state="OK", time_ms=17, duration_ms=3,
                                        properties={"token": "abc", "queue": "etl"}))
            self.assertTrue(bus.flush(30))
        event = got[0]
        self.assertEqual((event.number, event.query_id, event.session_id, event.user, event.client, event.catalog, event.database,
                          event.state, event.time_ms, event.duration_ms), (1, "q1", "s", "u", "10.0.0.1", "hive", "dw", "OK", 17, 3))
        self.assertEqual(event.properties, {"token": "***", "queue": "etl"})
        self.assertEqual((event.extracted, event.kind, event.outcome, len(event.fingerprint)), (True, "INSERT", "ok", 16))
        self.assertEqual([str(e) for e in event.statements[0].edges], ["DIRECT dw.t.a -> a", "DIRECT dw.t.c -> c"])

    def test_filters_are_asked_twice(self):
        asked, got = [], []

        def wanted(event):
            asked.append(event.extracted)
            return event.kind != "SELECT"
        with colline.Bus() as bus:
            bus.add_sink("x", got.append, wanted)
            bus.publish(SQL)
            bus.publish("SELECT a FROM t")
            self.assertTrue(bus.flush(30))
            self.assertEqual((len(got), bus.count("x").delivered, bus.count("x").skipped), (1, 1, 1))
        self.assertEqual(sorted(asked), [False, False, True, True])

    def test_nothing_that_is_raised_crosses_the_library(self):
        def fails(event):
            raise RuntimeError("no")
        good = []
        with colline.Bus() as bus:
            bus.add_sink("bad", fails)
            bus.add_sink("refuses", lambda event: False)
            bus.add_sink("asks badly", good.append, fails)
            bus.add_sink("good", good.append)
            bus.publish(SQL)
            self.assertTrue(bus.flush(30))
            self.assertEqual((bus.count("bad").failed, bus.count("refuses").failed, bus.count("good").delivered), (1, 1, 1))
            self.assertIsInstance(bus.error("bad"), RuntimeError)
            self.assertIsInstance(bus.error("asks badly"), RuntimeError)
        self.assertEqual(len(good), 1)

    def test_a_slow_sink_loses_its_own_only(self):
        free, fast = threading.Event(), []
        with colline.Bus(queue_events=16) as bus:
            bus.add_sink("slow", lambda event: free.wait(30))
            bus.add_sink("fast", fast.append)
            for i in range(200):
                while not bus.publish(SQL):
                    time.sleep(0.001)
                while len(fast) < i - 8:
                    time.sleep(0.001)
            self.assertGreater(bus.count("slow").dropped, 100)
            free.set()
            self.assertTrue(bus.flush(30))
            self.assertEqual((bus.count("fast").delivered, bus.count("fast").dropped, len(fast)), (200, 0, 200))

    def test_closing(self):
        closed = []
        bus = colline.Bus()
        bus.add_sink("x", lambda event: None, close=lambda: closed.append(1))
        bus.add_sink("y", lambda event: None, close=lambda: closed.append(2))
        self.assertTrue(bus.remove_sink("x"))
        self.assertFalse(bus.remove_sink("x"))
        self.assertEqual(closed, [1])
        bus.publish(SQL)
        self.assertEqual(bus.close(), 0)
        self.assertEqual((bus.close(), closed), (0, [1, 2]))
        with self.assertRaises(ValueError):
            bus.publish(SQL)

    def test_misuse(self):
        with colline.Bus() as bus:
            bus.add_sink("x", print)
            with self.assertRaises(colline.MisuseError):
                bus.add_sink("x", print)
            with self.assertRaises(TypeError):
                bus.publish(SQL, colour="red")
            with self.assertRaises(KeyError):
                bus.count("y")
            with self.assertRaises(colline.CollineError):
                bus.load_sink("/nonexistent/sink.so")
        with self.assertRaises(TypeError):
            colline.Bus(timeout=1)

    def test_threads_publish(self):
        got = []
        with colline.Bus(queue_events=100000) as bus:
            bus.add_sink("list", lambda event: got.append(event.number))
            threads = [threading.Thread(target=lambda: [bus.publish(SQL) for _ in range(250)]) for _ in range(4)]
            for t in threads:
                t.start()
            for t in threads:
                t.join()
            self.assertTrue(bus.flush(60))
            self.assertEqual(bus.count().published, 1000)
        self.assertEqual(got, list(range(1, 1001)))

    def test_wants(self):
        with colline.Bus() as bus:
            self.assertFalse(bus.wants(user="a"))
            bus.add_sink("x", print, lambda event: event.user == "a")
            self.assertEqual((bus.wants(user="a"), bus.wants(user="b")), (True, False))

    def test_a_plugin(self):
        plugin = os.path.join(ROOT, "build/examples/sinks/journal.so")
        if not os.path.exists(plugin):
            self.skipTest("the example plugin is not built")
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "journal")
            with colline.Bus("hive") as bus:
                bus.load_sink(plugin, "journal", file)
                bus.publish(SQL)
                self.assertTrue(bus.flush(30))
                self.assertEqual(bus.count("journal").delivered, 1)
            with open(file) as f:
                self.assertIn("INSERT", f.read())


class Rest(unittest.TestCase):
    def test_locate(self):
        self.assertEqual(colline.locate("a\nbc", 3), (2, 2))
        for offset in (-1, 5):
            with self.assertRaises(ValueError):
                colline.locate("a\nbc", offset)

    def test_compiled_catalogs(self):
        catalog = colline.Catalog("hive").add_ddl("CREATE TABLE dw.t (a INT); CREATE VIEW dw.v AS SELECT a AS b FROM dw.t")
        data = catalog.compiled()
        with tempfile.TemporaryFile() as file:
            import mmap
            file.write(data)
            file.flush()
            mapped = colline.Catalog("hive").add_compiled(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY))
            for known in (mapped, colline.Catalog("hive").add_compiled(data)):
                self.assertEqual([e.source for e in colline.lineage("SELECT * FROM dw.v", "hive", known, expand_views=True).edges], ["dw.t.a"])
            with self.assertRaises(colline.MisuseError):
                mapped.compiled()
            with self.assertRaises(colline.InputError):
                colline.Catalog("hive").add_compiled(b"no catalog")
            del mapped, known

    def test_codes_of_diagnostics(self):
        codes = colline.diagnostic_codes()
        found = colline.lineage("SELECT FROM WHERE")[0].diagnostics[0].code
        self.assertTrue(codes[found])

    def test_what_stands_at_an_offset(self):
        sql = "SELECT a FROM t LEFT JOIN u ON t.x = u.x"
        tree = colline.parse(sql)[0]
        self.assertEqual(tree.at(sql.index("u ON"))[0].text, "u")
        self.assertIn("left", " ".join(n.detail for n in tree.walk()).lower())
        self.assertEqual(len(tree.at(len(sql) + 10)), 1)


if __name__ == "__main__":
    unittest.main()
