"""Text cases: SQL and the expected answer (tests/cases/AREA/TOPIC.txt; the form is in docs/building.md)."""
import json
import re
import tempfile

from .core import Result, command, difference, files, path, run, suite

LINEAGE_SECTIONS = ("edges", "sources", "columns", "targets", "diagnostics", "status", "kind", "statements")
HEADER = re.compile(r"^(dialect|db|options|format|show|arguments):\s*(.*)$")
RAW_SECTIONS = ("tree", "tokens", "output", "normalized", "fingerprints")
OTHER_SECTIONS = ("ddl", "sql") + RAW_SECTIONS
INDEXED = re.compile(r"^--- (%s)(?: (\d+))?\s*$" % "|".join(LINEAGE_SECTIONS + OTHER_SECTIONS))


class Section:
    """One `--- name` of a case: its lines, and the statement it is about (None: the last)."""

    def __init__(self, name, number):
        self.name, self.number, self.lines = name, number, []

    def text(self):
        return "\n".join(self.lines).strip("\n")

    def expected(self):
        return [line.rstrip() for line in self.lines if line.strip()]


class Case:
    """A case; `shared` is what stands before the first case of the file and holds for all of them."""

    def __init__(self, file, title, shared=None):
        self.file, self.title, self.notes = file, title, []
        self.headers = dict(shared.headers) if shared else {}
        self.sections, self.shared = [], shared
        self.name = "%s: %s" % (file[len("tests/cases/"):], title)

    def section(self, name):
        return next((s for s in self.sections if s.name == name), self.shared and self.shared.section(name))

    def text(self, name):
        found = self.section(name)
        return found.text() if found else ""

    def checked(self, names):
        return [s for s in self.sections if s.name in names]

    def options(self):
        """{name: value} as a record has them: `no_templates` is templates: false."""
        given = {}
        for word in self.headers.get("options", "").split():
            name, equals, value = word.partition("=")
            if equals:
                given[name] = value
            else:
                given[name[3:] if name.startswith("no_") else name] = not name.startswith("no_")
        return given


def read(file):
    """(cases, lines): every case of a file; lines[i] is a string, or the Section that prints there."""
    with open(path(file), encoding="utf-8") as f:
        source = f.read().split("\n")
    shared = current = Case(file, "")
    cases, section, layout = [], None, []
    for line in source:
        header = HEADER.match(line) if section is None else None
        start = INDEXED.match(line)
        if line.startswith("=== "):
            current, section = Case(file, line[4:].strip(), shared), None
            cases.append(current)
            layout.append(line)
        elif start:
            section = Section(start.group(1), int(start.group(2)) if start.group(2) else None)
            current.sections.append(section)
            layout += [line, section]
        elif section is not None:
            section.lines.append(line)
        else:
            if header:
                current.headers[header.group(1)] = header.group(2).strip()
            layout.append(line)
    return cases, layout


def write(file, layout):
    out = []
    for i, piece in enumerate(layout):
        if isinstance(piece, str):
            out.append(piece)
        else:
            out += piece.lines
    with open(path(file), "w", encoding="utf-8") as f:
        f.write("\n".join(out))


# ---- What a statement's JSON looks like in a case ----


def edge_line(edge, several, show):
    words = [edge["kind"], edge["source"], "->", edge["target"]]
    if edge.get("role"):
        words.append(edge["role"])
    words += [flag for flag in ("limit", "aggregate") if edge.get(flag)]
    if "implicit_cast" in show and edge.get("implicit_cast"):
        words.append("implicit_cast")
    if edge.get("quality") == "TO_CONFIRM":
        words.append("to_confirm")
    if several:
        words.append("into %d" % edge.get("into", 0))
    return " ".join(words)


def target_line(target):
    line = "%s %s" % (target["table"] if "table" in target else "path " + target.get("path", ""), target["operation"])
    parts = [p["column"] + ("=" + p["value"] if p.get("value") is not None else "")
             for p in target.get("partition", [])]
    return line + (" (%s)" % ", ".join(parts) if parts else "")


def column_line(column):
    return column["name"] + (" = " + " ".join(column["expression"].split()) if column.get("expression") else "")


def diagnostic_line(diagnostic, with_message):
    line = "%s %s:%s" % (diagnostic["code"], diagnostic.get("line", 0), diagnostic.get("column", 0))
    return line + (": " + diagnostic["message"] if with_message else "")


def actual_lines(section, objects, show):
    """What the section would hold for what came out."""
    if section.name == "statements":
        return ["%s %s" % (o.get("kind"), o.get("status")) for o in objects]
    obj = objects[-1] if section.number is None else \
        next((o for o in objects if o.get("statement") == section.number), {})
    if section.name == "edges":
        return [edge_line(e, "targets" in obj, show) for e in obj.get("edges", [])]
    if section.name == "sources":
        return [s if isinstance(s, str) else "path " + s["path"] for s in obj.get("sources", [])]
    if section.name == "columns":
        return [column_line(c) for c in obj.get("columns", [])]
    if section.name == "targets":
        return [target_line(t) for t in obj.get("targets") or ([obj["target"]] if obj.get("target") else [])]
    if section.name == "diagnostics":
        with_message = any(re.match(r"\S+ \d+:\d+: ", line) for line in section.lines)
        return [diagnostic_line(d, with_message) for d in obj.get("diagnostics", [])]
    return [str(obj.get(section.name, ""))]


def squeezed_edge(line):
    return " ".join(line.split()).replace(" role condition", " condition")


