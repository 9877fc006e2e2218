"""Builds the native simulator: every platform's table is traced into one C interpreter.

Without a working C compiler the installation goes on; the reference machine is used then.
"""

import sys
from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT / "src"))

from kernelcraft.platforms import targets  # noqa: E402  # the path has to be set first
from kernelcraft.sim.build import Build, extension  # noqa: E402
from kernelcraft.sim.native import MODULE  # noqa: E402

native = extension(MODULE, targets(), Path("build") / "native")
native.optional = True
setup(
    ext_modules=[native],
    cmdclass={"build_ext": Build},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
