"""Lineage: one call for a script, a session for what belongs together, and a stream for very many."""
from __future__ import annotations

import json
import os
import threading
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from ctypes import byref, c_size_t, c_void_p, sizeof, string_at
from itertools import islice
from typing import Any, Deque, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple, Union

from . import _abi
from ._library import SqlText, dialect_number, lib, text_of, to_bytes, to_name
from .catalog import Catalog, _call_with_diagnostics
from .errors import SqlError, check, located
from .model import Statement, statement_of
from .options import Settings, Stop, options_of
from .result import FORMATS, Lineage
from .tree import Node, node_of

_JSON = FORMATS["json"]


def _format_number(name: str) -> int:
    try:
        return FORMATS[name]
    except KeyError:
        raise ValueError("unknown format %r; there are %s" % (name, ", ".join(FORMATS))) from None


def _settings(options: Dict[str, Any]) -> Settings:
    try:
        return Settings(**options)
    except TypeError:
        unknown = sorted(set(options) - set(Settings._fields))
        raise TypeError("unknown option %s; there are %s" % (", ".join(unknown), ", ".join(Settings._fields))) from None


def _strictly(statements: Sequence[Statement]) -> None:
    for statement in statements:
        if statement.errors:
            raise located(SqlError, statement.errors)


# ---- A session ----


class Session:
    """Statements that belong together: USE, temporary tables and created tables count for those that come later.

    Args:
        dialect, catalog, and the options of ``lineage`` (see ``colline.options.Settings``).

    Use it from one thread at a time, and close it (or use ``with``).

    >>> with Session("hive") as session:
    ...     _ = session.run("USE dw; CREATE TEMPORARY TABLE t AS SELECT a FROM s")
    ...     [e.source for e in session.run("INSERT INTO r SELECT a FROM t").edges]
    ['dw.t.a']
    """

    def __init__(self, dialect: str = "generic", catalog: Any = None, **options: Any):
        self._handle = c_void_p()
        self._lock = threading.Lock()
        self.settings = _settings(dict(options, dialect=dialect))
        self.catalog = Catalog.of(catalog, dialect, self.settings.default_db)
        struct, self._stop = options_of(self.settings)
        check(lib.colline_session_open(self.catalog._handle if self.catalog else None, byref(struct),
                                       byref(self._handle)))

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self.close()

    def close(self) -> None:
        """Free the session; what it returned stays."""
        handle, self._handle = self._handle, c_void_p()
        if handle:
            lib.colline_session_close(handle)

    def run(self, sql: SqlText, formats: Iterable[str] = (), strict: bool = False) -> Lineage:
        """The lineage of a script, after what this session has seen before.

        Args:
            formats: other forms to write at once ("mermaid", "dot", "table", "openlineage" ...), for
                ``Lineage.render``.
            strict: raise ``SqlError`` at the first error in the SQL.

        Raises:
            SqlError, LimitError, CancelledError.
        """
        return self._run(sql, formats, strict)

    def _run(self, sql: SqlText, formats: Iterable[str] = (), strict: bool = False, each: Any = None) -> Lineage:
        wanted = {name: _format_number(name) for name in formats}
        data = to_bytes(sql)
        rendered: Dict[str, List[str]] = {name: [] for name in wanted}
        statements = []
        for handle in self._handles(data):
            statements.append(statement_of(json.loads(_render(handle, _JSON)), data))
            if each is not None:
                each(handle)
            for name, number in wanted.items():
                rendered[name].append(_render(handle, number).decode("utf-8", "replace"))
        if strict:
            _strictly(statements)
        return Lineage(statements, {name: "".join(parts) for name, parts in rendered.items()})

    def parse(self, sql: SqlText) -> "List[Optional[Node]]":
        """The tree of each statement, or None; see ``colline.parse``."""
        trees = ((lib.colline_statement_tree(h)) for h in self._handles(to_bytes(sql)))
        return [node_of(tree) if tree else None for tree in trees]

    def normalized(self, sql: SqlText) -> "List[str]":
        """The normalised text of each statement: what its fingerprint is made from.

        >>> Session().normalized("select  A from t where b IN (1, 2) -- x")
        ['SELECT a FROM t WHERE b IN (?)']
        """
        return [text_of(lib.colline_statement_normalized(h)) for h in self._handles(to_bytes(sql))]

    def add_ddl(self, ddl: SqlText) -> "Session":
        """Run DDL on what only this session sees.

        Raises:
            InputError: some statement could not be read; the others count.
        """
        data = to_bytes(ddl)
        with self._exclusively():
            _call_with_diagnostics(lib.colline_session_add_ddl, self._handle, data, len(data))
        return self

    def use(self, default_db: str) -> "Session":
        """Move to another default database."""
        with self._exclusively():
            check(lib.colline_session_use(self._handle, to_name(default_db)))
        return self

    @property
    def database(self) -> str:
        """Where names that say no database are looked for; "" where that is nowhere in particular.

        >>> session = Session("hive")
        >>> _ = session.run("USE dw")
        >>> session.database
        'dw'
        """
        with self._exclusively():
            return text_of(lib.colline_session_database(self._handle))

    def _handles(self, data: bytes) -> Iterator[int]:
        """Feed a script and give each colline_statement, which lives until the next."""
        with self._exclusively():
            if self._stop is not None:
                self._stop.start()
            check(lib.colline_session_reset(self._handle))
            check(lib.colline_session_feed(self._handle, data, len(data)))
            check(lib.colline_session_finish(self._handle))
            following = lib.colline_session_next
            handle = following(self._handle)
            while handle:
                yield handle
                handle = following(self._handle)
            _finished(self.catalog, self._stop, lib.colline_session_status(self._handle))

    def _exclusively(self) -> "_Exclusively":
        if not self._handle:
            raise ValueError("the session is closed")
        return _Exclusively(self._lock)


