"""Catalogs: the tables, views and functions that SQL is read against."""
from __future__ import annotations

import ctypes
import json
import re
import threading
from ctypes import POINTER, byref, c_char_p, c_uint32, c_void_p, sizeof
from typing import Any, Callable, Iterable, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from . import _abi
from ._library import SqlText, dialect_number, lib, text_of, to_bytes, to_count, to_name
from .errors import check, take_diagnostics

#: Columns: names, (name, type) pairs, or a mapping from name to type.
Columns = Union[Sequence[Union[str, Tuple[str, Optional[str]]]], Mapping[str, Optional[str]]]
#: What a callback may answer: nothing known, DDL, or the table's columns.
Answer = Union[None, str, Columns]


class TableName(NamedTuple):
    """The folded name of a table that a catalog lacks; parts that are not known are empty."""

    catalog: str
    database: str
    table: str

    def __str__(self) -> str:
        return ".".join('"%s"' % p.replace('"', '""') for p in self if p)


Callback = Callable[[TableName], Answer]


def _pairs(columns: Columns) -> "list[tuple[str, Optional[str]]]":
    if isinstance(columns, (str, bytes)) or not isinstance(columns, Iterable):
        raise TypeError("columns must be names, pairs or a mapping, not " + type(columns).__name__)
    if isinstance(columns, Mapping):
        return [(name, None if kind is None else str(kind)) for name, kind in columns.items()]
    return [(c, None) if isinstance(c, str) else (c[0], None if c[1] is None else str(c[1])) for c in columns]


def _call_with_diagnostics(function: Callable[..., int], *arguments: Any) -> None:
    told = c_void_p()
    status = function(*arguments, byref(told))
    check(status, take_diagnostics(told) if told else ())


def _add_table(handle: Any, name: bytes, dialect: int, kind: str, columns: Columns, partitioned_by: Sequence[str],
               format: Optional[str], definition: Optional[str], default_db: Optional[str]) -> None:
    pairs = _pairs(columns)
    rows = (_abi.colline_column_desc * max(len(pairs), 1))(
        *[_abi.colline_column_desc(to_name(c), to_name(t), int(c in partitioned_by)) for c, t in pairs])
    number = _abi.colline_table_kind[kind.upper()]
    table = _abi.colline_table_desc(sizeof(_abi.colline_table_desc), name, number, dialect, to_name(format),
                                    to_name(definition), to_name(default_db), rows, len(pairs))
    check(lib.colline_catalog_add_table(handle, byref(table)))


