"""The syntax tree and the tokens of SQL, for those who build on the parser."""
from __future__ import annotations

from ctypes import byref, c_size_t, c_uint32
from dataclasses import dataclass, field
from typing import Iterator, List, NamedTuple, Optional, Tuple

from . import _abi
from ._library import SqlText, dialect_number, lib, text_of, to_bytes


class Span(NamedTuple):
    """Bytes of the UTF-8 text."""

    offset: int
    length: int

    def of(self, sql: SqlText) -> str:
        """The text that stands there."""
        return to_bytes(sql)[self.offset:self.offset + self.length].decode("utf-8", "replace")


@dataclass(frozen=True)
class Node:
    """A node of the tree.

    ``kind`` is a word of docs/ast.md, ``role`` the member of the parent that holds the node, ``text`` a name's or
    literal's own text (names unquoted), ``detail`` what it holds besides: operators, the kind of a join, flags.

    >>> tree = parse("SELECT a + 1 AS b FROM t")[0]
    >>> [n.text for n in tree.find("name")]
    ['a', 'b', 't']
    >>> print(next(tree.find("select_item")))
    select_item
      value: operation
        operands: column
          parts: name 'a'
        operands: literal '1'
      alias: name 'b'
    """

    kind: str
    span: Span
    role: Optional[str] = None
    text: str = ""
    children: Tuple["Node", ...] = field(default=(), repr=False)
    detail: str = field(default="", repr=False)

    def walk(self) -> Iterator["Node"]:
        """The node and all below it, parents first, in the order of the text."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def find(self, kind: str) -> Iterator["Node"]:
        """All nodes of one kind, in the order of the text."""
        return (node for node in self.walk() if node.kind == kind)

    def at(self, offset: int) -> "Tuple[Node, ...]":
        """What stands at a byte of the text: the nodes around it, the innermost first.

        >>> tree = parse("SELECT a + 1 FROM t")[0]
        >>> [(n.kind, n.text or n.detail) for n in tree.at(7)][:3]
        [('name', 'a'), ('column', ''), ('operation', "'+'")]
        """
        found, node = [], self  # type: Tuple[list, Optional[Node]]
        while node is not None:
            found.append(node)
            node = next((c for c in node.children if c.span.offset <= offset < c.span.offset + c.span.length), None)
        return tuple(reversed(found))

    def child(self, role: str) -> Optional["Node"]:
        """The first child in this member, or None."""
        return next((c for c in self.children if c.role == role), None)

    def _lines(self) -> Iterator[str]:
        waiting = [(self, 0)]
        while waiting:
            node, depth = waiting.pop()
            yield "%s%s%s%s" % ("  " * depth, node.role + ": " if node.role and depth else "", node.kind,
                                " %r" % node.text if node.text else "")
            waiting.extend((c, depth + 1) for c in reversed(node.children))

    def __str__(self) -> str:
        return "\n".join(self._lines())


@dataclass(frozen=True)
class Token:
    """A token: ``kind`` is "word", "keyword", "quoted", "string", "number", "comment", "hint" ..."""

    kind: str
    span: Span
    text: str


def _words(function):  # type: ignore[no-untyped-def]
    """Kinds and roles are few: their str is made once."""
    known: "dict[bytes, str]" = {}

    def word(*arguments):  # type: ignore[no-untyped-def]
        data = function(*arguments)
        if data is None:
            return None
        text = known.get(data)
        if text is None:
            text = known[data] = data.decode()
        return text
    return word


_kind, _role = _words(lib.colline_node_kind), _words(lib.colline_node_child_role)


def node_of(handle: int, role: Optional[str] = None) -> Node:
    """A Node from a colline_node and all below it.  (The height of a tree is bounded, so recursion is, too.)"""
    child, span = lib.colline_node_child, lib.colline_node_span(handle)
    children = tuple([node_of(child(handle, i), _role(handle, i))
                      for i in range(lib.colline_node_child_count(handle))])
    return Node(_kind(handle), Span(span.offset, span.length), role, text_of(lib.colline_node_text(handle)), children,
                text_of(lib.colline_node_detail(handle)))


def parse(sql: SqlText, dialect: str = "generic", templates: bool = True) -> "List[Optional[Node]]":
    """The tree of each statement; None for one that has no tree (it did not parse, or only its head is known).

    >>> parse("SELECT 1; NOT SQL AT ALL")
    [Node(kind='query', span=Span(offset=0, length=8), role=None, text=''), None]
    """
    from .session import Session
    with Session(dialect, templates=templates, table_level=True) as session:
        return session.parse(sql)


def locate(sql: SqlText, offset: int) -> "Tuple[int, int]":
    """The line and the column, in bytes and from 1, of an offset within a text.

    Raises:
        ValueError: it stands behind the end of the text.

    >>> locate("SELECT a\\nFROM t", 14)
    (2, 6)
    """
    data, line, column = to_bytes(sql), c_uint32(), c_uint32()
    if offset < 0 or not lib.colline_locate(data, len(data), offset, byref(line), byref(column)):
        raise ValueError("offset %d is not within a text of %d bytes" % (offset, len(data)))
    return line.value, column.value


def tokens(sql: SqlText, dialect: str = "generic") -> Iterator[Token]:
    """The tokens of a text; white space is skipped, comments are tokens.

    >>> [(t.kind, t.text) for t in tokens("SELECT a -- why")]
    [('keyword', 'SELECT'), ('word', 'a'), ('comment', '-- why')]
    """
    data, number = to_bytes(sql), dialect_number(dialect)
    at, token = c_size_t(0), _abi.colline_token()
    while lib.colline_next_token(number, data, len(data), byref(at), byref(token)):
        span = Span(token.at.offset, token.at.length)
        yield Token((token.kind or b"").decode(), span, span.of(data))
