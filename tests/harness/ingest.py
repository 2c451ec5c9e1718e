"""`colline ingest`: readers on samples of their logs, exactly once whatever happens, the cache, files that come and go.

tests/ingest/NAME is a sample, NAME.events what `colline ingest --print` makes of it, NAME.store what a store holds afterwards
(both are rewritten by --update).
"""
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import struct
import subprocess
import tempfile
import time
from collections import Counter

from .core import BUILD, Result, command, difference, environment, path, run, suite, using
from .postgres import Postgres, binaries

SAMPLES = ("impala-audit.log", "impala-flat.log", "impala-lineage.log", "hive-lineage.log", "hive-server.log", "doris-audit.log",
           "mysql-general.log", "postgres-csv.log", "manifest.json", "records.jsonl")
EPOCH_COLUMNS = ("parsed_at",)

# What a store holds, but for numbers that differ from load to load.
QUERIES = (
    ("edge", "SELECT source_catalog, source_db, source_table, source_column, target_catalog, target_db, target_table, target_column, type,"
             " role, expression, fingerprint, batch, quality, engine_set, job, count, first_seen, last_seen FROM lineage"),
    ("statement", "SELECT s.fingerprint, s.variant, s.dialect, s.kind, s.outcome, s.text, s.default_db, s.reason, s.code, r.count,"
                  " r.first_seen, r.last_seen, r.user_name, j.name, o.name FROM statements s JOIN runs r ON r.statement = s.id"
                  " LEFT JOIN names j ON j.id = r.job LEFT JOIN names o ON o.id = r.origin"),
    ("failure", "SELECT s.fingerprint, f.state, f.code, f.message FROM failures f JOIN statements s ON s.id = f.statement"),
    ("table", "SELECT catalog, database, name, kind, known FROM tables"),
    ("events", "SELECT coalesce(sum(count), 0) FROM event_runs"),
)


