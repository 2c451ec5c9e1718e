"""What a syntax error costs: the part it stands in, and nothing else.

Every statement of the cases and the corpus that has column edges is damaged behind one column that it names, in each
of several ways.  Of what does not come from that column, or from the condition that it stands in, every edge must
remain, to be confirmed; the statements in front of it and behind it must not change.
"""
import json
import re

from . import cases
from .core import Result, command, files, path, run, suite

DAMAGE = (" = =", " +", " 1 2", " AND AND", " @@ !", " ((")
OPEN = " (("  # swallows what follows: the neighbours remain
# What names columns to leave others out: damaged, it moves the places of the others.
SHIFTING = re.compile(r"(?i)PIVOT|EXCEPT *\(|REPLACE *\(|EXCLUDE|RENAME|DROP |NATURAL|BY NAME|INSERT ROW|MATCH_RECOGNIZE|MATCH *\(PARTITION|EXPAND ON|SET \*|CORRESPONDING|\{ *OJ |MULTISET UNION"
                      r"|REMOVE DUPLICATES|PREFERRING|\{\{|FOR SYSTEM_TIME|INSERT *$"
                      r"|\b(\w+) AS (\w+)\b.*\b\2 AS \1\b|GRAPH_TABLE|^GRAPH |SEMANTIC_VIEW|APPLY \w+\.\w+\(|^SELECT \* .*USING *\(")
# A line that starts a statement starts one, whatever is open in front of it.
LINE_STARTS = re.compile(r"(?i)\n\s*(INSERT|MERGE) INTO")
# Where INSERT is no reserved word, an unfinished value in front of it takes it for its operand and INTO for SELECT's.
SOFT_INSERT = {"spark", "databricks"}
# Where the sources of a subquery are not what its text names, or the target is one of several.
HIDDEN = re.compile(r"(?i)\bWITH\b|\bFROM v\b|^INSERT (ALL|FIRST)")
SUBQUERY = re.compile(r"(?i)\(\s*(SELECT|WITH|FROM)\b")
BEFORE, AFTER = "SELECT na FROM nb;\n", "\n;\nSELECT nc FROM nd"
POSITIONS = 12
TOLD = 40  # failures of one way, in full


def sources():
    """Records: statements that stand alone."""
    for file in files("tests/cases", ".txt"):
        for case in cases.read(file)[0]:
            if not case.checked(cases.LINEAGE_SECTIONS) or case.headers.get("format"):
                continue
            record = {"id": case.name, "dialect": case.headers.get("dialect", "generic"), "sql": case.text("sql"),
                      "options": case.options()}
            if case.headers.get("db"):
                record["default_db"] = case.headers["db"]
            if case.text("ddl"):
                record["ddl"] = [case.text("ddl")]
            yield record
    for file in files("tests/bench/corpus", ".sql"):
        with open(path(file), encoding="utf-8") as f:
            for i, sql in enumerate(f.read().split(";")):
                yield {"id": "%s %d" % (file, i), "dialect": "impala", "sql": sql.strip()}


def lineage(records):
    """id -> its statements, in order."""
    text = "".join(json.dumps(record) + "\n" for record in records)
    _, out, _ = run([command(), "lineage", "--input", "jsonl", "--format", "json"], text)
    found = {}
    for line in filter(None, out.split("\n")):
        statement = json.loads(line)
        found.setdefault(statement.get("id"), []).append(statement)
    return found


def key(edge):
    return (edge["kind"], edge["source"], edge.get("to"), edge.get("into", 0), edge.get("role"))


def untouched(sql, statement, hurt):
    """The edges that have nothing to do with the damaged one."""
    columns = {(e.get("into", 0), e["to"]) for e in statement["edges"] if "to" in e and
               (e["source"] == hurt["source"] or e.get("expression") == hurt.get("expression"))}
    hurt_sources = {e["source"] for e in statement["edges"] if (e.get("into", 0), e.get("to")) in columns} | \
        {e["source"] for e in statement["edges"] if e.get("offset") == hurt["offset"]}
    def apart(edge):
        """Not of a subquery in the damaged condition."""
        end = len(sql) if edge.get("offset", 0) < hurt["offset"] and HIDDEN.search(sql) else edge.get("offset", len(sql))
        return not SUBQUERY.search(sql[hurt["offset"]:end])

    return [e for e in statement["edges"]
            if e.get("expression") != hurt.get("expression") and ("to" in e or apart(e)) and
            ((e.get("into", 0), e["to"]) not in columns if "to" in e else e["source"] not in hurt_sources)]


