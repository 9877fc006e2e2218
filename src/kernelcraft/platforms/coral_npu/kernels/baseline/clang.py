"""Compiles a cell's C with the clang of the package ziglang, to text that our assembler takes."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Placement
from kernelcraft.cells.unwritten import NoCompiler

SOURCES: Final = Path(__file__).parent / "sources"
OPTIONS: Final = (
    *("-target", "riscv32-freestanding-none", "-mabi=ilp32"),
    "-mcpu=generic_rv32+m+f+zve32x+zvl128b+zicsr+zifencei+zbb",  # what the core has
    *("-O2", "-S", "-g0", "-Wall", "-Wextra", "-Werror", "-Wno-unused-command-line-argument"),
    *("-ffreestanding", "-fno-builtin", "-fno-math-errno", "-fomit-frame-pointer"),
    *("-fno-stack-protector", "-fno-sanitize=all"),
    *("-fno-asynchronous-unwind-tables", "-fno-unwind-tables"),
)
_MPAUSE: Final = "\t.word\t134217843"  # as clang prints the word, for which it has no name
_NOISE: Final = (".file", ".ident", ".attribute", ".addrsig", ".addrsig_sym", ".type", ".size")


class CompilerFailed(Exception):
    """clang refused a source of ours, or its kernel does not run; the string says why."""


@cache
def version() -> str:
    """Such as "clang 22.1.8 of ziglang 0.17.0"; raises `NoCompiler` where it is not installed."""
    clang = _ziglang("clang", "--version").split()[2]
    return f"clang {clang} of ziglang {_ziglang('version').strip()}"


def compiled(cell: Cell, origin: str) -> str:
    """The assembly of a cell's origin; raises `NoCompiler` where there is none."""
    source = SOURCES / f"{cell.task.name}.{origin}.c"
    with TemporaryDirectory() as folder:
        output = Path(folder) / "kernel.s"
        _ziglang("cc", *OPTIONS, *macros(cell), str(source), "-o", str(output), cache=folder)
        text = output.read_text()
    sizes = ", ".join(f"{name} = {size}" for name, size in cell.dims.items())
    head = f"# {source.name} for {sizes}; {version()}, -O2"
    return "\n".join((head, *_clean(text), ""))


def macros(cell: Cell) -> list[str]:
    """-D for every operand, size and constant of the cell, named as in the task but in capitals."""
    return [
        *(_pointer(each, "const ") for each in cell.memory_map.inputs),
        _pointer(cell.memory_map.output, ""),
        *(f"-D{name.upper()}={size}" for name, size in cell.dims.items()),
        *(f"-D{name.upper()}={int(value)}" for name, value in cell.constants.items()),
    ]


def _pointer(placement: Placement, qualifier: str) -> str:
    tensor = placement.tensor
    pointer = f"(({qualifier}{tensor.element}_t *){placement.address:#x})"
    return f"-D{tensor.name.upper()}={pointer}"


def _clean(text: str) -> Iterator[str]:
    """The lines that mean something to an assembler, without the compiler's remarks."""
    for line in text.splitlines():
        code = line.partition("#")[0].rstrip()
        if code == _MPAUSE:
            yield "\tmpause"
        elif code and code.split()[0] not in _NOISE and ".note.GNU-stack" not in code:
            yield code


def _ziglang(*arguments: str, cache: str | None = None) -> str:
    """What the package's command prints; it keeps its files in the folder `cache`."""
    if importlib.util.find_spec("ziglang") is None:
        raise NoCompiler("a C compiler is needed for this: pip install 'kernelcraft[baseline]'")
    caches = {f"ZIG_{kind}_CACHE_DIR": cache for kind in ("GLOBAL", "LOCAL") if cache}
    command = [sys.executable, "-m", "ziglang", *arguments]
    run = subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | caches
    )
    if run.returncode:
        raise CompilerFailed(run.stderr.strip())
    return run.stdout
