"""Lineage JSON against docs/lineage.schema.json."""
import json
import sys

from .core import Result, command, files, path, run, suite

# python3-jsonschema belongs to the system's python, which need not be the one that runs this.
CHECKER = """
import json, sys, jsonschema
schema = json.load(open(sys.argv[1], encoding="utf-8"))
validator = jsonschema.validators.validator_for(schema)(schema)
for number, line in enumerate(sys.stdin, 1):
    for error in list(validator.iter_errors(json.loads(line)))[:3]:
        print("line %d: %s: %s" % (number, "/".join(map(str, error.absolute_path)), error.message[:300]))
"""


def python_with_jsonschema():
    for python in (sys.executable, "/usr/bin/python3"):
        if run([python, "-c", "import jsonschema"])[0] == 0:
            return python
    return None


def check(lines):
    python = python_with_jsonschema()
    if python is None:
        return "python3-jsonschema is not installed (scripts/deps test)"
    status, out, err = run([python, "-c", CHECKER, path("docs/lineage.schema.json")], "\n".join(lines) + "\n")
    return err[-2000:] or "exit status %d" % status if status else out


def warehouse():
    scripts = files("examples/warehouse/etl", ".sql")
    _, out, _ = run([command(), "lineage", "--dialect", "impala", "--catalog", "examples/warehouse/catalog.sql",
                     "--format", "json"] + scripts)
    return [line for line in out.split("\n") if line]


def corpus():
    scripts = files("tests/bench/corpus", ".sql")
    _, out, _ = run([command(), "lineage", "--dialect", "impala", "--catalog", "tests/bench/catalog.sql",
                     "--format", "json"] + scripts)
    return [line for line in out.split("\n") if line]


def records():
    """Every case of tests/cases, as lines of record mode."""
    from . import cases
    found = [case for file in files("tests/cases", ".txt") for case in cases.read(file)[0]]
    batch = [case for case in found if case.checked(cases.LINEAGE_SECTIONS)]
    outputs, _ = cases.run_lineage(batch, "plain")
    return [json.dumps(obj) for objects in outputs.values() for obj in objects] + broken_records()


def broken_records():
    _, out, _ = run([command(), "lineage", "--input", "jsonl", "--format", "json"],
                    'no record\n{"id":"a"}\n{"id":"b","sql":"SELEC 1; select 1 from"}\n')
    return [line for line in out.split("\n") if line]


def validate(context):
    for name, source in (("schema: examples/warehouse", warehouse), ("schema: tests/bench/corpus", corpus),
                         ("schema: tests/cases", records)):
        if context.wanted(name):
            lines = source()
            yield Result(name, check(lines) if lines else "no output")


SUITES = (suite("schema", "lineage JSON against its schema", validate),)
