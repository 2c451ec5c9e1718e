"""What the documents show is run: ```console blocks, and ```c blocks that hold a main(); so is tests/e2e."""
import os
import re
import tempfile

from .core import BUILD, Result, files, path, run, same, suite

FENCE = re.compile(r"^```([a-z]*)\s*\n(.*?)^```\s*$", re.M | re.S)


def blocks(file):
    """(language, text, line) of each fenced block."""
    with open(path(file), encoding="utf-8") as f:
        text = f.read()
    return [(m.group(1), m.group(2), text.count("\n", 0, m.start()) + 1) for m in FENCE.finditer(text)]


def steps(text):
    """(command, expected output lines) of each `$ ` line of a console block; `\\` at its end continues it."""
    found = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append([line[2:], []])
        elif found and found[-1][0].endswith("\\") and not found[-1][1]:
            found[-1][0] += "\n" + line
        elif found:
            found[-1][1].append(line.rstrip())
    return found


def console(text):
    for shell, expected in steps(text):
        status, out, err = run(["bash", "-c", shell])
        actual = [line.rstrip() for line in (out + err).rstrip("\n").split("\n")]
        if not same(expected or [""], actual) and not (not expected and status == 0 and not out):
            return "$ %s\nprinted (exit status %d):\n%s" % (shell, status, "\n".join(actual))
    return ""


def program(text, expected):
    with tempfile.TemporaryDirectory() as folder:
        source, binary = os.path.join(folder, "example.c"), os.path.join(folder, "example")
        with open(source, "w", encoding="utf-8") as f:
            f.write(text)
        status, out, err = run(["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-Iinclude", source, "-o", binary,
                                "-L" + BUILD, "-lcolline"])
        if status != 0:
            return err
        status, out, err = run([binary])
        if status != 0 or out.strip("\n") != expected.strip("\n"):
            return "printed (exit status %d):\n%s%s" % (status, out, err)
    return ""


def run_documents(context):
    for file in ["README.md"] + files("docs", ".md"):
        found = blocks(file) if os.path.exists(path(file)) else []
        for i, (language, text, line) in enumerate(found):
            name = "%s:%d" % (file, line)
            if not context.wanted(name):
                continue
            if language == "console":
                yield Result(name, console(text))
            elif language == "c" and "main(" in text:
                expected = found[i + 1][1] if i + 1 < len(found) and found[i + 1][0] == "text" else ""
                yield Result(name, program(text, expected))


def run_sessions(context):
    """tests/e2e/TOPIC.txt: `=== title`, then commands and what they print, as in a ```console block."""
    for file in files("tests/e2e", ".txt"):
        with open(path(file), encoding="utf-8") as f:
            cases = re.split(r"^=== ", f.read(), flags=re.M)[1:]
        for case in cases:
            title, _, text = case.partition("\n")
            name = "%s: %s" % (file[len("tests/e2e/"):], title.strip())
            if context.wanted(name):
                yield Result(name, console(text.rstrip("\n")) if steps(text) else "it has no command")


def run_generated(context):
    """docs/diagnostics.md is what scripts/diagnostics-doc makes of diagnostics.def; so are the others."""
    for document, script in (("docs/diagnostics.md", "scripts/diagnostics-doc"), ("docs/dialects.md", "scripts/dialects-doc"),
                             ("docs/ast.md", "scripts/ast-doc"),
                             ("bindings/python/colline/_abi.py", "bindings/python/generate")):
        if context.wanted(document):
            _, made, err = run([script])
            with open(path(document), encoding="utf-8") as f:
                kept = f.read()
            yield Result(document, err if err else "" if made == kept else "run `make docs`")


SUITES = (suite("documents", "examples in README.md and docs/", run_documents),
          suite("e2e", "tests/e2e: the command from outside", run_sessions),
          suite("documents-made", "documents that are made from the source", run_generated))
