"""What docstrings and the README show is run."""
import doctest
import importlib
import os
import unittest

from support import PACKAGE

FLAGS = doctest.ELLIPSIS
MODULES = sorted(n[:-3] for n in os.listdir(os.path.join(PACKAGE, "colline")) if n.endswith(".py"))


class Documents(unittest.TestCase):
    def test_docstrings(self):
        ran = 0
        for name in MODULES:
            module = importlib.import_module("colline" if name == "__init__" else "colline." + name)
            result = doctest.testmod(module, optionflags=FLAGS)
            self.assertEqual(result.failed, 0, name)
            ran += result.attempted
        self.assertGreater(ran, 25)

    def test_readme(self):
        result = doctest.testfile(os.path.join(PACKAGE, "README.md"), module_relative=False, optionflags=FLAGS)
        self.assertEqual(result.failed, 0)
        self.assertGreater(result.attempted, 15)

    def test_all_is_documented(self):
        import colline
        for name in colline.__all__:
            self.assertTrue(getattr(colline, name).__doc__, name)
