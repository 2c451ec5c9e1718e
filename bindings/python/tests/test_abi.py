"""The ctypes declarations against colline.h: by text, and by what a C compiler says of it."""
import ast
import ctypes
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import colline
from colline import _abi, _library
from support import PACKAGE, ROOT

HEADER = os.path.join(ROOT, "include", "colline.h")


class Declarations(unittest.TestCase):
    def test_made_from_the_header(self):
        made = subprocess.run([sys.executable, os.path.join(PACKAGE, "generate")], stdout=subprocess.PIPE, check=True)
        with open(os.path.join(PACKAGE, "colline", "_abi.py"), "rb") as f:
            self.assertEqual(f.read(), made.stdout, "run `make docs`")

    def test_every_function_of_the_header(self):
        with open(HEADER, encoding="utf-8") as f:
            text = re.sub(r"/\*.*?\*/", "", f.read(), flags=re.S)
        declared = set(re.findall(r"COLLINE_API[^;(]*?\b(colline_\w+)\s*\(", text))
        self.assertTrue(declared)
        self.assertEqual(declared, set(_abi.SIGNATURES))

    @unittest.skipUnless(shutil.which("cc"), "there is no C compiler")
    def test_sizes_offsets_and_numbers(self):
        """A C program prints what the compiler makes of structs, enumerations and function types."""
        structs = [(n, k) for n, k in vars(_abi).items() if isinstance(k, type) and issubclass(k, ctypes.Structure)
                   and n != "Structure"]
        enums = {n: v for name, e in vars(_abi).items() if name.startswith("colline_") and isinstance(e, dict)
                 for n, v in e.items()}
        expected, lines = [], []
        for name, kind in structs:
            expected.append(ctypes.sizeof(kind))
            lines.append("sizeof(%s)" % name)
            for field, _ in kind._fields_:
                expected += [getattr(kind, field).offset, getattr(kind, field).size]
                lines += ["offsetof(%s, %s)" % (name, field), "sizeof(((%s *)0)->%s)" % (name, field)]
        for name, value in enums.items():
            expected.append(value)
            lines.append("(int)COLLINE_" + name)
        source = '#include "colline.h"\n#include <stdio.h>\nint main(void)\n{\n%s    return 0;\n}\n' % "".join(
            '    printf("%%lld\\n", (long long)%s);\n' % line for line in lines)
        with tempfile.TemporaryDirectory() as folder:
            path, program = os.path.join(folder, "abi.c"), os.path.join(folder, "abi")
            with open(path, "w", encoding="utf-8") as f:
                f.write(source)
            subprocess.run(["cc", "-I", os.path.dirname(HEADER), path, "-o", program], check=True)
            printed = subprocess.run([program], stdout=subprocess.PIPE, check=True).stdout.split()
        self.assertGreater(len(structs), 10)
        self.assertEqual([(line, int(p)) for line, p in zip(lines, printed)], list(zip(lines, expected)))

    def test_argument_counts_and_widths(self):
        """Every parameter in the header has one ctypes type of the same class: pointer, double or a width."""
        with open(HEADER, encoding="utf-8") as f:
            text = re.sub(r"/\*.*?\*/", "", f.read(), flags=re.S)
        for name, parameters in re.findall(r"COLLINE_API[^;(]*?\b(colline_\w+)\s*\(([^;]*)\);", text):
            declared = [p.strip() for p in parameters.split(",") if p.strip() not in ("", "void")]
            mine = _abi.SIGNATURES[name][1]
            self.assertEqual(len(declared), len(mine), name)
            for parameter, kind in zip(declared, mine):
                wide = "*" in parameter or parameter.split()[0] in ("size_t", "uint64_t", "int64_t") or "_fn " in parameter
                if wide:
                    self.assertEqual(ctypes.sizeof(kind), 8, "%s: %s" % (name, parameter))

    def test_versions(self):
        self.assertEqual(colline.version(), "%d.%d.%d" % (_abi.VERSION_MAJOR, _abi.VERSION_MINOR, _abi.VERSION_PATCH))
        self.assertEqual(_library.lib.colline_abi_version(), _abi.ABI_VERSION)

    def test_words_of_the_hints(self):
        """The Literals of model.py are the library's words."""
        from colline import model
        words = [_library.lib.colline_edge_kind_name(n).decode() for n in _abi.colline_edge_kind.values()]
        self.assertEqual(words, list(model.EdgeKind.__args__))
        words = [_library.lib.colline_operation_name(n).decode() for n in _abi.colline_operation.values()]
        self.assertEqual(words, list(model.Operation.__args__))
        words = [_library.lib.colline_outcome_name(n).decode() for n in _abi.colline_outcome.values()]
        self.assertEqual(words, list(model.Status.__args__))
        self.assertEqual(list(_abi.colline_quality), list(model.Quality.__args__))


class Sources(unittest.TestCase):
    def test_python_3_9_reads_them(self):
        for folder, _, names in os.walk(PACKAGE):
            for name in names:
                if name.endswith(".py"):
                    with open(os.path.join(folder, name), encoding="utf-8") as f:
                        ast.parse(f.read(), name, feature_version=(3, 9))

    def test_no_other_library(self):
        env = dict(os.environ, COLLINE_LIBRARY="/nonexistent/libcolline.so")
        done = subprocess.run([sys.executable, "-c", "import colline"], cwd=PACKAGE, env=env, stderr=subprocess.PIPE)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(b"ImportError: libcolline cannot be loaded", done.stderr)
