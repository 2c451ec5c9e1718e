"""The conformance suites, where they lie beside the checkout (../shared/conformance)."""
import json
import math
import os
import re

from .core import Result, command, path, run, suite

FOLDER = path("..", "shared", "conformance")
TOTAL = re.compile(r"^(\S+): (\d+) of (\d+) agree", re.M)


def agreements(output, dialect):
    """(agree, of) of one dialect, from what the runner prints; all dialects for "all"."""
    total = TOTAL.search(output)
    if total is None:
        return 0, 0
    if dialect == "all":
        return int(total.group(2)), int(total.group(3))
    found = re.search(r"(?:^|\s)%s (\d+)/(\d+)(?=\s|$)" % dialect, output[total.end():], re.M)
    if found is None:  # a suite of one dialect has no line of dialects
        return int(total.group(2)), int(total.group(3))
    return int(found.group(1)), int(found.group(2))


def conformance(context):
    runner = os.path.join(FOLDER, "run")
    if not os.path.exists(runner):
        return
    with open(path("tests/conformance.json"), encoding="utf-8") as f:
        expectations = json.load(f)
    for name, dialects in expectations.items():
        if not context.wanted(name):
            continue
        _, out, err = run([runner, "--colline", command(), "--show", "30", "--min", "0", os.path.join(FOLDER, name)])
        for dialect, least in dialects.items():
            agree, of = agreements(out, dialect)
            due = math.ceil(of * float(least.rstrip("%")) / 100) if isinstance(least, str) else least
            problem = "" if of and agree >= due else "%d of %d agree, %s expected\n%s%s" % (agree, of, due, out, err[-500:])
            yield Result("%s %s" % (name, dialect), problem)


SUITES = (suite("conformance", "what engines report (tests/conformance.json)", conformance),)
