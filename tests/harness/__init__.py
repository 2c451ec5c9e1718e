"""The suites, in the order in which they run."""
from .core import Context  # noqa: F401
from . import (bindings, browser, cache_key, cases, cluster, conformance, damage, docs, emit, fuzz, ingest, kafka, limits,
               metamorphic, mutants, openlineage, programs, rules, schema, serve, store)

MODULES = (
    programs,
    cases,
    docs,
    rules,
    schema,
    openlineage,
    limits,
    mutants,
    damage,
    fuzz,
    metamorphic,
    cache_key,
    bindings,
    emit,
    cluster,
    store,
    ingest,
    kafka,
    conformance,
    serve,
    browser,
)
SUITES = sum((module.SUITES for module in MODULES), ())