class _Exclusively:
    """One thread at a time, and nothing within a callback."""

    def __init__(self, lock: threading.Lock):
        self.lock = lock

    def __enter__(self) -> None:
        if not self.lock.acquire(blocking=False):
            raise RuntimeError("the session is in use")

    def __exit__(self, *_: Any) -> None:
        self.lock.release()


def _finished(catalog: Optional[Catalog], stop: Optional[Stop], status: int) -> None:
    """Raise what a callback raised, then what the status stands for."""
    if catalog is not None:
        catalog._raise_failure()
    if stop is not None and stop.failure is not None:
        raise stop.failure
    check(status)


_context = _abi.colline_render_context(size=sizeof(_abi.colline_render_context))


def _render(statement: int, format: int) -> bytes:
    text = _abi.colline_text()
    check(lib.colline_statement_render(statement, format, byref(_context), byref(text)))
    return string_at(text.data, text.length) if text.length else b""


# ---- One call ----


def _json_of(data: bytes, catalog: Optional[Catalog], settings: Settings) -> bytes:
    options, stop = options_of(settings)
    if stop is not None:
        stop.start()
    out, length = c_void_p(), c_size_t()
    status = lib.colline_lineage_json(catalog._handle if catalog is not None else None, byref(options), data,
                                      len(data), byref(out), byref(length))
    try:
        if status or stop is not None or catalog is not None:
            _finished(catalog, stop, status)
        return string_at(out, length.value)
    finally:
        lib.colline_free(out)


def _statements(data: bytes, lines: bytes) -> "List[Statement]":
    loads = json.loads
    return [statement_of(loads(line), data) for line in lines.splitlines()]


def _lineage(sql: SqlText, catalog: Optional[Catalog], settings: Settings, strict: bool) -> Lineage:
    data = to_bytes(sql)
    statements = _statements(data, _json_of(data, catalog, settings))
    if strict:
        _strictly(statements)
    return Lineage(statements, {}, (data, catalog, settings))


def lineage(sql: SqlText, dialect: str = "generic", catalog: Any = None, *, strict: bool = False,
            **options: Any) -> Lineage:
    """The lineage of a script: a sequence of ``Statement``, one for each, in order.

    Args:
        sql: one statement or many.
        dialect: "hive", "impala", "postgres", "snowflake" ... (``colline.dialects()``).
        catalog: what tables there are: a ``Catalog``, DDL, ``{"table": ["column", ...]}``, SQLAlchemy metadata, or a
            callback; None where nothing is known.
        strict: raise ``SqlError`` at the first error in the SQL; without it errors are ``diagnostics``.
        options: default_db, expand_views, fold_temporary, templates, table_level, narrow, max_nesting, max_edges,
            max_statement_bytes, timeout, cancelled (see ``colline.options.Settings``).

    Raises:
        ValueError: the dialect is not known.
        InputError: DDL given as catalog cannot be read.
        SqlError, LimitError, CancelledError: see above.

    >>> result = lineage("INSERT INTO r SELECT a, b + c AS d FROM s WHERE e > 0", dialect="hive",
    ...                  catalog="CREATE TABLE s (a INT, b INT, c INT, e INT); CREATE TABLE r (a INT, d INT)")
    >>> for edge in result[0].edges:
    ...     print(edge)
    DIRECT s.a -> a
    PROJECT s.b -> d
    PROJECT s.c -> d
    FILTER s.e -> *
    >>> result[0].target.table
    'r'
    """
    settings = _settings(dict(options, dialect=dialect))
    return _lineage(sql, Catalog.of(catalog, dialect, settings.default_db), settings, strict)


def lineage_json(sql: SqlText, dialect: str = "generic", catalog: Any = None, **options: Any) -> bytes:
    """The lineage JSON itself, one line a statement (docs/json.md): the quickest form where it is only passed on.

    >>> lineage_json("SELECT 1")[:28]
    b'{"v":1,"statement":1,"offset'
    """
    settings = _settings(dict(options, dialect=dialect))
    return _json_of(to_bytes(sql), Catalog.of(catalog, dialect, settings.default_db), settings)


