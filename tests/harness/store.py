"""The lineage store: the C tests of its interface, and the command, against SQLite and against PostgreSQL."""
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile

from .core import BUILD, VARIANTS, Result, command, environment, files, run, suite
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
            yield from context.chosen(tap([program], "%s, SQLite" % name, env=dict(environment(), TMPDIR=folder)))
    if not binaries():
        yield Result("map on PostgreSQL", "", "PostgreSQL is not installed")
        return
    with Postgres() as server:
        for name, program in chosen:
            yield from context.chosen(tap([program], "%s, PostgreSQL" % name, env=dict(environment(), COLLINE_TEST_STORE=server.url())))


# ---- The command -------------------------------------------------------------------------------------------------

SCENE = ("table=dw.fact", "table=dw.report", "impala 1: dw.fact.x>dw.report.y DIRECT, dw.fact.z>dw.report.* FILTER",
         "hive 2: dw.fact.x>dw.report.y DIRECT", "impala 3: dw.report.y>mart.board.v AGG ?", "hive 4! SELEKT")


class Scene:
    """A store with SCENE in it, and what is done to it."""

    def __init__(self, where):
        self.where, self.fill_program = where, os.path.join(BUILD, "tests", "map", "fill")

    def fill(self, batch, *statements):
        return run([self.fill_program, self.where, batch, *statements])

    def ask(self, *arguments):
        return run([command(), *arguments, "--store", self.where])

    def json(self, *arguments):
        status, out, err = self.ask(*arguments, "--format", "json")
        return json.loads(out) if out else "exit status %d: %s" % (status, err)

    def edges(self, *arguments):
        """["dw.a.x>dw.b.y DIRECT AUTO_CONFIRMED impala,hive", ...] of a question's answer."""
        answer = self.json("query", *arguments)
        names = {n["id"]: n["name"] for n in answer["nodes"]}
        return ["%s>%s %s %s %s" % (names[e["source"]], names[e["target"]], e["kind"], e["quality"], ",".join(e["engines"]))
                for e in answer["edges"]]

    def edge(self, source, target):
        answer = self.json("query", "downstream", source, "--depth", "1")
        names = {n["id"]: n["name"] for n in answer["nodes"]}
        return [str(e["id"]) for e in answer["edges"] if names[e["target"]] == target][0]


def expect(actual, wanted):
    if actual != wanted:
        raise AssertionError("got\n%s\nnot\n%s" % (actual, wanted))


def questions(scene):
    both = "dw.fact.x>dw.report.y DIRECT AUTO_CONFIRMED impala,hive"
    last = "dw.report.y>mart.board.v AGG TO_CONFIRM impala"
    expect(scene.edges("downstream", "FACT.X"), [both, last])
    expect(scene.edges("downstream", "dw.fact.x", "--depth", "1"), [both])
    expect(scene.edges("upstream", "v", "--kinds", "agg"), [last])
    expect(scene.edges("upstream", "dw.report.y"), [both, "dw.fact.z>dw.report.* FILTER AUTO_CONFIRMED impala"])
    expect(scene.edges("downstream", "dw.fact"), ["dw.fact>dw.report TABLE AUTO_CONFIRMED impala,hive",
                                                  "dw.report>mart.board TABLE TO_CONFIRM impala"])
    expect(scene.edges("downstream", "dw.fact.x", "--level", "table", "--depth", "1"),
           ["dw.fact>dw.report TABLE AUTO_CONFIRMED impala,hive"])
    expect(scene.edges("path", "dw.fact.x", "mart.board.v"), [both, last])
    expect(scene.json("query", "downstream", "dw.fact.x", "--limit", "2")["truncated"], True)
    expect([n["name"] for n in scene.json("query", "search", "REP")["nodes"]], ["dw.report"])
    impact = scene.json("query", "impact", "dw.fact.x")["tables"]
    expect([(t["table"], t["depth"], t["columns"], [s["fingerprint"] for s in t["statements"]]) for t in impact],
           [("dw.report", 1, ["y"], ["0000000000000001", "0000000000000002"]), ("mart.board", 2, ["v"], ["0000000000000003"])])
    expect(impact[0]["statements"][0]["jobs"][0]["job"], "nightly")
    related = scene.json("query", "related", "mart.board.v", "dw.fact.x")
    expect((related["relation"], len(related["nodes"])), ("fed_by", 3))
    kinds = {n["name"]: (n["kind"], n["known"]) for n in scene.json("query", "downstream", "dw.fact")["nodes"]}
    expect(kinds, {"dw.fact": ("table", True), "dw.report": ("table", True), "mart.board": ("temporary", False)})


