"""Reciprocal roots by the offered table, for templates of norms."""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.baseline.pieces import LANES, UNROLLED, scalar_entry

MOST = 16  # vectors in a row


def power_of_width(cell: Cell) -> int | None:
    """The exponent of the power of two that a row's width is, from 64 to 256; else None."""
    width = cell.dims["width"]
    power = width.bit_length() - 1
    return power if width == 1 << power and UNROLLED * LANES <= width <= MOST * LANES else None


def reciprocal_root(half: int, *, odd: bool = False) -> str:
    """%factor: 2 to the `half` / √v, of lane 0 of %v; its exponent is half of v's, and negative.

    With `odd` it is √2 times that: v is halved before.
    """
    halved = "movxm r17, #128\nsub r0, r0, r17\n" if odd else ""
    return f"""
vconv.bf16.fp32 wl8, %v
vextract.d16 r0, x8, r16
{halved}movxm r17, #255
and r17, r0, r17
{scalar_entry("rsqrt")}
movx r21, #-7
lshl r21, r0, r21
movxm r22, #127
sub r21, r21, r22
movx r22, #-1
ashl r21, r21, r22
movx r22, #{half}
sub r21, r22, r21
movx r22, #7
lshl r21, r21, r22
add r21, r20, r21
vbcst.16 %factor, r21
"""
