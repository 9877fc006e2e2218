"""Compiles a cell's C with the clang of the package ziglang."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Placement
from kernelcraft_hexagon import TARGET, zig

SOURCES: Final = Path(__file__).parent / "sources"
OPTIONS: Final = (
    *TARGET,
    *("-O2", "-S", "-g0", "-Wall", "-Wextra", "-Werror", "-ffreestanding", "-fno-builtin"),
    *("-fno-pic", "-G0", "-fomit-frame-pointer", "-fno-stack-protector", "-fno-jump-tables"),
    *("-fno-asynchronous-unwind-tables", "-fno-unwind-tables"),
)
_NOISE: Final = (".file", ".ident", ".addrsig", ".addrsig_sym", ".type", ".size", ".attribute")


class CompilerFailed(Exception):
    """clang refused a source of ours; the string says why."""


@cache
def version() -> str:
    """Such as "clang 22.1.8 of ziglang 0.17.0"."""
    clang = _ziglang("clang", "--version").split()[2]
    return f"clang {clang} of ziglang {_ziglang('version').strip()}"


def compiled(cell: Cell, origin: str) -> str:
    """The assembly of a cell's origin; raises CompilerFailed."""
    source = SOURCES / f"{cell.task.name}.{origin}.c"
    headers = Path(zig()).parent / "lib" / "include"
    with TemporaryDirectory() as folder:
        output = Path(folder) / "kernel.s"
        given = ("-isystem", str(headers), *macros(cell), str(source), "-o", str(output))
        _ziglang("clang", *OPTIONS, *given)
        text = output.read_text()
    sizes = ", ".join(f"{name} = {size}" for name, size in cell.dims.items())
    head = f"// {source.name} for {sizes}; {version()}, -O2"
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
        code = line.partition("//")[0].rstrip()
        if code and code.split()[0] not in _NOISE and ".note.GNU-stack" not in code:
            yield code


def _ziglang(*arguments: str) -> str:
    """What the package's command prints."""
    run = subprocess.run([zig(), *arguments], capture_output=True, text=True, check=False)
    if run.returncode:
        raise CompilerFailed(run.stderr.strip())
    return run.stdout
