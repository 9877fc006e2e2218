"""Compile interpreters into one limited-API extension module."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path

from setuptools import Distribution, Extension
from setuptools.command.build_ext import build_ext

from kernelcraft.sim.emit import RUNTIME, Interpreter, module, source
from kernelcraft.sim.native import digest
from kernelcraft.sim.on_demand import FLAGS


class Build(build_ext):
    """Compiles one interpreter on each core, each as its folder is named: O3, O2, O1."""

    def build_extensions(self) -> None:
        """Let the compiler take the sources of a call side by side."""
        one_after_another = self.compiler.compile

        def compile_all(sources: list[str], *args: object, **options: object) -> list[str]:
            def objects(source: str) -> list[str]:
                flags = [f"-{Path(source).parent.name}", *FLAGS]
                compiled: list[str] = one_after_another(
                    [source], *args, **{**options, "extra_postargs": flags}
                )
                return compiled

            with ThreadPoolExecutor(os.cpu_count()) as pool:
                return list(chain.from_iterable(pool.map(objects, sources)))

        self.compiler.compile = compile_all
        super().build_extensions()


def extension(name: str, interpreters: Sequence[Interpreter], folder: Path) -> Extension:
    """Write the C of the interpreters to `folder` and give the extension that compiles it."""
    sources = {
        f"O{interpreter.optimised}/{interpreter.name}.c": source(interpreter, digest(interpreter))
        for interpreter in interpreters
    }
    routines = [routine for interpreter in interpreters for routine in interpreter.routines]
    sources["O1/module.c"] = module(name, interpreters)
    for file, text in sources.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
    return Extension(
        name,
        [str(folder / file) for file in sources],
        include_dirs=[str(RUNTIME), *sorted({str(r.source.parent) for r in routines})],
        define_macros=[("Py_LIMITED_API", "0x030B0000")],
        py_limited_api=True,
    )


def build(name: str, interpreters: Sequence[Interpreter], folder: Path) -> None:
    """Compile an extension into `folder` and make it importable: platforms outside the wheel."""
    distribution = Distribution({"ext_modules": [extension(name, interpreters, folder / "c")]})
    command = Build(distribution)
    command.build_lib, command.build_temp = str(folder), str(folder / "build")
    command.ensure_finalized()
    command.run()
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
