"""The bindings: each has test programs of its own, which print TAP lines."""
import sys

from .core import environment, path, run, suite
from .programs import tap


def python():
    """The system's python where it has what the optional tests use: Debian's modules belong to it alone."""
    for program in ("/usr/bin/python3", sys.executable):
        if run([program, "-c", "import networkx"])[0] == 0:
            return program
    return sys.executable


def long_environment(long):
    return dict(environment(), COLLINE_LONG="1" if long else "0")


def run_python(context, long):
    for result in tap([python(), path("bindings/python/tests/run")], "python", 3600, env=long_environment(long)):
        if context.wanted(result.name):
            yield result


SUITES = (suite("python", "bindings/python", lambda context: run_python(context, False)),
          suite("python-long", "bindings/python, a million calls", lambda context: run_python(context, True), slow=True))