def refusals(scene):
    for status, words, arguments in (
            (1, "nothing is called nix", ("query", "downstream", "nix")),
            (1, "is ambiguous:\n  dw.fact.y\n  dw.report.y\n", ("query", "downstream", "y")),
            (1, "", ("query", "path", "mart.board.v", "dw.fact.x", "--format", "json")),
            (1, "", ("query", "related", "dw.fact.y", "mart.board.v")),
            (2, "wants NODE", ("query", "downstream")),
            (2, "--format wants", ("query", "downstream", "dw.fact", "--format", "xml")),
            (2, "--level wants", ("query", "downstream", "dw.fact", "--level", "row")),
            (2, "--kinds wants", ("query", "downstream", "dw.fact", "--kinds", "FOO")),
            (2, "--depth wants a number", ("query", "downstream", "dw.fact", "--depth", "-1")),
            (2, "there is no option --frmat", ("query", "downstream", "dw.fact", "--frmat", "json")),
            (2, "is no question", ("query", "sidestream", "dw.fact")),
            (2, "--who", ("edge", "remove", "1")),
            (1, "there is no edge 999", ("edge", "remove", "999", "--who", "ann")),
            (2, "names no column", ("edge", "add", "x1", "dw.report.y", "--who", "ann")),
            (2, "--kind wants", ("edge", "add", "dw.fact.x", "dw.report.y", "--who", "ann", "--kind", "MAGIC")),
            (1, "no failure", ("failures", "close", "999", "--who", "ann")),
            (1, "there is no batch", ("store", "drop-batch", "nix"))):
        got, out, err = scene.ask(*arguments)
        if got != status or words not in err:
            raise AssertionError("%s: exit status %d\n%s%s" % (" ".join(arguments), got, out, err))
    expect(len(scene.edges("downstream", "dw.fact.x")), 2)


def people(scene):
    ann = ("--who", "ann", "--why", "seen it")
    expect(scene.ask("edge", "add", "mart.board.v", "ext.mail.total", "--kind", "project", *ann)[0], 0)
    unsure = scene.edge("dw.report.y", "mart.board.v")
    expect(scene.ask("edge", "confirm", unsure, *ann)[0], 0)
    expect(scene.ask("edge", "remove", scene.edge("dw.fact.x", "dw.report.y"), *ann)[0], 0)
    expect(scene.edges("downstream", "dw.fact.x"), [])
    wanted = ["dw.report.y>mart.board.v AGG AUTO_CONFIRMED impala", "mart.board.v>ext.mail.total PROJECT MANUAL_ADDED "]
    expect(scene.edges("downstream", "dw.report.y"), wanted)
    expect(scene.fill("b2", *SCENE), (0, "", ""))
    expect(scene.ask("store", "gc", "--keep", "1")[0], 0)
    expect(scene.edges("downstream", "dw.fact.x"), [])
    expect(scene.edges("downstream", "dw.report.y"), wanted)
    expect(scene.ask("edge", "change", scene.edge("mart.board.v", "ext.mail.total"), "mart.board.v", "ext.post.total", *ann)[0], 0)
    expect(scene.edges("downstream", "mart.board.v"), ["mart.board.v>ext.post.total DIRECT MANUAL_ADDED "])
    expect([(d["action"], d["who"], d["why"], d["what"]) for d in scene.json("edge", "history")],
           [("change", "ann", "seen it", "mart.board.v -> ext.post.total DIRECT"), ("change", "ann", "seen it", "mart.board.v -> ext.mail.total PROJECT"),
            ("remove", "ann", "seen it", "dw.fact.x -> dw.report.y DIRECT"), ("confirm", "ann", "seen it", "dw.report.y -> mart.board.v AGG"),
            ("add", "ann", "seen it", "mart.board.v -> ext.mail.total PROJECT")])


def figures(scene):
    stats = scene.json("stats")
    expect((stats["success_rate"], stats["backlog"], stats["written_columns"], stats["covered_columns"]), (0.75, 1, 3, 1))
    expect(stats["edges"], {"AUTO_CONFIRMED": 2, "TO_CONFIRM": 1, "MANUAL_ADDED": 0})
    expect(stats["failures"], [{"code": "syntax_error", "open": 1, "closed": 0, "solved": 0}])
    _, text, _ = scene.ask("stats", "--format", "prometheus")
    for line in text.splitlines():
        if not re.match(r'(# (HELP|TYPE) colline_\w+ \S.*|colline_\w+(\{\w+="\w+"(,\w+="\w+")*\})? [0-9.e+-]+)$', line):
            raise AssertionError("not Prometheus' text form: " + line)
    if 'colline_statements{engine="hive",status="error"} 1\n' not in text:
        raise AssertionError(text)
    failure = scene.json("failures", "list")[0]
    expect((failure["code"], failure["engine"], failure["count"], failure["state"]), ("syntax_error", "hive", 1, "open"))
    expect(scene.ask("failures", "close", str(failure["id"]), "--who", "ann")[0], 0)
    expect(scene.json("failures", "list"), [])
    expect(scene.json("failures", "list", "--state", "all")[0]["who"], "ann")
    expect(scene.json("stats")["backlog"], 0)


