"""The least uops, loads and instructions of products of matrices and of convolutions.

16 products of int8 are two registers of 16 bits, so two uops of a multiplier: *assumed*, for no
instruction gives more, and fewer products (Strassen's way) need operands of 16 bits, which halve
what a uop gives; products of a convolution may be fewer by Winograd's way. Two products fit in 16
bits, no third. Their sum is added to 32 bits in two more uops, or reduced (`ways.py`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from kernelcraft.platforms.coral_npu.kernels.bounds.rows import REQUANTISE, for_each
from kernelcraft.platforms.coral_npu.kernels.bounds.ways import (
    SCALARS,
    Product,
    broadcast,
    reduced,
)
from kernelcraft.platforms.coral_npu.kernels.bounds.windows import Windows
from kernelcraft.platforms.coral_npu.kernels.bounds.work import (
    VECTORS,
    Demand,
    Demands,
    Dims,
    Step,
    Work,
)


def layer(work: Work, rows: int, depth: int, columns: int, what: str, *, bias: bool = True) -> None:
    """[rows][depth] x [depth][columns], as int8."""
    shape = Product(rows, depth, columns, what, bias)
    work.cheapest([*broadcast(shape), *broadcast(shape.transposed), *reduced(shape)])
    for_each(work, REQUANTISE, rows * columns)


def gemv(work: Work, sizes: Dims) -> None:
    """A product with one column."""
    layer(work, sizes["M"], sizes["N"], 1, "A", bias=False)


def gemm(count: str | None, rows: str, depth: str, columns: str, *, bias: bool = False) -> Demands:
    """Products of matrices, with or without a bias (which sums start from)."""

    def demands(work: Work, sizes: Dims) -> None:
        members = sizes[count] if count else 1
        shape = Product(sizes[rows], sizes[depth], sizes[columns], "x", bias, members)
        work.cheapest([*broadcast(shape), *broadcast(shape.transposed), *reduced(shape)])
        for_each(work, REQUANTISE, members * sizes[rows] * sizes[columns])

    return demands


def taps(size: int, k: int) -> int:
    """Pairs of a position and a tap that lies inside, along one axis; outside of it the products
    are the same for all images but for the weights' sums."""
    before = (k - 1) // 2
    return sum(0 <= position + tap - before < size for position in range(size) for tap in range(k))


def depthwise(work: Work, sizes: Dims) -> None:
    """One window for every channel."""
    products = taps(sizes["H"], sizes["k"]) ** 2 * sizes["c"]
    work.cheapest([*Windows(sizes["H"], sizes["c"], sizes["k"], products).ways()])
    for_each(work, REQUANTISE, sizes["H"] ** 2 * sizes["c"])


def convolution(work: Work, sizes: Dims) -> None:
    """Tap by tap, or for windows of 3 x 3 by Winograd's way where that is cheaper.

    Where positions are lanes, those next to an edge of the image can be left out along one axis
    only: *assumed*, for along the other one they lie between those that count.
    """
    size, k, c_in, c_out = (sizes[name] for name in ("H", "k", "c_in", "c_out"))
    for_each(work, REQUANTISE, size**2 * c_out)
    inside = taps(size, k) / size  # taps of a position along one axis, as many of them as count
    shape = Product(size**2, inside**2 * c_in, c_out, "taps", bias=True, uses=k**2)
    lanes = replace(shape, depth=inside * k * c_in).transposed
    ways = [*broadcast(shape), *broadcast(lanes), *reduced(shape)]
    if k == 3:
        ways += [way for form in WINOGRAD for way in _winograd(size, c_in, c_out, form)]
    work.cheapest(ways)


@dataclass(frozen=True)
class Transforms:
    """Winograd's way for tiles of `tile` x `tile` outputs; operations of the transform of a tile
    of the image, of a window and of a tile of the output."""

    tile: int
    image: int
    window: int
    output: int


WINOGRAD: Final = (Transforms(2, 32, 28, 24), Transforms(4, 144, 72, 100))
"""Lavin and Gray 2015, arXiv 1509.09308, for 3 x 3; times 4 or 576 all is whole, in 32 bits."""


def _winograd(size: int, c_in: int, c_out: int, form: Transforms) -> list[Demand]:
    """Products of 16 or 32 bits, four a uop, whose sums over the channels cost nothing.

    Transformed tiles and windows, int16, are written to the core's own memory and read again: one
    of the two is read as vectors, the other one as scalars.
    """
    tiles, area = math.ceil(size / form.tile) ** 2, (form.tile + 2) ** 2
    uops = tiles * area * c_in * c_out / 4
    steps = (
        Step(uops, uops, f"Winograd's products, tile {form.tile}"),
        Step(tiles * c_in * form.image / 8, 0, "tiles of the image transformed, in 16 bits"),
        Step(c_in * c_out * form.window / 8, 0, "windows transformed"),
        Step(tiles * c_out * form.output / 4, 0, "sums transformed, in 32 bits"),
    )
    images, windows = Operand(tiles, area * c_in), Operand(c_out, area * c_in)
    return [
        replace(way, steps=steps)
        for scalars, vectors in ((images, windows), (windows, images))
        for way in _held(form, scalars, vectors)
    ]


@dataclass(frozen=True)
class Operand:
    """`number` tiles or windows of `size` int16 each."""

    number: int
    size: int

    @property
    def registers(self) -> float:
        """That hold all of them."""
        return self.number * self.size / 8


def _held(form: Transforms, scalars: Operand, vectors: Operand) -> Iterator[Demand]:
    """For all numbers of scalars and of groups of four lanes whose sums are made together.

    *Assumed*: a sum is either added to the outputs of its tile, which stand in registers beside it,
    or what one of the two transforms makes of it is written out and read again. So vectors are read
    for every few scalars, and scalars for every few vectors, but for what stays in registers.
    """
    lines = form.tile + 2
    partial = scalars.number * vectors.number * form.tile * lines / 4
    for taken, spilled in ((form.tile**2 + 1, 0.0), (1, partial)):
        for rows in range(1, (VECTORS - 1) // taken + 1):
            groups = (VECTORS - 1) // taken // rows
            stay = VECTORS - taken * rows * groups
            words = scalars.number * scalars.size / 2
            yield Demand(
                own_read=max(vectors.registers - stay, 0.0) * max(scalars.number / rows, 1.0)
                + spilled,
                own_written=max(scalars.registers + vectors.registers - VECTORS, 0.0) + spilled,
                words=max(words - SCALARS, 0.0) * max(vectors.number / (4 * groups), 1.0),
            )
