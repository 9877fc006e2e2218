"""A real compiler as the baseline: clang -O2 on our own C in `sources`.

Sizes are arguments, so that one text serves all of a task. A task may have several sources, such as
a product by steps and one by the core's own instruction; the faster one counts.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.codegen.compiled import clang
from kernelcraft.codegen.compiled.baselines import Baselines

FOLDER: Final = Path(__file__).parent
OPTIONS: Final = (
    *("-target", "riscv64-freestanding-none", "-mabi=lp64d"),
    "-mcpu=generic_rv64+m+a+f+d+c+zicsr+zifencei",  # what the core has
    *clang.OPTIONS,
)


def names(cell: Cell) -> tuple[str, ...]:
    """What the sources of the cell's task are called."""
    found = sorted((FOLDER / "sources").glob(f"{cell.task.name}.*.c"))
    return tuple(each.name.split(".")[1] for each in found)


def compiled(cell: Cell, origin: str) -> str:
    """The assembly of a source; raises `NoCompiler` where there is no compiler."""
    source = FOLDER / "sources" / f"{cell.task.name}.{origin}.c"
    return clang.assembly(source, OPTIONS, "all sizes")


BASELINES: Final = Baselines("boom", FOLDER, OPTIONS, names, compiled)


def kernel(cell: Cell) -> str:
    """The text of the faster source, which is the same at all sizes."""
    return BASELINES.kernel(_published(cell))


def origins(cell: Cell) -> Mapping[str, str]:
    """The texts of all sources by name."""
    return BASELINES.texts(_published(cell))


def _published(cell: Cell) -> Cell:
    return load_cell(f"{cell.platform.name}/{cell.task.name}/C1") if cell.held_out else cell
