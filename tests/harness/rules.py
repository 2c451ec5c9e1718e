"""Rules of the house that a program can check: layers, symbols, headers, compilers, precedence."""
import os
import re
import shutil
import sys
import tempfile

from .core import BUILD, Result, files, path, run, suite

LAYERS = {"base": 0, "syntax": 1, "catalog": 2, "resolve": 3, "lineage": 4, "format": 5, "api": 6, "cli": 7, "map": 7}
# The command and the data map see colline.h, and of each other only these.
DOORS = {"cli": ("map/map.h", "map/subcommands.def"), "map": ()}
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
# Made from grammar/ by the build: part of the syntax layer.
GENERATED = ("sql.h", "keyword_table.h", "builtin_table.h")


def layer_of(name):
    """The layer of a file below src/: its folder says it, or api in its name (api.c, api_catalog.c)."""
    part = re.match(r"api(_\w+)?\.[ch]$", name)
    return LAYERS["api"] if part else LAYERS.get(name.split("/")[0])


def layer_of_include(name):
    """The layer that `#include "name"` reaches; None where it is no file of ours."""
    if name == "colline.h":
        return -1
    if name.startswith("grammar/") or name in GENERATED or name.endswith(("keywords.def", "tokens.def")):
        return LAYERS["syntax"]
    return layer_of(name)


def layering(context):
    yield from listed(context)
    sources = files("src", ".c", ".h", ".def") + files("grammar", ".c", ".re", ".y")
    for source in sources:
        own = LAYERS["syntax"] if source.startswith("grammar/") else layer_of(source[len("src/"):])
        problems = ["%s is in no layer" % source] if own is None else []
        with open(path(source), encoding="utf-8") as f:
            for name in INCLUDE.findall(f.read()):
                reached = layer_of_include(name)
                part = source.split("/")[1]
                if part in DOORS and (reached or 0) >= 0 and not name.startswith(part + "/") and name not in DOORS[part]:
                    problems.append('%s sees colline.h only, not "%s"' % (part, name))
                elif reached is None:
                    problems.append('"%s" is written without its folder' % name)
                elif own is not None and reached > own:
                    problems.append('"%s" stands on a higher layer' % name)
        if context.wanted("layers: " + source):
            yield Result("layers: " + source, "\n".join(problems))


def listed(context):
    """Every source stands in the Makefile's lists, which are plain on purpose."""
    status, out, err = run(["make", "--no-print-directory", "sources"])
    missing = set(files("src", ".c")) - set(out.split())
    if context.wanted("the Makefile lists every source"):
        yield Result("the Makefile lists every source", err if status else "\n".join(sorted(missing)))


# ---- Symbols ----

PRINTS_OR_ENDS = re.compile(r"^(v?f?printf|__v?f?printf_chk|f?put[cs]|putchar|perror|fwrite|write|stdout|stderr|abort|"
                            r"_?exit|_Exit|quick_exit|__assert_fail|err|errx|warn|warnx|raise|kill|signal|setlocale)$")


def symbols(arguments):
    status, out, err = run(["nm"] + arguments)
    return [line.split() for line in out.splitlines() if line.strip()] if status == 0 else [["nm failed: " + err]]


def exported():
    names = [s[-1].split("@")[0] for s in symbols(["-D", "--defined-only", BUILD + "/libcolline.so"])]
    with open(path("include/colline.h"), encoding="utf-8") as f:
        header = re.sub(r"/\*.*?\*/", "", f.read(), flags=re.S)
    declared = set(re.findall(r"COLLINE_API[^;(]*?\b(colline_\w+)\s*\(", header))
    problems = ["exported, but no colline_*: " + n for n in names if not n.startswith("colline_")]
    problems += ["exported, but not declared: " + n for n in sorted(set(names) - declared) if n.startswith("colline_")]
    problems += ["declared, but not exported: " + n for n in sorted(declared - set(names))]
    return "\n".join(problems)


def imported():
    names = [s[-1].split("@")[0] for s in symbols(["-D", "--undefined-only", BUILD + "/libcolline.so"])]
    return "\n".join("the library uses " + n for n in names if PRINTS_OR_ENDS.match(n))


def libc_alone():
    _, out, _ = run(["readelf", "-d", BUILD + "/libcolline.so"])
    needed = re.findall(r"NEEDED.*\[(.*?)\]", out)
    soname = re.findall(r"SONAME.*\[(.*?)\]", out)
    with open(path("include/colline.h"), encoding="utf-8") as f:
        abi = re.search(r"#define COLLINE_ABI_VERSION (\d+)", f.read()).group(1)
    problems = ["needs " + n for n in needed if not n.startswith(("libc.so", "ld-linux"))]
    problems += [] if soname == ["libcolline.so." + abi] else ["soname %s, ABI version %s" % (soname, abi)]
    return "\n".join(problems)


