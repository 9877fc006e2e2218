"""SiLU, x σ(x): 16 elements at a time."""

from __future__ import annotations

from kernelcraft.kernels.amd_npu.compiler.pieces import LANES, again, begin
from kernelcraft.kernels.amd_npu.compiler.sigmoid import FIXED, SET_UP, SIGMOID, VALUES
from kernelcraft.kernels.cell import Cell

BODY = f"""
vlda %u, [p1], #32
{SIGMOID}
vlda wl8, [p3], #32
vmul.f %y, x8, %sigmoid, r1
vst.conv.bf16.fp32 %y, [p2], #32
"""


def kernel(cell: Cell) -> str:
    """The input is loaded once more for the last product."""
    count = cell.dims["rows"] * cell.dims["width"] // LANES
    writer = begin((0, 1, 0), SET_UP + f"movxm r6, #{count}", FIXED)
    values = {**VALUES, "u": "wl", "y": "bm"}
    writer.straight(BODY + again(".Lnext", "r6"), values, label=".Lnext")
    writer.finish()
    return writer.kernel()
