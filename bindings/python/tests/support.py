"""Paths, and what the machine has."""
import importlib.util
import os
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(HERE)
ROOT = os.path.dirname(os.path.dirname(PACKAGE))
LONG = os.environ.get("COLLINE_LONG") == "1"


def needs(module):
    """Skip where a module is not installed."""
    return unittest.skipUnless(importlib.util.find_spec(module), "%s is not installed" % module)
