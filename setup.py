"""Builds the native simulator: every platform's table is traced into one C interpreter.

Without a working C compiler the installation goes on; the reference machine is used then.
"""

import sys
import tomllib
from importlib import import_module
from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT / "src"))

from kernelcraft.sim.build import Build, extension  # noqa: E402  # the path has to be set first
from kernelcraft.sim.native import MODULE  # noqa: E402

project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
packages = [
    value.partition(":")[0] for value in project["entry-points"]["kernelcraft.platforms"].values()
]
interpreters = [import_module(f"{package}.machine.interpreter").INTERPRETER for package in packages]
native = extension(MODULE, interpreters, Path("build") / "native")
native.optional = True
setup(
    ext_modules=[native],
    cmdclass={"build_ext": Build},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
