"""Many calls leave memory where it was."""
import gc
import os
import unittest

import colline
from support import LONG

CALLS = 1000000 if LONG else 50000
SQL = "INSERT INTO r SELECT a + %d AS x, (SELECT MAX(q) FROM u) FROM t WHERE b IN (1, 2)"


def resident():
    """Kilobytes; of Linux, where this is tested."""
    gc.collect()
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * os.sysconf("SC_PAGESIZE") // 1024


@unittest.skipUnless(os.path.exists("/proc/self/statm"), "there is no /proc here")
class Memory(unittest.TestCase):
    def flat(self, call, calls, allowed=2048):
        """Kilobytes after a tenth of the calls, and after all of them."""
        for i in range(calls // 10):
            call(i)
        before = resident()
        for i in range(calls):
            call(i)
        self.assertLess(resident() - before, allowed, "kilobytes more after %d calls" % calls)

    def test_lineage(self):
        catalog = colline.Catalog.from_dict({"t": ["a", "b"]})
        self.flat(lambda i: colline.lineage(SQL % i, "hive", catalog), CALLS)

    def test_sessions(self):
        with colline.Session("hive") as session:
            self.flat(lambda i: session.run(SQL % i), CALLS // 10)
        self.flat(lambda i: colline.Session("hive", "CREATE TABLE t (a INT, b INT)", timeout=60).run(SQL % i), CALLS // 10)

    def test_catalogs_and_callbacks(self):
        def call(i):
            catalog = colline.Catalog.from_callback(lambda name: ["a", "b"]).add_function("f").add_table("x", ["y"])
            colline.lineage("SELECT * FROM t", catalog=catalog)
        self.flat(call, CALLS // 10)

    def test_failures(self):
        def call(i):
            try:
                colline.lineage("SELECT 1; SELEC", strict=True)
            except colline.SqlError:
                pass
            try:
                colline.Catalog().add_ddl("CREATE TABLE (")
            except colline.InputError:
                pass
        self.flat(call, CALLS // 10)

    def test_trees_and_tokens(self):
        def call(i):
            colline.parse(SQL % i)
            list(colline.tokens(SQL % i))
        self.flat(call, CALLS // 50)
