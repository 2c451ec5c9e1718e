"""The lineage store: the C tests of its interface, and the command, against SQLite and against PostgreSQL."""
import os
import tempfile

from .core import VARIANTS, Result, environment, files, suite
from .postgres import Postgres, binaries
from .programs import tap


def programs(variant):
    for source in files("tests/map", ".c"):
        name = os.path.basename(source)[:-2]
        program = os.path.join(VARIANTS[variant], "tests", "map", name)
        if name.startswith("test_") and os.path.exists(program):
            yield name, program


def run_interface(context, variant):
    chosen = list(programs(variant))
    if not chosen:
        yield Result("map", "", "the build has no data map: SQLite or cJSON was not found")
        return
    with tempfile.TemporaryDirectory(prefix="colline-store-") as folder:
        for name, program in chosen:
            for result in tap([program], "%s, SQLite" % name, env=dict(environment(), TMPDIR=folder)):
                if context.wanted(result.name):
                    yield result
    if not binaries():
        yield Result("map on PostgreSQL", "", "PostgreSQL is not installed")
        return
    with Postgres() as server:
        for name, program in chosen:
            for result in tap([program], "%s, PostgreSQL" % name, env=dict(environment(), COLLINE_TEST_STORE=server.url())):
                if context.wanted(result.name):
                    yield result


SUITES = tuple(suite("store" + ending, "tests/map/*.c against SQLite and PostgreSQL" + (", sanitized" if ending else ""),
                     lambda context, variant=variant: run_interface(context, variant))
               for variant, ending in (("plain", ""), ("asan", "-asan")))
