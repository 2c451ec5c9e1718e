"""Other forms: graphs, frames, pictures, events; trees and tokens."""
import json
import shutil
import unittest
import unittest.mock

import colline
from colline import lineage
from support import needs

SCRIPT = "INSERT INTO b SELECT x + y AS z FROM a WHERE w > 0; INSERT INTO c SELECT z FROM b; SELECT z FROM c"
CATALOG = "CREATE TABLE a (x INT, y INT, w INT); CREATE TABLE b (z INT); CREATE TABLE c (z INT)"


class Forms(unittest.TestCase):
    def setUp(self):
        self.result = lineage(SCRIPT, catalog=CATALOG)

    @needs("networkx")
    def test_networkx(self):
        import networkx
        graph = self.result.to_networkx()
        self.assertEqual(networkx.ancestors(graph, "c.z"), {"a.x", "a.y", "b.z"})
        self.assertEqual(graph.nodes["a.x"], {"table": "a", "column": "x"})
        self.assertEqual(graph.get_edge_data("a.w", "b.*")[0]["kind"], "FILTER")
        self.assertTrue(networkx.has_path(graph, "a.x", "query 3.z"))
        tables = self.result.to_networkx(level="table")
        self.assertEqual(set(tables.edges()), {("a", "b"), ("b", "c"), ("c", "query 3")})
        with self.assertRaises(ValueError):
            self.result.to_networkx(level="row")

    @needs("pandas")
    def test_pandas(self):
        frame = self.result.to_pandas()
        self.assertEqual(len(frame), len(self.result.edges))
        self.assertEqual(list(frame[frame.kind == "FILTER"].source_column), ["w"])
        self.assertEqual(frame.iloc[0].to_dict()["target_table"], "b")
        self.assertEqual(len(lineage("SELECT 1").to_pandas()), 0)

    def test_openlineage(self):
        events = self.result.to_openlineage()
        self.assertEqual([len(e["outputs"]) for e in events], [1, 1, 0])
        field = events[0]["outputs"][0]["facets"]["columnLineage"]["fields"]["z"]["inputFields"][1]
        self.assertEqual((field["name"], field["field"], field["transformations"][0]["subtype"]),
                         ("a", "y", "TRANSFORMATION"))
        self.assertEqual(lineage("SET x = 1").to_openlineage(), [])

    def test_pictures(self):
        self.assertEqual(self.result.to_mermaid().count("flowchart"), 3)
        self.assertEqual(self.result.to_dot().count("digraph"), 3)
        self.assertIn("<td>FILTER</td><td>a.w</td><td>b.*</td>", self.result._repr_html_())
        escaped = lineage("SELECT a < b AS c FROM t")._repr_html_()
        self.assertIn("a &lt; b", escaped)

    @unittest.skipUnless(shutil.which("dot"), "graphviz is not installed")
    def test_svg(self):
        svg = self.result._repr_svg_()
        self.assertTrue(svg.startswith("<svg") and svg.endswith("</svg>"))
        self.assertEqual(svg.count("<svg"), 1)
        self.assertIsNone(lineage("")._repr_svg_())

    def test_for_people(self):
        self.assertIn("a.x", str(self.result))
        self.assertEqual(str(self.result[1]), "INSERT c: 1 edges, ok")
        self.assertEqual(str(lineage("SELEC")[0].diagnostics[0])[:11], "1:1: error:")
        self.assertEqual(next(iter(self.result.edges[0].__rich_repr__())), ("kind", "PROJECT", unittest.mock.ANY))

    @needs("rich")
    def test_rich(self):
        import io
        from rich.console import Console
        out = io.StringIO()
        Console(file=out, width=200).print(self.result)
        self.assertIn("x + y", out.getvalue())

    def test_engines_own(self):
        impala = lineage("INSERT INTO b SELECT x FROM a", "impala", CATALOG).render("impala")
        self.assertIn("edges", json.loads(impala))
        with self.assertRaisesRegex(ValueError, "unknown format"):
            self.result.render("png")


class Trees(unittest.TestCase):
    def test_spans_cover_their_children(self):
        sql = "INSERT INTO b SELECT x + 1 AS y, 'é' AS z FROM a JOIN c ON a.k = c.k WHERE w IN (SELECT v FROM d)"
        tree = colline.parse(sql, "hive")[0]
        self.assertEqual(tree.kind, "insert")
        seen = 0
        for node in tree.walk():
            for child in node.children:
                seen += 1
                self.assertGreaterEqual(child.span.offset, node.span.offset)
                self.assertLessEqual(child.span.offset + child.span.length, node.span.offset + node.span.length)
        self.assertGreater(seen, 20)
        self.assertEqual([n.span.of(sql) for n in tree.find("literal")], ["1", "'é'"])
        self.assertEqual(tree.child("target").kind, "table_ref")
        self.assertIsNone(tree.child("nothing"))

    def test_matches_the_library(self):
        sql = "SELECT a, b FROM t WHERE c > 1"
        mine = [line.split()[0] for line in str(colline.parse(sql)[0]).splitlines()]
        self.assertEqual(mine[0], lineage(sql).render("tree").split()[0])

    def test_deep(self):
        self.assertIsNotNone(colline.parse("SELECT " + "(" * 200 + "a" + ")" * 200 + " FROM t")[0])

    def test_no_tree(self):
        self.assertEqual(colline.parse("!!! ???"), [None])
        self.assertEqual(colline.parse(""), [])

    def test_tokens(self):
        sql = "SELECT 'a' /* é */ FROM \"t\""
        self.assertEqual("".join(t.text for t in colline.tokens(sql)), sql.replace(" ", "").replace("/*é*/", "/* é */"))
        self.assertEqual(list(colline.tokens("")), [])

    def test_fingerprint(self):
        sql = "SELECT a FROM t WHERE b = 1"
        self.assertEqual(colline.fingerprint(sql), lineage(sql)[0].fingerprint)
        with self.assertRaises(ValueError):
            colline.fingerprint(sql, "nope")
