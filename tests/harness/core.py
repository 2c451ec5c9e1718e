"""What every suite uses: results, the context, running a program."""
import os
import re
import subprocess
from collections import namedtuple
from contextlib import contextmanager

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# COLLINE_BUILD=build/coverage: run what was built there in the place of build.
BUILD = os.path.join(ROOT, os.environ.get("COLLINE_BUILD", "build"))
VARIANTS = {"plain": BUILD, "asan": BUILD if "COLLINE_BUILD" in os.environ else os.path.join(BUILD, "asan")}

# problem: None or "" when the test passed; skipped: why it could not run, which counts neither way.
Result = namedtuple("Result", "name problem skipped", defaults=("",))
# run: a generator function (context) -> Results.
Suite = namedtuple("Suite", "name about run slow updates")


class Context:
    """What the command line chose."""

    def __init__(self, text, update):
        self.text, self.update = text, update

    def wanted(self, name):
        return self.text in name

    def chosen(self, results):
        """Those whose names are wanted."""
        return (result for result in results if self.wanted(result.name))


def suite(name, about, run, slow=False, updates=False):
    return Suite(name, about, run, slow, updates)


CURRENT = ["plain"]


@contextmanager
def using(variant):
    """Commands are that variant's, unless they are asked for by another's name."""
    CURRENT.append(variant)
    try:
        yield
    finally:
        CURRENT.pop()


def environment():
    env = dict(os.environ, LC_ALL="C.UTF-8", ASAN_OPTIONS="detect_leaks=1:allocator_may_return_null=1:exitcode=99",
               UBSAN_OPTIONS="print_stacktrace=1", CMOCKA_MESSAGE_OUTPUT="TAP")
    env["PATH"] = VARIANTS[CURRENT[-1]] + os.pathsep + env.get("PATH", "")
    env["LD_LIBRARY_PATH"] = VARIANTS[CURRENT[-1]]
    env["SOURCE_DATE_EPOCH"] = "1600000000"  # what stands for now in events
    return env


def run(arguments, data=b"", timeout=300, env=None, **more):
    """(status, standard output, standard error), the texts decoded; status 124 when time ran out."""
    if isinstance(data, str):
        data = data.encode()
    try:
        done = subprocess.run(arguments, input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
                              env=env or environment(), timeout=timeout, **more)
    except subprocess.TimeoutExpired:
        return 124, "", "no end after %d seconds" % timeout
    except OSError as error:
        return 127, "", str(error)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def command(variant=None):
    return os.path.join(VARIANTS[variant or CURRENT[-1]], "colline")


def path(*parts):
    return os.path.join(ROOT, *parts)


def files(folder, *endings):
    """Files below ROOT/folder with one of these endings, sorted, as paths relative to ROOT."""
    found = []
    for where, _, names in os.walk(path(folder)):
        found += [os.path.relpath(os.path.join(where, n), ROOT) for n in names if n.endswith(endings)]
    return sorted(found)


def difference(expected, actual):
    """What lines lack and what lines are too many."""
    rest, extra = list(expected), []
    for line in actual:
        if line in rest:
            rest.remove(line)
        else:
            extra.append(line)
    return "\n".join(["lacks  " + line for line in rest] + ["adds   " + line for line in extra])


def same(expected, actual):
    """A line `...` stands for any lines, and ... inside a line for any text."""
    pattern = "\n".join(r"(?:.*\n)*.*" if line == "..." else
                        ".*".join(re.escape(part) for part in line.split("...")) for line in expected)
    return re.fullmatch(pattern, "\n".join(actual)) is not None
