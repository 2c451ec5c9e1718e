"""The bindings: each has test programs of its own, which print TAP lines."""
import os
import shutil
import sys

from .core import BUILD, Result, environment, path, run, suite
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
    yield from context.chosen(tap([python(), path("bindings/python/tests/run")], "python", 3600, env=long_environment(long)))


def run_program(context, name, arguments, needs=None, why="", timeout=600):
    """A test program of a binding; skipped as a whole where what it needs is not there."""
    if needs is not None and not os.path.exists(needs):
        yield Result(name, "", why)
        return
    yield from context.chosen(tap(arguments, name, timeout))


def run_sqlite(context):
    yield from run_program(context, "sqlite", [path("bindings/sqlite/test")])


OUT = os.path.join(BUILD, "bindings")
JAVA = os.path.join(OUT, "java")


def run_java(context, calls):
    jar = os.path.join(JAVA, "colline.jar")
    yield from run_program(context, "java", ["java", "-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch", "-cp", jar + ":" + os.path.join(JAVA, "tests"),
                                             "io.colline.Tests", str(calls)], jar, "there was no javac", 3600)
    if calls <= 50000:
        adapters = ":".join([jar, os.path.join(JAVA, "stubs"), os.path.join(JAVA, "adapters"), "/usr/share/java/gson.jar"])
        yield from run_program(context, "java adapters", ["java", "-cp", adapters, "io.colline.adapters.AdapterTests"],
                               os.path.join(JAVA, "adapters.done"), "there was no javac, or libgoogle-gson-java is not installed")


def run_wasm(context):
    folder = os.path.join(OUT, "wasm")
    missing = os.path.join(folder, "colline.wasm") if shutil.which("node") else "/nonexistent"
    yield from run_program(context, "wasm", ["node", path("bindings/wasm/test/test.mjs"), folder, os.path.join(BUILD, "colline")],
                           missing, "node, or clang, lld, wasi-libc and libclang-rt-*-dev-wasm32 are not installed")


def run_postgres(context):
    yield from run_program(context, "postgres", [path("bindings/postgres/check")])


SUITES = (suite("python", "bindings/python", lambda context: run_python(context, False)),
          suite("python-long", "bindings/python, a million calls", lambda context: run_python(context, True), slow=True),
          suite("sqlite", "bindings/sqlite in sqlite3", run_sqlite),
          suite("java", "bindings/java and its adapters", lambda context: run_java(context, 20000)),
          suite("java-long", "bindings/java, a million calls", lambda context: run_java(context, 1000000), slow=True),
          suite("wasm", "bindings/wasm in Node", run_wasm),
          suite("postgres", "bindings/postgres in a server of its own", run_postgres))