def fingerprint(sql: SqlText, dialect: str = "generic") -> str:
    """The fingerprint of one statement: 16 hex digits that comments, literals, letter case ... do not change.

    >>> fingerprint("SELECT a FROM t WHERE b = 1") == fingerprint("select A from t /* x */ where b=2")
    True
    """
    data = to_bytes(sql)
    return "%016x" % lib.colline_fingerprint(dialect_number(dialect), data, len(data))


def normalize(sql: SqlText, dialect: str = "generic") -> str:
    """The normal form of a text, which its fingerprint is made of (docs/fingerprint.md).

    >>> normalize("select  A from t where b IN (1, 2) -- x")
    'SELECT a FROM t WHERE b IN (?)'
    """
    data, out, length = to_bytes(sql), c_void_p(), c_size_t()
    check(lib.colline_normalize(dialect_number(dialect), data, len(data), byref(out), byref(length)))
    try:
        return string_at(out, length.value).decode("utf-8", "replace")
    finally:
        lib.colline_free(out)


def cache_key(sql: SqlText, dialect: str = "generic", *, seed: int = 0, **options: Any) -> int:
    """The key under which the analysis of a text may be kept: texts of one key have the same lineage, but for literals and
    positions, over one catalog and with these options.

    >>> cache_key("SELECT a FROM t WHERE b = 1", "hive") == cache_key("SELECT a FROM t WHERE b = 2", "hive")
    True
    >>> cache_key("SELECT a FROM t ORDER BY 1", "hive") == cache_key("SELECT a FROM t ORDER BY 2", "hive")
    False
    """
    data = to_bytes(sql)
    struct, _ = options_of(_settings(dict(options, dialect=dialect)))
    return int(lib.colline_cache_key(byref(struct), data, len(data), seed))


# ---- Very many ----

Item = Union[SqlText, Tuple[Any, SqlText]]
_CHUNK = 32


def lineage_many(scripts: Iterable[Item], dialect: str = "generic", catalog: Any = None, *, jobs: Optional[int] = None,
                 errors: str = "raise", raw: bool = False, **options: Any) -> Iterator[Any]:
    """The lineage of many scripts, each by itself, in the order they come: iterator in, iterator out.

    Args:
        scripts: SQL texts; or (key, SQL) pairs, for which (key, Lineage) pairs come out.
        jobs: threads (the library works outside Python's lock); None: one a core.
        errors: "raise" what a script raises, or "return" the exception in its place.
        raw: the lineage JSON as bytes in place of a Lineage, several times as quick.
        options: as for ``lineage``.

    Only a few scripts a thread are read ahead, so that neither side has to fit into memory.

    >>> for name, result in lineage_many([("x.sql", "SELECT a FROM t"), ("y.sql", "SELECT b FROM u")]):
    ...     print(name, result.edges[0].source)
    x.sql t.a
    y.sql u.b
    """
    if errors not in ("raise", "return"):
        raise ValueError('errors is "raise" or "return"')
    settings = _settings(dict(options, dialect=dialect))
    known = Catalog.of(catalog, dialect, settings.default_db)
    options_of(settings)
    jobs = jobs or os.cpu_count() or 1

    def one(item: Item) -> Any:
        key, sql = item if isinstance(item, tuple) else (None, item)
        try:
            answer: Any = _json_of(to_bytes(sql), known, settings) if raw else _lineage(sql, known, settings, False)
        except Exception as error:  # noqa: B902: handed over
            if errors == "raise":
                raise
            answer = error
        return (key, answer) if isinstance(item, tuple) else answer

    if jobs == 1:
        return map(one, scripts)
    return _by_threads(one, iter(scripts), jobs)


def _by_threads(one: Any, items: Iterator[Item], jobs: int) -> Iterator[Any]:
    def several(chunk: Sequence[Item]) -> "Tuple[List[Any], Optional[BaseException]]":
        done: List[Any] = []
        try:
            for item in chunk:
                done.append(one(item))
        except Exception as error:  # noqa: B902: raised behind what came before it
            return done, error
        return done, None

    with ThreadPoolExecutor(jobs, thread_name_prefix="colline") as pool:
        waiting: Deque[Any] = deque()
        for chunk in iter(lambda: list(islice(items, _CHUNK)), []):
            waiting.append(pool.submit(several, chunk))
            if len(waiting) > 2 * jobs:
                yield from _unpacked(waiting.popleft().result())
        while waiting:
            yield from _unpacked(waiting.popleft().result())


def _unpacked(outcome: "Tuple[List[Any], Optional[BaseException]]") -> Iterator[Any]:
    done, error = outcome
    yield from done
    if error is not None:
        raise error
