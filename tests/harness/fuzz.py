"""Fuzzing with libFuzzer: seeds and dictionary made from what the tree holds, runs, and what they came to.

A target is tests/fuzz/NAME.c.  Its corpus grows in build/fuzz/corpus/NAME; inputs that failed once stand in
tests/fuzz/inputs/NAME and are run again each time; what fails now is left in build/fuzz/found.
"""
import json
import os
import re
import shutil
from collections import namedtuple

from .core import BUILD, Result, files, path, run, suite

FOLDER = os.path.join(BUILD, "fuzz")
LONGEST = 65536
TIMEOUT = 10
# executions, edges covered, edges that there are; problem: "" when nothing was found.
Outcome = namedtuple("Outcome", "executions covered edges seconds problem")


def targets():
    return [os.path.basename(source)[:-2] for source in files("tests/fuzz", ".c")]


# ---- The dictionary: every keyword, every operator ----


def dictionary():
    """The path of the dictionary, which is made from the keywords and the tokens of the grammar."""
    with open(path("grammar/keywords.def"), encoding="utf-8") as f:
        words = re.findall(r'^KEYWORD\(\w+, "([^"]+)"', f.read(), re.M)
    with open(path("grammar/tokens.def"), encoding="utf-8") as f:
        words += re.findall(r"^TOKEN\(\w+, \"'([^\"]+)'\"", f.read(), re.M)
    words += ["/*", "*/", "--", "'", '"', "`", "$$", "{{", "}}", "{%", "%}", "${", "\\", "\x1e", "\r\n", "\xef\xbb\xbf", "'''",
              '"sql":', '"id":', '"ddl":', '"session":', '"options":', '"dialect":', '"tables":', '"functions":',
              '"columns":', '"name":', '"type":', "t", "d", "v", "a", "b", "db."]
    name = os.path.join(FOLDER, "sql.dict")
    os.makedirs(FOLDER, exist_ok=True)
    with open(name, "w", encoding="latin-1") as f:
        f.writelines('"%s"\n' % "".join(c if c.isalnum() and ord(c) < 128 else "\\x%02x" % ord(c) for c in word)
                     for word in words)
    return name


# ---- The seeds: the cases and the examples ----


def numbers():
    """{dialect: its number}, as colline.h has them."""
    with open(path("include/colline.h"), encoding="utf-8") as f:
        source = f.read().split("typedef enum colline_dialect {")[1].split("}")[0]
    return {name.lower(): int(number) for name, number in re.findall(r"COLLINE_(\w+) = (\d+)", source)}


def head(dialect, switches):
    return bytes([numbers_cache.get(dialect, 0), switches])


numbers_cache = {}


def texts():
    """(dialect, options, ddl, sql, default_db) of everything that there is to start from."""
    from . import cases
    for file in files("tests/cases", ".txt"):
        for case in cases.read(file)[0]:
            yield (case.headers.get("dialect", "generic"), case.options(), case.text("ddl"), case.text("sql"),
                   case.headers.get("db"))
    for file in files("examples", ".sql") + files("tests/bench/corpus", ".sql"):
        with open(path(file), encoding="utf-8") as f:
            for sql in f.read().split(";\n"):
                yield "impala", {}, "", sql, "d"


