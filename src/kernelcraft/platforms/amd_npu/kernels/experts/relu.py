"""ReLU: a load and a store in every bundle, and nothing between them.

A float is a bfloat16 with 16 bits of zeros below, and a negative one is a negative whole number: a
store that shifts by 16 and saturates without sign is the ReLU.
"""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.schedule import Memory, core_writer

LANES = 16  # elements of a load
START = """
lda p1, [p0, #0]
lda p2, [p0, #4]
movx r0, #1
movx crSat, r0
mov crSRSSign, #0
mov s0, #16
"""
ITERATION = """
vlda.conv.fp32.bf16 %x, [p1], #32
vst.srs.d16.s32 %x, s0, [p2], #32
"""


def kernel(cell: Cell) -> str:
    """An iteration is 16 elements, a bundle long."""
    writer = core_writer(Memory(apart=("p1", "p2"), banks={"p1": "x", "p2": "y"}))
    writer.straight(START)
    count = cell.dims["rows"] * cell.dims["width"] // LANES
    writer.loop(ITERATION, count, {"x": "bm"})
    writer.finish()
    return writer.kernel()