def compare(section, actual):
    """The problem of one section, or ""; edges compare in any order."""
    expected = section.expected()
    if section.name == "edges":
        wanted, have = [squeezed_edge(e) for e in expected], actual
        return difference(wanted, have) if sorted(wanted) != sorted(have) else ""
    if [" ".join(e.split()) for e in expected] == [" ".join(a.split()) for a in actual]:
        return ""
    return difference([" ".join(e.split()) for e in expected], [" ".join(a.split()) for a in actual]) or \
        "another order: " + ", ".join(actual)


def replace(section, lines):
    """Put `lines` into a section, and keep the empty lines that ended it."""
    tail = []
    while section.lines and not section.lines[-1].strip():
        tail.append(section.lines.pop())
    section.lines = list(lines) + tail


# ---- Lineage: all cases of all files through one process ----


def record(number, case):
    made = {"id": str(number), "dialect": case.headers.get("dialect", "generic"), "sql": case.text("sql"),
            "options": case.options()}
    if case.headers.get("db"):
        made["default_db"] = case.headers["db"]
    if case.text("ddl"):
        made["ddl"] = [case.text("ddl")]
    return json.dumps(made, ensure_ascii=False)


def run_lineage(cases, variant):
    """({case number: [objects]}, what is wrong with the run as a whole)."""
    lines = [record(i, case) for i, case in enumerate(cases)]
    status, out, err = run([command(variant), "lineage", "--input", "jsonl", "--format", "json"],
                           "\n".join(lines) + "\n")
    found, problem = {}, ""
    for line in filter(None, out.split("\n")):
        try:
            obj = json.loads(line)
            found.setdefault(int(obj["id"]), []).append(obj)
        except (ValueError, KeyError, TypeError):
            problem = "not a line of lineage JSON: " + line[:200]
    if status not in (0, 1):
        problem = "exit status %d\n%s" % (status, err[-3000:])
    return found, problem


def lineage_problem(case, objects, update):
    if not objects:
        return "no output"
    problems = []
    show = case.headers.get("show", "").split()
    for section in case.checked(LINEAGE_SECTIONS):
        actual = actual_lines(section, objects, show)
        problem = compare(section, actual)
        if problem and update:
            replace(section, actual)
        elif problem:
            problems.append("%s:\n%s" % (section.name, problem))
    return "\n".join(problems)


# ---- Trees, tokens, raw output: a process each ----


def with_catalog(case, arguments, variant):
    ddl = case.text("ddl")
    if not ddl:
        return run(arguments, case.text("sql"))
    with tempfile.NamedTemporaryFile("w", suffix=".sql", encoding="utf-8") as f:
        f.write(ddl)
        f.flush()
        return run(arguments + ["--catalog", f.name], case.text("sql"))


def fingerprinted(section, out):
    """`normalized`: the normal form of each statement; `fingerprints`: the same letter for the same fingerprint."""
    lines = [line.split("\t") for line in out.splitlines()]
    if section == "normalized":
        return "\n".join(line[1] for line in lines)
    known = sorted({line[0] for line in lines}, key=[line[0] for line in lines].index)
    return " ".join(chr(ord("a") + known.index(line[0])) for line in lines)


def raw(case, section, variant):
    dialect = ["--dialect", case.headers.get("dialect", "generic")]
    if section.name in ("normalized", "fingerprints"):
        status, out, err = run([command(variant), "fingerprint"] + dialect, case.text("sql"))
        return status, fingerprinted(section.name, out), err
    if section.name in ("tree", "tokens"):
        return run([command(variant), {"tree": "parse", "tokens": "tokens"}[section.name]] + dialect, case.text("sql"))
    arguments = [command(variant), "lineage", "--format", case.headers.get("format", "json")] + dialect
    if case.headers.get("db"):
        arguments += ["--default-db", case.headers["db"]]
    arguments += ["--" + word.replace("_", "-") for word in case.headers.get("options", "").split()]
    arguments += case.headers.get("arguments", "").split()
    return with_catalog(case, arguments, variant)


def raw_problem(case, section, variant, update):
    status, out, err = raw(case, section, variant)
    actual = [line.rstrip() for line in out.rstrip("\n").split("\n")]
    if status not in (0, 1) or "Sanitizer" in err or "runtime error" in err:
        return "exit status %d\n%s" % (status, err[-3000:])
    expected = [line.rstrip() for line in section.text().split("\n")]
    if expected == actual:
        return ""
    if update:
        replace(section, actual)
        return ""
    return section.name + ":\n" + (difference(expected, actual) or "another order")


def run_cases(context, variant):
    update = context.update and variant == "plain"
    read_files = {file: read(file) for file in files("tests/cases", ".txt")}
    cases = [case for found, _ in read_files.values() for case in found if context.wanted(case.name)]
    batch = [case for case in cases if case.checked(LINEAGE_SECTIONS)]
    found, broken = run_lineage(batch, variant) if batch else ({}, "")
    if broken:
        yield Result("all lineage cases in one run", broken)
    problems = {id(case): lineage_problem(case, found.get(i), update) for i, case in enumerate(batch)}
    for case in cases:
        problem = [problems.get(id(case), "")]
        problem += [raw_problem(case, s, variant, update) for s in case.checked(RAW_SECTIONS)]
        if not case.sections:
            problem.append("a case without sections")
        yield Result(case.name, "\n".join(filter(None, problem)))
    if update:
        for file, (_, layout) in read_files.items():
            write(file, layout)


SUITES = (suite("cases", "tests/cases with the command", lambda context: run_cases(context, "plain"), updates=True),
          suite("cases-asan", "tests/cases with the sanitized command", lambda context: run_cases(context, "asan")))
