"""Builds the native simulator: every platform's table is traced into one C interpreter.

Without a working C compiler the installation goes on; a simulator is compiled when it is first
used then, and without a compiler there, too, the reference machine works. `KERNELCRAFT_NATIVE=0`
makes a wheel without native code, for machines that have none of their own.
"""

import os
import sys
import tomllib
from importlib import import_module
from pathlib import Path

from setuptools import Extension, setup

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT / "src"))

from kernelcraft.sim.build import Build, extension  # noqa: E402  # the path has to be set first
from kernelcraft.sim.native import MODULE  # noqa: E402


def native() -> Extension:
    """The extension of all platforms that `pyproject.toml` names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    platforms = project["entry-points"]["kernelcraft.platforms"].values()
    packages = [value.partition(":")[0] for value in platforms]
    machines = [import_module(f"{package}.machine.interpreter").INTERPRETER for package in packages]
    found = extension(MODULE, machines, Path("build") / "native")
    found.optional = True
    return found


if os.environ.get("KERNELCRAFT_NATIVE") == "0":
    setup()
else:
    setup(
        ext_modules=[native()],
        cmdclass={"build_ext": Build},
        options={"bdist_wheel": {"py_limited_api": "cp311"}},
    )
