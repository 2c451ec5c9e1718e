"""Keyword arguments to colline_options."""
from __future__ import annotations

import functools
import time
from ctypes import sizeof
from typing import Any, Callable, NamedTuple, Optional

from . import _abi
from ._library import dialect_number, to_count, to_name

_FLAG = _abi.colline_option
_TABLES = {None: 0, "exact": _FLAG["TABLES_EXACT"], "lower": _FLAG["TABLES_LOWER"], "any": _FLAG["TABLES_ANY_CASE"]}


class Settings(NamedTuple):
    """How SQL is read.  These are the keyword arguments of ``lineage``, ``lineage_many`` and ``Session``.

    dialect         a name or alias (``colline.dialects()``), "generic" where it is not known
    default_db      the database (or "catalog.schema") of names that say none
    expand_views    edges go through views whose definition the catalog knows
    fold_temporary  edges go through temporary tables to what fed them
    templates       ``${x}``, ``{{ x }}``, ``:x``, ``?`` are parameters
    table_level     targets and sources only, no column edges
    narrow          leave out value edges whose column stands only in a condition
    table_names     how the server compares names of tables and databases, where it is not the dialect's default:
                    "exact", "lower" or "any" (MySQL's lower_case_table_names 0, 1, 2)
    max_nesting, max_edges, max_statement_bytes   limits; 0 stands for the library's own
    timeout         seconds for one call, then ``CancelledError``
    cancelled       a function without arguments, asked now and then; True stops with ``CancelledError``
    """

    dialect: str = "generic"
    default_db: Optional[str] = None
    expand_views: bool = False
    fold_temporary: bool = False
    templates: bool = True
    table_level: bool = False
    narrow: bool = False
    table_names: Optional[str] = None
    max_nesting: int = 0
    max_edges: int = 0
    max_statement_bytes: int = 0
    timeout: Optional[float] = None
    cancelled: Optional[Callable[[], Any]] = None


@functools.lru_cache(maxsize=256)
def _plain(settings: Settings) -> _abi.colline_options:
    flags = ((_FLAG["EXPAND_VIEWS"] if settings.expand_views else 0)
             | (_FLAG["FOLD_TEMPORARY"] if settings.fold_temporary else 0)
             | (0 if settings.templates else _FLAG["NO_TEMPLATES"])
             | (_FLAG["TABLE_LEVEL"] if settings.table_level else 0)
             | (_FLAG["NARROW_CONDITION"] if settings.narrow else 0)
             | _TABLES[settings.table_names])
    return _abi.colline_options(size=sizeof(_abi.colline_options), dialect=dialect_number(settings.dialect),
                                default_db=to_name(settings.default_db), flags=flags,
                                max_nesting=to_count("max_nesting", settings.max_nesting),
                                max_edges=to_count("max_edges", settings.max_edges),
                                max_statement_bytes=to_count("max_statement_bytes", settings.max_statement_bytes, 64))


class Stop:
    """What the library asks whether to go on: the deadline, then the caller's function."""

    def __init__(self, settings: Settings):
        self.timeout, self.ask = settings.timeout, settings.cancelled
        self.deadline = 0.0
        self.failure: Optional[BaseException] = None
        self.function = dict(_abi.colline_options._fields_)["cancelled"](self._poll)

    def start(self) -> None:
        self.failure = None
        if self.timeout is not None:
            self.deadline = time.monotonic() + self.timeout

    def _poll(self, _user: Any) -> int:
        try:
            return int((self.timeout is not None and time.monotonic() >= self.deadline)
                       or bool(self.ask is not None and self.ask()))
        except BaseException as error:  # noqa: B902: it cannot cross the library; raised when the call returns
            self.failure = error
            return 1


def options_of(settings: Settings) -> "tuple[_abi.colline_options, Optional[Stop]]":
    """The struct, and the Stop that must live as long as a session that was opened with it."""
    if settings.timeout is None and settings.cancelled is None:
        return _plain(settings), None
    plain, stop = _plain(settings._replace(timeout=None, cancelled=None)), Stop(settings)
    copy = _abi.colline_options.from_buffer_copy(plain)
    copy.default_db = to_name(settings.default_db)  # (keeps the bytes alive)
    copy.cancelled = stop.function
    return copy, stop
