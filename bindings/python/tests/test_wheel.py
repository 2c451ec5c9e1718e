"""The wheel: made without network, installed with pip, used where there is no checkout."""
import base64
import hashlib
import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest
import zipfile

from support import PACKAGE


def make(folder):
    done = subprocess.run([sys.executable, os.path.join(PACKAGE, "build_backend.py"), folder], stdout=subprocess.PIPE,
                          check=True)
    return done.stdout.decode().strip()


class Wheel(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.wheel = make(self.folder.name)

    def test_record(self):
        with zipfile.ZipFile(self.wheel) as wheel:
            names = wheel.namelist()
            info = [n for n in names if n.endswith("/RECORD")][0]
            for line in wheel.read(info).decode().splitlines():
                path, digest, size = line.rsplit(",", 2)
                if path == info:
                    continue
                data = wheel.read(path)
                names.remove(path)
                self.assertEqual(len(data), int(size), path)
                right = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                self.assertEqual(digest, "sha256=" + right, path)
            self.assertEqual(names, [info])
            for wanted in ("colline/py.typed", "colline/libcolline.so", "colline/__init__.py"):
                self.assertIn(wanted, wheel.namelist())

    def test_the_same_again(self):
        with open(self.wheel, "rb") as f:
            first = f.read()
        with open(make(self.folder.name), "rb") as f:
            self.assertEqual(first, f.read())

    @unittest.skipUnless(importlib.util.find_spec("pip"), "pip is not installed")
    def test_installs_and_runs(self):
        target = os.path.join(self.folder.name, "site")
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", target,
                        "--disable-pip-version-check", "--no-warn-script-location", self.wheel], check=True,
                       env=dict(os.environ, PIP_ROOT_USER_ACTION="ignore"))
        program = "import colline, colline._library as l; print(l.lib._name); " \
                  "print(colline.lineage('SELECT a FROM t').edges[0].source)"
        env = {k: v for k, v in os.environ.items() if k not in ("LD_LIBRARY_PATH", "COLLINE_LIBRARY")}
        done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, cwd=target, check=True,
                              env=dict(env, PYTHONPATH=target))
        library, source = done.stdout.decode().split()
        self.assertEqual(os.path.realpath(library), os.path.realpath(os.path.join(target, "colline", "libcolline.so")))
        self.assertEqual(source, "t.a")
