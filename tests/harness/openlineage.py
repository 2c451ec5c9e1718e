"""OpenLineage events against the published schemas (tests/openlineage): the event, and each facet by its own schema."""
from . import cases
from .core import Result, command, files, path, run, suite
from .schema import python_with_jsonschema

CHECKER = """
import json, os, sys, jsonschema
folder = sys.argv[1]
def read(name):
    with open(os.path.join(folder, name), encoding="utf-8") as f:
        return json.load(f)
core = read("OpenLineage.json")
facets = [read("facets/" + n) for n in sorted(os.listdir(os.path.join(folder, "facets")))]
store = {s["$id"]: s for s in [core] + facets}
def validator(schema):
    kind = jsonschema.validators.validator_for(core)
    return kind(schema, resolver=jsonschema.RefResolver(schema.get("$id", core["$id"]), schema, store=store),
                format_checker=jsonschema.FormatChecker())
events = validator({"$id": core["$id"], "$ref": "#/$defs/RunEvent", "$defs": core["$defs"]})
by_name = {name: validator(s) for s in facets for name in s["properties"]}
def problems(event):
    for error in list(events.iter_errors(event))[:3]:
        yield "%s: %s" % ("/".join(map(str, error.absolute_path)), error.message[:300])
    holders = [event["run"], event["job"]] + event.get("inputs", []) + event.get("outputs", [])
    for holder in holders:
        for name, facet in holder.get("facets", {}).items():
            if name not in by_name:
                yield "no schema for the facet " + name
                continue
            version = facet["_schemaURL"].split("#")[0]
            if version not in store:
                yield "unknown schema " + version
            for error in list(by_name[name].iter_errors({name: facet}))[:3]:
                yield "%s: %s: %s" % (name, "/".join(map(str, error.absolute_path)), error.message[:300])
count = 0
for number, line in enumerate(sys.stdin, 1):
    event = json.loads(line)
    if "run" not in event and "diagnostics" in event:
        continue
    count += 1
    for problem in problems(event):
        print("line %d: %s" % (number, problem))
if count == 0:
    print("no event")
"""


def check(lines):
    python = python_with_jsonschema()
    if python is None:
        return "python3-jsonschema is not installed (scripts/deps test)"
    status, out, err = run([python, "-W", "ignore", "-c", CHECKER, path("tests/openlineage")], "\n".join(lines) + "\n")
    return err[-2000:] or "exit status %d" % status if status else out


def events(catalog, scripts):
    _, out, _ = run([command(), "lineage", "--dialect", "impala", "--catalog", catalog, "--format", "openlineage",
                     "--namespace", "impala://warehouse:21050"] + scripts)
    return [line for line in out.split("\n") if line]


def records():
    """Every case of tests/cases, whatever its dialect."""
    found = [case for file in files("tests/cases", ".txt") for case in cases.read(file)[0]]
    lines = [cases.record(i, case) for i, case in enumerate(found) if case.checked(cases.LINEAGE_SECTIONS)]
    _, out, _ = run([command(), "lineage", "--input", "jsonl", "--format", "openlineage"], "\n".join(lines) + "\n")
    return [line for line in out.split("\n") if line]


def validate(context):
    for name, source in (("examples/warehouse", lambda: events("examples/warehouse/catalog.sql",
                                                               files("examples/warehouse/etl", ".sql"))),
                         ("tests/bench/corpus", lambda: events("tests/bench/catalog.sql", files("tests/bench/corpus", ".sql"))),
                         ("tests/cases", records)):
        if context.wanted("openlineage: " + name):
            yield Result("openlineage: " + name, check(source()))


SUITES = (suite("openlineage", "OpenLineage events against the published schemas", validate),)
