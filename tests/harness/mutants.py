"""Damaged SQL: whatever stands in a text, the sanitized command answers, and lives.

The mutants follow from a fixed seed; one that fails is printed, to become a case.
"""
import json
import random
import re

from .core import Result, command, files, path, run, suite

PIECE = re.compile(r"\w+|\s+|'[^']*'|.", re.S)
SEEDS = ["'", '"', "`", "(", ")", "/*", "*/", "--", "${", "{{", ";", ",", "\x00", "\xff", "SELECT", "FROM", "*", "AS",
         "CASE", "WITH", "[", "]", "<", ">", "0x", "1e", "$$", "é", "\\"]
BATCH = 1000
DIALECTS = ["impala", "hive", "generic", "postgres", "snowflake", "bigquery", "mysql", "oracle", "tsql", "clickhouse"]


def statements():
    """What is there to damage: every statement of the corpus, the warehouse and the cases."""
    from . import cases
    found = []
    for file in files("tests/bench/corpus", ".sql") + files("examples", ".sql"):
        with open(path(file), encoding="utf-8") as f:
            found += f.read().split(";")
    for file in files("tests/cases", ".txt"):
        found += [case.text("sql") for case in cases.read(file)[0]]
    return [text for text in found if text.strip()]


def damage(text, chance):
    pieces = PIECE.findall(text)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(pieces)) if pieces else 0
        act = chance.randrange(6)
        if act == 0:
            del pieces[at:at + chance.randint(1, 5)]
        elif act == 1:
            pieces.insert(at, chance.choice(SEEDS))
        elif act == 2:
            pieces[at:at] = pieces[at:at + chance.randint(1, 8)]
        elif act == 3:
            pieces = pieces[:at]
        elif act == 4 and pieces:
            other = chance.randrange(len(pieces))
            pieces[at], pieces[other] = pieces[other], pieces[at]
        elif act == 5 and pieces:
            pieces[at] = chance.choice(pieces)
    return "".join(pieces)


def broken(batch):
    """What is wrong when the batch runs; "" when nothing is."""
    lines = [json.dumps({"id": str(i), "dialect": dialect, "default_db": "d", "sql": sql,
                         "options": {"expand_views": True, "fold_temporary": True}})
             for i, (dialect, sql) in enumerate(batch)]
    status, out, err = run([command("asan"), "lineage", "--input", "jsonl", "--format", "json"], "\n".join(lines) + "\n")
    if status not in (0, 1):
        return "exit status %d\n%s" % (status, err[-2500:])
    for line in filter(None, out.split("\n")):
        try:
            json.loads(line)
        except ValueError:
            return "not JSON: " + line[:300]
    return ""


def smallest(batch):
    """One mutant of the batch that fails by itself, and how."""
    while len(batch) > 1:
        half = batch[:len(batch) // 2]
        batch = half if broken(half) else batch[len(batch) // 2:]
    return batch[0], broken(batch)


def mutants(context, count):
    if not context.wanted("damaged statements"):
        return
    chance, sources = random.Random(20240101), statements()
    for start in range(0, count, BATCH):
        batch = [(chance.choice(DIALECTS), damage(chance.choice(sources), chance)) for _ in range(BATCH)]
        name = "damaged statements %d to %d" % (start + 1, start + BATCH)
        problem = broken(batch)
        if problem:
            (dialect, sql), alone = smallest(batch)
            problem = (alone or problem) + "\n%s: %r" % (dialect, sql)
        yield Result(name, problem)


SUITES = (suite("mutants", "damaged SQL, sanitized", lambda c: mutants(c, 10000)),
          suite("mutants-long", "more of it", lambda c: mutants(c, 50000), slow=True))