def no_globals():
    """Nothing that can be written: no object of the library has data in .data or .bss."""
    _, out, _ = run(["objdump", "-t", BUILD + "/libcolline.a"])
    return "\n".join("a variable that can be written: " + line.split()[-1] for line in out.splitlines()
                     if re.search(r"\sO\s+\.(data|bss)(\.(?!rel\.ro)\S+)?\s", line))


def symbol_rules(context):
    for name, check in (("exports colline_* only, all that is declared", exported),
                        ("prints nothing, ends nothing", imported),
                        ("depends on libc alone, soname is the ABI version", libc_alone),
                        ("has no global variables", no_globals)):
        if context.wanted(name):
            yield Result(name, check())


# ---- The header, other compilers, other ways to build ----


def compile_text(compiler, text, more=()):
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "header.cc" if "++" in compiler[0] else "header.c")
        with open(source, "w", encoding="utf-8") as f:
            f.write(text)
        status, _, err = run(compiler + ["-Wall", "-Wextra", "-Werror", "-pedantic", "-Iinclude", "-c", source, "-o",
                                         os.path.join(folder, "header.o")] + list(more))
    return err or "exit status %d" % status if status else ""


HEADER_USE = '#include "colline.h"\nint use(void);\nint use(void)\n{\n    colline_options options = COLLINE_OPTIONS_INIT;\n' \
             '    return colline_session_open(0, &options, 0) == COLLINE_OK;\n}\n'


def header_rules(context):
    for compiler in (["cc", "-std=c99"], ["cc", "-std=c11"], ["clang", "-std=c99"], ["c++", "-std=c++11"],
                     ["clang++", "-std=c++17"]):
        name = "colline.h as " + " ".join(compiler)
        if context.wanted(name):
            yield Result(name, compile_text(compiler, HEADER_USE))


def abi():
    """tests/abi.txt is what the header says: what was kept may only grow."""
    if sys.maxsize < 2**32:
        return ""
    status, out, err = run([path("scripts/abi")])
    with open(path("tests/abi.txt"), encoding="utf-8") as f:
        kept = f.read().splitlines()
    if status != 0:
        return err
    gone, new = [[line for line in a if line not in b] for a, b in ((kept, out.splitlines()), (out.splitlines(), kept))]
    broken = [line for line in gone if not line.startswith("struct ")]
    if broken:
        return "programs that are compiled would break; take it back, or raise COLLINE_ABI_VERSION and `make abi-update`:\n" + \
            "\n".join(broken)
    return "appended, which is allowed: `make abi-update`, and look at what it adds\n" + "\n".join(new) if gone or new else ""


def abi_rules(context):
    if context.wanted("the binary interface is tests/abi.txt"):
        yield Result("the binary interface is tests/abi.txt", abi())


def make(*arguments):
    status, out, err = run(["make", "--no-print-directory"] + list(arguments), timeout=600)
    return "" if status == 0 else (err + out)[-4000:]


def first_problem(steps):
    """The first of some commands (and the folders they run in) that fails."""
    for arguments, folder in steps:
        status, out, err = run(["env", "-C", folder] + arguments, timeout=600)
        if status != 0:
            return "%s: exit status %d\n%s" % (" ".join(arguments), status, (out + err)[-4000:])
    return ""


CXX_PROGRAM = '#include <cstdio>\n#include "colline.h"\nint main() {\n    std::puts(colline_version());\n' \
              '    return colline_abi_version() == COLLINE_ABI_VERSION ? 0 : 1;\n}\n'


def amalgamation():
    """The one file compiles alone, with gcc and clang; programs in C and C++ that are linked with it run."""
    problem = make("build/amalgamation/colline.c")
    if problem:
        return problem
    with tempfile.TemporaryDirectory() as folder:
        for name in ("colline.c", "colline.h"):
            shutil.copy(path("build/amalgamation", name), folder)
        shutil.copy(path("examples/columns.c"), folder)
        with open(os.path.join(folder, "program.cc"), "w", encoding="utf-8") as f:
            f.write(CXX_PROGRAM)
        tests = [os.path.basename(source)[:-2] for source in files("tests/api", ".c")]
        steps = [["clang", "-c", "colline.c", "-o", "clang.o"], ["cc", "-c", "colline.c"],
                 ["cc", "columns.c", "colline.o", "-o", "columns"], ["./columns"],
                 ["c++", "program.cc", "colline.o", "-o", "program"], ["./program"]]
        for test in tests:
            steps += [["cc", "-std=c11", "-I.", path("tests/api", test + ".c"), "colline.o", "-lcmocka", "-lpthread", "-o", test],
                      ["./" + test]]
        return first_problem([(step, folder) for step in steps])


