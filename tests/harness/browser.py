"""The data map's page in Debian's chromium (tests/browser/map.mjs)."""
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


SUITES = (suite("browser", "the data map's page in a real browser", browser),)
