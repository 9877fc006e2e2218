"""The least uops of products of matrices and of convolutions.

16 products of int8 are two registers of 16 bits, so two uops of a multiplier: *assumed*, for no
instruction gives more, and fewer products (Strassen's way) need operands of 16 bits, which halve
what a uop gives; products of a convolution may be fewer by Winograd's way. Two products fit in 16
bits, no third. Their sum is added to 32 bits in two uops, or reduced with those of the same output:
for every output one uop that reduces and one that puts the sum in its place.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from kernelcraft.kernels.coral_npu.bounds.rows import REQUANTISE, for_each
from kernelcraft.kernels.coral_npu.bounds.work import GROUP, Choice, Demands, Dims, Work

MULTIPLIED: Final = 2
ADDED: Final = 2
REDUCED: Final = 2
"""Uops of one output whose sum is a reduction."""


def multiply(work: Work, products: int, depth: int, what: str) -> None:
    """Sums of `depth` products each, `products` in all."""
    groups = products / GROUP
    work.add(MULTIPLIED * groups, f"{what}: products", multiplied=MULTIPLIED * groups)
    work.add(ADDED * groups, f"{what}: sums in 32 bits")
    saved = ADDED - REDUCED * GROUP / depth
    if saved > 0:
        work.choices.append(Choice(groups, saved))


def layer(work: Work, rows: int, depth: int, columns: int, what: str) -> None:
    """[rows][depth] x [depth][columns], as int8."""
    multiply(work, rows * depth * columns, depth, what)
    for_each(work, REQUANTISE, rows * columns)


def gemv(work: Work, sizes: Dims) -> None:
    """A product with one column."""
    layer(work, sizes["M"], sizes["N"], 1, "A")


def gemm(count: str | None, rows: str, depth: str, columns: str) -> Demands:
    """Products of matrices, with or without a bias (which sums start from)."""

    def demands(work: Work, sizes: Dims) -> None:
        members = sizes[count] if count else 1
        layer(work, members * sizes[rows], sizes[depth], sizes[columns], "x")

    return demands


def taps(size: int, k: int) -> int:
    """Pairs of a position and a tap that lies inside, along one axis; outside of it the products
    are the same for all images but for the weights' sums."""
    before = (k - 1) // 2
    return sum(0 <= position + tap - before < size for position in range(size) for tap in range(k))


def depthwise(work: Work, sizes: Dims) -> None:
    """One window for every channel."""
    multiply(work, taps(sizes["H"], sizes["k"]) ** 2 * sizes["c"], sizes["k"] ** 2, "taps")
    for_each(work, REQUANTISE, sizes["H"] ** 2 * sizes["c"])


def convolution(work: Work, sizes: Dims) -> None:
    """Tap by tap, or for windows of 3 x 3 by Winograd's way where that is cheaper."""
    size, k, c_in, c_out = (sizes[name] for name in ("H", "k", "c_in", "c_out"))
    for_each(work, REQUANTISE, size**2 * c_out)
    depth = k**2 * c_in

    def direct(way: Work) -> None:
        multiply(way, taps(size, k) ** 2 * c_in * c_out, depth, "taps")

    def winograd(form: Transforms) -> Callable[[Work], None]:
        return lambda way: _winograd(way, size, c_in, c_out, form)

    work.cheapest(direct, *(map(winograd, WINOGRAD) if k == 3 else ()))


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


def _winograd(work: Work, size: int, c_in: int, c_out: int, form: Transforms) -> None:
    """Products of 16 or 32 bits, four a uop, whose sums over the channels cost nothing."""
    tiles = math.ceil(size / form.tile) ** 2
    uops = tiles * (form.tile + 2) ** 2 * c_in * c_out / 4
    work.add(uops, f"Winograd's products, tile {form.tile}", multiplied=uops)
    work.add(tiles * c_in * form.image / 8, "tiles of the image transformed, in 16 bits")
    work.add(c_in * c_out * form.window / 8, "windows transformed")
    work.add(tiles * c_out * form.output / 4, "sums transformed, in 32 bits")
