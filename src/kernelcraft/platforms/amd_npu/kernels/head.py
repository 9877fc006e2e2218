"""Attention of one head as calls of kernels: products, orders of elements, and a softmax of rows.

Rows of scores that are shorter than a softmax takes are followed by numbers so low that their
powers are 0. Scores and powers go to and fro between two places in scratch memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from kernelcraft.cells.cell import Cell, make_cell
from kernelcraft.platforms.amd_npu.kernels.calls import Address, Call, Operand, Scratch, driver
from kernelcraft.platforms.amd_npu.kernels.retile import retile
from kernelcraft.platforms.amd_npu.kernels.schedule import core_writer
from kernelcraft.tasks import gemm, softmax

LOWEST: Final = 0xC780  # -65,536 as bfloat16
VECTOR: Final = 32  # bytes, of 16 elements


@dataclass(frozen=True)
class Library:
    """Kernels that a composite is made of: templates, or our best."""

    product: Callable[[Cell], str]
    softmax: Callable[[Cell], str]
    least: int  # elements of the shortest rows that `softmax` takes; others are multiples of it
    pipelined: bool


def attention(cell: Cell, library: Library) -> str:
    """The kernel of an attention whose operands are in memory."""
    s, h = cell.dims["s"], cell.dims["h"]
    scratch = Scratch(cell)
    size = 2 * s * _width(s, library)
    places = scratch.take(size), scratch.take(size)
    q, k, v, y = (Operand(number) for number in range(4))
    scale = cell.constants["inverse_root"]
    return driver(_calls(cell, library, (s, h), scale, (q, k, v, y), places))


def _calls(
    cell: Cell,
    library: Library,
    sizes: tuple[int, int],
    scale: float,
    operands: tuple[Address, Address, Address, Address],
    places: tuple[int, int],
) -> Sequence[Call]:
    (s, h), (q, k, v, y), (one, other) = sizes, operands, places
    width = _width(s, library)
    pitch, fast = width, library.pipelined
    rows = make_cell(
        cell.platform, softmax.TASK, f"rows={s},width={width}", {"rows": s, "width": width}
    )
    filled = [Call(_fill(2 * s * width), (other,))] if width > s else []
    return (
        *filled,
        Call(library.product(_gemm(cell, s, h, s)), (q, k, one)),
        Call(retile("c_to_rows", s, s, pitch=pitch, scale=scale, pipelined=fast), (one, other)),
        Call(library.softmax(rows), (other, one)),
        Call(retile("rows_to_a", s, s, pitch=pitch, pipelined=fast), (one, other)),
        Call(library.product(_gemm(cell, s, s, h)), (other, v, y)),
    )


def _width(s: int, library: Library) -> int:
    return -(-s // library.least) * library.least


def _gemm(cell: Cell, m: int, k: int, n: int) -> Cell:
    dims = {"M": m, "K": k, "N": n}
    return make_cell(cell.platform, gemm.TASK, f"M={m},K={k},N={n}", dims)


def _fill(size: int) -> str:
    """A kernel that writes the lowest number into as many bytes."""
    writer = core_writer()
    writer.straight(f"lda p1, [p0, #0]\nmovxm r3, #{LOWEST}\nvbcst.16 x0, r3")
    writer.loop("vst wl0, [p1], #32", size // VECTOR)
    writer.finish()
    return writer.kernel()