def rows(where, query):
    """The rows of a query as lists of texts."""
    if where.startswith("postgresql:"):
        done = subprocess.run([os.path.join(binaries(), "psql"), "-XAtq", "-F", "\x1f", "-R", "\x1e", "-c", query, where],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode:
            raise RuntimeError(done.stderr.decode())
        text = done.stdout.decode()
        text = text[:-1] if text.endswith("\n") else text
        return [line.split("\x1f") for line in text.split("\x1e")] if text else []
    with sqlite3.connect("file:%s?mode=ro" % where, uri=True) as base:
        return [["" if v is None else str(v) for v in row] for row in base.execute(query)]


LITERALS = re.compile(r"'(?:[^'\\]|\\.)*'|\b\d+(?:\.\d+)?\b")
TEXTS = {"edge": 10, "statement": 5}  # the column with SQL


def dump(where, folder="", literals=True):
    """Everything that a load has come to, in order, with `folder` taken off its paths.  Of texts of one key, which one a
    store keeps is a matter of which was analysed last: without `literals` they are alike."""
    lines = []
    for name, query in QUERIES:
        for row in rows(where, query):
            if not literals and name in TEXTS:
                row[TEXTS[name]] = LITERALS.sub("?", row[TEXTS[name]])
            lines.append("%s | %s" % (name, " | ".join(v.replace("\n", "\\n") for v in row)))
    return sorted(line.replace(folder + "/", "") if folder else line for line in lines)


def differs(expected, actual):
    """As difference(), of many lines."""
    a, b = Counter(expected), Counter(actual)
    return "\n".join(["lacks  " + line for line in (a - b).elements()][:20] + ["adds   " + line for line in (b - a).elements()][:20])


NAMES = {}


def sql_kinds():
    """The words of statement kinds and dialects, as the numbers of the store mean them."""
    if not NAMES:
        import ctypes
        lib = ctypes.CDLL(os.path.join(BUILD, "libcolline.so"))
        for function in ("colline_dialect_name", "colline_statement_kind_name"):
            getattr(lib, function).restype = ctypes.c_char_p
            NAMES[function] = [n.decode() for n in iter(lambda i=iter(range(100)): getattr(lib, function)(next(i)), None)]
    return NAMES["colline_dialect_name"], NAMES["colline_statement_kind_name"]


def readable(where, folder):
    """What a person checks: a store's edges and statements, without hashes."""
    dialects, kinds = sql_kinds()
    outcomes = ("ok", "partial", "error", "failed")
    lines = []
    for r in rows(where, QUERIES[0][1]):
        engines = "+".join(d for i, d in enumerate(dialects) if int(r[14]) >> i & 1)
        source, target = [".".join(filter(None, part)) for part in (r[0:4], r[4:8])]
        lines.append("edge %s -> %s %s%s %s %s%s runs=%s%s" % (
            source, target, r[8], " condition" if r[9] else "", r[13], engines, " job=" + r[15] if r[15] else "", r[16],
            "  [%s]" % r[10].replace("\n", " ") if r[10] else ""))
    for r in rows(where, QUERIES[1][1]):
        lines.append("statement %s %s %s db=%s runs=%s %s..%s user=%s job=%s: %s%s" % (
            dialects[int(r[2])], kinds[int(r[3])], outcomes[int(r[4])], r[6], r[9], r[10], r[11], r[12], r[13],
            r[5].replace("\n", " "), " (%s)" % r[7] if r[7] else ""))
    lines += ["table %s" % ".".join(filter(None, r[0:3])) + (" known" if r[4] == "1" else "") for r in rows(where, QUERIES[3][1])]
    return sorted(line.replace(folder + "/", "") for line in lines)


def ingest(*arguments, timeout=120, env=None, **more):
    done = subprocess.run([command(), "ingest", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout,
                          env=dict(environment(), **(env or {})), **more)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def load(store, *arguments, **more):
    """Load, and complain where that does not end well."""
    status, out, err = ingest("--quiet", "--store", store, *arguments, **more)
    return "" if status == 0 else "exit status %d: %s%s" % (status, out, err)


def compared(file, lines, context):
    """What differs from the kept file; with --update it is written."""
    text = "\n".join(lines) + "\n"
    if context.update:
        with open(file, "w", encoding="utf-8") as f:
            f.write(text)
        return ""
    with open(file, encoding="utf-8") as f:
        kept = f.read()
    return "" if kept == text else difference(kept.splitlines(), lines) or "another order"


# ---- Readers ----


def run_samples(context):
    for name in SAMPLES:
        if not context.wanted(name):
            continue
        file = path("tests/ingest", name)
        status, out, err = run([command(), "ingest", "--print", os.path.relpath(file, path())])
        yield Result(name + ": events", compared(file + ".events", (out + err).splitlines(), context))
        with tempfile.TemporaryDirectory(prefix="colline-ingest-") as folder:
            store = os.path.join(folder, "lineage.db")
            arguments = ("--catalog", path("tests/ingest/catalog.sql"))
            problem = load(store, *arguments, file)
            yield Result(name + ": store", problem or compared(file + ".store", readable(store, path("tests/ingest")), context))
            before = dump(store)
            problem = load(store, *arguments, file)
            yield Result(name + ": again", problem or difference(before, dump(store)))


# ---- Files ----


AUDIT = ('{"%d":{"query_id":"q:%d","session_id":"s","status":"","user":"u","statement_type":"DML","sql_statement":"%s",'
         '"catalog_objects":[]}}\n')


def event(number, sql=None):
    return AUDIT % (1700000000000 + number, number, sql or "insert into dw.t%d select a from dw.s%d where b = %d" % (
        number % 5, number % 7, number))


def events(first, last):
    return "".join(event(i) for i in range(first, last))


def write(file, text, mode="w"):
    with open(file, mode, encoding="utf-8") as f:
        f.write(text)


def expected(folder, text):
    """The store of a load of one file with this text."""
    file, store = os.path.join(folder, "expected.log"), os.path.join(folder, "expected.db")
    for name in (file, store, store + "-wal", store + "-shm"):
        if os.path.exists(name):
            os.remove(name)
    write(file, text)
    problem = load(store, "--format", "impala-audit", file)
    if problem:
        raise RuntimeError(problem)
    return dump(store)


def same_as(folder, store, text):
    return difference(expected(folder, text), dump(store))


def torn_line(folder, store):
    """The last line waits for its end."""
    file, line = os.path.join(folder, "a.log"), event(9)
    write(file, events(0, 5) + line[:60])
    problem = load(store, file) or same_as(folder, store, events(0, 5))
    write(file, line[60:] + events(10, 12), "a")
    return problem or load(store, file) or same_as(folder, store, events(0, 5) + line + events(10, 12))


def no_newline(folder, store):
    """A whole object at the end needs no newline, and is not read twice when one comes."""
    file = os.path.join(folder, "a.log")
    write(file, events(0, 5)[:-1])
    problem = load(store, file) or same_as(folder, store, events(0, 5))
    write(file, "\n" + events(5, 7), "a")
    return problem or load(store, file) or same_as(folder, store, events(0, 7))


def rotated(folder, store):
    """a.log becomes a.log.1; what is left of it is read, and the new a.log from its start."""
    file = os.path.join(folder, "a.log")
    write(file, mysql(0, 20))
    problem = load(store, folder)
    write(file, mysql(20, 30), "a")
    os.rename(file, file + ".1")
    write(file, mysql(30, 40))
    problem = problem or load(store, folder)
    os.rename(file + ".1", file + ".2")
    os.rename(file, file + ".1")
    write(file, mysql(40, 45))
    return problem or load(store, folder) or counted(store, 45)


def copied_and_truncated(folder, store):
    file = os.path.join(folder, "a.log")
    write(file, mysql(0, 30))
    problem = load(store, folder)
    shutil.copy(file, file + ".1")
    write(file, mysql(30, 40))
    return problem or load(store, folder) or counted(store, 40)


def truncated(folder, store):
    """Shorter than what was read: it is a new one."""
    file = os.path.join(folder, "a.log")
    write(file, mysql(0, 30))
    problem = load(store, file)
    write(file, mysql(30, 35))
    return problem or load(store, file) or counted(store, 35)


def mysql(first, last):
    """Lines without ids: only positions keep them from being counted twice."""
    return "".join("2024-01-01T10:%02d:%02d.%06dZ\t   17 Query\tinsert into dw.t select a from dw.s where b = %d\n" % (
        i // 60, i % 60, i, i) for i in range(first, last))


def counted(store, wanted):
    found = rows(store, "SELECT sum(count) FROM runs")[0][0]
    return "" if found == str(wanted) else "%s runs, not %d" % (found, wanted)


def tree(folder, store):
    """Files of SQL: what changed is read again, what is gone goes."""
    root = os.path.join(folder, "sql")
    os.makedirs(root + "/deep")
    write(root + "/a.sql", "CREATE TABLE t (x INT); INSERT INTO r SELECT x FROM t;")
    write(root + "/deep/b.sql", "INSERT INTO r SELECT y FROM u; INSERT INTO shared SELECT x FROM t")
    write(root + "/c.sql", "INSERT INTO shared SELECT x FROM t")

    def edges():
        return sorted(set("%s.%s>%s" % tuple(r) for r in rows(
            store, "SELECT source_table, source_column, target_table FROM lineage WHERE type = 'DIRECT'")))
    problem = load(store, root)
    steps = [(edges(), ["t.x>r", "t.x>shared", "u.y>r"])]
    write(root + "/a.sql", "INSERT INTO r SELECT z FROM t;")
    os.utime(root + "/c.sql")
    problem = problem or load(store, root)
    steps.append((edges(), ["t.x>shared", "t.z>r", "u.y>r"]))
    os.remove(root + "/deep/b.sql")
    problem = problem or load(store, root)
    steps.append((edges(), ["t.x>shared", "t.z>r"]))
    before = dump(store)
    problem = problem or load(store, root)
    steps.append((dump(store), before))
    os.remove(root + "/c.sql")
    problem = problem or load(store, root)
    steps.append((edges(), ["t.z>r"]))
    return problem or "\n".join("step %d: %s, not %s" % (i, found, wanted) for i, (found, wanted) in enumerate(steps)
                                if found != wanted)


def follow(folder, store):
    """What is written to a followed file arrives; SIGTERM ends the load cleanly; a rotated file is read to its end."""
    file = os.path.join(folder, "a.log")
    write(file, events(0, 3))
    load_of = Following(store, folder + "/*.log*")
    try:
        problem = wait_for(store, 3)
        write(file, events(3, 6) + event(6)[:30], "a")
        problem = problem or wait_for(store, 6)
        write(file, event(6)[30:], "a")
        problem = problem or wait_for(store, 7)
        os.rename(file, file + ".1")
        write(file + ".1", events(7, 8), "a")
        write(file, events(8, 10))
        problem = problem or wait_for(store, 10)
    finally:
        ended = load_of.stop() or load_of.text()
    return problem or ended or same_as(folder, store, events(0, 10))


def idle(folder, store):
    """A load that waits for files keeps nobody from writing, and leaves no version open."""
    write(folder + "/a.log", events(0, 3))
    load_of = Following(store, folder + "/a.log")
    try:
        problem = wait_for(store, 3)
        write(folder + "/b.log", events(3, 5))
        problem = problem or load(store, folder + "/b.log")
        status, out, err = run([command(), "edge", "remove", "1", "--who", "ann", "--store", store])
        problem = problem or (out + err if status else "")
        found = rows(store, "SELECT value FROM meta WHERE name = 'open'")
        problem = problem or ("" if found == [["0"]] else "open: %s" % found)
        write(folder + "/a.log", events(5, 7), "a")
        problem = problem or wait_for(store, 7)
    finally:
        ended = load_of.stop() or load_of.text()
    return problem or ended


def wait_for(store, wanted, more=False):
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            found = int(rows(store, "SELECT coalesce(sum(count), 0) FROM runs")[0][0])
            if found == wanted or (more and found > wanted):
                return ""
        except (sqlite3.Error, IndexError, RuntimeError):
            pass
        time.sleep(0.05)
    return "%d events do not arrive" % wanted


def sessions(folder, store):
    """USE and temporary tables of a session are known in the next load, too."""
    file = os.path.join(folder, "a.log")
    write(file, event(1, "use dw") + event(2, "create temporary table x as select a from s"))
    problem = load(store, file)
    write(file, event(3, "insert into t select a from x"), "a")
    problem = problem or load(store, file)
    found = rows(store, "SELECT source_db, source_table, source_column, target_db, target_table, target_column FROM lineage"
                        " WHERE type = 'DIRECT'")
    return problem or ("" if found == [["dw", "s", "a", "dw", "t", "a"]] else str(found))


def unread(folder, store):
    """A file that nobody can read is told of, and the others are loaded."""
    write(folder + "/a.log", events(0, 3))
    write(folder + "/b.txt", "nobody knows what this is\n")
    status, _, err = ingest("--quiet", "--store", store, folder)
    return ("" if status == 2 and "b.txt" in err else "exit status %d: %s" % (status, err)) or counted(store, 3)


def batches(folder, store):
    """A batch that is dropped can be run again."""
    file = os.path.join(folder, "a.log")
    write(file, events(0, 30))
    problem = load(store, "--batch", "day", file)
    before = dump(store)
    status, out, err = run([command(), "store", "drop-batch", "day", "--store", store])
    problem = problem or ("" if status == 0 else err) or load(store, "--batch", "day", file)
    return problem or difference(before, dump(store))


def retry(folder, store):
    """What could not be read is read again, and its place in the queue is closed when it can be."""
    file = os.path.join(folder, "a.log")
    write(file, event(1, "use dw") + event(2, "selec nothing ((") + event(3, "insert into t select a from s"))
    problem = load(store, file)
    first = rows(store, "SELECT state FROM failures")
    status, out, err = run([command(), "failures", "retry", "--store", store])
    steps = [(status, out, first)]
    with sqlite3.connect(store) as base:  # as if this version read more than the last one
        base.execute("UPDATE statements SET text = 'insert into r select b from s' WHERE outcome = 2")
    status, out, err = run([command(), "failures", "retry", "--store", store])
    steps.append((status, out, rows(store, "SELECT state FROM failures")))
    edges = rows(store, "SELECT source_db, source_table, source_column, target_table FROM lineage WHERE type = 'DIRECT' ORDER BY 3")
    wanted = [(0, "0 of 1 are read now\n", [["0"]]), (0, "1 of 1 are read now\n", [["2"]])]
    return problem or ("" if steps == wanted else "%s %s" % (steps, err)) or \
        ("" if edges == [["dw", "s", "a", "t"], ["dw", "s", "b", "r"]] else str(edges))


def told_tables(folder, store):
    """What statements make, change and drop is known, by the time at which they ran and not in the order in which they are
    read; a text that runs again says it again."""
    file = os.path.join(folder, "a.log")
    made = ["use dw", "create table a (x int, y string) partitioned by (dt string)", "create table b as select x as k from a",
            "create view v (p) as select x from dw.a", "alter table a add columns (z int)", "create table c (i int)",
            "alter table c rename to c2", "insert into ext select x from a", "drop table if exists b, v",
            "create temporary table tt as select x from a", "drop table tt"]
    again = ["create table e (i bigint)", "drop table e"] * 3 + ["create table e (i bigint)"]
    write(file, "".join(event(100 + i, sql) for i, sql in enumerate(made + again)))
    write(folder + "/b.log", event(50, "drop table dw.e") + event(51, "create table dw.b as select y from dw.a"))
    problem = load(store, file) or load(store, folder + "/b.log")
    tables = rows(store, "SELECT name, kind, known FROM tables ORDER BY name")
    columns = rows(store, "SELECT c.name, c.type, c.position FROM columns c JOIN tables t ON t.id = c.id >> 20"
                          " WHERE t.name = 'a' AND c.known = 1 ORDER BY c.position")
    wanted = [["a", "0", "1"], ["b", "3", "0"], ["c", "3", "0"], ["c2", "0", "1"], ["e", "0", "1"], ["ext", "3", "0"], ["v", "3", "0"]]
    wanted_columns = [["x", "int", "1"], ["y", "string", "2"], ["dt", "string", "3"], ["z", "int", "4"]]
    return problem or ("" if tables == wanted else str(tables)) or ("" if columns == wanted_columns else str(columns))


def renamed(folder, store):
    """Columns go on under the names that an ALTER gives to them and to their table; what the store comes to know of them counts when the
    text runs again."""
    steps = ["use dw", "create table stage (a int, b string)", "insert into stage select x, y from src", "alter table stage change a `new a` bigint",
             "alter table stage rename to fact", "insert into report select `new a` as n from fact", "alter table report change n m int",
             "alter table report rename to old_report", "insert into last select m from old_report", "alter table nobody change a b int",
             "alter table fact exchange partition (ds = '1') with table other", "alter table fact add partition (change = 1)",
             "create temporary table tmp as select p from feeder", "alter table tmp change p q int", "alter table tmp rename to tmp2",
             "insert into kept select q from tmp2"]
    again = ["create table stage (a int, c int)", "alter table stage rename to fact"]
    write(folder + "/a.log", "".join(event(i, sql) for i, sql in enumerate(steps)))
    problem = load(store, "--dialect", "hive", folder + "/a.log")
    first = [r[0] for r in rows(store, EDGES)]
    write(folder + "/a.log", "".join(event(50 + i, sql) for i, sql in enumerate(again)), "a")
    problem = problem or load(store, "--dialect", "hive", folder + "/a.log")
    second = [r[0] for r in rows(store, EDGES)]
    columns = rows(store, "SELECT t.name || '.' || c.name || ' ' || c.type || ' ' || c.known FROM columns c JOIN tables t ON t.id = c.id >> 20"
                          " WHERE t.name IN ('fact', 'stage', 'old_report') ORDER BY t.name, c.known DESC, c.position, c.id")
    wanted = ["fact.new a>report.n", "feeder.p>kept.q", "old_report.m>last.m", "report.m>old_report.m", "report.n>report.m", "src.x>stage.a",
              "src.y>stage.b", "stage.a>stage.new a", "stage.b>fact.b", "stage.new a>fact.new a"]
    return problem or differs(wanted, first) or differs(wanted + ["stage.a>fact.a", "stage.c>fact.c"], second) or difference(
        ["fact.a int 1", "fact.new a bigint 1", "fact.b string 1", "fact.c int 1", "old_report.m  0",
         "stage.a int 1", "stage.new a bigint 1", "stage.b string 1", "stage.c int 1"], [c[0] for c in columns])


def renamed_again(folder, store):
    """A file that is read again tells the same; names as the dialect folds them."""
    sql = "INSERT INTO dw.a SELECT x AS m FROM dw.s; ALTER TABLE dw.a RENAME COLUMN m TO n;"
    write(folder + "/a.sql", sql)
    problem = load(store, "--dialect", "snowflake", folder + "/a.sql")
    write(folder + "/a.sql", sql + " CREATE TABLE dw.k (a INT); ALTER TABLE dw.k ADD COLUMN b INT; ALTER TABLE dw.k RENAME TO dw.l;")
    problem = problem or load(store, "--dialect", "snowflake", folder + "/a.sql")
    columns = rows(store, "SELECT t.name || '.' || c.name FROM columns c JOIN tables t ON t.id = c.id >> 20 WHERE t.name IN ('K', 'L') ORDER BY c.id")
    return problem or differs(["A.M>A.N", "K.A>L.A", "K.B>L.B", "S.X>A.M"], [r[0] for r in rows(store, EDGES)]) or \
        differs(["K.A", "K.B", "L.A", "L.B"], [r[0] for r in columns])


def beside(store, name):
    """Another store beside it."""
    if not store.startswith("postgresql:"):
        return "%s.%s" % (store, name)
    name = "%s_%s" % (store[store.rindex("/") + 1:], name)
    rows(store, "CREATE DATABASE " + name)
    return store[:store.rindex("/") + 1] + name


SWAPS = {"mysql": "RENAME TABLE dw.a TO dw.tmp, dw.b TO dw.a, dw.tmp TO dw.b",
         "postgres": "ALTER TABLE dw.a RENAME TO tmp; ALTER TABLE dw.b RENAME TO a; ALTER TABLE dw.tmp RENAME TO b",
         "clickhouse": "EXCHANGE TABLES dw.a AND dw.b", "starrocks": "ALTER TABLE dw.a SWAP WITH dw.b",
         "doris": "ALTER TABLE dw.a REPLACE WITH TABLE dw.b",
         "vertica": "ALTER TABLE dw.a, dw.b, dw.tmp RENAME TO tmp, a, b",
         "tsql": "EXEC sys.sp_rename 'dw.a', tmp; EXEC @r = sp_rename 'dw.b', [a]; EXEC sp_rename 'dw.tmp', 'b'"}


def swapped(folder, store):
    """Tables that swap their names have each other's columns and no others, once, twice and thrice; the edges are those of the last time."""
    made = "CREATE TABLE dw.a (id INT, x INT); CREATE TABLE dw.b (id INT, y INT, z INT); INSERT INTO dw.b (id, y, z) SELECT k, l, m FROM dw.s;\n"
    named = ("SELECT t.name || '.' || c.name FROM columns c JOIN tables t ON t.id = c.id >> 20 WHERE t.name IN ('a', 'b') AND t.known = 1 AND c.known = 1"
             " ORDER BY t.name, c.position")
    for dialect, swap in SWAPS.items():
        where, third = beside(store, dialect), dialect not in ("clickhouse", "starrocks", "doris")
        text = "%s/%s.jsonl" % (folder, dialect)
        for turn in range(4):
            sql = made if turn == 0 else swap
            write(text, json.dumps({"id": "%d" % turn, "dialect": dialect, "sql": sql, "time": 1700000000000 + turn}) + "\n", "a")
            problem = load(where, text)
            columns = [r[0] for r in rows(where, named)]
            of = ("b", "a") if turn % 2 else ("a", "b")
            wanted = sorted(["%s.%s" % (of[0], c) for c in ("id", "x")] + ["%s.%s" % (of[1], c) for c in ("id", "y", "z")])
            problem = problem or difference(wanted, columns)
            if problem:
                return "%s, swap %d: %s" % (dialect, turn, problem)
        edges = [r[0] for r in rows(where, EDGES)]
        ways = [("a", "tmp", "x"), ("b", "a", "yz"), ("tmp", "b", "x")] if third else [("a", "b", "x"), ("b", "a", "yz")]
        problem = differs(["s.k>b.id", "s.l>b.y", "s.m>b.z"] + ["%s.%s>%s.%s" % (f, c, t, c) for f, t, own in ways for c in ("id", *own)], edges)
        if problem:
            return dialect + ": " + problem
    return ""


def renamed_otherwise(folder, store):
    """What renames without an ALTER: RENAME TABLE, also of several tables that swap their names, Oracle's RENAME, T-SQL's sp_rename."""
    texts = {"mysql": "CREATE TABLE dw.a (x INT); CREATE TABLE dw.b (y INT); RENAME TABLE dw.a TO dw.tmp, dw.b TO dw.a, dw.tmp TO dw.b;"
                      " INSERT INTO dw.r SELECT y FROM dw.a; RENAME TABLE dw.a TO dw2.a2",
             "clickhouse": "CREATE TABLE dw.c (x Int8) ENGINE = Memory; RENAME TABLE dw.c TO dw.c2 ON CLUSTER k",
             "oracle": "CREATE TABLE o (x INT); RENAME o TO p; INSERT INTO r SELECT x FROM p",
             "tsql": "CREATE TABLE dw.s (x INT, w INT); EXEC sp_rename 'dw.s.x', 'new x', 'COLUMN'; EXEC sp_rename @newname = 't', @objname = N'dw.s';\n"
                     "EXEC sp_rename 'dw.s.i', 'j', 'INDEX' INSERT INTO dw.r SELECT [new x] FROM dw.t"}
    found, known = {}, {}
    for dialect, sql in texts.items():
        write("%s/%s.sql" % (folder, dialect), sql)
        where = beside(store, dialect)
        problem = load(where, "--dialect", dialect, "%s/%s.sql" % (folder, dialect))
        if problem:
            return problem
        found[dialect] = [r[0] for r in rows(where, EDGES)]
        known[dialect] = [r[0] for r in rows(where, "SELECT name FROM tables WHERE known = 1 ORDER BY name")]
    return differs(["a.x>tmp.x", "a.y>a2.y", "a.y>r.y", "b.y>a.y", "tmp.x>b.x"], found["mysql"]) or \
        differs(["c.x>c2.x"], found["clickhouse"]) or differs(["O.X>P.X", "P.X>R.X"], found["oracle"]) or \
        differs(["s.new x>t.new x", "s.w>t.w", "s.x>s.new x", "t.new x>r.new x"], found["tsql"]) or \
        differs(["a2", "b", "c2", "P", "t"], known["mysql"] + known["clickhouse"] + known["oracle"] + known["tsql"])


EDGES = ("SELECT DISTINCT source_table || '.' || source_column || '>' || target_table || '.' || target_column FROM lineage WHERE type = 'DIRECT'"
         " ORDER BY 1")


def catalog_first(folder, store):
    """What the catalog says of a table counts more than what statements say, and less than a newer catalog."""
    write(folder + "/catalog.sql", "CREATE TABLE dw.k (a INT);")
    write(folder + "/a.log", event(1, "use dw") + event(2, "drop table k") + event(3, "create table k (a string, b string)") +
          event(4, "create table m (a int)") + event(5, "drop table m"))
    problem = load(store, "--catalog", folder + "/catalog.sql", folder + "/a.log")
    tables = rows(store, "SELECT name, kind, known FROM tables ORDER BY name")
    types = rows(store, "SELECT name, type, known FROM columns ORDER BY id")
    write(folder + "/catalog.sql", "CREATE TABLE dw.k (a INT); CREATE TABLE dw.m (a INT);")
    problem = problem or load(store, "--catalog", folder + "/catalog.sql", folder + "/a.log")
    after = rows(store, "SELECT name, kind, known FROM tables ORDER BY name")
    return problem or ("" if tables == [["k", "0", "1"], ["m", "3", "0"]] else str(tables)) or \
        ("" if types[:1] == [["a", "int", "1"]] else str(types)) or \
        ("" if after == [["k", "0", "1"], ["m", "0", "1"]] else str(after))


def older_schema(folder, store):
    """A store of schema 1 is brought up to date, and knows the events that it knew."""
    file = os.path.join(folder, "a.log")
    write(file, events(0, 300))
    problem = load(store, "--batch", "one", "--commit", "100", file)
    with sqlite3.connect(store) as base:
        base.execute("CREATE TABLE events (id INTEGER PRIMARY KEY, low BIGINT NOT NULL, batch BIGINT NOT NULL)")
        for ids, batch in base.execute("SELECT i.ids, r.batch FROM event_ids i JOIN event_runs r ON r.id = i.run").fetchall():
            for at in range(0, len(ids), 16):
                base.execute("INSERT INTO events VALUES (?, ?, ?)", struct.unpack(">qq", ids[at:at + 16]) + (batch,))
        for statement in ("DROP TABLE event_ids", "DROP TABLE event_runs", "DROP INDEX edges_into", "DELETE FROM positions",
                          "CREATE INDEX edges_target ON edges (target)", "ALTER TABLE tables DROP COLUMN told_at",
                          "UPDATE meta SET value = 1 WHERE name = 'schema'"):
            base.execute(statement)
    problem = problem or counted(store, 300) or load(store, "--batch", "two", file) or counted(store, 300)
    kept = rows(store, "SELECT sum(count) FROM event_runs")
    return problem or ("" if kept == [["300"]] else str(kept))


def known_events(folder, store):
    """Ids are known again, however many runs they stand in, and when their batch is dropped no more."""
    for i in range(12):
        write(folder + "/%02d.log" % i, events(i * 200, i * 200 + 200))
        problem = load(store, "--batch", "b%d" % (i % 3), "--commit", "70", folder + "/%02d.log" % i)
        if problem:
            return problem
    write(folder + "/all.log", events(0, 2500))
    problem = load(store, folder + "/all.log") or counted(store, 2500)
    run([command(), "store", "drop-batch", "b1", "--store", store])
    write(folder + "/more.log", events(0, 2500) + "\n")
    return problem or load(store, folder + "/more.log") or counted(store, 2500)


RENAMES = (renamed, renamed_otherwise, renamed_again, swapped)
FILES = (told_tables, *RENAMES, catalog_first, older_schema, known_events, retry, torn_line, no_newline, rotated, copied_and_truncated, truncated, tree, follow, idle, sessions, unread, batches)


def run_files(context):
    for test in FILES:
        if context.wanted(test.__name__):
            with tempfile.TemporaryDirectory(prefix="colline-ingest-") as folder:
                os.mkdir(folder + "/in")
                yield Result(test.__name__, test(folder + "/in", folder + "/lineage.db"))


# ---- Exactly once ----


def day(folder, count):
    """A small day of audit logs."""
    program = os.path.join(BUILD, "tests/bench/audit_log")
    subprocess.run([program, "--events", str(count), "--statements", "60", "--tables", "6", "--files", "3", folder], check=True)
    return ["--catalog", folder + "/catalog.sql", "--dialect", "impala", "--commit", "40"] + \
        [folder + "/daemon-%d" % i for i in range(3)]


def killed_at(point, store, arguments):
    """Run until the write of that number, and be killed there.  Whether it came to its end before."""
    killer = os.path.join(BUILD, "tests/harness/killer.so")
    done = subprocess.run([command(), "ingest", "--quiet", "--store", store, *arguments],
                          env=dict(environment(), LD_PRELOAD=killer, COLLINE_KILL_AT=str(point)), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=120)
    if done.returncode not in (0, -signal.SIGKILL):
        raise RuntimeError("exit status %d: %s" % (done.returncode, done.stdout.decode(errors="replace")))
    return done.returncode == 0


def kill_often(store, arguments, chance, reach, patience):
    """One load that is killed again and again, at one of the first writes of each run, until it ends: how often.  They are
    more with every `patience` kills."""
    kills = 0
    while kills < 5000:
        if killed_at(chance.randrange(1, reach) + kills // patience, store, arguments):
            return kills
        kills += 1
    raise RuntimeError("no end after %d kills" % kills)


def clear_postgres(server):
    for statement in ("DROP SCHEMA IF EXISTS public CASCADE", "DROP SCHEMA IF EXISTS colline CASCADE", "CREATE SCHEMA public"):
        subprocess.run([os.path.join(binaries(), "psql"), "-Xq", "-c", statement, server.url()], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def run_kills(context, events_of_day, wanted, on_postgres):
    if not context.wanted("killed loads"):
        return
    with tempfile.TemporaryDirectory(prefix="colline-ingest-") as folder:
        arguments, kills, rounds, problem = day(folder + "/day", events_of_day), 0, 0, ""
        problem = load(folder + "/calm.db", *arguments)
        calm, chance = dump(folder + "/calm.db", folder, False), random.Random(3)
        while kills < wanted and not problem:
            store = folder + "/killed-%d.db" % rounds
            kills += kill_often(store, arguments, chance, 60, 8)
            problem = differs(calm, dump(store, folder, False))
            rounds += 1
        yield Result("killed loads (SQLite, %d kills in %d loads)" % (kills, rounds), problem)
        if not on_postgres or not binaries():
            return
        with Postgres() as server:
            kills = kill_often(server.url(), arguments, chance, 120, 1)
            yield Result("killed loads (PostgreSQL, %d kills)" % kills, differs(calm, dump(server.url(), folder, False)))


# ---- A store that goes away ----


def cut(server):
    """Cut the connections of others."""
    rows(server.url(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                       " AND backend_type = 'client backend'")


def timeless(lines):
    """Files of SQL are of the time at which they are read."""
    return [re.sub(r"\b\d{13}\b", lambda time: "now" if int(time[0]) > 1750000000000 else time[0], line) for line in lines]


class Following:
    """colline ingest --follow in the background, and what it says."""

    def __init__(self, store, *arguments):
        self.said = tempfile.TemporaryFile()
        self.process = subprocess.Popen([command(), "ingest", "--quiet", "--follow", "--store", store, *arguments], env=environment(),
                                        stdout=self.said, stderr=self.said)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def text(self):
        return os.pread(self.said.fileno(), os.fstat(self.said.fileno()).st_size, 0).decode(errors="replace")

    def waits(self, times):
        """Until it has said that often that it waits for the store."""
        deadline = time.monotonic() + 30
        while self.text().count("it is waited for") < times:
            if time.monotonic() > deadline or self.process.poll() is not None:
                return "it does not wait: " + self.text()
            time.sleep(0.02)
        return ""

    def end(self, how=signal.SIGTERM):
        """Its exit status."""
        self.process.send_signal(how)
        return self.process.wait(timeout=60)

    def stop(self, how=signal.SIGTERM):
        """What is wrong with its end."""
        status = self.end(how)
        return "" if status in (0, -signal.SIGKILL) else "exit status %d: %s" % (status, self.text())


def outages(folder, server):
    """Cut off, gone, and gone as after a power failure, while the log is rotated and files change: it is said once each time, and
    nothing is lost or doubled."""
    log, root = folder + "/a.log", folder + "/sql"
    os.mkdir(root)
    write(root + "/a.sql", "INSERT INTO r SELECT x FROM t")
    write(root + "/b.sql", "INSERT INTO r SELECT y FROM t")
    write(log, events(0, 3) + event(3, "create temporary table tmp as select p from src"))
    load_of = Following(server.url(), log, root)
    try:
        problem = wait_for(server.url(), 6)
        cut(server)
        write(log, event(4, "insert into dw.kept select p from tmp"), "a")
        problem = problem or load_of.waits(1) or wait_for(server.url(), 7)
        server.stop()
        write(log, events(5, 7), "a")
        write(root + "/a.sql", "INSERT INTO r SELECT z FROM t")
        os.remove(root + "/b.sql")
        problem = problem or load_of.waits(2)
        write(log, events(7, 8), "a")
        os.rename(log, log + ".1")
        write(log, events(8, 10))
        server.start()
        problem = problem or wait_for(server.url(), 11)
        server.restart(signal.SIGQUIT)
        write(log, events(10, 12), "a")
        problem = problem or load_of.waits(3) or wait_for(server.url(), 13)
    finally:
        status = load_of.end()
    if not problem and (status != 0 or load_of.text().count("\n") != 3):
        problem = "exit status %d: %s" % (status, load_of.text())
    write(folder + "/calm.log", events(0, 3) + event(3, "create temporary table tmp as select p from src") +
          event(4, "insert into dw.kept select p from tmp") + events(5, 12))
    calm = folder + "/calm.db"
    problem = problem or load(calm, folder + "/calm.log", root)
    return problem or differs(timeless(dump(calm, folder, False)), timeless(dump(server.url(), folder, False)))


def cut_often(folder, server, times):
    """A long load whose connection is cut again and again."""
    arguments, chance = day(folder + "/day", 5000), random.Random(9)
    calm = folder + "/calm.db"
    problem = load(calm, *arguments)
    count = rows(calm, "SELECT sum(count) FROM runs")[0][0]
    load_of = Following(server.url(), *arguments)
    try:
        problem = problem or wait_for(server.url(), 1, True)
        for i in range(times):
            time.sleep(chance.uniform(0.05, 0.4))
            cut(server)
        problem = problem or wait_for(server.url(), int(count))
    finally:
        status = load_of.end()
    if problem or status:
        problem = "%s\nexit status %d: %s" % (problem, status, load_of.text())
    return load_of.text().count("it is waited for"), problem or differs(dump(calm, folder, False), dump(server.url(), folder, False))


def away_at_the_end(folder, server):
    """Who ends a load that waits is told that not all was kept; the next load brings it."""
    write(folder + "/a.log", events(0, 3))
    load_of = Following(server.url(), folder + "/a.log")
    try:
        problem = wait_for(server.url(), 3)
        server.stop()
        write(folder + "/a.log", events(3, 5), "a")
        problem = problem or load_of.waits(1)
    finally:
        status = load_of.end()
    server.start()
    problem = problem or ("" if status == 2 else "exit status %d" % status) or load(server.url(), folder + "/a.log")
    return problem or difference(expected(folder, events(0, 5)), dump(server.url()))


def run_outages(context):
    if not context.wanted("store away"):
        return
    if not binaries():
        yield Result("store away", "", "PostgreSQL is not installed")
        return
    for test in (outages, away_at_the_end):
        with tempfile.TemporaryDirectory(prefix="colline-ingest-") as folder, Postgres() as server:
            yield Result("store away: " + test.__name__, test(folder, server))
    with tempfile.TemporaryDirectory(prefix="colline-ingest-") as folder, Postgres() as server:
        cuts, problem = cut_often(folder, server, 12)
        yield Result("store away: cut %d times" % cuts, problem)


# ---- The cache ----


def run_cache(context):
    if context.wanted("cache on and off"):
        from .metamorphic import corpus
        with tempfile.TemporaryDirectory(prefix="colline-ingest-") as folder:
            texts, chance = corpus(), random.Random(5)
            # in sessions of several statements, each of them twice, the second time with other literals
            chosen = chance.sample(texts, min(len(texts), 4000))
            lines = []
            for turn in range(2):
                for i, text in enumerate(chosen):
                    record = {"id": "%d-%d" % (turn, i), "dialect": text.record["dialect"], "sql": text.record["sql"].replace("\0", " "),
                              "session": "%s-%d-%d" % (text.record["dialect"], turn, i // 12), "time": 1700000000000 + i}
                    if turn:
                        record["sql"] = record["sql"].replace("'a'", "'zz'").replace(" = 1 ", " = 77 ")
                    lines.append(json.dumps(record))
            write(folder + "/all.jsonl", "\n".join(lines) + "\n")
            problem = load(folder + "/on.db", folder + "/all.jsonl") or load(folder + "/off.db", "--no-cache", folder + "/all.jsonl")
            on, off = dump(folder + "/on.db", "", False), dump(folder + "/off.db", "", False)
            yield Result("cache on and off (%d statements)" % len(lines), problem or differs(off, on))
    if context.wanted("cache on and off: a day"):
        with tempfile.TemporaryDirectory(prefix="colline-ingest-") as folder:
            arguments = day(folder + "/day", 6000)
            problem = load(folder + "/on.db", *arguments) or load(folder + "/off.db", "--no-cache", *arguments)
            yield Result("cache on and off: a day", problem or differs(dump(folder + "/off.db", "", False), dump(folder + "/on.db", "", False)))


def made_at_once(folder, server):
    """Several loads find that there is no store yet."""
    problem = ""
    for i in range(6):
        write(folder + "/%d.log" % i, events(i, i + 1))
    for turn in range(6):
        store = folder + "/turn%d.db" % turn if turn % 2 else server.url("turn%d" % turn)
        if turn % 2 == 0:
            server.create("turn%d" % turn)
        loads = [subprocess.Popen([command(), "ingest", "--quiet", "--store", store, folder + "/%d.log" % i], env=environment(),
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for i in range(6)]
        problem += "".join(one.communicate(timeout=60)[0].decode() for one in loads) or counted(store, 6)
    return problem


def run_engines(context):
    """The same load into SQLite and into PostgreSQL is the same store."""
    if not context.wanted("both engines") or not binaries():
        return
    with tempfile.TemporaryDirectory(prefix="colline-ingest-") as folder, Postgres() as server:
        arguments = day(folder + "/day", 5000) + [path("tests/ingest", name) for name in SAMPLES]
        problem = load(folder + "/lineage.db", *arguments) or load(server.url(), *arguments)
        yield Result("both engines", problem or differs(dump(folder + "/lineage.db"), dump(server.url())))
        yield Result("a store that several make at once", made_at_once(folder, server))


def run_renames(context):
    """What RENAMES tells of SQLite holds for PostgreSQL."""
    chosen = [test for test in RENAMES if context.wanted(test.__name__ + " (PostgreSQL)")]
    if not chosen or not binaries():
        return
    with Postgres() as server:
        for test in chosen:
            with tempfile.TemporaryDirectory(prefix="colline-ingest-") as folder:
                yield Result(test.__name__ + " (PostgreSQL)", test(folder, beside(server.url(), test.__name__)))


def run_sanitized(context):
    with using("asan"):
        yield from run_samples(context)
        yield from run_files(context)
        yield from run_outages(context)


def run_all(context):
    for part in (run_samples, run_files, run_outages, run_cache, run_engines, run_renames):
        yield from part(context)
    yield from run_kills(context, 400, 150, True)


SUITES = (suite("ingest", "tests/ingest: logs into a store, killed, torn, rotated, followed", run_all, updates=True),
          suite("ingest-asan", "its samples and files with the sanitized command", run_sanitized, slow=True),
          suite("ingest-long", "loads that are killed some thousand times", lambda c: run_kills(c, 3000, 4000, True), slow=True))
