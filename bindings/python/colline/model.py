"""What comes back: immutable records, made from the library's JSON (docs/json.md says what each member means).

Offsets and columns count bytes of the UTF-8 text; lines and columns start at 1, offsets and indices at 0.
"""
from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Dict, Iterator, Literal, Optional, Tuple

EdgeKind = Literal["DIRECT", "PROJECT", "AGG", "JOIN_COND", "FILTER", "GROUP_BY", "SORT", "WINDOW", "CONDITIONAL"]
Quality = Literal["AUTO_CONFIRMED", "TO_CONFIRM", "MANUAL_ADDED"]
Status = Literal["ok", "partial", "error"]
Operation = Literal["append", "overwrite", "create", "replace", "merge", "update", "delete", "load"]

#: Kinds that carry values; the others say what decides rows, groups or branches.
VALUE_KINDS = frozenset(("DIRECT", "PROJECT", "AGG"))

_set = object.__setattr__


def _made(kind: type, members: Dict[str, Any]) -> Any:
    """A record around the members as they are: those that are absent are the class's defaults."""
    record = object.__new__(kind)
    _set(record, "__dict__", members)
    return record


class _Record:
    """A short repr: what differs from the defaults."""

    def __repr__(self) -> str:
        return "%s(%s)" % (type(self).__name__, ", ".join(
            "%s=%r" % (f.name, getattr(self, f.name)) for f in fields(self)  # type: ignore[arg-type]
            if f.repr and getattr(self, f.name) != f.default))

    def __rich_repr__(self) -> Iterator[Tuple[str, Any, Any]]:
        for f in fields(self):  # type: ignore[arg-type]
            if f.repr:
                yield f.name, getattr(self, f.name), f.default


@dataclass(frozen=True, repr=False)
class Diagnostic(_Record):
    """What is wrong, and where.  ``code`` is a stable word (docs/diagnostics.md)."""

    severity: Literal["error", "warning"]
    code: str
    message: str
    offset: int = 0
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return "%d:%d: %s: %s [%s]" % (self.line, self.column, self.severity, self.message, self.code)


@dataclass(frozen=True, repr=False)
class Column(_Record):
    """A column of the target, or of a query's result."""

    name: str
    expression: Optional[str] = None
    into: int = 0


@dataclass(frozen=True, repr=False)
class Partition(_Record):
    """A column of a target's PARTITION clause; a dynamic one has no value."""

    column: str
    value: Optional[str] = None


@dataclass(frozen=True, repr=False)
class Target(_Record):
    """What a statement writes: a ``table``, or a ``path`` (directory, file, stage)."""

    operation: Operation
    table: Optional[str] = None
    path: Optional[str] = None
    partition: Tuple[Partition, ...] = ()

    @property
    def name(self) -> str:
        """The table, or the path."""
        return self.table if self.table is not None else self.path or ""


@dataclass(frozen=True, repr=False)
class Edge(_Record):
    """One source column and what it does for one target column, or for the whole result (``target == "*"``)."""

    kind: EdgeKind
    source: str
    target: str
    to: Optional[int] = None
    expression: str = ""
    role: Optional[str] = None
    limit: bool = False
    aggregate: bool = False
    implicit_cast: bool = False
    into: int = 0
    offset: Optional[int] = None
    line: Optional[int] = None
    column: Optional[int] = None
    quality: Quality = "AUTO_CONFIRMED"

    @property
    def is_value(self) -> bool:
        """True where the value itself travels (DIRECT, PROJECT, AGG)."""
        return self.kind in VALUE_KINDS

    @property
    def source_table(self) -> str:
        """The relation that ``source`` belongs to, as it stands in the statement's ``sources``."""
        source, best = self.source, ""
        for name in self.__dict__.get("_sources", ()):
            if len(name) > len(best) and source.startswith(name) and source[len(name):len(name) + 1] == ".":
                best = name
        return best or source[:max(_last_dot(source), 0)]

    @property
    def source_column(self) -> str:
        """``source`` without its relation: a column, with the path below it where there is one."""
        table = self.source_table
        return self.source[len(table) + 1:] if table else self.source

    def __str__(self) -> str:
        return "%s %s -> %s" % (self.kind, self.source, self.target)


def _last_dot(name: str) -> int:
    """The last dot outside quotes, or -1."""
    quoted, found = False, -1
    for i, c in enumerate(name):
        if c == '"':
            quoted = not quoted
        elif c == "." and not quoted:
            found = i
    return found


@dataclass(frozen=True, repr=False)
class Statement(_Record):
    """One statement of a script and its lineage."""

    statement: int
    kind: str
    status: Status
    offset: int = 0
    length: int = 0
    line: int = 0
    parent: int = 0
    targets: Tuple[Target, ...] = ()
    sources: Tuple[str, ...] = ()
    columns: Tuple[Column, ...] = ()
    edges: Tuple[Edge, ...] = ()
    fingerprint: str = ""
    diagnostics: Tuple[Diagnostic, ...] = ()
    text: str = field(default="", repr=False)

    @property
    def target(self) -> Optional[Target]:
        """The first target; None for a query."""
        return self.targets[0] if self.targets else None

    @property
    def errors(self) -> Tuple[Diagnostic, ...]:
        """The diagnostics that are no warnings."""
        return tuple(d for d in self.diagnostics if d.severity == "error")

    def target_name(self, edge: Edge) -> str:
        """``table.column`` of what an edge reaches; the column alone in a plain query."""
        if edge.into < len(self.targets):
            return "%s.%s" % (self.targets[edge.into].name, edge.target)
        return edge.target

    def sources_of(self, column: str, values_only: bool = False) -> Tuple[Edge, ...]:
        """The edges that end in the target column of this name.

        >>> from colline import lineage
        >>> s = lineage("SELECT a + b AS c FROM t WHERE d > 0")[0]
        >>> [e.source for e in s.sources_of("c")]
        ['t.a', 't.b']
        """
        return tuple(e for e in self.edges if e.target == column and e.to is not None
                     and (e.is_value or not values_only))

    def __str__(self) -> str:
        return "%s%s: %d edges, %s" % (self.kind, " " + self.targets[0].name if self.targets else "",
                                       len(self.edges), self.status)


def _target(members: Dict[str, Any]) -> Target:
    if "partition" in members:
        members["partition"] = tuple(_made(Partition, p) for p in members["partition"])
    return _made(Target, members)


def statement_of(members: Dict[str, Any], sql: bytes = b"") -> Statement:
    """A Statement from one object of the lineage JSON, which it keeps; ``sql`` is the script's text."""
    new, put = object.__new__, _set
    sources = members["sources"] = tuple(members.get("sources", ()))
    edges = []
    for m in members.get("edges", ()):
        m["_sources"] = sources
        edge = new(Edge)
        put(edge, "__dict__", m)
        edges.append(edge)
    members["edges"] = tuple(edges)
    columns = []
    for m in members.get("columns", ()):
        column = new(Column)
        put(column, "__dict__", m)
        columns.append(column)
    members["columns"] = tuple(columns)
    target = members.pop("target", None)
    targets = members.pop("targets", ()) if target is None else (target,)
    members["targets"] = tuple([_target(t) for t in targets])
    members["diagnostics"] = tuple([_made(Diagnostic, d) for d in members.get("diagnostics", ())])
    offset = members.get("offset", 0)
    members["text"] = sql[offset:offset + members.get("length", 0)].decode("utf-8", "replace")
    return _made(Statement, members)
