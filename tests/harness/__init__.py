"""The suites, in the order in which they run."""
from .core import Context  # noqa: F401
from . import cache_key, cases, conformance, docs, fuzz, limits, metamorphic, mutants, programs, rules, schema

SUITES = (programs.SUITES + cases.SUITES + docs.SUITES + rules.SUITES + schema.SUITES + limits.SUITES +
          mutants.SUITES + fuzz.SUITES + metamorphic.SUITES + cache_key.SUITES + conformance.SUITES)
