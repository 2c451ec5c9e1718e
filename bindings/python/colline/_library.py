"""Finding, loading and checking libcolline; small helpers around it."""
from __future__ import annotations

import ctypes
import difflib
import functools
import itertools
import os
import sys
from ctypes import byref, c_char_p, c_int
from typing import Optional, Union

from . import _abi

_HERE = os.path.dirname(os.path.abspath(__file__))
_NAMES = {"darwin": "libcolline.dylib", "win32": "colline.dll"}
_FILE = _NAMES.get(sys.platform, "libcolline.so")

SqlText = Union[str, bytes]


def _candidates() -> "list[str]":
    """COLLINE_LIBRARY, then the wheel's own, then that of the checkout this stands in, then the system's."""
    chosen = os.environ.get("COLLINE_LIBRARY")
    if chosen:
        return [chosen]
    own = os.path.join(_HERE, _FILE)
    built = os.path.join(_HERE, "..", "..", "..", "build", _FILE)
    return [p for p in (own, built) if os.path.exists(p)] + ["%s.%d" % (_FILE, _abi.ABI_VERSION), _FILE]


def _load() -> ctypes.CDLL:
    problems = []
    for name in _candidates():
        try:
            library = ctypes.CDLL(name)
        except OSError as error:
            problems.append(str(error))
            continue
        _declare(library, name)
        return library
    raise ImportError("libcolline cannot be loaded (set COLLINE_LIBRARY to its path): " + "; ".join(problems))


def _declare(library: ctypes.CDLL, name: str) -> None:
    for function, (result, arguments) in _abi.SIGNATURES.items():
        try:
            f = getattr(library, function)
        except AttributeError:
            raise ImportError("%s lacks %s: it is older than this package" % (name, function)) from None
        f.restype, f.argtypes = result, arguments
    found = library.colline_abi_version()
    if found != _abi.ABI_VERSION:
        raise ImportError("%s has ABI version %d, this package is for %d" % (name, found, _abi.ABI_VERSION))


lib = _load()


def to_bytes(sql: SqlText) -> bytes:
    """The UTF-8 of a text; bytes stay as they are (what is no UTF-8 in them comes back as U+FFFD)."""
    if isinstance(sql, str):
        return sql.encode("utf-8", "surrogatepass")
    if isinstance(sql, (bytes, bytearray, memoryview)):
        return bytes(sql)
    raise TypeError("SQL must be str or bytes, not " + type(sql).__name__)


def to_name(name: Optional[str]) -> Optional[bytes]:
    """A name for a C string, which ends at a NUL."""
    if name is None:
        return None
    if not isinstance(name, str):
        raise TypeError("a name must be str, not " + type(name).__name__)
    data = name.encode("utf-8", "surrogatepass")
    if b"\0" in data:
        raise ValueError("a name cannot hold a NUL character")
    return data


def to_count(what: str, number: int, bits: int = 32) -> int:
    """A number for an unsigned member, which ctypes would cut to its size."""
    if not isinstance(number, int):
        raise TypeError("%s must be int, not %s" % (what, type(number).__name__))
    if not 0 <= number < 1 << bits:
        raise ValueError("%s must be from 0 to %d, not %d" % (what, (1 << bits) - 1, number))
    return number


def text_of(text: _abi.colline_text) -> str:
    """A colline_text as str."""
    return ctypes.string_at(text.data, text.length).decode("utf-8", "replace") if text.length else ""


@functools.lru_cache(maxsize=256)
def dialect_number(name: str) -> int:
    """The number of a dialect's name or alias; ValueError, with what was perhaps meant, where there is none."""
    found = c_int()
    if lib.colline_dialect_by_name(to_name(name), byref(found)):
        return found.value
    close = difflib.get_close_matches(name.lower(), dialects(), 3)
    raise ValueError("unknown dialect %r%s" % (name, "; did you mean %s?" % " or ".join(close) if close else ""))


def dialects() -> "list[str]":
    """The names of all dialects.

    >>> "impala" in dialects()
    True
    """
    return [lib.colline_dialect_name(n).decode() for n in sorted(_abi.colline_dialect.values())]


def diagnostic_codes() -> "dict[str, str]":
    """The codes of diagnostics, and what they mean (docs/diagnostics.md).

    >>> "syntax_error" in diagnostic_codes()
    True
    """
    codes, meaning = {}, c_char_p()
    for index in itertools.count():
        code = lib.colline_diagnostic_code(index, byref(meaning))
        if code is None:
            return codes
        codes[code.decode()] = (meaning.value or b"").decode()
    raise AssertionError


def version() -> str:
    """The version of the library that runs.

    >>> version().count(".")
    2
    """
    return lib.colline_version().decode()