def batches(scene):
    before = scene.edges("downstream", "dw.fact", "--level", "column")
    expect(scene.fill("b2", "impala 9: dw.fact.y>dw.other.q SORT"), (0, "", ""))
    after = scene.edges("downstream", "dw.fact", "--level", "column")
    expect(len(after), len(before) + 1)
    expect([b["batch"] for b in scene.json("store", "info")["batches"]], ["b1", "b2"])
    expect(scene.ask("store", "drop-batch", "b2")[0], 0)
    expect(scene.edges("downstream", "dw.fact", "--level", "column"), before)
    expect(scene.fill("b2", "impala 9: dw.fact.y>dw.other.q SORT"), (0, "", ""))
    expect(scene.edges("downstream", "dw.fact", "--level", "column"), after)
    expect(scene.json("store", "info")["version"], 4)


def pictures(scene):
    if shutil.which("dot"):
        status, svg, err = scene.ask("query", "downstream", "dw.fact.x", "--format", "svg")
        if status or "</svg>" not in svg or "mart.board" not in svg:
            raise AssertionError(err or svg)
    for form in "dot", "mermaid":
        status, text, err = scene.ask("query", "impact", "dw.fact.x", "--format", form)
        if status or "mart.board" not in text:
            raise AssertionError(err or text)


class Paused:
    """A load that stands at its first `commit`."""

    def __init__(self, scene, *statements):
        self.process = subprocess.Popen([scene.fill_program, scene.where, *statements], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env=environment(), text=True)
        expect(self.process.stdout.readline(), "committed\n")

    def go_on(self):
        out, err = self.process.communicate("\n", timeout=60)
        return self.process.returncode, err


def while_loading(scene):
    """Readers keep their version; what people do meanwhile comes with the load; both writers get through."""
    load = Paused(scene, "b2", "impala 5: dw.fact.y>dw.late.q DIRECT", "commit", "impala 6: dw.late.q>dw.later.q DIRECT")
    expect(scene.edges("downstream", "dw.fact.x", "--depth", "1"), ["dw.fact.x>dw.report.y DIRECT AUTO_CONFIRMED impala,hive"])
    expect(scene.edges("downstream", "dw.fact.y"), [])
    expect(scene.ask("edge", "add", "dw.fact.y", "ext.mail.total", "--who", "ann")[0], 0)
    expect(scene.edges("downstream", "dw.fact.y"), [])
    expect(load.go_on(), (0, ""))
    expect(sorted(scene.edges("downstream", "dw.fact.y")),
           ["dw.fact.y>dw.late.q DIRECT AUTO_CONFIRMED impala", "dw.fact.y>ext.mail.total DIRECT MANUAL_ADDED ",
            "dw.late.q>dw.later.q DIRECT AUTO_CONFIRMED impala"])


def killed(scene):
    load = Paused(scene, "b2", "impala 5: dw.fact.y>dw.late.q DIRECT", "commit", "impala 6: dw.late.q>dw.later.q DIRECT")
    load.process.kill()
    load.process.communicate()
    expect(scene.edges("downstream", "dw.fact.y"), [])
    expect(scene.fill("b2", "impala 6: dw.late.q>dw.later.q DIRECT"), (0, "", ""))
    expect(scene.edges("downstream", "dw.fact.y"),
           ["dw.fact.y>dw.late.q DIRECT AUTO_CONFIRMED impala", "dw.late.q>dw.later.q DIRECT AUTO_CONFIRMED impala"])


COMMAND_TESTS = (questions, refusals, people, figures, batches, pictures, while_loading, killed)


def attempt(name, test, *arguments):
    try:
        test(*arguments)
    except Exception as error:  # noqa: BLE001: whatever goes wrong is the test's result
        return Result(name, "%s: %s" % (type(error).__name__, error))
    return Result(name, "")


def run_command_tests(context, engine, place):
    """Each test with a store of its own; place(n) is a context manager's value: where it is."""
    for number, test in enumerate(COMMAND_TESTS):
        name = "%s, %s" % (test.__name__, engine)
        if context.wanted(name):
            scene = Scene(place(number))
            filled = scene.fill("b1", *SCENE)
            yield attempt(name, test, scene) if filled[0] == 0 else Result(name, filled[2])