def seeds(target):
    """The seeds of a target, as bytes."""
    if target == "readers":  # the first byte chooses the reader, the last one means --format auto
        with open(path("src/map/ingest/readers.def"), encoding="utf-8") as f:
            count = len(re.findall(r"^READER\(", f.read(), re.M))
        for file in files("tests/ingest", ".log", ".json", ".jsonl"):
            with open(path(file), "rb") as f:
                text = f.read()
            for number in range(count + 1):
                yield bytes([number]) + text
        return
    if target == "json":
        for file in files("tests", ".json") + files("docs", ".md"):
            with open(path(file), encoding="utf-8") as f:
                for block in re.findall(r"```json\n(.*?)```", f.read(), re.S):
                    yield head("generic", 0) + block.encode()
        yield head("impala", 1) + json.dumps({
            "tables": [{"name": "db.t", "columns": [{"name": "a", "type": "ARRAY<STRUCT<x:INT,y:MAP<STRING,INT>>>"},
                                                    "b", {"name": "p", "type": "INT", "partition": True}]},
                       {"name": "v", "kind": "view", "definition": "SELECT a FROM db.t", "columns": ["x"]}],
            "functions": [{"name": "f", "kind": "aggregate", "value_arguments": [0]},
                          {"name": "u", "kind": "table", "columns": ["a", "b"]}]}).encode()
    for dialect, options, ddl, sql, default_db in texts():
        switches = (1 if options.get("expand_views") else 0) | (2 if options.get("fold_temporary") else 0)
        if target == "records":
            record = {"id": "1", "session": "s", "dialect": dialect, "sql": sql, "options": options}
            if ddl:
                record["ddl"] = [ddl]
            if default_db:
                record["default_db"] = default_db
            yield head("generic", 0) + json.dumps(record).encode() + b"\n"
        elif target == "ddl":
            if ddl:
                yield head(dialect, 0) + ddl.encode()
        elif target == "lineage":
            yield head(dialect, switches) + ((ddl.encode() + b"\x1e") if ddl else b"") + sql.encode()
        elif target != "json":
            yield head(dialect, 0) + sql.encode()


def corpus(target):
    """The folder of a target's corpus, seeded."""
    folder = os.path.join(FOLDER, "seeds", target)
    numbers_cache.update(numbers())
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for number, seed in enumerate(sorted(set(seeds(target)))):
        with open(os.path.join(folder, "%04d" % number), "wb") as f:
            f.write(seed[:LONGEST])
    return folder


# ---- Running ----

FINAL = re.compile(r"^stat::number_of_executed_units:\s*(\d+)", re.M)
COVERED = re.compile(r"cov: (\d+)")
EDGES = re.compile(r"\((\d+) inline 8-bit counters\)")


def fuzz(target, seconds, longest=4096):
    """Run a target for so many seconds, from its seeds and what earlier runs found to be new."""
    binary = os.path.join(FOLDER, "targets", target)
    grown = os.path.join(FOLDER, "corpus", target)
    found = os.path.join(FOLDER, "found")
    for folder in (grown, found):
        os.makedirs(folder, exist_ok=True)
    folders = [grown, corpus(target)]
    if os.path.isdir(path("tests/fuzz/inputs", target)):
        folders.append(path("tests/fuzz/inputs", target))
    # (The entropic schedule takes more time than the library does.)
    status, _, err = run([binary, "-max_total_time=%d" % seconds, "-timeout=%d" % TIMEOUT, "-rss_limit_mb=3000",
                            "-max_len=%d" % longest, "-dict=" + dictionary(), "-print_final_stats=1",
                            "-close_fd_mask=3",
                            "-entropic=0", "-artifact_prefix=%s/%s-" % (found, target)] + folders,
                           timeout=seconds + 600)
    executions, covered, edges = FINAL.search(err), COVERED.findall(err), EDGES.search(err)
    problem = "" if status == 0 else "exit status %d\n%s" % (status, err[-6000:])
    return Outcome(int(executions.group(1)) if executions else 0, int(covered[-1]) if covered else 0,
                   int(edges.group(1)) if edges else 0, seconds, problem)


def short(context, seconds):
    """Each target for a while; an input that fails becomes a file of tests/fuzz/inputs or a case."""
    for target in targets():
        if context.wanted("fuzz: " + target):
            yield Result("fuzz: " + target, fuzz(target, seconds).problem)


SUITES = (suite("fuzz", "each target of tests/fuzz for two seconds", lambda c: short(c, 2)),
          suite("fuzz-long", "for a minute", lambda c: short(c, 60), slow=True))
