"""Compiles a cell's C with the clang of the package ziglang, to text that our assembler takes."""

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.unwritten import Unwritten
from kernelcraft.platforms.platform import Placement

SOURCES: Final = Path(__file__).parent / "sources"
OPTIONS: Final = (
    *("-target", "riscv32-freestanding-none"),
    "-mcpu=generic_rv32+m+f+zve32x+zvl128b+zicsr+zifencei+zbb",  # the core's own, reference
    *("-mabi=ilp32", "-O2", "-S"),
    *("-ffreestanding", "-fno-builtin", "-fno-math-errno", "-fomit-frame-pointer"),
    *("-fno-stack-protector", "-fno-sanitize=all", "-fno-asynchronous-unwind-tables", "-fno-unwind-tables", "-g0"),
    *("-Wall", "-Wextra", "-Werror", "-Wno-unused-command-line-argument"),
)
MPAUSE: Final = "\t.word\t134217843"  # as clang prints the word, which it has no name for
_NOISE: Final = (".file", ".ident", ".attribute", ".addrsig", ".addrsig_sym", ".type", ".size")


class CompilerFailed(Exception):
    """clang refused a source of ours; the string is what it said."""


def present() -> bool:
    """Whether ziglang is installed: `pip install kernelcraft[baseline]`."""
    return importlib.util.find_spec("ziglang") is not None


def version() -> str:
    """The compiler's version, such as "clang version 22.1.8"; raises `Unwritten` without it."""
    return _ziglang("clang", "--version").splitlines()[0].split(" (")[0]


def compiled(cell: Cell, variant: str) -> str:
    """The assembly of a cell's variant; raises `Unwritten` where no compiler is installed."""
    source = SOURCES / f"{cell.task.name}.{variant}.c"
    with TemporaryDirectory() as folder:
        output = Path(folder) / "kernel.s"
        _ziglang("cc", *OPTIONS, *macros(cell), str(source), "-o", str(output))
        text = output.read_text()
    sizes = ", ".join(f"{name} = {size}" for name, size in cell.dims.items())
    head = f"# {source.name} for {sizes}, compiled by {version()} -O2"
    return "\n".join((head, *_clean(text), ""))


def macros(cell: Cell) -> list[str]:
    """-D for every operand, size and constant of the cell, named as in the task but in capitals."""
    placements = cell.memory_map.inputs
    return [
        *(_pointer(each, "const ") for each in placements),
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
        if code == MPAUSE:
            yield "\tmpause"
        elif code and code.split()[0] not in _NOISE and ".note.GNU-stack" not in code:
            yield code


def _ziglang(*arguments: str) -> str:
    if not present():
        raise Unwritten("this needs a C compiler: pip install 'kernelcraft[baseline]'")
    command = [sys.executable, "-m", "ziglang", *arguments]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        raise CompilerFailed(run.stderr.strip())
    return run.stdout
