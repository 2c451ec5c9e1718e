"""The data map's page in Debian's chromium (tests/browser/map.mjs)."""
import glob
import os
import shutil
import tempfile

from . import programs, serve
from .core import BUILD, Result, command, path, run, suite

CHROMIUM = "/usr/bin/chromium"


def missing():
    """What is not here that the tests need; "" when all is."""
    if shutil.which("node") is None:
        return "node is not installed"
    if not os.path.exists(os.path.join(BUILD, "web", "dist", "index.html")):
        return "the page is not built (make web)"
    if not os.path.exists(CHROMIUM):
        return "chromium is not installed (scripts/deps test)"
    if run([command(), "ingest", "--help"])[0] != 0:
        return "this build has no ingest"
    return ""


def alone(server):
    """Pasted SQL without a server, by the library in WebAssembly."""
    web = os.path.join(BUILD, "web")
    if not glob.glob(os.path.join(web, "dist", "assets", "colline-*.wasm")):
        yield Result("browser: without a server", "", "WebAssembly could not be built (clang, lld, wasi-libc)")
        return
    yield from programs.tap(["node", path("tests/browser/alone.mjs"), "http://127.0.0.1:%d" % server.port, web], "without a server", timeout=120)


def browser(context):
    if not context.wanted("browser"):
        return
    why = missing()
    if why:
        yield Result("browser", "", why)
        return
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "map.db")
        problem = serve.make_store(store)
        if problem:
            yield Result("browser: a store", problem)
            return
        with serve.Server("--store", store, "--dialect", "impala", token=serve.TOKEN) as server:
            yield from programs.tap(["node", path("tests/browser/map.mjs"), "http://127.0.0.1:%d" % server.port, serve.TOKEN,
                                     os.path.join(BUILD, "pictures")], "browser", timeout=280)
            yield from alone(server)


SUITES = (suite("browser", "the data map's page in a real browser", browser),)
