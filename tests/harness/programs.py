"""Compiled tests: unit and API programs (cmocka), and the examples."""
import os
import re

from .core import BUILD, Result, VARIANTS, files, path, run, same, suite

OUTCOME = re.compile(r"^(not )?ok \d+ - (.*?)(?: # (.*))?$")


def outcomes(lines):
    """[name, failed, notes, why skipped] of each TAP line, with the `#` lines behind it."""
    found = []
    for line in lines:
        outcome = OUTCOME.match(line)
        if outcome:
            remark = outcome.group(3) or ""
            found.append((outcome.group(2), outcome.group(1) is not None, [],
                          remark[len("SKIP"):].strip() or "skipped" if remark.startswith("SKIP") else ""))
        elif found and line.startswith("#"):
            found[-1][2].append(line)
    return found


def tap(arguments, name, timeout=300, env=None):
    """The Results of one program, from its TAP lines."""
    status, out, err = run(arguments, timeout=timeout, env=env)
    found = outcomes((out + "\n" + err).splitlines())
    for test, failed, notes, skipped in found:
        yield Result("%s: %s" % (name, test), "\n".join(notes) or "failed" if failed else "", skipped)
    if not found or status != 0 and not any(failed for _, failed, _, _ in found):
        yield Result(name, "exit status %d\n%s" % (status, err[-3000:] or "no test ran"))


def run_programs(context, folder, variant):
    for source in files("tests/" + folder, ".c"):
        name = "%s/%s" % (folder, os.path.basename(source)[:-2])
        program = os.path.join(VARIANTS[variant], "tests", name)
        yield from context.chosen(tap([program], name))


# ---- Examples: the comment at the head says what they print ----


def promised(source):
    """The indented lines behind `Prints:` in the first comment."""
    with open(path(source), encoding="utf-8") as f:
        head = f.read().split("*/")[0]
    after = re.split(r"^ \* Prints:\s*$", head, flags=re.M)
    if len(after) != 2:
        return None
    return [line[7:].rstrip() for line in after[1].splitlines() if line.startswith(" *     ")]


def run_examples(context):
    for source in files("examples", ".c"):
        if os.path.dirname(source) != "examples" or not context.wanted(source):
            continue
        expected = promised(source)
        status, out, err = run([os.path.join(BUILD, "examples", os.path.basename(source)[:-2])])
        actual = [line.rstrip() for line in out.splitlines() if line.strip()]
        if expected is None:
            yield Result(source, "its head does not say what it prints (`Prints:`)")
        elif status != 0:
            yield Result(source, "exit status %d\n%s" % (status, err))
        else:
            yield Result(source, "" if same(expected, actual) else "printed:\n%s\npromised:\n%s"
                         % ("\n".join(actual), "\n".join(expected)))


def run_memory(context, stride):
    """Failing allocations in a library whose every allocation has a chunk of its own (VARIANT=fuzz), sanitized."""
    program = os.path.join(BUILD, "fuzz/tests/api/test_memory")
    yield from context.chosen(tap(["env", "COLLINE_MEMORY_STRIDE=%d" % stride, program], "tiny/test_memory", 3000))


def run_threads(context):
    """What shares memory between threads, under the thread sanitizer; built by `make tsan` and `make check-long`."""
    for name in ("test_threads", "test_bus"):
        yield from context.chosen(tap([os.path.join(BUILD, "tsan/tests/api", name)], "tsan/" + name))


SUITES = tuple(suite(folder + ending, about + (", sanitized" if ending else ""),
                     lambda context, folder=folder, variant=variant: run_programs(context, folder, variant))
               for folder, about in (("unit", "tests/unit"), ("api", "tests/api: colline.h only"))
               for variant, ending in (("plain", ""), ("asan", "-asan"))) + (
    suite("examples", "examples/*.c print what their heads promise", run_examples),
    suite("memory", "failing allocations, each in a chunk of its own (some)", lambda c: run_memory(c, 101)),
    suite("memory-long", "every one of them", lambda c: run_memory(c, 1), slow=True),
    suite("tsan", "threads that share a catalog or a bus, under the thread sanitizer", run_threads, slow=True))
