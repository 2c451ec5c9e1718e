"""The suites, in the order in which they run."""
from .core import Context  # noqa: F401
from . import (bindings, cache_key, cases, conformance, docs, fuzz, limits, metamorphic, mutants, programs, rules,
               schema, store)

MODULES = (
    programs,
    cases,
    docs,
    rules,
    schema,
    limits,
    mutants,
    fuzz,
    metamorphic,
    cache_key,
    bindings,
    store,
    conformance,
)
SUITES = sum((module.SUITES for module in MODULES), ())
