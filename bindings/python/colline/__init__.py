"""colline: SQL in, column lineage out.

    >>> import colline
    >>> for edge in colline.lineage("INSERT INTO r SELECT SUM(x) AS s FROM t", dialect="hive").edges:
    ...     print(edge)
    AGG t.x -> s

``lineage`` reads a script, ``lineage_many`` very many, a ``Session`` those that belong together; a ``Catalog`` says
what tables there are; ``parse``, ``tokens`` and ``fingerprint`` are what they are made from.  The library's calls run
outside Python's lock, so that threads read in parallel.
"""
from ._library import diagnostic_codes, dialects, version
from .bus import Bus, Counts, Event
from .catalog import Catalog, TableName
from .errors import CancelledError, CollineError, InputError, LimitError, MisuseError, SqlError
from .model import Column, Diagnostic, Edge, Partition, Statement, Target
from .result import Lineage
from .session import Session, cache_key, fingerprint, lineage, lineage_json, lineage_many, normalize
from .tree import Node, Span, Token, locate, parse, tokens

__version__ = version()
__all__ = ["Bus", "CancelledError", "Catalog", "CollineError", "Column", "Counts", "Diagnostic", "Edge", "Event", "InputError",
           "LimitError", "Lineage", "MisuseError", "Node", "Partition", "Session", "Span", "SqlError", "Statement",
           "TableName", "Target", "Token", "cache_key", "diagnostic_codes", "dialects", "fingerprint", "lineage",
           "lineage_json", "lineage_many", "locate", "normalize", "parse", "tokens", "version"]
