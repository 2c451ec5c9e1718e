"""The event bus: statements are published, and sinks get their lineage in their own time (docs/events.md)."""
from __future__ import annotations

import atexit
import ctypes
import json
import weakref
from ctypes import byref, c_char_p, c_void_p, sizeof
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Mapping, NamedTuple, Optional, Tuple

from . import _abi
from ._library import SqlText, lib, text_of, to_bytes, to_name
from .catalog import Catalog
from .errors import CollineError, InputError, MisuseError, check
from .model import Statement, statement_of
from .options import options_of
from .result import FORMATS, Lineage
from .session import Session, _settings

_TEXTS = ("query_id", "session_id", "user", "client", "catalog", "database", "state")
_KINDS = {number: lib.colline_statement_kind_name(number).decode() for number in _abi.colline_statement_kind.values()}
_OUTCOMES = {number: lib.colline_outcome_name(number).decode() for number in _abi.colline_outcome.values()}


class Counts(NamedTuple):
    """What became of events: of a bus, or of one of its sinks."""

    published: int
    dropped: int
    skipped: int
    delivered: int
    failed: int
    backlog: int


@dataclass(frozen=True)
class Event:
    """What a sink is given.

    ``extracted`` is False where a filter is asked before the lineage is found; ``kind``, ``outcome``, ``fingerprint`` and
    ``lineage`` (the JSON, a line a statement) are empty then.  ``number`` is 0 for ``Bus.wants``.
    """

    number: int
    sql: str
    query_id: Optional[str] = None
    session_id: Optional[str] = None
    user: Optional[str] = None
    client: Optional[str] = None
    catalog: Optional[str] = None
    database: Optional[str] = None
    state: Optional[str] = None
    time_ms: int = 0
    duration_ms: int = -1
    properties: Mapping[str, str] = field(default_factory=dict)
    extracted: bool = False
    kind: str = ""
    outcome: str = ""
    fingerprint: str = ""
    lineage: str = field(default="", repr=False)

    @property
    def statements(self) -> "Tuple[Statement, ...]":
        """The lineage as objects."""
        data = to_bytes(self.sql)
        return tuple(statement_of(json.loads(line), data) for line in self.lineage.splitlines())


def _text(data: Optional[bytes]) -> Optional[str]:
    return None if data is None else data.decode("utf-8", "replace")


def _event_of(given: Any) -> Event:
    event, context = given.contents, given.contents.context.contents
    properties = {_text(context.properties[i].name) or "": _text(context.properties[i].value) or ""
                  for i in range(context.property_count)}
    known = bool(event.extracted)
    return Event(event.number, text_of(event.sql), *(_text(getattr(context, name)) for name in _TEXTS), context.time_ms,
                 context.duration_ms, properties, known, _KINDS.get(event.kind, "") if known else "",
                 _OUTCOMES.get(event.outcome, "") if known else "", "%016x" % event.fingerprint if known else "",
                 text_of(event.lineage))


def _context(of: Mapping[str, Any]) -> _abi.colline_event_context:
    context = _abi.colline_event_context(size=sizeof(_abi.colline_event_context), duration_ms=-1)
    for name, value in of.items():
        if name in _TEXTS:
            setattr(context, name, to_name(value))
        elif name in ("time_ms", "duration_ms"):
            setattr(context, name, value)
        elif name == "properties":
            pairs = [(to_name(k), to_name(v)) for k, v in value.items()]
            context.properties = (_abi.colline_property * len(pairs))(*pairs)
            context.property_count = len(pairs)
        else:
            raise TypeError("unknown part of an event %r; there are %s, time_ms, duration_ms, properties"
                            % (name, ", ".join(_TEXTS)))
    return context


class _Sink:
    """The functions that the library calls, from threads of its own.  What they raise stays here: a filter that raises wants
    nothing, a delivery that raises has failed."""

    def __init__(self, deliver: Callable[[Event], Any], filter: Optional[Callable[[Event], Any]],
                 close: Optional[Callable[[], Any]]):
        self.error: Optional[BaseException] = None
        types = dict(_abi.colline_sink._fields_)
        self.deliver = types["deliver"](lambda _, event: self._run(1, lambda: bool(deliver(_event_of(event)) is False)))
        self.filter = types["filter"](lambda _, event: self._run(0, lambda: bool(filter(_event_of(event))))) \
            if filter is not None else types["filter"]()
        self.close = types["close"](lambda _: self._run(None, close)) if close is not None else types["close"]()

    def _run(self, otherwise: Any, function: Callable[[], Any]) -> Any:
        try:
            return function()
        except BaseException as error:  # noqa: B902: it cannot cross the library
            self.error = error
            return otherwise


_open: "weakref.WeakSet[Bus]" = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    for bus in list(_open):
        bus.close(timeout=1)