def dist():
    """The archive builds and passes its tests without lemon and re2c, and holds the library as one file."""
    problem = make("dist")
    archive = path("build", "colline-%s.tar.gz" % header_version())
    with tempfile.TemporaryDirectory() as folder:
        inside = os.path.join(folder, os.path.basename(archive)[:-len(".tar.gz")])
        tests = ["build/tests/api/" + os.path.basename(source)[:-2] for source in files("tests/api", ".c")]
        tools = ["CFLAGS=-O0", "LEMON=false", "RE2C=false"]
        return problem or first_problem([(["tar", "xzf", archive], folder), (["make", "-s", "-j2"] + tools + ["all", "man"] + tests, inside),
                                         (["tests/run", "--suite", "api", "--suite", "cases"], inside),
                                         (["cc", "-c", "colline.c"], os.path.join(inside, "amalgamation"))])


def header_version():
    with open(path("include/colline.h"), encoding="utf-8") as f:
        return ".".join(re.findall(r"#define COLLINE_VERSION_\w+ (\d+)", f.read())[:3])


def man_pages():
    """A page for the command and for every function; groff has no warnings."""
    problem = make("man")
    pages = {name: os.path.join(where, name) for where, _, names in os.walk(path("build/man")) for name in names}
    with open(path("include/colline.h"), encoding="utf-8") as f:
        declared = set(re.findall(r"COLLINE_API[^;(]*?\b(colline_\w+)\s*\(", f.read()))
    problems = [problem] if problem else ["no page of " + n for n in sorted(declared) if n + ".3" not in pages]
    for name in sorted(pages):
        if name.startswith("colline"):
            status, _, err = run(["groff", "-man", "-ww", "-z", "-Tutf8", "-I", path("build/man"), pages[name]])
            problems += [name + ": " + err] if status or err else []
    return "\n".join(problems)


def install():
    """Installed below DESTDIR, all that a program needs is there; uninstalled, nothing is left."""
    with tempfile.TemporaryDirectory() as folder:
        problem = make("install", "DESTDIR=" + folder, "PREFIX=/usr")
        wanted = ["include/colline.h", "lib/libcolline.a", "lib/libcolline.so", "lib/pkgconfig/colline.pc", "bin/colline",
                  "share/man/man1/colline.1", "share/man/man3/colline_session_open.3"]
        lacking = [w for w in wanted if not os.path.exists(os.path.join(folder, "usr", w))]
        problem = problem or "\n".join("lacks " + w for w in lacking) or make("uninstall", "DESTDIR=" + folder,
                                                                             "PREFIX=/usr")
        left = [os.path.join(w, n) for w, _, names in os.walk(folder) for n in names]
        return problem or "\n".join("left behind: " + name for name in left)


def builds(context):
    for name, check in (("clang accepts every source with -Werror",
                         lambda: make("VARIANT=strict", "CC=clang", "-j2", "objects")),
                        ("the amalgamation compiles alone, runs in C and C++, passes the API tests", amalgamation),
                        ("the archive of make dist builds and passes without lemon and re2c", dist),
                        ("man pages", man_pages),
                        ("make install and uninstall", install)):
        if context.wanted(name):
            yield Result(name, check())


def precedence(context):
    name = "grammar/precedence.txt"
    if context.wanted(name):
        status, out, err = run([path("scripts/precedence"), BUILD + "/gen/report/sql.out"])
        try:
            with open(path(name), encoding="utf-8") as f:
                kept = f.read()
        except OSError as error:
            kept = str(error)
        problem = err if status else "" if out == kept else \
            "what precedence settles has changed: explain it in grammar/NOTES.md, then `make precedence-update`"
        yield Result(name, problem)


SUITES = (suite("layers", "a file includes only from a lower layer", layering),
          suite("symbols", "what the library exports, imports and keeps", symbol_rules),
          suite("header", "colline.h in C99, C11 and C++", header_rules),
          suite("abi", "sizes, offsets and numbers of colline.h", abi_rules),
          suite("builds", "clang, amalgamation, install", builds),
          suite("precedence", "what precedence settles in the grammar", precedence))
