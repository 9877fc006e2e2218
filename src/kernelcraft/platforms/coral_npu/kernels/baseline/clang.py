"""What clang is told of a Coral NPU and of a cell."""

from pathlib import Path
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Placement
from kernelcraft.codegen.compiled import clang

SOURCES: Final = Path(__file__).parent / "sources"
OPTIONS: Final = (
    *("-target", "riscv32-freestanding-none", "-mabi=ilp32"),
    "-mcpu=generic_rv32+m+f+zve32x+zvl128b+zicsr+zifencei+zbb",  # what the core has
    *clang.OPTIONS,
)
_MPAUSE: Final = {"\t.word\t134217843": "\tmpause"}  # clang has no name for it


def compiled(cell: Cell, origin: str) -> str:
    """The assembly of a cell's origin; raises `NoCompiler` where there is none."""
    source = SOURCES / f"{cell.task.name}.{origin}.c"
    sizes = ", ".join(f"{name} = {size}" for name, size in cell.dims.items())
    return clang.assembly(source, (*OPTIONS, *macros(cell)), sizes, _MPAUSE)


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