class Bus:
    """Statements in, lineage out to sinks, each in a thread of its own; publishing never waits.

    Args:
        dialect, catalog: as for ``lineage``; a catalog's callback is asked by the bus's thread.
        queue_events, queue_bytes: what may wait, for the bus and for each sink; beyond it events are dropped and counted.
            0: 1024, and 64 MiB.
        options: those of ``lineage``, but timeout and cancelled.

    Sinks are Python functions (they take turns under Python's lock) or plugins (``load_sink``).  Open it behind a fork.

    >>> got = []
    >>> with Bus("hive") as bus:
    ...     bus.add_sink("list", got.append, filter=lambda event: event.user != "monitor")
    ...     _ = bus.publish("INSERT INTO r SELECT a + 1 AS b FROM t", user="etl", properties={"password": "x"})
    ...     _ = bus.publish("SELECT 1", user="monitor")
    ...     _ = bus.flush(10)
    ...     bus.count("list").delivered
    1
    >>> [str(e) for e in got[0].statements[0].edges], got[0].properties
    (['PROJECT t.a -> b'], {'password': '***'})
    """

    def __init__(self, dialect: str = "generic", catalog: Any = None, *, queue_events: int = 0, queue_bytes: int = 0,
                 **options: Any):
        self._handle = c_void_p()
        self._sinks: Dict[str, _Sink] = {}
        settings = _settings(dict(options, dialect=dialect))
        if settings.timeout is not None or settings.cancelled is not None:
            raise TypeError("a bus takes neither timeout nor cancelled")
        self.catalog = Catalog.of(catalog, dialect, settings.default_db)
        self._analysis, _ = options_of(settings)
        given = _abi.colline_bus_options(sizeof(_abi.colline_bus_options), ctypes.pointer(self._analysis),
                                         FORMATS["json"], queue_events, queue_bytes)
        check(lib.colline_bus_open(self.catalog._handle if self.catalog else None, byref(given), byref(self._handle)))
        _open.add(self)

    def __enter__(self) -> "Bus":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self, timeout: float = 10) -> int:
        """Deliver what waits, for so many seconds at most: how many events (for a sink each) were lost."""
        handle, self._handle = self._handle, c_void_p()
        _open.discard(self)
        return int(lib.colline_bus_close(handle, _milliseconds(timeout))) if handle else 0

    def _opened(self) -> c_void_p:
        if not self._handle:
            raise ValueError("the bus is closed")
        return self._handle

    # ---- Sinks ----

    def add_sink(self, name: str, deliver: Callable[[Event], Any], filter: Optional[Callable[[Event], Any]] = None,
                 close: Optional[Callable[[], Any]] = None) -> None:
        """Have ``deliver(Event)`` called for every event that ``filter(Event)`` wants (all, where it is None).

        A delivery that raises, or returns False, is counted as failed; ``error(name)`` has the exception.  The filter is
        asked before the lineage is found and before delivery, and answers at once.

        Raises:
            MisuseError: the name is taken.
            LimitError: there are 64 sinks.
        """
        sink = _Sink(deliver, filter, close)
        check(lib.colline_bus_add_sink(self._opened(), byref(_abi.colline_sink(
            sizeof(_abi.colline_sink), to_name(name), sink.filter, sink.deliver, sink.close, None))))
        self._sinks[name] = sink

    def load_sink(self, file: str, name: Optional[str] = None, configuration: Optional[str] = None) -> None:
        """Load a plugin (a shared object) and add its sink.

        Raises:
            CollineError: it cannot be loaded, and why.
        """
        problem = c_char_p()
        status = lib.colline_bus_load_sink(self._opened(), to_name(file), to_name(name), to_name(configuration), byref(problem))
        if status and problem.value:
            kinds = {_abi.colline_status["E_INPUT"]: InputError, _abi.colline_status["E_MISUSE"]: MisuseError}
            raise kinds.get(status, CollineError)(problem.value.decode("utf-8", "replace"))
        check(status)

    def remove_sink(self, name: str) -> bool:
        """Take a sink out, when its delivery under way has ended; whether there was one."""
        there = bool(lib.colline_bus_remove_sink(self._opened(), to_name(name)))
        if there:
            self._sinks.pop(name, None)
        return there

    def error(self, name: str) -> Optional[BaseException]:
        """What the functions of a sink raised last."""
        sink = self._sinks.get(name)
        return sink.error if sink is not None else None

    # ---- Events ----

    def wants(self, **context: Any) -> bool:
        """Whether some sink wants events of this context (as for ``publish``), before a caller does work for one."""
        return bool(lib.colline_bus_wants(self._opened(), byref(_context(context))))

    def publish(self, sql: SqlText, **context: Any) -> bool:
        """Publish a text that ran: whether it was taken (else it is counted as dropped).  Never waits.

        Args:
            context: query_id, session_id, user, client, catalog, database, state (texts), time_ms, duration_ms, and
                properties, a dict from which secrets are removed.
        """
        data = to_bytes(sql)
        return bool(lib.colline_bus_publish(self._opened(), byref(_context(context)), data, len(data)))

    def run(self, session: Session, sql: SqlText, **context: Any) -> Lineage:
        """Read a script in a session, which knows its temporary tables, and publish each of its statements.

        >>> got = []
        >>> with Bus() as bus, Session("hive", fold_temporary=True) as session:
        ...     bus.add_sink("list", got.append)
        ...     _ = bus.run(session, "CREATE TEMPORARY TABLE x AS SELECT a FROM t; INSERT INTO r SELECT a FROM x")
        ...     _ = bus.flush(10)
        >>> [e.source for e in got[1].statements[0].edges]
        ['t.a']
        """
        handle, given = self._opened(), _context(context)
        return session._run(sql, each=lambda statement: lib.colline_bus_publish_statement(handle, byref(given), statement))

    def flush(self, timeout: float = 60) -> bool:
        """Wait until all that was published is delivered, for so many seconds at most; whether it is."""
        return bool(lib.colline_bus_flush(self._opened(), _milliseconds(timeout)))

    def count(self, sink: Optional[str] = None) -> Counts:
        """The counts of the bus, or of one sink.

        Raises:
            KeyError: there is no such sink.
        """
        counts = _abi.colline_bus_counts(size=sizeof(_abi.colline_bus_counts))
        if not lib.colline_bus_count(self._opened(), to_name(sink), byref(counts)):
            raise KeyError(sink)
        return Counts(*(getattr(counts, name) for name in Counts._fields))


def _milliseconds(seconds: float) -> int:
    return max(0, min(int(seconds * 1000), 2 ** 32 - 1))