# What is not asked of every engine.


def wrong_stores(folder):
    def refused(where, words, *arguments):
        status, out, err = run([command(), *(arguments or ("query", "search", "x")), "--store", where])
        if status != 2 or words not in err or out:
            raise AssertionError("%s: exit status %d\n%s%s" % (where, status, out, err))

    def content(where):
        with open(where, "rb") as f:
            return f.read()

    where = os.path.join(folder, "wrong.db")
    refused(where, "unable to open")
    refused(where, "unable to open", "store", "gc")
    expect(os.path.exists(where), False)
    with open(where, "w") as f:
        f.write("SELECT 1;\n" * 100)
    before = content(where)
    refused(where, "not a database")
    refused(where, "not a database", "store", "migrate")
    expect(content(where), before)
    os.remove(where)
    with sqlite3.connect(where) as other:
        other.execute("CREATE TABLE pets (name TEXT)")
    other.close()
    before = content(where)
    refused(where, "no lineage store")
    refused(where, "no lineage store", "store", "migrate")
    expect(content(where), before)
    os.remove(where)
    status, said, complaint = run([command(), "store", "migrate", "--store", where])
    assert status == 0 and re.fullmatch(r"sqlite: schema \d+\n", said) and complaint == "", (status, said, complaint)
    with sqlite3.connect(where) as newer:
        newer.execute("UPDATE meta SET value = 99 WHERE name = 'schema'")
    newer.close()
    before = content(where)
    refused(where, "its schema is version 99")
    refused(where, "its schema is version 99", "store", "gc")
    expect(content(where), before)
    refused("postgresql://ann:secret@127.0.0.1:1/x", "127.0.0.1")
    status, _, err = run([command(), "stats", "--store", "postgresql://ann:secret@127.0.0.1:1/x"])
    if "secret" in err:
        raise AssertionError("a password was printed: " + err)


def read_only(folder):
    """A store in a folder in which nothing can be written."""
    inner = os.path.join(folder, "shut")
    os.mkdir(inner)
    scene = Scene(os.path.join(inner, "l.db"))
    expect(scene.fill("b1", *SCENE), (0, "", ""))
    for name in os.listdir(inner):
        os.chmod(os.path.join(inner, name), 0o444)
    os.chmod(inner, 0o555)
    expect(len(scene.edges("downstream", "dw.fact.x")), 2)
    os.chmod(inner, 0o755)


def restarted(server, where):
    """The database goes away in the middle of a load: an error, and the store as it was; then the same load again."""
    for how in signal.SIGINT, signal.SIGQUIT:
        scene = Scene(where)
        load = Paused(scene, "b2", "impala 5: dw.fact.y>dw.late.q DIRECT", "commit", "impala 6: dw.late.q>dw.later.q DIRECT")
        server.restart(how)
        status, err = load.go_on()
        if status == 0 or not err.strip():
            raise AssertionError("exit status %d, %r" % (status, err))
        expect(scene.edges("downstream", "dw.fact.y"), [])
        expect(scene.fill("b2", "impala 6: dw.late.q>dw.later.q DIRECT"), (0, "", ""))
        expect(len(scene.edges("downstream", "dw.fact.y")), 2)
        expect(scene.ask("store", "drop-batch", "b2")[0], 0)
        expect(scene.edges("downstream", "dw.fact.y"), [])


def run_command(context):
    if not os.path.exists(os.path.join(BUILD, "libcolline-map.so")):
        yield Result("command", "", "the build has no data map: SQLite or cJSON was not found")
        return
    with tempfile.TemporaryDirectory(prefix="colline-store-") as folder:
        yield from run_command_tests(context, "SQLite", lambda n: os.path.join(folder, "%d.db" % n))
        for test in wrong_stores, read_only:
            if context.wanted(test.__name__):
                yield attempt(test.__name__, test, folder)
    if not binaries():
        yield Result("command on PostgreSQL", "", "PostgreSQL is not installed")
        return
    with Postgres() as server:
        def database(number):
            server.create("d%d" % number)
            return server.url("d%d" % number)

        yield from run_command_tests(context, "PostgreSQL", database)
        if context.wanted("restarted"):
            where = database(99)
            Scene(where).fill("b1", *SCENE)
            yield attempt("restarted", restarted, server, where)


SUITES = tuple(suite("store" + ending, "tests/map/*.c against SQLite and PostgreSQL" + (", sanitized" if ending else ""),
                     lambda context, variant=variant: run_interface(context, variant))
               for variant, ending in (("plain", ""), ("asan", "-asan"))) + (
    suite("store-command", "colline query, edge, failures, stats, store, against both", run_command),)
