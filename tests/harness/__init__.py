"""The suites, in the order in which they run."""
from .core import Context  # noqa: F401
from . import cases, conformance, docs, limits, mutants, programs, rules, schema

SUITES = (programs.SUITES + cases.SUITES + docs.SUITES + rules.SUITES + schema.SUITES + limits.SUITES +
          mutants.SUITES + conformance.SUITES)