def damaged(record, statement):
    """(record, the edge that is hurt, the way) for each place and each way."""
    sql, seen = record["sql"].encode(), set()
    for edge in statement.get("edges", []):
        if "offset" not in edge or edge["offset"] in seen or len(seen) == POSITIONS:
            continue
        seen.add(edge["offset"])
        end = edge["offset"]
        while end < len(sql) and (sql[end:end + 1].isalnum() or sql[end] in b"_.$`\""):
            end += 1
        for way in DAMAGE:
            if way == OPEN and LINE_STARTS.search(record["sql"], edge["offset"]):
                continue
            text = BEFORE.encode() + sql[:end] + way.encode() + b" " + sql[end:] + AFTER.encode()
            try:
                yield dict(record, id="%s %d%s" % (record["id"], end, way), sql=text.decode()), edge, way
            except UnicodeDecodeError:
                pass


def tables_of(statement):
    """Its sources, without files and stages."""
    return {source for source in statement["sources"] if isinstance(source, str)}


def targets_of(statement):
    return {target.get("table") for target in statement.get("targets", [statement.get("target", {})])}


def problem(way, sql, statement, edge, after):
    if len(after) != 3:
        return "%d statements" % len(after)
    for neighbour, source in ((after[0], "nb"), (after[2], "nd")):
        if neighbour["status"] != "ok" or len(neighbour["edges"]) != 1 or source not in neighbour["edges"][0]["source"].lower():
            return "a neighbour changed"
    middle = after[1]
    if middle["status"] == "ok":
        return ""  # it was no damage after all
    if not any(d["code"] == "syntax_error" and "offset" in d for d in middle["diagnostics"]):
        return "no syntax_error" if middle["status"] == "error" else ""
    if way == OPEN:
        return ""
    sources = tables_of(statement) - tables_of(middle) - targets_of(middle)
    if sources and not HIDDEN.search(sql):
        return "lost the sources %s" % sources
    left = {key(e): e for e in middle["edges"]}
    lost = [key(e) for e in untouched(sql, statement, edge) if key(e) not in left]
    if lost:
        return "lost %s" % (lost[:3],)
    sure = [e for e in middle["edges"] if e.get("quality") != "TO_CONFIRM"]
    return "sure of %s" % key(sure[0]) if sure else ""


def losses(context):
    if not context.wanted("damage"):
        return
    records = list(sources())
    before = lineage(records)
    mutants = []
    for record in records:
        statements = before.get(record["id"], [])
        if SHIFTING.search(record["sql"]) or record["dialect"] in SOFT_INSERT and record["sql"].startswith("FROM "):
            continue
        if len(statements) == 1 and statements[0]["status"] == "ok" and record["sql"].count(";") == 0:
            mutants += [(mutant, statements[0], edge, way) for mutant, edge, way in damaged(record, statements[0])]
    for way in DAMAGE:
        chosen = [mutant[:3] for mutant in mutants if mutant[3] == way]
        after = lineage([mutant for mutant, _, _ in chosen])
        found = [(problem(way, mutant["sql"][len(BEFORE):], statement, edge, after.get(mutant["id"], [])), mutant) for mutant, statement, edge in chosen]
        bad = [(text, mutant) for text, mutant in found if text]
        yield Result("damage '%s' at %d places" % (way.strip(), len(chosen)),
                     "\n".join("%s\n%s: %s" % (text, mutant["dialect"], mutant["sql"][len(BEFORE):-len(AFTER)])
                               for text, mutant in bad[:TOLD]) + "\n%d in all" % len(bad) if bad else "")


SUITES = (suite("damage", "one column damaged", losses),)
