"""Keeps an intermediate or a result in HBM, where the cell's tolerance has room for it."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.plena.kernels.snippets import describe, free_hbm, move

CELLS = ("plena/mha/C1", "plena/gqa/C1", "plena/mqa/C1")


def suspects(known: Known) -> Iterator[Suspect]:
    """Where keys and values may be rounded to MXFP8, there is room for a rounded result."""
    for name in CELLS:
        cell = load_cell(name)
        output, free = cell.memory_map.output, -(-free_hbm(cell) // 64) * 64
        rows, columns = output.detail("rows"), output.detail("columns")
        there = describe(free, rows * columns, columns)
        moves = [move(m, rows, columns, output.address) for m in ("H_STORE_V", "H_PREFETCH_V")]
        text = "\n".join([baseline(cell), there, *moves])
        yield Suspect("the result through HBM", name, text)
