"""What a script comes to: its statements, and their lineage in other forms."""
from __future__ import annotations

import html
import json
import shutil
import subprocess
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union, overload

from . import _abi
from .model import Diagnostic, Edge, Statement

#: The forms of ``Lineage.render`` and of ``Session.run(formats=...)``.
FORMATS = {name[len("FORMAT_"):].lower(): number for name, number in _abi.colline_format.items()}


class Lineage(Sequence[Statement]):
    """The statements of a script, in order; in a notebook, its picture.

    >>> from colline import lineage
    >>> result = lineage("INSERT INTO b SELECT x FROM a; INSERT INTO c SELECT x FROM b")
    >>> len(result), result.ok
    (2, True)
    >>> [(str(e), s.target.table) for s in result for e in s.edges]
    [('DIRECT a.x -> x', 'b'), ('DIRECT b.x -> x', 'c')]
    """

    def __init__(self, statements: Sequence[Statement], rendered: Optional[Dict[str, str]] = None,
                 again: Any = None):
        self.statements: Tuple[Statement, ...] = tuple(statements)
        self._rendered = rendered or {}
        self._again = again

    # ---- A sequence ----

    @overload
    def __getitem__(self, index: int) -> Statement: ...

    @overload
    def __getitem__(self, index: slice) -> Tuple[Statement, ...]: ...

    def __getitem__(self, index: Union[int, slice]) -> Any:
        return self.statements[index]

    def __len__(self) -> int:
        return len(self.statements)

    def __eq__(self, other: object) -> bool:
        return self.statements == other.statements if isinstance(other, Lineage) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.statements)

    @property
    def edges(self) -> Tuple[Edge, ...]:
        """The edges of all statements."""
        return tuple(e for s in self.statements for e in s.edges)

    @property
    def diagnostics(self) -> Tuple[Diagnostic, ...]:
        """The diagnostics of all statements."""
        return tuple(d for s in self.statements for d in s.diagnostics)

    @property
    def ok(self) -> bool:
        """True where every statement was understood."""
        return all(s.status == "ok" for s in self.statements)

    # ---- Other forms ----

    def render(self, format: str) -> str:
        """The lineage as the library writes it: "json", "table", "impala", "hive", "openlineage", "dot", "mermaid",
        "tree"; statement by statement, each ended by a newline.

        Raises:
            ValueError: there is no such form; or this comes from a ``Session``, which must be told before
                (``session.run(sql, formats=["mermaid"])``).

        >>> from colline import lineage
        >>> print(lineage("SELECT a FROM t").render("tree"), end="")
        query
          body: select
            items: select_item
              value: column a
            from: source
              relation: table_ref t
        """
        if format not in FORMATS:
            raise ValueError("unknown format %r; there are %s" % (format, ", ".join(FORMATS)))
        if format not in self._rendered:
            if self._again is None:
                raise ValueError("ask for it with the statements: session.run(sql, formats=[%r])" % format)
            from .session import Session
            data, catalog, settings = self._again
            options = settings._asdict()
            with Session(options.pop("dialect"), catalog, **options) as session:
                self._rendered[format] = session.run(data, [format])._rendered[format]
        return self._rendered[format]

    def to_openlineage(self) -> "List[Dict[str, Any]]":
        """One OpenLineage run event for each statement that reads or writes data, as dicts ready for ``json.dumps``."""
        return [json.loads(line) for line in self.render("openlineage").splitlines() if line]

    def to_networkx(self, level: str = "column") -> Any:
        """A ``networkx.MultiDiGraph`` of columns ("db.t.c"), or with level="table" of tables.

        Nodes have ``table`` and ``column``; edges have ``kind``, ``statement`` and ``expression``.  What bears on a whole result
        ends in the target's ``*``; a query's own result is the table ``query N``.

        Raises:
            ImportError: networkx is not installed.
        """
        import networkx
        if level not in ("column", "table"):
            raise ValueError('level is "column" or "table"')
        graph = networkx.MultiDiGraph()
        for statement, edge, target in self._links():
            if level == "table":
                graph.add_edge(edge.source_table, target, kind=edge.kind, statement=statement.statement)
                continue
            end = "%s.%s" % (target, edge.target)
            graph.add_node(edge.source, table=edge.source_table, column=edge.source_column)
            graph.add_node(end, table=target, column=edge.target)
            graph.add_edge(edge.source, end, kind=edge.kind, statement=statement.statement, expression=edge.expression)
        return graph

    def to_pandas(self) -> Any:
        """A ``pandas.DataFrame``, one row an edge.

        Raises:
            ImportError: pandas is not installed.
        """
        import pandas
        rows = [(s.statement, s.kind, e.kind, e.source_table, e.source_column, t, e.target, e.expression, e.quality,
                 s.fingerprint) for s, e, t in self._links()]
        return pandas.DataFrame(rows, columns=["statement", "statement_kind", "kind", "source_table", "source_column",
                                               "target_table", "target_column", "expression", "quality", "fingerprint"])

    def _links(self) -> Iterator[Tuple[Statement, Edge, str]]:
        """Each edge with its statement and what the statement writes."""
        for s in self.statements:
            names = [t.name for t in s.targets] or ["query %d" % s.statement]
            for e in s.edges:
                yield s, e, names[e.into]

    # ---- For people ----

    def to_mermaid(self) -> str:
        """A Mermaid flowchart for each statement."""
        return self.render("mermaid")

    def to_dot(self) -> str:
        """A Graphviz digraph for each statement."""
        return self.render("dot")

    def to_svg(self) -> Optional[str]:
        """The picture of the first statement that has one, drawn by Graphviz's ``dot``; None where that is not installed."""
        dot = shutil.which("dot")
        text = self.render("dot") if dot else ""
        if not dot or not text.strip():
            return None
        done = subprocess.run([dot, "-Tsvg"], input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              timeout=60, check=False)
        return _first_svg(done.stdout.decode("utf-8", "replace")) if done.returncode == 0 else None

    def _repr_svg_(self) -> Optional[str]:
        return self.to_svg() if self._can_render("dot") else None

    def _can_render(self, format: str) -> bool:
        return self._again is not None or format in self._rendered

    def _repr_html_(self) -> str:
        rows = "".join("<tr><td>%d</td><td>%s</td><td>%s</td><td>%s.%s</td><td><code>%s</code></td></tr>" % tuple(
            [s.statement] + [html.escape(str(x)) for x in (e.kind, e.source, t, e.target, e.expression)])
            for s, e, t in self._links())
        table = "<table><thead><tr><th>#</th><th>kind</th><th>source</th><th>target</th><th>expression</th></tr></thead>" \
                "<tbody>%s</tbody></table>" % rows
        return (self._repr_svg_() or "") + table

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        from rich.table import Table
        table = Table("#", "kind", "source", "target", "expression")
        for s, e, t in self._links():
            table.add_row(str(s.statement), e.kind, e.source, "%s.%s" % (t, e.target), e.expression)
        yield table

    def __str__(self) -> str:
        """The table for people, where it can be had."""
        return self.render("table").rstrip("\n") if self._can_render("table") else "\n".join(map(str, self.statements))

    def __repr__(self) -> str:
        count = len(self.statements)
        return "<Lineage of %d statement%s, %d edges%s>" % (count, "" if count == 1 else "s", len(self.edges),
                                                           "" if self.ok else ", with diagnostics")


def _first_svg(text: str) -> Optional[str]:
    """dot writes a document for each digraph; a notebook shows one."""
    start, end = text.find("<svg"), text.find("</svg>")
    return text[start:end + len("</svg>")] if 0 <= start < end else None
