#!/usr/bin/env python3
"""Make the wheel: colline/ and libcolline.so in it.  No compiler, no setuptools, no network.

usage: build_backend.py FOLDER      (what `make wheel` runs)

It is also what pyproject.toml names, so that `pip install ./bindings/python` works in a checkout that is built.
COLLINE_LIBRARY names another library than build/libcolline.so.
"""
import base64
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
LIBRARY = os.environ.get("COLLINE_LIBRARY") or os.path.join(ROOT, "build", "libcolline.so")
METADATA = """Metadata-Version: 2.1
Name: colline
Version: {version}
Summary: SQL in, column lineage out
License: Apache-2.0
Requires-Python: >=3.9
Classifier: Programming Language :: Python :: 3
Classifier: Typing :: Typed
Provides-Extra: networkx
Requires-Dist: networkx; extra == 'networkx'
Provides-Extra: pandas
Requires-Dist: pandas; extra == 'pandas'
Description-Content-Type: text/markdown

{readme}"""


def version():
    """The three numbers of the header, which this package was made for (_abi.py is made from it)."""
    with open(os.path.join(HERE, "colline", "_abi.py"), encoding="utf-8") as f:
        text = f.read()
    return ".".join(re.search(r"^VERSION_%s = (\d+)$" % part, text, re.M)[1] for part in ("MAJOR", "MINOR", "PATCH"))


def platform_tag(library):
    """manylinux_2_N of the newest symbol that the library asks of glibc (PEP 600); else the plain platform."""
    machine = platform.machine()
    try:
        table = subprocess.run(["objdump", "-T", library], stdout=subprocess.PIPE, check=True).stdout.decode()
        newest = max(int(n) for n in re.findall(r"GLIBC_2\.(\d+)", table))
        return "manylinux_2_%d_%s" % (max(newest, 5), machine)
    except (OSError, ValueError, subprocess.CalledProcessError):
        return re.sub(r"\W", "_", "%s_%s" % (sys.platform, machine))


def stripped(library):
    """The library's bytes, without debugging symbols where `strip` is installed."""
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copy(library, os.path.join(folder, "libcolline.so"))
        if shutil.which("strip"):
            subprocess.run(["strip", "--strip-unneeded", copy], check=True)
        with open(copy, "rb") as f:
            return f.read()


def package_files():
    folder = os.path.join(HERE, "colline")
    for name in sorted(os.listdir(folder)):
        if name.endswith((".py", ".typed")):
            with open(os.path.join(folder, name), "rb") as f:
                yield "colline/" + name, f.read()


def read(*parts):
    with open(os.path.join(*parts), encoding="utf-8") as f:
        return f.read()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """PEP 517: the name of the wheel that was made in wheel_directory."""
    if not os.path.exists(LIBRARY):
        raise SystemExit("%s is not there: run `make` first" % LIBRARY)
    tag, info = "py3-none-" + platform_tag(LIBRARY), "colline-%s.dist-info" % version()
    files = list(package_files()) + [("colline/libcolline.so", stripped(LIBRARY))]
    files += [(info + "/METADATA", METADATA.format(version=version(), readme=read(HERE, "README.md")).encode()),
              (info + "/WHEEL", ("Wheel-Version: 1.0\nGenerator: colline\nRoot-Is-Purelib: false\nTag: %s\n" % tag).encode()),
              (info + "/LICENSE", read(ROOT, "LICENSE").encode())]
    record = ["%s,sha256=%s,%d" % (name, base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode(),
                                   len(data)) for name, data in files] + [info + "/RECORD,,"]
    name = "colline-%s-%s.whl" % (version(), tag)
    os.makedirs(wheel_directory, exist_ok=True)
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files + [(info + "/RECORD", ("\n".join(record) + "\n").encode())]:
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))  # the same bytes from the same input
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            wheel.writestr(entry, data)
    return name


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print(os.path.join(sys.argv[1], build_wheel(sys.argv[1])))
