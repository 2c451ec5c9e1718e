"""What can go wrong, with where.

A statement that does not parse is no exception: it comes back with its ``diagnostics``, and the others are read as
if nothing had happened.  Exceptions tell of what a *call* could not do: DDL that cannot be read, a limit, a
cancellation; and, where ``strict=True`` asks for it, of the first error in the SQL.
"""
from __future__ import annotations

import ctypes
from ctypes import c_void_p
from typing import Optional, Sequence, Tuple

from . import _abi
from ._library import lib, text_of
from .model import Diagnostic


class CollineError(Exception):
    """The base of what this package raises.

    Attributes:
        diagnostics: what the library told, each with its place; may be empty.
        code, offset, line, column: of the first of them, or None.
    """

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()):
        super().__init__(message)
        self.diagnostics: Tuple[Diagnostic, ...] = tuple(diagnostics)
        first = self.diagnostics[0] if self.diagnostics else None
        self.code: Optional[str] = first.code if first else None
        self.offset: Optional[int] = first.offset if first else None
        self.line: Optional[int] = first.line if first else None
        self.column: Optional[int] = first.column if first else None

    def __reduce__(self):
        return type(self), (self.args[0], self.diagnostics)


class InputError(CollineError, ValueError):
    """DDL or JSON for a catalog that cannot be read."""


class SqlError(CollineError, ValueError):
    """The first error in SQL that was read with ``strict=True``."""


class LimitError(CollineError):
    """Larger than a 32-bit offset allows.  (A statement beyond ``max_statement_bytes`` ... has a diagnostic instead.)"""


class CancelledError(CollineError):
    """The time was up, or ``cancelled`` said so."""


class MisuseError(CollineError, ValueError):
    """An argument that makes no sense to the library, such as a default database that is no name."""


def _first_line(diagnostics: Sequence[Diagnostic]) -> str:
    if not diagnostics:
        return ""
    more = len(diagnostics) - 1
    return "%s%s" % (diagnostics[0], " (and %d more)" % more if more else "")


def located(kind: type, diagnostics: Sequence[Diagnostic]) -> CollineError:
    return kind(_first_line(diagnostics), diagnostics)


def check(status: int, diagnostics: Sequence[Diagnostic] = ()) -> None:
    """Raise what a status stands for; COLLINE_OK raises nothing."""
    if status == _abi.colline_status["OK"]:
        return
    message = _first_line(diagnostics) or lib.colline_status_text(status).decode()
    if status == _abi.colline_status["E_MEMORY"]:
        raise MemoryError("libcolline: " + message)
    kinds = {"E_MISUSE": MisuseError, "E_LIMIT": LimitError, "E_CANCELLED": CancelledError, "E_INPUT": InputError}
    for word, kind in kinds.items():
        if status == _abi.colline_status[word]:
            raise kind(message, diagnostics)
    raise CollineError(message, diagnostics)


def take_diagnostics(handle: c_void_p) -> "list[Diagnostic]":
    """What stands behind a colline_diagnostics pointer, which is freed."""
    try:
        return [_diagnostic(lib.colline_diagnostics_get(handle, i).contents)
                for i in range(lib.colline_diagnostics_count(handle))]
    finally:
        lib.colline_diagnostics_free(handle)


def _diagnostic(d: _abi.colline_diagnostic) -> Diagnostic:
    return Diagnostic(severity="error" if d.severity == _abi.colline_severity["ERROR"] else "warning",
                      code=ctypes.string_at(d.code).decode() if d.code else "", message=text_of(d.message),
                      offset=d.at.offset, line=d.line, column=d.column)
