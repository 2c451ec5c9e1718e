"""Hostile sizes, and memory errors that only a slow tool finds."""
import os

from .core import BUILD, Result, VARIANTS, command, files, run, suite
from .programs import tap


def pathological(context, variant, scale):
    program = os.path.join(VARIANTS[variant], "tests", "bench", "pathological")
    yield from context.chosen(tap([program, scale], "pathological"))


def valgrind(context):
    """The uninitialised reads and leaks that the sanitizers do not see."""
    scripts = files("examples/warehouse/etl", ".sql") + files("tests/bench/corpus", ".sql")
    for script in scripts:
        name = "valgrind: " + script
        if not context.wanted(name):
            continue
        catalog = "examples/warehouse/catalog.sql" if "warehouse" in script else "tests/bench/catalog.sql"
        status, _, err = run(["valgrind", "--quiet", "--error-exitcode=99", "--leak-check=full", command(), "lineage",
                              "--dialect", "impala", "--catalog", catalog, "--format", "json", script])
        yield Result(name, "" if status in (0, 1) else err[-3000:] or "exit status %d" % status)


def steps(context):
    """Both in basic blocks, which VARIANT=steps counts; built by `make steps` and `make check-long`."""
    yield from context.chosen(tap([os.path.join(BUILD, "steps/tests/bench/pathological"), "1"], "steps/pathological", 900))
    yield from context.chosen(tap([os.path.join(BUILD, "steps/tests/api/test_cancel")], "steps/test_cancel", 900))


SUITES = (suite("limits", "tests/bench/pathological", lambda c: pathological(c, "plain", "1")),
          suite("limits-asan", "the same, sanitized", lambda c: pathological(c, "asan", "1")),
          suite("limits-long", "ten times as large", lambda c: pathological(c, "plain", "10"), slow=True),
          suite("steps", "the same, and who may cancel, in basic blocks", steps, slow=True),
          suite("valgrind", "valgrind on the examples and the corpus", valgrind, slow=True))
