"""ReLU: the store port never idles; a maximum with zero takes 32 elements."""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.schedule import Memory, core_writer

WIDE = 32  # elements in an x register
START = """
lda p1, [p0, #0]
lda p2, [p0, #4]
movx r0, #0
vbcst.16 x0, r0
"""
ITERATION = """
vlda %x.l, [p1], #32
vlda %x.h, [p1], #32
vmax_lt.bf16 %y, r16, %x, x0
vst %y.l, [p2], #32
vst %y.h, [p2], #32
"""


def kernel(cell: Cell) -> str:
    """An iteration is 32 elements: two loads, two stores, every two bundles."""
    writer = core_writer(Memory(apart=("p1", "p2"), banks={"p1": "x", "p2": "y"}))
    writer.straight(START)
    count = cell.dims["rows"] * cell.dims["width"] // WIDE
    writer.loop(ITERATION, count, {"x": "x", "y": "x"})
    writer.finish()
    return writer.kernel()