class Catalog:
    """Tables, views and functions.  Build it first, then share it: any number of threads may read it.

    Args:
        dialect: how names, types and definitions are read, where a call does not say otherwise.
        default_db: for names in DDL that say none.

    Every ``add_`` method returns the catalog, so that calls can be chained.  A catalog can be pickled (a callback
    only where it can be, too): what was added is added again on the other side.

    >>> catalog = Catalog("hive").add_ddl("CREATE TABLE dw.a (x INT, y STRING)").add_table("dw.b", ["z"])
    >>> from colline import lineage
    >>> [str(e) for e in lineage("SELECT * FROM dw.a, dw.b", dialect="hive", catalog=catalog).edges]
    ['DIRECT dw.a.x -> x', 'DIRECT dw.a.y -> y', 'DIRECT dw.b.z -> z']
    """

    def __init__(self, dialect: str = "generic", default_db: Optional[str] = None):
        self._handle = None
        self._dialect, self._default_db = dialect, default_db
        dialect_number(dialect)
        self._journal: "list[tuple[str, tuple]]" = []
        self._callback: Optional[Callback] = None
        self._failures = threading.local()
        self._handle = lib.colline_catalog_new(None)
        if not self._handle:
            raise MemoryError("libcolline: no memory for a catalog")

    def __del__(self) -> None:
        handle, self._handle = getattr(self, "_handle", None), None
        if handle:
            lib.colline_catalog_release(handle)

    @property
    def dialect(self) -> str:
        """The dialect that calls use which name none."""
        return self._dialect

    # ---- Where tables come from ----

    @classmethod
    def from_ddl(cls, ddl: SqlText, dialect: str = "generic", default_db: Optional[str] = None) -> "Catalog":
        """A catalog from a script of CREATE TABLE, CREATE VIEW, ALTER, USE ... statements."""
        return cls(dialect, default_db).add_ddl(ddl)

    @classmethod
    def from_dict(cls, tables: Mapping[str, Any], dialect: str = "generic") -> "Catalog":
        """A catalog from ``{"dw.a": ["x", "y"], "dw.b": {"z": "INT"}}``, or from the JSON form as a dict.

        >>> Catalog.from_dict({"t": {"a": "INT"}})
        <Catalog generic: 1 addition>
        """
        return cls(dialect).add_dict(tables)

    @classmethod
    def from_json(cls, document: SqlText, dialect: str = "generic") -> "Catalog":
        """A catalog from the JSON form of docs/catalog.md."""
        return cls(dialect).add_json(document)

    @classmethod
    def from_callback(cls, callback: Callback, dialect: str = "generic") -> "Catalog":
        """A catalog that asks ``callback`` for tables as statements name them (see ``set_callback``)."""
        return cls(dialect).set_callback(callback)

    @classmethod
    def from_sqlalchemy(cls, metadata: Any, dialect: str = "generic") -> "Catalog":
        """A catalog from a ``sqlalchemy.MetaData``."""
        return cls(dialect).add_sqlalchemy(metadata)

    @classmethod
    def of(cls, what: Any, dialect: str = "generic", default_db: Optional[str] = None) -> Optional["Catalog"]:
        """What ``catalog=`` accepts: None, a Catalog, DDL (str), a dict, SQLAlchemy metadata, or a callback."""
        if what is None or isinstance(what, Catalog):
            return what
        if isinstance(what, (str, bytes)):
            return cls.from_ddl(what, dialect, default_db)
        if isinstance(what, Mapping):
            return cls.from_dict(what, dialect)
        if hasattr(what, "sorted_tables"):
            return cls.from_sqlalchemy(what, dialect)
        if callable(what):
            return cls.from_callback(what, dialect)
        raise TypeError("no catalog: " + type(what).__name__)

    # ---- Additions ----

    def add_ddl(self, ddl: SqlText, dialect: Optional[str] = None, default_db: Optional[str] = None) -> "Catalog":
        """Run a script of DDL on the catalog.

        Raises:
            InputError: some statement could not be read; ``diagnostics`` tell which.  The others count.

        >>> Catalog("hive").add_ddl("CREATE TABLE a (x INT); CREATE TABLE (")
        Traceback (most recent call last):
            ...
        colline.errors.InputError: 1:38: error: ...
        """
        dialect, data = dialect or self._dialect, to_bytes(ddl)
        default_db = default_db if default_db is not None else self._default_db
        self._journal.append(("add_ddl", (data, dialect, default_db)))
        _call_with_diagnostics(lib.colline_catalog_add_ddl, self._handle, dialect_number(dialect),
                               to_name(default_db), data, len(data))
        return self

    def add_json(self, document: SqlText, dialect: Optional[str] = None) -> "Catalog":
        """Add the tables and functions of a JSON document (docs/catalog.md).

        Raises:
            InputError: the document, or something in it, cannot be read.
        """
        dialect, data = dialect or self._dialect, to_bytes(document)
        self._journal.append(("add_json", (data, dialect)))
        _call_with_diagnostics(lib.colline_catalog_add_json, self._handle, dialect_number(dialect), data, len(data))
        return self

    def add_dict(self, tables: Mapping[str, Any], dialect: Optional[str] = None) -> "Catalog":
        """Add ``{name: columns}``; or ``{"tables": [...], "functions": [...]}``, the JSON form as a dict."""
        if set(tables) <= {"tables", "functions"} and all(isinstance(v, list) and all(isinstance(t, Mapping) for t in v)
                                                          for v in tables.values()) and tables:
            return self.add_json(json.dumps(tables), dialect)
        for name, columns in tables.items():
            self.add_table(name, columns, dialect=dialect)
        return self

    def add_table(self, name: str, columns: Columns = (), *, kind: str = "table", dialect: Optional[str] = None,
                  partitioned_by: Sequence[str] = (), format: Optional[str] = None,
                  definition: Optional[str] = None, default_db: Optional[str] = None) -> "Catalog":
        """Add or replace one table or view.

        Args:
            name: "t", "db.t" or "catalog.db.t", quotes allowed.
            columns: names, (name, type) pairs, or a mapping from name to type, in the table's order; a view's
                follow from its definition where there are none.
            kind: "table", "view", "materialized_view" or "temporary".
            partitioned_by: those of the columns that are partition columns.
            format: "kudu", "iceberg" ..., where an engine's report depends on it.
            definition: a view's query; names in it that say no database are in ``default_db``.
        """
        if kind.upper() not in _abi.colline_table_kind:
            raise ValueError("unknown kind of table %r" % kind)
        dialect = dialect or self._dialect
        pairs = _pairs(columns)
        _add_table(self._handle, to_name(name) or b"", dialect_number(dialect), kind, pairs, partitioned_by, format,
                   definition, default_db)
        self._journal.append(("_again", (name, pairs, kind, dialect, tuple(partitioned_by), format, definition,
                                         default_db)))
        return self

    def _again(self, name: str, columns: Columns, kind: str, dialect: str, partitioned_by: Sequence[str],
               format: Optional[str], definition: Optional[str], default_db: Optional[str]) -> "Catalog":
        return self.add_table(name, columns, kind=kind, dialect=dialect, partitioned_by=partitioned_by, format=format,
                              definition=definition, default_db=default_db)

    def add_function(self, name: str, kind: str = "scalar", value_arguments: Optional[Iterable[int]] = None,
                     columns: Optional[Sequence[str]] = None) -> "Catalog":
        """Describe a function.

        Args:
            kind: "scalar", "aggregate", "window" or "table".
            value_arguments: places (from 0) of the arguments whose values reach the result; None: all.
            columns: a table function's columns.
        """
        if "FUNCTION_" + kind.upper() not in _abi.colline_function_kind:
            raise ValueError("unknown kind of function %r" % kind)
        places = None if value_arguments is None else [to_count("a place", place) for place in value_arguments]
        columns = None if columns is None else tuple(columns)
        names = [to_name(c) for c in columns or ()]
        function = _abi.colline_function_desc(
            sizeof(_abi.colline_function_desc), to_name(name),
            _abi.colline_function_kind["FUNCTION_" + kind.upper()],
            None if places is None else (c_uint32 * max(len(places), 1))(*places), len(places or ()),
            (c_char_p * len(names))(*names) if names else ctypes.cast(None, POINTER(c_char_p)), len(names))
        check(lib.colline_catalog_add_function(self._handle, byref(function)))
        self._journal.append(("add_function", (name, kind, places, columns)))
        return self

    def add_sqlalchemy(self, metadata: Any, dialect: Optional[str] = None) -> "Catalog":
        """Add the tables of a ``sqlalchemy.MetaData`` (anything whose ``sorted_tables`` look like its tables)."""
        for table in metadata.sorted_tables:
            name = ".".join(_quoted(part) for part in (table.schema, table.name) if part)
            self.add_table(name, [(_quoted(c.name), _type_text(c.type)) for c in table.columns], dialect=dialect)
        return self

    def set_callback(self, callback: Optional[Callback]) -> "Catalog":
        """Have ``callback(TableName)`` asked once a session for each table that the catalog lacks.

        It answers None (not known), the columns (as for ``add_table``), or DDL as str.  It may be called from any
        thread that reads SQL.  An exception in it ends the call that asked, and is raised there.

        >>> from colline import lineage
        >>> catalog = Catalog.from_callback(lambda name: ["p", "q"] if name.table == "t" else None)
        >>> lineage("SELECT * FROM t", catalog=catalog).edges[1].source
        't.q'
        """
        self._callback = callback
        self._function = _abi.colline_provider_fn(self._provide) if callback is not None \
            else ctypes.cast(None, _abi.colline_provider_fn)
        lib.colline_catalog_set_provider(self._handle, self._function, None)
        return self

    def _provide(self, _user: Any, name: Any, into: Any) -> None:
        try:
            ref = name.contents
            table = TableName(text_of(ref.catalog), text_of(ref.database), text_of(ref.table))
            answer = self._callback(table) if self._callback is not None else None
            if answer is None:
                return
            number = dialect_number(self._dialect)
            if isinstance(answer, str):
                data = to_bytes(answer)
                database = ".".join(filter(None, (table.catalog, table.database))) or None
                _call_with_diagnostics(lib.colline_catalog_add_ddl, into, number, to_name(database), data, len(data))
            else:
                _add_table(into, to_name(str(table)) or b"", number, "table", answer, (), None, None, None)
        except BaseException as error:  # noqa: B902: it cannot cross the library; raised when the call returns
            self._failures.error = error

    def _raise_failure(self) -> None:
        """Raise what the callback raised in this thread's last call."""
        if self._callback is not None:
            error = getattr(self._failures, "error", None)
            if error is not None:
                self._failures.error = None
                raise error

    # ---- What is in it ----

    def tables(self) -> "dict[TableName, list[tuple[str, Optional[str]]]]":
        """The tables and views by name, with their columns and types; not what a callback would tell.

        >>> Catalog("hive").add_ddl("CREATE TABLE dw.t (a INT, b STRING)").tables()
        {TableName(catalog='', database='dw', table='t'): [('a', 'int'), ('b', 'string')]}
        """
        found: "dict[TableName, list[tuple[str, Optional[str]]]]" = {}

        def each(_user: Any, name: Any, table: Any) -> None:
            ref, t = name.contents, table.contents
            columns = [(c.name, c.type) for c in (t.columns[i] for i in range(t.column_count))]
            found[TableName(text_of(ref.catalog), text_of(ref.database), text_of(ref.table))] = [
                (n.decode("utf-8", "replace"), kind.decode("utf-8", "replace") if kind else None) for n, kind in columns]

        check(lib.colline_catalog_each_table(self._handle, _abi.colline_table_fn(each), None))
        return found

    def compiled(self) -> bytes:
        """The catalog in a form that is read where it lies, for ``add_compiled``: a large one is there at once.

        Raises:
            MisuseError: it holds what was added compiled.
        """
        out, length = ctypes.c_void_p(), ctypes.c_size_t()
        check(lib.colline_catalog_compile(self._handle, ctypes.byref(out), ctypes.byref(length)))
        try:
            return ctypes.string_at(out, length.value)
        finally:
            lib.colline_free(out)

    def add_compiled(self, data: "bytes") -> "Catalog":
        """Read tables from what ``compiled`` made, when they are first named (bytes, or anything with a buffer that can be
        written, such as ``mmap.mmap(file, 0, access=mmap.ACCESS_COPY)``).

        Raises:
            InputError: it is no compiled catalog of this version.

        >>> data = Catalog("hive").add_ddl("CREATE TABLE dw.t (a INT)").compiled()
        >>> from colline import lineage
        >>> [e.source for e in lineage("SELECT * FROM dw.t", "hive", Catalog("hive").add_compiled(data)).edges]
        ['dw.t.a']
        """
        at = data if isinstance(data, bytes) else (ctypes.c_char * len(data)).from_buffer(data)
        check(lib.colline_catalog_add_compiled(self._handle, ctypes.cast(at, ctypes.c_char_p), len(data)))
        self._kept = (data, at)  # the library reads it as long as the catalog lives
        self._journal.append(("add_compiled", (bytes(data),)))
        return self

    # ---- Being an object ----

    def __getstate__(self) -> "dict[str, Any]":
        return {"dialect": self._dialect, "default_db": self._default_db, "journal": self._journal,
                "callback": self._callback}

    def __setstate__(self, state: "dict[str, Any]") -> None:
        self.__init__(state["dialect"], state["default_db"])  # type: ignore[misc]
        for method, arguments in state["journal"]:
            try:
                getattr(self, method)(*arguments)
            except ValueError:
                pass  # (what could not be read then was told then)
        if state["callback"] is not None:
            self.set_callback(state["callback"])

    def __repr__(self) -> str:
        count = len(self._journal)
        return "<Catalog %s: %d addition%s%s>" % (self._dialect, count, "" if count == 1 else "s",
                                                  ", a callback" if self._callback else "")


def _quoted(name: str) -> str:
    """SQLAlchemy's names: all lower case means that case does not matter, anything else is meant exactly.

    >>> [_quoted(n) for n in ("orders", "Orders", "order lines", "dw.sales")]
    ['orders', '"Orders"', '"order lines"', 'dw.sales']
    """
    return name if all(re.fullmatch(r"[a-z_][a-z0-9_$]*", part) for part in name.split(".")) \
        else '"%s"' % name.replace('"', '""')


def _type_text(kind: Any) -> Optional[str]:
    """A SQLAlchemy type as SQL; None where it has no text of its own (NullType)."""
    try:
        text = str(kind)
    except Exception:  # noqa: B902: SQLAlchemy has its own for types that no dialect was named for
        return None
    return None if text == "NULL" else text
