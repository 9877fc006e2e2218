"""ReLU: 32 elements at a time, four times in an iteration where that comes out even."""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.baseline.pieces import UNROLLED, again, begin

WIDE = 32  # elements in an x register


def kernel(cell: Cell) -> str:
    """One maximum with zero for two loads and two stores."""
    count = cell.dims["rows"] * cell.dims["width"] // WIDE
    unrolled = UNROLLED if count % UNROLLED == 0 else 2
    writer = begin((0, 1), f"movxm r6, #{count // unrolled}", ("x8",))
    names = [f"x{index}" for index in range(unrolled)]
    text = "".join(f"vlda %{name}.{half}, [p1], #32\n" for name in names for half in "lh")
    text += "".join(f"vmax_lt.bf16 %m{name}, r16, %{name}, x8\n" for name in names)
    text += "".join(f"vst %m{name}.{half}, [p2], #32\n" for name in names for half in "lh")
    values = {name: "x" for each in names for name in (each, f"m{each}")}
    writer.straight(text + again(".Lnext", "r6"), values, label=".Lnext")
    writer.finish()
    return writer.kernel()
